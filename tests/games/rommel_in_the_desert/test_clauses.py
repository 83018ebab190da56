"""Every rule clause decides something in random games: in games from anywhere, or from a position of its own.

`scripts/fired_rules.py rommel-in-the-desert` reports how often each one does.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.kernel.clauses import read_clauses
from tests.fuzzer import texts_in
from tests.games.rommel_in_the_desert.evidence import EXCUSED, WITNESSES, Watch
from tests.games.rommel_in_the_desert.skirmishes import FIRES, Curious, policy_of, starts

POSITIONS = texts_in(Path(__file__).parent / "evidence" / "positions")
FEW_POINTS = 8
TRIES, SHORT, SOME_WAY = 90, 120, 300


def promised(text: str) -> set[str]:
    """The clauses that a position was written for: those its comments list."""
    listed = (line.removeprefix(FIRES) for line in text.splitlines() if line.startswith(FIRES))
    return {clause for line in listed for clause in line.split()}


def test_every_rule_clause_has_a_witness_or_an_excuse() -> None:
    rules = {clause.id for clause in read_clauses(ROMMEL.folder).values() if clause.kind == "rule"}
    assert WITNESSES.keys() | EXCUSED.keys() == rules
    assert not WITNESSES.keys() & EXCUSED.keys()


@pytest.mark.parametrize("name", POSITIONS)
def test_fuzz_from_a_position_fires_its_clauses(name: str, tmp_path: Path) -> None:
    """Those it lists. The name of each file begins with one of them."""
    text = POSITIONS[name]
    clauses = promised(text)
    assert name.partition("-")[0] in clauses
    watch = Watch(clauses, once=True)
    for seed in range(TRIES):
        game = Curious(text, Random(f"{name} {seed}"), policy_of(seed), watch)
        game.play(points=FEW_POINTS, length=SHORT, folder=tmp_path)
        if watch.fired.keys() >= clauses:
            return
    pytest.fail(f"in {TRIES} games from {name} {', '.join(sorted(clauses - watch.fired.keys()))} did not fire")


def test_fuzz_fires_every_clause(tmp_path: Path) -> None:
    """Those that fire seldom have a position of their own, which the test above holds to them."""
    alone = set[str]().union(*map(promised, POSITIONS.values()))
    watch = Watch(WITNESSES.keys() - alone, once=True)
    for number, start in enumerate(starts("clauses")):
        game = Curious(start, Random(f"clauses {number}"), policy_of(number), watch)
        game.play(points=FEW_POINTS, length=SOME_WAY, folder=tmp_path)
        if watch.fired.keys() >= watch.asked:
            return
    pytest.fail(f"{', '.join(sorted(watch.asked - watch.fired.keys()))} did not fire: write a position for it")
