"""`guide.toml` of a game: how it goes, written by hand for somebody who has never seen it.

What is written are words with their paragraphs. A number is never written: it comes from the data, as a named
figure of the game. What the file does not explain of a scene, `unexplained` finds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.game import Game
from sandtable.kernel.guide import Arrow, Said
from sandtable.kernel.scene import Board, Piece, Scene
from sandtable.kernel.tables import DataError
from sandtable.kernel.words import Parameter, phrase

FILE = "guide.toml"
SENTENCES, MOST_LINES, MISTAKES = 3, 8, 5
"""What it is about, a turn, and what beginners do wrong."""
ON_A_COUNTER = ("figures", "printed", "symbol", "size", "steps", "side", "badge", "colour")
ON_A_CARD = ("title", "value", "symbols", "text")
OUT = "out"
"""The tone of cells that are out of play."""


# What is written


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter by its id, as it lies in the set-up of a scenario, or any card."""

    title: str
    arrows: tuple[Arrow, ...]
    piece: str = ""
    scenario: str = ""
    badges: tuple[str, ...] = ()
    """Badges that it is shown with."""


class Won(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a side wins, or both (""), in some scenarios, or in all (none named)."""

    words: str
    rule: str
    side: str = ""
    scenarios: tuple[str, ...] = ()


Table = dict[str, Said]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    about: tuple[str, ...]
    turn: tuple[Said, ...]
    wins: tuple[Won, ...]
    mistakes: tuple[Said, ...]
    shown: tuple[Shown, ...] = ()
    figures: Table = {}
    """By their pattern, with n for every number: n-n-n."""
    symbols: Table = {}
    sizes: Table = {}
    shapes: Table = {}
    looks: Table = {}
    """steps, lies, faded: what a piece looks like for a time."""
    nations: Table = {}
    badges: Table = {}
    card_symbols: Table = {}
    chits: Table = {}
    terrains: Table = {}
    lines: Table = {}
    marks: Table = {}
    joins: Table = {}
    """"any" explains every join."""
    control: Table = {}
    """"side" for cells of a side, "out" for those out of play."""
    markers: Table = {}


TABLES = tuple(
    name for name in Written.__struct_fields__ if name not in ("about", "turn", "wins", "mistakes", "shown")
)


def has_guide(game: Game[Any]) -> bool:
    """Has somebody written one?"""
    return (game.folder / FILE).is_file()


def read_guide(game: Game[Any], folder: Path | None = None) -> Written:
    """The guide of a game as written, with its figures filled in; `DataError` names what is wrong, and where."""
    text = ((folder or game.folder) / FILE).read_text(encoding="utf-8")
    try:
        written = msgspec.convert(tomllib.loads(text), Written)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise DataError(FILE, int(found[1]) if found else 0, "", str(error)) from None
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise DataError(FILE, 0, path.strip("`$."), reason) from None
    for field, reason in _faults(game, written):
        raise DataError(FILE, _line_of(text, field), field, reason)
    return _filled(written, game.figures(game.load_data()))


def _line_of(text: str, field: str) -> int:
    """The line of an entry of a table, or 0."""
    table, _, key = field.partition(".")
    wanted = re.compile(rf'"?{re.escape(key)}"?\s*=')
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("["):
            inside = line.strip() == f"[{table}]"
        elif inside and wanted.match(line):
            return number
    return 0


# What may be wrong with it


def _faults(game: Game[Any], written: Written) -> Iterator[tuple[str, str]]:
    """Every field that is wrong, with the reason."""
    if len(written.about) != SENTENCES:
        yield "about", f"{SENTENCES} sentences are wanted"
    if not 0 < len(written.turn) <= MOST_LINES:
        yield "turn", f"a turn has at most {MOST_LINES} lines"
    if len(written.mistakes) != MISTAKES:
        yield "mistakes", f"{MISTAKES} mistakes are wanted"
    known, figures = _paragraphs(game), game.figures(game.load_data())
    for field, words, rule in _sentences(written):
        if rule and rule not in known:
            yield field, f"there is no paragraph {rule}"
        for name in re.findall(r"{(\w*)}", words):
            if name not in figures:
                yield field, f"there is no figure {{{name}}}"
        if re.search(r"\d", re.sub(r"{\w*}", "", words)):
            yield field, "a number is written out: take it from the data, as a figure of the game"
    yield from _wrong_samples(written)
    yield from _wrong_ends(game, written)


def _paragraphs(game: Game[Any]) -> set[str]:
    clauses = read_clauses(game.folder).values()
    return {clause.id for clause in clauses} | {clause.paragraph for clause in clauses}


def _sentences(written: Written) -> Iterator[tuple[str, str, str]]:
    """All words with the field they stand in and their rule."""
    yield from ((f"about[{at}]", words, "") for at, words in enumerate(written.about))
    for name in ("turn", "wins", "mistakes"):
        yield from ((f"{name}[{at}]", one.words, one.rule) for at, one in enumerate(getattr(written, name)))
    for at, shown in enumerate(written.shown):
        yield from ((f"shown[{at}].{arrow.part}", arrow.words, arrow.rule) for arrow in shown.arrows)
    for name in TABLES:
        yield from ((f"{name}.{key}", said.words, said.rule) for key, said in getattr(written, name).items())


def _wrong_samples(written: Written) -> Iterator[tuple[str, str]]:
    for at, shown in enumerate(written.shown):
        parts = ON_A_COUNTER if shown.piece else ON_A_CARD
        for arrow in shown.arrows:
            if arrow.part not in parts:
                yield f"shown[{at}]", f"an arrow can point at {', '.join(parts)}, not at {arrow.part}"


def _wrong_ends(game: Game[Any], written: Written) -> Iterator[tuple[str, str]]:
    """Every scenario can be won by every side."""
    named = {info.id for info in game.scenarios}
    for at, won in enumerate(written.wins):
        if won.side not in ("", *game.sides):
            yield f"wins[{at}]", f"there is no side {won.side}"
        for scenario in {*won.scenarios} - named:
            yield f"wins[{at}]", f"there is no scenario {scenario}"
    for scenario in sorted(named):
        told = [won.side for won in written.wins if not won.scenarios or scenario in won.scenarios]
        if not {*told} >= {*game.sides} and "" not in told:
            yield "wins", f"how each side wins {scenario} is not said"


def _filled(written: Written, figures: Mapping[str, Parameter]) -> Written:
    """All words as their reader sees them."""

    def fill(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: fill(one) for key, one in value.items()}
        if isinstance(value, tuple):
            return tuple(map(fill, value))
        if isinstance(value, Shown):
            return msgspec.structs.replace(value, arrows=fill(value.arrows))
        if isinstance(value, str):
            return phrase(value, **figures)
        return msgspec.structs.replace(value, words=phrase(value.words, **figures))

    return Written(**{name: fill(getattr(written, name)) for name in Written.__struct_fields__})


# What it does not explain


def pattern_of(figures: str) -> str:
    """The figures of a counter without their numbers: n-n-n."""
    return re.sub(r"\w+", "n", figures)


def unexplained(written: Written, board: Board, scene: Scene, patterns: frozenset[str] = frozenset()) -> set[str]:
    """Everything on a board and in a scene that the guide does not explain, as table.key. `patterns` are those
    figures that an arrow points at."""
    wanted = {*_of_board(board), *_of_pieces(scene), *_beside(scene)}
    explained = {f"{name}.{key}" for name in TABLES for key in getattr(written, name)}
    return wanted - explained - {f"figures.{pattern}" for pattern in patterns}


def _of_board(board: Board) -> Iterator[str]:
    used = {cell.terrain for cell in board.cells}
    yield from (f"terrains.{terrain.id}" for terrain in board.terrains if terrain.id in used)
    yield from (f"lines.{line.kind}" for line in board.lines)
    yield from (f"marks.{mark.kind}" for cell in board.cells for mark in cell.marks)
    yield from ("joins.any" for _ in board.joins)


def _of_pieces(scene: Scene) -> Iterator[str]:
    for piece in scene.pieces:
        yield f"symbols.{piece.symbol}"
        yield from (f"badges.{letters}" for letters in piece.badges)
        if piece.figures:
            yield f"figures.{pattern_of(piece.figures)}"
        if piece.size:
            yield f"sizes.{piece.size}"
        if piece.shape != "counter":
            yield f"shapes.{piece.shape}"
        yield from (f"looks.{look}" for look in looks_of(piece))


def looks_of(piece: Piece) -> Iterator[str]:
    """What it looks like beside what is printed on it."""
    if piece.steps or piece.lost:
        yield "steps"
    if piece.lies:
        yield "lies"
    if piece.faded:
        yield "faded"


def _beside(scene: Scene) -> Iterator[str]:
    """Markers, control, cards, chits."""
    yield from (f"markers.{marker.letter}" for marker in scene.markers)
    yield from (f"control.{OUT if tint.tone == OUT else 'side'}" for tint in scene.tints)
    yield from (f"card_symbols.{letters}" for card in scene.cards for letters in card.symbols)
    yield from (f"chits.{chit.letters}" for cup in scene.cups for chit in (*cup.left, *cup.drawn))
