"""Orders from Rome, London Calling, the fleets: what events ask for, and what they score."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import take_control
from sandtable.games.shifting_sands.rules.c07_duties import DUE, MET, NONE, points_of_events
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.acts import event, holding, to_act
from tests.games.shifting_sands.theatre import EVENT, SPACE, cards, decision, play

GAME = "shifting-sands"


# The fleets


@pytest.mark.rule("X06")
def test_the_italian_fleet_scores_at_the_end_of_the_turn() -> None:
    state = event("X06", points=10)
    assert state.points == 10
    assert list(points_of_events(state)) == [(1, "X06")]
    state.clear("turn")
    assert list(points_of_events(state)) == []


@pytest.mark.rule("A08", "X06")
@pytest.mark.parametrize(
    ("turn", "events", "loss"),
    [
        (6, (), 1),
        (7, (), 2),
        (6, ("taranto_raid",), 2),
        (6, ("ultra",), 2),
        (7, ("ultra",), 3),
        (12, ("taranto_raid", "ultra"), 3),
        (6, ("taranto_raid", "ultra"), 2),
    ],
)
def test_the_mediterranean_fleet_beats_it(turn: int, events: tuple[str, ...], loss: int) -> None:
    sailing = bit(EVENT["italian_fleet"])
    state = event("A08", turn=turn, events=events, events_this_turn=sailing, fleet_at_sea=1, points=10)
    assert state.points == 10 - loss
    assert list(points_of_events(state)) == []


@pytest.mark.rule("A06", "A17")
def test_taranto_and_ultra_make_a_failure_worse() -> None:
    """For good: they are remembered."""
    for name in ("A06", "A17"):
        state = event(name, placed={"br_bg-1": "suez"}, points=10, fleet_at_sea=1)
        state.events_this_turn |= bit(EVENT["italian_fleet"])
        state.hands[ALLIED] = cards("A08")
        before = state.points
        to_act(state, ALLIED)
        play(state, "event:A08")
        assert before - state.points == 2


# London Calling


@pytest.mark.rule("X25")
def test_london_calling_scores_if_nothing_is_done() -> None:
    state = event("X25")
    assert list(points_of_events(state)) == [(1, "X25")]


ENOUGH = {"in_4": "gambut", "br_bg-1": "gambut", "br_bg-2": "gambut"}


@pytest.mark.rule("X25")
@pytest.mark.parametrize(
    ("placed", "target", "joining", "met"),
    [
        ({**ENOUGH, "it_17": "el_adem"}, "El-Adem", ("in_4", "br_bg-1", "br_bg-2"), True),
        ({**ENOUGH, "it_17": "el_adem"}, "El-Adem", ("in_4", "br_bg-1"), False),
        (
            {"br_bg-3": "gambut", "br_bg-1": "gambut", "br_bg-2": "gambut", "it_17": "el_adem"},
            "El-Adem",
            ("br_bg-1", "br_bg-2", "br_bg-3"),
            False,
        ),
        (
            {"in_4": "kassala", "br_bg-1": "kassala", "br_bg-2": "kassala", "it_bg-1": "keren"},
            "Keren",
            ("in_4", "br_bg-1", "br_bg-2"),
            False,
        ),
    ],
    ids=["three with a division", "two units", "no division", "East Africa"],
)
def test_what_london_calls_for(placed: dict[str, str], target: str, joining: tuple[str, ...], met: bool) -> None:
    state = holding("A07", placed=placed, london_calling=DUE)
    base = "Kassala" if target == "Keren" else "Gambut"
    play(state, "event:A07", f"attack-from:{base}", "done", f"attack:{target}")
    play(state, *(f"join:{unit}" for unit in joining), "done")
    assert state.london_calling == (MET if met else DUE)
    assert list(points_of_events(state)) == ([] if met else [(1, "X25")])


@pytest.mark.rule("X25")
def test_an_axis_attack_does_not_answer_london() -> None:
    placed = {"it_17": "el_adem", "it_25": "el_adem", "it_27": "el_adem", "br_bg-1": "gambut"}
    state = holding("X06", placed=placed, london_calling=DUE)
    play(state, "operations:X06", "attack-from:El-Adem", "attack:Gambut")
    play(state, "join:it_17", "join:it_25", "join:it_27", "done")
    assert state.london_calling == DUE


@pytest.mark.rule("7.522b")
def test_the_fall_of_tripoli_cancels_london_calling() -> None:
    state = event("X25")
    take_control(state, SPACE["tripoli"], ALLIED, "3.0")
    assert state.london_calling == NONE
    assert list(points_of_events(state)) == []
    take_control(state, SPACE["tripoli"], AXIS, "3.0")
    assert list(points_of_events(state)) == []  # lost and won again: it stays cancelled


@pytest.mark.rule("7.522b")
def test_the_fall_of_another_space_does_not() -> None:
    state = event("X25")
    take_control(state, SPACE["benghazi"], ALLIED, "3.0")
    assert state.london_calling == DUE


# Orders from Rome


def ordered(**fields: Any) -> Any:
    """The Axis is about to act after Orders from Rome, which the Allies played in the first round."""
    state = event("A12", axis_hand=("X01", "X06", "X13"), points=10, **fields)
    assert decision(state) == "choose"
    return state


@pytest.mark.rule("A12")
@pytest.mark.parametrize(
    ("placed", "choices", "points"),
    [
        ({"it_17": "tobruk"}, ("automatic", "move-from:Tobruk"), 10),
        ({"it_17": "tobruk"}, ("automatic", "attack-from:Tobruk"), 10),
        ({"it_17": "tobruk"}, ("operations:X06", "move-from:Tobruk", "done"), 10),
        ({"it_17": "sidi_barrani"}, ("automatic", "move-from:Sidi-Barrani"), 10),
        ({"it_17": "tobruk"}, ("automatic", "done"), 9),
        ({"it_17": "tobruk", "it_bg-1": "bardia"}, ("automatic", "move-from:Bardia"), 9),
        ({"it_gds": "addis_ababa"}, ("automatic", "move-from:Addis-Ababa"), 9),
        ({"ge_15": "tobruk"}, ("automatic", "move-from:Tobruk"), 9),
        ({"it_17": "tobruk"}, ("event:X01",), 9),
        ({"it_17": "tobruk"}, ("event:X13", "move-from:Tobruk", "done"), 9),
        ({"it_17": "tobruk"}, ("replacements:X06",), 9),
        ({}, ("automatic", "done"), 9),
    ],
    ids=[
        *("a move", "an attack", "by a card", "in Egypt"),
        *("nothing activated", "a battlegroup", "East Africa", "Germans", "an event", "operations of an event"),
        *("replacement points", "nobody there"),
    ],
)
def test_what_rome_orders(placed: dict[str, str], choices: tuple[str, ...], points: int) -> None:
    """Operations, by a card or automatic, with an Italian division in Libya or Egypt; or a point is lost."""
    state = ordered(placed=placed)
    play(state, *choices)
    while decision(state) not in ("choose", ""):
        play(state, "done")
    assert decision(state) == "choose"  # the Allies act
    assert state.points == points
    assert state.orders_from_rome == NONE


@pytest.mark.rule("A12")
def test_rome_is_satisfied_with_one_action() -> None:
    state = ordered(placed={"it_17": "tobruk"})
    play(state, "automatic", "done")
    assert state.points == 9
    to_act(state, AXIS)
    play(state, "automatic", "done")
    assert state.points == 9


@pytest.mark.rule("A12")
def test_an_allied_action_leaves_the_orders_as_they_are() -> None:
    state = holding("A05", orders_from_rome=DUE, points=10)
    play(state, "event:A05")
    assert (state.orders_from_rome, state.points) == (DUE, 10)
