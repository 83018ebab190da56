"""17.1: leaving the map, and taking the enemy's base by moving."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.sands import Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def raid(units: str = "21/5 15/8 21/3") -> Sands:
    return Sands(f"122: {units}\nAlexandria: Pol")


@rule("17.1a", "17.1b", "17.1s1")
def test_three_supplied_units_leave_and_win() -> None:
    table = raid().begin().play("group:122")
    for unit in ("21/5", "15/8", "21/3"):
        table.play(f"unit:{unit}").go("123").play("exit")
    assert (table.decision, table.state.winner) == ("", 0)
    assert table.where("21/5") == "exited"


@rule("17.1d")
def test_leaving_costs_a_hex_of_movement() -> None:
    """Two hexes to the edge and one more: speed three can, speed two cannot."""
    table = Sands("121: 21/5 15/8 21/104 Trento\nAlexandria: Pol").begin().play("group:121", "unit:Trento")
    table.go("122", "123")
    assert table.legal() == {"stop"}, "its movement is spent"
    table.play("stop", "unit:21/5").go("122", "123")
    assert table.allows("exit")


@rule("17.1d")
def test_units_leave_beside_the_enemy_base_only() -> None:
    table = raid().begin().play("group:122", "unit:21/5")
    assert table.refusal("exit") == "17.1"
    table.go("98")
    assert table.refusal("exit") == "17.1"


@rule("17.1c", "17.1s2")
def test_nobody_leaves_unless_three_can() -> None:
    table = raid("21/5 15/8").begin().play("group:122", "unit:21/5").go("123")
    assert table.refusal("exit") == "17.1"
    table = raid("21/5 15/8 Brescia").begin().play("group:122", "unit:21/5").go("123")
    assert table.refusal("exit") == "17.1", "infantry is too slow to follow"


@rule("17.1c")
def test_unsupplied_units_do_not_count() -> None:
    table = raid().mark("unsupplied", "21/3").begin().play("group:122", "unit:21/5").go("123")
    assert table.refusal("exit") == "17.1"
    table = (
        raid("21/5 15/8 21/3 15/33").mark("unsupplied", "21/3").begin().play("group:122", "unit:21/3").go("123")
    )
    assert table.refusal("exit") == "17.1"
    table.play("stop", "unit:21/5").go("123")
    assert table.allows("exit")


@rule("17.1c", "17.1s2")
def test_when_some_have_left_the_others_have_to_follow() -> None:
    table = raid("21/5 15/8 21/3 Brescia").begin().play("group:122", "unit:21/5").go("123").play("exit")
    assert table.legal() == {"unit:15/8", "unit:21/3"}
    assert table.refusal("done") == "17.1"
    assert table.refusal("unit:Brescia") == "17.1"
    table.play("unit:15/8")
    assert table.refusal("hex:121") == "17.1"
    table.go("123")
    assert table.legal("hex") == set()
    assert table.refusal("stop") == "17.1"
    table.play("exit", "unit:21/3").go("123").play("exit")
    assert table.state.winner == 0


@rule("17.1c")
def test_units_of_two_moves_leave_together() -> None:
    table = Sands("122: 21/5 15/8\n98: 21/3\nAlexandria: Pol", cards=2).begin().play("group:122", "unit:21/5")
    table.go("123").play("exit")
    assert {text for text in table.legal() if not text.startswith("unit")} >= {"rommel-group:98"}
    table.play("unit:15/8").go("123").play("exit", "rommel-group:98", "second:21/3").go("123").play("exit")
    assert table.state.winner == 0
    table = Sands("122: 21/5 15/8\n98: 21/3\nAlexandria: Pol").begin().play("group:122", "unit:21/5").go("123")
    assert table.refusal("exit") == "17.1", "a Basic turn has no second move"


@rule("17.1a", "7.2d", "10.1b")
def test_who_has_left_a_battle_does_not_leave_the_map() -> None:
    """It is disrupted when its move ends, and wins nothing by running away (ruling 69)."""
    table = Sands("98: 21/5 15/8 21/3 22Gd\nAlexandria: Pol").battle("98", "Axis", "122", "123").begin()
    table.play("group:98", "done", "retreat:98", "unit:21/5", "unit:15/8", "unit:21/3").hold_fire().go("123")
    assert table.refusal("exit") == "17.1"
    why = table.game.explain(table.state, 0, table.game.read(table.state, "exit"))
    assert why
    assert "left a battle" in str(why.sentence)
    assert table.play("stop").marked("disrupted")


@rule("17.1c")
def test_units_regroup_to_the_edge_and_leave() -> None:
    table = Sands("122: 21/5 15/8\n98: 21/3\nAlexandria: Pol").begin().regroup("122", "123")
    for unit in ("21/5", "15/8", "21/3"):
        table.play(f"unit:{unit}").go("123")
        assert table.allows("exit")
        table.play("exit")
    assert table.state.winner == 0


@rule("17.1a", "17.1b", "1.6g")
def test_the_base_is_lost_the_moment_an_enemy_stands_in_it_alone() -> None:
    table = Sands("98: 21/5\nFuka: Pol").begin().play("group:98", "unit:21/5", "hex:Alexandria")
    assert (table.decision, table.state.winner) == ("", 0)


@rule("17.1a")
def test_a_defended_base_is_not_lost() -> None:
    table = Sands("98: 21/5\nAlexandria: Pol").begin().play("group:98", "unit:21/5", "hex:Alexandria")
    assert table.decision == "movement"
    assert table.state.winner == -1
