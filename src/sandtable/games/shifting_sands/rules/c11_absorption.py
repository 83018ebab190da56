"""11.43, 11.44: how much of a loss number a force can absorb.

The question is asked of a force in the abstract, so that the answers can be remembered: what a step of each unit
absorbs, how many steps it has, and which pools of battlegroups could replace it; and what those pools have left in
the Reserve box.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.games.shifting_sands.printed.counters import Unit
from sandtable.games.shifting_sands.printed.data import AXIS, Printed
from sandtable.games.shifting_sands.state import Theatre, face, has_option, units_at
from sandtable.kernel.bits import bit, first, ones

STEPS = 2
"""2.22: a unit is full or reduced."""


class Bearer(NamedTuple):
    """A unit that can take losses."""

    loss: int
    steps: int
    pools: tuple[str, ...]
    """11.44: the pools from which it is replaced."""


class Pool(NamedTuple):
    """Battlegroups of one kind in the Reserve box."""

    name: str
    loss: int
    full: int
    reduced: int


Force = tuple[Bearer, ...]
"""Sorted, so that forces that are alike are equal."""
Reserve = tuple[Pool, ...]


class Best(NamedTuple):
    """11.43: the most that can be absorbed, and the fewest steps that do it, below zero so that more is better."""

    total: int
    steps: int


@lru_cache(maxsize=1 << 14)
def best(force: Force, reserve: Reserve, number: int) -> Best:
    """11.43: as close to the number as possible, without exceeding it."""
    found = Best(0, 0)
    for bearer in dict.fromkeys(force):
        if bearer.loss <= number:
            for left, remaining in after_step(force, reserve, bearer):
                then = best(left, remaining, number - bearer.loss)
                found = max(found, Best(bearer.loss + then.total, then.steps - 1))
    return found


@lru_cache(maxsize=1 << 12)
def next_bearers(force: Force, reserve: Reserve, number: int) -> frozenset[Bearer]:
    """11.43: those of which one can lose the next step so that as much as possible of the number is absorbed."""
    most = best(force, reserve, number).total
    return frozenset(bearer for bearer in force if most and _reaches(force, reserve, number, bearer, most))


def _reaches(force: Force, reserve: Reserve, number: int, bearer: Bearer, most: int) -> bool:
    """Can this total be absorbed if this unit loses the next step?"""
    left = number - bearer.loss
    return left >= 0 and any(
        bearer.loss + best(*remains, left).total == most for remains in after_step(force, reserve, bearer)
    )


def after_step(force: Force, reserve: Reserve, bearer: Bearer) -> Iterator[tuple[Force, Reserve]]:
    """What is left when this unit has lost a step, for each battlegroup that may replace it."""
    others = list(force)
    others.remove(bearer)
    if bearer.steps > 1:
        yield _sorted(others, bearer._replace(steps=bearer.steps - 1)), reserve
        return
    choices = [pool for pool in reserve if pool.name in bearer.pools and pool.full] or [
        pool for pool in reserve if pool.name in bearer.pools and pool.reduced
    ]
    for pool in choices:
        used = pool._replace(full=pool.full - 1) if pool.full else pool._replace(reduced=pool.reduced - 1)
        rest = tuple(used if each is pool else each for each in reserve)
        yield _sorted(others, Bearer(pool.loss, STEPS if pool.full else 1, ())), rest
    if not choices:
        yield tuple(others), reserve


def _sorted(others: list[Bearer], one: Bearer) -> Force:
    return tuple(sorted([*others, one]))


# From the position


def bearer_of(state: Theatre, unit: int) -> Bearer:
    reduced = state.reduced >> unit & 1
    return Bearer(face(state, unit).loss, STEPS - reduced, replacing_pools(state, unit))


def force_of(state: Theatre, units: int) -> Force:
    return tuple(sorted(bearer_of(state, unit) for unit in ones(units)))


def reserve_of(state: Theatre, force: Force, taken: int = 0) -> Reserve:
    """What the Reserve boxes hold of the pools that could replace units of this force, without those taken."""
    names = dict.fromkeys(name for bearer in force for name in bearer.pools)
    return tuple(_pool(state, name, taken) for name in names)


def _pool(state: Theatre, name: str, taken: int) -> Pool:
    members = state.printed.pools[name]
    box = reserve_box(state.printed, state.printed.owners[first(members)])
    held = members & state.stacks.get(box, 0) & ~taken
    reduced = (held & state.reduced).bit_count()
    return Pool(name, face(state, first(members)).loss, held.bit_count() - reduced, reduced)


def reserve_box(printed: Printed, side: int) -> int:
    return printed.number["axis_reserve" if side == AXIS else "allied_reserve"]


# 11.44: who replaces whom


def replacing_pools(state: Theatre, unit: int) -> tuple[str, ...]:
    """11.44, 11.442, 11.45, 19.5: the pools whose battlegroups may replace a division."""
    return _replacing_pools(state.printed, unit, has_option(state, "19.5"))


@lru_cache(maxsize=1 << 10)
def _replacing_pools(printed: Printed, unit: int, corseting: bool) -> tuple[str, ...]:
    division = printed.units[unit]
    if not division.division:
        return ()
    groups = [printed.units[first(members)] for members in printed.pools.values()]
    return tuple(group.pool for group in groups if group.pool and _may_replace(group, division, corseting))


def _may_replace(group: Unit, division: Unit, corseting: bool) -> bool:
    if group.side != division.side:
        return False
    if corseting and division.nation == "IT" and group.nation in ("IT", "GE") and not group.armour:
        return True
    nations = ("IND", "BR") if division.nation == "IND" else (division.nation,)
    return group.nation in nations and group.armour == division.armour


def substitutes(state: Theatre, division: int) -> int:
    """11.44: the battlegroups in the Reserve box that may replace a division: full ones first."""
    printed, found = state.printed, 0
    for name in replacing_pools(state, division):
        found |= printed.pools[name]
    side = printed.owners[division]
    found &= units_at(state, reserve_box(printed, side), side)
    return found & ~state.reduced or found


def survives_step(state: Theatre, unit: int) -> bool:
    """11.44, 11.53: would a unit, or the battlegroup that replaces it, be there after one more step?"""
    return not state.reduced & bit(unit) or bool(substitutes(state, unit))
