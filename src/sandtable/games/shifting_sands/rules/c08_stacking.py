"""8: how many units a space holds, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sandtable.games.shifting_sands.printed.counters import GROUPS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.state import ELIMINATED, Theatre, alike, happened, put, units_at
from sandtable.games.shifting_sands.verbs import REMOVE
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ANYTHING, ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

USUAL, LARGE = 3, 4
"""8.1: how many units a space holds; and how many by Montgomery or Patton."""
BOXES = ("box", "offmap")
"""They are no spaces of the map and hold any number (ruling: Sicily needs four units for Herkules)."""
NO_LIMIT = 1 << 30
ALIKE = say("another battlegroup there, of the same kind and strength, is offered in its place")
"""Why a battlegroup cannot be chosen: of those that are alike only one is offered."""


@dataclass(frozen=True, slots=True, eq=False)
class Allowance:
    """8.1: an event that lets some units be four in a space."""

    event: str
    units: int
    anywhere: int
    """The spaces of which any number may be so full."""
    one_of: tuple[int, ...]
    """Sets of spaces of each of which one may be so full."""


@cache
def _allowances(printed: Printed) -> tuple[Allowance, ...]:
    regions = printed.regions
    british = mask_of(unit for nation in GROUPS[0] for unit in ones(printed.nations[nation]))
    west = regions["Algeria-Tunisia"]
    return (
        Allowance("montgomery", british, regions["Egypt"] | regions["Sinai"], (regions["Libya"], west)),
        Allowance("patton", printed.nations["US"], 0, (west,)),
    )


@cache
def _boxes(printed: Printed) -> int:
    return mask_of(number for number, space in enumerate(printed.spaces) if space.terrain in BOXES)


def limit(state: Theatre, space: int, side: int, units: int) -> int:
    """8.1: how many units of a side a space holds, if these units are there: 3, or 4 by Montgomery or Patton;
    a box holds any number."""
    if _boxes(state.printed) >> space & 1:
        return NO_LIMIT
    if side == ALLIED:
        for allowance in _allowances(state.printed):
            if happened(state, allowance.event) and _allows(state, allowance, space, units):
                return LARGE
    return USUAL


def _allows(state: Theatre, allowance: Allowance, space: int, units: int) -> bool:
    """8.1: does an event that has been played let these units be four in this space? Where one space alone may be
    so full, no other space of the region is, once these units have left it."""
    if units & ~allowance.units:
        return False
    if allowance.anywhere >> space & 1:
        return True
    region = next((each for each in allowance.one_of if each >> space & 1), 0)
    held = region & state.occupied[ALLIED] & ~bit(space)
    others = (units_at(state, other, ALLIED) & ~units for other in ones(held))
    return bool(region) and not any(
        stack.bit_count() >= LARGE and not stack & ~allowance.units for stack in others
    )


def has_room(state: Theatre, unit: int, space: int) -> bool:
    """8.1: could one more unit, this one, stay in a space or box?"""
    side = state.printed.owners[unit]
    together = units_at(state, space, side) | 1 << unit
    size = together.bit_count()
    return size <= USUAL or size <= limit(state, space, side, together)


def crowded(state: Theatre) -> int:
    """The spaces that hold more units than usual."""
    found = 0
    for space, units in state.stacks.items():
        if units.bit_count() > USUAL:
            found |= 1 << space
    return found & ~_boxes(state.printed)


def excess(state: Theatre, side: int, passing: int = 0) -> int:
    """8.2: the units of a side in spaces with too many of them; those that only pass through do not count."""
    found = 0
    for space in ones(state.occupied[side]):
        units = units_at(state, space, side) & ~passing
        if units.bit_count() > USUAL and units.bit_count() > limit(state, space, side, units):
            found |= units
    return found


def settle(state: Theatre, frame: Frame) -> None:
    """8.2: a step of a sequence: whoever has too many units in a space chooses which leave the game. Boxes off the
    map have no limit."""
    if crowded(state):
        for side in (AXIS, ALLIED):
            if excess(state, side):
                push(state, OVERSTACKED, side)


class Overstacked(ChoiceKind[Theatre]):
    """8.2: which unit leaves the game?"""

    name = "overstacked"
    on = ANYTHING
    rule = "8.2"
    asks = one("side")
    open_to_all = True
    words = say("A space holds too many units: choose one that leaves the game for good")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((REMOVE, alike(state, excess(state, self.asks(frame)))))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        tell(state, "overstacked", "8.2", unit=argument, at=state.place[argument])
        put(state, argument, ELIMINATED)
        state.forget("unit", argument)
        if not excess(state, self.asks(frame)):
            pop(state)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != REMOVE:
            return self.rule, say("first a unit has to leave the space with too many units")
        if state.printed.owners[argument] != self.asks(frame):
            return "8.2e", say("each side removes its own units")
        if excess(state, self.asks(frame)) >> argument & 1:
            return self.rule, ALIKE
        assert not excess(state, self.asks(frame)) >> argument & 1
        return self.rule, say("this unit is in no space with too many units")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not excess(state, self.asks(frame)):
            yield say("no space holds too many units of that side")


OVERSTACKED = Overstacked()
