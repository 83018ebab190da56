"""Sheets of different scale and their joins: a small map counted by hand, tables of joins, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.boards import (
    JOIN_COLUMNS,
    NO_WAY,
    HexBoard,
    Join,
    JoinError,
    Sheet,
    affordable,
    by_scale,
    read_joins,
    steps_between,
    within,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.tables import DataError, read_table

# Two rows of three coarse hexes in the west, three of four fine ones in the middle, two coarse hexes in the east.
#
#     W0 W1 W2 | a0 a1 a2 a3
#       X0 X1 X2 | b0 b1 b2 b3 | E0 E1
#                  c0 c1 c2 c3
WEST = Sheet("west", {f"{row}{c}": (c, r) for r, row in enumerate("WX") for c in range(3)}, scale=2)
CENTRE = Sheet("centre", {f"{row}{c}": (c - r // 2, r) for r, row in enumerate("abc") for c in range(4)})
EAST = Sheet("east", {"0": (0, 0), "1": (1, 0)}, scale=2, prefix="E")
SHEETS = (WEST, CENTRE, EAST)
GREEN = Join("green", ("W2",), ("a0",))
BLUE = Join("blue", ("X2",), ("a0", "b0", "c0"))
RED = Join("red", ("a3", "b3", "c3"), ("E0",))
BOARD = HexBoard(SHEETS, joins=(GREEN, BLUE, RED))
AT = BOARD.number


def named(mask: int) -> set[str]:
    return {BOARD.names[number] for number in ones(mask)}


def test_all_sheets_are_one_noun() -> None:
    assert len(AT) == 6 + 12 + 2
    assert {name for name in BOARD.names if name} == set(AT)
    assert named(BOARD.on_sheet[0]) == {"W0", "W1", "W2", "X0", "X1", "X2"}
    assert named(BOARD.on_sheet[2]) == {"E0", "E1"}
    assert [BOARD.sheets[BOARD.sheet_of[AT[name]]].name for name in ("X1", "c3", "E1")] == [
        "west",
        "centre",
        "east",
    ]
    assert BOARD.sheet_of[BOARD.names.index("")] == -1
    assert [BOARD.scale[AT[name]] for name in ("X1", "c3", "E1")] == [2, 1, 2]
    assert BOARD.scales == ((1, BOARD.on_sheet[1]), (2, BOARD.on_sheet[0] | BOARD.on_sheet[2]))
    assert BOARD.axial[AT["E1"]] == (1, 0)


def test_neighbours_cross_the_joins_and_nothing_else_does() -> None:
    assert named(BOARD.adjacent[AT["W2"]]) == {"W1", "X1", "X2", "a0"}
    assert named(BOARD.adjacent[AT["X2"]]) == {"W2", "X1", "a0", "b0", "c0"}
    assert named(BOARD.adjacent[AT["a0"]]) == {"a1", "b0", "W2", "X2"}
    assert named(BOARD.adjacent[AT["E0"]]) == {"E1", "a3", "b3", "c3"}
    assert named(BOARD.adjacent[AT["W0"]]) == {"W1", "X0"}
    assert [BOARD.names[other] for other in BOARD.neighbours[AT["X2"]]] == ["W2", "X1", "a0", "b0", "c0"]


@pytest.mark.parametrize(
    ("start", "goal", "length"),
    [
        ("W0", "W2", 4),
        ("W2", "a0", 1),  # One fine hex entered ...
        ("a0", "W2", 2),  # ... or one coarse hex.
        ("W0", "a0", 5),
        ("a0", "W0", 6),
        ("X2", "b3", 4),
        ("a0", "a3", 3),
        ("a0", "c0", 2),
        ("W0", "E1", 12),  # W1 and W2 cost 4, a0 to a3 another 4, E0 and E1 the rest.
        ("E1", "W0", 12),
        ("a3", "E1", 4),
        ("E1", "a3", 3),
    ],
)
def test_distances_count_two_for_a_coarse_hex(start: str, goal: str, length: int) -> None:
    assert BOARD.distance(AT[start], AT[goal]) == length


def test_a_join_may_be_the_shorter_way_between_hexes_of_one_sheet() -> None:
    strip = Sheet("strip", {f"s{c}": (c, 0) for c in range(9)})
    bridge = Sheet("bridge", {"B": (5, 5)}, scale=2)
    board = HexBoard((strip, bridge), joins=[Join("ends", ("s0", "s8"), ("B",))])
    at = board.number
    assert board.distance(at["s0"], at["s8"]) == 3
    assert board.distance(at["s1"], at["s7"]) == 5
    assert board.distance(at["s2"], at["s6"]) == 4
    assert board.distance(at["s2"], at["s8"]) == 5


def test_a_sheet_without_a_join_is_out_of_every_range() -> None:
    board = HexBoard((CENTRE, Sheet("box", {"Malta": (0, 0)})))
    assert board.distance(board.number["a0"], board.number["Malta"]) == NO_WAY
    assert board.distance(board.number["Malta"], board.number["a0"]) == NO_WAY
    assert board.distance(board.number["a0"], board.number["c3"]) == 4


def test_one_coarse_sheet_counts_its_scale() -> None:
    board = HexBoard((WEST,))
    assert board.distance(board.number["W0"], board.number["W2"]) == 4


def test_ranges_in_hexes_and_ranges_by_scale() -> None:
    start, everywhere = BOARD.mask(["X2"]), BOARD.all
    in_hexes = within(BOARD, start, everywhere, 1)
    assert named(in_hexes) == {"X2", "W2", "X1", "a0", "b0", "c0"}
    by_length = affordable(BOARD, start, by_scale(BOARD, everywhere), 2)
    assert named(by_length) == {"X2", "W2", "X1", "a0", "b0", "c0", "a1", "b1", "c1"}
    assert steps_between(BOARD, BOARD.mask(["W0"]), BOARD.mask(["E1"]), everywhere) == 8


def test_a_closed_pair_of_a_join_leaves_the_others_open() -> None:
    shut = BOARD.with_closed([("X2", "b0")])
    assert shut.number == AT
    assert shut.joins == BOARD.joins
    assert named(shut.spread(shut.mask(["X2"]))) == {"W2", "X1", "a0", "c0"}
    assert named(shut.spread(shut.mask(["b0"]))) == {"a0", "a1", "b1", "c0", "c1"}
    assert shut.distance(AT["X2"], AT["b0"]) == 1  # As the crow flies.


def test_no_direction_leads_over_a_join() -> None:
    with pytest.raises(ValueError, match="not neighbours on the grid"):
        BOARD.direction(AT["W2"], AT["a0"])


def test_one_sheet_is_the_board_of_its_grid() -> None:
    alone, grid = HexBoard((CENTRE,)), HexBoard(CENTRE.hexes)
    assert alone.number == grid.number
    assert alone.adjacent == grid.adjacent
    assert alone.distance(alone.number["a0"], alone.number["c3"]) == grid.distance(
        grid.number["a0"], grid.number["c3"]
    )


@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        ((WEST, Sheet("west", {"z": (0, 0)})), "two sheets named 'west'"),
        ((CENTRE, Sheet("copy", {"a0": (5, 5)})), "'centre' and 'copy' both have a hex 'a0': one needs a prefix"),
        ((Sheet("flat", {"a": (0, 0)}, scale=0),), "the scale of a sheet is at least 1, but that of 'flat' is 0"),
        ((CENTRE, Sheet("empty", {})), "at least one hex on every sheet"),
        ((), "at least one hex"),
        ((CENTRE, Sheet("heap", {"y": (0, 0), "z": (0, 0)})), "two hexes are in the same place"),
        ((Sheet("nameless", {"": (0, 0)}),), "a hex needs a name"),
    ],
)
def test_impossible_sheets_are_refused(sheets: tuple[Sheet, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        HexBoard(sheets)


@pytest.mark.parametrize(
    ("join", "part", "reason"),
    [
        (Join("", ("W2",), ("a0",)), "name", "a join needs a name"),
        (Join("red", ("W2",), ("a0",)), "name", "there are two joins named 'red'"),
        (Join("new", ("W9",), ("a0",)), "a", "no hex 'W9' on this board"),
        (Join("new", ("W2",), ("0",)), "b", "no hex '0' on this board"),
        (Join("new", ("W2", "a1"), ("b1",)), "a", "W2 and a1 are on different sheets"),
        (Join("new", ("W1",), ()), "b", "a join needs hexes on both sheets"),
        (Join("new", ("W1", "W2"), ("X0",)), "b", "both ends are on sheet 'west'"),
        (Join("new", ("c3", "c2"), ("E1", "E0")), "b", "c3 and E0 are already joined by 'red'"),
        (Join("new", ("E0",), ("c3",)), "b", "E0 and c3 are already joined by 'red'"),
    ],
)
def test_impossible_joins_are_refused(join: Join, part: str, reason: str) -> None:
    with pytest.raises(JoinError, match=reason) as refused:
        HexBoard(SHEETS, joins=(RED, join))
    assert refused.value.part == part


def test_a_grid_cannot_be_joined_to_itself() -> None:
    with pytest.raises(JoinError, match="both ends are on one sheet"):
        HexBoard({"a": (0, 0), "b": (5, 0)}, joins=[Join("wrap", ("a",), ("b",))])


def table(tmp_path: Path, *lines: str) -> tuple[Join, ...]:
    header = f"{JOIN_COLUMNS} confidence".replace(" ", ",")
    (tmp_path / "joins.csv").write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    rows = read_table(tmp_path, "joins.csv", f"{JOIN_COLUMNS} confidence".split())
    return read_joins(rows, SHEETS)


def test_joins_come_from_a_table_that_names_hexes_as_printed(tmp_path: Path) -> None:
    lines = (
        "green,west,W2,centre,a0,printed",
        "blue,west,X2,centre,a0 b0 c0,printed",
        "red,centre,a3 b3 c3,east,0,reconstructed",
    )
    assert table(tmp_path, *lines) == (GREEN, BLUE, RED)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("red,north,W2,centre,a0,", "field sheet_a: 'north' is not one of west, centre, east"),
        ("red,west,W2 W7,centre,a0,", "field hexes_a: there is no hex 'W7' on sheet 'west'"),
        ("red,west,W2,centre,a0 b0 a0,", "field hexes_b: 'a0' is given twice"),
        ("red,west,W2,east,E0,", "field hexes_b: there is no hex 'E0' on sheet 'east'"),
        ("red,west,,centre,a0,", "field hexes_a: a value is required"),
        (",west,W2,centre,a0,", "field name: a value is required"),
        ("green,west,X2,centre,a0,", "field name: there are two joins named 'green'"),
        ("red,centre,a0,west,W2 W1,", "field hexes_b: a0 and W2 are already joined by 'green'"),
        (
            "red,west,W2,west,X0,",
            "field hexes_b: a join leads to another sheet, but both ends are on sheet 'west'",
        ),
    ],
)
def test_a_wrong_table_is_told_the_file_the_line_and_the_field(tmp_path: Path, line: str, where: str) -> None:
    with pytest.raises(DataError) as refused:
        table(tmp_path, "green,west,W2,centre,a0,printed", line)
    assert str(refused.value) == f"joins.csv, line 3, {where}"
