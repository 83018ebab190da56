"""5.0, 5.6: the phases of a turn, and how one turn follows another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.state import LAST_TURN, Theatre
from tests.games.shifting_sands.decks import action
from tests.games.shifting_sands.theatre import decision, play

GAME = "shifting-sands"
rule = pytest.mark.rule
PLACED = {"it_17": "tripoli", "br_bg-1": "cairo", "br_bg-2": "port_said"}
LAST: dict[str, Any] = {"round": 6, "last_use": [5, 5], "placed": PLACED}
"""The last round of a turn, in which nobody holds a card."""


@pytest.fixture
def phases(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps of the turn in the order in which they are taken."""
    taken: list[str] = []

    def noting(step: Callable[..., None]) -> Callable[..., None]:
        def noted(state: Theatre, frame: tuple[int, ...]) -> None:
            taken.append(step.__name__)
            step(state, frame)

        return noted

    monkeypatch.setattr(GAME_TURN, "steps", tuple(map(noting, GAME_TURN.steps)))
    return taken


def play_to_the_end_of_the_turn(state: Theatre) -> list[Any]:
    """Nobody does anything until cards are dealt, or the game is over; the events."""
    events: list[Any] = []
    while decision(state) in ("choose", "activation"):
        events += play(state, "automatic" if decision(state) == "choose" else "done")
    return events


@rule("5.0b")
def test_the_order_of_the_phases(phases: list[str]) -> None:
    state = action(AXIS, **LAST)
    play_to_the_end_of_the_turn(state)
    assert phases == [
        *("attrition", "victory_phase", "axis_replacements", "allied_replacements", "lose_points"),
        *("put_cards_away", "next_turn", "card_phase"),
    ]
    while decision(state) == "deal":
        SANDS.apply(state, 0)
    assert phases[-1] == "action_phase"


@rule("5.6a", "5.6b")
@pytest.mark.parametrize("turn", [1, 4, LAST_TURN - 1])
def test_a_new_turn_begins_with_its_cards(turn: int) -> None:
    state = action(AXIS, turn=turn, **LAST)
    events = play_to_the_end_of_the_turn(state)
    assert state.turn == turn + 1
    assert decision(state) in ("takes", "deal")
    assert [event.arguments["turn"] for event in events if event.kind == "turn"] == [turn + 1]
    assert state.last_use == [0, 0], "nothing of the old turn is left"


@rule("5.6a")
@pytest.mark.parametrize(("turn", "points"), [(LAST_TURN, 8), (4, 14), (4, 3)])
def test_there_is_no_new_turn_when_the_game_is_over(turn: int, points: int) -> None:
    state = action(AXIS, turn=turn, points=points, **LAST)
    play_to_the_end_of_the_turn(state)
    assert not state.frames
    assert state.turn == turn
