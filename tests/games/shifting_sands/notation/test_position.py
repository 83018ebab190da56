"""Positions of Shifting Sands as text: what is written, and what is not understood."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.memory import draw, glimpse, lay_face_down, lay_open
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c05_cards import of_year
from sandtable.games.shifting_sands.state import DEEDS, LAID
from sandtable.kernel.errors import Malformed
from tests.games.shifting_sands.decks import action, lying_open
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


def test_a_story_is_written_deed_by_deed() -> None:
    state = action(axis_hand=("X01", "X04", "X05", "X06"))
    draw(state, AXIS, card("X02"))
    draw(state, AXIS, card("X03"))
    lay_face_down(state, AXIS, card("X01"), cards("X01", "X04", "X05", "X06"))
    lay_open(state, AXIS, card("X05"))
    glimpse(state, AXIS, cards("X04", "X06"))
    text = SANDS.write_position(state)
    lines = [line for line in text.splitlines() if line.split()[0] in DEEDS]
    assert lines == [
        "drew Axis: X02-X03",
        "laid Axis: X01 / X01 X04-X06",
        "showed Axis: X05",
        "seen Axis: X04 X06",
    ]
    assert SANDS.read_position(text, DATA).axis_story == state.axis_story


def test_cards_can_be_written_one_by_one() -> None:
    text = SANDS.write_position(action(axis_hand=("X01",))) + "laid Axis: X04 / X03 X04 X05-X06\n"
    story = SANDS.parse_position(text, DATA).axis_story
    assert story == [LAID, cards("X04"), cards("X03", "X04", "X05", "X06")]


def test_a_discard_of_which_nothing_is_told_lies_open() -> None:
    text = SANDS.write_position(action(axis_hand=("X01",))) + "discards Axis: X04 X08\n"
    state = SANDS.read_position(text, DATA)
    assert lying_open(state, AXIS) == {"X04", "X08"}
    assert SANDS.status(state) == []


@pytest.mark.parametrize(
    "line",
    [
        *("laid Axis: X99", "drew Axis: X06-X03", "laid Nobody: X01", "showed Axis: X01-", "laid: X01"),
        *("seen Axis: X01 / X02", "played Axis: X01"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_line(line: str) -> None:
    text = SANDS.write_position(action(axis_hand=("X01",)))
    with pytest.raises(Malformed, match=r"line \d+"):
        SANDS.parse_position(text + line, DATA)
