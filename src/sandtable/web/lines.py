"""The open lines of a server: how many sockets each person and each address holds, and how they are ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sandtable.kernel.words import Message
from sandtable.table.errors import TooMuch

PATIENCE = 2.0
"""Seconds until we go without a reader having heard our farewell."""


@dataclass(eq=False, slots=True)
class Line:
    """One open socket, whose it is, and its end: when `ending` is set the socket says so and closes."""

    address: str
    token: str
    person: str
    ending: asyncio.Future[Message] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def end(self, reason: Message) -> None:
        if not self.ending.done():
            self.ending.set_result(reason)


class Lines:
    """All of them."""

    def __init__(self, most_of_person: int, most_of_address: int) -> None:
        self._most = most_of_person, most_of_address
        self._open: set[Line] = set()
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._closed: Message | None = None

    def __len__(self) -> int:
        return len(self._open)

    @contextlib.contextmanager
    def hold(self, line: Line) -> Iterator[None]:
        """Count a line while it is open; one too many is refused."""
        most_of_person, most_of_address = self._most
        too_many = line.person and self._people[line.person] >= most_of_person
        if too_many or self._addresses[line.address] >= most_of_address:
            raise TooMuch("too many pages of yours are open", "close some of them")
        self._count(line, 1)
        self._open.add(line)
        if self._closed is not None:
            line.end(self._closed)
        try:
            yield
        finally:
            self._open.discard(line)
            self._count(line, -1)

    def _count(self, line: Line, change: int) -> None:
        for counter, holder in ((self._people, line.person), (self._addresses, line.address)):
            counter[holder] += change
            if not counter[holder]:
                del counter[holder]

    def end(self, reason: Message, which: Callable[[Line], bool]) -> None:
        """End the lines of a session or a person."""
        for line in [line for line in self._open if which(line)]:
            line.end(reason)

    async def close(self, reason: Message) -> None:
        """End them all, also those that are just being opened, and wait a little until it is done."""
        self._closed = reason
        self.end(reason, lambda line: True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._open:
                    await asyncio.sleep(0.01)
