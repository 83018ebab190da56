"""Up to isomorphism: the symmetries of a small pattern, and its labellings that differ by more than a symmetry.

A pattern has numbered places, each of some kind, and links from a place to a set of places, written as bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import TypeVar

from sandtable.kernel.bits import mask_of, ones

Swap = tuple[int, ...]
"""By place the one it is moved to."""
Links = frozenset[tuple[int, int]]

Label = TypeVar("Label")


def swaps(kinds: Sequence[object]) -> Iterator[Swap]:
    """The ways to move the places about, each to where one of its own kind was."""
    alike: dict[object, list[int]] = {}
    for place, kind in enumerate(kinds):
        alike.setdefault(kind, []).append(place)
    for moved in product(*(permutations(places) for places in alike.values())):
        target = {
            old: new
            for places, row in zip(alike.values(), moved, strict=True)
            for old, new in zip(places, row, strict=True)
        }
        yield tuple(target[place] for place in range(len(kinds)))


def moved_links(links: Links, swap: Swap) -> Links:
    """The links after the places have been moved about."""
    return frozenset((swap[place], mask_of(swap[other] for other in ones(others))) for place, others in links)


def canonical(kinds: Sequence[object], links: Links) -> tuple[tuple[int, int], ...]:
    """The links in a form that all isomorphic patterns share."""
    return min(tuple(sorted(moved_links(links, swap))) for swap in swaps(kinds))


def symmetries(kinds: Sequence[object], links: Links) -> list[Swap]:
    """The ways to move the places about that leave the pattern as it is."""
    return [swap for swap in swaps(kinds) if moved_links(links, swap) == links]


def labellings(choices: Sequence[Iterable[Label]], symmetric: Sequence[Swap]) -> Iterator[tuple[Label, ...]]:
    """One labelling of the places out of each lot that the symmetries turn into each other."""
    for labels in product(*choices):
        if all(labels <= tuple([labels[place] for place in swap]) for swap in symmetric):
            yield labels
