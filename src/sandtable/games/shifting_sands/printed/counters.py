"""The counters: divisions with their upgrades, and battlegroups by pool."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.shifting_sands.printed.files import AXIS, CONTROL, FILES
from sandtable.kernel.tables import DataError, Row

NATIONS = (
    *("BR", "AUS", "IND", "NZ", "SA", "FF", "GK", "POL", "US", "USFF"),
    *("GE", "IT", "VF", "IR", "EG"),
)
"""2.4: USFF are the Free French under American control."""
COMMONWEALTH = ("AUS", "IND", "NZ", "SA")
MINOR_ALLIES = ("FF", "GK", "POL")
GROUPS = (("BR", *COMMONWEALTH, *MINOR_ALLIES), ("US", "USFF"), ("GE", "VF", "IR", "EG"), ("IT",))
"""7.23: nations that count as one when a space is activated."""
ADJECTIVES = {
    "BR": "British",
    "AUS": "Australian",
    "IND": "Indian",
    "NZ": "New Zealand",
    "SA": "South African",
    "FF": "Free French",
    "GK": "Greek",
    "POL": "Polish",
    "US": "American",
    "USFF": "Free French",
    "GE": "German",
    "IT": "Italian",
    "VF": "Vichy French",
    "IR": "Iraqi",
    "EG": "Egyptian",
}
SPECIAL_GROUPS = {"br_lrdg": "LRDG", "ge_ramcke": "Ramcke"}
"""Battlegroups with a name of their own."""
NUMBER = re.compile(r"[0-9]+(st|nd|rd|th)")
AXIS_NATIONS = ("GE", "IT", "VF", "IR", "EG")
NEEDED = {
    "units.csv": (
        *("au_6", "br_6", "ge_164", "ge_5mtn", "ge_90", "ge_999", "it_185", "it_20", "it_80", "it_afr", "it_gds"),
    ),
    "battlegroups.csv": ("br_lrdg", "ge_ramcke"),
}
"""The counters that the rules name."""
FACTORS = re.compile(r"([0-9])-([1-9])-([1-9])")


@dataclass(frozen=True, slots=True)
class Face:
    """The factors on one side of a counter: combat, loss, movement."""

    combat: int
    loss: int
    movement: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter, or a division with the counter that replaces it (7.54)."""

    id: str
    """A division's id, or that of a pool with a number."""
    title: str
    side: int
    nation: str
    division: bool
    armour: bool
    pool: str
    """Of a battlegroup."""
    faces: tuple[tuple[Face, Face], ...]
    """By version, full strength and reduced."""
    better: str
    """7.54: the id of the stronger counter."""
    dot: bool
    """15.43: it never gets replacements."""


def read_units(overrides: Path | None) -> tuple[Unit, ...]:
    """units.csv and battlegroups.csv, divisions first."""
    units = (*_divisions(overrides), *_battlegroups(overrides))
    found = {unit.pool or unit.id for unit in units}
    for file, names in NEEDED.items():
        if missing := [name for name in names if name not in found]:
            raise DataError(file, 0, "", f"the rules speak of {missing[0]!r}, and no line has it")
    return units


def _divisions(overrides: Path | None) -> tuple[Unit, ...]:
    rows = {row.text("id", required=True): row for row in FILES.rows("units.csv", overrides, key="id")}
    better = {row.text("upgrades_to") for row in rows.values()}
    for row in rows.values():
        if (name := row.text("upgrades_to")) and name not in rows:
            raise row.error("upgrades_to", f"there is no counter {name!r}")
    return tuple(_division(row, rows) for name, row in rows.items() if name not in better)


def _division(row: Row, rows: dict[str, Row]) -> Unit:
    upgrade = rows.get(row.text("upgrades_to"))
    return Unit(
        id=row.text("id"),
        title=_division_title(row),
        side=_side(row),
        nation=row.one_of("nation", NATIONS),
        division=True,
        armour=row.one_of("type", ("infantry", "armour")) == "armour",
        pool="",
        faces=(_faces(row), *([_faces(upgrade)] if upgrade else [])),
        better=row.text("upgrades_to"),
        dot=row.flag("dot"),
    )


def _division_title(row: Row) -> str:
    """A name that is nothing but a number is told with its nation: German 164th."""
    name = row.text("name", required=True)
    return f"{ADJECTIVES[row.one_of('nation', NATIONS)]} {name}" if NUMBER.fullmatch(name) else name


def _battlegroups(overrides: Path | None) -> tuple[Unit, ...]:
    return tuple(
        _battlegroup(row, number)
        for row in FILES.rows("battlegroups.csv", overrides, key="pool")
        for number in range(1, row.integer("counters", 1) + 1)
    )


def _battlegroup(row: Row, number: int) -> Unit:
    pool, alone = row.text("pool", required=True), row.integer("counters") == 1
    armour = row.one_of("type", ("infantry", "armour")) == "armour"
    nation = row.one_of("nation", NATIONS)
    return Unit(
        id=pool if alone else f"{pool}-{number}",
        title=SPECIAL_GROUPS.get(pool) or f"{ADJECTIVES[nation]} {'armour ' if armour else ''}battlegroup",
        side=_side(row),
        nation=nation,
        division=False,
        armour=armour,
        pool=pool,
        faces=(_faces(row),),
        better="",
        dot=row.flag("dot"),
    )


def _side(row: Row) -> int:
    """2.4: the nation of a unit decides its side."""
    side = row.number_of("side", CONTROL)
    if (row.one_of("nation", NATIONS) in AXIS_NATIONS) != (side == AXIS):
        raise row.error("side", f"{row.text('nation')} units are not {row.text('side')}")
    return side


def _faces(row: Row) -> tuple[Face, Face]:
    """2.22: only the combat factor may differ."""
    full, reduced = _face(row, "full_CF-LF-MF"), _face(row, "reduced_CF-LF-MF")
    if (full.loss, full.movement) != (reduced.loss, reduced.movement):
        raise row.error("reduced_CF-LF-MF", "loss and movement factors are those of full strength")
    return full, reduced


def _face(row: Row, field: str) -> Face:
    found = FACTORS.fullmatch(row.text(field, required=True))
    if found is None:
        raise row.error(field, "three figures are expected, such as 3-3-5")
    combat, loss, movement = map(int, found.groups())
    return Face(combat, loss, movement)
