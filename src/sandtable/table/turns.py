"""Taking turns: a limited number of places for work, given fairly to whoever waits, person by person."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from contextvars import ContextVar

asker: ContextVar[str] = ContextVar("asker", default="")
"""On whose behalf we work: the address that asks, for those who have no name."""


class Turns:
    """Places for work. The next one goes to whoever has the fewest, and among equals to whoever was served least
    recently, however much somebody else has queued. With `most_of_one`, nobody ever has more than that."""

    def __init__(self, places: int, most_of_one: int | None = None) -> None:
        self.places = places
        self._most = most_of_one or places
        self._busy: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @property
    def crowded(self) -> bool:
        """Is somebody waiting?"""
        return bool(self._waiting)

    def queued(self, who: Hashable) -> int:
        """How many of this person's things are under way or waiting."""
        return self._busy[who] + len(self._waiting.get(who, ()))

    @asynccontextmanager
    async def of(self, who: Hashable) -> AsyncIterator[None]:
        """A place for this person, as soon as it is their turn."""
        await self._wait(who)
        try:
            yield
        finally:
            self._leave(who)

    async def _wait(self, who: Hashable) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(who, turn)
            else:
                self._leave(who)  # it had just become our turn
            raise

    def _forget(self, who: Hashable, turn: asyncio.Future[None]) -> None:
        left = deque(other for other in self._waiting.pop(who, ()) if other is not turn)
        if left:
            self._waiting[who] = left

    def _leave(self, who: Hashable) -> None:
        self._busy[who] -= 1
        if not self._busy[who]:
            del self._busy[who]
        self._admit()

    def _admit(self) -> None:
        while self._busy.total() < self.places:
            able = [who for who in self._waiting if self._busy[who] < self._most]
            if not able:
                return
            who = min(able, key=lambda one: self._busy[one])
            queue = self._waiting.pop(who)
            turn = queue.popleft()
            if queue:
                self._waiting[who] = queue  # at the end: everybody else comes first
            if not turn.done():  # otherwise they have just given up
                turn.set_result(None)
                self._busy[who] += 1
