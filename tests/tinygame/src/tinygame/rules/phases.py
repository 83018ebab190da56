"""Where the game stands in its sequence, as one small record: for position texts and for views."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.kernel.fields import Field
from sandtable.kernel.flow import Kind
from tinygame.printed.data import RED
from tinygame.rules.c02_set_up import PLACE, SET_UP
from tinygame.rules.c03_cards import BIDDING, DRAW, TIE, deal
from tinygame.rules.c04_movement import MOVES, STEP
from tinygame.rules.c05_battle import AMBUSHING, BATTLE, ROLL
from tinygame.rules.c06_turn import TURN
from tinygame.state import Table

DECISIONS: dict[str, Kind] = {
    "place": PLACE,
    "draw": DRAW,
    "bid": BIDDING,
    "tie": TIE,
    "move": MOVES,
    "step": STEP,
    "ambush": AMBUSHING,
    "roll": ROLL,
}
FORMS: dict[str, tuple[Field, ...]] = {
    **{name: kind.locals for name, kind in DECISIONS.items()},
    "draw": (),
    "over": (),
}
"""The phases, and what must be known of each to resume it: who draws follows from the hands."""


class Phase(NamedTuple):
    """One of FORMS with the numbers it needs."""

    name: str
    numbers: tuple[int, ...] = ()


def phase_of(state: Table) -> Phase:
    """What is being decided."""
    if not state.frames:
        return Phase("over")
    number, _, *values = state.frames[-1]
    name = next(name for name, kind in DECISIONS.items() if kind.number == number)
    return Phase(name, tuple(values)[: len(FORMS[name])])


def enter(state: Table, phase: Phase) -> None:
    """Lay the frames as they lie when the game reaches this phase; the other fields are there already."""
    name, numbers = phase
    if name == "place":
        state.frames = [TURN.frame(), SET_UP.frame(step=numbers[0] + 1), PLACE.frame(*numbers)]
    elif name == "draw":
        state.frames = [TURN.frame(step=1)]
        deal(state, ())
    elif name == "bid":
        state.frames = [TURN.frame(step=2 if numbers[0] == RED else 3), BIDDING.frame(*numbers)]
    elif name == "tie":
        state.frames = [TURN.frame(step=4), TIE.frame()]
    elif name == "over":
        state.frames = []
    else:
        _enter_movement(state, phase)


def _enter_movement(state: Table, phase: Phase) -> None:
    name, numbers = phase
    side = numbers[0] if name == "move" else state.printed.owners[numbers[0]]
    state.frames = [TURN.frame(step=5 if side == state.first else 6), MOVES.frame(side)]
    if name == "step":
        state.frames += [STEP.frame(*numbers)]
    elif name == "ambush":
        state.frames += [BATTLE.frame(*numbers, step=1), AMBUSHING.frame(*numbers)]
    elif name == "roll":
        state.frames += [BATTLE.frame(*numbers, step=3), ROLL.frame(*numbers)]
