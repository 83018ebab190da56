"""8: how many units a space holds, and what becomes of the others."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def limit(state: Theatre, space: int, side: int, units: int) -> int:
    """8.1: how many units of a side a space holds, if these units are there: 3, or 4 by Montgomery or Patton."""
    raise NotImplementedError


def has_room(state: Theatre, unit: int, space: int) -> bool:
    """8.1: could one more unit, this one, stay in a space or box?"""
    raise NotImplementedError


def settle(state: Theatre, frame: Frame) -> None:
    """8.2: a step of a sequence: whoever has too many units in a space chooses which leave the game. Boxes off
    the map
    have no limit."""
    raise NotImplementedError
