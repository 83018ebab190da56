"""17, 18 and the page of Torch: what is where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.shifting_sands.printed.counters import Unit
from sandtable.games.shifting_sands.printed.files import CONTROL, FILES
from sandtable.kernel.tables import Row

SCENARIOS = ("campaign", "sonnenblume")
TORCH = "torch"
ELIMINATED = "permanently_eliminated"
"""In a set-up: out of the game; a state, not a space."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A line of a set-up: so many counters of a kind in a place."""

    space: int
    """-1 if they are out of the game."""
    what: str
    count: int
    reduced: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """What a scenario, or Torch, puts on the map."""

    placements: tuple[Placement, ...]
    control: tuple[tuple[int, int], ...]
    """Spaces whose control differs from the printed one, and the side that controls them."""


def read_setups(overrides: Path | None, spaces: Mapping[str, int], units: Sequence[Unit]) -> Mapping[str, Setup]:
    """setup.csv and control_markers.csv, for the two scenarios and for Torch."""
    kinds = {unit.pool or unit.id for unit in units}
    lines = FILES.rows("setup.csv", overrides)
    markers = FILES.rows("control_markers.csv", overrides, key="scenario space")
    setups = {
        name: Setup(
            tuple(_placement(row, spaces, kinds) for row in lines if _scenario(row) == name),
            tuple(
                (_space(row, spaces), row.number_of("side", CONTROL)) for row in markers if _scenario(row) == name
            ),
        )
        for name in (*SCENARIOS, TORCH)
    }
    _check_pools(lines, units)
    return setups


def _check_pools(lines: Sequence[Row], units: Sequence[Unit]) -> None:
    """No set-up asks for more counters than there are."""
    left = {name: Counter(unit.pool or unit.id for unit in units) for name in (*SCENARIOS, TORCH)}
    for row in lines:
        pool, what = left[_scenario(row)], row.text("unit_or_pool")
        pool[what] -= row.integer("count", 1)
        if pool[what] < 0:
            raise row.error("count", f"there are not so many counters {what!r}")


def _scenario(row: Row) -> str:
    return row.one_of("scenario", (*SCENARIOS, TORCH))


def _space(row: Row, spaces: Mapping[str, int]) -> int:
    name = row.text("space", required=True)
    if name not in spaces:
        raise row.error("space", f"there is no space {name!r}")
    return spaces[name]


def _placement(row: Row, spaces: Mapping[str, int], kinds: set[str]) -> Placement:
    what = row.one_of("unit_or_pool", kinds)
    row.one_of(
        "side", (*CONTROL, "neutral")
    )  # for a reader: the Iraqis and the Vichy French begin inactive (10.41)
    return Placement(
        space=-1 if row.text("space") == ELIMINATED else _space(row, spaces),
        what=what,
        count=row.integer("count", 1),
        reduced=row.one_of("state", ("full", "reduced")) == "reduced",
    )
