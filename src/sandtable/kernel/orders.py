"""Standing orders: answers that a player leaves for decisions that are likely to come.

A game lists the orders it knows (`Game.orders`). Whether an order answers, or leaves the decision to its player,
follows from its terms and from what everybody sees; what it answers follows from the player's seat. So the other
side may notice that an order answered, and learns from it no more than from the answer of a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sandtable.kernel.choices import Choice
from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.match import Match
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import quoted, say, shortened

MOST_ORDERS = 20
"""The most that one side may leave."""

Terms = Mapping[str, str]


def always(spectator: Seat, terms: Terms) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Term:
    """Something that a player fills in: a card, a hex."""

    name: str
    title: str
    values: Callable[[Seat], Sequence[tuple[str, str]]]
    """What can be filled in now, each value with its words, from what its player may know."""


@dataclass(frozen=True, slots=True)
class Order:
    """A kind of standing order."""

    title: str
    description: str
    decisions: tuple[str, ...]
    """The kinds of decision it may answer. Everybody must be able to see that one of them is being asked."""
    answer: Callable[[Seat, Terms], Choice] | None = None
    """A legal choice, whatever its player holds; without it the player is asked, whatever the orders after this
    one say."""
    terms: tuple[Term, ...] = ()
    covers: Callable[[Seat, Terms], bool] = always
    """Does it speak of this decision? It is handed the seat of a spectator, who sees what everybody sees."""


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that a player has left: its name in the game, and its terms filled in."""

    order: str
    terms: dict[str, str] = {}


def ordered(game: Game[Any], state: Any, standing: Sequence[StandingOrder]) -> Choice | None:
    """What the side to decide has ordered for this decision; None if it is to be asked. The first order that
    speaks of the decision counts."""
    kind = game.kinds[state.frames[-1][0]] if state.frames else None
    if not isinstance(kind, ChoiceKind):
        return None
    spectator = Seat(game, state, SPECTATOR)
    for left in standing:
        order = game.orders.get(left.order)
        if order and kind.name in order.decisions and order.covers(spectator, left.terms):
            return order.answer(Seat(game, state, game.actor(state)), left.terms) if order.answer else None
    return None


def carry_out(match: Match, standing: Sequence[StandingOrder]) -> bool:
    """Let the side to decide answer as it has ordered, through the door that people use. If it has ordered nothing
    for this, or what it ordered is not legal, it is asked."""
    choice = ordered(match.game, match.state, standing) if standing and match.disputed is None else None
    if choice is None:
        return False
    try:
        match.play(match.actor(), [match.game.write(match.state, choice)])
    except Illegal:
        return False
    return True


def check_orders(
    game: Game[Any], seat: Seat, standing: Sequence[StandingOrder], kept: Sequence[StandingOrder] = ()
) -> None:
    """Malformed if these cannot be left. Those that are kept from before were once filled in correctly: the card
    that one of them names may have been played since."""
    if len(standing) > MOST_ORDERS:
        raise Malformed(say("a side can leave {most} standing orders", most=MOST_ORDERS))
    for left in standing:
        if left not in kept:
            _check_order(game, seat, left)


def _check_order(game: Game[Any], seat: Seat, left: StandingOrder) -> None:
    order = game.orders.get(left.order)
    if order is None:
        wrong = say("there is no standing order '{name}'", name=shortened(left.order))
        raise Malformed(wrong, say("this game has: {known}", known=quoted(sorted(game.orders)) or "none"))
    due = {term.name for term in order.terms}
    for name in sorted(due ^ left.terms.keys()):
        missing = say("'{order}' needs its term '{name}'", order=left.order, name=name)
        unknown = say("'{order}' has no term '{name}'", order=left.order, name=shortened(name))
        raise Malformed(missing if name in due else unknown)
    for term in order.terms:
        values = [value for value, _ in term.values(seat)]
        if left.terms[term.name] not in values:
            parts = {"order": left.order, "name": term.name, "value": shortened(left.terms[term.name])}
            wrong = say("'{order}': {name} cannot be '{value}'", **parts)
            raise Malformed(wrong, say("choose one of: {values}", values=quoted(values) or "none"))


def described(game: Game[Any], seat: Seat, left: StandingOrder) -> str:
    """A standing order in words, as its player sees it."""
    order = game.orders.get(left.order)
    if order is None:
        return left.order
    words = [_words(seat, term, left.terms.get(term.name, "")) for term in order.terms]
    return ", ".join([str(say(order.title)), *words])


def _words(seat: Seat, term: Term, value: str) -> str:
    return next((words for known, words in term.values(seat) if known == value), value)
