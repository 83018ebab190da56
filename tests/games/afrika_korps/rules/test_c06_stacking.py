"""6: stacking."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


# 6.1 Three combat units to a hex


@rule("6.1a")
def test_three_combat_units_may_share_a_hex() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5 21/104\nN31: Brescia AxisSupply1\nL59: Pol\n")
    table.move("Brescia", "N30").play("done")
    assert table.at("N30") == {"21/5", "21/104", "Brescia"}
    assert table.state.active == 1


@rule("6.1a")
@pytest.mark.parametrize(
    ("side", "units"), [("axis", "21/5 21/104 Brescia Pavia"), ("allied", "2/3 Pol 4I/5 4I/7")]
)
def test_a_fourth_combat_unit_is_one_too_many(side: str, units: str) -> None:
    others = "W6: Savona" if side == "allied" else "B14: 22Gds"
    table = Desert(f"turn 5 {side}\nphase: movement\nN30: {units}\n{others}\n")
    table.play("done")
    assert (table.decision, table.legal("lose")) == ("reduce-stack", set(units.split()))
    assert table.game.prompt_rule(table.state) == "6.1"
    table.play(f"lose:{units.split()[0]}")
    assert table.decision != "reduce-stack"
    assert [event.rule for event in table.happened("died-before-combat")] == ["6.3"]


@rule("6.1a")
def test_each_hex_is_reduced_on_its_own() -> None:
    table = Desert(
        "turn 5 axis\nphase: combat\nN30: 21/5 21/104 Brescia Pavia\nP30: Ariete 21/3 Savona Bologna\nL59: Pol\n"
    )
    table.play("lose:Pavia")
    assert table.legal("lose") == {"Ariete", "21/3", "Savona", "Bologna"}
    assert table.refusal("lose:Brescia") == "6.3"
    assert table.refusal("done") == "6.3"
    assert table.play("lose:Savona").state.active == 1


@rule("6.1b")
def test_supply_and_rommel_do_not_count() -> None:
    table = Desert(
        """
        turn 5 axis
        phase: movement
        N30: 21/5 21/104 Brescia Rommel AxisSupply1 AxisSupply2 AxisSupply3
        P30: AxisSupply4* AxisSupply5* Pavia
        L59: Pol
        """
    )
    table.move("AxisSupply4", "O30", "N30").move("AxisSupply5", "O30", "N30").play("done")
    assert len(table.at("N30")) == 9
    assert (table.state.active, table.decision) == (1, "movement")


# 6.2 Stacks move together, form and split


@rule("6.2a")
def test_a_stack_moves_as_its_slowest_unit() -> None:
    """A 10, a 6 and a 4 together go four hexes."""
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5 Ariete Brescia\nB14: 22Gds\n")
    table.play("unit:21/5", "unit:Ariete", "unit:Brescia", "hex:N31", "hex:N32", "hex:N33")
    assert table.decision == "move"
    table.play("hex:N34")
    assert table.decision == "movement"
    assert table.at("N34") == {"21/5", "Ariete", "Brescia"}
    assert {table.spent(unit) for unit in ("21/5", "Ariete", "Brescia")} == {(4, 0)}


@rule("6.2a")
def test_a_stack_gets_no_further_than_what_its_slowest_unit_has_left() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nN28: Brescia\nB14: 22Gds\nspent: Brescia=1\n")
    table.move("Brescia", "N29", "N30")
    table.play("unit:Brescia", "unit:21/5", "hex:N31")
    assert table.decision == "movement"
    assert table.legal("unit") == {"21/5"}


@rule("6.2b")
def test_units_join_on_the_way_and_go_on_together() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN28: 21/5\nN30: Ariete\nP30: 21/104\nB14: 22Gds\n")
    table.move("21/5", "N29", "N30").move("21/104", "O30", "N30")
    table.play("unit:Ariete")
    assert table.legal("unit") == {"21/5", "21/104"}
    table.play("unit:21/5", "unit:21/104", "hex:N31", "hex:N32", "stop")
    assert table.at("N32") == {"21/5", "Ariete", "21/104"}
    assert [table.spent(unit)[0] for unit in ("21/5", "Ariete", "21/104")] == [4, 2, 4]


@rule("6.2b")
def test_only_units_in_the_same_hex_form_a_stack() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: Ariete\nN31: 21/5\nB14: 22Gds\n").play("unit:Ariete")
    assert table.refusal("unit:21/5") == "6.2"
    table.play("hex:N31")
    assert table.refusal("unit:21/5") == "6.2"  # stop first, then move on together
    table.play("stop", "unit:Ariete", "unit:21/5", "hex:N32")
    assert table.at("N32") == {"Ariete", "21/5"}


@rule("6.2b")
def test_a_unit_that_moves_takes_nobody_along_before_it_stops() -> None:
    """Whoever waits there, even one that may move no further, is refused for that."""
    table = Desert("turn 5 axis\nphase: movement\nN30: Ariete\nN31: 21/5\nB14: 22Gds\nstopped: 21/5\n")
    table.play("unit:Ariete", "hex:N31")
    assert table.refusal("unit:21/5") == "6.2"
    table.play("stop", "unit:Ariete")
    assert table.refusal("unit:21/5") == "18.1"


@rule("6.2c")
def test_a_stack_splits_on_the_way() -> None:
    """The 4 is left behind, the 10 and the 6 go on, then the 10 alone."""
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5 Ariete Brescia\nB14: 22Gds\n")
    table.play("unit:21/5", "unit:Ariete", "unit:Brescia", "hex:N31", "stop")
    table.play("unit:21/5", "unit:Ariete", "hex:N32", "hex:N33", "hex:N34", "hex:N35", "hex:N36")
    assert table.decision == "movement"
    table.move("21/5", "M36", "M37", "M38", "M39")
    assert [table.where(unit) for unit in ("Brescia", "Ariete", "21/5")] == ["N31", "N36", "M39"]
    assert table.refusal("unit:21/5") == "5.2"
    assert table.allows("unit:Brescia")


# 6.3 When the limit holds


@rule("6.3a")
def test_units_pass_through_a_full_hex() -> None:
    table = Desert(
        "turn 5 axis\nphase: movement\nN30: 21/5 21/104\nN31: Ariete Pavia Trento\nB14: 22Gds\nP30: AxisSupply1\n"
    )
    table.play("unit:21/5", "unit:21/104", "hex:N31", "hex:N32", "stop", "done")
    assert table.at("N32") == {"21/5", "21/104"}
    assert table.happened("died-before-combat") == []


@rule("6.3b")
def test_a_hex_may_be_overfull_while_movement_lasts() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nN31: Ariete Pavia Trento\nB14: 22Gds\n")
    table.move("21/5", "N31")
    assert len(table.at("N31")) == 4
    assert table.decision == "movement"
    table.move("Trento", "N32").play("done")
    assert table.state.active == 1
    assert table.happened("died-before-combat") == []


@rule("6.3b")
def test_the_limit_is_checked_before_combat() -> None:
    """Four units next to an enemy: one is lost before a battle is declared."""
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5 Ariete Pavia Trento AxisSupply1\nN31: 22Gds\n")
    table.play("done")
    assert table.decision == "reduce-stack"
    table.play("lose:21/5")
    assert table.decision == "declare-battles"
    assert table.play("attack:22Gds").legal("with") == {"Ariete", "Pavia", "Trento"}


@rule("6.3b")
def test_the_limit_holds_at_the_end_of_the_turn() -> None:
    """Retreating attackers may pass through a hex of three, not end in it."""
    table = Desert(
        """
        turn 5 axis
        phase: combat
        N30: 21/104 AxisSupply1
        N28: Ariete Pavia Trento
        N31: 2/3
        """
    )
    table.attack(["2/3"], ["21/104"]).play("done", "battle:0").roll(4)
    table.play("unit:21/104", "hex:N29")
    assert table.legal("hex") == {"M28", "O29", "O30", "M29"}
    table.play("hex:O29")
    assert table.game.status(table.state) == []


@rule("6.3b")
def test_advances_respect_the_limit() -> None:
    """Four attackers from two hexes, room for three in the escarpment they empty."""
    table = Desert(
        "turn 5 axis\nphase: combat\nS23: 21/5 21/104 Ariete\nR23: 15/8 AxisSupply1\nS24: Pol\nB14: 22Gds\n"
    )
    table.attack(["Pol"], ["21/5", "21/104", "Ariete", "15/8"]).play("done", "battle:0")
    table.play("unit:21/5", "unit:21/104", "unit:15/8")
    assert table.at("S24") == {"21/5", "21/104", "15/8"}
    assert table.decision != "advance"
