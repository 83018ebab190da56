"""15: the capture of supply, and its destruction."""

from __future__ import annotations

import pytest

from desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def captured(table: Desert, hex_name: str) -> set[str]:
    """The side, Axis or Allied, of each captured-supply counter in a hex."""
    scenario = table.state.scenario
    here = {name for name in table.at(hex_name) if table.state.captured >> scenario.unit_number[name] & 1}
    return {name.partition("Supply")[0] for name in here}


def counter_at(table: Desert, hex_name: str) -> str:
    """The one supply counter in a hex."""
    (name,) = (name for name in table.at(hex_name) if "Supply" in name)
    return name


def used(table: Desert) -> set[str]:
    """The supply units that support an attack this turn."""
    return {unit.id for unit in table.state.scenario.units if table.state.used >> unit.number & 1}


# 15.1: supply and Rommel block nobody


@rule("15.1a")
def test_supply_has_no_zone() -> None:
    """21/3 stands next to it, need not attack, and goes from hex to hex around it."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/3
        N13: AlliedSupply1
        X6: AxisSupply1
        X66: Pol
        """)
    staying = table.copy()
    staying.play("done", "done")  # the Allies keep their supply; there is no combat
    assert (staying.state.active, staying.decision) == (1, "movement")
    table.move("21/3", "M12", "M13", "N14", "O14", "O13", "N12")
    assert table.where("21/3") == "N12"


@rule("15.1b")
def test_units_pass_by_and_over_lone_supply_and_may_stop_on_it() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: 21/3
        N13: AlliedSupply1
        X6: AxisSupply1
        X66: Pol
        """)
    onward = table.copy()
    table.move("21/3", "N11", "N12", "N13")
    assert table.where("21/3") == "N13"
    onward.move("21/3", "N11", "N12", "N13", "N14", "N15")
    assert onward.where("21/3") == "N15"


@rule("15.1b")
def test_units_may_end_their_move_on_rommel_and_supply_together() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        G25: Rommel AxisSupply1
        I27: 22Gds
        X6: Savona
        """)
    table.move("22Gds", "H26", "G25")
    assert table.where("22Gds") == "G25"
    assert captured(table, "G25") == {"Allied"}


@rule("15.1c")
@pytest.mark.parametrize(("mover", "refused"), [("AxisSupply1", "13.3"), ("Rommel", "15.1")])
def test_supply_and_rommel_go_next_to_enemy_supply_only_with_a_combat_unit(mover: str, refused: str) -> None:
    alone = Desert(f"""
        turn 2 axis
        phase: movement
        N11: {mover}
        N13: AlliedSupply1
        X6: Savona
        X66: Pol
        """)
    alone.play(f"unit:{mover}")
    assert alone.refusal("hex:N12") == refused
    escorted = Desert(f"""
        turn 2 axis
        phase: movement
        N11: {mover} 21/3
        N13: AlliedSupply1
        X66: Pol
        """)
    escorted.play("unit:21/3", f"unit:{mover}", "hex:N12", "stop")
    assert escorted.at("N12") == {mover, "21/3"}


# 15.2.1: lone supply is captured by moving next to it


LONE = """
    turn 2 axis
    phase: movement
    N10: 21/3
    N13: AlliedSupply1
    X6: AxisSupply1
    X66: Pol
    """


@rule("15.2.1a", "15.2.1c")
def test_moving_next_to_lone_supply_captures_it_at_once() -> None:
    table = Desert(LONE)
    table.play("unit:21/3", "hex:N11")
    assert table.at("N13") == {"AlliedSupply1"}
    table.play("hex:N12")
    assert captured(table, "N13") == {"Axis"}
    assert table.where("AlliedSupply1") == "off"
    assert [event.rule for event in table.happened("supply-captured")] == ["15.2.1"]


@rule("15.2.1a")
def test_standing_next_to_lone_supply_never_captures_it() -> None:
    """Ruling 10: neither at the start of the turn, nor by leaving, nor in combat; a step to its side does."""
    table = Desert(LONE.replace("N10: 21/3", "N12: 21/3"))
    leaving, turning = table.copy(), table.copy()
    table.play("done", "done")
    assert table.where("AlliedSupply1") == "N13"
    leaving.move("21/3", "N11").play("done")
    assert leaving.where("AlliedSupply1") == "N13"
    turning.move("21/3", "M12")
    assert captured(turning, "N13") == {"Axis"}


@rule("15.2.1a")
def test_a_combat_unit_with_the_supply_shields_it() -> None:
    table = Desert(LONE.replace("N13: AlliedSupply1", "N13: AlliedSupply1 7A/1"))
    table.move("21/3", "N11", "N12")
    assert table.where("AlliedSupply1") == "N13"


@rule("15.2.1b")
@pytest.mark.parametrize(
    ("supply", "start", "beyond"),
    [
        pytest.param("F19", "E17", "E18", id="E18-F19"),
        pytest.param("X62", "V62", "W62", id="W62-X62"),
        pytest.param("G25", "H24", "H25", id="a fortress"),
    ],
)
def test_no_capture_across_closed_hexsides_nor_into_a_fortress(supply: str, start: str, beyond: str) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: movement
        {start}: 21/3
        {supply}: AlliedSupply1
        X6: AxisSupply1
        X66: Pol
        """)
    table.move("21/3", beyond)
    assert table.where("AlliedSupply1") == supply


@rule("15.2.1d")
def test_the_owner_may_receive_the_captured_unit_again() -> None:
    """Four own Allied units on the map; one is captured, so one may land again."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/3
        N13: AlliedSupply1
        J62: Pol AlliedSupply2 AlliedSupply3 AlliedSupply4
        X6: AxisSupply1
        """)
    table.move("21/3", "N12").end_turn()
    assert table.decision == "land-supply"
    table.play("hex:J62")
    assert table.where("AlliedSupply1") == "J62"


@rule("15.2.1e")
def test_supply_captured_in_movement_has_its_full_movement() -> None:
    table = Desert(LONE)
    table.move("21/3", "N11", "N12")
    prize = counter_at(table, "N13")
    table.move(prize, "O13", "P13", "Q13", "R13", "R14", "Q14", "P14", "O14", "N14", "M14", stop=False)
    assert table.where(prize) == "M14"
    assert table.refusal(f"unit:{prize}") == "5.2"


@rule("15.2.1e")
def test_supply_captured_in_movement_supports_attacks_the_same_turn() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/3
        M12: 21/5
        N13: AlliedSupply1
        L12: 2/3
        """)
    table.move("21/3", "N12").play("done")
    table.attack(["2/3"], ["21/5"])
    assert used(table) == {counter_at(table, "N13")}


@rule("15.2.1f")
def test_the_captor_goes_on_without_cost_or_delay() -> None:
    """Twelve movement points, twelve hexes, two captures on the way."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: 21/3
        N13: AlliedSupply1
        P18: AlliedSupply2
        X6: AxisSupply1
        X66: Pol
        """)
    way = ["N11", "N12", "O13", "P14", "P15", "P16", "P17", "O17", "N17", "M17", "L17", "K17"]
    table.move("21/3", *way, stop=False)
    assert table.where("21/3") == "K17"
    assert captured(table, "N13") == captured(table, "P18") == {"Axis"}


@rule("15.2.1g")
@pytest.mark.parametrize(
    ("others", "enters"),
    [
        pytest.param("N13: AxisSupply1", False, id="1 against 7"),
        pytest.param("N13: AxisSupply1\n        N15: 2/3", True, id="5 against 7, fed by the supply to be captured"),
        pytest.param("X66: AxisSupply1", True, id="nothing to capture: a zone may be entered at any odds"),
    ],
)
def test_capture_is_no_reason_to_enter_a_zone_without_a_legal_attack(others: str, enters: bool) -> None:
    """Ruling 9. The odds would be worse than 1-6 for Pol alone."""
    table = Desert(f"""
        turn 2 allied
        phase: movement
        {others}
        M14: 21/5
        L12: Pol
        """)
    table.play("unit:Pol")
    assert table.allows("hex:M13") == enters
    if not enters:
        assert table.refusal("hex:M13") == "15.2.1"
        table.play("hex:M12")  # the other side of the supply lies in no zone
        assert captured(table, "N13") == {"Allied"}


@rule("15.2.1.1a")
def test_combat_units_beside_the_supply_do_not_prevent_its_capture() -> None:
    table = Desert(LONE + "    N14: 7A/1\n    O14: 7A/2\n")
    table.move("21/3", "N11", "N12")
    assert captured(table, "N13") == {"Axis"}


@rule("15.2.1.2a")
def test_captured_supply_does_not_pass_zones_that_were_friendly() -> None:
    table = Desert(LONE + "    N14: 7A/1\n")
    table.move("21/3", "N11", "N12")
    prize = counter_at(table, "N13")
    table.play(f"unit:{prize}")
    assert table.refusal("hex:M13") == "8.3"
    assert table.refusal("hex:N14") == "5.4"
    assert table.legal("hex") == {"N12", "M12", "O13"}
    table.play("hex:M12")
    assert table.refusal("hex:M13") == "13.2"


# 15.2.2: supply captured in retreats and advances


@rule("15.2.2a")
@pytest.mark.parametrize("place", ["P16", "P15"])
def test_a_retreating_unit_captures_lone_supply_it_comes_next_to_or_upon(place: str) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: combat
        N12: 21/5
        N10: AxisSupply1
        N13: 7/3I
        {place}: AxisSupply2
        """)
    table.attack(["7/3I"], ["21/5"], "AxisSupply1").play("done", "battle:0").roll(3)  # 3-1: defender back 2
    table.play("unit:7/3I", "hex:O14", "hex:P15")
    assert captured(table, place) == {"Allied"}
    assert table.where("AxisSupply2") == "off"
    assert [event.rule for event in table.happened("supply-captured")] == ["15.2.2"]


@rule("15.2.2a")
@pytest.mark.parametrize(("end", "taken"), [("E18", False), ("F18", True)])
def test_a_retreating_unit_captures_nothing_across_a_closed_hexside(end: str, taken: bool) -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        E15: 21/5
        E13: AxisSupply1
        E16: 7/3I
        F19: AxisSupply2
        """)
    table.attack(["7/3I"], ["21/5"], "AxisSupply1").play("done", "battle:0").roll(3)
    table.play("unit:7/3I", "hex:E17", f"hex:{end}")
    assert captured(table, "F19") == ({"Allied"} if taken else set())


@rule("15.2.2a", "15.2.2b")
def test_a_unit_that_advances_captures_lone_supply_which_stays_where_it_is() -> None:
    """N20 is escarpment: 14 against a doubled 2. Nobody stood next to M19 before the advance."""
    table = Desert("""
        turn 3 axis
        phase: combat
        N21: 21/5 15/8
        N22: AxisSupply1
        N20: 7/3I
        M19: AlliedSupply1
        X66: Pol
        """)
    table.attack(["7/3I"], ["21/5", "15/8"]).play("done", "battle:0").roll(1)  # 3-1: eliminated
    assert table.where("AlliedSupply1") == "M19"
    table.play("unit:21/5")
    assert captured(table, "M19") == {"Axis"}
    prize = counter_at(table, "M19")
    table.play("done")
    assert table.decision == "choose-battle"  # and not a move of the captured supply
    table.end_turn().end_turn()
    assert table.where(prize) == "M19"
    table.move(prize, "L18")


@rule("15.2.2b")
@pytest.mark.parametrize("along", [True, False])
def test_captured_supply_may_accompany_its_retreating_captor(along: bool) -> None:
    """21/104 is thrown back, as the Allies like it, over a supply unit of their own, and takes it along or not."""
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104
        O12: AxisSupply1
        N13: 2/3
        N11: AlliedSupply1
        """)
    table.play("done").attack(["2/3"], ["21/104"]).play("done", "battle:0").roll(3)  # 1-2: attacker back 2
    assert table.actor == 1
    table.play("unit:21/104", "hex:N11")
    prize = counter_at(table, "N11")
    assert captured(table, "N11") == {"Axis"}
    assert (table.actor, table.decision) == (0, "take-along")
    table.play(f"unit:{prize}" if along else "done", "hex:N10")
    assert table.where("21/104") == "N10"
    assert table.where(prize) == ("N10" if along else "N11")


@rule("15.2.2b")
def test_every_supply_unit_captured_in_the_hex_may_go_along() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104
        O12: AxisSupply1
        N13: 2/3
        N11: AlliedSupply1 AlliedSupply2
        """)
    table.play("done").attack(["2/3"], ["21/104"]).play("done", "battle:0").roll(3)
    table.play("unit:21/104", "hex:N11")
    prizes = sorted(table.legal("unit"))
    assert len(prizes) == 2
    table.play(f"unit:{prizes[0]}", f"unit:{prizes[1]}", "hex:N10")
    assert table.at("N10") == {"21/104", *prizes}


@rule("15.2.2b")
def test_supply_next_to_the_way_of_its_captor_stays_behind() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/104
        O12: AxisSupply1
        N13: 2/3
        M10: AlliedSupply1
        """)
    table.attack(["2/3"], ["21/104"]).play("done", "battle:0").roll(3)
    table.play("unit:21/104", "hex:N11", "hex:N10")
    assert captured(table, "M10") == {"Axis"}
    assert table.decision != "take-along"


@rule("15.2.2c")
def test_supply_in_use_is_spared_and_goes_on_supporting_other_attacks() -> None:
    table = Desert("""
        turn 3 axis
        phase: combat
        N12: 21/5
        Q13: 15/8
        P15: AxisSupply1
        N13: 7/3I
        Q14: 9A/20
        """)
    table.attack(["7/3I"], ["21/5"]).attack(["9A/20"], ["15/8"])
    assert used(table) == {"AxisSupply1"}
    table.play("done", "battle:0").roll(3).play("unit:7/3I", "hex:O14", "hex:O15")  # past the supply
    assert table.where("AxisSupply1") == "P15"
    table.play("battle:1").roll(1)  # 3-1: eliminated, as if nothing had happened
    assert table.where("9A/20") == "dead"
    table.end_turn()
    assert table.where("AxisSupply1") == "off"


# 15.2.3: lone supply in a fortress


@rule("15.2.3a", "15.2.3c")
@pytest.mark.parametrize("attack", [True, False])
def test_supply_in_a_fortress_is_taken_from_outside_only_by_attacking_it_in_combat(attack: bool) -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        H24: 21/3
        G25: AlliedSupply1
        X6: AxisSupply1
        X66: Pol
        """)
    table.move("21/3", "H25", "H26")
    assert table.where("AlliedSupply1") == "G25"
    assert table.refusal("capture:AlliedSupply1") == "15.4"  # not while units move
    table.play("done", "done")
    assert table.decision == "declare-battles"
    if attack:
        table.play("capture:AlliedSupply1", "with:21/3", "done")
        assert table.where("AlliedSupply1") == "G25"
        table.play("capture:AlliedSupply1", "done")
        assert captured(table, "G25") == {"Axis"}
        assert [event.rule for event in table.happened("supply-captured")] == ["15.2.3"]
    else:
        table.play("done")
        assert table.state.active == 1
        assert table.where("AlliedSupply1") == "G25"


@rule("15.2.3b")
def test_a_moving_unit_captures_supply_in_a_fortress_by_entering_it() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        H24: 21/3
        G25: AlliedSupply1
        X6: AxisSupply1
        X66: Pol
        """)
    table.play("unit:21/3", "hex:H25")
    assert table.where("AlliedSupply1") == "G25"
    table.play("hex:G25")
    assert captured(table, "G25") == {"Axis"}


@rule("15.2.3b")
@pytest.mark.parametrize("into", [True, False])
def test_a_retreating_unit_captures_supply_in_a_fortress_only_by_entering_it(into: bool) -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        I27: 21/5
        J28: AxisSupply1
        H26: 7/3I
        G25: AxisSupply2
        """)
    table.attack(["7/3I"], ["21/5"], "AxisSupply1").play("done", "battle:0").roll(3)  # 3-1: defender back 2
    table.play("permit", "unit:7/3I", "hex:H25", "hex:G25" if into else "hex:G24")
    assert captured(table, "G25") == ({"Allied"} if into else set())


FORTRESS_AND_UNIT = """
    turn 2 axis
    phase: combat
    H26: 21/5 21/104 AxisSupply1
    I27: 7/3I
    G25: AlliedSupply1
    X66: Pol
    """


def attack_both() -> Desert:
    """21/5 attacks both the supply in Tobruch and, with 21/104, a brigade on the escarpment at 10:4 = 2-1."""
    table = Desert(FORTRESS_AND_UNIT)
    table.play("done", "capture:AlliedSupply1", "with:21/5")
    return table.attack(["7/3I"], ["21/5", "21/104"]).play("done", "battle:0")


@rule("15.2.3d", "15.2.4c")
def test_an_attack_on_fortress_supply_and_on_others_captures_the_supply_too() -> None:
    table = attack_both().roll(1)  # defender eliminated
    assert captured(table, "G25") == {"Axis"}
    assert table.where("7/3I") == "dead"


@rule("15.2.3d")
def test_one_attacker_left_is_enough_to_capture_the_fortress_supply() -> None:
    table = attack_both().roll(2)  # exchange: 21/5 pays for the four factors of the brigade
    table.play("lose:21/5")
    assert table.where("21/104") == "H26"
    assert captured(table, "G25") == {"Axis"}
    assert table.legal("unit") == {"21/104"}  # and it may advance (16.3)


@rule("15.2.3d")
def test_attackers_all_eliminated_capture_nothing() -> None:
    table = attack_both().roll(6)
    assert table.where("21/5") == "dead"
    assert captured(table, "G25") == set()


@rule("15.2.3d")
def test_attackers_all_retreated_capture_nothing_even_if_they_end_next_to_the_fortress() -> None:
    table = attack_both().roll(4)
    table.play("unit:21/5", "hex:H25", "hex:G24", "unit:21/104", "hex:H25", "hex:H24")
    assert table.where("21/5") == "G24"
    assert captured(table, "G25") == set()
    assert table.where("AlliedSupply1") == "G25"


@rule("15.2.3c")
def test_two_supply_units_in_a_fortress_are_both_taken() -> None:
    """The second by the advance, though a unit was told off for it as well."""
    table = Desert("""
        turn 2 axis
        phase: combat
        H26: 21/5
        G25: AlliedSupply1 AlliedSupply2
        X66: Pol
        """)
    table.play("done", "capture:AlliedSupply1", "with:21/5", "capture:AlliedSupply2", "with:21/5", "done")
    table.play("capture:AlliedSupply1", "unit:21/5")
    assert table.where("AlliedSupply2") == "off"
    assert captured(table, "G25") == {"Axis"}
    assert len(table.at("G25")) == 3


# 15.2.4: no combat, no supply, no duty


@rule("15.2.4a")
def test_lone_supply_is_attacked_without_supply() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        H26: 21/5
        G25: AlliedSupply1
        X66: Pol
        """)
    table.play("done", "capture:AlliedSupply1", "with:21/5", "done", "capture:AlliedSupply1")
    assert captured(table, "G25") == {"Axis"}


@rule("15.2.4b")
def test_supply_need_never_be_attacked_but_its_escort_must() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        N12: 21/5 21/104
        N10: AxisSupply1
        N13: 7/3I AlliedSupply1
        """)
    table.play("done")
    assert "AlliedSupply1" in table.legal("capture")
    assert table.refusal("done") == "8.4"
    assert table.refusal("attack:AlliedSupply1") == "15.2.4"
    table.attack(["7/3I"], ["21/5", "21/104"])
    assert table.allows("done")
    fortress = Desert(FORTRESS_AND_UNIT).play("done").attack(["7/3I"], ["21/5", "21/104"])
    assert fortress.allows("done")


@rule("15.2.4c")
def test_a_captor_in_movement_still_attacks_other_units() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/5
        M13: 9A/20
        N13: AlliedSupply1
        X66: Pol
        """)
    table.move("21/5", "M11", "M12")
    assert captured(table, "N13") == {"Axis"}
    table.play("done").attack(["9A/20"], ["21/5"])
    assert used(table) == {counter_at(table, "N13")}
    table.play("done", "battle:0").roll(1)
    assert table.where("9A/20") == "dead"


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
    table.play("stop").roll(die)
    assert captured(table, "N13") == {"Allied"}
    assert table.where("15/8") == "N13"


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
    assert (table.actor, table.decision) == (0, "spoils")
    table.play(*(f"hex:{name}" for name in "O13 P13 Q13 R13 R14 Q14 P14 O14 N14 M14".split()))
    assert table.where(prize) == "M14"
    assert table.decision != "spoils"


@rule("15.4.1a")
def test_supply_won_by_combat_may_stay() -> None:
    table = attack_escort().roll(1).play("stop")
    assert captured(table, "N13") == {"Axis"}
    assert table.decision != "spoils"


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
    table.play("with:32", "done", "done", "battle:0", "stop")
    assert used(table) == set()
    assert captured(table, "N13") == {"Allied"}
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
    assert used(table) == {"AlliedSupply1"}
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
    assert (table.actor, table.decision) == (1, "scorch")
    assert table.legal() == {"destroy:AlliedSupply1", "done"}
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
    assert (table.actor, table.decision) == (1, "scorch")
    table.play("destroy:AlliedSupply1", "battle:1")
    assert table.happened("supply-captured") == []


@rule("15.5a")
def test_supply_out_of_the_enemys_reach_is_not_asked_about() -> None:
    table = Desert(ESCORTED.replace("N13: 7/3I AlliedSupply1", "N13: 7/3I\n    N17: AlliedSupply1"))
    assert table.decision == "declare-battles"


# Recapture


@rule("12.3a", "15.2.1c")
def test_captured_supply_can_be_captured_back() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: 2/3
        N13: AxisSupply9*
        X6: Savona AxisSupply1
        """)
    table.move("2/3", "N11", "N12")
    assert captured(table, "N13") == {"Allied"}
    assert table.where("AxisSupply9") == "off"
