"""Printed hex names against the neighbour lists, distances and centres the maps themselves state."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards import (
    FLAT_TOP_DIRECTIONS,
    POINTY_TOP_DIRECTIONS,
    STEPS,
    Axial,
    FourDigits,
    axial_to_diagonal,
    axial_to_index,
    axial_to_lettered_column,
    diagonal_to_axial,
    flat_top_centre,
    index_to_axial,
    lettered_column_to_axial,
    pointy_top_centre,
)

ROWS_FROM_SOUTH = FourDigits(row_first=True, from_south=True)
axials = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


def named_neighbours(at: Axial, to_name: Callable[[int, int], str]) -> list[str]:
    return [to_name(at[0] + dq, at[1] + dr) for dq, dr in STEPS]


def test_diagonal_names_have_the_printed_neighbours() -> None:
    around = named_neighbours(diagonal_to_axial("G25"), axial_to_diagonal)
    assert around == ["G26", "F25", "F24", "G24", "H25", "H26"]


def test_diagonal_names_give_row_and_number() -> None:
    assert diagonal_to_axial("W6") == (6 - 22, 22)
    assert diagonal_to_axial("A1") == (1, 0)
    assert axial_to_diagonal(6 - 22, 22) == "W6"


@pytest.mark.parametrize(
    ("middle", "around"),
    [
        # In directions SE, NE, N, NW, SW, S; an even column first, then an odd one that lies half a hex lower.
        ("C5", ["D5", "D4", "C4", "B4", "B5", "C6"]),
        ("D5", ["E6", "E5", "D4", "C5", "C6", "D6"]),
        ("Z14", ["AA15", "AA14", "Z13", "Y14", "Y15", "Z15"]),
    ],
)
def test_lettered_columns_have_the_printed_neighbours(middle: str, around: list[str]) -> None:
    assert named_neighbours(lettered_column_to_axial(middle), axial_to_lettered_column) == around


@pytest.mark.parametrize(("name", "column"), [("A1", 0), ("Z0", 25), ("AA1", 26), ("TT8", 45), ("ZZ9", 51)])
def test_doubled_letters_follow_z(name: str, column: int) -> None:
    assert lettered_column_to_axial(name)[0] == column


@pytest.mark.parametrize(
    ("middle", "around"),
    [
        ("2630", ["2631", "2730", "2729", "2629", "2529", "2530"]),
        ("2719", ["2720", "2820", "2819", "2718", "2619", "2620"]),
    ],
)
def test_rows_counted_from_the_south_have_the_printed_neighbours(middle: str, around: list[str]) -> None:
    assert named_neighbours(ROWS_FROM_SOUTH.to_axial(middle), ROWS_FROM_SOUTH.to_name) == around


@pytest.mark.parametrize(
    ("grid", "around"),
    [
        (FourDigits(), ["0605", "0604", "0504", "0405", "0506", "0606"]),
        (FourDigits(pushed=0), ["0605", "0504", "0404", "0405", "0406", "0506"]),
        (FourDigits(flat_top=True), ["0606", "0605", "0504", "0405", "0406", "0506"]),
        (FourDigits(flat_top=True, pushed=0), ["0605", "0604", "0504", "0404", "0405", "0506"]),
    ],
)
def test_column_first_grids_push_the_rank_they_say(grid: FourDigits, around: list[str]) -> None:
    assert named_neighbours(grid.to_axial("0505"), grid.to_name) == around


def test_index_counts_along_rows() -> None:
    assert index_to_axial(175, 25) == (0, 7)
    assert index_to_axial(99, 25) == (24, 3)
    around = named_neighbours(index_to_axial(37, 25), lambda q, r: str(axial_to_index(q, r, 25)))
    assert around == ["38", "13", "12", "36", "61", "62"]


@given(axials)
def test_every_system_gives_back_the_coordinates_of_the_name_it_made(at: Axial) -> None:
    systems: list[tuple[Callable[[int, int], str], Callable[[str], Axial]]] = [
        (axial_to_diagonal, diagonal_to_axial),
        (axial_to_lettered_column, lettered_column_to_axial),
        (lambda q, r: str(axial_to_index(q, r, 25)), lambda name: index_to_axial(int(name), 25)),
        *((grid.to_name, grid.to_axial) for grid in every_grid()),
    ]
    for to_name, to_axial in systems:
        try:
            name = to_name(*at)
        except ValueError:
            continue  # This system cannot write that hex.
        assert to_axial(name) == at


def every_grid() -> list[FourDigits]:
    flags = (False, True)
    return [
        FourDigits(flat, push, first, up) for flat in flags for push in (0, 1) for first in flags for up in flags
    ]


@pytest.mark.parametrize("grid", every_grid(), ids=str)
def test_four_digits_come_back(grid: FourDigits) -> None:
    for name in ("0000", "0714", "2830", "9999"):
        assert grid.to_name(*grid.to_axial(name)) == name


@pytest.mark.parametrize("name", ["", "6", "w6", "W", "W06", "WW6", "W6 ", "W-6", "W٣"])
def test_malformed_diagonal_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="should be a row letter"):
        diagonal_to_axial(name)


@pytest.mark.parametrize("name", ["", "14", "AB3", "AAA3", "n14", "N014", "N14\n"])
def test_malformed_column_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="should be column letters"):
        lettered_column_to_axial(name)


@pytest.mark.parametrize("name", ["", "283", "28300", "28-3", "28 3", "A830"])
def test_malformed_four_digits_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="should be four digits"):
        ROWS_FROM_SOUTH.to_axial(name)


def test_coordinates_without_a_name_are_refused() -> None:
    with pytest.raises(ValueError, match="no row letter"):
        axial_to_diagonal(0, 26)
    with pytest.raises(ValueError, match="no row letter"):
        axial_to_diagonal(-6, 5)
    with pytest.raises(ValueError, match="no column letters"):
        axial_to_lettered_column(52, 0)
    with pytest.raises(ValueError, match="no four-digit name"):
        ROWS_FROM_SOUTH.to_name(0, 1)
    with pytest.raises(ValueError, match="cannot be negative"):
        index_to_axial(-1, 25)
    with pytest.raises(ValueError, match="outside rows of 25"):
        axial_to_index(25, 0, 25)


COMPASS = {"E": (1, 0), "W": (-1, 0), "N": (0, -1), "S": (0, 1)}
COMPASS |= {"NE": (1, -1), "NW": (-1, -1), "SE": (1, 1), "SW": (-1, 1)}


def sign(number: float) -> int:
    return 0 if isclose(number, 0, abs_tol=1e-9) else (1 if number > 0 else -1)


@pytest.mark.parametrize(
    ("centre", "directions"),
    [(pointy_top_centre, POINTY_TOP_DIRECTIONS), (flat_top_centre, FLAT_TOP_DIRECTIONS)],
)
def test_neighbours_are_drawn_one_hex_away_on_the_side_they_are_named_for(
    centre: Callable[[int, int], tuple[float, float]], directions: tuple[str, ...]
) -> None:
    x, y = centre(3, 5)
    for (dq, dr), name in zip(STEPS, directions, strict=True):
        there = centre(3 + dq, 5 + dr)
        assert isclose(dist((x, y), there), 1)
        assert (sign(there[0] - x), sign(there[1] - y)) == COMPASS[name]


def test_centres_follow_the_printed_formulas() -> None:
    assert pointy_top_centre(*diagonal_to_axial("G25")) == pytest.approx((25 - 6 / 2, 6 * 0.8660254))
    assert flat_top_centre(*lettered_column_to_axial("B0")) == pytest.approx((0.8660254, 0.5))
    assert pointy_top_centre(*ROWS_FROM_SOUTH.to_axial("2719"))[0] == 19.5
