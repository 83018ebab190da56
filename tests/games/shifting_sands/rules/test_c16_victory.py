"""5.4, 16, 18.4: victory points and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_duties import DUE, MET
from sandtable.games.shifting_sands.rules.c16_victory import (
    PLAY_ON,
    change_points,
    ending_faults,
    score,
    shown,
    victory_phase,
)
from sandtable.games.shifting_sands.state import BY_AUTOMATIC_VICTORY, BY_POINTS, RUNNING, Theatre
from tests.games.shifting_sands.theatre import DATA, SPACE, decision, legal, play, theatre, why_not

GAME = "shifting-sands"
CAMPAIGN, SONNENBLUME = 0, 1
EAST_AFRICA = [space.id for space in DATA.spaces if space.region == "East Africa"]
NEAR_ALAMEIN = ["el_daba", "bab_el_qattara", "alexandria", "cairo"]


def judged(placed: dict[str, str] | None = None, **more: Any) -> Theatre:
    """A position after its victory phase. East Africa is Allied unless something else is said."""
    more.setdefault("allied", EAST_AFRICA)
    state = theatre(placed, **more)
    victory_phase(state, ())
    return state


def result(state: Theatre) -> tuple[int, int]:
    return state.ending, state.winner


RUNS = (RUNNING, -1)


# 5.41


@pytest.mark.rule("5.41a", "16.0c")
@pytest.mark.parametrize("space", [*NEAR_ALAMEIN, "el_alamein"])
def test_a_unit_in_or_beside_el_alamein_brings_a_point(space: str) -> None:
    assert judged({"it_17": space}).points == 11


@pytest.mark.rule("5.41a", "16.0c")
def test_control_of_el_alamein_brings_a_point() -> None:
    assert judged(axis=["el_alamein"]).points == 11
    assert judged(axis=NEAR_ALAMEIN).points == 10, "control of a space beside it is not enough"
    assert judged({"it_17": "mersa_matruh"}).points == 10
    assert judged({"br_7arm": "el_daba"}).points == 10


@pytest.mark.rule("5.41b")
def test_egyptians_do_not_count() -> None:
    assert judged({"eg_bg-1": "cairo"}).points == 10
    assert judged({"eg_bg-1": "el_alamein"}).points == 10, "what they control earns nothing either"
    assert judged({"eg_bg-1": "el_alamein", "eg_bg-2": "cairo"}).points == 10


@pytest.mark.rule("5.41a", "5.41b")
@pytest.mark.parametrize("space", ["el_alamein", "cairo"])
def test_others_count_beside_egyptians(space: str) -> None:
    assert judged({"eg_bg-1": space, "it_17": space}).points == 11
    assert judged({"eg_bg-1": "el_alamein", "it_17": space}).points == 11


@pytest.mark.rule("5.41c")
def test_el_alamein_brings_one_point_at_most() -> None:
    assert judged({"it_17": "el_alamein", "ge_21": "el_daba", "it_27": "cairo"}).points == 11


@pytest.mark.rule("5.41d", "16.0d")
@pytest.mark.parametrize(("turn", "points"), [(5, 10), (6, 11), (7, 11), (11, 11)])
def test_east_africa_brings_a_point_from_fall_1941_on(turn: int, points: int) -> None:
    assert judged(turn=turn, allied=[space for space in EAST_AFRICA if space != "obbia"]).points == points
    assert judged(turn=turn).points == 10


@pytest.mark.rule("16.0a", "16.0e")
@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"fleet_at_sea": 1}, 11),
        ({"london_calling": DUE}, 11),
        ({"london_calling": MET}, 10),
        ({"fleet_at_sea": 1, "london_calling": DUE, "turn": 6, "allied": ()}, 13),
        ({}, 10),
    ],
)
def test_events_of_the_turn_bring_points(fields: dict[str, Any], points: int) -> None:
    assert judged(**fields).points == points


# Automatic victory


@pytest.mark.rule("16.2a", "5.42a", "16.1a")
@pytest.mark.parametrize(("points", "expected"), [(13, RUNS), (14, (BY_AUTOMATIC_VICTORY, AXIS))])
def test_the_axis_wins_with_14_points(points: int, expected: tuple[int, int]) -> None:
    state = judged(points=points)
    assert result(state) == expected
    if expected != RUNS:
        assert score(state).rule == "16.2a"
        assert score(state).margin == 1
        assert not state.frames


@pytest.mark.rule("16.2b")
@pytest.mark.parametrize(
    ("held", "expected"),
    [(["port_said"], RUNS), (["suez"], RUNS), (["port_said", "suez"], (BY_AUTOMATIC_VICTORY, AXIS))],
)
def test_the_axis_wins_with_the_canal(held: list[str], expected: tuple[int, int]) -> None:
    assert result(judged(axis=held)) == expected


@pytest.mark.rule("16.3a", "5.42a")
@pytest.mark.parametrize(("points", "expected"), [(4, RUNS), (3, (BY_AUTOMATIC_VICTORY, ALLIED))])
def test_the_allies_win_with_3_points(points: int, expected: tuple[int, int]) -> None:
    state = judged(points=points)
    assert result(state) == expected
    if expected != RUNS:
        assert (score(state).rule, score(state).margin) == ("16.3a", -1)


@pytest.mark.rule("16.3b")
def test_before_torch_the_allies_win_with_tripoli() -> None:
    state = judged(allied=[*EAST_AFRICA, "tripoli"], axis=["alexandria"])
    assert result(state) == (BY_AUTOMATIC_VICTORY, ALLIED)
    assert score(state).rule == "16.3b"


@pytest.mark.rule("16.3c")
@pytest.mark.parametrize(
    ("allied", "axis", "expected"),
    [
        (["tripoli"], [], RUNS),
        (["tunis"], [], RUNS),
        (["tripoli", "tunis"], [], (BY_AUTOMATIC_VICTORY, ALLIED)),
        (["tripoli", "tunis"], ["alexandria"], RUNS),
    ],
)
def test_after_torch_the_allies_need_tripoli_and_tunis(
    allied: list[str], axis: list[str], expected: tuple[int, int]
) -> None:
    assert result(judged(events=["torch"], allied=[*EAST_AFRICA, *allied], axis=axis)) == expected


@pytest.mark.rule("5.42a")
def test_the_points_of_the_phase_come_first_and_the_axis_is_asked_first() -> None:
    assert result(judged(points=13, fleet_at_sea=1)) == (BY_AUTOMATIC_VICTORY, AXIS)
    assert result(judged(points=3, axis=["el_alamein"])) == RUNS
    assert result(judged(points=14, allied=["tripoli"])) == (BY_AUTOMATIC_VICTORY, AXIS)


# The end


@pytest.mark.rule("16.1b", "5.42b")
@pytest.mark.parametrize(("turn", "ending"), [(11, RUNNING), (12, BY_POINTS)])
def test_the_campaign_ends_in_spring_1943(turn: int, ending: int) -> None:
    assert judged(turn=turn).ending == ending


@pytest.mark.rule("16.4a", "16.4b", "5.42c")
@pytest.mark.parametrize(("points", "winner", "margin"), [(5, AXIS, 0.5), (4, ALLIED, -0.5), (13, AXIS, 0.9)])
def test_the_campaign_is_decided_on_points(points: int, winner: int, margin: float) -> None:
    state = judged(points=points, turn=12)
    assert result(state) == (BY_POINTS, winner)
    assert score(state).rule == "16.4"
    assert score(state).margin == pytest.approx(margin)
    assert not state.frames


@pytest.mark.rule("16.6a")
def test_the_marker_stays_on_the_track_and_the_count_goes_on() -> None:
    state = theatre(points=14)
    change_points(state, 1, "16.0")
    assert (state.points, shown(state.points)) == (15, 14)
    change_points(state, -1, "16.0")
    assert (state.points, shown(state.points)) == (14, 14)
    state.points = -2
    assert shown(state.points) == 0
    change_points(state, 3, "16.0")
    assert state.points == shown(state.points) == 1


# Operation Sonnenblume


def after_sonnenblume(points: int, **more: Any) -> Theatre:
    """Spring 1942 with so many points, when both sides are asked."""
    return judged(scenario=SONNENBLUME, turn=8, points=points, frames=[], **more)


@pytest.mark.rule("18.0b")
def test_sonnenblume_ends_in_spring_1942() -> None:
    assert decision(judged(scenario=SONNENBLUME, turn=7)) == ""
    assert decision(after_sonnenblume(7)) == "play-on"
    assert decision(judged(scenario=CAMPAIGN, turn=8)) == ""


@pytest.mark.rule("18.4a", "18.4b")
@pytest.mark.parametrize(("points", "winner", "margin"), [(7, AXIS, 0.5), (6, ALLIED, -0.5), (4, ALLIED, -0.6)])
def test_sonnenblume_is_decided_on_points(points: int, winner: int, margin: float) -> None:
    state = after_sonnenblume(points)
    play(state, "no")
    assert result(state) == (BY_POINTS, winner)
    assert score(state).rule == "18.4"
    assert score(state).margin == pytest.approx(margin)


@pytest.mark.rule("18.4c")
def test_both_sides_must_agree_to_play_on() -> None:
    state = after_sonnenblume(7)
    assert SANDS.actor(state) == AXIS
    assert legal(state) == {"yes", "no"}
    assert why_not(state, "done") == "18.4c"
    play(state, "yes")
    assert SANDS.actor(state) == ALLIED
    other = state.copy()
    play(state, "yes")
    assert (decision(state), result(state), state.campaign) == ("", RUNS, 1)
    play(other, "no")
    assert result(other) == (BY_POINTS, AXIS)


@pytest.mark.rule("18.4c", "16.4a")
def test_what_is_played_on_has_the_conditions_of_the_campaign() -> None:
    state = judged(scenario=SONNENBLUME, campaign=1, turn=12, points=5)
    assert result(state) == (BY_POINTS, AXIS)
    assert result(judged(scenario=SONNENBLUME, campaign=1, turn=8, points=5)) == RUNS


@pytest.mark.rule("18.4a")
def test_nobody_is_asked_about_a_game_that_is_won() -> None:
    state = after_sonnenblume(14)
    assert result(state) == (BY_AUTOMATIC_VICTORY, AXIS)
    assert decision(state) == ""


def test_the_end_of_a_game_is_told() -> None:
    state = theatre(points=14)
    told: list[Any] = []
    state.sink = told.append
    victory_phase(state, ())
    words = str(SANDS.narrate(DATA, told[-1]))
    assert words == "Victory of the Axis: the Axis has 14 victory points"
    assert state.control[SPACE["tripoli"]] == AXIS


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"ending": BY_AUTOMATIC_VICTORY, "winner": AXIS, "points": 13}, "5.42"),
        ({"ending": BY_AUTOMATIC_VICTORY, "winner": ALLIED, "points": 14}, "5.42"),
        ({"ending": BY_POINTS, "winner": AXIS, "points": 4, "turn": 12}, "16.4"),
        ({"ending": BY_POINTS, "winner": AXIS, "points": 14, "turn": 12}, "16.4"),
        ({"ending": BY_POINTS, "winner": AXIS, "points": 7, "turn": 8}, "16.1"),
        ({"ending": BY_AUTOMATIC_VICTORY, "winner": AXIS, "points": 14}, None),
        ({"ending": BY_POINTS, "winner": ALLIED, "points": 4, "turn": 12}, None),
        ({"ending": BY_POINTS, "winner": ALLIED, "points": 6, "turn": 8, "scenario": SONNENBLUME}, None),
        ({}, None),
    ],
)
def test_results_that_cannot_be(fields: dict[str, Any], rule: str | None) -> None:
    assert [found for found, _ in ending_faults(theatre(**fields))] == ([rule] if rule else [])


def test_when_nobody_is_asked_to_play_on() -> None:
    """In a position from outside."""

    def faults(**fields: Any) -> list[Any]:
        return list(PLAY_ON.faults(theatre(**fields), PLAY_ON.frame(AXIS)))

    assert not faults(scenario=SONNENBLUME, turn=8)
    assert faults(scenario=SONNENBLUME, turn=7)
    assert faults(scenario=CAMPAIGN, turn=8)
    assert faults(scenario=SONNENBLUME, turn=8, campaign=1)
    assert faults(scenario=SONNENBLUME, turn=8, points=14)
