"""The map as the rulebook has it, worked out apart from the code under test: neighbours, zones, supply lines.

Only the printed data is shared: which hexes are playable, and their terrain.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import sandtable

SCENARIO = sandtable.game("afrika-korps").load_data()
PLAYABLE = frozenset(SCENARIO.board.number)
FORTRESSES = frozenset({"G25", "H2"})
STACKING = 3  # 6.1
CLOSED = {frozenset(pair) for pair in (("E18", "F19"), ("W62", "X62"), ("W61", "X62"), ("R65", "S65"))}
FACTORS = {unit.id: (unit.attack, unit.defense) for unit in SCENARIO.units}
SIDE = {unit.id: unit.side for unit in SCENARIO.units}
NO_FIGHTERS = frozenset({"Rommel", *(name for name in FACTORS if "Supply" in name)})

Places = dict[str, str]
"""By unit the hex it stands on."""


@cache
def doubles(hex_name: str) -> bool:
    """10.2: does this hex double its defenders?"""
    return SCENARIO.terrain[SCENARIO.board.number[hex_name]] in ("escarpment", "fortress")


@cache
def neighbours(hex_name: str) -> frozenset[str]:
    """The hexes next to one over open hexsides (5.7)."""
    row, number = ord(hex_name[0]) - 65, int(hex_name[1:])
    around = [
        (row, number + 1),
        (row, number - 1),
        (row - 1, number),
        (row - 1, number - 1),
        (row + 1, number),
        (row + 1, number + 1),
    ]
    names = [f"{chr(65 + r)}{n}" for r, n in around if 0 <= r < 24 and n > 0]
    return frozenset(n for n in names if n in PLAYABLE and frozenset((n, hex_name)) not in CLOSED)


def fighters(places: Places, side: int) -> dict[str, str]:
    """The combat units of a side and their hexes."""
    return {unit: place for unit, place in places.items() if SIDE[unit] == side and unit not in NO_FIGHTERS}


def zone(places: Places, side: int, silent: Iterable[str] = ()) -> set[str]:
    """7.1: the hexes in the zones of a side's combat units, leaving out some units."""
    covered: set[str] = set()
    for unit, place in fighters(places, side).items():
        if unit not in silent and place not in FORTRESSES:
            covered |= neighbours(place)
    return covered - FORTRESSES


def holders(places: Places, unit: str, silent: Iterable[str] = ()) -> set[str]:
    """The enemies in whose zone a unit stands."""
    here = places[unit]
    if here in FORTRESSES:
        return set()
    return {
        enemy
        for enemy, place in fighters(places, 1 - SIDE[unit]).items()
        if enemy not in silent and place not in FORTRESSES and place in neighbours(here)
    }


def fed_hexes(places: Places, supply: str, attacked: Iterable[str], silent: Iterable[str] = ()) -> set[str]:
    """14.2, rulings 3 and 34: the hexes from which an attack on these is supported by this supply unit."""
    enemy = 1 - SIDE[supply]
    standing = {place for unit, place in fighters(places, enemy).items() if unit not in silent}
    barred = zone(places, enemy, {*attacked, *silent}) | standing
    start = places[supply]
    if start in barred:
        return {start}
    line = fresh = {start}
    for _ in range(4):
        fresh = {n for place in fresh for n in neighbours(place)} - barred - line
        line = line | fresh
    return {start}.union(*(neighbours(place) for place in line))
