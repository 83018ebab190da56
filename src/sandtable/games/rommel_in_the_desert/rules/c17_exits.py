"""17.1, ruling 28: units leave the map on the enemy's side, if three or more can in one player turn.

Leaving is one hex more, off the roads, from a hex beside the enemy's base. A first unit may leave only if two
others can follow, and then nothing else happens until three have left and the game is won.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.rommel_in_the_desert.knowledge.memory import relocated
from sandtable.games.rommel_in_the_desert.printed.data import NONE, Printed
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    Move,
    budget_of,
    least_speed,
    may_call_rommel,
    moves_allowed,
    under_move,
    unpack_move,
    walk_of,
)
from sandtable.games.rommel_in_the_desert.rules.c06_paths import FARTHEST, approaches, free_hexes
from sandtable.games.rommel_in_the_desert.rules.c17_victory import EXITING, check_exit
from sandtable.games.rommel_in_the_desert.state import EXITED, Position, put
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import Message, otherwise, say


@lru_cache(maxsize=256)
def _ways_off(printed: Printed, exits: int, free: int) -> tuple[int, ...]:
    """By number of hexes, from where a unit can leave the map with that many."""
    within = [0, exits & free]
    while len(within) <= FARTHEST:
        within.append(within[-1] | printed.board.spread(within[-1]) & free)
    return tuple(within)


def leads_off(state: Position, unit: int, move: Move, steps: int) -> int:
    """17.1: the hexes from which a unit that has gone this far can leave the map, by way of a regroup's goal."""
    side = state.printed.side_of[unit]
    left = budget_of(state, unit, move) - steps
    exits = state.printed.exits[side] & free_hexes(state, side)
    if left <= 0 or (move.regroup and not exits >> move.goal & 1):
        return 0
    if move.regroup:
        return approaches(state, move.goal)[NONE][left - 1]
    return _ways_off(state.printed, exits, free_hexes(state, side))[left]


def leavers(state: Position, move: Move) -> int:
    """17.1: the supplied units that could leave the map under this move."""
    units = under_move(state, move) & ~state.unsupplied
    return mask_of(unit for unit in ones(units) if leads_off(state, unit, move, 0) >> state.place[unit] & 1)


def declared_leavers(state: Position) -> int:
    """The units that could leave under the moves declared so far."""
    units = 0
    for packed in state.moves:
        units |= leavers(state, unpack_move(packed))
    return units


def most_followers(state: Position, unit: int) -> int:
    """How many other units can leave in this movement phase, with a further move if there is one to declare."""
    sure = declared_leavers(state) & ~(1 << unit)
    if len(state.moves) >= moves_allowed(state):
        return sure.bit_count()
    return max((sure | leavers(state, move) & ~(1 << unit)).bit_count() for move in further_moves(state))


def further_moves(state: Position) -> list[Move]:
    """Every move that could take units off the map: groups, and regroups to a hex of the map edge."""
    side, rommel = state.active, int(may_call_rommel(state))
    enemies = state.held[ENEMY_OF[side]]
    groups = [Move(0, rommel, place, 0) for place in ones(state.held[side] & ~enemies)]
    goals = list(ones(state.printed.exits[side] & ~enemies))
    points = list(ones(state.printed.board.all & ~(enemies & ~state.held[side])))
    return groups + [Move(1, rommel, point, goal) for point in points for goal in goals]


def is_bound_to_exit(state: Position) -> bool:
    """Some units have left, but not yet three: others must follow before anything else is done."""
    return 0 < state.exited.bit_count() < EXITING


def may_exit(state: Position, unit: int, move: Move, steps: int) -> bool:
    """17.1, rulings 28, 69: may this unit leave the map now, and will there be three?"""
    place = state.place[unit]
    if not state.printed.exits[state.printed.side_of[unit]] >> place & 1:
        return False
    if (state.unsupplied | state.disengaged) >> unit & 1 or not leads_off(state, unit, move, steps) >> place & 1:
        return False
    if move.regroup and place != move.goal:
        return False
    return state.exited.bit_count() + 1 + most_followers(state, unit) >= EXITING


def why_no_exit(state: Position, unit: int, move: Move, steps: int) -> tuple[str, Message]:
    """17.1: why a unit may not leave the map now."""
    place = state.place[unit]
    if not state.printed.exits[state.printed.side_of[unit]] >> place & 1:
        return "17.1", say("units may leave the map only beside the enemy's base")
    if state.unsupplied >> unit & 1:
        return "17.1", say("only supplied units count for a strategic victory")
    if state.disengaged >> unit & 1:
        return "17.1", say("a unit that has left a battle this turn may not leave the map")
    if move.regroup and place != move.goal:
        return "5.2", say("it must first reach the destination of the regroup move")
    if steps >= budget_of(state, unit, move):
        return "17.1", say("leaving the map costs one hex more, and it has none left without a road")
    return "17.1", otherwise("not enough units can follow it: three must leave in one player turn")


def exit_map(state: Position, unit: int, origin: int) -> None:
    """17.1: a unit whose move began in this hex is off the map; the third one wins."""
    side, place = state.printed.side_of[unit], state.place[unit]
    put(state, unit, EXITED)
    state.moved |= 1 << unit
    state.exited |= 1 << unit
    tell(state, "block-exited", "17.1", side=side, origin=place)
    tell(state, "exited", "17.1", audience=1 << side, instead=True, unit=unit)
    relocated(state, unit, origin, EXITED, least_speed(state, walk_of(state, unit)))
    check_exit(state)
