"""`sandtable bench long`: every figure is there, whatever the clock says."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from sandtable.cli import app


def test_a_long_game_is_measured() -> None:
    words = ["bench", "long", "--game", "tiny-skirmish", "--records", "1000", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert figures["records"] >= 1000
    assert 500 < figures["in_effect"] < 1000, "some choices were undone"
    assert figures["choice_ms"]["1000"] > 0
    assert 0 < figures["memory_mb"] < 5
    assert figures["file_bytes"] > 50_000
