"""8.4, 11.3: dividing the combat into battles. An exact search finds what can still be completed.

A choice is offered only if a legal division of everything can be reached from it. The first part asks this of
each choice; the second is the search: independent groups are searched one by one, units that are alike count as
one, and the unit with the fewest ways to do its duty comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, product

from sandtable.games.afrika_korps.rules.c11_engagement import LONGEST_ODDS, UNSUPPLIED_ABOVE, Engagement, Rest
from sandtable.kernel.bits import ones

LARGE_POOL = 10  # above it subsets are not kept in lists  # mutants: equivalent because it only saves memory
LONG_WAY = 99  # never the most urgent  # mutants: equivalent because any number above that of all units will do


@dataclass(slots=True, eq=False)
class Contact(Engagement):
    """The units in contact at the end of a side's movement, and what can still become of them."""

    _classes: list[tuple[int, list[int]]] = field(init=False)
    _solved: dict[Rest, bool] = field(init=False)
    _parts: dict[int, list[tuple[int, int]]] = field(init=False)
    _answers: dict[tuple[tuple[int, ...], int, bool, int, bool], bool] = field(init=False)

    def __post_init__(self) -> None:
        Engagement.__post_init__(self)
        self._solved, self._parts, self._answers = {}, {}, {}
        self._classes = [(row[-1], row) for row in self._prefixes(-1) if len(row) > 2]

    # What may be chosen: whatever still lets a legal division be completed

    def is_satisfied(self, rest: Rest) -> bool:
        """8.4, 11.3.1, 11.3.3: is every enemy attacked that must be, and does every unit attack that must?"""
        return not rest.must_fall and not self.idle(rest)

    def first_targets(self, rest: Rest) -> int:
        """The enemies a new battle may be opened against."""
        return self._among(rest.defenders, lambda unit: self.can_complete_battle(rest, 0, 1 << unit))

    def further_targets(self, rest: Rest, attackers: int, defenders: int) -> int:
        """The enemies that may be added to a battle being formed."""
        near = 0
        for unit in ones(self.next_to_all(defenders) & (attackers or rest.attackers)):
            near |= self.foes[unit]
        pool = near & rest.defenders & ~defenders
        return self._among(pool, lambda unit: self.can_complete_battle(rest, attackers, defenders | 1 << unit))

    def helpers(self, rest: Rest, attackers: int, defenders: int) -> int:
        """The attackers that may be added to a battle being formed."""
        pool = self.next_to_all(defenders) & rest.attackers & ~attackers
        return self._among(pool, lambda unit: self.can_complete_battle(rest, attackers | 1 << unit, defenders))

    def may_close(self, rest: Rest, attackers: int, defenders: int) -> bool:
        """Is this battle legal as it stands, and can the rest be divided?"""
        return (
            self.is_battle(attackers, defenders)
            and self.spares(rest, attackers)
            and self.can_complete(self.without(rest, attackers, defenders))
        )

    def captors(self, rest: Rest, slot: int) -> int:
        """15.3.2.2: units that can be spared to take this supply."""
        pool = self.slots[slot] & rest.attackers
        return self._among(
            pool,
            lambda unit: self.spares(rest, 1 << unit) and self.can_complete(self.assigned(rest, unit, slot)),
        )

    def joiners(self, rest: Rest, index: int) -> int:
        """9.4b: units that may join this victory while the soak-offs needed elsewhere remain possible."""
        engaged = self.whole().attackers & ~rest.attackers
        pool = self.victories[index][0] & ~engaged
        return self._among(pool, lambda unit: self.can_complete(self.joined(rest, unit)))

    def unmet(self, rest: Rest) -> int:
        """8.4, 11.3.1: the enemies that must be attacked in groups whose duties cannot all be met."""
        enemies = 0
        for part in self._separate(rest):
            if not self._solve(part):
                enemies |= part.must_fall
        return enemies

    def _among(self, pool: int, test: Callable[[int], bool]) -> int:
        """Those of a pool that pass the test; only one of each kin is tested."""
        passed: dict[tuple[int, ...], bool] = {}
        found = 0
        for unit in ones(pool):
            kind = self.kin.get(unit, (unit,))
            if kind not in passed:
                passed[kind] = test(unit)
            found |= passed[kind] << unit
        return found

    def can_answer(self, attacker: int, holders: int, supplied: bool = False, victims: int = 0) -> bool:
        """11.9, ruling 17: could this unit attack, with all these enemies attacked, if no other unit had to?

        `supplied`: answer as if there were enough supply for every attack. `victims`: answer as if an automatic
        victory over these were being won; a unit next to them must be supplied now to attack them (ruling 21b).
        """
        joins = self.could_join(attacker, holders, supplied, victims)
        question = self.kin.get(attacker, (attacker,)), holders, supplied, victims, joins
        if question not in self._answers:
            self._answers[question] = self._answer(attacker, holders, supplied, victims, joins)
        return self._answers[question]

    def _answer(self, attacker: int, holders: int, supplied: bool, victims: int, joins: bool) -> bool:
        rest = self.whole()
        enemies = rest.defenders & ~victims
        fed = (lambda enemies: rest.attackers) if supplied else self.fed
        alone = replace(
            self,
            must_attack=0 if joins else 1 << attacker,
            must_fall=holders & enemies,
            obligations=(),
            fed=fed,
        )
        return alone.can_complete(Rest(rest.attackers, enemies, alone.must_fall, rest.slots))

    def could_join(self, attacker: int, holders: int, supplied: bool, victims: int) -> bool:
        """9.4, ruling 4: is this unit supplied while the victims' zones still block lines, and next to them all?

        If it is in no other enemy's zone, being supplied is enough: it does not have to attack.
        """
        near = victims & self.foes.get(attacker, 0)
        if not near or (near != victims and holders & ~victims):
            return False
        return supplied or bool(self.supplied(0) >> attacker & 1)

    # The search

    def can_complete(self, rest: Rest) -> bool:
        """Is there a legal division of all that is left, in which all that must attack or be attacked do?"""
        if rest not in self._solved:
            self._solved[rest] = all(self._solve(part) for part in self._separate(rest))
        return self._solved[rest]

    def can_complete_battle(self, rest: Rest, attackers: int, defenders: int) -> bool:
        """The same while one battle is being formed from at least these units."""
        return any(
            self.can_complete(self.without(rest, force, targets))
            for force, targets in self._battles(rest, attackers, defenders)
        )

    def _separate(self, rest: Rest) -> Iterator[Rest]:
        """The independent groups of units with a duty, one after another."""
        enemies, idle = rest.must_fall, self.idle(rest)
        while enemies or idle:
            seed = Rest(0, enemies & -enemies, 0, 0) if enemies else Rest(idle & -idle, 0, 0, 0)
            group = self._group(rest, seed.attackers, seed.defenders)
            enemies &= ~group.defenders
            idle &= ~group.attackers
            yield group

    def _group(self, rest: Rest, attackers: int, defenders: int) -> Rest:
        """All units linked to these: next to them, able to take the same supply, or in the same victory."""
        slots, fresh_attackers, fresh_defenders = 0, attackers, defenders
        while fresh_attackers or fresh_defenders:
            near = 0
            for unit in ones(fresh_defenders):
                near |= self.rivals[unit]
            around = 0
            for unit in ones(fresh_attackers):
                around |= self.foes.get(unit, 0)
            for slot, takers in enumerate(self.slots):
                if rest.slots >> slot & 1 and takers & fresh_attackers:
                    slots |= 1 << slot
                    near |= takers
            for core, _ in self.loose:
                near |= core if core & fresh_attackers else 0
            fresh_attackers = near & rest.attackers & ~attackers
            fresh_defenders = around & rest.defenders & ~defenders
            attackers |= fresh_attackers
            defenders |= fresh_defenders
        return Rest(attackers, defenders, rest.must_fall & defenders, slots)

    def _solve(self, group: Rest) -> bool:
        """A connected group; groups that differ only in kin are solved once."""
        if self._classes:
            group = Rest(
                self._likeness(group.attackers),
                self._likeness(group.defenders),
                self._likeness(group.must_fall),
                group.slots,
            )
        if group not in self._solved:
            self._solved[group] = self._is_hopeful(group) and self._search(group)
        return self._solved[group]

    def _likeness(self, units: int) -> int:
        """The set with each kin replaced by as many of its first members."""
        for members, prefixes in self._classes:
            some = units & members
            if some:
                units = units & ~members | prefixes[some.bit_count()]
        return units

    def _is_hopeful(self, group: Rest) -> bool:
        """False for quick reasons why no division can exist."""
        return self._enemies_can_be_held(group) and self._units_can_be_employed(group)

    def _enemies_can_be_held(self, group: Rest) -> bool:
        """7.4: are the attackers around strong enough for the enemies that only they can attack?"""
        around: dict[int, int] = {}
        for enemy in ones(group.must_fall):
            rivals = self.rivals[enemy] & group.attackers
            around[rivals] = around.get(rivals, 0) + self.defense[enemy]
        for rivals in _with_unions(around):
            resistance = sum(some for others, some in around.items() if not others & ~rivals)
            if resistance > LONGEST_ODDS * self.strength(rivals):
                return False  # mutants: equivalent because the search finds it out too
        return True

    def _units_can_be_employed(self, group: Rest) -> bool:
        """14.3: do all units have an enemy, and the unsupplied enough of them, leaving out a taker per slot?"""
        hungry: dict[int, int] = {}
        for unit in ones(self.idle(group) & ~self.may_join):
            enemies = self.foes[unit] & group.defenders
            if not enemies and not self._has_other_work(group, unit):
                return False  # mutants: equivalent because the search finds it out too
            if not self.supplied(enemies) >> unit & 1:
                hungry[enemies] = hungry.get(enemies, 0) | 1 << unit
        for enemies in _with_unions(hungry):
            units = 0
            for others, some in hungry.items():
                if not others & ~enemies:
                    units |= some
            strength = self.strength(units) - self._relief(group, units)
            if strength > 0 and self.resistance(enemies) <= UNSUPPLIED_ABOVE * strength:
                return False  # mutants: equivalent because the search finds it out too
        return True

    def _relief(self, rest: Rest, units: int) -> int:
        """15.3.2.2: the most factors of these units that taking supply could use."""
        return sum(
            max((self.attack[unit] for unit in ones(takers & units)), default=0)
            for slot, takers in enumerate(self.slots)
            if rest.slots >> slot & 1
        )

    def _has_other_work(self, rest: Rest, unit: int) -> bool:
        """Could this unit do its duty outside a battle: by joining a victory or taking supply?"""
        if self.may_join >> unit & 1:
            return True
        if not rest.slots:
            return False
        return any(rest.slots >> slot & 1 and takers >> unit & 1 for slot, takers in enumerate(self.slots))

    def _search(self, rest: Rest) -> bool:
        """Branch on the unit with the fewest ways to do its duty."""
        fewest, enemy, attacker = LONG_WAY + 1, -1, -1
        for unit in ones(rest.must_fall):
            ways = (self.rivals[unit] & rest.attackers).bit_count()
            if ways < fewest:
                fewest, enemy = ways, unit
        for unit in ones(self.idle(rest)):
            ways = LONG_WAY if self._has_other_work(rest, unit) else (self.foes[unit] & rest.defenders).bit_count()
            if ways < fewest:
                fewest, attacker = ways, unit
        if attacker >= 0:
            return self._employ(rest, attacker)
        return enemy < 0 or self.can_complete_battle(rest, 0, 1 << enemy)

    def _employ(self, rest: Rest, attacker: int) -> bool:
        """This unit has to attack: in a battle, in an automatic victory, or by taking supply."""
        if self.may_join >> attacker & 1 and self.can_complete(self.joined(rest, attacker)):
            return True
        for slot, takers in enumerate(self.slots):
            if (
                rest.slots >> slot & 1
                and takers >> attacker & 1
                and self.can_complete(self.assigned(rest, attacker, slot))
            ):
                return True
        return self.can_complete_battle(rest, 1 << attacker, 0)

    def _battles(self, rest: Rest, attackers: int, defenders: int) -> Iterator[tuple[int, int]]:
        """The legal battles that include these units, except those that clearly strand another."""
        nearby = 0
        for attacker in ones(self.next_to_all(defenders) & (attackers or rest.attackers)):
            nearby |= self.foes[attacker]
        for more, _ in self._subsets(nearby & rest.defenders & ~defenders, self.defense):
            targets = defenders | more
            rivals = self.next_to_all(targets) & rest.attackers if targets else 0
            if not rivals or attackers & ~rivals:
                continue
            force = attackers | self._bound_to(rest, targets)
            if force & ~rivals:
                continue
            free = self._spare(rest, force, rivals & ~force, targets)
            if free < 0:
                continue
            resistance, strength = self.resistance(targets), self.strength(force)
            for helpers, more_strength in self._subsets(free, self.attack):
                both = force | helpers
                if (
                    both
                    and self.is_fought(both, strength + more_strength, targets, resistance)
                    and self.spares(rest, both)
                ):
                    yield both, targets

    def _bound_to(self, rest: Rest, targets: int) -> int:
        """The attackers that can do nothing but attack these."""
        others = rest.defenders & ~targets
        bound = 0
        for unit in ones(self.idle(rest)):
            enemies = self.foes[unit]
            if enemies & targets and not enemies & others and not self._has_other_work(rest, unit):
                bound |= 1 << unit
        return bound

    def _spare(self, rest: Rest, force: int, helpers: int, targets: int) -> int:
        """The helpers that no other enemy needs as its only attacker; -1 if one has no attacker left."""
        left = rest.attackers & ~force
        for enemy in ones((rest.must_fall | self.duties(force, targets)) & rest.defenders & ~targets):
            rivals = self.rivals[enemy] & left
            if not rivals:
                return -1
            if not rivals & (rivals - 1):
                helpers &= ~rivals
        return helpers

    def _subsets(self, pool: int, factors: dict[int, int]) -> Iterable[tuple[int, int]]:
        """The subsets of a pool with their factors, the extremes first; one of those that differ only in kin."""
        if pool not in self._parts:
            rows = self._prefixes(pool)
            if sum(map(len, rows)) - len(rows) > LARGE_POOL:
                return self._many_subsets(pool, rows, factors)
            parts = sorted((sum(choice) for choice in product(*rows)), key=int.bit_count)
            parts.insert(0, parts.pop())
            self._parts[pool] = [(part, sum(factors[unit] for unit in ones(part))) for part in parts]
        return self._parts[pool]

    def _many_subsets(
        self, pool: int, rows: list[list[int]], factors: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        """The same, one by one: the likely ones come early, and the whole list would be too long."""
        weight = {0: 0}
        for row in rows:
            for fewer, more in pairwise(row):
                weight[more] = weight[fewer] + factors[(more ^ fewer).bit_length() - 1]
        yield pool, sum(row_weight for row_weight in (weight[row[-1]] for row in rows))
        for choice in product(*rows):
            part = sum(choice)
            if part != pool:
                yield part, sum(weight[some] for some in choice)

    def _prefixes(self, pool: int) -> list[list[int]]:
        """For each kin, the sets of its first none, one, two ... members in the pool; -1 is a pool of everyone."""
        classes: dict[tuple[int, ...], list[int]] = {}
        for unit in sorted((*self.foes, *self.defense)):
            if pool >> unit & 1:
                prefixes = classes.setdefault(self.kin[unit], [0])
                prefixes.append(prefixes[-1] | 1 << unit)
        return list(classes.values())


def _with_unions(sets: Iterable[int]) -> set[int]:
    """These sets, and the unions of any two that overlap."""
    found = set(sets)
    found |= {one | other for one, other in combinations(found, 2) if one & other}
    return found
