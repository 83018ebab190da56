"""The charts: the column of a battle in its table, the ground and the counters of the group that moves."""

from __future__ import annotations

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.charts import charts_for
from tests.games.dark_sands.desert import DATA, acting, desert, play
from tests.games.dark_sands.drawing.test_combats import SIEGE, combats, fighting


def lit(state: Sands) -> list[tuple[str, str, str]]:
    """Of each place that is lit its chart, the name of its row and the head of its column."""
    charts = {chart.id: chart for chart in charts_for(GAME, state, 0)}
    return [
        (
            one.chart,
            charts[one.chart].rows[one.row][0].text if one.row >= 0 else "",
            charts[one.chart].columns[one.column] if one.column >= 0 else "",
        )
        for one in GAME.scene(GAME.view(state, 0), 0, DATA).lit
    ]


def test_the_column_of_the_odds_is_lit_in_a_battle() -> None:
    state = fighting(SIEGE)
    assert lit(state) == []
    play(state, "attack:2433", "join:1/5/21-Pz", "join:104/21-Pz")
    [combat] = combats(state)
    assert lit(state) == [("combat-mobile", "", combat.column)]


def test_in_a_move_the_ground_and_the_counters_are_lit() -> None:
    state = acting(desert({"1/5/21 Pz": "2434"}, scenario=2), "axis", "move", MOVEMENT)
    play(state, "unit:1/5/21-Pz")
    found = lit(state)
    assert ("counters-axis", "1/5/21 Pz", "") in found
    assert [row for chart, row, _ in found if chart == "terrain"] == ["desert"]
