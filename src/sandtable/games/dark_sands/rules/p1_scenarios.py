"""P1: what single scenarios add to the rules: the Dash to the Wire of Crusader, the closed border of Gazala."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import Sands, steps_of, units_in
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ANYTHING, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

DASH_TURN = 8
DASH_STEPS = 5
AUK_GOES = 3
"""P1.3.4: the highest roll that costs the Allies The Auk."""
WIRE = 40
"""P1.3.4: the panzers must be east of this column."""
TANKS_ENOUGH = 3
"""P1.4.4: with fewer tank steps on the Central map the Allies may leave it."""


# The Dash to the Wire (P1.3.4)


def dash_to_the_wire(state: Sands) -> None:
    """P1.3.4: called when an Axis movement ends: five panzer steps in Egypt are worth a die, once."""
    if state.dash and not state.dashed and state.turn == DASH_TURN and dashing_steps(state) >= DASH_STEPS:
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
    on = ANYTHING

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("The Axis rolls for the Dash to the Wire")

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        state.auk_lost = int(outcome + 1 <= AUK_GOES)
        tell(state, "dash", "P1.3.4", die=outcome + 1, lost=state.auk_lost)


DASH = Dash()


# The closed border (P1.4.4)


def open_border(state: Sands) -> None:
    """P1.4.4: called when an action begins, and when Axis units enter a hex: once one of the conditions has held,
    the border stays open."""
    if SCENARIOS[state.scenario] != "gazala" or state.border_open:
        return
    printed = state.printed
    tanks = units_in(state, printed.ground.section[CENTRAL], ALLIED) & printed.tanks
    steps = sum(steps_of(state, unit) for unit in ones(tanks))
    if steps < TANKS_ENOUGH or state.occupied[AXIS] & printed.ground.egypt:
        state.border_open = 1
        tell(state, "border-open", "P1.4.4")


def border_closed(state: Sands, side: int) -> bool:
    """P1.4.4: may units of this side on the Central map not enter the East map?"""
    return side == ALLIED and SCENARIOS[state.scenario] == "gazala" and not state.border_open


def beyond_border(state: Sands, hex_number: int, side: int) -> int:
    """P1.4.4: the hexes that units in this hex must not enter."""
    ground = state.printed.ground
    if border_closed(state, side) and ground.section[CENTRAL] >> hex_number & 1:
        return ground.section[EAST]
    return 0
