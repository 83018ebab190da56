"""19.1: optional units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.rules.c19_options import (
    LATE_DIVISION,
    RELIEVED,
    SIXTH_DIVISION,
    allied_option,
    axis_option,
)
from sandtable.games.shifting_sands.state import OPTIONS, Theatre
from sandtable.kernel.flow import Kind
from tests.games.shifting_sands.theatre import decision, legal, names, number, play, theatre, where, why_not

GAME = "shifting-sands"
WINTER_1943, SPRING_1943, FALL_1941 = 11, 12, 6


def switch(*paragraphs: str) -> int:
    return sum(1 << OPTIONS.index(each) for each in paragraphs)


def late(turn: int, *, step: int = 1, **more: Any) -> Theatre:
    """Before an action of the Axis in 1943."""
    more.setdefault("events", ["torch"])
    more.setdefault("options", switch("19.12"))
    state = theatre(more.pop("placed", None), turn=turn, round=step, **more)
    axis_option(state, ())
    return state


@pytest.mark.rule("19.12a")
def test_the_999th_comes_to_tunis_before_winter_1943() -> None:
    state = late(WINTER_1943)
    assert decision(state) == "late-division"
    assert legal(state) == {"yes", "no"}
    assert why_not(state, "done") == "19.12"
    play(state, "yes")
    assert where(state, "ge_999") == ["tunis"]
    assert names(state.reduced) == {"ge_999"}
    axis_option(state, ())
    assert decision(state) == ""


@pytest.mark.rule("19.12a")
@pytest.mark.parametrize(
    "more",
    [
        {"options": 0},
        {"events": []},
        {"allied": ["tunis"]},
        {"placed": {"it_17": "tunis", "it_25": "tunis", "it_27": "tunis"}},
        {"step": 2},
        {"turn": 10},
        {"placed": {"ge_999": "gabes"}},
    ],
)
def test_when_the_999th_does_not_come(more: dict[str, Any]) -> None:
    assert decision(late(**{"turn": WINTER_1943, **more})) == ""


@pytest.mark.rule("19.12b")
def test_if_torch_comes_in_winter_1943_the_999th_comes_in_spring() -> None:
    state = late(WINTER_1943, events=[])
    state.events, state.turn = late(SPRING_1943).events, SPRING_1943
    axis_option(state, ())
    play(state, "yes")
    assert where(state, "ge_999") == ["tunis"]


@pytest.mark.rule("19.12b")
@pytest.mark.parametrize("refused", [False, True])
def test_if_torch_came_earlier_the_999th_comes_in_winter_or_never(refused: bool) -> None:
    state = late(WINTER_1943, allied=[] if refused else ["tunis"])
    if refused:
        play(state, "no")
    state.turn = SPRING_1943
    state.control = theatre().control
    state.rebuild()
    axis_option(state, ())
    assert decision(state) == ""


# The British 6th


def fall(*, step: int = 1, **more: Any) -> Theatre:
    """Before an action of the Allies in Fall 1941."""
    more.setdefault("options", switch("19.13"))
    more.setdefault("turn", FALL_1941)
    state = theatre(more.pop("placed", None), round=step, **more)
    allied_option(state, ())
    return state


@pytest.mark.rule("19.13a")
@pytest.mark.parametrize("harbour", ["Alexandria", "Port-Said"])
def test_the_6th_comes_to_alexandria_or_port_said(harbour: str) -> None:
    state = fall()
    assert decision(state) == "sixth-division"
    assert legal(state) == {"to:Alexandria", "to:Port-Said", "no"}
    assert why_not(state, "to:Cairo") == "19.13a"
    assert why_not(state, "replace:au_9") == "19.13b"
    assert why_not(state, "done") == "19.13"
    play(state, f"to:{harbour}")
    assert where(state, "br_6") == [harbour.lower().replace("-", "_")]
    assert not state.reduced


@pytest.mark.rule("19.13a")
@pytest.mark.parametrize(
    "more",
    [
        {"options": 0},
        {"events": ["crusader"]},
        {"turn": 5},
        {"turn": 7},
        {"step": 2},
        {"axis": ["alexandria", "port_said"]},
    ],
)
def test_when_the_6th_does_not_come(more: dict[str, Any]) -> None:
    assert decision(fall(**more)) == ""


@pytest.mark.rule("19.13a")
def test_a_full_or_lost_harbour_is_closed() -> None:
    full = dict.fromkeys(("au_6", "au_7", "nz_2"), "alexandria")
    assert legal(fall(placed=full)) == {"to:Port-Said", "no"}
    assert legal(fall(axis=["port_said"])) == {"to:Alexandria", "no"}
    state = fall()
    play(state, "no")
    assert where(state, "br_6") == ["unused"]


@pytest.mark.rule("19.13b", "19.13c", "19.13e")
@pytest.mark.parametrize("harbour", ["Alexandria", "Port-Said"])
def test_the_6th_relieves_an_australian_division_in_tobruk(harbour: str) -> None:
    state = fall(placed={"au_9": "tobruk", "in_5": "tobruk", "br_2arm": "tobruk"})
    assert legal(state, "replace") == {"replace:au_9"}
    play(state, "replace:au_9")
    assert decision(state) == "relieved"
    assert legal(state) == {"to:Alexandria", "to:Port-Said"}
    assert why_not(state, "to:Cairo") == "19.13e"
    play(state, f"to:{harbour}")
    assert where(state, "br_6", "au_9") == ["tobruk", harbour.lower().replace("-", "_")]
    assert decision(state) == ""


@pytest.mark.rule("19.13b")
def test_nobody_is_relieved_while_a_line_runs_by_land() -> None:
    coast = ["gambut", "bardia", "sidi_azeiz"]
    assert not legal(fall(placed={"au_9": "tobruk"}, allied=coast), "replace")
    assert legal(fall(placed={"au_9": "tobruk"}, allied=coast[1:]), "replace")
    assert not legal(fall(placed={"au_9": "gazala"}), "replace")


@pytest.mark.rule("19.13c", "19.13d")
def test_another_commonwealth_division_if_no_australian_one_is_fresh() -> None:
    placed = {"au_9": "tobruk", "in_5": "tobruk", "br_2arm": "tobruk"}
    assert legal(fall(placed=placed, reduced=["au_9"]), "replace") == {"replace:au_9", "replace:in_5"}
    assert legal(fall(placed={"sa_1": "tobruk", "br_2arm": "tobruk"}), "replace") == {"replace:sa_1"}
    assert not legal(fall(placed={"br_2arm": "tobruk", "au_bg-1": "tobruk"}), "replace")


@pytest.mark.rule("19.13e")
def test_nobody_is_relieved_without_room_in_a_harbour() -> None:
    full = dict.fromkeys(("au_6", "au_7", "nz_2"), "alexandria")
    assert decision(fall(placed={**full, "au_9": "tobruk"}, axis=["port_said"])) == ""


def test_the_options_come_before_the_actions_of_their_sides() -> None:
    steps = [step.__name__ for step in ROUND.steps]
    assert steps.index("axis_option") + 1 == steps.index("axis_action")
    assert steps.index("allied_option") + 1 == steps.index("allied_action")
    assert "victory_phase" in [step.__name__ for step in GAME_TURN.steps]


def faults(kind: Kind, state: Theatre, *values: int) -> list[str]:
    return [str(sentence) for sentence in kind.faults(state, kind.frame(*values))]


def test_what_is_impossible_about_these_decisions() -> None:
    """In positions from outside."""
    assert faults(LATE_DIVISION, theatre()) == []
    assert faults(LATE_DIVISION, theatre(allied=["tunis"]))
    assert faults(LATE_DIVISION, theatre({"ge_999": "gabes"}))
    assert faults(SIXTH_DIVISION, theatre()) == []
    assert faults(SIXTH_DIVISION, theatre({"br_6": "cairo"}))
    besieged = theatre({"au_9": "tobruk", "br_bg-1": "tobruk", "au_7": "cairo"})
    assert faults(RELIEVED, besieged, number("au_9")) == []
    assert faults(RELIEVED, besieged, number("au_7"))
    assert faults(RELIEVED, besieged, number("br_bg-1"))
    assert faults(RELIEVED, theatre({"au_9": "tobruk"}, axis=["alexandria", "port_said"]), number("au_9"))
