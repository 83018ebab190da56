"""Every paragraph with a rule is named while a game is played: by an event, a refusal, a prompt or the result.

Except those on a list with a reason (`unnamed` of a game's grounds). In `make test` a fixed small budget holds the
list to the truth; `make soak` plays until every other paragraph has come up, and every kind of decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from tests.suite.budget import FEW_POINTS, SOAK, THICK_LENGTH, TRIES, WRITTEN_LENGTH
from tests.suite.fuzzer import Fuzzed
from tests.suite.grounds import Grounds, every_game, grounds_of, policy_of
from tests.suite.rulebook import paragraph_of, ruling
from tests.suite.test_fuzz import WRITTEN

FEW_GAMES, MANY_GAMES = 20, 1_000


def starts(grounds: Grounds[Any]) -> Iterator[tuple[str, int]]:
    """Where games begin and how long they last: set-ups, written positions, then the thick and recorded ones."""
    game, recorded = grounds.game, grounds.recorded()
    for info in game.scenarios:
        yield game.write_position(game.start(info.id)), THICK_LENGTH
    for text in grounds.written().values():
        yield text, WRITTEN_LENGTH
    for number in range(MANY_GAMES):
        yield game.write_position(grounds.thick(Random(f"named {number}"))), THICK_LENGTH
        if recorded:
            yield recorded[number % len(recorded)], THICK_LENGTH


class Named:
    """What came up in some games: paragraphs named, kinds of decisions met."""

    def __init__(self, grounds: Grounds[Any]) -> None:
        self.grounds = grounds
        self.paragraphs: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.played = 0

    def play(self, start: str, length: int, folder: Path) -> None:
        rng, policy = Random(f"named {self.played}"), policy_of(self.played)
        game = Fuzzed(self.grounds, start, rng, policy, curious=True)
        game.play(points=FEW_POINTS, length=length, folder=folder)
        self.paragraphs += game.named
        self.kinds += game.met
        self.played += 1

    def missing(self) -> list[str]:
        """The paragraphs that should have been named, and the decisions and dice that nobody met."""
        game = self.grounds.game
        wanted = [name for name in ruling(game) if name not in self.grounds.unnamed]
        kinds = [kind.name for kind in game.kinds if kind.decides]
        return [each for each in wanted if not self.paragraphs[each]] + [k for k in kinds if not self.kinds[k]]


@every_game
def test_the_list_of_unnamed_paragraphs_is_true(game_id: str, tmp_path: Path) -> None:
    """It has paragraphs with rules only, each with a reason, and none that a few games name."""
    grounds, named = grounds_of(game_id), Named(grounds_of(game_id))
    assert [name for name in grounds.unnamed if name not in ruling(grounds.game)] == []
    assert all(grounds.unnamed.values())
    for number, (start, length) in enumerate(starts(grounds)):
        if number == FEW_GAMES:
            break
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
