"""Comparing the data with what the rulebook, its example of play and its readers say about it.

checkpoints.csv lists statements with their origin: which place a hex holds, what a march of the example costs,
where a unit is set up, what the combat table says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path

from sandtable.boards.reach import cheapest
from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS, TABLES
from sandtable.games.dark_sands.printed.counters import Unit
from sandtable.games.dark_sands.printed.data import Printed, load_printed
from sandtable.games.dark_sands.printed.files import FILES
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.printed.scenarios import BOX, RAILHEAD, SCENARIOS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.kernel.bits import ones
from sandtable.kernel.checks import MISPRINT, MUST, CheckResult, DataReport, report_on
from sandtable.kernel.tables import Row

NONE = "none"
FAR = 1_000
WHEELS = ("tank", "panzer", "armoured_car")


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    return report_on(FILES, overrides, partial(check_point, load_printed(overrides)))


def check_point(printed: Printed, row: Row) -> CheckResult:
    """One check point compared with the data."""
    kind = row.one_of("kind", CHECKS)
    return CheckResult(
        id=row.text("id", required=True),
        kind=kind,
        subject=" ".join(part for part in (row.text("a"), row.text("b")) if part),
        expected=row.text("expected", required=True),
        found=CHECKS[kind](printed, row),
        status=row.one_of("status", (MUST, MISPRINT)),
        source=row.text("source"),
        note=row.text("note"),
    )


def _yes(truth: object) -> str:
    return "yes" if truth else "no"


def _number(value: float) -> str:
    return f"{value:g}"


# The map


def _hex(printed: Printed, row: Row, name: str) -> int:
    if name not in printed.board.number:
        raise row.error("a", f"{name!r} is not a hex that can be entered")
    return printed.board.number[name]


def _hexes(printed: Printed, row: Row, field: str) -> list[int]:
    return [_hex(printed, row, name) for name in row.text(field, required=True).split()]


def _name(printed: Printed, row: Row) -> str:
    cell = printed.cells.get(row.text("a"))
    return cell.name or cell.label or NONE if cell else NONE


def _terrain(printed: Printed, row: Row) -> str:
    cell = printed.cells.get(row.text("a"))
    return cell.terrain if cell else NONE


def _feature(printed: Printed, row: Row) -> str:
    cell = printed.cells.get(row.text("a"))
    return _yes(cell and row.text("b") in cell.features)


def _touch(printed: Printed, row: Row) -> str:
    [place] = _hexes(printed, row, "a")
    return _yes(all(printed.board.touching[place] >> other & 1 for other in _hexes(printed, row, "b")))


def _side(printed: Printed, row: Row) -> str:
    """What is printed along a hexside."""
    ends = {row.text("a"), row.text("b")}
    return " ".join(sorted(link.kind for link in printed.sides if {link.a, link.b} == ends)) or NONE


def _distance(printed: Printed, row: Row) -> str:
    """In hexes, within one section."""
    (a, b), board = (_hexes(printed, row, field)[0] for field in ("a", "b")), printed.board
    return str(board.distance(a, b) // board.scale[b])


def _join(printed: Printed, row: Row) -> str:
    """The hexes of other sections that a hex touches."""
    [place], board = _hexes(printed, row, "a"), printed.board
    across = (other for other in board.neighbours[place] if board.sheet_of[other] != board.sheet_of[place])
    return " ".join(sorted(board.names[other] for other in across))


def _march(printed: Printed, row: Row) -> str:
    """What it costs a unit to go from the first of these hexes to the last, by way of the others."""
    return _number(_quarters(printed, row) / QUARTERS)


def _reaches(printed: Printed, row: Row) -> str:
    """Can a unit go that way in one move?"""
    unit = _unit(printed, row, row.text("a"))
    return _yes(_quarters(printed, row) <= unit.faces[0][0].movement * QUARTERS)


def _quarters(printed: Printed, row: Row) -> int:
    unit, way = _unit(printed, row, row.text("a")), _hexes(printed, row, "b")
    prices = printed.ground.wheels if unit.type in WHEELS else printed.ground.foot
    return sum(_least(a, b, lambda place: prices[0][place].items()) for a, b in pairwise(way))


def _least(a: int, b: int, onward: Callable[[int], Iterable[tuple[int, int]]]) -> int:
    tree = cheapest([a], FAR, onward)
    return tree[b][0] if b in tree else FAR


def _hexes_along(printed: Printed, row: Row) -> int:
    """How many hexes a line of roads, tracks and the railway enters from one hex to another."""
    ground = printed.ground
    links = [line | rail for line, rail in zip(ground.line_to[0], ground.rail_to, strict=True)]
    a, b = (_hexes(printed, row, field)[0] for field in ("a", "b"))
    return _least(a, b, lambda place: [(other, 1) for other in ones(links[place])])


def _along(printed: Printed, row: Row) -> str:
    return str(_hexes_along(printed, row))


def _linked(printed: Printed, row: Row) -> str:
    return _yes(_hexes_along(printed, row) < FAR)


def _rail(printed: Printed, row: Row) -> str:
    """How many hexes of railway lie between two places."""
    a, b = (_hexes(printed, row, field)[0] for field in ("a", "b"))
    if a not in printed.rail or b not in printed.rail:
        return NONE
    return str(abs(printed.rail.index(a) - printed.rail.index(b)))


# The counters


def _unit(printed: Printed, row: Row, name: str) -> Unit:
    found = next((unit for unit in printed.units if unit.id == name), None)
    if found is None:
        raise row.error("a", f"there is no unit {name!r}")
    return found


FACTORS: dict[str, Callable[[Unit], str]] = {
    "attack": lambda unit: str(unit.faces[0][0].attack),
    "defence": lambda unit: str(unit.faces[0][0].defence),
    "movement": lambda unit: str(unit.faces[0][0].movement),
    "steps": lambda unit: str(unit.steps),
    "formation": lambda unit: unit.formation or NONE,
    "replaceable": lambda unit: _yes(not unit.non_replaceable),
}


def _factor(printed: Printed, row: Row) -> str:
    """The same factor of all these units, separated by semicolons."""
    of = FACTORS[row.one_of("b", FACTORS)]
    return " ".join(sorted({of(_unit(printed, row, name)) for name in row.text("a").split(";")}))


def _support(printed: Printed, row: Row) -> str:
    support = next((each for each in printed.supports if each.id == row.text("a")), None)
    if support is None:
        return NONE
    return str((support.attack if row.one_of("b", ("attack", "defence")) == "attack" else support.defence)[0])


def _count(printed: Printed, row: Row) -> str:
    """The units of a type and nation, or of a formation."""
    kind, whose = row.text("a", required=True), row.text("b", required=True)
    return str(
        sum(
            whose == (unit.formation if kind == "formation" else unit.nation) and kind in ("formation", unit.type)
            for unit in printed.units
        )
    )


def _speeds(printed: Printed, row: Row) -> str:
    """The slowest and the fastest unit, without garrisons."""
    speeds = [unit.faces[0][0].movement for unit in printed.units if unit.type != "garrison"]
    return f"{min(speeds)} {max(speeds)}"


# Tracks, tables and set-ups


def _initiative(printed: Printed, row: Row) -> str:
    return SIDES[printed.turns[row.integer("a", 1)].initiative]


def _repair(printed: Printed, row: Row) -> str:
    return str(printed.turns[row.integer("a", 1)].panzer_repair)


def _arrives(printed: Printed, row: Row) -> str:
    """The turn on which all these units or supports first come, separated by semicolons."""
    turns = {_arrival(printed, name) for name in row.text("a", required=True).split(";")}
    return " ".join(sorted(turns))


def _arrival(printed: Printed, name: str) -> str:
    for turn, lines in enumerate(printed.arrivals):
        for line in lines:
            counter = printed.units[line.unit].id if line.unit >= 0 else printed.supports[line.support].id
            if line.action == "arrive" and counter == name:
                return str(turn)
    return NONE


def _result(printed: Printed, row: Row) -> str:
    table, column = row.text("a", required=True).split()
    return RESULTS[printed.tables[TABLES.index(table)][COLUMNS.index(column)][row.integer("b", 1, 8) - 1]]


def _setup(printed: Printed, row: Row) -> str:
    """The hexes where a scenario puts a counter of a side."""
    scenario, side = row.text("a", required=True).split()
    setup, name = printed.setups[SCENARIOS.index(scenario)], row.text("b", required=True)
    if name == RAILHEAD:
        return setup.railhead
    if name == BOX:
        return _sorted(place for owner, place in setup.boxes if SIDES[owner] == side)
    return _sorted(
        f"{place} reduced" if is_reduced else place
        for unit, place, is_reduced in setup.placed
        if printed.units[unit].id == name and SIDES[printed.units[unit].side] == side
    )


def _sorted(words: Iterable[str]) -> str:
    return " ".join(sorted(words)) or NONE


CHECKS: dict[str, Callable[[Printed, Row], str]] = {
    "name": _name,
    "terrain": _terrain,
    "feature": _feature,
    "touch": _touch,
    "hexside": _side,
    "distance": _distance,
    "join": _join,
    "march": _march,
    "reaches": _reaches,
    "along": _along,
    "linked": _linked,
    "rail": _rail,
    "factor": _factor,
    "support": _support,
    "count": _count,
    "speeds": _speeds,
    "initiative": _initiative,
    "repair": _repair,
    "arrives": _arrives,
    "result": _result,
    "setup": _setup,
}
