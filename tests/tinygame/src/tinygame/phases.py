"""Where the game stands in its sequence, as one small record: for position texts and for views."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.kernel.flow import Kind
from tinygame.play import (
    AMBUSHING,
    BATTLE,
    BIDDING,
    DRAW,
    MOVES,
    PLACE,
    ROLL,
    SET_UP,
    STEP,
    TIE,
    TURN,
    deal,
)
from tinygame.state import RED, Table

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
FORMS = {**{name: kind.holds for name, kind in DECISIONS.items()}, "draw": (), "over": ()}
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
    state.frames = []
    if name == "place":
        _lay(state, TURN, 0)
        _lay(state, SET_UP, numbers[0] + 1)
        _lay(state, PLACE, 0, *numbers)
    elif name == "draw":
        _lay(state, TURN, 1)
        deal(state, ())
    elif name == "bid":
        _lay(state, TURN, 2 if numbers[0] == RED else 3)
        _lay(state, BIDDING, 0, *numbers)
    elif name == "tie":
        _lay(state, TURN, 4)
        _lay(state, TIE, 0)
    elif name != "over":
        _enter_movement(state, phase)


def _enter_movement(state: Table, phase: Phase) -> None:
    name, numbers = phase
    side = numbers[0] if name == "move" else state.printed.owners[numbers[0]]
    _lay(state, TURN, 5 if side == state.first else 6)
    _lay(state, MOVES, 0, side)
    if name == "step":
        _lay(state, STEP, 0, *numbers)
    elif name == "ambush":
        _lay(state, BATTLE, 1, *numbers)
        _lay(state, AMBUSHING, 0, *numbers)
    elif name == "roll":
        _lay(state, BATTLE, 3, *numbers)
        _lay(state, ROLL, 0, *numbers)


def _lay(state: Table, kind: Kind, step: int, *values: int) -> None:
    state.frames.append((kind.number, step, *values))
