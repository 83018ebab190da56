"""Which rooms are open: games are opened when somebody needs them, and closed when nobody does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import structlog

from sandtable.kernel.chance import SeededChance
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.replay import reopen
from sandtable.kernel.trail import Trail
from sandtable.kernel.words import say
from sandtable.table import stored_tables
from sandtable.table.catalogue import board_of, known_game, setting_of
from sandtable.table.computers import Computers
from sandtable.table.errors import Missing, Unavailable
from sandtable.table.people import People
from sandtable.table.rooms import Room
from sandtable.table.seats import COMPUTER, Chair
from sandtable.table.store import Store
from sandtable.table.stored_tables import Row, StoredTables
from sandtable.table.turns import Turns, asker
from sandtable.table.workers import Crew

MOST_ROOMS = 100
"""How many games stay open although nobody is reading them."""
RESTING = 60.0
"""Seconds a room stays open after its last use, whatever happens."""

T = TypeVar("T")
log = structlog.get_logger("sandtable.table")


class OpenRooms:
    """The open rooms of a store."""

    def __init__(self, store: Store, people: People, crew: Crew) -> None:
        self.rooms: dict[str, Room] = {}
        self.computers = Computers(crew, self.finish)
        self._store = store
        self._people = people
        self._tables = StoredTables(store)
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._resuming: asyncio.Task[None] | None = None
        self.reopening = Turns(2, 1)
        self._closed = False
        self.choices = 0
        """How many choices have been stored since we opened."""

    # Work that must be completed

    def must_be_open(self) -> None:
        if self._closed:
            raise Unavailable("the server is closing", "come back in a moment; every game is stored")

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Complete something even if the person who asked for it leaves."""
        if self._closed:
            work.close()
        self.must_be_open()
        return await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the person who asked may be gone: the error counts as handled

    async def change(self, room: Room, work: Coroutine[Any, Any, T]) -> T:
        """Complete a change to a room, then let its computer players move."""
        if self._closed:
            work.close()
        self.must_be_open()
        return await self.finish(self._change(room, work))

    async def _change(self, room: Room, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        finally:
            if room.broken and self.rooms.get(room.id) is room:
                del self.rooms[room.id]
                room.farewell(str(say("the game is being reopened")))
            else:
                self.computers.wake(room)

    async def close(self) -> None:
        """Say goodbye, stop thinking, and let pending writes finish."""
        self._closed = True
        if self._resuming is not None:
            self._resuming.cancel()
        for room in self.rooms.values():
            room.farewell(str(say("the server is closing; the game is stored")))
        await self.computers.close(list(self.rooms.values()))
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        unsaved = [statement for room in self.rooms.values() for statement in room.unsaved()]
        with suppress(
            Unavailable
        ):  # a full disk must not stop us from closing; only the lobby's headings are at stake
            await self._store.write(*unsaved)

    # Opening

    async def room(self, table: str) -> Room:
        """The open room of a table."""
        self.must_be_open()
        room = self.rooms.get(table)
        if room is None:
            if table not in self._opening:
                opening = asyncio.create_task(self._open(table))
                self._opening[table] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table))
            room = await asyncio.shield(self._opening[table])
        room.used = time.monotonic()
        return room

    async def _open(self, table: str) -> Room:
        """Read and replay a game, in a thread because a long one takes a while."""
        row = self._tables.table(table)
        if row is None:
            raise Missing("there is no such table")
        game = known_game(row.header.game)
        chairs = self._tables.chairs(table)
        humans = [chair.side for chair in chairs if chair.kind != COMPUTER] or range(len(chairs))
        try:
            async with self.reopening.of(asker.get()):
                match, stored = await asyncio.to_thread(self._reopened, game, row, humans)
        except (SandtableError, msgspec.MsgspecError) as error:
            log.error("a game cannot be opened", table=table, reason=str(error))
            raise Unavailable(say("this game cannot be opened: {reason}", reason=str(error))) from None
        row = self._tables.table(table) or row
        return self.admit(row, match, self._tables.chairs(table), stored)

    def _reopened(self, game: Game[Any], row: Row, humans: Iterable[int]) -> tuple[Match, int]:
        """A match from the store, and how many of its records are stored."""
        journal = self._tables.journal(row)
        match = reopen(game, journal, humans, chance=SeededChance(row.header.game_id, row.seed))
        match.presses = Trail(self._tables.presses(row.id))
        match.ways = self._tables.ways(row.id)
        return match, len(journal.records)

    def admit(self, row: Row, match: Match, chairs: list[Chair], stored: int) -> Room:
        """Open a room for a match that is in the store."""
        board = board_of(*setting_of(match))
        room = Room(row, match, board, chairs, stored, self._store, self._people)
        room.orders = self._tables.orders(row.id)
        room.played = self._count
        self.rooms[row.id] = room
        self._close_some()
        self.computers.wake(room)
        return room

    def _count(self, choices: int) -> None:
        self.choices += choices

    def _close_some(self) -> None:
        """If there are too many rooms, close those that have been idle the longest."""
        rested = time.monotonic() - RESTING
        idle = [room for room in self.rooms.values() if room.idle() and room.used < rested]
        for room in sorted(idle, key=lambda room: room.used)[: max(0, len(self.rooms) - MOST_ROOMS)]:
            del self.rooms[room.id]
            if unsaved := room.unsaved():
                self._begin(self._store.write(*unsaved))

    async def make(self, row: Row, match: Match, chairs: list[Chair]) -> Room:
        """Store a new table, then open its room."""
        records = await asyncio.to_thread(stored_tables.new_records, row.id, match.records)
        await self._store.write(
            stored_tables.new_table(row, match.result is not None),
            *records,
            *(stored_tables.put_chair(row.id, chair) for chair in chairs),
        )
        return self.admit(row, match, chairs, match.number)

    # Resuming

    def resume(self) -> None:
        """Open the games in which a computer player is to move, one after the other, while everything else goes
        on."""
        self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        for table in self._tables.for_computers():
            try:
                await self.room(table)
            except SandtableError as error:
                log.warning("a game was not resumed", table=table, reason=str(error))

    def person_changed(self, old: str, new: str) -> None:
        for room in self.rooms.values():
            room.person_changed(old, new)
