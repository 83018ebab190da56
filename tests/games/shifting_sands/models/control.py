"""What follows when a space changes hands (3.0, 10.42, 10.43, 11.76)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS
from tests.games.shifting_sands.models.position import Position, put
from tests.games.shifting_sands.models.regions import LRDG
from tests.games.shifting_sands.models.stacking import fits


def take(position: Position, space: str, side: str) -> Position:
    """The position once a side has taken control of a space."""
    return take_all(position, {space: side})


def take_all(position: Position, takers: Mapping[str, str]) -> Position:
    """Several spaces change hands at the same time, before anything follows from it."""
    fallen = {space for space, side in takers.items() if side == AXIS and position.control[space] == ALLIED}
    position = replace(position, control={**position.control, **takers})
    if "jerusalem" in fallen:
        position = _wake(position)
    if "mersa_matruh" in fallen:
        position = _recall(position)
    return position


def _wake(position: Position) -> Position:
    """10.42, 10.43: Axis Jerusalem activates the Iraqis, whose spaces become Axis spaces, and the Vichy French."""
    control = dict(position.control)
    if not position.iraq_active:
        for unit, place in position.place.items():
            if (
                board.units()[unit].nation == "IR"
                and place in control
                and board.spaces()[place].terrain != "offmap"
            ):
                control[place] = AXIS
    return replace(position, control=control, iraq_active=True, vichy_active=True)


def _recall(position: Position) -> Position:
    """11.76: the LRDG goes to the Reserve box from an oasis, from elsewhere to Cairo if that is possible."""
    here = position.place.get(LRDG, board.ELIMINATED)
    if here not in board.spaces() or board.spaces()[here].terrain == "offmap" or here == "cairo":
        return position
    if board.spaces()[here].terrain == "oasis":
        return put(position, LRDG, board.RESERVE[ALLIED])
    possible = position.control["cairo"] == ALLIED and fits(position, LRDG, "cairo")
    return put(position, LRDG, "cairo" if possible else board.REPLACEABLE[ALLIED])
