"""21: the Logistics chit."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.state import Sands, on_map


def logistics(state: Sands) -> None:
    """10.3, 21.0: who cannot trace a line of supply is out of supply, and nobody else."""
    state.oos = on_map(state, state.printed.own[0] | state.printed.own[1]) & ~(traced(state, 0) | traced(state, 1))
