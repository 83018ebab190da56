"""6: the turn, its points, and the end of the game."""

from __future__ import annotations

from sandtable.kernel.events import tell
from sandtable.kernel.flow import Steps, push, restart
from sandtable.kernel.game import Score
from sandtable.kernel.state import Frame
from sandtable.kernel.words import say
from tinygame.printed.data import BLUE, CENTRE, RED, SIDES
from tinygame.rules.c03_cards import BIDDING, deal, show_bids
from tinygame.rules.c04_movement import MOVES
from tinygame.state import Table


def bid_red(state: Table, frame: Frame) -> None:
    push(state, BIDDING, RED)


def bid_blue(state: Table, frame: Frame) -> None:
    push(state, BIDDING, BLUE)


def move_first(state: Table, frame: Frame) -> None:
    push(state, MOVES, state.first)


def move_second(state: Table, frame: Frame) -> None:
    push(state, MOVES, 1 - state.first)


def finish(state: Table, frame: Frame) -> None:
    """6.1 and 6.2: the next turn, or the end."""
    for side in (RED, BLUE):
        if state.held[side] >> CENTRE & 1:
            state.points[side] += 1
            tell(state, "point", "6", side=side)
    state.clear("turn")
    if state.turn == state.last_turn:
        state.frames.clear()
        return
    state.turn += 1
    restart(state)


TURN = Steps("turn", deal, bid_red, bid_blue, show_bids, move_first, move_second, finish)


CLEAR_LEAD = 2
CLEAR, NARROW = 0.5, 0.25
"""6.3: the levels of a victory on points."""


def score(state: Table) -> Score:
    """6.2, 6.3: who has won, and how clearly."""
    for side in (RED, BLUE):
        if not state.held[side]:
            return Score(1 - side, say("{side} has no piece left", side=say(SIDES[side])), "6")
    red, blue = state.points
    how = say("{red} to {blue} points", red=red, blue=blue)
    level = CLEAR if abs(red - blue) >= CLEAR_LEAD else NARROW
    return Score(None if red == blue else RED if red > blue else BLUE, how, "6", level)
