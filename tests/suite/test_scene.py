"""What any client draws of any game, at any moment and for every reader, and the answers it gets."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import sandtable
from tests.drawing import contrast
from tests.suite.drawing import Easel
from tests.suite.fuzzer import everything, next_choice
from tests.suite.grounds import POLICIES, Grounds, every_game, grounds_of, policy_of
from tests.suite.moments import READERS, moments
from tests.suite.storedgames import SCENARIOS

SEEDS = 2 * len(POLICIES)
WANTED, LENGTH = 30, 400
TOLD = 300
ASKED = 3
"""Each question is asked about this many things."""
READABLE = 3
"""The contrast that large letters need; games require 4.5 for small print on their pieces."""

easel_for = cache(lambda game_id, scenario: Easel(sandtable.game(game_id), scenario))
every_seed = pytest.mark.parametrize("seed", range(SEEDS))


def some_moments(grounds: Grounds[Any], seed: int, rng: Random) -> list[Any]:
    return moments(grounds, grounds.thick(rng), policy_of(seed), rng, wanted=WANTED, length=LENGTH)


def easel(game_id: str, state: Any) -> Easel:
    """The easel with the board of the scenario that is being played."""
    made: Easel = easel_for(game_id, sandtable.game(game_id).scenario_of(state).id)
    return made


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_what_is_printed_fits_together(game_id: str, scenario: str) -> None:
    easel_for(game_id, scenario).check_board()
    for nation in easel_for(game_id, scenario).board.nations:
        assert contrast(nation) >= READABLE, nation.name


@every_game
@every_seed
def test_every_moment_can_be_drawn_and_played_from_its_scene(game_id: str, seed: int) -> None:
    rng = Random(f"scenes {seed}")
    for state in some_moments(grounds_of(game_id), seed, rng):
        for reader in READERS:
            easel(game_id, state).check_scene(state, reader)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_every_set_up_can_be_drawn(game_id: str, scenario: str) -> None:
    for reader in READERS:
        easel_for(game_id, scenario).check_scene(sandtable.game(game_id).start(scenario), reader)


@every_game
@every_seed
def test_every_event_is_told_in_words_and_can_be_drawn(game_id: str, seed: int) -> None:
    grounds, rng, told = grounds_of(game_id), Random(f"events {seed}"), 0
    game, choose, state = grounds.game, grounds.policies[policy_of(seed)](rng), grounds.thick(rng)
    for _ in range(TOLD):
        if not state.frames:
            break
        for event in game.apply_heard(state, next_choice(game, state, choose, rng)):
            easel(game_id, state).check_event(event)
            told += 1
    assert told


# Questions


@every_game
def test_every_question_can_be_drawn_and_has_a_title(game_id: str) -> None:
    for question in sandtable.game(game_id).questions.values():
        assert question.show is not None
        assert question.title
        assert (question.use == "overlay") == (question.nouns == ())


@every_game
@every_seed
def test_no_answer_changes_the_position(game_id: str, seed: int) -> None:
    grounds, rng = grounds_of(game_id), Random(f"answers {seed}")
    game = grounds.game
    for state in some_moments(grounds, seed, rng)[::3]:
        before = game.dump(state)
        for question in game.questions.values():
            assert question.show is not None
            for _ in range(ASKED):
                question.show(state, *(rng.choice(everything(game, noun)) for noun in question.nouns))
        assert game.dump(state) == before
