"""What must hold of whatever a game draws: its board, a scene, its panels, the gist of an event."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sandtable.kernel.events import Event
from sandtable.kernel.game import Game
from sandtable.kernel.scene import (
    NOWHERE,
    Board,
    Button,
    Combat,
    Entry,
    Panel,
    Scene,
    board_of,
    drawable,
    scene_for,
)
from sandtable.terminal.drawing import BoardDrawing
from tests.suite.rulebook import paragraph_of

KINDS = ("table", "ledger", "pieces", "cards", "dice", "chart")
"""The panels a client can draw."""
STYLES = (
    *("road", "track", "trail", "railway", "river", "marsh", "cliff", "ridge", "wall", "border", "closed"),
    *("link", "dashed-link", "sea-link"),
)
TONES = ("", "good", "bad", "warn")
MOST_USES = 4


class Easel:
    """A game that can be drawn, with the board of a scenario."""

    def __init__(self, game: Game[Any], scenario: str) -> None:
        drawn = drawable(game)
        assert drawn is not None, f"{game.id} cannot be drawn"
        self.game, self.drawn = game, drawn
        self.printed = game.load_data()
        self.board: Board = board_of(game, self.printed, scenario)
        numbers = [cell.number for cell in self.board.cells] + [box.number for box in self.board.boxes]
        self.numbered = [number for number in numbers if number != NOWHERE]
        self.cells = set(self.numbered)
        nouns = game.nouns(self.printed)
        self.named = {noun: [name for name in nouns[noun] if name] for noun in self.board.piece_nouns}
        self.names = {name for names in self.named.values() for name in names}
        self.signs = {sign.letters for sign in self.board.key}
        self.terminal = BoardDrawing(self.board, game.sides)

    def scene(self, state: Any, reader: int) -> Scene:
        return scene_for(self.game, self.board, state, reader)

    # What is printed

    def check_board(self) -> None:
        board = self.board
        places = [(cell.sheet, cell.x, cell.y) for cell in board.cells]
        assert len(places) == len(set(places)), "two cells lie in one place"
        assert len(self.cells) == len(self.numbered), "two places have one number"
        assert {cell.terrain for cell in board.cells} <= {terrain.id for terrain in board.terrains}
        nouns = self.game.nouns(self.printed)[board.cell_noun]
        for cell in board.cells:
            assert 0 <= cell.sheet < len(board.sheets)
            assert cell.number == NOWHERE or nouns[cell.number] == cell.name, f"{cell.name} has another number"
        for box in board.boxes:
            assert box.number == NOWHERE or nouns[box.number] == box.id, f"{box.id} has another number"
        boxes = {"", *(box.id for box in board.boxes)}
        assert {box for track in board.tracks for box in track.boxes} <= boxes, "a track has a box of its own"
        for join in board.joins:
            assert {*join.cells, *join.others} <= self.cells, f"{join.name} joins what is not there"
        assert len(self.names) == sum(map(len, self.named.values())), "two things on the board have one id"
        for line in board.lines:
            assert line.style in STYLES, line.kind
            assert {cell for pair in line.pairs for cell in pair} <= self.cells, line.kind
            assert {(bend.start, bend.end) for bend in line.bends} <= {*line.pairs}, "a bend of no line"

    # What is on it

    def check_scene(self, state: Any, reader: int) -> None:
        """Each piece is in one place; only the side that decides can choose; everything can be drawn."""
        scene = self.scene(state, reader)
        self._check_pieces(scene)
        self._check_buttons(state, scene)
        legal = {button.choice for button in scene.buttons}
        for panel in scene.panels:
            self._check_panel(panel, legal, {piece.id for piece in scene.pieces if piece.id})
        ids = [panel.id for panel in scene.panels] + [combat.id for combat in scene.combats]
        assert len({*ids}) == len(ids), "two panels or battles have one id"
        self._check_cards(scene)
        self._check_cups(scene)
        for combat in scene.combats:
            self._check_combat(combat, legal, {piece.id for piece in scene.pieces if piece.id})
        window = self.terminal.window_around(next(iter(sorted(self.cells))), 98, 18)
        assert self.terminal.draw(scene, window).plain

    def _check_pieces(self, scene: Scene) -> None:
        named = [piece.id for piece in scene.pieces if piece.id]
        assert len(set(named)) == len(named), "a piece lies in two places"
        boxes, nations = ({each.id for each in many} for many in (self.board.boxes, self.board.nations))
        for piece in scene.pieces:
            assert (piece.cell in self.cells) != (piece.box in boxes), f"{piece.id} is nowhere, or twice"
            noun = piece.noun or self.board.piece_nouns[0]
            assert piece.id not in self.names or piece.id in self.named[noun], f"{piece.id} is not a {noun}"
            assert piece.nation in {"", *nations}, f"{piece.id} is of no nation"
            assert {*piece.badges} <= self.signs, f"nobody knows what {piece.badges} on {piece.id} mean"
        assert {marker.letter for marker in scene.markers} <= self.signs, "a marker is not explained"
        assert {marker.cell for marker in scene.markers} <= self.cells
        tracks = {track.id: len(track.spaces) for track in self.board.tracks}
        assert all(0 <= point.space < tracks[point.track] for point in scene.tracks)
        assert set(scene.focus) <= set(named), "the focus is on something that is not there"

    def _check_buttons(self, state: Any, scene: Scene) -> None:
        game = self.game
        decides = scene.side == game.actor(state)
        legal = [game.write(state, choice) for choice in game.legal(state)] if decides else []
        assert [button.choice for button in scene.buttons] == legal, "the buttons are not the choices"
        shown = {*_ids(scene)}
        for button in scene.buttons:
            assert not button.piece or button.piece in shown, f"{button.choice} points at no piece"
            assert button.cell == NOWHERE or button.cell in self.cells, f"{button.choice} points beside the map"
            assert button.label, f"{button.choice} has no words"
            self._is_written_out(button.label)
            assert set(button.cells) <= self.cells, f"{button.choice} is beside the map"
            self._check_caution(button)
        harmful = [button for button in scene.buttons if button.caution and button.caution.harms]
        assert not harmful or len(harmful) < len(scene.buttons), "the reader is warned of what nobody can avoid"
        for shortcut in scene.shortcuts:
            assert shortcut.run[0] in legal, f"{shortcut.label} begins with what is not legal"
            self._is_written_out(shortcut.label)
        self._is_written_out(scene.heading)
        self._is_written_out(scene.prompt)
        assert not scene.rule or paragraph_of(game, scene.rule)

    def _check_cards(self, scene: Scene) -> None:
        """A card lies in a pile of the board; a card face down shows nothing."""
        piles = {pile.id for pile in self.board.piles}
        named = [card.id for card in scene.cards if card.id]
        assert len(set(named)) == len(named), "a card lies in two piles"
        for card in scene.cards:
            assert card.pile in piles, f"{card.id} lies in no pile"
            assert not card.id or card.id in self.named[card.noun], f"{card.id} is not a {card.noun}"
            assert card.id or not (card.title or card.value or card.symbols or card.text or card.uses)
            assert {*card.symbols} <= self.signs, f"nobody knows what {card.symbols} on {card.id} mean"
            assert len(card.uses) <= MOST_USES, f"{card.id} has too many uses"
            assert len(card.text) <= 2, f"{card.id} says too much"
            assert not card.rule or paragraph_of(self.game, card.rule), f"{card.id} names no paragraph"
            for words in (card.title, *card.text, *(use.label for use in card.uses)):
                self._is_written_out(words)

    def _check_cups(self, scene: Scene) -> None:
        for cup in scene.cups:
            assert not cup.rule or paragraph_of(self.game, cup.rule), f"{cup.id} names no paragraph"
            for chit in (*cup.left, *cup.drawn):
                assert chit.count > 0, f"there is no {chit.name}"
                assert 0 < len(chit.letters) <= 4, f"{chit.name} cannot be drawn"

    def _check_combat(self, combat: Combat, legal: Collection[str], pieces: Collection[str]) -> None:
        """Pieces its reader sees, places on the map, paragraphs of the rulebook, chances that add up."""
        warnings = (*combat.costs, *combat.duties)
        named = {*combat.attackers, *combat.defenders, *combat.could}
        named |= {piece for warning in warnings for piece in warning.pieces}
        named |= {piece for rank in combat.ranks for piece in rank.pieces}
        named |= {factor.piece for factor in combat.factors if factor.piece}
        assert named <= {*pieces}, f"{combat.id} names what is not seen"
        assert not combat.choice or combat.choice in legal, f"{combat.id} offers what is not legal"
        assert {*combat.cells} <= self.cells, f"{combat.id} is beside the map"
        rules = {combat.column_rule, *(factor.rule for factor in combat.factors)}
        rules |= {warning.rule for warning in warnings} | {outcome.rule for outcome in combat.outcomes}
        assert all(paragraph_of(self.game, rule) for rule in rules if rule), f"{combat.id} names no paragraph"
        assert not combat.outcomes or abs(sum(outcome.share for outcome in combat.outcomes) - 1) < 1e-6
        lines = [(factor.text, factor.tone) for factor in combat.factors]
        lines += [(outcome.text, outcome.tone) for outcome in combat.outcomes]
        lines += [(warning.text, warning.tone) for warning in warnings]
        for words, tone in [*lines, (combat.title, ""), (combat.note, "")]:
            assert tone in TONES
            self._is_written_out(words)

    def _check_caution(self, button: Button) -> None:
        """A warning says something, and by which paragraph."""
        for warning in button.caution.warnings if button.caution else ():
            self._is_written_out(warning.text)
            assert paragraph_of(self.game, warning.rule), f"{button.choice} warns by no paragraph"

    def _check_panel(self, panel: Panel, legal: Collection[str], pieces: Collection[str]) -> None:
        """Choices only for the side that decides; pieces its reader knows; paragraphs of the rulebook."""
        assert panel.kind in KINDS, f"{panel.id} is of no kind"
        assert panel.title, f"{panel.id} has no title"
        assert not panel.rule or paragraph_of(self.game, panel.rule), f"{panel.id} names no paragraph"
        for row in panel.rows:
            if panel.kind == "table" and panel.columns:
                assert len(row) in (1, len(panel.columns)), f"a row of {panel.id} has other columns"
            for entry in row:
                self._check_entry(entry, legal, pieces)

    def _check_entry(self, entry: Entry, legal: Collection[str], pieces: Collection[str]) -> None:
        assert not entry.choice or entry.choice in legal, f"{entry} offers what is not legal"
        assert not entry.piece or entry.piece in pieces, f"{entry} names what its reader does not see"
        assert entry.cell == NOWHERE or entry.cell in self.cells, f"{entry} is beside the map"
        assert not entry.rule or paragraph_of(self.game, entry.rule), f"{entry} names no paragraph"
        assert 0 <= entry.share <= 1
        assert entry.tone in TONES
        self._is_written_out(entry.text)

    def _is_written_out(self, words: str) -> None:
        assert "{" not in words, f"a gap is left in '{words}'"

    # What is told

    def check_event(self, event: Event) -> None:
        """It has a line in words, and its gist names cells, pieces and faces that exist."""
        line = str(self.game.narrate(self.printed, event))
        assert line, f"{event.kind} is told without a word"
        self._is_written_out(line)
        gist = self.drawn.gist(self.printed, event)
        assert set(gist.cells) <= self.cells, f"{event.kind} is beside the map"
        assert set(gist.pieces) <= self.names, f"{event.kind} is about a piece that does not exist"
        assert all(1 <= die <= 6 for die in gist.dice)
        assert gist.side in range(NOWHERE, len(self.game.sides))


def _ids(scene: Scene) -> Iterator[str]:
    """Everything on the board that can be touched."""
    yield from (piece.id for piece in scene.pieces)
    yield from (card.id for card in scene.cards)
    yield from (chit.id for cup in scene.cups for chit in (*cup.left, *cup.drawn))
