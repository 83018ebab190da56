"""What follows a press without anybody being asked: ways go on, and standing orders answer, through the door that
people use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sandtable.kernel.match import MAX_RUN, Match
from sandtable.kernel.orders import Order, StandingOrder, carry_out, described
from sandtable.kernel.seat import Seat
from sandtable.kernel.ways import go_on
from sandtable.kernel.words import say
from sandtable.table.forced import make_forced
from sandtable.table.messages import LeftOrder, OrderKind, Orders, OrderTerm

MOST = 2 * MAX_RUN
"""A step and an answer to it in turn; more than this one after another would be a fault in a game."""


def play_on(
    match: Match, orders: Mapping[int, Sequence[StandingOrder]], people: Sequence[int]
) -> Mapping[int, int]:
    """Go on with the ways of these sides, answer their decisions as they have ordered, and make the forced choices
    that follow. Returns how many choices of its way each side has played."""
    gone: Counter[int] = Counter()
    for _ in range(MOST):
        side, before = match.actor(), match.number
        if side not in people:
            break
        played = go_on(match)
        gone[side] += played
        if not played and not carry_out(match, orders.get(side, ())):
            break
        make_forced(match, side, people)
        match.presses.append((before + 1, match.number))
    return gone


def orders_of(match: Match, side: int, standing: Sequence[StandingOrder]) -> Orders:
    """What a side can order, and what it has ordered."""
    seat = Seat(match.game, match.state, side)
    kinds = tuple(_kind(name, order, seat) for name, order in match.game.orders.items())
    left = tuple(LeftOrder(one.order, one.terms, described(match.game, seat, one)) for one in standing)
    return Orders(kinds, left)


def _kind(name: str, order: Order, seat: Seat) -> OrderKind:
    terms = tuple(OrderTerm(term.name, str(say(term.title)), tuple(term.values(seat))) for term in order.terms)
    return OrderKind(name, str(say(order.title)), str(say(order.description)), terms, order.answer is None)
