"""What is pushed to one reader, in order, through a queue of limited length."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from sandtable.table.messages import ChatLine, Chatted, Farewell, Pushed, Update
from sandtable.table.people import Person

MOST_WAITING = 64


class Subscription:
    """What is pushed to one reader: `async for message in subscription`, and `close` when the reader is gone.

    A reader who is 64 messages behind loses them and gets one full Update instead, along with the chat that was
    lost. The iteration ends after a Farewell.
    """

    def __init__(
        self, person: Person | None, side: int, chat_after: int, afresh: Callable[[Subscription], Sequence[Pushed]]
    ) -> None:
        self.person = person
        self.side = side
        self.number = -1
        """The number of the last update that was queued."""
        self.told: object = None
        """What the last update that was pushed belongs to, to tell when there is nothing new."""
        self.chat_number = chat_after
        """The number of the last chat message that was handed over."""
        self._afresh = afresh
        self._queue: deque[Pushed] = deque()
        self._waiting = asyncio.Event()
        self._behind = False
        self._ended = False
        self.closed: Callable[[Subscription], None] = lambda subscription: None

    def push(self, message: Pushed) -> None:
        """Queue a message; a reader who is too far behind starts again."""
        if self._ended or self._behind:
            return
        if len(self._queue) >= MOST_WAITING:
            self._queue.clear()
            self._behind = True
        else:
            self._put(message)
        self._waiting.set()

    def _put(self, message: Pushed) -> None:
        if isinstance(message, Update):
            self.number = message.number
        self._queue.append(message)

    def _take(self) -> Pushed:
        message = self._queue.popleft()
        if isinstance(message, Chatted) and message.lines:
            self.chat_number = message.lines[-1].number
        return message

    def hear(self, line: ChatLine) -> None:
        """Queue one chat message."""
        self.push(Chatted((line,)))

    def end(self, reason: str) -> None:
        """Say goodbye: the last message."""
        if not self._ended:
            self._behind = False
            self._queue.append(Farewell(reason))
            self._ended = True
            self._waiting.set()

    def close(self) -> None:
        """The reader is gone."""
        self._ended = True
        self._behind = False
        self._queue.clear()
        self._waiting.set()
        self.closed(self)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Pushed:
        while True:
            if self._behind:
                self._behind = False
                for message in self._afresh(self):
                    self._put(message)
            if self._queue:
                return self._take()
            if self._ended:
                raise StopAsyncIteration
            self._waiting.clear()
            await self._waiting.wait()
