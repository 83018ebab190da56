"""11.27: the two fire tables; 11.7: the missions of the LRDG; the effects of terrain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sandtable.games.shifting_sands.printed.files import FILES
from sandtable.kernel.tables import DataError, Row

BATTLEGROUP, DIVISION = TABLES = ("battlegroup", "division")
MISSIONS = ("intelligence", "raid")
FACES = range(1, 7)
HEAD = re.compile(r"[0-9]{1,3}")
"""What the head of a column begins with: the smallest factor that uses it."""
FOUGHT_OVER = ("clear", "mountain", "swamp", "oasis", "fort")
"""The grounds whose effects the rules ask for."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a fire table."""

    title: str
    least: int
    """The smallest factor that uses it."""
    losses: tuple[int, ...]
    """By face of the die."""
    bold: tuple[bool, ...]
    """11.47: results that overrun."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What a terrain does to a battle."""

    attacker_shift: int
    defender_shift: int
    stands: bool
    """11.53: an extra step cancels the retreat."""
    flanks: bool
    """11.31: flank attempts are possible."""
    overruns: bool
    """11.472."""
    stops_advance: bool
    """11.65."""


@dataclass(frozen=True, slots=True)
class Mission:
    """The result of a mission for one face of the die."""

    shown: int
    discarded: int
    losses: int


def read_fire(overrides: Path | None) -> Mapping[str, tuple[Column, ...]]:
    """fire_tables.csv."""
    cells: dict[tuple[str, int], dict[int, Row]] = {}
    for row in FILES.rows("fire_tables.csv", overrides, key="table column_index die"):
        key = row.one_of("table", TABLES), row.integer("column_index", 0)
        cells.setdefault(key, {})[row.integer("die", 1, 6)] = row
    columns = {table: tuple(_column(cells[key]) for key in sorted(cells) if key[0] == table) for table in TABLES}
    for table, found in columns.items():
        if not found or found[0].least or any(left.least >= right.least for left, right in pairwise(found)):
            raise DataError("fire_tables.csv", 0, "combat_factors", f"{table}: the columns begin at 0 and rise")
    return columns


def _column(rows: Mapping[int, Row]) -> Column:
    some = next(iter(rows.values()))
    if missing := [face for face in FACES if face not in rows]:
        raise some.error("die", f"this column has no line for a {missing[0]}")
    title = some.text("combat_factors", required=True)
    least = HEAD.match(title)
    if least is None:
        raise some.error("combat_factors", f"{title!r} does not begin with a number")
    return Column(
        title=title,
        least=int(least[0]),
        losses=tuple(rows[face].integer("loss_number", 0, 9) for face in FACES),
        bold=tuple(rows[face].flag("bold_overrun") for face in FACES),
    )


def read_effects(overrides: Path | None) -> Mapping[str, Effects]:
    """terrain_effects.csv."""
    effects = {
        row.text("terrain", required=True): Effects(
            attacker_shift=row.integer("attacker_column_shift", -3, 3),
            defender_shift=row.integer("defender_column_shift", -3, 3),
            stands=_yes(row, "extra_step_cancels_retreat"),
            flanks=_yes(row, "flank_attack_allowed"),
            overruns=_yes(row, "overrun_possible"),
            stops_advance=_yes(row, "stops_advance"),
        )
        for row in FILES.rows("terrain_effects.csv", overrides, key="terrain")
    }
    if missing := [ground for ground in FOUGHT_OVER if ground not in effects]:
        raise DataError("terrain_effects.csv", 0, "terrain", f"{missing[0]!r} is missing")
    return effects


def _yes(row: Row, field: str) -> bool:
    return row.one_of(field, ("no", "yes")) == "yes"


def read_missions(overrides: Path | None) -> Mapping[str, tuple[Mission, ...]]:
    """lrdg.csv, by face of the die."""
    rows = FILES.rows("lrdg.csv", overrides, key="mission die")
    missions = {
        mission: tuple(
            Mission(
                row.integer("axis_cards_shown", 0),
                row.integer("axis_cards_discarded", 0),
                row.integer("lrdg_step_loss", 0),
            )
            for row in sorted(rows, key=lambda row: row.integer("die", 1, 6))
            if row.one_of("mission", MISSIONS) == mission
        )
        for mission in MISSIONS
    }
    if short := [mission for mission, faces in missions.items() if len(faces) < len(FACES)]:
        raise DataError("lrdg.csv", 0, "die", f"{short[0]}: there must be a line for each face of the die")
    return missions
