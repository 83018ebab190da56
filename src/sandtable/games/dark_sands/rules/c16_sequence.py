"""16.0: the sequence of play: the Replacement Phase, the Action Phase, the End Phase, and so from turn to turn."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.c17_replacements import REPLACEMENTS
from sandtable.games.dark_sands.rules.c18_draws import random_actions
from sandtable.games.dark_sands.rules.c18_initiative import initiative, initiative_action, placement
from sandtable.games.dark_sands.rules.c18_turn_3 import allies_turn_3, axis_turn_3, withdraw
from sandtable.games.dark_sands.rules.c23_end_phase import END_PHASE
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Steps, push, restart
from sandtable.kernel.state import Frame


def replacements(state: Sands, frame: Frame) -> None:
    """17.0: the Replacement Phase."""
    push(state, REPLACEMENTS)


def end_phase(state: Sands, frame: Frame) -> None:
    """23.0: the End Phase, which may end the game."""
    push(state, END_PHASE)


def next_turn(state: Sands, frame: Frame) -> None:
    """23.6: play goes on with the Replacement Phase of the new turn."""
    state.clear("turn")
    state.turn += 1
    tell(state, "turn", "23.6", turn=state.turn)
    restart(state)


GAME_TURN = Steps(
    "game-turn",
    replacements,
    initiative,
    placement,
    allies_turn_3,
    withdraw,
    axis_turn_3,
    initiative_action,
    random_actions,
    end_phase,
    next_turn,
)
