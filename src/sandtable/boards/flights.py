"""Distances over joined sheets, as the crow flies on each of them and over the joins between.

Every step counts the scale of the hex it enters, so a way from a coarse sheet onto a fine one is shorter than the
same way back, by the difference of the scales at its ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from sys import maxsize
from typing import Final

from sandtable.boards.packing import Axial

NO_WAY: Final = maxsize
"""The distance to a hex that no join leads to: further than any range."""

Landing = tuple[int, int]
"""What a way has cost, and the hex where it comes down on a sheet."""


class Flights:
    """The shortest ways between the hexes of a board of several sheets."""

    __slots__ = ("_across", "_axial", "_landings", "_rims", "_scale", "_sheet_of")

    def __init__(
        self,
        axial: Sequence[Axial],
        sheet_of: Sequence[int],
        scale: Sequence[int],
        across: Mapping[int, Iterable[int]],
    ) -> None:
        self._axial: Final = axial
        self._sheet_of: Final = sheet_of
        self._scale: Final = scale
        #: For each hex of a join, the hexes it touches on other sheets.
        self._across: Final = across
        # The places of a board's padding are on sheet -1, which nothing leads to.
        self._rims: Final[list[list[int]]] = [[] for _ in range(max(sheet_of) + 2)]
        for place in across:
            self._rims[sheet_of[place]].append(place)
        #: Filled on demand: for a start, the landings on each sheet that a shortest way may come from.
        self._landings: Final[dict[int, list[list[Landing]]]] = {}

    def distance(self, start: int, goal: int) -> int:
        """The length of the shortest way, or NO_WAY."""
        landings = self._landings.get(start)
        if landings is None:
            landings = self._landings[start] = self._from(start)
        on_sheet = self._on_sheet
        return min(
            (spent + on_sheet(place, goal) for spent, place in landings[self._sheet_of[goal]]), default=NO_WAY
        )

    def _from(self, start: int) -> list[list[Landing]]:
        """Leap from join to join, cheapest first; drop a landing that a flight from an earlier one equals."""
        landings: list[list[Landing]] = [[] for _ in self._rims]
        ahead: list[Landing] = [(0, start)]
        while ahead:
            spent, place = heappop(ahead)
            found = landings[self._sheet_of[place]]
            if all(before + self._on_sheet(earlier, place) > spent for before, earlier in found):
                found.append((spent, place))
                for price, onward in self._leaps(place):
                    heappush(ahead, (spent + price, onward))
        return landings

    def _leaps(self, place: int) -> Iterator[Landing]:
        """Every way to fly to the rim of this sheet and cross a join there."""
        for rim in self._rims[self._sheet_of[place]]:
            flown = self._on_sheet(place, rim)
            for onward in self._across[rim]:
                yield flown + self._scale[onward], onward

    def _on_sheet(self, a: int, b: int) -> int:
        return hexes_between(self._axial[a], self._axial[b]) * self._scale[b]


def hexes_between(a: Axial, b: Axial) -> int:
    """How many steps apart two hexes of one grid are."""
    (q, r), (other_q, other_r) = a, b
    dq, dr = other_q - q, other_r - r
    return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1
