"""One seed, one game: whatever the hash seed, in another process, and through a stored journal."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.kernel.seat import Seat
from sandtable.players.registry import player_for
from tests.determinism import disagreeing
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.skirmishes import POLICIES, Fuzzed

GAMES = 8


def test_the_keys_are_equal_under_every_hash_seed() -> None:
    assert not disagreeing(ROMMEL.id, GAMES)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_game_is_played_again_the_same_way(policy: str) -> None:
    """Nothing that counts is kept outside the state, whatever was worked out in the game before."""
    start = ROMMEL.write_position(clash(Random("copies")))
    game = Fuzzed(start, Random("copies"), policy)
    game.play(length=600)
    again = Fuzzed(start, Random("copies"), policy)
    again.play(length=600)
    assert game.texts == again.texts
    game.journal()


def test_a_recruit_with_the_same_seed_chooses_the_same() -> None:
    """What it invents for what it cannot see comes from its own dice."""
    for seed in range(20):
        state = clash(Random(f"recruits {seed}"))
        seat = Seat(ROMMEL, state, ROMMEL.actor(state))
        if seat.decides():
            first, second = (player_for(ROMMEL, "recruit", Random(7)).choose(seat) for _ in range(2))
            assert first == second
