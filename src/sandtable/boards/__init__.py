"""Maps as numbers and bit sets, for any game and independent of all of them.

`hexes` numbers a hex map, `sheets` puts it together from several grids of different scale, `hexsides` numbers its
sides, `coordinates` reads the printed names; `graph` numbers a point-to-point map. `floods` grows sets over
either, `lines` follows roads however far they lead, and `reach` prices the ways of a mover.
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
from sandtable.boards.flights import NO_WAY
from sandtable.boards.floods import (
    Board,
    Prices,
    affordable,
    by_scale,
    connected,
    flood,
    layers,
    price_between,
    priced,
    priced_path,
    shortest_path,
    steps_between,
    within,
)
from sandtable.boards.graph import LINK_COLUMNS, Graph, read_links
from sandtable.boards.hexes import (
    FLAT_TOP_DIRECTIONS,
    OFF_BOARD,
    POINTY_TOP_DIRECTIONS,
    STEPS,
    HexBoard,
)
from sandtable.boards.hexsides import Hexsides
from sandtable.boards.lines import LineNet
from sandtable.boards.packing import Axial
from sandtable.boards.reach import NO_NODE, Tree, cheapest, edge_table, path_to
from sandtable.boards.sheets import JOIN_COLUMNS, Join, JoinError, Sheet, read_joins

__all__ = [
    "FLAT_TOP_DIRECTIONS",
    "JOIN_COLUMNS",
    "LINK_COLUMNS",
    "NO_NODE",
    "NO_WAY",
    "OFF_BOARD",
    "POINTY_TOP_DIRECTIONS",
    "STEPS",
    "Axial",
    "Board",
    "FourDigits",
    "Graph",
    "HexBoard",
    "Hexsides",
    "Join",
    "JoinError",
    "LineNet",
    "Prices",
    "Sheet",
    "Tree",
    "affordable",
    "axial_to_diagonal",
    "axial_to_index",
    "axial_to_lettered_column",
    "by_scale",
    "cheapest",
    "connected",
    "diagonal_to_axial",
    "edge_table",
    "flat_top_centre",
    "flood",
    "index_to_axial",
    "layers",
    "lettered_column_to_axial",
    "path_to",
    "pointy_top_centre",
    "price_between",
    "priced",
    "priced_path",
    "read_joins",
    "read_links",
    "shortest_path",
    "steps_between",
    "within",
]
