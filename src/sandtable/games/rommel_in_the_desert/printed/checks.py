"""Comparing the data with the statements of checkpoints.csv, by the rulebook and its readers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandtable.games.rommel_in_the_desert.printed.checkpoints import CHECKS
from sandtable.games.rommel_in_the_desert.printed.data import Printed, load_printed
from sandtable.games.rommel_in_the_desert.printed.facts import Facts
from sandtable.games.rommel_in_the_desert.printed.files import FILES
from sandtable.kernel.checks import MUST, CheckResult, DataReport
from sandtable.kernel.tables import Row


def check_data(overrides: Path | None = None) -> DataReport:
    """Validate the data in use and run the check points; a file that cannot be used raises `DataError`."""
    printed = load_printed(overrides)
    return DataReport(
        fingerprint=printed.fingerprint,
        replaced=FILES.replaced(overrides),
        results=tuple(run_checkpoints(printed, FILES.checkpoints(overrides))),
        confidence=FILES.confidence(overrides),
    )


def run_checkpoints(printed: Printed, rows: Iterable[Row]) -> list[CheckResult]:
    """Every check point compared with the data; one without a known check is an error."""
    facts = Facts(printed)
    return [_run(facts, row) for row in rows]


def _run(facts: Facts, row: Row) -> CheckResult:
    check = CHECKS.get(row.text("id", required=True))
    if check is None:
        raise row.error("id", f"there is no check point {row.text('id')}")
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
