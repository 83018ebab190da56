"""One seed, one game: whatever the hash seed, in another process, and through a stored journal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

from fuzzing import Fuzzed
from policies import ContactSeeking, next_choice

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS

HERE = Path(__file__).parent
HASH_SEEDS = (0, 1, 2, 12345, 4294967295)
GAMES = 4
LENGTH = 2_000
STRIDE = 100


def keys() -> list[str]:
    """The key after every hundredth choice of some contact-seeking games."""
    found = []
    for seed in range(GAMES):
        rng = Random(f"determinism {seed}")
        policy, state = ContactSeeking(rng), AFRIKA_KORPS.start()
        for number in range(LENGTH):
            if number % STRIDE == 0 or not state.frames:
                found.append(AFRIKA_KORPS.key(state))
            if not state.frames:
                break
            AFRIKA_KORPS.apply(state, next_choice(state, policy, rng))
    return found


def keys_elsewhere(hash_seed: int) -> subprocess.Popen[str]:
    code = "from test_ak_determinism import keys; print(*keys())"
    paths = os.pathsep.join([str(HERE), str(HERE.parent)])
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths}
    return subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)


def test_the_keys_are_equal_under_every_hash_seed() -> None:
    expected = keys()
    assert len(set(expected)) > GAMES * LENGTH // STRIDE // 4
    for hash_seed in HASH_SEEDS:
        told, _ = keys_elsewhere(hash_seed).communicate(timeout=120)
        assert told.split() == expected, f"PYTHONHASHSEED={hash_seed}"


def test_a_copy_plays_on_like_its_original() -> None:
    """Nothing that counts is kept outside the state."""
    start = AFRIKA_KORPS.write_position(AFRIKA_KORPS.start())
    game = Fuzzed(start, Random("copies"), "contact")
    game.play(length=600)
    again = Fuzzed(start, Random("copies"), "contact")
    again.play(length=600)
    assert game.texts == again.texts
    game.journal()
