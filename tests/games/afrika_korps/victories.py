"""Which automatic victories may be declared, and what becomes of them when movement ends, from the rules alone.

Chapters 8, 9 and 11 with rulings 3, 4, 17, 21a, 21b, 41, 64 and 65. Everything is tried: no search is cut short.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.games.afrika_korps import ground
from tests.games.afrika_korps.divisions import Divider, all_divisions
from tests.games.afrika_korps.fronts import Front

Units = frozenset[str]
Fights = frozenset[tuple[Units, Units]]
"""Who attacks whom, the automatic victory among the rest."""


class Victories:
    """A position in somebody's movement, in which nobody has declared anything yet."""

    def __init__(self, position: str) -> None:
        self.position = position
        self.front = Front(position)
        self.places, self.own, self.enemy = self.front.places, self.front.own, self.front.enemy
        self.answers: dict[tuple[str, Units], bool] = {}
        self.fed = {unit for unit in self.own if self.is_fed(unit, ())}

    def is_fed(self, unit: str, attacked: Iterable[str]) -> bool:
        """14.2: can some supply unit support this one in an attack on these?"""
        return any(unit in self.front.feeds(supply, attacked) for supply in self.front.supplies)

    # What may be declared

    def declarations(self) -> set[tuple[Units, Units]]:
        """9.1, 9.2: every choice of attackers and victims that is an automatic victory."""
        return {
            (attackers, victims)
            for victims in parts(self.enemy)
            for attackers in parts(self.fed & self.next_to_all(victims))
            if self.odds(attackers, victims) >= 5
            and self.wins(attackers, victims, self.blockers(attackers, victims))
        }

    def next_to_all(self, victims: Iterable[str]) -> set[str]:
        """8.5."""
        return set.intersection(*(self.front.in_reach(self.places[victim], self.own) for victim in victims))

    def wins(self, attackers: Units, victims: Units, blockers: Iterable[str]) -> bool:
        """9.1: seven to one, or five to one and no way out."""
        odds = self.odds(attackers, victims)
        return odds >= 7 or (odds >= 5 and self.surrounded(victims, {*attackers, *blockers}))

    def odds(self, attackers: Units, victims: Units) -> int:
        """7.3: how many to one."""
        return sum(int(ground.FACTORS[u][0]) for u in attackers) // sum(self.front.defense(u) for u in victims)

    def surrounded(self, victims: Units, ring: set[str]) -> bool:
        """7.6.1, rulings 5 and 41: has no victim two hexes to go that these neither hold nor control?"""
        held = {self.places[unit] for unit in ring}
        ring_places = {unit: self.places[unit] for unit in ring}
        barred = held | ground.zone(ring_places, self.front.active)
        for start in {self.places[victim] for victim in victims}:
            for first in ground.neighbours(start) - barred:
                if ground.neighbours(first) - barred - {start}:
                    return False
        return True

    def blockers(self, attackers: Units, victims: Units) -> set[str]:
        """9.5: who could help to cut the retreat."""
        return {unit for unit in self.own if unit not in attackers and self.survives(unit, victims)}

    def survives(self, unit: str, victims: Units) -> bool:
        """7.4, 11.9, ruling 21b: has a unit in enemy zones, the victims' too, something legal to do?"""
        held_by = ground.holders(self.places, unit)
        if held_by <= victims:
            return not held_by or unit in self.fed
        if (unit, victims) not in self.answers:
            self.answers[unit, victims] = self.can_answer(unit, victims, held_by - victims)
        return self.answers[unit, victims]

    def can_answer(self, unit: str, victims: Units, others: set[str]) -> bool:
        """It attacks, or joins the victory if it is supplied already; the others who hold it are all attacked."""
        joins = unit in self.fed & self.next_to_all(victims)
        case = self.front.case()
        hidden = self.front.mask(victims)
        case.must_attack = 0 if joins else self.front.mask([unit])
        case.must_fall = self.front.mask(others)
        case.defense = {enemy: factor for enemy, factor in case.defense.items() if not hidden >> enemy & 1}
        case.next_to = {own: foes & ~hidden for own, foes in case.next_to.items()}
        case.fortresses = [garrison & ~hidden for garrison in case.fortresses if garrison & ~hidden]
        case.sorties = [(garrison, around & ~hidden) for garrison, around in case.sorties]
        return bool(Divider(case).hopeful & 1)

    # What becomes of a declaration

    def outcomes(self, attackers: Units, victims: Units, blockers: Units) -> tuple[str, set[Fights]]:
        """Ruling 21a: all that can be fought in the end, and what that costs the victory."""
        bound = self.fights(attackers, victims)
        if bound:
            return "stands", bound
        spared = {
            fights
            for rest in parts(attackers)
            if self.wins(rest, victims, blockers)
            for fights in self.fights(rest, victims)
            if attackers <= frozenset().union(*(fighting for fighting, _ in fights))  # free to fight, not to idle
        }
        if spared:
            return "gives way", spared
        dissolved = self.fights(frozenset(), frozenset())
        return ("dissolved", dissolved) if dissolved else ("somebody dies", set())

    def is_settled_without(self, dead: Units, attackers: Units, victims: Units, blockers: Units) -> bool:
        """Ruling 17: could everything be fought if these units were dead?"""
        lines = [
            " ".join(word for word in line.split() if word not in dead) for line in self.position.splitlines()
        ]
        left = Victories("\n".join(line for line in lines if not line.endswith(":")))
        if attackers <= dead:
            return bool(left.fights(frozenset(), frozenset()))
        return left.outcomes(attackers - dead, victims, blockers - dead)[0] != "somebody dies"

    def fights(self, attackers: Units, victims: Units) -> set[Fights]:
        """8.4, 11.3: every legal division of combat in which these are bound by a victory over those."""
        line = f"\nautomatic: {' '.join(attackers)} > {' '.join(victims)} supply none" if victims else ""
        front = Front(self.position + line)
        found = set()
        for division in all_divisions(front.case()):
            battles = {
                (self.named(front, d.attackers), self.named(front, d.defenders)) for d in division if d.defenders
            }
            joined = {unit for d in division if d.victory >= 0 for unit in self.named(front, d.attackers)}
            found.add(frozenset(battles | ({(attackers | joined, victims)} if victims else set())))
        return found

    def named(self, front: Front, units: int) -> Units:
        return frozenset(name for name, number in front.number.items() if units >> number & 1)


def parts(units: Iterable[str]) -> Iterator[Units]:
    """Every set of some of these, none left out but the empty one."""
    every = sorted(units)
    for size in range(1, len(every) + 1):
        yield from map(frozenset, combinations(every, size))
