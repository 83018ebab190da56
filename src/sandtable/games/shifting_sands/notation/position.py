"""Positions as text: everything is written and read by the declarations of the fields."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.positions import PositionText


class TheatreText(PositionText[Theatre]):
    """The lines of the declarations, and no others."""
