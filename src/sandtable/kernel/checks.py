"""What checking a game's data found: statements of the rulebook and its readers, compared with the files.

A statement marked `must` has to hold. One marked `misprint` is an error in the rulebook itself and has to fail as
printed: if it held, the data would have copied the error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sandtable.kernel.tables import DataFiles, Row

MUST, MISPRINT = "must", "misprint"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check point, what the data says, and whether that is as it should be."""

    id: str
    kind: str
    subject: str
    expected: str
    found: str
    status: str
    source: str
    note: str

    @property
    def holds(self) -> bool:
        """Whether the statement is true of the data."""
        return self.found == self.expected

    @property
    def ok(self) -> bool:
        """A statement has to hold, a known misprint has to fail."""
        return self.holds == (self.status == MUST)

    def __str__(self) -> str:
        verdict = "known misprint" if self.ok and self.status == MISPRINT else "ok" if self.ok else "WRONG"
        said = f"{self.kind} {self.subject}".rstrip()
        return f"{self.id}: {said}: {self.expected} ({self.source}); the data has {self.found}: {verdict}"


@dataclass(frozen=True, slots=True)
class DataReport:
    """What a game's `check_data` found: every check point, the replaced files, and how sure their lines are."""

    fingerprint: str
    replaced: tuple[str, ...] = ()
    results: tuple[CheckResult, ...] = ()
    confidence: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each file, how many lines carry each mark."""

    @property
    def failures(self) -> tuple[CheckResult, ...]:
        """The check points that are not as they should be."""
        return tuple(result for result in self.results if not result.ok)

    @property
    def misprints(self) -> tuple[CheckResult, ...]:
        """The known misprints of the rulebook, which the data rightly does not follow."""
        return tuple(result for result in self.results if result.ok and result.status == MISPRINT)

    @property
    def ok(self) -> bool:
        """Whether the data passed."""
        return not self.failures


def report_on(files: DataFiles, overrides: Path | None, check: Callable[[Row], CheckResult]) -> DataReport:
    """A report on the data in use; `check` compares it with each check point."""
    return DataReport(
        fingerprint=files.fingerprint(overrides),
        replaced=files.replaced(overrides),
        results=tuple(map(check, files.checkpoints(overrides))),
        confidence=files.confidence(overrides),
    )
