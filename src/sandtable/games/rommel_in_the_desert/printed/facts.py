"""What the data say about single places, roads, blocks and forces: the questions behind the check points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.boards.hexes import POINTY_TOP_DIRECTIONS, STEPS
from sandtable.games.rommel_in_the_desert.printed.data import (
    ALLIED,
    AXIS,
    HIGHWAY,
    NONE,
    ROAD_BONUS,
    TRACK,
    TRAIL,
    Printed,
)
from sandtable.games.rommel_in_the_desert.printed.files import Unit
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import Position, new_position, put
from sandtable.kernel.bits import first, mask_of, ones

UNREACHED = 99


class Facts:
    """Answers about one set of data; places are named as in map.csv."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self.board = printed.board

    # The map

    def place(self, name: str) -> int:
        """A hex by name, or by a name and steps: `Msus E1`."""
        start, *steps = name.split()
        here = self.board.axial[self.board.number[start]]
        for step in steps:
            way = STEPS[POINTY_TOP_DIRECTIONS.index(step.rstrip("0123456789"))]
            count = int(step.lstrip("ENSW"))
            here = here[0] + way[0] * count, here[1] + way[1] * count
        return self.board.axial.index(here) if here in self.board.axial else -1

    def names(self) -> list[str]:
        return [name for name in self.board.names if name]

    def exists(self, name: str) -> bool:
        return self.place(name) >= 0

    def across(self, name: str) -> float:
        """How far east a hex is."""
        q, r = self.board.axial[self.place(name)]
        return q + r / 2

    def named(self, kind: str) -> list[str]:
        """The hexes of a kind, in alphabetical order."""
        return sorted(cell.name for cell in self.printed.cells.values() if cell.kind == kind)

    def on_highway(self, name: str) -> bool:
        """By the map as by the hexsides."""
        place = self.place(name)
        return self.printed.cells[place].highway and bool(self.printed.roads[HIGHWAY][place])

    def side(self, a: str, b: str) -> int:
        return self.printed.sides.between(self.place(a), self.place(b))

    def terrain(self, a: str, b: str) -> str:
        return self.printed.terrain[self.side(a, b)]

    def road(self, a: str, b: str) -> int:
        return self.printed.road[self.side(a, b)]

    def limits(self, terrain: str, road: bool = False) -> set[int]:
        """7.1: the limits of all hexsides of a terrain, with or without a road."""
        sides = range(self.printed.sides.count)
        return {
            self.printed.limit[side]
            for side in sides
            if self.printed.terrain[side] == terrain and bool(self.printed.road[side]) == road
        }

    def _spread(self, hexes: int, road: int) -> int:
        return mask_of(other for place in ones(hexes) for other in ones(self.printed.roads[road][place]))

    def hexes_by_road(self, a: str, b: str, road: int) -> int:
        """The hexes of a shortest way that keeps to roads of this class or better; UNREACHED if there is none."""
        reached, goal = 1 << self.place(a), 1 << self.place(b)
        for steps in range(UNREACHED):
            if reached & goal:
                return steps
            reached |= self._spread(reached, road)
        return UNREACHED

    def reach(self, hexes: int, budget: int) -> int:
        """6.1, 6.2: where units get to from these by going this far, with road bonus and nothing in the way."""
        found = hexes
        for road in (NONE, TRAIL, TRACK, HIGHWAY):
            reached = hexes
            for _ in range(budget + ROAD_BONUS[road]):
                reached |= self._spread(reached, road)
            found |= reached
        return found

    def within(self, a: str, b: str, budget: int) -> bool:
        """6.1, 6.2: can a unit that goes this many hexes get from one hex to the other?"""
        return bool(self.reach(1 << self.place(a), budget) >> self.place(b) & 1)

    def is_chain(self, *names: str) -> bool:
        """Does each hex touch the next?"""
        touching = self.board.touching
        return all(touching[self.place(a)] >> self.place(b) & 1 for a, b in pairwise(names))

    def highway_west(self) -> Iterator[tuple[str, str]]:
        """The highway hexside by hexside from Alexandria to El Agheila."""
        before, here = 0, self.printed.base[ALLIED]
        while here != self.printed.base[AXIS]:
            ahead = self.printed.roads[HIGHWAY][here] & ~before
            before, here = 1 << here, first(ahead)
            yield self.board.names[first(before)], self.board.names[here]

    def rings(self) -> list[int]:
        """The hexes at each distance from the Axis base, over hexsides that can be crossed."""
        fresh = reached = 1 << self.printed.base[AXIS]
        found = []
        while fresh:
            found.append(fresh)
            fresh = self.board.spread(fresh) & ~reached
            reached |= fresh
        return found

    def steps_from_axis(self, name: str) -> int:
        """Which of the rings a hex is in."""
        return next(distance for distance, ring in enumerate(self.rings()) if ring >> self.place(name) & 1)

    def open_hexes(self) -> int:
        """All hexes that can be reached from the Axis base."""
        return sum(self.rings())

    # Supply

    def standing(self, *places: str) -> Position:
        """A position with units where `unit@hex` says."""
        state = new_position(self.printed, 1)
        for word in places:
            unit, _, name = word.partition("@")
            put(state, self.printed.unit_number[unit], self.place(name))
        return state

    def is_supplied(self, state: Position, side: int, name: str) -> bool:
        return bool(base_lines(state, side).supplied >> self.place(name) & 1)

    def road_lines(self, *units: str) -> dict[str, list[tuple[str, ...]]]:
        """12.4: the lines by road from the first of these Axis units to the highway.

        By the other units they go through and the highway hex where they end, with the hexes of each.
        """
        state = self.standing(*units)
        held = [word.partition("@")[2] for word in units]
        found: dict[str, list[tuple[str, ...]]] = {}
        todo: list[tuple[str, ...]] = [(held[0],)]
        while todo:
            line = todo.pop()
            for way in self._longer(state, line):
                if self.on_highway(way[-1]):
                    joints = [name for name in way[1:-1] if name in held]
                    found.setdefault("-".join([*joints, way[-1]]), []).append(way)
                else:
                    todo.append(way)
        return found

    def _longer(self, state: Position, line: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """A line by road with one more link, which may meet the highway only at its end."""
        for link in base_lines(state, AXIS).links(self.place(line[-1])):
            way = (*line, *(self.board.names[place] for place in link))
            loops = len(set(way)) < len(way)
            if self._is_by_road(way) and not loops and not any(self.on_highway(name) for name in way[:-1]):
                yield way

    def _is_by_road(self, way: tuple[str, ...]) -> bool:
        return all(self.road(a, b) for a, b in pairwise(way))

    def leads_back(self, way: tuple[str, ...]) -> bool:
        """5.3: does no step of a line lead away from the Axis base?"""
        distance = [self.printed.distance[AXIS][self.place(name)] for name in way]
        return all(b <= a for a, b in pairwise(distance))

    # Blocks and forces

    def units(self, side: int, *arrivals: str) -> list[Unit]:
        """The blocks with one of these marks on their label."""
        return [unit for unit in self.printed.units if unit.side == side and unit.arrival in arrivals]

    def scenario(self, name: str) -> Scenario:
        return self.printed.scenarios[self.printed.scenario_number[name]]

    def starting(self, name: str, side: int, group: int = -1) -> list[Unit]:
        """The blocks a scenario starts with: all, or those of one group."""
        groups = [deployment.units for deployment in self.scenario(name).deployments if deployment.side == side]
        wanted = groups if group < 0 else [groups[group]]
        return [self.printed.units[unit] for units in wanted for unit in ones(units)]

    def arriving(self, name: str, side: int, month: int) -> list[Unit]:
        return [self.printed.units[unit] for unit in ones(self.scenario(name).arrivals[month][side])]
