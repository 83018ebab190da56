"""18.1: what a chit lets its side do is carried out: a movement, a combat, or one after the other.

An action that begins as a Move or Half Move goes on with combat if any units may attack, and the other way round.
12.7.1: the panzer divisions may follow it up with a second action.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.ground import EAST
from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import (
    ACTIONS,
    COMBAT,
    COMBAT_1,
    HALF_MOVE,
    MOVE,
    NO_ACTION,
    Sands,
    on_map,
    units_in,
)
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one_of
from sandtable.kernel.flow import Steps, push, replace, restart
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

MOMENTUM = {MOVE: COMBAT, HALF_MOVE: COMBAT_1, COMBAT: MOVE, COMBAT_1: HALF_MOVE}
"""12.7.1: by action the one that may follow."""


def begin_action(state: Sands, side: int, action: int, movers: int, fighters: int, then: int = NO_ACTION) -> None:
    """Units of a side move and attack, in the order that the action says; `then` panzers take a second action."""
    _prepare(state, side, action, movers, fighters)
    state.guns_used = 0  # 13.4: artillery is used once a segment, momentum included
    push(state, ACTION, then)


def _prepare(state: Sands, side: int, action: int, movers: int, fighters: int) -> None:
    state.active, state.action = side, action
    state.movers, state.fighters = on_map(state, movers), on_map(state, fighters)


def panzer_divisions(state: Sands) -> int:
    """12.7.1: the units of 15 and 21 Panzer on the map."""
    return on_map(state, state.printed.panzer_divisions)


def _carry_out(state: Sands) -> None:
    if state.action in (MOVE, HALF_MOVE):
        if state.movers:
            push(state, MOVEMENT)
    elif state.fighters:
        push(state, BATTLES)


def first(state: Sands, frame: Frame) -> None:
    _carry_out(state)


def second(state: Sands, frame: Frame) -> None:
    """Units that may do both now do the other."""
    if state.action in (MOVE, HALF_MOVE):
        if not state.fighters:
            return
        state.action = COMBAT
        if state.played and state.printed.chits[state.played[-1]].kind == "panzerarmee":
            _stay_out_of_the_east(state)
    else:
        if not state.movers:
            return
        state.action = MOVE
    _carry_out(state)


def _stay_out_of_the_east(state: Sands) -> None:
    """PanzerArmee: units that have moved onto the East map may not attack."""
    state.fighters &= ~units_in(state, state.printed.ground.section[EAST], AXIS)


def finish(state: Sands, frame: Frame) -> None:
    """12.7.1: the action is over; perhaps another one follows."""
    side, then = state.active, ACTION.then(frame)
    state.clear("action")
    panzers = panzer_divisions(state) if then else 0
    if not panzers:
        return
    moving = then in (MOVE, HALF_MOVE)
    tell(state, "momentum", "12.7.1", action=then)
    replace(state, NO_ACTION)
    restart(state)
    _prepare(state, side, then, panzers if moving else 0, 0 if moving else panzers)


class Action(Steps[Sands]):
    """18.1: the actions that a chit allows."""

    name = "action"
    on = ("game-turn.initiative_action", "game-turn:random_actions")
    steps = (first, second, finish)
    then = one_of(*ACTIONS)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if state.active < 0 or not state.action:
            yield say("an action is carried out, but nobody acts")
        elif (state.movers | state.fighters) & ~state.printed.own[state.active]:
            yield say("units may move or attack that do not belong to whoever acts")
        if self.then(frame) and state.active != AXIS:
            yield say("only the Axis has momentum")


ACTION = Action()
