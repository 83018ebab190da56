"""The model of zones against the rulebook's own sentences."""

from __future__ import annotations

import pytest

from tests.games.dark_sands.models.board import ALLIED, AXIS
from tests.games.dark_sands.models.laying import lay
from tests.games.dark_sands.models.position import Counter
from tests.games.dark_sands.models.positions import scenario_position
from tests.games.dark_sands.models.zones import contested, uncontested, zone_of


def _zone(unit: str, hex_: str, bypass: str = "unbuilt") -> set[str]:
    return zone_of(lay(Counter(unit, hex_), bypass=bypass), ALLIED)


def test_a_zone_covers_the_six_adjacent_hexes_of_open_desert() -> None:
    assert _zone("7/7 Arm", "1430") == {"1429", "1431", "1329", "1330", "1529", "1530"}


@pytest.mark.parametrize("unit", ["HQ 13 Corps", "Garrison Br 1"])
def test_hqs_and_garrisons_have_none(unit: str) -> None:
    assert _zone(unit, "2031") == set()


def test_a_disorganised_unit_out_of_supply_still_has_one() -> None:
    """Example of play, turn 1, chit 11: Cirene is out of supply and its zone stops the Guards all the same."""
    wretched = lay(Counter("Cirene", "1430", oos=True, disorganised=True))
    assert len(zone_of(wretched, AXIS)) == 6


def test_the_gap_in_the_italian_line() -> None:
    """Example, turn 1, chit 1: 4 Indian finds a gap because zones do not extend into rough ground."""
    assert not zone_of(scenario_position("compass"), AXIS) & {"1849", "1948"}


def test_no_zone_across_an_escarpment_except_along_a_road() -> None:
    """The same chit: Cirene may still retreat north of the escarpment."""
    around = lay(Counter("4/7 Arm", "1646"), Counter("7/7 Arm", "1648"), Counter("7SG/7 Arm", "1547"))
    assert not zone_of(around, ALLIED) & {"1745", "1746", "1747", "1748"}
    assert "2043" in _zone("7/7 Arm", "2042")  # the road over Halfaya pass


def test_no_zone_into_or_out_of_a_fort_even_along_a_road() -> None:
    assert _zone("16/70", "2830") == set()
    assert "2441" not in _zone("16/70", "2340")
    assert "2340" not in _zone("16/70", "2441")


def test_no_zone_across_a_ridge_and_the_railway_does_not_help() -> None:
    assert "2529" not in _zone("7/7 Arm", "2429")
    assert "2532" not in _zone("7/7 Arm", "2433")  # rail only
    assert "2528" in _zone("7/7 Arm", "2428")  # road


def test_the_bypass_carries_a_zone_only_once_it_is_built() -> None:
    assert "2828" not in _zone("7/7 Arm", "2728", "building")
    assert "2828" in _zone("7/7 Arm", "2728", "built")


def test_zones_cross_the_joins() -> None:
    assert {"2919", "2820", "2719"} <= _zone("7/7 Arm", "2721")


def test_zones_in_an_empty_hex_do_not_cancel_out() -> None:
    """8.1: both sides have an uncontested zone there; only a unit contests."""
    facing = lay(Counter("7/7 Arm", "1430"), Counter("Cirene", "1432"))
    assert "1431" in uncontested(facing, AXIS)
    assert "1431" in uncontested(facing, ALLIED)
    beside = lay(Counter("7/7 Arm", "1430"), Counter("Cirene", "1431"))
    assert "1431" in contested(beside, AXIS)
    assert "1431" not in uncontested(beside, AXIS)
