"""The data agree with the check points, and a check point can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.checks import CHECKS, check_point
from sandtable.games.dark_sands.printed.data import load_printed
from sandtable.games.dark_sands.printed.files import FILES
from sandtable.kernel.tables import DataError, Row

GAME = "dark-sands"
ROWS = FILES.checkpoints(None)


@pytest.mark.rule("T-err1", "T-err2")
def test_every_check_point_holds_and_every_known_misprint_fails() -> None:
    report = SANDS.check_data()
    assert report.failures == ()
    assert len(report.results) == len(ROWS) >= 300
    assert len(report.misprints) == 4
    assert {row.text("kind") for row in ROWS} == CHECKS.keys(), "every kind of check is used"


@pytest.mark.parametrize("kind", CHECKS)
def test_a_wrong_statement_is_noticed(kind: str) -> None:
    row = next(row for row in ROWS if row.text("kind") == kind and row.text("status") == "must")
    fields = {name: row.text(name) for name in ("id", "kind", "a", "b", "source", "note")}
    wrong = Row("checkpoints.csv", 2, {**fields, "expected": "something else", "status": "must"})
    assert not check_point(load_printed(), wrong).ok


@pytest.mark.parametrize(
    ("kind", "a", "b", "field"),
    [("touch", "9999", "2830", "a"), ("march", "Nobody", "2830", "a"), ("factor", "Sirte", "smell", "b")],
)
def test_a_statement_about_nothing_is_refused(kind: str, a: str, b: str, field: str, tmp_path: Path) -> None:
    lines = f"id,kind,a,b,expected,status,source,note\nS1,{kind},{a},{b},1,must,nobody,\n"
    (tmp_path / "checkpoints.csv").write_text(lines)
    with pytest.raises(DataError) as caught:
        SANDS.check_data(tmp_path)
    assert (caught.value.line, caught.value.field) == (2, field)
