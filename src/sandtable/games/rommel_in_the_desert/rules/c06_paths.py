"""5.2, 6.1, 6.2: which hexes are within a unit's movement, worked out for whole sets of hexes at a time.

The bonus of a move is that of the lowest class of road it uses, so a hex is within reach if for some class it is
within speed and that bonus over roads of the class or better. Floods over one class depend only on what is in the
way, and are remembered.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.rommel_in_the_desert.printed.data import ROAD_BONUS, Printed
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import Move, budget_of, least_road
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides, full_sides, ways_out
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import road_openings
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

FARTHEST = 6
"""The highest speed, with Rommel and a forced march: hexes without a road."""

Rings = tuple[int, ...]
"""By number of hexes, the set that can be reached within that many."""


def _flood(printed: Printed, road: int, start: int, first: int, free: int, farthest: int) -> Rings:
    """From a hex through free ones; `first`: the hexes next to it that may be entered first."""
    openings, spread = road_openings(printed)[road], printed.board.spread_over
    hexes = farthest + ROAD_BONUS[road]
    reached = 1 << start
    rings = [reached]
    fresh = printed.roads[road][start] & first & free
    while fresh and len(rings) <= hexes:
        reached |= fresh
        rings.append(reached)
        fresh = spread(openings, fresh) & free & ~reached
    return (*rings, *[reached] * (hexes + 1 - len(rings)))


@lru_cache(maxsize=128)
def rings(printed: Printed, start: int, first: int, free: int, farthest: int = FARTHEST) -> tuple[Rings, ...]:
    """By class of road, then by number of hexes, what is that near to `start` over such roads or better.

    It works in both directions: from a unit, where `first` is where it may go at once, and towards a destination,
    where `first` is the hexes from which it may be entered.
    """
    return tuple(_flood(printed, road, start, first, free, farthest) for road in range(len(printed.roads)))


def within_budget(printed: Printed, start: int, free: int, left: int, road: int) -> int:
    """6.1, 6.2: what can be reached through free hexes with `left` hexes to go off the roads, after a way over
    roads of this class or better."""
    found = 0
    for lowest, within in enumerate(rings(printed, start, free, free)[: road + 1]):
        found |= within[max(0, left + ROAD_BONUS[lowest])]
    return found


def free_hexes(state: Position, side: int) -> int:
    """6.0: friendly and empty hexes, through which units move."""
    return state.printed.board.all & ~state.held[ENEMY_OF[side]]


def approaches(state: Position, goal: int) -> tuple[Rings, ...]:
    """5.2, 7.1: by class of road and number of hexes, from where the active side's units may reach a goal."""
    return rings(state.printed, goal, _doors(state, goal), free_hexes(state, state.active))


def _doors(state: Position, goal: int, engages: bool = True) -> int:
    """7.1: the hexes next to a destination from which it may be entered.

    `engages`: may the unit engage there? One that has left a battle may not (7.2).
    """
    doors = state.printed.board.adjacent[goal]
    if state.held[ENEMY_OF[state.active]] >> goal & 1:
        return doors & ~beyond_full_sides(state, goal) if engages else 0
    return doors


def within_march(state: Position, goal: int, budget: int) -> int:
    """5.2, 6.4: the hexes from which a destination can be reached, by a forced march at the end if need be."""
    return _within(state.printed, goal, _doors(state, goal), free_hexes(state, state.active), budget + 1)


@lru_cache(maxsize=128)
def _within(printed: Printed, start: int, first: int, free: int, budget: int) -> int:
    """All that the rings of a hex hold for a budget of hexes off the roads."""
    found = 0
    for road, within in enumerate(rings(printed, start, first, free)):
        found |= within[budget + ROAD_BONUS[road]]
    return found


def barred(state: Position, unit: int, steps: int) -> int:
    """7.1, 7.2, 10.1: the hexes a unit may not enter from where it is, because of the enemy."""
    here, side = state.place[unit], state.printed.side_of[unit]
    enemies = state.held[ENEMY_OF[side]]
    if not steps and enemies >> here & 1:
        return ~ways_out(state, side, here)
    near = enemies & state.printed.board.touching[here]
    if not near or state.disengaged >> unit & 1:
        return near
    return near & beyond_full_sides(state, here)


def next_hexes(state: Position, unit: int, steps: int, road: int, move: Move) -> int:
    """6, 7: the hexes a unit may enter next after `steps` hexes over roads of this class or better."""
    budget = budget_of(state, unit, move)
    least = least_road(steps + 1, budget)
    if least > road:
        return 0
    here, roads = state.place[unit], state.printed.roads
    hexes = roads[least][here] & ~barred(state, unit, steps)
    if move.regroup and hexes:
        hexes &= _leading(state, unit, steps, road, move, budget)
    return hexes


def _leading(state: Position, unit: int, steps: int, road: int, move: Move, budget: int) -> int:
    """5.2, 6.4: the hexes beside a unit from which it can still reach its destination, with or without a march."""
    here = state.place[unit]
    doors = _doors(state, move.goal, not state.held[ENEMY_OF[state.active]] >> here & 1)
    return _towards(state.printed, move.goal, doors, free_hexes(state, state.active), here, road, budget - steps)


@lru_cache(maxsize=256)
def _towards(printed: Printed, goal: int, doors: int, free: int, here: int, road: int, left: int) -> int:
    """The hexes beside this one that are near enough to a destination, with `left` hexes to go off the roads."""
    hexes, rings_of = 0, rings(printed, goal, doors, free)
    for lowest in range(road + 1):
        if left + ROAD_BONUS[lowest] >= 0:
            hexes |= printed.roads[lowest][here] & rings_of[lowest][left + ROAD_BONUS[lowest]]
    return hexes


def march_hexes(state: Position, unit: int, steps: int, road: int, move: Move) -> int:
    """6.4: the hexes one beyond what a unit may go at most, over the roads it has used."""
    hexes = one_beyond(state.printed, state.place[unit], steps - budget_of(state, unit, move), road)
    return hexes & ~barred(state, unit, steps) if hexes else 0


def one_beyond(printed: Printed, here: int, over: int, road: int) -> int:
    """6.4: the hexes next to this one that are one too many for a unit that has gone `over` hexes more than it may
    without a road."""
    hexes = 0
    for lowest in range(road + 1):
        if over == ROAD_BONUS[lowest]:
            better = printed.roads[lowest + 1][here] if lowest < road else 0
            hexes |= printed.roads[lowest][here] & ~better
    return hexes


def destinations(state: Position, unit: int, budget: int) -> int:
    """5.2, 6, 7: every hex a unit can reach from where it is with a budget of hexes off the roads."""
    here, side = state.place[unit], state.printed.side_of[unit]
    enemies, free = state.held[ENEMY_OF[side]], free_hexes(state, side)
    leaving = enemies >> here & 1
    first = ways_out(state, side, here) if leaving else free
    reached = 0
    near = 0 if leaving else state.printed.board.spread(enemies)
    for road, within in enumerate(rings(state.printed, here, first, free, budget)):
        reached |= within[budget + ROAD_BONUS[road]]
        before = within[budget + ROAD_BONUS[road] - 1] & near
        if before:
            reached |= _engaged(state, enemies, road, before)
    return reached & ~(1 << here)


def _engaged(state: Position, enemies: int, road: int, reached: int) -> int:
    """7.1: the enemy hexes next to these that may be entered from them."""
    if not full_sides(state):
        return state.printed.board.spread_over(road_openings(state.printed)[road], reached) & enemies
    neighbours = state.printed.roads[road]
    found = 0
    for place in ones(reached):
        found |= neighbours[place] & enemies & ~beyond_full_sides(state, place)
    return found
