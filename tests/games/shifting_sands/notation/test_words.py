"""The log: one line a move, results in words, and nothing that is not so."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_combat_cards import put_away
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.rules.c16_victory import change_points, victory_phase
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.events import Event
from tests.games.shifting_sands.aftermath import after_fire
from tests.games.shifting_sands.fights import fought
from tests.games.shifting_sands.theatre import DATA, SPACE, cards, play, run, theatre, units


def told(events: list[Any]) -> list[str]:
    return [str(SANDS.narrate(DATA, event)) for event in events]


def heard(state: Theatre, act: Any) -> list[str]:
    events: list[Any] = []
    state.sink = events.append
    act(state)
    return told(events)


def test_a_step_that_takes_a_space_is_one_line() -> None:
    state = theatre({"br_7arm": "sidi_barrani"}, axis=["halfaya"], use=1)
    begin_operations(state, ALLIED, 1)
    play(run(state), "move-from:Sidi-Barrani", "unit:br_7arm")
    assert told(play(state, "to:Halfaya")) == ["7th Armoured moves from Sidi Barrani to Halfaya and takes it"]
    lines = told(play(state, "to:Bardia"))
    assert lines[0] == "7th Armoured moves from Halfaya to Bardia and takes it"
    assert not any("controlled" in line for line in lines)


def test_an_advance_that_takes_a_space_is_one_line() -> None:
    state = after_fire({"br_7arm": "halfaya"}, "sidi_azeiz", ["br_7arm"], step="advance", axis=["sidi_azeiz"])
    play(state, "advance:br_7arm")
    lines = told(play(state, "to:Sidi-Azeiz"))
    assert lines == ["7th Armoured advances from Halfaya to Sidi Azeiz and takes it"]


def test_a_roll_without_a_modifier_names_none() -> None:
    placed = {"br_50": "sidi_barrani", "it_17": "sidi_suleiman"}
    lines = told(play(fought(placed, "sidi_suleiman", ["br_50"]), 2, 3))
    fires = [line for line in lines if " fire on the division table, column " in line]
    assert len(fires) == 2
    assert ": die 2: loss number " in fires[0] + fires[1]
    assert ": die 3 -1: loss number " in fires[0] + fires[1]


@pytest.mark.parametrize(
    ("placed", "line"),
    [
        ({"it_17": "cairo"}, "Axis units stand in Cairo, next to El Alamein"),
        ({"it_17": "el_alamein", "it_25": "cairo"}, "The Axis holds El Alamein"),
    ],
)
def test_a_unit_next_to_el_alamein_is_not_there(placed: dict[str, str], line: str) -> None:
    """5.41."""
    assert line in heard(theatre(placed, turn=2), lambda state: victory_phase(state, ()))


def test_the_log_counts_beyond_the_end_of_the_track() -> None:
    """16.6: the marker stays at 14."""
    state = theatre(points=14)
    assert heard(state, lambda state: change_points(state, 1, "16.0")) == ["The victory points rise by 1 to 15"]


@pytest.mark.parametrize(("kind", "words"), [("draws", "drawn"), ("discards", "discarded")])
def test_one_card_is_one_card(kind: str, words: str) -> None:
    for count, number in ((1, "1 card"), (3, "3 cards")):
        assert told([Event(kind, "5.12", {"side": AXIS, "count": count})]) == [f"Axis: {number} {words}"]


def test_the_winner_discards_by_the_rule_for_winners() -> None:
    """7.611 for a card of the winner, 7.613 for one of the loser."""
    state = theatre({"br_50": "sidi_barrani", "it_17": "sidi_suleiman"}, attacking=ALLIED)
    state.target, state.attackers = SPACE["sidi_suleiman"], units("br_50")
    state.fire, state.combat_cards = [0, 1], [cards("X31"), cards("A34")]
    events: list[Any] = []
    state.sink = events.append
    put_away(state, ())
    assert {event.arguments["side"]: event.rule for event in events} == {AXIS: "7.613", ALLIED: "7.611"}
