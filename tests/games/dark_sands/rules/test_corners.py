"""Corners of the rules that the tests of the chapters pass by."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.calendar import RESULTS
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS, SIDES
from sandtable.games.dark_sands.rules.c15_placement import axis_entries
from sandtable.games.dark_sands.rules.c17_replacements import REPLACEMENTS, SPEND
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_reach import reach
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import REBUILDABLE, S_READY
from sandtable.kernel.flow import advance, push
from tests.games.dark_sands.desert import (
    DATA,
    acting,
    decision,
    desert,
    hex_names,
    legal,
    number,
    play,
)

GAME = "dark-sands"
AT_HEADQUARTERS = {"HQ 21 Corps": "1505", "HQ Afrika Korps": "1507"}


@pytest.mark.rule("15.3d", "15.3e")
def test_every_axis_unit_enters_at_a_headquarters_of_its_nation() -> None:
    state = desert(AT_HEADQUARTERS, control={"axis": ["1600"]})
    for unit, counter in enumerate(DATA.units):
        if counter.side == AXIS and counter.type not in ("hq", "garrison"):
            there = hex_names(axis_entries(state, unit)) & {"1505", "1507"}
            assert there == ({"1505"} if counter.nation == "Italy" else {"1507"}), counter.id


@pytest.mark.rule("17.4.1c", "17.4.1b")
@pytest.mark.parametrize(("lost", "points"), [("16/70", "infantry_points"), ("4/7 Arm", "tank_points")])
def test_a_point_is_spent_once(lost: str, points: str) -> None:
    state = desert({})
    setattr(state, points, 1)
    state.place[number(lost)] = REBUILDABLE
    steps = [step.__name__ for step in REPLACEMENTS.steps]
    state.frames[:] = [REPLACEMENTS.frame(step=steps.index("allied_spend") + 1), SPEND.frame(ALLIED)]
    advance(state, SANDS.kinds)
    play(state, f"rebuild:{DATA.units[number(lost)].name}", "to:1877")
    assert not legal(state, "restore"), "there is no second point"


@pytest.mark.rule("19.4a")
@pytest.mark.parametrize(
    "fields",
    [
        {"control": {"axis": ["1600", "2904", "2830", "2441", "1960"]}},
        {"sailed": 1 << ALLIED},
        {"shipped": 3},
    ],
)
def test_nobody_is_offered_the_sea_where_there_is_none(fields: dict[str, Any]) -> None:
    everybody = {"5/4 Ind": "1877", "7/4 Ind": "1550", "4/7 Arm": "1551"}
    assert legal(acting(desert(everybody), "allied", "move", MOVEMENT), "sail") == {"sail:5/4-Ind"}
    assert not legal(acting(desert(everybody, **fields), "allied", "move", MOVEMENT), "sail")
    inland = acting(desert({"5/4 Ind": "1550"}), "allied", "move", MOVEMENT)
    assert not legal(inland, "sail"), "nobody is in a port"


@pytest.mark.rule("19.1.7a")
def test_the_log_names_the_rule_of_a_move() -> None:
    state = acting(desert({"22 Gds": "2043", "16/70": "2043"}), "allied", "move", MOVEMENT)
    (plain,) = (event for event in play(state, "unit:22-Gds", "to:2044") if event.kind == "moves")
    play(state, "stop")
    (far,) = (event for event in play(state, "unit:16/70", "extended", "to:2044") if event.kind == "moves")
    assert (plain.rule, far.rule) == ("19.1", "19.1.7")


@pytest.mark.rule("20.0b", "13.1d")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_who_decides_in_a_battle(side: int) -> None:
    """The attacker gathers, commits supports first, and advances; the defender is asked where he retreats."""
    placed = {"Trento": "1633", "Pavia": "1633", "16/70": "1632", "14/70": "1632"}
    target, joining = (("1632", ("Trento", "Pavia")), ("1633", ("16/70", "14/70")))[side]
    state = desert(placed)
    for name in ("RAF-+2", "Luftwaffe-+1"):
        state.supports[DATA.nouns["support"].index(name)] = S_READY
    acting(state, SIDES[side], "combat", BATTLES)
    asked = []
    for text in (f"attack:{target}", *(f"join:{name}" for name in joining), "done", "done", "done"):
        asked.append((decision(state), SANDS.actor(state)))
        play(state, text)
    mine = [("battles", side), ("attack", side), ("attack", side), ("attack", side), ("support", side)]
    assert asked == [*mine, ("support", 1 - side)]
    state.result = RESULTS.index("DR")
    state.frames[-1:] = []
    advance(state, SANDS.kinds)
    assert (decision(state), SANDS.actor(state)) == ("retreat", 1 - side)
    while decision(state) == "retreat":
        play(state, min(legal(state)))
    assert (decision(state), SANDS.actor(state)) == ("advance", side)


@pytest.mark.rule("19.0a", "19.1a")
def test_what_is_left_of_a_move_on_the_way() -> None:
    state = acting(desert({"22 Gds": "1433"}), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1432", "to:1431", "to:1430")
    left = reach(state, state.group)
    assert max(cost for cost, _ in left.values()) == 5 * QUARTERS, "three of eight points are spent"


@pytest.mark.rule("13.5a", "13.1d")
def test_guns_are_not_the_last_support() -> None:
    """Who has attached guns may commit aircraft too."""
    state = desert({"Trento": "1633", "Pavia": "1633", "4/7 Arm": "1632"})
    for name in ("1/33-AT", "Luftwaffe-+1"):
        state.supports[DATA.nouns["support"].index(name)] = S_READY
    acting(state, "axis", "combat", BATTLES)
    play(state, "attack:1632", "join:Trento", "join:Pavia", "done", "support:1/33-AT", "attach:Trento")
    assert legal(state) == {"support:Luftwaffe-+1", "done"}


@pytest.mark.rule("22.6a")
@pytest.mark.parametrize(("turn", "rule"), [(1, "22.6"), (2, "15.1")])
def test_the_log_names_the_rule_of_an_arrival(turn: int, rule: str) -> None:
    side, unit, place = (AXIS, "Pavia", "3418") if turn == 1 else (ALLIED, "14/70", "1877")
    state = desert({}, turn=turn)
    push(state, REINFORCEMENT, side)
    advance(state, SANDS.kinds)
    (entered,) = [event for event in play(state, f"enter:{unit}", f"to:{place}") if event.kind == "enters"]
    assert entered.rule == rule
