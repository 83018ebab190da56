"""6, and the terrain chart: what terrain does to movement and zones."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c08_zones import zones
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import BUILT
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, hex_names, hexes, legal, number, play, why_not

GAME = "dark-sands"
rule = pytest.mark.rule
FOOT, TANK, CAR, PANZER = "22 Gds", "4/7 Arm", "Recam", "1/5/21 Pz"


def cost(unit: str, origin: str, to: str, **fields: Any) -> float | None:
    """What a step costs in movement points; None if it cannot be made."""
    side = "axis" if DATA.units[number(unit)].side == 0 else "allied"
    state = acting(desert({unit: origin}, **fields), side, "move", MOVEMENT)
    play(state, f"unit:{unit.replace(' ', '-')}")
    if f"to:{to}" not in legal(state):
        return None
    play(state, f"to:{to}")
    return state.spent / 4


def zone(unit: str, place: str, **fields: Any) -> set[str]:
    """The hexes in the zone of a single unit."""
    return hex_names(zones(desert({unit: place}, **fields), DATA.units[number(unit)].side))


@pytest.mark.parametrize(
    ("unit", "origin", "to", "points"),
    [
        pytest.param(FOOT, "1633", "1632", 1, marks=rule("T-tec-desert1", "6.0b")),
        pytest.param(FOOT, "1610", "1611", 2, marks=rule("T-tec-desert1", "19.1.5b")),
        pytest.param(FOOT, "1945", "2046", 1, marks=rule("T-tec-marsh1")),
        pytest.param(FOOT, "2505", "2504", 2, marks=rule("T-tec-marsh1")),
        pytest.param(TANK, "2148", "2147", None, marks=rule("T-tec-marsh1", "T-tec-noteC")),
        pytest.param(PANZER, "2148", "2147", None, marks=rule("T-tec-marsh1", "T-tec-noteC")),
        pytest.param(CAR, "2148", "2147", None, marks=rule("T-tec-marsh1", "T-tec-noteC")),
        pytest.param(TANK, "1877", "1776", 0.5, marks=rule("T-tec-marsh1", "T-tec-noteC")),
        pytest.param(FOOT, "2128", "2129", 2, marks=rule("T-tec-rough1")),
        pytest.param(FOOT, "1504", "1505", 4, marks=rule("T-tec-rough1", "6.0b")),
        pytest.param(FOOT, "3110", "3211", 4, marks=rule("T-tec-mountain1")),
        pytest.param(TANK, "3311", "3412", None, marks=rule("T-tec-mountain1", "T-tec-noteC")),
        pytest.param(FOOT, "2632", "2732", 2, marks=rule("T-tec-wadi1", "19.1a")),
        pytest.param(FOOT, "1704", "1604", 4, marks=rule("T-tec-wadi1", "19.1a")),
        pytest.param(FOOT, "1764", "1665", 0.5, marks=rule("T-tec-wadi1", "T-tec-road1")),
        pytest.param(FOOT, "2430", "2530", 2, marks=rule("T-tec-ridge1", "19.1a")),
        pytest.param(FOOT, "1370", "1471", 4, marks=rule("T-tec-ridge1", "19.1a")),
        pytest.param(FOOT, "2428", "2528", 0.25, marks=rule("T-tec-ridge1", "T-tec-road1")),
        pytest.param(FOOT, "1646", "1746", None, marks=rule("T-tec-escarpment1")),
        pytest.param(FOOT, "1647", "1746", 0.5, marks=rule("T-tec-escarpment1", "T-tec-track1")),
        pytest.param(FOOT, "3122", "3222", None, marks=rule("T-tec-escarpment1")),
        pytest.param(FOOT, "2829", "2830", 0.25, marks=rule("T-tec-tobruk1", "T-tec-road1")),
        pytest.param(FOOT, "2730", "2729", 1, marks=rule("T-tec-tobruk1")),
        pytest.param(FOOT, "2341", "2441", 1, marks=rule("T-tec-bardia1")),
        pytest.param(FOOT, "2340", "2441", 0.25, marks=rule("T-tec-road1", "T-tec-named1")),
        pytest.param(FOOT, "1906", "1905", 2, marks=rule("T-tec-named1")),
        pytest.param(FOOT, "1505", "1504", 2, marks=rule("19.1.5a")),
        pytest.param(FOOT, "2241", "2141", 1, marks=rule("T-tec-vp1")),
        pytest.param(FOOT, "1777", "1877", 2, marks=rule("T-tec-port1")),
        pytest.param(FOOT, "1457", "1462", None, marks=rule("19.1a")),
        pytest.param(FOOT, "1861", "1960", 0.5, marks=rule("T-tec-road1")),
        pytest.param(FOOT, "2230", "2031", None, marks=rule("19.1a")),
        pytest.param(FOOT, "1462", "1463", 1, marks=rule("T-tec-track1")),
        pytest.param(FOOT, "2433", "2532", 2, marks=rule("T-tec-rail1", "T-tec-ridge1")),
        pytest.param(FOOT, "1552", "1551", 1, marks=rule("T-tec-rail1")),
    ],
)
def test_what_a_step_costs(unit: str, origin: str, to: str, points: float | None) -> None:
    assert cost(unit, origin, to) == points


@pytest.mark.rule("T-tec-bypass1")
def test_the_bypass_is_a_road_once_it_is_built() -> None:
    assert cost(FOOT, "2629", "2728") == 2
    assert cost(FOOT, "2629", "2728", bypass=BUILT) == 0.25
    assert "2728" not in zone(FOOT, "2629")
    assert "2728" in zone(FOOT, "2629", bypass=BUILT)


@pytest.mark.rule("T-tec-ocean1", "6.1c")
def test_the_sea_is_no_place_for_units() -> None:
    ocean = {name for name, cell in DATA.cells.items() if not cell.playable}
    assert {"3122"} <= set(HEX)
    assert "2831" not in HEX
    assert "2831" in ocean
    assert not any(name in ocean for name in zone(FOOT, "2830"))


@pytest.mark.parametrize(
    ("unit", "place", "inside", "outside"),
    [
        pytest.param(FOOT, "1633", {"1632", "1634", "1732", "1733", "1532", "1533"}, set(), marks=rule("8.0a")),
        pytest.param(FOOT, "2148", {"2149"}, {"2147"}, marks=rule("T-tec-marsh3", "8.0b")),
        pytest.param(FOOT, "1877", {"1776"}, set(), marks=rule("T-tec-marsh3", "T-tec-road2", "T-tec-noteH")),
        pytest.param(FOOT, "2128", {"2127"}, {"2129"}, marks=rule("T-tec-rough3", "8.0b")),
        pytest.param(FOOT, "2240", {"2340"}, set(), marks=rule("T-tec-rough3", "T-tec-road2", "T-tec-noteH")),
        pytest.param(FOOT, "3411", set(), {"3412"}, marks=rule("T-tec-mountain3", "6.0c")),
        pytest.param(FOOT, "2632", {"2732"}, set(), marks=rule("T-tec-wadi3")),
        pytest.param(FOOT, "2430", {"2431"}, {"2530", "2529"}, marks=rule("T-tec-ridge3", "8.0b")),
        pytest.param(FOOT, "2428", {"2528"}, {"2527"}, marks=rule("T-tec-ridge3", "T-tec-road2", "T-tec-noteH")),
        pytest.param(FOOT, "2535", {"2435"}, {"2434"}, marks=rule("T-tec-ridge3", "T-tec-track2", "T-tec-noteH")),
        pytest.param(FOOT, "1647", {"1746"}, {"1747"}, marks=rule("T-tec-escarpment2", "T-tec-track2")),
        pytest.param(FOOT, "3122", {"3023"}, {"3222"}, marks=rule("T-tec-escarpment2")),
        pytest.param(FOOT, "2433", {"2432"}, {"2532"}, marks=rule("T-tec-rail1")),
        pytest.param(FOOT, "2340", {"2240"}, {"2441"}, marks=rule("T-tec-bardia1", "T-tec-noteH")),
        pytest.param(FOOT, "2441", set(), {"2340", "2440"}, marks=rule("T-tec-bardia1", "T-tec-noteH")),
        pytest.param(FOOT, "2730", {"2731"}, {"2830", "2729"}, marks=rule("T-tec-tobruk1", "T-tec-noteH")),
        pytest.param(FOOT, "2830", set(), {"2730", "2829"}, marks=rule("T-tec-tobruk1", "T-tec-noteH")),
        pytest.param(FOOT, "1904", {"1905"}, set(), marks=rule("T-tec-named1")),
        pytest.param(FOOT, "2241", {"2141"}, set(), marks=rule("T-tec-vp1")),
        pytest.param(FOOT, "1861", {"1960"}, set(), marks=rule("T-tec-port1")),
        pytest.param(FOOT, "1154", {"1356", "1456", "1556"}, {"1256"}, marks=rule("6.1a", "8.0a")),
    ],
)  # fmt: skip
def test_where_a_zone_reaches(unit: str, place: str, inside: set[str], outside: set[str]) -> None:
    reached = zone(unit, place)
    assert inside <= reached
    assert not outside & reached


@pytest.mark.rule("T-tec-box1")
def test_a_box_does_nothing_to_movement_and_zones() -> None:
    state = desert({"Sirte": "1633", "22 Gds": "1635"}, boxes={"axis": ["1633"]})
    assert hex_names(zones(state, 0)) == zone("Sirte", "1633")
    acting(state, "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1634")
    assert state.spent == 0  # the zone has stopped it, and the move is over
    assert state.moved == 1 << number("22 Gds")


@pytest.mark.rule("6.1a")
def test_hexes_touch_over_a_side_or_over_a_colour() -> None:
    touching = DATA.board.touching
    assert touching[HEX["2721"]] & hexes("2919", "2820", "2719", "2620") == hexes("2919", "2820", "2719")
    assert touching[HEX["2620"]] >> HEX["2719"] & 1


@pytest.mark.rule("6.1b")
def test_terrain_does_not_keep_hexes_from_touching() -> None:
    """An enemy below the escarpment is next to a unit above it: extended movement cannot begin there."""
    state = acting(desert({"22 Gds": "1648", "Sirte": "1748"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds")
    assert "to:1748" not in legal(state)
    assert why_not(state, "extended") == "19.1.7"
