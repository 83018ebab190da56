"""A hex map as numbers and bit sets: built once when a scenario is loaded, then only read.

Directions are numbered 0..5 counter-clockwise in the order of `STEPS`. On a pointy-topped map they read E,
NE, NW, W, SW, SE; the same six axial steps on a flat-topped map read SE, NE, N, NW, SW, S. The opposite of
direction d is (d + 3) % 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sandtable.boards.packing import Axial, Packing, tightest_packing
from sandtable.kernel.bits import bit, mask_of, ones

STEPS: Final[tuple[Axial, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTY_TOP_DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_TOP_DIRECTIONS: Final = ("SE", "NE", "N", "NW", "SW", "S")
OFF_BOARD: Final = -1

HexRef = str | int
HexPair = tuple[HexRef, HexRef]
Side = tuple[int, int]
Openings = tuple[int, ...]
"""For each direction, the hexes that may be left that way."""


class HexBoard:
    """Hexes by name and number, which of them touch, and how sets of hexes grow.

    `closed` lists pairs of touching hexes whose common side cannot be crossed. `joins` lists pairs of hexes
    that touch although they lie apart on the grid (maps at different scales laid side by side); they count as
    neighbours everywhere except in `step`, `direction` and `distance`, which know only the grid.

    Numbers run up to `size`, with gaps: a position without a hex has the name '' and no neighbours.
    """

    __slots__ = (
        "_by_shift",
        "_joined",
        "_joins_of",
        "_open",
        "_special",
        "_stride",
        "adjacent",
        "all",
        "axial",
        "closed",
        "joins",
        "names",
        "neighbours",
        "number",
        "size",
        "steps",
        "touching",
    )

    def __init__(
        self, hexes: Mapping[str, Axial], closed: Iterable[HexPair] = (), joins: Iterable[HexPair] = ()
    ) -> None:
        packing = tightest_packing(hexes.values())
        shifts = [packing.shift(step) for step in STEPS]
        self._stride: Final[int] = packing.stride
        self.size: Final[int] = packing.size
        self.number: Final[dict[str, int]] = _numbered(hexes, packing)
        self.all: Final[int] = mask_of(self.number.values())
        self.names: Final[tuple[str, ...]] = _by_number(self.number, self.size)
        self.axial: Final[tuple[Axial, ...]] = tuple(hexes.get(name, (0, 0)) for name in self.names)
        self._by_shift: Final[dict[int, int]] = {shift: way for way, shift in enumerate(shifts)}
        self.steps: Final[tuple[tuple[int, ...], ...]] = _steps(self.all, self.size, shifts)
        self.joins: Final[frozenset[Side]] = frozenset(self._side(a, b) for a, b in joins)
        self.neighbours: Final[tuple[tuple[int, ...], ...]] = _neighbours(self.steps, self.joins)
        self.touching: Final[tuple[int, ...]] = tuple(mask_of(around) for around in self.neighbours)
        self.closed: Final[frozenset[Side]] = frozenset(self._touching_side(a, b) for a, b in closed)
        self.adjacent: Final[tuple[int, ...]] = _without(self.touching, self.closed)
        self._open: Final[Openings] = self._by_direction(self.adjacent)
        self._joins_of: Final[dict[int, int]] = _partners(self.joins - self.closed)
        self._joined: Final[int] = mask_of(self._joins_of)
        self._special: Final[int] = self._joined | mask_of(end for side in self.closed for end in side)

    def spread(self, mask: int) -> int:
        """Every hex next to a member over an open hexside (a member too, if another member is next to it)."""
        if mask & self._special:
            return self._spread_with_care(mask)
        stride = self._stride
        up = mask << 1
        pair = mask | up
        # The rows before and after hold two neighbours each, side by side, so one shift of a pair finds both.
        return (up | mask >> 1 | pair << stride - 1 | pair >> stride) & self.all

    def _spread_with_care(self, mask: int) -> int:
        """The same where a member has a closed side or a join: each direction starts from its open hexes only."""
        out = self.spread_over(self._open, mask)
        for number in ones(mask & self._joined):
            out |= self._joins_of[number]
        return out

    def openings(self, neighbours: Sequence[int]) -> Openings:
        """What `spread_over` needs to go from hex to hex over certain hexsides only, such as those with a road.

        `neighbours`: for each hex, the adjacent hexes that may be entered from it. Joins are not on the grid.
        """
        if self.joins:
            raise ValueError("a board with joins has neighbouring hexes that no direction leads to")
        return self._by_direction(neighbours)

    def spread_over(self, openings: Openings, mask: int) -> int:
        """Every hex that may be entered from a member, all members at once."""
        stride = self._stride
        up, down, row_up, row_down, skew_up, skew_down = openings
        return (
            (mask & up) << 1
            | (mask & down) >> 1
            | (mask & row_up) << stride
            | (mask & row_down) >> stride
            | (mask & skew_up) << stride - 1
            | (mask & skew_down) >> stride - 1
        )

    def distance(self, a: int, b: int) -> int:
        """The distance in hexes as the crow flies, whatever lies between."""
        (q, r), (other_q, other_r) = self.axial[a], self.axial[b]
        dq, dr = other_q - q, other_r - r
        return max(abs(dq), abs(dr), abs(dq + dr))

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
        hexes = {name: self.axial[number] for name, number in self.number.items()}
        return HexBoard(hexes, [*self.closed, *closed], self.joins)

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

    def _by_direction(self, neighbours: Sequence[int]) -> Openings:
        """For each shift, the hexes it may be applied to, in the order in which `spread_over` reads them."""
        sizes = (1, self._stride, self._stride - 1)
        ways = [self._by_shift[shift] for size in sizes for shift in (size, -size)]
        return tuple(self._leaving(way, neighbours) for way in ways)

    def _leaving(self, way: int, neighbours: Sequence[int]) -> int:
        """The hexes that may be left in this direction."""
        ends = ((number, self.steps[number][way]) for number in ones(self.all))
        return mask_of(a for a, b in ends if b != OFF_BOARD and neighbours[a] >> b & 1)

    def _label(self, number: int) -> str:
        name = self.names[number] if 0 <= number < self.size else ""
        return name or f"position {number}"


def _numbered(hexes: Mapping[str, Axial], packing: Packing) -> dict[str, int]:
    number = {name: packing.position(place) for name, place in hexes.items()}
    if "" in number:
        raise ValueError("a hex needs a name")
    if len(set(number.values())) != len(number):
        raise ValueError("two hexes are in the same place")
    return number


def _by_number(number: Mapping[str, int], size: int) -> tuple[str, ...]:
    names = [""] * size
    for name, position in number.items():
        names[position] = name
    return tuple(names)


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


def _neighbours(steps: tuple[tuple[int, ...], ...], joins: frozenset[Side]) -> tuple[tuple[int, ...], ...]:
    """The existing neighbours by direction, then the joined hexes by number."""
    partners = _partners(joins)
    return tuple(
        (*on_grid, *(other for other in ones(partners.get(number, 0)) if other not in on_grid))
        for number, on_grid in enumerate(tuple(n for n in six if n != OFF_BOARD) for six in steps)
    )


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
