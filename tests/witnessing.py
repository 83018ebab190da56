"""One step of a game as a witness sees it, and the combinators that most witnesses are made of.

A witness says of a step "this clause decided something here". Which witnesses are asked depends on the *signs* of
a step: its kind of decision, the kinds of its events, the rules of the refusals given before it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from tests.fuzzer import Refusal

START = "start"
"""The kind of the step before all others of a game that begins at the set-up."""


@dataclass
class Step:
    """One choice or outcome: what was before, what was asked and refused, what happened, what is now."""

    game: ClassVar[Game[Any]]

    before: Any
    choice: Choice
    events: list[Event]
    after: Any
    refusals: list[Refusal]
    kind: str

    @cached_property
    def side(self) -> int:
        """Who decided: a side, or CHANCE."""
        return self.game.actor(self.before)

    @cached_property
    def verb(self) -> int:
        return unpack(self.choice)[0] if self.side != CHANCE else -1

    @cached_property
    def argument(self) -> int:
        return unpack(self.choice)[1] if self.side != CHANCE else -1

    @cached_property
    def options(self) -> dict[int, int]:
        """What could be chosen: by verb a bit set of arguments."""
        return dict(self.game.options(self.before))

    @property
    def frame(self) -> tuple[int, ...]:
        frame: tuple[int, ...] = self.before.frames[-1]
        return frame

    @property
    def active(self) -> int:
        return int(self.before.active)

    @property
    def enemy(self) -> int:
        return 1 - self.active

    @property
    def next_kind(self) -> str:
        """What is decided next, or '' when the game is over."""
        return self.game.kind_names[self.after.frames[-1][0]] if self.after.frames else ""

    def within(self, kind: str, state: Any = None) -> tuple[int, ...] | None:
        """The topmost frame of a kind on the stack, or None."""
        for frame in reversed((state or self.before).frames):
            if self.game.kind_names[frame[0]] == kind:
                found: tuple[int, ...] = frame
                return found
        return None

    def told(self, kind: str, rule: str = "") -> Iterator[Event]:
        """The events of a kind, and of a rule if one is given."""
        return (event for event in self.events if event.kind == kind and rule in ("", event.rule))


class Witness(NamedTuple):
    """Says whether a clause decided something in a step; asked only when the step has one of its signs."""

    signs: frozenset[str]
    holds: Where


Where = Callable[[Any], object]
"""Something about a step: true or not, as Python counts it."""
OfEvent = Callable[[Any, Event], object]
OfRefusal = Callable[[Any, Refusal], object]


def always(*whatever: object) -> bool:
    return True


def signs_of(step: Step) -> set[str]:
    """By what a step is known."""
    found = {f"at {step.kind}"}
    found.update(f"event {event.kind}" for event in step.events)
    found.update(f"refused {refusal.rule}" for refusal in step.refusals)
    return found


def at(kind: str, where: Where = always) -> Witness:
    """A decision of this kind was taken."""
    return Witness(frozenset({f"at {kind}"}), where)


def chosen(kind: str, verb: int, where: Where = always) -> Witness:
    """This verb was chosen in a decision of this kind."""
    return at(kind, lambda step: step.verb == verb and where(step))


def fired(kind: str, rule: str = "", where: OfEvent = always) -> Witness:
    """An event of this kind, under this rule if one is given."""
    sign = frozenset({f"event {kind}"})
    return Witness(sign, lambda step: any(where(step, event) for event in step.told(kind, rule)))


def refused(rule: str, words: str = "", where: OfRefusal = always) -> Witness:
    """Something was refused under this rule, with these words in the sentence."""

    def holds(step: Step) -> bool:
        return any(r.rule == rule and words in r.sentence and where(step, r) for r in step.refusals)

    return Witness(frozenset({f"refused {rule}"}), holds)


def start(where: Where = always) -> Witness:
    """The game begins at its set-up."""
    return at(START, where)


def any_of(*witnesses: Witness) -> Witness:
    """At least one of these."""
    signs = frozenset().union(*(witness.signs for witness in witnesses))

    def holds(step: Step) -> bool:
        found = signs_of(step)
        return any(witness.signs & found and witness.holds(step) for witness in witnesses)

    return Witness(signs, holds)


def joined(*chapters: Mapping[str, Witness]) -> dict[str, Witness]:
    """The witnesses of all chapters, by clause."""
    witnesses: dict[str, Witness] = {}
    for chapter in chapters:
        assert not witnesses.keys() & chapter.keys(), "a clause has two witnesses"
        witnesses.update(chapter)
    return witnesses


class Witnessed:
    """Counts how often these clauses fire, or all.

    `once`: a clause that has fired is not looked for any more, which is all that a test needs to know.
    """

    def __init__(
        self, witnesses: Mapping[str, Witness], clauses: Iterable[str] | None = None, *, once: bool = False
    ) -> None:
        self.witnesses = witnesses
        self.fired: Counter[str] = Counter()
        self.once = once
        self.asked = frozenset(witnesses if clauses is None else clauses)
        self.by_sign: dict[str, list[str]] = defaultdict(list)
        for clause in self.asked:
            for sign in witnesses[clause].signs:
                self.by_sign[sign].append(clause)

    def ask(self, step: Step) -> None:
        """Which of the clauses decided something here?"""
        asked: set[str] = set()
        for sign in signs_of(step):
            asked.update(self.by_sign[sign])
        for clause in asked:
            if not (self.once and self.fired[clause]) and self.witnesses[clause].holds(step):
                self.fired[clause] += 1
