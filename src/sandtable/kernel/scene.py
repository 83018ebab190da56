"""What any client draws: the *board*, which never changes, and the *scene*, what one side sees on it now.

A game that can be drawn is `Drawable`: it gives its board once and a scene for each view. What is being decided
(prompt, rule, buttons) is the same for all games and is added here by `scene_for`, so a game's scene holds only
pieces, markers, tracks and panels. Clients know no rules; they draw what stands here and send back a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

import msgspec

from sandtable.kernel.choices import listed, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.game import Game
from sandtable.kernel.seat import Seat

NOWHERE = -1


# What is printed


class Terrain(msgspec.Struct, frozen=True):
    """A sort of ground: a letter for small drawings (a space for plain ground), a colour as #rrggbb, a texture.

    Textures a client knows: sand, dunes, rock, cliff, salt, water, village, town, fortress, base, woods, field,
    marsh, edge.
    """

    id: str
    name: str
    letter: str
    colour: str
    texture: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A printed map, or a part of one at its own scale. All sheets lie in one plane, at (x, y), `scale` times as
    large.

    Shapes: hex-rows (cells of a row 1 apart, rows offset by halves of x), hex-columns (cells of a column 1 apart,
    columns offset by halves of y), square (both whole), points (cells stand free, joined by lines).
    """

    id: str
    name: str
    shape: str
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Cell(msgspec.Struct, frozen=True):
    """A hex, a square or a point, at (x, y) of its sheet, y growing southwards.

    `number` is its number among the arguments of the board's `cell_noun`; scenery that nothing ever enters has
    NOWHERE.
    """

    number: int
    name: str
    x: float
    y: float
    terrain: str
    label: str = ""
    """The printed name of the place, if it has one."""
    sheet: int = 0
    """Its place in the board's list of sheets."""


class Line(msgspec.Struct, frozen=True):
    """Roads, rivers, borders: pairs of adjacent cells, or free strokes through points.

    A pair is joined from centre to centre, or parted by its common side when `along_sides`. Styles a client knows:
    road, track, trail, railway, river, marsh, cliff, ridge, border, closed, link.
    """

    kind: str
    pairs: tuple[tuple[int, int], ...] = ()
    along_sides: bool = False
    strokes: tuple[tuple[tuple[float, float], ...], ...] = ()
    style: str = "road"


class Box(msgspec.Struct, frozen=True):
    """A place off the map where pieces lie."""

    id: str
    name: str


class Track(msgspec.Struct, frozen=True):
    """A row of spaces along which something is counted; a space may say more in its note."""

    id: str
    name: str
    spaces: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Nation(msgspec.Struct, frozen=True):
    """The colours of a counter's owner, as #rrggbb: ground and what is printed on it."""

    id: str
    name: str
    ground: str
    ink: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed."""

    title: str
    sheets: tuple[Sheet, ...]
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    nations: tuple[Nation, ...] = ()
    cell_noun: str = "hex"
    """The noun of choices whose arguments are cells."""
    piece_noun: str = "unit"
    """The noun of choices whose arguments are pieces; the argument's name is the piece's id."""


# What lies on it


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter, block or card as its viewer sees it: in a cell, or in a box when `cell` is NOWHERE.

    A hidden piece has no id, or one that says nothing: two hidden pieces that could be exchanged are drawn alike.
    """

    id: str
    side: int
    name: str
    symbol: str
    """What is drawn on it. Symbols a client knows: armour, infantry, mechanised infantry, motorised infantry,
    reconnaissance, artillery, anti-tank, anti-aircraft, engineer, parachute, cavalry, headquarters, commander,
    supply, truck, aircraft, ship, minefield, fortification, squad, machine gun, mortar, gun, tank, hidden; for any
    other the letter is drawn."""
    letter: str
    """The same in one letter, for small drawings."""
    figures: str = ""
    """The printed factors, as 7-7-10."""
    size: str = ""
    """The echelon over the symbol: I, II, III, X, XX, ..."""
    nation: str = ""
    """The id of its nation; without one the colours of its side."""
    shape: str = "counter"
    """counter, block (stands upright), or token (round)."""
    turned: int = 0
    """By how many degrees it is turned, clockwise. What is printed on a block stays upright."""
    steps: int = 0
    """Steps of strength it has left, drawn as full dots; and those it has lost, as empty ones."""
    lost: int = 0
    lies: bool = False
    """Lies on its face, as a disrupted block does."""
    cell: int = NOWHERE
    box: str = ""
    status: tuple[str, ...] = ()
    """Words for its condition: moved, isolated, under attack, ..."""
    badge: str = ""
    """At most two letters for the condition that matters most, drawn on its corner."""
    faded: bool = False
    """Drawn pale: it has done what it can do."""


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a cell that is no piece: a battle to fight, a captured fortress."""

    name: str
    letter: str
    cell: int
    side: int = NOWHERE


class TrackPoint(msgspec.Struct, frozen=True):
    """Where something stands on a track; `space` counts from 0."""

    track: str
    space: int
    name: str
    side: int = NOWHERE


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell of a panel: words, and what it stands for. A choice in it can be made there."""

    text: str
    choice: str = ""
    piece: str = ""
    cell: int = NOWHERE
    rule: str = ""
    share: float = 0.0
    """In a chart the length of its bar, 0 to 1."""
    tone: str = ""
    """good, bad, warn or nothing."""
    column: int = 0
    """On a board the number of the column it stands under."""


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """Something beside the map. Kinds: table (columns and rows), ledger (rows of name and value, the last the
    sum), pieces (rows of pieces), cards (a fan, one entry a card), dice (one entry a die), chart (rows of name and
    bar), board (rows of a name and what stands under each column, any number of entries).
    """

    id: str
    title: str
    kind: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Entry, ...], ...] = ()
    note: str = ""
    rule: str = ""


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """A legal choice: its stable text, its words, and the cell or the piece that stands for it on the board."""

    choice: str
    label: str
    cell: int = NOWHERE
    piece: str = ""
    closes: bool = False
    """Does it end a step of the game?"""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """All that one side sees now. `side` is the viewer, `actor` the side to decide, or CHANCE, or OVER."""

    side: int
    heading: str
    """Turn and phase, as: Turn 3, 1 May 1941: Axis movement."""
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[TrackPoint, ...] = ()
    panels: tuple[Panel, ...] = ()
    focus: tuple[str, ...] = ()
    """The pieces the decision is about: a unit in mid-move, the units of the battle being fought."""
    actor: int = NOWHERE
    prompt: str = ""
    rule: str = ""
    buttons: tuple[Button, ...] = ()


# What is answered and told


class Tint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of an answer: what is written in it, and its tone (good, bad, warn or a side's number)."""

    cell: int
    text: str = ""
    tone: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question, for drawing: cells, ways through cells, words; and a run of choices to play.

    A cell may be there more than once, as when both sides have something to do with it.
    """

    text: str = ""
    cells: tuple[Tint, ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    panel: Panel | None = None
    run: tuple[str, ...] = ()
    rule: str = ""
    """The rule the words stand on, where they say why not."""
    final: bool = False
    """Does the run go where undo does not come back from? The table finds out; a game leaves it alone."""


class Gist(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event is about, for drawing: its cells and pieces, its dice, and the side that did it."""

    cells: tuple[int, ...] = ()
    pieces: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    side: int = NOWHERE


def gist_of(
    event: Event,
    names: Sequence[str],
    owners: Sequence[int],
    *,
    pieces: Sequence[str] = ("unit", "units"),
    cells: Sequence[str] = ("origin", "hex"),
    side: str = "side",
) -> Gist:
    """The gist of an event by its arguments: which of them are pieces, which cells, which the side that did it.
    `names` are those of the pieces, `owners` their sides: an event without a side is the doing of the first piece
    it names."""
    given = event.arguments
    found = [piece for name in pieces for piece in _listed(given.get(name)) if piece >= 0]
    doer = given.get(side, owners[found[0]] if found else NOWHERE)
    return Gist(
        cells=tuple(given[name] for name in cells if given.get(name, NOWHERE) >= 0),
        pieces=tuple(names[piece] for piece in found),
        dice=tuple(_listed(given.get("die", given.get("dice")))),
        side=doer,
    )


def _listed(value: Any) -> list[int]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


class Drawable(Protocol):
    """What a game brings so that it can be drawn."""

    def board(self, printed: Any) -> Board:
        """The printed board; `printed` is the loaded data (State.printed)."""
        ...

    def scene(self, view: Any, side: int, printed: Any) -> Scene:
        """What stands where, from one side's view; what is being decided is added by `scene_for`."""
        ...

    def gist(self, printed: Any, event: Event) -> Gist:
        """What an event is about."""
        ...


def drawable(game: Game[Any]) -> Drawable | None:
    """The game as one that can be drawn, or None when it brings no board."""
    brings_all = all(hasattr(game, name) for name in ("board", "scene", "gist"))
    return cast(Drawable, game) if brings_all else None


def scene_for(game: Game[Any], board: Board, state: Any, side: int) -> Scene:
    """A side's scene with what is being decided; another side's decision shows no more than whose it is."""
    drawn = drawable(game)
    assert drawn is not None
    seat = Seat(game, state, side)
    return msgspec.structs.replace(
        drawn.scene(seat.view(), side, state.printed),
        actor=game.actor(state),
        prompt=str(seat.prompt()),
        rule=seat.rule(),
        buttons=buttons(game, state, board) if seat.decides() else (),
    )


def buttons(game: Game[Any], state: Any, board: Board | None = None) -> tuple[Button, ...]:
    """Every legal choice with its words and, where there is a board, its place on it."""
    cell_noun, piece_noun = (board.cell_noun, board.piece_noun) if board else (None, None)
    made = []
    for choice in listed(game.options(state)):
        verb, argument = unpack(choice)
        noun, text = game.verbs[verb].noun, game.write(state, choice)
        made.append(
            Button(
                choice=text,
                label=str(game.describe(state, choice)),
                cell=argument if noun == cell_noun else NOWHERE,
                piece=text.partition(":")[2] if noun == piece_noun else "",
                closes=game.verbs[verb].closes,
            )
        )
    return tuple(made)
