"""Cards for the places that a reader cannot look into: any that the account allows."""

from __future__ import annotations

from random import Random

from sandtable.games.shifting_sands.knowledge.account import Account
from sandtable.kernel.bits import mask_of, nth, ones
from sandtable.kernel.matching import matched

LUCKY_TRIES, CAREFUL_TRIES = 6, 1000
"""How often cards are laid by luck, and then with care. With care it hardly ever takes more than a few tries."""


def deal(account: Account, rng: Random) -> tuple[list[int], int]:
    """Cards that can have been laid face down, in their order, and a hand with what must be in it; the rest is the
    draw pile."""
    laid = _laid(account, rng)
    lying = mask_of(laid)
    must = account.known & ~lying
    strangers = account.unseen & ~lying & ~must
    most_new = account.recent[-1] - (lying & account.new).bit_count()
    strangers = strangers & ~account.new | some(strangers & account.new, most_new, rng)
    return laid, must | some(strangers, account.size - must.bit_count(), rng)


def _laid(account: Account, rng: Random) -> list[int]:
    """A card for every place. Whatever fits there leaves enough for the hand: it can hold what strange and new
    cards the discards do not."""
    for number in range(LUCKY_TRIES + CAREFUL_TRIES):
        laid = _by_luck(account, rng) if number < LUCKY_TRIES else _with_care(account, rng)
        if laid is not None and account.could_be_laid(laid):
            return laid
    raise ValueError("no cards were found that fit what is known of them")


def _by_luck(account: Account, rng: Random) -> list[int] | None:
    """Any card that still fits, in the place with the fewest candidates first; None if it does not work out."""
    laid, lying = [0] * len(account.masks), 0
    for place in sorted(range(len(laid)), key=lambda place: account.masks[place].bit_count()):
        free = account.masks[place] & ~lying
        if not free:
            return None
        laid[place] = _one_of(free, rng)
        lying |= 1 << laid[place]
    return laid


def _with_care(account: Account, rng: Random) -> list[int] | None:
    """As many places as must hold cards that are known take no others, and only so many new cards are used as can
    be; then every place finds a card, if there is a way at all."""
    masks = account.masks.copy()
    for place in _kept_for_known(account, rng):
        masks[place] &= account.known
    usable = ~account.new
    for mask in rng.sample(masks, len(masks)):
        if not mask & usable:
            usable |= 1 << _one_of(mask, rng)
    usable |= some(account.new & ~usable, account.recent[-1] - (usable & account.new).bit_count(), rng)
    return _matched([mask & usable for mask in masks], rng)


def _kept_for_known(account: Account, rng: Random) -> list[int]:
    """Places for cards that are known: of the first, up to each, as many as cannot hold strangers, if so many
    known cards fit there."""
    kept: list[int] = []
    for last, strange in enumerate(account.strange):
        others = [place for place in range(last + 1) if place not in kept]
        for place in rng.sample(others, len(others)):
            if len(kept) >= last + 1 - strange:
                break
            if _matched([account.masks[each] & account.known for each in (*kept, place)], rng) is not None:
                kept.append(place)
    return kept


def _matched(masks: list[int], rng: Random) -> list[int] | None:
    """A card of its own for each mask, if there are so many."""
    wishes = {place: rng.sample(ones(mask), mask.bit_count()) for place, mask in enumerate(masks)}
    order = rng.sample(range(len(masks)), len(masks))
    seated = matched({place: wishes[place] for place in order}, {card: 1 for mask in masks for card in ones(mask)})
    found = {place: card for card, places in seated.items() for place in places}
    return [found[place] for place in range(len(masks))] if len(found) == len(masks) else None


def _one_of(cards: int, rng: Random) -> int:
    return nth(cards, rng.randrange(cards.bit_count()))


def some(cards: int, count: int, rng: Random) -> int:
    """So many of these cards, at random; all of them if they are fewer."""
    found = 0
    for _ in range(min(count, cards.bit_count())):
        found |= 1 << _one_of(cards & ~found, rng)
    return found
