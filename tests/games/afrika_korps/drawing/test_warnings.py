"""What a player is told before a choice is made, by rule: what it costs, what will be lost, what stays behind."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.kernel.scene import Button
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.drawing.test_combats import combats
from tests.games.afrika_korps.drawing.test_panels import desert, panels, scene_of


def button(table: Desert, choice: str) -> Button:
    return next(one for one in scene_of(table).buttons if one.choice == choice)


def warned(table: Desert, choice: str) -> list[tuple[str, str]]:
    """What is said before a choice, by rule."""
    caution = button(table, choice).caution
    return [(one.rule, one.text) for one in caution.warnings] if caution else []


def harms(table: Desert) -> set[str]:
    return {one.choice for one in scene_of(table).buttons if one.caution and one.caution.harms}


FIGHT = ("M30: 21/5", "M31: 22Gds", "M28: AxisSupply1")


def test_battles_have_a_place_and_destroying_supply_is_a_harm() -> None:
    table = desert("axis", *FIGHT).attack(["22Gds"], ["21/5"]).play("done")
    names = AFRIKA_KORPS.load_data().board.names
    assert [names[cell] for cell in button(table, "battle:0").cells] == ["M31"]
    assert harms(table) == {"destroy:AxisSupply1", "destroy:AxisSupply3"}
    assert warned(table, "destroy:AxisSupply1") == [("15.5", "The supply unit is gone for good")]
    assert warned(table, "battle:0") == []


def test_declining_supply_is_a_harm_and_the_ports_stand_beside_it() -> None:
    table = Desert("turn 6 allied\nphase: start\nW3: Savona\nG25: 9A/20\nJ62: Pol")
    assert harms(table) == {"decline"}
    assert {one.choice for one in scene_of(table).buttons if one.cells} == {"hex:G25", "hex:J62"}


def test_the_last_supply_is_announced_when_a_battle_is_closed() -> None:
    alone = "\n".join(("turn 20 axis", "phase: combat", *FIGHT, "W3: Bologna", "J62: 4I/11 AlliedSupply4"))
    table = Desert(alone).play("attack:22Gds", "with:21/5")
    [(rule, text)] = warned(table, "done")
    assert (rule, text.partition(":")[0]) == ("14.1", "AxisSupply1")
    another = Desert(alone.replace("W3: Bologna", "W3: Bologna AxisSupply2")).play("attack:22Gds", "with:21/5")
    assert warned(another, "done") == []


def test_the_last_supply_is_announced_where_it_is_named() -> None:
    """Two could supply it; one of them is in use already."""
    table = desert("axis", "M30: 21/5", "M31: 2/3", "M28: AxisSupply1", "L29: AxisSupply2")
    table.state.used |= 1 << table.state.printed.unit_number["AxisSupply3"]
    table.attack(["2/3"], ["21/5"])
    assert warned(table, "supply:AxisSupply1") == []
    table.state.used |= 1 << table.state.printed.unit_number["AxisSupply2"]
    assert [rule for rule, _ in warned(table, "supply:AxisSupply1")] == ["14.1"]


def test_overstacking_stands_among_the_duties_and_before_the_end_of_movement() -> None:
    table = desert("axis", "L20: 21/5 15/8 Ariete Littorio Pavia", phase="movement")
    text = "Overstacked: you would lose 2 units in L20"
    assert warned(table, "done") == [("6.3", text)]
    [shown] = combats(table)["duties"].duties
    assert (shown.text, shown.rule, shown.tone) == (text, "6.3", "bad")
    assert {*shown.pieces} == {"21/5", "15/8", "Ariete", "Littorio", "Pavia"}
    assert warned(desert("axis", "L20: 21/5 15/8 Ariete", phase="movement"), "done") == []


def test_units_that_cannot_meet_their_duties_are_announced() -> None:
    lines = ("L31: Folgore", "M31: 2/3 7/4 7/7", "M28: AxisSupply1")
    assert [rule for rule, _ in warned(desert("axis", *lines, phase="movement"), "done")] == ["7.4"]


@pytest.mark.parametrize(("turn", "rule"), [(10, "19.3"), (38, "19.8")])
def test_reinforcements_left_off_the_map_are_announced(turn: int, rule: str) -> None:
    table = Desert(f"turn {turn} axis\nphase: arrivals\nports_at_start: W3\nW3: Savona AxisSupply1\nJ62: Pol")
    [(named, text)] = warned(table, "done")
    assert named == rule
    assert "15/8" in text


def test_a_convoy_that_will_be_lost_is_announced() -> None:
    """12.2: with three supply units on the map another is turned away."""
    full = "W3: Savona AxisSupply1 AxisSupply2 AxisSupply3\nJ62: Pol"
    table = Desert(f"turn 6 axis\nphase: start\n{full}")
    assert warned(table, "done") == [
        ("12.3.1", "The convoy of this turn is lost: as much supply is on the map as allowed")
    ]
    assert harms(table) == {f"destroy:AxisSupply{number}" for number in (1, 2, 3)}
    moving = Desert(f"turn 6 axis\nphase: movement\n{full}")
    rows = {row[0].text: row[1] for row in panels(moving)["supply"].rows}
    assert (rows["Next to arrive"].text, rows["Next to arrive"].tone) == ("lost: no room", "warn")


def test_a_single_battle_can_be_fought_as_soon_as_it_is_formed() -> None:
    """8.6: closing it, ending the declaration and fighting are one press; with two battles there is a choice."""
    table = desert("axis", *FIGHT).play("attack:22Gds")
    assert scene_of(table).shortcuts == ()
    [shortcut] = scene_of(table.play("with:21/5")).shortcuts
    assert shortcut.run == ("done", "done", "battle:0")
    table.play(*shortcut.run)
    assert table.decision == "combat-die"
    two = desert("axis", "M30: 21/104 Pavia", "M31: 22Gds", "L30: 4I/5", "M28: AxisSupply1")
    assert scene_of(two.attack(["22Gds"], ["21/104"]).play("attack:4I/5", "with:Pavia")).shortcuts == ()


def test_supply_at_sea_that_has_no_room_is_announced() -> None:
    full = "W3: Savona AxisSupply1 AxisSupply2 AxisSupply3"
    table = Desert(f"turn 10 axis\nphase: arrivals\nports_at_start: W3\n{full}\nJ62: Pol\nsea: AxisSupply4")
    assert [rule for rule, _ in warned(table, "done")] == ["23.4.2", "19.3"]
