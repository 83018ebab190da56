"""Two Coasts at the terminal: several sheets, a map of points, stacks that move as one, hands and cups."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import sandtable
from sandtable.games.shifting_sands.drawing.board import board as shifting_sands
from sandtable.games.shifting_sands.printed.data import load_printed
from sandtable.kernel.scene import Board, Scene, Tint, board_of
from sandtable.terminal.drawing import BoardDrawing
from sandtable.terminal.layout import HEIGHT, Layout, Spot
from tests.cli.conftest import Run

GAME = sandtable.game("two-coasts")
PLAY = ("play", "two-coasts", "--players", "person,person", "--seed", "3")
ALL = 1_000


def coasts() -> Board:
    return board_of(GAME, GAME.load_data())


def boards() -> dict[str, Board]:
    return {"two coasts": coasts(), "shifting sands": shifting_sands(load_printed())}


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def overlap(one: Spot, other: Spot) -> bool:
    across = one.column < other.column + other.width and other.column < one.column + one.width
    return across and abs(one.line - other.line) < HEIGHT


@pytest.mark.parametrize("name", boards())
def test_every_cell_has_room_for_itself(name: str) -> None:
    """However crowded a map of points is, and wherever the next sheet begins."""
    board = boards()[name]
    layout = Layout(board)
    points = [spot for cell, spot in zip(board.cells, layout.spots, strict=True) if layout.is_point(cell)]
    assert not [pair for pair in combinations(points, 2) if overlap(*pair)]
    ends: dict[int, list[Spot]] = {}
    for cell, spot in zip(board.cells, layout.spots, strict=True):
        ends.setdefault(cell.sheet, []).append(spot)
    spans = sorted(
        (min(s.column for s in spots), max(s.column + s.width for s in spots)) for spots in ends.values()
    )
    assert all(right <= left for (_, right), (left, _) in pairwise(spans))


def test_sheets_lie_side_by_side_with_their_joins() -> None:
    board = coasts()
    drawing = BoardDrawing(board, GAME.sides)
    lines = drawing.draw(Scene(side=0, heading=""), drawing.window_around(0, ALL, ALL)).plain.split("\n")
    assert [title for _, _, title in drawing.layout.titles] == ["The isles", "Centre", "East"]
    assert all(title in lines[0] for title in ("The isles", "Centre", "East"))
    text = "\n".join(lines)
    assert "E0101" in text, "a name is written out"
    for join in board.joins:
        for cell in (*join.cells, *join.others):
            spot = drawing.places[cell]
            assert lines[spot.line][spot.column] == join.letter


def test_links_of_points_are_drawn_from_one_to_the_other() -> None:
    """A land link with strokes, a sea link with waves; who controls a space stands under its name."""
    board = coasts()
    drawing = BoardDrawing(board, GAME.sides)
    place = {cell.name: cell.number for cell in board.cells}
    scene = Scene(side=0, heading="", tints=(Tint(place["Gull"], tone="1"),))
    lines = drawing.draw(scene, drawing.window_around(0, ALL, ALL)).plain.split("\n")
    assert {"~", "-"} <= {stroke.character for stroke in drawing.layout.links}
    spot = drawing.places[place["Gull"]]
    assert lines[spot.line].strip().startswith("Gull") or "Gull" in lines[spot.line]
    assert lines[spot.line + 1][spot.column] == "s"


def test_a_stack_goes_as_one(run: Run) -> None:
    """Two units are sent together in one command; at each step the other side is asked, and the way goes on."""
    told = run(
        *PLAY, typed=typed("reach Crane Crow", "go Crane Crow 0501", "hold", "hold", "hold", "quit", "no")
    ).stdout
    assert "   2  E0101 E0202 E0303" in told
    steps = [line.strip() for line in told.splitlines() if "Crane, Crow" in line and " to " in line]
    assert len(steps) == 3, "two windows let it pass"
    assert "0501" in steps[-1]


def test_go_and_reach_say_what_is_wrong(run: Run) -> None:
    sent = ("go Hawk Finch 0203", "reach Hawk Finch", "reach Eagle Nobody", "reach", "go Hawk nowhere")
    told = run(*PLAY, typed=typed(*sent, "quit", "no")).stdout
    assert "Hawk, Finch cannot go to 0203" in told
    assert "They cannot move now." in told
    assert "there is no unit 'Nobody'" in told
    assert "name a piece" in told
    assert "there is no place 'nowhere'" in told


def test_the_hand_is_listed_and_the_cup_shows_what_is_left(run: Run) -> None:
    told = run(*PLAY, typed=typed("cards", "quit", "no")).stdout
    assert "North's hand: 4 face down" in told
    assert "South's hand: snipers-2 [1 FI RE] Snipers" in told
    assert "Cup: 2 North, South, Storm; drawn South" in told
    assert "* recruit:snipers-2" in told
    assert "* fire:snipers-2" not in told, "it cannot be played for that now"
    assert "  fire:snipers-2" in told
    assert "Deck: 16" in told


def test_pieces_in_numbered_places_are_listed(run: Run) -> None:
    told = run(*PLAY, typed=typed("stack north-reserve", "quit", "no")).stdout
    assert "North: reserve: Fir, Pine" in told
    assert "Arrive in turn 2: Maple, Falcon" in told


def test_a_game_without_cards_says_so(run: Run) -> None:
    told = run("play", "afrika-korps", "--players", "person,person", typed=typed("cards", "quit")).stdout
    assert "this game has no cards" in told
