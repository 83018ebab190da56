"""10: lines of supply, in positions of a few units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c08_zones import uncontested
from sandtable.games.dark_sands.rules.c10_supply import (
    can_trace,
    land_line,
    port_supply,
    road_part,
    sources,
    traced,
    traced_over_land,
)
from sandtable.games.dark_sands.rules.c21_logistics import logistics
from sandtable.games.dark_sands.state import BUILT, Sands, put
from tests.games.dark_sands.desert import DATA, HEX, desert, hexes, names, number

GAME = "dark-sands"
WIDE = {"axis": ["1600"], "allied": ["1877", "1376"]}
"""Control of the sources alone: no port helps."""


def traces(name: str, place: str, others: Mapping[str, str] | None = None, **fields: Any) -> bool:
    """Can this unit, in this hex, trace a line of supply?"""
    state = desert({name: place, **(others or {})}, **{"control": WIDE, **fields})
    found = can_trace(state, number(name))
    assert found == bool(traced(state, DATA.owners[number(name)]) >> number(name) & 1)
    return found


# The overland part (10.1.1)


@pytest.mark.rule("10.1.1b", "10.1.1c")
@pytest.mark.parametrize(
    ("place", "found"),
    [("1711", True), ("1718", False), ("1511", False), ("1072", True), ("1226", True), ("1126", False)],
)
def test_the_way_over_land_is_4_hexes_on_the_side_maps_and_8_on_the_central_map(place: str, found: bool) -> None:
    assert traces("Trento", place) == found


@pytest.mark.rule("10.1.1a", "10.1.1j")
@pytest.mark.parametrize(("place", "found"), [("1712", True), ("1713", True), ("1612", False), ("1607", True)])
def test_the_road_counts_and_the_hex_of_the_unit_does_not(place: str, found: bool) -> None:
    """From 1712 the road is the fourth hex entered; 1607 has only rough ground and marsh before it."""
    assert traces("Trento", place) == found


@pytest.mark.rule("10.1.1e")
def test_a_hex_of_a_side_map_counts_two_on_the_way_across() -> None:
    """From 1125 the nearest road is at 2318 on the West map: 4 hexes of Central and 2 of West make 8."""
    assert traces("Trento", "1125")
    assert not traces("Trento", "1126")
    assert not traces("Trento", "1125", {"4/7 Arm": "2219"}), "without the way across nothing is near enough"


SURROUNDED = {"4/7 Arm": "1725", "7/7 Arm": "1727"}
"""Their zones cover everything around 1726."""


@pytest.mark.rule("10.1.1d", "10.1.1i")
def test_uncontested_zones_all_around_cut_a_unit_off_a_contested_one_lets_it_out() -> None:
    assert traces("Trento", "1726")
    assert not traces("Trento", "1726", SURROUNDED)
    assert traces("Trento", "1726", {**SURROUNDED, "Pavia": "1826"})


@pytest.mark.rule("10.1.1i")
def test_a_unit_in_its_own_source_needs_no_line() -> None:
    enemies = {"4/7 Arm": "1601", "7/7 Arm": "1500", "22 Gds": "1501"}
    assert traces("Trento", "1600", enemies)
    enemies = {"Pavia": "1776", "Brescia": "1777"}
    assert traces("4/7 Arm", "1877", enemies)
    assert traces("HQ 13 Corps", "1376", {"Pavia": "1375", "Brescia": "1377"})


@pytest.mark.rule("10.1.1g", "10.1.1h")
def test_a_unit_on_a_road_needs_a_next_road_hex_that_is_free_of_zones() -> None:
    """1905 is on the road; the Allies in 1906 and 1805 have all hexes around it in their zones or in their hands,
    but not the road from 1904 on."""
    enemies = {"4/7 Arm": "1906", "7/7 Arm": "1805", "22 Gds": "2006"}
    state = desert({"Trento": "1905", **enemies})
    assert road_part(state, AXIS) & hexes("1905", "1904") == hexes("1905", "1904")
    around = DATA.board.touching[HEX["1905"]]
    assert not around & ~(uncontested(state, AXIS) | state.occupied[ALLIED])
    assert not traces("Trento", "1905", enemies)
    assert traces("Trento", "1905", {**enemies, "Pavia": "1904"}), "now the next hex of the road is contested"


@pytest.mark.rule("10.1.1k")
def test_no_line_crosses_an_escarpment_except_by_road() -> None:
    """West and south of 1844 are escarpments, and the Axis holds the rest."""
    ring = {"Trento": "1845", "Pavia": "1943", "Brescia": "1944"}
    free = hexes("1743", "1744", "1843")
    state = desert({"4/7 Arm": "1844", **ring})
    assert not free & (uncontested(state, ALLIED) | state.occupied[AXIS]), "only the escarpment is in the way"
    assert not traces("4/7 Arm", "1844", ring)
    assert traces("4/7 Arm", "2043", {"Trento": "2044", "Pavia": "1943"}), "the coast road climbs to 2042"


# Roads, tracks, railway (10.1.2, 9.0)


@pytest.mark.rule("10.1.2a", "10.1.2b")
def test_the_road_may_be_as_long_as_it_likes_but_must_end_at_a_source() -> None:
    assert traces("Trento", "1472"), "from the Nile to El Agheila"
    assert not traces("Trento", "1472", control={"axis": [], "allied": ["1600"]})
    assert not traces("Trento", "2522", {"4/7 Arm": "1703"}), "the only road to El Agheila"


@pytest.mark.rule("10.1.2d", "P2.0j")
def test_zones_do_not_block_the_road_but_enemies_do() -> None:
    """1804 is on the only road between Agedabia and El Agheila."""
    beside = {"4/7 Arm": "1805"}
    state = desert({"Trento": "2522", **beside})
    assert uncontested(state, AXIS) & hexes("1804")
    assert traces("Trento", "2522", beside)
    assert not traces("Trento", "2522", {"4/7 Arm": "1804"})


@pytest.mark.rule("10.1a", "10.1b")
@pytest.mark.parametrize("blocker", ["HQ 13 Corps", "Garrison Br 1", "4/7 Arm"])
def test_any_enemy_in_a_hex_blocks_the_line(blocker: str) -> None:
    assert not traces("Trento", "2522", {blocker: "1804"})


@pytest.mark.rule("9.0c", "9.0d", "10.1.2c")
def test_only_the_allies_trace_along_the_railway_and_only_where_it_is_built() -> None:
    """1548 is on the railway, but on no road."""
    for railhead, built in (("1960", False), ("1549", False), ("1548", True), ("1546", True)):
        state = desert({}, railhead=HEX[railhead])
        assert bool(road_part(state, ALLIED) & hexes("1548")) == built
        assert not road_part(state, AXIS) & hexes("1548")


@pytest.mark.rule("10.1.2c")
def test_the_bypass_is_a_road_for_both_sides_once_it_is_built() -> None:
    """2630 is on no other road or track."""
    for side in (AXIS, ALLIED):
        assert not road_part(desert({}), side) & hexes("2630")
        assert road_part(desert({}, bypass=BUILT), side) & hexes("2630")


@pytest.mark.rule("10.1.3a", "10.1.3b")
def test_the_sources() -> None:
    state = desert({})
    assert sources(state, AXIS) == hexes("1600")
    assert sources(state, ALLIED) == hexes("1877", "1376")
    assert traces("4/7 Arm", "1472", control={"axis": ["1600", "1877"], "allied": ["1376"]}), "To Cairo will do"
    assert not traces("4/7 Arm", "1472", control={"axis": ["1600", "1877", "1376"], "allied": []})


@pytest.mark.rule("10.1c", "10.1d")
def test_a_line_is_judged_when_it_is_needed() -> None:
    state = desert({"Trento": "2522", "4/7 Arm": "1805"})
    unit, enemy = number("Trento"), number("4/7 Arm")
    answers = []
    for place in ("1804", "1805", "1804"):
        put(state, enemy, HEX[place])
        answers.append(can_trace(state, unit))
    assert answers == [False, True, False]


def test_a_unit_off_the_map_has_no_line() -> None:
    assert not can_trace(desert({}), number("Trento"))


def test_a_hex_has_a_line_over_land_if_no_enemy_holds_it() -> None:
    state = desert({"4/7 Arm": "2522"})
    assert not land_line(state, HEX["2522"], AXIS)
    assert land_line(state, HEX["2522"], ALLIED)
    assert land_line(state, HEX["2524"], AXIS), "an empty hex will do"


# Ports (10.1.4)


def at_a_port(name: str, place: str, others: Mapping[str, str] | None = None, **fields: Any) -> bool:
    state = desert({name: place, **(others or {})}, **fields)
    return bool(port_supply(state, DATA.owners[number(name)]) >> number(name) & 1)


@pytest.mark.rule("10.1.4a", "10.1.4c")
@pytest.mark.parametrize(
    ("place", "found"), [("2830", True), ("2441", True), ("1960", True), ("2904", False), ("1877", False)]
)
def test_three_ports_feed_the_allies(place: str, found: bool) -> None:
    """Neither Benghazi, on the West map, nor Alexandria, which is a source."""
    assert at_a_port("4/7 Arm", place) == found
    if found:
        assert not at_a_port("4/7 Arm", place, control={"axis": [place]}), "a port of the enemy feeds nobody"


@pytest.mark.rule("10.1.4d", "10.1.4e")
@pytest.mark.parametrize(
    ("place", "found"),
    [("2630", True), ("2429", True), ("2328", False), ("1759", True), ("1761", True), ("1758", False)],
)
def test_a_port_feeds_4_hexes_around_on_the_central_map_and_2_on_the_east_map(place: str, found: bool) -> None:
    assert at_a_port("4/7 Arm", place) == found


@pytest.mark.rule("10.1.4c")
def test_the_way_to_a_port_is_blocked_like_any_over_land() -> None:
    """Two hexes from Mersa Matruh, with Italians on one way and their zone on the other, and in the port."""
    assert at_a_port("4/7 Arm", "1859")
    assert not at_a_port("4/7 Arm", "1859", {"Trento": "1860"})
    assert not at_a_port("4/7 Arm", "1859", {"Trento": "1860", "22 Gds": "1959"}), "the port itself counts"
    assert at_a_port("4/7 Arm", "1859", {"Trento": "1860", "22 Gds": "1959", "Garrison Br 1": "1960"})


@pytest.mark.rule("10.1.4c")
def test_port_supply_is_a_line_of_supply_for_the_allies() -> None:
    """Tobruk besieged: the roads are cut, the port is not."""
    siege = {"Trento": "2730", "Pavia": "2828", "Brescia": "2728", "Bologna": "2629", "Savona": "2630"}
    state = desert({"4/7 Arm": "2830", "22 Gds": "2829", "7/7 Arm": "2729", **siege})
    inside = {"4/7 Arm", "22 Gds", "7/7 Arm"}
    assert names(traced(state, ALLIED)) == inside
    assert not traced_over_land(state, ALLIED)
    assert not land_line(state, HEX["2830"], ALLIED)


IN_TOBRUK = {"Trento": "2830", "Pavia": "2829", "Brescia": "2729"}
BESIEGERS = {"4/7 Arm": "2730", "7/7 Arm": "2828", "22 Gds": "2728", "5/4 Ind": "2629", "7/4 Ind": "2630"}
AXIS_TOBRUK = {"axis": ["1600", "2830"]}


@pytest.mark.rule("10.1.4b", "10.1.4f")
def test_tobruk_feeds_the_axis_in_its_forts_but_that_is_no_line_of_supply() -> None:
    """Only at attrition: the Logistics chit marks them all the same."""
    placed = {**IN_TOBRUK, **BESIEGERS, "Bologna": "2522", "32/Ariete": "2441"}
    state = desert(placed, control={"axis": ["1600", "2830", "2441"]})
    assert names(port_supply(state, AXIS)) == {"Trento", "Pavia", "Brescia"}, "Bardia feeds nobody of the Axis"
    assert not traced(state, AXIS) & (1 << number("Trento"))
    logistics(state)
    assert {"Trento", "Pavia", "Brescia"} <= names(state.oos)


@pytest.mark.rule("10.1.4g")
def test_tobruk_feeds_the_axis_only_while_a_unit_on_the_central_map_has_a_line_to_el_agheila() -> None:
    placed = {**IN_TOBRUK, **BESIEGERS}
    assert not port_supply(desert(placed, control=AXIS_TOBRUK), AXIS)
    assert not port_supply(desert({**placed, "Bologna": "1905"}, control=AXIS_TOBRUK), AXIS), "that is West"
    assert port_supply(desert({**placed, "Bologna": "2522"}, control=AXIS_TOBRUK), AXIS)
    assert not port_supply(desert({**placed, "Bologna": "2522"}, control={"axis": ["1600"]}), AXIS)


# OOS (10.2)


@pytest.mark.rule("10.2b", "10.2c")
def test_losing_its_line_does_not_make_a_unit_oos() -> None:
    state: Sands = desert({"Trento": "1726", "Pavia": "1706"}, oos=["Pavia"])
    for enemy, place in SURROUNDED.items():
        put(state, number(enemy), HEX[place])
    assert not can_trace(state, number("Trento"))
    assert can_trace(state, number("Pavia"))
    assert names(state.oos) == {"Pavia"}, "the marker, not the line, is the state"
    logistics(state)
    assert names(state.oos) == {"Trento"}
