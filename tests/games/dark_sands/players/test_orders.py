"""Standing orders before draws, and against the enemy's priority chits."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.orders import StandingOrder, ordered
from tests.games.dark_sands.cups import drawing
from tests.games.dark_sands.desert import DATA, desert, play

UNITS = {"4/7 Arm": "1550", "Brescia": "1702"}


def before_a_draw(played: int = 0) -> Sands:
    """The Axis is asked about Rommel, when this many chits have been played."""
    names = ("logistics-1", "axis-half/combat-1-1", "allied-move-1")[:played]
    state = desert(UNITS, turn=13, played=[DATA.nouns.number("chit", name) for name in names])
    return drawing(state, "logistics-2", held=["axis-rommel", "allied-auk"])


def answer(state: Sands, *orders: StandingOrder) -> str:
    choice = ordered(SANDS, state, orders)
    return "asked" if choice is None else SANDS.write(state, choice)


def test_hold_before_every_draw() -> None:
    assert answer(before_a_draw(), StandingOrder("hold")) == "hold"
    assert answer(before_a_draw()) == "asked"


@pytest.mark.parametrize(("played", "found"), [(0, "hold"), (1, "hold"), (2, "play:axis-rommel-1")])
def test_play_before_the_third_draw_and_hold_until_then(played: int, found: str) -> None:
    orders = StandingOrder("play-at", {"draw": "3"}), StandingOrder("hold")
    assert answer(before_a_draw(played), *orders) == found


def test_a_draw_that_was_passed_over_is_not_forgotten() -> None:
    """The enemy's priority chit came in between."""
    assert answer(before_a_draw(3), StandingOrder("play-at", {"draw": "3"})) == "play:axis-rommel-1"


@pytest.mark.parametrize(("played", "found"), [(0, "hold"), (1, "asked")])
def test_ask_from_a_draw_on(played: int, found: str) -> None:
    assert answer(before_a_draw(played), StandingOrder("ask-at", {"draw": "2"}), StandingOrder("hold")) == found


@pytest.mark.parametrize(("name", "found"), [("pre-empt", "pre-empt:allied-auk-1"), ("let-pass", "hold")])
def test_rommel_is_answered_with_the_auk_or_let_pass(name: str, found: str) -> None:
    state = before_a_draw()
    play(state, "play:axis-rommel-1")
    assert answer(state, StandingOrder("hold"), StandingOrder(name)) == found
