"""Nets of lines: roads, tracks, railways. A flood along them may be a hundred hexes long. Ring by ring, each
would cost a spread over the whole board; here it goes from junction to junction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sandtable.kernel.bits import bit, mask_of, ones

REMEMBERED = 64
"""Floods that a net remembers: whoever asks once in a position asks again."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The way from one junction to the next."""

    number: int
    """The same for both directions, as a set."""
    between: int
    """The places between the two, as a set."""
    order: tuple[int, ...]
    """The same, each as a set of its own, beginning at the near end."""
    end: int
    """The junction at the far end, and as a set."""
    far: int


class LineNet:
    """Places joined by lines. `links`: for each place, the places that a line leads to from it, and back."""

    __slots__ = ("_junctions", "_onward", "_remembered", "_stretches", "places")

    def __init__(self, links: Sequence[int]) -> None:
        self._onward = {place: ones(onward) for place, onward in enumerate(links) if onward}
        #: Every place on a line.
        self.places: int = mask_of(self._onward)
        self._junctions = {place for place, onward in self._onward.items() if len(onward) != 2}
        self._close_rings()
        numbers: dict[frozenset[int], int] = {}
        self._stretches = {
            junction: tuple(self._stretch(junction, onward, numbers) for onward in self._onward[junction])
            for junction in self._junctions
        }
        self._remembered = lru_cache(REMEMBERED)(self._flood)

    def __reduce__(self) -> tuple[type[LineNet], tuple[list[int]]]:
        """Made anew from its links: what it remembers does not travel."""
        last = max(self._onward, default=-1)
        return LineNet, ([mask_of(self._onward.get(place, ())) for place in range(last + 1)],)

    def flood(self, start: int, blocked: int) -> int:
        """Every place that a line leads to from a start through places that are not blocked, the start included. A
        blocked start leads nowhere and does not count."""
        return self._remembered(start & self.places, blocked & self.places)

    def _flood(self, start: int, blocked: int) -> int:
        reached = start & ~blocked
        fresh, walked = [], 0
        for place in ones(reached):
            if place in self._junctions:
                fresh.append(place)
            else:
                reached |= self._both_ways(place, blocked)
                fresh += [end for end in self._ends(place) if reached >> end & 1]
        while fresh:
            for stretch in self._stretches[fresh.pop()]:
                if stretch.between & blocked:
                    reached |= _until(stretch.order, blocked)
                elif not stretch.number & walked:
                    walked |= stretch.number
                    reached |= stretch.between
                    if not (reached | blocked) & stretch.far:
                        reached |= stretch.far
                        fresh.append(stretch.end)
        return reached

    def _both_ways(self, place: int, blocked: int) -> int:
        """From a place between junctions, as far as the junctions."""
        reached = bit(place)
        for onward in self._onward[place]:
            reached |= _until([bit(step) for step in self._walk(place, onward)], blocked)
        return reached

    def _ends(self, place: int) -> list[int]:
        """The junctions on both sides of a place between junctions."""
        return [[*self._walk(place, onward)][-1] for onward in self._onward[place]]

    def _stretch(self, junction: int, onward: int, numbers: dict[frozenset[int], int]) -> Stretch:
        *between, end = self._walk(junction, onward)
        # Two stretches may join the same junctions, but not through the same places, nor both through none.
        key = frozenset((junction, end, *between))
        number = numbers.setdefault(key, bit(len(numbers)))
        return Stretch(number, mask_of(between), tuple(map(bit, between)), end, bit(end))

    def _walk(self, before: int, place: int) -> Iterator[int]:
        """Along the line to its next junction, which comes last."""
        while True:
            yield place
            if place in self._junctions:
                return
            one, other = self._onward[place]
            before, place = place, other if one == before else one

    def _close_rings(self) -> None:
        """A ring without a junction gets one, so that every walk ends."""
        left = self._onward.keys() - self._junctions
        while left:
            start = left.pop()
            for onward in self._onward[start]:
                before, place = start, onward
                while place != start and place not in self._junctions:
                    left.discard(place)
                    one, other = self._onward[place]
                    before, place = place, other if one == before else one
                if place == start:
                    self._junctions.add(start)
                    break


def _until(order: Sequence[int], blocked: int) -> int:
    """The places before the first that is blocked."""
    reached = 0
    for place in order:
        if place & blocked:
            break
        reached |= place
    return reached
