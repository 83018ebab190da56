"""The house: all tables of one data directory. This is all a server needs to know of `table`.

    house = await House.open(directory)      # Unavailable if another server uses the directory
    house.people                             # `People`: guests, accounts, sessions
    await house.close()

Everything else is a coroutine of `House`; `side` is the number of a side, or SPECTATOR (-1):

    catalogue()  guide(game) -> bytes  rulebook(game) -> bytes  clauses(game, paragraph)  sequence(game)
    lobby(person)  create(person, NewTable)  import_game(person, bytes)
    info(person, table)  board(person, table) -> bytes  update(person, table, side, after=-1)
    play(person, table, Run)  undo(person, table, Undo)  act(person, table, Act)  talk(person, table, Talk)
    overhear(person, table, after=0)
    orders(person, table, side)  leave_orders(person, table, LeaveOrders)  call_off(person, table, CallOff)
    preview(person, table, Preview)  ask(person, table, Ask)  why(person, table, WhyNot)
    moments(person, table, side)  moment(person, table, side, number)  export(person, table, side=-1)
    share(person, table, Share)  shared(secret)
    claim(person, Secret)  sit(person, table, side)  leave(person, table, side)
    change_seat(person, table, side, SeatChange)  invite(person, table, side)
    call(person, table, side)  vacate(person, table, side)
    rematch(person, table, Rematch)  hide(person, table, Hide)
    subscribe(person, table, side, after=-1, chat_after=0) -> Subscription: `async for`, and `close()`
    check(), and without await: figures() and watch_commits(told), for health and metrics

`person` is the person asking, or None for a visitor without a session, who is a spectator. Every method may raise
a `SandtableError`: Malformed, Illegal (with .rule), Stale or NotYourTurn from the kernel, Denied, Missing, TooMuch
or Unavailable from `table.errors`. `after` is the last number the client has seen, or -1 for none.

A client that gets an Update drops its log lines from `log_from` on and then adds those of `log`: after an undo,
this removes what was taken back. The Update of a moment is different: its `log` holds what happened at that
moment. A Done says that the change is stored. A client that repeats a key gets the same result, and the change
is made only once. The Done of a run or an undo also holds a current Update, with the log after `expected`. A
subscription begins with an Update, a Chatted and a Presence. What a side cannot see is never pushed to it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from msgspec.structs import replace

from sandtable.kernel.chance import SeededChance
from sandtable.kernel.charts import charts_for
from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.journal import ChoiceRecord, Journal
from sandtable.kernel.match import Match
from sandtable.kernel.orders import check_orders
from sandtable.kernel.replay import reopen
from sandtable.kernel.scene import Answer
from sandtable.kernel.seat import Seat
from sandtable.kernel.sequence import Sequence
from sandtable.kernel.words import Message, say
from sandtable.table import archive, catalogue, groups, questions, seating, stored_tables, updates
from sandtable.table.computers import answer_for_computers
from sandtable.table.errors import Denied, Missing, TooMuch
from sandtable.table.limits import Window
from sandtable.table.lobby import stored_card
from sandtable.table.messages import (
    Act,
    Ask,
    Because,
    CallOff,
    Charts,
    Chatted,
    Claimed,
    Done,
    GameCard,
    Hide,
    Invitation,
    LeaveOrders,
    Lobby,
    Made,
    Moments,
    NewSeat,
    NewTable,
    Orders,
    Preview,
    Previewed,
    Rematch,
    RuleClause,
    Run,
    SeatChange,
    Secret,
    Share,
    Shared,
    SharedMoment,
    TableCard,
    TableInfo,
    Talk,
    Undo,
    Update,
    WhyNot,
)
from sandtable.table.names import checked_talk
from sandtable.table.open_rooms import OpenRooms
from sandtable.table.orders import orders_of
from sandtable.table.people import People, Person
from sandtable.table.permissions import demand
from sandtable.table.rooms import Room, summary_of, ticket_for
from sandtable.table.safekeeping import free_bytes
from sandtable.table.seats import COMPUTER, HERE, LINK, Chair, Seating, chairs_for
from sandtable.table.store import Store
from sandtable.table.stored_tables import Outcome, Row, StoredTables
from sandtable.table.subscriptions import Subscription
from sandtable.table.turns import Turns, asker
from sandtable.table.workers import THINK, Crew

__all__ = ["House", "Subscription"]

P = ParamSpec("P")
R = TypeVar("R")

PLAYERS_ACTS = frozenset(
    {
        "resign",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "ask-take-back",
        "grant-take-back",
        "deny-take-back",
        "accept-rules",
    }
)
"""Table acts that players may do; those about seats are recorded by the house."""
MOST_TABLES = 200
"""The most tables one person may make."""
MOST_OPEN_OF_GUEST = 50
"""The most of them that may be unfinished if that person is a guest."""
MOST_PREVIEWS = 20
"""Previews of one person that may be waiting."""
MOST_IMPORTS = 3
"""Saved games of one person that may be waiting to be opened."""


class House:
    """Every table of a data directory. Made by `open`."""

    def __init__(self, store: Store, crew: Crew, test_games: bool = False) -> None:
        self.people = People(store, sides=catalogue.sides)
        self._test_games = test_games
        """Does the lobby show games that are there for tests only?"""
        self._store = store
        self._tables = StoredTables(store)
        self._rooms = OpenRooms(store, self.people, crew)
        self.people.changed = self._rooms.person_changed
        self._talking = Window(5, 10)
        self._sharing = Window(60, 600)
        self._moving = Window(40, 600)
        self._reading = Turns(1)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._previewing = Turns(1)
        self._previews = ThreadPoolExecutor(1, thread_name_prefix="previews")
        self._importing = Turns(2, 1)  # whoever is the second to open a file need not wait for the first

    @classmethod
    async def open(
        cls,
        directory: Path,
        *,
        workers: int | None = None,
        think_limit: float = THINK,
        crew: Crew | None = None,
        test_games: bool = False,
    ) -> House:
        """Open a data directory, creating it if missing, and resume games in which a computer player is to
        move."""
        store = await asyncio.to_thread(Store, directory)
        house = cls(store, crew or Crew(workers, think_limit), test_games)
        await house.people.sweep()
        house._rooms.resume()
        return house

    async def close(self) -> None:
        """Say goodbye to all readers, stop the computer players, close the store. Without it nothing is lost
        either."""
        await self._rooms.close()
        self._thread.shutdown(wait=False)
        self._previews.shutdown(wait=False)
        await asyncio.to_thread(self._store.close)

    async def check(self) -> None:
        """Raise Unavailable unless games can be stored and read."""
        self._rooms.must_be_open()
        await self._store.check()

    def watch_commits(self, committed: Callable[[float], None]) -> None:
        """Report how long each commit takes, from the writer's thread."""
        self._store.committed = committed

    def figures(self) -> dict[str, float]:
        """Current figures by name, for metrics; those that only grow are totals."""
        rooms, crew = self._rooms.rooms.values(), self._rooms.computers.crew
        return {
            "rooms": len(rooms),
            "readers": sum(len(room.readers) for room in rooms),
            "choices_total": self._rooms.choices,
            "commits_total": self._store.commits,
            "computers_thinking": crew.busy,
            "worker_restarts_total": crew.replaced,
            "free_disk_bytes": free_bytes(self._store.path.parent),
        }

    async def _room(self, person: Person | None, table: str, side: int, verb: str) -> Room:
        """The room, if this person may do this there as this side."""
        room = await self._rooms.room(table)
        room.check_side(side)
        demand(person, room, side, verb)
        if person is not None and side >= 0 and room.holds(person.id, side) and room.chairs[side].called:
            await self._rooms.change(room, room.reseat(lambda: seating.returned(room, side)))
        return room

    async def aside(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Do something that takes a while in a thread, one thing at a time, in turn for everybody who asks. Those
        who play do not wait for it."""
        async with self._reading.of(asker.get()):
            self._rooms.must_be_open()
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(work, *given, **named))

    # The catalogue

    async def catalogue(self) -> tuple[GameCard, ...]:
        return catalogue.game_cards(self._test_games)

    async def guide(self, game: str) -> bytes:
        """The encoded Guide; equal bytes for equal guides."""
        return await self.aside(catalogue.encoded_guide, game)

    async def rulebook(self, game: str) -> bytes:
        """The encoded Rulebook; equal bytes for equal rulebooks."""
        return catalogue.encoded_rulebook(game)

    async def clauses(self, game: str, paragraph: str) -> tuple[RuleClause, ...]:
        """The clauses of a paragraph, in our words."""
        return catalogue.clauses_of(game, paragraph)

    async def sequence(self, game: str) -> Sequence:
        """The sequence of play of a game, in words."""
        return catalogue.sequence_of(game)

    async def charts_before_play(self, game: str, scenario: str) -> Charts:
        """The charts of a scenario as everybody sees them before it begins."""
        return await self.aside(catalogue.charts_at_start, game, scenario)

    # Tables

    async def lobby(self, person: Person | None) -> Lobby:
        self._rooms.must_be_open()
        return await self.aside(self._lobby, person)

    def _lobby(self, person: Person | None) -> Lobby:
        mine = self._shown(self._tables.mine(person.id)) if person else []
        hidden = self._tables.hidden(person.id) if person else set()
        ours = {row.id for row in mine}
        others = [row for row in self._shown(self._tables.with_open_seats()) if row.id not in ours]
        cards = (replace(self._card(row, person), hidden=row.id in hidden) for row in mine)
        return Lobby(tuple(cards), tuple(self._card(row, person) for row in others))

    async def hide(self, person: Person, table: str, hide: Hide) -> None:
        """Hide a finished game from a person's lobby, or show it again."""
        room = await self._room(person, table, SPECTATOR, "hide")
        if hide.hidden and not room.over():
            raise Denied("only a finished game can be hidden")
        await self._rooms.finish(self._store.write(stored_tables.put_hidden(table, person.id, hide.hidden)))

    def _shown(self, rows: list[Row]) -> list[Row]:
        """The tables that a lobby shows; a game that is no longer installed is not known to be for tests."""
        tests = set() if self._test_games else catalogue.test_games()
        return [row for row in rows if row.header.game not in tests]

    def _card(self, row: Row, person: Person | None) -> TableCard:
        room = self._rooms.rooms.get(row.id)
        return room.card(person) if room else stored_card(row, self._tables, self.people, person)

    async def create(self, person: Person, wanted: NewTable) -> Made:
        """A new table with its dice; the links to its seats are given here and never again."""
        self._rooms.must_be_open()
        game = catalogue.known_game(wanted.game)
        chairs, invitations = chairs_for(game, wanted.seats, person.id)
        return Made(await self._begin(person, game, wanted, chairs), tuple(invitations))

    async def _begin(self, person: Person, game: Game[Any], wanted: NewTable, chairs: list[Chair]) -> str:
        """A new table with these seats; its id."""
        table, seed = secrets.token_hex(16), secrets.token_bytes(32)
        dice = SeededChance(table, seed)
        match = Match.start(game, wanted.scenario, wanted.options, chance=dice, game_id=table)
        await self._make(person, table, seed, match, chairs)
        return table

    async def rematch(self, person: Person, table: str, rematch: Rematch) -> Made:
        """The same scenario again with the same players, whose seats are kept for them. Whoever asks second is led
        to the same table."""
        room = await self._room(person, table, SPECTATOR, "rematch")
        return await self._rooms.finish(self._rematch(person, room, rematch))

    async def _rematch(self, person: Person, room: Room, rematch: Rematch) -> Made:
        async with room.lock:
            demand(person, room, SPECTATOR, "rematch")
            if not room.over():
                raise Denied("the game is not over yet")
            if room.row.rematch:
                return Made(room.row.rematch, ())
            header = room.match.header
            chairs, invitations = seating.again(room.chairs, person, rematch.swap)
            wanted = NewTable(header.game, header.scenario, header.options)
            made = await self._begin(person, room.match.game, wanted, chairs)
            await self._store.write(stored_tables.new_rematch(room.id, made))
            room.row = replace(room.row, rematch=made)
            room.publish_presence()
            return Made(made, tuple(invitations))

    async def _make(self, person: Person, table: str, seed: bytes, match: Match, chairs: list[Chair]) -> None:
        if self._tables.owned(person.id) >= MOST_TABLES:
            raise TooMuch(say("you can have at most {most} tables", most=MOST_TABLES))
        if not person.account and self._tables.owned(person.id, unfinished=True) >= MOST_OPEN_OF_GUEST:
            raise TooMuch(
                say("a guest can have {most} unfinished games", most=MOST_OPEN_OF_GUEST),
                "finish or resign some of them, or make an account",
            )
        now = time.time()
        summary = summary_of(match, catalogue.board_of(*catalogue.setting_of(match)))
        row = Row(table, match.header, seed, person.id, now, now, summary)
        await self._rooms.finish(self._rooms.make(row, match, chairs))

    async def info(self, person: Person | None, table: str) -> TableInfo:
        room = await self._room(person, table, SPECTATOR, "info")
        match, header = room.match, room.match.header
        return TableInfo(
            card=room.card(person),
            yours=room.sides_of(person),
            owner=person is not None and room.owner == person.id,
            secrets=match.secrets,
            options=header.options,
            commitment=header.commitment,
            seed=room.row.seed.hex() if room.over() else "",
            disputed="" if match.disputed is None else str(_dispute(match)),
            rematch=room.row.rematch,
            orders=bool(match.game.orders),
        )

    async def board(self, person: Person | None, table: str) -> bytes:
        """The encoded Board; equal bytes for equal boards."""
        room = await self._room(person, table, SPECTATOR, "board")
        return catalogue.encoded_board(*catalogue.setting_of(room.match))

    # Playing

    async def update(self, person: Person | None, table: str, side: int, after: int = -1) -> Update:
        room = await self._room(person, table, side, "update")
        if room.takes_long(side, after):
            return await self.aside(room.update, side, after)
        return room.update(side, after)

    async def play(self, person: Person, table: str, run: Run) -> Done:
        """Play a run; it is stored when this returns. A repeated key gets the same answer and is played only
        once."""
        room = await self._room(person, table, run.side, "play")

        def alter(match: Match) -> Outcome:
            demand(person, room, run.side, "play")
            if run.whole:
                groups.check_whole(match, room.board, run)
            records = match.play(run.side, run.run, run.expected, goes_on=run.goes_on)
            return Outcome(match.seen(run.side), sum(isinstance(record, ChoiceRecord) for record in records))

        outcome = await self._rooms.change(room, room.change(alter, ticket_for(run.side, run.key, run)))
        return Done(outcome.number, outcome.played, room.update(run.side, run.expected))

    async def call_off(self, person: Person, table: str, wanted: CallOff) -> Done:
        """Forget the rest of one's way, which waits until another side has decided."""
        room = await self._room(person, table, wanted.side, "play")
        check = partial(demand, person, room, wanted.side, "play")
        await self._rooms.finish(room.call_off(wanted.side, check))
        return Done(room.match.seen(wanted.side), 0, room.update(wanted.side, -1))

    async def undo(self, person: Person, table: str, undo: Undo) -> Done:
        room = await self._room(person, table, undo.side, "undo")

        def alter(match: Match) -> Outcome:
            demand(person, room, undo.side, "undo")
            if not room.can_undo(undo.side):
                raise Denied("you cannot undo: it is the other side's decision", "ask for a take-back")
            match.undo(undo.side, undo.to, undo.expected)
            return Outcome(match.seen(undo.side), 0)

        outcome = await self._rooms.change(room, room.change(alter, ticket_for(undo.side, undo.key, undo)))
        return Done(outcome.number, outcome.played, room.update(undo.side, undo.expected))

    async def act(self, person: Person, table: str, act: Act) -> Done:
        """A table act; a computer opponent answers an offer or a request at once."""
        room = await self._room(person, table, act.side, "act")
        if act.act not in PLAYERS_ACTS or (act.value and act.act != "ask-take-back"):
            raise Malformed(say("there is no table act '{act}'", act=act.act))

        def alter(match: Match) -> Outcome:
            demand(person, room, act.side, "act")
            match.act(act.side, act.act, act.value)
            answer_for_computers(room, match, act.side, act.act)
            return Outcome(match.seen(act.side), 0)

        outcome = await self._rooms.change(room, room.change(alter, ticket_for(act.side, act.key, act)))
        return Done(outcome.number, outcome.played)

    async def charts(self, person: Person | None, table: str, side: int) -> Charts:
        """The charts, with what this side may know."""
        room = await self._room(person, table, side, "charts")
        match = room.match
        return Charts(await self.aside(charts_for, match.game, match.state, side))

    async def orders(self, person: Person | None, table: str, side: int) -> Orders:
        """The standing orders of one's side: those one can leave, and those one has left."""
        room = await self._room(person, table, side, "orders")
        return orders_of(room.match, side, room.orders.get(side, ()))

    async def leave_orders(self, person: Person, table: str, wanted: LeaveOrders) -> Orders:
        """Leave these standing orders in place of those before. They answer what is decided from now on."""
        side = wanted.side
        room = await self._room(person, table, side, "orders")

        def check() -> None:
            demand(person, room, side, "orders")
            seat = Seat(room.match.game, room.match.state, side)
            check_orders(room.match.game, seat, wanted.orders, room.orders.get(side, ()))

        await self._rooms.finish(room.leave_orders(side, check, wanted.orders))
        return orders_of(room.match, side, room.orders[side])

    async def preview(self, person: Person, table: str, preview: Preview) -> Previewed:
        """In a thread, one preview at a time, in turn for everybody who asks: who plays does not wait for it."""
        room = await self._room(person, table, preview.side, "preview")
        if self._previewing.queued(person.id, asker.get()) >= MOST_PREVIEWS:
            raise TooMuch("you ask for more than we can show", "wait until you have been shown what you asked for")
        async with self._previewing.of(person.id, asker.get()):
            self._rooms.must_be_open()
            work = partial(questions.previewed, room.match, room.board, preview.side, preview.run)
            return await asyncio.get_running_loop().run_in_executor(self._previews, work)

    async def ask(self, person: Person | None, table: str, question: Ask) -> Answer:
        room = await self._room(person, table, question.side, "ask")
        if question.company:
            return groups.answered_together(room.match, room.board, question)
        return questions.answered(room.match, question.side, question.question, question.arguments)

    async def why(self, person: Person | None, table: str, question: WhyNot) -> Because:
        room = await self._room(person, table, question.side, "why")
        return questions.because(room.match, room.board, question)

    async def talk(self, person: Person, table: str, talk: Talk) -> None:
        room = await self._room(person, table, SPECTATOR, "talk")
        text = checked_talk(talk.text)
        self._talking.check(person.id, "you are sending messages too fast")
        await self._rooms.finish(room.talk(person, text))

    async def overhear(self, person: Person | None, table: str, after: int = 0) -> Chatted:
        """What was said after a number."""
        return (await self._room(person, table, SPECTATOR, "overhear")).talk_after(after)

    # The past

    async def moments(self, person: Person | None, table: str, side: int) -> Moments:
        room = await self._room(person, table, side, "moments")
        return await self.aside(room.moments, side)

    async def moment(self, person: Person | None, table: str, side: int, number: int) -> Update:
        """The scene as it was at this number, without buttons; `log` holds what happened at that moment."""
        room = await self._room(person, table, side, "moment")
        return await self.aside(updates.moment_of, room.match, room.board, side, number)

    async def share(self, person: Person, table: str, share: Share) -> Shared:
        """A link to a moment as spectators see it."""
        room = await self._room(person, table, share.side, "share")
        match = room.match
        if not 0 <= share.number <= match.seen(share.side):
            raise Missing(say("there is no moment {number}", number=share.number))
        self._sharing.check(person.id, "you are sharing too many links")
        record = match.number_at(match.place_at(share.side, share.number))
        statement, shared = stored_tables.new_share(table, record, secrets.token_urlsafe(24))
        await self._rooms.finish(self._store.write(statement))
        return shared

    async def shared(self, secret: str) -> SharedMoment:
        found = self._tables.shared(secret)
        if found is None:
            raise Missing("this link is not valid")
        room = await self._rooms.room(found[0])
        game = room.match.game
        return SharedMoment(
            game=game.id,
            title=game.title,
            scenario=game.scenario(room.match.header.scenario).title,
            sides=game.sides,
            board=room.board,
            update=await self.aside(updates.spectators_moment, room.match, room.board, found[1]),
        )

    # Seats

    async def claim(self, person: Person, secret: Secret) -> Claimed:
        """Take the seat a link leads to; nobody else can then use the link."""
        table = self._tables.linked(secret.secret)
        if table is None:
            raise Missing("this link is no longer valid", "ask for a new one")
        room = await self._room(person, table, SPECTATOR, "claim")
        side = seating.chair_of_link(room, secret.secret).side
        if not room.holds(person.id, side):
            found = partial(seating.chair_of_link, room, secret.secret)
            await self._rooms.change(room, room.reseat(lambda: seating.taken(room, found(), person)))
        return Claimed(table, side)

    async def sit(self, person: Person, table: str, side: int) -> Claimed:
        """Take an open seat, or come back to one's own."""
        room = await self._room(person, table, side, "sit")
        if side == SPECTATOR:
            raise Missing("spectators need no seat")
        if not room.holds(person.id, side):
            found = partial(seating.open_seat, room, side, person)
            await self._rooms.change(room, room.reseat(lambda: seating.taken(room, found(), person)))
        return Claimed(table, side)

    async def change_seat(self, person: Person, table: str, side: int, change: SeatChange) -> Invitation | None:
        """The owner gives a free seat to a computer player, to whoever has a new link or to anybody, or takes it.
        If somebody has left it, any other player may give it to a computer player."""
        room = await self._room(person, table, side, "info")
        if side == SPECTATOR:
            raise Missing("spectators have no seat")
        return await self._reassign(person, room, side, change)

    async def _reassign(self, person: Person, room: Room, side: int, change: SeatChange) -> Invitation | None:
        invitations: list[Invitation] = []

        def choose() -> Seating:
            left = room.chairs[side].person is None and room.chairs[side].former is not None
            demand(person, room, side, "fill" if left and change.kind == COMPUTER else "change-seat")
            chosen, invitation = seating.reassigned(room, side, change, person)
            invitations.extend([invitation] if invitation else [])
            return chosen

        await self._rooms.change(room, room.reseat(choose))
        return invitations[0] if invitations else None

    async def leave(self, person: Person, table: str, side: int) -> None:
        """Give up one's seat. One may come back as long as no other person has taken it."""
        await self._reseat(person, table, side, "leave", lambda room: seating.left(room, side))

    async def call(self, person: Person, table: str, side: int) -> None:
        """Call the holder of a seat to the table, or ask them to leave it."""
        await self._reseat(person, table, side, "call", lambda room: seating.called(room, side, person))

    async def vacate(self, person: Person, table: str, side: int) -> None:
        """Free the seat of somebody who was called and has stayed away."""
        await self._reseat(person, table, side, "vacate", lambda room: seating.vacated(room, side))

    async def _reseat(
        self, person: Person, table: str, side: int, verb: str, decide: Callable[[Room], Seating]
    ) -> None:
        room = await self._room(person, table, side, verb)
        if side == SPECTATOR:
            raise Missing("spectators have no seat")

        self._moving.check(person.id, "you have changed seats too often")

        def choose() -> Seating:
            demand(person, room, side, verb)
            return decide(room)

        await self._rooms.change(room, room.reseat(choose))

    async def invite(self, person: Person, table: str, side: int) -> Invitation:
        """A new link to a seat that nobody has taken; the old link stops working."""
        room = await self._room(person, table, side, "invite")
        if side == SPECTATOR or room.chairs[side].kind != LINK or room.chairs[side].person is not None:
            raise Denied("that seat is not waiting for somebody with a link")
        invitation = await self._reassign(person, room, side, SeatChange(LINK))
        assert invitation is not None
        return invitation

    # Files

    async def export(self, person: Person | None, table: str, side: int = SPECTATOR) -> tuple[str, bytes]:
        """(file name, content): the whole game, or only what this side may know while a game with secrets is
        running."""
        room = await self._room(person, table, side, "export")
        return await self.aside(archive.exported, room.match, room.board, side)

    async def import_game(self, person: Person, content: bytes) -> Made:
        """Open a game from a file at a new table, with all seats the importer's; an unfinished game gets new
        dice."""
        self._rooms.must_be_open()
        if self._importing.queued(person.id) >= MOST_IMPORTS:
            raise TooMuch("you are already opening other saved games", "wait until they are open")
        async with self._importing.of(person.id):
            journal, over = await archive.checked_journal(content)
        table, seed = secrets.token_hex(16), b"" if over else secrets.token_bytes(32)
        if not over:
            header = archive.continued(journal, table, SeededChance(table, seed).commitment)
            journal = Journal(header, journal.records)
        game = catalogue.known_game(journal.header.game)
        dice = SeededChance(journal.header.game_id, seed)
        async with self._rooms.reopening.of(person.id):
            match = await asyncio.to_thread(reopen, game, journal, range(len(game.sides)), chance=dice)
        chairs, _ = chairs_for(game, [NewSeat(HERE)] * len(game.sides), person.id)
        chairs = [replace(chair, exposed=match.secrets and not over) for chair in chairs]
        await self._make(person, table, seed, match, chairs)
        return Made(table, ())

    # What is pushed

    async def subscribe(
        self, person: Person | None, table: str, side: int, after: int = -1, chat_after: int = 0
    ) -> Subscription:
        """First an Update with the log after a number, the chat and who is present; then everything that
        happens."""
        room = await self._room(person, table, side, "subscribe")
        if room.takes_long(side, after):
            await self.aside(room.update, side, after)  # and it is remembered there, if nothing happens meanwhile
        return room.subscribe(person, side, after, chat_after)


def _dispute(match: Match) -> Message:
    """Why a game is on hold, in words for everybody: a position might quote what only one side knows."""
    if match.unread_position is None:
        return say(
            "The rules or the data have changed: the game goes on from the last point where they still agree"
        )
    if any(info.secrets for info in match.game.scenarios):
        return say("The position this game began with can no longer be read: it goes on from the set-up")
    return say("{reason}; the game goes on from the set-up", reason=match.unread_position)
