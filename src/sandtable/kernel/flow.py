"""Flow: a stack of frames stored as data, run until something must be decided.

There are three kinds of frame. A *sequence* has steps in rulebook order. A *choice* asks a side. *Chance* asks the
dice, the bag or the deck. A frame is a tuple of ints, so a game can be copied, saved and resumed between any two
choices. To interrupt, push a choice for the other side on top; what lies below resumes where it was.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from operator import itemgetter
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.kernel.chance import Uniform
from sandtable.kernel.choices import Options
from sandtable.kernel.events import EVERYONE
from sandtable.kernel.fields import Field, Shape
from sandtable.kernel.state import Frame, State
from sandtable.kernel.words import Message, otherwise, say

S = TypeVar("S", bound=State)

CHANCE = -1
OVER = -2
ANYTHING = ("*",)
"""A kind that can lie `on` anything: an interrupt, which leaves what is below as it is."""


Local = Callable[[Frame], int]
"""Reads one local from a frame."""
Locals = Callable[[Frame], tuple[int, ...]]
"""Reads all locals from a given one on."""


class Kind:
    """A kind of frame. The game that lists it gives it its number.

    A kind declares the locals of its frames in its body, as a state declares its fields (see fields.py), in the
    order in which they are pushed. Frames are plain tuples; the name of a local is a getter, as fast as an index:
    `MOVE.unit(frame)`.
    """

    name: str = ""
    number: int = -1
    on: tuple[str, ...] = ()
    """The names of the kinds that it can lie on, or ANYTHING; if there is none, it is at the bottom. A sequence is
    named with the step that pushes it: `turn.move`, or `turn:move` if that step is run `again` afterwards, or
    `turn` alone if none has begun."""
    locals: ClassVar[tuple[Field, ...]] = ()
    decides: ClassVar[bool] = True
    steps: tuple[Callable[[Any, Frame], None], ...] = ()
    last_step: int = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, field in list(vars(cls).items()):
            if isinstance(field, Field):
                cls._declare(name, field)

    @classmethod
    def _declare(cls, name: str, field: Field) -> None:
        """A local comes after those declared before it."""
        if name != "asks" and any(name in vars(base) for base in cls.__mro__[1:]):
            raise TypeError(f"{cls.__name__}.{name}: a local cannot have this name: it already means something")
        if cls.locals and cls.locals[-1].is_list:
            raise TypeError(f"{cls.__name__}.{name}: the list {cls.locals[-1].name} must come last")
        field.name = name
        place = 2 + len(cls.locals)
        cls.locals = (*cls.locals, field)
        setattr(cls, name, itemgetter(slice(place, None) if field.is_list else place))

    def frame(self, *values: int, step: int = 0) -> Frame:
        """A frame of this kind."""
        return (self.number, step, *values)

    def fits(self, step: int, values: Sequence[int]) -> bool:
        """Can a frame of this kind be at this step, with this many locals?"""
        last = self.locals[-1] if self.locals else None
        if last is None or not last.is_list:
            return 0 <= step <= self.last_step and len(values) == len(self.locals)
        more = len(values) - (len(self.locals) - 1)
        return 0 <= step <= self.last_step and more >= 0 and more % len(last.shapes) == 0

    def faults(self, state: Any, frame: Frame) -> Iterator[Message]:
        """What is impossible about a frame of this kind, on top or further down, in a position from outside.

        The board and all numbers are possible already. Whatever `legal`, `play` and the steps take for granted is
        asked here. It is never asked in play, so it may take its time.
        """
        return iter(())

    def shaped(self, values: Sequence[int]) -> Iterator[tuple[Field, Shape, int]]:
        """The locals of a frame, each with what it means."""
        meanings = ((field, shape) for field in self.locals for shape in _turns(field))
        return ((field, shape, value) for (field, shape), value in zip(meanings, values, strict=False))


def _turns(field: Field) -> Iterator[Shape]:
    """The shapes of a local, repeated if it is a list."""
    return cycle(field.shapes) if field.is_list else iter(field.shapes)


class Steps(Kind, Generic[S]):
    """A sequence: functions of the state and the frame, run one after another; each may push frames.

    A sequence without locals is made directly: `TURN = Steps("turn", draw, bid, move)`. One with locals is a
    subclass that declares them, with its `name` and `steps`.
    """

    decides = False

    def __init__(self, name: str = "", *steps: Callable[[S, Frame], None], on: tuple[str, ...] = ()) -> None:
        self.name = name or self.name
        self.steps = steps or self.steps
        self.on = on or self.on
        self.last_step = len(self.steps)


class ChoiceKind(Kind, Generic[S]):
    """A side's decision: who decides, what is legal, what each choice does, and why other choices are not
    legal."""

    rule: ClassVar[str] = ""
    """The paragraph shown beside the prompt."""
    asks: ClassVar[Any] = None
    """The side that decides, if it is always the same; or a local that names it: `asks = one("side")`."""
    words: ClassVar[Message | None] = None
    """The prompt, if it is always the same."""
    open_to_all: ClassVar[bool] = False
    """Where there are secrets: does everything that is legal follow from what everybody sees? See forced.py."""
    rolls_on: ClassVar[bool] = False
    """Does a run go on through the dice of such a choice, as when one unit fires after another? What the dice have
    made illegal ends it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        getter = vars(cls).get("asks")
        if isinstance(getter, itemgetter) and "side" not in vars(cls):
            setattr(cls, "side", lambda self, state, frame: getter(frame))  # noqa: B010

    def side(self, state: S, frame: Frame) -> int:
        if self.asks is None:
            raise NotImplementedError
        side: int = self.asks
        return side

    def legal(self, state: S, frame: Frame) -> Options:
        """The legal choices, built here and nowhere else; never empty."""
        raise NotImplementedError

    def play(self, state: S, frame: Frame, verb: int, argument: int) -> None:
        """Play a choice; the frame is still on top. Unchecked: the match has already asked `legal`."""
        raise NotImplementedError

    def prompt(self, state: S, frame: Frame) -> Message:
        if self.words is None:
            raise NotImplementedError
        return self.words

    def why_not(self, state: S, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        """The rule and the sentence that forbid a choice known not to be legal."""
        return self.rule, otherwise("there is something else to decide first")


class ChanceKind(Kind, Generic[S]):
    """A decision of chance: integer weights, and what each outcome does."""

    def prompt(self, state: S, frame: Frame) -> Message:
        return say("The dice are rolled")

    def weights(self, state: S, frame: Frame) -> Sequence[int]:
        raise NotImplementedError

    def play(self, state: S, frame: Frame, outcome: int) -> None:
        raise NotImplementedError

    def outcome_name(self, state: S, frame: Frame, outcome: int) -> str:
        """Stable text for stored games."""
        return str(outcome)

    def read_outcome(self, state: S, frame: Frame, text: str) -> int | None:
        """The possible outcome with this name, or None."""
        for outcome, weight in enumerate(self.weights(state, frame)):
            if weight and self.outcome_name(state, frame, outcome) == text:
                return outcome
        return None

    def audience(self, state: S, frame: Frame) -> int:
        """Who sees the outcome: everyone, or a bit set of sides."""
        return EVERYONE


class Die(ChanceKind[S]):
    """One six-sided die; outcome 0 is a one."""

    WEIGHTS = (1, 1, 1, 1, 1, 1)

    def weights(self, state: S, frame: Frame) -> Sequence[int]:
        return self.WEIGHTS

    def outcome_name(self, state: S, frame: Frame, outcome: int) -> str:
        return str(outcome + 1)


MOST_DICE = 24
"""The most dice in one record: 6 ** 24 outcomes fit into 64 bits."""


class Dice(ChanceKind[S]):
    """Several dice in one record; the outcome is the number they make in base six, the first die leading."""

    def count(self, state: S, frame: Frame) -> int:
        """How many dice are rolled: 1 to MOST_DICE."""
        raise NotImplementedError

    def rolled(self, state: S, frame: Frame, faces: tuple[int, ...]) -> None:
        """Play the faces rolled, each 1 to 6."""
        raise NotImplementedError

    def weights(self, state: S, frame: Frame) -> Sequence[int]:
        return Uniform(6 ** self.count(state, frame))

    def play(self, state: S, frame: Frame, outcome: int) -> None:
        self.rolled(state, frame, self._faces(outcome, self.count(state, frame)))

    def outcome_name(self, state: S, frame: Frame, outcome: int) -> str:
        return " ".join(map(str, self._faces(outcome, self.count(state, frame))))

    def read_outcome(self, state: S, frame: Frame, text: str) -> int | None:
        faces = text.split()
        if len(faces) != self.count(state, frame) or not all(
            face in ("1", "2", "3", "4", "5", "6") for face in faces
        ):
            return None
        outcome = 0
        for face in faces:
            outcome = outcome * 6 + int(face) - 1
        return outcome

    @staticmethod
    def _faces(outcome: int, count: int) -> tuple[int, ...]:
        faces = []
        for _ in range(count):
            outcome, face = divmod(outcome, 6)
            faces.append(face + 1)
        return tuple(reversed(faces))


def push(state: State, kind: Kind, *values: int) -> None:
    """Put a frame on top: it runs before what lies below."""
    state.frames.append((kind.number, 0, *values))


def pop(state: State) -> None:
    """The frame on top is finished."""
    state.frames.pop()


def replace(state: State, *values: int) -> None:
    """Change the locals of the frame on top, keeping its step."""
    top = state.frames[-1]
    state.frames[-1] = (top[0], top[1], *values)


def restart(state: State) -> None:
    """Restart the sequence on top from its first step."""
    top = state.frames[-1]
    state.frames[-1] = (top[0], 0, *top[2:])


def again(state: State) -> None:
    """Run the current step once more before the next one. Call this before pushing anything."""
    top = state.frames[-1]
    state.frames[-1] = (top[0], top[1] - 1, *top[2:])


def nearest(state: State, kind: Kind) -> Frame:
    """The topmost frame of this kind; there must be one."""
    number = kind.number
    for frame in reversed(state.frames):
        if frame[0] == number:
            return frame
    raise LookupError(f"there is no frame {kind.name}")


def kinds_in(package: ModuleType) -> tuple[Kind, ...]:
    """Every kind of frame in a package of rules, by module, and within a module in the order of the source."""
    found: dict[int, Kind] = {}
    names = sorted(module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."))
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            # A kind whose class belongs to another of these modules is only imported here.
            if isinstance(value, Kind) and (type(value).__module__ == name or type(value).__module__ not in names):
                found.setdefault(id(value), value)
    return tuple(found.values())


def advance(state: Any, kinds: Sequence[Kind]) -> None:
    """Run sequences until a choice or chance is on top, or the stack is empty: the game is over."""
    frames = state.frames
    while frames:
        frame = frames[-1]
        number, step = frame[:2]
        kind = kinds[number]
        if kind.decides:
            return
        if step == kind.last_step:
            frames.pop()
            continue
        frames[-1] = (number, step + 1) + frame[2:]  # noqa: RUF005 - half the time of unpacking it
        kind.steps[step](state, frame)
