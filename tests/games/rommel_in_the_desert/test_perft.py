"""Counts of decision sequences from positions of all phases; `scripts/record_expectations.py` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from tests.perft import difference, read_file, slow_depth, slow_perft

ENTRIES = read_file(Path(__file__).parent / "perft.txt")


def test_all_phases_are_there() -> None:
    assert len(ENTRIES) >= 12
    assert len({name.rpartition("-")[0] or name for name in ENTRIES}) >= 12


@pytest.mark.parametrize("name", ENTRIES)
def test_the_counts_are_those_recorded(name: str) -> None:
    assert not difference(ROMMEL, *ENTRIES[name])


@pytest.mark.parametrize("name", ENTRIES)
def test_the_slow_count_agrees(name: str) -> None:
    """The deepest count that is small enough, made by asking the door about every word of the vocabulary."""
    counts, text = ENTRIES[name]
    if depth := slow_depth(counts):
        assert slow_perft(ROMMEL, text, depth) == counts[depth - 1]
