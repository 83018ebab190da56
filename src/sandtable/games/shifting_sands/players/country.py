"""The lie of the land: how far everything is for a kind of unit, and how strongly goals draw it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c09_reach import far_side
from sandtable.games.shifting_sands.rules.c10_regions import opened
from sandtable.kernel.bits import ones

FAR = 60
"""Further than any two places of the map; also what cannot be reached at all."""
LONG_WAY = 3
"""10.21: the way between Khartoum and Aswan takes a whole move."""
FADING = 0.74
"""How much less a goal draws with every space."""
DRAW = tuple(FADING**steps for steps in range(FAR))
THEATRES = {"Libya": 0, "Egypt": 0, "Chad": 0, "East Africa": 1, "Near East": 2, "Algeria-Tunisia": 3}
"""The fronts of the war, by region."""
FRONTS = 4


@lru_cache(maxsize=4)
def theatre_of(printed: Printed) -> tuple[int, ...]:
    """By space the front to which it belongs; -1 of the boxes beside the map."""
    return tuple(THEATRES.get(space.region, -1) for space in printed.spaces)


@lru_cache(maxsize=1 << 12)
def lengths(printed: Printed, mover: int, events: int, goal: int) -> tuple[int, ...]:
    """By space how many spaces it is to a goal, for a class of units, after these events."""
    lines = opened(printed, mover, events)[1]
    far = [FAR] * len(lines)
    far[goal] = 0
    rings: list[list[int]] = [[goal]] + [[] for _ in range(FAR + LONG_WAY)]
    for steps, ring in enumerate(rings):
        for space in ring:
            if far[space] != steps or steps + LONG_WAY >= FAR:
                continue
            crossing = far_side(printed, space)
            for other in ones(lines[space]):
                then = steps + (LONG_WAY if crossing >> other & 1 else 1)
                if then < far[other]:
                    far[other] = then
                    rings[then].append(other)
    return tuple(far)


Goals = tuple[tuple[int, float], ...]
"""Spaces, and how strongly each draws."""


@lru_cache(maxsize=1 << 8)
def attraction(printed: Printed, mover: int, events: int, goals: Goals) -> tuple[float, ...]:
    """By space how strongly the goals draw a unit of this class there."""
    found = [0.0] * len(printed.spaces)
    for goal, weight in goals:
        for space, steps in enumerate(lengths(printed, mover, events, goal)):
            if steps < FAR:
                found[space] += weight * DRAW[steps]
    return tuple(found)
