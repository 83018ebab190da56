"""17: how the game is won, from the highest level to the lowest."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import is_besieged
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    ENDINGS,
    OUT,
    Position,
    scenario_of,
    units_at,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.game import Score
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import say

RUNNING, EXIT, BASE, DECISIVE, POSITIONAL, ATTRITION, DRAW = range(len(ENDINGS))
POINTS = {EXIT: 10, BASE: 10, DECISIVE: 5, POSITIONAL: 2, ATTRITION: 1, DRAW: 0}
"""17.0: what each level is worth."""
HOW = {
    EXIT: say("strategic victory, 10 points: three supplied units have left the map on the enemy's side"),
    BASE: say("strategic victory, 10 points: the enemy's base is taken"),
    DECISIVE: say("decisive victory, 5 points: at least twice as many units are left"),
    POSITIONAL: say("positional victory, 2 points: Tobruk is held and not besieged"),
    ATTRITION: say("attrition victory, 1 point: more units are left"),
    DRAW: say("a draw: both sides have equally many units left, and neither holds Tobruk unbesieged"),
}
RULES = {EXIT: "17.1", BASE: "17.1", DECISIVE: "17.2", POSITIONAL: "17.3", ATTRITION: "17.4", DRAW: "17.4"}
EXITING = 3
TOBRUK = 1
"""Its place among the fortresses."""
GERMAN, OTHER = 3, 2
"""17.2: what a unit counts for, in halves."""


def score(state: Position) -> Score:
    """17.0: a level of victory is as great as its share of the points of the highest."""
    if state.winner < 0:
        return Score(None, HOW[state.ending], RULES[state.ending])
    return Score(state.winner, HOW[state.ending], RULES[state.ending], POINTS[state.ending] / max(POINTS.values()))


def end_game(state: Position, winner: int, how: int) -> None:
    """The game is over, and no frame is left. The winner of a draw is -1.

    The result tells how many of the hidden blocks are German (17.2).
    """
    state.winner, state.ending = winner, how
    state.frames.clear()
    tell(state, "game-over", RULES[how], reveals=True, side=winner, how=how)


# 17.1: at once


def check_bases(state: Position) -> None:
    """17.1, ruling 29: a base held by undisrupted enemy units alone is lost, and the game with it."""
    axis, allied = state.printed.base
    if state.firm[ALLIED] >> axis & 1:
        _check_base(state, AXIS, axis)
    if state.firm[AXIS] >> allied & 1:
        _check_base(state, ALLIED, allied)


def _check_base(state: Position, side: int, base: int) -> None:
    if not state.held[side] >> base & 1 and state.frames:
        end_game(state, ENEMY_OF[side], BASE)


def check_exit(state: Position) -> None:
    """17.1, ruling 28: three or more units have left the map in one player turn."""
    if state.exited.bit_count() >= EXITING:
        end_game(state, state.active, EXIT)


# 17.2-17.4: at the end


def army(state: Position, side: int) -> int:
    """17.2, ruling 30: the units left, in halves: three for a German one; units in refit or waiting count too."""
    left = [unit for unit in ones(state.printed.side_units[side]) if state.place[unit] not in (OUT, DEAD)]
    return sum(GERMAN if state.printed.german >> unit & 1 else OTHER for unit in left)


def holds_tobruk(state: Position, side: int) -> bool:
    """17.3, 13.5, ruling 30: is Tobruk this side's, with a unit in it, and not besieged?"""
    place = state.printed.fortresses[TOBRUK]
    held = state.owner[TOBRUK] == side and bool(units_at(state, side, place))
    return held and not is_besieged(state, place, side)


def final_result(state: Position) -> tuple[int, int]:
    """17.0: the winner, or -1, and how: the highest level that either side has reached."""
    armies = army(state, AXIS), army(state, ALLIED)
    for side in (AXIS, ALLIED):
        if armies[side] and armies[side] >= 2 * armies[ENEMY_OF[side]]:
            return side, DECISIVE
    for side in (AXIS, ALLIED):
        if holds_tobruk(state, side):
            return side, POSITIONAL
    if armies[AXIS] == armies[ALLIED]:
        return -1, DRAW
    return (AXIS if armies[AXIS] > armies[ALLIED] else ALLIED), ATTRITION


def is_last_month(state: Position) -> bool:
    """17.0: does the scenario end with this month?"""
    return state.month >= scenario_of(state).end_month
