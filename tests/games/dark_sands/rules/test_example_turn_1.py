"""The example of play, turn 1, chit by chit: December 1940, the Allies attack in Egypt.

Every test begins with the position that the text states. The pictures of the booklet are lost, so these places
are chosen: the hexes from which the attacks of chit 1 are made, the Allied rearguard of chit 2, the Italian
columns after chit 4, and the Allied stacks of chit 11. Where text and rules differ, the rules hold: the test says
so, and the next one begins with the position that the text goes on with.
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c08_zones import in_zone, zones
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.rules.c19_reach import extended_reach
from sandtable.games.dark_sands.state import READY, S_READY, S_USED, USED, Sands
from sandtable.kernel.bits import mask_of
from tests.games.dark_sands.cups import action, chances, chit_names, do_nothing, draw, drawing, from_segment
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
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
from tests.games.dark_sands.tale import (
    boxes_of,
    compass,
    engage,
    fight,
    gather,
    go,
    idle,
    stay,
    support,
    take,
    way_to,
)

GAME = "dark-sands"
AXIS, ALLIED = 0, 1

INDIANS = {"5/4 Ind": "1948", "7/4 Ind": "2049", "16/70": "1849", "11/4 Ind": "1950", "3 Cstrm Gds": "1850"}
ARMOUR = {"4/7 Arm": "1646", "7SG/7 Arm": "1648", "7/7 Arm": "1547", "Selby": "1546"}


# Chit 1: O'Connor


def oconnor() -> Sands:
    state = compass()
    play(state, "play:allied-oconnor-1")
    return state


def in_position() -> Sands:
    """The Allies have moved up to 1949 and 1647."""
    state = oconnor()
    go(state, "22 Gds", "2052", dice="44")
    for unit, place in {**INDIANS, **ARMOUR}.items():
        go(state, unit, place)
    play(state, "done")
    return state


@pytest.mark.rule("PE1-0")
def test_the_chits_of_turn_1() -> None:
    state = compass()
    assert sorted(chit_names(state.cup)) == [
        "allied-half/combat-1-1",
        "allied-half/combat-1-2",
        "allied-move/combat-1",
        "allied-move/combat-2",
        "allied-oconnor-1",
        "axis-combat-1",
        "axis-half/combat-1-1",
        "axis-half/combat-1-2",
        "axis-move-1",
        "axis-reinforcement-1",
        "logistics-1",
        "logistics-2",
    ]
    assert (decision(state), state.initiative) == ("initiative", ALLIED)


@pytest.mark.rule("PE1-1a")
def test_the_guards_come_from_alexandria() -> None:
    state = oconnor()
    go(state, "22 Gds", "2052", dice="44")
    assert where(state, "22 Gds") == ["2052"]
    assert not state.disorganised, "they pass at the border of the maps and at the end"


@pytest.mark.rule("PE1-1b")
def test_the_indians_slip_through_rough_ground() -> None:
    state = oconnor()
    italian = hex_names(zones(state, AXIS))
    assert not italian & {"1849", "1948"}
    assert {"1850", "1950", "2049"} <= italian, "only the rough is free"
    for unit, place in INDIANS.items():
        go(state, unit, place)
    assert where(state, *INDIANS) == list(INDIANS.values())
    for unit, place in ARMOUR.items():
        go(state, unit, place)
    assert not in_zone(state, HEX["1746"], ALLIED), "over the escarpment Cirene has a free way north"


@pytest.mark.rule("PE1-1c")
def test_the_attack_on_1949() -> None:
    state = in_position()
    assert engage(state, "1949", *INDIANS, supports=["RAF +2"]) == "15 to 5, 3-1, +0"
    assert fight(state, 4) == "DR*"
    play(state, "lose:Maletti")
    assert boxes_of(state, "Maletti") == ["gone"]
    assert where(state, "2 Libica") == ["2050"]
    play(state, "lose:2-Libica")
    assert boxes_of(state, "2 Libica") == ["gone"], "the zone that it entered costs the second step"


@pytest.mark.rule("PE1-1d")
def test_the_attack_on_1647_is_settled_by_the_table() -> None:
    """The text has DR for a 2 at 4-1: the table says BL1, so Cirene is lost and Selby reduced."""
    state = in_position()
    assert engage(state, "1647", *ARMOUR) == "19 to 4, 4-1, +0"
    assert fight(state, 2) == "BL1"
    assert legal(state) == {"lose:Selby"}, "Selby cannot be replaced"
    play(state, "lose:Selby", "lose:Cirene")
    assert (names(state.reduced), boxes_of(state, "Cirene")) == ({"Selby"}, ["gone"])


@pytest.mark.rule("PE1-1d", "PE1-1b")
def test_cirene_retreats_to_buqbuq() -> None:
    """With a 3, which is DR, Cirene goes the four hexes of the text."""
    state = in_position()
    engage(state, "1647", *ARMOUR)
    assert fight(state, 3) == "DR"
    play(state, "retreat:1846", "retreat:1945")
    if decision(state) == "retreat":
        play(state, "retreat:2045")
    assert where(state, "Cirene") == ["2045"]
    assert not state.losses[AXIS]


@pytest.mark.rule("PE1-1e")
def test_what_is_left_after_the_attacks() -> None:
    state = in_position()
    engage(state, "1949", *INDIANS, supports=["RAF +2"])
    fight(state, 4)
    play(state, "lose:Maletti", "lose:2-Libica")
    stay(state)
    assert boxes_of(state, "Maletti", "2 Libica") == ["gone", "gone"]
    assert (support(state, "RAF +2"), support(state, "RAF +1")) == ("used", "ready")
    assert "1949" not in hex_names(state.boxes[AXIS])
    assert state.boxes_used == [1, 0]


# Chits 2 to 4: to Halfaya

SUPPLY = {"axis": ["1600", "2904", "2830", "2441", "2141"]}
FORTIFIED = {"axis": ["1848", "2150", "2045", "2149"]}
ISOLATED = {"Cirene": "2045", "Catanzaro": "2045", "1 Meditrn": "1848", "1 Libica": "2150", "3 Gennaio": "2149"}
IN_LIBYA = {"Sirte": "2436", "28 Ottobre": "2140", "Marmarica": "2141", "23 Marzo": "2441"}
GARRISONS = {"Garrison It 1": "1839", "Garrison It 2": "2830"}
WAITING_TO_MOVE = {**INDIANS, **ARMOUR, "22 Gds": "2052"}
"""After chit 1, with Cirene in Buqbuq as the text has it."""
AHEAD = dict.fromkeys(["4/7 Arm", "7/7 Arm", "7SG/7 Arm"], "2042") | {
    "Selby": "1739",
    "5/4 Ind": "1840",
    "16/70": "1841",
    "11/4 Ind": "1842",
}
REARGUARD = {"22 Gds": "2052", "7/4 Ind": "1649", "3 Cstrm Gds": "1650"}
BRITISH = AHEAD | REARGUARD
"""After chit 2."""


def frontier(*parts: dict[str, str], **fields: Any) -> Sands:
    """Turn 1 goes on with these units."""
    placed = {unit: place for part in parts for unit, place in part.items()}
    return desert(placed, turn=1, **{"boxes": FORTIFIED, "control": SUPPLY, **fields})


@pytest.mark.rule("PE1-2")
def test_halfaya_is_taken() -> None:
    state = frontier(WAITING_TO_MOVE, ISOLATED, IN_LIBYA, GARRISONS)
    take(state, "allied-move/combat-1", side="move-side")
    assert state.moves_played == [0, 1]
    for unit, place in BRITISH.items():
        if WAITING_TO_MOVE[unit] != place:
            go(state, unit, place)
    play(state, "done")
    assert where(state, *BRITISH) == list(BRITISH.values())
    assert names(DATA.own[AXIS] & ~traced(state, AXIS)) >= set(ISOLATED)


@pytest.mark.rule("PE1-3")
def test_five_divisions_are_out_of_supply() -> None:
    state = frontier(BRITISH, ISOLATED, IN_LIBYA, GARRISONS)
    take(state, "logistics-1", "logistics-2")
    assert names(state.oos) == set(ISOLATED)


@pytest.mark.rule("PE1-4")
def test_the_italians_fall_back() -> None:
    """On our map Sirte needs more than a half move from 2436 to Sidi Rezegh, where chit 8 finds it."""
    state = frontier(BRITISH, ISOLATED, IN_LIBYA, GARRISONS, oos=ISOLATED, run_side=ALLIED, run=2)
    drawing(state, "axis-half/combat-1-1", "axis-move", "allied-move/combat-2", "logistics-2")
    assert "allied-move/combat-2" not in chances(state), "two Allied chits have been played"
    draw(state, "axis-half/combat-1-1")
    play(state, "move-side")
    assert (state.moves_played, action(state)) == ([1, 0], "half-move")
    go(state, "Marmarica", "2140")
    go(state, "28 Ottobre", "2535")
    go(state, "23 Marzo", "2534")
    go(state, "Sirte", "2333")
    go(state, "Cirene", "1746")
    assert where(state, "Cirene", "28 Ottobre") == ["1746", "2535"], "those out of supply move too"


# Chits 5 to 7: Sidi Omar

ITALIANS = {"Marmarica": "2140", "28 Ottobre": "2535", "23 Marzo": "2534", "Sirte": "2432"}
CUT_OFF = ISOLATED | {"Cirene": "1746"}


def at_sidi_omar() -> Sands:
    state = frontier(BRITISH, CUT_OFF, ITALIANS, GARRISONS, oos=CUT_OFF)
    state.supports[DATA.nouns["support"].index("RAF-+1")] = S_READY
    return take(state, "allied-half/combat-1-1", side="combat-side")


@pytest.mark.rule("PE1-5")
def test_selby_attacks_sidi_omar() -> None:
    state = at_sidi_omar()
    assert engage(state, "1839", "Selby", supports=["RAF +1"]) == "4 to 2, 2-1, -1"
    assert fight(state, 3) == "BL1"
    play(state, "lose:Selby", "lose:Garrison-It-1")
    stay(state)
    assert (names(state.reduced), boxes_of(state, "Garrison It 1")) == ({"Selby"}, ["used"])
    assert support(state, "RAF +1") == "used"
    assert state.combats_played == [0, 1]


@pytest.mark.rule("PE1-5")
def test_the_way_to_el_agheila_is_open() -> None:
    for garrison, opens in ((GARRISONS, False), ({"Garrison It 2": "2830"}, True)):
        state = frontier(BRITISH, CUT_OFF, ITALIANS, garrison, oos=CUT_OFF)
        take(state, "allied-move/combat-2", side="move-side")
        far = hex_names(mask_of(extended_reach(state, units("16/70"))))
        assert ("1602" in far) == opens


@pytest.mark.rule("PE1-6", "PE1-7")
@pytest.mark.parametrize(
    ("chit", "side", "counts"),
    [("axis-combat-1", "", [1, 0]), ("allied-half/combat-1-2", "combat-side", [0, 2])],
)
def test_a_combat_chit_counts_without_an_attack(chit: str, side: str, counts: list[int]) -> None:
    played = [0, 1] if side else [0, 0]
    state = frontier(BRITISH, CUT_OFF, ITALIANS, combats_played=played, moves_played=[1, 1])
    take(state, chit, "allied-move/combat-2", "logistics-2", side=side)
    do_nothing(state)
    assert (state.combats_played, state.moves_played) == (counts, [1, 1])
    draw(state, "allied-move/combat-2")
    assert "move-side" in legal(state), "one Allied movement is left"
    assert ("combat-side" in legal(state)) == (counts[ALLIED] < 2)


# Chit 8: to the line of Tobruk

LINE = {"Marmarica": "2729", "Sirte": "2030", "23 Marzo": "2429", "28 Ottobre": "2730", "Garrison It 2": "2830"}


@pytest.mark.rule("PE1-8a")
def test_the_line_from_tobruk_to_bir_el_gubi() -> None:
    """Ft. Capuzzo is 2140 and Sidi Rezegh 2432; the text has misprints."""
    state = frontier(BRITISH, CUT_OFF, ITALIANS, {"Garrison It 2": "2830"}, oos=CUT_OFF, moves_played=[1, 1])
    take(state, "axis-move")
    assert state.moves_played == [2, 1]
    go(state, "Marmarica", "2729")
    go(state, "Sirte", "2429", "2031", "2030")
    go(state, "23 Marzo", "2429")
    go(state, "28 Ottobre", "2730")
    assert where(state, *LINE) == list(LINE.values())


@pytest.mark.rule("PE1-8a")
@pytest.mark.parametrize(("unit", "via"), [("Marmarica", ["2729"]), ("Sirte", ["2429", "2031", "2030"])])
def test_these_moves_use_up_four_points(unit: str, via: list[str]) -> None:
    state = take(frontier(ITALIANS), "axis-move")
    gather(state, unit)
    for goal in via:
        play(state, *way_to(state, unit, goal))
    assert (where(state, unit), state.spent) == ([via[-1]], 16)


@pytest.mark.rule("PE1-8b")
def test_the_gaps_in_the_line() -> None:
    state = frontier(LINE)
    italian = hex_names(zones(state, AXIS))
    assert not italian & {"2528", "2529"}, "the ridge north of El Adem"
    assert not italian & {"2330", "2229"}, "the rough towards Bir el Gubi"
    assert not {"2629", "2728", "2628"} & italian, "nothing comes out of the fort"
    assert {"2630", "2631"} <= italian, "28 Ottobre has a zone"


@pytest.mark.rule("PE1-8b")
def test_no_garrison_is_left_for_ft_capuzzo() -> None:
    state = frontier(BRITISH, CUT_OFF, ITALIANS, {"Garrison It 2": "2830"}, oos=CUT_OFF)
    state.place[number("Garrison It 1")] = USED
    take(state, "axis-move")
    gather(state, "Marmarica")
    assert not legal(state, "garrison")
    assert why_not(state, "garrison:Garrison-It-1") == "13.6.2"


# Chits 9 to 12, and the end of the turn

APPROACH = {"4/7 Arm": "2630", "7/7 Arm": "2532", "7SG/7 Arm": "2532", "16/70": "2432", "11/4 Ind": "2033"} | {
    **dict.fromkeys(["22 Gds", "7/4 Ind", "3 Cstrm Gds"], "1647"),
    "5/4 Ind": "1934",
    "Selby": "1934",
}
"""After chit 11."""


@pytest.mark.rule("PE1-9")
def test_italian_reinforcements_come_to_derna() -> None:
    state = take(frontier(BRITISH, CUT_OFF, LINE, oos=CUT_OFF), "axis-reinforcement")
    for unit in ("Sabratha", "Pavia", "Babini"):
        play(state, f"enter:{unit}")
        assert legal(state) == {"to:3418"}
        play(state, "to:3418")
    assert decision(state) == "draw"
    assert where(state, "Sabratha", "Pavia", "Babini") == ["3418"] * 3


@pytest.mark.rule("PE1-10")
def test_logistics_changes_nothing() -> None:
    derna = dict.fromkeys(["Sabratha", "Pavia", "Babini"], "3418")
    state = take(frontier(BRITISH, CUT_OFF, LINE, derna, oos=CUT_OFF), "logistics-2", "axis-half/combat-1-2")
    assert names(state.oos) == set(CUT_OFF)


def last_move() -> Sands:
    state = frontier(BRITISH, CUT_OFF, LINE, oos=CUT_OFF, reduced=["Selby"], moves_played=[2, 1])
    state.place[number("Garrison Br 1")] = READY
    return take(state, "allied-move/combat-2", "axis-half/combat-1-2", side="move-side")


@pytest.mark.rule("PE1-11a")
def test_the_armour_takes_sollum_and_bardia_in_passing() -> None:
    state = last_move()
    go(state, "4/7 Arm", "2141", "2441", "2630")
    assert where(state, "4/7 Arm") == ["2630"]
    assert {"2141", "2441"} <= hex_names(state.controlled[ALLIED])
    assert not {"2141", "2441"} & hex_names(state.controlled[AXIS])


@pytest.mark.rule("PE1-11b")
def test_extended_movement_leaves_a_garrison_at_gabr_salah() -> None:
    state = last_move()
    gather(state, "11/4 Ind")
    play(state, "extended", *way_to(state, "11/4 Ind", "1933"), "garrison:Garrison-Br-1")
    play(state, *way_to(state, "11/4 Ind", "2033"), "stop", "5")
    assert where(state, "11/4 Ind", "Garrison Br 1") == ["2033", "1933"]
    assert names(state.disorganised) == {"11/4 Ind"}
    assert not state.reduced & units("11/4 Ind")


@pytest.mark.rule("PE1-11b")
@pytest.mark.parametrize("unit", ["22 Gds", "7/4 Ind", "3 Cstrm Gds"])
def test_cirene_stops_them_on_the_track(unit: str) -> None:
    """Out of supply she still has a zone."""
    for cirene, stops in (({}, False), ({"Cirene": "1746"}, True)):
        state = take(frontier(REARGUARD, cirene, oos=cirene), "allied-move/combat-2", side="move-side")
        gather(state, unit)
        play(state, *way_to(state, unit, "1647"))
        assert where(state, unit) == ["1647"]
        assert decision(state) == ("moves" if stops else "group")


@pytest.mark.rule("PE1-12")
def test_the_last_axis_chit_must_be_combat() -> None:
    state = frontier(APPROACH, CUT_OFF, LINE, oos=CUT_OFF, moves_played=[2, 2], combats_played=[1, 2])
    take(state, "axis-half/combat-1-2")
    assert legal(state) == {"combat-side"}
    play(state, "combat-side")
    assert engage(state, "2630", "Marmarica", "28 Ottobre") == "4 to 4, 1-1, -1"


@pytest.mark.rule("PE1-13")
def test_the_end_of_turn_1() -> None:
    state = frontier(
        APPROACH,
        CUT_OFF,
        LINE,
        {"Garrison Br 1": "1933"},
        oos=CUT_OFF,
        disorganised=["11/4 Ind"],
        boxes_used=[2, 0],
    )
    raf = DATA.nouns["support"].index("RAF-+2")
    state.supports[raf] = S_USED
    from_segment(state, "end_phase")
    while decision(state) == "railway":
        play(state, "1")
    assert boxes_of(state, *CUT_OFF) == ["gone"] * 5
    assert (state.disorganised, state.supports[raf], state.boxes_used) == (0, S_READY, [0, 0])
    assert where(state, "Garrison Br 1", "Garrison It 2") == ["1933", "2830"]
    assert (state.turn, decision(state), state.winner) == (2, "initiative", -1)


ORDER = [
    ("allied-move/combat-1", "move-side", "both"),
    ("logistics-1", "", "axis"),
    ("axis-half/combat-1-1", "move-side", "axis"),
    ("allied-half/combat-1-1", "combat-side", "both"),
    ("axis-combat-1", "", "both"),
    ("allied-half/combat-1-2", "combat-side", "both"),
    ("axis-move-1", "", "both"),
    ("axis-reinforcement-1", "", "both"),
    ("logistics-2", "", "allied"),
    ("allied-move/combat-2", "move-side", "allied"),
    ("axis-half/combat-1-2", "combat-side", "axis"),
]
"""Chits 2 to 12, how they are used, and whose chits can be drawn at that moment besides Logistics."""


@pytest.mark.rule("PE1-4", "PE1-12", "18.7.1a")
def test_all_chits_of_the_turn_in_their_order() -> None:
    state = compass()
    play(state, "play:allied-oconnor-1")
    idle(state)
    for chit, side, whose in ORDER:
        drawable = {name.partition("-")[0] for name in chances(state)} - {"logistics"}
        assert drawable == ({"allied", "axis"} if whose == "both" else {whose})
        play(state, chit)
        if side:
            assert legal(state) >= {side}
            play(state, side)
        idle(state)
    play(state, "1")  # the railway
    assert (state.turn, decision(state)) == (2, "initiative")
    assert state.initiative == ALLIED, "nobody has played the last two chits"
