"""The requests of the API. Handlers pass their message to the house, which decides; nothing here knows a rule."""

from __future__ import annotations

import time
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from sandtable.kernel.scene import Answer
from sandtable.kernel.sequence import Sequence
from sandtable.kernel.words import Message, say
from sandtable.table.messages import (
    Act,
    Ask,
    Because,
    CallOff,
    Charts,
    Chatted,
    Claimed,
    Credentials,
    Done,
    GameCard,
    Hide,
    Homecoming,
    Invitation,
    LeaveOrders,
    Lobby,
    Made,
    Me,
    Moments,
    Named,
    NewPassword,
    NewTable,
    Orders,
    Preview,
    Previewed,
    Recovery,
    Rematch,
    RuleClause,
    Run,
    SeatChange,
    Secret,
    Share,
    Shared,
    SharedMoment,
    TableInfo,
    Talk,
    Undo,
    Update,
    WhyNot,
)
from sandtable.table.people import Person
from sandtable.web.answers import JSON, body_of, kept, kept_answer, sentence
from sandtable.web.endpoints import (
    Endpoints,
    GameId,
    Nothing,
    Number,
    Paragraph,
    ScenarioId,
    Side,
    TableId,
    Visit,
    Who,
)
from sandtable.web.visitors import address_of

API = Endpoints()
PRINTED_CACHE = "private, no-cache"
"""Checked each time, and answered with 304 if unchanged: after an upgrade the board may be different."""
FILE = "application/octet-stream"
TABLE = (401, 403, 404)
"""Refusals that any request to a table may get."""
PLAY = (404, 409, 422)


class AtGame(msgspec.Struct, frozen=True):
    game: GameId


class AtParagraph(msgspec.Struct, frozen=True):
    game: GameId
    paragraph: Paragraph


class AtScenario(msgspec.Struct, frozen=True):
    game: GameId
    scenario: ScenarioId = ""


class AtTable(msgspec.Struct, frozen=True):
    id: TableId


class AtSide(msgspec.Struct, frozen=True):
    id: TableId
    side: Side = -1


class AtUpdate(msgspec.Struct, frozen=True):
    id: TableId
    side: Side = -1
    after: Number = -1


class AtTalk(msgspec.Struct, frozen=True):
    id: TableId
    after: Number = 0


class AtMoment(msgspec.Struct, frozen=True):
    id: TableId
    number: Number
    side: Side = -1


# The catalogue


@API.get("/games")
async def games(visit: Visit) -> tuple[GameCard, ...]:
    """The games that can be played."""
    return await visit.house.catalogue()


@API.get("/games/{game}/guide", 404, file="Guide")
async def guide(visit: Visit, at: AtGame) -> Response:
    """How a game goes, for somebody who has never seen it."""
    content = kept(await visit.house.guide(at.game))
    return kept_answer(visit.request, content, JSON, PRINTED_CACHE)


@API.get("/games/{game}/rules", 404, file="Rulebook")
async def rulebook(visit: Visit, at: AtGame) -> Response:
    """The rules of a game in our words, with the rulings."""
    content = kept(await visit.house.rulebook(at.game))
    return kept_answer(visit.request, content, JSON, PRINTED_CACHE)


@API.get("/games/{game}/rules/{paragraph}", 404)
async def rules(visit: Visit, at: AtParagraph) -> tuple[RuleClause, ...]:
    """A paragraph of a rulebook in our words."""
    return await visit.house.clauses(at.game, at.paragraph)


@API.get("/games/{game}/sequence", 404)
async def sequence(visit: Visit, at: AtGame) -> Sequence:
    """The sequence of play of a game: its phases in order, in words."""
    return await visit.house.sequence(at.game)


@API.get("/games/{game}/charts", 404, heavy=True)
async def charts_before_play(visit: Visit, at: AtScenario) -> Charts:
    """The charts of a scenario before it begins."""
    return await visit.house.charts_before_play(at.game, at.scenario)


# People


@API.get("/me")
async def me(visit: Visit) -> Me:
    """The person asking."""
    return _me(visit, visit.person)


def _me(visit: Visit, person: Person | None) -> Me:
    settings, scope, host = visit.services.settings, visit.request.scope, visit.request.headers.get("host", "")
    return Me(
        name=person.name if person else "Guest",
        account=person.account if person else False,
        known=person is not None,
        private=settings.is_private(scope, host),
        loopback=settings.links_stay_here(host),
        public_url=settings.public_url,
        mark=visit.people.code_mark(person) if person and not person.account else "",
    )


@API.post("/me/name", Who.GUEST)
async def rename(visit: Visit, body: Named) -> Me:
    """Change one's name."""
    return _me(visit, await visit.people.rename(visit.known, body.name))


@API.post("/accounts", Who.GUEST)
async def register(visit: Visit, body: Credentials) -> Me:
    """Turn a guest into an account."""
    address, before = address_of(visit.request), visit.known
    person, visit.token = await visit.people.register(before, body.name, body.password, address)
    _end_sockets_of(visit, before)
    return _me(visit, person)


def _end_sockets_of(visit: Visit, person: Person | None) -> None:
    """All sessions of this person have ended, so their sockets end too."""
    if person is not None:
        visit.services.sockets.end(say("your session has ended"), lambda socket: socket.person == person.id)


@API.post("/login", Who.ANYBODY, 401)
async def login(visit: Visit, body: Credentials) -> Me:
    """Log in to an account."""
    address = address_of(visit.request)
    person, visit.token = await visit.people.login(body.name, body.password, address, visit.person)
    await _end_session(visit, say("you have logged in"))
    return _me(visit, person)


async def _end_session(visit: Visit, why: Message) -> None:
    """The visitor's old session is over, so its sockets end too."""
    if token := visit.services.visitors.token(visit.request):
        await visit.people.logout(token)
        visit.services.sockets.end(why, lambda socket: socket.token == token)


@API.post("/logout", Who.ANYBODY)
async def logout(visit: Visit, body: Nothing) -> Me:
    """End the session."""
    await _end_session(visit, say("you have logged out"))
    visit.token = None
    return _me(visit, None)


@API.post("/me/recovery", Who.GUEST)
async def recovery_code(visit: Visit, body: Nothing) -> Recovery:
    """A new code with which a guest who loses the session comes back, once; the old one is no longer valid."""
    return await visit.people.recovery_code(visit.known)


@API.post("/recoveries/look", Who.ANYBODY, 401)
async def look_at_recovery(visit: Visit, body: Recovery) -> Homecoming:
    """What coming back with this code would bring."""
    return visit.people.homecoming(body.code, address_of(visit.request), visit.person)


@API.post("/recoveries", Who.ANYBODY, 401)
async def recover(visit: Visit, body: Recovery) -> Me:
    """Come back as the guest whose code this is. The code is used up."""
    person, visit.token = await visit.people.recover(body.code, address_of(visit.request), visit.person)
    await _end_session(visit, say("you have come back as another guest"))
    return _me(visit, person)


@API.post("/me/sessions/end", Who.KNOWN)
async def end_sessions(visit: Visit, body: Nothing) -> Me:
    """End every other session; a recovery code made before is no longer valid."""
    visit.token = await visit.people.end_sessions(visit.known)
    _end_sockets_of(visit, visit.person)
    return _me(visit, visit.person)


@API.post("/me/password", Who.KNOWN)
async def change_password(visit: Visit, body: NewPassword) -> Me:
    """Change the password; every other session of the account ends."""
    address = address_of(visit.request)
    visit.token = await visit.people.change_password(visit.known, body.old, body.new, address)
    _end_sockets_of(visit, visit.person)
    return _me(visit, visit.person)


# The lobby


@API.get("/lobby", heavy=True)
async def lobby(visit: Visit) -> Lobby:
    """My games, and open seats."""
    return await visit.house.lobby(visit.person)


@API.post("/tables", Who.GUEST, 404)
async def create(visit: Visit, body: NewTable) -> Made:
    """A new table."""
    visit.not_too_often(visit.limits.tables)
    return await visit.house.create(visit.known, body)


@API.post("/imports", Who.GUEST)
async def import_game(visit: Visit, body: bytes) -> Made:
    """A table from a saved game."""
    visit.not_too_often(visit.limits.imports)
    return await visit.house.import_game(visit.known, body)


@API.post("/claims", Who.GUEST, 404, 409)
async def claim(visit: Visit, body: Secret) -> Claimed:
    """Take the seat a link gives."""
    return await visit.house.claim(visit.known, body)


@API.post("/shares", Who.ANYBODY, 404)
async def shared(visit: Visit, body: Secret) -> SharedMoment:
    """The moment a share link shows."""
    return await visit.house.shared(body.secret)


@API.post("/tables/{id}/hide", Who.KNOWN, 404)
async def hide(visit: Visit, at: AtTable, body: Hide) -> Nothing:
    """Hide a finished game from one's lobby, or show it again."""
    await visit.house.hide(visit.known, at.id, body)
    return Nothing()


@API.post("/tables/{id}/rematch", Who.KNOWN, 404)
async def rematch(visit: Visit, at: AtTable, body: Rematch) -> Made:
    """Play again with the same players."""
    visit.not_too_often(visit.limits.tables)
    return await visit.house.rematch(visit.known, at.id, body)


# Looking at a table


@API.get("/tables/{id}", *TABLE)
async def info(visit: Visit, at: AtTable) -> TableInfo:
    """Who has which seat, and how the game stands."""
    return await visit.house.info(visit.person, at.id)


@API.get("/tables/{id}/board", *TABLE, file="Board")
async def board(visit: Visit, at: AtTable) -> Response:
    """What is printed."""
    content = kept(await visit.house.board(visit.person, at.id))
    return kept_answer(visit.request, content, JSON, PRINTED_CACHE)


@API.get("/tables/{id}/update", *TABLE, heavy=True)
async def update(visit: Visit, at: AtUpdate) -> Update:
    """The scene of a side, and the log after a number."""
    return await visit.house.update(visit.person, at.id, at.side, at.after)


@API.get("/tables/{id}/charts", *TABLE, heavy=True)
async def charts(visit: Visit, at: AtSide) -> Charts:
    """The tables of the game, with what a side may know."""
    return await visit.house.charts(visit.person, at.id, at.side)


@API.get("/tables/{id}/chat", *TABLE)
async def overhear(visit: Visit, at: AtTalk) -> Chatted:
    """The chat after a number, for a page that no socket reaches."""
    return await visit.house.overhear(visit.person, at.id, at.after)


@API.get("/tables/{id}/moments", *TABLE, heavy=True)
async def moments(visit: Visit, at: AtSide) -> Moments:
    """The moments of the game that can be replayed."""
    return await visit.house.moments(visit.person, at.id, at.side)


@API.get("/tables/{id}/moments/{number}", *TABLE, heavy=True)
async def moment(visit: Visit, at: AtMoment) -> Update:
    """A side's scene at an earlier moment."""
    return await visit.house.moment(visit.person, at.id, at.side, at.number)


@API.get("/tables/{id}/export", *TABLE, 409, file=FILE)
async def export(visit: Visit, at: AtSide) -> Response:
    """The game as a file."""
    name, content = await visit.house.export(visit.person, at.id, at.side)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return await visit.house.aside(body_of, visit.request, content, FILE, headers=headers)


# Playing


@API.post("/tables/{id}/runs", Who.KNOWN, *PLAY)
async def play(visit: Visit, at: AtTable, body: Run) -> Done:
    """Play a run of choices."""
    visit.may_move(visit.limits.runs_of_person)
    metrics, began = visit.services.metrics, time.perf_counter()
    done = await visit.house.play(visit.known, at.id, body)
    metrics.runs.observe(time.perf_counter() - began)
    return done


@API.post("/tables/{id}/undos", Who.KNOWN, *PLAY)
async def undo(visit: Visit, at: AtTable, body: Undo) -> Done:
    """Take choices back."""
    visit.may_move(visit.limits.undos_of_person)
    return await visit.house.undo(visit.known, at.id, body)


@API.post("/tables/{id}/acts", Who.KNOWN, *PLAY)
async def act(visit: Visit, at: AtTable, body: Act) -> Done:
    """Resign, offer a draw, ask for a take-back, or answer such an offer or request."""
    visit.may_move(visit.limits.undos_of_person)
    return await visit.house.act(visit.known, at.id, body)


@API.post("/tables/{id}/call-off", Who.KNOWN, *PLAY)
async def call_off(visit: Visit, at: AtTable, body: CallOff) -> Done:
    """Forget the rest of one's way, which waits until another side has decided."""
    visit.may_move(visit.limits.undos_of_person)
    return await visit.house.call_off(visit.known, at.id, body)


@API.get("/tables/{id}/orders", *TABLE)
async def orders(visit: Visit, at: AtSide) -> Orders:
    """The standing orders of one's side: those one can leave, and those one has left."""
    return await visit.house.orders(visit.person, at.id, at.side)


@API.post("/tables/{id}/orders", Who.KNOWN, *PLAY)
async def leave_orders(visit: Visit, at: AtTable, body: LeaveOrders) -> Orders:
    """Leave standing orders in place of those before."""
    visit.may_move(visit.limits.undos_of_person)
    return await visit.house.leave_orders(visit.known, at.id, body)


@API.post("/tables/{id}/preview", Who.KNOWN, *PLAY)
async def preview(visit: Visit, at: AtTable, body: Preview) -> Previewed:
    """What a run would lead to."""
    visit.not_too_often(visit.limits.questions)
    return await visit.house.preview(visit.known, at.id, body)


@API.post("/tables/{id}/questions", Who.ANYBODY, 401, *PLAY)
async def ask(visit: Visit, at: AtTable, body: Ask) -> Answer:
    """Ask one of the game's questions."""
    visit.not_too_often(visit.limits.questions)
    return await visit.house.ask(visit.person, at.id, body)


@API.post("/tables/{id}/why", Who.ANYBODY, 401, *PLAY)
async def why(visit: Visit, at: AtTable, body: WhyNot) -> Because:
    """Ask why something is not legal."""
    visit.not_too_often(visit.limits.questions)
    because = await visit.house.why(visit.person, at.id, body)
    return Because(sentence(because.reason), because.rule)


@API.post("/tables/{id}/chat", Who.GUEST, 404)
async def talk(visit: Visit, at: AtTable, body: Talk) -> Nothing:
    """Say something at the table."""
    await visit.house.talk(visit.known, at.id, body)
    return Nothing()


@API.post("/tables/{id}/shares", Who.GUEST, 404)
async def share(visit: Visit, at: AtTable, body: Share) -> Shared:
    """A link to a moment, for anybody."""
    return await visit.house.share(visit.known, at.id, body)


# Seats


@API.post("/tables/{id}/seats/{side}", Who.KNOWN, 404, 409)
async def change_seat(visit: Visit, at: AtSide, body: SeatChange) -> Invitation | Nothing:
    """Give a seat to somebody else."""
    return await visit.house.change_seat(visit.known, at.id, at.side, body) or Nothing()


@API.post("/tables/{id}/seats/{side}/sit", Who.GUEST, 404, 409)
async def sit(visit: Visit, at: AtSide, body: Nothing) -> Claimed:
    """Take an open seat, or come back to one's own."""
    return await visit.house.sit(visit.known, at.id, at.side)


@API.post("/tables/{id}/seats/{side}/leave", Who.KNOWN, 404)
async def leave(visit: Visit, at: AtSide, body: Nothing) -> Nothing:
    """Give up one's seat."""
    await visit.house.leave(visit.known, at.id, at.side)
    return Nothing()


@API.post("/tables/{id}/seats/{side}/call", Who.KNOWN, 404)
async def call(visit: Visit, at: AtSide, body: Nothing) -> Nothing:
    """Call the holder of a seat to the table."""
    await visit.house.call(visit.known, at.id, at.side)
    return Nothing()


@API.post("/tables/{id}/seats/{side}/vacate", Who.KNOWN, 404)
async def vacate(visit: Visit, at: AtSide, body: Nothing) -> Nothing:
    """Free the seat of somebody who was called and has stayed away."""
    await visit.house.vacate(visit.known, at.id, at.side)
    return Nothing()
