"""A stored game of every scenario replays with every key, and is asked the same questions as when it was stored.

What fails here would fail for people who saved a game. Anything renamed keeps its stored name or comes with a
migration; `scripts/record_expectations.py --help` says when these files may be rewritten.
"""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel.errors import BrokenJournal, Illegal, NotYourTurn
from sandtable.kernel.journal import ChanceRecord, ChoiceRecord, Journal, Record
from sandtable.kernel.replay import verified
from tests.suite.storedgames import (
    FOLDER,
    SCENARIOS,
    Trace,
    difference,
    journal_file,
    read_trace,
    stored,
    trace_file,
    trace_of,
    with_new_keys,
    write_trace,
)
from tinygame.game import TinySkirmish

TINY = "tiny-skirmish", "skirmish"
every_scenario = pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)


@every_scenario
def test_a_stored_game_replays_with_every_key(game_id: str, scenario: str) -> None:
    journal = stored(game_id, scenario)
    assert verified(sandtable.game(game_id), journal).result is not None
    assert any(isinstance(record, ChoiceRecord | ChanceRecord) and record.key for record in journal.records)


@every_scenario
def test_a_stored_game_asks_the_same_questions(game_id: str, scenario: str) -> None:
    expected = read_trace(trace_file(game_id, scenario).read_text(encoding="utf-8"))
    assert not difference(sandtable.game(game_id), stored(game_id, scenario), expected)


def test_no_file_of_a_removed_game_is_left() -> None:
    files = {file(*each) for each in SCENARIOS for file in (journal_file, trace_file)}
    assert set(FOLDER.iterdir()) == files


# The tests notice changes


class Renamed(TinySkirmish):
    """The tiny game with a different name for a kind of frame."""

    def __init__(self) -> None:
        super().__init__()
        self.kind_names = [f"new-{name}" for name in self.kind_names]


class Shorter(TinySkirmish):
    """The tiny game without the last of several choices."""

    def options(self, state: Any) -> Any:
        *others, (verb, arguments) = super().options(state)
        rest = arguments & arguments - 1
        return [*others, (verb, rest)] if rest else [*others, (verb, arguments)]


@pytest.fixture
def tiny() -> Journal:
    return stored(*TINY)


def texts(record: Record) -> str:
    return record.text if isinstance(record, ChoiceRecord | ChanceRecord) else ""


def test_a_new_name_changes_the_keys_but_not_the_trace(tiny: Journal) -> None:
    renamed, trace = Renamed(), trace_of(TinySkirmish(), tiny)
    with pytest.raises(BrokenJournal):
        verified(renamed, tiny)
    assert not difference(renamed, tiny, trace)
    again = with_new_keys(renamed, tiny)
    assert verified(renamed, again).result is not None
    assert [(record.number, texts(record)) for record in again.records] == [
        (record.number, texts(record)) for record in tiny.records
    ]
    assert with_new_keys(TinySkirmish(), again).records == tiny.records


def test_a_change_of_what_is_legal_shows_in_the_trace(tiny: Journal) -> None:
    assert "record 1: " in difference(Shorter(), tiny, trace_of(TinySkirmish(), tiny))


def test_another_winner_shows_in_the_trace(tiny: Journal) -> None:
    trace = trace_of(TinySkirmish(), tiny)
    assert "wins, not Green" in difference(TinySkirmish(), tiny, Trace(trace.hashes, "Green"))


def test_a_game_that_breaks_off_is_noticed(tiny: Journal) -> None:
    trace = trace_of(TinySkirmish(), tiny)
    short = Journal(tiny.header, tiny.records[:-1])
    assert "not over" in difference(TinySkirmish(), short, Trace(trace.hashes[:-1], trace.winner))


def test_a_choice_that_is_no_longer_legal_is_named(tiny: Journal) -> None:
    first = tiny.records[0]
    assert isinstance(first, ChoiceRecord)
    for wrong, refusal in (
        (ChoiceRecord(1, 1 - first.side, first.text), Illegal),
        (ChanceRecord(1, "1"), NotYourTurn),
    ):
        with pytest.raises(refusal, match="record 1: "):
            trace_of(TinySkirmish(), Journal(tiny.header, [wrong, *tiny.records[1:]]))


def test_a_trace_survives_writing_and_reading(tiny: Journal) -> None:
    trace = trace_of(TinySkirmish(), tiny)
    assert read_trace(write_trace(trace)) == trace
