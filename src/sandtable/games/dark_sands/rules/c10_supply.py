"""10: lines of supply."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands, on_map
from sandtable.kernel.bits import bit


def can_trace(state: Sands, unit: int) -> bool:
    """10.1: can this unit on the map trace a line of supply now, over land or, if it is Allied, to a port?"""
    return bool(traced(state, state.printed.owners[unit]) & bit(unit))


def traced(state: Sands, side: int) -> int:
    """10.1: all units of a side that can trace a line of supply now."""
    return on_map(state, state.printed.own[side])


def land_line(state: Sands, hex_number: int, side: int) -> bool:
    """10.1.1, 10.1.2: does a line over land lead from this hex to a source of the side?"""
    return not state.occupied[1 - side] >> hex_number & 1


def port_supply(state: Sands, side: int) -> int:
    """10.1.4: the units of a side that draw on a port. For the Axis this counts only at attrition."""
    return 0
