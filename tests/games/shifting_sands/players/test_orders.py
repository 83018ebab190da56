"""11.25, 7.611: standing orders for combat cards answer where all the world can see that they speak of it."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.orders import StandingOrder, described, ordered
from sandtable.kernel.seat import Seat
from tests.games.shifting_sands.decks import action
from tests.games.shifting_sands.theatre import decision, play


def attacked(*, axis_hand: tuple[str, ...] = (), allied_hand: tuple[str, ...] = ()) -> Theatre:
    """The 21st Panzer attacks a British battlegroup at Mechili, and combat cards are asked for."""
    placed = {"ge_21": "msus", "br_bg-1": "mechili", "it_17": "tripoli"}
    state = action(AXIS, placed=placed, turn=4, axis_hand=axis_hand, allied_hand=allied_hand, events=("rommel",))
    play(state, "automatic", "attack-from:Msus", "attack:Mechili", "join:ge_21", "done")
    if decision(state) == "flank":
        play(state, "done")
    assert decision(state) == "combat-cards"
    return state


def answer(state: Theatre, *orders: StandingOrder) -> str | None:
    choice = ordered(SANDS, state, list(orders))
    return None if choice is None else SANDS.write(state, choice)


PASS = StandingOrder("pass", {})


@pytest.mark.parametrize("hand", [(), ("X23",)])
def test_pass_plays_no_card_whatever_is_held(hand: tuple[str, ...]) -> None:
    state = attacked(axis_hand=hand)
    assert SANDS.actor(state) == AXIS
    assert answer(state, PASS) == "done"


def test_a_card_is_played_where_it_can_be_and_once() -> None:
    state = attacked(axis_hand=("X24", "X23"))
    air, guns = (StandingOrder("play-card", {"card": name}) for name in ("X24", "X23"))
    assert answer(state, air) == "combat-card:X24"
    assert answer(state, guns, air) == "combat-card:X24", "the guns are for a defence: the next order is asked"
    play(state, "combat-card:X24")
    assert answer(state, air, PASS) == answer(state, air) == "done", "it has been used"


@pytest.mark.parametrize("card", ["X24", "X23"])
def test_that_an_order_answers_does_not_depend_on_the_card_it_names(card: str) -> None:
    """Nor on the hand: Air Support is no longer held, the guns are for a defence."""
    state = attacked(axis_hand=("X23",))
    assert answer(state, StandingOrder("play-card", {"card": card})) == "done"


def test_ask_leaves_the_decision_to_its_player() -> None:
    state = attacked(axis_hand=("X24",))
    play_it = StandingOrder("play-card", {"card": "X24"})
    assert answer(state, StandingOrder("ask-at", {"space": "Mechili"}), PASS) is None
    assert answer(state, StandingOrder("ask-at", {"space": "Mechili"}), play_it) is None
    assert answer(state, StandingOrder("ask-at", {"space": "Tobruk"}), PASS) == "done"
    assert answer(state, StandingOrder("pass-at", {"space": "Mechili"})) == "done"
    assert answer(state, StandingOrder("pass-at", {"space": "Tobruk"})) is None


@pytest.mark.parametrize("gone", ["ask-for", "play"])
def test_an_order_of_an_older_version_asks_its_player(gone: str) -> None:
    """It answered, or asked, only where its card could be played, which told the other side about the card."""
    state = attacked(axis_hand=("X24",))
    left = StandingOrder(gone, {"card": "X24"})
    assert answer(state, left, PASS) is None
    assert answer(state, PASS, left) == "done"
    assert gone in described(SANDS, Seat(SANDS, state, AXIS), left)


def test_a_player_can_name_the_combat_cards_that_he_holds() -> None:
    state = attacked(axis_hand=("X24", "X05", "X30"))
    values = SANDS.orders["play-card"].terms[0].values(Seat(SANDS, state, AXIS))
    assert values == [("X24", "Air Support")], "no events, and no cards of the flank step"
    assert not SANDS.orders["play-card"].terms[0].values(Seat(SANDS, state, ALLIED))


def test_the_winner_may_keep_his_cards_by_order() -> None:
    state = attacked(axis_hand=("X24",))
    state.combat_cards[AXIS], state.hands[AXIS] = state.hands[AXIS], 0
    keeping = next(kind for kind in SANDS.kinds if kind.name == "keep-cards")
    state.frames[-1] = keeping.frame(AXIS)
    assert answer(state, StandingOrder("keep", {})) == "keep:X24"
    assert answer(state, StandingOrder("let-go", {})) == "done"
    assert GAME_TURN.number == state.frames[0][0]
