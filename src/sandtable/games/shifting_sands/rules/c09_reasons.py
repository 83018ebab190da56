"""9, 10.2: why a unit that moves cannot go to a space, be it next to it or further away."""

from __future__ import annotations

from sandtable.games.shifting_sands.rules.c09_reach import (
    allowance,
    blocked,
    closed_ends,
    far_side,
    in_range,
    is_fresh,
    reach,
)
from sandtable.games.shifting_sands.rules.c10_reasons import Reason, why_closed, why_no_place
from sandtable.games.shifting_sands.rules.c10_regions import domain, sleepers, ways
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import bit
from sandtable.kernel.words import say

WHOLE_MOVE: Reason = "10.21", say("too far: the way between Khartoum and Aswan takes a whole move")


def why_no_move(state: Theatre, unit: int, space: int) -> Reason:
    """9.1: why a unit that moves, or could begin to, cannot go to a space. Too far is what the lines and its
    movement points alone put out of its reach."""
    here, left = state.place[unit], allowance(state, unit)
    if space == here:
        return "9.12", say("that unit is there already")
    if not in_range(state.printed, here, left, is_fresh(state, unit)) >> space & 1:
        if far_side(state.printed, here) >> space & 1:
            return WHOLE_MOVE
        return "9.14", say("too far for this unit. Movement points left: {left}", left=left)
    if state.printed.graph.adjacent[here] >> space & 1:
        return _why_no_step(state, unit, space)
    return _why_no_way(state, unit, space)


def _why_no_step(state: Theatre, unit: int, space: int) -> Reason:
    """Why it cannot go to a space that is next to it."""
    if not ways(state, unit)[state.place[unit]] >> space & 1:
        return why_closed(state, unit, space)
    if blocked(state, state.printed.owners[unit]) >> space & 1:
        return "9.17", say("enemy units are there")
    if unit != state.walker:
        return "9.1", say("choose the unit first, then the space")
    return _why_no_end(state, space)


def _why_no_way(state: Theatre, unit: int, space: int) -> Reason:
    """Why it cannot go to a space that is further away, but not too far."""
    shut = blocked(state, state.printed.owners[unit])
    if not domain(state, unit) >> space & 1:
        return why_no_place(state, unit, space)
    if shut >> space & 1:
        return "9.17", say("enemy units are there")
    if space in reach(state, unit, shut):
        if closed_ends(state, unit, bit(space)):
            return _why_no_end(state, space)
        return "9.12", say("a unit moves from space to space: choose the next one on its way")
    if space in reach(state, unit, 0):
        return "9.17", say("enemy units are in the way")
    return "9.13", say("the lines that lead there in time are closed to this unit")


def _why_no_end(state: Theatre, space: int) -> Reason:
    """9.15, 10.422: why it cannot stay in a space that it could enter, and could not go on from there."""
    if sleepers(state, bit(space)):
        return "10.422", say("no unit ends its move among inactive Iraqis, and it could not go on from there")
    assert state.fighters >> space & 1
    return "9.15", say("infantry may not end its move in a space with an Attack marker, and could not go on")
