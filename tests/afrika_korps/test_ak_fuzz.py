"""Three policies to the end of the campaign: from the set-up, from recorded positions and from melees.

After each choice cheap invariants, now and then dear ones; at some moments the position goes through text and `why
not?` is asked; some games go through a match, a journal and a replay. SANDTABLE_SOAK=1 plays many more.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from fuzzing import Fuzzed, cited, paragraphs, recorded, special
from melees import melee
from policies import POLICIES

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
POINTS = 50
"""Moments of a game at which questions are asked."""
BATCHES = 6
FROM_SET_UP, FROM_RECORDED, FROM_MELEES = (40, 220, 4_000) if SOAK else (2, 30, 60)
MELEE_LENGTH = 400
TRIES = 60
ENOUGH_MELEES = 90
SHORT = 240

SILENT = {
    "1.6": "only of impossible positions",
    "6.1": "only of impossible positions",
    "17.1": "only of impossible positions; the move of a unit that can pay for nothing more is over",
    "20.5": "only of impossible positions",
    "22.1": "only of impossible positions",
}
"""Paragraphs the code names where no game comes by."""


@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_the_set_up(policy: str, tmp_path: Path) -> None:
    start = AFRIKA_KORPS.write_position(AFRIKA_KORPS.start())
    for seed in range(FROM_SET_UP):
        game = Fuzzed(start, Random(f"set-up {policy} {seed}"), policy)
        state = game.play(points=POINTS, folder=tmp_path)
        assert state.winner in (0, 1)
        game.journal()


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_recorded_positions(policy: str, batch: int, tmp_path: Path) -> None:
    starts = recorded()
    for number in range(batch, FROM_RECORDED, BATCHES):
        rng = Random(f"recorded {policy} {number}")
        game = Fuzzed(starts[number * len(starts) // FROM_RECORDED], rng, policy)
        game.play(points=POINTS, folder=tmp_path)
        if number % BATCHES == batch == 0:
            game.journal()


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_melees(policy: str, batch: int, tmp_path: Path) -> None:
    for number in range(batch, FROM_MELEES, BATCHES):
        rng = Random(f"melee {policy} {number}")
        game = Fuzzed(AFRIKA_KORPS.write_position(melee(rng)), rng, policy)
        game.play(points=POINTS // 10, length=MELEE_LENGTH, folder=tmp_path)


@pytest.mark.parametrize("name", special())
def test_fuzz_from_a_position_fires_its_rule(name: str, tmp_path: Path) -> None:
    """The name of each file begins with the paragraph it was written for."""
    paragraph = name.partition("-")[0]
    assert paragraph in paragraphs()
    fired: Counter[str] = Counter()
    for seed in range(TRIES):
        policy = list(POLICIES)[seed % len(POLICIES)]
        game = Fuzzed(special()[name], Random(f"{name} {seed}"), policy)
        game.play(points=8, length=SHORT, folder=tmp_path)
        fired += game.events + game.refusals
        if fired[paragraph]:
            return
    pytest.fail(f"{paragraph} did not fire in {TRIES} games from {name}")


def test_fuzz_fires_every_paragraph_the_code_names(tmp_path: Path) -> None:
    """Those that fire seldom have a position of their own, which the test above holds to it."""
    fired = {name.partition("-")[0] for name in special()}
    for number in range(ENOUGH_MELEES):
        policy = list(POLICIES)[number % len(POLICIES)]
        rng = Random(f"fired {number}")
        game = Fuzzed(AFRIKA_KORPS.write_position(melee(rng)), rng, policy)
        game.play(points=8, length=SHORT, folder=tmp_path)
        fired |= set(game.events + game.refusals)
    never = cited() - fired - set(SILENT)
    assert not never, f"nothing named {', '.join(sorted(never))}: write a position for it"
