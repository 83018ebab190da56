"""5.0-5.2, 6.2-6.4: a movement phase: the moves declared, the units that may make them, and how far each has gone.

`state.moves`, `marches` and `walked` hold them packed into numbers, as state.py declares them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import AXIS, HIGHWAY, NONE, ROAD_BONUS, TRACK, TRAIL
from sandtable.games.rommel_in_the_desert.state import (
    MARCH,
    MOVE,
    WALK,
    Position,
    in_hexes,
    scenario_of,
    speed_of,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

OUTSIDE = -1
"""16.41: the place of a group that is about to enter the base: not a hex of the map."""

LEAST_ROAD = (NONE, TRAIL, TRACK, HIGHWAY, HIGHWAY)
"""6.2: by the number of hexes beyond a unit's speed, the lowest class of road that pays for its move."""
NO_ROAD_PAYS = HIGHWAY + 1
MOST_MOVES = 2
"""4.2: the moves of an Offensive."""


def least_road(steps: int, budget: int) -> int:
    """6.1, 6.2: the lowest class of road on which a unit may go this many hexes, or NO_ROAD_PAYS."""
    beyond = steps - budget
    if beyond <= 0:
        return NONE
    return LEAST_ROAD[beyond] if beyond < len(LEAST_ROAD) else NO_ROAD_PAYS


class Move(NamedTuple):
    """5.0: a group move out of `place`, or a regroup move with `place` as command point and `goal` to go to."""

    regroup: int
    rommel: int
    place: int
    goal: int


def pack_move(regroup: int, rommel: int, place: int, goal: int = 0) -> int:
    return MOVE.pack(goal, place, rommel, regroup)


@lru_cache(maxsize=256)
def unpack_move(packed: int) -> Move:
    goal, place, rommel, regroup = MOVE.parts(packed)
    return Move(regroup, rommel, place, goal)


def move_of(state: Position, index: int) -> Move:
    """The first or the second declared move."""
    return unpack_move(state.moves[index])


def moves_allowed(state: Position) -> int:
    """4.1-4.4: two moves if two real cards were laid, which may be an Offensive, and otherwise one."""
    return MOST_MOVES if state.real_laid == 2 else 1


def may_call_rommel(state: Position) -> bool:
    """6.3: one move in each Axis player turn, except in the 1940 scenario."""
    return state.active == AXIS and not state.rommel_used and scenario_of(state).rommel


def budget_of(state: Position, unit: int, move: Move) -> int:
    """6.1, 6.3: the hexes a unit may go without a road."""
    return speed_of(state, unit) + move.rommel


def command_points(state: Position, starts: int) -> int:
    """5.2, ruling 8: friendly, empty and battle hexes in these or next to them, whatever the terrain between."""
    touching = state.printed.board.touching
    near = starts
    for place in ones(starts):
        near |= touching[place]
    return near & ~(state.held[ENEMY_OF[state.active]] & ~state.held[state.active])


def command_hexes(state: Position, move: Move) -> int:
    """5.1, 5.2: where the units of a move are: in one hex, or in and around the command point over any terrain.

    Units already at the destination have nowhere to go.
    """
    if not move.regroup:
        return 1 << move.place if move.place != OUTSIDE else 0
    return (1 << move.place | state.printed.board.touching[move.place]) & ~(1 << move.goal)


def under_move(state: Position, move: Move) -> int:
    """5.0, 6.0, 11.1: the units outside battles that a move may still move."""
    quiet = command_hexes(state, move) & ~state.held[ENEMY_OF[state.active]]
    return in_hexes(state, state.active, quiet) & ~state.disrupted & ~state.moved


def in_battle_under_move(state: Position, move: Move) -> int:
    """10.3, 10.4: the units in battles that may leave them by this move."""
    battles = command_hexes(state, move) & state.held[ENEMY_OF[state.active]]
    return in_hexes(state, state.active, battles) & ~state.disrupted & ~state.moved


class March(NamedTuple):
    """6.4: a unit that will try to go one hex further, to `goal`; a regrouping one began in `origin`."""

    unit: int
    goal: int
    origin: int
    regroup: int


def pack_march(unit: int, goal: int, origin: int, regroup: int) -> int:
    return MARCH.pack(regroup, origin, goal, unit)


@lru_cache(maxsize=256)
def unpack_march(packed: int) -> March:
    regroup, origin, goal, unit = MARCH.parts(packed)
    return March(unit, goal, origin, regroup)


class Walk(NamedTuple):
    """6.2: how far a unit has gone, the lowest class of road it used, and under which declared move.

    `stopped`: it has engaged, and goes no further in this turn even if the enemy is routed there (6.0, 11.4).
    """

    steps: int
    road: int
    move: int
    stopped: int


@lru_cache(maxsize=256)
def pack_walk(steps: int, road: int, move: int, stopped: bool = False) -> int:
    """Never zero: zero is a unit that has not moved in this movement phase."""
    return WALK.pack(stopped, move, road, steps, 1)


@lru_cache(maxsize=256)
def unpack_walk(packed: int) -> Walk | None:
    stopped, move, road, steps, _ = WALK.parts(packed)
    return Walk(steps, road, move, stopped) if packed else None


def walk_of(state: Position, unit: int) -> Walk | None:
    """How a unit has gone in this movement phase, if it has."""
    return unpack_walk(state.walked[unit])


# 1.0: what a block's move gives away


def least_speed(state: Position, walk: Walk | None) -> int:
    """6.1-6.3: the least speed that explains how far a unit has gone in this movement phase."""
    return walk.steps - ROAD_BONUS[walk.road] - move_of(state, walk.move).rommel if walk else 0


def marching_speed(state: Position, walk: Walk, here: int, goal: int) -> int:
    """6.4: a unit marches only after going as far as it may, so everybody can work out its speed."""
    last = state.printed.road[state.printed.sides.between(here, goal)]
    return walk.steps - ROAD_BONUS[min(walk.road, last)] - move_of(state, walk.move).rommel
