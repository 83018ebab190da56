"""13.6, 13.7: garrisons and boxes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import READY, USED, Sands, boxes_at_hand
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
    desert,
    hexes,
    legal,
    number,
    play,
    where,
    why_not,
)

GAME = "dark-sands"
GARRISONS = tuple(unit.id for unit in DATA.units if unit.type == "garrison")


def moving(
    side: str, placed: dict[str, str], *, action: str = "move", used: tuple[str, ...] = (), **fields: Any
) -> Sands:
    """A movement action; all garrisons that are not on the map or used are face up."""
    state = desert(placed, **fields)
    for name in GARRISONS:
        if name not in placed:
            state.place[number(name)] = USED if name in used else READY
    return acting(state, side, action, MOVEMENT)


def with_group(side: str, unit: str, place: str, **fields: Any) -> Sands:
    state = moving(side, {unit: place, **fields.pop("placed", {})}, **fields)
    play(state, f"unit:{unit.replace(' ', '-')}")
    return state


# Garrisons


@pytest.mark.rule("13.6b", "13.6.5a", "19.1.1f")
def test_a_garrison_does_not_move() -> None:
    state = moving("axis", {"Garrison It 1": "2140", "Sirte": "2140"})
    assert legal(state, "unit") == {"unit:Sirte"}
    assert why_not(state, "unit:Garrison-It-1") == "19.1.1"


@pytest.mark.rule("13.6.1a")
def test_one_garrison_in_a_hex() -> None:
    state = with_group("axis", "Sirte", "2140", placed={"Garrison It 1": "2140"})
    assert not legal(state, "garrison")
    assert why_not(state, "garrison:Garrison-It-2") == "13.6.1"


@pytest.mark.rule("13.6.1b", "13.6.2e")
def test_the_counters_that_are_face_up_are_all_there_are() -> None:
    assert Counter(DATA.units[number(name)].nation for name in GARRISONS) == {
        "Germany": 2,
        "Italy": 2,
        "Britain": 4,
    }
    state = with_group("axis", "Sirte", "2140", used=("Garrison It 1",))
    assert legal(state, "garrison") == {"garrison:Garrison-It-2"}
    assert why_not(state, "garrison:Garrison-It-1") == "13.6.2"
    state = with_group("axis", "Sirte", "2140", used=("Garrison It 1", "Garrison It 2"))
    assert not legal(state, "garrison")


@pytest.mark.rule("13.6.1c")
def test_germans_form_german_garrisons_and_italians_italian_ones() -> None:
    state = with_group("axis", "104/21 Pz", "2140")
    assert legal(state, "garrison") == {"garrison:Garrison-Ger-1"}
    assert why_not(state, "garrison:Garrison-It-1") == "13.6.1"
    state = with_group("axis", "Sirte", "2140", placed={"104/21 Pz": "2140"})
    assert legal(state, "garrison") == {"garrison:Garrison-It-1"}
    play(state, "unit:104/21-Pz")
    assert legal(state, "garrison") == {"garrison:Garrison-It-1", "garrison:Garrison-Ger-1"}


@pytest.mark.rule("13.6.1d")
@pytest.mark.parametrize("unit", ["22 Gds", "5/4 Ind", "4/2 NZ", "1/1 SA", "16/6 Aus"])
def test_any_allied_nation_forms_any_allied_garrison(unit: str) -> None:
    state = with_group("allied", unit, "2140")
    assert legal(state, "garrison") == {"garrison:Garrison-Br-1"}


@pytest.mark.rule("13.6.2a", "13.6.2b")
@pytest.mark.parametrize(
    ("unit", "may", "fields"),
    [
        ("22 Gds", True, {}),
        ("22 Gds", False, {"oos": ["22 Gds"]}),
        ("22 Gds", False, {"reduced": ["22 Gds"]}),
        ("3 Cstrm Gds", False, {}),
        ("4/7 Arm", False, {}),
        ("HQ 13 Corps", False, {}),
        ("Sirte", True, {}),
        ("Sirte", False, {"oos": ["Sirte"]}),
        ("Pavia", True, {}),
        ("Pavia", False, {"reduced": ["Pavia"]}),
        ("GGFF", False, {}),
        ("8 MG", False, {}),
        ("Recam", False, {}),
    ],
)
def test_who_forms_a_garrison(unit: str, may: bool, fields: dict[str, Any]) -> None:
    side = "allied" if DATA.owners[number(unit)] == ALLIED else "axis"
    state = with_group(side, unit, "2140", **fields)
    assert bool(legal(state, "garrison")) == may
    if not may:
        assert why_not(state, f"garrison:Garrison-{'Br' if side == 'allied' else 'It'}-1") == "13.6.2"


@pytest.mark.rule("13.6.2c", "13.6.2f")
def test_a_garrison_is_formed_on_the_way_and_costs_nothing() -> None:
    state = with_group("allied", "22 Gds", "2139")
    play(state, "to:2140")
    spent = state.spent
    play(state, "garrison:Garrison-Br-1")
    assert state.spent == spent
    assert not state.reduced
    play(state, "to:2141", "garrison:Garrison-Br-2", "to:2241")
    assert where(state, "Garrison Br 1", "Garrison Br 2", "22 Gds") == ["2140", "2141", "2241"]


@pytest.mark.rule("13.6.2c")
def test_a_unit_that_a_zone_has_stopped_can_still_form_one() -> None:
    state = with_group("allied", "22 Gds", "2139", placed={"Sirte": "2041"})
    play(state, "to:2140")
    assert legal(state) == {"garrison:Garrison-Br-1", "stop"}


@pytest.mark.rule("13.6.2d")
@pytest.mark.parametrize(("place", "may"), [("2140", True), ("2829", True), ("2729", True), ("1633", False)])
def test_where_garrisons_are_formed(place: str, may: bool) -> None:
    assert bool(legal(with_group("allied", "22 Gds", place), "garrison")) == may


@pytest.mark.rule("13.6.3a", "13.6.3c")
def test_the_owner_removes_a_garrison_and_it_goes_face_down() -> None:
    state = moving("axis", {"Garrison It 1": "2140", "Garrison Br 1": "2045"})
    assert legal(state, "disband") == {"disband:Garrison-It-1"}
    assert why_not(state, "disband:Garrison-Br-1") == "13.6.3"
    play(state, "disband:Garrison-It-1")
    assert state.place[number("Garrison It 1")] == USED


@pytest.mark.rule("13.6.3b", "13.6.3c")
def test_an_eliminated_garrison_goes_face_down() -> None:
    state = desert({"Garrison It 1": "2140"})
    kill(state, number("Garrison It 1"))
    assert state.place[number("Garrison It 1")] == USED


@pytest.mark.rule("13.6.4a")
def test_a_garrison_counts_as_infantry() -> None:
    assert DATA.infantry & DATA.garrisons == DATA.garrisons


@pytest.mark.rule("PE1-11b")
def test_11_indian_leaves_a_garrison_at_gabr_salah_on_its_way_and_fails_its_end_check() -> None:
    """Printed: by extended movement past 1933, where it leaves a garrison. Where it comes from and ends is chosen
    here, on the track."""
    state = with_group("allied", "11/4 Ind", "1935")
    play(state, "extended", "to:1934", "to:1933", "garrison:Garrison-Br-1", "to:2033", "stop", "5")
    assert where(state, "Garrison Br 1", "11/4 Ind") == ["1933", "2033"]
    assert state.disorganised == 1 << number("11/4 Ind")


@pytest.mark.rule("PE1-11b")
def test_cirene_stops_22_guards_though_it_is_out_of_supply() -> None:
    state = moving("allied", {"Cirene": "1633", "22 Gds": "1635"}, oos=["Cirene"])
    play(state, "unit:22-Gds", "to:1634")
    assert state.moved == 1 << number("22 Gds")


# Boxes


@pytest.mark.rule("13.7.1a", "13.7.2e")
def test_six_boxes_to_a_side_and_only_those_face_up() -> None:
    state = moving("axis", {"Sirte": "1633"}, boxes_used=[6, 0])
    assert not legal(state, "box")
    assert why_not(state, "box:Sirte") == "13.7.1"
    state = moving("axis", {"Sirte": "1633"}, boxes_used=[5, 0])
    play(state, "box:Sirte")
    assert boxes_at_hand(state, AXIS) == 0


@pytest.mark.parametrize(
    ("unit", "place", "tobruk", "may"),
    [
        pytest.param("22 Gds", "1462", False, True, marks=pytest.mark.rule("13.7.1b")),
        pytest.param("22 Gds", "1633", True, True, marks=pytest.mark.rule("13.7.1c")),
        pytest.param("22 Gds", "1633", False, False, marks=pytest.mark.rule("13.7.1c")),
        pytest.param("22 Gds", "1905", True, False, marks=pytest.mark.rule("13.7.1c")),
        pytest.param("Sirte", "1905", False, True, marks=pytest.mark.rule("13.7.1d")),
        pytest.param("Sirte", "1633", True, True, marks=pytest.mark.rule("13.7.1d")),
        pytest.param("Sirte", "1462", True, True, marks=pytest.mark.rule("13.7.1d")),
    ],
)
def test_on_which_map_a_side_builds(unit: str, place: str, tobruk: bool, may: bool) -> None:
    side = "allied" if DATA.owners[number(unit)] == ALLIED else "axis"
    held = {"axis": ["1600"] if tobruk else ["1600", "2830"]}
    state = moving(side, {unit: place}, control=held)
    assert bool(legal(state, "box")) == may
    if not may:
        assert why_not(state, f"box:{unit.replace(' ', '-')}") == "13.7.1"


@pytest.mark.rule("13.7.2a")
def test_a_unit_that_builds_does_not_move_and_one_that_moved_does_not_build() -> None:
    state = moving("axis", {"Sirte": "1633", "Cirene": "1640"})
    play(state, "box:Sirte")
    assert state.boxes[AXIS] == hexes("1633")
    assert why_not(state, "unit:Sirte") == "19.1.1"
    play(state, "unit:Cirene", "to:1641", "stop")
    assert why_not(state, "box:Cirene") == "13.7.2"


@pytest.mark.rule("13.7.2a")
def test_a_box_is_built_in_a_half_move_too_and_one_is_enough_for_a_hex() -> None:
    state = moving("axis", {"Sirte": "1633", "Cirene": "1633"}, action="half-move")
    play(state, "box:Sirte")
    assert why_not(state, "box:Cirene") == "13.7"


@pytest.mark.rule("13.7.2b", "13.7.2c")
@pytest.mark.parametrize(
    ("unit", "may", "fields"),
    [
        ("104/21 Pz", True, {}),
        ("104/21 Pz", False, {"oos": ["104/21 Pz"]}),
        ("104/21 Pz", False, {"reduced": ["104/21 Pz"]}),
        ("1/5/21 Pz", False, {}),
        ("132/Ariete", False, {}),
        ("Recam", True, {}),
        ("8 MG", False, {}),
        ("HQ Afrika Korps", False, {}),
        ("GGFF", False, {}),
        ("Sirte", True, {}),
        ("Sirte", False, {"oos": ["Sirte"]}),
        ("Pavia", True, {}),
        ("Pavia", False, {"reduced": ["Pavia"]}),
    ],
)
def test_who_builds(unit: str, may: bool, fields: dict[str, Any]) -> None:
    state = moving("axis", {unit: "1633"}, **fields)
    assert bool(legal(state, "box")) == may
    if may:
        play(state, f"box:{unit.replace(' ', '-')}")
        assert not state.reduced
    else:
        assert why_not(state, f"box:{unit.replace(' ', '-')}") == "13.7.2"


@pytest.mark.rule("13.7.2d")
@pytest.mark.parametrize("place", ["1502", "3412", "2830", "2441"])
def test_where_no_box_is_built(place: str) -> None:
    state = moving("axis", {"Sirte": place})
    assert why_not(state, "box:Sirte") == "13.7.2"


@pytest.mark.rule("13.7.3a", "13.7.3c")
def test_the_owner_removes_a_box_and_it_goes_face_down() -> None:
    state = moving("axis", {"Sirte": "1633"}, boxes={"axis": ["1633"], "allied": ["1640"]})
    assert legal(state, "raze") == {"raze:1633"}
    assert why_not(state, "raze:1640") == "13.7.3"
    play(state, "raze:1633")
    assert not state.boxes[AXIS]
    assert state.boxes_used[AXIS] == 1


@pytest.mark.rule("13.7.3b", "13.7.3c")
def test_a_box_that_nobody_is_left_in_goes_face_down_at_once() -> None:
    state = moving("axis", {"Sirte": "1633", "Cirene": "1633"}, boxes={"axis": ["1633"]})
    play(state, "unit:Sirte", "to:1632", "stop")
    assert state.boxes[AXIS] == hexes("1633")
    play(state, "unit:Cirene", "to:1632")
    assert not state.boxes[AXIS]
    assert state.boxes_used[AXIS] == 1


@pytest.mark.rule("13.7.3b")
def test_so_does_a_box_of_the_allies() -> None:
    state = moving("allied", {"22 Gds": "1633"}, boxes={"allied": ["1633"]})
    play(state, "unit:22-Gds", "to:1632")
    assert not state.boxes[ALLIED]
    assert state.boxes_used == [0, 1]


@pytest.mark.rule("13.7.3b")
def test_a_headquarters_or_garrison_keeps_a_box() -> None:
    state = moving("axis", {"Garrison It 1": "2140", "Sirte": "2140"}, boxes={"axis": ["2140"]})
    play(state, "unit:Sirte", "to:2139", "stop")
    assert state.boxes[AXIS] == hexes("2140")
    play(state, "disband:Garrison-It-1")
    assert not state.boxes[AXIS]


@pytest.mark.rule("13.6.3a", "13.7.3a")
def test_both_are_removed_in_a_combat_action_too() -> None:
    placed = {"Garrison It 1": "2140", "Sirte": "1633"}
    state = acting(desert(placed, boxes={"axis": ["1633"]}), "axis", "combat", BATTLES)
    assert legal(state) == {"disband:Garrison-It-1", "raze:1633", "done"}
    assert why_not(state, "raze:1632") == "13.7.3"
    assert why_not(state, "disband:Garrison-Br-1") == "13.6.3"
    play(state, "disband:Garrison-It-1", "raze:1633", "done")
    assert not state.boxes[AXIS]
    assert state.place[number("Garrison It 1")] == USED


@pytest.mark.rule("PE2-2")
def test_23_marzo_leaves_a_garrison_at_el_adem_and_sirte_builds_a_box() -> None:
    """Printed: Marmarica to 2728; 23 Marzo leaves a garrison at El Adem and goes to 2523; Sirte, unmoved, builds a
    box; one-step divisions do build. Sirte's hex 2030 is from the example's chit 8."""
    state = moving("axis", {"23 Marzo": "2429", "Sirte": "2030", "Marmarica": "2729"})
    play(state, "unit:Marmarica", "to:2728", "stop", "unit:23-Marzo", "garrison:Garrison-It-1")
    play(state, "to:2428", "stop", "box:Sirte")
    assert where(state, "Garrison It 1", "Marmarica") == ["2429", "2728"]
    assert state.boxes[AXIS] == 1 << HEX["2030"]
