"""`sandtable bench web`: a small measurement of a real server."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from sandtable.arena.web_bench import percentiles
from sandtable.cli.app import app
from sandtable.kernel.errors import Malformed

PUBLISHED = {"games", "choices_per_second", "p50_ms", "p95_ms", "p99_ms", "memory_per_socket_kib", "sockets"}


def test_a_small_measurement() -> None:
    options = ["--game=tiny-skirmish", "--games=3", "--seconds=3", "--pause=0.05", "--json"]
    result = CliRunner().invoke(app, ["bench", "web", *options], catch_exceptions=False)
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert figures.keys() >= PUBLISHED
    assert figures["games"] == 3
    assert figures["runs"] > 0
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"]
    assert figures["choices_per_second"] > 0


def test_too_few_answers_are_said_to_be_too_few() -> None:
    with pytest.raises(Malformed, match="too few"):
        percentiles([0.01])
    assert percentiles([0.01, 0.01]) == (10.0, 10.0, 10.0)


def test_a_game_that_is_not_there_is_refused() -> None:
    result = CliRunner().invoke(app, ["bench", "web", "--game", "chess"])
    assert result.exit_code == 2
