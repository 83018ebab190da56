"""3: the sequence of play."""

from __future__ import annotations

import pytest

import sandtable
from tests.games.afrika_korps.desert import Desert
from tests.tabletop import Tabletop

GAME = "afrika-korps"
rule = pytest.mark.rule

AXIS, ALLIED = 0, 1

QUIET = "W6: 21/5 Brescia AxisSupply1\nL59: Pol 4I/5 AlliedSupply1\n"
"""Both armies far apart: no battle, no port."""


def moment(table: Tabletop) -> tuple[int, int, str]:
    return table.state.turn, table.state.active, table.decision


# 3 Movement, then combat


@rule("3.1x2")
def test_movement_comes_first_and_then_the_battles_it_causes() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN29: 21/104 AxisSupply1\nN31: 22Gds\nW6: Brescia\n")
    assert table.refusal("attack:22Gds") == "5.3"
    table.move("21/104", "N30").move("Brescia", "W7").play("done")
    assert table.decision == "declare-battles"
    assert table.refusal("unit:Brescia") == "5.1"
    table.attack(["22Gds"], ["21/104"]).play("done", "battle:0")
    assert table.actor == sandtable.CHANCE


@rule("3.1x2")
def test_a_side_moves_only_the_units_it_wishes() -> None:
    table = Desert(f"turn 5 axis\nphase: movement\n{QUIET}").move("21/5", "W7").play("done")
    assert (table.where("21/5"), table.where("Brescia")) == ("W7", "W6")


@rule("3.1x2")
def test_movement_that_causes_no_battle_ends_the_turn() -> None:
    table = Desert(f"turn 5 axis\nphase: movement\n{QUIET}").play("done")
    assert moment(table) == (5, ALLIED, "movement")


# 3.1 The Axis turn


@rule("3.1a")
def test_the_axis_turn_begins_with_the_convoy_die() -> None:
    table = Desert("turn 3 axis\nphase: start\nW3: Brescia AxisSupply1\nL59: Pol\n")
    assert (table.actor, table.decision) == (sandtable.CHANCE, "convoy")
    assert table.roll(2).decision == "arrivals"
    assert [event.arguments["sunk"] for event in table.happened("convoy")] == [1]


@rule("3.1a")
@pytest.mark.parametrize(
    "garrisons",
    ["W4: Brescia AxisSupply1", "H2: Brescia AxisSupply1", "J62: Brescia AxisSupply1"],
    ids=["no port held", "Bengasi is no port", "the enemy's base is no port"],
)
def test_without_a_port_no_die_is_rolled(garrisons: str) -> None:
    table = Desert(f"turn 3 axis\nphase: start\n{garrisons}\nL50: Pol\n")
    assert table.decision == "movement"
    assert table.happened("convoy") == []


@rule("3.1a")
def test_tobruch_is_a_port_for_the_convoy_too() -> None:
    assert Desert("turn 3 axis\nphase: start\nG25: Brescia AxisSupply1\nL59: Pol\n").decision == "convoy"


@rule("3.1b")
@pytest.mark.parametrize("port", ["W3", "G25"])
def test_the_axis_chooses_the_port_for_its_supply(port: str) -> None:
    table = Desert("turn 2 axis\nphase: start\nW3: Brescia\nG25: 21/5\nL59: Pol\n").roll(3)
    assert table.legal("hex") == {"W3", "G25"}
    assert table.refusal("hex:H2") == "23.3"
    assert table.refusal("hex:J62") == "4.3"
    assert "AxisSupply1" in table.play(f"hex:{port}").at(port)


@rule("3.1b")
def test_supply_lands_only_in_a_port_under_control() -> None:
    table = Desert("turn 2 axis\nphase: start\nW3: Brescia\nL59: Pol\n").roll(3)
    assert table.legal("hex") == {"W3"}
    assert table.refusal("hex:G25") == "19.2"


@rule("3.1c")
def test_units_due_land_after_supply_in_ports_of_choice() -> None:
    table = Desert("turn 3 axis\nphase: start\nW3: Brescia\nG25: 21/5\nL59: Pol\n").roll(6)
    assert table.decision == "land-supply"
    table.play("hex:W3")
    assert table.legal("unit") == {"15/8", "15/115", "15/33"}
    table.play("unit:15/8", "hex:G25", "unit:15/115", "hex:W3", "unit:15/33", "hex:W3", "done")
    assert [table.where(unit) for unit in ("15/8", "15/115", "15/33")] == ["G25", "W3", "W3"]
    assert table.decision == "movement"


@rule("3.1d")
def test_what_has_just_landed_may_move() -> None:
    """Supply, a reinforcement and a replacement, all in the turn they come."""
    table = Desert(
        """
        turn 29 axis
        phase: start
        W3: Brescia Pavia
        L59: Pol
        eliminated: 21/3
        points: 1 0
        """
    )
    table.roll(6).play("hex:W3", "unit:Fj", "unit:21/3", "done")
    assert table.legal("unit") == {"Brescia", "Pavia", "Fj", "21/3", "AxisSupply1"}
    table.move("Fj", "W4").move("21/3", "W4").move("AxisSupply1", "W4")
    assert table.at("W4") == {"Fj", "21/3", "AxisSupply1"}


@rule("3.1e")
def test_no_allied_unit_moves_in_the_axis_turn() -> None:
    table = Desert(f"turn 5 axis\nphase: movement\n{QUIET}")
    assert table.legal("unit") == {"21/5", "Brescia", "AxisSupply1"}
    assert table.refusal("unit:Pol") == "10.1"
    assert table.refusal("unit:AlliedSupply1") == "10.1"
    assert table.refusal("unit:Pol", side=ALLIED) == "3.1"
    assert table.play("unit:21/5").refusal("unit:Pol") == "10.1"


# 3.2 Axis combat


def two_battles(side: str) -> Desert:
    """Two enemies on escarpments, S24 and T26, each next to one attacker; one supply unit feeds both attacks."""
    first, second, weak, other, supply = (
        ("21/5", "15/8", "4I/5", "4I/7", "AxisSupply1")
        if side == "axis"
        else ("2/3", "7/4", "Bologna", "Savona", "AlliedSupply1")
    )
    return Desert(
        f"turn 5 {side}\nphase: combat\nU25: {supply}\nS23: {first}\nS24: {weak}\nU27: {second}\nT26: {other}\n"
    )


@rule("3.2a")
def test_all_axis_attacks_are_resolved_one_by_one() -> None:
    table = two_battles("axis")
    table.attack(["4I/5"], ["21/5"])
    assert table.refusal("done") == "8.4"
    table.attack(["4I/7"], ["15/8"]).play("done")
    assert table.legal("battle") == {"0", "1"}
    table.play("battle:1").roll(6)
    assert table.happened("combat")[-1].arguments["battle"] == 1
    assert len(table.happened("combat")) == 1
    table.play("done")
    assert table.legal("battle") == {"0"}
    assert table.refusal("done") == "3.2"
    assert table.refusal("battle:1") == "11.8"


@rule("3.2b")
@pytest.mark.parametrize("advances", [True, False])
def test_the_axis_decides_at_once_whether_to_advance(advances: bool) -> None:
    """A 7-7-10 against a doubled 1-1-6 is 3-1; a six eliminates the defender of the escarpment."""
    table = two_battles("axis")
    table.attack(["4I/5"], ["21/5"]).attack(["4I/7"], ["15/8"]).play("done", "battle:0").roll(6)
    assert (table.decision, table.actor) == ("advance", AXIS)
    table.play("unit:21/5" if advances else "done")
    assert table.where("21/5") == ("S24" if advances else "S23")
    assert table.legal("battle") == {"1"}


@rule("3.2b")
def test_no_advance_into_open_ground() -> None:
    table = Desert("turn 5 axis\nphase: combat\nN30: 21/5 AxisSupply1\nN31: 22Gds\nL59: Pol\n")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(6)
    assert table.where("22Gds") == "dead"
    assert table.decision == "choose-battle"
    assert table.legal("battle") == set()


# 3.3 The Allied turn


@rule("3.3a")
def test_the_allied_turn_begins_with_a_supply_unit_if_wanted() -> None:
    table = Desert("turn 5 allied\nphase: start\nJ62: Pol\nG25: 4I/5\nW6: 21/5 AxisSupply1\n")
    assert (table.actor, table.decision) == (ALLIED, "land-supply")
    assert table.legal("hex") == {"J62", "G25"}
    assert table.copy().play("decline").state.depots[ALLIED] == 0
    assert table.play("hex:G25").at("G25") == {"4I/5", "AlliedSupply1"}


@rule("3.3a")
@pytest.mark.parametrize(
    "garrison",
    ["L59: Pol", "W3: Pol", "J62: Pol AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply4"],
    ids=["no port", "the enemy's base", "four supply units already"],
)
def test_no_supply_for_the_allies_who_are_not_entitled_to_it(garrison: str) -> None:
    table = Desert(f"turn 4 allied\nphase: start\n{garrison}\nS9: 21/5 AxisSupply1\n")
    if table.decision == "make-room":  # 15.5: whoever destroys nothing receives nothing
        table.play("done")
    assert moment(table) == (4, ALLIED, "movement")


@rule("3.3b")
def test_allied_units_due_land_next_in_ports_of_choice() -> None:
    table = Desert("turn 5 allied\nphase: start\nJ62: Pol\nG25: 4I/5\nW6: 21/5 AxisSupply1\n").play("decline")
    assert table.legal("unit") == {"7/4", "7/7", "7/7SG", "7/4SA", "4I/23"}
    assert (table.actor, table.decision) == (ALLIED, "arrivals")
    table.play("unit:7/4")
    assert (table.actor, table.decision) == (ALLIED, "port")
    table.play("hex:G25", "unit:7/7", "hex:J62", "done")
    assert (table.where("7/4"), table.where("7/7"), table.where("7/4SA")) == ("G25", "J62", "off")
    assert table.decision == "movement"


@rule("3.3c")
def test_the_allies_then_move_any_of_their_units() -> None:
    table = Desert(f"turn 5 allied\nphase: movement\n{QUIET}")
    assert table.legal("unit") == {"Pol", "4I/5", "AlliedSupply1"}
    moving = table.copy().play("unit:Pol")
    assert (table.actor, moving.actor, moving.decision) == (ALLIED, ALLIED, "move")
    table.move("Pol", "L58").move("AlliedSupply1", "M59").play("done")
    assert [table.where(unit) for unit in ("Pol", "4I/5", "AlliedSupply1")] == ["L58", "L59", "M59"]


@rule("3.3d")
def test_no_axis_unit_moves_in_the_allied_turn() -> None:
    table = Desert(f"turn 5 allied\nphase: movement\n{QUIET}")
    assert table.refusal("unit:21/5") == "10.1"
    assert table.refusal("unit:21/5", side=AXIS) == "3.1"


# 3.4 Allied combat


@rule("3.4a")
def test_allied_attacks_are_resolved_one_at_a_time() -> None:
    table = two_battles("allied")
    table.attack(["Bologna"], ["2/3"]).attack(["Savona"], ["7/4"]).play("done")
    table.play("battle:0").roll(1)
    assert len(table.happened("combat")) == 1
    table.play("done")
    assert table.legal("battle") == {"1"}
    assert table.play("battle:1").actor == sandtable.CHANCE


@rule("3.4b")
@pytest.mark.parametrize("advances", [True, False])
def test_the_allies_decide_at_once_whether_to_advance(advances: bool) -> None:
    """A 4-4-7 against a doubled 2-2-4 is 1-1; a one eliminates the defender of the escarpment."""
    table = two_battles("allied")
    table.attack(["Bologna"], ["2/3"]).attack(["Savona"], ["7/4"]).play("done", "battle:0").roll(1)
    assert (table.decision, table.actor) == ("advance", ALLIED)
    table.play("unit:2/3" if advances else "done")
    assert table.where("2/3") == ("S24" if advances else "S23")
    assert table.legal("battle") == {"1"}


# 3.5 The next turn


@rule("3.5a", "3.5b")
def test_the_marker_moves_on_after_the_allied_turn_and_all_begins_again() -> None:
    table = Desert(f"turn 5 axis\nphase: movement\n{QUIET}").play("done")
    assert moment(table) == (5, ALLIED, "movement")
    assert moment(table.play("done")) == (6, AXIS, "movement")
    assert moment(table.play("done", "done", "done")) == (7, ALLIED, "movement")
    turns = [(event.arguments["turn"], event.arguments["side"], event.rule) for event in table.happened("turn")]
    assert turns == [(5, 1, "3.3"), (6, 0, "3.5"), (6, 1, "3.3"), (7, 0, "3.5"), (7, 1, "3.3")]


@rule("3.5b")
def test_the_game_ends_after_turn_38_at_the_latest() -> None:
    table = Desert(f"turn 37 axis\nphase: movement\n{QUIET}").play("done", "done", "done")
    assert moment(table) == (38, ALLIED, "movement")
    assert moment(table.play("done")) == (38, ALLIED, "")
    assert table.actor == sandtable.OVER
    assert table.refusal("done", side=AXIS) == "3.1"
