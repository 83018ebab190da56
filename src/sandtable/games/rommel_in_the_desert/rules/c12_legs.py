"""12.3, 12.4: whole supply lines, leg by leg (ruling 74).

A line goes in legs from one undisrupted unit to the next, and in the end to its source: by a link, along highway,
or by a link and on along highway. It uses no hex twice, but for two links of one chain, which may share an empty
hex between units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sandtable.kernel.bits import first, ones

if TYPE_CHECKING:
    from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Lines, Link


class Leg(NamedTuple):
    """12.3, 12.4: a piece of a line, from a unit or a highway hex to the next hex with a unit.

    `end`: that hex, or the source; `run`: the highway hexes passed; `between`: the empty hexes inside the link;
    `hexes`: all of them, the end included.
    """

    end: int
    run: int
    between: int
    hexes: int


class Web:
    """The lines to one source, as far as they depend on who stands where."""

    __slots__ = ("_carriers", "_homes", "_legs", "_lines", "_root", "_runs", "_search", "stops")

    def __init__(self, lines: Lines, firm: int, root: int) -> None:
        self._lines, self._root = lines, root
        self._carriers = lines.carriers
        self.stops = firm & self._carriers | 1 << root
        """Where a leg ends: the units that carry lines on, and the source."""
        self._runs: dict[int, list[Leg]] = {}
        self._legs: dict[int, list[Leg]] = {}
        self._homes: dict[int, int] = {}
        self._search: dict[tuple[int, int, int], int] = {}

    # Networks

    def has_line(self, start: int) -> bool:
        """Has a unit in this hex a line?"""
        return start == self._root or any(self._goes_on(leg, 1 << start, 0) for leg in self._legs_of(start))

    def of_all(self, units: int) -> int:
        """The hexes of all lines of the units in these hexes, among them all that carry lines.

        A unit that a line comes to begins a line itself: a leg belongs to it if some line goes on from its end.
        """
        found = 0
        for start in ones(units & (self._lines.supplied | self._lines.sources)):
            here = 1 << start
            if start == self._root:
                found |= here
                continue
            for leg in self._legs_of(start):
                if (leg.hexes | here) & ~found and self.leads_home(leg.end, here) and self._goes_on(leg, here, 0):
                    found |= leg.hexes | here
        return found

    def of(self, start: int) -> int:
        """The hexes of all lines of the units in one hex."""
        if start == self._root:
            return 1 << start
        return self._traced(start, 1 << start, 0, 1 << start, 0)

    def _traced(self, here: int, used: int, shared: int, way: int, found: int) -> int:
        """The hexes found and those of all lines that begin with this way."""
        if here == self._root or not self._around(here) & ~found:
            return found
        for leg in self._legs_of(here):
            if self._goes_on(leg, used, shared):
                found |= way | leg.hexes
                found = self._traced(leg.end, *_after(leg, used, shared), way | leg.hexes, found)
        return found

    def _around(self, here: int) -> int:
        """The hexes of all legs by which lines could go on from here, whatever they have used."""
        found, todo, met = 0, [here], {here}
        for place in todo:
            for leg in self._legs_of(place) if place != self._root else ():
                found |= leg.hexes
                if leg.end not in met:
                    met.add(leg.end)
                    todo.append(leg.end)
        return found

    # Legs

    def _legs_of(self, place: int) -> list[Leg]:
        """The legs of a line of a unit in this hex."""
        known = self._legs.get(place)
        if known is None:
            links = self._lines.ground.links(place, self._lines.lines)
            known = self._legs[place] = list(
                dict.fromkeys([*self._runs_from(place), *self._by_links(place, links)])
            )
        return known

    def _by_links(self, place: int, links: Iterable[Link]) -> Iterator[Leg]:
        for _, end, between, hexes in links:
            if between & self.stops:
                continue  # it is two links
            if self.stops >> end & 1:
                yield Leg(end, 0, between, hexes)
            elif self._carriers >> end & 1:
                for beyond, run, _, more in self._runs_from(end):
                    if not more & (between | 1 << place):
                        yield Leg(beyond, run | 1 << end, between, hexes | more)

    def _runs_from(self, place: int) -> list[Leg]:
        """12.3: the legs along highway alone."""
        known = self._runs.get(place)
        if known is None:
            known = self._runs[place] = []
            for other in ones(self._lines.highway_beside(place)):
                self._follow(other, 1 << place, known, 1 << place)
        return known

    def _follow(self, here: int, way: int, found: list[Leg], start: int) -> None:
        """The highway from here on, hex by hex, to the next units and the source."""
        beside, stops, carriers = self._lines.highway_beside, self.stops, self._carriers
        while not stops >> here & 1:
            if not carriers >> here & 1:
                return
            way |= 1 << here
            onward = beside(here) & ~way
            if not onward:
                return
            while onward & onward - 1:  # it forks
                self._follow(first(onward), way, found, start)
                onward &= onward - 1
            here = first(onward)
        run = way ^ start
        found.append(Leg(here, run, 0, run | 1 << here))

    def _onward(self, place: int) -> list[Leg]:
        """The legs by which a line goes on that has come to this hex."""
        return self._legs_of(place) if self.stops >> place & 1 else self._runs_from(place)

    # Whole lines

    def _goes_on(self, leg: Leg, used: int, shared: int) -> bool:
        """May a line that has used these hexes take this leg, and then reach the source?"""
        return _fits(leg, used, shared) and self.leads_home(leg.end, *_after(leg, used, shared))

    def leads_home(self, place: int, used: int, shared: int = 0) -> bool:
        """Can a line that has come to this hex go on to the source without hexes it has used?

        `shared`: the hexes between units of its present chain, which further links may run through as well.
        """
        return bool(self._line(place, used, shared))

    def _line(self, place: int, used: int, shared: int) -> int:
        """The hexes of one such line, 0 if there is none."""
        if place == self._root:
            return 1 << place
        if not self._carriers >> place & 1:
            return 0
        known = self._homes.get(place, 0)
        if known and not known & (used | shared):
            return known
        if not self.stops >> place & 1:
            used, shared = used | shared, 0  # the chain has ended upon the highway
        key = place, used, shared
        found = self._search.get(key)
        if found is None:
            found = self._search[key] = self._found(place, used | 1 << place, shared)
            if found:
                self._homes[place] = found
        return found

    def _found(self, place: int, used: int, shared: int) -> int:
        line, complete = self._plain_line(place, used, shared)
        if line or complete:
            return line
        for leg in self._onward(place):
            if _fits(leg, used, shared):
                rest = self._line(leg.end, *_after(leg, used, shared))
                if rest:
                    return leg.hexes | rest
        return 0

    def _plain_line(self, place: int, used: int, shared: int) -> tuple[int, bool]:
        """A line whose links share no hex, by one way to each unit; and if none is found, whether that
        says there is none at all."""
        ways, todo, complete = {place: 0}, [place], True
        for here in todo:
            for leg in self._onward(here):
                if leg.end in ways or not _fits(leg, used, shared):
                    continue
                if leg.hexes & (ways[here] | shared):
                    complete = False
                    continue
                way = ways[leg.end] = ways[here] | leg.hexes
                known = self._homes.get(leg.end, 0)
                if leg.end == self._root or (known and not known & (used | shared | way)):
                    return way | known, True
                todo.append(leg.end)
        return 0, complete


def _fits(leg: Leg, used: int, shared: int) -> bool:
    return not (leg.hexes & used or (leg.hexes ^ leg.between) & shared)


def _after(leg: Leg, used: int, shared: int) -> tuple[int, int]:
    """What a line has used that took this leg, and what the next link may share: nothing after highway."""
    if leg.run:
        return used | shared | leg.hexes, 0
    return used | 1 << leg.end, shared | leg.between
