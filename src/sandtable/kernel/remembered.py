"""Remembering by key: what has been worked out once is kept in case it is needed again, up to a limit."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(dict[K, V]):
    """A dictionary that forgets everything when it is full. The key must hold all that a value depends on; if a
    function's arguments are such a key, `functools.lru_cache` does the same."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def keep(self, key: K, value: V) -> V:
        """Remember this value and return it."""
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value
