"""The sides between hexes, numbered, so that roads, rivers and limits can be flat lists and bit sets.

Every pair of touching hexes shares one side, open or closed, joined maps included. The outer edge of the map
has none. Sides are numbered by their lower hex, then by their higher one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from sandtable.boards.hexes import HexBoard, HexPair, HexRef, Side
from sandtable.kernel.bits import bit, mask_of, ones

Value = TypeVar("Value")


class Hexsides:
    """Side numbers of one board, both ways."""

    __slots__ = ("_at", "_board", "all", "around", "count", "ends", "of")

    def __init__(self, board: HexBoard) -> None:
        self._board: Final[HexBoard] = board
        self.ends: Final[tuple[Side, ...]] = tuple(_sides(board))
        self.count: Final[int] = len(self.ends)
        self.all: Final[int] = bit(self.count) - 1
        self._at: Final[dict[Side, int]] = {
            ends: side for side, (a, b) in enumerate(self.ends) for ends in ((a, b), (b, a))
        }
        #: For each hex, its sides, in the order of ``board.neighbours``: zip the two to walk both.
        self.of: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(self._at[number, other] for other in around) for number, around in enumerate(board.neighbours)
        )
        self.around: Final[tuple[int, ...]] = tuple(mask_of(sides) for sides in self.of)

    def between(self, a: int, b: int) -> int:
        """The side two touching hexes share."""
        side = self._at.get((a, b))
        if side is None:
            raise ValueError(f"hexes {a} and {b} share no side")
        return side

    def side_of(self, a: HexRef, b: HexRef) -> int:
        """The side two touching hexes share, given by names or numbers."""
        return self.between(self._board.number_of(a), self._board.number_of(b))

    def mask(self, pairs: Iterable[HexPair]) -> int:
        """The set of the sides between these pairs of hexes."""
        return mask_of(self.side_of(a, b) for a, b in pairs)

    def pairs(self, mask: int) -> Iterator[Side]:
        """The two hexes of each side in a set, as ``HexBoard.with_closed`` takes them."""
        return (self.ends[side] for side in ones(mask))

    def values(self, entries: Iterable[tuple[HexRef, HexRef, Value]], default: Value) -> list[Value]:
        """A list by side number: the value given for a pair of hexes, or the default."""
        listed = [default] * self.count
        for a, b, value in entries:
            listed[self.side_of(a, b)] = value
        return listed


def _sides(board: HexBoard) -> Iterator[Side]:
    for number in ones(board.all):
        yield from ((number, other) for other in sorted(board.neighbours[number]) if other > number)
