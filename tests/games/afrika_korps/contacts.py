"""Bare contacts without a map: every moment of every run of choices, held against the brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.games.afrika_korps.rules.c11_division import Contact
from sandtable.games.afrika_korps.rules.c11_engagement import Rest
from sandtable.kernel.bits import ones, subsets
from tests.games.afrika_korps.divisions import Case, Divider


def contact_of(case: Case, hexes: list[int]) -> Contact:
    """A case as the search under test sees it, the units given hex by hex."""

    def fed(enemies: int) -> int:
        units = 0
        for feeds in case.fed_by:
            units |= feeds(enemies)
        return units

    return Contact(
        attack=case.attack,
        defense=case.defense,
        foes=case.next_to,
        must_attack=case.must_attack,
        must_fall=case.must_fall,
        fortresses=tuple(case.fortresses),
        sorties=tuple(case.sorties),
        victories=tuple((able, 0) for able in case.victories),
        slots=tuple(able for able, _ in case.prey),
        obligations=tuple(case.obligations),
        fed=fed,
        fed_by=lambda supply, enemies: case.fed_by[supply](enemies),
        places={unit: place for place, units in enumerate(hexes) for unit in ones(units)},
    )


class Walk:
    """All runs of choices through one contact. At each moment just what can be completed must be offered.

    Then the divisions reached are those the brute force finds, none missing and none extra, in whatever order
    battles are declared and put together, and no run ends before everyone has done his duty.
    """

    def __init__(self, case: Case, hexes: list[int]) -> None:
        self.fight = contact_of(case, hexes)
        self.right = Divider(case)
        self.seen: set[tuple[int, Rest]] = set()

    def compare(self) -> int:
        """The number of moments between battles; 0 where the contact cannot be divided legally."""
        whole = self.fight.whole()
        assert self.fight.can_complete(whole) == bool(self.right.hopeful & 1)
        if self.right.hopeful & 1:
            todo = [(0, whole)]
            while todo:
                moment = todo.pop()
                if moment not in self.seen:
                    self.seen.add(moment)
                    todo += self.between_battles(*moment)
        return len(self.seen)

    def between_battles(self, used: int, rest: Rest) -> list[tuple[int, Rest]]:
        """What may be begun, and whether this may be all; the moments after each deed."""
        fight, right = self.fight, self.right
        assert fight.is_satisfied(rest) == bool(right.legal_ends >> used & 1)
        battles = right.good_battles(used)
        assert fight.first_targets(rest) == union(battles) & right.defenders
        self.forming(rest, battles)
        after = [
            (used | battle, fight.without(rest, battle & right.attackers, battle & right.defenders))
            for battle in battles
        ]
        return after + self.apart(used, rest)

    def forming(self, rest: Rest, battles: list[int]) -> None:
        """Whatever part of whichever battle stands already: who may be added, and whether it may be closed."""
        fight, right = self.fight, self.right
        wholes: dict[int, int] = {}
        for battle in battles:
            defenders = battle & right.defenders
            for attackers in subsets(battle & right.attackers):
                for targets in subsets(defenders):
                    part = attackers | targets
                    wholes[part] = wholes.get(part, 0) | battle
        complete = set(battles)
        for part, whole in wholes.items():
            attackers, targets = part & right.attackers, part & right.defenders
            if targets:
                assert fight.further_targets(rest, attackers, targets) == whole & right.defenders & ~targets
                assert fight.helpers(rest, attackers, targets) == whole & right.attackers & ~attackers
                assert fight.may_close(rest, attackers, targets) == (part in complete)

    def apart(self, used: int, rest: Rest) -> list[tuple[int, Rest]]:
        """9.4, 15.3.2.2: which units may join a victory or be assigned to take supply."""
        fight, deeds = self.fight, self.right.good_deeds_apart(used)
        for slot in ones(rest.slots):
            assert fight.captors(rest, slot) == union([deed.attackers for deed in deeds if deed.prey == slot])
        for index in range(len(fight.victories)):
            assert fight.joiners(rest, index) == union([deed.attackers for deed in deeds if deed.victory == index])
        after = []
        for deed in deeds:
            unit = deed.attackers.bit_length() - 1
            left = fight.assigned(rest, unit, deed.prey) if deed.prey >= 0 else fight.joined(rest, unit)
            after.append((used | self.right.used_by(deed), left))
        return after


def union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def compare(case: Case, hexes: list[int]) -> int:
    """The choices offered are the right ones at every moment; the number of moments between battles."""
    return Walk(case, hexes).compare()


# Contacts at random


class Grid:
    """Hexes without a map: units in stacks, stacks next to each other at random, duties by hex as on the map."""

    def __init__(self, rng: random.Random, size: tuple[int, int]) -> None:
        self.rng = rng
        self.own = self.stacks(0, size[0])
        self.enemy = self.stacks(size[0], size[1])
        density = rng.choice((0.5, 0.8, 1))
        self.links = {(a, d) for a in self.own for d in self.enemy if rng.random() < density}
        self.fortress = rng.choice([*self.own, *self.enemy]) if rng.random() < 0.5 else 0

    def stacks(self, first: int, count: int) -> list[int]:
        """This many units, numbered from the first, thrown into as many hexes; a fourth in a hex stays away."""
        hexes = [0] * count
        for unit in range(first, first + count):
            place = self.rng.randrange(count)
            if hexes[place].bit_count() < 3:
                hexes[place] |= 1 << unit
        return [units for units in hexes if units]

    def next_to(self, stack: int) -> int:
        """The units next to a stack."""
        return union([a | d for a, d in self.links if stack in (a, d)]) & ~stack

    def in_zone(self, stack: int) -> bool:
        """Does a stack stand in the zone of another: next to it, neither in a fortress?"""
        return any(stack in link and self.fortress not in link for link in self.links)

    def feeder(self) -> Callable[[int], int]:
        """A supply unit: each hex is fed always, never, or once the stacks that bar the line are attacked too."""
        needs: dict[int, int] = {}
        for stack in self.own:
            bars = self.rng.sample(self.enemy, self.rng.randint(1, min(2, len(self.enemy))))
            need = self.rng.choice((-1, 0, 0, union(bars)))
            if need >= 0:
                needs[stack] = need
        return lambda attacked: union([stack for stack, need in needs.items() if not need & ~attacked])


def random_case(rng: random.Random, size: tuple[int, int]) -> tuple[Case, list[int]]:
    """A contact of up to this many units on either side, and which of them are stacked."""
    grid = Grid(rng, size)
    engaged = [stack for stack in grid.own if grid.next_to(stack)]
    case = Case(
        attack={unit: rng.choice((1, 1, 2, 3, 4, 7)) for stack in engaged for unit in ones(stack)},
        defense={unit: rng.choice((1, 2, 2, 3, 4, 6, 8, 14)) for stack in grid.enemy for unit in ones(stack)},
        next_to={unit: grid.next_to(stack) for stack in engaged for unit in ones(stack)},
        must_attack=union([stack for stack in engaged if grid.in_zone(stack)]),
        must_fall=union([stack for stack in grid.enemy if grid.in_zone(stack)]),
        fed_by=[grid.feeder() for _ in range(rng.choice((0, 1, 1, 2)))],
    )
    add_special_rules(rng, case, grid)
    return case, [*engaged, *grid.enemy]


def add_special_rules(rng: random.Random, case: Case, grid: Grid) -> None:
    """Fortresses on either side; now and then supply with its escort, a victory to join, obliged supply."""
    if grid.fortress in grid.enemy:
        case.fortresses.append(grid.fortress)
    elif grid.next_to(grid.fortress):
        case.sorties.append((grid.fortress, grid.next_to(grid.fortress)))
    for stack in grid.enemy:
        if stack != grid.fortress and rng.random() < 0.2:
            case.prey.append((grid.next_to(stack), stack))
    if case.attack and rng.random() < 0.2:
        case.victories.append(rng.choice([stack for stack in grid.own if grid.next_to(stack)]))
    if case.fed_by and rng.random() < 0.2:
        enemy = rng.choice(list(case.defense))
        case.obligations.append((rng.randrange(len(case.fed_by)), enemy))
        case.must_fall |= 1 << enemy
