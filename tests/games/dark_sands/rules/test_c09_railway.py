"""9, 23.3.1: the railway, and how it advances."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c04_set_up import set_up
from sandtable.games.dark_sands.rules.c09_railway import active_rail, onward, railhead, railway_can_advance
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c23_end_phase import END_PHASE
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.flow import advance, push
from tests.games.dark_sands.desert import DATA, HEX, acting, decision, desert, hexes, legal, play

GAME = "dark-sands"
CONSTRUCTION = [step.__name__ for step in END_PHASE.steps].index("railway")


def construction(railhead: str, placed: dict[str, str] | None = None, **fields: Any) -> Sands:
    """The Construction Segment begins; nothing of the turn is left after it."""
    state = desert(placed, railhead=HEX[railhead], campaign=1, **fields)
    push(state, GAME_TURN)
    state.frames[-1] = GAME_TURN.frame(step=len(GAME_TURN.steps) - 1)
    state.frames.append(END_PHASE.frame(step=CONSTRUCTION))
    advance(state, SANDS.kinds)
    return state


def after(railhead: str, die: str, placed: dict[str, str] | None = None) -> str:
    """Where the railhead is after this die."""
    state = construction(railhead, placed)
    if decision(state) == "railway":
        play(state, die)
    return DATA.board.names[state.railhead]


@pytest.mark.rule("9.0a", "9.1a")
def test_the_game_starts_with_the_railway_built_to_mersa_matruh() -> None:
    state = set_up(DATA, 0, True, False)
    assert DATA.board.names[railhead(state)] == "1960"
    assert active_rail(state) & hexes("1877", "1960", "1959") == hexes("1877", "1960")


@pytest.mark.rule("9.2a", "9.2b")
def test_rail_can_be_used_from_alexandria_to_the_railhead_or_to_the_first_enemy() -> None:
    state = desert({}, railhead=HEX["1957"])
    assert active_rail(state) == sum(1 << place for place in DATA.rail if place not in onward(state))
    assert active_rail(state) & hexes("1957", "1956") == hexes("1957")
    cut = desert({"Trento": "1763"}, railhead=HEX["1957"])
    assert active_rail(cut) & hexes("1764", "1763", "1762", "1960") == hexes("1764")
    lost = desert({}, railhead=HEX["1957"], control={"axis": ["1877"]})
    assert not active_rail(lost)


@pytest.mark.rule("9.0b", "9.0d")
def test_the_allies_move_by_rail_and_the_axis_does_not() -> None:
    """1548 is on the railway, but on no road or track."""
    for name, side, carried in (("22 Gds", "allied", True), ("Trento", "axis", False)):
        state = acting(desert({name: "1548"}, railhead=HEX["1546"]), side, "move", MOVEMENT)
        play(state, f"unit:{name.replace(' ', '-')}")
        assert ("extended" in legal(state)) == carried


@pytest.mark.rule("T-rail1", "T-rail2", "T-rail3")
@pytest.mark.parametrize(
    ("die", "east", "central"),
    [
        ("1", "1960", "1548"),
        ("2", "1960", "1548"),
        ("3", "1958", "1645"),
        ("4", "1958", "1645"),
        ("5", "1957", "1743"),
        ("6", "1957", "1743"),
    ],
)
def test_the_railway_advance_table(die: str, east: str, central: str) -> None:
    """Nothing, 2 hexes of East or 4 of Central, 3 or 6."""
    assert after("1960", die) == east
    assert after("1548", die) == central


@pytest.mark.rule("10.1.1f", "23.3.1a")
def test_over_the_join_a_hex_of_the_east_map_counts_two() -> None:
    """From 1957: 1956 is on the East map, 1954 and those after it on the Central map."""
    assert after("1957", "3") == "1854"
    assert after("1957", "5") == "1653"


@pytest.mark.rule("23.3.1b", "9.1b")
def test_a_railhead_that_is_cut_off_does_not_advance() -> None:
    assert railway_can_advance(desert({}))
    for cut in ({"Trento": "1763"}, {"HQ 21 Corps": "1763"}):
        state = construction("1960", cut)
        assert decision(state) != "railway"
        assert DATA.board.names[state.railhead] == "1960"


@pytest.mark.rule("23.3.1c")
def test_the_railhead_keeps_away_from_the_enemy() -> None:
    """It goes neither into nor through a hex with an enemy or next to one."""
    assert after("1960", "6", {"Trento": "1857"}) == "1958", "1957 is next to 1857"
    assert after("1960", "6", {"Garrison It 1": "1957"}) == "1959"
    assert decision(construction("1960", {"Trento": "1958"})) != "railway", "there is nothing to roll for"


@pytest.mark.rule("9.1c", "23.3.1d")
def test_the_railhead_never_goes_back() -> None:
    state = construction("1546", {"Trento": "1550", "Pavia": "1546"})
    assert DATA.board.names[state.railhead] == "1546"


@pytest.mark.rule("9.3a", "23.3.1e")
def test_at_tobruk_the_railway_is_completed() -> None:
    state = construction("2731")
    events = play(state, "3")
    assert DATA.board.names[state.railhead] == "2830"
    assert state.rail_completed
    assert "railway-completed" in [event.kind for event in events]
    assert not railway_can_advance(state)
    assert active_rail(state) & hexes("2830")
    assert state.controlled[ALLIED] & hexes("2830")
