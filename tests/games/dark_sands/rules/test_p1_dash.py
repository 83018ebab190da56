"""P1.3.4: the Dash to the Wire."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.desert import acting, decision, desert, play

GAME = "dark-sands"
PANZERS = {"1/5/21 Pz": "1741", "2/5/21 Pz": "1741", "1/8/15 Pz": "1641"}
"""Six steps in Egypt, east of column 40."""


def after_a_move(placed: dict[str, str], side: str = "axis", **fields: Any) -> Sands:
    """A movement of a side ends without a move."""
    facts = {"turn": 8, "scenario": 2, "dash": 1, **fields}
    state = acting(desert({**placed, "4/7 Arm": "1550"}, **facts), side, "move", MOVEMENT)
    play(state, "done")
    return state


@pytest.mark.rule("P1.3.4a")
def test_five_panzer_steps_in_egypt_are_worth_a_die() -> None:
    assert decision(after_a_move(PANZERS)) == "dash"
    assert decision(after_a_move(PANZERS, reduced=["1/5/21 Pz"])) == "dash", "five steps"
    assert decision(after_a_move(PANZERS, reduced=["1/5/21 Pz", "2/5/21 Pz"])) != "dash"
    assert decision(after_a_move({**PANZERS, "1/8/15 Pz": "1640"})) != "dash", "column 40"
    assert decision(after_a_move({**PANZERS, "1/8/15 Pz": "2241"})) != "dash", "that is not in Egypt"
    assert decision(after_a_move({"132/Ariete": "1741", "104/21 Pz": "1741", "32/Ariete": "1741"})) != "dash"


@pytest.mark.rule("P1.3.4a")
def test_only_on_turn_8_by_a_move_of_the_axis_with_the_option_and_once() -> None:
    assert decision(after_a_move(PANZERS, turn=9)) != "dash"
    assert decision(after_a_move(PANZERS, side="allied")) != "dash"
    assert decision(after_a_move(PANZERS, dash=0)) != "dash"
    assert decision(after_a_move(PANZERS, dashed=1)) != "dash"


@pytest.mark.rule("P1.3.4b")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_to_three_costs_the_allies_the_auk(die: int) -> None:
    state = after_a_move(PANZERS)
    play(state, str(die))
    assert (state.auk_lost, state.dashed) == (int(die <= 3), 1)
    assert decision(state) == "", "the movement is over"
