"""The board window: what is drawn, where, and that letters carry the meaning."""

from __future__ import annotations

import re

import msgspec
import pytest
from rich.console import Console

import sandtable
from sandtable.kernel.scene import Board, Cell, Line, Piece, Scene, Sheet, Terrain, board_of, buttons, scene_for
from sandtable.terminal.canvas import Canvas, Window
from sandtable.terminal.drawing import BoardDrawing, side_letters
from sandtable.terminal.lines import _Words
from sandtable.terminal.reading import Unclear, resolve
from tests.cli.conftest import Run

GAME = sandtable.game("tiny-skirmish")
PLAY = ("play", "tiny-skirmish", "--seed", "3")


def hex_rows(width: int = 6, height: int = 4) -> Board:
    """Rows of hexes A1.., offset by halves; a road along row A and down its first diagonal."""
    cells = [
        Cell(row * width + place, f"{chr(65 + row)}{place + 1}", place + row % 2 / 2 - 2, row, "clear")
        for row in range(height)
        for place in range(width)
    ]
    road = (*((place, place + 1) for place in range(width - 1)), (0, width), (1, width))
    return Board(
        title="Rows",
        sheets=(Sheet("map", "Map", "hex-rows"),),
        terrains=(Terrain("clear", "clear", " ", "#c8b070"), Terrain("sea", "sea", "~", "#3060c0")),
        cells=(*cells, Cell(-1, "", width - 2, 0, "sea")),
        lines=(Line("road", road), Line("wadi", ((width, width + 1),), along_sides=True)),
    )


def piece(name: str, side: int, cell: int) -> Piece:
    return Piece(id=name, side=side, name=name, symbol="infantry", letter="I", cell=cell)


def shown(drawing: BoardDrawing, scene: Scene, window: Window) -> list[str]:
    return drawing.draw(scene, window).plain.split("\n")


def test_sides_get_letters_that_tell_them_apart() -> None:
    assert side_letters(("Axis", "Allied")) == ["X", "L"]
    assert side_letters(("British", "German")) == ["B", "G"]
    assert side_letters(("Red", "Rod", "Rad")) == ["E", "O", "A"]


def test_rows_are_offset_and_roads_hinted() -> None:
    drawing = BoardDrawing(hex_rows(), ("Axis", "Allied"))
    lines = shown(drawing, Scene(side=0, heading=""), drawing.window_around(0, 200, 200))
    assert lines[0].startswith(" A1    =A2    =A3")
    assert lines[0].rstrip().endswith("~")
    assert lines[1][6] == "\\"
    assert lines[1][7] == "/"
    assert lines[2].index("B1") == lines[0].index("A1") + 3
    assert "#B2" in lines[2]


def test_ways_and_sides_of_different_styles_look_different() -> None:
    ways = (
        Line("highway", ((0, 1), (1, 6)), style="road"),
        Line("trail", ((1, 2), (0, 6)), style="trail"),
        Line("track", ((2, 3), (2, 7)), style="track"),
        Line("swamp", ((6, 7),), along_sides=True, style="marsh"),
    )
    drawing = BoardDrawing(msgspec.structs.replace(hex_rows(), lines=ways), ("Axis", "Allied"))
    lines = shown(drawing, Scene(side=0, heading=""), drawing.window_around(0, 200, 200))
    assert lines[0].startswith(" A1    =A2    .A3    -A4")
    assert (lines[1][6], lines[1][7], lines[1][14]) == ("`", "/", "/")
    assert "%B2" in lines[2]
    legend = drawing.legend(Scene(side=0, heading=""), 200).plain
    assert [words for words in ("=/\\ highway", ".,` trail", "-/\\ track", "% swamp") if words not in legend] == []


def test_stacks_show_their_side_and_their_pieces() -> None:
    drawing = BoardDrawing(hex_rows(), ("Axis", "Allied"))
    pieces = (piece("a", 0, 0), piece("b", 0, 0), *(piece(str(n), 1, 1) for n in range(12)))
    lines = shown(drawing, Scene(side=0, heading="", pieces=pieces), drawing.window_around(0, 200, 200))
    assert lines[1].startswith(" XII  \\/Lx12")


def test_the_window_stays_on_the_board_and_shows_whole_cells() -> None:
    drawing = BoardDrawing(hex_rows(30, 20), ("Axis", "Allied"))
    for number in (0, 29, 300, 599):
        window = drawing.window_around(number, 70, 12)
        assert drawing.shows(window, number)
        lines = shown(drawing, Scene(side=0, heading=""), window)
        assert len(lines) <= 12
        assert max(map(len, lines)) <= 70
        assert drawing.cells[number].name in " ".join(lines).replace("=", " ").split()


def test_a_canvas_drops_what_lies_outside() -> None:
    canvas = Canvas(Window(2, 1, 3, 1))
    canvas.write(0, 1, "abcdef")
    canvas.write(2, 0, "zzz")
    assert canvas.text().plain == "cde"


def test_a_scene_holds_the_decision_of_its_side_alone() -> None:
    state = GAME.start()
    board = board_of(GAME, state.printed)
    own, other = (scene_for(GAME, board, state, side) for side in (0, 1))
    assert own.prompt == "Place red/captain"
    assert own.rule == "2"
    assert {button.cell for button in own.buttons} == {3, 4, 5}
    assert own.buttons == buttons(GAME, state, board)
    assert other.buttons == ()
    assert "captain" not in other.prompt


def test_the_board_is_that_of_the_scenario(run: Run) -> None:
    skirmish, duel = (run(*PLAY, "--scenario", name, typed="quit\n").stdout for name in ("skirmish", "duel"))
    assert "SW   *" in skirmish
    assert "SE   *" in duel
    assert "SW" not in duel


def test_cards_that_lie_on_the_board_are_shown_and_chosen_by_name(run: Run) -> None:
    words = (*PLAY, "--scenario", "duel", "--players", "person")
    placed = "s; s; se; n; n; ne\n"
    shown = run(*words, typed=f"{placed}board\nquit\nno\n").stdout
    [cards] = re.findall(r"Red's hand: (\w+) \[\d\] Card \w+, (\w+) ", shown)
    told = run(*words, typed=f"{placed}cards\n{cards[1]}\nquit\nno\n").stdout
    assert f"* bid:{cards[0]}" in told
    assert f"The bid is {cards[1]}" in told


def test_the_window_is_shown_with_marks_and_boxes(run: Run) -> None:
    told = run(*PLAY, typed="s; se; sw\nboard\nlegend\nlook N\nlook west\nlook east\nlook Nowhere\nquit\nno\n")
    assert "Turn 1" in told.stdout
    assert "SE   *" in told.stdout
    assert "Waiting: red/captain, red/scout, red/decoy" in told.stdout
    assert "Points: Red 0" in told.stdout
    assert "B?" in told.stdout
    assert "R Red   B Blue" in told.stdout
    assert "* can be chosen" in told.stdout
    assert "there is no place 'Nowhere'" in told.stdout
    assert "\x1b" not in told.stdout


def test_the_phase_is_named_and_the_sequence_of_play_told(run: Run) -> None:
    told = run(*PLAY, typed="sequence\nquit\nno\n").stdout
    assert "[Red sets up]" in told
    assert "-> Red sets up  Place your pieces in your home hexes." in told
    assert "   Bids  Each side secretly bids a card, or nothing." in told
    assert told.count("-> ") == 1


def test_stacks_are_listed(run: Run) -> None:
    told = run(*PLAY, typed="s\nstack S\nstack waiting\nstack N\nstack X\nquit\nno\n")
    assert "red/captain" in told.stdout
    assert "N, sand: empty" in told.stdout
    assert "there is no hex or box 'X'" in told.stdout
    assert "the boxes are waiting" in told.stdout


def test_a_game_without_a_board_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(type(GAME), "board", raising=False)
    told = run(*PLAY, typed="board\nlegend\nstack S\nquit\n")
    assert told.stdout.count("this game has no board") == 3


CHOICES = ["hex:W7", "hex:W8", "unit:21/5", "unit:21/3", "done"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "hex:W7"),
        ("5", "done"),
        ("hex:w8", "hex:W8"),
        ("W7", "hex:W7"),
        ("unit:21/5", "unit:21/5"),
        ("21/3", "unit:21/3"),
        ("d", "done"),
        ("99", None),
        ("hex:X1", None),
        ("", None),
    ],
)
def test_what_was_typed_is_understood(typed: str, meant: str | None) -> None:
    assert resolve(typed, CHOICES) == meant


@pytest.mark.parametrize("typed", ["w", "hex", "21", "unit:21"])
def test_what_could_be_several_is_unclear(typed: str) -> None:
    with pytest.raises(Unclear):
        resolve(typed, CHOICES)


def test_completion_offers_choices_and_arguments() -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    words = _Words()
    words.words = [*CHOICES, "undo", "why"]

    def offered(text: str) -> list[str]:
        return [found.text for found in words.get_completions(Document(text), CompleteEvent())]

    assert offered("un") == ["unit:21/5", "unit:21/3", "undo"]
    assert offered("W") == ["hex:W7", "hex:W8", "why"]
    assert offered("why hex:W8") == ["hex:W8"]
    assert offered("done; und") == ["undo"]


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    drawing = BoardDrawing(hex_rows(), ("Axis", "Allied"))
    scene = Scene(side=0, heading="", pieces=(piece("a", 0, 0),))
    console = Console(force_terminal=True, color_system="truecolor", width=80)
    with console.capture() as captured:
        console.print(drawing.draw(scene, drawing.window_around(0, 70, 8)))
    assert "38;2" not in captured.get()
    assert "XI" in captured.get()
