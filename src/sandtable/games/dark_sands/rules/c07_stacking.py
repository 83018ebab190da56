"""7: how many units can be in a hex, and what becomes of those that are too many."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.state import Sands, units_at
from sandtable.games.dark_sands.verbs import ELIMINATE
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

LARGE, ALL = 3, 4
"""7.2: the most divisions, regiments and brigades in a hex, and the most units with battalions."""


def excess(state: Sands, units: int) -> int:
    """7.2: how many of these units, in one hex, are too many; headquarters and garrisons have limits of their
    own, one of each."""
    printed = state.printed
    line = units & printed.zoned
    crowd = max(line.bit_count() - ALL, (line & ~printed.small).bit_count() - LARGE, 0)
    if line == units:
        return crowd
    return (
        crowd + max((units & printed.hqs).bit_count() - 1, 0) + max((units & printed.garrisons).bit_count() - 1, 0)
    )


def fits(state: Sands, hex_number: int, units: int) -> bool:
    """7.2: can these units, of one side, be in a hex together with those of their side that are there?"""
    side = state.printed.owners[first(units)]
    return not excess(state, units | units_at(state, hex_number, side))


def overstacked(state: Sands, side: int) -> int:
    """7.3: the hexes of a side with too many units."""
    stacks = state.stacks
    return mask_of(
        hex_number
        for hex_number in ones(state.occupied[side])
        if stacks[hex_number] & stacks[hex_number] - 1 and excess(state, stacks[hex_number])
    )


def removable(state: Sands, side: int) -> int:
    """7.3: the units in overstacked hexes without which there would be fewer too many."""
    found = 0
    for hex_number in ones(overstacked(state, side)):
        stack = state.stacks[hex_number]
        too_many = excess(state, stack)
        found |= mask_of(unit for unit in ones(stack) if excess(state, stack & ~bit(unit)) < too_many)
    return found


class Crowded(ChoiceKind[Sands]):
    """7.3: which unit is eliminated?"""

    name = "crowded"
    on = ("overstacking:thin_out",)
    rule = "7.3"
    asks = one("side")
    words = say("Too many units are in one hex: eliminate a unit of your choice")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ELIMINATE, removable(state, self.side(state, frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "overstacked", "7.3", unit=argument, at=state.place[argument])
        kill(state, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb != ELIMINATE:
            return "7.3", otherwise("first eliminate a unit in the hex with too many units")
        if state.printed.owners[argument] != side:
            return "7.3", say("that unit is not yours")
        if state.place[argument] < 0:
            return "7.3", say("that unit is not on the map")
        if not overstacked(state, side) >> state.place[argument] & 1:
            return "7.3", say("there are not too many units in its hex")
        assert not removable(state, side) >> argument & 1
        return "7.3", say("without that unit there would still be as many too many: choose another")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not overstacked(state, self.side(state, frame)):
            yield say("no hex of that side is overstacked")


CROWDED = Crowded()


def thin_out(state: Sands, frame: Frame) -> None:
    """7.3: until every hex is within the limits."""
    side = OVERSTACKING.owner(frame)
    if overstacked(state, side):
        again(state)
        push(state, CROWDED, side)


class Overstacking(Steps[Sands]):
    """7.3: the owner eliminates units until every hex is within the limits; nothing happens if all are."""

    name = "overstacking"
    on = ("movement.check_stacks",)
    steps = (thin_out,)
    owner = one("side")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if self.owner(frame) != state.active:
            yield say("only whoever has moved thins out")


OVERSTACKING = Overstacking()
