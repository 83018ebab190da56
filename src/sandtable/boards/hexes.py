"""A hex map as numbers and bit sets: built once when a scenario is loaded, then only read.

Directions are numbered 0..5 counter-clockwise in the order of `STEPS`. On a pointy-topped map they read E,
NE, NW, W, SW, SE; the same six axial steps on a flat-topped map read SE, NE, N, NW, SW, S. The opposite of
direction d is (d + 3) % 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from sandtable.boards.flights import Flights, hexes_between
from sandtable.boards.packing import Axial, Packing, tightest_packing
from sandtable.boards.sheets import Join, Seams, Sheet
from sandtable.kernel.bits import bit, mask_of, ones

STEPS: Final[tuple[Axial, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTY_TOP_DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_TOP_DIRECTIONS: Final = ("SE", "NE", "N", "NW", "SW", "S")
OFF_BOARD: Final = -1

HexRef = str | int
HexPair = tuple[HexRef, HexRef]
Side = tuple[int, int]
Crossings = tuple[tuple[int, int], ...]
"""Pairs of sets: from each hex of the first, every hex of the second may be entered."""
Openings = tuple[int, int, int, int, int, int, int, Crossings]
"""For each direction, the hexes that may be left that way; then those that may be left over joins, and whither."""

Value = TypeVar("Value")


class HexBoard:
    """Hexes by name and number, which of them touch, and how sets of hexes grow.

    `hexes` is one grid, or several sheets, each with its own coordinates and scale. `joins` says which hexes touch
    from sheet to sheet: they are neighbours like any others, only that no direction leads from one to the other.
    `closed` lists pairs of touching hexes whose common side cannot be crossed.

    Numbers run up to `size`, with gaps: a position without a hex has the name '', no neighbours, and the sheet -1.
    """

    __slots__ = (
        "_by_shift",
        "_flights",
        "_open",
        "_partners",
        "_special",
        "_stride",
        "adjacent",
        "all",
        "axial",
        "closed",
        "joined",
        "joins",
        "names",
        "neighbours",
        "number",
        "on_sheet",
        "scale",
        "scales",
        "sheet_of",
        "sheets",
        "size",
        "steps",
        "touching",
    )

    def __init__(
        self,
        hexes: Mapping[str, Axial] | Sequence[Sheet],
        closed: Iterable[HexPair] = (),
        joins: Iterable[Join] = (),
    ) -> None:
        self.sheets: Final[tuple[Sheet, ...]] = (Sheet("", hexes),) if isinstance(hexes, Mapping) else tuple(hexes)
        self.joins: Final[tuple[Join, ...]] = tuple(joins)
        home = _checked(self.sheets, self.joins)
        packing = tightest_packing(sheet.hexes.values() for sheet in self.sheets)
        shifts = [packing.shift(step) for step in STEPS]
        self._stride: Final[int] = packing.stride
        self.size: Final[int] = packing.size
        self.number: Final[dict[str, int]] = _numbered(self.sheets, packing)
        self.all: Final[int] = mask_of(self.number.values())
        self.names: Final[tuple[str, ...]] = self._by_number({name: name for name in home}, "")
        self.sheet_of: Final[tuple[int, ...]] = self._by_number(home, OFF_BOARD)
        self.on_sheet: Final[tuple[int, ...]] = tuple(
            self.mask(name for name, _ in sheet.places()) for sheet in self.sheets
        )
        axial = {name: at for sheet in self.sheets for name, at in sheet.places()}
        self.axial: Final[tuple[Axial, ...]] = self._by_number(axial, (0, 0))
        #: How much each hex counts in a distance, and the same as sets: pairs of a scale and its hexes.
        self.scale: Final[tuple[int, ...]] = self._by_number(
            {name: self.sheets[sheet].scale for name, sheet in home.items()}, 0
        )
        self.scales: Final[tuple[tuple[int, int], ...]] = _scales(self.sheets, self.on_sheet)
        self._by_shift: Final[dict[int, int]] = {shift: way for way, shift in enumerate(shifts)}
        self.steps: Final[tuple[tuple[int, ...], ...]] = _steps(self.all, self.size, shifts)
        #: The pairs of hexes that touch over a join.
        self.joined: Final[frozenset[Side]] = frozenset(
            self._side(a, b) for join in self.joins for a, b in join.pairs()
        )
        self._partners: Final[dict[int, int]] = _partners(self.joined)
        self.neighbours: Final[tuple[tuple[int, ...], ...]] = _neighbours(self.steps, self._partners)
        self.touching: Final[tuple[int, ...]] = tuple(mask_of(around) for around in self.neighbours)
        self.closed: Final[frozenset[Side]] = frozenset(self._touching_side(a, b) for a, b in closed)
        self.adjacent: Final[tuple[int, ...]] = _without(self.touching, self.closed)
        self._open: Final[Openings] = self.openings(self.adjacent)
        self._special: Final[int] = mask_of(end for side in self.joined | self.closed for end in side)
        # One grid at scale 1 needs no more than its coordinates.
        self._flights: Final[Flights | None] = (
            None if len(self.sheets) == self.sheets[0].scale == 1 else self._all_flights()
        )

    def spread(self, mask: int) -> int:
        """Every hex next to a member over an open hexside (a member too, if another member is next to it)."""
        if mask & self._special:
            # A member has a closed side or a join: each direction starts from its open hexes only.
            return self.spread_over(self._open, mask)
        stride = self._stride
        up = mask << 1
        pair = mask | up
        # The rows before and after hold two neighbours each, side by side, so one shift of a pair finds both.
        return (up | mask >> 1 | pair << stride - 1 | pair >> stride) & self.all

    def openings(self, neighbours: Sequence[int]) -> Openings:
        """What `spread_over` needs to go from hex to hex over certain hexsides only, such as those with a road.

        `neighbours`: for each hex, the adjacent hexes that may be entered from it, over joins too.
        """
        sizes = (1, self._stride, self._stride - 1)
        ways = [self._by_shift[shift] for size in sizes for shift in (size, -size)]
        up, down, row_up, row_down, skew_up, skew_down = (self._leaving(way, neighbours) for way in ways)
        crossings = _crossings({place: neighbours[place] & far for place, far in self._partners.items()})
        leaving = 0
        for sources, _ in crossings:
            leaving |= sources
        return up, down, row_up, row_down, skew_up, skew_down, leaving, crossings

    def spread_over(self, openings: Openings, mask: int) -> int:
        """Every hex that may be entered from a member, all members at once."""
        stride = self._stride
        up, down, row_up, row_down, skew_up, skew_down, leaving, crossings = openings
        out = (
            (mask & up) << 1
            | (mask & down) >> 1
            | (mask & row_up) << stride
            | (mask & row_down) >> stride
            | (mask & skew_up) << stride - 1
            | (mask & skew_down) >> stride - 1
        )
        if leaving and mask & leaving:
            for sources, targets in crossings:
                if mask & sources:
                    out |= targets
        return out

    def distance(self, a: int, b: int) -> int:
        """The distance as the crow flies, whatever lies between, or NO_WAY if no join leads there.

        Every step counts the scale of the hex it enters: on one grid at scale 1, this is the distance in hexes.
        """
        if self._flights is not None:
            return self._flights.distance(a, b)
        return hexes_between(self.axial[a], self.axial[b])

    def step(self, number: int, direction: int) -> int:
        """The hex one step away, or OFF_BOARD."""
        return self.steps[number][direction]

    def direction(self, a: int, b: int) -> int:
        """The direction in which b lies next to a."""
        way = self._by_shift.get(b - a)
        if way is None or self.steps[a][way] != b:
            raise ValueError(f"{self._label(a)} and {self._label(b)} are not neighbours on the grid")
        return way

    def number_of(self, place: HexRef) -> int:
        """The number of a hex given by name or by number."""
        found = self.number.get(place, OFF_BOARD) if isinstance(place, str) else place
        if not 0 <= found < self.size or not self.all >> found & 1:
            raise ValueError(f"no hex {place!r} on this board")
        return found

    def mask(self, places: Iterable[HexRef]) -> int:
        """The set of these hexes."""
        return mask_of(self.number_of(place) for place in places)

    def with_closed(self, closed: Iterable[HexPair]) -> HexBoard:
        """The same board, same numbers, with these hexsides closed as well."""
        return HexBoard(self.sheets, [*self.closed, *closed], self.joins)

    def _side(self, a: HexRef, b: HexRef) -> Side:
        low, high = sorted((self.number_of(a), self.number_of(b)))
        if low == high:
            raise ValueError(f"{self._label(low)} has no hexside with itself")
        return low, high

    def _touching_side(self, a: HexRef, b: HexRef) -> Side:
        low, high = self._side(a, b)
        if not self.touching[low] >> high & 1:
            raise ValueError(f"{self._label(low)} and {self._label(high)} do not touch")
        return low, high

    def _leaving(self, way: int, neighbours: Sequence[int]) -> int:
        """The hexes that may be left in this direction."""
        ends = ((number, self.steps[number][way]) for number in ones(self.all))
        return mask_of(a for a, b in ends if b != OFF_BOARD and neighbours[a] >> b & 1)

    def _all_flights(self) -> Flights:
        across = {place: ones(partners) for place, partners in self._partners.items()}
        return Flights(self.axial, self.sheet_of, self.scale, across)

    def _by_number(self, values: Mapping[str, Value], padding: Value) -> tuple[Value, ...]:
        """By hex number, what is given by name."""
        listed = [padding] * self.size
        for name, number in self.number.items():
            listed[number] = values[name]
        return tuple(listed)

    def _label(self, number: int) -> str:
        name = self.names[number] if 0 <= number < self.size else ""
        return name or f"position {number}"


def _checked(sheets: Sequence[Sheet], joins: Iterable[Join]) -> dict[str, int]:
    """For each hex by name, the number of its sheet; refuses sheets and joins that cannot be."""
    seams = Seams(sheets)
    for join in joins:
        seams.add(join)
    return seams.home


def _numbered(sheets: Iterable[Sheet], packing: Packing) -> dict[str, int]:
    number = {
        name: packing.position(at, index) for index, sheet in enumerate(sheets) for name, at in sheet.places()
    }
    if len(set(number.values())) != len(number):
        raise ValueError("two hexes are in the same place")
    return number


def _scales(sheets: Sequence[Sheet], on_sheet: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The hexes of each scale, the finest first."""
    found: dict[int, int] = {}
    for sheet, places in zip(sheets, on_sheet, strict=True):
        found[sheet.scale] = found.get(sheet.scale, 0) | places
    return tuple(sorted(found.items()))


def _steps(board: int, size: int, shifts: list[int]) -> tuple[tuple[int, ...], ...]:
    """For every position, its six neighbours by direction; a padding position has none."""
    nowhere = (OFF_BOARD,) * len(shifts)
    members = set(ones(board))
    return tuple(
        tuple(number + shift if number + shift in members else OFF_BOARD for shift in shifts)
        if number in members
        else nowhere
        for number in range(size)
    )


def _neighbours(steps: tuple[tuple[int, ...], ...], partners: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """The existing neighbours by direction, then the joined hexes by number."""
    return tuple(
        (*(other for other in six if other != OFF_BOARD), *ones(partners.get(number, 0)))
        for number, six in enumerate(steps)
    )


def _crossings(onward: Mapping[int, int]) -> Crossings:
    """Hexes that lead to the same ones are taken together: a whole join at once, as a rule."""
    sources: dict[int, int] = {}
    for place, targets in onward.items():
        if targets:
            sources[targets] = sources.get(targets, 0) | bit(place)
    return tuple((leaving, targets) for targets, leaving in sources.items())


def _partners(sides: Iterable[Side]) -> dict[int, int]:
    """For each hex of these sides, the set of hexes across them."""
    across: dict[int, int] = {}
    for a, b in sorted(sides):
        across[a] = across.get(a, 0) | bit(b)
        across[b] = across.get(b, 0) | bit(a)
    return across


def _without(touching: tuple[int, ...], closed: frozenset[Side]) -> tuple[int, ...]:
    shut = _partners(closed)
    return tuple(around & ~shut.get(number, 0) for number, around in enumerate(touching))
