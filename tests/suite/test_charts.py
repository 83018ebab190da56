"""Charts say what the data files say, cell by cell, and nothing that their reader may not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.charts import Chart, charts_for
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.scene import NOWHERE, Scene, board_of, scene_for
from tests.suite.charts import lines_of
from tests.suite.grounds import POLICIES, every_game, grounds_of, policy_of
from tests.suite.moments import READERS, moments
from tests.suite.rulebook import paragraph_of
from tests.suite.storedgames import SCENARIOS

WANTED, LENGTH = 12, 400


def words(chart: Chart) -> list[list[str]]:
    return [[entry.text for entry in row] for row in chart.rows]


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_every_chart_that_shows_a_data_file_is_equal_to_it(game_id: str, scenario: str) -> None:
    game, told = sandtable.game(game_id), grounds_of(game_id).charts
    found = {chart.id: chart for chart in charts_for(game, game.start(scenario), SPECTATOR)}
    assert {chart.id for chart in found.values() if chart.source} == told.keys()
    for name, expected in told.items():
        files = (lines_of(game.folder, source) for source in found[name].source.split())
        rows = expected(*files)
        assert len(rows) == len(found[name].rows) > 0, name
        for row, written in zip(words(found[name]), rows, strict=True):
            assert [text if cell is not None else None for text, cell in zip(row, written, strict=True)] == written


@every_game
@pytest.mark.parametrize("seed", range(len(POLICIES)))
def test_every_chart_can_be_read_and_what_is_lit_is_in_one(game_id: str, seed: int) -> None:
    grounds, rng = grounds_of(game_id), Random(f"charts {seed}")
    game = grounds.game
    for state in moments(grounds, grounds.thick(rng), policy_of(seed), rng, wanted=WANTED, length=LENGTH):
        board = board_of(game, state.printed, game.scenario_of(state).id)
        for reader in READERS:
            charts = {chart.id: chart for chart in charts_for(game, state, reader)}
            assert len(charts) == len(charts_for(game, state, reader)) > 0
            for chart in charts.values():
                check_chart(game, chart)
            check_lit(charts, scene_for(game, board, state, reader, warned=False))


def check_chart(game: Any, chart: Chart) -> None:
    """Every row has an entry for each column; rules are paragraphs; nothing can be chosen in a chart."""
    assert chart.title
    assert chart.rows
    assert paragraph_of(game, chart.rule), f"{chart.id} names no paragraph"
    for row in chart.rows:
        assert len(row) == len(chart.columns), chart.id
        for entry in row:
            assert not entry.rule or paragraph_of(game, entry.rule), f"{chart.id}: {entry.rule}"
            assert entry.text or entry.rule, chart.id
            assert "{" not in entry.text
            assert not entry.choice


def check_lit(charts: dict[str, Chart], scene: Scene) -> None:
    for lit in scene.lit:
        assert NOWHERE <= lit.row < len(charts[lit.chart].rows)
        assert NOWHERE <= lit.column < len(charts[lit.chart].columns)
    assert len({*scene.lit}) == len(scene.lit), "something is lit twice"


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_where_nothing_is_secret_everybody_reads_the_same_charts(game_id: str, scenario: str) -> None:
    game = sandtable.game(game_id)
    state = game.start(scenario)
    if not game.hides(state):
        assert len({charts_for(game, state, reader) for reader in READERS}) == 1
