"""21: Allied substitute counters: what they stand for, when they are formed and broken down."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

FAR_AXIS = "W6: 21/5 AxisSupply1"
FAR_ALLIES = "L64: 7/3I AlliedSupply1"


def end_of_movement(*lines: str, turn: int = 33) -> Desert:
    """An Allied turn whose movement is done; August 1942 unless told otherwise."""
    return Desert("\n".join([f"turn {turn} allied", "phase: combat", FAR_AXIS, FAR_ALLIES, *lines]))


# 21.1: what a substitute stands for


@rule("21.1a")
@pytest.mark.parametrize(("turn", "offered"), [(32, False), (33, True), (38, True)])
def test_substitutes_are_formed_from_august_1942_on(turn: int, offered: bool) -> None:
    """1 August 1942 is turn 33."""
    table = end_of_movement("P50: 1/2", turn=turn)
    assert (table.decision == "substitution") == offered


@rule("21.1a")
def test_the_units_leave_the_map_and_the_substitute_takes_their_hex() -> None:
    table = end_of_movement("P50: 7/7 7/7SG 9A/20")
    assert (table.actor, table.decision) == (1, "substitution")
    table.play("form:Sub1")
    assert (table.actor, table.decision) == (1, "form-substitute")
    table.play("unit:7/7", "unit:7/7SG")
    assert table.at("P50") == {"Sub1", "9A/20"}
    assert (table.where("7/7"), table.where("7/7SG")) == ("inside", "inside")


@rule("21.1b")
@pytest.mark.parametrize(
    ("stack", "forms"),
    [
        ("1/2", {"Sub1", "Sub2"}),
        ("1 32", {"Sub1", "Sub2"}),
        ("10/8 1", set()),
        ("10/8", set()),
        ("9A/20 7A/1", {"Sub3", "Sub4", "Sub5", "Sub6"}),
        ("9A/20 22Gds", set()),
        ("7A/1 7A/2", set()),
    ],
)
def test_the_units_have_together_just_the_attack_factor_of_the_substitute(stack: str, forms: set[str]) -> None:
    """Armour substitutes are 4-4-10, infantry 3-3-7; 1 and 32 have two factors each, 10/8 three."""
    table = end_of_movement(f"P50: {stack}")
    assert table.legal("form") == forms
    if table.decision == "substitution" and not forms:
        assert table.refusal("form:Sub1") == "21.1"


@rule("21.1b")
def test_no_unit_too_many_goes_into_a_substitute() -> None:
    """With 1 and 32 chosen the four factors are full; 7/7SG stays outside."""
    table = end_of_movement("P50: 1 32 7/7SG").play("form:Sub1")
    assert table.legal("unit") == {"1", "32"}
    assert table.refusal("unit:7/7SG") == "21.1"


@pytest.mark.parametrize(
    ("stack", "forms"),
    [
        pytest.param("7/7 7/7SG", {"Sub1", "Sub2"}, marks=rule("21.1c")),
        pytest.param("10/8 2/2SG", {"Sub1", "Sub2"}, marks=rule("21.1c")),
        pytest.param("9A/20 22Gds", set(), marks=rule("21.1c")),
        pytest.param("10/8 7A/1", set(), marks=rule("21.1c")),
        pytest.param("1 9A/20", set(), marks=rule("21.1c")),
        pytest.param("9A/20 2SA/7R", {"Sub3", "Sub4", "Sub5", "Sub6"}, marks=rule("21.1d")),
        pytest.param("2SA/7R 1SA/3R 7/4SA", {"Sub3", "Sub4", "Sub5", "Sub6"}, marks=rule("21.1d")),
        pytest.param("7/7", set(), marks=rule("21.1d")),
        pytest.param("10/8", set(), marks=rule("21.1d")),
        pytest.param("9A/20 7/7SG", set(), marks=rule("21.1d")),
    ],
)
def test_armour_stands_for_armour_and_mechanised_infantry_for_infantry_and_recce(
    stack: str, forms: set[str]
) -> None:
    assert end_of_movement(f"P50: {stack}").legal("form") == forms


@rule("21.1c", "21.1d")
def test_a_unit_of_the_wrong_class_is_refused() -> None:
    table = end_of_movement("P50: 1/2 7/7SG 9A/20", "P52: 9A/18 7A/1 7/7")
    assert table.copy().play("form:Sub1").refusal("unit:9A/20") == "21.1"
    assert table.play("form:Sub3").refusal("unit:7/7") == "21.1"


# 21.2: when and where


@rule("21.2a")
def test_substitution_belongs_to_the_end_of_allied_movement() -> None:
    table = Desert(f"turn 33 allied\nphase: movement\n{FAR_AXIS}\n{FAR_ALLIES}\nP50: 1/2\nP52: 9A/20\nP53: Savona")
    assert table.refusal("form:Sub1") == "21.2"
    table.play("done")
    assert table.allows("form:Sub1")
    table.play("done")
    assert table.decision != "substitution"
    assert table.refusal("form:Sub1") == "21.2"


@rule("21.2a")
def test_nothing_is_substituted_in_the_axis_turn() -> None:
    table = Desert(f"turn 33 axis\nphase: combat\n{FAR_AXIS}\n{FAR_ALLIES}\nP50: 1/2")
    assert table.state.active == 1, "the Axis turn went by without a question"


@rule("21.2b")
def test_a_substitute_does_not_move_on_the_turn_it_is_placed() -> None:
    table = end_of_movement("P50: 1/2").play("form:Sub1", "unit:1/2")
    assert table.refusal("unit:Sub1") == "5.1"
    table.play("done").end_turn()
    assert table.where("Sub1") == "P50"
    assert table.allows("unit:Sub1"), "next turn it moves"


@rule("21.2b")
def test_a_substitute_retreats_from_combat_on_its_first_turn() -> None:
    """Sub1 attacks Ariete at 4 to 5: 1-2; a 3 sends the attacker back two hexes."""
    table = end_of_movement("P50: 1/2 AlliedSupply2", "P51: Ariete")
    table.play("form:Sub1", "unit:1/2", "done").attack(["Ariete"], ["Sub1"], "AlliedSupply2")
    table.play("done", "battle:0").roll(3).play("unit:Sub1", "hex:P49", "hex:P48")
    assert table.where("Sub1") == "P48"


@rule("21.2b", "21.2c")
def test_a_substitute_attacks_and_advances_on_its_first_turn() -> None:
    """Savona on the escarpment M42 counts 4: Sub1 and 1/2 attack at 2-1, a 1 eliminates it."""
    table = end_of_movement("M41: 1/2 2/3 AlliedSupply2", "M42: Savona").play("form:Sub1", "unit:1/2", "done")
    table.attack(["Savona"], ["Sub1", "2/3"], "AlliedSupply2").play("done", "battle:0").roll(1)
    table.play("unit:Sub1")
    assert table.where("Sub1") == "M42"


@rule("21.2d")
def test_substitution_may_take_place_in_an_enemy_zone() -> None:
    table = end_of_movement("P50: 1/2 AlliedSupply2", "P51: Savona")
    table.play("form:Sub1", "unit:1/2")
    assert table.where("Sub1") == "P50"
    table.play("break:Sub1", "unit:1/2", "done")
    assert table.where("1/2") == "P50"


@rule("21.2e")
def test_all_units_involved_have_ended_their_movement_in_one_hex() -> None:
    assert end_of_movement("P50: 1", "P51: 32").decision != "substitution"
    table = end_of_movement("P50: 1 32", "P52: 7/7 7/7SG").play("form:Sub1", "unit:1")
    assert table.legal("unit") == {"32"}
    assert table.refusal("unit:7/7SG") == "21.2"


# 21.3: breaking down

SUB1 = "inside Sub1: 1/2"


@rule("21.3a")
def test_a_substitute_is_broken_down_at_the_end_of_movement() -> None:
    position = f"turn 34 allied\nphase: movement\n{FAR_AXIS}\n{FAR_ALLIES}\nP50: Sub1\n{SUB1}"
    table = Desert(position)
    assert table.refusal("break:Sub1") == "21.3"
    table.play("done", "break:Sub1")
    assert table.refusal("unit:9A/20") == "21.3", "of its own class only"
    assert table.refusal("done") == "21.3", "into something"
    table.play("unit:7/7", "unit:7/7SG", "done")
    assert table.at("P50") == {"7/7", "7/7SG"}
    assert table.where("Sub1") == "off"


@rule("21.3a")
def test_a_substitute_is_broken_down_in_the_combat_phase() -> None:
    table = end_of_movement("P50: Sub1", SUB1, "P60: 9A/20 AlliedSupply2", "P61: Savona")
    table.play("done").attack(["Savona"], ["9A/20"], "AlliedSupply2").play("done")
    assert table.decision == "choose-battle"
    table.play("break:Sub1", "unit:7/7SG", "done")
    assert table.at("P50") == {"7/7SG"}
    table.play("battle:0")


@rule("21.3a")
def test_a_substitute_is_broken_down_after_the_last_battle() -> None:
    """The only Allied supply is destroyed before: the question is put for the substitute's sake."""
    table = end_of_movement("P50: Sub1", SUB1, "P60: 9A/20", "P61: Ariete")
    table.play("done").attack(["Ariete"], ["9A/20"]).play("done", "destroy:AlliedSupply1", "battle:0").roll(5)
    table.play("break:Sub1", "unit:1/2", "done", "done")
    assert table.where("1/2") == "P50"


@rule("21.3a")
def test_parts_of_an_attacker_fight_its_battle_with_all_its_factors() -> None:
    """14.3: nobody lowers the odds of an attack that is declared."""
    table = end_of_movement("P50: Sub1 AlliedSupply2", SUB1, "P51: Savona")
    table.play("done").attack(["Savona"], ["Sub1"], "AlliedSupply2").play("done", "break:Sub1")
    assert table.refusal("done") == "21.3"
    table.play("unit:7/7")
    assert table.refusal("done") == "14.3"
    assert table.refusal("unit:1") == "21.4"
    assert table.legal("unit") == {"7/7SG", "2/2SG"}
    table.play("unit:7/7SG", "done", "battle:0").roll(1)
    assert [event.arguments["column"] for event in table.happened("combat")] == [6], "still 2-1"
    assert table.where("Savona") == "dead"


@rule("21.3a")
def test_parts_that_could_not_bring_all_factors_are_refused_to_an_attacker() -> None:
    """With another unit in the hex there is room for two: 1 and 32 do, 7/7SG and one more only with a three."""
    others = "R50: 7/4 2/3 1/22\nR52: 10/8 10/23 7/7\nR54: 2/2SG"
    table = end_of_movement("P50: Sub1 9A/20 AlliedSupply2", SUB1, "eliminated: 1 32 7/7SG", "P51: Savona", others)
    table.play("done").attack(["Savona"], ["Sub1", "9A/20"], "AlliedSupply2").play("done", "break:Sub1")
    assert table.legal("unit") == {"1/2", "1", "32"}
    assert table.refusal("unit:7/7SG") == "14.3"


@rule("21.3b")
def test_any_counter_of_the_class_that_is_not_on_the_map_may_come_out() -> None:
    """Eliminated or still to come, it need not have gone in; not one on the map, at sea, or in another."""
    table = end_of_movement(
        "P50: Sub1", SUB1, "P54: Sub2", "inside Sub2: 7/4", "eliminated: 2/3 32", "R50: 1/22 10/8", "sea: 1"
    )
    table.play("break:Sub1")
    assert table.legal("unit") == {"1/2", "2/3", "32", "10/23", "7/7", "7/7SG", "2/2SG"}
    for unit in ("1/22", "1", "7/4"):
        assert table.refusal(f"unit:{unit}") == "21.3"
    table.play("unit:2/3", "done")
    assert (table.where("2/3"), table.where("1/2")) == ("P50", "dead")


@rule("21.3b")
def test_an_infantry_substitute_yields_infantry_and_recce() -> None:
    table = end_of_movement("P50: Sub3", "inside Sub3: 9A/20 7A/1").play("break:Sub3")
    assert {"9A/20", "51/2", "7/4SA"} <= table.legal("unit")
    assert table.refusal("unit:7/7SG") == "21.3"


@rule("21.3c")
def test_the_parts_of_an_eliminated_substitute_count_as_eliminated() -> None:
    """Sub1 dies at 1-2 with a 5; the counter itself can be formed again."""
    table = end_of_movement("P50: Sub1 AlliedSupply2", "inside Sub1: 1 32", "P51: Ariete", "R50: 1/2")
    table.play("done").attack(["Ariete"], ["Sub1"], "AlliedSupply2").play("done", "battle:0").roll(5)
    assert (table.where("1"), table.where("32"), table.where("Sub1")) == ("dead", "dead", "off")
    table.end_turn().end_turn().play("done")
    assert table.allows("form:Sub1")


@rule("21.3c")
def test_the_parts_can_be_replaced_after_that() -> None:
    table = Desert(f"turn 34 allied\nphase: start\n{FAR_AXIS}\nJ62: 9A/20\neliminated: 1 32\npoints: 0 2")
    table.play("decline")
    assert {"1", "32"} <= table.legal("unit")


@rule("21e1")
def test_example_a_substitute_that_must_lose_three_factors_leaves_a_1_1_7() -> None:
    """Sub1 attacks Brescia (2-3-4) at 4 to 3; the exchange costs it three factors."""
    table = end_of_movement("P50: Sub1 AlliedSupply2", SUB1, "P51: Brescia")
    table.play("done").attack(["Brescia"], ["Sub1"], "AlliedSupply2").play("done", "battle:0").roll(2)
    assert table.decision == "exchange"
    assert table.legal() == {"lose:Sub1", "break:Sub1"}
    table.play("break:Sub1", "unit:7/7SG", "done")
    assert table.at("P50") == {"7/7SG", "AlliedSupply2"}
    assert table.decision != "exchange", "nothing more is lost"
    assert (table.where("Brescia"), table.where("1/2")) == ("dead", "dead")


@rule("21e1", "21.3a")
def test_a_substitute_broken_in_an_exchange_may_give_its_loss_from_its_parts() -> None:
    table = end_of_movement("P50: Sub1 AlliedSupply2", SUB1, "P51: Brescia")
    table.play("done").attack(["Brescia"], ["Sub1"], "AlliedSupply2").play("done", "battle:0").roll(2)
    table.play("break:Sub1", "unit:7/7", "unit:7/7SG", "done")
    assert table.legal() == {"lose:7/7"}, "7/7SG with it would be a unit too many"
    table.play("lose:7/7")
    assert table.at("P50") == {"7/7SG", "AlliedSupply2"}


@rule("21.3a")
def test_a_defending_substitute_is_broken_in_an_exchange_at_its_doubled_factors() -> None:
    """On the escarpment M42 Sub1 counts 8; 21/5 attacks at 1-2, a 2 is an exchange: seven factors to lose.

    A 1-1-7 counts 2 there: six are lost by breaking down, one is still missing and takes it too. With a 2-2-7
    only four are.
    """
    position = f"turn 34 axis\nphase: combat\n{FAR_ALLIES}\nM41: 21/5 AxisSupply1\nW6: Savona\nM42: Sub1\n{SUB1}"
    table = Desert(position).attack(["Sub1"], ["21/5"]).play("done", "battle:0").roll(2)
    assert table.actor == 1, "the defender is the stronger"
    table.play("break:Sub1", "unit:7/7SG", "done")
    assert table.legal() == {"lose:7/7SG"}
    table.play("lose:7/7SG")
    assert table.where("21/5") == "dead"
    assert table.at("M42") == set()


# 21.4: what comes out


@rule("21.4a")
def test_the_parts_are_together_no_stronger_than_the_substitute() -> None:
    table = end_of_movement("P50: Sub1", SUB1).play("break:Sub1", "unit:7/7")
    assert table.legal("unit") == {"7/7SG", "2/2SG"}
    assert table.refusal("unit:1") == "21.4"
    assert table.allows("done"), "weaker they may be"


@rule("21.4b")
def test_no_faster_unit_comes_out_unless_it_went_in() -> None:
    """Sub3 moves 7, reconnaissance 12."""
    table = end_of_movement("P50: Sub3", "inside Sub3: 2SA/7R 9A/20").play("break:Sub3")
    assert table.allows("unit:2SA/7R")
    assert table.refusal("unit:1SA/3R") == "21.4"
    other = end_of_movement("P50: Sub4", "inside Sub4: 7A/1 9A/20").play("break:Sub4")
    assert other.refusal("unit:2SA/7R") == "21.4"


@rule("21.4c")
def test_the_record_says_which_substitute_holds_a_recce_unit() -> None:
    table = end_of_movement("P50: 2SA/7R 9A/20", "P52: 7A/1 9A/18")
    table.play("form:Sub3", "unit:7A/1", "unit:9A/18", "form:Sub5", "unit:2SA/7R", "unit:9A/20")
    text = table.game.write_position(table.state)
    assert "inside Sub5: 9A/20 2SA/7R" in text
    assert "inside Sub3: 7A/1 9A/18" in text
    table.play("done").end_turn().play("done")
    assert table.play("break:Sub5").allows("unit:2SA/7R"), "it is remembered next turn"


# 21.5: stacking


@rule("21.5a")
def test_more_than_three_units_in_the_hex_bar_substitution() -> None:
    """Before it: the four would be two afterwards, but they are too many now."""
    table = end_of_movement("P50: 1 32 9A/20 22Gds", "R50: 1/2")
    assert table.play("form:Sub1").legal("unit") == {"1/2"}
    crowd = end_of_movement("P50: 1 32 9A/20 22Gds", "R50: 9A/18 7A/1")
    assert crowd.refusal("form:Sub1") == "21.5"
    assert end_of_movement("P50: 1 32 9A/20").allows("form:Sub1")


@rule("21.5a")
def test_a_breakdown_leaves_no_more_than_three_units_in_the_hex() -> None:
    table = end_of_movement("P50: Sub1 9A/20 22Gds", SUB1).play("break:Sub1", "unit:7/7")
    assert table.legal() == {"done"}
    assert table.refusal("unit:7/7SG") == "21.5"
    roomy = end_of_movement("P50: Sub1 9A/20", SUB1).play("break:Sub1", "unit:7/7")
    assert roomy.allows("unit:7/7SG")


@rule("21.5a")
def test_a_substitute_among_four_is_not_broken_down() -> None:
    table = end_of_movement("P50: Sub1 9A/20 22Gds 9A/18", SUB1, "R50: 7/4")
    assert table.refusal("break:Sub1") == "21.5"


# 21.6, 21.7: not at sea, not as replacements, no other counters


@rule("21.6a")
def test_no_substitution_at_sea_or_off_the_map() -> None:
    table = end_of_movement("sea: 1 32 Sub1", SUB1, "P50: 9A/20 7A/1")
    assert table.legal("form") == {"Sub3", "Sub4", "Sub5", "Sub6"}
    assert table.refusal("form:Sub2") == "21.1"
    assert table.refusal("break:Sub1") == "21.6"
    table = end_of_movement("P50: 1 32", "sea: 7/4").play("form:Sub2")
    assert table.refusal("unit:7/4") == "21.6", "at sea"
    assert table.refusal("unit:1/22") == "21.6", "off the map"


@rule("21.6b")
def test_substitutes_do_not_enter_as_replacements() -> None:
    table = Desert(f"turn 34 allied\nphase: start\n{FAR_AXIS}\nJ62: 9A/20\neliminated: 2/3\npoints: 0 9")
    table.play("decline")
    assert table.allows("unit:2/3")
    assert not {"Sub1", "Sub2", "Sub3"} & table.legal("unit")
    assert table.refusal("unit:Sub1") == "21.6"


@rule("21.7a")
def test_only_the_six_counters_serve_as_substitutes() -> None:
    table = end_of_movement("P50: 1 32", "R50: 9A/20 7A/1")
    assert table.legal("form") == {"Sub1", "Sub2", "Sub3", "Sub4", "Sub5", "Sub6"}
    assert table.refusal("form:7/4") == "21.7"
    assert table.refusal("break:1") == "21.7"


@rule("21.7a")
def test_a_substitute_in_play_cannot_be_formed_again() -> None:
    table = end_of_movement("P50: 7/4", "R50: Sub1", SUB1)
    assert table.legal("form") == {"Sub2"}
    assert table.refusal("form:Sub1") == "21.7"


@rule("21e2")
def test_example_an_eliminated_2_2_6_is_no_substitute_for_two_1_1_6() -> None:
    table = end_of_movement("P50: 7A/1 7A/2", "eliminated: 9A/18", "R50: 1/2")
    assert table.refusal("form:9A/18") == "21.7"
    assert table.at("P50") == {"7A/1", "7A/2"}


# What a substitute takes over


def test_a_substitute_broken_down_is_not_formed_again_in_the_same_turn() -> None:
    table = end_of_movement("P50: 1/2").play("form:Sub1", "unit:1/2", "break:Sub1", "unit:1/2", "done")
    assert table.legal("form") == {"Sub2"}
    assert table.refusal("form:Sub1") == "21.2"


def test_a_substitute_takes_over_an_automatic_victory() -> None:
    """1 and 32 with 7/7 make 7-1 of Folgore; a substitute for two of them fights on in their place."""
    table = end_of_movement(
        "P50: 1 32 7/7 AlliedSupply2",
        "P51: Folgore",
        "cancelled: Folgore",
        "automatic: 1 32 7/7 > Folgore supply AlliedSupply2",
    )
    table.play("form:Sub1", "unit:1", "unit:32", "done", "battle:0")
    assert table.where("Folgore") == "dead"
    assert not table.happened("combat"), "no die"


def test_units_of_which_only_some_are_bound_by_an_automatic_victory_are_not_combined() -> None:
    table = end_of_movement(
        "P50: 1/22 10/8 7/7SG AlliedSupply2",
        "P51: Folgore",
        "cancelled: Folgore",
        "automatic: 1/22 10/8 > Folgore supply AlliedSupply2",
    )
    assert table.play("form:Sub1").legal("unit") == {"1/22"}


def test_parts_are_as_isolated_as_their_substitute() -> None:
    ring = "O51: Savona\nR51: Pavia\nO48: Trento"
    table = end_of_movement(ring, "P50: Sub1", SUB1, "cut_off: Sub1", "allied_once: Sub1", turn=34)
    table.play("break:Sub1")
    assert (table.actor, table.decision) == (1, "break-substitute")
    table.play("unit:1/2", "done", "done")
    assert table.where("1/2") == "dead"


def test_a_substitute_is_as_isolated_as_its_parts() -> None:
    """1 and 32 stand cut off in their second turn: the substitute dies with them inside."""
    ring = "O51: Savona\nR51: Pavia\nO48: Trento"
    table = end_of_movement(ring, "P50: 1 32", "cut_off: 1 32", "allied_once: 1 32", turn=34)
    table.play("form:Sub1", "unit:1", "unit:32", "done")
    assert (table.where("1"), table.where("32"), table.where("Sub1")) == ("dead", "dead", "off")
    assert not any(table.state.parts), "nobody is recorded as part of it any more"


@rule("24.2a")
def test_the_turns_of_isolation_of_two_parts_do_not_add_up() -> None:
    """1 is cut off for its first turn; 32 was last turn, but began this one in supply: nobody is in his second."""
    ring = "O51: Savona\nR51: Pavia\nO48: Trento"
    table = end_of_movement(ring, "P50: 1 32", "cut_off: 1", "allied_once: 32", turn=34)
    table.play("form:Sub1", "unit:1", "unit:32", "done")
    assert table.where("Sub1") == "P50"
    assert table.marked("allied_once") == {"Sub1"}


# In the middle of things


@rule("21.3a")
def test_a_part_takes_over_the_supply_its_substitute_was_assigned_to_take() -> None:
    """Sub3 is to take the supply while 32 soaks off its escort; it is broken down before the battle (15.3.2.2)."""
    table = end_of_movement(
        "N13: 15/8 AxisSupply2", "N12: 32", "M13: Sub3", "inside Sub3: 9A/20 7A/1", "N9: AlliedSupply2"
    )
    table.play("done", "done", "capture:AxisSupply2", "with:Sub3").attack(["15/8"], ["32"]).play("done")
    table.play("break:Sub3", "unit:9A/20", "unit:7A/1", "done")
    (captor,) = table.state.captors
    assert table.state.printed.units[captor & 255].id == "9A/20"
    table.play("battle:0")
    assert table.where("AxisSupply2") == "off"
    assert table.at("M13") == {"9A/20", "7A/1"}
    assert [event.rule for event in table.happened("supply-captured")] == ["15.3.2.2"]


def test_parts_that_must_bring_all_the_factors_may_find_no_room() -> None:
    """In an automatic victory Sub1 is worth 4: 1 and 32 together, and there is room for one of them only."""
    lines = [
        "P50: Sub1 7/7 9A/20 AlliedSupply2",
        "inside Sub1: 1 32",
        "P51: Folgore",
        "R55: 1/2 1/22 2/3",
        "R58: 7/4",
    ]
    won = ["automatic: Sub1 7/7 > Folgore supply AlliedSupply2", "cancelled: Folgore", "frozen: Sub1 7/7"]
    assert end_of_movement(*lines).allows("break:Sub1")
    assert end_of_movement(*lines, *won, "used: AlliedSupply2").refusal("break:Sub1") == "21.3"
