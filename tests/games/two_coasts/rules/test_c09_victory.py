"""9: points, the end, and the levels of victory."""

from __future__ import annotations

import pytest

from sandtable.kernel.game import Score
from tests.games.two_coasts.coasts import UNITS, game, play, read
from twocoasts.rules.c09_victory import MARGINAL, points

GAME = "two-coasts"
LAST = "drawn: storm south-1 south-2 north-2 north-1", "frame: turn 3", "frame: active 0 asks=north"


def ended(*lines: str, turn: int = 3) -> Score:
    """The game ends after this pass."""
    state = read(f"turn: {turn}", *lines, *LAST)
    play(state, "pass")
    assert not state.frames
    return game.score(state)


@pytest.mark.rule("9.1")
def test_points_are_those_of_places_and_discarded_cards() -> None:
    state = read("points: north=3", "control: Farholm=south", *UNITS, *LAST)
    assert (points(state, 0), points(state, 1)) == (8, 6)


@pytest.mark.rule("9.2")
def test_the_game_ends_after_the_last_turn() -> None:
    state = read("turn: 2", *UNITS, *LAST)
    play(state, "pass")
    assert (state.turn, bool(state.frames)) == (3, True)
    assert ended(*UNITS).winner == 0


@pytest.mark.rule("9.2")
def test_a_lost_source_loses_the_game_at_the_end_of_the_turn() -> None:
    score = ended("control: 0301=south", "0303: Alder", "E0302: Crane", turn=1)
    assert (score.winner, score.margin, score.rule) == (1, -1.0, "9.2")
    score = ended("control: E0302=north", "0303: Alder", "E0303: Crane", turn=1)
    assert (score.winner, score.margin) == (0, 1.0)


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(
    ("north", "winner", "margin"),
    [(0, 0, MARGINAL), (3, 0, MARGINAL), (4, 0, 1.0)],
)
def test_a_lead_of_five_is_decisive(north: int, winner: int, margin: float) -> None:
    score = ended(f"points: north={north}", *UNITS)
    assert (score.winner, score.margin) == (winner, margin)


@pytest.mark.rule("9.3")
def test_equal_points_are_a_draw_and_the_south_can_win_too() -> None:
    assert ended("points: south=1", *UNITS).winner is None
    assert ended("points: south=2", *UNITS).margin == -MARGINAL
