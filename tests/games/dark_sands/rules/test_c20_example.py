"""The combats of the example of play. Where units attack from is known only from pictures that are lost: those
hexes are chosen here so that the stated odds and results come out."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.state import GONE, S_USED, USED
from tests.games.dark_sands.desert import DATA, decision, desert, legal, number, play, where
from tests.games.dark_sands.fights import SUPPORT, alive, attack, odds_of, ready, reduced, strengths

GAME = "dark-sands"
SIDI_BARRANI = {"2 Libica": "1949", "Maletti": "1949"}
INDIANS = {"5/4 Ind": "1948", "7/4 Ind": "1849", "11/4 Ind": "1850", "16/70": "2050", "3 Cstrm Gds": "1950"}
SEVENTH = {"7/7 Arm": "1648", "4/7 Arm": "1547", "7SG/7 Arm": "1547", "Selby": "1646"}


@pytest.mark.rule("PE1-1c", "PE1-1e")
def test_1949_falls_at_three_to_one() -> None:
    """Surrounded: the only way out, 2049, is in zones."""
    state = ready(desert({**SIDI_BARRANI, **INDIANS}, turn=1, boxes={"axis": ["1949"]}), "RAF +2")
    attack(state, "allied", "1949", *INDIANS)
    play(state, "support:RAF-+2")
    assert strengths(odds_of(state)) == (15, 5)
    play(state, "4")
    assert (COLUMNS[odds_of(state).column], RESULTS[state.result]) == ("3-1", "DR*")
    play(state, "lose:Maletti")
    assert where(state, "2 Libica") == ["2049"]
    play(state, "lose:2-Libica", "done")
    assert [state.place[number(name)] for name in SIDI_BARRANI] == [GONE, GONE]
    assert state.supports[SUPPORT["RAF +2"]] == S_USED
    assert (state.boxes[0], state.boxes_used[0]) == (0, 1)


@pytest.mark.rule("PE1-1d")
def test_1647_is_attacked_at_four_to_one() -> None:
    """The example plays DR for a 2; the table says BL1, and the rule wins."""
    placed = {"Cirene": "1647", **SEVENTH}
    state = attack(desert(placed, turn=1, boxes={"axis": ["1647"]}), "allied", "1647", *SEVENTH)
    assert strengths(odds_of(state)) == (19, 4)
    play(state, "2")
    assert RESULTS[state.result] == "BL1"
    state = attack(desert(placed, turn=1, boxes={"axis": ["1647"]}), "allied", "1647", *SEVENTH)
    play(state, "3", "retreat:1846", "retreat:1945", "retreat:2045")  # 1746 is the only way out
    assert where(state, "Cirene") == ["2045"]


@pytest.mark.rule("PE1-5")
def test_selby_takes_sidi_omar() -> None:
    state = ready(desert({"Selby": "1840", "Garrison It 1": "1839"}, turn=1), "RAF +1")
    attack(state, "allied", "1839", "Selby", action="combat-1")
    play(state, "support:RAF-+1")
    assert strengths(odds_of(state)) == (4, 2)
    play(state, "3")
    assert RESULTS[state.result] == "BL1"
    play(state, "lose:Selby", "lose:Garrison-It-1")
    assert reduced(state) == {"Selby"}
    assert state.place[number("Garrison It 1")] == USED


@pytest.mark.rule("PE2-1b")
def test_tobruk_falls_to_7_armoured() -> None:
    placed = {"7/7 Arm": "2730", "7SG/7 Arm": "2730", "Garrison It 1": "2830"}
    state = desert(placed, turn=2, control={"axis": ["1600", "2830"]})
    attack(state, "allied", "2830", "7/7 Arm", "7SG/7 Arm")
    assert strengths(odds_of(state)) == (10, 2)
    play(state, "6")
    assert (RESULTS[state.result], decision(state)) == ("DE*", "advance")  # no step for the star
    play(state, "advance:7/7-Arm")
    assert state.controlled[1] >> DATA.places.tobruk & 1
    assert state.cup >> DATA.tobruk_falls[1] & 1


@pytest.mark.rule("PE2-1c")
def test_28_ottobre_costs_a_tank() -> None:
    placed = {"4/7 Arm": "2631", "16/70": "2631", "11/4 Ind": "2731", "28 Ottobre": "2730"}
    state = attack(desert(placed, turn=2), "allied", "2730", "4/7 Arm", "16/70", "11/4 Ind")
    assert strengths(odds_of(state)) == (12, 4)
    play(state, "2")
    assert RESULTS[state.result] == "BL1"
    assert legal(state) == {"lose:4/7-Arm"}
    play(state, "lose:4/7-Arm", "lose:28-Ottobre")
    assert reduced(state) == {"4/7 Arm"}
    assert not alive(state, "28 Ottobre")


@pytest.mark.rule("PE2-6a")
def test_babini_is_exchanged() -> None:
    placed = {"Selby": "2323", "4/7 Arm": "2325", "7SG/7 Arm": "2325", "Babini": "2324"}
    state = ready(desert(placed, turn=2, reduced=["Selby", "4/7 Arm"]), "Regia Aero +1")
    attack(state, "allied", "2324", "Selby", "4/7 Arm", "7SG/7 Arm")
    play(state, "support:Regia-Aero-+1")
    assert strengths(odds_of(state)) == (8, 2)
    play(state, "6")
    assert RESULTS[state.result] == "EX"
    assert (legal(state), state.losses[1]) == ({"lose:Selby"}, 2)
    play(state, "lose:Selby", "lose:7SG/7-Arm")
    assert reduced(state) == {"4/7 Arm", "7SG/7 Arm"}
    assert not alive(state, "Babini", "Selby")


@pytest.mark.rule("PE2-6a")
def test_without_selby_the_first_step_is_a_tank() -> None:
    placed = {"4/7 Arm": "2325", "7SG/7 Arm": "2325", "Babini": "2324"}
    state = attack(
        desert(placed, turn=2, reduced=["4/7 Arm"], oos=["Babini"]), "allied", "2324", "4/7 Arm", "7SG/7 Arm"
    )
    play(state, "1")  # 7 to 1, +2: EX
    assert RESULTS[state.result] == "EX"
    assert legal(state) == {"lose:4/7-Arm"}


@pytest.mark.rule("PE2-6b")
def test_el_adem_is_attacked_in_disorder() -> None:
    placed = {"22 Gds": "2430", "7/4 Ind": "2430", "Garrison It 1": "2429"}
    state = attack(desert(placed, turn=2, disorganised=["22 Gds"]), "allied", "2429", "22 Gds", "7/4 Ind")
    assert (strengths(odds_of(state)), odds_of(state).die) == ((6, 2), -2)
    play(state, "2")
    assert RESULTS[state.result] == "BL1"
    play(state, "lose:7/4-Ind", "lose:Garrison-It-1")
    assert state.place[number("Garrison It 1")] == USED
    assert reduced(state) == {"7/4 Ind"}


@pytest.mark.rule("PE2-6c")
def test_sirte_holds_out() -> None:
    """The example plays BL1 for a 3; the table says AL1, and the rule wins."""
    state = desert({"5/4 Ind": "2031", "Sirte": "2030"}, turn=2, oos=["Sirte"], boxes={"axis": ["2030"]})
    attack(state, "allied", "2030", "5/4 Ind")
    assert (strengths(odds_of(state)), COLUMNS[odds_of(state).column], odds_of(state).die) == ((3, 4), "1-2", 2)
    play(state, "1")
    assert RESULTS[state.result] == "AL1"
    play(state, "lose:5/4-Ind")
    assert alive(state, "Sirte")


@pytest.mark.rule("PE2-6d")
@pytest.mark.parametrize("disorganised", [["22 Gds"], []])
def test_marmarica_slips_away(disorganised: list[str]) -> None:
    """7/7 attacks over the ridge from 2828, 22 Guards are in 2528. The example goes on to 2327, four hexes away;
    on our map the compass leads further west, and the rule wins."""
    placed = {"Marmarica": "2728", "7/7 Arm": "2828", "3 Cstrm Gds": "2729", "22 Gds": "2528"}
    state = ready(desert(placed, turn=2, disorganised=disorganised), "RAF +1")
    attack(state, "allied", "2728", "7/7 Arm", "3 Cstrm Gds")
    play(state, "support:RAF-+1")
    assert (strengths(odds_of(state)), COLUMNS[odds_of(state).column]) == ((7, 4), "1-1")
    play(state, "6")
    assert RESULTS[state.result] == "DR"
    if disorganised:
        play(state, "retreat:2628", "retreat:2627", "retreat:2526", "retreat:2525")
        assert (where(state, "Marmarica"), decision(state)) == (["2525"], "advance")
        assert DATA.board.distance(DATA.board.number["2728"], DATA.board.number["2327"]) == 4
    else:
        assert where(state, "Marmarica") == ["2727"]  # the only hex outside their zones


@pytest.mark.rule("PE2-12a")
def test_23_marzo_has_nowhere_to_go() -> None:
    placed = {"16/70": "2524", "19/6 Aus": "2524", "23/70": "2423", "14/70": "2622", "23 Marzo": "2523"}
    state = ready(desert(placed, turn=2), "RAF +2")
    attack(state, "allied", "2523", "16/70", "19/6 Aus", action="combat-1")
    play(state, "support:RAF-+2")
    assert strengths(odds_of(state)) == (9, 3)
    play(state, "4")
    assert RESULTS[state.result] == "DR"
    while decision(state) in ("retreat", "loss"):
        play(state, min(legal(state)))
    assert not alive(state, "23 Marzo")


@pytest.mark.rule("PE2-12b")
def test_marmarica_dies() -> None:
    placed = {"16/6 Aus": "2328", "17/6 Aus": "2328", "19/6 Aus": "2428", "Marmarica": "2327"}
    state = attack(desert(placed, turn=2), "allied", "2327", "16/6 Aus", "17/6 Aus", "19/6 Aus", action="combat-1")
    assert (strengths(odds_of(state)), COLUMNS[odds_of(state).column]) == ((12, 3), "4-1")
    play(state, "3")
    assert RESULTS[state.result] == "BL1"
    play(state, "lose:17/6-Aus", "lose:Marmarica")
    assert reduced(state) == {"17/6 Aus"}
    assert not alive(state, "Marmarica")


@pytest.mark.rule("PE2-13")
def test_combeforce_drives_sabratha_back_two_hexes() -> None:
    state = attack(desert({"7/7 Arm": "2620", "Sabratha": "2719"}, turn=2), "allied", "2719", "7/7 Arm")
    assert (strengths(odds_of(state)), COLUMNS[odds_of(state).column]) == ((6, 3), "2-1")
    play(state, "4")
    assert RESULTS[state.result] == "DR"
    play(state, "retreat:2718", "retreat:2618")
    assert (where(state, "Sabratha"), decision(state)) == (["2618"], "advance")
