"""Remembering by key: what was worked out once is kept for those who ask again, up to a limit."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(dict[K, V]):
    """A dictionary that forgets everything when it is full. The key holds all that a value depends on; where a
    function's arguments are such a key, `functools.lru_cache` does the same."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def keep(self, key: K, value: V) -> V:
        """Remember this value, and hand it back."""
        if len(self) >= self.limit:
            self.clear()
        self[key] = value
        return value
