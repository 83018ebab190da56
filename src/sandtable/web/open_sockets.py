"""The open sockets of a server: how many each person and each address has, and how they are ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sandtable.kernel.words import Message
from sandtable.table.errors import TooMuch, Unavailable

PATIENCE = 2.0
"""Seconds to wait for a reader to get our farewell."""


@dataclass(eq=False, slots=True)
class OpenSocket:
    """One open socket and its owner; when `ending` is set, the socket says so and closes."""

    address: str
    token: str
    person: str
    watches: bool = False
    """Is this a spectator?"""
    ending: asyncio.Future[Message] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def end(self, reason: Message) -> None:
        if not self.ending.done():
            self.ending.set_result(reason)


class OpenSockets:
    """All open sockets."""

    def __init__(self, most_of_person: int, most_of_address: int, most_watching: int) -> None:
        self._most = most_of_person, most_of_address
        self._most_watching = most_watching
        self._watching = 0
        self._open: set[OpenSocket] = set()
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._closed: Message | None = None

    def __len__(self) -> int:
        return len(self._open)

    @contextlib.contextmanager
    def hold(self, socket: OpenSocket) -> Iterator[None]:
        """Count a socket while it is open; one too many is refused."""
        most_of_person, most_of_address = self._most
        too_many = socket.person and self._people[socket.person] >= most_of_person
        if too_many or self._addresses[socket.address] >= most_of_address:
            raise TooMuch("you have too many pages open", "close some of them")
        if socket.watches and self._watching >= self._most_watching:
            raise Unavailable("there are too many spectators", "the remaining places are kept for those who play")
        self._count(socket, 1)
        self._open.add(socket)
        if self._closed is not None:
            socket.end(self._closed)
        try:
            yield
        finally:
            self._open.discard(socket)
            self._count(socket, -1)

    def _count(self, socket: OpenSocket, change: int) -> None:
        self._watching += change * socket.watches
        for counter, holder in ((self._people, socket.person), (self._addresses, socket.address)):
            counter[holder] += change
            if not counter[holder]:
                del counter[holder]

    def end(self, reason: Message, which: Callable[[OpenSocket], bool]) -> None:
        """End the sockets of a session or a person."""
        for socket in [socket for socket in self._open if which(socket)]:
            socket.end(reason)

    async def close(self, reason: Message) -> None:
        """End them all, including those just being opened, and wait a little until it is done."""
        self._closed = reason
        self.end(reason, lambda socket: True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._open:
                    await asyncio.sleep(0.01)
