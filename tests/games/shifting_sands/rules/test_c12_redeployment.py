"""12, 7.3: redeployment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import ROUND
from sandtable.games.shifting_sands.rules.c10_regions import domain
from sandtable.games.shifting_sands.rules.c12_destinations import destinations
from sandtable.games.shifting_sands.rules.c12_redeployment import begin_redeployment, movable
from sandtable.games.shifting_sands.state import Theatre, alike, inactive, put
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import push
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    decision,
    legal,
    names,
    number,
    play,
    run,
    space_ids,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
LRDG = "long_range_desert_group"


def redeploy(state: Theatre, points: int, side: int = ALLIED) -> Theatre:
    begin_redeployment(state, side, points)
    return run(state)


def ends(placed: dict[str, str], unit: str, **fields: Any) -> set[str]:
    """Where a unit can redeploy to."""
    return space_ids(destinations(theatre(placed, **fields), number(unit)))


# Points


@pytest.mark.rule("12.2a")
@pytest.mark.parametrize("reduced", [(), ("br_bg-1",)])
def test_a_battlegroup_costs_one_point(reduced: tuple[str, ...]) -> None:
    state = redeploy(theatre({"br_bg-1": "cairo", "au_bg-1": "suez"}, reduced=reduced), 1)
    play(state, "unit:br_bg-1", "to:Suez")
    assert (state.left, decision(state), where(state, "br_bg-1")) == (0, "", ["suez"])
    assert state.reduced == units(*reduced)


@pytest.mark.rule("12.2b")
@pytest.mark.parametrize("reduced", [(), ("br_50",)])
def test_a_division_costs_three_points(reduced: tuple[str, ...]) -> None:
    placed = {"br_50": "cairo", "br_bg-1": "suez"}
    state = redeploy(theatre(placed, reduced=reduced), 2)
    assert legal(state, "unit") == {"unit:br_bg-1"}
    assert why_not(state, "unit:br_50") == "12.2"
    state = redeploy(theatre(placed, reduced=reduced), 3)
    play(state, "unit:br_50", "to:Suez")
    assert (state.left, decision(state)) == (0, "")


@pytest.mark.rule("12.3a")
def test_a_unit_redeploys_once_in_an_action() -> None:
    state = redeploy(theatre({"br_bg-1": "cairo", "au_bg-1": "suez"}), 3)
    play(state, "unit:br_bg-1", "to:Suez")
    assert legal(state, "unit") == {"unit:au_bg-1"}
    assert why_not(state, "unit:br_bg-1") == "12.3"


@pytest.mark.rule("12.3b")
def test_a_unit_redeploys_again_with_another_card() -> None:
    state = redeploy(theatre({"br_bg-1": "cairo"}), 1)
    play(state, "unit:br_bg-1", "to:Suez")
    state.clear("action")
    redeploy(state, 1)
    assert legal(state, "unit") == {"unit:br_bg-1"}


@pytest.mark.rule("12.4a", "7.31a")
def test_points_are_divided_freely() -> None:
    state = redeploy(theatre({"br_50": "cairo", "us_bg-1": "suez", "ff_bg-1": "allied_reserve"}), 5)
    play(state, "unit:us_bg-1", "to:Alexandria", "unit:br_50", "to:Suez", "unit:ff_bg-1", "to:Port-Said")
    assert where(state, "us_bg-1", "br_50", "ff_bg-1") == ["alexandria", "suez", "port_said"]
    assert (state.left, decision(state)) == (0, "")


@pytest.mark.rule("12.4a")
def test_points_need_not_be_spent() -> None:
    state = redeploy(theatre({"br_bg-1": "cairo"}), 3)
    play(state, "done")
    assert decision(state) == ""


# Supply


@pytest.mark.rule("12.5a", "13.72a", "13.11c")
def test_units_out_of_supply_do_not_redeploy() -> None:
    placed = {"br_bg-1": "mechili", "au_bg-1": "suez"}
    state = redeploy(theatre(placed, allied=["msus"]), 3)
    assert legal(state, "unit") == {"unit:au_bg-1"}
    assert why_not(state, "unit:br_bg-1") == "12.5"
    linked = theatre(placed, allied=["gazala", "tobruk"])
    assert "unit:br_bg-1" in legal(redeploy(linked, 3))


@pytest.mark.rule("10.41b")
def test_units_that_are_not_active_do_not_redeploy() -> None:
    state = redeploy(theatre({"vf_bg-1": "beirut", "it_bg-1": "tripoli"}), 3, AXIS)
    assert legal(state, "unit") == {"unit:it_bg-1"}
    assert why_not(state, "unit:vf_bg-1") == "10.41"


# By land


@pytest.mark.rule("12.6a", "12.6b", "12.6e")
def test_by_land_through_own_spaces_to_an_own_space() -> None:
    """The Axis holds Sidi Barrani, so that Halfaya is reached by Bir el Kenaysis only; enemies stand beside it."""
    placed = {"br_50": "cairo", "it_17": "bardia", "it_27": "sidi_barrani"}
    found = ends(placed, "br_50")
    assert {"alexandria", "mersa_matruh", "sidi_suleiman", "halfaya", "jerusalem", "haifa"} <= found
    assert not found & {"cairo", "sidi_barrani", "bardia", "sidi_azeiz", "tobruk"}
    cut = ends(placed, "br_50", axis=["bir_el_kenaysis"])
    assert "mersa_matruh" in cut
    assert not cut & {"sidi_suleiman", "halfaya"}


@pytest.mark.rule("12.6a")
def test_the_space_must_be_in_supply() -> None:
    """Italians on Keren live on what they have, and those who leave it do not: Addis Ababa is lost."""
    placed = {"it_bg-1": "keren"}
    assert ends(placed, "it_bg-1", allied=["addis_ababa"]) >= {"massawa", "amba_alagi", "gondar"}
    assert "mega" not in ends({"it_bg-1": "ghimbi"}, "it_bg-1", allied=["addis_ababa"])
    open_ground = ends({"it_bg-1": "harar"}, "it_bg-1", allied=["addis_ababa"])
    assert open_ground == set()
    assert {"jijiga", "mogadishu"} <= ends({"it_bg-1": "harar"}, "it_bg-1")


@pytest.mark.rule("12.6c")
def test_land_redeployment_follows_lines_that_the_unit_may_use() -> None:
    placed = {"br_50": "bir_el_kenaysis", "br_bg-1": "bir_el_kenaysis", "sa_bg-1": "south_africa"}
    assert "siwa" not in ends(placed, "br_bg-1")
    assert "siwa" in ends(placed, "br_bg-1", events=[LRDG])
    assert "siwa" not in ends(placed, "br_50", events=[LRDG])
    assert {"nairobi", "marsabit"} <= ends(placed, "sa_bg-1")
    assert not ends({"it_17": "tripoli"}, "it_17") & {"medenine", "tunis"}


@pytest.mark.rule("10.51c")
def test_nobody_redeploys_to_the_west_before_torch() -> None:
    assert not ends({"it_17": "tripoli"}, "it_17") & space_names_of("Algeria-Tunisia")
    assert ends({"it_17": "tripoli"}, "it_17", events=["torch"]) >= {"medenine", "tunis", "gabes"}


def space_names_of(region: str) -> set[str]:
    return space_ids(DATA.regions[region])


@pytest.mark.rule("10.422b")
def test_the_allies_redeploy_through_inactive_iraqis_and_not_to_them() -> None:
    placed = {"in_bg-1": "basra", "ir_bg-1": "baghdad", "ir_bg-2": "samawah"}
    neutral = theatre(placed)
    for space in ("baghdad", "samawah"):
        neutral.control[SPACE[space]] = ALLIED
    neutral.rebuild()
    found = space_ids(destinations(neutral, number("in_bg-1")))
    assert {"habbaniyah", "mosul"} <= found
    assert not found & {"baghdad", "samawah"}
    assert "habbaniyah" not in ends(placed, "in_bg-1", iraq_active=1)


@pytest.mark.rule("12.61a", "12.61b")
def test_whoever_crosses_between_khartoum_and_aswan_stops_there() -> None:
    placed = {"br_50": "cairo", "br_44": "kassala"}
    north = ends(placed, "br_50")
    assert "khartoum" in north
    assert not north & {"kassala", "gallabat"}
    south = ends(placed, "br_44")
    assert {"khartoum", "aswan", "gallabat"} <= south
    assert not south & {"cairo", "alexandria", "suez"}


@pytest.mark.rule("12.61a")
def test_the_axis_does_not_redeploy_between_khartoum_and_aswan() -> None:
    state = theatre({"it_bg-1": "khartoum"}, axis=["aswan", "cairo", "alexandria"])
    assert "aswan" not in space_ids(destinations(state, number("it_bg-1")))


# The LRDG


@pytest.mark.rule("12.6d", "12.8g")
def test_the_lrdg_goes_from_deep_desert_to_cairo_and_back_without_a_path() -> None:
    oases = ["siwa", "bahariya", "giarabub"]
    assert "cairo" in ends({"br_lrdg": "deep_desert"}, "br_lrdg", events=[LRDG], axis=oases)
    assert "deep_desert" in ends({"br_lrdg": "cairo"}, "br_lrdg", events=[LRDG], axis=oases)
    assert "deep_desert" in ends({"br_lrdg": "allied_reserve"}, "br_lrdg", events=[LRDG], axis=oases)
    assert "deep_desert" not in ends({"br_lrdg": "alexandria"}, "br_lrdg", events=[LRDG], axis=oases)
    assert "cairo" not in ends({"br_lrdg": "deep_desert"}, "br_lrdg", events=[LRDG], axis=[*oases, "cairo"])


@pytest.mark.rule("12.81a")
def test_the_lrdg_redeploys_like_any_battlegroup() -> None:
    found = ends({"br_lrdg": "alexandria"}, "br_lrdg", events=[LRDG])
    assert {"cairo", "port_said", "jerusalem", "allied_reserve", "siwa"} <= found


@pytest.mark.rule("12.81b")
def test_only_the_lrdg_redeploys_to_deep_desert() -> None:
    placed = {"br_bg-1": "siwa", "br_lrdg": "siwa", "br_bg-2": "allied_reserve"}
    assert "deep_desert" in ends(placed, "br_lrdg", events=[LRDG])
    assert "deep_desert" not in ends(placed, "br_bg-1", events=[LRDG])
    assert "deep_desert" not in ends(placed, "br_bg-2", events=[LRDG])
    state = redeploy(theatre(placed, events=[LRDG]), 3)
    play(state, "unit:br_bg-1")
    assert why_not(state, "to:Deep-Desert") == "12.81"


# By sea


@pytest.mark.rule("12.7a", "12.7b", "12.72a")
def test_the_allies_sail_between_their_ports() -> None:
    """From Berbera, which the Italians have cut off."""
    found = ends({"br_50": "berbera"}, "br_50", allied=["tobruk"])
    ports = {"mersa_matruh", "alexandria", "port_said", "suez", "haifa", "basra", "nairobi", "tobruk", "aden"}
    assert found == ports | {"south_africa", "persia", "india"}
    assert not ends({"br_50": "berbera"}, "br_50", axis=["alexandria"]) & {"alexandria", "tobruk", "cairo"}


@pytest.mark.rule("12.7b")
def test_a_voyage_begins_in_a_port() -> None:
    assert "nairobi" not in ends({"br_50": "cairo"}, "br_50")
    assert "nairobi" in ends({"br_50": "alexandria"}, "br_50")


@pytest.mark.rule("12.71a")
def test_the_axis_sails_between_libya_egypt_and_sicily() -> None:
    assert ends({"it_17": "sicily"}, "it_17") == {"tripoli", "benghazi", "tobruk"}
    more = ends({"it_17": "sicily"}, "it_17", axis=["alexandria", "haifa", "basra"], allied=["benghazi"])
    assert more == {"tripoli", "tobruk", "alexandria"}
    assert ends({"it_bg-1": "massawa"}, "it_bg-1", allied=["keren", "amba_alagi"]) == set()


@pytest.mark.rule("12.71b", "12.71c")
def test_tunis_and_bizerte_are_ports_of_the_axis_after_torch() -> None:
    sailing = {"it_17": "sicily", "br_50": "alexandria"}
    assert not ends(sailing, "it_17") & {"tunis", "bizerte"}
    assert {"tunis", "bizerte"} <= ends(sailing, "it_17", events=["torch"])
    taken = theatre(sailing, events=["torch"], allied=["bizerte"])
    assert "bizerte" not in space_ids(destinations(taken, number("it_17")))
    assert "bizerte" not in space_ids(destinations(taken, number("br_50")))


@pytest.mark.rule("12.72b", "12.72c")
def test_casablanca_oran_and_algiers_are_ports_of_the_allies_after_torch() -> None:
    sailing = {"br_50": "alexandria", "it_17": "sicily"}
    torch_ports = ["casablanca", "oran", "algiers"]
    assert set(torch_ports) <= ends(sailing, "br_50", events=["torch"], allied=torch_ports)
    lost = theatre(sailing, events=["torch"], allied=torch_ports[:2])
    assert "algiers" not in space_ids(destinations(lost, number("br_50")))
    assert "algiers" not in space_ids(destinations(lost, number("it_17")))


@pytest.mark.rule("12.73a")
@pytest.mark.parametrize(("unit", "place"), [("br_bg-1", "alexandria"), ("it_bg-1", "sicily")])
def test_nobody_redeploys_to_malta(unit: str, place: str) -> None:
    state = redeploy(theatre({unit: place}, events=["herkules"]), 3, DATA.owners[number(unit)])
    play(state, f"unit:{unit}")
    assert "to:Malta" not in legal(state)
    assert why_not(state, "to:Malta") == "12.73"


# To and from the Reserve box


@pytest.mark.rule("12.8a")
def test_from_the_reserve_to_a_source_of_supply() -> None:
    assert ends({"br_bg-1": "allied_reserve"}, "br_bg-1") == {"port_said", "suez"}
    assert ends({"it_bg-1": "axis_reserve"}, "it_bg-1") == {"tripoli", "addis_ababa"}
    assert ends({"ge_bg-1": "axis_reserve"}, "ge_bg-1") == {"tripoli"}
    assert ends({"ge_bg-1": "axis_reserve"}, "ge_bg-1", events=["torch"]) == {"tripoli", "tunis"}
    assert ends({"br_bg-1": "allied_reserve"}, "br_bg-1", axis=["suez"]) == {"port_said"}


@pytest.mark.rule("12.8b")
def test_from_the_reserve_to_units_of_the_nation() -> None:
    placed = {"br_bg-1": "allied_reserve", "br_50": "mersa_matruh", "au_6": "halfaya", "br_bg-2": "nairobi"}
    assert ends(placed, "br_bg-1") == {"port_said", "suez", "mersa_matruh", "nairobi"}


@pytest.mark.rule("12.8c")
def test_from_the_reserve_within_the_limit_of_a_space() -> None:
    placed = {"br_bg-1": "allied_reserve", "br_50": "mersa_matruh", "br_44": "mersa_matruh"}
    assert "mersa_matruh" in ends(placed, "br_bg-1")
    placed["au_bg-1"] = "mersa_matruh"
    assert "mersa_matruh" not in ends(placed, "br_bg-1")
    state = redeploy(theatre(placed), 1)
    play(state, "unit:br_bg-1")
    assert why_not(state, "to:Mersa-Matruh") == "8.1"


@pytest.mark.rule("12.8d")
@pytest.mark.parametrize("minor", ["ff_bg-1", "gk_bg", "pl_bg"])
def test_minor_allies_count_as_british(minor: str) -> None:
    placed = {minor: "allied_reserve", "br_50": "mersa_matruh", "au_6": "halfaya"}
    found = ends(placed, minor)
    assert "mersa_matruh" in found
    assert "halfaya" not in found


@pytest.mark.rule("12.8e")
def test_the_vichy_french_leave_the_reserve_for_syria() -> None:
    placed = {"vf_bg-1": "axis_reserve", "vf_bg-2": "damascus", "vf_bg-3": "mosul", "vf_bg-4": "aleppo"}
    found = ends(placed, "vf_bg-1", vichy_active=1, iraq_active=1, events=["unternehmen_irak"])
    assert found == {"beirut", "damascus", "aleppo"}


@pytest.mark.rule("12.8f")
def test_the_iraqis_leave_the_reserve_for_iraq() -> None:
    placed = {"ir_bg-1": "axis_reserve", "ir_bg-2": "mosul", "ir_bg-3": "hassetche", "ir_bg-4": "baghdad"}
    found = ends(placed, "ir_bg-1", vichy_active=1, iraq_active=1, events=["unternehmen_irak"])
    assert found == {"mosul", "baghdad"}


@pytest.mark.rule("12.82a")
def test_no_path_is_needed_from_the_reserve() -> None:
    placed = {"br_bg-1": "allied_reserve", "br_bg-2": "tobruk"}
    assert "tobruk" in ends(placed, "br_bg-1")


@pytest.mark.rule("12.82b")
def test_the_space_reached_from_the_reserve_is_in_supply() -> None:
    placed = {"br_bg-1": "allied_reserve", "br_bg-2": "mechili", "au_bg-1": "gazala", "it_bg-1": "tobruk"}
    assert "mechili" not in ends(placed, "br_bg-1")
    state = redeploy(theatre(placed), 1)
    play(state, "unit:br_bg-1")
    assert why_not(state, "to:Mechili") == "12.82"
    assert why_not(state, "to:Tobruk") == "12.6"


IRAK: dict[str, Any] = {"iraq_active": 1, "vichy_active": 1, "events": ["unternehmen_irak"]}


@pytest.mark.rule("12.83a")
def test_a_german_battlegroup_a_turn_flies_to_the_near_east() -> None:
    placed = {
        "ge_bg-1": "axis_reserve",
        "ge_bg-2": "axis_reserve",
        "ge_abg-1": "axis_reserve",
        "it_bg-1": "axis_reserve",
        "vf_bg-1": "aleppo",
        "ir_bg-1": "mosul",
        "ge_5mtn": "palmyra",
    }
    state = redeploy(theatre(placed, axis=["baghdad"], **IRAK), 3, AXIS)
    assert {"aleppo", "mosul"} <= space_ids(destinations(state, number("ge_bg-1")))
    assert not {"aleppo", "mosul"} & space_ids(destinations(state, number("ge_abg-1")))
    assert not {"aleppo", "mosul"} & space_ids(destinations(state, number("it_bg-1")))
    play(state, "unit:ge_bg-1", "to:Mosul")
    assert not {"aleppo"} & space_ids(destinations(state, number("ge_bg-2")))
    state.clear("turn")
    assert "aleppo" in space_ids(destinations(state, number("ge_bg-2")))


@pytest.mark.rule("12.83a")
def test_the_flight_is_not_used_up_by_whoever_needs_none() -> None:
    """Beirut is a source for the Germans anyway, and Germans are in Palmyra."""
    placed = {"ge_bg-1": "axis_reserve", "ge_bg-2": "axis_reserve", "vf_bg-1": "beirut", "ge_5mtn": "palmyra"}
    state = redeploy(theatre(placed, **IRAK), 3, AXIS)
    play(state, "unit:ge_bg-1", "to:Beirut", "unit:ge_bg-2", "to:Palmyra")
    assert state.lift_used == 0


@pytest.mark.rule("12.83a")
def test_nobody_flies_before_unternehmen_irak() -> None:
    placed = {"ge_bg-1": "axis_reserve", "vf_bg-1": "aleppo", "ir_bg-1": "mosul"}
    assert ends(placed, "ge_bg-1", iraq_active=1, vichy_active=1) == {"tripoli"}


@pytest.mark.rule("12.84a")
def test_battlegroups_go_to_the_reserve_and_divisions_do_not() -> None:
    placed = {"br_bg-1": "cairo", "br_50": "cairo", "it_bg-1": "tobruk"}
    assert "allied_reserve" in ends(placed, "br_bg-1")
    assert "axis_reserve" in ends(placed, "it_bg-1")
    state = redeploy(theatre(placed), 3)
    play(state, "unit:br_50")
    assert why_not(state, "to:Allied-Reserve") == "12.84"


@pytest.mark.rule("12.84b")
def test_italians_in_east_africa_do_not_go_to_the_reserve() -> None:
    state = redeploy(theatre({"it_bg-1": "harar", "it_bg-2": "tobruk"}), 1, AXIS)
    play(state, "unit:it_bg-1")
    assert why_not(state, "to:Axis-Reserve") == "12.84"
    assert "axis_reserve" in ends({"it_bg-2": "tobruk"}, "it_bg-2")


@pytest.mark.rule("8.2c")
def test_too_many_units_in_a_space_cost_the_excess() -> None:
    placed = {"br_bg-1": "cairo", "br_bg-2": "suez", "au_bg-1": "suez", "nz_bg-1": "suez"}
    state = redeploy(theatre(placed), 1)
    play(state, "unit:br_bg-1", "to:Suez")
    assert decision(state) == "overstacked"
    play(state, "remove:br_bg-1")
    assert (decision(state), where(state, "br_bg-1")) == ("", ["eliminated"])


@pytest.mark.rule("12.7a")
def test_a_voyage_may_end_where_there_is_no_supply() -> None:
    """Benghazi is no port for lines of supply, and the Allies are all about it."""
    around = ["agedabia", "msus", "charruba", "cyrene"]
    assert "benghazi" in ends({"it_17": "tripoli"}, "it_17", allied=around)
    assert "benghazi" not in ends({"it_17": "homs"}, "it_17", allied=around)


@pytest.mark.rule("12.8g", "12.5a")
def test_the_lrdg_in_cairo_needs_supply() -> None:
    cut_off = ["alexandria", "el_alamein", "port_said", "suez", "aswan", "bahariya"]
    assert ends({"br_lrdg": "cairo"}, "br_lrdg", events=[LRDG], axis=cut_off) == set()


@pytest.mark.rule("12.8b", "12.8d")
def test_british_go_to_minor_allies_and_americans_are_a_nation_of_their_own() -> None:
    placed = {"br_bg-1": "allied_reserve", "pl_bg": "halfaya", "usff_bg-1": "allied_reserve", "us_bg-1": "cairo"}
    assert "halfaya" in ends(placed, "br_bg-1")
    assert "cairo" not in ends(placed, "usff_bg-1")
    placed["usff_bg-2"] = "cairo"
    assert "cairo" in ends(placed, "usff_bg-1")


@pytest.mark.rule("12.8b")
def test_whoever_came_in_the_same_action_counts_as_being_there() -> None:
    placed = {"br_50": "alexandria", "br_bg-1": "allied_reserve"}
    state = redeploy(theatre(placed, allied=["tobruk"]), 4)
    assert "tobruk" not in space_ids(destinations(state, number("br_bg-1")))
    play(state, "unit:br_50", "to:Tobruk", "unit:br_bg-1", "to:Tobruk")
    assert where(state, "br_50", "br_bg-1") == ["tobruk", "tobruk"]


@pytest.mark.rule("12.83a")
def test_the_flight_asks_for_room_and_control_but_not_for_supply() -> None:
    placed = {"ge_bg-1": "axis_reserve", "vf_bg-1": "palmyra", "vf_bg-2": "axis_reserve"}
    cut_off = ["damascus", "aleppo", "deir_ez_zor", "beirut"]
    assert ends(placed, "ge_bg-1", allied=cut_off, **IRAK) == {"tripoli", "palmyra"}
    full = {**placed, "vf_bg-3": "palmyra", "vf_bg-4": "palmyra"}
    assert ends(full, "ge_bg-1", allied=cut_off, **IRAK) == {"tripoli"}


@pytest.mark.rule("12.6a", "12.7a", "12.8a")
@pytest.mark.parametrize(
    ("unit", "placed", "goal", "rule"),
    [
        ("br_50", {"br_50": "cairo"}, "Tobruk", "12.6"),
        ("br_50", {"br_50": "cairo"}, "Nairobi", "12.7"),
        ("br_50", {"br_50": "cairo"}, "Gallabat", "12.61"),
        ("br_50", {"br_50": "cairo"}, "Axis-Reserve", "12.1"),
        ("br_50", {"br_50": "alexandria"}, "Kassala", "12.61"),
        ("br_bg-1", {"br_bg-1": "cairo"}, "Siwa", "9.21"),
        ("br_bg-1", {"br_bg-1": "allied_reserve"}, "Cairo", "12.8"),
        ("ff_bg-1", {"ff_bg-1": "allied_reserve"}, "Jerusalem", "12.8"),
    ],
)
def test_a_refused_space_has_its_reason(unit: str, placed: dict[str, str], goal: str, rule: str) -> None:
    state = redeploy(theatre(placed), 3)
    play(state, f"unit:{unit}")
    assert f"to:{goal}" not in legal(state)
    assert why_not(state, f"to:{goal}") == rule


@pytest.mark.parametrize(
    ("unit", "space", "goal", "rule", "fields"),
    [
        ("br_bg-1", "alexandria", "Tobruk", "12.72", {"allied": ["tobruk"], "events": ["torch"]}),
        ("it_bg-1", "sicily", "Tunis", "12.71", {"events": ["torch"]}),
        ("br_bg-1", "cairo", "Khartoum", "12.61", {}),
        ("br_bg-1", "cairo", "Alexandria", "12.6", {}),
        ("br_bg-1", "cairo", "Allied-Reserve", "12.84", {}),
        ("br_lrdg", "cairo", "Deep-Desert", "12.81", {"events": [LRDG]}),
        ("it_bg-1", "axis_reserve", "Tripoli", "12.8", {}),
    ],
)
def test_the_log_names_the_paragraph(unit: str, space: str, goal: str, rule: str, fields: dict[str, Any]) -> None:
    state = redeploy(theatre({unit: space}, **fields), 1, DATA.owners[number(unit)])
    told = play(state, f"unit:{unit}", f"to:{goal}")
    assert [(event.kind, event.rule) for event in told] == [("redeploys", rule)]


# Cards for redeployment


def acting(state: Theatre) -> Theatre:
    state.round = 1
    push(state, ROUND)
    return run(state)


@pytest.mark.rule("7.32a", "3.0ai")
@pytest.mark.parametrize("name", ["X01", "X02", "X15", "X16"])
def test_the_points_are_the_operations_value(name: str) -> None:
    state = acting(theatre({"it_bg-1": "tripoli"}, axis_hand=[name]))
    play(state, f"redeploy:{name}")
    assert state.left == DATA.cards[DATA.nouns["card"].index(name)].operations


@pytest.mark.rule("7.33a", "7.33b")
def test_not_twice_in_a_row_but_across_a_turn() -> None:
    hand = ["X01", "X02", "X03"]
    state = acting(theatre({"it_bg-1": "tripoli", "br_bg-1": "cairo"}, axis_hand=hand))
    play(state, "redeploy:X01", "done", "automatic", "done")
    assert why_not(state, "redeploy:X02") == "7.33"
    last = state.copy()
    play(state, "automatic", "done", "automatic", "done")
    assert "redeploy:X02" in legal(state)
    last.clear("turn")
    assert "redeploy:X02" in legal(last)


# Nothing is offered that leads nowhere


@pytest.mark.rule("12.6a", "12.8a")
@pytest.mark.parametrize("seed", range(20))
def test_a_unit_is_offered_if_there_is_somewhere_to_go(seed: int) -> None:
    rng = Random(seed)
    played = [key for key in (LRDG, "torch", "exporters", "unternehmen_irak") if rng.random() < 0.5]
    state = theatre(events=played, iraq_active=rng.randrange(2), vichy_active=rng.randrange(2))
    for unit in rng.sample(range(len(DATA.units)), 60):
        side = DATA.owners[unit]
        free = domain(state, unit) & ~state.occupied[1 - side] & state.controls[side]
        if free and rng.random() < 0.7:
            put(state, unit, rng.choice(ones(free)))
        elif not DATA.units[unit].division:
            put(state, unit, SPACE["axis_reserve" if side == AXIS else "allied_reserve"])
    for space in rng.sample(range(len(DATA.spaces)), 30):
        if space not in state.stacks and DATA.spaces[space].on_map:
            state.control[space] = rng.randrange(2)
    state.rebuild()
    for side in (AXIS, ALLIED):
        state.left = rng.choice((2, 3))
        able = sum(
            1 << unit
            for unit in ones(DATA.own[side] & ~inactive(state))
            if state.place[unit] >= 0
            and (state.left >= 3 or not DATA.units[unit].division)
            and destinations(state, unit)
        )
        assert names(movable(state, side)) == names(alike(state, able))


def test_a_redeployment_without_anybody_to_go_anywhere_is_over() -> None:
    state = redeploy(theatre({"br_50": "cairo"}), 2)
    assert decision(state) == ""
