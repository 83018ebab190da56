"""The log in words: places by name with their hex behind, dice with what they mean, sides in good English."""

from __future__ import annotations

import re

import pytest

import sandtable
from sandtable.games.afrika_korps.notation.words import LINES, hex_name, odds_name
from tests.games.afrika_korps.desert import Desert

GAME = sandtable.game("afrika-korps")
PRINTED = GAME.load_data()


def log_of(table: Desert) -> list[str]:
    return [str(GAME.narrate(PRINTED, event)) for event in table.events]


@pytest.mark.parametrize(("place", "name"), [("G25", "Tobruch (G25)"), ("H2", "Bengasi (H2)"), ("M30", "M30")])
def test_a_place_has_one_name_with_its_hex_behind(place: str, name: str) -> None:
    assert hex_name(PRINTED, PRINTED.board.number[place]) == name


def test_no_line_glues_a_verb_to_the_name_of_a_side() -> None:
    """'Allies captures' is no English."""
    assert [line for line in LINES.values() if re.match(r"\{side\} [a-z]+s\b", line)] == []


@pytest.mark.parametrize(
    ("die", "words"), [(6, "The convoy comes through (die 6)"), (1, "The convoy is sunk (die 1)")]
)
def test_the_die_of_a_convoy_is_told_with_what_it_means(die: int, words: str) -> None:
    table = Desert("turn 10 axis\nphase: start\nW3: 21/5\nJ62: 7A/1 AlliedSupply1").roll(die)
    assert words in log_of(table)


def test_captured_supply_is_told_in_words() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5\nN33: AlliedSupply1\nJ62: 7A/1 AlliedSupply2")
    table.move("21/5", "N31", "N32")
    assert [line for line in log_of(table) if "captured" in line] == [
        "AlliedSupply1 at N33 is captured by the Axis"
    ]


def test_odds_are_words_where_the_table_has_no_column() -> None:
    assert odds_name(-1) == "worse than 1-6"
