"""The counters: units with their factors and upgrades, headquarters, garrisons, supports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.dark_sands.printed.files import FILES, SECTIONS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.kernel.tables import Row

TYPES = ("infantry", "mot_infantry", "mg", "garrison", "tank", "panzer", "armoured_car", "hq")
FOOT = ("infantry", "mot_infantry", "mg", "garrison")
"""12.4: what counts as infantry in combat."""
SIZES = ("company", "battalion", "regiment", "brigade", "division", "corps", "army")
SUPPORT_KINDS = ("box", "naval", "air", "artillery", "anti_tank", "amphibious", "garrison")
BOXES = 6
"""13.7.1: boxes of each side."""


@dataclass(frozen=True, slots=True)
class Face:
    """The factors on one side of a counter."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: all its counters, the first and its upgrades (22.5)."""

    id: str
    """As printed, with spaces."""
    name: str
    """As written in choices and stored games: without spaces."""
    side: int
    nation: str
    formation: str
    """Its division, or '' if it is independent (12.5)."""
    type: str
    size: str
    steps: int
    faces: tuple[tuple[Face, Face], ...]
    """By version, full strength and reduced."""
    upgrades: tuple[int, ...]
    """The turns of its upgrades."""
    dot: bool
    """A white circle: +1 to disorganisation checks (19.2.1)."""
    non_replaceable: bool
    range: int
    """Of a headquarters (11.0), otherwise 0."""


@dataclass(frozen=True, slots=True)
class Support:
    """A support that is kept off the map: aircraft, naval guns, artillery, anti-tank guns, Hecker."""

    id: str
    name: str
    side: int
    kind: str
    attack: tuple[int, ...]
    """By version: artillery has a second one (13.4)."""
    defence: tuple[int, ...]
    sections: frozenset[int]
    """13.2: the sections of the map where it may be used."""
    hq: str
    """13.4: the headquarters of artillery."""


def written(name: str) -> str:
    """A printed name as it is written in choices and stored games."""
    return name.replace(" ", "-")


def read_units(overrides: Path | None) -> tuple[Unit, ...]:
    """units.csv, with hqs.csv: an id with [Tn] is the upgrade of turn n of the same unit."""
    rows = FILES.rows("units.csv", overrides, key="id")
    upgrades: dict[str, list[tuple[int, Row]]] = {}
    for row in rows:
        name, _, turn = row.text("id", required=True).partition(" [T")
        if turn:
            upgrades.setdefault(name, []).append((int(turn.rstrip("]")), row))
    ranges = {row.text("hq"): row.integer("range_hexes", 1) for row in FILES.rows("hqs.csv", overrides, key="hq")}
    plain = [row for row in rows if " [T" not in row.text("id")]
    for name in upgrades.keys() - {row.text("id") for row in plain}:
        raise upgrades[name][0][1].error("id", f"there is no unit {name!r} to upgrade")
    return tuple(_unit(row, sorted(upgrades.get(row.text("id"), []), key=_turn), ranges) for row in plain)


def _turn(upgrade: tuple[int, Row]) -> int:
    return upgrade[0]


def _unit(row: Row, upgrades: list[tuple[int, Row]], ranges: Mapping[str, int]) -> Unit:
    name, kind = row.text("id"), row.one_of("type", TYPES)
    if kind == "hq" and name not in ranges:
        raise row.error("id", "hqs.csv has no range for this headquarters")
    return Unit(
        id=name,
        name=written(name),
        side=row.number_of("side", SIDES),
        nation=row.text("nation", required=True),
        formation=row.text("formation"),
        type=kind,
        size=row.one_of("size", SIZES),
        steps=row.integer("steps", 1, 2),
        faces=(_faces(row), *(_faces(other) for _, other in upgrades)),
        upgrades=tuple(turn for turn, _ in upgrades),
        dot=row.flag("disorg_dot"),
        non_replaceable=row.flag("non_replaceable"),
        range=ranges.get(name, 0),
    )


def _faces(row: Row) -> tuple[Face, Face]:
    full = Face(row.integer("af", 0), row.integer("df", 0), row.integer("ma", 0))
    if row.integer("steps") == 1:
        return full, full
    return full, Face(row.integer("af_reduced", 0), row.integer("df_reduced", 0), row.integer("ma_reduced", 0))


def read_supports(overrides: Path | None) -> tuple[Support, ...]:
    """supports.csv: those kept off the map; boxes and garrisons lie on it."""
    rows = FILES.rows("supports.csv", overrides, key="support")
    return tuple(_support(row) for row in rows if row.one_of("kind", SUPPORT_KINDS) not in ("box", "garrison"))


def _support(row: Row) -> Support:
    name, kind = row.text("support", required=True), row.text("kind")
    limits = row.words("sections", tuple(SECTIONS)) or tuple(SECTIONS)
    return Support(
        id=name,
        name=written(name),
        side=row.number_of("side", SIDES),
        kind=kind,
        attack=_values(row, "af"),
        defence=_values(row, "df"),
        sections=frozenset(list(SECTIONS).index(section) for section in limits),
        hq="HQ " + name.removesuffix(" Arty") if kind == "artillery" else "",
    )


def _values(row: Row, field: str) -> tuple[int, ...]:
    """'2', or '1, then 2'."""
    words = row.text(field, required=True).split(", then ")
    if not all(word.isdecimal() for word in words):
        raise row.error(field, f"{row.text(field)!r} is neither a number nor 'one number, then another'")
    return tuple(map(int, words))
