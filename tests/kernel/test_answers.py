"""Answers that games give alike, and reports on their data."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from sandtable.kernel.answers import no_route, reach_answer, route_answer, tints_by_side
from sandtable.kernel.checks import MISPRINT, MUST, CheckResult, report_on
from sandtable.kernel.choices import Verb, pack
from sandtable.kernel.fields import Nouns
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.tables import DataFiles, Row
from sandtable.kernel.words import say

VERBS = (Verb("hex", "hex"), Verb("unit", "unit"), Verb("stop"), Verb("battle", "number"))
HEX, UNIT, STOP, BATTLE = range(4)
STATE = SimpleNamespace(printed=SimpleNamespace(nouns=Nouns({"hex": ["A1", "A2", "A3"], "unit": ["tank"]})))


def test_a_route_is_a_run_of_choices_and_the_cells_it_leads_through() -> None:
    run = [pack(UNIT, 0), pack(HEX, 1), pack(HEX, 2), pack(STOP)]
    assert route_answer(STATE, run, VERBS, start=0, goal="A3") == Answer(
        text="To A3, 2 hexes", ways=((0, 1, 2),), run=("unit:tank", "hex:A2", "hex:A3", "stop")
    )
    assert route_answer(STATE, run[:2], VERBS, start=0, goal="A2").text == "To A2, one hex"


def test_a_route_from_off_the_board_is_not_drawn() -> None:
    run = [pack(BATTLE, 7), pack(HEX, 1)]
    assert route_answer(STATE, run, VERBS, start=-2, goal="A2") == Answer(run=("battle:7", "hex:A2"))


def test_where_no_route_leads_the_rule_and_the_reason_are_told() -> None:
    found = no_route("tank", "A3", ("5.2", say("it is too far")))
    assert found == Answer(text="tank cannot go to A3: it is too far", rule="5.2")


def test_reach_is_told_cell_by_cell_in_their_order() -> None:
    found = reach_answer(say("tank"), {2: 5, 1: "?"}, lambda cell: "good" if cell == 2 else "warn")
    assert found == Answer(text="tank", cells=(Tint(1, "?", "warn"), Tint(2, "5", "good")))


def test_a_cell_of_both_sides_is_there_twice() -> None:
    assert tints_by_side([0b11, 0b10]) == (Tint(0, tone="0"), Tint(1, tone="0"), Tint(1, tone="1"))


def test_a_report_holds_every_check_point_against_the_data(tmp_path: Path) -> None:
    files = DataFiles(tmp_path, {"map.csv": "hex confidence", "checkpoints.csv": "id status"})
    (tmp_path / "map.csv").write_text("hex,confidence\nA1,sure\nA2,sure\nA3,read\n", encoding="utf-8")
    (tmp_path / "checkpoints.csv").write_text("id,status\n1,must\n2,misprint\n3,must\n", encoding="utf-8")

    def check(row: Row) -> CheckResult:
        found = "yes" if row.text("id") == "1" else "no"
        return CheckResult(row.text("id"), "", "", "yes", found, row.one_of("status", (MUST, MISPRINT)), "", "")

    report = report_on(files, None, check)
    assert [result.id for result in report.results] == ["1", "2", "3"]
    assert [result.id for result in report.failures] == ["3"]
    assert [result.id for result in report.misprints] == ["2"]
    assert (report.replaced, report.confidence) == ((), {"map.csv": {"sure": 2, "read": 1}})
    assert report.fingerprint == files.fingerprint(None)
    assert report_on(files, tmp_path, check).replaced == ("map.csv", "checkpoints.csv")
