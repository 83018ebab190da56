"""15.3-15.5: the capture of supply that has an escort; the destruction of supply."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def captured(table: Desert, hex_name: str) -> set[str]:
    """The side, Axis or Allied, of each captured-supply counter in a hex."""
    return {name.partition("Supply")[0] for name in table.at(hex_name) & table.marked("captured")}


def counter_at(table: Desert, hex_name: str) -> str:
    """The one supply counter in a hex."""
    (name,) = (name for name in table.at(hex_name) if "Supply" in name)
    return name


# 15.3.1: supply under an automatic victory


@rule("15.3.1a")
def test_supply_with_the_victims_of_an_automatic_victory_is_captured_in_movement() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/5
        N10: AxisSupply1
        N13: Pol AlliedSupply1
        X66: 22Gds
        """)
    assert table.where("AlliedSupply1") == "N13"
    table.play("declare:Pol", "with:21/5", "done")
    prize = counter_at(table, "N13")
    assert captured(table, "N13") == {"Axis"}
    assert [event.rule for event in table.happened("supply-captured")] == ["15.3.1"]
    table.move(prize, "N14", "N15")  # at once, as in 15.2.1
    assert table.where(prize) == "N15"


@rule("15.3.1a")
def test_an_automatic_victory_over_part_of_the_escort_captures_nothing() -> None:
    table = Desert("""
        turn 3 axis
        phase: movement
        N12: 21/5 15/8
        N10: AxisSupply1
        N13: Pol 2/3 AlliedSupply1
        """)
    table.play("declare:Pol", "with:21/5", "done")
    assert table.where("AlliedSupply1") == "N13"


@rule("15.3.1a")
def test_in_a_fortress_the_supply_of_the_victims_is_captured_by_passing_through() -> None:
    """15.2.3 still holds: from outside it is not. One factor, doubled, falls to fourteen."""
    table = Desert("""
        turn 3 axis
        phase: movement
        H26: 21/5 15/8
        J27: AxisSupply1
        H24: 21/3
        G25: Pol AlliedSupply1
        X66: 22Gds
        """)
    table.play("declare:Pol", "with:21/5", "with:15/8", "done")
    assert table.where("AlliedSupply1") == "G25"
    table.play("unit:21/3", "hex:H25", "hex:G25")
    assert captured(table, "G25") == {"Axis"}
    table.play("hex:G24")


@rule("15.3.1b")
def test_nobody_ends_his_move_in_the_hex_of_the_automatic_victory() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/5
        N10: AxisSupply1
        O12: 21/104
        N13: Pol AlliedSupply1
        X66: 22Gds
        """)
    table.play("declare:Pol", "with:21/5", "done", "unit:21/104", "hex:O13", "hex:N13")
    assert table.refusal("stop") == "9.1"
    table.play("hex:N14", "stop")
    assert table.where("21/104") == "N14"
    assert captured(table, "N13") == {"Axis"}


@rule("15.3.1b")
def test_the_hex_of_an_automatic_victory_is_entered_by_the_advance_after_combat() -> None:
    """N20 is escarpment: fourteen factors against one doubled."""
    table = Desert("""
        turn 3 axis
        phase: movement
        N21: 21/5 15/8
        N22: AxisSupply1
        N20: Pol AlliedSupply1
        X66: 22Gds
        """)
    table.play("declare:Pol", "with:21/5", "with:15/8", "done", "done", "battle:0", "unit:21/5")
    assert table.where("21/5") == "N20"
    assert captured(table, "N20") == {"Axis"}


@rule("15.3.1a", "15.4.1a")
@pytest.mark.parametrize(("die", "stays"), [(1, True), (6, False)])
def test_supply_captured_with_victims_that_survive_is_lost(die: int, stays: bool) -> None:
    """One unit too many stands in M29: 21/5 goes, and Pavia's 2-1 is rolled (ruling 21); a six ends it (28)."""
    table = Desert("""
        turn 20 axis
        phase: movement
        M29: 21/5 Pavia Savona Trento
        M26: AxisSupply1
        M30: 1SA/1 AlliedSupply1
        X66: Pol
        """)
    table.play("declare:1SA/1", "with:21/5", "with:Pavia", "done", "done", "lose:21/5", "done", "battle:0")
    assert captured(table, "M30") == {"Axis"}
    table.roll(die)
    assert captured(table, "M30") == ({"Axis"} if stays else set())
    assert [event.rule for event in table.happened("supply-destroyed")] == ([] if stays else ["15.4.1"])


# 15.3.2.1: the escort beaten


ESCORTED = """
    turn 2 axis
    phase: combat
    N12: 21/104
    N10: AxisSupply1
    N13: 7/3I AlliedSupply1
    X6: Savona
    X66: Pol
    """


def attack_escort(text: str = ESCORTED) -> Desert:
    """21/104 attacks 7/3I at 3:2 = 1-1."""
    return Desert(text).play("done").attack(["7/3I"], ["21/104"]).play("done", "battle:0")


@rule("15.4a")
def test_supply_with_an_escort_is_not_captured_by_moving() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/104
        N10: AxisSupply1
        N13: 7/3I AlliedSupply1
        """)
    table.move("21/104", "N12")
    assert table.where("AlliedSupply1") == "N13"
    assert table.refusal("capture:AlliedSupply1") == "15.4"
    table.play("done", "done")
    assert table.refusal("capture:AlliedSupply1") == "15.3.2.2"  # one unit cannot both take it and fight
    table.attack(["7/3I"], ["21/104"]).play("done", "battle:0").roll(1)
    assert captured(table, "N13") == {"Axis"}


@rule("15.3.2.1a")
def test_supply_falls_to_the_attackers_when_its_escort_is_eliminated() -> None:
    table = attack_escort().roll(1)
    assert table.where("7/3I") == "dead"
    assert captured(table, "N13") == {"Axis"}
    assert [event.rule for event in table.happened("supply-captured")] == ["15.3.2.1"]


@rule("15.3.2.1a", "15.3.2.1b")
def test_supply_falls_to_the_attackers_when_its_escort_retreats_without_it() -> None:
    table = attack_escort().roll(3)
    assert table.legal("unit") == {"7/3I"}  # supply never retreats
    table.play("unit:7/3I", "hex:N14", "hex:N15")
    assert table.where("7/3I") == "N15"
    assert captured(table, "N13") == {"Axis"}


@rule("15.3.2.1a")
@pytest.mark.parametrize("die", [4, 5])
def test_supply_stays_with_its_escort_when_the_attack_fails(die: int) -> None:
    table = attack_escort().roll(die)
    if die == 4:  # attacker back 2
        table.play("unit:21/104", "hex:N11", "hex:N10")
    assert table.at("N13") == {"7/3I", "AlliedSupply1"}


@rule("15.3.2.1a")
def test_supply_stays_while_part_of_its_escort_holds_out() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104 21/5
        N10: AxisSupply1
        N13: 7/3I 7A/1 AlliedSupply1
        """)
    table.play("done").attack(["7/3I"], ["21/104"]).attack(["7A/1"], ["21/5"])
    table.play("done", "battle:0").roll(1)
    assert table.where("AlliedSupply1") == "N13"
    table.play("done", "battle:1")  # the Allies keep the supply; 7-1 needs no die
    assert captured(table, "N13") == {"Axis"}


@rule("15.3.2.1c")
def test_where_both_sides_die_the_supply_is_neither_captured_nor_lost() -> None:
    table = attack_escort().roll(2)  # exchange: three factors for two
    table.play("lose:21/104")
    assert table.where("7/3I") == table.where("21/104") == "dead"
    assert table.at("N13") == {"AlliedSupply1"}


@rule("15.3.2.1c")
def test_where_both_sides_die_a_third_unit_whose_zone_covers_the_supply_takes_it() -> None:
    """Bologna, next to it, fights another brigade."""
    table = Desert(ESCORTED + "    N14: Bologna AxisSupply2\n    O15: 7A/1\n").play("done")
    table.attack(["7/3I"], ["21/104"], "AxisSupply1").attack(["7A/1"], ["Bologna"])
    table.play("done", "battle:0").roll(2).play("lose:21/104")
    assert captured(table, "N13") == {"Axis"}


# 15.3.2.2: one unit takes the supply while others attack the escort


TOLD_OFF = """
    turn 15 allied
    phase: combat
    N12: 32
    N14: 2SA/4
    {more}
    N13: 15/8 AxisSupply1
    X66: Pol
    """


@rule("15.3.2.2a")
@pytest.mark.parametrize("die", [1, 2])
def test_one_unit_takes_escorted_supply_whatever_becomes_of_the_attack(die: int) -> None:
    """32 attacks 15/8 at 2:7 = 1-4."""
    table = Desert(TOLD_OFF.format(more=""))
    table.play("done", "capture:AxisSupply1", "with:2SA/4").attack(["15/8"], ["32"]).play("done", "battle:0")
    assert captured(table, "N13") == {"Allied"}
    assert [event.rule for event in table.happened("supply-captured")] == ["15.3.2.2"]
    table.play("hex:M13", "stop").roll(die)
    assert captured(table, "M13") == {"Allied"}
    assert table.where("15/8") == "N13"


@rule("15.4.1a")
@pytest.mark.parametrize(
    ("more", "decision"),
    [
        pytest.param("", "move-won-supply", id="left there by its new owner"),
        pytest.param(
            "L12: Savona\n    P14: Trento\n    N11: Pavia\n    N15: Brescia\n    N16: 7A/1",
            "combat-die",
            id="no way out",
        ),
    ],
)
def test_captured_supply_does_not_stay_with_its_old_escort(more: str, decision: str) -> None:
    """Ruling 28: it moves out or is lost. Zones of other units may cover every hex around N13."""
    table = Desert(TOLD_OFF.format(more=more))
    table.play("done", "capture:AxisSupply1", "with:2SA/4")
    table.attack(["15/8", "Pavia"] if more else ["15/8"], ["32"])
    if more:
        table.attack(["Brescia"], ["7A/1"])
    table.play("done", "battle:0")
    assert table.decision == decision
    if decision == "move-won-supply":
        table.play("stop")
    assert table.at("N13") == {"15/8"}
    assert [event.rule for event in table.happened("supply-destroyed")] == ["15.4.1"]
    table.roll(1)
    assert table.at("N13") == {"15/8"}


@rule("15.3.2.2a")
def test_the_attack_on_the_escort_must_be_at_one_to_six_or_better() -> None:
    """Pol and 2SA/4 have one factor each: one cannot take the supply while the other attacks 15/8 at 1-7."""
    table = Desert("""
        turn 15 allied
        phase: combat
        N12: 7A/1
        N14: 2SA/4
        N13: 15/8 AxisSupply1
        X66: Pol
        """)
    table.play("done")
    assert table.legal("capture") == set()
    assert table.refusal("capture:AxisSupply1") == "15.3.2.2"


@rule("15.3.2.2b")
def test_only_one_unit_takes_the_supply_and_all_others_attack_the_escort() -> None:
    table = Desert(TOLD_OFF.format(more="N10: AlliedSupply1\n    O13: 1"))
    table.play("done", "capture:AxisSupply1", "with:2SA/4")
    assert table.refusal("capture:AxisSupply1") == "15.3.2.2"
    table.play("attack:15/8", "with:32")
    assert not table.allows("done")
    assert table.refusal("done") == "8.4"  # 1 stands in the zone and must attack as well
    table.play("with:1", "done")
    assert table.allows("done")


@rule("15.3.2.2c")
def test_supply_of_a_garrison_is_not_taken_that_way() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        H26: 21/5
        H25: 21/104
        J27: AxisSupply1
        G25: 9A/20 AlliedSupply1
        """)
    table.play("done")
    assert table.legal("capture") == set()
    assert table.refusal("capture:AlliedSupply1") == "15.3.2.2"
    table.attack(["9A/20"], ["21/5", "21/104"]).play("done", "battle:0").roll(1)  # 15.3.2.1 does reach it
    assert captured(table, "G25") == {"Axis"}


@rule("15.3.2.2b")
def test_one_unit_takes_all_the_supply_in_the_hex() -> None:
    table = Desert(TOLD_OFF.format(more="").replace("AxisSupply1", "AxisSupply1 AxisSupply2"))
    table.play("done", "capture:AxisSupply1", "with:2SA/4").attack(["15/8"], ["32"]).play("done", "battle:0")
    assert table.where("AxisSupply1") == table.where("AxisSupply2") == "off"


# 15.4.1, 15.4.2: supply won by combat


@rule("15.4.1a")
def test_supply_won_by_combat_may_move_its_full_factor() -> None:
    table = attack_escort().roll(1)
    prize = counter_at(table, "N13")
    assert (table.actor, table.decision) == (0, "move-won-supply")
    table.play("hex:O13", "hex:P13", "hex:Q13", "hex:R13", "hex:R14")
    table.play("hex:Q14", "hex:P14", "hex:O14", "hex:N14", "hex:M14")
    assert table.where(prize) == "M14"
    assert {event.rule for event in table.happened("moved")} == {"15.4.1"}
    assert table.decision != "move-won-supply"


@rule("15.4.1a")
def test_supply_won_by_combat_may_stay() -> None:
    table = attack_escort().roll(1).play("stop")
    assert captured(table, "N13") == {"Axis"}
    assert table.decision != "move-won-supply"


@rule("15.4.1b")
@pytest.mark.parametrize("other_supply", [False, True])
def test_supply_to_be_won_by_combat_supports_no_attack_of_that_turn(other_supply: bool) -> None:
    """While 2SA/4 takes the supply 32 and 1 must attack at 1-2, and the supply being taken does not feed them."""
    table = Desert(TOLD_OFF.format(more="O13: 1\n    " + ("N10: AlliedSupply1" if other_supply else "")))
    table.play("done", "capture:AxisSupply1")
    assert table.allows("with:2SA/4") == other_supply


@rule("15.4.2a")
def test_supply_won_by_combat_moves_out_through_the_zone_of_its_old_escort() -> None:
    """Taken by 15.3.2.2 its escort is still there; after a retreat it may be near."""
    beside = Desert(TOLD_OFF.format(more=""))
    beside.play("done", "capture:AxisSupply1", "with:2SA/4").attack(["15/8"], ["32"]).play("done", "battle:0")
    prize = counter_at(beside, "N13")
    assert (beside.actor, beside.decision) == (1, "move-won-supply")
    beside.play("hex:M13", "hex:M14", "hex:M15", "stop")
    assert beside.where(prize) == "M15"
    near = attack_escort().roll(3).play("unit:7/3I", "hex:N14", "hex:N15")
    assert "N14" in near.legal("hex")


@rule("15.4.2a", "15.4.2b")
def test_no_other_enemy_zone_may_be_passed() -> None:
    """L14 holds another Axis unit, whose zone covers M14 and L13."""
    table = Desert(TOLD_OFF.format(more="L14: Savona"))
    table.play("done", "capture:AxisSupply1", "with:2SA/4").attack(["15/8"], ["32"]).play("done", "battle:0")
    table.play("hex:M13")
    assert table.refusal("hex:M14") == "15.4.2"
    assert table.refusal("hex:L13") == "15.4.2"
    assert table.allows("hex:M12")


@rule("15.4.1a")
def test_supply_won_by_combat_keeps_to_the_rules_of_supply_movement() -> None:
    """No hex held by the enemy, none next to his supply without a combat unit, none that is no neighbour."""
    table = attack_escort(ESCORTED + "    O15: 7A/1\n    P12: AlliedSupply2\n    P13: Bologna\n").roll(1)
    assert table.refusal("hex:N15") == "5.2"
    table.play("hex:N12", "hex:O13")
    assert table.refusal("hex:O12") == "13.3"
    assert table.refusal("hex:O14") == "15.4.2"
    table.play("hex:P13")  # with Bologna it may
    beside = attack_escort(ESCORTED + "    N14: 7A/1\n").roll(1)
    assert beside.refusal("hex:N14") == "5.4"


@rule("15.4.2b")
def test_supply_captured_by_moving_has_no_such_right() -> None:
    """The combat unit beside it was not stacked with it, and it was no combat."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/3
        N13: AlliedSupply1
        M13: 9A/20
        X66: Pol
        """)
    table.move("21/3", "N12")
    table.play(f"unit:{counter_at(table, 'N13')}")
    assert table.refusal("hex:N14") == "8.3"
    assert table.refusal("hex:M12") == "8.3"


# The example


@rule("15e1")
def test_example_a_brigade_takes_the_supply_while_another_soaks_off_the_escort() -> None:
    """The figure is lost: the units as named, 15/8 between 32 and 2SA/4, no Allied supply anywhere."""
    table = Desert(TOLD_OFF.format(more=""))
    table.play("done", "capture:AxisSupply1", "with:2SA/4", "attack:15/8")
    assert table.legal("with") == {"32"}
    assert table.refusal("with:2SA/4") == "11.7"  # the capture is its combat
    table.play("with:32", "done", "done", "battle:0", "hex:M13", "stop")
    assert table.marked("used") == set()
    assert captured(table, "M13") == {"Allied"}
    lost = []
    for die in range(1, 7):
        trial = table.copy().roll(die)
        if trial.where("32") == "dead":
            lost.append(die)
    assert len(lost) == 3  # half the dice at 1-4


@rule("15e2")
def test_example_two_units_attack_the_escort_whose_retreat_the_captor_blocks() -> None:
    """1, another 2-2-7, stands with 32; another supply unit than the one captured feeds them: 4:7 = 1-2."""
    text = TOLD_OFF.replace("N12: 32", "N12: 32 1")
    unsupplied = Desert(text.format(more="")).play("done", "capture:AxisSupply1")
    assert not unsupplied.allows("with:2SA/4")
    table = Desert(text.format(more="N10: AlliedSupply1"))
    table.play("done", "capture:AxisSupply1", "with:2SA/4")
    assert table.refusal("capture:AxisSupply1") == "15.3.2.2"  # 1 cannot help to take the supply
    table.attack(["15/8"], ["32", "1"])
    assert table.marked("used") == {"AlliedSupply1"}
    table.play("done", "battle:0", "stop").roll(1)  # 1-2: defender back 2
    table.play("unit:15/8")
    assert table.where("15/8") == "dead"  # 2SA/4 bars its way out


# 15.5: destruction


@rule("15.5a")
def test_a_player_destroys_own_and_captured_supply_in_his_movement() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/3 AxisSupply1 AxisSupply4*
        X66: Pol AlliedSupply1
        """)
    assert table.legal("destroy") == {"AxisSupply1", "AxisSupply4"}
    assert table.refusal("destroy:AlliedSupply1") == "15.5"
    assert table.refusal("destroy:21/3") == "15.5"
    table.play("destroy:AxisSupply1", "destroy:AxisSupply4")
    assert table.at("N12") == {"21/3"}
    assert table.marked("captured") == set()  # the counters may come again as own supply
    assert [event.rule for event in table.happened("supply-destroyed")] == ["15.5", "15.5"]


@rule("15.5a")
def test_a_player_destroys_supply_between_and_after_his_battles() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/5
        N10: AxisSupply1 AxisSupply2
        N13: 7/3I
        X66: Pol
        """)
    table.attack(["7/3I"], ["21/5"], "AxisSupply1").play("done")
    assert table.legal("destroy") == {"AxisSupply1", "AxisSupply2"}
    table.play("battle:0").roll(1)
    table.play("destroy:AxisSupply2", "done")
    assert table.where("AxisSupply2") == "off"


@rule("15.5a")
def test_the_other_side_destroys_supply_before_it_is_attacked() -> None:
    table = Desert(ESCORTED)
    assert (table.actor, table.decision) == (1, "destroy-supply")
    assert table.legal() == {"destroy:AlliedSupply1", "done"}
    assert table.refusal("destroy:AxisSupply1") == "15.5"
    assert table.refusal("unit:7/3I") == "10.1"
    table.play("destroy:AlliedSupply1")
    assert table.where("AlliedSupply1") == "off"
    table.attack(["7/3I"], ["21/104"]).play("done", "battle:0").roll(1)
    assert table.happened("supply-captured") == []


@rule("15.5a")
def test_the_other_side_destroys_supply_right_after_a_combat() -> None:
    """7/3I has fallen to the first attack; before the second the Allies think again about their supply."""
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104 21/5
        N10: AxisSupply1
        N13: 7/3I 7A/1 AlliedSupply1
        """)
    table.play("done").attack(["7/3I"], ["21/104"]).attack(["7A/1"], ["21/5"])
    table.play("done", "battle:0").roll(1)
    assert (table.actor, table.decision) == (1, "destroy-supply")
    table.play("destroy:AlliedSupply1", "battle:1")
    assert table.happened("supply-captured") == []


@rule("15.5a")
def test_supply_out_of_the_enemys_reach_is_not_asked_about() -> None:
    table = Desert(ESCORTED.replace("N13: 7/3I AlliedSupply1", "N13: 7/3I\n    N17: AlliedSupply1"))
    assert table.decision == "declare-battles"
