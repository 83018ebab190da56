"""What a client is given to draw: counters with their conditions, boxes and markers, chits, tracks."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import (
    AWAY,
    BUILDING,
    BUILT,
    GONE,
    READY,
    REBUILDABLE,
    S_READY,
    S_USED,
    USED,
    Sands,
)
from sandtable.kernel.scene import Chit, Cup, Piece, Scene, scene_for
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, number, units
from tests.suite.drawing import Easel

EASEL = Easel(GAME, "crusader")


def drawn(state: Sands, side: int = 0) -> Scene:
    return GAME.scene(GAME.view(state, side), side, DATA)


def piece(state: Sands, name: str) -> Piece:
    return next(piece for piece in drawn(state).pieces if piece.name == name)


def chits(*names: str) -> int:
    return sum(1 << DATA.nouns.number("chit", name) for name in names)


@pytest.fixture
def battle() -> Sands:
    """Crusader, in the middle of a turn."""
    state = desert(
        {"1/5/21 Pz": "2437", "2/5/21 Pz": "2437", "HQ Afrika Korps": "2441", "4/7 Arm": "2236", "2/1 SA": "2236"},
        turn=8,
        reduced=["2/5/21 Pz"],
        oos=["4/7 Arm"],
        disorganised=["4/7 Arm"],
        boxes={"axis": ["2042"]},
        scenario=2,
    )
    state.place[number("Garrison It 1")], state.place[number("Garrison It 2")] = READY, USED
    state.place[number("2 MG")], state.place[number("Recam")] = REBUILDABLE, GONE
    state.place[number("20/9 Aus")] = AWAY
    guns, aircraft = (DATA.nouns.number("support", name) for name in ("1/33-AT", "Luftwaffe-+1"))
    state.supports[guns], state.supports[aircraft] = S_READY, S_USED
    state.attached[guns] = number("1/5/21 Pz")
    state.cup = chits("axis-move-1", "axis-move-2", "allied-combat-1", "logistics-1")
    state.held = chits("axis-rommel-1")
    state.played = [DATA.nouns.number("chit", name) for name in ("allied-13-corps-1", "logistics-2")]
    state.moves_played[1], state.run_side, state.run = 2, 0, 2
    return state


def test_the_board() -> None:
    EASEL.check_board()


@pytest.mark.parametrize("side", range(2))
def test_everything_can_be_drawn(battle: Sands, side: int) -> None:
    scene = drawn(battle, side)
    EASEL._check_pieces(scene)
    EASEL._check_cups(scene)
    for panel in scene.panels:
        EASEL._check_panel(panel, (), {piece.id for piece in scene.pieces})


def test_counters_show_their_condition(battle: Sands) -> None:
    assert piece(battle, "4/7 Arm").badges == ("S", "D")
    assert piece(battle, "4/7 Arm").status == ("out of supply", "disorganised")
    assert piece(battle, "1/5/21 Pz").badges == ("AT",)
    assert (piece(battle, "1/5/21 Pz").steps, piece(battle, "1/5/21 Pz").lost) == (2, 0)
    assert piece(battle, "2/5/21 Pz").badges == ("½",)
    assert (piece(battle, "2/5/21 Pz").steps, piece(battle, "2/5/21 Pz").lost) == (1, 1)
    assert piece(battle, "1/33 AT").cell == HEX["2437"]
    assert piece(battle, "HQ Afrika Korps").figures == "R5-10", "range and movement"
    battle.moved = units("1/5/21 Pz")
    assert piece(battle, "1/5/21 Pz").badges == ("AT", "M")
    assert piece(battle, "1/5/21 Pz").faded


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("Garrison It 1", "axis-ready"),
        ("Garrison It 2", "axis-used"),
        ("2 MG", "axis-rebuildable"),
        ("Recam", "gone"),
        ("20/9 Aus", "away"),
        ("Luftwaffe +1", "axis-used"),
        ("2/1 Arm", "turn-9"),
    ],
)
def test_what_is_off_the_map_lies_in_its_box(battle: Sands, name: str, box: str) -> None:
    assert piece(battle, name).box == box


def test_in_a_campaign_what_comes_later_lies_on_the_track(battle: Sands) -> None:
    assert "8/10 Arm" not in {piece.name for piece in drawn(battle).pieces}
    battle.campaign = 1
    assert piece(battle, "8/10 Arm").box.startswith("turn-1")
    assert piece(battle, "20/9 Aus").box == "turn-13"


def test_markers(battle: Sands) -> None:
    battle.bypass, battle.target, battle.active = BUILDING, HEX["2236"], 0
    found = {(marker.letter, DATA.board.names[marker.cell], marker.side) for marker in drawn(battle).markers}
    assert {("B", "2042", 0), ("R", "1960", 1), ("!", "2236", 0), ("W", "2630", 0)} <= found


def test_control_is_tinted(battle: Sands) -> None:
    tints = {DATA.board.names[tint.cell]: tint.tone for tint in drawn(battle).tints}
    assert tints["1600"] == str(SIDES.index("axis"))
    assert tints["2830"] == str(SIDES.index("allied"))


def shown(chits: tuple[Chit, ...]) -> list[tuple[str, int, int]]:
    return [(chit.letters, chit.side, chit.count) for chit in chits]


def test_the_cup(battle: Sands) -> None:
    cup, held = drawn(battle).cups
    assert shown(cup.left) == [("M", 0, 2), ("C", 1, 1), ("L", -1, 1)]
    assert shown(cup.drawn) == [("13C", 1, 1), ("L", -1, 1)]
    assert shown(held.left) == [("ROM", 0, 1)]
    assert "Allies: 2/2 moves, 0/2 combats" in cup.limits
    assert "Two Axis chits in a row: the other side's chit is next" in cup.limits
    assert isinstance(held, Cup)


def test_tracks(battle: Sands) -> None:
    battle.points, battle.saved_tanks = [2, 5], 3
    points = {(point.track, point.side): point.space for point in drawn(battle).tracks}
    assert points["turn", battle.initiative] == 7
    assert (points["points", 0], points["points", 1], points["saved-tanks", 1]) == (2, 5, 3)


def test_the_heading_names_the_chit(battle: Sands) -> None:
    battle.played = [DATA.nouns.number("chit", "allied-half/combat-1-1")]
    acting(battle, "allied", "half-move", MOVEMENT)
    assert drawn(battle).heading == "Turn 8, Nov 1941: half movement, by the chit Allies: Half Move or Combat -1"


def test_before_the_chits_are_placed_those_of_the_turn_are_shown() -> None:
    state = GAME.start("crusader")
    [cup] = drawn(state).cups
    assert ("ROM", 0, 1) in shown(cup.left)
    assert ("L", -1, 2) in shown(cup.left)
    assert sum(chit.count for chit in cup.left) == (DATA.cups[8] | DATA.priority[8]).bit_count()
    assert "after the replacements" in cup.note


def test_boxes_and_garrisons_are_counted(battle: Sands) -> None:
    battle.boxes_used[0] = 2
    [panel] = [panel for panel in drawn(battle).panels if panel.id == "supports"]
    assert [[entry.text for entry in row[1:]] for row in panel.rows] == [
        ["1, 3, 2", "0, 6, 0"],
        ["0, 1, 1", "0, 0, 0"],
    ]


def test_a_bypass_that_is_built_needs_no_marker(battle: Sands) -> None:
    battle.bypass = BUILT
    assert "W" not in {marker.letter for marker in drawn(battle).markers}


def test_the_set_up_of_sunflower_points_at_the_entry_area() -> None:
    """The map opens where the choice is (P1.2.2), not where most units stand."""
    state = GAME.start("sunflower")
    shown = scene_for(GAME, GAME.board(DATA, "sunflower", {}), state, 0)
    assert all({DATA.board.names[cell] for cell in button.cells} == ENTRY for button in shown.buttons)


ENTRY = {"1500", "1501", "1600", "1601"}
