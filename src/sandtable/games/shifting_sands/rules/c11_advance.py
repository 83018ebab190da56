"""11.6: the attacker advances."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def advance(state: Theatre, frame: Frame) -> None:
    """11.6: a step of the battle."""
    raise NotImplementedError
