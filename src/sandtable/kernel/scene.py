"""What any client draws: the *board*, which never changes, and the *scene*, what one side sees on it now.

A game that can be drawn is `Drawable`: it gives its board once and a scene for each view. What is being decided
(prompt, rule, buttons) is the same for all games and is added here by `scene_for`, so a game's scene holds only
pieces, markers and tracks. Clients know no rules; they draw what stands here and send back a button's choice.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import msgspec

from sandtable.kernel.choices import listed, unpack
from sandtable.kernel.game import Game
from sandtable.kernel.seat import Seat

NOWHERE = -1


class Terrain(msgspec.Struct, frozen=True):
    """A sort of ground: a letter for small drawings (a space for plain ground) and a colour as #rrggbb."""

    id: str
    name: str
    letter: str
    colour: str


class Cell(msgspec.Struct, frozen=True):
    """A hex or a square. `number` is its number among the arguments of the board's `cell_noun`; scenery that
    nothing ever enters has NOWHERE.

    `x` and `y` count cells, y growing southwards. In "hex-rows" the cells of a row are 1 apart and rows are
    offset by halves of x; in "hex-columns" the cells of a column are 1 apart and columns are offset by halves
    of y; in "square" both are whole.
    """

    number: int
    name: str
    x: float
    y: float
    terrain: str
    label: str = ""
    """The printed name of the place, if it has one."""


class Line(msgspec.Struct, frozen=True):
    """Roads, rivers, borders: pairs of adjacent cells, or free strokes through points.

    A pair is joined from centre to centre, or parted by its common side when `along_sides`.
    """

    kind: str
    pairs: tuple[tuple[int, int], ...] = ()
    along_sides: bool = False
    strokes: tuple[tuple[tuple[float, float], ...], ...] = ()


class Box(msgspec.Struct, frozen=True):
    """A place off the map where pieces lie."""

    id: str
    name: str


class Track(msgspec.Struct, frozen=True):
    """A row of spaces along which something is counted."""

    id: str
    name: str
    spaces: tuple[str, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed."""

    title: str
    shape: str
    """hex-rows, hex-columns or square."""
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    cell_noun: str = "hex"
    """The noun of choices whose arguments are cells."""
    piece_noun: str = "unit"
    """The noun of choices whose arguments are pieces; the argument's name is the piece's id."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter, block or card as its viewer sees it: in a cell, or in a box when `cell` is NOWHERE."""

    id: str
    side: int
    name: str
    symbol: str
    """What is drawn on it: armor, infantry, supply, ..."""
    letter: str
    """The same in one letter, for small drawings."""
    figures: str = ""
    """The printed factors, as 7-7-10."""
    cell: int = NOWHERE
    box: str = ""
    status: tuple[str, ...] = ()
    """Words for its condition: moved, isolated, under attack, ..."""


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


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """A legal choice: its stable text, its words, and the cell or the piece that stands for it on the board."""

    choice: str
    label: str
    cell: int = NOWHERE
    piece: str = ""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """All that one side sees now. `side` is the viewer, `actor` the side to decide, or CHANCE, or OVER."""

    side: int
    heading: str
    """Turn and phase, as: Turn 3, 1 May 1941: Axis movement."""
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[TrackPoint, ...] = ()
    actor: int = NOWHERE
    prompt: str = ""
    rule: str = ""
    buttons: tuple[Button, ...] = ()


class Drawable(Protocol):
    """What a game brings so that it can be drawn."""

    def board(self, scenario: Any) -> Board:
        """The printed board; `scenario` is the loaded data (State.scenario)."""
        ...

    def scene(self, view: Any, side: int, scenario: Any) -> Scene:
        """What stands where, from one side's view; what is being decided is added by `scene_for`."""
        ...


def drawable(game: Game[Any]) -> Drawable | None:
    """The game as one that can be drawn, or None when it brings no board."""
    return cast(Drawable, game) if hasattr(game, "board") and hasattr(game, "scene") else None


def scene_for(game: Game[Any], board: Board, state: Any, side: int) -> Scene:
    """A side's scene with what is being decided; another side's decision shows no more than whose it is."""
    drawn = drawable(game)
    assert drawn is not None
    seat = Seat(game, state, side)
    return msgspec.structs.replace(
        drawn.scene(seat.view(), side, state.scenario),
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
            )
        )
    return tuple(made)
