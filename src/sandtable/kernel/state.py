"""State: one mutable slotted class per game, of ints and flat lists; copied by slices, dumped under its names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, ClassVar, Self

import msgspec

from sandtable.kernel.events import Event

Frame = tuple[int, ...]
"""(number of its kind, step, locals...); the step of a choice or of chance is always 0."""

BIG = 1 << 62


class State:
    """Base of every game's state.

    A subclass names its fields: NUMBERS are ints (bit sets too), LISTS are flat lists of ints, CACHES are
    derived from them by `rebuild`. Two slots are context, not state: `printed`, the frozen printed data
    shared by all copies, and `sink`, who listens while a choice is applied. Neither is dumped.
    """

    __slots__ = ("frames", "printed", "sink")

    NUMBERS: ClassVar[tuple[str, ...]] = ()
    LISTS: ClassVar[tuple[str, ...]] = ()
    CACHES: ClassVar[tuple[str, ...]] = ()

    frames: list[Frame]
    sink: Callable[[Event], None] | None
    printed: Any

    def rebuild(self) -> None:
        """Compute every cache from the other fields."""

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.printed = self.printed
        twin.sink = None
        twin.frames = self.frames[:]
        for name in self.NUMBERS:
            setattr(twin, name, getattr(self, name))
        for name in self.LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.CACHES:
            value = getattr(self, name)
            setattr(twin, name, value if isinstance(value, int) else value.copy())
        return twin

    def dump(self, kind_names: list[str]) -> dict[str, Any]:
        """Every field by name, in plain data; frames under the names of their kinds."""
        plain: dict[str, Any] = {name: plain_number(getattr(self, name)) for name in self.NUMBERS}
        for name in self.LISTS:
            plain[name] = plain_numbers(getattr(self, name))
        plain["frames"] = [[kind_names[frame[0]], *map(plain_number, frame[1:])] for frame in self.frames]
        return plain

    @classmethod
    def undump(cls, plain: dict[str, Any], kind_names: list[str], printed: Any) -> Self:
        """The state with these fields, its caches rebuilt."""
        state = object.__new__(cls)
        state.printed = printed
        state.sink = None
        for name in cls.NUMBERS:
            setattr(state, name, real_number(plain[name]))
        for name in cls.LISTS:
            setattr(state, name, [real_number(value) for value in plain[name]])
        state.frames = [(kind_names.index(frame[0]), *map(real_number, frame[1:])) for frame in plain["frames"]]
        state.rebuild()
        return state


def plain_number(value: int) -> int | str:
    """Numbers past 62 bits are written in hexadecimal: not every reader of JSON has big ints."""
    return value if -BIG < value < BIG else hex(value)


def plain_numbers(values: Iterable[int]) -> list[int | str]:
    """The same for many at once."""
    return [value if -BIG < value < BIG else hex(value) for value in values]


def real_number(value: int | str) -> int:
    return int(value, 16) if isinstance(value, str) else value


def key_of(plain: dict[str, Any]) -> str:
    """The key of a dump: blake2b over its canonical text, never `hash()`."""
    return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()
