"""5: the turn: cards, actions, attrition, victory, replacements, and so from turn to turn."""

from __future__ import annotations

from sandtable.games.shifting_sands.rules.c05_cards import card_phase, put_cards_away
from sandtable.games.shifting_sands.rules.c06_actions import allied_action, axis_action
from sandtable.games.shifting_sands.rules.c13_attrition import attrition
from sandtable.games.shifting_sands.rules.c15_replacements import (
    allied_replacements,
    axis_replacements,
    lose_points,
)
from sandtable.games.shifting_sands.rules.c16_victory import victory_phase
from sandtable.games.shifting_sands.rules.c19_options import allied_option, axis_option
from sandtable.games.shifting_sands.state import ROUNDS, Theatre
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Steps, push, restart
from sandtable.kernel.state import Frame


def action_phase(state: Theatre, frame: Frame) -> None:
    """5.2: six rounds, in each of which both sides take one action."""
    state.round = 1
    tell(state, "round", "5.2", round=state.round)
    push(state, ROUND)


def next_round(state: Theatre, frame: Frame) -> None:
    """6.14: until both have taken six actions."""
    state.round = (state.round + 1) % (ROUNDS + 1)
    if state.round:
        tell(state, "round", "5.2", round=state.round)
        restart(state)


def next_turn(state: Theatre, frame: Frame) -> None:
    """5.6: the new turn begins with its strategy card phase."""
    state.clear("turn")
    state.turn += 1
    tell(state, "turn", "5.6", turn=state.turn)
    restart(state)


ROUND = Steps(
    "round",
    axis_option,
    axis_action,
    allied_option,
    allied_action,
    next_round,
    on=("game-turn.action_phase",),
)
GAME_TURN = Steps(
    "game-turn",
    card_phase,
    action_phase,
    attrition,
    victory_phase,
    axis_replacements,
    allied_replacements,
    lose_points,
    put_cards_away,
    next_turn,
)
