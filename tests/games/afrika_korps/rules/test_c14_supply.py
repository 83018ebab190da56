"""14: attacks and the supply that supports them."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

# Open desert: M30 has the neighbours L29, L30, M29, M31, N30 and N31. Pavia and Pol, far off, keep the game going.
FAR = """
W3: Pavia
I48: Pol
"""


def desert(pieces: str, side: str = "axis") -> Desert:
    """The movement phase of a side."""
    lines = "\n".join(line.strip() for line in (pieces + FAR).splitlines())
    return Desert(f"turn 20 {side}\nphase: movement\n{lines}")


def combat(pieces: str, side: str = "axis") -> Desert:
    """The same at the end of movement, the enemy having kept his supply."""
    table = desert(pieces, side).play("done")
    return table.play("done") if table.decision == "destroy-supply" else table


def supported_by(table: Desert) -> list[set[str]]:
    """For each battle declared, in order, the supply named for it."""
    units = table.state.printed.units
    return [{units[unit].id for unit in event.arguments["supply"]} for event in table.happened("supported")]


def deaths(table: Desert) -> list[tuple[str, str]]:
    """The units that died before combat, and the rule."""
    units = table.state.printed.units
    return [(units[event.arguments["unit"]].id, event.rule) for event in table.happened("died-before-combat")]


def end_turn(table: Desert) -> Desert:
    """Play on to the other side's turn."""
    side = table.state.active
    while table.state.active == side:
        table.play("done")
    return table


# 14.1 Attacks need supply


@rule("14.1a")
@pytest.mark.parametrize("defender", ["1/22", "22Gds", "1SA/1"])  # 2:4, 2:2 and 2:1: 1-2, 1-1 and 2-1
def test_an_attack_at_one_to_two_or_better_needs_supply(defender: str) -> None:
    """Without it 21/3, in the enemy's zone, has no legal attack and dies before combat."""
    fed = combat(f"M29: 21/3\nM30: {defender}\nM26: AxisSupply1")
    fed.attack([defender], ["21/3"])
    assert supported_by(fed) == [{"AxisSupply1"}]
    unfed = combat(f"M29: 21/3\nM30: {defender}")
    assert deaths(unfed) == [("21/3", "11.9")]


@rule("14.1a")
def test_enemy_supply_supports_nobody() -> None:
    table = combat("M29: 21/3\nM30: 1/22\nM26: AlliedSupply1\nM25: 1SA/1")
    assert deaths(table) == [("21/3", "11.9")]


@rule("14.1b")
def test_supply_that_supported_an_attack_is_removed_when_the_turn_ends() -> None:
    table = combat("M29: 21/3\nM30: 1/22\nM26: AxisSupply1\nM22: AxisSupply2")
    table.attack(["1/22"], ["21/3"]).play("done", "battle:0").roll(1)
    table.play("unit:1/22", "hex:M31", "hex:M32")
    assert table.where("AxisSupply1") == "M26"
    end_turn(table)
    assert (table.where("AxisSupply1"), table.where("AxisSupply2")) == ("off", "M22")
    assert [event.rule for event in table.happened("supply-used")] == ["14.1"]


# The examples. The figure is lost: blue are the Allies, red Savona (2-2-4), Brescia and Trento. 2/3 and 7/4 in M29
# and 32 in L30 attack Savona in M30 at 10:2; its one way out is N31, which 22Gds (2-2-6) bars from N32. Brescia in
# O33 and Trento in M33 shut 22Gds in. Each supply unit is within five hexes of one attacking hex only.

EXAMPLE = """
M29: 2/3 7/4
L30: 32
N32: 22Gds
M24: AlliedSupply1
J32: AlliedSupply2
M30: Savona
O33: Brescia
M33: Trento
"""


@rule("14e2")
def test_example_a_unit_cut_off_dies_and_so_reopens_the_retreat() -> None:
    table = desert(EXAMPLE, "allied")
    assert table.refusal("declare:Savona") == "9.1"
    table.play("done")
    assert deaths(table) == [("22Gds", "11.9")]
    table.attack(["Savona"], ["2/3", "7/4", "32"]).play("done", "battle:0").roll(2)  # 5-1: defender back 2
    table.play("unit:Savona", "hex:N31", "hex:N32")
    assert table.where("Savona") == "N32"


@rule("14e2")
def test_example_were_22gds_in_no_red_zone_it_would_be_an_automatic_victory() -> None:
    table = desert(EXAMPLE.replace("O33: Brescia\n", ""), "allied")
    assert table.legal("declare") == {"Savona"}


@rule("14e3")
def test_example_both_supply_units_are_spent() -> None:
    table = combat(EXAMPLE + "M20: AlliedSupply3", "allied")
    table.attack(["Savona"], ["2/3", "7/4", "32"])
    assert supported_by(table) == [{"AlliedSupply1", "AlliedSupply2"}]
    end_turn(table.play("done", "battle:0").roll(1))
    assert {table.where("AlliedSupply1"), table.where("AlliedSupply2")} == {"off"}
    assert table.where("AlliedSupply3") == "M20"


# 14.2 The line


@rule("14.2a")
def test_every_attacker_must_be_supplied() -> None:
    """15/115, on the far side, is out of the supply's range: it cannot attack and dies; 21/104 attacks alone."""
    table = combat("M29: 21/104\nM31: 15/115\nM30: 22Gds\nM24: AxisSupply1")
    assert deaths(table) == [("15/115", "11.9")]
    table.attack(["22Gds"], ["21/104"])
    assert supported_by(table) == [{"AxisSupply1"}]


@rule("14.2a")
def test_supply_counts_where_it_stands_after_movement() -> None:
    table = desert("M29: 21/3\nM30: 1/22\nM22: AxisSupply1")
    table.move("AxisSupply1", "M23", "M24").play("done").attack(["1/22"], ["21/3"])
    assert supported_by(table) == [{"AxisSupply1"}]
    away = desert("M29: 21/3\nM30: 1/22\nM24: AxisSupply1")
    away.move("AxisSupply1", "M23").play("done")
    assert deaths(away) == [("21/3", "11.9")]


@rule("14.2b")
@pytest.mark.parametrize(
    ("pieces", "supplied"),
    [
        ("M29: 21/3\nM24: AxisSupply1", True),
        ("M29: 21/3\nM24: AxisSupply1\nL27: 1SA/1", False),  # its zone holds M27 and M28
        ("M29: 21/3\nM26: AxisSupply1\nL25: 1SA/1", False),  # the supply itself stands in its zone
        ("M29: 21/3 AxisSupply1\nL31: 1SA/1", True),  # its zone does not reach M29
        ("N31: 21/3\nN29: AxisSupply1", True),  # N30 lies in the zone of the unit attacked: no matter
        ("N31: 21/3\nN29: AxisSupply1\nO29: 1SA/1", False),  # N30 lies in another's zone too
        ("N31: 21/3\nN30: AxisSupply1", True),  # supply in the zone of the unit attacked
    ],
)
def test_enemy_zones_block_the_line_but_not_those_of_the_unit_attacked(pieces: str, supplied: bool) -> None:
    """21/3 attacks 1/22 in M30, at 2:4."""
    table = combat("M30: 1/22\n" + pieces)
    assert deaths(table) == ([] if supplied else [("21/3", "11.9")])


@rule("14.2b")
@pytest.mark.parametrize(("garrison", "supplied"), [("", True), ("4I/5", False)])
def test_an_enemy_held_fortress_blocks_the_line(garrison: str, supplied: bool) -> None:
    """No zone comes out of Tobruch, G25, but no line runs through the enemy in it (ruling 34). H25 is barred."""
    table = combat(f"H26: 21/3\nG24: AxisSupply1\nG25: {garrison}\nI26: 1SA/1\nI25: 1SA/2")
    assert deaths(table) == ([] if supplied else [("21/3", "11.9")])


@rule("14.2c")
@pytest.mark.parametrize(
    ("pieces", "supplied"),
    [
        ("S58: 21/3\nR58: 1/22\nS61: AxisSupply1", False),  # S59 and S60 are full Qattara
        ("S58: 21/3\nR58: 1/22\nS56: AxisSupply1", True),
        ("E18: 21/3\nD17: 1/22\nG18: 1SA/1\nF19: AxisSupply1", False),  # F18 is barred, E18-F19 closed
        ("E18: 21/3\nD17: 1/22\nG18: 1SA/1\nE16: AxisSupply1", True),
        ("X62: 21/3\nX63: 1/22\nW62: AxisSupply1", False),  # W62-X62 is closed
        ("W63: 21/3\nX63: 1/22\nW62: AxisSupply1", True),
    ],
)
def test_the_line_crosses_no_full_qattara_and_no_closed_hexside(pieces: str, supplied: bool) -> None:
    table = combat(pieces)
    assert deaths(table) == ([] if supplied else [("21/3", "11.9")])


@rule("14.2d")
@pytest.mark.parametrize(("supply_hex", "supplied"), [("M24", True), ("M23", False), ("M29", True)])
def test_five_hexes_with_that_of_the_supply_but_without_the_attackers(supply_hex: str, supplied: bool) -> None:
    table = combat(f"M29: 21/3\nM30: 1/22\n{supply_hex}: AxisSupply1")
    assert deaths(table) == ([] if supplied else [("21/3", "11.9")])


@rule("14.2d")
def test_an_attacker_in_the_hex_of_the_supply_needs_no_line() -> None:
    """M29 lies in the zones of both enemies, and each battle is against one of them."""
    table = combat("M29: 21/3 15/33 AxisSupply1\nM30: 1/22\nL29: 1SA/1")
    table.attack(["1/22"], ["21/3"]).attack(["1SA/1"], ["15/33"])
    assert supported_by(table) == [{"AxisSupply1"}] * 2


@rule("14.2e")
def test_an_enemy_that_retreats_onto_the_line_changes_nothing_later_in_the_turn() -> None:
    """22Gds is driven back to L27, its zone across the line to 21/3; the second attack is fought all the same."""
    table = combat("M29: 21/3\nM30: 1/22\nM25: AxisSupply1\nJ25: 15/8\nJ26: 22Gds")
    table.attack(["1/22"], ["21/3"]).attack(["22Gds"], ["15/8"]).play("done", "battle:1").roll(3)
    table.play("unit:22Gds", "hex:K27", "hex:L27")
    assert table.where("22Gds") == "L27"
    table.play("battle:0").roll(1)  # 1-2: defender back 2
    table.play("unit:1/22", "hex:M31", "hex:M32")
    assert end_turn(table).where("AxisSupply1") == "off"


# 14.3 Poor odds


@rule("14.3a")
def test_one_to_three_and_worse_need_no_supply_and_use_none() -> None:
    table = combat("M29: 21/3\nM30: 1/22 1SA/1\nM26: AxisSupply1")  # 2:5
    table.attack(["1/22", "1SA/1"], ["21/3"]).play("done")
    assert supported_by(table) == []
    table.play("battle:0").roll(5)
    assert end_turn(table).where("AxisSupply1") == "M26"
    unsupplied = combat("M29: 21/3\nM30: 1/22 1SA/1")
    unsupplied.attack(["1/22", "1SA/1"], ["21/3"]).play("done")
    assert unsupplied.decision == "choose-battle"


@rule("14.3b")
def test_nobody_holds_a_unit_back_to_get_below_one_to_two() -> None:
    """7/7 alone would attack 21/5 at 3:7, 1-3; with 7/7SG it is 4:7, 1-2. Both are in the zone and must attack."""
    table = combat("M29: 7/7 7/7SG\nM30: 21/5", "allied")
    assert deaths(table) == [("7/7SG", "11.9")]  # 7/7SG alone could not attack at all
    table.attack(["21/5"], ["7/7"]).play("done")
    assert supported_by(table) == []


@rule("14.3b")
def test_of_units_without_supply_that_are_too_strong_together_the_owner_loses_one() -> None:
    """2:5 would be 1-3, but together they make 4:5. 21/5, supplied, is not in question."""
    table = combat("M29: 21/3 15/33\nM30: 1/22 1SA/1\nN40: 21/5\nN41: 22Gds\nN37: AxisSupply1")
    assert table.legal() == {"lose:21/3", "lose:15/33"}
    table.play("lose:15/33").attack(["1/22", "1SA/1"], ["21/3"])
    assert deaths(table) == [("15/33", "7.4")]


@rule("14.3b")
def test_the_odds_are_those_the_factors_give() -> None:
    """4:7 is fought as 1-2, not as 1-3: on a one the defender retreats, not the attacker."""
    table = combat("M29: 7/7 7/7SG\nM30: 21/5\nM26: AlliedSupply1", "allied")
    table.play("attack:21/5", "with:7/7")
    assert table.refusal("done") == "8.4"  # 7/7SG must attack as well
    table.play("with:7/7SG", "done", "done", "battle:0").roll(1)
    assert supported_by(table) == [{"AlliedSupply1"}]
    table.play("unit:21/5")


# 14.4 Sharing


@rule("14.4a", "14.4b")
def test_one_supply_unit_supports_any_number_of_attacks_and_others_stay() -> None:
    pieces = "M29: 21/104\nM30: 22Gds\nM23: 15/115\nM22: 1/201Gds\nO28: 21/3\nO29: 1SA/1"
    table = combat(pieces + "\nM26: AxisSupply1\nN27: AxisSupply2")
    for defender, attacker in (("22Gds", "21/104"), ("1/201Gds", "15/115"), ("1SA/1", "21/3")):
        table.attack([defender], [attacker], supply="AxisSupply1")
    assert supported_by(table) == [{"AxisSupply1"}] * 3
    table.play("done")
    for battle in (0, 1, 2):
        table.play(f"battle:{battle}").roll(1)
    end_turn(table)
    assert (table.where("AxisSupply1"), table.where("AxisSupply2")) == ("off", "N27")


@rule("14.4b")
def test_supply_that_feeds_nobody_else_need_not_be_used() -> None:
    """Of each pair one is enough: it feeds the attacker on its side of the enemy."""
    pieces = "M29: 21/104\nM30: 22Gds\nM31: 15/115\nM24: AxisSupply1\nL24: AxisSupply2"
    table = combat(pieces + "\nM36: AxisSupply3\nL35: AxisSupply4")
    table.attack(["22Gds"], ["21/104", "15/115"])
    table.play("supply:AxisSupply1")
    assert table.legal("supply") == {"AxisSupply3", "AxisSupply4"}
    assert table.refusal("supply:AxisSupply2") == "14.4"


@rule("14.4a")
def test_an_attack_out_of_its_range_needs_another() -> None:
    table = combat("M29: 21/104\nM30: 22Gds\nM37: 15/115\nM38: 1/201Gds\nM26: AxisSupply1\nM34: AxisSupply2")
    table.attack(["22Gds"], ["21/104"], supply="AxisSupply1").attack(["1/201Gds"], ["15/115"])
    assert supported_by(table) == [{"AxisSupply1"}, {"AxisSupply2"}]


# 14.5 Supply for an automatic victory

WON = "M29: 21/5\nM30: 1SA/1\nM26: AxisSupply1\n"


def won(more: str, supply: str = "AxisSupply1") -> Desert:
    """21/5 beats 1SA/1 at 7:1 with this supply."""
    table = desert(WON + more).play("declare:1SA/1", "with:21/5", "done")
    return table.play(f"supply:{supply}") if table.decision == "name-supply" else table


@rule("14.5a")
def test_a_victory_needs_supply_until_movement_ends() -> None:
    table = won("")
    assert table.refusal("destroy:AxisSupply1") == "14.5"
    table.play("unit:AxisSupply1", "hex:M25", "hex:M24", "hex:M23")
    assert table.refusal("stop") == "14.5"
    table.play("hex:M24", "stop", "done", "battle:0")
    assert end_turn(table).where("AxisSupply1") == "off"


@rule("14.5a")
@pytest.mark.parametrize(("spent", "goes"), [(8, True), (9, False)])
def test_supply_that_alone_feeds_two_victories_at_the_end_of_its_range_must_be_able_to_return(
    spent: int, goes: bool
) -> None:
    """Only in M30 it is within five hexes of both attackers: it needs a point to leave and one to come back."""
    table = desert(f"M25: 21/5\nM24: 1SA/1\nM35: 15/8\nM36: 1SA/2\nM30: AxisSupply1\nspent: AxisSupply1={spent}")
    table.play("declare:1SA/1", "with:21/5", "done", "declare:1SA/2", "with:15/8", "done")
    assert table.allows("unit:AxisSupply1") == goes
    if goes:
        table.play("unit:AxisSupply1", "hex:M31")
        assert table.legal() == {"hex:M30"}
    else:
        assert table.refusal("unit:AxisSupply1") == "14.5"


@rule("14.5a", "14.5b")
@pytest.mark.parametrize(("beside", "spare"), [("21/5", False), ("Rommel", True)])
def test_supply_behind_an_enemy_zone_takes_nobodys_place(beside: str, spare: bool) -> None:
    """From M24 to M29 there is one line of five hexes, and L26 lies beside it."""
    table = Desert(f"""
        turn 20 allied
        phase: movement
        M29: 7/4 2/3 AlliedSupply1
        M30: Folgore
        M24: AlliedSupply2
        L26: {beside}
        W6: Bologna
        """)
    table.play("declare:Folgore", "with:7/4", "with:2/3", "done")
    if spare:
        table.play("supply:AlliedSupply1")
    assert table.allows("destroy:AlliedSupply1") == spare
    assert table.allows("destroy:AlliedSupply2")


@rule("14.5b", "14.5c")
def test_supply_may_leave_when_another_takes_its_place_and_both_are_used() -> None:
    table = won("M20: AxisSupply3\nM22: AxisSupply2")
    table.move("AxisSupply2", "M23", "M24")
    table.move("AxisSupply1", "M25", "M24", "M23", "M22")
    assert table.refusal("unit:21/5") == "9.2"
    table.play("done")
    assert supported_by(table) == [{"AxisSupply1"}, {"AxisSupply1", "AxisSupply2"}]
    end_turn(table.play("battle:0"))
    assert {table.where("AxisSupply1"), table.where("AxisSupply2")} == {"off"}
    assert table.where("AxisSupply3") == "M20"


@rule("14.5b")
def test_which_of_several_takes_its_place_is_asked() -> None:
    table = won("L25: AxisSupply2\nN26: AxisSupply3")
    table.move("AxisSupply1", "M25", "M24", "M23", "M22").play("done")
    assert (table.decision, table.legal("supply")) == ("support", {"AxisSupply2", "AxisSupply3"})
    table.play("supply:AxisSupply3")
    end_turn(table.play("battle:0"))
    assert (table.where("AxisSupply1"), table.where("AxisSupply3")) == ("off", "off")
    assert table.where("AxisSupply2") == "L25"


@rule("14.5a")
def test_a_counter_that_comes_back_as_captured_supply_has_supported_nothing() -> None:
    """AxisSupply9 supports the victory and is destroyed; the same counter then stands for captured supply."""
    table = won("L26: AxisSupply9*\nN26: AlliedSupply1\nN23: 15/33", "AxisSupply9").play("destroy:AxisSupply9")
    table.move("15/33", "N24", "N25").play("done")
    assert table.where("AxisSupply9") == "N26"
    assert (table.decision, table.legal("supply")) == ("support", {"AxisSupply1", "AxisSupply9"})


@rule("14.5c")
def test_supply_that_stays_in_range_needs_no_other() -> None:
    table = won("L25: AxisSupply2")
    table.move("AxisSupply1", "M25", "M24").play("done")
    assert supported_by(table) == [{"AxisSupply1"}]
    assert end_turn(table.play("battle:0")).where("AxisSupply2") == "L25"


@rule("14.1b", "14.5c")
def test_supply_that_supported_a_victory_and_then_sailed_is_spent_too() -> None:
    """AxisSupply1 feeds the victory over Jews from the base and goes to sea while AxisSupply2 takes its place."""
    table = Desert(
        """
        turn 20 axis
        phase: movement
        W3: AxisSupply1
        W6: 21/5
        X5: AxisSupply2 Bologna
        W7: Jews
        J62: 2/3 AlliedSupply1
        """
    )
    table.play("declare:Jews", "with:21/5", "done", "supply:AxisSupply1", "embark:AxisSupply1", "done")
    end_turn(table.play("battle:0"))
    assert (table.where("AxisSupply1"), table.where("AxisSupply2")) == ("off", "off")


# 14.6 Naming


@rule("14.6a")
def test_the_attacker_names_the_supply_of_each_attack() -> None:
    table = combat("M29: 21/104\nM30: 22Gds\nM26: AxisSupply1\nL26: AxisSupply2\nM20: AxisSupply3")
    table.attack(["22Gds"], ["21/104"])
    assert (table.decision, table.legal()) == ("support", {"supply:AxisSupply1", "supply:AxisSupply2"})
    assert table.refusal("done") == "14.6"
    assert table.refusal("supply:AxisSupply3") == "14.2"
    table.play("supply:AxisSupply2", "done")
    assert supported_by(table) == [{"AxisSupply2"}]
    end_turn(table.play("battle:0").roll(1))
    assert (table.where("AxisSupply1"), table.where("AxisSupply2")) == ("M26", "off")


@rule("14.6a")
def test_the_attacker_names_the_supply_of_an_automatic_victory() -> None:
    table = desert(WON + "L26: AxisSupply2\nM20: AxisSupply3").play("declare:1SA/1", "with:21/5", "done")
    assert (table.decision, table.legal()) == ("name-supply", {"supply:AxisSupply1", "supply:AxisSupply2"})
    assert table.refusal("done") == "14.6"
    assert table.refusal("supply:AxisSupply3") == "14.2"
    table.play("supply:AxisSupply2")
    assert supported_by(table) == [{"AxisSupply2"}]


# 14.7 Defence


@rule("14.7a")
def test_defenders_use_no_supply() -> None:
    table = combat("M29: 21/5\nM30: 1/22\nM26: AxisSupply1\nM32: AlliedSupply1\nM33: 1SA/1")
    table.attack(["1/22"], ["21/5"]).play("done", "battle:0").roll(4)  # 1-1: attacker back 2
    table.play("unit:21/5", "hex:M28", "hex:M27")
    end_turn(table)
    assert (table.where("AxisSupply1"), table.where("AlliedSupply1")) == ("off", "M32")


@rule("14.7b")
@pytest.mark.parametrize("supply", ["", "M33: AlliedSupply1 1SA/1"])
def test_lack_of_supply_does_not_weaken_a_defender(supply: str) -> None:
    """7:4 is 1-1 either way, and a four throws the attacker back; at better odds it would hit the defender."""
    table = combat(f"M29: 21/5\nM30: 1/22\nM26: AxisSupply1\n{supply}")
    table.attack(["1/22"], ["21/5"]).play("done", "battle:0").roll(4)
    assert table.legal("unit") == {"21/5"}


def test_an_enemy_out_of_the_range_of_supply_says_so() -> None:
    """14.1: nothing else keeps them from attacking it."""
    table = Desert("turn 20 axis\nphase: movement\nW3: Pavia\nI48: Pol\nH3: 21/5\nH2: 2/2SG\nW8: AxisSupply1")
    table.play("done")
    assert table.refusal("attack:2/2SG") == "14.1"
    assert table.reason("attack:2/2SG") == (
        "no unit next to it is in range of supply; without supply only attacks at 1-3 or worse are legal"
    )
