"""Chances of dice: results of a table, numbers of hits, and how many of them are told one by one."""

from __future__ import annotations

import pytest

from sandtable.kernel.chances import chances, grouped, hits, sums


def test_two_dice_have_thirty_six_throws() -> None:
    assert sums(2)[7] == pytest.approx(6 / 36)
    assert sums(2)[2] == pytest.approx(1 / 36)
    assert sum(sums(2).values()) == pytest.approx(1)


def test_results_come_with_the_rolls_that_bring_them() -> None:
    found = chances(lambda die: "hit" if die in (1, 4, 5, 6) else "miss")
    assert [(one.result, one.faces) for one in found.values()] == [("hit", "1, 4-6"), ("miss", "2-3")]
    assert found["hit"].share == pytest.approx(4 / 6)


def test_hits_of_several_volleys_add_up() -> None:
    """Two dice that hit with a six, and one that hits for two with a five or six."""
    found = hits([(2, 1 / 6, 1), (1, 1 / 3, 2)])
    assert found == pytest.approx([50 / 108, 20 / 108, 27 / 108, 10 / 108, 1 / 108])


def test_what_hardly_ever_happens_is_told_together() -> None:
    found = grouped(dict(enumerate(hits([(20, 1 / 3, 1)]))))
    assert len(found) == 7
    assert (found[0][0], found[-1][1]) == (0, 20)
    assert [first == last for first, last, _ in found] == [False, *[True] * 5, False]
    assert sum(share for *_, share in found) == pytest.approx(1)
    assert grouped({0: 0.5, 1: 0.49, 2: 0.01}) == [(0, 0, 0.5), (1, 2, 0.5)]
    assert grouped({0: 1.0}) == [(0, 0, 1.0)]
