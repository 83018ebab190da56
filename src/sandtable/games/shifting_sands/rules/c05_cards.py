"""5.1, 7.7: the strategy card phase: year decks, discards, chosen cards, the deal."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def card_phase(state: Theatre, frame: Frame) -> None:
    """5.1: a step of the turn."""
    raise NotImplementedError
