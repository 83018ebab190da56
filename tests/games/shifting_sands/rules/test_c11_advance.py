"""11.6: the attacker advances."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.aftermath import after_fire, choice, go, spaces_for, units_for
from tests.games.shifting_sands.fights import attack, battles, go_on, options
from tests.games.shifting_sands.theatre import SPACE, decision, legal, play, spaces, where, why_not

GAME = "shifting-sands"
rule = pytest.mark.rule

FOOT, TANKS = "nz_2", "br_7arm"


def gambut(*attackers: str, **facts: Any) -> Theatre:
    """Allied units in Sidi Azeiz have attacked Gambut, which is empty now. A retreat of two spaces led through El
    Adem; after a retreat of no spaces nobody is left."""
    others, length = facts.pop("others", {}), facts.pop("length", 1)
    placed = dict.fromkeys(attackers, "sidi_azeiz") | others
    left = {0: (), 1: ("gambut",), 2: ("gambut", "el_adem")}[length]
    facts = {"step": "advance", "inflicts": length, "vacated": spaces(*left)} | facts
    return after_fire(placed, "gambut", attackers, **facts)


def advance(state: Theatre, unit: str) -> set[str]:
    """A unit sets out: where can it go first?"""
    play(state, f"advance:{unit}")
    return spaces_for(state, "to")


# Who advances (11.61)


@rule("11.61a", "11.284a")
def test_all_attackers_may_advance_after_a_retreat() -> None:
    state = gambut(FOOT, TANKS)
    assert SANDS.actor(state) == ALLIED
    assert units_for(state, "advance") == {FOOT, TANKS}
    play(state, f"advance:{FOOT}", choice("to", "gambut"), f"advance:{TANKS}", choice("to", "gambut"))
    assert where(state, FOOT, TANKS) == ["gambut", "gambut"]
    assert decision(state) == ""


@rule("11.61a", "11.284a")
def test_nobody_must_advance() -> None:
    state = gambut(FOOT, TANKS)
    play(state, f"advance:{FOOT}", choice("to", "gambut"), "done")
    assert where(state, FOOT, TANKS) == ["gambut", "sidi_azeiz"]
    assert decision(state) == ""


@rule("11.61a", "11.284a")
def test_nobody_advances_while_defenders_hold_the_space() -> None:
    state = gambut(FOOT, others={"it_17": "gambut"}, length=0)
    assert decision(state) == ""


@rule("11.284a")
def test_whoever_has_lost_the_battle_advances_if_nobody_is_left() -> None:
    state = gambut(FOOT, length=0, inflicts=1, suffers=3)
    assert units_for(state, "advance") == {FOOT}


@rule("11.16a")
def test_only_units_that_took_part_advance() -> None:
    state = gambut(FOOT, others={"in_4": "sidi_azeiz"})
    assert units_for(state, "advance") == {FOOT}
    assert why_not(state, "advance:in_4") == "11.16"


@rule("11.61a")
def test_a_unit_advances_once() -> None:
    state = gambut(FOOT, TANKS)
    play(state, f"advance:{TANKS}", choice("to", "gambut"))
    assert units_for(state, "advance") == {FOOT}
    assert why_not(state, f"advance:{TANKS}") == "11.61"


@rule("11.68a")
def test_the_defender_does_not_advance() -> None:
    placed = {"it_17": "gambut", FOOT: "sidi_azeiz"}
    state = after_fire(placed, "gambut", [], inflicts=0, suffers=3)
    assert decision(state) == ""


# After a retreat of one space (11.62)


@rule("11.62a")
def test_infantry_follows_a_retreat_of_one_space_into_the_space_that_was_left() -> None:
    state = gambut(FOOT)
    assert advance(state, FOOT) == {"gambut"}
    assert why_not(state, choice("to", "bir_el_gubi")) == "11.62a"
    go(state, "to", "gambut")
    assert decision(state) == ""


@rule("11.62b")
def test_armour_goes_one_space_in_any_direction() -> None:
    state = gambut(TANKS)
    assert advance(state, TANKS) == {"gambut", "bir_el_gubi", "bardia", "sidi_omar", "halfaya"}
    go(state, "to", "bir_el_gubi")
    assert where(state, TANKS) == ["bir_el_gubi"]
    assert decision(state) == ""


@rule("X54")
def test_a_rearguard_lets_attackers_advance_only_into_the_space_that_was_left() -> None:
    state = gambut(TANKS, FOOT, inflicts=3, played=["X54"])
    assert advance(state, TANKS) == {"gambut"}
    assert why_not(state, choice("to", "bardia")) == "11.62"
    go(state, "to", "gambut")
    assert advance(state, FOOT) == {"gambut"}


@rule("X54", "11.64a")
def test_a_rearguard_that_is_eliminated_holds_nobody_up() -> None:
    state = gambut(TANKS, length=0, inflicts=3, played=["X54"])
    assert advance(state, TANKS) > {"gambut"}


@rule("A33", "X14")
@pytest.mark.parametrize("card", ["A33", "X14"])
def test_after_disengage_the_attackers_advance_as_after_a_retreat_of_one_space(card: str) -> None:
    state = gambut(FOOT, length=2, inflicts=0, played=[card])
    assert advance(state, FOOT) == {"gambut"}
    go(state, "to", "gambut")
    assert decision(state) == ""


# After a retreat of two spaces (11.63)


@rule("11.63a")
def test_infantry_follows_the_retreat_through_the_spaces_that_were_left() -> None:
    state = gambut(FOOT, length=2)
    assert advance(state, FOOT) == {"gambut"}
    go(state, "to", "gambut")
    assert legal(state) == {choice("to", "el_adem"), "stop"}
    assert why_not(state, choice("to", "tobruk")) == "11.63a"
    go(state, "to", "el_adem")
    assert where(state, FOOT) == ["el_adem"]
    assert decision(state) == ""


@rule("11.63a")
def test_infantry_may_stop_in_the_space_that_was_defended() -> None:
    state = gambut(FOOT, length=2)
    play(state, f"advance:{FOOT}", choice("to", "gambut"), "stop")
    assert where(state, FOOT) == ["gambut"]


@rule("11.63b")
def test_armour_goes_two_spaces_wherever_it_likes() -> None:
    state = gambut(TANKS, length=2)
    assert advance(state, TANKS) == {"gambut", "bir_el_gubi", "bardia", "sidi_omar", "halfaya"}
    go(state, "to", "sidi_omar")
    assert spaces_for(state, "to") == {"sidi_azeiz", "bir_el_gubi", "sidi_suleiman"}
    go(state, "to", "sidi_suleiman")
    assert where(state, TANKS) == ["sidi_suleiman"]
    assert decision(state) == ""


@rule("11.63c")
def test_armour_does_not_end_in_a_space_with_an_attack_marker() -> None:
    state = gambut(TANKS, fighters=spaces("sidi_azeiz", "bardia"))
    assert advance(state, TANKS) == {"gambut", "bir_el_gubi", "sidi_omar", "halfaya"}
    assert why_not(state, choice("to", "bardia")) == "11.63c"


@rule("11.63c")
def test_armour_passes_through_a_space_with_an_attack_marker() -> None:
    state = gambut(TANKS, length=2, fighters=spaces("sidi_azeiz", "bardia"))
    assert "bardia" in advance(state, TANKS)
    go(state, "to", "bardia")
    assert spaces_for(state, "to") == {"gambut", "halfaya"}
    assert why_not(state, "stop") == "11.63c"


@rule("11.63c", "11.1b")
@pytest.mark.parametrize("idle", [False, True])
def test_a_marker_is_gone_if_all_units_under_it_have_fought(idle: bool) -> None:
    others = {FOOT: "bardia"} | ({"in_4": "bardia"} if idle else {})
    placed = {TANKS: "sidi_azeiz", "it_17": "gambut"} | others
    state = battles(placed, ALLIED, "sidi_azeiz", "bardia")
    go_on(attack(state, "gambut", TANKS, FOOT))
    play(state, 5, 1)
    while decision(state) in ("loss", "retreat"):
        play(state, sorted(legal(state))[0])
    play(state, f"advance:{TANKS}", choice("to", "bardia"))
    assert bool(legal(state, "stop")) is not idle


@rule("11.63c", "9.15b")
def test_infantry_does_not_end_there_either() -> None:
    state = gambut(FOOT, length=0, fighters=spaces("bardia"))
    play(state, f"advance:{FOOT}", choice("to", "gambut"), choice("to", "bardia"))
    assert not legal(state, "stop")


# After an overrun, or if nobody is left (11.64)


@rule("11.64a", "11.64b")
def test_if_nobody_is_left_attackers_go_as_far_as_they_move_infantry_by_the_space_that_was_defended() -> None:
    state = gambut(FOOT, length=0)  # movement factor 4
    assert advance(state, FOOT) == {"gambut"}
    assert why_not(state, choice("to", "bardia")) == "11.64b"
    go(state, "to", "gambut", "el_adem", "sidi_mufta", "southern_flank")
    assert where(state, FOOT) == ["southern_flank"]
    assert decision(state) == ""


@rule("11.64a")
def test_armour_goes_five_spaces_and_need_not_enter_the_space_that_was_defended() -> None:
    state = gambut(TANKS, length=0)
    assert "bir_el_gubi" in advance(state, TANKS)
    go(state, "to", "bir_el_gubi", "southern_flank", "tengeder", "msus", "agedabia")
    assert where(state, TANKS) == ["agedabia"]
    assert decision(state) == ""


@rule("11.64a")
def test_an_overrun_opens_the_way_though_the_defenders_have_retreated() -> None:
    state = gambut(TANKS, length=2, bold=1, inflicts=3)
    play(state, f"advance:{TANKS}")
    go(state, "to", "gambut", "el_adem", "sidi_mufta")
    assert legal(state, "to")


@rule("11.64a")
def test_the_printed_movement_factor_counts() -> None:
    state = gambut("in_4", length=0)  # movement factor 3
    play(state, "advance:in_4")
    go(state, "to", "gambut", "el_adem", "sidi_mufta")
    assert decision(state) == ""


# What stops an advance (11.65, 11.66), and control (11.67)


@rule("11.65a")
def test_an_advance_stops_in_mountains() -> None:
    placed = {TANKS: "sidi_azeiz"}
    state = after_fire(placed, "halfaya", [TANKS], step="advance")
    play(state, f"advance:{TANKS}", choice("to", "halfaya"))
    assert decision(state) == ""


@rule("11.65b")
def test_an_advance_stops_in_a_swamp() -> None:
    placed = {TANKS: "agedabia"}
    state = after_fire(placed, "el_agheila", [TANKS], step="advance")
    play(state, f"advance:{TANKS}", choice("to", "el_agheila"))
    assert where(state, TANKS) == ["el_agheila"]
    assert decision(state) == ""


@rule("11.65a")
def test_an_advance_goes_on_through_an_oasis_and_a_fort() -> None:
    state = after_fire({TANKS: "gambut"}, "tobruk", [TANKS], step="advance")
    play(state, f"advance:{TANKS}", choice("to", "tobruk"))
    assert spaces_for(state, "to") == {"gambut", "gazala", "el_adem"}


@rule("11.65a", "19.6a")
@pytest.mark.parametrize(
    ("attackers", "option", "stops"),
    [(["br_7arm"], "19.6", True), (["br_7arm"], "19.5", False), (["br_abg-1"], "19.6", False)],
)
def test_a_fort_that_was_attacked_as_a_mountain_stops_the_advance(
    attackers: list[str], option: str, stops: bool
) -> None:
    placed = dict.fromkeys(attackers, "amman")
    fields: dict[str, Any] = {"step": "advance", "events": ["exporters"], "options": options(option)}
    state = after_fire(placed, "damascus", attackers, **fields)
    play(state, f"advance:{attackers[0]}", choice("to", "damascus"))
    assert decision(state) == ("" if stops else "stride")


@rule("11.65c")
@pytest.mark.parametrize(("origin", "target"), [("khartoum", "aswan"), ("aswan", "khartoum")])
def test_an_advance_between_khartoum_and_aswan_stops_there(origin: str, target: str) -> None:
    state = after_fire({TANKS: origin}, target, [TANKS], step="advance", axis=[target])
    play(state, f"advance:{TANKS}", choice("to", target))
    assert where(state, TANKS) == [target]
    assert decision(state) == ""


@rule("11.65c", "10.21b")
def test_an_advance_leads_over_that_way_only_from_its_start() -> None:
    state = after_fire({TANKS: "kassala"}, "khartoum", [TANKS], step="advance", axis=["khartoum"])
    play(state, f"advance:{TANKS}", choice("to", "khartoum"))
    assert "gallabat" in spaces_for(state, "to")
    assert "aswan" not in spaces_for(state, "to")
    assert why_not(state, choice("to", "aswan")) == "10.21"


@rule("11.66a", "8.12a")
def test_an_advance_does_not_lead_into_enemies() -> None:
    state = gambut(TANKS, others={"it_17": "bardia"})
    assert "bardia" not in advance(state, TANKS)
    assert why_not(state, choice("to", "bardia")) == "11.66"


@rule("11.67a")
def test_advancing_units_control_every_space_that_they_enter() -> None:
    state = gambut(FOOT, length=2)
    play(state, f"advance:{FOOT}")
    go(state, "to", "gambut", "el_adem")
    assert [state.control[SPACE[space]] for space in ("gambut", "el_adem", "tobruk")] == [ALLIED, ALLIED, AXIS]


@rule("8.2a")
def test_an_advance_does_not_end_with_too_many_units_but_passes_through() -> None:
    others = {"in_4": "bardia", "in_5": "bardia", "au_6": "bardia"}
    one = gambut(TANKS, others=others)
    assert "bardia" not in advance(one, TANKS)
    assert why_not(one, choice("to", "bardia")) == "8.2"
    two = gambut(TANKS, others=others, length=2)
    assert "bardia" in advance(two, TANKS)
    go(two, "to", "bardia")
    assert spaces_for(two, "to") == {"gambut", "halfaya", "sidi_azeiz"}
    assert why_not(two, "stop") == "8.2"


@rule("8.1a")
def test_a_fourth_unit_finds_no_room_in_the_space_that_was_defended() -> None:
    attackers = [FOOT, "in_4", "in_5"]
    placed = dict.fromkeys(attackers, "sidi_azeiz") | {"au_6": "bardia"}
    state = after_fire(placed, "gambut", [*attackers, "au_6"], step="advance", vacated=spaces("gambut"))
    for unit in attackers:
        play(state, f"advance:{unit}", choice("to", "gambut"))
    assert decision(state) == ""


@rule("11.67a", "13.91a")
def test_supplies_are_captured_on_the_way() -> None:
    """The Axis may restore a unit as soon as it has Benghazi, and then the advance goes on."""
    placed = {"ge_15": "msus", "it_17": "msus"}
    state = after_fire(
        placed, "benghazi", ["ge_15"], attacking=AXIS, step="advance", allied=["benghazi"], reduced=["it_17"]
    )
    play(state, "advance:ge_15", choice("to", "benghazi"))
    assert decision(state) == "captured-supply"
    play(state, "restore:it_17")
    assert decision(state) == "stride"
    go(state, "to", "cyrene")
    assert where(state, "ge_15") == ["cyrene"]


@rule("11.61a")
def test_battlegroups_that_are_alike_are_offered_once() -> None:
    state = gambut("br_bg-1", "br_bg-2", "br_bg-3", reduced=["br_bg-3"])
    assert units_for(state, "advance") == {"br_bg-1", "br_bg-3"}
