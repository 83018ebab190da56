"""6: actions: a card and its use, or an automatic operation."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def axis_action(state: Theatre, frame: Frame) -> None:
    """6.11: a step of a round."""
    raise NotImplementedError


def allied_action(state: Theatre, frame: Frame) -> None:
    """6.11: a step of a round."""
    raise NotImplementedError
