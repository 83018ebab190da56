"""Reading the map and the counters.

Each function reads one file of `data/`, checks it by itself and against the files read before it, and returns
plain values; `data` numbers them and arranges them for play. The printed tracks and tables are read in
`tracks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.boards.hexes import STEPS
from sandtable.kernel.tables import DataError, DataFiles, Row

AXIS, ALLIED = 0, 1
SIDES = ("Axis", "Allied")

FILES = DataFiles(
    files("sandtable.games.afrika_korps") / "data",
    {
        "map.csv": "hex column terrain playable features name name_confidence confidence",
        "roads.csv": "hex_a hex_b confidence note",
        "barriers.csv": "hex_a hex_b kind closed confidence source",
        "units.csv": "id side nation printed_label type size attack defense move arrival_turn arrival_date "
        "arrival_place confidence type_confidence size_confidence note",
        "spares.csv": "id side printed_label type attack defense move confidence note",
        "setup.csv": "hex side unit place confidence",
        "reinforcements.csv": "turn date side unit factors confidence",
        "supply.csv": "record side turn_from turn_to die value confidence source",
        "time.csv": "turn date axis_supply_sunk_on axis_reinforcements allied_reinforcements replacements "
        "allied_substitutes note",
        "crt.csv": "die 1-6 1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1",
        "checkpoints.csv": "id kind a b expected status source note",
    },
)

PLAYABLE = ("clear", "escarpment", "fortress", "base", "qattara_partial")
TERRAINS = (*PLAYABLE, "qattara", "sea", "edge")
DOUBLING = ("escarpment", "fortress")
FEATURES = ("coast", "road", "port", "doubles", "two_roads", "not_a_pass", "declared_full_qattara")
CONFIDENCE = ("printed", "reconstructed", "recalled")
KINDS = ("armor", "mech_infantry", "infantry", "recon", "supply", "command")


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of the map, playable or not."""

    name: str
    terrain: str
    playable: bool
    features: tuple[str, ...]
    place: str
    row: Row


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter (1.2, 1.3). `arrival_turn` is 1 for the first deployment, 0 for those that wait for a rule."""

    number: int
    id: str
    side: int
    nation: str
    label: str
    kind: str
    size: str
    attack: int
    defense: int
    move: int
    arrival_turn: int
    confidence: str

    @property
    def factors(self) -> str:
        """The figures as the counter prints them."""
        return f"{self.attack}-{self.defense}-{self.move}"


@dataclass(frozen=True, slots=True)
class UnitFile:
    """The counters with their lines, so that other files can be checked against them."""

    units: tuple[Unit, ...]
    rows: tuple[Row, ...]
    number: dict[str, int]

    def find(self, row: Row, field: str = "unit") -> Unit:
        """The unit that a row of another file names, which must be of the side that row names."""
        name = row.text(field, required=True)
        if name not in self.number:
            raise row.error(field, f"units.csv has no unit {name!r}")
        unit = self.units[self.number[name]]
        if row.number_of("side", SIDES) != unit.side:
            raise row.error("side", f"units.csv has {name} on the {SIDES[unit.side]} side")
        return unit

    def place(self, unit: Unit) -> str:
        """Where units.csv says the unit arrives; spares wait off map."""
        values = self.rows[unit.number].values
        return values.get("arrival_place", "spare")


def map_column(name: str) -> int:
    """How many hexes this one is from the west edge of the printed map; the first is 1 (1.1)."""
    q, r = diagonal_to_axial(name)
    return q + (r + 1) // 2 + 9


def touching(a: str, b: str) -> bool:
    """Whether two hex names are neighbours on the printed grid (1.1), whatever lies between them."""
    (q, r), (other_q, other_r) = diagonal_to_axial(a), diagonal_to_axial(b)
    return (other_q - q, other_r - r) in STEPS


def read_map(overrides: Path | None) -> dict[str, Cell]:
    """map.csv: every hex of the map by name (1.1, 5.6, 5.8)."""
    return {row.text("hex"): _cell(row) for row in FILES.rows("map.csv", overrides, key="hex")}


def _cell(row: Row) -> Cell:
    name = row.text("hex", required=True)
    try:
        column = map_column(name)
    except ValueError as problem:
        raise row.error("hex", str(problem)) from problem
    if row.integer("column") != column:
        raise row.error("column", f"{name} stands in column {column}")
    terrain = row.one_of("terrain", TERRAINS)
    if row.flag("playable") != (terrain in PLAYABLE):
        raise row.error("playable", f"terrain {terrain} is {'' if terrain in PLAYABLE else 'not '}playable")
    features = row.words("features", FEATURES)
    if ("doubles" in features) != (terrain in DOUBLING):
        raise row.error("features", f"'doubles' belongs to {' and '.join(DOUBLING)}, not to {terrain}")
    row.one_of("confidence", CONFIDENCE)
    row.one_of("name_confidence", ("", *CONFIDENCE))
    return Cell(name, terrain, terrain in PLAYABLE, features, row.text("name"), row)


def read_roads(overrides: Path | None, cells: dict[str, Cell]) -> list[tuple[str, str]]:
    """roads.csv: the hexsides the coast road crosses (17), agreeing with the hexes map.csv gives a road."""
    rows = FILES.rows("roads.csv", overrides)
    pairs = _pairs(rows, cells)
    for row, pair in zip(rows, pairs, strict=True):
        for field, name in zip(("hex_a", "hex_b"), pair, strict=True):
            if "road" not in cells[name].features:
                raise row.error(field, f"map.csv has no road in {name}")
    reached = {name for pair in pairs for name in pair}
    for cell in cells.values():
        if "road" in cell.features and cell.name not in reached:
            raise cell.row.error("features", f"roads.csv has no road into {cell.name}")
    return pairs


def read_barriers(overrides: Path | None, cells: dict[str, Cell]) -> list[tuple[str, str]]:
    """barriers.csv: the closed hexsides (5.7); doubtful ones are listed with closed = 0."""
    rows = FILES.rows("barriers.csv", overrides)
    for row in rows:
        row.one_of("kind", ("sea", "qattara"))
    return [pair for row, pair in zip(rows, _pairs(rows, cells), strict=True) if row.flag("closed")]


def _pairs(rows: tuple[Row, ...], cells: dict[str, Cell]) -> list[tuple[str, str]]:
    """The hexsides a file lists: each between playable neighbours, none twice in either direction."""
    seen: dict[frozenset[str], int] = {}
    pairs = []
    for row in rows:
        a, b = find_hex(row, "hex_a", cells), find_hex(row, "hex_b", cells)
        if not touching(a, b):
            raise row.error("hex_b", f"{a} and {b} are not neighbours")
        side = frozenset((a, b))
        if side in seen:
            raise row.error("hex_a, hex_b", f"{a}-{b} is already in line {seen[side]}")
        seen[side] = row.line
        row.one_of("confidence", CONFIDENCE)
        pairs.append((a, b))
    return pairs


def find_hex(row: Row, field: str, cells: dict[str, Cell]) -> str:
    """The playable hex a row names."""
    name = row.text(field, required=True)
    if name not in cells:
        raise row.error(field, f"map.csv has no hex {name!r}")
    if not cells[name].playable:
        raise row.error(field, f"{name} is not playable ({cells[name].terrain})")
    return name


def read_units(overrides: Path | None) -> UnitFile:
    """units.csv and spares.csv: the playing counters, then the spare supply counters (1.2, 2.3)."""
    playing = FILES.rows("units.csv", overrides, key="id")
    spares = FILES.rows("spares.csv", overrides, key="id")
    rows = playing + spares
    units = tuple(_unit(number, row) for number, row in enumerate(rows))
    known = {row.text("id") for row in playing}
    for row in spares:
        row.one_of("type", ("supply",))
        if row.text("id") in known:
            raise row.error("id", f"{row.text('id')!r} is already in units.csv")
    commanders = [unit for unit in units if unit.kind == "command"]
    if len(commanders) != 1 or commanders[0].side != AXIS:
        raise DataError("units.csv", 0, "type", "exactly one Axis unit must be of type command (Rommel)")
    return UnitFile(units, rows, {unit.id: unit.number for unit in units})


def _unit(number: int, row: Row) -> Unit:
    kind = row.one_of("type", KINDS)
    fights = kind not in ("supply", "command")
    spare = "arrival_turn" not in row.values
    unit = Unit(
        number=number,
        id=row.text("id", required=True),
        side=row.number_of("side", SIDES),
        nation=row.values.get("nation", ""),
        label=row.text("printed_label", required=True),
        kind=kind,
        size=row.values.get("size", ""),
        attack=row.integer("attack", 1, 9) if fights else row.integer("attack", 0, 0),
        defense=row.integer("defense", 1, 9) if fights else row.integer("defense", 0, 0),
        move=row.integer("move", 1, 20),
        arrival_turn=0 if spare else row.integer("arrival_turn", 0),
        confidence=row.one_of("confidence", CONFIDENCE),
    )
    if not spare:
        _check_arrival(row, unit)
    return unit


def _check_arrival(row: Row, unit: Unit) -> None:
    """On the map at the start, by port later, or waiting for a rule: the turn and the place must agree."""
    place = row.text("arrival_place", required=True)
    waiting = place in ("substitute", "off_map", "captured_pool")
    if place == "substitute" and (unit.side != ALLIED or unit.kind not in ("armor", "infantry")):
        raise row.error("arrival_place", "substitutes are Allied armor or infantry")
    if waiting != (unit.arrival_turn == 0):
        raise row.error("arrival_turn", f"{unit.arrival_turn} does not fit the arrival place {place!r}")
    if (place == "port") != (unit.arrival_turn > 1):
        raise row.error("arrival_place", f"{place!r} does not fit the arrival turn {unit.arrival_turn}")
