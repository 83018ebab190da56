"""7.2: operation points: spaces are activated, units move, battles are fought."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def activation_cost(state: Theatre, side: int, space: int, attack: bool) -> int:
    """7.22 to 7.24, 13.611, 13.71: what it costs to activate a space."""
    raise NotImplementedError


def begin_operations(state: Theatre, side: int, points: int) -> None:
    """Push the operations of an action: activation (with LRDG missions), moves, stacking, battles. `state.use`,
    `state.card` are set by the caller; `state.left` is set here."""
    raise NotImplementedError
