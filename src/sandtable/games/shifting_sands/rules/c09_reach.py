"""9.1, 10: how far a unit can move, by which way, and where it may end."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards import cheapest, path_to
from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c10_regions import ways
from sandtable.games.shifting_sands.state import Theatre, face
from sandtable.games.shifting_sands.verbs import STOP, TO, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack

CROSSING = ("khartoum", "aswan")
"""10.21: the line that takes a whole move."""
Tree = dict[int, tuple[int, int]]
"""By space what it costs to go there, and the space before it."""


def allowance(state: Theatre, unit: int) -> int:
    """9.14: the movement points that a unit has left."""
    spent = state.spent if unit == state.walker else 0
    return face(state, unit).movement - spent


def blocked(state: Theatre, side: int) -> int:
    """9.17: the spaces that a side may not enter because enemies are there; inactive Iraqis let the Allies pass
    (10.422)."""
    enemies = state.occupied[1 - side]
    return enemies & ~neutral_spaces(state) if side == ALLIED and not state.iraq_active else enemies


def neutral_spaces(state: Theatre) -> int:
    """10.422: the spaces that hold inactive Iraqis and no other Axis unit."""
    if state.iraq_active:
        return 0
    printed, found = state.printed, 0
    iraqis, others = printed.nations["IR"], printed.own[1 - ALLIED] & ~printed.nations["IR"]
    for unit in ones(iraqis):
        space = state.place[unit]
        if space >= 0 and not state.stacks[space] & others:
            found |= 1 << space
    return found


def closed_ends(state: Theatre, unit: int) -> int:
    """9.15, 10.422: the spaces that a unit may enter, but not to stay: with an Attack marker, unless it is armour
    (9.16); with inactive Iraqis."""
    printed = state.printed
    found = 0 if printed.armour >> unit & 1 else state.fighters
    return found | neutral_spaces(state) if printed.owners[unit] == ALLIED else found


def far_side(state: Theatre, space: int) -> int:
    """10.21: the set with the other end of the line between Khartoum and Aswan, if this is one."""
    number = state.printed.number
    ends = number[CROSSING[0]], number[CROSSING[1]]
    return 1 << ends[1 - ends.index(space)] if space in ends else 0


def steps(state: Theatre, unit: int) -> int:
    """9.1: the spaces to which a unit can go next and still end its move where it may."""
    left = allowance(state, unit)
    if left <= 0:
        return 0
    here, shut = state.place[unit], blocked(state, state.printed.owners[unit])
    found = ways(state, unit)[here] & ~shut
    crossing = far_side(state, here) & found
    if crossing and unit == state.walker and state.spent:
        found &= ~crossing
    for space in ones(found & closed_ends(state, unit)):
        # 10.21: whoever crosses has no points left to go on with.
        if not _can_go_on(state, unit, space, 0 if crossing >> space & 1 else left - 1):
            found &= ~(1 << space)
    return found


def _can_go_on(state: Theatre, unit: int, space: int, left: int) -> bool:
    """Can a unit that passes through a space still reach one where it may end its move?"""
    lines, shut, closed = ways(state, unit), blocked(state, state.printed.owners[unit]), closed_ends(state, unit)
    front = 1 << space
    for _ in range(left):
        following = 0
        for place in ones(front):
            following |= lines[place] & ~far_side(state, place)
        front = following & ~shut
        if front & ~closed:
            return True
    return False


def reach(state: Theatre, unit: int) -> Tree:
    """9.1: every space to which a unit can go from where it is, those included where it may only pass through."""
    start, left = state.place[unit], allowance(state, unit)
    lines, shut = ways(state, unit), blocked(state, state.printed.owners[unit])
    may_cross = unit != state.walker or not state.spent

    def edges(space: int) -> Iterator[tuple[int, int]]:
        far = far_side(state, space)
        for other in ones(lines[space] & ~shut & ~far):
            yield other, 1
        if far & lines[space] & ~shut and space == start and may_cross:
            yield far.bit_length() - 1, left

    return cheapest([start], max(left, 0), edges)


def ends(state: Theatre, unit: int) -> dict[int, int]:
    """9.1: every space where a move of this unit can end, and what it costs; where it is now excluded."""
    closed, here = closed_ends(state, unit), state.place[unit]
    return {
        space: cost for space, (cost, _) in reach(state, unit).items() if space != here and not closed >> space & 1
    }


def route(state: Theatre, unit: int, goal: int) -> list[Choice]:
    """9.1: the choices that take a unit to a space and end its move there; none if it cannot end there."""
    cost = ends(state, unit).get(goal)
    if cost is None:
        return []
    begin = [] if unit == state.walker else [pack(UNIT, unit)]
    stop = [pack(STOP)] if cost < allowance(state, unit) else []
    return begin + [pack(TO, space) for space in path_to(reach(state, unit), goal)[1:]] + stop
