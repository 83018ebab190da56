"""19: land movement."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from tests.games.dark_sands.desert import acting, decision, desert, legal, play, where, why_not

GAME = "dark-sands"


@pytest.mark.rule("19.1.1d")
def test_a_group_moves_at_the_pace_of_its_slowest_and_leaves_it_behind() -> None:
    state = acting(desert({"Sirte": "1633", "Recam": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Recam", "unit:Sirte", "to:1632", "to:1631", "to:1630", "to:1629")
    assert not legal(state, "to")
    assert why_not(state, "to:1628") == "19.1"
    play(state, "drop:Sirte", "to:1628", "stop", "done")
    assert where(state, "Sirte", "Recam") == ["1629", "1628"]
    assert decision(state) == ""
