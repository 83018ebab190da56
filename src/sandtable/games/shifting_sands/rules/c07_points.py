"""7.4: a card is played for replacement points."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def ban(state: Theatre) -> str:
    """7.44: the event that keeps the Axis from playing cards for replacement points, or nothing."""
    raise NotImplementedError


def record_points(state: Theatre, side: int, card: int) -> None:
    """7.41: the points go on the track, with those of Massawa (7.415) and Torch (7.416)."""
    raise NotImplementedError
