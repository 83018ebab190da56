"""A trail is a list, whatever is sealed of it; copies go their own ways."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.trail import BLOCK, Trail


def itself(item: int) -> int:
    return item


@pytest.mark.parametrize("seed", range(5))
def test_a_trail_is_a_list(seed: int) -> None:
    rng, plain, trail, other = Random(seed), list[int](), Trail[int](), Trail[int]()
    kept: list[tuple[list[int], Trail[int]]] = []
    for _ in range(60):
        for _ in range(rng.randrange(2 * BLOCK)):
            plain.append((plain[-1] if plain else 0) + rng.randrange(3))
            trail.append(plain[-1])
        if rng.random() < 0.4 and plain:
            length = len(plain) - rng.randrange(min(len(plain), 3 * BLOCK))
            del plain[length:]
            trail.cut(length)
        if rng.random() < 0.2:
            kept.append((plain[:], trail.copy()))
        assert len(trail) == len(plain)
        begin, end = sorted(rng.choices(range(-len(plain) - 2, len(plain) + 3), k=2))
        assert trail[begin:end] == plain[begin:end]
        for place in rng.choices(range(-len(plain), len(plain)), k=8) if plain else ():
            assert trail[place] == plain[place]
        value = rng.randrange(-1, max(plain, default=0) + 2)
        assert trail.up_to(value, itself) == sum(item <= value for item in plain)
        assert list(trail.since(max(0, end))) == plain[max(0, end) :]
    assert trail == plain
    assert list(reversed(trail)) == plain[::-1]
    assert all(copy == then for then, copy in kept), "a copy keeps what it was"
    assert other == []


def test_what_is_not_there_is_not_there() -> None:
    trail = Trail(range(5 * BLOCK))
    for place in (5 * BLOCK, -5 * BLOCK - 1):
        with pytest.raises(IndexError):
            trail[place]


def test_a_search_opens_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    trail, opened, opening = Trail(range(50 * BLOCK)), list[int](), Trail._open

    def noted(self: Trail[int], block: int) -> list[int]:
        opened.append(block)
        return opening(self, block)

    monkeypatch.setattr(Trail, "_open", noted)
    assert trail.up_to(7 * BLOCK + 3, itself) == 7 * BLOCK + 4
    assert opened == [7]
    assert trail.up_to(50 * BLOCK - 9, itself) == 50 * BLOCK - 8
    assert opened == [7], "the recent past is at hand"
