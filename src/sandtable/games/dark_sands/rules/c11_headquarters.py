"""11.0: where a headquarters goes when its hex is overrun, or its last defenders are lost."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.rules.c11_range import hexes_within, in_range
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.state import Sands, bypass_built, hexes_of, lone_hq, units_at
from sandtable.games.dark_sands.verbs import DISPLACE
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ANYTHING, ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

__all__ = ["displace", "displace_lone", "hexes_within", "in_range", "receivers"]


def displace(state: Sands, headquarters: int) -> None:
    """11.0: a headquarters leaves its hex for the nearest friendly stack that can receive it; if there is none, it
    is eliminated. Among several the owner chooses: then a frame lies on top, so pop your own before you call."""
    hexes = receivers(state, headquarters)
    if not hexes:
        tell(state, "cannot-displace", "11.0", unit=headquarters)
        kill(state, headquarters)
    elif hexes & hexes - 1:
        push(state, DISPLACEMENT, headquarters)
    else:
        _go(state, headquarters, first(hexes))


def displace_lone(state: Sands, place: int, side: int) -> None:
    """11.0: a headquarters whose defenders are lost displaces."""
    if lone_hq(state, place, side):
        displace(state, first(units_at(state, place, side)))


def _go(state: Sands, headquarters: int, place: int) -> None:
    """A box that it leaves empty is removed at once, whoever has come into the hex (13.7.3)."""
    tell(state, "displaces", "11.0", unit=headquarters, origin=state.place[headquarters], to=place)
    enter(state, bit(headquarters), place)
    tidy_boxes(state)


def receivers(state: Sands, headquarters: int) -> int:
    """11.0: the nearest hexes with units that can trace a line of supply, without another headquarters, and within
    reach without entering an uncontested enemy zone."""
    printed, here = state.printed, state.place[headquarters]
    side = printed.owners[headquarters]
    hosts = hexes_of(state, traced(state, side) & ~printed.hqs) & ~bit(here)
    hosts &= ~hexes_of(state, printed.hqs & printed.own[side])
    return _nearest(state, here, _passable(state, side, here), hosts)


def why_not_received(state: Sands, headquarters: int, place: int) -> tuple[str, Message]:
    """11.0: why a headquarters does not displace to a hex."""
    printed, here = state.printed, state.place[headquarters]
    side = printed.owners[headquarters]
    there = units_at(state, place, side) & ~bit(headquarters)
    if place == here or not there:
        return "11.0", say("none of your units is there to receive the headquarters")
    if there & printed.hqs:
        return "11.0", say("another headquarters is there")
    if not there & traced(state, side):
        return "11.0", say("the units there cannot trace a line of supply")
    if not _nearest(state, here, _passable(state, side, here), bit(place)):
        return "11.0", say("no way leads there but through enemies, or through their uncontested zones")
    assert not receivers(state, headquarters) >> place & 1
    return "11.0", say("another stack is nearer")


def _passable(state: Sands, side: int, here: int) -> int:
    """11.0: where a displacing headquarters may go: no enemies, and no uncontested enemy zone."""
    return state.printed.board.all & ~state.occupied[1 - side] & ~_closed_zones(state, side, here)


def _nearest(state: Sands, here: int, free: int, goals: int) -> int:
    """The nearest goals over free hexes and open sides, a hex of the side maps counting two."""
    board, ways = state.printed.board, state.printed.ground.open_ways[bypass_built(state)]
    (near, fine), (far, coarse) = board.scales
    # grown[n]: what can be entered next, having gone n hexes.
    grown, left = [board.spread_over(ways, bit(here))], free & ~bit(here)
    while any(grown[-far:]):
        ring = (grown[-near] & fine | (grown[-far] & coarse if len(grown) >= far else 0)) & left
        if ring & goals:
            return ring & goals
        left ^= ring
        grown.append(board.spread_over(ways, ring))
    return 0


def _closed_zones(state: Sands, side: int, here: int) -> int:
    """8.1: uncontested enemy zones, without those of units that are about to take the headquarters' own hex."""
    reach, found = state.printed.ground.zone_to[bypass_built(state)], 0
    for place in ones(state.fronts[1 - side] & ~bit(here)):
        found |= reach[place]
    return found & ~state.occupied[side]


class Displacement(ChoiceKind[Sands]):
    """11.0: several stacks are equally near: which one receives the headquarters?"""

    name = "displacement"
    on = ANYTHING
    rule = "11.0"
    words = say("Choose the stack that receives the headquarters")
    headquarters = one("unit")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.printed.owners[self.headquarters(frame)]

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((DISPLACE, receivers(state, self.headquarters(frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _go(state, self.headquarters(frame), argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != DISPLACE:
            return "11.0", otherwise("first choose the stack that receives the headquarters")
        return why_not_received(state, self.headquarters(frame), argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        unit = self.headquarters(frame)
        if not state.printed.hqs >> unit & 1 or state.place[unit] < 0:
            yield say("only a headquarters on the map displaces")
        elif not receivers(state, unit):
            yield say("nobody can receive the headquarters")


DISPLACEMENT = Displacement()
