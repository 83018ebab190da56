"""The database as a file: is it sound, is there room for more, and how it is backed up and restored.

Nothing here ever changes or replaces a database that is in the way: it is named, or moved aside.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from sandtable.kernel.words import Message, say
from sandtable.table.errors import Missing, Unavailable

MAGIC = b"SQLite format 3\0"
OURS = {"people", "records", "tables"}
"""Some tables that every schema of ours has."""
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a database while it is in use."""
LEAST_FREE = 64 << 20
"""Bytes that must be free on the disk: with less, commits may fail at any moment."""


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; a server may be writing meanwhile."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


# Is it sound?


def examine(path: Path) -> None:
    """Refuse a database that is empty, damaged or not ours, and say what to do. The file is not changed."""
    fault = _fault(path)
    if fault is not None:
        raise Unavailable(
            fault,
            "nothing was changed; restore a backup with 'sandtable restore FILE', which moves this file aside, "
            "or move it away yourself to begin without games",
        )


def _fault(path: Path) -> Message | None:
    name = str(path)
    if not path.stat().st_size:
        return say("{path} is empty: its games are lost or were never copied", path=name)
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return say("{path} is not a database, or its beginning is damaged", path=name)
    try:
        with closing(read_only(path)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            found = {table for (table,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        return say("{path} is damaged: {error}", path=name, error=str(error))
    if verdict != "ok":
        return say("{path} is damaged: {error}", path=name, error=verdict)
    return None if found >= OURS else say("{path} is a database, but not one of Sandtable", path=name)


def nothing_left_behind(path: Path) -> None:
    """Before a new database is made: a journal without its database may hold games that could still be saved."""
    journal = beside(path, "-wal")
    if journal.exists() and journal.stat().st_size:
        raise Unavailable(
            say("{path} is missing, but its journal {journal} is there", path=str(path), journal=journal.name),
            "put the database back beside it, or move the journal away to begin without games",
        )


def check_room(directory: Path) -> None:
    """Refuse to call a disk healthy that is nearly full."""
    free = free_bytes(directory)
    if free < LEAST_FREE:
        raise Unavailable(
            say("the disk of the data directory has only {free} MiB left", free=free >> 20),
            say("make room: {least} MiB should be free", least=LEAST_FREE >> 20),
        )


def free_bytes(directory: Path) -> int:
    return shutil.disk_usage(directory).free


# Backup and restore


def back_up(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment; the server may be running. The copy is complete or not there."""
    if not source.is_file():
        raise Missing(say("there is no database {path}", path=str(source)), "name the server's data directory")
    if target.exists():
        raise Unavailable(say("{path} already exists", path=str(target)), "name another file")
    examine(source)
    with _in_the_making(target) as copy:
        _copy(source, copy)
        copy.rename(target)


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(read_only(source)) as reading, closing(sqlite3.connect(target)) as writing:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise Unavailable(
            say("{path} cannot be copied: {error}", path=str(source), error=str(error)),
            "check that the disk has space left",
        ) from None
    examine(target)


@contextmanager
def _in_the_making(target: Path) -> Iterator[Path]:
    """A file beside the target that only we can read, and that does not outlive a failure."""
    path = beside(target, ".part")
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def restore(source: Path, target: Path) -> Path | None:
    """Put a copy in the place of a database that no server uses; the old one is moved aside, and named."""
    if not source.is_file():
        raise Missing(say("there is no file {path}", path=str(source)), "name a file written by sandtable backup")
    examine(source)
    with _in_the_making(target) as copy:
        _copy(source, copy)
        aside = _move_aside(target)
        copy.rename(target)
    return aside


def _move_aside(path: Path) -> Path | None:
    """Move a database and what lies beside it out of the way."""
    if not any(beside(path, ending).exists() for ending in ("", *BESIDE)):
        return None
    aside = unused(path.with_name(f"{path.stem}-replaced.db"))
    for ending in ("", *BESIDE):
        if beside(path, ending).exists():
            beside(path, ending).rename(beside(aside, ending))
    return aside


def unused(path: Path) -> Path:
    """This name, or the first free one after it."""
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
