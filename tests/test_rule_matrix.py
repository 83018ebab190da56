"""Every rule and every example of every rulebook is pinned by a test that passed in the last full run."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.kernel.clauses import KINDS, read_clauses, read_matrix, untested


@pytest.mark.parametrize("game_id", sandtable.game_ids())
def test_every_rule_and_example_has_a_test(game_id: str) -> None:
    missing = [clause.id for clause in untested(sandtable.game(game_id).folder)]
    assert not missing, f"{len(missing)} clauses of {game_id} have no test: {' '.join(missing)}"


@pytest.mark.parametrize("game_id", sandtable.game_ids())
def test_the_matrix_and_the_kinds_name_only_what_exists(game_id: str) -> None:
    folder = sandtable.game(game_id).folder
    clauses = read_clauses(folder)
    assert set(read_matrix(folder)) <= set(clauses)
    assert {clause.kind for clause in clauses.values()} <= set(KINDS)
