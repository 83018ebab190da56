"""Every scenario of every game has a game written out, and plays it again line by line.

`scripts/record_expectations.py` writes the files anew; look at what changed before you commit it.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

import sandtable
from playthrough import file_of, transcript

SCENARIOS = [(name, info.id) for name in sandtable.game_ids() for info in sandtable.game(name).scenarios]
LARGEST = 300_000


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_the_game_goes_as_it_is_written(game_id: str, scenario: str) -> None:
    game = sandtable.game(game_id)
    path = file_of(game, scenario)
    assert path.exists(), f"{path.name} is missing: run scripts/record_expectations.py"
    assert path.stat().st_size < LARGEST
    written = path.read_text(encoding="utf-8").splitlines()
    for number, (line, now) in enumerate(zip_longest(written, transcript(game, scenario)), 1):
        assert line == now, f"{path.name}, line {number}"
