"""The game's advances held against the model."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.rules import c11_advance, c11_retreat
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.advances import Outcome, Victory, advances
from tests.games.shifting_sands.models.fire import Attack, is_mere_mountain
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.position import Position, put, units_in
from tests.games.shifting_sands.models.positions import random_battle, random_position
from tests.games.shifting_sands.models.table import MOST_ENDS, UNIT, batches, every_end, mask
from tests.games.shifting_sands.models.test_movement import word
from tests.games.shifting_sands.models.test_retreats import lost_battle, outcome, restores
from tests.games.shifting_sands.theatre import DATA, run


def places(found: set[Outcome], kind: str) -> set[str]:
    return {place for there, _ in found for each, place, _ in there if each == kind}


def test_infantry_follows_and_armour_goes_where_it_likes() -> None:
    position = lay({"br_50": "sidi_suleiman", "br_7arm": "sidi_suleiman"})
    one = Victory("sidi_omar", 1)
    assert places(advances(position, one, frozenset({"br_50"})), "br_50") == {"sidi_suleiman", "sidi_omar"}
    assert places(advances(position, one, frozenset({"br_7arm"})), "br_7arm") >= {"halfaya", "bir_el_kenaysis"}
    two = Victory("sidi_omar", 2, frozenset({"bir_el_gubi"}))
    assert places(advances(position, two, frozenset({"br_50"})), "br_50") == {
        *("sidi_suleiman", "sidi_omar", "bir_el_gubi")
    }
    far = places(advances(position, Victory("sidi_omar", 0), frozenset({"br_50"})), "br_50")
    assert far >= {"el_adem", "bardia", "halfaya"}
    assert "gambut" in far  # three spaces
    assert "tobruk" not in far


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_every_advance(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        battle = random_battle(rng, position)
        if battle is not None:
            target, side, attackers = battle
            attackers = frozenset(rng.sample(sorted(attackers), min(len(attackers), 2)))
            compare(rng, marked(position, attackers), target, side, attackers)


def compare(rng: Random, position: Position, target: str, side: str, attackers: frozenset[str]) -> None:
    """One or two defenders retreat somehow, or are gone; then the attackers advance."""
    for unit in units_in(position, target, side)[rng.randint(0, 2) :]:
        position = put(position, unit, board.REPLACEABLE[side])
    distance = rng.choice((1, 2)) if units_in(position, target, side) else 0
    state = lost_battle(position, target, attackers, distance or 2)
    state.has_fought = mask(attackers)
    trail = fall_back(rng, state)
    if units_in(position, target, side) and not trail:
        return  # they stood, or could not retreat
    after = position_in(position, state)
    c11_advance.advance(state, (0, 0))
    is_mountain = is_mere_mountain(position, Attack(target, attackers))
    expected = advances(after, Victory(target, distance, frozenset(trail[:-1]), is_mountain), attackers)
    if len(expected) <= MOST_ENDS:
        assert set(every_end(state, partial(outcome, after), skip=restores)) == expected


def marked(position: Position, attackers: frozenset[str]) -> Position:
    """The attack markers that are left: where somebody has not fought."""
    bases = {position.place[unit] for unit in attackers}
    side = board.units()[min(attackers)].side
    left = {space for space in bases if not set(units_in(position, space, side)) <= attackers}
    return replace(position, fighters=frozenset(left))


def fall_back(rng: Random, state: Theatre) -> list[str]:
    """The defenders retreat in some way; the spaces they entered."""
    c11_retreat.retreat(state, (0, 0))
    run(state)
    trail = []
    while state.frames:
        texts = [text for text in map(partial(GAME.write, state), GAME.legal(state)) if not restores(state, text)]
        text = rng.choice(texts)
        if text.startswith("retreat:"):
            trail.append(text.partition(":")[2])
        GAME.apply(state, GAME.read(state, text))
    return [next(space for space in board.spaces() if word(space) == each) for each in trail]


def position_in(position: Position, state: Theatre) -> Position:
    """The model's position after what has happened in the game."""
    place = {}
    for unit in position.place:
        where = state.place[UNIT[unit]]
        place[unit] = board.ELIMINATED if where < 0 else DATA.spaces[where].id
    control = {
        space.id: (board.AXIS, board.ALLIED)[side] for space, side in zip(DATA.spaces, state.control, strict=True)
    }
    reduced = frozenset(unit for unit in position.place if state.reduced >> UNIT[unit] & 1)
    return replace(position, place=place, control=control, reduced=reduced)
