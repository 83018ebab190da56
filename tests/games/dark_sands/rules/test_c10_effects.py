"""10.2.1, P3: what an OOS marker does to a unit."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c08_zones import retreat_zones, zones
from sandtable.games.dark_sands.rules.c13_supports import available
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_reach import movement
from tests.games.dark_sands.cups import draw, drawing
from tests.games.dark_sands.desert import DATA, acting, desert, hexes, legal, names, number, play, why_not
from tests.games.dark_sands.fights import attack, judged, modifiers

GAME = "dark-sands"


@pytest.mark.rule("10.2.1a", "10.2.1c", "P3.0b")
@pytest.mark.parametrize("name", ["3/21 Pz", "Trento", "HQ 21 Corps", "4/7 Arm"])
def test_an_oos_unit_has_three_points_and_two_in_a_half_move(name: str) -> None:
    side = DATA.owners[number(name)]
    for action, points in (("move", 3), ("half-move", 2)):
        state = acting(desert({name: "1550"}, oos=[name]), ("axis", "allied")[side], action, MOVEMENT)
        assert movement(state, number(name)) == points * QUARTERS
    state = acting(desert({name: "1550"}), ("axis", "allied")[side], "move", MOVEMENT)
    assert movement(state, number(name)) == DATA.units[number(name)].faces[0][0].movement * QUARTERS


@pytest.mark.rule("P3.0c", "10.2.1c")
def test_a_half_move_of_an_oos_unit_is_rounded_up() -> None:
    """Two hexes of open desert, not one and a half."""
    state = acting(desert({"4/7 Arm": "1432"}, oos=["4/7 Arm"]), "allied", "half-move", MOVEMENT)
    play(state, "unit:4/7-Arm", "to:1433", "to:1434")
    assert not legal(state, "to")


@pytest.mark.rule("10.2.1b", "P3.0b")
def test_an_oos_garrison_still_cannot_move() -> None:
    state = acting(desert({"Garrison Br 1": "2429"}, oos=["Garrison Br 1"]), "allied", "move", MOVEMENT)
    assert not legal(state, "unit")
    assert why_not(state, "unit:Garrison-Br-1")


@pytest.mark.rule("10.2.1d", "P3.0d")
@pytest.mark.parametrize("oos", [(), ("4/7 Arm",)])
def test_an_oos_unit_cannot_use_extended_movement(oos: tuple[str, ...]) -> None:
    state = acting(desert({"4/7 Arm": "2054"}, oos=oos), "allied", "move", MOVEMENT)
    play(state, "unit:4/7-Arm")
    assert ("extended" in legal(state)) == (not oos)


@pytest.mark.rule("10.2.1e", "P3.0f")
def test_an_oos_headquarters_activates_nobody() -> None:
    placed = {"HQ 13 Corps": "1550", "22 Gds": "1551", "Trento": "2522"}
    for oos, movers in (((), {"HQ 13 Corps", "22 Gds"}), (("HQ 13 Corps",), set())):
        state = drawing(desert(placed, turn=8, oos=oos), "allied-13-corps", "logistics")
        draw(state, "allied-13-corps")
        assert names(state.movers) == movers


@pytest.mark.rule("10.2.1e", "P3.0f")
def test_an_oos_headquarters_commits_no_artillery() -> None:
    guns = [support.id for support in DATA.supports].index("13 Corps Arty")
    placed = {"HQ 13 Corps": "1434", "5/4 Ind": "1433", "7/4 Ind": "1433", "Trento": "1432"}
    for oos, can in (((), True), (("HQ 13 Corps",), False)):
        state = desert(placed, turn=8, oos=oos)
        state.supports[guns] = 1
        attack(state, "allied", "1432", "5/4 Ind", "7/4 Ind")
        assert bool(available(state, ALLIED) >> guns & 1) == can


@pytest.mark.rule("10.2.1f", "P3.0e")
def test_the_zone_of_an_oos_unit_does_not_count_in_retreats() -> None:
    placed = {"4/7 Arm": "1432", "22 Gds": "1426"}
    state = desert(placed, oos=["4/7 Arm"])
    assert zones(state, ALLIED) & hexes("1433", "1427") == hexes("1433", "1427")
    assert retreat_zones(state, ALLIED) & hexes("1433", "1427") == hexes("1427")


FIGHT = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Trento": "1432", "Pavia": "1432"}


@pytest.mark.rule("10.2.1g", "10.2.1h", "10.2.1i")
@pytest.mark.parametrize(
    ("oos", "disorganised", "total"),
    [
        ((), (), 0),
        (("5/4 Ind",), (), -2),
        (("Trento",), (), 2),
        (("5/4 Ind",), ("5/4 Ind",), -2),
        (("Trento",), ("Trento",), 2),
        (("5/4 Ind",), ("7/4 Ind",), -2),
        (("5/4 Ind", "Trento"), (), 0),
    ],
)
def test_oos_costs_two_on_the_die_and_disorganisation_no_more(
    oos: tuple[str, ...], disorganised: tuple[str, ...], total: int
) -> None:
    found = judged(desert(FIGHT, oos=oos, disorganised=disorganised), "1432", "5/4 Ind", "7/4 Ind")
    assert found.die == total
    assert sum(modifiers(found).values()) == total


@pytest.mark.rule("P3.0i")
def test_oos_attacker_and_oos_defender() -> None:
    both = judged(desert(FIGHT, oos=["5/4 Ind"], disorganised=["5/4 Ind", "Trento"]), "1432", "5/4 Ind", "7/4 Ind")
    assert both.die == 0, "minus two and plus two"
