"""9.1, 10: how far a unit can move, by which way, and where it may end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.boards import cheapest, path_to, within
from sandtable.games.shifting_sands.printed.data import ALLIED, Printed
from sandtable.games.shifting_sands.rules.c10_regions import EVERYWHERE, LONG, is_long_link, sleepers, ways
from sandtable.games.shifting_sands.state import Theatre, face
from sandtable.games.shifting_sands.verbs import STOP, TO, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack

Tree = dict[int, tuple[int, int]]
"""By space what it costs to go there, and the space before it."""


def allowance(state: Theatre, unit: int) -> int:
    """9.14: the movement points that a unit has left."""
    spent = state.spent if unit == state.walker else 0
    return face(state, unit).movement - spent


def blocked(state: Theatre, side: int, spaces: int = EVERYWHERE) -> int:
    """9.17: of these spaces, those that a side may not enter because enemies are there; inactive Iraqis let the
    Allies pass (10.422)."""
    enemies = state.occupied[1 - side] & spaces
    return enemies & ~sleepers(state, enemies) if side == ALLIED else enemies


def closed_ends(state: Theatre, unit: int, spaces: int = EVERYWHERE) -> int:
    """9.15, 10.422: of these spaces, those that a unit may enter, but not to stay: with an Attack marker, unless
    it is armour (9.16); with inactive Iraqis."""
    printed = state.printed
    found = 0 if printed.armour >> unit & 1 else state.fighters & spaces
    return found | sleepers(state, spaces) if printed.owners[unit] == ALLIED else found


def far_side(printed: Printed, space: int) -> int:
    """10.21: the set with the other end of the line between Khartoum and Aswan, if this is one of them."""
    return _crossing(printed).get(space, 0)


@cache
def _crossing(printed: Printed) -> dict[int, int]:
    long_ends = ((a, b) for a, b, _ in printed.graph.links if is_long_link(printed, a, b))
    return {here: 1 << there for a, b in long_ends for here, there in ((a, b), (b, a))}


def steps(state: Theatre, unit: int) -> int:
    """9.1: the spaces to which a unit can go next and still end its move where it may."""
    left = allowance(state, unit)
    if left <= 0:
        return 0
    here = state.place[unit]
    around = ways(state, unit)[here]
    found = around & ~blocked(state, state.printed.owners[unit], around)
    crossing = far_side(state.printed, here) & found
    if crossing and unit == state.walker and state.spent:
        found &= ~crossing
    for space in ones(closed_ends(state, unit, found)):
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
            following |= lines[place] & ~far_side(state.printed, place)
        front = following & ~shut
        if front & ~closed:
            return True
    return False


def is_fresh(state: Theatre, unit: int) -> bool:
    """10.21: has a unit all its movement points yet, so that it could go from Khartoum to Aswan or back?"""
    return unit != state.walker or not state.spent


def in_range(printed: Printed, start: int, points: int, fresh: bool) -> int:
    """9.11, 10.21: the spaces that so many points reach over lines of any kind, whoever may use them and whoever
    stands in the way. The way between Khartoum and Aswan takes all points and is only for the beginning."""
    found = within(printed.graph.over(~LONG), 1 << start, printed.graph.all, points)
    return found | far_side(printed, start) if fresh and points else found


def reach(state: Theatre, unit: int, shut: int | None = None) -> Tree:
    """9.1: every space to which a unit can go from where it is, those included where it may only pass through.
    `shut` are the spaces that it cannot enter, if not those of the enemy."""
    start, left = state.place[unit], allowance(state, unit)
    lines, shut = ways(state, unit), blocked(state, state.printed.owners[unit]) if shut is None else shut
    may_cross = is_fresh(state, unit)

    def edges(space: int) -> Iterator[tuple[int, int]]:
        far = far_side(state.printed, space)
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
