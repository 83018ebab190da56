"""3.0, 16: who controls a space, and what follows from a change."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_duties import tripoli_falls
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c10_regions import LRDG
from sandtable.games.shifting_sands.rules.c16_victory import change_points
from sandtable.games.shifting_sands.state import Theatre, alike, put
from sandtable.games.shifting_sands.verbs import DONE, RESTORE
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count
from sandtable.kernel.flow import ANYTHING, ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say, say_count

CAPTURED = {"benghazi": 1, "tobruk": 2}
"""13.91, 13.92: how many units profit from the supplies that are captured."""
MOST_CAPTURED = max(CAPTURED.values())


def takes(state: Theatre, unit: int, space: int) -> bool:
    """3.0: does a unit take control of a space when it comes there?"""
    return state.control[space] != state.printed.owners[unit]


def enter(state: Theatre, unit: int, space: int, rule: str, *, told: bool = False) -> None:
    """3.0: a unit comes to a space of the map and takes control of it, which may have been told with its coming.
    Call this last, like `take_control`."""
    put(state, unit, space)
    if takes(state, unit, space):
        take_control(state, space, state.printed.owners[unit], rule, told=told)


def take_control(state: Theatre, space: int, side: int, rule: str, *, told: bool = False) -> None:
    """A side takes control of a space (it may have it already). Keeps `control` and `controls`, moves the victory
    marker (16), and lets follow whatever follows: captured supply (13.9), the Iraqis and the Vichy French (10.42),
    the LRDG (11.76), London Calling (7.522).

    The Axis may be asked what to do with captured supply, at once and on top of whatever is going on: pop, replace
    and push first, and call this last."""
    if state.control[space] == side:
        return
    state.control[space] = side
    state.controls[side] |= 1 << space
    state.controls[1 - side] &= ~(1 << space)
    if not told:
        tell(state, "control", rule, side=side, space=space)
    printed = state.printed.spaces[space]
    if printed.points:
        change_points(state, printed.points if side == AXIS else -printed.points, "16.0")
    _AFTER.get((printed.id, side), _nothing)(state)


def take_together(state: Theatre, spaces: int, side: int, rule: str) -> None:
    """A side takes control of several spaces at the same time. What follows from the fall of Mersa Matruh, which
    asks about Cairo, is looked at when all have changed hands (11.76)."""
    matruh = spaces & bit(state.printed.number["mersa_matruh"])
    for space in (*ones(spaces & ~matruh), *ones(matruh)):
        take_control(state, space, side, rule)


def wake_iraqis(state: Theatre, rule: str) -> None:
    """10.42: the Iraqis become active. Each space in which they are becomes Axis controlled (ruling)."""
    if state.iraq_active:
        return
    state.iraq_active = 1
    tell(state, "iraq-rises", rule)
    held = {state.place[unit] for unit in ones(state.printed.nations["IR"])}
    for space in sorted(held):
        if space >= 0 and state.printed.spaces[space].on_map:
            take_control(state, space, AXIS, "10.42c")


def wake_vichy(state: Theatre, rule: str) -> None:
    """10.43: the Vichy French become active."""
    if not state.vichy_active:
        state.vichy_active = 1
        tell(state, "vichy-fights", rule)


def _nothing(state: Theatre) -> None:
    """Nothing follows from the fall of most spaces."""


def _jerusalem_falls(state: Theatre) -> None:
    """10.42, 10.43: Axis control of Jerusalem activates the Iraqis and the Vichy French."""
    wake_iraqis(state, "10.42b")
    wake_vichy(state, "10.43b")


def _matruh_falls(state: Theatre) -> None:
    """11.76: the LRDG goes from an oasis to the Reserve box, from elsewhere to Cairo, or is eliminated."""
    printed = state.printed
    lrdg, cairo = first(printed.pools[LRDG]), printed.number["cairo"]
    place = state.place[lrdg]
    if place < 0 or not printed.spaces[place].on_map:
        return
    if printed.spaces[place].terrain == "oasis":
        _send_lrdg(state, lrdg, printed.number["allied_reserve"], "11.76a")
    elif place == cairo or (state.control[cairo] == ALLIED and has_room(state, lrdg, cairo)):
        _send_lrdg(state, lrdg, cairo, "11.76b")
    else:
        state.forget("unit", lrdg)
        put(state, lrdg, printed.number["allied_replaceable"])
        tell(state, "lrdg-lost", "11.76c", unit=lrdg, origin=place)


def _send_lrdg(state: Theatre, lrdg: int, place: int, rule: str) -> None:
    """It is out of the battle in which it may be, keeps its strength, and does not fight twice (11.14)."""
    if state.place[lrdg] == place:
        return
    was_reduced, has_fought = state.reduced & bit(lrdg), state.has_fought & bit(lrdg)
    state.forget("unit", lrdg)
    state.reduced |= was_reduced
    state.has_fought |= has_fought
    tell(state, "lrdg-sent", rule, unit=lrdg, origin=state.place[lrdg], to=place)
    put(state, lrdg, place)


# Captured supply (13.9)


def _supplies_fall(state: Theatre, space: str) -> None:
    if restorable(state):
        push(state, CAPTURED_SUPPLY, CAPTURED[space])


def _benghazi_falls(state: Theatre) -> None:
    """13.91."""
    _supplies_fall(state, "benghazi")


def _tobruk_falls(state: Theatre) -> None:
    """13.92."""
    _supplies_fall(state, "tobruk")


def restorable(state: Theatre) -> int:
    """13.91, X52: the reduced Axis units in Libya."""
    weak = state.reduced & state.printed.own[AXIS]
    return mask_of(unit for unit in ones(weak) if in_libya(state, unit))


def in_libya(state: Theatre, unit: int) -> bool:
    """13.91: is a unit in Libya?"""
    place = state.place[unit]
    return place >= 0 and bool(state.printed.regions["Libya"] >> place & 1)


class CapturedSupply(ChoiceKind[Theatre]):
    """13.91, 13.92: which unit is restored by the supplies?"""

    name = "captured-supply"
    on: tuple[str, ...] = ANYTHING
    rule = "13.9"
    asks = AXIS
    open_to_all = True
    left = count(at_least=1, at_most=MOST_CAPTURED)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say_count(
            "Supplies are captured: turn a reduced unit in Libya to full strength",
            "Supplies are captured: turn up to {count} reduced units in Libya to full strength",
            self.left(frame),
        )

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((RESTORE, alike(state, restorable(state))), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        left = self.left(frame) - 1
        if verb == RESTORE:
            state.reduced &= ~bit(argument)
            tell(state, "resupplied", self.rule, unit=argument, at=state.place[argument])
        if verb == DONE or not left:
            pop(state)
        else:
            replace(state, left)
        # Two captures at the same time ask twice: nobody may be left to profit from either.
        while state.frames and state.frames[-1][0] == self.number and not restorable(state):
            pop(state)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != RESTORE:
            return self.rule, say("first decide about the captured supplies")
        if state.printed.owners[argument] != AXIS:
            return self.rule, say("only Axis units profit from captured supplies")
        if not in_libya(state, argument):
            return self.rule, say("only units in Libya profit from captured supplies")
        if not state.reduced >> argument & 1:
            return self.rule, say("this unit is at full strength")
        assert restorable(state) >> argument & 1
        return self.rule, ALIKE

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not restorable(state):
            yield say("no reduced Axis unit is in Libya")


CAPTURED_SUPPLY = CapturedSupply()

_AFTER = {
    ("jerusalem", AXIS): _jerusalem_falls,
    ("mersa_matruh", AXIS): _matruh_falls,
    ("benghazi", AXIS): _benghazi_falls,
    ("tobruk", AXIS): _tobruk_falls,
    ("tripoli", ALLIED): tripoli_falls,
}
"""What follows when a space falls to a side."""
