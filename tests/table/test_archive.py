"""Games as files: what goes out comes back; what is broken or hostile is refused by line and leaves nothing."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import sandtable
from sandtable.cli import app
from sandtable.kernel.chance import SeededChance
from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.journal import ChoiceRecord, Header, Journal, Record, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified, verify_dice
from sandtable.table import archive
from sandtable.table.archive import MOST_RECORDS, Checked, check, stored_journal
from sandtable.table.errors import Missing, TooMuch, Unavailable
from sandtable.table.house import House
from sandtable.table.messages import SeatChange
from sandtable.table.processes import Caps, Child, Failed, asked
from tests.table.tablework import (
    TINY,
    guests,
    hot_seat,
    match_of,
    opened,
    place_all,
    play_on,
    run,
    tiny,
    two_at_a_table,
)


def played(steps: int, seed: int = 1) -> Match:
    """A match with its own published dice."""
    match = Match.start(tiny, chance=SeededChance("a" * 32, bytes(32)), game_id="a" * 32)
    rng = Random(seed)
    for _ in range(steps):
        if match.actor() == OVER:
            break
        choice = rng.choice(tiny.legal(match.state))
        match.play(match.actor(), [tiny.write(match.state, choice)])
    return match


FILE = write_journal(played(12).journal)
LINES = FILE.split(b"\n")


def fault(content: bytes) -> str:
    return msgspec.json.decode(check(content), type=Checked).fault


def count(house: House) -> list[int]:
    """How much of everything is in the store."""
    tables = ("tables", "records", "seats", "answers", "chat", "shares")
    return [house._store.rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables]


# Out and in


def test_imports_take_turns_and_one_person_cannot_fill_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bytes] = []
    go_on = asyncio.Event()

    async def checked(content: bytes) -> None:
        begun.append(content)
        await go_on.wait()
        raise Malformed("not a game")

    monkeypatch.setattr(archive, "checked_journal", checked)

    async def work() -> None:
        async with opened(tmp_path) as house:
            greedy, other = await guests(house, 2)
            waiting = [asyncio.create_task(house.import_game(greedy, b"%d" % number)) for number in range(4)]
            await asyncio.sleep(0)
            waiting.append(asyncio.create_task(house.import_game(other, b"other")))
            while len(begun) < 2:
                await asyncio.sleep(0)
            assert begun == [b"0", b"other"]
            with pytest.raises(TooMuch, match="already opening"):
                await waiting[3]
            go_on.set()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert sorted(begun) == [b"0", b"1", b"2", b"other"]

    run(work)


def test_an_unfinished_game_goes_on_at_another_table_with_new_dice(tmp_path: Path) -> None:
    async def work() -> None:
        match = played(12)
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = await house.import_game(person, FILE)
            info = await house.info(person, made.id)
            assert info.yours == (0, 1)
            assert info.owner
            assert info.commitment != match.header.commitment
            again = await match_of(house, made.id)
            assert tiny.key(again.state) == tiny.key(match.state)
            assert again.records == match.records
            assert again.header.imported == match.number
            assert again.header.game_id == made.id
            await play_on(house, [person] * 2, made.id, Random(7))
            seed = bytes.fromhex((await house.info(person, made.id)).seed)
            name, content = await house.export(person, made.id)
            checked = verify_dice(tiny, read_journal(content, name), seed)
            assert checked == sum(record.number > match.number for record in dice(await match_of(house, made.id)))
        async with opened(tmp_path) as house:
            assert (await house.export(person, made.id))[1] == content

    run(work)


def dice(match: Match) -> list[Any]:
    return [record for record in match.records if type(record).__name__ == "ChanceRecord"]


def test_a_finished_game_is_kept_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        match = played(1000)
        content = write_journal(match.journal)
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = await house.import_game(person, content)
            assert (await house.export(None, made.id))[1] == content
            info = await house.info(person, made.id)
            assert info.card.ending is not None
            assert info.commitment == match.header.commitment
            assert info.seed == ""  # it was never ours
            assert verify_dice(tiny, read_journal(content, "x"), bytes(32)) == len(dice(match))

    run(work)


def test_a_game_without_secrets_is_exported_whole_while_it_runs(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, "afrika-korps")
            await play_on(house, [person] * 2, table, Random(1), 10)
            for side in (-1, 0, 1):
                name, content = await house.export(person, table, side)
                assert name == f"afrika-korps-{table[:8]}.journal"
                journal = read_journal(content, name)
                assert verified(sandtable.game("afrika-korps"), journal).number == len(journal.records)
            made = await house.import_game(person, content)
            before, after = await match_of(house, table), await match_of(house, made.id)
            assert after.game.key(after.state) == before.game.key(before.state)

    run(work)


def test_a_side_view_is_no_game_to_go_on_with(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            _, content = await house.export(red, table, 0)
            before = count(house)
            with pytest.raises(Malformed, match="what one side saw") as refused:
                await house.import_game(red, content)
            assert "export it when it is over" in str(refused.value.hint)
            assert count(house) == before

    run(work)


def test_braces_in_a_file_are_only_text(tmp_path: Path) -> None:
    journal = played(2).journal
    header = msgspec.structs.replace(journal.header, game="{boom}")

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            with pytest.raises(Malformed) as refused:
                await house.import_game(person, write_journal(Journal(header, journal.records)))
            assert "'{boom}'" in str(refused.value)

    run(work)


def test_an_imported_game_can_be_given_opponents(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = await house.import_game(person, FILE)
            await house.change_seat(person, made.id, 1, SeatChange("computer", "random"))
            assert (await house.info(person, made.id)).yours == (0,)

    run(work)


def test_a_journal_cut_before_its_dice_goes_on_with_ours(tmp_path: Path) -> None:
    """The last thing in the file is a choice that calls for cards; they are drawn from the new seed."""

    async def work() -> None:
        match = played(6)
        cut = Journal(match.header, match.records[:6])
        assert len(match.records) > 6
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            made = await house.import_game(person, write_journal(cut))
            again = await match_of(house, made.id)
            assert again.number > 6
            assert again.header.imported == 6
            stored = house._store.rows("SELECT count(*) FROM records WHERE table_id = ?", made.id)
            assert stored == [(again.number,)]

    run(work)


# For the owner of the server


def test_the_data_directory_is_read_beside_a_running_server(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            content = stored_journal(tmp_path, table)
            assert verified(tiny, read_journal(content, "x")).records == (await match_of(house, table)).records
            with pytest.raises(Missing, match="no table"):
                stored_journal(tmp_path, "f" * 32)
        assert stored_journal(tmp_path, table) == content  # and when it is down

    run(work)
    with pytest.raises(Missing, match="no data"):
        stored_journal(tmp_path / "elsewhere", "f" * 32)


def command(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_the_owner_of_the_server_exports_from_the_command_line(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "data") as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            number = (await match_of(house, table)).number
            file, data = tmp_path / "game.journal", ("--data", str(tmp_path / "data"))
            assert command("export", table, *data, "--out", str(file)) == (0, f"{file}: {number} records\n")
            assert file.read_bytes() == stored_journal(tmp_path / "data", table)
            code, text = command("export", table, *data, "--out", str(file))
            assert code == 2
            assert "already exists" in text
            code, text = command("export", "f" * 32, *data)
            assert code == 2
            assert "there is no table" in text

    run(work)
    (tmp_path / "sandtable.db").write_text("no database at all" * 100)
    with pytest.raises(Unavailable, match="cannot be read"):
        stored_journal(tmp_path, "f" * 32)


# What is broken


def test_a_sound_file_has_no_fault() -> None:
    assert fault(FILE) == ""


@pytest.mark.parametrize("seed", range(150))
def test_a_flipped_byte_is_found_in_its_line(seed: int) -> None:
    rng = Random(seed)
    place = rng.randrange(len(FILE))
    changed = bytearray(FILE)
    changed[place] ^= 1 << rng.randrange(8)
    line = FILE[:place].count(b"\n") + 1
    found = fault(bytes(changed))
    assert found.startswith("the file, ")
    assert any(f"line {number}:" in found for number in (line, line + 1)), (line, found)


@pytest.mark.parametrize("seed", range(60))
def test_a_file_that_is_cut_or_torn_is_refused(seed: int) -> None:
    rng = Random(seed)
    begin, end = sorted(rng.sample(range(len(FILE)), 2))
    for content in (FILE[:begin], FILE[begin + 1 :], FILE[:begin] + FILE[end:], FILE[:end] + FILE[begin:]):
        assert fault(content).startswith("the file, ")


def rewritten(*changes: tuple[int, bytes, bytes]) -> bytes:
    """The file with texts replaced in some records, and all its checksums made to fit again."""
    journal = read_journal(FILE, "x")
    bodies = [msgspec.json.encode(record) for record in journal.records]
    for number, old, new in changes:
        assert old in bodies[number - 1]
        bodies[number - 1] = bodies[number - 1].replace(old, new)
    records = [
        msgspec.json.decode(body, type=type(record)) for body, record in zip(bodies, journal.records, strict=True)
    ]
    return write_journal(Journal(journal.header, records))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((1, b"to:S", b"to:N"), "line 2: pieces are placed in home hexes"),
        ((1, b"to:S", b"fly:N"), "line 2: there is no verb 'fly'"),
        ((2, b'"side":0', b'"side":1'), "line 3: it is not side 1's decision"),
        ((2, b'"side":0', b'"side":-7'), "line 3: it is not side -7's decision"),
        ((7, b'"text":"', b'"text":"99'), "line 8: '99"),
        ((3, b'"number":3', b'"number":4'), "line 4: record 4 was found where 3 was expected"),
    ],
)
def test_a_forged_record_is_named(change: tuple[int, bytes, bytes], reason: str) -> None:
    """The checksums of a forged file fit: only playing it again shows what is wrong."""
    first = read_journal(FILE, "x").records[0]
    assert isinstance(first, ChoiceRecord)
    number, old, new = change
    if old == b"to:S":
        old = first.text.encode()
    assert reason in fault(rewritten((number, old, new)))


@pytest.mark.parametrize(
    "header",
    [
        {"game": "chess"},
        {"game": "../../etc/passwd"},
        {"scenario": "siege"},
        {"options": {"ties": "coin"}},
        {"options": {"wind": "x" * 10_000}},
        {"position": "phase: nonsense"},
        {"position": "\x00" * 1000},
        {"format": 99},
    ],
)
def test_a_header_that_cannot_be_is_refused(header: dict[str, Any]) -> None:
    forged = msgspec.structs.replace(played(3).header, **header)
    assert fault(write_journal(Journal(forged, played(3).journal.records)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\n" * 1000,
        b"{}\n{}\n",
        b"null\n" * 3,
        b"\xff\xfe\x00" * 100,
        b"PK\x03\x04" + b"\x00" * 1000,
        b'{"sum":"00","body":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        b'{"sum":"00","body":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}\n",
        b'{"sum":"00","body":' + b"9" * 100_000 + b"}\n",
    ],
)
def test_nonsense_is_refused_in_its_first_line(content: bytes) -> None:
    assert fault(content).startswith(("the file, line 1", "the file, after line"))


def test_too_many_records_are_not_even_read() -> None:
    assert f"at most {MOST_RECORDS} records" in fault(LINES[0] + b"\n" * (MOST_RECORDS + 10))


@pytest.mark.parametrize(
    ("number", "longest"), [(1, archive.LONGEST_HEADER), (2, archive.LONGEST_RECORD), (9, archive.LONGEST_RECORD)]
)
def test_a_line_that_is_too_long_is_not_even_read(number: int, longest: int) -> None:
    lines = LINES.copy()
    lines[number - 1] = b"x" * (longest + 1)
    assert fault(b"\n".join(lines)) == f"the file, line {number}: it is longer than {longest} bytes"


def test_a_campaign_with_long_words_is_not_too_large() -> None:
    """Its choices have six times as many letters as the longest of our games."""
    records: list[Record] = [ChoiceRecord(number, 0, "x" * 180) for number in range(1, 40_001)]
    content = write_journal(Journal(played(3).header, records))
    assert 8 << 20 < len(content) < archive.LARGEST
    assert "line 2: there is no verb 'xxx" in fault(content)


def test_a_header_may_hold_a_whole_position_but_not_more() -> None:
    header = played(3).header
    for name in ("position", "game_id", "commitment"):
        forged = msgspec.structs.replace(header, **{name: "x" * archive.LONGEST_HEADER})
        assert f"longer than {archive.LONGEST_HEADER}" in fault(write_journal(Journal(forged, [])))


@pytest.mark.parametrize(
    ("content", "refusal", "reason"),
    [
        (FILE[:-20], Malformed, "line"),
        (FILE.replace(b'"sum":"', b'"sum":"0', 1), Malformed, "line 1"),
        (b"[" * 1_000_000, Malformed, "line 1"),
        (b"x" * (archive.LARGEST + 1), TooMuch, "larger than"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    tmp_path: Path, content: bytes, refusal: type[Exception], reason: str
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            with pytest.raises(refusal, match=reason):
                await house.import_game(person, content)
            assert count(house) == [0] * 6
            assert house._rooms.rooms == {}
            assert {file.name for file in tmp_path.iterdir()} <= {
                "sandtable.db",
                "sandtable.db-wal",
                "sandtable.db-shm",
                "sandtable.lock",
            }

    run(work)


def test_a_file_that_replays_for_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "SECONDS", 0)

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            with pytest.raises(Malformed, match="could not be replayed: the process took too long"):
                await house.import_game(person, FILE)
            assert count(house) == [0] * 6

    run(work)


# The caps of the process


def spin(task: object) -> bytes:
    while True:
        pass


def swell(task: object) -> bytes:
    return bytes(len(bytearray(1 << 30)) & 1)


def doze(task: object) -> bytes:
    time.sleep(1000)
    return b""


def priority(task: object) -> bytes:
    return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()


@pytest.mark.parametrize(
    ("duty", "caps", "seconds", "reason"),
    [
        (spin, Caps(memory=1 << 30, cpu=1), 30.0, "ended"),
        (swell, Caps(memory=1 << 29), 30.0, "MemoryError"),
        (doze, Caps(memory=1 << 30), 0.2, "took too long"),
    ],
)
def test_a_process_keeps_to_its_caps(duty: Any, caps: Caps, seconds: float, reason: str) -> None:
    async def work() -> None:
        with ThreadPoolExecutor(1) as thread:
            with pytest.raises(Failed, match=reason):
                await asked(Child(duty, caps), thread, None, seconds)
            kind = Child(priority, Caps(memory=1 << 30, nice=7))
            before = os.getpriority(os.PRIO_PROCESS, 0)
            assert int(await asked(kind, thread, None, 30.0)) >= min(before + 7, 19)
            kind.close()

    run(work)


def test_headers_of_before_are_read_as_ever() -> None:
    """A header without the newest fields is the one it always was."""
    old = b'{"game":"tiny-skirmish","scenario":"skirmish","rules_version":1,"data":"x"}'
    header = msgspec.json.decode(old, type=Header)
    assert header.imported == 0
    assert header.game == TINY
    assert b"imported" not in msgspec.json.encode(header)
