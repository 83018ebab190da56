"""The journal as a file: whole or refused, with the place named, and never touched by reading."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

import sandtable
from sandtable import load_journal, save_journal
from sandtable.kernel import journal as journal_module
from sandtable.kernel.errors import BrokenJournal
from sandtable.kernel.journal import (
    ActRecord,
    ChanceRecord,
    ChoiceRecord,
    Header,
    Journal,
    UndoRecord,
    read_journal,
    write_journal,
)
from tests.kernel.playing import play_match, random_match

tiny = sandtable.game("tiny-skirmish")


def short_journal() -> Journal:
    """A journal with every sort of record and few lines."""
    match = random_match(tiny, 1, game_id="g")
    match.play(0, ["to:S", "to:SE"])
    match.undo(0)
    match.act(1, "offer-draw")
    match.play(0, ["to:S", "to:SW"])
    match.play(1, ["to:N", "to:N", "to:NE"])
    return match.journal


def with_body(journal: Journal, line: int, body: bytes) -> bytes:
    """The file with another body in one line, all checksums made to fit."""
    bodies = [msgspec.json.encode(part) for part in (journal.header, *journal.records)]
    bodies.append(msgspec.json.encode({"end": len(journal.records)}))
    bodies[line] = body
    lines, previous = [], ""
    for encoded in bodies:
        previous = journal_module._chain(previous, encoded)
        lines.append(journal_module._line(previous, encoded) + b"\n")
    return b"".join(lines)


def refused(content: bytes) -> BrokenJournal:
    with pytest.raises(BrokenJournal) as refusal:
        read_journal(content, "g.journal")
    assert refusal.value.place.startswith("g.journal")
    return refusal.value


def test_journals_round_trip(tmp_path: Path) -> None:
    for journal in (short_journal(), play_match(random_match(tiny, 2), Random(3)).journal):
        path = tmp_path / "g.journal"
        save_journal(journal, path)
        assert load_journal(path) == journal
        assert path.read_bytes() == write_journal(journal)
        assert [file.name for file in tmp_path.iterdir()] == ["g.journal"]


def test_a_header_alone_is_a_journal() -> None:
    empty = Journal(Header(game="g", scenario="s", rules_version=1, data="d"), [])
    assert read_journal(write_journal(empty), "g") == empty


def test_all_sorts_of_record_are_there() -> None:
    kinds = {type(record) for record in short_journal().records}
    assert kinds == {ChoiceRecord, ChanceRecord, UndoRecord, ActRecord}


def test_every_truncation_is_refused_and_its_line_named() -> None:
    content = write_journal(short_journal())
    for length in range(len(content)):
        error = refused(content[:length])
        line = content[:length].count(b"\n")
        assert re.search(rf"line ({line}|{line + 1})$", error.place)


def test_every_byte_changed_is_refused_and_its_line_named() -> None:
    content = write_journal(short_journal())
    rng = Random(1)
    for place in range(len(content)):
        for flip in (1 << rng.randrange(8), 0x20, rng.randrange(1, 256)):
            forged = bytearray(content)
            forged[place] ^= flip
            error = refused(bytes(forged))
            told = re.search(r"line (\d+)$", error.place)
            assert told is not None, error.place
            number = int(told[1])
            line = content[:place].count(b"\n") + 1
            assert number in (line, line + 1, content.count(b"\n")), (place, flip)


def test_lines_cannot_be_moved_doubled_or_dropped() -> None:
    lines = write_journal(short_journal()).splitlines(keepends=True)
    for place in range(1, len(lines) - 2):
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        assert f"line {place + 1}" in refused(b"".join(swapped)).place
        refused(b"".join([*lines[:place], *lines[place + 1 :]]))
        refused(b"".join([*lines[:place], lines[place], *lines[place:]]))
    refused(b"".join([*lines, lines[-1]]))


def test_a_line_written_otherwise_is_a_changed_line() -> None:
    content = write_journal(short_journal())
    assert "was changed" in str(refused(content.replace(b'{"sum":', b'{"sum": ', 1)))
    assert "was changed" in str(refused(content.replace(b'","body":', b'","x":1,"body":', 1)))
    assert refused(content.replace(b"\n", b"\r\n")).place == "g.journal, line 1"


def test_a_refused_file_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "g.journal"
    path.write_bytes(write_journal(short_journal())[:-10])
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(BrokenJournal, match=r"g\.journal, line \d+: "):
        load_journal(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_not_there_or_not_a_file(tmp_path: Path) -> None:
    for path in (tmp_path / "no.journal", tmp_path):
        with pytest.raises(BrokenJournal, match="cannot be read: "):
            load_journal(path)


def test_a_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.journal"
    save_journal(short_journal(), path)
    before = path.read_bytes()

    def full(self: Path, data: bytes) -> int:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="no space"):
        save_journal(play_match(random_match(tiny, 2), Random(3)).journal, path)
    assert path.read_bytes() == before


def test_oversized_files_are_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = write_journal(short_journal())
    path = tmp_path / "g.journal"
    path.write_bytes(content)
    monkeypatch.setattr(journal_module, "MAX_BYTES", len(content))
    assert load_journal(path).records
    monkeypatch.setattr(journal_module, "MAX_BYTES", len(content) - 1)
    with pytest.raises(BrokenJournal, match="larger than"):
        load_journal(path)


def test_another_format_is_named() -> None:
    journal = short_journal()
    journal.header = msgspec.structs.replace(journal.header, format=2)
    assert str(refused(write_journal(journal))) == "g.journal, line 1: it is in format 2; this program reads 1"


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"null",
        b"[1]",
        b'{"is":"choice","number":2,"side":0,"text":7}',
        b'{"is":"wish","number":2}',
        b'{"is":"undo","number":2,"side":0}',
        b'"\xff"',
        b'"\\ud800"',
        b"1" * 5000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"is":"chance","number":2,"text":"' + b"\xc3\x28" + b'"}',
    ],
)
def test_a_body_that_is_no_record_is_refused_even_with_good_checksums(body: bytes) -> None:
    assert refused(with_body(short_journal(), 2, body)).place == "g.journal, line 3"


def test_records_out_of_number_are_refused() -> None:
    journal = short_journal()
    body = msgspec.json.encode(msgspec.structs.replace(journal.records[1], number=3))
    assert "record 3 was found where 2 was expected" in str(refused(with_body(journal, 2, body)))


@pytest.mark.parametrize("content", [b"", b"\n", b"\n\n", b"hello\n", b"\x00" * 100, b"{}\n", b"\xff\xfe\n"])
def test_other_files_are_no_journals(content: bytes) -> None:
    assert "line" in refused(content).place
