"""11.0: how far headquarters reach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.boards.flights import hexes_between
from sandtable.boards.hexes import HexBoard
from sandtable.boards.packing import Axial
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import bit


@cache
def _by_coordinates(board: HexBoard) -> Mapping[tuple[int, Axial], int]:
    return {(sheet, board.axial[place]): place for place, sheet in enumerate(board.sheet_of) if sheet >= 0}


@cache
def seams(board: HexBoard) -> Mapping[int, tuple[int, ...]]:
    """The hexes that touch others over a join, and those others."""
    across = (
        (place, tuple(other for other in around if board.sheet_of[other] != board.sheet_of[place]))
        for place, around in enumerate(board.neighbours)
    )
    return {place: others for place, others in across if others}


@cache
def hexes_within(board: HexBoard, place: int, distance: int, left_behind: int = 0) -> int:
    """11.0: the hexes at most this many hexes away, as the crow flies, over joins too. A range counts hexes,
    whatever their scale. No way comes back to a section that it has left (ruling): the hexes of a colour touch the
    same hexes of the other section, and may lie far apart."""
    found, sheet = 0, board.sheet_of[place]
    left_behind |= bit(sheet)
    (q, r), numbers = board.axial[place], _by_coordinates(board)
    for dq in range(-distance, distance + 1):
        for dr in range(max(-distance, -distance - dq), min(distance, distance - dq) + 1):
            found |= bit(numbers.get((sheet, (q + dq, r + dr)), board.size))
    for rim, others in seams(board).items():
        if board.sheet_of[rim] == sheet and (left := distance - hexes_between((q, r), board.axial[rim])) > 0:
            for other in others:
                if not left_behind >> board.sheet_of[other] & 1:
                    found |= hexes_within(board, other, left - 1, left_behind)
    return found & board.all


def in_range(state: Sands, headquarters: int) -> int:
    """11.0: the hexes within the range of a headquarters on the map."""
    printed = state.printed
    place = state.place[headquarters]
    return hexes_within(printed.board, place, printed.units[headquarters].range) if place >= 0 else 0
