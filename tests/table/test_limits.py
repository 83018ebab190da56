"""The moving window of what is too often."""

from __future__ import annotations

import pytest

from sandtable.table.errors import TooMuch
from sandtable.table.limits import SWEEP, Window


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_window_moves() -> None:
    clock = Clock()
    window = Window(2, 10, clock)
    window.check("a", "no")
    clock.now += 6
    window.check("a", "no")
    with pytest.raises(TooMuch, match="no"):
        window.check("a", "no")
    window.check("b", "no")
    clock.now += 4.5
    window.check("a", "no")
    with pytest.raises(TooMuch):
        window.check("a", "no")


def test_what_is_refused_does_not_count() -> None:
    clock = Clock()
    window = Window(1, 10, clock)
    window.check("a", "no")
    for _ in range(5):
        clock.now += 1.5
        with pytest.raises(TooMuch):
            window.check("a", "no")
    clock.now += 3
    window.check("a", "no")


def test_one_can_be_given_back() -> None:
    window = Window(2, 10, Clock())
    for _ in range(2):
        window.check("a", "no")
    window.release("a")
    window.check("a", "no")
    window.release("never seen")


def test_who_has_done_nothing_lately_is_forgotten() -> None:
    clock = Clock()
    window = Window(2, 10, clock)
    for number in range(SWEEP):
        window.check(number, "no")
    clock.now += 11
    for number in range(SWEEP, SWEEP + 5):
        window.check(number, "no")
    assert len(window._hits) <= 10
