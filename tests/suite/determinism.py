"""One seed, one game: its keys are the same in another process, whatever the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.suite.budget import SOAK
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import grounds_of

ROOT = Path(__file__).parents[2]
HASH_SEEDS = (0, 1, 2, 12345, 4294967295) if SOAK else (0, 12345)
"""In addition to that of the tests themselves, which differs in every run."""
LENGTH = 1_000
STRIDE = 20
PATIENCE = 120


def keys(game_id: str, games: int) -> list[str]:
    """The key after every twentieth choice of some contact-seeking games, of one scenario after another."""
    grounds, found = grounds_of(game_id), []
    game = grounds.game
    for seed in range(games):
        rng = Random(f"determinism {seed}")
        policy, state = grounds.seeking(rng), game.start(game.scenarios[seed % len(game.scenarios)].id)
        for number in range(LENGTH):
            if number % STRIDE == 0 or not state.frames:
                found.append(game.key(state))
            if not state.frames:
                break
            game.apply(state, next_choice(game, state, policy, rng))
    return found


def keys_elsewhere(game_id: str, games: int, hash_seed: int) -> list[str]:
    """The same from another process with this hash seed."""
    code = f"from tests.suite.determinism import keys; print(*keys({game_id!r}, {games}))"
    path = os.pathsep.join((str(ROOT), *sys.path))
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path}
    told = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return told.stdout.split()


def disagreeing(game_id: str, games: int) -> list[int]:
    """The hash seeds under which a game goes differently."""
    expected = keys(game_id, games)
    assert len(set(expected)) > 2 * games, "the games are over too soon to tell"
    return [seed for seed in HASH_SEEDS if keys_elsewhere(game_id, games, seed) != expected]
