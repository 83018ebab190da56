"""Flow: frames as data, sequences, restarts and interrupts."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import CHANCE, OVER
from sandtable.kernel.chance import SeededChance, Uniform, index_of, total
from sandtable.kernel.choices import Options, pack
from sandtable.kernel.events import EVERYONE
from sandtable.kernel.fields import Many, One, count, flag, listed, many, one
from sandtable.kernel.flow import (
    ChanceKind,
    ChoiceKind,
    Dice,
    Die,
    Kind,
    Steps,
    advance,
    again,
    kinds_in,
    nearest,
    pop,
    push,
    replace,
    restart,
)
from sandtable.kernel.state import Frame, State
from sandtable.kernel.words import say
from tinygame import rules
from tinygame.rules.c02_set_up import PLACE
from tinygame.rules.c05_battle import BATTLE
from tinygame.rules.c06_turn import TURN

tiny = sandtable.game("tiny-skirmish")


class Notes(State):
    """A state that notes what its steps did."""

    notes = listed(count())


class Ask(ChoiceKind[Notes]):
    name = "ask"
    rule = "1"

    def side(self, state: Notes, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Notes, frame: Frame) -> Options:
        return [(0, 0b11)]


ASK = Ask()


def push_two(state: Notes, frame: Frame) -> None:
    push(state, INNER, 20)
    push(state, INNER, 10)


INNER = Steps[Notes]("inner", lambda s, f: s.notes.append(f[2]), lambda s, f: s.notes.append(f[2] + 1))
OUTER = Steps[Notes](
    "outer",
    lambda s, f: s.notes.append(1),
    push_two,
    lambda s, f: push(s, ASK, 0),
    lambda s, f: s.notes.append(2),
)
AGAIN = Steps[Notes](
    "again", lambda s, f: s.notes.append(7), lambda s, f: restart(s) if len(s.notes) < 3 else None
)
EMPTY = Steps[Notes]("empty")
KINDS = (ASK, INNER, OUTER, AGAIN, EMPTY)
for number, kind in enumerate(KINDS):
    kind.number = number


def fresh(*kinds: Any) -> Notes:
    state = Notes()
    state.frames, state.printed, state.sink, state.notes = [], None, None, []
    for kind in kinds:
        push(state, kind)
    return state


def test_steps_run_in_order_and_what_is_pushed_last_runs_first() -> None:
    state = fresh(OUTER)
    advance(state, KINDS)
    assert state.notes == [1, 10, 11, 20, 21]
    assert state.frames == [(OUTER.number, 3), (ASK.number, 0, 0)]


def test_a_choice_on_top_stops_the_run_until_it_is_popped() -> None:
    state = fresh(OUTER)
    advance(state, KINDS)
    advance(state, KINDS)
    assert state.notes == [1, 10, 11, 20, 21]
    pop(state)
    advance(state, KINDS)
    assert state.notes[-1] == 2
    assert state.frames == []


def test_a_copy_resumes_where_the_original_was() -> None:
    state = fresh(OUTER)
    advance(state, KINDS)
    twin = state.copy()
    pop(state)
    advance(state, KINDS)
    assert twin.frames == [(OUTER.number, 3), (ASK.number, 0, 0)]
    pop(twin)
    advance(twin, KINDS)
    assert twin.notes == state.notes


def test_restart_begins_the_sequence_again() -> None:
    state = fresh(AGAIN)
    advance(state, KINDS)
    assert state.notes == [7, 7, 7]
    assert state.frames == []


def test_again_runs_the_step_once_more_after_what_it_pushed() -> None:
    def ask_twice(state: Notes, frame: Frame) -> None:
        state.notes.append(frame[2])
        if len(state.notes) < 2:
            again(state)
            push(state, ASK, 1)

    twice = Steps[Notes]("twice", lambda s, f: None, ask_twice, lambda s, f: s.notes.append(9))
    twice.number = 1
    state = fresh()
    state.frames = [(1, 3, 0), (1, 1, 5)]
    advance(state, (ASK, twice))
    assert state.frames == [(1, 3, 0), (1, 1, 5), (ASK.number, 0, 1)]
    pop(state)
    advance(state, (ASK, twice))
    assert (state.notes, state.frames) == ([5, 5, 9], [])


def test_an_empty_sequence_is_over_at_once() -> None:
    state = fresh(EMPTY, EMPTY)
    advance(state, KINDS)
    assert state.frames == []


class Plain(Steps[Notes]):
    steps = (lambda s, f: None,)


class Fixed(Plain):
    owner = one("side")
    hex = one("hex")


class Single(Plain):
    units = listed(one("unit"))


class Paired(Plain):
    hex = one("hex")
    prey = listed(one("unit"), many("unit"))


@pytest.mark.parametrize(
    ("kind", "sizes"), [(Plain(), {0}), (Fixed(), {2}), (Single(), {0, 1, 2, 3, 4}), (Paired(), {1, 3})]
)
def test_a_frame_fits_its_kind_by_step_and_number_of_locals(kind: Kind, sizes: set[int]) -> None:
    assert {size for size in range(5) if kind.fits(1, [0] * size)} == sizes
    assert not any(kind.fits(step, [0] * size) for step in (-1, 2) for size in range(5))


def test_the_locals_of_a_frame_have_names() -> None:
    named = [(field.name, type(shape), value) for field, shape, value in Paired().shaped([5, 1, 2, 3, 4])]
    assert named == [("hex", One, 5), ("prey", One, 1), ("prey", Many, 2), ("prey", One, 3), ("prey", Many, 4)]
    assert list(EMPTY.shaped([])) == []


class March(ChoiceKind[Notes]):
    """A decision with locals; side and prompt are always the same."""

    name = "march"
    asks = 1
    words = say("March on?")
    unit = one("unit")
    along = many("unit")
    path = listed(one("hex"), count(at_most=9))


def note_unit(state: Notes, frame: Frame) -> None:
    state.notes.append(ARRIVE.unit(frame))


def march_on(state: Notes, frame: Frame) -> None:
    push(state, MARCH, 3, 0b100, 7, 2)


class Arrive(Steps[Notes]):
    """A sequence with a local."""

    name = "arrive"
    unit = one("unit")
    steps = (note_unit, march_on)


class Return(March):
    """Takes over the locals of another."""

    name = "return"


MARCH, ARRIVE, RETURN = March(), Arrive(), Return()


def test_locals_are_read_by_name_out_of_plain_tuples() -> None:
    frame = (0, 0, 5, 0b11, 7, 2, 8, 1)
    assert (MARCH.unit(frame), MARCH.along(frame), MARCH.path(frame)) == (5, 0b11, (7, 2, 8, 1))
    assert MARCH.path(frame[:4]) == ()
    assert RETURN.unit(frame) == 5


def test_a_kind_knows_what_its_locals_are() -> None:
    assert [field.name for field in MARCH.locals] == ["unit", "along", "path"]
    sizes = {size for size in range(8) if MARCH.fits(0, [0] * size)}
    assert sizes == {2, 4, 6}
    assert not MARCH.fits(1, [0, 0])
    meanings = [
        (field.name, type(shape).__name__, value) for field, shape, value in MARCH.shaped([5, 3, 7, 2, 8, 1])
    ]
    assert meanings == [
        ("unit", "One", 5),
        ("along", "Many", 3),
        ("path", "One", 7),
        ("path", "Count", 2),
        ("path", "One", 8),
        ("path", "Count", 1),
    ]


def test_a_constant_side_and_prompt_need_no_method() -> None:
    assert (MARCH.side(fresh(), (0, 0)), str(MARCH.prompt(fresh(), (0, 0)))) == (1, "March on?")


def test_the_side_asked_may_be_a_local() -> None:
    class Vote(ChoiceKind[Notes]):
        topic = one("unit")
        asks = one("side")

    class Veto(Vote):
        pass

    class Fixed(ChoiceKind[Notes]):
        asks = one("side")

        def side(self, state: Notes, frame: Frame) -> int:
            return 7

    frame = (0, 0, 5, 1)
    assert [kind.side(fresh(), frame) for kind in (Vote(), Veto(), Fixed())] == [1, 1, 7]


def test_a_sequence_with_locals_runs_like_any_other() -> None:
    kinds: tuple[Kind, ...] = (MARCH, ARRIVE)
    for number, kind in enumerate(kinds):
        kind.number = number
    state = fresh()
    push(state, ARRIVE, 6)
    advance(state, kinds)
    assert (state.notes, state.frames) == ([6], [ARRIVE.frame(6, step=2), MARCH.frame(3, 0b100, 7, 2)])


def test_the_nearest_frame_of_a_kind() -> None:
    state = fresh()
    state.frames = [(1, 0, 4), (0, 0, 5, 0), (1, 2, 6), (2, 0)]
    ARRIVE.number, MARCH.number, RETURN.number = 1, 0, 9
    assert (nearest(state, ARRIVE), nearest(state, MARCH)) == ((1, 2, 6), (0, 0, 5, 0))
    with pytest.raises(LookupError, match="no frame return"):
        nearest(state, RETURN)


def test_a_local_may_not_hide_what_a_kind_is() -> None:
    with pytest.raises(TypeError, match="side: a local cannot have this name"):

        class Wrong(ChoiceKind[Notes]):
            side = one("side")  # type: ignore[assignment]


def test_a_list_of_locals_comes_last() -> None:
    with pytest.raises(TypeError, match="late: the list path must come last"):

        class Wrong(ChoiceKind[Notes]):
            path = listed(one("hex"))
            late = flag()


def test_the_kinds_of_a_package_in_the_order_of_its_chapters() -> None:
    kinds = kinds_in(rules)
    assert [kind.name for kind in kinds] == [
        *("place", "set-up", "draw", "bid", "tie", "moves", "step", "ambush", "roll", "battle", "turn")
    ]
    assert (kinds.index(PLACE), kinds.index(BATTLE), kinds.index(TURN)) == (0, 9, 10)


def test_a_step_may_end_the_game() -> None:
    ending = Steps[Notes]("ending", lambda s, f: s.frames.clear(), lambda s, f: s.notes.append(99))
    ending.number = 0
    state = fresh(ending, ending)
    advance(state, (ending,))
    assert state.notes == []


def test_replace_changes_locals_and_keeps_the_place() -> None:
    state = fresh()
    state.frames = [(1, 1), (2, 3, 4, 5)]
    replace(state, 8)
    assert state.frames == [(1, 1), (2, 3, 8)]
    restart(state)
    assert state.frames == [(1, 1), (2, 0, 8)]


def test_what_a_kind_must_bring_is_not_invented() -> None:
    state, frame = fresh(), (0, 0)
    bare, chance = ChoiceKind[Notes](), ChanceKind[Notes]()
    for call in (
        lambda: bare.side(state, frame),
        lambda: bare.legal(state, frame),
        lambda: bare.play(state, frame, 0, 0),
        lambda: bare.prompt(state, frame),
        lambda: chance.weights(state, frame),
        lambda: chance.play(state, frame, 0),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert str(bare.why_not(state, frame, 0, 0)[1]) == "there is something else to decide first"
    assert (chance.outcome_name(state, frame, 3), chance.audience(state, frame)) == ("3", EVERYONE)
    assert (Die[Notes]().weights(state, frame), Die[Notes]().outcome_name(state, frame, 0)) == ((1,) * 6, "1")


def test_an_interrupt_of_the_other_side_resumes_what_lies_below() -> None:
    text = "C: red/captain\nS: red/decoy\nN: blue/decoy\nNE: blue/scout\nphase: move red"
    state = tiny.read_position(text, tiny.load_data())
    for choice in ("piece:red/captain", "to:N"):
        tiny.apply(state, tiny.read(state, choice))
    assert tiny.actor(state) == 1
    assert [tiny.kind_names[frame[0]] for frame in state.frames] == ["turn", "moves", "battle", "ambush"]
    tiny.apply(state, tiny.read(state, "no-ambush"))
    assert tiny.actor(state) == 0
    assert tiny.legal(state) == [pack(1, 2), pack(6)]


def test_who_acts() -> None:
    state = tiny.start()
    assert tiny.actor(state) == 0
    for choice in ("to:S", "to:S", "to:SW", "to:N", "to:N", "to:NE"):
        tiny.apply(state, tiny.read(state, choice))
    assert tiny.actor(state) == CHANCE
    assert tiny.options(state) == []
    assert str(tiny.prompt(state)) == "Cards are drawn"
    state.frames.clear()
    assert tiny.actor(state) == OVER
    assert tiny.options(state) == []
    assert (str(tiny.prompt(state)), tiny.prompt_rule(state)) == ("The game is over", "")


class Handful(Dice[Notes]):
    """Three dice; the faces are kept."""

    name = "handful"

    def count(self, state: Notes, frame: Frame) -> int:
        return 3

    def rolled(self, state: Notes, frame: Frame, faces: tuple[int, ...]) -> None:
        state.notes = list(faces)


def test_a_handful_of_dice_is_one_outcome_in_base_six() -> None:
    state, frame, dice = Notes(), (0, 0), Handful()
    assert (len(dice.weights(state, frame)), total(dice.weights(state, frame))) == (216, 216)
    assert [dice.outcome_name(state, frame, n) for n in (0, 5, 6, 215)] == ["1 1 1", "1 1 6", "1 2 1", "6 6 6"]
    for outcome in range(216):
        assert dice.read_outcome(state, frame, dice.outcome_name(state, frame, outcome)) == outcome
    assert [dice.read_outcome(state, frame, text) for text in ("1 1", "1 1 7", "1 1 x", "", "1 1 1 1")] == [
        None
    ] * 5
    dice.play(state, frame, 5 * 36 + 0 * 6 + 2)
    assert state.notes == [6, 1, 3]


def test_many_outcomes_alike_need_no_list() -> None:
    weights = Uniform(6**20)
    assert (len(weights), index_of(weights, 6**20 - 1), weights[3]) == (6**20, 6**20 - 1, 1)
    with pytest.raises(IndexError):
        weights[6**20]
    with pytest.raises(IndexError):
        weights[-1]
    assert 0 <= SeededChance("g", b"x" * 32).draw(weights, 1) < 6**20
