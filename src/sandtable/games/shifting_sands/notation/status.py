"""What is impossible about a position."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.game import Why


def position_status(state: Theatre) -> list[Why]:
    """Everything that cannot be, by the rules; nothing if the position is possible."""
    return []
