"""Positions as text, spoilt a little: lines dropped and exchanged, words moved and replaced, numbers changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

MOST_CHANGES = 3
NUMBER = re.compile(r"-?\d+")
LARGEST = 40
"""Numbers of positions are rarely larger than this."""

Lines = list[str]
Change = Callable[[Lines, Lines, Random], None]
"""Spoils lines; the second list has lines of other positions of the same game to borrow from."""


def mutated(text: str, others: str, rng: Random) -> str:
    """The text with one to three changes."""
    lines, lent = text.splitlines(), others.splitlines()
    for _ in range(rng.randint(1, MOST_CHANGES)):
        rng.choice(CHANGES)(lines, lent, rng)
        if not lines:
            break
    return "\n".join(lines) + "\n"


def _drop_line(lines: Lines, lent: Lines, rng: Random) -> None:
    del lines[rng.randrange(len(lines))]


def _borrow_line(lines: Lines, lent: Lines, rng: Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lent))


def _borrow_frame(lines: Lines, lent: Lines, rng: Random) -> None:
    """Another frame of the same kind or on top of the others; without frames, any line."""
    frames = [line for line in lent if line.startswith("frame:")]
    own = [number for number, line in enumerate(lines) if line.startswith("frame:")]
    if not frames or not own:
        return _borrow_line(lines, lent, rng)
    place = rng.choice(own)
    alike = [line for line in frames if line.split()[:2] == lines[place].split()[:2]]
    if alike and rng.random() < 0.7:
        lines[place] = rng.choice(alike)
    else:
        lines.append(rng.choice(frames))


def _exchange_lines(lines: Lines, lent: Lines, rng: Random) -> None:
    """Two lines exchange what stands after the colon."""
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    (head, colon, rest), (other, mark, more) = lines[one].partition(":"), lines[two].partition(":")
    lines[one], lines[two] = f"{head}{colon}{more}", f"{other}{mark}{rest}"


def _drop_word(lines: Lines, lent: Lines, rng: Random) -> None:
    place, words = _words_of(lines, rng)
    if words:
        del words[rng.randrange(len(words))]
        lines[place] = " ".join(words)


def _move_word(lines: Lines, lent: Lines, rng: Random) -> None:
    """A word goes to the end of another line, or is repeated there."""
    place, words = _words_of(lines, rng)
    if len(words) < 2:
        return
    word = words[rng.randrange(1, len(words))]
    if rng.random() < 0.7:
        words.remove(word)
        lines[place] = " ".join(words)
    there = rng.randrange(len(lines))
    lines[there] = f"{lines[there]} {word}"


def _replace_word(lines: Lines, lent: Lines, rng: Random) -> None:
    """A word, or the value after its equals sign, becomes one from another position."""
    place, words = _words_of(lines, rng)
    other = rng.choice(lent).split()
    if not words or not other:
        return
    which, word = rng.randrange(len(words)), rng.choice(other)
    key, equals, _ = words[which].partition("=")
    words[which] = f"{key}={word.rpartition('=')[2]}" if equals else word
    lines[place] = " ".join(words)


def _change_number(lines: Lines, lent: Lines, rng: Random) -> None:
    """One of the numbers in a line becomes another."""
    place = rng.randrange(len(lines))
    found = list(NUMBER.finditer(lines[place]))
    if not found:
        return
    number = rng.choice(found)
    near = int(number[0]) + rng.choice((-2, -1, 1, 2))
    new = near if rng.random() < 0.6 else rng.randrange(-1, LARGEST)
    lines[place] = f"{lines[place][: number.start()]}{new}{lines[place][number.end() :]}"


def _words_of(lines: Lines, rng: Random) -> tuple[int, list[str]]:
    place = rng.randrange(len(lines))
    return place, lines[place].split()


CHANGES: tuple[Change, ...] = (
    _drop_line,
    _borrow_line,
    _borrow_frame,
    _exchange_lines,
    _drop_word,
    _move_word,
    _replace_word,
    _change_number,
)
