"""The protocol every game speaks: who acts, what is legal, play, chance, copy, view, explain, score, save."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sandtable.kernel.chance import drawn
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice, Options, Verb, Vocabulary, contains, listed, unpack
from sandtable.kernel.errors import Malformed
from sandtable.kernel.events import EVERYONE, Event
from sandtable.kernel.fields import Nouns
from sandtable.kernel.flow import CHANCE, OVER, ChanceKind, ChoiceKind, Kind, S, advance
from sandtable.kernel.positions import PositionText
from sandtable.kernel.possible import dead_end, frame_faults, ground_of, number_faults, order_faults
from sandtable.kernel.state import key_of
from sandtable.kernel.wording import Wording
from sandtable.kernel.words import Message, Parameter, quoted, say

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from sandtable.kernel.orders import Order

    P = TypeVarWithDefault("P", default=Any)
else:
    P = TypeVar("P")

SPECTATOR = -1
TOTAL = 1.0
"""The level of a victory that could not be greater."""


@dataclass(frozen=True, slots=True)
class Option:
    """A variant the players agree on before the game, with its values; the first is the default."""

    name: str
    values: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario as the lobby shows it."""

    id: str
    title: str
    description: str
    length: str
    options: tuple[Option, ...] = ()
    secrets: bool = False
    """Does either side hide anything from the other?"""


@dataclass(frozen=True, slots=True)
class Listing:
    """A scenario with some of its options settled, which the lobby lists under a name of its own: a campaign."""

    id: str
    """Told apart from the scenarios and listings of its game; it is not stored."""
    scenario: str
    options: Mapping[str, str]
    title: str
    description: str
    length: str


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """A computer player as the lobby shows it."""

    title: str
    level: str
    """For whom it is an opponent: one of `LEVELS`."""
    sentence: str
    """How it plays."""


LEVELS = ("trial", "beginner", "intermediate")
"""How well a computer player plays: by chance, to try things out; well enough for a first game; better."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a game ended: the winner's side, or None for a draw; how; by which rule; how great the victory is."""

    winner: int | None
    how: Message
    rule: str
    level: float = TOTAL
    """Above 0 and up to TOTAL. A game with victory levels gives each of them its own; without levels every victory
    is total. In a draw it means nothing."""

    def __post_init__(self) -> None:
        if not 0 < self.level <= TOTAL:
            raise ValueError(f"a victory is worth more than 0 and at most {TOTAL}, not {self.level}")

    @property
    def margin(self) -> float:
        """The result as one number, seen from side 0: 1 is its total victory, 0 a draw, -1 a total victory of
        side 1."""
        if self.winner is None:
            return 0.0
        return self.level if self.winner == 0 else -self.level


@dataclass(frozen=True, slots=True)
class Why:
    """Why a choice is not legal, or what it costs; and the pieces that this is about, by name."""

    rule: str
    sentence: Message
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Duty:
    """What strikes a side later although nobody does anything, or what is lost if it does nothing.

    It is shown while that side decides. Whoever ends one of the decisions in `until` can do nothing about it any
    more, and is asked first. If there are none, whoever brings it about is asked: nothing can be done afterwards.
    """

    why: Why
    until: tuple[str, ...] = ()


class Impossible(Malformed):
    """A position that cannot be: everything that is wrong with it."""

    def __init__(self, whys: Sequence[Why]) -> None:
        super().__init__(whys[0].sentence)
        self.whys = whys


@dataclass(frozen=True, slots=True)
class OpenView(Generic[S]):
    """What a side knows where nothing is secret: the whole position, as a copy of its own."""

    side: int
    state: S


@dataclass(frozen=True, slots=True)
class Question:
    """A read-only query about a view, with the nouns of its arguments: reach, supply line, odds.

    `answer` serves programs, `show` serves clients that draw, with a `scene.Answer`. The uses of what is shown
    are: overlay (no arguments, laid over the board), selection (asked about a piece when it is picked up), route
    (a piece and a cell, answered with the run of choices that takes it there), target (a piece and a cell with
    enemies, answered with how it could attack them, or why not) and ask (anything else).
    """

    description: str
    nouns: tuple[str, ...]
    answer: Callable[..., Any] = field(compare=False)
    show: Callable[..., Any] | None = field(default=None, compare=False)
    use: str = "ask"
    title: str = ""
    """A word or two for its button."""
    together: Callable[..., Any] | None = field(default=None, compare=False)
    """The same as `show`, of several pieces that move as one: handed all their numbers in place of the one."""
    room: Callable[..., Iterable[int]] | None = field(default=None, compare=False)
    """Handed several pieces and the cells that each of them reaches by itself: which of these all can reach, one
    after another. For games in which the first use up what others need, such as the room on a hexside."""


class Game(ABC, Generic[S, P]):
    """One game: stateless rules over states. Subclasses list their kinds, verbs and words.

    Generic in its state and its printed data; `Game[Any]` is a game about which nothing is known.
    """

    id: str
    title: str
    sides: tuple[str, ...]
    """Names of the sides; a side is its index in this list."""
    rules_version: int = 1
    sequence_rule: str = ""
    """The paragraph that says who decides."""
    scenarios: tuple[ScenarioInfo, ...]
    listings: tuple[Listing, ...] = ()
    """What the lobby lists after the scenarios."""
    verbs: tuple[Verb, ...]
    kinds: tuple[Kind, ...]
    state_type: type[S]
    folder: Path
    """The folder of the game's rules.csv, rule matrix and data."""
    in_preparation: bool = False
    """Is some clause of the rulebook not yet pinned by a test? If so, the title says that it is in preparation."""
    for_tests: bool = False
    """Is it there for tests only? If so, no lobby shows it."""
    players: Mapping[str, Callable[[Random], Any]] = {}
    """The computer players the game brings, by name, the strongest last; each makes a `seat.Player`."""
    player_words: Mapping[str, PlayerInfo] = {}
    """What the lobby says about these players, by name."""
    questions: Mapping[str, Question] = {}
    orders: Mapping[str, Order] = {}
    """The standing orders that players may leave, by name."""
    wording: Wording[Any, Any]
    """The words on buttons and in the log."""
    position_text: type[PositionText[Any]] = PositionText
    """Writes and reads positions: a subclass if they have lines of the game's own."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, parameters: Any) -> Any:
            """`Game[Any]` leaves the printed data open."""
            return super().__class_getitem__(parameters if isinstance(parameters, tuple) else (parameters, Any))

    def __init__(self) -> None:
        for number, kind in enumerate(self.kinds):
            kind.number = number
        self.kind_names = [kind.name for kind in self.kinds]
        if len(set(self.kind_names)) < len(self.kinds):
            raise ValueError(f"{self.id}: two kinds of frame have one name")
        told_apart = type(self).scenario_of is not Game.scenario_of
        if len({info.secrets for info in self.scenarios}) > 1 and not told_apart:
            raise ValueError(f"{self.id}: some scenarios have secrets, and scenario_of does not tell them apart")
        self.state_type.packaged = self.state_type.packaged or self.load_data
        self._grounds = [ground_of(kind, self.kinds) for kind in self.kinds]
        self._vocabularies: dict[int, tuple[Any, Vocabulary]] = {}

    @property
    def announced_title(self) -> Message:
        """The title for lists of games, which says if a game is in preparation."""
        title = say(self.title)
        return say("{title} (in preparation)", title=title) if self.in_preparation else title

    # What a game brings

    @abstractmethod
    def load_data(self, overrides: Path | None = None) -> P:
        """The printed data, loaded once; files in `overrides` replace ours."""

    def data_fingerprint(self, printed: P) -> str:
        """A hash of the data in use, for journal headers."""
        fingerprint: str = getattr(printed, "fingerprint")  # noqa: B009
        return fingerprint

    def nouns(self, printed: P) -> Mapping[str, Sequence[str]]:
        """The names of the arguments of choices, by noun, in the order of their numbers."""
        nouns: Nouns = getattr(printed, "nouns")  # noqa: B009
        return nouns

    @abstractmethod
    def set_up(self, printed: P, name: str, options: Mapping[str, str]) -> S:
        """The state before the first step of a scenario."""

    def active(self, state: S) -> int:
        """The side whose turn, action or chit it is, which everybody knows; SPECTATOR where it is nobody's."""
        return SPECTATOR

    def scenario_of(self, state: S) -> ScenarioInfo:
        """The scenario that is being played. It never changes in a game, and everybody knows it. A game whose
        scenarios differ in their secrets or their boards must override this."""
        return self.scenarios[0]

    def hides(self, state: S) -> bool:
        """Does either side hide anything from the other in the scenario that is being played?"""
        return self.scenario_of(state).secrets

    def view(self, state: S, side: int) -> Any:
        """Everything a side may know. SPECTATOR sees what everybody sees. A game with secrets must override this,
        with plain data; in a scenario without them, such a view holds everything."""
        if self.hides(state):
            raise NotImplementedError
        return OpenView(side, state.copy())

    def resample(self, view: Any, rng: Random, printed: P) -> S:
        """A full state that this view allows: the only way from a view to a state."""
        if not isinstance(view, OpenView):
            raise NotImplementedError
        known: S = view.state
        return known.with_printed(printed)

    def describe(self, state: S, choice: Choice) -> Message:
        """The words on the button of a choice."""
        verb, argument = unpack(choice)
        decision = self.kind_names[state.frames[-1][0]]
        return self.wording.describe(state, decision, verb, self.verbs[verb].noun, argument)

    def harm(self, state: S, choice: Choice) -> Why | None:
        """What a choice costs whoever makes it, if it always does and others do not."""
        decision, harms = self.kind_names[state.frames[-1][0]], self.wording.harms
        found = harms.get((decision, unpack(choice)[0]))
        if found is None or all((decision, verb) in harms for verb, _ in self.options(state)):
            return None
        return Why(found[0], say(found[1]))

    def duties(self, state: S, side: int) -> Iterator[Duty]:
        """What will strike this side before it decides again, although the other side does nothing, and what is
        lost unless it is used, from what this side knows. What a choice takes at once need not be listed:
        `foresight` finds it."""
        return iter(())

    def places(self, state: S, choice: Choice) -> Sequence[int]:
        """Cells that stand for a choice which also has a button of its own: the hexes of a battle, a port."""
        return ()

    def shortcuts(self, state: S) -> Sequence[tuple[Message, Sequence[Choice]]]:
        """Runs of choices that are often made together, each with the words on its one button."""
        return ()

    def figures(self, printed: P) -> Mapping[str, Parameter]:
        """The numbers and names of the data that its guide speaks of: {turns}."""
        return {}

    def narrate(self, printed: P, event: Event) -> Message:
        """The log line of an event."""
        return self.wording.narrate(printed, event)

    @abstractmethod
    def score(self, state: S) -> Score:
        """The result of a game that is over."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """A number that changes when the turn passes, which is when keys and snapshots are taken."""

    def write_position(self, state: S) -> str:
        """Any position, in any phase, as short text."""
        return self.position_text(self.state_type, self.kinds, state.printed).write(state)

    def parse_position(self, text: str, printed: P) -> S:
        """The position a text describes, without running on; Malformed names a line that is not understood."""
        state: S = self.position_text(self.state_type, self.kinds, printed).read(text)
        return state

    @abstractmethod
    def faults(self, state: S) -> list[Why]:
        """What is impossible about a position by the rules of the game. Ask `status`, which asks everything.

        All numbers are in bounds, and each frame lies where it can. The sequence on top may not have run yet.
        """

    def check_data(self, overrides: Path | None = None) -> DataReport:
        """Validate the data and compare it with its check points; DataError if it cannot be used at all."""
        return DataReport(self.data_fingerprint(self.load_data(overrides)))

    # What the kernel does with it

    def scenario(self, name: str = "") -> ScenarioInfo:
        """A scenario by id; the first when no id is given."""
        for info in self.scenarios:
            if not name or info.id == name:
                return info
        raise Malformed(
            say("{game} has no scenario '{name}'", game=self.title, name=name),
            say("choose one of {known}", known=quoted([info.id for info in self.scenarios])),
        )

    def options_of(self, name: str, given: Mapping[str, str] | None) -> dict[str, str]:
        """The options of a scenario: the given ones, checked, and the others at their defaults."""
        known = {option.name: option for option in self.scenario(name).options}
        for option, value in (given or {}).items():
            if option not in known:
                raise Malformed(
                    say("there is no option '{option}'", option=option),
                    say("the options are {known}", known=quoted(list(known)) or "none"),
                )
            if value not in known[option].values:
                values = quoted(list(known[option].values))
                raise Malformed(
                    say("option {option} cannot be '{value}'", option=option, value=value),
                    say("choose one of {values}", values=values),
                )
        return {name: (given or {}).get(name, option.values[0]) for name, option in known.items()}

    def start(
        self,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        data: Path | None = None,
        *,
        sink: Callable[[Event], None] | None = None,
    ) -> S:
        """A new game, run to its first decision; `sink` gets the events on the way."""
        info = self.scenario(scenario)
        state = self.set_up(self.load_data(data), info.id, self.options_of(info.id, options))
        return self._run_up(state, sink)

    def read_position(self, text: str, printed: P, *, sink: Callable[[Event], None] | None = None) -> S:
        """The position a text describes, run to its next decision: for a text that can be trusted. One that comes
        from outside is read with `accept_position`."""
        return self._run_up(self.parse_position(text, printed), sink)

    def accept_position(self, text: str, printed: P, *, sink: Callable[[Event], None] | None = None) -> S:
        """The position a text from outside describes, run to its next decision; Impossible says what is wrong.

        It is asked before it is run, because steps rely on what is possible, and again where it stops.
        """
        state = self.parse_position(text, printed)
        if wrong := self.status(state) or self.status(self._run_up(state, sink)):
            raise Impossible(wrong)
        return state

    def _run_up(self, state: S, sink: Callable[[Event], None] | None) -> S:
        """Run to the next decision; `sink` gets the events."""
        state.sink = sink
        try:
            advance(state, self.kinds)
        finally:
            state.sink = None
        return state

    def status(self, state: S) -> list[Why]:
        """Everything that is impossible about a position; one for which there is nothing can be drawn, asked about
        and played. What comes later may rely on what comes before, and is asked only if that is possible."""
        if found := [*number_faults(state, self.kinds)] or [*order_faults(state, self.kinds, self._grounds)]:
            return [Why(self.sequence_rule, sentence) for sentence in found]
        if whys := self.faults(state):
            return whys
        if wrong := [*frame_faults(state, self.kinds)]:
            return [Why(rule or self.sequence_rule, sentence) for rule, sentence in wrong]
        sentence = dead_end(state, self.kinds)
        return [Why(self.sequence_rule, sentence)] if sentence else []

    def actor(self, state: S) -> int:
        """The side that decides, or CHANCE, or OVER."""
        if not state.frames:
            return OVER
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        return kind.side(state, frame) if isinstance(kind, ChoiceKind) else CHANCE

    def options(self, state: S) -> Options:
        """The legal choices as (verb, bit set) pairs; empty when no side decides."""
        if not state.frames:
            return []
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        return kind.legal(state, frame) if isinstance(kind, ChoiceKind) else []

    def legal(self, state: S) -> list[Choice]:
        """The legal choices, ascending."""
        return list(listed(self.options(state)))

    def chance(self, state: S) -> Sequence[int]:
        """The weights of the outcomes when CHANCE acts."""
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        assert isinstance(kind, ChanceKind)
        return kind.weights(state, frame)

    def draw(self, state: S, rng: Random) -> int:
        """One of these outcomes, drawn with its weight. Many dice have too many to list."""
        return drawn(self.chance(state), rng)

    def chance_audience(self, state: S) -> int:
        """Who sees the outcome that CHANCE is about to give."""
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        return kind.audience(state, frame) if isinstance(kind, ChanceKind) else EVERYONE

    def outcome_name(self, state: S, outcome: int) -> str:
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        assert isinstance(kind, ChanceKind)
        return kind.outcome_name(state, frame, outcome)

    def apply(self, state: S, choice: Choice) -> None:
        """Play a choice, or an outcome when CHANCE acts, in place. Unchecked: ask `legal` first."""
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        if isinstance(kind, ChoiceKind):
            kind.play(state, frame, *unpack(choice))
        else:
            assert isinstance(kind, ChanceKind)
            kind.play(state, frame, choice)
        advance(state, self.kinds)

    def apply_heard(self, state: S, choice: Choice) -> list[Event]:
        """Play a choice and return the events it caused."""
        events: list[Event] = []
        state.sink = events.append
        try:
            self.apply(state, choice)
        finally:
            state.sink = None
        return events

    def prompt(self, state: S) -> Message:
        """What the game is waiting for."""
        if not state.frames:
            return say("The game is over")
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        assert isinstance(kind, ChoiceKind | ChanceKind)
        return kind.prompt(state, frame)

    def prompt_rule(self, state: S) -> str:
        """The paragraph beside the prompt."""
        kind = self.kinds[state.frames[-1][0]] if state.frames else None
        return kind.rule if isinstance(kind, ChoiceKind) else ""

    def explain(self, state: S, side: int, choice: Choice) -> Why | None:
        """Why not? None for a legal choice; a rule and a sentence for any other."""
        actor = self.actor(state)
        if actor == OVER:
            return Why(self.sequence_rule, say("the game is over"))
        if actor == CHANCE or actor != side:
            return Why(self.sequence_rule, say("this is not your decision"))
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        assert isinstance(kind, ChoiceKind)
        if contains(kind.legal(state, frame), choice):
            return None
        return Why(*kind.why_not(state, frame, *unpack(choice)))

    def vocabulary(self, printed: P) -> Vocabulary:
        """How choices are written with this data."""
        known = self._vocabularies.get(id(printed))
        if known is None:
            known = printed, Vocabulary(self.verbs, self.nouns(printed))
            self._vocabularies[id(printed)] = known
        return known[1]

    def write(self, state: S, choice: Choice) -> str:
        """A choice, or an outcome when CHANCE acts, as stable text."""
        if self.actor(state) == CHANCE:
            return self.outcome_name(state, choice)
        return self.vocabulary(state.printed).write(choice)

    def read(self, state: S, text: str) -> Choice:
        """The choice or outcome a text names; Malformed when it names none."""
        if self.actor(state) != CHANCE:
            return self.vocabulary(state.printed).read(text)
        frame = state.frames[-1]
        kind = self.kinds[frame[0]]
        assert isinstance(kind, ChanceKind)
        outcome = kind.read_outcome(state, frame, text)
        if outcome is not None:
            return outcome
        raise Malformed(say("'{text}' is not a possible outcome here", text=text))

    def dump(self, state: S) -> dict[str, Any]:
        """Every field of a state by name, for keys, snapshots and tests. It holds all secrets."""
        return state.dump(self.kind_names)

    def undump(self, plain: dict[str, Any], printed: P) -> S:
        """The state in a dump; Malformed names the impossible field or frame."""
        state = self.state_type.undump(plain, self.kind_names, printed)
        for frame in state.frames:
            kind = self.kinds[frame[0]]
            if not kind.fits(frame[1], frame[2:]):
                raise Malformed(say("a stored state: this is not a possible frame {name}", name=kind.name))
        return state

    def key(self, state: S) -> str:
        """The key of the full state. While a game with secrets is running, it stays on the server."""
        return key_of(self.dump(state))
