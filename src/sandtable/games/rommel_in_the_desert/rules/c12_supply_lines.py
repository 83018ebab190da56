"""12.2-12.5: supply lines.

A line runs from a unit to a source. Along unblocked highway it needs nobody (12.3); off the highway it is a chain
of undisrupted units, each within range of the next or of a supplied highway hex (12.4). Lines are found from the
source outwards: the highway floods, every unit within range of a line is supplied, and each undisrupted one
carries the line on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.boards.hexes import Openings
from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, NONE, SUPPLY_RANGE, TRACK, TRAIL, Printed
from sandtable.games.rommel_in_the_desert.rules.c12_legs import Leg, Web
from sandtable.games.rommel_in_the_desert.state import Position, battle_hexes
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.remembered import Remembered
from sandtable.kernel.sides import ENEMY_OF

LINKS = (TRACK, TRAIL, NONE)
"""12.4: the classes of road a link may use, each with its range."""
FEW = 4
"""At most this many hexes are looked at one by one; more of them all at once."""


Way = tuple[int, ...]


class Link(NamedTuple):
    """12.4: a way from one hex to another within supply range, as printed, wherever units stand.

    `way`: the hexes entered; `end`: the last of them; `between`: the others, as a set; `hexes`: all of them;
    `leg`: the leg of a line that is this link and nothing else.
    """

    way: Way
    end: int
    between: int
    hexes: int
    leg: Leg


def _link(way: Way) -> Link:
    end, between, hexes = way[-1], mask_of(way[:-1]), mask_of(way)
    return Link(way, end, between, hexes, Leg(end, 0, between, hexes))


@lru_cache(maxsize=8)
def printed_links(printed: Printed) -> tuple[tuple[Link, ...], ...]:
    """12.4: for each hex, the links that can begin there: by track, by trail, then without a road, none twice."""
    return tuple(_links_from(printed, place) for place in range(printed.board.size))


def _links_from(printed: Printed, start: int) -> tuple[Link, ...]:
    ways = dict.fromkeys(way for road in LINKS for way in _ways(printed.roads[road], SUPPLY_RANGE[road], (start,)))
    return tuple(map(_link, ways))


def _ways(roads: tuple[int, ...], left: int, way: Way) -> Iterator[Way]:
    """The hexes entered on every way that begins like this and never crosses itself."""
    for other in ones(roads[way[-1]]):
        if other not in way:
            yield (*way[1:], other)
            if left > 1:
                yield from _ways(roads, left - 1, (*way, other))


@lru_cache(maxsize=8)
def link_zones(printed: Printed) -> tuple[int, ...]:
    """12.4: for each hex, the hexes to which links may lead from there."""
    return tuple(mask_of(link.end for link in links) for links in printed_links(printed))


def _within_range(printed: Printed, hexes: int) -> int:
    """These hexes and all that could be linked to them."""
    zones = link_zones(printed)
    for place in ones(hexes):
        hexes |= zones[place]
    return hexes


@lru_cache(maxsize=2048)
def _linked(printed: Printed, place: int, through: int) -> int:
    """12.4: the hexes to which links lead from a hex, if they may run only through these."""
    return mask_of(link.end for link in printed_links(printed)[place] if not link.between & ~through)


@lru_cache(maxsize=64)
def _linked_to_all(printed: Printed, anchors: int, through: int) -> int:
    """The same for many hexes at once."""
    spread, covered = printed.board.spread_over, 0
    for road, openings in enumerate(road_openings(printed)[:HIGHWAY]):
        ring = anchors
        for _ in range(SUPPLY_RANGE[road]):
            ring = spread(openings, ring & through)
            covered |= ring
    return covered


@lru_cache(maxsize=2048)
def _open_links(printed: Printed, place: int, through: int, lines: int) -> tuple[Link, ...]:
    """12.4: the links from a hex to these hexes with lines, if they may run only through `through`."""
    links = printed_links(printed)[place]
    return tuple(link for link in links if lines >> link.end & 1 and not link.between & ~through)


@lru_cache(maxsize=8)
def road_openings(printed: Printed) -> tuple[Openings, ...]:
    """For each class of road, how sets of hexes grow over such roads or better ones."""
    return tuple(printed.board.openings(neighbours) for neighbours in printed.roads)


@lru_cache(maxsize=512)
def _highway_from(printed: Printed, start: int, through: int, ends: int) -> int:
    """12.3: the highway hexes to which lines run from these, if no hexside of the highway is barred."""
    roads, reached, fresh = printed.roads[HIGHWAY], 0, start
    while fresh:
        spread = 0
        for place in ones(fresh & through):
            spread |= roads[place]
        fresh = spread & ends & ~reached
        reached |= fresh
    return reached


@lru_cache(maxsize=8)
def highway_hexes(printed: Printed) -> int:
    return mask_of(place for place, others in enumerate(printed.roads[HIGHWAY]) if others)


@lru_cache(maxsize=64)
def _open_highway(printed: Printed, lines: int, standing: int) -> dict[int, int]:
    """12.3: for each hex, the adjacent hexes with lines along a highway without barred hexsides."""
    roads = printed.roads[HIGHWAY]
    return {place: roads[place] & lines for place in ones(standing)}


@lru_cache(maxsize=8)
def highway_steps(printed: Printed) -> tuple[Link, ...]:
    """12.3: for each hex, the step into it along highway."""
    return tuple(_link((place,)) for place in range(printed.board.size))


class Ground:
    """Where lines of a side may run now: the hexes they may pass or end in, and the hexsides barred to them."""

    __slots__ = ("_barred", "_hard", "_near_hard", "_openings", "ends", "highway", "printed", "through")

    def __init__(self, state: Position, side: int) -> None:
        enemy, printed = ENEMY_OF[side], state.printed
        attacked = state.attacker_hexes[side]
        self.through: int = printed.board.all & ~(state.firm[enemy] & ~state.attacker_hexes[enemy]) & ~attacked
        """12.2: friendly and empty hexes, and battles in which the side is the Defender."""
        self.ends: int = self.through | attacked
        """12.5: the Attacker traces into a battle, never through it."""
        self.printed, self.highway = printed, highway_hexes(printed)
        self._openings = road_openings(printed)
        self._barred: dict[int, int] = {}
        self._hard = self._near_hard = 0
        """The hexes with a barred hexside, and those within range of them; the others are spread all at once."""
        battles = battle_hexes(state)
        if battles:
            for place in ones(battles):
                self._bar(place, hostile_neighbours(state, side, place))
            self._hard = mask_of(self._barred)
            self._near_hard = _within_range(printed, self._hard)

    def _bar(self, place: int, across: int) -> None:
        self._barred[place] = self._barred.get(place, 0) | across
        for other in ones(across):
            self._barred[other] = self._barred.get(other, 0) | 1 << place

    def next_to(self, place: int, road: int) -> int:
        """The hexes that a line may enter from this one by such a road or a better one."""
        return self.printed.roads[road][place] & self.ends & ~self._barred.get(place, 0)

    def spread(self, hexes: int, road: int) -> int:
        """The hexes beside any of these."""
        hard = hexes & self._hard
        out = self.printed.board.spread_over(self._openings[road], hexes ^ hard)
        if hard:
            roads = self.printed.roads[road]
            for place in ones(hard):
                out |= roads[place] & ~self._barred[place]
        return out & self.ends

    def highway_from(self, fresh: int) -> int:
        """12.3: the hexes to which lines run from these along highway that is not blocked."""
        highway = self.highway
        if not self._hard & highway:
            return _highway_from(self.printed, fresh & highway, self.through & highway, self.ends & highway)
        reached = 0
        while fresh:
            fresh = self.spread(fresh & self.through, HIGHWAY) & ~reached
            reached |= fresh
        return reached

    def in_range(self, anchors: int) -> int:
        """12.4: the hexes within supply range of these: three by track, two by trail, one without road."""
        printed, through, covered = self.printed, self.through, 0
        if not self._hard and anchors.bit_count() > FEW:
            return _linked_to_all(printed, anchors, through) & self.ends
        if not anchors & self._near_hard:
            zones = link_zones(printed)
            for place in ones(anchors):
                covered |= _linked(printed, place, through & zones[place])
            return covered & self.ends
        for road in LINKS:
            ring = anchors
            for _ in range(SUPPLY_RANGE[road]):
                ring = self.spread(ring & through, road)
                covered |= ring
        return covered

    def is_plain(self, hexes: int) -> bool:
        """Is no hexside of these hexes barred?"""
        return not hexes & self._hard

    def links(self, place: int, lines: int) -> tuple[Link, ...]:
        """12.4: the links open now from a hex to these hexes with lines."""
        zone = link_zones(self.printed)[place]
        found = _open_links(self.printed, place, self.through & zone, lines & zone)
        if zone & self._hard:
            found = tuple(link for link in found if not self.is_barred(place, link.way))
        return found

    def is_barred(self, place: int, way: Way) -> bool:
        """Is one of the hexsides on this way from a hex barred?"""
        return any(self._barred.get(a, 0) >> b & 1 for a, b in pairwise((place, *way)))


def hostile_neighbours(state: Position, side: int, place: int) -> int:
    """8.1, 12.5: the hexes beside a battle hex across hexsides that are not friendly to the side."""
    printed, enemy = state.printed, ENEMY_OF[side]
    defends = state.attacker_hexes[enemy] >> place & 1
    across = 0
    for other, hexside in zip(printed.board.neighbours[place], printed.sides.of[place], strict=True):
        own = state.crossed[side] >> hexside & 1
        if not (own or (defends and not state.crossed[enemy] >> hexside & 1)):
            across |= 1 << other
    return across


def is_friendly_side(state: Position, side: int, place: int, other: int) -> bool:
    """8.1: is the hexside between a battle hex and another friendly to the side?"""
    return not hostile_neighbours(state, side, place) >> other & 1


class Lines:
    """The supply lines of a side to these sources.

    `supplied`: the hexes from which a unit of the side could trace a line. `lines`: the hexes that lines run on:
    supplied highway, and supplied hexes with undisrupted units, which carry lines on.
    """

    __slots__ = ("_beside", "_firm", "_highway", "_root", "_web", "ground", "lines", "sources", "supplied")

    def __init__(self, state: Position, side: int, sources: int, held: int) -> None:
        """`held`: the hexes whose units carry lines."""
        self.ground = Ground(state, side)
        self._firm, self._root = held, first(sources)
        self._highway = 0
        self.sources = sources & self.ground.ends
        self.lines = self.supplied = 0
        self._beside: dict[int, int] | None = None
        self._web: Web | None = None
        certain = self._grow()
        for place in ones(self.supplied & ~certain):
            if not self.web.has_line(place):
                self.supplied &= ~(1 << place)

    def _grow(self) -> int:
        """From the sources outwards, until nothing is added; the hexes from which a line runs for certain.

        12.3: highway that is not blocked is a line by itself, from wherever a line stands on it. Where it is
        reached by a chain that runs across it, a line along it could come over a hex twice (ruling 74).
        """
        ground, fresh, certain = self.ground, self.sources, 0
        while fresh:
            highway = ground.highway_from(fresh)
            if not certain and self.lines and highway & ~self.lines & ~self._firm:
                certain = self.supplied
            self._highway |= highway
            fresh = (fresh | self._highway) & ~self.lines
            self.lines |= fresh
            self.supplied |= fresh | ground.in_range(fresh & ground.through)
            fresh = self.supplied & self._firm & ~self.lines
        return certain or self.supplied

    @property
    def highway(self) -> int:
        """The hexes from which lines go on by highway."""
        return self._highway | self.sources

    @property
    def carriers(self) -> int:
        """The hexes on lines that a line may pass, not only end in (12.5)."""
        return self.lines & self.ground.through

    @property
    def web(self) -> Web:
        """The same lines leg by leg."""
        if self._web is None:
            self._web = Web(self, self._firm, self._root)
        return self._web

    def of_all(self, units: int) -> int:
        """The hexes of all lines of the units in these hexes, among them all that carry lines."""
        return self.web.of_all(units & (self.supplied | self.sources))

    @property
    def beside(self) -> dict[int, int]:
        """12.3: for each hex, the hexes to which a line goes on from there along highway."""
        if self._beside is None:
            known = self.highway_now()
            self._beside = _open_highway(self.ground.printed, known[0], known[2]) if known else self._past_bars()
        return self._beside

    def _past_bars(self) -> dict[int, int]:
        hexes = ones(self.highway & self.ground.highway)
        return {place: self.ground.next_to(place, HIGHWAY) & self.lines for place in hexes}

    def highway_now(self) -> tuple[int, ...]:
        """12.3: where no hexside of the highway is barred, all that the lines along it depend on: the hexes with
        lines, those that lines may pass, and those from which they go on. Otherwise nothing."""
        highway = self.ground.highway
        if not self.ground.is_plain(highway):
            return ()
        return self.lines & highway, self.carriers & highway, self.highway & highway

    # One line after another, for withdrawals and networks

    def links(self, place: int) -> list[Way]:
        """12.4: the ways from a unit's hex to lines within range: the hexes entered, the last one on a line."""
        return [link.way for link in self.ground.links(place, self.lines)]

    def onward(self, place: int, firm: bool) -> list[Link]:
        """How a line goes on from a hex on it: by one hex of highway, or, where a unit stands, by a link."""
        ways: list[Link] = []
        if self.highway >> place & 1:
            steps = highway_steps(self.ground.printed)
            ways += [steps[other] for other in ones(self.beside.get(place, 0))]
        if firm:
            ways += self.ground.links(place, self.lines)
        return ways


_known: Remembered[tuple[object, ...], Lines] = Remembered(32)  # mutants: equivalent because it only saves memory
"""Supply checks and withdrawals need the same lines again and again."""


def line_key(state: Position, side: int, held: int) -> tuple[object, ...]:
    """All that the lines of a side depend on, except their source."""
    battles, enemies = battle_hexes(state), state.firm[ENEMY_OF[side]]
    return (state.printed, side, held, enemies, battles, *state.attacker_hexes, *state.crossed)


def lines_to(state: Position, side: int, source: int, held: int | None = None) -> Lines:
    """12.2: the lines of a side to a source, carried by its units where they stand, or by units in the hexes
    `held`, where they stood at another moment (5.3, ruling 12)."""
    if held is None:
        held = state.firm[side]
    key = source, line_key(state, side, held)
    found = _known.get(key)
    return _known.keep(key, Lines(state, side, 1 << source, held)) if found is None else found


def base_lines(state: Position, side: int) -> Lines:
    """12.0: the lines to the side's base."""
    return lines_to(state, side, state.printed.base[side])
