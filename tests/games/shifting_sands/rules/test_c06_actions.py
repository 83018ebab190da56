"""5.2, 6, 7.1, 7.33, 7.43, 7.52: the rounds, and a card for one of its uses."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.memory import traces_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules import c06_actions
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.rules.c06_actions import ACTION, CHOOSE, allied_action, axis_action
from sandtable.games.shifting_sands.state import NOTHING, REDEPLOYMENT, REPLACEMENTS, Theatre
from tests.games.shifting_sands.decks import action, ids
from tests.games.shifting_sands.theatre import DATA, card, decision, legal, play, why_not

GAME = "shifting-sands"
rule = pytest.mark.rule
HANDS: dict[str, Any] = {"axis_hand": ("X01", "X04", "X05", "X06"), "allied_hand": ("A02", "A05", "A17", "A01")}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What each action has begun: which use, for whom, with how many points or which card; and no more happens."""
    calls: list[tuple[Any, ...]] = []

    def noting(name: str) -> Any:
        return lambda state, *arguments: calls.append((name, *arguments))

    for name in ("begin_operations", "begin_redeployment", "record_points", "play_event"):
        monkeypatch.setattr(c06_actions, name, noting(name))
    monkeypatch.setattr(c06_actions, "action_ends", lambda state, side: None)
    monkeypatch.setattr(c06_actions, "playable_events", lambda state, side: state.hands[side])
    monkeypatch.setattr(c06_actions, "ban", lambda state: "")
    return calls


# 5.2, 6.1: rounds


def acted(state: Theatre) -> list[int]:
    """Who takes the actions of a turn, one after the other, if nobody plays a card."""
    order = []
    while decision(state) == "choose":
        order.append(SANDS.actor(state))
        play(state, "automatic")
    return order


@rule("5.2a", "5.2b", "5.2c")
def test_six_rounds_in_each_of_which_both_sides_act(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = ends_after_the_actions(monkeypatch)
    assert acted(state) == [AXIS, ALLIED] * 6


@rule("6.1a", "6.1b", "6.11a")
def test_the_axis_acts_first_in_every_round(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = ends_after_the_actions(monkeypatch)
    rounds = []
    while decision(state) == "choose":
        rounds.append((state.round, SANDS.actor(state)))
        play(state, "automatic")
    assert rounds == [(number, side) for number in range(1, 7) for side in (AXIS, ALLIED)]


@rule("5.2d", "6.14a")
def test_after_six_actions_of_both_the_attrition_phase_begins(
    started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = ends_after_the_actions(monkeypatch)
    for _ in range(11):
        play(state, "automatic")
        assert state.frames
    play(state, "automatic")
    assert not state.frames, "the step after the action phase has been taken"
    assert state.round == 0


def ends_after_the_actions(monkeypatch: pytest.MonkeyPatch) -> Theatre:
    """A turn that stops when its attrition phase begins."""
    steps = list(GAME_TURN.steps)
    steps[2] = lambda state, frame: state.frames.clear()
    monkeypatch.setattr(GAME_TURN, "steps", tuple(steps))
    return action(**HANDS)


# 6.12, 7.12: the uses of a card


@rule("6.12a", "6.12d", "7.1b")
def test_whoever_plays_no_card_makes_an_automatic_operation(started: list[Any]) -> None:
    state = action(AXIS)
    assert legal(state) == {"automatic"}
    play(state, "automatic")
    assert started == [("begin_operations", AXIS, 1)]
    assert SANDS.actor(state) == ALLIED


@rule("6.12e")
def test_an_automatic_operation_is_worth_one_point_and_uses_up_no_card(started: list[Any]) -> None:
    state = action(ALLIED, **HANDS)
    play(state, "automatic")
    assert started == [("begin_operations", ALLIED, 1)]
    assert ids(state.hands[ALLIED]) == set(HANDS["allied_hand"])


@rule("6.12b", "7.1a", "7.12e")
@pytest.mark.parametrize(
    ("choice", "begun"),
    [
        ("operations:A02", ("begin_operations", ALLIED, 4)),
        ("operations:A01", ("begin_operations", ALLIED, 3)),
        ("redeploy:A02", ("begin_redeployment", ALLIED, 4)),
        ("replacements:A02", ("record_points", ALLIED, card("A02"))),
        ("event:A02", ("play_event", ALLIED, card("A02"))),
    ],
)
def test_a_card_has_exactly_the_use_that_was_chosen(
    started: list[Any], choice: str, begun: tuple[Any, ...]
) -> None:
    state = action(ALLIED, **HANDS)
    play(state, choice)
    assert started == [begun]
    assert choice.partition(":")[2] not in ids(state.hands[ALLIED])


@rule("7.12a", "7.12b", "7.12c")
@pytest.mark.parametrize("verb", ["operations", "redeploy", "replacements"])
def test_any_card_can_be_used_for_anything(started: list[Any], verb: str) -> None:
    hands = [f"{'XA'[side]}{number:02}" for number in range(1, 56) for side in (AXIS, ALLIED)]
    state = action(AXIS, turn=8, axis_hand=[each for each in hands if each[0] == "X"])
    assert legal(state, verb) == {f"{verb}:{each}" for each in hands if each[0] == "X"}


@rule("3.0ai", "7.32a")
def test_a_card_is_worth_as_much_for_redeployment_as_for_operations(started: list[Any]) -> None:
    for number in range(len(DATA.cards)):
        name, side = DATA.nouns["card"][number], DATA.cards[number].side
        for verb in ("operations", "redeploy"):
            fields: dict[str, Any] = {"axis_hand" if side == AXIS else "allied_hand": (name,)}
            play(action(side, turn=8, **fields), f"{verb}:{name}")
    values = [arguments[-1] for arguments in started]
    assert values[::2] == values[1::2] == [each.operations for each in DATA.cards]


@rule("7.12h", "3.0u")
@pytest.mark.parametrize("verb", ["operations", "redeploy", "replacements"])
def test_cards_that_are_no_event_go_face_down_to_the_discards(started: list[Any], verb: str) -> None:
    state = action(AXIS, **HANDS)
    play(state, f"{verb}:X05")
    assert ids(state.discards[AXIS]) == {"X05"}
    assert ids(state.hands[AXIS]) == {"X01", "X04", "X06"}
    world, opponent = traces_of(state, AXIS)
    assert world == opponent
    assert "X05" in ids(world)
    assert len(ids(world)) > 1


@rule("7.12i")
@pytest.mark.parametrize(("verb", "value"), [("operations", 2), ("operations", 3), ("redeploy", 3)])
def test_of_operations_and_redeployment_the_others_learn_the_number(
    started: list[Any], verb: str, value: int
) -> None:
    played = {2: "X04", 3: "X05"}[value]
    state = action(AXIS, **HANDS)
    events = play(state, f"{verb}:{played}")
    assert any(event.arguments.get("points") == value for event in events if event.heard_by(ALLIED))
    assert not any("card" in event.arguments for event in events if event.heard_by(ALLIED))
    early = [each for each in DATA.cards if each.side == AXIS and each.year == 1940]
    assert ids(traces_of(state, AXIS)[0]) == {each.id for each in early if each.operations == value}


@rule("7.12i")
def test_of_replacements_the_others_learn_the_points(started: list[Any]) -> None:
    state = action(AXIS, turn=4, axis_hand=("X15",))
    events = play(state, "replacements:X15")
    assert not any("card" in event.arguments for event in events if event.heard_by(ALLIED))
    known = [each for each in DATA.cards if each.side == AXIS and each.year < 1942]
    assert ids(traces_of(state, AXIS)[0]) == {each.id for each in known if each.points == (2, 2, 0, 0, 0, 0)}


@rule("7.12i")
def test_an_event_is_shown_to_everybody(started: list[Any]) -> None:
    state = action(ALLIED, **HANDS)
    events = play(state, "event:A17")
    assert any(event.arguments.get("card") == card("A17") for event in events if event.heard_by(-1))
    assert [ids(mask) for mask in traces_of(state, ALLIED)] == [{"A17"}, {"A17"}]


@rule("3.0b", "7.52a")
@pytest.mark.parametrize(("played", "leaves"), [("A05", True), ("A17", False)])
def test_an_event_with_an_asterisk_leaves_the_game(started: list[Any], played: str, leaves: bool) -> None:
    assert DATA.cards[card(played)].asterisk == leaves
    state = action(ALLIED, **HANDS)
    play(state, f"event:{played}")
    assert ids(state.removed) == ({played} if leaves else set())
    assert ids(state.discards[ALLIED]) == (set() if leaves else {played})


def test_an_event_that_leaves_the_game_was_not_laid_down_before(started: list[Any]) -> None:
    state = action(AXIS, axis_hand=("X05", "X10"))
    play(state, "operations:X05", "automatic")
    assert "X10" in ids(traces_of(state, AXIS)[0])
    play(state, "event:X10")
    assert not any("X10" in ids(mask) for mask in traces_of(state, AXIS))


@rule("3.0u")
def test_an_event_without_an_asterisk_goes_to_the_discards(started: list[Any]) -> None:
    state = action(AXIS, **HANDS)
    play(state, "event:X06")
    assert ids(state.discards[AXIS]) == {"X06"}
    assert state.removed == 0


@rule("3.0c", "7.52b")
@pytest.mark.parametrize("verb", ["operations", "redeploy", "replacements"])
def test_a_card_with_an_asterisk_stays_in_the_game_otherwise(started: list[Any], verb: str) -> None:
    assert DATA.cards[card("A05")].asterisk
    state = action(ALLIED, **HANDS)
    play(state, f"{verb}:A05")
    assert ids(state.discards[ALLIED]) == {"A05"}
    assert state.removed == 0


@rule("6.12c")
def test_an_event_takes_effect(started: list[Any]) -> None:
    state = action(ALLIED, **HANDS)
    play(state, "event:A05")
    assert started == [("play_event", ALLIED, card("A05"))]


@rule("7.12d")
@pytest.mark.parametrize(("turn", "possible"), [(4, {"event:A17"}), (5, {"event:A15", "event:A17"})])
def test_an_event_is_possible_if_its_conditions_are_met(turn: int, possible: set[str]) -> None:
    """Barbarossa waits for Summer 1941, Ultra for nothing, and Minefields are for battles."""
    state = action(ALLIED, turn=turn, allied_hand=("A15", "A17", "A01"))
    assert legal(state, "event") == possible
    assert why_not(state, "event:A01") == "7.61"


@rule("6.13a")
def test_the_use_is_recorded_until_the_turn_ends(started: list[Any]) -> None:
    state = action(AXIS, **HANDS)
    play(state, "redeploy:X04")
    assert state.last_use == [REDEPLOYMENT, NOTHING]
    play(state, "replacements:A05")
    assert state.last_use == [REDEPLOYMENT, REPLACEMENTS]
    assert (state.use, state.card) == (NOTHING, -1), "of the action itself nothing is left"


# 7.33, 7.43, 7.44: not twice in a row


@rule("7.33a", "7.43a")
@pytest.mark.parametrize(("verb", "paragraph"), [("redeploy", "7.33"), ("replacements", "7.43")])
def test_not_in_two_actions_in_a_row(started: list[Any], verb: str, paragraph: str) -> None:
    state = action(AXIS, **HANDS)
    play(state, f"{verb}:X04", "automatic")
    assert not legal(state, verb)
    assert why_not(state, f"{verb}:X05") == paragraph
    assert legal(state, "operations", "event"), "other uses are open"
    play(state, "operations:X05")
    assert legal(state, verb), "the Allies have played none"
    play(state, "automatic")
    assert legal(state, verb), "one action later it is possible again"


@rule("7.33a", "7.43a")
def test_each_of_them_after_the_other(started: list[Any]) -> None:
    state = action(AXIS, **HANDS)
    play(state, "redeploy:X04", "automatic", "replacements:X05", "automatic")
    assert legal(state, "redeploy", "replacements") == {"redeploy:X01", "redeploy:X06"}


@rule("7.33b", "7.43b")
@pytest.mark.parametrize(("verb", "use"), [("redeploy", REDEPLOYMENT), ("replacements", REPLACEMENTS)])
def test_a_new_turn_forgets_the_last_action_of_the_old_one(started: list[Any], verb: str, use: int) -> None:
    state = action(AXIS, round=6, last_use=[use, NOTHING], **HANDS)
    assert not legal(state, verb)
    state.clear("turn")
    assert legal(state, verb)


def test_a_ban_stops_replacements_of_the_axis_alone(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c06_actions, "ban", lambda state: "Barbarossa")
    state = action(AXIS, **HANDS)
    assert not legal(state, "replacements")
    assert why_not(state, "replacements:X05") == "7.44"
    play(state, "automatic")
    assert legal(state, "replacements")


def test_what_cannot_be_played(started: list[Any]) -> None:
    state = action(AXIS, **HANDS)
    assert why_not(state, "operations:X12") == "6.12"
    assert why_not(state, "event:A05") == "2.3"
    assert why_not(state, "done") == "6.12"


# Positions from outside


def test_the_actor_is_the_one_whose_step_it_is() -> None:
    assert [ROUND.steps.index(step) for step in (axis_action, allied_action)] == [1, 3]
    state = action(AXIS)
    state.frames[-2:] = [ACTION.frame(ALLIED, step=1), CHOOSE.frame(ALLIED)]
    assert list(ACTION.faults(state, state.frames[-2]))
    state.frames[-2:] = [ACTION.frame(AXIS, step=1), CHOOSE.frame(ALLIED)]
    assert not list(ACTION.faults(state, state.frames[-2]))
    assert list(CHOOSE.faults(state, state.frames[-1]))
