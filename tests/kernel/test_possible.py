"""Positions from outside: what the declarations of fields and frames say about them."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.kernel.flow import ANYTHING, ChoiceKind, Dice, Kind, Steps
from sandtable.kernel.game import Impossible
from sandtable.kernel.possible import dead_end, ground_of
from sandtable.kernel.state import Frame, State
from tinygame.game import TinySkirmish

tiny = sandtable.game("tiny-skirmish")
DATA = tiny.load_data()
BOARD = "turn 2 of 3\nC: red/captain\nN: blue/scout\n"


def sentences(frames: str, more: str = "") -> list[str]:
    """Everything that is impossible about a position with these frames, one to a line."""
    lines = "".join(f"frame: {frame}\n" for frame in frames.split("; "))
    return [str(why.sentence) for why in tiny.status(tiny.parse_position(BOARD + more + lines, DATA))]


def test_a_position_from_play_is_possible() -> None:
    assert sentences("turn 6; moves 0 asks=blue") == []


@pytest.mark.parametrize(
    ("frames", "sentence"),
    [
        ("moves 0 asks=blue", "the frame 'moves' cannot be the first"),
        ("turn 3; moves 0 asks=blue", "the frame 'moves' cannot lie on 'turn' at step 3"),
        ("turn 6; moves 0 asks=red; turn 1", "the frame 'turn' cannot lie on 'moves' at step 0"),
        (
            "turn 6; moves 0 asks=blue; roll 0 piece=blue/scout hex=C",
            "the frame 'roll' cannot lie on 'moves' at step 0",
        ),
        ("turn 6; moves 0 asks=red", "the frames do not lie as they do when this is decided"),
        ("turn 6", "the position is in between two decisions"),
    ],
)
def test_frames_lie_where_their_kinds_declare(frames: str, sentence: str) -> None:
    assert sentences(frames) == [sentence]


def test_fields_are_in_bounds_when_all_has_been_read() -> None:
    state = tiny.parse_position(BOARD + "phase: move blue\n", DATA)
    state.turn = 0
    assert [str(why.sentence) for why in tiny.status(state)] == ["turn: it cannot be 0"]


def test_what_is_impossible_is_not_run() -> None:
    with pytest.raises(Impossible, match="cannot lie on 'turn' at step 3") as refusal:
        tiny.accept_position(BOARD + "frame: turn 3\nframe: moves 0 asks=blue\n", DATA)
    assert [why.rule for why in refusal.value.whys] == [tiny.sequence_rule]


def test_every_kind_names_what_it_lies_on() -> None:
    """Of all kinds of a game, only one can be the first."""
    for name in sandtable.game_ids():
        game = sandtable.game(name)
        assert len([kind for kind in game.kinds if not kind.on]) == 1, name


class Ask(ChoiceKind[State]):
    """Nothing can be chosen."""

    name = "ask"

    def legal(self, state: State, frame: Frame) -> list[tuple[int, int]]:
        return []


class Roll(Dice[State]):
    """As many dice as there are frames below it."""

    name = "roll"

    def count(self, state: State, frame: Frame) -> int:
        return len(state.frames) - 1


def run(state: State, frame: Frame) -> None: ...


def stop(state: State, frame: Frame) -> None: ...


TURN: Steps[State] = Steps("turn", run, stop, run)


@pytest.mark.parametrize(
    ("on", "ground"),
    [
        ((), {-1: {0}}),
        (("turn",), {0: {0}}),
        (("turn.stop",), {0: {2}}),
        (("turn:stop",), {0: {1}}),
        (("turn.run",), {0: {1, 3}}),
        (("turn:run", "ask"), {0: {0, 2}, 1: {0}}),
        (ANYTHING, None),
    ],
)
def test_what_a_kind_can_lie_on(on: tuple[str, ...], ground: object) -> None:
    kind = Ask()
    kind.on = on
    assert ground_of(kind, [TURN, kind]) == ground


@pytest.mark.parametrize(("on", "wrong"), [(("tern",), "no such kind"), (("turn.walk",), "no such step")])
def test_a_wrong_name_is_found_when_the_game_is_made(on: tuple[str, ...], wrong: str) -> None:
    class Broken(TinySkirmish):
        kinds = (*TinySkirmish.kinds, type("Odd", (Kind,), {"name": "odd", "on": on})())

    with pytest.raises(ValueError, match=wrong):
        Broken()


@pytest.mark.parametrize(("dice", "sentence"), [(0, "no dice"), (25, "no dice"), (24, "")])
def test_there_are_dice_and_not_too_many(dice: int, sentence: str) -> None:
    state = tiny.parse_position(BOARD + "phase: move blue\n", DATA)
    state.frames = [(0, 0)] * (dice + 1)
    assert sentence in str(dead_end(state, [Roll()]) or "")


def test_there_is_something_to_choose() -> None:
    state = tiny.parse_position(BOARD + "phase: move blue\n", DATA)
    state.frames = [(0, 0)]
    assert str(dead_end(state, [Ask()])) == "nothing can be chosen at 'ask'"
