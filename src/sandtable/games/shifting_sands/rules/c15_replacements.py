"""5.5, 15: the replacement phase."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def axis_replacements(state: Theatre, frame: Frame) -> None:
    """5.51: a step of the turn."""
    raise NotImplementedError


def allied_replacements(state: Theatre, frame: Frame) -> None:
    """5.52: a step of the turn."""
    raise NotImplementedError


def lose_points(state: Theatre, frame: Frame) -> None:
    """15.1: what is left is lost."""
    raise NotImplementedError
