"""12.2-12.6: supply lines and networks against a tracer that knows nothing of how they are found."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert.rules.c12_networks import network, network_with, standing_of
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import Position, new_position, put, set_disrupted, units_at
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.lines import Tracer
from tests.games.rommel_in_the_desert.sands import THE_GAME

NEAR = 5


def scattered(seed: int) -> Position:
    """Some units of both sides near each other, with battles and hexsides crossed by either side."""
    rng = Random(seed)
    printed = THE_GAME.load_data()
    state = new_position(printed, 1)
    centre = rng.choice(list(ones(printed.board.all)))
    hexes = [place for place in ones(printed.board.all) if printed.board.distance(place, centre) <= NEAR]
    for unit in rng.sample(range(len(printed.units)), rng.randint(4, 9)):
        put(state, unit, rng.choice(hexes))
        set_disrupted(state, 1 << unit, rng.random() < 0.2)
    for place in ones(state.held[0] & state.held[1] & (state.firm[0] | state.firm[1])):
        set_disrupted(state, units_at(state, 0, place) | units_at(state, 1, place), False)
        state.attacker_hexes[rng.randrange(2)] |= 1 << place
        for hexside in printed.sides.of[place]:
            side = rng.choice((0, 1, None))
            if side is not None:
                state.crossed[side] |= 1 << hexside
    return state


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(30))
def test_lines_and_networks_are_those_of_the_tracer(seed: int, side: int) -> None:
    state = scattered(seed)
    tracer = Tracer(state, side, state.printed.base[side])
    supplied = base_lines(state, side).supplied
    assert {place for place in ones(state.held[side]) if supplied >> place & 1} == set(tracer.starts())
    assert set(ones(network(state, side))) == tracer.network()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(60))
def test_fortress_networks_are_those_of_the_units_it_supplies(seed: int, side: int) -> None:
    """13.3: units that are not designated carry lines to the fortress, but add none of their own."""
    state = scattered(seed)
    rng = Random(seed)
    base = Tracer(state, side, state.printed.base[side]).network()
    for index, place in enumerate(state.printed.fortresses):
        tracer = Tracer(state, side, place)
        fed = [start for start in tracer.starts() if rng.random() < 0.5]
        hexes = [0, 0, 0]
        hexes[index] = sum(1 << start for start in fed)
        found = network_with(state, side, standing_of(state, side)._replace(fed=tuple(hexes)))
        lines = {hex_ for start in fed for line in tracer.lines(start, (start,)) for hex_ in line}
        assert set(ones(found)) == base | lines
