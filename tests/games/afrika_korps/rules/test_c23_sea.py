"""23: fortresses under siege, and movement by sea."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

FAR_AXIS = "P40: 21/5 AxisSupply1"
FAR_ALLIES = "P50: 22Gds AlliedSupply1"


def position(moment: str, phase: str, *lines: str) -> Desert:
    return Desert("\n".join([f"turn {moment}", f"phase: {phase}", FAR_AXIS, FAR_ALLIES, *lines]))


@rule("9.2c", "14.5a")
def test_whoever_wins_an_automatic_victory_out_of_tobruch_stays_with_its_supply() -> None:
    table = position("4 axis", "movement", "G25: 15/8 Ariete 15/115 AxisSupply2", "H25: 1SA/1")
    table.play("declare:1SA/1", "with:15/8", "with:Ariete", "with:15/115", "done")
    assert table.refusal("embark:15/8") == "9.2"
    assert table.refusal("embark:AxisSupply2") == "14.5"
    assert table.refusal("unit:15/8") == "9.2"


# 23.1, 23.2: nobody is made to fight at a fortress


@rule("23.1a")
@pytest.mark.parametrize(("fortress", "path"), [("G25", ["H26", "H25"]), ("H2", ["H3", "I3"])])
def test_units_move_past_a_garrison_without_stopping_or_attacking(fortress: str, path: list[str]) -> None:
    start = {"G25": "H27", "H2": "H4"}[fortress]
    table = position("4 axis", "movement", f"{fortress}: 9A/20", f"{start}: 21/3 AxisSupply2")
    table.move("21/3", *path).play("done")
    assert table.legal() == {"attack:9A/20", "done"}, "it may attack, but need not"
    table.play("done")
    assert table.state.active == 1


@rule("23.1b")
def test_whoever_attacks_a_fortress_attacks_all_units_in_it() -> None:
    table = position("4 axis", "combat", "G25: 9A/20 7A/1", "H25: Savona Pavia AxisSupply2", "H26: Ariete")
    assert table.allows("done")
    table.attack(["9A/20"], ["Ariete", "Savona"], "AxisSupply2")
    assert table.refusal("done") == "23.1"
    table.attack(["7A/1"], ["Pavia"], "AxisSupply2")
    assert table.allows("done")


@rule("23.1c")
def test_not_every_unit_next_to_the_fortress_takes_part() -> None:
    table = position("4 axis", "combat", "G25: 9A/20", "H25: Savona AxisSupply2", "H26: Ariete 21/3")
    table.attack(["9A/20"], ["Ariete"], "AxisSupply2")
    assert table.allows("done"), "Savona and 21/3 look on"


@rule("23.2a")
def test_the_garrison_need_not_attack_but_may() -> None:
    table = position("4 allied", "combat", "G25: 9A/20 AlliedSupply2", "H25: Savona", "H26: Pavia")
    assert table.legal("attack") == {"Savona", "Pavia"}
    table.play("done")
    assert table.state.active == 0


@rule("23.2b")
def test_a_garrison_that_attacks_must_attack_all_adjacent_enemies() -> None:
    table = position("5 allied", "combat", "G25: 7/4 2/3 AlliedSupply2", "H25: Savona", "H26: Pavia")
    table.attack(["Pavia"], ["7/4"], "AlliedSupply2")
    assert table.refusal("done") == "23.2"
    table.attack(["Savona"], ["2/3"], "AlliedSupply2")
    assert table.allows("done")


@rule("23.2b")
def test_a_garrison_too_weak_to_attack_all_cannot_attack_one() -> None:
    """One 1-1-6 against a 4-5-6 and three doubled divisions: 1-6 is out of reach, so no attack is offered."""
    table = position("4 allied", "combat", "G25: 7A/1 AlliedSupply2", "H25: Savona Pavia Trento", "H26: Ariete")
    assert table.legal() == {"done"}


@rule("23.2c")
def test_not_every_unit_in_the_fortress_takes_part() -> None:
    table = position("5 allied", "combat", "G25: 7/4 2/3 7A/1 AlliedSupply2", "H25: Savona")
    table.attack(["Savona"], ["7/4"], "AlliedSupply2")
    assert table.allows("done")


# 23.3, 23.4, 23.5: which ports


@rule("23.3a")
def test_nobody_sails_from_bengasi() -> None:
    table = position("4 allied", "movement", "H2: 2/2SG", "G25: 9A/20")
    assert table.legal("embark") == {"9A/20"}
    assert table.refusal("embark:2/2SG") == "23.3"


@rule("23.3a")
def test_nobody_lands_at_bengasi() -> None:
    table = position("4 allied", "start", "H2: 2/2SG", "G25: 7A/1", "J62: 7A/2", "sea: 9A/20")
    table.play("decline", "unit:9A/20")
    assert table.legal("hex") == {"G25", "J62"}
    assert table.refusal("hex:H2") == "23.3"


@rule("23.4a")
def test_units_sail_from_tobruch_to_their_base_and_back() -> None:
    for origin, goal in (("G25", "J62"), ("J62", "G25")):
        table = position("4 allied", "movement", f"{origin}: 9A/20 7A/1", f"{goal}: 7A/2")
        table.play("embark:9A/20")
        assert table.where("9A/20") == "sea"
        table.end_turn().end_turn().play("decline", "unit:9A/20", f"hex:{goal}")
        assert table.where("9A/20") == goal


@rule("23.4a")
def test_axis_supply_and_rommel_sail_too() -> None:
    table = position("4 axis", "movement", "W3: Savona AxisSupply2 Rommel", "G25: Pavia")
    assert {"AxisSupply2", "Rommel", "Savona", "Pavia"} == table.legal("embark")
    table.play("embark:AxisSupply2", "embark:Rommel")
    table.end_turn().end_turn().roll(1)
    table.play("unit:AxisSupply2", "hex:G25", "unit:Rommel", "hex:G25")
    assert table.at("G25") == {"Pavia", "AxisSupply2", "Rommel"}


@rule("23.4b")
def test_a_unit_moves_to_the_port_and_is_then_taken_off_the_map() -> None:
    table = position("4 allied", "movement", "H27: 9A/20", "I62: 7A/1")
    assert table.refusal("embark:9A/20") == "23.4"
    table.move("9A/20", "H26", "G25").move("7A/1", "J62")
    table.play("embark:9A/20", "embark:7A/1")
    assert (table.where("9A/20"), table.where("7A/1")) == ("sea", "sea")
    assert table.refusal("unit:9A/20") == "23.4", "it does not move again this turn"


@rule("23.4c")
def test_a_unit_from_the_sea_lands_in_its_next_turn_and_moves_normally() -> None:
    """9A/20 has all its six points: Tobruch to the clear hexes south of the escarpment by way of the road."""
    table = position("4 allied", "start", "J62: 7A/1", "sea: 9A/20").play("decline", "unit:9A/20", "done")
    assert table.where("9A/20") == "J62"
    table.move("9A/20", "K63", "L63", "M63", "N63", "O63", "P63")
    assert (table.where("9A/20"), table.spent("9A/20")) == ("P63", (6, 0))


@rule("23.4c")
def test_a_unit_at_sea_stays_there_until_its_owners_next_turn() -> None:
    table = position("3 allied", "movement", "J62: 9A/20 7A/1").play("embark:9A/20").end_turn()
    assert table.where("9A/20") == "sea"
    table.end_turn().play("decline")
    assert table.legal("unit") == {"9A/20"}


@rule("23.4.1a")
def test_ships_come_and_go_at_tobruch_with_enemies_all_around() -> None:
    siege = ["G24: Savona", "H25: Pavia", "H26: Brescia", "J62: 7A/2"]
    table = position("4 allied", "movement", "G25: 9A/20 7A/1 AlliedSupply2", *siege)
    assert {"9A/20", "7A/1", "AlliedSupply2"} <= table.legal("embark")
    table = position("4 allied", "start", "G25: 9A/20 AlliedSupply2", "sea: 7A/1", *siege)
    assert table.play("decline", "unit:7A/1", "hex:G25").where("7A/1") == "G25"


@pytest.mark.parametrize(
    "port", [pytest.param("G25", marks=rule("23.4.1b", "23.4.2b")), pytest.param("J62", marks=rule("23.4.2b"))]
)
def test_a_unit_that_has_landed_does_not_embark_again_in_the_same_turn(port: str) -> None:
    table = position("3 allied", "start", f"{port}: 7A/1", "sea: 9A/20").play("decline", "unit:9A/20", "done")
    assert table.legal("embark") == {"7A/1"}
    assert table.refusal("embark:9A/20") == "23.4.2"
    table.end_turn().end_turn().play("decline")
    assert table.allows("embark:9A/20"), "next turn it may"


@rule("23.4.2b")
def test_reinforcements_and_supply_that_have_just_landed_do_not_sail_on() -> None:
    """Ruling 33: never land and embark in the same turn."""
    table = Desert(f"turn 5 allied\nphase: start\n{FAR_AXIS}\nJ62: 7A/1\nG25: 7A/2")
    table.play("hex:G25", "unit:7/4", "hex:J62", "done")
    assert table.where("AlliedSupply1") == "G25"
    assert table.legal("embark") == {"7A/1", "7A/2"}
    assert table.refusal("embark:7/4") == "23.4.2"
    assert table.refusal("embark:AlliedSupply1") == "23.4.2"


@rule("23.4.2a")
def test_a_unit_at_sea_must_land_while_it_can() -> None:
    table = position("4 allied", "start", "J62: 7A/1", "sea: 9A/20").play("decline")
    assert table.legal() == {"unit:9A/20"}
    assert table.refusal("done") == "23.4.2"
    assert table.play("unit:9A/20").allows("done")


@rule("23.4.2a")
def test_a_unit_at_sea_without_a_port_is_eliminated() -> None:
    table = position("4 allied", "start", "sea: 9A/20 AlliedSupply2")
    assert table.decision == "movement"
    assert (table.where("9A/20"), table.where("AlliedSupply2")) == ("dead", "off")


@rule("23.4.2a")
def test_supply_at_sea_cannot_land_above_its_limit_and_is_lost() -> None:
    """12.2: never more than three own supply units on the map; those at sea do not count before (ruling 35)."""
    table = position("4 axis", "start", "W3: Savona AxisSupply2", "sea: AxisSupply3 Pavia").roll(6)
    assert table.play("hex:W3").where("AxisSupply4") == "W3", "the convoy makes three"
    assert table.legal() == {"unit:Pavia", "unit:15/8", "unit:15/115", "unit:15/33"}
    assert table.refusal("unit:AxisSupply3") == "12.2"
    table.play("unit:Pavia", "done")
    assert table.where("AxisSupply3") == "off"
    declined = position("4 axis", "start", "W3: Savona AxisSupply2", "sea: AxisSupply3").roll(6)
    assert declined.play("decline", "unit:AxisSupply3").where("AxisSupply3") == "W3"


@rule("23.4.2a")
def test_captured_supply_lands_whatever_is_on_the_map() -> None:
    """12.3: captured supply is not counted."""
    table = position("2 axis", "start", "W3: AxisSupply2 AxisSupply3 Savona", "sea: AxisSupply4*")
    assert table.decision == "make-room"  # 15.5
    table.play("done")
    assert table.legal() == {"unit:AxisSupply4"}
    assert table.play("unit:AxisSupply4").where("AxisSupply4") == "W3"


@rule("23.4.3a")
def test_a_unit_may_come_back_to_the_port_it_left() -> None:
    table = position("4 allied", "movement", "G25: 9A/20 7A/1", "J62: 7A/2").play("embark:9A/20")
    table.end_turn().end_turn().play("decline", "unit:9A/20", "hex:G25")
    assert table.where("9A/20") == "G25"


@rule("23.4.4a")
def test_landing_needs_control_of_the_port_at_the_start_of_the_turn() -> None:
    """The base is garrisoned but in the zone of Savona, who is driven off only later."""
    table = position("4 allied", "start", "J62: 7A/1", "K63: Savona", "G25: 7A/2", "sea: 9A/20")
    table.play("decline", "unit:9A/20")
    assert table.where("9A/20") == "G25", "there is no choice"
    empty = position("4 allied", "start", "I62: 7A/1", "sea: 9A/20")
    assert empty.where("9A/20") == "dead", "7A/1 next door holds nothing"


@rule("23.4.4b")
def test_a_unit_embarks_from_a_port_not_controlled_before() -> None:
    table = position("4 allied", "movement", "I62: 7A/1").move("7A/1", "J62")
    assert table.play("embark:7A/1").where("7A/1") == "sea"


@rule("23.4.4b")
def test_nobody_embarks_in_an_enemy_zone() -> None:
    table = position("4 allied", "movement", "J62: 7A/1 9A/20", "K63: Savona", "G25: 7A/2", "H26: Pavia")
    assert table.legal("embark") == {"7A/2"}
    assert table.refusal("embark:7A/1") == "23.4.4"


@rule("23.4.4b")
def test_the_zone_counts_at_the_moment_of_embarking() -> None:
    """The unit next to the base is under automatic victory, which takes its zone away."""
    table = position(
        "34 allied",
        "movement",
        "J62: 7A/1",
        "L63: 1/2 7/4 AlliedSupply2",
        "K63: Folgore",
        "frozen: 1/2 7/4",
        "cancelled: Folgore",
        "automatic: 1/2 7/4 > Folgore supply AlliedSupply2",
    )
    assert table.allows("embark:7A/1")


@rule("23.5a")
def test_nobody_sails_from_or_to_the_enemy_base() -> None:
    table = position("4 axis", "movement", "J62: Savona", "G25: Pavia")
    assert table.legal("embark") == {"Pavia"}
    assert table.refusal("embark:Savona") == "23.5"
    table = position("4 axis", "start", "J62: Savona", "G25: Pavia", "W3: Trento", "sea: Brescia").roll(1)
    table.play("unit:Brescia")
    assert table.legal("hex") == {"G25", "W3"}
    assert table.refusal("hex:J62") == "4.3"


# 23.6, 23.7: the surrounded fortress

SIEGE = "H25: Ariete\nH26: Savona AxisSupply2"


@rule("23.6a")
@pytest.mark.parametrize(("garrison", "fate"), [("9A/20", "dead"), ("9A/20 AlliedSupply2", "G25")])
def test_a_surrounded_garrison_is_isolated_unless_supply_is_with_it(garrison: str, fate: str) -> None:
    table = position("4 allied", "start", f"G25: {garrison}", SIEGE)
    table.end_turn().end_turn()
    assert table.where("9A/20") == "G25"
    table.end_turn()
    assert table.where("9A/20") == fate


@rule("23.7a")
def test_a_surrounded_garrison_dies_by_a_retreat() -> None:
    """Ariete and 15/8 against the doubled 9A/20: 11 to 4, 2-1; a 3 asks for a retreat."""
    table = position("4 axis", "combat", "G25: 9A/20", SIEGE, "G24: 15/8")
    table.attack(["9A/20"], ["Ariete", "15/8"], "AxisSupply2").play("done", "battle:0").roll(3)
    table.play("unit:9A/20")
    assert table.where("9A/20") == "dead"
    assert [(event.kind, event.rule) for event in table.events if "die" in event.kind] == [
        ("died-retreating", "23.7")
    ]


@rule("23.7a")
@pytest.mark.parametrize(
    ("ring", "fate"),
    [
        pytest.param("H25: 15/8 Ariete", "dead", id="zones alone cover G24 and H26"),
        pytest.param("G24: 15/8 Ariete\nI27: Savona", "dead", id="a zone from further off covers H26"),
        pytest.param("G24: 15/8 Ariete\nI28: Savona\nJ27: Pavia", "dead", id="zones cover all beyond H26"),
        pytest.param("G24: 15/8 Ariete\nI29: Savona\nJ27: Pavia", "open", id="none covers H27"),
        pytest.param("G24: 15/8 Ariete\nG23: Savona", "open", id="none covers H26"),
    ],
)
def test_zones_and_the_sea_alone_shut_a_garrison_in(ring: str, fate: str) -> None:
    """Nobody stands in H26, the one hex by which Tobruch could be left."""
    table = position("4 axis", "combat", "G25: 9A/20", ring, "H24: AxisSupply2")
    table.attack(["9A/20"], ["Ariete", "15/8"], "AxisSupply2").play("done", "battle:0").roll(3)
    table.play("unit:9A/20")
    if fate == "open":
        assert table.legal("hex") == {"H26"}
        return
    assert table.where("9A/20") == "dead"
    assert [(event.kind, event.rule) for event in table.events if "die" in event.kind] == [
        ("died-retreating", "23.7")
    ]


@rule("23.7a")
def test_a_garrison_with_a_way_out_retreats() -> None:
    """G24, where 15/8 stands, does not reach H26 and H27."""
    table = position("4 axis", "combat", "G25: 9A/20", "G24: 15/8 Ariete AxisSupply2")
    table.attack(["9A/20"], ["Ariete", "15/8"], "AxisSupply2").play("done", "battle:0").roll(3)
    table.play("unit:9A/20", "hex:H26", "hex:H27")
    assert table.where("9A/20") == "H27"


# The examples


def besieged() -> Desert:
    """The first diagram is lost; rebuilt round Tobruch: 1-1-6, 3-3-7 and supply inside, three Red units outside.

    Blue keeps his supply when asked before combat (15.5).
    """
    table = Desert(
        """
        turn 33 axis
        phase: combat
        P50: 22Gds AlliedSupply1
        J62: 9A/20
        G25: 7A/1 7/7 AlliedSupply2
        G24: Folgore
        H25: Ariete
        H26: 21/3 AxisSupply1
        """
    )
    return table.play("done")


@rule("23e1")
def test_example_an_attack_on_a_fortress_needs_a_soak_off() -> None:
    """Red attacks the 1-1-6 with 4-5-6 and 2-2-12 at 6 to 2; the 1-1-7 must then take on the 3-3-7 at 1-6."""
    table = besieged()
    assert table.allows("done"), "nobody has to attack"
    table.attack(["7A/1"], ["Ariete", "21/3"], "AxisSupply1")
    assert table.refusal("done") == "23.1"
    assert table.legal("attack") == {"7/7"}
    table.attack(["7/7"], ["Folgore"]).play("done")
    assert [
        str(table.game.narrate(table.state.printed, event)) for event in table.happened("battle-declared")
    ] == [
        "Battle at 3-1: 21/3, Ariete against 7A/1",
        "Battle at 1-6: Folgore against 7/7",
    ]


@rule("23e1")
def test_example_blue_need_not_attack_either() -> None:
    table = Desert(
        "turn 33 allied\nphase: combat\nP50: 22Gds AlliedSupply1\nG25: 7A/1 7/7 AlliedSupply2\nG24: Folgore\n"
        "H25: Ariete\nH26: 21/3 AxisSupply1"
    )
    assert table.allows("done")


@rule("23e2")
def test_example_the_1_1_6_dies_by_its_retreat_and_the_supply_is_safe() -> None:
    table = besieged()
    assert table.refusal("capture:AlliedSupply2") == "15.3.2.2"
    table.attack(["7A/1"], ["Ariete", "21/3"], "AxisSupply1").attack(["7/7"], ["Folgore"]).play("done", "battle:0")
    table.roll(3).play("unit:7A/1")
    assert table.where("7A/1") == "dead", "nobody is forced to retreat by sea"
    table.play("done", "battle:1").roll(6)
    assert table.where("Folgore") == "dead"
    assert table.at("G25") == {"7/7", "AlliedSupply2"}
    assert not table.happened("supply-captured")


@rule("23e3")
@pytest.mark.parametrize("relieved", [True, False])
def test_example_supply_sails_and_must_be_back_for_the_second_turn_of_isolation(relieved: bool) -> None:
    """Ruling 32: the supply was there at the start of the turn it sails, so the next is the first isolated."""
    table = Desert(
        """
        turn 33 allied
        phase: movement
        P50: 22Gds AlliedSupply1
        J62: 9A/20
        G25: 7/7 AlliedSupply2
        H25: Ariete
        H26: 21/3 AxisSupply1
        """
    )
    table.play("embark:AlliedSupply2").end_turn().end_turn()
    table.play("decline", "unit:AlliedSupply2", "hex:J62").end_turn().end_turn()
    assert table.where("7/7") == "G25", "after the first turn of isolation"
    table.play("hex:G25" if relieved else "decline").end_turn()
    assert table.where("7/7") == ("G25" if relieved else "dead")
