"""5.5, 15: the replacement phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.counters import COMMONWEALTH, MINOR_ALLIES
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c07_placement import (
    allied_bases,
    axis_bases,
    entry_spaces,
    spaces_named,
    torch_divisions,
)
from sandtable.games.shifting_sands.rules.c07_points import HALVES
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c11_elimination import replaceable_box, reserve_box
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.state import (
    ELIMINATED,
    UNUSED,
    Theatre,
    alike,
    happened,
    has_option,
    of_another_side,
    put,
    units_at,
)
from sandtable.games.shifting_sands.verbs import DONE, REBUILD, RESTORE, TO
from sandtable.games.shifting_sands.verbs import TRACK as CHOOSE_TRACK
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

GE, IT, BR, CW, A, US = range(len(TRACKS))
TORCH_SOURCES = ("casablanca", "oran")
"""13.24, 15.414: the sources that Torch opens."""
PHASES = 5, 6
"""5.51, 5.52: how many steps of the turn have begun when a side spends its points."""
CHARTER_TRACKS = 1 << BR | 1 << CW
Reason = tuple[str, Message]


def axis_replacements(state: Theatre, frame: Frame) -> None:
    """5.51: a step of the turn. 7.413: Battlefield Recovery gives a point."""
    if happened(state, "battlefield_recovery"):
        state.replacements[GE] += HALVES
        tell(state, "recovers", "7.413")
    _begin_spending(state, AXIS)


def allied_replacements(state: Theatre, frame: Frame) -> None:
    """5.52: a step of the turn. 7.414: Atlantic Charter gives a point, for which the Allies choose the track."""
    if happened(state, "atlantic_charter"):
        push(state, CHARTER)
    else:
        _begin_spending(state, ALLIED)


def lose_points(state: Theatre, frame: Frame) -> None:
    """15.1: what is left is lost."""
    if any(state.replacements):
        tell(state, "points-lost", "15.1")
        state.replacements = [0] * len(TRACKS)


class Charter(ChoiceKind[Theatre]):
    """7.414: who gets the point of Atlantic Charter?"""

    name = "charter"
    on = ("game-turn.allied_replacements",)
    rule = "7.414"
    asks = ALLIED
    open_to_all = True
    words = say("Atlantic Charter: a point for the British, or for the Commonwealth?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(CHOOSE_TRACK, CHARTER_TRACKS)]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        state.replacements[argument] += HALVES
        tell(state, "charter", "7.414", track=argument)
        _begin_spending(state, ALLIED)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        return self.rule, otherwise("the point is British, or of the Commonwealth")


CHARTER = Charter()


# Who gets what


@cache
def _tracks(printed: Printed) -> tuple[int, ...]:
    """15.11 to 15.16: by track the units on which its points may be spent, whatever has been played."""
    nations = printed.nations

    def of(*names: str) -> int:
        return sum(nations[name] for name in names)

    return of("GE", "IR", "VF", "EG"), of("IT"), of("BR"), of(*COMMONWEALTH), of(*MINOR_ALLIES), of("US", "USFF")


def track_of(printed: Printed, unit: int) -> int:
    """15.11 to 15.16: the track whose points a unit needs."""
    return next(track for track, units in enumerate(_tracks(printed)) if units >> unit & 1)


def step_cost(printed: Printed, unit: int) -> int:
    """15.3: what a step costs, in halves of a point."""
    return HALVES if printed.divisions >> unit & 1 else 1


def replaceable(state: Theatre) -> int:
    """15.12, 15.43: the units that may get replacements now, if they can be paid for."""
    printed = state.printed
    nations = printed.nations
    barred = _dotted(printed)
    if not happened(state, "unternehmen_irak"):
        barred |= nations["IR"] | (0 if happened(state, "exporters") else nations["VF"])
    if not happened(state, "egyptian_uprising"):
        barred |= nations["EG"]
    if has_option(state, "19.11"):
        barred |= printed.pools["ge_5mtn"]
    return (printed.own[AXIS] | printed.own[ALLIED]) & ~barred


@cache
def _dotted(printed: Printed) -> int:
    return mask_of(number for number, unit in enumerate(printed.units) if unit.dot)


def payable(state: Theatre, side: int) -> int:
    """15.1: the units of a side for which there are points, for one step."""
    printed, found = state.printed, 0
    for points, units in zip(state.replacements, _tracks(printed), strict=True):
        if points >= HALVES:
            found |= units
        elif points:
            found |= units & ~printed.divisions
    return found & printed.own[side] & replaceable(state)


def restorable(state: Theatre, side: int) -> int:
    """15.3, 13.11: the reduced units on the map, in supply, and in the Reserve box that can be paid for."""
    units = state.reduced & payable(state, side)
    if not units:
        return 0
    lost = replaceable_box(state, side)
    return mask_of(
        unit
        for unit in ones(units)
        if state.place[unit] not in (UNUSED, ELIMINATED, lost) and _has_supply(state, unit)
    )


def _has_supply(state: Theatre, unit: int) -> bool:
    """13.11: is a unit on the map in supply? In the Reserve box it needs none."""
    return not state.printed.spaces[state.place[unit]].on_map or supply_of(state, unit) != OUT


def rebuildable(state: Theatre, side: int) -> int:
    """15.4: the units in the Replaceable box that can be paid for and placed."""
    units = units_at(state, replaceable_box(state, side), side) & payable(state, side)
    return mask_of(unit for unit in ones(units) if rebuilding_spaces(state, unit))


def rebuilding_spaces(state: Theatre, unit: int) -> int:
    """15.41, 15.42: where a unit that is rebuilt may be placed now, with room."""
    printed = state.printed
    if printed.divisions >> unit & 1:
        spaces = _division_spaces(state, unit)
        return mask_of(space for space in ones(spaces) if has_room(state, unit, space))
    found = 1 << reserve_box(state, printed.owners[unit])
    if printed.units[unit].pool == "br_lrdg":
        found |= spaces_named(printed, "deep_desert")
    elif printed.units[unit].nation == "FF":
        found |= spaces_named(printed, "chad")
    return found


def _division_spaces(state: Theatre, unit: int) -> int:
    """15.41 to 15.414: as a reinforcement, with exceptions."""
    printed = state.printed
    only = _REBUILT_ONLY_IN.get(printed.units[unit].id)
    if only:
        return spaces_named(printed, only) & state.controls[AXIS]
    if printed.units[unit].id == "ge_90":
        return axis_bases(state) & state.controls[AXIS]
    found = entry_spaces(state, unit)
    if printed.owners[unit] == ALLIED and happened(state, "torch"):
        torch = torch_divisions(printed) >> unit & 1
        others = allied_bases(printed) if torch else spaces_named(printed, *TORCH_SOURCES)
        found |= others & state.controls[ALLIED]
    return found


_REBUILT_ONLY_IN = {"it_gds": "addis_ababa", "it_afr": "addis_ababa", "ge_5mtn": "beirut"}
_SPECIAL_PLACES = {"it_gds": "15.411", "it_afr": "15.411", "ge_5mtn": "15.412", "ge_90": "15.413"}
"""By division the paragraph that says where it is rebuilt."""


# Spending


def _begin_spending(state: Theatre, side: int) -> None:
    if restorable(state, side) or rebuildable(state, side):
        tell(state, "spends-points", ("5.51", "5.52")[side], side=side)
        push(state, SPEND, side)


class Spend(ChoiceKind[Theatre]):
    """15: which unit gets a step?"""

    name = "spend"
    on = ("game-turn.axis_replacements", "game-turn.allied_replacements")
    rule = "15.0"
    words = say("Spend replacement points: bring units to full strength, or rebuild them")
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        side = self.asks(frame)
        return offer(
            (RESTORE, alike(state, restorable(state, side))),
            (REBUILD, alike(state, rebuildable(state, side))),
            (DONE, 1),
        )

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            return
        state.replacements[track_of(state.printed, argument)] -= step_cost(state.printed, argument)
        if verb == RESTORE:
            state.reduced &= ~(1 << argument)
            tell(state, "restored", "15.3", unit=argument)
        else:
            _rebuild(state, argument)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        if verb not in (RESTORE, REBUILD):
            return self.rule, say("first spend replacement points, or go on")
        return why_no_step(state, self.asks(frame), argument, rebuild=verb == REBUILD)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        turn = state.frames[state.frames.index(frame) - 1]
        if turn[1] != PHASES[self.asks(frame)]:
            yield say("it is the other side that spends its points")


SPEND = Spend()


def _rebuild(state: Theatre, unit: int) -> None:
    """15.4: the unit comes back reduced; another step makes it whole."""
    spaces = rebuilding_spaces(state, unit)
    if spaces & spaces - 1:
        push(state, REBUILT, state.printed.owners[unit], unit)
    else:
        _place(state, unit, spaces.bit_length() - 1)


def _place(state: Theatre, unit: int, space: int) -> None:
    state.reduced |= 1 << unit
    put(state, unit, space)
    tell(state, "rebuilt", _placing_rule(state, unit, space), unit=unit, at=space)


def _placing_rule(state: Theatre, unit: int, space: int) -> str:
    """The paragraph by which a rebuilt unit comes to a space."""
    printed = state.printed
    if printed.divisions >> unit & 1:
        special = _SPECIAL_PLACES.get(printed.units[unit].id)
        return special or ("15.41" if entry_spaces(state, unit) >> space & 1 else "15.414")
    return {"deep_desert": "15.421", "chad": "15.422"}.get(printed.spaces[space].id, "15.42")


class Rebuilt(ChoiceKind[Theatre]):
    """15.41, 15.42: where is the rebuilt unit placed?"""

    name = "rebuilt"
    on = ("spend",)
    rule = "15.41"
    open_to_all = True
    asks = one("side")
    unit = one("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(TO, rebuilding_spaces(state, self.unit(frame)))]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _place(state, self.unit(frame), argument)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Where is {unit} placed?", unit=state.printed.units[self.unit(frame)].title)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        unit = self.unit(frame)
        if verb != TO:
            return self.rule, say("first place the rebuilt unit")
        if not state.printed.divisions >> unit & 1:
            return _why_no_box(state, unit)
        if _division_spaces(state, unit) >> argument & 1:
            return "8.1", say("there is no room for another unit")
        if state.printed.units[unit].id == "ge_90":
            return "15.413", say("the 90th Light is rebuilt in Tripoli or Tunis")
        if state.control[argument] != self.asks(frame):
            return self.rule, say("a rebuilt division is placed in a space that you control")
        return self.rule, otherwise("a rebuilt division is placed like a reinforcement, and not there")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)
        unit, side = self.unit(frame), self.asks(frame)
        if state.place[unit] != replaceable_box(state, side) or state.printed.owners[unit] != side:
            yield say("a unit is placed that is not being rebuilt")
        elif not rebuilding_spaces(state, unit):
            yield say("there is no place for the rebuilt unit")


REBUILT = Rebuilt()


def _why_no_box(state: Theatre, unit: int) -> Reason:
    """15.421, 15.422: why one of the battlegroups for which there is a choice is not placed somewhere."""
    if state.printed.units[unit].nation == "FF":
        return "15.422", say("Free French under the British are rebuilt in the Reserve box, or in Chad")
    return "15.421", say("the LRDG is rebuilt in the Reserve box, or in Deep Desert")


def why_no_step(state: Theatre, side: int, unit: int, *, rebuild: bool) -> Reason:
    """15: why no step can be bought for a unit."""
    printed, place = state.printed, state.place[unit]
    if printed.owners[unit] != side:
        return "15.1", say("that unit is not yours")
    lost = place == replaceable_box(state, side)
    if rebuild and not lost:
        return "15.4", say("only units in the Replaceable box are rebuilt")
    if not rebuild and (lost or place < 0 or not state.reduced >> unit & 1):
        return "15.3", say("only reduced units in play are brought to full strength")
    if not replaceable(state) >> unit & 1:
        return _why_not_replaceable(state, unit)
    if not payable(state, side) >> unit & 1:
        rule = ("15.12", "15.11", "15.13", "15.14", "15.15", "15.16")[track_of(printed, unit)]
        return rule, say("there are not enough points of the kind that this unit needs")
    if rebuild and not rebuilding_spaces(state, unit):
        rule = _SPECIAL_PLACES.get(printed.units[unit].id, "15.41")
        return rule, say("there is no space where this division may be placed now")
    if not rebuild and not _has_supply(state, unit):
        return "13.11", say("that unit is out of supply")
    assert (rebuildable if rebuild else restorable)(state, side) >> unit & 1
    return "15.1", ALIKE


def _why_not_replaceable(state: Theatre, unit: int) -> Reason:
    if state.printed.units[unit].nation in ("IR", "VF", "EG"):
        return "15.12", say("German points may not be spent on this unit yet")
    if not state.printed.units[unit].dot:
        return "19.11", say("by this option the 5th Mountain gets no replacements")
    return "15.43", say("that unit gets no replacements")
