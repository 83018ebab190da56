"""The reason is the true one: what is too far, what is too dear, and what the enemy or a limit forbids."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import budget_of, move_of, unpack_move
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones
from tests.drawing import Drawn
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import POLICIES, next_choice
from tests.games.rommel_in_the_desert.sands import Sands, position

DATA = ROMMEL.load_data()
NAMES = DATA.board.names
shown = Drawn(ROMMEL, NAMES).shown
BONUS = {"highway": 4, "track": 2, "trail": 1, "": 0}
"""6.2, as printed."""
TOO_FAR = "its speed and the roads do not take it that far"


def why_not(table: Sands, unit: str, goal: str) -> tuple[str, str]:
    """The rule and the sentence that a player reads who sends a unit to a hex."""
    answer = shown(table.state, "route", unit, goal)
    assert not answer.run
    return answer.rule, answer.text.partition(": ")[2]


# 7.1: the limit on a hexside

BUQ_BUQ = "Ft-Capuzzo: 15/8 15/33 21/5 21/3\nBuq-Buq: 7/4\nEl-Agheila: Bologna\nAlexandria: Pol"


def test_a_third_unit_is_told_of_the_limit_on_the_hexside_not_of_its_speed() -> None:
    """Each of four could go to Buq Buq by Sollum; two go, and the hexside is full for the others."""
    table = Sands(position(BUQ_BUQ, "movement 1")).play("group:Ft-Capuzzo")
    for unit in ("15/8", "15/33"):
        assert "Buq-Buq" in Drawn(ROMMEL, NAMES).tinted(shown(table.state, "reach", "21/5"), "good")
        table.move(unit, "Sollum", "Buq-Buq")
    rule, words = why_not(table, "21/5", "Buq-Buq")
    assert rule == "7.1"
    assert "as many units as may engage over each hexside it could use have done so" in words


def test_a_unit_beside_a_full_hexside_is_told_the_same() -> None:
    table = Sands(position(BUQ_BUQ.replace("Ft-Capuzzo", "Sollum"), "movement 1")).play("group:Sollum")
    table.move("15/8", "Buq-Buq").move("15/33", "Buq-Buq")
    assert why_not(table, "21/5", "Buq-Buq")[0] == "7.1"


def test_a_full_hexside_is_the_reason_even_if_a_forced_march_leads_around_it() -> None:
    """9AU/20 could march around to another hexside of the enemy next to it; that is not why it may not enter."""
    places = "Bir-Harmat: Brescia Ariete\nTobruk: 4IN/3m 22Gd 9AU/20\nEl-Agheila: Bologna\nAlexandria: Pol"
    table = Sands(position(places, "movement 1", "allied")).play("group:Tobruk")
    table.move("4IN/3m", "Bir-Harmat").move("22Gd", "Bir-Harmat")
    assert "Bir-Harmat" in Drawn(ROMMEL, NAMES).tinted(shown(table.state, "reach", "9AU/20"), "warn")
    assert why_not(table, "9AU/20", "Bir-Harmat")[0] == "7.1"


def test_a_destination_over_a_full_hexside_is_not_too_far() -> None:
    """Two units have engaged from Sollum, so a second move cannot regroup into Buq Buq."""
    places = BUQ_BUQ.replace("Ft-Capuzzo: 15/8 15/33 21/5 21/3", "Sollum: 15/8 15/33 Trento")
    table = Sands(position(places, "movement 2")).play("group:Sollum")
    table.move("15/8", "Buq-Buq").move("15/33", "Buq-Buq").play("regroup:Sollum")
    assert table.refusal("to:Buq-Buq") == "7.1"
    assert table.reason("to:Alexandria") == "that is too far for every unit in or next to the command point"


def test_an_enemy_in_the_way_is_not_a_question_of_speed() -> None:
    """An enemy in Bir Harmat blocks the highway from Gazala to Gambut; Alexandria is too far in any case."""
    table = Sands(position("Gazala: Trento\nBir-Harmat: 22Gd\nAlexandria: Pol", "movement 1"))
    in_the_way = "enemy units are in the way, and every way around them is too far"
    assert why_not(table, "Trento", "Gambut") == ("6.0", in_the_way)
    assert why_not(table, "Trento", "Alexandria") == ("6.1", TOO_FAR)


# 16: what is too dear


DEAR = "you cannot afford it"


@pytest.mark.parametrize("points", [0, 1, 2, 3, 5])
def test_too_dear_is_said_exactly_where_the_price_exceeds_what_is_left(points: int) -> None:
    """With points enough it is legal; every other reason stays what it is, however rich its side."""
    for places, more in SPENDING:
        poor, rich = by_points(places, more, points), by_points(places, more, 60)
        for text in asked(poor):
            if poor.allows(text):
                assert rich.allows(text)
            else:
                assert (DEAR in poor.reason(text)) == rich.allows(text), f"{text}: {poor.reason(text)}"
            assert rich.allows(text) or rich.reason(text) == poor.reason(text), text


SPENDING = [
    ("El-Agheila: 21/5=2 Brescia=1 Trento\nTobruk: 9AU/20\nGazala: 15/8\nAlexandria: Pol=1 7/4=2", ""),
    ("El-Agheila: 21/5=2\nTobruk: 9AU/20 70/23-\nGambut: 21/3\nEl-Adem: Ariete\nAlexandria: Pol", ""),
    (
        "El-Agheila: Trento\nTobruk: 21/3=2\nBardia: 2NZ/4 2NZ/5\nSidi-Mufta: 7/4\nAlexandria: Pol=2",
        "owner Tobruk: axis",
    ),
]
"""Units that are damaged, in ports open and besieged, in a battle, out of supply."""


def by_points(places: str, more: str, points: int) -> Buildup:
    """The Allies spend, and have so many points."""
    table = Buildup(places, more, ("6 6", "1 1"))
    table.state.points[1] = points
    return table


def asked(table: Buildup) -> list[str]:
    return [f"{verb}:{unit.id}" for verb in ("rebuild", "redeploy", "refit") for unit in DATA.units]


@pytest.mark.parametrize(
    ("points", "words"),
    [(3, "it costs 4, and you have 3 points left"), (1, "it costs 4, and you have 1 point left")],
)
def test_a_passage_is_refused_with_its_price(points: int, words: str) -> None:
    """Tobruk is besieged, so a ship from Alexandria costs four points."""
    table = by_points(
        "Tobruk: 9AU/20\nGambut: 21/3\nEl-Adem: Ariete\nEl-Daba: 7/4\nAlexandria: Pol\nEl-Agheila: Trento",
        "",
        points,
    )
    table.play("redeploy:Pol")
    assert table.reason("ship:Tobruk") == f"{DEAR}: {words}"


def test_a_ship_for_a_unit_that_is_there_already_is_not_a_question_of_points() -> None:
    table = by_points("Tobruk: 9AU/20\nAlexandria: Pol\nEl-Agheila: Trento", "", 10).play("redeploy:9AU/20")
    assert table.reason("ship:Tobruk") == "it is in that port already"
    assert table.reason("ship:Gambut") == "Gambut is not a port"
    assert table.reason("ship:Benghazi") == "Benghazi is not your port"
    assert table.reason("hex:Tobruk") == "it is there already"


# 6.1: a flood of one's own


ORDER = ("", "trail", "track", "highway")
ROADS = {frozenset(ends): ORDER[DATA.road[side]] for side, ends in enumerate(DATA.sides.ends) if DATA.limit[side]}
"""The class of road over every hexside that can be crossed."""


def flood(start: int, budget: int, steps: int = 0, worst: str = "highway") -> set[int]:
    """6.1, 6.2: every hex that terrain, roads and allowance allow, enemies or not, hex by hex."""
    todo, seen = [(start, steps, worst)], {(start, worst): steps}
    reached = set()
    for here, gone, road in todo:
        for there in ones(DATA.board.touching[here]):
            over = ROADS.get(frozenset((here, there)))
            if over is None:
                continue
            lowest = min(road, over, key=ORDER.index)
            if gone + 1 > budget + BONUS[lowest] or seen.get((there, lowest), 99) <= gone + 1:
                continue
            seen[there, lowest] = gone + 1
            todo.append((there, gone + 1, lowest))
            reached.add(there)
    return reached


def moments(seed: int) -> list[Position]:
    """Some moments of group moves in the thick of it, units on their way included."""
    rng, found = Random(f"too far {seed}"), list[Position]()
    while len(found) < 6:
        state, policy = clash(rng), POLICIES["contact"](rng)
        for _ in range(150):
            if not state.frames:
                break
            if is_of_groups(state):
                found.append(state.copy())
            ROMMEL.apply(state, next_choice(state, policy, rng))
    return rng.sample(found, 6)


def is_of_groups(state: Position) -> bool:
    """Are units about to move, or on their way, and all in group moves?"""
    moving = ROMMEL.kind_names[state.frames[-1][0]] in ("step", "movement")
    return moving and bool(state.moves) and not any(unpack_move(each).regroup for each in state.moves)


@pytest.mark.parametrize("seed", range(12))
def test_too_far_is_said_exactly_where_terrain_and_allowance_do_not_lead(seed: int) -> None:
    compared = 0
    for state in moments(seed):
        top = state.frames[-1]
        on_its_way = top[0] == STEP.number
        units = [STEP.unit(top)] if on_its_way else list(ones(state.fielded[state.active]))[:8]
        compared += sum(compare_refusals(state, unit, on_its_way) for unit in units)
    assert compared > 100


def compare_refusals(state: Position, unit: int, on_its_way: bool) -> int:
    """A unit that moves is told that a hex is too far if and only if the flood does not arrive; for how many?"""
    compared = 0
    name, top = DATA.units[unit].id, state.frames[-1]
    for goal in ones(DATA.board.all & ~(1 << state.place[unit])):
        answer = shown(state, "route", name, NAMES[goal])
        index = STEP.move(top) if on_its_way else 0
        said = TOO_FAR in answer.text
        if answer.run or not (
            said or "enemy units are in the way" in answer.text or "each hexside" in answer.text
        ):
            continue
        move = move_of(state, index)
        gone, road = (STEP.gone(top), ORDER[STEP.road(top)]) if on_its_way else (0, "highway")
        reached = flood(state.place[unit], budget_of(state, unit, move), gone, road)
        assert said == (goal not in reached), f"{name} to {NAMES[goal]}: {answer.text}"
        compared += 1
    return compared
