"""One seed, one game: whatever the hash seed, in another process, and through a stored journal."""

from __future__ import annotations

from random import Random

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from tests.determinism import disagreeing
from tests.games.afrika_korps.fuzzing import Fuzzed

GAMES = 4


def test_the_keys_are_equal_under_every_hash_seed() -> None:
    assert not disagreeing(AFRIKA_KORPS.id, GAMES)


def test_a_copy_plays_on_like_its_original() -> None:
    """Nothing that counts is kept outside the state."""
    start = AFRIKA_KORPS.write_position(AFRIKA_KORPS.start())
    game = Fuzzed(start, Random("copies"), "contact")
    game.play(length=600)
    again = Fuzzed(start, Random("copies"), "contact")
    again.play(length=600)
    assert game.texts == again.texts
    game.journal()
