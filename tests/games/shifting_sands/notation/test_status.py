"""What is impossible about a position is said, with its paragraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.notation.status import position_status
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.rules.c19_options import RELIEVED
from sandtable.games.shifting_sands.state import BY_POINTS, DREW, LAID, REDEPLOYMENT, SEEN, SHOWED, Theatre
from tests.games.shifting_sands.aftermath import after_fire, go
from tests.games.shifting_sands.decks import action, turn_begins
from tests.games.shifting_sands.theatre import (
    DATA,
    EVENT,
    SPACE,
    cards,
    decision,
    legal,
    move_unit,
    number,
    play,
    theatre,
    units,
)

PLACED = {"it_17": "tripoli", "ge_21": "el_agheila", "br_bg-1": "tobruk", "br_bg-2": "cairo"}


def position(**fields: Any) -> Theatre:
    """A possible one: somebody is about to act."""
    fields = {"axis_hand": ("X01", "X04"), "allied_hand": ("A01",), "turn": 4, **fields}
    return action(AXIS, placed=PLACED, **fields)


def rules(state: Theatre) -> set[str]:
    return {why.rule for why in SANDS.status(state)}


def test_the_position_that_is_spoilt_is_possible() -> None:
    assert SANDS.status(position()) == []


@pytest.mark.parametrize("scenario", ["campaign", "sonnenblume"])
def test_every_scenario_begins_with_a_possible_position(scenario: str) -> None:
    assert SANDS.status(SANDS.start(scenario)) == []


def spoil(name: str, value: Any) -> Callable[[Theatre], None]:
    return lambda state: setattr(state, name, value)


def entry(name: str, place: int, value: int) -> Callable[[Theatre], None]:
    return lambda state: getattr(state, name).__setitem__(place, value)


def story(*deeds: int | str) -> Callable[[Theatre], None]:
    """Deeds, each with its cards and its candidates; those that are left out are none."""
    numbers = [each if isinstance(each, int) else cards(*each.split()) for each in deeds]
    return spoil("axis_story", numbers + [0] * (-len(numbers) % 3))


def vary(state: Theatre, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state, name, value)


SPOILT: dict[str, tuple[str, Callable[[Theatre], None]]] = {
    "a turn after the scenario": ("5.0", lambda state: vary(state, scenario=1, turn=9)),
    "the campaign is not played on": ("18.4", spoil("campaign", 1)),
    "a winner of a game that goes on": ("5.42", spoil("winner", AXIS)),
    "an ending of a game that goes on": ("5.42", spoil("ending", BY_POINTS)),
    "no round in the action phase": ("5.2", spoil("round", 0)),
    "a card that should wait": ("7.11", spoil("waiting", 0)),
    "a card that waits and should not": ("7.11", spoil("waiting", DATA.decks[AXIS] & ~cards("X01", "X04"))),
    "a card without an asterisk has left the game": ("7.52", spoil("removed", cards("X06"))),
    "an event lies among the combat cards": ("7.611", spoil("kept", cards("X05"))),
    "a card in hand and in the discards": ("2.3", entry("discards", AXIS, cards("X01"))),
    "a card of the other side": ("2.3", entry("hands", AXIS, cards("A05"))),
    "too many cards": ("5.12", entry("hands", AXIS, cards(*(f"X{n:02}" for n in range(1, 10))))),
    "cards aside in the middle of the turn": ("5.11", entry("aside", AXIS, cards("X05"))),
    "a card taken in the middle of the turn": ("7.74", entry("taken", AXIS, cards("X16"))),
    "a card was laid that is not among the discards": ("5.12", story(LAID, "X05", "X05")),
    "a card was laid that is in hand": ("5.12", story(LAID, "X01", "X01")),
    "a card was shown that lies nowhere": ("5.12", story(SHOWED, "X05")),
    "a card was drawn that is not in hand": ("5.12", story(DREW, "X05")),
    "no card was drawn": ("5.12", story(DREW)),
    "a card was seen that was not in hand": ("5.12", story(SEEN, "X05")),
    "a card was seen with candidates": ("5.12", story(SEEN, "X01", "X01")),
    "a card was drawn after it was seen": ("5.12", story(SEEN, "X01", "", DREW, "X01")),
    "a card was drawn twice": ("5.12", story(DREW, "X01", "", DREW, "X01")),
    "seen in a hand in which it was not": ("11.73", entry("glimpsed", AXIS, cards("X05"))),
    "known to all and not to the other side": ("11.73", entry("drawn", AXIS, cards("X01"))),
    "known to the other side, which has not looked": ("11.73", entry("glimpsed", AXIS, cards("X01"))),
    "known to the other side to be undrawn, which has not looked": ("11.73", entry("unheld", AXIS, cards("X02"))),
    "known to be undrawn and in hand": ("7.71", entry("undrawn", AXIS, cards("X01"))),
    "known to be undrawn and not in play": ("7.71", entry("undrawn", AXIS, cards("X40"))),
    "known to be undrawn and of the other side": ("7.71", entry("undrawn", AXIS, cards("A02"))),
    "an upgrade that does not exist": ("7.54", spoil("upgraded", units("it_17"))),
    "reduced and not in play": ("8.1", spoil("reduced", units("ge_15"))),
    "Americans before Torch": ("10.0", lambda state: move_unit(state, "us_1arm", "cairo")),
    "the LRDG before its event": ("10.0", lambda state: move_unit(state, "br_lrdg", "siwa")),
    "a division in the reserve": ("10.0", lambda state: move_unit(state, "it_17", "axis_reserve")),
    "a unit in a box of the other side": ("10.0", lambda state: move_unit(state, "br_bg-1", "axis_replaceable")),
    "a unit on Malta": ("10.0", lambda state: move_unit(state, "it_17", "malta")),
    "both sides in one space": ("8.12", lambda state: move_unit(state, "br_bg-1", "tripoli")),
    "controlled by the enemy of whoever is there": ("3.0", entry("control", SPACE["tobruk"], AXIS)),
    "Sicily is never Allied": ("10.0", entry("control", SPACE["sicily"], ALLIED)),
    "Malta without Herkules": ("10.31", entry("control", SPACE["malta"], AXIS)),
    "Herkules without Malta": ("10.31", spoil("events", 1 << EVENT["herkules"])),
    "an event of this turn that never happened": ("7.51", spoil("events_this_turn", 1 << EVENT["rommel"])),
    "American points before Torch": ("4.13", entry("replacements", 5, 2)),
    "a revolt without Iraqis": ("10.42", spoil("events", 1 << EVENT["iraqi_revolt"])),
    "somebody walks outside a move": ("9.1", spoil("walker", number("it_17"))),
    "a battle outside battles": ("11.21", spoil("target", SPACE["tobruk"])),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_position_is_impossible(name: str) -> None:
    rule, change = SPOILT[name]
    state = position()
    change(state)
    state.rebuild()
    assert rule in rules(state)


def test_outside_an_action_nothing_of_an_action_is_left_and_no_space_is_too_full() -> None:
    state = turn_begins(2, placed=PLACED, axis_hand=("X01",))
    assert SANDS.status(state) == []
    state.use = REDEPLOYMENT
    assert rules(state) == {"6.1"}
    state.use = 0
    for name in ("it_bg-1", "it_bg-2", "it_bg-3"):
        move_unit(state, name, "tripoli")
    assert rules(state) == {"8.1"}


CROWD = {
    "br_50": "alexandria",
    "br_51": "alexandria",
    "br_bg-1": "el_alamein",
    "in_4": "cairo",
    "in_5": "cairo",
}
"""Five units that can meet in Alexandria."""


def test_before_its_moves_and_in_its_battles_an_action_has_no_space_that_is_too_full() -> None:
    there = dict.fromkeys(CROWD, "alexandria")
    state = action(ALLIED, placed={**there, "it_17": "el_alamein"}, allied_hand=("A07",))
    assert rules(state) == {"8.1"}
    play(state, "operations:A07")
    assert rules(state) == {"8.1"}
    play(state, "attack-from:Alexandria", "done")
    while legal(state, "remove"):
        assert SANDS.status(state) == []
        play(state, min(legal(state, "remove")))
    assert decision(state) == "target"
    assert SANDS.status(state) == []
    for unit in ("au_6", "au_7"):
        move_unit(state, unit, "alexandria")
    assert rules(state) == {"8.1"}


def test_a_space_may_be_too_full_while_units_move_or_redeploy() -> None:
    for use, first in (("operations", ("move-from:Cairo", "move-from:El-Alamein", "done")), ("redeploy", ())):
        state = action(ALLIED, placed=CROWD, allied_hand=("A35",), turn=9)
        play(state, f"{use}:A35", *first)
        for unit in ("br_bg-1", "in_4"):
            play(state, f"unit:{unit}", "to:Alexandria")
            assert SANDS.status(state) == []
            if "stop" in legal(state):
                play(state, "stop")
                assert SANDS.status(state) == []
        if "done" in legal(state):
            play(state, "done")
        assert decision(state) == "overstacked"
        assert SANDS.status(state) == []


def test_a_space_may_be_too_full_while_somebody_passes_or_gives_way() -> None:
    full = dict.fromkeys(("it_25", "it_27", "it_60"), "gambut")
    retreat = after_fire({"it_17": "sidi_azeiz", "in_4": "halfaya", **full}, "sidi_azeiz", ["in_4"], inflicts=2)
    go(retreat, "retreat", "gambut")
    allies = dict.fromkeys(("au_6", "au_7", "au_9"), "gambut")
    placed = {"br_7arm": "halfaya", "br_bg-1": "tobruk", **allies}
    advance = after_fire(placed, "sidi_azeiz", ["br_7arm"], step="advance")
    play(advance, "advance:br_7arm", "to:Sidi-Azeiz", "to:Gambut")
    relief = theatre({"br_6": "tobruk", **dict.fromkeys(("au_6", "au_7", "au_9"), "tobruk")}, turn=6, round=1)
    relief.frames = [GAME_TURN.frame(step=2), ROUND.frame(step=3), RELIEVED.frame(number("au_9"))]
    for state, space in ((retreat, "gambut"), (advance, "gambut"), (relief, "tobruk")):
        assert state.stacks[SPACE[space]].bit_count() == 4
        assert "8.1" not in {why.rule for why in position_status(state)}
        move_unit(state, "it_bg-1" if state is retreat else "br_bg-2", space)
        assert "8.1" in {why.rule for why in position_status(state)}


def test_a_discard_is_laid_once_as_what_it_is() -> None:
    state = position()
    play(state, "replacements:X04")
    assert SANDS.status(state) == []
    laid, told = [LAID, cards("X04")], state.axis_story[2]
    for deeds in (
        [*laid, told & ~cards("X04")],
        [*laid, told | cards("A01")],
        [*laid, 0],
        [*laid, told, *laid, told],
        [*laid, told, DREW, cards("X04"), 0, *laid, told],
        [*laid, told, SHOWED, cards("X04"), 0],
        [LAID, cards("X04", "X05"), told],
    ):
        state.axis_story = deeds
        assert rules(state) == {"5.12"}, deeds


def test_in_winter_the_new_cards_wait_until_the_phase_begins() -> None:
    state = turn_begins(3, placed=PLACED, axis_hand=("X01",))
    assert SANDS.status(state) == []
    state.frames[:] = state.frames[:1]
    state.frames[0] = (state.frames[0][0], 0)
    assert rules(state) == {"7.11"}
