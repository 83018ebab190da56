"""20.3.5: the advance after combat."""

from __future__ import annotations

import pytest

from tests.games.dark_sands.desert import decision, desert, legal, play, where, why_not
from tests.games.dark_sands.fights import attack, choices, fall_back, said

GAME = "dark-sands"
STRONG = {"4/7 Arm": "1433", "7/7 Arm": "1433", "2/1 Arm": "1532", "5/4 Ind": "1532"}


@pytest.mark.rule("20.3.5a", "20.3.5b")
def test_attackers_may_advance_at_once() -> None:
    state = attack(desert({**STRONG, "Sirte": "1432", "22 Gds": "1533"}), "allied", "1432", *STRONG)
    play(state, "6")
    assert (decision(state), choices(state, "advance")) == (
        "advance",
        {"4/7-Arm", "7/7-Arm", "2/1-Arm", "5/4-Ind"},
    )
    assert why_not(state, "advance:22-Gds") == "20.3.5"
    play(state, "advance:5/4-Ind")
    assert "advanced" in said(state, "advance:5/4-Ind")
    assert "at once" in said(state, "attack:1432")
    play(state, "done")
    assert where(state, "5/4 Ind", "4/7 Arm") == ["1432", "1433"]
    assert decision(state) == "battles"


@pytest.mark.rule("20.3.5a")
def test_nobody_advances_into_a_hex_with_enemies() -> None:
    """After EX those that did not contribute are still there."""
    axis = dict.fromkeys(("Pavia", "Bologna", "Brescia"), "1432")
    attackers = {**STRONG, "23 Arm": "1332"}
    state = attack(desert({**attackers, **axis}), "allied", "1432", *attackers)  # 27 to 6: 4-1
    play(state, "done", "6")
    while decision(state) == "loss":
        play(state, min(legal(state)))
    assert where(state, "Brescia") == ["1432"]
    assert decision(state) == "battles"


@pytest.mark.rule("20.3.5c", "P2.0i")
def test_an_advance_ignores_zones_and_costs_nothing() -> None:
    state = desert({"5/4 Ind": "1433", "7/4 Ind": "1433", "Sirte": "1432", "Brescia": "1431", "Pavia": "1532"})
    attack(state, "allied", "1432", "5/4 Ind", "7/4 Ind")
    play(state, "4")
    fall_back(state)
    play(state, "advance:5/4-Ind")
    assert where(state, "5/4 Ind") == ["1432"]
    assert not state.spent


@pytest.mark.rule("20.3.5d")
def test_a_headquarters_advances_with_units_it_was_stacked_with() -> None:
    placed = {**STRONG, "Sirte": "1432", "HQ 13 Corps": "1433"}
    state = attack(desert(placed), "allied", "1432", *STRONG)
    play(state, "6")
    assert "stacked with" in said(state, "advance:HQ-13-Corps")
    play(state, "advance:5/4-Ind")
    assert "HQ-13-Corps" not in choices(state, "advance")  # 5/4 came from another hex
    play(state, "advance:4/7-Arm", "advance:HQ-13-Corps")
    assert where(state, "HQ 13 Corps") == ["1432"]


@pytest.mark.rule("7.0e")
def test_no_more_advance_than_fit() -> None:
    state = attack(desert({**STRONG, "Sirte": "1432"}), "allied", "1432", *STRONG)
    play(state, "6", "advance:4/7-Arm", "advance:7/7-Arm", "advance:2/1-Arm")
    assert decision(state) == "battles"
    assert where(state, "5/4 Ind") == ["1532"]


@pytest.mark.rule("T-tec-noteC")
def test_vehicles_do_not_advance_into_marsh() -> None:
    placed = {"4/7 Arm": "2148", "5/4 Ind": "2148", "Sirte": "2147"}
    state = attack(desert(placed, oos=["Sirte"]), "allied", "2147", "4/7 Arm", "5/4 Ind")
    play(state, "6")
    while decision(state) in ("loss", "retreat"):
        play(state, min(legal(state)))
    assert choices(state, "advance") == {"5/4-Ind"}
    assert why_not(state, "advance:4/7-Arm") == "6.0"


@pytest.mark.rule("20.3.5a")
def test_the_advance_takes_control() -> None:
    state = desert({"5/4 Ind": "2140", "7/4 Ind": "2140", "Sirte": "2141"}, control={"axis": ["1600", "2141"]})
    attack(state, "allied", "2141", "5/4 Ind", "7/4 Ind")
    play(state, "5")
    while decision(state) in ("loss", "retreat"):
        play(state, min(legal(state)))
    play(state, "advance:5/4-Ind")
    assert state.controlled[1] >> state.place[0] & 1
