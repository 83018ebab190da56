"""Replay: the same keys everywhere, and a disagreement located at its record."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable import Malformed, Match, load_journal, replay, save_journal, verified
from sandtable.kernel.chance import SeededChance
from sandtable.kernel.errors import BrokenJournal
from sandtable.kernel.journal import ActRecord, ChanceRecord, ChoiceRecord, Journal, UndoRecord, write_journal
from tests.kernel.playing import play_match, random_match

tiny = sandtable.game("tiny-skirmish")


def eventful_match(seed: int = 1) -> Match:
    """A finished match with undos, a granted take-back and table acts in it."""
    match = random_match(tiny, seed, options={"ties": "dice"})
    match.play(0, ["to:S", "to:SE"])
    match.undo(0)
    match.act(1, "offer-draw")
    play_match(match, Random(seed), steps=12)
    match.act(0, "ask-take-back", "4")
    match.act(1, "grant-take-back")
    match.act(1, "seat", "Ada")
    return play_match(match, Random(seed + 1))


def changed(journal: Journal, number: int, **fields: Any) -> Journal:
    records = journal.records[:]
    records[number - 1] = msgspec.structs.replace(records[number - 1], **fields)
    return Journal(journal.header, records)


def test_a_replay_stands_where_the_match_stood() -> None:
    for seed in range(20):
        match = eventful_match(seed)
        again = verified(tiny, match.journal)
        assert again.records == match.records
        assert tiny.key(again.state) == tiny.key(match.state)
        assert again.result == match.result
        for side in (sandtable.SPECTATOR, 0, 1):
            assert again.log(side) == match.log(side)
            assert again.seen(side) == match.seen(side)


def test_every_prefix_replays() -> None:
    match = eventful_match()
    for length in range(match.number + 1):
        replayed = replay(tiny, Journal(match.header, match.records[:length]))
        assert replayed.disagreement is None
        granted = length and match.records[length - 1] == ActRecord(length, 1, "grant-take-back")
        assert replayed.match.number == length + bool(granted)


def test_a_watcher_sees_every_record_and_the_state_after_it() -> None:
    match = play_match(random_match(tiny, 3), Random(3))
    seen: list[tuple[int, str]] = []
    verified(tiny, match.journal, watch=lambda again: seen.append((again.number, tiny.key(again.state))))
    assert [number for number, _ in seen] == [record.number for record in match.records]
    for number, key in seen:
        part = verified(tiny, Journal(match.header, match.records[:number]))
        assert tiny.key(part.state) == key


def test_a_watcher_is_not_shown_a_record_that_disagrees() -> None:
    journal = changed(play_match(random_match(tiny, 3), Random(3)).journal, 3, text="fly")
    seen: list[int] = []
    assert replay(tiny, journal, watch=lambda again: seen.append(again.number)).at == 3
    assert seen == [1, 2]


def test_keys_are_recorded_at_each_change_of_turn_and_at_the_end() -> None:
    match = play_match(random_match(tiny, 3), Random(3))
    keyed = [record for record in match.records if isinstance(record, ChoiceRecord | ChanceRecord) and record.key]
    assert len(keyed) == 3
    assert keyed[-1].key == tiny.key(match.state)
    assert keyed[-1].number == match.number


SCRIPT = """
import sys
from pathlib import Path
import sandtable
from sandtable.kernel.journal import write_journal
game = sandtable.game("tiny-skirmish")
journal = sandtable.load_journal(Path(sys.argv[1]))
match = sandtable.verified(game, journal)
sys.stdout.buffer.write(game.key(match.state).encode() + write_journal(match.journal))
"""


def test_keys_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    match = eventful_match()
    path = tmp_path / "g.journal"
    save_journal(match.journal, path)
    expected = tiny.key(match.state).encode() + write_journal(match.journal)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )
        for seed in (0, 1, 2, 42, 4294967295)
    ]
    assert [process.communicate()[0] for process in running] == [expected] * 5


def test_a_changed_choice_is_located() -> None:
    journal = eventful_match().journal
    for record in journal.records:
        if isinstance(record, ChoiceRecord):
            for text, at_once in (("to:C:", True), ("ambush:9z", True), ("", True)):
                replayed = replay(tiny, changed(journal, record.number, text=text))
                assert replayed.disagreement is not None
                assert (replayed.at == record.number) is at_once
                assert replayed.match.records == journal.records[: record.number - 1]


def test_any_other_legal_choice_disagrees_at_the_latest_where_the_next_key_stands() -> None:
    journal = play_match(random_match(tiny, 3), Random(3)).journal
    keyed = [record.number for record in journal.records if getattr(record, "key", "")]
    for record in journal.records:
        if isinstance(record, ChoiceRecord):
            before = replay(tiny, Journal(journal.header, journal.records[: record.number - 1])).match
            for choice in tiny.legal(before.state):
                text = tiny.write(before.state, choice)
                if text == record.text:
                    continue
                replayed = replay(tiny, changed(journal, record.number, text=text))
                if replayed.disagreement is None:
                    continue  # another way to the same position
                assert record.number <= replayed.at <= min(n for n in keyed if n >= record.number)
                assert replayed.match.number == replayed.at - 1


def test_a_changed_key_is_located_and_the_match_stands_before_it() -> None:
    journal = play_match(random_match(tiny, 3), Random(3)).journal
    states = {}
    match = Match(tiny, tiny.start(), journal.header, SeededChance(""))
    for record in journal.records:
        states[record.number] = tiny.key(match.state)
        for key in ("0" * 32, "" if getattr(record, "key", "") else "1" * 32):
            replayed = replay(tiny, changed(journal, record.number, key=key))
            assert replayed.at == record.number
            assert str(replayed.disagreement) == "the position is not the one that was recorded here"
            assert tiny.key(replayed.match.state) == states[record.number]
        match = replay(tiny, Journal(journal.header, journal.records[: record.number])).match


def test_verified_names_the_record() -> None:
    journal = eventful_match().journal
    with pytest.raises(BrokenJournal, match="record 2: there is no verb 'fly'") as refusal:
        verified(tiny, changed(journal, 2, text="fly"))
    assert refusal.value.place == "record 2"


@pytest.mark.parametrize(
    "record",
    [
        ChoiceRecord(3, 1, "to:S"),
        ChoiceRecord(3, 0, "to:N"),
        ChoiceRecord(3, sandtable.SPECTATOR, "to:S"),
        ChoiceRecord(3, 77, "to:S"),
        ChoiceRecord(4, 0, "to:SE"),
        ChoiceRecord(2, 0, "to:SE"),
        ChanceRecord(3, "1a"),
        UndoRecord(3, 0, 2),
        UndoRecord(3, 0, 3),
        UndoRecord(3, 0, -1),
        UndoRecord(3, 1, 0),
        ActRecord(3, 9, "resign"),
        ActRecord(3, 0, "sing"),
        ActRecord(3, 1, "grant-take-back"),
        ActRecord(3, 0, "ask-take-back", "9"),
    ],
)
def test_a_forged_record_is_a_disagreement_not_a_crash(record: Any) -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:SE"])
    replayed = replay(tiny, Journal(match.header, [*match.records, record]))
    assert replayed.disagreement is not None
    assert replayed.match.records == match.records
    assert tiny.key(replayed.match.state) == tiny.key(match.state)


def test_nothing_follows_a_resignation() -> None:
    match = random_match(tiny, 1)
    match.act(0, "resign")
    replayed = replay(tiny, Journal(match.header, [*match.records, ChoiceRecord(2, 0, "to:S")]))
    assert replayed.at == 2


def test_a_choice_cannot_replace_the_undo_of_a_granted_take_back() -> None:
    match = random_match(tiny, 1)
    match.play(0, ["to:S", "to:SE"])
    match.act(0, "ask-take-back", "0")
    match.act(1, "grant-take-back")
    for record in (ChoiceRecord(5, 0, "to:S"), UndoRecord(5, 0, 1), UndoRecord(5, 1, 0)):
        replayed = replay(tiny, Journal(match.header, [*match.records[:4], record]))
        assert replayed.at == 5


def test_a_journal_of_another_game_or_scenario_is_refused() -> None:
    journal = eventful_match().journal
    for fields in ({"game": "chess"}, {"scenario": "war"}, {"options": {"ties": "never"}}):
        forged = Journal(msgspec.structs.replace(journal.header, **fields), journal.records)
        with pytest.raises(Malformed):
            replay(tiny, forged)


def overrides(folder: Path, name: str, old: str, new: str) -> Path:
    text = (tiny.folder / "data" / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_new_data_that_change_nothing_in_this_game(tmp_path: Path) -> None:
    match = play_match(random_match(tiny, 3), Random(3))
    assert replay(tiny, match.journal).changed is False
    replayed = replay(tiny, match.journal, overrides(tmp_path, "scenarios.csv", "patrol,2", "patrol,9"))
    assert replayed.disagreement is None
    assert replayed.changed is True
    assert replayed.match.records == match.records


def test_new_data_that_change_the_game_are_located(tmp_path: Path) -> None:
    match = play_match(random_match(tiny, 3), Random(3))
    replayed = replay(tiny, match.journal, overrides(tmp_path, "scenarios.csv", "skirmish,3", "skirmish,2"))
    keyed = [record.number for record in match.records if getattr(record, "key", "")]
    assert replayed.changed is True
    assert replayed.at == keyed[0]
    assert replayed.match.records == match.records[: keyed[0] - 1]


def test_a_new_version_of_the_rules_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = eventful_match().journal
    monkeypatch.setattr(type(tiny), "rules_version", 2)
    assert replay(tiny, journal).changed is True


def test_a_loaded_match_goes_on_with_its_own_dice(tmp_path: Path) -> None:
    seed = bytes(32)
    whole = play_match(Match.start(tiny, chance=SeededChance("g", seed), game_id="g"), Random(8))
    half = play_match(Match.start(tiny, chance=SeededChance("g", seed), game_id="g"), rng := Random(8), steps=9)
    save_journal(half.journal, tmp_path / "g")
    loaded = verified(tiny, load_journal(tmp_path / "g"), chance=SeededChance("g", seed))
    assert play_match(loaded, rng).records == whole.records


def test_a_match_from_a_position_replays() -> None:
    text = tiny.write_position(play_match(random_match(tiny, 6), Random(6), steps=14).state)
    match = play_match(random_match(tiny, 7, position=text), Random(7))
    assert verified(tiny, match.journal).records == match.records


# Rules that changed


def disputed_match() -> tuple[Journal, Match, int]:
    """A game that disagrees with today's rules at some choice, reopened, and its last agreeing record."""
    played = play_match(random_match(tiny, 3), Random(3)).journal
    odd = next(record.number for record in played.records[6:] if isinstance(record, ChoiceRecord))
    journal = changed(played, odd, text="to:C:")
    match = sandtable.reopen(tiny, journal, seats=(0, 1), chance=SeededChance("again", b"x" * 32))
    return journal, match, odd - 1


def test_a_game_that_agrees_is_reopened_and_goes_on() -> None:
    journal = play_match(random_match(tiny, 3), Random(3)).journal
    begun = Journal(journal.header, journal.records[:6])
    match = sandtable.reopen(tiny, begun, seats=(0, 1))
    assert match.disputed is None
    assert play_match(match, Random(5)).result is not None


def test_a_game_that_disagrees_can_only_be_read_and_names_its_last_agreeing_record() -> None:
    journal, match, last = disputed_match()
    assert match.disputed == last
    assert match.records == journal.records
    side = match.actor()
    before = tiny.key(match.state)
    for attempt in (
        lambda: match.play(side, [tiny.write(match.state, tiny.legal(match.state)[0])]),
        lambda: match.undo(side),
        lambda: match.act(side, "resign"),
    ):
        with pytest.raises(sandtable.Stale, match=f"stands at record {match.seen(side, last)}$"):
            attempt()
    assert tiny.key(match.state) == before


def test_it_goes_on_only_when_every_seat_has_accepted_and_nothing_is_deleted() -> None:
    journal, match, last = disputed_match()
    match.act(1, "accept-rules")
    with pytest.raises(sandtable.Stale, match="no change of rules for you to accept"):
        match.act(1, "accept-rules")
    side = match.actor()
    with pytest.raises(sandtable.Stale, match=f"stands at record {match.seen(side, last)}$"):
        match.play(side, ["done"])
    match.act(0, "accept-rules")
    assert match.disputed is None
    assert match.records[: len(journal.records)] == journal.records
    assert match.records[len(journal.records) + 2] == UndoRecord(len(journal.records) + 3, 0, last)
    play_match(match, Random(5))
    again = verified(tiny, match.journal)
    assert tiny.key(again.state) == tiny.key(match.state)
    assert again.records == match.records


def unread() -> tuple[Journal, Match]:
    """A game whose first position was written under other rules, reopened."""
    text = tiny.write_position(play_match(random_match(tiny, 6), Random(6), steps=14).state)
    played = play_match(random_match(tiny, 7, position=text), Random(7), steps=9).journal
    header = msgspec.structs.replace(played.header, position="nonsense\n" + text)
    journal = Journal(header, played.records)
    return journal, sandtable.reopen(tiny, journal, seats=(0, 1), chance=SeededChance("again", b"x" * 32))


def test_a_position_that_cannot_be_read_is_a_disagreement_at_the_header() -> None:
    journal, match = unread()
    assert (match.disputed, match.journal) == (0, journal)
    assert tiny.key(match.state) == tiny.key(tiny.start())
    replayed = replay(tiny, journal)
    assert replayed.at == 0
    assert str(replayed.disagreement).startswith("the position in the header cannot be read: ")
    assert "nonsense" in str(replayed.disagreement)
    with pytest.raises(sandtable.Stale, match=r"stands at record 0$"):
        match.play(match.actor(), [tiny.write(match.state, tiny.legal(match.state)[0])])
    with pytest.raises(sandtable.SandtableError, match=r"^header: the position"):
        verified(tiny, journal)


def test_a_game_without_its_position_goes_on_from_the_setup_once_all_accept() -> None:
    journal, match = unread()
    for side in (0, 1):
        match.act(side, "accept-rules")
    assert match.records[: len(journal.records)] == journal.records
    play_match(match, Random(5), steps=8)
    again = verified(tiny, match.journal)
    assert tiny.key(again.state) == tiny.key(match.state)
    assert again.records == match.records


def test_a_header_of_another_game_is_no_disagreement() -> None:
    journal, _ = unread()
    other = Journal(msgspec.structs.replace(journal.header, game="chess"), journal.records)
    with pytest.raises(Malformed, match="game of chess"):
        replay(tiny, other)


def test_without_a_dispute_there_is_nothing_to_accept() -> None:
    match = random_match(tiny, 3)
    with pytest.raises(sandtable.Stale, match="no change of rules for you to accept"):
        match.act(0, "accept-rules")
