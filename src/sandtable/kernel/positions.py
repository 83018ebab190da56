"""Positions as text, the part every game shares: lines, names, numbers, frames, and errors that name the line.

A game's reader makes of each line what its position needs; see `Game.parse_position` and `Game.write_position`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic

from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import Kind, S
from sandtable.kernel.state import State, plain_number
from sandtable.kernel.words import say

COMMENT = "#"


def frame_lines(state: State, kind_names: Sequence[str]) -> Iterator[str]:
    """A line for each frame, from the bottom up; `PositionReader.read_frame` reads them."""
    for frame in state.frames:
        values = " ".join(str(plain_number(value)) for value in frame[1:])
        yield f"frame: {kind_names[frame[0]]} {values}"


class PositionReader(Generic[S]):
    """Reads a text line by line into `state`. A line is `name: values`, or a heading of the game's own."""

    state: S

    def __init__(self, kinds: Sequence[Kind], units: Mapping[str, int], hexes: Mapping[str, int]) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self.unit_numbers, self.hex_numbers = units, hexes
        self.line = 0
        self.placed = 0
        """The units that have a place already."""

    def read(self, text: str) -> S:
        for number, line in enumerate(text.splitlines(), start=1):
            self.line = number
            stripped = line.partition(COMMENT)[0].strip()
            if stripped and not self.read_heading(stripped.split()):
                self._read_named(stripped)
        self.line += 1
        self.finish()
        self.state.rebuild()
        return self.state

    def _read_named(self, line: str) -> None:
        head, colon, rest = line.partition(":")
        if not colon:
            raise self.fail("'{text}' is not 'name: values'", text=head)
        self.read_entry(head.strip(), rest.split())

    # What a game brings

    def read_heading(self, words: list[str]) -> bool:
        """Read a line of the game's own shape, such as `turn 5 axis`; False when it is none."""
        return False

    def read_entry(self, head: str, words: list[str]) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        """After the last line: what is missing, and the frames of a phase. Then the caches are rebuilt."""

    def bounds(self, what: str) -> range:
        """What a local of this name may be in a frame."""
        raise NotImplementedError

    # What the words of a line mean

    def fail(self, reason: str, **values: str | int) -> Malformed:
        return Malformed(say("line {line}: {reason}", line=self.line, reason=say(reason, **values)))

    def number(self, word: str) -> int:
        try:
            return int(word, 0)
        except ValueError:
            raise self.fail("'{word}' is not a number", word=word) from None

    def unit(self, name: str) -> int:
        if name not in self.unit_numbers:
            raise self.fail("there is no unit '{name}'", name=name)
        return self.unit_numbers[name]

    def units(self, names: Sequence[str]) -> int:
        mask = 0
        for name in names:
            mask |= 1 << self.unit(name)
        return mask

    def hex(self, name: str) -> int:
        if name not in self.hex_numbers:
            raise self.fail("there is no playable hex '{name}'", name=name)
        return self.hex_numbers[name]

    def hexes(self, names: Sequence[str]) -> int:
        mask = 0
        for name in names:
            mask |= 1 << self.hex(name)
        return mask

    def unit_to_place(self, name: str) -> int:
        """A unit that has no place yet."""
        unit = self.unit(name)
        if self.placed >> unit & 1:
            raise self.fail("{unit} stands in two places", unit=name)
        self.placed |= 1 << unit
        return unit

    def read_frame(self, words: Sequence[str]) -> None:
        """Put a frame on top: the name of its kind, its step and its locals, all of which must be possible."""
        kind = self.kinds.get(words[0]) if words else None
        if kind is None:
            raise self.fail("'{name}' is no kind of frame", name=words[0] if words else "")
        values = [self.number(word) for word in words[1:]]
        if not values or not kind.fits(values[0], values[1:]):
            numbers = ", ".join((f"step (0 to {kind.last_step})", *kind.holds))
            raise self.fail("the numbers of a frame {name} are: {numbers}", name=kind.name, numbers=numbers)
        for what, value in kind.named(values[1:]):
            if value not in self.bounds(what):
                raise self.fail("{value} cannot be the {what} of a frame", value=value, what=what)
        self.state.frames.append((kind.number, *values))

    def is_at_phase(self, phase: object, example: str, *, over: bool) -> bool:
        """Is the moment given by a phase? Malformed when it is given twice, or not at all in a running game."""
        if phase and self.state.frames:
            raise self.fail("give either a phase or frames")
        if not phase and not self.state.frames and not over:
            raise self.fail("a line like '{example}' is missing", example=example)
        return bool(phase)
