"""The store: one SQLite file, one writer that commits for many at once, and readers that never wait for it.

Each thread reads on a connection of its own: on one that two share, Python 3.12 and newer mix up their rows.

`write` returns only after the commit, so what is reported as stored survives a power cut. The schema is versioned:
each file in `migrations/` takes it one version further.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread, local
from typing import Any

from sandtable.kernel.words import say
from sandtable.table import safekeeping
from sandtable.table.errors import Unavailable

FILE, LOCK = "sandtable.db", "sandtable.lock"
MIGRATIONS = Path(__file__).parent / "migrations"
BATCH = 256
"""The most writes that are committed together."""
MANY = 100
"""Rows that one write stores in one go: a whole game must not hold up the others for long."""
SLOWEST = 5.0
"""Seconds a healthy store may take for one commit."""

Statement = tuple[str, Sequence[Any]]
Connect = Callable[[Path], sqlite3.Connection]


def connect(path: Path) -> sqlite3.Connection:
    """A connection on which we begin and end transactions ourselves, and whose commits survive a power cut."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class _Write:
    """Statements to commit together, and the caller waiting for them."""

    __slots__ = ("done", "loop", "statements")

    def __init__(self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop) -> None:
        self.statements = statements
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def settle(self, error: Exception | None) -> None:
        """Called by the writer; if the caller is gone, nobody needs to know."""
        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: Exception | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Readers:
    """The connections on which threads read, one for each that has asked."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._own = local()
        self._all: list[sqlite3.Connection] | None = []
        self._lock = Lock()

    def mine(self) -> sqlite3.Connection:
        """The connection of the thread that asks."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._opened()
        return connection

    def _opened(self) -> sqlite3.Connection:
        with self._lock:
            if self._all is None:
                raise sqlite3.ProgrammingError("the store is closed")
            connection = self._connect()
            connection.execute("PRAGMA query_only = ON")
            self._all.append(connection)
            return connection

    def close(self) -> None:
        with self._lock:
            connections, self._all = self._all or [], None
        for connection in connections:
            with suppress(sqlite3.Error):
                connection.close()


class Store:
    """One data directory, held exclusively until `close`."""

    def __init__(self, directory: Path, *, connect: Connect = connect, migrations: Path = MIGRATIONS) -> None:
        self.path = directory / FILE
        self.commits = 0
        self.committed: Callable[[float], None] = lambda seconds: None
        """Called with how long each commit took, in the writer's thread."""
        try:
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _exclusive(directory / LOCK)
        except OSError as error:
            raise _cannot_open(directory, error) from None
        try:
            self._schema = migrate(self.path, migrations)
            self._file = _identity(self.path)
            self._connect = connect
            self._writer = connect(self.path)
            self._readers = Readers(lambda: connect(self.path))
        except (OSError, sqlite3.Error) as error:
            os.close(self._lock)
            raise _cannot_open(directory, error) from None
        except BaseException:
            os.close(self._lock)
            raise
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="store-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Commit what is waiting, and release the directory."""
        self._queue.put(None)
        self._thread.join()
        self._readers.close()
        with suppress(sqlite3.Error):
            self._writer.close()
        os.close(self._lock)

    # Health

    async def check(self) -> None:
        """Raise Unavailable unless the file is in its place, the disk has room, and a commit can be made and
        read."""
        await asyncio.to_thread(self._check_place)
        try:
            async with asyncio.timeout(SLOWEST):
                # Says what is said there already, but it is a commit like any other.
                await self.write((f"PRAGMA user_version = {self._schema}", ()))
        except TimeoutError:
            raise Unavailable("the disk has not stored anything for five seconds") from None
        if self.row("PRAGMA user_version") != (self._schema,):
            raise Unavailable("what was stored cannot be read back")

    def _check_place(self) -> None:
        """SQLite may go on for a while with a file that was deleted, and then calls it an error of the disk."""
        if _identity(self.path) != self._file:
            raise Unavailable(
                say("{path} has been removed or replaced while the server was running", path=str(self.path)),
                "stop the server, put the file back and start it again",
            )
        safekeeping.check_room(self.path.parent)

    # Reading

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        """The rows of a query, as of the last commit."""
        try:
            return self._readers.mine().execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise Unavailable(say("the store cannot be read: {error}", error=str(error))) from None

    def row(self, sql: str, *parameters: Any) -> Any | None:
        """The first row of a query, or None."""
        found = self.rows(sql, *parameters)
        return found[0] if found else None

    # Writing

    async def write(self, *statements: Statement) -> None:
        """Commit these together; IntegrityError if a constraint forbids it, Unavailable if the disk fails."""
        job = _Write(statements, asyncio.get_running_loop())
        self._queue.put(job)
        await job.done

    def _write_on(self) -> None:
        """The writer's thread: take everything that is waiting, commit it at once, then tell the callers."""
        last = False
        while not last:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < BATCH:
                batch.append(self._queue.get())
            last = None in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[_Write]) -> None:
        """Commit all together; if that fails, one by one, so that only the bad ones fail."""
        began = time.perf_counter()
        error = self._try(jobs)
        if error is not None and len(jobs) > 1:
            for job in jobs:
                self._commit([job])
            return
        self.commits += error is None  # before anybody is answered, so that nobody counts one too few
        for job in jobs:
            job.settle(error)
        if error is None:
            with suppress(Exception):  # an error in the metrics must not stop the writer
                self.committed(time.perf_counter() - began)

    def _try(self, jobs: list[_Write]) -> Exception | None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job in jobs:
                for sql, group in groupby(job.statements, key=itemgetter(0)):
                    self._execute(sql, [parameters for _, parameters in group])
            self._writer.execute("COMMIT")
            return None
        except sqlite3.IntegrityError as error:
            self._roll_back()
            return error
        except Exception as error:  # whatever it is, the callers must be told
            self._roll_back()
            return Unavailable(
                say("it could not be stored: {error}", error=str(error)),
                "nothing was changed; try again in a moment",
            )

    def _execute(self, sql: str, rows: list[Sequence[Any]]) -> None:
        if len(rows) >= MANY:
            self._writer.executemany(sql, rows)
            return
        for parameters in rows:
            self._writer.execute(sql, parameters)

    def _roll_back(self) -> None:
        """Roll back to the last commit; a connection that cannot even do that is replaced."""
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                self._writer.close()
                self._writer = self._connect(self.path)


def restore(directory: Path, source: Path) -> Path | None:
    """Put a copy in the place of the database of a directory that no server uses; what was moved aside for it."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = _exclusive(directory / LOCK)
    except OSError as error:
        raise _cannot_open(directory, error) from None
    try:
        return safekeeping.restore(source, directory / FILE)
    finally:
        os.close(lock)


def _exclusive(path: Path) -> int:
    """The lock of a data directory; the system releases it when the process ends, however it ends."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Unavailable(
            say("another server is using the data directory {path}", path=str(path.parent)),
            "stop it first, or choose another directory",
        ) from None
    return descriptor


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file this is, whatever its name."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _cannot_open(directory: Path, error: Exception) -> Unavailable:
    return Unavailable(
        say("the data directory {path} cannot be used: {error}", path=str(directory), error=str(error)),
        "check that its disk has space left and that you may write there",
    )


# Migrations


def migrate(path: Path, folder: Path = MIGRATIONS) -> int:
    """Bring the database to the newest schema and return its number. A database that cannot be used is refused
    before anything is changed; a new one appears complete or not at all."""
    steps = {int(file.name[:4]): file for file in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))}
    if path.exists():
        safekeeping.examine(path)
        _bring_up(path, steps)
        path.chmod(0o600)
    else:
        safekeeping.nothing_left_behind(path)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        _bring_up(new, steps)
        new.chmod(0o600)
        new.rename(path)
    return max(steps)


def _bring_up(path: Path, steps: Mapping[int, Path]) -> None:
    """One version at a time, after making a copy."""
    newest = max(steps)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > newest:
            raise Unavailable(
                say(
                    "the data was written by a newer program (schema {theirs}, ours {ours})",
                    theirs=version,
                    ours=newest,
                ),
                "update this program; nothing was changed",
            )
        if 0 < version < newest:
            _back_up(connection, safekeeping.unused(path.with_name(f"{path.stem}-schema-{version}.db")))
        for number in range(version + 1, newest + 1):
            _take(connection, number, steps[number].read_text(encoding="utf-8"))


def _back_up(connection: sqlite3.Connection, path: Path) -> None:
    with closing(sqlite3.connect(path)) as copy:
        connection.backup(copy)
    path.chmod(0o600)


def _take(connection: sqlite3.Connection, number: int, script: str) -> None:
    """One migration, completely or not at all."""
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise Unavailable(
            say("the data cannot be brought to schema {number}: {error}", number=number, error=str(error))
        ) from None
