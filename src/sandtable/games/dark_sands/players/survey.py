"""A look at the position when a plan is made: how far everything is, who can go where, what is held.

Nothing here depends on the plan, so each answer is found once in an action and remembered.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from sandtable.boards import within
from sandtable.games.dark_sands.players.policy import aims_of, dear, policy_of
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c10_supply import over_land, port_supply
from sandtable.games.dark_sands.rules.c19_reach import Tree, able, extended_reach, movement, reach
from sandtable.games.dark_sands.state import (
    Sands,
    blocking,
    bypass_built,
    face,
    hexes_of,
    last_turn,
    on_map,
    steps_of,
    units_at,
)
from sandtable.kernel.bits import bit, ones

FAR = 1200
"""Further than any march, in quarters of a movement point."""
NEXT_DOOR = 6
"""An enemy within this many hexes may be here with its next move."""

IN_A_ZONE, THROUGH_ENEMIES = 6, 24
"""What a hex in an enemy zone, and one that it holds, adds to a march, in quarters of a movement point."""
STRIKERS = 3
"""How many enemy stacks could join in an attack on one hex."""


@lru_cache(maxsize=256)
def lengths(printed: Printed, bypass: int, goals: int, enemies: int = 0) -> tuple[int, ...]:
    """By hex, how long the march of a vehicle to the nearest of these goals is. Enemies in the way can be driven
    off or gone around: both cost time."""
    prices, zone_to = printed.ground.wheels[bypass], printed.ground.zone_to[bypass]
    zones = 0
    for place in ones(enemies):
        zones |= zone_to[place]
    toll = dict.fromkeys(ones(zones), IN_A_ZONE) | dict.fromkeys(ones(enemies), THROUGH_ENEMIES)
    far = [FAR] * printed.board.size
    buckets: list[list[int]] = [[] for _ in range(FAR + 1)]
    for place in ones(goals):
        far[place] = 0
    buckets[0].extend(ones(goals))
    for spent, bucket in enumerate(buckets):
        for place in bucket:
            if far[place] != spent:
                continue
            from_here = spent + toll.get(place, 0) if spent else 0
            for other, price in prices[place].items():
                total = from_here + price
                if total < far[other]:
                    far[other] = total
                    buckets[total].append(other)
    return tuple(far)


@lru_cache(maxsize=4096)
def around(printed: Printed, place: int, hexes: int) -> int:
    """The hexes at most this far from one."""
    return within(printed.board, bit(place), printed.board.all, hexes)


def worth(state: Sands, unit: int) -> float:
    """What a unit is worth: its factors; armour, the fast and the hardy a little more."""
    now = face(state, unit)
    if state.printed.hqs >> unit & 1:
        return 1.0
    armour = 1.5 if state.printed.armoured >> unit & 1 else 0.0
    plain = (now.attack + now.defence) / 2 + now.movement / 20 + armour * steps_of(state, unit) / 2
    return plain * dear(state, unit)


def step_worth(state: Sands, unit: int) -> float:
    """What the next step of a unit is worth: the last one takes its zone and its place with it."""
    steps = steps_of(state, unit)
    whole = worth(state, unit)
    return whole * 0.55 if steps > 1 else whole + 0.4


def value(state: Sands, units: int) -> float:
    return sum([worth(state, unit) for unit in ones(units)])


def attack(state: Sands, units: int) -> int:
    return sum([face(state, unit).attack for unit in ones(units)])


def defence(state: Sands, units: int) -> int:
    return sum([face(state, unit).defence for unit in ones(units)])


def army(state: Sands, side: int) -> int:
    """The units of a side on the map that have zones and factors."""
    return on_map(state, state.printed.own[side] & state.printed.zoned)


def hunger(state: Sands) -> float:
    """21: how much a line of supply matters now. Once Logistics has been drawn twice, nobody is marked this turn;
    after the last turn nobody starves."""
    chits = state.printed.chits
    left = sum([chits[chit].kind == "logistics" for chit in ones(state.cup)])
    if state.turn == last_turn(state):
        return left / 2
    return (1 + left) / 3


class Survey:
    """What a side sees before it moves."""

    def __init__(self, state: Sands, side: int) -> None:
        self.state, self.side, self.enemy = state, side, 1 - side
        self.printed = state.printed
        self.aims = aims_of(state, side)
        self.bypass = bypass_built(state)
        self.shut = blocking(state, self.enemy)
        self.free = able(state) & ~self.printed.garrisons if state.active == side else 0
        self.hunger = hunger(state)
        self.boldness = policy_of(state, side).boldness
        self._trees: dict[tuple[int, int], Tree] = {}
        self._allowances: dict[int, int] = {}
        self._extended: dict[int, Tree] = {}
        self._ends: dict[int, list[int]] = {}
        self._fed = -1
        self._threats: dict[int, int] = {}

    # What is wanted and what is held

    def ours(self, place: int) -> bool:
        """Is this aim in our hands, for good or while we stand there?"""
        return controls(self.state, self.side, place)

    def wanted(self) -> dict[int, float]:
        """The aims that are still to be taken."""
        return {place: worth for place, worth in self.aims.items() if not self.ours(place)}

    def held(self) -> dict[int, float]:
        return {place: worth for place, worth in self.aims.items() if self.ours(place)}

    def to(self, goals: int) -> tuple[int, ...]:
        return lengths(self.printed, self.bypass, goals, self.state.fronts[self.enemy])

    @property
    def fed(self) -> int:
        """The hexes from which a line of supply leads home as things are."""
        if self._fed < 0:
            everywhere = self.printed.board.all & ~self.state.occupied[self.enemy]
            self._fed = over_land(self.state, self.side, everywhere)
            if self.side == ALLIED:
                self._fed |= hexes_of(self.state, port_supply(self.state, ALLIED))
                self._fed |= self.printed.places.ports & self.state.controlled[ALLIED]
        return self._fed

    # Who can go where

    def allowance(self, unit: int) -> int:
        if unit not in self._allowances:
            self._allowances[unit] = movement(self.state, unit)
        return self._allowances[unit]

    def tree(self, unit: int) -> Tree:
        """Where a unit can go alone; those of one hex and one kind share what the fastest of them finds."""
        state, printed = self.state, self.printed
        wheels, one_hex = printed.wheels >> unit & 1, state.one_hex >> unit & 1
        key = state.place[unit], wheels << 1 | one_hex
        if key not in self._trees:
            mates = units_at(state, key[0], self.side) & self.free
            mates &= printed.wheels if wheels else ~printed.wheels
            mates &= state.one_hex if one_hex else ~state.one_hex
            fastest = max(ones(mates), key=self.allowance)
            self._trees[key] = reach(state, bit(fastest))
        return self._trees[key]

    def goes(self, unit: int, goal: int) -> bool:
        """Can a unit get there in this action, by ordinary movement?"""
        tree = self.tree(unit)
        if goal not in tree:
            return False
        cost, before = tree[goal]
        return cost <= self.allowance(unit) or before == self.state.place[unit]

    def ends(self, unit: int) -> list[int]:
        """Every hex where a unit can end an ordinary move, its own included."""
        if unit not in self._ends:
            left, here = self.allowance(unit), self.state.place[unit]
            tree = self.tree(unit).items()
            self._ends[unit] = [
                place for place, (cost, before) in tree if cost <= left or before == here or place == here
            ]
        return self._ends[unit]

    def along_roads(self, unit: int) -> Tree:
        """Where extended movement leads: for units far behind, and for a dash through open country."""
        place = self.state.place[unit]
        if place not in self._extended:
            self._extended[place] = extended_reach(self.state, bit(unit))
        return self._extended[place]

    # What the enemy could do

    def threat(self, place: int) -> int:
        """What the enemy could bring against a hex with one move, in attack factors: the best few of the stacks
        that are near enough."""
        if place not in self._threats:
            near = sorted([factors for hexes, factors in self._strikers if hexes >> place & 1], reverse=True)
            self._threats[place] = sum(near[:STRIKERS])
        return self._threats[place]

    @cached_property
    def _strikers(self) -> list[tuple[int, int]]:
        """Where each enemy stack can strike, and with how much."""
        state, found = self.state, []
        for here in ones(state.fronts[self.enemy]):
            units = state.stacks[here] & self.printed.zoned
            pace = max(face(state, unit).movement for unit in ones(units))
            found.append((around(self.printed, here, pace), attack(state, units)))
        return found

    def enemy_near(self, place: int, hexes: int = NEXT_DOOR) -> bool:
        return bool(around(self.printed, place, hexes) & self.state.fronts[self.enemy])

    def home(self) -> tuple[int, ...]:
        """How far every hex is from our sources of supply."""
        return lengths(self.printed, self.bypass, self.printed.places.sources[self.side])
