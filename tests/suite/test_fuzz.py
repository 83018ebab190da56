"""Every game, played at random by three policies: from set-ups, recorded and written positions, the thick of it.

The invariants are checked after each choice; at random moments the position is written and read, its key is noted,
and `why not?` is asked for both sides. The games from set-ups and from recorded positions are played to the end
and go through a match, a journal and a replay, which must have the same keys.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import Game
from sandtable.kernel.journal import load_journal, save_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified
from tests.suite.budget import (
    BATCHES,
    FEW_POINTS,
    FROM_RECORDED,
    FROM_SET_UP,
    FROM_THE_THICK,
    FROM_WRITTEN,
    MATCH_LENGTH,
    MATCHES,
    POINTS,
    THICK_LENGTH,
    WRITTEN_LENGTH,
)
from tests.suite.fuzzer import Fuzzed
from tests.suite.grounds import POLICIES, Policy, every_game, grounds_of, policy_of
from tests.suite.moments import opening
from tests.suite.storedgames import SCENARIOS

every_policy = pytest.mark.parametrize("policy", POLICIES)
every_batch = pytest.mark.parametrize("batch", range(BATCHES))
WRITTEN = [(game_id, name) for game_id in sandtable.game_ids() for name in grounds_of(game_id).written()]


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
@every_policy
def test_fuzz_from_the_set_up(game_id: str, scenario: str, policy: str, tmp_path: Path) -> None:
    grounds = grounds_of(game_id)
    for seed in range(FROM_SET_UP):
        start = grounds.game.write_position(opening(grounds.game, scenario, seed))
        game = Fuzzed(grounds, start, Random(f"set-up {scenario} {policy} {seed}"), policy)
        state = game.play(points=POINTS, folder=tmp_path)
        assert grounds.game.score(state).winner in (None, 0, 1)
        assert len(game.keys) >= min(POINTS, len(game.texts) // 10)
        game.journal(tmp_path)


@pytest.mark.parametrize("game_id", [name for name in sandtable.game_ids() if grounds_of(name).recorded()])
@every_policy
@every_batch
def test_fuzz_from_recorded_positions(game_id: str, policy: str, batch: int, tmp_path: Path) -> None:
    grounds = grounds_of(game_id)
    starts = grounds.recorded()
    for number in range(batch, FROM_RECORDED, BATCHES):
        rng = Random(f"recorded {policy} {number}")
        game = Fuzzed(grounds, starts[number * len(starts) // FROM_RECORDED], rng, policy)
        game.play(points=POINTS, folder=tmp_path)
        game.journal(tmp_path)


@every_game
@every_policy
@every_batch
def test_fuzz_from_the_thick(game_id: str, policy: str, batch: int, tmp_path: Path) -> None:
    grounds = grounds_of(game_id)
    for number in range(batch, FROM_THE_THICK, BATCHES):
        rng = Random(f"thick {policy} {number}")
        game = Fuzzed(grounds, grounds.game.write_position(grounds.thick(rng)), rng, policy)
        game.play(points=FEW_POINTS, length=THICK_LENGTH, folder=tmp_path)


@pytest.mark.parametrize(("turn", "game_id", "name"), [(turn, *written) for turn, written in enumerate(WRITTEN)])
def test_fuzz_from_written_positions(turn: int, game_id: str, name: str, tmp_path: Path) -> None:
    grounds = grounds_of(game_id)
    text = grounds.written()[name]
    for seed in range(FROM_WRITTEN):
        game = Fuzzed(grounds, text, Random(f"{name} {seed}"), policy_of(turn + seed), curious=True)
        game.play(points=FEW_POINTS, length=WRITTEN_LENGTH, folder=tmp_path)


# Through a match, with undo, saving and loading on the way


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
@every_policy
def test_fuzz_matches(game_id: str, scenario: str, policy: str, tmp_path: Path) -> None:
    """From the set-up, and every other game from the thick of the fighting."""
    grounds = grounds_of(game_id)
    for seed in range(MATCHES):
        rng = Random(f"match {scenario} {policy} {seed}")
        chance, choose = RandomChance(rng), grounds.policies[policy](rng)
        if seed % 2:
            position = grounds.game.write_position(grounds.thick(rng))
            match = Match.start(grounds.game, position=position, chance=chance)
        else:
            match = Match.start(grounds.game, scenario, chance=chance)
        play_match(match, choose, rng, tmp_path / "game.journal")


def play_match(match: Match, choose: Policy, rng: Random, path: Path) -> None:
    """Play on for a while; everything played and taken back replays to the same position."""
    game = match.game
    while match.actor() != OVER and match.number < MATCH_LENGTH:
        choice = choose(match.state, game.options(match.state))
        match.play(match.actor(), [game.write(match.state, choice)], match.seen(match.actor()))
        match = take_back_or_save(game, match, rng, path)
    again = verified(game, match.journal)
    assert (again.result, game.key(again.state)) == (match.result, game.key(match.state))
    assert (match.result is None) == (match.actor() != OVER)


def take_back_or_save(game: Game[Any], match: Match, rng: Random, path: Path) -> Match:
    """Sometimes undo, sometimes save, load and go on with what was loaded."""
    side = rng.randrange(len(game.sides))
    if rng.random() < 0.1 and match.undo_target(side) is not None:
        match.undo(side)
    if rng.random() < 0.05 and (target := match.reset_target(side)) is not None:
        match.undo(side, target)
    if rng.random() < 0.02:
        save_journal(match.journal, path)
        loaded = verified(game, load_journal(path), chance=match.chance)
        assert game.key(loaded.state) == game.key(match.state)
        return loaded
    return match
