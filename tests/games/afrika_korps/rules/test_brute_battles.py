"""8.4, 8.5, 11: the divisions of combat reachable through choices are exactly those the rules allow.

At every moment of every run of choices just those choices must be offered from which a brute-force search finds
a legal division. Contact groups have no map: up to four attackers and four defenders in stacks of up to three,
linked to one whole by who is next to whom. Up to isomorphism there are 788 such patterns, more than fit on a map
of hexes: 38 with up to five units and no four on a side, 35 with three against three, 715 with four on a side.
Each unit has one of two factors, chosen so that every side of the odds that matter is reached (see
contact_groups), and all who are in contact must attack and be attacked unless something special releases them.
These families are complete, each group being tried once up to isomorphism:

    patterns  special              fed stacks   factors                             groups
    73        nothing              any          any                                  9,120
    38        each of the seven    none or all  alike on each side, but for one      9,332
    35        each of the seven    none or all  alike on each side                   4,192
    715       nothing              none or all  alike on each side                   5,720

That makes 28,364. Special is one stack in either side's fortress (23.2, 23.1), one or two stacks with supply
to be taken (15.3.2.2), one that may join an automatic victory (9.4), one against which supply is obliged (13.2),
or one whose supply line another bars unless it is attacked too (ruling 3). SANDTABLE_SOAK=1 adds

    73        each of the seven    any          any                                146,379
    715       nothing              none or all  any                                147,636
    715       each of the seven    none or all  alike on each side                 126,312

Then on the map: every way to put one or two units of either side on a hex and its neighbours in eleven places,
with a supply unit two hexes away: 12,648 fronts (for the soak without supply, and with it in each hex two away).
At the end seeded samples of what lies beyond: other factors, two supply units, several special rules at once, up
to four units a side on the map; and contacts too big for brute force.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import product
from textwrap import dedent
from typing import NamedTuple

import pytest

from sandtable.games.afrika_korps.rules.c08_contact import contact
from sandtable.games.afrika_korps.state import DEAD
from tests.games.afrika_korps import ground
from tests.games.afrika_korps.contact_groups import (
    BARRED_LINE,
    ENEMY_FORTRESS,
    ESCORT,
    OPEN,
    OWN_FORTRESS,
    PLEDGE,
    TWO_ESCORTS,
    VICTORY,
    Group,
    Pattern,
    Supply,
    any_stacks,
    case_of,
    groups,
    none_or_all,
    patterns,
)
from tests.games.afrika_korps.contacts import compare, random_case
from tests.games.afrika_korps.divisions import all_divisions
from tests.games.afrika_korps.fronts import Front

GAME = "afrika-korps"
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))


# Contact groups

SIZES = list(product(range(1, 5), range(1, 5)))
SMALL = [size for size in SIZES if max(size) < 4]
LARGE = [size for size in SIZES if max(size) == 4]
THREE = [(3, 3)]
BELOW = [size for size in SMALL if size not in THREE]
ANY = 8  # units may be odd: all there are


class Family(NamedTuple):
    """Groups of these sizes: what is special, who is fed, and how many units may be odd."""

    sizes: list[tuple[int, int]]
    special: str
    supply: Supply
    odd: int

    def title(self) -> str:
        fewest, most = (f"{attackers}x{defenders}" for attackers, defenders in (self.sizes[0], self.sizes[-1]))
        return f"{fewest} to {most}, {self.special}, {self.supply.__name__}, {self.odd} odd"

    def groups(self, part: int = 0, parts: int = 1) -> Iterator[Group]:
        """All groups, or those of one part of the patterns."""
        every: list[Pattern] = [pattern for size in self.sizes for pattern in patterns(*size)]
        for pattern in every[part::parts]:
            yield from groups(pattern, self.special, self.supply, self.odd)


PLAIN = [
    (Family(SMALL, OPEN, any_stacks, ANY), 9_120),
    (Family(LARGE, OPEN, none_or_all, 0), 5_720),
]
SPECIAL = {
    OWN_FORTRESS: (1_316, 536, 21_900, 14_328),
    ENEMY_FORTRESS: (1_316, 536, 20_288, 14_328),
    ESCORT: (1_316, 536, 20_288, 14_328),
    TWO_ESCORTS: (728, 416, 16_336, 15_776),
    VICTORY: (1_316, 536, 21_900, 14_328),
    PLEDGE: (1_316, 536, 20_288, 14_328),
    BARRED_LINE: (2_024, 1_096, 25_379, 38_896),
}
"""How many groups each has below 3x3, of 3x3, and for the soak small and large."""
FAMILIES = PLAIN.copy()
for kind, (below, three, small, large) in SPECIAL.items():
    FAMILIES += [(Family(BELOW, kind, none_or_all, 1), below), (Family(THREE, kind, none_or_all, 0), three)]
    if SOAK:
        FAMILIES += [(Family(SMALL, kind, any_stacks, ANY), small), (Family(LARGE, kind, none_or_all, 0), large)]
if SOAK:
    FAMILIES.append((Family(LARGE, OPEN, none_or_all, ANY), 147_636))
GROUPS_IN_A_PART = 1_000
PARTS = [
    pytest.param(family, part, 1 + count // GROUPS_IN_A_PART, id=f"{family.title()}, part {part}")
    for family, count in FAMILIES
    for part in range(1 + count // GROUPS_IN_A_PART)
]


@pytest.mark.parametrize(("family", "part", "parts"), PARTS)
@pytest.mark.rule("8.4a", "8.5a", "11.3a")
def test_choices_reach_exactly_the_legal_divisions_of_every_group(family: Family, part: int, parts: int) -> None:
    for group in family.groups(part, parts):
        compare(*case_of(group))


@pytest.mark.parametrize(("family", "count"), FAMILIES, ids=[family.title() for family, _ in FAMILIES])
def test_no_contact_group_is_left_out(family: Family, count: int) -> None:
    assert sum(1 for _ in family.groups()) == count


@pytest.mark.rule("11.3a")
def test_pools_too_large_for_lists_are_searched_as_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search keeps the subsets of small pools and makes those of large ones anew; here of every pool."""
    monkeypatch.setattr("sandtable.games.afrika_korps.rules.c11_division.LARGE_POOL", 0)
    for group in Family(THREE, OPEN, none_or_all, ANY).groups():
        compare(*case_of(group))


def test_no_pattern_of_contact_is_left_out() -> None:
    assert [sum(len(patterns(*size)) for size in sizes) for sizes in (BELOW, THREE, LARGE)] == [38, 35, 715]


# Every front of two against two

PLACES = {
    "Tobruch": ("G25", "I25"),
    "the road by Tobruch": ("H25", "I27"),
    "the escarpment": ("H24", "I23"),
    "Bengasi": ("H2", "I4"),
    "the cliff by Bengasi": ("I3", "J2"),
    "the closed side at E18": ("F18", "G17"),
    "the closed sides at X62": ("X63", "W61"),
    "below the depression": ("W62", "W64"),
    "the closed side at R65": ("S65", "T64"),
    "the base": ("J62", "L62"),
    "the open desert": ("M30", "M32"),
}
"""A hex, and where supply stands two hexes away."""
OWN, ENEMY, SUPPLY = ["21/104", "Folgore"], ["2/3", "Pol"], "AxisSupply1"
FRONTS = 12_648


def small_fronts(focus: str) -> Iterator[dict[str, str]]:
    """One or two units of either side, each on the hex or next to it."""
    hexes = sorted({focus, *ground.neighbours(focus)})
    for own in product(hexes, [*hexes, ""]):
        free = [place for place in hexes if place not in own]
        for enemy in product(free, [*free, ""]):
            units = zip(OWN + ENEMY, own + enemy, strict=True)
            yield {unit: place for unit, place in units if place}


def depots(focus: str, depot: str) -> list[str]:
    """Where supply stands; for the soak nowhere, or in any hex two hexes away."""
    if not SOAK:
        return [depot]
    near = {focus, *ground.neighbours(focus)}
    return ["", *sorted({further for place in near for further in ground.neighbours(place)} - near)]


@pytest.mark.parametrize(("focus", "depot"), PLACES.values(), ids=PLACES.keys())
@pytest.mark.rule("8.4b", "11.3.1a", "11.3.3a")
def test_choices_on_the_map_reach_exactly_the_legal_divisions_of_every_small_front(focus: str, depot: str) -> None:
    for supply_hex in depots(focus, depot):
        for places in small_fronts(focus):
            compare_front(position_of(places | {SUPPLY: supply_hex} if supply_hex else places))


def test_no_small_front_is_left_out() -> None:
    assert sum(1 for focus, _ in PLACES.values() for _ in small_fronts(focus)) == FRONTS


def position_of(places: dict[str, str]) -> str:
    return "\n".join(["turn 20 axis", *(f"{place}: {unit}" for unit, place in places.items())])


def compare_front(position: str) -> bool:
    """Equal sets, none missing and none extra; is there anything to be fought?

    Where the rules allow no division at all, somebody has died before combat (ruling 17).
    """
    front = Front(position)
    case = front.case()
    expected = all_divisions(case)
    if not expected:
        table = front.table()
        assert table.decision == "sacrifice" or table.state.place.count(DEAD)
        return False
    if not any(case.next_to.values()):
        return False
    assert front.reachable() == expected
    return True


# At random


@pytest.mark.parametrize("size", LARGE, ids=[f"{a}x{d}" for a, d in LARGE])
@pytest.mark.rule("8.4a", "8.5a", "11.3a")
def test_choices_reach_exactly_the_legal_divisions_of_any_large_contact(size: tuple[int, int]) -> None:
    rng = random.Random(f"contact {size}")
    fought = sum(bool(compare(*random_case(rng, size))) for _ in range(50))
    assert fought >= 4, "too few of these contacts can be fought at all"


def random_front(rng: random.Random, focus: str) -> str:
    """Up to four units a side on and around a hex, with supply not far away."""
    active = rng.choice((0, 1))
    hexes = sorted({focus, *ground.neighbours(focus)})
    far = sorted({n for place in hexes for n in ground.neighbours(place)} - {*hexes})
    rng.shuffle(hexes)
    split = rng.randint(1, 3)
    stacks: dict[str, list[str]] = {}
    for side, places in ((active, hexes[:split]), (1 - active, hexes[split : split + rng.randint(1, 2)])):
        for unit in rng.sample(ARMIES[side], rng.randint(1, 4)):
            place = rng.choice([place for place in places if len(stacks.get(place, [])) < 3] or [""])
            if place:
                stacks.setdefault(place, []).append(unit)
    for index in range(rng.randint(0, 2)):
        depot = rng.choice([*far, *[place for place in hexes[:split] if place in stacks]])
        stacks.setdefault(depot, []).append(f"{('Axis', 'Allied')[active]}Supply{index + 1}")
    lines = [f"{place}: {' '.join(units)}" for place, units in stacks.items()]
    return "\n".join([f"turn 20 {('axis', 'allied')[active]}", *lines])


ARMIES = [
    ["21/5", "21/104", "21/3", "Ariete", "Brescia", "Pavia", "Bologna", "Savona", "Trieste", "Fj", "Folgore"],
    ["2/3", "7/3I", "9A/20", "22Gds", "7A/1", "7A/2", "Pol", "4I/5", "4I/7", "7/7", "1/22", "32", "10/8"],
]


@pytest.mark.parametrize("focus", ["G25", "H25", "H2", "M30", "H24", "E18", "J62"])
@pytest.mark.rule("8.4b", "11.4a", "11.5a")
def test_choices_on_the_map_reach_exactly_the_legal_divisions_of_any_position(focus: str) -> None:
    rng = random.Random(f"front {focus}")
    assert sum(compare_front(random_front(rng, focus)) for _ in range(30)) >= 5


# Big contacts

RING = """
    turn 20 axis
    J41: 21/104 164/382 Ariete
    I39: Brescia 15/8 Savona
    K40: 90/361 Pistoia 21/3
    I40: 4I/7 2NZ/6 7/7
    J39: 1SA/1 2/3 8I/18
    K41: 50/150 32 22Gds
    """
LINE = """
    turn 20 allied
    K40: 9A/18 1 5I/9
    K41: 50/69 4I/7 44/132
    K42: 51/2 2NZ/6 8I/18
    K43: 5I/29 1/22 9A/24
    J40: Ariete Pavia 15/115
    J41: Centauro Savona Fj
    J42: Sabratha Pistoia Folgore
    J43: Littorio Trento Trieste
    """


@pytest.mark.parametrize("supply", ["", "    H43: {side}Supply1", "    K37: {side}Supply1"])
@pytest.mark.parametrize(("position", "side"), [(RING, "Axis"), (LINE, "Allied")], ids=["ring", "line"])
@pytest.mark.rule("11.3a")
def test_big_contacts_are_divided_without_trying_everything(position: str, side: str, supply: str) -> None:
    """Nine against nine around a hex, twelve against twelve in line: thousands of plans are tried, no more."""
    rng = random.Random("big")
    front = Front(dedent(position) + "\n" + supply.format(side=side))
    table = front.table()
    while table.decision in ("declare-battles", "form-battle", "support", "sacrifice"):
        choices = sorted(table.legal())
        assert len(contact(table.state)._solved) < 5000  # plans found good or bad so far
        table.play(rng.choice(choices))
    assert table.decision == "choose-battle"
