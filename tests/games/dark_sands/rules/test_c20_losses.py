"""20.3, 20.3.2: results, and who loses a step."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.calendar import RESULTS
from tests.games.dark_sands.desert import decision, desert, play, units, where, why_not
from tests.games.dark_sands.fights import alive, attack, choices, fall_back, fought, reduced, said

GAME = "dark-sands"
TWO = ("5/4 Ind", "7/4 Ind")
EVEN = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Brescia": "1432", "Pavia": "1432"}
STRONG = {"4/7 Arm": "1433", "7/7 Arm": "1433", "2/1 Arm": "1532", "5/4 Ind": "1532"}


@pytest.mark.rule("T-crt-ae1")
def test_ae_eliminates_all_attackers() -> None:
    state = fought(EVEN, "allied", "1432", *TWO, die=1, reduced=TWO)  # 2 to 6: 1-3
    assert not alive(state, *TWO)
    assert alive(state, "Brescia", "Pavia") == {"Brescia", "Pavia"}
    assert decision(state) == "battles"


@pytest.mark.rule("T-crt-al1", "20.3.2c")
def test_al1_costs_the_attacker_a_step() -> None:
    state = fought(EVEN, "allied", "1432", *TWO, die=1)
    assert RESULTS[state.result] == "AL1"
    assert choices(state, "lose") == {"5/4-Ind", "7/4-Ind"}
    play(state, "lose:7/4-Ind")
    assert reduced(state) == {"7/4 Ind"}
    assert decision(state) == "battles"


@pytest.mark.rule("T-crt-bl1")
def test_bl1_costs_both_a_step() -> None:
    state = fought(EVEN, "allied", "1432", *TWO, die=3)
    play(state, "lose:7/4-Ind", "lose:Pavia")
    assert reduced(state) == {"7/4 Ind", "Pavia"}
    assert where(state, "Brescia", "Pavia") == ["1432", "1432"]


@pytest.mark.rule("T-crt-dr1", "20.3.3c")
def test_dr_moves_the_defender_and_costs_nothing() -> None:
    state = fought(EVEN, "allied", "1432", *TWO, die=5)
    play(state, *(f"retreat:{place}" for place in ("1431", "1430", "1429", "1428")))
    assert where(state, "Brescia", "Pavia") == ["1428", "1428"]
    assert not reduced(state)


@pytest.mark.rule("T-crt-drstar1")
def test_dr_star_costs_a_step_before_the_retreat() -> None:
    state = fought(EVEN, "allied", "1432", *TWO, die=6, oos=["Pavia"])
    assert RESULTS[state.result] == "DR*"
    assert decision(state) == "loss"
    assert where(state, "Brescia") == ["1432"]
    play(state, "lose:Brescia")
    fall_back(state)
    assert reduced(state) == {"Brescia"}
    assert where(state, "Brescia") != ["1432"]


@pytest.mark.rule("T-crt-ex1")
def test_ex_costs_the_attacker_as_many_steps_as_the_defender_had() -> None:
    placed = {**STRONG, "Brescia": "1432", "Sirte": "1432"}
    state = fought(placed, "allied", "1432", *STRONG, die=6, reduced=["Brescia"])  # 21 to 5: 4-1
    assert RESULTS[state.result] == "EX"
    assert not alive(state, "Brescia", "Sirte")
    assert state.losses[1] == 2
    play(state, "lose:4/7-Arm", "lose:5/4-Ind")
    assert decision(state) == "advance"
    assert reduced(state) == {
        "4/7 Arm",
        "5/4 Ind",
    }


@pytest.mark.rule("T-crt-destar1", "T-crt-de1")
def test_de_and_de_star() -> None:
    placed = {**STRONG, "Sirte": "1432"}
    state = fought(placed, "allied", "1432", *STRONG, die=5)  # 6-1
    assert (RESULTS[state.result], decision(state)) == ("DE*", "loss")
    assert choices(state, "lose") == {"4/7-Arm", "7/7-Arm", "2/1-Arm"}
    assert not alive(state, "Sirte")
    state = fought(placed, "allied", "1432", *STRONG, die=6)
    assert (RESULTS[state.result], decision(state)) == ("DE", "advance")
    assert not alive(state, "Sirte")


# The first step (20.3.2)


@pytest.mark.rule("20.3.2a", "T-crt-loss1")
def test_the_first_step_comes_from_a_unit_that_cannot_be_replaced() -> None:
    placed = {"4/7 Arm": "1433", "Selby": "1433", "3 Cstrm Gds": "1433", "Brescia": "1432", "Pavia": "1432"}
    state = fought(placed, "allied", "1432", "4/7 Arm", "Selby", "3 Cstrm Gds", die=1)
    assert choices(state, "lose") == {"Selby", "3-Cstrm-Gds"}
    assert why_not(state, "lose:4/7-Arm") == "20.3.2"
    assert why_not(state, "lose:Brescia") == "20.3.2"


@pytest.mark.rule("20.3.2b", "T-crt-loss1")
def test_then_from_armour() -> None:
    placed = {"4/7 Arm": "1433", "5/4 Ind": "1433", "Brescia": "1432", "Pavia": "1432"}
    state = fought(placed, "allied", "1432", "4/7 Arm", "5/4 Ind", die=1, reduced=["4/7 Arm"])
    assert choices(state, "lose") == {"4/7-Arm"}


@pytest.mark.rule("20.3.2b", "12.3b")
def test_armoured_cars_are_no_armour() -> None:
    placed = {"33/15 Pz": "1433", "115/15 Pz": "1433", "132/Ariete": "1433", "5/4 Ind": "1432", "7/4 Ind": "1432"}
    state = fought(placed, "axis", "1432", "33/15 Pz", "115/15 Pz", "132/Ariete", die=1)
    assert choices(state, "lose") == {"132/Ariete"}
    del placed["132/Ariete"]
    state = fought({**placed, "Trento": "1433"}, "axis", "1432", "33/15 Pz", "115/15 Pz", "Trento", die=1)
    assert choices(state, "lose") == {"115/15-Pz", "Trento"}


@pytest.mark.rule("20.3.2c", "20.3.2d")
def test_then_from_a_full_unit_of_two_steps_and_then_from_any() -> None:
    state = fought(EVEN | {"22 Gds": "1533"}, "allied", "1432", *TWO, die=1, reduced=["5/4 Ind"], oos=["Pavia"])
    assert choices(state, "lose") == {"7/4-Ind"}
    state = fought(EVEN, "allied", "1432", *TWO, die=1, reduced=[*TWO, "Brescia", "Pavia"], oos=["Pavia"])
    assert choices(state, "lose") == {"5/4-Ind", "7/4-Ind"}


@pytest.mark.rule("20.3.2e")
def test_later_steps_are_free() -> None:
    placed = {**STRONG, "Brescia": "1432", "Sirte": "1432"}
    state = fought(placed, "allied", "1432", *STRONG, die=6, reduced=["Brescia"])
    assert choices(state, "lose") == {"4/7-Arm", "7/7-Arm", "2/1-Arm"}
    play(state, "lose:4/7-Arm")
    assert choices(state, "lose") == {"4/7-Arm", "7/7-Arm", "2/1-Arm", "5/4-Ind"}


@pytest.mark.rule("13.6.4c")
def test_garrisons_lose_last() -> None:
    placed = {"Garrison It 1": "1432", "Sirte": "1432", "5/4 Ind": "1433", "7/4 Ind": "1433"}
    state = fought(placed, "allied", "1432", *TWO, die=3)
    play(state, "lose:5/4-Ind")
    assert choices(state, "lose") == {"Sirte"}
    assert why_not(state, "lose:Garrison-It-1") == "13.6.4"
    placed.pop("Sirte")
    state = fought(placed, "allied", "1432", *TWO, die=1)  # 3-1
    play(state, "lose:5/4-Ind", "lose:Garrison-It-1")
    assert not alive(state, "Garrison It 1")


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("lose:Brescia", "not yours"),
        ("lose:HQ-13-Corps", "no steps"),
        ("lose:22-Gds", "no part"),
        ("lose:5/4-Ind", "first step"),
        ("lose:11/4-Ind", "did not contribute"),
        ("done", "must be lost first"),
    ],
)
def test_why_a_unit_does_not_lose_a_step(choice: str, reason: str) -> None:
    placed = {**EVEN, "Selby": "1433", "11/4 Ind": "1532", "HQ 13 Corps": "1433", "22 Gds": "1434"}
    state = desert(placed)
    attack(state, "allied", "1432", *TWO, "Selby", "11/4 Ind")
    play(state, "leave:7/4-Ind")
    state.contributors &= ~units("11/4 Ind")
    play(state, "1")
    assert decision(state) == "loss"
    assert reason in said(state, choice)
