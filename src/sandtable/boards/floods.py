"""Growing sets over a board: what can be reached, in how many steps, and along which path.

Starts, goals and results are bit sets. A line runs through `free` places only; its start is exempt and always
counts as reached. Goals are not exempt: pass ``free | goals`` if the last place need not be free.
"""

from __future__ import annotations

from sys import maxsize
from typing import Protocol

from sandtable.kernel.bits import first


class Board(Protocol):
    """What a flood needs: hex boards and point-to-point graphs both have it."""

    @property
    def adjacent(self) -> tuple[int, ...]: ...

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
    """The numbers along a shortest line, ends included, or None; among equal lines, the one with the lowest."""
    # Rings grow from the goals, so that the walk back along them meets its choices in the order of travel.
    rings = _rings_until(board, goals & (free | start), start, free)
    if not rings:
        return None
    path = [first(rings[-1] & start)]
    for ring in reversed(rings[:-1]):
        path.append(first(board.adjacent[path[-1]] & ring))
    return path


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
