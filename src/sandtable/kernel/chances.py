"""Chances of dice, for what a game tells before they are rolled: of the results of a table, and of hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import groupby, product
from typing import Generic, NamedTuple, TypeVar

Result = TypeVar("Result")
FACES = range(1, 7)


class Chance(NamedTuple, Generic[Result]):
    """A result, its chance, and the rolls that bring it."""

    result: Result
    share: float
    rolls: tuple[int, ...]

    @property
    def faces(self) -> str:
        """The rolls in words, as: 1, 4-6."""
        runs = [list(run) for _, run in groupby(self.rolls, key=lambda roll: roll - self.rolls.index(roll))]
        return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


@cache
def sums(dice: int = 1) -> dict[int, float]:
    """The chance of each sum of this many six-sided dice."""
    ways = Counter(map(sum, product(FACES, repeat=dice)))
    return {roll: count / len(FACES) ** dice for roll, count in sorted(ways.items())}


def chances(result_of: Callable[[int], Result], dice: int = 1) -> dict[Result, Chance[Result]]:
    """By result, in the order of the rolls, how likely it is when a table gives the result of each roll."""
    rolls: dict[Result, list[int]] = {}
    for roll in sums(dice):
        rolls.setdefault(result_of(roll), []).append(roll)
    return {
        result: Chance(result, sum(sums(dice)[roll] for roll in found), tuple(found))
        for result, found in rolls.items()
    }


def hits(volleys: Iterable[tuple[int, float, int]]) -> list[float]:
    """The chance of each number of hits, from none up, of several volleys: how many dice, how likely each hits,
    and how much a hit counts."""
    found = [1.0]
    for dice, share, worth in volleys:
        for _ in range(dice):
            nothing = [0.0] * worth
            missed, scored = [*found, *nothing], [*nothing, *found]
            found = [(1 - share) * a + share * b for a, b in zip(missed, scored, strict=True)]
    return found


def grouped(shares: Mapping[int, float], most: int = 7, least: float = 0.02) -> list[tuple[int, int, float]]:
    """At most this many spans, as (first, last, chance), of the numbers that can come up: the likeliest each by
    itself, those below and those above them together. No span at an end is less likely than `least`."""
    spans = [([number], share) for number, share in sorted(shares.items()) if share > 0]
    while len(spans) > 2 and (len(spans) > most or min(spans[0][1], spans[-1][1]) < least):
        ends = slice(0, 2) if spans[0][1] < spans[-1][1] else slice(-2, None)
        (one, share), (other, more) = spans[ends]
        spans[ends] = [(one + other, share + more)]
    return [(numbers[0], numbers[-1], share) for numbers, share in spans]
