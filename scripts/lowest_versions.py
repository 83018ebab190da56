"""Run the tests that lean on our libraries with the lowest version of each that `pyproject.toml` promises.

They are installed into `.venv/lowest`, which is kept as long as `pyproject.toml` stays as it is.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".venv" / "lowest"
PYTHON = str(PLACE / "bin" / "python")
TESTS = (
    "tests/cli",
    "tests/kernel/test_journal.py",
    "tests/kernel/test_tables.py",
    "tests/kernel/test_scene.py",
    "tests/table/test_archive.py",
    "tests/table/test_people.py",
    "tests/table/test_store.py",
    "tests/web/test_crowds.py",
    "tests/web/test_logs.py",
    "tests/web/test_openapi.py",
    "tests/web/test_server.py",
    "tests/web/test_sessions.py",
    "tests/web/test_socket.py",
)
OLD = ("-W", "ignore::DeprecationWarning", "-W", "ignore::PendingDeprecationWarning")
"""What old libraries do with new ones is deprecated, and not our business."""


def lowest(requirement: str) -> str:
    """The requirement for exactly the lowest version: `rich>=13.5` becomes `rich==13.5`."""
    name, _, bounds = requirement.partition(">=")
    return f"{name}=={bounds.partition(',')[0]}"


def install(wanted: str) -> None:
    """An environment with the lowest versions; what only the tests need is as new as can be."""
    requirements = tomllib.loads(wanted)["project"]["dependencies"]
    pins = [lowest(requirement) for requirement in requirements]
    ours = ("-e", ".[test]", "-e", "tests/tinygame", "-e", "tests/twocoasts")
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(PLACE)], check=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *ours, *pins]
    subprocess.run(pip, cwd=ROOT, check=True)


def main() -> int:
    wanted, ready = (ROOT / "pyproject.toml").read_text(), PLACE / ".ready"
    if not ready.exists() or ready.read_text() != wanted:
        install(wanted)
        ready.write_text(wanted)
    command = [PYTHON, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *OLD, *TESTS]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
