"""6.0, 8.0: the terrain chart laid over the map: what a step costs, where zones reach, what closes a side.

Everything here is by number of hex and made once. Costs are in quarters of a movement point. The bypass road
counts only once it is built (23.3.2), so whatever depends on roads is there twice: without it, and with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sandtable.boards.hexes import HexBoard, Openings
from sandtable.games.dark_sands.printed.files import Cell, Link
from sandtable.kernel.bits import bit, ones

QUARTERS = 4
"""Quarters to a movement point."""
DESERT, ROUGH, MOUNTAIN, SALT_MARSH = TERRAINS = ("desert", "rough", "mountain", "salt_marsh")
WEST, CENTRAL, EAST = range(3)
Masks = tuple[int, ...]
"""By hex, a set of hexes around it."""
Prices = tuple[Mapping[int, int], ...]
"""By hex, the hexes that can be entered from it, each with its cost."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The terrain of the map."""

    terrain: Masks
    """By terrain in the order of TERRAINS, its hexes."""
    section: Masks
    """West, Central, East: their hexes."""
    egypt: int
    coast: int
    forts: int
    tobruk: int
    """14.0: the three fort hexes of Tobruk."""
    bardia: int
    named: int
    """2.1.1: the named places."""
    road_to: tuple[Masks, Masks]
    track_to: Masks
    rail_to: Masks
    line_to: tuple[Masks, Masks]
    """Road or track: what cancels the costs of sides, and carries zones (note H)."""
    ridge_to: Masks
    wadi_to: Masks
    escarpment_to: Masks
    """All of them, those that a road or track crosses too."""
    zone_to: tuple[Masks, Masks]
    """8.0: where a unit's zone reaches."""
    zone_from: tuple[Masks, Masks]
    """By hex, from where a unit's zone reaches it."""
    open_to: tuple[Masks, Masks]
    """Hexes around that can be entered, attacked, retreated into, or through which supply can be traced: not over
    closed sides."""
    line_ways: tuple[Openings, Openings]
    """`line_to` for sets of hexes: see HexBoard.spread_over."""
    open_ways: tuple[Openings, Openings]
    """`open_to` likewise."""
    foot: tuple[Prices, Prices]
    """What a step costs infantry and headquarters."""
    wheels: tuple[Prices, Prices]
    """The same for tanks, panzers and armoured cars (note C)."""


def lay_ground(board: HexBoard, cells: Mapping[str, Cell], lines: Iterable[Link], sides: Iterable[Link]) -> Ground:
    """The chart over the map."""
    lines, sides = tuple(lines), tuple(sides)
    by_kind = {kind: _around(board, lines, kind) for kind in ("road", "track", "rail", "bypass")}
    road_to = by_kind["road"], _both(by_kind["road"], by_kind["bypass"])
    line_to = _both(road_to[0], by_kind["track"]), _both(road_to[1], by_kind["track"])
    escarpment = _around(board, sides, "escarpment")
    shut = _both(escarpment, _around(board, sides, "sea"))
    ridge, wadi = _around(board, sides, "ridge"), _around(board, sides, "wadi")
    terrain = tuple(_of_terrain(board, cells, kind) for kind in TERRAINS)
    tobruk, bardia = (_with_feature(board, cells, name) for name in ("fort_tobruk", "fort_bardia"))
    chart = _Chart(board, terrain, tobruk | bardia, ridge, wadi, shut)
    opened = (chart.opened(line_to[0]), chart.opened(line_to[1]))
    zones = (chart.zones(line_to[0]), chart.zones(line_to[1]))
    return Ground(
        terrain=terrain,
        section=board.on_sheet,
        egypt=_with_feature(board, cells, "egypt"),
        coast=_with_feature(board, cells, "coast"),
        forts=tobruk | bardia,
        tobruk=tobruk,
        bardia=bardia,
        named=board.mask(name for name, cell in cells.items() if cell.playable and cell.name),
        road_to=road_to,
        track_to=by_kind["track"],
        rail_to=by_kind["rail"],
        line_to=line_to,
        ridge_to=ridge,
        wadi_to=wadi,
        escarpment_to=escarpment,
        zone_to=zones,
        zone_from=(_reversed(zones[0]), _reversed(zones[1])),
        open_to=opened,
        line_ways=(board.openings(line_to[0]), board.openings(line_to[1])),
        open_ways=(board.openings(opened[0]), board.openings(opened[1])),
        foot=(chart.prices(road_to[0], line_to[0], False), chart.prices(road_to[1], line_to[1], False)),
        wheels=(chart.prices(road_to[0], line_to[0], True), chart.prices(road_to[1], line_to[1], True)),
    )


def _around(board: HexBoard, links: Iterable[Link], kind: str) -> Masks:
    around = [0] * board.size
    for link in links:
        if link.kind == kind:
            a, b = board.number[link.a], board.number[link.b]
            around[a] |= bit(b)
            around[b] |= bit(a)
    return tuple(around)


def _both(one: Masks, other: Masks) -> Masks:
    return tuple(a | b for a, b in zip(one, other, strict=True))


def _reversed(reach: Masks) -> Masks:
    """By hex, the hexes whose sets it is in."""
    sources = [0] * len(reach)
    for place, around in enumerate(reach):
        for other in ones(around):
            sources[other] |= bit(place)
    return tuple(sources)


def _of_terrain(board: HexBoard, cells: Mapping[str, Cell], kind: str) -> int:
    return board.mask(name for name, cell in cells.items() if cell.terrain == kind)


def _with_feature(board: HexBoard, cells: Mapping[str, Cell], feature: str) -> int:
    return board.mask(name for name, cell in cells.items() if cell.playable and feature in cell.features)


class _Chart:
    """The rows of the terrain chart."""

    def __init__(
        self, board: HexBoard, terrain: Masks, forts: int, ridge: Masks, wadi: Masks, shut: Masks
    ) -> None:
        self.board = board
        self.rough, self.mountain, self.marsh = terrain[1:]
        self.forts, self.ridge, self.wadi, self.shut = forts, ridge, wadi, shut

    def opened(self, line_to: Masks) -> Masks:
        """Escarpments and sides that are all sea are closed, except along a road or track (ruling)."""
        return tuple(
            around & ~shut | around & line
            for around, shut, line in zip(self.board.touching, self.shut, line_to, strict=True)
        )

    def zones(self, line_to: Masks) -> Masks:
        """8.0, 14.0, note H: no zone into marsh, rough or mountain, nor over a ridge or closed side, unless a road
        or track leads there; never into or out of a fort."""
        broken = self.rough | self.mountain | self.marsh
        reach = []
        for place, around in enumerate(self.board.touching):
            free = around & ~broken & ~self.ridge[place] & ~self.shut[place]
            zone = (free | around & line_to[place]) & ~self.forts
            reach.append(0 if self.forts >> place & 1 else zone)
        return tuple(reach)

    def prices(self, road_to: Masks, line_to: Masks, wheels: bool) -> Prices:
        """19.1.5, 19.1.6: what a step costs, by the section that is entered; on the side maps twice as much."""
        opened = self.opened(line_to)
        return tuple(
            {
                other: price * self.board.scale[other]
                for other in ones(around)
                if (price := self._price(place, other, road_to, line_to, wheels))
            }
            for place, around in enumerate(opened)
        )

    def _price(self, place: int, other: int, road_to: Masks, line_to: Masks, wheels: bool) -> int:
        """In quarters on the Central map; 0 if it is forbidden."""
        if road_to[place] >> other & 1:
            return 1
        if line_to[place] >> other & 1:
            return 2
        if wheels and (self.mountain | self.marsh) >> other & 1:
            return 0
        # Rough costs 2, on the side maps 4; so does a mountain, which only the side maps have.
        hard = (self.rough | self.mountain) >> other & 1
        crossing = (self.ridge[place] | self.wadi[place]) >> other & 1
        return QUARTERS * (1 + hard + crossing)
