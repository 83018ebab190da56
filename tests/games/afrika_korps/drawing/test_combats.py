"""Battles in the planner: the odds of the rulebook's examples, chances, supply, duties, and what may be chosen."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ODDS_NAMES, RESULT_NAMES
from sandtable.kernel.scene import Combat
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.drawing.test_panels import SCENARIO, desert, scene_of


def combats(table: Desert, side: int | None = None) -> dict[str, Combat]:
    return {combat.id: combat for combat in scene_of(table, side).combats}


def lines(combat: Combat) -> dict[str, str]:
    """What each factor is worth, and the column that the sums lead to."""
    sums = [factor.value for factor in combat.factors if factor.sums]
    return {factor.text: factor.value for factor in combat.factors} | {f"Odds, {' to '.join(sums)}": combat.column}


def rules(combat: Combat) -> dict[str, str]:
    return {factor.text: factor.rule for factor in combat.factors}


def said(combat: Combat) -> dict[str, tuple[str, ...]]:
    """What it costs and what is still to do, each with the pieces it is about."""
    return {warning.text: warning.pieces for warning in (*combat.costs, *combat.duties)}


def planned(table: Desert, defenders: list[str], attackers: list[str]) -> dict[str, Combat]:
    """The battles while one is put together, before it is closed."""
    table.play(f"attack:{defenders[0]}", *(f"target:{unit}" for unit in defenders[1:]))
    table.play(*(f"with:{unit}" for unit in attackers))
    assert table.decision == "form-battle"
    return combats(table)


def chances(combat: Combat) -> dict[str, str]:
    """By result the faces that bring it."""
    return {one.text.partition(":")[0]: one.rolls.removeprefix("die ") for one in combat.outcomes}


def costs(combat: Combat) -> dict[str, str]:
    """By result what it costs, where it costs anything that its name does not say."""
    return {one.text.partition(":")[0]: one.cost for one in combat.outcomes if one.cost}


# The examples of the rulebook


def test_example_seventh_brigade_attacks_savona() -> None:
    """7.3: 3 against 2 is 1-1."""
    table = desert("allied", "N30: Savona", "N31: 7/7 AlliedSupply1")
    shown = planned(table, ["Savona"], ["7/7"])
    spending = lines(shown["battle-0"])
    assert list(spending) == [
        "7/7 (3-3-7)",
        "Attack factors",
        "Savona (2-2-4)",
        "Defence factors",
        "Odds, 3 to 2",
    ]
    assert said(shown["battle-0"]) == {"Could supply 7/7": ("AlliedSupply1",)}
    assert (spending["Attack factors"], spending["Defence factors"], spending["Odds, 3 to 2"]) == ("3", "2", "1-1")
    assert shown["battle-0"].column_rule == "7.3"
    assert (shown["battle-0"].attackers, shown["battle-0"].defenders) == (("7/7",), ("Savona",))
    assert shown["battle-0"].attacking == 1
    assert chances(shown["battle-0"]) == {"DE": "1", "DB2": "3", "EX": "2", "AB2": "4", "AE": "5-6"}


def test_example_thirty_against_nine_is_three_to_one() -> None:
    table = desert(
        "axis", "N30: 2/3 7/7 9A/20", "N31: 21/5 15/8 Ariete", "M30: Littorio Fj 90/55", "O31: 164/125",
        "N32: AxisSupply1",
    )  # fmt: skip
    attackers = ["21/5", "15/8", "Ariete", "Littorio", "Fj", "90/55", "164/125"]
    spending = lines(planned(table, ["2/3", "7/7", "9A/20"], attackers)["battle-0"])
    assert spending["Odds, 30 to 9"] == "3-1"


def test_example_seven_weak_units_against_a_doubled_division() -> None:
    """7.5: seven 1-1-6 against a doubled 2-3-4, 7 to 6."""
    places = ("N59: Brescia", "N60: 7A/1 7A/2 Pol", "M59: 4I/5 4I/7 4I/23", "O60: 50/69 AlliedSupply1")
    table = desert("allied", *places)
    shown = planned(table, ["Brescia"], ["7A/1", "7A/2", "Pol", "4I/5", "4I/7", "4I/23", "50/69"])
    spending = lines(shown["battle-0"])
    assert spending["Brescia (2-3-4)"] == "3 doubled by the escarpment: 6"
    assert rules(shown["battle-0"])["Brescia (2-3-4)"] == "10.2"
    assert spending["Odds, 7 to 6"] == "1-1"
    assert costs(shown["battle-0"]) == {"EX": "each side loses at least 6 factors"}
    table.play("done", "done", "battle:0").roll(2)
    exchange = combats(table)["exchange"]
    assert lines(exchange)["Still to lose"] == "6"
    assert {factor.piece for factor in exchange.factors[:-1]} == {*exchange.attackers} == {
        "7A/1", "7A/2", "Pol", "4I/5", "4I/7", "4I/23", "50/69",
    }  # fmt: skip
    table.play("lose:Pol")
    exchange = combats(table)["exchange"]
    assert lines(exchange)["Pol (1-1-6)"] == "1, given up"
    assert lines(exchange)["Still to lose"] == "5"


def test_example_one_division_against_four_weak_units() -> None:
    """7.5: a 3-4-6 against four 1-1-6 is 3 to 4, 1-2."""
    table = desert("axis", "N30: 7A/1 7A/2", "M30: Pol 4I/5", "N31: Trieste AxisSupply1")
    spending = lines(planned(table, ["7A/1", "7A/2", "Pol", "4I/5"], ["Trieste"])["battle-0"])
    assert spending["Odds, 3 to 4"] == "1-2"


def test_example_a_soak_off_at_one_to_three_buys_five_to_one() -> None:
    """11.9: 2 to 6 needs no supply; 10 to 2 is 5-1."""
    table = desert("axis", "L30: 21/5 21/104", "N32: 21/3", "M31: 22Gds", "M32: 2/3 9A/24", "L28: AxisSupply1")
    soak = planned(table, ["2/3", "9A/24"], ["21/3"])["battle-0"]
    assert lines(soak)["Odds, 2 to 6"] == "1-3"
    assert "No supply is needed at 1-3 or worse" in said(soak)
    table.play("done")
    main = planned(table, ["22Gds"], ["21/5", "21/104"])["battle-1"]
    assert lines(main)["Odds, 10 to 2"] == "5-1"
    assert said(main)["Could supply 21/5, 21/104"] == ("AxisSupply1",)


def test_example_a_soak_off_against_the_escarpment() -> None:
    """11.9: 2 to a doubled 4, and 6 to a doubled 1."""
    places = (
        "I25: 90/55",
        "I23: 21/104 15/115",
        "K24: AxisSupply1",
        "H23: 7A/1",
        "H24: 2/3",
        "G25: AlliedSupply1",
    )
    table = desert("axis", *places)
    assert lines(planned(table, ["2/3"], ["90/55"])["battle-0"])["Odds, 2 to 8"] == "1-4"
    table.play("done")
    assert lines(planned(table, ["7A/1"], ["21/104", "15/115"])["battle-1"])["Odds, 6 to 2"] == "3-1"


def test_example_both_supply_units_are_spent() -> None:
    """14.1: neither supply unit alone feeds all; Savona's way out is open again."""
    places = ("M29: 2/3 7/4", "L30: 32", "N32: 22Gds", "M24: AlliedSupply1", "J32: AlliedSupply2")
    table = desert("allied", *places, "M30: Savona", "O33: Brescia", "M33: Trento")
    shown = planned(table, ["Savona"], ["2/3", "7/4", "32"])
    assert lines(shown["battle-0"])["Odds, 10 to 2"] == "5-1"
    assert said(shown["battle-0"]) == {
        "Could supply 2/3, 7/4": ("AlliedSupply1",),
        "Could supply 32": ("AlliedSupply2",),
    }
    assert not any("no way out" in cost for cost in costs(shown["battle-0"]).values())
    table.play("done")
    spent = [warning.pieces for warning in combats(table)["battle-0"].costs]
    assert spent == [("AlliedSupply1",), ("AlliedSupply2",)]


def test_example_an_attack_on_a_fortress_needs_a_soak_off() -> None:
    """23.7: 6 to a doubled 1; then 7/7 must be attacked too, at 1 to a doubled 3."""
    table = Desert(
        "turn 33 axis\nphase: combat\nP50: 22Gds AlliedSupply1\nJ62: 9A/20\nG25: 7A/1 7/7 AlliedSupply2\n"
        "G24: Folgore\nH25: Ariete\nH26: 21/3 AxisSupply1"
    ).play("done")
    assert combats(table)["duties"].note == "Every duty is met"
    shown = planned(table, ["7A/1"], ["Ariete", "21/3"])
    assert lines(shown["battle-0"])["7A/1 (1-1-6)"] == "1 doubled by the fortress: 2"
    assert lines(shown["battle-0"])["Odds, 6 to 2"] == "3-1"
    assert costs(shown["battle-0"])["DB2"] == "no way out, so eliminated: 7A/1"
    table.play("done")
    assert said(combats(table)["duties"]) == {"Must be attacked": ("7/7",)}
    soak = planned(table, ["7/7"], ["Folgore"])
    assert lines(soak["battle-1"])["Odds, 1 to 6"] == "1-6"
    assert chances(soak["battle-1"]) == {"AB2": "3", "AE": "1-2, 4-6"}
    assert "EX" not in costs(soak["battle-1"]), "there is no exchange at 1-6"


def test_example_no_automatic_victory_at_five_to_one_while_a_retreat_is_open() -> None:
    """9.7: 7 to 1 is enough whatever the way out."""
    places = ("M29: 21/104 Brescia 21/3", "L26: AxisSupply1", "M31: 15/115", "M30: 1SA/1", "M32: 1/22", "N32: 32")
    table = desert("axis", *places, phase="movement").play("declare:1SA/1", "with:21/104", "with:Brescia")
    shown = combats(table)["victory"]
    assert lines(shown)["Odds, 5 to 1"] == "5-1"
    assert shown.outcomes == ()
    assert [warning.text for warning in shown.duties] == ["Needed: 7-1, or 5-1 and no way left to retreat"]
    table.play("with:21/3")
    shown = combats(table)["victory"]
    [certain] = shown.outcomes
    assert (certain.share, certain.rolls, certain.rule) == (1, "no die", "9.1")
    assert lines(shown)["Odds, 7 to 1"] == "7-1"
    assert shown.decides
    table.play("done")
    won = combats(table)["battle-0"]
    assert (set(won.attackers), won.defenders) == ({"21/104", "21/3", "Brescia"}, ("1SA/1",))
    assert lines(won)["Odds, 7 to 1"] == "7-1"
    assert [warning.pieces for warning in won.costs] == [("AxisSupply1",)]
    assert [outcome.text for outcome in won.outcomes] == ["DE: the defenders are eliminated"]
    assert not won.decides, "movement goes on"


@pytest.mark.parametrize("column", range(len(ODDS_NAMES)))
def test_the_chances_are_those_of_the_combat_table(column: int) -> None:
    """Each face of the die stands once, under the result the table gives it."""
    strong, weak = ((column - 4, 1), (1, 6 - column))[column < 5]
    defenders = ["7A/1", "7A/2", "Pol", "4I/5", "4I/7", "50/69"][:weak]
    attackers = {1: "Folgore", 2: "Savona", 3: "21/104", 4: "Ariete", 5: "Ariete Folgore", 6: "Ariete Savona"}[
        strong
    ]
    there = (f"N30: {' '.join(defenders[:3])}", *([f"M30: {' '.join(defenders[3:])}"] if weak > 3 else []))
    table = desert("axis", *there, f"N31: {attackers} AxisSupply1")
    battle = planned(table, defenders, attackers.split())["battle-0"]
    assert battle.column == ODDS_NAMES[column]
    told = [(int(face), result) for result, faces in chances(battle).items() for face in every(faces)]
    assert sorted(face for face, _ in told) == [1, 2, 3, 4, 5, 6]
    for face, result in told:
        assert SCENARIO.combat_result(column, face) == RESULT_NAMES.index(result)
    for outcome, faces in zip(battle.outcomes, chances(battle).values(), strict=True):
        assert outcome.share == pytest.approx(len(every(faces)) / 6)


def every(faces: str) -> list[int]:
    """The faces that these words name: 1, 4-6."""
    ends = [tuple(map(int, run.split("-"))) for run in faces.split(", ")]
    return [face for run in ends for face in range(run[0], run[-1] + 1)]


# Supply, duties, odds that are not allowed


def test_attackers_without_supply_are_named_until_the_odds_need_none() -> None:
    """14.1, 14.3: 15/115 is cut off; against 1/22 alone it would need supply, against 7/7 too it does not."""
    enemies = ("M30: 1SA/1", "M32: 1/22", "N32: 7/7")
    table = desert("axis", "M29: 21/104 Brescia", "L26: AxisSupply1", "M31: 15/115", *enemies)
    alone = planned(table, ["1/22"], ["15/115"])["battle-0"]
    assert lines(alone)["Odds, 3 to 4"] == "1-2"
    [lacking] = alone.duties
    assert (lacking.text, lacking.pieces) == ("Without supply: not allowed at 1-2 or better", ("15/115",))
    assert (lacking.tone, lacking.rule) == ("bad", "14.1")
    table.play("target:7/7")
    both = combats(table)["battle-0"]
    assert lines(both)["Odds, 3 to 7"] == "1-3"
    assert list(said(both)) == ["No supply is needed at 1-3 or worse"]


def test_the_zone_of_the_enemy_attacked_does_not_block_supply() -> None:
    """14.2, ruling 3: the line runs through L29 or L30, where nobody but 2/3 has a zone."""
    table = desert("axis", "M31: 21/5", "M30: 2/3", "M27: AxisSupply1")
    assert said(planned(table, ["2/3"], ["21/5"])["battle-0"])["Could supply 21/5"] == ("AxisSupply1",)


def test_worse_than_one_to_six_is_no_attack() -> None:
    table = desert("axis", "M30: 21/5", "L31: Folgore", "M31: 2/3 7/4 7/7", "M28: AxisSupply1")
    spending = planned(table, ["2/3", "7/4", "7/7"], ["Folgore"])["battle-0"]
    assert lines(spending)["Odds, 1 to 11"] == "worse than 1-6"
    [lacking] = spending.duties
    assert (lacking.text, lacking.rule, lacking.tone) == ("Worse than 1-6: no attack", "7.4", "bad")
    assert spending.outcomes == ()


def test_a_battle_without_attackers_has_no_odds_yet() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1").play("attack:2/3")
    battle = combats(table)["battle-0"]
    assert (battle.column, battle.outcomes, list(said(battle))) == ("", (), ["There is no attacker yet"])
    assert battle.could == ("21/5",), "who could join is shown"
    assert combats(table, 1)["battle-0"].could == (), "and only to the player who decides"


def test_the_duties_left_shrink_as_battles_are_declared() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")

    def duties(side: int = 0) -> list[tuple[str, str]]:
        shown = combats(table, side)["duties"].duties
        return [(piece, warning.text) for warning in shown for piece in warning.pieces]

    everything = [("22Gds", "Must be attacked"), ("4I/5", "Must be attacked")]
    everything += [("21/104", "Must attack"), ("Pavia", "Must attack")]
    assert duties() == duties(1) == everything
    table.play("attack:22Gds")
    assert ("22Gds", "Must be attacked") not in duties()
    table.play("with:21/104", "done")
    assert duties() == [("4I/5", "Must be attacked"), ("Pavia", "Must attack")]
    table.attack(["4I/5"], ["Pavia"])
    assert duties() == []
    assert combats(table)["duties"].note == "Every duty is met"


def test_supply_in_a_zone_makes_a_duty_of_its_own() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M29: AxisSupply1", phase="movement")
    table.play("unit:AxisSupply1", "hex:M30")
    table.play(*(["stop"] if table.decision == "move" else []), "done")
    [enemy, own] = combats(table)["duties"].duties
    assert (enemy.pieces, enemy.rule) == (("2/3",), "13.2")
    assert (own.pieces, own.rule) == (("21/5",), "8.4")
    spending = said(planned(table, ["2/3"], ["21/5"])["battle-0"])
    assert spending == {"Could supply 21/5": ("AxisSupply1",), "Must support this attack": ("AxisSupply1",)}


def test_before_combat_the_duties_are_a_warning() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1", phase="movement")
    shown = combats(table)["duties"]
    assert shown.title == "Duties if movement ended now"
    assert said(shown) == {"Must be attacked": ("2/3",), "Must attack": ("21/5",)}
    table.play("unit:21/5", "hex:M29", "stop")
    assert "duties" not in combats(table)


UNMET = "Must be attacked, but the units left cannot do it"


@pytest.mark.parametrize(
    ("stacks", "attackers", "left"),
    [
        pytest.param(
            ["P40: 21/5 15/8", "P41: 1SA/1 22Gds", "P37: AxisSupply1"], ["21/5", "15/8"], "22Gds", id="one hex"
        ),
        pytest.param(
            ["P40: 21/5", "P41: 1SA/1", "O40: 22Gds", "P37: AxisSupply1"], ["21/5"], "22Gds", id="two hexes"
        ),
        pytest.param(
            ["H25: 21/5 15/8", "G25: 1SA/1 7A/1", "I22: AxisSupply1"], ["21/5", "15/8"], "7A/1", id="fortress"
        ),
    ],
)
def test_a_duty_that_a_victory_leaves_unmet_is_shown_before_and_after_its_declaration_is_closed(
    stacks: list[str], attackers: list[str], left: str
) -> None:
    """8.4, ruling 21a: nobody is left to attack this enemy once all are named."""
    table = desert("axis", *stacks, phase="movement").play("declare:1SA/1")

    def duty() -> list[tuple[str, str]]:
        return [(one.text, one.tone) for one in combats(table)["duties"].duties if left in one.pieces]

    table.play(*(f"with:{unit}" for unit in attackers[:-1]))
    assert (UNMET, "bad") not in duty()
    table.play(f"with:{attackers[-1]}")
    assert table.decision == "declare-victory"
    assert combats(table)["duties"].title == "Duties if movement ended with this victory"
    assert combats(table)["duties"].note.endswith("if that is not enough, it is dissolved")
    assert duty() == [(UNMET, "bad")]
    table.play("done")
    assert table.decision == "movement"
    assert duty() == [(UNMET, "bad")]
    table.play("done")
    assert table.decision == "declare-battles"
    assert duty() == (
        [] if left == "7A/1" else [("Must be attacked", "warn")]
    )  # 23.1: nobody must attack a fortress


def test_units_that_will_die_before_combat_are_foreseen() -> None:
    """7.4: Folgore alone has one factor against eleven."""
    table = desert("axis", "L31: Folgore", "M31: 2/3 7/4 7/7", "M28: AxisSupply1", phase="movement")
    shown = combats(table)["duties"]
    assert said(shown) == {UNMET: ("2/3", "7/4", "7/7"), "Must attack": ("Folgore",)}
    assert shown.note == "Where duties cannot be met, units are eliminated before combat"


def test_the_next_battle_is_chosen_in_the_list() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")
    table.attack(["22Gds"], ["21/104"]).attack(["4I/5"], ["Pavia"]).play("done")
    shown = combats(table)
    assert {name: one.choice for name, one in shown.items()} == {"battle-0": "battle:0", "battle-1": "battle:1"}
    assert all(one.outcomes and one.decides for one in shown.values())
    assert [one.choice for one in combats(table, 1).values()] == ["", ""]
    table.play("battle:1")
    table.roll(1)
    assert [one.choice for one in combats(table).values()] == ["battle:0"]


def test_supply_to_be_taken_stands_among_the_battles() -> None:
    table = desert("axis", "G24: 21/5", "G25: AlliedSupply1").play("capture:AlliedSupply1", "with:21/5", "done")
    [taking] = combats(table).values()
    assert (taking.title, taking.choice) == ("21/5 takes AlliedSupply1", "capture:AlliedSupply1")
    assert (taking.attackers, taking.defenders) == (("21/5",), ("AlliedSupply1",))


def test_supply_is_named_in_the_planner() -> None:
    """14.6: two supply units could feed the attacker; either may be chosen there."""
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1", "L29: AxisSupply2").attack(
        ["2/3"], ["21/5"]
    )
    assert table.decision == "support"
    named = {piece for one in combats(table)["battle-0"].costs for piece in one.pieces}
    assert named == {button.piece for button in scene_of(table).buttons} == {"AxisSupply1", "AxisSupply2"}
    table.play("supply:AxisSupply2")
    assert said(combats(table)["battle-0"])["Supports this attack, and is spent"] == ("AxisSupply2",)
