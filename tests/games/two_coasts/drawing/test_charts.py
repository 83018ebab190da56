"""The charts: the row of the odds in a battle, the units in a move, the cards as far as they are known."""

from __future__ import annotations

from sandtable.kernel.charts import charts_for
from tests.games.two_coasts.coasts import DATA, UNITS, active, game, play
from tests.games.two_coasts.drawing.test_scene import seen


def test_units_in_a_move_are_lit() -> None:
    state = active("north", *UNITS)
    play(state, "unit:Alder")
    assert [(one.chart, DATA.units[one.row]) for one in seen(state).lit] == [("units", "Alder")]


def test_cards_in_other_hands_are_not_seen() -> None:
    state = active("north", *UNITS, "hand north: guides-1", "hand south: barrage-1")
    for side, other in ((0, "barrage-1"), (1, "guides-1"), (-1, "guides-1")):
        cards = next(chart for chart in charts_for(game, state, side) if chart.id == "cards")
        assert {row[0].text: row[-1].text for row in cards.rows}[other] == "not seen"
