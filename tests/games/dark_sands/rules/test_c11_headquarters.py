"""11: what headquarters do, and how they displace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c08_zones import zones
from sandtable.games.dark_sands.rules.c11_headquarters import displace, hexes_within, in_range, receivers
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import REBUILDABLE
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
    decision,
    desert,
    hex_names,
    hexes,
    legal,
    number,
    play,
    units,
    where,
    why_not,
)
from tests.games.dark_sands.fights import alive, attack, judged, strengths
from tests.games.dark_sands.models import board

GAME = "dark-sands"
HQ = "HQ 21 Corps"


def receiving(placed: dict[str, str], **more: Any) -> set[str]:
    return hex_names(receivers(desert({HQ: "1432", **placed}, **more), number(HQ)))


@pytest.mark.rule("11.0c")
@pytest.mark.parametrize(
    ("hex_name", "expected"), [("1436", True), ("1437", False), ("1030", True), ("0930", False)]
)
def test_a_range_is_counted_in_hexes(hex_name: str, expected: bool) -> None:
    state = desert({HQ: "1432"})
    assert bool(in_range(state, number(HQ)) >> HEX[hex_name] & 1) == expected


@pytest.mark.rule("11.0s")
def test_a_range_is_the_same_on_every_section() -> None:
    state = desert({HQ: "2015"})
    assert in_range(state, number(HQ)) & (1 << HEX["2019"])
    assert not in_range(state, number(HQ)) & (1 << HEX["2020"])
    assert in_range(desert({HQ: "2018"}), number(HQ)) & (1 << HEX["1022"])  # three hexes, over the join


@pytest.mark.rule("11.0c", "11.0s")
def test_a_range_does_not_go_out_over_one_join_and_back_over_another() -> None:
    """Every hex of the West rim touches several of the Central map: by 2620 it would be three hexes from 1721 to
    2922, which are twelve apart."""
    within = in_range(desert({HQ: "1721"}), number(HQ))
    assert not within & hexes("2922", "2222", "1222")
    assert within & hexes("2019", "2123", "1323") == hexes("2019", "2123", "1323")


@pytest.mark.rule("11.0c")
@pytest.mark.parametrize("seed", range(20))
def test_a_range_against_a_count_of_hexes_on_paper(seed: int) -> None:
    """Hex by hex outwards, over sea and joins, never back onto a section that has been left."""
    rng = Random(seed)
    start, distance = rng.choice(sorted(HEX)), rng.randint(1, 6)
    counted, rim = {(start, frozenset[str]())}, {(start, frozenset[str]())}
    for _ in range(distance):
        rim = {step for here, left in rim for step in onward(here, left)} - counted
        counted |= rim
    assert hex_names(hexes_within(DATA.board, HEX[start], distance)) == {here for here, _ in counted} & HEX.keys()


def onward(here: str, left: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
    section = board.section
    found = [
        (other, left if section(other) == section(here) else left | {section(here)})
        for other in board.neighbours(here)
    ]
    return [(other, behind) for other, behind in found if section(other) not in behind]


@pytest.mark.rule("11.0g", "11.0h")
def test_headquarters_do_not_count_for_stacking_but_are_alone_of_their_kind() -> None:
    state = desert({"Brescia": "1432", "Trento": "1432", "Pavia": "1432", "2 MG": "1432"})
    assert fits(state, HEX["1432"], units(HQ))
    assert not fits(desert({HQ: "1432"}), HEX["1432"], units("HQ Afrika Korps"))


@pytest.mark.rule("13.6.4b")
def test_garrisons_do_not_count_for_stacking() -> None:
    state = desert({"Brescia": "1432", "Trento": "1432", "Pavia": "1432", "2 MG": "1432"})
    assert fits(state, HEX["1432"], units("Garrison It 1"))


@pytest.mark.rule("11.0i")
def test_headquarters_have_no_zone_and_no_factor() -> None:
    assert not zones(desert({HQ: "1432"}), 0)
    state = desert({HQ: "1432", "Brescia": "1432", "5/4 Ind": "1433"})
    assert strengths(judged(state, "1432", "5/4 Ind"))[1] == 3


@pytest.mark.rule("11.0k")
def test_an_overrun_headquarters_goes_to_the_nearest_stack() -> None:
    assert receiving({"Brescia": "1430", "Pavia": "1429"}) == {"1430"}
    state = desert({HQ: "1432", "Brescia": "1430"})
    displace(state, number(HQ))
    assert where(state, HQ) == ["1430"]


@pytest.mark.rule("13.7.3b")
def test_an_overrun_headquarters_leaves_no_box_to_the_enemy() -> None:
    state = desert({HQ: "1432", "Brescia": "1429", "5/4 Ind": "1433"}, boxes={"axis": ["1432"]})
    acting(state, "allied", "move", MOVEMENT)
    play(state, "unit:5/4-Ind", "to:1432")
    assert where(state, HQ, "5/4 Ind") == ["1429", "1432"]
    assert (state.boxes[0], state.boxes_used[0]) == (0, 1)


@pytest.mark.rule("11.0k")
def test_who_overruns_it_has_no_zone_against_it_yet() -> None:
    assert receiving({"Brescia": "1430", "5/4 Ind": "1432"}) == {"1430"}


def test_a_hex_of_the_side_maps_counts_two_on_the_way() -> None:
    """From 2721 Brescia is two hexes away on Central, Pavia one on West."""
    state = desert({HQ: "2721", "Brescia": "2723", "Pavia": "2719"})
    assert hex_names(receivers(state, number(HQ))) == {"2723", "2719"}


def test_the_owner_chooses_between_stacks_equally_near() -> None:
    state = desert({HQ: "1432", "Brescia": "1430", "Pavia": "1434"})
    displace(state, number(HQ))
    assert (decision(state), legal(state)) == ("displacement", {"displace:1430", "displace:1434"})
    assert why_not(state, "displace:1433") == "11.0"
    play(state, "displace:1434")
    assert where(state, HQ) == ["1434"]


@pytest.mark.rule("11.0h")
def test_a_stack_with_a_headquarters_receives_no_other() -> None:
    assert receiving({"Brescia": "1430", "HQ Afrika Korps": "1430", "Pavia": "1428"}) == {"1428"}


@pytest.mark.rule("11.0m", "11.0o")
def test_no_way_leads_through_an_uncontested_enemy_zone() -> None:
    wall = {"5/4 Ind": "1530", "7/4 Ind": "1331", "11/4 Ind": "1533", "22 Gds": "1334", "Brescia": "1427"}
    assert receiving({"Brescia": "1427"}) == {"1427"}
    assert receiving(wall) == set()
    state = desert({HQ: "1432", **wall})
    displace(state, number(HQ))
    assert state.place[number(HQ)] == REBUILDABLE


@pytest.mark.rule("11.0o")
def test_a_contested_zone_does_not_stop_it() -> None:
    assert receiving({"Brescia": "1431", "5/4 Ind": "1430"}) == {"1431"}


@pytest.mark.rule("11.0n")
def test_the_receiving_unit_can_trace_a_line_of_supply() -> None:
    """From 0828 the next road or track is more than eight hexes away, from 1230 it is not."""
    state = desert({HQ: "0829", "Brescia": "0828", "Pavia": "1230"})
    assert hex_names(receivers(state, number(HQ))) == {"1230"}


@pytest.mark.rule("11.0l")
def test_a_headquarters_displaces_when_its_last_defender_is_lost() -> None:
    placed = {HQ: "1432", "Sirte": "1432", "Brescia": "1427", "5/4 Ind": "1433", "7/4 Ind": "1433"}
    state = attack(desert(placed), "allied", "1432", "5/4 Ind", "7/4 Ind")  # 2-1
    play(state, "2", "lose:5/4-Ind", "lose:Sirte")
    assert where(state, HQ) == ["1427"]
    assert decision(state) == "advance"  # the hex is free


@pytest.mark.rule("11.0l", "11.0m")
def test_it_is_eliminated_if_nobody_can_receive_it() -> None:
    placed = {HQ: "1432", "Sirte": "1432", "5/4 Ind": "1433", "7/4 Ind": "1433"}
    state = attack(desert(placed), "allied", "1432", "5/4 Ind", "7/4 Ind")
    play(state, "2", "lose:5/4-Ind", "lose:Sirte")
    assert not alive(state, HQ)


def test_a_headquarters_retreats_with_its_stack() -> None:
    placed = {HQ: "1432", "Brescia": "1432", "5/4 Ind": "1433", "7/4 Ind": "1433"}
    state = attack(desert(placed), "allied", "1432", "5/4 Ind", "7/4 Ind")
    play(state, "4", "retreat:1431", "retreat:1430", "retreat:1429", "retreat:1428")
    assert where(state, HQ, "Brescia") == ["1428", "1428"]
