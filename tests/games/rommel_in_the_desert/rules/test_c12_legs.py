"""12.3, 12.4: what the search for whole lines remembers is what it would find anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY
from sandtable.games.rommel_in_the_desert.rules import c12_legs
from sandtable.games.rommel_in_the_desert.rules.c12_legs import Web
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Lines, base_lines
from sandtable.games.rommel_in_the_desert.state import Position, new_position
from sandtable.kernel.bits import mask_of, ones
from tests.games.rommel_in_the_desert.rules.test_brute_supply import along_the_coast, scattered

Question = Callable[[Web], object]


def coast_road(roads: tuple[int, ...], start: int) -> list[int]:
    """The highway hex by hex, from the base at one of its ends."""
    hexes = [start]
    while onward := [place for place in ones(roads[hexes[-1]]) if place not in hexes]:
        hexes += onward
    return hexes


@pytest.mark.parametrize("side", [0, 1])
def test_a_line_along_the_highway_uses_every_hex_to_the_source(side: int) -> None:
    """12.3: with nobody on the map, a hex used up anywhere on the way home leaves no line; one beyond does."""
    printed = THE_GAME.load_data()
    hexes = coast_road(printed.roads[HIGHWAY], printed.base[side])
    assert mask_of(hexes) == mask_of(place for place, near in enumerate(printed.roads[HIGHWAY]) if near)
    web = base_lines(new_position(printed, 1), side).web
    for far, place in enumerate(hexes):
        assert not any(web.leads_home(place, 1 << used) for used in hexes[:far])
        assert all(web.leads_home(place, 1 << used) for used in hexes[far + 1 :])


def leads_home(place: int, used: int, shared: int, web: Web) -> bool:
    return web.leads_home(place, used, shared)


def of(start: int, web: Web) -> int:
    return web.of(start)


def has_line(start: int, web: Web) -> bool:
    return web.has_line(start)


def length(start: int, web: Web) -> int:
    return web.length(start)


def questions(state: Position, side: int, rng: Random) -> list[Question]:
    """Many things to ask a web, each about other hexes."""
    hexes = list(ones(state.printed.board.all))
    coast = [place for place in hexes if state.printed.roads[HIGHWAY][place]]
    starts = list(ones(state.held[side]))
    asked: list[Question] = [lambda web: web.of_all(state.held[side])]
    asked += [partial(ask, start) for ask in (of, has_line, length) for start in starts]
    for _ in range(60):
        place, used = rng.choice(starts + coast), mask_of(rng.sample(coast + starts, 2) + rng.sample(hexes, 4))
        shared = mask_of(rng.sample(hexes, 3)) & ~used
        asked.append(partial(leads_home, place, used & ~(1 << place), shared))
    rng.shuffle(asked)
    return asked


def anew(state: Position, side: int) -> Web:
    """A web of which nothing is known yet, not even what webs share."""
    c12_legs.printed_runs.cache_clear()
    c12_legs._homes_by_highway.cache_clear()
    return Lines(state, side, 1 << state.printed.base[side], state.firm[side]).web


@pytest.mark.parametrize("seed", range(40))
def test_a_web_that_remembers_answers_like_a_new_one(seed: int) -> None:
    state, side = (scattered(seed), seed % 2) if seed < 20 else along_the_coast(seed * 30)
    if not state.held[side]:
        side = 1 - side
    asked = questions(state, side, Random(seed))
    web = anew(state, side)
    remembered = [ask(web) for ask in asked]
    assert [ask(web) for ask in asked] == remembered
    assert [ask(anew(state, side)) for ask in asked] == remembered
