"""Events of Shifting Sands for tests: a side is about to act, with a card in its hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.state import OPTIONS, Theatre
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.theatre import DATA, card, legal, play, run, theatre

ACTION_PHASE, AXIS_PART, ALLIED_PART = 2, 0, 2
"""The steps of the turn and of a round from which play goes on."""


def holding(*names: str, placed: Mapping[str, str] | None = None, option: str = "", **fields: Any) -> Theatre:
    """The owner of the first card is about to act; all these cards are in the hands of their owners."""
    fields.setdefault("round", 1)
    if option:
        fields["options"] = bit(OPTIONS.index(option))
    state = theatre(placed, **fields)
    for name in names:
        state.hands[DATA.cards[card(name)].side] |= bit(card(name))
    return to_act(state, DATA.cards[card(names[0])].side)


def to_act(state: Theatre, side: int) -> Theatre:
    """A side is about to choose its action."""
    part = {AXIS: AXIS_PART, ALLIED: ALLIED_PART}[side]
    state.frames = [GAME_TURN.frame(step=ACTION_PHASE), ROUND.frame(step=part)]
    return run(state)


def event(
    name: str, *, placed: Mapping[str, str] | None = None, held: Iterable[str] = (), **fields: Any
) -> Theatre:
    """A position in which this event has just been played."""
    state = holding(name, *held, placed=placed, **fields)
    play(state, f"event:{name}")
    return state


def playable(state: Theatre) -> set[str]:
    """The cards whose events can be played."""
    return {text.partition(":")[2] for text in legal(state, "event")}
