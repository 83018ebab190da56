"""Playing at a table: once per key, in order, stored before it is acknowledged, whatever fails."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn, Stale
from sandtable.kernel.journal import ChoiceRecord
from sandtable.table.errors import Denied, Missing, TooMuch, Unavailable
from sandtable.table.house import House
from sandtable.table.messages import (
    Act,
    Chatted,
    Done,
    LogLine,
    NewSeat,
    NewTable,
    Presence,
    Run,
    Talk,
    Undo,
    Update,
)
from sandtable.table.people import Person
from sandtable.table.store import FILE
from sandtable.table.stored_tables import Outcome
from tests.table.tablework import (
    TINY,
    came_to,
    drained,
    guests,
    hot_seat,
    match_of,
    new_key,
    opened,
    opened_on,
    place_all,
    play,
    play_on,
    room_of,
    run,
    tiny,
    two_at_a_table,
    updates,
)

if TYPE_CHECKING:
    from sqlite3 import _Parameters

OPENING = ("to:S", "to:S", "to:SE")


def stored_numbers(house: House, table: str) -> list[int]:
    found = house._store.rows("SELECT number FROM records WHERE table_id = ? ORDER BY number", table)
    return [number for (number,) in found]


async def both_updates(house: House, table: str, red: Person, blue: Person) -> list[Update]:
    return [await house.update(red, table, 0), await house.update(blue, table, 1)]


# The answer to a run


def test_the_answer_brings_the_update(tmp_path: Path) -> None:
    """A run and an undo are answered with the scene, and the log after what the client had seen."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            done = await house.play(person, table, Run(0, 0, new_key(), ("to:S", "to:S")))
            assert done.update == await house.update(person, table, 0, 0)
            assert done.update is not None
            assert (done.update.number, done.update.log_from, done.update.scene.side) == (2, 1, 0)
            undone = await house.undo(person, table, Undo(0, 2, new_key()))
            assert undone.update == await house.update(person, table, 0, 2)
            assert undone.update is not None
            assert undone.update.scene != done.update.scene
            assert (await house.act(person, table, Act(0, new_key(), "offer-draw"))).update is None

    run(work)


def test_a_repeated_key_is_answered_with_the_update_made_anew(tmp_path: Path) -> None:
    """What was played meanwhile is in it, also after the server was started again."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            seen = (await house.update(red, table, 0)).number
            asked = Run(0, seen, new_key(), OPENING)
            first = await house.play(red, table, asked)
            await play(house, blue, table, 1, "to:N", "to:N", "to:NE")
            again = await house.play(red, table, asked)
            assert came_to(again) == came_to(first)
            assert again.update == await house.update(red, table, 0, seen)
            assert again.update is not None
            assert again.update != first.update
        async with opened(tmp_path) as house:
            assert await house.play(red, table, asked) == again

    run(work)


# Once per key


def test_a_key_a_hundred_times_at_once_is_played_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            same = Run(0, 0, new_key(), OPENING)
            answers = await asyncio.gather(*(house.play(person, table, same) for _ in range(100)))
            assert [came_to(answer) for answer in answers] == [(3, 3)] * 100
            assert stored_numbers(house, table) == [1, 2, 3]
            assert (await match_of(house, table)).number == 3
        async with opened(tmp_path) as house:
            assert came_to(await house.play(person, table, same)) == (3, 3)
            assert stored_numbers(house, table) == [1, 2, 3]

    run(work)


def test_a_key_is_answered_though_the_game_has_moved_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            first = Run(0, 0, new_key(), OPENING[:1])
            await house.play(person, table, first)
            await play(house, person, table, 0, *OPENING[1:])
            assert came_to(await house.play(person, table, first)) == (1, 1)

    run(work)


def test_a_key_serves_one_request_of_one_side(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            key = new_key()
            await house.play(person, table, Run(0, 0, key, OPENING))
            with pytest.raises(Malformed, match="used for another request"):
                await house.play(person, table, Run(0, 3, key, OPENING))
            assert came_to(await house.play(person, table, Run(1, 0, key, ("to:N",)))) == (1, 1)

    run(work)


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with\nnewline", "ümlautümlaut"])
def test_a_key_that_is_none_is_refused(tmp_path: Path, key: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            with pytest.raises(Malformed, match="key"):
                await house.play(person, table, Run(0, 0, key, OPENING))

    run(work)


def test_a_refused_run_leaves_its_key_free(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            key = new_key()
            with pytest.raises(Illegal):
                await house.play(person, table, Run(0, 0, key, ("to:N",)))
            assert came_to(await house.play(person, table, Run(0, 0, key, OPENING))) == (3, 3)

    run(work)


def test_undo_and_acts_are_done_once_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S", "to:S")
            undo, act = Undo(0, 2, new_key()), Act(0, new_key(), "offer-draw")
            undone = await asyncio.gather(*(house.undo(person, table, undo) for _ in range(9)))
            assert [came_to(answer) for answer in undone] == [(3, 0)] * 9
            assert await asyncio.gather(*(house.act(person, table, act) for _ in range(9))) == [Done(4, 0)] * 9
            assert stored_numbers(house, table) == [1, 2, 3, 4]

    run(work)


# In order


async def write_one(house: House, table: str, person: Person, rng: Random) -> int:
    """Try until one of our choices is played; returns the number of tries."""
    for tries in itertools.count(1):
        match = await match_of(house, table)
        actor = match.actor()
        choice = match.game.write(match.state, rng.choice(match.game.legal(match.state)))
        number = match.seen(actor)
        await asyncio.sleep(0)  # the others look too, before we play
        try:
            await house.play(person, table, Run(actor, number, new_key(), (choice,)))
            return tries
        except (Stale, NotYourTurn):
            continue
    raise AssertionError


def test_fifty_writers_leave_no_gap(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, "afrika-korps")
            begin = stored_numbers(house, table)
            tries = await asyncio.gather(*(write_one(house, table, person, Random(n)) for n in range(50)))
            assert sum(tries) > 100  # they were in each other's way
            numbers = stored_numbers(house, table)
            assert numbers == list(range(1, len(numbers) + 1))
            assert numbers[: len(begin)] == begin
            records = (await match_of(house, table)).records
            assert sum(isinstance(record, ChoiceRecord) for record in records) == 50
            assert len(records) == len(numbers)

    run(work)


def test_fifty_writers_of_one_moment_one_wins(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            runs = [Run(0, 0, new_key(), ("to:S",)) for _ in range(50)]
            results = await asyncio.gather(
                *(house.play(person, table, one) for one in runs), return_exceptions=True
            )
            assert [came_to(result) for result in results if isinstance(result, Done)] == [(1, 1)]
            assert sum(isinstance(result, Stale) for result in results) == 49
            assert stored_numbers(house, table) == [1]

    run(work)


# Refusals


def test_whoever_may_not_play_now_is_told_why(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            number = (await house.update(red, table, 0)).number
            for person, side, expected, choices, refusal in [
                (blue, 1, number, ("to:N",), NotYourTurn),
                (red, 0, number + 1, ("to:S",), Stale),
                (red, 0, number, ("to:N",), Illegal),
                (red, 0, number, ("fly",), Malformed),
                (red, 0, number, ("to:S",) * 257, Malformed),
                (red, 0, number, (), Malformed),
                (blue, 0, number, ("to:S",), Denied),
                (red, 1, number, ("to:N",), Denied),
                (red, -1, number, ("to:S",), Denied),
                (red, 2, number, ("to:S",), Missing),
            ]:
                with pytest.raises(refusal):
                    await house.play(person, table, Run(side, expected, new_key(), choices))
            assert (await match_of(house, table)).number == number

    run(work)


def test_there_is_no_table_without_its_id(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            with pytest.raises(Missing):
                await house.info(person, "0" * 32)

    run(work)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (NewTable("chess"), Missing),
        (NewTable(TINY, "siege"), Malformed),
        (NewTable(TINY, options={"ties": "coin"}), Malformed),
        (NewTable(TINY, options={"wind": "north"}), Malformed),
        (NewTable(TINY, seats=(NewSeat("here"),)), Malformed),
        (NewTable(TINY, seats=(NewSeat("here"), NewSeat("ghost"))), Malformed),
        (NewTable(TINY, seats=(NewSeat("here"), NewSeat("computer", "kasparov"))), Malformed),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path: Path, wanted: NewTable, refusal: type[Exception]) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            with pytest.raises(refusal):
                await house.create(person, wanted)
            assert house._store.rows("SELECT id FROM tables") == []

    run(work)


def test_a_person_makes_so_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.house.MOST_TABLES", 3)

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, other = await guests(house, 2)
            for _ in range(3):
                await house.create(person, NewTable(TINY, seats=(NewSeat("here"), NewSeat("here"))))
            with pytest.raises(TooMuch):
                await house.create(person, NewTable(TINY))
            await house.create(other, NewTable(TINY, seats=(NewSeat("here"), NewSeat("here"))))

    run(work)


def test_a_guest_has_a_limited_number_of_unfinished_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.house.MOST_OPEN_OF_GUEST", 2)

    async def work() -> None:
        async with opened(tmp_path) as house:
            (person,) = await guests(house, 1)
            wanted = NewTable(TINY, seats=(NewSeat("here"), NewSeat("here")))
            first = (await house.create(person, wanted)).id
            await house.create(person, wanted)
            with pytest.raises(TooMuch, match="a guest can have 2 unfinished games"):
                await house.create(person, wanted)
            await house.act(person, first, Act(0, new_key(), "resign"))
            await house.create(person, wanted)
            account, _ = await house.people.register(person, "Erwin", "sand in the carburettor", "192.0.2.1")
            await house.create(account, wanted)

    run(work)


# What fails


class Fragile(sqlite3.Connection):
    """A writer's connection whose commit fails when told to."""

    broken = False

    def execute(self, sql: str, parameters: _Parameters = ()) -> sqlite3.Cursor:
        if self.broken and sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, parameters)


def fragile(path: Path) -> Fragile:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Fragile)


def test_a_failing_commit_leaves_the_old_state_and_tells_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened_on(tmp_path, fragile) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            await drained(reader)
            room = await room_of(house, table)
            before = room.match, tiny.key(room.match.state), room.match.number
            asked = Run(0, 0, new_key(), OPENING)
            with monkeypatch.context() as patch:
                patch.setattr(Fragile, "broken", True)
                for work_that_fails in (
                    house.play(person, table, asked),
                    house.act(person, table, Act(0, new_key(), "resign")),
                    house.talk(person, table, Talk("hello")),
                ):
                    with pytest.raises(Unavailable, match="could not be stored"):
                        await work_that_fails
            assert (room.match, tiny.key(room.match.state), room.match.number) == before
            assert await drained(reader) == []
            assert stored_numbers(house, table) == []
            assert came_to(await house.play(person, table, asked)) == (3, 3)
            assert [update.number for update in updates(await drained(reader))] == [3]

    run(work)


async def place_and_undo(house: House, person: Person, table: str) -> None:
    """Go on until something fails."""
    while True:
        await play(house, person, table, 0, "to:S")
        await house.undo(person, table, Undo(0, (await match_of(house, table)).number, new_key()))


def test_a_full_disk_leaves_the_old_state(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S")
            writer = house._store._writer
            (pages,) = writer.execute("PRAGMA page_count").fetchone()
            writer.execute(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(Unavailable, match="full"):
                await place_and_undo(house, person, table)
            match = await match_of(house, table)
            assert match.number == len(stored_numbers(house, table)) > 1
            writer.execute(f"PRAGMA max_page_count = {pages + 1000}")
            await play_on(house, [person] * 2, table, Random(1), 3)
        async with opened(tmp_path) as house:
            again = await match_of(house, table)
            assert again.number > match.number

    run(work)


def test_a_visitor_who_leaves_does_not_stop_a_change(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            asked = Run(0, 0, new_key(), OPENING)
            asking = asyncio.create_task(house.play(person, table, asked))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            assert came_to(await house.play(person, table, asked)) == (3, 3)
            assert stored_numbers(house, table) == [1, 2, 3]
            assert (await match_of(house, table)).number == 3

    run(work)


def test_a_table_changed_behind_our_back_is_opened_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await house._store.write(
                (
                    "INSERT INTO records VALUES (?, 1, ?)",
                    (table, '{"is":"choice","number":1,"side":0,"text":"to:S"}'),
                )
            )
            with pytest.raises(Unavailable, match="changed elsewhere"):
                await play(house, person, table, 0, "to:SE")
            await play(house, person, table, 0, "to:SE")
            assert stored_numbers(house, table) == [1, 2]

    run(work)


def test_a_second_house_on_the_directory_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path):
            with pytest.raises(Unavailable, match="another server"):
                await House.open(tmp_path)
        async with opened(tmp_path):
            pass

    run(work)


def test_a_closing_house_takes_no_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            room = await room_of(house, table)
        for late in (
            house.play(person, table, Run(0, 0, new_key(), OPENING)),
            house.create(person, NewTable(TINY)),
            house.import_game(person, b""),
            house.info(person, table),
            house.lobby(person),
            house.check(),
            house._rooms.change(room, room.change(lambda match: Outcome(0, 0))),
        ):
            with pytest.raises(Unavailable, match="closing"):
                await late

    run(work)


# Restarts


def test_a_house_opened_again_goes_on_with_every_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            await play_on(house, [red, blue], table, Random(5), 4)
            await house.talk(red, table, Talk("hello"))
            match = await match_of(house, table)
            before = tiny.key(match.state), match.records, await both_updates(house, table, red, blue)
        async with opened(tmp_path) as house:
            again = await match_of(house, table)
            assert (tiny.key(again.state), again.records, await both_updates(house, table, red, blue)) == before
            await play_on(house, [red, blue], table, Random(6))
            assert (await house.info(red, table)).card.ending is not None

    run(work)


KILLED = """
import asyncio, json, os, signal, sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from tests.table.tablework import *

async def main():
    house = await House.open(Path(sys.argv[1]))
    red, blue, table = await two_at_a_table(house)
    await place_all(house, red, blue, table)
    await play_on(house, [red, blue], table, Random(3), 5)
    match = await match_of(house, table)
    actor = match.actor()
    choice = match.game.write(match.state, match.game.legal(match.state)[0])
    expected = match.seen(actor)
    done = await house.play([red, blue][actor], table, Run(actor, expected, "the-last-one", (choice,)))
    match = await match_of(house, table)
    print(json.dumps({"table": table, "people": [red.id, blue.id], "key": tiny.key(match.state), "actor": actor,
                      "number": match.number, "choice": choice, "done": [done.number, done.played],
                      "expected": expected}), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_a_server_killed_in_mid_game_has_lost_nothing(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    told = json.loads(ended.stdout)

    async def work() -> None:
        async with opened(tmp_path) as house:
            match = await match_of(house, told["table"])
            assert match.number == told["number"]
            assert tiny.key(match.state) == told["key"]
            person = Person(told["people"][told["actor"]], "", False)
            asked = Run(told["actor"], told["expected"], "the-last-one", (told["choice"],))
            assert came_to(await house.play(person, told["table"], asked)) == tuple(told["done"])
            assert (await match_of(house, told["table"])).number == told["number"]

    run(work)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# Undo


def test_undo_takes_the_lines_of_the_log_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            mine = await house.subscribe(person, table, 0)
            await play(house, person, table, 0, "to:S", "to:S")
            await house.undo(person, table, Undo(0, 2, new_key(), 1))
            await play(house, person, table, 0, "to:SE")
            pushed = updates(await drained(mine))
            assert [(u.number, u.log_from, [line.number for line in u.log]) for u in pushed] == [
                (0, 0, []),
                (2, 1, [1, 2]),
                (3, 2, []),
                (4, 4, [4]),
            ]
            held: list[LogLine] = []
            for update in pushed:
                held = [line for line in held if line.number < update.log_from] + list(update.log)
            assert held == list((await house.update(person, table, 0)).log)
            assert [(u.undo, u.reset) for u in pushed] == [(-1, -1), (0, 0), (0, 0), (1, 0)]

    run(work)


@pytest.mark.parametrize(("scenario", "undone"), [("skirmish", False), ("duel", True)])
def test_what_passed_the_decision_on_is_taken_back_only_where_nothing_is_hidden(
    tmp_path: Path, scenario: str, undone: bool
) -> None:
    """Where Blue's choices may be hidden, whether undo still worked would tell whether Blue has chosen."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue = await guests(house, 2)
            seats = (NewSeat("here"), NewSeat("open"))
            table = (await house.create(red, NewTable(TINY, scenario, seats=seats))).id
            await house.sit(blue, table, 1)
            assert (await house.info(red, table)).secrets != undone
            await play(house, red, table, 0, "to:S", "to:S", "to:SE")
            update = await house.update(red, table, 0)
            assert (update.scene.actor, update.undo >= 0) == (1, undone)

    run(work)


def test_reset_goes_back_as_far_as_undo_reaches(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, "to:S", "to:S")
            with pytest.raises(Stale):
                await house.undo(person, table, Undo(0, 1, new_key(), 0))
            assert came_to(await house.undo(person, table, Undo(0, 2, new_key(), 0))) == (3, 0)
            update = await house.update(person, table, 0)
            assert update.log == ()
            assert update.undo == update.reset == -1
            with pytest.raises(Illegal):
                await house.undo(person, table, Undo(0, 3, new_key()))

    run(work)


def test_undo_takes_back_press_after_press_even_after_a_restart(tmp_path: Path) -> None:
    """Each press whole, in order; what was undone in between does not count."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, "afrika-korps")
            await play(house, person, table, 0, "unit:21/5", "hex:W7", "hex:W8", "stop")
            await play(house, person, table, 0, "unit:21/3", "hex:W7", "stop")
            await house.undo(person, table, Undo(0, 7, new_key()))
            await play(house, person, table, 0, "unit:Ariete", "hex:W7", "stop", "unit:Trento", "hex:W7", "stop")
            await play(house, person, table, 0, "unit:Pavia")
        async with opened(tmp_path) as house:
            left = []
            while (update := await house.update(person, table, 0)).undo >= 0:
                await house.undo(person, table, Undo(0, update.number, new_key(), update.undo))
                left.append(len((await match_of(house, table)).line))
            assert left == [10, 4, 0]

    run(work)


def test_what_was_played_before_presses_were_kept_is_undone_choice_by_choice(tmp_path: Path) -> None:
    """Also in a game that came from a file."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, "afrika-korps")
            await play(house, person, table, 0, "unit:21/5", "hex:W7", "hex:W8", "stop")
            _, saved = await house.export(person, table)
            copy = (await house.import_game(person, saved)).id
            assert (await house.update(person, copy, 0)).undo == 3
            await play(house, person, copy, 0, "unit:21/3", "hex:W7", "stop")
            assert (await house.update(person, copy, 0)).undo == 4

    run(work)


# Table acts


def test_a_draw_is_offered_and_accepted(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.act(red, table, Act(0, new_key(), "offer-draw"))
            assert (await house.update(blue, table, 1)).offers.draw == 0
            with pytest.raises(Denied):
                await house.act(red, table, Act(1, new_key(), "accept-draw"))
            await house.act(blue, table, Act(1, new_key(), "accept-draw"))
            update = await house.update(blue, table, 1)
            assert update.ending is not None
            assert update.ending.winner == -1
            assert update.scene.buttons == ()
            assert update.scene.prompt == "The game is over"
            assert (await house.update(red, table, 0)).scene.buttons == ()

    run(work)


def test_whoever_resigns_has_lost(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.act(blue, table, Act(1, new_key(), "resign"))
            card = (await house.info(red, table)).card
            assert card.ending is not None
            assert card.ending.winner == 0
            assert not card.your_turn
            assert house._store.row("SELECT 1 FROM tables WHERE finished IS NOT NULL") is not None

    run(work)


def test_a_take_back_is_asked_for_and_granted(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            update = await house.update(red, table, 0)
            assert update.undo == -1
            await house.act(red, table, Act(0, new_key(), "ask-take-back", "3"))
            assert (await house.update(blue, table, 1)).offers.take_back == 0
            await house.act(blue, table, Act(1, new_key(), "grant-take-back"))
            assert (await house.update(red, table, 0)).scene.actor == 0
            log = (await house.update(red, table, 0)).log
            assert [line.number for line in log if line.kind != "table"] == [2, 3]
            assert log[-1].text == "The Red player took back choices that undo could not reach"

    run(work)


@pytest.mark.parametrize(
    ("act", "value"), [("seat", "computer"), ("dance", ""), ("resign", "<b>"), ("__init__", "")]
)
def test_other_acts_are_none(tmp_path: Path, act: str, value: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            with pytest.raises(Malformed):
                await house.act(person, table, Act(0, new_key(), act, value))
            assert stored_numbers(house, table) == []

    run(work)


# Talk


def test_talk_is_heard_by_all_and_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            reader = await house.subscribe(None, table, -1)
            await drained(reader)
            await house.talk(blue, table, Talk("<b>hello</b>"))
            (heard,) = await drained(reader)
            assert isinstance(heard, Chatted)
            (line,) = heard.lines
            assert (line.number, line.name, line.side, line.text) == (1, blue.name, 1, "<b>hello</b>")
        async with opened(tmp_path) as house:
            _, chat, presence = await drained(await house.subscribe(red, table, 0))
            assert isinstance(chat, Chatted)
            assert chat.lines == (line,)
            assert isinstance(presence, Presence)
            _, chat, _ = await drained(await house.subscribe(red, table, 0, chat_after=1))
            assert isinstance(chat, Chatted)
            assert chat.lines == ()
            await house.talk(red, table, Talk("again"))
            assert house._store.rows("SELECT number FROM chat") == [(1,), (2,)]

    run(work)


def test_nobody_talks_without_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            for number in range(5):
                await house.talk(red, table, Talk(f"line {number}"))
            with pytest.raises(TooMuch):
                await house.talk(red, table, Talk("line 5"))
            await house.talk(blue, table, Talk("one of mine"))

    run(work)


# The lobby


def test_the_lobby_is_the_same_for_open_and_closed_rooms(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            other = (await house.create(blue, NewTable(TINY, seats=(NewSeat("here"), NewSeat("open"))))).id
            before = await house.lobby(red)
            assert [card.id for card in before.mine] == [table]
            assert before.mine[0].your_turn
            assert [card.id for card in before.open] == [other]
            assert {card.id for card in (await house.lobby(blue)).mine} == {table, other}
            assert [card.id for card in (await house.lobby(None)).open] == [other]
        async with opened(tmp_path) as house:
            assert house._rooms.rooms == {}
            assert await house.lobby(red) == before

    run(work)


@pytest.mark.parametrize("evicted", [False, True])
def test_a_heading_that_was_not_stored_yet_is_stored_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, evicted: bool
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, "afrika-korps")
            room = await room_of(house, table)
            for step in range(300):
                await play_on(house, [person] * 2, table, Random(step), 1)
                if room.unsaved():
                    break
            before = (await house.lobby(person)).mine[0]
            assert house._store.row("SELECT heading FROM tables") != (before.heading,)
            if evicted:
                monkeypatch.setattr("sandtable.table.open_rooms.MOST_ROOMS", 0)
                monkeypatch.setattr("sandtable.table.open_rooms.RESTING", -1.0)
                house._rooms._close_some()
                await asyncio.gather(*house._rooms._tasks)
                assert (await house.lobby(person)).mine[0] == before
        async with opened(tmp_path) as house:
            assert (await house.lobby(person)).mine[0] == before

    run(work)


def test_rooms_nobody_needs_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.open_rooms.MOST_ROOMS", 2)
    monkeypatch.setattr("sandtable.table.open_rooms.RESTING", -1.0)

    async def work() -> None:
        async with opened(tmp_path) as house:
            tables = [await hot_seat(house) for _ in range(2)]
            await house.subscribe(tables[0][0], tables[0][1], 0)
            tables += [await hot_seat(house) for _ in range(3)]
            assert len(house._rooms.rooms) == 2
            assert tables[0][1] in house._rooms.rooms
            for person, table in tables:
                await play(house, person, table, 0, "to:S")

    run(work)
