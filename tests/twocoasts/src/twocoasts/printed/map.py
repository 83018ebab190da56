"""The map: two sheets of hexes at different scales, the isles, and the places off the map, under one noun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.boards import Axial, FourDigits, Graph, HexBoard, Join, Sheet, edge_table, read_joins, read_links
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.tables import Row
from twocoasts.printed.files import FILES

SIDES = ("North", "South")
NORTH, SOUTH = 0, 1
CENTRE, EAST, ISLES, OFF = SHEETS = ("centre", "east", "isles", "off")
PREFIX = {EAST: "E"}
SCALE = {EAST: 2}
GRID = FourDigits(flat_top=True, pushed=0)

BESIDE, LAND, TRAIL, SEA, GATE = range(5)
"""The kinds of link: hexes that touch, by land, by a trail, by sea, between a source and its reserve."""
LINK_COSTS = {LAND: 2, TRAIL: 3, SEA: 3, GATE: 1}
LINKS = {"land": LAND, "trail": TRAIL, "sea": SEA}
TERRAINS = ("", "clear", "rough", "town")
ROUGH = "rough"
MARKS = ("port", "fort", "points", "source", "oasis", "airfield")


@dataclass(frozen=True, slots=True)
class Place:
    """A hex, a space or a box, as it is printed."""

    name: str
    sheet: str
    x: float
    y: float
    terrain: str
    label: str
    marks: dict[str, int]
    """What is printed there, with its figure."""
    side: int
    """Whose it is at the start, or -1."""

    @property
    def title(self) -> str:
        """How people call it."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Bent:
    """A link that runs through a point of the plane."""

    a: int
    b: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Map:
    """All places by number, and how they touch."""

    places: tuple[Place, ...]
    names: tuple[str, ...]
    board: HexBoard
    graph: Graph
    joins: tuple[tuple[Join, str, str], ...]
    """Each with its letter and its colour."""
    roads: frozenset[tuple[int, int]]
    rivers: frozenset[tuple[int, int]]
    """Pairs of places, both ways."""
    bends: tuple[Bent, ...]
    reserves: tuple[int, int]
    sources: tuple[int, int]
    ashore: int
    """The places of the map, without the boxes beside it."""
    homes: tuple[int, ...]
    """By place, the side in whose colour it is printed, or -1."""
    steps: tuple[tuple[tuple[int, int], ...], ...]
    """By place, where a step leads and what it costs (4.2)."""

    def marked(self, kind: str) -> int:
        """The places with this mark."""
        return mask_of(number for number, place in enumerate(self.places) if kind in place.marks)

    def on_sheet(self, name: str) -> int:
        return mask_of(number for number, place in enumerate(self.places) if place.sheet == name)


def read_map(overrides: Path | None) -> Map:
    """1.1 to 1.3: the map from its files."""
    rows = FILES.rows("places.csv", overrides, key="sheet place")
    places = tuple(map(_place, rows))
    names = tuple(place.name for place in places)
    sheets = [_sheet(rows, name) for name in (CENTRE, EAST)]
    joined = FILES.rows("joins.csv", overrides, key="name")
    joins = read_joins(joined, sheets)
    board = HexBoard(sheets, joins=joins)
    reserves = tuple(names.index(f"{side.lower()}-reserve") for side in SIDES)
    sources = tuple(_source(places, side) for side in range(len(SIDES)))
    links = FILES.rows("links.csv", overrides, key="a b")
    lines = FILES.rows("lines.csv", overrides, key="kind a b")
    graph = Graph(names, _all_links(board, names, links, zip(reserves, sources, strict=True)))
    roads, rivers = _pairs(lines, names, "road"), _pairs(lines, names, "river")
    return Map(
        places=places,
        names=names,
        board=board,
        graph=graph,
        joins=tuple(
            (join, row.text("letter", required=True), row.text("colour", required=True))
            for join, row in zip(joins, joined, strict=True)
        ),
        roads=roads,
        rivers=rivers,
        bends=tuple(_bend(row, names) for row in links if row.text("bend")),
        reserves=(reserves[0], reserves[1]),
        sources=(sources[0], sources[1]),
        ashore=mask_of(number for number, place in enumerate(places) if place.sheet != OFF),
        homes=tuple(-1 if place.sheet == OFF else place.side for place in places),
        steps=edge_table(graph, lambda here, there: _cost(graph, places, roads, rivers, here, there)),
    )


def _cost(
    graph: Graph,
    places: Sequence[Place],
    roads: frozenset[tuple[int, int]],
    rivers: frozenset[tuple[int, int]],
    here: int,
    there: int,
) -> int:
    """4.2: what a step costs: along a road 1; otherwise the scale of the hex, more in rough ground and over a
    river; by land, by sea and through a gate as the chart says."""
    (kind,) = ones(graph.kinds_between(here, there))
    if kind != BESIDE:
        return LINK_COSTS[kind]
    if (here, there) in roads:
        return 1
    rough, river = places[there].terrain == ROUGH, (here, there) in rivers
    return SCALE.get(places[there].sheet, 1) + rough + river


def _place(row: Row) -> Place:
    sheet, name = row.one_of("sheet", SHEETS), row.text("place", required=True)
    if sheet in (CENTRE, EAST):
        column, line = int(name[:2]), int(name[2:])
        x, y = float(column), line + (0.5 if column % 2 == 0 else 0.0)
    elif sheet == ISLES:
        x, y = float(row.text("x", required=True)), float(row.text("y", required=True))
    else:
        x = y = 0.0
    return Place(
        PREFIX.get(sheet, "") + name,
        sheet,
        x,
        y,
        row.one_of("terrain", TERRAINS),
        row.text("label"),
        dict(_mark(row, word) for word in row.text("marks").split()),
        row.number_of("side", ("", *SIDES)) - 1,
    )


def _mark(row: Row, word: str) -> tuple[str, int]:
    kind, _, figure = word.partition("=")
    if kind not in MARKS or not (figure or "0").isdecimal():
        raise row.error("marks", f"{word!r} is not a mark; they are {', '.join(MARKS)}, some with a figure")
    return kind, int(figure or "0")


def _sheet(rows: Sequence[Row], name: str) -> Sheet:
    hexes = [row.text("place") for row in rows if row.text("sheet") == name]
    placed: dict[str, Axial] = {each: GRID.to_axial(each) for each in hexes}
    return Sheet(name, placed, SCALE.get(name, 1), PREFIX.get(name, ""))


def _source(places: Sequence[Place], side: int) -> int:
    return next(n for n, place in enumerate(places) if "source" in place.marks and place.side == side)


def _all_links(
    board: HexBoard, names: Sequence[str], links: Sequence[Row], gates: Iterator[tuple[int, int]]
) -> Iterator[tuple[int, int, int]]:
    """One graph of everything: hexes that touch, over the seam too, the links of the isles, and the gates."""
    number = {board.number[name]: place for place, name in enumerate(names) if name in board.number}
    for here, place in number.items():
        yield from ((place, number[there], BESIDE) for there in board.neighbours[here] if there > here)
    kinds = tuple(LINKS.values())
    yield from ((a, b, kinds[kind]) for a, b, kind in read_links(links, names, tuple(LINKS)))
    yield from ((reserve, source, GATE) for reserve, source in gates)


def _pairs(lines: Sequence[Row], names: Sequence[str], kind: str) -> frozenset[tuple[int, int]]:
    found = [(row.number_of("a", names), row.number_of("b", names)) for row in lines if row.text("kind") == kind]
    return frozenset(found) | frozenset((b, a) for a, b in found)


def _bend(row: Row, names: Sequence[str]) -> Bent:
    x, y = map(float, row.text("bend").split())
    low, high = sorted((row.number_of("a", names), row.number_of("b", names)))
    return Bent(low, high, x, y)
