"""Point-to-point maps: named spaces and the links between them, each link of some kind.

The kinds are small ints that the game chooses (a road, a track, a sea lane, a crossing only one side may use);
a set of kinds is a bit set, as everywhere. `over(kinds)` is the same map with only those links, and every
function of `floods` takes it like any board: ``flood(graph.over(LAND), start, free)``.

A kind says everything that tells links apart: how they are printed, and who may use them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.tables import Row

SpaceRef = str | int
Link = tuple[int, int, int]

LINK_COLUMNS: Final = "a b kind"
"""The columns of a table of links, as `DataFiles` takes them; a game may add its own."""


class Graph:
    """Spaces numbered in the order given; links run both ways."""

    __slots__ = (
        "_kinds_at",
        "_over",
        "adjacent",
        "all",
        "kinds",
        "links",
        "names",
        "neighbours",
        "number",
        "scales",
        "size",
    )

    def __init__(self, names: Sequence[str], links: Iterable[tuple[SpaceRef, SpaceRef, int]] = ()) -> None:
        self.names: Final[tuple[str, ...]] = tuple(names)
        self.size: Final[int] = len(self.names)
        self.all: Final[int] = bit(self.size) - 1
        #: Every link counts one.
        self.scales: Final[tuple[tuple[int, int], ...]] = ((1, self.all),)
        self.number: Final[dict[str, int]] = {name: index for index, name in enumerate(self.names)}
        if len(self.number) != self.size:
            raise ValueError("two spaces have the same name")
        self.links: Final[tuple[Link, ...]] = tuple(self._link(a, b, kind) for a, b, kind in links)
        if len(set(self.links)) != len(self.links):
            raise ValueError("a link is given twice")
        self.kinds: Final[int] = mask_of(kind for _, _, kind in self.links)
        self.adjacent: Final[tuple[int, ...]] = _adjacent(self.size, self.links)
        self.neighbours: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(ones(mask)) for mask in self.adjacent)
        self._kinds_at: Final[dict[tuple[int, int], int]] = _kinds_at(self.links)
        # Filled on demand: a game asks for a handful of sets of kinds, again and again.
        self._over: Final[dict[int, Graph]] = {self.kinds: self}

    def over(self, kinds: int) -> Graph:
        """The same spaces with only the links of these kinds (a set)."""
        wanted = kinds & self.kinds
        found = self._over.get(wanted)
        if found is None:
            found = Graph(self.names, [link for link in self.links if wanted >> link[2] & 1])
            self._over[wanted] = found
        return found

    def spread(self, mask: int) -> int:
        """Every space one link away from a member."""
        adjacent = self.adjacent
        out = 0
        while mask:
            low = mask & -mask
            out |= adjacent[low.bit_length() - 1]
            mask ^= low
        return out

    def kinds_between(self, a: int, b: int) -> int:
        """The set of kinds of the links between two spaces; empty if there is none."""
        return self._kinds_at.get((a, b), 0)

    def number_of(self, space: SpaceRef) -> int:
        """The number of a space given by name or by number."""
        found = self.number.get(space, -1) if isinstance(space, str) else space
        if not 0 <= found < self.size:
            raise ValueError(f"no space {space!r} on this map")
        return found

    def mask(self, spaces: Iterable[SpaceRef]) -> int:
        """The set of these spaces."""
        return mask_of(self.number_of(space) for space in spaces)

    def _link(self, a: SpaceRef, b: SpaceRef, kind: int) -> Link:
        low, high = sorted((self.number_of(a), self.number_of(b)))
        if low == high:
            raise ValueError(f"a link leads from {self.names[low]} to itself")
        if kind < 0:
            raise ValueError(f"a kind of link cannot be negative, but this is {kind}")
        return low, high, kind


def read_links(rows: Iterable[Row], spaces: Sequence[str], kinds: Sequence[str]) -> tuple[Link, ...]:
    """The links of a table with the columns `LINK_COLUMNS`; a kind's number is its place in `kinds`."""
    number = {name: index for index, name in enumerate(spaces)}
    seen: dict[Link, int] = {}
    for row in rows:
        for end in ("a", "b"):
            if row.text(end, required=True) not in number:
                raise row.error(end, f"there is no space {row.text(end)!r} on this map")
        low, high = sorted((number[row.text("a")], number[row.text("b")]))
        if low == high:
            raise row.error("b", f"a link leads from {row.text('a')} to itself")
        link = (low, high, row.number_of("kind", kinds))
        if link in seen:
            raise row.error("b", f"this link is already in line {seen[link]}")
        seen[link] = row.line
    return tuple(seen)


def _adjacent(size: int, links: Iterable[Link]) -> tuple[int, ...]:
    masks = [0] * size
    for a, b, _ in links:
        masks[a] |= bit(b)
        masks[b] |= bit(a)
    return tuple(masks)


def _kinds_at(links: Iterable[Link]) -> dict[tuple[int, int], int]:
    kinds: dict[tuple[int, int], int] = {}
    for a, b, kind in links:
        for ends in ((a, b), (b, a)):
            kinds[ends] = kinds.get(ends, 0) | bit(kind)
    return kinds
