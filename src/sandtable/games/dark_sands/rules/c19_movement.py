"""19: units of a hex are gathered into a group, and move as one, hex by hex, until they are stopped."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c07_stacking import OVERSTACKING
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.rules.c13_field_works import (
    build,
    builders,
    disband,
    disbandable,
    form,
    formable,
    raze,
    tidy_boxes,
    why_no_box,
    why_no_garrison,
    why_not_removed,
)
from sandtable.games.dark_sands.rules.c19_east import watch_east
from sandtable.games.dark_sands.rules.c19_extended import (
    BORDER_CHECK,
    begin_extended,
    check_end,
    note_extended_step,
)
from sandtable.games.dark_sands.rules.c19_lines import (
    can_begin,
    extended_steps,
    may_extend,
    next_to_enemy,
    why_not_along,
)
from sandtable.games.dark_sands.rules.c19_naval import VOYAGE, sailors, why_no_sailor
from sandtable.games.dark_sands.rules.c19_reach import (
    INFILTRATION,
    able,
    allowance,
    companions,
    destinations,
    infiltrations,
    place_of,
    points,
    prices,
    why_no_infiltration,
    why_no_step,
    why_not_able,
)
from sandtable.games.dark_sands.rules.p1_dash import dash_to_the_wire
from sandtable.games.dark_sands.state import HALF_MOVE, MOVE, Sands, on_map
from sandtable.games.dark_sands.verbs import (
    BOX,
    DISBAND,
    DONE,
    DROP,
    EXTENDED,
    GARRISON,
    INFILTRATE,
    RAZE,
    SAIL,
    STOP,
    TO,
    UNIT,
)
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

Reason = tuple[str, Message]


class Moves(ChoiceKind[Sands]):
    """19.0: which units move next? Units that stay may build boxes (13.7.2)."""

    name = "moves"
    on = ("movement.begin",)
    rule = "19.0"
    words = say("Choose a unit to move, or end the movement")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        side = state.active
        return offer(
            (UNIT, able(state)),
            (SAIL, sailors(state)),
            (BOX, builders(state, side)),
            (DISBAND, disbandable(state, side)),
            (RAZE, state.boxes[side]),
            (DONE, 1),
        )

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            gather(state, argument)
        elif verb == SAIL:
            push(state, VOYAGE, argument)
        elif verb == BOX:
            build(state, argument)
        elif verb == DISBAND:
            disband(state, argument)
        elif verb == RAZE:
            raze(state, state.active, argument)
        else:
            pop(state)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> Reason:
        if verb == UNIT:
            return why_not_able(state, argument)
        if verb == SAIL:
            return why_no_sailor(state, argument)
        if verb == BOX:
            return why_no_box(state, state.active, argument)
        if verb in (DISBAND, RAZE):
            return why_not_removed(state, verb == RAZE, argument)
        return "19.0", otherwise("first choose a unit to move, or end the movement")


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
        group, made, extended = state.group, state.steps_made, state.extended
        here = place_of(state, group)
        return offer(
            (UNIT, 0 if extended else companions(state)),
            (TO, extended_steps(state, here) if extended else destinations(state, group)),
            (DROP, group if made and not state.halted and group & group - 1 else 0),
            (INFILTRATE, infiltrations(state, group)),
            (EXTENDED, not made and not extended and can_begin(state, group, here)),
            (GARRISON, formable(state, group, here)),
            (STOP, bool(made) or not extended),
        )

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            state.group |= bit(argument)
        elif verb == TO:
            step(state, argument)
        elif verb == DROP:
            drop(state, argument)
        elif verb == INFILTRATE:
            infiltrate(state, argument)
        elif verb == EXTENDED:
            begin_extended(state)
        elif verb == GARRISON:
            form(state, argument, place_of(state, state.group))
        else:
            stop(state)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        if state.extended:
            return say("Extended movement along roads, tracks and railways: go on, or stop")
        left = points(max(allowance(state, state.group) - state.spent, 0))
        if state.halted:
            return say("The group has stopped in an enemy zone")
        if not state.steps_made:
            return say("Gather more units here, or move the group. Movement points: {left}", left=left)
        return say("Go on, or stop. Movement points left: {left}", left=left)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> Reason:
        here = place_of(state, state.group)
        if verb == UNIT:
            return _why_not_gathered(state, argument)
        if verb == TO:
            return why_not_along(state, here, argument) if state.extended else why_no_step(state, argument)
        if verb == DROP:
            return _why_not_dropped(state, argument)
        if verb == INFILTRATE:
            return why_no_infiltration(state, argument)
        if verb == EXTENDED:
            return _why_not_extended(state, here)
        if verb == GARRISON:
            return why_no_garrison(state, state.group, here, argument)
        return "19.1", otherwise("first move the group on, or stop it")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        group = state.group
        if not group or group & ~able(state):
            yield say("there is no group, or units in it may not move")
        elif len({state.place[unit] for unit in ones(group)}) > 1:
            yield say("units move as one that are not together")
        elif state.origin < 0 or (not state.steps_made and state.origin != place_of(state, group)):
            yield say("the group has not come from there")
        elif state.extended and not may_extend(state, group):
            yield say("these units cannot move by extended movement")
        elif state.extended and not state.steps_made and not can_begin(state, group, place_of(state, group)):
            yield say("extended movement cannot begin here")
        elif not state.steps_made and (state.spent or state.halted or state.crossed or state.left_sections):
            yield say("the group has not made a step yet")


GROUP = Group()


def _why_not_gathered(state: Sands, unit: int) -> Reason:
    if state.group >> unit & 1:
        return "19.1.1", say("that unit is already in the group")
    if not able(state) >> unit & 1:
        return why_not_able(state, unit)
    if state.steps_made or state.extended:
        return "19.1.1", say("a group is gathered before its first step")
    return "19.1.1", say("only units that are together move as a group")


def _why_not_dropped(state: Sands, unit: int) -> Reason:
    if not state.group >> unit & 1:
        return "19.1.1", say("that unit is not in the group")
    if not state.steps_made:
        return "19.1.1", say("units are left behind on the way, after the first step")
    if state.halted:
        return "19.1.2", say("the whole group has stopped in an enemy zone")
    assert state.group == bit(unit)
    return "19.1.1", say("units can be left behind on the way, but not all of them")


def _why_not_extended(state: Sands, here: int) -> Reason:
    if state.steps_made or state.extended:
        return "19.1.7", say("extended movement begins with the first step")
    if state.action != MOVE or state.no_extended:
        return "19.1.7", say("this action has no extended movement")
    if state.group & state.oos:
        return "10.2.1", say("units out of supply cannot use extended movement")
    if state.group & state.disorganised:
        return "19.3", say("disorganised units cannot use extended movement")
    if next_to_enemy(state, state.active, here):
        return "19.1.7", say("extended movement does not begin next to enemy units")
    return "19.1.7", say("no road, track or active railway leads on from here")


def step(state: Sands, hex_number: int) -> None:
    """19.1: the group enters a hex; 19.1.2: an enemy zone there stops it."""
    group, here = state.group, place_of(state, state.group)
    checks = False
    if state.extended:
        checks = note_extended_step(state, here, hex_number)
    else:
        state.spent += prices(state, group, here)[hex_number]
        state.halted = int(in_zone(state, hex_number, 1 - state.active))
    _advance(state, hex_number, "19.1.7" if state.extended else "19.1")
    if checks:
        push(state, BORDER_CHECK)
    elif state.halted and not infiltrations(state, group):
        close(state)


def infiltrate(state: Sands, hex_number: int) -> None:
    """19.1.4: from zone to zone; that ends the movement of all."""
    group = state.group
    state.spent += prices(state, group, place_of(state, group))[hex_number] + INFILTRATION
    state.halted = 1
    _advance(state, hex_number, "19.1.4")
    close(state)


def _advance(state: Sands, hex_number: int, rule: str) -> None:
    here = place_of(state, state.group)
    state.steps_made += 1
    tell(state, "moves", rule, units=list(ones(state.group)), origin=here, to=hex_number)
    enter(state, state.group, hex_number)
    if state.boxes[state.active] >> here & 1:
        tidy_boxes(state)


def close(state: Sands) -> None:
    """A group that has been stopped is done, unless its owner or the enemy has something to decide first."""
    if state.frames[-1][0] == GROUP.number and not formable(state, state.group, place_of(state, state.group)):
        stop(state)


def drop(state: Sands, unit: int) -> None:
    """19.1.1: a unit ends its move here, and the others go on."""
    state.group &= ~bit(unit)
    state.moved |= bit(unit)
    tell(state, "drops", "19.1.1", unit=unit, at=state.place[unit])
    check_end(state, bit(unit))


def stop(state: Sands) -> None:
    """19.1.1: the move of the group is over; its units do not move again in this action."""
    group = state.group
    pop(state)
    state.moved |= group
    if not state.steps_made:
        tell(state, "stays", "19.1.1", units=list(ones(group)), at=place_of(state, group))
    check_end(state, group)
    state.clear("group")


def begin(state: Sands, frame: Frame) -> None:
    """19.0: the units that may move are on the map; garrisons cannot (19.1.1)."""
    state.movers = on_map(state, state.movers & ~state.printed.garrisons)
    watch_east(state)
    push(state, MOVES)


def check_stacks(state: Sands, frame: Frame) -> None:
    """7.0: the limits are checked at the end of a movement action, not before. 19.4: the turn's use of the sea is
    over too."""
    if state.shipped:
        state.sailed |= bit(state.active)
    push(state, OVERSTACKING, state.active)


class Movement(Steps[Sands]):
    """19: the movement action of a side."""

    name = "movement"
    on = ("action.first", "action.second")
    steps = (begin, check_stacks, dash_to_the_wire)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        movers = state.movers
        if state.active < 0 or state.action not in (MOVE, HALF_MOVE):
            yield say("no side carries out a movement action")
        elif movers & ~state.printed.own[state.active]:
            yield say("units may move that are not theirs")
        elif frame[1] and movers != on_map(state, movers & ~state.printed.garrisons):
            yield say("units may move that are not on the map, or are garrisons")


MOVEMENT = Movement()
