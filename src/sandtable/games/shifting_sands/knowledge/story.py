"""The story of a side's cards since its draw pile was last shuffled, and how much of it each reader knows.

A story is a list of deeds, each with a set of cards: they were drawn; they were laid face down, as one of some
candidates that everybody knows; they were shown to everybody; they were seen in the hand by the other side alone.
Everybody knows what was done, and to how many cards. The owner knows the cards, but not which of them were seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.state import LAID, SEEN, SHOWED, Theatre

WORLD, OPPONENT, OWNER = range(3)
"""The readers of a story: everybody, the other side, the side itself."""


class Deed(NamedTuple):
    """One deed, as far as a reader knows it."""

    what: int
    number: int
    """How many cards."""
    cards: int
    """Which cards; 0 if the reader does not know."""
    candidates: int
    """What a card that is laid face down can be, as it was announced."""


def story_of(state: Theatre, side: int) -> list[int]:
    """The story of a side: for each deed what it is, its cards, and the candidates."""
    return state.axis_story if side == AXIS else state.allied_story


def deeds(state: Theatre, side: int, reader: int) -> Iterator[Deed]:
    """The story of a side as a reader knows it."""
    story = story_of(state, side)
    for what, cards, candidates in zip(story[::3], story[1::3], story[2::3], strict=True):
        yield Deed(what, cards.bit_count(), cards if _knows(reader, what) else 0, candidates)


def _knows(reader: int, what: int) -> bool:
    """Does a reader know the cards of such a deed?"""
    if what == SEEN:
        return reader == OPPONENT
    return what == SHOWED or reader == OWNER


def face_up(state: Theatre, side: int) -> int:
    """The discards that everybody knows because they were shown."""
    story = story_of(state, side)
    hidden = 0
    for what, cards in zip(story[::3], story[1::3], strict=True):
        if what == LAID:
            hidden |= cards
    return state.discards[side] & ~hidden


def has_been_looked_at(state: Theatre, side: int) -> bool:
    """Has the other side seen cards in this hand, as everybody knows, so that it may know more than others?"""
    return bool(state.looked_at[side]) or SEEN in story_of(state, side)[::3]


def held(state: Theatre, side: int) -> int:
    """How many cards everybody sees a side hold: what it has put aside is still in its hand for them."""
    return state.hands[side].bit_count() + state.aside[side].bit_count()


def unseen(state: Theatre, side: int, lying_open: int) -> int:
    """The cards of a side that may be in its hand, in its draw pile or face down among its discards, given the
    discards that lie open."""
    away = state.waiting | state.removed | state.kept | state.combat_cards[side] | lying_open
    return state.printed.decks[side] & ~away
