"""Reading the printed tracks and tables: time record, convoy, order of appearance, combat table.

They say the same thing in several places (a unit's arrival is in the counter list, the order of appearance
and the time record), so each is checked against those read before it, and a slip in one of them is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sandtable.games.afrika_korps.printed.files import CONFIDENCE, FILES, SIDES, Cell, UnitFile, find_hex
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.tables import DataError, Row
from sandtable.kernel.words import shortened

# What the combat table prints (7.5): attacker eliminated, attacker back 2, exchange, defender back 2,
# defender eliminated.
AE, AB2, EX, DB2, DE = range(5)
RESULT_NAMES = ("AE", "AB2", "EX", "DB2", "DE")
ODDS_NAMES = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
# The printed table has one more column, for odds that need no die (7.4).
BEYOND = "7-1"
FACES = range(1, 7)

SUPPLY_RECORDS = (
    "axis_roll", "arrivals_per_turn", "max_own_on_map", "max_captured_on_map", "counters_at_start_on_map",
    "counters_off_map_at_start", "move_factor", "attack_range",
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """One box of the time record (1.6)."""

    date: str
    reinforcements: tuple[int, int]
    replacements: bool
    substitutes: bool
    row: Row


@dataclass(frozen=True, slots=True)
class SupplyTables:
    """The convoy table by turn, as a mask of the faces that sink it (index 0 unused), and the limits of 12, 14."""

    sunk: tuple[int, ...]
    own_limit: tuple[int, int]
    attack_range: int


def read_time(overrides: Path | None) -> tuple[Turn, ...]:
    """time.csv: the time record, two turns a month without a gap (1.6); the first turn has index 0."""
    rows = FILES.rows("time.csv", overrides, key="turn")
    if not rows:
        raise DataError("time.csv", 0, "turn", "the record has no turns")
    turns: list[Turn] = []
    half_month = 0
    for number, row in enumerate(rows, start=1):
        if row.integer("turn") != number:
            raise row.error("turn", f"turn {number} is expected here")
        before, half_month = half_month, _half_month(row)
        if turns and half_month != before + 1:
            raise row.error("date", f"does not follow {turns[-1].date} by half a month")
        turns.append(_turn(row))
    _check_lasting(turns)
    return tuple(turns)


def _half_month(row: Row) -> int:
    """The date as a count of half months."""
    date = row.text("date", required=True)
    day, _, rest = date.partition(" ")
    month, _, written = rest.partition(" ")
    year = whole_number(written)
    if day not in ("1", "15") or month not in MONTHS or year is None:
        raise row.error("date", f"{shortened(date)!r} is not like '1 April 1941' or '15 April 1941'")
    return (year * 12 + MONTHS.index(month)) * 2 + (day == "15")


def _turn(row: Row) -> Turn:
    return Turn(
        date=row.text("date"),
        reinforcements=(row.integer("axis_reinforcements", 0), row.integer("allied_reinforcements", 0)),
        replacements=row.flag("replacements"),
        substitutes=row.flag("allied_substitutes"),
        row=row,
    )


def _check_lasting(turns: list[Turn]) -> None:
    """Replacements and substitutes, once begun, go on to the end (20.1, 21.1)."""
    for before, after in pairwise(turns):
        for field in ("replacements", "allied_substitutes"):
            if before.row.flag(field) and not after.row.flag(field):
                raise after.row.error(field, "stops again; once begun it lasts to the end")


def first_turn(flags: list[bool]) -> int:
    """The first turn flagged; one past the last where none is."""
    return flags.index(True) + 1 if True in flags else len(flags) + 1


def read_supply(overrides: Path | None, turns: tuple[Turn, ...], counters: UnitFile) -> SupplyTables:
    """supply.csv: the Axis convoy table and the figures of 12 and 14."""
    rows = FILES.rows("supply.csv", overrides, key="record side turn_from die")
    for row in rows:
        row.one_of("record", SUPPLY_RECORDS)
        row.one_of("side", (*SIDES, "both"))
        row.one_of("confidence", CONFIDENCE)
    sunk = _convoy([row for row in rows if row.text("record") == "axis_roll"], len(turns))
    _check_track(turns, sunk)
    _check_supply_move(_figure(rows, "move_factor", "both"), counters)
    return SupplyTables(
        sunk=sunk,
        own_limit=(_figure(rows, "max_own_on_map", "Axis"), _figure(rows, "max_own_on_map", "Allied")),
        attack_range=_figure(rows, "attack_range", "both"),
    )


def _convoy(rows: list[Row], last: int) -> tuple[int, ...]:
    """Which faces sink the convoy on each turn (12.2); each face of each turn must be there once."""
    sunk = [0] * (last + 1)
    known = [0] * (last + 1)
    for row in rows:
        face = 1 << row.integer("die", 1, 6)
        sinks = row.one_of("value", ("sunk", "arrives")) == "sunk"
        start = row.integer("turn_from", 1, last)
        for turn in range(start, row.integer("turn_to", start, last) + 1):
            if known[turn] & face:
                raise row.error("turn_from", f"turn {turn} already has a result for die {row.text('die')}")
            known[turn] |= face
            sunk[turn] |= face if sinks else 0
    for turn in range(1, last + 1):
        for die in FACES:
            if not known[turn] >> die & 1:
                raise DataError("supply.csv", 0, "die", f"turn {turn} has no convoy result for die {die}")
    return tuple(sunk)


def _check_track(turns: tuple[Turn, ...], sunk: tuple[int, ...]) -> None:
    """The time record repeats the convoy table; turn 1 is blank there, as the Axis holds no port (12.2)."""
    faces = [str(die) for die in FACES]
    for number, turn in enumerate(turns, start=1):
        printed = turn.row.words("axis_supply_sunk_on", faces)
        wanted = tuple(face for die, face in enumerate(faces, start=1) if sunk[number] >> die & 1)
        if printed != wanted and (printed or number > 1):
            raise turn.row.error("axis_supply_sunk_on", f"supply.csv sinks it on {' '.join(wanted) or 'nothing'}")


def _figure(rows: tuple[Row, ...], record: str, side: str) -> int:
    for row in rows:
        if row.text("record") == record and row.text("side") == side:
            return row.integer("value", 0)
    raise DataError("supply.csv", 0, "record", f"there is no {record} for {side}")


def _check_supply_move(move: int, counters: UnitFile) -> None:
    """All supply units have the same movement (1.2.3)."""
    for unit, row in zip(counters.units, counters.rows, strict=True):
        if unit.kind == "supply" and unit.move != move:
            raise row.error("move", f"supply.csv gives supply units {move}")


def read_setup(overrides: Path | None, cells: dict[str, Cell], counters: UnitFile) -> list[tuple[int, str]]:
    """setup.csv: unit number and hex name of the first deployment (2.2.1), as units.csv has it."""
    rows = FILES.rows("setup.csv", overrides, key="unit")
    placed = []
    for row in rows:
        unit, name = counters.find(row), find_hex(row, "hex", cells)
        row.one_of("confidence", CONFIDENCE)
        if counters.place(unit) != name:
            raise row.error("hex", f"units.csv has {unit.id} arrive at {counters.place(unit)!r}")
        if row.text("place") != cells[name].place:
            raise row.error("place", f"map.csv calls {name} {cells[name].place!r}")
        placed.append((unit.number, name))
    found = {number for number, _ in placed}
    for unit, row in zip(counters.units, counters.rows, strict=True):
        if unit.arrival_turn == 1 and unit.number not in found:
            raise row.error("arrival_place", f"setup.csv does not place {unit.id}")
    return placed


def read_arrivals(
    overrides: Path | None, turns: tuple[Turn, ...], counters: UnitFile
) -> tuple[tuple[int, int], ...]:
    """reinforcements.csv: unit masks by turn and side (19.1), as units.csv and the time record have them."""
    rows = FILES.rows("reinforcements.csv", overrides, key="unit")
    arrivals = [[0, 0] for _ in range(len(turns) + 1)]
    for row in rows:
        unit = counters.find(row)
        turn = row.integer("turn", 2, len(turns))
        if unit.arrival_turn != turn:
            raise row.error("turn", f"units.csv has {unit.id} arrive on turn {unit.arrival_turn}")
        if row.text("date") != turns[turn - 1].date:
            raise row.error("date", f"turn {turn} is {turns[turn - 1].date}")
        if row.text("factors") != unit.factors:
            raise row.error("factors", f"units.csv has {unit.id} with {unit.factors}")
        row.one_of("confidence", CONFIDENCE)
        arrivals[turn][unit.side] |= 1 << unit.number
    _check_all_arrive(turns, counters, arrivals)
    return tuple((axis, allied) for axis, allied in arrivals)


def _check_all_arrive(turns: tuple[Turn, ...], counters: UnitFile, arrivals: list[list[int]]) -> None:
    for unit, row in zip(counters.units, counters.rows, strict=True):
        turn = unit.arrival_turn
        if turn > 1 and not (turn <= len(turns) and arrivals[turn][unit.side] >> unit.number & 1):
            raise row.error("arrival_turn", f"reinforcements.csv does not list {unit.id} on turn {turn}")
        if turn and row.text("arrival_date") != turns[turn - 1].date:
            raise row.error("arrival_date", f"turn {turn} is {turns[turn - 1].date}")
    for number, box in enumerate(turns, start=1):
        for side, field in enumerate(("axis_reinforcements", "allied_reinforcements")):
            count = arrivals[number][side].bit_count()
            if box.reinforcements[side] != count:
                raise box.row.error(field, f"reinforcements.csv lists {count}")


def read_crt(overrides: Path | None) -> tuple[tuple[int, ...], ...]:
    """crt.csv: the combat table by column, then die less one (7.5)."""
    rows = FILES.rows("crt.csv", overrides, key="die")
    by_die = {row.integer("die", 1, 6): row for row in rows}
    for die in FACES:
        if die not in by_die:
            raise DataError("crt.csv", 0, "die", f"there is no line for die {die}")
    for row in rows:
        if row.one_of(BEYOND, RESULT_NAMES) != "DE":
            raise row.error(BEYOND, "odds beyond the table always eliminate the defender (DE)")
    return tuple(
        tuple(RESULT_NAMES.index(by_die[die].one_of(odds, RESULT_NAMES)) for die in FACES) for odds in ODDS_NAMES
    )
