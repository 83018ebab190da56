"""The store: commits that are told only when they are made, a lock, migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING

import pytest

from sandtable.table import safekeeping
from sandtable.table.errors import Unavailable
from sandtable.table.messages import Chatted
from sandtable.table.people import Person
from sandtable.table.store import FILE, MANY, MIGRATIONS, Store, restore
from tests.table.tablework import drained, match_of, opened, play_on, run, tiny

if TYPE_CHECKING:
    from sqlite3 import _Parameters

PERSON = "INSERT INTO people (id, name, created) VALUES (?, ?, 0)"


def people(store: Store) -> list[str]:
    return [name for (name,) in store.rows("SELECT id FROM people ORDER BY id")]


def on_disk(path: Path, sql: str) -> list[tuple[object, ...]]:
    """What a connection of its own finds in the file."""
    with closing(sqlite3.connect(path / FILE)) as connection:
        return connection.execute(sql).fetchall()


def test_what_was_written_is_in_the_file(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        await store.write((PERSON, ("a", "A")), (PERSON, ("b", "B")))
        assert on_disk(tmp_path, "SELECT id FROM people ORDER BY id") == [("a",), ("b",)]
        assert people(store) == ["a", "b"]
        store.close()

    run(work)


def test_the_file_is_kept_as_safely_as_sqlite_can(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer.execute("PRAGMA foreign_keys").fetchone() == (1,)
    store.close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_statements_are_committed_together_or_not_at_all(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        with pytest.raises(sqlite3.IntegrityError):
            await store.write((PERSON, ("a", "A")), (PERSON, ("a", "again")))
        assert people(store) == []
        store.close()

    run(work)


def test_very_many_rows_are_stored_at_once_or_not_at_all(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        many = [(PERSON, (f"{number:04}", "x")) for number in range(3 * MANY)]
        with pytest.raises(sqlite3.IntegrityError):
            await store.write(*many, many[0])
        assert people(store) == []
        await store.write(*many, ("UPDATE people SET name = ? WHERE id = ?", ("y", "0007")))
        assert people(store) == [row[0] for _, row in many]
        assert store.rows("SELECT id FROM people WHERE name = 'y'") == [("0007",)]
        store.close()

    run(work)


def test_in_a_batch_only_what_is_wrong_fails(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        names = [f"{number:03}" for number in range(60)]
        jobs = [store.write((PERSON, (name, "x"))) for name in names]
        wrong = [store.write((PERSON, ("000", "again"))), store.write(("INSERT INTO nowhere VALUES (1)", ()))]
        results = await asyncio.gather(*jobs[:30], *wrong, *jobs[30:], return_exceptions=True)
        assert isinstance(results[30], sqlite3.IntegrityError)
        assert isinstance(results[31], Unavailable)
        assert [result for result in results if result is not None] == results[30:32]
        assert people(store) == names
        store.close()

    run(work)


def test_many_writes_share_a_commit(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        await asyncio.gather(*(store.write((PERSON, (str(number), "x"))) for number in range(500)))
        assert len(people(store)) == 500
        assert store.commits < 400
        store.close()

    run(work)


def test_threads_and_the_event_loop_read_at_once(tmp_path: Path) -> None:
    """On one connection that they share, Python 3.12 and newer fail or return rows of another read."""

    async def work() -> None:
        store = Store(tmp_path)
        names = [f"{number:03}" for number in range(200)]
        await store.write(*((PERSON, (name, name)) for name in names))
        found = "SELECT id, name FROM people WHERE id >= ? ORDER BY id LIMIT 3"

        def read(seed: int) -> None:
            rng = Random(seed)
            for _ in range(2_000):
                first = rng.randrange(len(names) - 3)
                assert store.rows(found, names[first]) == [(name, name) for name in names[first : first + 3]]

        reading = [asyncio.create_task(asyncio.to_thread(read, seed)) for seed in range(4)]
        await asyncio.sleep(0)
        read(4)
        await asyncio.gather(*reading)
        store.close()
        with pytest.raises(Unavailable):
            await asyncio.to_thread(store.rows, "SELECT 1")

    run(work)


def test_close_commits_what_waits(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        waiting = [asyncio.ensure_future(store.write((PERSON, (str(number), "x")))) for number in range(9)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)

    run(work)
    assert on_disk(tmp_path, "SELECT count(*) FROM people") == [(9,)]


class Failing(sqlite3.Connection):
    """A connection whose disk can be made to fail at a certain statement."""

    broken = ""

    def execute(self, sql: str, parameters: _Parameters = ()) -> sqlite3.Cursor:
        if self.broken and sql.startswith(self.broken):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, parameters)


def failing(path: Path) -> Failing:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Failing)


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
def test_a_failing_disk_is_told_to_everybody_and_nothing_is_stored(
    tmp_path: Path, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        store = Store(tmp_path, connect=failing)
        with monkeypatch.context() as patch:
            patch.setattr(Failing, "broken", statement)
            writes = [store.write((PERSON, (str(number), "x"))) for number in range(5)]
            results = await asyncio.gather(*writes, return_exceptions=True)
        assert all(isinstance(result, Unavailable) for result in results)
        assert "disk I/O error" in str(results[0])
        assert on_disk(tmp_path, "SELECT count(*) FROM people") == [(0,)]
        await store.write((PERSON, ("later", "x")))
        assert people(store) == ["later"]
        store.close()

    run(work)


def test_a_connection_that_cannot_roll_back_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(tmp_path, connect=failing)
        with monkeypatch.context() as patch:
            patch.setattr(Failing, "broken", ("INSERT", "ROLLBACK"))
            with pytest.raises(Unavailable):
                await store.write((PERSON, ("a", "x")))
        await store.write((PERSON, ("b", "x")))
        assert people(store) == ["b"]
        store.close()

    run(work)


def test_a_full_disk_is_unavailable_and_what_was_there_stays(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        await store.write((PERSON, ("a", "x")))
        (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
        store._writer.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(Unavailable, match="full"):
            await store.write((PERSON, ("b", "x" * 100_000)))
        assert people(store) == ["a"]
        store._writer.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await store.write((PERSON, ("b", "x" * 100_000)))
        assert people(store) == ["a", "b"]
        store.close()

    run(work)


# One server


def test_a_second_store_on_the_directory_is_refused_with_a_clear_sentence(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(Unavailable, match=f"another server is using the data directory {tmp_path}"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_directory_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot be used"):
        Store(tmp_path / "file" / "data")


# Sound files


def contents(path: Path) -> dict[str, bytes]:
    """Every file that holds data; looking alone makes SQLite put empty ones beside them."""
    found = {file.name: file.read_bytes() for file in path.iterdir() if not file.name.endswith((".lock", "-shm"))}
    return {name: content for name, content in found.items() if content or name == FILE}


def filled(path: Path, guests: int = 2000) -> Path:
    """The database of a directory with some people in it."""

    async def work() -> None:
        store = Store(path)
        await store.write(*((PERSON, (f"{number:05}", "somebody")) for number in range(guests)))
        store.close()

    run(work)
    return path / FILE


def damage(path: Path) -> None:
    """Garbage in the middle of a file."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"garbage " * 512)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "sandtable.db is empty"),
        (b"not a database at all, whatever its name" * 100, "is not a database"),
        (b"SQLite format 3\0" + bytes(4080), "is damaged"),
    ],
)
def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path, content: bytes, named: str) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Unavailable, match=named) as refused:
        Store(tmp_path)
    assert "sandtable restore" in str(refused.value.hint)
    assert contents(tmp_path) == {FILE: content}


def test_a_damaged_page_is_found_at_the_start(tmp_path: Path) -> None:
    damage(filled(tmp_path))
    before = contents(tmp_path)
    with pytest.raises(Unavailable, match="is damaged"):
        Store(tmp_path)
    assert contents(tmp_path) == before


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = contents(tmp_path)
    with pytest.raises(Unavailable, match="not one of Sandtable"):
        Store(tmp_path)
    assert contents(tmp_path) == before


def test_a_journal_whose_database_is_missing_is_not_thrown_away(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}-wal").write_bytes(b"games that could still be saved")
    with pytest.raises(Unavailable, match=f"missing, but its journal {FILE}-wal is there"):
        Store(tmp_path)
    assert contents(tmp_path) == {f"{FILE}-wal": b"games that could still be saved"}


def test_a_database_that_was_begun_and_never_finished_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "sandtable.new").write_bytes(b"cut off by a power cut")
    store = Store(tmp_path)
    assert people(store) == []
    store.close()
    assert set(contents(tmp_path)) == {FILE}


# Health


def test_a_check_writes_and_reads(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        journal = tmp_path / f"{FILE}-wal"
        assert people(store) == []  # which opens it
        before = journal.stat().st_size
        await store.check()
        assert journal.stat().st_size > before
        assert store.commits == 1
        store.close()

    run(work)


def test_a_file_that_vanished_is_named(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        (tmp_path / FILE).rename(tmp_path / "elsewhere.db")
        with pytest.raises(Unavailable, match="removed or replaced"):
            await store.check()
        (tmp_path / "elsewhere.db").rename(tmp_path / FILE)
        await store.check()
        store.close()

    run(work)


def test_a_disk_that_is_nearly_full_is_told_before_a_commit_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        monkeypatch.setattr(safekeeping, "free_bytes", lambda directory: 5 << 20)
        with pytest.raises(Unavailable, match="only 5 MiB left"):
            await store.check()
        store.close()

    run(work)


def test_a_disk_that_hangs_is_not_healthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        monkeypatch.setattr("sandtable.table.store.SLOWEST", 0.01)
        go_on = Event()

        def hang(jobs: object) -> None:
            go_on.wait(60)

        with monkeypatch.context() as patch:
            patch.setattr(store, "_try", hang)
            with pytest.raises(Unavailable, match="five seconds"):
                await store.check()
            go_on.set()
        store.close()

    run(work)


# Backup and restore


def test_a_backup_is_restored_and_what_was_there_is_kept(tmp_path: Path) -> None:
    filled(tmp_path / "data", guests=3)
    copy = tmp_path / "copy.db"

    async def while_it_runs() -> None:
        store = Store(tmp_path / "data")
        safekeeping.back_up(store.path, copy)
        await store.write((PERSON, ("later", "x")))
        with pytest.raises(Unavailable, match="another server"):
            restore(tmp_path / "data", copy)
        store.close()

    run(while_it_runs)
    assert copy.stat().st_mode & 0o077 == 0
    aside = restore(tmp_path / "data", copy)
    store = Store(tmp_path / "data")
    assert people(store) == ["00000", "00001", "00002"]
    store.close()
    assert aside is not None
    with closing(sqlite3.connect(aside)) as before:
        assert before.execute("SELECT count(*) FROM people").fetchall() == [(4,)]


def test_a_backup_can_be_restored_in_an_empty_place_and_twice(tmp_path: Path) -> None:
    filled(tmp_path / "data", guests=3)
    safekeeping.back_up(tmp_path / "data" / FILE, tmp_path / "copy.db")
    assert restore(tmp_path / "new", tmp_path / "copy.db") is None
    first, second = (restore(tmp_path / "new", tmp_path / "copy.db") for _ in range(2))
    assert first is not None
    assert second is not None
    assert first != second
    assert set(contents(tmp_path / "new")) == {FILE, first.name, second.name}


def test_a_damaged_database_is_restored_from_a_copy(tmp_path: Path) -> None:
    path = filled(tmp_path / "data")
    safekeeping.back_up(path, tmp_path / "copy.db")
    damage(path)
    damaged = path.read_bytes()
    aside = restore(tmp_path / "data", tmp_path / "copy.db")
    assert aside is not None
    assert aside.read_bytes() == damaged
    Store(tmp_path / "data").close()


def test_no_backup_of_damaged_data_and_none_over_a_file(tmp_path: Path) -> None:
    path = filled(tmp_path / "data")
    (tmp_path / "there.db").write_bytes(b"precious")
    with pytest.raises(Unavailable, match="already exists"):
        safekeeping.back_up(path, tmp_path / "there.db")
    assert (tmp_path / "there.db").read_bytes() == b"precious"
    damage(path)
    with pytest.raises(Unavailable, match="is damaged"):
        safekeeping.back_up(path, tmp_path / "copy.db")
    with pytest.raises(Unavailable, match="is damaged"):
        restore(tmp_path / "new", path)
    assert not (tmp_path / "copy.db").exists()
    assert contents(tmp_path / "new") == {}


# Migrations


def migrations(folder: Path, *later: str) -> Path:
    """Ours, and some that may come."""
    folder.mkdir()
    for file in MIGRATIONS.glob("*.sql"):
        (folder / file.name).write_text(file.read_text())
    for number, script in enumerate(later, len(list(MIGRATIONS.glob("*.sql"))) + 1):
        (folder / f"{number:04}_later.sql").write_text(script)
    return folder


def version(path: Path) -> int:
    ((number,),) = on_disk(path, "PRAGMA user_version")
    assert isinstance(number, int)
    return number


def test_the_migrations_are_numbered_without_a_gap() -> None:
    numbers = sorted(int(file.name[:4]) for file in MIGRATIONS.glob("*.sql"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_later_schema_keeps_the_data_and_a_copy_of_before(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def work() -> None:
        store = Store(data)
        await store.write((PERSON, ("a", "x")))
        store.close()

    run(work)
    before = version(data)
    later = migrations(tmp_path / "later", "ALTER TABLE people ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';")
    store = Store(data, migrations=later)
    assert store.rows("SELECT id, mood FROM people") == [("a", "calm")]
    store.close()
    assert version(data) == before + 1
    with closing(sqlite3.connect(data / f"sandtable-schema-{before}.db")) as copy:
        assert copy.execute("SELECT id FROM people").fetchall() == [("a",)]
        assert copy.execute("PRAGMA user_version").fetchone() == (before,)


def test_the_copy_of_before_never_replaces_an_older_one(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Store(data).close()
    older = data / f"sandtable-schema-{version(data)}.db"
    older.write_bytes(b"precious")
    Store(data, migrations=migrations(tmp_path / "later", "CREATE TABLE news (id INTEGER);")).close()
    assert older.read_bytes() == b"precious"
    assert older.with_stem(f"{older.stem}-2").exists()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Store(data).close()
    before = version(data), on_disk(data, "SELECT name FROM sqlite_master ORDER BY name")
    wrong = "ALTER TABLE people ADD COLUMN mood TEXT; INSERT INTO nowhere VALUES (1);"
    with pytest.raises(Unavailable, match=f"schema {before[0] + 1}: no such table: nowhere"):
        Store(data, migrations=migrations(tmp_path / "wrong", wrong))
    assert (version(data), on_disk(data, "SELECT name FROM sqlite_master ORDER BY name")) == before
    assert "mood" not in str(on_disk(data, "SELECT sql FROM sqlite_master"))
    Store(data).close()


def test_data_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Store(data, migrations=migrations(tmp_path / "later", "CREATE TABLE news (id INTEGER);")).close()
    before = version(data)
    with pytest.raises(Unavailable, match="written by a newer program"):
        Store(data)
    assert version(data) == before


# Data of before

FIXTURES = Path(__file__).parent / "fixtures"
GAME = "5d45f9b02dfdff1f55176814fcbf4cfd"
RED, BLUE = "lLZXAi9_caKuM4qB", "AHd42EG75zeqffCl"


@pytest.mark.parametrize("dump", sorted(FIXTURES.glob("schema-*.sql")), ids=lambda dump: dump.stem)
def test_data_of_every_released_schema_is_opened_and_the_game_goes_on(tmp_path: Path, dump: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))

    async def work() -> None:
        async with opened(tmp_path) as house:
            match = await match_of(house, GAME)
            assert match.disputed is None
            assert match.number == 17
            assert tiny.key(match.state) == "9eeb8ea13a9f15b17e39f9408894f31f"
            red, blue = Person(RED, "", False), Person(BLUE, "", False)
            talk = (await drained(await house.subscribe(red, GAME, 0)))[1]
            assert isinstance(talk, Chatted)
            assert [line.text for line in talk.lines] == ["Good luck"]
            await house.people.login("Ann", "sand in the carburettor", "192.0.2.1")
            await play_on(house, [red, blue], GAME, Random(1))
            assert (await house.info(None, GAME)).card.ending is not None

    run(work)


def test_there_is_a_dump_of_every_schema() -> None:
    numbers = {int(file.name[:4]) for file in MIGRATIONS.glob("*.sql")}
    assert {int(file.stem.rpartition("-")[2]) for file in FIXTURES.glob("*.sql")} == numbers
