"""Contact groups up to isomorphism: stacks next to each other, and what can be said of them and their units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

from sandtable.kernel.bits import ones
from tests.games.afrika_korps import ground
from tests.games.afrika_korps.contacts import union
from tests.games.afrika_korps.divisions import Case
from tests.games.afrika_korps.orbits import Swap, labellings, symmetries

WEAK, STRONG = 1, 4
LOW, HIGH = 6, 14
"""Factors on every side of the odds that matter, as units and doubled units have them.

    the attack                needs
    one weak on one low       no supply, 1-6 being the worst odds there are
    one weak on one high      more attackers: three weak ones, or a strong one
    one strong on one low     supply
    one strong on one high    no supply, nor on a high and a low one together
    one strong on two high    more attackers
    three weak on one low     supply, two none
    two strong on one high    supply, and none on a high and a low one
"""

Factors = tuple[int, ...]


# Who is next to whom


@dataclass(frozen=True)
class Pattern:
    """Own stacks and enemy stacks by size, and for each own stack the enemy stacks it is next to, as bits."""

    own: tuple[int, ...]
    enemy: tuple[int, ...]
    links: tuple[int, ...]


def stacks(units: int, most: int = ground.STACKING) -> Iterator[tuple[int, ...]]:
    """The ways to stack this many units, the largest stack first (6.1)."""
    if not units:
        yield ()
    for size in range(min(units, most), 0, -1):
        for others in stacks(units - size, size):
            yield (size, *others)


@cache
def patterns(attackers: int, defenders: int) -> list[Pattern]:
    """Every group that this many units can form: linked as a whole, each kind of pattern once."""
    found = set()
    for own, enemy in product(stacks(attackers), stacks(defenders)):
        for links in product(range(1, 1 << len(enemy)), repeat=len(own)):
            rows = [*zip(own, links, strict=True)]
            if rows == sorted(rows, reverse=True) and is_linked(links, len(enemy)):
                found.add(Pattern(own, enemy, first_of_its_kind(own, enemy, links)))
    return sorted(found, key=repr)


def is_linked(links: tuple[int, ...], enemies: int) -> bool:
    """Does the group hang together?"""
    reached = links[0]
    for _ in links:
        reached = union([near for near in links if near & reached])
    return reached == (1 << enemies) - 1


def first_of_its_kind(own: tuple[int, ...], enemy: tuple[int, ...], links: tuple[int, ...]) -> tuple[int, ...]:
    """The links in the form that all patterns share which differ by the order of stacks only."""
    best: list[tuple[int, int]] = []
    for order in permutations(range(len(enemy))):
        if all(enemy[place] == size for place, size in zip(order, enemy, strict=True)):
            moved = [sum((near >> old & 1) << new for new, old in enumerate(order)) for near in links]
            best = max(best, sorted(zip(own, moved, strict=True), reverse=True))
    return tuple(near for _, near in best)


@cache
def symmetries_of(pattern: Pattern) -> list[Swap]:
    """The ways to swap stacks of one size without changing who is next to whom; own stacks come first."""
    kinds = [(0, size) for size in pattern.own] + [(1, size) for size in pattern.enemy]
    return symmetries(kinds, frozenset((i, near << len(pattern.own)) for i, near in enumerate(pattern.links)))


# What is special about one stack


class Special(NamedTuple):
    """Something that holds for one stack or for two, own stacks counted first."""

    kind: str
    stacks: tuple[int, ...]

    def moved(self, swap: Swap) -> Special:
        return Special(self.kind, tuple(sorted(swap[place] for place in self.stacks)))


OPEN, OWN_FORTRESS, ENEMY_FORTRESS = "open", "own fortress", "enemy fortress"
ESCORT, TWO_ESCORTS, VICTORY = "escorted supply", "two escorted supplies", "victory"
PLEDGE, BARRED_LINE = "obligation", "barred line"
"""23.2, 23.1; 15.3.2.2 once and twice; 9.4; 13.2; a stack fed only while all in an enemy one are attacked."""


def specials(pattern: Pattern, kind: str) -> list[Special]:
    """The stacks of which this can be said, one out of each lot that the symmetries turn into each other."""
    own = range(len(pattern.own))
    enemy = range(len(own), len(own) + len(pattern.enemy))
    stacks: dict[str, Iterable[tuple[int, ...]]] = {
        OPEN: [()],
        OWN_FORTRESS: combinations(own, 1),
        VICTORY: combinations(own, 1),
        BARRED_LINE: product(own, enemy),
        TWO_ESCORTS: combinations(enemy, 2),
    }
    found = [Special(kind, places) for places in stacks.get(kind, combinations(enemy, 1))]
    return [s for s in found if all(s <= s.moved(swap) for swap in symmetries_of(pattern))]


# Groups


class Group(NamedTuple):
    """A contact group: the factors of each stack, which own stacks are fed, and what is special."""

    pattern: Pattern
    factors: tuple[Factors, ...]
    fed: tuple[bool, ...]
    special: Special


Fed = tuple[bool, ...]
Supply = Callable[[int], list[Fed]]
"""The ways to feed this many friendly stacks."""


def nobody(stacks: int) -> list[Fed]:
    return [(False,) * stacks]


def everybody(stacks: int) -> list[Fed]:
    return [(True,) * stacks]


def none_or_all(stacks: int) -> list[Fed]:
    return nobody(stacks) + everybody(stacks)


def any_stacks(stacks: int) -> list[Fed]:
    return list(product((False, True), repeat=stacks))


def groups(pattern: Pattern, kind: str, supply: Supply, odd: int) -> Iterator[Group]:
    """The groups of one pattern up to isomorphism.

    `odd`: how many units in all may differ from most of their side.
    """
    own = len(pattern.own)
    for special in specials(pattern, kind):
        swaps = [swap for swap in symmetries_of(pattern) if special.moved(swap) == special]
        for fed, keeping in feedings(pattern, special, supply, swaps):
            for factors in labellings(factor_choices(pattern), keeping):
                if odd_ones(factors[:own]) + odd_ones(factors[own:]) <= odd:
                    yield Group(pattern, factors, fed, special)


def feedings(
    pattern: Pattern, special: Special, supply: Supply, swaps: list[Swap]
) -> Iterator[tuple[Fed, list[Swap]]]:
    """Which own stacks are fed, up to these swaps, and the swaps that keep it so; a barred line is told apart."""
    barred = special.stacks[0] if special.kind == BARRED_LINE else -1
    ways = {tuple(flag and i != barred for i, flag in enumerate(fed)) for fed in supply(len(pattern.own))}
    for fed in sorted(ways):
        moved = [tuple(fed[place] for place in swap[: len(fed)]) for swap in swaps]
        if fed == min(moved):
            yield fed, [swap for swap, same in zip(swaps, moved, strict=True) if same == fed]


def factor_choices(pattern: Pattern) -> list[list[Factors]]:
    """For each stack the factors its units can have."""
    sizes = [((WEAK, STRONG), size) for size in pattern.own] + [((LOW, HIGH), size) for size in pattern.enemy]
    return [list(combinations_with_replacement(factors, size)) for factors, size in sizes]


def odd_ones(stacks: tuple[Factors, ...]) -> int:
    """How many units do not have the factor that most of their side have."""
    factors = [factor for stack in stacks for factor in stack]
    return len(factors) - max(factors.count(factor) for factor in set(factors))


def case_of(group: Group) -> tuple[Case, list[int]]:
    """The group as a case, and who stands together."""
    hexes, factors = numbered(group.factors)
    own = len(group.pattern.own)
    links = [(i, own + j) for i, near in enumerate(group.pattern.links) for j in ones(near)]
    special = group.special
    fortress = special.stacks[0] if special.kind in (OWN_FORTRESS, ENEMY_FORTRESS) else -1
    zones = [link for link in links if fortress not in link]
    near = {
        place: union([hexes[other] for link in links if place in link for other in link if other != place])
        for place in range(len(hexes))
    }
    case = Case(
        attack={unit: factors[unit] for stack in hexes[:own] for unit in ones(stack)},
        defense={unit: factors[unit] for stack in hexes[own:] for unit in ones(stack)},
        next_to={unit: near[place] for place, stack in enumerate(hexes[:own]) for unit in ones(stack)},
        must_attack=union([hexes[i] for i, _ in zones]),
        must_fall=union([hexes[j] for _, j in zones]),
    )
    add_supply(case, group, hexes)
    add_special(case, group.special, hexes, near)
    return case, hexes


def numbered(factors: tuple[Factors, ...]) -> tuple[list[int], list[int]]:
    """The units of each stack as bits, and by unit its factor."""
    hexes: list[int] = []
    all_factors: list[int] = []
    for stack in factors:
        hexes.append(((1 << len(stack)) - 1) << len(all_factors))
        all_factors += stack
    return hexes, all_factors


def add_supply(case: Case, group: Group, hexes: list[int]) -> None:
    """14.2: one supply unit; a barred line is open while all in the stack that bars it are attacked (ruling 3)."""
    special = group.special
    barred, bar = (hexes[place] for place in special.stacks) if special.kind == BARRED_LINE else (0, 0)
    fed = union([stack for stack, is_fed in zip(hexes, group.fed, strict=False) if is_fed])
    case.fed_by.append(lambda attacked: fed if bar & ~attacked else fed | barred)


def add_special(case: Case, special: Special, hexes: list[int], near: dict[int, int]) -> None:
    """9.4, 13.2, 15.3.2.2, 23.1, 23.2."""
    for place in special.stacks:
        stack = hexes[place]
        if special.kind == OWN_FORTRESS:
            case.sorties.append((stack, near[place]))
        elif special.kind == ENEMY_FORTRESS:
            case.fortresses.append(stack)
        elif special.kind in (ESCORT, TWO_ESCORTS):
            case.prey.append((near[place], stack))
        elif special.kind == VICTORY:
            case.victories.append(stack)
        elif special.kind == PLEDGE:
            case.obligations += [(0, unit) for unit in ones(stack)]
