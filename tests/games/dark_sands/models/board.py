"""The printed map and the printed counters, read from the data files and from nothing else of the game."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tests.games.dark_sands.models.position import Counter, Position

AXIS, ALLIED = "axis", "allied"
WEST, CENTRAL, EAST = "west", "central", "east"

AXIS_SOURCES = frozenset({"1600"})  # 10.1.3
ALLIED_SOURCES = frozenset({"1877", "1376"})  # 10.1.3
TOBRUK, BARDIA, MATRUH, BENGHAZI, ALEXANDRIA = "2830", "2441", "1960", "2904", "1877"
KEY_HEXES = ("1600", "2904", "2830", "2441", "2141", "1960", "1571", "1877", "1376")  # from west to east

TANKS = frozenset({"tank", "panzer", "armoured_car"})  # the types of note C of the terrain chart


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one data file."""
    text = (files("sandtable.games.dark_sands") / "data" / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@dataclass(frozen=True)
class Hex:
    """A printed hex."""

    section: str
    terrain: str
    name: str
    features: frozenset[str]


@dataclass(frozen=True)
class Factors:
    """The three figures along the bottom of a counter (2.3)."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True)
class Printed:
    """One printed counter; a one-step counter has no reduced side, so both its sides are the same."""

    side: str
    nation: str
    formation: str
    type: str
    size: str
    steps: int
    non_replaceable: bool
    full: Factors
    reduced: Factors


@cache
def hexes() -> dict[str, Hex]:
    """Every hex of the three sections by its number."""
    return {
        row["hex"]: Hex(section, row["terrain"], row["name"], frozenset(row["features"].split()))
        for section in (WEST, CENTRAL, EAST)
        for row in rows(f"map_{section}")
    }


def section(hex_: str) -> str:
    """The section a hex lies on."""
    return hexes()[hex_].section


def passable(hex_: str) -> bool:
    """Whether anything may ever stand there: not at sea and not in the Qattara depression."""
    return hexes()[hex_].terrain not in ("sea", "qattara")


def is_fort(hex_: str) -> bool:
    """Tobruk, its two neighbours, and Bardia (14.0)."""
    return bool(hexes()[hex_].features & {"fort_tobruk", "fort_bardia"})


@cache
def neighbours(hex_: str) -> frozenset[str]:
    """The hexes adjacent to this one (6.1): by a shared side on its own section, by a colour on another."""
    row, column = int(hex_[:2]), int(hex_[2:])
    left, right = (column - 1, column) if row % 2 == 0 else (column, column + 1)
    beside = {(row, column - 1), (row, column + 1)}
    beside |= {(row + up, at) for up in (-1, 1) for at in (left, right)}
    numbers = {f"{r:02}{c:02}" for r, c in beside}
    same_section = {n for n in numbers if n in hexes() and section(n) == section(hex_)}
    return frozenset(same_section | joined(hex_))


@cache
def joined(hex_: str) -> frozenset[str]:
    """The hexes of another section that bear the same colour as this one (6.1, 19.1.6)."""
    found: set[str] = set()
    for row in rows("joins"):
        one, other = row["hexes_a"].split(), row["hexes_b"].split()
        if hex_ in one:
            found.update(other)
        if hex_ in other:
            found.update(one)
    return frozenset(found)


@cache
def _printed_lines() -> dict[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for row in rows("lines"):
        pair = frozenset({row["hex_a"], row["hex_b"]})
        found[pair] = found.get(pair, frozenset()) | {row["kind"]}
    return found


def printed_lines(one: str, other: str) -> frozenset[str]:
    """Which of road, track, rail and bypass are printed from one hex into the other, built or not."""
    return _printed_lines().get(frozenset({one, other}), frozenset())


def roads_and_tracks(position: Position, one: str, other: str) -> frozenset[str]:
    """The roads and tracks one may follow from one hex into the other; the bypass is a road once it is built."""
    return _roads_and_tracks(position.bypass == "built", one, other)


@cache
def _roads_and_tracks(bypass_built: bool, one: str, other: str) -> frozenset[str]:
    kinds = printed_lines(one, other)
    built = {"road"} if "bypass" in kinds and bypass_built else set()
    return frozenset(kinds & {"road", "track"} | built)


def along_roads_and_tracks(position: Position, hex_: str) -> frozenset[str]:
    """The next hexes along the roads and tracks that run through a hex."""
    return _along_roads_and_tracks(position.bypass == "built", hex_)


@cache
def _along_roads_and_tracks(bypass_built: bool, hex_: str) -> frozenset[str]:
    return frozenset(other for other in neighbours(hex_) if _roads_and_tracks(bypass_built, hex_, other))


@cache
def _sides() -> dict[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for row in rows("hexsides"):
        pair = frozenset({row["hex_a"], row["hex_b"]})
        found[pair] = found.get(pair, frozenset()) | {row["kind"]}
    return found


def hexside(one: str, other: str) -> frozenset[str]:
    """What is printed on the side between two hexes: escarpment, ridge, wadi, sea, fort."""
    return _sides().get(frozenset({one, other}), frozenset())


@cache
def railway() -> tuple[str, ...]:
    """The hexes of the railway from Alexandria to Tobruk, in that order; it has no branches."""
    line = [ALEXANDRIA]
    while line[-1] != TOBRUK:
        (following,) = [n for n in neighbours(line[-1]) if "rail" in printed_lines(line[-1], n) and n not in line]
        line.append(following)
    return tuple(line)


@cache
def printed_counters() -> dict[str, tuple[Printed, ...]]:
    """The printed counters by plain id: the first, then its upgrades in the order of their turns."""
    found: dict[str, list[Printed]] = {}
    for row in rows("units"):
        full = Factors(int(row["af"]), int(row["df"]), int(row["ma"]))
        reduced = full
        if row["ma_reduced"]:
            reduced = Factors(int(row["af_reduced"]), int(row["df_reduced"]), int(row["ma_reduced"]))
        counter = Printed(
            row["side"],
            row["nation"],
            row["formation"],
            row["type"],
            row["size"],
            int(row["steps"]),
            row["non_replaceable"] == "1",
            full,
            reduced,
        )
        found.setdefault(row["id"].split(" [")[0], []).append(counter)
    return {id_: tuple(versions) for id_, versions in found.items()}


@cache
def upgrade_turns(id_: str) -> tuple[int, ...]:
    """The turns on which a counter is upgraded (22.5)."""
    entries = [row["entry"] for row in rows("units") if row["id"].startswith(f"{id_} [")]
    return tuple(int(entry.removeprefix("upgrade T")) for entry in entries)


def printed(counter: Counter) -> Printed:
    """The printed counter that lies on the map."""
    return printed_counters()[counter.id][counter.version]


def factors(counter: Counter) -> Factors:
    """The figures on the side of the counter that lies face up."""
    return printed(counter).reduced if counter.reduced else printed(counter).full


def side_of(counter: Counter) -> str:
    """The side a counter belongs to."""
    return printed(counter).side


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIED if side == AXIS else AXIS


def counter_named(position: Position, unit_id: str) -> Counter:
    """The counter of that id on the map."""
    (found,) = [counter for counter in position.counters if counter.id == unit_id]
    return found


def counters_in(position: Position, hex_: str, side: str) -> list[Counter]:
    """What a side has in a hex."""
    return [counter for counter in position.counters if counter.hex == hex_ and side_of(counter) == side]


def occupied(position: Position, side: str) -> frozenset[str]:
    """The hexes where a side has a unit, an HQ or a garrison: all three are units (2.3, 13.6.5)."""
    return frozenset(counter.hex for counter in position.counters if side_of(counter) == side)
