"""Standing orders: answers that a player leaves for decisions that are likely to come.

A game lists the orders it knows (`Game.orders`). Whether an order answers, or leaves the decision to its player,
follows from its open terms and from what everybody sees; what it answers follows from the player's seat. So the
other side may notice that an order answered, and learns from it nothing that is hidden: neither a card in a hand,
nor one that an order names.
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
    open: bool = False
    """May others conclude from an answer, or from a question, what is filled in? A place or a moment may be seen
    through; a card that only its player knows may not, so nothing that it decides can depend on it (`covers`)."""


@dataclass(frozen=True, slots=True)
class Order:
    """A kind of standing order."""

    title: str
    description: str
    decisions: tuple[str, ...]
    """The kinds of decision it may answer. Everybody must be able to see that one of them is being asked."""
    answer: Callable[[Seat, Terms], Choice | None] | None = None
    """A legal choice, whatever its player holds; None leaves it to the orders after this one. Without this
    function the player is asked, whatever the orders after this one say."""
    terms: tuple[Term, ...] = ()
    covers: Callable[[Seat, Terms], bool] = always
    """Does it speak of this decision? It is handed the seat of a spectator, who sees what everybody sees, and the
    terms that are open."""
    otherwise: Choice | None = None
    """What it answers if neither `answer` nor any order after it has a choice."""

    def speaks_of(self, decision: str, spectator: Seat, terms: Terms) -> bool:
        """Is it for this decision? Hidden terms are kept from `covers`."""
        seen = {term.name: terms[term.name] for term in self.terms if term.open}
        return decision in self.decisions and self.covers(spectator, seen)


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that a player has left: its name in the game, and its terms filled in."""

    order: str
    terms: dict[str, str] = {}


def ordered(game: Game[Any], state: Any, standing: Sequence[StandingOrder]) -> Choice | None:
    """What the side to decide has ordered for this decision; None if it is to be asked. The first order that
    speaks of the decision says whether it is answered, and the first of them that has a choice, by what."""
    answering = _answering(game, state, standing)
    seat = Seat(game, state, game.actor(state))
    for order, terms in answering:
        choice = order.answer(seat, terms) if order.answer else None
        if choice is not None:
            return choice
    return answering[0][0].otherwise if answering else None


def _answering(
    game: Game[Any], state: Any, standing: Sequence[StandingOrder]
) -> list[tuple[Order, Mapping[str, str]]]:
    """The orders that speak of this decision, up to the first that leaves it to the player. An order that the game
    no longer has does so too: nothing is answered that its player did not mean."""
    found: list[tuple[Order, Mapping[str, str]]] = []
    kind = game.kinds[state.frames[-1][0]] if state.frames else None
    if isinstance(kind, ChoiceKind):
        spectator = Seat(game, state, SPECTATOR)
        for left in standing:
            order = game.orders.get(left.order)
            if order is None:
                break
            if order.speaks_of(kind.name, spectator, left.terms):
                if order.answer is None:
                    break
                found.append((order, left.terms))
    return found


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
        return str(say("'{name}': this game no longer has this order, so you are asked", name=left.order))
    words = [_words(seat, term, left.terms.get(term.name, "")) for term in order.terms]
    return ", ".join([str(say(order.title)), *words])


def _words(seat: Seat, term: Term, value: str) -> str:
    return next((words for known, words in term.values(seat) if known == value), value)
