"""Reading the data files: the spaces of the map, the links between them, and what is drawn behind them.

Each function reads one file of `data/`, checks it by itself and against the files read before it, and returns
plain values; `data` numbers them. Lengths are those of the drawing, on a canvas of 3450 by 2200.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from sandtable.boards.graph import LINK_COLUMNS, Link, read_links
from sandtable.kernel.tables import DataError, DataFiles, Row

AXIS, ALLIED = 0, 1
SIDES = ("Axis", "Allies")

FILES = DataFiles(
    files("sandtable.games.shifting_sands") / "data",
    {
        "spaces.csv": "id name region subregion x y terrain fort port vp source start_control confidence notes",
        "links.csv": f"{LINK_COLUMNS} restriction via confidence notes",
        "coast.csv": "polygon order x y",
        "insets.csv": "name x0 y0 x1 y1",
        "waypoints.csv": "from to order x y",
        "units.csv": (
            "id side nation name size type full_CF-LF-MF reduced_CF-LF-MF dot entry upgrades_to confidence"
        ),
        "battlegroups.csv": (
            "pool side nation size type full_CF-LF-MF reduced_CF-LF-MF counters dot in_campaign_setup "
            "in_sonnenblume_setup added_by_torch notes confidence"
        ),
        "cards_axis.csv": (
            "no year name key ops ops_square asterisk type reinforcement_class torch_T red_name rp_GE rp_IT "
            "prerequisites not_playable_if units effect cc_when cc_condition cc_effect conf_name conf_no conf_ops "
            "conf_rp conf_effect removed_in_18_1"
        ),
        "cards_allied.csv": (
            "no year name key ops ops_square asterisk type reinforcement_class torch_T red_name rp_BR rp_CW rp_A "
            "prerequisites not_playable_if units effect cc_when cc_condition cc_effect conf_name conf_no conf_ops "
            "conf_rp conf_effect removed_in_18_1"
        ),
        "card_words.csv": "card line_1 line_2",
        "fire_tables.csv": (
            "table column_index combat_factors die loss_number bold_overrun confidence_loss confidence_bold"
        ),
        "terrain_effects.csv": (
            "terrain attacker_column_shift defender_column_shift extra_step_cancels_retreat flank_attack_allowed "
            "overrun_possible stops_advance confidence"
        ),
        "lrdg.csv": "mission die axis_cards_shown axis_cards_discarded lrdg_step_loss confidence",
        "setup.csv": "scenario side space unit_or_pool count state confidence",
        "control_markers.csv": "scenario side space confidence",
        "checkpoints.csv": "id kind a b expected status source note",
    },
)

TERRAINS = ("clear", "mountain", "swamp", "oasis", "box", "offmap")
PORTS = ("no", "yes", "after_torch")
SOURCES = ("", "axis", "allied", "axis_after_torch", "allied_after_torch")
CONTROL = ("axis", "allied")
REGIONS = (
    *("Algeria-Tunisia", "Libya", "Egypt", "East Africa", "Near East"),
    *("Chad", "Sicily", "Malta", "Off-map"),
)
LINE_KINDS = ("solid", "dashed")
RESTRICTIONS = (
    *("", "BG_ONLY_AFTER_LRDG", "LRDG_ONLY", "FF_BR_BG_ONLY"),
    *("ALLIED_ONLY", "ALLIED_ONLY_FULL_MOVE"),
)
"""Who may use a link: anybody; battlegroups once the LRDG has come (9.2); the LRDG (9.23); Free French
battlegroups (10.11); the Allies (10.22); the Allies, for a whole move (10.21)."""

NEEDED_SPACES = (
    *(
        "addis_ababa",
        "aden",
        "alexandria",
        "algiers",
        "aswan",
        "baghdad",
        "basra",
        "beirut",
        "benghazi",
        "berbera",
    ),
    *("bizerte", "cairo", "casablanca", "el_agheila", "el_alamein", "jerusalem", "khartoum", "massawa", "oran"),
    *("mersa_matruh", "port_said", "sinai", "suez", "tarhuna", "tobruk", "tripoli", "tunis"),
    *("chad", "deep_desert", "india", "malta", "persia", "sicily", "south_africa"),
    *("allied_replaceable", "allied_reserve", "axis_replaceable", "axis_reserve"),
)
"""The spaces that the rules name."""
NEEDED_REGIONS = ("Algeria-Tunisia", "Libya", "Egypt", "East Africa", "Near East", "Sicily")
NEEDED_SUBREGIONS = ("Palestine", "Syria", "Iraq", "Sinai")

LENGTH = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map, or a box beside it."""

    id: str
    name: str
    region: str
    subregion: str
    at: Point
    terrain: str
    fort: int
    port: str
    points: int
    source: str
    control: int
    """At the start of the campaign."""
    confidence: str

    @property
    def on_map(self) -> bool:
        return self.terrain != "offmap"

    @property
    def word(self) -> str:
        """Its name as one word, for choices."""
        return self.name.removesuffix(" Box").replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Inset:
    """A framed part of the map, with the rings of its coasts."""

    title: str
    corner: Point
    opposite: Point
    coasts: tuple[tuple[Point, ...], ...]


def read_spaces(overrides: Path | None) -> tuple[Space, ...]:
    """3.0: all spaces and boxes."""
    rows = FILES.rows("spaces.csv", overrides, key="id")
    spaces = tuple(_space(row) for row in rows)
    words: dict[str, int] = {}
    for row, space in zip(rows, spaces, strict=True):
        if words.setdefault(space.word, row.line) != row.line:
            raise row.error("name", f"{space.name!r} is already in line {words[space.word]}")
    _check_needed("id", NEEDED_SPACES, {space.id for space in spaces})
    _check_needed("region", NEEDED_REGIONS, {space.region for space in spaces})
    _check_needed("subregion", NEEDED_SUBREGIONS, {space.subregion for space in spaces})
    return spaces


def _check_needed(field: str, needed: Sequence[str], found: Set[str]) -> None:
    """Whatever the rules name is there."""
    if missing := [name for name in needed if name not in found]:
        raise DataError("spaces.csv", 0, field, f"the rules speak of {missing[0]!r}, and no line has it")


def _space(row: Row) -> Space:
    return Space(
        id=row.text("id", required=True),
        name=row.text("name", required=True),
        region=row.one_of("region", REGIONS),
        subregion=row.text("subregion"),
        at=_point(row),
        terrain=row.one_of("terrain", TERRAINS),
        fort=row.integer("fort", 0, 9),
        port=row.one_of("port", PORTS),
        points=row.integer("vp", 0, 1),
        source=row.one_of("source", SOURCES),
        control=row.number_of("start_control", CONTROL),
        confidence=row.text("confidence", required=True),
    )


def read_ways(overrides: Path | None, ids: Sequence[str]) -> tuple[tuple[Link, ...], tuple[str, ...]]:
    """9.1: the links, and by link who may use it."""
    rows = FILES.rows("links.csv", overrides)
    return read_links(rows, ids, LINE_KINDS), tuple(row.one_of("restriction", RESTRICTIONS) for row in rows)


def read_bends(overrides: Path | None, ids: Sequence[str]) -> dict[tuple[int, int], tuple[Point, ...]]:
    """By the ends of a link the points through which it is drawn: along a frame, or past a third space."""
    bends: dict[tuple[int, int], tuple[Point, ...]] = {}
    for row in FILES.rows("links.csv", overrides):
        if row.text("via"):
            corners = [corner.partition(";") for corner in row.text("via").split()]
            ends = ids.index(row.text("a")), ids.index(row.text("b"))
            bends[ends] = tuple((_length(row, "via", x), _length(row, "via", y)) for x, _, y in corners)
    for row in FILES.rows("waypoints.csv", overrides, key="from to order"):
        ends = row.number_of("from", ids), row.number_of("to", ids)
        bends[ends] = (*bends.get(ends, ()), _point(row))
    return bends


def read_insets(overrides: Path | None) -> tuple[Inset, ...]:
    """The frames in the order in which they are drawn, each with its coasts."""
    rings = _rings(overrides)
    return tuple(_inset(row, rings) for row in FILES.rows("insets.csv", overrides, key="name"))


def _inset(row: Row, rings: Mapping[str, tuple[Point, ...]]) -> Inset:
    name = row.text("name", required=True)
    x0, y0, x1, y1 = (_length(row, field, row.text(field)) for field in ("x0", "y0", "x1", "y1"))
    if x0 >= x1 or y0 >= y1:
        raise row.error("x1", "the frame has no inside")
    coasts = tuple(ring for coast, ring in rings.items() if coast.rpartition("_")[0] == name)
    return Inset(name.replace("_", " ").title(), (x0, y0), (x1, y1), coasts)


def _rings(overrides: Path | None) -> dict[str, tuple[Point, ...]]:
    """The closed lines of the coast by name."""
    rows = FILES.rows("coast.csv", overrides, key="polygon order")
    for before, row in pairwise(rows):
        expected = before.integer("order") + 1 if row.text("polygon") == before.text("polygon") else 1
        row.integer("order", expected, expected)
    rings: dict[str, tuple[Point, ...]] = {}
    for row in rows:
        rings[row.text("polygon")] = (*rings.get(row.text("polygon"), ()), _point(row))
    return rings


def _point(row: Row) -> Point:
    return _length(row, "x", row.text("x")), _length(row, "y", row.text("y"))


def _length(row: Row, field: str, text: str) -> float:
    if not LENGTH.fullmatch(text):
        raise row.error(field, f"{text!r} is not a length such as 12 or 12.5")
    return float(text)


def lies_in(at: Point, ring: Sequence[Point]) -> bool:
    """Is a point inside a ring? A line from it eastwards crosses the ring an odd number of times."""
    return sum(_crosses(at, a, b) for a, b in _sides(ring)) % 2 == 1


def _sides(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _crosses(at: Point, a: Point, b: Point) -> bool:
    if (a[1] > at[1]) == (b[1] > at[1]):
        return False
    return at[0] < a[0] + (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1])
