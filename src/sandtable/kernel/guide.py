"""How a game goes, as a client is sent it: words, and what they are about, drawn as the table draws it.

`guidefile` reads the words from the game's `guide.toml`; `gallery` finds the counters, cards and swatches.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.scene import Board, Card, Piece
from sandtable.kernel.swatches import Swatch


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words, and the paragraph behind them."""

    words: str
    rule: str = ""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that point at a part of a counter or of a card."""

    part: str
    words: str
    rule: str = ""


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What something means, with what it looks like: on a counter, or on the map."""

    id: str
    name: str
    text: str
    rule: str = ""
    piece: Piece | None = None
    swatch: Swatch | None = None


class Meanings(msgspec.Struct, frozen=True):
    """The meanings of one table of the file."""

    id: str
    meanings: tuple[Meaning, ...]


class Sample(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter or a card with arrows."""

    title: str
    arrows: tuple[Arrow, ...]
    piece: Piece | None = None
    card: Card | None = None


class WayToWin(msgspec.Struct, frozen=True):
    """How a side (NOWHERE for both) wins some scenarios, by their titles."""

    scenarios: tuple[str, ...]
    side: int
    text: str
    rule: str


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """How a game goes."""

    game: str
    title: str
    sides: tuple[str, ...]
    about: tuple[str, ...]
    board: Board
    """The colours and signs that its counters and cards are drawn with; without cells."""
    samples: tuple[Sample, ...]
    groups: tuple[Meanings, ...]
    turn: tuple[Said, ...]
    wins: tuple[WayToWin, ...]
    mistakes: tuple[Said, ...]
