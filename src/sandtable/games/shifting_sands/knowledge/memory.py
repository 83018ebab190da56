"""What the other side and the spectators remember of a side's cards that lie face down.

For each card of a discard pile there is a trace: what the card can be for all the world, and what it can be for
the other side, which may have seen more. A card that was shown as it was discarded leaves a trace with itself
alone.

`drawn` holds the cards of a side that all the world knows to have left its draw pile, `glimpsed` those that the
other side knows to have left it. Such a card is in hand, or it is one of the discards whose traces allow it: a
card that was seen in a hand and may have been played face down since stays in both minds. `undrawn` holds what
must still be in the draw pile after a shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.kernel.bits import ones
from sandtable.kernel.matching import matched

WORLD, OPPONENT = 0, 1
"""The two masks of a trace."""


def lay_face_down(state: Theatre, side: int, card: int, candidates: int) -> None:
    """A card goes from the hand, or from those put aside, to the discards. All that others learn is that it is
    one of these candidates: cards with its operations value (7.12), with its replacement points, or any card
    (5.11)."""
    world = candidates & _playable(state, side, WORLD)
    opponent = world & _playable(state, side, OPPONENT)
    state.hands[side] &= ~(1 << card)
    state.aside[side] &= ~(1 << card)
    _discard(state, side, card, world, opponent)
    if not opponent & (opponent - 1):  # otherwise nobody concludes anything from it
        _conclude(state, side)


def lay_open(state: Theatre, side: int, card: int) -> None:
    """A card that everybody has seen goes to the discards: from the hand, from in front of its side, from a
    battle."""
    made_public(state, side, card)
    here = 1 << card
    state.hands[side] &= ~here
    state.kept &= ~here
    state.combat_cards[side] &= ~here
    _discard(state, side, card, here, here)


def made_public(state: Theatre, side: int, card: int) -> None:
    """A card in a hand is shown to everybody: an event, a combat card. It is the caller who takes it from the
    hand."""
    others = ~(1 << card)
    traces = traces_of(state, side)
    traces[:] = [mask & others for mask in traces]
    state.drawn[side] &= others
    state.glimpsed[side] &= others
    _conclude(state, side)


def glimpse(state: Theatre, side: int, cards: int) -> None:
    """The other side sees these cards in the hand of a side, and nobody else does."""
    traces = traces_of(state, side)
    traces[OPPONENT::2] = [mask & ~cards for mask in traces[OPPONENT::2]]
    state.glimpsed[side] |= cards
    state.looks[side] += cards.bit_count()
    _conclude(state, side)


def shuffle(state: Theatre, side: int, added: int = 0) -> None:
    """The discards become draw pile again, with cards that are added: their traces are gone.

    What could not be among the discards is still where it was: in hand, if it had left the draw pile; and if the
    draw pile had run out (5.13), whatever could not be among the discards is in hand.
    """
    everything = _in_play(state, side) if not draw_pile(state, side) else 0
    state.drawn[side] = _elsewhere(state, side, WORLD, state.drawn[side] | everything)
    state.glimpsed[side] = _elsewhere(state, side, OPPONENT, state.glimpsed[side] | everything)
    state.undrawn[side] = _located(traces_of(state, side)[WORLD::2]) | added
    state.looks[side] = min(state.looks[side], held(state, side))
    state.discards[side] = 0
    traces_of(state, side).clear()


def draw(state: Theatre, side: int, card: int) -> None:
    """5.12: a card goes from the draw pile to the hand; only its owner sees it."""
    state.undrawn[side] = 0
    state.taken[side] &= ~(1 << card)
    state.hands[side] |= 1 << card


def traces_of(state: Theatre, side: int) -> list[int]:
    """The traces of a side's discards: what each can be for all the world, and for the other side, in turn."""
    return state.axis_traces if side == AXIS else state.allied_traces


def held(state: Theatre, side: int) -> int:
    """How many cards everybody sees a side hold: what it has put aside is still in its hand for them."""
    return state.hands[side].bit_count() + state.aside[side].bit_count()


def _discard(state: Theatre, side: int, card: int, world: int, opponent: int) -> None:
    state.discards[side] |= 1 << card
    traces_of(state, side).extend((world, opponent))


def _in_play(state: Theatre, side: int) -> int:
    """The cards of a side that nobody sees lying anywhere."""
    open_cards = state.waiting | state.removed | state.kept | state.combat_cards[side]
    return state.printed.decks[side] & ~open_cards


def _playable(state: Theatre, side: int, reader: int) -> int:
    """The cards that a reader must think a side may hold: all that it cannot see elsewhere; if it knows the whole
    hand, only what has left the draw pile."""
    traces = traces_of(state, side)[reader::2]
    gone = _in_play(state, side) & ~_located(traces) & ~state.undrawn[side]
    seen = (state.drawn if reader == WORLD else state.glimpsed)[side]
    size = held(state, side)
    if seen.bit_count() >= size and seen.bit_count() - _most_discarded(traces, seen) == size:
        return gone & seen
    return gone


def _located(traces: Sequence[int]) -> int:
    """The cards that certainly lie among these discards."""
    found = 0
    for mask in traces:
        if not mask & (mask - 1):
            found |= mask
    return found


def _most_discarded(traces: Sequence[int], cards: int) -> int:
    """How many of these cards can lie among the discards at most."""
    wishes = {card: [place for place, mask in enumerate(traces) if mask >> card & 1] for card in ones(cards)}
    return sum(map(len, matched(wishes, dict.fromkeys(range(len(traces)), 1)).values()))


def _elsewhere(state: Theatre, side: int, reader: int, cards: int) -> int:
    """Those of these cards that cannot lie among the discards, as far as a reader knows."""
    for mask in traces_of(state, side)[reader::2]:
        cards &= ~mask
    return cards


def _conclude(state: Theatre, side: int) -> None:
    """A discard that can be only one card leaves no other discard to be that card."""
    traces = traces_of(state, side)
    for reader in (WORLD, OPPONENT):
        _exclude(traces, reader)


def _exclude(traces: list[int], reader: int) -> None:
    done = 0
    while True:
        located = _located(traces[reader::2])
        if located == done:
            return
        done = located
        for place in range(reader, len(traces), 2):
            if traces[place] & (traces[place] - 1):
                traces[place] &= ~located
