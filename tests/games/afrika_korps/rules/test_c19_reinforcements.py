"""19: reinforcements. The order of appearance itself (19.1t1-19.1t12) is pinned by test_ak_data.py."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

FAR_AXIS = "M40: 21/5 AxisSupply1"
FAR_ALLIES = "M50: 22Gds AlliedSupply1"


def axis_arrivals(turn: int, *lines: str) -> Desert:
    """An Axis turn at the moment when units come ashore; the convoy is sunk."""
    table = Desert("\n".join([f"turn {turn} axis", "phase: start", FAR_ALLIES, *lines]))
    return table.roll(1) if table.decision == "convoy" else table


def allied_arrivals(turn: int, *lines: str) -> Desert:
    """An Allied turn at the moment when units come ashore; the supply unit is declined."""
    table = Desert("\n".join([f"turn {turn} allied", "phase: start", FAR_AXIS, *lines]))
    if table.decision == "land-supply":
        table.play("decline")
    return table


# 19.1, 19.3, 19.6, 19.8: when


@rule("19.1a")
def test_a_unit_may_enter_from_its_listed_turn_on() -> None:
    ports = "W3: Savona AxisSupply1"
    table = axis_arrivals(2, ports, "sea: Pavia")
    assert table.legal("unit") == {"Pavia"}
    assert table.refusal("unit:15/8") == "19.1"
    assert axis_arrivals(3, ports).legal("unit") == {"15/8", "15/115", "15/33"}
    assert axis_arrivals(4, ports).legal("unit") == {"15/8", "15/115", "15/33"}


def test_units_that_are_no_reinforcements_are_refused_for_what_they_are() -> None:
    """Ashore by a substitute, or still to come; what is at sea lands and is not refused."""
    table = allied_arrivals(33, "J62: 9A/20 Sub1", "inside Sub1: 1 32", "sea: 2/3")
    assert table.refusal("unit:1") == "21.3"
    assert table.refusal("unit:Sub2") == "21.6"
    assert table.allows("unit:2/3")


@rule("19.1a")
def test_allied_units_enter_from_their_listed_turn_on() -> None:
    assert allied_arrivals(4, "J62: 9A/20").decision == "movement"
    assert allied_arrivals(5, "J62: 9A/20").legal("unit") == {"7/4", "7/7", "7/7SG", "7/4SA", "4I/23"}


@rule("19.3a")
def test_reinforcements_may_be_held_back_and_enter_later() -> None:
    table = axis_arrivals(3, "W3: Savona AxisSupply1")
    table.play("unit:15/8", "done").end_turn().end_turn()
    assert table.where("15/33") == "off"
    table.roll(1)
    assert table.legal("unit") == {"15/115", "15/33"}
    assert table.play("unit:15/33").where("15/33") == "W3"


@rule("19.3b")
def test_reinforcements_held_off_map_are_not_at_sea() -> None:
    """With no port at all they simply wait, while a unit at sea is lost; and nothing makes them land."""
    table = axis_arrivals(3, FAR_AXIS, "sea: Pavia")
    assert table.decision == "movement", "no port"
    assert (table.where("15/8"), table.where("Pavia")) == ("off", "dead")
    table.end_turn().end_turn()
    assert table.where("15/8") == "off"
    assert axis_arrivals(4, "W3: Savona AxisSupply1").allows("done")


@rule("19.6a")
def test_reinforcements_enter_in_their_owners_turn_only() -> None:
    assert axis_arrivals(5, FAR_AXIS, "J62: 7A/1").decision == "movement"
    table = axis_arrivals(5, "W3: Savona AxisSupply1", "J62: 7A/1")
    assert table.refusal("unit:7/4") == "19.6"
    assert allied_arrivals(5, "J62: 7A/1").allows("unit:7/4")


@rule("19.8a")
@pytest.mark.parametrize(("turn", "place"), [(37, "off"), (38, "dead")])
def test_reinforcements_not_in_play_by_the_last_turn_are_eliminated(turn: int, place: str) -> None:
    table = Desert(f"turn {turn} axis\nphase: end\nM50: 22Gds AlliedSupply1\n{FAR_AXIS}")
    assert table.where("Littorio") == place
    assert table.where("7/4") == "off", "the Allied turn is still to come"
    table.end_turn()
    assert table.where("7/4") == place


# 19.2, 19.5, 19.7: where


@rule("19.2a")
def test_reinforcements_enter_at_tobruch_or_the_base_or_are_split() -> None:
    table = axis_arrivals(3, "W3: Savona AxisSupply1", "G25: Pavia")
    table.play("unit:15/8")
    assert table.legal("hex") == {"W3", "G25"}
    table.play("hex:W3", "unit:15/115", "hex:G25")
    assert (table.where("15/8"), table.where("15/115")) == ("W3", "G25")


@rule("19.2a")
def test_a_port_must_be_controlled_at_the_start_of_the_turn() -> None:
    table = allied_arrivals(5, "J62: 9A/20", "K63: Savona", "G25: 7A/1")
    assert table.play("unit:7/4").where("7/4") == "G25", "the base lies in an Axis zone"
    assert axis_arrivals(3, FAR_AXIS).decision == "movement"
    late = axis_arrivals(3, "W4: Savona", FAR_AXIS).move("Savona", "W3")
    assert late.refusal("unit:15/8") == "19.1", "a port taken during the turn comes too late"


@rule("19.2a")
def test_other_hexes_are_refused() -> None:
    table = axis_arrivals(3, "W3: Savona AxisSupply1", "G25: Pavia", "H2: Brescia").play("unit:15/8")
    assert table.refusal("hex:H2") == "23.3"
    assert table.refusal("hex:W4") == "19.2"


@rule("19.2b")
def test_placement_costs_nothing_and_the_unit_may_move_and_fight() -> None:
    """7/4 has its full seven points and an attack in the turn it arrives."""
    table = allied_arrivals(5, "J62: 9A/20 AlliedSupply1", "Q65: Savona")
    table.play("unit:7/4", "done")
    table.move("AlliedSupply1", "K63", "L63", "M63", "N63")
    table.move("7/4", "K63", "K64", "L64", "M64", "N64", "O64", "P64")
    assert table.spent("7/4") == (7, 0)
    table.play("done").attack(["Savona"], ["7/4"])
    assert table.happened("battle-declared")


@rule("19.5a")
def test_units_and_supply_are_placed_in_besieged_tobruch() -> None:
    siege = "G24: Savona\nH25: Pavia\nH26: Brescia AxisSupply2"
    table = Desert(f"turn 5 allied\nphase: start\n{FAR_AXIS}\n{siege}\nG25: 9A/20")
    assert table.legal("hex") == {"G25"}
    table.play("hex:G25", "unit:7/4")
    assert table.at("G25") == {"9A/20", "AlliedSupply1", "7/4"}


@rule("19.7a")
def test_reinforcements_do_not_enter_through_the_enemy_base() -> None:
    assert axis_arrivals(3, "J62: Savona AxisSupply1").decision == "movement"
    table = axis_arrivals(3, "W3: Savona AxisSupply1", "J62: Brescia", "G25: Pavia").play("unit:15/8")
    assert table.legal("hex") == {"W3", "G25"}
    assert table.refusal("hex:J62") == "19.7"


# 19.4: stacking


@rule("19.4a")
def test_the_stacking_limit_may_be_exceeded_on_placement_only() -> None:
    table = allied_arrivals(5, "J62: 9A/20 7A/1 7A/2 AlliedSupply1")
    table.play("unit:7/4", "unit:7/7", "done")
    assert {"9A/20", "7A/1", "7A/2", "7/4", "7/7"} < table.at("J62")
    held = table.copy().play("done")
    assert held.decision == "reduce-stack"
    assert held.refusal("done") == "6.3"
    table.move("7/4", "K62").move("7/7", "K62").play("done")
    assert table.state.active == 0, "the turn is over"
    assert not table.happened("died-before-combat")
