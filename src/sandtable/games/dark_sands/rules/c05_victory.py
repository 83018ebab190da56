"""5, P1: who has won, and how clearly."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.game import Score
from sandtable.kernel.words import say


def score(state: Sands) -> Score:
    """The result of a game that is over."""
    winner = state.winner
    return Score(None if winner < 0 else winner, say("the game is over"), "5.0")
