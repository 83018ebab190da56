"""The guide of a game with everything that is drawn in it: counters and cards as they lie in its set-ups, pieces
of its maps. So a guide cannot show anything that the table does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from sandtable.kernel import swatches
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.kernel.guide import Guide, Meaning, Meanings, Said, Sample, WayToWin
from sandtable.kernel.guidefile import FILE, OUT, TABLES, Shown, Won, Written, pattern_of, read_guide
from sandtable.kernel.scene import NOWHERE, Board, Card, Piece, Scene, board_of, scene_for
from sandtable.kernel.swatches import Swatch
from sandtable.kernel.tables import DataError

LONGEST_WALK = 60
"""After so many choices at random every game with cards has dealt some."""


class Gallery:
    """What the set-ups of a game show: a piece or a card of every sort, and the boards."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        printed = game.load_data()
        self.boards = [board_of(game, printed, info.id) for info in game.scenarios]
        self._scenes: dict[str, list[Scene]] = {}
        pairs = zip(game.scenarios, self.boards, strict=True)
        for info, board in pairs:
            self._scenes[info.id] = _scenes(game, board, _dealt(game, info.id))

    def pieces(self, scenario: str = "") -> Iterator[Piece]:
        chosen = [self._scenes[scenario]] if scenario else self._scenes.values()
        yield from (piece for scenes in chosen for scene in scenes for piece in scene.pieces)

    def cards(self) -> list[Card]:
        """Those face up at the beginning; if there are none yet, in the first scene of a game that has some."""
        scenes = [scene for scenes in self._scenes.values() for scene in scenes]
        cards = [card for scene in scenes for card in scene.cards if card.id]
        return cards or self._first_dealt()

    def _first_dealt(self) -> list[Card]:
        game, rng = self._game, Random("guide")
        state = _dealt(game, game.scenarios[0].id)
        for _ in range(LONGEST_WALK):
            cards = [card for scene in _scenes(game, self.boards[0], state) for card in scene.cards if card.id]
            if cards or not state.frames:
                return cards
            game.apply(state, rng.choice(game.legal(state)))
            _draw(game, state, rng)
        return []

    def coloured(self) -> Iterator[tuple[Board, Scene]]:
        """The boards and scenes in which cells are coloured."""
        for board, scenes in zip(self.boards, self._scenes.values(), strict=True):
            yield from ((board, scene) for scene in scenes if scene.tints)


def _dealt(game: Game[Any], scenario: str) -> Any:
    """The first decision of somebody: cards are dealt and chits drawn, always alike."""
    state = game.start(scenario)
    _draw(game, state, Random("guide"))
    return state


def _draw(game: Game[Any], state: Any, rng: Random) -> None:
    """Whatever chance has to decide now."""
    while game.actor(state) == CHANCE:
        weights = game.chance(state)
        game.apply(state, rng.choices(range(len(weights)), list(weights))[0])


def _scenes(game: Game[Any], board: Board, state: Any) -> list[Scene]:
    """What each side sees."""
    return [scene_for(game, board, state, side, warned=False) for side in range(len(game.sides))]


def guide_of(game: Game[Any]) -> Guide:
    """The guide of a game with everything drawn in it."""
    written, gallery = read_guide(game), Gallery(game)
    first = gallery.boards[0]
    return Guide(
        game=game.id,
        title=game.title,
        sides=game.sides,
        about=written.about,
        board=msgspec.structs.replace(
            first, cells=(), lines=(), joins=(), lands=(), insets=(), boxes=(), tracks=()
        ),
        samples=tuple(_sample(shown, gallery, at) for at, shown in enumerate(written.shown)),
        groups=tuple(_groups(written, gallery)),
        turn=written.turn,
        wins=tuple(_ending(game, won) for won in written.wins),
        mistakes=written.mistakes,
    )


def _without_map(board: Board) -> Board:
    return msgspec.structs.replace(board, cells=(), lines=(), joins=(), lands=(), insets=(), boxes=(), tracks=())


def pointed_at(guide: Guide) -> frozenset[str]:
    """The patterns of the figures that an arrow explains."""
    return frozenset(
        pattern_of(sample.piece.figures)
        for sample in guide.samples
        if sample.piece and any(arrow.part == "figures" for arrow in sample.arrows)
    )


def _ending(game: Game[Any], won: Won) -> WayToWin:
    titles = tuple(game.scenario(name).title for name in won.scenarios)
    side = game.sides.index(won.side) if won.side else NOWHERE
    return WayToWin(titles, side, won.words, won.rule)


def _sample(shown: Shown, gallery: Gallery, at: int) -> Sample:
    """The counter of that name, or the card with most on it."""
    if not shown.piece:
        card = max(gallery.cards(), key=lambda one: (len(one.symbols), len(one.text)), default=None)
        if card is None:
            raise DataError(FILE, 0, f"shown[{at}]", "no side holds a card at the beginning")
        return Sample(shown.title, shown.arrows, card=card)
    piece = next((one for one in gallery.pieces(shown.scenario) if one.id == shown.piece), None)
    if piece is None:
        raise DataError(FILE, 0, f"shown[{at}]", f"no set-up has a piece {shown.piece}")
    return Sample(shown.title, shown.arrows, piece=_plain(piece, shown.badges))


def _plain(piece: Piece, badges: tuple[str, ...] = ()) -> Piece:
    """A piece as it lies in the box, with these badges."""
    return msgspec.structs.replace(piece, badges=badges, status=(), faded=False, lies=False, cell=NOWHERE, box="")


def _groups(written: Written, gallery: Gallery) -> Iterator[Meanings]:
    for name in TABLES:
        if table := getattr(written, name):
            meanings = (_meaning(name, key, said, gallery) for key, said in table.items())
            yield Meanings(name, tuple(meanings))


def _meaning(table: str, key: str, said: Said, gallery: Gallery) -> Meaning:
    name = _name_of(table, key, gallery)
    made = Meaning(key, name, said.words, said.rule)
    if table in ON_PIECES:
        return msgspec.structs.replace(made, piece=_piece_with(table, key, gallery))
    return msgspec.structs.replace(made, swatch=_swatch_of(table, key, gallery))


def _name_of(table: str, key: str, gallery: Gallery) -> str:
    """What the board calls it."""
    for board in gallery.boards:
        terrains = {one.id: one.name for one in board.terrains}
        nations = {one.id: one.name for one in board.nations}
        if name := {"terrains": terrains, "nations": nations}.get(table, {}).get(key):
            return name
    return key


ON_PIECES = ("figures", "symbols", "sizes", "shapes", "looks", "nations", "badges")
"""The tables whose entries are drawn as counters."""


FIELDS = {"symbols": "symbol", "sizes": "size", "shapes": "shape", "nations": "nation"}
"""What of a counter the entries of a table are."""
BLANK = Piece(id="", side=0, name="", symbol="", letter=" ")


def _piece_with(table: str, key: str, gallery: Gallery) -> Piece | None:
    """A counter on which it is seen: a real one if a set-up has it, otherwise a blank one."""
    if table == "badges":
        return msgspec.structs.replace(BLANK, badges=(key,))
    if table == "looks" and key != "steps":
        return msgspec.structs.replace(_plain(next(gallery.pieces(), BLANK)), **{key: True})
    found = next((piece for piece in gallery.pieces() if _shows(piece, table, key)), None)
    if found or table not in FIELDS:
        return found and _plain(found)
    return msgspec.structs.replace(BLANK, letter=key[:1].upper(), **{FIELDS[table]: key})


def _shows(piece: Piece, table: str, key: str) -> bool:
    if table in FIELDS:
        return bool(getattr(piece, FIELDS[table]) == key)
    return pattern_of(piece.figures) == key if table == "figures" else piece.steps > 1


MAKERS: dict[str, Callable[[Board, str], Swatch | None]] = {
    "terrains": swatches.of_terrain,
    "lines": swatches.of_line,
    "marks": swatches.of_mark,
    "joins": swatches.of_join,
    "markers": swatches.with_marker,
}


def _swatch_of(table: str, key: str, gallery: Gallery) -> Swatch | None:
    """A piece of a board on which it is seen, of the first board that has it."""
    if table == "control":
        return _control(key, gallery)
    make = MAKERS.get(table)
    return next((made for board in gallery.boards if (made := make(board, key))), None) if make else None


def _control(key: str, gallery: Gallery) -> Swatch | None:
    """A cell of the first scene that has some: one of the first side, or one that is out of play."""
    for board, scene in gallery.coloured():
        cell = next((tint for tint in scene.tints if (tint.tone == OUT) == (key == OUT)), None)
        if cell and (made := swatches.with_tone(board, cell.cell, cell.tone)):
            return made
    return None
