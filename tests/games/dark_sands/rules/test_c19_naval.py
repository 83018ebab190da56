"""19.4: movement by sea. P1.4.4: the special rule of Gazala."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.desert import acting, decision, desert, hexes, legal, play, units, where, why_not

GAME = "dark-sands"
ALLIED_PORTS = {"axis": ["1600", "2904"]}
AXIS_PORTS = {"axis": ["1600", "2904", "2830", "2441"]}


def ports(side: str, placed: dict[str, str], action: str = "move", **fields: Any) -> Sands:
    control = ALLIED_PORTS if side == "allied" else AXIS_PORTS
    return acting(desert(placed, control=fields.pop("control", control), **fields), side, action, MOVEMENT)


@pytest.mark.rule("19.4a", "19.4.2c")
def test_a_side_goes_by_sea_in_one_action_of_a_turn() -> None:
    state = ports("allied", {"16/70": "1877", "22 Gds": "1877"})
    play(state, "sail:16/70", "port:2830", "done")
    assert state.sailed == 1 << ALLIED
    state.clear("action")
    acting(state, "allied", "move", MOVEMENT)
    assert why_not(state, "sail:22-Gds") == "19.4"
    state.clear("turn")
    assert "sail:22-Gds" in legal(state)


@pytest.mark.rule("19.4a")
def test_an_action_without_the_sea_does_not_use_it_up() -> None:
    state = ports("allied", {"16/70": "1877"})
    play(state, "done")
    assert not state.sailed


@pytest.mark.rule("19.4a", "PE2-10")
def test_a_half_move_takes_3_indian_from_mersa_matruh_to_tobruk() -> None:
    state = ports("allied", {"3 Ind": "1960"}, "half-move")
    play(state, "sail:3-Ind", "port:2830")
    assert where(state, "3 Ind") == ["2830"]


@pytest.mark.rule("19.4b")
def test_by_land_or_by_sea() -> None:
    state = ports("allied", {"16/70": "1877", "22 Gds": "1776"})
    play(state, "sail:16/70", "port:2830")
    assert why_not(state, "unit:16/70") == "19.1.1"
    play(state, "unit:22-Gds", "to:1877", "stop")
    assert why_not(state, "sail:22-Gds") == "19.1.1"


@pytest.mark.rule("19.4a", "T-chit-21corps3")
def test_who_moves_only_one_hex_does_not_go_by_sea() -> None:
    """21 Corps lets all other Italians move one hex or by extended movement, and nothing else."""
    state = ports("axis", {"Brescia": "2904", "Pavia": "2904"}, one_hex=units("Pavia"))
    assert legal(state, "sail") == {"sail:Brescia"}
    assert why_not(state, "sail:Pavia") == "18.1"


@pytest.mark.rule("19.4.1a")
def test_one_axis_unit_a_turn_between_friendly_ports() -> None:
    state = ports("axis", {"Sirte": "2904", "Cirene": "2904", "Pavia": "1600"})
    assert legal(state, "sail") == {"sail:Sirte", "sail:Cirene"}
    assert why_not(state, "sail:Pavia") == "19.4"
    play(state, "sail:Sirte")
    assert legal(state) == {"port:2830", "port:2441"}
    assert why_not(state, "port:1960") == "19.4"
    play(state, "port:2441")
    assert where(state, "Sirte") == ["2441"]
    assert why_not(state, "sail:Cirene") == "19.4.1"


@pytest.mark.rule("19.4a")
def test_nobody_sails_who_is_not_in_a_port() -> None:
    assert not legal(ports("allied", {"16/70": "1776"}), "sail")


@pytest.mark.rule("19.4.1a")
def test_not_from_a_port_that_is_the_enemys() -> None:
    state = ports("allied", {"16/70": "1877"}, control={"axis": ["1600", "2904", "1877"]})
    assert why_not(state, "sail:16/70") == "19.4"


@pytest.mark.rule("19.4.1b")
def test_an_axis_port_needs_a_line_over_land_to_el_agheila() -> None:
    """Tobruk is surrounded on the land side; Bardia is not: its line goes round Tobruk by the desert."""
    ring = {"5/4 Ind": "2828", "7/4 Ind": "2728", "11/4 Ind": "2630", "22 Gds": "2731", "16/70": "2629"}
    state = ports("axis", {"Sirte": "2904", **ring})
    play(state, "sail:Sirte")
    assert why_not(state, "port:2830") == "19.4.1"
    assert legal(state) == {"port:2441"}


@pytest.mark.rule("19.4.2a")
def test_three_allied_units_a_turn() -> None:
    state = ports("allied", dict.fromkeys(("16/70", "14/70", "23/70", "22 Gds"), "1877"))
    for name in ("16/70", "14/70", "23/70"):
        play(state, f"sail:{name}", "port:2830")
        if decision(state) == "return":
            play(state, "stop")
    assert why_not(state, "sail:22-Gds") == "19.4.2"


@pytest.mark.rule("19.4.2b")
@pytest.mark.parametrize(
    ("port", "besieged", "may"), [("2830", True, True), ("2904", False, True), ("2904", True, False)]
)
def test_an_allied_port_needs_a_line_over_land_or_port_supply(port: str, besieged: bool, may: bool) -> None:
    """Tobruk has port supply (10.1.4); Benghazi, which has none, is cut off by units on all its sides."""
    ring = {"Sirte": "2804", "Cirene": "3005", "Pavia": "2905", "Recam": "2805"}
    siege = {"1 Libica": "2828", "2 Libica": "2728", "Marmarica": "2630", "Bologna": "2731", "Savona": "2629"}
    state = ports("allied", {"16/70": "1877", **(ring | siege if besieged else {})}, control={"axis": ["1600"]})
    play(state, "sail:16/70")
    assert (f"port:{port}" in legal(state)) == may
    if not may:
        assert why_not(state, f"port:{port}") == "19.4.2"


@pytest.mark.rule("19.4.2d")
def test_units_in_the_port_change_places() -> None:
    there = ("5/4 Ind", "7/4 Ind", "11/4 Ind", "22 Gds")
    state = ports("allied", {"16/70": "1960", **dict.fromkeys(there, "2830"), "Garrison Br 1": "2830"})
    play(state, "sail:16/70", "port:2830")
    assert legal(state) == {"back:5/4-Ind", "back:7/4-Ind", "back:11/4-Ind", "back:22-Gds", "stop"}
    assert why_not(state, "back:16/70") == "19.1.1"
    play(state, "back:5/4-Ind", "back:7/4-Ind", "back:11/4-Ind")
    assert decision(state) == "moves"
    assert where(state, "5/4 Ind", "7/4 Ind", "11/4 Ind", "16/70") == ["1960", "1960", "1960", "2830"]
    assert state.moved == units("5/4 Ind", "7/4 Ind", "11/4 Ind", "16/70")


@pytest.mark.rule("19.4.2d")
def test_the_axis_does_not_exchange() -> None:
    state = ports("axis", {"Sirte": "2904", "Cirene": "2441"})
    play(state, "sail:Sirte", "port:2441")
    assert decision(state) == "moves"


@pytest.mark.rule("19.4.1b")
def test_whoever_is_in_the_only_port_with_supply_has_nowhere_to_go() -> None:
    """Benghazi is cut off: units leave it for Bardia, but nobody leaves Bardia."""
    ring = {"5/4 Ind": "2804", "7/4 Ind": "3005", "11/4 Ind": "2905", "22 Gds": "2805"}
    control = {"axis": ["1600", "2904", "2441"]}
    state = ports("axis", {"Sirte": "2904", "Cirene": "2441", **ring}, control=control)
    assert legal(state, "sail") == {"sail:Sirte"}
    assert why_not(state, "sail:Cirene") == "19.4.1"


@pytest.mark.rule("13.7.3b")
def test_a_box_that_is_left_by_sea_is_removed() -> None:
    state = ports("allied", {"22 Gds": "1960"}, boxes={"allied": ["1960"]})
    play(state, "sail:22-Gds", "port:2830")
    assert not state.boxes[ALLIED]
    assert state.boxes_used == [0, 1]


# Gazala


def gazala(placed: dict[str, str], **fields: Any) -> Sands:
    return desert(placed, scenario=SCENARIOS.index("gazala"), control=ALLIED_PORTS, **fields)


TANKS = {"4/7 Arm": "2128", "2/1 Arm": "2428"}


@pytest.mark.rule("P1.4.4a")
def test_allied_units_do_not_leave_the_central_map_for_the_east() -> None:
    state = acting(gazala({"22 Gds": "1154", "16/70": "2830", **TANKS}), "allied", "move", MOVEMENT)
    play(state, "sail:16/70")
    assert legal(state) == {"port:2441"}
    assert why_not(state, "port:1960") == "P1.4.4"
    play(state, "port:2441", "unit:22-Gds")
    assert why_not(state, "to:1356") == "P1.4.4"
    assert not legal(state, "to") & {"to:1356", "to:1456", "to:1556"}
    play(state, "extended")
    assert why_not(state, "to:1456") == "P1.4.4"


@pytest.mark.rule("P1.4.4a")
@pytest.mark.parametrize(
    ("reduced", "closed"), [((), True), (("4/7 Arm",), True), (("4/7 Arm", "2/1 Arm"), False)]
)
def test_fewer_than_three_tank_steps_open_the_east(reduced: tuple[str, ...], closed: bool) -> None:
    state = acting(gazala({"22 Gds": "1154", **TANKS}, reduced=reduced), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds")
    assert ("to:1356" not in legal(state)) == closed


@pytest.mark.rule("P1.4.4a")
def test_tanks_elsewhere_do_not_count() -> None:
    state = acting(gazala({"22 Gds": "1154", "4/7 Arm": "1462", "2/1 Arm": "1905"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1356")
    assert state.east_open


@pytest.mark.rule("P1.4.4a")
def test_an_axis_unit_that_enters_egypt_opens_it_for_good() -> None:
    state = acting(gazala({"22 Gds": "1154", "Recam": "2140", **TANKS}), "axis", "move", MOVEMENT)
    assert not state.east_open
    play(state, "unit:Recam", "to:2141", "to:2140", "stop", "done")
    assert state.east_open
    state.clear("action")
    acting(state, "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1356")


@pytest.mark.rule("P1.4.4a")
def test_it_holds_in_gazala_for_the_allies_on_the_central_map_only() -> None:
    state = acting(desert({"22 Gds": "1154", **TANKS}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1356")
    state = acting(gazala({"22 Gds": "1356", **TANKS}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1357")
    state = acting(gazala({"Recam": "1154", **TANKS}), "axis", "move", MOVEMENT)
    assert not state.east_open or hexes("1154") & state.printed.ground.egypt
    play(state, "unit:Recam", "to:1356")
    assert state.active == AXIS
