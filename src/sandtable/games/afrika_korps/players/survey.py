"""A look at the position when a plan is made: who can go where, and what the enemy could do next turn."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.country import Threat, feeding, raid
from sandtable.games.afrika_korps.printed.data import ALLIED, Printed
from sandtable.games.afrika_korps.rules.c04_victory import controlled_ports
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.rules.c05_reach import Reach, reaches
from sandtable.games.afrika_korps.rules.c22_rommel import rommel_must_stay
from sandtable.games.afrika_korps.state import Position, combat_units_on_map, supply_on_map
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Policy

ROMMELS_HEXES = 2
"""22.1: how much further units get in Rommel's company."""
ROMMELS_SPEED = 10
"""The fastest units that can use all of it: he has to keep up with them."""


class Survey:
    """What does not depend on the plan: reaches, and the threat to every hex."""

    def __init__(self, state: Position, side: int, policy: Policy) -> None:
        self.state, self.side, self.policy = state, side, policy
        self.enemy = ENEMY_OF[side]
        printed = self.printed = state.printed
        self.ground = Ground(state, side)
        self.units = combat_units_on_map(state, side)
        self.supply = supply_on_map(state, side)
        self.foes = combat_units_on_map(state, self.enemy) & ~state.cancelled
        self.free = mask_of(unit for unit in ones(self.units | self.supply) if _may_move(state, unit))
        self.ways: dict[int, Reach] = reaches(state, self.free, self.ground)
        self.led: dict[int, Reach] = self._led()
        self.threat = threat_of(state, self.enemy)
        self.best_three = sum(sorted((printed.attack[unit] for unit in ones(self.foes)), reverse=True)[:3])

    def _led(self) -> dict[int, Reach]:
        """22.1: the units in Rommel's hex, and how far they get if he leads them."""
        printed, state = self.printed, self.state
        place = state.place[printed.rommel]
        if printed.side_of[printed.rommel] != self.side or place < 0 or not _may_move(state, printed.rommel):
            return {}
        here = state.stacks[place] & self.free & printed.combat
        slow = mask_of(unit for unit in ones(here) if printed.move[unit] <= ROMMELS_SPEED)
        if not slow or rommel_must_stay(state):
            return {}
        return reaches(state, slow, self.ground, ROMMELS_HEXES)


def _may_move(state: Position, unit: int) -> bool:
    """Has it not set out yet, and may it?"""
    moved = state.spent[unit] or state.road_spent[unit] or (state.stopped | state.frozen) >> unit & 1
    return not moved


def threat_of(state: Position, side: int) -> Threat:
    """What this side could bring against every hex in its next turn: attacks need supply (14.1)."""
    printed = state.printed
    fed = 0
    for unit in ones(supply_on_map(state, side) & ~state.used):
        fed |= feeding(printed, state.place[unit])
    if side == ALLIED or state.turn > 1:
        for port in ones(controlled_ports(state, side)):
            fed |= feeding(printed, port)
    strikes: dict[tuple[int, int], int] = {}
    for unit in ones(combat_units_on_map(state, side) & ~state.cancelled):
        key = state.place[unit], printed.move[unit]
        strikes[key] = strikes.get(key, 0) + printed.attack[unit]
    return Threat((factor, raid(printed, place, move) & fed) for (place, move), factor in strikes.items())


def goals_of(printed: Printed) -> int:
    """4.1, 4.2: both fortresses and both bases."""
    return printed.fortress | 1 << printed.base[0] | 1 << printed.base[1]
