"""19: units of a hex are gathered into a group, and move as one."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c07_stacking import OVERSTACKING
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c19_reach import (
    able,
    allowance,
    companions,
    destinations,
    place_of,
    points,
    prices,
    why_no_step,
    why_not_able,
)
from sandtable.games.dark_sands.state import HALF_MOVE, MOVE, Sands, on_map
from sandtable.games.dark_sands.verbs import DONE, DROP, STOP, TO, UNIT
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ANYTHING, ChoiceKind, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


class Moves(ChoiceKind[Sands]):
    """19.0: which units move next?"""

    name = "moves"
    on = ("movement.begin",)
    rule = "19"
    words = say("Choose a unit to move, or end the movement")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((UNIT, able(state)), (DONE, 1))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            gather(state, argument)
        else:
            pop(state)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT:
            return why_not_able(state, argument)
        return "19.0", say("first choose a unit to move")


MOVES = Moves()


def gather(state: Sands, unit: int) -> None:
    """19.1.1: a unit begins to move; others of its hex can join it."""
    state.group = bit(unit)
    state.origin = state.place[unit]
    push(state, GROUP)


class Group(ChoiceKind[Sands]):
    """19.1: what the group does next."""

    name = "group"
    on = ("moves",)
    rule = "19.1"

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        group = state.group
        several = state.steps_made and not state.halted and group & group - 1
        return offer(
            (UNIT, companions(state)),
            (TO, destinations(state, group)),
            (DROP, group if several else 0),
            (STOP, 1),
        )

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            state.group |= bit(argument)
        elif verb == TO:
            step(state, argument)
        elif verb == DROP:
            drop(state, argument)
        else:
            stop(state)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        left = points(max(allowance(state, state.group) - state.spent, 0))
        if not state.steps_made:
            return say("Gather more units of the hex, or move the group: {left} movement points", left=left)
        return say("The group has {left} movement points left: go on, or stop", left=left)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT:
            return _why_not_gathered(state, argument)
        if verb == TO:
            return why_no_step(state, argument)
        if verb == DROP:
            return "19.1.1", say("units are left behind on the way, but never all of them")
        return "19.1", say("a group is moving")


GROUP = Group()


def _why_not_gathered(state: Sands, unit: int) -> tuple[str, Message]:
    if state.group >> unit & 1:
        return "19.1.1", say("that unit is in the group")
    if not able(state) >> unit & 1:
        return why_not_able(state, unit)
    if state.steps_made:
        return "19.1.1", say("a group is gathered before its first step")
    return "19.1.1", say("only units of one hex move as a group")


def step(state: Sands, hex_number: int) -> None:
    """19.1: the group enters a hex; 19.1.2: an enemy zone there stops it."""
    group, here = state.group, place_of(state, state.group)
    state.spent += prices(state, group, here)[hex_number]
    state.steps_made += 1
    tell(state, "moves", "19.1", units=list(ones(group)), origin=here, to=hex_number)
    enter(state, group, hex_number)
    if state.boxes[state.active] >> here & 1:
        tidy_boxes(state)
    if in_zone(state, hex_number, 1 - state.active):
        state.halted = 1
        stop(state)


def drop(state: Sands, unit: int) -> None:
    """19.1.1: a unit ends its move here, and the others go on."""
    state.group &= ~bit(unit)
    state.moved |= bit(unit)
    tell(state, "drops", "19.1.1", unit=unit, at=state.place[unit])


def stop(state: Sands) -> None:
    """19.1.1: the move of the group is over; its units do not move again in this action."""
    pop(state)
    state.moved |= state.group
    kind = "stops" if state.steps_made else "stays"
    tell(state, kind, "19.1.1", units=list(ones(state.group)), at=place_of(state, state.group))
    state.clear("group")


def begin(state: Sands, frame: Frame) -> None:
    """19.0: the units that may move are on the map; garrisons cannot (19.1.1)."""
    state.movers = on_map(state, state.movers & ~state.printed.garrisons)
    push(state, MOVES)


def check_stacks(state: Sands, frame: Frame) -> None:
    """7.0: the limits are checked at the end of a movement action, not before."""
    push(state, OVERSTACKING, state.active)


class Movement(Steps[Sands]):
    """19: the movement action of a side."""

    name = "movement"
    on = ANYTHING
    steps = (begin, check_stacks)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if state.active < 0 or state.action not in (MOVE, HALF_MOVE):
            yield say("no side carries out a movement action")
        elif state.movers & ~state.printed.own[state.active]:
            yield say("units may move that are not theirs")


MOVEMENT = Movement()
