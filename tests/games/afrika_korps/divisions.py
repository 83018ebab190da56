"""Every legal division of combat by brute force, from the rules alone: 8.4, 8.5, 11, 13.2, 14, 15.3.2.2, 23.

Units are bits, attackers and defenders in one row. A division is a set of deeds: battles, units assigned to take
supply, units that join a victory. A moment is the set of what is used up: units with a deed, supply being taken.
A set of moments is one int in which bit m stands for moment m, so that whole sets are shifted and cut at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from sandtable.kernel.bits import ones, subsets


@dataclass
class Case:
    """Who stands in contact: units by number, sets of units as bits."""

    attack: dict[int, int]
    defense: dict[int, int]
    next_to: dict[int, int]
    """By attacker the defenders it could fight (8.5)."""
    must_attack: int
    must_fall: int
    fed_by: list[Callable[[int], int]] = field(default_factory=list)
    """For each supply unit the attackers it feeds against these defenders (14.2)."""
    fortresses: list[int] = field(default_factory=list)
    sorties: list[tuple[int, int]] = field(default_factory=list)
    prey: list[tuple[int, int]] = field(default_factory=list)
    """For each hex of escorted supply who could take it, and the escort."""
    victories: list[int] = field(default_factory=list)
    """For each automatic victory who may join it."""
    obligations: list[tuple[int, int]] = field(default_factory=list)
    """A supply unit's place in `fed_by`, and the enemy it is bound to support an attack on."""


class Deed(NamedTuple):
    """A battle; or one unit that takes the supply of a hex or joins a victory, whose number comes last."""

    attackers: int
    defenders: int
    prey: int = -1
    victory: int = -1


Division = frozenset[Deed]


class Divider:
    """What can be done in a case, and which moments still lead to a legal division."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.attackers = sum(1 << unit for unit in case.attack)
        self.defenders = sum(1 << unit for unit in case.defense)
        self.units = (self.attackers | self.defenders).bit_length()
        self.deeds = {self.used_by(deed): deed for deed in self.all_battles()}
        self.deeds_apart = list(self.all_deeds_apart())
        self.legal_ends = self.moments_that_meet_all_duties()
        self.hopeful = self.moments_before(self.legal_ends)

    # One deed

    def all_battles(self) -> Iterator[Deed]:
        """7.3, 7.4, 8.5, 14.1-14.3: every battle at legal odds, and where they ask for it with supply for all."""
        case = self.case
        attack, defense = sums(case.attack), sums(case.defense)
        for defenders, resistance in defense.items():
            near = sum(1 << unit for unit, foes in case.next_to.items() if not defenders & ~foes)
            fed = 0
            for feeds in case.fed_by:
                fed |= feeds(defenders)
            for attackers in subsets(near if defenders else 0):
                strength = attack[attackers]
                if not attackers or resistance > 6 * strength:
                    continue
                supplied = resistance <= 2 * strength
                if (attackers & fed == attackers or not supplied) and self.keeps_pledges(
                    attackers, defenders, supplied
                ):
                    yield Deed(attackers, defenders)

    def keeps_pledges(self, attackers: int, defenders: int, supplied: bool) -> bool:
        """13.2: is supply that entered these enemies' zones used against them?"""
        return all(
            supplied and self.case.fed_by[supply](defenders) & attackers
            for supply, enemy in self.case.obligations
            if defenders >> enemy & 1
        )

    def all_deeds_apart(self) -> Iterator[Deed]:
        """9.4, 15.3.2.2: what one unit may do instead of fighting."""
        for slot, (able, _) in enumerate(self.case.prey):
            for unit in ones(able):
                yield Deed(1 << unit, 0, prey=slot)
        for index, able in enumerate(self.case.victories):
            for unit in ones(able):
                yield Deed(1 << unit, 0, victory=index)

    def used_by(self, deed: Deed) -> int:
        """What a deed uses up: its units, and the supply that is taken."""
        taken = 1 << self.units + deed.prey if deed.prey >= 0 else 0
        return deed.attackers | deed.defenders | taken

    # Moments

    def moments_that_meet_all_duties(self) -> int:
        """8.4, 11.3.1, 11.3.3, 15.3.2.2, 23.1, 23.2: has everyone a deed who must, because of all the deeds?"""
        case, size = self.case, self.units + len(self.case.prey)
        found = moments_with(case.must_attack | case.must_fall, size)
        duties = [(garrison, garrison) for garrison in case.fortresses] + case.sorties
        duties += [(1 << self.units + slot, escort) for slot, (_, escort) in enumerate(case.prey)]
        for cause, must in duties:
            found &= moments_without(cause, size) | moments_with(must, size)
        return found

    def moments_before(self, ends: int) -> int:
        """The moments from which some further deeds lead to one of these ends."""
        size = self.units + len(self.case.prey)
        masks = [*self.deeds, *{self.used_by(deed) for deed in self.deeds_apart}]
        free = [(mask, moments_without(mask, size)) for mask in masks]
        found, before = ends, -1
        while found != before:
            before = found
            for mask, moments in free:
                found |= found >> mask & moments
        return found

    def good_battles(self, moment: int) -> list[int]:
        """What the battles use up that can be declared now, a legal division being left for the rest."""
        return [mask for mask in self.deeds if not mask & moment and self.hopeful >> (moment | mask) & 1]

    def good_deeds_apart(self, moment: int) -> list[Deed]:
        """The same of all that is no battle."""
        return [
            deed
            for deed in self.deeds_apart
            if not self.used_by(deed) & moment and self.hopeful >> (moment | self.used_by(deed)) & 1
        ]


def all_divisions(case: Case) -> set[Division]:
    """Every set of deeds that is legal as a whole."""
    divider = Divider(case)
    deeds = [*divider.deeds.values(), *divider.deeds_apart]
    used = [divider.used_by(deed) for deed in deeds]
    found: set[Division] = set()

    def go_on(moment: int, division: Division, first: int) -> None:
        if divider.legal_ends >> moment & 1:
            found.add(division)
        for index in range(first, len(deeds)):
            if not used[index] & moment and divider.hopeful >> (moment | used[index]) & 1:
                go_on(moment | used[index], division | {deeds[index]}, index + 1)

    if divider.hopeful & 1:
        go_on(0, frozenset(), 0)
    return found


def sums(factors: dict[int, int]) -> dict[int, int]:
    """By set of units their factors added up (11.1, 11.2)."""
    found = {0: 0}
    for unit, factor in factors.items():
        found |= {units | 1 << unit: total + factor for units, total in found.items()}
    return found


@cache
def moments_with(mask: int, size: int) -> int:
    """The moments of this many bits in which all of these are used up."""
    return sum(1 << moment for moment in range(1 << size) if not mask & ~moment)


@cache
def moments_without(mask: int, size: int) -> int:
    """The moments of this many bits in which none of these is used up."""
    return sum(1 << moment for moment in range(1 << size) if not mask & moment)
