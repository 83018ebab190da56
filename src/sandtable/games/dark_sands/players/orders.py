"""Standing orders: when to play a priority chit, and whether to pre-empt the enemy's (18.6.1)."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import HOLD, PLAY, PREEMPT
from sandtable.kernel.bits import first
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.orders import Order, Term, Terms
from sandtable.kernel.seat import Seat

BEFORE_A_DRAW, DECLARED = ("priority",), ("pre-emption",)
LAST_DRAW = 20
"""No turn has more chits."""


def _draws(seat: Seat) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(1, LAST_DRAW + 1)]


def _has_come(spectator: Seat, terms: Terms) -> bool:
    """Is the next draw the one that the order names, or a later one? Chits played out of turn count too."""
    state: Sands = spectator.view().state
    return len(state.played) + 1 >= int(terms["draw"])


def _hold(seat: Seat, terms: Terms) -> Choice:
    return pack(HOLD)


def _play(seat: Seat, terms: Terms) -> Choice:
    return pack(PLAY, first(dict(seat.options())[PLAY]))


def _pre_empt(seat: Seat, terms: Terms) -> Choice:
    return pack(PREEMPT, first(dict(seat.options())[PREEMPT]))


DRAW = Term("draw", "Draw", _draws, open=True)

ORDERS = {
    "play-at": Order(
        "Play before draw",
        "The priority chit is played before this draw of the turn, or at the first chance after it",
        BEFORE_A_DRAW,
        _play,
        (DRAW,),
        _has_come,
    ),
    "ask-at": Order(
        "Ask me from draw",
        "From this draw of the turn on you are asked whether to play the priority chit",
        BEFORE_A_DRAW,
        None,
        (DRAW,),
        _has_come,
    ),
    "hold": Order("Hold before a draw", "The priority chit is not played", BEFORE_A_DRAW, _hold),
    "pre-empt": Order(
        "Answer a priority chit",
        "Rommel is pre-empted with The Auk, Monty with Rommel",
        DECLARED,
        _pre_empt,
    ),
    "let-pass": Order("Let a priority chit pass", "The enemy's priority chit is not pre-empted", DECLARED, _hold),
}
