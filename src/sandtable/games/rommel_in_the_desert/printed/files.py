"""Reading the data files: the map, the blocks, the tables and the eight scenarios.

Each function reads one file of `data/`, checks it by itself and against the files read before it, and returns
plain values; `data` numbers them and lays them out for play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from sandtable.boards.packing import Axial
from sandtable.kernel.tables import DataError, DataFiles, Row

AXIS, ALLIED = 0, 1
SIDES = ("Axis", "Allied")

FILES = DataFiles(
    files("sandtable.games.rommel_in_the_desert") / "data",
    {
        "map.csv": "hex q r name alt_name kind region highway confidence",
        "hexsides.csv": "hex_a hex_b terrain road confidence",
        "areas.csv": "area hexes note confidence",
        "ports.csv": "hex kind axis_capacity allied_capacity exits confidence",
        "unit_types.csv": "type class speed bp_per_cv confidence",
        "units.csv": "id side nation name type elite infantry_tank max_cv arrival confidence",
        "fire_table.csv": "firing_class vs_armor vs_infantry vs_antitank vs_artillery confidence",
        "hit_numbers.csv": "fire hits_from confidence",
        "turn_options.csv": "option real_cards moves rounds confidence",
        "costs.csv": "item bp confidence",
        "scenarios.csv": "scenario title start_month end_month calendar_from first_player axis_cards "
        "axis_resupply allied_cards allied_resupply bp_dice rommel_bonus malta_from axis_resupply_changes "
        "benghazi tobruk bardia note confidence",
        "forces.csv": "scenario side group units confidence",
        "deployment.csv": "scenario side group areas hexes limits confidence",
        "checkpoints.csv": "id kind statement test_form source status",
    },
)

KINDS = ("plain", "town", "fortress", "oasis", "base")
TERRAINS = ("clear", "mountain", "ridge", "pass", "marsh")
ROADS = ("", "trail", "track", "highway")
CLASSES = ("armor", "infantry", "antitank", "artillery")
NATIONS = ("German", "Italian", "Commonwealth")
COSTS = ("minefield", "card", "redeployment", "sea", "sea-besieged", "saved")
OPTIONS = ("basic", "offensive", "assault", "blitz", "pass")
UNLIMITED = 99


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex (1.1)."""

    name: str
    axial: Axial
    place: str
    other_place: str
    kind: str
    region: str
    highway: bool
    row: Row


@dataclass(frozen=True, slots=True)
class Sort:
    """One of the ten types (2.2)."""

    name: str
    arm: int
    speed: int
    bp_per_cv: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One block (2). `arrival` is the month on its label, or S, T or M."""

    number: int
    id: str
    side: int
    nation: str
    name: str
    sort: Sort
    elite: bool
    infantry_tank: bool
    max_cv: int
    arrival: str
    confidence: str

    @property
    def step(self) -> int:
        """2.3, 2.4: the CV of one step."""
        return 2 if self.elite else 1


# The map


def read_map(overrides: Path | None) -> dict[str, Cell]:
    """1.1: the hexes by name."""
    cells = {}
    for row in FILES.rows("map.csv", overrides, key="hex"):
        name = row.text("hex", required=True)
        cells[name] = Cell(
            name=name,
            axial=(row.integer("q"), row.integer("r")),
            place=row.text("name"),
            other_place=row.text("alt_name"),
            kind=row.one_of("kind", KINDS),
            region=row.one_of("region", ("Libya", "Egypt")),
            highway=row.flag("highway"),
            row=row,
        )
    return cells


def read_hexsides(overrides: Path | None, cells: Mapping[str, Cell]) -> list[tuple[str, str, str, str]]:
    """1.4, 1.5: (hex, hex, terrain, road) of every side between two hexes."""
    sides = []
    for row in FILES.rows("hexsides.csv", overrides, key="hex_a hex_b"):
        a, b = (hex_in(row, field, cells) for field in ("hex_a", "hex_b"))
        terrain, road = row.one_of("terrain", TERRAINS), row.one_of("road", ROADS)
        if terrain in ("ridge", "marsh") and road:
            raise row.error("road", f"no road crosses a {terrain}; a gap is a pass")
        sides.append((a, b, terrain, road))
    return sides


def hex_in(row: Row, field: str, cells: Mapping[str, Cell]) -> str:
    name = row.text(field, required=True)
    if name not in cells:
        raise row.error(field, f"map.csv has no hex {name!r}")
    return name


def read_areas(overrides: Path | None, cells: Mapping[str, Cell]) -> dict[str, tuple[str, ...]]:
    """18: the areas of free deployment."""
    return {
        row.text("area", required=True): row.words("hexes", cells)
        for row in FILES.rows("areas.csv", overrides, "area")
    }


@dataclass(frozen=True, slots=True)
class Port:
    """13.3, 17.1: a base or fortress: its capacity for each side; of a base, where units leave the map."""

    capacity: tuple[int, int]
    exits: tuple[str, ...]


def read_ports(overrides: Path | None, cells: Mapping[str, Cell]) -> dict[str, Port]:
    """The ports by hex."""
    ports = {}
    for row in FILES.rows("ports.csv", overrides, key="hex"):
        name, kind = hex_in(row, "hex", cells), row.one_of("kind", ("base", "fortress"))
        if cells[name].kind != kind:
            raise row.error("kind", f"map.csv has {name} as {cells[name].kind}")
        capacity = _capacity(row, "axis_capacity"), _capacity(row, "allied_capacity")
        ports[name] = Port(capacity, row.words("exits", cells))
    return ports


def _capacity(row: Row, field: str) -> int:
    return UNLIMITED if row.text(field) == "unlimited" else row.integer(field, 0)


# The blocks


def read_sorts(overrides: Path | None) -> dict[str, Sort]:
    """2.2, 16.54: the types."""
    sorts = {}
    for row in FILES.rows("unit_types.csv", overrides, key="type"):
        name, arm = row.text("type", required=True), row.number_of("class", CLASSES)
        sorts[name] = Sort(name, arm, row.integer("speed", 1, 4), row.integer("bp_per_cv", 1))
    return sorts


def read_units(overrides: Path | None, sorts: Mapping[str, Sort]) -> tuple[Unit, ...]:
    """2: the blocks, the Axis first."""
    units: list[Unit] = []
    for number, row in enumerate(FILES.rows("units.csv", overrides, key="id")):
        side = row.number_of("side", SIDES)
        if units and side < units[-1].side:
            raise row.error("side", "the Axis units stand before the Allied ones")
        unit = Unit(
            number=number,
            id=row.text("id", required=True),
            side=side,
            nation=row.one_of("nation", NATIONS),
            name=row.text("name", required=True),
            sort=sorts[row.one_of("type", sorts)],
            elite=row.flag("elite"),
            infantry_tank=row.flag("infantry_tank"),
            max_cv=row.integer("max_cv", 1, 8),
            arrival=row.text("arrival", required=True),
            confidence=row.text("confidence"),
        )
        if unit.max_cv % unit.step:
            raise row.error("max_cv", "an elite unit has two CV a step")
        units.append(unit)
    return tuple(units)


# The tables


def read_fire_table(overrides: Path | None) -> tuple[tuple[int, ...], ...]:
    """9.4: by firing class and target class, the lowest number that hits."""
    rows = FILES.rows("hit_numbers.csv", overrides, "fire")
    hits = {row.text("fire"): row.integer("hits_from", 1, 6) for row in rows}
    found: dict[str, tuple[int, ...]] = {}
    for row in FILES.rows("fire_table.csv", overrides, key="firing_class"):
        firing = row.one_of("firing_class", CLASSES)
        found[firing] = tuple(hits[row.one_of(f"vs_{target}", hits)] for target in CLASSES)
    for name in CLASSES:
        if name not in found:
            raise DataError("fire_table.csv", 0, "firing_class", f"there is no line for {name}")
    return tuple(found[name] for name in CLASSES)


def read_costs(overrides: Path | None) -> dict[str, int]:
    """16.5: what points pay for."""
    return {row.one_of("item", COSTS): row.integer("bp", 0) for row in FILES.rows("costs.csv", overrides, "item")}


def read_options(overrides: Path | None) -> dict[str, tuple[int, int, int]]:
    """4.0: by option its real cards, moves and combat rounds."""
    return {
        row.one_of("option", OPTIONS): (
            row.integer("real_cards", 0, 3),
            row.integer("moves", 0, 2),
            row.integer("rounds", 0, 2),
        )
        for row in FILES.rows("turn_options.csv", overrides, key="option")
    }
