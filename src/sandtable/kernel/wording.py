"""Wording: a game's words as tables: its buttons, its log, and how the things they name are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sandtable.kernel.events import Event
from sandtable.kernel.flow import S
from sandtable.kernel.words import Message, Parameter

P = TypeVar("P")
Writer = Callable[[P, Any], Parameter]
"""What a reader sees for a number of the game: a unit's name, the place in a hex."""


@dataclass(frozen=True, slots=True)
class Taking:
    """What an event takes from a side: the argument that names the thing taken (its owner loses it), or the side.

    `several` is the line for several alike, with their names in the place of {units} or their number in that of
    {count}; without one, each has its own.
    """

    what: str
    several: str = ""


@dataclass(frozen=True)
class Wording(Generic[S, P]):
    """The tables. A game whose words depend on more than these overrides the functions that look them up."""

    buttons: Mapping[int, str]
    """For each verb, the words on its button; its argument is a parameter named after its noun."""
    lines: Mapping[str, str]
    """For each kind of event, its line in the log, with the arguments of the event as parameters."""
    writers: Mapping[str, Writer[P]]
    """How an argument of a choice or event is written, by its name; the others are written unchanged."""
    buttons_at: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """The words of a verb in one decision, if they differ, by the name of its frame."""
    harms: Mapping[tuple[str, int], tuple[str, str]] = field(default_factory=dict)
    """The verbs that cost whoever chooses them something of their own, by the name of the decision: the rule, and
    what is lost, in words. Nobody is warned where every choice costs something, as in taking losses."""
    takes: Mapping[str, Taking] = field(default_factory=dict)
    """The kinds of events that take something from a side: whoever is about to bring one about is asked first."""
    owners: Callable[[P], Sequence[int]] = lambda printed: ()
    """By number the side of each thing that an event can take."""

    def describe(self, state: S, decision: str, verb: int, noun: str, argument: int) -> Message:
        """The words on the button of a choice."""
        named = {noun: self.write(state.printed, noun, argument)} if noun else {}
        words = self.button(decision, verb, argument)
        return Message(words, {**named, **self.asides(state, decision, verb, argument)})

    def button(self, decision: str, verb: int, argument: int) -> str:
        return self.buttons_at.get((decision, verb)) or self.buttons[verb]

    def asides(self, state: S, decision: str, verb: int, argument: int) -> Mapping[str, Parameter]:
        """Further parameters for the words on a button, such as the faces that hit a target."""
        return {}

    def narrate(self, printed: P, event: Event) -> Message:
        """The line of an event in the log."""
        named = {name: self.write(printed, name, value) for name, value in event.arguments.items()}
        return Message(self.line(event), {**named, **self.remarks(printed, event)})

    def line(self, event: Event) -> str:
        return self.lines[event.kind]

    def remarks(self, printed: P, event: Event) -> Mapping[str, Parameter]:
        """Further parameters for the line of an event, such as the date of a turn."""
        return {}

    def write(self, printed: P, name: str, value: Any) -> Parameter:
        """A number of the game as a reader sees it."""
        writer = self.writers.get(name)
        written: Parameter = writer(printed, value) if writer else value
        return written

    def loser(self, printed: P, event: Event) -> int | None:
        """The side from which an event takes something; None if it takes nothing from anybody."""
        taking = self.takes.get(event.kind)
        if taking is None:
            return None
        value: int = event.arguments[taking.what]
        return value if taking.what == "side" else self.owners(printed)[value]

    def thing(self, event: Event) -> tuple[str, int] | None:
        """The noun and the number of what an event takes; None if it has no name."""
        what = self.takes[event.kind].what
        return None if what == "side" else (what, event.arguments[what])

    def taken(self, printed: P, events: Sequence[Event]) -> Message | None:
        """One line for several events of one kind, if there are words for it."""
        taking = self.takes[events[0].kind]
        things = list(dict.fromkeys(event.arguments[taking.what] for event in events))
        if len(things) == 1 or not taking.several:
            return None
        named = "" if taking.what == "side" else self.write(printed, "units", things)
        return Message(taking.several, {"units": named, "count": len(things)})
