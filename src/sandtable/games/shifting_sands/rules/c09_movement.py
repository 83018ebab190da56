"""9: units of spaces with a Move marker move, one after another, link by link."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.rules.c03_control import enter, takes
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE
from sandtable.games.shifting_sands.rules.c09_reach import (
    allowance,
    closed_ends,
    far_side,
    steps,
)
from sandtable.games.shifting_sands.rules.c09_reasons import why_no_move
from sandtable.games.shifting_sands.rules.c10_reasons import Reason
from sandtable.games.shifting_sands.rules.c10_regions import sleepers
from sandtable.games.shifting_sands.state import Theatre, alike, face, inactive, of_another_side, units_at
from sandtable.games.shifting_sands.verbs import ATTACK, DONE, STOP, TO, UNIT
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def go_on(state: Theatre, side: int) -> None:
    """7.27: a step of the operations, again and again: the next move, as long as anybody can move."""
    if any(steps(state, unit) for unit in waiting(state, side)):
        again(state)
        push(state, MOVES, side)
    else:
        state.movers = 0


def able(state: Theatre, side: int) -> int:
    """9.1: the units that can still begin to move in this action."""
    return mask_of(unit for unit in waiting(state, side) if steps(state, unit))


def waiting(state: Theatre, side: int) -> Iterator[int]:
    """The units in spaces with a Move marker that have not moved."""
    idle = state.moved | inactive(state)
    for space in ones(state.movers):
        yield from ones(units_at(state, space, side) & ~idle)


class Moves(ChoiceKind[Theatre]):
    """7.27: which unit moves next?"""

    name = "moves"
    on = ("operations:move",)
    rule = "7.27"
    words = say("Choose a unit to move, or end the moves")
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((UNIT, alike(state, able(state, self.asks(frame)))), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == UNIT:
            state.walker = argument
            push(state, WALK, self.asks(frame))
        else:
            state.movers = 0

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        if verb == UNIT:
            return why_not_able(state, self.asks(frame), argument)
        if verb == ATTACK:
            return "7.28", say("battles come after all moves")
        return self.rule, otherwise("first move units, or end the moves")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)


MOVES = Moves()


def why_not_able(state: Theatre, side: int, unit: int) -> Reason:
    """9.1: why a unit cannot begin to move."""
    space = state.place[unit]
    if state.printed.owners[unit] != side:
        return "9.1", say("that unit is not yours")
    if space < 0 or not state.printed.spaces[space].on_map:
        return "9.1", say("that unit is not on the map")
    if inactive(state) >> unit & 1:
        return "10.41", say("that unit is not active yet")
    if state.moved >> unit & 1:
        return "9.14", say("that unit has already moved in this action")
    if state.fighters >> space & 1:
        return "9.16", say("units in a space with an Attack marker do not move")
    if not state.movers >> space & 1:
        return "9.1", say("there is no Move marker in its space")
    if not steps(state, unit):
        return "9.17", say("no line leads that unit anywhere it may go")
    return "9.1", ALIKE


class Walk(ChoiceKind[Theatre]):
    """9.1: where does the unit go next?"""

    name = "walk"
    on = ("operations:move",)
    rule = "9.1"
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        unit = state.walker
        may_stop = state.spent and not closed_ends(state, unit, bit(state.place[unit]))
        return offer((TO, steps(state, unit)), (STOP, 1 if may_stop else 0))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == TO:
            _step(state, argument)
        else:
            _end(state, state.place[state.walker])

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        left = allowance(state, state.walker)
        unit = state.printed.units[state.walker].title
        if not state.spent:
            return say("Where does {unit} go? Movement points: {left}", unit=unit, left=left)
        return say("Go on with {unit}, or stop. Movement points left: {left}", unit=unit, left=left)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        if verb == TO:
            return why_no_move(state, state.walker, argument)
        if verb == STOP:
            return self._why_no_stop(state)
        unit = state.printed.units[state.walker].title
        return self.rule, otherwise("first go on with {unit}, or stop", unit=unit)

    def _why_no_stop(self, state: Theatre) -> Reason:
        if not state.spent:
            return self.rule, say("the unit has not moved yet")
        if sleepers(state) >> state.place[state.walker] & 1:
            return "10.422", say("no unit ends its move among inactive Iraqis")
        return "9.15", say("infantry may not end its move in a space with an Attack marker")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)
        unit = state.walker
        if unit < 0 or state.printed.owners[unit] != self.asks(frame) or state.place[unit] < 0:
            yield say("nobody moves, or a unit that is not theirs or not on the map")
        elif inactive(state) >> unit & 1 or bool(state.moved >> unit & 1) != bool(state.spent):
            yield say("the unit that moves may not move, or has moved already")
        elif not self.legal(state, frame):
            yield say("the unit that moves can neither go on nor stop where it is")


WALK = Walk()


def _step(state: Theatre, space: int) -> None:
    """9.11: each space costs one point; 10.21: but Khartoum and Aswan are a whole move apart."""
    unit, here = state.walker, state.place[state.walker]
    crosses = far_side(state.printed, here) >> space & 1
    points = face(state, unit).movement
    state.spent = points if crosses else state.spent + 1
    state.moved |= 1 << unit
    rule, taken = "10.21" if crosses else "9.11", int(takes(state, unit, space))
    tell(state, "moves", rule, unit=unit, origin=here, to=space, taken=taken)
    if state.spent == points:
        _end(state, space)
    # Last of all: a capture may put something to decide on top.
    enter(state, unit, space, "3.0s", told=True)


def _end(state: Theatre, space: int) -> None:
    """9.1: the unit has moved. 9.16: armour joins the attack from the space where it ends."""
    if state.fighters >> space & 1:
        tell(state, "joins-attack", "9.16", unit=state.walker, at=space)
    _take_back_markers(state)
    pop(state)
    state.clear("walk")


def _take_back_markers(state: Theatre) -> None:
    """9.1: a Move marker goes when nobody is left in its space who has not moved."""
    idle, own = state.moved | inactive(state), state.printed.own[state.printed.owners[state.walker]]
    for space in ones(state.movers):
        if not state.stacks.get(space, 0) & own & ~idle:
            state.movers &= ~(1 << space)
