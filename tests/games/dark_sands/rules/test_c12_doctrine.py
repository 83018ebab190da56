"""12: assault doctrine and panzer doctrine."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.printed.calendar import RESULTS
from sandtable.games.dark_sands.rules.c12_doctrine import may_assault
from sandtable.games.dark_sands.rules.c20_fight import fight_over
from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.desert import HEX, decision, desert, legal, play, units, why_not
from tests.games.dark_sands.fights import alive, attack, choices, judged, modifiers, reduced, strengths, terms

GAME = "dark-sands"
PANZERS = {"1/8/15 Pz": "1432", "2/8/15 Pz": "1432"}
DIVISION = {"152/51": "1433", "153/51": "1433"}
AXIS = {"Brescia": "1432"}


def superior(state: Sands, target: str = "1433", *attackers: str) -> int:
    return modifiers(judged(state, target, *(attackers or PANZERS))).get("Panzer superiority", 0)


def assaulting(placed: dict[str, str], *attackers: str, turn: int = 14, **more: Any) -> bool:
    state = desert({**placed, **AXIS}, turn=turn, **more)
    return may_assault(state, fight_over(state, HEX["1432"], units(*attackers)))


@pytest.mark.rule("12.6a", "20.2.4a")
@pytest.mark.parametrize(("turn", "expected"), [(13, "combat-roll"), (14, "table"), (17, "table")])
def test_the_assault_table_from_turn_14(turn: int, expected: str) -> None:
    state = attack(desert({**DIVISION, **AXIS}, turn=turn), "allied", "1432", *DIVISION)
    assert decision(state) == expected
    if expected == "table":
        assert legal(state) == {"assault", "mobile"}
        play(state, "mobile", "6")
        assert RESULTS[state.result] == "DR*"


@pytest.mark.rule("12.6b")
def test_every_attacking_hex_needs_two_brigades_of_a_division() -> None:
    assert assaulting(DIVISION, *DIVISION)
    assert not assaulting({"152/51": "1433", "131/44": "1433"}, "152/51", "131/44")
    assert not assaulting({"152/51": "1433", "153/51": "1532"}, "152/51", "153/51")
    assert not assaulting({**DIVISION, "131/44": "1532"}, *DIVISION, "131/44")
    assert assaulting({**DIVISION, "131/44": "1532", "132/44": "1532"}, *DIVISION, "131/44", "132/44")
    assert not assaulting({**DIVISION, "4/7 Arm": "1532", "7/7 Arm": "1532"}, *DIVISION, "4/7 Arm")


@pytest.mark.rule("12.5b")
def test_independent_brigades_are_no_division() -> None:
    assert not assaulting({"18 Ind": "1433", "1 Greek": "1433"}, "18 Ind", "1 Greek")


@pytest.mark.rule("12.6c")
def test_more_than_half_of_the_attacking_steps_are_infantry() -> None:
    placed = {**DIVISION, "4/7 Arm": "1433"}
    assert not assaulting(placed, "152/51", "4/7 Arm")
    assert assaulting(placed, "152/51", "4/7 Arm", reduced=["4/7 Arm"])
    assert not assaulting(placed, "4/7 Arm")


@pytest.mark.rule("12.6d", "20.3.1a", "T-crt-assaultloss1")
def test_an_assault_costs_an_infantry_step_first() -> None:
    state = attack(
        desert({**DIVISION, "4/7 Arm": "1532", "131/44": "1532", "132/44": "1532", **AXIS}, turn=14),
        "allied",
        "1432",
        *DIVISION,
        "4/7 Arm",
        "131/44",
    )  # 17 to 3: 5-1
    play(state, "assault", "3")  # EX
    assert decision(state) == "loss"
    assert alive(state, "Brescia")  # the result comes afterwards
    assert choices(state, "lose") == {"152/51", "153/51", "131/44"}
    assert why_not(state, "lose:4/7-Arm") == "12.6"
    play(state, "lose:152/51")
    assert choices(state, "lose") == {"4/7-Arm"}  # only now the priority of the first step
    play(state, "lose:4/7-Arm", "lose:152/51")
    assert alive(state, "152/51", "Brescia") == set()
    assert reduced(state) == {"4/7 Arm"}


@pytest.mark.rule("T-crt-halfex1")
def test_half_an_exchange_costs_every_unit_a_step() -> None:
    state = attack(desert({**DIVISION, **AXIS, "Sirte": "1432"}, turn=14), "allied", "1432", *DIVISION)
    play(state, "assault", "6", "lose:152/51")  # 8 to 6: 1-1
    assert reduced(state) == {"153/51", "Brescia"}
    assert not alive(state, "Sirte", "152/51")


# Panzer doctrine (12.7)


@pytest.mark.rule("12.7.2a", "12.7.2b", "T-crt-drm3")
def test_superiority_counts_panzer_steps_up_to_two() -> None:
    assert superior(desert({**PANZERS, "5/4 Ind": "1433"})) == 2
    assert superior(desert({**PANZERS, "5/4 Ind": "1433"}, reduced=["1/8/15 Pz"]), "1433", "1/8/15 Pz") == 1
    assert superior(desert({"Brescia": "1432", "5/4 Ind": "1433"}), "1433", "Brescia") == 0


@pytest.mark.rule("12.7.2c", "12.7.2g")
def test_tank_steps_are_anti_tank_factors() -> None:
    assert superior(desert({**PANZERS, "4/7 Arm": "1433"})) == 2
    assert superior(desert({**PANZERS, "4/7 Arm": "1433", "7/7 Arm": "1433"}, reduced=["7/7 Arm"])) == 1
    assert superior(desert({**PANZERS, "4/7 Arm": "1433", "7/7 Arm": "1433"})) == 0
    assert superior(desert({**PANZERS, "4/7 Arm": "1433", "7/7 Arm": "1433"}, boxes={"allied": ["1433"]})) == 0


@pytest.mark.rule("12.7.2e")
def test_a_box_is_an_anti_tank_factor() -> None:
    state = desert({**PANZERS, "5/4 Ind": "1433"}, reduced=["2/8/15 Pz"], boxes={"allied": ["1433"]})
    assert superior(state, "1433", "1/8/15 Pz") == 1
    assert superior(state, "1433", "2/8/15 Pz") == 0


@pytest.mark.rule("12.7.2d", "12.7.2f")
def test_terrain_ridge_and_fort_are_anti_tank_factors() -> None:
    def factors(target: str, origin: str, **other: str) -> list[str]:
        state = desert({"1/8/15 Pz": origin, "5/4 Ind": target, **other})
        found = judged(state, target, "1/8/15 Pz", *other)
        return [factor.why for factor in found.anti_tank]

    assert factors("2631", "2632") == []
    assert factors("2730", "2631") == ["Terrain"]
    assert factors("2530", "2430") == ["Ridge"]
    assert factors("2530", "2529", Brescia="2430") == []  # no panzer crosses the ridge
    assert factors("2729", "2628") == ["Fort"]


@pytest.mark.rule("12.7.3a", "12.7.3b", "T-crt-cf1")
def test_shock_doubles_panzers_against_infantry_alone() -> None:
    found = judged(desert({**PANZERS, "115/15 Pz": "1432", "5/4 Ind": "1433"}), "1433", *PANZERS, "115/15 Pz")
    assert found.shock
    assert strengths(found) == (5 + 5 + 5 + 5 + 4, 4)
    assert terms(found, "axis")["Panzer shock"] == 10
    assert judged(desert({**PANZERS, "5/4 Ind": "1433", "Garrison Br 1": "1433"}), "1433", *PANZERS).shock
    assert not judged(desert({**PANZERS, "5/4 Ind": "1433", "4/7 Arm": "1433"}), "1433", *PANZERS).shock
    assert not judged(desert({**PANZERS, "5/4 Ind": "1433"}, boxes={"allied": ["1433"]}), "1433", *PANZERS).shock
    assert not judged(desert({"3/21 Pz": "1432", "5/4 Ind": "1433"}), "1433", "3/21 Pz").shock


@pytest.mark.rule("12.3b", "12.3c")
def test_armoured_cars_are_no_panzers_but_fight() -> None:
    found = judged(
        desert({"3/21 Pz": "1432", "33/15 Pz": "1432", "5/4 Ind": "1433"}), "1433", "3/21 Pz", "33/15 Pz"
    )
    assert strengths(found) == (4, 4)
    assert not found.modifiers


@pytest.mark.rule("12.7.3a")
def test_a_tank_that_does_not_contribute_still_stops_shock() -> None:
    state = desert({**PANZERS, "16/6 Aus": "1433", "17/6 Aus": "1433", "1/2 Arm": "1433"})
    found = judged(state, "1433", *PANZERS)
    assert not found.shock
    assert [(factor.why, factor.value) for factor in found.anti_tank] == [("Tanks", 2)]


@pytest.mark.rule("12.7.3c", "20.3.2f")
@pytest.mark.parametrize(("die", "result", "steps"), [(1, "AL1", 1), (2, "BL1", 2), (4, "DR", 1), (6, "DR*", 2)])
def test_shock_costs_the_allies_a_step_more(die: int, result: str, steps: int) -> None:
    """12 to 6; Selby cannot be replaced: the step of shock alone has no priority."""
    placed = {"1/8/15 Pz": "1432", "3/21 Pz": "1432", "Selby": "1433", "5/4 Ind": "1433"}
    state = attack(desert(placed, oos=["3/21 Pz"]), "axis", "1433", "1/8/15 Pz", "3/21 Pz")
    play(state, str(die))
    assert RESULTS[state.result] == result
    if result in ("AL1", "BL1"):
        play(state, "lose:1/8/15-Pz")
    assert state.losses[1] == steps
    assert choices(state, "lose") == ({"5/4-Ind", "Selby"} if result in ("AL1", "DR") else {"Selby"})


@pytest.mark.rule("12.7.4a", "12.7.4b", "T-crt-resilience1")
def test_resilience_lets_any_german_two_step_unit_take_the_first_step_of_an_exchange() -> None:
    placed = {**PANZERS, "115/15 Pz": "1432", "33/15 Pz": "1432", "Trento": "1532", "5/4 Ind": "1433"}
    attackers = list(placed)[:5]
    state = attack(desert(placed, boxes={"allied": ["1433"]}), "axis", "1433", *attackers)  # 19 to 6: 3-1
    play(state, "4")
    assert RESULTS[state.result] == "EX"
    assert choices(state, "lose") == {"1/8/15-Pz", "2/8/15-Pz", "115/15-Pz"}
    play(state, "lose:115/15-Pz")
    assert choices(state, "lose") == {*(name.replace(" ", "-") for name in attackers)}


@pytest.mark.rule("12.7.4b")
def test_resilience_asks_how_many_steps_a_counter_has_not_how_many_are_left() -> None:
    """The reduced regiment may take the first step, the battalion of one step may not (ruling)."""
    placed = {**PANZERS, "115/15 Pz": "1432", "33/15 Pz": "1432", "Trento": "1532", "Brescia": "1532"}
    state = desert({**placed, "5/4 Ind": "1433"}, reduced=["115/15 Pz"], boxes={"allied": ["1433"]})
    attack(state, "axis", "1433", *placed)  # 3-1
    play(state, "4")
    assert RESULTS[state.result] == "EX"
    assert choices(state, "lose") == {"1/8/15-Pz", "2/8/15-Pz", "115/15-Pz"}


@pytest.mark.rule("12.7.4a", "20.3.2b")
def test_without_panzers_there_is_no_resilience() -> None:
    placed = {"132/Ariete": "1432", "115/15 Pz": "1432", "104/21 Pz": "1532", "Trento": "1532", "Selby": "1433"}
    state = attack(desert(placed), "axis", "1433", *list(placed)[:4])  # 15 to 2: 6-1
    play(state, "3")
    assert RESULTS[state.result] == "EX"
    assert choices(state, "lose") == {"132/Ariete"}


@pytest.mark.rule("12.7.4c", "T-crt-destar1")
@pytest.mark.parametrize(("attackers", "losses"), [(PANZERS, 0), ({"132/Ariete": "1432", "115/15 Pz": "1432"}, 1)])
def test_resilience_saves_the_step_of_de_star(attackers: dict[str, str], losses: int) -> None:
    placed = {**attackers, "104/21 Pz": "1532", "200/90": "1532", "155/90": "1332", "Selby": "1433"}
    fighting = [name for name in placed if name != "Selby"]
    state = attack(desert(placed, oos=["Selby"] if losses else ()), "axis", "1433", *fighting)  # 6-1
    play(state, "3")
    assert RESULTS[state.result] == "DE*"
    assert not alive(state, "Selby")
    assert state.losses[0] == losses


@pytest.mark.rule("12.1a")
def test_a_garrison_is_infantry_in_combat() -> None:
    state = desert({**PANZERS, "Garrison Br 1": "1433"})
    assert judged(state, "1433", *PANZERS).shock


@pytest.mark.rule("12.4b", "T-crt-garrison1")
@pytest.mark.parametrize(("defenders", "losses"), [(["Garrison It 1"], 0), (["Garrison It 1", "Maletti"], 1)])
def test_de_star_costs_nothing_against_a_garrison_alone(defenders: list[str], losses: int) -> None:
    placed = {"4/7 Arm": "1433", "7/7 Arm": "1433", "2/1 Arm": "1532", **dict.fromkeys(defenders, "1432")}
    state = attack(desert(placed, oos=["Maletti"]), "allied", "1432", "4/7 Arm", "7/7 Arm", "2/1 Arm")  # 6-1
    play(state, "3" if losses else "5")
    assert RESULTS[state.result] == "DE*"
    assert not alive(state, *defenders)
    assert state.losses[1] == losses
