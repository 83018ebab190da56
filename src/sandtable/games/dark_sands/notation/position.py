"""Positions as text: everything is written and read by the declarations of the fields."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.positions import PositionText


class SandsText(PositionText[Sands]):
    """A unit that is not named has not arrived."""
