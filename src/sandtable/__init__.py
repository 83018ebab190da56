"""Sandtable: board wargames, rules-complete, as a library.

import sandtable

game = sandtable.game("afrika-korps")
state = game.start()
while game.actor(state) != sandtable.OVER:
    ...
"""

from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn, SandtableError, Stale
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import SPECTATOR, Game, Score, Why
from sandtable.kernel.journal import load_journal, save_journal
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game, game_ids
from sandtable.kernel.replay import reopen, replay, verified
from sandtable.kernel.seat import Player, Seat

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Game",
    "Illegal",
    "Malformed",
    "Match",
    "NotYourTurn",
    "Player",
    "SandtableError",
    "Score",
    "Seat",
    "Stale",
    "Why",
    "game",
    "game_ids",
    "load_journal",
    "reopen",
    "replay",
    "save_journal",
    "verified",
]
