"""How the conscript judges places: what to take or hold, how strong each side is, where supply reaches.

Tobruk decides most games (17.3): take it, keep it, and drive off whoever comes near. An army that is cut off is
lost (12.7), so enemies on its own supply line come before everything else, and no unit goes where it, or another
one, would be without supply.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import may_call_rommel
from sandtable.games.rommel_in_the_desert.rules.c06_paths import destinations
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import begin_battle
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines, lines_to
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.state import (
    OUT,
    Position,
    firm_at,
    in_hexes,
    put,
    speed_of,
    units_at,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

BLOCK = 3
"""The assumed CV of an unknown block."""
BOLD = 1.4
"""How much stronger than the enemy an attacker should be."""
WALLS = 2.0
"""A fortress doubles most of its defenders' dice (13.2)."""
GARRISON = 3
"""Units that stay in Tobruk."""
CUT_OFF = 8
"""What it costs to leave a unit, any unit, without supply."""
LOOKED_AT = 4
"""How many of the best places are examined for supply."""
NEAR = 2
SIGHT = 6
"""How far from Tobruk enemies are looked for."""
CUTS, THREATENS, TO_TAKE, STANDS_NEAR = 14, 6, 5, 4
"""By how many hexes a target seems nearer than Tobruk as a rallying point: an enemy who cuts the line, one beside
it, Tobruk in enemy hands, an enemy near Tobruk."""
ATTACK, FOLLY = 5, -20
"""What it is worth to enter a hex of enemies who are weaker, or who are not."""
TAKEN = 1.5
"""The value of being in Tobruk while it still belongs to the enemy, even with no friends nearby."""
ENOUGH = 1.0
"""The least gain for which a group is moved."""


def worth(state: Position, unit: int) -> int:
    """What a unit is worth keeping: strong and fast."""
    return state.cv[unit] * state.printed.speed[unit]


# Strength


def strength(state: Position, units: int) -> int:
    return sum(state.cv[unit] for unit in ones(units))


def resistance(state: Position, side: int, place: int) -> float:
    """The enemy strength in a hex: shown blocks as they are, the others at an average."""
    firm = firm_at(state, ENEMY_OF[side], place)
    total = strength(state, firm & state.shown) + BLOCK * (firm & ~state.shown).bit_count()
    owner = next((o for o, at in zip(state.owner, state.printed.fortresses, strict=True) if at == place), side)
    return total * (WALLS if owner != side else 1.0)


def is_outnumbered(state: Position, side: int, place: int) -> bool:
    return strength(state, firm_at(state, side, place)) * BOLD < resistance(state, side, place)


def _followers(state: Position, side: int, place: int, unit: int) -> int:
    """The CV of friendly units nearby that could follow into a hex in this turn."""
    total, near = 0, state.printed.board.adjacent[place]
    for _ in range(NEAR - 1):
        near |= state.printed.board.spread(near)
    for other in ones(near & state.firm[side] & ~(1 << place)):
        total += strength(state, firm_at(state, side, other) & ~state.moved & ~(1 << unit))
    return min(total, 2 * BLOCK * state.printed.board.adjacent[place].bit_count())


# Supply


def unfed(state: Position, side: int) -> int:
    return hungry(state, side).bit_count()


def unfed_after(state: Position, side: int, unit: int, place: int) -> int:
    """How many units would lack supply if this one were there."""
    if state.held[ENEMY_OF[side]] >> place & 1:
        return _unfed_in_battle(state, side, unit, place)
    here = state.place[unit]
    firm = state.firm[side] | 1 << place
    if firm_at(state, side, here) == 1 << unit:
        firm &= ~(1 << here)
    supplied = lines_to(state, side, state.printed.base[side], firm).supplied
    others = in_hexes(state, side, state.held[side] & ~supplied) & hungry_or_fed_by_base(state) & ~(1 << unit)
    return others.bit_count() + (not supplied >> place & 1)


def hungry_or_fed_by_base(state: Position) -> int:
    """The units that are supplied by no fortress or oasis."""
    fed = 0
    for units in (*state.by_fortress, *state.by_oasis):
        fed |= units
    return ~fed


def _unfed_in_battle(state: Position, side: int, unit: int, place: int) -> int:
    trial = state.copy()
    put(trial, unit, place)
    begin_battle(trial, side, place)
    trial.crossed[side] |= trial.printed.sides.around[place]
    return unfed(trial, side)


def cutters(state: Position, side: int) -> int:
    """The hexes whose enemy units cut off some of the side's units."""
    lacking = unfed(state, side)
    if not lacking:
        return 0
    enemy, found = ENEMY_OF[side], 0
    for place in ones(state.firm[enemy]):
        trial = state.copy()
        for unit in ones(units_at(state, enemy, place)):
            put(trial, unit, OUT)
        found |= (unfed(trial, side) < lacking) << place
    return found


# What to do


class Outlook:
    """How a side judges the position: where to meet the enemy, and the value of each place."""

    def __init__(self, state: Position, side: int) -> None:
        self.state, self.side = state, side
        self.tobruk = state.printed.fortresses[TOBRUK]
        self.targets = self._targets()
        self._lacking = unfed(state, side)

    def _targets(self) -> dict[int, int]:
        """The hexes to go for, and how much nearer each seems than it is."""
        state, side = self.state, self.side
        board, tobruk = state.printed.board, self.tobruk
        enemy = state.held[ENEMY_OF[side]]
        targets = {tobruk: 0 if state.owner[TOBRUK] == side or state.firm[side] >> tobruk & 1 else TO_TAKE}
        for place in ones(enemy):
            if board.distance(place, tobruk) <= SIGHT:
                targets[place] = max(STANDS_NEAR, targets.get(place, 0))
        for place in ones(enemy & self._own_line()):
            targets[place] = THREATENS
        for place in ones(cutters(state, side)):
            targets[place] = CUTS
        return targets

    def _own_line(self) -> int:
        """The hexes on and beside the supply lines this side of Tobruk."""
        state, side = self.state, self.side
        distance = state.printed.distance[side]
        spread = state.printed.board.spread(base_lines(state, side).lines)
        return sum(1 << place for place in ones(spread) if distance[place] <= distance[self.tobruk])

    def nearness(self, place: int) -> float:
        """How near a hex is to the target that matters most there, as a score."""
        distance = self.state.printed.board.distance
        return max(weight - distance(place, target) for target, weight in self.targets.items())

    def value(self, unit: int, place: int) -> float:
        """How good it is for a unit to be there: near a target, among friends, against a weaker enemy."""
        state, side = self.state, self.side
        score = self.nearness(place)
        score += 0.3 * min(3, units_at(state, side, place).bit_count())
        if place == self.tobruk and state.owner[TOBRUK] != side:
            score += TAKEN
        if state.held[ENEMY_OF[side]] >> place & 1:
            ours = strength(state, firm_at(state, side, place) | 1 << unit) + _followers(state, side, place, unit)
            score += ATTACK if ours >= BOLD * resistance(state, side, place) else FOLLY
        return score

    def is_bound(self, unit: int) -> bool:
        """Does the unit belong to the garrison of Tobruk?"""
        garrison = firm_at(self.state, self.side, self.tobruk)
        return self.state.place[unit] == self.tobruk and garrison.bit_count() <= GARRISON

    def best_end(self, unit: int, hexes: int) -> tuple[int, float]:
        """Which of these hexes a unit should go to, and what it gains; -1 to stay where it is."""
        if self.is_bound(unit):
            return -1, 0.0
        worths = {place: self.value(unit, place) for place in ones(hexes)}
        ranked = sorted(worths, key=lambda place: (-worths[place], place))[:LOOKED_AT]
        stay = self.value(unit, self.state.place[unit]) - CUT_OFF * self._lacking
        best, end = stay + 0.5, -1
        for place in ranked:
            if worths[place] <= best:
                break
            worth_it = worths[place] - CUT_OFF * unfed_after(self.state, self.side, unit, place)
            if worth_it > best:
                best, end = worth_it, place
        return end, best - stay if end >= 0 else 0.0

    def gain(self, place: int, rommel: int) -> float:
        """5.1: what a group move out of a hex would gain; units of one speed are treated alike."""
        state, total = self.state, 0.0
        if state.held[ENEMY_OF[self.side]] >> place & 1:
            return 0.0
        by_speed: dict[int, list[int]] = {}
        for unit in ones(firm_at(state, self.side, place) & ~state.moved):
            if not self.is_bound(unit):
                by_speed.setdefault(speed_of(state, unit), []).append(unit)
        for speed, units in by_speed.items():
            hexes = destinations(state, units[0], speed + rommel)
            total += self.best_end(units[0], hexes)[1] * len(units)
        return total

    def best_group(self, hexes: int) -> int:
        """5.1: which of these hexes has the group that gains most by moving, or -1 if none gains enough."""
        rommel = int(may_call_rommel(self.state))
        gains = {place: self.gain(place, rommel) for place in ones(hexes)}
        found = max(gains, key=lambda place: (gains[place], -place), default=-1)
        return found if found >= 0 and gains[found] >= ENOUGH else -1


# Where to begin


def best_goal(state: Position, side: int, hexes: int) -> int:
    """Which of these hexes is nearest to Tobruk, preferably on the highway, and not next to the enemy."""
    tobruk, enemy = state.printed.fortresses[TOBRUK], state.firm[ENEMY_OF[side]]
    near_enemy = state.printed.board.spread(enemy)
    highway = state.printed.roads[HIGHWAY]

    def order(place: int) -> tuple[int, int, int, int]:
        distance = state.printed.board.distance(place, tobruk) + 2 * (not highway[place])
        return enemy >> place & 1, near_enemy >> place & 1, distance, place

    return min(ones(hexes), key=order)


def lags(state: Position, side: int, unit: int, hexes: int) -> bool:
    """16.51: would the unit come nearer to Tobruk by going to the best of these hexes?"""
    tobruk, board = state.printed.fortresses[TOBRUK], state.printed.board
    return board.distance(best_goal(state, side, hexes), tobruk) + 2 < board.distance(state.place[unit], tobruk)
