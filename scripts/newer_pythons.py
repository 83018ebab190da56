"""Run the tests that need no browser, no server and no long game on every newer Python of this machine.

Each found one gets an environment in `.venv/newer`, which is kept. Where none is found, nothing is run; the last
line says which were.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / ".venv" / "newer"
MINORS = range(12, 20)
NEEDED = ("-e", ".[test]", "-e", "tests/tinygame", "-e", "tests/twocoasts")
PURE = (
    "tests/kernel",
    "tests/boards",
    "tests/table/test_store.py",
    "tests/table/test_turns.py",
    "tests/table/test_people.py",
    "tests/web/test_api.py",
    "--ignore=tests/kernel/test_secrecy.py",  # the longest, and what it tests depends on no library
)


def newer_pythons(surroundings: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The Pythons newer than the oldest we support, by version: those on the path first, then those of pyenv."""
    found = {}
    for minor in MINORS:
        version = f"3.{minor}"
        candidates = (path for path in _places(version, surroundings) if version_of(path) == version)
        if (first := next(candidates, None)) is not None and version != "{}.{}".format(*sys.version_info):
            found[version] = first
    return found


def _places(version: str, surroundings: Mapping[str, str]) -> Iterator[str]:
    on_path = shutil.which(f"python{version}", path=surroundings.get("PATH", ""))
    if on_path:
        yield on_path
    pyenv = Path(surroundings.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python")))


def version_of(path: str) -> str:
    """What a Python says it is; nothing if it does not run, as the stand-ins of pyenv may not."""
    says = [path, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
    return subprocess.run(says, capture_output=True, text=True, check=False).stdout.strip()


def prepared(version: str, path: str) -> str | None:
    """The Python of an environment with all that the tests need; None if it cannot be made."""
    place = ENVIRONMENTS / version
    python, ready = str(place / "bin" / "python"), place / ".ready"
    wanted = (ROOT / "pyproject.toml").read_text()
    if ready.exists() and ready.read_text() == wanted:
        return python
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *NEEDED]
    for command in ([path, "-m", "venv", "--clear", str(place)], install):
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            return None
    ready.write_text(wanted)
    return python


def outcome(version: str, path: str) -> str:
    """Run the tests there; how it went, in a word or two."""
    python = prepared(version, path)
    if python is None:
        return "not run: its packages could not be installed"
    print(f"Python {version} ({path}): the pure tests", flush=True)
    command = [python, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *PURE]
    return "failed" if subprocess.run(command, cwd=ROOT, check=False).returncode else "passed"


def main() -> int:
    outcomes = {version: outcome(version, path) for version, path in newer_pythons().items()}
    told = "; ".join(f"{version} {went}" for version, went in outcomes.items())
    print(f"The pure tests on newer Pythons: {told or 'none is on this machine'}.")
    return int("failed" in outcomes.values())


if __name__ == "__main__":
    sys.exit(main())
