"""20: replacements, bought with attack factors from the eliminated units."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
AXIS, ALLIED = 0, 1
rule = pytest.mark.rule

FAR_AXIS = "P40: 21/5 AxisSupply1"
FAR_ALLIES = "P50: 22Gds AlliedSupply1"
# All reinforcements that could wait by March 1942, out of the way on the map.
LANDED = """
    R30: 15/8 15/115 15/33
    R33: 90/361 Trieste Sabratha
    R36: GGFF 90/55 90/200
    R39: 90/580
"""


def axis_turn(turn: int, *lines: str) -> Desert:
    """An Axis turn at the moment when units come ashore, if any can; the convoy is sunk."""
    table = Desert("\n".join([f"turn {turn} axis", "phase: start", FAR_ALLIES, *lines]))
    return table.roll(1) if table.decision == "convoy" else table


def allied_turn(turn: int, *lines: str) -> Desert:
    """An Allied turn at the moment when units come ashore, if any can; the supply unit is declined."""
    table = Desert("\n".join([f"turn {turn} allied", "phase: start", FAR_AXIS, *lines]))
    if table.decision == "land-supply":
        table.play("decline")
    return table


# 20.1: from when, which units, at what price


@rule("20.1a")
@pytest.mark.parametrize(("turn", "axis", "allied"), [(22, 0, 0), (23, 2, 3), (24, 2, 3)])
def test_replacements_begin_in_march_1942(turn: int, axis: int, allied: int) -> None:
    """1 March 1942 is turn 23."""
    assert axis_turn(turn, "W3: Savona AxisSupply1", "G25: Pavia").state.points == [axis, 0]
    assert allied_turn(turn, "J62: 9A/20", "G25: 7A/1").state.points == [0, allied]


@rule("20.1a")
def test_an_eliminated_unit_stays_out_before_march_1942() -> None:
    table = axis_turn(22, "W3: Savona AxisSupply1", "eliminated: Bologna", "points: 5 0")
    assert table.refusal("unit:Bologna") == "20.1"
    assert axis_turn(23, "W3: Savona AxisSupply1", "eliminated: Bologna", "points: 5 0").allows("unit:Bologna")


def test_an_eliminated_unit_comes_back_as_if_it_had_never_been_cut_off() -> None:
    text = "turn 23 axis\nphase: combat\nP40: 21/5 15/8 AxisSupply1\nP41: 4I/5\nJ62: Pol\nallied_once: 4I/5 Pol\n"
    table = Desert(text).attack(["4I/5"], ["21/5", "15/8"]).play("done", "battle:0")
    assert table.where("4I/5") == "dead"
    assert table.marked("allied_once") == {"Pol"}


@rule("20.1b")
def test_replacements_come_from_the_eliminated_units_only() -> None:
    """Neither units in play, nor units still to come, nor substitutes; armour and infantry alike."""
    table = axis_turn(23, "W3: Savona AxisSupply1", LANDED, "eliminated: Bologna Ariete", "points: 9 0")
    assert table.legal("unit") == {"Bologna", "Ariete"}
    assert table.refusal("unit:Savona") == "19.2"
    assert table.refusal("unit:Fj") == "19.1"


@rule("20.1b")
def test_a_substitute_is_no_replacement() -> None:
    table = allied_turn(34, "J62: 9A/20", "eliminated: 2/3", "points: 0 9")
    assert table.allows("unit:2/3")
    assert table.refusal("unit:Sub1") == "21.6"


@rule("20.1c")
def test_a_unit_costs_its_attack_factor() -> None:
    """Ariete is 4-5-6 and Bologna 2-2-4: with the factor of this turn there are five."""
    table = axis_turn(23, "W3: Savona AxisSupply1", LANDED, "eliminated: Ariete Bologna 21/3", "points: 4 0")
    assert table.state.points[AXIS] == 5
    table.play("unit:Ariete")
    assert table.state.points[AXIS] == 1
    assert not table.legal("unit")
    assert table.refusal("unit:Bologna") == "20.1"


@rule("20.1c")
def test_a_unit_is_refused_while_the_factors_do_not_reach() -> None:
    position = ["W3: Savona AxisSupply1", LANDED, "eliminated: Ariete"]
    assert axis_turn(23, *position, "points: 2 0").decision == "movement"
    assert axis_turn(23, *position, "points: 3 0").legal("unit") == {"Ariete"}


# 20.2, 20.3: income


@pytest.mark.parametrize(
    ("holding", "gain"),
    [
        pytest.param("W3: Savona", 1, marks=rule("20.2a")),
        pytest.param("G25: Savona", 1, marks=rule("20.2a")),
        pytest.param("H2: Savona", 0, marks=rule("20.2a")),
        pytest.param("W3: Savona\nV3: 9A/20", 0, marks=rule("20.2a")),
        pytest.param("W3: Savona\nG25: Pavia", 2, marks=rule("20.2a", "20.2b")),
        pytest.param("W3: Savona\nG25: Pavia\nJ62: Trento\nH2: Brescia", 2, marks=rule("20.2b")),
    ],
)
def test_axis_income(holding: str, gain: int) -> None:
    assert axis_turn(25, FAR_AXIS, holding).state.points == [gain, 0]


@pytest.mark.parametrize(
    ("holding", "gain"),
    [
        pytest.param("J62: 9A/20", 2, marks=rule("20.3a")),
        pytest.param("G25: 9A/20", 1, marks=rule("20.3a")),
        pytest.param("H2: 9A/20", 0, marks=rule("20.3a")),
        pytest.param("J62: 9A/20\nK63: Savona", 0, marks=rule("20.3a")),
        pytest.param("J62: 9A/20\nG25: 7A/1", 3, marks=rule("20.3a", "20.3b")),
        pytest.param("J62: 9A/20\nG25: 7A/1\nW3: 2/3\nH2: 7A/2", 3, marks=rule("20.3b")),
    ],
)
def test_allied_income(holding: str, gain: int) -> None:
    assert allied_turn(25, FAR_ALLIES, holding).state.points == [0, gain]


@rule("20.2a", "20.3a")
def test_a_place_taken_during_the_turn_brings_nothing_yet() -> None:
    table = axis_turn(25, FAR_AXIS, "W4: Savona").move("Savona", "W3")
    assert table.state.points == [0, 0]
    assert table.end_turn().end_turn().roll(1).state.points == [1, 0]


# 20.4: entry


@rule("20.4a")
def test_replacements_enter_like_reinforcements() -> None:
    """At a controlled port of their choice, above the stacking limit, free to move; or they wait."""
    full = "W3: Savona Pavia Trento AxisSupply1\nG25: Brescia"
    table = axis_turn(23, full, LANDED, "eliminated: Bologna", "points: 4 0")
    assert table.allows("done")
    table.play("unit:Bologna")
    assert table.legal("hex") == {"W3", "G25"}
    table.play("hex:W3", "done")
    assert table.copy().play("done").decision == "reduce-stack"
    table.move("Bologna", "X4")
    assert table.where("Bologna") == "X4"


@rule("20.4a")
def test_replacements_do_not_enter_without_a_port_nor_through_the_enemy_base() -> None:
    table = axis_turn(23, FAR_AXIS, "J62: Savona", LANDED, "eliminated: Bologna", "points: 4 0")
    assert table.decision == "movement"
    table = axis_turn(
        23, "W3: Pavia AxisSupply1", "J62: Savona", "G25: Trento", "eliminated: Bologna", "points: 4 0"
    )
    assert table.play("unit:Bologna").refusal("hex:J62") == "19.7"


@rule("20.4a")
def test_replacements_enter_in_their_owners_turn_only() -> None:
    table = axis_turn(23, "W3: Savona AxisSupply1", "J62: 9A/20", "eliminated: Bologna 2/3", "points: 4 9")
    assert table.allows("unit:Bologna")
    assert table.refusal("unit:2/3") == "19.6"


# 20.5, 20.6: saving


@rule("20.5a")
def test_unspent_factors_add_up_from_turn_to_turn() -> None:
    table = axis_turn(23, "W3: Savona AxisSupply1", "G25: Pavia", "J62: 9A/20")
    assert table.state.points == [2, 0]
    table.end_turn().play("decline")
    assert table.state.points == [2, 2]
    table.end_turn()
    assert table.roll(1).state.points == [4, 2]


@rule("20.6a")
def test_saved_factors_survive_the_loss_of_the_ports() -> None:
    """The Axis holds Tobruch and the Allied base; 22Gds takes the base back and the old factors are spent."""
    holding = ["G25: Savona", "J62: AxisSupply2", "L64: 22Gds", "eliminated: 7/4", "points: 0 4"]
    table = allied_turn(25, *holding)
    assert table.state.points == [0, 4]
    table.move("22Gds", "K64", "K63", "J62").end_turn()
    table.end_turn().play("decline")
    assert table.state.points == [1, 6]
    assert table.play("unit:7/4").where("7/4") == "J62"
    assert table.state.points == [1, 2]
