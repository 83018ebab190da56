"""18: the eight scenarios: cards, months, forces, where they deploy and when they arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.rommel_in_the_desert.printed.files import FILES, SIDES, Unit
from sandtable.kernel.bits import mask_of
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.tables import Row
from sandtable.kernel.words import shortened

MALTA = "malta"
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


@dataclass(frozen=True, slots=True)
class Deployment:
    """18.0: a starting group, the hexes it may use, and limits of single hexes."""

    side: int
    units: int
    hexes: frozenset[str]
    limits: tuple[tuple[str, int], ...]


PARAGRAPHS = {
    "1940": "18.1",
    "1941": "18.2",
    "1941-42": "18.3",
    "crusader": "18.4",
    "battleaxe": "18.5",
    "1942": "18.6",
    "gazala": "18.7",
    "alamein": "18.8",
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario."""

    id: str
    title: str
    start_month: int
    end_month: int
    calendar_from: str
    first_player: int
    cards: tuple[int, int]
    resupply: tuple[int, int]
    axis_resupply_changes: tuple[tuple[int, int], ...]
    """(month, cards): how many cards the Axis draws from that month on (18.3)."""
    bp_dice: int
    rommel: bool
    malta_from: int
    """The month from which the Malta group may come, or 0."""
    malta: int
    owners: tuple[int, int, int]
    """13.1: who holds Benghazi, Tobruk and Bardia at the start."""
    deployments: tuple[Deployment, ...]
    arrivals: tuple[tuple[int, int], ...]
    """By month (index 0 unused) the units that arrive, of both sides."""

    @property
    def rule(self) -> str:
        """The paragraph that lists its forces."""
        return PARAGRAPHS.get(self.id, "18.0")

    def date(self, month: int) -> str:
        """The name of a month."""
        name, year = self.calendar_from.split()
        count = MONTHS.index(name) + month - 1
        return f"{MONTHS[count % 12]} {int(year) + count // 12}"

    def monthly(self, side: int, month: int) -> int:
        """16.6: the cards a side draws in this month's Buildup, before Malta is counted."""
        cards = self.resupply[side]
        if side == 0:
            for start, later in self.axis_resupply_changes:
                cards = later if month >= start else cards
        return cards


def read_scenarios(
    overrides: Path | None, units: tuple[Unit, ...], areas: Mapping[str, tuple[str, ...]]
) -> tuple[Scenario, ...]:
    """The scenarios in the order of their sheet."""
    forces = dict(_forces(overrides, units))
    places = FILES.rows("deployment.csv", overrides, key="scenario side group")
    return tuple(
        _scenario(row, forces, places, areas) for row in FILES.rows("scenarios.csv", overrides, key="scenario")
    )


def _forces(overrides: Path | None, units: tuple[Unit, ...]) -> Iterator[tuple[tuple[str, int, str], int]]:
    """(scenario, side, group) and its units."""
    numbers = {unit.id: unit.number for unit in units}
    for row in FILES.rows("forces.csv", overrides, key="scenario side group"):
        side = row.number_of("side", SIDES)
        named = [numbers[word] for word in row.words("units", numbers)]
        for number in named:
            if units[number].side != side:
                raise row.error("units", f"{units[number].id} is no {SIDES[side]} unit")
        yield (row.text("scenario"), side, row.text("group", required=True)), mask_of(named)


Forces = Mapping[tuple[str, int, str], int]


def _scenario(row: Row, forces: Forces, places: tuple[Row, ...], areas: Mapping[str, tuple[str, ...]]) -> Scenario:
    name = row.text("scenario", required=True)
    own = {(side, group): units for (printed, side, group), units in forces.items() if printed == name}
    end = row.integer("end_month", 1)
    return Scenario(
        id=name,
        title=row.text("title", required=True),
        start_month=row.integer("start_month", 1),
        end_month=end,
        calendar_from=row.text("calendar_from", required=True),
        first_player=row.number_of("first_player", SIDES),
        cards=(row.integer("axis_cards", 0, 16), row.integer("allied_cards", 0, 16)),
        resupply=(row.integer("axis_resupply", 0), row.integer("allied_resupply", 0)),
        axis_resupply_changes=tuple(_changes(row)),
        bp_dice=row.integer("bp_dice", 1, 2),
        rommel=row.flag("rommel_bonus"),
        malta_from=row.integer("malta_from", 1) if row.text("malta_from") else 0,
        malta=own.get((0, MALTA), 0),
        owners=(_owner(row, "benghazi"), _owner(row, "tobruk"), _owner(row, "bardia")),
        deployments=tuple(_deployment(place, own, areas) for place in places if place.text("scenario") == name),
        arrivals=tuple((own.get((0, f"m{month}"), 0), own.get((1, f"m{month}"), 0)) for month in range(end + 1)),
    )


def _owner(row: Row, field: str) -> int:
    return row.number_of(field, SIDES)


def _changes(row: Row) -> Iterator[tuple[int, int]]:
    for word in row.text("axis_resupply_changes").split():
        month, cards = map(whole_number, word.partition(":")[::2])
        if month is None or cards is None or month < 0 or cards < 0:
            raise row.error("axis_resupply_changes", f"{shortened(word)!r} is not MONTH:CARDS")
        yield month, cards


def _deployment(row: Row, own: Mapping[tuple[int, str], int], areas: Mapping[str, tuple[str, ...]]) -> Deployment:
    side, group = row.number_of("side", SIDES), row.text("group")
    if (side, group) not in own:
        raise row.error("group", f"forces.csv has no group {group!r} of that side in this scenario")
    hexes = {name for area in row.words("areas", areas) for name in areas[area]} | set(row.text("hexes").split())
    limits = []
    for word in row.text("limits").split():
        name, _, number = word.partition(":")
        most = whole_number(number)
        if most is None or most < 0:
            raise row.error("limits", f"{shortened(word)!r} is not HEX:NUMBER")
        limits.append((name, most))
    return Deployment(side, own[side, group], frozenset(hexes), tuple(limits))
