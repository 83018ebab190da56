"""7: supply."""

from __future__ import annotations

from sandtable.boards import flood
from sandtable.kernel.bits import bit
from twocoasts.printed.map import BESIDE, LAND, SEA, TRAIL
from twocoasts.state import Coasts, in_play, is_stormy, within

ON_LAND = bit(BESIDE) | bit(LAND) | bit(TRAIL)
ANY_WAY = ON_LAND | bit(SEA)


def ways(state: Coasts) -> int:
    """3.4: the kinds of link that are open: none over the sea in a storm."""
    return ON_LAND if is_stormy(state) else ANY_WAY


def supplied(state: Coasts, side: int) -> int:
    """7.1: the places connected with the source of a side, none of them held by the enemy."""
    world, source = state.printed.map, bit(state.printed.map.sources[side])
    free = in_play(state) & ~state.held[1 - side]
    return flood(world.graph.over(ways(state)), source, free) if source & free else 0


def unsupplied(state: Coasts, side: int) -> int:
    """7.1: the units of a side on the map that have no supply."""
    return within(state, state.printed.own[side], state.printed.map.ashore & ~supplied(state, side))
