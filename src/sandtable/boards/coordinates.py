"""How maps name their hexes, converted to axial coordinates (q, r) and back, and where hexes are drawn.

Axial r grows southward. One step in q goes east on a pointy-topped map and south-east on a flat-topped one;
one step in r goes south-east on a pointy-topped map and south on a flat-topped one (see `hexes.STEPS`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import Final

from sandtable.boards.packing import Axial

_ROW_AND_DIAGONAL: Final = re.compile(r"([A-Z])(0|[1-9][0-9]*)")
_COLUMN_LETTERS: Final = re.compile(r"([A-Z])(\1?)(0|[1-9][0-9]*)")
_FOUR_DIGITS: Final = re.compile(r"([0-9]{2})([0-9]{2})")
_LETTERS: Final = 26
_RANK_GAP: Final = sqrt(3) / 2


def diagonal_to_axial(name: str) -> Axial:
    """`W6`: the letter is the row from the north, the number is shared along a line running south-west."""
    row, diagonal = _matched(_ROW_AND_DIAGONAL, name, "a row letter and a number, such as W6").groups()
    r = _letter_index(row)
    return int(diagonal) - r, r


def axial_to_diagonal(q: int, r: int) -> str:
    """The inverse of `diagonal_to_axial`."""
    if not 0 <= r < _LETTERS or q + r < 0:
        raise ValueError(f"axial ({q}, {r}) has no row letter and diagonal number")
    return f"{_letter(r)}{q + r}"


def lettered_column_to_axial(name: str) -> Axial:
    """`N14`, `TT8`: columns A..Z, AA..ZZ from the west, rows from the north, flat-topped.

    Columns B, D, F ... lie half a hex lower than the hex of the same number to their west.
    """
    found = _matched(_COLUMN_LETTERS, name, "column letters and a row number, such as N14 or TT8")
    letter, again, row = found.groups()
    column = _letter_index(letter) + (_LETTERS if again else 0)
    return column, int(row) - column // 2


def axial_to_lettered_column(q: int, r: int) -> str:
    """The inverse of `lettered_column_to_axial`."""
    row = r + q // 2
    if not 0 <= q < 2 * _LETTERS or row < 0:
        raise ValueError(f"axial ({q}, {r}) has no column letters and row number")
    return _letter(q % _LETTERS) * (1 + q // _LETTERS) + str(row)


def index_to_axial(index: int, width: int) -> Axial:
    """A plain number counted along axial rows of a fixed width: index = width * r + q."""
    if index < 0:
        raise ValueError(f"a hex number cannot be negative, but this is {index}")
    r, q = divmod(index, width)
    return q, r


def axial_to_index(q: int, r: int, width: int) -> int:
    """The inverse of `index_to_axial`."""
    if not 0 <= q < width or r < 0:
        raise ValueError(f"axial ({q}, {r}) lies outside rows of {width}")
    return width * r + q


@dataclass(frozen=True, slots=True)
class FourDigits:
    """A map whose hexes are two digits of column and two of row.

    The ranks (rows of a pointy-topped map, columns of a flat-topped one) whose number has the parity `pushed`
    stand half a hex further east, or further south, than the others. `row_first` puts the row before the
    column; `from_south` counts rows northward.
    """

    flat_top: bool = False
    pushed: int = 1
    row_first: bool = False
    from_south: bool = False

    def to_axial(self, name: str) -> Axial:
        """Axial coordinates of a printed hex."""
        pair = _matched(_FOUR_DIGITS, name, "four digits, such as 0714").groups()
        column, row = (int(part) for part in (reversed(pair) if self.row_first else pair))
        row = -row if self.from_south else row
        if self.flat_top:
            return column, row - self._lean(column)
        return column - self._lean(row), row

    def to_name(self, q: int, r: int) -> str:
        """The inverse of `to_axial`."""
        column, row = (q, r + self._lean(q)) if self.flat_top else (q + self._lean(r), r)
        row = -row if self.from_south else row
        if not (0 <= column < 100 and 0 <= row < 100):
            raise ValueError(f"axial ({q}, {r}) has no four-digit name")
        return f"{row:02}{column:02}" if self.row_first else f"{column:02}{row:02}"

    def _lean(self, rank: int) -> int:
        """How far the axial grid has drifted from the printed one at this rank."""
        return (rank + 1 - self.pushed) // 2


def pointy_top_centre(q: int, r: int) -> tuple[float, float]:
    """Where to draw the hex, x east and y south, in widths of a hex from side to side."""
    return q + r / 2, r * _RANK_GAP


def flat_top_centre(q: int, r: int) -> tuple[float, float]:
    """Where to draw the hex, x east and y south, in heights of a hex from side to side."""
    return q * _RANK_GAP, r + q / 2


def _matched(pattern: re.Pattern[str], name: str, expected: str) -> re.Match[str]:
    found = pattern.fullmatch(name)
    if found is None:
        raise ValueError(f"hex name {name!r} should be {expected}")
    return found


def _letter_index(letter: str) -> int:
    return ord(letter) - ord("A")


def _letter(index: int) -> str:
    return chr(ord("A") + index)
