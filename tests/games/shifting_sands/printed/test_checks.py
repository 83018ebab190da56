"""The data agree with the check points, a check point can fail, and a broken file is named with its line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.checks import CHECKS, check_point
from sandtable.games.shifting_sands.printed.counters import NEEDED
from sandtable.games.shifting_sands.printed.data import Printed, load_printed
from sandtable.games.shifting_sands.printed.files import (
    FILES,
    NEEDED_REGIONS,
    NEEDED_SPACES,
    NEEDED_SUBREGIONS,
)
from sandtable.kernel.tables import DataError, Row

ROWS = FILES.checkpoints(None)


def test_every_check_point_holds_and_every_known_misprint_fails() -> None:
    report = SANDS.check_data()
    assert report.failures == ()
    assert len(report.results) == len(ROWS) >= 280
    assert len(report.misprints) == 6
    assert {row.text("kind") for row in ROWS} == CHECKS.keys(), "every kind of check is used"


@pytest.mark.parametrize("kind", CHECKS)
def test_a_wrong_statement_is_noticed(kind: str) -> None:
    row = next(row for row in ROWS if row.text("kind") == kind and row.text("status") == "must")
    wrong = Row("checkpoints.csv", 2, {**row.values, "expected": "something else"})
    assert not check_point(load_printed(), wrong).ok


@pytest.mark.parametrize(
    ("kind", "a", "b", "field"),
    [
        ("space", "atlantis", "port", "a"),
        ("space", "tripoli", "smell", "b"),
        ("link", "tripoli", "atlantis", "b"),
        ("unit", "it_999", "full", "a"),
        ("card", "Italian Reinforcements", "year", "a"),
        ("placed", "crusader", "tripoli", "a"),
        ("deck", "Axis", "soon", "b"),
        ("taste", "", "", "kind"),
    ],
)
def test_a_statement_about_nothing_is_refused(kind: str, a: str, b: str, field: str, tmp_path: Path) -> None:
    lines = f"id,kind,a,b,expected,status,source,note\nS1,{kind},{a},{b},1,must,nobody,\n"
    (tmp_path / "checkpoints.csv").write_text(lines)
    with pytest.raises(DataError) as caught:
        SANDS.check_data(tmp_path)
    assert (caught.value.line, caught.value.field) == (2, field)


BROKEN = [
    ("spaces.csv", "tripoli,Tripoli", "tripolis,Tripoli", "id"),
    ("spaces.csv", "buerat,Buerat", "buerat,Homs", "name"),
    ("spaces.csv", "sinai,Sinai,Near East,Sinai", "sinai,Sinai,Near East,Palestine", "subregion"),
    ("spaces.csv", "sicily,Sicily,Sicily", "sicily,Sicily,Italy", "region"),
    ("links.csv", "tripoli,homs,solid", "tripoli,home,solid", "b"),
    ("links.csv", "aden,berbera,dashed,ALLIED_ONLY", "aden,berbera,dashed,ALLIES", "restriction"),
    ("units.csv", "it_gds,axis", "it_granatieri,axis", ""),
    ("units.csv", "it_27,axis,IT", "it_27,allied,IT", "side"),
    ("units.csv", "2-3-5,0,setup:campaign", "2-2-5,0,setup:campaign", "reduced_CF-LF-MF"),
    ("units.csv", "setup:campaign,br_7arm_b", "setup:campaign,br_7arm_c", "upgrades_to"),
    ("battlegroups.csv", "br_lrdg,allied", "br_desert,allied", ""),
    ("battlegroups.csv", "IR,battlegroup,infantry,1-1-3", "IR,battlegroup,infantry,1-0-3", "full_CF-LF-MF"),
    ("setup.csv", "campaign,axis,harar,it_bg,2", "campaign,axis,harar,it_bg,20", "count"),
    ("setup.csv", "campaign,axis,harar,it_bg", "campaign,axis,harar,it_brigade", "unit_or_pool"),
    ("setup.csv", "campaign,axis,harar", "campaign,axis,hara", "space"),
    ("control_markers.csv", "sonnenblume,allied,msus", "sonnenblume,allied,musus", "space"),
    ("terrain_effects.csv", "swamp,", "marsh,", "terrain"),
    ("lrdg.csv", "raid,6", "raid,7", "die"),
]
"""A file, what is written in it, what somebody makes of it, and the field to blame."""
NOT_ANY_LINE = {"id", "subregion", "terrain", ""}
"""The fields of which some line is missing; for all others the line itself is named."""


def spoil(folder: Path, name: str, right: str, wrong: str) -> int:
    """Change one place of a file; its line."""
    text = (FILES.directory / name).read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{right!r} is not found once in {name}"
    (folder / name).write_text(text.replace(right, wrong), encoding="utf-8")
    return text[: text.index(right)].count("\n") + 1


@pytest.mark.parametrize(("name", "right", "wrong", "field"), BROKEN)
def test_a_broken_file_is_named(name: str, right: str, wrong: str, field: str, tmp_path: Path) -> None:
    line = spoil(tmp_path, name, right, wrong)
    with pytest.raises(DataError) as caught:
        SANDS.check_data(tmp_path)
    expected = 0 if field in NOT_ANY_LINE else line
    assert (caught.value.file, caught.value.line, caught.value.field) == (name, expected, field)


def without(folder: Path, name: str, pattern: str) -> None:
    lines = (FILES.directory / name).read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / name).write_text("".join(line for line in lines if not re.match(pattern, line)), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "pattern", "field"),
    [
        ("fire_tables.csv", "battlegroup,2,[^,]*,4,", "die"),
        ("fire_tables.csv", "division,0,", "combat_factors"),
        ("fire_tables.csv", "division,", "combat_factors"),
        ("lrdg.csv", "intelligence,3", "die"),
        ("terrain_effects.csv", "fort", "terrain"),
    ],
)
def test_a_table_with_a_hole_is_named(name: str, pattern: str, field: str, tmp_path: Path) -> None:
    without(tmp_path, name, pattern)
    with pytest.raises(DataError) as caught:
        load_printed(tmp_path)
    assert (caught.value.file, caught.value.field) == (name, field)


def named_in_the_rules(printed: Printed) -> set[str]:
    """Every word in the code of the game, its data apart, that could be the name of something."""
    found: set[str] = set()
    for path in (SANDS.folder / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_whatever_the_rules_name_must_be_in_the_data() -> None:
    """A space, region or counter that the rules speak of cannot be taken out of the box."""
    printed = load_printed()
    words = named_in_the_rules(printed)
    assert words & printed.number.keys() <= {*NEEDED_SPACES}
    assert words & printed.regions.keys() <= {*NEEDED_REGIONS, *NEEDED_SUBREGIONS}
    assert words & printed.pools.keys() <= {name for names in NEEDED.values() for name in names}
