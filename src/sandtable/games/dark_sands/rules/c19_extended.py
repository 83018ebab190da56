"""19.1.7, 19.2: extended movement: its steps, and the checks of disorganisation that it brings."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c13_field_works import form, formable, why_no_garrison
from sandtable.games.dark_sands.rules.c19_lines import forced_steps, next_to_enemy, rails_from, why_not_forced
from sandtable.games.dark_sands.state import Sands, on_map
from sandtable.games.dark_sands.verbs import GARRISON, TO
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, many, one
from sandtable.kernel.flow import ChoiceKind, Dice, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

FAILS = 5
"""19.2.1: a modified roll of this or more fails."""


def begin_extended(state: Sands) -> None:
    """19.1.7: the group will move by extended movement."""
    state.extended = 1
    state.trail = bit(state.origin)
    tell(state, "extended", "19.1.7", units=list(ones(state.group)), at=state.origin)


def note_extended_step(state: Sands, here: int, hex_number: int) -> bool:
    """19.1.7, 19.2.2: what is remembered of a step of extended movement; does the group have to check at a border?
    A step over a join counts in both sections: all the way on the section left must have been by rail."""
    sheet_of = state.printed.board.sheet_of
    left_rail = 1 - (rails_from(state, state.active, here) >> hex_number & 1)
    state.trail |= bit(hex_number)
    state.halted = int(next_to_enemy(state, state.active, hex_number))
    state.off_rail |= left_rail
    state.crossed = int(sheet_of[here] != sheet_of[hex_number])
    if not state.crossed:
        return False
    due = bool(state.off_rail)
    state.left_sections |= bit(sheet_of[here])
    state.off_rail = left_rail
    return due


def check_end(state: Sands, units: int) -> None:
    """19.2.3: units check when their extended movement ends: not if all their way on the last section was by rail,
    nor in the first hex of a section (19.1.7)."""
    if state.extended and state.steps_made and state.off_rail and not state.crossed:
        push(state, END_CHECK, units)


class BorderCheck(Dice[Sands]):
    """19.2.2: each unit of the group rolls one die of its own as it enters another section."""

    name = "border-check"
    on = ("group",)

    def count(self, state: Sands, frame: Frame) -> int:
        return state.group.bit_count()

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("Each unit that has entered another section rolls for disorganisation")

    def rolled(self, state: Sands, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        rolls = zip(ones(state.group), faces, strict=True)
        force_on(state, [(unit, face) for unit, face in rolls if not passes(state, unit, face)])

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not state.extended or not state.crossed:
            yield say("no group has entered another section by extended movement")


BORDER_CHECK = BorderCheck()


class EndCheck(Dice[Sands]):
    """19.2.3: each unit that has ended its extended movement rolls one die of its own."""

    name = "end-check"
    on = ("group", "moves")
    checking = many("unit")

    def count(self, state: Sands, frame: Frame) -> int:
        return self.checking(frame).bit_count()

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("Each unit that ends its extended movement rolls for disorganisation")

    def rolled(self, state: Sands, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        for unit, face in zip(ones(self.checking(frame)), faces, strict=True):
            passes(state, unit, face)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        units = self.checking(frame)
        if not units or units & ~state.printed.own[state.active] or units != on_map(state, units):
            yield say("nobody checks, or units that are not on the map")


END_CHECK = EndCheck()


def passes(state: Sands, unit: int, face: int) -> bool:
    """19.2.1: a white circle on the counter adds one; nothing else does."""
    total = face + state.printed.units[unit].dot
    fails = total >= FAILS
    if fails:
        state.disorganised |= bit(unit)
    tell(state, "disorganised" if fails else "in-order", "19.2.1", unit=unit, die=face, total=total)
    return not fails


def force_on(state: Sands, failed: list[tuple[int, int]]) -> None:
    """19.2.2: units that fail go on alone, by the unmodified die; the others are free to go on or stop."""
    for unit, _ in failed:
        state.group &= ~bit(unit)
        state.moved |= bit(unit)
    trail = state.trail
    if not state.group:
        pop(state)
        state.clear("group")
    for unit, face in reversed(failed):
        push(state, FORCED, unit, face, trail)


def go_on(state: Sands, frame: Frame) -> None:
    """19.2.2: step by step, until the die is used up or the unit can go no further."""
    unit, left, trail = FORCED.unit(frame), FORCED.left(frame), FORCED.trail(frame)
    if forced_steps(state, unit, left, trail):
        again(state)
        push(state, ONWARD)


class Forced(Steps[Sands]):
    """19.2.2: a unit that failed its check at a border must go on."""

    name = "forced"
    on = ("group", "moves", "forced")
    steps = (go_on,)
    unit = one("unit")
    left = count(at_most=6)
    trail = many("hex")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        unit = self.unit(frame)
        if state.place[unit] < 0 or state.printed.owners[unit] != state.active or not state.moved >> unit & 1:
            yield say("that unit cannot be forced on")


FORCED = Forced()


class Onward(ChoiceKind[Sands]):
    """19.2.2: where a unit goes that must go on."""

    name = "onward"
    on = ("forced:go_on",)
    rule = "19.2.2"

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        forced = nearest(state, FORCED)
        unit = FORCED.unit(forced)
        return offer(
            (TO, forced_steps(state, unit, FORCED.left(forced), FORCED.trail(forced))),
            (GARRISON, formable(state, bit(unit), state.place[unit])),
        )

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        forced = nearest(state, FORCED)
        unit, left, trail = FORCED.unit(forced), FORCED.left(forced), FORCED.trail(forced)
        if verb == GARRISON:
            form(state, argument, state.place[unit])
            return
        pop(state)
        replace(state, unit, left - 1, trail | bit(argument))
        tell(state, "moves", "19.2.2", units=[unit], origin=state.place[unit], to=argument)
        enter(state, bit(unit), argument)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        forced = nearest(state, FORCED)
        unit = state.printed.units[FORCED.unit(forced)].id
        return say(
            "{unit} is disorganised and must go on. Hexes still to go: {left}", unit=unit, left=FORCED.left(forced)
        )

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit = FORCED.unit(nearest(state, FORCED))
        if verb == GARRISON:
            return why_no_garrison(state, bit(unit), state.place[unit], argument)
        if verb != TO:
            return "19.2.2", otherwise("first this unit must go on")
        forced = nearest(state, FORCED)
        return why_not_forced(state, unit, FORCED.left(forced), FORCED.trail(forced), argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        forced = nearest(state, FORCED)
        if not forced_steps(state, FORCED.unit(forced), FORCED.left(forced), FORCED.trail(forced)):
            yield say("the unit has nowhere to go on to")


ONWARD = Onward()
