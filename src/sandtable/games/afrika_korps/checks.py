"""Holding the data against what the rulebook and its readers say about it.

checkpoints.csv lists statements with their origin: that a hex is escarpment, that two hexes share a road, what a
ratio rounds to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from sandtable.games.afrika_korps.scenario import (
    ODDS_NAMES,
    OVER_SIX_TO_ONE,
    RESULT_NAMES,
    SIDES,
    Scenario,
    load_scenario,
    odds_column,
)
from sandtable.games.afrika_korps.sheets import SHEETS, map_column
from sandtable.games.afrika_korps.tracks import BEYOND, FACES
from sandtable.kernel.checks import MISPRINT, MUST, CheckResult, DataReport
from sandtable.kernel.tables import Row


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    scenario = load_scenario(overrides)
    return DataReport(
        fingerprint=scenario.fingerprint,
        replaced=SHEETS.replaced(overrides),
        results=tuple(run_checkpoints(scenario, SHEETS.checkpoints(overrides))),
        confidence=SHEETS.confidence(overrides),
    )


def run_checkpoints(scenario: Scenario, rows: Iterable[Row]) -> list[CheckResult]:
    """Every check point held against the data."""
    return [_run(scenario, row) for row in rows]


def _run(scenario: Scenario, row: Row) -> CheckResult:
    kind = row.one_of("kind", CHECKS)
    subject = " ".join(part for part in (row.text("a"), row.text("b")) if part)
    return CheckResult(
        id=row.text("id", required=True),
        kind=kind,
        subject=subject,
        expected=row.text("expected", required=True),
        found=CHECKS[kind](scenario, row),
        status=row.one_of("status", (MUST, MISPRINT)),
        source=row.text("source"),
        note=row.text("note"),
    )


def _yes(truth: bool | int) -> str:
    return "yes" if truth else "no"


def _linked(scenario: Scenario, links: tuple[int, ...], a: str, b: str) -> bool:
    """Whether b is in the mask of a; hexes that are not playable are linked to nothing."""
    number = scenario.board.number
    return a in number and b in number and bool(links[number[a]] >> number[b] & 1)


def _name(scenario: Scenario, row: Row) -> str:
    return scenario.place_names.get(scenario.board.number.get(row.text("a"), -1), "no name")


def _terrain(scenario: Scenario, row: Row) -> str:
    name = row.text("a")
    if name in scenario.board.number:
        return scenario.terrain[scenario.board.number[name]]
    return dict(scenario.backdrop).get(name, "no such hex")


def _has_road(scenario: Scenario, row: Row) -> str:
    name = row.text("a")
    return _yes(name in scenario.board.number and scenario.road_hexes >> scenario.board.number[name] & 1)


def _playable(scenario: Scenario, row: Row) -> str:
    return _yes(row.text("a") in scenario.board.number)


def _exists(scenario: Scenario, row: Row) -> str:
    return _yes(row.text("a") in scenario.board.number or row.text("a") in dict(scenario.backdrop))


def _closed(scenario: Scenario, row: Row) -> str:
    a, b = row.text("a"), row.text("b")
    board = scenario.board
    return _yes(_linked(scenario, board.touching, a, b) and not _linked(scenario, board.adjacent, a, b))


def _adjacent(scenario: Scenario, row: Row) -> str:
    return _yes(_linked(scenario, scenario.board.touching, row.text("a"), row.text("b")))


def _road(scenario: Scenario, row: Row) -> str:
    return _yes(_linked(scenario, scenario.road, row.text("a"), row.text("b")))


def _path(scenario: Scenario, row: Row) -> str:
    """A path is either a walk over open hexsides or one that keeps to the road."""
    wanted = row.one_of("expected", ("adjacent", "road change"))
    links = scenario.board.adjacent if wanted == "adjacent" else scenario.road
    steps = pairwise(row.text("a").split())
    return wanted if all(_linked(scenario, links, a, b) for a, b in steps) else "broken"


def _column(scenario: Scenario, row: Row) -> str:
    try:
        return str(map_column(row.text("a")))
    except ValueError as problem:
        raise row.error("a", str(problem)) from problem


def _odds_results(scenario: Scenario, row: Row) -> list[str]:
    """The six results of the odds column that the row names."""
    odds = row.one_of("a", (*ODDS_NAMES, BEYOND))
    column = OVER_SIX_TO_ONE if odds == BEYOND else ODDS_NAMES.index(odds)
    return [RESULT_NAMES[scenario.combat_result(column, die)] for die in FACES]


def _crt(scenario: Scenario, row: Row) -> str:
    results = _odds_results(scenario, row)
    if row.text("b") == "any":
        return " ".join(sorted(set(results)))
    return results[row.integer("b", 1, 6) - 1]


def _crt_count(scenario: Scenario, row: Row) -> str:
    return str(_odds_results(scenario, row).count(row.one_of("b", RESULT_NAMES)))


def _odds(scenario: Scenario, row: Row) -> str:
    column = odds_column(row.integer("a", 1), row.integer("b", 1))
    if column < 0:
        return "under 1-6"
    return (*ODDS_NAMES, BEYOND)[column]


def _factors(scenario: Scenario, row: Row) -> str:
    number = scenario.unit_number.get(row.text("a"))
    return "no such unit" if number is None else scenario.units[number].factors


def _factor_sum(scenario: Scenario, row: Row) -> str:
    """A sum written unit:factor+unit:factor."""
    total = 0
    for term in row.text("a", required=True).split("+"):
        name, _, factor = term.partition(":")
        if name not in scenario.unit_number or factor not in ("attack", "defense"):
            raise row.error("a", f"{term!r} is not a unit and 'attack' or 'defense'")
        table = scenario.attack if factor == "attack" else scenario.defense
        total += table[scenario.unit_number[name]]
    return str(total)


def _some_unit(scenario: Scenario, row: Row) -> str:
    side = SIDES.index(row.one_of("b", SIDES))
    return _yes(any(unit.factors == row.text("a") and unit.side == side for unit in scenario.units))


def _turns(scenario: Scenario, row: Row) -> str:
    return str(scenario.turns)


def _turn_date(scenario: Scenario, row: Row) -> str:
    return scenario.dates[row.integer("a", 1, scenario.turns)]


def _axis_supply(scenario: Scenario, row: Row) -> str:
    sunk = scenario.convoy_sunk[row.integer("a", 1, scenario.turns)]
    return "sunk" if sunk >> row.integer("b", 1, 6) & 1 else "arrives"


def _two_roads(scenario: Scenario, row: Row) -> str:
    """The one hex whose two roads do not meet inside it (17.3)."""
    here = scenario.board.number.get(row.text("a"), -1)
    ends = 1 << scenario.two_roads_west | 1 << scenario.two_roads_north
    return _yes(here == scenario.two_roads and scenario.road[here] & ends == ends)


CHECKS: dict[str, Callable[[Scenario, Row], str]] = {
    "name": _name,
    "terrain": _terrain,
    "has_road": _has_road,
    "playable": _playable,
    "exists": _exists,
    "closed": _closed,
    "adjacent": _adjacent,
    "road": _road,
    "path": _path,
    "column": _column,
    "crt": _crt,
    "crt_count": _crt_count,
    "odds": _odds,
    "factors": _factors,
    "factor_sum": _factor_sum,
    "some_unit": _some_unit,
    "turns": _turns,
    "turn_date": _turn_date,
    "axis_supply": _axis_supply,
    "two_roads": _two_roads,
}
