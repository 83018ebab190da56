"""19.1: optional units, which come before the first action of a side."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def axis_option(state: Theatre, frame: Frame) -> None:
    """19.12: a step of a round: the 999th."""
    raise NotImplementedError


def allied_option(state: Theatre, frame: Frame) -> None:
    """19.13: a step of a round: the British 6th."""
    raise NotImplementedError
