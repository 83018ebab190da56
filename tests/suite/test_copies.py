"""A state that was copied deeply or pickled plays the same game, with the same printed data."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import every_game, grounds_of

LENGTH = 60

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}


@every_game
@pytest.mark.parametrize("way", COPIES)
def test_a_state_that_was_copied_plays_the_same_game(game_id: str, way: str) -> None:
    grounds, make = grounds_of(game_id), COPIES[way]
    game = grounds.game
    for info in game.scenarios:
        played_alike(game, game.start(info.id), make)
    for number in range(3):
        played_alike(game, grounds.thick(Random(f"copies {number}")), make)


def played_alike(game: Any, state: Any, make: Callable[[Any], Any]) -> None:
    """The twin has the same key now and after every choice of a random game, which leaves the state alone."""
    twin, before = make(state), game.key(state)
    assert twin.printed is state.printed
    one, other = Random("copies"), Random("copies")
    played = state.copy()
    for _ in range(LENGTH):
        assert game.key(twin) == game.key(played)
        if not twin.frames:
            break
        choice = next_choice(game, twin, anything, other)
        assert choice == next_choice(game, played, anything, one)
        game.apply(twin, choice)
        game.apply(played, choice)
    assert game.key(state) == before


def anything(state: Any, options: Any) -> int:
    """Some choice that depends on nothing but the options."""
    verb, arguments = options[len(state.frames) % len(options)]
    return pack(verb, ones(arguments)[-1])


@every_game
def test_a_state_with_data_of_its_own_keeps_them_in_a_pickle(game_id: str) -> None:
    game = grounds_of(game_id).game
    state = game.start()
    state.printed = copy.copy(state.printed)
    there = pickle.loads(pickle.dumps(state))
    assert there.printed is not game.load_data()
    assert game.key(there) == game.key(state)
    assert game.options(there) == game.options(state)
