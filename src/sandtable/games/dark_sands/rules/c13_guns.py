"""13.5: anti-tank guns that come back from the unit they were with."""

from __future__ import annotations

from sandtable.games.dark_sands.state import S_READY, Sands
from sandtable.kernel.events import tell


def release_guns(state: Sands, units: int) -> None:
    """13.5: the anti-tank guns of units that leave the map or become OOS come back face up."""
    for support, unit in enumerate(state.attached):
        if unit >= 0 and units >> unit & 1:
            state.attached[support] = -1
            state.supports[support] = S_READY
            tell(state, "guns-back", "13.5", support=support)
