"""2, 3.0, 10.42, 11.76, 13.9, 16: who controls a space, and what follows when it changes hands."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.counters import MINOR_ALLIES
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import (
    CAPTURED_SUPPLY,
    enter,
    take_control,
    wake_iraqis,
    wake_vichy,
)
from sandtable.games.shifting_sands.rules.c04_set_up import lay_out
from sandtable.games.shifting_sands.rules.c07_duties import DUE, MET, NONE
from sandtable.games.shifting_sands.rules.c07_event_effects import exporters
from sandtable.games.shifting_sands.rules.c10_regions import is_active
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of, ones
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    card,
    decision,
    legal,
    names,
    number,
    play,
    space_ids,
    spaces,
    theatre,
    where,
    why_not,
)

GAME = "shifting-sands"
POINTS = mask_of(number for number, space in enumerate(DATA.spaces) if space.points)
ALLIED_POINTS = (
    "alexandria cairo port_said suez mersa_matruh jerusalem basra baghdad mosul khartoum berbera nairobi"
)
AXIS_POINTS = "bizerte tunis gabes tripoli el_agheila benghazi tobruk bardia beirut addis_ababa"


def falls(state: Theatre, space: str, side: int) -> None:
    take_control(state, SPACE[space], side, "3.0")


# The board and the counters


@pytest.mark.rule("2.1b")
def test_spaces_are_adjacent_where_a_line_joins_them() -> None:
    adjacent = DATA.graph.adjacent
    assert adjacent[SPACE["tripoli"]] == spaces("homs", "tarhuna", "medenine")
    assert not adjacent[SPACE["tripoli"]] >> SPACE["buerat"] & 1
    assert not adjacent[SPACE["sicily"]]
    for space, around in enumerate(adjacent):
        assert all(adjacent[other] >> space & 1 for other in ones(around))


@pytest.mark.rule("2.22b", "2.22d")
def test_a_unit_has_two_steps_which_differ_in_strength_alone() -> None:
    for unit in DATA.units:
        for full, reduced in unit.faces:
            assert (full.loss, full.movement) == (reduced.loss, reduced.movement)
            assert full.combat > reduced.combat >= 0


@pytest.mark.rule("3.0i")
def test_minor_allies_have_battlegroups_only() -> None:
    for nation in MINOR_ALLIES:
        assert DATA.nations[nation]
        assert not DATA.nations[nation] & DATA.divisions


# Control


@pytest.mark.rule("3.0p")
def test_every_space_has_one_controller() -> None:
    state = theatre({"ge_21": "mechili"})
    enter(state, number("ge_21"), SPACE["siwa"], "3.0")
    axis, allied = state.controls
    assert axis & allied == 0
    assert axis | allied == DATA.graph.all
    assert [axis >> space & 1 for space in range(DATA.graph.size)] == [1 - side for side in state.control]


@pytest.mark.rule("3.0s")
def test_a_unit_takes_control_of_a_space_it_enters() -> None:
    state = theatre({"it_17": "bardia"})
    enter(state, number("it_17"), SPACE["halfaya"], "3.0")
    assert where(state, "it_17") == ["halfaya"]
    assert state.control[SPACE["halfaya"]] == AXIS
    assert state.control[SPACE["bardia"]] == AXIS, "a space that is left stays with its side"


@pytest.mark.rule("3.0ar", "16.0b", "16.0g")
def test_the_axis_gains_a_point_with_a_victory_space() -> None:
    state = theatre({"it_17": "sidi_barrani"})
    enter(state, number("it_17"), SPACE["mersa_matruh"], "3.0")
    assert state.points == 11
    enter(state, number("it_17"), SPACE["el_daba"], "3.0")
    assert state.points == 11, "El Daba is worth nothing"
    falls(state, "mersa_matruh", AXIS)
    assert state.points == 11, "it is Axis already"


@pytest.mark.rule("16.0h")
def test_the_axis_loses_a_point_with_a_victory_space() -> None:
    state = theatre()
    falls(state, "bardia", ALLIED)
    assert state.points == 9


@pytest.mark.rule("16.5a", "16.5b")
def test_the_victory_spaces() -> None:
    held = [space_ids(each & POINTS) for each in theatre().controls]
    assert held[ALLIED] == {*ALLIED_POINTS.split()}
    assert held[AXIS] == {*AXIS_POINTS.split()}


# The Iraqis and the Vichy French (10.4)


@pytest.mark.rule("10.42b", "10.43b", "10.41d")
def test_the_fall_of_jerusalem_activates_the_neutrals() -> None:
    state = lay_out(DATA, 0, {})
    iraqi, vichy = number("ir_bg-1"), number("vf_bg-1")
    falls(state, "haifa", AXIS)
    assert not is_active(state, iraqi)
    assert not is_active(state, vichy)
    falls(state, "jerusalem", AXIS)
    assert is_active(state, iraqi)
    assert is_active(state, vichy)


@pytest.mark.rule("10.42c")
def test_risen_iraqis_take_the_spaces_in_which_they_are() -> None:
    """Baghdad counts a point, and so does Jerusalem; Mosul, where nobody is, stays Allied."""
    state = lay_out(DATA, 0, {})
    falls(state, "jerusalem", AXIS)
    assert space_ids(DATA.regions["Iraq"] & state.controls[AXIS]) == {"baghdad", "kirkuk", "samawah"}
    assert state.points == 12
    falls(state, "baghdad", ALLIED)
    falls(state, "jerusalem", ALLIED)
    falls(state, "jerusalem", AXIS)
    assert state.control[SPACE["baghdad"]] == ALLIED, "they rise once"


@pytest.mark.rule("10.43c")
def test_exporters_activate_the_vichy_french_alone() -> None:
    state = lay_out(DATA, 0, {})
    exporters(state, ALLIED, card("A20"))
    assert is_active(state, number("vf_bg-1"))
    assert not is_active(state, number("ir_bg-1"))


def test_neutrals_are_activated_once() -> None:
    state = theatre({"ir_bg-1": "baghdad"}, allied=["baghdad"])
    wake_vichy(state, "10.43")
    assert (state.vichy_active, state.iraq_active) == (1, 0)
    wake_iraqis(state, "10.42")
    assert state.control[SPACE["baghdad"]] == AXIS


# The LRDG (11.76)


@pytest.mark.rule("11.76a")
def test_the_lrdg_leaves_an_oasis_for_the_reserve() -> None:
    state = theatre({"br_lrdg": "siwa"}, reduced=["br_lrdg"])
    falls(state, "mersa_matruh", AXIS)
    assert where(state, "br_lrdg") == ["allied_reserve"]
    assert names(state.reduced) == {"br_lrdg"}


@pytest.mark.rule("11.76b")
@pytest.mark.parametrize("place", ["deep_desert", "bir_el_kenaysis", "cairo"])
def test_the_lrdg_goes_to_cairo_from_anywhere_else(place: str) -> None:
    state = theatre({"br_lrdg": place, "br_bg-1": "cairo", "br_bg-2": "cairo"})
    falls(state, "mersa_matruh", AXIS)
    assert where(state, "br_lrdg") == ["cairo"]


@pytest.mark.rule("11.76c")
@pytest.mark.parametrize("axis_holds_cairo", [False, True])
def test_the_lrdg_is_eliminated_without_room_in_cairo(axis_holds_cairo: bool) -> None:
    full = {f"br_bg-{each}": "cairo" for each in (1, 2, 3)}
    state = theatre({"br_lrdg": "deep_desert", **({} if axis_holds_cairo else full)}, reduced=["br_lrdg"])
    if axis_holds_cairo:
        falls(state, "cairo", AXIS)
    falls(state, "mersa_matruh", AXIS)
    assert where(state, "br_lrdg") == ["allied_replaceable"]
    assert not state.reduced


@pytest.mark.parametrize("place", ["allied_reserve", "allied_replaceable"])
def test_an_lrdg_in_a_box_stays_there(place: str) -> None:
    state = theatre({"br_lrdg": place})
    falls(state, "mersa_matruh", AXIS)
    assert where(state, "br_lrdg") == [place]


def test_the_lrdg_stays_when_matruh_is_recovered() -> None:
    state = theatre({"br_lrdg": "siwa"}, axis=["mersa_matruh"])
    falls(state, "mersa_matruh", ALLIED)
    assert where(state, "br_lrdg") == ["siwa"]


# London Calling (7.522)


@pytest.mark.rule("7.522b")
@pytest.mark.parametrize("before", [DUE, MET])
def test_london_calling_is_cancelled_when_tripoli_falls(before: int) -> None:
    state = theatre(london_calling=before)
    falls(state, "homs", ALLIED)
    assert state.london_calling == before
    falls(state, "tripoli", ALLIED)
    assert state.london_calling == NONE


# Captured supply (13.9)


def reduced_force(**more: str) -> Theatre:
    placed = {"ge_21": "el_agheila", "it_17": "tripoli", "ge_bg-1": "msus", "ge_bg-2": "msus", "it_27": "halfaya"}
    return theatre({**placed, **more}, reduced=[*placed, *more], allied=["benghazi", "tobruk", "bardia"])


@pytest.mark.rule("13.91a")
def test_benghazi_restores_one_unit_in_libya() -> None:
    state = reduced_force(br_2arm="agedabia")
    falls(state, "benghazi", AXIS)
    assert decision(state) == "captured-supply"
    assert legal(state) == {"restore:ge_21", "restore:it_17", "restore:ge_bg-1", "done"}
    assert why_not(state, "restore:it_27") == "13.9"  # in Egypt
    assert why_not(state, "restore:br_2arm") == "13.9"
    assert why_not(state, "restore:ge_bg-2") == "13.9"  # like the first
    assert why_not(state, "restore:ge_15") == "13.9"
    play(state, "restore:ge_21")
    assert names(state.reduced) == {"it_17", "ge_bg-1", "ge_bg-2", "it_27", "br_2arm"}
    assert decision(state) == ""


@pytest.mark.rule("13.91a")
def test_a_unit_that_is_not_in_libya_is_refused_for_that() -> None:
    state = reduced_force(it_62="axis_replaceable")
    state.reduced &= ~mask_of([number("it_62")])
    falls(state, "benghazi", AXIS)
    for unit in ("it_62", "it_27", "it_55"):
        why = SANDS.explain(state, AXIS, SANDS.read(state, f"restore:{unit}"))
        assert why is not None
        assert "only units in Libya" in str(why.sentence)


@pytest.mark.rule("13.92a")
def test_tobruk_restores_two_units_in_libya() -> None:
    state = reduced_force()
    falls(state, "tobruk", AXIS)
    play(state, "restore:ge_bg-1")
    assert decision(state) == "captured-supply"
    play(state, "restore:ge_bg-2")
    assert decision(state) == ""
    assert names(state.reduced) == {"ge_21", "it_17", "it_27"}


@pytest.mark.rule("13.92a")
def test_the_axis_may_leave_captured_supplies_alone() -> None:
    state = reduced_force()
    falls(state, "tobruk", AXIS)
    play(state, "restore:it_17", "done")
    assert decision(state) == ""
    assert names(state.reduced) == {"ge_21", "ge_bg-1", "ge_bg-2", "it_27"}


@pytest.mark.rule("13.91a")
def test_captured_supplies_help_whoever_is_in_libya() -> None:
    """Ruling: units with a black dot and units without supply too, since no replacement points are spent."""
    state = theatre(
        {"it_1lib": "bardia", "it_27": "derna"},
        reduced=["it_1lib", "it_27"],
        allied=["benghazi", "gambut", "sidi_azeiz"],
    )
    assert DATA.units[number("it_1lib")].dot
    falls(state, "benghazi", AXIS)
    assert legal(state, "restore") == {"restore:it_1lib", "restore:it_27"}


@pytest.mark.rule("13.93a")
def test_supplies_are_captured_every_time() -> None:
    state = reduced_force()
    for unit in ("ge_21", "it_17"):
        falls(state, "benghazi", AXIS)
        play(state, f"restore:{unit}")
        falls(state, "benghazi", ALLIED)
        assert decision(state) == "", "the Allies capture nothing"
    assert names(state.reduced) == {"ge_bg-1", "ge_bg-2", "it_27"}


@pytest.mark.rule("13.91a")
def test_nobody_is_asked_without_a_reduced_unit_in_libya() -> None:
    state = theatre({"it_27": "halfaya", "it_17": "tripoli"}, reduced=["it_27"], allied=["benghazi", "bardia"])
    falls(state, "benghazi", AXIS)
    assert decision(state) == ""
    state.reduced |= 1 << number("it_17")
    falls(state, "bardia", AXIS)
    assert decision(state) == "", "there are supplies in two places only"


def test_captured_supplies_need_somebody_to_restore() -> None:
    """In a position from outside."""
    weak = theatre({"it_17": "tripoli"}, reduced=["it_17"])
    assert not list(CAPTURED_SUPPLY.faults(weak, CAPTURED_SUPPLY.frame(1)))
    assert list(CAPTURED_SUPPLY.faults(theatre({"it_17": "tripoli"}), CAPTURED_SUPPLY.frame(1)))
