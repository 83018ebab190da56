"""One step of a game as a witness sees it, and the combinators that most witnesses are made of.

A witness says of a step "this clause decided something here". Which witnesses are asked depends on the *signs* of
a step: its kind of decision, the kinds of its events, the rules of the refusals given before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from fuzzer import Refusal
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.movement import Ground
from sandtable.games.afrika_korps.scenario import AXIS
from sandtable.games.afrika_korps.state import Position, enemy_of
from sandtable.games.afrika_korps.verbs import HEX
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import CHANCE

SCENARIO = GAME.load_data()
BOARD = SCENARIO.board
START = "start"
"""The kind of the step before all others of a game that begins at the set-up."""


@dataclass
class Memory:
    """What earlier steps have shown and the position does not tell. Bit sets are over units, or over hexes."""

    began: list[int]
    """Where everything stood when the player turn began."""
    fallen: int = 0
    """Hexes where units fell this turn because they were too weak to attack (7.4)."""
    taken: int = 0
    """Counters for supply captured in this turn's movement."""
    takers: int = 0
    """Combat units that came upon lone supply in this turn's movement."""
    mover: int = 0
    """The units that took the last step of movement."""
    formed: int = 0
    """Substitutes formed this turn."""
    relieved: int = 0
    """Units cut off when the turn began, and for a while not any more."""
    by_road: int = 0
    """Units that came into the hex of two roads by one of them this turn."""
    holders: dict[int, int] = field(default_factory=dict)
    """By fortress or base, the side that was the last to stand there."""
    sailed_from: dict[int, int] = field(default_factory=dict)
    """By unit, the port it last left."""


@dataclass
class Step:
    """One choice or outcome: what was before, what was asked and refused, what happened, what is now."""

    before: Position
    choice: Choice
    events: list[Event]
    after: Position
    refusals: list[Refusal]
    memory: Memory
    kind: str

    @cached_property
    def side(self) -> int:
        """Who decided: a side, or CHANCE."""
        return GAME.actor(self.before)

    @cached_property
    def verb(self) -> int:
        return unpack(self.choice)[0] if self.side != CHANCE else -1

    @cached_property
    def argument(self) -> int:
        return unpack(self.choice)[1] if self.side != CHANCE else -1

    @cached_property
    def options(self) -> dict[int, int]:
        """What could be chosen: by verb a bit set of arguments."""
        return dict(GAME.options(self.before))

    @property
    def frame(self) -> tuple[int, ...]:
        return self.before.frames[-1]

    @property
    def active(self) -> int:
        return self.before.active

    @property
    def enemy(self) -> int:
        return enemy_of(self.before.active)

    @property
    def next_kind(self) -> str:
        """What is decided next, or '' when the game is over."""
        return GAME.kind_names[self.after.frames[-1][0]] if self.after.frames else ""

    def within(self, kind: str, state: Position | None = None) -> tuple[int, ...] | None:
        """The topmost frame of a kind on the stack, or None."""
        for frame in reversed((state or self.before).frames):
            if GAME.kind_names[frame[0]] == kind:
                return frame
        return None

    def told(self, kind: str, rule: str = "") -> Iterator[Event]:
        """The events of a kind, and of a rule if one is given."""
        return (event for event in self.events if event.kind == kind and rule in ("", event.rule))

    @cached_property
    def ground(self) -> Ground:
        """What the enemy made of the map before the step."""
        return Ground(self.before, self.before.active)

    @cached_property
    def move(self) -> Move | None:
        """The step of a move (5.2), if this is one."""
        if self.kind != "move" or self.verb != HEX:
            return None
        group = self.frame[2]
        return Move(group, self.before.place[(group & -group).bit_length() - 1], self.argument)


class Move(NamedTuple):
    """Units that went together from one hex to the next."""

    group: int
    origin: int
    to: int

    @property
    def units(self) -> list[int]:
        return list(ones(self.group))

    @property
    def fighters(self) -> int:
        return self.group & SCENARIO.combat

    @property
    def on_road(self) -> bool:
        return bool(SCENARIO.road[self.origin] >> self.to & 1)


class Witness(NamedTuple):
    """Says whether a clause decided something in a step; asked only when the step has one of its signs."""

    signs: frozenset[str]
    holds: Callable[[Step], bool]


Where = Callable[[Step], bool]
OfEvent = Callable[[Step, Event], bool]
OfRefusal = Callable[[Step, Refusal], bool]
OfMove = Callable[[Step, Move], bool]


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


def moved(where: OfMove = always) -> Witness:
    """Units took a step in movement."""
    return at("move", lambda step: step.move is not None and where(step, step.move))


def turn_begins(where: Where = always, side: int | None = None) -> Witness:
    """A player turn began; `after` shows its first decision, and `ports_at_start` and `cut_off` are its own."""

    def holds(step: Step) -> bool:
        last = list(step.told("turn"))[-1].arguments
        is_now = bool(step.after.frames) and (last["turn"], last["side"]) == (step.after.turn, step.after.active)
        return is_now and side in (None, step.after.active) and where(step)

    return Witness(frozenset({"event turn"}), holds)


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


# Names, as the rulebook prints them


def hexes(names: str) -> int:
    """These hexes as a bit set."""
    return BOARD.mask(names.split())


def units(names: str) -> int:
    """These units as a bit set."""
    return sum(1 << SCENARIO.unit_number[name] for name in names.split())


def mask(numbers: list[int]) -> int:
    """The bit set of the numbers that an event carries."""
    return sum(1 << number for number in numbers)


def is_axis(unit: int) -> bool:
    return SCENARIO.side_of[unit] == AXIS
