"""15, 17, 22, P1.2.2: what the frames of entering units object to in a position from outside."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c04_set_up import DEPLOY, DEPLOYED, deploy, set_up, undeployed
from sandtable.games.dark_sands.rules.c17_replacements import CADRE, REBUILT, SPEND
from sandtable.games.dark_sands.rules.c22_reinforcements import ARRIVAL, ARRIVALS, REINFORCEMENT
from sandtable.games.dark_sands.state import AWAY, REBUILDABLE, Sands
from sandtable.kernel.flow import Kind
from tests.games.dark_sands.desert import DATA, HEX, desert, number


def possible(state: Sands, kind: Kind, *values: int) -> bool:
    """Has a frame of this kind no objection to the position?"""
    frame = kind.frame(*values)
    state.frames.append(frame)
    found = list(kind.faults(state, frame))
    state.frames.pop()
    return not found


def sunflower() -> Sands:
    return set_up(DATA, SCENARIOS.index("sunflower"), False, False)


def test_the_entry_area_is_set_up_only_while_somebody_is_missing() -> None:
    state = sunflower()
    assert possible(state, DEPLOY)
    assert possible(state, DEPLOYED, number("Trento"))
    assert not possible(state, DEPLOYED, number("1/8/15 Pz")), "that one arrives on turn 4"
    state.place[number("Trento")] = HEX["1600"]
    state.rebuild()
    assert not possible(state, DEPLOYED, number("Trento"))
    later = sunflower()
    later.turn = 4
    assert not undeployed(later)
    assert not possible(later, DEPLOY)
    deploy(later)
    assert not later.frames


def test_nobody_else_is_in_the_entry_area_while_it_is_set_up() -> None:
    for name in ("115/15 Pz", "22 Gds"):
        state = sunflower()
        state.place[number(name)] = HEX["1501"]
        state.rebuild()
        assert not possible(state, DEPLOY)
        assert not possible(state, DEPLOYED, number("Trento"))


def test_points_are_spent_only_if_there_is_something_to_buy() -> None:
    state = desert({"22 Gds": "1905"}, german_points=1)
    assert not possible(state, SPEND, AXIS)
    state.place[number("8 MG")] = REBUILDABLE
    assert possible(state, SPEND, AXIS)
    assert not possible(state, SPEND, ALLIED)
    assert possible(state, REBUILT, number("8 MG"))
    assert not possible(state, REBUILT, number("2 MG")), "it is not lost"
    state.german_points = 0
    assert not possible(state, REBUILT, number("8 MG"))


def test_who_comes_onto_the_map_is_not_there_yet_and_finds_room() -> None:
    state = desert({"22 Gds": "1877"})
    assert not possible(state, CADRE, number("22 Gds"))
    assert possible(state, CADRE, number("16/70"))
    state.controlled = [DATA.places.kept, 0]
    assert not possible(state, CADRE, number("16/70")), "no source is left"


def test_only_reinforcements_of_the_turn_arrive() -> None:
    state = desert({}, turn=6)
    state.frames = [REINFORCEMENT.frame(AXIS)]
    assert possible(state, ARRIVALS, AXIS, 0)
    assert not possible(state, ARRIVALS, AXIS, 1), "the Axis exchanges nobody"
    assert possible(state, ARRIVAL, number("361/90"))
    assert not possible(state, ARRIVAL, number("125/164"))
    assert not possible(state, ARRIVAL, number("32 Tank")), "it is not their action"


def test_a_place_is_taken_once_and_only_after_its_unit_has_left() -> None:
    state = desert({"5/4 Ind": "2031"}, turn=2)
    state.place[number("7/4 Ind")] = AWAY
    left, there = (number("7/4 Ind"), HEX["2429"]), (number("5/4 Ind"), HEX["2031"])
    assert possible(state, REINFORCEMENT, ALLIED)
    assert possible(state, REINFORCEMENT, ALLIED, *left)
    assert not possible(state, REINFORCEMENT, ALLIED, *left, *left)
    assert not possible(state, REINFORCEMENT, ALLIED, *there)
    assert not possible(state, REINFORCEMENT, AXIS, *left)
    assert not possible(state, REINFORCEMENT, ALLIED, number("22 Gds"), HEX["2429"]), "nobody replaces the Guards"
