"""What is printed, read once more from the data files: spaces, links, counters and fire tables by their ids."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

AXIS, ALLIED = "axis", "allied"
OTHER = {AXIS: ALLIED, ALLIED: AXIS}
RESERVE = {AXIS: "axis_reserve", ALLIED: "allied_reserve"}
REPLACEABLE = {AXIS: "axis_replaceable", ALLIED: "allied_replaceable"}
ELIMINATED = "eliminated"

EGYPT, LIBYA, EAST_AFRICA, NEAR_EAST = "Egypt", "Libya", "East Africa", "Near East"
WEST = "Algeria-Tunisia"

# 7.23: nations that count as one.
BRITISH = frozenset({"BR", "AUS", "IND", "NZ", "SA", "FF", "GK", "POL"})
AMERICANS = frozenset({"US", "USFF"})
GERMANS = frozenset({"GE", "VF", "IR", "EG"})
ITALIANS = frozenset({"IT"})
GROUPS = (BRITISH, AMERICANS, GERMANS, ITALIANS)


@dataclass(frozen=True)
class Space:
    """A space of the map, or a box."""

    id: str
    region: str
    subregion: str
    terrain: str
    fort: int
    port: str
    is_victory_space: bool
    start_control: str


@dataclass(frozen=True)
class Unit:
    """A division with its upgrade, or one battlegroup of a pool."""

    id: str
    side: str
    nation: str
    is_division: bool
    is_armour: bool
    pool: str
    factors: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # by version: full and reduced; CF, LF, MF


def rows(name: str) -> list[dict[str, str]]:
    path = files("sandtable.games.shifting_sands") / "data" / f"{name}.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


@cache
def spaces() -> dict[str, Space]:
    return {
        row["id"]: Space(
            row["id"],
            row["region"],
            row["subregion"],
            row["terrain"],
            int(row["fort"]),
            row["port"],
            row["vp"] == "1",
            row["start_control"],
        )
        for row in rows("spaces")
    }


@cache
def links() -> dict[str, dict[str, str]]:
    """By space its neighbours, each with the restriction of the link between them."""
    found: dict[str, dict[str, str]] = {space: {} for space in spaces()}
    for row in rows("links"):
        found[row["a"]][row["b"]] = row["restriction"]
        found[row["b"]][row["a"]] = row["restriction"]
    return found


@cache
def units() -> dict[str, Unit]:
    divisions = {row["id"]: row for row in rows("units")}
    upgrades = {row["upgrades_to"] for row in divisions.values()}
    found = {}
    for id_, row in divisions.items():
        if id_ not in upgrades:
            versions = [row] + ([divisions[row["upgrades_to"]]] if row["upgrades_to"] else [])
            found[id_] = _unit(row, id_, "", versions)
    for row in rows("battlegroups"):
        number = int(row["counters"])
        for each in range(1, number + 1):
            id_ = row["pool"] if number == 1 else f"{row['pool']}-{each}"
            found[id_] = _unit(row, id_, row["pool"], [row])
    return found


def _unit(row: dict[str, str], id_: str, pool: str, versions: list[dict[str, str]]) -> Unit:
    factors = tuple(
        (_figures(version["full_CF-LF-MF"]), _figures(version["reduced_CF-LF-MF"])) for version in versions
    )
    return Unit(id_, row["side"], row["nation"], pool == "", row["type"] == "armour", pool, factors)


def _figures(text: str) -> tuple[int, ...]:
    return tuple(int(figure) for figure in text.split("-"))


@cache
def fire_columns(table: str) -> tuple[str, ...]:
    """The heads of a fire table, from left to right."""
    return tuple(dict.fromkeys(row["combat_factors"] for row in rows("fire_tables") if row["table"] == table))


def kind(unit: str) -> str:
    """What a counter cannot be told apart from: its pool, or the division itself."""
    return units()[unit].pool or unit


def group(nation: str) -> frozenset[str]:
    """7.23: the nations that count as one with this one."""
    return next(group for group in GROUPS if nation in group)
