"""12.2-12.5: supply lines.

A line runs from a unit to a source. Along unblocked highway it needs nobody (12.3); off the highway it is a chain
of undisrupted units, each within range of the next or of a supplied highway hex (12.4). Lines are found from the
source outwards: the highway floods, every unit within range of a line is supplied, and each undisrupted one
carries the line on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.games.rommel_in_the_desert.printed import HIGHWAY, NONE, SUPPLY_RANGE, TRACK, TRAIL
from sandtable.games.rommel_in_the_desert.state import Position, battle_hexes, enemy_of
from sandtable.kernel.bits import ones

LINKS = (TRACK, TRAIL, NONE)
"""12.4: the classes of road a link may use, each with its range."""


class Ground:
    """Where lines of a side may run now: the hexes they may pass or end in, and the hexsides barred to them."""

    __slots__ = ("_barred", "_roads", "ends", "through")

    def __init__(self, state: Position, side: int) -> None:
        enemy = enemy_of(side)
        board = state.scenario.board
        attacked = state.attacker_hexes[side]
        self.through: int = board.all & ~(state.firm[enemy] & ~state.attacker_hexes[enemy]) & ~attacked
        """12.2: friendly and empty hexes, and battles in which the side is the Defender."""
        self.ends: int = self.through | attacked
        """12.5: the Attacker traces into a battle, never through it."""
        self._roads = state.scenario.roads
        self._barred: dict[int, int] = {}
        for place in ones(battle_hexes(state)):
            self._bar(place, hostile_neighbours(state, side, place))

    def _bar(self, place: int, across: int) -> None:
        self._barred[place] = self._barred.get(place, 0) | across
        for other in ones(across):
            self._barred[other] = self._barred.get(other, 0) | 1 << place

    def next_to(self, place: int, road: int) -> int:
        """The hexes beside this one over hexsides with such a road, or a better one, that a line may cross."""
        return self._roads[road][place] & self.ends & ~self._barred.get(place, 0)

    def spread(self, hexes: int, road: int) -> int:
        """The hexes beside any of these."""
        out = 0
        roads, barred = self._roads[road], self._barred
        while hexes:
            low = hexes & -hexes
            place = low.bit_length() - 1
            hexes ^= low
            out |= roads[place] & ~barred[place] if place in barred else roads[place]
        return out & self.ends


def hostile_neighbours(state: Position, side: int, place: int) -> int:
    """8.1, 12.5: the hexes beside a battle hex across hexsides that are not friendly to the side."""
    scenario, enemy = state.scenario, enemy_of(side)
    defends = state.attacker_hexes[enemy] >> place & 1
    across = 0
    for other, hexside in zip(scenario.board.neighbours[place], scenario.sides.of[place], strict=True):
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

    __slots__ = ("_firm", "_ground", "_highway", "lines", "sources", "supplied")

    def __init__(self, state: Position, side: int, sources: int, held: int = 0) -> None:
        """`held`: the hexes whose units carry lines, where it is not those of this moment (5.3, ruling 12)."""
        self._ground = Ground(state, side)
        self._firm = held or state.firm[side]
        self._highway = 0
        self.sources = sources & self._ground.ends
        self.lines = self.supplied = 0
        self._grow()

    def _grow(self) -> None:
        """From the sources outwards, until nothing is added."""
        fresh = self.sources
        while fresh:
            self.lines |= fresh
            self._flood_highway(fresh)
            self.supplied = self.lines | self._in_range(self.lines & self._ground.through)
            fresh = self.supplied & self._firm & ~self.lines

    def _flood_highway(self, fresh: int) -> None:
        """12.3: highway that is not blocked is a line by itself, from wherever a line stands on it."""
        ground = self._ground
        while fresh:
            fresh = ground.spread(fresh & ground.through, HIGHWAY) & ~self._highway
            self._highway |= fresh
            self.lines |= fresh

    def _in_range(self, anchors: int) -> int:
        """12.4: the hexes within supply range: three by track, two by trail, one without road."""
        ground, covered = self._ground, 0
        for road in LINKS:
            ring = anchors
            for _ in range(SUPPLY_RANGE[road]):
                ring = ground.spread(ring & ground.through, road)
                covered |= ring
        return covered

    @property
    def carriers(self) -> int:
        """The hexes on lines that a line may pass, not only end in (12.5)."""
        return self.lines & self._ground.through

    # One line after another, for withdrawals and networks

    def links(self, place: int) -> Iterator[tuple[int, ...]]:
        """12.4: the ways from a unit's hex to lines within range: the hexes entered, the last one on a line."""
        for road in LINKS:
            yield from self._ways(place, road, SUPPLY_RANGE[road], (place,))

    def _ways(self, place: int, road: int, left: int, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for other in ones(self._ground.next_to(place, road)):
            if other in way:
                continue  # 12.4: never back to itself
            if self.lines >> other & 1 and not self._shorter_by_better_road(way, other, road):
                yield (*way[1:], other)
            if left > 1 and self._ground.through >> other & 1:
                yield from self._ways(other, road, left - 1, (*way, other))

    def _shorter_by_better_road(self, way: tuple[int, ...], other: int, road: int) -> bool:
        """A way that keeps to a better road is found with that road: it is not yielded twice."""
        if road == TRACK:
            return False
        better = TRACK if road == TRAIL else TRAIL
        steps = [*way, other]
        return all(self._ground.next_to(a, better) >> b & 1 for a, b in pairwise(steps))

    def onward(self, place: int, firm: bool) -> Iterator[tuple[int, ...]]:
        """How a line goes on from a hex on it: by highway, or, where a unit stands, by a link."""
        if self._highway >> place & 1 or self.sources >> place & 1:
            for other in ones(self._ground.next_to(place, HIGHWAY) & self.lines):
                yield (other,)
        if firm:
            yield from self.links(place)


KEPT_LINES = 64
"""So many sets of lines are remembered: checks and withdrawals ask for the same ones again and again."""

_known: dict[tuple[object, ...], Lines] = {}


def line_key(state: Position, side: int, held: int) -> tuple[object, ...]:
    """All that the lines of a side depend on, but for their source."""
    shared = state.held[0] & state.held[1]
    enemies = state.firm[enemy_of(side)]
    return (state.scenario, side, held, enemies, shared, *state.attacker_hexes, *state.crossed)


def lines_to(state: Position, side: int, source: int, held: int = 0) -> Lines:
    """12.2: the lines of a side to a source, carried by the units in these hexes, or those of this moment."""
    key = (source, *line_key(state, side, held or state.firm[side]))
    found = _known.get(key)
    if found is None:
        if len(_known) >= KEPT_LINES:
            _known.clear()
        found = _known[key] = Lines(state, side, 1 << source, held)
    return found


def base_lines(state: Position, side: int) -> Lines:
    """12.0: the lines to the own base."""
    return lines_to(state, side, state.scenario.base[side])
