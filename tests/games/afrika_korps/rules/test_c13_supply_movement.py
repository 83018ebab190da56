"""13: how supply units move."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


# 13.1: the turn of arrival and after


@rule("13.1a")
def test_landing_costs_a_supply_unit_no_movement() -> None:
    table = Desert("""
        turn 2 allied
        phase: start
        W6: 21/5 AxisSupply1
        J62: 22Gds
        """)
    table.play("hex:J62")
    assert table.spent("AlliedSupply1") == (0, 0)
    table.move("AlliedSupply1", "K63", "L64", "M64", "N64", "O64", "P64", "O64", "P64", "O64", "P64", stop=False)
    assert table.spent("AlliedSupply1") == (10, 0)  # its full factor of ten, and no more
    assert table.where("AlliedSupply1") == "P64"
    assert table.decision == "movement"


@rule("13.1b")
def test_supply_moves_and_supports_an_attack_on_its_turn_of_arrival_and_is_then_removed() -> None:
    table = Desert("""
        turn 2 allied
        phase: start
        W6: 21/5 AxisSupply1
        Q60: Savona
        Q61: 2/3
        J62: 22Gds
        """)
    table.play("hex:J62")
    table.move("AlliedSupply1", "K62", "L62", "M62", "M61", "L61", "M62").play("done")
    table.attack(["Savona"], ["2/3"])
    assert table.marked("used") == {"AlliedSupply1"}
    table.play("done", "battle:0").roll(1)  # 2-1, a one: the defender is eliminated
    table.end_turn()
    assert table.where("Savona") == "dead"
    assert table.where("AlliedSupply1") == "off"


@rule("13.1b")
def test_supply_that_is_not_used_stays_and_supports_an_attack_on_a_later_turn() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        W6: 21/5 AxisSupply1
        N13: Savona
        N10: 2/3
        N9: AlliedSupply1
        """)
    table.end_turn().end_turn()
    assert (table.state.turn, table.where("AlliedSupply1")) == (3, "N9")
    table.move("AlliedSupply1", "N10").move("2/3", "N11", "N12").play("done")
    table.attack(["Savona"], ["2/3"])
    assert table.marked("used") == {"AlliedSupply1"}


# 13.2: into an enemy zone only to support an attack on that enemy


@rule("13.2a")
@pytest.mark.parametrize(
    ("friends", "enters"),
    [
        pytest.param("X6: Savona", False, id="nobody next to the enemy"),
        pytest.param("N12: Folgore", False, id="only 1-4, which uses no supply"),
        pytest.param("N12: Savona", True, id="1-2"),
        pytest.param("N12: 21/5", True, id="1-1"),
        pytest.param("N14: 21/5", True, id="on the far side, the enemy's own zone not counting"),
    ],
)
def test_supply_enters_a_zone_only_if_an_attack_needs_it(friends: str, enters: bool) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: movement
        {friends}
        O11: AxisSupply1
        N13: 7/4
        """)
    table.play("unit:AxisSupply1", "hex:O12")
    assert table.allows("hex:O13") == enters
    if not enters:
        assert table.refusal("hex:O13") == "13.2"


@rule("13.2a")
def test_supply_that_entered_a_zone_stops_and_must_support_the_attack() -> None:
    """Another supply unit would do as well, but the one in the zone is the one that is spent."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/5
        N10: AxisSupply2
        O11: AxisSupply1
        N13: 7/4
        X66: Pol
        """)
    table.move("AxisSupply1", "O12", "O13", stop=False)
    assert [event.rule for event in table.happened("supply-obliged")] == ["13.2"]
    assert table.decision == "movement"
    assert table.refusal("unit:AxisSupply1") == "8.1"
    table.play("done")
    assert table.refusal("done") == "8.4"
    table.attack(["7/4"], ["21/5"])
    assert table.marked("used") == {"AxisSupply1"}


@rule("13.2a")
def test_a_friend_lets_supply_stand_by_enemy_supply_but_not_in_a_zone_without_an_attack() -> None:
    """Pol alone cannot attack 21/5 at 1-2: the zone forbids M13, not the supply in N13 (13.3)."""
    text = "turn 2 allied\nphase: movement\nM14: 21/5\nN13: AxisSupply1\nL12: AlliedSupply1\n"
    assert Desert(text + "M13: Pol\n").play("unit:AlliedSupply1").refusal("hex:M13") == "13.2"
    assert Desert(text + "X66: Pol\n").play("unit:AlliedSupply1").refusal("hex:M13") == "13.3"


@rule("13.2a")
def test_even_a_garrison_that_need_not_attack_must_where_supply_has_come_for_its_attack() -> None:
    """No zone reaches into Tobruch: 21/5 would be free to look on (23.2)."""
    table = Desert("turn 4 axis\nphase: movement\nG25: 21/5\nJ27: AxisSupply1\nH26: 1SA/1\nX66: Pol\n")
    free = table.copy().play("done")
    assert free.allows("done")
    table.move("AxisSupply1", "I26", stop=False).play("done")
    assert not table.allows("done")
    table.attack(["1SA/1"], ["21/5"])
    assert table.marked("used") == {"AxisSupply1"}


@rule("13.2a")
def test_an_attack_that_uses_no_supply_does_not_meet_the_obligation() -> None:
    """9A/20 alone would soak off 21/5 at 1-4, unsupplied; not where supply has entered the zone of 21/5."""
    table = Desert("""
        turn 2 allied
        phase: movement
        N12: 2/3 9A/20
        O11: AlliedSupply1
        N13: 21/5 Bologna
        """)
    free = table.copy()
    free.play("done", "attack:21/5", "with:9A/20", "done")
    assert free.marked("used") == set()
    table.move("AlliedSupply1", "O12", "O13").play("done", "attack:21/5", "with:9A/20")
    assert table.refusal("done") in ("8.4", "13.2")
    table.play("target:Bologna", "with:2/3", "done")
    assert table.marked("used") == {"AlliedSupply1"}


@rule("13.2a")
def test_a_hex_in_the_zones_of_two_enemies_needs_an_attack_on_both() -> None:
    """The attack on the one leaves the other's zone on the supply (ruling 3), unless both are attacked as one."""
    text = """
        turn 2 axis
        phase: movement
        O11: AxisSupply1
        N13: 7/4
        P14: Pol
        {friends}
        """
    apart = Desert(text.format(friends="N12: 21/5\n        P15: 15/8"))
    apart.play("unit:AxisSupply1", "hex:O12")
    assert apart.refusal("hex:O13") == "13.2"
    together = Desert(text.format(friends="O14: 21/5"))
    together.move("AxisSupply1", "O12", "O13").play("done")
    assert together.legal("attack") == {"7/4", "Pol"}
    together.play("attack:7/4", "with:21/5")
    assert together.refusal("done") == "14.1"
    together.play("target:Pol", "done")
    assert together.marked("used") == {"AxisSupply1"}


@rule("13.2a")
def test_supply_enters_the_zone_of_a_stack_that_is_attacked_as_a_whole() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/5
        O11: AxisSupply1
        N13: 7/4 Pol
        """)
    table.move("AxisSupply1", "O12", "O13").play("done")
    table.attack(["7/4", "Pol"], ["21/5"])
    assert table.marked("used") == {"AxisSupply1"}


@rule("13.2a")
def test_supply_destroyed_in_a_zone_frees_itself_but_no_other() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/5
        N10: AxisSupply3
        O11: AxisSupply1 AxisSupply2
        N13: 7/4
        """)
    table.move("AxisSupply1", "O12", "O13").move("AxisSupply2", "O12", "O13")
    table.play("destroy:AxisSupply2", "done").attack(["7/4"], ["21/5"])
    assert table.marked("used") == {"AxisSupply1"}


@rule("13.2a")
def test_supply_enters_the_zones_of_two_enemies_with_the_unit_that_attacks_both() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        O12: 21/5 AxisSupply1
        N13: 7/4
        P14: Pol
        """)
    table.play("unit:21/5", "unit:AxisSupply1", "hex:O13")
    assert table.at("O13") == {"21/5", "AxisSupply1"}


@rule("13.2a")
@pytest.mark.parametrize(("escort", "enters"), [("Folgore", False), ("21/5", True)])
def test_an_escort_does_not_take_supply_into_a_zone_unless_it_can_attack_with_it(
    escort: str, enters: bool
) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: movement
        O12: {escort} AxisSupply1
        N13: 7/4
        """)
    table.play(f"unit:{escort}", "unit:AxisSupply1")
    assert table.allows("hex:O13") == enters
    if not enters:
        assert table.refusal("hex:O13") == "13.2"


@rule("13.2a")
def test_supply_that_entered_the_zone_of_a_later_victim_supports_the_victory_too() -> None:
    """At the declaration the zone of 1SA/1 cuts AxisSupply2 off from 21/5; at the end of movement it does not."""
    table = Desert("""
        turn 20 axis
        phase: movement
        M29: 21/5
        M26: AxisSupply1
        P32: AxisSupply2
        M30: 1SA/1
        I48: Pol
        """)
    table.move("AxisSupply2", "O32", "N31")
    table.play("declare:1SA/1", "with:21/5", "done")
    assert table.marked("used") == {"AxisSupply1"}
    table.play("done")
    assert table.marked("used") == {"AxisSupply1", "AxisSupply2"}


@rule("13.2a")
def test_units_bound_by_an_automatic_victory_cannot_be_what_the_supply_supports() -> None:
    """21/5 has won over Pol and may not attack 2SA/4 as well."""
    table = Desert("""
        turn 7 axis
        phase: movement
        N12: 21/5
        N11: AxisSupply1
        O10: AxisSupply2
        M12: Pol
        N13: 2SA/4
        X66: 22Gds
        """)
    table.play("unit:AxisSupply2", "hex:O11", "hex:O12")
    assert table.allows("hex:O13")
    table.play("stop", "declare:Pol", "with:21/5", "done")
    while table.decision == "name-supply":
        table.play("supply:AxisSupply1")
    table.play("unit:AxisSupply2")
    assert table.refusal("hex:O13") == "13.2"


# 13.3: enemy supply


@rule("13.3a", "13.3b")
def test_supply_alone_neither_captures_nor_goes_next_to_enemy_supply() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: AxisSupply1
        N13: AlliedSupply1
        X6: Savona
        X66: Pol
        """)
    table.play("unit:AxisSupply1", "hex:N11")
    assert table.refusal("hex:N12") == "13.3"
    assert table.refusal("hex:M12") == "5.2"
    table.play("hex:M11")
    assert table.refusal("hex:M12") == "13.3"  # neither to stay nor to pass
    assert table.where("AlliedSupply1") == "N13"


@rule("13.3b")
def test_supply_may_go_next_to_enemy_supply_with_a_combat_unit() -> None:
    """It travels with one, or joins one that stands there."""
    travelling = Desert("""
        turn 2 axis
        phase: movement
        N11: 21/3 AxisSupply1
        N13: AlliedSupply1
        X66: Pol
        """)
    travelling.play("unit:21/3", "unit:AxisSupply1", "hex:N12", "stop")
    assert travelling.at("N12") == {"21/3", "AxisSupply1"}
    joining = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/3
        N11: AxisSupply1
        N13: AlliedSupply1
        X66: Pol
        """)
    joining.move("AxisSupply1", "N12")
    assert joining.where("AlliedSupply1") == "N13"  # a unit that stands there takes nothing


@rule("13.3a")
def test_supply_next_to_enemy_supply_never_captures_it() -> None:
    """Even where it may go next to it, and though the enemy is alone."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: 21/3
        N11: AxisSupply1
        N13: AlliedSupply1
        X66: Pol
        """)
    table.move("AxisSupply1", "N12").play("done", "done")
    assert table.happened("supply-captured") == []
    assert table.where("AlliedSupply1") == "N13"


@rule("13.3c")
@pytest.mark.parametrize(
    ("enemy", "start", "beyond"),
    [
        pytest.param("F19", "E17", "E18", id="the sea between E18 and F19"),
        pytest.param("X62", "V62", "W62", id="the depression between W62 and X62"),
        pytest.param("G25", "H24", "H25", id="supply in a fortress"),
    ],
)
def test_closed_hexsides_and_fortresses_keep_supply_units_apart(enemy: str, start: str, beyond: str) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: movement
        {start}: AxisSupply1
        {enemy}: AlliedSupply1
        X6: Savona
        X66: Pol
        """)
    table.move("AxisSupply1", beyond)
    assert table.where("AxisSupply1") == beyond
    assert table.where("AlliedSupply1") == enemy


@rule("13.3c")
def test_the_exceptions_end_at_the_open_hexside_and_at_the_fortress_itself() -> None:
    coast = Desert("""
        turn 2 axis
        phase: movement
        E17: AxisSupply1
        F19: AlliedSupply1
        X6: Savona
        """)
    coast.play("unit:AxisSupply1")
    assert coast.refusal("hex:F18") == "13.3"
    fortress = Desert("""
        turn 2 axis
        phase: movement
        H25: AxisSupply1
        G25: AlliedSupply1
        X6: Savona
        """)
    fortress.play("unit:AxisSupply1")
    assert fortress.refusal("hex:G25") == "13.3"


@rule("13.3d")
def test_supply_may_move_next_to_rommel_and_onto_him_where_he_is_alone() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: AlliedSupply1
        N13: Rommel
        X6: Savona AxisSupply1
        X66: Pol
        """)
    table.move("AlliedSupply1", "N11", "N12", "N13", "N14", "N13")
    assert table.at("N13") == {"AlliedSupply1", "Rommel"}
    guarded = Desert("""
        turn 2 allied
        phase: movement
        N11: AlliedSupply1
        N13: Rommel Savona
        """)
    guarded.play("unit:AlliedSupply1")
    assert guarded.refusal("hex:N12") == "13.2"
