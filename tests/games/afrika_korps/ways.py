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

from sandtable.kernel.bits import first, mask_of, ones
from tests.games.afrika_korps import ground
from tests.games.afrika_korps.orbits import Links, canonical, labellings, symmetries

MOST_UNITS = 4

NAMES = sorted(ground.PLAYABLE)
NUMBER = {name: number for number, name in enumerate(NAMES)}
AROUND = [mask_of(NUMBER[near] for near in ground.neighbours(name)) for name in NAMES]
FORTRESSES = mask_of(NUMBER[name] for name in ground.FORTRESSES)
"""Hexes by number; sets of hexes are bits."""


class Source(NamedTuple):
    """Where positions come from: the winner, starts next to him, and how many further enemies there may be."""

    winner: int
    starts: tuple[int, ...]
    further: int


class Ways(NamedTuple):
    """One position for each pattern; its places are the starts, then the ends."""

    starts: tuple[str, ...]
    enemies: tuple[str, ...]
    ends: tuple[str, ...]
    links: Links

    def kinds(self) -> tuple[str, ...]:
        ends = ("fortress" if end in ground.FORTRESSES else "end" for end in self.ends)
        return (*("start" for _ in self.starts), *ends)


class Retreat(NamedTuple):
    """This many units in each start, and this many friends in each end."""

    ways: Ways
    units: tuple[int, ...]
    friends: tuple[int, ...]


# Sources


def in_the_open(name: str, further: int) -> list[Source]:
    """One to four starts around a hex with six neighbours, but once only what rotations and reflections give."""
    winner = NUMBER[name]
    ring = [first(AROUND[winner])]
    while len(ring) < 6:
        ring.append(next(n for n in ones(AROUND[winner] & AROUND[ring[-1]]) if n not in ring))
    rows = ["0", "01", "02", "03", "012", "013", "024", "0123", "0124", "0134"]
    return [Source(winner, tuple(ring[int(number)] for number in row), further) for row in rows]


def around_places(names: Iterable[str], distance: int, most: int, further: int) -> list[Source]:
    """Every set of up to this many starts next to a winner that is this near to one of these places."""
    return [
        Source(winner, starts, further)
        for winner in ones(within(mask_of(NUMBER[name] for name in names), distance))
        for size in range(1, most + 1)
        for starts in combinations(ones(AROUND[winner]), size)
    ]


@cache
def within(hexes: int, distance: int) -> int:
    """The hexes that lie so near to some of these, over open hexsides."""
    for _ in range(distance):
        for place in ones(hexes):
            hexes |= AROUND[place]
    return hexes


def near(name: str, distance: int) -> frozenset[str]:
    """The hexes that lie so near to one."""
    return frozenset(NAMES[number] for number in ones(within(1 << NUMBER[name], distance)))


# Patterns


def barred_by(enemy: int) -> int:
    """5.4, 7.1: the hexes in which an enemy kills who retreats: his own and his zone, fortresses apart."""
    return 1 << enemy if FORTRESSES >> enemy & 1 else 1 << enemy | AROUND[enemy] & ~FORTRESSES


def positions(source: Source) -> Iterator[tuple[tuple[int, ...], int]]:
    """The enemies of a source, and the hexes they bar within two hexes of a start; each such set just once."""
    starts = mask_of(source.starts)
    reached = within(starts, 2)
    region = within(starts, 3) & ~starts & ~(1 << source.winner)
    bars = {enemy: barred_by(enemy) & reached for enemy in ones(region)}
    seen = set()
    for count in range(source.further + 1):
        for others in combinations(bars, count):
            barred = barred_by(source.winner) & reached
            for enemy in others:
                barred |= bars[enemy]
            if barred not in seen:
                seen.add(barred)
                yield (source.winner, *others), barred


def ways_out(starts: tuple[int, ...], barred: int) -> set[tuple[int, int]]:
    """7.6, 7.6.1, ruling 5: by start and way the ends, two hexes off, through no enemy and no zone, never back."""
    found = set()
    for number, start in enumerate(starts):
        for middle in ones(AROUND[start] & ~barred):
            ends = AROUND[middle] & ~barred & ~(1 << start)
            if ends:
                found.add((number, ends))
    return found


def patterns(sources: Iterable[Source], most_ends: int) -> list[Ways]:
    """One position for each pattern, with at most this many ends, that these sources give."""
    found: dict[object, Ways] = {}
    for source in sources:
        for enemies, barred in positions(source):
            ways = ways_out(source.starts, barred)
            ends = 0
            for _, some in ways:
                ends |= some
            if ends.bit_count() <= most_ends:
                position = as_position(source.starts, enemies, ends, ways)
                found.setdefault((position.kinds(), canonical(position.kinds(), position.links)), position)
    return list(found.values())


def as_position(starts: tuple[int, ...], enemies: tuple[int, ...], ends: int, ways: set[tuple[int, int]]) -> Ways:
    """The same with names, the fortresses last; an end that is a start is linked to it."""
    order = [*ones(ends & ~FORTRESSES), *ones(ends & FORTRESSES)]
    place = {end: len(starts) + index for index, end in enumerate(order)}
    links = {(start, mask_of(place[end] for end in ones(some))) for start, some in ways}
    links |= {(place[end], 1 << starts.index(end)) for end in order if end in starts}
    names_of = [tuple(NAMES[number] for number in numbers) for numbers in (starts, enemies, order)]
    return Ways(names_of[0], names_of[1], names_of[2], frozenset(links))


# Retreats


def retreats(ways: Ways) -> Iterator[Retreat]:
    """Every retreat of up to four units these ways, with every number of friends in each end that matters.

    More room than for all who can come there is the same as just that: then nobody stands there.
    """
    starts = len(ways.starts)
    choices = [range(1, ground.STACKING + 1)] * starts + [range(ground.STACKING + 1)] * len(ways.ends)
    for numbers in labellings(choices, symmetries(ways.kinds(), ways.links)):
        units, rooms = numbers[:starts], numbers[starts:]
        most = [min(ground.STACKING, comers) for comers in who_can_come(ways, units)]
        if sum(units) <= MOST_UNITS and all(room <= enough for room, enough in zip(rooms, most, strict=True)):
            pairs = zip(rooms, most, strict=True)
            friends = tuple(ground.STACKING - room if room < enough else 0 for room, enough in pairs)
            crowd = dict(zip(ways.starts, units, strict=True))
            if all(n + crowd.get(end, 0) <= ground.STACKING for end, n in zip(ways.ends, friends, strict=True)):
                yield Retreat(ways, units, friends)


def who_can_come(ways: Ways, units: tuple[int, ...]) -> list[int]:
    """By end how many of the units could end there."""
    starts = range(len(units))
    reach = [0] * len(units)
    for place, some in ways.links:
        if place in starts:
            reach[place] |= some
    ends = range(len(units), len(units) + len(ways.ends))
    return [sum(units[start] for start in starts if reach[start] >> end & 1) for end in ends]
