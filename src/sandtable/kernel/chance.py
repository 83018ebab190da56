"""Chance: who draws the outcome of a die, a chit or a card. The state never holds a generator."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Protocol, overload

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say


class ChanceSource(Protocol):
    """Draws the index of an outcome from `weights`, for the record with this number."""

    def draw(self, weights: Sequence[int], record: int) -> int: ...


class Uniform(Sequence[int]):
    """Many equally likely outcomes, without a list of them: n dice have 6 ** n."""

    __slots__ = ("_count",)

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return Uniform(len(range(self._count)[index]))
        if not 0 <= index < self._count:
            raise IndexError(index)
        return 1


def total(weights: Sequence[int]) -> int:
    """The sum of the weights."""
    return len(weights) if isinstance(weights, Uniform) else sum(weights)


def index_of(weights: Sequence[int], point: int) -> int:
    """The outcome whose share of the total weight holds `point`."""
    if isinstance(weights, Uniform) and point < len(weights):
        return point
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise IndexError(point)


def drawn(weights: Sequence[int], rng: Random) -> int:
    """One outcome with its weight, found without a list of them all."""
    return index_of(weights, rng.randrange(total(weights)))


class RandomChance:
    """Outcomes from an ordinary random generator: for simulation, where nobody needs proof."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def draw(self, weights: Sequence[int], record: int) -> int:
        return drawn(weights, self._rng)


class SeededChance:
    """Outcomes at the table: rejection sampling from HMAC-SHA256(seed, game id, record number).

    The hash of the seed is published at the start and the seed itself when the game is over, so that anybody
    can check every die (`verify_dice`) and nobody can foresee one.
    """

    def __init__(self, game_id: str, seed: bytes | None = None) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self._game_id = game_id

    @property
    def commitment(self) -> str:
        """What is published at the start."""
        return sha256(self.seed).hexdigest()

    def draw(self, weights: Sequence[int], record: int) -> int:
        return index_of(weights, self._below(total(weights), record))

    def _below(self, count: int, record: int) -> int:
        limit = (1 << 64) - (1 << 64) % count
        attempt = 0
        while True:
            text = f"{self._game_id}/{record}/{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.seed, text, "sha256")[:8], "big")
            if value < limit:
                return value % count
            attempt += 1


class FixedChance:
    """Outcomes given in advance, in order: for tests, examples of play and typed-in dice."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._left = list(outcomes)

    def draw(self, weights: Sequence[int], record: int) -> int:
        if not self._left:
            raise Malformed(say("no outcome was given for record {record}", record=record))
        outcome = self._left.pop(0)
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise Malformed(say("outcome {outcome} is not possible here", outcome=outcome))
        return outcome
