"""19.0, 19.1: land movement, group by group and hex by hex."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_reach import movement, points, reach, route
from sandtable.games.dark_sands.state import MOVE
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
    decision,
    desert,
    legal,
    number,
    play,
    units,
    where,
    why_not,
)

GAME = "dark-sands"


@pytest.mark.rule("19.0a")
def test_some_all_or_none_of_the_units_that_may_move_do() -> None:
    placed = {"Sirte": "1633", "Cirene": "1640", "22 Gds": "1650", "Pavia": "1660"}
    state = acting(desert(placed), "axis", "move", MOVEMENT, who=units("Sirte", "Cirene", "1 Libica"))
    assert legal(state, "unit", "done") == {"unit:Sirte", "unit:Cirene", "done"}
    assert [why_not(state, f"unit:{name}") for name in ("22-Gds", "Pavia", "1-Libica")] == ["19.0"] * 3
    play(state, "unit:Sirte", "to:1632", "stop", "done")
    assert decision(state) == ""


@pytest.mark.rule("19.0a")
def test_no_unit_goes_further_than_its_movement_allows() -> None:
    state = acting(desert({"Sirte": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:1632", "to:1631", "to:1630", "to:1629")
    assert legal(state) == {"stop"}
    assert why_not(state, "to:1628") == "19.1"


@pytest.mark.rule("T-chit-half2")
@pytest.mark.parametrize(("unit", "quarters"), [("Sirte", 8), ("22 Gds", 16), ("16/70", 12), ("Recam", 20)])
def test_a_half_move_is_half_of_it(unit: str, quarters: int) -> None:
    side = "axis" if unit in ("Sirte", "Recam") else "allied"
    state = acting(desert({unit: "1633"}), side, "half-move", MOVEMENT)
    assert movement(state, number(unit)) == quarters


@pytest.mark.rule("19.1.1a", "19.1.1e")
def test_points_are_not_kept_for_another_action() -> None:
    state = acting(desert({"Sirte": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:1632", "stop")
    assert why_not(state, "unit:Sirte") == "19.1.1"
    play(state, "done")
    state.clear("action")
    acting(state, "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:1631", "to:1630", "to:1629", "to:1628")
    assert not legal(state, "to")


@pytest.mark.rule("19.1.1b")
def test_a_unit_may_stop_early() -> None:
    state = acting(desert({"Sirte": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:1632", "stop")
    assert where(state, "Sirte") == ["1632"]
    assert decision(state) == "moves"


@pytest.mark.rule("19.1.1c")
def test_a_move_is_finished_before_the_next_begins() -> None:
    state = acting(desert({"Sirte": "1633", "Cirene": "1640", "Pavia": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sirte")
    assert legal(state, "unit") == {"unit:Pavia"}
    assert why_not(state, "unit:Cirene") == "19.1.1"
    play(state, "to:1632")
    assert why_not(state, "unit:Pavia") == "19.1.1"
    assert why_not(state, "unit:Sirte") == "19.1.1"


@pytest.mark.rule("19.1.1d")
def test_a_group_moves_at_the_pace_of_its_slowest_and_leaves_it_behind() -> None:
    state = acting(desert({"Sirte": "1633", "Recam": "1633"}), "axis", "move", MOVEMENT)
    play(state, "unit:Recam", "unit:Sirte")
    assert not legal(state, "drop")
    play(state, "to:1632", "to:1631", "to:1630", "to:1629")
    assert not legal(state, "to")
    play(state, "drop:Sirte")
    assert why_not(state, "drop:Recam") == "19.1.1"
    play(state, "to:1628", "stop")
    assert where(state, "Sirte", "Recam") == ["1629", "1628"]
    assert not legal(state, "unit")


@pytest.mark.rule("19.1.1d", "T-tec-noteC")
def test_a_group_goes_only_where_all_its_units_can() -> None:
    state = acting(desert({"22 Gds": "2148", "4/7 Arm": "2148"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "unit:4/7-Arm")
    assert why_not(state, "to:2147") == "6.0"


@pytest.mark.rule("19.1.1f")
def test_units_out_of_supply_have_three_points_and_in_a_half_move_two() -> None:
    state = acting(desert({"22 Gds": "1633"}, oos=["22 Gds"]), "allied", "move", MOVEMENT)
    assert movement(state, number("22 Gds")) == 12
    play(state, "unit:22-Gds", "to:1632", "to:1631", "to:1630")
    assert not legal(state, "to")
    state = acting(desert({"22 Gds": "1633"}, oos=["22 Gds"]), "allied", "half-move", MOVEMENT)
    assert movement(state, number("22 Gds")) == 8
    assert movement(desert({}, oos=["Garrison Br 1"], action=MOVE), number("Garrison Br 1")) == 0


@pytest.mark.rule("19.1.2a", "P2.0c")
def test_an_enemy_zone_stops_a_unit() -> None:
    state = acting(desert({"22 Gds": "1633", "Sirte": "1630"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1632")
    assert "to:1631" in legal(state)
    play(state, "to:1631")
    assert decision(state) == "moves"
    assert state.moved == units("22 Gds")


@pytest.mark.rule("19.1.2b", "19.1.2c", "P2.0d")
def test_a_unit_leaves_a_zone_for_a_free_hex_before_it_enters_another() -> None:
    state = acting(desert({"22 Gds": "1632", "Sirte": "1631"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds")
    assert legal(state, "to") == {"to:1633", "to:1532", "to:1732"}
    assert why_not(state, "to:1731") == "19.1.2"
    play(state, "to:1732", "to:1731")
    assert where(state, "22 Gds") == ["1731"]
    assert decision(state) == "moves"


@pytest.mark.rule("19.1.3a")
def test_one_hex_can_always_be_entered_whatever_it_costs() -> None:
    state = acting(desert({"22 Gds": "3110"}, oos=["22 Gds"]), "allied", "half-move", MOVEMENT)
    play(state, "unit:22-Gds")
    assert movement(state, number("22 Gds")) == 8
    play(state, "to:3211")
    assert state.spent == 16
    assert not legal(state, "to")


@pytest.mark.rule("19.1.3a")
def test_but_not_where_it_is_forbidden() -> None:
    state = acting(desert({"4/7 Arm": "3311", "Sirte": "3310"}), "allied", "move", MOVEMENT)
    play(state, "unit:4/7-Arm")
    assert why_not(state, "to:3412") == "6.0"
    assert why_not(state, "to:3310") == "19.1"


@pytest.mark.rule("19.1.6a", "19.1.6c")
def test_units_change_sections_only_over_sides_of_one_colour() -> None:
    state = acting(desert({"22 Gds": "1154"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds")
    assert {"to:1356", "to:1456", "to:1556"} <= legal(state)
    assert "to:1256" not in legal(state)
    assert why_not(state, "to:1256") == "19.1"


@pytest.mark.rule("19.1.6b")
@pytest.mark.parametrize(
    ("origin", "to", "quarters"), [("1154", "1356", 8), ("1356", "1154", 4), ("2721", "2719", 8)]
)
def test_a_step_over_a_join_costs_what_the_entered_section_asks(origin: str, to: str, quarters: int) -> None:
    state = acting(desert({"22 Gds": origin}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", f"to:{to}")
    assert state.spent == quarters


@pytest.mark.rule("19.1.6a")
def test_zones_reach_over_joins() -> None:
    state = acting(desert({"22 Gds": "1154", "Sirte": "1357"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1356")
    assert state.moved == units("22 Gds")


# Headquarters in the way (11.0)


@pytest.mark.rule("11.0j")
def test_a_headquarters_alone_does_not_bar_the_way() -> None:
    state = acting(desert({"22 Gds": "1633", "HQ Afrika Korps": "1632"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1632")
    assert where(state, "22 Gds") == ["1632"]
    assert where(state, "HQ Afrika Korps") != ["1632"]


# One hex only (21 Corps)


@pytest.mark.rule("T-chit-21corps3")
def test_units_that_may_move_one_hex_do_no_more() -> None:
    state = desert({"Sirte": "1633"}, one_hex=units("Sirte"))
    acting(state, "axis", "move", MOVEMENT)
    play(state, "unit:Sirte", "to:1632")
    assert legal(state) == {"stop"}
    assert why_not(state, "to:1631") == "18.1"


# Reach and route


@pytest.mark.rule("19.1a")
def test_reach_is_where_steps_lead() -> None:
    placed = {"22 Gds": "1633", "Sirte": "1630", "Cirene": "1831", "HQ Afrika Korps": "1535", "16/70": "1633"}
    state = acting(desert(placed), "allied", "move", MOVEMENT)
    for group in (units("22 Gds"), units("22 Gds", "16/70")):
        tree = reach(state, group)
        assert set(tree) - {HEX["1633"]} == _by_playing(state, group)


def _by_playing(state: object, group: int) -> set[int]:
    """Every hex that a group gets to, by trying every step; a hex is tried again when it is reached for less."""
    best: dict[int, int] = {}
    copy = state.copy()  # type: ignore[attr-defined]
    play(copy, *(f"unit:{DATA.units[unit].name}" for unit in range(len(DATA.units)) if group >> unit & 1))
    waiting = [copy]
    while waiting:
        moving = waiting.pop()
        for text in legal(moving, "to"):
            following = moving.copy()
            play(following, text)
            place, spent = HEX[text[3:]], moving.spent + 1
            if following.group:
                spent = following.spent
            if place not in best or spent < best[place]:
                best[place] = spent
                if following.group:
                    waiting.append(following)
    return set(best) - {HEX["1633"]}


@pytest.mark.rule("19.1.3a")
def test_reach_has_the_one_hex_that_may_cost_anything_but_only_as_the_first() -> None:
    state = acting(desert({"22 Gds": "3110"}, oos=["22 Gds"]), "allied", "half-move", MOVEMENT)
    assert reach(state, units("22 Gds"))[HEX["3211"]] == (8, HEX["3110"])
    play(state, "unit:22-Gds")
    state.steps_made = 1
    assert HEX["3211"] not in reach(state, units("22 Gds"))


@pytest.mark.rule("19.1.1d")
def test_a_route_gathers_the_units_and_takes_them_there() -> None:
    state = acting(desert({"22 Gds": "1633", "16/70": "1633", "Sirte": "1631"}), "allied", "move", MOVEMENT)
    run = route(state, units("22 Gds", "16/70"), HEX["1630"])
    assert len(run) == 2 + 6  # round the zone of Sirte
    for choice in run:
        assert choice in SANDS.legal(state)
        SANDS.apply(state, choice)
    assert where(state, "22 Gds", "16/70") == ["1630", "1630"]
    assert not route(state, units("22 Gds"), HEX["1600"])


@pytest.mark.rule("19.1a")
def test_points_as_they_are_read() -> None:
    assert [points(quarters) for quarters in (0, 1, 2, 4, 7, 10)] == ["0", "1/4", "1/2", "1", "1 3/4", "2 1/2"]


# The example of play


@pytest.mark.rule("PE1-8a")
@pytest.mark.parametrize(
    ("unit", "origin", "goal"),
    [("Marmarica", "2140", "2729"), ("Sirte", "2432", "2030"), ("23 Marzo", "2432", "2429")],
)
def test_italians_fall_back_on_tobruk_with_four_points(unit: str, origin: str, goal: str) -> None:
    """Printed: Marmarica 2140 to 2729, Sirte 2432 by El Adem and Bir el Gubi to 2030 (2139 and 2438 are
    misprints), 23 Marzo to El Adem. Where 23 Marzo comes from is chosen here."""
    state = acting(desert({unit: origin}), "axis", "move", MOVEMENT)
    tree = reach(state, units(unit))
    assert tree[HEX[goal]][0] <= 16


@pytest.mark.rule("PE2-5")
def test_7_7_stops_after_one_hex_in_the_zone_of_marmarica() -> None:
    """Printed: 7/7 stops after one hex in Marmarica's zone. Marmarica is in 2728 (chit 2); 7/7 comes from 2527, on
    our map next to its zone."""
    state = acting(desert({"7/7 Arm": "2527", "Marmarica": "2728"}), "allied", "move", MOVEMENT)
    play(state, "unit:7/7-Arm", "to:2628")
    assert state.moved == units("7/7 Arm")


@pytest.mark.rule("PE2-11")
def test_sabratha_crosses_from_2721_to_2719() -> None:
    """Printed: 2919 and 2820 were also open by colour; three steps of 1+1+2 points. It comes from 2723."""
    state = acting(desert({"Sabratha": "2723", "Pavia": "2823"}), "axis", "move", MOVEMENT)
    play(state, "unit:Sabratha", "to:2722", "to:2721")
    assert {"to:2919", "to:2820", "to:2719"} <= legal(state)
    play(state, "to:2719")
    assert state.spent == 16
    assert not legal(state, "to")
    play(state, "stop")
    assert HEX["3121"] in reach(state, units("Pavia"))
