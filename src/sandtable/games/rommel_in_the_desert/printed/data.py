"""Everything printed, laid out for play: loaded once, shared by every copy of a game, never changed.

Hexes, hexsides and units are numbers; sets of them are ints with one bit per number. `nouns` has the names of all
that has a number. All eight scenarios are here; a state says which of them is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.boards.hexes import HexBoard
from sandtable.boards.hexsides import Hexsides
from sandtable.games.rommel_in_the_desert.printed.files import (
    ALLIED,
    AXIS,
    CLASSES,
    FILES,
    ROADS,
    SIDES,
    Cell,
    Unit,
    read_areas,
    read_costs,
    read_fire_table,
    read_hexsides,
    read_map,
    read_options,
    read_ports,
    read_sorts,
    read_units,
)
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario, read_scenarios
from sandtable.kernel.bits import mask_of
from sandtable.kernel.fields import Nouns
from sandtable.kernel.tables import DataError

__all__ = ["ALLIED", "AXIS", "HIGHWAY", "NONE", "SIDES", "TRACK", "TRAIL", "Printed", "Unit", "load_printed"]

NONE, TRAIL, TRACK, HIGHWAY = range(4)
"""Classes of road, in the order of ROADS."""
ROAD_BONUS = (0, 1, 2, 4)  # 6.2
SUPPLY_RANGE = (1, 2, 3, 3)  # 12.4: a link along the highway is no longer than one along a track
HEXSIDE_LIMIT = {"clear": 2, "pass": 1, "mountain": 1, "ridge": 0, "marsh": 0}  # 7.1
FORTRESSES = ("Benghazi", "Tobruk", "Bardia")  # 1.7
BASES = ("El-Agheila", "Alexandria")  # 1.6
OASES = ("Jalo", "Siwa", "Jarabub")  # 1.8
EQUAL_STEP = ("Bardia", "Ft-Capuzzo")  # 5.3: equally far from the Axis base
REAL_CARDS, DUMMY_CARDS = 28, 14  # 1.0
HAND_LIMIT = 16  # 16.6
FASTEST = 12
"""No unit is as fast as this."""
SIDE_WORDS = ("axis", "allied")
CARDS = ("real", "dummy")
BOXES = ("out", "dead", "refit", "beside-base", "exited")
"""Where a block can be that is on no hex: see state.py."""
SHEET = ("saved", "received", "replacements", "redeployments", "minefields", "cards", "steps", "trips")
"""16.5: the lines of a side's record sheet: points saved before and received now, points spent on each purpose,
steps rebuilt and redeployments made."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """The flat tables of the game. Pairs are indexed by side, tuples by hex, hexside or unit number."""

    nouns: Nouns
    # The map (1.1-1.8)
    board: HexBoard
    sides: Hexsides
    cells: dict[int, Cell]
    terrain: tuple[str, ...]
    """Of each hexside."""
    road: tuple[int, ...]
    """Of each hexside its class of road."""
    limit: tuple[int, ...]
    """7.1: how many units may engage over each hexside in a movement phase; 0 where it is impassable."""
    roads: tuple[tuple[int, ...], ...]
    """By class of road and hex the neighbours over hexsides of that class or a better one."""
    base: tuple[int, int]
    fortresses: tuple[int, ...]
    fortress: int
    oasis: int
    oases: tuple[int, ...]
    capacity: tuple[tuple[int, int], ...]
    """13.3: of each fortress, by side."""
    distance: tuple[tuple[int, ...], ...]
    """By side and hex the distance to its base, terrain ignored (5.3)."""
    equal_step: tuple[int, int]
    exits: tuple[int, int]
    """17.1: by side the hexes from which it may leave the map, beside the enemy's base."""
    # The blocks (2)
    units: tuple[Unit, ...]
    unit_number: dict[str, int]
    side_of: tuple[int, ...]
    side_units: tuple[int, int]
    arm: tuple[int, ...]
    arms: tuple[int, ...]
    """By class the units of it."""
    speed: tuple[int, ...]
    fast: tuple[int, ...]
    """By speed, the units at least that fast."""
    step: tuple[int, ...]
    max_cv: tuple[int, ...]
    elite: int
    german: int
    infantry_tanks: int
    # The tables (4, 9.4, 16.5)
    hits_from: tuple[tuple[int, ...], ...]
    options: dict[str, tuple[int, int, int]]
    costs: dict[str, int]
    scenarios: tuple[Scenario, ...]
    scenario_number: dict[str, int]
    fingerprint: str

    def place_name(self, place: int) -> str:
        """A hex as a player reads it: by the place in it, or by its number."""
        cell = self.cells.get(place)
        return cell.place if cell and cell.place else f"hex {self.board.names[place]}"


def load_printed(overrides: Path | None = None) -> Printed:
    """The packaged data, read once; files in `overrides` replace those of the same name."""
    return _load(overrides.resolve() if overrides is not None else None)


@cache
def _load(overrides: Path | None) -> Printed:
    FILES.check_names(overrides)
    cells = read_map(overrides)
    _check_places(cells)
    lines = read_hexsides(overrides, cells)
    closed = [(a, b) for a, b, terrain, road in lines if not _limit(terrain, road)]
    board = HexBoard({name: cell.axial for name, cell in cells.items()}, closed)
    sides = Hexsides(board)
    _check_every_side(board, sides, lines)
    road = sides.values([(a, b, ROADS.index(name)) for a, b, _, name in lines], NONE)
    ports = read_ports(overrides, cells)
    units = read_units(overrides, read_sorts(overrides))
    scenarios = read_scenarios(overrides, units, read_areas(overrides, cells))
    number = board.number
    base = (number[BASES[AXIS]], number[BASES[ALLIED]])
    return Printed(
        nouns=_nouns(board, sides, units, scenarios),
        board=board,
        sides=sides,
        cells={number[name]: cell for name, cell in cells.items()},
        terrain=tuple(sides.values([(a, b, terrain) for a, b, terrain, _ in lines], "")),
        road=tuple(road),
        limit=tuple(sides.values([(a, b, _limit(terrain, way)) for a, b, terrain, way in lines], 0)),
        roads=tuple(_neighbours_by_road(board, sides, road, least) for least in range(len(ROADS))),
        base=base,
        fortresses=tuple(number[name] for name in FORTRESSES),
        fortress=board.mask(FORTRESSES),
        oasis=board.mask(OASES),
        oases=tuple(number[name] for name in OASES),
        capacity=tuple(ports[name].capacity for name in FORTRESSES),
        distance=tuple(tuple(board.distance(place, goal) for place in range(board.size)) for goal in base),
        equal_step=(number[EQUAL_STEP[0]], number[EQUAL_STEP[1]]),
        exits=(board.mask(ports[BASES[ALLIED]].exits), board.mask(ports[BASES[AXIS]].exits)),
        units=units,
        unit_number={unit.id: unit.number for unit in units},
        side_of=tuple(unit.side for unit in units),
        side_units=(_units(units, lambda u: u.side == AXIS), _units(units, lambda u: u.side == ALLIED)),
        arm=tuple(unit.sort.arm for unit in units),
        arms=tuple(mask_of(unit.number for unit in units if unit.sort.arm == arm) for arm in range(4)),
        speed=tuple(unit.sort.speed for unit in units),
        fast=tuple(mask_of(u.number for u in units if u.sort.speed >= least) for least in range(FASTEST + 1)),
        step=tuple(unit.step for unit in units),
        max_cv=tuple(unit.max_cv for unit in units),
        elite=_units(units, lambda u: u.elite),
        german=_units(units, lambda u: u.nation == "German"),
        infantry_tanks=_units(units, lambda u: u.infantry_tank),
        hits_from=read_fire_table(overrides),
        options=read_options(overrides),
        costs=read_costs(overrides),
        scenarios=scenarios,
        scenario_number={scenario.id: place for place, scenario in enumerate(scenarios)},
        fingerprint=FILES.fingerprint(overrides),
    )


def _nouns(board: HexBoard, sides: Hexsides, units: Sequence[Unit], scenarios: Sequence[Scenario]) -> Nouns:
    """The names of all that has a number. A slot is where a block may be, as far as the enemy knows: a hex for
    those that stand there, a box, or a hex with a minus for those that lie there disrupted (11.0)."""
    names = board.names
    return Nouns(
        {
            "unit": [unit.id for unit in units],
            "hex": names,
            "hexside": [f"{names[a]}/{names[b]}" for a, b in sides.ends],
            "slot": (*names, *BOXES, *(f"{name}-" if name else "" for name in names)),
            "side": SIDE_WORDS,
            "fortress": FORTRESSES,
            "oasis": OASES,
            "source": (*FORTRESSES, *OASES),
            "class": CLASSES,
            "card": CARDS,
            "entry": [f"{side}-{line}" for side in SIDE_WORDS for line in SHEET],
            "scenario": [scenario.id for scenario in scenarios],
        }
    )


def _limit(terrain: str, road: str) -> int:
    """1.4, 7.1: a mountain can be crossed only by road."""
    return 0 if terrain == "mountain" and not road else HEXSIDE_LIMIT[terrain]


def _check_places(cells: Mapping[str, Cell]) -> None:
    """The bases, fortresses and oases are where the rules say, and nowhere else."""
    for kind, names in (("base", BASES), ("fortress", FORTRESSES), ("oasis", OASES)):
        for name in names:
            if name not in cells:
                raise DataError("map.csv", 0, "hex", f"the rules need a hex {name}")
        for cell in cells.values():
            if (cell.kind == kind) != (cell.name in names):
                raise cell.row.error("kind", f"{kind!r} belongs to {', '.join(names)} alone")


def _check_every_side(board: HexBoard, sides: Hexsides, lines: list[tuple[str, str, str, str]]) -> None:
    known = {sides.side_of(a, b) for a, b, _, _ in lines}
    for side in range(sides.count):
        if side not in known:
            a, b = (board.names[place] for place in sides.ends[side])
            raise DataError("hexsides.csv", 0, "hex_a, hex_b", f"there is no line for {a} and {b}")


def _neighbours_by_road(board: HexBoard, sides: Hexsides, road: list[int], least: int) -> tuple[int, ...]:
    """For each hex the neighbours over open hexsides with a road of this class or better."""
    found = []
    for place, around in enumerate(board.neighbours):
        pairs = zip(around, sides.of[place], strict=True)
        found.append(mask_of(other for other, side in pairs if road[side] >= least) & board.adjacent[place])
    return tuple(found)


def _units(units: tuple[Unit, ...], wanted: Callable[[Unit], bool]) -> int:
    return mask_of(unit.number for unit in units if wanted(unit))
