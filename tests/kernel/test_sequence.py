"""The sequence of play: the present phase follows from the frames; words that do not fit the flow are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.flow import ANYTHING, ChoiceKind, Kind, Steps
from sandtable.kernel.scene import NOWHERE, board_of, scene_for
from sandtable.kernel.sequence import NO_PHASE, Part, Phase, Plan, Present, Sequence, read_sequence
from sandtable.kernel.tables import DataError

tiny = sandtable.game("tiny-skirmish")


def draw(state: Any, frame: Any) -> None: ...


def move(state: Any, frame: Any) -> None: ...


def check(state: Any, frame: Any) -> None: ...


class Decision(ChoiceKind[Any]):
    def __init__(self, name: str, *on: str) -> None:
        self.name, self.on = name, on


def kinds() -> tuple[Kind, ...]:
    made: tuple[Kind, ...] = (
        Steps("turn", draw, check, move, check),
        Decision("march", "turn.move"),
        Steps("battle", draw, move, on=("march",)),
        Decision("aim", "battle:move"),
        Decision("panic", *ANYTHING),
    )
    for number, kind in enumerate(made):
        kind.number = number
    return made


TURN, MARCH, BATTLE, AIM, PANIC = range(5)


def phase(title: str, *steps: str) -> Phase:
    return Phase(title, "Something is done.", "1", "active", steps)


def plan(*parts: Part) -> Plan:
    return Plan(kinds(), Sequence(parts))


WHOLE = (
    Part(
        "The turn",
        (phase("draw", "turn.draw", "turn.check"), phase("move", "turn.move"), phase("end", "turn.check")),
    ),
    Part("A battle", (phase("ready", "battle.draw"), phase("fire", "battle.move")), within=True),
    Part("Panic", (phase("panic", "panic"),), within=True),
)
DRAW, MOVE, END, READY, FIRE, FRIGHT = range(6)


@pytest.mark.parametrize(
    ("frames", "now"),
    [
        ([], Present()),
        ([(TURN, 3), (MARCH, 0)], Present(MOVE)),
        ([(TURN, 3), (MARCH, 0), (BATTLE, 1), (PANIC, 0)], Present(MOVE, (READY, FRIGHT))),
        ([(TURN, 3), (MARCH, 0), (BATTLE, 1), (AIM, 0)], Present(MOVE, (FIRE,))),
        ([(TURN, 0), (PANIC, 0)], Present(DRAW, (FRIGHT,))),
        ([(TURN, 4), (PANIC, 0)], Present(END, (FRIGHT,))),
    ],
    ids=["over", "after a step", "inside", "a step run again", "before the first step", "the last"],
)
def test_the_phase_follows_from_the_frames(frames: list[tuple[int, int]], now: Present) -> None:
    assert plan(*WHOLE).present(frames) == now


def test_of_each_part_only_the_innermost_phase_is_told() -> None:
    twice = [(TURN, 3), (MARCH, 0), (BATTLE, 2), (PANIC, 0), (BATTLE, 1), (AIM, 0)]
    assert plan(*WHOLE).present(twice) == Present(MOVE, (FRIGHT, FIRE))


def test_a_step_that_comes_twice_is_claimed_in_order() -> None:
    claimed = plan(*WHOLE).phase_of
    assert (claimed[TURN, 1], claimed[TURN, 3]) == ([DRAW], [END])


def test_a_sequence_alone_means_all_its_steps() -> None:
    claimed = plan(Part("All", (phase("turn", "turn"), phase("battle", "battle"))))
    assert [claimed.phase_of[TURN, step] for step in range(4)] == [[0]] * 4


def test_a_part_may_run_its_phases_in_a_step_of_its_own() -> None:
    outer = Part("Outer", (phase("battle", "battle"),), steps=("turn.move",))
    assert plan(outer).present([(TURN, 3), (MARCH, 0)]) == Present(NO_PHASE)
    assert plan(outer).present([(TURN, 3), (MARCH, 0), (BATTLE, 1)]) == Present(0)


@pytest.mark.parametrize("name", ["turn.nothing", "nobody", "march.draw", "turn.check.more"])
def test_a_step_that_does_not_exist_is_found(name: str) -> None:
    assert plan(Part("All", (phase("one", name),))).unknown == [name]


def test_a_step_listed_too_often_is_found() -> None:
    assert plan(Part("All", (phase("one", "turn.draw", "turn.draw"),))).unknown == ["turn.draw"]


def test_titles_lead_from_the_outside_to_the_inside() -> None:
    assert Sequence(WHOLE).titles(Present(MOVE, (FIRE,))) == ["move", "fire"]
    assert Sequence(WHOLE).titles(Present()) == []


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "sequence.toml").write_text(
        '[[parts]]\ntitle = "Turn"\nphases = []\nlines = 3\n', encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"sequence\.toml: .*lines"):
        read_sequence(tmp_path)


def test_a_game_may_tell_nothing(tmp_path: Path) -> None:
    assert read_sequence(tmp_path) == Sequence()


def test_a_scene_tells_the_phase_to_everybody_alike() -> None:
    state = tiny.start("duel")
    board = board_of(tiny, state.printed, "duel")
    scenes = [scene_for(tiny, board, state, reader) for reader in (0, 1, -1)]
    assert {(scene.phase, scene.within, scene.active) for scene in scenes} == {(0, (), NOWHERE)}
    state.frames.clear()
    assert scene_for(tiny, board, state, 0).phase == NOWHERE
