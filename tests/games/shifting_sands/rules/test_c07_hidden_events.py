"""Events about cards: who sees what, and who only hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_lrdg import missions
from sandtable.kernel.bits import bit
from sandtable.kernel.events import EVERYONE, Event, told_to
from sandtable.kernel.game import SPECTATOR
from tests.games.shifting_sands.acts import holding
from tests.games.shifting_sands.decks import seen_by_the_other
from tests.games.shifting_sands.theatre import card, cards, decision, play

GAME = "shifting-sands"
ALLIED_HAND = ("A01", "A07", "A19", "A20")
AXIS_HAND = ("X04", "X06", "X24", "X30")


def named(events: list[Event], side: int) -> set[int]:
    """The cards that a side, or the spectator, is told of, besides the one whose event is played."""
    played = {event.arguments["card"] for event in events if event.kind == "plays-event"}
    heard = [event.arguments for event in told_to(side, events)]
    one_by_one = {told["card"] for told in heard if "card" in told}
    return (one_by_one | {each for told in heard for each in told.get("cards", ())}) - played


# The whole hand


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        pytest.param("X13", 1, marks=pytest.mark.rule("X13")),
        pytest.param("X34", 6, marks=pytest.mark.rule("X34")),
    ],
)
def test_the_allies_show_their_hand(name: str, turn: int) -> None:
    state = holding(name, turn=turn, allied_hand=ALLIED_HAND, placed={"it_17": "tripoli"})
    events = play(state, f"event:{name}")
    assert named(events, AXIS) == {card(each) for each in ALLIED_HAND}
    assert named(events, ALLIED) == named(events, SPECTATOR) == set()
    assert any(event.kind == "shows-hand" for event in told_to(SPECTATOR, events))
    assert any(event.reveals for event in events)
    assert seen_by_the_other(state, ALLIED) == {*ALLIED_HAND}
    assert state.hands[ALLIED] == cards(*ALLIED_HAND)
    assert (decision(state), state.left) == ("activation", 3)


# Cards drawn at random


@pytest.mark.rule("A17")
def test_ultra_looks_at_three_cards() -> None:
    """Only the Allies see which; the Axis keeps them; operations follow."""
    state = holding("A17", axis_hand=AXIS_HAND, placed={"br_bg-1": "suez"})
    play(state, "event:A17")
    assert decision(state) == "shown"
    assert SANDS.chance_audience(state) == bit(ALLIED)
    events = play(state, "X04 X24 X30")
    assert named(events, ALLIED) == {card("X04"), card("X24"), card("X30")}
    assert named(events, AXIS) == named(events, SPECTATOR) == set()
    assert seen_by_the_other(state, AXIS) == {"X04", "X24", "X30"}
    assert state.hands[AXIS] == cards(*AXIS_HAND)
    assert (decision(state), state.left) == ("activation", 3)


@pytest.mark.rule("A17")
@pytest.mark.parametrize(("hand", "shown"), [(("X04", "X06"), "X04 X06"), ((), "")])
def test_ultra_looks_at_all_if_there_are_fewer(hand: tuple[str, ...], shown: str) -> None:
    state = holding("A17", axis_hand=hand, placed={"br_bg-1": "suez"})
    play(state, "event:A17")
    if shown:
        play(state, shown)
    assert seen_by_the_other(state, AXIS) == {*hand}
    assert decision(state) == "activation"
    assert state.discards[ALLIED] == cards("A17")  # no asterisk


@pytest.mark.rule("X53")
def test_salaam_looks_at_two_cards_and_ends_missions() -> None:
    fields: dict[str, Any] = {"placed": {"br_lrdg": "siwa"}, "events": ("long_range_desert_group",)}
    state = holding("X53", allied_hand=ALLIED_HAND, **fields)
    assert any(missions(state, ALLIED))
    play(state, "event:X53")
    assert SANDS.chance_audience(state) == bit(AXIS)
    events = play(state, "A07 A20")
    assert named(events, AXIS) == {card("A07"), card("A20")}
    assert named(events, ALLIED) == named(events, SPECTATOR) == set()
    assert seen_by_the_other(state, ALLIED) == {"A07", "A20"}
    assert not any(missions(state, ALLIED))
    state.clear("turn")
    assert any(missions(state, ALLIED))


@pytest.mark.rule("X32")
def test_oconnor_is_captured() -> None:
    """The Allies discard a card at random; only they know which. O'Connor leads no attack any more."""
    state = holding("X32", allied_hand=ALLIED_HAND, events=("rommel",))
    play(state, "event:X32")
    assert SANDS.chance_audience(state) == bit(ALLIED)
    events = play(state, "A19")
    assert state.hands[ALLIED] == cards("A01", "A07", "A20")
    assert state.discards[ALLIED] == cards("A19")
    assert named(events, ALLIED) == {card("A19")}
    assert named(events, AXIS) == named(events, SPECTATOR) == set()
    assert decision(state) == "choose"


@pytest.mark.rule("X32")
def test_oconnor_is_captured_with_an_empty_hand() -> None:
    state = holding("X32", events=("rommel",))
    play(state, "event:X32")
    assert decision(state) == "choose"


@pytest.mark.rule("X32", "A14")
@pytest.mark.parametrize(("events", "offered"), [(("rommel",), True), (("rommel", "oconnor_captured"), False)])
def test_oconnor_is_no_longer_played(events: tuple[str, ...], offered: bool) -> None:
    placed = {"br_bg-1": "gambut", "ge_bg-1": "el_adem"}
    state = holding("A14", placed=placed, events=events, allied=("bardia", "sidi_azeiz"))
    play(state, "automatic", "attack-from:Gambut", "attack:El-Adem", "join:br_bg-1", "done")
    assert ("combat-card:A14" in {SANDS.write(state, choice) for choice in SANDS.legal(state)}) == offered


def test_the_card_itself_is_shown_to_everybody() -> None:
    state = holding("X53", allied_hand=ALLIED_HAND)
    (event,) = [event for event in play(state, "event:X53") if event.kind == "plays-event"]
    assert (event.audience, event.arguments["card"]) == (EVERYONE, card("X53"))
