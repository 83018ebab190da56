"""The model of movement against the rulebook's own sentences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.dark_sands.models.board import AXIS
from tests.games.dark_sands.models.laying import lay
from tests.games.dark_sands.models.movement import allowance, extended_reach, reach
from tests.games.dark_sands.models.position import Counter
from tests.games.dark_sands.models.positions import scenario_position


@pytest.mark.parametrize(
    ("unit", "start", "end"),
    [("Sabratha", "2723", "2719"), ("Sirte", "2432", "2030"), ("Marmarica", "2140", "2729")],
)
def test_the_moves_of_the_example_come_to_exactly_four(unit: str, start: str, end: str) -> None:
    """Example of play, turn 1, chit 8, and turn 2, chit 11."""
    assert reach(lay(Counter(unit, start)), unit, half=False)[end] == 4


def test_an_allowance_is_halved_exactly_but_three_becomes_two() -> None:
    assert allowance(Counter("Sirte", "1430", oos=True), half=False) == 3
    assert allowance(Counter("Sirte", "1430", oos=True), half=True) == 2
    assert allowance(Counter("1/5/21 Pz", "1430"), half=True) == 5
    assert allowance(Counter("Garrison It 1", "2031", oos=True), half=False) == 0


@pytest.mark.parametrize(
    ("start", "end", "cost"),
    [
        ("1430", "1431", Fraction(1)),  # desert
        ("2430", "2429", Fraction(1, 2)),  # track
        ("2428", "2528", Fraction(1, 4)),  # road, which cancels the ridge
        ("2430", "2330", Fraction(2)),  # rough
        ("2430", "2530", Fraction(2)),  # desert across a ridge
        ("2632", "2732", Fraction(2)),  # desert across a wadi
        ("2329", "2328", Fraction(1)),  # off the track out of the rough: only what is entered counts
        ("3212", "3213", Fraction(4)),  # mountain, on West
    ],
)
def test_what_a_step_costs(start: str, end: str, cost: Fraction) -> None:
    assert reach(lay(Counter("22 Gds", start)), "22 Gds", half=False)[end] == cost


def test_west_and_east_cost_twice_as_much() -> None:
    assert reach(lay(Counter("22 Gds", "1511")), "22 Gds", half=False)["1512"] == 2


def test_a_unit_stops_in_an_enemy_zone_and_does_not_step_from_zone_to_zone() -> None:
    """19.1.2: out of the zone first."""
    towards = reach(lay(Counter("7/7 Arm", "1430"), Counter("Sirte", "1433")), "7/7 Arm", half=False)
    assert towards["1432"] == 2
    assert towards["1434"] == 7  # around, not through: by 1530, 1631, 1632, 1633, 1634 and 1534
    within = reach(lay(Counter("7/7 Arm", "1432"), Counter("Sirte", "1433")), "7/7 Arm", half=False)
    assert within["1532"] == 2  # by 1531, though it touches 1432


def test_a_stuck_unit_may_not_use_the_one_hex_rule_to_pass_between_zones() -> None:
    ring = (
        Counter("4/7 Arm", "1428"),
        Counter("7/7 Arm", "1432"),
        Counter("16/70", "1630"),
        Counter("14/70", "1230"),
    )
    free = reach(lay(Counter("Sirte", "1430"), *ring), "Sirte", half=False)
    assert set(free) == {"1429", "1431", "1329", "1330", "1529", "1530"}
    held = reach(lay(Counter("Sirte", "1430"), *ring, Counter("23/70", "1529")), "Sirte", half=False)
    assert held == {}


def test_one_hex_is_always_possible_whatever_it_costs() -> None:
    """19.1.3: an exhausted unit still gets into the rough."""
    weak = Counter("Sirte", "3313", oos=True)
    into_rough = {hex_: cost for hex_, cost in reach(lay(weak), "Sirte", half=True).items() if cost > 2}
    assert into_rough
    assert all(cost in (4, 6) for cost in into_rough.values())


def test_an_hq_alone_is_passed_and_a_garrison_is_not() -> None:
    """11.0 and 13.6: only the garrison bars the way."""
    past_hq = reach(lay(Counter("Sirte", "2030"), Counter("HQ 13 Corps", "2031")), "Sirte", half=False)
    assert "2031" in past_hq
    assert past_hq["2032"] == 1
    past_garrison = reach(lay(Counter("Sirte", "2030"), Counter("Garrison Br 1", "2031")), "Sirte", half=False)
    assert "2031" not in past_garrison


def test_an_escarpment_is_crossed_only_along_a_road_or_track() -> None:
    south = reach(lay(Counter("7/7 Arm", "1648")), "7/7 Arm", half=False)
    assert south["1746"] == 1  # two track hexes: 1647 and down the escarpment
    assert south["1747"] == 2  # and on from there, though it touches 1648


def test_armour_enters_a_marsh_only_by_road_or_track() -> None:
    armour = reach(lay(Counter("7/7 Arm", "3121")), "7/7 Arm", half=False)
    foot = reach(lay(Counter("16/70", "3121")), "16/70", half=False)
    assert "3222" in foot
    assert "3222" not in armour


def test_the_purple_join() -> None:
    """19.1.6: from 1154 into 1356, 1456 or 1556, but into no hex of East without the colour."""
    free = reach(lay(Counter("3 Cstrm Gds", "1154", oos=True)), "3 Cstrm Gds", half=True)
    assert {hex_ for hex_ in free if hex_.endswith("56")} == {"1356", "1456", "1556"}
    assert free["1356"] == 2
    assert free["1456"] == 1  # the track


def test_22_guards_drive_from_alexandria_to_2052() -> None:
    """Example of play, turn 1, chit 1."""
    assert "2052" in extended_reach(scenario_position("compass"), "22 Gds")


@pytest.mark.parametrize(
    "state", [Counter("22 Gds", "1877", oos=True), Counter("22 Gds", "1877", disorganised=True)]
)
def test_extended_movement_needs_the_whole_allowance(state: Counter) -> None:
    assert extended_reach(lay(state), "22 Gds") == set()


def test_extended_movement_keeps_away_from_units_and_stops_beside_hqs_and_garrisons() -> None:
    guards = Counter("22 Gds", "1877")
    barred = extended_reach(lay(guards, Counter("Sirte", "2049")), "22 Gds")
    assert "2052" in barred
    assert not barred & {"2149", "2148", "2048", "2050"}
    beside = extended_reach(lay(guards, Counter("Garrison It 1", "2149")), "22 Gds")
    assert "2150" in beside
    assert "2149" not in beside


def test_nobody_drives_past_an_enemy_hq() -> None:
    beside = extended_reach(lay(Counter("22 Gds", "1905"), Counter("HQ 21 Corps", "1603")), "22 Gds")
    assert "1703" in beside
    assert not beside & {"1702", "1602", "1601", "1600"}


def test_extended_movement_may_not_start_beside_any_enemy() -> None:
    assert extended_reach(lay(Counter("22 Gds", "2150"), Counter("Garrison It 1", "2149")), "22 Gds") == set()


def test_no_section_is_entered_twice() -> None:
    """19.1.7: who has left Central for West does not come back, not even to El Tamimi beyond a barred road."""
    free = extended_reach(lay(Counter("22 Gds", "2125"), Counter("Sirte", "2923")), "22 Gds")
    assert "3119" in free
    assert "3121" not in free
    assert "3121" in extended_reach(lay(Counter("22 Gds", "2125")), "22 Gds")


def test_only_active_railway_carries_extended_movement() -> None:
    """9.2: built, and connected with Alexandria by rail past no enemy unit."""
    start = Counter("16/70", "1550")
    assert "1549" in extended_reach(lay(start, railhead="1546"), "16/70")
    assert extended_reach(lay(start, railhead="1551"), "16/70") == set()
    assert extended_reach(lay(start, Counter("Garrison It 1", "1762"), railhead="1546"), "16/70") == set()
    assert extended_reach(lay(start, railhead="1546", control={"1877": AXIS}), "16/70") == set()


def test_the_axis_never_uses_the_railway() -> None:
    free = extended_reach(lay(Counter("Sirte", "1647"), railhead="1546"), "Sirte")
    assert "1546" in free
    assert "1547" not in free
