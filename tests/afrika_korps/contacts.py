"""Bare contacts without a map: small cases, and what every run of choices makes of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

from divisions import Case, Division, all_divisions

from sandtable.games.afrika_korps.allocation import Contact
from sandtable.games.afrika_korps.engagement import Plan
from sandtable.kernel.bits import ones


def numbered(names: list[str], first: int) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, first)}


class Bare:
    """A case as the search sees it: names turned into bits."""

    def __init__(self, case: Case, places: dict[str, str]) -> None:
        self.number = numbered([*case.attack, *case.defense, *case.fed_by], 0)
        self.name = {number: name for name, number in self.number.items()}
        self.contact = Contact(
            attack={self.number[u]: factor for u, factor in case.attack.items()},
            defense={self.number[u]: factor for u, factor in case.defense.items()},
            foes={self.number[a]: self.mask(d for b, d in case.next_to if b == a) for a in case.attack},
            must_attack=self.mask(case.must_attack),
            must_fall=self.mask(case.must_fall),
            fortresses=tuple(map(self.mask, case.fortresses)),
            sorties=tuple((self.mask(g), self.mask(around)) for g, around in case.sorties),
            victories=tuple((self.mask(able), 0) for able in case.victories),
            slots=tuple(self.mask(able) for able, _ in case.prey),
            pledges=tuple((self.number[s], self.number[e]) for s, e in case.pledges),
            fed=lambda enemies: self.mask(u for feeds in case.fed_by.values() for u in feeds(self.names(enemies))),
            fed_by=lambda supply, enemies: self.mask(case.fed_by[self.name[supply]](self.names(enemies))),
            places={
                self.number[u]: sorted(places.values()).index(places[u]) for u in (*case.attack, *case.defense)
            },
        )

    def mask(self, names: Iterable[str]) -> int:
        """Units that are next to nobody have no number and do not matter."""
        return sum(1 << self.number[name] for name in set(names) if name in self.number)

    def names(self, mask: int) -> frozenset[str]:
        return frozenset(self.name[number] for number in ones(mask))

    def reachable(self) -> set[Division]:
        """What every run of choices ends in; a moment without any choice fails the test."""
        fight = self.contact
        found: set[Division] = set()
        seen: set[object] = set()
        todo: list[tuple[Plan, frozenset, frozenset, frozenset, int, int]] = [
            (fight.whole(), frozenset(), frozenset(), frozenset(), 0, 0)
        ]
        while todo:
            moment = todo.pop()
            if moment in seen:
                continue
            seen.add(moment)
            plan, battles, taken, joined, _, defenders = moment
            before = len(todo)
            if defenders:
                todo += self.formings(moment)
            else:
                for unit in ones(fight.first_targets(plan)):
                    todo.append((plan, battles, taken, joined, 0, 1 << unit))
                for slot in ones(plan.slots):
                    for unit in ones(fight.captors(plan, slot)):
                        left = fight.told_off(plan, unit, slot)
                        todo.append((left, battles, taken | {(slot, self.name[unit])}, joined, 0, 0))
                for index in range(len(fight.victories)):
                    for unit in ones(fight.joiners(plan, index)):
                        left = fight.joined(plan, unit)
                        todo.append((left, battles, taken, joined | {(index, self.name[unit])}, 0, 0))
                if fight.is_satisfied(plan):
                    found.add((battles, taken, joined))
                    continue
            assert len(todo) > before, "a dead end"
        return found

    def formings(self, moment: tuple[Plan, frozenset, frozenset, frozenset, int, int]) -> Iterator[tuple]:
        """The next moments while a battle is being put together."""
        plan, battles, taken, joined, attackers, defenders = moment
        fight = self.contact
        for unit in ones(fight.further_targets(plan, attackers, defenders)):
            yield plan, battles, taken, joined, attackers, defenders | 1 << unit
        for unit in ones(fight.helpers(plan, attackers, defenders)):
            yield plan, battles, taken, joined, attackers | 1 << unit, defenders
        if fight.may_close(plan, attackers, defenders):
            battle = self.names(attackers), self.names(defenders)
            yield fight.without(plan, attackers, defenders), battles | {battle}, taken, joined, 0, 0


def compare(case: Case, places: dict[str, str]) -> int:
    """Equal sets, none missing and none extra; the number of divisions."""
    expected = all_divisions(case)
    bare = Bare(case, places)
    assert bare.contact.can_complete(bare.contact.whole()) == bool(expected)
    if expected:
        assert bare.reachable() == expected
    return len(expected)


class Grid:
    """Hexes without a map: units in stacks, stacks next to each other at random, duties by hex as on the map."""

    def __init__(self, rng: random.Random, size: tuple[int, int]) -> None:
        self.rng = rng
        self.own = self.stacks("a", size[0])
        self.enemy = self.stacks("d", size[1])
        density = rng.choice((0.5, 0.8, 1))
        self.links = {(a, d) for a in self.own for d in self.enemy if rng.random() < density}
        self.own_fortress = rng.choice(list(self.own)) if rng.random() < 0.25 else ""
        self.enemy_fortress = rng.choice(list(self.enemy)) if rng.random() < 0.25 else ""

    def stacks(self, letter: str, count: int) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        for index in range(count):
            stacks.setdefault(f"hex {letter}{self.rng.randint(0, count - 1)}", []).append(f"{letter}{index}")
        return {place: units[:3] for place, units in stacks.items()}

    def next_to(self, units: dict[str, list[str]], place: str) -> set[str]:
        """The units of one side next to a hex of the other."""
        return {u for other in units for u in units[other] if {(other, place), (place, other)} & self.links}

    def in_zone(self, place: str) -> bool:
        """Does a stack stand in the zone of another: next to it, neither in a fortress?"""
        return any(place in link and not {self.own_fortress, self.enemy_fortress} & {*link} for link in self.links)

    def feeder(self) -> Callable[[frozenset[str]], set[str]]:
        """A supply unit: each hex is fed always, never, or once the stacks that bar the line are attacked too."""
        needs: dict[str, frozenset[str] | None] = {}
        for place in self.own:
            bars = self.rng.sample(list(self.enemy), self.rng.randint(1, min(2, len(self.enemy))))
            opened = frozenset(unit for bar in bars for unit in self.enemy[bar])
            needs[place] = self.rng.choice((None, frozenset(), frozenset(), opened))
        return lambda attacked: {
            unit
            for place, need in needs.items()
            if need is not None and need <= attacked
            for unit in self.own[place]
        }


def random_case(rng: random.Random, size: tuple[int, int]) -> tuple[Case, dict[str, str]]:
    """A contact, and where everybody stands."""
    grid = Grid(rng, size)
    places = {u: place for stacks in (grid.own, grid.enemy) for place, units in stacks.items() for u in units}
    engaged = [u for place, units in grid.own.items() if grid.next_to(grid.enemy, place) for u in units]
    case = Case(
        attack={u: rng.choice((1, 1, 2, 3, 4, 7)) for u in engaged},
        defense={u: rng.choice((1, 2, 2, 3, 4, 6, 8, 14)) for units in grid.enemy.values() for u in units},
        next_to={(a, d) for x, y in grid.links for a in grid.own[x] for d in grid.enemy[y]},
        must_attack={u for u in engaged if grid.in_zone(places[u])},
        must_fall={u for place, units in grid.enemy.items() if grid.in_zone(place) for u in units},
        fed_by={f"s{i}": grid.feeder() for i in range(rng.choice((0, 1, 1, 2)))},
    )
    add_special_rules(rng, case, grid)
    return case, places


def add_special_rules(rng: random.Random, case: Case, grid: Grid) -> None:
    """Fortresses on either side; now and then supply with its escort, a victory to join, pledged supply."""
    if grid.enemy_fortress:
        case.fortresses.append(set(grid.enemy[grid.enemy_fortress]))
    if grid.own_fortress and grid.next_to(grid.enemy, grid.own_fortress):
        case.sorties.append((set(grid.own[grid.own_fortress]), grid.next_to(grid.enemy, grid.own_fortress)))
    for place in grid.enemy:
        if place != grid.enemy_fortress and rng.random() < 0.2:
            case.prey.append((grid.next_to(grid.own, place), set(grid.enemy[place])))
    if case.attack and rng.random() < 0.2:
        place = rng.choice([place for place in grid.own if grid.next_to(grid.enemy, place)])
        case.victories.append(set(grid.own[place]))
    if case.fed_by and rng.random() < 0.2:
        enemy = rng.choice(list(case.defense))
        case.pledges.append((rng.choice(list(case.fed_by)), enemy))
        case.must_fall.add(enemy)
