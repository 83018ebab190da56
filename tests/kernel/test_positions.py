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

EXTRA = ("bid", "shown", "moved", "lost", "nothing", "step", "roll", "over", "{x}")
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
    assert phases >= {"place", "draw", "bid", "move", "step", "over"}


def test_a_position_reads_like_this() -> None:
    text = "piece blue/scout N\n\n  piece red/scout S shown moved  \nphase move blue\n"
    state = tiny.read_position(text, DATA)
    written = tiny.write_position(state).split("\n")
    assert written[-8:] == [
        "piece red/captain lost",
        "piece red/scout S shown moved",
        "piece red/decoy lost",
        "piece blue/captain lost",
        "piece blue/scout N",
        "piece blue/decoy lost",
        "phase move blue",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a line with the phase is missing"),
        ("turn 1 of 3\n", "line 2: a line with the phase is missing"),
        ("turn 1", "line 1: 3 words are due after the first, not 1"),
        ("turn 1 off 3", "line 1: 'off' is not one of of"),
        ("turn x of 3", "line 1: 'x' is not a number"),
        ("turn ² of 3", "line 1: '²' is not a number"),
        (
            "turn 1 of 3\nphase fly",
            "line 2: 'fly' is not one of place, draw, bid, tie, move, step, ambush, roll, over",
        ),
        ("\n\nphase", "line 3: 1 words are due after the first, not 0"),
        ("phase move", "line 1: 1 words are due after the first, not 0"),
        ("phase move green", "line 1: 'green' is not one of red, blue"),
        ("piece red/king S", "line 1: 'red/king' is not one of red/captain, red/scout,"),
        ("piece red/scout", "line 1: 1 words are due after the first, not 0"),
        ("piece red/scout X", "line 1: 'X' is not one of C, N,"),
        ("piece red/scout S dead", "line 1: 'dead' is not one of shown, moved"),
        ("piece red/scout S\npiece red/scout N", "line 2: 'piece red/scout' stands there twice"),
        ("hand red 1a 9z", "line 1: '9z' is not one of 1a,"),
        ("ladder 3", "line 1: 'ladder' is not one of turn, ties,"),
        ("{x} {y}", "line 1: '{x}' is not one of turn"),
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
        changed = tiny.read_position(" ".join(words), DATA)
    except Malformed:
        return
    if not tiny.status(changed):
        for side in (sandtable.SPECTATOR, 0, 1):
            other = tiny.resample(tiny.view(changed, side), Random(1), DATA)
            assert tiny.view(other, side) == tiny.view(changed, side)
        for choice in tiny.legal(changed):
            tiny.apply(changed.copy(), choice)


SOME = positions(tiny, Random(1), POLICIES["contact"]) + positions(tiny, Random(2), POLICIES["done-rarely"])
