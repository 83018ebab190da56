"""The board window: cells of two lines each, with name, ground, roads, stacks, and a mark on what can be chosen.

     G25 ^*    the name, a letter for the ground, and * for a legal cell (+ for a piece that can be chosen)
    /XTTI \\    roads south-west and south-east; the stack: a letter for its side, then one for each piece

Letters and marks say everything; colours only repeat it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import floor

from rich.text import Text

from sandtable.kernel.scene import NOWHERE, Board, Cell, Line, Piece, Scene
from sandtable.terminal.canvas import Canvas, Window

WIDTH = 7
"""Characters from one cell to the next."""
HEIGHT = 2
"""Lines from one cell to the next."""
STACK = 5
"""How many characters of the second line a stack may take."""

SIDE_STYLES = ("bold red", "bold cyan", "bold magenta", "bold green")
ROAD, BARRIER, TARGET, CHOSEN = "yellow", "bold blue", "*", "+"
STROKES = {"road": "=/\\|", "track": "-/\\:", "trail": ".,`'"}
"""For each style, how a line is drawn going east, south-west, south-east and south; the default is a road."""
SIDES = {"cliff": "^", "marsh": "%", "border": "!"}
"""For each style, the mark on the side between two cells; the default is a bar."""
BAR = "#"


def side_letters(sides: Sequence[str]) -> list[str]:
    """One letter for each side, all different: Axis and Allied are X and L."""
    letters: list[str] = []
    for side in sides:
        others = [name for name in sides if name != side]
        telling = [
            letter
            for place, letter in enumerate(side.upper())
            if letter.isalpha() and all(name.upper()[place : place + 1] != letter for name in others)
        ]
        free = [letter for letter in telling if letter not in letters]
        letters.append(free[0] if free else str(len(letters) + 1))
    return letters


def side_style(side: int) -> str:
    return SIDE_STYLES[side % len(SIDE_STYLES)] if side >= 0 else "bold"


class BoardDrawing:
    """Draws windows of one board; made once, because the board never changes."""

    def __init__(self, board: Board, sides: Sequence[str]) -> None:
        self.board = board
        self.sides = sides
        self.letters = side_letters(sides)
        self.terrains = {terrain.id: terrain for terrain in board.terrains}
        self.scenery = [cell for cell in board.cells if cell.number == NOWHERE]
        self.cells = {cell.number: cell for cell in board.cells if cell.number != NOWHERE}
        self.places = {number: _place(cell) for number, cell in self.cells.items()}
        self._by_name = {cell.name.lower(): cell for cell in self.cells.values()}
        self._strokes = self._line_marks()
        corners = [_place(cell) for cell in board.cells]
        self._left, self._top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        self._right = max(corner[0] for corner in corners) + WIDTH
        self._bottom = max(corner[1] for corner in corners) + HEIGHT

    def find(self, name: str) -> Cell | None:
        """The cell with this name, or the one whose printed place has this name."""
        known = self._by_name.get(name.lower())
        if known is not None:
            return known
        named = [cell for cell in self.cells.values() if _is_called(cell.label, name)]
        return named[0] if named else None

    def window_around(self, number: int, width: int, height: int) -> Window:
        """A window of this size centred on a cell, but kept on the board."""
        column, line = self.places[number]
        return Window(
            max(self._left, min(column + WIDTH // 2 - width // 2, self._right - width)),
            max(self._top, min(line + HEIGHT // 2 - height // 2, self._bottom - height)),
            min(width, self._right - self._left),
            min(height, self._bottom - self._top),
        )

    def shows(self, window: Window, number: int) -> bool:
        """Is the whole cell inside the window?"""
        column, line = self.places[number]
        return window.holds(column, line) and window.holds(column + WIDTH - 1, line + HEIGHT - 1)

    def draw(self, scene: Scene, window: Window) -> Text:
        """The window, with everything the scene shows in it."""
        canvas = Canvas(window)
        stacks: dict[int, list[Piece]] = defaultdict(list)
        for piece in scene.pieces:
            if piece.cell != NOWHERE:
                stacks[piece.cell].append(piece)
        marks = marked_cells(scene)
        for cell in self.scenery:
            self._draw_scenery(canvas, cell)
        for number, (column, line) in self.places.items():
            if self.shows(window, number):
                self._draw_cell(canvas, self.cells[number], column, line, marks.get(number, ""))
                self._draw_contents(canvas, number, stacks[number], scene, column, line)
        return canvas.text()

    def _draw_scenery(self, canvas: Canvas, cell: Cell) -> None:
        terrain, (column, line) = self.terrains[cell.terrain], _place(cell)
        canvas.write(column + WIDTH // 2, line, terrain.letter, f"dim {terrain.colour}")

    def _draw_cell(self, canvas: Canvas, cell: Cell, column: int, line: int, mark: str) -> None:
        terrain = self.terrains[cell.terrain]
        canvas.write(column + 1, line, cell.name[:4].ljust(4), "reverse" if mark else "")
        canvas.write(column + 5, line, terrain.letter, terrain.colour)
        canvas.write(column + 6, line, mark, "bold")
        for offset, down, character, style in self._strokes.get(cell.number, ()):
            canvas.write(column + offset, line + down, character, style)

    def _draw_contents(
        self, canvas: Canvas, number: int, stack: list[Piece], scene: Scene, column: int, line: int
    ) -> None:
        markers = [marker for marker in scene.markers if marker.cell == number]
        flags = "".join(marker.letter for marker in markers)
        place = column + 1
        if not stack and not flags:
            canvas.write(place, line + 1, self.cells[number].label[:STACK], "italic")
        for side in sorted({piece.side for piece in stack}):
            text = self.stack_text([piece for piece in stack if piece.side == side], STACK - len(flags))
            canvas.write(place, line + 1, text, side_style(side))
            place += len(text)
        canvas.write(min(place, column + 1 + STACK - len(flags)), line + 1, flags, "bold")

    def stack_text(self, pieces: Sequence[Piece], room: int = STACK) -> str:
        """One side's stack: the side's letter, then one for each piece, or their number when there are many."""
        mark = self.letters[pieces[0].side] if 0 <= pieces[0].side < len(self.letters) else "?"
        letters = "".join(piece.letter for piece in pieces)
        return mark + letters if len(letters) < min(room, STACK) else f"{mark}x{len(pieces)}"

    def _line_marks(self) -> dict[int, list[tuple[int, int, str, str]]]:
        """For each cell, the characters that hint at its roads and barriers: (column, line, character, style)."""
        marks: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
        for drawn in sorted(self.board.lines, key=lambda line: not line.along_sides):
            for pair in drawn.pairs:
                if all(number in self.places for number in pair):
                    north, south = sorted(
                        pair, key=lambda number: (self.places[number][1], self.places[number][0])
                    )
                    number, mark = self._pair_mark(north, south, drawn)
                    marks[number].append(mark)
        return marks

    def _pair_mark(self, north: int, south: int, drawn: Line) -> tuple[int, tuple[int, int, str, str]]:
        """The mark of one pair of neighbours; `north` lies above `south`, or to its left."""
        strokes = _strokes(drawn)
        style = BARRIER if drawn.along_sides else ROAD
        across = self.places[south][0] - self.places[north][0]
        if self.places[south][1] == self.places[north][1]:
            return south, (0, 0, strokes[0], style)
        if across == 0:
            return north, (WIDTH // 2, 1, strokes[3], style)
        if across < 0:
            return north, (0, 1, strokes[1], style)
        return north, (WIDTH - 1, 1, strokes[2], style)

    def legend(self, scene: Scene, width: int) -> Text:
        """What the letters in the window mean, in lines of at most this width."""
        words = [f"{letter} {side}" for letter, side in zip(self.letters, self.sides, strict=True)]
        words += [f"{terrain.letter} {terrain.name}" for terrain in self.board.terrains if terrain.letter.strip()]
        for line in sorted(self.board.lines, key=lambda line: line.along_sides):
            words.append(f"{_strokes(line)[: 1 if line.along_sides else 3]} {line.kind}")
        words += sorted({f"{piece.letter} {piece.symbol}" for piece in scene.pieces})
        words += sorted({f"{marker.letter} {marker.name}" for marker in scene.markers})
        words += ["* can be chosen", "+ holds a piece that can be chosen"]
        return Text("\n".join(folded(words, width)))


def _strokes(line: Line) -> str:
    """How a line is drawn going east, south-west, south-east and south."""
    if line.along_sides:
        return SIDES.get(line.style, BAR) * 4
    return STROKES.get(line.style, STROKES["road"])


def folded(words: Sequence[str], width: int) -> list[str]:
    """Entries side by side, a new line where the next one would not fit."""
    lines = [""]
    for word in words:
        joined = f"{lines[-1]}   {word}" if lines[-1] else word
        if len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _is_called(label: str, name: str) -> bool:
    """Does the printed name of a place, or its other name in brackets, begin like this?"""
    return any(part.strip(" )").lower().startswith(name.lower()) for part in label.split("(") if part)


def _place(cell: Cell) -> tuple[int, int]:
    """The column and line of a cell's first character."""
    return floor(cell.x * WIDTH), floor(cell.y * HEIGHT)


def marked_cells(scene: Scene) -> dict[int, str]:
    """The cells to mark: those that can be chosen, and those of pieces that can be chosen."""
    pieces = {button.piece for button in scene.buttons if button.piece}
    marks = {piece.cell: CHOSEN for piece in scene.pieces if piece.id in pieces and piece.cell != NOWHERE}
    marks.update({button.cell: TARGET for button in scene.buttons if button.cell != NOWHERE})
    return marks
