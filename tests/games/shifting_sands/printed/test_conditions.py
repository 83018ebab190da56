"""The conditions on cards: how they are read, and what is said of those that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.shifting_sands.printed.conditions import (
    Accompanied,
    Condition,
    Controls,
    ConvoyArrived,
    Either,
    Every,
    FromTurn,
    InRound,
    Names,
    Not,
    Played,
    PlayedThisTurn,
    Stationed,
    Unreadable,
    read_conditions,
)
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, load_printed
from sandtable.games.shifting_sands.printed.files import FILES
from sandtable.kernel.tables import DataError

NAMES = Names(
    events={"rommel", "torch", "malta_convoys", "spitfires", "air_support", "italian_fleet"},
    spaces={"tripoli": 0, "tobruk": 1, "sicily": 2},
    units={"it_20": 5, "ge_ramcke": 7},
    scoring={"Egypt": 0b11000, "East Africa": 0b100000},
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rommel", Played("rommel")),
        ("not rommel", Not(Played("rommel"))),
        ("turn>=5", FromTurn(5)),
        ("sixth action round", InRound(6)),
        ("first action round", InRound(1)),
        ("rommel and turn>=5", Every((Played("rommel"), FromTurn(5)))),
        ("rommel or turn>=5", Either((Played("rommel"), FromTurn(5)))),
        ("rommel unless torch", Every((Played("rommel"), Not(Played("torch"))))),
        ("rommel or torch and turn>=5", Either((Played("rommel"), Every((Played("torch"), FromTurn(5)))))),
        ("(rommel or torch) and turn>=5", Every((Either((Played("rommel"), Played("torch"))), FromTurn(5)))),
        ("italian_fleet played as event earlier in this turn", PlayedThisTurn("italian_fleet")),
        ("malta_convoys played after spitfires", ConvoyArrived()),
        ("air_support played with it", Accompanied()),
        ("tripoli allied controlled", Controls(ALLIED, 0b1)),
        ("axis controls tripoli", Controls(AXIS, 0b1)),
        ("axis controls tripoli or tobruk", Controls(AXIS, 0b11)),
        ("axis controls tripoli or any VP space in Egypt", Controls(AXIS, 0b11001)),
        ("allied controls any VP space in East Africa", Controls(ALLIED, 0b100000)),
        ("axis controls tripoli or rommel", Either((Controls(AXIS, 0b1), Played("rommel")))),
        ("it_20 ge_ramcke in sicily", Stationed(1 << 5 | 1 << 7, 2)),
    ],
)
def test_a_condition_is_read(text: str, expected: Condition) -> None:
    assert read_conditions(text, NAMES) == (expected,)


def test_semicolons_part_conditions() -> None:
    """Each stands for itself: all that is needed must hold, nothing that forbids may."""
    assert read_conditions("rommel; sixth action round", NAMES) == (Played("rommel"), InRound(6))
    assert read_conditions("", NAMES) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("romel", "'romel' is no event, space or unit"),
        ("rommel torch", "'torch' was not expected"),
        ("rommel and", "a condition is missing at the end"),
        ("rommel;", "a condition is missing at the end"),
        ("(rommel", r"'\)' is expected at the end"),
        ("(rommel torch)", r"'\)' is expected before 'torch'"),
        ("rommel)", r"'\)' was not expected"),
        ("rommel & torch", "'&' was not expected"),
        ("turn>5", "'>' was not expected"),
        ("axis controls paris", "a space is expected after 'controls', not 'paris'"),
        ("axis controls any VP space in Atlantis", "the regions with victory spaces are Egypt, East Africa"),
        ("it_20 in paris", "there is no space 'paris'"),
        ("it_20 near sicily", "'in' is expected before 'near'"),
        ("it_20", "'in' is expected at the end"),
        ("seventh action round", "'seventh' is no event"),
        ("rommel played after spitfires", "'played' was not expected"),
    ],
)
def test_a_text_that_is_no_condition(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_conditions(text, NAMES)


# In the files


def corrected(folder: Path, name: str, line: int, old: str, new: str) -> Path:
    """A folder of overrides in which one line of a file is different."""
    lines = (FILES.directory / name).read_text(encoding="utf-8").splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (18, ",rommel,,", ",romel,,", "field prerequisites: 'romel' is no event, space or unit"),
        (26, "tripoli allied controlled", "tripoli captured", "field not_playable_if: 'tripoli' is no event"),
        (4, "it_60 x1 full", "it_99 x1 full", "field units: there is no counter 'it_99'"),
        (4, "it_60 x1 full", "it_60 x2 full", "field units: there are not so many counters 'it_60', but 1"),
        (4, "it_60 x1 full", "it_60 full", "field units: 'it_60 full' is not written like"),
        (17, "full in Tripoli", "full in Paris", "field units: there is no space 'Paris'"),
        (
            4,
            ",reinforcement,IT,",
            ",reinforcement,-,",
            "field reinforcement_class: reinforcement cards have a class",
        ),
        (2, ",balbo,", ",bilbo,", "field key: 'bilbo' is not one of balbo"),
    ],
)
def test_a_wrong_card_is_named(tmp_path: Path, line: int, old: str, new: str, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        load_printed(corrected(tmp_path, "cards_axis.csv", line, old, new))
    assert str(caught.value).startswith(f"cards_axis.csv, line {line}, {reason}")


def test_an_event_that_the_rules_speak_of_must_be_there(tmp_path: Path) -> None:
    corrected(tmp_path, "cards_axis.csv", 2, ",balbo,", ",kesselring,")
    with pytest.raises(DataError, match="no card has the event 'balbo'"):
        load_printed(tmp_path)
