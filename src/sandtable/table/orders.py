"""Standing orders at the table: the room answers by them through the door that people use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.kernel.match import Match
from sandtable.kernel.orders import Order, StandingOrder, carry_out, described
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import say
from sandtable.table.forced import make_forced
from sandtable.table.messages import LeftOrder, OrderKind, Orders, OrderTerm

MOST = 256
"""More answers than this one after another would be a fault in a game."""


def answer_by_orders(match: Match, orders: Mapping[int, Sequence[StandingOrder]], people: Sequence[int]) -> None:
    """Answer the decisions of these sides as they have ordered, and make the forced choices that follow."""
    for _ in range(MOST):
        side, before = match.actor(), match.number
        if side not in people or not carry_out(match, orders.get(side, ())):
            return
        make_forced(match, side, people)
        match.presses.append((before + 1, match.number))


def orders_of(match: Match, side: int, standing: Sequence[StandingOrder]) -> Orders:
    """What a side can order, and what it has ordered."""
    seat = Seat(match.game, match.state, side)
    kinds = tuple(_kind(name, order, seat) for name, order in match.game.orders.items())
    left = tuple(LeftOrder(one.order, one.terms, described(match.game, seat, one)) for one in standing)
    return Orders(kinds, left)


def _kind(name: str, order: Order, seat: Seat) -> OrderKind:
    terms = tuple(OrderTerm(term.name, str(say(term.title)), tuple(term.values(seat))) for term in order.terms)
    return OrderKind(name, str(say(order.title)), str(say(order.description)), terms, order.answer is None)
