"""The sequence of play in words: the phases of a turn, and which of them the game is in.

A game brings `sequence.toml`: parts (a turn, a player turn, a battle) of phases, each with what is done in it, who
acts, and the steps of the flow that it stands for. So the phase follows from the frames alone, of which everybody
sees the kinds and the steps. A part that is `within` others, such as a battle, is told inside the phase that runs
it.

A step is named as in `Kind.on` (`turn.move`); a sequence alone means all its steps, a decision or dice alone that
kind of frame. A step that a sequence has several times is listed as often, in order.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.kernel.flow import Kind
from sandtable.kernel.possible import PARTS
from sandtable.kernel.tables import DataError

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

FILE = "sequence.toml"
NO_PHASE = -1
WHO = ("active", "other", "both", "nobody")


class Phase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A phase of the sequence of play."""

    title: str
    line: str
    """What may be done in it."""
    rule: str
    who: str
    """Who acts: the active side, the other one, both, or nobody: then the game does it by itself."""
    steps: tuple[str, ...]
    """The steps of the flow that it stands for."""
    side: str = ""
    """The only side that goes through it; without one, whoever is active."""
    other: str = ""
    """When the side that is not `who` acts too, if it may."""
    after: str = ""
    """What comes next, if it is not always the phase that follows."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Phases that belong together."""

    title: str
    phases: tuple[Phase, ...]
    line: str = ""
    rule: str = ""
    steps: tuple[str, ...] = ()
    """Steps that do nothing but run its phases."""
    within: bool = False
    """Does it run inside a phase of another part?"""


class Sequence(msgspec.Struct, frozen=True):
    """The sequence of play of a game. Its phases are numbered through all parts."""

    parts: tuple[Part, ...] = ()

    @property
    def phases(self) -> tuple[Phase, ...]:
        return tuple(phase for part in self.parts for phase in part.phases)

    def titles(self, now: Present) -> list[str]:
        """The titles of the phases that a game is in, from the outermost."""
        numbers = [now.phase, *now.within] if now.phase != NO_PHASE else []
        return [self.phases[number].title for number in numbers]


class Present(NamedTuple):
    """Where a game is: in a phase, and within it in phases of the parts that run inside it, the innermost last."""

    phase: int = NO_PHASE
    within: tuple[int, ...] = ()


def sequence_of(game: Game[Any]) -> Sequence:
    """What the game says of its sequence of play."""
    return read_sequence(game.folder)


@cache
def read_sequence(folder: Path) -> Sequence:
    """The sequence of play in a game's folder; nothing if there is no file."""
    file = folder / FILE
    if not file.exists():
        return Sequence()
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Sequence)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(FILE, 0, "", str(error)) from error


def present(game: Game[Any], state: Any) -> Present:
    """The phase that a game is in, from the kinds and steps of its frames, which everybody may know."""
    return _plan(game).present([frame[:2] for frame in state.frames])


@cache
def _plan(game: Game[Any]) -> Plan:
    return Plan(game.kinds, sequence_of(game))


class Plan:
    """The steps and decisions of a game's flow, each with its phase."""

    def __init__(self, kinds: tuple[Kind, ...], sequence: Sequence) -> None:
        self.kinds = kinds
        self._named = {kind.name: kind for kind in kinds}
        parts = [(place, part.within) for place, part in enumerate(sequence.parts) for _ in part.phases]
        self._inner_part = {number: place for number, (place, within) in enumerate(parts) if within}
        self._taken: Counter[str] = Counter()
        self.unknown: list[str] = []
        """Names of steps that there are not, or not so often."""
        self.phase_of: dict[tuple[int, int], list[int]] = {}
        """By kind and step the phases that claim it; a decision is its own step 0."""
        for number, phase in enumerate(sequence.phases):
            self._claim(number, phase.steps)
        for part in sequence.parts:
            self._claim(NO_PHASE, part.steps)
        self._looping = frozenset(chain.from_iterable(map(self._loops, kinds)))

    def _claim(self, number: int, steps: tuple[str, ...]) -> None:
        for name in steps:
            places = [*self._places(name)]
            if not places:
                self.unknown.append(name)
            for place in places:
                self.phase_of.setdefault(place, []).append(number)

    def _places(self, name: str) -> Iterator[tuple[int, int]]:
        """The steps, or the decision, of this name."""
        words, _, function = name.partition(".")
        kind = self._named.get(words)
        if kind is None or (function and kind.decides):
            return
        if not function:
            yield from ((kind.number, step) for step in range(len(kind.steps) or 1))
            return
        same = [step for step, run in enumerate(kind.steps) if run.__name__ == function]
        yield from ((kind.number, step) for step in same[self._taken[name] :][:1])
        self._taken[name] += 1

    def _loops(self, kind: Kind) -> Iterator[tuple[int, int, int]]:
        """Where a kind lies on a step that is run again: which kind it is, and that step."""
        for words in kind.on:
            name, *mark = PARTS.split(words)
            if mark[:1] == [":"]:
                below = self._named[name]
                places = (step for step, run in enumerate(below.steps) if run.__name__ == mark[1])
                yield from ((kind.number, below.number, step) for step in places)

    def running(self, below: tuple[int, int], above: int) -> int:
        """Which step of a sequence has pushed the kind that lies on it: the one just begun, or, if that is run
        again, the one before which the sequence stands."""
        number, step = below
        return step if (above, number, step) in self._looping else max(step - 1, 0)

    def present(self, frames: list[tuple[int, int]]) -> Present:
        """The phase of the frames, with those inside it: of each part only the innermost."""
        phase, within = NO_PHASE, dict[int, int]()
        for height, frame in enumerate(frames):
            above = frames[height + 1][0] if height + 1 < len(frames) else NO_PHASE
            place = (frame[0], 0 if self.kinds[frame[0]].decides else self.running(frame, above))
            number = self.phase_of.get(place, [NO_PHASE])[0]
            part = self._inner_part.get(number)
            if part is not None:
                within.pop(part, None)
                within[part] = number
            elif number != NO_PHASE:
                phase, within = number, {}
        return Present(phase, tuple(within.values()))
