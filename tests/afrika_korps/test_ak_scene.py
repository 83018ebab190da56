"""What is drawn: the whole printed map, every counter once, and words for its condition."""

from __future__ import annotations

from random import Random

import pytest
from desert import Desert
from melees import melee
from policies import ContactSeeking, next_choice

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.state import OFF, Position
from sandtable.kernel.scene import NOWHERE, Piece, Scene, scene_for
from sandtable.terminal.drawing import BoardDrawing

SCENARIO = AFRIKA_KORPS.load_data()
BOARD = AFRIKA_KORPS.board(SCENARIO)


def scene_of(state: Position, side: int = 0) -> Scene:
    return scene_for(AFRIKA_KORPS, BOARD, state, side)


def piece(state: Position, name: str) -> Piece:
    return next(piece for piece in scene_of(state).pieces if piece.id == name)


def test_the_board_holds_every_printed_hex() -> None:
    cells = {cell.name: cell for cell in BOARD.cells}
    assert len(BOARD.cells) == len(cells) == len(SCENARIO.board.number) + len(SCENARIO.backdrop)
    assert {terrain.id for terrain in BOARD.terrains} == {cell.terrain for cell in BOARD.cells}
    assert cells["G25"].label.startswith("Tobruch")
    assert cells["A1"].number == NOWHERE
    assert (cells["W7"].x - cells["W6"].x, cells["W7"].y - cells["W6"].y) == (1, 0)
    assert (cells["X7"].x - cells["W6"].x, cells["X7"].y - cells["W6"].y) == (0.5, 1)


def test_roads_and_closed_hexsides_join_neighbours() -> None:
    road, closed = BOARD.lines
    assert len(road.pairs) == sum(across.bit_count() for across in SCENARIO.road) // 2
    assert all(SCENARIO.board.distance(a, b) == 1 for a, b in (*road.pairs, *closed.pairs))
    assert len(closed.pairs) == len(SCENARIO.board.closed)
    assert closed.along_sides


def test_the_set_up_is_drawn() -> None:
    scene = scene_of(AFRIKA_KORPS.start())
    assert scene.heading == "Turn 1 of 38, 1 April 1941: Axis movement"
    rommel, panzer = piece(AFRIKA_KORPS.start(), "Rommel"), piece(AFRIKA_KORPS.start(), "21/5")
    assert (panzer.symbol, panzer.letter, panzer.figures) == ("armour", "A", "7-7-10")
    assert panzer.cell == rommel.cell == SCENARIO.board.number["W6"]
    due = [entry for entry in scene.pieces if entry.box == "to-come"]
    assert due[0].status == ("turn 3",)
    assert len(due) == sum(unit.arrival_turn > 1 for unit in SCENARIO.units)
    assert BOARD.tracks[0].spaces[2] == "3, 1 May 1941 (3 Axis arrivals)"


def test_conditions_are_told_in_words() -> None:
    state = Desert(
        """
        turn 34 allied
        phase: movement
        N40: Savona AxisSupply4*
        N41: Sub4 4I/23
        J62: 9A/20 AlliedSupply1
        W3: Brescia AxisSupply1
        sea: 4I/11
        eliminated: 5I/9
        inside Sub4: 4I/5 4I/7
        cut_off: 4I/23
        allied_once: 4I/23
        spent: 4I/23=4
        road_spent: 4I/23=2
        stopped: 4I/23
        points: 1 3
        """
    ).state
    assert piece(state, "Sub4").status == ("for 4I/5 4I/7",)
    assert piece(state, "4I/23").status == (
        "moved 4 + 2 by road",
        "isolated",
        "isolated for a turn already",
        "may move no further",
    )
    assert piece(state, "AxisSupply4").status == ("captured",)
    boxes = {name: piece(state, name).box for name in ("4I/11", "5I/9", "4I/5", "Sub1", "51/1", "2/3")}
    assert boxes == {
        "4I/11": "sea",
        "5I/9": "eliminated",
        "4I/5": "replaced",
        "Sub1": "set-aside",
        "51/1": "to-come",
        "2/3": "waiting",
    }
    points = {point.name: point.space for point in scene_of(state).tracks if point.track == "factors"}
    assert points == {"Axis": 1, "Allied": 3}


def test_battles_and_victories_are_marked() -> None:
    table = Desert(
        """
        turn 6 axis
        phase: movement
        N30: 21/5 15/8 AxisSupply1
        N31: 7/4SA
        W3: Brescia AxisSupply2
        L59: Pol
        """
    )
    table.play("declare:7/4SA", "with:21/5", "done")
    [marker] = scene_of(table.state).markers
    assert (marker.name, marker.cell) == ("automatic victory", SCENARIO.board.number["N31"])
    assert "under automatic victory" in piece(table.state, "7/4SA").status
    assert piece(table.state, "AxisSupply1").status == ("supports an attack",)


@pytest.mark.parametrize("seed", range(4))
def test_every_moment_can_be_drawn(seed: int) -> None:
    """Each counter lies in one place, and the terminal draws it."""
    rng = Random(f"scene {seed}")
    policy, state = ContactSeeking(rng), melee(rng)
    drawing = BoardDrawing(BOARD, AFRIKA_KORPS.sides)
    for number in range(200):
        if number % 10 == 0 or not state.frames:
            scene = scene_of(state, seed % 2)
            shown = [entry.id for entry in scene.pieces]
            stock = [unit.id for unit in SCENARIO.units if state.place[unit.number] == OFF]
            assert sorted(shown) == sorted(set(shown))
            assert {unit.id for unit in SCENARIO.units} - set(shown) <= set(stock)
            assert all((entry.cell == NOWHERE) == bool(entry.box) for entry in scene.pieces)
            assert drawing.draw(scene, drawing.window_around(state.scenario.tobruch, 98, 18)).plain
        if not state.frames:
            break
        AFRIKA_KORPS.apply(state, next_choice(state, policy, rng))
