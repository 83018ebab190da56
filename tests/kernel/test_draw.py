"""One outcome of chance is drawn with its weight, and many dice are not listed for it."""

from __future__ import annotations

from collections import Counter
from random import Random

import sandtable
from sandtable.kernel.chance import Uniform, drawn


class Unlisted(Uniform):
    """Outcomes that nobody may go through."""

    def __getitem__(self, index: object) -> int:  # type: ignore[override]
        raise AssertionError("they are listed")


def test_many_dice_are_drawn_without_a_list() -> None:
    rng = Random(1)
    seen = [drawn(Unlisted(6**24), rng) for _ in range(100)]
    assert len(set(seen)) == 100
    assert max(seen) > 6**23


def test_outcomes_are_drawn_by_their_weights() -> None:
    rng = Random(2)
    seen = Counter(drawn([0, 3, 1, 0], rng) for _ in range(4_000))
    assert set(seen) == {1, 2}
    assert 2_800 < seen[1] < 3_200


def test_a_game_draws_what_its_state_rolls() -> None:
    game = sandtable.game("afrika-korps")
    state = game.read_position("turn 5 axis\nphase: start\nW3: 21/5 AxisSupply1\nJ62: 7/7", game.load_data())
    assert game.actor(state) == sandtable.CHANCE
    assert {game.draw(state, Random(seed)) for seed in range(100)} == set(range(6))
