"""The board window: cells of two lines each, with name, ground, roads, stacks, and a mark on what can be chosen.

     G25 ^*    the name, a letter for the ground, and * for a legal cell (+ for a piece that can be chosen)
    /XTTI \\    roads south-west and south-east; the stack: a letter for its side, then one for each piece

Where sheets are joined, the letter of the join stands at the left of the name. A point has a longer name, links
drawn as lines, and under its name the letter of the side that controls it. Letters and marks say everything;
colours only repeat it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.text import Text

from sandtable.kernel.scene import NOWHERE, Board, Cell, Line, Piece, Scene
from sandtable.terminal.canvas import Canvas, Window
from sandtable.terminal.layout import HEIGHT, WIDTH, Layout, Spot

STACK = WIDTH - 2
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
        self.layout = Layout(board)
        laid_out = list(zip(board.cells, self.layout.spots, strict=True))
        self.scenery = [(cell, spot) for cell, spot in laid_out if cell.number == NOWHERE]
        self.cells = {cell.number: cell for cell in board.cells if cell.number != NOWHERE}
        self.places = {cell.number: spot for cell, spot in laid_out if cell.number != NOWHERE}
        self._by_name = {cell.name.lower(): cell for cell in self.cells.values()}
        self._strokes = self._line_marks()
        self._joins = {cell: join for join in board.joins for cell in (*join.cells, *join.others)}
        spots = self.layout.spots
        self._left = min(spot.column for spot in spots)
        self._top = min([spot.line for spot in spots] + [line for _, line, _ in self.layout.titles])
        self._right = max(spot.column + spot.width for spot in spots)
        self._bottom = max(spot.line for spot in spots) + HEIGHT

    def find(self, name: str) -> Cell | None:
        """The cell with this name, or the one whose printed place has this name."""
        known = self._by_name.get(name.lower())
        if known is not None:
            return known
        named = [cell for cell in self.cells.values() if _is_called(cell.label, name)]
        return named[0] if named else None

    def window_around(self, number: int, width: int, height: int) -> Window:
        """A window of this size centred on a cell, but kept on the board."""
        column, line, across = self.places[number]
        return Window(
            max(self._left, min(column + across // 2 - width // 2, self._right - width)),
            max(self._top, min(line + HEIGHT // 2 - height // 2, self._bottom - height)),
            min(width, self._right - self._left),
            min(height, self._bottom - self._top),
        )

    def shows(self, window: Window, number: int) -> bool:
        """Is the whole cell inside the window?"""
        column, line, width = self.places[number]
        return window.holds(column, line) and window.holds(column + width - 1, line + HEIGHT - 1)

    def draw(self, scene: Scene, window: Window) -> Text:
        """The window, with everything the scene shows in it."""
        canvas = Canvas(window)
        stacks: dict[int, list[Piece]] = defaultdict(list)
        for piece in scene.pieces:
            if piece.cell != NOWHERE:
                stacks[piece.cell].append(piece)
        marks = marked_cells(scene)
        for column, line, title in self.layout.titles:
            canvas.write(column, line, title, "bold underline")
        for stroke in self.layout.links:
            canvas.write(*stroke, ROAD)
        for cell, spot in self.scenery:
            self._draw_scenery(canvas, cell, spot)
        controlled = {tint.cell: int(tint.tone) for tint in scene.tints if tint.tone.isdecimal()}
        for number, spot in self.places.items():
            if not self.shows(window, number):
                continue
            self._draw_cell(canvas, self.cells[number], spot, marks.get(number, ""))
            self._draw_contents(canvas, number, stacks[number], scene, spot)
            if self.layout.is_point(self.cells[number]) and number in controlled:
                self._draw_control(canvas, spot, controlled[number])
        return canvas.text()

    def _draw_scenery(self, canvas: Canvas, cell: Cell, spot: Spot) -> None:
        terrain = self.terrains[cell.terrain]
        canvas.write(*spot.middle, terrain.letter, f"dim {terrain.colour}")

    def _draw_cell(self, canvas: Canvas, cell: Cell, spot: Spot, mark: str) -> None:
        terrain, (column, line, width) = self.terrains[cell.terrain], spot
        room = width - 3
        if self.layout.is_point(cell):  # a link runs up to it
            for down in range(HEIGHT):
                canvas.write(column, line + down, " " * width)
        canvas.write(column + 1, line, cell.name[:room].ljust(room), "reverse" if mark else "")
        canvas.write(column + width - 2, line, terrain.letter, terrain.colour)
        canvas.write(column + width - 1, line, mark, "bold")
        for offset, down, character, style in self._strokes.get(cell.number, ()):
            canvas.write(column + offset, line + down, character, style)
        if join := self._joins.get(cell.number):
            canvas.write(column, line, join.letter, f"bold {join.colour}")

    def _draw_contents(self, canvas: Canvas, number: int, stack: list[Piece], scene: Scene, spot: Spot) -> None:
        markers = [marker for marker in scene.markers if marker.cell == number]
        flags = "".join(marker.letter for marker in markers)
        (column, line, width), place = spot, spot.column + 1
        room = width - 2
        if not stack and not flags and not self.layout.is_point(self.cells[number]):
            canvas.write(place, line + 1, self.cells[number].label[:room], "italic")
        for side in sorted({piece.side for piece in stack}):
            text = self.stack_text([piece for piece in stack if piece.side == side], room - len(flags))
            canvas.write(place, line + 1, text, side_style(side))
            place += len(text)
        canvas.write(min(place, column + 1 + room - len(flags)), line + 1, flags, "bold")

    def _draw_control(self, canvas: Canvas, spot: Spot, side: int) -> None:
        letter = self.letters[side].lower() if side < len(self.letters) else "?"
        canvas.write(spot.column, spot.line + 1, letter, side_style(side))

    def stack_text(self, pieces: Sequence[Piece], room: int = STACK) -> str:
        """One side's stack: the side's letter, then one for each piece, or their number when there are many."""
        mark = self.letters[pieces[0].side] if 0 <= pieces[0].side < len(self.letters) else "?"
        letters = "".join(piece.letter for piece in pieces)
        return mark + letters if len(letters) < room else f"{mark}x{len(pieces)}"

    def _line_marks(self) -> dict[int, list[tuple[int, int, str, str]]]:
        """For each cell, the characters that hint at its roads and barriers: (column, line, character, style)."""
        marks: dict[int, list[tuple[int, int, str, str]]] = defaultdict(list)
        for drawn in sorted(self.board.lines, key=lambda line: not line.along_sides):
            for pair in drawn.pairs:
                if all(number in self.places for number in pair) and self._are_drawn_together(*pair):
                    north, south = sorted(
                        pair, key=lambda number: (self.places[number][1], self.places[number][0])
                    )
                    number, mark = self._pair_mark(north, south, drawn)
                    marks[number].append(mark)
        return marks

    def _are_drawn_together(self, one: int, other: int) -> bool:
        """Do they lie in one grid of hexes? Links of points are drawn as lines, joins by their letters."""
        first, second = self.cells[one], self.cells[other]
        return first.sheet == second.sheet and not self.layout.is_point(first)

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
        words += [f"{join.letter} join {join.name}" for join in self.board.joins]
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


def marked_cells(scene: Scene) -> dict[int, str]:
    """The cells to mark: those that can be chosen, and those of pieces that can be chosen."""
    pieces = {button.piece for button in scene.buttons if button.piece}
    marks = {piece.cell: CHOSEN for piece in scene.pieces if piece.id in pieces and piece.cell != NOWHERE}
    marks.update({button.cell: TARGET for button in scene.buttons if button.cell != NOWHERE})
    return marks
