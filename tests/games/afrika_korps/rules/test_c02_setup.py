"""2: the start of the game, and the stacking limit that holds from the first movement on."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

DEPLOYED = {
    "W6": "21/5 21/104 21/3 Ariete Brescia Pavia Trento Bologna Savona Rommel AxisSupply1",
    "H15": "2/3 7/3I",
    "H2": "2/2SG",
    "G25": "9A/20 AlliedSupply1",
    "I33": "22Gds",
    "I48": "7A/1 7A/2",
    "L59": "Pol 4I/5 4I/7 4I/11",
}


# 2.2 The order of appearance


@rule("2.2a")
def test_whoever_is_not_deployed_waits_off_the_map() -> None:
    table = Desert()
    deployed = {unit for units in DEPLOYED.values() for unit in units.split()}
    waiting = {unit.id for unit in table.state.printed.units} - deployed
    assert len(deployed) == 23
    assert {table.where(unit) for unit in waiting} == {"off"}


@rule("2.2a")
@pytest.mark.parametrize(
    ("turn", "side", "port", "come", "wait"),
    [
        (3, "axis", "W3", {"15/8", "15/115", "15/33"}, ["90/361", "Littorio"]),
        (5, "allied", "J62", {"7/4", "7/7", "7/7SG", "7/4SA", "4I/23"}, ["9A/18", "51/1"]),
    ],
)
def test_reinforcements_wait_for_their_turn(
    turn: int, side: str, port: str, come: set[str], wait: list[str]
) -> None:
    position = "turn {} {}\nphase: arrivals\nports_at_start: {}\nW6: 21/5 AxisSupply1\nL59: Pol AlliedSupply1\n"
    before = Desert(position.format(turn - 1, side, port))
    assert before.decision == "movement"
    assert {before.refusal(f"unit:{unit}") for unit in come} == {"19.1"}
    table = Desert(position.format(turn, side, port))
    assert table.legal("unit") == come
    assert {table.refusal(f"unit:{unit}") for unit in wait} == {"19.1"}


# 2.2.1 The deployment of March 1941


@rule("2.2.1a")
@pytest.mark.parametrize("name", DEPLOYED)
def test_the_game_starts_from_the_listed_hexes(name: str) -> None:
    assert Desert().at(name) == set(DEPLOYED[name].split())


@rule("2.2.1a")
def test_the_game_starts_with_the_axis_on_turn_one() -> None:
    table = Desert()
    assert (table.state.turn, table.actor, table.decision) == (1, 0, "movement")


@rule("2.2.1b")
def test_the_deployment_may_exceed_the_stacking_limit() -> None:
    table = Desert()
    assert len(table.at("W6") - {"Rommel", "AxisSupply1"}) == 9
    assert len(table.at("L59")) == 4
    assert table.game.status(table.state) == []


@rule("2.2.1b")
def test_el_alamein_stays_overstacked_through_the_first_axis_turn() -> None:
    table = Desert()
    for unit in ("21/5", "21/104", "21/3", "Ariete", "Brescia", "Pavia"):
        table.move(unit, "W7" if unit in ("21/5", "21/104", "21/3") else "W5")
    table.play("done")
    assert (table.state.turn, table.state.active, table.decision) == (1, 1, "land-supply")
    assert len(table.at("L59")) == 4
    assert table.game.status(table.state) == []


@rule("2.2.1c")
def test_the_limit_holds_at_the_end_of_the_first_axis_movement() -> None:
    """Nobody moves: of nine combat units in W6 six must go, whoever owns them chooses which."""
    table = Desert().play("done")
    for unit in ("Savona", "Bologna", "Trento", "Pavia", "Brescia", "Ariete"):
        assert (table.decision, table.actor) == ("reduce-stack", 0)
        table.play(f"lose:{unit}")
    assert table.at("W6") == {"21/5", "21/104", "21/3", "Rommel", "AxisSupply1"}
    assert table.state.active == 1


@rule("2.2.1c")
def test_the_limit_holds_at_the_end_of_the_first_allied_movement() -> None:
    table = Desert(
        "turn 1 allied\nphase: movement\nL59: Pol 4I/5 4I/7 4I/11 AlliedSupply1\nW6: 21/5 AxisSupply1\n"
    ).play("done")
    assert table.legal("lose") == {"Pol", "4I/5", "4I/7", "4I/11"}
    assert table.play("lose:Pol").at("L59") == {"4I/5", "4I/7", "4I/11", "AlliedSupply1"}


@rule("2.2.1c")
def test_the_limit_holds_at_the_end_of_a_turn() -> None:
    """A retreat late in the turn finds no room in a hex of three: the winner may not send anyone there."""
    table = Desert(
        """
        turn 5 axis
        phase: combat
        N30: 21/5 AxisSupply1
        N31: 2/3
        N33: 4I/5 4I/7 4I/11
        """
    )
    table.attack(["2/3"], ["21/5"]).play("done", "battle:0").roll(3)
    assert table.decision == "conduct-retreat"
    table.play("unit:2/3")
    ways = table.legal("hex")
    assert ways == {"M31", "N32", "O32"}
    table.play("hex:N32")
    assert "N33" not in table.legal("hex")
    assert table.legal("hex") >= {"M32", "O33"}


# 2.3 Counters not yet in use


@rule("2.3a")
@pytest.mark.parametrize(
    ("side", "waiting"),
    [
        ("Axis", ["AxisSupply2", "AxisSupply3", "AxisSupply4", "AxisSupply5"]),
        ("Allied", ["AlliedSupply2", "AlliedSupply3", "AlliedSupply4", "AlliedSupply5", "AlliedSupply6"]),
    ],
)
def test_the_other_supply_counters_lie_ready_off_the_map(side: str, waiting: list[str]) -> None:
    table = Desert()
    assert table.where(f"{side}Supply1") in ("W6", "G25")
    assert {table.where(unit) for unit in waiting} == {"off"}


@rule("2.3a")
def test_supply_comes_from_the_counters_off_the_map() -> None:
    """One arrives in the second turn, another stands for supply that is captured."""
    table = Desert("turn 2 axis\nphase: start\nW3: 21/5 AxisSupply1\nL59: Pol\nX6: AlliedSupply1\n").roll(6)
    table.play("hex:W3").move("21/5", "W4", "W5")
    assert table.at("W3") == {"AxisSupply1", "AxisSupply2"}
    assert table.where("AlliedSupply1") == "off"
    (taken,) = table.at("X6")
    assert taken.startswith("AxisSupply")
    assert taken not in ("AxisSupply1", "AxisSupply2")


@rule("2.3b")
@pytest.mark.parametrize(("turn", "allowed"), [(32, False), (33, True)])
def test_substitutes_stay_aside_until_august_1942(turn: int, allowed: bool) -> None:
    table = Desert(f"turn {turn} allied\nphase: movement\nL59: 2/3 AlliedSupply1\nW6: 21/5 AxisSupply1\n")
    assert {table.where(f"Sub{number}") for number in range(1, 7)} == {"off"}
    assert table.refusal("form:Sub1") == "21.2"
    table.play("done")
    assert table.allows("form:Sub1") == allowed
    assert (table.state.active == 1) == allowed


@rule("2.3b")
def test_substitutes_do_not_arrive_by_sea() -> None:
    table = Desert(
        "turn 33 allied\nphase: arrivals\nports_at_start: J62\nJ62: Pol AlliedSupply1\nW6: 21/5 AxisSupply1\n"
    )
    assert table.decision == "arrivals"
    assert table.refusal("unit:Sub1") == "21.6"
