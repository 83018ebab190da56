"""Positions: text of any moment, read back to the same state; text that is none is named by its line."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import Malformed
from tests.kernel.playing import POLICIES, positions

tiny = sandtable.game("tiny-skirmish")
DATA = tiny.load_data()
START = tiny.write_position(tiny.start())

EXTRA = ("bid:", "shown:", "moved:", "lost:", "nothing", "step", "roll", "over", "frame:", "{x}", "red=1a", "-")
WORDS = sorted({*START.split(), *DATA.hexes, *DATA.cards, *EXTRA})
lines = st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=6).map(" ".join)
texts = st.lists(lines, max_size=6).map("\n".join)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_moment_round_trips(policy: str) -> None:
    phases = set()
    for seed in range(8):
        for state in positions(tiny, Random(seed), POLICIES[policy], options={"ties": ("red", "dice")[seed % 2]}):
            text = tiny.write_position(state)
            again = tiny.read_position(text, DATA)
            assert tiny.key(again) == tiny.key(state)
            assert again.frames == state.frames
            assert tiny.write_position(again) == text
            phases.add(text.split("\n")[-2].split()[1])
    assert phases >= {"place", "draw", "bid", "moves", "step", "over"}


def test_a_position_reads_like_this() -> None:
    text = """
        N: blue/scout  # nobody knows

        S: red/scout*
        moved: red/scout
        hand blue: 2a 1a
        bid: red=nothing
        points: 0 2
        phase: move blue
    """
    state = tiny.read_position(text, DATA)
    assert tiny.write_position(state).split("\n") == [
        "turn 1 of 3",
        "N: blue/scout",
        "S: red/scout*",
        "points: blue=2",
        "moved: red/scout",
        "hand blue: 1a 2a",
        "bid: red=nothing",
        "frame: turn 6",
        "frame: moves 0 asks=blue",
        "",
    ]


def test_a_piece_that_is_not_named_is_where_the_game_assumes() -> None:
    state = tiny.read_position("N: blue/scout\nwaiting: red/scout\nphase: over", DATA)
    assert [state.where[DATA.pieces.index(name)] for name in ("blue/scout", "red/scout", "red/decoy")] == [
        1,
        -1,
        -2,
    ]


def test_frames_may_be_given_by_number() -> None:
    """As they were written before their locals had names."""
    named = "S: red/scout\nN: blue/scout\nframe: turn 5\nframe: moves 0 asks=red\nframe: step 0 piece=red/scout"
    plain = "S: red/scout\nN: blue/scout\nframe: turn 5\nframe: moves 0 0\nframe: step 0 1"
    assert tiny.key(tiny.read_position(named, DATA)) == tiny.key(tiny.read_position(plain, DATA))


MISSING = "a line like 'phase: move red' is missing"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", f"line 1: {MISSING}"),
        ("turn 1 of 3\n", f"line 2: {MISSING}"),
        ("turn 1", "line 1: write 'turn 2 of 3'"),
        ("turn 1 off 3", "line 1: write 'turn 2 of 3'"),
        ("turn x of 3", "line 1: 'x' is not a number"),
        ("turn ² of 3", "line 1: '²' is not a number"),
        ("turn 1 of 3\nphase: fly", "line 2: a phase is one of place asks, draw, bid asks, tie, move asks,"),
        ("\n\nphase:", "line 3: a phase is one of place"),
        ("phase: move", "line 1: a phase is one of place"),
        ("phase: move green", "line 1: there is no side 'green'"),
        ("phase: over\nframe: turn 0", "line 3: give either a phase or frames"),
        ("S red/scout", "line 1: 'S red/scout' is not 'name: values'"),
        ("S: red/king", "line 1: there is no piece 'red/king'"),
        ("X: red/scout", "line 1: 'X' is neither a place nor a known field"),
        ("S: red/scout\nN: red/scout", "line 2: red/scout is in two places"),
        ("hand red: 1a 9z", "line 1: there is no card '9z'"),
        ("hand red: 1a\n\nhand red: 2a", "line 3: 'hand red' is given twice"),
        ("hand green: 1a", "line 1: there is no side 'green'"),
        ("hands: 1a", "line 1: 'hands' is neither a place nor a known field"),
        ("moved: red/king", "line 1: there is no piece 'red/king'"),
        ("points: red", "line 1: write 'points: side=value'"),
        ("points: red=many", "line 1: 'many' is not a number"),
        ("points: red=-1", "line 1: points cannot be -1"),
        ("bid: red=5x", "line 1: there is no bid '5x'"),
        ("ties: cards", "line 1: 'cards' is not one of red, dice"),
        ("first: red blue", "line 1: 'first' takes one value"),
        ("frame:", "line 1: '' is not a kind of frame"),
        ("frame: fly 0", "line 1: 'fly' is not a kind of frame"),
        ("frame: turn", "line 1: write 'frame: turn step', with step 0 to 7"),
        ("frame: turn 8", "line 1: write 'frame: turn step', with step 0 to 7"),
        ("frame: turn x", "line 1: 'x' is not a number"),
        ("frame: step 0", "line 1: write 'frame: step step piece=...', with step 0 to 0"),
        ("frame: step 0 mover=red", "line 1: write 'frame: step step piece=...', with step 0 to 0"),
        ("frame: step 0 piece=red/scout piece=red/scout", "line 1: write 'frame: step step piece=...'"),
        ("frame: step 0 piece=red/king", "line 1: there is no piece 'red/king'"),
        ("frame: step 0 6", "line 1: piece cannot be 6"),
        ("frame: step 0 -1", "line 1: piece cannot be -1"),
        ("ladder: 3", "line 1: 'ladder' is neither a place nor a known field"),
        ("{x}: {y}", "line 1: '{x}' is neither a place nor a known field"),
    ],
)
def test_the_line_that_is_not_understood_is_named(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        tiny.read_position(text, DATA)
    assert str(refusal.value).startswith(reason)


@given(texts | st.text())
def test_fuzzed_text_is_a_position_or_malformed(text: str) -> None:
    try:
        state = tiny.read_position(text, DATA)
    except Malformed as error:
        state, reason = None, str(error)
    if state is None:
        assert reason.startswith("line ")
    else:
        assert tiny.read_position(tiny.write_position(state), DATA).frames == state.frames


@given(st.data())
def test_fuzzed_changes_of_a_real_position(data: st.DataObject) -> None:
    """A position with some words exchanged is refused, impossible, or playable: never a crash."""
    state = data.draw(st.sampled_from(SOME))
    words = tiny.write_position(state).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS))
    try:
        changed = tiny.accept_position(" ".join(words), DATA)
    except Malformed:
        return
    for side in (sandtable.SPECTATOR, 0, 1):
        other = tiny.resample(tiny.view(changed, side), Random(1), DATA)
        assert tiny.view(other, side) == tiny.view(changed, side)
    for choice in tiny.legal(changed):
        tiny.apply(changed.copy(), choice)


SOME = positions(tiny, Random(1), POLICIES["contact"]) + positions(tiny, Random(2), POLICIES["done-rarely"])
