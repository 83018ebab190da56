"""5.3: the ways by which a unit may withdraw: along its own supply lines, never away from their source.

A way is the beginning of a line: a tuple of hexes, the unit's own first. Between two hexes where a line may branch
(highway hexes, and hexes with undisrupted units) it follows a link of a chain; a unit may stop inside a link too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sandtable.games.rommel_in_the_desert.battles import beyond_full_sides, full_sides, hexside, ways_out
from sandtable.games.rommel_in_the_desert.orders import least_road
from sandtable.games.rommel_in_the_desert.printed import AXIS, HIGHWAY, Printed
from sandtable.games.rommel_in_the_desert.state import Position, enemy_of, firm_at, speed_of
from sandtable.games.rommel_in_the_desert.supply import line_key, lines_to
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.words import Message, say

Way = tuple[int, ...]
NOWHERE = -1
KEPT_MAPS = 64
"""So many maps of lines are remembered: one withdrawal asks for the same lines at every step."""


def source_of(state: Position, unit: int) -> int:
    """5.3, 13.3, ruling 10: the fortress a unit is designated to, or its base."""
    for place, units in zip(state.scenario.fortresses, state.by_fortress, strict=True):
        if units >> unit & 1:
            return place
    return state.scenario.base[state.scenario.side_of[unit]]


def carriers(state: Position, unit: int, start: int) -> int:
    """Ruling 12: the hexes whose units carried lines when the withdrawal began.

    On a Pass that is when the move began; otherwise when this unit began to leave `start`.
    """
    side, here = state.scenario.side_of[unit], state.place[unit]
    if side == state.active and state.lines_held:
        return state.lines_held
    held = state.firm[side]
    if here != start and not state.disrupted >> unit & 1:
        held |= 1 << start
        if not firm_at(state, side, here) & ~(1 << unit):
            held &= ~(1 << here)
    return held


@lru_cache(maxsize=16)
def distances(printed: Printed, source: int) -> tuple[int, ...]:
    """Ruling 10: by hex how far it is to a source, terrain ignored."""
    return tuple(printed.board.distance(place, source) for place in range(printed.board.size))


class LineMap:
    """The lines of a side to one source at one moment, and how they go on from hex to hex."""

    __slots__ = ("_carry", "_home", "_links", "_source", "distance", "ends", "lines", "supplied")

    def __init__(self, state: Position, side: int, source: int, carry: int) -> None:
        lines = lines_to(state, side, source, carry)
        self.lines = lines
        self.supplied: int = lines.supplied | lines.sources
        self._source, self._carry = source, carry
        self._links: dict[int, tuple[Way, ...]] = {}
        self._home: dict[int, int] = {}
        self.distance = distances(state.scenario, source)
        self.ends: dict[tuple[int, ...], int] = {}
        """Where withdrawals may end, kept for `Ways.ends`: units of one hex and speed have the same ways."""

    def links(self, place: int, stands: bool = False) -> tuple[Way, ...]:
        """How a line goes on from here; `stands`: a unit that traces it stands here, disrupted perhaps (12.4)."""
        key = ~place if stands else place
        known = self._links.get(key)
        if known is None:
            holds = stands or bool(self._carry >> place & 1)
            known = self._links[key] = tuple(self.lines.onward(place, holds))
        return known

    def leads_home(self, place: int, before: int) -> bool:
        """12.4: does a line go on from here to the source, never back to one of the hexes before?"""
        usual = self._home.get(place)
        if usual is None:
            usual = self._home[place] = self._way_home(place, 0)
        return not usual & before or bool(self._way_home(place, before))

    def _way_home(self, place: int, before: int) -> int:
        """The hexes of one way to the source, 0 if there is none; those nearest to it are tried first."""
        came: dict[int, int] = {place: 0}
        todo = [place]
        while todo:
            here = todo.pop()
            if here == self._source:
                return came[here] | 1 << here
            ends = []
            for link in self.links(here):
                hexes = mask_of(link)
                if link[-1] not in came and not hexes & before:
                    came[link[-1]] = came[here] | 1 << here | hexes
                    ends.append(link[-1])
            todo += sorted(ends, key=self.distance.__getitem__, reverse=True)
        return 0


_maps: dict[tuple[object, ...], LineMap] = {}


def line_map(state: Position, side: int, source: int, carry: int) -> LineMap:
    """12.2: the lines of a side to a source, carried by the units in these hexes."""
    key = (source, *line_key(state, side, carry))
    found = _maps.get(key)
    if found is None:
        if len(_maps) >= KEPT_MAPS:
            _maps.clear()
        found = _maps[key] = LineMap(state, side, source, carry)
    return found


class Ways:
    """What is open to one unit that withdraws, or is on its way, from `start`."""

    __slots__ = ("_budget", "_enemy", "_map", "_state", "_unit", "fit", "source", "start")

    def __init__(self, state: Position, unit: int, start: int) -> None:
        side = state.scenario.side_of[unit]
        self._state, self._unit, self.start = state, unit, start
        self._enemy = enemy_of(side)
        self._budget = speed_of(state, unit)
        self.source = source_of(state, unit)
        self._map = line_map(state, side, self.source, carriers(state, unit, start))
        self.fit = not state.disrupted >> unit & 1
        """Undisrupted: it may enter the hexes of disrupted enemies, and rout them (5.3, ruling 13)."""

    def has_line(self) -> bool:
        """5.3, condition 1."""
        return bool(self._map.supplied >> self.start & 1)

    def distance(self, place: int) -> int:
        """Ruling 10: hexes to the source, terrain ignored."""
        return self._map.distance[place]

    # One step further

    def next_hexes(self, way: Way) -> int:
        """5.3: the hexes a unit may enter next that has come this way."""
        here = way[-1]
        if len(way) > 1 and self.fit and self._state.held[self._enemy] >> here & 1:
            return 0  # 6.0: it has engaged disrupted enemies and stops
        hexes = self.payable(way)
        if hexes:
            hexes &= ~self.bars(way)
            hexes = mask_of(place for place in ones(hexes) if self.not_away(here, place))
        return self.along_lines(way, hexes) if hexes else 0

    def along_lines(self, way: Way, hexes: int) -> int:
        """Condition 2: those of the hexes in which `way` can go on as the beginning of a line."""
        lines = self._map.lines.lines | 1 << self.start
        before = mask_of(way) & lines
        found, joints = 0, 1  # joints: the places in `way` from which a line goes on, as bits
        for place in range(len(way)):
            if not joints >> place & 1:
                continue
            rest = way[place + 1 :]
            gone = len(rest)
            for link in self._map.links(way[place], not place):
                if len(link) <= gone:
                    joints |= (link == rest[: len(link)]) << place + len(link)
                elif (hexes & ~found) >> link[gone] & 1 and link[:gone] == rest:
                    onward = link[gone:]
                    if not mask_of(onward) & before and self._map.leads_home(link[-1], before):
                        found |= 1 << link[gone]
        return found

    def payable(self, way: Way) -> int:
        """6.2, ruling 13: full speed and road bonus, nothing else."""
        least = least_road(len(way), self._budget)
        return self._state.scenario.roads[least][way[-1]] if least <= road_of(self._state, way) else 0

    def bars(self, way: Way) -> int:
        """5.3, 7.1, 10.1: the hexes it may not enter because of the enemy.

        Undisrupted enemies bar it. Disrupted ones it may rout, but not straight out of a battle; a routed unit
        passes them.
        """
        state, here = self._state, way[-1]
        enemies = state.held[self._enemy]
        barred = state.firm[self._enemy]
        if not self.fit:
            return barred
        if len(way) == 1 and enemies >> here & 1:
            return ~ways_out(state, enemy_of(self._enemy), here)
        return barred | enemies & beyond_full_sides(state, here)

    def why_barred(self, way: Way, place: int) -> tuple[str, Message]:
        """The rule behind `bars`."""
        state, here = self._state, way[-1]
        if state.firm[self._enemy] >> place & 1:
            return "5.3", say("withdrawing units may not engage the enemy, unless he is disrupted")
        if len(way) > 1 or not state.held[self._enemy] >> here & 1:
            return "7.1", say("no more units may engage over that hexside in this movement phase")
        if state.held[self._enemy] >> place & 1:
            return "10.1", say("units leave a battle into friendly or empty hexes only")
        return "10.1", say("units leave a battle over friendly hexsides only")

    def not_away(self, here: int, place: int) -> bool:
        """Condition 4; the Axis may step along the highway from Ft. Capuzzo to Bardia (5.3, ruling 10)."""
        if self._map.distance[place] <= self._map.distance[here]:
            return True
        scenario = self._state.scenario
        homeward = scenario.side_of[self._unit] == AXIS and self.source == scenario.base[AXIS]
        return homeward and (place, here) == scenario.equal_step

    # Whole ways

    def all_from(self, way: Way) -> Iterator[Way]:
        """Every way that begins so, the given one not counted."""
        for place in ones(self.next_hexes(way)):
            longer = (*way, place)
            yield longer
            yield from self.all_from(longer)

    def ends(self) -> int:
        """The hexes in which a unit that has not left yet may end its withdrawal."""
        key = (self.start, self._budget, self.fit, self._state.held[self._enemy], full_sides(self._state))
        known = self._map.ends.get(key)
        if known is None:
            known = self._map.ends[key] = mask_of(way[-1] for way in self.all_from((self.start,)))
        return known


def road_of(state: Position, way: Way) -> int:
    """6.2: the lowest class of road used on a way."""
    road = state.scenario.road
    return min((road[hexside(state, a, b)] for a, b in pairwise(way)), default=HIGHWAY)


def ways_of(state: Position, unit: int) -> Ways:
    """The ways of a unit from where it stands."""
    return Ways(state, unit, state.place[unit])


def can_withdraw(state: Position, unit: int) -> bool:
    """5.3, 10.2, 11.3: has the unit a line, and can it take a step along it?"""
    ways = ways_of(state, unit)
    return ways.has_line() and bool(ways.next_hexes((ways.start,)))
