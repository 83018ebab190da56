"""11.47, 11.5, 11.6: what is asked, why something cannot be chosen, and which positions are impossible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_advance import ADVANCING, PURSUIT, STRIDE
from sandtable.games.shifting_sands.rules.c11_overrun import DISPLACEMENT, DISPLACING, OVERRUN_STEP, OVERRUN_STEPS
from sandtable.games.shifting_sands.rules.c11_retreat import RETREATING, RETREATS
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.aftermath import after_fire, choice, go
from tests.games.shifting_sands.theatre import SPACE, number, play, spaces, units, where, why_not

GAME = "shifting-sands"


def retreating(*defenders: str, space: str = "sidi_azeiz", **facts: Any) -> Theatre:
    origin = "sidi_barrani" if space == "halfaya" else "halfaya"
    others = facts.pop("others", {})
    placed = dict.fromkeys(defenders, space) | {"in_4": origin} | others
    return after_fire(placed, space, ["in_4"], **facts)


def overrun(*defenders: str, **facts: Any) -> Theatre:
    placed = dict.fromkeys(defenders, "sidi_azeiz") | {"in_4": "halfaya"}
    return after_fire(placed, "sidi_azeiz", ["in_4"], step="displace", bold=1, **facts)


def advancing(*attackers: str, **facts: Any) -> Theatre:
    placed = dict.fromkeys(attackers, "sidi_azeiz")
    return after_fire(placed, "gambut", attackers, step="advance", **facts)


# What is asked


def test_the_questions_of_a_retreat() -> None:
    assert str(SANDS.prompt(retreating("it_17"))) == "Retreat from Sidi Azeiz"
    mountains = retreating("it_17", space="halfaya")
    assert str(SANDS.prompt(mountains)) == "Retreat from Halfaya, or lose a step and stay"
    three = retreating("it_17", "it_25", "it_27", inflicts=2)
    words = "Retreat from Sidi Azeiz: all together, or first a unit that goes its own way"
    assert str(SANDS.prompt(three)) == words
    play(three, "unit:it_25")
    assert str(SANDS.prompt(three)) == "Choose the next space of the retreat of 25th Bologna"
    together = retreating("it_17", "it_25", inflicts=2)
    go(together, "retreat", "gambut")
    assert str(SANDS.prompt(together)) == "Choose the next space of the retreat from Sidi Azeiz"


def test_the_questions_of_a_retreat_that_is_hardly_possible() -> None:
    enemies = {"in_5": "bir_el_gubi", "nz_2": "sidi_omar", "au_6": "bardia"}
    crowd = {"it_60": "gambut", "it_61": "gambut"}
    either = retreating("it_17", "it_25", others=enemies | crowd)
    assert str(SANDS.prompt(either)) == "Which unit retreats from Sidi Azeiz?"
    around = {"in_5": "bardia", "nz_2": "sidi_azeiz", "au_6": "sidi_suleiman"}
    cornered = retreating("it_17", space="halfaya", others=around)
    words = "There is no retreat from Halfaya: choose the unit that loses a step so that all stay"
    assert str(SANDS.prompt(cornered)) == words
    crowded = around | {"au_6": "sidi_barrani", "it_60": "sidi_suleiman", "it_61": "sidi_suleiman"}
    squeezed = retreating("it_17", "it_25", space="halfaya", others=crowded)
    words = "Not all can retreat from Halfaya: choose who loses a step so that all stay"
    assert str(SANDS.prompt(squeezed)) == words


def test_the_questions_of_an_overrun() -> None:
    assert (
        str(SANDS.prompt(overrun("it_17", "it_25"))) == "Overrun in Sidi Azeiz: move a unit away, or give one up"
    )
    words = "Overrun in Sidi Azeiz: where does 17th Pavia go, or is it given up?"
    assert str(SANDS.prompt(overrun("it_17"))) == words


def test_the_questions_of_an_advance() -> None:
    state = advancing("nz_2")
    assert str(SANDS.prompt(state)) == "Gambut is clear of enemies: who advances?"
    play(state, "advance:nz_2")
    assert str(SANDS.prompt(state)) == "Where does 2nd New Zealand advance?"
    go(state, "to", "gambut")
    assert str(SANDS.prompt(state)) == "2nd New Zealand has come to Gambut: advance further, or stop"


# Why not


def test_why_a_retreat_does_not_go_there() -> None:
    longer = retreating("it_17", inflicts=2, others={"in_5": "gambut"})
    assert why_not(longer, choice("retreat", "bardia")) == "11.56"  # it leads nowhere
    assert why_not(longer, "done") == "11.55"
    hostile = retreating("it_17", inflicts=2, allied=["gambut"])
    assert why_not(hostile, choice("retreat", "gambut")) == "11.55d"
    khartoum = {"br_bg-1": "khartoum", "it_17": "kassala"}
    state = after_fire(khartoum, "khartoum", ["it_17"], attacking=AXIS, inflicts=2)
    assert why_not(state, choice("retreat", "aswan")) == "10.21"


def test_why_a_unit_does_not_go_alone_or_stand() -> None:
    state = retreating("it_17", "it_25", "it_27", space="halfaya")
    assert why_not(state, "unit:in_4") == "11.51"
    play(state, "unit:it_17", choice("retreat", "bardia"))
    assert why_not(state, "stand:it_25") == "11.53"  # the retreat has begun
    alike = retreating("it_bg-1", "it_bg-2", space="halfaya")
    assert why_not(alike, "stand:it_bg-2") == "11.53"


def test_why_a_unit_is_not_the_first_to_go() -> None:
    """There is a way for battlegroups alone, to the oasis of Giarabub; and then there is one for the division."""
    crowd = {"it_60": "bir_el_gubi", "it_61": "bir_el_gubi", "it_62": "bir_el_gubi"}
    enemies = {"in_5": "southern_flank", "nz_2": "sidi_azeiz", "au_6": "sidi_suleiman"}
    placed = {"it_17": "sidi_omar", "it_bg-1": "sidi_omar", "it_bg-2": "sidi_omar"} | crowd | enemies
    facts: dict[str, Any] = {"events": ["long_range_desert_group"], "axis": ["giarabub", "jalo"]}
    full = after_fire(placed, "sidi_omar", ["nz_2"], **facts)
    assert why_not(full, "unit:it_17") == "11.55"
    placed |= {"au_7": "bir_el_gubi"} | dict.fromkeys(crowd, "tobruk")
    closed = after_fire(placed, "sidi_omar", ["nz_2"], **facts)
    assert why_not(closed, "unit:it_17") == "11.56"
    for unit in ("it_bg-1", "it_bg-2"):
        play(closed, f"unit:{unit}", choice("retreat", "giarabub"))
    assert where(closed, "it_17", "it_bg-1", "it_bg-2") == ["eliminated", "giarabub", "giarabub"]


def test_why_an_overrun_unit_is_not_chosen() -> None:
    state = overrun("it_bg-1", "it_bg-2", "it_17")
    assert why_not(state, "unit:it_bg-2") == "11.47"
    assert why_not(state, "unit:in_4") == "11.47"
    assert why_not(state, "done") == "11.47"
    play(state, "unit:it_17")
    assert why_not(state, "give-up:it_bg-1") == "11.47"


def test_why_an_advance_does_not_go_there() -> None:
    state = advancing("nz_2", "br_bg-1", "br_bg-2")
    assert why_not(state, "advance:br_bg-2") == "11.61"
    assert why_not(state, "stop") == "11.6"
    play(state, "advance:nz_2")
    assert why_not(state, "stop") == "11.6"
    assert why_not(state, choice("to", "tobruk")) == "11.6"
    assert why_not(state, "done") == "11.6"
    full = dict.fromkeys(("in_4", "in_5", "au_6"), "gambut")
    placed = {"nz_2": "sidi_azeiz", "br_7arm": "sidi_azeiz"} | full
    crowded = after_fire(placed, "gambut", ["nz_2", "br_7arm", *full], step="advance", vacated=spaces("gambut"))
    assert why_not(crowded, "advance:nz_2") == "11.6"


# Impossible positions


def faults(state: Theatre) -> set[str]:
    """The sentences of the frames on top of the battle."""
    kinds = {kind.number: kind for kind in SANDS.kinds}
    return {str(wrong) for frame in state.frames[1:] for wrong in kinds[frame[0]].faults(state, frame)}


@pytest.mark.parametrize(
    ("begin", "unit", "frames"),
    [
        (retreating, "it_17", ["retreats", "retreat"]),
        (overrun, "it_17", ["displacement", "displacing"]),
        (advancing, "nz_2", ["pursuit", "advance"]),
    ],
)
def test_there_must_be_a_battle(begin: Callable[[str], Theatre], unit: str, frames: list[str]) -> None:
    state = begin(unit)
    assert [SANDS.kind_names[frame[0]] for frame in state.frames[1:]] == frames
    assert not faults(state)
    state.target = -1
    assert faults(state)


def test_a_retreat_of_the_wrong_units_is_impossible() -> None:
    state = retreating("it_17", "it_25")
    battle, sequence, asking = state.frames
    state.frames = [battle, sequence, RETREATING.frame(ALLIED, 0)]
    assert faults(state) == {"units retreat that have not been attacked"}
    state.frames = [battle, RETREATS.frame(AXIS, 1, 1, 1), asking]
    assert "a unit that disengages retreats two spaces" in faults(state)
    state.frames = [battle, sequence, RETREATING.frame(AXIS, units("it_17", "it_60"))]
    assert faults(state) == {"units that retreat together are not in one space"}
    state.frames = [battle, sequence, RETREATING.frame(AXIS, units("in_4"))]
    assert faults(state) == {"units retreat that have not been attacked"}


def test_a_retreat_that_cannot_be_completed_is_impossible() -> None:
    state = retreating("it_17")
    ring = {"in_5": "gambut", "nz_2": "bardia", "au_6": "bir_el_gubi", "au_7": "sidi_omar"}
    for unit, space in ring.items():
        state.place[number(unit)] = SPACE[space]
    state.rebuild()
    assert faults(state) == {"a retreat has begun that cannot be completed"}


def test_somebody_must_be_there_to_retreat() -> None:
    state = retreating("it_17")
    state.place[number("it_17")] = SPACE["gambut"]
    state.rebuild()
    assert faults(state) == {"a retreat has begun that cannot be completed"}


def test_an_overrun_of_the_wrong_units_is_impossible() -> None:
    state = overrun("it_17", "it_25")
    battle, sequence, _ = state.frames
    state.frames = [battle, sequence, DISPLACING.frame(AXIS, number("it_60"))]
    assert faults(state) == {"whoever is to be moved away is not in the space that was overrun"}
    state.frames = [battle, DISPLACEMENT.frame(ALLIED), DISPLACING.frame(AXIS, -1)]
    assert faults(state) == {"units are moved after an overrun, but there was none"}
    state.frames = [battle, OVERRUN_STEPS.frame(units("it_17", "it_60"))]
    assert faults(state) == {"units lose a step in an overrun that are not in the space attacked"}
    state.frames = [battle, OVERRUN_STEPS.frame(units("it_17")), OVERRUN_STEP.frame(AXIS)]
    assert faults(state) == {"no divisions need the same battlegroup"}


def test_an_overrun_without_a_way_out_has_been_settled() -> None:
    state = overrun("it_17")
    for space in ("gambut", "bardia", "bir_el_gubi", "sidi_omar"):
        state.control[SPACE[space]] = ALLIED
    state.rebuild()
    assert faults(state) == {"an overrun unit has nowhere to go"}


def test_an_advance_of_the_wrong_units_is_impossible() -> None:
    state = advancing("nz_2", "br_7arm")
    battle, sequence, asking = state.frames
    state.frames = [battle, sequence, ADVANCING.frame(AXIS)]
    assert faults(state) == {"the side that advances is not the one that attacked"}
    state.frames = [battle, PURSUIT.frame(ALLIED, 1, units("in_4")), asking]
    assert faults(state) == {"units advance that have not attacked"}
    state.frames = [battle, sequence, STRIDE.frame(ALLIED, number("nz_2"), 0)]
    assert faults(state) == {"a unit that advances is still waiting to do so"}
    state.frames = [battle, PURSUIT.frame(ALLIED, 1, 0), STRIDE.frame(ALLIED, number("in_4"), 0)]
    assert faults(state) == {"a unit advances that has not attacked"}
    state.frames = [battle, PURSUIT.frame(ALLIED, 1, 0), STRIDE.frame(AXIS, number("nz_2"), 0)]
    assert faults(state) == {"the side that advances is not the one that attacked"}
    state.fighters = spaces("sidi_azeiz")
    state.frames = [battle, PURSUIT.frame(ALLIED, 1, 0), STRIDE.frame(ALLIED, number("nz_2"), 1)]
    assert faults(state) == {"an advance has begun that cannot be completed"}


def test_nobody_advances_while_defenders_are_there() -> None:
    state = advancing("nz_2")
    state.place[number("it_17")] = SPACE["gambut"]
    state.rebuild()
    assert faults(state) == {"units advance though nobody has given way"}
