"""23: the End Phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c10_supply import road_part
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c23_end_phase import END_PHASE, reorganise
from sandtable.games.dark_sands.state import (
    BUILDING,
    BUILT,
    READY,
    REBUILDABLE,
    S_COMMITTED,
    S_GONE,
    S_READY,
    S_USED,
    S_WAITING,
    UNBUILT,
    USED,
    Sands,
)
from sandtable.kernel.flow import advance
from tests.games.dark_sands.desert import DATA, HEX, desert, hexes, names, number, where

GAME = "dark-sands"
SUPPORTS = [support.id for support in DATA.supports]


def end_phase(placed: Mapping[str, str] | None = None, **fields: Any) -> Sands:
    """The End Phase of a campaign is played; the railway is completed, so nothing is rolled for."""
    state = desert(placed, **{"campaign": 1, "railhead": HEX["2830"], **fields})
    state.frames[:] = [GAME_TURN.frame(step=len(GAME_TURN.steps)), END_PHASE.frame()]
    advance(state, SANDS.kinds)
    return state


CUT_OFF = {"Trento": "1726", "4/7 Arm": "1725", "7/7 Arm": "1727"}


@pytest.mark.rule("23.1a", "23.1b")
def test_oos_units_without_a_line_are_eliminated_others_keep_their_marker() -> None:
    state = end_phase({**CUT_OFF, "Pavia": "2522"}, oos=["Trento", "Pavia"])
    assert state.place[number("Trento")] == REBUILDABLE
    assert names(state.oos) == {"Pavia"}
    assert where(end_phase(CUT_OFF), "Trento") == ["1726"], "without a marker it survives"


@pytest.mark.rule("23.1a")
@pytest.mark.parametrize(
    ("inside", "outside", "axis"),
    [
        ("Trento", ("4/7 Arm", "7/7 Arm"), ["1600", "1877", "1376", "2830", "2441", "1960"]),
        ("4/7 Arm", ("Trento", "Pavia"), []),
    ],
)
def test_who_starves_is_decided_before_anybody_is_removed(
    inside: str, outside: tuple[str, str], axis: list[str]
) -> None:
    """Two enemies who have no source keep a unit from its line. It starves with them, though it would not without
    them (ruling)."""
    alone = end_phase({inside: "1726"}, oos=[inside], control={"axis": axis})
    assert where(alone, inside) == ["1726"]
    placed = {inside: "1726", outside[0]: "1725", outside[1]: "1727"}
    state = end_phase(placed, oos=[*placed], control={"axis": axis})
    assert [state.place[number(unit)] for unit in placed] == [REBUILDABLE] * 3


@pytest.mark.rule("P3.0j", "11.0p", "13.6.4e")
def test_headquarters_and_garrisons_starve_too() -> None:
    placed = {**CUT_OFF, "HQ 21 Corps": "1726", "Garrison It 1": "1726"}
    state = end_phase(placed, oos=["HQ 21 Corps", "Garrison It 1"])
    assert state.place[number("HQ 21 Corps")] == REBUILDABLE
    assert state.place[number("Garrison It 1")] == READY, "to the supports, which are turned up later"
    assert where(state, "Trento") == ["1726"]


@pytest.mark.rule("10.1.4f", "10.1.4g")
@pytest.mark.parametrize(("anchor", "survives"), [({"Bologna": "2522"}, True), ({}, False)])
def test_the_axis_in_tobruk_survives_attrition_on_its_port(anchor: dict[str, str], survives: bool) -> None:
    inside = {"Trento": "2830", "Pavia": "2829"}
    siege = {"4/7 Arm": "2730", "7/7 Arm": "2828", "22 Gds": "2728", "5/4 Ind": "2629", "7/4 Ind": "2630"}
    state = end_phase(
        {**inside, **siege, **anchor, "14/70": "2729"}, oos=["Trento", "Pavia"], control={"axis": ["1600", "2830"]}
    )
    assert where(state, "Trento", "Pavia") == (["2830", "2829"] if survives else ["off", "off"])


@pytest.mark.rule("23.2a", "23.2b")
def test_the_game_ends_at_the_victory_check() -> None:
    assert not end_phase(turn=17).frames
    won = end_phase(turn=5, control={"axis": ["1600", "1877"]}, disorganised=["Trento"])
    assert not won.frames
    assert won.disorganised, "nothing comes after it"
    assert end_phase(turn=5).disorganised == 0


# The bypass (23.3.2)

ROUND_TOBRUK = {"Trento": "2728", "Pavia": "2629", "Bologna": "2630", "Brescia": "2631"}


def bypass(before: int, placed: Mapping[str, str], **fields: Any) -> int:
    return end_phase(placed, bypass=before, **fields).bypass


@pytest.mark.rule("23.3.2.2a", "23.3a")
def test_the_bypass_is_begun_while_the_axis_holds_all_four_hexes_and_the_allies_tobruk() -> None:
    assert bypass(UNBUILT, ROUND_TOBRUK) == BUILDING
    assert bypass(UNBUILT, ROUND_TOBRUK, control={"axis": ["1600", "2830"]}) == UNBUILT
    for missing in ROUND_TOBRUK:
        rest = {name: place for name, place in ROUND_TOBRUK.items() if name != missing}
        assert bypass(UNBUILT, rest) == UNBUILT


@pytest.mark.rule("23.3.2.3a", "23.3.2.4a", "23.3.2.4b")
def test_it_is_built_in_the_next_turn_or_begun_anew() -> None:
    rest = {name: place for name, place in ROUND_TOBRUK.items() if name != "Trento"}
    assert bypass(BUILDING, ROUND_TOBRUK) == BUILT
    assert bypass(BUILDING, ROUND_TOBRUK, control={"axis": ["1600", "2830"]}) == BUILT
    assert bypass(BUILDING, rest) == UNBUILT
    assert bypass(UNBUILT, ROUND_TOBRUK) == BUILDING, "it may start again"


@pytest.mark.rule("23.3.2.1a", "23.3.2.2b", "23.3.2.3b")
def test_only_a_finished_bypass_is_a_road_and_it_stays() -> None:
    """2630 is on no other road; 2629 is joined to the coast road by it."""
    for status, is_road in ((UNBUILT, False), (BUILDING, False), (BUILT, True)):
        state = desert({}, bypass=status)
        for side in (AXIS, ALLIED):
            assert bool(road_part(state, side) & hexes("2630")) == is_road
        cost = DATA.ground.foot[int(status == BUILT)][HEX["2629"]][HEX["2630"]]
        assert (cost == 1) == is_road
    assert bypass(BUILT, {}) == BUILT


# Markers and supports


@pytest.mark.rule("23.4a")
def test_nobody_is_disorganised_any_longer() -> None:
    placed = {"Trento": "2522", "4/7 Arm": "1550"}
    assert not end_phase(placed, disorganised=["Trento", "4/7 Arm"]).disorganised
    for marked, told in ((["Trento"], 1), ([], 0)):
        state, heard = desert(placed, disorganised=marked), list[Any]()
        state.sink = heard.append
        reorganise(state, END_PHASE.frame())
        assert [event.kind for event in heard].count("reorganised") == told


@pytest.mark.rule("23.5a")
def test_boxes_and_garrisons_stay_on_the_map() -> None:
    placed = {"Garrison It 1": "2125", "4/7 Arm": "1550"}
    state = end_phase(placed, boxes={"allied": ["1550"]})
    assert where(state, "Garrison It 1") == ["2125"]
    assert state.boxes[ALLIED] == hexes("1550")


@pytest.mark.rule("23.5b")
def test_all_other_supports_come_back_face_up() -> None:
    guns, naval, raf, hecker, later = (
        SUPPORTS.index(name) for name in ("1/33 AT", "Naval guns", "RAF +1", "Hecker", "Luftwaffe +2")
    )
    state = desert({"Trento": "2522"}, campaign=1, railhead=HEX["2830"], boxes_used=[2, 3])
    state.supports[guns], state.attached[guns] = S_COMMITTED, number("Trento")
    state.supports[naval], state.supports[raf] = S_USED, S_READY
    state.supports[hecker], state.supports[later] = S_GONE, S_WAITING
    state.place[number("Garrison Br 1")] = USED
    state.frames[:] = [END_PHASE.frame()]
    advance(state, SANDS.kinds)
    assert [state.supports[support] for support in (guns, naval, raf)] == [S_READY] * 3
    assert state.attached[guns] == -1
    assert (state.supports[hecker], state.supports[later]) == (S_GONE, S_WAITING)
    assert state.place[number("Garrison Br 1")] == READY
    assert state.boxes_used == [0, 0]


@pytest.mark.rule("23.6a", "16.0h")
def test_the_turn_goes_on_to_the_next() -> None:
    """The order of the segments; turn 5 begins with its replacements."""
    order = ["attrition", "victory_check", "railway", "bypass", "reorganise", "supports_back"]
    assert [step.__name__ for step in END_PHASE.steps] == order
    state = desert({"Trento": "2522"}, turn=4, campaign=1, railhead=HEX["2830"])
    steps = [step.__name__ for step in GAME_TURN.steps]
    state.frames[:] = [GAME_TURN.frame(step=steps.index("end_phase"))]
    heard: list[Any] = []
    state.sink = heard.append
    advance(state, SANDS.kinds)
    assert state.turn == 5
    assert [event.arguments["turn"] for event in heard if event.kind == "turn"] == [5]


@pytest.mark.rule("PE1-13")
def test_the_end_of_turn_1_in_the_example() -> None:
    """The five divisions cut off at Sidi Barrani die, Disorganisation goes, supports are turned up, garrisons
    stay, nobody has won."""
    front = {
        "Cirene": "2045",
        "1 Meditrn": "1848",
        "1 Libica": "2150",
        "3 Gennaio": "2149",
        "Catanzaro": "2045",
    }
    others = {"Garrison It 2": "2830", "Sabratha": "3418", "11/4 Ind": "1933", "4/7 Arm": "2042", "22 Gds": "1742"}
    rear = {"Garrison Br 1": "1934", "7/7 Arm": "1840", "16/70": "1843", "7/4 Ind": "1646", "5/4 Ind": "1640"}
    state = desert(
        {**front, **others, **rear},
        turn=1,
        railhead=HEX["2830"],
        oos=tuple(front),
        disorganised=["11/4 Ind"],
        control={"axis": ["1600", "2904", "2830"]},
        boxes_used=[1, 0],
    )
    raf = SUPPORTS.index("RAF +2")
    state.supports[raf] = S_USED
    state.frames[:] = [GAME_TURN.frame(step=len(GAME_TURN.steps)), END_PHASE.frame()]
    heard: list[Any] = []
    state.sink = heard.append
    advance(state, SANDS.kinds)
    assert where(state, *front) == ["off"] * 5
    assert where(state, "Garrison It 2", "Garrison Br 1", "Sabratha") == ["2830", "1934", "3418"]
    assert (state.disorganised, state.supports[raf], state.boxes_used) == (0, S_READY, [0, 0])
    assert (state.winner, state.ending) == (-1, 0)
    assert "over" not in [event.kind for event in heard]
