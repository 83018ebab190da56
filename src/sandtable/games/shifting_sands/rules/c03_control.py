"""3.0, 16: who controls a space, and what follows from a change."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def take_control(state: Theatre, space: int, side: int, rule: str) -> None:
    """A side takes control of a space (it may have it already). Keeps `control` and `controls`, moves the victory
    marker (16), and lets follow whatever follows: captured supply (13.9), the Iraqis and the Vichy French (10.42),
    the LRDG (11.76), London Calling (7.522)."""
    raise NotImplementedError


def enter(state: Theatre, unit: int, space: int, rule: str) -> None:
    """A unit comes to a space of the map and takes control of it."""
    raise NotImplementedError
