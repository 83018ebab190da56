"""The examples in the documents run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = ("README.md", "docs/tour.md")


def blocks() -> list[object]:
    found = []
    for name in FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            line = text[: match.start()].count("\n") + 2
            found.append(pytest.param(name, line, match[1], id=f"{name}:{line}"))
    return found


@pytest.mark.parametrize(("name", "line", "source"), blocks())
def test_example_runs(name: str, line: int, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = compile("\n" * (line - 1) + source, str(ROOT / name), "exec")
    exec(code, {"__name__": "__main__"})
