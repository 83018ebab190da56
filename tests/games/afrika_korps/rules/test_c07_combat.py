"""7.1-7.5: zones of control, odds, and the results of combat; the exchange has a file of its own."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
BYSTANDERS = """
    W3: Bologna AxisSupply3
    J62: 4I/11 AlliedSupply4
"""


def desert(side: str, phase: str, *lines: str) -> Desert:
    """A position with a unit and supply of each side far from the action, so that nobody is beaten or isolated."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS.split("\n")[1:-1]]))
    return table.play("done") if table.decision == "destroy-supply" else table  # 15.5: nobody destroys his supply


def odds_declared(table: Desert) -> str:
    """The odds of the battle declared last."""
    return ODDS[table.happened("battle-declared")[-1].arguments["column"]]


def fight(table: Desert, defenders: list[str], attackers: list[str], die: int) -> Desert:
    """Declare the only battle, and fight it with this roll."""
    return table.attack(defenders, attackers).play("done", "battle:0").roll(die)


# 7.1 Zones of control


@rule("7.1a")
@pytest.mark.parametrize(
    ("start", "beside"),
    [("N32", "N31"), ("N28", "N29"), ("L30", "M30"), ("L28", "M29"), ("P30", "O30"), ("P32", "O31")],
)
def test_a_zone_covers_each_of_the_six_neighbours(start: str, beside: str) -> None:
    table = desert("axis", "movement", "N30: Pol", f"{start}: 21/3")
    table.play("unit:21/3", f"hex:{beside}")
    assert table.decision == "movement"  # the move has ended by itself
    assert table.refusal("unit:21/3") == "8.1"


@rule("7.1a")
def test_a_zone_reaches_no_further_than_the_neighbours() -> None:
    table = desert("axis", "movement", "N30: Pol", "N33: 21/3")
    table.play("unit:21/3", "hex:N32", "hex:M31", "hex:L30", "hex:L29", "hex:L28", "hex:M28")
    assert table.decision == "move"


@rule("7.1a")
def test_supply_and_rommel_have_no_zone() -> None:
    """7.1 gives zones to combat units alone: an Allied unit passes next to Rommel."""
    table = desert("allied", "movement", "N30: Rommel", "N33: 2/3")
    table.play("unit:2/3", "hex:N32", "hex:N31")
    assert table.decision == "move"


@rule("7.1b")
@pytest.mark.parametrize(("one", "other"), [("E18", "F19"), ("W62", "X62"), ("W61", "X62"), ("R65", "S65")])
def test_no_zone_across_a_closed_hexside(one: str, other: str) -> None:
    """Units on both sides of such a hexside stand in no zone: there is nothing to fight, nobody to attack."""
    table = desert("axis", "combat", f"{one}: Pol", f"{other}: 21/3 AxisSupply1")
    assert table.decision != "declare-battles"
    assert table.where("21/3") == other
    assert not table.happened("died-before-combat")


@rule("7.1b")
def test_a_unit_moves_past_an_enemy_beyond_a_closed_hexside() -> None:
    table = desert("axis", "movement", "E18: Pol", "G20: 21/3")
    table.play("unit:21/3", "hex:F19", "hex:G19")
    assert table.decision == "move"
    table.play("hex:F18")  # which E18 does touch
    assert table.refusal("unit:21/3") == "8.1"


@rule("7.1c")
def test_units_in_a_fortress_have_no_zone_outside() -> None:
    table = desert("axis", "movement", "G25: 2/3", "I27: 21/3")
    table.play("unit:21/3", "hex:H26", "hex:H27")
    assert table.decision == "move"


@rule("7.1c")
def test_no_zone_extends_into_a_fortress() -> None:
    """With enemies on all sides the garrison is still free to embark (23.4.4), and need not attack."""
    around = ("G24: 21/5", "H25: 21/104", "H26: Ariete")
    table = desert("allied", "movement", "G25: 2/3 AlliedSupply1", *around)
    assert "2/3" in table.legal("embark")
    table.play("done")
    assert table.decision == "declare-battles"
    assert table.allows("done")


@rule("7.1d")
@pytest.mark.parametrize("friend", ["N32", "N31"])
def test_a_friendly_zone_does_not_cancel_an_enemy_zone(friend: str) -> None:
    """Friends next to the hex entered, or in it, do not keep the mover from having to stop."""
    table = desert("axis", "movement", "N30: Pol", f"{friend}: 21/5", "M33: 21/3")
    table.play("unit:21/3", "hex:M32", "hex:N32" if friend == "N31" else "hex:M31")
    table.play("hex:N31")
    assert table.refusal("unit:21/3") == "8.1"


def victory_at_seven_to_one() -> Desert:
    return desert("axis", "movement", "N30: Pol", "N31: 21/5 AxisSupply1", "L30: 21/3")


@rule("7.1e")
def test_a_unit_attacked_at_seven_to_one_loses_its_zone() -> None:
    before = victory_at_seven_to_one().play("unit:21/3", "hex:M30")
    assert before.refusal("unit:21/3") == "8.1"
    after = victory_at_seven_to_one().play("declare:Pol", "with:21/5", "done")
    after.play("unit:21/3", "hex:M30", "hex:M29", "hex:N29")
    assert after.decision == "move"


@rule("7.1e")
def test_a_surrounded_unit_attacked_at_five_to_one_loses_its_zone() -> None:
    table = desert(
        "axis", "movement", "N30: Pol", "N31: Ariete AxisSupply1", "N29: Folgore AxisSupply2", "L30: 21/3"
    )
    table.play("declare:Pol", "with:Ariete", "with:Folgore", "done")
    table.play("unit:21/3", "hex:M30", "hex:M29")
    assert table.decision == "move"


@rule("7.1e")
@pytest.mark.parametrize("west", ["Folgore", ""])
def test_at_four_to_one_or_with_a_way_out_the_zone_stays(west: str) -> None:
    """Four factors only, though surrounded; or five, with the west open."""
    force = ("N31: Trieste AxisSupply1", f"N29: {west}") if west else ("N31: Ariete Folgore AxisSupply1", "N26:")
    table = desert("axis", "movement", "N30: Pol", *force, "L30: 21/3")
    assert table.refusal("declare:Pol") == "9.1"
    table.play("unit:21/3", "hex:M30")
    assert table.refusal("unit:21/3") == "8.1"


@rule("7.1e")
def test_a_companion_who_is_not_attacked_keeps_his_zone() -> None:
    """Pol alone is under automatic victory; 7A/1, stacked with it, still stops movers."""
    table = desert("axis", "movement", "N30: Pol 7A/1", "N31: 21/5 AxisSupply1", "L30: 21/3")
    table.play("declare:Pol", "with:21/5", "done", "unit:21/3", "hex:M30")
    assert table.refusal("unit:21/3") == "8.1"


@rule("7.1e")
@pytest.mark.parametrize(
    ("stack", "declared", "crossed"), [("Pol", False, False), ("Pol", True, True), ("Pol 7A/1", True, False)]
)
def test_a_hex_is_crossed_when_all_who_hold_it_are_under_automatic_victory(
    stack: str, declared: bool, crossed: bool
) -> None:
    table = desert("axis", "movement", f"N30: {stack}", "N31: 21/5 AxisSupply1", "M30: 21/3")
    if declared:
        table.play("declare:Pol", "with:21/5", "done")
    table.play("unit:21/3")
    if crossed:
        table.play("hex:N30", "hex:O30")
        assert table.decision == "move"
    else:
        assert table.refusal("hex:N30") == "5.4"


# 7.2 Who attacks


@rule("7.2a")
def test_moving_into_a_zone_causes_a_battle_that_turn() -> None:
    table = desert("axis", "movement", "N30: Pol", "N32: 21/3 AxisSupply1")
    assert not table.copy().play("done").happened("battle-declared")  # nobody in contact, nothing to fight
    table.move("21/3", "N31").play("done")
    assert table.decision == "declare-battles"
    assert table.refusal("done") == "8.4"
    table.attack(["Pol"], ["21/3"]).play("done")
    assert table.legal("battle") == {"0"}


@rule("7.2b")
@pytest.mark.parametrize(("side", "mover", "other"), [("axis", "21/3", "2/3"), ("allied", "2/3", "21/3")])
def test_the_side_whose_turn_it_is_attacks(side: str, mover: str, other: str) -> None:
    """Whoever is stronger: the attack factors are those of the mover, the defence factors those of the other."""
    table = desert(side, "combat", f"N30: {other}", f"N31: {mover} AxisSupply1 AlliedSupply1")
    assert table.actor == (AXIS if side == "axis" else ALLIED)
    assert table.legal("attack") == {other}
    assert table.refusal(f"attack:{mover}") == "7.2"
    table.play(f"attack:{other}")
    assert table.legal("with") == {mover}
    assert table.refusal(f"with:{other}") == "7.2"


# 7.3 Odds


@rule("7.3a")
@pytest.mark.parametrize(
    ("side", "defenders", "attackers", "odds"),
    [
        ("allied", "Ariete", "2/3", "1-2"),  # 4 against 5; the printed attack factor of Ariete is 4
        ("axis", "2/3", "Ariete", "1-1"),  # 4 against 4; the printed defence factor of Ariete is 5
        ("allied", "Brescia Pavia", "2/3 7/7", "1-1"),  # 7 against 6
        ("axis", "Pol 9A/20", "21/5 21/104", "3-1"),  # 10 against 3
        ("axis", "Pol 9A/20 2/3", "Brescia Pavia", "1-2"),  # 4 against 7
    ],
)
def test_odds_are_all_attack_factors_against_all_defence_factors(
    side: str, defenders: str, attackers: str, odds: str
) -> None:
    table = desert(
        side, "combat", f"N30: {defenders}", f"N31: {attackers}", "N32: AxisSupply1", "O32: AlliedSupply1"
    )
    table.attack(defenders.split(), attackers.split())
    assert odds_declared(table) == odds


@rule("7.3b")
@pytest.mark.parametrize(
    ("defenders", "attackers", "odds"),
    [
        ("7/3I", "21/5", "3-1"),  # 7:2
        ("2/3 7/7", "Brescia", "1-4"),  # 2:7
        ("Pol 7A/1 7A/2", "Ariete", "1-1"),  # 4:3
        ("2/3 Pol", "21/104", "1-2"),  # 3:5
        ("2/3", "21/5", "1-1"),  # 7:4
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(defenders: str, attackers: str, odds: str) -> None:
    table = desert("axis", "combat", f"N30: {defenders}", f"N31: {attackers}", "N32: AxisSupply1")
    table.attack(defenders.split(), attackers.split())
    assert odds_declared(table) == odds


def even_battle() -> Desert:
    """21/104, 3-3-10, against 7/7, 3-3-7: 1-1."""
    return desert("axis", "combat", "N30: 7/7", "N31: 21/104", "N32: AxisSupply1")


@rule("7.3c")
@pytest.mark.parametrize(
    ("die", "decision", "lost"),
    [
        (1, "", {"7/7"}),  # DE
        (2, "", {"7/7", "21/104"}),  # EX
        (3, "conduct-retreat", set()),  # DB2
        (4, "conduct-retreat", set()),  # AB2
        (5, "", {"21/104"}),  # AE
        (6, "", {"21/104"}),
    ],
)
def test_one_die_is_rolled_and_the_table_read(die: int, decision: str, lost: set[str]) -> None:
    table = even_battle().attack(["7/7"], ["21/104"]).play("done", "battle:0")
    assert table.decision == "combat-die"
    assert table.where("7/7") == "N30"  # nothing is settled before the roll
    table.roll(die)
    assert {unit for unit in ("7/7", "21/104") if table.where(unit) == "dead"} == lost
    assert table.decision == decision if decision else table.decision != "combat-die"
    assert [event.arguments["die"] for event in table.happened("combat")] == [die]


@rule("7e1")
@pytest.mark.parametrize(
    ("die", "survivors"),
    [
        (1, {"7/7"}),
        (2, {"7/7"}),  # EX: three factors against two, the stronger must lose its only unit too
        (3, {"7/7", "Savona"}),
        (4, {"7/7", "Savona"}),
        (5, {"Savona"}),
        (6, {"Savona"}),
    ],
)
def test_example_seventh_brigade_attacks_savona(die: int, survivors: set[str]) -> None:
    """3 against 2 is 1-1; the die is then read in that column: DE, EX, DB2, AB2, AE, AE."""
    table = desert("allied", "combat", "N30: Savona", "N31: 7/7 AlliedSupply1")
    fight(table, ["Savona"], ["7/7"], die)
    assert odds_declared(table) == "1-1"
    if die == 2:
        table.play("lose:7/7")
        survivors = set()
    assert {unit for unit in ("7/7", "Savona") if table.where(unit) != "dead"} == survivors
    if die in (3, 4):
        assert table.legal("unit") == {"Savona" if die == 3 else "7/7"}


@rule("7.3t1")
def test_the_procedure_is_repeated_for_every_battle() -> None:
    """One battle at 3-1 and one at 1-1, each with a die of its own."""
    table = desert("axis", "combat", "N30: 7/3I", "N31: 21/5", "R30: 7/7", "R31: 21/104", "P31: AxisSupply1")
    table.attack(["7/3I"], ["21/5"]).attack(["7/7"], ["21/104"]).play("done")
    table.play("battle:0").roll(6)  # 3-1: DE
    table.play("battle:1").roll(6)  # 1-1: AE
    assert (table.where("7/3I"), table.where("21/5")) == ("dead", "N31")
    assert (table.where("7/7"), table.where("21/104")) == ("R30", "dead")


# 7.4 Beyond the table


@rule("7.4a", "7.5t12")
@pytest.mark.parametrize(
    ("defenders", "attackers", "certain"),
    [
        ("Pol", "21/5", True),  # 7-1
        ("Pol", "21/5 15/8", True),  # 14-1
        ("Pol 7A/1", "21/5 15/8", True),  # 14 against 2
        ("Pol", "Ariete Brescia", False),  # 6-1
        ("Pol 7A/1", "21/5 Ariete Brescia", False),  # 13 against 2 is 6-1
    ],
)
def test_above_six_to_one_the_defenders_die_without_a_die(defenders: str, attackers: str, certain: bool) -> None:
    table = desert("axis", "combat", f"N30: {defenders}", f"N31: {attackers}", "N32: AxisSupply1")
    table.attack(defenders.split(), attackers.split())
    assert odds_declared(table) == ("7-1" if certain else "6-1")
    table.play("done", "battle:0")
    assert (table.decision == "combat-die") is not certain
    assert {table.where(unit) for unit in defenders.split()} == ({"dead"} if certain else {"N30"})
    assert [event.rule for event in table.happened("no-die")] == (["7.4"] if certain else [])


@rule("7.4b")
def test_nobody_may_attack_at_worse_than_one_to_six() -> None:
    """Eight factors on an escarpment count sixteen: Folgore alone would be 1-16, with 21/5 it is 1-2."""
    table = desert("axis", "combat", "N59: 2/3 7/4", "N60: Folgore 21/5 AxisSupply1")
    table.play("attack:2/3", "target:7/4", "with:Folgore")
    assert table.refusal("done") == "7.4"
    table.play("with:21/5", "done")
    assert odds_declared(table) == "1-2"


@rule("7.4b")
@pytest.mark.parametrize(("defenders", "legal"), [("2/3 7/3I", True), ("2/3 7/7", False)])
def test_one_to_six_is_legal_and_one_to_seven_is_not(defenders: str, legal: bool) -> None:
    table = desert("axis", "combat", f"N30: {defenders}", "N31: Folgore", "N32: AxisSupply1")
    assert (table.where("Folgore") == "N31") is legal
    if legal:
        table.attack(defenders.split(), ["Folgore"])
        assert odds_declared(table) == "1-6"


def hopeless_neighbour() -> Desert:
    """Folgore next to eight factors; apart from it 21/5 attacks a brigade whose way out leads past Folgore."""
    return desert("axis", "combat", "N26: 2/3 7/4", "N27: Folgore", "N30: 7/3I", "N31: 21/5 AxisSupply1")


@rule("7.4c")
def test_units_at_worse_than_one_to_six_die_before_any_battle() -> None:
    table = hopeless_neighbour()
    assert table.where("Folgore") == "dead"
    assert table.decision == "declare-battles"
    assert table.legal("attack") == {"7/3I"}  # nobody is left who would have to attack the other two


@rule("7.4c")
def test_reinforced_to_one_to_six_they_live() -> None:
    """11.6: one unit more next to the same enemies, and they attack together."""
    table = desert("axis", "combat", "N26: 2/3 7/4", "N27: Folgore", "M26: 21/3", "N29: AxisSupply1")
    assert table.where("Folgore") == "N27"
    table.attack(["2/3", "7/4"], ["Folgore", "21/3"])
    assert odds_declared(table) == "1-3"


@rule("7.4d")
def test_their_death_is_no_soak_off() -> None:
    """21/5 stands next to the strong hex and a weak one. Folgore alone cannot hold off the strong hex, and

    once it is lost 21/5 has to attack both hexes: the strong one has not been soaked off.
    """
    table = desert(
        "axis", "combat", "N59: 2/3 7/4", "N58: Folgore", "N57: AxisSupply2", "N60: 21/5 AxisSupply1", "M60: Pol"
    )
    assert table.decision == "sacrifice"
    assert table.legal("lose") == {"Folgore", "21/5"}
    table.play("lose:Folgore", "attack:Pol", "with:21/5")
    assert table.refusal("done") == "8.4"
    table.play("target:2/3", "target:7/4", "done")
    assert odds_declared(table) == "1-3"  # 7 against 17


@rule("7.4e")
def test_they_block_no_retreat() -> None:
    """N28 lay in Folgore's zone; the beaten brigade may be sent there."""
    table = hopeless_neighbour()
    fight(table, ["7/3I"], ["21/5"], 3)
    table.play("unit:7/3I", "hex:N29")
    assert table.allows("hex:N28")


@rule("7.4e")
def test_units_that_live_do_block_it() -> None:
    """The same position with one strong unit in place of two: Folgore attacks at 1-4, and stays."""
    table = desert("axis", "combat", "N26: 2/3", "N27: Folgore", "N30: 7/3I", "N31: 21/5", "N32: AxisSupply1")
    table.attack(["2/3"], ["Folgore"]).attack(["7/3I"], ["21/5"]).play("done", "battle:1").roll(3)
    table.play("unit:7/3I", "hex:N29")
    assert table.refusal("hex:N28") == "7.6.2"


@rule("7.3t2")
@pytest.mark.parametrize(
    ("defenders", "attackers", "dead"), [("Pol", "21/5", "Pol"), ("2/3 7/4", "Folgore", "Folgore")]
)
def test_off_the_chart_the_weaker_side_dies(defenders: str, attackers: str, dead: str) -> None:
    table = desert("axis", "combat", f"N30: {defenders}", f"N31: {attackers}", "N32: AxisSupply1")
    if dead == "Pol":
        table.attack(["Pol"], ["21/5"]).play("done", "battle:0")
    assert table.where(dead) == "dead"
    assert not table.happened("combat")


# 7.5 Results (the exchange: test_ak_07_exchange.py)


def two_against_two() -> Desert:
    """21/104 and Pavia against 9A/20 and 7/3I, 5 against 4; on both sides a friend who takes no part."""
    return desert(
        "axis",
        "combat",
        "N30: 9A/20 7/3I",
        "N28: 2/3",
        "N31: 21/104",
        "M30: Pavia",
        "N33: 21/5",
        "N32: AxisSupply1",
    )


def fought(die: int) -> Desert:
    return fight(two_against_two(), ["9A/20", "7/3I"], ["21/104", "Pavia"], die)


def standing(table: Desert) -> set[str]:
    """Those still on the map of the units near this battle."""
    units = ("9A/20", "7/3I", "2/3", "21/104", "Pavia", "21/5")
    return {unit for unit in units if table.where(unit) != "dead"}


@rule("7.5a")
@pytest.mark.parametrize("die", [5, 6])
def test_ae_eliminates_every_attacker_of_that_battle(die: int) -> None:
    assert standing(fought(die)) == {"9A/20", "7/3I", "2/3", "21/5"}


@rule("7.5b")
def test_ab2_has_every_attacker_retreated_by_the_defender() -> None:
    table = fought(4)
    assert table.decision == "conduct-retreat"
    assert table.actor == ALLIED
    assert table.legal("unit") == {"21/104", "Pavia"}  # 21/5 took no part
    table.play("unit:Pavia", "hex:L30", "hex:K30")
    assert table.actor == ALLIED
    table.play("unit:21/104", "hex:N32", "hex:M32")
    assert (table.where("Pavia"), table.where("21/104")) == ("K30", "M32")
    assert standing(table) == {"9A/20", "7/3I", "2/3", "21/104", "Pavia", "21/5"}
    assert table.at("N30") == {"9A/20", "7/3I"}


@rule("7.5j")
def test_db2_has_every_defender_retreated_by_the_attacker() -> None:
    table = fought(3)
    assert table.decision == "conduct-retreat"
    assert table.actor == AXIS
    assert table.legal("unit") == {"9A/20", "7/3I"}  # 2/3 was not attacked
    table.play("unit:9A/20", "hex:O30", "hex:P30")
    assert table.actor == AXIS
    table.play("unit:7/3I", "hex:N29", "hex:M28")
    assert (table.where("9A/20"), table.where("7/3I")) == ("P30", "M28")
    assert len(standing(table)) == 6


@rule("7.5k")
def test_de_eliminates_every_defender_of_that_battle() -> None:
    table = fought(1)
    assert standing(table) == {"2/3", "21/104", "Pavia", "21/5"}
    assert table.at("N30") == set()


@rule("7.5a", "7.5k")
def test_other_battles_of_the_same_hex_are_not_touched_by_a_result() -> None:
    """11.4: the stack is divided among two battles; each result strikes the units of its own battle."""
    table = two_against_two().attack(["9A/20"], ["21/104"]).attack(["7/3I"], ["Pavia"]).play("done")
    table.play("battle:0").roll(1)
    assert standing(table) == {"7/3I", "2/3", "21/104", "Pavia", "21/5"}
    table.play("battle:1").roll(6)
    assert standing(table) == {"7/3I", "2/3", "21/104", "21/5"}


@rule("7e5")
def test_example_three_to_one_and_a_six_eliminates_all_defenders() -> None:
    table = desert("axis", "combat", "N30: 9A/20 Pol", "N31: 21/5 21/3", "N32: AxisSupply1")
    fight(table, ["9A/20", "Pol"], ["21/5", "21/3"], 6)
    assert odds_declared(table) == "3-1"  # 9 against 3
    assert (table.where("9A/20"), table.where("Pol")) == ("dead", "dead")


@rule("7e4", "7.3t1")
def test_example_thirty_against_nine_is_three_to_one() -> None:
    """30 against 9: 2/3, 7/7 and 9A/20 defend; 21/5, 15/8, Ariete, Littorio, Fj, 90/55 and 164/125 attack."""
    table = desert(
        "axis", "combat", "N30: 2/3 7/7 9A/20", "N31: 21/5 15/8 Ariete", "M30: Littorio Fj 90/55", "O31: 164/125",
        "N32: AxisSupply1",
    )  # fmt: skip
    attackers = ["21/5", "15/8", "Ariete", "Littorio", "Fj", "90/55", "164/125"]
    table.attack(["2/3", "7/7", "9A/20"], attackers)
    assert odds_declared(table) == "3-1"
