"""6.3, 6.4: the odds of a battle, step by step as the planner shows them."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.bits import ones
from twocoasts.rules.c07_supply import unsupplied
from twocoasts.state import Coasts, units_in


@dataclass(frozen=True, slots=True)
class Shift:
    """6.4: columns to the right (or, below zero, to the left), by a clause."""

    why: str
    columns: int
    rule: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What makes the column of a battle."""

    attack: int
    defence: int
    fort: int
    dug: int
    """How much the works in the place and those dug by the units add to the defence."""
    shifts: tuple[Shift, ...]
    column: int


def strength(state: Coasts, units: int) -> int:
    return sum(state.printed.kinds[unit].strength for unit in ones(units))


def odds(state: Coasts, side: int, place: int) -> Odds:
    """6.3: the attackers against whoever is in the place; the ratio in the attacker's disfavour."""
    units = units_in(state, 1 - side, place)
    fort = state.printed.map.places[place].marks.get("fort", 0)
    dug = (units & state.dug).bit_count()
    attack, defence = strength(state, state.attackers), strength(state, units) + fort + dug
    shifts = tuple(shift for shift in _shifts(state, side, place) if shift.columns)
    start = attack // defence if attack >= defence else 0
    last = len(state.printed.odds) - 1
    column = max(0, min(last, start + sum(shift.columns for shift in shifts)))
    return Odds(attack, defence, fort, dug, shifts, column)


def _shifts(state: Coasts, side: int, place: int) -> list[Shift]:
    rivers = state.printed.map.rivers
    over = bool(state.attackers) and all((state.where[u], place) in rivers for u in ones(state.attackers))
    hungry = bool(state.attackers & unsupplied(state, side))
    starving = bool(units_in(state, 1 - side, place) & unsupplied(state, 1 - side))
    return [
        Shift("over the river", -over, "6.4"),
        Shift("attackers out of supply", -hungry, "7.2"),
        Shift("defenders out of supply", int(starving), "7.2"),
        Shift("the attacker's fire", state.fires[side], "6.4"),
        Shift("the defender's fire", -state.fires[1 - side], "6.4"),
    ]
