"""Which units lose which steps (11.42 to 11.45, 19.5), by trying every order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.position import Position, Seen, factors, put, seen
from tests.games.shifting_sands.models.readings import TAKEN

# 11.44, 11.442, 11.45: by the nation of a division the nations of battlegroups that may take its place.
REPLACED_BY = {"IND": ("IND", "BR")}


def outcomes(position: Position, units: frozenset[str], number: int) -> set[Seen]:
    """Every position that can follow when some units take a loss number: the totals are as high as can be."""
    return {seen(attempt.after) for attempt in complete(position, units, number)}


@dataclass(frozen=True)
class Attempt:
    """Some steps that units have lost: what is left of the units and of the number, and how many steps it took."""

    after: Position
    alive: frozenset[str]
    left: int
    steps: int


def complete(position: Position, units: frozenset[str], number: int) -> list[Attempt]:
    """11.43: every way to lose as much as possible but no more than the number."""
    found: dict[object, Attempt] = {}
    waiting = [Attempt(position, units, number, 0)]
    while waiting:
        now = waiting.pop()
        key = (seen(now.after), _kinds(now.after, now.alive), now.left, now.steps)
        if key in found:
            continue
        found[key] = now
        for unit in _unlike(now.after, now.alive):
            loss = factors(now.after, unit)[1]
            if loss <= now.left:
                for after, alive in lose_step(now.after, now.alive, unit):
                    waiting.append(Attempt(after, alive, now.left - loss, now.steps + 1))
    least = min(attempt.left for attempt in found.values())
    return [attempt for attempt in found.values() if attempt.left == least]


def lose_step(position: Position, units: frozenset[str], unit: str) -> list[tuple[Position, frozenset[str]]]:
    """11.42: a unit is reduced; a reduced one is eliminated, and if it is a division replaced (11.44)."""
    counter, here = board.units()[unit], position.place[unit]
    if unit not in position.reduced:
        return [(replace(position, reduced=position.reduced | {unit}), units)]
    if not counter.is_division:
        return [(put(position, unit, board.REPLACEABLE[counter.side]), units - {unit})]
    able = replacements(position, unit)
    if not able:
        return [(put(position, unit, board.ELIMINATED), units - {unit})]
    gone = put(position, unit, board.REPLACEABLE[counter.side])
    return [(put(gone, other, here), units - {unit} | {other}) for other in able]


def replacements(position: Position, division: str) -> list[str]:
    """11.44: the battlegroups that may replace a division: full ones if there are any."""
    counter = board.units()[division]
    waiting = [unit for unit, place in position.place.items() if place == board.RESERVE[counter.side]]
    able = [unit for unit in waiting if _suits(position, counter, board.units()[unit])]
    full = [unit for unit in able if unit not in position.reduced]
    if "19.5" in position.options and counter.nation == "IT" and not TAKEN.corseting_prefers_full_strength:
        full = []
    return _unlike(position, frozenset(full or able))


def _suits(position: Position, division: board.Unit, other: board.Unit) -> bool:
    if other.is_division or (other.id in ("br_lrdg", "ge_ramcke") and not TAKEN.named_battlegroups_replace):
        return False
    same = other.nation in REPLACED_BY.get(division.nation, (division.nation,))
    if same and other.is_armour == division.is_armour:
        return True
    corset = division.nation == "IT" and other.nation in ("IT", "GE") and not other.is_armour
    return corset and "19.5" in position.options


def _unlike(position: Position, units: frozenset[str]) -> list[str]:
    """Of units that cannot be told apart, one."""
    kinds = {(board.kind(unit), position.place[unit], unit in position.reduced): unit for unit in sorted(units)}
    return list(kinds.values())


def _kinds(position: Position, units: frozenset[str]) -> tuple[tuple[str, str, bool], ...]:
    return tuple(sorted((board.kind(unit), position.place[unit], unit in position.reduced) for unit in units))
