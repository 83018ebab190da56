"""No reader observes more than the view: in games of every scenario, and in the thick of the fighting.

What a side or a spectator is shown, told, asked, offered, refused and answered is the same for the true state and
for any state invented from their view. In a scenario without secrets, every view allows only one position.
SANDTABLE_SOAK=1 looks at thousands of positions.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.match import Match
from sandtable.kernel.secrecy import allows_truth, barriers, indistinguishable, varied, walk_together, wire
from tests.suite.budget import SOAK
from tests.suite.grounds import POLICIES, Grounds, every_game, grounds_of, policy_of
from tests.suite.moments import READERS, moments, opening
from tests.suite.storedgames import SCENARIOS

GAMES, WANTED, LENGTH = (9, 60, 6_000) if SOAK else (1, 5, 1_200)
THICK, THICK_WANTED, THICK_LENGTH = (10, 40, 600) if SOAK else (1, 5, 250)
BATCHES, WALK = 3, 3
OPEN = [(name, scenario) for name, scenario in SCENARIOS if not sandtable.game(name).scenario(scenario).secrets]
MOST_TRIED = 40
"""At most this many random positions are made to find one of a scenario."""


def keeps_its_secrets(grounds: Grounds[Any], found: list[Any], rng: Random) -> None:
    """No reader can tell the true state from an invented one, now or as play goes on."""
    game = grounds.game
    for number, state in enumerate(found):
        for reader in READERS:
            indistinguishable(game, state, reader, rng, 1)
        if state.frames:
            walk_together(game, state, READERS[number % len(READERS)], rng, WALK)
            barriers(game, state, rng, 1)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
@pytest.mark.parametrize("policy", POLICIES)
def test_no_reader_can_tell_the_true_state_from_an_invented_one(game_id: str, scenario: str, policy: str) -> None:
    grounds = grounds_of(game_id)
    for number in range(GAMES):
        rng = Random(f"secrets {scenario} {policy} {number}")
        state = opening(grounds.game, scenario, number)
        found = moments(grounds, state, policy, rng, wanted=WANTED, length=LENGTH)
        keeps_its_secrets(grounds, found, rng)


@every_game
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_reader_can_tell_the_true_state_from_an_invented_one_in_the_thick(
    game_id: str, policy: str, batch: int
) -> None:
    grounds = grounds_of(game_id)
    for number in range(batch, THICK * BATCHES, BATCHES):
        rng = Random(f"secrets in the thick {policy} {number}")
        found = moments(grounds, grounds.thick(rng), policy, rng, wanted=THICK_WANTED, length=THICK_LENGTH)
        keeps_its_secrets(grounds, found, rng)


# What varies


@every_game
@pytest.mark.parametrize("seed", range(len(POLICIES)))
def test_invented_states_vary_exactly_where_there_are_secrets(game_id: str, seed: int) -> None:
    grounds = grounds_of(game_id)
    game, rng, some = grounds.game, Random(f"varied {seed}"), set[str]()
    start = grounds.thick(rng)
    secret = game.hides(start)
    for state in moments(grounds, start, policy_of(seed), rng, wanted=10, length=200):
        assert game.hides(state) == secret, "whether there are secrets never changes in a game"
        for reader in READERS:
            found = varied(game, state, reader, rng, tries=4)
            assert secret or not found, f"{found} may be one thing or another where nothing is secret"
            assert secret or allows_truth(game, state, reader, rng, tries=1)
            some |= found
    assert bool(some) == secret


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_a_state_knows_its_scenario(game_id: str, scenario: str) -> None:
    """Where scenarios have secrets or boards of their own, these follow from the state."""
    game = sandtable.game(game_id)
    info = game.scenario_of(game.start(scenario))
    assert info == game.scenario(scenario)


@pytest.mark.parametrize(("game_id", "scenario"), OPEN)
def test_without_secrets_everybody_is_sent_the_same_log(game_id: str, scenario: str) -> None:
    grounds, rng = grounds_of(game_id), Random(4)
    game, choose = grounds.game, grounds.seeking(rng)
    thick = (grounds.thick(rng) for _ in range(MOST_TRIED))
    position = game.write_position(next(state for state in thick if game.scenario_of(state).id == scenario))
    match = Match.start(game, position=position, chance=RandomChance(rng))
    while match.actor() != OVER and match.number < 60:
        choice = choose(match.state, game.options(match.state))
        match.play(match.actor(), [game.write(match.state, choice)])
    logs = [[event for _, event in match.log(reader)] for reader in READERS]
    assert logs[0] == logs[1] == logs[2] != []
    assert all(wire(match, reader) for reader in READERS)
