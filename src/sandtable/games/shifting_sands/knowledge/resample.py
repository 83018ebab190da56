"""A full state invented from a view: one that its reader cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sandtable.games.shifting_sands.knowledge.dealing import deal, some
from sandtable.games.shifting_sands.knowledge.story import Deed, story_of
from sandtable.games.shifting_sands.knowledge.view import View, account_in, at_the_shuffle, known, story_in
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c05_cards import may_have_put_aside, may_have_taken
from sandtable.games.shifting_sands.state import DREW, LAID, SEEN, SHOWED, Theatre, draw_pile
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.matching import matched
from sandtable.kernel.state import real_number

Story = list[Deed]
FROM_THE_FIRST = -1
"""Beside the places of draws in a story: in the hand when it began."""


def invent(view: View, rng: Random, printed: Printed) -> Theatre:
    """Cards that the reader has not seen are dealt to the places it cannot look into."""
    state = known(view, printed)
    for side in (AXIS, ALLIED):
        if side == view.side:
            story, first = story_in(view, side), state.hands[side] | state.aside[side]
        else:
            story, first = _invent_cards(view, state, side, rng)
        hand = _at_first(story, first)
        if side == 1 - view.side:
            state.glimpsed[side], state.unheld[side] = real_number(view.glimpsed), real_number(view.unheld)
        else:
            state.glimpsed[side] = _seen_before(state, side, hand, rng)
            state.unheld[side] = _missed_before(state, side, story, rng)
        for deed in _seen_since(story, hand, rng):
            story_of(state, side).extend((deed.what, deed.cards, deed.candidates))
    return state


# The cards of a side that the reader does not see


def _invent_cards(view: View, state: Theatre, side: int, rng: Random) -> tuple[Story, int]:
    """A hand and discards that the reader's account allows, and a story that leads to them; the rest is the draw
    pile, or taken from it."""
    account, story = account_in(view, state, side), story_in(view, side)
    laid, hand = deal(account, rng)
    lying = mask_of(laid)
    state.discards[side] = real_number(view.face_up[side]) | lying
    state.taken[side] = _taken(state, side, account.unseen & ~lying & ~hand, rng)
    if may_have_put_aside(state, side):
        state.aside[side] = some(hand, rng.randint(0, account.size), rng)
    state.hands[side] = hand & ~state.aside[side]
    return _told(story, laid, hand, *at_the_shuffle(view, state, side), rng), hand


def _taken(state: Theatre, side: int, pile: int, rng: Random) -> int:
    """7.74: whether a side has taken a card nobody else knows."""
    possible, most = may_have_taken(state, side)
    possible &= pile
    return some(possible, rng.randint(0, min(most, possible.bit_count())), rng)


def _told(story: Story, laid: Sequence[int], hand: int, kept: int, undrawn: int, rng: Random) -> Story:
    """The story with all its cards: which was laid and which drawn when, in time for what became of it."""
    cards = iter(laid)
    told = [deed._replace(cards=1 << next(cards)) if deed.what == LAID else deed for deed in story]
    needed = {card: len(told) for card in ones(hand)}
    for place in reversed(range(len(told))):
        needed.update(dict.fromkeys(ones(told[place].cards), place))
    needed.update(dict.fromkeys(ones(kept), FROM_THE_FIRST))
    draws = {place: deed.number for place, deed in enumerate(told) if deed.what == DREW}
    wishes = {}
    for card in rng.sample(sorted(needed), len(needed)):
        seats = [place for place in draws if place < needed[card]]
        wishes[card] = rng.sample(seats, len(seats))
        if not undrawn >> card & 1:
            wishes[card].insert(rng.randint(0, len(seats)), FROM_THE_FIRST)
    seated = matched(wishes, draws | {FROM_THE_FIRST: len(needed) - sum(draws.values())})
    return [
        deed._replace(cards=mask_of(seated[place])) if deed.what == DREW else deed
        for place, deed in enumerate(told)
    ]


# What the other side has seen of a hand


def _at_first(story: Story, hand: int) -> int:
    """The hand when a story began, given the hand now."""
    for deed in reversed(story):
        if deed.what == DREW:
            hand &= ~deed.cards
        elif deed.what in (LAID, SHOWED):
            hand |= deed.cards
    return hand


def _seen_before(state: Theatre, side: int, hand: int, rng: Random) -> int:
    """What the other side knew of the hand when the story began: at least what everybody knew."""
    more = hand & ~state.drawn[side] if state.looked_at[side] else 0
    return state.drawn[side] | some(more, rng.randint(0, more.bit_count()), rng)


def _missed_before(state: Theatre, side: int, story: Story, rng: Random) -> int:
    """What the other side alone knew to be in the draw pile then: perhaps nothing, or anything that was there."""
    pile = draw_pile(state, side) | state.taken[side]
    for deed in story:
        pile |= deed.cards if deed.what == DREW else 0
    more = pile & ~state.undrawn[side] if state.looked_at[side] else 0
    count = more.bit_count()
    return some(more, rng.choice((0, rng.randint(0, count), count)), rng)


def _seen_since(story: Story, hand: int, rng: Random) -> Iterator[Deed]:
    """Whenever so many cards of the hand were seen by the other side, and the reader does not know which, it may
    have been any."""
    for deed in story:
        if deed.what == SEEN and not deed.cards:
            yield deed._replace(cards=some(hand, deed.number, rng))
        else:
            yield deed
        if deed.what == DREW:
            hand |= deed.cards
        elif deed.what != SEEN:
            hand &= ~deed.cards
