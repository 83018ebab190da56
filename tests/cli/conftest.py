"""The command line to run."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner, Result

from sandtable.cli import app


class Run(Protocol):
    """Runs a command; what is `typed` is its input."""

    def __call__(self, *words: str, typed: str | None = None) -> Result: ...


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty directory; an exception other than an exit is a failure of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    runner = CliRunner()

    def invoke(*words: str, typed: str | None = None) -> Result:
        result = runner.invoke(app, list(words), input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return invoke
