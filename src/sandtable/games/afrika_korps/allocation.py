"""8.4, 8.5, 11, 23.1, 23.2: dividing the combat into battles. An exact search tells what can still be completed.

Nothing here knows the map: a `Contact` says who is next to whom, who must attack and who must be attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product

from sandtable.games.afrika_korps.scenario import odds_column
from sandtable.games.afrika_korps.supply import needs_supply
from sandtable.kernel.bits import first, ones


@dataclass(frozen=True, slots=True)
class Plan:
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
    slots: tuple[int, ...] = ()
    """15.3.2.2: for each escorted supply the units that could be told off to take it."""
    pledges: tuple[tuple[int, int], ...] = ()
    """13.2: supply and the enemy it must support an attack on."""
    fed: Callable[[int], int] = lambda enemies: 0
    """14.2: the attackers supplied against these enemies."""
    fed_by: Callable[[int, int], int] = lambda supply, enemies: 0
    """The attackers that one supply unit feeds against these enemies."""
    kin: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Units with equal values are interchangeable for the search: same hex, same factors, same duties."""
    rivals: dict[int, int] = field(init=False)
    _fed: dict[int, int] = field(init=False)
    _solved: dict[Plan, bool] = field(init=False)
    _parts: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.rivals = dict.fromkeys(self.defense, 0)
        for attacker, enemies in self.foes.items():
            for enemy in ones(enemies):
                self.rivals[enemy] |= 1 << attacker
        self._fed, self._solved, self._parts = {}, {}, {}

    # One battle

    def column(self, attackers: int, defenders: int) -> int:
        """7.3, 11.1, 11.2: factors are added up on both sides."""
        attack, defense = self.attack, self.defense
        return odds_column(sum(attack[u] for u in ones(attackers)), sum(defense[u] for u in ones(defenders)))

    def supplied(self, defenders: int) -> int:
        if defenders not in self._fed:
            self._fed[defenders] = self.fed(defenders)
        return self._fed[defenders]

    def is_battle(self, attackers: int, defenders: int) -> bool:
        """7.4, 14.1, 14.2: legal odds, and supply for every attacker where the odds ask for it (13.2 too)."""
        column = self.column(attackers, defenders)
        if column < 0:
            return False
        if needs_supply(column):
            if attackers & ~self.supplied(defenders):
                return False
            return all(
                self.fed_by(supply, defenders) & attackers
                for supply, enemy in self.pledges
                if defenders >> enemy & 1
            )
        return not any(defenders >> enemy & 1 for _, enemy in self.pledges)

    def next_to_all(self, defenders: int) -> int:
        """8.5, 11.3.2: the attackers adjacent to every one of these."""
        common = -1
        for defender in ones(defenders):
            common &= self.rivals[defender]
        return common

    def duties(self, attackers: int, defenders: int) -> int:
        """23.1, 23.2: the further enemies that must be attacked because of this battle."""
        must = 0
        for garrison in self.fortresses:
            if garrison & defenders:
                must |= garrison
        for garrison, around in self.sorties:
            if garrison & attackers:
                must |= around
        return must

    # The search

    def parts(self, pool: int) -> list[int]:
        """The subsets of a pool, smallest first; of those that differ only by a choice among kin just one."""
        if pool not in self._parts:
            classes: dict[tuple[int, ...], list[int]] = {}
            for unit in ones(pool):
                prefixes = classes.setdefault(self.kin.get(unit, (-1, unit)), [0])
                prefixes.append(prefixes[-1] | 1 << unit)
            parts = [sum(combination) for combination in product(*classes.values())]
            self._parts[pool] = sorted(parts, key=int.bit_count)
        return self._parts[pool]

    def battles(self, plan: Plan, attackers: int, defenders: int) -> Iterator[tuple[int, int]]:
        """Every legal battle that holds at least these units and otherwise only units the plan leaves."""
        common = self.next_to_all(defenders) if defenders else -1
        nearby = 0
        for attacker in ones(common & (attackers or plan.attackers)):
            nearby |= self.foes[attacker]
        for more in self.parts(nearby & plan.defenders & ~defenders):
            targets = defenders | more
            rivals = self.next_to_all(targets) if targets else 0
            if attackers & ~rivals:
                continue
            for helpers in self.parts(rivals & plan.attackers & ~attackers):
                force = attackers | helpers
                if force and self.is_battle(force, targets):
                    yield force, targets

    def without(self, plan: Plan, attackers: int, defenders: int) -> Plan:
        """The plan after a battle is settled, with the duties it brings."""
        left = plan.defenders & ~defenders
        must = (plan.must_fall | self.duties(attackers, defenders)) & left
        return Plan(plan.attackers & ~attackers, left, must, plan.slots)

    def can_complete(self, plan: Plan) -> bool:
        """Is there a legal division of all that is left, where everyone attacks or is attacked who must?"""
        if plan not in self._solved:
            self._solved[plan] = self._search(plan)
        return self._solved[plan]

    def can_complete_battle(self, plan: Plan, attackers: int, defenders: int) -> bool:
        """The same while one battle is being put together from at least these units."""
        return any(
            self.can_complete(self.without(plan, force, targets))
            for force, targets in self.battles(plan, attackers, defenders)
        )

    def _search(self, plan: Plan) -> bool:
        if plan.must_fall:
            hardest = min(ones(plan.must_fall), key=lambda d: (self.rivals[d] & plan.attackers).bit_count())
            return self.can_complete_battle(plan, 0, 1 << hardest)
        idle = plan.attackers & self.must_attack
        return not idle or self._employ(plan, first(idle))

    def _employ(self, plan: Plan, attacker: int) -> bool:
        """Everyone who must fall is hit, but this unit still has to attack: can it join in anywhere?"""
        bit = 1 << attacker
        rest = Plan(plan.attackers & ~bit, plan.defenders, plan.must_fall, plan.slots)
        if any(joiners & bit for joiners, _ in self.victories):
            return self.can_complete(rest)
        for index, takers in enumerate(self.slots):
            if plan.slots >> index & 1 and takers & bit:
                less = Plan(rest.attackers, rest.defenders, rest.must_fall, plan.slots & ~(1 << index))
                if self.can_complete(less):
                    return True
        return self.can_complete_battle(plan, bit, 0)

    def fits_somewhere(self, attacker: int, plan: Plan) -> bool:
        """Ruling 17: is there any legal battle, victory or capture this unit could take part in?"""
        bit = 1 << attacker
        if any(joiners & bit for joiners, _ in self.victories):
            return True
        if any(takers & bit for takers in self.slots):
            return True
        return next(self.battles(plan, bit, 0), None) is not None
