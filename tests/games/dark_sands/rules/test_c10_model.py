"""10.1: lines of supply against the independent model, on random positions."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS, SIDES
from sandtable.games.dark_sands.rules.c10_supply import (
    can_trace,
    land_line,
    port_supply,
    road_part,
    traced,
    traced_over_land,
)
from tests.games.dark_sands.desert import DATA, HEX, desert, hex_names, names, number
from tests.games.dark_sands.models import supply
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.positions import random_position
from tests.games.dark_sands.refereed import laid

GAME = "dark-sands"


def of_side(position: Position, side: int) -> list[tuple[str, str]]:
    return [(one.id, one.hex) for one in position.counters if DATA.owners[number(one.id)] == side]


@pytest.mark.parametrize("seed", range(8))
def test_who_can_trace_a_line_and_along_which_roads(seed: int) -> None:
    position = random_position(Random(seed))
    state = laid(position)
    for side in (AXIS, ALLIED):
        ours = of_side(position, side)
        assert hex_names(road_part(state, side)) == supply.supplied_lines(position, SIDES[side])
        assert names(traced(state, side)) == {unit for unit, _ in ours if supply.can_trace(position, unit)}
        over_land = {unit for unit, place in ours if supply.can_trace_land(position, place, SIDES[side])}
        assert names(traced_over_land(state, side)) == over_land


@pytest.mark.parametrize("seed", range(100, 108))
def test_ports_and_hexes(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng)
    state = laid(position)
    fed = {unit for unit, place in of_side(position, AXIS) if supply.axis_port_supply(position, place)}
    assert names(port_supply(state, AXIS)) == fed
    fed = {unit for unit, place in of_side(position, ALLIED) if supply.can_trace_to_port(position, place)}
    assert names(port_supply(state, ALLIED)) == fed
    for place in rng.sample(sorted(HEX), 3):
        for side in (AXIS, ALLIED):
            assert land_line(state, HEX[place], side) == supply.can_trace_land(position, place, SIDES[side])


@pytest.mark.rule("10.1.1g", "10.1.1h")
def test_a_line_does_not_come_back_to_the_road_of_its_own_unit() -> None:
    """At El Tamimi the road is in enemy zones both ways; the desert beside it leads to no other road."""
    state = desert({"Trento": "3121", "4/7 Arm": "3023", "7/7 Arm": "3022"})
    assert road_part(state, AXIS) >> HEX["3121"] & 1
    assert not can_trace(state, number("Trento"))
