"""The conscript's plan for a turn's movement: garrisons, attacks with their supply, the advance of the rest."""

from __future__ import annotations

from sandtable.boards.floods import layers
from sandtable.games.afrika_korps.printed.data import ALLIED, OVER_SIX_TO_ONE, odds_column
from sandtable.games.afrika_korps.rules.c04_victory import controlled_ports
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.rules.c08_contact import neighbours_of
from sandtable.games.afrika_korps.rules.c09_automatic_victory import hexes_that_feed
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.state import (
    Position,
    combat_units_at,
    combat_units_on_map,
    hexes_of,
    put,
    supply_on_map,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

GOOD_ODDS = 7  # the column of 3-1
FAR = 999

Move = tuple[int, int]
"""A unit and the hex it should go to."""


def plan_moves(state: Position) -> list[Move]:
    """Where units should go this turn, in the order in which they should move."""
    return Planner(state).moves()


def can_spend_supply(state: Position) -> bool:
    """24.5: the Axis does not use up its last supply; the Allies receive theirs every turn if they have a port."""
    side = state.active
    if side == ALLIED and controlled_ports(state, side):
        return True
    return supply_on_map(state, side).bit_count() > 1


def is_worth_attacking(state: Position, unit: int) -> bool:
    """No unit has to attack it, so only at good odds against all in its hex, and only with supply to spare."""
    printed, enemy = state.printed, ENEMY_OF[state.active]
    place = state.place[unit]
    defense = sum(defense_factor(printed, u, place) for u in ones(combat_units_at(state, place, enemy)))
    attack = sum(printed.attack[u] for u in ones(neighbours_of(state, place, state.active)))
    return odds_column(attack, defense) >= GOOD_ODDS and can_spend_supply(state)


class Planner:
    """Works on a copy of the position, placing units where the plan wants them."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.trial = state.copy()
        self.side = state.active
        self.ground = Ground(state, self.side)
        self.units = combat_units_on_map(state, self.side)
        self.supply = supply_on_map(state, self.side)
        self.ends = {
            unit: reach(state, unit, self.ground).ends | 1 << state.place[unit]
            for unit in ones(self.units | self.supply)
        }
        self.free = self.units
        self.plan: list[Move] = []

    def moves(self) -> list[Move]:
        self.keep_garrisons()
        self.take(1 << self.state.printed.base[self.side])
        while can_spend_supply(self.trial) and self.plan_attack():
            pass
        self.take(self.goals())
        self.advance()
        self.bring_up_supply()
        return self.plan

    # Goals

    def goals(self) -> int:
        """4.1, 4.2: both fortresses and both bases."""
        printed = self.state.printed
        return printed.fortress | 1 << printed.base[0] | 1 << printed.base[1]

    def keep_garrisons(self) -> None:
        """The weakest unit stays in each goal that is held."""
        for place in ones(self.goals() & self.state.occupied[self.side]):
            garrison = combat_units_at(self.state, place, self.side) & self.free
            if garrison:
                self.free &= ~(1 << min(ones(garrison), key=self.strength))

    def take(self, goals: int) -> None:
        """The weakest free unit that can get there takes each of these goals that is empty."""
        for place in ones(goals & ~self.trial.occupied[0] & ~self.trial.occupied[1]):
            able = [unit for unit in ones(self.free) if self.ends[unit] >> place & 1]
            if able:
                self.send(min(able, key=self.strength), place)

    def strength(self, unit: int) -> tuple[int, int, int]:
        """Slow units are the ones to leave behind."""
        return self.state.printed.attack[unit], self.state.printed.move[unit], unit

    def send(self, unit: int, place: int) -> None:
        self.free &= ~(1 << unit)
        put(self.trial, unit, place)
        if place != self.state.place[unit]:
            self.plan.append((unit, place))

    # Attacks

    def plan_attack(self) -> bool:
        """Add the most promising attack that can still be made; False when there is none."""
        best: tuple[int, int, list[Move], list[Move]] | None = None
        for place in ones(self.state.occupied[ENEMY_OF[self.side]] & ~hexes_of(self.trial, self.trial.cancelled)):
            attack = self.attack_on(place)
            if attack and (best is None or attack[0] > best[0]):
                best = attack
        if best is None:
            return False
        for unit, place in best[2]:
            self.send(unit, place)
        for unit, place in best[3]:
            self.supply &= ~(1 << unit)
            put(self.trial, unit, place)
            self.plan.append((unit, place))
        self.trial.cancelled |= combat_units_at(self.state, best[1], ENEMY_OF[self.side])
        return True

    def attack_on(self, place: int) -> tuple[int, int, list[Move], list[Move]] | None:
        """(value, hex, attackers' moves, supply's move) of an attack on all in this hex, if it is worth it."""
        state, printed = self.state, self.state.printed
        defenders = combat_units_at(state, place, ENEMY_OF[self.side])
        defense = sum(defense_factor(printed, unit, place) for unit in ones(defenders))
        moves = self.gather(place, 7 * defense)
        total = sum(printed.attack[unit] for unit, _ in moves)
        column = odds_column(total, defense)
        if column < GOOD_ODDS:
            return None
        supply = self.find_supply(moves)
        if supply is None:
            return None
        value = 10 * defense + 3 * min(column, OVER_SIX_TO_ONE) + (50 if self.goals() >> place & 1 else 0)
        return value, place, moves, supply

    def gather(self, place: int, wanted: int) -> list[Move]:
        """The strongest units that can get next to this hex, and next to no other enemy that must be fought."""
        printed = self.state.printed
        others = self.ground.holders & ~(1 << place)
        spots = printed.board.adjacent[place] & ~printed.board.spread(others) & ~self.ground.closed
        moves: list[Move] = []
        filled: dict[int, int] = {}
        total = 0
        for unit in sorted(ones(self.free), key=self.strength, reverse=True):
            for spot in ones(self.ends[unit] & spots):
                here = combat_units_at(self.trial, spot, self.side) & ~(1 << unit)
                if here.bit_count() + filled.get(spot, 0) < printed.stacking:
                    filled[spot] = filled.get(spot, 0) + 1
                    moves.append((unit, spot))
                    total += printed.attack[unit]
                    break
            if total >= wanted:
                break
        return moves

    def find_supply(self, moves: list[Move]) -> list[Move] | None:
        """A supply unit that feeds all these attackers, moved if need be; None when there is none."""
        if not moves:
            return None
        trial = self.trial.copy()
        attackers = 0
        for unit, place in moves:
            put(trial, unit, place)
            attackers |= 1 << unit
        good = hexes_that_feed(trial, attackers)
        for unit in ones(supply_on_map(self.trial, self.side)):
            if good >> self.trial.place[unit] & 1:
                return []
        for unit in ones(self.supply):
            spots = self.ends[unit] & good & ~self.ground.zone
            if spots:
                sheltered = spots & trial.occupied[self.side] or spots
                return [(unit, self.nearest(sheltered, moves[0][1]))]
        return None

    # The rest

    def nearest(self, hexes: int, goal: int) -> int:
        distance = self.state.printed.board.distance
        return min(ones(hexes), key=lambda place: (distance(place, goal), place))

    def way_to(self, goals: int) -> dict[int, int]:
        """Hexes by their distance over land from the nearest of these goals."""
        board = self.state.printed.board
        away: dict[int, int] = {}
        for distance, ring in enumerate(layers(board, goals, board.all)):
            for place in ones(ring):
                away[place] = distance
        return away

    def advance(self) -> None:
        """Free units go towards the nearest enemy or goal not yet held, stopping short of enemy zones."""
        enemy = ENEMY_OF[self.side]
        targets = self.state.occupied[enemy] | self.goals() & ~self.trial.occupied[self.side]
        if not targets:
            return
        away = self.way_to(targets)
        limit = self.state.printed.stacking
        for unit in sorted(ones(self.free), key=self.strength, reverse=True):
            spots = self.ends[unit] & ~self.ground.zone
            room = [p for p in ones(spots) if combat_units_at(self.trial, p, self.side).bit_count() < limit]
            here = self.state.place[unit]
            if here not in room and not self.ground.zone >> here & 1:
                room.append(here)
            if room:
                self.send(unit, min(room, key=lambda place: (away.get(place, FAR), place)))

    def bring_up_supply(self) -> None:
        """Supply follows the strongest stack, always under the protection of a combat unit."""
        held = self.trial.occupied[self.side]
        if not held:
            return
        printed = self.state.printed
        spearhead = max(
            ones(held),
            key=lambda place: (
                sum(printed.attack[u] for u in ones(combat_units_at(self.trial, place, self.side))),
                place,
            ),
        )
        for unit in ones(self.supply):
            spots = self.ends[unit] & held & ~self.ground.zone
            if spots:
                self.plan.append((unit, self.nearest(spots, spearhead)))
