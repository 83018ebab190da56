"""Where the survivors of an overrun can go (11.47, 11.471, 11.473)."""

from __future__ import annotations

from itertools import permutations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS
from tests.games.shifting_sands.models.losses import complete, lose_step
from tests.games.shifting_sands.models.position import Position, factors, put, seen, units_in
from tests.games.shifting_sands.models.regions import ways
from tests.games.shifting_sands.models.stacking import fits
from tests.games.shifting_sands.models.supply import sources

Outcome = tuple[tuple[str, str, bool], ...]
NAMED = {ALLIED: ("alexandria", "cairo"), AXIS: ("el_agheila", "tarhuna")}


def step_losses(position: Position, space: str, side: str, number: int) -> set[Outcome]:
    """11.47, 11.473 and the rulings: what an overrun costs before the survivors are moved.

    Italians without heart go at once, and their steps count. Then each unit loses a step, unless the number takes
    more steps than that, however few its owner needs.
    """
    stack = units_in(position, space, side)
    with_germans = any(board.units()[unit].nation == "GE" for unit in stack)
    for unit in stack:
        if _has_no_heart(position, unit) and not with_germans:
            number -= factors(position, unit)[1] * (1 if unit in position.reduced else 2)
            position = put(position, unit, board.ELIMINATED)
    left = frozenset(units_in(position, space, side))
    attempts = complete(position, left, max(number, 0))
    if min(attempt.steps for attempt in attempts) > len(left):
        return {seen(attempt.after) for attempt in attempts}
    return {seen(after) for order in permutations(sorted(left)) for after in _all_lose(position, order)}


def _all_lose(position: Position, order: tuple[str, ...]) -> list[Position]:
    found = [position]
    for unit in order:
        found = [after for now in found for after, _ in lose_step(now, frozenset({unit}), unit)]
    return found


def displacements(position: Position, space: str, side: str, with_germans: bool) -> set[Outcome]:
    """Every position that can follow when the survivors in a space are moved, given up or lost.

    `with_germans` says whether a GE unit was in the space when it was overrun.
    """
    for unit in units_in(position, space, side):
        if _has_no_heart(position, unit) and not with_germans:
            position = put(position, unit, board.ELIMINATED)
    return {seen(after) for after in _each(position, space, frozenset(units_in(position, space, side)))}


def _has_no_heart(position: Position, unit: str) -> bool:
    """11.473: an Italian infantry division after Poor Morale."""
    counter = board.units()[unit]
    infantry = counter.nation == "IT" and counter.is_division and not counter.is_armour
    return infantry and "poor_morale" in position.events


def _each(position: Position, space: str, units: frozenset[str]) -> list[Position]:
    """The units leave in any order."""
    if not units:
        return [position]
    found = {}
    for unit in units:
        for place in _places(position, unit, space):
            for after in _each(put(position, unit, place), space, units - {unit}):
                found[seen(after)] = after
    return list(found.values())


def _places(position: Position, unit: str, space: str) -> list[str]:
    """Where one unit can go: a destination, or the Replaceable box; without one a division is gone for good."""
    counter = board.units()[unit]
    box = board.REPLACEABLE[counter.side]
    ends = destinations(position, unit, space)
    if not ends:
        return [board.ELIMINATED if counter.is_division else box]
    return [*sorted(ends), box]


def destinations(position: Position, unit: str, space: str) -> set[str]:
    """11.47: the two named spaces, and the nearest source, as far as they can be reached and have room."""
    far = {
        end: way
        for end, way in _land_ways(position, unit, space).items()
        if end != space and fits(position, unit, end)
    }
    named = {end for end in NAMED[board.units()[unit].side] if end in far}
    feeding = {end for end in sources(position, unit) if end in far}
    nearest = min((far[end] for end in feeding), default=0)
    return named | {end for end in feeding if far[end] == nearest}


def _land_ways(position: Position, unit: str, space: str) -> dict[str, int]:
    """11.471: how far the spaces are that a unit can reach over spaces of its own side."""
    side = board.units()[unit].side
    far = {space: 0}
    waiting = [space]
    while waiting:
        here = waiting.pop(0)
        for there in ways(position, unit, here):
            if there not in far and position.control[there] == side:
                far[there] = far[here] + 1
                waiting.append(there)
    return far
