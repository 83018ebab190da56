"""18.4: on turn 3 both sides take their reinforcements before the first chit; El Agheila is cleared for them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c08_zones import uncontested
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import Sands, units_in
from sandtable.games.dark_sands.verbs import TO
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

OWN_SEGMENT = 3
"""The turn whose reinforcements have a segment of their own."""


def allies_turn_3(state: Sands, frame: Frame) -> None:
    """18.4: the Allies come first."""
    if state.turn == OWN_SEGMENT:
        push(state, REINFORCEMENT, ALLIED)


def withdraw(state: Sands, frame: Frame) -> None:
    """18.4: Allied units in the entry area make room, one after another."""
    if state.turn != OWN_SEGMENT:
        return
    intruders = units_in(state, state.printed.places.entry_area, ALLIED)
    if not intruders:
        tidy_boxes(state)
        return
    again(state)
    unit = first(intruders)
    if state.printed.garrisons >> unit & 1 or not refuges(state, unit):
        kill(state, unit)
    else:
        push(state, WITHDRAWAL, unit)


def refuges(state: Sands, unit: int) -> int:
    """The nearest hexes outside the area with room and without an enemy; those in uncontested zones only if there
    is no other in the desert (ruling)."""
    board, area = state.printed.board, state.printed.places.entry_area
    free = board.all & ~area & ~state.occupied[AXIS]
    for hexes in (free & ~uncontested(state, ALLIED), free):
        found = _nearest(state, unit, hexes)
        if found:
            return found
    return 0


def _nearest(state: Sands, unit: int, hexes: int) -> int:
    """Of these hexes with room for a unit, the nearest."""
    board = state.printed.board
    reached = bit(state.place[unit])
    while True:
        grown = reached | board.spread(reached)
        room = mask_of(place for place in ones(grown & ~reached & hexes) if fits(state, place, bit(unit)))
        if room or grown == reached:
            return room
        reached = grown


def axis_turn_3(state: Sands, frame: Frame) -> None:
    """18.4: then the Axis."""
    if state.turn == OWN_SEGMENT:
        push(state, REINFORCEMENT, AXIS)


class Withdrawal(ChoiceKind[Sands]):
    """18.4: where does an Allied unit go that stands where the Axis arrives?"""

    name = "withdrawal"
    on = ("game-turn:withdraw",)
    rule = "18.4"
    asks = ALLIED
    unit = one("unit")

    def prompt(self, state: Sands, frame: Frame) -> Message:
        name = state.printed.units[self.unit(frame)].id
        return say("{unit} must leave the entry area of El Agheila: choose its hex", unit=name)

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((TO, refuges(state, self.unit(frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "withdraws", "18.4", unit=self.unit(frame), to=argument)
        enter(state, bit(self.unit(frame)), argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit = self.unit(frame)
        if verb != TO:
            return "18.4", otherwise("first choose the hex to which the unit withdraws")
        if state.printed.places.entry_area >> argument & 1:
            return "18.4", say("that hex is in the entry area too")
        if state.occupied[AXIS] >> argument & 1:
            return "18.4", say("enemy units are there")
        if not fits(state, argument, bit(unit)):
            return "7.2", say("there is no room for the unit")
        if uncontested(state, ALLIED) >> argument & 1:
            return "18.4", say("choose another hex: those in enemy zones with no unit of yours come last")
        assert not refuges(state, unit) >> argument & 1
        return "18.4", say("the unit goes to the nearest hex with room, and that one is further away")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        intruders = units_in(state, state.printed.places.entry_area, ALLIED) & ~state.printed.garrisons
        if state.turn != OWN_SEGMENT or not intruders >> self.unit(frame) & 1:
            yield say("this unit need not leave the entry area")


WITHDRAWAL = Withdrawal()
