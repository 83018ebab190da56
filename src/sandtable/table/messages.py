"""Everything that crosses the wire, as exact types: what a client sends, and what it is sent.

Each answer is built from what its reader may know (`kernel.scene`, `Match.log`); no type here can hold a state,
the seed of a running game or another side's secret. `number` is always as the reader's side counts.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from sandtable.kernel.charts import Chart
from sandtable.kernel.orders import StandingOrder
from sandtable.kernel.scene import Board, Gist, Scene, Warn

# The catalogue


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    values: tuple[str, ...]
    description: str


class ScenarioCard(msgspec.Struct, frozen=True):
    id: str
    title: str
    description: str
    length: str
    options: tuple[OptionInfo, ...]
    secrets: bool
    """Does either side hide anything from the other?"""
    scenario: str
    """The scenario that is played: the card itself, or the one of which it settles some options."""
    settled: dict[str, str]
    """Those options, with their values."""


class QuestionCard(msgspec.Struct, frozen=True):
    """A question a client may ask: see `kernel.game.Question`."""

    name: str
    title: str
    description: str
    nouns: tuple[str, ...]
    use: str
    together: bool = False
    """Is it answered for several pieces that move as one?"""


class PlayerCard(msgspec.Struct, frozen=True):
    """A computer player as the lobby shows it: see `kernel.game.PlayerInfo`."""

    name: str
    title: str
    level: str
    """One of "trial", "beginner" and "intermediate"."""
    sentence: str
    """How it plays."""


class GameCard(msgspec.Struct, frozen=True):
    """A game as the lobby shows it."""

    id: str
    title: str
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioCard, ...]
    players: tuple[PlayerCard, ...]
    best_player: str
    newcomers_player: str
    """The computer player for somebody's first games."""
    questions: tuple[QuestionCard, ...]
    guide: bool = False
    """Is there a page that tells how it goes?"""


class RuleClause(msgspec.Struct, frozen=True):
    id: str
    paragraph: str
    kind: str
    statement: str


# People


class Me(msgspec.Struct, frozen=True):
    """The person asking. A guest has a name, but no account until one is made."""

    name: str
    account: bool
    known: bool
    """Has the visitor a session, as a guest or with an account?"""
    private: bool
    """Is the connection encrypted?"""
    loopback: bool
    """Do links work on this machine only?"""
    public_url: str
    mark: str = ""
    """The mark of a guest's recovery code; empty if there is none."""


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code with which a guest who has lost the session comes back, once."""

    code: str
    mark: str = ""
    """What tells this code from others without giving it away."""


class Homecoming(msgspec.Struct, frozen=True):
    """What a recovery code would bring, before it is used."""

    name: str
    back: int
    """How many games come back."""
    along: int
    """How many games of the guest who has typed it come along."""
    behind: int
    """How many do not, because one person would then hold two seats of a game."""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: str
    new: str


# Tables


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to have the seat: `here` (the person asking), `link` (whoever has the link), `open` (whoever takes it
    first in the lobby), or `computer` with the name of a player."""

    kind: str
    player: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    seats: tuple[NewSeat, ...] = ()


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    """A seat as anybody may see it."""

    side: int
    side_name: str
    kind: str
    name: str
    """The person or computer player there; empty if there is nobody."""
    yours: bool
    online: bool
    thinking: bool = False
    called: float = 0.0
    """When its absent holder was called to the table, in seconds since 1970; 0 if that has not been done."""
    returnable: bool = False
    """May the visitor come back to it?"""
    exposed: bool = False
    """May the owner of the table know its secrets?"""


class Ending(msgspec.Struct, frozen=True):
    winner: int
    """The side, or -1 for a draw."""
    how: str
    rule: str
    notes: tuple[str, ...] = ()
    """What everybody should know about how it came to this: what was taken back, who looked where."""


class TableCard(msgspec.Struct, frozen=True):
    """A game in the lobby."""

    id: str
    game: str
    title: str
    scenario: str
    seats: tuple[SeatInfo, ...]
    heading: str
    actor: int
    your_turn: bool
    ending: Ending | None
    changed: float
    """When everybody could last see a change, in seconds since 1970."""
    hidden: bool = False
    """Does the visitor not want to see it in the lobby?"""


class Lobby(msgspec.Struct, frozen=True):
    mine: tuple[TableCard, ...]
    open: tuple[TableCard, ...]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as one visitor sees it."""

    card: TableCard
    yours: tuple[int, ...]
    """The sides this visitor plays; empty for a spectator."""
    owner: bool
    secrets: bool
    """Does either side hide anything from the other in this scenario?"""
    options: dict[str, str]
    commitment: str
    """The hash of the dice seed."""
    seed: str
    """The seed itself, once the game is over."""
    disputed: str
    """Why the game is on hold, if its rules have changed; otherwise empty."""
    rematch: str
    """The id of the table where the same players play again; otherwise empty."""
    orders: bool = False
    """Has the game standing orders?"""


class Invitation(msgspec.Struct, frozen=True):
    """The link to a seat. It is shown to the owner of the table only once, because only its hash is kept."""

    side: int
    path: str
    """/join#SECRET; the page puts its own address, or the public one, in front."""


class Made(msgspec.Struct, frozen=True):
    """A new table, with the links to its seats."""

    id: str
    invitations: tuple[Invitation, ...]


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: str


class Claimed(msgspec.Struct, frozen=True):
    id: str
    side: int


class Hide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hide a finished game from one's lobby, or show it again."""

    hidden: bool


class Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play the same scenario again with the same players."""

    swap: bool = False
    """With the sides exchanged?"""


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner gives a seat to somebody else: `computer` with a player, or `link` for a new link."""

    kind: str
    player: str = ""


# Playing


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices to play, all or none, up to the first chance, revelation or change of side.

    The client makes a `key` for each run; a repeated key gets the same answer, and the run is played only once.
    With `whole`, a run of which the sender can know that it would end early is refused, and the refusal names the
    piece that would be left behind. What nobody could foresee ends even such a run.
    With `goes_on`, the rest waits where another side may decide, and is played when that side has let it pass and
    nothing was revealed.
    """

    side: int
    expected: int
    key: str
    run: tuple[str, ...]
    whole: bool = False
    goes_on: bool = False


class CallOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side forgets the rest of its way."""

    side: int


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take back the last press, which is all that one run played, or everything after number `to`."""

    side: int
    expected: int
    key: str
    to: int | None = None


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table act: resign, offer-draw, accept-draw, decline-draw, ask-take-back, grant-take-back, deny-take-back,
    accept-rules."""

    side: int
    key: str
    act: str
    value: str = ""


class Done(msgspec.Struct, frozen=True):
    """A run, an undo or an act is stored."""

    number: int
    played: int
    """How many choices were played: a run ends early at chance, a revelation or a change of side."""
    update: Update | None = None
    """The table as it is now, with the log after `expected`. Not given for an act, whose sender may be viewing as
    another side."""


class OrderTerm(msgspec.Struct, frozen=True):
    """Something to fill in: its name, its title, and the values it may have, each with its words."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


class OrderKind(msgspec.Struct, frozen=True):
    """A standing order that can be left. One that `asks` keeps a decision from the orders after it."""

    id: str
    title: str
    description: str
    terms: tuple[OrderTerm, ...]
    asks: bool


class LeftOrder(msgspec.Struct, frozen=True):
    """A standing order that was left, in words too."""

    order: str
    terms: dict[str, str]
    words: str


class Charts(msgspec.Struct, frozen=True):
    """The tables of the game, as one side may see them."""

    charts: tuple[Chart, ...]


class Orders(msgspec.Struct, frozen=True):
    """The standing orders of a side: those it can leave, and those it has left, the first of which counts."""

    kinds: tuple[OrderKind, ...]
    left: tuple[LeftOrder, ...]


class LeaveOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the standing orders of a side, in place of those it left before."""

    side: int
    orders: tuple[StandingOrder, ...]


class Preview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: int
    run: tuple[str, ...]


class Previewed(msgspec.Struct, frozen=True):
    """What a run would lead to, as far as undo could take it back."""

    scene: Scene
    played: int
    final: bool
    """Does the run, or the rest of it, end where undo cannot go back?"""
    costs: tuple[Warn, ...] = ()
    """What it would cost whoever plays it."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, with its arguments by name: a unit's id, a hex's name.

    How far a piece goes and the way there can be asked of several: `company` are the pieces that follow it.
    """

    side: int
    question: str
    arguments: tuple[str, ...] = ()
    company: tuple[str, ...] = ()


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why is this choice not legal? Give the choice as text, or a cell or piece, for which all verbs are tried.

    With both a piece and a cell: why the piece, once picked up, cannot go there.
    """

    side: int
    choice: str = ""
    cell: str = ""
    piece: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """Every error, at every endpoint. Kinds: malformed, illegal, stale, not-your-turn, denied, no-session,
    foreign, missing, wrong-method, too-much, too-large, unavailable, broken."""

    error: str
    reason: str
    rule: str = ""
    hint: str = ""


class Because(msgspec.Struct, frozen=True):
    """The answer to `WhyNot`; empty if the choice is legal."""

    reason: str
    rule: str


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Share a moment, by its number as the spectator counts, or as the given side counts."""

    side: int
    number: int


class Shared(msgspec.Struct, frozen=True):
    path: str
    """/moment#SECRET."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A point of the game that one can go back to."""

    number: int
    turn: int
    """Changes when the turn passes."""
    text: str
    """What happened there, as the log says it."""
    side: int


class Moments(msgspec.Struct, frozen=True):
    moments: tuple[Moment, ...]


# What is pushed


class LogLine(msgspec.Struct, frozen=True, gc=False):
    number: int
    text: str
    rule: str
    kind: str
    gist: Gist


class ChatLine(msgspec.Struct, frozen=True, gc=False):
    number: int
    name: str
    side: int
    """The speaker's side, or -1."""
    text: str
    at: float


class Offers(msgspec.Struct, frozen=True, gc=False):
    """Open offers and requests between the players."""

    draw: int = -1
    """The side that offers a draw."""
    take_back: int = -1
    """The side that asks for a take-back."""


class WayAhead(msgspec.Struct, frozen=True, gc=False):
    """The rest of a run, which waits until another side has decided: how many choices, and the cells they name."""

    left: int
    cells: tuple[int, ...]


class Update(msgspec.Struct, frozen=True, dict=True, tag="update", tag_field="is"):
    """The scene after a change. `log` holds the lines after the number asked for, or after the previous update;
    lines the client already has from number `log_from` on are void, because they were undone."""

    number: int
    scene: Scene
    log: tuple[LogLine, ...]
    log_from: int
    undo: int
    """The number that undoing the last press goes back to, or -1."""
    reset: int
    """The number that resetting the turn goes back to, or -1."""
    offers: Offers
    ending: Ending | None
    leave: int = -1
    """The number at which the pieces in `scene.focus` began what they are doing; -1 if undo does not reach it."""
    way: WayAhead | None = None
    """What is left of this side's way while another side decides."""

    @cached_property
    def encoded(self) -> bytes:
        """Encoded once, for everybody it is sent to."""
        return msgspec.json.encode(self)

    @cached_property
    def text(self) -> str:
        """The same as text, for sockets."""
        return self.encoded.decode()


class Chatted(msgspec.Struct, frozen=True, tag="chat", tag_field="is"):
    lines: tuple[ChatLine, ...]


class Presence(msgspec.Struct, frozen=True, tag="presence", tag_field="is"):
    seats: tuple[SeatInfo, ...]
    spectators: int
    rematch: str = ""
    """The id of the table where the same players play again."""


class Farewell(msgspec.Struct, frozen=True, tag="farewell", tag_field="is"):
    """The server is about to close the socket, and why."""

    reason: str


class SharedMoment(msgspec.Struct, frozen=True):
    """What a share link shows: a moment as spectators see it, with the log up to it. It does not name the
    table."""

    game: str
    title: str
    scenario: str
    sides: tuple[str, ...]
    board: Board
    update: Update


Pushed = Update | Chatted | Presence | Farewell


def encode(message: Any) -> bytes:
    return message.encoded if isinstance(message, Update) else msgspec.json.encode(message)


def encode_text(message: Any) -> str:
    return message.text if isinstance(message, Update) else msgspec.json.encode(message).decode()
