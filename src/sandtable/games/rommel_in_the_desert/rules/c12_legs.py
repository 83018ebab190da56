"""12.3, 12.4: whole supply lines, leg by leg (ruling 74).

A line goes leg by leg from one undisrupted unit to the next, and finally to its source: by a link, along highway,
or by a link and then along highway. It uses no hex twice, except that two links of one chain may share an empty
hex between units.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, Printed
from sandtable.kernel.bits import mask_of, ones

if TYPE_CHECKING:
    from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Lines


class Leg(NamedTuple):
    """12.3, 12.4: a piece of a line, from a unit or a highway hex to the next hex with a unit.

    `end`: that hex, or the source; `run`: the highway hexes passed; `between`: the empty hexes inside the link;
    `hexes`: all of them, the end included.
    """

    end: int
    run: int
    between: int
    hexes: int


class Run(NamedTuple):
    """12.3: a leg along highway, with the hexes passed and those entered in their order."""

    leg: Leg
    run: int
    way: tuple[int, ...]


@lru_cache(maxsize=16)
def distances(printed: Printed, source: int) -> tuple[int, ...]:
    """Ruling 10: for each hex, its distance to a source, ignoring terrain."""
    return tuple(printed.board.distance(place, source) for place in range(printed.board.size))


@lru_cache(maxsize=8)
def printed_runs(printed: Printed) -> tuple[dict[int, list[Run]], ...]:
    """12.3: for each hex, and each hex where they may end, the ways along highway, wherever units stand."""
    return tuple(_runs_of(printed, place) for place in range(printed.board.size))


def _runs_of(printed: Printed, start: int) -> dict[int, list[Run]]:
    found: dict[int, list[Run]] = {}
    ways: list[tuple[int, ...]] = [(start,)]
    for way in ways:
        ways += [(*way, other) for other in ones(printed.roads[HIGHWAY][way[-1]]) if other not in way]
    for _, *passed, end in ways[1:]:
        run = mask_of(passed)
        found.setdefault(end, []).append(Run(Leg(end, run, 0, run | 1 << end), run, (*passed, end)))
    return found


@lru_cache(maxsize=256)
def _homes_by_highway(roads: tuple[int, ...], root: int, carriers: int) -> dict[int, int]:
    """12.3: for each hex of a highway that carries lines to the source, the hexes of one line from there."""
    homes, todo = {root: 0}, [root]
    for place in todo:
        for other in ones(roads[place] & carriers):
            if other not in homes:
                homes[other] = homes[place] | 1 << place
                todo.append(other)
    del homes[root]
    return homes


@lru_cache(maxsize=256)
def _known_runs(printed: Printed, highway: tuple[int, ...], ends: int) -> dict[int, list[Leg]]:
    """12.3: by hex the legs along a highway without barred hexsides, filled in as they are found.

    They depend only on where lines run on the highway and where they end.
    """
    return {}


class Web:
    """The lines to one source, with units where they stand."""

    __slots__ = (
        "_beside",
        "_carriers",
        "_cuts",
        "_ends_on_highway",
        "_ground",
        "_homes",
        "_is_plain",
        "_legs",
        "_on_lines",
        "_passed",
        "_root",
        "_runs",
        "_search",
        "stops",
    )

    def __init__(self, lines: Lines, firm: int, root: int) -> None:
        # Not the lines themselves: they hold this web, and two things that hold each other are not soon forgotten.
        self._on_lines, self._ground, self._root = lines.lines, lines.ground, root
        self._carriers = lines.carriers
        self.stops = firm & self._carriers | 1 << root
        """Where a leg ends: the units that carry lines on, and the source."""
        self._passed = self._carriers & ~self.stops
        self._beside = lines.beside
        printed, highway = lines.ground.printed, lines.highway_now()
        self._is_plain = bool(highway)
        ends = self.stops & lines.ground.highway
        self._ends_on_highway = ones(ends)
        self._runs = _known_runs(printed, highway, ends) if highway else dict[int, list[Leg]]()
        self._legs: dict[int, list[Leg]] = {}
        self._homes: dict[int, int] = {}
        if highway:
            self._homes |= _homes_by_highway(printed.roads[HIGHWAY], root, highway[1])
        """For each hex, a line home from there."""
        self._cuts: dict[int, list[int]] = {}
        """For each hex, sets of hexes without which no line leads home from there."""
        self._search: dict[tuple[int, int, int], int] = {}

    # Networks

    def has_line(self, start: int) -> bool:
        """Does a unit in this hex have a line?"""
        return start == self._root or any(self._goes_on(leg, 1 << start, 0) for leg in self._legs_of(start))

    def of_all(self, units: int) -> int:
        """The hexes of all lines of the units in these hexes, among them all that carry lines.

        A unit on a line begins a line of its own, so each leg counts if some line goes on from its end.
        """
        found, homes, root = 0, self._homes, self._root
        # The farthest first: what lies behind a unit is then found already, and no line home is sought from there.
        distance = distances(self._ground.printed, root)
        for start in sorted(ones(units), key=distance.__getitem__, reverse=True):
            here = 1 << start
            if start == root:
                found |= here
                continue
            for leg in self._legs_of(start):
                hexes = leg.hexes | here
                if hexes & ~found:
                    home = homes.get(leg.end, 0)
                    known = leg.end == root or (home and not home & hexes)
                    if known or self._goes_on(leg, here, 0):
                        found |= hexes
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
            known = self._legs[place] = self._runs_from(place).copy()
            self._add_links(place, known)
        return known

    def _add_links(self, place: int, legs: list[Leg]) -> None:
        """12.4: the legs that begin with a link; a link of one highway hex is the same as a run."""
        stops, passed, along, runs = self.stops, self._passed, self._beside.get(place, 0), self._runs
        for _, end, between, hexes, leg in self._ground.links(place, self._on_lines):
            if between & stops or (not between and along >> end & 1):
                continue  # it is two links, or a run
            if stops >> end & 1:
                legs.append(leg)
            elif passed >> end & 1:
                here, behind = 1 << end, between | 1 << place
                for beyond, run, _, more in runs[end] if end in runs else self._runs_from(end):
                    if not more & behind:
                        legs.append(Leg(beyond, run | here, between, hexes | more))

    def _runs_from(self, place: int) -> list[Leg]:
        """12.3: the legs along highway alone, past no unit that carries lines itself."""
        known = self._runs.get(place)
        if known is None:
            known = self._runs[place] = []
            if place in self._beside:
                ways, closed, plain = printed_runs(self._ground.printed)[place], ~self._passed, self._is_plain
                for end in self._ends_on_highway:
                    if end in ways:
                        for leg, run, way in ways[end]:
                            if not run & closed and (plain or not self._ground.is_barred(place, way)):
                                known.append(leg)
        return known

    def _onward(self, place: int) -> list[Leg]:
        """The legs by which a line goes on that has come to this hex."""
        return self._legs_of(place) if self.stops >> place & 1 else self._runs_from(place)

    # Whole lines

    def length(self, start: int) -> int:
        """How many hexes the shortest line from here enters, or 0 if there is none (13.3, ruling 74)."""
        todo = [(0, start, 1 << start, 0)]
        while todo:
            length, here, used, shared = heappop(todo)
            if here == self._root:
                return length
            for leg in self._legs_of(here):
                if self._goes_on(leg, used, shared):
                    further = length + leg.hexes.bit_count()
                    heappush(todo, (further, leg.end, *_after(leg, used, shared)))
        return 0

    def _goes_on(self, leg: Leg, used: int, shared: int) -> bool:
        """May a line that has used these hexes take this leg and still reach the source?"""
        return _fits(leg, used, shared) and self.leads_home(leg.end, *_after(leg, used, shared))

    def leads_home(self, place: int, used: int, shared: int = 0) -> bool:
        """Can a line that has come to this hex go on to the source without hexes it has used?

        `shared`: the hexes between units of its present chain; further links may run through them as well.
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
        for cut in self._cuts.get(place, ()):
            if not cut & ~used:
                return 0
        key = place, used, shared
        found = self._search.get(key)
        if found is None:
            found = self._search[key] = self._found(place, used | 1 << place, shared)
            if found:
                self._homes[place] = found
        return found

    def _found(self, place: int, used: int, shared: int) -> int:
        line, complete = self._plain_line(place, used, shared)
        if line or self._is_cut_off(place, used) or complete:
            return line
        for leg in self._onward(place):
            if _fits(leg, used, shared):
                rest = self._line(leg.end, *_after(leg, used, shared))
                if rest:
                    return leg.hexes | rest
        return 0

    def _plain_line(self, place: int, used: int, shared: int) -> tuple[int, bool]:
        """A line whose links share no hex, found by one way to each unit; and if there is none, whether that means
        there is no line at all."""
        ways, todo, complete = {place: 0}, [place], True
        homes, root = self._homes, self._root
        for here in todo:
            way = ways[here]
            for end, _, between, hexes in self._onward(here):
                if end in ways or hexes & used or (hexes ^ between) & shared:
                    continue
                if hexes & way or hexes & shared:
                    complete = False
                    continue
                ways[end] = further = way | hexes
                known = homes.get(end, 0)
                if end == root or (known and not known & (used | shared | further)):
                    self._keep_homes(ways, further, known)
                    return further | known, True
                todo.append(end)
        return 0, complete

    def _is_cut_off(self, place: int, used: int) -> bool:
        """Are all ways home from here closed by used hexes, even those that would use other hexes twice?

        If so, what cuts it off is kept: it cuts off all units within reach as well.
        """
        reached, todo, cut = {place}, [place], 0
        for here in todo:
            for end, _, _, hexes in self._onward(here):
                if end in reached:
                    continue
                if not hexes & used:
                    if end == self._root:
                        return False
                    reached.add(end)
                    todo.append(end)
                elif not hexes & cut:
                    cut |= self._nearest(hexes & used, here)
        for other in reached:
            self._cuts.setdefault(other, []).append(cut)
        self._cuts[place][-1] = cut & ~(1 << place)
        return True

    def _nearest(self, hexes: int, here: int) -> int:
        """One of these hexes, next to this one if possible."""
        hexes = hexes & self._ground.printed.board.touching[here] or hexes
        return hexes & -hexes

    def _keep_homes(self, ways: dict[int, int], way: int, known: int) -> None:
        """From each unit on a line the rest of it is a line as well."""
        for place in ones(way & self.stops):
            if place not in self._homes and place in ways:
                self._homes[place] = way & ~ways[place] | known


def _fits(leg: Leg, used: int, shared: int) -> bool:
    return not (leg.hexes & used or (leg.hexes ^ leg.between) & shared)


def _after(leg: Leg, used: int, shared: int) -> tuple[int, int]:
    """What a line has used after this leg, and what the next link may share: nothing after highway."""
    if leg.run:
        return used | shared | leg.hexes, 0
    return used | 1 << leg.end, shared | leg.between
