"""15: where units come onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c17_replacements import REPLACEMENTS, SPEND
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import GONE, REBUILDABLE, WAITING, Sands
from sandtable.kernel.flow import advance, push
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    decision,
    desert,
    hexes,
    legal,
    names,
    number,
    play,
    why_not,
)

GAME = "dark-sands"
AROUND_SOURCES = {
    f"to:{place}"
    for place in ("1877", "1777", "1776", "1376", "1375", "1377", "1476", "1477", "1276", "1277")
    if place in HEX
}
ENTRY = {"to:1600", "to:1601", "to:1500", "to:1501"}


def reinforcing(side: int, placed: dict[str, str] | None = None, *, due: tuple[str, ...], **fields: Any) -> Sands:
    """A Reinforcement action of turn 6, in which these units are due and no others."""
    state = desert(placed, **{"turn": 6, **fields})
    state.place = [GONE if place == WAITING else place for place in state.place]
    for name in due:
        state.place[number(name)] = WAITING
    push(state, REINFORCEMENT, side)
    advance(state, SANDS.kinds)
    return state


def rebuilding(side: int, placed: dict[str, str] | None = None, *, lost: tuple[str, ...], **fields: Any) -> Sands:
    """These units can be rebuilt, and there are points for all."""
    points = {"panzer_points": 9, "german_points": 9, "italian_points": 9, "tank_points": 9, "infantry_points": 9}
    state = desert(placed, **{**points, **fields})
    for name in lost:
        state.place[number(name)] = REBUILDABLE
    steps = [step.__name__ for step in REPLACEMENTS.steps]
    step = steps.index("axis_spend" if side == AXIS else "allied_spend") + 1
    state.frames[:] = [REPLACEMENTS.frame(step=step), SPEND.frame(side)]
    advance(state, SANDS.kinds)
    return state


def entering(state: Sands, name: str) -> set[str]:
    """Where a reinforcement may enter."""
    play(state, f"enter:{DATA.units[number(name)].name}")
    return legal(state)


def rebuilt(state: Sands, name: str) -> set[str]:
    play(state, f"rebuild:{DATA.units[number(name)].name}")
    return legal(state)


NO_PORTS = {"axis": ["1600", "1960", "2830"]}


@pytest.mark.rule("15.0a", "15.0b", "15.1a")
def test_allied_reinforcements_enter_around_the_sources() -> None:
    assert entering(reinforcing(ALLIED, due=("32 Tank",), control=NO_PORTS), "32 Tank") == AROUND_SOURCES


@pytest.mark.rule("15.1a")
def test_neither_where_the_enemy_is_nor_around_a_source_that_he_holds() -> None:
    state = reinforcing(ALLIED, {"Trento": "1776"}, due=("32 Tank",), control=NO_PORTS)
    assert entering(state, "32 Tank") == AROUND_SOURCES - {"to:1776"}
    assert why_not(state, "to:1776") == "15.0"
    state = reinforcing(ALLIED, due=("32 Tank",), control={"axis": ["1600", "1960", "2830", "1376"]})
    assert entering(state, "32 Tank") == {"to:1877", "to:1777", "to:1776"}


@pytest.mark.rule("15.1b")
def test_two_reinforcements_at_each_of_two_friendly_ports() -> None:
    due = ("32 Tank", "1/1 SA", "2/1 SA", "5/1 SA")
    state = reinforcing(ALLIED, due=due)
    assert entering(state, "32 Tank") == AROUND_SOURCES | {"to:1960", "to:2830"}, "not at Benghazi or Bardia"
    play(state, "to:1960", "enter:1/1-SA", "to:1960")
    assert entering(state, "2/1 SA") == AROUND_SOURCES | {"to:2830"}
    play(state, "to:2830")
    assert "to:2830" in entering(state, "5/1 SA")


@pytest.mark.rule("15.1c", "11.0f")
def test_one_reinforcement_at_each_headquarters_with_a_line_of_supply() -> None:
    placed = {"HQ 13 Corps": "1550", "HQ 30 Corps": "1726"}
    cut = {"Trento": "1725", "Pavia": "1727"}
    due = ("32 Tank", "1/1 SA")
    state = reinforcing(ALLIED, placed, due=due, control=NO_PORTS)
    assert entering(state, "32 Tank") == AROUND_SOURCES | {"to:1550", "to:1726"}
    play(state, "to:1550")
    assert entering(state, "1/1 SA") == AROUND_SOURCES | {"to:1726"}
    state = reinforcing(ALLIED, {**placed, **cut}, due=due, control=NO_PORTS)
    assert entering(state, "32 Tank") == AROUND_SOURCES | {"to:1550"}


@pytest.mark.rule("P3.0g")
def test_a_headquarters_that_is_oos_brings_in_units_if_it_can_trace_a_line() -> None:
    state = reinforcing(ALLIED, {"HQ 13 Corps": "1550"}, due=("32 Tank",), control=NO_PORTS, oos=["HQ 13 Corps"])
    assert "to:1550" in entering(state, "32 Tank")


FULL = {"4/7 Arm": "1877", "7/7 Arm": "1877", "22 Gds": "1877"}


@pytest.mark.rule("15.1d", "15.2d")
def test_stacking_limits_hold_where_the_allies_enter() -> None:
    state = reinforcing(ALLIED, FULL, due=("32 Tank",), control=NO_PORTS)
    assert entering(state, "32 Tank") == AROUND_SOURCES - {"to:1877"}
    assert why_not(state, "to:1877") == "7.2"
    state = rebuilding(ALLIED, FULL, lost=("32 Tank",))
    assert rebuilt(state, "32 Tank") == AROUND_SOURCES - {"to:1877"}


@pytest.mark.rule("15.2a", "17.4.1e", "15.0b")
def test_allied_replacements_enter_around_the_sources_only() -> None:
    state = rebuilding(ALLIED, {"HQ 13 Corps": "1550"}, lost=("32 Tank",))
    assert rebuilt(state, "32 Tank") == AROUND_SOURCES
    assert why_not(state, "to:1550") == "15.2"


@pytest.mark.rule("15.2b")
def test_rebuilt_allied_units_are_disorganised_headquarters_are_not() -> None:
    state = rebuilding(ALLIED, lost=("32 Tank", "HQ 13 Corps"))
    play(state, "rebuild:HQ-13-Corps", "to:1877", "rebuild:32-Tank", "to:1877")
    assert names(state.disorganised) == {"32 Tank"}


@pytest.mark.rule("15.3a", "17.3.1g", "15.0b")
def test_the_axis_enters_around_el_agheila_as_reinforcement_and_as_replacement() -> None:
    enemy = {"22 Gds": "1905"}
    assert entering(reinforcing(AXIS, enemy, due=("361/90",)), "361/90") == ENTRY
    assert rebuilt(rebuilding(AXIS, enemy, lost=("361/90",)), "361/90") == ENTRY


@pytest.mark.rule("15.3b", "15.3c")
@pytest.mark.parametrize(
    ("allied", "oos", "ports"),
    [
        ({}, (), {"to:2904", "to:2830"}),
        ({"22 Gds": "2045"}, (), {"to:2904"}),
        ({"22 Gds": "2045"}, ("22 Gds",), {"to:2904", "to:2830"}),
        ({"22 Gds": "1905"}, (), set()),
        ({"22 Gds": "1905"}, ("22 Gds",), {"to:2904", "to:2830"}),
        ({"22 Gds": "1905", "4/7 Arm": "2045"}, ("22 Gds",), {"to:2904"}),
        ({"22 Gds": "1764"}, (), {"to:2904", "to:2830"}),
        ({"HQ 13 Corps": "1905"}, (), set()),
    ],
)
def test_benghazi_and_tobruk_are_open_while_no_ally_in_supply_is_that_far_west(
    allied: dict[str, str], oos: tuple[str, ...], ports: set[str]
) -> None:
    ours = {"axis": ["1600", "2904", "2830"]}
    assert entering(reinforcing(AXIS, allied, due=("361/90",), oos=oos, control=ours), "361/90") == ENTRY | ports
    theirs = {"axis": ["1600"]}
    assert entering(reinforcing(AXIS, allied, due=("361/90",), oos=oos, control=theirs), "361/90") == ENTRY


HEADQUARTERS = {"HQ 21 Corps": "2005", "HQ Afrika Korps": "2105", "HQ PzA Afrika": "2205", "22 Gds": "2906"}


@pytest.mark.rule("15.3d", "15.3e")
def test_one_italian_at_his_headquarters_and_one_german_at_each_of_theirs() -> None:
    due = ("361/90", "288/90", "65/Trieste", "66/Trieste")
    state = reinforcing(AXIS, HEADQUARTERS, due=due)
    assert entering(state, "65/Trieste") == ENTRY | {"to:2005"}
    play(state, "to:2005")
    assert entering(state, "66/Trieste") == ENTRY
    play(state, "to:1600")
    assert entering(state, "361/90") == ENTRY | {"to:2105", "to:2205"}
    play(state, "to:2105")
    assert entering(state, "288/90") == ENTRY | {"to:2205"}


@pytest.mark.rule("15.3d", "15.3e")
def test_an_axis_headquarters_without_a_line_brings_nobody_in() -> None:
    cut = {**HEADQUARTERS, "4/7 Arm": "1804"}
    assert entering(reinforcing(AXIS, cut, due=("361/90",)), "361/90") == ENTRY
    assert entering(reinforcing(AXIS, cut, due=("65/Trieste",)), "65/Trieste") == ENTRY


@pytest.mark.rule("15.3f")
def test_stacking_limits_hold_where_the_axis_enters() -> None:
    full = {"Trento": "1600", "Pavia": "1600", "Brescia": "1600", "22 Gds": "1905"}
    assert entering(reinforcing(AXIS, full, due=("361/90",)), "361/90") == ENTRY - {"to:1600"}
    assert "to:1600" in entering(reinforcing(AXIS, full, due=("580/90",)), "580/90"), "a battalion is the fourth"


@pytest.mark.rule("11.0q", "11.0r")
def test_a_headquarters_returns_free_of_cost_to_any_unit_in_supply() -> None:
    """Over land to the source: Tobruk is on its port."""
    siege = {"Trento": "2730", "Pavia": "2828", "Brescia": "2728", "Bologna": "2629", "Savona": "2630"}
    placed = {**siege, "22 Gds": "1550", "16/70": "2829"}
    state = rebuilding(ALLIED, placed, lost=("HQ 13 Corps",), tank_points=0, infantry_points=0)
    assert legal(state) == {"rebuild:HQ-13-Corps"}, "it must return"
    assert why_not(state, "done") == "11.0"
    assert rebuilt(state, "HQ 13 Corps") == AROUND_SOURCES | {"to:1550"}
    play(state, "to:1550")
    assert decision(state) != "spend"
    assert not state.disorganised


@pytest.mark.rule("11.0r", "11.0h")
def test_an_arriving_headquarters_may_join_any_unit_in_supply_but_no_other_headquarters() -> None:
    placed = {"22 Gds": "1550", "16/70": "1726", "HQ 30 Corps": "1726"}
    state = reinforcing(ALLIED, placed, due=("HQ 13 Corps",), turn=8, control=NO_PORTS)
    assert entering(state, "HQ 13 Corps") == AROUND_SOURCES | {"to:1550"}


@pytest.mark.rule("2.1.5b")
def test_who_enters_a_port_controls_it() -> None:
    state = reinforcing(ALLIED, due=("32 Tank",))
    play(state, "enter:32-Tank", "to:1960")
    assert state.controlled[ALLIED] & hexes("1960")
    assert state.place[number("32 Tank")] == HEX["1960"]
    assert state.entered == 0, "the action is over"
