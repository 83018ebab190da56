"""7.6, 11.7: the ends of retreats reachable through choices are exactly those ruling 5 allows.

Two hexes, never back, never the same hex twice, through no enemy zone; as many survivors as can be; where a hex
overflows the owner says who is lost; a defender may refuse to be sent into a fortress. For each retreat the ends
of all runs of choices must be those of a brute-force search. Two families are complete:

    lone      One unit, from each hex in and around ten narrow places (the fortresses, coasts, closed hexsides, the
              depression, the map edge) and from one in the open desert, past every one or two enemies within two
              hexes: 4,056 retreats.
    crowded   One to four units in one to four hexes next to the winner, past him and further enemies who leave
              them at most three ends in all, with every number of friends in every end that makes a difference
              there: 112 patterns of ways, one position for each, and 6,184 retreats. Left out, because they take
              long, are four units with three ends of which one is a fortress.

The crowded family has all patterns that up to three further enemies make in the open desert; and for units in one
or two hexes all that up to one makes around the narrow places, up to two where the winner stands within three
hexes of a fortress, up to three where he stands in one. Positions have the same pattern if their starts and ends
can be paired off so that the hexes next to each start lead to the same ends, and starts that are ends and
fortresses are paired with their like; for the rules they are one retreat. Units that start together are alike, so
that moments that differ by which of them is where are tried once. SANDTABLE_SOAK=1 takes four ends instead of
three, and leaves nothing out: 284 patterns, 67,561 retreats.

Seeded samples go beyond: more ends, up to five enemies, and each unit told from the others.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, takewhile
from math import prod

import pytest

from tests.games.afrika_korps.ground import FORTRESSES, NO_FIGHTERS, SIDE, STACKING, Places
from tests.games.afrika_korps.retreats import Groups, Rout, compare, safe_ends
from tests.games.afrika_korps.ways import Retreat, Ways, around_places, in_the_open, near, patterns, retreats

GAME = "afrika-korps"
AXIS, ALLIED = 0, 1
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))

FIGHTERS = [unit for unit in SIDE if unit not in NO_FIGHTERS and not unit.startswith("Sub")]
ARMIES = [[unit for unit in FIGHTERS if SIDE[unit] == side] for side in (AXIS, ALLIED)]
NARROW = {
    "Tobruch": "G25",
    "the road by Tobruch": "H25",
    "Bengasi": "H2",
    "the cliff by Bengasi": "I3",
    "the closed side at E18": "E18",
    "the coast at B13": "B13",
    "the depression": "Q61",
    "below the depression": "W62",
    "the base": "J62",
    "the map edge": "U69",
}
DESERT = "M30"
PLACES = {**NARROW, "the open desert": DESERT}


# One unit

LONE = 4_056


@pytest.mark.parametrize("focus", PLACES.values(), ids=PLACES.keys())
@pytest.mark.rule("7.6.1a", "7.6a", "7.6.2a")
def test_a_lone_unit_is_led_exactly_where_the_rules_allow(focus: str) -> None:
    for start in starts_at(focus):
        for enemies in enemies_around(start):
            unit = ARMIES[ALLIED][0]
            compare({unit: start, **dict(zip(ARMIES[AXIS], enemies, strict=False))}, [[unit]])


def test_no_lone_retreat_is_left_out() -> None:
    assert sum(1 for focus in PLACES.values() for start in starts_at(focus) for _ in enemies_around(start)) == LONE


def starts_at(focus: str) -> list[str]:
    """A narrow place and the hexes around it, but for those of an earlier one; all the desert is the same."""
    if focus == DESERT:
        return [focus]
    earlier = takewhile(lambda place: place != focus, NARROW.values())
    return sorted(near(focus, 1).difference(*(near(place, 1) for place in earlier)))


def enemies_around(start: str) -> Iterator[tuple[str, ...]]:
    """Every one or two enemies within two hexes."""
    hexes = sorted(near(start, 2) - {start})
    return (enemies for count in (1, 2) for enemies in combinations(hexes, count))


# Crowds

MOST_ENDS, PATTERNS, CROWDED = (4, 284, 67_561) if SOAK else (3, 112, 6_184)
PARTS = 12


@cache
def all_patterns() -> list[Ways]:
    sources = in_the_open(DESERT, 3) + around_places(NARROW.values(), 1, 2, 1)
    sources += around_places(FORTRESSES, 3, 2, 2) + around_places(FORTRESSES, 0, 2, 3)
    return patterns(sources, MOST_ENDS)


def crowds(part: int = 0, parts: int = 1) -> Iterator[Retreat]:
    """All retreats, or those of one part of the patterns; four units with three ends and a fortress take long."""
    for ways in all_patterns()[part::parts]:
        for retreat in retreats(ways):
            if SOAK or sum(retreat.units) < 4 or len(ways.ends) < 3 or not FORTRESSES & {*ways.ends}:
                yield retreat


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.rule("7.6.1a", "7.6.1e", "7.6.2a")
def test_choices_reach_exactly_the_legal_retreats_of_a_crowd(part: int) -> None:
    for retreat in crowds(part, PARTS):
        compare(*put_on_the_map(retreat))


def test_no_pattern_and_no_retreat_of_a_crowd_is_left_out() -> None:
    assert len(all_patterns()) == PATTERNS
    assert sum(1 for _ in crowds()) == CROWDED


def put_on_the_map(retreat: Retreat) -> tuple[Places, Groups]:
    """Allied units that retreat and stand in the way, Axis units for enemies."""
    allies, places = iter(ARMIES[ALLIED]), dict(zip(ARMIES[AXIS], retreat.ways.enemies, strict=False))
    groups = [list(islice(allies, count)) for count in retreat.units]
    for start, group in zip(retreat.ways.starts, groups, strict=True):
        places |= dict.fromkeys(group, start)
    for end, count in zip(retreat.ways.ends, retreat.friends, strict=True):
        places |= dict.fromkeys(islice(allies, count), end)
    return places, groups


# At random


def random_retreats(focus: str, count: int) -> Iterator[tuple[Places, list[str]]]:
    """Positions around a hex: one to four units that retreat, friends in their way, enemies at their heels."""
    rng = random.Random(f"retreat {focus}")
    while count:
        side = rng.choice((AXIS, ALLIED))
        own, enemy = (rng.sample(ARMIES[army], 20) for army in (side, 1 - side))
        hexes = rng.sample(sorted(near(focus, 1)), rng.choice((1, 1, 2)))
        retreating = [own.pop() for _ in range(rng.choice((1, 2, 3, 3, 4, 4)))]
        places = {unit: hexes[index % len(hexes)] for index, unit in enumerate(retreating)}
        others = [place for place in sorted(near(focus, 3)) if place not in hexes]
        rng.shuffle(others)
        for _ in range(rng.randint(1, 5)):
            places[enemy.pop()] = others.pop()
        ends = sorted({end for unit in retreating for end in safe_ends(places, unit)} - {*hexes})
        crowded = rng.sample(ends, min(len(ends), 5, rng.randint(max(0, len(ends) - 2), len(ends))))
        for place in crowded:
            for _ in range(rng.choice((1, 2, 3, 3))):
                places[own.pop()] = place
        if is_small(places, retreating):
            count -= 1
            yield places, retreating


def is_small(places: Places, retreating: list[str]) -> bool:
    """Few enough ends to enumerate, and no more than three units to a hex."""
    size = prod(1 + len(safe_ends(places, unit)) for unit in retreating)
    return size <= 300 and max(map([*places.values()].count, places.values())) <= STACKING


@pytest.mark.parametrize("focus", PLACES.values(), ids=PLACES.keys())
@pytest.mark.rule("7.6.1a", "7.6.1e", "7.6.2a")
def test_choices_reach_exactly_the_legal_retreats(focus: str) -> None:
    for places, retreating in random_retreats(focus, 30):
        compare(places, [[unit] for unit in retreating])


# Into a fortress


def by_tobruch(h27: int, fortress: int) -> Places:
    """Three Allied units in I26 hemmed in from the south; north of them full stacks, and Tobruch."""
    crowd = {"G24": 3, "H25": 3, "H26": 3, "H27": h27, "G25": fortress}
    units = [unit for unit in ARMIES[ALLIED] if unit not in ("2/3", "7/3I", "22Gds")]
    places = {"2/3": "I26", "7/3I": "I26", "22Gds": "I26", "21/5": "I24", "15/8": "K27", "Ariete": "J28"}
    for place, count in crowd.items():
        places |= {units.pop(): place for _ in range(count)}
    return places


@pytest.mark.parametrize("h27", range(4))
@pytest.mark.parametrize("fortress", range(4))
@pytest.mark.rule("11.7x8", "7.6.1c")
def test_choices_reach_exactly_the_legal_retreats_into_a_fortress(h27: int, fortress: int) -> None:
    """As many as there is room for outside may refuse to go into Tobruch; the others have no other way."""
    places, groups = by_tobruch(h27, fortress), [["2/3"], ["7/3I"], ["22Gds"]]
    compare(places, groups)
    fewest = {sum(ends == ("G25",) for ends in outcome) for outcome in Rout(places, groups).outcomes(True)}
    assert min(fewest) == min(h27, 3 - fortress)
