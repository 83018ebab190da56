"""9 with 8.4: an automatic victory costs its attackers nothing where an enemy beside them must be attacked too.

Ruling 21a: attackers it does not need fight elsewhere; else it is dissolved; only then units die (ruling 17).
"""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def desert(pieces: str) -> Desert:
    """Axis units about to move; Pavia and Pol, far off, keep the game going."""
    return Desert(f"turn 20 axis\nphase: movement\n{pieces}\nW3: Pavia\nI48: Pol")


def declare(table: Desert, victim: str, *attackers: str) -> Desert:
    """Declare an automatic victory up to the confirmation of its attackers."""
    return table.play(f"declare:{victim}", *(f"with:{unit}" for unit in attackers), "done")


def nobody_died(table: Desert) -> bool:
    return not table.happened("died-before-combat")


@rule("8.4a", "11.3.1a")
def test_an_attacker_the_victory_does_not_need_fights_the_enemy_stacked_with_the_victim() -> None:
    """14:1 against 1SA/1, where 7:1 is enough: one of the two has to attack 22Gds."""
    table = desert("M29: 21/5 15/8\nM30: 1SA/1 22Gds\nM26: AxisSupply1")
    declare(table, "1SA/1", "21/5", "15/8").play("done")
    assert (table.decision, table.legal()) == ("declare-battles", {"attack:22Gds"})
    assert table.refusal("done") == "8.4"
    table.play("attack:22Gds")
    assert table.legal("with") == {"21/5", "15/8"}
    table.play("with:15/8")
    assert table.refusal("with:21/5") == "9.2"  # the victory could not do without it
    table.play("done", "done")
    assert table.legal("battle") == {"0", "1"}
    table.play("battle:0")
    assert (table.where("1SA/1"), table.happened("combat")) == ("dead", [])
    table.play("battle:1").roll(1)  # 7:2 is 3-1
    assert table.where("22Gds") == "dead"
    assert nobody_died(table)


@rule("8.4a", "11.2a")
def test_where_nobody_can_be_spared_the_victory_is_dissolved_and_all_are_fought_as_usual() -> None:
    """21/5 alone stands next to 1SA/1 and, in another hex, 22Gds: it attacks both at 7:3, which is 2-1."""
    table = desert("M29: 21/5\nM30: 1SA/1\nL29: 22Gds\nM26: AxisSupply1")
    declare(table, "1SA/1", "21/5").play("done")
    assert [event.rule for event in table.happened("victory-dissolved")] == ["8.4"]
    assert table.marked("cancelled") == set()
    assert table.legal("attack") == {"1SA/1", "22Gds"}
    table.attack(["1SA/1", "22Gds"], ["21/5"]).play("done", "battle:0").roll(1)
    assert [event.arguments["column"] for event in table.happened("combat")] == [6]
    assert nobody_died(table)


@rule("23.1a", "23.1c")
def test_a_victory_over_part_of_a_garrison_gives_way_for_nobody_must_attack_a_fortress() -> None:
    """All fourteen are needed for the doubled 1SA/1, so nobody is left for 7A/1: both are attacked, or neither."""
    table = desert("H25: 21/5 15/8\nG25: 1SA/1 7A/1\nI22: AxisSupply1")
    declare(table, "1SA/1", "21/5", "15/8").play("done")
    assert (table.decision, table.legal()) == ("declare-battles", {"attack:1SA/1", "attack:7A/1", "done"})
    assert nobody_died(table.copy().play("done"))
    table.attack(["1SA/1"], ["21/5"])
    assert table.refusal("done") == "23.1"
    assert nobody_died(table.attack(["7A/1"], ["15/8"]).play("done"))


@rule("9.1b", "9.3a")
@pytest.mark.parametrize(("beside", "dissolved"), [("M28", False), ("M32", True)])
def test_the_ring_round_a_victim_is_not_opened_for_another_battle(beside: str, dissolved: bool) -> None:
    """8:1 in all. Of M29 one can be spared, 5:1 being enough while 21/3 in M31 closes the ring; 21/3 cannot."""
    table = desert(f"M29: 21/104 15/115 AxisSupply1\nM31: 21/3 AxisSupply2\nM30: 1SA/1\n{beside}: 7A/1")
    declare(table, "1SA/1", "21/104", "15/115", "21/3").play("done")
    assert bool(table.happened("victory-dissolved")) == dissolved
    if dissolved:
        return
    table.play("attack:7A/1")
    assert table.legal("with") == {"21/104", "15/115"}
    table.play("with:15/115")
    assert table.refusal("with:21/104") == "9.2"
    table.play("done", "supply:AxisSupply1", "done", "battle:0")
    assert table.where("1SA/1") == "dead"
    assert table.happened("combat") == []


@rule("9.1b", "9.3a")
def test_named_blockers_still_cut_the_retreat_when_an_attacker_is_spared() -> None:
    """6:1 with 21/3 as blocker: without Folgore it is 5:1, which is enough."""
    table = desert("M29: 21/104 Brescia Folgore AxisSupply1\nM31: 21/3 AxisSupply2\nM30: 1SA/1\nM28: 7A/1")
    declare(table, "1SA/1", "21/104", "Brescia", "Folgore").play("block:21/3", "done", "attack:7A/1")
    assert table.legal("with") == {"Folgore"}
    assert table.happened("victory-dissolved") == []


@rule("9.2c")
def test_where_all_duties_are_met_the_attackers_of_a_victory_stay_bound() -> None:
    """15/8 is more than the victory needs, but 21/104 can attack 22Gds: it is not asked to."""
    table = desert("M29: 21/5 15/8 21/104\nM30: 1SA/1 22Gds\nM26: AxisSupply1")
    declare(table, "1SA/1", "21/5", "15/8").play("done", "attack:22Gds")
    assert table.legal("with") == {"21/104"}
    assert table.refusal("with:15/8") == "9.2"


@rule("7.4c", "11.6c")
def test_nobody_dies_whom_a_spared_attacker_can_help() -> None:
    """Folgore alone has one factor against eight; 15/8, which the victory does not need, stands there too."""
    table = desert("M29: 21/5 15/8 AxisSupply1\nM30: 1SA/1\nN29: 2/3 7/4\nO30: Folgore AxisSupply2")
    declare(table, "1SA/1", "21/5", "15/8").play("done")
    assert nobody_died(table)
    assert table.legal("attack") == {"2/3", "7/4"}


@rule("9.2c")
def test_only_the_victory_that_is_in_the_way_gives_way() -> None:
    """Each has a unit to spare. Nobody else stands by 7A/1, but 90/361 by 7A/2: the first victory stays bound."""
    table = desert(
        "M29: 21/5 21/104\nM30: 1SA/1\nL29: 7A/2\nL28: 90/361\nM26: AxisSupply1\n"
        "R29: 15/8 15/115\nR30: 1SA/2\nQ29: 7A/1\nR26: AxisSupply2",
    )
    declare(table, "1SA/1", "21/5", "21/104")
    declare(table, "1SA/2", "15/8", "15/115")
    table.play("done")
    table.play("attack:7A/1")
    assert table.legal("with") == {"15/115"}  # 15/8 is needed
    table.play("with:15/115", "done", "supply:AxisSupply2", "attack:7A/2")
    assert table.legal("with") == {"90/361"}
    assert table.refusal("with:21/104") == "9.2"


@rule("8.4a")
@pytest.mark.parametrize("victims", [("1SA/1", "2SA/4"), ("2SA/4", "1SA/1")])
def test_of_two_victories_the_one_declared_last_is_dissolved(victims: tuple[str, str]) -> None:
    """Nobody can be spared, and either attacker could fight 22Gds between them (ruling 64)."""
    table = desert("M28: 1SA/1\nM29: 21/5 AxisSupply1\nM30: 22Gds\nM31: 15/8 AxisSupply2\nM32: 2SA/4")
    for victim in victims:
        declare(table, victim, "21/5" if victim == "1SA/1" else "15/8")
    table.play("done")
    assert len(table.happened("victory-dissolved")) == 1
    assert table.marked("cancelled") == {victims[0]}


@rule("9.1c", "15.3.1a")
def test_a_victory_that_is_dissolved_gives_its_victims_back_their_zone_and_their_hex() -> None:
    """The supply taken from 1SA/1 is lost among the enemy (ruling 28); Rommel, alone in M31, leaves."""
    table = desert("M29: 21/5\nM30: 1SA/1 AlliedSupply1\nL29: 22Gds\nM26: AxisSupply1 Rommel")
    declare(table, "1SA/1", "21/5")
    table.move("Rommel", "M27", "M28", "N29", "N30", "N31").play("done")
    assert table.at("M30") == {"1SA/1"}
    assert [event.rule for event in table.happened("supply-destroyed")] == ["15.4.1"]
    assert table.where("Rommel") == "M29"


@rule("14.5a")
def test_supply_that_fed_a_victory_is_used_even_if_the_victory_is_dissolved() -> None:
    """M26 feeds the declaration, M25 the battle on both; each is spent."""
    table = desert("M29: 21/5\nM30: 1SA/1\nL29: 22Gds\nM26: AxisSupply1\nM25: AxisSupply2")
    table.play("declare:1SA/1", "with:21/5", "done", "supply:AxisSupply1", "done")
    table.attack(["1SA/1", "22Gds"], ["21/5"], "AxisSupply2").play("done")
    assert table.marked("used") == {"AxisSupply1", "AxisSupply2"}


@rule("15.3.2.2a")
def test_an_attacker_that_can_be_spared_may_take_supply_instead() -> None:
    """Three sevens against 1SA/1: of the two spared one takes the supply while the other attacks 22Gds."""
    table = desert("M29: 21/5 15/8\nN30: Ariete 21/104\nM30: 1SA/1 22Gds AlliedSupply1\nM26: AxisSupply1")
    declare(table, "1SA/1", "21/5", "15/8", "Ariete", "21/104").play("done", "done", "capture:AlliedSupply1")
    table.play("with:15/8", "attack:22Gds")
    assert table.legal("with") == {"21/5", "Ariete", "21/104"}
    table.play("with:21/5")
    assert table.refusal("with:Ariete") == "9.2"
    table.play("done", "done", "battle:1")
    assert [event.rule for event in table.happened("supply-captured")] == ["15.3.2.2"]
    assert nobody_died(table)


@rule("11.6c")
def test_where_victories_stand_only_units_are_given_up_whose_loss_helps() -> None:
    """Folgore cannot attack the hill alone, and 21/5 has 7A/1 beside it too; 15/8, far off, changes nothing."""
    table = desert(
        "N59: 2/3 7/4\nN58: Folgore\nN57: AxisSupply2\nN60: 21/5 AxisSupply1\nM60: 7A/1\n"
        "M29: 15/8\nM30: 1SA/1\nM26: AxisSupply3",
    )
    declare(table, "1SA/1", "15/8").play("done")
    assert (table.decision, table.legal("lose")) == ("sacrifice", {"Folgore"})
    assert table.refusal("lose:15/8") == "7.4"
    table.play("lose:Folgore")
    assert table.decision == "declare-battles"
    assert table.marked("cancelled") == {"1SA/1"}


@rule("11.6c", "11.9a")
def test_a_unit_that_only_the_victory_kept_alive_dies_rather_than_a_supplied_attacker() -> None:
    """Nobody but 21/5 can attack 22Gds and 2SA/4: 7A/1 has its zone again, and Brescia no supply to attack it."""
    table = desert("H24: 21/5 AxisSupply1\nI24: 7A/1\nG24: 22Gds 2SA/4\nH23: Brescia")
    declare(table, "7A/1", "21/5").play("done")
    assert [table.where(unit) for unit in ("21/5", "Brescia")] == ["H24", "dead"]
    assert [event.rule for event in table.happened("died-before-combat")] == ["11.9"]
    assert [event.rule for event in table.happened("victory-dissolved")] == ["8.4"]
    assert table.legal("attack") == {"7A/1", "22Gds", "2SA/4"}


@rule("11.6c")
def test_of_two_that_only_the_victory_kept_alive_both_die() -> None:
    """Savona and Brescia have no supply against 7A/1; neither alone is enough, so the owner gives them up."""
    table = desert("H24: 21/5 AxisSupply1\nI24: 7A/1\nG24: 22Gds 2SA/4\nH23: Brescia\nJ25: Savona")
    declare(table, "7A/1", "21/5").play("done")
    assert (table.decision, table.legal("lose")) == ("sacrifice", {"Brescia", "Savona"})
    assert table.refusal("lose:21/5") == "7.4"
    table.play("lose:Savona")
    assert [table.where(unit) for unit in ("21/5", "Brescia", "Savona")] == ["H24", "dead", "dead"]


POSITIONS = {
    "an enemy in the victim's hex": ("P40: 21/5 15/8\nP41: 1SA/1 22Gds\nP37: AxisSupply1", {"22Gds"}, True),
    "an enemy in another hex": ("P40: 21/5\nP41: 1SA/1\nO40: 22Gds\nP37: AxisSupply1", {"1SA/1", "22Gds"}, True),
    "the rest of a garrison": ("H25: 21/5 15/8\nG25: 1SA/1 7A/1\nI22: AxisSupply1", {"1SA/1", "7A/1"}, False),
}


@rule("8.4a", "11.9a", "23.1a")
@pytest.mark.parametrize(("stacks", "targets", "obliged"), POSITIONS.values(), ids=POSITIONS)
def test_nobody_dies_before_combat_for_an_enemy_left_beside_a_victim(
    stacks: str, targets: set[str], obliged: bool
) -> None:
    """All who stand beside 1SA/1 have been named to beat it."""
    table = Desert(f"turn 20 axis\nphase: movement\n{stacks}\nW3: Pavia\nJ62: Pol AlliedSupply5")
    attackers = [unit for unit in ("21/5", "15/8") if unit in stacks]
    declare(table, "1SA/1", *attackers).play("done")
    assert nobody_died(table)
    assert (table.decision, table.legal("attack")) == ("declare-battles", targets)
    assert table.allows("done") != obliged
    while table.decision != "choose-battle":
        table.play(min(table.legal() - {"done"}, default="done"))
    assert nobody_died(table)
    assert {table.where(unit) for unit in attackers} == {stacks[: stacks.index(":")]}
