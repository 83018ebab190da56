"""5.2, 17, 18: "too far" is said just where terrain and allowance alone do not take a unit.

The flood over the terrain is worked out here, hex by hex, apart from the code under test.
"""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.afrika_korps.drawing.journeys import costs, travellers, why_no_way
from sandtable.games.afrika_korps.rules.c05_movement import payable
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.ground import PLAYABLE, SCENARIO, neighbours
from tests.games.afrika_korps.grounds import GROUNDS
from tests.suite.fuzzer import next_choice

NAMES, NUMBER = SCENARIO.board.names, SCENARIO.board.number
ESCARPMENT = {name for name in PLAYABLE if SCENARIO.terrain[NUMBER[name]] == "escarpment"}
ON_A_ROAD = {name for name in PLAYABLE if SCENARIO.road[NUMBER[name]]}
ROADS_OF_I26 = {"I25": "H26", "H26": "I25"}
ROAD_BONUS = 10
POSITIONS, UNITS, GOALS = 8, 5, 25


def is_road(here: str, there: str) -> bool:
    return bool(SCENARIO.road[NUMBER[here]] >> NUMBER[there] & 1)


def flood(start: str, points: int) -> set[str]:
    """Every hex where a unit that has not moved yet could end its move if it were alone on the map."""
    ends: set[str] = set()
    seen: set[tuple[str, int, int, bool, str]] = set()
    ways = [(start, 0, 0, False, "")]
    while ways:
        way = ways.pop()
        if way in seen:
            continue
        seen.add(way)
        here, spent, by_bonus, off_road, came_from = way
        for there in neighbours(here):
            road = is_road(here, there)
            if not road and off_road and here in ESCARPMENT & ON_A_ROAD:
                continue  # 18.4.1: one step off the road is all
            free = road and by_bonus < ROAD_BONUS  # 17.1
            cost = (not free) + (ROADS_OF_I26.get(came_from) == there)  # 17.3.2
            if spent + cost > points:
                continue
            ends.add(there)
            stops = not road and there in ESCARPMENT and (off_road or there not in ON_A_ROAD)  # 18.1, 18.5
            if not stops:
                further = off_road or (not road and bool({here, there} & ESCARPMENT & ON_A_ROAD))
                origin = here if there == "I26" and road and here in ROADS_OF_I26 else ""
                ways.append((there, spent + cost, by_bonus + free, further, origin))
    return ends - {start}


def movements() -> list[Position]:
    """Recorded positions, played on to the beginning of a movement phase."""
    texts = GROUNDS.recorded()
    found = []
    for number, text in enumerate(texts[:: len(texts) // POSITIONS]):
        game, rng = GROUNDS.game, Random(f"too far {number}")
        choose = GROUNDS.policies["uniform"](rng)
        state = game.read_position(text, SCENARIO)
        while state.frames and (state.frames[-1][0] != KIND["movement"] or any(state.spent)):
            game.apply(state, next_choice(game, state, choose, rng))
        if state.frames:
            found.append(state)
    return found


KIND = {name: number for number, name in enumerate(GROUNDS.game.kind_names)}


def test_too_far_is_said_just_where_the_terrain_alone_is_too_much() -> None:
    told = {True: 0, False: 0}
    for number, state in enumerate(movements()):
        rng = Random(f"goals {number}")
        units = [unit for unit in ones(SCENARIO.side_units[state.active]) if travellers(state, unit)]
        for unit in rng.sample(units, min(UNITS, len(units))):
            here, reached = NAMES[state.place[unit]], costs(state, 1 << unit)
            alone = flood(here, SCENARIO.move[unit])
            near = sorted(name for name in alone if NUMBER[name] not in reached)
            rest = sorted(PLAYABLE - alone)
            for goal in {*rng.sample(near, min(GOALS, len(near))), *rng.sample(rest, GOALS)}:
                if (
                    goal == here
                    or state.occupied[1 - state.active] >> NUMBER[goal] & 1
                    or goal in neighbours(here)
                ):
                    continue
                sentence = str(why_no_way(state, unit, NUMBER[goal])[1])
                assert sentence.startswith("too far") == (goal not in alone), (here, goal, sentence)
                told[goal in alone] += 1
    assert min(told.values()) > 50, "both answers come up"


def test_a_step_is_too_dear_just_where_its_price_exceeds_what_is_left() -> None:
    """The first steps of each flood are what `payable` says, and with a point less none is left at the end."""
    for state in movements():
        for unit in ones(SCENARIO.side_units[state.active]):
            if travellers(state, unit):
                here = NAMES[state.place[unit]]
                assert {NAMES[place] for place in ones(payable(state, unit, False))} == neighbours(here)
                spent = state.copy()
                spent.spent[unit] = SCENARIO.move[unit]
                by_road = {there for there in neighbours(here) if is_road(here, there)}
                assert {NAMES[place] for place in ones(payable(spent, unit, False))} == by_road


@pytest.mark.parametrize(
    ("unit", "goal", "rule", "words"),
    [
        ("Brescia", "N35", "5.2", "too far for the 4 movement points it has left"),
        ("21/5", "N36", "8.1", "enemies and their zones of control leave it no way there that is short enough"),
        (
            "AxisSupply1",
            "N33",
            "13.2",
            "supply enters an enemy zone only to support an attack on that enemy at 1-2 or better",
        ),
    ],
)
def test_what_keeps_a_unit_from_a_hex(unit: str, goal: str, rule: str, words: str) -> None:
    """Polish zones lie across the way, from L34 to P35."""
    table = Desert(
        """
        turn 6 axis
        phase: movement
        N30: 21/5 Brescia AxisSupply1
        N34: Pol
        L33: 22Gds
        P35: 7A/1
        J33: 2/3
        R36: 7A/2
        """
    )
    number = SCENARIO.unit_number[unit]
    found, sentence = why_no_way(table.state, number, NUMBER[goal])
    assert (found, str(sentence)) == (rule, words)
