"""State: copies, dumps and keys."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import Malformed
from sandtable.kernel.game import Game
from sandtable.kernel.state import BIG, State, key_of, plain_number, real_number
from tests.kernel.playing import positions
from tinygame.game import TinySkirmish

tiny = sandtable.game("tiny-skirmish")
STATES = positions(tiny, Random(3)) + positions(tiny, Random(4), options={"ties": "dice"})


def fields(state: State) -> dict[str, Any]:
    names = (*state.NUMBERS, *state.LISTS, *state.CACHES, "frames")
    return {name: getattr(state, name) for name in names}


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    for state in STATES:
        twin = state.copy()
        before = msgspec.json.encode(fields(state))
        assert fields(twin) == fields(state)
        assert twin.printed is state.printed
        for name in (*state.LISTS, *state.CACHES, "frames"):
            value = getattr(twin, name)
            if isinstance(value, list):
                value.append(value[0] if value else (0, 0))
        for name in state.NUMBERS:
            setattr(twin, name, getattr(twin, name) + 1)
        assert msgspec.json.encode(fields(state)) == before


def test_the_sink_does_not_travel_with_a_copy() -> None:
    state = STATES[0].copy()
    state.sink = print
    assert state.copy().sink is None


def test_playing_on_a_copy_leaves_the_original_alone() -> None:
    for state in STATES:
        if tiny.actor(state) >= 0:
            key = tiny.key(state)
            for choice in tiny.legal(state):
                tiny.apply(state.copy(), choice)
            assert tiny.key(state) == key


def test_dump_and_undump_round_trip() -> None:
    for state in STATES:
        plain = msgspec.json.decode(msgspec.json.encode(tiny.dump(state)))
        back = tiny.undump(plain, state.printed)
        assert fields(back) == fields(state)
        assert tiny.key(back) == tiny.key(state)


@pytest.mark.parametrize("frame", [["turn", 9], ["place", 0], ["place", 0, 0, 0], ["place", 1, 0]])
def test_a_stored_frame_that_cannot_be_is_refused(frame: list[Any]) -> None:
    plain = tiny.dump(STATES[0])
    plain["frames"] = [frame]
    with pytest.raises(Malformed, match=f"a stored state: this is not a possible frame {frame[0]}"):
        tiny.undump(plain, STATES[0].printed)


class Open(TinySkirmish):
    """The same game with everything face up."""

    scenarios = tuple(replace(info, secrets=False) for info in TinySkirmish.scenarios)
    view = Game.view
    resample = Game.resample


class Blind(TinySkirmish):
    """A game with secrets that does not say what a side may know."""

    view = Game.view
    resample = Game.resample


def test_the_view_of_a_game_without_secrets_is_the_position() -> None:
    game, state = Open(), STATES[9]
    views = [game.view(state, side) for side in (-1, 0, 1)]
    assert [view.side for view in views] == [-1, 0, 1]
    assert all(game.key(game.resample(view, Random(1), state.printed)) == tiny.key(state) for view in views)


def test_a_game_with_secrets_must_say_what_a_side_sees() -> None:
    game = Blind()
    with pytest.raises(NotImplementedError):
        game.view(STATES[0], 0)
    with pytest.raises(NotImplementedError):
        game.resample(None, Random(1), STATES[0].printed)


def test_caches_equal_their_rebuild() -> None:
    for state in STATES:
        twin = state.copy()
        twin.rebuild()
        assert fields(twin) == fields(state)


def test_a_dump_is_named_and_holds_no_cache() -> None:
    plain = tiny.dump(STATES[0])
    assert set(plain) == {*STATES[0].NUMBERS, *STATES[0].LISTS, "frames"} - {"special"}
    assert plain["frames"] == [["turn", 0], ["set-up", 1], ["place", 0, 0]]


def test_a_field_added_later_is_left_out_at_its_start() -> None:
    """So the keys of games that were stored before stay the same."""
    state = tiny.start("duel")
    assert tiny.dump(state)["special"] == 2
    assert tiny.undump(tiny.dump(state), state.printed).special == 2
    state.special = -1
    assert "special" not in tiny.dump(state)
    assert tiny.undump(tiny.dump(state), state.printed).special == -1


def test_every_field_is_in_the_key() -> None:
    for state in (STATES[0], STATES[20]):
        keys = {tiny.key(state)}
        for name in state.NUMBERS:
            twin = state.copy()
            setattr(twin, name, getattr(twin, name) + 1)
            keys.add(tiny.key(twin))
        for name in state.LISTS:
            for place in range(len(getattr(state, name))):
                twin = state.copy()
                getattr(twin, name)[place] += 1
                keys.add(tiny.key(twin))
        twin = state.copy()
        twin.frames[-1] = (*twin.frames[-1], 1)
        keys.add(tiny.key(twin))
        assert len(keys) == 2 + len(state.NUMBERS) + sum(len(getattr(state, name)) for name in state.LISTS)


def test_the_key_does_not_depend_on_the_order_of_fields() -> None:
    plain = tiny.dump(STATES[5])
    assert key_of(dict(reversed(plain.items()))) == key_of(plain)


def test_a_golden_key() -> None:
    """The key of the set-up is the same on every machine and Python; it changes only with the state's fields."""
    assert tiny.key(tiny.start()) == "500e234ad1a7f9e8e6027fc26d9daf61"


@given(st.integers())
def test_big_numbers_survive(value: int) -> None:
    assert real_number(plain_number(value)) == value
    assert isinstance(plain_number(value), int) == (-BIG < value < BIG)


@pytest.mark.parametrize("value", [BIG - 1, BIG, -BIG, 1 << 900])
def test_numbers_at_the_border(value: int) -> None:
    assert (plain_number(value) == hex(value)) is (abs(value) >= 2**62)
    encoded = msgspec.json.encode(plain_number(value))
    assert real_number(msgspec.json.decode(encoded)) == value
