"""2.3, 7: the two decks of 55 cards. Names repeat, so cards are numbered: X01 to X55, A01 to A55."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.shifting_sands.printed.conditions import Condition, Names, Unreadable, read_conditions
from sandtable.games.shifting_sands.printed.counters import Unit
from sandtable.games.shifting_sands.printed.files import FILES, Space
from sandtable.kernel.bits import mask_of
from sandtable.kernel.tables import DataError, Row

TYPES = ("event", "reinforcement", "combat", "offensive")
CLASSES = ("-", "BR", "CW", "GE", "IT", "T")
"""7.53: one reinforcement card of each class a turn."""
YEARS = (1940, 1941, 1942)
TRACKS = ("GE", "IT", "BR", "CW", "A", "US")
"""7.41: the replacement points that are recorded."""
DECKS = ("cards_axis.csv", "cards_allied.csv")
LETTERS = ("X", "A")
WHEN = ("", "attack", "defend", "either")
GRANT = re.compile(
    r"(?P<what>[a-z0-9_]+) x(?P<count>[1-9])"
    r"(?: full| full in (?P<spaces>[A-Za-z -]+)| to (?P<box>Reserve|Allied Replaceable|Axis Replaceable)(?: box)?)"
)
OWN_RESERVE = ("Axis Reserve", "Allied Reserve")
KEYS = {
    "event": (
        *("balbo", "egyptian_uprising", "italian_fleet", "invasion_of_greece", "code_book_stolen"),
        *("balkan_campaign", "rommel", "iraqi_revolt", "battlefield_recovery", "london_calling"),
        *("sea_devils_e_boats", "kesselring", "oconnor_captured", "the_good_source", "siege_of_malta"),
        *("herkules", "panzer_specials", "von_arnim_takes_command", "captured_dumps", "salaam"),
        *("poor_morale", "taranto_raid", "mediterranean_fleet", "long_range_desert_group", "orders_from_rome"),
        *("gideon_force", "barbarossa", "ultra", "lend_lease", "malta_convoys", "exporters", "ethiopian_campaign"),
        *("atlantic_charter", "auchinleck", "montgomery", "spitfires", "malta_victorious", "torch", "patton"),
        *("vulcan", "shermans", "special_air_service"),
    ),
    "offensive": (
        *("compass", "crusader", "battleaxe", "supercharge"),
        *("panzergruppe_afrika", "venezia", "spring_wind"),
    ),
    "combat": (
        *("graziani", "regia_aeronautica", "duke_of_aosta", "fortified_camps", "bersaglieri", "disengage"),
        *("88mm_flak_guns", "air_support", "desert_fox", "sandstorm", "tigers", "devils_gardens", "stukas"),
        *("rearguard", "afrika_korps", "minefields", "matildas", "hurricanes", "oconnor", "jock_columns"),
        *("25_pounders", "desert_air_force", "royal_engineers", "6_pounders", "left_hook"),
    ),
}
"""The events that the rules know, by the type of their cards. Reinforcement cards may have any key."""
NEEDED = (*KEYS["event"], *KEYS["offensive"], *KEYS["combat"], "unternehmen_irak")


@dataclass(frozen=True, slots=True)
class Grant:
    """What a card brings: counters of one kind."""

    what: str
    """A division's id, or a pool."""
    count: int
    spaces: int
    """Where they go, if the card says so: a box, or spaces to choose from; otherwise 7.532 does."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card."""

    id: str
    side: int
    year: int
    title: str
    key: str
    """Of its event; cards with the same name share it."""
    operations: int
    square: bool
    """7.12: its operations can be used together with the event."""
    asterisk: bool
    """7.52: removed when it is played as an event."""
    type: str
    reinforcement: str
    torch: bool
    """A T card: only after Torch."""
    red: bool
    """7.511: another event asks for this one."""
    points: tuple[int, ...]
    """7.41: replacement points, in the order of TRACKS."""
    needs: tuple[Condition, ...]
    """7.12: all of these must hold if the event is to be played."""
    forbidden: tuple[Condition, ...]
    """None of these may."""
    grants: tuple[Grant, ...]
    upgrades: int
    """7.54: the divisions that get their stronger counters."""
    effect: str
    lines: tuple[str, ...]
    """What it does, in one or two short lines, as it is read at the table."""
    when: str
    """Of a combat card: attack, defend, either."""
    condition: str
    result: str
    out_in_sonnenblume: bool


def read_cards(overrides: Path | None, spaces: Sequence[Space], units: Sequence[Unit]) -> tuple[Card, ...]:
    """cards_axis.csv, then cards_allied.csv, with their lines from card_words.csv."""
    decks = [_rows(overrides, name) for name in DECKS]
    box = _Box([row.text("key") for rows in decks for row in rows], spaces, units, _lines(overrides))
    cards = tuple(_card(row, side, box) for side, rows in enumerate(decks) for row in rows)
    if missing := [key for key in NEEDED if key not in box.names.events]:
        raise DataError(", ".join(DECKS), 0, "key", f"no card has the event {missing[0]!r}")
    return cards


class _Box:
    """What cards can speak of: the other cards, the map, the counters."""

    def __init__(
        self,
        keys: Sequence[str],
        spaces: Sequence[Space],
        units: Sequence[Unit],
        lines: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.lines = lines
        regions = dict.fromkeys(space.region for space in spaces)
        self.places = {space.name: number for number, space in enumerate(spaces)}
        self.counters = Counter(unit.pool or unit.id for unit in units)
        self.better = {unit.better: number for number, unit in enumerate(units) if unit.better}
        self.names = Names(
            events=frozenset(keys),
            spaces={space.id: number for number, space in enumerate(spaces)},
            units={unit.id: number for number, unit in enumerate(units)},
            scoring={name: scoring for name in regions if (scoring := _scoring(spaces, name))},
        )


def _scoring(spaces: Sequence[Space], region: str) -> int:
    return mask_of(number for number, space in enumerate(spaces) if space.region == region and space.points)


def _lines(overrides: Path | None) -> dict[str, tuple[str, ...]]:
    """By card its lines; the second may be empty."""
    rows = FILES.rows("card_words.csv", overrides, key="card")
    return {row.text("card"): tuple(filter(None, (row.text("line_1"), row.text("line_2")))) for row in rows}


def _rows(overrides: Path | None, name: str) -> tuple[Row, ...]:
    rows = FILES.rows(name, overrides, key="no")
    for number, row in enumerate(rows, start=1):
        if row.integer("no") != number:
            raise row.error("no", f"card {number} is expected here")
    return rows


def _card(row: Row, side: int, box: _Box) -> Card:
    name, kind = f"{LETTERS[side]}{row.integer('no', 1, 99):02}", row.one_of("type", TYPES)
    when, units = row.text("cc_when"), row.text("units")
    if name not in box.lines:
        raise row.error("no", f"card_words.csv has no lines for {name}")
    return Card(
        id=name,
        side=side,
        year=row.integer("year", YEARS[0], YEARS[-1]),
        title=row.text("name", required=True),
        key=row.one_of("key", KEYS[kind]) if kind in KEYS else row.text("key", required=True),
        operations=row.integer("ops", 1, 5),
        square=row.flag("ops_square"),
        asterisk=row.flag("asterisk"),
        type=kind,
        reinforcement=_class(row, kind),
        torch=row.flag("torch_T"),
        red=row.flag("red_name"),
        points=tuple(_points(row, track) for track in TRACKS),
        needs=_conditions(row, "prerequisites", box),
        forbidden=_conditions(row, "not_playable_if", box),
        grants=() if _is_upgrade(units, box) else tuple(_grant(row, side, each, box) for each in _parts(units)),
        upgrades=mask_of(box.better[word] for word in units.split()) if _is_upgrade(units, box) else 0,
        effect=row.text("effect", required=True),
        lines=box.lines[name],
        when=when.split(" ")[0],
        condition=row.text("cc_condition"),
        result=row.text("cc_effect"),
        out_in_sonnenblume=row.flag("removed_in_18_1"),
    )


def _class(row: Row, kind: str) -> str:
    found = row.one_of("reinforcement_class", CLASSES).strip("-")
    if bool(found) != (kind == "reinforcement"):
        raise row.error("reinforcement_class", "reinforcement cards have a class, and no others (7.53)")
    return found


def _points(row: Row, track: str) -> int:
    field = f"rp_{track}"
    return row.integer(field, 0) if field in row.values else 0


def _conditions(row: Row, field: str, box: _Box) -> tuple[Condition, ...]:
    try:
        return read_conditions(row.text(field), box.names)
    except Unreadable as problem:
        raise row.error(field, str(problem)) from problem


def _is_upgrade(units: str, box: _Box) -> bool:
    """7.54: are these the stronger counters of divisions?"""
    return bool(units) and all(word in box.better for word in units.split())


def _parts(units: str) -> list[str]:
    return [part.strip() for part in units.split(";") if part.strip()]


def _grant(row: Row, side: int, words: str, box: _Box) -> Grant:
    """'au_bg x2 to Reserve', 'br_lrdg x1 full in Deep Desert', 'it_55 x1 full'."""
    found = GRANT.fullmatch(words)
    if found is None:
        raise row.error("units", f"{words!r} is not written like 'au_bg x2 to Reserve' or 'it_55 x1 full'")
    what, count = found["what"], int(found["count"])
    if what not in box.counters:
        raise row.error("units", f"there is no counter {what!r}")
    if count > box.counters[what]:
        raise row.error("units", f"there are not so many counters {what!r}, but {box.counters[what]}")
    return Grant(what, count, mask_of(_place(row, name, box) for name in _places(found, side)))


def _places(found: re.Match[str], side: int) -> list[str]:
    """The names of the spaces to choose from, or of the box."""
    if found["box"]:
        return [f"{OWN_RESERVE[side] if found['box'] == 'Reserve' else found['box']} Box"]
    return found["spaces"].split(" or ") if found["spaces"] else []


def _place(row: Row, name: str, box: _Box) -> int:
    if name not in box.places:
        raise row.error("units", f"there is no space {name!r}")
    return box.places[name]
