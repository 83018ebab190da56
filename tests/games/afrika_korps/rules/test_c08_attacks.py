"""8: moving into contact, the duty to attack, and battles fought one at a time."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.kernel.flow import CHANCE
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")

BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, phase: str, *lines: str) -> Desert:
    """A position with a unit and supply of each side far from the action, so that nobody is beaten or isolated."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table  # 15.5: nobody destroys his supply


def odds_declared(table: Desert) -> str:
    """The odds of the battle declared last."""
    return ODDS[table.happened("battle-declared")[-1].arguments["column"]]


# 8.1, 8.2 Into the zone


@rule("8.1a")
@pytest.mark.parametrize(("unit", "enemy"), [("21/3", "2/3"), ("21/5", "Pol")])
def test_a_unit_stops_as_soon_as_it_enters_a_zone(unit: str, enemy: str) -> None:
    table = desert("axis", "movement", f"N30: {enemy}", f"N33: {unit}")
    table.play(f"unit:{unit}", "hex:N32", "hex:N31")
    assert table.decision == "movement"
    assert unit not in table.legal("unit")
    assert table.refusal(f"unit:{unit}") == "8.1"


@rule("8.1a")
def test_it_may_enter_with_its_last_point_and_not_go_on_with_more() -> None:
    """Six points, two spent: the four others are of no use this turn."""
    table = desert("allied", "movement", "N30: Ariete", "N33: Pol")
    table.play("unit:Pol", "hex:N32", "hex:N31")
    assert table.state.spent[table.state.printed.unit_number["Pol"]] == 2
    assert table.refusal("unit:Pol") == "8.1"


@rule("8.1b", "8.3a")
def test_it_need_not_stop_in_the_zone_of_an_enemy_under_automatic_victory() -> None:
    """Pol is done for; the unit passes through its zone, but stops in the zone of 7A/1, who is not."""
    table = desert("axis", "movement", "N30: Pol", "N27: 7A/1", "N31: 21/5 AxisSupply1", "L30: 21/3")
    table.play("declare:Pol", "with:21/5", "done", "unit:21/3", "hex:M30", "hex:M29", "hex:N29")
    assert table.decision == "move"
    table.play("hex:N28")
    assert table.refusal("unit:21/3") == "8.1"


@rule("8.2a")
def test_any_number_of_units_may_enter_a_zone() -> None:
    """Six units go into two hexes of one zone, one after another, and all attack together."""
    table = desert("axis", "movement", "N30: 2/3", "N33: 21/5 21/104 21/3 AxisSupply1", "P33: 15/8 15/115 15/33")
    for unit in ("21/5", "21/104", "21/3"):
        table.move(unit, "N32", "N31")
    for unit in ("15/8", "15/115", "15/33"):
        table.move(unit, "O32", "O31")
    table.play("done").attack(["2/3"], ["21/5", "21/104", "21/3", "15/8", "15/115", "15/33"])
    assert odds_declared(table) == "6-1"  # 24 against 4


@rule("8.2a")
def test_stacking_limits_how_many_stay_there() -> None:
    table = desert("axis", "movement", "N30: 2/3", "N31: 21/5 21/104 21/3", "N32: 15/8 AxisSupply1")
    table.move("15/8", "N31").play("done")
    assert table.decision == "reduce-stack"
    assert table.legal("lose") == {"21/5", "21/104", "21/3", "15/8"}


# 8.3 From zone to zone


@rule("8.3a")
def test_a_unit_does_not_move_through_a_zone() -> None:
    """The way from M31 to M28 leads through M30 and M29, both in the zone: it ends in M30."""
    table = desert("axis", "movement", "N30: Pol", "M31: 21/3")
    table.play("unit:21/3", "hex:M30")
    assert table.decision == "movement"
    assert table.refusal("unit:21/3") == "8.1"


@rule("8.3a")
def test_a_unit_that_starts_in_a_zone_may_leave_it_and_go_on() -> None:
    table = desert("axis", "movement", "N30: Pol", "N31: 21/3")
    table.play("unit:21/3", "hex:N32", "hex:N33", "hex:N34")
    assert table.decision == "move"


@rule("8.3b")
@pytest.mark.parametrize("hex_name", ["M30", "O31"])
def test_no_step_from_one_zone_hex_to_another_of_the_same_enemy(hex_name: str) -> None:
    table = desert("axis", "movement", "N30: Pol", "N31: 21/3").play("unit:21/3")
    assert table.refusal(f"hex:{hex_name}") == "8.3"
    assert table.legal("hex") == {"N32", "M31", "O32"}


@rule("8.3b")
def test_an_advance_after_combat_may_step_so() -> None:
    """M59 holds N60 and N59 in its zone; 21/5 goes from the one to the other after combat (16.2)."""
    moving = desert("axis", "movement", "M59: 7A/1", "N60: 21/5").play("unit:21/5")
    assert moving.refusal("hex:N59") == "8.3"
    table = desert(
        "axis", "combat", "N59: Pol", "M59: 7A/1", "N60: 21/5", "M60: 21/3", "N62: AxisSupply1"
    )  # fmt: skip
    table.attack(["Pol"], ["21/5"]).attack(["7A/1"], ["21/3"]).play("done", "battle:0").roll(1)
    table.play("unit:21/5")
    assert table.where("21/5") == "N59"


@rule("8.3b")
def test_supply_taken_from_its_escort_may_step_so() -> None:
    """15.4.2: it leaves the hex of its old escort through that escort's zone."""
    table = desert("axis", "combat", "N30: 2/3 AlliedSupply1", "N31: 21/3", "N29: 21/5 AxisSupply1")
    table.play("capture:AlliedSupply1", "with:21/3").attack(["2/3"], ["21/5"]).play("done", "battle:0")
    assert table.decision == "move-won-supply"
    table.play("hex:M30", "hex:M29")
    assert table.allows("hex:L29")


@rule("8.3c")
def test_back_into_the_same_zone_only_by_way_of_a_free_hex() -> None:
    table = desert("axis", "movement", "N30: Pol", "N31: 21/3").play("unit:21/3")
    assert table.refusal("hex:M30") == "8.3"
    table.play("hex:M31", "hex:M30")
    assert table.where("21/3") == "M30"
    assert table.refusal("unit:21/3") == "8.1"


@rule("8.3c")
def test_a_hex_in_another_zone_is_no_free_hex() -> None:
    """2/3 holds M31 and N32: the unit may go there, but stops, and gets no further."""
    table = desert("axis", "movement", "N30: Pol", "M32: 2/3", "N31: 21/3").play("unit:21/3")
    table.play("hex:M31")
    assert table.decision == "movement"
    assert table.refusal("unit:21/3") == "8.1"


@rule("8.3d")
def test_from_the_zone_of_one_enemy_straight_into_that_of_another() -> None:
    table = desert("axis", "movement", "N30: Pol", "N33: 7A/1", "N31: 21/3").play("unit:21/3", "hex:N32")
    assert table.where("21/3") == "N32"
    assert table.refusal("unit:21/3") == "8.1"


@rule("8.3d")
def test_not_where_the_first_enemy_holds_the_hex_too() -> None:
    """M30 lies in the zones of both."""
    table = desert("axis", "movement", "N30: Pol", "L30: 7A/1", "N31: 21/3").play("unit:21/3")
    assert table.refusal("hex:M30") == "8.3"


@rule("8.3d")
def test_whoever_starts_in_several_zones_must_avoid_them_all() -> None:
    """Ruling 25: between N30 and N32 every neighbour of N31 lies in the zone of one of the two."""
    table = desert("axis", "movement", "N30: Pol", "N32: 7A/1", "N31: 21/3", "N40: 21/5")
    assert table.legal("unit") == {"21/5", "Bologna", "AxisSupply3"}
    assert table.refusal("unit:21/3") == "8.3"


# 8.4 The duty to attack


@rule("8.4a")
@pytest.mark.parametrize(
    "enemies",
    [
        pytest.param({"N30": ["Pol", "7A/1"]}, id="two in one hex"),
        pytest.param({"N30": ["Pol"], "M31": ["7A/1"]}, id="two hexes"),
    ],
)
def test_every_enemy_in_whose_zone_units_stand_must_be_attacked(enemies: dict[str, list[str]]) -> None:
    lines = [f"{place}: {' '.join(units)}" for place, units in enemies.items()]
    table = desert("axis", "combat", *lines, "N31: 21/5 21/3 AxisSupply1")
    assert table.refusal("done") == "8.4"
    table.play("attack:Pol", "with:21/5", "done")
    assert table.refusal("done") == "8.4"  # 7A/1 has not been attacked yet
    table.play("attack:7A/1", "with:21/3", "done", "done")
    assert table.decision == "choose-battle"


@rule("8.4a")
def test_a_battle_that_leaves_an_enemy_over_is_not_legal() -> None:
    """One unit, two enemies: it attacks both together, or the battle cannot be closed."""
    table = desert("axis", "combat", "N30: Pol", "M31: 7A/1", "N31: 21/5 AxisSupply1").play(
        "attack:Pol", "with:21/5"
    )
    assert table.refusal("done") == "8.4"
    table.play("target:7A/1", "done", "done")
    assert table.decision == "choose-battle"


@rule("8.4a")
def test_an_enemy_whose_zone_nobody_entered_need_not_be_attacked() -> None:
    table = desert("axis", "combat", "N30: Pol", "N28: 7A/1", "N31: 21/5 AxisSupply1")
    table.attack(["Pol"], ["21/5"]).play("done", "battle:0")
    assert table.where("Pol") == "dead"
    assert table.where("7A/1") == "N28"


@rule("8.4b")
def test_every_unit_in_a_zone_must_attack_somebody() -> None:
    """Three stand next to Pol; leaving one out is not legal, though the others are enough."""
    table = desert(
        "axis", "combat", "N30: Pol", "N31: 21/5 Folgore", "N29: 21/3", "N33: AxisSupply1", "N27: AxisSupply2"
    )
    table.play("attack:Pol", "with:21/5", "with:21/3")
    assert table.refusal("done") == "8.4"
    table.play("with:Folgore", "done")
    assert table.happened("battle-declared")


@rule("8.4b")
def test_units_outside_all_zones_do_not_attack() -> None:
    table = desert("axis", "combat", "N30: Pol", "N31: 21/5 AxisSupply1", "N32: 21/3")
    table.play("attack:Pol")
    assert table.refusal("with:21/3") == "8.5"
    table.play("with:21/5", "done", "done")
    assert table.decision == "choose-battle"


@rule("8.4b")
def test_the_duty_falls_on_units_that_did_not_move_too() -> None:
    """It is their own combat step that counts: the Allied units stand where an Axis turn has left them."""
    table = desert("allied", "movement", "N30: Brescia", "N31: Pol 7A/1", "N33: AlliedSupply1").play("done")
    assert table.refusal("done") == "8.4"
    table.play("attack:Brescia", "with:Pol")
    assert table.refusal("done") == "8.4"
    table.play("with:7A/1", "done")
    assert odds_declared(table) == "1-2"  # 2 against 3


# 8.5 Adjacent to all


@rule("8.5a")
def test_every_attacker_must_be_adjacent_to_every_defender() -> None:
    """21/3 in N29 touches N30 but not M31: with both attacked in one battle it cannot take part."""
    table = desert(
        "axis", "combat", "N30: Pol", "M31: 7A/1", "N31: 21/5 21/104 AxisSupply1", "N29: 21/3 AxisSupply2"
    )  # fmt: skip
    table.play("attack:7A/1", "with:21/5")
    assert table.refusal("with:21/3") == "8.5"
    table.play("done", "attack:Pol", "with:21/3")
    assert table.refusal("target:7A/1") == "8.5"
    table.play("with:21/104", "done")
    assert len(table.happened("battle-declared")) == 2


@rule("8.5a")
def test_units_on_both_sides_of_a_closed_hexside_are_not_adjacent() -> None:
    """21/5 in F18 attacks Pol in E18; 21/104 in F19 cannot take part over the sea."""
    table = desert("axis", "combat", "E18: Pol", "F18: 21/5 AxisSupply1", "F19: 21/104").play("attack:Pol")
    assert table.legal("with") == {"21/5"}
    assert table.refusal("with:21/104") == "8.5"


# 8.6 One battle at a time


def two_battles() -> Desert:
    """On the hill N59, and far south of it: battle 0 at 3-1, battle 1 at 1-1."""
    table = desert(
        "axis", "combat", "N59: Pol", "N60: 21/5", "N62: AxisSupply1", "T30: 7/7", "T31: 15/115 AxisSupply2"
    )  # fmt: skip
    return table.attack(["Pol"], ["21/5"]).attack(["7/7"], ["15/115"]).play("done")


@rule("8.6a")
@pytest.mark.parametrize("order", [("0", "1"), ("1", "0")])
def test_the_attacker_chooses_the_order_of_the_battles(order: tuple[str, str]) -> None:
    table = two_battles()
    assert table.legal("battle") == {"0", "1"}
    table.play(f"battle:{order[0]}").roll(1)
    if table.decision == "advance":
        table.play("done")
    assert table.legal("battle") == {order[1]}
    assert table.refusal(f"battle:{order[0]}") == "11.8"
    assert table.refusal("done") == "3.2"
    table.play(f"battle:{order[1]}").roll(1)
    assert (table.where("Pol"), table.where("7/7")) == ("dead", "dead")


@rule("8.6a")
def test_when_all_battles_are_fought_the_turn_ends() -> None:
    table = two_battles().play("battle:1").roll(1).play("battle:0").roll(1).play("done")  # nobody advances
    assert table.decision == "choose-battle"  # supply may still be destroyed (15.5)
    assert table.legal() == {"done", "destroy:AxisSupply1", "destroy:AxisSupply2", "destroy:AxisSupply3"}
    table.play("destroy:AxisSupply3", "done")
    assert table.where("AxisSupply3") == "off"
    assert (table.state.active, table.actor) == (ALLIED, ALLIED)


@rule("8.6a")
def test_without_supply_it_ends_with_the_last_battle() -> None:
    table = Desert("turn 20 axis\nphase: combat\nN30: 2/3\nN31: Folgore\nW3: Bologna\nJ62: 4I/11 AlliedSupply4")
    table.attack(["2/3"], ["Folgore"]).play("done", "battle:0").roll(6)
    assert (table.where("Folgore"), table.state.active) == ("dead", ALLIED)


@rule("8.6a")
def test_no_battle_is_fought_before_movement_is_over() -> None:
    table = desert("axis", "movement", "N30: Pol", "N31: 21/5 AxisSupply1", "N40: 21/3")
    assert table.refusal("attack:Pol") == "5.3"
    assert table.refusal("battle:0") == "8.6"
    table.play("done")
    assert table.refusal("unit:21/3")


@rule("8.6b")
def test_a_retreat_is_made_before_the_next_battle() -> None:
    table = two_battles().play("battle:1").roll(3)  # DB2
    assert table.decision == "conduct-retreat"
    assert table.refusal("battle:0") == "8.6"
    table.play("unit:7/7", "hex:T29")
    assert table.refusal("battle:0") == "8.6"
    table.play("hex:T28")
    assert table.decision == "choose-battle"
    assert table.legal("battle") == {"0"}


@rule("8.6b", "16.1c")
def test_an_advance_is_made_before_the_next_battle() -> None:
    table = two_battles().play("battle:0").roll(1)  # DE
    assert table.decision == "advance"
    assert table.refusal("battle:1") == "16.1"
    table.play("unit:21/5")
    assert table.where("21/5") == "N59"
    assert table.legal("battle") == {"1"}


@rule("8.6b")
def test_what_a_retreat_has_changed_counts_in_the_next_battle() -> None:
    """9A/20, driven from N30 to P30, closes ways by which 21/104, itself beaten next, could have gone."""
    table = desert(
        "axis", "combat", "N30: 9A/20", "N31: 21/5", "R30: 7/7", "R31: 21/104", "P31: AxisSupply1"
    )  # fmt: skip
    table.attack(["9A/20"], ["21/5"]).attack(["7/7"], ["21/104"]).play("done", "battle:0").roll(3)
    table.play("unit:9A/20", "hex:O30", "hex:P30")
    assert table.where("9A/20") == "P30"
    table.play("battle:1").roll(4)  # AB2: Q31 and Q30 now lie in the zone of 9A/20
    table.play("unit:21/104")
    assert table.refusal("hex:Q31") == "7.6.2"
    assert table.allows("hex:R32")


# 8.7 Attack factors


@rule("8.7a")
@pytest.mark.parametrize(
    ("position", "defender", "attacker", "odds"),
    [
        (("N59: 21/5", "N60: 7/7", "N57: AxisSupply1"), "7/7", "21/5", "2-1"),  # from an escarpment: 7 against 3
        (("N59: 7/7", "N60: 21/5", "N62: AxisSupply1"), "7/7", "21/5", "1-1"),  # onto one: 7 against 6
        (("G25: 21/5 AxisSupply1", "H26: 7/7"), "7/7", "21/5", "2-1"),  # out of a fortress: 7 against 3
        (("H25: 21/5 AxisSupply1", "G25: 7/7"), "7/7", "21/5", "1-1"),  # from an escarpment into a fortress
    ],
)
def test_the_attack_factor_is_the_printed_one_on_any_terrain(
    position: tuple[str, ...], defender: str, attacker: str, odds: str
) -> None:
    table = desert("axis", "combat", *position).attack([defender], [attacker])
    assert odds_declared(table) == odds


# What follows a battle, step by step


@rule("22.4b", "16.1a")
def test_rommel_left_alone_is_gone_before_anybody_advances() -> None:
    table = desert("allied", "combat", "N59: Brescia Rommel", "N60: 2/3 1/2", "N62: AlliedSupply1", "S57: Pavia")
    table.attack(["Brescia"], ["2/3", "1/2"]).play("done", "battle:0").roll(1)
    assert table.decision == "advance"
    assert table.where("Rommel") == "S57"


@rule("15.4.2a")
def test_supply_left_by_a_beaten_escort_may_leave_its_zone() -> None:
    """7/3I is driven from N30 to N29 by way of M29, and holds M29 and O30: the supply may go there."""
    table = desert("axis", "combat", "N30: 7/3I AlliedSupply1", "N31: 21/5", "N33: AxisSupply1")
    table.attack(["7/3I"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:7/3I", "hex:M29", "hex:N29")
    assert table.decision == "move-won-supply"  # the supply in N30 is next to its old escort in N29
    assert {"M29", "O30"} <= table.legal("hex")


@rule("15.4.2b")
def test_it_may_not_enter_the_zone_of_anybody_else() -> None:
    """7A/1 in L29 holds M29 and M30."""
    table = desert("axis", "combat", "N30: 7/3I AlliedSupply1", "L29: 7A/1", "N31: 21/5", "N33: AxisSupply1")
    table.attack(["7/3I"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:7/3I", "hex:O30", "hex:N29")
    assert table.refusal("hex:M29") == "15.4.2"
    assert table.refusal("hex:M30") == "15.4.2"
    assert table.allows("hex:O30")


@rule("15.3.2.1c")
def test_supply_whose_escort_and_all_attackers_fell_is_left_alone() -> None:
    table = desert("axis", "combat", "N30: 7/7 AlliedSupply1", "N31: 21/104", "N33: AxisSupply1")
    table.attack(["7/7"], ["21/104"]).play("done", "battle:0").roll(2)
    assert table.at("N30") == {"AlliedSupply1"}


@rule("15.3.2.1c")
def test_left_in_the_zone_of_another_unit_it_is_taken() -> None:
    """21/5 in N29 fought 7A/1 in N28 and stands next to the supply, whose escort and its attacker are dead."""
    around = ("N31: 21/104 AxisSupply1", "N29: 21/5 AxisSupply2", "N28: 7A/1")
    table = desert("axis", "combat", "N30: 7/7 AlliedSupply1", *around)
    table.attack(["7/7"], ["21/104"]).attack(["7A/1"], ["21/5"]).play("done", "battle:0").roll(2)
    assert "AlliedSupply1" not in table.at("N30")
    assert len(table.happened("supply-captured")) == 1


@rule("15.2.3c", "16.3a")
def test_two_supply_units_alone_in_a_fortress_are_taken_one_after_the_other() -> None:
    """The first taker advances into Tobruch and thereby takes the second too."""
    table = desert("axis", "combat", "G25: AlliedSupply1 AlliedSupply2", "H26: 21/5", "H25: 21/104")
    table.play("capture:AlliedSupply1", "with:21/5", "capture:AlliedSupply2", "with:21/104", "done")
    table.play("capture:AlliedSupply1", "unit:21/5", "done")
    assert table.where("21/5") == "G25"
    assert {table.where("AlliedSupply1"), table.where("AlliedSupply2")} == {"off"}
    assert table.state.active == ALLIED  # nothing is left to be taken: the turn is over


# Who decides

OWN, OTHER = ALLIED, AXIS


@pytest.mark.parametrize(
    ("lines", "steps", "decisions"),
    [
        pytest.param(
            ("M30: 7A/1 7A/2 Pol 4I/5",),
            (),
            [("reduce-stack", OWN)],
            id="who is lost from an overfull hex",
        ),
        pytest.param(
            (
                "N59: 21/5", "N58: 7A/1", "N57: AlliedSupply2", "N60: 2/3 AlliedSupply1", "M60: Folgore",
            ),
            (),
            [("sacrifice", OWN)],
            id="who is given up where no division exists",
        ),
        pytest.param(
            ("I24: 2/3 1/2", "H23: Folgore", "H24: Savona", "K26: AlliedSupply1"),
            (
                "attack:Folgore", "target:Savona", "with:2/3", "with:1/2", "done", "done", "battle:0", "1",
                "unit:2/3",
            ),
            [
                ("declare-battles", OWN), *[("form-battle", OWN)] * 4, ("declare-battles", OWN),
                ("choose-battle", OWN), ("combat-die", CHANCE), ("advance", OWN), ("advance-to", OWN),
            ],
            id="battles and advances",
        ),
        pytest.param(
            ("J28: 2/3 1/2", "I27: Savona", "G24: 22Gds", "L28: AlliedSupply1"),
            (
                "attack:Savona", "with:2/3", "with:1/2", "done", "done", "battle:0", "3", "permit", "unit:Savona",
                "hex:H26", "hex:G25", "done", "attack:Savona",
            ),
            [
                ("declare-battles", OWN), *[("form-battle", OWN)] * 3, ("declare-battles", OWN),
                ("choose-battle", OWN), ("combat-die", CHANCE), ("consent", OTHER), ("conduct-retreat", OWN),
                *[("retreat-step", OWN)] * 2, ("advance", OWN), ("choose-battle", OWN), ("attack-fugitives", OWN),
            ],
            id="a retreat into a fortress and the attack there",
        ),
        pytest.param(
            ("M30: 2/3 7A/1", "M31: Folgore AxisSupply1", "M28: AlliedSupply1", "M27: AlliedSupply2"),
            ("done", "attack:Folgore", "with:2/3", "done", "supply:AlliedSupply1", "capture:AxisSupply1"),
            [
                ("destroy-supply", OTHER), ("declare-battles", OWN), *[("form-battle", OWN)] * 2, ("support", OWN),
                ("declare-battles", OWN), ("choose-captor", OWN),
            ],
            id="supply destroyed, used and taken",
        ),
        pytest.param(
            ("M30: 2/3", "M31: Savona", "M28: AlliedSupply1"),
            ("attack:Savona", "with:2/3", "done", "done", "battle:0", "2"),
            [
                ("declare-battles", OWN), *[("form-battle", OWN)] * 2, ("declare-battles", OWN),
                ("choose-battle", OWN), ("combat-die", CHANCE), ("exchange", OWN),
            ],
            id="losses of the attacker",
        ),
        pytest.param(
            ("H26: 2/3", "G25: 21/3 Savona", "J27: AlliedSupply1"),
            ("attack:21/3", "target:Savona", "with:2/3", "done", "done", "battle:0", "2"),
            [
                ("declare-battles", OWN), *[("form-battle", OWN)] * 3, ("declare-battles", OWN),
                ("choose-battle", OWN), ("combat-die", CHANCE), ("exchange", OTHER),
            ],
            id="losses of the defender",
        ),
    ],
)  # fmt: skip
def test_who_decides_what_in_an_allied_combat_phase(
    lines: tuple[str, ...], steps: tuple[str, ...], decisions: list[tuple[str, int]]
) -> None:
    table = Desert("\n".join(["turn 20 allied", "phase: combat", *lines, *BYSTANDERS]))
    seen = [(table.decision, table.actor)]
    for step in steps:
        table.roll(step) if step.isdecimal() else table.play(step)
        seen.append((table.decision, table.actor))
    assert seen == decisions
