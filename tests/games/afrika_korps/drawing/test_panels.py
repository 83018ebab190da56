"""Panels beside the map: the odds of the rulebook's examples, chances, supply, duties, and what may be chosen."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.printed.data import ODDS_NAMES, RESULT_NAMES
from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.scene import Panel, Scene, board_of, scene_for
from tests.games.afrika_korps.desert import Desert

SCENARIO = AFRIKA_KORPS.load_data()
BOARD = board_of(AFRIKA_KORPS, SCENARIO)
PARAGRAPHS = {clause.paragraph for clause in read_clauses(AFRIKA_KORPS.folder).values()}

# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str, phase: str = "combat") -> Desert:
    """A position at the end of a side's movement, or in the phase named; nobody destroys his supply (15.5)."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def scene_of(table: Desert, side: int | None = None) -> Scene:
    return scene_for(AFRIKA_KORPS, BOARD, table.state, table.actor if side is None else side)


def panels(table: Desert, side: int | None = None) -> dict[str, Panel]:
    return {panel.id: panel for panel in scene_of(table, side).panels}


def lines(panel: Panel) -> dict[str, str]:
    """A ledger: what each of its rows says."""
    return {row[0].text: row[1].text for row in panel.rows}


def rules(panel: Panel) -> dict[str, str]:
    return {row[0].text: row[1].rule for row in panel.rows}


def planned(table: Desert, defenders: list[str], attackers: list[str]) -> dict[str, Panel]:
    """The panels while a battle is put together, before it is closed."""
    table.play(f"attack:{defenders[0]}", *(f"target:{unit}" for unit in defenders[1:]))
    table.play(*(f"with:{unit}" for unit in attackers))
    assert table.decision == "form-battle"
    return panels(table)


def chances(panel: Panel) -> dict[str, str]:
    """A chart of chances: by result the faces that bring it."""
    return {row[0].text.partition(":")[0]: row[1].text.partition("(")[2].rstrip(")") for row in panel.rows}


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
        "AlliedSupply1",
        "Odds, 3 to 2",
    ]
    assert (spending["Attack factors"], spending["Defence factors"], spending["Odds, 3 to 2"]) == ("3", "2", "1-1")
    assert rules(shown["battle-0"])["Odds, 3 to 2"] == "7.3"
    assert chances(shown["battle-0-chances"]) == {"DE": "1", "DB2": "3", "EX": "2", "AB2": "4", "AE": "5, 6"}
    assert shown["battle-0-chances"].title == "Chances at 1-1"


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
    assert shown["battle-0-chances"].note == "Factors each side loses in an exchange: at least 6"
    table.play("done", "done", "battle:0").roll(2)
    exchange = panels(table)["exchange"]
    assert lines(exchange)["Still to lose"] == "6"
    assert {row[0].choice for row in exchange.rows[:-1]} == {f"lose:{unit}" for unit in [
        "7A/1", "7A/2", "Pol", "4I/5", "4I/7", "4I/23", "50/69",
    ]}  # fmt: skip
    table.play("lose:Pol")
    exchange = panels(table)["exchange"]
    assert lines(exchange)["Pol (1-1-6)"] == "1, given up"
    assert lines(exchange)["Still to lose"] == "5"
    assert not any(row[0].choice for row in panels(table, 0)["exchange"].rows), "the enemy chooses nothing"


def test_example_one_division_against_four_weak_units() -> None:
    """7.5: a 3-4-6 against four 1-1-6 is 3 to 4, 1-2."""
    table = desert("axis", "N30: 7A/1 7A/2", "M30: Pol 4I/5", "N31: Trieste AxisSupply1")
    spending = lines(planned(table, ["7A/1", "7A/2", "Pol", "4I/5"], ["Trieste"])["battle-0"])
    assert spending["Odds, 3 to 4"] == "1-2"


def test_example_a_soak_off_at_one_to_three_buys_five_to_one() -> None:
    """11.9: 2 to 6 needs no supply; 10 to 2 is 5-1."""
    table = desert("axis", "L30: 21/5 21/104", "N32: 21/3", "M31: 22Gds", "M32: 2/3 9A/24", "L28: AxisSupply1")
    soak = lines(planned(table, ["2/3", "9A/24"], ["21/3"])["battle-0"])
    assert soak["Odds, 2 to 6"] == "1-3"
    assert soak["Supply"] == "none needed at 1-3 or worse"
    table.play("done")
    main = lines(planned(table, ["22Gds"], ["21/5", "21/104"])["battle-1"])
    assert main["Odds, 10 to 2"] == "5-1"
    assert main["AxisSupply1"] == "could supply 21/5, 21/104"


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
    spending = lines(shown["battle-0"])
    assert spending["Odds, 10 to 2"] == "5-1"
    assert spending["AlliedSupply1"] == "could supply 2/3, 7/4"
    assert spending["AlliedSupply2"] == "could supply 32"
    assert not any(text.startswith("No way out: Savona") for text in spending)
    table.play("done")
    assert {row[3].text for row in panels(table)["battles"].rows} == {"AlliedSupply1, AlliedSupply2"}


def test_example_an_attack_on_a_fortress_needs_a_soak_off() -> None:
    """23.7: 6 to a doubled 1; then 7/7 must be attacked too, at 1 to a doubled 3."""
    table = Desert(
        "turn 33 axis\nphase: combat\nP50: 22Gds AlliedSupply1\nJ62: 9A/20\nG25: 7A/1 7/7 AlliedSupply2\n"
        "G24: Folgore\nH25: Ariete\nH26: 21/3 AxisSupply1"
    ).play("done")
    assert panels(table)["duties"].note == "Every duty is met"
    shown = planned(table, ["7A/1"], ["Ariete", "21/3"])
    assert lines(shown["battle-0"])["7A/1 (1-1-6)"] == "1 doubled by the fortress: 2"
    assert lines(shown["battle-0"])["Odds, 6 to 2"] == "3-1"
    assert lines(shown["battle-0"])["No way out: 7A/1"] == "eliminated if they must retreat"
    table.play("done")
    [duty] = panels(table)["duties"].rows
    assert (duty[0].piece, duty[0].choice, duty[2].text) == ("7/7", "attack:7/7", "must be attacked")
    soak = planned(table, ["7/7"], ["Folgore"])
    assert lines(soak["battle-1"])["Odds, 1 to 6"] == "1-6"
    assert chances(soak["battle-1-chances"]) == {"AB2": "3", "AE": "1, 2, 4, 5, 6"}
    assert soak["battle-1-chances"].note == "", "there is no exchange at 1-6"


def test_example_no_automatic_victory_at_five_to_one_while_a_retreat_is_open() -> None:
    """9.7: 7 to 1 is enough whatever the way out."""
    places = ("M29: 21/104 Brescia 21/3", "L26: AxisSupply1", "M31: 15/115", "M30: 1SA/1", "M32: 1/22", "N32: 32")
    table = desert("axis", *places, phase="movement").play("declare:1SA/1", "with:21/104", "with:Brescia")
    shown = panels(table)["victory"]
    assert lines(shown)["Odds, 5 to 1"] == "5-1"
    assert lines(shown)["Needed"] == "7-1, or 5-1 and no way left to retreat"
    table.play("with:21/3")
    shown = panels(table)["victory"]
    assert lines(shown)["No die is rolled"] == "the defenders are eliminated"
    assert rules(shown)["No die is rolled"] == "9.1"
    assert lines(shown)["Odds, 7 to 1"] == "7-1"
    table.play("done")
    [row] = panels(table)["battles"].rows
    assert [entry.text for entry in row] == [
        "21/104, 21/3, Brescia > 1SA/1",
        "7 : 1",
        "7-1",
        "AxisSupply1",
        "no die: they are eliminated",
    ]


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
    chart = planned(table, defenders, attackers.split())["battle-0-chances"]
    assert chart.title == f"Chances at {ODDS_NAMES[column]}"
    for result, faces in chances(chart).items():
        for face in faces.split(", "):
            assert SCENARIO.combat_result(column, int(face)) == RESULT_NAMES.index(result)
    assert sorted(face for faces in chances(chart).values() for face in faces.split(", ")) == list("123456")
    assert sum(row[1].share for row in chart.rows) == pytest.approx(1)


# Supply, duties, odds that are not allowed


def test_attackers_without_supply_are_named_until_the_odds_need_none() -> None:
    """14.1, 14.3: 15/115 is cut off; against 1/22 alone it would need supply, against 7/7 too it does not."""
    enemies = ("M30: 1SA/1", "M32: 1/22", "N32: 7/7")
    table = desert("axis", "M29: 21/104 Brescia", "L26: AxisSupply1", "M31: 15/115", *enemies)
    alone = planned(table, ["1/22"], ["15/115"])["battle-0"]
    assert lines(alone)["Odds, 3 to 4"] == "1-2"
    assert lines(alone)["Without supply: 15/115"] == "not allowed at 1-2 or better"
    assert [row[1].tone for row in alone.rows if row[0].text == "Without supply: 15/115"] == ["bad"]
    table.play("target:7/7")
    both = lines(panels(table)["battle-0"])
    assert both["Odds, 3 to 7"] == "1-3"
    assert both["Supply"] == "none needed at 1-3 or worse"
    assert "Without supply: 15/115" not in both


def test_the_zone_of_the_enemy_attacked_does_not_block_supply() -> None:
    """14.2, ruling 3: the line runs through L29 or L30, where nobody but 2/3 has a zone."""
    table = desert("axis", "M31: 21/5", "M30: 2/3", "M27: AxisSupply1")
    assert lines(planned(table, ["2/3"], ["21/5"])["battle-0"])["AxisSupply1"] == "could supply 21/5"


def test_worse_than_one_to_six_is_no_attack() -> None:
    table = desert("axis", "M30: 21/5", "L31: Folgore", "M31: 2/3 7/4 7/7", "M28: AxisSupply1")
    spending = planned(table, ["2/3", "7/4", "7/7"], ["Folgore"])["battle-0"]
    assert lines(spending)["Odds, 1 to 11"] == "worse than 1-6: no attack"
    assert rules(spending)["Odds, 1 to 11"] == "7.4"
    assert "battle-0-chances" not in panels(table)


def test_a_battle_without_attackers_has_no_odds_yet() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1").play("attack:2/3")
    assert lines(panels(table)["battle-0"])["Odds"] == "no attacker yet"
    assert "battles" not in panels(table)


def test_the_duties_left_shrink_as_battles_are_declared() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")

    def duties(side: int = 0) -> list[tuple[str, str]]:
        return [(row[0].piece, row[2].text) for row in panels(table, side)["duties"].rows]

    everything = [("22Gds", "must be attacked"), ("4I/5", "must be attacked")]
    everything += [("21/104", "must attack"), ("Pavia", "must attack")]
    assert duties() == duties(1) == everything
    table.play("attack:22Gds")
    assert ("22Gds", "must be attacked") not in duties()
    table.play("with:21/104", "done")
    assert duties() == [("4I/5", "must be attacked"), ("Pavia", "must attack")]
    table.attack(["4I/5"], ["Pavia"])
    assert duties() == []
    assert panels(table)["duties"].note == "Every duty is met"


def test_supply_in_a_zone_makes_a_duty_of_its_own() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M29: AxisSupply1", phase="movement")
    table.play("unit:AxisSupply1", "hex:M30")
    table.play(*(["stop"] if table.decision == "move" else []), "done")
    [enemy, own] = panels(table)["duties"].rows
    assert (enemy[0].piece, enemy[2].rule) == ("2/3", "13.2")
    assert (own[0].piece, own[2].rule) == ("21/5", "8.4")
    spending = planned(table, ["2/3"], ["21/5"])["battle-0"]
    assert [row[1].text for row in spending.rows if row[0].piece == "AxisSupply1"] == [
        "could supply 21/5",
        "must support this attack",
    ]


def test_before_combat_the_duties_are_a_warning() -> None:
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1", phase="movement")
    shown = panels(table)["duties"]
    assert shown.title == "Duties if movement ended now"
    assert [row[0].choice for row in shown.rows] == ["", ""]
    table.play("unit:21/5", "hex:M29", "stop")
    assert "duties" not in panels(table)


UNMET = "must be attacked, but the units left cannot do it"


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
        return [(row[2].text, row[2].tone) for row in panels(table)["duties"].rows if row[0].piece == left]

    table.play(*(f"with:{unit}" for unit in attackers[:-1]))
    assert (UNMET, "bad") not in duty()
    table.play(f"with:{attackers[-1]}")
    assert table.decision == "declare-victory"
    assert panels(table)["duties"].title == "Duties if movement ended with this victory"
    assert panels(table)["duties"].note.endswith("if that is not enough, it is dissolved")
    assert duty() == [(UNMET, "bad")]
    table.play("done")
    assert table.decision == "movement"
    assert duty() == [(UNMET, "bad")]
    table.play("done")
    assert table.decision == "declare-battles"
    assert duty() == (
        [] if left == "7A/1" else [("must be attacked", "warn")]
    )  # 23.1: nobody must attack a fortress


def test_units_that_will_die_before_combat_are_foreseen() -> None:
    """7.4: Folgore alone has one factor against eleven."""
    table = desert("axis", "L31: Folgore", "M31: 2/3 7/4 7/7", "M28: AxisSupply1", phase="movement")
    shown = panels(table)["duties"]
    assert [row[2].text for row in shown.rows] == [UNMET, UNMET, UNMET, "must attack"]
    assert shown.note == "Where duties cannot be met, units are eliminated before combat"


def test_the_next_battle_is_chosen_in_the_list() -> None:
    table = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")
    table.attack(["22Gds"], ["21/104"]).attack(["4I/5"], ["Pavia"]).play("done")
    assert [row[0].choice for row in panels(table)["battles"].rows] == ["battle:0", "battle:1"]
    assert [row[0].choice for row in panels(table, 1)["battles"].rows] == ["", ""]
    assert {"battle-0", "battle-1", "battle-0-chances", "battle-1-chances"} <= panels(table).keys()
    table.play("battle:1")
    table.roll(1)
    assert [row[0].choice for row in panels(table)["battles"].rows] == ["battle:0"]


def test_supply_to_be_taken_stands_among_the_battles() -> None:
    table = desert("axis", "G24: 21/5", "G25: AlliedSupply1").play("capture:AlliedSupply1", "with:21/5", "done")
    [row] = panels(table)["battles"].rows
    assert (row[0].text, row[0].choice) == ("21/5 takes AlliedSupply1", "capture:AlliedSupply1")


def test_supply_is_named_in_the_ledger() -> None:
    """14.6: two supply units could feed the attacker; either may be chosen there."""
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1", "L29: AxisSupply2").attack(
        ["2/3"], ["21/5"]
    )
    assert table.decision == "support"
    offered = [row[0].choice for row in panels(table)["battle-0"].rows if row[0].choice]
    assert offered == ["supply:AxisSupply1", "supply:AxisSupply2"]
    table.play("supply:AxisSupply2")
    assert lines(panels(table)["battle-0"])["AxisSupply2"] == "supports this attack"


# Movement, arrivals, and what holds at any time


def test_units_in_mid_move_show_what_they_have_left() -> None:
    table = desert("axis", "N30: 21/5 Rommel", "L59: Pol", phase="movement")
    assert "movement" not in panels(table)
    table.play("unit:21/5", "unit:Rommel", "hex:N31")
    rows = {row[0].piece: [entry.text for entry in row[1:]] for row in panels(table)["movement"].rows}
    assert rows == {"21/5": ["10", "10", "1"], "Rommel": ["11", "10", "-"]}


def test_arrivals_can_be_chosen_in_their_panel() -> None:
    table = Desert(
        "turn 24 axis\nphase: start\nW3: Savona\nL59: Pol\neliminated: Folgore 21/5\npoints: 3 0\nsea: Pavia"
    )
    table.roll(6).play("hex:W3")
    assert table.decision == "arrivals"
    rows = {row[0].piece: [entry.text for entry in row[1:]] for row in panels(table)["arrivals"].rows}
    assert rows["Folgore"] == ["replacement", "1"]
    assert rows["Pavia"] == ["from the sea, must land", "-"]
    assert rows["15/8"] == ["reinforcement of turn 3", "-"]
    assert "21/5" not in rows, "seven factors are not saved"
    assert panels(table)["arrivals"].note == "Replacement factors saved: 4"
    assert {row[0].choice for row in panels(table)["arrivals"].rows} == {
        f"unit:{unit}" for unit in table.legal("unit")
    }
    assert not any(row[0].choice for row in panels(table, 1)["arrivals"].rows)


def test_the_goals_show_who_controls_them() -> None:
    table = Desert("turn 6 axis\nphase: movement\nW3: Savona AxisSupply1\nJ62: Pol\nJ61: 21/3\nG25: AlliedSupply1")
    goals = {row[0].text: row[1].text for row in panels(table)["goals"].rows}
    assert goals == {
        "W3 Axis home base": "Axis",
        "H2 Bengasi (Benghazi)": "nobody",
        "G25 Tobruch (Tobruk)": "Allies",
        "J62 Allied home base": "Allies, in an enemy zone",
    }


def test_supply_is_counted_against_its_limit() -> None:
    table = Desert("turn 24 axis\nphase: movement\nW3: Savona AxisSupply1 AxisSupply4*\nL59: Pol\npoints: 2 5")
    rows = {row[0].text: [entry.text for entry in row[1:]] for row in panels(table)["supply"].rows}
    assert rows == {
        "Own supply on the map": ["1 of 3", "0 of 4"],
        "Captured supply": ["1", "0"],
        "Next to arrive": ["one, unless sunk", "lost: no port"],
        "Replacement factors": ["2", "5"],
    }


@pytest.mark.parametrize(
    ("turn", "title", "sunk"), [(1, "2", "1, 2"), (6, "7", "1, 2, 3"), (15, "16", "1, 2, 3"), (16, "17", "1")]
)
def test_the_convoy_to_come_is_the_next_turns(turn: int, title: str, sunk: str) -> None:
    table = Desert(f"turn {turn} axis\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    convoy = panels(table)["convoy"]
    assert convoy.title == f"Axis convoy of turn {title}"
    assert lines(convoy)["sunk"] == sunk
    assert sum(row[1].share for row in convoy.rows) == pytest.approx(1)


def test_the_convoy_being_rolled_for_is_this_turns_and_after_the_last_there_is_none() -> None:
    rolling = Desert("turn 7 axis\nphase: start\nW3: Savona\nL59: Pol")
    assert panels(rolling, 0)["convoy"].title == "Axis convoy of turn 7"
    last = Desert("turn 38 axis\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    assert "convoy" not in panels(last)


def test_the_order_of_appearance_begins_with_the_next_turn() -> None:
    table = Desert("turn 3 allied\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    first = panels(table)["schedule"].rows[0]
    assert [entry.text for entry in first] == ["Turn 5, Allies", "7/4", "7/7", "7/7SG", "7/4SA", "4I/23"]
    last = Desert("turn 37 axis\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    assert "schedule" not in panels(last)


def test_a_game_that_is_over_keeps_its_goals() -> None:
    table = Desert("turn 38 allied\nphase: movement\nW3: Savona AxisSupply1\nJ62: Pol AlliedSupply1").end_turn()
    assert table.decision == ""
    assert [panel.id for panel in scene_of(table, 0).panels] == ["goals", "supply"]


# At any moment
