"""5.3, 13.8: the attrition phase."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def attrition(state: Theatre, frame: Frame) -> None:
    """13.8: a step of the turn: units without supply are eliminated, then spaces change control."""
    raise NotImplementedError
