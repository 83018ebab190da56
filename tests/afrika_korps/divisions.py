"""Every legal division of combat by brute force, from the rules alone: 8.4, 8.5, 11, 13.2, 14, 15.3.2.2, 23."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Battle = tuple[frozenset[str], frozenset[str]]
Division = tuple[frozenset[Battle], frozenset[tuple[int, str]], frozenset[tuple[int, str]]]
"""Battles as (attackers, defenders); supply hexes and who takes each; victories and who joins them."""


@dataclass
class Case:
    """Who stands in contact. Names are units; the functions answer for the units attacked in one battle."""

    attack: dict[str, int]
    defense: dict[str, int]
    next_to: set[tuple[str, str]]
    """(attacker, defender) pairs that could fight (8.5)."""
    must_attack: set[str]
    must_fall: set[str]
    fed_by: dict[str, Callable[[frozenset[str]], set[str]]] = field(default_factory=dict)
    """By supply unit, the attackers it feeds against these defenders (14.2)."""
    fortresses: list[set[str]] = field(default_factory=list)
    sorties: list[tuple[set[str], set[str]]] = field(default_factory=list)
    prey: list[tuple[set[str], set[str]]] = field(default_factory=list)
    """For each hex of escorted supply who could take it, and the escort."""
    victories: list[set[str]] = field(default_factory=list)
    """For each automatic victory who may join it."""
    pledges: list[tuple[str, str]] = field(default_factory=list)


def is_legal_battle(case: Case, attackers: frozenset[str], defenders: frozenset[str]) -> bool:
    """7.3, 7.4, 8.5, 13.2, 14.1-14.3."""
    if any((a, d) not in case.next_to for a in attackers for d in defenders):
        return False
    attack = sum(case.attack[unit] for unit in attackers)
    defense = sum(case.defense[unit] for unit in defenders)
    if defense > 6 * attack:  # worse than 1-6
        return False
    pledged = [supply for supply, enemy in case.pledges if enemy in defenders]
    if defense > 2 * attack:  # 1-3 or worse: no supply is needed, and none is used
        return not pledged
    feeders = {supply: feeds(defenders) for supply, feeds in case.fed_by.items()}
    if not attackers <= set().union(*feeders.values()):
        return False
    return all(feeders[supply] & attackers for supply in pledged)


def meets_duties(case: Case, battles: list[Battle], takers: dict[str, int], joiners: dict[str, int]) -> bool:
    """8.4, 11.3.1, 15.3.2.2, 23.1, 23.2: is everyone attacked who must be because of all this?"""
    attacked = {unit for _, defenders in battles for unit in defenders}
    active = {unit for attackers, _ in battles for unit in attackers} | takers.keys() | joiners.keys()
    must = set(case.must_fall)
    for garrison in case.fortresses:
        if garrison & attacked:
            must |= garrison
    for garrison, around in case.sorties:
        if garrison & active:
            must |= around
    for slot in takers.values():
        must |= case.prey[slot][1]
    return must <= attacked


def all_divisions(case: Case) -> set[Division]:
    """Every way to put attackers and defenders into battles, kept where all the rules hold."""
    found = set()
    for groups, takers, joiners in roles(case, list(case.attack)):
        for battles in targets_for(case, groups, list(case.defense)):
            if all(is_legal_battle(case, *battle) for battle in battles) and meets_duties(
                case, battles, takers, joiners
            ):
                taken = frozenset((slot, unit) for unit, slot in takers.items())
                joined = frozenset((index, unit) for unit, index in joiners.items())
                found.add((frozenset(battles), taken, joined))
    return found


Roles = tuple[list[set[str]], dict[str, int], dict[str, int]]


def roles(case: Case, units: list[str]) -> Iterator[Roles]:
    """Every way to let the attackers stand idle, group together, take supply or join victories."""
    if not units:
        yield [], {}, {}
        return
    unit, rest = units[0], units[1:]
    for groups, takers, joiners in roles(case, rest):
        if unit not in case.must_attack:
            yield groups, takers, joiners
        yield [{unit}, *groups], takers, joiners
        for index in range(len(groups)):
            yield [{unit, *g} if i == index else g for i, g in enumerate(groups)], takers, joiners
        for slot, (able, _) in enumerate(case.prey):
            if unit in able and slot not in takers.values():
                yield groups, {**takers, unit: slot}, joiners
        for index, able in enumerate(case.victories):
            if unit in able:
                yield groups, takers, {**joiners, unit: index}


def targets_for(case: Case, groups: list[set[str]], enemies: list[str]) -> Iterator[list[Battle]]:
    """Every way to give each group of attackers at least one defender all of them are next to."""
    if not enemies:
        if not groups:
            yield []
        return
    for chosen in spread_over(case, groups, enemies):
        if all(chosen):
            yield [(frozenset(g), frozenset(t)) for g, t in zip(groups, chosen, strict=True)]


def spread_over(case: Case, groups: list[set[str]], enemies: list[str]) -> Iterator[list[set[str]]]:
    if not enemies:
        yield [set() for _ in groups]
        return
    enemy, rest = enemies[0], enemies[1:]
    fits = [index for index, g in enumerate(groups) if all((a, enemy) in case.next_to for a in g)]
    for chosen in spread_over(case, groups, rest):
        if enemy not in case.must_fall:
            yield chosen
        for index in fits:
            yield [{enemy, *t} if i == index else t for i, t in enumerate(chosen)]
