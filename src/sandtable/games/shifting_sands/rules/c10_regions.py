"""9.2, 10: who may go where: oases, Chad, Malta, boxes, the Near East, Egypt, the west before Torch."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def is_active(state: Theatre, unit: int) -> bool:
    """10.41: Iraqis and Vichy French do nothing until they are activated."""
    raise NotImplementedError


def domain(state: Theatre, unit: int) -> int:
    """The spaces in which a unit may be by 9.2 and 10, whoever controls or holds them."""
    raise NotImplementedError


def ways(state: Theatre, unit: int) -> tuple[int, ...]:
    """By space, the neighbours over links that a unit may use, within its domain: for moves, supply and retreats.
    Shared and remembered: do not change it."""
    raise NotImplementedError


def targets(state: Theatre, unit: int) -> int:
    """11.17, 10: the spaces that a unit may attack from where it is if enemies are in them; 10.521 is counted."""
    raise NotImplementedError
