"""What is impossible about a position that comes from outside."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.game import Why


def position_status(state: Sands) -> list[Why]:
    """What the rules of the board object to."""
    return []
