"""One step of Afrika Korps as a witness sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.printed.data import AXIS
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.state import Position
from sandtable.games.afrika_korps.verbs import HEX
from sandtable.kernel.bits import ones
from tests import witnessing
from tests.witnessing import Where, Witness, always, at

SCENARIO = GAME.load_data()
BOARD = SCENARIO.board


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
class Step(witnessing.Step):
    """A step of Afrika Korps."""

    game = GAME

    before: Position
    after: Position
    memory: Memory

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


OfMove = Callable[[Step, Move], bool]


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
