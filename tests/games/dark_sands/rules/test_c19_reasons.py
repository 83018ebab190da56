"""19, 13.6, 13.7: what a player is told who wants to do something that is not possible."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import READY, Sands
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, number, play, units

GAME = "dark-sands"
TANKS = {"4/7 Arm": "2128", "2/1 Arm": "2428"}
ID = {unit.name: unit.id for unit in DATA.units}
REFUSALS = """
# side | units | conditions | played | asked | paragraph | how the sentence begins
# Land movement
axis | 22-Gds=1633 | | | unit:22-Gds | 19.0 | that unit is not yours
axis | | | | unit:Sirte | 19.0 | that unit is not on the map
axis | Garrison-It-1=2140 | | | unit:Garrison-It-1 | 19.1.1 | garrisons cannot move
axis | Sirte=1633 | | unit:Sirte stop | unit:Sirte | 19.1.1 | that unit has already moved in this action
axis | Sirte=1633 | | unit:Sirte | unit:Sirte | 19.1.1 | that unit is already in the group
axis | Sirte=1633 Cirene=1640 | | unit:Sirte | unit:Cirene | 19.1.1 | only units that are together move as a group
axis | Sirte=1633 Cirene=1633 | | unit:Sirte to:1632 | unit:Cirene | 19.1.1 | a group is gathered before its
axis | Sirte=2044 Cirene=2044 | | unit:Sirte extended | unit:Cirene | 19.1.1 | a group is gathered before its
axis | Sirte=1633 | | unit:Sirte | drop:Sirte | 19.1.1 | units are left behind on the way, after the
axis | Sirte=1633 | | unit:Sirte to:1632 | drop:Sirte | 19.1.1 | units can be left behind on the way
axis | Sirte=1633 Cirene=1633 | | unit:Sirte | drop:Cirene | 19.1.1 | that unit is not in the group
axis | Sirte=1633 | | unit:Sirte | to:1635 | 19.1 | units move from a hex to one next to it
axis | Recam=2148 | | unit:Recam | to:2147 | 6.0 | vehicles enter a salt marsh only by road or track
axis | Sirte=1646 | | unit:Sirte | to:1746 | 6.0 | an escarpment lies between, and no road or track crosses it
axis | Sirte=1633 22-Gds=1632 | | unit:Sirte | to:1632 | 19.1 | enemy units are there
axis | Sirte=1633 22-Gds=1632 | | unit:Sirte | to:1732 | 19.1.2 | units do not move straight from one enemy zone
axis | 1/5/21-Pz=1634 22-Gds=1632 | | unit:1/5/21-Pz to:1633 | to:1733 | 19.1.2 | the group has stopped in an
axis | Sirte=1633 | one_hex:Sirte | unit:Sirte to:1632 | to:1631 | 18.1 | these units may only move one hex, or
allied | 22-Gds=1154 | gazala | unit:22-Gds | to:1356 | P1.4.4 | the Allies may not leave the Central map for
axis | Sirte=1633 | | unit:Sirte | attack:1632 | 19.1 | first move the group on, or stop it
axis | Sirte=1633 | | | to:1632 | 19.0 | first choose a unit to move
# Infiltration
axis | Sirte=1633 22-Gds=1632 | | unit:Sirte | infiltrate:1732 | 19.1.4 | only units of 15 and 21 Panzer
axis | 1/5/21-Pz=1633 22-Gds=1632 | half | unit:1/5/21-Pz | infiltrate:1732 | 19.1.4 | infiltration takes a full
axis | 1/5/21-Pz=1633 22-Gds=1632 | | unit:1/5/21-Pz | infiltrate:1634 | 19.1.4 | infiltration leads from one
axis | 1/5/21-Pz=1633 4/7-Arm=1632 | | unit:1/5/21-Pz | infiltrate:1732 | 19.1.4 | no unit infiltrates out of
axis | 1/5/21-Pz=2328 22-Gds=2429 | | unit:1/5/21-Pz | infiltrate:2329 | 19.1.4 | infiltration leads only into
axis | 1/5/21-Pz=1633 22-Gds=1632 | oos:1/5/21-Pz | unit:1/5/21-Pz | infiltrate:1732 | 19.1.4 | infiltration
# Extended movement
axis | Sirte=2044 | | unit:Sirte to:2043 | extended | 19.1.7 | extended movement begins with the first step
axis | Sirte=2044 | | unit:Sirte extended | extended | 19.1.7 | extended movement begins with the first step
axis | Sirte=2044 | half | unit:Sirte | extended | 19.1.7 | this action has no extended movement
axis | Sirte=2044 | oos:Sirte | unit:Sirte | extended | 10.2.1 | units out of supply cannot use extended
axis | Sirte=2044 | disorganised:Sirte | unit:Sirte | extended | 19.3 | disorganised units cannot use extended
axis | Sirte=2044 22-Gds=1943 | | unit:Sirte | extended | 19.1.7 | extended movement does not begin next to
axis | Sirte=1633 | | unit:Sirte | extended | 19.1.7 | no road, track or active railway leads on from here
axis | Sirte=2044 | | unit:Sirte extended | to:1944 | 19.1.7 | extended movement stays on roads, tracks and
axis | Sirte=2044 | | unit:Sirte extended to:2043 | to:2044 | 19.1.7 | extended movement never enters a hex
axis | Recam=3119 | | unit:Recam extended to:3121 1 | to:3020 | 19.1.7 | extended movement does not come back to
axis | Sirte=2045 22-Gds=2042 | | unit:Sirte extended to:2044 | to:2043 | 19.1.7 | extended movement does not go
allied | 22-Gds=1154 | gazala | unit:22-Gds extended | to:1456 | P1.4.4 | the Allies may not leave the Central
axis | Sirte=2140 Garrison-Br-1=2042 | | unit:Sirte to:2141 | to:2042 | 19.1 | enemy units are there
# Garrisons
axis | Sirte=2140 | | unit:Sirte | garrison:Sirte | 13.6 | that is not a garrison
axis | Sirte=1633 | | unit:Sirte | garrison:Garrison-It-1 | 13.6.2 | garrisons are formed only in named places
axis | Sirte=2140 Garrison-It-1=2140 | | unit:Sirte | garrison:Garrison-It-2 | 13.6.1 | there is never more than
axis | Recam=2140 | | unit:Recam | garrison:Garrison-It-1 | 13.6.2 | a garrison is formed by infantry of two steps
axis | Sirte=2140 Garrison-It-1=2045 | | unit:Sirte | garrison:Garrison-It-1 | 13.6.2 | that garrison is not
axis | 104/21-Pz=2140 | | unit:104/21-Pz | garrison:Garrison-It-1 | 13.6.1 | units form only garrisons of their own
axis | Sirte=2140 | | unit:Sirte | garrison:Garrison-It-2 | 13.6.1 | take the other garrison: it is the first of
# Boxes
axis | 22-Gds=1633 | | | box:22-Gds | 13.7.2 | that is not a unit of yours on the map
axis | | | | box:Sirte | 13.7.2 | that is not a unit of yours on the map
axis | Sirte=1633 | boxes_used | | box:Sirte | 13.7.1 | there is no box left that is face up
axis | Sirte=1633 | | unit:Sirte to:1632 stop | box:Sirte | 13.7.2 | only a unit that does not move in this
axis | 132/Ariete=1633 | | | box:132/Ariete | 13.7.2 | a box is built by a unit of two steps that is neither out
axis | Sirte=1633 | box:1633 | | box:Sirte | 13.7 | there is already a box here
axis | Sirte=2830 | | | box:Sirte | 13.7.2 | no box can be built in marshes, mountains or forts
allied | 22-Gds=1905 | | | box:22-Gds | 13.7.1 | the Allies build boxes on the East map, and on the Central map
axis | | | | disband:Garrison-It-1 | 13.6.3 | only your own garrisons on the map can be removed
axis | | | | raze:1633 | 13.7.3 | only your own boxes on the map can be removed
# The sea
allied | 22-Gds=1877 | sailed | | sail:22-Gds | 19.4 | units go by sea in only one action of a turn
allied | 22-Gds=1877 | shipped | | sail:22-Gds | 19.4.2 | no more units can go by sea this turn
allied | 22-Gds=1877 | | unit:22-Gds stop | sail:22-Gds | 19.1.1 | that unit has already moved in this action
allied | 22-Gds=1776 | | | sail:22-Gds | 19.4 | units go by sea from friendly ports
axis | Sirte=2830 | holds:2830 | | sail:Sirte | 19.4.1 | there is no friendly port with supply to go to
allied | 22-Gds=1877 | | sail:22-Gds | port:1877 | 19.4 | units go by sea from a friendly port to another
allied | 22-Gds=2830 | gazala | sail:22-Gds | port:1960 | P1.4.4 | the Allies may not leave the Central map for
"""
CASES = [line for line in REFUSALS.strip().splitlines() if not line.startswith("#")]


def moving(side: str, placed: dict[str, str], *played: str, action: str = "move", **fields: Any) -> Sands:
    """A movement action, with the Italian garrisons face up, and what has been done in it."""
    state = desert(placed, **fields)
    for name in ("Garrison It 1", "Garrison It 2"):
        if name not in placed:
            state.place[number(name)] = READY
    acting(state, side, action, MOVEMENT)
    play(state, *played)
    return state


def condition(word: str) -> dict[str, Any]:
    """What a word of the table stands for."""
    name, _, what = word.partition(":")
    if name in ("oos", "disorganised"):
        return {name: [ID[what]]}
    known: dict[str, dict[str, Any]] = {
        "half": {"action": "half-move"},
        "gazala": {"scenario": SCENARIOS.index("gazala")},
        "one_hex": {"one_hex": units(ID.get(what, "Sirte"))},
        "boxes_used": {"boxes_used": [6, 0]},
        "box": {"boxes": {"axis": [what]}},
        "sailed": {"sailed": 1 << SIDES.index("allied")},
        "shipped": {"shipped": 3},
        "holds": {"control": {"axis": ["1600", what]}},
    }
    return known[name]


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_says_why(case: str) -> None:
    side, placed, conditions, played, asked, rule, words = (part.strip() for part in case.split("|"))
    fields: dict[str, Any] = {}
    for word in conditions.split():
        fields |= condition(word)
    where = {ID[name]: place for name, _, place in (word.partition("=") for word in placed.split())}
    if "gazala" in conditions:
        where |= TANKS
    state = moving(side, where, *played.split(), **fields)
    why = SANDS.explain(state, SANDS.actor(state), SANDS.read(state, asked))
    assert why is not None
    assert why.rule == rule
    assert why.sentence.text.startswith(words)


def test_what_a_step_costs_is_said_in_points() -> None:
    state = moving("axis", {"Sirte": "1633"}, "unit:Sirte", "to:1632", "to:1631", "to:1630")
    state.spent = 13
    why = SANDS.explain(state, SANDS.actor(state), SANDS.read(state, "to:1629"))
    assert why is not None
    assert why.sentence.parameters == {"cost": "1", "left": "3/4"}


@pytest.mark.parametrize("side", SIDES)
def test_whoever_moves_is_asked(side: str) -> None:
    """In every decision of a movement action."""
    mover, place, dotted = ("Sirte", "2904", "Sirte") if side == "axis" else ("22 Gds", "1877", "1 Tank")
    name = mover.replace(" ", "-")
    control = {"axis": ["1600", "2904", "2441"] if side == "axis" else ["1600"]}
    for played in ((), (f"unit:{name}",), (f"sail:{name}",)):
        state = moving(side, {mover: place}, *played, control=control)
        assert SANDS.actor(state) == SIDES.index(side)
    unit = f"unit:{dotted.replace(' ', '-')}"
    state = moving(side, {dotted: "2055"}, unit, "extended", "to:2056", "5")
    assert SANDS.actor(state) == SIDES.index(side)
    assert state.place[number(dotted)] == HEX["2056"]
