"""2: the blocks: types, classes, speeds, combat values and steps."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.printed.data import load_printed
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES
from sandtable.games.rommel_in_the_desert.rules.c09_losses import lose_step
from sandtable.games.rommel_in_the_desert.state import speed_of
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
PRINTED = load_printed()


@rule("2.2d")
def test_a_type_fixes_class_and_speed() -> None:
    """All units of one type have the same speed, and their class the same row of the fire table."""
    state = Sands("").state
    for unit in PRINTED.units:
        alike = [other.number for other in PRINTED.units if other.sort.name == unit.sort.name]
        assert {speed_of(state, other) for other in alike} == {unit.sort.speed}
        assert {PRINTED.hits_from[PRINTED.arm[other]] for other in alike} == {PRINTED.hits_from[unit.sort.arm]}
    assert len({unit.sort.name for unit in PRINTED.units}) == 10


@pytest.mark.parametrize(
    ("unit", "sort", "arm", "speed"),
    [
        pytest.param("21/3", "recon", "armor", 4, marks=rule("2.2t1")),
        pytest.param("21/5", "armor", "armor", 3, marks=rule("2.2t2")),
        pytest.param("21/104", "mech_inf", "infantry", 3, marks=rule("2.2t3")),
        pytest.param("50mm", "mob_at", "antitank", 3, marks=rule("2.2t4")),
        pytest.param("Priest", "sp_arty", "artillery", 3, marks=rule("2.2t5")),
        pytest.param("Trento", "mot_inf", "infantry", 2, marks=rule("2.2t6")),
        pytest.param("88mm-A", "mot_at", "antitank", 2, marks=rule("2.2t7")),
        pytest.param("Brescia", "infantry", "infantry", 1, marks=rule("2.2t8")),
        pytest.param("Ramcke", "para", "infantry", 1, marks=rule("2.2t9")),
        pytest.param("25-pdr-A", "artillery", "artillery", 1, marks=rule("2.2t10")),
    ],
)
def test_the_ten_types(unit: str, sort: str, arm: str, speed: int) -> None:
    """A unit of each type moves that far without a road, and not one hex further."""
    block = PRINTED.units[PRINTED.unit_number[unit]]
    assert (block.sort.name, CLASSES[block.sort.arm]) == (sort, arm)
    side = ("axis", "allied")[block.side]
    table = Sands(position(f"157: {unit}\nDerna: Ariete\nBardia: Pol", "movement 1", side))
    assert len(table.play("group:157", f"unit:{unit}").walk("158", "159", "160", "161", "162")) == speed


@rule("2.3b", "2.4d", "2.3e")
@pytest.mark.parametrize(("unit", "cvs"), [("21/5", [4, 2, 0]), ("Trento", [3, 2, 1, 0])])
def test_steps_are_of_one_cv_or_two_and_below_the_last_the_unit_is_gone(unit: str, cvs: list[int]) -> None:
    table = Sands(position(f"Derna: {unit}\nAlexandria: Pol", "lay"))
    for cv in cvs:
        assert table.where(unit) == "Derna"
        lose_step(table.state, table.unit(unit), "9.5")
        assert table.cv(unit) == cv
    assert table.where(unit) == "dead"


@rule("2.3c", "18.0b")
def test_units_start_at_their_maximum() -> None:
    for scenario in PRINTED.scenario_number:
        assert Sands("", scenario=scenario).state.cv == list(PRINTED.max_cv)


@rule("2.3e")
def test_an_eliminated_unit_is_never_rebuilt() -> None:
    text = position("El-Agheila: Brescia=1\nAlexandria: Pol", "buildup", more="dead: Trento")
    table = Sands(text.replace("1942\nmonth 16", "gazala\nmonth 14")).roll("1 1", "6 6")
    assert table.refusal("rebuild:Trento") == "16.54"
    assert table.allows("rebuild:Brescia")


@rule("2.4a", "2.4b", "2.4c")
def test_germans_and_some_allied_armor_are_elite() -> None:
    def elite(nation: str, armor: bool) -> set[bool]:
        units = [unit for unit in PRINTED.units if unit.nation == nation]
        return {unit.elite for unit in units if (unit.sort.name == "armor") == armor}

    assert elite("German", True) == elite("German", False) == {True}
    assert elite("Italian", True) == elite("Italian", False) == {False}
    assert (elite("Commonwealth", True), elite("Commonwealth", False)) == ({True, False}, {False})


@rule("2.4e")
@pytest.mark.parametrize(("dice", "cv"), [("6 1 1", 4), ("6 6 1", 2)])
def test_two_hits_take_a_step_from_an_elite_unit(dice: str, cv: int) -> None:
    places, more = "Gazala: 90/361 22Gd\nAlexandria: Pol", crossed("Derna>Gazala")
    table = Sands(position(places, "combat 1", "allied", "axis", more)).play("fight:Gazala", "done").miss()
    table.shoot("22Gd", dice)
    assert table.cv("90/361") == cv
