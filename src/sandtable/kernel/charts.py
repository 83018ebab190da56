"""The charts beside the map: combat tables, terrain, rosters, schedules, card lists, as a reader may see them.

A game makes them from the data that it plays by, never from a copy. `Scene.lit` says which rows and columns are in
use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.scene import Entry, drawable
from sandtable.kernel.seat import Seat

Row = tuple[Entry, ...]


class Chart(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A table of the game. The first entry of a row names it; every row has an entry for each column."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    rule: str = ""
    source: str = ""
    """The data file that it shows, cell by cell."""


def charts_for(game: Game[Any], state: Any, side: int) -> tuple[Chart, ...]:
    """The charts of a game that can be drawn, with what a side may know."""
    drawn = drawable(game)
    assert drawn is not None
    return tuple(drawn.charts(Seat(game, state, side).view(), side, state.printed))


def written(*cells: object) -> Row:
    """A row of plain words and figures; what is already an entry stays as it is."""
    return tuple(cell if isinstance(cell, Entry) else Entry(str(cell)) for cell in cells)


def rows_of(lines: Iterable[Iterable[object]]) -> tuple[Row, ...]:
    return tuple(written(*line) for line in lines)


def figure(number: int) -> str:
    """A figure of a table, with a dash for nothing."""
    return str(number) if number else "-"


def signed(number: int) -> str:
    """A modifier of a table, with its sign, and a dash for nothing."""
    return f"{number:+}" if number else "-"


def found(names: Iterable[str], wanted: Iterable[str]) -> Iterator[int]:
    """The numbers of the rows that bear one of these names."""
    some = {*wanted}
    return (number for number, name in enumerate(names) if name in some)
