"""The country as a soldier sees it: how long a march is, and how far a column strikes in one turn.

None of this depends on where units are, so that it is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.boards.floods import within
from sandtable.boards.hexes import HexBoard
from sandtable.games.afrika_korps.printed.data import Printed

SUPPLY_SPEED = 10
PLANES = 8
"""Enough binary digits for the attack factors of a whole army."""

CLIFF = 6
"""What an escarpment off the road adds to a march, in half hexes: whoever climbs it stops for the day."""


@cache
def roads(printed: Printed) -> tuple[HexBoard, tuple[object, ...]]:
    """The board, and its hexsides with a road, as `spread_over` takes them."""
    return printed.board, printed.board.openings(printed.road)


@cache
def march(printed: Printed, goal: int) -> tuple[int, ...]:
    """The hexes by the length of the march to this one, in half hexes of desert: a hex of road counts for one."""
    board, openings = roads(printed)
    cliffs = printed.escarpment & ~printed.road_escarpment
    rings, left = [1 << goal], board.all & ~(1 << goal)
    while left and any(rings[-2 - CLIFF :]):
        by_road = board.spread_over(openings, rings[-1])  # type: ignore[arg-type]
        desert = board.spread(rings[-2]) & ~cliffs if len(rings) > 1 else 0
        climbing = board.spread(rings[-2 - CLIFF]) if len(rings) > 1 + CLIFF else 0
        ring = (by_road | desert | climbing) & left
        left ^= ring
        rings.append(ring)
    return tuple(rings)


@cache
def march_lengths(printed: Printed, goal: int) -> tuple[int, ...]:
    """For each hex the length of the march from there to this one."""
    lengths = [999] * printed.board.size
    for length, ring in enumerate(march(printed, goal)):
        while ring:
            place = ring.bit_length() - 1
            lengths[place] = length
            ring ^= 1 << place
    return tuple(lengths)


@cache
def ball(printed: Printed, place: int, steps: int) -> int:
    """The hexes within this many steps."""
    return within(printed.board, 1 << place, printed.board.all, steps)


@cache
def raid(printed: Printed, place: int, move: int) -> int:
    """The hexes a unit of this speed could come next to in one turn, if nobody stood in its way."""
    board = printed.board
    stops = printed.escarpment & ~printed.road_escarpment
    reached = fresh = _along(printed, 1 << place)
    for _ in range(move):
        fresh = _along(printed, board.spread(fresh & ~stops) & ~reached)
        reached |= fresh
    reached &= ball(printed, place, move + printed.road_bonus)
    return board.spread(reached) | reached


@cache
def feeding(printed: Printed, place: int) -> int:
    """The hexes that supply from here could support an attack on next turn (14.2)."""
    return within(printed.board, raid(printed, place, SUPPLY_SPEED), printed.board.all, printed.attack_range)


def _along(printed: Printed, hexes: int) -> int:
    """These hexes, and those up to ten hexes further along the road."""
    board, openings = roads(printed)
    fresh = hexes & printed.road_hexes
    for _ in range(printed.road_bonus):
        fresh = board.spread_over(openings, fresh) & ~hexes  # type: ignore[arg-type]
        if not fresh:
            break
        hexes |= fresh
    return hexes


class Threat:
    """For every hex the attack factors that could be brought against it: one bit set for each binary digit."""

    __slots__ = ("planes",)

    def __init__(self, strikes: Iterable[tuple[int, int]]) -> None:
        """Pairs of an attack factor and the hexes it can be brought against."""
        planes = [0] * PLANES
        for factor, hexes in strikes:
            carry = [hexes if factor >> digit & 1 else 0 for digit in range(PLANES)]
            over = 0
            for digit in range(PLANES):
                a, b = planes[digit], carry[digit]
                planes[digit] = a ^ b ^ over
                over = a & b | over & (a ^ b)
        self.planes = planes

    def at(self, place: int) -> int:
        """The factors that could be brought against this hex."""
        return sum((plane >> place & 1) << digit for digit, plane in enumerate(self.planes))

    def at_least(self, factor: int) -> int:
        """The hexes against which this much could be brought, or more."""
        if factor >= 1 << PLANES:
            return 0
        more, equal = 0, -1
        for digit in range(PLANES - 1, -1, -1):
            plane = self.planes[digit]
            if factor >> digit & 1:
                equal &= plane
            else:
                more |= equal & plane
                equal &= ~plane
        return more | equal
