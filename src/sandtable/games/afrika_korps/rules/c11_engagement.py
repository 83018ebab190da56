"""8.4, 8.5, 11, 13.2, 14, 23.1, 23.2: who could fight whom, and what a battle needs and brings with it.

Nothing here knows the map: an `Engagement` says who is next to whom, who must attack and who must be attacked.
`c11_division` finds out which divisions of the combat can be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sandtable.games.afrika_korps.printed.data import odds_column
from sandtable.kernel.bits import first, ones

LONGEST_ODDS = 6  # 7.4: no unit attacks more than this many times its own factors
UNSUPPLIED_ABOVE = 2  # 14.1, 14.3: an attack on more than this many times the attackers' factors needs no supply


class Rest(NamedTuple):
    """What is still open: attackers and defenders not yet in a battle, defenders that must be, supply to take."""

    attackers: int
    defenders: int
    must_fall: int
    slots: int


@dataclass(slots=True, eq=False)
class Engagement:
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
    """23.1: enemies in one fortress, attacked together or not at all."""
    sorties: tuple[tuple[int, int], ...] = ()
    """23.2: units in a friendly fortress, and the enemies next to it, all to be attacked if one unit attacks."""
    victories: tuple[tuple[int, int], ...] = ()
    """9.4: attackers that may join an automatic victory, and its victims."""
    loose: tuple[tuple[int, Callable[[int], bool]], ...] = ()
    """Ruling 21a: attackers of a victory that may fight elsewhere, and whether those that stay still win it."""
    slots: tuple[int, ...] = ()
    """15.3.2.2: for each escorted supply the units that could be assigned to take it."""
    obligations: tuple[tuple[int, int], ...] = ()
    """13.2: supply and the enemy it must support an attack on."""
    fed: Callable[[int], int] = lambda enemies: 0
    """14.2: the attackers supplied against these enemies; against more enemies never fewer (ruling 3)."""
    fed_by: Callable[[int, int], int] = lambda supply, enemies: 0
    """The attackers that one supply unit feeds against these enemies."""
    places: dict[int, int] = field(default_factory=dict)
    """Units with equal values are in one hex: the same units are next to them, and the same supply feeds them."""
    rivals: dict[int, int] = field(init=False)
    kin: dict[int, tuple[int, ...]] = field(init=False)
    """Units with equal values are interchangeable for the search."""
    may_join: int = field(init=False)
    """9.4: the attackers with an automatic victory to join."""
    _fed: dict[int, int] = field(init=False)
    _sums: dict[int, int] = field(init=False)
    _common: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.rivals = dict.fromkeys(self.defense, 0)
        for attacker, enemies in self.foes.items():
            for enemy in ones(enemies):
                self.rivals[enemy] |= 1 << attacker
        self._fed, self._sums, self._common = {}, {}, {0: -1}
        self.may_join = 0
        for joiners, _ in self.victories:
            self.may_join |= joiners
        steady = sum(1 << unit for unit in self.foes if self._is_steady(unit))
        self.kin = {unit: self._attacker_kind(unit, steady) for unit in self.foes}
        self.kin |= {unit: self._defender_kind(unit, steady) for unit in self.defense}

    # Which units are alike

    def _is_steady(self, unit: int) -> bool:
        """Is this attacker supplied against every enemy it could attack, or against none?"""
        enemies = self.foes[unit]
        if self.obligations:
            return False
        if not self.supplied(enemies) >> unit & 1:
            return True
        return all(self.supplied(1 << enemy) >> unit & 1 for enemy in ones(enemies))

    def _attacker_kind(self, unit: int, steady: int) -> tuple[int, ...]:
        """Same factor, same enemies, same duties and chances, and the same supply."""
        fed = self.supplied(self.foes[unit]) >> unit & 1 if steady >> unit & 1 else -1
        bound = _members(unit, [core for core, _ in self.loose])
        return (
            self.foes[unit],
            self.attack[unit],
            self.must_attack >> unit & 1,
            fed,
            self._place(unit) if fed < 0 or bound else -1,
            bound,
            _members(unit, [garrison for garrison, _ in self.sorties]),
            _members(unit, self.slots),
            _members(unit, [joiners for joiners, _ in self.victories]),
        )

    def _defender_kind(self, unit: int, steady: int) -> tuple[int, ...]:
        """Same factor, same attackers, same duties; the same hex too, if anyone's supply depends on it."""
        return (
            self.rivals[unit],
            self.defense[unit],
            self.must_fall >> unit & 1,
            self._place(unit) if self.rivals[unit] & ~steady else -1,
            unit if any(enemy == unit for _, enemy in self.obligations) else -1,
            _members(unit, self.fortresses),
            _members(unit, [around for _, around in self.sorties]),
        )

    def _place(self, unit: int) -> int:
        return self.places.get(unit, -2 - unit)

    def whole(self) -> Rest:
        """Nothing is settled yet."""
        attackers = sum(1 << unit for unit in self.foes)
        defenders = sum(1 << unit for unit in self.defense)
        return Rest(attackers, defenders, self.must_fall, (1 << len(self.slots)) - 1)

    # One battle

    def column(self, attackers: int, defenders: int) -> int:
        """7.3, 11.1, 11.2: factors are added up on both sides."""
        return odds_column(self.strength(attackers), self.resistance(defenders))

    def strength(self, attackers: int) -> int:
        if attackers not in self._sums:
            self._sums[attackers] = sum(self.attack[unit] for unit in ones(attackers))
        return self._sums[attackers]

    def resistance(self, defenders: int) -> int:
        if defenders not in self._sums:
            self._sums[defenders] = sum(self.defense[unit] for unit in ones(defenders))
        return self._sums[defenders]

    def supplied(self, defenders: int) -> int:
        """14.2: the attackers supplied against these enemies."""
        if defenders not in self._fed:
            self._fed[defenders] = self.fed(defenders)
        return self._fed[defenders]

    def is_battle(self, attackers: int, defenders: int) -> bool:
        """7.4, 14.1, 14.2: legal odds, and supply for every attacker if the odds require it (13.2 too)."""
        return bool(attackers) and self.is_fought(
            attackers, self.strength(attackers), defenders, self.resistance(defenders)
        )

    def is_fought(self, attackers: int, strength: int, defenders: int, resistance: int) -> bool:
        """The same for units known to be next to each other, their factors added up."""
        if resistance > LONGEST_ODDS * strength:
            return False
        obligations = [supply for supply, enemy in self.obligations if defenders >> enemy & 1]
        if resistance > UNSUPPLIED_ABOVE * strength:
            return not obligations
        if attackers & ~self.supplied(defenders):
            return False
        return all(self.fed_by(supply, defenders) & attackers for supply in obligations)

    def next_to_all(self, defenders: int) -> int:
        """8.5, 11.3.2: the attackers adjacent to every one of these."""
        if defenders not in self._common:
            rest = defenders & (defenders - 1)
            self._common[defenders] = self.next_to_all(rest) & self.rivals[first(defenders)]
        return self._common[defenders]

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

    def spares(self, rest: Rest, attackers: int) -> bool:
        """Ruling 21a: is every automatic victory still won if these fight elsewhere?"""
        return all(
            not core & attackers or is_won(rest.attackers & core & ~attackers) for core, is_won in self.loose
        )

    # What is left

    def without(self, rest: Rest, attackers: int, defenders: int) -> Rest:
        """What is left after this battle, with the duties it brings."""
        left = rest.defenders & ~defenders
        must = (rest.must_fall | self.duties(attackers, defenders)) & left
        return Rest(rest.attackers & ~attackers, left, must, rest.slots)

    def assigned(self, rest: Rest, unit: int, slot: int) -> Rest:
        """15.3.2.2, 23.2: what is left after a unit is assigned to take supply, whose escort must be attacked."""
        return self.joined(rest, unit)._replace(slots=rest.slots & ~(1 << slot))

    def joined(self, rest: Rest, unit: int) -> Rest:
        """9.4: what is left after a unit has joined an automatic victory."""
        bit = 1 << unit
        must = rest.must_fall | self.sortie_duty(bit) & rest.defenders
        return Rest(rest.attackers & ~bit, rest.defenders, must, rest.slots)

    def idle(self, rest: Rest) -> int:
        """8.4: the attackers that must attack but do not yet."""
        return rest.attackers & self.must_attack


def _members(unit: int, groups: Sequence[int]) -> int:
    """In which of these groups the unit is, as a bit set."""
    return sum((group >> unit & 1) << index for index, group in enumerate(groups))
