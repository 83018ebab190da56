"""Every scenario of every game has a game whose words are written out; the words are the same, line by line.

Words may change: `scripts/record_expectations.py --words` rewrites the files. Look at what changed before you
commit it.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

import sandtable
from tests.suite.playthrough import FOLDER, words, words_file
from tests.suite.storedgames import SCENARIOS, stored

LARGEST = 300_000
HOW = "run scripts/record_expectations.py --words"


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_the_words_of_the_game_are_those_on_file(game_id: str, scenario: str) -> None:
    path = words_file(game_id, scenario)
    assert path.exists(), f"{path.name} is missing: {HOW}"
    assert path.stat().st_size < LARGEST
    written = path.read_text(encoding="utf-8").splitlines()
    now = words(sandtable.game(game_id), stored(game_id, scenario))
    for number, (line, said) in enumerate(zip_longest(written, now), 1):
        assert line == said, f"{path.name}, line {number}; if that is meant, {HOW}"


def test_no_words_of_a_removed_game_are_left_on_file() -> None:
    assert set(FOLDER.iterdir()) == {words_file(*each) for each in SCENARIOS}
