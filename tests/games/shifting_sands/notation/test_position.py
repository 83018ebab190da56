"""Positions of Shifting Sands as text: what is written, and what is not understood."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.memory import glimpse, lay_face_down, traces_of
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c05_cards import of_year
from sandtable.kernel.errors import Malformed
from tests.games.shifting_sands.decks import action, ids
from tests.games.shifting_sands.theatre import DATA, card, cards


def test_cards_that_wait_for_their_year_are_not_written() -> None:
    text = SANDS.write_position(SANDS.start("campaign"))
    assert "waiting" not in text
    again = SANDS.parse_position(text, DATA)
    assert again.waiting == of_year(DATA, 1941) | of_year(DATA, 1942)


def test_a_card_that_should_wait_and_does_not_is_written() -> None:
    state = SANDS.start("campaign")
    state.waiting &= ~cards("X16")
    text = SANDS.write_position(state)
    assert "waiting:" in text
    assert SANDS.parse_position(text, DATA).waiting == state.waiting


def test_a_trace_is_written_once_unless_the_other_side_knows_more() -> None:
    state = action(axis_hand=("X01", "X04", "X05", "X06"))
    lay_face_down(state, AXIS, card("X01"), cards("X01", "X04", "X08"))
    lay_face_down(state, AXIS, card("X05"), cards("X05", "X06", "X07"))
    glimpse(state, AXIS, cards("X04", "X06"))
    lines = [line for line in SANDS.write_position(state).splitlines() if line.startswith("trace")]
    assert lines == ["trace Axis: X01 X04 X08 / X01 X08", "trace Axis: X05-X07 / X05 X07"]
    again = SANDS.read_position(SANDS.write_position(state), DATA)
    assert again.axis_traces == state.axis_traces


def test_a_trace_can_be_written_card_by_card() -> None:
    text = SANDS.write_position(action(axis_hand=("X01",))) + "trace Axis: X03 X04 X05-X06\n"
    assert [ids(mask) for mask in traces_of(SANDS.parse_position(text, DATA), AXIS)] == [
        {"X03", "X04", "X05", "X06"}
    ] * 2


@pytest.mark.parametrize(
    "line", ["trace Axis: X99", "trace Axis: X06-X03", "trace Nobody: X01", "trace Axis: X01-", "trace: X01"]
)
def test_what_is_not_understood_is_refused_with_its_line(line: str) -> None:
    text = SANDS.write_position(action(axis_hand=("X01",)))
    with pytest.raises(Malformed, match=r"line \d+"):
        SANDS.parse_position(text + line, DATA)
