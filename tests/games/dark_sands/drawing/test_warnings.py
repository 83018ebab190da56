"""What a player is told before a choice that may cost something."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME
from tests.games.dark_sands.cups import drawing
from tests.games.dark_sands.desert import desert


@pytest.mark.parametrize(("cup", "rules"), [(["logistics-1"], ["18.6.1"]), (["logistics-1", "axis-move"], [])])
def test_whoever_holds_a_priority_chit_before_the_last_draw_is_warned(cup: list[str], rules: list[str]) -> None:
    state = drawing(desert({"4/7 Arm": "1550"}, turn=13), *cup, held=["allied-auk"])
    assert [why.rule for why in GAME.warnings(state, GAME.read(state, "hold"))] == rules
    assert [*GAME.warnings(state, GAME.read(state, "play:allied-auk-1"))] == []
