"""Where the cells of a board are written: sheets side by side, each with its title; hexes in their rows, points
where there is room near their place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import floor, hypot
from statistics import median
from typing import NamedTuple

from sandtable.kernel.scene import Board, Cell, Line

WIDTH = 7
"""Characters from one hex to the next."""
POINT_WIDTH = 14
"""Characters that a point takes, with its name."""
HEIGHT = 2
"""Lines from one cell to the next."""
GAP = 4
"""Characters between two sheets."""
POINTS = "points"
LINKS = {"dashed-link": "....", "sea-link": "~~~~"}
LINK = "-/\\|"
"""How a link is drawn going east, north-east, south-east and south."""


class Spot(NamedTuple):
    """Where a cell is written, and how wide it is."""

    column: int
    line: int
    width: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.column + self.width // 2, self.line


class Stroke(NamedTuple):
    """One character of a link."""

    column: int
    line: int
    character: str


class Layout:
    """The spots of all cells, in the order of the board; titles of the sheets; the links of points."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spots: list[Spot] = [Spot(0, 0, WIDTH)] * len(board.cells)
        self.titles: list[tuple[int, int, str]] = []
        several = len({cell.sheet for cell in board.cells}) > 1
        left = 0
        for sheet in sorted(range(len(board.sheets)), key=lambda index: board.sheets[index].x):
            members = [index for index, cell in enumerate(board.cells) if cell.sheet == sheet]
            if members:
                left = self._lay_sheet(sheet, members, left, several) + GAP
        self.of_number = {cell.number: spot for cell, spot in zip(board.cells, self.spots, strict=True)}
        self.links = [stroke for line in board.lines for stroke in self._strokes_of(line)]

    def _lay_sheet(self, sheet: int, members: list[int], left: int, titled: bool) -> int:
        """Lay one sheet to the right of a column; the column where it ends."""
        cells = [self.board.cells[index] for index in members]
        spots = _points(cells) if self.board.sheets[sheet].shape == POINTS else _grid(cells)
        if titled:  # what is alone stays where it has always been
            across, down = left - min(spot.column for spot in spots), 1 - min(spot.line for spot in spots)
            self.titles.append((left, 0, self.board.sheets[sheet].name))
            spots = [Spot(spot.column + across, spot.line + down, spot.width) for spot in spots]
        for index, spot in zip(members, spots, strict=True):
            self.spots[index] = spot
        return max(spot.column + spot.width for spot in spots)

    def is_point(self, cell: Cell) -> bool:
        return self.board.sheets[cell.sheet].shape == POINTS

    def _strokes_of(self, line: Line) -> Iterator[Stroke]:
        """The links of points, from middle to middle; everything else is hinted at in its cells."""
        sheets = {cell.number: cell.sheet for cell in self.board.cells if self.is_point(cell)}
        for start, end in line.pairs:
            if start in sheets and sheets.get(start) == sheets.get(end):
                yield from _stroke(self.of_number[start].middle, self.of_number[end].middle, line.style)


def _grid(cells: list[Cell]) -> list[Spot]:
    return [Spot(floor(cell.x * WIDTH), floor(cell.y * HEIGHT), WIDTH) for cell in cells]


def _points(cells: list[Cell]) -> list[Spot]:
    """Points at such a scale that neighbours have room; in a crowd each takes the nearest free place."""
    distance = median(_nearest(cell, cells) for cell in cells) if len(cells) > 1 else 1.0
    taken: set[tuple[int, int]] = set()
    spots: dict[str, Spot] = {}
    for cell in sorted(cells, key=lambda one: (one.x, one.y)):
        wanted = floor(cell.x / distance * POINT_WIDTH), floor(cell.y / distance * 2 * HEIGHT)
        column, line = next(place for place in _around(*wanted) if _is_free(taken, *place))
        taken.update((column + offset, line + down) for offset in range(POINT_WIDTH) for down in range(HEIGHT))
        spots[cell.name] = Spot(column, line, POINT_WIDTH)
    return [spots[cell.name] for cell in cells]


def _nearest(cell: Cell, cells: list[Cell]) -> float:
    return min(hypot(cell.x - other.x, cell.y - other.y) for other in cells if other is not cell)


def _around(column: int, line: int) -> Iterator[tuple[int, int]]:
    """Places further and further away; a line is as far as three characters."""
    for far in count():
        for down in range(-far, far + 1):
            rest = 3 * (far - abs(down))
            yield column + rest, line + down
            if rest:
                yield column - rest, line + down


def _is_free(taken: set[tuple[int, int]], column: int, line: int) -> bool:
    corners = (
        (column + across, line + down) for across in (0, POINT_WIDTH // 2, POINT_WIDTH - 1) for down in (0, 1)
    )
    return not any(corner in taken for corner in corners)


def _stroke(start: tuple[int, int], end: tuple[int, int], style: str) -> Iterator[Stroke]:
    """A straight line of characters."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(down), 1)
    strokes = LINKS.get(style, LINK)
    if abs(across) > 4 * abs(down):
        character = strokes[0]
    elif abs(down) > 2 * abs(across):
        character = strokes[3]
    else:
        character = strokes[2 if across * down > 0 else 1]
    for step in range(steps + 1):
        yield Stroke(start[0] + round(across * step / steps), start[1] + round(down * step / steps), character)
