"""Reading the map, and the names of all data files.

Each function reads one file of `data/`, checks it by itself and against the files read before it, and returns
plain values; `data` numbers them and arranges them for play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from sandtable.boards.coordinates import FourDigits
from sandtable.boards.hexes import STEPS
from sandtable.boards.packing import Axial
from sandtable.boards.sheets import JOIN_COLUMNS, Join, Sheet, read_joins
from sandtable.kernel.tables import DataError, DataFiles, Row

MAP = "hex terrain name label features confidence"
FILES = DataFiles(
    files("sandtable.games.dark_sands") / "data",
    {
        "map_west.csv": MAP,
        "map_central.csv": MAP,
        "map_east.csv": MAP,
        "joins.csv": f"{JOIN_COLUMNS} letter confidence",
        "hexsides.csv": "hex_a hex_b kind crossed_by confidence",
        "lines.csv": "kind hex_a hex_b line confidence",
        "units.csv": (
            "id side nation formation type size steps af df ma af_reduced df_reduced ma_reduced disorg_dot "
            "non_replaceable entry confidence note"
        ),
        "hqs.csv": "hq side range_hexes ma entry confidence",
        "supports.csv": "support side kind count af df entry limit sections confidence",
        "chits.csv": "turn side chit count where confidence",
        "turn_track.csv": (
            "turn months year initiative initiative_confidence panzer_repair panzer_repair_confidence "
            "replacement_pool allied_cadre assault_crt"
        ),
        "reinforcements.csv": "turn side action unit exchange_group confidence note",
        "replacements.csv": (
            "side year chit panzer german_infantry italian allied_tank allied_infantry use confidence"
        ),
        "crt.csv": "table die 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 confidence",
        "setups.csv": "scenario side hex unit state confidence",
        "scenarios.csv": "scenario first last initiative allied_vp axis_vp confidence",
        "starts.csv": "scenario side what names confidence",
        "checkpoints.csv": "id kind a b expected status source note",
    },
)
NUMBERS = FourDigits(row_first=True, from_south=True)
"""Row from the south, then column from the west; odd rows stand half a hex further east."""
SECTIONS = {"west": (range(21), 2), "central": (range(21, 56), 1), "east": (range(56, 78), 2)}
"""By section its columns, so that no number is given twice, and its scale."""

PLAYABLE = ("desert", "rough", "mountain", "salt_marsh")
TERRAINS = (*PLAYABLE, "qattara", "sea")
FEATURES = (
    *("coast", "egypt", "road", "track", "rail", "bypass", "port", "fort_tobruk", "fort_bardia"),
    *("supply_axis", "supply_allied", "vp_turn_allied", "vp_final", "axis_vp_pair"),
    *("entry_el_agheila", "entry_turn1_special"),
)
LINES = ("road", "track", "rail", "bypass")
SIDES = ("escarpment", "ridge", "wadi", "sea", "fort")


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of the map, playable or not. `name` is a named place of the rules; a label is only printed."""

    hex: str
    section: str
    terrain: str
    name: str
    label: str
    features: frozenset[str]

    @property
    def playable(self) -> bool:
        return self.terrain in PLAYABLE


@dataclass(frozen=True, slots=True)
class Link:
    """Two hexes with something between them: a line that leads from one to the other, or what their side is."""

    a: str
    b: str
    kind: str
    crossed_by: tuple[str, ...] = ()
    """The lines that lead over a side."""


def read_map(overrides: Path | None) -> dict[str, Cell]:
    """map_west.csv, map_central.csv, map_east.csv: every hex of the three sections."""
    return {
        row.text("hex"): _cell(row, section)
        for section in SECTIONS
        for row in FILES.rows(f"map_{section}.csv", overrides, key="hex")
    }


def _cell(row: Row, section: str) -> Cell:
    name = row.text("hex", required=True)
    try:
        NUMBERS.to_axial(name)
    except ValueError as problem:
        raise row.error("hex", str(problem)) from problem
    columns, _ = SECTIONS[section]
    if int(name[2:]) not in columns:
        raise row.error("hex", f"{section} has columns {columns[0]:02} to {columns[-1]:02}")
    if not row.text("confidence"):
        raise row.error("confidence", "a value is required")
    terrain = row.one_of("terrain", TERRAINS)
    features = frozenset(row.words("features", FEATURES))
    return Cell(name, section, terrain, row.text("name"), row.text("label"), features)


def sheets_of(cells: Mapping[str, Cell]) -> tuple[Sheet, ...]:
    """The playable hexes of each section."""
    return tuple(Sheet(section, _hexes(cells, section), scale) for section, (_, scale) in SECTIONS.items())


def _hexes(cells: Mapping[str, Cell], section: str) -> dict[str, Axial]:
    mine = (cell.hex for cell in cells.values() if cell.section == section and cell.playable)
    return {name: NUMBERS.to_axial(name) for name in mine}


def read_seams(overrides: Path | None, sheets: tuple[Sheet, ...]) -> tuple[tuple[Join, str], ...]:
    """joins.csv: the coloured hexsides between the sections (19.1.6), each with its letter."""
    rows = FILES.rows("joins.csv", overrides, key="letter")
    letters = [row.text("letter", required=True) for row in rows]
    return tuple(zip(read_joins(rows, sheets), letters, strict=True))


def read_lines(overrides: Path | None, cells: Mapping[str, Cell], joins: tuple[Join, ...]) -> tuple[Link, ...]:
    """lines.csv: roads, tracks and the railway, from hex to hex, over joins too, agreeing with the features
    of the hexes."""
    links = []
    for row in FILES.rows("lines.csv", overrides, key="kind hex_a hex_b line"):
        link = _link(row, LINES, cells, joins)
        for field, name in (("hex_a", link.a), ("hex_b", link.b)):
            if link.kind != "bypass" and link.kind not in cells[name].features:
                raise row.error(field, f"the map has no {link.kind} in {name}")
        links.append(link)
    served = {(link.kind, name) for link in links for name in (link.a, link.b)}
    for cell in cells.values():
        for kind in LINES:
            if kind in cell.features and (kind, cell.hex) not in served:
                raise _misplaced(cell, f"lines.csv has no {kind} into {cell.hex}")
    return tuple(links)


def read_hexsides(overrides: Path | None, cells: Mapping[str, Cell]) -> tuple[Link, ...]:
    """hexsides.csv: escarpments, ridges, wadis, forts and a side that is all sea."""
    rows = FILES.rows("hexsides.csv", overrides, key="hex_a hex_b kind")
    return tuple(replace(_link(row, SIDES, cells, ()), crossed_by=row.words("crossed_by", LINES)) for row in rows)


def _link(row: Row, kinds: tuple[str, ...], cells: Mapping[str, Cell], joins: tuple[Join, ...]) -> Link:
    a, b = (_known(row, field, cells) for field in ("hex_a", "hex_b"))
    joined = any({(a, b), (b, a)} & {*join.pairs()} for join in joins)
    if not joined and (cells[a].section != cells[b].section or not touching(a, b)):
        raise row.error("hex_b", f"{a} and {b} are not neighbours")
    return Link(a, b, row.one_of("kind", kinds))


def _known(row: Row, field: str, cells: Mapping[str, Cell]) -> str:
    name = row.text(field, required=True)
    if name not in cells or not cells[name].playable:
        raise row.error(field, f"{name!r} is not a hex that can be entered")
    return name


def touching(a: str, b: str) -> bool:
    """Whether two hexes of a section are neighbours on its grid, whatever lies between them."""
    (q, r), (other_q, other_r) = NUMBERS.to_axial(a), NUMBERS.to_axial(b)
    return (other_q - q, other_r - r) in STEPS


def check_features(cells: Mapping[str, Cell]) -> None:
    """A port or a source of supply lies on no hex that cannot be entered."""
    for cell in cells.values():
        if cell.features - {"egypt"} and not cell.playable:
            raise _misplaced(cell, f"{cell.hex} cannot be entered")


def _misplaced(cell: Cell, reason: str) -> DataError:
    return DataError(f"map_{cell.section}.csv", 0, "features", reason)
