"""Counts of decision sequences from positions of all phases; `scripts/record_expectations.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from perft import perft, read_file, slow_perft, split
from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS

ENTRIES = read_file(Path(__file__).parent / "perft.txt")
FEW = 300
"""So few sequences can be counted the slow way too."""


def test_all_phases_are_there() -> None:
    assert len(ENTRIES) >= 12
    assert len({name.rpartition("-")[0] or name for name in ENTRIES}) >= 8


@pytest.mark.parametrize("name", ENTRIES)
def test_the_counts_are_those_recorded(name: str) -> None:
    counts, text = ENTRIES[name]
    state = AFRIKA_KORPS.read_position(text, AFRIKA_KORPS.load_data())
    for depth, expected in enumerate(counts, 1):
        found = perft(AFRIKA_KORPS, state, depth)
        if found != expected:
            by_first = "\n".join(f"  {text}: {n}" for text, n in split(AFRIKA_KORPS, state, depth).items())
            pytest.fail(f"{name}, depth {depth}: {found}, not {expected}; by first choice:\n{by_first}")


@pytest.mark.parametrize("name", ENTRIES)
def test_the_slow_count_agrees(name: str) -> None:
    """The deepest count that is small enough, made by asking the door about every word of the vocabulary."""
    counts, text = ENTRIES[name]
    depths = [depth for depth, number in enumerate(counts, 1) if number <= FEW and depth <= 2]
    if depths:
        assert slow_perft(AFRIKA_KORPS, text, depths[-1]) == counts[depths[-1] - 1]
