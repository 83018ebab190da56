"""12.2-12.6 once more, as slowly and plainly as they can be written: every line of every unit, one by one."""

from __future__ import annotations

from collections.abc import Iterator

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

    def links(self, place: int, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """12.4: every way from a unit within its range, never over a hex of the line so far."""
        todo: list[tuple[tuple[int, ...], int]] = [((place,), HIGHWAY)]
        while todo:
            link, lowest = todo.pop()
            if len(link) > 1:
                yield link[1:]
            if len(link) > 1 and not self.may_pass(link[-1]):
                continue
            for other, road in self.steps(link[-1]):
                worst = min(lowest, road)
                if other not in link and other not in way and len(link) <= RANGE[worst]:
                    todo.append(((*link, other), worst))

    def lines(self, place: int, way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every line from a hex on it to the source; `way` leads to it and includes it."""
        if place == self.source:
            yield way
            return
        if len(way) > 1 and not self.may_pass(place):
            return
        for other, road in self.steps(place):
            if road == HIGHWAY and other not in way:
                yield from self.lines(other, (*way, other))
        if len(way) == 1 or self.units(self.side, place, True):
            for link in self.links(place, way):
                if self.carries_on(link[-1]) and not (len(link) == 1 and self.is_highway(place, link[0])):
                    yield from self.lines(link[-1], (*way, *link))

    def is_highway(self, place: int, other: int) -> bool:
        return (other, HIGHWAY) in self.steps(place)

    def carries_on(self, place: int) -> bool:
        """Can a line go on from here: by highway, or from unit to unit?"""
        on_highway = any(road == HIGHWAY for _, road in self.steps(place))
        return place == self.source or on_highway or bool(self.units(self.side, place, True))

    def starts(self) -> Iterator[int]:
        """The hexes with units of the side from which a line runs to the source."""
        state = self.state
        for place in sorted({at for at in state.place if at >= 0}):
            if self.units(self.side, place, False) and next(self.lines(place, (place,)), None):
                yield place

    def network(self) -> set[int]:
        """12.6: the hexes of all lines of all units."""
        return {place for start in self.starts() for line in self.lines(start, (start,)) for place in line}
