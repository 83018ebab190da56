"""Fields: what a state or a frame holds, declared once, in the body of its class.

    class Position(State):
        turn = count(start=1, at_most=38)
        winner = perhaps("side")
        moved = many("unit", cleared="turn")
        spent = by("unit", count(), forgotten=True)

    class Move(ChoiceKind[Position]):
        unit = one("unit")

One declaration says what the numbers mean, which are possible, where they start, when they are cleared, how they
are written in the text of a position, and who may see them. In a state, the field is a plain int or a list of
ints; in a kind of frame, it is a getter that reads the local from a frame: `MOVE.unit(frame)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Self, TypedDict, TypeVar, Unpack, cast, get_origin, overload

from sandtable.kernel.bits import ones
from sandtable.kernel.errors import Malformed
from sandtable.kernel.numbers import any_number
from sandtable.kernel.words import quoted, say, shortened

if TYPE_CHECKING:
    from sandtable.kernel.flow import Kind, Local, Locals
    from sandtable.kernel.state import State

T = TypeVar("T")

UNBOUNDED = 1 << 62
"""Larger than any count."""
EMPTY = "-"
"""The word for an empty set or list."""


class Seen(Enum):
    """Who may see a field."""

    EVERYONE = "everyone"
    OWNER = "owner"
    """In a list by side, each side sees its own entry."""
    NOBODY = "nobody"
    """No side sees it directly: the game's view says what a side may know of it."""


class Nouns(Mapping[str, Sequence[str]]):
    """The names of everything that has a number in a game, by noun: units, hexes, cards, sides.

    `only_named` adds names to a noun, after the others, for things that can be named but are never part of a
    position, such as hexes printed on the map that nothing can enter.
    """

    def __init__(
        self, names: Mapping[str, Sequence[str]], only_named: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        more = only_named or {}
        self._names = {noun: (*known, *more.get(noun, ())) for noun, known in names.items()}
        self._sizes = {noun: len(known) for noun, known in names.items()}
        self._numbers = {
            noun: {name: number for number, name in enumerate(known) if name} for noun, known in names.items()
        }

    def __getitem__(self, noun: str) -> Sequence[str]:
        return self._names[noun]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def size(self, noun: str) -> int:
        """How many things of this noun can be part of a position."""
        return self._sizes[noun]

    def number(self, noun: str, name: str) -> int:
        """The number of a thing that can be part of a position; Malformed when nothing has this name."""
        number = self._numbers[noun].get(name)
        if number is None:
            raise Malformed(say("there is no {noun} '{name}'", noun=noun, name=name))
        return number

    def of(self, noun: str, members: int) -> list[str]:
        """The names of the members of a set, ascending."""
        names = self._names[noun]
        return [names[number] for number in ones(members)]

    def set_of(self, noun: str, names: Sequence[str]) -> int:
        """The set of the things with these names."""
        members = 0
        for name in names:
            members |= 1 << self.number(noun, name)
        return members


# Shapes: what one number means


class Shape:
    """What one number means: which numbers are possible in a state, and the word for each."""

    def bounds(self, state: State) -> range:
        raise NotImplementedError

    def write(self, value: int, state: State) -> str:
        return str(value)

    def read(self, word: str, state: State) -> int:
        """The number a word stands for, perhaps out of bounds; Malformed when it stands for none."""
        number = any_number(word)
        if number is None:
            raise Malformed(say("'{word}' is not a number", word=shortened(word)))
        return number


class Count(Shape):
    """A plain number. A bound may depend on the printed data."""

    def __init__(self, at_least: int, at_most: int | Callable[[Any], int] | None) -> None:
        self.at_least, self.at_most = at_least, UNBOUNDED if at_most is None else at_most

    def bounds(self, state: State) -> range:
        most = self.at_most
        return range(self.at_least, (most if isinstance(most, int) else most(state.printed)) + 1)


class Word(Shape):
    """One of a few words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)

    def bounds(self, state: State) -> range:
        return range(len(self.words))

    def write(self, value: int, state: State) -> str:
        return self.words[value]

    def read(self, word: str, state: State) -> int:
        if word not in self.words:
            raise Malformed(say("'{word}' is not one of {known}", word=word, known=quoted(list(self.words), 20)))
        return self.words.index(word)


class One(Shape):
    """The number of a thing, or of a box, below zero: boxes[0] is -1. A box without a name is never written."""

    def __init__(self, noun: str, boxes: Sequence[str]) -> None:
        self.noun, self.boxes = noun, tuple(boxes)

    def bounds(self, state: State) -> range:
        return range(-len(self.boxes), state.printed.nouns.size(self.noun))

    def write(self, value: int, state: State) -> str:
        return cast(str, state.printed.nouns[self.noun][value]) if value >= 0 else self.boxes[-1 - value]

    def read(self, word: str, state: State) -> int:
        if word and word in self.boxes:
            return -1 - self.boxes.index(word)
        return cast(int, state.printed.nouns.number(self.noun, word))


class Many(Shape):
    """A set of things, as the bits of one number."""

    def __init__(self, noun: str) -> None:
        self.noun = noun

    def bounds(self, state: State) -> range:
        return range(1 << state.printed.nouns.size(self.noun))

    def write(self, value: int, state: State) -> str:
        return ",".join(state.printed.nouns.of(self.noun, value)) or EMPTY

    def read(self, word: str, state: State) -> int:
        return cast(int, state.printed.nouns.set_of(self.noun, [] if word == EMPTY else word.split(",")))


class Entry(Shape):
    """The index of an entry in a list of the state, such as one of the declared battles."""

    def __init__(self, of: str) -> None:
        self.of = of

    def bounds(self, state: State) -> range:
        return range(len(getattr(state, self.of)))


class Packed(Shape):
    """Several numbers packed into one, the first in the highest bits; written `first=second`.

    If a part may be a box, -1 is stored as the highest number that its bits can hold, -2 as the one before.
    """

    def __init__(self, parts: Sequence[Shape], bits: Sequence[int]) -> None:
        self.shapes = tuple(parts)
        self.shifts = tuple(sum(bits[place + 1 :]) for place in range(len(parts)))
        self.masks = tuple((1 << width) - 1 for width in bits)
        boxes = [len(part.boxes) if isinstance(part, One) else 0 for part in parts]
        self.most = tuple(mask - count for mask, count in zip(self.masks, boxes, strict=True))

    def pack(self, *values: int) -> int:
        """Pack these into one number."""
        packed = 0
        for value, shift, mask in zip(values, self.shifts, self.masks, strict=True):
            packed |= (value & mask if value < 0 else value) << shift
        return packed

    def parts(self, packed: int) -> tuple[int, ...]:
        """The numbers packed into this one."""
        places = zip(self.shifts, self.masks, self.most, strict=True)
        return tuple(
            [part if (part := packed >> shift & mask) <= most else part - mask - 1 for shift, mask, most in places]
        )

    def bounds(self, state: State) -> range:
        return range(self.pack(*(mask for mask in self.masks)) + 1)

    def possible(self, packed: int, state: State) -> bool:
        """Is each part in bounds?"""
        pairs = zip(self.shapes, self.parts(packed), strict=True)
        return packed in self.bounds(state) and all(part in shape.bounds(state) for shape, part in pairs)

    def write(self, value: int, state: State) -> str:
        pairs = zip(self.shapes, self.parts(value), strict=True)
        return "=".join(shape.write(part, state) for shape, part in pairs)

    def read(self, word: str, state: State) -> int:
        words = word.split("=")
        if len(words) != len(self.shapes):
            raise Malformed(say("'{word}' is not {count} words joined by =", word=word, count=len(self.shapes)))
        parts = [shape.read(part, state) for shape, part in zip(self.shapes, words, strict=True)]
        for shape, part, text in zip(self.shapes, parts, words, strict=True):
            if part not in shape.bounds(state):
                raise Malformed(say("'{word}' cannot be '{part}'", word=word, part=text))
        return self.pack(*parts)


def is_possible(shape: Shape, value: int, state: State) -> bool:
    """Can a number of this shape have this value in this state?"""
    return shape.possible(value, state) if isinstance(shape, Packed) else value in shape.bounds(state)


# Fields: what a class body declares


class Facts(TypedDict, total=False):
    """What a declaration can say about any field of a state."""

    cleared: str | tuple[str, ...]
    """The moments at which the field goes back to its start: `state.clear("turn")`."""
    seen: Seen
    text: str | None
    """The field's name in the text of a position, if different; None if the game writes it itself."""
    added: bool
    """Was it declared when games had been stored already? While it is at its start, a dump leaves it out, so that
    the keys of those games stay what they are."""
    forgotten: bool
    """When a piece leaves play, is it taken out of this set, or its entry reset? See `State.forget`."""


class Field:
    """A declared field; it takes its name from the class body."""

    name = ""
    start: int | Callable[[Any], int] | Callable[[Any], Sequence[int]] = 0
    keys = ""
    """The noun whose numbers index the list, if there is one."""
    is_list = False
    located = False
    """Does this say where each piece is? If so, positions write it by place: `hex: piece piece`."""

    def __init__(self, shapes: Sequence[Shape], facts: Facts) -> None:
        self.shapes = tuple(shapes)
        """More than one if several kinds of numbers alternate in an open list."""
        cleared = facts.get("cleared", ())
        self.cleared = (cleared,) if isinstance(cleared, str) else cleared
        self.seen = facts.get("seen", Seen.NOBODY)
        self.text = facts.get("text", "")
        self.forgotten = facts.get("forgotten", False)
        self.added = facts.get("added", False)

    @property
    def shape(self) -> Shape:
        return self.shapes[0]

    @property
    def title(self) -> str:
        """Its name in the text of a position."""
        return self.text or self.name

    def fresh(self, printed: Any) -> Any:
        """Its value before anything has happened."""
        value = self.start(printed) if callable(self.start) else self.start
        if not self.is_list:
            return value
        if not self.keys:
            return []
        return [value] * printed.nouns.size(self.keys) if isinstance(value, int) else list(value)

    def fault(self, value: Any, state: State) -> str:
        """What is wrong with a value read from outside; empty when nothing is."""
        values: Any = value if self.is_list else [value]
        if not isinstance(values, list) or not all(type(each) is int for each in values):
            return "it is not a list of numbers" if self.is_list else "it is not a number"
        if self.keys and len(values) != len(self.fresh(state.printed)):
            return f"there must be {len(self.fresh(state.printed))} numbers, not {len(values)}"
        if len(values) % len(self.shapes):
            return "a number is missing"
        for place, shape in enumerate(self.shapes):
            wrong = _first_impossible(shape, values[place :: len(self.shapes)], state)
            if wrong is not None:
                return f"it cannot be {wrong}"
        return ""


def _first_impossible(shape: Shape, values: Sequence[int], state: State) -> int | None:
    if isinstance(shape, Packed):
        return next((value for value in values if not shape.possible(value, state)), None)
    bounds = shape.bounds(state)
    return next((value for value in values if value not in bounds), None)


class Number(Field):
    """A field that is one number: an int in a state, a getter in a kind of frame."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type) -> Self: ...
        @overload
        def __get__(self, instance: State, owner: type) -> int: ...
        @overload
        def __get__(self, instance: Kind, owner: type) -> Local: ...
        def __get__(self, instance: Any, owner: type) -> Any: ...
        def __set__(self, instance: State, value: int) -> None: ...


class Numbers(Field):
    """A field that is a list of numbers; in a kind of frame, all locals from there on."""

    is_list = True

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type) -> Self: ...
        @overload
        def __get__(self, instance: State, owner: type) -> list[int]: ...
        @overload
        def __get__(self, instance: Kind, owner: type) -> Locals: ...
        def __get__(self, instance: Any, owner: type) -> Any: ...
        def __set__(self, instance: State, value: list[int]) -> None: ...


class Cache:
    """A field that `rebuild` computes from the others."""

    def __init__(self, kind: type) -> None:
        self.kind = kind


def _number(shape: Shape, start: int | Callable[[Any], int], facts: Facts) -> Number:
    field = Number([shape], facts)
    field.start = start
    return field


def count(
    start: int | Callable[[Any], int] = 0,
    *,
    at_least: int = 0,
    at_most: int | Callable[[Any], int] | None = None,
    **facts: Unpack[Facts],
) -> Number:
    """A plain number: a turn, points, strength. A start or bound may be a function of the printed data."""
    return _number(Count(at_least, at_most), start, facts)


def flag(start: int = 0, **facts: Unpack[Facts]) -> Number:
    """0 or 1."""
    return _number(Count(0, 1), start, facts)


def one_of(*words: str, start: int = 0, **facts: Unpack[Facts]) -> Number:
    """The index of one of these words."""
    return _number(Word(words), start, facts)


def one(noun: str, *, boxes: Sequence[str] = (), start: int | None = None, **facts: Unpack[Facts]) -> Number:
    """The number of a thing, or -1, -2 ... for one of these boxes, in order; with boxes it starts in the first."""
    return _number(One(noun, boxes), start if start is not None else -bool(boxes), facts)


def perhaps(noun: str, **facts: Unpack[Facts]) -> Number:
    """The number of a thing, or -1."""
    return one(noun, boxes=("none",), **facts)


def many(noun: str, **facts: Unpack[Facts]) -> Number:
    """A set of things, as bits."""
    return _number(Many(noun), 0, facts)


def entry(of: str, **facts: Unpack[Facts]) -> Number:
    """The index of an entry in a list of the state."""
    return _number(Entry(of), 0, facts)


def packed(*parts: str | Number, bits: int | Sequence[int] = 16) -> Packed:
    """The shape of several numbers packed into one: what each is (a noun, or a declaration such as `count()`),
    and how many bits it takes. Give it a name of its own: `CAPTOR = packed("unit", "unit", bits=8)`; then
    `captors = listed(CAPTOR)` in the state, and `CAPTOR.pack(a, b)` and `CAPTOR.parts(number)` in the rules."""
    shapes = [One(part, ()) if isinstance(part, str) else part.shape for part in parts]
    return Packed(shapes, [bits] * len(shapes) if isinstance(bits, int) else bits)


def number(shape: Shape, **facts: Unpack[Facts]) -> Number:
    """One number of a shape with a name of its own, such as a packed one."""
    return _number(shape, 0, facts)


def by(
    noun: str,
    of: Number | Shape,
    *,
    start: int | Callable[[Any], Sequence[int]] | None = None,
    located: bool = False,
    **facts: Unpack[Facts],
) -> Numbers:
    """A list with an entry for each thing of a noun: `cv = by("unit", count())`."""
    field = Numbers([of if isinstance(of, Shape) else of.shape], facts)
    field.keys, field.located = noun, located
    field.start = start if start is not None else 0 if isinstance(of, Shape) else of.start
    return field


def listed(*of: Number | Shape, **facts: Unpack[Facts]) -> Numbers:
    """A list of any length, empty at the start. In a frame it comes last and takes everything that follows;
    several kinds of numbers may alternate: `listed(one("unit"), one("hex"))`."""
    return Numbers([each if isinstance(each, Shape) else each.shape for each in of], facts)


def cache(kind: type[T]) -> T:
    """A field that `rebuild` computes from the others: `stacks = cache(dict[int, int])`."""
    return cast(T, Cache(get_origin(kind) or kind))
