"""A full state invented from a view: one that its reader cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sandtable.games.shifting_sands.knowledge import memory
from sandtable.games.shifting_sands.knowledge.memory import traces_of
from sandtable.games.shifting_sands.knowledge.view import View, known
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c05_cards import may_have_put_aside, may_have_taken
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of, nth, ones
from sandtable.kernel.matching import matched
from sandtable.kernel.state import real_number

TRIES = 4
"""How often the discards are dealt by luck before they are dealt with care."""
HAND, PILE = -1, -2
"""Seats for cards that are not discards, beside the numbers of these."""


def invent(view: View, rng: Random, printed: Printed) -> Theatre:
    """Cards that the reader has not seen are dealt to the places it cannot look into."""
    state = known(view, printed)
    for side in (AXIS, ALLIED):
        world = [real_number(mask) for mask in view.discards[side]]
        if side == view.side:
            _be_looked_at(state, side, world, rng)
            continue
        state.glimpsed[side] = real_number(view.glimpsed) if view.side >= 0 else state.drawn[side]
        masks = [real_number(mask) for mask in view.traces] if view.side >= 0 else world
        _deal(state, side, view.hand_sizes[side], masks, rng)
        if view.side >= 0:
            _remember(state, side, world, masks)
        else:
            _be_looked_at(state, side, world, rng)
    return state


def _remember(state: Theatre, side: int, world: Sequence[int], masks: Sequence[int]) -> None:
    traces_of(state, side)[:] = [mask for both in zip(world, masks, strict=True) for mask in both]


def _be_looked_at(state: Theatre, side: int, world: Sequence[int], rng: Random) -> None:
    """What the other side has seen of a hand that it has looked into, nobody else knows."""
    _remember(state, side, world, world)
    state.glimpsed[side] = state.drawn[side]
    looks = state.looks[side]
    if looks:
        hand = state.hands[side]
        memory.glimpse(state, side, _some(hand, rng.randint(0, min(looks, hand.bit_count())), rng))
        state.looks[side] = looks


# The cards of a side that the reader does not see


def _deal(state: Theatre, side: int, size: int, masks: Sequence[int], rng: Random) -> None:
    """Discards that fit their traces, a hand with what must be in it, and the rest is the draw pile."""
    open_cards = state.waiting | state.removed | state.kept | state.combat_cards[side]
    unseen = state.printed.decks[side] & ~open_cards
    dealt = _dealt_by_luck(state, side, size, masks, unseen, rng)
    discards, hand = dealt or _dealt_with_care(state, side, size, masks, unseen, rng)
    state.discards[side] = discards
    state.taken[side] = _taken(state, side, unseen & ~discards & ~hand, rng)
    if may_have_put_aside(state, side):
        state.aside[side] = _some(hand, rng.randint(0, size), rng)
    state.hands[side] = hand & ~state.aside[side]


def _dealt_by_luck(
    state: Theatre, side: int, size: int, masks: Sequence[int], unseen: int, rng: Random
) -> tuple[int, int] | None:
    """Any card that still fits, the discards with the fewest candidates first; None if it does not work out."""
    for _ in range(TRIES):
        discards = 0
        for mask in sorted(masks, key=int.bit_count):
            free = mask & ~discards
            if not free:
                break
            discards |= _one_of(free, rng)
        else:
            must = state.glimpsed[side] & ~discards
            more = unseen & ~discards & ~must & ~state.undrawn[side]
            missing = size - must.bit_count()
            if 0 <= missing <= more.bit_count():
                return discards, must | _some(more, missing, rng)
    return None


def _dealt_with_care(
    state: Theatre, side: int, size: int, masks: Sequence[int], unseen: int, rng: Random
) -> tuple[int, int]:
    """Every card finds a seat: a discard whose trace allows it, the hand, or the draw pile."""
    cards = list(ones(unseen))
    rng.shuffle(cards)
    wishes = {}
    for card in cards:
        seats = [place for place, mask in enumerate(masks) if mask >> card & 1]
        if not state.undrawn[side] >> card & 1:
            seats.append(HAND)
        if not state.glimpsed[side] >> card & 1:
            seats.append(PILE)
        rng.shuffle(seats)
        wishes[card] = seats
    room = dict.fromkeys(range(len(masks)), 1) | {HAND: size, PILE: len(cards) - len(masks) - size}
    seated = matched(wishes, room)
    return mask_of(seated[place][0] for place in range(len(masks))), mask_of(seated[HAND])


def _taken(state: Theatre, side: int, pile: int, rng: Random) -> int:
    """7.74: whether a side has taken a card nobody else knows."""
    possible, most = may_have_taken(state, side)
    possible &= pile
    return _some(possible, rng.randint(0, min(most, possible.bit_count())), rng)


def _one_of(cards: int, rng: Random) -> int:
    return 1 << nth(cards, rng.randrange(cards.bit_count()))


def _some(cards: int, count: int, rng: Random) -> int:
    """So many of these cards, at random."""
    found = 0
    for _ in range(count):
        found |= _one_of(cards & ~found, rng)
    return found
