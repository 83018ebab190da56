"""The tracks: turns, action chits, reinforcements, replacement chits, both combat tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.dark_sands.printed.counters import Support, Unit, written
from sandtable.games.dark_sands.printed.files import FILES
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.kernel.tables import Row

LAST_TURN = 17
YEARS = (1940, 1941, 1942)
CHITS = {
    "Logistics": "logistics",
    "Move": "move",
    "Combat": "combat",
    "Move/Combat": "move/combat",
    "Half Move/Combat -1": "half/combat-1",
    "Reinforcement": "reinforcement",
    "O'Connor": "oconnor",
    "Combeforce": "combeforce",
    "TheAuk": "auk",
    "Monty": "monty",
    "Rommel": "rommel",
    "AfrikaKorps": "afrika-korps",
    "PanzerArmee": "panzerarmee",
    "21Corps": "21-corps",
    "13Corps": "13-corps",
    "30Corps": "30-corps",
    "8Army": "8-army",
    "Tobruk Falls (Allied)": "tobruk-falls",
    "Tobruk Falls (Axis)": "tobruk-falls",
}
"""The chits of chits.csv, and the word for each."""
PRIORITY = ("rommel", "monty", "auk")
COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
RESULTS = ("AE", "AL1", "BL1", "DR", "DR*", "1/2EX", "EX", "DE*", "DE")
TABLES = ("mobile", "assault")


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn track."""

    months: str
    year: int
    initiative: int
    panzer_repair: int
    pool: int
    """The year whose replacement chits are drawn, or 0."""
    cadres: bool
    assault: bool


@dataclass(frozen=True, slots=True)
class ActionChit:
    """One action chit. Logistics belongs to nobody: its side is -1."""

    name: str
    kind: str
    side: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line of the reinforcement track: what happens to a unit or a support (22)."""

    turn: int
    side: int
    action: str
    """arrive, depart, return, upgrade."""
    unit: int
    """Its number, or -1 for a support."""
    support: int
    group: str
    """The white box of an exchange (22.4), or ''."""


@dataclass(frozen=True, slots=True)
class ReplacementChit:
    """What a replacement chit brings."""

    name: str
    side: int
    year: int
    points: tuple[int, int, int, int, int]
    """Panzer, German infantry, Italian; Allied tank, Allied infantry."""
    conditional: bool
    """Kept aside until its condition holds (17.3.3, 17.4.4)."""


def read_turns(overrides: Path | None) -> tuple[Turn, ...]:
    """turn_track.csv; turn n is at index n, index 0 repeats turn 1."""
    rows = FILES.rows("turn_track.csv", overrides, key="turn")
    turns = tuple(map(_turn, rows))
    for number, row in enumerate(rows, start=1):
        if row.integer("turn") != number:
            raise row.error("turn", f"turn {number} is expected here")
    if len(turns) != LAST_TURN:
        raise rows[-1].error("turn", f"there are {LAST_TURN} turns")
    return (turns[0], *turns)


def _turn(row: Row) -> Turn:
    pool = row.one_of("replacement_pool", ("none", "1941", "1942"))
    return Turn(
        months=row.text("months", required=True),
        year=row.integer("year", YEARS[0], YEARS[-1]),
        initiative=row.number_of("initiative", SIDES),
        panzer_repair=row.integer("panzer_repair", 0, 1),
        pool=0 if pool == "none" else int(pool),
        cadres=row.flag("allied_cadre"),
        assault=row.flag("assault_crt"),
    )


def read_chits(overrides: Path | None) -> tuple[tuple[ActionChit, ...], Mapping[int, tuple[str, ...]]]:
    """chits.csv: every action chit, and by turn the names of those that are used; 0 is 'any turn'."""
    most: dict[tuple[str, str], int] = {}
    wanted: dict[int, list[tuple[str, str, int]]] = {}
    for row in FILES.rows("chits.csv", overrides, key="turn side chit"):
        turn = 0 if row.text("turn") == "any" else row.integer("turn", 1, LAST_TURN)
        key = row.one_of("side", ("none", *SIDES)), row.one_of("chit", CHITS)
        count = row.integer("count", 1)
        most[key] = max(most.get(key, 0), count)
        wanted.setdefault(turn, []).append((*key, count))
    chits = tuple(
        ActionChit(_chit_name(side, chit, number), CHITS[chit], SIDES.index(side) if side in SIDES else -1)
        for (side, chit), count in most.items()
        for number in range(1, count + 1)
    )
    used = {
        turn: tuple(
            _chit_name(side, chit, number) for side, chit, count in lines for number in range(1, count + 1)
        )
        for turn, lines in wanted.items()
    }
    return chits, used


def _chit_name(side: str, chit: str, number: int) -> str:
    plain = CHITS[chit]
    owner = "" if side == "none" else f"{side}-"
    return f"{owner}{plain}-{number}"


def read_reinforcements(
    overrides: Path | None, units: Sequence[Unit], supports: Sequence[Support]
) -> tuple[Arrival, ...]:
    """reinforcements.csv; `S:` names a support."""
    unit_names = [unit.id for unit in units]
    support_names = [support.id for support in supports]
    found = []
    for row in FILES.rows("reinforcements.csv", overrides, key="turn side action unit"):
        name = row.text("unit", required=True)
        is_support = name.startswith("S:")
        names = support_names if is_support else unit_names
        if name.removeprefix("S:") not in names:
            raise row.error("unit", f"there is no {'support' if is_support else 'unit'} {name!r}")
        number = names.index(name.removeprefix("S:"))
        found.append(
            Arrival(
                turn=row.integer("turn", 1, LAST_TURN),
                side=row.number_of("side", SIDES),
                action=row.one_of("action", ("arrive", "depart", "return", "upgrade")),
                unit=-1 if is_support else number,
                support=number if is_support else -1,
                group=row.text("exchange_group"),
            )
        )
    return tuple(found)


def read_replacements(overrides: Path | None) -> tuple[ReplacementChit, ...]:
    """replacements.csv."""
    return tuple(map(_replacement, FILES.rows("replacements.csv", overrides, key="chit")))


def _replacement(row: Row) -> ReplacementChit:
    columns = ("panzer", "german_infantry", "italian", "allied_tank", "allied_infantry")
    values = [row.integer(column, 0) if row.text(column) else 0 for column in columns]
    return ReplacementChit(
        name=written(row.text("chit", required=True)),
        side=row.number_of("side", SIDES),
        year=row.integer("year", 1941, 1942),
        points=(values[0], values[1], values[2], values[3], values[4]),
        conditional=row.text("use").startswith("conditional"),
    )


def read_tables(overrides: Path | None) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """crt.csv: by table and column, the number of the result for a modified roll of 1 to 8."""
    cells: dict[tuple[str, int], Row] = {}
    for row in FILES.rows("crt.csv", overrides, key="table die"):
        cells[row.one_of("table", TABLES), row.integer("die", 1, 8)] = row
    return tuple(
        tuple(tuple(cells[table, die].number_of(column, RESULTS) for die in range(1, 9)) for column in COLUMNS)
        for table in TABLES
    )
