"""Where each hex sits in the one int that holds a whole board.

A hex with axial coordinates (q, r) gets the number ``row * stride + column``: rows of equal r, or of equal q
where that is tighter (flat-topped maps printed in columns). Every neighbour then lies at a fixed shift: 1,
stride or stride - 1, up or down. Rows of a printed map slant across the axial grid, so the stride need not span
the whole axial width. We take the smallest stride at which no two distant hexes look like neighbours; the
positions left empty are guards, where a shifted board falls off the edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandtable.kernel.bits import mask_of

Axial = tuple[int, int]

# With a stride below 3, two of the shifts 1, stride - 1 and stride would coincide.
SMALLEST_STRIDE = 3


@dataclass(frozen=True, slots=True)
class Packing:
    """One way to number hexes: `by_column` says that a row of the packing is a line of equal q."""

    stride: int
    by_column: bool
    base: int
    size: int

    def position(self, hex_at: Axial) -> int:
        """The number of the hex at these axial coordinates."""
        return _raw_position(hex_at, self.stride, self.by_column) - self.base

    def shift(self, step: Axial) -> int:
        """What one such step adds to a hex number."""
        return _raw_position(step, self.stride, self.by_column)


def tightest_packing(hexes: Iterable[Axial]) -> Packing:
    """The packing with the fewest bit positions; rows of equal r win a tie."""
    places = frozenset(hexes)
    if not places:
        raise ValueError("a board needs at least one hex")
    return min((_tightest(places, by_column) for by_column in (False, True)), key=lambda found: found.size)


def _tightest(places: frozenset[Axial], by_column: bool) -> Packing:
    neighbourly = _neighbour_pairs(places, by_column)
    for stride in _strides(places, by_column):
        positions = {_raw_position(place, stride, by_column) for place in places}
        base = min(positions)
        if len(positions) == len(places) and _keeps_strangers_apart(positions, base, stride, neighbourly):
            return Packing(stride, by_column, base, max(positions) - base + 1)
    raise AssertionError("a stride wider than the widest row always serves")


def _strides(places: frozenset[Axial], by_column: bool) -> range:
    """Every stride worth trying; the last leaves an empty guard column beside the full axial width."""
    columns = [place[1] if by_column else place[0] for place in places]
    return range(SMALLEST_STRIDE, max(SMALLEST_STRIDE, max(columns) - min(columns) + 2) + 1)


def _keeps_strangers_apart(positions: set[int], base: int, stride: int, neighbourly: int) -> bool:
    """True neighbours always meet under a shift, so equal counts mean that no other hexes do."""
    board = mask_of(position - base for position in positions)
    meetings = (board & (board >> shift) for shift in (1, stride - 1, stride))
    return sum(meeting.bit_count() for meeting in meetings) == neighbourly


def _neighbour_pairs(places: frozenset[Axial], by_column: bool) -> int:
    upward = ((0, 1), (1, 0), (1, -1)) if by_column else ((1, 0), (0, 1), (-1, 1))
    return sum((q + dq, r + dr) in places for q, r in places for dq, dr in upward)


def _raw_position(hex_at: Axial, stride: int, by_column: bool) -> int:
    q, r = hex_at
    return q * stride + r if by_column else r * stride + q
