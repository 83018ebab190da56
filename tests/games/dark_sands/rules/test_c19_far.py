"""19.1: "too far" is said just where terrain and allowance alone do not lead; else what bars the way is named."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sandtable.games.dark_sands.drawing.journeys import show_way
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.state import HALF_MOVE, Sands
from sandtable.kernel.scene import Answer
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, number, play, units
from tests.games.dark_sands.models import board, movement
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.positions import random_position
from tests.games.dark_sands.refereed import laid

GAME = "dark-sands"
ANYWHERE = Fraction(10_000)


def by_terrain_alone(position: Position, unit: str, left: Fraction) -> dict[str, Fraction]:
    """A flood by hand: what it costs to come to each hex if nobody else were on the map. The first step may cost
    more than there is (19.1.3), and then it takes all."""
    counter = board.counter_named(position, unit)
    best, waiting = {counter.hex: Fraction(0)}, [counter.hex]
    while waiting:
        here = waiting.pop(0)
        for there in board.neighbours(here):
            step = movement.step_cost(position, counter, here, there)
            if step is None:
                continue
            cost = min(left, step) if here == counter.hex else best[here] + step
            if cost <= left and cost < best.get(there, ANYWHERE):
                best[there] = cost
                waiting.append(there)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_too_far_is_what_terrain_and_allowance_do_not_allow(seed: int) -> None:
    rng = Random(seed)
    position, action = random_position(rng), rng.choice(("move", "half-move"))
    state = acting(laid(position), rng.choice(("axis", "allied")), action, MOVEMENT)
    movers = [unit for unit in range(len(DATA.units)) if state.movers >> unit & 1]
    unit = rng.choice(movers)
    name, half = DATA.units[unit].id, state.action == HALF_MOVE
    left = movement.allowance(board.counter_named(position, name), half)
    near, anyhow = (by_terrain_alone(position, name, points) for points in (left, ANYWHERE))
    for place in HEX:
        answer = show_way(state, [unit], HEX[place])
        if not answer.run:
            assert ("too far" in answer.text) == (place in anyhow and place not in near), place
            assert ("over this ground" in answer.text) == (place not in anyhow), place


def asked(state: Sands, unit: str, goal: str) -> Answer:
    return show_way(state, [number(unit)], HEX[goal])


@pytest.mark.parametrize(
    ("placed", "goal", "fields", "rule", "words"),
    [
        ({}, "1628", {}, "19.1", "too far: the way costs 5"),
        ({"22 Gds": "1631"}, "1631", {}, "19.1", "enemy units are there"),
        ({"22 Gds": "1631"}, "1630", {}, "19.1.2", "enemy zones stop them"),
        ({}, "1630", {"one_hex": units("Sirte")}, "18.1", "may only move one hex"),
        ({}, "1633", {}, "19.1", "there already"),
    ],
)
def test_what_is_in_the_way_is_named(
    placed: dict[str, str], goal: str, fields: dict[str, int], rule: str, words: str
) -> None:
    state = acting(desert({"Sirte": "1633", **placed}), "axis", "move", MOVEMENT)
    for name, value in fields.items():
        setattr(state, name, value)
    answer = asked(state, "Sirte", goal)
    assert words in answer.text
    assert answer.rule == rule


def test_a_wall_of_garrisons_is_named() -> None:
    """They have no zones, but nobody passes."""
    wall = {"Garrison Br 1": "1632", "Garrison Br 2": "1732", "Garrison Br 3": "1532"}
    state = acting(desert({"Sirte": "1633", **wall}), "axis", "move", MOVEMENT)
    assert "enemy units stand in every way" in asked(state, "Sirte", "1630").text


def test_the_frontier_of_gazala_is_named() -> None:
    tanks = {"4/7 Arm": "2128", "2/1 Arm": "2428"}
    gazala = SCENARIOS.index("gazala")
    state = acting(desert({"22 Gds": "1154", **tanks}, scenario=gazala), "allied", "move", MOVEMENT)
    answer = asked(state, "22 Gds", "1456")
    assert answer.rule == "P1.4.4"


def test_a_group_that_has_stopped_says_so() -> None:
    state = acting(desert({"1/5/21 Pz": "1634", "22 Gds": "1632"}), "axis", "move", MOVEMENT)
    play(state, "unit:1/5/21-Pz", "to:1633")
    assert asked(state, "1/5/21 Pz", "1635").rule == "19.1.2"
