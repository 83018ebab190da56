"""7.5, ruling 6: the losses that can be chosen in an exchange are just those a brute-force search finds.

The stronger side gives up a set of units that reaches the factors the other side has lost and from which no unit
could be left out. The search below tries every set; nothing of it comes from the rules as programmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from sandtable.games.afrika_korps.rules.c07_exchange import open_losses
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

Losses = frozenset[int]


def right_losses(factors: list[int], need: int) -> set[Losses]:
    """Ruling 6 by trying every set."""
    numbers = range(len(factors))
    found = set()
    for size in range(1, len(factors) + 1):
        for group in combinations(numbers, size):
            total = sum(factors[number] for number in group)
            if total >= need and not any(total - factors[number] >= need for number in group):
                found.add(frozenset(group))
    return found


def chosen_losses(factors: list[int], need: int) -> set[Losses]:
    """Every set of losses that can be put together choice by choice; dead ends fail the test."""
    by_number = dict(enumerate(factors))
    complete: set[Losses] = set()
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        chosen = waiting.pop()
        members = [number for number in by_number if chosen >> number & 1]
        if sum(factors[number] for number in members) >= need:
            complete.add(frozenset(members))
            continue
        options = open_losses(by_number, need, chosen)
        assert options, f"dead end: {members} of {factors}, {need} to lose"
        for number in by_number:
            after = chosen | 1 << number
            if options >> number & 1 and after not in seen:
                assert after != chosen
                seen.add(after)
                waiting.append(after)
    return complete


def forces(size: int) -> list[list[int]]:
    """Every multiset of this many attack factors from one to seven."""
    return [list(force) for force in combinations_with_replacement(range(1, 8), size)]


@rule("7.5i")
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_forces_can_lose_what_the_search_finds_and_nothing_else(size: int) -> None:
    """Every force of up to six units, and every loss smaller than the whole."""
    for factors in forces(size):
        for need in range(1, sum(factors)):
            assert chosen_losses(factors, need) == right_losses(factors, need), (factors, need)


@rule("7.5i")
def test_large_doubled_forces_too() -> None:
    """Doubled defence factors and mixed order: what stands on a hill need not be sorted, nor small."""
    dice = Random(1964)
    for _ in range(60):
        factors = [dice.choice((1, 2, 3, 4, 6, 8, 10, 14)) for _ in range(8)]
        need = dice.randrange(1, sum(factors))
        assert chosen_losses(factors, need) == right_losses(factors, need), (factors, need)


# The same from real positions, played choice by choice

PRINTED = {
    "21/5": (7, 7),
    "15/8": (7, 7),
    "Ariete": (4, 5),
    "Littorio": (4, 5),
    "21/104": (3, 3),
    "15/115": (3, 3),
    "Trieste": (3, 4),
    "Brescia": (2, 3),
    "Pavia": (2, 3),
    "21/3": (2, 2),
    "15/33": (2, 2),
    "Folgore": (1, 1),
    "2/3": (4, 4),
    "7/4": (4, 4),
    "7/7": (3, 3),
    "10/8": (3, 3),
    "9A/20": (2, 2),
    "7/3I": (2, 2),
    "Pol": (1, 1),
    "7A/1": (1, 1),
    "7A/2": (1, 1),
}
"""Attack and defence factors, as on the counters."""

BATTLES = [
    # side, where the defenders stand, defenders, attackers
    ("axis", "N30", "2/3 Pol", "21/5 Brescia Folgore"),
    ("axis", "N30", "9A/20 Pol", "21/104 15/115 Pavia 21/3 Folgore"),
    ("axis", "N30", "2/3 7A/1", "Ariete Trieste 21/3 15/33 Folgore Brescia"),
    ("axis", "N59", "7/7", "21/5 Ariete Pavia Folgore"),
    ("axis", "N59", "9A/20 Pol 7A/1", "Brescia Pavia 21/3"),
    ("axis", "N30", "2/3 7/7 Pol", "Brescia Trieste"),
    ("axis", "N59", "2/3 7/7 Pol", "21/5 21/3"),
    ("allied", "N30", "Brescia", "2/3 7/7 9A/20 Pol 7A/1"),
    ("allied", "N59", "Brescia", "2/3 7/7 10/8 7/3I Pol 7A/1"),
    ("allied", "N59", "Trieste Folgore 21/3", "2/3 7/4"),
    ("allied", "N30", "21/5 21/104 Brescia", "2/3 7/4 Pol"),
    ("allied", "N30", "21/5", "2/3 7/4 7/7 9A/20 Pol"),
]


def the_battle(side: str, place: str, defenders: list[str], attackers: list[str]) -> Desert:
    """The battle just rolled to EX; the attackers stand in two hexes next to the defenders."""
    first, second, depot = ("N31", "M30", "N32") if place == "N30" else ("N60", "M59", "N61")
    supply = "AxisSupply1" if side == "axis" else "AlliedSupply1"
    table = Desert(
        f"""
        turn 20 {side}
        phase: combat
        {place}: {" ".join(defenders)}
        {first}: {" ".join(attackers[:3])}
        {second}: {" ".join(attackers[3:])}
        {depot}: {supply}
        W3: Bologna AxisSupply3
        J62: 4I/11 AlliedSupply4
        """
    )
    return table.attack(defenders, attackers).play("done", "battle:0").roll(2)


def ends(table: Desert, units: list[str]) -> Iterator[frozenset[str]]:
    """Who is dead after each sequence of choices the rules allow."""
    if table.decision != "exchange":
        yield frozenset(unit for unit in units if table.where(unit) == "dead")
        return
    choices = table.legal()
    assert choices
    for choice in sorted(choices):
        yield from ends(table.copy().play(choice), units)


@rule("7.5c", "7.5e", "7.5i")
@pytest.mark.parametrize(("side", "place", "defending", "attacking"), BATTLES)
def test_every_sequence_of_choices_ends_in_a_right_loss_and_each_is_reached(
    side: str, place: str, defending: str, attacking: str
) -> None:
    defenders, attackers = defending.split(), attacking.split()
    doubled = 2 if place == "N59" else 1
    attack = [PRINTED[unit][0] for unit in attackers]
    defense = [PRINTED[unit][1] * doubled for unit in defenders]
    weaker, stronger, factors = (defenders, attackers, attack)
    if sum(attack) < sum(defense):
        weaker, stronger, factors = (attackers, defenders, defense)
    losses = right_losses(factors, min(sum(attack), sum(defense)))
    expected = {frozenset(weaker) | {stronger[number] for number in group} for group in losses}
    assert set(ends(the_battle(side, place, defenders, attackers), defenders + attackers)) == expected
