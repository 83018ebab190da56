"""Three policies to the end of the campaign: from the set-up, from recorded positions and from melees.

After each choice the invariants; at random moments the position goes through text and its key is noted, and `why
not?` is asked. The games from the set-up and from recorded positions go through a match, a journal and a replay,
which must come by the same keys. Every rule clause must fire: in games from anywhere, or in games from a position
of its own. SANDTABLE_SOAK=1 plays many more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.kernel.clauses import read_clauses
from tests.games.afrika_korps.fuzzing import Fuzzed, cited, paragraphs, promised, recorded, special
from tests.games.afrika_korps.melees import melee
from tests.games.afrika_korps.policies import POLICIES
from tests.games.afrika_korps.witnesses import WITNESSES, Watch

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
POINTS = 50
"""Random moments of a game at which its position goes through text and its key is noted for the replay."""
FEW_POINTS = 8
BATCHES = 6
FROM_SET_UP, FROM_RECORDED, FROM_MELEES = (40, 220, 4_000) if SOAK else (2, 30, 30)
MELEE_LENGTH = 400
TRIES, SHORT = 60, 120
MOST_MELEES, MELEE_START = 200, 240

SILENT = {
    "1.6": "only of impossible positions",
    "6.1": "only of impossible positions",
    "17.1": "only of impossible positions; the move of a unit that can pay for nothing more is over",
    "20.5": "only of impossible positions",
    "22.1": "only of impossible positions",
}
"""Paragraphs the code names where no game comes by."""


def policy_of(number: int) -> str:
    return list(POLICIES)[number % len(POLICIES)]


# Games


@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_the_set_up(policy: str, tmp_path: Path) -> None:
    start = AFRIKA_KORPS.write_position(AFRIKA_KORPS.start())
    for seed in range(FROM_SET_UP):
        game = Fuzzed(start, Random(f"set-up {policy} {seed}"), policy)
        state = game.play(points=POINTS, folder=tmp_path)
        assert state.winner in (0, 1)
        game.journal(tmp_path)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_recorded_positions(policy: str, batch: int, tmp_path: Path) -> None:
    starts = recorded()
    for number in range(batch, FROM_RECORDED, BATCHES):
        rng = Random(f"recorded {policy} {number}")
        game = Fuzzed(starts[number * len(starts) // FROM_RECORDED], rng, policy)
        game.play(points=POINTS, folder=tmp_path)
        game.journal(tmp_path)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_melees(policy: str, batch: int, tmp_path: Path) -> None:
    for number in range(batch, FROM_MELEES, BATCHES):
        rng = Random(f"melee {policy} {number}")
        game = Fuzzed(AFRIKA_KORPS.write_position(melee(rng)), rng, policy)
        game.play(points=FEW_POINTS, length=MELEE_LENGTH, folder=tmp_path)


# Clauses


def test_every_rule_clause_has_a_witness_and_nothing_else_has() -> None:
    rules = {clause.id for clause in read_clauses(AFRIKA_KORPS.folder).values() if clause.kind == "rule"}
    assert WITNESSES.keys() == rules


@pytest.mark.parametrize("name", special())
def test_fuzz_from_a_position_fires_its_clauses(name: str, tmp_path: Path) -> None:
    """Those it lists. The name of each file begins with one of them, or with a paragraph that must be named."""
    text, head = special()[name], name.partition("-")[0]
    clauses = promised(text)
    assert head in paragraphs() or head in clauses
    watch, named = Watch(clauses, once=True), Counter[str]()
    for seed in range(TRIES):
        game = Fuzzed(text, Random(f"{name} {seed}"), policy_of(seed), watch)
        game.play(points=FEW_POINTS, length=SHORT, folder=tmp_path)
        named += game.named
        if watch.fired.keys() >= clauses and (head in named or head not in cited()):
            return
    pytest.fail(f"in {TRIES} games from {name} {clauses - watch.fired.keys() or head} did not fire")


def test_fuzz_fires_every_clause(tmp_path: Path) -> None:
    """Those that fire seldom have a position of their own, which the test above holds to them."""
    alone = set[str]().union(*map(promised, special().values()))
    named = {name.partition("-")[0] for name in special()} | set(SILENT)
    watch = Watch(WITNESSES.keys() - alone, once=True)
    for number, start in enumerate(starts()):
        game = Fuzzed(start, Random(f"fired {number}"), policy_of(number), watch)
        game.play(points=FEW_POINTS, length=MELEE_START, folder=tmp_path)
        named |= set(game.named)
        if watch.fired.keys() >= watch.asked and named >= cited():
            return
    never = sorted(watch.asked - watch.fired.keys()) + sorted(cited() - named)
    pytest.fail(f"{', '.join(never)} did not fire: write a position for it")


def starts() -> Iterator[str]:
    """The set-up for each policy, then melees."""
    for _ in POLICIES:
        yield AFRIKA_KORPS.write_position(AFRIKA_KORPS.start())
    for number in range(MOST_MELEES):
        yield AFRIKA_KORPS.write_position(melee(Random(f"fired melee {number}")))
