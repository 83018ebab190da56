"""9, 11.6, 12: how far a unit goes, and by which way: in a move, by redeployment, in an advance."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.shifting_sands.drawing.advances import advance_way, advances, is_advancing
from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.notation.words import unit_name
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c09_movement import MOVES, WALK, able, why_not_able
from sandtable.games.shifting_sands.rules.c09_reach import ends, route
from sandtable.games.shifting_sands.rules.c09_reasons import why_no_move
from sandtable.games.shifting_sands.rules.c10_regions import is_active
from sandtable.games.shifting_sands.rules.c11_advance import why_no_advance
from sandtable.games.shifting_sands.rules.c12_destinations import destinations
from sandtable.games.shifting_sands.rules.c12_redeployment import (
    REDEPLOY,
    REDEPLOYED,
    cost_of,
    movable,
    why_not_movable,
    why_not_there,
)
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import TO, UNIT, VERBS
from sandtable.kernel.answers import no_route, reach_answer, route_answer
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.scene import Answer
from sandtable.kernel.words import Message, phrase, say

Reason = tuple[str, Message]


def costs(state: Theatre, unit: int) -> dict[int, int]:
    """9.1, 11.6, 12: every space to which a unit can go now, and what it costs."""
    unit = stand_in(state, unit)
    top, side = _top(state), state.printed.owners[unit]
    if (top == MOVES.number and able(state, side) >> unit & 1) or (top == WALK.number and unit == state.walker):
        return ends(state, unit)
    if (top == REDEPLOY.number and movable(state, side) >> unit & 1) or _is_redeployed(state, unit):
        return dict.fromkeys(ones(destinations(state, unit)), cost_of(state, unit))
    return advances(state, unit) if is_advancing(state, unit) else {}


def way(state: Theatre, unit: int, space: int) -> list[Choice]:
    """The choices that take a unit to a space."""
    if space not in costs(state, unit):
        return []
    unit = stand_in(state, unit)
    if _top(state) in (MOVES.number, WALK.number):
        return route(state, unit, space)
    if is_advancing(state, unit):
        return advance_way(state, unit, space)
    begin = [] if _is_redeployed(state, unit) else [pack(UNIT, unit)]
    return [*begin, pack(TO, space)]


def stand_in(state: Theatre, unit: int) -> int:
    """Of battlegroups that are alike in one place only the first is offered: it goes for the others."""
    pool, place = state.printed.units[unit].pool, state.place[unit]
    if not pool or place < 0 or unit == state.walker or state.moved >> unit & 1:
        return unit
    idle = state.stacks[place] & state.printed.pools[pool] & ~state.moved
    return first(idle & (state.reduced if state.reduced >> unit & 1 else ~state.reduced))


def _top(state: Theatre) -> int:
    return state.frames[-1][0] if state.frames else -1


def _is_redeployed(state: Theatre, unit: int) -> bool:
    return _top(state) == REDEPLOYED.number and REDEPLOYED.unit(state.frames[-1]) == unit


# What is shown


def show_reach(state: Theatre, unit: int) -> Answer:
    """Where a unit can go; where it would be without supply, and where there would be too many units."""
    found, name = costs(state, unit), unit_name(state.printed, unit)
    if not found:
        rule, reason = why_it_stays(state, unit)
        return Answer(text=phrase("{unit} cannot move: {reason}", unit=name, reason=reason), rule=rule)
    tone = _tone_of(state, unit)
    legend = {
        "good": say("in reach, with its cost"),
        "warn": say("no supply there"),
        "bad": say("too many units would be there"),
    }
    shown = {tone(space) for space in found}
    words = say("Where {unit} can go", unit=name)
    return reach_answer(words, found, tone, {each: text for each, text in legend.items() if each in shown})


def _tone_of(state: Theatre, unit: int) -> Callable[[int], str]:
    def tone(space: int) -> str:
        if not has_room(state, unit, space):
            return "bad"
        on_map = state.printed.spaces[space].on_map
        return "warn" if on_map and supply_at(state, unit, space) == OUT else "good"

    return tone


def show_way(state: Theatre, unit: int, space: int) -> Answer:
    run, goal = way(state, unit, space), place_name(state, space)
    if not run:
        return no_route(unit_name(state.printed, unit), goal, _why_not(state, unit, space))
    return route_answer(state, run, VERBS, start=state.place[unit], goal=goal, cells="space")


def _why_not(state: Theatre, unit: int, space: int) -> Reason:
    if not costs(state, unit):
        return why_it_stays(state, unit)
    top = _top(state)
    if top in (REDEPLOY.number, REDEPLOYED.number):
        return why_not_there(state, unit, space)
    return why_no_advance(state, unit, space) if is_advancing(state, unit) else why_no_move(state, unit, space)


def why_it_stays(state: Theatre, unit: int) -> Reason:
    """Why a unit goes nowhere now."""
    top, side = _top(state), state.printed.owners[unit]
    if top == MOVES.number:
        return why_not_able(state, MOVES.asks(state.frames[-1]), unit)
    if top == REDEPLOY.number:
        return why_not_movable(state, REDEPLOY.asks(state.frames[-1]), unit)
    if top == WALK.number and state.printed.owners[state.walker] == side:
        return "9.1", say("another unit is moving")
    return "7.27", say("no units move now")


# What could be


def possible(state: Theatre, unit: int) -> dict[int, int]:
    """9.14: where a move of this unit could end, if its space were activated for that, and what it costs."""
    return ends(state, unit) if _is_on_map(state, unit) and is_active(state, unit) else {}


def _is_on_map(state: Theatre, unit: int) -> bool:
    place = state.place[unit]
    return place >= 0 and state.printed.spaces[place].on_map


def show_possible(state: Theatre, unit: int) -> Answer:
    """What is possible, and where there would be no supply."""
    name, place = unit_name(state.printed, unit), state.place[unit]
    if not _is_on_map(state, unit):
        return Answer(text=phrase("{unit} is not on the map", unit=name), rule="9.1")
    if not is_active(state, unit):
        return Answer(text=phrase("{unit} is not active yet", unit=name), rule="10.41")
    found = possible(state, unit)
    words = say("Where {unit} could go if {place} were activated", unit=name, place=place_name(state, place))
    legend = {"good": say("in reach, with its cost"), "warn": say("no supply there")}
    return reach_answer(words, found, _possible_tone(state, unit), legend)


def _possible_tone(state: Theatre, unit: int) -> Callable[[int], str]:
    return lambda space: "warn" if supply_at(state, unit, space) == OUT else "good"
