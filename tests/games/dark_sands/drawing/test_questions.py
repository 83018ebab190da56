"""Questions at the table: their answers agree with what can be played."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.drawing.journeys import in_points
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import TO
from sandtable.kernel.choices import unpack
from sandtable.kernel.scene import Answer
from tests.games.dark_sands.desert import DATA, HEX, acting, decision, desert, number, play

LINE = {"Sabratha": "2430", "Pavia": "2430", "5/4 Ind": "2433", "HQ 13 Corps": "2232"}


def moving(placed: dict[str, str], action: str = "move", **fields: Any) -> Sands:
    state = desert(placed, **fields)
    return acting(state, "axis", action, MOVEMENT)


def names_of(found: dict[int, int]) -> set[str]:
    return {DATA.board.names[place] for place in found}


def played_out(state: Sands, *names: str) -> set[str]:
    """Every hex that a group comes to, whatever steps it takes."""
    begun = state.copy()
    play(begun, *(f"unit:{name}" for name in names))
    unit = DATA.nouns.number("unit", names[0])
    seen, found, open_ones = set[tuple[int, int]](), set[str](), [begun]
    while open_ones:
        now = open_ones.pop()
        if decision(now) != "group":
            continue
        for choice in GAME.legal(now):
            verb, place = unpack(choice)
            if verb == TO:
                after = now.copy()
                GAME.apply(after, choice)
                found.add(DATA.board.names[after.place[unit]])
                if (key := (place, after.spent)) not in seen:
                    seen.add(key)
                    open_ones.append(after)
    return found


@pytest.mark.parametrize(
    ("placed", "names", "action"),
    [
        (LINE, ("Sabratha",), "move"),
        (LINE, ("Sabratha", "Pavia"), "half-move"),
        ({"1/5/21 Pz": "2132", "4/7 Arm": "2233"}, ("1/5/21-Pz",), "half-move"),
        ({"Sabratha": "2019", "7/7 Arm": "2122"}, ("Sabratha",), "move"),
    ],
)
def test_reach_is_what_can_be_played(placed: dict[str, str], names: tuple[str, ...], action: str) -> None:
    state = moving(placed, action)
    units = [DATA.nouns.number("unit", name) for name in names]
    answer: Answer = GAME.questions["reach"].together(state, units)  # type: ignore[misc]
    start = DATA.board.names[state.place[units[0]]]
    assert {DATA.board.names[tint.cell] for tint in answer.cells} == played_out(state, *names) - {start}


def test_units_that_go_one_hex_only() -> None:
    state = moving(LINE, one_hex=1 << number("Sabratha"))
    assert names_of(GAME.questions["reach"].answer(state, number("Sabratha"))) == {"2430"} | played_out(
        state, "Sabratha"
    )


def test_a_way_gathers_the_units_and_can_be_played() -> None:
    state = moving(LINE)
    units = [number("Sabratha"), number("Pavia")]
    answer: Answer = GAME.questions["route"].together(state, units, HEX["2432"])  # type: ignore[misc]
    assert answer.run == ("unit:Sabratha", "unit:Pavia", "to:2431", "to:2432")
    assert answer.ways == ((HEX["2430"], HEX["2431"], HEX["2432"]),)
    play(state, *answer.run)
    assert [DATA.board.names[state.place[unit]] for unit in units] == ["2432", "2432"]


@pytest.mark.parametrize(
    ("unit", "goal", "rule"),
    [("Sabratha", "1600", "19.1"), ("5/4 Ind", "2432", "19.0"), ("Recam", "2432", "19.0")],
)
def test_why_there_is_no_way(unit: str, goal: str, rule: str) -> None:
    state = moving(LINE)
    show = GAME.questions["route"].show
    assert show is not None
    answer: Answer = show(state, number(unit), HEX[goal])
    assert not answer.run
    assert answer.rule == rule


@pytest.mark.parametrize(("quarters", "text"), [(0, "0"), (1, "¼"), (4, "1"), (14, "3½")])
def test_points(quarters: int, text: str) -> None:
    assert in_points(quarters) == text


def shown(name: str, state: Sands) -> Answer:
    show = GAME.questions[name].show
    assert show is not None
    answer: Answer = show(state)
    return answer


def test_zones() -> None:
    state = desert({"Sabratha": "2430", "5/4 Ind": "2431"})
    tints = {(DATA.board.names[tint.cell], tint.tone): tint.text for tint in shown("zones", state).cells}
    assert tints["2430", "1"] == "contested"
    assert tints["2431", "0"] == "contested"
    assert tints["2429", "0"] == ""


def test_headquarters_out_of_supply_reach_nothing() -> None:
    state = desert({"HQ 21 Corps": "2430", "HQ 13 Corps": "2040"}, oos=["HQ 13 Corps"])
    sides = {tint.tone for tint in shown("ranges", state).cells}
    assert sides == {"0"}
    assert "HQ 21 Corps" in shown("ranges", state).text
    state.oos = 0
    assert {tint.tone for tint in shown("ranges", state).cells} == {"0", "1"}


def test_the_end_of_movement_warns_of_overstacking() -> None:
    state = moving({"Sabratha": "2430", "Pavia": "2430", "Brescia": "2430", "Bologna": "2430"})
    done = GAME.read(state, "done")
    assert [why.rule for why in GAME.warnings(state, done)] == ["7.3"]
    assert not GAME.warnings(moving(LINE), done)
