"""16: in whole games, the victory points are what control and the events that were told say."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.policies import clash, seeking
from tests.suite.fuzzer import next_choice

GAME = "shifting-sands"
rule = pytest.mark.rule
LENGTH = 400


def held(state: Theatre) -> int:
    """The points of the spaces that the Axis controls."""
    spaces = zip(state.printed.spaces, state.control, strict=True)
    return sum(space.points for space, side in spaces if side == AXIS)


@rule("3.0ar")
@pytest.mark.parametrize("seed", range(6))
def test_points_change_with_control_and_with_what_is_told(seed: int) -> None:
    rng = Random(f"points {seed}")
    state = clash(rng)
    choose = seeking(rng)
    for _ in range(LENGTH):
        if not state.frames:
            break
        points, spaces = state.points, held(state)
        events = SANDS.apply_heard(state, next_choice(SANDS, state, choose, rng))
        up = {"points-up": 1, "points-down": -1}
        told = [(event.rule, up[event.kind] * event.arguments["number"]) for event in events if event.kind in up]
        assert state.points - points == sum(change for _, change in told)
        assert held(state) - spaces == sum(change for by, change in told if by == "16.0")
