"""The box: map, units, cards, chits, odds and scenarios, read from `data/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.kernel.bits import mask_of
from sandtable.kernel.fields import Nouns
from sandtable.kernel.tables import Row
from twocoasts.printed.files import FACES, FILES, SCENARIOS
from twocoasts.printed.map import ISLES, SIDES, Map, read_map

LOST = "lost"
MARCH, FIRE, RECRUIT = USES = ("march", "fire", "recruit")
RESULTS = ("NE", "AL", "EX", "DR", "DL")
"""6.5: no effect, the attacker loses, both lose, the defender retreats, the defender loses and retreats."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit."""

    name: str
    strength: int
    moves: int
    symbol: str
    letter: str
    size: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is printed on a card."""

    title: str
    value: int
    uses: tuple[str, ...]
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """2: how a scenario differs from the others."""

    turns: int
    hand: int
    out: int
    """The places that are out of play."""
    where: tuple[int, ...]
    """Each unit's place at the start, or -1."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything printed, by number; the names of the numbers are in `nouns`."""

    nouns: Nouns
    map: Map
    units: tuple[str, ...]
    owners: tuple[int, ...]
    kinds: tuple[Kind, ...]
    """By unit."""
    cards: tuple[CardFace, ...]
    usable: dict[str, int]
    """The cards with each use."""
    chits: tuple[tuple[str, int], ...]
    """By chit its letters and its side, -1 for the storm."""
    odds: tuple[tuple[str, tuple[int, ...]], ...]
    """The columns of the odds table, each with the result of every face."""
    scenarios: tuple[Scenario, ...]
    own: tuple[int, int]
    """The units of each side."""
    fingerprint: str


@cache
def load_printed(overrides: Path | None = None) -> Printed:
    """Read the data files, those of `overrides` in place of ours."""
    FILES.check_names(overrides)
    world = read_map(overrides)
    kinds = {row.text("kind"): _kind(row) for row in FILES.rows("kinds.csv", overrides, key="kind")}
    units = FILES.rows("units.csv", overrides, key="unit")
    cards = FILES.rows("cards.csv", overrides, key="card")
    chits = FILES.rows("chits.csv", overrides, key="chit")
    scenarios = FILES.rows("scenarios.csv", overrides, key="scenario")
    owners = tuple(row.number_of("side", SIDES) for row in units)
    faces = tuple(map(_card, cards))
    return Printed(
        nouns=Nouns(
            {
                "place": world.names,
                "unit": _names(units, "unit"),
                "card": _names(cards, "card"),
                "chit": _names(chits, "chit"),
                "side": tuple(side.lower() for side in SIDES),
                "scenario": SCENARIOS,
            }
        ),
        map=world,
        units=_names(units, "unit"),
        owners=owners,
        kinds=tuple(kinds[row.one_of("kind", kinds)] for row in units),
        cards=faces,
        usable={use: mask_of(n for n, face in enumerate(faces) if use in face.uses) for use in USES},
        chits=tuple(
            (row.text("letters", required=True), row.number_of("side", ("", *SIDES)) - 1) for row in chits
        ),
        odds=tuple(map(_column, FILES.rows("odds.csv", overrides, key="column"))),
        scenarios=tuple(_scenario(row, units, world) for row in sorted(scenarios, key=_order)),
        own=(_owned(owners, 0), _owned(owners, 1)),
        fingerprint=FILES.fingerprint(overrides),
    )


def _names(rows: tuple[Row, ...], field: str) -> tuple[str, ...]:
    return tuple(row.text(field, required=True) for row in rows)


def _owned(owners: tuple[int, ...], side: int) -> int:
    return mask_of(unit for unit, owner in enumerate(owners) if owner == side)


def _kind(row: Row) -> Kind:
    return Kind(
        row.text("kind", required=True),
        row.integer("strength", 1),
        row.integer("moves", 1),
        row.text("symbol"),
        row.text("letter"),
        row.text("size"),
    )


def _card(row: Row) -> CardFace:
    text = tuple(line for line in (row.text("first"), row.text("second")) if line)
    return CardFace(row.text("title", required=True), row.integer("value", 1, 3), row.words("uses", USES), text)


def _column(row: Row) -> tuple[str, tuple[int, ...]]:
    return row.text("column", required=True), tuple(row.number_of(face, RESULTS) for face in FACES)


def _order(row: Row) -> int:
    return row.number_of("scenario", SCENARIOS)


def _scenario(row: Row, units: tuple[Row, ...], world: Map) -> Scenario:
    name = row.text("scenario")
    places = (LOST, *world.names)
    return Scenario(
        turns=row.integer("turns", 1, 5),
        hand=row.integer("hand", 1, 10),
        out=world.on_sheet(ISLES) if row.one_of("out", ("", ISLES)) else 0,
        where=tuple(unit.number_of(name, places) - 1 for unit in units),
    )
