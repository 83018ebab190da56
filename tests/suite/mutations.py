"""Positions and journals as text, spoilt a little: lines dropped and exchanged, words moved and replaced, numbers
changed, one name in the place of another. Many of the results can still be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

MOST_CHANGES = 3
NUMBER = re.compile(r"-?\d+")
NAME = re.compile(r"[^\s,;=:>]+")
"""A word within a word: the name of a thing, perhaps in a list."""
FRAME = "frame:"
LARGEST = 40
"""Numbers of positions are rarely larger than this."""
HUGE = (1_000, 10**9, 1 << 61)

Lines = list[str]


@dataclass(frozen=True)
class Means:
    """What spoils a text: chance, lines of other texts to borrow from, and the names of a game's things."""

    rng: Random
    lent: Sequence[str]
    nouns: Mapping[str, Sequence[str]]

    def other_name(self, name: str) -> str:
        """Another thing of the same sort; the same name if nothing is called so."""
        sorts = [names for names in self.nouns.values() if name in names]
        return (self.rng.choice(self.rng.choice(sorts)) or name) if sorts else name


Change = Callable[[Lines, Means], None]


def mutated(text: str, means: Means, changes: Sequence[Change]) -> str:
    """The text with one to three changes."""
    lines = text.splitlines()
    for _ in range(means.rng.randint(1, MOST_CHANGES)):
        means.rng.choice(changes)(lines, means)
        if not lines:
            break
    return "\n".join(lines) + "\n"


# Lines


def _drop_line(lines: Lines, means: Means) -> None:
    del lines[means.rng.randrange(len(lines))]


def _borrow_line(lines: Lines, means: Means) -> None:
    lines.insert(means.rng.randrange(len(lines) + 1), means.rng.choice(means.lent))


def _swap_lines(lines: Lines, means: Means) -> None:
    """Two lines change places."""
    one, two = means.rng.randrange(len(lines)), means.rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _exchange_values(lines: Lines, means: Means) -> None:
    """Two lines exchange what stands after the colon."""
    one, two = means.rng.randrange(len(lines)), means.rng.randrange(len(lines))
    (head, colon, rest), (other, mark, more) = lines[one].partition(":"), lines[two].partition(":")
    lines[one], lines[two] = f"{head}{colon}{more}", f"{other}{mark}{rest}"


# Words


def _drop_word(lines: Lines, means: Means) -> None:
    place, words = _words_of(lines, means)
    if words:
        del words[means.rng.randrange(len(words))]
        lines[place] = " ".join(words)


def _move_word(lines: Lines, means: Means) -> None:
    """A word goes to the end of another line, or is repeated there."""
    place, words = _words_of(lines, means)
    if len(words) < 2:
        return
    word = words[means.rng.randrange(1, len(words))]
    if means.rng.random() < 0.7:
        words.remove(word)
        lines[place] = " ".join(words)
    there = means.rng.randrange(len(lines))
    lines[there] = f"{lines[there]} {word}"


def _replace_word(lines: Lines, means: Means) -> None:
    """A word, or the value after its equals sign, becomes one from another text."""
    place, words = _words_of(lines, means)
    other = means.rng.choice(means.lent).split()
    if not words or not other:
        return
    which, word = means.rng.randrange(len(words)), means.rng.choice(other)
    key, equals, _ = words[which].partition("=")
    words[which] = f"{key}={word.rpartition('=')[2]}" if equals else word
    lines[place] = " ".join(words)


def _rename(lines: Lines, means: Means) -> None:
    """One thing becomes another of the same sort: a unit, a hex, a card."""
    place = means.rng.randrange(len(lines))
    named = [name for name in NAME.finditer(lines[place]) if means.other_name(name[0]) != name[0]]
    if named:
        name = means.rng.choice(named)
        lines[place] = f"{lines[place][: name.start()]}{means.other_name(name[0])}{lines[place][name.end() :]}"


def _change_number(lines: Lines, means: Means) -> None:
    """One of the numbers in a line becomes another."""
    place = means.rng.randrange(len(lines))
    found = list(NUMBER.finditer(lines[place]))
    if not found:
        return
    number = means.rng.choice(found)
    near = int(number[0]) + means.rng.choice((-2, -1, 1, 2))
    new = means.rng.choice((near, near, near, means.rng.randrange(-1, LARGEST), means.rng.choice(HUGE)))
    lines[place] = f"{lines[place][: number.start()]}{new}{lines[place][number.end() :]}"


def _words_of(lines: Lines, means: Means) -> tuple[int, list[str]]:
    place = means.rng.randrange(len(lines))
    return place, lines[place].split()


# Pieces and frames of positions


def _move_piece(lines: Lines, means: Means) -> None:
    """A word goes from the line of one place to that of another."""
    places = {name for names in means.nouns.values() for name in names if name}
    there = [number for number, line in enumerate(lines) if line.partition(":")[0] in places]
    if not there:
        return
    one, two = means.rng.choice(there), means.rng.choice(there)
    head, *pieces = lines[one].split()
    if one != two and pieces:
        piece = pieces.pop(means.rng.randrange(len(pieces)))
        lines[one], lines[two] = " ".join((head, *pieces)), f"{lines[two]} {piece}"


def _borrow_frame(lines: Lines, means: Means) -> None:
    """A frame becomes another of the same kind; or a borrowed one replaces the one on top, or lies on it."""
    frames = [line for line in means.lent if line.startswith(FRAME)]
    own = _frames_of(lines)
    if not frames or not own:
        return
    place = means.rng.choice(own)
    alike = [line for line in frames if line.split()[:2] == lines[place].split()[:2]]
    if alike and means.rng.random() < 0.6:
        lines[place] = means.rng.choice(alike)
    elif means.rng.random() < 0.5:
        lines[own[-1]] = means.rng.choice(frames)
    else:
        lines.append(means.rng.choice(frames))


def _drop_frame(lines: Lines, means: Means) -> None:
    """The frame on top is gone."""
    own = _frames_of(lines)
    if own:
        del lines[own[-1]]


def _change_frame(lines: Lines, means: Means) -> None:
    """A number or a name of one of the frames becomes another."""
    own = _frames_of(lines)
    if own:
        frames = [lines[number] for number in own]
        means.rng.choice((_rename, _change_number, _drop_word))(frames, means)
        for number, line in zip(own, frames, strict=True):
            lines[number] = line


def _frames_of(lines: Lines) -> list[int]:
    return [number for number, line in enumerate(lines) if line.startswith(FRAME)]


ANY_TEXT: tuple[Change, ...] = (
    _drop_line,
    _borrow_line,
    _swap_lines,
    _exchange_values,
    _drop_word,
    _move_word,
    _replace_word,
    _rename,
    _change_number,
)
POSITION: tuple[Change, ...] = (
    *ANY_TEXT,
    _rename,
    _rename,
    _move_piece,
    _move_piece,
    _borrow_frame,
    _borrow_frame,
    _drop_frame,
    _change_frame,
    _change_frame,
    _change_frame,
)
