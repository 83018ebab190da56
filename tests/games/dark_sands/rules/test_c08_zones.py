"""8: zones of control."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c08_zones import in_zone, retreat_zones, uncontested, zones
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from tests.games.dark_sands.desert import HEX, acting, desert, hex_names, hexes, legal, play

GAME = "dark-sands"
AROUND_1633 = {"1532", "1533", "1632", "1634", "1732", "1733"}


@pytest.mark.rule("8.0a")
@pytest.mark.parametrize("unit", ["Sirte", "1/5/21 Pz", "Recam", "8 MG", "22 Gds"])
def test_every_unit_has_a_zone_around_it(unit: str) -> None:
    side = ALLIED if unit == "22 Gds" else AXIS
    assert hex_names(zones(desert({unit: "1633"}), side)) == AROUND_1633


@pytest.mark.rule("8.0c", "8.0d")
@pytest.mark.parametrize("unit", ["HQ Afrika Korps", "Garrison Ger 1"])
def test_headquarters_and_garrisons_have_none(unit: str) -> None:
    state = desert({unit: "1633"})
    assert not zones(state, AXIS)
    assert not in_zone(state, HEX["1632"], AXIS)


@pytest.mark.rule("8.0f", "P2.0b")
def test_a_zone_does_nothing_to_its_own_side() -> None:
    state = acting(desert({"Sirte": "1633", "Cirene": "1631"}), "axis", "move", MOVEMENT)
    play(state, "unit:Cirene", "to:1632", "to:1732", "to:1733", "to:1634")
    assert state.group


@pytest.mark.rule("8.1c")
def test_zones_of_both_sides_in_an_empty_hex_do_not_cancel() -> None:
    state = desert({"Sirte": "1633", "22 Gds": "1635"})
    between = hexes("1634")
    assert uncontested(state, AXIS) & between
    assert uncontested(state, ALLIED) & between


@pytest.mark.rule("8.1c")
def test_a_unit_contests_a_zone_in_its_own_hex() -> None:
    state = desert({"Sirte": "1633", "22 Gds": "1634", "HQ 13 Corps": "1732"})
    assert zones(state, AXIS) & hexes("1634", "1732", "1632") == hexes("1634", "1732", "1632")
    assert uncontested(state, ALLIED) & hexes("1634", "1732", "1632") == hexes("1632")


@pytest.mark.rule("19.3b", "P2.0h")
def test_units_out_of_supply_or_disorganised_do_not_hinder_retreats() -> None:
    units = {"Sirte": "1633", "Cirene": "1640", "Pavia": "1650"}
    state = desert(units, oos=["Sirte"], disorganised=["Cirene"])
    assert retreat_zones(state, AXIS) & hexes("1632", "1641", "1651") == hexes("1651")
    assert zones(state, AXIS) & hexes("1632", "1641", "1651") == hexes("1632", "1641", "1651")


@pytest.mark.rule("19.3b")
def test_a_fit_unit_in_the_hex_hinders_them_all_the_same() -> None:
    state = desert({"Sirte": "1633", "Cirene": "1633"}, oos=["Sirte"])
    assert hex_names(retreat_zones(state, AXIS)) == AROUND_1633


@pytest.mark.rule("PE1-1b")
def test_rough_hexes_let_4_indian_slip_through_and_the_escarpment_leaves_cirene_a_way_out() -> None:
    """Printed: 4 Indian slips between the Italians of 1949 and 1748 by rough hexes without zones; Cirene in 1647
    can retreat north (the printed 1641 is a slip). The hexes of the gap, 1849 and 1948, are from our map."""
    state = desert({"2 Libica": "1949", "Cirene": "1647", "5/4 Ind": "1850"})
    assert not zones(state, AXIS) & hexes("1849", "1948", "1748")
    state = desert({"Cirene": "1647", "5/4 Ind": "1748", "7/4 Ind": "1547", "11/4 Ind": "1546"})
    assert not uncontested(state, AXIS) & hexes("1746")


@pytest.mark.rule("PE1-8b")
def test_ridges_rough_and_the_fort_stop_the_zones_around_tobruk() -> None:
    """Printed: ridges north of El Adem and rough towards Bir el Gubi stop zones, and Marmarica in fort 2729 has
    none outside it; no garrison is left at Ft. Capuzzo, as none is at hand."""
    state = desert({"23 Marzo": "2429", "Sirte": "2030", "Marmarica": "2729"})
    assert not zones(state, AXIS) & hexes("2529", "2528", "2129", "2130", "2630", "2629", "2728")
    acting(state := desert({"Marmarica": "2140"}), "axis", "move", MOVEMENT)
    play(state, "unit:Marmarica")
    assert not legal(state, "garrison")
