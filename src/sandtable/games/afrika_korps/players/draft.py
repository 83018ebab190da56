"""One plan of the recruit in the making: a copy of the position, in which units stand where the plan wants them.

What goes into it, and in which order, is in `recruit`: garrisons, attacks with their supply (`attacks`), empty
places (`garrisons`), ships, marches, and the supply that follows (`trains`).
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from sandtable.games.afrika_korps.players.country import raid
from sandtable.games.afrika_korps.players.policy import BENGASI, ENEMY_BASE, OWN_BASE, TOBRUCH, Idea
from sandtable.games.afrika_korps.players.survey import Survey
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.state import Position, combat_units_at, put
from sandtable.kernel.bits import ones

STACK = 3
SAFE = 3
"""Against fewer than this many times its own factors a stack is safe enough: 2-1 is a poor attack."""
FAST = 7
"""Units of this speed and more are the mobile ones."""


class Assault(NamedTuple):
    """An attack on one hex: what it is worth, who goes where, and the supply that goes there for it."""

    value: float
    place: int
    others: int
    moves: list[tuple[int, int]]
    supply: tuple[int, int] | None
    column: int


class Draft:
    """Works on a copy of the position, placing units where the plan wants them."""

    def __init__(self, survey: Survey, idea: Idea) -> None:
        self.survey, self.idea = survey, idea
        self.state, self.side, self.printed = survey.state, survey.side, survey.printed
        self.trial: Position = survey.state.copy()
        self.free = survey.free & self.printed.combat
        self.stores = survey.free & self.printed.supply & ~survey.state.used
        self.used = survey.state.used
        self.gain = 0.0
        self.beaten = 0
        self.pinned = 0
        self.moves: list[tuple[int, int, int]] = []
        self.sailing: list[int] = []
        self.victory: Assault | None = None
        self.leader_free = bool(survey.led)
        self.held = [survey.ground.closed] * (STACK + 1)  # by n: hexes with at least n units that stay there
        for unit in ones(survey.units & ~self.free):
            self.settle(survey.state.place[unit])

    def with_idea(self, idea: Idea) -> Draft:
        """The same plan so far, to go on with another idea."""
        other = copy(self)
        other.idea = idea
        other.trial = self.trial.copy()
        other.moves, other.sailing, other.held = [*self.moves], [*self.sailing], [*self.held]
        return other

    def settle(self, place: int) -> None:
        held, bit = self.held, 1 << place
        for number in range(STACK, 1, -1):
            held[number] |= held[number - 1] & bit
        held[1] |= bit

    def room(self, number: int) -> int:
        """The hexes that can take this many more units."""
        return ~self.held[STACK + 1 - number]

    def send(self, unit: int, place: int, led: int = 0) -> None:
        self.free &= ~(1 << unit)
        if place != self.state.place[unit]:
            put(self.trial, unit, place)
            self.moves.append((unit, place, led))
        self.settle(place)

    def ends(self, unit: int) -> int:
        """Where a unit can end its move, its own hex included."""
        here = 1 << self.state.place[unit]
        return self.survey.ways[unit].ends | here if self.survey.free >> unit & 1 else here

    def can_reach(self, unit: int, place: int) -> bool:
        """Can a unit end its move there? Most are too far away, which is known without a search."""
        near = raid(self.printed, self.state.place[unit], self.printed.move[unit])
        return bool(near >> place & 1 and self.ends(unit) >> place & 1)

    def defense_at(self, place: int) -> int:
        """The factors of those who stay in a hex, as the ground makes them."""
        stay = combat_units_at(self.trial, place, self.side) & ~self.free
        return sum(defense_factor(self.printed, unit, place) for unit in ones(stay))

    def worth_of(self, place: int) -> float:
        """What it is worth to hold a hex."""
        printed, objectives = self.printed, self.survey.policy.objectives
        names = {
            printed.tobruch: TOBRUCH,
            printed.bengasi: BENGASI,
            printed.base[self.side]: OWN_BASE,
            printed.base[self.survey.enemy]: ENEMY_BASE,
        }
        return objectives[names[place]] if place in names else 0.0

    def room_at(self, place: int) -> int:
        return STACK - sum(self.held[number] >> place & 1 for number in range(1, STACK + 1))

    def as_fighter(self, unit: int) -> tuple[int, int, int]:
        """For sorting: the weakest and slowest first."""
        return self.printed.attack[unit], self.printed.move[unit], unit
