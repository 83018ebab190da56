"""Taking turns: a limited number of places for work, given fairly to whoever waits, by address and by person."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import NamedTuple

asker: ContextVar[str] = ContextVar("asker", default="")
"""On whose behalf we work: the address that asks, for those who have no name."""


class Turn(NamedTuple):
    """One place in the queue, and who holds it."""

    called: asyncio.Future[None]
    urgent: bool


class Turns:
    """Places for work. The next one goes to the address that has the fewest, and there to whoever has something
    urgent, or the fewest; among equals to whoever was served least recently, however much others have queued.
    With `most_of_one`, no address ever has more than that. Who names no address is one by themselves."""

    def __init__(self, places: int, most_of_one: int | None = None) -> None:
        self.places = places
        self._most = most_of_one or places
        self._busy: Counter[Hashable] = Counter()
        """Places taken, by address, and by address and person."""
        self._waiting: dict[Hashable, dict[Hashable, deque[Turn]]] = {}
        """By address and person; in both, whoever was served least recently comes first."""
        self._taken = 0

    @property
    def crowded(self) -> bool:
        """Is somebody waiting?"""
        return bool(self._waiting)

    def queued(self, who: Hashable, address: Hashable = None) -> int:
        """How many of this person's things are under way or waiting."""
        address = address or who
        return self._busy[address, who] + len(self._waiting.get(address, {}).get(who, ()))

    @asynccontextmanager
    async def of(self, who: Hashable, address: Hashable = None, urgent: bool = False) -> AsyncIterator[None]:
        """A place for this person, as soon as it is their turn."""
        address = address or who
        await self._wait(address, who, urgent)
        try:
            yield
        finally:
            self._leave(address, who)

    async def _wait(self, address: Hashable, who: Hashable, urgent: bool) -> None:
        turn = Turn(asyncio.get_running_loop().create_future(), urgent)
        queue = self._waiting.setdefault(address, {}).setdefault(who, deque())
        queue.insert(sum(other.urgent for other in queue) if urgent else len(queue), turn)
        self._admit()
        try:
            await turn.called
        except asyncio.CancelledError:
            if turn.called.cancelled():
                self._forget(address, who, turn)
            else:
                self._leave(address, who)  # it had just become our turn
            raise

    def _forget(self, address: Hashable, who: Hashable, turn: Turn) -> None:
        people = self._waiting.get(address, {})
        left = deque(other for other in people.get(who, ()) if other is not turn)
        if left:
            people[who] = left
        else:
            people.pop(who, None)
        if not people:
            self._waiting.pop(address, None)

    def _leave(self, address: Hashable, who: Hashable) -> None:
        self._taken -= 1
        for one in (address, (address, who)):
            self._busy[one] -= 1
            if not self._busy[one]:
                del self._busy[one]
        self._admit()

    def _admit(self) -> None:
        while (found := self._next()) is not None:
            address, who, turn = found
            if not turn.called.done():  # otherwise they have just given up
                turn.called.set_result(None)
                self._taken += 1
                self._busy[address] += 1
                self._busy[address, who] += 1

    def _next(self) -> tuple[Hashable, Hashable, Turn] | None:
        """Whose turn it is now; they, and their address, go to the end of the queue."""
        able = [one for one in self._waiting if self._busy[one] < self._most]
        if not able or self._taken >= self.places:
            return None
        address = min(able, key=lambda one: self._busy[one])
        people = self._waiting.pop(address)
        who = min(people, key=lambda one: (not people[one][0].urgent, self._busy[address, one]))
        queue = people.pop(who)
        turn = queue.popleft()
        if queue:
            people[who] = queue
        if people:
            self._waiting[address] = people
        return address, who, turn
