"""Numbers that people write. Python refuses to read one of thousands of digits, with an error of its own."""

from __future__ import annotations

MOST_DIGITS = 1000
"""More than any bit set of a board needs."""


def whole_number(word: str) -> int | None:
    """The number written with plain digits and perhaps a minus; None for anything else."""
    # int() alone would also accept '1_0' and digits of other scripts, which are surely mistakes.
    if len(word) > MOST_DIGITS or not (word.isascii() and word.removeprefix("-").isdigit()):
        return None
    return int(word)


def any_number(word: str) -> int | None:
    """The number written with plain digits, or as 0x and more; None for anything else."""
    if len(word) > MOST_DIGITS:
        return None
    try:
        return int(word, 0)
    except ValueError:
        return None
