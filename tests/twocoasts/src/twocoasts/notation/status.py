"""What is impossible about a position."""

from __future__ import annotations

from sandtable.kernel.game import Why
from twocoasts.state import Coasts


def faults(state: Coasts) -> list[Why]:
    """Everything impossible about a position, with the paragraph that says so."""
    return []
