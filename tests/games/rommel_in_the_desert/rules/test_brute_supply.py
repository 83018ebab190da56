"""12.2-12.6: supply lines and networks against a tracer that knows nothing of how they are found."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, TRAIL
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network, network_with, standing_of
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import Position, new_position, put, set_disrupted, units_at
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.lines import Tracer
from tests.suite.budget import SOAK

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


def along_the_coast(seed: int) -> tuple[Position, int]:
    """Units of one side on the roads around a highway hex, and enemies most of whom block the highway."""
    rng = Random(seed)
    printed = THE_GAME.load_data()
    state, side = new_position(printed, 1), rng.randrange(2)
    coast = [place for place in ones(printed.board.all) if printed.roads[HIGHWAY][place]]
    centre = rng.choice(coast)
    near = [place for place in ones(printed.board.all) if printed.board.distance(place, centre) <= NEAR - 1]
    roads = [place for place in near if printed.roads[TRAIL][place]]
    for unit in rng.sample(list(ones(printed.side_units[side])), rng.randint(3, 5)):
        put(state, unit, rng.choice(roads))
        set_disrupted(state, 1 << unit, rng.random() < 0.2)
    quiet = [place for place in near if not state.held[side] >> place & 1]
    for unit in rng.sample(list(ones(printed.side_units[1 - side])), rng.randint(1, 3)):
        put(state, unit, rng.choice([place for place in quiet if place in coast or rng.random() < 0.4] or quiet))
    return state, side


@pytest.mark.parametrize("seed", range(0, 600 if SOAK else 240, 30))
def test_lines_along_the_coast_use_no_hex_twice(seed: int) -> None:
    """Ruling 74: blocked highway, reached again by chains that run across it, is where lines could cross."""
    for each in range(seed, seed + 30):
        state, side = along_the_coast(each)
        tracer = Tracer(state, side, state.printed.base[side])
        supplied = base_lines(state, side).supplied
        assert {place for place in ones(state.held[side]) if supplied >> place & 1} == set(tracer.starts())
        assert set(ones(network(state, side))) == tracer.network()


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
        lines = {hex_ for start in fed for line in tracer.lines(start) for hex_ in line}
        assert set(ones(found)) == base | lines
