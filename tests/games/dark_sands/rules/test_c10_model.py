"""10.1: lines of supply against the independent model, on random positions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.games.dark_sands.drawing.supply import line_of
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
from tests.games.dark_sands.models import board, supply
from tests.games.dark_sands.models.position import Counter, Position
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


@pytest.mark.rule("10.1.1g", "10.1.1h")
def test_a_line_does_not_go_along_its_road_and_back_through_its_own_unit() -> None:
    """The next hex of the Trigh el Abd, 2123, is in an enemy zone. Behind the panzers the track leads to El
    Agheila by the Trigh Capuzzo. When that and the coast road are cut, it does so only through their own hex."""
    placed = {"2/8/15 Pz": "2124", "4/7 Arm": "2024", "7/7 Arm": "2224"}
    line = line_of(desert(placed), number("2/8/15 Pz"))
    assert line is not None
    assert {HEX["2429"], HEX["2124"]} & {*line.road} == {HEX["2429"]}
    placed |= {"16/70": "2422", "14/70": "3121"}
    assert not can_trace(desert(placed), number("2/8/15 Pz"))
    assert line_of(desert(placed), number("2/8/15 Pz")) is None
    assert can_trace(desert({**placed, "Trento": "2123"}), number("2/8/15 Pz")), "the zone is contested"


@pytest.mark.parametrize("seed", range(12))
def test_who_can_trace_a_line_from_a_road_between_enemies(seed: int) -> None:
    """Units on roads and tracks, with enemies all around them."""
    rng = Random(seed)
    position = between_enemies(rng, random_position(rng))
    state = laid(position)
    for unit, place in of_side(position, AXIS) + of_side(position, ALLIED):
        side = SIDES[DATA.owners[number(unit)]]
        fed = bool(traced_over_land(state, DATA.owners[number(unit)]) >> number(unit) & 1)
        assert fed == supply.can_trace_land(position, place, side), unit
        assert line_of(state, number(unit)) is not None or not fed


def between_enemies(rng: Random, position: Position) -> Position:
    """The same position with a unit on a road, and two enemies somewhere beside it, in twelve places."""
    counters = {one.id: one for one in position.counters}
    taken = {one.hex for one in position.counters}
    spare = [
        [i for i, versions in board.printed_counters().items() if versions[0].side == side and i not in counters]
        for side in SIDES
    ]
    for road in rng.sample(sorted({row["hex_a"] for row in board.rows("lines")}), 12):
        around = [place for place in sorted(board.neighbours(road)) if board.passable(place)]
        side = rng.choice((AXIS, ALLIED))
        for owner, place in ((side, road), *((1 - side, place) for place in rng.sample(around, 2))):
            if place not in taken and spare[owner]:
                taken.add(place)
                counters[spare[owner][-1]] = Counter(spare[owner].pop(), place)
    return replace(position, counters=tuple(counters.values()))
