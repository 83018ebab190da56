"""A recruit at the table of Shifting Sands, for tests: what it chooses, and what becomes of its action."""

from __future__ import annotations

from random import Random

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.rules.c06_actions import ACTION, CHOOSE
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.choices import Choice
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.seat import Player, Seat
from sandtable.players.registry import player_for


def recruit(seed: int = 1) -> Player:
    return player_for(GAME, "recruit", Random(seed))


def choice_of(state: Theatre, player: Player | None = None) -> Choice:
    """What a recruit chooses."""
    return (player or recruit()).choose(Seat(GAME, state, GAME.actor(state)))


def chooses(state: Theatre, player: Player | None = None) -> str:
    """The same in words."""
    return GAME.write(state, choice_of(state, player))


def acts(state: Theatre, die: int = 4) -> list[str]:
    """Let recruits decide until the next action begins; every die shows the same face. What they chose."""
    players, said = (recruit(1), recruit(2)), []
    while any(frame[0] == ACTION.number for frame in state.frames):
        actor = GAME.actor(state)
        if actor == CHANCE:
            GAME.apply(state, die - 1)
            continue
        choice = choice_of(state, players[actor])
        said.append(GAME.write(state, choice))
        GAME.apply(state, choice)
        if state.frames and state.frames[-1][0] == CHOOSE.number:
            break
    return said
