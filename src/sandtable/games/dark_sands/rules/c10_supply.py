"""10: lines of supply: over land to a road, track or railway, and along it to a source; or to a port.

Everything is traced backwards, for all units at once: from the sources along roads, then from the roads over land
to the units. A line counts the hexes that it enters on its way from the unit, so the road that it comes to counts
and the unit's own hex does not.
"""

from __future__ import annotations

from sandtable.games.dark_sands.printed.ground import CENTRAL, WEST
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c08_zones import uncontested
from sandtable.games.dark_sands.rules.c09_railway import railhead
from sandtable.games.dark_sands.state import Sands, bypass_built, units_in
from sandtable.kernel.bits import bit, ones

OVERLAND = 8
"""10.1.1: hexes of the Central map; a hex of the others counts two."""
TO_A_PORT = 4
"""10.1.4, likewise."""


def can_trace(state: Sands, unit: int) -> bool:
    """10.1: can this unit trace a line of supply now, over land or, if it is Allied, to a port? Off the map it
    cannot."""
    place = state.place[unit]
    return place >= 0 and bool(_supplied(state, state.printed.owners[unit], bit(place)))


def traced(state: Sands, side: int) -> int:
    """10.1: all units of a side that can trace a line of supply now."""
    return units_in(state, _supplied(state, side, state.occupied[side]), side)


def traced_over_land(state: Sands, side: int) -> int:
    """10.1: the same without ports."""
    return units_in(state, over_land(state, side, state.occupied[side]), side)


def land_line(state: Sands, hex_number: int, side: int) -> bool:
    """10.1.1, 10.1.2: does a line over land lead from this hex, which no enemy holds, to a source of the side?"""
    place = bit(hex_number)
    return not state.occupied[1 - side] & place and bool(over_land(state, side, place))


def port_supply(state: Sands, side: int) -> int:
    """10.1.4: the units of a side that draw on a port. For the Axis this counts only at attrition."""
    return units_in(state, _from_ports(state, side, state.occupied[side]), side)


def sources(state: Sands, side: int) -> int:
    """10.1.3: the sources of a side; one that the enemy holds is not friendly (ruling)."""
    return state.printed.places.sources[side] & state.controlled[side] & ~state.occupied[1 - side]


def road_part(state: Sands, side: int, closed: int = 0) -> int:
    """10.1.2: the hexes from which roads, tracks and, for the Allies, the railway lead to a source: past enemy
    zones, but through no enemy and no closed hex."""
    nets, bypass = state.printed.nets, bypass_built(state)
    net = nets.roads(bypass) if side == AXIS else nets.with_rail(bypass, railhead(state))
    return net.flood(sources(state, side), state.occupied[1 - side] | closed)


def over_land(state: Sands, side: int, wanted: int) -> int:
    """10.1.1: those of the wanted hexes from which a line leads over land to a source of the side."""
    roads, free = road_part(state, side), _free(state, side)
    found = wanted & sources(state, side)
    found |= _reached(state, free, roads, OVERLAND, wanted & ~roads)
    # No line comes back to where it begins (ruling): a hex of a road needs another that leads on without it. The
    # next one along the road does, unless a zone bars it.
    left, barred = wanted & roads & ~found, state.printed.board.spread(roads & ~free)
    found |= left & ~barred
    for place in map(bit, ones(left & barred)):
        found |= _reached(state, free, road_part(state, side, place), OVERLAND, place)
    return found


def _supplied(state: Sands, side: int, wanted: int) -> int:
    found = over_land(state, side, wanted)
    if side == ALLIED and found != wanted:
        found |= _from_ports(state, side, wanted & ~found)
    return found


def _from_ports(state: Sands, side: int, wanted: int) -> int:
    """10.1.4: those of the wanted hexes that a friendly port feeds."""
    return _from_allied_ports(state, wanted) if side == ALLIED else _from_tobruk(state, wanted)


def _from_allied_ports(state: Sands, wanted: int) -> int:
    """10.1.4: Tobruk, Bardia and Mersa Matruh, a short way over land; not on the West map."""
    printed, places = state.printed, state.printed.places
    ports = bit(places.tobruk) | bit(places.bardia) | bit(places.matruh)
    ports &= state.controlled[ALLIED] & ~state.occupied[AXIS]
    east_of_it = ~printed.ground.section[WEST]
    free = _free(state, ALLIED) & east_of_it
    return wanted & ports | _reached(state, free, ports, TO_A_PORT, wanted & ~ports & east_of_it)


def _from_tobruk(state: Sands, wanted: int) -> int:
    """10.1.4: the Axis draws on Tobruk in its three fort hexes, as long as a unit on the Central map has a line to
    El Agheila."""
    printed = state.printed
    fed = wanted & printed.ground.tobruk
    if not fed or not state.controlled[AXIS] >> printed.places.tobruk & 1:
        return 0
    central = state.occupied[AXIS] & printed.ground.section[CENTRAL]
    return fed if over_land(state, AXIS, central) else 0


def _free(state: Sands, side: int) -> int:
    """10.1.1: the hexes that a line over land may enter: without enemies, and in no uncontested enemy zone."""
    return state.printed.board.all & ~(state.occupied[1 - side] | uncontested(state, side))


def _reached(state: Sands, free: int, goals: int, budget: int, wanted: int) -> int:
    """10.1.1: those of the wanted hexes from which a line over open sides and through free hexes reaches a goal
    within the budget. The goal counts as a hex entered; the wanted hex does not, and is no goal itself."""
    board, ways = state.printed.board, state.printed.ground.open_ways[bypass_built(state)]
    (near, fine), (far, coarse) = board.scales
    # grown[n]: what can be entered next, having spent n; the goals can be entered at the outset.
    grown, left, found = [goals & free], free, 0
    for spent in range(1, budget + 1):
        if found == wanted:
            break
        ring = grown[-near] & fine
        if spent >= far:
            ring |= grown[-far] & coarse
        ring &= left
        left ^= ring
        grown.append(board.spread_over(ways, ring) if ring else 0)
        found |= grown[-1] & wanted
    return found
