"""5, 6, 7: every hex to which a unit could go now, in how many hexes, and a way there; asked by clients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import Move, move_of
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT, movers
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c06_paths import march_hexes, next_hexes
from sandtable.games.rommel_in_the_desert.state import Position, put
from sandtable.games.rommel_in_the_desert.verbs import HEX, MARCH, SECOND, STOP, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame


class Place(NamedTuple):
    """A unit on its way: where it is, and the lowest class of road it has used."""

    hex: int
    road: int


class Reach:
    """The ways of one unit under one declared move, the shortest to each hex first."""

    __slots__ = ("_before", "_move", "_trial", "_unit", "index", "marches", "steps")

    def __init__(self, state: Position, unit: int, index: int, steps: int = 0, road: int = HIGHWAY) -> None:
        self._trial, self._unit, self._move = state.copy(), unit, move_of(state, index)
        self.index = index
        self.steps: dict[int, int] = {}
        """The hexes in which it may end its move, with the hexes it has gone by then."""
        self.marches: dict[int, Place] = {}
        """Hexes one forced march further, each with where the march begins (6.4)."""
        start = Place(state.place[unit], road)
        self._trial.disengaged |= self._has_engaged(start.hex) << unit
        self._before: dict[Place, Place | None] = {start: None}
        self._walk([start], steps)

    def _walk(self, ring: list[Place], steps: int) -> None:
        """Ring after ring: every place is met first with the fewest hexes gone."""
        while ring:
            further: list[Place] = []
            for here in ring:
                put(self._trial, self._unit, here.hex)
                self._note(here, steps)
                for there in self._next(here, steps):
                    if there not in self._before:
                        self._before[there] = here
                        further.append(there)
            ring, steps = further, steps + 1

    def _note(self, here: Place, steps: int) -> None:
        """May it end its move here, or march on from here?"""
        goal = self._move.goal if self._move.regroup else here.hex
        if steps and here.hex == goal:
            self.steps.setdefault(here.hex, steps)
        if not steps or self._has_engaged(here.hex):
            return
        hexes = march_hexes(self._trial, self._unit, steps, here.road, self._move)
        for place in ones(hexes & 1 << goal if self._move.regroup else hexes):
            self.marches.setdefault(place, here)

    def _next(self, here: Place, steps: int) -> Iterator[Place]:
        if steps and (self._has_engaged(here.hex) or (self._move.regroup and here.hex == self._move.goal)):
            return
        printed = self._trial.printed
        for place in ones(next_hexes(self._trial, self._unit, steps, here.road, self._move)):
            yield Place(place, min(here.road, printed.road[printed.sides.between(here.hex, place)]))

    def _has_engaged(self, place: int) -> bool:
        return bool(self._trial.held[ENEMY_OF[self._trial.active]] >> place & 1)

    def path(self, goal: int) -> list[int]:
        """The hexes of a shortest way to a hex where the unit may end its move; empty if there is none."""
        if goal not in self.steps:
            return []
        return self._back(next(place for place in self._before if place.hex == goal and self._before[place]))

    def is_end(self, goal: int) -> bool:
        """6.0: must it be told to stop there, although it can go no further?"""
        place = next(place for place in self._before if place.hex == goal and self._before[place])
        put(self._trial, self._unit, goal)
        stops = self._has_engaged(goal) or self._move.regroup
        return not stops and not any(self._next(place, self.steps[goal]))

    def path_to_march(self, goal: int) -> list[int]:
        """The hexes of a way to where a march to this hex begins; empty if there is none."""
        return self._back(self.marches[goal]) if goal in self.marches else []

    def _back(self, place: Place) -> list[int]:
        way = []
        here: Place | None = place
        while here is not None:
            way.append(here.hex)
            here = self._before[here]
        return way[-2::-1]


def reaches(state: Position, unit: int) -> list[Reach]:
    """What a unit can reach now, for each declared move that may take it, or for the move it is making."""
    frame: Frame = state.frames[-1] if state.frames else ()
    if frame and frame[0] == STEP.number and STEP.unit(frame) == unit:
        return [Reach(state, unit, STEP.move(frame), STEP.gone(frame), STEP.road(frame))]
    if not frame or frame[0] != MOVEMENT.number:
        return []
    indexes = range(len(state.moves))
    return [Reach(state, unit, index) for index in indexes if movers(state, index) >> unit & 1]


def route(state: Position, unit: int, goal: int) -> list[Choice]:
    """The run of choices that takes a unit to a hex from here; empty when it cannot go there now.

    A unit that would reach the destination of a regroup by a forced march only announces it at the end.
    """
    on_its_way = bool(state.frames) and state.frames[-1][0] == STEP.number
    for reach in reaches(state, unit):
        start = [] if on_its_way else [pack(SECOND if reach.index else UNIT, unit)]
        if goal in reach.steps:
            end = [pack(STOP)] if reach.is_end(goal) else []
            return [*start, *(pack(HEX, place) for place in reach.path(goal)), *end]
        if goal in reach.marches and _is_goal(move_of(state, reach.index), goal):
            way = [pack(HEX, place) for place in reach.path_to_march(goal)]
            return [*start, *way, pack(MARCH, unit)]
    return []


def _is_goal(move: Move, place: int) -> bool:
    return bool(move.regroup and move.goal == place)
