"""3: arrivals, chits from the cup, the storm, the end of a turn."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import CHANCE
from tests.games.two_coasts.coasts import (
    DATA,
    UNITS,
    active,
    decision,
    game,
    legal,
    named,
    play,
    read,
    where,
    why_not,
)
from twocoasts.state import is_stormy

GAME = "two-coasts"


@pytest.mark.rule("3.1")
def test_a_turn_has_arrivals_then_cards_then_chits() -> None:
    state = read("turn: 2", "turn-2: Maple", *UNITS, "frame: turn 0")
    assert where(state, "Maple") == ["north-reserve"]
    assert (decision(state), state.cup) == ("draw", 0)
    while decision(state) == "draw":
        game.apply(state, game.legal(state)[0] if game.actor(state) != CHANCE else first_possible(state))
    assert (decision(state), state.cup.bit_count()) == ("chit", 5)


def first_possible(state: object) -> int:
    return next(outcome for outcome, weight in enumerate(game.chance(state)) if weight)


@pytest.mark.rule("3.2")
def test_only_units_of_this_turn_arrive() -> None:
    state = read("turn: 2", "turn-2: Maple Falcon", "turn-3: Swift", *UNITS, "frame: turn 0")
    assert where(state, "Maple", "Falcon", "Swift") == ["north-reserve", "south-reserve", "turn-3"]
    state = active("south", "turn: 2", "turn-3: Swift", *UNITS)
    assert why_not(state, "unit:Swift") == "3.2"


@pytest.mark.rule("3.3")
def test_each_chit_lets_its_side_move_once() -> None:
    state = active("north", *UNITS)
    play(state, "pass")
    assert (decision(state), game.actor(state)) == ("chit", CHANCE)
    assert list(game.chance(state)) == [0, 1, 1, 1, 1]
    play(state, "south-2")
    assert (decision(state), game.actor(state)) == ("active", 1)
    play(state, "unit:Crane", "dig-in")
    assert decision(state) == "chit"
    play(state, "storm")
    assert decision(state) == "chit", "the storm moves nobody"
    play(state, "north-2")
    assert (decision(state), game.actor(state)) == ("active", 0)


@pytest.mark.rule("3.4")
def test_nobody_crosses_the_sea_in_a_storm() -> None:
    lines = "0104: Ash", "Mole: Finch", "Cape: Crow", *UNITS
    state = active("north", *lines, storm=True)
    assert is_stormy(state)
    play(state, "unit:Ash")
    assert "attack:Mole" not in legal(state)
    state = active("south", *lines, storm=True)
    play(state, "unit:Crow")
    assert legal(state, "to") == set()
    assert why_not(state, "to:E0203") == "3.4"
    calm = active("south", *lines)
    play(calm, "unit:Crow")
    assert {"to:E0203", "to:Gull"} <= legal(calm)


@pytest.mark.rule("3.5")
def test_the_turn_ends_when_the_cup_is_empty() -> None:
    last = "drawn: storm south-1 south-2 north-2 north-1"
    lines = "turn: 1", "moved: Crane", "dug: Crane", "played: guides-1", last
    state = read(*UNITS, *lines, "frame: turn 3", "frame: active 0 asks=north")
    told = play(state, "pass")
    assert [event.kind for event in told] == ["passes", "turn"]
    assert (state.turn, state.moved, state.played, named(state.dug)) == (2, 0, 0, ["Crane"])
    assert state.discards == 1 << DATA.nouns["card"].index("guides-1")


def test_every_order_of_the_chits_can_come() -> None:
    """The cup gives each chit that is left with the same chance."""
    seen = set()
    for seed in range(200):
        rng, state = Random(seed), active("north", *UNITS)
        play(state, "pass")
        order = []
        while state.turn == 1:
            if game.actor(state) == CHANCE:
                outcome = rng.choice([o for o, weight in enumerate(game.chance(state)) if weight])
                order.append(outcome)
                game.apply(state, outcome)
            else:
                play(state, "pass")
        seen.add(tuple(order))
    assert len(seen) == 24
