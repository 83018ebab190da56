"""13.6, 13.7: garrisons and fortified boxes: forming, building and removing them."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell


def tidy_boxes(state: Sands) -> None:
    """13.7.3 b: a box without a unit of its side is removed, and goes face down to the supports."""
    for side in range(2):
        empty = state.boxes[side] & ~state.occupied[side]
        if empty:
            state.boxes[side] &= ~empty
            state.boxes_used[side] += empty.bit_count()
            for hex_number in ones(empty):
                tell(state, "box-abandoned", "13.7.3", side=side, at=hex_number)
