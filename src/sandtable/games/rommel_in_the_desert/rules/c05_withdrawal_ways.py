"""5.3: the ways a unit may withdraw: along its own supply lines, never away from their source.

A way is the beginning of a line: a tuple of hexes, starting with the unit's own. Between two hexes where a line
may branch (highway hexes, and hexes with undisrupted units) it follows a link of a chain; a unit may also stop
inside a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import AXIS, HIGHWAY, NONE, Printed
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import least_road
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import ways_out
from sandtable.games.rommel_in_the_desert.rules.c12_legs import distances
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Link, Way, line_key, lines_to
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, speed_of
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.remembered import Remembered
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import Message, otherwise, say

NOWHERE = -1


def source_of(state: Position, unit: int) -> int:
    """5.3, 13.3, ruling 10: the fortress a unit is designated to, or its base."""
    if any(state.by_fortress):
        for place, units in zip(state.printed.fortresses, state.by_fortress, strict=True):
            if units >> unit & 1:
                return place
    return state.printed.base[state.printed.side_of[unit]]


def carriers(state: Position, unit: int, start: int) -> int:
    """Rulings 12, 75: the hexes whose units carried lines when the withdrawal began.

    On a Pass that is when the move began. For a unit that refuses battle or is routed, even on a Pass, it is
    when it began to leave `start`.
    """
    side, here = state.printed.side_of[unit], state.place[unit]
    held = state.firm[side]
    if state.disrupted >> unit & 1:
        return held
    if side == state.active and state.lines_held:
        return state.lines_held
    if here != start:
        held |= 1 << start
        if not firm_at(state, side, here) & ~(1 << unit):
            held &= ~(1 << here)
    return held


@lru_cache(maxsize=16)
def homeward(printed: Printed, source: int) -> tuple[int, ...]:
    """Condition 4, ruling 10: for each hex, the adjacent hexes that are no farther from a source.

    The Axis may also step along the highway from Ft. Capuzzo to Bardia (5.3).
    """
    distance = distances(printed, source)
    hexes = [
        mask_of(other for other in ones(near) if distance[other] <= distance[place])
        for place, near in enumerate(printed.board.touching)
    ]
    if source == printed.base[AXIS]:
        bardia, capuzzo = printed.equal_step
        hexes[capuzzo] |= 1 << bardia
    return tuple(hexes)


class Course(NamedTuple):
    """A link a way may be on: how many of its hexes it has entered, what the line had used before (ruling 74), and
    the hexes between units of its chain, which this link may share."""

    link: Link
    gone: int
    used: int
    shared: int


class Known(NamedTuple):
    """What is known of ways looked at before: the next hexes, those where they can end, the links they are on; and
    by the hex where they begin their ends in order."""

    nexts: dict[Way, int]
    ends: dict[Way, int]
    open_links: dict[Way, list[Course]]
    in_order: dict[int, tuple[int, ...]]


class LineMap:
    """The lines of a side to one source at one moment, and how they go on from hex to hex."""

    __slots__ = ("_carry", "_known", "_links", "distance", "homeward", "leads_home", "lines", "stops", "supplied")

    def __init__(self, state: Position, side: int, source: int, carry: int) -> None:
        lines = lines_to(state, side, source, carry)
        self.lines = lines
        self.supplied: int = lines.supplied | lines.sources
        self._carry = carry
        self._links: dict[int, list[Link]] = {}
        self.stops = lines.web.stops
        self.leads_home = lines.web.leads_home
        """12.4: can a line go on from a hex to the source without using a hex twice?"""
        self.distance, self.homeward = distances(state.printed, source), homeward(state.printed, source)
        self._known: dict[tuple[int, ...], Known] = {}

    def known_for(self, *terms: int) -> Known:
        """What is known of the ways of units with the same speed and fitness, with enemies in the same hexes.
        Besides these, ways depend only on the lines."""
        known = self._known.get(terms)
        if known is None:
            known = self._known[terms] = Known({}, {}, {}, {})
        return known

    def links(self, place: int, stands: bool = False) -> list[Link]:
        """How a line goes on from here; `stands`: the unit that traces it is here, perhaps disrupted (12.4)."""
        key = ~place if stands else place
        known = self._links.get(key)
        if known is None:
            holds = stands or bool(self._carry >> place & 1)
            # A link past a unit is two links.
            links = [link for link in self.lines.onward(place, holds) if not link.between & self.stops]
            known = self._links[key] = links
        return known


_maps: Remembered[tuple[object, ...], LineMap] = Remembered(32)  # mutants: equivalent because it only saves memory
"""One withdrawal asks for the same lines at every step."""


def line_map(state: Position, side: int, source: int, carry: int) -> LineMap:
    """12.2: the lines of a side to a source, carried by the units in these hexes."""
    key = source, line_key(state, side, carry)
    found = _maps.get(key)
    return _maps.keep(key, LineMap(state, side, source, carry)) if found is None else found


class Ways:
    """The ways open to a unit that is about to withdraw from `start`, or has already left it."""

    __slots__ = ("_budget", "_enemy", "_known", "_map", "_state", "fit", "source", "start")

    def __init__(self, state: Position, unit: int, start: int) -> None:
        side = state.printed.side_of[unit]
        self._state, self.start = state, start
        self._enemy = ENEMY_OF[side]
        self._budget = speed_of(state, unit)
        self.source = source_of(state, unit)
        self._map = line_map(state, side, self.source, carriers(state, unit, start))
        self.fit = not state.disrupted >> unit & 1
        """Undisrupted: it may enter the hexes of disrupted enemies, and rout them (5.3, ruling 13)."""
        self._known = self._map.known_for(self._budget, self.fit, state.held[self._enemy])

    def has_line(self) -> bool:
        """5.3, condition 1."""
        return bool(self._map.supplied >> self.start & 1)

    # One step further

    def next_hexes(self, way: Way) -> int:
        """5.3: the hexes that a unit may enter next after coming this way."""
        known = self._known.nexts.get(way)
        if known is None:
            known = self._known.nexts[way] = self._next_hexes(way)
        return known

    def _next_hexes(self, way: Way) -> int:
        here = way[-1]
        if len(way) > 1 and self.fit and self._state.held[self._enemy] >> here & 1:
            return 0  # 6.0: it has engaged disrupted enemies and stops
        hexes = self.payable(way)
        if hexes:
            hexes &= ~self.bars(way) & self._map.homeward[here]
        return self.along_lines(way, hexes) if hexes else 0

    def along_lines(self, way: Way, hexes: int) -> int:
        """Condition 2: the hexes, among these, into which `way` can go on as the beginning of a line."""
        found = 0
        for link, gone, used, shared in self._open_links(way):
            step = 1 << link.way[gone]
            if hexes & ~found & step and self._map.leads_home(link.end, used, shared | link.between):
                found |= step
        return found

    def _open_links(self, way: Way) -> list[Course]:
        """The links that `way` may be on; if it has finished one, it may begin any link that starts there."""
        known = self._known.open_links.get(way)
        if known is None:
            known = self._known.open_links[way] = self._next_links(way)
        return known

    def _next_links(self, way: Way) -> list[Course]:
        if len(way) == 1:
            return [Course(link, 0, 1 << way[0], 0) for link in self._map.links(way[0], True)]
        here, found, joints = way[-1], list[Course](), set[tuple[int, int]]()
        chain_goes_on = self._map.stops >> here & 1
        for link, gone, used, shared in self._open_links(way[:-1]):
            if link.way[gone] != here:
                continue
            if here != link.end:
                found.append(Course(link, gone + 1, used, shared))
            elif chain_goes_on:
                joints.add((used | 1 << here, shared | link.between))
            else:  # the chain has ended on the highway
                joints.add((used | shared | link.hexes, 0))
        for used, shared in joints:
            found += self._from_joint(here, used, shared)
        return found

    def _from_joint(self, here: int, used: int, shared: int) -> Iterator[Course]:
        """The links by which a line can go on from the end of one."""
        for link in self._map.links(here):
            if not (link.hexes & used or shared >> link.end & 1):
                yield Course(link, 0, used, shared)

    def payable(self, way: Way) -> int:
        """6.2, ruling 13: the adjacent hexes within full speed and road bonus."""
        least, roads = least_road(len(way), self._budget), self._state.printed.roads
        pays = least == NONE or least <= road_of(self._state, way)
        return roads[least][way[-1]] if pays else 0

    def bars(self, way: Way) -> int:
        """5.3, 7.2, 10.1: the hexes it may not enter because of the enemy.

        Undisrupted enemies bar it. It may rout disrupted ones unless it has left a battle; that happens at once,
        so no hexside is ever full (7.1). A routed unit passes them.
        """
        state = self._state
        enemies = state.held[self._enemy]
        if self.fit and enemies >> self.start & 1:
            return ~ways_out(state, ENEMY_OF[self._enemy], self.start) if len(way) == 1 else enemies
        return state.firm[self._enemy]

    def why_barred(self, way: Way, place: int) -> tuple[str, Message]:
        """The rule behind `bars`."""
        state = self._state
        if state.firm[self._enemy] >> place & 1:
            return "5.3", say("withdrawing units may not engage enemies unless they are disrupted")
        if len(way) > 1:
            return "7.2", say("a unit that has left a battle may not engage again this turn")
        if state.held[self._enemy] >> place & 1:
            return "10.1", say("units may leave a battle only into friendly or empty hexes")
        return "10.1", otherwise("units may leave a battle only over friendly hexsides")

    def not_away(self, here: int, place: int) -> bool:
        """Condition 4, for a hex next to this one."""
        return bool(self._map.homeward[here] >> place & 1)

    # Whole ways

    def ends_from(self, way: Way) -> int:
        """The hexes further on in which a way that begins like this may end."""
        known = self._known.ends.get(way)
        if known is None:
            nexts = known = self.next_hexes(way)
            for place in ones(nexts):
                known |= self.ends_from((*way, place))
            self._known.ends[way] = known
        return known

    def ends(self) -> int:
        """The hexes in which a unit that has not left yet may end its withdrawal."""
        return self.ends_from((self.start,))

    def ends_in_order(self) -> tuple[int, ...]:
        """The same, the nearest to the source first; among enemies last of all."""
        known = self._known.in_order.get(self.start)
        if known is None:
            enemies, distance = self._state.held[self._enemy], self._map.distance
            known = tuple(sorted(ones(self.ends()), key=lambda end: (enemies >> end & 1, distance[end], end)))
            self._known.in_order[self.start] = known
        return known


def road_of(state: Position, way: Way) -> int:
    """6.2: the lowest class of road used on a way."""
    roads, lowest = state.printed.roads, HIGHWAY
    for here, place in pairwise(way):
        while not roads[lowest][here] >> place & 1:
            lowest -= 1
    return lowest


def ways_of(state: Position, unit: int) -> Ways:
    """The ways of a unit from where it is."""
    return Ways(state, unit, state.place[unit])


def alike(state: Position, unit: int) -> tuple[int, int, int]:
    """5.3: units with the same hex, speed and source have the same ways."""
    return state.place[unit], speed_of(state, unit), source_of(state, unit)


def can_withdraw(state: Position, unit: int) -> bool:
    """5.3, 10.2, 11.3: does the unit have a line, and can it take a step along it? Raiders have none (12.5)."""
    if state.raiders >> unit & 1:
        return False
    ways = ways_of(state, unit)
    return ways.has_line() and bool(ways.next_hexes((ways.start,)))
