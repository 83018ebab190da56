"""The map as clients draw it: one map of three sheets whose joined hexes lie side by side."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, sqrt

from sandtable.games.dark_sands.drawing.board import board
from sandtable.games.dark_sands.printed.data import load_printed
from sandtable.kernel.scene import NOWHERE, Cell
from tests.suite.drawing import STYLES

BOARD = board()
CELLS = {cell.number: cell for cell in BOARD.cells if cell.number != NOWHERE}


def place(cell: Cell) -> tuple[float, float]:
    sheet = BOARD.sheets[cell.sheet]
    return sheet.x + cell.x * sheet.scale, sheet.y + cell.y * sheet.scale * sqrt(3) / 2


def test_three_sheets_are_one_map() -> None:
    assert [(sheet.id, sheet.scale, sheet.part_of) for sheet in BOARD.sheets] == [
        ("west", 2.0, "desert"),
        ("central", 1.0, "desert"),
        ("east", 2.0, "desert"),
    ]
    names = load_printed().board.names
    assert all(names[number] == cell.name for number, cell in CELLS.items())
    assert {cell.terrain for cell in BOARD.cells} == {terrain.id for terrain in BOARD.terrains}
    assert {line.style for line in BOARD.lines} <= {*STYLES}
    spans = [sorted(place(cell)[0] for cell in BOARD.cells if cell.sheet == sheet) for sheet in range(3)]
    assert all(before[-1] < after[0] for before, after in pairwise(spans)), "two sections overlap"


def test_joined_hexes_lie_side_by_side() -> None:
    """Each hex of a colour has one of the others within reach of the eye."""
    for join in BOARD.joins:
        for here, there in ((join.cells, join.others), (join.others, join.cells)):
            for one in here:
                x, y = place(CELLS[one])
                ways = [(place(CELLS[other])[0] - x, place(CELLS[other])[1] - y) for other in there]
                assert min(hypot(*way) for way in ways) < 4.6, CELLS[one].name
