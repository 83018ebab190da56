"""The model of supply against the rulebook's own sentences."""

from __future__ import annotations

import pytest

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.board import ALLIED, AXIS
from tests.games.dark_sands.models.laying import lay
from tests.games.dark_sands.models.position import Counter
from tests.games.dark_sands.models.positions import scenario_position
from tests.games.dark_sands.models.supply import (
    can_trace,
    can_trace_land,
    can_trace_to_port,
    land_part,
    supplied_lines,
    survives_attrition,
)


@pytest.mark.parametrize("name", ["compass", "sunflower", "crusader", "gazala"])
def test_every_unit_of_every_set_up_has_a_line(name: str) -> None:
    position = scenario_position(name)
    without = {c.hex for c in position.counters if not can_trace_land(position, c.hex, board.side_of(c))}
    assert all(can_trace(position, counter.id) for counter in position.counters)
    assert without == ({"2830", "2829", "2729"} if name == "crusader" else set())  # Tobruk besieged has its port


@pytest.mark.parametrize(("hex_", "traces"), [("1608", True), ("1508", False), ("1132", True), ("1031", False)])
def test_the_land_part_is_four_hexes_on_the_sides_and_eight_on_central(hex_: str, traces: bool) -> None:
    assert can_trace(lay(Counter("Sirte", hex_)), "Sirte") is traces


def test_a_side_hex_counts_two_across_a_join() -> None:
    part = land_part(lay(), AXIS, "0923", 8)
    assert [part[hex_] for hex_ in ("0922", "0921", "2020", "2019")] == [1, 2, 4, 6]
    back = land_part(lay(), AXIS, "2019", 8)
    assert [back[hex_] for hex_ in ("2020", "0921", "0922")] == [2, 3, 4]


# Sirte on the track from 1350 to the west, with every other hex around it in an Allied zone.
CORRIDOR = (
    *(Counter("Sirte", "1350"), Counter("4/7 Arm", "1550"), Counter("7/7 Arm", "1150"), Counter("16/70", "1352")),
    *(Counter("5/4 Ind", "1248"), Counter("7/4 Ind", "1448")),
)


def test_a_zone_blocks_the_first_hex_of_the_track_but_no_later_one() -> None:
    """10.1.1: the first hex belongs to the land part even for a unit that stands on the track."""
    assert can_trace(lay(*CORRIDOR), "Sirte")  # 1348 is in a zone, 1349 is not
    assert not can_trace(lay(*CORRIDOR, Counter("14/70", "1249")), "Sirte")  # 1349 is as well


def test_a_friendly_unit_contests_the_zone() -> None:
    enemies = (*CORRIDOR, Counter("14/70", "1249"))
    assert can_trace(lay(*enemies, Counter("Cirene", "1349")), "Sirte")


@pytest.mark.parametrize("unit", ["16/70", "HQ 13 Corps", "Garrison Br 1"])
def test_any_enemy_unit_on_the_road_blocks_it(unit: str) -> None:
    """10.1: a path free of enemy units, and HQs and garrisons are units too."""
    assert supplied_lines(lay(Counter(unit, "1601")), AXIS) == {"1600"}


def test_a_unit_among_uncontested_zones_is_cut_off_unless_it_stands_in_a_source() -> None:
    around = (Counter("4/7 Arm", "1428"), Counter("7/7 Arm", "1432"))
    north_and_south = (Counter("16/70", "1630"), Counter("14/70", "1230"))
    assert not can_trace(lay(Counter("Sirte", "1430"), *around, *north_and_south), "Sirte")
    assert can_trace(lay(Counter("Sirte", "1430"), *around), "Sirte")
    at_the_source = lay(Counter("Sirte", "1600"), Counter("4/7 Arm", "1601"), Counter("7/7 Arm", "1500"))
    assert can_trace(at_the_source, "Sirte")


def test_a_source_in_enemy_hands_feeds_nobody() -> None:
    assert supplied_lines(lay(control={"1600": ALLIED}), AXIS) == set()
    assert "1960" in supplied_lines(lay(control={"1877": AXIS}), ALLIED)  # the road from Cairo
    assert supplied_lines(lay(control={"1877": AXIS, "1376": AXIS}), ALLIED) == set()


def test_the_land_part_crosses_an_escarpment_only_along_a_track() -> None:
    part = land_part(lay(), ALLIED, "1646", 8)
    assert part["1746"] == 2  # by 1647 and the track, though 1746 touches 1646
    assert part["1747"] == 3


def test_only_the_allies_use_the_railway_and_only_as_far_as_it_is_built() -> None:
    assert "1550" in supplied_lines(lay(railhead="1546"), ALLIED)
    assert "1550" in supplied_lines(lay(railhead="1550"), ALLIED)
    assert "1550" not in supplied_lines(lay(railhead="1551"), ALLIED)
    assert "1550" in supplied_lines(lay(railhead="2830", rail_completed=True), ALLIED)
    assert "1550" not in supplied_lines(lay(railhead="2830", rail_completed=True), AXIS)


def test_the_bypass_serves_both_sides_once_it_is_built() -> None:
    assert "2630" not in supplied_lines(lay(bypass="building"), AXIS)
    assert "2630" in supplied_lines(lay(bypass="built"), AXIS)
    assert "2630" in supplied_lines(lay(bypass="built"), ALLIED)


@pytest.mark.parametrize(("hex_", "near"), [("2826", True), ("2825", False), ("1760", True), ("1660", False)])
def test_an_allied_port_feeds_four_hexes_on_central_and_two_on_east(hex_: str, near: bool) -> None:
    assert can_trace_to_port(lay(), hex_) is near
    assert not can_trace_to_port(lay(control=dict.fromkeys(("2830", "2441", "1960"), AXIS)), hex_)


def test_benghazi_is_a_port_that_feeds_nobody() -> None:
    assert not can_trace_to_port(lay(control={"2904": ALLIED}), "2904")


# Savona in Tobruk, and Allied units in every hex that leads out of it.
SIEGE = (
    *(Counter("Savona", "2830", oos=True), Counter("4/7 Arm", "2828"), Counter("7/7 Arm", "2728")),
    *(Counter("16/70", "2629"), Counter("14/70", "2630"), Counter("23/70", "2730")),
)


def test_tobruk_keeps_axis_units_alive_but_not_in_supply() -> None:
    """10.1.4: only in the Attrition Segment, and only while another Axis unit on Central has its line."""
    held = {"2830": AXIS}
    elsewhere = Counter("Sirte", "2125")
    assert not can_trace(lay(*SIEGE, elsewhere, control=held), "Savona")
    assert survives_attrition(lay(*SIEGE, elsewhere, control=held), "Savona")
    assert not survives_attrition(lay(*SIEGE, control=held), "Savona")
    assert not survives_attrition(lay(*SIEGE, Counter("Sirte", "1905"), control=held), "Savona")  # on West


def test_no_port_feeds_an_axis_unit_in_the_desert() -> None:
    beside_tobruk = lay(Counter("Sirte", "2730"), control={"1600": ALLIED})
    assert not can_trace(beside_tobruk, "Sirte")
    cut_off = (Counter("Sirte", "1350", oos=True), *CORRIDOR[1:], Counter("14/70", "1249"))
    far_from_tobruk = lay(*cut_off, Counter("Savona", "2125"), control={"2830": AXIS})
    assert not survives_attrition(far_from_tobruk, "Sirte")


def test_only_units_marked_out_of_supply_suffer_attrition() -> None:
    cut_off = (*CORRIDOR[1:], Counter("14/70", "1249"))
    assert survives_attrition(lay(Counter("Sirte", "1350"), *cut_off), "Sirte")
    assert not survives_attrition(lay(Counter("Sirte", "1350", oos=True), *cut_off), "Sirte")
    assert survives_attrition(lay(Counter("Sirte", "1350", oos=True), *CORRIDOR[1:]), "Sirte")
