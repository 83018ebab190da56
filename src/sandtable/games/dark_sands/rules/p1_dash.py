"""P1.3.4: the Dash to the Wire, an option of Crusader."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.state import Sands, steps_of, units_in
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

DASH_TURN = 8
DASH_STEPS = 5
AUK_GOES = 3
"""The highest roll that costs the Allies The Auk."""
WIRE = 40
"""The panzers must be east of this column."""


def dash_to_the_wire(state: Sands, frame: Frame) -> None:
    """P1.3.4: when an Axis movement ends, five panzer steps in Egypt are worth a die, once in the game."""
    due = state.dash and not state.dashed and state.turn == DASH_TURN and state.active == AXIS
    if due and dashing_steps(state) >= DASH_STEPS:
        state.dashed = 1
        push(state, DASH)


def dashing_steps(state: Sands) -> int:
    """P1.3.4: the steps of German panzers in Egypt east of column 40."""
    printed = state.printed
    beyond = mask_of(place for place in ones(printed.ground.egypt) if int(printed.board.names[place][2:]) > WIRE)
    return sum(steps_of(state, unit) for unit in ones(units_in(state, beyond, AXIS) & printed.panzers))


class Dash(Die[Sands]):
    """P1.3.4: does the raid unsettle the Allied command?"""

    name = "dash"
    on = ("movement.dash_to_the_wire",)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("The Axis rolls for the Dash to the Wire")

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        tell(state, "dash", "P1.3.4", die=outcome + 1)
        if outcome + 1 <= AUK_GOES:
            state.auk_lost = 1
            tell(state, "auk-lost", "P1.3.4")


DASH = Dash()
