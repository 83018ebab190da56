"""The example of play, turn 2, chit by chit: January and February 1941, the fall of Tobruk.

Every test begins with the position that the text states. The pictures of the booklet are lost, so these places
are chosen: the Allied stacks at the start of the turn and after each chit, and who attacks 23 Marzo and Marmarica
at its end. Where text and rules differ, the rules hold: the test says so, and the next one begins with the
position that the text goes on with.
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c05_victory import LEVELS, score
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.rules.c18_tobruk import tobruk_falls
from sandtable.games.dark_sands.rules.c19_reach import extended_reach
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import READY, S_READY, Sands
from tests.games.dark_sands.cups import (
    chances,
    chit_names,
    do_nothing,
    draw,
    drawing,
    from_segment,
)
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
    decision,
    desert,
    hex_names,
    legal,
    names,
    number,
    play,
    units,
    where,
    why_not,
)
from tests.games.dark_sands.tale import boxes_of, engage, fight, gather, go, idle, stay, take, way_to

GAME = "dark-sands"
AXIS, ALLIED = 0, 1
SUPPLY = {"axis": ["1600", "2904", "2830"]}
WITHOUT_TOBRUK = {"axis": ["1600", "2904"]}

# Chit 1: O'Connor

ITALIANS = {
    "Marmarica": "2729",
    "28 Ottobre": "2730",
    "23 Marzo": "2429",
    "Sirte": "2030",
    "Garrison It 2": "2830",
}
AT_DERNA = dict.fromkeys(["Sabratha", "Pavia", "Babini"], "3418")
ARMOUR = {"4/7 Arm": "2630", "7/7 Arm": "2532", "7SG/7 Arm": "2532"}
FOOT = {"16/70": "2432", "11/4 Ind": "2033", "5/4 Ind": "1934", "Selby": "1934"}
SOUTH_OF_BUQBUQ = dict.fromkeys(["22 Gds", "7/4 Ind", "3 Cstrm Gds"], "1647")


def second(*parts: dict[str, str], **fields: Any) -> Sands:
    """Turn 2 goes on with these units; aircraft are ready."""
    placed = {unit: place for part in parts for unit, place in part.items()}
    state = desert(placed, turn=2, **{"control": SUPPLY, **fields})
    for name in ("RAF-+2", "RAF-+1", "Regia-Aero-+1"):
        state.supports[DATA.nouns["support"].index(name)] = S_READY
    return state


def oconnor() -> Sands:
    return take(second(ITALIANS, AT_DERNA, ARMOUR, FOOT, SOUTH_OF_BUQBUQ, reduced=["Selby"]), "allied-oconnor")


@pytest.mark.rule("PE2-0")
def test_the_chits_of_turn_2() -> None:
    state = from_segment(second(), "placement")
    assert sorted(chit_names(state.cup)) == [
        "allied-combeforce-1",
        "allied-half/combat-1-1",
        "allied-half/combat-1-2",
        "allied-move/combat-1",
        "allied-oconnor-1",
        "allied-reinforcement-1",
        "axis-half/combat-1-1",
        "axis-half/combat-1-2",
        "axis-move-1",
        "axis-move-2",
        "logistics-1",
        "logistics-2",
    ]


@pytest.mark.rule("PE2-1a")
def test_they_come_up_from_buqbuq() -> None:
    state = oconnor()
    go(state, "16/70", "2631")
    go(state, "22 Gds", "2432", extended=True, dice="5")
    go(state, "7/4 Ind", "2432", extended=True, dice="4")
    go(state, "3 Cstrm Gds", "2432", extended=True, dice="1")
    assert where(state, "22 Gds", "7/4 Ind", "3 Cstrm Gds") == ["2432"] * 3
    assert names(state.disorganised) == {"22 Gds"}
    go(state, "5/4 Ind", "2129")
    go(state, "Selby", "1929")
    assert where(state, "5/4 Ind", "Selby") == ["2129", "1929"], "on two sides of Sirte"


def at_tobruk() -> Sands:
    """The armour has gone around Tobruk, and the others face 28 Ottobre."""
    state = oconnor()
    go(state, "7/7 Arm", "2829")
    go(state, "7SG/7 Arm", "2829")
    go(state, "16/70", "2631")
    go(state, "11/4 Ind", "2631")
    play(state, "done")
    return state


@pytest.mark.rule("PE2-1b")
def test_tobruk_falls() -> None:
    state = at_tobruk()
    assert engage(state, "2830", "7/7 Arm", "7SG/7 Arm") == "10 to 2, 5-1, +0"
    assert fight(state, 6) == "DE*"
    assert (boxes_of(state, "Garrison It 2"), state.reduced & units("7/7 Arm", "7SG/7 Arm")) == (["used"], 0)
    assert decision(state) == "advance", "nobody pays for the star: a garrison defended alone"
    play(state, "advance:7SG/7-Arm")
    assert state.controlled[ALLIED] >> HEX["2830"] & 1


@pytest.mark.rule("PE2-1c")
def test_the_attack_on_28_ottobre() -> None:
    state = at_tobruk()
    assert engage(state, "2730", "4/7 Arm", "16/70", "11/4 Ind") == "12 to 4, 3-1, +0"
    assert fight(state, 2) == "BL1"
    assert legal(state) == {"lose:4/7-Arm"}, "armour first"
    play(state, "lose:4/7-Arm", "lose:28-Ottobre")
    assert (names(state.reduced), boxes_of(state, "28 Ottobre")) == ({"4/7 Arm", "Selby"}, ["gone"])


@pytest.mark.rule("PE2-1c", "PE2-1b")
def test_the_chit_for_the_fall_of_tobruk_joins_the_cup() -> None:
    state = at_tobruk()
    assert "allied-tobruk-falls-1" not in chit_names(state.cup)
    engage(state, "2830", "7/7 Arm", "7SG/7 Arm")
    fight(state, 6)
    play(state, "advance:7SG/7-Arm")
    assert "allied-tobruk-falls-1" in chit_names(state.cup)


# Chits 2 to 4: the second line

CAPTURED = {"7SG/7 Arm": "2830", "7/7 Arm": "2829", "4/7 Arm": "2630", "16/70": "2631", "11/4 Ind": "2631"}
AROUND_SIRTE = {"5/4 Ind": "2129", "Selby": "1929"}
AT_REZEGH = dict.fromkeys(["22 Gds", "7/4 Ind", "3 Cstrm Gds"], "2432")
HURT = {"reduced": ["4/7 Arm", "Selby"], "disorganised": ["22 Gds"], "control": WITHOUT_TOBRUK}
LEFT = {"Marmarica": "2729", "23 Marzo": "2429", "Sirte": "2030"}
SECOND_LINE = {"Pavia": "2823", "Sabratha": "2723", "Babini": "2324", "23 Marzo": "2523"}
STAYED = {"Marmarica": "2728", "Garrison It 1": "2429", "Sirte": "2030"}


@pytest.mark.rule("PE2-2")
def test_the_second_line() -> None:
    state = second(CAPTURED, AROUND_SIRTE, AT_REZEGH, LEFT, AT_DERNA, **HURT)
    state.place[number("Garrison It 1")] = READY
    take(state, "axis-move-1")
    play(state, "box:Sirte")
    go(state, "Marmarica", "2728")
    gather(state, "23 Marzo")
    play(state, "garrison:Garrison-It-1", *way_to(state, "23 Marzo", "2523"), "stop")
    for unit in ("Pavia", "Sabratha", "Babini"):
        go(state, unit, SECOND_LINE[unit])
    assert where(state, *SECOND_LINE) == list(SECOND_LINE.values())
    assert where(state, *STAYED) == list(STAYED.values())
    assert hex_names(state.boxes[AXIS]) == {"2030"}


@pytest.mark.rule("PE2-3")
def test_sirte_is_cut_off() -> None:
    """On our map a third unit is needed: two leave a way north through the rough to El Adem."""
    for gubi, is_cut in ({}, False), ({"3 Cstrm Gds": "2031"}, True):
        allies = CAPTURED | AROUND_SIRTE | AT_REZEGH | gubi
        state = second(allies, STAYED, SECOND_LINE, boxes={"axis": ["2030"]}, **HURT)
        take(state, "logistics-1", "logistics-2")
        assert names(state.oos) == ({"Sirte"} if is_cut else set())


@pytest.mark.rule("PE2-4", "PE2-7")
@pytest.mark.parametrize("before", [0, 1])
def test_combat_without_attacks_saves_movement(before: int) -> None:
    state = second(CAPTURED, STAYED, SECOND_LINE, moves_played=[1, 0], combats_played=[before, 0], **HURT)
    take(state, "axis-half/combat-1-1", "axis-half/combat-1-2", "axis-move-2", side="combat-side")
    do_nothing(state)
    assert (state.moves_played[AXIS], state.combats_played[AXIS]) == (1, before + 1)
    draw(state, "axis-half/combat-1-2")
    assert legal(state) == ({"move-side"} if before else {"move-side", "combat-side"})


# Chit 5: a full move


def fifth() -> Sands:
    state = second(CAPTURED, AROUND_SIRTE, AT_REZEGH, STAYED, SECOND_LINE, oos=["Sirte"], **HURT)
    return take(state, "allied-move/combat-1", side="move-side")


@pytest.mark.rule("PE2-5")
def test_the_move_of_chit_5() -> None:
    """On our map a ridge keeps the zone of Marmarica out of 2828, so 7/7 need not stop there."""
    state = fifth()
    go(state, "7/7 Arm", "2828")
    go(state, "Selby", "2323")
    go(state, "4/7 Arm", "2425")
    go(state, "7SG/7 Arm", "2325")
    go(state, "16/70", "2527")
    go(state, "11/4 Ind", "2527")
    go(state, "5/4 Ind", "2031")
    go(state, "7/4 Ind", "2430")
    go(state, "22 Gds", "2430")
    go(state, "3 Cstrm Gds", "2730")
    assert where(state, "3 Cstrm Gds") == ["2730"]
    assert not DATA.ground.forts >> HEX["2730"] & 1, "it is no fort, whatever the text says"
    for place in ("2323", "2325", "2224", "2225", "2424", "2425"):
        around = state.occupied[ALLIED] >> HEX[place] & 1 or in_zone(state, HEX[place], ALLIED)
        assert around, f"Babini is free to go to {place}"


# Chit 6: Tobruk has fallen

RING = {"Selby": "2323", "4/7 Arm": "2425", "7SG/7 Arm": "2325"}
AT_EL_ADEM = dict.fromkeys(["22 Gds", "7/4 Ind"], "2430")
AT_GUBI = {"5/4 Ind": "2031"}
REST = {"7/7 Arm": "2828", "3 Cstrm Gds": "2729", "16/70": "2527", "11/4 Ind": "2527"}
BOXED = {"boxes": {"axis": ["2030"]}, "oos": ["Sirte"]}


@pytest.mark.rule("PE2-6e")
def test_tobruk_falls_activates_two_formations_only() -> None:
    """The text activates more, and says that an early version of the rule did."""
    state = second(RING, AT_EL_ADEM, AT_GUBI, REST, STAYED, SECOND_LINE, **HURT | BOXED)
    take(state, "allied-tobruk-falls")
    assert legal(state, "formation") == {"formation:7-Arm", "formation:4-Ind", "formation:70"}
    play(state, "formation:7-Arm", "formation:4-Ind")
    active = {"4/7 Arm", "7/7 Arm", "7SG/7 Arm", "5/4 Ind", "7/4 Ind", "11/4 Ind"}
    assert (names(state.movers), names(state.fighters)) == (active, active)
    assert (state.moves_played, state.combats_played) == ([0, 0], [0, 0])
    assert (state.run_side, state.run) == (ALLIED, 1)


def sixth(*parts: dict[str, str], **fields: Any) -> Sands:
    """The combat of chit 6, in which everybody takes part, as in the text."""
    return acting(second(*parts, **HURT | fields), "allied", "combat", BATTLES)


@pytest.mark.rule("PE2-6a")
def test_the_end_of_babini() -> None:
    state = sixth(RING, SECOND_LINE)
    assert engage(state, "2324", *RING, against=["Regia Aero +1"]) == "8 to 2, 4-1, +0"
    assert fight(state, 6) == "EX"
    assert boxes_of(state, "Babini") == ["gone"]
    assert legal(state) == {"lose:Selby"}, "who cannot be replaced comes first"
    play(state, "lose:Selby")
    assert boxes_of(state, "Selby") == ["gone"]
    assert legal(state) == {"lose:4/7-Arm", "lose:7SG/7-Arm"}
    play(state, "lose:7SG/7-Arm")
    assert names(state.reduced) == {"4/7 Arm", "7SG/7 Arm"}
    stay(state)
    assert decision(state) == "battles", "two steps for two steps"


@pytest.mark.rule("PE2-6a")
def test_without_selby_the_armour_would_lose_first() -> None:
    state = sixth({"4/7 Arm": "2425", "7SG/7 Arm": "2325"}, SECOND_LINE)
    assert engage(state, "2324", "4/7 Arm", "7SG/7 Arm", against=["Regia Aero +1"]) == "7 to 2, 3-1, +0"
    assert fight(state, 6) == "EX"
    assert legal(state) == {"lose:4/7-Arm"}


@pytest.mark.rule("PE2-6b")
def test_el_adem_is_taken_by_disorganised_guards() -> None:
    state = sixth(AT_EL_ADEM, STAYED)
    assert engage(state, "2429", *AT_EL_ADEM) == "6 to 2, 3-1, -2"
    assert fight(state, 2) == "BL1", "2 less 2 counts as 1"
    assert legal(state) == {"lose:22-Gds", "lose:7/4-Ind"}
    play(state, "lose:7/4-Ind", "lose:Garrison-It-1")
    assert (names(state.reduced) & {"22 Gds", "7/4 Ind"}, boxes_of(state, "Garrison It 1")) == (
        {"7/4 Ind"},
        ["used"],
    )


@pytest.mark.rule("PE2-6c")
def test_sirte_holds_its_box() -> None:
    """The text has BL1 for a 3 at 1-2: the table says AL1, so only 5/4 loses a step."""
    state = sixth(AT_GUBI, STAYED, **BOXED)
    assert engage(state, "2030", "5/4 Ind") == "3 to 4, 1-2, +2"
    assert fight(state, 1) == "AL1"
    play(state, "lose:5/4-Ind")
    assert decision(state) == "battles"
    assert where(state, "Sirte") == ["2030"]
    assert names(state.reduced) >= {"5/4 Ind"}


def marmarica(*disordered: str) -> Sands:
    """On our map two brigades in 2527 have zones over the way that the text takes: here the Guards are there, and
    the brigades in 2726."""
    placed = {"7/7 Arm": "2828", "3 Cstrm Gds": "2729", "22 Gds": "2527", "16/70": "2726", "11/4 Ind": "2726"}
    state = second(placed, STAYED, control=WITHOUT_TOBRUK, disorganised=disordered)
    return acting(state, "allied", "combat", BATTLES)


@pytest.mark.rule("PE2-6d")
def test_marmarica_gets_away() -> None:
    state = marmarica("22 Gds")
    assert engage(state, "2728", "7/7 Arm", "3 Cstrm Gds", supports=["RAF +1"]) == "7 to 4, 1-1, +0"
    assert fight(state, 6) == "DR"
    for place in ("2628", "2528", "2428", "2327"):
        if where(state, "Marmarica") != [place]:
            play(state, f"retreat:{place}")
    assert where(state, "Marmarica") == ["2327"]
    assert DATA.board.distance(HEX["2728"], HEX["2327"]) == 4
    assert decision(state) == "advance"


@pytest.mark.rule("PE2-6d")
def test_the_guards_in_good_order_would_have_stopped_it() -> None:
    state = marmarica()
    engage(state, "2728", "7/7 Arm", "3 Cstrm Gds", supports=["RAF +1"])
    fight(state, 6)
    assert decision(state) == "retreat"
    assert why_not(state, "retreat:2628") == "20.3.4"


# Chits 8 to 10: supply, reinforcements, the sea

FREE = {"Marmarica": "2327", **{unit: place for unit, place in SECOND_LINE.items() if unit != "Babini"}}
AFTER = {
    "7/7 Arm": "2728",
    "3 Cstrm Gds": "2729",
    "16/70": "2527",
    "11/4 Ind": "2527",
    "4/7 Arm": "2324",
    "7SG/7 Arm": "2324",
    "22 Gds": "2429",
    "7/4 Ind": "2429",
    "5/4 Ind": "2030",
}
WORN = {"reduced": ["4/7 Arm", "7SG/7 Arm", "7/4 Ind", "5/4 Ind"], "control": WITHOUT_TOBRUK}


@pytest.mark.rule("PE2-8")
def test_everybody_can_trace_a_line() -> None:
    state = second(AFTER, FREE, disorganised=["22 Gds"], **WORN)
    take(state, "logistics-2", "allied-reinforcement")
    assert not state.oos


@pytest.mark.rule("PE2-9")
def test_the_australians_relieve_the_indians() -> None:
    state = second(AFTER, FREE, **WORN)
    take(state, "allied-reinforcement")
    for unit, place in {"14/70": "2830", "23/70": "2830", "3-Ind": "1960"}.items():
        play(state, f"enter:{unit}", f"to:{place}")
    for unit, other in {"16/6-Aus": "5/4-Ind", "17/6-Aus": "7/4-Ind", "19/6-Aus": "11/4-Ind"}.items():
        play(state, f"enter:{unit}", f"exchange:{other}")
    assert where(state, "16/6 Aus", "17/6 Aus", "19/6 Aus") == ["2030", "2429", "2527"]
    assert where(state, "14/70", "23/70", "3 Ind") == ["2830", "2830", "1960"]
    assert boxes_of(state, "5/4 Ind", "7/4 Ind", "11/4 Ind") == ["away"] * 3
    assert not state.reduced & units("5/4 Ind", "7/4 Ind"), "they will come back at full strength"


RELIEVED = {unit: place for unit, place in AFTER.items() if "Ind" not in unit} | {
    "16/6 Aus": "2030",
    "17/6 Aus": "2429",
    "19/6 Aus": "2527",
    "14/70": "2830",
    "23/70": "2830",
    "3 Ind": "1960",
}


@pytest.mark.rule("PE2-10")
def test_a_half_move_by_sea_and_by_land() -> None:
    state = second(RELIEVED, FREE, moves_played=[1, 1], control=WITHOUT_TOBRUK, reduced=["4/7 Arm", "7SG/7 Arm"])
    take(state, "allied-half/combat-1-1", side="move-side")
    assert state.moves_played == [1, 2]
    play(state, "sail:3-Ind", "port:2830")
    if decision(state) == "return":
        play(state, "stop")
    assert where(state, "3 Ind") == ["2830"]
    go(state, "7/7 Arm", "2824")
    go(state, "4/7 Arm", "2624")
    play(state, "done")
    drawing(state, "axis-move-2")
    draw(state, "axis-move-2")
    for unit in ("Pavia", "Sabratha", "23 Marzo"):
        assert not extended_reach(state, units(unit)), f"{unit} is next to an enemy"


# Chits 11 to 13, and the end of the turn


@pytest.mark.rule("PE2-11")
def test_the_last_italian_move() -> None:
    state = second({"7/7 Arm": "2728"}, FREE, run_side=ALLIED, run=2, moves_played=[1, 2], control=WITHOUT_TOBRUK)
    drawing(state, "axis-move-2", "allied-half/combat-1-2", "allied-combeforce")
    assert chances(state) == ["axis-move-2"], "two Allied chits have been played, and this is the only Axis chit"
    draw(state, "axis-move-2")
    go(state, "Pavia", "3121")
    gather(state, "Sabratha")
    play(state, "to:2722", "to:2721")
    assert legal(state, "to") >= {"to:2919", "to:2820", "to:2719"}, "any hex of the colour"
    play(state, "to:2719")
    assert where(state, "Pavia", "Sabratha") == ["3121", "2719"]


LAST = {
    "23 Marzo": "2523",
    "Marmarica": "2327",
    "16/6 Aus": "2227",
    "17/6 Aus": "2328",
    "19/6 Aus": "2427",
    "16/70": "2623",
    "22 Gds": "2423",
    "4/7 Arm": "2524",
    "7SG/7 Arm": "2521",
}


def last_combat() -> Sands:
    state = second(LAST, moves_played=[2, 2], combats_played=[2, 1], reduced=["4/7 Arm", "7SG/7 Arm"])
    take(state, "allied-half/combat-1-2")
    assert legal(state) == {"combat-side"}, "two movements have been played"
    play(state, "combat-side")
    return state


@pytest.mark.rule("PE2-12a")
def test_the_end_of_23_marzo() -> None:
    state = last_combat()
    assert engage(state, "2523", "16/70", "22 Gds", "4/7 Arm", supports=["RAF +2"]) == "11 to 3, 3-1, -1"
    assert fight(state, 4) == "DR"
    while decision(state) in ("retreat", "loss"):
        play(state, min(legal(state)))
    assert boxes_of(state, "23 Marzo") == ["gone"], "every way out is in a zone"


@pytest.mark.rule("PE2-12b")
def test_the_end_of_marmarica() -> None:
    state = last_combat()
    assert engage(state, "2327", "16/6 Aus", "17/6 Aus", "19/6 Aus") == "12 to 3, 4-1, -1"
    assert fight(state, 3) == "BL1"
    play(state, "lose:17/6-Aus", "lose:Marmarica")
    assert names(state.reduced) >= {"17/6 Aus"}
    assert boxes_of(state, "Marmarica") == ["gone"]


@pytest.mark.rule("PE2-13")
def test_combeforce_attacks_sabratha() -> None:
    state = second({"7/7 Arm": "2723", "Sabratha": "2719", "Pavia": "3121", "4/7 Arm": "2523"})
    take(state, "allied-combeforce")
    play(state, "activate:7/7-Arm")
    go(state, "7/7 Arm", "2620")
    play(state, "done")
    assert engage(state, "2719", "7/7 Arm") == "6 to 3, 2-1, +0"
    assert fight(state, 4) == "DR", "the text gives no die"
    for place in ("2718", "2618"):
        if decision(state) == "retreat":
            play(state, f"retreat:{place}")
    assert where(state, "Sabratha") == ["2618"], "two hexes of the West map"


@pytest.mark.rule("PE2-14")
@pytest.mark.parametrize("campaign", [0, 1])
def test_the_end_of_turn_2(campaign: int) -> None:
    state = second(
        {"7/7 Arm": "2620", "Sabratha": "2618", "Pavia": "3121"}, control=WITHOUT_TOBRUK, campaign=campaign
    )
    from_segment(state, "end_phase")
    if campaign:
        while decision(state) == "railway":
            play(state, "1")
        assert (state.points, state.turn) == ([0, 0], 3)
    else:
        assert (decision(state), LEVELS[state.level]) == ("", "tactical")
        assert (score(state).winner, score(state).rule) == (AXIS, "P1.1.3")


ORDER = [
    ("axis-move-1", "", "both"),
    ("logistics-1", "", "both"),
    ("axis-half/combat-1-1", "combat-side", "both"),
    ("allied-move/combat-1", "move-side", "allied"),
    ("allied-tobruk-falls-1", "", "both"),
    ("axis-half/combat-1-2", "combat-side", "axis"),
    ("logistics-2", "", "both"),
    ("allied-reinforcement-1", "", "both"),
    ("allied-half/combat-1-1", "move-side", "both"),
    ("axis-move-2", "", "axis"),
    ("allied-half/combat-1-2", "combat-side", "allied"),
    ("allied-combeforce-1", "", "allied"),
]
"""Chits 2 to 13, how they are used, and whose chits can be drawn at that moment besides Logistics."""


@pytest.mark.rule("PE2-7", "PE2-11", "18.7.1a")
def test_all_chits_of_the_turn_in_their_order() -> None:
    state = from_segment(second(ITALIANS, AT_DERNA, ARMOUR, FOOT, campaign=1), "initiative")
    play(state, "play:allied-oconnor-1")
    tobruk_falls(state, ALLIED)
    idle(state)
    for chit, side, whose in ORDER:
        drawable = {name.partition("-")[0] for name in chances(state)} - {"logistics"}
        assert drawable == ({"allied", "axis"} if whose == "both" else {whose})
        play(state, chit)
        if side:
            assert legal(state) >= {side}
            play(state, side)
        idle(state)
    assert (state.moves_played, state.combats_played) == ([2, 2], [2, 1])
    assert not state.cup, "every chit has been drawn"
