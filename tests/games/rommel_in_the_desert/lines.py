"""12.2-12.6 once more, as slowly and plainly as they can be written: every line of every unit, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import Ways
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones

HIGHWAY = 3
RANGE = {0: 1, 1: 2, 2: 3, 3: 3}
"""12.4: by the lowest class of road on a link how many hexes it may have."""


def all_ways(ways: Ways, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """5.3: every way of a withdrawal that begins so, the given one not counted, one hex after the other."""
    for place in ones(ways.next_hexes(way)):
        longer = (*way, place)
        yield longer
        yield from all_ways(ways, longer)


@dataclass(frozen=True)
class Line:
    """The beginning of a line. `used`: hexes it may not use again; `chain`: those inside the links of its present
    chain, through which another link of that chain may run if they are empty (ruling 74)."""

    way: tuple[int, ...]
    used: frozenset[int]
    chain: frozenset[int] = frozenset()

    def has_been_in(self, place: int) -> bool:
        return place in self.used or place in self.chain

    def along_highway(self, place: int) -> Line:
        return Line((*self.way, place), self.used | self.chain | {place})

    def by_link(self, link: tuple[int, ...]) -> Line:
        return Line((*self.way, *link), self.used | {link[-1]}, self.chain | set(link[:-1]))


class Tracer:
    """The lines of one side to one source."""

    def __init__(self, state: Position, side: int, source: int) -> None:
        self.state, self.side, self.source = state, side, source

    # The ground

    def units(self, side: int, place: int, firm: bool) -> list[int]:
        state = self.state
        return [
            unit
            for unit, at in enumerate(state.place)
            if at == place and state.printed.side_of[unit] == side and not (firm and state.disrupted >> unit & 1)
        ]

    def attacks(self, place: int) -> bool:
        return bool(self.state.attacker_hexes[self.side] >> place & 1)

    def defends(self, place: int) -> bool:
        return bool(self.state.attacker_hexes[1 - self.side] >> place & 1)

    def may_end_in(self, place: int) -> bool:
        """12.2, 12.5: not in an enemy hex; in any battle."""
        return not self.units(1 - self.side, place, True) or self.attacks(place) or self.defends(place)

    def may_pass(self, place: int) -> bool:
        """12.5: the Attacker never traces through a battle."""
        return self.may_end_in(place) and not self.attacks(place)

    def is_friendly(self, battle: int, hexside: int) -> bool:
        """8.1: who crossed it last, or the Defender."""
        if self.state.crossed[self.side] >> hexside & 1:
            return True
        return self.defends(battle) and not self.state.crossed[1 - self.side] >> hexside & 1

    def steps(self, place: int) -> Iterator[tuple[int, int]]:
        """The hexes next to this one that a line may go on to, with the road between them."""
        printed = self.state.printed
        for other, hexside in zip(printed.board.neighbours[place], printed.sides.of[place], strict=True):
            ends = [end for end in (place, other) if self.attacks(end) or self.defends(end)]
            open_to_us = all(self.is_friendly(end, hexside) for end in ends)
            if printed.limit[hexside] and self.may_end_in(other) and open_to_us:
                yield other, printed.road[hexside]

    # The lines

    def lines(self, start: int) -> Iterator[tuple[int, ...]]:
        """12.2: every line from a hex with a unit to the source."""
        return self.beginning_with(Line((start,), frozenset([start])))

    def beginning_with(self, line: Line) -> Iterator[tuple[int, ...]]:
        """12.3, 12.4: it goes on hex by hex along highway, or by a link from a unit."""
        here = line.way[-1]
        if here == self.source:
            yield line.way
            return
        if len(line.way) > 1 and not self.may_pass(here):
            return
        for other, road in self.steps(here):
            if road == HIGHWAY and not line.has_been_in(other):
                yield from self.beginning_with(line.along_highway(other))
        if len(line.way) == 1 or self.units(self.side, here, True):
            for link in self.links(line):
                yield from self.beginning_with(line.by_link(link))

    def links(self, line: Line) -> Iterator[tuple[int, ...]]:
        """12.4: every way from a unit within its range to where a line goes on (ruling 74)."""
        todo: list[tuple[tuple[int, ...], int]] = [(line.way[-1:], HIGHWAY)]
        while todo:
            link, lowest = todo.pop()
            if len(link) > 1:
                if self.carries_on(link[-1]) and not line.has_been_in(link[-1]):
                    yield link[1:]
                is_shared = link[-1] in line.chain and not self.units(self.side, link[-1], True)
                if not self.may_pass(link[-1]) or (line.has_been_in(link[-1]) and not is_shared):
                    continue
            for other, road in self.steps(link[-1]):
                worst = min(lowest, road)
                if other not in link and other not in line.used and len(link) <= RANGE[worst]:
                    todo.append(((*link, other), worst))

    def carries_on(self, place: int) -> bool:
        """Can a line go on from here: by highway, or from unit to unit?"""
        on_highway = any(road == HIGHWAY for _, road in self.steps(place))
        return place == self.source or on_highway or bool(self.units(self.side, place, True))

    def starts(self) -> Iterator[int]:
        """The hexes with units of the side from which a line runs to the source."""
        state = self.state
        for place in sorted({at for at in state.place if at >= 0}):
            if self.units(self.side, place, False) and any(self.lines(place)):
                yield place

    def network(self) -> set[int]:
        """12.6: the hexes of all lines of all units."""
        return {place for start in self.starts() for line in self.lines(start) for place in line}
