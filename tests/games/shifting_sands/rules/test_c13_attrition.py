"""5.3, 13.8: the attrition phase."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c04_set_up import lay_out
from sandtable.games.shifting_sands.rules.c13_attrition import attrition, unsuppliable
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    decision,
    names,
    play,
    space_ids,
    spaces,
    theatre,
    where,
)

GAME = "shifting-sands"
POCKET = ["msus", "mechili", "charruba", "tengeder"]


def pocket(**more: str) -> Theatre:
    """The Allies hold a part of Cyrenaica without a port; nobody else is there."""
    return theatre({"br_2arm": "msus", "in_bg-1": "mechili", **more}, allied=POCKET, reduced=["in_bg-1"])


@pytest.mark.rule("13.11f")
def test_all_units_on_the_map_are_judged() -> None:
    """In every region, and on both sides; what is in a box beside the map is not."""
    placed = {
        "br_bg-1": "kassala",
        "in_bg-1": "amman",
        "us_1": "tebessa",
        "br_2arm": "msus",
        "it_bg-1": "jijiga",
        "ge_21": "halfaya",
        "ge_15": "bardia",
        "vf_bg-1": "aleppo",
    }
    kept = {"br_bg-9": "allied_reserve", "it_bg-9": "axis_replaceable"}
    state = theatre({**placed, **kept}, events=["torch"], vichy_active=1)
    allied = ("tripoli", "tunis", "alexandria", "beirut", "addis_ababa", "kassala", "amman", "tebessa", "msus")
    state.control = [ALLIED if space.id in allied else AXIS for space in DATA.spaces]
    state.rebuild()
    attrition(state, ())
    assert not {*where(state, *placed)} & {*placed.values()}
    assert where(state, *kept) == [*kept.values()]


@pytest.mark.rule("5.3a", "13.81a", "3.0ag")
def test_units_without_supply_are_eliminated() -> None:
    state = pocket(br_7arm="cairo", it_17="tripoli")
    attrition(state, ())
    assert where(state, "br_7arm", "it_17") == ["cairo", "tripoli"]
    assert not {*where(state, "br_2arm", "in_bg-1")} & {"msus", "mechili"}


@pytest.mark.rule("5.3b", "13.81e")
def test_battlegroups_can_be_rebuilt() -> None:
    state = pocket(**{"it_bg-1": "halfaya"})
    for around in ("bardia", "sidi_azeiz", "sidi_suleiman", "sidi_barrani"):
        state.control[SPACE[around]] = ALLIED
    state.rebuild()
    attrition(state, ())
    assert where(state, "in_bg-1", "it_bg-1") == ["allied_replaceable", "axis_replaceable"]
    assert not state.reduced


@pytest.mark.rule("5.3c", "13.81d")
def test_divisions_are_lost_for_good() -> None:
    state = pocket()
    attrition(state, ())
    assert where(state, "br_2arm") == ["eliminated"]


@pytest.mark.rule("13.81b", "13.81c")
def test_both_sides_lose_their_units_at_the_same_time() -> None:
    """An Allied ring round Bardia, itself without supply: when the ring is gone, Bardia's garrison is too."""
    ring = ["gambut", "sidi_azeiz", "halfaya", "sidi_omar"]
    placed = {"it_62": "bardia"} | {f"br_bg-{n}": space for n, space in enumerate(ring, start=1)}
    state = theatre(placed, axis=["sidi_suleiman", "sidi_barrani", "bir_el_kenaysis", "mersa_matruh", "el_daba"])
    attrition(state, ())
    assert where(state, "it_62") == ["eliminated"]
    assert {*where(state, *[name for name in placed if name != "it_62"])} == {"allied_replaceable"}


@pytest.mark.rule("5.3d", "13.82a", "3.0t")
def test_spaces_without_supply_change_control() -> None:
    state = pocket()
    assert space_ids(unsuppliable(state, ALLIED)) == {*POCKET}
    attrition(state, ())
    assert not spaces(*POCKET) & ~state.controls[AXIS]
    assert state.control[SPACE["cairo"]] == ALLIED


@pytest.mark.rule("13.82a", "16.0b")
def test_a_victory_space_counts_when_it_changes_control() -> None:
    """Bardia, Axis and cut off, falls to the Allies; Tobruk has a port."""
    ring = ["gambut", "sidi_azeiz"]
    state = theatre(allied=ring)
    attrition(state, ())
    assert state.control[SPACE["bardia"]] == ALLIED
    assert state.control[SPACE["tobruk"]] == AXIS
    assert state.points == 9


@pytest.mark.rule("13.82d")
def test_control_is_judged_for_both_sides_on_one_position() -> None:
    """Two pockets that lie on each other: both fall, though either would feed the other's enemy afterwards."""
    state = theatre(
        axis=["el_daba", "mersa_matruh", "bab_el_qattara", "bir_el_kenaysis", "sidi_suleiman", "sidi_barrani"],
        allied=["bardia", "sidi_azeiz", "sidi_omar", "gambut"],
    )
    lost = [space_ids(unsuppliable(state, side)) for side in (AXIS, ALLIED)]
    assert lost[AXIS] == {
        *("el_daba", "mersa_matruh", "bab_el_qattara", "bir_el_kenaysis", "sidi_suleiman", "sidi_barrani"),
    }
    assert lost[ALLIED] == {"halfaya", "bardia", "sidi_azeiz", "sidi_omar", "gambut"}
    attrition(state, ())
    assert lost[AXIS] <= space_ids(state.controls[ALLIED])
    assert lost[ALLIED] <= space_ids(state.controls[AXIS])


@pytest.mark.rule("13.82d")
def test_a_unit_that_is_removed_does_not_hold_its_space() -> None:
    state = pocket()
    attrition(state, ())
    assert state.control[SPACE["msus"]] == AXIS


@pytest.mark.rule("13.82b")
@pytest.mark.parametrize("scenario", [0, 1])
def test_nothing_changes_at_the_start(scenario: int) -> None:
    """Oases, the west, boxes and Malta are closed, and nobody loses them."""
    state = lay_out(DATA, scenario, {})
    before = state.control[:]
    attrition(state, ())
    assert state.control == before
    assert decision(state) == ""


@pytest.mark.rule("13.82b")
def test_closed_spaces_never_change_control() -> None:
    """Everything else is lost: the Axis without Tripoli and Addis Ababa, the Allies without the Canal."""
    state = theatre(allied=["tripoli", "addis_ababa", "beirut"])
    axis = unsuppliable(state, AXIS)
    closed = DATA.regions["Algeria-Tunisia"] | spaces("sicily", "giarabub", "jalo", "kufra", "murzuk")
    assert not axis & closed
    assert axis & DATA.regions["Libya"]
    state = theatre(axis=["port_said", "suez"])
    allied = unsuppliable(state, ALLIED)
    assert not allied & spaces(
        "malta", "chad", "deep_desert", "india", "persia", "south_africa", "siwa", "bahariya"
    )
    assert {"cairo", "khartoum", "aden", "jerusalem", "basra"} <= space_ids(allied)


@pytest.mark.rule("13.82b")
def test_oases_and_the_west_count_once_they_are_open() -> None:
    state = theatre(events=["long_range_desert_group"], allied=["giarabub"])
    assert not unsuppliable(state, ALLIED) & spaces("giarabub"), "the desert group is fed from the Deep Desert"
    assert space_ids(unsuppliable(state, AXIS) & spaces("kufra", "murzuk", "jalo")) == set()
    cut = theatre(events=["long_range_desert_group"], allied=["jalo"])
    assert space_ids(unsuppliable(cut, AXIS)) == {"kufra"}
    state = theatre(events=["torch"], allied=["medjez_el_bab", "mateur", "sousse"])
    assert not unsuppliable(state, AXIS) & spaces("tunis", "bizerte")
    assert space_ids(unsuppliable(state, ALLIED)) == {"medjez_el_bab", "mateur", "sousse"}


@pytest.mark.rule("13.82c")
def test_italian_east_africa_without_addis_ababa() -> None:
    state = theatre(allied=["addis_ababa"])
    kept = DATA.regions["East Africa"] & state.controls[AXIS] & ~unsuppliable(state, AXIS)
    mountains = {"keren", "amba_alagi", "gondar", "dessie", "ghimbi", "harar"}
    assert space_ids(kept) == mountains | {"massawa"}


@pytest.mark.rule("13.82a")
def test_any_nation_of_a_side_may_hold_a_space() -> None:
    """Ruling: Syria is held by the Vichy French, Iraq by active Iraqis, Egyptian victory spaces by Egyptians who
    have risen."""
    held = ["mosul", "baghdad", "aswan", "cairo"]
    state = theatre(axis=held, allied=["tripoli"])
    assert not unsuppliable(state, AXIS) & DATA.regions["Syria"]
    assert {*held} <= space_ids(unsuppliable(state, AXIS))
    state = theatre(axis=held, allied=["tripoli"], iraq_active=1, events=["egyptian_uprising"])
    assert not {*held} & space_ids(unsuppliable(state, AXIS))


@pytest.mark.rule("13.91a", "13.82a")
def test_supplies_are_captured_by_attrition_too() -> None:
    """Ruling: Benghazi falls because nobody can supply it."""
    state = theatre({"it_27": "agedabia"}, allied=["benghazi"], reduced=["it_27"])
    attrition(state, ())
    assert decision(state) == "captured-supply"
    play(state, "restore:it_27")
    assert not names(state.reduced)


def test_neutrals_survive() -> None:
    state = lay_out(DATA, 0, {})
    attrition(state, ())
    assert all(state.place[unit] >= 0 for unit in ones(DATA.nations["IR"] | DATA.nations["VF"]))
