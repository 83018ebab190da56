"""12.6: supply networks: the hexes of all lines of a side's units.

A line goes from joint to joint: along highway hex by hex, and from a hex with an undisrupted unit by a link of its
chain; it never comes back to a hex it has used (12.4). A link begins where a unit stands, so a line can begin
there too: it belongs to the network if its end leads home without that hex. A stretch of highway belongs to it
if a line that comes in at one end can leave at the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.supply import Lines, lines_to
from sandtable.kernel.bits import mask_of, ones


def network(state: Position, side: int) -> int:
    """12.6: the hexes of all supply lines of a side's units, to its base and to fortresses that supply some."""
    found = _network_to(state, side, state.scenario.base[side], state.held[side])
    for place, units in zip(state.scenario.fortresses, state.by_fortress, strict=True):
        own = units & state.scenario.side_units[side]
        if own:
            hexes = mask_of(state.place[unit] for unit in ones(own) if state.place[unit] >= 0)
            found |= _network_to(state, side, place, hexes)
    return found


def _network_to(state: Position, side: int, source: int, units: int) -> int:
    """The hexes on the lines of the units in these hexes to a source."""
    lines = lines_to(state, side, source)
    starts = units & (lines.supplied | lines.sources)
    return Web(lines, state.firm[side], source).hexes(starts) if starts else 0


class Link(NamedTuple):
    """12.4: a way from a unit to a line: where it ends, the line hexes it passes before, and all its hexes."""

    end: int
    between: int
    hexes: int


class Web:
    """The lines to one source, as far as they depend on who stands where."""

    __slots__ = ("_firm", "_highway", "_home", "_into", "_lines", "_links", "_root")

    def __init__(self, lines: Lines, firm: int, root: int) -> None:
        self._lines, self._firm, self._root = lines, firm & lines.lines, root
        self._highway = {
            place: mask_of(way[-1] for way in lines.onward(place, False)) for place in ones(lines.lines)
        }
        self._links = {place: self._links_from(place) for place in ones(self._firm)}
        self._into: dict[int, list[tuple[int, int]]] = {}
        """By hex the units that are linked to it, with the line hexes between."""
        for place in ones(self._firm & lines.carriers):
            for link in self._links[place]:
                self._into.setdefault(link.end, []).append((place, link.between))
        self._home: dict[int, int] = {}

    def _links_from(self, place: int) -> list[Link]:
        joints = self._lines.lines
        return [Link(way[-1], mask_of(way[:-1]) & joints, mask_of(way)) for way in self._lines.links(place)]

    def hexes(self, starts: int) -> int:
        """The hexes of all lines that begin in these, or in hexes on their way."""
        found = starts | 1 << self._root
        for entry, avoid, hexes in self._entries(starts | self._firm):
            found |= hexes | self._run(entry, avoid | 1 << entry)
        return found

    def _entries(self, units: int) -> Iterator[tuple[int, int, int]]:
        """Where lines come upon the highway: the hex, what they may not use again, and the hexes so far.

        A unit on the highway is there already; a link that leads home brings one there.
        """
        for place in ones(units):
            yield place, 0, 0
            for link in self._links.get(place) or self._links_from(place):
                avoid = 1 << place | link.between
                if link.end == self._root or self.home(avoid) >> link.end & 1:
                    yield link.end, avoid, link.hexes

    def home(self, avoid: int) -> int:
        """The line hexes from which a line can go on to the source without these hexes."""
        known = self._home.get(avoid)
        if known is None:
            known = self._home[avoid] = self._reach_back(avoid)
        return known

    def _reach_back(self, avoid: int) -> int:
        free = self._lines.carriers & ~avoid
        reached = todo = 1 << self._root & ~avoid
        while todo:
            place = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            fresh = self._highway.get(place, 0)
            for unit, between in self._into.get(place, ()):
                if not between & avoid:
                    fresh |= 1 << unit
            fresh &= free & ~reached
            reached |= fresh
            todo |= fresh
        return reached

    def _run(self, here: int, avoid: int) -> int:
        """The highway hexes from here on for a line that leaves them further on, or ends in the source."""
        found = 0
        for place in ones(self._highway.get(here, 0) & ~avoid):
            if place == self._root:
                found |= 1 << place
            elif self._lines.carriers >> place & 1:
                beyond = self._run(place, avoid | 1 << place)
                if beyond or self._leaves(place, avoid | 1 << place):
                    found |= beyond | 1 << place
        return found

    def _leaves(self, place: int, avoid: int) -> bool:
        """Can a line go on from this hex by a link of a unit in it?"""
        for link in self._links.get(place, ()):
            if (link.between | 1 << link.end) & avoid:
                continue
            if link.end == self._root or self.home(avoid | link.between) >> link.end & 1:
                return True
        return False
