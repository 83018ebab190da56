"""Maps as numbers and bit sets, for any game and independent of all of them.

`hexes` numbers a hex map, `hexsides` its sides, `coordinates` reads the printed names; `graph` numbers a
point-to-point map. `floods` grows sets over either, and `reach` prices the ways of a mover.
"""

from __future__ import annotations

from sandtable.boards.coordinates import (
    FourDigits,
    axial_to_diagonal,
    axial_to_index,
    axial_to_lettered_column,
    diagonal_to_axial,
    flat_top_centre,
    index_to_axial,
    lettered_column_to_axial,
    pointy_top_centre,
)
from sandtable.boards.floods import Board, connected, flood, layers, shortest_path, steps_between, within
from sandtable.boards.graph import Graph
from sandtable.boards.hexes import (
    FLAT_TOP_DIRECTIONS,
    OFF_BOARD,
    POINTY_TOP_DIRECTIONS,
    STEPS,
    HexBoard,
)
from sandtable.boards.hexsides import Hexsides
from sandtable.boards.packing import Axial
from sandtable.boards.reach import NO_NODE, Tree, cheapest, path_to

__all__ = [
    "FLAT_TOP_DIRECTIONS",
    "NO_NODE",
    "OFF_BOARD",
    "POINTY_TOP_DIRECTIONS",
    "STEPS",
    "Axial",
    "Board",
    "FourDigits",
    "Graph",
    "HexBoard",
    "Hexsides",
    "Tree",
    "axial_to_diagonal",
    "axial_to_index",
    "axial_to_lettered_column",
    "cheapest",
    "connected",
    "diagonal_to_axial",
    "flat_top_centre",
    "flood",
    "index_to_axial",
    "layers",
    "lettered_column_to_axial",
    "path_to",
    "pointy_top_centre",
    "shortest_path",
    "steps_between",
    "within",
]
