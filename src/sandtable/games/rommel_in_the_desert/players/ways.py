"""How units get somewhere: the hexes of a way, and who can attack over which hexside."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, NONE, ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules.c06_paths import free_hexes, rings
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides
from sandtable.games.rommel_in_the_desert.state import Position, speed_of
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF


def doors(state: Position, unit: int, goal: int, budget: int) -> int:
    """7.1: the hexes from which a unit could enter an enemy hex in this move."""
    printed, here = state.printed, state.place[unit]
    free = free_hexes(state, printed.side_of[unit])
    found = 0
    for road, within in enumerate(rings(printed, here, free, free, budget)):
        found |= within[budget + ROAD_BONUS[road] - 1] & printed.roads[road][goal]
    return found & ~beyond_full_sides(state, goal)


def by_doors(state: Position, units: int, goal: int, rommel: int) -> dict[int, int]:
    """7.1: which of these units can attack a hex together, the strongest first, and each one's way in."""
    printed = state.printed
    room: dict[int, int] = {}
    wanted = []
    for unit in ones(units):
        ways = doors(state, unit, goal, speed_of(state, unit) + rommel)
        if ways:
            wanted.append((ways.bit_count() - 0.4 * state.cv[unit], unit, ways))
    found: dict[int, int] = {}
    for _, unit, ways in sorted(wanted):
        best, most = -1, 0
        for door in ones(ways):
            side = printed.sides.between(door, goal)
            left = room.setdefault(door, printed.limit[side] - (state.engaged_once >> side & 1))
            if left > most:
                best, most = door, left
        if best >= 0:
            room[best] -= 1
            found[unit] = best
    return found


def way(state: Position, unit: int, goal: int, door: int, budget: int) -> list[int]:
    """The hexes of a way to a goal, by way of a door if one is named; roads first, because they are faster."""
    printed, start = state.printed, state.place[unit]
    side = printed.side_of[unit]
    free = free_hexes(state, side)
    for road in range(HIGHWAY, NONE - 1, -1):
        roads, last = printed.roads[road], budget + ROAD_BONUS[road]
        target = goal if door < 0 else door
        if door >= 0:
            if not roads[goal] >> door & 1:
                continue
            last -= 1
        came = {start: -1}
        ring = [start]
        for _ in range(last):
            if target in came:
                break
            further = []
            for here in ring:
                for place in ones(roads[here] & free):
                    if place not in came:
                        came[place] = here
                        further.append(place)
            ring = further
        if target in came:
            found = [] if door < 0 else [goal]
            while target != start:
                found.append(target)
                target = came[target]
            return found[::-1]
    return []


def is_enemy_hex(state: Position, side: int, place: int) -> bool:
    return bool(state.held[ENEMY_OF[side]] >> place & 1)
