"""Maps of several sheets: hex grids of different scale, laid side by side and joined along their edges.

All sheets together are one board, and their hexes one noun. A join is a group of hexes on either of two sheets,
printed with one colour or letter: every hex on one sheet touches every hex on the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.boards.packing import Axial
from sandtable.kernel.tables import Row

JOIN_COLUMNS: Final = "name sheet_a hexes_a sheet_b hexes_b"
"""The columns of a table of joins, as `DataFiles` takes them; a game may add its own."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One grid with its own coordinates.

    `scale`: how much one of its hexes counts in a distance: 2 for a sheet at nine miles to the hex beside one at
    four and a half. `prefix` comes before the names of its hexes on the board, where two sheets would share them.
    """

    name: str
    hexes: Mapping[str, Axial]
    scale: int = 1
    prefix: str = ""

    def places(self) -> Iterator[tuple[str, Axial]]:
        """Its hexes as the board names them, with their coordinates on the sheet."""
        return ((self.prefix + name, at) for name, at in self.hexes.items())


@dataclass(frozen=True, slots=True)
class Join:
    """Hexes of one sheet that touch hexes of another, each of them all of those; named as on the board."""

    name: str
    a: tuple[str, ...]
    b: tuple[str, ...]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Every pair that touches."""
        return ((a, b) for a in self.a for b in self.b)


class JoinError(ValueError):
    """A join that cannot be: `part` is its name, a or b, whichever is to blame."""

    def __init__(self, part: str, reason: str) -> None:
        super().__init__(reason)
        self.part = part


class Seams:
    """Joins as they are added, each compared with the sheets and with those before it."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self._sheets: Final = sheets
        #: For each hex by name, the number of its sheet.
        self.home: Final[dict[str, int]] = _homes(sheets)
        self._names: Final[set[str]] = set()
        self._between: Final[dict[frozenset[str], str]] = {}

    def add(self, join: Join) -> None:
        """Accept a join, or raise `JoinError`."""
        if not join.name:
            raise JoinError("name", "a join needs a name")
        if join.name in self._names:
            raise JoinError("name", f"there are two joins named {join.name!r}")
        here, there = self._sheet_of("a", join.a), self._sheet_of("b", join.b)
        if here == there:
            raise JoinError("b", f"a join leads to another sheet, but both ends are on {self._title(here)}")
        for pair in join.pairs():
            self._add_pair(join.name, *pair)
        self._names.add(join.name)

    def _sheet_of(self, part: str, names: Sequence[str]) -> int:
        """The one sheet these hexes are on."""
        if not names:
            raise JoinError(part, "a join needs hexes on both sheets")
        for name in names:
            if name not in self.home:
                raise JoinError(part, f"no hex {name!r} on this board")
            if self.home[name] != self.home[names[0]]:
                raise JoinError(part, f"{names[0]} and {name} are on different sheets")
        return self.home[names[0]]

    def _add_pair(self, name: str, a: str, b: str) -> None:
        known = self._between.setdefault(frozenset((a, b)), name)
        if known != name:
            raise JoinError("b", f"{a} and {b} are already joined by {known!r}")

    def _title(self, sheet: int) -> str:
        return f"sheet {self._sheets[sheet].name!r}" if self._sheets[sheet].name else "one sheet"


def _homes(sheets: Sequence[Sheet]) -> dict[str, int]:
    """The sheet of each hex by name; refuses sheets that cannot lie on one board."""
    home: dict[str, int] = {}
    seen: set[str] = set()
    for number, sheet in enumerate(sheets):
        if sheet.name in seen:
            raise ValueError(f"there are two sheets named {sheet.name!r}")
        if sheet.scale < 1:
            raise ValueError(f"the scale of a sheet is at least 1, but that of {sheet.name!r} is {sheet.scale}")
        seen.add(sheet.name)
        for name, _ in sheet.places():
            if name in home:
                first = sheets[home[name]].name
                raise ValueError(
                    f"sheets {first!r} and {sheet.name!r} both have a hex {name!r}: one needs a prefix"
                )
            home[name] = number
    if "" in home:
        raise ValueError("a hex needs a name")
    return home


def read_joins(rows: Iterable[Row], sheets: Sequence[Sheet]) -> tuple[Join, ...]:
    """The joins of a table with the columns `JOIN_COLUMNS`. Hexes are named as on their sheet, unprefixed."""
    seams, joins = Seams(sheets), []
    for row in rows:
        join = Join(row.text("name", required=True), _hexes(row, "a", sheets), _hexes(row, "b", sheets))
        try:
            seams.add(join)
        except JoinError as problem:
            raise row.error(
                "name" if problem.part == "name" else f"hexes_{problem.part}", str(problem)
            ) from problem
        joins.append(join)
    return tuple(joins)


def _hexes(row: Row, end: str, sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """One end of a join, with the prefix of its sheet."""
    sheet = sheets[row.number_of(f"sheet_{end}", [sheet.name for sheet in sheets])]
    field = f"hexes_{end}"
    names = row.text(field, required=True).split()
    for name in names:
        if name not in sheet.hexes:
            raise row.error(field, f"there is no hex {name!r} on sheet {sheet.name!r}")
        if names.count(name) > 1:
            raise row.error(field, f"{name!r} is given twice")
    return tuple(sheet.prefix + name for name in names)
