"""Chapter 17: winning the game."""

from __future__ import annotations

from dataclasses import replace

from sandtable.games.rommel_in_the_desert.rules.c17_victory import (
    ATTRITION,
    BASE,
    DECISIVE,
    DRAW,
    EXIT,
    EXITING,
    POSITIONAL,
    army,
    final_result,
    holds_tobruk,
)
from sandtable.games.rommel_in_the_desert.state import ENEMY_OF, REFIT, WAITING
from sandtable.games.rommel_in_the_desert.verbs import EXIT as LEAVE_THE_MAP
from sandtable.games.rommel_in_the_desert.verbs import HEX
from sandtable.kernel.events import Event
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import Witness, any_of, chosen, fired, refused

STRATEGIC = (EXIT, BASE)
AT_THE_END = (DECISIVE, POSITIONAL, ATTRITION, DRAW)
NO_GERMANS = replace(PRINTED, german=0)
"""The same game, in which every unit counts one."""


def ended(*how: int) -> Witness:
    """The game has ended in one of these ways."""
    return fired("game-over", where=lambda step, event: event.arguments["how"] in how)


# The levels (17.0)


def overrides(step: Step, event: Event) -> bool:
    """The loser has reached a lower level of victory, which does not count."""
    state, winner, how = step.after, event.arguments["side"], event.arguments["how"]
    loser = ENEMY_OF[winner]
    has_more = army(state, loser) > army(state, winner)
    if how == POSITIONAL:
        return has_more
    return how in (*STRATEGIC, DECISIVE) and (has_more or holds_tobruk(state, loser))


# Strategic victory (17.1)


def in_the_middle_of_a_turn(step: Step, event: Event) -> bool:
    """The game is over before the player turn is."""
    ends_here = not any(step.told("cards-shown"))
    return event.arguments["how"] in STRATEGIC and ends_here


def last_of_three(step: Step) -> bool:
    """The third unit leaves in this player turn."""
    return step.after.exited.bit_count() >= EXITING


# Decisive, positional and attrition victory (17.2-17.4)


def germans_decide(step: Step, event: Event) -> bool:
    """The result would be another if a German unit counted one."""
    twin = step.after.copy()
    twin.printed = NO_GERMANS
    return event.arguments["how"] in AT_THE_END and final_result(twin) != final_result(step.after)


def germans_decide_attrition(step: Step, event: Event) -> bool:
    """Who has more units depends on what the Germans count."""
    return event.arguments["how"] in (ATTRITION, DRAW) and germans_decide(step, event)


def absent_units_count(step: Step, event: Event) -> bool:
    """Disrupted, refitting or waiting units are counted at the end."""
    state = step.after
    beside = any(place in (REFIT, WAITING) for place in state.place)
    return event.arguments["how"] in AT_THE_END and bool(state.disrupted or beside)


# The optional rule (17.4)


def slow_tank_moves(step: Step) -> bool:
    """An infantry tank moves by the optional rule."""
    return bool(step.before.infantry_tanks_slow and PRINTED.infantry_tanks >> step.frame[2] & 1)


def tank_loses_a_step(step: Step, event: Event) -> bool:
    """An infantry tank by the optional rule loses a step of two."""
    unit = event.arguments["unit"]
    two = PRINTED.step[unit] == 2 and event.rule == "9.5"
    return bool(step.before.infantry_tanks_slow and PRINTED.infantry_tanks >> unit & 1) and two


WITNESSES: dict[str, Witness] = {
    "17.0a": ended(*AT_THE_END),
    "17.0b": fired("game-over", where=overrides),
    "17.0c": ended(EXIT, BASE, DECISIVE, POSITIONAL, ATTRITION),
    "17.1a": ended(*STRATEGIC),
    "17.1b": fired("game-over", where=in_the_middle_of_a_turn),
    "17.1c": any_of(
        refused("17.1", "only supplied units count for a strategic victory"),
        refused("17.1", "three must leave in one player turn"),
        chosen("step", LEAVE_THE_MAP, last_of_three),
    ),
    "17.1d": any_of(
        refused("17.1", "units leave the map beside the enemy's base"),
        refused("17.1", "leaving the map costs one more hex"),
    ),
    "17.1e": ended(*STRATEGIC),
    "17.1s1": chosen("step", LEAVE_THE_MAP),
    "17.1s2": any_of(
        refused("17.1", "not enough units can follow it"),
        refused("17.1", "it has to leave the map now"),
    ),
    "17.2a": ended(DECISIVE),
    "17.2b": fired("game-over", where=germans_decide),
    "17.2c": fired("game-over", where=absent_units_count),
    "17.2d": ended(DECISIVE),
    "17.3a": ended(POSITIONAL),
    "17.3b": ended(POSITIONAL),
    "17.4a": ended(ATTRITION),
    "17.4b": fired("game-over", where=germans_decide_attrition),
    "17.4c": ended(ATTRITION),
    "17.4d": ended(DRAW),
    "17.4s1": chosen("step", HEX, slow_tank_moves),
    "17.4s2": fired("step-lost", "9.5", tank_loses_a_step),
}
