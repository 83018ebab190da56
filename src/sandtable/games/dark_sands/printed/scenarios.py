"""The four scenarios (P1): where everything is at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.dark_sands.printed.counters import Support, Unit
from sandtable.games.dark_sands.printed.files import FILES, Cell
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.kernel.tables import Row

SCENARIOS = ("compass", "sunflower", "crusader", "gazala")
ENTRY = "ENTRY"
"""In a set-up: any hex of the El Agheila entry area."""
BOX, RAILHEAD = "Box", "Railhead"
LISTS = ("controls", "supports", "garrisons", "rebuildable", "away", "gone", "gone-supports")


@dataclass(frozen=True, slots=True)
class Setup:
    """One scenario. Units that are in no list are still to come."""

    id: str
    first: int
    last: int
    initiative: int
    points: tuple[int, int]
    """Victory points at the start, by side."""
    placed: tuple[tuple[int, str, bool], ...]
    """Units on the map: their hex, or ENTRY, and whether they are reduced."""
    boxes: tuple[tuple[int, str], ...]
    """By side the hexes with a fortified box."""
    railhead: str
    lists: Mapping[tuple[int, str], tuple[str, ...]]
    """By side and word: what starts.csv lists, by printed name or hex."""


def read_setups(
    overrides: Path | None, cells: Mapping[str, Cell], units: Sequence[Unit], supports: Sequence[Support]
) -> tuple[Setup, ...]:
    """scenarios.csv, setups.csv, starts.csv."""
    heads = {
        row.one_of("scenario", SCENARIOS): row for row in FILES.rows("scenarios.csv", overrides, key="scenario")
    }
    lines = FILES.rows("setups.csv", overrides, key="")
    starts = FILES.rows("starts.csv", overrides, key="scenario side what")
    return tuple(_setup(heads[name], lines, starts, cells, units, supports) for name in SCENARIOS)


def _setup(
    head: Row,
    lines: Sequence[Row],
    starts: Sequence[Row],
    cells: Mapping[str, Cell],
    units: Sequence[Unit],
    supports: Sequence[Support],
) -> Setup:
    name = head.text("scenario")
    numbers = {unit.id: number for number, unit in enumerate(units)}
    placed, boxes, railhead = [], [], ""
    for row in lines:
        if row.one_of("scenario", SCENARIOS) != name:
            continue
        what, place = row.text("unit", required=True), row.text("hex", required=True)
        if place != ENTRY and (place not in cells or not cells[place].playable):
            raise row.error("hex", f"{place!r} is not a hex that can be entered")
        if what == RAILHEAD:
            railhead = place
        elif what == BOX:
            boxes.append((row.number_of("side", SIDES), place))
        elif what in numbers:
            placed.append((numbers[what], place, row.one_of("state", ("full", "reduced")) == "reduced"))
        else:
            raise row.error("unit", f"there is no unit {what!r}")
    return Setup(
        id=name,
        first=head.integer("first", 1),
        last=head.integer("last", 1),
        initiative=head.number_of("initiative", SIDES),
        points=(head.integer("axis_vp", 0), head.integer("allied_vp", 0)),
        placed=tuple(placed),
        boxes=tuple(boxes),
        railhead=railhead,
        lists=dict(_list(row, cells, numbers, supports) for row in starts if row.text("scenario") == name),
    )


def _list(
    row: Row, cells: Mapping[str, Cell], units: Mapping[str, int], supports: Sequence[Support]
) -> tuple[tuple[int, str], tuple[str, ...]]:
    what = row.one_of("what", LISTS)
    names = tuple(row.text("names", required=True).split(";"))
    known = (
        cells.keys()
        if what == "controls"
        else {support.id for support in supports}
        if "supports" in what
        else units
    )
    for name in names:
        if name not in known:
            raise row.error("names", f"{name!r} is not known")
    return (row.number_of("side", SIDES), what), names
