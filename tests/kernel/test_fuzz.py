"""Three policies to the end of every scenario; saved, loaded and replayed on the way; invariants at each step."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import OVER, Match, load_journal, save_journal, verified
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import count, listed
from tests.kernel.playing import POLICIES, step

tiny = sandtable.game("tiny-skirmish")
GAMES = 400 if os.environ.get("SANDTABLE_SOAK") else 12
LONGEST = 400


def check(state: Any) -> None:
    """What must hold at every decision."""
    twin = state.copy()
    twin.rebuild()
    assert all(getattr(twin, name) == getattr(state, name) for name in state.CACHES)
    assert tiny.status(state) == []
    assert all(tiny.kinds[kind].fits(step, values) for kind, step, *values in state.frames)
    if tiny.actor(state) >= 0:
        options = tiny.options(state)
        assert count(options) == len(set(listed(options))) > 0
        assert [verb for verb, _ in options] == sorted({verb for verb, arguments in options if arguments})


def act_at_random(match: Match, rng: Random, path: Path) -> Match:
    """Sometimes undo, sometimes save, load and go on with what was loaded."""
    side = rng.randrange(2)
    if rng.random() < 0.1 and match.undo_target(side) is not None:
        match.undo(side)
    if rng.random() < 0.1 and match.reset_target(side) is not None:
        match.undo(side, match.reset_target(side))
    if rng.random() < 0.05:
        save_journal(match.journal, path)
        loaded = verified(tiny, load_journal(path), chance=match.chance)
        assert tiny.key(loaded.state) == tiny.key(match.state)
        return loaded
    return match


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("scenario", [info.id for info in tiny.scenarios])
def test_fuzz_matches_to_the_end(policy: str, scenario: str, tmp_path: Path) -> None:
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = Random(f"{policy}/{scenario}/{seed}")
        options = {"ties": rng.choice(["red", "dice"])}
        match = Match.start(tiny, scenario, options, chance=RandomChance(rng))
        while match.actor() != OVER:
            check(match.state)
            choice = POLICIES[policy](tiny, match.state, rng)
            match.play(match.actor(), [tiny.write(match.state, choice)], match.seen(match.actor()))
            match = act_at_random(match, rng, tmp_path / "g.journal")
            assert match.number < LONGEST
        check(match.state)
        assert match.result is not None
        endings[match.result.how.text] += 1
        assert verified(tiny, match.journal).result == match.result
    assert endings.total() == GAMES


def test_fuzz_from_recorded_positions() -> None:
    rng = Random(5)
    for seed in range(GAMES):
        state = tiny.start()
        for _ in range(rng.randrange(40)):
            if tiny.actor(state) == OVER:
                break
            step(tiny, state, rng)
        again = tiny.read_position(tiny.write_position(state), state.printed)
        while tiny.actor(again) != OVER:
            step(tiny, again, rng, POLICIES["contact"])
            check(again)
        assert seed < GAMES
