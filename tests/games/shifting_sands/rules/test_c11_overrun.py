"""11.47: overruns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_overrun import is_overrun
from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, Theatre
from tests.games.shifting_sands.aftermath import after_fire, choice, go, spaces_for, units_for
from tests.games.shifting_sands.fights import options as with_options
from tests.games.shifting_sands.theatre import decision, legal, names, play, units, where, why_not

GAME = "shifting-sands"
rule = pytest.mark.rule


def azeiz(*defenders: str, **facts: Any) -> Theatre:
    """Axis units in Sidi Azeiz have been attacked by infantry from Halfaya, and the result was in bold type."""
    others = facts.pop("others", {})
    placed = dict.fromkeys(defenders, "sidi_azeiz") | {"in_4": "halfaya"} | others
    usual: dict[str, Any] = {"step": "overrun", "bold": 1, "inflicts": 2}
    return after_fire(placed, "sidi_azeiz", ["in_4"], **usual | facts)


# Is it one (11.47, 11.472)?


@rule("11.47a", "11.47b", "11.47c")
def test_a_bold_result_that_is_higher_overruns_even_without_armour() -> None:
    assert decision(azeiz("it_17", inflicts=2, suffers=1)) == "displacing"


@rule("11.47c")
def test_by_the_switch_only_armour_overruns() -> None:
    """Armour that was lost in the battle counts too; armour of the defender does not."""
    switched: dict[str, Any] = {"options": with_options("11.47"), "step": "displace"}
    assert not is_overrun(azeiz("it_17", "it_132", **switched))
    assert is_overrun(azeiz("it_17", engaged=units("in_4", "br_7arm", "it_17"), **switched))


@rule("11.47a")
@pytest.mark.parametrize(("bold", "suffers"), [(0, 0), (1, 2), (1, 3)])
def test_a_result_that_is_not_bold_or_not_higher_does_not(bold: int, suffers: int) -> None:
    state = azeiz("it_17", inflicts=2, suffers=suffers, bold=bold, step="displace")
    assert not is_overrun(state)
    assert decision(state) == ("retreat" if not suffers else "")


@rule("11.472a", "11.472b", "11.472c")
@pytest.mark.parametrize(
    ("space", "origin", "terrain"),
    [("bardia", "halfaya", "a fort"), ("halfaya", "bardia", "mountains"), ("el_agheila", "agedabia", "a swamp")],
)
def test_nobody_is_overrun_in_a_fort_in_mountains_or_in_a_swamp(space: str, origin: str, terrain: str) -> None:
    state = after_fire({"it_17": space, "in_4": origin}, space, ["in_4"], step="displace", bold=1, inflicts=4)
    assert not is_overrun(state)
    assert decision(state) == "retreat"


@rule("11.57b", "11.64a")
def test_units_that_are_lost_because_they_had_retreated_are_not_overrun() -> None:
    """Nobody is left, and the attackers go as far as they move."""
    state = azeiz("it_17", "it_25", step="lose_retreated", fled=units("it_17", "it_25"), inflicts=5)
    assert where(state, "it_17", "it_25") == ["axis_replaceable"] * 2
    play(state, "advance:in_4")
    go(state, "to", "sidi_azeiz", "gambut", "tobruk")
    assert where(state, "in_4") == ["tobruk"]


# What it costs (11.47)


@rule("11.47d")
def test_every_unit_loses_a_step() -> None:
    state = azeiz("it_17", "it_25", "it_abg-1", inflicts=2)
    assert names(state.reduced) == {"it_17", "it_25", "it_abg-1"}
    assert decision(state) == "displacing"


@rule("11.47d")
@pytest.mark.parametrize(("number", "steps"), [(3, 1), (4, 2)])
def test_the_loss_number_counts_if_it_costs_more_steps(number: int, steps: int) -> None:
    """The loss factor of the division is 2; a battlegroup takes its place."""
    state = azeiz("it_17", inflicts=number, others={"it_bg-9": "axis_reserve"})
    while decision(state) == "loss":
        play(state, *legal(state))
    assert where(state, "it_17") == [("sidi_azeiz", "axis_replaceable")[steps - 1]]
    assert names(state.reduced) == ({"it_17"} if steps == 1 else set())


@rule("11.47d")
@pytest.mark.parametrize(("number", "decided"), [(2, "displacing"), (3, "loss")])
def test_the_owner_takes_a_number_that_costs_more_steps_as_he_takes_any(number: int, decided: str) -> None:
    """Two battlegroups: a step each makes two; a loss number of three makes three."""
    state = azeiz("it_bg-1", "it_abg-1", inflicts=number)
    assert decision(state) == decided
    if number == 3:
        play(state, "lose:it_bg-1", "lose:it_bg-1", "lose:it_abg-1")
        assert where(state, "it_bg-1", "it_abg-1") == ["axis_replaceable", "sidi_azeiz"]
        assert names(state.reduced) == {"it_abg-1"}
    else:
        assert names(state.reduced) == {"it_bg-1", "it_abg-1"}


@rule("11.47d")
def test_a_number_that_could_be_taken_with_fewer_steps_does_not_count() -> None:
    """Three steps of battlegroups would be more than two, but a step of the division absorbs as much as two."""
    state = azeiz("it_17", "it_bg-1", inflicts=3)
    assert names(state.reduced) == {"it_17", "it_bg-1"}
    assert decision(state) == "displacing"


@rule("11.47d", "11.44c")
def test_the_owner_says_which_division_gets_the_last_battlegroup() -> None:
    others = {"it_bg-9": "axis_reserve"}
    state = azeiz("it_17", "it_25", inflicts=2, reduced=["it_17", "it_25"], others=others)
    assert decision(state) == "overrun-step"
    assert units_for(state, "lose") == {"it_17", "it_25"}
    play(state, "lose:it_25")
    assert where(state, "it_25", "it_bg-9", "it_17") == ["axis_replaceable", "sidi_azeiz", "eliminated"]


@rule("11.47d", "11.44a")
def test_nobody_is_asked_if_there_are_battlegroups_for_all() -> None:
    others = {"it_bg-8": "axis_reserve", "it_bg-9": "axis_reserve"}
    state = azeiz("it_17", "it_25", inflicts=2, reduced=["it_17", "it_25"], others=others)
    assert decision(state) == "displacing"
    assert where(state, "it_17", "it_25") == ["axis_replaceable"] * 2
    assert where(state, "it_bg-8", "it_bg-9") == ["sidi_azeiz"] * 2


# Where the survivors go (11.47, 11.471)


@rule("11.47e", "11.47f", "11.47h")
def test_axis_survivors_go_to_el_agheila_to_tarhuna_or_to_the_nearest_source() -> None:
    state = azeiz("ge_15")
    assert SANDS.actor(state) == AXIS
    assert spaces_for(state, "displace") == {"el_agheila", "tarhuna", "tripoli"}
    assert why_not(state, choice("displace", "benghazi")) == "11.47h"
    go(state, "displace", "tarhuna")
    assert where(state, "ge_15") == ["tarhuna"]
    assert decision(state) == "advance"


@rule("11.47g")
def test_allied_survivors_go_to_alexandria_to_cairo_or_to_the_nearest_source() -> None:
    """Port Said and Suez are equally near."""
    placed = {"in_4": "sidi_barrani", "it_17": "halfaya"}
    facts: dict[str, Any] = {"step": "overrun", "bold": 1, "inflicts": 3, "attacking": AXIS}
    state = after_fire(placed, "sidi_barrani", ["it_17"], **facts)
    assert spaces_for(state, "displace") == {"alexandria", "cairo", "port_said", "suez"}
    assert why_not(state, choice("displace", "mersa_matruh")) == "11.47g"
    lost = after_fire(placed, "sidi_barrani", ["it_17"], axis=["suez"], **facts)
    assert spaces_for(lost, "displace") == {"alexandria", "cairo", "port_said"}


@rule("11.47h")
def test_only_the_nearest_source_counts() -> None:
    torch = {"events": ["torch"], "axis": ["medenine", "mareth", "gabes", "sfax", "sousse", "tunis"]}
    state = azeiz("ge_15", **torch)
    assert spaces_for(state, "displace") == {"el_agheila", "tarhuna", "tripoli"}
    assert why_not(state, choice("displace", "tunis")) == "11.471"


@rule("11.47f")
def test_each_unit_may_go_elsewhere() -> None:
    state = azeiz("ge_15", "it_17")
    assert units_for(state, "unit") == {"ge_15", "it_17"}
    play(state, "unit:it_17", choice("displace", "el_agheila"), choice("displace", "tripoli"))
    assert where(state, "ge_15", "it_17") == ["tripoli", "el_agheila"]


@rule("11.52c")
def test_moving_away_is_a_retreat() -> None:
    state = azeiz("ge_15")
    go(state, "displace", "tripoli")
    assert names(state.fled) == {"ge_15"}


def encircled(*defenders: str, **facts: Any) -> Theatre:
    return azeiz(*defenders, allied=["bir_el_gubi", "gambut", "bardia", "sidi_omar"], **facts)


@rule("11.471a", "11.471e", "11.471f")
def test_without_a_way_over_controlled_land_divisions_are_lost_for_good_and_battlegroups_are_not() -> None:
    state = encircled("ge_15", "it_17", "it_bg-1")
    assert where(state, "ge_15", "it_17", "it_bg-1") == ["eliminated", "eliminated", "axis_replaceable"]


@rule("11.471a")
def test_one_controlled_space_is_way_enough() -> None:
    state = azeiz("ge_15", allied=["bir_el_gubi", "sidi_omar", "bardia"])
    assert spaces_for(state, "displace") == {"el_agheila", "tarhuna", "tripoli"}


@rule("11.471b")
@pytest.mark.parametrize("unit", ["ge_15", "it_abg-1"])
def test_a_unit_that_could_be_moved_may_be_given_up(unit: str) -> None:
    state = azeiz(unit, inflicts=1)
    play(state, f"give-up:{unit}")
    assert where(state, unit) == ["axis_replaceable"]


FULL = {
    **dict.fromkeys(("it_61", "it_62", "it_63"), "el_agheila"),
    **dict.fromkeys(("it_64", "it_1lib", "it_2lib"), "tarhuna"),
    **dict.fromkeys(("it_1bs", "it_2bs", "it_4bs"), "tripoli"),
}


@rule("11.471c")
def test_if_all_places_are_full_divisions_are_lost_for_good() -> None:
    state = azeiz("ge_15", "it_bg-1", others=FULL)
    assert where(state, "ge_15", "it_bg-1") == ["eliminated", "axis_replaceable"]
    room = {name: space for name, space in FULL.items() if name != "it_64"}
    state = azeiz("ge_15", others=room)
    assert spaces_for(state, "displace") == {"tarhuna"}
    assert why_not(state, choice("displace", "tripoli")) == "11.471c"


@rule("11.471b", "11.471c")
def test_the_last_place_is_taken_or_somebody_is_given_up_first() -> None:
    room = {name: space for name, space in FULL.items() if name != "it_64"}
    state = azeiz("ge_15", "ge_21", others=room)
    play(state, "unit:ge_21", choice("displace", "tarhuna"))
    assert where(state, "ge_15", "ge_21") == ["eliminated", "tarhuna"]
    state = azeiz("ge_15", "ge_21", others=room)
    play(state, "give-up:ge_15", choice("displace", "tarhuna"))
    assert where(state, "ge_15", "ge_21") == ["axis_replaceable", "tarhuna"]


@rule("11.471d")
def test_a_unit_cannot_stay_where_it_was_overrun() -> None:
    """In Addis Ababa stands the only source that these Italians can reach."""
    placed = {"it_17": "addis_ababa", "it_bg-1": "addis_ababa", "in_4": "harar"}
    facts: dict[str, Any] = {"step": "overrun", "bold": 1, "inflicts": 2}
    state = after_fire(placed, "addis_ababa", ["in_4"], **facts)
    assert where(state, "it_17", "it_bg-1") == ["eliminated", "axis_replaceable"]


@rule("11.471d", "11.47h")
def test_from_a_source_that_is_overrun_the_way_leads_to_another_one() -> None:
    """From Tripoli to Tunis, if Torch has opened it and the Axis controls the way."""
    placed = {"ge_15": "tripoli", "in_4": "homs"}
    facts: dict[str, Any] = {"step": "overrun", "bold": 1, "inflicts": 3, "allied": ["tarhuna"]}
    state = after_fire(placed, "tripoli", ["in_4"], events=["torch"], **facts)
    assert spaces_for(state, "displace") == {"tunis"}
    assert why_not(state, choice("displace", "tripoli")) == "11.471d"
    state = after_fire(placed, "tripoli", ["in_4"], **facts)
    assert where(state, "ge_15") == ["eliminated"]


@rule("11.47h", "11.471c")
def test_a_source_without_room_is_passed_over() -> None:
    crowd = {name: space for name, space in FULL.items() if space == "tripoli"}
    state = azeiz("ge_15", events=["torch"], others=crowd)
    assert spaces_for(state, "displace") == {"el_agheila", "tarhuna", "tunis"}


# Poor Morale (11.473)


@rule("11.473a")
def test_after_poor_morale_overrun_italian_infantry_divisions_are_lost_for_good() -> None:
    others = {"it_bg-9": "axis_reserve"}
    calm = azeiz("it_17", "it_25", others=others, reduced=["it_25"])
    assert where(calm, "it_17", "it_25", "it_bg-9") == ["sidi_azeiz", "axis_replaceable", "sidi_azeiz"]
    state = azeiz("it_17", "it_25", events=["poor_morale"], others=others, reduced=["it_25"])
    assert where(state, "it_17", "it_25", "it_bg-9") == ["eliminated", "eliminated", "axis_reserve"]


@rule("11.473a", "11.473b")
@pytest.mark.parametrize("unit", ["ge_15", "ge_bg-1"])
def test_a_german_unit_beside_them_holds_them_together(unit: str) -> None:
    state = azeiz("it_17", unit, events=["poor_morale"])
    assert where(state, "it_17", unit) == ["sidi_azeiz", "sidi_azeiz"]
    assert names(state.reduced) == {"it_17", unit}


@rule("11.473a")
@pytest.mark.parametrize("unit", ["it_132", "it_bg-1"])
def test_poor_morale_is_that_of_infantry_divisions(unit: str) -> None:
    """Armour and battlegroups lose a step; what the division made up for does not fall on them."""
    state = azeiz("it_17", unit, events=["poor_morale"], inflicts=5)
    assert where(state, "it_17", unit) == ["eliminated", "sidi_azeiz"]
    assert names(state.reduced) == {unit}
    assert decision(state) == "displacing"


@rule("11.473a")
def test_what_is_left_of_the_number_falls_on_the_others() -> None:
    """The division makes up for four of six losses: two steps of the battlegroup are more than one."""
    state = azeiz("it_17", "it_bg-1", events=["poor_morale"], inflicts=6)
    play(state, "lose:it_bg-1", "lose:it_bg-1")
    assert where(state, "it_17", "it_bg-1") == ["eliminated", "axis_replaceable"]


@rule("11.473a")
def test_poor_morale_asks_for_an_overrun() -> None:
    state = azeiz("it_17", events=["poor_morale"], bold=0, step="retreat")
    assert where(state, "it_17") == ["sidi_azeiz"]


# After a flank attack (11.474)


@rule("11.474a", "11.474b", "11.474c")
def test_after_a_successful_flank_attack_the_survivors_fire_before_they_are_moved() -> None:
    state = azeiz("ge_15", "ge_21", flank=FLANK_WON, inflicts=2, suffers=0)
    assert names(state.reduced) == {"ge_15", "ge_21"}
    assert where(state, "ge_15", "ge_21") == ["sidi_azeiz"] * 2
    assert decision(state) == "fire-roll"
    play(state, 6)
    assert state.fire[AXIS] > state.fire[ALLIED]
    while decision(state) == "loss":
        play(state, sorted(legal(state))[0])
    assert decision(state) == "displacing"
    assert is_overrun(state)


@rule("11.474b")
def test_survivors_without_a_way_out_fire_before_they_are_lost() -> None:
    state = encircled("ge_15", flank=FLANK_WON)
    assert decision(state) == "fire-roll"
    assert where(state, "ge_15") == ["sidi_azeiz"]
    play(state, 1)
    assert where(state, "ge_15") == ["eliminated"]


@rule("11.474c")
def test_after_a_failed_flank_attack_the_defender_has_fired_and_his_number_counts() -> None:
    assert not is_overrun(azeiz("ge_15", flank=FLANK_FAILED, inflicts=2, suffers=2, step="displace"))
    assert is_overrun(azeiz("ge_15", flank=FLANK_FAILED, inflicts=3, suffers=2, step="displace"))
