"""12: how supply units come into play."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def supply_on_map(table: Desert, side: str) -> list[str]:
    """The supply counters of a side that stand on a hex."""
    names = [unit.id for unit in table.state.printed.units if unit.id.startswith(f"{side}Supply")]
    return [name for name in names if table.where(name) not in ("off", "sea")]


# 12.1: the Allies


@rule("12.1a")
def test_allies_receive_one_supply_unit_each_turn_in_a_port_of_their_choice() -> None:
    table = Desert("""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        G25: 9A/20
        J62: 22Gds
        """)
    assert table.decision == "land-supply"
    assert table.legal() == {"hex:G25", "hex:J62", "decline"}
    table.play("hex:G25")
    assert (table.state.turn, table.decision) == (3, "movement")  # one and no more
    assert table.at("G25") == {"9A/20", "AlliedSupply1"}
    table.end_turn().end_turn()
    assert (table.state.turn, table.decision) == (4, "land-supply")  # and one again on the next turn
    assert supply_on_map(table, "Allied") == ["AlliedSupply1"]


@rule("12.1a")
def test_without_a_controlled_port_the_allies_receive_nothing() -> None:
    table = Desert("""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        K62: Savona
        J62: 22Gds AlliedSupply1
        """)
    assert table.decision == "movement"  # the base is held, but in an enemy zone (4.3)


@rule("12.1b")
@pytest.mark.parametrize(
    ("supply", "offered"),
    [
        ("AlliedSupply1 AlliedSupply2 AlliedSupply3", True),
        ("AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply4", False),
        ("AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply5*", True),
        ("AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply4 AlliedSupply5*", False),
    ],
)
def test_never_more_than_four_own_allied_supply_units_on_the_map(supply: str, offered: bool) -> None:
    table = Desert(f"""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        J62: 22Gds {supply}
        """)
    assert (table.decision == "land-supply") == offered


@rule("12.1b")
def test_allied_supply_at_sea_is_not_on_the_map_and_does_not_count() -> None:
    """Ruling 35; but it lands only if the map still has room."""
    table = Desert("""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        J62: 22Gds AlliedSupply1 AlliedSupply2 AlliedSupply3
        sea: AlliedSupply4
        """)
    declined = table.copy()
    table.play("hex:J62")
    assert supply_on_map(table, "Allied") == ["AlliedSupply1", "AlliedSupply2", "AlliedSupply3", "AlliedSupply5"]
    assert table.where("AlliedSupply4") == "off"  # no room was left for it: lost
    declined.play("decline", "unit:AlliedSupply4")
    assert declined.where("AlliedSupply4") == "J62"


# 12.2: the Axis


AXIS_AT_START = """
    turn {turn} axis
    phase: start
    W3: Savona {supply}
    J62: 22Gds AlliedSupply1
    """


@rule("12.2a")
@pytest.mark.parametrize(
    ("turn", "die", "arrives"),
    [(2, 2, False), (2, 3, True), (7, 3, False), (7, 4, True), (16, 3, False), (17, 2, True), (17, 1, False)],
)
def test_axis_convoy_arrives_unless_sunk(turn: int, die: int, arrives: bool) -> None:
    table = Desert(AXIS_AT_START.format(turn=turn, supply="AxisSupply1"))
    assert table.decision == "convoy"
    table.roll(die)
    assert (table.decision == "land-supply") == arrives
    if arrives:
        assert table.legal() == {"hex:W3", "decline"}
        table.play("hex:W3")
    assert len(supply_on_map(table, "Axis")) == (2 if arrives else 1)
    assert table.decision != "convoy"  # one roll a turn


@rule("12.2b")
def test_axis_rolls_only_with_a_port_controlled_at_the_start_of_its_turn() -> None:
    table = Desert("""
        turn 1 axis
        phase: start
        W4: Savona AxisSupply1
        G24: 21/3
        J62: 22Gds AlliedSupply1
        """)
    assert table.decision == "movement"
    table.move("Savona", "W3")
    table.move("21/3", "G25").end_turn()
    assert supply_on_map(table, "Axis") == ["AxisSupply1"]  # a port taken in the turn brings no convoy
    table.end_turn().roll(6)
    assert table.legal("hex") == {"W3", "G25"}


@rule("12.2b", "12.2d")
@pytest.mark.parametrize(
    ("supply", "rolls"),
    [
        ("AxisSupply1 AxisSupply2", True),
        ("AxisSupply1 AxisSupply2 AxisSupply3", False),
        ("AxisSupply1 AxisSupply2 AxisSupply4*", True),
        ("AxisSupply1 AxisSupply2 AxisSupply3 AxisSupply4*", False),
    ],
)
def test_with_three_own_supply_units_on_the_map_the_convoy_is_lost(supply: str, rolls: bool) -> None:
    table = Desert(AXIS_AT_START.format(turn=4, supply=supply))
    assert (table.decision == "convoy") == rolls


@rule("12.2d")
def test_supply_back_from_the_sea_may_not_become_the_fourth_axis_unit() -> None:
    table = Desert(AXIS_AT_START.format(turn=2, supply="AxisSupply1 AxisSupply2") + "    sea: AxisSupply3\n")
    declined = table.copy()
    table.roll(6).play("hex:W3")
    assert len(supply_on_map(table, "Axis")) == 3
    assert table.where("AxisSupply3") == "off"
    declined.roll(6).play("decline", "unit:AxisSupply3")
    assert declined.where("AxisSupply3") == "W3"


@rule("12.2c")
def test_no_convoy_on_the_first_turn() -> None:
    table = Desert()
    assert (table.state.turn, table.state.active) == (1, 0)
    assert table.decision == "movement"
    assert table.happened("convoy") == []
    assert supply_on_map(table, "Axis") == ["AxisSupply1"]


# 12.3: captured supply


@rule("12.3a")
def test_captured_supply_is_unlimited_and_leaves_the_own_limit_alone() -> None:
    """Two own and five captured units, more than there are counters printed for captured supply."""
    table = Desert(
        AXIS_AT_START.format(
            turn=4,
            supply="AxisSupply1 AxisSupply2 AxisSupply4* AxisSupply5* AxisSupply6* AxisSupply7* AxisSupply8*",
        )
    )
    table.roll(6).play("hex:W3")
    assert len(supply_on_map(table, "Axis")) == 8
    assert table.where("AxisSupply3") == "W3"
    assert table.game.status(table.state) == []


@pytest.mark.parametrize(("captured", "rolls"), [(range(4, 10), True), (range(3, 10), False)])
def test_a_convoy_needs_a_counter_not_in_use(captured: range, rolls: bool) -> None:
    """The sheet has nine Axis supply counters, spares included; with all of them out there is none to land."""
    supply = " ".join(["AxisSupply1", "AxisSupply2", *(f"AxisSupply{number}*" for number in captured)])
    assert (Desert(AXIS_AT_START.format(turn=4, supply=supply)).decision == "convoy") == rolls


@rule("12.3a")
def test_a_side_with_its_full_own_supply_may_still_capture() -> None:
    table = Desert("""
        turn 4 axis
        phase: movement
        W3: Savona AxisSupply1 AxisSupply2 AxisSupply3
        N10: 21/3
        N13: AlliedSupply1
        O14: AlliedSupply2
        J62: 22Gds
        """)
    table.move("21/3", "N11", "N12", "O13")
    assert len(supply_on_map(table, "Axis")) == 5
    assert supply_on_map(table, "Allied") == []
    assert table.game.status(table.state) == []


# 12.3.1: lost if it cannot land


@rule("12.3.1a", "12.3.1b")
def test_supply_that_cannot_land_is_lost_and_not_saved_up() -> None:
    """The Allies are without a port on turn 3; on turn 4 they have one, and receive a single unit."""
    table = Desert("""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        K62: 22Gds AlliedSupply1
        """)
    assert table.decision == "movement"
    table.move("22Gds", "J62").play("done", "done", "hex:J62")
    assert table.state.turn == 4
    assert table.decision == "movement"
    assert supply_on_map(table, "Allied") == ["AlliedSupply1", "AlliedSupply2"]


@rule("12.3.1a")
def test_supply_lands_in_tobruch_or_the_own_base_only() -> None:
    table = Desert("""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        H2: 2/2SG
        G25: 9A/20
        W3: 22Gds
        J62: Pol
        """)
    assert table.legal("hex") == {"G25", "J62"}
    assert table.refusal("hex:W3") == "4.3"
    assert table.refusal("hex:H2") == "23.3"


@rule("12.3.1b")
def test_supply_off_the_map_cannot_be_called_in_with_the_reinforcements() -> None:
    table = Desert("""
        turn 5 allied
        phase: arrivals
        W6: 21/5 AxisSupply1
        J62: 22Gds
        ports_at_start: J62
        """)
    assert table.decision == "arrivals"
    assert "AlliedSupply2" not in table.legal("unit")
    assert table.refusal("unit:AlliedSupply2") == "12.3.1"


# 12.4: supply may be declined


@rule("12.4a")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_player_may_decline_supply(side: str) -> None:
    table = Desert(f"""
        turn 2 {side}
        phase: start
        W3: Savona AxisSupply1
        J62: 22Gds AlliedSupply1
        """)
    if side == "axis":
        table.roll(6)
    table.play("decline")
    assert table.decision == "movement"
    assert supply_on_map(table, "Axis") == ["AxisSupply1"]
    assert supply_on_map(table, "Allied") == ["AlliedSupply1"]
    assert [event.rule for event in table.happened("supply-declined")] == ["12.4"]


# 15.5: room made for more


FULL_STOCK = {
    "axis": "W3: AxisSupply1 AxisSupply2 AxisSupply3",
    "allied": "J62: 22Gds AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply4",
}


@pytest.mark.parametrize("side", FULL_STOCK)
@rule("15.5a", "12.1b", "12.2d")
def test_with_all_the_supply_allowed_a_player_may_destroy_some_to_receive_more(side: str) -> None:
    name = {"axis": "Axis", "allied": "Allied"}[side]
    table = Desert(f"""
        turn 3 {side}
        phase: start
        W6: 21/5
        X66: Pol
        {FULL_STOCK[side]}
        """)
    assert table.decision == "make-room"
    assert table.legal() == {"done", *(f"destroy:{unit}" for unit in supply_on_map(table, name))}
    table.play(f"destroy:{name}Supply1")
    if side == "axis":
        table.roll(6)  # 12.2: only now is there a convoy to roll for
    assert table.decision == "land-supply"


@rule("12.1b", "12.2d")
def test_without_room_nothing_comes() -> None:
    table = Desert(f"""
        turn 3 allied
        phase: start
        W6: 21/5 AxisSupply1
        {FULL_STOCK["allied"]}
        """)
    table.play("done")
    assert table.decision == "movement"
    assert len(supply_on_map(table, "Allied")) == 4
