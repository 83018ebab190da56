"""Nets of lines against the plain flood, step by step."""

from __future__ import annotations

import pickle
import random

import pytest

from sandtable.boards.lines import LineNet
from sandtable.kernel.bits import bit, ones


def net_of(*pairs: tuple[int, int], size: int = 12) -> list[int]:
    links = [0] * size
    for a, b in pairs:
        links[a] |= bit(b)
        links[b] |= bit(a)
    return links


def plain_flood(links: list[int], start: int, blocked: int) -> int:
    places = sum(bit(place) for place, onward in enumerate(links) if onward)
    reached = fresh = start & places & ~blocked
    while fresh:
        onward = 0
        for place in ones(fresh):
            onward |= links[place]
        fresh = onward & ~blocked & ~reached
        reached |= fresh
    return reached


def test_a_line_is_followed_to_its_ends_and_up_to_what_blocks_it() -> None:
    net = LineNet(net_of((0, 1), (1, 2), (2, 3), (3, 4), (2, 5)))
    assert net.places == 0b111111
    assert net.flood(bit(0), 0) == 0b111111
    assert net.flood(bit(0), bit(2)) == 0b000011
    assert net.flood(bit(3), bit(2)) == 0b011000
    assert net.flood(bit(2), bit(2)) == 0


def test_a_ring_without_a_junction_is_followed_all_round() -> None:
    net = LineNet(net_of((3, 4), (4, 5), (5, 3)))
    assert net.flood(bit(4), 0) == bit(3) | bit(4) | bit(5)
    assert net.flood(bit(4), bit(3)) == bit(4) | bit(5)


def test_a_place_without_a_line_is_not_on_the_net() -> None:
    assert LineNet(net_of((0, 1))).flood(bit(5), 0) == 0


@pytest.mark.parametrize("seed", range(60))
def test_any_net_is_flooded_as_if_step_by_step(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.randrange(3, 40)
    places = range(size)
    chain = [(a, a + 1) for a in places[:-1] if dice.random() < 0.9]
    others = [(dice.choice(places), dice.choice(places)) for _ in range(dice.randrange(6))]
    links = net_of(*chain, *((a, b) for a, b in others if a != b), size=size)
    net = LineNet(links)
    for _ in range(20):
        start = bit(dice.choice(places)) | bit(dice.choice(places))
        blocked = sum(bit(place) for place in places if dice.random() < 0.1)
        assert net.flood(start, blocked) == plain_flood(links, start, blocked)


def test_a_net_out_of_a_pickle_is_the_same_net() -> None:
    net = LineNet([0b10, 0b101, 0b10, 0])
    net.flood(1, 0)
    again = pickle.loads(pickle.dumps(net))
    assert (again.places, again.flood(1, 0), again.flood(1, 2)) == (0b111, 0b111, 1)
