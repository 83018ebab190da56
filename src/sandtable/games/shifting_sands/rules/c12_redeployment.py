"""12: redeployment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room, settle
from sandtable.games.shifting_sands.rules.c09_reach import far_side
from sandtable.games.shifting_sands.rules.c10_reasons import why_no_place
from sandtable.games.shifting_sands.rules.c10_regions import domain
from sandtable.games.shifting_sands.rules.c11_elimination import replaceable_box, reserve_box
from sandtable.games.shifting_sands.rules.c12_destinations import (
    HOMES,
    LRDG,
    airfields,
    airlift,
    by_land,
    calls,
    destinations,
    from_reserve,
    is_supplied,
    joined,
    leaving_reserve,
    leaving_space,
    supplied_area,
)
from sandtable.games.shifting_sands.rules.c12_ports import sea_ports
from sandtable.games.shifting_sands.rules.c13_supply import supply_maps
from sandtable.games.shifting_sands.state import Theatre, alike, inactive, of_another_side, put
from sandtable.games.shifting_sands.verbs import DONE, TO, UNIT
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

BATTLEGROUP_COST, DIVISION_COST = 1, 3
Reason = tuple[str, Message]


def begin_redeployment(state: Theatre, side: int, points: int) -> None:
    """7.32: push the redeployment of an action."""
    state.left = points
    push(state, REDEPLOYMENT, side)


def go_on(state: Theatre, frame: Frame) -> None:
    """12.1: unit by unit, as long as there are points and somebody to go somewhere."""
    side = REDEPLOYMENT.player(frame)
    if state.left and any(_going(state, side)):
        again(state)
        push(state, REDEPLOY, side)


class Redeployment(Steps[Theatre]):
    """7.3: what an action with redeployment points consists of. 8.2: stacks are settled at the end."""

    name = "redeployment"
    on = ("action.choose_action",)
    steps = (go_on, settle)
    player = one("side")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)


REDEPLOYMENT = Redeployment()


def cost_of(state: Theatre, unit: int) -> int:
    """12.2: what it costs to redeploy a unit, whatever its strength."""
    return DIVISION_COST if state.printed.divisions >> unit & 1 else BATTLEGROUP_COST


def movable(state: Theatre, side: int) -> int:
    """12: the units that can redeploy now; of battlegroups that are alike in one place, the first."""
    return reduce(or_, _going(state, side), 0)


def _going(state: Theatre, side: int) -> Iterator[int]:
    """These units, from place to place."""
    units = state.printed.own[side] & ~state.moved & ~inactive(state)
    if state.left < DIVISION_COST:
        units &= ~state.printed.divisions
    reserve, lost, maps = reserve_box(state, side), replaceable_box(state, side), supply_maps(state, side)
    for space, stack in state.stacks.items():
        here = stack & units
        if not here or space == lost:
            continue
        if space == reserve:
            yield leaving_reserve(state, alike(state, here))
        else:
            yield leaving_space(state, maps, space, alike(state, here))


class Redeploy(ChoiceKind[Theatre]):
    """12.1: which unit redeploys?"""

    name = "redeploy"
    on = ("redeployment:go_on",)
    rule = "12.1"
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((UNIT, movable(state, self.asks(frame))), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == UNIT:
            push(state, REDEPLOYED, self.asks(frame), argument)
        else:
            state.left = 0

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Redeploy units, or end the redeployment. Points left: {left}", left=state.left)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        if verb == UNIT:
            return why_not_movable(state, self.asks(frame), argument)
        return self.rule, otherwise("first redeploy units, or end the redeployment")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)


REDEPLOY = Redeploy()


class Redeployed(ChoiceKind[Theatre]):
    """12.1: where to?"""

    name = "redeployed"
    on = ("redeployment:go_on",)
    rule = "12.1"
    open_to_all = True
    asks = one("side")
    unit = one("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(TO, destinations(state, self.unit(frame)))]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _send(state, self.unit(frame), argument)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Where does {unit} redeploy to?", unit=state.printed.units[self.unit(frame)].title)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        if verb == TO:
            return why_not_there(state, self.unit(frame), argument)
        unit = state.printed.units[self.unit(frame)].title
        return self.rule, otherwise("first say where {unit} goes", unit=unit)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)
        unit, side = self.unit(frame), self.asks(frame)
        waits = state.place[unit] < 0 or state.place[unit] == replaceable_box(state, side)
        if state.printed.owners[unit] != side or waits or inactive(state) >> unit & 1:
            yield say("a unit redeploys that is not theirs, not in play or not active")
        elif state.moved >> unit & 1 or cost_of(state, unit) > state.left:
            yield say("the unit has redeployed already, or there are not enough points")
        elif not destinations(state, unit):
            yield say("there is nowhere to redeploy to")


REDEPLOYED = Redeployed()


def _send(state: Theatre, unit: int, space: int) -> None:
    """12.2: the unit goes there; it does not redeploy again in this action (12.3)."""
    here = state.place[unit]
    rule = _rule_of(state, unit, space) if state.sink is not None else ""  # only a listener asks for it
    if _is_lifted(state, unit, space):
        state.lift_used = 1
    state.left -= cost_of(state, unit)
    state.moved |= 1 << unit
    put(state, unit, space)
    tell(state, "redeploys", rule, unit=unit, origin=here, to=space)


def _is_lifted(state: Theatre, unit: int, space: int) -> bool:
    """12.83: does a unit go by air? Only if nothing else helps."""
    waits = state.place[unit] == reserve_box(state, state.printed.owners[unit])
    return waits and bool(airlift(state, unit) & ~from_reserve(state, unit) & bit(space))


def _rule_of(state: Theatre, unit: int, space: int) -> str:
    """The paragraph by which a unit can redeploy to a space."""
    side = state.printed.owners[unit]
    if state.place[unit] == reserve_box(state, side):
        return "12.83" if _is_lifted(state, unit, space) else "12.8"
    if space == reserve_box(state, side):
        return "12.84"
    if state.printed.spaces[space].id == "deep_desert":
        return "12.81"
    if not by_land(state, unit) >> space & 1:
        return ("12.71", "12.72")[side]
    return "12.61" if far_side(state.printed, space) and not joined(state, unit) >> space & 1 else "12.6"


# Refusals


def why_not_movable(state: Theatre, side: int, unit: int) -> Reason:
    """12: why a unit cannot redeploy."""
    printed, place = state.printed, state.place[unit]
    if printed.owners[unit] != side:
        return "12.1", say("that unit is not yours")
    if place < 0 or place == replaceable_box(state, side):
        return "12.1", say("that unit is neither on the map nor in the Reserve box")
    if inactive(state) >> unit & 1:
        return "10.41", say("that unit is not active yet")
    if state.moved >> unit & 1:
        return "12.3", say("that unit has already redeployed in this action")
    if cost_of(state, unit) > state.left:
        return "12.2", say(
            "that unit costs {cost}. Redeployment points left: {left}", cost=cost_of(state, unit), left=state.left
        )
    if place != reserve_box(state, side) and not is_supplied(state, unit):
        return "12.5", say("units out of supply do not redeploy")
    if not destinations(state, unit):
        return "12.6", say("there is nowhere that unit could redeploy to")
    return "12.1", ALIKE


def why_not_there(state: Theatre, unit: int, space: int) -> Reason:
    """12: why a unit cannot redeploy to a space."""
    printed, side = state.printed, state.printed.owners[unit]
    target, own = printed.spaces[space], reserve_box(state, side)
    if space == state.place[unit]:
        return "12.1", say("the unit is there already")
    if target.id == "malta":
        return "12.73", say("no unit redeploys to Malta")
    if target.id == "deep_desert" and printed.units[unit].pool != LRDG:
        return "12.81", say("only the LRDG redeploys to Deep Desert")
    if space == own and printed.divisions >> unit & 1:
        return "12.84", say("divisions do not go to the Reserve box")
    if space == own:
        return "12.84", say("Italian battlegroups in East Africa do not go to the Reserve box")
    if not target.on_map:
        return "12.1", say("no unit redeploys to that box")
    if state.control[space] != side:
        return "12.6", say("you do not control {space}", space=target.name)
    if state.place[unit] == own:
        return _why_not_from_reserve(state, unit, space)
    if not domain(state, unit) >> space & 1:
        return why_no_place(state, unit, space)
    if state.occupied[1 - side] >> space & 1:
        return "10.422", say("no unit ends its redeployment among inactive Iraqis")
    if side == ALLIED and _lies_beyond_the_nile(state, unit, space):
        return "12.61", say("a unit that redeploys between Khartoum and Aswan stops there")
    if target.port == "no":
        return "12.6", say("no line through spaces that you control leads there, or there is no supply")
    if sea_ports(state, side) >> space & 1:
        return "12.7", say("a voyage goes from port to port, and not beyond")
    return ("12.71", "12.72")[side], say("you cannot use that port for redeployment")


def _lies_beyond_the_nile(state: Theatre, unit: int, space: int) -> bool:
    """12.61: would lines through controlled spaces lead a unit there if it had not to stop?"""
    found, own = joined(state, unit), state.controls[ALLIED]
    far = mask_of(other for here in ones(found) for other in ones(far_side(state.printed, here) & own & ~found))
    return any(joined(state, unit, other) >> space & 1 for other in ones(far))


def _why_not_from_reserve(state: Theatre, unit: int, space: int) -> Reason:
    """12.8, 12.82: why a unit of the Reserve box cannot be sent to a controlled space."""
    printed = state.printed
    home = HOMES.get(printed.units[unit].nation)
    if home and not printed.regions[home] >> space & 1:
        return "12.8", say("these units leave the Reserve box only for spaces of {region}", region=home)
    if not domain(state, unit) >> space & 1:
        return why_no_place(state, unit, space)
    flies = airfields(state, unit) >> space & 1
    if not flies and not supplied_area(state, unit) >> space & 1:
        return "12.82", say("that space is not in supply for this unit")
    if not flies and not calls(state, unit) >> space & 1:
        return "12.8", say("that space is no supply source, and no unit of the nation is there")
    if has_room(state, unit, space):
        return "12.83", say("a German battlegroup has already flown to the Near East in this turn")
    return "8.1", say("there is no room for another unit")
