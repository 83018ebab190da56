"""Games as files: exporting them from a table, and importing them.

While a game with secrets is running, a file holds only what one side may know. A file from outside is replayed
in a process of its own, with limits on records, time and memory, before the house believes a word of it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import BrokenJournal, Malformed, SandtableError
from sandtable.kernel.journal import Header, Journal, Record, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game
from sandtable.kernel.replay import replay
from sandtable.kernel.scene import Board
from sandtable.kernel.words import Message, render, say
from sandtable.table.errors import Missing, TooMuch, Unavailable
from sandtable.table.processes import Caps, Child, Failed, asked
from sandtable.table.store import FILE
from sandtable.table.updates import drawn, update_for

LARGEST = 12 << 20
"""Bytes of a file."""
MOST_RECORDS = 50_000
LONGEST_HEADER, LONGEST_RECORD = 64 << 10, 2 << 10
"""Bytes of a line. The header is read again with every look at the lobby."""
SECONDS = 60
CAPS = Caps(memory=1 << 30, cpu=SECONDS)
NAME = "the file"
SIDE_VIEW = "side-view"


# Out


def exported(match: Match, board: Board, side: int) -> tuple[str, bytes]:
    """(file name, content): the whole journal if nothing in it is secret any more, otherwise one side's view."""
    stem = f"{match.game.id}-{match.header.game_id[:8]}".rstrip("-")
    if match.result is not None or not match.secrets:
        return f"{stem}.journal", write_journal(match.journal)
    return f"{stem}-{match.game.sides[side].lower() if side >= 0 else 'public'}.json", side_view(
        match, board, side
    )


def side_view(match: Match, board: Board, side: int) -> bytes:
    """What one side may know of a running game."""
    header, update = match.header, update_for(match, board, side)
    plain = {
        "kind": SIDE_VIEW,
        "game": header.game,
        "scenario": header.scenario,
        "options": header.options,
        "rules_version": header.rules_version,
        "data": header.data,
        "commitment": header.commitment,
        "side": side,
        "number": update.number,
        "view": match.game.view(match.state, side),
        "scene": update.scene,
        "log": update.log,
    }
    return msgspec.json.encode(plain, order="sorted", enc_hook=_rendered)


def _rendered(value: Any) -> Any:
    if isinstance(value, Message):
        return render(value)
    raise NotImplementedError(type(value))


def stored_journal(directory: Path, table: str) -> bytes:
    """The whole journal of a table, for the owner of the data directory. The server may be running."""
    path = directory / FILE
    if not path.is_file():
        raise Missing(say("there is no data in {path}", path=str(directory)), "name the server's data directory")
    try:
        row, bodies = _stored(path, table)
    except sqlite3.Error as error:
        raise Unavailable(say("{path} cannot be read: {error}", path=str(path), error=str(error))) from None
    if row is None:
        raise Missing(say("there is no table {id}", id=table), "its id is the last part of its address")
    header = msgspec.json.decode(row[0], type=Header)
    return write_journal(Journal(header, [msgspec.json.decode(body, type=Record) for (body,) in bodies]))


def _stored(path: Path, table: str) -> tuple[Any, list[Any]]:
    """The header and the records, read at one moment."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")
        row = connection.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()
        found = connection.execute("SELECT body FROM records WHERE table_id = ? ORDER BY number", (table,))
        return row, found.fetchall()


# In


class Checked(msgspec.Struct, frozen=True):
    """The result of replaying a file: `fault` is empty if it is a valid game from start to end."""

    fault: str = ""
    hint: str = ""
    over: bool = False


def check(content: bytes) -> bytes:
    """In the process: read and replay a file; answers with a Checked."""
    try:
        checked = Checked(over=_replayed(content).result is not None)
    except SandtableError as error:
        checked = Checked(fault=str(error), hint=str(error.hint))
    return msgspec.json.encode(checked)


def _replayed(content: bytes) -> Match:
    _refuse_side_view(content)
    _refuse_what_is_too_long(content)
    journal = read_journal(content, NAME)
    ours = game(journal.header.game)
    drawn(ours)
    again = replay(ours, journal)
    if again.disagreement is not None:
        raise BrokenJournal(f"{NAME}, line {again.at + 1}", again.disagreement)
    return again.match


def _refuse_side_view(content: bytes) -> None:
    if content.startswith(b"{") and b'"kind":"' + SIDE_VIEW.encode() + b'"' in content[:LARGEST]:
        raise Malformed(
            "this file holds what one side saw of a running game",
            "only a whole game can be opened at a table: export it when it is over",
        )


def _refuse_what_is_too_long(content: bytes) -> None:
    """Before anything is read."""
    if content.count(b"\n") > MOST_RECORDS + 2:
        where = f"{NAME}, line {MOST_RECORDS + 2}"
        raise BrokenJournal(where, say("a game has at most {most} records", most=MOST_RECORDS))
    for number, line in enumerate(content.split(b"\n"), 1):
        longest = LONGEST_HEADER if number == 1 else LONGEST_RECORD
        if len(line) > longest:
            raise BrokenJournal(
                f"{NAME}, line {number}", say("it is longer than {longest} bytes", longest=longest)
            )


async def checked_journal(content: bytes) -> tuple[Journal, bool]:
    """The journal in a file, and whether its game is over; a refusal names the bad line."""
    if len(content) > LARGEST:
        raise TooMuch(say("the file is larger than {limit} bytes", limit=LARGEST))
    checked = await _checked_outside(content)
    if checked.fault:
        # As parameters, because they may quote the file, and braces in it must not be filled in.
        raise Malformed(say("{fault}", fault=checked.fault), say("{hint}", hint=checked.hint))
    return await asyncio.to_thread(read_journal, content, NAME), checked.over


async def _checked_outside(content: bytes) -> Checked:
    """Replay it in a process that is started for this and ended afterwards."""
    with ThreadPoolExecutor(1, thread_name_prefix="import") as thread:
        loop = asyncio.get_running_loop()
        child = await loop.run_in_executor(thread, Child, check, CAPS)
        try:
            answer = await asked(child, thread, content, float(SECONDS))
        except Failed as error:
            raise Malformed(
                say("the file could not be replayed: {error}", error=str(error)),
                say("a game must replay within {seconds} seconds", seconds=SECONDS),
            ) from None
        await loop.run_in_executor(thread, child.close)
        return msgspec.json.decode(answer, type=Checked)


def continued(journal: Journal, table: str, commitment: str) -> Header:
    """The header of an unfinished game that goes on at another table, with new dice from here on."""
    ours = game(journal.header.game)
    return msgspec.structs.replace(
        journal.header,
        rules_version=ours.rules_version,
        data=ours.data_fingerprint(ours.load_data()),
        game_id=table,
        commitment=commitment,
        imported=len(journal.records),
    )
