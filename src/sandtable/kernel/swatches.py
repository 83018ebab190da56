"""Small pieces cut out of a real board, to show what a terrain, a line, a mark or a join looks like on the map.

A piece is a board itself, so a client paints it with what it paints the whole map with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import dist, sqrt

import msgspec

from sandtable.kernel.scene import NOWHERE, Board, Cell, Line, Marker, Tint

ROW = sqrt(3) / 2
STRETCH = {"hex-rows": (1.0, ROW), "hex-columns": (ROW, 1.0)}
"""How far apart neighbours are along x and y, by the shape of their sheet."""
WIDE, HIGH = 1.35, 0.9
"""How far a swatch reaches to both sides of its middle, by cells."""
BEYOND, BEYOND_POINTS = 1.6, 4.0
"""What lies this far outside of it still changes what is painted in it; the spaces of a map of points lie farther
apart."""
TRIED = 80
"""Of so many cells of a terrain one is looked for in whose place there is much of it."""

Point = tuple[float, float]


class Swatch(msgspec.Struct, frozen=True):
    """A piece of a board, and the part of the plane that is shown of it; with what lies on it."""

    board: Board
    x0: float
    y0: float
    x1: float
    y1: float
    tints: tuple[Tint, ...] = ()
    markers: tuple[Marker, ...] = ()


def of_terrain(board: Board, terrain: str) -> Swatch | None:
    """Where there is much of it."""
    cells = [cell for cell in board.cells if cell.terrain == terrain]
    return _at(board, [_thickest(board, cells)]) if cells else None


def of_line(board: Board, kind: str) -> Swatch | None:
    """A pair of cells in the middle of a line, or a free stroke."""
    line = next((one for one in board.lines if one.kind == kind), None)
    if line is None or not (line.pairs or line.strokes):
        return None
    if not line.pairs:
        stroke = line.strokes[0]
        return _around(board, [stroke[len(stroke) // 2]], 1.0)
    ends = Counter(end for pair in line.pairs for end in pair)
    places = {cell.number: cell for cell in board.cells if cell.number != NOWHERE}
    pairs = [pair for pair in line.pairs if pair[0] in places and pair[1] in places]
    best = max(pairs, key=lambda pair: min(ends[pair[0]], ends[pair[1]], 2), default=None)
    return _at(board, [places[end] for end in best]) if best else None


def of_mark(board: Board, kind: str) -> Swatch | None:
    """A cell that has it, and no other if there is one."""
    cells = [cell for cell in board.cells if any(mark.kind == kind for mark in cell.marks)]
    return _at(board, [min(cells, key=lambda cell: len(cell.marks))]) if cells else None


def of_join(board: Board, _: str) -> Swatch | None:
    """Two cells that touch over the first join."""
    if not board.joins:
        return None
    join = board.joins[0]
    ones, others = _numbered(board, join.cells), _numbered(board, join.others)
    pairs = [(one, other) for one in ones for other in others]
    nearest = min(pairs, key=lambda pair: dist(_place(board, pair[0]), _place(board, pair[1])))
    return _at(board, list(nearest))


def with_tone(board: Board, number: int, tone: str) -> Swatch | None:
    """A cell that is coloured."""
    found = _numbered(board, [number])
    return msgspec.structs.replace(_at(board, found), tints=(Tint(number, tone=tone),)) if found else None


def with_marker(board: Board, letter: str) -> Swatch:
    """A marker on plain ground."""
    cell = _plain_cell(board)
    marker = Marker(name="", letter=letter, cell=cell.number, side=0)
    return msgspec.structs.replace(_at(board, [cell]), markers=(marker,))


def _plain_cell(board: Board) -> Cell:
    """A cell amid plain ground."""
    plain = next((terrain.id for terrain in board.terrains if terrain.letter == " "), board.terrains[0].id)
    entered = [cell for cell in board.cells if cell.number != NOWHERE]
    return _thickest(board, [cell for cell in entered if cell.terrain == plain] or entered)


# Cutting


def _numbered(board: Board, numbers: Collection[int]) -> list[Cell]:
    wanted = {*numbers}
    return [cell for cell in board.cells if cell.number in wanted and cell.number != NOWHERE]


def _thickest(board: Board, cells: Sequence[Cell]) -> Cell:
    """The cell with most of the others about it."""

    def around(cell: Cell) -> int:
        here, near = _place(board, cell), 1.1 * board.sheets[cell.sheet].scale
        return sum(dist(here, _place(board, other)) <= near for other in cells)

    return max(cells[:: max(1, len(cells) // TRIED)], key=around)


def _place(board: Board, cell: Cell) -> Point:
    """Where a cell lies in the plane of all sheets."""
    sheet = board.sheets[cell.sheet]
    across, down = STRETCH.get(sheet.shape, (1.0, 1.0))
    return sheet.x + cell.x * across * sheet.scale, sheet.y + cell.y * down * sheet.scale


def _at(board: Board, cells: Sequence[Cell]) -> Swatch:
    """The piece around these cells."""
    return _around(
        board, [_place(board, cell) for cell in cells], max(board.sheets[cell.sheet].scale for cell in cells)
    )


def _around(board: Board, points: Sequence[Point], scale: float) -> Swatch:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    wide = max(WIDE * scale, (max(xs) - min(xs)) / 2 + 0.7 * scale)
    high = max(HIGH * scale, (max(ys) - min(ys)) / 2 + 0.7 * scale)
    wide, high = max(wide, high * WIDE / HIGH), max(high, wide * HIGH / WIDE)
    box = (round(x - wide, 3), round(y - high, 3), round(x + wide, 3), round(y + high, 3))
    free = any(sheet.shape == "points" for sheet in board.sheets)
    beyond = (BEYOND_POINTS if free else BEYOND) * scale
    return Swatch(_cut(board, _widened(box, beyond)), box[0], box[1], box[2], box[3])


Edges = tuple[float, float, float, float]


def _widened(box: Edges, by: float) -> Edges:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _within(box: Edges, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _cut(board: Board, box: Edges) -> Board:
    """The cells in a box, with the sheets they lie on, and the lines and joins between them; nameless."""
    cells = [cell for cell in board.cells if _within(box, _place(board, cell))]
    sheets = sorted({cell.sheet for cell in cells})
    moved = (
        msgspec.structs.replace(cell, sheet=sheets.index(cell.sheet), label="", name=str(at))
        for at, cell in enumerate(cells)
    )
    numbers, terrains = {cell.number for cell in cells} - {NOWHERE}, {cell.terrain for cell in cells}
    return Board(
        title="",
        sheets=tuple(board.sheets[sheet] for sheet in sheets),
        terrains=tuple(one for one in board.terrains if one.id in terrains),
        cells=tuple(moved),
        lines=tuple(_cut_line(line, numbers, box) for line in board.lines),
        joins=tuple(
            msgspec.structs.replace(
                join,
                cells=tuple(cell for cell in join.cells if cell in numbers),
                others=tuple(cell for cell in join.others if cell in numbers),
            )
            for join in board.joins
            if numbers & {*join.cells} and numbers & {*join.others}
        ),
    )


def _cut_line(line: Line, numbers: Collection[int], box: Edges) -> Line:
    kept = tuple(pair for pair in line.pairs if pair[0] in numbers and pair[1] in numbers)
    return msgspec.structs.replace(
        line,
        pairs=kept,
        bends=tuple(bend for bend in line.bends if (bend.start, bend.end) in kept),
        strokes=tuple(stroke for stroke in line.strokes if any(_within(box, point) for point in stroke)),
    )
