"""One seed, one game: whatever the hash seed, in another process, and through a stored journal."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from sandtable.kernel.seat import Seat
from sandtable.players.registry import best_player, player_for
from tests.suite.determinism import disagreeing
from tests.suite.fuzzer import Fuzzed
from tests.suite.grounds import POLICIES, every_game, grounds_of

GAMES, PLAYER_SEEDS = 4, 6
LARGEST_VIEW = 20_000


@every_game
def test_the_keys_are_equal_under_every_hash_seed(game_id: str) -> None:
    assert not disagreeing(game_id, GAMES)


@every_game
@pytest.mark.parametrize("policy", POLICIES)
def test_a_game_played_again_goes_the_same_way(game_id: str, policy: str) -> None:
    """Nothing that matters is kept outside the state, whatever was worked out in an earlier game."""
    grounds = grounds_of(game_id)
    start = grounds.game.write_position(grounds.thick(Random("copies")))
    game, again = (Fuzzed(grounds, start, Random("copies"), policy) for _ in range(2))
    game.play(length=600)
    again.play(length=600)
    assert game.texts == again.texts
    game.journal()


@every_game
def test_a_player_with_the_same_seed_makes_the_same_choices(game_id: str) -> None:
    """What it invents for things it cannot see comes from its own random generator."""
    grounds = grounds_of(game_id)
    game, asked = grounds.game, 0
    for seed in range(PLAYER_SEEDS):
        state = grounds.thick(Random(f"players {seed}"))
        seat = Seat(game, state, game.actor(state))
        if seat.decides():
            asked += 1
            first, second = (player_for(game, best_player(game), Random(7)).choose(seat) for _ in range(2))
            assert first == second
    assert asked


@every_game
def test_a_view_goes_to_another_process_whole_and_without_the_printed_data(game_id: str) -> None:
    grounds = grounds_of(game_id)
    game, state = grounds.game, grounds.thick(Random("views"))
    for side in range(len(game.sides)):
        view = game.view(state, side)
        sent = pickle.dumps(view)
        assert len(sent) < LARGEST_VIEW
        here, there = (game.resample(one, Random(3), state.printed) for one in (view, pickle.loads(sent)))
        assert game.key(here) == game.key(there)
        assert game.options(here) == game.options(there)
