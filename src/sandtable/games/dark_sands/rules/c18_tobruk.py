"""18.1: the chits that the fall of Tobruk puts into the cup."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import bit
from sandtable.kernel.events import tell


def tobruk_falls(state: Sands, side: int) -> None:
    """Tobruk Falls: a side that captures Tobruk gets its chit at once, but only one in a turn."""
    if state.tobruk_fell >> side & 1:
        return
    state.tobruk_fell |= bit(side)
    state.cup |= bit(state.printed.tobruk_falls[side])
    tell(state, "tobruk-falls", "18.1", side=side)
