"""19.1: optional units, which come before the first action of a side."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.counters import COMMONWEALTH
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c13_lines import land_line
from sandtable.games.shifting_sands.state import ELIMINATED, UNUSED, Theatre, happened, has_option, put, units_at
from sandtable.games.shifting_sands.verbs import NO, REPLACE, TO, YES
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

WINTER_1943, FALL_1941 = 11, 6
HARBOURS = ("alexandria", "port_said")
"""19.13: where the British 6th lands."""


# The 999th (19.12)


def axis_option(state: Theatre, frame: Frame) -> None:
    """19.12: a step of a round: the 999th. In Winter 1943 it comes or is lost if Torch has been played; if it is
    still there in Spring 1943, Torch was played in Winter 1943."""
    if (
        state.round > 1
        or state.turn < WINTER_1943
        or not has_option(state, "19.12")
        or not happened(state, "torch")
    ):
        return
    if state.place[_the_999th(state)] != UNUSED:
        return
    if _can_come(state):
        push(state, LATE_DIVISION)
    else:
        _give_up(state)


def _the_999th(state: Theatre) -> int:
    return first(state.printed.pools["ge_999"])


def _can_come(state: Theatre) -> bool:
    tunis = state.printed.number["tunis"]
    return state.control[tunis] == AXIS and has_room(state, _the_999th(state), tunis)


def _give_up(state: Theatre) -> None:
    """19.12: it does not come any more."""
    put(state, _the_999th(state), ELIMINATED)
    tell(state, "stays-away", "19.12", unit=_the_999th(state))


class LateDivision(ChoiceKind[Theatre]):
    """19.12: does the 999th come?"""

    name = "late-division"
    on = ("round.axis_option",)
    rule = "19.12"
    asks = AXIS
    open_to_all = True
    words = say("Place the 999th division, reduced, in Tunis?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(YES, 1), (NO, 1)]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == NO:
            _give_up(state)
            return
        unit, tunis = _the_999th(state), state.printed.number["tunis"]
        state.reduced |= bit(unit)
        tell(state, "arrives", "19.12", unit=unit, to=tunis)
        put(state, unit, tunis)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return self.rule, otherwise("first the Axis decides whether the 999th division comes")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if state.place[_the_999th(state)] != UNUSED or not _can_come(state):
            yield say("the 999th division cannot come to Tunis")


LATE_DIVISION = LateDivision()


# The British 6th (19.13)


def allied_option(state: Theatre, frame: Frame) -> None:
    """19.13: a step of a round: the British 6th."""
    if state.round > 1 or state.turn != FALL_1941 or not has_option(state, "19.13"):
        return
    if state.place[_the_6th(state)] == UNUSED and not happened(state, "crusader") and _has_a_place(state):
        push(state, SIXTH_DIVISION)


def _the_6th(state: Theatre) -> int:
    return first(state.printed.pools["br_6"])


def _has_a_place(state: Theatre) -> bool:
    return bool(_harbours(state, _the_6th(state)))


def _harbours(state: Theatre, unit: int) -> int:
    """19.13: Alexandria and Port Said, if a division can be put there."""
    spaces = (state.printed.number[each] for each in HARBOURS)
    return mask_of(space for space in spaces if state.control[space] == ALLIED and has_room(state, unit, space))


def _why_no_harbour(state: Theatre, unit: int, space: int) -> Message:
    if state.printed.spaces[space].id not in HARBOURS:
        return say("it goes to Alexandria or Port Said")
    if state.control[space] != ALLIED:
        return say("the Allies do not control that space")
    assert not has_room(state, unit, space)
    return say("that space is full")


def relieved(state: Theatre) -> int:
    """19.13: the divisions in a besieged Tobruk whose place the 6th may take: Australians at full strength, or
    else any of the Commonwealth, if they find room in a harbour."""
    printed = state.printed
    tobruk = printed.number["tobruk"]
    if state.control[tobruk] != ALLIED or land_line(state, _the_6th(state), tobruk):
        return 0
    divisions = units_at(state, tobruk, ALLIED) & printed.divisions
    fresh = divisions & printed.nations["AUS"] & ~state.reduced
    others = mask_of(unit for nation in COMMONWEALTH for unit in ones(divisions & printed.nations[nation]))
    return mask_of(unit for unit in ones(fresh or others) if _harbours(state, unit))


class SixthDivision(ChoiceKind[Theatre]):
    """19.13: where does the British 6th come?"""

    name = "sixth-division"
    on = ("round.allied_option",)
    rule = "19.13"
    asks = ALLIED
    open_to_all = True
    words = say("Place the British 6th division?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((TO, _harbours(state, _the_6th(state))), (REPLACE, relieved(state)), (NO, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == NO:
            return
        space = argument if verb == TO else state.place[argument]
        tell(state, "arrives", "19.13", unit=_the_6th(state), to=space)
        if verb == REPLACE:
            push(state, RELIEVED, argument)
        put(state, _the_6th(state), space)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == TO:
            return "19.13a", _why_no_harbour(state, _the_6th(state), argument)
        if verb == REPLACE:
            return "19.13b", say(
                "the 6th takes the place of an Australian division at full strength in a besieged Tobruk, or of "
                "another one of the Commonwealth if there is none, which must find room in Alexandria or Port Said"
            )
        return self.rule, otherwise("first the Allies decide where the 6th division comes")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if state.place[_the_6th(state)] != UNUSED:
            yield say("the 6th division is in play already")


SIXTH_DIVISION = SixthDivision()


class Relieved(ChoiceKind[Theatre]):
    """19.13: where does the relieved division go?"""

    name = "relieved"
    on = ("round.allied_option",)
    rule = "19.13e"
    asks = ALLIED
    open_to_all = True
    words = say("Where does the relieved division go?")
    unit = one("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(TO, _harbours(state, self.unit(frame)))]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "relieved", "19.13e", unit=self.unit(frame), to=argument)
        put(state, self.unit(frame), argument)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return self.rule, _why_no_harbour(state, self.unit(frame), argument)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        printed, unit = state.printed, self.unit(frame)
        divisions = units_at(state, printed.number["tobruk"], ALLIED) & printed.divisions
        if not divisions >> unit & 1:
            yield say("only an Allied division in Tobruk can be relieved")
        elif not _harbours(state, unit):
            yield say("the relieved division finds no room")


RELIEVED = Relieved()
