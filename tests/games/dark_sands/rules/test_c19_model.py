"""8, 19: zones, movement and extended movement against the independent model, on random positions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c08_zones import uncontested, zones
from sandtable.games.dark_sands.rules.c19_lines import can_begin, next_to_enemy
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c19_reach import able, allowance, extended_reach, place_of, reach, route
from sandtable.games.dark_sands.state import HALF_MOVE, Sands
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import unpack
from sandtable.kernel.flow import CHANCE
from tests.games.dark_sands.desert import DATA, acting, decision, hex_names, play
from tests.games.dark_sands.models import movement
from tests.games.dark_sands.models import zones as of_zones
from tests.games.dark_sands.models.board import counter_named, printed, rows
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.positions import random_position
from tests.games.dark_sands.models.zones import exerts_zone
from tests.games.dark_sands.refereed import laid, noted

GAME = "dark-sands"


def begun(position: Position, rng: Random, action: str) -> tuple[Sands, int]:
    """An action of a side has begun, and one of its units wants to move; -1 if it has none that can."""
    side = rng.randrange(2)
    state = acting(laid(position), SIDES[side], action, MOVEMENT)
    movers = list(ones(state.movers))
    return state, rng.choice(movers) if movers else -1


def sparse(rng: Random) -> Position:
    """Few units besides headquarters and garrisons, some of them on roads: extended movement leads far."""
    position = random_position(rng)
    special = [one for one in position.counters if not exerts_zone(printed(one).type)]
    places = rng.sample(sorted({row["hex_a"] for row in rows("lines")}), len(special))
    moved = [replace(one, hex=place) for one, place in zip(special, places, strict=True)]
    others = [one for one in position.counters if one not in special and one.hex not in places]
    return replace(position, counters=(*moved, *rng.sample(others, min(4, len(others)))))


def by_name(tree: dict[int, tuple[int, int]], start: int) -> dict[str, Fraction]:
    return {
        DATA.board.names[place]: Fraction(cost, QUARTERS) for place, (cost, _) in tree.items() if place != start
    }


@pytest.mark.parametrize("seed", range(0, 40, 10))
def test_zones(seed: int) -> None:
    for one in range(seed, seed + 10):
        position = random_position(Random(one))
        state = laid(position)
        for number, side in enumerate(SIDES):
            assert hex_names(zones(state, number)) == of_zones.zone_of(position, side)
            assert hex_names(uncontested(state, number)) == of_zones.uncontested(position, side)


@pytest.mark.parametrize("seed", range(200, 230))
def test_where_a_unit_can_go_and_what_it_costs(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng)
    action = rng.choice(["move", "move", "half-move"])
    state, unit = begun(position, rng, action)
    if unit < 0:
        return
    compare_reach(state, bit(unit))


@pytest.mark.parametrize("seed", range(700, 720))
def test_where_a_group_can_go(seed: int) -> None:
    rng = Random(seed)
    state, _ = begun(random_position(rng), rng, "move")
    stacks = [stack & state.movers for stack in state.stacks.values()]
    together = [stack for stack in stacks if stack.bit_count() > 1]
    if together:
        compare_reach(state, rng.choice(together))


@pytest.mark.parametrize("seed", range(300, 330))
def test_where_extended_movement_leads(seed: int) -> None:
    rng = Random(seed)
    position = sparse(rng)
    state, _ = begun(position, rng, "move")
    able = {unit for unit in ones(state.movers) if can_begin(state, bit(unit), state.place[unit])}
    extended = {unit for unit in ones(state.movers) if movement.extended_reach(position, DATA.units[unit].id)}
    assert able == extended
    for unit in able:
        found = {
            DATA.board.names[place] for place in extended_reach(state, bit(unit)) if place != state.place[unit]
        }
        assert found == movement.extended_reach(position, DATA.units[unit].id)


@pytest.mark.parametrize("seed", range(400, 430))
def test_a_route_can_be_played(seed: int) -> None:
    """What is shown as reach can be reached, step by step, for that price."""
    rng = Random(seed)
    state, unit = begun(random_position(rng), rng, "move")
    if unit < 0:
        return
    tree = reach(state, bit(unit))
    goal = rng.choice(sorted(tree))
    for choice in route(state, bit(unit), goal):
        assert choice in SANDS.legal(state)
        SANDS.apply(state, choice)
        while decision(state) == "displacement":  # of a headquarters on the way
            SANDS.apply(state, SANDS.legal(state)[0])
    assert state.place[unit] == goal
    if state.group:
        assert min(state.spent, allowance(state, bit(unit))) == tree[goal][0]


@pytest.mark.parametrize("seed", range(600, 630))
def test_extended_movement_can_be_played(seed: int) -> None:
    """Every check is passed, so the way goes on to its end."""
    rng = Random(seed)
    state, _ = begun(sparse(rng), rng, "move")
    for unit in ones(state.movers):
        trial = state.copy()
        goals = sorted({*extended_reach(trial, bit(unit))} - {trial.place[unit], *reach(trial, bit(unit))})
        if goals:
            # The last hex may be next to a headquarters or garrison.
            goal = next((goal for goal in goals if next_to_enemy(trial, trial.active, goal)), goals[-1])
            for choice in route(trial, bit(unit), goal):
                while decision(trial) == "border-check":
                    play(trial, "1")
                assert choice in SANDS.legal(trial)
                SANDS.apply(trial, choice)
            assert trial.place[unit] == goal


@pytest.mark.parametrize("seed", range(500, 530))
def test_a_walk_stays_within_reach(seed: int) -> None:
    """Whatever a player does with a unit, it ends where the model says that it can."""
    rng = Random(seed)
    position = random_position(rng)
    state, unit = begun(position, rng, "move")
    if unit < 0:
        return
    name = DATA.units[unit].id
    possible = movement.reach(position, name, half=False)
    play(state, f"unit:{DATA.units[unit].name}")
    while decision(state) in ("group", "displacement"):
        if decision(state) == "displacement":
            SANDS.apply(state, SANDS.legal(state)[0])
            continue
        steps = [choice for choice in SANDS.legal(state) if SANDS.verbs[unpack(choice)[0]].name == "to"]
        if not steps:
            break
        SANDS.apply(state, rng.choice(steps))
        assert DATA.board.names[state.place[unit]] in {*possible, counter_named(position, name).hex}


@pytest.mark.parametrize("scenario", ["compass", "sunflower", "crusader"])
def test_in_play(scenario: str) -> None:
    """Positions that come up in a game, where units arrive, are upgraded, and places change hands."""
    rng = Random(scenario)
    state = SANDS.start(scenario, {"until": "campaign"})
    for _ in range(700):
        if not state.frames:
            break
        play_at_random(state, rng)
        if decision(state) == "moves" and able(state) and not state.one_hex and not rng.randrange(20):
            compare_reach(state, bit(rng.choice(ones(able(state)))))


def play_at_random(state: Sands, rng: Random) -> None:
    if SANDS.actor(state) == CHANCE:
        weights = SANDS.chance(state)
        SANDS.apply(state, rng.choices(range(len(weights)), weights)[0])
    else:
        SANDS.apply(state, rng.choice(SANDS.legal(state)))


def compare_reach(state: Sands, units: int) -> None:
    """Units of one hex, as a group."""
    position, half = noted(state), state.action == HALF_MOVE
    for number, side in enumerate(SIDES):
        assert hex_names(zones(state, number)) == of_zones.zone_of(position, side)
    ids = [DATA.units[unit].id for unit in ones(units)]
    points = min(movement.allowance(counter_named(position, name), half) for name in ids)
    # 19.1.3: one hex can always be entered; the game writes no more than the allowance for it.
    expected = {place: min(cost, points) for place, cost in movement.reach_together(position, ids, half).items()}
    assert by_name(reach(state, units), place_of(state, units)) == expected
