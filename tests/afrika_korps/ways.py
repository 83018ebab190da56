"""Ways of retreat up to isomorphism: which hexes lead where, past which enemies, on which ground.

A retreat starts next to the winner's hex; further enemies stand within three hexes of a start, whence they bar a
hex within two. What such a position means for the retreat is a pattern: for each start and each hex next to it the
ends that can be reached that way, which of the ends are starts themselves, and which are fortresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

import ground
from orbits import Links, canonical, labellings, symmetries

MOST_UNITS = 4


class Ways(NamedTuple):
    """One position for each pattern; its places are the starts, then the ends."""

    starts: tuple[str, ...]
    enemies: tuple[str, ...]
    ends: tuple[str, ...]
    links: Links

    @property
    def kinds(self) -> list[str]:
        return ["start"] * len(self.starts) + [
            "fortress" if end in ground.FORTRESSES else "end" for end in self.ends
        ]


class Retreat(NamedTuple):
    """So many units in each start, so many friends standing in each end."""

    ways: Ways
    units: tuple[int, ...]
    friends: tuple[int, ...]


Source = tuple[str, tuple[str, ...], int]
"""The winner's hex, hexes next to it from which units retreat, and how many further enemies there may be."""


# Positions


def ring(winner: str) -> list[str]:
    """The hexes around one, in order."""
    near = sorted(ground.neighbours(winner))
    found = near[:1]
    while len(found) < len(near):
        found.append(next(h for h in near if h not in found and h in ground.neighbours(found[-1])))
    return found


def in_the_open(winner: str, further: int) -> list[Source]:
    """One to four starts around a hex with six neighbours, but once only what rotations and reflections give."""
    around = ring(winner)
    assert len(around) == 6
    rows = ["0", "01", "02", "03", "012", "013", "024", "0123", "0124", "0134"]
    return [(winner, tuple(around[int(number)] for number in row), further) for row in rows]


def around_places(places: Iterable[str], distance: int, most: int, further: int) -> list[Source]:
    """Every one to so many starts next to a winner who stands so near to one of these places."""
    return [
        (winner, starts, further)
        for winner in sorted(frozenset().union(*(within(place, distance) for place in places)))
        for size in range(1, most + 1)
        for starts in combinations(sorted(ground.neighbours(winner)), size)
    ]


@cache
def within(hex_name: str, distance: int) -> frozenset[str]:
    """The hexes that lie so near, over open hexsides."""
    if not distance:
        return frozenset({hex_name})
    nearer = within(hex_name, distance - 1)
    return nearer.union(*(ground.neighbours(place) for place in nearer))


@cache
def barred_by(enemy: str) -> frozenset[str]:
    """5.4, 7.1: the hexes in which an enemy kills who retreats: his own and his zone, fortresses apart."""
    if enemy in ground.FORTRESSES:
        return frozenset({enemy})
    return ground.neighbours(enemy) - ground.FORTRESSES | {enemy}


def positions(
    winner: str, starts: tuple[str, ...], further: int
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The winner with up to so many further enemies, and the hexes they bar; each set of these just once."""
    near = frozenset().union(*(within(start, 2) for start in starts))
    region = sorted(frozenset().union(*(within(start, 3) for start in starts)) - {*starts, winner})
    bars = {enemy: barred_by(enemy) & near for enemy in region}
    seen = set()
    for count in range(further + 1):
        for others in combinations([enemy for enemy in region if bars[enemy]], count):
            barred = barred_by(winner).union(*(bars[enemy] for enemy in others))
            if barred not in seen:
                seen.add(barred)
                yield (winner, *others), barred


def ways_past(starts: tuple[str, ...], enemies: tuple[str, ...], barred: frozenset[str]) -> Ways:
    """7.6, 7.6.1, ruling 5: two hexes, through no enemy and no enemy zone, never back."""
    found = [
        (number, ground.neighbours(middle) - barred - {start})
        for number, start in enumerate(starts)
        for middle in ground.neighbours(start) - barred
    ]
    ends = sorted(frozenset().union(*(ends for _, ends in found)), key=lambda end: (end in ground.FORTRESSES, end))
    place = {end: len(starts) + index for index, end in enumerate(ends)}
    links = {(start, sum(1 << place[end] for end in ends)) for start, ends in found if ends}
    links |= {(place[end], 1 << starts.index(end)) for end in ends if end in starts}
    return Ways(starts, enemies, tuple(ends), frozenset(links))


def patterns(sources: Iterable[Source], most_ends: int) -> list[Ways]:
    """One position for each pattern with at most so many ends that these sources give."""
    found: dict[object, Ways] = {}
    for winner, starts, further in sources:
        for enemies, barred in positions(winner, starts, further):
            ways = ways_past(starts, enemies, barred)
            if len(ways.ends) <= most_ends:
                found.setdefault((*ways.kinds, canonical(ways.kinds, ways.links)), ways)
    return list(found.values())


def retreats(ways: Ways) -> Iterator[Retreat]:
    """Every retreat of up to four units these ways, with every number of friends in each end."""
    starts = len(ways.starts)
    choices = [range(1, ground.STACKING + 1)] * starts + [range(ground.STACKING + 1)] * len(ways.ends)
    for numbers in labellings(choices, symmetries(ways.kinds, ways.links)):
        units, friends = numbers[:starts], numbers[starts:]
        crowd = dict(zip(ways.starts, units, strict=True))
        if sum(units) <= MOST_UNITS and all(
            count + crowd.get(end, 0) <= ground.STACKING for end, count in zip(ways.ends, friends, strict=True)
        ):
            yield Retreat(ways, units, friends)
