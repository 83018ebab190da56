"""6, 7: why a unit that moves cannot get to a hex: it is too far, or the enemy or a full hexside is in the way."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c06_paths import free_hexes, within_budget
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import Message, say

Refusal = tuple[str, Message]


def is_too_far(state: Position, unit: int, goal: int, budget: int, steps: int = 0, road: int = HIGHWAY) -> bool:
    """6.1, 6.2: is a hex out of reach by terrain, roads and allowance alone, wherever the enemy is?"""
    everywhere = state.printed.board.all
    return not within_budget(state.printed, state.place[unit], everywhere, budget - steps, road) >> goal & 1


def why_out_of_reach(
    state: Position, unit: int, goal: int, budget: int, steps: int = 0, road: int = HIGHWAY
) -> Refusal:
    """6.1: too far; if not, what else keeps a unit from a hex that it cannot reach.

    It has gone `steps` hexes over roads of this class or better, and has `budget` hexes in all without a road.
    """
    here, side = state.place[unit], state.printed.side_of[unit]
    enemies = state.held[ENEMY_OF[side]]
    if goal == here:
        return "6.0", say("it is there already")
    if is_too_far(state, unit, goal, budget, steps, road):
        return "6.1", say("its speed and the roads do not take it that far")
    leaves = not steps and bool(enemies >> here & 1)
    if enemies >> goal & 1 and (leaves or state.disengaged >> unit & 1):
        return "7.2", say("a unit that has left a battle may not engage again this turn")
    if has_approach(state, unit, goal, budget, steps, road):
        if leaves:
            return "10.1", say("units may leave a battle only over friendly hexsides")
        return "7.1", say("as many units as may engage over each hexside it could use have done so this phase")
    return "6.0", say("enemy units are in the way, and every way around them is too far")


def has_approach(state: Position, unit: int, goal: int, budget: int, steps: int, road: int) -> bool:
    """6.0: would a unit get there through friendly and empty hexes, if no hexside were full or the enemy's?"""
    passable = free_hexes(state, state.printed.side_of[unit]) | 1 << goal
    return bool(within_budget(state.printed, state.place[unit], passable, budget - steps, road) >> goal & 1)
