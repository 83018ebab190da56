"""A match: a game being played, with its journal, dice and undo, and one door for choices from outside.

The server numbers the records. Everything that crosses the door is numbered as one side counts, leaving out what
that side does not know of: its own choices, what it hears and table acts count; hidden choices do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.kernel.chance import ChanceSource, SeededChance
from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn, Stale
from sandtable.kernel.events import EVERYONE, Event, may_know, told_to
from sandtable.kernel.flow import CHANCE, OVER, ChoiceKind
from sandtable.kernel.forced import openly_forced
from sandtable.kernel.game import SPECTATOR, Game, ScenarioInfo, Score
from sandtable.kernel.journal import (
    ActRecord,
    ChanceRecord,
    ChoiceRecord,
    Header,
    Journal,
    Record,
    UndoRecord,
)
from sandtable.kernel.snapshots import Snapshots
from sandtable.kernel.trail import Trail
from sandtable.kernel.ways import Way
from sandtable.kernel.words import Message, say

MAX_RUN = 256
"""The most choices in one run. Five units that go twenty hexes each need 111: each is picked up, enters its hexes
and stops, and in some games the move of all is declared first. A stack of eleven needs twice as many."""
SEATING = frozenset({"seat", "call", "leave", "return", "look"})
"""Table acts about seats, which have no bearing on the game and go on when it is over."""
ACT_WORDS = {
    ("seat", "computer"): "The {side} seat goes to the computer",
    ("call", ""): "The {side} player is called to the table",
    ("call", "ask"): "The {side} player is asked to leave the seat to somebody else",
    ("leave", ""): "The {side} player has left the table",
    ("leave", "absent"): "The {side} seat is vacant: its player was called and did not come",
    ("return", ""): "The {side} player is back at the table",
    ("look", ""): "A person took over the {side} seat from the computer",
    ("decline-draw", ""): "The {side} player declines the draw",
    ("deny-take-back", ""): "The {side} player does not allow the choice to be taken back",
}
"""By act and value, what everybody is told."""
MOST_FORCED = 64
"""Of how many places we remember whether the choice there was forced; only the latest are asked about."""
MOST_DIGITS = 9
"""Digits of a record's number."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A choice or outcome in effect: its record, its events, and whether undo stops at it."""

    record: ChoiceRecord | ChanceRecord
    events: list[Event]
    barrier: bool
    turn: int
    """The number of the turn after it."""
    words: Message | None
    """The words on the button of the choice."""
    depth: int
    """How many frames there are after it."""
    begun: int
    """How long the line was when this side began to choose, with nothing since that stops undo."""
    below: int
    """How long the line was when there were last fewer frames; -1 if there never were."""

    def __reduce__(self) -> tuple[Any, ...]:
        told = self.record, self.events, self.barrier, self.turn, self.words, self.depth
        return Standing, (*told, self.begun, self.below)


@dataclass(frozen=True, slots=True)
class Note:
    """A table act that everybody is told of, with its record; a `lasting` one is told again with the result."""

    number: int
    side: int
    words: Message
    lasting: bool
    counts: tuple[int, ...]
    """How many records the spectator and each side knew of."""

    def seen(self, side: int) -> int:
        return self.counts[side - SPECTATOR]


class Match:
    """One game from its first record on. `state` is the truth, and is never handed to a player."""

    def __init__(self, game: Game[Any], state: Any, header: Header, chance: ChanceSource) -> None:
        self.game = game
        self.state = state
        self.header = header
        self.chance = chance
        self.records: Trail[Record] = Trail()
        self.line: Trail[Standing] = Trail()
        self.result: Score | None = None
        self.draw_offer: int | None = None
        self.take_back: tuple[int, int] | None = None
        self.presses: Trail[tuple[int, int]] = Trail()
        """The first and the last record of each press, which undo takes back whole. Whoever plays the match notes
        them; they are not in the journal, and records outside any press are undone one by one."""
        self.ways: dict[int, Way] = {}
        """By side, the rest of a run that waits until another side has decided; not in the journal either."""
        self.notes: Trail[Note] = Trail()
        self._seen: Trail[tuple[int, ...]] = Trail([(0,) * (1 + len(game.sides))])
        self.real_dice = False
        self.disputed: int | None = None
        """The last record on which the journal and today's rules agree, until everybody accepts that."""
        self.awaited: set[int] = set()
        """The sides that have yet to accept it."""
        self.unread_position: Message | None = None
        """Why the position in the header cannot be read; the match then begins with the scenario's set-up."""
        self._first_depth = len(state.frames)
        self.opening: list[Event] = []
        """The events before the first decision."""
        self._snapshots = Snapshots(state.copy())
        self._forced: dict[int, bool] = {}
        """By place: could everybody see that there was no other choice? Found out when somebody asks."""
        self._note_result()

    @classmethod
    def start(
        cls,
        game: Game[Any],
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        *,
        chance: ChanceSource | None = None,
        position: str = "",
        data: Path | None = None,
        game_id: str = "",
        real_dice: bool = False,
    ) -> Match:
        """A new match, from the set-up of a scenario or from a position.

        With `real_dice` the players roll for themselves, and `roll` takes the result.
        """
        source = chance or SeededChance(game_id)
        header = Header(
            game=game.id,
            scenario=game.scenario(scenario).id,
            options=game.options_of(scenario, options),
            rules_version=game.rules_version,
            data=game.data_fingerprint(game.load_data(data)),
            game_id=game_id,
            commitment=source.commitment if isinstance(source, SeededChance) else "",
            position=position,
        )
        match = cls.begin(game, header, source, data)
        match.real_dice = real_dice
        match.settle_chance()
        return match

    @classmethod
    def begin(cls, game: Game[Any], header: Header, chance: ChanceSource, data: Path | None = None) -> Match:
        """A match before its first record."""
        told: list[Event] = []
        match = cls(game, first_state(game, header, data, told.append), header, chance)
        match.opening = told
        return match

    def fork(self) -> Match:
        """A match that goes its own way from here; the past and the state are shared, as nobody changes them."""
        twin = copy(self)
        for name in ("records", "line", "presses", "ways", "notes", "awaited", "_seen", "_snapshots", "_forced"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # What stands

    @property
    def number(self) -> int:
        """The number of the last record; a client is told `seen` instead."""
        return len(self.records)

    def seen(self, side: int, number: int | None = None) -> int:
        """How many records this side, or the spectator, knows of: now, or when the given record was the last."""
        return self._seen[self.number if number is None else number][side - SPECTATOR]

    @property
    def journal(self) -> Journal:
        return Journal(self.header, list(self.records))

    @property
    def scenario(self) -> ScenarioInfo:
        """The scenario that is being played."""
        return self.game.scenario_of(self.state)

    @property
    def secrets(self) -> bool:
        """Does either side hide anything from the other in this scenario?"""
        return self.game.hides(self.state)

    def actor(self) -> int:
        """The side that decides. OVER also covers a resignation and an agreed draw."""
        return OVER if self.result is not None else self.game.actor(self.state)

    def remarks(self) -> list[str]:
        """What everybody who sees the result should know about how it came to this, each thing once."""
        return list(dict.fromkeys(str(note.words) for note in self.notes if note.lasting))

    def log(self, side: int, after: int = -1, last: int | None = None) -> list[tuple[int, Event]]:
        """(number as `seen` counts, event) for everything in effect that this side may know, after a number and up
        to another."""
        told = [(0, event) for event in told_to(side, self.opening) if after < 0]
        for standing in self.line.since(self.place_at(side, after)):
            number = self.seen(side, standing.record.number)
            if last is not None and number > last:
                break
            told.extend((number, event) for event in told_to(side, standing.events))
        return told

    def known(self, side: int) -> list[tuple[int, Standing]]:
        """(number as `seen` counts, record in effect) for everything in effect that this side knows of."""
        return [(self.seen(side, s.record.number), s) for s in self.line if self._known(s, side)]

    def moment(self, side: int, number: int) -> Any:
        """The state when this side's count was last at `number`, in the history that is now in effect."""
        return self.state_at(self.place_at(side, number))

    # The door

    def play(
        self, side: int, run: Sequence[str], expected: int | None = None, *, goes_on: bool = False
    ) -> list[Record]:
        """Play a run of choices, up to the first chance, revelation or change of side; the rest is not played, or,
        if the run `goes_on` and another side decides, waits in `ways`. The dice of choices that roll on
        (`ChoiceKind.rolls_on`) do not end it, unless they have made the next one illegal.

        Refuses with Malformed, Stale, NotYourTurn or Illegal (which carries the rule); then nothing has changed.
        Choices after a revelation are dropped, not refused: a refusal would undo the run and so show for free
        what a choice discovers. The records returned may hold the other side's secrets.
        """
        self.check_door(side, run, expected)
        vocabulary = self.game.vocabulary(self.state.printed)
        choices = [vocabulary.read(text) for text in run]
        before = self.number, self.state, len(self.line)
        played, rolled = 0, False
        try:
            for choice in choices:
                if rolled and self.game.explain(self.state, side, choice) is not None:
                    break
                rolls_on = self._rolls_on()
                self._play_one(side, choice)
                played += 1
                rolled |= self.line[-1].barrier
                if self.actor() != side or (self.line[-1].barrier and not rolls_on):
                    break
        except BaseException:
            self._forget(*before)
            raise
        self.ways.pop(side, None)
        if goes_on and played < len(run) and self.actor() >= 0 and not self.line[-1].barrier:
            self.ways[side] = Way(self.number, tuple(run[played:]))
        return self.records[before[0] :]

    def check_door(self, side: int, run: Sequence[str], expected: int | None = None) -> None:
        """Refuse a side that may not play a run now."""
        self._check_undisputed(side)
        self._check_current(side, expected)
        if self.actor() == OVER:
            raise NotYourTurn("the game is over")
        if not 0 < len(run) <= MAX_RUN:
            raise Malformed(say("a run has 1 to {limit} choices", limit=MAX_RUN))
        if self.actor() == CHANCE:
            raise NotYourTurn("the game is waiting for the dice")
        if self.actor() != side:
            waits = say(self.game.sides[self.actor()])
            raise NotYourTurn(say("the game is waiting for {side}", side=waits))

    def _check_current(self, side: int, expected: int | None) -> None:
        if expected is not None and expected != self.seen(side):
            raise Stale(say("the game has moved on to record {number}", number=self.seen(side)))

    def _check_undisputed(self, side: int) -> None:
        if self.disputed is not None:
            number = self.seen(side, self.disputed)
            raise Stale(
                say("the rules or data have changed: the game stands at record {number}", number=number),
                "it goes on from there when every player accepts",
            )

    def _rolls_on(self) -> bool:
        """Does a run go on through the dice of the choice that is being made?"""
        kind = self.game.kinds[self.state.frames[-1][0]]
        return isinstance(kind, ChoiceKind) and kind.rolls_on

    def _play_one(self, side: int, choice: Choice) -> None:
        why = self.game.explain(self.state, side, choice)
        if why is not None:
            raise Illegal(why.sentence, why.rule)
        text = self.game.write(self.state, choice)
        self._apply(choice, lambda number, key: ChoiceRecord(number, side, text, key))
        self.settle_chance()

    def settle_chance(self) -> None:
        """Draw every outcome that is due: at the start, after a choice, and where a journal was cut before one."""
        while self.actor() == CHANCE and not self.awaits_roll():
            outcome = self.chance.draw(self.game.chance(self.state), self.number + 1)
            self._apply_outcome(outcome, typed=False)

    def awaits_roll(self) -> bool:
        """Do the players roll this for themselves? Never if only one side may see it."""
        return self.real_dice and self.game.chance_audience(self.state) == EVERYONE

    def roll(self, text: str) -> None:
        """Take an outcome the players rolled: it is marked in the journal and not verified against the seed."""
        if self.actor() != CHANCE or not self.awaits_roll():
            raise NotYourTurn("no dice are to be rolled now")
        self._apply_outcome(self.game.read(self.state, text.strip()), typed=True)
        self.settle_chance()

    def _apply_outcome(self, outcome: int, typed: bool) -> None:
        text = self.game.outcome_name(self.state, outcome)
        self._apply(outcome, lambda number, key: ChanceRecord(number, text, typed, key))

    def _apply(self, choice: Choice, make_record: Callable[[int, str], ChoiceRecord | ChanceRecord]) -> None:
        """Apply to a copy, then swap it in: a failure leaves the old state in place."""
        actor, turn, audience = (
            self.game.actor(self.state),
            self.game.turn(self.state),
            self.game.chance_audience(self.state),
        )
        words = None if actor == CHANCE else self.game.describe(self.state, choice)
        state = self.state.copy()
        events = self.game.apply_heard(state, choice)
        key = self.game.key(state) if self.game.turn(state) != turn or not state.frames else ""
        record = make_record(self.number + 1, key)
        barrier = actor == CHANCE or audience != EVERYONE or any(event.reveals for event in events)
        self.state = state
        self.line.append(self._standing(record, events, barrier, words))
        if actor == CHANCE:
            self._enter(record, lambda side: may_know(audience, side) or _told(events, side))
        else:
            self._enter(record, lambda side: side == actor or _told(events, side))
        turned = self.game.turn(state) != turn
        self._snapshots.offer(len(self.line), state, turn=turned, actor=self.game.actor(state) != actor)
        self._note_result()

    def _standing(
        self, record: ChoiceRecord | ChanceRecord, events: list[Event], barrier: bool, words: Message | None
    ) -> Standing:
        """What has just been applied, as it stands in the line."""
        turn, depth, begun = self.game.turn(self.state), len(self.state.frames), len(self.line)
        if begun and isinstance(record, ChoiceRecord) and self._undoable(before := self.line[-1], record.side):
            begun = before.begun
        return Standing(record, events, barrier, turn, words, depth, begun, self._below(depth))

    def _below(self, depth: int) -> int:
        """How long the line was when there were last fewer frames than this; -1 if there never were."""
        place = len(self.line)
        while place >= 0 and (before := self._depth_at(place)) >= depth:
            place = self.line[place - 1].below if place else -1
            if before == depth:  # what lay below it lies below us, and need not be looked at
                break
        return place

    def _enter(self, record: Record, known_to: Callable[[int], bool]) -> None:
        """Append a record; each side, and the spectator, counts it only if it knows of it."""
        self.records.append(record)
        self._seen.append(tuple(seen + known_to(side) for side, seen in enumerate(self._seen[-1], SPECTATOR)))

    def _known(self, standing: Standing, side: int) -> bool:
        number = standing.record.number
        return self.seen(side, number) > self.seen(side, number - 1)

    def _note_result(self) -> None:
        if not self.state.frames:
            self.result = self.game.score(self.state)

    def _forget(self, number: int, state: Any, line: int) -> None:
        """A run failed half-way: undo all of it."""
        self.records.cut(number)
        self._seen.cut(number + 1)
        self._cut(line)
        self.state = state
        self.result = None
        self._note_result()

    def _cut(self, place: int) -> None:
        """Cut the line, and what we know of its later places."""
        self.line.cut(place)
        self._snapshots.cut(place)
        self._forced = {known: forced for known, forced in self._forced.items() if known <= place}

    # Undo

    def undo_target(self, side: int) -> int | None:
        """The number (as `seen` counts) that one undo by this side goes back to, or None when undo stops here."""
        if self._reset_place(side) == len(self.line):
            return None
        return self.seen(side, self.number_at(self._undo_place(side)))

    def _undo_place(self, side: int) -> int:
        """How much of the line one undo leaves: all before the last press, as far as undo reaches."""
        if not self.line:
            return 0
        last, place = self.line[-1].record.number, len(self.line) - 1
        press = self.presses.up_to(last, lambda press: press[0]) - 1
        if press >= 0 and last <= self.presses[press][1]:
            place = self.place_of(self.presses[press][0] - 1)
        return max(place, self._reset_place(side))

    def reset_target(self, side: int) -> int | None:
        """The number that "reset my turn" goes back to: as far as undo can reach."""
        place = self._reset_place(side)
        return None if place == len(self.line) else self.seen(side, self.number_at(place))

    def leave_target(self, side: int) -> int | None:
        """The number at which this side began what it is doing, such as a move; None if undo does not reach it."""
        place = self.line[-1].below if self.line else -1
        if place < self._reset_place(side) or not self._begins(place):
            return None
        return self.seen(side, self.number_at(place))

    def _begins(self, place: int) -> bool:
        """Did a side begin something with this choice, instead of ending something, or because it had to?"""
        verb, _ = unpack(self.game.vocabulary(self.state.printed).read(self.line[place].record.text))
        return not self.game.verbs[verb].closes and not self._was_forced(place)

    def _depth_at(self, place: int) -> int:
        return self.line[place - 1].depth if place else self._first_depth

    def _reset_place(self, side: int) -> int:
        """How much of the line is left when undo has gone as far as is useful: nobody is asked again for what is
        forced."""
        place = self._reach(side)
        while place < len(self.line) and self._was_forced(place):
            place += 1
        return place

    def _was_forced(self, place: int) -> bool:
        """Could everybody see that there was no other choice?"""
        known = self._forced.get(place)
        if known is None:
            known = openly_forced(self.game, self.state_at(place)) is not None
            if len(self._forced) >= MOST_FORCED:
                self._forced.clear()
            self._forced[place] = known
        return known

    def _reach(self, side: int) -> int:
        """How much of the line is left when undo has gone as far as it can; a finished game stays finished."""
        if self.result is None and self.line and self._undoable(self.line[-1], side):
            return self.line[-1].begun
        return len(self.line)

    def _undoable(self, standing: Standing, side: int) -> bool:
        record = standing.record
        return not standing.barrier and isinstance(record, ChoiceRecord) and record.side == side

    def number_at(self, place: int) -> int:
        """The number of the last of the first `place` records in effect."""
        return self.line[place - 1].record.number if place else 0

    def place_of(self, number: int) -> int:
        """How much of the line is left by what came up to this record."""
        return self.line.up_to(number, lambda standing: standing.record.number)

    def place_at(self, side: int, seen: int) -> int:
        """How long the line was when this side's count was last at `seen`."""
        return self.place_of(self._seen.up_to(seen, lambda counts: counts[side - SPECTATOR]) - 1)

    def undo(self, side: int, to: int | None = None, expected: int | None = None) -> None:
        """Take back this side's last press, or its choices after number `to` as `seen` counts."""
        self._check_current(side, expected)
        self._undo_to(side, self._undo_place(side) if to is None else self.place_at(side, to))

    def _undo_to(self, side: int, place: int) -> None:
        self._check_undisputed(side)
        if not self._reach(side) <= place < len(self.line):
            raise Illegal(
                "undo stops at dice, at anything revealed and at the other side's choices",
                self.game.sequence_rule,
            )
        self._back_to(side, place)

    def _back_to(self, side: int, place: int) -> None:
        """Undo until this much of the line is left, and record it."""
        undone = self.line[place:]
        record = UndoRecord(self.number + 1, side, self.number_at(place))
        self.state = self.state_at(place)
        self._cut(place)
        self.ways = {side: way for side, way in self.ways.items() if way.number <= record.to}
        self._enter(record, lambda reader: any(self._known(standing, reader) for standing in undone))

    def state_at(self, place: int) -> Any:
        """The state after this much of the line, played on from the last snapshot before it."""
        begin, snapshot = self._snapshots.before(place)
        state = snapshot.copy()
        for standing in self.line[begin:place]:
            self.game.apply(state, self.game.read(state, standing.record.text))
        return state

    # Table acts

    def act(self, side: int, act: str, value: str = "") -> None:
        """Resign, offer-draw, accept-draw, decline-draw, ask-, grant-, deny-take-back, accept-rules; and what
        becomes of the seats: seat, call, leave, return, look."""
        if not 0 <= side < len(self.game.sides):
            raise Malformed(say("there is no side {side}", side=side))
        if act != "accept-rules":
            self._check_undisputed(side)
        if self.result is not None and act not in SEATING:
            raise NotYourTurn("the game is over")
        handler = getattr(self, "_act_" + act.replace("-", "_"), None)
        if handler is None:
            raise Malformed(say("there is no table act '{act}'", act=act))
        told = self._told_of(side, act, value)
        handler(side, value)
        self._enter(ActRecord(self.number + 1, side, act, value), lambda reader: True)
        if told is not None:
            self.notes.append(Note(self.number, side, *told, self._seen[-1]))
        if act == "grant-take-back":
            self._take_back()
        elif act == "accept-rules" and not self.awaited:
            self._go_on_from_dispute(side)

    def _act_seat(self, side: int, value: str) -> None:
        """A change of player: it is recorded, and nothing on the board moves. `value` is the kind of player."""

    def _act_call(self, side: int, value: str) -> None:
        """This side's player is called to the table, or, if `value` is `ask`, asked to leave the seat."""

    def _act_leave(self, side: int, value: str) -> None:
        """The seat falls vacant; `value` is `absent` if its holder did not come when called."""

    def _act_return(self, side: int, value: str) -> None:
        """The player who holds or held this seat is back."""

    def _act_look(self, side: int, value: str) -> None:
        """A person takes this side over from a computer player; `value` is another side this person plays."""

    def _told_of(self, side: int, act: str, value: str) -> tuple[Message, bool] | None:
        """What all are told of an act, and whether it is told again with the result. An answer is told while
        there is something to answer."""
        asker = {"decline-draw": self.draw_offer, "deny-take-back": self.take_back and self.take_back[0]}
        if act in asker and asker[act] in (None, side):
            return None
        if act == "grant-take-back" and self.take_back is not None:
            name = say(self.game.sides[self.take_back[0]])
            return say("The {side} player took back choices that undo could not reach", side=name), True
        return _words_of(self.game.sides, side, act, value)

    def _act_resign(self, side: int, value: str) -> None:
        """The other side wins a total victory."""
        how = say("the {side} player resigned", side=say(self.game.sides[side]))
        self.result = Score(1 - side, how, "")

    def _act_offer_draw(self, side: int, value: str) -> None:
        self.draw_offer = side

    def _act_accept_draw(self, side: int, value: str) -> None:
        if self.draw_offer is None or self.draw_offer == side:
            raise Stale("no draw was offered to you")
        self.result = Score(None, say("draw agreed"), "")

    def _act_decline_draw(self, side: int, value: str) -> None:
        self.draw_offer = None

    def _act_ask_take_back(self, side: int, value: str) -> None:
        if not _is_number(value) or int(value) >= self.seen(side):
            raise Malformed(say("'{value}' is not the number of an earlier record", value=value))
        self.take_back = side, self.number_at(self.place_at(side, int(value)))

    def _act_grant_take_back(self, side: int, value: str) -> None:
        if self.take_back is None or self.take_back[0] == side:
            raise Stale("nobody asked you for a take-back")
        if self.take_back[1] > self.number_at(len(self.line)):
            raise Stale("that has already been taken back")

    def _take_back(self) -> None:
        assert self.take_back is not None
        asker, target = self.take_back
        self.take_back = None
        self._back_to(asker, self.place_of(target))

    def _act_deny_take_back(self, side: int, value: str) -> None:
        self.take_back = None

    # Rules that changed

    def dispute(self, rest: Sequence[Record], seats: Iterable[int]) -> None:
        """The rest of the journal does not agree with today's rules: keep it, and wait until everybody accepts."""
        self.disputed, self.awaited = self.number, set(seats)
        for record in rest:
            self.keep(record)

    def keep(self, record: Record) -> None:
        """Keep a record that is no longer in effect: it stays in the journal and changes nothing."""
        side = getattr(record, "side", None)
        self._enter(record, lambda reader: isinstance(record, ActRecord) or reader == side)

    def _act_accept_rules(self, side: int, value: str) -> None:
        if side not in self.awaited:
            raise Stale("there is no change of rules for you to accept")
        self.awaited.discard(side)

    def _go_on_from_dispute(self, side: int) -> None:
        assert self.disputed is not None
        record = UndoRecord(self.number + 1, side, self.disputed)
        self.disputed = None
        self.ways.clear()
        self._enter(record, lambda reader: True)
        self.settle_chance()


def _words_of(sides: Sequence[str], side: int, act: str, value: str) -> tuple[Message, bool] | None:
    """What everybody is told of an act at the table, and whether it is told again with the result."""
    names = {"side": say(sides[side])}
    if act == "look" and value in map(str, range(len(sides))):
        names["other"] = say(sides[int(value)])
        words = "The {other} player took over the {side} seat from the computer and saw what it knew"
        return say(words, **names), True
    known = ACT_WORDS.get((act, value))
    return None if known is None else (say(known, **names), act == "look")


def _is_number(text: str) -> bool:
    """Is this a number as we write it?"""
    return len(text) <= MOST_DIGITS and text.isdecimal() and str(int(text)) == text


def _told(events: list[Event], side: int) -> bool:
    return any(event.heard_by(side) for event in events)


def first_state(
    game: Game[Any], header: Header, data: Path | None, sink: Callable[[Event], None] | None = None
) -> Any:
    """The state a header begins with; `sink` gets the events before the first decision."""
    if header.game != game.id:
        raise Malformed(say("this is a game of {id}, not of {game}", id=header.game, game=game.id))
    if not header.position:
        return game.start(header.scenario, header.options, data, sink=sink)
    return game.accept_position(header.position, game.load_data(data), sink=sink)
