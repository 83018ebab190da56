"""Every rule and every example of every rulebook is pinned by a test that passed in the last full run."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.clauses import KINDS, read_clauses, read_matrix, untested
from tinygame.game import TinySkirmish

ROOT = Path(__file__).parents[1]


READY = [game_id for game_id in sandtable.game_ids() if not sandtable.game(game_id).in_preparation]


@pytest.mark.parametrize("game_id", READY)
def test_every_rule_and_example_has_a_test(game_id: str) -> None:
    missing = [clause.id for clause in untested(sandtable.game(game_id).folder)]
    assert not missing, f"{len(missing)} clauses of {game_id} have no test: {' '.join(missing)}"


@pytest.mark.parametrize("game_id", sandtable.game_ids())
def test_the_matrix_and_the_kinds_name_only_what_exists(game_id: str) -> None:
    folder = sandtable.game(game_id).folder
    clauses = read_clauses(folder)
    assert set(read_matrix(folder)) <= set(clauses)
    assert {clause.kind for clause in clauses.values()} <= set(KINDS)


def test_a_game_in_preparation_has_something_left_to_pin() -> None:
    """Once every clause has its test, the mark must go."""
    for game_id in set(sandtable.game_ids()) - set(READY):
        left = untested(sandtable.game(game_id).folder)
        assert left, f"every clause of {game_id} is pinned: it is no longer in preparation"


def test_a_game_in_preparation_says_so_wherever_it_is_announced() -> None:
    class Unfinished(TinySkirmish):
        in_preparation = True

    assert str(TinySkirmish().announced_title) == "Tiny Skirmish"
    assert str(Unfinished().announced_title) == "Tiny Skirmish (in preparation)"


def test_the_pages_in_the_docs_are_those_of_the_matrix() -> None:
    pages = runpy.run_path(str(ROOT / "scripts" / "rule_matrix.py"))
    for game_id in pages["our_games"]():
        written = (ROOT / "docs" / "rules" / f"{game_id}.md").read_text(encoding="utf-8")
        assert written == pages["page"](game_id), "run: python scripts/rule_matrix.py"
