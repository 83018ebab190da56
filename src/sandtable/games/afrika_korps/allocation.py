"""8.4, 8.5, 11, 23.1, 23.2: dividing the combat into battles. An exact search tells what can still be completed.

Nothing here knows the map: a `Contact` says who is next to whom, who must attack and who must be attacked. The
first part judges one battle; the second says which choices can still be completed; the third is the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import NamedTuple

from sandtable.games.afrika_korps.scenario import odds_column
from sandtable.kernel.bits import ones

LONGEST_ODDS = 6  # 7.4: nobody attacks more than this many times his factors
UNSUPPLIED_ABOVE = 2  # 14.1, 14.3: an attack on more than this many times the attackers' factors needs no supply
LARGE_POOL = 10  # from here on subsets are not kept in lists
LONG_WAY = 99  # what may be done otherwise is never the most urgent


class Plan(NamedTuple):
    """What is still open: attackers and defenders not yet in a battle, defenders that must be, supply to take."""

    attackers: int
    defenders: int
    must_fall: int
    slots: int


@dataclass(slots=True, eq=False)
class Contact:
    """The units in contact at the end of a side's movement. Bit sets are over units."""

    attack: dict[int, int]
    defense: dict[int, int]
    foes: dict[int, int]
    """By attacker, the enemies it is next to (8.5)."""
    must_attack: int
    """8.4: attackers in an enemy zone."""
    must_fall: int
    """8.4, 11.3.1: enemies in whose zone the side has units."""
    fortresses: tuple[int, ...] = ()
    """23.1: enemies in one fortress, attacked all or none."""
    sorties: tuple[tuple[int, int], ...] = ()
    """23.2: units in an own fortress, and all enemies next to it, to be attacked if one of the units attacks."""
    victories: tuple[tuple[int, int], ...] = ()
    """9.4: attackers who may join an automatic victory that stands, and its victims."""
    slots: tuple[tuple[int, int], ...] = ()
    """15.3.2.2: for each escorted supply the units that could be told off to take it, and its escort."""
    pledges: tuple[tuple[int, int], ...] = ()
    """13.2: supply and the enemy it must support an attack on."""
    fed: Callable[[int], int] = lambda enemies: 0
    """14.2: the attackers supplied against these enemies; against more enemies never fewer (ruling 3)."""
    fed_by: Callable[[int, int], int] = lambda supply, enemies: 0
    """The attackers that one supply unit feeds against these enemies."""
    places: dict[int, int] = field(default_factory=dict)
    """Units with equal values stand in one hex: who is next to them and who feeds them is the same."""
    rivals: dict[int, int] = field(init=False)
    kin: dict[int, tuple[int, ...]] = field(init=False)
    """Units with equal values are interchangeable for the search."""
    _may_join: int = field(init=False)
    _classes: list[tuple[int, list[int]]] = field(init=False)
    _fed: dict[int, int] = field(init=False)
    _solved: dict[Plan, bool] = field(init=False)
    _parts: dict[int, list[tuple[int, int]]] = field(init=False)
    _answers: dict[tuple[tuple[int, ...], int, bool, int], bool] = field(init=False)

    def __post_init__(self) -> None:
        self.rivals = dict.fromkeys(self.defense, 0)
        for attacker, enemies in self.foes.items():
            for enemy in ones(enemies):
                self.rivals[enemy] |= 1 << attacker
        self._fed, self._solved, self._parts, self._answers = {}, {}, {}, {}
        self._may_join = 0
        for joiners, _ in self.victories:
            self._may_join |= joiners
        steady = sum(1 << unit for unit in self.foes if self._is_steady(unit))
        self.kin = {unit: self._attacker_kind(unit, steady) for unit in self.foes}
        self.kin |= {unit: self._defender_kind(unit, steady) for unit in self.defense}
        self._classes = [(row[-1], row) for row in self._prefixes(-1) if len(row) > 2]

    # Who is like whom

    def _is_steady(self, unit: int) -> bool:
        """Is this attacker supplied against whomever it attacks, or against nobody?"""
        enemies = self.foes[unit]
        if self.pledges:
            return False
        if not self.supplied(enemies) >> unit & 1:
            return True
        return all(self.supplied(1 << enemy) >> unit & 1 for enemy in ones(enemies))

    def _attacker_kind(self, unit: int, steady: int) -> tuple[int, ...]:
        """Same factor, same enemies, same duties and chances, and the same supply."""
        fed = self.supplied(self.foes[unit]) >> unit & 1 if steady >> unit & 1 else -1
        return (
            self.foes[unit],
            self.attack[unit],
            self.must_attack >> unit & 1,
            fed,
            self._place(unit) if fed < 0 else -1,
            _members(unit, [garrison for garrison, _ in self.sorties]),
            _members(unit, [takers for takers, _ in self.slots]),
            _members(unit, [joiners for joiners, _ in self.victories]),
        )

    def _defender_kind(self, unit: int, steady: int) -> tuple[int, ...]:
        """Same factor, same attackers, same duties; the same hex, unless nobody's supply depends on that."""
        return (
            self.rivals[unit],
            self.defense[unit],
            self.must_fall >> unit & 1,
            self._place(unit) if self.rivals[unit] & ~steady else -1,
            unit if any(enemy == unit for _, enemy in self.pledges) else -1,
            _members(unit, self.fortresses),
            _members(unit, [around for _, around in self.sorties]),
            _members(unit, [escort for _, escort in self.slots]),
        )

    def _place(self, unit: int) -> int:
        return self.places.get(unit, -2 - unit)

    def whole(self) -> Plan:
        """Nothing is settled yet."""
        attackers = sum(1 << unit for unit in self.foes)
        defenders = sum(1 << unit for unit in self.defense)
        return Plan(attackers, defenders, self.must_fall, (1 << len(self.slots)) - 1)

    # One battle

    def column(self, attackers: int, defenders: int) -> int:
        """7.3, 11.1, 11.2: factors are added up on both sides."""
        return odds_column(self.strength(attackers), self.resistance(defenders))

    def strength(self, attackers: int) -> int:
        return sum(self.attack[unit] for unit in ones(attackers))

    def resistance(self, defenders: int) -> int:
        return sum(self.defense[unit] for unit in ones(defenders))

    def supplied(self, defenders: int) -> int:
        """14.2: the attackers supplied against these enemies."""
        if defenders not in self._fed:
            self._fed[defenders] = self.fed(defenders)
        return self._fed[defenders]

    def is_battle(self, attackers: int, defenders: int) -> bool:
        """7.4, 14.1, 14.2: legal odds, and supply for every attacker where the odds ask for it (13.2 too)."""
        if not attackers or attackers & ~self.next_to_all(defenders):
            return False
        return self.is_fought(attackers, self.strength(attackers), defenders, self.resistance(defenders))

    def is_fought(self, attackers: int, strength: int, defenders: int, resistance: int) -> bool:
        """The same for units known to be next to each other, their factors added up."""
        if resistance > LONGEST_ODDS * strength:
            return False
        pledges = [supply for supply, enemy in self.pledges if defenders >> enemy & 1]
        if resistance > UNSUPPLIED_ABOVE * strength:
            return not pledges
        if attackers & ~self.supplied(defenders):
            return False
        return all(self.fed_by(supply, defenders) & attackers for supply in pledges)

    def next_to_all(self, defenders: int) -> int:
        """8.5, 11.3.2: the attackers adjacent to every one of these."""
        common = -1
        for defender in ones(defenders):
            common &= self.rivals[defender]
        return common

    def sortie_duty(self, attackers: int) -> int:
        """23.2: the enemies that must all be attacked because one of these attacks out of a fortress."""
        must = 0
        for garrison, around in self.sorties:
            if garrison & attackers:
                must |= around
        return must

    def duties(self, attackers: int, defenders: int) -> int:
        """23.1, 23.2: the enemies that must be attacked because of this battle."""
        must = self.sortie_duty(attackers)
        for garrison in self.fortresses:
            if garrison & defenders:
                must |= garrison
        return must

    # What is left

    def without(self, plan: Plan, attackers: int, defenders: int) -> Plan:
        """The plan after a battle is settled, with the duties it brings."""
        left = plan.defenders & ~defenders
        must = (plan.must_fall | self.duties(attackers, defenders)) & left
        return Plan(plan.attackers & ~attackers, left, must, plan.slots)

    def told_off(self, plan: Plan, unit: int, slot: int) -> Plan:
        """15.3.2.2: the plan after a unit is told off to take supply: others must attack the escort."""
        bit = 1 << unit
        must = plan.must_fall | (self.slots[slot][1] | self.sortie_duty(bit)) & plan.defenders
        return Plan(plan.attackers & ~bit, plan.defenders, must, plan.slots & ~(1 << slot))

    def joined(self, plan: Plan, unit: int) -> Plan:
        """9.4: the plan after a unit has joined an automatic victory."""
        bit = 1 << unit
        must = plan.must_fall | self.sortie_duty(bit) & plan.defenders
        return Plan(plan.attackers & ~bit, plan.defenders, must, plan.slots)

    def idle(self, plan: Plan) -> int:
        """8.4: the attackers that must attack and do not yet."""
        return plan.attackers & self.must_attack

    # What may be chosen: that from which a legal division can still be completed

    def is_satisfied(self, plan: Plan) -> bool:
        """8.4, 11.3: is everyone attacked who must be, and does everyone attack who must?"""
        return not plan.must_fall and not self.idle(plan)

    def first_targets(self, plan: Plan) -> int:
        """The enemies a new battle may be opened against."""
        return self._among(plan.defenders, lambda unit: self.can_complete_battle(plan, 0, 1 << unit))

    def further_targets(self, plan: Plan, attackers: int, defenders: int) -> int:
        """The enemies that may be added to a battle being put together."""
        near = 0
        for unit in ones(self.next_to_all(defenders) & (attackers or plan.attackers)):
            near |= self.foes[unit]
        pool = near & plan.defenders & ~defenders
        return self._among(pool, lambda unit: self.can_complete_battle(plan, attackers, defenders | 1 << unit))

    def helpers(self, plan: Plan, attackers: int, defenders: int) -> int:
        """The attackers that may be added to a battle being put together."""
        pool = self.next_to_all(defenders) & plan.attackers & ~attackers
        return self._among(pool, lambda unit: self.can_complete_battle(plan, attackers | 1 << unit, defenders))

    def may_close(self, plan: Plan, attackers: int, defenders: int) -> bool:
        """Is this battle legal as it stands, and can the rest be divided?"""
        return self.is_battle(attackers, defenders) and self.can_complete(self.without(plan, attackers, defenders))

    def captors(self, plan: Plan, slot: int) -> int:
        """15.3.2.2: units that can be spared to take this supply."""
        pool = self.slots[slot][0] & plan.attackers
        return self._among(pool, lambda unit: self.can_complete(self.told_off(plan, unit, slot)))

    def joiners(self, plan: Plan, index: int) -> int:
        """9.4b: units that may join this victory while the soak-offs needed elsewhere are still made."""
        engaged = self.whole().attackers & ~plan.attackers
        pool = self.victories[index][0] & ~engaged
        return self._among(pool, lambda unit: self.can_complete(self.joined(plan, unit)))

    def _among(self, pool: int, test: Callable[[int], bool]) -> int:
        """Those of a pool that pass the test; of kin only one is put to it."""
        passed: dict[tuple[int, ...], bool] = {}
        found = 0
        for unit in ones(pool):
            kind = self.kin.get(unit, (unit,))
            if kind not in passed:
                passed[kind] = test(unit)
            found |= passed[kind] << unit
        return found

    def can_answer(self, attacker: int, holders: int, supplied: bool = False, victims: int = 0) -> bool:
        """11.9, ruling 17: could this unit attack, with all these enemies attacked, if nobody else had to?

        `supplied`: ask the same as if there were supply enough for every attack. `victims`: ask as if these had
        fallen to an automatic victory, which the unit may join where it is supplied (9.4).
        """
        question = self.kin.get(attacker, (attacker,)), holders, supplied, victims
        if question not in self._answers:
            self._answers[question] = self._answer(attacker, holders, supplied, victims)
        return self._answers[question]

    def _answer(self, attacker: int, holders: int, supplied: bool, victims: int) -> bool:
        plan = self.whole()
        enemies = plan.defenders & ~victims
        fed = (lambda enemies: plan.attackers) if supplied else self.fed
        joins = victims and (not holders & ~victims or self.could_join(attacker, victims, supplied))
        alone = replace(
            self,
            must_attack=0 if joins else 1 << attacker,
            must_fall=holders & enemies,
            pledges=(),
            fed=fed,
        )
        return alone.can_complete(Plan(plan.attackers, enemies, alone.must_fall, plan.slots))

    def could_join(self, attacker: int, victims: int, supplied: bool) -> bool:
        """9.4: is this unit next to all of these, and supplied against them?"""
        if victims & ~self.foes.get(attacker, 0):
            return False
        return supplied or bool(self.supplied(victims) >> attacker & 1)

    # The search

    def can_complete(self, plan: Plan) -> bool:
        """Is there a legal division of all that is left, where everyone attacks or is attacked who must?"""
        if plan not in self._solved:
            self._solved[plan] = all(self._solve(part) for part in self._separate(plan))
        return self._solved[plan]

    def can_complete_battle(self, plan: Plan, attackers: int, defenders: int) -> bool:
        """The same while one battle is being put together from at least these units."""
        return any(
            self.can_complete(self.without(plan, force, targets))
            for force, targets in self._battles(plan, attackers, defenders)
        )

    def _separate(self, plan: Plan) -> Iterator[Plan]:
        """The groups of units with a duty that have nothing to do with each other, one after another."""
        enemies, idle = plan.must_fall, self.idle(plan)
        while enemies or idle:
            seed = Plan(0, enemies & -enemies, 0, 0) if enemies else Plan(idle & -idle, 0, 0, 0)
            group = self._group(plan, seed.attackers, seed.defenders)
            enemies &= ~group.defenders
            idle &= ~group.attackers
            yield group

    def _group(self, plan: Plan, attackers: int, defenders: int) -> Plan:
        """All that is linked to these units by being next to each other or by wanting the same supply."""
        slots, fresh_attackers, fresh_defenders = 0, attackers, defenders
        while fresh_attackers or fresh_defenders:
            near = 0
            for unit in ones(fresh_defenders):
                near |= self.rivals[unit]
            around = 0
            for unit in ones(fresh_attackers):
                around |= self.foes.get(unit, 0)
            for slot, (takers, _) in enumerate(self.slots):
                if plan.slots >> slot & 1 and takers & fresh_attackers:
                    slots |= 1 << slot
                    near |= takers
            fresh_attackers = near & plan.attackers & ~attackers
            fresh_defenders = around & plan.defenders & ~defenders
            attackers |= fresh_attackers
            defenders |= fresh_defenders
        return Plan(attackers, defenders, plan.must_fall & defenders, slots)

    def _solve(self, group: Plan) -> bool:
        """A group that hangs together, looked up in the likeness of its kin."""
        if self._classes:
            group = Plan(
                self._likeness(group.attackers),
                self._likeness(group.defenders),
                self._likeness(group.must_fall),
                group.slots,
            )
        if group not in self._solved:
            self._solved[group] = self._is_hopeful(group) and self._search(group)
        return self._solved[group]

    def _likeness(self, units: int) -> int:
        """The set with the first of each kin in place of as many others."""
        for members, prefixes in self._classes:
            some = units & members
            if some:
                units = units & ~members | prefixes[some.bit_count()]
        return units

    def _is_hopeful(self, group: Plan) -> bool:
        """Quick reasons why no division can exist: see the two parts."""
        return self._enemies_can_be_held(group) and self._units_can_be_employed(group)

    def _enemies_can_be_held(self, group: Plan) -> bool:
        """7.4: are those around any enemies strong enough for all whom nobody else can attack?"""
        around: dict[int, int] = {}
        for enemy in ones(group.must_fall):
            rivals = self.rivals[enemy] & group.attackers
            around[rivals] = around.get(rivals, 0) + self.defense[enemy]
        for rivals in around:
            resistance = sum(some for others, some in around.items() if not others & ~rivals)
            if resistance > LONGEST_ODDS * self.strength(rivals):
                return False
        return True

    def _units_can_be_employed(self, group: Plan) -> bool:
        """14.3: have all units somebody to attack, and those without supply enough, one taker per slot apart?"""
        hungry: dict[int, int] = {}
        for unit in ones(self.idle(group) & ~self._may_join):
            enemies = self.foes[unit] & group.defenders
            if not enemies and not self._has_other_work(group, unit):
                return False
            if not self.supplied(enemies) >> unit & 1:
                hungry[enemies] = hungry.get(enemies, 0) | 1 << unit
        for enemies in hungry:
            units = 0
            for others, some in hungry.items():
                if not others & ~enemies:
                    units |= some
            strength = self.strength(units) - self._relief(group, units)
            if strength > 0 and self.resistance(enemies) <= UNSUPPLIED_ABOVE * strength:
                return False
        return True

    def _relief(self, plan: Plan, units: int) -> int:
        """15.3.2.2: the factors of these units that taking supply could employ at most."""
        return sum(
            max((self.attack[unit] for unit in ones(takers & units)), default=0)
            for slot, (takers, _) in enumerate(self.slots)
            if plan.slots >> slot & 1
        )

    def _has_other_work(self, plan: Plan, unit: int) -> bool:
        """Could this unit do its duty otherwise than in a battle: by joining a victory or taking supply?"""
        if self._may_join >> unit & 1:
            return True
        return any(plan.slots >> slot & 1 and takers >> unit & 1 for slot, (takers, _) in enumerate(self.slots))

    def _search(self, plan: Plan) -> bool:
        """Branch on whoever has the fewest ways to do his duty."""
        fewest, enemy, attacker = LONG_WAY + 1, -1, -1
        for unit in ones(plan.must_fall):
            ways = (self.rivals[unit] & plan.attackers).bit_count()
            if ways < fewest:
                fewest, enemy = ways, unit
        for unit in ones(self.idle(plan)):
            ways = LONG_WAY if self._has_other_work(plan, unit) else (self.foes[unit] & plan.defenders).bit_count()
            if ways < fewest:
                fewest, attacker = ways, unit
        if attacker >= 0:
            return self._employ(plan, attacker)
        return enemy < 0 or self.can_complete_battle(plan, 0, 1 << enemy)

    def _employ(self, plan: Plan, attacker: int) -> bool:
        """This unit has to attack: in a battle, in a victory that stands, or by taking supply."""
        if self._may_join >> attacker & 1 and self.can_complete(self.joined(plan, attacker)):
            return True
        for slot, (takers, _) in enumerate(self.slots):
            if (
                plan.slots >> slot & 1
                and takers >> attacker & 1
                and self.can_complete(self.told_off(plan, attacker, slot))
            ):
                return True
        return self.can_complete_battle(plan, 1 << attacker, 0)

    def _battles(self, plan: Plan, attackers: int, defenders: int) -> Iterator[tuple[int, int]]:
        """The legal battles that hold these units, leaving out those that clearly strand somebody else."""
        nearby = 0
        for attacker in ones(self.next_to_all(defenders) & (attackers or plan.attackers)):
            nearby |= self.foes[attacker]
        for more, _ in self._subsets(nearby & plan.defenders & ~defenders, self.defense):
            targets = defenders | more
            rivals = self.next_to_all(targets) & plan.attackers if targets else 0
            if not rivals or attackers & ~rivals:
                continue
            force = attackers | self._bound_to(plan, targets)
            if force & ~rivals:
                continue
            free = self._spare(plan, force, rivals & ~force, targets)
            if free < 0:
                continue
            resistance, strength = self.resistance(targets), self.strength(force)
            for helpers, more_strength in self._subsets(free, self.attack):
                both = force | helpers
                if both and self.is_fought(both, strength + more_strength, targets, resistance):
                    yield both, targets

    def _bound_to(self, plan: Plan, targets: int) -> int:
        """The attackers with nothing else to do than to attack these."""
        bound = 0
        for target in ones(targets):
            for unit in ones(self.rivals[target] & self.idle(plan) & ~bound):
                if not self.foes[unit] & plan.defenders & ~targets and not self._has_other_work(plan, unit):
                    bound |= 1 << unit
        return bound

    def _spare(self, plan: Plan, force: int, helpers: int, targets: int) -> int:
        """Those of the helpers whom no other enemy needs as its only attacker; -1 if one has no attacker left."""
        left = plan.attackers & ~force
        for enemy in ones((plan.must_fall | self.duties(force, targets)) & plan.defenders & ~targets):
            rivals = self.rivals[enemy] & left
            if not rivals:
                return -1
            if not rivals & (rivals - 1):
                helpers &= ~rivals
        return helpers

    def _subsets(self, pool: int, factors: dict[int, int]) -> Iterable[tuple[int, int]]:
        """The subsets of a pool with their factors, the extremes first; of those alike but for kin just one."""
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
        """The same one by one: the likely ones come early, and the whole list would be too long."""
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
        """By kin the sets of its first none, one, two ... members in the pool; -1 is a pool of everyone."""
        classes: dict[tuple[int, ...], list[int]] = {}
        for unit in sorted((*self.foes, *self.defense)):
            if pool >> unit & 1:
                prefixes = classes.setdefault(self.kin[unit], [0])
                prefixes.append(prefixes[-1] | 1 << unit)
        return list(classes.values())


def _members(unit: int, groups: Sequence[int]) -> int:
    """In which of these groups the unit is, as a bit set."""
    return sum((group >> unit & 1) << index for index, group in enumerate(groups))
