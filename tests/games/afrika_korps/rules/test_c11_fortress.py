"""11.7, the exception: units that retreat into a fortress and are attacked there a second time."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str, phase: str = "combat") -> Desert:
    """A position at the end of a side's movement, or in the phase named."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def by_tobruch(garrison: str = "7A/1", besieger: str = "15/8", *lines: str) -> Desert:
    """21/5 attacks 22Gds on the escarpment I27 (7:4 = 1-1) while the besieger stands in G24 before Tobruch."""
    inside = (f"G25: {garrison}",) if garrison else ()
    return desert("axis", "J28: 21/5", "I27: 22Gds", f"G24: {besieger}", "L28: AxisSupply1", *inside, *lines)


def fled_to_tobruch(garrison: str = "7A/1", besieger: str = "15/8") -> Desert:
    """The attack on the garrison is declared; first 22Gds is beaten (a three) and flees into Tobruch."""
    table = by_tobruch(garrison, besieger)
    table.attack(["22Gds"], ["21/5"])
    if garrison:
        table.attack(garrison.split(), besieger.split())
    table.play("done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done")  # 21/5 does not advance
    assert table.where("22Gds") == "G25"
    return table


@rule("11.7x1", "11.7x2")
def test_a_unit_that_fled_into_a_fortress_shares_its_fate_but_not_its_defence() -> None:
    """7 against the doubled one factor of 7A/1 stays 3-1; with 22Gds it would be 1-1."""
    table = fled_to_tobruch().play("battle:1").roll(4)
    assert ODDS[table.happened("combat")[-1].arguments["column"]] == "3-1"
    assert table.legal("unit") == {"7A/1", "22Gds"}  # a four: both retreat


@rule("11.7x1")
def test_a_unit_in_a_fortress_that_is_not_attacked_again_is_safe() -> None:
    table = by_tobruch().attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done").end_turn()
    assert table.at("G25") == {"7A/1", "22Gds"}


@rule("11.7x3")
def test_elimination_of_the_fortress_takes_the_unit_that_fled_there() -> None:
    table = fled_to_tobruch().play("battle:1").roll(1)
    assert table.where("7A/1") == "dead"
    assert table.where("22Gds") == "dead"


@rule("11.7x4")
def test_a_retreat_from_the_fortress_makes_the_unit_retreat_again() -> None:
    table = fled_to_tobruch().play("battle:1").roll(4)
    table.play("unit:22Gds", "hex:H26", "hex:H27", "unit:7A/1", "hex:H26", "hex:I26")
    assert table.where("22Gds") == "H27"
    assert table.where("7A/1") == "I26"


@rule("11.7x5")
def test_the_unit_that_fled_there_pays_no_exchange() -> None:
    """3 against a doubled 2 + 4 is 1-2; a two is an exchange in which the defenders lose three of their six."""
    table = fled_to_tobruch("7A/1 9A/20", "21/104").play("battle:1").roll(2)
    assert table.actor == ALLIED
    assert table.legal("lose") == {"9A/20"}
    assert table.refusal("lose:22Gds") == "7.5"
    table.play("lose:9A/20")
    assert table.at("G25") == {"7A/1", "22Gds"}


@rule("11.7x6")
def test_the_unit_that_fled_there_is_lost_with_the_last_of_the_others() -> None:
    """3-1, a two: in the exchange the garrison is lost; 22Gds, no part of it, is lost after it."""
    table = fled_to_tobruch().play("battle:1").roll(2).play("lose:15/8")
    assert table.where("7A/1") == "dead"
    assert table.where("22Gds") == "dead"


@rule("11.7x6")
def test_the_unit_that_fled_there_stays_when_the_attack_fails() -> None:
    """2:6 is 1-3, a six eliminates the attacker."""
    table = fled_to_tobruch("7/7", "21/3").play("battle:1").roll(6)
    assert table.where("21/3") == "dead"
    assert table.at("G25") == {"7/7", "22Gds"}


@rule("11.7x7")
@pytest.mark.parametrize("besieger", ["15/8", "Folgore"])
def test_a_unit_alone_in_a_fortress_it_fled_to_is_lost_to_any_attack(besieger: str) -> None:
    """Whether at 7:4 or at 1:4, no die is rolled."""
    table = fled_to_tobruch("", besieger)
    assert table.legal("attack") == {"22Gds"}
    table.play("attack:22Gds", f"with:{besieger}", "done", "battle:1")
    assert table.where("22Gds") == "dead"
    assert table.happened("no-die")[-1].rule == "11.7"


@rule("11.7x7")
def test_such_an_attack_needs_supply_like_any_other() -> None:
    """Supply in M28 feeds 21/5 alone: 15/8 at 7:4 may not attack Tobruch, Folgore at 1:4 may (14.1, 14.3)."""
    table = desert("axis", "J28: 21/5", "I27: 22Gds", "G24: 15/8 Folgore", "M29: AxisSupply1")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done", "attack:22Gds")
    assert table.legal("with") == {"Folgore"}
    assert table.refusal("with:15/8") == "14.1"
    assert table.refusal("with:21/5") == "8.5"


@rule("11.7x7")
def test_a_unit_alone_in_a_fortress_is_safe_if_it_is_not_attacked() -> None:
    table = fled_to_tobruch("").play("done").end_turn()
    assert table.where("22Gds") == "G25"


@rule("11.7x7")
def test_only_units_that_have_not_fought_may_attack_the_unit_in_the_fortress() -> None:
    """11.8: 15/8 before Tobruch is bound to fight another battle, against 4I/5 in G23."""
    table = by_tobruch("", "15/8", "G23: 4I/5")
    table.attack(["22Gds"], ["21/5"]).attack(["4I/5"], ["15/8"]).play("done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done")
    assert not table.legal("attack")
    assert table.refusal("attack:22Gds") == "11.7"
    table.play("battle:1").roll(4)  # it retreats 4I/5 and stays where it is
    table.play("unit:4I/5", "hex:G22", "hex:G21", "done")
    assert not table.legal("attack")


@rule("11.7x7")
def test_a_unit_alone_in_a_fortress_with_supply_is_lost_when_the_supply_is_taken() -> None:
    table = by_tobruch("AlliedSupply1")
    table.attack(["22Gds"], ["21/5"]).play("capture:AlliedSupply1", "with:15/8", "done")
    table.play("battle:0").roll(3).play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done", "done")
    assert table.allows("attack:22Gds")  # or attacked, for taking lone supply is no combat (15.2.4)
    table.play("capture:AlliedSupply1")
    assert table.where("22Gds") == "dead"
    assert table.where("AlliedSupply1") == "off"


@rule("11.7x7", "15.3.2.2a")
def test_a_unit_assigned_to_take_supply_does_not_attack_the_unit_in_the_fortress() -> None:
    """11.8: 15/33 before Tobruch takes the supply in H24 while 15/8 attacks its escort."""
    table = by_tobruch("", "15/33", "H24: 7A/1 AlliedSupply1", "I24: 15/8")
    table.attack(["22Gds"], ["21/5"]).attack(["7A/1"], ["15/8"])
    table.play("capture:AlliedSupply1", "with:15/33", "done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done", "done")
    assert table.decision == "choose-battle"
    assert not table.legal("attack")  # neither before it has taken the supply
    table.play("battle:1", "stop").roll(1).play("done")
    assert table.decision == "choose-battle"
    assert table.happened("supply-captured")
    assert not table.legal("attack")  # nor after


@rule("11.7x7")
@pytest.mark.parametrize(
    ("besieger", "used"),
    [
        pytest.param("15/8", {"AxisSupply1", "AxisSupply2"}, id="at 1-1"),
        pytest.param("Folgore", {"AxisSupply1"}, id="at 1-4"),
    ],
)
def test_such_an_attack_uses_supply_only_where_its_odds_need_it(besieger: str, used: set[str]) -> None:
    """AxisSupply1 feeds 21/5 alone, AxisSupply2 those before Tobruch alone."""
    table = desert("axis", "J28: 21/5", "I27: 22Gds", f"G24: {besieger}", "M29: AxisSupply1", "H20: AxisSupply2")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("permit", "unit:22Gds", "hex:H26", "hex:G25", "done", "attack:22Gds")
    assert table.refusal("done") == "11.7"
    assert table.refusal("battle:0") == "11.7"
    table.play(f"with:{besieger}")
    assert table.refusal(f"with:{besieger}") == "11.8"
    table.play("done", "battle:1")
    assert table.where("22Gds") == "dead"
    assert table.marked("used") == used


@rule("11.7x7", "23.1b")
def test_all_who_fled_into_the_empty_fortress_are_attacked_together() -> None:
    table = desert("axis", "J28: 21/5 90/361", "I27: 22Gds 9A/20", "G24: 15/8 15/33", "L28: AxisSupply1")
    table.attack(["22Gds", "9A/20"], ["21/5", "90/361"]).play("done", "battle:0").roll(3)
    for unit in ("22Gds", "9A/20"):
        table.play(*(["permit"] if table.decision == "consent" else []), f"unit:{unit}", "hex:H26", "hex:G25")
    table.play("done", "attack:9A/20", "with:15/8")
    assert table.legal("with") == {"15/33"}
    table.play("done", "battle:1")
    assert {table.where("22Gds"), table.where("9A/20")} == {"dead"}


@rule("11.7x8")
def test_a_defender_may_refuse_to_be_sent_into_a_fortress() -> None:
    table = by_tobruch().attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    assert table.decision == "consent"
    assert table.actor == ALLIED
    table.play("refuse", "unit:22Gds", "hex:H26")
    assert "G25" not in table.legal("hex")
    assert table.refusal("hex:G25") == "11.7"


@rule("11.7x8")
def test_a_defender_with_no_other_way_is_sent_into_the_fortress_unasked() -> None:
    """Axis zones cover every end but Tobruch."""
    table = by_tobruch("7A/1", "15/8", "I25: Ariete", "H28: Trieste")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    assert table.decision == "conduct-retreat"
    assert table.actor == AXIS
    table.play("unit:22Gds", "hex:H26")
    assert table.legal("hex") == {"G25"}


def two_by_tobruch(garrison: str, h27: str) -> Desert:
    """22Gds and 9A/20 are beaten in I27, 14:8 = 1-1: zones and full stacks leave them H27 and Tobruch."""
    table = desert(
        "axis", "J28: 21/5 15/8", "I27: 22Gds 9A/20", f"G25: {garrison}", "L28: AxisSupply1", "I25: Ariete",
        "H26: 4I/5 4I/7 7/7SG", "H28: 2SA/4 2SA/6 Pol", f"H27: {h27}",
    )  # fmt: skip
    return table.attack(["22Gds", "9A/20"], ["21/5", "15/8"]).play("done", "battle:0").roll(3)


@rule("11.7x8")
def test_where_one_of_two_must_enter_the_fortress_only_one_does() -> None:
    """H27 has room for one: whoever goes first, the other goes where the first has not gone."""
    table = two_by_tobruch("7A/1", "1SA/1 1SA/2").play("refuse", "unit:22Gds", "hex:H26")
    assert table.legal("hex") == {"G25", "H27"}
    other = table.copy().play("hex:H27", "unit:9A/20", "hex:H26")
    assert other.legal("hex") == {"G25"}
    table.play("hex:G25", "unit:9A/20", "hex:H26")
    assert table.legal("hex") == {"H27"}
    assert table.refusal("hex:G25") == "11.7"


@rule("11.7x8")
def test_with_leave_both_may_be_sent_into_the_fortress() -> None:
    table = two_by_tobruch("7A/1", "1SA/1 1SA/2").play("permit", "unit:22Gds", "hex:H26", "hex:G25")
    table.play("unit:9A/20", "hex:H26")
    assert table.legal("hex") == {"G25", "H27"}


@rule("11.7x8")
def test_where_there_is_room_outside_for_both_neither_is_sent_in_against_his_will() -> None:
    table = two_by_tobruch("7A/1", "1SA/1").play("refuse", "unit:22Gds", "hex:H26")
    assert table.legal("hex") == {"H27"}
    table.play("hex:H27", "unit:9A/20", "hex:H26")
    assert table.legal("hex") == {"H27"}


@rule("11.7x8", "7.6.2a")
@pytest.mark.parametrize(
    ("garrison", "h27", "end"),
    [
        pytest.param("7A/1 7A/2 FF", "1SA/1", "H27", id="the fortress is full"),
        pytest.param("7A/1", "1SA/1 1SA/2 1SA/3", "G25", id="there is no room outside"),
    ],
)
def test_nobody_is_asked_where_only_one_way_saves_the_units(garrison: str, h27: str, end: str) -> None:
    table = two_by_tobruch(garrison, h27)
    assert table.decision == "conduct-retreat"
    table.play("unit:22Gds", "hex:H26")
    assert table.legal("hex") == {end}


@rule("11.7x8")
def test_a_beaten_attacker_is_not_asked_about_the_fortress() -> None:
    """1:3 is 1-3, a one is AB2."""
    table = desert("allied", "I26: 7A/1", "J27: Brescia", "G25: 7A/2")
    table.attack(["Brescia"], ["7A/1"]).play("done", "battle:0").roll(1)
    table.play("unit:7A/1", "hex:H26", "hex:G25")
    assert table.at("G25") == {"7A/1", "7A/2"}


@rule("11.7x1", "11.7x4")
def test_who_leaves_the_fortress_again_is_no_longer_marked() -> None:
    table = fled_to_tobruch()
    assert table.marked("fugitives") == {"22Gds"}
    table.play("battle:1").roll(4)
    table.play("unit:22Gds", "hex:H26", "hex:H27", "unit:7A/1", "hex:H26", "hex:I26")
    assert table.marked("fugitives") == set()
