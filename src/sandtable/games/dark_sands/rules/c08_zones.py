"""8: zones of control."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands, bypass_built
from sandtable.kernel.bits import ones


def zones(state: Sands, side: int) -> int:
    """8.0: the hexes in the zones of a side's units: all but headquarters and garrisons have one."""
    reach, found = state.printed.ground.zone_to[bypass_built(state)], 0
    for hex_number in ones(state.fronts[side]):
        found |= reach[hex_number]
    return found


def in_zone(state: Sands, hex_number: int, side: int) -> bool:
    """8.0: is a hex in the zone of a unit of this side?"""
    return bool(state.printed.ground.zone_from[bypass_built(state)][hex_number] & state.fronts[side])


def uncontested(state: Sands, side: int) -> int:
    """8.1: for a side, the enemy zones in hexes without a unit of its own. Zones of both sides in an empty hex do
    not cancel each other."""
    return zones(state, 1 - side) & ~state.occupied[side]


def retreat_zones(state: Sands, side: int) -> int:
    """10.2.1, 19.3: the zones of a side that count in retreats: not those of units that are out of supply or
    disorganised."""
    reach, found = state.printed.ground.zone_to[bypass_built(state)], 0
    fit = state.printed.zoned & ~(state.oos | state.disorganised)
    for hex_number in ones(state.fronts[side]):
        if state.stacks[hex_number] & fit:
            found |= reach[hex_number]
    return found
