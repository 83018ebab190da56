"""11.0: how far headquarters reach."""

from __future__ import annotations

from functools import cache

from sandtable.boards.flights import Flights
from sandtable.boards.hexes import HexBoard
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import mask_of, ones


@cache
def _flights(board: HexBoard) -> Flights:
    """11.0: a range counts hexes, whatever their scale."""
    across = {
        place: tuple(other for other in around if board.sheet_of[other] != board.sheet_of[place])
        for place, around in enumerate(board.neighbours)
    }
    seams = {place: others for place, others in across.items() if others}
    return Flights(board.axial, board.sheet_of, (1,) * board.size, seams)


@cache
def hexes_within(board: HexBoard, place: int, distance: int) -> int:
    """The hexes at most this many hexes away, as the crow flies, over joins too."""
    flights = _flights(board)
    return mask_of(other for other in ones(board.all) if flights.distance(place, other) <= distance)


def in_range(state: Sands, headquarters: int) -> int:
    """11.0: the hexes within the range of a headquarters on the map."""
    printed = state.printed
    place = state.place[headquarters]
    return hexes_within(printed.board, place, printed.units[headquarters].range) if place >= 0 else 0
