"""Boards of several sheets made at random, and the plainest model of each: a dict of who touches whom.

The model knows nothing of numbers, sets or joins as groups; what it says is found by walking.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from sandtable.boards import Axial, HexBoard, Join, Sheet
from sandtable.kernel.bits import mask_of, ones

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Spot = tuple[int, int, int]
"""A place on some sheet, on the map or in a hole of it: sheet, q, r."""


BOARDS = 300


@dataclass(frozen=True)
class Made:
    """A random board beside its model: for each hex by name, the hexes across an open side."""

    board: HexBoard
    onward: Mapping[str, frozenset[str]]
    scale: Mapping[str, int]
    spots: Mapping[str, Spot]

    def named(self, mask: int) -> set[str]:
        return {self.board.names[number] for number in ones(mask)}

    def some(self, rng: random.Random, share: float) -> set[str]:
        return {name for name in self.onward if rng.random() < share}

    def mask(self, names: Iterable[str]) -> int:
        return mask_of(self.board.number[name] for name in names)


Worlds = list[tuple[Made, random.Random]]


def made(seed: int) -> Made:
    rng = random.Random(seed)
    sheets = [random_sheet(rng, letter) for letter in "ABCD"[: rng.randint(1, 4)]]
    joins = random_joins(rng, sheets)
    spots = {
        sheet.prefix + name: (index, q, r)
        for index, sheet in enumerate(sheets)
        for name, (q, r) in sheet.hexes.items()
    }
    touching = plain_touching(spots, joins)
    pairs = sorted((a, b) for a, around in touching.items() for b in around if a < b)
    closed = rng.sample(pairs, len(pairs) // 6)
    for a, b in closed:
        touching[a].discard(b)
        touching[b].discard(a)
    return Made(
        HexBoard(sheets, closed, joins),
        {name: frozenset(around) for name, around in touching.items()},
        {name: sheets[spot[0]].scale for name, spot in spots.items()},
        spots,
    )


def random_sheet(rng: random.Random, letter: str) -> Sheet:
    """A ragged grid with holes, anywhere on its own axes."""
    west, north = rng.randint(-9, 9), rng.randint(-9, 9)
    lean = rng.choice((0, 1, 2))
    hexes = {
        f"{row}{column}": (west + column - (row // lean if lean else 0), north + row)
        for row in range(rng.randint(1, 6))
        for column in range(rng.randint(1, 6))
        if rng.random() < 0.85
    } or {"00": (west, north)}
    return Sheet(letter, hexes, scale=rng.randint(1, 3), prefix=letter)


def random_joins(rng: random.Random, sheets: list[Sheet]) -> list[Join]:
    joins: list[Join] = []
    taken: set[tuple[str, str]] = set()
    for count in range(rng.randint(0, 4) if len(sheets) > 1 else 0):
        here, there = rng.sample(sheets, 2)
        join = Join(f"join {count}", random_end(rng, here), random_end(rng, there))
        pairs = {(a, b) for pair in join.pairs() for a, b in (pair, pair[::-1])}
        if not pairs & taken:
            joins.append(join)
            taken |= pairs
    return joins


def random_end(rng: random.Random, sheet: Sheet) -> tuple[str, ...]:
    names = sorted(sheet.prefix + name for name in sheet.hexes)
    return tuple(rng.sample(names, min(len(names), rng.randint(1, 4))))


def plain_touching(spots: Mapping[str, Spot], joins: Iterable[Join]) -> dict[str, set[str]]:
    name_at = {spot: name for name, spot in spots.items()}
    touching = {
        name: {name_at[near] for dq, dr in AROUND if (near := (sheet, q + dq, r + dr)) in name_at}
        for name, (sheet, q, r) in spots.items()
    }
    for join in joins:
        for a in join.a:
            for b in join.b:
                touching[a].add(b)
                touching[b].add(a)
    return touching


def walked(starts: Iterable[str], onward: Callable[[str], Iterable[tuple[str, int]]]) -> dict[str, int]:
    """What it costs to get anywhere (Dijkstra); `onward`: the next hexes and the price of each step."""
    found: dict[str, int] = {}
    ahead = [(0, start) for start in sorted(starts)]
    while ahead:
        spent, name = heappop(ahead)
        if name not in found:
            found[name] = spent
            for other, price in onward(name):
                heappush(ahead, (spent + price, other))
    return found


def flown(world: Made, start: str) -> dict[str, int]:
    """Distances as the crow flies: over every spot of a sheet's bounding box, hole or not, and over the joins."""
    boxes = {
        index: box(spot[1:] for spot in world.spots.values() if spot[0] == index) for index in sheets_of(world)
    }
    name_at = {spot: name for name, spot in world.spots.items()}
    across: dict[Spot, set[Spot]] = {}
    for join in world.board.joins:
        for a, b in join.pairs():
            across.setdefault(world.spots[a], set()).add(world.spots[b])
            across.setdefault(world.spots[b], set()).add(world.spots[a])
    found: dict[Spot, int] = {}
    ahead = [(0, world.spots[start])]
    while ahead:
        spent, (sheet, q, r) = heappop(ahead)
        if (sheet, q, r) in found:
            continue
        found[sheet, q, r] = spent
        near = {(sheet, q + dq, r + dr) for dq, dr in AROUND if (q + dq, r + dr) in boxes[sheet]}
        for spot in near | across.get((sheet, q, r), set()):
            heappush(ahead, (spent + world.board.sheets[spot[0]].scale, spot))
    return {name_at[spot]: spent for spot, spent in found.items() if spot in name_at}


def sheets_of(world: Made) -> set[int]:
    return {spot[0] for spot in world.spots.values()}


def box(places: Iterable[Axial]) -> set[Axial]:
    listed = list(places)
    columns, rows = [q for q, _ in listed], [r for _, r in listed]
    return {(q, r) for q in range(min(columns), max(columns) + 1) for r in range(min(rows), max(rows) + 1)}
