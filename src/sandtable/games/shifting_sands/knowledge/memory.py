"""What the other side and the spectators remember of a side's cards that lie face down.

For each card of a discard pile there is a trace: what the card can be for all the world, and what it can be for
the
other side, which may have seen more. A card that was shown as it was discarded leaves a trace with itself alone.
"""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def lay_face_down(state: Theatre, side: int, card: int, candidates: int) -> None:
    """A card goes from the hand to the discards. All that others learn is that it is one of these candidates:
    cards
    with its operations value (7.12), with its replacement points, or any card (5.11)."""
    raise NotImplementedError


def lay_open(state: Theatre, side: int, card: int) -> None:
    """A card that everybody has seen goes to the discards: from the hand, from in front of its side, from a
    battle."""
    raise NotImplementedError


def made_public(state: Theatre, side: int, card: int) -> None:
    """A card in a hand is shown to everybody: an event, a combat card. It is the caller who takes it from the
    hand."""
    raise NotImplementedError


def glimpse(state: Theatre, side: int, cards: int) -> None:
    """The other side sees these cards in the hand of a side, and nobody else does."""
    raise NotImplementedError


def shuffle(state: Theatre, side: int) -> None:
    """The discards become draw pile again: their traces are gone."""
    raise NotImplementedError
