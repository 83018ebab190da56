"""Panels beside the map: movement, arrivals, goals, supply, convoys."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.kernel.scene import Panel, Scene, board_of, scene_for
from tests.games.afrika_korps.desert import Desert

SCENARIO = AFRIKA_KORPS.load_data()
BOARD = board_of(AFRIKA_KORPS, SCENARIO)

# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str, phase: str = "combat") -> Desert:
    """A position at the end of a side's movement, or in the phase named; nobody destroys his supply (15.5)."""
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def scene_of(table: Desert, side: int | None = None) -> Scene:
    return scene_for(AFRIKA_KORPS, BOARD, table.state, table.actor if side is None else side)


def panels(table: Desert, side: int | None = None) -> dict[str, Panel]:
    return {panel.id: panel for panel in scene_of(table, side).panels}


def lines(panel: Panel) -> dict[str, str]:
    """What each row of a panel says."""
    return {row[0].text: row[1].text for row in panel.rows}


def test_units_in_mid_move_show_what_they_have_left() -> None:
    table = desert("axis", "N30: 21/5 Rommel", "L59: Pol", phase="movement")
    assert "movement" not in panels(table)
    table.play("unit:21/5", "unit:Rommel", "hex:N31")
    rows = {row[0].piece: [entry.text for entry in row[1:]] for row in panels(table)["movement"].rows}
    assert rows == {"21/5": ["10", "10", "1"], "Rommel": ["11", "10", "-"]}


def test_arrivals_can_be_chosen_in_their_panel() -> None:
    table = Desert(
        "turn 24 axis\nphase: start\nW3: Savona\nL59: Pol\neliminated: Folgore 21/5\npoints: 3 0\nsea: Pavia"
    )
    table.roll(6).play("hex:W3")
    assert table.decision == "arrivals"
    rows = {row[0].piece: [entry.text for entry in row[1:]] for row in panels(table)["arrivals"].rows}
    assert rows["Folgore"] == ["replacement", "1"]
    assert rows["Pavia"] == ["from the sea, must land", "-"]
    assert rows["15/8"] == ["reinforcement of turn 3", "-"]
    assert "21/5" not in rows, "seven factors are not saved"
    assert panels(table)["arrivals"].note == "Replacement factors saved: 4"
    assert {row[0].choice for row in panels(table)["arrivals"].rows} == {
        f"unit:{unit}" for unit in table.legal("unit")
    }
    assert not any(row[0].choice for row in panels(table, 1)["arrivals"].rows)


def test_the_goals_show_who_controls_them() -> None:
    table = Desert("turn 6 axis\nphase: movement\nW3: Savona AxisSupply1\nJ62: Pol\nJ61: 21/3\nG25: AlliedSupply1")
    goals = {row[0].text: row[1].text for row in panels(table)["goals"].rows}
    assert goals == {
        "Axis home base (W3)": "Axis",
        "Bengasi (H2)": "neither side",
        "Tobruch (G25)": "Allies",
        "Allied home base (J62)": "Allies, in an enemy zone",
    }


def test_supply_is_counted_against_its_limit() -> None:
    table = Desert("turn 24 axis\nphase: movement\nW3: Savona AxisSupply1 AxisSupply4*\nL59: Pol\npoints: 2 5")
    rows = {row[0].text: [entry.text for entry in row[1:]] for row in panels(table)["supply"].rows}
    assert rows == {
        "Own supply on the map": ["1 of 3", "0 of 4"],
        "Captured supply": ["1", "0"],
        "Next to arrive": ["one, unless sunk", "lost: no port"],
        "Replacement factors": ["2", "5"],
    }


@pytest.mark.parametrize(
    ("turn", "title", "sunk"), [(1, "2", "1, 2"), (6, "7", "1, 2, 3"), (15, "16", "1, 2, 3"), (16, "17", "1")]
)
def test_the_convoy_to_come_is_the_next_turns(turn: int, title: str, sunk: str) -> None:
    table = Desert(f"turn {turn} axis\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    convoy = panels(table)["convoy"]
    assert convoy.title == f"Axis convoy of turn {title}"
    assert lines(convoy)["sunk"] == sunk
    assert sum(row[1].share for row in convoy.rows) == pytest.approx(1)


def test_the_convoy_being_rolled_for_is_this_turns_and_after_the_last_there_is_none() -> None:
    rolling = Desert("turn 7 axis\nphase: start\nW3: Savona\nL59: Pol")
    assert panels(rolling, 0)["convoy"].title == "Axis convoy of turn 7"
    last = Desert("turn 38 axis\nphase: movement\nW3: Savona AxisSupply1\nL59: Pol")
    assert "convoy" not in panels(last)


def test_a_game_that_is_over_keeps_its_goals() -> None:
    table = Desert("turn 38 allied\nphase: movement\nW3: Savona AxisSupply1\nJ62: Pol AlliedSupply1").end_turn()
    assert table.decision == ""
    assert [panel.id for panel in scene_of(table, 0).panels] == ["goals", "supply"]
