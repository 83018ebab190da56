"""Positions as text: every one on file is possible and survives writing and reading, and so does every set-up."""

from __future__ import annotations

from random import Random

import pytest

from tests.suite.fuzzer import survives_as_text
from tests.suite.grounds import POLICIES, every_game, grounds_of, policy_of
from tests.suite.moments import moments, opening
from tests.suite.perft import read_file
from tests.suite.storedgames import SCENARIOS


@every_game
@pytest.mark.parametrize("kind", ["recorded", "written", "perft"])
def test_the_positions_on_file_are_possible(game_id: str, kind: str) -> None:
    grounds = grounds_of(game_id)
    game = grounds.game
    texts = {
        "recorded": grounds.recorded(),
        "written": [*grounds.written().values()],
        "perft": [text for _, text in read_file(grounds.folder / "perft.txt").values()],
    }
    for text in texts[kind]:
        state = game.read_position(text, game.load_data())
        assert game.status(state) == []
        survives_as_text(game, state)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_set_ups_survive_with_all_options(game_id: str, scenario: str) -> None:
    game = grounds_of(game_id).game
    options = game.scenario(scenario).options
    for number in range(max([2, *(len(option.values) for option in options)])):
        state = opening(game, scenario, number)
        assert game.status(state) == []
        survives_as_text(game, state)


@every_game
@pytest.mark.parametrize("seed", range(2 * len(POLICIES)))
def test_every_kind_of_moment_survives(game_id: str, seed: int) -> None:
    """Positions of every kind of decision and dice that comes up, and of the end."""
    grounds = grounds_of(game_id)
    rng = Random(f"positions {seed}")
    found = moments(grounds, grounds.thick(rng), policy_of(seed), rng, wanted=60, length=700)
    assert len(found) > 4
    for state in found:
        assert grounds.game.status(state) == []
        survives_as_text(grounds.game, state)
