"""13.1 to 13.5, 13.8: supports in combat."""

from __future__ import annotations

import dataclasses

import pytest

from sandtable.games.dark_sands.printed.ground import CENTRAL
from sandtable.games.dark_sands.rules.c13_guns import release_guns
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c23_end_phase import END_PHASE, supports_back
from sandtable.games.dark_sands.state import S_COMMITTED, S_GONE, S_READY, S_USED, S_WAITING, USED, Sands
from tests.games.dark_sands.desert import acting, decision, desert, legal, number, play, units, why_not
from tests.games.dark_sands.fights import (
    SUPPORT,
    attack,
    choices,
    fall_back,
    go_on,
    odds_of,
    ready,
    strengths,
    terms,
)

GAME = "dark-sands"
INLAND = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Brescia": "1432", "Trento": "1432"}
INDIANS = ("5/4 Ind", "7/4 Ind")


def lies(state: Sands, name: str) -> int:
    return state.supports[SUPPORT[name]]


def after(state: Sands, *choices: str) -> Sands:
    play(state, *choices)
    fall_back(state)
    while decision(state) == "loss":
        play(state, min(legal(state)))
    if decision(state) == "advance":
        play(state, "done")
    return state


@pytest.mark.rule("13.1c", "13.1a")
@pytest.mark.parametrize("face", [S_WAITING, S_USED, S_GONE])
def test_only_supports_that_are_face_up_can_be_committed(face: int) -> None:
    state = ready(desert(INLAND), "RAF +1")
    attack(ready(state, "RAF +2", face=face), "allied", "1432", *INDIANS)
    assert legal(state) == {"support:RAF-+1", "done"}
    assert why_not(state, "support:RAF-+2") == "13.1"
    assert why_not(state, "support:Regia-Aero-+1") == "13.1"


@pytest.mark.rule("13.1d", "20.2.3b")
def test_the_attacker_commits_first() -> None:
    state = attack(ready(desert(INLAND), "RAF +1", "RAF +2", "Regia Aero +1"), "allied", "1432", *INDIANS)
    assert (decision(state), choices(state, "support")) == ("support", {"RAF-+1", "RAF-+2"})
    play(state, "support:RAF-+2", "done")
    assert (decision(state), choices(state, "support")) == ("support", {"Regia-Aero-+1"})
    play(state, "support:Regia-Aero-+1")
    assert decision(state) == "combat-roll"  # nothing is left to commit
    assert strengths(odds_of(state)) == (8, 7)


def test_nobody_is_asked_who_has_nothing_to_commit() -> None:
    assert decision(attack(desert(INLAND), "allied", "1432", *INDIANS)) == "combat-roll"


@pytest.mark.rule("13.1e", "13.2e")
def test_supports_go_back_face_down_and_artillery_face_up() -> None:
    state = ready(desert({**INLAND, "HQ 13 Corps": "1434"}), "RAF +1", "13 Corps Arty")
    attack(state, "allied", "1432", *INDIANS)
    after(state, "support:RAF-+1", "support:13-Corps-Arty", "1")
    assert (lies(state, "RAF +1"), lies(state, "13 Corps Arty")) == (S_USED, S_READY)
    assert not state.committed


@pytest.mark.rule("13.1f")
def test_supports_are_turned_up_at_the_end() -> None:
    state = ready(ready(desert(INLAND), "RAF +1", face=S_USED), "Hecker", face=S_GONE)
    ready(state, "1/33 AT", face=S_COMMITTED).attached[SUPPORT["1/33 AT"]] = number("Brescia")
    supports_back(state, END_PHASE.frame())
    assert (lies(state, "RAF +1"), lies(state, "Hecker"), lies(state, "RAF +2")) == (S_READY, S_GONE, S_WAITING)
    assert (lies(state, "1/33 AT"), state.attached[SUPPORT["1/33 AT"]]) == (S_READY, -1)


@pytest.mark.rule("13.2a", "13.2b")
def test_aircraft_fly_once_a_turn_and_together() -> None:
    placed = {**INLAND, "22 Gds": "1234", "Sirte": "1233"}
    state = attack(ready(desert(placed), "RAF +1", "RAF +2"), "allied", "1432", *INDIANS)
    play(state, "support:RAF-+1", "support:RAF-+2")
    assert terms(odds_of(state), "allied")["Support"] == 3
    after(state, "1")
    go_on(state, "1233", "22 Gds")
    assert decision(state) == "combat-roll"


@pytest.mark.rule("13.2c")
def test_aircraft_add_at_most_the_printed_factors() -> None:
    placed = {"5/4 Ind": "1433", "Maletti": "1432"}
    state = ready(desert(placed, reduced=["5/4 Ind"]), "RAF +1", "RAF +2", "Regia Aero +1", "Luftwaffe +1")
    attack(state, "allied", "1432", "5/4 Ind")  # printed 1 to 1
    assert choices(state, "support") == {"RAF-+1"}
    assert why_not(state, "support:RAF-+2") == "13.2"
    play(state, "support:RAF-+1")
    play(state, "support:Regia-Aero-+1")
    assert decision(state) == "combat-roll"  # the Luftwaffe would be one too many


@pytest.mark.rule("13.2d")
def test_aircraft_fly_only_over_their_sections() -> None:
    state = ready(desert({"5/4 Ind": "2721", "Sabratha": "2719", "22 Gds": "2718"}), "RAF +1", "RAF +2")
    supports = list(state.printed.supports)
    at = SUPPORT["RAF +2"]
    supports[at] = dataclasses.replace(supports[at], sections=frozenset((CENTRAL,)))
    state.printed = dataclasses.replace(state.printed, supports=tuple(supports))
    attack(state, "allied", "2719", "5/4 Ind", "22 Gds")  # the defending hex decides
    assert choices(state, "support") == {"RAF-+1"}
    assert why_not(state, "support:RAF-+2") == "13.2"


COAST = {"5/4 Ind": "2733", "7/4 Ind": "2733", "Brescia": "2732", "Trento": "2732"}


@pytest.mark.rule("13.3a", "13.3b")
def test_naval_guns_reach_defenders_on_the_coast() -> None:
    state = attack(ready(desert(INLAND), "Naval guns"), "allied", "1432", *INDIANS)
    assert decision(state) == "combat-roll"
    state = attack(ready(desert(COAST), "Naval guns", "RAF +2"), "allied", "2732", *INDIANS)
    play(state, "support:Naval-guns")
    assert terms(odds_of(state), "allied")["Support"] == 2
    after(state, "done", "1")
    assert lies(state, "Naval guns") == S_USED


@pytest.mark.rule("13.3a", "13.3b")
def test_naval_guns_defend_too_and_count_within_the_cap_of_aircraft() -> None:
    state = ready(
        desert({"3 Cstrm Gds": "2733", "Garrison Br 1": "2733", "Brescia": "2732"}), "Naval guns", "RAF +2"
    )
    attack(state, "axis", "2733", "Brescia")  # printed 1 and 2
    assert choices(state, "support") == {"Naval-guns", "RAF-+2"}
    play(state, "support:Naval-guns")
    assert decision(state) == "combat-roll"


@pytest.mark.rule("13.4b", "11.0d", "11.0s")
@pytest.mark.parametrize(
    ("hq", "target", "expected"),
    [("1436", "1432", True), ("1437", "1432", False), ("2725", "2719", False), ("2723", "2719", True)],
)
def test_artillery_reaches_as_far_as_its_headquarters(hq: str, target: str, expected: bool) -> None:
    """A range of 4; 2723 is three hexes from 2719 over the join, 2725 five, a hex of the West map counting one."""
    origin = {"1432": "1433", "2719": "2718"}[target]
    state = ready(desert({"5/4 Ind": origin, "Brescia": target, "HQ 13 Corps": hq}), "13 Corps Arty")
    attack(state, "allied", target, "5/4 Ind")
    assert (decision(state) == "support") == expected


@pytest.mark.rule("13.4c", "10.2.1e", "P3.0f")
def test_the_headquarters_must_not_be_out_of_supply() -> None:
    state = ready(desert({**INLAND, "HQ 13 Corps": "1434"}, oos=["HQ 13 Corps"]), "13 Corps Arty", "RAF +1")
    attack(state, "allied", "1432", *INDIANS)
    assert choices(state, "support") == {"RAF-+1"}
    assert why_not(state, "support:13-Corps-Arty") == "13.4"


@pytest.mark.rule("13.4d")
def test_one_artillery_a_side() -> None:
    placed = {**INLAND, "HQ 13 Corps": "1434", "HQ 30 Corps": "1534", "HQ 21 Corps": "1431"}
    state = ready(desert(placed), "13 Corps Arty", "30 Corps Arty", "21 Corps Arty")
    attack(state, "allied", "1432", *INDIANS)
    play(state, "support:13-Corps-Arty")
    assert choices(state, "support") == {"21-Corps-Arty"}  # the Axis may commit its own


@pytest.mark.rule("13.4e", "13.4f")
def test_artillery_is_used_once_a_segment() -> None:
    placed = {**INLAND, "HQ 13 Corps": "1434", "22 Gds": "1234", "Sirte": "1233"}
    state = attack(ready(desert(placed), "13 Corps Arty"), "allied", "1432", *INDIANS)
    after(state, "support:13-Corps-Arty", "1")
    assert lies(state, "13 Corps Arty") == S_READY
    go_on(state, "1233", "22 Gds")
    assert decision(state) == "combat-roll"


@pytest.mark.rule("13.4g")
def test_upgraded_artillery_counts_more() -> None:
    placed = {**INLAND, "HQ 13 Corps": "1434"}
    state = ready(desert(placed, upgraded=1 << SUPPORT["13 Corps Arty"]), "13 Corps Arty")
    attack(state, "allied", "1432", *INDIANS)
    play(state, "support:13-Corps-Arty")
    assert terms(odds_of(state), "allied")["Support"] == 2


TANKS = {"4/7 Arm": "1433", "Brescia": "1432", "Trento": "1432", "Sirte": "1533"}


@pytest.mark.rule("13.5a", "13.5b", "P3.0h")
def test_guns_are_attached_to_a_unit_that_is_not_out_of_supply() -> None:
    placed = {**TANKS, "Pavia": "1431"}
    state = ready(desert({**placed, "115/15 Pz": "1432"}, oos=["Trento"]), "1/33 AT")
    attack(state, "allied", "1432", "4/7 Arm")
    play(state, "leave:115/15-Pz")
    assert choices(state, "support") == {"1/33-AT"}
    play(state, "support:1/33-AT")
    assert lies(state, "1/33 AT") == S_COMMITTED
    assert state.attached[SUPPORT["1/33 AT"]] == number(
        "Brescia"
    )  # the only one that contributes and is in supply


@pytest.mark.rule("13.5b")
def test_the_owner_chooses_the_unit_of_the_guns() -> None:
    state = attack(ready(desert(TANKS), "1/33 AT"), "allied", "1432", "4/7 Arm")
    play(state, "support:1/33-AT")
    assert (decision(state), legal(state)) == ("attach", {"attach:Brescia", "attach:Trento"})
    assert why_not(state, "attach:Sirte") == "13.5"
    play(state, "attach:Trento")
    assert terms(odds_of(state), "axis") == {"Unit": 6, "Anti-tank guns": 4}


@pytest.mark.rule("13.5a", "13.5d")
def test_guns_count_only_against_allied_tanks() -> None:
    state = attack(ready(desert({**INLAND, "32/Ariete": "1432"}), "1/33 AT"), "axis", "1433", "Brescia", "Trento")
    play(state, "support:1/33-AT", "attach:Trento")
    assert terms(odds_of(state), "axis") == {"Unit": 5}
    state = attack(ready(desert(TANKS), "1/33 AT"), "axis", "1433", "Brescia", "Trento")
    play(state, "support:1/33-AT", "attach:Trento")
    assert terms(odds_of(state), "axis") == {"Unit": 5, "Anti-tank guns": 2}


@pytest.mark.rule("13.5c")
def test_guns_stay_with_their_unit_for_the_turn() -> None:
    placed = {**TANKS, "7/7 Arm": "1433"}
    state = attack(ready(desert(placed), "1/33 AT"), "allied", "1432", "4/7 Arm")
    after(state, "support:1/33-AT", "attach:Trento", "1")
    assert lies(state, "1/33 AT") == S_COMMITTED
    state.clear("action")
    state.frames.clear()
    acting(state, "axis", "combat", BATTLES)
    go_on(state, "1433", "Brescia", "Trento")
    assert decision(state) == "combat-roll"
    assert terms(odds_of(state), "axis") == {"Unit": 5, "Anti-tank guns": 2}


@pytest.mark.rule("13.5e", "P3.0h")
def test_guns_come_back_face_up_when_their_unit_is_lost_or_out_of_supply() -> None:
    for gone in (True, False):
        state = ready(desert(TANKS), "1/33 AT", face=S_COMMITTED)
        state.attached[SUPPORT["1/33 AT"]] = number("Trento")
        kill(state, number("Trento")) if gone else release_guns(state, units("Trento"))
        assert (lies(state, "1/33 AT"), state.attached[SUPPORT["1/33 AT"]]) == (S_READY, -1)


@pytest.mark.rule("13.6.4f", "13.6.5a")
def test_a_garrison_may_be_supported() -> None:
    placed = {"Garrison It 1": "1432", "4/7 Arm": "1433"}
    state = attack(ready(desert(placed), "Regia Aero +1"), "allied", "1432", "4/7 Arm")
    play(state, "support:Regia-Aero-+1")
    assert strengths(odds_of(state))[1] == 3


@pytest.mark.rule("13.8a", "13.8b", "13.8c")
def test_hecker_fights_once_on_the_coast() -> None:
    assert decision(attack(ready(desert(INLAND), "Hecker"), "allied", "1432", *INDIANS)) == "combat-roll"
    state = attack(ready(desert(COAST), "Hecker"), "allied", "2732", *INDIANS)
    play(state, "support:Hecker")
    assert terms(odds_of(state), "axis")["Support"] == 2
    after(state, "1")
    assert lies(state, "Hecker") == S_GONE


@pytest.mark.rule("13.6.3b", "13.6.3c")
def test_an_eliminated_garrison_goes_face_down() -> None:
    state = desert({"Garrison It 1": "1432"})
    kill(state, number("Garrison It 1"))
    assert state.place[number("Garrison It 1")] == USED


def test_a_box_that_nobody_is_left_in_goes_with_its_last_unit() -> None:
    state = desert({"Brescia": "1432"}, boxes={"axis": ["1432"]})
    kill(state, number("Brescia"))
    assert (state.boxes[0], state.boxes_used[0]) == (0, 1)
