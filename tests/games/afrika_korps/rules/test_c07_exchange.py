"""7.5: the exchange, its two examples, and what it leaves behind."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def exchange(side: str, defenders: dict[str, str], attackers: dict[str, str]) -> Desert:
    """One battle of all these stacks, by hex, rolled to EX; each side has a unit and supply elsewhere."""
    lines = [f"{place}: {stack}" for place, stack in (defenders | attackers).items()]
    table = Desert(
        "\n".join(
            [
                f"turn 20 {side}",
                "phase: combat",
                *lines,
                "N32: AxisSupply1" if side == "axis" else "N32: AlliedSupply1",
                "W3: Bologna AxisSupply3",
                "J62: 4I/11 AlliedSupply4",
            ]
        )
    )
    table.attack(" ".join(defenders.values()).split(), " ".join(attackers.values()).split())
    return table.play("done", "battle:0").roll(2)  # a two is EX in every column from 1-2 to 4-1


def dead(table: Desert) -> set[str]:
    """Every unit that has been eliminated."""
    return {unit.id for unit in table.state.printed.units if table.where(unit.id) == "dead"}


# Who loses what


@rule("7.5c")
def test_the_weaker_attacker_loses_all_units_involved() -> None:
    table = exchange("axis", {"N30": "2/3 7/4"}, {"N31": "Brescia Pavia", "M30": "21/3"})  # 6 against 8: 1-2
    assert dead(table) == {"Brescia", "Pavia", "21/3"}
    assert (table.decision, table.actor) == ("exchange", ALLIED)
    told = table.happened("exchange")[0].arguments
    assert (told["attack"], told["defense"]) == (6, 8)
    assert [event.rule for event in table.happened("eliminated")] == ["7.5", "7.5", "7.5"]


@rule("7.5c")
def test_the_weaker_defender_loses_all_units_involved() -> None:
    table = exchange("axis", {"N30": "Pol 7A/1"}, {"N31": "Brescia Pavia", "M30": "21/3"})  # 6 against 2: 3-1
    assert dead(table) == {"Pol", "7A/1"}
    assert (table.decision, table.actor) == ("exchange", AXIS)


@rule("7.5c")
def test_units_that_take_no_part_are_not_lost() -> None:
    """7/3I stands in the same hex as Pol, but is attacked in a battle of its own (11.4)."""
    table = Desert(
        """
        turn 20 axis
        phase: combat
        N30: Pol 7/3I
        N31: 21/3 21/104
        N32: AxisSupply1
        W3: Bologna AxisSupply3
        J62: 4I/11 AlliedSupply4
        """
    )
    table.attack(["Pol"], ["21/3"]).attack(["7/3I"], ["21/104"]).play("done", "battle:0").roll(2)
    assert table.legal("lose") == {"21/3"}
    table.play("lose:21/3")
    assert dead(table) == {"Pol", "21/3"}


@rule("7.5d")
def test_the_attacker_counts_attack_factors_the_defender_defence_factors() -> None:
    """Trieste is 3-4-6 and Ariete 4-5-6: attacking they are worth 7, defending 9."""
    attacking = exchange("axis", {"N30": "2/3 7/7"}, {"N31": "Trieste Ariete"})  # 7 against 7: nothing is left
    assert dead(attacking) == {"Trieste", "Ariete", "2/3", "7/7"}
    defending = exchange("allied", {"N30": "Trieste Ariete"}, {"N31": "2/3 1/2"})  # 8 against 9
    assert dead(defending) == {"2/3", "1/2"}
    assert defending.actor == AXIS
    assert defending.legal("lose") == {"Trieste", "Ariete"}  # 4 or 5 alone do not reach 8
    defending.play("lose:Ariete")
    assert defending.decision == "exchange"


@rule("7.5e")
def test_the_stronger_side_loses_at_least_as_many_factors() -> None:
    """Five factors lost, 3 + 3 + 2 + 1 to pay with: one three is not enough, and needs a three or the two."""
    table = exchange("axis", {"N30": "2/3 Pol"}, {"N31": "21/104 21/3 Folgore", "M30": "15/115"})  # 9 against 5
    table.play("lose:21/104")
    assert table.legal("lose") == {"15/115", "21/3"}
    assert table.where("21/104") == "N31"  # the losses are taken together, when they are complete
    table.play("lose:21/3")
    assert dead(table) == {"2/3", "Pol", "21/104", "21/3"}
    assert (table.where("15/115"), table.where("Folgore")) == ("M30", "N31")


@rule("7.5e")
def test_it_may_have_to_lose_more_than_the_other_side() -> None:
    table = exchange("axis", {"N30": "Pol"}, {"N31": "21/104"})  # 3 against 1
    assert table.legal() == {"lose:21/104"}
    table.play("lose:21/104")
    assert dead(table) == {"Pol", "21/104"}


@rule("7.5e")
def test_only_units_of_the_battle_can_be_given_up() -> None:
    table = exchange("axis", {"N30": "Pol 7A/1"}, {"N31": "Brescia Pavia", "M30": "21/3"})
    assert table.refusal("lose:Bologna") == "7.5"
    assert table.refusal("lose:Pol") == "7.5"
    assert table.refusal("done") == "7.5"


@rule("7.5h")
@pytest.mark.parametrize(
    "attackers", [{"N31": "21/104"}, {"N31": "Pavia Folgore"}, {"N31": "Pavia", "M30": "Folgore"}]
)
def test_with_equal_factors_both_sides_lose_everything(attackers: dict[str, str]) -> None:
    table = exchange("axis", {"N30": "7/7"}, attackers)
    assert table.decision != "exchange"
    assert dead(table) == {"7/7", *" ".join(attackers.values()).split()}


# 7.5i: which sets


@rule("7.5i")
def test_no_unit_may_be_lost_that_could_be_left_out() -> None:
    """Three factors to lose out of 7 + 2 + 1: the seven alone, or the two and the one, never more."""
    table = exchange("axis", {"N30": "9A/20 Pol"}, {"N31": "21/5 21/3 Folgore"})  # 10 against 3
    assert table.legal("lose") == {"21/5", "21/3", "Folgore"}
    assert dead(table.copy().play("lose:21/5")) == {"9A/20", "Pol", "21/5"}
    table.play("lose:Folgore")
    assert table.refusal("lose:21/5") == "7.5"
    table.play("lose:21/3")
    assert dead(table) == {"9A/20", "Pol", "21/3", "Folgore"}


@rule("7.5i")
def test_a_unit_too_many_in_every_set_is_not_offered() -> None:
    """Two factors to lose out of 4 + 2 + 1: the one has no second one to go with it."""
    table = exchange("axis", {"N30": "7/3I"}, {"N31": "Ariete Brescia Folgore"})  # 7 against 2
    assert table.legal("lose") == {"Ariete", "Brescia"}
    assert table.refusal("lose:Folgore") == "7.5"


@rule("7.5i")
def test_the_stronger_side_chooses() -> None:
    """Allies defending with 4 + 3 + 1 against 6: the Axis player is not asked."""
    defence = {"N30": "2/3 7/7 Pol"}
    for losses in (["2/3", "7/7"], ["7/7", "2/3"]):
        table = exchange("axis", defence, {"N31": "Brescia Pavia Trento"})
        assert table.actor == ALLIED
        assert table.refusal("lose:2/3", AXIS)
        assert "Pol" not in table.legal("lose")  # 4 + 1 and 3 + 1 do not reach six; with 4 + 3 it is too many
        table.play(*(f"lose:{unit}" for unit in losses))
        assert dead(table) == {"Brescia", "Pavia", "Trento", "2/3", "7/7"}


# Terrain


@rule("7.5f")
def test_doubled_defence_counts_when_the_attacker_is_stronger() -> None:
    """Brescia, 2-3-4, on the escarpment N59 costs the attacker six factors; in the open it costs three."""
    hill = exchange_on_hill("Brescia", {"N60": "2/3 7/7"})
    hill.play("lose:2/3")
    assert hill.decision == "exchange"
    hill.play("lose:7/7")
    assert dead(hill) == {"Brescia", "2/3", "7/7"}
    plain = exchange("allied", {"N30": "Brescia"}, {"N31": "2/3 7/7"})
    plain.play("lose:7/7")
    assert dead(plain) == {"Brescia", "7/7"}


@rule("7.5f")
def test_doubled_defence_counts_when_the_defender_is_stronger() -> None:
    """Trieste and Brescia are worth 8 and 6 on the hill: Trieste alone pays for seven factors of the attacker."""
    table = exchange_on_hill("Trieste Brescia", {"N60": "2/3 7/7"})  # 7 against 14
    assert table.legal("lose") == {"Trieste"}
    table.play("lose:Trieste")
    assert dead(table) == {"2/3", "7/7", "Trieste"}
    assert table.where("Brescia") == "N59"


@rule("7.5g", "8.7a")
def test_the_losses_of_an_attacker_on_an_escarpment_count_as_printed() -> None:
    """Four factors are lost for Trieste: 2/3 has them. Doubled, the three of 7/7 would do as well."""
    table = exchange_from_hill("Trieste")
    assert table.happened("exchange")[-1].arguments["attack"] == 7
    assert table.legal("lose") == {"2/3"}
    assert dead(table.play("lose:2/3")) == {"Trieste", "2/3"}


@rule("7.5g")
def test_an_attacker_on_an_escarpment_is_not_the_stronger_for_it() -> None:
    """7 against 9: the attackers are all lost, and one of the defenders. Doubled they would have 14."""
    table = exchange_from_hill("Trieste Ariete")
    assert dead(table) == {"2/3", "7/7"}
    assert (table.decision, table.actor) == ("exchange", AXIS)


def exchange_from_hill(defenders: str) -> Desert:
    """An Allied attack of seven factors out of the escarpment N59, rolled to EX."""
    table = Desert(
        f"""
        turn 20 allied
        phase: combat
        N59: 2/3 7/7
        N60: {defenders}
        N57: AlliedSupply1
        W3: Bologna AxisSupply3
        J62: 4I/11 AlliedSupply4
        """
    )
    return table.attack(defenders.split(), ["2/3", "7/7"]).play("done", "battle:0").roll(2)


def exchange_on_hill(defenders: str, attackers: dict[str, str]) -> Desert:
    """An Allied attack on the escarpment N59."""
    lines = [f"{place}: {stack}" for place, stack in attackers.items()]
    table = Desert(
        "\n".join(
            [
                "turn 34 allied",
                "phase: combat",
                f"N59: {defenders}",
                *lines,
                "N61: AlliedSupply1",
                "W3: Bologna AxisSupply3",
                "J62: 4I/11 AlliedSupply4",
            ]
        )
    )
    if table.decision == "substitution":
        table.play("done")
    table.attack(defenders.split(), " ".join(attackers.values()).split())
    return table.play("done", "battle:0").roll(2)


# The examples


@rule("7e2")
def test_example_seven_weak_units_against_a_doubled_division() -> None:
    """Seven 1-1-6 against a doubled 2-3-4, 7:6, 1-1. Figure none; here Brescia on the escarpment N59."""
    seven = ["7A/1", "7A/2", "Pol", "4I/5", "4I/7", "4I/23", "50/69"]
    table = exchange_on_hill("Brescia", {"N60": "7A/1 7A/2 Pol", "M59": "4I/5 4I/7 4I/23", "O60": "50/69"})
    assert table.happened("battle-declared")[-1].arguments["column"] == 5  # 1-1
    assert table.where("Brescia") == "dead"
    for unit in seven[:6]:
        assert table.decision == "exchange"
        table.play(f"lose:{unit}")
    assert dead(table) == {"Brescia", *seven[:6]}


@rule("7e3")
def test_example_one_division_against_four_weak_units() -> None:
    """A 3-4-6, Trieste, against four 1-1-6 in two hexes, 3:4, 1-2: three of the four go with it."""
    table = exchange("axis", {"N30": "7A/1 7A/2", "M30": "Pol 4I/5"}, {"N31": "Trieste"})
    assert table.happened("battle-declared")[-1].arguments["column"] == 4  # 1-2
    assert dead(table) == {"Trieste"}
    assert table.actor == ALLIED
    table.play("lose:7A/1", "lose:Pol", "lose:4I/5")
    assert dead(table) == {"Trieste", "7A/1", "Pol", "4I/5"}
    assert table.where("7A/2") == "N30"


# Substitutes in an exchange


@rule("7.5f", "21.3a")
def test_a_doubled_substitute_gives_up_doubled_factors() -> None:
    """Sub1, 4-4-10, is worth 8 on the hill. Seven factors lost: broken down into a 1-1-7 it has given up six, and

    one more must be lost.
    """
    table = Desert(
        """
        turn 34 axis
        phase: combat
        N59: Sub1
        inside Sub1: 2/3
        N60: 21/5
        N62: AxisSupply1
        W3: Bologna AxisSupply3
        J62: 4I/11 AlliedSupply4
        """
    )
    table.attack(["Sub1"], ["21/5"]).play("done", "battle:0").roll(2)
    assert table.legal("lose") == {"Sub1"}
    table.play("break:Sub1", "unit:2/2SG", "done")
    assert table.legal("lose") == {"2/2SG"}


@rule("7.5e", "21.3a")
def test_an_attacking_substitute_gives_up_what_it_does_not_bring_back() -> None:
    """21.3: a 4-4-10 that must lose three factors may be replaced by a 1-1-7."""
    table = exchange_by_substitute()
    assert table.legal("break") == {"Sub1"}
    table.play("break:Sub1", "unit:2/2SG", "done")
    assert table.decision != "exchange"
    assert table.where("2/2SG") == "N31"


def exchange_by_substitute() -> Desert:
    table = Desert(
        """
        turn 34 allied
        phase: combat
        N30: 90/361
        N31: Sub1
        inside Sub1: 2/3
        N32: AlliedSupply1
        W3: Bologna AxisSupply3
        J62: 4I/11 AlliedSupply4
        """
    )
    return table.play("done").attack(["90/361"], ["Sub1"]).play("done", "battle:0").roll(2)
