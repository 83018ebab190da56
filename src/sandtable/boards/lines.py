"""Nets of lines: roads, tracks, railways. A flood along them may be a hundred hexes long. Ring by ring, each
would cost a spread over the whole board; here it goes from junction to junction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sandtable.kernel.bits import bit, ones


@dataclass(frozen=True, slots=True)
class Stretch:
    """The way from one junction to the next."""

    between: int
    """The places between the two, as a set."""
    order: tuple[int, ...]
    """The same, each as a set of its own, beginning at the near end."""
    end: int
    """The junction at the far end."""


class LineNet:
    """Places joined by lines. `links`: for each place, the places that a line leads to from it, and back."""

    __slots__ = ("_junctions", "_links", "_stretches", "places")

    def __init__(self, links: Sequence[int]) -> None:
        self._links = tuple(links)
        #: Every place on a line.
        self.places: int = sum(bit(place) for place, onward in enumerate(links) if onward)
        self._junctions = sum(bit(place) for place in ones(self.places) if links[place].bit_count() != 2)
        self._close_rings()
        self._stretches = {
            junction: tuple(self._stretch(junction, onward) for onward in ones(links[junction]))
            for junction in ones(self._junctions)
        }

    def flood(self, start: int, blocked: int) -> int:
        """Every place that a line leads to from a start through places that are not blocked, the start included. A
        blocked start leads nowhere and does not count."""
        reached = start & self.places & ~blocked
        for place in ones(reached & ~self._junctions):
            reached |= self._both_ways(place, blocked)
        fresh = list(ones(reached & self._junctions))
        while fresh:
            for stretch in self._stretches[fresh.pop()]:
                if stretch.between & blocked:
                    reached |= _until(stretch.order, blocked)
                    continue
                reached |= stretch.between
                end = bit(stretch.end)
                if not (reached | blocked) & end:
                    reached |= end
                    fresh.append(stretch.end)
        return reached

    def _both_ways(self, place: int, blocked: int) -> int:
        """From a place between junctions, as far as the junctions."""
        reached = bit(place)
        for onward in ones(self._links[place]):
            for step in self._walk(place, onward):
                if blocked >> step & 1:
                    break
                reached |= bit(step)
        return reached

    def _stretch(self, junction: int, onward: int) -> Stretch:
        *between, end = self._walk(junction, onward)
        return Stretch(sum(map(bit, between)), tuple(map(bit, between)), end)

    def _walk(self, before: int, place: int) -> Iterator[int]:
        """Along the line to its next junction, which comes last."""
        while True:
            yield place
            if self._junctions >> place & 1:
                return
            before, place = place, ones(self._links[place] & ~bit(before))[0]

    def _close_rings(self) -> None:
        """A ring without a junction gets one, so that every walk ends."""
        left = self.places & ~self._junctions
        while left:
            place = before = ones(left)[0]
            onward = ones(self._links[place])[0]
            while not self._junctions >> onward & 1 and onward != place:
                left &= ~bit(onward)
                before, onward = onward, ones(self._links[onward] & ~bit(before))[0]
            if onward == place:
                self._junctions |= bit(place)
            left &= ~bit(place)


def _until(order: Sequence[int], blocked: int) -> int:
    """The places before the first that is blocked."""
    reached = 0
    for place in order:
        if place & blocked:
            break
        reached |= place
    return reached
