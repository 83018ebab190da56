"""5: movement."""

from __future__ import annotations

import pytest

from sandtable.kernel.errors import Malformed
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def lone(unit: str, place: str, turn: int = 5) -> Desert:
    """One Axis unit about to move, the enemy far away."""
    return Desert(f"turn {turn} axis\nphase: movement\n{place}: {unit}\nB14: 22Gds\n")


# 5.1 All, some or none


@rule("5.1a")
@pytest.mark.parametrize("movers", [[], ["21/5"], ["21/5", "Brescia", "AxisSupply1"]], ids=["none", "some", "all"])
def test_a_player_moves_as_many_units_as_he_likes(movers: list[str]) -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nP30: Brescia\nR30: AxisSupply1\nL59: Pol\n")
    assert table.legal("unit") == {"21/5", "Brescia", "AxisSupply1"}
    goals = {"21/5": "N29", "Brescia": "P29", "AxisSupply1": "R31"}
    for unit in movers:
        table.move(unit, goals[unit])
    table.play("done")
    at = {unit: table.where(unit) for unit in goals}
    assert at == {"21/5": "N30", "Brescia": "P30", "AxisSupply1": "R30"} | {unit: goals[unit] for unit in movers}


@rule("5.1a")
def test_enemy_zones_and_terrain_limit_movement() -> None:
    """Between two enemies every neighbouring hex is in a zone that already holds the unit (8.3)."""
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nN31: Pol\nN29: 4I/5\nP30: Brescia\n")
    assert table.legal("unit") == {"Brescia"}
    assert table.refusal("unit:21/5") == "8.3"


# 5.2 The movement factor


@rule("5.2a")
@pytest.mark.parametrize(
    "path",
    ["N31 N32 N33 N34", "M30 M31 N32 O33", "N29 M28 M29 N30", "O31 P31 P30 O29"],
    ids=["straight", "round a corner", "there and back", "a loop"],
)
def test_any_direction_up_to_the_movement_factor(path: str) -> None:
    """A 2-3-4 enters four hexes and no fifth."""
    table = lone("Brescia", "N30").move("Brescia", *path.split())
    assert table.where("Brescia") == path.split()[-1]
    assert table.spent("Brescia") == (4, 0)
    assert table.refusal("unit:Brescia") == "5.2"
    assert [event.rule for event in table.happened("moved")] == ["5.2"] * 4


@rule("5.2a")
@pytest.mark.parametrize(("unit", "factor"), [("Brescia", 4), ("Ariete", 6), ("21/5", 10), ("21/3", 12)])
def test_each_unit_has_the_range_of_its_own_factor(unit: str, factor: int) -> None:
    table = lone(unit, "N28").play(f"unit:{unit}")
    for number in range(29, 29 + factor):
        assert table.decision == "move"
        table.play(f"hex:N{number}")
    assert table.decision == "movement"
    assert table.where(unit) == f"N{28 + factor}"
    assert not table.allows(f"unit:{unit}")


@rule("5.2a")
def test_a_move_may_be_broken_off_and_taken_up_again() -> None:
    table = lone("Brescia", "N30").move("Brescia", "N31", "N32").move("Brescia", "N33", "N34")
    assert table.refusal("unit:Brescia") == "5.2"


@rule("5.2a")
def test_a_unit_goes_from_hex_to_neighbouring_hex() -> None:
    table = lone("Brescia", "N30").play("unit:Brescia")
    assert table.refusal("hex:N32") == "5.2"
    assert table.refusal("hex:N30") == "5.2"


# 5.3 Movement before combat


@rule("5.3a")
def test_all_units_move_before_any_battle() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN29: 21/5 AxisSupply1\nN31: 22Gds\nR30: Brescia\n")
    table.move("21/5", "N30")
    assert table.refusal("attack:22Gds") == "5.3"
    assert table.refusal("battle:0") == "8.6"
    table.move("Brescia", "R31").play("done")
    assert table.decision == "declare-battles"
    assert "Brescia" not in table.legal("unit")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(6)
    assert table.where("22Gds") == "dead"
    assert table.legal("unit") == set()


# 5.4 Enemy units and their zones


@rule("5.4a")
def test_a_hex_with_an_enemy_combat_unit_is_closed() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nN31: Pol\nB14: 22Gds\n").play("unit:21/5")
    assert "N31" not in table.legal("hex")
    assert table.refusal("hex:N31") == "5.4"


@rule("5.4a")
def test_a_fortress_held_by_the_enemy_is_closed_though_it_has_no_zone() -> None:
    table = Desert("turn 5 axis\nphase: movement\nG24: 21/5\nG25: Pol\n").play("unit:21/5")
    assert table.refusal("hex:G25") == "5.4"


@rule("5.4a")
@pytest.mark.parametrize(
    ("bystander", "side", "mover"), [("Rommel", "allied", "2/3"), ("AlliedSupply1", "axis", "21/5")]
)
def test_rommel_and_supply_close_no_hex(bystander: str, side: str, mover: str) -> None:
    table = Desert(f"turn 5 {side}\nphase: movement\nN29: {mover}\nN31: {bystander}\nW6: Brescia\nL59: Pol\n")
    table.play(f"unit:{mover}", "hex:N30")
    assert table.allows("hex:N31")
    assert table.play("hex:N31").allows("hex:N32")


@rule("5.4b")
def test_a_zone_may_be_entered_but_not_moved_through() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN28: 21/5\nN31: 22Gds\n").play("unit:21/5", "hex:N29", "hex:N30")
    assert table.decision == "movement"
    assert table.spent("21/5") == (2, 0)
    assert table.refusal("unit:21/5") == "8.1"


@rule("5.4d")
def test_an_enemy_under_automatic_victory_stops_nobody() -> None:
    """A 7-7-10 next to a 1-1-6 in the open is 7-1: others pass through its zone and its very hex."""
    table = Desert(
        """
        turn 5 axis
        phase: movement
        N30: 21/5 AxisSupply1
        M28: Ariete
        O29: 21/104
        N31: Pol
        L59: 22Gds
        """
    )
    before = table.copy().play("unit:Ariete", "hex:M29", "hex:M30")
    assert before.decision == "movement"
    table.play("declare:Pol", "with:21/5", "done")
    table.move("Ariete", "M29", "M30", "M31", "N32")
    table.play("unit:21/104", "hex:O30", "hex:O31", "hex:N31")
    assert table.refusal("stop") == "9.1"
    table.play("hex:N32", "stop")
    assert table.at("N32") == {"Ariete", "21/104"}


# 5.5 Movement is neither lent nor saved


@rule("5.5a")
def test_one_units_movement_is_of_no_use_to_another() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: Brescia 21/5 Pavia\nB14: 22Gds\n")
    table.move("Brescia", "N31", "N32", "N33", "N34")
    table.play("unit:21/5", "unit:Pavia", "hex:N31", "hex:N32", "hex:N33", "hex:N34")
    assert table.decision == "movement"
    assert table.legal("unit") == {"21/5"}
    table.play("unit:21/5")
    assert table.refusal("unit:Brescia") == "6.2"
    assert table.refusal("unit:Pavia") == "6.2"


@rule("5.5b")
def test_unused_movement_is_lost() -> None:
    """A 2-3-4 that moved one hex, then none, still has just four in its next turn."""
    table = Desert("turn 5 axis\nphase: movement\nN30: Brescia AxisSupply1\nL59: Pol AlliedSupply1\n")
    table.move("Brescia", "N31").play("done", "done")
    assert (table.state.turn, table.state.active) == (6, 0)
    table.move("Brescia", "N32", "N33", "N34", "N35")
    assert table.refusal("unit:Brescia") == "5.2"


@rule("5.5b")
def test_road_bonus_and_stops_are_not_carried_over_either() -> None:
    table = Desert(
        """
        turn 5 axis
        phase: movement
        J49: Brescia AxisSupply1
        S22: Pavia
        G14: Pol AlliedSupply1
        """
    )
    table.move("Brescia", "J50", "J51", "J52", "J53", "J54").move("Pavia", "S23", "S24")
    assert table.refusal("unit:Pavia") == "18.1"
    table.play("done", "done")
    table.move("Brescia", "J55", "J56", "J57", "K58", "K59", "K60", "K61", "K62", "J62", "J63", "I63")
    assert table.spent("Brescia") == (1, 10)
    assert table.allows("unit:Pavia")


# 5.6 The Qattara Depression


@rule("5.6a")
def test_a_hex_partly_in_the_depression_is_clear_ground() -> None:
    table = lone("Brescia", "P60").play("unit:Brescia", "hex:Q60")
    assert table.spent("Brescia") == (1, 0)
    table.play("hex:Q61", "stop")
    assert table.spent("Brescia") == (2, 0)


@rule("5.6b")
@pytest.mark.parametrize(("origin", "name"), [("Q60", "R60"), ("Q60", "R61"), ("V55", "V56")])
def test_a_hex_wholly_in_the_depression_is_closed(origin: str, name: str) -> None:
    table = lone("21/5", origin).play("unit:21/5")
    assert table.refusal(f"hex:{name}") == "5.6"


@rule("5.6c")
@pytest.mark.parametrize("origin", ["T62", "S61", "U62"])
def test_t61_is_closed(origin: str) -> None:
    assert lone("21/5", origin).play("unit:21/5").refusal("hex:T61") == "5.6"


# 5.7 Hexsides


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("E18", "F19", marks=rule("5.7a", "5.7t1")),
        pytest.param("W62", "X62", marks=rule("5.7b", "5.7t1")),
        pytest.param("W61", "X62", marks=rule("5.7b", "5.7t1")),
        pytest.param("R65", "S65", marks=rule("5.7b", "5.7t1")),
    ],
)
def test_nobody_crosses_a_closed_hexside(a: str, b: str) -> None:
    for origin, goal in ((a, b), (b, a)):
        table = lone("21/5", origin).play("unit:21/5")
        assert not table.allows(f"hex:{goal}")
        assert table.refusal(f"hex:{goal}") == "5.7"


@rule("5.7a")
@pytest.mark.parametrize(("origin", "name"), [("I33", "I34"), ("G25", "G26"), ("E18", "D18")])
def test_nobody_goes_into_the_sea(origin: str, name: str) -> None:
    assert lone("21/5", origin).play("unit:21/5").refusal(f"hex:{name}") == "5.7"


@rule("5.7c")
@pytest.mark.parametrize(("a", "b"), [("E18", "F19"), ("W62", "X62"), ("W61", "X62"), ("R65", "S65")])
def test_no_attack_across_a_closed_hexside(a: str, b: str) -> None:
    """No zone reaches across, so nobody must attack; and nobody may."""
    table = Desert(f"turn 5 axis\nphase: combat\n{a}: 21/5 AxisSupply1\n{b}: 22Gds\n")
    assert (table.state.active, table.decision) == (1, "movement")
    assert table.happened("battle-declared") == []


@rule("5.7c")
def test_an_attacker_next_to_one_enemy_may_not_add_another_beyond_a_closed_hexside() -> None:
    table = Desert("turn 5 axis\nphase: combat\nE18: 21/5 AxisSupply1\nF19: 22Gds\nE17: Pol\n")
    assert table.legal("attack") == {"Pol"}
    assert table.refusal("attack:22Gds") == "8.5"
    assert table.play("attack:Pol", "with:21/5").refusal("target:22Gds") == "8.5"


# 5.8 The edges of the map


@rule("5.8a")
@pytest.mark.parametrize(("origin", "name"), [("Q67", "R68"), ("S68", "R68"), ("K64", "K65"), ("U69", "V70")])
def test_partial_hexes_at_the_edge_are_closed(origin: str, name: str) -> None:
    assert lone("21/5", origin).play("unit:21/5").refusal(f"hex:{name}") == "5.8"


@rule("5.8b")
def test_there_is_no_row_y_and_no_number_70() -> None:
    table = lone("21/5", "X69").play("unit:21/5")
    assert table.refusal("hex:X70") == "5.8"
    for name in ("Y69", "Y70", "X71"):
        with pytest.raises(Malformed, match=f"there is no hex '{name}'"):
            table.play(f"hex:{name}")


@rule("5.8b")
def test_row_x_is_playable() -> None:
    table = lone("21/5", "W30").move("21/5", "X30", "X31", "X32")
    assert table.where("21/5") == "X32"


@rule("5.8c")
@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("J63", "I63"),
        ("K63", "K64"),
        ("M64", "M65"),
        ("O65", "O66"),
        ("Q66", "Q67"),
        ("S67", "S68"),
        ("U68", "U69"),
    ],
)
def test_whole_hexes_at_the_east_edge_are_open(origin: str, name: str) -> None:
    assert lone("21/5", origin).move("21/5", name).where("21/5") == name
