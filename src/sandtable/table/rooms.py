"""A room: one open game, with its seats, its readers, and the only way to change it.

A change is played on a fork of the match, committed, then swapped in, published and acknowledged, under the room's
lock. A commit that fails leaves the old match in place, and nobody has seen the new one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec

from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.journal import ChoiceRecord
from sandtable.kernel.match import Match
from sandtable.kernel.orders import StandingOrder
from sandtable.kernel.scene import Board
from sandtable.kernel.words import say
from sandtable.players.registry import player_info
from sandtable.table import stored_tables
from sandtable.table.errors import Missing, Unavailable
from sandtable.table.forced import make_forced
from sandtable.table.memories import Memories
from sandtable.table.messages import (
    ChatLine,
    Chatted,
    Moments,
    Presence,
    Pushed,
    SeatInfo,
    TableCard,
    Update,
    encode,
)
from sandtable.table.orders import play_on
from sandtable.table.people import People, Person
from sandtable.table.seats import COMPUTER, Chair, Seating, note_seat
from sandtable.table.store import Statement, Store
from sandtable.table.stored_tables import Outcome, Row, StoredTables, Summary, Ticket
from sandtable.table.subscriptions import Subscription
from sandtable.table.updates import ending_of, moments_of, scene_of, update_for

SHORTEST_KEY, LONGEST_KEY = 8, 64
CROWD = 5
"""More spectators than this are a crowd, whom we tell after everybody else."""
GROUP = 10
"""How many of a crowd are told before we look after somebody else."""
LONG = 100
"""Records whose log takes a while to tell."""
HEAD_START = 0.02
"""Seconds in which whoever played is answered, before the crowd is told."""
COUNTS_EVERY = 1.0
"""Seconds between two counts of a crowd."""
MOST_UPDATES = 32
"""Updates of one moment, kept for the next reader who needs them."""
KEPT_LONG = 10.0
"""Seconds for which what is long is kept: whole logs, and the moments of a whole game."""


def ticket_for(side: int, key: str, request: object) -> Ticket:
    """The ticket that lets this request be carried out only once."""
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        limits = {"least": SHORTEST_KEY, "most": LONGEST_KEY}
        raise Malformed(say("the key of a request must have {least} to {most} plain characters", **limits))
    return Ticket(side, key, sha256(encode(request)).digest())


def summary_of(match: Match, board: Board) -> Summary:
    """What the lobby shows, as spectators see it."""
    return Summary(match.actor(), scene_of(match, board, SPECTATOR).heading, ending_of(match))


class Room:
    """One open game. `match` is the truth; everything that leaves the room is made by `updates`."""

    def __init__(
        self,
        row: Row,
        match: Match,
        board: Board,
        chairs: Sequence[Chair],
        stored: int,
        store: Store,
        people: People,
    ) -> None:
        self.id = row.id
        self.row = row
        self.owner = row.owner
        self.match = match
        self.board = board
        self.chairs = list(chairs)
        self.lock = asyncio.Lock()
        self.readers: list[Subscription] = []
        self.thinking = False
        self.stand_ins: dict[int, str] = {}
        """By side, the stand-in for a computer player that failed."""
        self.stopped = ""
        """Why the game does not go on, although nobody has won; empty if it does."""
        self.memories = Memories()
        self.orders: dict[int, tuple[StandingOrder, ...]] = {}
        """The standing orders of each side."""
        self.thinker: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.broken = False
        """Is the store no longer what we think it is? If so, the room must be reopened."""
        self._stored = stored
        self._store = store
        self._tables = StoredTables(store)
        self._people = people
        self._chat_number = self._tables.last_chat(self.id)
        self._shown: dict[int, tuple[object, ...]] = {}
        self._updates: tuple[Match, dict[tuple[int, int], Update]] = (match, {})
        self._moments: tuple[Match, dict[int, Moments]] = (match, {})
        self._loop = asyncio.get_running_loop()
        self._forgetting: asyncio.TimerHandle | None = None
        self._headed: tuple[Match | None, str] = (None, "")
        self._presence: tuple[object, ...] = ()
        self._counting: asyncio.TimerHandle | None = None
        self._later: deque[tuple[Subscription, Callable[[Subscription], None]]] = deque()
        """The crowd, and what each of them is still to be told."""
        self._crowd_waits = False
        """Has something happened that the crowd has not been shown?"""
        self._telling: asyncio.Task[None] | None = None
        self.played: Callable[[int], None] = lambda choices: None
        """Called with the number of choices stored."""

    # Who is here

    def holds(self, person: str, side: int) -> bool:
        return 0 <= side < len(self.chairs) and self.chairs[side].person == person

    def over(self) -> bool:
        return self.match.result is not None

    def sides_of(self, person: Person | None) -> tuple[int, ...]:
        """The sides this person plays."""
        return tuple(chair.side for chair in self.chairs if person is not None and chair.person == person.id)

    def seated(self, person: str) -> bool:
        """Does this person have any seat?"""
        return any(chair.person == person for chair in self.chairs)

    def check_side(self, side: int) -> None:
        if not SPECTATOR <= side < len(self.chairs):
            raise Missing(say("there is no side {side}", side=side))

    def computer_to_move(self) -> int | None:
        """The side that decides now, if a computer player has it."""
        actor = self.match.actor()
        waits = self.match.disputed is None and actor >= 0 and self.chairs[actor].kind == COMPUTER
        return actor if waits and not self.stopped else None

    def player_of(self, side: int) -> str:
        """The computer player of a seat, or its stand-in."""
        return self.stand_ins.get(side, self.chairs[side].player)

    def seats_for(self, person: Person | None) -> tuple[SeatInfo, ...]:
        """The seats as somebody sees them."""
        mine = person.id if person is not None else None
        return tuple(self._seat(chair, mine) for chair in self.chairs)

    def _seat(self, chair: Chair, mine: str | None) -> SeatInfo:
        computer = chair.kind == COMPUTER
        return SeatInfo(
            side=chair.side,
            side_name=self.match.game.sides[chair.side],
            kind=chair.kind,
            name=self._computer_name(chair.side) if computer else self._name(chair.person),
            yours=mine is not None and chair.person == mine,
            online=computer or (chair.person is not None and self.is_here(chair.person)),
            thinking=computer and self.thinking and chair.side == self.match.actor(),
            called=chair.called or 0.0,
            returnable=mine is not None and chair.person is None and chair.former == mine,
            exposed=chair.exposed and chair.person != self.owner,
        )

    def _computer_name(self, side: int) -> str:
        return player_info(self.match.game, self.player_of(side)).title

    def _name(self, person: str | None) -> str:
        return "" if person is None else self._people.name_of(person)

    def is_here(self, person: str) -> bool:
        """Does this person have the page of the table open?"""
        return any(reader.person is not None and reader.person.id == person for reader in self.readers)

    def heading(self) -> str:
        """The heading that spectators see above the board; made once for each state of the match."""
        if self._headed[0] is not self.match:
            self._headed = self.match, summary_of(self.match, self.board).heading
        return self._headed[1]

    def card(self, person: Person | None) -> TableCard:
        """The game as the lobby shows it."""
        match, game = self.match, self.match.game
        actor = match.actor()
        return TableCard(
            id=self.id,
            game=game.id,
            title=game.title,
            scenario=game.scenario(match.header.scenario).title,
            seats=self.seats_for(person),
            heading=self.heading(),
            actor=actor,
            your_turn=actor in self.sides_of(person),
            ending=ending_of(match),
            changed=self.row.changed,
        )

    # The only way to change it

    async def change(self, alter: Callable[[Match], Outcome], ticket: Ticket | None = None) -> Outcome:
        """Play on a fork, commit, swap in, publish. A repeated ticket gets the same result again."""
        async with self.lock:
            if ticket is not None and (before := self._answered(ticket)) is not None:
                return before
            fork = self.match.fork()
            outcome = self._press(fork, alter(fork))
            if self.match.disputed is not None:
                play_on(fork, self.orders, self._people_at_the_table())
            answers = [stored_tables.new_answer(self.id, ticket, outcome)] if ticket is not None else []
            await self._swap(fork, answers)
            self.publish()
            return outcome

    def _press(self, fork: Match, outcome: Outcome) -> Outcome:
        """What has been played, and the forced choices that follow, belong together: undo takes them back whole.
        Computer players make their forced choices themselves."""
        if not outcome.played:
            return outcome
        first = self.match.number + 1
        record = fork.records[first - 1]
        assert isinstance(record, ChoiceRecord)
        people = self._people_at_the_table()
        make_forced(fork, record.side, people)
        last = fork.number
        fork.presses.append((first, last))
        played = outcome.played + play_on(fork, self.orders, people).get(record.side, 0)
        number = fork.seen(record.side)
        return msgspec.structs.replace(outcome, number=number, played=played, first=first, last=last)

    def _people_at_the_table(self) -> list[int]:
        """The sides that people play."""
        return [chair.side for chair in self.chairs if chair.kind != COMPUTER]

    async def leave_orders(self, side: int, check: Callable[[], None], orders: tuple[StandingOrder, ...]) -> None:
        """Keep a side's standing orders; `check` is called under the lock and may refuse."""
        async with self.lock:
            check()
            await self._commit([stored_tables.put_orders(self.id, side, orders)])
            self.orders[side] = orders

    async def call_off(self, side: int, check: Callable[[], None]) -> None:
        """Forget the rest of a side's way; `check` is called under the lock and may refuse."""
        async with self.lock:
            check()
            fork = self.match.fork()
            if fork.ways.pop(side, None) is not None:
                await self._swap(fork, [])
                self.publish()

    async def reseat(self, choose: Callable[[], Seating]) -> Chair:
        """Change a seat, and note it in the journal. `choose` is called under the lock and may refuse."""
        async with self.lock:
            seating = choose()
            chair = seating.chair
            fork = self.match.fork()
            note_seat(fork, seating)
            statements = [stored_tables.put_chair(self.id, chair)]
            changes_hands = chair.person != self.chairs[chair.side].person
            if changes_hands:
                statements.append(stored_tables.put_orders(self.id, chair.side, ()))
                fork.ways.pop(chair.side, None)
            await self._swap(fork, statements)
            self.chairs[chair.side] = chair
            if changes_hands:
                self.orders.pop(chair.side, None)
            self.stand_ins.pop(chair.side, None)
            self.stopped = ""
            self.memories.drop(chair.side)
            self.publish()
            return chair

    async def _swap(self, fork: Match, statements: Sequence[Statement]) -> None:
        """Commit what the fork has added; then it becomes the match."""
        records = fork.records[self._stored :]
        now = time.time() if self._shows(fork) else self.row.changed
        summary = Summary(fork.actor(), self._heading_to_store(fork), ending_of(fork))
        changed = stored_tables.changed_table(self.id, summary, now)
        ways = stored_tables.put_ways(self.id, self.match.ways, fork.ways)
        await self._commit([*stored_tables.new_records(self.id, records), changed, *ways, *statements])
        self.match, self._stored = fork, fork.number
        self.row = msgspec.structs.replace(self.row, changed=now, summary=summary)
        self.played(sum(isinstance(record, ChoiceRecord) for record in records))

    def _shows(self, fork: Match) -> bool:
        """Can everybody see that something has changed? Only then does the time that the lobby shows move on."""
        before = self.match
        return (before.seen(SPECTATOR), before.actor()) != (fork.seen(SPECTATOR), fork.actor())

    def _heading_to_store(self, fork: Match) -> str:
        """The heading after a change. It is costly, so it is made again only when another side decides or the turn
        passes."""
        before, game = self.match, self.match.game
        same = before.actor() == fork.actor() and game.turn(before.state) == game.turn(fork.state)
        return self.row.summary.heading if same else summary_of(fork, self.board).heading

    def unsaved(self) -> list[Statement]:
        """The statements that bring the lobby's card up to date before the room is closed."""
        summary = msgspec.structs.replace(self.row.summary, heading=self.heading())
        stale = summary != self.row.summary
        return [stored_tables.changed_table(self.id, summary, self.row.changed)] if stale else []

    def _answered(self, ticket: Ticket) -> Outcome | None:
        before = self._tables.answer(self.id, ticket)
        if before is None:
            return None
        if before.request != ticket.request:
            raise Malformed("this key was used for another request", "make a new key for each request")
        return before.outcome

    async def _commit(self, statements: Sequence[Statement]) -> None:
        try:
            await self._store.write(*statements)
        except sqlite3.IntegrityError:
            self.broken = True
            raise Unavailable("the game was changed elsewhere", "try again") from None

    # Talk

    async def talk(self, person: Person, text: str) -> None:
        """Store a chat message, then send it to everybody."""
        self._chat_number += 1
        sides = self.sides_of(person)
        side = sides[0] if len(sides) == 1 else SPECTATOR
        line = ChatLine(self._chat_number, person.name, side, text, time.time())
        await self._commit([stored_tables.new_chat(self.id, line)])
        self._tell(self.readers, lambda reader: reader.hear(line))

    def talk_after(self, number: int) -> Chatted:
        return Chatted(self._tables.chat(self.id, number))

    # What is pushed

    def update(self, side: int, after: int) -> Update:
        """The scene now, with the log after a number; made once for everybody who has seen the same. A thread may
        ask for it while the game goes on."""
        match = self.match
        if self._updates[0] is not match:
            self._updates = match, {}
        made = self._updates[1]
        found = made.get((side, after))
        if found is None:
            if len(made) >= MOST_UPDATES:
                made.clear()
            update = update_for(match, self.board, side, after)
            if not self.can_undo(side):
                update = msgspec.structs.replace(update, undo=-1, reset=-1)
            found = made[side, after] = self._told(update)
            if len(found.log) > LONG:
                self._loop.call_soon_threadsafe(self._forget_later)
        return found

    def _forget_later(self) -> None:
        """What is long is soon forgotten: it takes more memory than the game itself."""
        if self._forgetting is None:
            self._forgetting = self._loop.call_later(KEPT_LONG, self.forget_long)

    def forget_long(self) -> None:
        self._forgetting = None
        self._moments = self.match, {}
        made = self._updates[1]
        for key in [key for key, update in list(made.items()) if len(update.log) > LONG]:
            made.pop(key, None)

    def takes_long(self, side: int, after: int) -> bool:
        """Would an update with the log after a number hold everybody up?"""
        number = self.match.seen(side)
        return number - (after if 0 <= after <= number else 0) > LONG

    def moments(self, side: int) -> Moments:
        """The moments that can be replayed; made once for everybody on a side."""
        match = self.match
        if self._moments[0] is not match:
            self._moments = match, {}
        made = self._moments[1]
        if side not in made:
            made[side] = moments_of(match, side)
            self._loop.call_soon_threadsafe(self._forget_later)
        return made[side]

    def can_undo(self, side: int) -> bool:
        """May this side still undo? Where choices may be hidden, not after the decision has passed to somebody
        else: whether undo still worked would tell whether they have chosen."""
        actor = self.match.actor()
        if not self.match.secrets or actor in (side, OVER):
            return True
        holder = self.chairs[side].person if side >= 0 else None
        return holder is not None and self.holds(holder, actor)

    def _told(self, update: Update) -> Update:
        """The update, with a word about why the game has stopped."""
        if not self.stopped:
            return update
        scene = msgspec.structs.replace(update.scene, prompt=self.stopped, rule="", buttons=())
        return msgspec.structs.replace(update, scene=scene)

    def stop(self, reason: str) -> None:
        """The game cannot go on; everybody at the table is told why."""
        self.stopped = reason
        self._updates = self.match, {}
        self.publish()

    def subscribe(self, person: Person | None, side: int, after: int, chat_after: int) -> Subscription:
        """A new reader, who is sent everything there is to know at once."""
        if side == SPECTATOR and self._crowd_waits:
            self._show(SPECTATOR)
        reader = Subscription(person, side, chat_after, self._afresh)
        reader.closed = self._gone
        self.readers.append(reader)
        update, talk, presence = self._news(reader, after)
        self._shown[side] = _look(update)
        reader.push(update)
        reader.push(talk)
        if not self.publish_presence():
            reader.push(presence)
        return reader

    def _afresh(self, reader: Subscription) -> Sequence[Pushed]:
        return self._news(reader, -1)

    def _news(self, reader: Subscription, after: int) -> tuple[Update, Chatted, Presence]:
        talk = self.talk_after(reader.chat_number)
        return self.update(reader.side, after), talk, self._presence_of(self._seat_holder(reader))

    def _gone(self, reader: Subscription) -> None:
        if reader in self.readers:
            self.readers.remove(reader)
            self.publish_presence()

    def publish(self) -> None:
        """Push what is new to every side that can see something new; to the others, even a push would be a
        hint."""
        self._turn_away()
        for side in {reader.side for reader in self.readers}:
            if side == SPECTATOR and self._spectators() > CROWD:
                self._crowd_waits = True
                self._see_to_the_crowd()
            else:
                self._show(side)
        self.publish_presence()

    def _show(self, side: int) -> None:
        if side == SPECTATOR:
            self._crowd_waits = False
        readers = [reader for reader in self.readers if reader.side == side]
        if not readers:
            return
        look = _look(self.update(side, readers[0].number))
        if look != self._shown.get(side):
            self._shown[side] = look
            self._tell(readers, self._bring_up)

    def _bring_up(self, reader: Subscription) -> None:
        """Push the game as it is now, unless this reader has been told already."""
        update, edition = self.update(reader.side, reader.number), self._updates[1]
        if reader.told is not edition:
            reader.told = edition
            reader.push(update)

    def _tell(self, readers: Sequence[Subscription], tell: Callable[[Subscription], None]) -> None:
        """Tell everybody: players and a few others at once, a crowd in small groups, so that whoever plays need
        not wait until all are told."""
        crowd = [reader for reader in readers if reader.side == SPECTATOR][CROWD:]
        later = set(crowd)
        for reader in readers:
            if reader not in later:
                tell(reader)
        self._later.extend((reader, tell) for reader in crowd)
        if self._later:
            self._see_to_the_crowd()

    def _see_to_the_crowd(self) -> None:
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_the_crowd())

    async def _tell_the_crowd(self) -> None:
        """What happens in quick succession is shown to the crowd at once."""
        await asyncio.sleep(HEAD_START)
        while self._crowd_waits or self._later:
            if self._crowd_waits:
                self._show(SPECTATOR)
            await asyncio.sleep(0)
            for reader, tell in [self._later.popleft() for _ in range(min(GROUP, len(self._later)))]:
                tell(reader)

    def publish_presence(self) -> bool:
        """Push who is here, if that has changed; the comings and goings of a crowd only now and then."""
        self._turn_away()
        holders = [(chair.person, chair.former) for chair in self.chairs]
        present = (self.seats_for(None), holders, self.row.rematch, self._spectators())
        if present == self._presence:
            return False
        if len(self.readers) > CROWD and present[:-1] == self._presence[:-1]:
            self._count_later()
            return False
        self._publish_presence(present)
        return True

    def _publish_presence(self, present: tuple[object, ...]) -> None:
        self._presence = present
        made = {person: self._presence_of(person) for person in (*self._seated(), None)}
        self._tell(self.readers, lambda reader: reader.push(made[self._seat_holder(reader)]))

    def _count_later(self) -> None:
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(COUNTS_EVERY, self._count)

    def _count(self) -> None:
        self._counting = None
        present = (*self._presence[:-1], self._spectators())
        if present != self._presence:
            self._publish_presence(present)

    def _seated(self) -> set[str]:
        """Those who have a seat, or may come back to one."""
        return {person for chair in self.chairs for person in (chair.person, chair.former) if person is not None}

    def _seat_holder(self, reader: Subscription) -> str | None:
        """The reader, if one of the seats is or was theirs: everybody else sees the same."""
        person = reader.person.id if reader.person is not None else None
        return person if person in self._seated() else None

    def _turn_away(self) -> None:
        """Say goodbye to readers who have lost the seat they were reading from."""
        for reader in self.readers[:]:
            if reader.side >= 0 and not (reader.person and self.holds(reader.person.id, reader.side)):
                self.readers.remove(reader)
                reader.end(str(say("you no longer have this seat")))

    def _spectators(self) -> int:
        return sum(reader.side == SPECTATOR for reader in self.readers)

    def _presence_of(self, person: str | None) -> Presence:
        return Presence(
            tuple(self._seat(chair, person) for chair in self.chairs), self._spectators(), self.row.rematch
        )

    def farewell(self, reason: str) -> None:
        """The room is closing."""
        for reader in self.readers[:]:
            reader.end(reason)
        self.readers.clear()

    def person_changed(self, old: str, new: str) -> None:
        """Somebody has a new name, or logged in and is now somebody else; but never on both sides of a game."""
        holders = {one for chair in self.chairs for one in (chair.person, chair.former)}
        if old != new and {old, new} <= holders:
            return
        self.owner = new if self.owner == old else self.owner
        now = {old: new}
        self.chairs = [
            msgspec.structs.replace(
                chair,
                person=chair.person and now.get(chair.person, chair.person),
                former=chair.former and now.get(chair.former, chair.former),
            )
            for chair in self.chairs
        ]
        self.publish_presence()

    def idle(self) -> bool:
        """Does nobody need this room in memory?"""
        thinks = self.thinker is not None and not self.thinker.done()
        return not self.readers and not self.lock.locked() and not thinks


def _look(update: Update) -> tuple[object, ...]:
    """What a reader would notice: nothing that the other side does in secret, even if it ends undo."""
    return update.number, update.scene, update.offers, update.ending, update.way
