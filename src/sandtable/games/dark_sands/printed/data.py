"""The map laid out for play: loaded once, shared by every copy of a game, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.boards.hexes import HexBoard
from sandtable.games.dark_sands.printed.files import (
    FILES,
    Cell,
    Link,
    check_features,
    read_hexsides,
    read_lines,
    read_map,
    read_seams,
    sheets_of,
)
from sandtable.kernel.fields import Nouns


@dataclass(frozen=True, slots=True)
class Printed:
    """The map of the game: one board of three sheets."""

    nouns: Nouns
    board: HexBoard
    cells: Mapping[str, Cell]
    """Every hex, also those that cannot be entered."""
    letters: Mapping[str, str]
    """By join."""
    lines: tuple[Link, ...]
    sides: tuple[Link, ...]
    fingerprint: str


@cache
def load_printed(overrides: Path | None = None) -> Printed:
    """Read the data files, those of `overrides` in place of ours."""
    FILES.check_names(overrides)
    cells = read_map(overrides)
    check_features(cells)
    sheets = sheets_of(cells)
    seams = read_seams(overrides, sheets)
    joins = tuple(join for join, _ in seams)
    board = HexBoard(sheets, (), joins)
    return Printed(
        nouns=Nouns({"hex": board.names}),
        board=board,
        cells=cells,
        letters={join.name: letter for join, letter in seams},
        lines=read_lines(overrides, cells, joins),
        sides=read_hexsides(overrides, cells),
        fingerprint=FILES.fingerprint(overrides),
    )
