"""The charts: both columns of a battle and its ground, the counter in mid-move, cards as far as they are known."""

from __future__ import annotations

from random import Random

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.kernel.charts import charts_for
from tests.games.shifting_sands.drawing.test_combats import combats, gathered
from tests.games.shifting_sands.grounds import GROUNDS
from tests.games.shifting_sands.rules.test_c09_movement import march
from tests.games.shifting_sands.theatre import DATA, theatre
from tests.suite.moments import READERS, moments


def lit(state: Theatre, side: int = AXIS) -> list[tuple[str, str, str]]:
    """Of each place that is lit its chart, the name of its row and the head of its column."""
    charts = {chart.id: chart for chart in charts_for(GAME, state, side)}
    return [
        (
            one.chart,
            charts[one.chart].rows[one.row][0].text if one.row >= 0 else "",
            charts[one.chart].columns[one.column] if one.column >= 0 else "",
        )
        for one in GAME.scene(GAME.view(state, side), side, DATA).lit
    ]


def test_both_columns_and_the_ground_are_lit_in_a_battle() -> None:
    state = gathered("ge_21", "it_132")
    [combat] = combats(state)
    attack, defence = combat.column.split(" : ")
    tables = {"D": "fire-division", "B": "fire-battlegroup"}
    for side in (AXIS, ALLIED):
        found = lit(state, side)
        assert found[:2] == [(tables[one[0]], "", one[2:]) for one in (attack, defence)]
        assert ("terrain", "clear", "") in found
        assert ("divisions-axis", "21st Panzer", "") in found


def test_in_a_move_the_counter_is_lit() -> None:
    state = march(theatre({"br_bg-1": "gambut"}), "unit:br_bg-1", "to:Tobruk", movers=("gambut",))
    assert lit(state, ALLIED) == [("battlegroups-allies", "British battlegroup", "")]


def test_what_is_said_of_a_card_is_true_and_never_more_than_the_reader_knows() -> None:
    rng = Random(3)
    for state in moments(GROUNDS, GAME.start("campaign"), "uniform", rng, wanted=12, length=400):
        for reader in READERS:
            for side in (AXIS, ALLIED):
                _check_cards(state, reader, side)


def _check_cards(state: Theatre, reader: int, side: int) -> None:
    chart = next(one for one in charts_for(GAME, state, reader) if one.id == ("cards-axis", "cards-allies")[side])
    hand, laid = state.hands[side] | state.taken[side], state.discards[side] | state.aside[side]
    true = {
        "in your hand": hand if reader == side else 0,
        "in the hand": hand,
        "discarded": laid,
        "in the draw pile": draw_pile(state, side),
        "of a year that has not begun": state.waiting,
        "out of the game": state.removed,
        "lies before its owner": state.kept,
        "in the battle": state.combat_cards[side],
        "in the hand, the draw pile or the discards": hand | laid | draw_pile(state, side),
    }
    for row in chart.rows:
        card = DATA.nouns.number("card", row[0].text)
        assert true[row[-1].text] >> card & 1, f"{row[0].text} {row[-1].text}"
        assert reader != side or row[-1].text != "in the hand, the draw pile or the discards"
