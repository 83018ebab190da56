"""Where each hex sits in the one int that holds a whole board.

A hex with axial coordinates (q, r) gets the number ``row * stride + column``: rows of equal r, or of equal q
where that is tighter (flat-topped maps printed in columns). Every neighbour then lies at a fixed shift: 1,
stride or stride - 1, up or down. Rows of a printed map slant across the axial grid, so the stride need not span
the whole axial width. We take the smallest stride at which no two distant hexes look like neighbours; the
positions left empty are guards, where a shifted board falls off the edge. Several sheets follow one another in the
same int, at one stride, with guards between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sandtable.kernel.bits import mask_of

Axial = tuple[int, int]

# With a stride below 3, two of the shifts 1, stride - 1 and stride would coincide.
SMALLEST_STRIDE = 3


@dataclass(frozen=True, slots=True)
class Packing:
    """One way to number hexes: `by_column` says that a row of the packing is a line of equal q.

    `bases`: for each sheet, what to take from its positions.
    """

    stride: int
    by_column: bool
    bases: tuple[int, ...]
    size: int

    def position(self, hex_at: Axial, sheet: int = 0) -> int:
        """The number of the hex at these axial coordinates of a sheet."""
        return _raw_position(hex_at, self.stride, self.by_column) - self.bases[sheet]

    def shift(self, step: Axial) -> int:
        """What one such step adds to a hex number."""
        return _raw_position(step, self.stride, self.by_column)


def tightest_packing(sheets: Iterable[Iterable[Axial]]) -> Packing:
    """The packing with the fewest bit positions; rows of equal r win a tie."""
    places = [frozenset(sheet) for sheet in sheets]
    if not places or not all(places):
        raise ValueError("a board needs at least one hex on every sheet")
    return min((_tightest(places, by_column) for by_column in (False, True)), key=lambda found: found.size)


def _tightest(sheets: Sequence[frozenset[Axial]], by_column: bool) -> Packing:
    neighbourly = [_neighbour_pairs(places, by_column) for places in sheets]
    for stride in _strides(sheets, by_column):
        if all(_fits(places, stride, by_column, pairs) for places, pairs in zip(sheets, neighbourly, strict=True)):
            return _in_a_row(sheets, stride, by_column)
    raise AssertionError("a stride wider than the widest row always serves")


def _fits(places: frozenset[Axial], stride: int, by_column: bool, neighbourly: int) -> bool:
    """Whether this stride gives each hex a position of its own and keeps strangers apart."""
    positions = {_raw_position(place, stride, by_column) for place in places}
    return len(positions) == len(places) and _keeps_strangers_apart(positions, min(positions), stride, neighbourly)


def _in_a_row(sheets: Sequence[frozenset[Axial]], stride: int, by_column: bool) -> Packing:
    """One sheet after another, further apart than any shift."""
    bases, start = [], 0
    for places in sheets:
        positions = [_raw_position(place, stride, by_column) for place in places]
        bases.append(min(positions) - start)
        start += max(positions) - min(positions) + 1 + stride
    return Packing(stride, by_column, tuple(bases), start - stride)


def _strides(sheets: Sequence[frozenset[Axial]], by_column: bool) -> range:
    """Every stride worth trying; the last leaves an empty guard column beside the full axial width."""
    columns = [[place[by_column] for place in places] for places in sheets]
    widest = max(max(of_sheet) - min(of_sheet) for of_sheet in columns)
    return range(SMALLEST_STRIDE, max(SMALLEST_STRIDE, widest + 2) + 1)


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
