"""11.1, 11.2: battles are declared and fought."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def begin_battles(state: Theatre, side: int) -> None:
    """7.28: push the battles of an action: the active player fights those that he wants."""
    raise NotImplementedError
