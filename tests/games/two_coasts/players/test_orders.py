"""The standing orders: which steps and attacks they speak of, and what they answer."""

from __future__ import annotations

import pytest

from sandtable.kernel.orders import StandingOrder, ordered
from tests.games.two_coasts.coasts import UNITS, active, game, play
from twocoasts.state import Coasts

NEAR_CROW = StandingOrder("fire-near", {"card": "mines-1", "unit": "Crow"})
HOLD = StandingOrder("hold")


def answer(state: Coasts, *orders: StandingOrder) -> str:
    """What the side to decide answers by its orders; empty if it is asked."""
    choice = ordered(game, state, orders)
    return "" if choice is None else game.write(state, choice)


def stepped(place: str, hand: str = "mines-1") -> Coasts:
    """A stack of the North has come there, and Crow and Dove are watching."""
    lines = "0504: Crow", "E0101: Dove", "0403: Larch", f"hand south: {hand}"
    state = active("north", *lines, *UNITS)
    play(state, "unit:Larch", f"to:{place}")
    return state


def test_the_first_order_that_speaks_of_the_step_counts() -> None:
    assert answer(stepped("0503"), NEAR_CROW, HOLD) == "fire:mines-1"
    assert answer(stepped("0402"), NEAR_CROW, HOLD) == "hold"
    assert answer(stepped("0402"), NEAR_CROW) == "", "far from Crow it says nothing"
    assert answer(stepped("0503"), HOLD, NEAR_CROW) == "hold"


def test_an_order_whose_card_is_gone_holds() -> None:
    assert answer(stepped("0503", hand="snipers-1"), NEAR_CROW) == "hold"


def test_what_is_left_to_the_player_is_asked() -> None:
    ask = StandingOrder("ask-near", {"unit": "Crow"})
    assert answer(stepped("0503"), ask, HOLD) == ""
    assert answer(stepped("0402"), ask, HOLD) == "hold"
    at = StandingOrder("ask-at", {"place": "0402"})
    assert answer(stepped("0402"), at, HOLD) == ""


@pytest.mark.parametrize(("place", "told"), [("0504", "fire:mines-1"), ("E0101", "hold")])
def test_an_attack_on_a_place_is_met_with_a_card(place: str, told: str) -> None:
    state = active("north", "0504: Crow", "0403: Larch", "hand south: mines-1", *UNITS)
    play(state, "unit:Larch", "attack:0504", "fight")
    at = StandingOrder("fire-at", {"place": place, "card": "mines-1"})
    assert answer(state, at, HOLD) == told
