"""Positions as text, written and read by the declarations of a game's state and kinds.

    turn: 5
    Tobruk: 21/5 21/104
    dead: 2/3
    moved: 21/5 21/104
    spent: 21/5=4
    supplied by Tobruk: 21/5
    frame: movement 0
    frame: move 0 unit=21/5 along=-

A line is `name: values`. A field is written only if it differs from what silence would mean: a number by its word,
a set by the names of its members, a list by `key=value` for the entries that differ, a list of sets with a line
for each set. Pieces are written in the line of their place. There is a line for each frame, from the bottom up,
after the lists that its locals refer to. Anything after a # is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

from sandtable.kernel.errors import Malformed
from sandtable.kernel.fields import EMPTY, Field, Many, Nouns, One, Shape, is_possible
from sandtable.kernel.flow import Kind, S
from sandtable.kernel.numbers import any_number
from sandtable.kernel.state import Frame, State, plain_number
from sandtable.kernel.words import say, shortened

COMMENT = "#"
BETWEEN_ENTRIES = ";"
"""Separates the entries of a list in a frame; commas separate the members of a set."""
FRAME = "frame"


class PositionText(Generic[S]):
    """Writes a position, or reads one into `state`: a new one is made for each text.

    A game whose texts have lines of other shapes makes a subclass: see "What a game may bring".
    """

    def __init__(self, state_type: type[S], kinds: Sequence[Kind], printed: Any) -> None:
        self.state_type, self.printed = state_type, printed
        self.nouns: Nouns = printed.nouns
        self.kinds = kinds
        self.fields = {f.title: f for f in state_type.FIELDS.values() if f.text is not None and not f.located}
        self.located = next((field for field in state_type.FIELDS.values() if field.located), None)
        self.state = self.assumed(None)
        self.placed = 0
        """The pieces that have a place already."""
        self.given: set[str] = set()
        """The fields that have been read."""

    # What a game may bring

    def assumed(self, like: S | None) -> S:
        """What silence means: `like` is the position being written, or None when one is read."""
        return self.state_type.blank(self.printed)

    def headings(self, state: S) -> Iterator[str]:
        """The lines at the top, of the game's own shape, such as `turn 5 axis`."""
        return iter(())

    def read_heading(self, words: list[str]) -> bool:
        """Read such a line; False if it is not one."""
        return False

    def own_lines(self, state: S) -> Iterator[str]:
        """The lines for fields that are not written on their own (declared with text=None)."""
        return iter(())

    def read_own(self, head: str, words: list[str]) -> bool:
        """Read such a line, `head: words`; False if it is not one."""
        return False

    def piece_word(self, state: S, piece: int) -> str:
        """The word for a piece in the line of its place, with anything noted about it there."""
        assert self.located is not None
        return self.nouns[self.located.keys][piece]

    def read_piece(self, word: str, place: int) -> None:
        """Read such a word."""
        self.put(word, place)

    def finish(self) -> None:
        """After the last line: fill in what is missing, and the frames of a phase. Then the caches are rebuilt."""

    # Writing

    def write(self, state: S) -> str:
        return "".join(f"{line}\n" for line in self._lines(state))

    def _lines(self, state: S) -> Iterator[str]:
        assumed = self.assumed(state)
        yield from self.headings(state)
        if self.located is not None:
            yield from self._place_lines(self.located, state, assumed)
        for field in self.fields.values():
            value, silent = getattr(state, field.name), getattr(assumed, field.name)
            if value != silent:
                yield from self._field_lines(field, value, silent, state)
        yield from self.own_lines(state)
        for frame in state.frames:
            yield " ".join((f"{FRAME}:", *self._frame_words(frame, state)))

    def _place_lines(self, field: Field, state: S, assumed: S) -> Iterator[str]:
        """The pieces in each hex, then in each box, except those that are where silence would put them."""
        shape = field.shape
        assert isinstance(shape, One)
        there: dict[int, list[int]] = {}
        pairs = zip(getattr(state, field.name), getattr(assumed, field.name), strict=True)
        for piece, (place, silent) in enumerate(pairs):
            if place != silent:
                there.setdefault(place, []).append(piece)
        for place in sorted(there, key=lambda place: (place < 0, abs(place))):
            if word := shape.write(place, state):
                yield f"{word}: {' '.join(self.piece_word(state, piece) for piece in there[place])}"

    def _field_lines(self, field: Field, value: Any, silent: Any, state: S) -> Iterator[str]:
        if not field.is_list:
            yield self._line(field.title, [_words(field.shape, value, state)])
        elif not field.keys:
            yield self._line(field.title, _list_words(field, value, state))
        else:
            keys = self.nouns[field.keys]
            changed = [n for n, each in enumerate(value) if each != silent[n]]
            if isinstance(field.shape, Many):
                for n in changed:
                    yield self._line(f"{field.title} {keys[n]}", [_words(field.shape, value[n], state)])
            else:
                yield self._line(field.title, [f"{keys[n]}={field.shape.write(value[n], state)}" for n in changed])

    @staticmethod
    def _line(title: str, words: list[str]) -> str:
        return f"{title}: {' '.join(words)}".rstrip()

    def _frame_words(self, frame: Frame, state: S) -> Iterator[str]:
        kind, values = self.kinds[frame[0]], frame[2:]
        yield kind.name
        yield str(frame[1])
        if not kind.locals:
            yield from map(str, map(plain_number, values))
        for place, field in enumerate(kind.locals):
            if field.is_list:
                yield f"{field.name}={BETWEEN_ENTRIES.join(_list_words(field, values[place:], state)) or EMPTY}"
            else:
                yield f"{field.name}={field.shape.write(values[place], state)}"

    # Reading

    def read(self, text: str) -> S:
        """The position a text describes; Malformed names a line that is not understood."""
        number = 1
        try:
            for line in text.splitlines():
                self.read_line(line.partition(COMMENT)[0].strip())
                number += 1
            self.finish()
        except Malformed as error:
            reason = say("line {line}: {reason}", line=number, reason=error.reason)
            raise Malformed(reason, error.hint) from None
        self.state.rebuild()
        return self.state

    def read_line(self, line: str) -> None:
        if not line or self.read_heading(line.split()):
            return
        head, colon, rest = line.partition(":")
        if not colon:
            raise self.fail("'{text}' is not 'name: values'", text=line)
        words = rest.split()
        if not self.read_own(head.strip(), words):
            self._read_named(head.strip(), words)

    def fail(self, reason: str, **values: str | int) -> Malformed:
        """The error for this line, with its number."""
        return Malformed(say(reason, **values))

    def _read_named(self, head: str, words: list[str]) -> None:
        if head == FRAME:
            self._read_frame(words)
        elif head in self.fields:
            self._once(head)
            self._read_field(self.fields[head], words)
        elif not self._read_place(head, words) and not self._read_entry(head, words):
            raise self.fail("'{head}' is neither a place nor a known field", head=head)

    def _once(self, head: str) -> None:
        if head in self.given:
            raise self.fail("'{head}' is given twice", head=head)
        self.given.add(head)

    def _read_field(self, field: Field, words: list[str]) -> None:
        name = field.name
        if not field.is_list:
            setattr(self.state, name, self._read_words(field.title, field.shape, words))
        elif not field.keys:
            setattr(self.state, name, self._read_list(field, words))
        else:
            values = getattr(self.state, name)
            for key, word in self._by_key(field, words):
                values[key] = self._read_word(field.title, field.shape, word)

    def _by_key(self, field: Field, words: list[str]) -> Iterator[tuple[int, str]]:
        """`key=value` for some entries, or a value for each entry in order."""
        if not any("=" in word for word in words):
            if len(words) != len(getattr(self.state, field.name)):
                raise self.fail("write '{name}: {noun}=value'", name=field.title, noun=field.keys)
            yield from enumerate(words)
            return
        for word in words:
            key, _, value = word.partition("=")
            yield self.nouns.number(field.keys, key), value

    def _read_entry(self, head: str, words: list[str]) -> bool:
        """A set in a list of sets: `supplied by Tobruk: 21/5`."""
        for title, field in self.fields.items():
            if head.startswith(f"{title} ") and field.keys and isinstance(field.shape, Many):
                self._once(head)
                key = self.nouns.number(field.keys, head.removeprefix(f"{title} "))
                getattr(self.state, field.name)[key] = self._read_words(head, field.shape, words)
                return True
        return False

    def _read_place(self, head: str, words: list[str]) -> bool:
        """The pieces in a hex or a box."""
        if self.located is None:
            return False
        try:
            place = self.located.shape.read(head, self.state)
        except Malformed:
            return False
        for word in words:
            self.read_piece(word, place)
        return True

    def put(self, name: str, place: int) -> int:
        """Put a piece that has no place yet where it belongs; returns its number."""
        assert self.located is not None
        piece = self.nouns.number(self.located.keys, name)
        if self.placed >> piece & 1:
            raise self.fail("{piece} is in two places", piece=name)
        self.placed |= 1 << piece
        getattr(self.state, self.located.name)[piece] = place
        return piece

    # What the words of a line mean

    def _read_words(self, title: str, shape: Shape, words: list[str]) -> int:
        """A set, by the names of its members, or a number, by its one word."""
        if isinstance(shape, Many):
            return self._checked(title, shape, self.nouns.set_of(shape.noun, words), " ".join(words))
        if len(words) != 1:
            raise self.fail("'{name}' takes one value", name=title)
        return self._read_word(title, shape, words[0])

    def _read_word(self, title: str, shape: Shape, word: str) -> int:
        return self._checked(title, shape, shape.read(word, self.state), word)

    def _checked(self, title: str, shape: Shape, value: int, word: str) -> int:
        if not is_possible(shape, value, self.state):
            raise self.fail("{name} cannot be {value}", name=title, value=word)
        return value

    def _read_list(self, field: Field, words: Sequence[str]) -> list[int]:
        shapes = field.shapes
        if len(words) % len(shapes):
            raise self.fail("'{name}' takes values in groups of {count}", name=field.title, count=len(shapes))
        return [self._read_word(field.title, shapes[n % len(shapes)], word) for n, word in enumerate(words)]

    def number(self, word: str) -> int:
        """A plain number."""
        number = any_number(word)
        if number is None:
            raise self.fail("'{word}' is not a number", word=shortened(word))
        return number

    # Frames

    def _read_frame(self, words: list[str]) -> None:
        """Put a frame on top: the name of its kind, its step and its locals, all of which must be possible."""
        kind = next((kind for kind in self.kinds if words and kind.name == words[0]), None)
        if kind is None:
            raise self.fail("'{name}' is not a kind of frame", name=words[0] if words else "")
        named = any("=" in word for word in words)
        try:
            step = self.number(words[1]) if len(words) > 1 else -1
            values = self._named_locals(kind, words[2:]) if named else [self.number(word) for word in words[2:]]
        except LookupError:
            raise self._unlike(kind) from None
        if not kind.fits(step, values):
            raise self._unlike(kind)
        for field, shape, value in kind.shaped(values):
            self._checked(field.name, shape, value, str(value))
        self.state.frames.append(kind.frame(*values, step=step))

    def _named_locals(self, kind: Kind, words: list[str]) -> list[int]:
        """The locals of a frame, each by its name; LookupError if they are not the ones declared."""
        pairs = [word.partition("=") for word in words]
        given = {name: word for name, _, word in pairs}
        if len(given) < len(pairs):
            raise LookupError
        values: list[int] = []
        for field in kind.locals:
            word = given.pop(field.name)
            if field.is_list:
                values += self._read_list(field, [] if word == EMPTY else word.split(BETWEEN_ENTRIES))
            else:
                values.append(self._read_word(field.name, field.shape, word))
        if given:
            raise LookupError
        return values

    def _unlike(self, kind: Kind) -> Malformed:
        form = " ".join((kind.name, "step", *(f"{field.name}=..." for field in kind.locals)))
        return self.fail("write 'frame: {form}', with step 0 to {last}", form=form, last=kind.last_step)

    def is_at_phase(self, phase: object, example: str, *, over: bool) -> bool:
        """Is the moment given by a phase? Malformed if it is given twice, or not at all in a running game."""
        if phase and self.state.frames:
            raise self.fail("give either a phase or frames")
        if not phase and not self.state.frames and not over:
            raise self.fail("a line like '{example}' is missing", example=example)
        return bool(phase)


def _words(shape: Shape, value: int, state: State) -> str:
    """A value at the end of a line, where the members of a set are separate words."""
    if isinstance(shape, Many):
        return " ".join(state.printed.nouns.of(shape.noun, value))
    return shape.write(value, state)


def _list_words(field: Field, values: Sequence[int], state: State) -> list[str]:
    shapes = field.shapes
    return [shapes[n % len(shapes)].write(value, state) for n, value in enumerate(values)]
