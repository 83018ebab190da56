"""Hex boards: numbers, neighbours, closures, joins, and set growth that never wraps round the edge."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards import (
    OFF_BOARD,
    POINTY_TOP_DIRECTIONS,
    STEPS,
    Axial,
    FourDigits,
    HexBoard,
    Join,
    Sheet,
    diagonal_to_axial,
    lettered_column_to_axial,
)
from sandtable.kernel.bits import mask_of, ones


def rectangle(rows: int, columns: int) -> dict[str, Axial]:
    """Pointy-topped rows of equal length, the odd ones half a hex to the east."""
    return {f"{row}.{column}": (column - row // 2, row) for row in range(rows) for column in range(columns)}


def upright(columns: int, rows: int) -> dict[str, Axial]:
    """Flat-topped columns of equal length, the odd ones half a hex lower."""
    return {f"{c}.{row}": (c, row - c // 2) for c in range(columns) for row in range(rows)}


def some_sides(board: HexBoard, count: int, seed: int) -> list[tuple[int, int]]:
    sides = [(a, b) for a in ones(board.all) for b in board.neighbours[a] if a < b]
    return random.Random(seed).sample(sides, count)


PLAIN = HexBoard(rectangle(6, 9))
CLOSED = PLAIN.with_closed(some_sides(PLAIN, 25, seed=1))
FLAT = HexBoard(upright(9, 6)).with_closed([("4.2", "4.3"), ("0.0", "1.0")])
TWO_MAPS = (
    Sheet("first", {"a": (0, 0), "b": (1, 0), "c": (0, 1)}),
    Sheet("second", {"x": (0, 0), "y": (1, 0), "z": (0, 1)}),
)
JOINS = (Join("red", ("b",), ("x", "z")), Join("blue", ("c",), ("z",)))
JOINED = HexBoard(TWO_MAPS, closed=[("x", "y"), ("c", "z")], joins=JOINS)
BOARDS = {"plain": PLAIN, "closed": CLOSED, "flat": FLAT, "joined": JOINED}


# More bits than any of the small boards below has positions.
anything = st.integers(min_value=0, max_value=(1 << 200) - 1)


def naive_spread(board: HexBoard, mask: int) -> int:
    found = 0
    for number in ones(mask):
        found |= board.adjacent[number]
    return found


def named(board: HexBoard, mask: int) -> set[str]:
    return {board.names[number] for number in ones(mask)}


def test_neighbours_come_in_direction_order() -> None:
    hexes = {name: diagonal_to_axial(name) for name in ("G25", "G24", "G26", "F24", "F25", "H25", "H26", "E24")}
    board = HexBoard(hexes)
    around = [board.names[number] for number in board.neighbours[board.number["G25"]]]
    assert around == ["G26", "F25", "F24", "G24", "H25", "H26"]
    assert named(board, board.adjacent[board.number["G25"]]) == {"G24", "G26", "F24", "F25", "H25", "H26"}


def test_numbers_names_and_the_set_of_all_agree() -> None:
    for board in BOARDS.values():
        assert board.all == mask_of(board.number.values())
        assert len(board.names) == board.size == board.all.bit_length()
        assert {name: number for number, name in enumerate(board.names) if name} == board.number


def test_a_printed_rectangle_packs_without_the_slack_of_its_lean() -> None:
    assert HexBoard(rectangle(24, 70)).size <= 24 * 72
    assert HexBoard(upright(46, 29)).size <= 46 * 31


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_touching_is_being_one_step_apart_or_joined(board: HexBoard) -> None:
    for a in ones(board.all):
        near = mask_of(b for b in ones(board.all) if board.distance(a, b) == 1)
        joined = mask_of(b for side in board.joined if a in side for b in side if b != a)
        assert board.touching[a] == near | joined == mask_of(board.neighbours[a])


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_adjacent_leaves_out_exactly_the_closed_sides(board: HexBoard) -> None:
    missing = {
        (min(a, b), max(a, b))
        for a in ones(board.all)
        for b in ones(board.touching[a] & ~board.adjacent[a])
        if board.touching[b] & ~board.adjacent[b] & 1 << a
    }
    assert missing == board.closed
    assert sum((board.touching[a] ^ board.adjacent[a]).bit_count() for a in ones(board.all)) == 2 * len(missing)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@given(chosen=anything)
def test_spread_is_the_union_of_neighbours(board: HexBoard, chosen: int) -> None:
    mask = chosen & board.all
    assert board.spread(mask) == naive_spread(board, mask)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_spread_of_single_hexes_and_of_everything(board: HexBoard) -> None:
    for number in ones(board.all):
        assert board.spread(1 << number) == board.adjacent[number]
    assert board.spread(board.all) == naive_spread(board, board.all)
    assert board.spread(0) == 0


@given(st.sets(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1), anything)
def test_no_shape_of_map_makes_strangers_neighbours(places: set[Axial], chosen: int) -> None:
    board = HexBoard({f"{q},{r}": (q, r) for q, r in sorted(places)})
    expected = {
        f"{q + dq},{r + dr}"
        for q, r in places
        if chosen >> board.number[f"{q},{r}"] & 1
        for dq, dr in STEPS
        if (q + dq, r + dr) in places
    }
    assert named(board, board.spread(chosen & board.all)) == expected


def test_the_ends_of_a_row_do_not_touch_the_next_row() -> None:
    east_end, west_end = PLAIN.number["2.8"], PLAIN.number["3.0"]
    assert named(PLAIN, PLAIN.spread(1 << east_end)) == {"2.7", "1.7", "1.8", "3.7", "3.8"}
    assert named(PLAIN, PLAIN.spread(1 << west_end)) == {"3.1", "2.0", "2.1", "4.0", "4.1"}


def test_steps_lead_where_directions_say_and_off_the_edge() -> None:
    corner = PLAIN.number["0.0"]
    reached = [PLAIN.step(corner, way) for way in range(6)]
    expected = {"E": "0.1", "SE": "1.0"}
    for name, there in zip(POINTY_TOP_DIRECTIONS, reached, strict=True):
        assert there == (PLAIN.number[expected[name]] if name in expected else OFF_BOARD)


def test_direction_undoes_step_and_has_its_opposite() -> None:
    for a in ones(PLAIN.all):
        for way, b in enumerate(PLAIN.steps[a]):
            if b != OFF_BOARD:
                assert PLAIN.direction(a, b) == way
                assert PLAIN.direction(b, a) == (way + 3) % 6


def test_direction_refuses_what_does_not_touch_on_the_grid() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        PLAIN.direction(PLAIN.number["0.0"], PLAIN.number["0.2"])
    with pytest.raises(ValueError, match="not neighbours"):
        JOINED.direction(JOINED.number["b"], JOINED.number["x"])
    with pytest.raises(ValueError, match="not neighbours"):
        PLAIN.direction(PLAIN.number["0.8"], PLAIN.number["0.8"] + 1)


def test_joined_maps_touch_and_spread_across_open_joins() -> None:
    number = JOINED.number
    assert named(JOINED, JOINED.spread(1 << number["b"])) == {"a", "c", "x", "z"}
    assert named(JOINED, JOINED.spread(1 << number["z"])) == {"b", "x", "y"}
    assert named(JOINED, JOINED.touching[number["c"]]) == {"a", "b", "z"}


DISTANCES = [("1647", "2045", 4), ("2728", "2327", 4), ("2719", "2618", 2), ("2620", "2719", 1)]


@pytest.mark.parametrize(("a", "b", "hexes"), DISTANCES)
def test_distances_of_the_played_example(a: str, b: str, hexes: int) -> None:
    grid = FourDigits(row_first=True, from_south=True)
    board = HexBoard({name: grid.to_axial(name) for name in (a, b)})
    assert board.distance(board.number[a], board.number[b]) == hexes


def test_distance_on_a_flat_topped_map() -> None:
    board = HexBoard({name: lettered_column_to_axial(name) for name in ("A1", "C1", "C5", "TT1")})
    a1, c1, c5, tt1 = (board.number[name] for name in ("A1", "C1", "C5", "TT1"))
    assert [board.distance(a1, other) for other in (a1, c1, c5, tt1)] == [0, 2, 5, 45]
    assert board.distance(tt1, a1) == 45


def test_closing_more_sides_keeps_numbers_and_earlier_closures() -> None:
    more = FLAT.with_closed([("8.5", "8.4")])
    assert more.number == FLAT.number
    assert len(more.closed) == 3
    assert more.closed > FLAT.closed
    assert JOINED.with_closed([("a", "b")]).joins == JOINED.joins


def test_impossible_boards_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one hex"):
        HexBoard({})
    with pytest.raises(ValueError, match="same place"):
        HexBoard({"a": (0, 0), "b": (0, 0)})
    with pytest.raises(ValueError, match="needs a name"):
        HexBoard({"": (0, 0)})
    with pytest.raises(ValueError, match="do not touch"):
        PLAIN.with_closed([("0.0", "0.2")])
    with pytest.raises(ValueError, match="no hexside with itself"):
        PLAIN.with_closed([("0.0", "0.0")])


def test_only_hexes_of_the_board_have_numbers() -> None:
    padding = PLAIN.names.index("")
    for place in ("9.9", "", padding, -1, PLAIN.size):
        with pytest.raises(ValueError, match="no hex"):
            PLAIN.number_of(place)
    assert PLAIN.mask(["0.0", PLAIN.number["5.8"]]) == 1 << PLAIN.number["0.0"] | 1 << PLAIN.number["5.8"]
