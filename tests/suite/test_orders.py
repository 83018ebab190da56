"""The standing orders of every game: legal whatever happens, and telling nobody more than an answer tells."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.choices import contains
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.orders import StandingOrder, check_orders, described, ordered
from sandtable.kernel.seat import Seat
from tests.suite.grounds import grounds_of

GAMES = [name for name in sandtable.game_ids() if sandtable.game(name).orders]
PLAYED, STEPS, MOST_TERMS, INVENTED = 30, 60, 12, 3
MOST_ASKED, MOST_ORDERS = 40, 20
"""In a game with a reaction at every step there are hundreds of decisions, each with dozens of possible orders."""


def every_order(game: Game[Any], state: Any, side: int) -> list[StandingOrder]:
    """Every order, with some of the ways in which this side can fill it in now."""
    seat = Seat(game, state, side)
    found = []
    for name, order in game.orders.items():
        values = [[value for value, _ in term.values(seat)] for term in order.terms]
        names = [term.name for term in order.terms]
        for filled in list(product(*values))[:MOST_TERMS]:
            found.append(StandingOrder(name, dict(zip(names, filled, strict=True))))
    return found


def decisions(game_id: str) -> list[tuple[Any, list[StandingOrder]]]:
    """Moments at which an order may answer, with orders that the side filled in earlier or now."""
    grounds = grounds_of(game_id)
    game, found = grounds.game, []
    wanted = {name for order in game.orders.values() for name in order.decisions}
    for seed in range(PLAYED):
        rng = Random(f"orders {seed}")
        state = grounds.thick(rng)
        early = [every_order(game, state, side) for side in range(len(game.sides))]
        choose = grounds.policies["uniform"](rng)
        for _ in range(STEPS):
            actor = game.actor(state)
            if actor == OVER:
                break
            if actor >= 0 and game.kind_names[state.frames[-1][0]] in wanted:
                found.append((state.copy(), early[actor] + every_order(game, state, actor)))
            game.apply(state, choose(state, game.options(state)) if actor >= 0 else _rolled(game, state, rng))
    rng = Random("decisions")
    some = rng.sample(found, MOST_ASKED) if len(found) > MOST_ASKED else found
    return [(state, rng.sample(orders, min(len(orders), MOST_ORDERS))) for state, orders in some]


def _rolled(game: Game[Any], state: Any, rng: Random) -> int:
    weights = game.chance(state)
    return rng.choices(range(len(weights)), weights)[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_an_order_gives_a_legal_choice_or_asks(game_id: str) -> None:
    game = sandtable.game(game_id)
    answered = asked = 0
    for state, orders in decisions(game_id):
        check_orders(game, Seat(game, state, game.actor(state)), every_order(game, state, game.actor(state))[:20])
        for order in orders:
            choice = ordered(game, state, [order])
            answered, asked = answered + (choice is not None), asked + (choice is None)
            assert choice is None or contains(game.options(state), choice)
            assert described(game, Seat(game, state, game.actor(state)), order)
    assert answered
    assert asked


SECRET = [
    name
    for name in GAMES
    if any(not term.open for order in sandtable.game(name).orders.values() for term in order.terms)
]
"""Games with orders that name something hidden."""


def refilled(game: Game[Any], seat: Seat, left: StandingOrder, rng: Random) -> StandingOrder | None:
    """The same order with other hidden terms, as this seat could have filled it in; None if it could not."""
    filled = dict(left.terms)
    for term in game.orders[left.order].terms:
        values = [value for value, _ in term.values(seat)]
        if not term.open and not values:
            return None
        filled[term.name] = filled[term.name] if term.open else rng.choice(values)
    return StandingOrder(left.order, filled)


@pytest.mark.parametrize("game_id", SECRET)
def test_whether_orders_answer_tells_nothing_of_their_hidden_terms(game_id: str) -> None:
    """Two lists that name other cards, left by hands that only their owner can tell apart, are answered alike."""
    game, compared = sandtable.game(game_id), 0
    for state, orders in decisions(game_id):
        side, rng = game.actor(state), Random("refilled")
        others = (viewer for viewer in (SPECTATOR, *range(len(game.sides))) if viewer != side)
        views = [game.view(state, viewer) for viewer in others]
        for world in [game.resample(view, rng, state.printed) for view in views for _ in range(INVENTED)]:
            for _ in range(len(orders)):
                left = rng.sample(orders, min(3, len(orders)))
                again = [refilled(game, Seat(game, world, side), order, rng) for order in left]
                if None in again:
                    continue
                asked = ordered(game, state, left) is None
                assert asked == (ordered(game, world, [one for one in again if one]) is None)
                compared += left != again
    assert compared


@pytest.mark.parametrize("game_id", GAMES)
def test_whether_it_answers_follows_from_what_everybody_sees(game_id: str) -> None:
    """What it answers follows from what its player sees."""
    game, compared = sandtable.game(game_id), 0
    for state, orders in decisions(game_id):
        side, rng = game.actor(state), Random("invented")
        for viewer in (SPECTATOR, *range(len(game.sides))):
            view = game.view(state, viewer)
            for other in (game.resample(view, rng, state.printed) for _ in range(INVENTED)):
                for order in orders:
                    true, invented = ordered(game, state, [order]), ordered(game, other, [order])
                    assert (true is None) == (invented is None)
                    assert viewer != side or true == invented
                    compared += 1
    assert compared
