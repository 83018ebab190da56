"""19.1.4: German infiltration."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import READY, Sands
from tests.games.dark_sands.desert import HEX, acting, decision, desert, legal, number, play, units, where, why_not

GAME = "dark-sands"


def panzers(*more: str, action: str = "move", enemy: str = "16/70", at: str = "1632", **fields: Any) -> Sands:
    """A panzer battalion and others in 1633, in the zone of an Allied unit in 1632; they move."""
    group = ("1/5/21 Pz", *more)
    state = desert({**dict.fromkeys(group, "1633"), enemy: at}, **fields)
    acting(state, "axis", action, MOVEMENT)
    play(state, *(f"unit:{name.replace(' ', '-')}" for name in group))
    return state


@pytest.mark.rule("19.1.4a", "P2.0d")
def test_the_panzer_divisions_go_from_zone_to_zone() -> None:
    state = panzers("104/21 Pz", "33/15 Pz")
    assert legal(state, "infiltrate") == {"infiltrate:1732", "infiltrate:1532"}
    assert why_not(state, "to:1732") == "19.1.2"
    assert why_not(state, "infiltrate:1634") == "19.1.4"


@pytest.mark.rule("19.1.4a")
@pytest.mark.parametrize(
    ("others", "may"), [(["104/21 Pz"], True), (["8 MG"], False), (["HQ Afrika Korps"], False)]
)
def test_only_with_units_of_15_and_21_panzer(others: list[str], may: bool) -> None:
    state = panzers(*others)
    assert bool(legal(state, "infiltrate")) == may
    if not may:
        assert why_not(state, "infiltrate:1732") == "19.1.4"


@pytest.mark.rule("19.1.4a")
def test_only_with_a_panzer_battalion() -> None:
    state = acting(desert({"104/21 Pz": "1633", "3/21 Pz": "1633", "16/70": "1632"}), "axis", "move", MOVEMENT)
    play(state, "unit:104/21-Pz", "unit:3/21-Pz")
    assert why_not(state, "infiltrate:1732") == "19.1.4"


@pytest.mark.rule("19.1.4b")
def test_not_out_of_the_zone_of_tanks() -> None:
    assert legal(panzers(enemy="16/70"), "infiltrate")
    state = panzers(enemy="4/7 Arm")
    assert why_not(state, "infiltrate:1732") == "19.1.4"


@pytest.mark.rule("19.1.4c")
def test_only_into_open_terrain() -> None:
    """2329 is rough, but the track from 2429 carries a zone into it: it is not open all the same."""
    state = acting(desert({"1/5/21 Pz": "2328", "16/70": "2429", "22 Gds": "2427"}), "axis", "move", MOVEMENT)
    assert in_zone(state, HEX["2329"], ALLIED)
    play(state, "unit:1/5/21-Pz")
    assert legal(state, "infiltrate")
    assert "infiltrate:2329" not in legal(state)


@pytest.mark.rule("19.1.4d")
def test_whoever_has_stayed_behind_does_not_take_part() -> None:
    """All who move together were gathered before the first step, so they have begun together."""
    placed = {"1/5/21 Pz": "1634", "104/21 Pz": "1633", "16/70": "1632"}
    state = acting(desert(placed), "axis", "move", MOVEMENT)
    play(state, "unit:1/5/21-Pz", "to:1633")
    assert legal(state, "infiltrate")
    assert why_not(state, "unit:104/21-Pz") == "19.1.1"
    play(state, "infiltrate:1732")
    assert where(state, "104/21 Pz") == ["1633"]


@pytest.mark.rule("19.1.4e")
@pytest.mark.parametrize(("spent", "may"), [(12, True), (13, False)])
def test_it_costs_four_points_more_for_each(spent: int, may: bool) -> None:
    """104/21 has 8 points: 4 and the step."""
    state = panzers("104/21 Pz")
    state.spent, state.steps_made = spent, 1
    assert bool(legal(state, "infiltrate")) == may
    if may:
        play(state, "drop:104/21-Pz", "infiltrate:1732")
    else:
        assert why_not(state, "infiltrate:1732") == "19.1.4"


@pytest.mark.rule("19.1.4e", "19.1.4f")
def test_it_ends_the_move_of_all() -> None:
    state = panzers("104/21 Pz")
    play(state, "infiltrate:1732")
    assert decision(state) == "moves"
    assert where(state, "1/5/21 Pz", "104/21 Pz") == ["1732", "1732"]
    assert state.moved == units("1/5/21 Pz", "104/21 Pz")


@pytest.mark.rule("19.1.4g")
def test_never_in_a_half_move() -> None:
    state = panzers(action="half-move")
    assert why_not(state, "infiltrate:1732") == "19.1.4"


@pytest.mark.rule("P2.0c")
def test_a_zone_on_the_way_does_not_keep_them_from_going_on() -> None:
    state = acting(desert({"1/5/21 Pz": "1634", "16/70": "1632"}), "axis", "move", MOVEMENT)
    play(state, "unit:1/5/21-Pz", "to:1633")
    assert legal(state) == {"infiltrate:1732", "infiltrate:1532", "stop"}
    assert why_not(state, "to:1733") == "19.1.2"


@pytest.mark.rule("19.1.4f")
def test_after_it_they_can_only_form_a_garrison() -> None:
    """They infiltrate into Gabr Salah, and the enemies around it do not let them go on."""
    state = desert({"1/5/21 Pz": "1934", "104/21 Pz": "1934", "16/70": "2034"})
    state.place[number("Garrison Ger 1")] = READY
    acting(state, "axis", "move", MOVEMENT)
    play(state, "unit:1/5/21-Pz", "unit:104/21-Pz", "infiltrate:1933")
    assert legal(state) == {"garrison:Garrison-Ger-1", "stop"}
