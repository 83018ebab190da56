"""What cannot be while an event is carried out; and what is said to whoever chooses something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c07_event_choices import GIDEON_FORCE, TO_GREECE, UPRISING
from sandtable.games.shifting_sands.rules.c07_reinforcements import ARRIVAL
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.acts import event
from tests.games.shifting_sands.theatre import card, move_unit, number, spaces, why_not

GAME = "shifting-sands"


def an_arrival() -> Theatre:
    return event("A29")


def an_uprising() -> Theatre:
    return event("X05", axis=("khartoum",))


def leaving_for_greece() -> Theatre:
    return event("X10", placed={"br_bg-1": "suez", "in_bg-1": "suez"})


def gideon_force() -> Theatre:
    return event("A13", placed={"it_bg-1": "gondar", "it_bg-2": "keren"})


def special_air_service() -> Theatre:
    return event("A53", events=("long_range_desert_group",))


def objections(state: Theatre) -> list[str]:
    """What the decision on top says of this position."""
    frame = state.frames[-1]
    return [str(sentence) for sentence in SANDS.kinds[frame[0]].faults(state, frame)]


EVERY_QUESTION = (an_arrival, an_uprising, leaving_for_greece, gideon_force, special_air_service)


@pytest.mark.parametrize("position", EVERY_QUESTION)
def test_a_position_in_play_has_no_fault(position: Callable[[], Theatre]) -> None:
    assert objections(position()) == []


@pytest.mark.parametrize("position", EVERY_QUESTION)
@pytest.mark.parametrize("other", ["none", "the other side's"])
def test_an_event_must_be_played(position: Callable[[], Theatre], other: str) -> None:
    state = position()
    side = state.printed.cards[state.card].side
    state.card = -1 if other == "none" else card("A05" if side == AXIS else "X01")
    assert "no event of this side is being played" in objections(state)


def top(state: Theatre, kind: Any, *values: int) -> Theatre:
    """The same position with another frame on top."""
    state.frames[-1] = kind.frame(*values)
    return state


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (lambda: top(an_arrival(), ARRIVAL, 1, 0), "other units arrive than the card can still bring"),
        (lambda: top(an_arrival(), ARRIVAL, 1, 0, number("br_50")), "other units arrive"),
        (lambda: top(an_arrival(), ARRIVAL, 1, 0, number("au_7"), number("au_7")), "other units arrive"),
        (lambda: _full(an_arrival()), "a unit arrives that cannot be placed"),
        (lambda: top(an_uprising(), UPRISING, spaces("suez")), "Egyptians rise who are in play already"),
        (lambda: top(an_uprising(), UPRISING, spaces("suez"), number("ir_bg-1")), "others rise than Egyptians"),
        (lambda: top(an_uprising(), UPRISING, spaces("malta"), number("eg_bg-1")), "rise where they cannot"),
        (lambda: top(leaving_for_greece(), TO_GREECE), "nobody can leave for Greece"),
        (lambda: top(leaving_for_greece(), TO_GREECE, 1), "nobody can leave for Greece"),
        (lambda: _gone(gideon_force()), "no Italian battlegroup is exposed to Gideon Force"),
    ],
)
def test_what_cannot_be(state: Callable[[], Theatre], sentence: str) -> None:
    assert any(sentence in each for each in objections(state()))


def _full(state: Theatre) -> Theatre:
    for each in range(1, 7):
        move_unit(state, f"br_bg-{each}", ("suez", "port_said")[each % 2])
    return state


def _gone(state: Theatre) -> Theatre:
    for each in (1, 2):
        move_unit(state, f"it_bg-{each}", "tobruk")
    return top(state, GIDEON_FORCE)


@pytest.mark.parametrize(
    ("position", "text", "rule"),
    [
        (an_arrival, "done", "7.532"),
        (an_arrival, "to:Cairo", "7.532"),
        (an_uprising, "yes", "X05"),
        (leaving_for_greece, "done", "X10"),
        (leaving_for_greece, "remove:in_4", "X10"),
        (gideon_force, "done", "A13"),
        (gideon_force, "lose:it_17", "A13"),
    ],
)
def test_every_other_choice_is_refused_with_a_rule(position: Callable[[], Theatre], text: str, rule: str) -> None:
    assert why_not(position(), text) == rule


def test_battlegroups_that_are_alike_are_offered_once() -> None:
    state = event("A13", placed={"it_bg-1": "gondar", "it_bg-2": "gondar", "it_bg-3": "keren"})
    assert why_not(state, "lose:it_bg-2") == "A13"
    state = event("X10", placed={"br_bg-1": "suez", "br_bg-2": "suez", "br_bg-3": "cairo"})
    assert why_not(state, "remove:br_bg-2") == "X10"
