"""What any client draws: the *board*, which never changes in a game, and the *scene*, which is what one side sees
on it now.

A game that can be drawn is `Drawable`: it gives a board for each scenario and a scene for each view. What is being
decided (prompt, rule, buttons) works the same in all games and is added by `scene_for`, so a game's scene holds
only pieces, markers, tracks and panels. Clients know no rules; they draw what they are given and send back a
choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from sandtable.kernel.choices import Choice, listed, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.foresight import Foresight
from sandtable.kernel.game import Game, Why
from sandtable.kernel.seat import Seat
from sandtable.kernel.sequence import present

if TYPE_CHECKING:
    from sandtable.kernel.charts import Chart

NOWHERE = -1
FEW = 8
"""Where no more choices are offered than this, each that does not name a cell says what it costs, and not only
those that end a step. Of others a preview says so."""


# What is printed


class Terrain(msgspec.Struct, frozen=True):
    """A kind of ground: a letter for small drawings (a space for plain ground), a colour as #rrggbb, a texture.

    Textures that clients know: sand, dunes, rock, cliff, salt, water, village, town, fortress, base, woods, field,
    marsh, edge; and box, for a place beside the map proper, which is drawn square on a map of points.
    """

    id: str
    name: str
    letter: str
    colour: str
    texture: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A printed map, or a part of one at its own scale. All sheets lie in one plane, at (x, y), enlarged `scale`
    times.

    Shapes: hex-rows (cells of a row 1 apart, rows offset by halves of x), hex-columns (cells of a column 1 apart,
    columns offset by halves of y), square (whole x and y), points (free-standing cells joined by lines).
    """

    id: str
    name: str
    shape: str
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    part_of: str = ""
    """Sheets with the same word here are one map: nothing parts them but their joins."""


class Join(msgspec.Struct, frozen=True):
    """Cells at the rims of two sheets that touch: each of the first touches each of the second. Both rims are
    marked with its colour, as #rrggbb, and its letter."""

    name: str
    letter: str
    colour: str
    cells: tuple[int, ...]
    others: tuple[int, ...]


class Land(msgspec.Struct, frozen=True):
    """An area behind a map of points: land, sea, lake or foreign (land where nobody goes), a ring of points of
    the plane. Areas are drawn in their order, on sea."""

    kind: str
    ring: tuple[tuple[float, float], ...]


class Inset(msgspec.Struct, frozen=True):
    """A framed part of the plane, with its title: a region drawn elsewhere, or at another scale."""

    title: str
    x0: float
    y0: float
    x1: float
    y1: float


class Mark(msgspec.Struct, frozen=True):
    """A mark printed in a cell, with what is written in it. Kinds that clients know: port, fort, points, source,
    oasis, airfield."""

    kind: str
    text: str = ""


class Cell(msgspec.Struct, frozen=True):
    """A hex, a square or a point, at (x, y) of its sheet, y growing southwards.

    `number` is its number among the things of the board's `cell_noun`; scenery that nothing ever enters has
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
    """Its index in the board's list of sheets."""
    marks: tuple[Mark, ...] = ()


class Bend(msgspec.Struct, frozen=True):
    """The points of the plane through which the line between two cells runs, from the first to the second."""

    start: int
    end: int
    points: tuple[tuple[float, float], ...]


class Line(msgspec.Struct, frozen=True):
    """Roads, rivers, borders: pairs of adjacent cells, or free strokes through points.

    A pair is joined from centre to centre, by a bend if it has one, or divided along its common side if
    `along_sides`. Styles clients know: road, track, trail, railway, river, marsh, cliff, ridge, wall, border,
    closed, link, dashed-link, sea-link.
    """

    kind: str
    pairs: tuple[tuple[int, int], ...] = ()
    along_sides: bool = False
    strokes: tuple[tuple[tuple[float, float], ...], ...] = ()
    style: str = "road"
    bends: tuple[Bend, ...] = ()


class Box(msgspec.Struct, frozen=True):
    """A place off the map for pieces.

    With a `number` among the things of the board's `cell_noun` it is a place like any cell: pieces lie in it by
    their `cell`, choices and questions point at it, tints colour it.
    """

    id: str
    name: str
    number: int = NOWHERE
    side: int = NOWHERE
    note: str = ""


class Track(msgspec.Struct, frozen=True):
    """A row of spaces that counts something; a space may have a note, and a box whose pieces lie there."""

    id: str
    name: str
    spaces: tuple[str, ...]
    notes: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    """By space, the id of its box, or an empty word."""


class Pile(msgspec.Struct, frozen=True):
    """Where cards lie. Kinds: hand, table (played, in force), discards, deck."""

    id: str
    name: str
    kind: str
    side: int = NOWHERE


class Nation(msgspec.Struct, frozen=True):
    """The colours of a counter, as #rrggbb: its background and what is printed on it."""

    id: str
    name: str
    ground: str
    ink: str


class Sign(msgspec.Struct, frozen=True):
    """What a badge on a piece, the letter of a marker, or a symbol on a card means."""

    letters: str
    text: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed."""

    title: str
    sheets: tuple[Sheet, ...]
    terrains: tuple[Terrain, ...]
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    joins: tuple[Join, ...] = ()
    lands: tuple[Land, ...] = ()
    insets: tuple[Inset, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    piles: tuple[Pile, ...] = ()
    nations: tuple[Nation, ...] = ()
    cell_noun: str = "hex"
    """The noun of choices whose arguments are cells."""
    piece_nouns: tuple[str, ...] = ("unit",)
    """The nouns of choices whose arguments lie on the board as pieces (units, weapons, cards, chits), the usual
    one first. The argument's name is the piece's id, so no two things of these nouns may have one name."""
    key: tuple[Sign, ...] = ()
    """Every badge and every letter of a marker, explained."""


# What lies on it


class Piece(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A counter, block or card as its viewer sees it: in a cell, or in a box when `cell` is NOWHERE.

    A hidden piece has no id, or one that says nothing: two hidden pieces that could be swapped are drawn alike.
    """

    id: str
    side: int
    name: str
    symbol: str
    """What is drawn on it. Symbols that clients know: armour, infantry, mechanised infantry, motorised infantry,
    reconnaissance, artillery, anti-tank, anti-aircraft, engineer, parachute, cavalry, headquarters, commander,
    supply, truck, aircraft, ship, minefield, fortification, squad, machine gun, mortar, gun, tank, hidden; for any
    other symbol the letter is drawn."""
    letter: str
    """The symbol as one letter, for small drawings."""
    figures: str = ""
    """The printed factors, such as 7-7-10."""
    size: str = ""
    """The unit size above the symbol: I, II, III, X, XX, ..."""
    nation: str = ""
    """The id of its nation; without one it has the colours of its side."""
    printed: str = ""
    """A few letters along its edge; without them its name, if it is short."""
    shape: str = "counter"
    """counter, small (a counter of a smaller unit), block (stands upright), or token (round)."""
    turned: int = 0
    """How many degrees it is turned clockwise. What is printed on a block stays upright."""
    steps: int = 0
    """Strength steps it has left, drawn as full dots; lost steps are drawn as empty ones."""
    lost: int = 0
    lies: bool = False
    """Lies face down, like a disrupted block."""
    cell: int = NOWHERE
    box: str = ""
    status: tuple[str, ...] = ()
    """Words for its condition: moved, isolated, under attack, ..."""
    badges: tuple[str, ...] = ()
    """At most two letters for each condition that is marked on it, the most important first."""
    faded: bool = False
    """Drawn pale: it has done what it can do."""
    noun: str = ""
    """Its noun, if it is not the first of the board's."""


class Use(msgspec.Struct, frozen=True, gc=False):
    """What a card can be played for: the text of the choice, and its words. It is legal if it is among the
    buttons."""

    choice: str
    label: str


class Card(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A card in a pile. A card that lies face down has no id: cards that could be swapped are drawn alike, and
    `count` says how many there are."""

    id: str = ""
    """Its name among the things of its noun, one of the board's `piece_nouns`."""
    noun: str = "card"
    pile: str
    side: int = NOWHERE
    title: str = ""
    """Soft hyphens show where a long word may be divided."""
    value: str = ""
    square: bool = False
    """Is its value in a square, not in a circle?"""
    symbols: tuple[str, ...] = ()
    """A few letters each, explained in the board's key."""
    text: tuple[str, ...] = ()
    """What it does, in at most two short lines."""
    uses: tuple[Use, ...] = ()
    """At most four."""
    rule: str = ""
    count: int = 1
    status: tuple[str, ...] = ()
    faded: bool = False


class Chit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A chit: alike ones are told once, with their number."""

    id: str = ""
    """Its name, if it can be chosen."""
    name: str
    letters: str
    """At most four letters, drawn on it."""
    side: int = NOWHERE
    count: int = 1
    note: str = ""
    tone: str = ""


class Cup(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A cup of chits: what is still in it, what was drawn or played in that order, and what limits it."""

    id: str
    name: str
    left: tuple[Chit, ...] = ()
    drawn: tuple[Chit, ...] = ()
    limits: tuple[str, ...] = ()
    note: str = ""
    rule: str = ""


class Marker(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Something in a cell that is not a piece: a battle to fight, a captured fortress."""

    name: str
    letter: str
    cell: int
    side: int = NOWHERE


class TrackPoint(msgspec.Struct, frozen=True, gc=False):
    """Where something is on a track; `space` counts from 0."""

    track: str
    space: int
    name: str
    side: int = NOWHERE


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One cell of a panel: its words, and what they stand for. If it has a choice, it can be made there."""

    text: str
    choice: str = ""
    piece: str = ""
    cell: int = NOWHERE
    rule: str = ""
    share: float = 0.0
    """In a chart, the length of its bar, 0 to 1."""
    tone: str = ""
    """good, bad, warn or empty."""


class Panel(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Something beside the map. Kinds: table (columns and rows), ledger (rows of a name and a value, the last
    being the total), pieces (rows of pieces), cards (a fan, one entry per card), dice (one entry per die), chart
    (rows of a name and a bar). Battles are no panels: they are `Scene.combats`.
    """

    id: str
    title: str
    kind: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Entry, ...], ...] = ()
    note: str = ""
    rule: str = ""
    decides: bool = False
    """Is it about what is being decided? Then it comes first, and into sight when it changes."""


class Warn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What something costs, or what is still to be done, with its rule and the pieces it is about."""

    text: str
    rule: str
    tone: str = ""
    """good, bad, warn or empty."""
    pieces: tuple[str, ...] = ()


class Factor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that makes the odds what they are: a strength, ground, a shift of columns; with its rule."""

    text: str
    value: str
    rule: str = ""
    tone: str = ""
    """good or bad for the attacker, or empty."""
    side: int = NOWHERE
    piece: str = ""
    sums: bool = False
    """Is it the sum of the factors before it?"""


class Outcome(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A result with its chance, 0 to 1, the rolls that bring it, and what it costs."""

    text: str
    share: float
    tone: str = ""
    cost: str = ""
    rolls: str = ""
    """The faces of the die, or the sums of the dice, as: 1, 4-6."""
    rule: str = ""


class Rank(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Pieces of both sides that stand in one line of a battle."""

    name: str
    pieces: tuple[str, ...]


class Combat(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A battle as the planner shows it: who fights, what makes the odds, the column of the table, the chances,
    and what it will cost.

    Every piece that it names can be chosen there, if it has a button.
    """

    id: str
    title: str
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    """Pieces by their ids."""
    could: tuple[str, ...] = ()
    """Pieces of either side that could still join."""
    unseen: tuple[int, int] = (0, 0)
    """How many more attackers and defenders there are whose names the reader does not know."""
    ranks: tuple[Rank, ...] = ()
    """Where pieces of both sides face each other in lines, those lines."""
    attacking: int = NOWHERE
    """The side that attacks."""
    cells: tuple[int, ...] = ()
    factors: tuple[Factor, ...] = ()
    column: str = ""
    """The odds, or the column of the table."""
    column_rule: str = ""
    outcomes: tuple[Outcome, ...] = ()
    costs: tuple[Warn, ...] = ()
    """What it will cost, whatever the die."""
    duties: tuple[Warn, ...] = ()
    """What must still be done before it can be fought."""
    note: str = ""
    choice: str = ""
    """The choice that takes it up, if that can be made now."""
    decides: bool = False
    """Is it about what is being decided? Then it comes first, and into sight when it changes."""


class Caution(msgspec.Struct, frozen=True, gc=False):
    """Why the reader is asked before a choice is made. A choice that `harms` always costs its maker something, and
    is never offered as the obvious one."""

    warnings: tuple[Warn, ...]
    harms: bool = False


class Button(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A legal choice: its stable text, its words, and the cell or piece that stands for it on the board."""

    choice: str
    label: str
    cell: int = NOWHERE
    piece: str = ""
    closes: bool = False
    """Does it end a step of the game?"""
    gathers: bool = False
    """Does its piece join something, which others of its stack can join with it?"""
    aside: bool = False
    """Does the prompt ask for something else? Then it is a button beside its place, not what a touch means."""
    cells: tuple[int, ...] = ()
    """Cells that stand for it as well as a button beside the prompt, such as those of a battle."""
    caution: Caution | None = None


class Shortcut(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Several choices in one press."""

    label: str
    run: tuple[str, ...]
    caution: Caution | None = None


class Tint(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A cell in an answer, or one that is coloured for as long as something holds: what is written in it, and its
    tone (good, bad, warn, a side's number, or out for a cell that is out of play)."""

    cell: int
    text: str = ""
    tone: str = ""


class Lit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A chart that is in use now, with its row and its column, counted from 0 without the heads: a row alone is
    lit whole, and so is a column; without either it is the chart that helps."""

    chart: str
    row: int = NOWHERE
    column: int = NOWHERE


class Scene(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that one side sees now. `side` is the viewer; `actor` is the side that decides, or CHANCE, or OVER."""

    side: int
    heading: str
    """Turn and phase, for example: Turn 3, 1 May 1941: Axis movement."""
    phase: int = NOWHERE
    """The present phase, numbered through the game's sequence of play (see sequence.py)."""
    within: tuple[int, ...] = ()
    """The phases of the parts that run inside it, such as a battle, the innermost last."""
    active: int = NOWHERE
    """The side whose turn it is, if it is anybody's."""
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[TrackPoint, ...] = ()
    panels: tuple[Panel, ...] = ()
    cards: tuple[Card, ...] = ()
    cups: tuple[Cup, ...] = ()
    combats: tuple[Combat, ...] = ()
    focus: tuple[str, ...] = ()
    """The pieces the decision is about: a unit in mid-move, the units of the battle being fought."""
    actor: int = NOWHERE
    prompt: str = ""
    rule: str = ""
    buttons: tuple[Button, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    duties: tuple[Warn, ...] = ()
    """What ending a step would cost whoever decides, and what will strike later."""
    tints: tuple[Tint, ...] = ()
    """Cells that stay coloured: by the side that controls them, or out of play. Maps are fitted to the cells in
    play."""
    lit: tuple[Lit, ...] = ()
    """Where in the charts what goes on now is found, the most important first."""
    front: int = NOWHERE
    """The cell around which a map that is too large for its window opens while nothing on it is to be chosen; a
    game names it if that is not where most pieces are."""


# What is answered and told


class Shade(msgspec.Struct, frozen=True):
    """What the cells of a tone mean in an answer, in a few words."""

    tone: str
    text: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question, for drawing: cells, paths through cells, words, and a run of choices to play.

    A cell may appear more than once, for example when it concerns both sides. Tones that are sides explain
    themselves; what good, bad and warn mean is said in `legend`.
    """

    text: str = ""
    cells: tuple[Tint, ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    legend: tuple[Shade, ...] = ()
    panel: Panel | None = None
    combat: Combat | None = None
    run: tuple[str, ...] = ()
    rule: str = ""
    """The rule behind the words, if they say why not."""
    final: bool = False
    """Does the run end where undo cannot go back? The table finds out; a game does not set this."""
    costs: tuple[Warn, ...] = ()
    """What the run would cost whoever plays it; the table finds this out too."""
    stays: tuple[str, ...] = ()
    """Asked of several pieces: those that cannot go, left out of the answer. The table finds them; the words name
    them."""


class Gist(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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
    """The gist of an event from its arguments: which of them are pieces, which are cells, and which is the side
    that did it. `names` are the names of the pieces, `owners` their sides: an event without a side was done by
    the first piece it names."""
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
    """What a game must have so that it can be drawn."""

    def board(self, printed: Any, name: str, options: Mapping[str, str]) -> Board:
        """The board of a scenario with these options, from the loaded data (State.printed): everybody sees it."""
        ...

    def scene(self, view: Any, side: int, printed: Any) -> Scene:
        """What is where, from one side's view; `scene_for` adds what is being decided."""
        ...

    def charts(self, view: Any, side: int, printed: Any) -> Iterable[Chart]:
        """The tables of the game, with what this side may know."""
        ...

    def gist(self, printed: Any, event: Event) -> Gist:
        """What an event is about."""
        ...


def drawable(game: Game[Any]) -> Drawable | None:
    """The game, if it can be drawn, or None if it has no board."""
    brings_all = all(hasattr(game, name) for name in ("board", "scene", "charts", "gist"))
    return cast(Drawable, game) if brings_all else None


def board_of(game: Game[Any], printed: Any, scenario: str = "", options: Mapping[str, str] | None = None) -> Board:
    """The board of a scenario, by default the first; options that are not given are at their defaults."""
    drawn = drawable(game)
    assert drawn is not None
    name = game.scenario(scenario).id
    return drawn.board(printed, name, {**game.options_of(name, None), **(options or {})})


def scene_for(game: Game[Any], board: Board, state: Any, side: int, *, warned: bool = True) -> Scene:
    """A side's scene with what is being decided; of another side's decision it shows only whose it is. Unless it
    is `warned`, it does not say what choices would cost."""
    drawn = drawable(game)
    assert drawn is not None
    seat, now = Seat(game, state, side), present(game, state)
    view, decides = seat.view(), seat.decides()
    ahead = Foresight(game, state, view) if decides and warned else None
    made = buttons(game, state, board, ahead) if decides else ()
    return msgspec.structs.replace(
        drawn.scene(view, side, state.printed),
        phase=now.phase,
        within=now.within,
        active=game.active(state),
        actor=game.actor(state),
        prompt=str(seat.prompt()),
        rule=seat.rule(),
        buttons=made,
        shortcuts=tuple(_shortcuts(game, state, ahead)) if decides else (),
        duties=_duties(ahead, made) if ahead and not _is_under_way(game, state, board.cell_noun) else (),
    )


def _is_under_way(game: Game[Any], state: Any, cell_noun: str | None) -> bool:
    """Does this decision belong to another one, as the steps of a unit belong to the movement? Then ending it ends
    no step of the game."""
    if len(state.frames) < 2 or not game.kinds[state.frames[-2][0]].decides:
        return False
    return any(game.verbs[verb].noun == cell_noun for verb, _ in game.options(state))


def _duties(ahead: Foresight, made: Sequence[Button]) -> tuple[Warn, ...]:
    """What ending a step would cost, and what will strike later; nothing twice."""
    ending = [cost for button in made if button.closes and button.caution for cost in button.caution.warnings]
    shown = {cost.rule for cost in ending}
    later = (warn(duty.why) for duty in ahead.duties() if duty.why.rule not in shown)
    return tuple(dict.fromkeys([*ending, *later]))


def _shortcuts(game: Game[Any], state: Any, ahead: Foresight | None) -> Iterator[Shortcut]:
    """The runs that the game offers, with what they cost."""
    for words, run in game.shortcuts(state):
        texts = tuple(game.write(state, choice) for choice in run)
        yield Shortcut(label=str(words), run=texts, caution=_caution(game, state, run, ahead))


def buttons(
    game: Game[Any], state: Any, board: Board | None = None, ahead: Foresight | None = None
) -> tuple[Button, ...]:
    """Every legal choice with its words and, if there is a board, its place on it; and with what it costs, as far
    as somebody looks ahead."""
    cell_noun, piece_nouns = (board.cell_noun, board.piece_nouns) if board else (None, ())
    made = []
    choices = list(listed(game.options(state)))
    asked = any(not (verb.aside or verb.closes) for verb in (game.verbs[unpack(one)[0]] for one in choices))
    within = _is_under_way(game, state, cell_noun)
    for choice in choices:
        verb, argument = unpack(choice)
        noun, text = game.verbs[verb].noun, game.write(state, choice)
        looks = not within if game.verbs[verb].closes else len(choices) <= FEW and noun != cell_noun
        made.append(
            Button(
                choice=text,
                label=str(game.describe(state, choice)),
                cell=argument if noun == cell_noun else NOWHERE,
                piece=text.partition(":")[2] if noun in piece_nouns else "",
                closes=game.verbs[verb].closes,
                cells=tuple(game.places(state, choice)),
                caution=_caution(game, state, [choice], ahead if looks else None),
                gathers=game.verbs[verb].gathers,
                aside=asked and game.verbs[verb].aside,
            )
        )
    return tuple(made)


def piece_called(game: Game[Any], printed: Any, board: Board, name: str) -> tuple[str, int] | None:
    """The noun and the number of a piece by its id."""
    nouns = game.nouns(printed)
    found = (noun for noun in board.piece_nouns if name and name in nouns[noun])
    return next(((noun, nouns[noun].index(name)) for noun in found), None)


def warn(why: Why) -> Warn:
    """A cost as its reader sees it."""
    return Warn(str(why.sentence), why.rule, pieces=why.about)


def _caution(game: Game[Any], state: Any, run: Sequence[Choice], ahead: Foresight | None) -> Caution | None:
    harm = game.harm(state, run[0])
    whys = [*([harm] if harm else []), *(ahead.costs(run) if ahead else ())]
    return Caution(tuple(map(warn, whys)), harm is not None) if whys else None
