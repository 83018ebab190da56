"""A trail: a long list that grows at its end, takes little memory and is cheap to copy.

A campaign has tens of thousands of records. What lies far behind is sealed: packed in blocks that all copies share
and that are opened again when somebody looks. The recent past, where everything happens, is always at hand.
"""

from __future__ import annotations

import pickle
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar, overload

BLOCK = 128
"""How many items are sealed together; at least as many, if there are any, are at hand."""
FAST = 1
"""The compression: the first level already makes a block four times smaller."""

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """Items in the order in which they came. What is taken off is taken off the end, by `cut`.

    Sealed items come back as equal ones, not as the same: nobody may change an item once it is here.
    """

    __slots__ = ("_firsts", "_opened", "_recent", "_sealed")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._sealed: tuple[bytes, ...] = ()
        self._firsts: tuple[T, ...] = ()
        """The first item of each sealed block, so that a search opens one block only."""
        self._recent: list[T] = []
        self._opened: tuple[int, list[T]] = -1, []
        """The block that was opened last: whoever reads on needs it again."""
        for item in items:
            self.append(item)

    def copy(self) -> Trail[T]:
        """A trail that goes its own way from here."""
        twin: Trail[T] = Trail()
        twin._sealed, twin._firsts, twin._opened = self._sealed, self._firsts, self._opened
        twin._recent = self._recent.copy()
        return twin

    # At its end

    def append(self, item: T) -> None:
        self._recent.append(item)
        if len(self._recent) >= 2 * BLOCK:
            self._seal()

    def _seal(self) -> None:
        block = self._recent[:BLOCK]
        self._sealed = (*self._sealed, zlib.compress(pickle.dumps(block, pickle.HIGHEST_PROTOCOL), FAST))
        self._firsts = (*self._firsts, block[0])
        del self._recent[:BLOCK]

    def cut(self, length: int) -> None:
        """Forget everything after this many items."""
        blocks = length // BLOCK
        if blocks < len(self._sealed):
            self._recent = self._open(blocks)[: length - blocks * BLOCK]
            self._sealed, self._firsts = self._sealed[:blocks], self._firsts[:blocks]
            self._opened = -1, []
        else:
            del self._recent[length - self._behind() :]

    # Reading

    def _behind(self) -> int:
        """How many items are sealed."""
        return BLOCK * len(self._sealed)

    def _open(self, block: int) -> list[T]:
        number, items = self._opened
        if number != block:
            items = pickle.loads(zlib.decompress(self._sealed[block]))
            self._opened = block, items
        return items

    def __len__(self) -> int:
        return BLOCK * len(self._sealed) + len(self._recent)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            begin, end, step = place.indices(len(self))
            return list(islice(self.since(begin), 0, max(0, end - begin), step))
        if place < 0:
            place += len(self)
        recent = place - self._behind()
        if recent >= 0:
            return self._recent[recent]
        if place < 0:
            raise IndexError(place)
        return self._open(place // BLOCK)[place % BLOCK]

    def since(self, place: int) -> Iterator[T]:
        """The items from a place on."""
        for block in range(place // BLOCK, len(self._sealed)):
            yield from self._open(block)[max(0, place - block * BLOCK) :]
        yield from self._recent[max(0, place - self._behind()) :]

    def __iter__(self) -> Iterator[T]:
        return self.since(0)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._recent)
        for block in reversed(range(len(self._sealed))):
            yield from reversed(self._open(block))

    def up_to(self, value: int, key: Callable[[T], Any]) -> int:
        """How many items have a key up to this value, if the keys ascend. The recent past is looked at first."""
        if not self._sealed or (self._recent and key(self._recent[0]) <= value):
            return self._behind() + bisect_right(self._recent, value, key=key)
        block = bisect_right(self._firsts, value, key=key) - 1
        return block * BLOCK + bisect_right(self._open(block), value, key=key) if block >= 0 else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trail({list(self)!r})"
