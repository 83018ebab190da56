"""13.1 to 13.6: lines of supply, and what supply a unit has."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre

OUT, LIMITED, FULL = range(3)


def supply_of(state: Theatre, unit: int) -> int:
    """13.6: OUT, LIMITED or FULL: what the unit has where it is now, offensive cards of this action included
    (13.62)."""
    raise NotImplementedError


def supply_at(state: Theatre, unit: int, space: int) -> int:
    """13.6: what the unit would have in a space if its side controlled it (for retreats, redeployment,
    placement)."""
    raise NotImplementedError


def unsupplied(state: Theatre, side: int) -> int:
    """13.55: the units of a side on the map that are out of supply."""
    raise NotImplementedError


def sources(state: Theatre, unit: int) -> int:
    """13.2 to 13.4: the sources that supply this unit now."""
    raise NotImplementedError
