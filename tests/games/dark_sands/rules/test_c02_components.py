"""2.2, 2.3: the combat tables, headquarters and supports."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.calendar import RESULTS
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c23_end_phase import attrition, reorganise
from sandtable.games.dark_sands.state import USED
from tests.games.dark_sands.desert import DATA, acting, decision, desert, legal, number, play, units, where
from tests.games.dark_sands.fights import attack, fought, judged, ready, strengths

GAME = "dark-sands"
MOBILE = (
    "AE AE AL1 AL1 BL1 BL1 DR DR*",
    "AE AL1 AL1 BL1 BL1 BL1 DR* DR*",
    "AL1 AL1 BL1 BL1 DR DR DR* EX",
    "AL1 BL1 BL1 DR DR* DR* EX EX",
    "AL1 BL1 DR DR DR* DR* EX DE*",
    "BL1 DR DR DR* EX EX DE* DE",
    "DR DR DR* DR* EX EX DE DE",
    "DR DR* DR* EX DE DE* DE DE",
)
ASSAULT = (
    "AE AE AL1 AL1 BL1 BL1 1/2EX 1/2EX",
    "AE AL1 AL1 BL1 BL1 1/2EX 1/2EX EX",
    "AL1 AL1 BL1 BL1 1/2EX 1/2EX EX EX",
    "AL1 BL1 BL1 1/2EX 1/2EX EX EX EX",
    "AL1 BL1 BL1 1/2EX EX EX EX DE*",
    "BL1 BL1 1/2EX 1/2EX EX EX DE* DE",
    "BL1 BL1 1/2EX EX EX DE* DE DE",
    "BL1 BL1 1/2EX EX DE* DE DE DE",
)
ROWS = [
    pytest.param(table, die, row, marks=pytest.mark.rule(f"T-crt-{name}{die}"))
    for table, (name, rows) in enumerate((("mobile", MOBILE), ("assault", ASSAULT)))
    for die, row in enumerate(rows, start=1)
]


@pytest.mark.parametrize(("table", "die", "row"), ROWS)
def test_the_combat_tables(table: int, die: int, row: str) -> None:
    columns = DATA.tables[table]
    assert [RESULTS[column[die - 1]] for column in columns] == row.split()


DIVISION = {"152/51": "1433", "153/51": "1433"}
ENEMY = {"Folgore": "1432"}


@pytest.mark.rule("2.2.1a", "2.2.1b", "2.2.2a")
@pytest.mark.parametrize(
    ("side", "turn", "asked"),
    [("allied", 13, False), ("allied", 14, True), ("allied", 17, True), ("axis", 14, False)],
)
def test_only_the_allies_may_use_the_assault_table_and_only_late(side: str, turn: int, asked: bool) -> None:
    state = desert({**DIVISION, **ENEMY}, turn=turn)
    if side == "allied":
        attack(state, "allied", "1432", *DIVISION)
    else:
        attack(state, "axis", "1433", "Folgore")
    assert (decision(state) == "table") == asked
    assert not state.table


@pytest.mark.rule("2.3e")
def test_a_headquarters_neither_attacks_nor_adds_to_a_defence() -> None:
    placed = {"22 Gds": "1633", "HQ 13 Corps": "1633", "Sirte": "1632", "HQ Afrika Korps": "1632"}
    state = desert(placed)
    assert strengths(judged(state, "1632", "22 Gds")) == (3, 3)
    acting(state, "allied", "combat", BATTLES)
    play(state, "attack:1632")
    assert legal(state, "join") == {"join:22-Gds"}


@pytest.mark.rule("2.3g")
def test_supports_are_committed_only_to_a_combat_of_units() -> None:
    """A headquarters alone cannot be attacked or attack, whatever is face up."""
    placed = {"HQ 13 Corps": "1633", "HQ Afrika Korps": "1632", "Sirte": "1733"}
    state = ready(desert(placed), "RAF +1", "RAF +2", "13 Corps Arty")
    acting(state, "allied", "combat", BATTLES)
    assert legal(state) == {"done"}


@pytest.mark.rule("13.6.4e")
def test_a_garrison_out_of_supply_is_lost_to_attrition() -> None:
    ring = {
        "5/4 Ind": "2139",
        "7/4 Ind": "2240",
        "22 Gds": "2041",
        "11/4 Ind": "2040",
        "16/70": "2239",
        "14/70": "2141",
    }
    state = desert({"Garrison It 1": "2140", **ring}, oos=["Garrison It 1"])
    attrition(state, (0, 0))
    assert state.place[number("Garrison It 1")] == USED


@pytest.mark.rule("19.3e")
def test_disorganisation_outlasts_attrition_and_ends_in_its_own_segment() -> None:
    state = desert({"22 Gds": "1877"}, disorganised=["22 Gds"])
    attrition(state, (0, 0))
    assert state.disorganised == units("22 Gds")
    reorganise(state, (0, 0))
    assert not state.disorganised


@pytest.mark.rule("19.0c")
def test_retreats_and_advances_are_no_movement() -> None:
    """They neither use up a move nor ask for points: 16/70, which has moved, advances all the same."""
    state = fought(
        {"16/70": "1633", "22 Gds": "1633", "Maletti": "1632"}, "allied", "1632", "16/70", "22 Gds", die=6
    )
    moved = state.moved
    while decision(state) not in ("advance", "battles", ""):
        play(state, min(legal(state)))
    assert "advance:16/70" in legal(state)
    play(state, "advance:16/70")
    assert where(state, "16/70") == ["1632"]
    assert state.moved == moved
