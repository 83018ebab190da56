"""What charts must say, read from the data files without the help of the game."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from pathlib import Path

Line = dict[str, str]
Words = Mapping[str, str] | Callable[[str], str]


def lines_of(folder: Path, name: str) -> list[Line]:
    """A data file as it is written."""
    with (folder / "data" / name).open(encoding="utf-8", newline="") as file:
        return [{key: value or "" for key, value in line.items()} for line in csv.DictReader(file)]


def shows(
    *columns: str, besides: int = 0, where: Callable[[Line], bool] = bool, **words: Words
) -> Callable[..., list[list[str | None]]]:
    """The chart of these columns, in the order of the file, of the lines that fit; a column may be in other words.
    `besides` are columns that the chart adds."""

    def cell(line: Line, column: str) -> str:
        text, put = line.get(column, ""), words.get(column, {})
        return put(text) if callable(put) else put.get(text, text)

    def told(*files: list[Line]) -> list[list[str | None]]:
        return [
            [*(cell(line, column) for column in columns), *[None] * besides]
            for lines in files
            for line in lines
            if where(line)
        ]

    return told


def dashed(text: str) -> str:
    """Charts write a dash for nothing."""
    return text if text not in ("", "0") else "-"
