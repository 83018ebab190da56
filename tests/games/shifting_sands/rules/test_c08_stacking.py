"""8: how many units a space holds."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c08_stacking import OVERSTACKED, excess, has_room, settle
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.aftermath import after_fire
from tests.games.shifting_sands.theatre import (
    SPACE,
    decision,
    legal,
    names,
    number,
    play,
    theatre,
    where,
    why_not,
)

GAME = "shifting-sands"
BRITISH = ("br_7arm", "in_4", "ff_bg-1", "pl_bg", "au_6", "nz_2", "sa_1", "br_bg-1")
AMERICAN = ("us_1", "us_1arm", "us_bg-1", "us_abg-1", "us_3", "us_9", "us_34", "us_bg-2")


def stack(space: str, *units: str, events: tuple[str, ...] = ()) -> Theatre:
    return theatre(dict.fromkeys(units, space), events=events)


def room(state: Theatre, unit: str, space: str) -> bool:
    return has_room(state, number(unit), SPACE[space])


@pytest.mark.rule("8.1a", "8.3a")
def test_three_units_of_any_size_and_nation() -> None:
    """A division, a battlegroup and an armoured unit of three nations: the fourth is too many."""
    state = stack("cairo", "br_7arm", "in_bg-1")
    assert room(state, "us_1", "cairo")
    state = stack("cairo", "br_7arm", "in_bg-1", "us_1")
    assert not room(state, "br_bg-1", "cairo")
    assert room(state, "us_1", "cairo"), "it is there already"
    assert not excess(state, ALLIED)


@pytest.mark.rule("8.11a")
def test_a_fort_takes_no_room() -> None:
    state = stack("tobruk", "it_61", "it_64")
    assert room(state, "it_62", "tobruk")


@pytest.mark.rule("8.1a")
@pytest.mark.parametrize("box", ["sicily", "india", "axis_reserve"])
def test_boxes_hold_any_number(box: str) -> None:
    state = stack(box, "it_20", "it_80", "it_185", "it_17")
    assert room(state, "ge_ramcke", box)
    assert not excess(state, AXIS)


@pytest.mark.rule("8.1b")
@pytest.mark.parametrize("space", ["cairo", "el_alamein", "sinai"])
def test_montgomery_in_egypt(space: str) -> None:
    state = stack(space, *BRITISH[:3], events=("montgomery",))
    assert room(state, "pl_bg", space)
    assert not room(state, "us_1", space)
    state = stack(space, *BRITISH[:4], events=("montgomery",))
    assert not room(state, "au_6", space)
    assert not room(stack(space, *BRITISH[:3]), "pl_bg", space), "before the event"


@pytest.mark.rule("8.1b")
def test_montgomery_in_any_number_of_spaces_of_egypt() -> None:
    placed = dict.fromkeys(BRITISH[:4], "cairo") | dict.fromkeys(BRITISH[4:], "alexandria")
    assert not excess(theatre(placed, events=["montgomery"]), ALLIED)


@pytest.mark.rule("8.1b")
def test_one_unit_of_another_nation_spoils_it() -> None:
    state = stack("cairo", *BRITISH[:3], "us_1", events=("montgomery",))
    assert names(excess(state, ALLIED)) == {*BRITISH[:3], "us_1"}


@pytest.mark.rule("8.1c", "8.1d")
@pytest.mark.parametrize(("one", "other"), [("msus", "tobruk"), ("tebessa", "gabes")])
def test_montgomery_in_one_space_of_a_region(one: str, other: str) -> None:
    state = stack(one, *BRITISH[:3], events=("montgomery",))
    assert room(state, "pl_bg", one)
    state = theatre(dict.fromkeys(BRITISH[:4], one) | dict.fromkeys(BRITISH[4:7], other), events=["montgomery"])
    assert not excess(state, ALLIED)
    assert not room(state, "br_bg-1", other)
    assert not room(state, "br_bg-1", one), "five are always too many"


@pytest.mark.rule("8.1c", "8.1d")
def test_libya_and_the_west_are_counted_apart() -> None:
    placed = dict.fromkeys(BRITISH[:4], "msus") | dict.fromkeys(BRITISH[4:], "tebessa")
    assert not excess(theatre(placed, events=["montgomery"]), ALLIED)


@pytest.mark.rule("8.1b")
@pytest.mark.parametrize("space", ["jerusalem", "khartoum"])
def test_montgomery_has_no_say_elsewhere(space: str) -> None:
    assert not room(stack(space, *BRITISH[:3], events=("montgomery", "patton")), "pl_bg", space)


@pytest.mark.rule("8.1e")
def test_patton_in_one_space_of_the_west() -> None:
    state = stack("tebessa", *AMERICAN[:3], events=("patton",))
    assert room(state, "us_abg-1", "tebessa")
    assert not room(stack("tebessa", *AMERICAN[:3]), "us_abg-1", "tebessa"), "before the event"
    assert not room(stack("cairo", *AMERICAN[:3], events=("patton",)), "us_abg-1", "cairo")
    state = theatre(
        dict.fromkeys(AMERICAN[:4], "tebessa") | dict.fromkeys(AMERICAN[4:7], "gabes"), events=["patton"]
    )
    assert not room(state, "us_bg-2", "gabes")


@pytest.mark.rule("8.1f")
def test_free_french_do_not_count_as_americans() -> None:
    state = stack("tebessa", *AMERICAN[:3], events=("patton",))
    assert not room(state, "usff_bg-1", "tebessa")
    assert not room(stack("tebessa", "usff_bg-1", *AMERICAN[:2], events=("patton",)), "us_abg-1", "tebessa")


@pytest.mark.rule("8.1d", "8.1e")
def test_montgomery_and_patton_have_a_space_each() -> None:
    placed = dict.fromkeys(BRITISH[:4], "thala") | dict.fromkeys(AMERICAN[:4], "tebessa")
    assert not excess(theatre(placed, events=["montgomery", "patton"]), ALLIED)


@pytest.mark.rule("8.2e")
def test_the_owner_chooses_who_leaves_the_game() -> None:
    state = theatre(
        {
            "it_17": "msus",
            "it_25": "msus",
            "ge_bg-1": "msus",
            "ge_bg-2": "msus",
            "it_27": "msus",
            "it_61": "tobruk",
        },
        reduced=["it_25"],
        moved=1 << number("it_25"),
    )
    settle(state, ())
    assert decision(state) == "overstacked"
    assert legal(state) == {f"remove:{unit}" for unit in ("it_17", "it_25", "it_27", "ge_bg-1")}
    assert why_not(state, "remove:it_61") == "8.2"
    assert why_not(state, "remove:br_bg-1") == "8.2e"
    assert why_not(state, "remove:ge_bg-2") == "8.2"
    play(state, "remove:it_25")
    assert where(state, "it_25") == ["eliminated"]
    assert not (state.reduced | state.moved) >> number("it_25") & 1
    play(state, "remove:ge_bg-1")
    assert where(state, "ge_bg-1", "ge_bg-2") == ["eliminated", "msus"]
    assert decision(state) == ""


@pytest.mark.rule("8.1c")
def test_of_two_full_spaces_one_has_to_give_way() -> None:
    placed = dict.fromkeys(BRITISH[:4], "msus") | dict.fromkeys(BRITISH[4:], "tobruk")
    state = theatre(placed, events=["montgomery"])
    settle(state, ())
    assert len(legal(state)) == 8
    play(state, "remove:in_4")
    assert decision(state) == ""


@pytest.mark.rule("8.2a")
def test_nothing_is_asked_within_the_limits() -> None:
    state = stack("msus", "it_17", "it_25", "it_27")
    settle(state, ())
    assert decision(state) == ""


@pytest.mark.rule("8.2e")
def test_both_sides_settle_their_own_spaces() -> None:
    axis = ("it_17", "it_25", "it_27", "it_61")
    state = theatre(dict.fromkeys(axis, "msus") | dict.fromkeys(BRITISH[:4], "cairo"))
    settle(state, ())
    play(state, "remove:pl_bg", "remove:it_61")
    assert decision(state) == ""


@pytest.mark.rule("8.2d")
def test_a_retreat_never_leaves_too_many_units_in_a_space() -> None:
    """Ruling: it may not end in a full space; whoever finds no room is lost. Nobody is removed afterwards."""
    enemies = {"nz_2": "bir_el_gubi", "au_6": "sidi_omar", "au_7": "bardia", "in_4": "halfaya"}
    full = {"it_25": "gambut", "it_27": "gambut", "it_60": "gambut"}
    state = after_fire({"it_17": "sidi_azeiz", **full, **enemies}, "sidi_azeiz", ["in_4"])
    assert decision(state) == "advance"
    assert where(state, "it_17") == ["eliminated"]
    assert not excess(state, AXIS)


@pytest.mark.rule("8.12a")
def test_both_sides_are_never_in_one_space() -> None:
    """A position with both in one space is impossible; that no move leads to one is the matter of 9.17."""
    state = theatre({"it_17": "msus", "br_7arm": "msus"})
    assert "8.12" in {why.rule for why in SANDS.faults(state)}
    assert "8.12" not in {why.rule for why in SANDS.faults(theatre({"it_17": "msus", "br_7arm": "mechili"}))}


def test_nobody_is_asked_to_thin_out_without_need() -> None:
    """In a position from outside."""
    state = stack("cairo", *BRITISH[:4])
    assert not list(OVERSTACKED.faults(state, OVERSTACKED.frame(ALLIED)))
    assert list(OVERSTACKED.faults(state, OVERSTACKED.frame(AXIS)))
