"""11: battles of many units, and the example of dividing combat under 14.1; the fortress exception is apart."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str, phase: str = "combat") -> Desert:
    """A position at the end of a side's movement, or in the phase named."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def odds(table: Desert) -> list[str]:
    """The odds of the battles declared so far."""
    return [ODDS[event.arguments["column"]] for event in table.happened("battle-declared")]


# 11.1, 11.2 Adding factors


@rule("11.1a")
def test_the_factors_of_several_attackers_are_added() -> None:
    """3 + 2 against 2 is 2-1, whether they stand in one hex or in two."""
    table = desert("axis", "M30: 21/104", "N31: Brescia", "M31: 22Gds", "M28: AxisSupply1")
    assert odds(table.attack(["22Gds"], ["21/104", "Brescia"])) == ["2-1"]


@rule("11.2a")
def test_the_factors_of_several_defenders_are_added() -> None:
    """7 against 2 + 4 is 1-1."""
    table = desert("axis", "M30: 21/5", "M31: 22Gds", "L30: 2/3", "M28: AxisSupply1")
    assert odds(table.attack(["22Gds", "2/3"], ["21/5"])) == ["1-1"]


# 11.3 Dividing combat


def two_against_two() -> Desert:
    """21/104 and Pavia, each next to both 22Gds and 4I/5."""
    return desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")


@rule("11.3a")
def test_the_attacker_may_divide_the_combat_or_not() -> None:
    whole = two_against_two().attack(["22Gds", "4I/5"], ["21/104", "Pavia"])
    assert odds(whole) == ["1-1"]
    divided = two_against_two().attack(["22Gds"], ["21/104"]).attack(["4I/5"], ["Pavia"])
    assert odds(divided) == ["1-1", "2-1"]
    other_way = two_against_two().attack(["22Gds"], ["Pavia"]).attack(["4I/5"], ["21/104"])
    assert odds(other_way) == ["1-1", "3-1"]
    for table in (whole, divided, other_way):
        assert table.allows("done")


@rule("11.3.1a")
def test_every_defender_in_whose_zone_units_stand_must_be_attacked() -> None:
    table = two_against_two()
    assert table.refusal("done") == "8.4"
    table.attack(["22Gds"], ["21/104"])
    assert table.refusal("done") == "8.4"  # 4I/5 is left
    table.attack(["4I/5"], ["Pavia"])
    assert table.allows("done")


@rule("11.3.1a")
def test_no_battle_may_take_the_last_attacker_of_a_defender_left_over() -> None:
    table = two_against_two().play("attack:22Gds", "with:21/104", "with:Pavia")
    assert table.refusal("done") == "8.4"
    table.play("target:4I/5")
    assert table.allows("done")


@rule("11.3.2a")
def test_an_attacker_must_be_in_the_zone_of_every_unit_it_attacks() -> None:
    """21/104 in M30 is next to M31; Pavia in N32 is next to M31 and M32; nobody in M30 reaches M32."""
    lines = ("M30: 21/104", "N32: Pavia Trento", "M31: 22Gds", "M32: 4I/5", "O32: AxisSupply1")
    table = desert("axis", *lines).play("attack:4I/5")
    assert table.legal("with") == {"Pavia", "Trento"}
    assert table.refusal("with:21/104") == "8.5"
    table.play("with:Pavia", "done", "attack:22Gds", "with:21/104")
    assert table.refusal("target:4I/5") == "8.5"


@rule("11.3.3a")
def test_all_units_in_an_enemy_zone_must_attack() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "N31: Trento", "M31: 22Gds", "M28: AxisSupply1")
    table.play("attack:22Gds", "with:21/104")
    assert table.refusal("done") == "8.4"
    table.play("with:Pavia")
    assert table.refusal("done") == "8.4"
    table.play("with:Trento")
    assert table.allows("done")


# 11.4, 11.5 Stacks


@rule("11.4a")
def test_a_stack_may_be_attacked_in_separate_battles_by_several_attackers() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds 4I/5", "M28: AxisSupply1")
    table.attack(["22Gds"], ["21/104"]).attack(["4I/5"], ["Pavia"]).play("done")
    assert table.legal("battle") == {"0", "1"}


@rule("11.4a")
def test_a_single_attacker_attacks_a_stack_as_one() -> None:
    table = desert("axis", "M30: 21/5", "M31: 22Gds 4I/5", "M28: AxisSupply1")
    table.play("attack:22Gds", "with:21/5")
    assert table.refusal("done") == "8.4"
    table.play("target:4I/5", "done", "done")
    assert table.legal("battle") == {"0"}


@rule("11.5a")
def test_stacked_attackers_may_fight_units_in_different_hexes_separately() -> None:
    table = two_against_two().attack(["22Gds"], ["21/104"]).attack(["4I/5"], ["Pavia"]).play("done")
    table.play("battle:0").roll(1)  # 1-1, a one: the defender is eliminated
    assert table.where("22Gds") == "dead"
    table.play("battle:1").roll(6)  # 2-1, a six: the attacker is eliminated
    assert table.where("Pavia") == "dead"
    assert table.where("21/104") == "M30"


# 11.6 Soak-offs


def soak_off(weak: str) -> Desert:
    """Two stacked attackers between 2/3 (4) and 22Gds (2)."""
    return desert("axis", f"M30: 21/5 {weak}", "M31: 22Gds", "L30: 2/3 1/2", "M28: AxisSupply1")


@rule("11.6a")
def test_a_weak_attack_gives_better_odds_elsewhere() -> None:
    """Together 9:10 is 1-2. With 2:8 = 1-4 on two brigades the rest has 7:2 = 3-1 on the third."""
    table = soak_off("21/3").attack(["2/3", "1/2"], ["21/3"]).attack(["22Gds"], ["21/5"]).play("done")
    assert odds(table) == ["1-4", "3-1"]


@rule("11.6b")
def test_a_soak_off_at_worse_than_one_to_six_is_refused() -> None:
    """Folgore has one factor: 1:8 would be 1-8, 1:4 is 1-4."""
    table = soak_off("Folgore").play("attack:2/3", "with:Folgore", "target:1/2")
    assert table.refusal("done") == "7.4"
    assert odds(soak_off("Folgore").attack(["2/3"], ["Folgore"])) == ["1-4"]


@rule("11.6b")
@pytest.mark.parametrize(("enemies", "allowed"), [("2/3 22Gds", True), ("2/3 7/7", False)])
def test_one_to_six_is_the_limit(enemies: str, allowed: bool) -> None:
    """Folgore's one factor is enough for six, not for seven: it dies before combat."""
    table = desert("axis", "M30: Folgore", f"M31: {enemies}")
    assert table.where("Folgore") == ("M30" if allowed else "dead")


@rule("11.6c")
def test_units_caught_at_worse_than_one_to_six_are_removed_before_any_battle() -> None:
    table = desert("axis", "M30: Folgore", "M31: 2/3 1/2", "L28: 21/5", "K28: 7A/1", "M27: AxisSupply1")
    assert table.where("Folgore") == "dead"
    assert table.decision == "declare-battles"
    table.attack(["7A/1"], ["21/5"]).play("done")
    assert table.legal("battle") == {"0"}


@rule("11.6c")
def test_bringing_up_units_to_one_to_six_saves_them() -> None:
    """Eight factors are too many for Folgore's one, not for it and the two of 21/3."""
    table = desert("axis", "N32: 21/3", "M29: Folgore", "M31: 2/3 1/2", phase="movement")
    table.move("Folgore", "M30").play("done")
    assert table.where("Folgore") == "M30"
    assert odds(table.attack(["2/3", "1/2"], ["Folgore", "21/3"])) == ["1-3"]


@rule("11.6c")
def test_where_no_division_exists_the_owner_gives_up_units_in_contact_one_by_one() -> None:
    """Ruling 17: Folgore alone reaches the hill with 21/5, which cannot both attack it and Pol."""
    table = desert(
        "axis",
        "N59: 2/3 7/4",
        "N58: Folgore",
        "N57: AxisSupply2",
        "N60: 21/5 AxisSupply1",
        "M60: 7A/1",
        "O30: 21/3",
        "O31: 22Gds",
        "O28: AxisSupply4",
    )
    assert table.decision == "sacrifice"
    assert table.legal("lose") == {"21/5", "21/3", "Folgore"}
    assert table.refusal("lose:Bologna") == "7.4"  # far away
    assert table.game.prompt_rule(table.state) == "11.6"
    table.play("lose:Folgore")
    assert table.decision == "declare-battles"
    assert table.where("21/3") == "O30"


@rule("7.4c", "22.4b")
def test_rommel_is_moved_when_the_unit_with_him_dies_before_combat() -> None:
    """1:8 is worse than 1-6; Trento is the nearest Axis unit."""
    table = desert("axis", "M30: Folgore Rommel", "M31: 2/3 1/2", "M27: Trento")
    assert table.where("Folgore") == "dead"
    assert table.where("Rommel") == "M27"


# 11.7 No unit twice


@rule("11.7a")
def test_no_factor_is_divided_among_battles() -> None:
    table = two_against_two().attack(["22Gds"], ["21/104"]).play("attack:4I/5")
    assert table.legal("with") == {"Pavia"}
    assert table.refusal("with:21/104") == "11.7"


@rule("11.7b")
def test_no_unit_is_attacked_twice() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds 4I/5", "M28: AxisSupply1")
    table.attack(["22Gds"], ["21/104"])
    assert table.refusal("attack:22Gds") == "11.7"
    table.play("attack:4I/5")
    assert table.refusal("target:22Gds") == "11.7"


# 11.8 One battle a turn


@rule("11.8a")
def test_a_unit_that_advanced_next_to_another_enemy_does_not_attack_again() -> None:
    """21/5 takes the escarpment H24 and stands next to 2/3 in G24, which it did not touch before."""
    table = desert("axis", "I25: 21/5", "H24: 7A/1", "G24: 2/3", "K26: AxisSupply1")
    table.attack(["7A/1"], ["21/5"]).play("done", "battle:0").roll(1)
    table.play("unit:21/5")
    assert table.where("21/5") == "H24"
    assert table.decision == "choose-battle"
    assert not table.legal("battle")
    assert not table.legal("attack")
    assert table.refusal("battle:0") == "11.8"
    table.end_turn()
    assert table.where("2/3") == "G24"


def left_in_a_zone(*lines: str, phase: str = "movement") -> Desert:
    """It is the Allied turn: 2/3 stands in the zones of Savona and Brescia on either side."""
    return desert("allied", "M31: 2/3", "M30: Savona", "M32: Brescia", *lines, phase=phase)


@rule("11.8b")
def test_a_unit_left_in_a_zone_may_move_away() -> None:
    table = desert("allied", "M31: 2/3", "M30: Savona", phase="movement")
    table.move("2/3", "M32", "M33").play("done")
    assert table.where("2/3") == "M33"
    assert not table.happened("died-before-combat")


@rule("11.8b")
def test_a_unit_left_in_a_zone_that_stays_must_attack() -> None:
    table = left_in_a_zone("O32: AlliedSupply1").play("done")
    assert table.decision == "declare-battles"
    assert table.refusal("done") == "8.4"
    assert odds(table.attack(["Savona", "Brescia"], ["2/3"])) == ["1-2"]


@rule("11.8b")
def test_a_unit_left_in_a_zone_that_can_neither_attack_nor_move_is_eliminated() -> None:
    """Every hex around M31 lies in a zone it stands in already, and 4:5 = 1-2 needs supply that is not there."""
    table = left_in_a_zone()
    assert "2/3" not in table.legal("unit")
    table.play("done")
    assert table.where("2/3") == "dead"
    assert table.happened("died-before-combat")[0].rule == "11.9"


@rule("11.8c")
def test_a_unit_may_leave_the_zone_and_enter_it_elsewhere_to_attack() -> None:
    table = desert("allied", "M31: 2/3", "M30: Savona", "M33: AlliedSupply1", phase="movement")
    table.play("unit:2/3")
    assert table.refusal("hex:L30") == "8.3"  # directly from zone to zone of one enemy
    table.play("hex:L31", "hex:K30", "hex:L30").play("done")
    assert table.where("2/3") == "L30"
    assert odds(table.attack(["Savona"], ["2/3"])) == ["2-1"]


@rule("11.8c")
def test_a_unit_may_attack_from_where_it_stands() -> None:
    table = desert("allied", "M31: 2/3", "M30: Savona", "M33: AlliedSupply1", phase="movement").play("done")
    assert odds(table.attack(["Savona"], ["2/3"])) == ["2-1"]


@rule("11.8c")
def test_without_the_supply_its_attack_needs_the_unit_dies() -> None:
    table = desert("allied", "M31: 2/3", "M30: Savona", phase="movement").play("done")
    assert table.where("2/3") == "dead"


# 11.9 Isolated in an enemy zone


@rule("11.9a")
@pytest.mark.parametrize(("supply", "alive"), [("M33: AlliedSupply1", True), ("M50: AlliedSupply1", False)])
def test_a_unit_cut_off_from_supply_in_a_zone_dies_before_combat(supply: str, alive: bool) -> None:
    table = desert("allied", "M31: 2/3", "M30: Savona", supply)
    assert (table.where("2/3") == "M31") is alive
    assert (table.decision == "declare-battles") is alive


@rule("11.9b")
@pytest.mark.parametrize(
    ("enemies", "alive"), [("Savona Brescia Pavia", False), ("Savona Brescia Trieste", True)], ids=["1-2", "1-3"]
)
def test_a_unit_without_supply_survives_to_attack_at_one_to_three(enemies: str, alive: bool) -> None:
    """4 against 2 + 3 + 3 = 8 is 1-2 and needs supply; against 2 + 3 + 4 = 9 it is 1-3 and needs none."""
    table = desert("allied", "M31: 2/3", f"M30: {enemies}")
    assert (table.where("2/3") == "M31") is alive
    if alive:
        assert odds(table.attack(enemies.split(), ["2/3"])) == ["1-3"]


# The examples; their figures are lost, so the positions have the same units, odds and neighbours


@rule("11e1")
def test_example_one_a_soak_off_at_one_to_three_buys_five_to_one() -> None:
    """21/3 takes on 2/3 and 9A/24 at 2:6, so that 21/5 and 21/104 have 10:2 against 22Gds."""
    table = desert("axis", "L30: 21/5 21/104", "N32: 21/3", "M31: 22Gds", "M32: 2/3 9A/24", "L28: AxisSupply1")
    table.attack(["2/3", "9A/24"], ["21/3"]).attack(["22Gds"], ["21/5", "21/104"]).play("done")
    assert odds(table) == ["1-3", "5-1"]
    table.play("battle:1").roll(1)
    assert table.where("22Gds") == "dead"
    table.play("battle:0").roll(1)  # AB2
    assert table.decision == "conduct-retreat"


@rule("11e2")
def test_example_two_a_soak_off_drives_the_defender_off_the_escarpment() -> None:
    """90/55 against a doubled 4-4-7 at 2:8, six factors against a doubled 1-1-6 at 6:2. Then 2/3 has to choose."""
    lines = ("I25: 90/55", "I23: 21/104 15/115", "K24: AxisSupply1")
    table = desert("axis", *lines, "H23: 7A/1", "H24: 2/3", "G25: AlliedSupply1")
    table.attack(["2/3"], ["90/55"]).attack(["7A/1"], ["21/104", "15/115"]).play("done")
    assert odds(table) == ["1-4", "3-1"]
    table.play("battle:1").roll(1).play("unit:21/104", "unit:15/115")
    table.play("battle:0").roll(5).end_turn()
    while table.decision != "movement":
        table.play("done" if table.allows("done") else "decline")
    stays = table.copy().play("done")
    assert stays.decision == "declare-battles"
    assert stays.refusal("done") == "8.4"  # counter-attack ...
    assert table.move("2/3", "G24").play("done").decision != "declare-battles"  # ... or leave


def forced_soak_off(*lines: str) -> Desert:
    """Folgore stands behind NZ/2 and next to two brigades of eight factors that nobody else touches."""
    return desert(
        "axis",
        "M30: Ariete",
        "M31: NZ/2",
        "K31: Trento",
        "O33: Pavia",
        "M33: Folgore",
        "M34: 1/2 1/22",
        "M28: AxisSupply1",
        *lines,
    )


@rule("11e3")
def test_example_three_a_forced_soak_off_at_one_to_eight_is_none() -> None:
    """Folgore is removed before the 4-1 attack, and NZ/2, no longer surrounded, can retreat."""
    table = forced_soak_off()
    assert table.where("Folgore") == "dead"
    table.attack(["NZ/2"], ["Ariete"]).play("done", "battle:0")
    assert odds(table) == ["4-1"]
    table.roll(4).play("unit:NZ/2", "hex:M32", "hex:M33")
    assert table.where("NZ/2") == "M33"


@rule("11e3")
def test_example_three_reinforced_to_legal_odds_it_holds_the_ring() -> None:
    """With 21/3 beside it Folgore attacks at 3:8 = 1-3, and NZ/2 has nowhere to go."""
    table = forced_soak_off("N35: 21/3")
    assert table.where("Folgore") == "M33"
    table.attack(["1/2", "1/22"], ["Folgore", "21/3"]).attack(["NZ/2"], ["Ariete"]).play("done")
    assert odds(table) == ["1-3", "4-1"]
    table.play("battle:1").roll(4).play("unit:NZ/2")
    assert table.where("NZ/2") == "dead"


def blue_line() -> Desert:
    """Three red hexes in line, four blue units along them, and the Free French two hexes away."""
    return desert(
        "allied",
        "L31: 2/3 1/22",
        "L32: 7/4",
        "N34: 22Gds",
        "L29: FF",
        "M31: Savona",
        "M32: Brescia",
        "M33: Pavia",
        "J31: AlliedSupply1",
        "O35: AlliedSupply2",
    )


@rule("14e1")
@pytest.mark.parametrize(
    "battles",
    [
        pytest.param(
            [(["Savona", "Brescia"], ["2/3", "1/22"], "1-1"), (["Pavia"], ["7/4", "22Gds"], "2-1")], id="two"
        ),
        pytest.param(
            [(["Savona"], ["2/3"], "2-1"), (["Brescia"], ["1/22", "7/4"], "2-1"), (["Pavia"], ["22Gds"], "1-2")],
            id="three",
        ),
    ],
)
def test_example_of_dividing_combat(battles: list[tuple[list[str], list[str], str]]) -> None:
    """Every red unit in a blue zone is attacked; the Free French are next to nobody and stay out of it."""
    table = blue_line()
    for defenders, attackers, _ in battles:
        assert table.refusal("done") == "8.4"
        table.attack(defenders, attackers, "AlliedSupply2")
    assert odds(table) == [ratio for _, _, ratio in battles]
    assert table.allows("done")


@rule("14e1")
def test_example_of_dividing_combat_the_free_french_attack_nobody() -> None:
    table = blue_line().play("attack:Savona")
    assert "FF" not in table.legal("with")
    assert table.refusal("with:FF") == "8.5"
