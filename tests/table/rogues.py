"""Computer players that go wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import sandtable
from sandtable.kernel.choices import pack
from sandtable.kernel.seat import Seat
from sandtable.players.random import RandomPlayer


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


PLAYERS: dict[str, Callable[[Random], Any]] = {
    "sleeper": lambda rng: Sleeper(),
    "crasher": lambda rng: Crasher(),
    "fumbler": lambda rng: Fumbler(),
    "glutton": lambda rng: Glutton(),
    "cheat": lambda rng: Cheat(),
    "sound": lambda rng: RandomPlayer(rng, sandtable.game("tiny-skirmish").verbs),
}
