"""Nothing is hidden in this game: every view allows one state, and nobody observes more or less than another."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.match import Match
from sandtable.kernel.secrecy import allows_truth, barriers, indistinguishable, varied, walk_together, wire
from tests.games.afrika_korps.melees import melee
from tests.games.afrika_korps.policies import POLICIES, next_choice

READERS = (0, 1, SPECTATOR)
STRIDE = 23


def moments(policy: str, seed: int) -> list[Position]:
    """Positions spread over a game that begins in the thick of it."""
    rng = Random(f"secrecy {policy} {seed}")
    choose, state = POLICIES[policy](rng), melee(rng)
    found = []
    for number in range(12 * STRIDE):
        if not state.frames:
            break
        if number % STRIDE == 0:
            found.append(state.copy())
        AFRIKA_KORPS.apply(state, next_choice(state, choose, rng))
    return [*found, state]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(3))
def test_every_reader_knows_the_position(policy: str, seed: int) -> None:
    rng = Random(seed)
    for state in moments(policy, seed):
        for reader in READERS:
            indistinguishable(AFRIKA_KORPS, state, reader, rng, tries=1)
            assert allows_truth(AFRIKA_KORPS, state, reader, rng, tries=1)
            assert not varied(AFRIKA_KORPS, state, reader, rng, tries=2)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_choice_shows_the_same(policy: str) -> None:
    rng = Random(policy)
    for state in moments(policy, 7)[::2]:
        if state.frames and AFRIKA_KORPS.actor(state) != CHANCE:
            barriers(AFRIKA_KORPS, state, rng, tries=1)
        for reader in READERS:
            assert walk_together(AFRIKA_KORPS, state, reader, rng, steps=4) <= 4


def test_both_sides_and_the_spectator_are_sent_one_log() -> None:
    position = AFRIKA_KORPS.write_position(melee(Random(4)))
    match = Match.start(AFRIKA_KORPS, position=position)
    rng = Random(4)
    choose = POLICIES["contact"](rng)
    for _ in range(60):
        if match.actor() < 0:
            break
        choice = choose(match.state, AFRIKA_KORPS.options(match.state))
        match.play(match.actor(), [AFRIKA_KORPS.write(match.state, choice)])
    logs = [[event for _, event in match.log(reader)] for reader in READERS]
    assert logs[0] == logs[1] == logs[2] != []
    assert all(wire(match, reader) for reader in READERS)
