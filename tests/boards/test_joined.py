"""Boards of several sheets against the plain model: whatever a game asks of one grid, on hundreds of them."""

from __future__ import annotations

import random
from itertools import pairwise

from sandtable.boards import (
    Hexsides,
    affordable,
    by_scale,
    cheapest,
    edge_table,
    flood,
    layers,
    path_to,
    price_between,
    priced,
    priced_path,
    shortest_path,
)
from sandtable.kernel.bits import bit, first
from tests.boards.models import BOARDS, Made, Worlds, walked


def test_the_random_boards_are_worth_asking(all_worlds: list[Made]) -> None:
    boards = [world.board for world in all_worlds]
    assert sum(len(board.sheets) > 2 for board in boards) > BOARDS / 3
    assert sum(len(board.joins) > 1 for board in boards) > BOARDS / 3
    assert sum(len(board.scales) > 1 for board in boards) > BOARDS / 3
    assert sum(bool(board.joined & board.closed) for board in boards) > BOARDS / 6


def test_neighbours(worlds: Worlds) -> None:
    for world, _ in worlds:
        board = world.board
        assert set(board.number) == set(world.onward)
        for name, number in board.number.items():
            assert world.named(board.adjacent[number]) == world.onward[name]
            assert board.spread(bit(number)) == board.adjacent[number]
            assert {board.names[other] for other in board.neighbours[number]} >= world.onward[name]


def test_spreading(worlds: Worlds) -> None:
    for world, rng in worlds:
        names = world.some(rng, 0.4)
        expected = {other for name in names for other in world.onward[name]}
        assert world.named(world.board.spread(world.mask(names))) == expected


def test_openings_lead_over_some_sides_one_way(worlds: Worlds) -> None:
    for world, rng in worlds:
        onward = {
            name: {other for other in sorted(around) if rng.random() < 0.5}
            for name, around in world.onward.items()
        }
        board = world.board
        openings = board.openings([world.mask(onward.get(name, ())) for name in board.names])
        for names in (world.some(rng, 0.3), set(board.number)):
            expected = {other for name in names for other in onward[name]}
            assert world.named(board.spread_over(openings, world.mask(names))) == expected


def test_every_side_has_a_number_over_joins_too(worlds: Worlds) -> None:
    for world, _ in worlds:
        sides = Hexsides(world.board)
        touching = {frozenset(map(world.board.names.__getitem__, ends)) for ends in sides.ends}
        across = {frozenset(pair) for join in world.board.joins for pair in join.pairs()}
        assert across <= touching
        assert {frozenset((a, b)) for a, around in world.onward.items() for b in around} <= touching


def test_floods_layers_and_paths_by_steps(worlds: Worlds) -> None:
    for world, rng in worlds:
        check_floods(world, rng)


def check_floods(world: Made, rng: random.Random) -> None:
    start, free = rng.choice(sorted(world.onward)), world.some(rng, 0.8)
    far = walked([start], lambda name: [(other, 1) for other in world.onward[name] & free])
    begin, through = world.mask([start]), world.mask(free)
    assert world.named(flood(world.board, begin, through)) == set(far)
    rings = layers(world.board, begin, through)
    assert {name: steps for steps, ring in enumerate(rings) for name in world.named(ring)} == far
    goal = rng.choice(sorted(far))
    path = shortest_path(world.board, begin, world.mask([goal]), through)
    assert path is not None
    assert len(path) - 1 == far[goal]
    assert all(world.board.adjacent[a] >> b & 1 for a, b in pairwise(path))


def test_ranges_count_the_scale_of_each_hex_entered(worlds: Worlds) -> None:
    for world, rng in worlds:
        check_ranges(world, rng)


def check_ranges(world: Made, rng: random.Random) -> None:
    start, free, stops = rng.choice(sorted(world.onward)), world.some(rng, 0.9), world.some(rng, 0.1)

    def onward(name: str) -> list[tuple[str, int]]:
        left = name == start or name not in stops
        return [(other, world.scale[other]) for other in world.onward[name] & free] if left else []

    far = walked([start], onward)
    begin, zones = world.mask([start]), world.mask(stops)
    prices = by_scale(world.board, world.mask(free))
    rings = priced(world.board, begin, prices, stops=zones)
    assert {name: spent for spent, ring in enumerate(rings) for name in world.named(ring)} == far
    assert rings[-1]
    reach = rng.randint(0, 7)
    near = affordable(world.board, begin, prices, reach, zones)
    assert world.named(near) == {name for name, spent in far.items() if spent <= reach}
    for goal in rng.sample(sorted(world.onward), min(3, len(world.onward))):
        check_way(world, start, goal, far.get(goal), world.mask(free), zones)


def check_way(world: Made, start: str, goal: str, price: int | None, free: int, stops: int) -> None:
    begin, end, prices = world.mask([start]), world.mask([goal]), by_scale(world.board, free)
    assert price_between(world.board, begin, end, prices, stops) == price
    path = priced_path(world.board, begin, end, prices, stops)
    if price is None:
        assert path is None
        return
    assert path is not None
    assert (path[0], path[-1]) == (first(begin), first(end))
    assert all(world.board.adjacent[a] >> b & 1 for a, b in pairwise(path))
    assert all(free >> place & 1 and not stops >> place & 1 for place in path[1:-1])
    assert sum(world.board.scale[place] for place in path[1:]) == price


def test_reach_priced_by_hexside(worlds: Worlds) -> None:
    for world, rng in worlds:
        check_reach(world, rng)


def check_reach(world: Made, rng: random.Random) -> None:
    """Each step has its own price, by direction; some are forbidden, some free."""
    names, steps = world.board.names, sorted((a, b) for a, around in world.onward.items() for b in around)
    toll = {step: rng.choice((None, 0, 1, 1, 2, 3)) for step in steps}
    table = edge_table(world.board, lambda a, b: toll[names[a], names[b]])
    start, budget = rng.choice(sorted(world.onward)), rng.randint(0, 8)
    far = walked([start], lambda a: [(b, price) for b in world.onward[a] if (price := toll[a, b]) is not None])
    tree = cheapest([world.board.number[start]], budget, table.__getitem__)
    found = {names[place]: spent for place, (spent, _) in tree.items()}
    assert found == {name: spent for name, spent in far.items() if spent <= budget}
    for place, (spent, _) in tree.items():
        path = [names[step] for step in path_to(tree, place)]
        assert sum(toll[leg] or 0 for leg in pairwise(path)) == spent
