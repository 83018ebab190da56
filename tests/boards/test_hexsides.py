"""Hexsides: every touching pair has one number, and values kept by side come back by pair."""

from __future__ import annotations

import pytest

from sandtable.boards import OFF_BOARD, HexBoard, Hexsides, Join, Sheet, index_to_axial
from sandtable.kernel.bits import ones

# Rows of a real axial map: first and last q of each row, ids counted in rows of 25.
EXTENT = [(7, 10), (6, 14), (4, 15), (3, 24), (3, 23), (3, 20), (1, 17), (0, 16), (2, 15)]
IDS = [25 * r + q for r, (west, east) in enumerate(EXTENT) for q in range(west, east + 1)]
BOARD = HexBoard({str(index): index_to_axial(index, 25) for index in IDS}, closed=[("7", "32")])
SIDES = Hexsides(BOARD)
TWO_MAPS = (Sheet("first", {"a": (0, 0), "b": (1, 0)}), Sheet("second", {"x": (0, 0), "y": (0, 1)}))
JOINED = HexBoard(TWO_MAPS, joins=[Join("green", ("a",), ("x", "y"))])


def test_the_map_has_as_many_sides_as_touching_pairs() -> None:
    assert len(IDS) == 134
    assert SIDES.count == 345
    assert SIDES.all == (1 << 345) - 1


def test_numbers_and_pairs_lead_to_each_other() -> None:
    assert list(SIDES.ends) == sorted(set(SIDES.ends))
    for side, (a, b) in enumerate(SIDES.ends):
        assert a < b
        assert BOARD.touching[a] >> b & 1
        assert SIDES.between(a, b) == SIDES.between(b, a) == side


def test_sides_of_a_hex_come_in_the_order_of_its_neighbours() -> None:
    for number in ones(BOARD.all):
        for side, other in zip(SIDES.of[number], BOARD.neighbours[number], strict=True):
            assert set(SIDES.ends[side]) == {number, other}
        assert SIDES.around[number] == sum(1 << side for side in SIDES.of[number])


def test_a_closed_side_still_has_its_number() -> None:
    assert next(SIDES.pairs(SIDES.mask([("32", "7")]))) in BOARD.closed


def test_joins_are_sides_too() -> None:
    sides = Hexsides(JOINED)
    assert {frozenset(JOINED.names[end] for end in ends) for ends in sides.ends} == {
        frozenset(pair) for pair in ("ab", "xy", "ax", "ay")
    }


def test_values_are_kept_by_side() -> None:
    roads = SIDES.values([("7", "8", "highway"), ("31", "7", "track")], "none")
    assert len(roads) == SIDES.count
    assert roads[SIDES.side_of("8", "7")] == "highway"
    assert roads[SIDES.side_of("7", "31")] == "track"
    assert roads.count("none") == SIDES.count - 2


def test_a_set_of_sides_can_be_closed() -> None:
    river = SIDES.mask([("8", "9"), ("9", "34")])
    assert river.bit_count() == 2
    dammed = BOARD.with_closed(SIDES.pairs(river))
    assert dammed.closed == BOARD.closed | set(SIDES.pairs(river))
    assert not dammed.adjacent[dammed.number["9"]] >> dammed.number["8"] & 1


def test_hexes_that_do_not_touch_share_no_side() -> None:
    with pytest.raises(ValueError, match="share no side"):
        SIDES.side_of("7", "9")
    # Ids 99 and 100 would follow one another if rows wrapped; only the first is on the map.
    with pytest.raises(ValueError, match="no hex '100'"):
        SIDES.side_of("99", "100")
    for number in ones(BOARD.all):
        with pytest.raises(ValueError, match="share no side"):
            SIDES.between(number, OFF_BOARD)
