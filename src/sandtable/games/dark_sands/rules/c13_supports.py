"""13: supports, and what becomes of them when units are lost."""

from __future__ import annotations

from sandtable.games.dark_sands.state import S_READY, Sands, eliminate, steps_of
from sandtable.kernel.bits import bit
from sandtable.kernel.events import tell


def kill(state: Sands, unit: int) -> None:
    """A unit is eliminated, and what was with it goes back: every elimination comes here."""
    release_guns(state, bit(unit))
    eliminate(state, unit)
    tell(state, "eliminated", "13.6.3" if state.printed.garrisons >> unit & 1 else "17.5", unit=unit)


def lose_step(state: Sands, unit: int) -> None:
    """20.3.2: a unit of two steps is reduced, any other is eliminated."""
    if steps_of(state, unit) > 1:
        state.reduced |= bit(unit)
        tell(state, "reduced", "20.3.2", unit=unit)
    else:
        kill(state, unit)


def release_guns(state: Sands, units: int) -> None:
    """13.5: the anti-tank guns of units that are eliminated or become OOS come back face up."""
    for support, unit in enumerate(state.attached):
        if unit >= 0 and units >> unit & 1:
            state.attached[support] = -1
            state.supports[support] = S_READY
            tell(state, "guns-back", "13.5", support=support)
