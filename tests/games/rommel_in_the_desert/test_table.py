"""What a player sees and touches at the table: where a block can be taken, why not, blocks, boards, sheets."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.drawing.questions import show_limits, show_reach, show_route
from sandtable.kernel.scene import Panel, Piece, Scene, board_of, scene_for
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS, Sands, position

FRONT = "Gazala: 21/5 Brescia\nMechili: 15/8 *15/115\nEl-Agheila: Trento\nBir-Harmat: 22Gd\nTobruk: Pol"


def front(cards: int = 1) -> Sands:
    return Sands(FRONT, cards=cards).begin()


def deploying() -> Sands:
    """Battleaxe, its hands kept: the Axis deploys."""
    table = Sands("El-Agheila: Trento", scenario="battleaxe")
    table.state = table.game.start("battleaxe")
    while table.decision == "draw":
        table.roll("real")
    return table.play("keep", "keep")


def seen(table: Sands, side: int) -> Scene:
    return scene_for(ROMMEL, board_of(ROMMEL, table.state.printed), table.state, side)


def neighbours(table: Sands, name: str) -> set[str]:
    board = table.state.printed.board
    return {board.names[place] for place in board.neighbours[board.number[name]]}


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces if one.id == name)


def panel(scene: Scene, name: str) -> Panel:
    return next(one for one in scene.panels if one.id == name)


# Where a block can be taken


def run_to(table: Sands, unit: str, place: str) -> tuple[str, ...]:
    return show_route(table.state, table.unit(unit), table.hex(place)).run


def test_every_hex_in_reach_is_reached_by_its_run() -> None:
    """A group move is declared with the first step where none takes the block yet."""
    table = front()
    names = table.state.printed.board.names
    tints = [tint for tint in show_reach(table.state, table.unit("21/5")).cells if tint.tone == "good"]
    assert tints
    for tint in tints:
        twin = table.copy().play(*run_to(table, "21/5", names[tint.cell]))
        assert (twin.where("21/5"), twin.decision) == (names[tint.cell], "movement")


def test_a_block_is_deployed_by_one_run() -> None:
    table = deploying()
    cells = show_reach(table.state, table.unit("21/5")).cells
    assert {table.state.printed.board.names[tint.cell] for tint in cells} == table.copy().play("unit:21/5").legal(
        "hex"
    )
    assert run_to(table, "21/5", "Gazala") == ("unit:21/5", "hex:Gazala")
    table.play("unit:21/5")
    assert run_to(table, "21/5", "Gazala") == ("hex:Gazala",)
    assert run_to(table, "21/3", "Gazala") == ()


@pytest.mark.parametrize(
    ("before", "unit", "goal", "rule", "words"),
    [
        ((), "21/5", "Sollum", "6.1", "speed and the roads"),
        ((), "15/115", "Msus", "11.1", "disrupted units do not move"),
        ((), "22Gd", "Tobruk", "3.4", "the other side's units"),
        (("group:Gazala",), "15/8", "Msus", "5.1", "not in the hex of this group move"),
        (("regroup:Gazala", "to:Rotunda-Segnali"), "21/5", "Derna", "5.2", "goes to the declared destination"),
    ],
)
def test_where_no_way_leads_the_rule_is_named(
    before: tuple[str, ...], unit: str, goal: str, rule: str, words: str
) -> None:
    table = front().play(*before)
    answer = show_route(table.state, table.unit(unit), table.hex(goal))
    assert (answer.run, answer.rule) == ((), rule)
    assert words in answer.text


def test_a_forced_march_waits_until_all_have_moved() -> None:
    table = front().play("group:Gazala")
    far = [tint.cell for tint in show_reach(table.state, table.unit("Brescia")).cells if tint.tone == "warn"]
    assert far
    answers = [show_route(table.state, table.unit("Brescia"), place) for place in far]
    assert {(answer.run, answer.rule) for answer in answers} == {((), "6.4")}


def test_a_hex_outside_the_deployment_area_says_so() -> None:
    table = deploying()
    answer = show_route(table.state, table.unit("21/5"), table.hex("Alexandria"))
    assert (answer.run, answer.rule) == ((), "18.0")
    assert "outside the deployment area" in answer.text
    table.play("unit:21/5")
    assert show_route(table.state, table.unit("21/3"), table.hex("Gazala")).rule == "18.0"


def test_the_hexsides_of_a_battle_show_their_room_and_their_owner() -> None:
    table = front().play("group:Gazala").move("21/5", "Bir-Harmat")
    names = table.state.printed.board.names
    cells = show_limits(table.state, table.hex("Bir-Harmat")).cells
    assert {names[tint.cell]: tint.text for tint in cells} == {
        name: "1, Axis" if name == "Gazala" else "2, Allies" for name in neighbours(table, "Bir-Harmat")
    }
    table.move("Brescia", "Bir-Harmat")
    cells = show_limits(table.state, table.hex("Bir-Harmat")).cells
    assert {(names[tint.cell], tint.text) for tint in cells if tint.tone == "bad"} == {("Gazala", "0, Axis")}


# Blocks


def test_a_block_is_upright_to_its_owner_and_blank_to_the_enemy() -> None:
    table = Sands(position("Bir-Harmat: 21/5=4\nMechili: 15/8-\nTobruk: Pol", "movement 1"))
    own, others = seen(table, AXIS), seen(table, ALLIED)
    weak, down = piece(own, "21/5"), piece(own, "15/8")
    assert (weak.figures, weak.steps, weak.lost, weak.turned) == ("4*", 2, 1, 90), "an elite step is two CV"
    assert (down.steps, down.lost, down.lies, weak.lies) == (3, 0, True, False)
    blanks = [one for one in others.pieces if one.cell >= 0 and one.side == AXIS]
    assert {(one.id, one.figures, one.steps, one.lost, one.turned) for one in blanks} == {("", "", 0, 0, 0)}
    assert sorted(one.lies for one in blanks) == [False, True], "anybody sees which lie on their face"
    assert not any(one.id in ("21/5", "15/8") for one in others.pieces)


# Boards and sheets


def test_the_record_sheet_adds_up() -> None:
    table = Buildup("El-Agheila: Brescia=1 21/5\nBenghazi: Bologna\nTobruk: Pol\nAlexandria: 22Gd")
    table.play("rebuild:Brescia").redeploy("21/5", "hex:Benghazi")
    rows = panel(seen(table, AXIS), f"points-{AXIS}").rows
    values = [int(row[1].text) for row in rows]
    assert sum(values[:-1]) == values[-1] == table.state.points[AXIS]
    assert [row[0].text for row in rows[2:-1]] == ["Replacements, steps: 1", "Redeployments: 1"]
    assert not any(one.id == f"points-{AXIS}" for one in seen(table, ALLIED).panels)


def test_cards_lie_face_down_to_the_enemy() -> None:
    text = position(
        "Gazala: 21/5\nTobruk: Pol", "lay", more="hand axis: 2 real 2 dummy\nhand allied: 1 real 0 dummy"
    )
    table = Sands(text).play("real:1", "dummies:1")
    own, others = panel(seen(table, AXIS), "laid"), panel(seen(table, ALLIED), "laid")
    assert [entry.text for entry in own.rows[0]] == ["Supply", "Dummy"]
    assert [entry.text for entry in others.rows[0]] == ["?", "?"]
    assert [entry.text for entry in panel(seen(table, AXIS), "hand").rows[0]] == ["Supply", "Dummy"]
