"""11.5: retreats."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_retreat import can_retreat_two
from sandtable.games.shifting_sands.rules.c11_retreat_plans import terms_of_retreat, where_to
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.aftermath import after_fire, choice, go, spaces_for, units_for
from tests.games.shifting_sands.fights import options as with_options
from tests.games.shifting_sands.fights import shots
from tests.games.shifting_sands.theatre import (
    SPACE,
    decision,
    legal,
    names,
    number,
    play,
    space_ids,
    spaces,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
rule = pytest.mark.rule

AROUND_AZEIZ = {"bir_el_gubi", "gambut", "bardia", "sidi_omar"}
"""The Axis spaces next to Sidi Azeiz; Halfaya is Allied."""


def azeiz(*defenders: str, **facts: Any) -> Theatre:
    """Axis units in Sidi Azeiz have been attacked from Halfaya."""
    others = facts.pop("others", {})
    placed = dict.fromkeys(defenders, "sidi_azeiz") | {"in_4": "halfaya"} | others
    return after_fire(placed, "sidi_azeiz", ["in_4"], **facts)


# How far (11.51, 11.52)


@rule("11.51a", "11.52a", "11.283a")
def test_a_defender_who_loses_by_one_retreats_one_space() -> None:
    state = azeiz("it_17", inflicts=3, suffers=2)
    assert SANDS.actor(state) == AXIS
    assert decision(state) == "retreat"
    assert spaces_for(state, "retreat") == AROUND_AZEIZ
    go(state, "retreat", "gambut")
    assert where(state, "it_17") == ["gambut"]
    assert decision(state) == "advance"


@rule("11.52b")
@pytest.mark.parametrize("inflicts", [2, 3, 6])
def test_a_defender_who_loses_by_more_retreats_two_spaces(inflicts: int) -> None:
    state = azeiz("it_17", inflicts=inflicts)
    go(state, "retreat", "gambut")
    assert decision(state) == "retreat"
    assert spaces_for(state, "retreat") == {"tobruk", "el_adem", "bardia"}
    go(state, "retreat", "el_adem")
    assert where(state, "it_17") == ["el_adem"]
    assert decision(state) == "advance"


@rule("11.51a")
@pytest.mark.parametrize(("inflicts", "suffers"), [(2, 2), (0, 0), (1, 3)])
def test_nobody_retreats_if_the_attacker_has_not_won(inflicts: int, suffers: int) -> None:
    state = azeiz("it_17", inflicts=inflicts, suffers=suffers)
    assert decision(state) == ""
    assert where(state, "it_17") == ["sidi_azeiz"]


@rule("11.51a")
def test_the_defender_retreats_even_if_no_attacker_is_left() -> None:
    placed = {"it_17": "sidi_azeiz"}
    state = after_fire(placed, "sidi_azeiz", [], inflicts=3, suffers=2)
    assert decision(state) == "retreat"


@rule("11.51a", "11.58a")
def test_all_defenders_retreat_and_no_attacker_does() -> None:
    state = azeiz("it_17", "it_25", inflicts=1)
    go(state, "retreat", "gambut")
    assert where(state, "it_17", "it_25", "in_4") == ["gambut", "gambut", "halfaya"]
    beaten = azeiz("it_17", inflicts=1, suffers=4)
    assert decision(beaten) == ""
    assert where(beaten, "in_4", "it_17") == ["halfaya", "sidi_azeiz"]


@rule("X04")
@pytest.mark.parametrize(("card", "defender"), [("X04", "it_17"), ("X54", "ge_15")])
def test_a_card_makes_a_retreat_of_two_spaces_one_of_one(card: str, defender: str) -> None:
    state = azeiz(defender, inflicts=4, played=[card])
    go(state, "retreat", "gambut")
    assert where(state, defender) == ["gambut"]
    assert decision(state) == "advance"


@rule("A25")
def test_jock_columns_shorten_the_retreat_of_allied_defenders_only() -> None:
    placed = {"br_bg-1": "sidi_barrani", "it_bg-1": "halfaya"}
    defending = after_fire(placed, "sidi_barrani", ["it_bg-1"], attacking=AXIS, inflicts=2, played=["A25"])
    go(defending, "retreat", "mersa_matruh")
    assert decision(defending) == "advance"
    placed = {"it_bg-1": "sidi_azeiz", "br_bg-1": "halfaya"}
    attacking = after_fire(placed, "sidi_azeiz", ["br_bg-1"], inflicts=2, played=["A25"])
    go(attacking, "retreat", "gambut")
    assert decision(attacking) == "retreat"


# Standing (11.53, 11.54)


def halfaya(*defenders: str, **facts: Any) -> Theatre:
    """Axis units in the mountains of Halfaya have been attacked from Sidi Barrani."""
    placed = dict.fromkeys(defenders, "halfaya") | {"in_4": "sidi_barrani"}
    return after_fire(placed, "halfaya", ["in_4"], **facts)


@rule("11.53a", "11.53e", "11.283b")
@pytest.mark.parametrize("inflicts", [1, 3])
def test_in_mountains_a_step_cancels_the_whole_retreat(inflicts: int) -> None:
    state = halfaya("it_17", inflicts=inflicts)
    assert units_for(state, "stand") == {"it_17"}
    assert legal(state, "retreat")
    play(state, "stand:it_17")
    assert names(state.reduced) == {"it_17"}
    assert where(state, "it_17") == ["halfaya"]
    assert decision(state) == ""


@rule("11.53b")
def test_in_a_swamp_a_step_cancels_the_retreat() -> None:
    placed = {"it_17": "el_agheila", "in_4": "agedabia"}
    state = after_fire(placed, "el_agheila", ["in_4"])
    play(state, "stand:it_17")
    assert where(state, "it_17") == ["el_agheila"]


@rule("11.53a")
@pytest.mark.parametrize("space", ["sidi_azeiz", "bardia"])
def test_nobody_stands_in_clear_terrain_or_in_a_fort(space: str) -> None:
    state = after_fire({"it_17": space, "in_4": "halfaya"}, space, ["in_4"])
    assert not legal(state, "stand")
    assert why_not(state, "stand:it_17") == "11.53"


@rule("11.53c", "11.53d")
def test_any_unit_loses_one_step_of_any_size() -> None:
    """The loss factors are 3, 2 and 1."""
    defenders = ("ge_15", "it_17", "it_bg-1")
    for unit in defenders:
        state = halfaya(*defenders)
        assert units_for(state, "stand") == set(defenders)
        play(state, f"stand:{unit}")
        assert names(state.reduced) == {unit}
        assert decision(state) == ""


@rule("11.53d")
def test_a_unit_elsewhere_cannot_lose_the_step() -> None:
    placed = {"it_17": "halfaya", "it_25": "bardia", "in_4": "sidi_barrani"}
    state = after_fire(placed, "halfaya", ["in_4"])
    assert why_not(state, "stand:it_25") == "11.53d"


@rule("11.53f", "11.56a")
def test_a_step_that_would_destroy_all_defenders_does_not_let_them_stay() -> None:
    last = halfaya("it_bg-1", reduced=["it_bg-1"])
    assert not legal(last, "stand")
    assert why_not(last, "stand:it_bg-1") == "11.53f"
    another = halfaya("it_bg-1", "it_bg-2", reduced=["it_bg-1", "it_bg-2"])
    play(another, "stand:it_bg-1")
    assert where(another, "it_bg-1", "it_bg-2") == ["axis_replaceable", "halfaya"]


@rule("11.53f")
def test_a_reduced_division_can_stand_if_a_battlegroup_replaces_it() -> None:
    assert not legal(halfaya("it_17", reduced=["it_17"]), "stand")
    placed = {"it_17": "halfaya", "in_4": "sidi_barrani", "it_bg-3": "axis_reserve"}
    state = after_fire(placed, "halfaya", ["in_4"], reduced=["it_17"])
    play(state, "stand:it_17")
    assert where(state, "it_17", "it_bg-3") == ["axis_replaceable", "halfaya"]


@rule("11.53f")
def test_whoever_cannot_retreat_must_stand_if_he_can() -> None:
    placed = {"it_17": "tarhuna", "in_4": "tripoli", "in_5": "homs", "nz_2": "buerat"}
    state = after_fire(placed, "tarhuna", ["in_4", "in_5", "nz_2"])
    assert legal(state) == {"stand:it_17"}


def tarhuna(*defenders: str, **fields: Any) -> Theatre:
    """They can only retreat to Buerat, which has room for one of them."""
    placed = dict.fromkeys(defenders, "tarhuna") | {"in_4": "tripoli", "in_5": "homs"}
    return after_fire(placed | {"it_61": "buerat", "it_62": "buerat"}, "tarhuna", ["in_4", "in_5"], **fields)


@rule("11.56a", "11.53e")
@pytest.mark.parametrize("defenders", [("it_17", "it_bg-1"), ("it_17", "it_25", "it_bg-1")])
def test_nobody_is_left_to_be_eliminated_who_could_have_stood(defenders: tuple[str, ...]) -> None:
    state = tarhuna(*defenders)
    assert legal(state) == {f"stand:{unit}" for unit in defenders}
    assert why_not(state, "unit:it_bg-1") == "11.56"
    play(state, "stand:it_17")
    assert set(where(state, *defenders)) == {"tarhuna"}


BERBERA = {"it_17": "berbera", "in_4": "aden", "in_5": "jijiga"}


@rule("11.54a")
def test_berbera_is_held_against_an_attack_from_aden_alone() -> None:
    from_aden = after_fire(BERBERA, "berbera", ["in_4"])
    assert units_for(from_aden, "stand") == {"it_17"}
    from_both = after_fire(BERBERA | {"it_25": "harar"}, "berbera", ["in_4", "in_5"])
    assert not legal(from_both, "stand")


@rule("11.54a")
def test_an_attack_on_berbera_from_both_sides_stays_one_when_those_from_jijiga_are_lost() -> None:
    placed = {"it_17": "berbera", "in_4": "aden"}
    state = after_fire(placed, "berbera", ["in_4"], bases=spaces("aden", "jijiga"))
    assert not legal(state, "stand")


@rule("11.54a")
def test_no_other_space_is_held_against_an_attack_over_the_sea() -> None:
    placed = {"br_bg-1": "aden", "it_17": "berbera"}
    state = after_fire(placed, "aden", ["it_17"], attacking=AXIS)
    assert not legal(state, "stand")


@rule("X09")
def test_the_duke_of_aosta_lets_italians_stand_in_clear_terrain() -> None:
    placed = {"it_17": "jijiga", "in_4": "berbera"}
    assert not legal(after_fire(placed, "jijiga", ["in_4"]), "stand")
    state = after_fire(placed, "jijiga", ["in_4"], inflicts=3, played=["X09"])
    play(state, "stand:it_17")
    assert where(state, "it_17") == ["jijiga"]


# Where to (11.55)

JIJIGA = {"it_17": "jijiga", "in_4": "berbera"}


@rule("11.55a")
def test_a_retreat_does_not_lead_into_enemies() -> None:
    state = azeiz("it_17", others={"in_5": "gambut"})
    assert spaces_for(state, "retreat") == AROUND_AZEIZ - {"gambut"}
    assert why_not(state, choice("retreat", "gambut")) == "11.55a"
    assert why_not(state, choice("retreat", "halfaya")) == "11.55a"


FULL_GAMBUT = {"it_25": "gambut", "it_27": "gambut", "it_60": "gambut"}


@rule("11.55b", "11.55c")
def test_a_retreat_passes_through_a_full_space_but_does_not_end_there() -> None:
    short = azeiz("it_17", others=FULL_GAMBUT)
    assert spaces_for(short, "retreat") == AROUND_AZEIZ - {"gambut"}
    assert why_not(short, choice("retreat", "gambut")) == "11.55c"
    long = azeiz("it_17", others=FULL_GAMBUT, inflicts=2)
    go(long, "retreat", "gambut", "tobruk")
    assert where(long, "it_17") == ["tobruk"]


@rule("11.55c")
def test_a_retreat_does_not_begin_where_it_could_only_end_in_a_full_space() -> None:
    """From Bardia all ways but that to Gambut lead back to the battle or to the attackers."""
    state = azeiz("it_17", others=FULL_GAMBUT, inflicts=2)
    assert spaces_for(state, "retreat") == AROUND_AZEIZ - {"bardia"}
    assert why_not(state, choice("retreat", "bardia")) == "11.55"
    go(state, "retreat", "bir_el_gubi")
    assert spaces_for(state, "retreat") == {"southern_flank", "el_adem", "sidi_omar"}


@rule("11.55c")
def test_two_units_need_room_for_both() -> None:
    others = {"it_25": "gambut", "it_27": "gambut"}
    one = azeiz("it_17", others=others)
    assert "gambut" in spaces_for(one, "retreat")
    two = azeiz("it_17", "it_61", others=others)
    assert spaces_for(two, "retreat") == AROUND_AZEIZ - {"gambut"}


@rule("11.55d")
def test_units_retreat_into_spaces_that_they_control_if_they_can() -> None:
    state = azeiz("it_17", allied=AROUND_AZEIZ - {"bardia"})
    assert spaces_for(state, "retreat") == {"bardia"}
    assert why_not(state, choice("retreat", "gambut")) == "11.55d"


@rule("11.55d", "11.55h")
def test_control_comes_before_supply() -> None:
    """Galladi is Axis, but without supply; Harar would be supplied, but is Allied."""
    state = after_fire(JIJIGA, "jijiga", ["in_4"], allied=["addis_ababa", "harar", "belet_uen"])
    assert spaces_for(state, "retreat") == {"galladi"}
    assert why_not(state, choice("retreat", "harar")) == "11.55d"


@rule("11.55e")
def test_without_a_controlled_space_units_retreat_into_an_empty_enemy_one() -> None:
    state = azeiz("it_17", allied=AROUND_AZEIZ, others={"in_5": "gambut"})
    assert spaces_for(state, "retreat") == {"bir_el_gubi"}  # the only one with a way to supply
    go(state, "retreat", "bir_el_gubi")
    assert where(state, "it_17") == ["bir_el_gubi"]


@rule("11.55d", "11.55e")
def test_a_retreat_of_two_enters_as_few_enemy_spaces_as_it_can() -> None:
    """All neighbours are Allied: one such space must be entered, and a second one need not."""
    state = azeiz("it_17", inflicts=2, allied=[*AROUND_AZEIZ, "el_adem"])
    assert spaces_for(state, "retreat") == {"bir_el_gubi", "gambut"}
    go(state, "retreat", "gambut")
    assert spaces_for(state, "retreat") == {"tobruk"}
    assert why_not(state, choice("retreat", "el_adem")) == "11.55d"


@rule("11.55f", "11.55g")
def test_control_changes_where_a_retreat_ends_and_not_on_the_way() -> None:
    state = azeiz("it_17", inflicts=2, allied=[*AROUND_AZEIZ, "el_adem", "tobruk", "southern_flank"])
    assert spaces_for(state, "retreat") == {"bir_el_gubi", "gambut"}
    go(state, "retreat", "gambut")
    assert "tobruk" in spaces_for(state, "retreat")
    go(state, "retreat", "tobruk")
    assert state.control[SPACE["gambut"]] == ALLIED
    assert state.control[SPACE["tobruk"]] == AXIS


@rule("11.55h")
def test_units_end_their_retreat_in_supply_if_they_can() -> None:
    """Without Addis Ababa, Italians have supply in the mountains of Harar, and none in Galladi or Belet Uen."""
    supplied = after_fire(JIJIGA, "jijiga", ["in_4"])
    assert spaces_for(supplied, "retreat") == {"harar", "galladi", "belet_uen"}
    cut = after_fire(JIJIGA, "jijiga", ["in_4"], allied=["addis_ababa"])
    assert spaces_for(cut, "retreat") == {"harar"}
    assert why_not(cut, choice("retreat", "galladi")) == "11.55h"


@rule("11.55h")
def test_of_two_units_that_go_together_as_many_as_possible_end_in_supply() -> None:
    """Germans have no supply in Harar either."""
    state = after_fire(JIJIGA | {"ge_bg-1": "jijiga"}, "jijiga", ["in_4"], allied=["addis_ababa"])
    assert spaces_for(state, "retreat") == {"harar"}


@rule("11.55h", "11.59a")
def test_a_line_of_supply_may_still_lead_through_the_space_that_was_left() -> None:
    """Gambut and Bardia are connected with the west through Sidi Azeiz alone."""
    state = azeiz("it_17", allied=["tobruk", "el_adem", "sidi_omar"])
    assert spaces_for(state, "retreat") == {"bir_el_gubi", "gambut", "bardia"}


@rule("11.55i")
def test_a_retreat_does_not_end_where_it_began() -> None:
    state = azeiz("it_17", inflicts=2)
    go(state, "retreat", "gambut")
    assert why_not(state, choice("retreat", "sidi_azeiz")) == "11.55i"


@rule("11.55j")
def test_a_retreat_of_two_may_end_next_to_the_battle() -> None:
    state = azeiz("it_17", inflicts=2)
    go(state, "retreat", "gambut", "bardia")
    assert where(state, "it_17") == ["bardia"]


@rule("11.55k", "11.55l")
def test_two_units_retreat_together() -> None:
    state = azeiz("it_17", "it_25")
    assert not legal(state, "unit")
    assert why_not(state, "unit:it_17") == "11.55k"
    go(state, "retreat", "gambut")
    assert where(state, "it_17", "it_25") == ["gambut", "gambut"]


@rule("11.55l")
def test_by_the_switch_two_units_may_part() -> None:
    state = azeiz("it_17", "it_25", options=with_options("11.55"))
    play(state, "unit:it_25", choice("retreat", "gambut"))
    go(state, "retreat", "bardia")
    assert where(state, "it_17", "it_25") == ["bardia", "gambut"]


@rule("11.55k")
def test_three_units_may_go_to_different_spaces_or_together() -> None:
    state = azeiz("it_17", "it_25", "it_27")
    assert units_for(state, "unit") == {"it_17", "it_25", "it_27"}
    assert spaces_for(state, "retreat") == AROUND_AZEIZ
    play(state, "unit:it_25", choice("retreat", "gambut"), "unit:it_17", choice("retreat", "bardia"))
    assert not legal(state, "unit")
    go(state, "retreat", "sidi_omar")
    assert where(state, "it_17", "it_25", "it_27") == ["bardia", "gambut", "sidi_omar"]
    together = azeiz("it_17", "it_25", "it_27", inflicts=2)
    go(together, "retreat", "gambut", "tobruk")
    assert where(together, "it_17", "it_25", "it_27") == ["tobruk"] * 3


@rule("11.55k")
def test_those_who_are_left_of_three_may_go_together() -> None:
    state = azeiz("it_17", "it_25", "it_27")
    play(state, "unit:it_25", choice("retreat", "gambut"))
    assert spaces_for(state, "retreat") == AROUND_AZEIZ
    go(state, "retreat", "bardia")
    assert where(state, "it_17", "it_25", "it_27") == ["bardia", "gambut", "bardia"]


@rule("11.55k")
def test_battlegroups_that_are_alike_are_offered_once() -> None:
    state = azeiz("it_bg-1", "it_bg-2", "it_bg-3", reduced=["it_bg-3"])
    assert units_for(state, "unit") == {"it_bg-1", "it_bg-3"}
    assert why_not(state, "unit:it_bg-2") == "11.55"


@rule("11.55m", "11.55n")
def test_a_division_cannot_retreat_to_an_oasis() -> None:
    around = {"in_5": "southern_flank", "nz_2": "sidi_azeiz", "au_6": "bir_el_gubi", "au_7": "sidi_suleiman"}
    opened: dict[str, Any] = {"events": ["long_range_desert_group"], "axis": ["giarabub", "jalo", "el_agheila"]}
    division = after_fire(around | {"it_17": "sidi_omar"}, "sidi_omar", ["nz_2"], **opened)
    assert where(division, "it_17") == ["eliminated"]
    group = after_fire(around | {"it_bg-1": "sidi_omar"}, "sidi_omar", ["nz_2"], **opened)
    assert spaces_for(group, "retreat") == {"giarabub"}
    early = after_fire(around | {"it_bg-1": "sidi_omar"}, "sidi_omar", ["nz_2"], axis=["giarabub"])
    assert where(early, "it_bg-1") == ["axis_replaceable"]


@rule("11.55m")
def test_a_retreat_follows_links() -> None:
    state = azeiz("it_17")
    assert why_not(state, choice("retreat", "tobruk")) == "11.52a"
    assert why_not(azeiz("it_17", inflicts=2), choice("retreat", "tobruk")) == "11.55", "one space after the other"


@rule("11.55m")
def test_axis_units_do_not_retreat_where_only_allies_move() -> None:
    placed = {"it_17": "berbera", "in_4": "jijiga"}
    state = after_fire(placed, "berbera", ["in_4"])
    assert where(state, "it_17") == ["eliminated"]
    british = {"br_bg-1": "berbera", "it_17": "jijiga"}
    fled = after_fire(british, "berbera", ["it_17"], attacking=AXIS)
    assert spaces_for(fled, "retreat") == {"aden"}


@rule("11.55m")
def test_the_way_from_khartoum_to_aswan_is_a_retreat_of_one_space_only() -> None:
    placed = {"br_bg-1": "khartoum", "it_17": "kassala", "it_bg-1": "gallabat", "it_bg-2": "ghimbi"}
    one = after_fire(placed, "khartoum", ["it_17"], attacking=AXIS, inflicts=1)
    assert spaces_for(one, "retreat") == {"aswan"}
    two = after_fire(placed, "khartoum", ["it_17"], attacking=AXIS, inflicts=2)
    assert where(two, "br_bg-1") == ["allied_replaceable"]


@rule("11.551a", "A33")
def test_units_that_disengage_do_not_end_next_to_the_battle() -> None:
    placed = {"in_4": "sidi_barrani", "it_17": "halfaya"}
    state = after_fire(placed, "sidi_barrani", ["it_17"], attacking=AXIS, step="disengage", played=["A33"])
    assert spaces_for(state, "retreat") == {"mersa_matruh", "bir_el_kenaysis"}
    go(state, "retreat", "bir_el_kenaysis")
    assert spaces_for(state, "retreat") == {"el_daba", "bab_el_qattara"}
    assert why_not(state, choice("retreat", "mersa_matruh")) == "11.551a"
    go(state, "retreat", "el_daba")
    assert where(state, "in_4") == ["el_daba"]
    assert decision(state) == "advance"


@rule("11.551a", "X14")
def test_disengaging_is_possible_if_all_can_get_away_from_the_battle() -> None:
    """Only Tobruk and El Adem can be reached."""
    enemies = {"in_5": "bir_el_gubi", "nz_2": "sidi_omar"}
    assert can_retreat_two(azeiz("it_17", others=enemies))
    assert not can_retreat_two(azeiz("it_17", others=enemies | {"au_6": "tobruk", "au_7": "el_adem"}))
    friends = {"it_60": "tobruk", "it_61": "tobruk", "it_62": "el_adem"}
    assert can_retreat_two(azeiz("it_17", "it_25", "it_27", others=enemies | friends))
    friends["it_63"] = "el_adem"
    assert not can_retreat_two(azeiz("it_17", "it_25", "it_27", others=enemies | friends))


@rule("11.55c", "11.56a")
def test_a_unit_does_not_take_the_place_that_another_needs() -> None:
    """One place is left in Bir el Gubi, and the oasis of Giarabub is for battlegroups only."""
    others = {
        "in_5": "southern_flank",
        "nz_2": "sidi_azeiz",
        "au_6": "sidi_suleiman",
        "it_60": "bir_el_gubi",
        "it_61": "bir_el_gubi",
    }
    placed = {"it_17": "sidi_omar", "it_bg-1": "sidi_omar", "it_bg-2": "sidi_omar"} | others
    events = ["long_range_desert_group"]
    state = after_fire(placed, "sidi_omar", ["nz_2"], events=events, axis=["giarabub", "jalo"])
    assert not legal(state, "retreat")
    play(state, "unit:it_bg-1")
    assert spaces_for(state, "retreat") == {"giarabub"}
    assert why_not(state, choice("retreat", "bir_el_gubi")) == "11.56"
    go(state, "retreat", "giarabub")
    play(state, "unit:it_17", choice("retreat", "bir_el_gubi"), choice("retreat", "giarabub"))
    assert where(state, "it_17", "it_bg-1", "it_bg-2") == ["bir_el_gubi", "giarabub", "giarabub"]


# Without a retreat (11.56)


def cornered(*defenders: str, **facts: Any) -> Theatre:
    """Nobody gets away from Bardia."""
    placed = dict.fromkeys(defenders, "bardia")
    placed |= {"in_4": "gambut", "in_5": "sidi_azeiz", "nz_2": "halfaya"}
    return after_fire(placed, "bardia", ["in_4"], **facts)


@rule("11.56a", "11.56b", "11.56c")
def test_whoever_cannot_retreat_is_eliminated() -> None:
    state = cornered("it_17", "it_bg-1", "ge_15")
    assert where(state, "it_17", "it_bg-1", "ge_15") == ["eliminated", "axis_replaceable", "eliminated"]
    assert decision(state) == "advance"


@rule("11.56a")
def test_a_retreat_of_two_must_be_completed() -> None:
    """Bardia is open, but leads nowhere else."""
    others = {"in_5": "gambut", "nz_2": "bir_el_gubi", "au_6": "sidi_omar"}
    assert spaces_for(azeiz("it_17", others=others), "retreat") == {"bardia"}
    assert where(azeiz("it_17", others=others, inflicts=2), "it_17") == ["eliminated"]


@rule("11.56a", "11.55k", "8.2d")
def test_of_two_units_one_is_lost_if_there_is_room_for_one_only() -> None:
    others = {"it_25": "gambut", "it_27": "gambut", "nz_2": "bir_el_gubi", "au_6": "sidi_omar", "au_7": "bardia"}
    state = azeiz("it_17", "it_bg-1", others=others)
    assert legal(state) == {"unit:it_17", "unit:it_bg-1"}
    play(state, "unit:it_bg-1", choice("retreat", "gambut"))
    assert where(state, "it_17", "it_bg-1") == ["eliminated", "gambut"]
    assert decision(state) == "advance"


# What it leaves behind (11.57, 11.59)


def attacked_again(**facts: Any) -> Theatre:
    """In Gambut stand the Bologna division and the Pavia division, which has retreated there in this action."""
    placed = {"it_17": "gambut", "it_25": "gambut", "in_4": "sidi_azeiz"}
    return after_fire(placed, "gambut", ["in_4"], fled=units("it_17"), **facts)


@rule("11.57a")
def test_a_unit_that_has_retreated_adds_nothing_to_a_second_defence() -> None:
    state = attacked_again(step="exchange_fire", inflicts=0)
    assert shots(state)[1].strength == 2
    assert {term.unit for term in shots(state)[1].terms} == {number("it_25")}


@rule("11.57b", "11.57c")
@pytest.mark.parametrize(("loss_number", "place"), [(0, "gambut"), (1, "axis_replaceable")])
def test_one_loss_is_enough_to_eliminate_it(loss_number: int, place: str) -> None:
    state = attacked_again(step="lose_retreated", inflicts=loss_number)
    assert where(state, "it_17", "it_25") == [place, "gambut"]


@rule("11.57d")
def test_it_does_not_absorb_losses_of_the_second_battle() -> None:
    state = attacked_again(step="lose_retreated", inflicts=2)
    assert legal(state) == {"lose:it_25"}
    play(state, "lose:it_25")
    assert names(state.reduced) == {"it_25"}
    assert where(state, "it_17") == ["axis_replaceable"]


@rule("11.59a")
def test_a_retreat_is_remembered_and_does_not_change_control_of_the_space() -> None:
    state = azeiz("it_17", inflicts=2)
    go(state, "retreat", "gambut", "tobruk")
    assert names(state.fled) == {"it_17"}
    assert space_ids(state.vacated) == {"sidi_azeiz", "gambut"}
    play(state, "done")
    assert state.control[SPACE["sidi_azeiz"]] == AXIS


@rule("11.59b")
def test_the_space_changes_control_if_attackers_enter_it() -> None:
    state = azeiz("it_17")
    go(state, "retreat", "gambut")
    play(state, "advance:in_4", choice("to", "sidi_azeiz"))
    assert state.control[SPACE["sidi_azeiz"]] == ALLIED


# For planners


def test_where_units_could_end_is_known_before_the_battle() -> None:
    placed = {"it_17": "sidi_azeiz", "in_4": "halfaya"}
    state = after_fire(placed, "sidi_azeiz", ["in_4"])
    found = where_to(state, terms_of_retreat(state, AXIS, 1))
    assert [space_ids(ends) for ends in found.values()] == [AROUND_AZEIZ]
