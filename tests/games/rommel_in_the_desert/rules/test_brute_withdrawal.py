"""Withdrawals against enumerations that know nothing of how they are found: single ways, whole moves of a Pass."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert.printed.data import ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import ways_of
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import settle
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.state import put, set_disrupted, speed_of
from sandtable.kernel.bits import mask_of, ones
from tests.games.rommel_in_the_desert.lines import Tracer, all_ways
from tests.games.rommel_in_the_desert.sands import Sands

AXIS_UNITS = ["21/3", "21/5", "Trento", "Brescia", "Ariete", "88mm-A"]
ENEMIES = ["22Gd", "KDG", "7/7", "Pol"]
WEST = "Ghemines Soluch Msus Antelat Beda-Fomm Agedabia 81 82 Mechili Charruba 56 Er-Regima Benghazi"
EAST = "Derna 34 Gazala Rotunda-Segnali Sidi-Mufta Bir-Harmat Tengeder 33"
HEXES = f"{WEST} {EAST}".split()


def scattered(seed: int, own: int, enemies: int, states: str = "-*") -> Sands:
    """A few units of either side in the west of the map, none sharing a hex with the enemy.

    `states`: the enemies are undisrupted (-) or disrupted (*).
    """
    rng = Random(seed)
    hexes = rng.sample(HEXES, own + enemies)
    lines = [f"{rng.choice(hexes[:own])}: {unit}" for unit in AXIS_UNITS[:own]]
    stars = [rng.choice(states).strip("-") for _ in range(enemies)]
    lines += [f"{place}: {star}{unit}" for place, star, unit in zip(hexes[own:], stars, ENEMIES, strict=False)]
    return Sands("\n".join(lines), cards=0)


# Single ways


def is_walk(table: Sands, unit: int, way: tuple[int, ...]) -> bool:
    """Does a way keep to speed and road bonus, away from the enemy, and never away from the base?"""
    state = table.state
    sides = [state.printed.sides.between(a, b) for a, b in pairwise(way)]
    bonus = min(ROAD_BONUS[state.printed.road[side]] for side in sides)
    distance = [state.printed.distance[0][place] for place in way]
    closer = all(b <= a for a, b in pairwise(distance))
    quiet = not any(state.firm[1] >> place & 1 for place in way)
    stops = not any(state.held[1] >> place & 1 for place in way[1:-1])
    return len(sides) <= speed_of(state, unit) + bonus and closer and quiet and stops


@pytest.mark.parametrize("seed", range(40))
def test_the_ways_of_a_unit_are_the_beginnings_of_its_lines(seed: int) -> None:
    table = scattered(seed, own=4, enemies=2)
    for name in AXIS_UNITS[:4]:
        unit = table.unit(name)
        ways = ways_of(table.state, unit)
        lines = set(Tracer(table.state, 0, table.state.printed.base[0]).lines(ways.start))
        beginnings = {line[:length] for line in lines for length in range(2, len(line) + 1)}
        expected = {way for way in beginnings if is_walk(table, unit, way)}
        assert set(all_ways(ways, (ways.start,))) == expected
        assert ways.ends() == mask_of(way[-1] for way in expected)
        assert ways.has_line() == bool(lines)


# Whole moves


def outcomes(table: Sands) -> set[tuple[str, ...]]:
    """Every arrangement of the side's units in which the declared withdrawal can end, by trying all choices."""
    found, seen = set(), set()
    todo = [table]
    while todo:
        here = todo.pop()
        for text in here.legal():
            there = here.copy().play(text)
            if here.decision == "withdraw" and text == "done":
                found.add(tuple(here.where(unit) for unit in AXIS_UNITS))
                continue
            key = (there.decision, *there.state.frames[-1], *there.state.place)
            if key not in seen:
                seen.add(key)
                todo.append(there)
    return found


def shrunk(table: Sands, units: list[str]) -> set[tuple[str, ...]]:
    """Every arrangement with a smaller network, or with nothing moved: each unit stays or withdraws by itself."""
    before = network(table.state, 0)
    names = table.state.printed.board.names
    ends = [[table.state.place[table.unit(unit)]] for unit in units]
    for places, unit in zip(ends, units, strict=True):
        ways = ways_of(table.state, table.unit(unit))
        places += ones(ways.ends()) if ways.has_line() else []
    found = set()
    for arrangement in product(*ends):
        trial = table.state.copy()
        for unit, place in zip(units, arrangement, strict=True):
            put(trial, table.unit(unit), place)
        after = network(trial, 0)
        stays = trial.place == table.state.place
        if stays or (after != before and not after & ~before):
            places = [trial.place[table.unit(unit)] for unit in AXIS_UNITS]
            found.add(tuple(names[place] if place >= 0 else "out" for place in places))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_a_withdrawal_ends_wherever_the_network_gets_smaller(seed: int) -> None:
    table = scattered(seed, own=3, enemies=1, states="-")
    for name in {table.where(unit) for unit in AXIS_UNITS[:3]}:
        twin = table.copy().begin()
        if not twin.allows(f"group:{name}"):
            continue
        group = [unit for unit in AXIS_UNITS[:3] if table.where(unit) == name]
        assert outcomes(twin.play(f"group:{name}")) == shrunk(table, group)


# Regrouping, with a battle to leave perhaps


def in_battle(table: Sands, seed: int) -> Sands:
    """The same with infantry beside the first unit, too slow for pursuit fire: the Axis defends there."""
    rng, place = Random(seed), table.where(AXIS_UNITS[0])
    table.place("Pol", place)
    board = table.state.printed.board
    near = [board.names[other] for other in ones(board.adjacent[board.number[place]])]
    return table.battle(place, "Allied", *rng.sample(near, min(2, len(near))))


def gathered(table: Sands, point: str, goal: str) -> set[tuple[str, ...]]:
    """Every arrangement with a smaller network, or with nothing moved: each unit stays or goes to the goal.

    Those in battle go together, are disrupted then, and leave the hex to the enemy.
    """
    before, units = network(table.state, 0), AXIS_UNITS[:3]
    battle = table.where(AXIS_UNITS[0]) if table.state.attacker_hexes[1] else ""
    can = {unit for unit in units if can_go(table, unit, point, goal)}
    found = set()
    for choice in product(*([False, True] if unit in can else [False] for unit in units)):
        goes = [unit for unit, moves in zip(units, choice, strict=True) if moves]
        fighters = {unit for unit in units if table.where(unit) == battle}
        if fighters & set(goes) not in (set(), fighters):
            continue
        trial = table.copy()
        for unit in goes:
            put(trial.state, trial.unit(unit), trial.hex(goal))
        if fighters & set(goes):
            set_disrupted(trial.state, mask_of(trial.unit(unit) for unit in fighters), True)
            settle(trial.state, trial.hex(battle))
        after = network(trial.state, 0)
        if not goes or (after != before and not after & ~before):
            found.add(tuple(trial.where(unit) for unit in AXIS_UNITS))
    return found


def can_go(table: Sands, unit: str, point: str, goal: str) -> bool:
    state, place = table.state, table.hex(table.where(unit))
    around = state.printed.board.touching[table.hex(point)] | 1 << table.hex(point)
    ways = ways_of(state, table.unit(unit))
    return bool(around >> place & 1 and ways.has_line() and ways.ends() >> table.hex(goal) & 1)


@pytest.mark.parametrize("fights", [False, True], ids=["quiet", "in battle"])
@pytest.mark.parametrize("seed", range(25))
def test_a_regrouping_withdrawal_ends_wherever_the_network_gets_smaller(seed: int, fights: bool) -> None:
    table, rng = scattered(seed, own=3, enemies=1, states="-"), Random(seed)
    table = in_battle(table, seed) if fights else table
    start = table.copy().begin()
    points = sorted(start.legal("regroup"))
    for point in rng.sample(points, min(2, len(points))):
        goals = sorted(start.copy().play(f"regroup:{point}").legal("to"))
        for goal in rng.sample(goals, min(3, len(goals))):
            declared = start.copy().play(f"regroup:{point}", f"to:{goal}")
            assert outcomes(declared) == gathered(table, point, goal)
