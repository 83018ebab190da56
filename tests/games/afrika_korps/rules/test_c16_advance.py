"""16: advance after combat."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str, phase: str = "combat") -> Desert:
    """A position at the end of a side's movement, or in the phase named."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def attack_on(hex_name: str, defender: str, origin: str, attackers: str, supply: str, die: int) -> Desert:
    """One battle, fought with this roll."""
    table = desert("axis", f"{origin}: {attackers}", f"{hex_name}: {defender}", f"{supply}: AxisSupply1")
    return table.attack(defender.split(), attackers.split()).play("done", "battle:0").roll(die)


# 16.1 Into the hex the enemy has left


@rule("16.1a")
@pytest.mark.parametrize(
    ("hex_name", "origin", "supply"),
    [pytest.param("H24", "I25", "K26", id="escarpment"), pytest.param("G25", "H26", "J27", id="fortress")],
)
def test_attackers_may_advance_when_all_defenders_are_eliminated(hex_name: str, origin: str, supply: str) -> None:
    """10:2 is 5-1; a one eliminates the defender."""
    table = attack_on(hex_name, "7A/1", origin, "21/5 21/104", supply, 1)
    assert table.decision == "advance"
    assert table.legal("unit") == {"21/5", "21/104"}
    table.play("unit:21/5", "unit:21/104")
    assert table.at(hex_name) == {"21/5", "21/104"}


@rule("16.1a")
def test_attackers_may_advance_when_the_defenders_have_retreated() -> None:
    """A two is DB2 at 5-1."""
    table = attack_on("H24", "7A/1", "I25", "21/5 21/104", "K26", 2)
    table.play("permit", "unit:7A/1", "hex:G24", "hex:G25", "unit:21/5", "done")
    assert table.at("H24") == {"21/5"}
    assert table.at("I25") == {"21/104"}


@rule("16.1a")
def test_attackers_who_survive_an_exchange_may_advance() -> None:
    """5:2 is 2-1; in the exchange Brescia is lost for the doubled 7A/1."""
    table = attack_on("H24", "7A/1", "I25", "21/104 Brescia", "K26", 2)
    table.play("lose:Brescia", "unit:21/104")
    assert table.at("H24") == {"21/104"}


@rule("16.1a")
def test_nobody_need_advance() -> None:
    table = attack_on("H24", "7A/1", "I25", "21/5 21/104", "K26", 1).play("done")
    assert table.at("H24") == set()
    assert table.at("I25") == {"21/5", "21/104"}


@rule("16.1a")
def test_nobody_advances_into_clear_terrain() -> None:
    table = attack_on("M31", "7A/1 7A/2", "M30", "21/5 21/104", "M28", 1)
    assert table.where("7A/1") == "dead"
    assert table.decision != "advance"


@rule("16.1a")
def test_nobody_advances_while_a_defender_is_left_in_the_hex() -> None:
    """The stack in H24 is attacked in two battles; the first removes one of the two brigades only."""
    table = desert("axis", "I25: 21/5 15/8", "H24: 7A/1 22Gds", "K26: AxisSupply1")
    table.attack(["7A/1"], ["21/5"]).attack(["22Gds"], ["15/8"]).play("done", "battle:0").roll(1)
    assert table.where("7A/1") == "dead"
    assert table.decision == "choose-battle"
    table.play("battle:1").roll(1)
    assert table.legal("unit") == {"15/8"}  # whose attack removed the last


@rule("16.1a")
def test_only_attackers_of_that_battle_advance() -> None:
    """Trento in I24 fights 4I/5 in H23, next to H24 as it is."""
    table = desert("axis", "I25: 21/5", "I24: Trento", "H24: 7A/1", "H23: 4I/5", "K26: AxisSupply1")
    table.attack(["7A/1"], ["21/5"]).attack(["4I/5"], ["Trento"]).play("done", "battle:0").roll(1)
    assert table.legal("unit") == {"21/5"}
    assert table.refusal("unit:Trento") == "16.1"


@rule("16.1a")
def test_beaten_attackers_do_not_advance() -> None:
    """2:2 is 1-1; a four is AB2 and the defender stays."""
    table = attack_on("H24", "7A/1", "I25", "21/3", "K26", 4).play("unit:21/3", "hex:J26", "hex:K26")
    assert table.decision != "advance"
    assert table.at("H24") == {"7A/1"}


@rule("16.1b")
def test_no_more_than_three_advance_into_one_hex() -> None:
    table = desert("axis", "I25: 21/5 21/104", "I24: 15/8 15/115", "H24: 7/7", "K26: AxisSupply1")
    table.attack(["7/7"], ["21/5", "21/104", "15/8", "15/115"]).play("done", "battle:0").roll(1)
    table.play("unit:21/5", "unit:15/8", "unit:21/104")
    assert table.at("H24") == {"21/5", "15/8", "21/104"}
    assert table.decision != "advance"
    assert table.where("15/115") == "I24"


@rule("16.1c")
def test_the_advance_comes_before_the_next_battle() -> None:
    """One supply unit between them feeds both attacks."""
    table = desert("axis", "I25: 21/5", "H24: 7A/1", "M30: 15/8", "M31: 22Gds", "L28: AxisSupply1")
    table.attack(["7A/1"], ["21/5"]).attack(["22Gds"], ["15/8"]).play("done", "battle:0").roll(1)
    assert table.decision == "advance"
    assert table.refusal("battle:1") == "16.1"
    table.play("done", "battle:1").roll(1)
    assert table.decision != "advance"  # the chance is gone
    assert table.at("H24") == set()


@rule("16.1a", "16.1b")
def test_units_choose_between_two_hexes_their_attack_has_emptied() -> None:
    """From I24 both H23 and H24 are next door."""
    table = desert("axis", "I24: 21/5 15/8", "H23: 7A/1", "H24: 4I/5", "K26: AxisSupply1")
    table.attack(["7A/1", "4I/5"], ["21/5", "15/8"]).play("done", "battle:0").roll(1)
    table.play("unit:21/5")
    assert table.legal("hex") == {"H23", "H24"}
    assert table.refusal("hex:I25") == "16.1"
    table.play("hex:H23")
    assert table.legal("unit") == {"15/8"}  # nobody advances twice, though H24 is next to H23
    table.play("unit:15/8", "hex:H24")
    assert table.at("H23") == {"21/5"}
    assert table.at("H24") == {"15/8"}


@rule("16.1a", "22.4b")
def test_rommel_left_alone_by_an_advance_is_moved_before_the_next_unit_is_asked() -> None:
    """I25, which 21/5 leaves for H24, lies in the zone of 7/7; H24 and I24 are equally near. 14:2 is 7-1."""
    lines = ("I25: 21/5 Rommel", "I24: 15/8", "H24: 7A/1", "J26: 7/7", "J27: Folgore", "J23: AxisSupply1")
    table = desert("axis", *lines).attack(["7A/1"], ["21/5", "15/8"]).attack(["7/7"], ["Folgore"])
    table.play("done", "battle:0", "unit:21/5")
    assert table.legal("hex") == {"H24", "I24"}
    table.play("hex:I24")
    assert table.where("Rommel") == "I24"
    assert table.legal("unit") == {"15/8"}


# 16.2 Out of a zone into the same zone


@rule("16.2a")
def test_only_an_advance_goes_from_zone_to_zone_of_one_enemy() -> None:
    """I25 and H24 both lie in the zone of 7/7 in H25; in movement that step is barred."""
    moving = desert("axis", "I25: 21/5", "H25: 7/7", "K26: AxisSupply1", phase="movement")
    moving.play("unit:21/5")
    assert moving.refusal("hex:H24") == "8.3"
    table = desert("axis", "I25: 21/5 21/3", "H24: 7A/1", "H25: 7/7", "K26: AxisSupply1")
    table.attack(["7/7"], ["21/3"]).attack(["7A/1"], ["21/5"]).play("done", "battle:1").roll(1)
    table.play("unit:21/5")
    assert table.where("21/5") == "H24"
    assert [event.rule for event in table.happened("advanced")] == ["16.2"]


# 16.3 After lone supply in a fortress


@rule("16.3a")
def test_a_unit_that_takes_lone_supply_in_a_fortress_may_advance_into_it() -> None:
    table = desert("axis", "H26: 21/5", "G25: AlliedSupply1").play("capture:AlliedSupply1", "with:21/5", "done")
    table.play("capture:AlliedSupply1")
    assert table.decision == "advance"
    table.play("unit:21/5")
    assert table.where("21/5") == "G25"
    assert len(table.happened("supply-captured")) == 1


@rule("16.3a")
def test_a_unit_that_takes_lone_supply_in_a_fortress_may_stay_outside() -> None:
    table = desert("axis", "H26: 21/5", "G25: AlliedSupply1").play("capture:AlliedSupply1", "with:21/5", "done")
    table.play("capture:AlliedSupply1", "done")
    assert table.where("21/5") == "H26"


@rule("16.3a")
def test_only_units_next_to_the_fortress_advance_into_it_after_their_battle() -> None:
    """15/8 in J28 fights 22Gds in I27 together with 21/5 (14:4 = 3-1), but Tobruch is out of its reach."""
    table = desert("axis", "H26: 21/5", "J28: 15/8", "I27: 22Gds", "G25: AlliedSupply1", "J26: AxisSupply1")
    table.play("capture:AlliedSupply1", "with:21/5").attack(["22Gds"], ["21/5", "15/8"])
    table.play("done", "battle:0").roll(1)
    assert table.legal("unit") == {"21/5"}
    table.play("unit:21/5")
    assert table.where("21/5") == "G25"
    assert table.legal("unit") == {"15/8"}  # into the escarpment, which is not next to Tobruch
