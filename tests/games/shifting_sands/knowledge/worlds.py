"""An exact model of what can be known of the cards of a side: every course that things can have taken.

It keeps all worlds (a hand, the cards laid face down in their order, a draw pile) that a reader cannot tell from
the true one, and follows each of them through everything that happens. This needs a tiny deck, and no thought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

Cards = frozenset[str]


class World(NamedTuple):
    """Where the cards of a side are that do not lie open."""

    hand: Cards
    laid: tuple[str, ...]
    pile: Cards


@dataclass
class Reader:
    """Somebody who does not see these cards: the other side, or everybody."""

    worlds: set[World]

    def draws(self, number: int) -> None:
        self.worlds = {
            World(world.hand | {*drawn}, world.laid, world.pile - {*drawn})
            for world in self.worlds
            for drawn in combinations(sorted(world.pile), number)
        }

    def lays(self, candidates: Iterable[str]) -> None:
        self.worlds = {
            World(world.hand - {card}, (*world.laid, card), world.pile)
            for world in self.worlds
            for card in world.hand & {*candidates}
        }

    def shows(self, card: str) -> None:
        self.worlds = {
            World(world.hand - {card}, world.laid, world.pile) for world in self.worlds if card in world.hand
        }

    def sees(self, cards: Iterable[str]) -> None:
        self.worlds = {world for world in self.worlds if world.hand >= {*cards}}

    def shuffles(self, more: Iterable[str]) -> None:
        """The discards, with those that lie open and cards that are added, become draw pile."""
        self.worlds = {World(world.hand, (), world.pile | {*world.laid, *more}) for world in self.worlds}

    def dealt(self) -> set[tuple[tuple[str, ...], Cards]]:
        """The cards laid face down, and the hand: the pile follows."""
        return {(world.laid, world.hand) for world in self.worlds}

    def surely_held(self) -> Cards:
        return frozenset.intersection(*(world.hand for world in self.worlds))

    def surely_piled(self) -> Cards:
        return frozenset.intersection(*(world.pile for world in self.worlds))


def all_hands(deck: Iterable[str], size: int) -> Iterator[World]:
    """Every hand of this size, before anything has happened."""
    cards = frozenset(deck)
    return (World(frozenset(hand), (), cards - {*hand}) for hand in combinations(sorted(cards), size))
