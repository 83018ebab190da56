"""What is pushed: in order, with a limited queue, and who is here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from sandtable.kernel.game import SPECTATOR
from sandtable.table.house import House
from sandtable.table.messages import Chatted, Farewell, Presence, Run, SeatChange, Talk, Undo, Update
from sandtable.table.people import Person
from sandtable.table.rooms import CROWD
from sandtable.table.subscriptions import MOST_WAITING
from tests.table.tablework import (
    drained,
    guests,
    hot_seat,
    new_key,
    opened,
    place_all,
    play,
    room_of,
    run,
    two_at_a_table,
    updates,
)


async def to_and_fro(house: House, person: Person, table: str, times: int) -> None:
    """Changes without end: place a piece and take it back."""
    for _ in range(times):
        await play(house, person, table, 0, "to:S")
        number = (await house.update(person, table, 0)).number
        await house.undo(person, table, Undo(0, number, new_key()))


def test_a_reader_is_told_everything_in_order(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            await play(house, person, table, 0, "to:S")
            await house.talk(person, table, Talk("hello"))
            await play(house, person, table, 0, "to:S", "to:SE")
            told = [type(message) for message in await drained(reader)]
            assert told == [Update, Chatted, Presence, Update, Chatted, Update]

    run(work)


def test_a_reader_who_comes_back_catches_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            await play(house, person, table, 0, "to:S")
            last = updates(await drained(reader))[-1]
            reader.close()
            await play(house, person, table, 0, "to:S", "to:SE")
            again = updates(await drained(await house.subscribe(person, table, 0, last.number)))
            assert [line.number for line in again[0].log] == [2, 3]
            assert again[0].log_from == last.number + 1

    run(work)


def test_a_slow_reader_starts_afresh(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            slow = await house.subscribe(person, table, 0)
            quick = await house.subscribe(person, table, 0)
            await house.talk(person, table, Talk("do not lose this"))
            heard: list[Update] = []
            for _ in range(4):
                await to_and_fro(house, person, table, 10)
                heard += updates(await drained(quick))
            assert len(heard) == 81
            assert len(slow._queue) <= MOST_WAITING
            fresh, talk, presence = await drained(slow)
            assert isinstance(fresh, Update)
            assert fresh == await house.update(person, table, 0)
            assert fresh.log_from == 0
            assert isinstance(talk, Chatted)
            assert [line.text for line in talk.lines] == ["do not lose this"]
            assert isinstance(presence, Presence)
            await play(house, person, table, 0, "to:S")
            assert updates(await drained(slow))[0].log_from == fresh.number + 1

    run(work)


def test_a_queue_that_is_just_full_loses_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            await drained(reader)
            await to_and_fro(house, person, table, MOST_WAITING // 2)
            assert len(await drained(reader)) == MOST_WAITING

    run(work)


def test_a_closing_house_says_farewell(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            behind = await house.subscribe(person, table, 0)
            await drained(reader)
            await to_and_fro(house, person, table, 40)
        told = [message async for message in behind]
        assert [type(message) for message in told] == [Farewell]
        assert isinstance([message async for message in reader][-1], Farewell)
        with pytest.raises(StopAsyncIteration):
            await anext(reader)

    run(work)


def test_a_reader_who_is_gone_is_told_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            reader.close()
            reader.close()
            await play(house, person, table, 0, "to:S")
            assert [message async for message in reader] == []
            assert house.figures()["readers"] == 0

    run(work)


# Presence


def presences(messages: Sequence[object]) -> list[Presence]:
    return [message for message in messages if isinstance(message, Presence)]


def test_everybody_sees_who_is_here(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            first = await house.subscribe(red, table, 0)
            assert [seat.online for seat in presences(await drained(first))[-1].seats] == [True, False]
            second = await house.subscribe(blue, table, 1)
            (told,) = presences(await drained(first))
            assert [(seat.online, seat.yours) for seat in told.seats] == [(True, True), (True, False)]
            watching = await house.subscribe(None, table, -1)
            assert presences(await drained(first))[-1].spectators == 1
            assert [seat.yours for seat in presences(await drained(watching))[-1].seats] == [False, False]
            watching.close()
            second.close()
            last = presences(await drained(first))[-1]
            assert [seat.online for seat in last.seats] == [True, False]
            assert last.spectators == 0

    run(work)


def test_nothing_is_pushed_when_nobody_came_or_went(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            reader = await house.subscribe(person, table, 0)
            await drained(reader)
            second = await house.subscribe(person, table, 1)
            second.close()
            assert await drained(reader) == []

    run(work)


def test_a_new_name_is_seen_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            reader = await house.subscribe(red, table, 0)
            await drained(reader)
            await house.people.rename(blue, "Monty")
            assert presences(await drained(reader))[-1].seats[1].name == "Monty"

    run(work)


def test_who_loses_the_seat_loses_the_reading(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            theirs = await house.subscribe(blue, table, 1)
            watching = await house.subscribe(blue, table, -1)
            await drained(theirs)
            await house.leave(blue, table, 1)
            await house.change_seat(red, table, 1, SeatChange("computer", "random"))
            assert [type(message) for message in await drained(theirs)] == [Farewell]
            assert updates(await drained(watching))

    run(work)


def test_a_watcher_needs_no_session(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            _, table = await hot_seat(house)
            (stranger,) = await guests(house, 1)
            for person in (None, stranger):
                (first, *_) = await drained(await house.subscribe(person, table, -1))
                assert updates([first])[0].scene.side == -1

    run(work)


def test_an_update_is_made_and_written_once_for_all_who_see_the_same(tmp_path: Path) -> None:
    """Two spectators and the answer to the run: one scene for each side that looks, whoever asks for it."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            readers = [await house.subscribe(None, table, -1) for _ in range(2)]
            mine = await house.subscribe(person, table, 0)
            for reader in (*readers, mine):
                await drained(reader)
            done = await house.play(person, table, Run(0, 0, new_key(), ("to:S",) * 2))
            (told,) = updates(await drained(mine))
            assert done.update is told
            await play(house, person, table, 0, "to:SE")
            first, second = [updates(await drained(reader)) for reader in readers]
            assert first
            for one, other in zip(first, second, strict=True):
                assert one is other
                assert one.encoded is other.encoded

    run(work)


# A crowd


def test_a_crowd_is_told_after_those_who_play(tmp_path: Path) -> None:
    """Everybody is told every move once, moves in quick succession together, and whoever plays is answered before
    the crowd is told."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            room = await room_of(house, table)
            player = await house.subscribe(blue, table, 1)
            crowd = [await house.subscribe(None, table, SPECTATOR) for _ in range(CROWD + 100)]
            for reader in (player, *crowd):
                await drained(reader)
            await place_all(house, red, blue, table)
            assert room._crowd_waits or room._later
            assert updates(await drained(player))
            while room._crowd_waits or room._later:
                await asyncio.sleep(0)
            got = [updates(await drained(reader)) for reader in crowd]
            lines = [[line.number for update in found for line in update.log] for found in got]
            assert all(told == [line.number for line in room.update(SPECTATOR, 0).log] for told in lines)
            assert {found[-1].number for found in got} == {room.match.seen(SPECTATOR)}
            numbers = [[update.number for update in found] for found in got]
            assert all(found == sorted(set(found)) for found in numbers)

    run(work)


def test_who_joins_a_waiting_crowd_takes_nothing_from_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            room = await room_of(house, table)
            crowd = [await house.subscribe(None, table, SPECTATOR) for _ in range(CROWD + 1)]
            for reader in crowd:
                await drained(reader)
            await place_all(house, red, blue, table)
            assert room._crowd_waits
            room.subscribe(None, SPECTATOR, -1, 0)
            while room._crowd_waits or room._later:
                await asyncio.sleep(0)
            assert all([updates(await drained(reader)) for reader in crowd])

    run(work)


def test_a_crowd_is_counted_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.rooms.COUNTS_EVERY", 0.0)

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, _, table = await two_at_a_table(house)
            room = await room_of(house, table)
            player = await house.subscribe(red, table, 0)
            crowd = [await house.subscribe(None, table, SPECTATOR) for _ in range(CROWD + 10)]
            while room._counting is not None or room._later:
                await asyncio.sleep(0)
            await drained(player)
            for reader in crowd[:5]:
                reader.close()
            for _ in range(60):
                room.subscribe(None, SPECTATOR, -1, 0)
            assert await drained(player) == []
            while room._counting is not None or room._later:
                await asyncio.sleep(0)
            (counted,) = await drained(player)
            assert isinstance(counted, Presence)
            assert counted.spectators == CROWD + 65

    run(work)
