"""How often is too often: a moving window over what somebody did, or an allowance that grows back; in memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable

from sandtable.kernel.words import Message
from sandtable.table.errors import TooMuch

SWEEP = 1024
"""After this many new keys, those with nothing in the window are forgotten."""


class Window:
    """At most `limit` hits on one key in any `seconds`."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.seconds = seconds
        self._clock = clock
        self._hits: dict[Hashable, deque[float]] = {}
        self._swept = 0

    def check(self, key: Hashable, reason: Message | str) -> None:
        """Count one more, or refuse it."""
        if self.full(key):
            raise TooMuch(reason, "wait a little and try again")
        self.note(key)

    def full(self, key: Hashable) -> bool:
        """Would one more be refused?"""
        return len(self._recent(key)) >= self.limit

    def note(self, key: Hashable) -> None:
        """Count one more, even above the limit."""
        hits = self._recent(key)
        hits.append(self._clock())
        self._hits[key] = hits
        if len(self._hits) > self._swept + SWEEP:
            self._sweep()

    def release(self, key: Hashable) -> None:
        """Take back the last hit: it should not count."""
        if hits := self._hits.get(key):
            hits.pop()

    def _recent(self, key: Hashable) -> deque[float]:
        hits = self._hits.get(key)
        if hits is None:
            return deque()
        begin = self._clock() - self.seconds
        while hits and hits[0] <= begin:
            hits.popleft()
        return hits

    def _sweep(self) -> None:
        for key in list(self._hits):
            if not self._recent(key):
                del self._hits[key]
        self._swept = len(self._hits)


class Allowance:
    """At most so much at once, and so much a second after that."""

    __slots__ = ("_a_second", "_clock", "_last", "_left", "_most")

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = self._left = most
        self._a_second = a_second
        self._clock = clock
        self._last = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Use some of it; False if there was not so much left."""
        now = self._clock()
        self._left = min(self._left + (now - self._last) * self._a_second, self._most) - amount
        self._last = now
        return self._left >= 0
