"""11.5: retreats."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def retreat(state: Theatre, frame: Frame) -> None:
    """11.5: a step of the battle: the defender retreats or stands, if he has lost and was not overrun."""
    raise NotImplementedError


def retreat_two(state: Theatre) -> None:
    """11.551: push the retreat of two spaces by Disengage."""
    raise NotImplementedError


def can_retreat_two(state: Theatre) -> bool:
    """A33, X14: could all defenders retreat two spaces by Disengage?"""
    raise NotImplementedError
