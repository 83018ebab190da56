"""Work that is done once for everybody who asks at about the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """The result of some work: while it is being done, and for some seconds after, nobody starts it again."""

    def __init__(
        self,
        work: Callable[[], Coroutine[Any, Any, T]],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._seconds = seconds
        self._clock = clock
        self._task: asyncio.Task[T] | None = None
        self._began = 0.0

    async def get(self) -> T:
        """The result, or the error that the work ended with."""
        if self._task is None or (self._task.done() and self._clock() >= self._began + self._seconds):
            self._task = asyncio.create_task(self._work())
            self._began = self._clock()
        return await asyncio.shield(self._task)
