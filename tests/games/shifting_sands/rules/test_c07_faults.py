"""Frames of operations, redeployment and replacements that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SHIFTING_SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.rules.c06_actions import ACTION
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION, OPERATIONS
from sandtable.games.shifting_sands.rules.c09_movement import MOVES, WALK
from sandtable.games.shifting_sands.rules.c11_lrdg import RAIDED, SHOWN
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOY, REDEPLOYED, REDEPLOYMENT
from sandtable.games.shifting_sands.rules.c15_replacements import PHASES, REBUILT, SPEND
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame
from tests.games.shifting_sands.theatre import number, spaces, theatre, units

FOUR = spaces("suez", "oran", "tunis", "basra")
STEPS = [step.__name__ for step in GAME_TURN.steps]


def faults(state: Theatre, *frames: Frame) -> list[str]:
    """What is impossible about the frame on top of these, in the action of the Allies."""
    turn = GAME_TURN.frame(step=STEPS.index("action_phase") + 1)
    state.frames = [turn, ROUND.frame(step=4), ACTION.frame(ALLIED, step=1), *frames]
    kind = SHIFTING_SANDS.kinds[frames[-1][0]]
    return [str(each) for each in kind.faults(state, frames[-1])]


def activation(side: int = ALLIED) -> tuple[Frame, Frame]:
    return OPERATIONS.frame(ALLIED, step=1), ACTIVATION.frame(side)


def moving(side: int = ALLIED) -> tuple[Frame, Frame]:
    return OPERATIONS.frame(ALLIED, step=1), WALK.frame(side)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"left": 5}, False),
        ({"left": 6}, True),
        ({"left": 1, "must_mark": spaces("cairo")}, False),
        ({"left": 0, "must_mark": spaces("cairo")}, True),
        ({"left": 3, "must_mark": spaces("oran")}, True),
        ({"left": 3, "must_mark": spaces("cairo"), "movers": spaces("suez", "oran", "tunis", "basra")}, False),
        (
            {"left": 3, "must_mark": spaces("cairo"), "movers": spaces("suez", "oran", "tunis", "basra", "aden")},
            True,
        ),
    ],
)
def test_activation(fields: dict[str, Any], fault: bool) -> None:
    assert bool(faults(theatre({"br_bg-1": "cairo"}, **fields), *activation())) == fault


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"walker": number("br_bg-1")}, False),
        ({"walker": number("br_bg-1"), "spent": 1, "moved": units("br_bg-1")}, False),
        ({"walker": number("br_bg-1"), "spent": 1}, True),
        ({"walker": number("br_bg-1"), "moved": units("br_bg-1")}, True),
        ({"walker": number("it_bg-1")}, True),
        ({"walker": number("br_bg-2")}, True),
        ({"walker": -1}, True),
        ({"walker": number("br_bg-1"), "spent": 3, "moved": units("br_bg-1"), "fighters": spaces("cairo")}, True),
    ],
)
def test_a_walk(fields: dict[str, Any], fault: bool) -> None:
    state = theatre({"br_bg-1": "cairo", "it_bg-1": "bardia"}, **fields)
    assert bool(faults(state, *moving())) == fault


@pytest.mark.parametrize(
    ("unit", "fields", "fault"),
    [
        ("br_bg-1", {"left": 1}, False),
        ("br_bg-1", {"left": 0}, True),
        ("br_50", {"left": 3}, False),
        ("br_50", {"left": 2}, True),
        ("br_bg-1", {"left": 1, "moved": units("br_bg-1")}, True),
        ("it_bg-1", {"left": 1}, True),
        ("br_bg-2", {"left": 1}, True),
        ("br_bg-3", {"left": 1}, True),
        ("br_bg-4", {"left": 1}, True),
    ],
)
def test_a_unit_that_redeploys(unit: str, fields: dict[str, Any], fault: bool) -> None:
    placed = {"br_bg-1": "cairo", "br_50": "cairo", "it_bg-1": "bardia", "br_bg-3": "allied_replaceable"}
    state = theatre({**placed, "br_bg-4": "mechili"}, **fields)
    frames = REDEPLOYMENT.frame(ALLIED, step=0), REDEPLOYED.frame(ALLIED, number(unit))
    assert bool(faults(state, *frames)) == fault


@pytest.mark.parametrize(
    ("unit", "placed", "fault"),
    [
        ("br_50", {"br_50": "allied_replaceable"}, False),
        ("br_50", {"br_50": "cairo"}, True),
        ("it_17", {"it_17": "axis_replaceable"}, True),
        ("ff_dma", {"ff_dma": "allied_replaceable"}, True),
    ],
)
def test_a_unit_that_is_rebuilt(unit: str, placed: dict[str, str], fault: bool) -> None:
    state = theatre(placed)
    assert bool(faults(state, SPEND.frame(ALLIED), REBUILT.frame(ALLIED, number(unit)))) == fault


@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_points_are_spent_by_one_side_after_the_other(side: int) -> None:
    assert STEPS[PHASES[side] - 1] == ("axis_replacements", "allied_replacements")[side]
    state = theatre()
    state.frames = [GAME_TURN.frame(step=PHASES[side]), SPEND.frame(side)]
    assert not list(SPEND.faults(state, state.frames[-1]))
    state.frames = [GAME_TURN.frame(step=PHASES[1 - side]), SPEND.frame(side)]
    assert list(SPEND.faults(state, state.frames[-1]))


@pytest.mark.parametrize(
    ("hand", "shown", "fault"), [(["X01", "X02"], 2, False), (["X01"], 2, True), ([], 1, True)]
)
def test_cards_that_are_shown_are_in_the_hand(hand: list[str], shown: int, fault: bool) -> None:
    state = theatre(axis_hand=hand)
    assert bool(faults(state, SHOWN.frame(AXIS, shown))) == fault


@pytest.mark.parametrize(("hand", "fault"), [(["X01"], False), ([], True)])
def test_a_raid_succeeds_against_a_hand(hand: list[str], fault: bool) -> None:
    assert bool(faults(theatre(axis_hand=hand), *activation(), RAIDED.frame())) == fault


@pytest.mark.parametrize(
    "frames",
    [
        lambda side: (OPERATIONS.frame(side, step=1),),
        lambda side: (REDEPLOYMENT.frame(side, step=0),),
        lambda side: activation(side),
        lambda side: (OPERATIONS.frame(ALLIED, step=1), MOVES.frame(side)),
        lambda side: (REDEPLOYMENT.frame(ALLIED, step=0), REDEPLOY.frame(side)),
    ],
)
def test_it_is_the_side_that_acts(frames: Any) -> None:
    assert not faults(theatre({"br_bg-1": "cairo"}, left=1), *frames(ALLIED))
    assert faults(theatre({"br_bg-1": "cairo"}, left=1), *frames(AXIS))
