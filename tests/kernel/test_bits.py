"""Sets as ints agree with sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.bits import bit, first, mask_of, nth, ones, subsets

numbers = st.sets(st.integers(0, 700))


@given(numbers)
def test_masks_hold_what_was_put_in(members: set[int]) -> None:
    mask = mask_of(members)
    assert list(ones(mask)) == sorted(members)
    assert [nth(mask, index) for index in range(len(members))] == sorted(members)
    assert all(mask & bit(member) for member in members)
    if members:
        assert first(mask) == min(members)


@given(st.sets(st.integers(0, 40), max_size=7))
def test_subsets_are_all_there_once(members: set[int]) -> None:
    found = list(subsets(mask_of(members)))
    assert len(found) == len(set(found)) == 2 ** len(members)
    assert (found[0], found[-1]) == (mask_of(members), 0)
    assert all(part & ~mask_of(members) == 0 for part in found)
