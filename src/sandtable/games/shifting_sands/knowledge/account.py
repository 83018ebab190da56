"""What a reader can conclude about the cards of a side: which hands and discards its story leaves possible.

A card that is laid face down is one of its candidates, and no other card of the story that has been shown or that
is seen in the hand later. And it was in the hand: as many cards as the hand had room for beside those that were
certainly there have come to it unseen. So there is a limit, at each moment of the story, to how many of the cards
laid face down by then the reader did not know before; and another one for cards that were certainly in the draw
pile when it was shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sandtable.games.shifting_sands.knowledge.story import (
    OPPONENT,
    Deed,
    deeds,
    face_up,
    held,
    unseen,
)
from sandtable.games.shifting_sands.state import DREW, LAID, SHOWED, Theatre
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.matching import matched


@dataclass(slots=True)
class Account:
    """What a reader knows of the cards of a side."""

    unseen: int
    """The cards in the hand, in the draw pile and face down among the discards."""
    size: int
    """Of the hand."""
    known: int
    """Cards, all unseen, that have certainly left the draw pile."""
    new: int
    """Unseen cards, none of them known, that were certainly in the draw pile when the story began."""
    masks: list[int]
    """For each card laid face down, in order, what it can be."""
    strange: list[int]
    """How many of the first of them, up to each, can be cards that are not known."""
    recent: list[int]
    """How many of the first of them, up to each, can be new cards; the last entry counts the hand too."""

    def could_be_laid(self, laid: Sequence[int]) -> bool:
        """Can these cards, in this order, have been laid face down?"""
        lying, strangers, newcomers = 0, 0, 0
        for card, mask, strange, recent in zip(laid, self.masks, self.strange, self.recent[:-1], strict=True):
            here = 1 << card
            strangers += not self.known & here
            newcomers += bool(self.new & here)
            if not mask & here or lying & here or strangers > strange or newcomers > recent:
                return False
            lying |= here
        return True

    def allows(self, laid: Sequence[int], hand: int) -> bool:
        """Can these cards have been laid face down, in this order, so that this is the hand?"""
        lying = mask_of(laid)
        elsewhere = self.known & ~lying & ~hand or hand & lying or hand & ~self.unseen
        if elsewhere or hand.bit_count() != self.size or not self.could_be_laid(laid):
            return False
        return ((lying | hand) & self.new).bit_count() <= self.recent[-1]

    def located(self) -> int:
        """The cards that certainly lie face down among the discards: without one of them there would be too few
        for the places."""
        lying, before = _seated(self.masks), -1
        spare = self.unseen & ~mask_of(lying.values())
        while before != spare:
            before = spare
            for place, card in lying.items():
                spare |= 1 << card if self.masks[place] & spare else 0
        return self.unseen & ~spare

    def surely_piled(self) -> int:
        """The cards that are certainly in the pile when it is shuffled: from the discards, or never drawn, or not
        in a hand that has no room for them."""
        full = self.known.bit_count() - self._most_laid(self.known, len(self.masks)) >= self.size
        found = self.located() | (self.unseen & ~self.known if full else 0) | (0 if self.recent[-1] else self.new)
        return found | mask_of(card for card in ones(self.known) if self._was_needed(card))

    def _most_laid(self, cards: int, places: int) -> int:
        """How many of these cards can lie in the first places."""
        return len(_seated([mask & cards for mask in self.masks[:places]]))

    def _was_needed(self, card: int) -> bool:
        """Can the other known cards not fill as many of the first places as strangers cannot?"""
        others = self.known & ~(1 << card)
        needed = ((place - strange, place) for place, strange in enumerate(self.strange, 1))
        return any(count > 0 and count > self._most_laid(others, place) for count, place in needed)

    def surely_held(self, ran_out: bool) -> int:
        """The cards that are certainly in the hand; the draw pile may have run out."""
        cards = self.unseen if ran_out else self.known
        for mask in self.masks:
            cards &= ~mask
        return cards


def account_of(state: Theatre, side: int, reader: int) -> Account:
    """What a reader who is not its owner knows of the cards of a side."""
    lying_open, undrawn = face_up(state, side), state.undrawn[side]
    kept = (state.glimpsed if reader == OPPONENT else state.drawn)[side]
    undrawn |= state.unheld[side] if reader == OPPONENT else 0
    story = list(deeds(state, side, reader))
    return conclude(story, held(state, side), unseen(state, side, lying_open), kept, undrawn)


def conclude(story: Sequence[Deed], size: int, hidden: int, kept: int, undrawn: int) -> Account:
    """The account of a story: the size of the hand now, the cards that are hidden now, and those that certainly
    were in the hand, and in the draw pile, when it began."""
    account = Account(hidden, size, kept, 0, [], [], [])
    found, room, recent = kept, _at_first(story, size) - kept.bit_count(), 0
    for deed in story:
        if deed.what == DREW:
            room += deed.number
            recent += deed.number
        elif deed.what == LAID:
            account.masks.append(deed.candidates & hidden)
            account.strange.append(room)
            account.recent.append(recent)
        else:
            news = deed.cards & ~found
            found |= news
            room -= news.bit_count()
            recent -= (news & undrawn).bit_count()
            account.masks[:] = [mask & ~deed.cards for mask in account.masks]
            _tighten(account.strange, room)
            _tighten(account.recent, recent)
    account.known, account.new = found & hidden, undrawn & hidden & ~found
    account.recent.append(recent)
    _draw_conclusions(account)
    return account


def _at_first(story: Iterable[Deed], size: int) -> int:
    """How many cards were in the hand when the story began."""
    for deed in story:
        if deed.what == DREW:
            size -= deed.number
        elif deed.what in (LAID, SHOWED):
            size += deed.number
    return size


def _tighten(limits: list[int], limit: int) -> None:
    """There can be no more up to any card laid by now than there can be now."""
    limits[:] = [min(each, limit) for each in limits]


def _draw_conclusions(account: Account) -> None:
    """A card that must lie in one place lies in no other; where no more strange or new cards can be, none are."""
    masks, before = account.masks, list[int]()
    while before != masks:
        before = masks.copy()
        located = _located(masks)
        for place, mask in enumerate(masks):
            if mask & (mask - 1):
                masks[place] = mask & ~located
        _exhaust(masks, account.strange, account.unseen & ~account.known)
        _exhaust(masks, account.recent, account.new)


def _exhaust(masks: list[int], limits: Sequence[int], kind: int) -> None:
    """If as many of the first cards as can be are certainly of this kind, the others up to there are not."""
    certain = 0
    for place, mask in enumerate(masks):
        certain += not mask & ~kind
        if certain >= limits[place]:
            masks[: place + 1] = [mask & ~kind or mask for mask in masks[: place + 1]]


def _seated(masks: Sequence[int]) -> dict[int, int]:
    """A card for each place, all different, for as many places as possible."""
    wishes = {place: ones(mask) for place, mask in enumerate(masks)}
    seated = matched(wishes, {card: 1 for cards in wishes.values() for card in cards})
    return {place: card for card, places in seated.items() for place in places}


def _located(masks: Iterable[int]) -> int:
    """The cards that certainly lie in one of these places."""
    found = 0
    for mask in masks:
        if not mask & (mask - 1):
            found |= mask
    return found
