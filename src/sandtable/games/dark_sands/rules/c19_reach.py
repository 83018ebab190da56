"""19.1: who may move, how far, where to, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.state import HALF_MOVE, Sands, blocking, bypass_built, face, units_at
from sandtable.kernel.bits import first, ones
from sandtable.kernel.words import Message, say

OOS_MOVEMENT, OOS_HALF = 3 * QUARTERS, 2 * QUARTERS
"""10.2.1: what units out of supply have, and in a half move."""


def able(state: Sands) -> int:
    """19.0: the units that may still begin to move in this action."""
    return state.movers & ~state.moved


def movement(state: Sands, unit: int) -> int:
    """12.1, 10.2.1: what a unit can spend in this action, in quarters of a movement point; half moves keep
    fractions, and only units out of supply round up."""
    printed = face(state, unit).movement
    half = state.action == HALF_MOVE
    if not printed:
        return 0
    if state.oos >> unit & 1:
        return OOS_HALF if half else OOS_MOVEMENT
    return printed * QUARTERS // (2 if half else 1)


def allowance(state: Sands, units: int) -> int:
    """19.1.1: a group moves at the pace of its slowest."""
    return min([movement(state, unit) for unit in ones(units)])


def place_of(state: Sands, units: int) -> int:
    """The hex of units that are together."""
    return state.place[first(units)]


def prices(state: Sands, units: int, hex_number: int) -> Mapping[int, int]:
    """19.1.5, 19.1.6: the hexes next to one that these units may enter by the terrain chart, each with its
    cost."""
    ground = state.printed.ground
    table = ground.wheels if units & state.printed.wheels else ground.foot
    return table[bypass_built(state)][hex_number]


def companions(state: Sands) -> int:
    """19.1.1: who can still be gathered: the units with the group that may move, before its first step."""
    if state.steps_made:
        return 0
    return units_at(state, place_of(state, state.group), state.active) & able(state) & ~state.group


def destinations(state: Sands, units: int) -> int:
    """19.1: the next step of units that are together and move as one."""
    if state.halted or (state.steps_made and state.one_hex & units):
        return 0
    enemy, here = 1 - state.active, place_of(state, units)
    left = allowance(state, units) - state.spent
    if not state.steps_made:
        left = max(left, 1 << 10)  # 19.1.3: one hex, whatever it costs
    shut, fronts = blocking(state, enemy), state.fronts[enemy]
    sources = state.printed.ground.zone_from[bypass_built(state)]
    leaving = sources[here] & fronts
    found = 0
    for other, cost in prices(state, units, here).items():
        # 19.1.2: not straight from zone to zone.
        if cost <= left and not shut >> other & 1 and not (leaving and sources[other] & fronts):
            found |= 1 << other
    return found


def why_not_able(state: Sands, unit: int) -> tuple[str, Message]:
    """19.0, 19.1.1: why a unit cannot begin to move."""
    if state.printed.owners[unit] != state.active:
        return "19.0", say("that unit is not yours")
    if state.place[unit] < 0:
        return "19.0", say("that unit is not on the map")
    if state.printed.garrisons >> unit & 1:
        return "19.1.1", say("garrisons cannot move")
    if state.moved >> unit & 1:
        return "19.1.1", say("that unit has moved in this action")
    return "19.0", say("that unit may not move in this action")


def why_no_step(state: Sands, hex_number: int) -> tuple[str, Message]:
    """19.1: why the group cannot step to a hex."""
    units, here, enemy = state.group, place_of(state, state.group), 1 - state.active
    if not state.printed.board.touching[here] >> hex_number & 1:
        return "19.1", say("units move from hex to hex that touch")
    if state.halted:
        return "19.1.2", say("the group has stopped in an enemy zone")
    cost = prices(state, units, here).get(hex_number)
    if cost is None:
        return "6.0", say("the terrain does not let them go there")
    if blocking(state, enemy) >> hex_number & 1:
        return "19.1", say("enemy units are there")
    if in_zone(state, here, enemy) and in_zone(state, hex_number, enemy):
        return "19.1.2", say("units do not move straight from one enemy zone to another")
    if state.one_hex & units:
        return "18.1", say("these units may only move one hex, or by extended movement")
    left = allowance(state, units) - state.spent
    return "19.1", say(
        "that costs {cost} movement points, and the slowest has {left} left", cost=points(cost), left=points(left)
    )


def points(quarters: int) -> str:
    """Movement points as they are read: 2, 1/2, 3 1/4."""
    whole, rest = divmod(quarters, QUARTERS)
    fraction = ("", "1/4", "1/2", "3/4")[rest]
    return " ".join(part for part in (str(whole) if whole or not rest else "", fraction) if part)
