"""The printed board for drawing: coasts and frames, the spaces with their marks, links and their bends, boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.games.shifting_sands.printed.data import KINDS, Printed, load_printed
from sandtable.games.shifting_sands.printed.files import Point, Space, lies_in
from sandtable.kernel.scene import Bend, Board, Box, Cell, Inset, Land, Line, Mark, Sheet, Sign, Terrain

UNIT: Final = 75.0
"""Lengths of the data that make one unit of the plane: no two spaces are nearer to each other than that."""
TERRAINS = (
    Terrain("clear", "clear", " ", "#e3cf9c", "sand"),
    Terrain("mountain", "mountain", "^", "#b48f68", "cliff"),
    Terrain("swamp", "salt marsh", "%", "#b9bd93", "marsh"),
    Terrain("oasis", "oasis", "*", "#b9c98a", "woods"),
    Terrain("box", "off-map box", "#", "#d8cfb8", "box"),
)
LINK_NAMES = {
    "": "link",
    "BG_ONLY_AFTER_LRDG": "battlegroups, after LRDG",
    "LRDG_ONLY": "LRDG",
    "FF_BR_BG_ONLY": "Free French",
    "ALLIED_ONLY": "Allies",
    "ALLIED_ONLY_FULL_MOVE": "Allies, a whole move",
}
AFTER_TORCH = "T"
KEY = (
    Sign("Ax", "controlled by the Axis"),
    Sign("Al", "controlled by the Allies"),
    Sign(AFTER_TORCH, "port or source of supply only after Torch (12.71, 13.24)"),
)


def board(printed: Printed | None = None) -> Board:
    """The map with its three frames, and the boxes beside it."""
    printed = printed or load_printed()
    return Board(
        title="Shifting Sands",
        sheets=(Sheet("map", "The map", "points"),),
        terrains=TERRAINS,
        cells=tuple(_cells(printed)),
        lines=tuple(_links(printed)),
        lands=tuple(_lands(printed)),
        insets=tuple(_frame(inset.title, inset.corner, inset.opposite) for inset in printed.insets),
        boxes=tuple(_boxes(printed)),
        cell_noun="space",
        key=KEY,
    )


def _in_plane(at: Point) -> Point:
    return round(at[0] / UNIT, 3), round(at[1] / UNIT, 3)


def _frame(title: str, corner: Point, opposite: Point) -> Inset:
    return Inset(title, *_in_plane(corner), *_in_plane(opposite))


def _cells(printed: Printed) -> Iterator[Cell]:
    for number, space in enumerate(printed.spaces):
        if space.on_map:
            x, y = _in_plane(space.at)
            yield Cell(number, space.word, x, y, space.terrain, space.name, marks=tuple(_marks(space)))


def _marks(space: Space) -> Iterator[Mark]:
    if space.points:
        yield Mark("points", str(space.points))
    if space.fort:
        yield Mark("fort", str(space.fort))
    if space.port != "no":
        yield Mark("port", AFTER_TORCH if space.port == "after_torch" else "")
    if space.source:
        yield Mark("source", AFTER_TORCH if space.source.endswith("after_torch") else "")
    if space.terrain == "oasis":
        yield Mark("oasis")


def _boxes(printed: Printed) -> Iterator[Box]:
    for number, space in enumerate(printed.spaces):
        if not space.on_map:
            yield Box(space.word, space.name, number=number, side=space.control)


def _links(printed: Printed) -> Iterator[Line]:
    """A line for each kind of link; a dashed link between two ports goes by sea."""
    for kind, (drawn, limit) in enumerate(KINDS):
        pairs = [(a, b) for a, b, found in printed.graph.links if found == kind]
        by_sea = [pair for pair in pairs if drawn == "dashed" and all(_is_port(printed, end) for end in pair)]
        by_land = [pair for pair in pairs if pair not in by_sea]
        if by_land:
            yield _line(printed, LINK_NAMES[limit], by_land, "link" if drawn == "solid" else "dashed-link")
        if by_sea:
            yield _line(printed, f"{LINK_NAMES[limit]}, by sea", by_sea, "sea-link")


def _is_port(printed: Printed, space: int) -> bool:
    return printed.spaces[space].port != "no"


def _line(printed: Printed, kind: str, pairs: list[tuple[int, int]], style: str) -> Line:
    return Line(kind, tuple(pairs), style=style, bends=tuple(_bends(printed, pairs)))


def _bends(printed: Printed, pairs: list[tuple[int, int]]) -> Iterator[Bend]:
    """The bends of these links, each in the direction of its pair."""
    for start, end in pairs:
        forth, back = printed.bends.get((start, end), ()), printed.bends.get((end, start), ())
        points = forth or back[::-1]
        if points:
            yield Bend(start, end, tuple(map(_in_plane, points)))


def _lands(printed: Printed) -> Iterator[Land]:
    """Frame by frame: its sea, over what was drawn before, and its coasts. Where no space lies, nobody goes."""
    for inset in printed.insets:
        (x0, y0), (x1, y1) = _in_plane(inset.corner), _in_plane(inset.opposite)
        yield Land("sea", ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        for ring in inset.coasts:
            entered = any(lies_in(space.at, ring) for space in printed.spaces if space.on_map)
            yield Land("land" if entered else "foreign", tuple(map(_in_plane, ring)))
