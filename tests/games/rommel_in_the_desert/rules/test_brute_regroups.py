"""5.2, 6, 7, 10.1: regroup moves against an enumeration that knows nothing of how ways are found."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    command_points,
    may_call_rommel,
    pack_move,
    unpack_march,
)
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import goals, movers, starting_hexes
from sandtable.games.rommel_in_the_desert.rules.c06_movement import can_set_out
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, speed_of
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import POLICIES, next_choice

LENGTH = 250
"""Choices played from a position in the thick of it."""


def is_friendly(state: Position, place: int, hexside: int) -> bool:
    """8.1: a battle hexside is the active side's if it crossed it last, or nobody has and it defends there."""
    side, enemy = state.active, 1 - state.active
    if (state.crossed[side] | state.crossed[enemy]) >> hexside & 1:
        return bool(state.crossed[side] >> hexside & 1)
    return bool(state.attacker_hexes[enemy] >> place & 1)


def is_full(state: Position, hexside: int) -> bool:
    """7.1, 6.4: have as many engaged over it as may, those not forgotten that will march?"""
    marches = map(unpack_march, state.marches)
    bound = [march for march in marches if state.held[1 - state.active] >> march.goal & 1]
    between = [state.printed.sides.between(state.place[march.unit], march.goal) for march in bound]
    engaged = (state.engaged_once >> hexside & 1) + 2 * (state.engaged_twice >> hexside & 1)
    return engaged + between.count(hexside) >= state.printed.limit[hexside]


def steps_from(state: Position, place: int, leaves: bool, first: bool) -> Iterator[tuple[int, int]]:
    """The hexes a unit may enter from this one, each with the hexside; `leaves`: its move began in a battle."""
    enemies = state.held[1 - state.active]
    for other in ones(state.printed.board.adjacent[place]):
        hexside = state.printed.sides.between(place, other)
        if enemies >> other & 1 and (leaves or is_full(state, hexside)):
            continue
        if not (leaves and first) or is_friendly(state, place, hexside):
            yield other, hexside


def reach(state: Position, unit: int, rommel: int) -> set[int]:
    """Every hex a unit can come to, the last of them by a forced march perhaps."""
    enemies, start = state.held[1 - state.active], state.place[unit]
    leaves, speed = bool(enemies >> start & 1), speed_of(state, unit) + rommel
    found, met, todo = set[int](), set[tuple[int, int, int]](), [(start, 0, HIGHWAY)]
    while todo:
        here, gone, road = todo.pop()
        for other, hexside in steps_from(state, here, leaves, not gone):
            lowest = min(road, state.printed.road[hexside])
            beyond = gone + 1 - speed - ROAD_BONUS[lowest]
            if beyond <= 1:
                found.add(other)
            arrived = other, gone + 1, lowest
            if beyond <= 0 and not enemies >> other & 1 and arrived not in met:
                met.add(arrived)
                todo.append(arrived)
    return found - {start}


def movements(seed: int) -> Iterator[Position]:
    """Some movement phases of a game that seeks contact, each at some moment of it."""
    rng = Random(seed)
    state = clash(rng)
    policy = POLICIES["contact"](rng)
    for _ in range(LENGTH):
        if not state.frames:
            return
        if THE_GAME.kind_names[state.frames[-1][0]] == "movement" and not state.exited and rng.random() < 0.3:
            yield state
        THE_GAME.apply(state, next_choice(state, policy, rng))


@pytest.mark.parametrize("seed", range(24))
def test_a_regroup_brings_exactly_those_that_can_reach_its_destination(seed: int) -> None:
    rng = Random(seed)
    for state in movements(seed):
        points = list(ones(command_points(state, starting_hexes(state))))
        for point in rng.sample(points, min(2, len(points))):
            rommel = rng.randint(0, int(may_call_rommel(state)))
            hexes = state.printed.board.touching[point] | 1 << point
            ready = [
                unit for place in ones(hexes) for unit in ones(firm_at(state, state.active, place) & ~state.moved)
            ]
            ways = {unit: reach(state, unit, rommel) for unit in ready}
            offered = set(ones(goals(state, point, rommel)))
            assert offered == set[int]().union(*ways.values())
            goal = rng.choice(sorted(offered))
            twin = state.copy()
            twin.moves = [pack_move(1, rommel, point, goal)]
            for unit in ready:
                in_battle = state.held[1 - state.active] >> state.place[unit] & 1
                goes = can_set_out(twin, unit, 0) if in_battle else bool(movers(twin, 0) >> unit & 1)
                assert goes == (goal in ways[unit])
