"""Sets of small numbers, kept as the bits of one int: hexes of a board, units of a side, cards in a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache


def bit(number: int) -> int:
    """The set holding one number."""
    return 1 << number


def mask_of(numbers: Iterable[int]) -> int:
    """The set holding these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@lru_cache(maxsize=1 << 10)
def ones(mask: int) -> tuple[int, ...]:
    """The members, ascending. The same sets come up again and again, so their members are remembered: the latest
    ones only, since a memory too large for the processor's own is slower than none."""
    members = []
    while mask:
        low = mask & -mask
        members.append(low.bit_length() - 1)
        mask ^= low
    return tuple(members)


def first(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


FEW = 6
"""Up to this index, stepping from member to member beats halving the set."""


def nth(mask: int, index: int) -> int:
    """The member with `index` smaller ones in the set."""
    base = 0
    while index > FEW:
        half = mask.bit_length() >> 1
        low = mask & ((1 << half) - 1)
        size = low.bit_count()
        if index < size:
            mask = low
        else:
            mask >>= half
            base += half
            index -= size
    for _ in range(index):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


def subsets(mask: int) -> Iterator[int]:
    """Every subset of a set, the whole set first and the empty set last."""
    part = mask
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & mask
