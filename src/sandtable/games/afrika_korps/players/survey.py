"""A look at the position when a plan is made: who can go where, and what the enemy could do next turn."""

from __future__ import annotations

from sandtable.boards.floods import within
from sandtable.games.afrika_korps.players.country import Threat, feeding, raid
from sandtable.games.afrika_korps.players.odds import worth
from sandtable.games.afrika_korps.printed.data import ALLIED, Printed
from sandtable.games.afrika_korps.rules.c04_victory import controlled_ports
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.rules.c05_reach import Reach, reaches
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c22_rommel import rommel_must_stay
from sandtable.games.afrika_korps.rules.c24_isolation import supplied_hexes
from sandtable.games.afrika_korps.state import (
    OFF,
    Position,
    combat_units_at,
    combat_units_on_map,
    put,
    supply_on_map,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Policy

ROMMELS_HEXES = 2
"""22.1: how much further units get in Rommel's company."""
ROMMELS_SPEED = 10
"""The fastest units that can use all of it: Rommel has to keep up with them."""


WALK = 5
"""So near to an enemy supply does not go alone."""
MOST_NEIGHBOURS = 2
"""How many other enemies an attack may have to reckon with."""


class Ways(dict[int, Reach]):
    """By unit where it can go, found out when first asked, together with the others in its hex."""

    def __init__(self, state: Position, units: int, ground: Ground) -> None:
        self._state, self._units, self._ground = state, units, ground

    def __missing__(self, unit: int) -> Reach:
        mates = self._state.stacks[self._state.place[unit]] & self._units
        self.update(reaches(self._state, mates, self._ground))
        return self[unit]


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
        self.ways = Ways(state, self.free, self.ground)
        self.led: dict[int, Reach] = self._led()
        self.threat = threat_of(state, self.enemy)
        self.in_danger = self.threat.at_least(1) & state.occupied[side]
        self.prowled = prowled_by(state, self.enemy)
        self.fed = supplied_hexes(state, side)
        board = printed.board
        self.near_enemies = within(board, state.occupied[self.enemy], board.all, WALK)
        self._near: dict[int, list[int]] = {}
        self._starved: dict[int, float] = {}
        self._resistance: dict[int, tuple[int, float]] = {}
        self._approaches: dict[int, list[tuple[int, int]]] = {}
        self.best_three = sum(sorted((printed.attack[unit] for unit in ones(self.foes)), reverse=True)[:3])

    def near(self, place: int) -> list[int]:
        """The units that can come next to this hex, the strongest first."""
        if place not in self._near:
            around, state, attack = self.printed.board.adjacent[place], self.state, self.printed.attack
            able = [
                unit
                for unit in ones(self.free & self.printed.combat)
                if raid(self.printed, state.place[unit], self.printed.move[unit]) >> place & 1
                and (self.ways[unit].ends | 1 << state.place[unit]) & around
            ]
            self._near[place] = sorted(able, key=lambda unit: (-attack[unit], -self.printed.move[unit], unit))
        return self._near[place]

    def starved_without(self, spent: int) -> float:
        """24.1: what the units are worth that would be cut off without these supply units."""
        spent &= self.supply
        if spent not in self._starved:
            left = self.state.copy()
            for unit in ones(spent):
                put(left, unit, OFF)
            hungry = self.state.occupied[self.side] & self.fed & ~supplied_hexes(left, self.side)
            units = [unit for place in ones(hungry) for unit in ones(combat_units_at(left, place, self.side))]
            self._starved[spent] = sum(worth(self.printed, unit) for unit in units)
        return self._starved[spent]

    def resistance(self, place: int) -> tuple[int, float]:
        """The factors of the enemies in a hex, as the ground makes them, and what they are worth."""
        if place not in self._resistance:
            units = combat_units_at(self.state, place, self.enemy)
            factors = sum(defense_factor(self.printed, unit, place) for unit in ones(units))
            self._resistance[place] = factors, sum(worth(self.printed, unit) for unit in ones(units))
        return self._resistance[place]

    def approaches(self, place: int) -> list[tuple[int, int]]:
        """The hexes to attack this one from, by which other enemies they are beside: none first, at most two."""
        if place not in self._approaches:
            board, others = self.printed.board, self.ground.holders & ~(1 << place)
            beside: dict[int, int] = {0: 0}
            fortress = self.printed.fortress
            for spot in ones(board.adjacent[place] & ~self.ground.closed):
                touched = 0 if fortress >> spot & 1 else board.adjacent[spot] & others
                beside[touched] = beside.get(touched, 0) | 1 << spot
            groups = {*beside, *(a | b for a in beside for b in beside)}
            self._approaches[place] = [
                (group, sum(spots for touched, spots in beside.items() if not touched & ~group))
                for group in sorted(groups, key=int.bit_count)
                if group.bit_count() <= MOST_NEIGHBOURS
            ]
        return self._approaches[place]

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


def prowled_by(state: Position, side: int) -> int:
    """The hexes this side's combat units could come next to in its next turn: there lone supply is taken."""
    printed, hexes = state.printed, 0
    for unit in ones(combat_units_on_map(state, side) & ~state.cancelled):
        hexes |= raid(printed, state.place[unit], printed.move[unit])
    return hexes


def goals_of(printed: Printed) -> int:
    """4.1, 4.2: both fortresses and both bases."""
    return printed.fortress | 1 << printed.base[0] | 1 << printed.base[1]
