"""10.3, 7.44, 7.521, 19.3: what the Malta events do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.rules.c10_regions import domain, targets
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.acts import event, holding, playable, to_act
from tests.games.shifting_sands.decks import lying_open
from tests.games.shifting_sands.theatre import (
    DATA,
    EVENT,
    SPACE,
    cards,
    decision,
    number,
    play,
    theatre,
    where,
    why_not,
)

GAME = "shifting-sands"
GE, IT = TRACKS.index("GE"), TRACKS.index("IT")
LANDING_FORCE = ("it_20", "it_80", "it_185", "ge_ramcke")
FORCE: dict[str, Any] = {"placed": dict.fromkeys(LANDING_FORCE, "sicily"), "events": ("siege_of_malta",)}
UNDER_SPITFIRES: dict[str, Any] = {**FORCE, "events": ("siege_of_malta", "spitfires")}


def tracks(german: int, italian: int) -> list[int]:
    """Replacement points of the Axis, in halves."""
    points = [0] * len(TRACKS)
    points[GE], points[IT] = german, italian
    return points


# Herkules


@pytest.mark.rule("10.321b", "10.321c", "X36")
def test_herkules() -> None:
    state = event("X36", points=10, **FORCE)
    assert where(state, *LANDING_FORCE) == ["eliminated"] * 4
    assert state.control[SPACE["malta"]] == AXIS
    assert state.points == 11
    assert decision(state) == "choose"


@pytest.mark.rule("19.3a", "19.3b")
def test_herkules_without_points() -> None:
    """Everything else is as it is."""
    state = event("X36", points=10, option="19.3", **FORCE)
    assert state.points == 10
    assert where(state, *LANDING_FORCE) == ["eliminated"] * 4
    assert state.control[SPACE["malta"]] == AXIS


@pytest.mark.rule("10.322a", "X36")
@pytest.mark.parametrize(
    "fields", [{"axis_hand": ("X24", "X01")}, {"axis_hand": ("X01",), "kept": cards("X24")}], ids=["hand", "kept"]
)
def test_air_support_is_shown_with_herkules_and_discarded(fields: dict[str, Any]) -> None:
    """From the hand, or from in front of the Axis."""
    state = event("X36", **UNDER_SPITFIRES, **fields)
    assert state.discards[AXIS] == cards("X24")
    assert (state.hands[AXIS], state.kept) == (cards("X01"), 0)
    assert lying_open(state, AXIS) == {"X24"}  # everybody has seen it


@pytest.mark.rule("X36")
def test_air_support_is_kept_before_spitfires() -> None:
    state = event("X36", axis_hand=("X24",), **FORCE)
    assert state.hands[AXIS] == cards("X24")


@pytest.mark.rule("X36", "7.44j")
def test_herkules_ends_the_bans() -> None:
    everything = ("siege_of_malta", "spitfires", "barbarossa", "invasion_of_greece")
    assert ban(theatre(events=everything))
    state = event("X36", placed=FORCE["placed"], events=everything, axis_hand=("X24",))
    assert not ban(state)


@pytest.mark.rule("X36", "10.323b")
def test_herkules_bars_the_allied_events() -> None:
    held = ("A19", "A37", "A38")
    possible: dict[str, Any] = {
        "events": ("siege_of_malta", "spitfires", "barbarossa"),
        "convoy_after_spitfires": 1,
    }
    assert playable(holding(*held, **possible)) == set(held)
    possible["events"] += ("herkules",)
    state = holding(*held, **possible)
    assert playable(state) == set()


@pytest.mark.rule("10.31a", "10.32a")
def test_nobody_goes_to_malta() -> None:
    """And nobody attacks it."""
    state = theatre({"it_20": "sicily", "br_bg-1": "alexandria"})
    for unit in range(len(DATA.units)):
        assert not domain(state, unit) >> SPACE["malta"] & 1
    assert not targets(state, number("it_20")) >> SPACE["malta"] & 1


@pytest.mark.rule("10.31b")
def test_malta_is_allied_until_herkules() -> None:
    assert theatre().control[SPACE["malta"]] == ALLIED
    assert event("X36", **FORCE).control[SPACE["malta"]] == AXIS


# Malta Victorious


@pytest.mark.rule("A38", "7.44l")
def test_malta_victorious() -> None:
    state = event("A38", events=("spitfires", "siege_of_malta"), convoy_after_spitfires=1, points=10)
    assert state.points == 9
    assert ban(state) == "Malta Victorious"
    state.events |= bit(EVENT["herkules"])
    assert ban(state) == "Malta Victorious"  # for good


@pytest.mark.rule("19.3a", "19.3b")
def test_malta_victorious_without_points() -> None:
    state = event("A38", events=("spitfires",), convoy_after_spitfires=1, points=10, option="19.3")
    assert state.points == 10
    assert ban(state) == "Malta Victorious"


# Convoys, and what sinks them


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(name)) for name in ("A19", "A36", "A39")]
)
@pytest.mark.parametrize(
    ("before", "later"), [((6, 8), (4, 4)), ((2, 4), (0, 0)), ((0, 2), (0, 0)), ((0, 0), (0, 0))]
)
def test_a_convoy_costs_the_axis_points(name: str, before: tuple[int, int], later: tuple[int, int]) -> None:
    """A German point and two Italian ones, here in halves; never more than there are."""
    state = event(name, events=("barbarossa",), replacements=tracks(*before))
    assert state.replacements == tracks(*later)
    assert state.discards[ALLIED] == cards(name)  # it has no asterisk
    assert not state.convoy_after_spitfires


@pytest.mark.rule("A19", "A38")
def test_a_convoy_after_spitfires_is_noted() -> None:
    state = event("A19", events=("barbarossa", "siege_of_malta", "spitfires"))
    assert state.convoy_after_spitfires
    state.hands[ALLIED] = cards("A38")
    assert playable(to_act(state, ALLIED)) == {"A38"}


def sea_devils(state: Any) -> Any:
    """The Axis answers in the next round."""
    state.hands[AXIS] |= cards("X28")
    to_act(state, AXIS)
    play(state, "event:X28")
    return state


@pytest.mark.rule("X28")
def test_sea_devils_undo_the_convoys_of_the_turn() -> None:
    """What the Axis lost comes back, and nothing else."""
    state = event("A19", events=("barbarossa", "siege_of_malta", "spitfires"), replacements=tracks(6, 2))
    assert state.replacements == tracks(4, 0)
    sea_devils(state)
    assert state.replacements == tracks(6, 2)
    assert not state.convoy_after_spitfires
    state.hands[ALLIED] = cards("A36", "A38")
    assert playable(to_act(state, ALLIED)) == {"A36"}  # another convoy may sail; Malta is not victorious


@pytest.mark.rule("X28")
def test_a_convoy_that_was_sunk_does_not_count() -> None:
    """If the card came up once more in the turn, it would find no convoy."""
    state = sea_devils(event("A19", events=("barbarossa",), replacements=tracks(2, 4)))
    sea_devils(state)
    assert state.replacements == tracks(2, 4)
    assert state.convoys_barred


@pytest.mark.rule("X28")
def test_sea_devils_do_not_touch_a_convoy_of_an_earlier_turn() -> None:
    spitfires = ("barbarossa", "siege_of_malta", "spitfires")
    state = event("A19", events=spitfires, convoy_after_spitfires=1, replacements=tracks(2, 0))
    sea_devils(state)
    assert state.replacements == tracks(2, 0)
    assert state.convoy_after_spitfires


@pytest.mark.rule("X28")
def test_sea_devils_bar_convoys_for_the_rest_of_the_turn() -> None:
    state = event("X28", held=("A19",), events=("barbarossa",))
    assert playable(state) == set()
    assert why_not(state, "event:A19") == "X28"
    state.clear("turn")
    assert playable(state) == {"A19"}
