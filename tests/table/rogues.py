"""Computer players that go wrong, and one that remembers."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import sandtable
from sandtable.kernel.choices import count, pack, pick
from sandtable.kernel.seat import Seat
from sandtable.players.random import RandomPlayer
from sandtable.table.workers import LARGEST_MEMORY


class Sleeper:
    """Never comes to a decision."""

    def choose(self, seat: Seat) -> int:
        while True:
            pass


class Crasher:
    """Takes its process with it."""

    def choose(self, seat: Seat) -> int:
        os._exit(3)


class Fumbler:
    """Raises."""

    def choose(self, seat: Seat) -> int:
        raise ZeroDivisionError("odds of 1 to 0")


class Glutton:
    """Wants more memory than there is."""

    def choose(self, seat: Seat) -> int:
        return len([0] * (1 << 40))


class Cheat:
    """Makes a choice that is not legal."""

    def choose(self, seat: Seat) -> int:
        return pack(6, 0) if seat.options()[0][0] == 0 else pack(0, 6)


class Planner:
    """Draws up a list of lots for the turn and chooses by them, one after the other: a plan it must not lose."""

    LOTS = 30

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.lots: list[float] = []

    def choose(self, seat: Seat) -> int:
        if not self.lots:
            self.lots = [self._rng.random() for _ in range(self.LOTS)]
        options = seat.options()
        return pick(options, int(self.lots.pop() * count(options)))

    def remember(self) -> Any:
        return self.lots

    def recall(self, memory: Any) -> None:
        self.lots = [*(memory or [])]


class Hoarder(Planner):
    """Remembers more than there is room for."""

    def remember(self) -> Any:
        return "x" * (LARGEST_MEMORY + 1)


class Mystic(Planner):
    """Remembers what cannot be told."""

    def remember(self) -> Any:
        return object()


class Stumbler(Planner):
    """Cannot bear to be reminded."""

    def recall(self, memory: Any) -> None:
        if memory:
            raise KeyError("what was I going to do?")


PLAYERS: dict[str, Callable[[Random], Any]] = {
    "sleeper": lambda rng: Sleeper(),
    "crasher": lambda rng: Crasher(),
    "fumbler": lambda rng: Fumbler(),
    "glutton": lambda rng: Glutton(),
    "cheat": lambda rng: Cheat(),
    "hoarder": Hoarder,
    "mystic": Mystic,
    "stumbler": Stumbler,
    "planner": Planner,
    "sound": lambda rng: RandomPlayer(rng, sandtable.game("tiny-skirmish").verbs),
}
