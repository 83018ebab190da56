"""21, 10.3: the Logistics chit."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c21_logistics import logistics
from sandtable.games.dark_sands.state import S_COMMITTED, S_READY, Sands
from tests.games.dark_sands.cups import draw, drawing
from tests.games.dark_sands.desert import DATA, desert, names, number

GAME = "dark-sands"
CUT_OFF = {"Trento": "1726", "HQ 21 Corps": "1726", "4/7 Arm": "1725", "7/7 Arm": "1727"}
"""Italians between British brigades."""


def heard(state: Sands) -> list[tuple[str, str]]:
    events: list[Any] = []
    state.sink = events.append
    logistics(state)
    return [(event.kind, DATA.units[event.arguments["unit"]].id) for event in events if "unit" in event.arguments]


@pytest.mark.rule("10.3b", "21.0b")
def test_units_without_a_line_become_oos() -> None:
    state = desert(CUT_OFF)
    assert heard(state) == [("oos", "Trento"), ("oos", "HQ 21 Corps")]
    assert names(state.oos) == {"Trento", "HQ 21 Corps"}


@pytest.mark.rule("10.3c", "21.0c")
def test_units_with_a_line_are_no_longer_oos() -> None:
    state = desert({"Pavia": "2522", "5/4 Ind": "1550"}, oos=["Pavia", "5/4 Ind"])
    assert sorted(heard(state)) == [("supplied", "5/4 Ind"), ("supplied", "Pavia")]
    assert not state.oos


@pytest.mark.rule("10.3a", "21.0a")
def test_the_chit_looks_at_both_sides_at_once() -> None:
    """The British who cut off Trento are themselves cut off by the Germans around them."""
    ring = {"1/5/21 Pz": "1723", "2/5/21 Pz": "1728", "104/21 Pz": "1825", "115/15 Pz": "1625", "155/90": "1829"}
    state = desert({**CUT_OFF, **ring, "Pavia": "2522"}, oos=["Pavia"])
    drawing(state, "logistics-1", "logistics-2")
    draw(state, "logistics-1")
    assert names(state.oos) == {"Trento", "HQ 21 Corps", "4/7 Arm", "7/7 Arm"}


@pytest.mark.rule("13.5e", "P3.0h")
def test_guns_leave_a_unit_that_becomes_oos_and_come_back_face_up() -> None:
    guns = [support.id for support in DATA.supports].index("1/33 AT")
    state = desert(CUT_OFF)
    state.supports[guns], state.attached[guns] = S_COMMITTED, number("Trento")
    logistics(state)
    assert (state.supports[guns], state.attached[guns]) == (S_READY, -1)
    state = desert({"Pavia": "2522"})
    state.supports[guns], state.attached[guns] = S_COMMITTED, number("Pavia")
    logistics(state)
    assert (state.supports[guns], state.attached[guns]) == (S_COMMITTED, number("Pavia"))


ADVANCE = {
    "4/7 Arm": "2042",
    "22 Gds": "1742",
    "7/7 Arm": "1840",
    "16/70": "1843",
    "7/4 Ind": "1646",
    "5/4 Ind": "1640",
}
"""The British after their second chit: Halfaya Pass and the tracks are theirs."""
FRONT = {"Cirene": "2045", "Catanzaro": "2045", "1 Meditrn": "1848", "1 Libica": "2150", "3 Gennaio": "2149"}


@pytest.mark.rule("PE1-3", "PE1-10")
def test_the_example_five_divisions_are_cut_off_and_stay_so() -> None:
    """The British positions are chosen; the text says only that five divisions are isolated."""
    rear = {"Marmarica": "2141", "Sirte": "2436", "23 Marzo": "2441", "28 Ottobre": "2140"}
    state = desert({**ADVANCE, **FRONT, **rear, "Garrison It 2": "2830", "Sabratha": "3418"})
    logistics(state)
    assert names(state.oos) == set(FRONT)
    assert heard(state) == [], "at the second chit nothing changes"


@pytest.mark.rule("PE2-3", "PE2-8")
def test_the_example_sirte_is_surrounded_and_later_gone() -> None:
    around = {"5/4 Ind": "2029", "Selby": "2031", "11/4 Ind": "2129"}
    others = {"Marmarica": "2728", "23 Marzo": "2523", "Pavia": "2823", "Babini": "2324"}
    state = desert({"Sirte": "2030", **around, **others})
    logistics(state)
    assert names(state.oos) == {"Sirte"}
    state = desert({**around, **others})
    assert heard(state) == []
    assert not state.oos
