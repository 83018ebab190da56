"""15.1, 15.2: the capture of supply that stands alone."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.notation.status import position_status
from sandtable.games.afrika_korps.rules.c05_reach import reach
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


@rule("13.3d", "15.1c")
@pytest.mark.parametrize(("mover", "refused"), [("AxisSupply1", "13.3"), ("Rommel", "15.1")])
def test_alone_under_enemy_supply_there_is_no_hex_to_go_to(mover: str, refused: str) -> None:
    """Every hex around is next to the supply that stands on top; a combat unit in one of them opens it."""
    lines = f"turn 2 axis\nphase: movement\nN12: {mover} AlliedSupply1\nX66: Pol\n"
    alone = Desert(lines + "X6: Savona")
    assert alone.refusal(f"unit:{mover}") == refused
    covered = Desert(lines + "N11: 21/3")
    covered.play(f"unit:{mover}")
    assert covered.legal("hex") == {"N11"}
    assert covered.refusal("hex:N13") == refused


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
    assert table.marked("used") == {counter_at(table, "N13")}


@rule("15.2.1e")
def test_a_counter_used_before_in_the_turn_stands_for_a_fresh_supply_unit() -> None:
    """AxisSupply9 has moved its ten hexes and is destroyed; the next capture takes it up again."""
    table = Desert(LONE + "    X7: AxisSupply9*\n    spent: AxisSupply9=10\n    stopped: AxisSupply9\n")
    table.play("destroy:AxisSupply9").move("21/3", "N11", "N12")
    assert counter_at(table, "N13") == "AxisSupply9"
    assert "AxisSupply9" in table.legal("unit")


@rule("15.2.1e")
@pytest.mark.parametrize("mark", ["frozen", "off_road", "by_west", "by_north", "landed", "no_support"])
def test_no_mark_of_the_turn_clings_to_a_counter_taken_up_again(mark: str) -> None:
    table = Desert(LONE + f"    X7: AxisSupply9*\n    {mark}: AxisSupply9\n    road_spent: AxisSupply9=4\n")
    table.play("destroy:AxisSupply9").move("21/3", "N11", "N12")
    assert counter_at(table, "N13") == "AxisSupply9"
    assert table.marked(mark) == set()
    assert table.spent("AxisSupply9") == (0, 0)


@rule("15.2.1c")
def test_with_no_counter_left_captured_supply_is_destroyed() -> None:
    """The sheet has nine Axis supply counters, spares included."""
    others = " ".join(f"AxisSupply{number}*" for number in range(4, 10))
    table = Desert(LONE.replace("X6: AxisSupply1", f"X6: AxisSupply1 AxisSupply2 AxisSupply3 {others}"))
    table.move("21/3", "N11", "N12")
    assert table.where("AlliedSupply1") == "off"
    assert table.at("N13") == set()
    assert [event.rule for event in table.happened("supply-destroyed")] == ["12.3"]


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
    ("more", "enters"),
    [
        pytest.param("", False, id="1 against 11: one of them could be attacked, not all three"),
        pytest.param("M33: 2/3", True, id="5 against 11: a friend next to them helps"),
        pytest.param("M33: 2/3\nL33: 21/5", True, id="that the friend has another enemy does not matter yet"),
        pytest.param("N35: 2/3", False, id="a friend who is not there yet does not help"),
    ],
)
def test_capture_is_no_reason_to_enter_the_zone_of_a_stack_that_is_too_strong(more: str, enters: bool) -> None:
    """Ruling 9: all whose zone is entered must be attacked, by the mover and by friends already there."""
    table = Desert(f"""
        turn 20 allied
        phase: movement
        O36: 4I/5
        N40: AlliedSupply1
        J62: Pol
        N33: Ariete Brescia 21/104
        O33: AxisSupply1
        W3: AxisSupply2
        {more}
        """)
    table.play("unit:4I/5", "hex:O35")
    assert table.allows("hex:O34") == enters
    if not enters:
        assert table.refusal("hex:O34") == "15.2.1"


@rule("15.2.1g")
@pytest.mark.parametrize(("stack", "enters"), [("Ariete Brescia Pavia", False), ("Brescia Pavia", True)])
def test_capture_is_a_reason_where_all_in_the_stack_can_be_attacked_at_once(stack: str, enters: bool) -> None:
    """Ruling 9: 4I/5 has one factor; Ariete, Brescia and Pavia have seven or more together, two of them fewer."""
    table = Desert(f"""
        turn 20 allied
        phase: movement
        O36: 4I/5
        N40: AlliedSupply1
        J62: Pol
        N33: {stack}
        O33: AxisSupply1
        W3: AxisSupply2
        """)
    table.play("unit:4I/5", "hex:O35")
    assert table.allows("hex:O34") == enters
    if not enters:
        assert table.refusal("hex:O34") == "15.2.1"


@rule("15.2.1g")
@pytest.mark.parametrize(("group", "enters"), [(["Folgore"], False), (["Folgore", "21/104"], True)])
def test_those_who_move_together_may_answer_together(group: list[str], enters: bool) -> None:
    """Ruling 9: Folgore alone has one factor against eight, with 21/104 beside it four."""
    table = Desert("""
        turn 20 axis
        phase: movement
        O36: Folgore 21/104
        N40: AxisSupply1
        W3: Pavia
        N33: 2/3 7/4
        O33: AlliedSupply1
        J62: Pol AlliedSupply2
        """)
    table.play(*(f"unit:{unit}" for unit in group), "hex:O35")
    assert table.allows("hex:O34") == enters


@rule("15.2.1g")
@pytest.mark.parametrize(
    ("others", "enters"),
    [
        pytest.param("N13: AxisSupply1", False, id="1 against 7"),
        pytest.param("N13: AxisSupply1\n        N15: 2/3", True, id="5 against 7, fed by the captured supply"),
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
    ahead = table.copy()
    ahead.state.active = 0
    place = ahead.state.printed.board.number["M13"]
    ends = reach(ahead.state, ahead.state.printed.unit_number["Pol"]).ends
    assert ends >> place & 1 == enters, "the same when the enemy looks ahead in his own turn"
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
    assert table.refusal("hex:M13") == "15.2.1.2"


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
    assert table.marked("frozen") == {prize}
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
    assert table.marked("used") == {"AxisSupply1"}
    table.play("done", "battle:0").roll(3).play("unit:7/3I", "hex:O14", "hex:O15")  # past the supply
    assert table.where("AxisSupply1") == "P15"
    table.play("battle:1").roll(1)  # 3-1: eliminated, as if nothing had happened
    assert table.where("9A/20") == "dead"
    table.end_turn()
    assert table.where("AxisSupply1") == "off"


@rule("15.2.2a", "15.2.2c")
def test_idle_supply_is_taken_from_beside_supply_in_use_and_stays_there() -> None:
    """Ruling 66."""
    table = Desert("""
        turn 3 axis
        phase: combat
        N12: 21/5
        P15: AxisSupply1 AxisSupply3
        N13: 7/3I
        """)
    table.attack(["7/3I"], ["21/5"], supply="AxisSupply1")
    table.play("done", "battle:0").roll(3).play("unit:7/3I", "hex:O14", "hex:O15")
    (taken,) = table.marked("frozen")
    assert table.marked("used") == {"AxisSupply1"}
    assert (table.where("AxisSupply3"), table.where(taken), table.where("AxisSupply1")) == ("off", "P15", "P15")
    assert position_status(table.state) == []
    table.end_turn()
    assert (table.where(taken), table.where("AxisSupply1")) == ("P15", "off")


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


@rule("15.2.3c")
def test_telling_off_a_unit_for_fortress_supply_cites_its_own_paragraph() -> None:
    table = Desert("""
        turn 2 axis
        phase: combat
        H25: 21/3
        G25: AlliedSupply1
        X6: Savona AxisSupply1
        X66: Pol
        """)
    table.play("done", "capture:AlliedSupply1")
    assert table.refusal("with:Savona") == "15.2.3"
    assert table.refusal("done") == "15.2.3"
    table.play("with:21/3")
    assert [event.rule for event in table.happened("captor-chosen")] == ["15.2.3"]


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
    """The second by the advance, though a unit was assigned to it as well; or by its own attack."""
    table = Desert("""
        turn 2 axis
        phase: combat
        H26: 21/5
        G25: AlliedSupply1 AlliedSupply2
        X66: Pol
        """)
    table.play("done", "capture:AlliedSupply1", "with:21/5", "capture:AlliedSupply2", "with:21/5", "done")
    outside = table.copy()
    outside.play("capture:AlliedSupply1", "done", "capture:AlliedSupply2")
    assert outside.where("AlliedSupply2") == "off"
    table.play("capture:AlliedSupply1", "unit:21/5")
    assert table.where("AlliedSupply2") == "off"
    assert captured(table, "G25") == {"Axis"}
    assert len(table.at("G25")) == 3


@rule("15.2.3c")
def test_all_who_stand_by_and_fight_elsewhere_in_no_battle_attack_the_supply_and_may_advance() -> None:
    """21/104 and 21/3 stand free; 21/5 has its hands full with 22Gds, and no battle is fought before."""
    table = Desert("""
        turn 2 axis
        phase: combat
        H26: 21/5 AxisSupply1
        H25: 21/104
        G24: 21/3
        I27: 22Gds
        G25: AlliedSupply1
        X66: Pol
        """)
    table.play("done", "capture:AlliedSupply1", "with:21/104").attack(["22Gds"], ["21/5"]).play("done")
    table.play("capture:AlliedSupply1")
    assert captured(table, "G25") == {"Axis"}
    assert table.legal("unit") == {"21/104", "21/3"}


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
    assert table.marked("used") == {counter_at(table, "N13")}
    table.play("done", "battle:0").roll(1)
    assert table.where("9A/20") == "dead"


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
