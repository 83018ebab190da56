"""Floods, layers and shortest paths against a plain breadth-first search."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards import (
    HexBoard,
    affordable,
    connected,
    flood,
    layers,
    price_between,
    priced,
    priced_path,
    shortest_path,
    steps_between,
    within,
)
from sandtable.kernel.bits import first, mask_of, ones

CLOSED = [("1.3", "1.4"), ("2.3", "2.4"), ("2.3", "1.3"), ("4.6", "5.6")]
BOARD = HexBoard({f"{row}.{c}": (c - row // 2, row) for row in range(6) for c in range(8)}, CLOSED)
sets = st.integers(min_value=0, max_value=(1 << BOARD.size) - 1).map(lambda chosen: chosen & BOARD.all)
# Mostly free boards, so that lines are long: about three hexes in four stay free.
roomy = st.tuples(sets, sets).map(lambda pair: BOARD.all & ~(pair[0] & pair[1]))
few = st.sets(st.sampled_from(sorted(BOARD.number.values())), min_size=1, max_size=3).map(mask_of)


def naive_distances(start: int, free: int) -> dict[int, int]:
    found = dict.fromkeys(ones(start), 0)
    queue = deque(found)
    while queue:
        at = queue.popleft()
        for other in BOARD.neighbours[at]:
            if BOARD.adjacent[at] >> other & 1 and free >> other & 1 and other not in found:
                found[other] = found[at] + 1
                queue.append(other)
    return found


@given(few, roomy)
def test_flood_is_all_that_can_be_walked_to(start: int, free: int) -> None:
    assert flood(BOARD, start, free) == mask_of(naive_distances(start, free))


@given(few, roomy, st.integers(0, 6))
def test_within_stops_at_its_steps(start: int, free: int, steps: int) -> None:
    near = (number for number, far in naive_distances(start, free).items() if far <= steps)
    assert within(BOARD, start, free, steps) == mask_of(near)


@given(few, roomy, st.integers(0, 6))
def test_layers_are_the_distances(start: int, free: int, limit: int) -> None:
    distances = naive_distances(start, free)
    furthest = max(distances.values())
    expected = [mask_of(n for n, far in distances.items() if far == ring) for ring in range(furthest + 1)]
    assert layers(BOARD, start, free) == expected
    assert layers(BOARD, start, free, limit) == expected[: limit + 1]


@given(few, few, roomy)
def test_connected_and_steps_between_agree_with_walking(start: int, goals: int, free: int) -> None:
    found = [far for number, far in naive_distances(start, free).items() if goals >> number & 1]
    assert connected(BOARD, start, goals, free) == bool(found)
    assert steps_between(BOARD, start, goals, free) == (min(found) if found else None)


@given(few, few, roomy)
def test_shortest_path_is_a_line_of_the_right_length(start: int, goals: int, free: int) -> None:
    path = shortest_path(BOARD, start, goals, free)
    steps = steps_between(BOARD, start, goals, free)
    if path is None:
        assert steps is None
        return
    assert len(path) - 1 == steps
    assert start >> path[0] & 1
    assert goals >> path[-1] & 1
    assert all(free >> number & 1 for number in path[1:])
    assert all(BOARD.adjacent[a] >> b & 1 for a, b in pairwise(path))


@given(few, few, roomy)
def test_of_equal_paths_the_lowest_numbers_are_taken(start: int, goals: int, free: int) -> None:
    path = shortest_path(BOARD, start, goals, free)
    if path is not None:
        assert path == min(all_paths(start, goals, free, len(path)))


def all_paths(start: int, goals: int, free: int, length: int) -> list[list[int]]:
    """Every line of this many hexes that could still be shortest: each hex no nearer the start than its turn."""
    far = naive_distances(start, free)
    lines = [[number] for number in ones(start)]
    for turn in range(1, length):
        lines = [
            [*line, onward]
            for line in lines
            for onward in ones(BOARD.adjacent[line[-1]] & free)
            if far[onward] == turn
        ]
    return [line for line in lines if goals >> line[-1] & 1]


def test_the_start_is_exempt_and_the_goal_is_not() -> None:
    start, goal = BOARD.mask(["0.0"]), BOARD.mask(["0.2"])
    between = BOARD.mask(["0.1"])
    assert flood(BOARD, start, between) == start | between
    assert not connected(BOARD, start, goal, between)
    assert shortest_path(BOARD, start, goal, between) is None
    assert steps_between(BOARD, start, goal, between) is None
    assert connected(BOARD, start, goal, between | goal)
    assert shortest_path(BOARD, start, goal, between | goal) == [BOARD.number[n] for n in ("0.0", "0.1", "0.2")]


def test_a_start_that_is_a_goal_is_a_path_of_one() -> None:
    here = BOARD.mask(["3.3"])
    assert shortest_path(BOARD, here, here, 0) == [first(here)]
    assert steps_between(BOARD, here, here, 0) == 0
    assert connected(BOARD, here, here, 0)


def test_nothing_comes_from_nothing() -> None:
    assert flood(BOARD, 0, BOARD.all) == 0
    assert layers(BOARD, 0, BOARD.all) == [0]
    assert shortest_path(BOARD, 0, BOARD.all, BOARD.all) is None
    assert shortest_path(BOARD, BOARD.all, 0, BOARD.all) is None
    assert not connected(BOARD, 0, BOARD.all, BOARD.all)


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("1.3", "1.4", 2), ("1.3", "2.3", 2), ("4.6", "5.6", 2), ("1.4", "1.5", 1)]
)
def test_closed_sides_are_walked_around(a: str, b: str, steps: int) -> None:
    assert steps_between(BOARD, BOARD.mask([a]), BOARD.mask([b]), BOARD.all) == steps


def in_row(*columns: int) -> int:
    return BOARD.mask([f"0.{column}" for column in columns])


# The first row: 0.0 to 0.7. Hex 0.2 is rough; the other rows cannot be entered.
ROW = in_row(*range(8))
PRICES = [(1, ROW & ~in_row(2)), (3, in_row(2))]


def test_priced_rings_wait_for_what_is_dear() -> None:
    rings = priced(BOARD, in_row(0), PRICES)
    assert rings == [in_row(0), in_row(1), 0, 0, in_row(2), *(in_row(column) for column in range(3, 8))]
    assert priced(BOARD, in_row(0), PRICES[::-1]) == rings
    assert priced(BOARD, in_row(0), PRICES, 3) == [in_row(0), in_row(1)]
    assert affordable(BOARD, in_row(0), PRICES, 5) == in_row(0, 1, 2, 3)
    assert priced(BOARD, in_row(0), []) == [in_row(0)]
    assert priced(BOARD, 0, PRICES) == [0]


def test_what_stops_a_mover_may_be_entered_but_not_left() -> None:
    zone = in_row(0, 3)
    assert affordable(BOARD, in_row(0), PRICES, 9, zone) == in_row(0, 1, 2, 3)
    assert price_between(BOARD, in_row(0), in_row(3, 4), PRICES, zone) == 5
    assert price_between(BOARD, in_row(0), in_row(4), PRICES, zone) is None
    assert priced_path(BOARD, in_row(0), in_row(4), PRICES, zone) is None
    assert priced_path(BOARD, in_row(0), in_row(3), PRICES, zone) == [first(in_row(column)) for column in range(4)]


def test_of_two_prices_the_lower_is_paid() -> None:
    assert price_between(BOARD, in_row(0), in_row(3), [*PRICES, (2, ROW)]) == 4


def test_a_start_that_is_a_goal_costs_nothing() -> None:
    assert price_between(BOARD, in_row(5), in_row(5), []) == 0
    assert priced_path(BOARD, in_row(5), in_row(5), []) == [first(in_row(5))]


def test_every_place_has_its_price() -> None:
    with pytest.raises(ValueError, match="costs at least 1, but this price is 0"):
        priced(BOARD, in_row(0), [(0, ROW)])


@given(few, roomy)
def test_at_one_price_everywhere_rings_are_layers(start: int, free: int) -> None:
    assert priced(BOARD, start, [(1, free)]) == layers(BOARD, start, free)
