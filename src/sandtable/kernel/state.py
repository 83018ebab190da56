"""State: one mutable slotted class per game, of ints and flat lists; copied by slices, dumped by field name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any, ClassVar, Self

import msgspec

from sandtable.kernel.errors import Malformed
from sandtable.kernel.events import Event
from sandtable.kernel.fields import Cache, Field, Many, Seen
from sandtable.kernel.words import say

Frame = tuple[int, ...]
"""(number of its kind, step, locals...); the step of a choice or of chance is always 0."""

BIG = 1 << 62
UNCHANGING = (int, tuple)
"""The kinds of caches that copies may share."""


class StateType(type):
    """Makes slots for the fields that a class declares, and the functions that go through all of them.

    These functions are generated as source, field by field, because a search copies states hundreds of thousands
    of times.
    """

    def __new__(meta, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> StateType:
        fields = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        caches = {key: value for key, value in namespace.items() if isinstance(value, Cache)}
        for key in (*fields, *caches):
            del namespace[key]
        namespace["__slots__"] = (*namespace.get("__slots__", ()), *fields, *caches)
        cls = super().__new__(meta, name, bases, namespace)
        if fields or caches:
            _declare(cls, fields, caches)
        return cls


def _declare(cls: Any, fields: dict[str, Field], caches: dict[str, Cache]) -> None:
    for name, field in fields.items():
        if field.name:
            raise TypeError(f"{cls.__name__}.{name}: this field is declared twice")
        if field.seen is Seen.OWNER and field.keys != "side":
            raise TypeError(f"{cls.__name__}.{name}: only a list by side can be seen by its owner")
        field.name = name
    cls.FIELDS = {**cls.FIELDS, **fields}
    kinds = {**getattr(cls, "_cache_kinds", {}), **{name: each.kind for name, each in caches.items()}}
    cls._cache_kinds = kinds
    cls.NUMBERS = tuple(name for name, field in cls.FIELDS.items() if not field.is_list)
    cls.LISTS = tuple(name for name, field in cls.FIELDS.items() if field.is_list)
    cls.CACHES = tuple(kinds)
    cls._added = tuple(field for field in cls.FIELDS.values() if field.added)
    cls.copy = _function("copy(self)", _copying(cls, kinds), cls)
    cls._seen = tuple(
        (name, field.is_list, field.seen is Seen.OWNER)
        for name, field in cls.FIELDS.items()
        if field.seen is not Seen.NOBODY
    )
    moments = {moment for field in cls.FIELDS.values() for moment in field.cleared}
    cls._clears = {
        moment: _function("clear(self)", _clearing(cls.FIELDS, moment), cls) for moment in sorted(moments)
    }
    nouns = {noun for field in cls.FIELDS.values() if field.forgotten for noun in _forgets(field)}
    cls._forgets = {
        noun: _function("forget(self, number)", _forgetting(cls.FIELDS, noun), cls) for noun in sorted(nouns)
    }


def _function(head: str, lines: Iterable[str], cls: Any) -> Callable[..., Any]:
    """A function made of these lines."""
    source = f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)
    known: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec(source, known)
    made: Callable[..., Any] = known[head.partition("(")[0]]
    return made


def _copying(cls: Any, caches: dict[str, type]) -> Iterator[str]:
    yield "twin = new(cls)"
    yield "twin.printed = self.printed"
    yield "twin.sink = None"
    shared = [name for name, kind in caches.items() if kind in UNCHANGING]
    for name in (*cls.NUMBERS, *shared):
        yield f"twin.{name} = self.{name}"
    for name in ("frames", *cls.LISTS, *(name for name in caches if name not in shared)):
        yield f"twin.{name} = self.{name}.copy()"
    yield "return twin"


def _clearing(fields: dict[str, Field], moment: str) -> Iterator[str]:
    for name, field in fields.items():
        if moment not in field.cleared:
            continue
        if callable(field.start):
            yield f"self.{name} = cls.FIELDS[{name!r}].fresh(self.printed)"
        elif field.keys:
            yield f"self.{name} = [{field.start}] * len(self.{name})"
        else:
            yield f"self.{name} = {[] if field.is_list else field.start}"


def _forgets(field: Field) -> Iterator[str]:
    """The nouns whose members a field can forget."""
    if isinstance(field.shape, Many):
        yield field.shape.noun
    if field.keys:
        yield field.keys


def _forgetting(fields: dict[str, Field], noun: str) -> Iterator[str]:
    yield "others = ~(1 << number)"
    for name, field in fields.items():
        if not field.forgotten or noun not in _forgets(field):
            continue
        if field.keys == noun:
            start = f"cls.FIELDS[{name!r}].fresh(self.printed)[number]" if callable(field.start) else field.start
            yield f"self.{name}[number] = {start}"
        elif field.is_list:
            yield f"self.{name} = [members & others for members in self.{name}]"
        else:
            yield f"self.{name} &= others"


class State(metaclass=StateType):
    """Base of every game's state.

    A subclass declares its fields in its body (see fields.py): ints (some of them bit sets), flat lists of ints,
    and caches, which `rebuild` derives from the rest. Two slots are context, not state: `printed`, the frozen
    printed data shared by all copies, and `sink`, which gets the events while a choice is applied. Neither is
    dumped.
    """

    __slots__ = ("frames", "printed", "sink")

    FIELDS: ClassVar[dict[str, Field]] = {}
    NUMBERS: ClassVar[tuple[str, ...]] = ()
    LISTS: ClassVar[tuple[str, ...]] = ()
    CACHES: ClassVar[tuple[str, ...]] = ()
    _added: ClassVar[tuple[Field, ...]] = ()
    _seen: ClassVar[tuple[tuple[str, bool, bool], ...]] = ()
    """The fields that somebody sees: is each a list, and does each side see only its own entry?"""
    _clears: ClassVar[dict[str, Callable[..., None]]] = {}
    _forgets: ClassVar[dict[str, Callable[..., None]]] = {}

    packaged: ClassVar[Callable[[], Any] | None] = None
    """Loads the printed data that come with the game: a pickle only refers to them."""

    frames: list[Frame]
    sink: Callable[[Event], None] | None
    printed: Any

    @classmethod
    def blank(cls, printed: Any) -> Self:
        """Before anything has happened: every field at its start."""
        state = object.__new__(cls)
        state.printed, state.sink, state.frames = printed, None, []
        for name, field in cls.FIELDS.items():
            setattr(state, name, field.fresh(printed))
        state.rebuild()
        return state

    def rebuild(self) -> None:
        """Compute every cache from the other fields."""

    def clear(self, moment: str) -> None:
        """Set every field that is cleared at this moment of the game back to its start."""
        self._clears[moment](self)

    def forget(self, noun: str, number: int) -> None:
        """A piece leaves play: remove it from every field declared as `forgotten`, so that nothing is carried over
        if it comes back."""
        self._forgets[noun](self, number)

    def copy(self) -> Self:
        """A state of its own with the same fields, heard by nobody. Made from the declarations."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copies of any kind share the printed data."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds neither the caches nor the data that come with the game, but data of one's own."""
        fields = {name: getattr(self, name) for name in (*self.NUMBERS, *self.LISTS, "frames")}
        packaged = type(self).packaged
        refers = packaged is not None and packaged() is self.printed
        return _received, (type(self), fields, None if refers else self.printed)

    def with_printed(self, printed: Any) -> Self:
        """A copy with these printed data, also of a state from another process."""
        twin = self.copy()
        if twin.printed is not printed:
            twin.printed = printed
            twin.rebuild()
        return twin

    # What a side sees

    def seen_by(self, side: int) -> dict[str, Any]:
        """The fields that everyone sees and, in lists by side, this side's own entry, as plain data for a view.
        The entries of others are None; a spectator owns none."""
        seen: dict[str, Any] = {}
        for name, is_list, is_owned in self._seen:
            value = getattr(self, name)
            seen[name] = plain_numbers(value) if is_list else plain_number(value)
            if is_owned:
                seen[name] = [mine if owner == side else None for owner, mine in enumerate(seen[name])]
        return seen

    def take_seen(self, seen: dict[str, Any]) -> None:
        """Set the fields from a view made by `seen_by`; what its side did not see stays as it is."""
        for name, value in seen.items():
            if not isinstance(value, list):
                setattr(self, name, real_number(value))
            elif None in value:
                unseen = getattr(self, name)
                kept = [unseen[n] if each is None else real_number(each) for n, each in enumerate(value)]
                setattr(self, name, kept)
            else:
                setattr(self, name, [each if type(each) is int else real_number(each) for each in value])

    # Stored states

    def dump(self, kind_names: list[str]) -> dict[str, Any]:
        """Every field by name as plain data, but none that was `added` later and is at its start; frames by the
        names of their kinds."""
        plain = self.plain_fields()
        for field in self._added:
            if getattr(self, field.name) == field.fresh(self.printed):
                del plain[field.name]
        plain["frames"] = [[kind_names[frame[0]], *map(plain_number, frame[1:])] for frame in self.frames]
        return plain

    def plain_fields(self) -> dict[str, Any]:
        """Every field by name, as plain data, without the frames."""
        plain: dict[str, Any] = {name: plain_number(getattr(self, name)) for name in self.NUMBERS}
        for name in self.LISTS:
            plain[name] = plain_numbers(getattr(self, name))
        return plain

    @classmethod
    def undump(cls, plain: dict[str, Any], kind_names: list[str], printed: Any) -> Self:
        """The state with these fields and its caches rebuilt; Malformed names an impossible field."""
        plain = {**{field.name: field.fresh(printed) for field in cls._added}, **plain}
        if cls.FIELDS:
            _check_names(cls, plain)
        state = object.__new__(cls)
        state.printed = printed
        state.sink = None
        name = ""
        try:
            for name in cls.NUMBERS:
                setattr(state, name, real_number(plain[name]))
            for name in cls.LISTS:
                setattr(state, name, [real_number(value) for value in plain[name]])
            name = "frames"
            state.frames = [(kind_names.index(frame[0]), *map(real_number, frame[1:])) for frame in plain[name]]
        except (TypeError, ValueError):
            raise _stored(name, "it cannot be read") from None
        for name, field in cls.FIELDS.items():
            fault = field.fault(getattr(state, name), state)
            if fault:
                raise _stored(name, fault)
        state.rebuild()
        return state


# Available under its old name too, at the same speed.
setattr(State, "printed", State.__dict__["printed"])  # noqa: B010


def _received(cls: type[State], fields: dict[str, Any], printed: Any) -> State:
    """A state out of a pickle: without printed data, it is played with those that come with the game."""
    state = object.__new__(cls)
    state.printed = cls.packaged() if printed is None and cls.packaged else printed
    state.sink = None
    for name, value in fields.items():
        setattr(state, name, value)
    state.rebuild()
    return state


def _check_names(cls: type[State], plain: dict[str, Any]) -> None:
    """A stored state must have each field once, and no others."""
    due = {*cls.NUMBERS, *cls.LISTS, "frames"}
    for name in sorted(due ^ plain.keys()):
        raise _stored(name, "there is no such field" if name in plain else "it is missing")


def _stored(name: str, fault: str) -> Malformed:
    return Malformed(say("a stored state: {name}: {fault}", name=name, fault=fault))


def plain_number(value: int) -> int | str:
    """Numbers over 62 bits are written in hexadecimal: not every JSON reader has big ints."""
    return value if -BIG < value < BIG else hex(value)


def plain_numbers(values: Iterable[int]) -> list[int | str]:
    """The same for many at once."""
    return [value if -BIG < value < BIG else hex(value) for value in values]


def real_number(value: int | str) -> int:
    return int(value, 16) if isinstance(value, str) else value


def key_of(plain: dict[str, Any]) -> str:
    """The key of a dump: blake2b over its canonical text, never `hash()`."""
    return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()
