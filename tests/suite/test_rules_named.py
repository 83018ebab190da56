"""Every paragraph with a rule is named while a game is played: by an event, a refusal, a prompt or the result.

Exceptions are on a list with reasons (`unnamed` in a game's grounds). In `make test`, a small fixed budget checks
that the list is true; `make soak` plays until every other paragraph, and every kind of decision, has come up.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import sandtable
from tests.suite.budget import SOAK, TRIES, WRITTEN_LENGTH
from tests.suite.grounds import every_game, grounds_of
from tests.suite.naming import Named, starts
from tests.suite.rulebook import paragraph_of, ruling
from tests.suite.test_fuzz import WRITTEN

FEW_GAMES = 20


@every_game
def test_the_list_of_unnamed_paragraphs_is_true(game_id: str, tmp_path: Path) -> None:
    """It has only paragraphs with rules, each with a reason, and none that a few games name."""
    grounds, named = grounds_of(game_id), Named(grounds_of(game_id))
    assert [name for name in grounds.unnamed if name not in ruling(grounds.game)] == []
    assert all(grounds.unnamed.values())
    for start, length in islice(starts(grounds), FEW_GAMES):
        named.play(start, length, tmp_path)
    assert named.paragraphs
    assert sorted(grounds.unnamed.keys() & named.paragraphs.keys()) == []


@pytest.mark.skipif(not SOAK, reason="takes its time: make soak")
@every_game
def test_fuzz_names_every_paragraph(game_id: str, tmp_path: Path) -> None:
    grounds, named = grounds_of(game_id), Named(grounds_of(game_id))
    for start, length in starts(grounds):
        named.play(start, length, tmp_path)
        if named.played % 20 == 0 and not named.missing():
            break
    assert sorted(grounds.unnamed.keys() & named.paragraphs.keys()) == [], "these are named after all"
    assert not named.missing(), "write a position for it, or say in its grounds why nothing names it"


@pytest.mark.skipif(not SOAK, reason="takes its time: make soak")
@pytest.mark.parametrize(("game_id", "name"), WRITTEN)
def test_fuzz_from_a_written_position_names_its_paragraph(game_id: str, name: str, tmp_path: Path) -> None:
    grounds, named = grounds_of(game_id), Named(grounds_of(game_id))
    paragraph = paragraph_of(grounds.game, name.partition("-")[0])
    if paragraph in grounds.unnamed:
        pytest.skip(grounds.unnamed[paragraph])
    for _ in range(TRIES):
        named.play(grounds.written()[name], WRITTEN_LENGTH, tmp_path)
        if named.paragraphs[paragraph]:
            return
    pytest.fail(f"in {TRIES} games from {name} nothing named {paragraph}")


@pytest.mark.parametrize(("game_id", "name"), WRITTEN)
def test_a_written_position_is_named_by_its_paragraph(game_id: str, name: str) -> None:
    assert paragraph_of(sandtable.game(game_id), name.partition("-")[0])
