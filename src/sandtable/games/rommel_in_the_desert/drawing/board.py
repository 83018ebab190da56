"""The printed board for drawing: the map with its sea and margins, roads and hexsides, boxes, the month track."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.printed.files import ROADS
from sandtable.kernel.scene import NOWHERE, Board, Box, Cell, Line, Nation, Sheet, Terrain, Track

TERRAINS = (
    Terrain("plain", "desert", " ", "#e0cb95", "sand"),
    Terrain("town", "town", "o", "#dcc488", "village"),
    Terrain("fortress", "fortress", "@", "#c98f6a", "fortress"),
    Terrain("oasis", "oasis", "*", "#b9c98a", "woods"),
    Terrain("base", "base", "&", "#c9a06a", "base"),
    Terrain("sea", "sea", "~", "#6fa3bd", "water"),
    Terrain("margin", "beyond the map", ":", "#cdb98a", "edge"),
)
NATIONS = (
    Nation("German", "German", "#4a5a3c", "#f2eedd"),
    Nation("Italian", "Italian", "#a9bd8a", "#1f2a17"),
    Nation("Commonwealth", "Commonwealth", "#c9a27a", "#3a2416"),
    Nation("axis", "Axis", "#79855f", "#20281a"),
    Nation("allied", "Allies", "#b3875c", "#2e1c10"),
)
BLANKS = ("axis", "allied")
"""The colours of unknown blocks: they show the side, not the nation."""
SIDE_STYLES = {"mountain": "cliff", "ridge": "ridge", "marsh": "marsh", "pass": "border"}
BOXES = (
    Box("to-come", "Still to come"),
    Box("beside-base", "Beside the base"),
    Box("refit", "In refit"),
    Box("dead", "Eliminated"),
    Box("exited", "Left the map"),
)
MONTH_TRACK, POINT_TRACK = "month", "points"
MONTHS = 20
MOST_POINTS = 60


def board(printed: Printed) -> Board:
    """The printed map, all eight scenarios on one sheet."""
    return Board(
        title="Rommel in the Desert",
        sheets=(Sheet("map", "The desert", "hex-rows"),),
        terrains=TERRAINS,
        cells=(*_cells(printed), *_margins(printed)),
        lines=(*_roads(printed), *_hexsides(printed)),
        boxes=BOXES,
        tracks=(
            Track(MONTH_TRACK, "Months", tuple(f"Month {month}" for month in range(1, MONTHS + 1))),
            Track(POINT_TRACK, "Buildup points", tuple(map(str, range(MOST_POINTS + 1)))),
        ),
        nations=NATIONS,
    )


def _cells(printed: Printed) -> Iterator[Cell]:
    for number, cell in printed.cells.items():
        q, r = cell.axial
        yield Cell(number, cell.name, q + r / 2, float(r), cell.kind, cell.place)


def _margins(printed: Printed) -> Iterator[Cell]:
    """The sea north of the coast and in the gulf, the desert beyond the southern and eastern edge."""
    rows: dict[int, list[int]] = {}
    for cell in printed.cells.values():
        rows.setdefault(cell.axial[1], []).append(cell.axial[0])
    last, known = max(rows), {cell.axial for cell in printed.cells.values()}
    for r in range(-1, last + 2):
        for q in range(-r // 2, 28 - r // 2):
            if (q, r) not in known:
                yield Cell(NOWHERE, "", q + r / 2, float(r), _margin(rows, q, r))


def _margin(rows: dict[int, list[int]], q: int, r: int) -> str:
    """West of the coast is the gulf, north of it the sea; the rest is desert that no unit enters."""
    gulf = max(rows) - 2
    if r not in rows:
        return "sea" if r < 0 else "margin"
    west, east = min(rows[r]), max(rows[r])
    if q < west:
        return "sea" if r <= gulf else "margin"
    inland = any(r_above < r and min(rows[r_above]) <= q + r - r_above <= max(rows[r_above]) for r_above in rows)
    return "margin" if q > east and inland else "sea"


def _roads(printed: Printed) -> Iterator[Line]:
    for road, name in enumerate(ROADS):
        pairs = [printed.sides.ends[side] for side, found in enumerate(printed.road) if found == road]
        if name:
            yield Line(name, tuple(pairs), style={"highway": "road"}.get(name, name))


def _hexsides(printed: Printed) -> Iterator[Line]:
    for terrain, style in SIDE_STYLES.items():
        pairs = [printed.sides.ends[side] for side, found in enumerate(printed.terrain) if found == terrain]
        yield Line(terrain, tuple(pairs), along_sides=True, style=style)
