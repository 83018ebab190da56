"""The conditions of cards: a small language, read once, whose meaning is in `rules/c07_conditions.py`.

    rommel and turn>=5
    siege_of_malta unless spitfires; herkules
    axis controls khartoum or any VP space in Egypt

A text is one condition, or several with semicolons between them: all of what an event needs must hold, and nothing
of what forbids it may. `and` binds more closely than `or`, `or` more closely than `unless`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sandtable.games.shifting_sands.printed.files import CONTROL

WORD = re.compile(r"\s*([A-Za-z0-9_.'-]+(?:>=[0-9]+)?|[();])")
TURN = re.compile(r"turn>=([0-9]{1,2})")
ROUNDS = ("first", "second", "third", "fourth", "fifth", "sixth")
THIS_TURN = ("played", "as", "event", "earlier", "in", "this", "turn")
AFTER_SPITFIRES = ("malta_convoys", "played", "after", "spitfires")
SHOWN = ("air_support", "played", "with", "it")


@dataclass(frozen=True, slots=True)
class Played:
    """An event has been played."""

    key: str


@dataclass(frozen=True, slots=True)
class PlayedThisTurn:
    """An event has been played in this turn."""

    key: str


@dataclass(frozen=True, slots=True)
class ConvoyArrived:
    """10.323: a convoy has reached Malta after Spitfires."""


@dataclass(frozen=True, slots=True)
class Accompanied:
    """10.322: the card can be shown together with Air Support."""


@dataclass(frozen=True, slots=True)
class FromTurn:
    """It is this turn or a later one."""

    turn: int


@dataclass(frozen=True, slots=True)
class InRound:
    """It is this action round."""

    round: int


@dataclass(frozen=True, slots=True)
class Controls:
    """A side controls one of these spaces."""

    side: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Stationed:
    """All these units are in a space."""

    units: int
    space: int


@dataclass(frozen=True, slots=True)
class Not:
    """A condition does not hold."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Every:
    """All these conditions hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of these conditions holds."""

    parts: tuple[Condition, ...]


Condition = (
    Played
    | PlayedThisTurn
    | ConvoyArrived
    | Accompanied
    | FromTurn
    | InRound
    | Controls
    | Stationed
    | Not
    | Every
    | Either
)


@dataclass(frozen=True, slots=True)
class Names:
    """What a condition can speak of."""

    events: Collection[str]
    spaces: Mapping[str, int]
    units: Mapping[str, int]
    scoring: Mapping[str, int]
    """By region its victory spaces."""


class Unreadable(ValueError):
    """A text that is no condition, and why."""


def read_conditions(text: str, names: Names) -> tuple[Condition, ...]:
    """The conditions in a text, none if it is empty; Unreadable says what is wrong."""
    return _Reader(text, names).conditions() if text else ()


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str, names: Names) -> None:
        self.words = _words(text)
        self.names = names

    def conditions(self) -> tuple[Condition, ...]:
        found = [self.condition()]
        while self.take(";"):
            found.append(self.condition())
        if self.words:
            raise Unreadable(f"{self.words[0]!r} was not expected")
        return tuple(found)

    def condition(self) -> Condition:
        found = self.alternatives()
        return Every((found, Not(self.alternatives()))) if self.take("unless") else found

    def alternatives(self) -> Condition:
        found = [self.together()]
        while self.take("or"):
            found.append(self.together())
        return Either(tuple(found)) if len(found) > 1 else found[0]

    def together(self) -> Condition:
        found = [self.single()]
        while self.take("and"):
            found.append(self.single())
        return Every(tuple(found)) if len(found) > 1 else found[0]

    def single(self) -> Condition:
        if self.take("not"):
            return Not(self.single())
        if self.take("("):
            inner = self.condition()
            self.expect(")")
            return inner
        if not self.words:
            raise Unreadable("a condition is missing at the end")
        return self.fixed() or self.control() or self.event() or self.stationed()

    def fixed(self) -> Condition | None:
        """Turns, rounds, and what only one card asks for."""
        if self.take(*AFTER_SPITFIRES):
            return ConvoyArrived()
        if self.take(*SHOWN):
            return Accompanied()
        for number, word in enumerate(ROUNDS, start=1):
            if self.take(word, "action", "round"):
                return InRound(number)
        if found := TURN.fullmatch(self.words[0]):
            self.words.pop(0)
            return FromTurn(int(found[1]))
        return None

    def control(self) -> Condition | None:
        """`axis controls tobruk or benghazi`, `tripoli allied controlled`."""
        for number, side in enumerate(CONTROL):
            if self.take(side, "controls"):
                return Controls(number, self.places())
            space = self.words[0]
            if self.words[1:3] == [side, "controlled"] and space in self.names.spaces:
                del self.words[:3]
                return Controls(number, 1 << self.names.spaces[space])
        return None

    def places(self) -> int:
        """Spaces with `or` between them, as far as spaces follow."""
        found = self.place()
        if not found:
            raise Unreadable(f"a space is expected after 'controls', not {' '.join(self.words[:1])!r}")
        while self.words[:1] == ["or"]:
            del self.words[0]
            more = self.place()
            if not more:
                self.words.insert(0, "or")
                break
            found |= more
        return found

    def place(self) -> int:
        if self.take("any", "VP", "space", "in"):
            for region, spaces in self.names.scoring.items():
                if self.take(*region.split()):
                    return spaces
            raise Unreadable(f"the regions with victory spaces are {', '.join(self.names.scoring)}")
        if self.words and self.words[0] in self.names.spaces:
            return 1 << self.names.spaces[self.words.pop(0)]
        return 0

    def event(self) -> Condition | None:
        key = self.words[0]
        if key not in self.names.events:
            return None
        del self.words[0]
        return PlayedThisTurn(key) if self.take(*THIS_TURN) else Played(key)

    def stationed(self) -> Condition:
        """`it_20 it_80 in sicily`."""
        units = 0
        while self.words and self.words[0] in self.names.units:
            units |= 1 << self.names.units[self.words.pop(0)]
        if not units:
            raise Unreadable(f"{self.words[0]!r} is no event, space or unit, nor anything else that is known here")
        self.expect("in")
        space = self.words.pop(0) if self.words else ""
        if space not in self.names.spaces:
            raise Unreadable(f"there is no space {space!r}")
        return Stationed(units, self.names.spaces[space])

    def take(self, *words: str) -> bool:
        """Read these words, if they come next."""
        if self.words[: len(words)] != list(words):
            return False
        del self.words[: len(words)]
        return True

    def expect(self, word: str) -> None:
        if not self.take(word):
            raise Unreadable(f"{word!r} is expected {f'before {self.words[0]!r}' if self.words else 'at the end'}")


def _words(text: str) -> list[str]:
    """The words of a text, with brackets and semicolons as words of their own."""
    words, place = [], 0
    while place < len(text.rstrip()):
        found = WORD.match(text, place)
        if found is None:
            raise Unreadable(f"{text[place:].strip()[0]!r} was not expected")
        words.append(found[1])
        place = found.end()
    return words
