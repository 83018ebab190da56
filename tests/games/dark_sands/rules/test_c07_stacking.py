"""7: stacking."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c07_stacking import excess, fits, overstacked
from sandtable.games.dark_sands.rules.c15_placement import with_room
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from tests.games.dark_sands.desert import (
    HEX,
    acting,
    decision,
    desert,
    hexes,
    legal,
    names,
    number,
    play,
    units,
    where,
    why_not,
)

GAME = "dark-sands"
rule = pytest.mark.rule
BRIGADES = ("5/4 Ind", "7/4 Ind", "11/4 Ind", "22 Gds")
BATTALION = "3 Cstrm Gds"
PANZERS = ("1/5/21 Pz", "2/5/21 Pz", "3/21 Pz", "104/21 Pz")


@pytest.mark.parametrize(
    ("stack", "too_many"),
    [
        pytest.param(BRIGADES[:3], 0, marks=rule("7.2b")),
        pytest.param(BRIGADES, 1, marks=rule("7.2b", "7.2c")),
        pytest.param((*BRIGADES[:3], BATTALION), 0, marks=rule("7.2a", "7.2c")),
        pytest.param((*PANZERS, "33/15 Pz"), 1, marks=rule("7.2a")),
        pytest.param((*BRIGADES[:3], BATTALION, "HQ 13 Corps", "Garrison Br 1"), 0, marks=rule("7.2d", "7.2g")),
        pytest.param((*PANZERS, "HQ Afrika Korps", "Garrison Ger 1"), 0, marks=rule("7.2g", "7.2h")),
        pytest.param(("1/5/21 Pz", "2/5/21 Pz", "3/21 Pz", "33/15 Pz"), 0, marks=rule("7.2g")),
        pytest.param(("Sirte", "Cirene", "104/21 Pz", "132/Ariete"), 1, marks=rule("7.2b")),
        pytest.param(("HQ 13 Corps", "HQ 30 Corps"), 1, marks=rule("7.2d")),
        pytest.param(("Garrison Br 1", "Garrison Br 2"), 1, marks=rule("7.2d", "7.1b")),
        pytest.param((*BRIGADES[:3], "Garrison Br 1"), 0, marks=rule("7.1b", "13.6.4b")),
    ],
)  # fmt: skip
def test_the_limits(stack: tuple[str, ...], too_many: int) -> None:
    state = desert()
    assert excess(state, units(*stack)) == too_many


@pytest.mark.rule("7.2e", "7.2f")
def test_markers_and_supports_do_not_count() -> None:
    stack = dict.fromkeys((*BRIGADES[:3], BATTALION), "2125")
    state = desert(stack, oos=BRIGADES[:3], disorganised=BRIGADES[:3], boxes={"allied": ["2125"]}, control={})
    assert not overstacked(state, ALLIED)


@pytest.mark.rule("7.2a")
def test_what_fits_counts_those_who_are_there() -> None:
    state = desert(dict.fromkeys(BRIGADES[:3], "2125"))
    assert not fits(state, HEX["2125"], units(BRIGADES[3]))
    assert fits(state, HEX["2125"], units(BATTALION))
    assert fits(state, HEX["2125"], units(BRIGADES[0]))
    assert fits(state, HEX["2125"], units("Sirte"))


@pytest.mark.rule("7.0b", "7.3a")
def test_units_crowd_a_hex_on_their_way_and_thin_out_when_all_have_moved() -> None:
    placed = {**dict.fromkeys(BRIGADES[:3], "1633"), BRIGADES[3]: "1634"}
    state = acting(desert(placed), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1633")
    assert overstacked(state, ALLIED) == hexes("1633")
    play(state, "to:1632", "stop")
    assert not overstacked(state, ALLIED)
    play(state, "unit:5/4-Ind", "to:1634", "to:1633", "stop")
    play(state, "done")
    assert decision(state) == ""


@pytest.mark.rule("7.3a", "7.0b")
def test_the_owner_eliminates_what_is_too_many() -> None:
    placed = {**dict.fromkeys(BRIGADES[:3], "1633"), BRIGADES[3]: "1634", BATTALION: "1633"}
    state = acting(desert(placed), "allied", "move", MOVEMENT)
    play(state, "unit:22-Gds", "to:1633", "stop", "done")
    assert decision(state) == "crowded"
    assert legal(state) == {f"eliminate:{name.replace(' ', '-')}" for name in BRIGADES}
    assert why_not(state, "eliminate:3-Cstrm-Gds") == "7.3"
    play(state, "eliminate:7/4-Ind")
    assert decision(state) == ""
    assert where(state, "7/4 Ind", "22 Gds") == ["off", "1633"]


@pytest.mark.rule("7.3a")
def test_of_five_units_any_may_go() -> None:
    stack = ("1/5/21 Pz", "2/5/21 Pz", "3/21 Pz", "104/21 Pz", "33/15 Pz")
    state = acting(desert(dict.fromkeys(stack, "1633")), "axis", "move", MOVEMENT)
    play(state, "done")
    assert names(units(*stack)) == set(stack)
    assert len(legal(state)) == 5
    play(state, "eliminate:33/15-Pz")
    assert not overstacked(state, AXIS)
    assert decision(state) == ""


@pytest.mark.rule("7.0c")
def test_units_that_enter_play_find_no_room_in_a_full_hex() -> None:
    state = desert(dict.fromkeys(BRIGADES[:3], "1877"))
    around = hexes("1877", "1776")
    assert with_room(state, number("22 Gds"), around) == hexes("1776")
    assert with_room(state, number(BATTALION), around) == around
