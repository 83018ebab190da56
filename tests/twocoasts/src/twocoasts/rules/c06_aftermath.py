"""6.7, 6.8: the defenders retreat, and the stack that attacked moves in."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.rules.c07_supply import ways
from twocoasts.state import Coasts, in_play, put, units_in
from twocoasts.verbs import STOP, TO


def retreats(state: Coasts, side: int, place: int) -> int:
    """6.7: the places next to it where defenders can retreat: their reserve from their source, too."""
    world = state.printed.map
    near = world.graph.over(ways(state)).adjacent[place] & in_play(state)
    home = bit(world.reserves[side]) if place == world.sources[side] else 0
    return (near | home) & ~state.held[1 - side]


class Retreat(ChoiceKind[Coasts]):
    """6.7: where do the defenders go?"""

    name = "retreat"
    on = ("battle.retreat",)
    rule = "6.7"
    words = say("Where do the defenders retreat?")
    open_to_all = True
    asks = one("side")
    place = one("place")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        return offer((TO, retreats(state, self.side(state, frame), self.place(frame))))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side, place = self.side(state, frame), self.place(frame)
        units = units_in(state, side, place)
        state.dug &= ~units
        for unit in ones(units):
            put(state, unit, argument)
        tell(state, "retreats", "6.7", units=list(ones(units)), origin=place, to=argument)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "6.7", otherwise("they retreat to a place next to them that no enemies hold")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        yield from unlike_battle(state, 1 - self.side(state, frame), self.place(frame))
        if not units_in(state, self.side(state, frame), self.place(frame)):
            yield say("nobody is there to retreat")


class Advance(ChoiceKind[Coasts]):
    """6.8: does the stack that attacked move in?"""

    name = "advance"
    on = ("battle.advance",)
    rule = "6.8"
    words = say("Move in, or stay?")
    open_to_all = True
    asks = one("side")
    place = one("place")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        return offer((TO, bit(self.place(frame))), (STOP, True))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == TO:
            units = list(ones(state.stack))
            for unit in units:
                put(state, unit, argument)
            tell(state, "moves-in", "6.8", units=units, to=argument)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "6.8", otherwise("the stack moves into the place that it has won, or stays")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        yield from unlike_battle(state, self.side(state, frame), self.place(frame))
        if not state.stack or state.held[1 - self.side(state, frame)] >> self.place(frame) & 1:
            yield say("nobody can move in")


RETREAT, ADVANCE = Retreat(), Advance()


def unlike_battle(state: Coasts, side: int, place: int) -> Iterator[Message]:
    """A decision is about the battle that it lies on."""
    if state.frames[-2][2:] != (side, place):
        yield say("another battle is being fought")
