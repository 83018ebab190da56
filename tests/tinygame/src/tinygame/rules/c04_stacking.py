"""4.2: how many pieces fit into a hex."""

from __future__ import annotations

from sandtable.kernel.bits import bit, ones
from tinygame.state import STACKING, Table, in_play, pieces_in


def room(state: Table, side: int) -> int:
    """2.2, 4.2: the hexes in play where a side has fewer than two pieces."""
    free = in_play(state)
    for place in ones(state.held[side]):
        if pieces_in(state, side, place).bit_count() >= STACKING:
            free &= ~bit(place)
    return free
