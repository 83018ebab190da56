"""4.2: how many pieces fit into a hex."""

from __future__ import annotations

from sandtable.kernel.bits import bit, ones
from tinygame.state import STACKING, Table, pieces_in


def room(state: Table, side: int) -> int:
    """4.2: the hexes where a side has fewer than two pieces."""
    free = bit(len(state.printed.hexes)) - 1
    for place in ones(state.held[side]):
        if pieces_in(state, side, place).bit_count() >= STACKING:
            free &= ~bit(place)
    return free
