"""7.6, 11.7: the ends of retreats reachable through choices are exactly those ruling 5 allows.

Two hexes, never back, never the same hex twice, through no enemy zone; as many survivors as can be; where a hex
overflows the owner says who is lost; a defender may refuse to be sent into a fortress.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from desert import Desert
from ground import FORTRESSES, NO_FIGHTERS, PLAYABLE, SIDE, Places, fighters, neighbours, zone

GAME = "afrika-korps"
AXIS, ALLIED = 0, 1
RETREAT_DECISIONS = ("consent", "conduct-retreat", "retreat-step", "overflow")

Outcome = frozenset[tuple[str, str]]
"""By retreating unit the hex it ends in, or `dead`."""


# What the rules allow


def safe_ends(places: Places, unit: str) -> list[str]:
    """7.6, 7.6.1: where the retreat of one unit may end if nobody else mattered."""
    enemy = 1 - SIDE[unit]
    deadly = zone(places, enemy) | set(fighters(places, enemy).values())
    here = places[unit]
    return sorted(
        {
            end
            for middle in neighbours(here) - deadly
            for end in neighbours(middle) - deadly
            if end not in (here, middle)
        }
    )


def excess(places: Places, retreating: list[str], arrivals: dict[str, str]) -> dict[str, int]:
    """6.1, 7.6.1: by hex how many of those that come in are too many; those that stand there stay."""
    side = SIDE[retreating[0]]
    standing = Counter(place for unit, place in fighters(places, side).items() if unit not in retreating)
    coming = Counter(arrivals.values())
    return {place: min(n, max(0, n + standing[place] - 3)) for place, n in coming.items()}


def best_arrivals(places: Places, retreating: list[str], refused: bool) -> list[dict[str, str]]:
    """7.6.2, 11.7: the arrivals with the most survivors, and where refused the fewest in a fortress."""
    ends = {unit: safe_ends(places, unit) for unit in retreating}
    movers = [unit for unit in retreating if ends[unit]]
    found: dict[tuple[int, int], list[dict[str, str]]] = {}
    for choice in product(*(ends[unit] for unit in movers)):
        arrivals = dict(zip(movers, choice, strict=True))
        lost = sum(excess(places, retreating, arrivals).values()) if movers else 0
        entering = sum(end in FORTRESSES for end in choice) if refused else 0
        found.setdefault((lost, entering), []).append(arrivals)
    return found[min(found)]


def outcomes(places: Places, retreating: list[str], refused: bool) -> set[Outcome]:
    """Every end of the retreat: who ends where, and whom the owner of overfull hexes gives up."""
    found = set()
    for arrivals in best_arrivals(places, retreating, refused):
        many = excess(places, retreating, arrivals) if arrivals else {}
        choices = [
            combinations([unit for unit, end in arrivals.items() if end == place], count)
            for place, count in many.items()
            if count
        ]
        for lost in product(*choices):
            dead = {unit for group in lost for unit in group} | set(retreating) - arrivals.keys()
            found.add(frozenset((u, "dead" if u in dead else arrivals[u]) for u in retreating))
    return found


def is_asked(places: Places, retreating: list[str], active: int) -> bool:
    """11.7: is there a defender who could as well be sent into a fortress as elsewhere?"""
    if SIDE[retreating[0]] == active:
        return False
    best = best_arrivals(places, retreating, False)
    return any(
        {arrivals[unit] in FORTRESSES for arrivals in best if unit in arrivals} == {True, False}
        for unit in retreating
    )


# What the game allows


def retreat_of(places: Places, retreating: list[str], active: int) -> Desert:
    """A table at the moment these units have to retreat."""
    stacks: dict[str, list[str]] = {}
    for unit, place in places.items():
        stacks.setdefault(place, []).append(unit)
    lines = [f"turn 20 {('axis', 'allied')[active]}", "phase: movement"]
    lines += [f"{place}: {' '.join(units)}" for place, units in stacks.items()]
    table = Desert("\n".join(lines))
    units = sum(1 << table.state.scenario.unit_number[unit] for unit in retreating)
    return Desert(table.game.write_position(table.state) + f"frame: retreat 0 {units}\n")


def played_out(table: Desert, retreating: list[str]) -> set[Outcome]:
    """The ends of all runs of choices."""
    found: set[Outcome] = set()
    seen: set[object] = set()
    todo = [table]
    while todo:
        here = todo.pop()
        moment = tuple(here.state.place), tuple(here.state.frames)
        if moment in seen:
            continue
        seen.add(moment)
        if here.decision not in RETREAT_DECISIONS:
            found.add(frozenset((unit, here.where(unit)) for unit in retreating))
            continue
        choices = here.legal()
        assert choices, "a dead end"
        todo += [here.copy().play(choice) for choice in choices]
    return found


def compare(places: Places, retreating: list[str], active: int) -> None:
    """Equal sets, none missing and none extra, whatever the defender says about a fortress."""
    table = retreat_of(places, retreating, active)
    assert (table.decision == "consent") == is_asked(places, retreating, active)
    if table.decision == "consent":
        assert played_out(table.copy().play("refuse"), retreating) == outcomes(places, retreating, True)
        table.play("permit")
    assert played_out(table, retreating) == outcomes(places, retreating, False)


# Narrow places


def around(focus: str, distance: int) -> list[str]:
    ring = {focus}
    for _ in range(distance):
        ring |= {n for place in ring for n in neighbours(place)}
    return sorted(ring)


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
    "the open desert": "M30",
}


def random_retreats(focus: str, count: int) -> Iterator[tuple[Places, list[str], int]]:
    """Positions around a hex: one to four units that retreat, friends in their way, enemies at their heels."""
    rng = random.Random(f"retreat {focus}")
    while count:
        side = rng.choice((AXIS, ALLIED))
        own, enemy = (rng.sample(ARMIES[army], 20) for army in (side, 1 - side))
        hexes = rng.sample(around(focus, 1), rng.choice((1, 1, 2)))
        retreating = [own.pop() for _ in range(rng.choice((1, 2, 3, 3, 4, 4)))]
        places = {unit: hexes[index % len(hexes)] for index, unit in enumerate(retreating)}
        others = [place for place in around(focus, 3) if place not in hexes]
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
            yield places, retreating, rng.choice((AXIS, ALLIED))


def is_small(places: Places, retreating: list[str]) -> bool:
    """Few enough ends to enumerate, and no more than three units to a hex."""
    size = 1
    for unit in retreating:
        size *= 1 + len(safe_ends(places, unit))
    return size <= 300 and max(Counter(places.values()).values()) <= 3


@pytest.mark.parametrize("focus", NARROW.values(), ids=NARROW.keys())
@pytest.mark.rule("7.6.1a", "7.6.1e", "7.6.2a")
def test_choices_reach_exactly_the_legal_retreats(focus: str) -> None:
    assert focus in PLAYABLE
    for places, retreating, active in random_retreats(focus, 30):
        compare(places, retreating, active)


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
    places, retreating = by_tobruch(h27, fortress), ["2/3", "7/3I", "22Gds"]
    compare(places, retreating, AXIS)
    fewest = {sum(end == "G25" for _, end in outcome) for outcome in outcomes(places, retreating, True)}
    assert min(fewest) == min(h27, 3 - fortress)
