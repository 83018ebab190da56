"""Comparing the data with what the rulebook and its readers say about it.

checkpoints.csv lists statements with their origin: that a hex is escarpment, that two hexes share a road, what a
ratio rounds to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from sandtable.games.afrika_korps.printed.data import (
    ODDS_NAMES,
    OVER_SIX_TO_ONE,
    RESULT_NAMES,
    SIDES,
    Printed,
    load_printed,
    odds_column,
)
from sandtable.games.afrika_korps.printed.files import FILES, map_column
from sandtable.games.afrika_korps.printed.tracks import BEYOND, FACES
from sandtable.kernel.checks import MISPRINT, MUST, CheckResult, DataReport, report_on
from sandtable.kernel.tables import Row


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    return report_on(FILES, overrides, partial(check_point, load_printed(overrides)))


def check_point(printed: Printed, row: Row) -> CheckResult:
    """One check point compared with the data."""
    kind = row.one_of("kind", CHECKS)
    subject = " ".join(part for part in (row.text("a"), row.text("b")) if part)
    return CheckResult(
        id=row.text("id", required=True),
        kind=kind,
        subject=subject,
        expected=row.text("expected", required=True),
        found=CHECKS[kind](printed, row),
        status=row.one_of("status", (MUST, MISPRINT)),
        source=row.text("source"),
        note=row.text("note"),
    )


def _yes(truth: bool | int) -> str:
    return "yes" if truth else "no"


def _linked(printed: Printed, links: tuple[int, ...], a: str, b: str) -> bool:
    """Whether b is in the mask of a; hexes that are not playable are linked to nothing."""
    number = printed.board.number
    return a in number and b in number and bool(links[number[a]] >> number[b] & 1)


def _name(printed: Printed, row: Row) -> str:
    return printed.place_names.get(printed.board.number.get(row.text("a"), -1), "no name")


def _terrain(printed: Printed, row: Row) -> str:
    name = row.text("a")
    if name in printed.board.number:
        return printed.terrain[printed.board.number[name]]
    return dict(printed.backdrop).get(name, "no such hex")


def _has_road(printed: Printed, row: Row) -> str:
    name = row.text("a")
    return _yes(name in printed.board.number and printed.road_hexes >> printed.board.number[name] & 1)


def _playable(printed: Printed, row: Row) -> str:
    return _yes(row.text("a") in printed.board.number)


def _exists(printed: Printed, row: Row) -> str:
    return _yes(row.text("a") in printed.board.number or row.text("a") in dict(printed.backdrop))


def _closed(printed: Printed, row: Row) -> str:
    a, b = row.text("a"), row.text("b")
    board = printed.board
    return _yes(_linked(printed, board.touching, a, b) and not _linked(printed, board.adjacent, a, b))


def _adjacent(printed: Printed, row: Row) -> str:
    return _yes(_linked(printed, printed.board.touching, row.text("a"), row.text("b")))


def _road(printed: Printed, row: Row) -> str:
    return _yes(_linked(printed, printed.road, row.text("a"), row.text("b")))


def _path(printed: Printed, row: Row) -> str:
    """A path is either a walk over open hexsides or one that keeps to the road."""
    wanted = row.one_of("expected", ("adjacent", "road change"))
    links = printed.board.adjacent if wanted == "adjacent" else printed.road
    steps = pairwise(row.text("a").split())
    return wanted if all(_linked(printed, links, a, b) for a, b in steps) else "broken"


def _column(printed: Printed, row: Row) -> str:
    try:
        return str(map_column(row.text("a")))
    except ValueError as problem:
        raise row.error("a", str(problem)) from problem


def _odds_results(printed: Printed, row: Row) -> list[str]:
    """The six results of the odds column that the row names."""
    odds = row.one_of("a", (*ODDS_NAMES, BEYOND))
    column = OVER_SIX_TO_ONE if odds == BEYOND else ODDS_NAMES.index(odds)
    return [RESULT_NAMES[printed.combat_result(column, die)] for die in FACES]


def _crt(printed: Printed, row: Row) -> str:
    results = _odds_results(printed, row)
    if row.text("b") == "any":
        return " ".join(sorted(set(results)))
    return results[row.integer("b", 1, 6) - 1]


def _crt_count(printed: Printed, row: Row) -> str:
    return str(_odds_results(printed, row).count(row.one_of("b", RESULT_NAMES)))


def _odds(printed: Printed, row: Row) -> str:
    column = odds_column(row.integer("a", 1), row.integer("b", 1))
    if column < 0:
        return "under 1-6"
    return (*ODDS_NAMES, BEYOND)[column]


def _factors(printed: Printed, row: Row) -> str:
    number = printed.unit_number.get(row.text("a"))
    return "no such unit" if number is None else printed.units[number].factors


def _factor_sum(printed: Printed, row: Row) -> str:
    """A sum written unit:factor+unit:factor."""
    total = 0
    for term in row.text("a", required=True).split("+"):
        name, _, factor = term.partition(":")
        if name not in printed.unit_number or factor not in ("attack", "defense"):
            raise row.error("a", f"{term!r} is not a unit and 'attack' or 'defense'")
        table = printed.attack if factor == "attack" else printed.defense
        total += table[printed.unit_number[name]]
    return str(total)


def _some_unit(printed: Printed, row: Row) -> str:
    side = row.number_of("b", SIDES)
    return _yes(any(unit.factors == row.text("a") and unit.side == side for unit in printed.units))


def _turns(printed: Printed, row: Row) -> str:
    return str(printed.turns)


def _turn_date(printed: Printed, row: Row) -> str:
    return printed.dates[row.integer("a", 1, printed.turns)]


def _axis_supply(printed: Printed, row: Row) -> str:
    sunk = printed.convoy_sunk[row.integer("a", 1, printed.turns)]
    return "sunk" if sunk >> row.integer("b", 1, 6) & 1 else "arrives"


def _two_roads(printed: Printed, row: Row) -> str:
    """The one hex whose two roads do not meet inside it (17.3)."""
    here = printed.board.number.get(row.text("a"), -1)
    ends = 1 << printed.two_roads_west | 1 << printed.two_roads_north
    return _yes(here == printed.two_roads and printed.road[here] & ends == ends)


CHECKS: dict[str, Callable[[Printed, Row], str]] = {
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
