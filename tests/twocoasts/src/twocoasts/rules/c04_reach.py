"""4.1 to 4.3: who may move, where to, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.words import Message, say
from twocoasts.printed.map import SEA
from twocoasts.state import Coasts, in_play, is_stormy, place_of, units_in, within


def allowance(state: Coasts, units: int) -> int:
    """4.2: the points of the slowest, and what a card adds."""
    return min(state.printed.kinds[unit].moves for unit in ones(units)) + state.bonus


def open_to(state: Coasts, side: int) -> int:
    """4.3: where units of a side may go: places in play without enemies, and their own reserve."""
    return (in_play(state) | bit(state.printed.map.reserves[side])) & ~state.held[1 - side]


def steps_from(state: Coasts, side: int, place: int) -> Iterator[tuple[int, int]]:
    """4.2, 4.3: where a step may lead, and what it costs."""
    world, free = state.printed.map, open_to(state, side)
    if is_stormy(state):
        free &= ~world.graph.over(bit(SEA)).adjacent[place]
    return ((other, cost) for other, cost in world.steps[place] if free >> other & 1)


def destinations(state: Coasts, units: int) -> int:
    """4.2: the next step of units that are together and move as one."""
    side = state.printed.owners[ones(units)[0]]
    left = allowance(state, units) - state.spent
    return mask_of(other for other, cost in steps_from(state, side, place_of(state, units)) if cost <= left)


def able(state: Coasts, side: int) -> int:
    """4.1: the units that may begin a move: on the map, or in the reserve if they can leave it."""
    fresh = state.printed.own[side] & ~state.moved
    waiting = within(state, fresh, bit(state.printed.map.reserves[side]))
    leaving = mask_of(unit for unit in ones(waiting) if destinations(state, bit(unit)))
    return within(state, fresh, in_play(state)) | leaving


def companions(state: Coasts, side: int) -> int:
    """4.1: who can still be gathered: whoever is with the stack and may begin a move, before its first step."""
    if state.spent:
        return 0
    return units_in(state, side, place_of(state, state.stack)) & able(state, side) & ~state.stack


def why_not_able(state: Coasts, side: int, unit: int) -> tuple[str, Message]:
    """4.1: why a unit cannot begin a move."""
    place, world = state.where[unit], state.printed.map
    if state.printed.owners[unit] != side:
        return "4.1", say("that unit is not yours")
    if place < 0:
        return "4.1", say("that unit is lost")
    if state.moved >> unit & 1:
        return "4.1", say("that unit has moved this turn")
    if place == world.reserves[side]:
        return "4.4", say("that unit cannot leave the reserve: the way to your source is closed")
    return "3.2", say("that unit has not arrived yet")


def why_no_step(state: Coasts, side: int, place: int) -> tuple[str, Message]:
    """4.2, 4.3: why the stack cannot step to a place."""
    here = place_of(state, state.stack)
    cost = dict(state.printed.map.steps[here]).get(place)
    if cost is None:
        return "4.2", say("a stack moves from place to place that touch or are linked")
    if state.held[1 - side] >> place & 1:
        return "4.3", say("the enemy is there")
    if not open_to(state, side) >> place & 1:
        return "2.3", say("that place is not in play")
    if cost <= allowance(state, state.stack) - state.spent:
        return "3.4", say("nobody crosses the sea in a storm")
    return "4.2", say("that costs {cost} points, more than the stack has left", cost=cost)
