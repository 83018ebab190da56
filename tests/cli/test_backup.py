"""`sandtable backup` and `sandtable restore`: two commands, and every game is as it was."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from sandtable.cli.app import app
from sandtable.kernel.journal import read_journal
from sandtable.kernel.registry import game
from sandtable.kernel.replay import verified
from sandtable.table.archive import stored_journal
from tests.table.tablework import TINY, hot_seat, opened, play_on, run


def sandtable(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def played(data: Path) -> str:
    """The id of a game in a data directory."""
    tables: list[str] = []

    async def work() -> None:
        async with opened(data) as house:
            person, table = await hot_seat(house)
            await play_on(house, [person, person], table, Random(1), steps=8)
            tables.append(table)

    run(work)
    return tables[0]


def test_two_commands_bring_every_game_back(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    table = played(data)
    before = stored_journal(data, table)
    done = sandtable("backup", copy, "--data", data)
    assert (done.exit_code, done.stdout.startswith(str(copy))) == (0, True)
    (data / "sandtable.db").write_bytes(b"")
    done = sandtable("restore", copy, "--data", data)
    assert done.exit_code == 0
    assert "sandtable-replaced.db" in done.stdout
    assert stored_journal(data, table) == before
    journal = read_journal(before, "copy")
    assert verified(game(TINY), journal).number == len(journal.records)


def test_a_copy_gets_a_name_with_the_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    assert sandtable("backup", "--data", "data").exit_code == 0
    assert len(list(tmp_path.glob("sandtable-20*.db"))) == 1
    assert not list(tmp_path.glob("**/*.part"))


def test_what_cannot_be_copied_is_named(tmp_path: Path) -> None:
    wrong = [
        (("backup", tmp_path / "copy.db", "--data", tmp_path / "none"), "there is no database"),
        (("restore", tmp_path / "none.db", "--data", tmp_path / "data"), "there is no file"),
        (("restore", tmp_path, "--data", tmp_path / "data"), "there is no file"),
    ]
    for arguments, sentence in wrong:
        done = sandtable(*arguments)
        assert (done.exit_code, sentence in done.stderr) == (2, True), done.stderr
        assert "Hint: " in done.stderr
