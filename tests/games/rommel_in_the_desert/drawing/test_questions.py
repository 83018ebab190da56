"""Answers for drawing: what they tint, and that every route they give can be played as it stands."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.verbs import UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.seat import Seat
from tests.drawing import Drawn
from tests.games.rommel_in_the_desert.grounds import GROUNDS
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

DATA = ROMMEL.load_data()
NUMBER, NAMES = DATA.board.number, DATA.board.names


DRAWN = Drawn(ROMMEL, NAMES)
shown, tinted, texts = DRAWN.shown, DRAWN.tinted, DRAWN.texts


def test_every_question_can_be_asked_by_programs_and_drawn() -> None:
    table = Sands(position("Gazala: 21/5\nTobruk: Pol\nAlexandria: 22Gd", "movement 1")).play("group:Gazala")
    seat = Seat(ROMMEL, table.state, 0)
    for name, question in ROMMEL.questions.items():
        arguments = [{"unit": table.unit("21/5"), "hex": NUMBER["Derna"]}[noun] for noun in question.nouns]
        assert seat.ask(name, *arguments), name
        assert question.show is not None
        assert question.title
        assert (question.use == "overlay") == (question.nouns == ())
    assert {question.use for question in ROMMEL.questions.values()} == {"selection", "route", "overlay", "ask"}


def legal(state: Position) -> list[str]:
    return [ROMMEL.write(state, choice) for choice in ROMMEL.legal(state)]


# Reach and routes


def test_reach_counts_the_hexes_and_warns_of_forced_marches() -> None:
    """Trento has speed 2: from 183, far from roads, two hexes, and a third by a march."""
    table = Sands(position("183: Trento\nAlexandria: Pol", "movement 1")).play("group:183")
    answer = shown(table.state, "reach", "Trento")
    assert (texts(answer)["182"], texts(answer)["181"]) == ("1", "2")
    assert set(texts(answer)) == tinted(answer, "good") | tinted(answer, "warn")
    assert tinted(answer, "warn")
    for name in tinted(answer):
        away = DATA.board.distance(NUMBER["183"], NUMBER[name])
        assert away <= (3 if name in tinted(answer, "warn") else 2)


def test_who_cannot_move_now_has_no_reach() -> None:
    table = Sands(position("Gazala: 21/5 Trento-\nTobruk: Pol\nAlexandria: 22Gd", "movement 1")).play(
        "group:Gazala"
    )
    for unit in ("Trento", "Pol", "15/8"):
        answer = shown(table.state, "reach", unit)
        assert (answer.cells, bool(answer.text)) == ((), True)
        assert shown(table.state, "route", unit, "Derna").run == ()
    over = Sands(position("Gazala: 21/5 22Gd\nAlexandria: Pol", "combat 1", more=crossed("Derna>Gazala")))
    assert shown(over.state, "reach", "21/5").cells == ()


@cache
def moving() -> list[Position]:
    """The recorded positions in which units set out."""
    states = [ROMMEL.read_position(text, DATA) for text in GROUNDS.recorded()]
    movement = [state for state in states if ROMMEL.kind_names[state.frames[-1][0]] == "movement"]
    return [state for state in movement if UNIT in dict(ROMMEL.options(state))]


@pytest.mark.parametrize("number", range(0, 80, 3))
def test_every_route_of_a_recorded_position_can_be_played(number: int) -> None:
    """To each hex within reach: the run is legal choice by choice, and the unit is there, or marches there."""
    state = moving()[number]
    rng = Random(number)
    movers = [text.partition(":")[2] for text in legal(state) if text.startswith("unit:")]
    for unit in rng.sample(movers, min(2, len(movers))):
        near = sorted(tinted(shown(state, "reach", unit), "good"))
        for goal in rng.sample(near, min(3, len(near))):
            twin = state.copy()
            run = shown(state, "route", unit, goal).run
            assert run, f"{unit} to {goal}"
            for text in run:
                assert text in legal(twin), f"{unit} to {goal}: {run}"
                ROMMEL.apply(twin, ROMMEL.read(twin, text))
            assert NAMES[twin.place[DATA.unit_number[unit]]] == goal or not twin.frames


def test_there_are_positions_enough_to_measure_reach() -> None:
    """`sandtable bench` asks about every unit that may set out in the recorded positions."""
    assert len(moving()) >= 80
    assert sum(dict(ROMMEL.options(state))[UNIT].bit_count() for state in moving()) >= 200
    assert len({(state.scenario, state.month) for state in moving()}) >= 40


# Supply


def test_networks_are_tinted_by_side() -> None:
    places = "Gazala: 21/5\nTobruk: Pol\nEl-Agheila: Bologna\nAlexandria: 22Gd"
    state = Sands(position(places, "lay")).state
    answer = shown(state, "networks")
    axis, allied = (
        set(map(NAMES.__getitem__, ones(hexes))) for hexes in ROMMEL.questions["networks"].answer(state)
    )
    assert (tinted(answer, "0"), tinted(answer, "1")) == (axis, allied)
    assert {"El-Agheila", "Gazala", "Derna"} <= axis
    assert {"Alexandria", "Tobruk", "Sidi-Barrani"} <= allied
    assert "Tobruk" not in axis


def test_an_enemy_on_the_highway_ends_the_supply_beyond_him() -> None:
    free = Sands(position("El-Agheila: Bologna\nAlexandria: Pol", "lay")).state
    cut = Sands(position("El-Agheila: Bologna\nGazala: 22Gd\nMechili: 7/4\nAlexandria: Pol", "lay")).state
    assert {"Agedabia", "Derna", "Bir-Harmat"} <= tinted(shown(free, "supply"), "0")
    assert "Agedabia" in tinted(shown(cut, "supply"), "0")
    assert "Bir-Harmat" not in tinted(shown(cut, "supply"), "0")


# Hexsides and roads


def test_limits_shrink_with_every_unit_that_engages() -> None:
    table = Sands(position("Gazala: 21/5 15/8 Trento\nBir-Harmat: 22Gd\nAlexandria: Pol", "movement 1"))
    assert room_around(table, "Bir-Harmat")["Gazala"] == 2
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert room_around(table, "Bir-Harmat")["Gazala"] == 1
    table.move("15/8", "Bir-Harmat")
    assert room_around(table, "Bir-Harmat") == {"Gazala": 0, "Tobruk": 2, "Sidi-Mufta": 2, "Knightsbridge": 2}
    assert tinted(shown(table.state, "limits", "Bir-Harmat"), "bad") == {"Gazala"}


def room_around(table: Sands, name: str) -> dict[str, int]:
    """How many may still engage over each hexside; whose it is may be written after the number."""
    said = texts(shown(table.state, "limits", name))
    return {other: int(text.partition(",")[0]) for other, text in said.items()}


def test_roads_show_the_bonus_of_the_best_through_a_hex() -> None:
    answer = texts(shown(ROMMEL.start(), "roads"))
    assert (answer["Gazala"], answer["Mechili"]) == ("+4", "+2")
    assert "183" not in answer


# Nothing is changed by being asked
