"""5, 8, 9.1, 17, 18: every hex where a unit could end its move, what it costs, and a way there.

`c05_movement` says what one step is; here whole sets of hexes take a step at a time. What a unit has used up on
its way is a spending of three numbers: movement points `n`, road hexes `r`, and whether it has made its off-road
step on or off a road escarpment, `f`. Once a hex is reached with one spending, another with n, n + r and f all at
least as high adds nothing: a point pays for anything that a road hex pays for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.games.afrika_korps.rules.c05_movement import Ground, hopeless_captures, points_left, steps
from sandtable.games.afrika_korps.rules.c13_obligations import may_enter_zone
from sandtable.games.afrika_korps.rules.c15_capture import shy_of_supply
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

Spending = tuple[int, int, int]
"""Points, road hexes, and off-road step used since the move began."""


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The road net as a search walks it.

    I26 counts as three hexes here: itself, and two numbers past the end of the board for a unit that has come in
    by the road from I25 or from H26 (17.3). Those three, their two roads and the road escarpments are `awkward`:
    hexes that cannot simply spread in all directions.
    """

    road: tuple[int, ...]
    costly: tuple[int, ...]  # 17.3.2: across a road hexside, for one extra point
    off_road: tuple[int, ...]  # 17.2: the neighbours across other hexsides
    on_road: int
    awkward: int
    road_escarpment: int
    plain_escarpment: int
    two_roads: int
    by_west: int
    by_north: int

    def real(self, place: int) -> int:
        """The hex on the map."""
        return self.two_roads if place in (self.by_west, self.by_north) else place

    def with_twins(self, hexes: int) -> int:
        """The set with all three forms of I26 if it contains I26."""
        twins = 1 << self.by_west | 1 << self.by_north
        return hexes | twins if hexes >> self.two_roads & 1 else hexes

    def without_twins(self, hexes: int) -> int:
        """The set as hexes on the map."""
        if not hexes >> self.by_west:
            return hexes
        twins = 1 << self.by_west | 1 << self.by_north
        return hexes & ~twins | 1 << self.two_roads


@cache
def paths_of(printed: Printed) -> Paths:
    """The road net of a scenario, worked out once."""
    board, middle = printed.board, printed.two_roads
    west, north = printed.two_roads_west, printed.two_roads_north
    by_west, by_north = board.size, board.size + 1
    road = [*printed.road, printed.road[middle] & ~(1 << north), printed.road[middle] & ~(1 << west)]
    road[west] ^= 1 << middle | 1 << by_west
    road[north] ^= 1 << middle | 1 << by_north
    off_road = [around & ~along for around, along in zip(board.adjacent, printed.road, strict=True)]
    twins = 1 << by_west | 1 << by_north
    escarpment = printed.road_escarpment
    escarpment |= twins if escarpment >> middle & 1 else 0
    return Paths(
        road=tuple(road),
        costly=(*[0] * board.size, 1 << north, 1 << west),
        off_road=(*off_road, off_road[middle], off_road[middle]),
        on_road=printed.road_hexes | twins,
        awkward=escarpment | twins | 1 << middle | 1 << west | 1 << north,
        road_escarpment=escarpment,
        plain_escarpment=printed.escarpment & ~printed.road_escarpment,
        two_roads=middle,
        by_west=by_west,
        by_north=by_north,
    )


class Reach:
    """Where one unit can go, alone, with what it has left this turn.

    `ends`: every hex but its own in which its move may end. How many units may stay in a hex is checked when all
    have moved (6.3), so full hexes are among them.
    """

    __slots__ = ("_rings", "_search", "ends")

    def __init__(self, ends: int, rings: list[int], search: Search | None) -> None:
        self.ends = ends
        self._rings = rings
        self._search = search

    def cost(self, hex_number: int) -> int:
        """The fewest movement points it spends to get there; hexes of road bonus cost none (17.1)."""
        if self.ends >> hex_number & 1:
            for spent, ring in enumerate(self._rings):
                if ring >> hex_number & 1:
                    return spent
        raise ValueError(f"hex {hex_number} is out of reach")

    def path(self, hex_number: int) -> list[int]:
        """The hexes to enter one after another, for the fewest movement points."""
        cost = self.cost(hex_number)
        assert self._search is not None, "what has a cost was searched for"
        return self._search.path(hex_number, cost)


NOWHERE = Reach(0, [], None)


def reach(state: Position, unit: int, ground: Ground | None = None) -> Reach:
    """Every hex where this unit, moving alone from where it is, could end its move."""
    if state.place[unit] < 0:
        return NOWHERE
    ground = ground or Ground(state, state.printed.side_of[unit])
    search = _searched(state, unit, ground, 0)
    return _found(state, unit, ground, search, search.rings) if search else NOWHERE


def reaches(state: Position, units: int, ground: Ground, with_rommel: int = 0) -> dict[int, Reach]:
    """The reach of each of these units; those that set out alike from one hex share one search.

    `with_rommel`: the hexes they travel with Rommel from where they are (22.1).
    """
    printed = state.printed
    searches: dict[tuple[int, ...], Search | None] = {}
    found = dict.fromkeys(ones(units), NOWHERE)
    for unit in sorted(found, key=lambda unit: -printed.move[unit]):
        if state.place[unit] < 0:
            continue
        start = _start(state, unit, ground)
        if start not in searches:
            searches[start] = _searched(state, unit, ground, with_rommel)
        search = searches[start]
        if search:
            points = points_left(state, unit, False) + with_rommel
            found[unit] = _found(state, unit, ground, search, search.rings[: points + 1])
    return found


def _start(state: Position, unit: int, ground: Ground) -> tuple[int, ...]:
    """What two units must have in common to share a search: the faster one finds all the ways of the slower."""
    printed, bit = state.printed, 1 << unit
    here = state.place[unit]
    spent = state.spent[unit] or state.rommel_bonus[unit] or (state.stopped | state.frozen) & bit
    fights = bool(printed.combat & bit)
    grasps = fights and printed.board.adjacent[here] & ground.zone & shy_of_supply(state, printed.side_of[unit])
    if spent or grasps or unit == printed.rommel:
        return here, unit
    flags = bool(state.off_road & bit), bool(state.by_west & bit), bool(state.by_north & bit)
    return here, -1, fights, state.road_spent[unit], *flags


def _searched(state: Position, unit: int, ground: Ground, with_rommel: int) -> Search | None:
    way_out = steps(state, unit, ground, bool(with_rommel))
    if not way_out:
        return None
    search = Search(state, unit, way_out, _open_hexes(state, unit, ground), ground, with_rommel)
    search.run()
    return search


def _found(state: Position, unit: int, ground: Ground, search: Search, spendings: list[int]) -> Reach:
    """The reach of a unit that can afford these of the rings of a search."""
    rings = search.hexes_by_cost(spendings)
    ends = 0
    for ring in rings:
        ends |= ring
    ends &= ~(ground.victims | 1 << state.place[unit])  # 9.1e
    ends &= ~_no_place_to_stop(state, unit, ends & ground.zone, ground)
    return Reach(ends, rings, search) if ends else NOWHERE


def _open_hexes(state: Position, unit: int, ground: Ground) -> int:
    """5.4, 13.3, 15.1, 22.4.1: the hexes this unit may enter, once it has taken its first step."""
    printed = state.printed
    hexes = printed.board.all & ~ground.closed
    if printed.combat >> unit & 1:
        return hexes
    side = printed.side_of[unit]
    barred = shy_of_supply(state, side)
    if unit == printed.rommel:
        barred |= ground.zone
    return hexes & ~(barred & ~state.occupied[side])


def _no_place_to_stop(state: Position, unit: int, hexes: int, ground: Ground) -> int:
    """13.2, ruling 9: hexes of enemy zones closed to this unit; it would stop there, so they lead nowhere."""
    printed = state.printed
    side = printed.side_of[unit]
    if not hexes or unit == printed.rommel:
        return 0
    if printed.combat >> unit & 1:
        enemy_supply = state.depots[ENEMY_OF[side]]
        hexes &= shy_of_supply(state, side) if enemy_supply else 0
        return hopeless_captures(state, unit, hexes) if hexes else 0
    # An enemy with none of our units next to it cannot be attacked: most zones need no look at supply.
    spread = printed.board.spread
    bad = hexes & spread(ground.holders & ~spread(state.occupied[side]))
    for hex_number in ones(hexes & ~bad):
        if not may_enter_zone(state, unit, hex_number):
            bad |= 1 << hex_number
    return bad


class Search:
    """One unit's ways, extended spending by spending, in order of points, then of road hexes."""

    __slots__ = (
        "bonus",
        "cells",
        "found",
        "free",
        "moving",
        "own",
        "paths",
        "rings",
        "seen",
        "spread",
        "start",
        "way_out",
    )

    def __init__(
        self, state: Position, unit: int, way_out: int, hexes: int, ground: Ground, with_rommel: int = 0
    ) -> None:
        printed = state.printed
        paths = self.paths = paths_of(printed)
        own = self.own = points_left(state, unit, False) + with_rommel
        bonus = self.bonus = printed.road_bonus - state.road_spent[unit]
        self.spread = printed.board.spread
        self.start = (self._place(state, unit), state.off_road >> unit & 1)
        self.free = paths.with_twins(hexes)
        # 8.1, 18.1: an enemy zone and an escarpment off the road end a move.
        self.moving = self.free & ~paths.with_twins(ground.zone) & ~paths.plain_escarpment
        # By f and n, for each r: the hexes that have come up and are still to be looked at.
        self.cells = [[[0] * (bonus + 1) for _ in range(own + 1)] for _ in range(2)]
        # By f, for each n + r: the hexes looked at.
        self.seen = [[0] * (own + bonus + 1) for _ in range(2)]
        self.found: list[tuple[Spending, int]] = []
        self.rings = [0] * (own + 1)
        self.way_out = paths.with_twins(way_out)
        self._leave_start()

    def _place(self, state: Position, unit: int) -> int:
        """Where the unit is, by the road it came (17.3.1)."""
        paths, here = self.paths, state.place[unit]
        if here != paths.two_roads or not (state.by_west | state.by_north) >> unit & 1:
            return here
        return paths.by_west if state.by_west >> unit & 1 else paths.by_north

    def _leave_start(self) -> None:
        """8.3: the first step is into these hexes only."""
        place, off_road = self.start
        free = self.free
        self.free = self.way_out
        self._look(0, 0, off_road, 1 << place)
        self.free = free

    def run(self) -> None:
        """Look at every spending that something was reached with."""
        before = [0, 0]
        for n in range(self.own + 1):
            for f, cells in enumerate(self.cells):
                if any(cells[n]):
                    self._look_along(n, f, before[f])
            before[0] |= self.seen[0][n]
            before[1] |= self.seen[0][n] | self.seen[1][n]

    def _look_along(self, n: int, f: int, before: int) -> None:
        """All that was reached with n points, by ascending r, except what was already reached as cheaply."""
        seen, better = self.seen[f], self.seen[0]
        known = n  # `before` holds what was looked at with n + r below this
        for r, hexes in enumerate(self.cells[f][n]):  # the row grows ahead while we go along it
            if not hexes:
                continue
            while known <= n + r:
                before |= seen[known] | better[known]
                known += 1
            new = hexes & ~before
            if new:
                self._look(n, r, f, new)
                before |= new

    def _look(self, n: int, r: int, f: int, new: int) -> None:
        self.seen[f][n + r] |= new
        self.found.append(((n, r, f), new))
        on_road = new & self.paths.on_road
        if on_road:
            self._follow_road(n, r, f, on_road)
        if n < self.own:
            self._leave_road(n, r, f, new)

    def _follow_road(self, n: int, r: int, f: int, hexes: int) -> None:
        """17.1, 17.3: steps across road hexsides, paid by the bonus while it lasts."""
        road, out = self.paths.road, 0
        used = 1 if r < self.bonus else 0
        paid = n + 1 - used
        if hexes >> self.paths.by_west:
            self._change_roads(paid + 1, r + used, f, hexes)
        while hexes:
            place = hexes.bit_length() - 1
            out |= road[place]
            hexes ^= 1 << place
        self._arrive(paid, r + used, f, out)

    def _change_roads(self, n: int, r: int, f: int, hexes: int) -> None:
        """17.3.2: from one road in I26 to the other."""
        costly, twins = self.paths.costly, (self.paths.by_west, self.paths.by_north)
        for place in twins:
            if hexes >> place & 1:
                self._arrive(n, r, f, costly[place])

    def _arrive(self, n: int, r: int, f: int, hexes: int) -> None:
        if n <= self.own:
            hexes &= self.free
            self.rings[n] |= hexes
            self.cells[f][n][r] |= hexes & self.moving

    def _leave_road(self, n: int, r: int, f: int, hexes: int) -> None:
        """5.2, 18: steps at one point each.

        Spreading crosses road hexsides too. That does no harm: the road itself has led there as cheaply.
        """
        paths = self.paths
        awkward = hexes & paths.awkward
        out = self.spread(hexes ^ awkward) & self.free if hexes != awkward else 0
        if awkward:
            for place in ones(awkward & ~paths.road_escarpment):
                out |= paths.off_road[place] & self.free
            if not f:
                self._leave_escarpment(n, r, awkward & paths.road_escarpment)
        self.rings[n + 1] |= out
        out &= self.moving
        entered = out & paths.road_escarpment
        if entered:
            out ^= entered
            if not f:
                self.cells[1][n + 1][r] |= entered  # 18.4.1; a second time it stops there (18.5)
        self.cells[f][n + 1][r] |= out

    def _leave_escarpment(self, n: int, r: int, hexes: int) -> None:
        """18.4.2, 18.5: off the road from a road escarpment, once."""
        out = 0
        for place in ones(hexes):
            out |= self.paths.off_road[place]
        self._arrive(n + 1, r, 1, out)

    def hexes_by_cost(self, rings: list[int]) -> list[int]:
        """For each number of points the hexes it leads to; a hex may appear again at a higher cost."""
        return [self.paths.without_twins(ring) for ring in rings]

    # One way, traced back through the spendings

    def path(self, hex_number: int, cost: int) -> list[int]:
        """5.2: the hexes entered on a way to this one that costs this many points."""
        paths = self.paths
        by_spending = dict(self.found)
        place, spending = self._last_step(hex_number, cost)
        way = [hex_number]
        while spending != (0, 0, self.start[1]):
            way.append(paths.real(place))
            place, spending = self._step_before(place, spending, by_spending)
        way.reverse()
        return way

    def _last_step(self, hex_number: int, cost: int) -> tuple[int, Spending]:
        """From which hex, and with what spent so far, this one is entered at that cost."""
        goals = self.paths.with_twins(1 << hex_number)
        near = self._near(hex_number)
        for spending, hexes in self.found:
            for place in ones(hexes & near):
                for goal in ones(goals):
                    after = self._after(place, goal, spending)
                    if after is not None and after[0] == cost:
                        return place, spending
        raise AssertionError("every hex in a ring was entered from somewhere")

    def _step_before(
        self, place: int, spending: Spending, by_spending: dict[Spending, int]
    ) -> tuple[int, Spending]:
        near = self._near(place)
        for before in self._spendings_before(spending):
            for origin in ones(by_spending.get(before, 0) & near):
                if self._after(origin, place, before) == spending and not self._stops(origin, place, before):
                    return origin, before
        raise AssertionError("every hex looked at was entered from somewhere")

    def _near(self, place: int) -> int:
        paths = self.paths
        around = paths.road[place] | paths.costly[place] | paths.off_road[place]
        return paths.with_twins(paths.without_twins(around))

    def _stops(self, origin: int, place: int, spending: Spending) -> bool:
        """18.5: does this step enter a road escarpment off the road for the second time?"""
        paths = self.paths
        return bool(spending[2] and (paths.road_escarpment & paths.off_road[origin]) >> place & 1)

    def _spendings_before(self, spending: Spending) -> Iterator[Spending]:
        n, r, f = spending
        for paid, used in ((0, 1), (1, 0), (1, 1), (2, 0)):
            yield n - paid, r - used, f
        if f:
            yield n - 1, r, 0

    def _after(self, place: int, to: int, spending: Spending) -> Spending | None:
        """What has been spent after this step, or None if it is not a legal step."""
        n, r, f = spending
        paths, goal = self.paths, 1 << to
        if not n + r and not self.way_out & goal:
            return None  # 8.3
        if (paths.road[place] | paths.costly[place]) & goal:
            used = 1 if r < self.bonus else 0
            return n + 1 - used + (1 if paths.costly[place] & goal else 0), r + used, f
        if not paths.off_road[place] & goal:
            return None
        if not paths.road_escarpment & (1 << place | goal):
            return n + 1, r, f
        leaves = paths.road_escarpment >> place & 1
        return None if f and leaves else (n + 1, r, 1)
