"""12: redeployment."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def begin_redeployment(state: Theatre, side: int, points: int) -> None:
    """7.32: push the redeployment of an action."""
    raise NotImplementedError
