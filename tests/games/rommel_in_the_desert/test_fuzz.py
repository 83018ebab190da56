"""Three policies over all eight scenarios: from the set-up to the end, from recorded positions, from clashes.

After each choice the invariants; at random moments the position goes through text and its key is noted, and `why
not?` is asked of both sides. The games from the set-up and from recorded positions go through a match, a journal
and a replay, which must come by the same keys. Every decision must be asked, every event told and every refusal
given: in games from anywhere, or in games from a position of its own. SANDTABLE_SOAK=1 plays many more.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from tests.fuzzer import paragraphs
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.signs import Watch, all_signs
from tests.games.rommel_in_the_desert.skirmishes import (
    POLICIES,
    Curious,
    Fuzzed,
    policy_of,
    promised,
    recorded,
    special,
    starts,
)

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
POINTS = 50
"""Random moments of a game at which its position goes through text and its key is noted for the replay."""
FEW_POINTS = 8
BATCHES = 4
FROM_SET_UP, FROM_RECORDED, FROM_CLASHES = (20, 256, 3_000) if SOAK else (1, 16, 32)
"""Games of each policy: from each scenario, from recorded positions, from clashes."""
CLASH_LENGTH = 400
TRIES, SHORT = 90, 120
SOME_WAY = 300

SILENT = {
    "refusal it cannot reach the destination of its move": "who was marked to leave has a way, and gains others",
    "refusal the supply network would not get smaller": "leaving a battle gives up a hex of the network",
}
"""Signs that the code can give where no game comes by."""


# Games


@pytest.mark.parametrize("scenario", [info.id for info in ROMMEL.scenarios])
@pytest.mark.parametrize("policy", POLICIES)
def test_fuzz_from_the_set_up(policy: str, scenario: str, tmp_path: Path) -> None:
    start = ROMMEL.write_position(ROMMEL.start(scenario))
    for seed in range(FROM_SET_UP):
        game = Fuzzed(start, Random(f"set-up {scenario} {policy} {seed}"), policy)
        state = game.play(points=POINTS, folder=tmp_path)
        assert ROMMEL.score(state).rule in paragraphs(ROMMEL)
        assert len(game.keys) >= POINTS
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
def test_fuzz_from_clashes(policy: str, batch: int, tmp_path: Path) -> None:
    for number in range(batch, FROM_CLASHES, BATCHES):
        rng = Random(f"clash {policy} {number}")
        game = Fuzzed(ROMMEL.write_position(clash(rng)), rng, policy)
        game.play(points=FEW_POINTS, length=CLASH_LENGTH, folder=tmp_path)


# Rules at work


@pytest.mark.parametrize("name", special())
def test_fuzz_from_a_position_gives_its_signs(name: str, tmp_path: Path) -> None:
    """Those it lists. The name of each file begins with the paragraph it is about."""
    text = special()[name]
    signs = promised(text)
    assert name.partition("-")[0] in paragraphs(ROMMEL)
    assert signs
    assert signs <= all_signs()
    watch = Watch(signs)
    for seed in range(TRIES):
        Curious(text, Random(f"{name} {seed}"), policy_of(seed), watch).play(
            points=FEW_POINTS, length=SHORT, folder=tmp_path
        )
        if watch.fired.keys() >= signs:
            return
    pytest.fail(f"in {TRIES} games from {name} nobody met: {'; '.join(sorted(signs - watch.fired.keys()))}")


def test_fuzz_gives_every_sign(tmp_path: Path) -> None:
    """Those given seldom have a position of their own, which the test above holds to them."""
    assert SILENT.keys() <= all_signs()
    alone = set[str]().union(*map(promised, special().values()))
    watch = Watch(all_signs() - alone - SILENT.keys())
    for number, start in enumerate(starts("signs")):
        game = Curious(start, Random(f"signs {number}"), policy_of(number), watch)
        game.play(points=FEW_POINTS, length=SOME_WAY, folder=tmp_path)
        if watch.fired.keys() >= watch.asked:
            return
    never = "; ".join(sorted(watch.asked - watch.fired.keys()))
    pytest.fail(f"nobody met: {never}: write a position for it")
