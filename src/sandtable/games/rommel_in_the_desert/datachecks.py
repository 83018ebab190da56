"""Holding the data against what the rulebook and its readers say about it: the statements of checkpoints.csv."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sandtable.games.rommel_in_the_desert.checkpoints import CHECKS
from sandtable.games.rommel_in_the_desert.facts import Facts
from sandtable.games.rommel_in_the_desert.printed import Printed, load_printed
from sandtable.games.rommel_in_the_desert.sheets import COLUMNS, FILES, check_names, rows_of
from sandtable.kernel.checks import MUST, CheckResult, DataReport
from sandtable.kernel.tables import Row


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    printed = load_printed(overrides)
    return DataReport(
        fingerprint=printed.fingerprint,
        replaced=tuple(name for name in COLUMNS if overrides is not None and (overrides / name).is_file()),
        results=tuple(run_checkpoints(printed, read_checkpoints(overrides))),
        confidence={name: _confidence(name, overrides) for name in FILES},
    )


def _confidence(name: str, overrides: Path | None) -> dict[str, int]:
    """How many lines of a file carry each mark."""
    return dict(Counter(row.text("confidence") for row in rows_of(name, overrides)))


def read_checkpoints(overrides: Path | None = None) -> tuple[Row, ...]:
    """The rows of checkpoints.csv."""
    check_names(overrides)
    return rows_of("checkpoints.csv", overrides, key="id")


def run_checkpoints(printed: Printed, rows: Iterable[Row]) -> list[CheckResult]:
    """Every check point that can be computed, held against the data."""
    facts = Facts(printed)
    return [_run(facts, row) for row in rows if row.text("id", required=True) in CHECKS]


def _run(facts: Facts, row: Row) -> CheckResult:
    check = CHECKS[row.text("id")]
    return CheckResult(
        id=row.text("id"),
        kind=row.text("kind"),
        subject=row.text("statement"),
        expected=check.expected,
        found=check.find(facts),
        status=MUST,
        source=row.text("source"),
        note=row.text("status"),
    )
