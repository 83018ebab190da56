"""19.4: movement by sea, from port to port."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c10_supply import over_land, sources
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c19_east import barred
from sandtable.games.dark_sands.rules.c19_reach import able, why_not_able
from sandtable.games.dark_sands.state import Sands, units_at, units_in
from sandtable.games.dark_sands.verbs import BACK, PORT, STOP
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

CAPACITY = (1, 3)
"""19.4.1, 19.4.2: how many units of each side may go by sea in a turn."""
RETURNS = 3
"""19.4.2: how many Allied units may come back in exchange."""


def may_sail(state: Sands, side: int) -> bool:
    """19.4: by sea in one action of the turn only, and few units in all."""
    return not state.sailed >> side & 1 and state.shipped < CAPACITY[side]


def harbours(state: Sands, side: int) -> int:
    """19.4.1, 19.4.2: the friendly ports where units can arrive: those with a line of supply over land, and for
    the Allies those with port supply (10.1.4)."""
    places = state.printed.places
    ports = places.ports & state.controlled[side]
    sure = sources(state, side)
    if side == ALLIED:
        sure |= bit(places.tobruk) | bit(places.bardia) | bit(places.matruh)
    others = ports & ~sure
    return ports & sure | (over_land(state, side, others) if others else 0)


def goals(state: Sands, side: int, harbour: int, arrivals: int) -> int:
    """19.4, P1.4.4: the ports to which units in a harbour can go."""
    return arrivals & ~bit(harbour) & ~barred(state, side, harbour)


def sailors(state: Sands) -> int:
    """19.4: the units that may go by sea now: in a friendly port, having not moved; not those to which 21 Corps
    gives one hex or extended movement (18.1)."""
    side, ports = state.active, state.printed.places.ports
    own = ports & state.controlled[side]
    if not own & own - 1 or not may_sail(state, side):
        return 0
    waiting = units_in(state, own, side) & able(state) & ~state.one_hex
    if not waiting:
        return 0
    arrivals = harbours(state, side)
    if not arrivals:
        return 0
    leaving = mask_of(port for port in ones(own) if goals(state, side, port, arrivals))
    return waiting & units_in(state, leaving, side)


def why_no_sailor(state: Sands, unit: int) -> tuple[str, Message]:
    """19.4: why a unit cannot go by sea."""
    side = state.active
    if state.sailed >> side & 1:
        return "19.4", say("units go by sea in only one action of a turn")
    if state.shipped >= CAPACITY[side]:
        return f"19.4.{1 + side}", say("no more units can go by sea this turn")
    if not able(state) >> unit & 1:
        return why_not_able(state, unit)
    if state.one_hex >> unit & 1:
        return "18.1", say("these units may only move one hex, or by extended movement")
    if not state.printed.places.ports & state.controlled[side] & bit(state.place[unit]):
        return "19.4", say("units go by sea from friendly ports")
    return f"19.4.{1 + side}", say("there is no friendly port with supply to go to")


class Voyage(ChoiceKind[Sands]):
    """19.4: to which port?"""

    name = "voyage"
    on = ("moves",)
    rule = "19.4"
    words = say("Choose the port to go to")
    unit = one("unit")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        side, here = state.active, state.place[self.unit(frame)]
        return offer((PORT, goals(state, side, here, harbours(state, side))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        unit = self.unit(frame)
        origin = state.place[unit]
        pop(state)
        state.shipped += 1
        sail(state, unit, argument)
        if returning(state, argument):
            push(state, RETURN, origin, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side, here = state.active, state.place[self.unit(frame)]
        friendly = state.printed.places.ports & state.controlled[side] & ~bit(here)
        if verb != PORT:
            return "19.4", otherwise("first choose the port to go to")
        if not friendly >> argument & 1:
            return "19.4", say("units go by sea from a friendly port to another")
        if barred(state, side, here) >> argument & 1:
            return "P1.4.4", say("the Allies may not leave the Central map for the East map yet")
        assert not harbours(state, side) >> argument & 1
        if side == AXIS:
            return "19.4.1", say("that port has no line of supply over land to El Agheila")
        assert side == ALLIED
        return "19.4.2", say("that port has no line of supply over land, and no port supply")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not sailors(state) >> self.unit(frame) & 1:
            yield say("that unit cannot go by sea")


VOYAGE = Voyage()


def sail(state: Sands, unit: int, port: int) -> None:
    """19.4: a unit goes by sea, and does not move by land in this action."""
    tell(state, "sails", f"19.4.{1 + state.active}", unit=unit, origin=state.place[unit], to=port)
    state.moved |= bit(unit)
    enter(state, bit(unit), port)
    tidy_boxes(state)


def returning(state: Sands, port: int) -> int:
    """19.4.2: the Allied units in a port that may be taken back in exchange."""
    if state.active != ALLIED or state.shipped_back >= RETURNS:
        return 0
    return units_at(state, port, ALLIED) & able(state)


class Return(ChoiceKind[Sands]):
    """19.4.2: which units come back in exchange?"""

    name = "return"
    on = ("moves",)
    rule = "19.4.2"
    asks = ALLIED
    words = say("Choose the units that go back in exchange to the port of origin, or none")
    origin = one("hex")
    port = one("hex")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((BACK, returning(state, self.port(frame))), (STOP, 1))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == STOP:
            pop(state)
            return
        state.shipped_back += 1
        if not returning(state, self.port(frame)) & ~bit(argument):
            pop(state)
        sail(state, argument, self.origin(frame))

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != BACK:
            return "19.4.2", otherwise("first choose the units that go back, or none")
        if not state.printed.own[ALLIED] >> argument & 1:
            return "19.4.2", say("that unit is not yours")
        if state.place[argument] != self.port(frame):
            return "19.4.2", say("only units in the port where the ship has landed go back")
        return why_not_able(state, argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        friendly = state.printed.places.ports & state.controlled[ALLIED]
        if not friendly >> self.origin(frame) & 1 or not friendly >> self.port(frame) & 1:
            yield say("units are exchanged between friendly ports only")
        elif not state.shipped or state.active != ALLIED:
            yield say("nobody has gone by sea")


RETURN = Return()
