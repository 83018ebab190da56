"""No loss without a warning: what a press that ends a step takes is told before it, and no more.

Own pieces and the result are compared in the scenes before and after; the events are not asked. Positions that
differ only in secrets are warned alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.suite.budget import SOAK
from tests.suite.grounds import POLICIES, Grounds, every_game, grounds_of
from tests.suite.losses import Losses

BATCHES = 3
GAMES, LENGTH = (60, 300) if SOAK else (5, 120)
"""Games of each batch from each sort of start; of the small games ten times as many."""


def starts(grounds: Grounds[Any], rng: Random, number: int) -> Iterator[Any]:
    """A set-up, the thick of the fighting, a recorded position and a written one."""
    game, data = grounds.game, grounds.game.load_data()
    yield game.start(game.scenarios[number % len(game.scenarios)].id)
    yield grounds.thick(rng)
    for texts in (grounds.recorded(), list(grounds.written().values())):
        if texts:
            yield game.read_position(rng.choice(texts), data)


@every_game
@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_ends_a_step_says_what_it_takes(game_id: str, batch: int) -> None:
    grounds = grounds_of(game_id)
    found = Losses(grounds)
    games = GAMES * (10 if grounds.game.for_tests else 1)
    for number in range(batch, BATCHES * games, BATCHES):
        rng = Random(f"costs {number}")
        for place, state in enumerate(starts(grounds, rng, number)):
            policy = grounds.policies[POLICIES[(number + place) % len(POLICIES)]](rng)
            found.play(state, policy, rng, LENGTH)
    assert found.wrong == []
    assert found.presses > 500
    assert found.taken + found.defeats >= grounds.fewest_losses
    assert found.hidden < found.taken + found.defeats
    assert found.differed or not any(info.secrets for info in grounds.game.scenarios)
