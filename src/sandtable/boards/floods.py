"""Growing sets over a board: what can be reached, in how many steps or at which price, and along which path.

Starts, goals and results are bit sets. A line runs through `free` places only; its start is exempt and always
counts as reached. Goals are not exempt: pass ``free | goals`` if the last place need not be free.

Where entering costs more here than there, `prices` take the place of `free`: pairs of a price, 1 or more, and the
places that it costs so much to enter; whatever has no price cannot be entered. ``by_scale(board, free)`` are the
prices of a distance over sheets of different scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import maxsize
from typing import Protocol

from sandtable.kernel.bits import first

Prices = Sequence[tuple[int, int]]


class Board(Protocol):
    """A map under one noun: one grid, several sheets joined, or spaces and links. Floods and reach need no more.

    `scales`: the places of each scale, as prices.
    """

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def all(self) -> int: ...

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def adjacent(self) -> tuple[int, ...]: ...

    @property
    def scales(self) -> tuple[tuple[int, int], ...]: ...

    def spread(self, mask: int) -> int: ...


def flood(board: Board, start: int, free: int) -> int:
    """Every place reachable from a start, the start included."""
    return within(board, start, free, maxsize)


def within(board: Board, start: int, free: int, steps: int) -> int:
    """Every place reachable in at most this many steps, the start included."""
    spread = board.spread
    left = free & ~start
    reached = fresh = start
    while steps > 0 and fresh:
        # Only the newest ring can reach anything new.
        fresh = spread(fresh) & left
        left ^= fresh
        reached |= fresh
        steps -= 1
    return reached


def connected(board: Board, a: int, b: int, free: int) -> bool:
    """Whether a line through free places leads from a member of a to a member of b."""
    spread = board.spread
    left = free & ~a
    fresh = a
    while fresh:
        if fresh & b:
            return True
        fresh = spread(fresh) & left
        left ^= fresh
    return False


def layers(board: Board, start: int, free: int, limit: int = maxsize) -> list[int]:
    """The places at distance 0, 1, 2 ... from the start, up to the limit or the last layer that is not empty."""
    spread = board.spread
    left = free & ~start
    rings = [start]
    while len(rings) <= limit:
        fresh = spread(rings[-1]) & left
        if not fresh:
            break
        left ^= fresh
        rings.append(fresh)
    return rings


def steps_between(board: Board, start: int, goals: int, free: int) -> int | None:
    """The fewest steps from a start to a goal, or None."""
    rings = _rings_until(board, start, goals & (free | start), free)
    return len(rings) - 1 if rings else None


def shortest_path(board: Board, start: int, goals: int, free: int) -> list[int] | None:
    """The numbers along a shortest line, ends included, or None; of equally short lines, that with the lowest."""
    # Rings grow from the goals, so that the walk back along them meets its choices in the order of travel.
    rings = _rings_until(board, goals & (free | start), start, free)
    if not rings:
        return None
    path = [first(rings[-1] & start)]
    for ring in reversed(rings[:-1]):
        path.append(first(board.adjacent[path[-1]] & ring))
    return path


def by_scale(board: Board, free: int) -> Prices:
    """Every free place at the price of its scale."""
    return [(scale, places & free) for scale, places in board.scales]


def priced(board: Board, start: int, prices: Prices, budget: int = maxsize, stops: int = 0) -> list[int]:
    """The places that it costs 0, 1, 2 ... to reach, up to the budget or the last that can be reached.

    `stops`: places that may be entered but not left again; the start may be left.
    """
    rings = _price_rings(board, start, 0, prices, budget, stops)
    while not rings[-1] and len(rings) > 1:
        rings.pop()
    return rings


def affordable(board: Board, start: int, prices: Prices, budget: int, stops: int = 0) -> int:
    """Every place that can be reached within the budget, the start included."""
    reached = 0
    for ring in priced(board, start, prices, budget, stops):
        reached |= ring
    return reached


def price_between(board: Board, start: int, goals: int, prices: Prices, stops: int = 0) -> int | None:
    """The least it costs to reach a goal, or None."""
    rings = _price_rings(board, start, goals, prices, maxsize, stops)
    return len(rings) - 1 if rings[-1] & goals else None


def priced_path(board: Board, start: int, goals: int, prices: Prices, stops: int = 0) -> list[int] | None:
    """The numbers along a cheapest line, ends included, or None; of equal lines, the lowest seen from the goal."""
    rings = _price_rings(board, start, goals, prices, maxsize, stops)
    if not rings[-1] & goals:
        return None
    path, spent = [first(rings[-1] & goals)], len(rings) - 1
    while spent:
        spent, before = _step_back(board, rings, spent, path[-1], prices, stops & ~start)
        path.append(before)
    path.reverse()
    return path


def _price_rings(board: Board, start: int, goals: int, prices: Prices, budget: int, stops: int) -> list[int]:
    """The places by what it costs to reach them, to the first that hold a goal; the last may be empty."""
    dearest, left = 1, 0
    for price, places in prices:
        if price < 1:
            raise ValueError(f"entering a place costs at least 1, but this price is {price}")
        dearest, left = max(dearest, price), left | places
    left &= ~start
    rings, grown = [start], [board.spread(start) & left]
    # What has been grown is entered at its price, so the last few sets may still hold something to come.
    while len(rings) <= budget and not rings[-1] & goals and any(grown[-dearest:]):
        ring = 0
        for price, places in prices:
            if price <= len(rings):
                ring |= grown[-price] & places
        ring &= left
        left ^= ring
        rings.append(ring)
        grown.append(board.spread(ring & ~stops) & left if ring else 0)
    return rings


def _step_back(
    board: Board, rings: list[int], spent: int, place: int, prices: Prices, stops: int
) -> tuple[int, int]:
    """What had been spent before this place was entered so cheaply, and where."""
    for price, places in prices:
        if price <= spent and places >> place & 1:
            before = rings[spent - price] & board.adjacent[place] & ~stops
            if before:
                return spent - price, first(before)
    raise AssertionError("whatever was reached was entered from somewhere")


def _rings_until(board: Board, start: int, goals: int, free: int) -> list[int]:
    """The layers from the start to the first that holds a goal (goals are exempt); empty if none does."""
    spread = board.spread
    left = (free | goals) & ~start
    rings = [start]
    while not rings[-1] & goals:
        fresh = spread(rings[-1]) & left
        if not fresh:
            return []
        left ^= fresh
        rings.append(fresh)
    return rings
