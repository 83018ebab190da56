"""20.3.5: attackers advance into the hex that they have won."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c06_terrain import why_no_entry
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c20_fight import is_sound
from sandtable.games.dark_sands.state import Sands, bypass_built, units_in
from sandtable.games.dark_sands.verbs import ADVANCE, DONE
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def advance(state: Sands, frame: Frame) -> None:
    """20.3.5: at once, if the hex is free of enemies."""
    if advancing(state):
        push(state, ADVANCING)


def advancing(state: Sands) -> int:
    """20.3.5: who can still advance: attackers, whether they contributed or not (7.4), and headquarters that were
    with them; as many as the hex holds (7.2)."""
    target, side, printed = state.target, state.active, state.printed
    if state.occupied[1 - side] >> target & 1:
        return 0
    units = state.attackers | units_in(state, state.advanced_from, side) & printed.hqs
    return mask_of(
        unit
        for unit in ones(units)
        if state.place[unit] != target and can_enter(state, unit, target) and fits(state, target, bit(unit))
    )


def can_enter(state: Sands, unit: int, target: int) -> bool:
    """20.3.5: no movement points are spent, but vehicles enter some terrain only by road or track (note C)."""
    ground = state.printed.ground
    prices = ground.wheels if state.printed.wheels >> unit & 1 else ground.foot
    return target in prices[bypass_built(state)][state.place[unit]]


class Advancing(ChoiceKind[Sands]):
    """20.3.5: who advances?"""

    name = "advance"
    on = ("battle.advance",)
    rule = "20.3.5"

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ADVANCE, advancing(state)), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DONE:
            return
        origin = state.place[argument]
        tell(state, "advances", "20.3.5", unit=argument, origin=origin, to=state.target)
        state.advanced_from |= bit(origin)
        enter(state, bit(argument), state.target)
        if advancing(state):
            push(state, ADVANCING)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        place = state.printed.place(state.target)
        return say("Advance into {place}, unit by unit, or go on", place=place)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != ADVANCE:
            return "20.3.5", otherwise("first advance, or go on: an advance is made at once")
        place = state.place[argument]
        if place == state.target and state.printed.own[state.active] >> argument & 1:
            return "20.3.5", say("that unit has already advanced")
        if state.printed.hqs >> argument & 1:
            if not units_in(state, state.advanced_from, state.active) >> argument & 1:
                return "20.3.5", say("a headquarters advances only after units that it was stacked with")
        elif not state.attackers >> argument & 1:
            return "20.3.5", say("only units that attacked advance")
        if closed := why_no_entry(state, bit(argument), place, state.target):
            return closed
        assert not fits(state, state.target, bit(argument))
        return "7.2", say("no more units fit into that hex")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if not advancing(state):
            yield say("nobody can advance")


ADVANCING = Advancing()
