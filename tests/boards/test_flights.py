"""Distances over joined sheets against a crow that walks, on hundreds of random boards."""

from __future__ import annotations

from sandtable.boards import NO_WAY
from sandtable.kernel.bits import ones
from tests.boards.models import Worlds, flown


def test_distances(worlds: Worlds) -> None:
    for world, rng in worlds:
        number = world.board.number
        for start in rng.sample(sorted(number), min(3, len(number))):
            far = flown(world, start)
            for goal in number:
                assert world.board.distance(number[start], number[goal]) == far.get(goal, NO_WAY)


def test_the_way_back_differs_by_the_scales_at_its_ends(worlds: Worlds) -> None:
    for world, rng in worlds:
        board = world.board
        for _ in range(5):
            a, b = rng.choice(ones(board.all)), rng.choice(ones(board.all))
            there, back = board.distance(a, b), board.distance(b, a)
            if there != NO_WAY:
                assert there + board.scale[a] == back + board.scale[b]
            assert (there == NO_WAY) == (back == NO_WAY)
