"""13.6, 13.7: garrisons and fortified boxes: forming, building and removing them."""

from __future__ import annotations

from functools import cache

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c13_guns import release_guns
from sandtable.games.dark_sands.state import (
    READY,
    USED,
    Sands,
    boxes_at_hand,
    on_map,
    put,
    remove,
    units_at,
)
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.words import Message, say


@cache
def _able(printed: Printed) -> tuple[int, int]:
    """13.6.2, 13.7.2: the units that can form garrisons, and build boxes, at full strength: those of two steps,
    and Italian infantry divisions."""
    divisions = mask_of(number for number, unit in enumerate(printed.units) if unit.size == "division")
    foot = printed.infantry & ~printed.garrisons
    full = printed.two_step | divisions & printed.italian & foot
    return full & foot, full & ~printed.armoured


def _fit(state: Sands) -> int:
    return ~(state.oos | state.reduced)


# Garrisons


def formable(state: Sands, units: int, hex_number: int) -> int:
    """13.6: the garrisons that these units in a hex can form there now; of several alike the first."""
    ground = state.printed.ground
    if not (ground.named | ground.forts) >> hex_number & 1:
        return 0
    makers = units & _able(state.printed)[0] & _fit(state)
    return _at_hand(state, makers) if makers and not _garrison_at(state, units, hex_number) else 0


def _garrison_at(state: Sands, units: int, hex_number: int) -> int:
    """13.6.1: the garrison that a hex has already."""
    return units_at(state, hex_number, state.printed.owners[first(units)]) & state.printed.garrisons


def _at_hand(state: Sands, makers: int) -> int:
    """13.6.1: Germans form German garrisons, Italians Italian ones; the Allies any of theirs."""
    printed, found = state.printed, 0
    for nation in _nations(printed):
        if makers & nation:
            ready = [unit for unit in ones(nation & printed.garrisons) if state.place[unit] == READY]
            found |= bit(ready[0]) if ready else 0
    return found


@cache
def _nations(printed: Printed) -> tuple[int, int, int]:
    return printed.german, printed.italian, printed.own[1]


def form(state: Sands, garrison: int, hex_number: int) -> None:
    """13.6.2: a garrison is placed; it costs neither movement nor a step."""
    put(state, garrison, hex_number)
    tell(state, "garrison-formed", "13.6.2", unit=garrison, at=hex_number)


def why_no_garrison(state: Sands, units: int, hex_number: int, garrison: int) -> tuple[str, Message]:
    """13.6: why these units cannot form that garrison in this hex."""
    printed = state.printed
    if not printed.garrisons >> garrison & 1:
        return "13.6", say("that is not a garrison")
    if not (printed.ground.named | printed.ground.forts) >> hex_number & 1:
        return "13.6.2", say("garrisons are formed only in named places and forts")
    if _garrison_at(state, units, hex_number):
        return "13.6.1", say("there is never more than one garrison in a hex")
    makers = units & _able(printed)[0] & _fit(state)
    if not makers:
        return "13.6.2", say(
            "a garrison is formed by infantry of two steps, or a full Italian division, that is not out of supply"
        )
    if state.place[garrison] != READY:
        return "13.6.2", say("that garrison is not face up among the supports")
    if printed.owners[garrison] != printed.owners[first(units)] or not _at_hand(state, makers):
        return "13.6.1", say("units form only garrisons of their own nation")
    return "13.6.1", say("take the other garrison: it is the first of those alike")


def disbandable(state: Sands, side: int) -> int:
    """13.6.3: the garrisons of a side on the map, which it may remove in its actions."""
    return on_map(state, state.printed.garrisons & state.printed.own[side])


def disband(state: Sands, garrison: int) -> None:
    """13.6.3: a garrison goes face down to the supports."""
    tell(state, "garrison-removed", "13.6.3", unit=garrison, at=state.place[garrison])
    release_guns(state, bit(garrison))
    remove(state, garrison, USED)
    tidy_boxes(state)


# Boxes


def box_ground(state: Sands, side: int) -> int:
    """13.7.1, 13.7.2: where a side may build boxes: not in marsh, mountain or forts; the Allies on the East map,
    and on the Central map while they control Tobruk."""
    ground, places = state.printed.ground, state.printed.places
    free = ~(ground.terrain[2] | ground.terrain[3] | ground.forts | state.boxes[side])
    if side == AXIS:
        return state.printed.board.all & free
    central = ground.section[CENTRAL] if state.controlled[side] >> places.tobruk & 1 else 0
    return (ground.section[EAST] | central) & free


def builders(state: Sands, side: int) -> int:
    """13.7.2: the units of a side that can build a box where they are, having not moved in this action."""
    if not boxes_at_hand(state, side):
        return 0
    fit = _able(state.printed)[1] & _fit(state) & state.printed.own[side] & ~state.moved
    places, stacks, found = box_ground(state, side) & state.occupied[side], state.stacks, 0
    for hex_number in ones(places):
        found |= stacks[hex_number]
    return found & fit


def build(state: Sands, unit: int) -> None:
    """13.7.2: a unit that stays builds a box; it costs no step."""
    state.moved |= bit(unit)
    state.boxes[state.printed.owners[unit]] |= bit(state.place[unit])
    tell(state, "box-built", "13.7.2", unit=unit, at=state.place[unit])


def why_no_box(state: Sands, side: int, unit: int) -> tuple[str, Message]:
    """13.7: why a unit cannot build a box now."""
    printed, place = state.printed, state.place[unit]
    if printed.owners[unit] != side or place < 0:
        return "13.7.2", say("that is not a unit of yours on the map")
    if not boxes_at_hand(state, side):
        return "13.7.1", say("there is no box left that is face up")
    if state.moved >> unit & 1:
        return "13.7.2", say("only a unit that does not move in this action builds a box")
    if not _able(printed)[1] & _fit(state) & bit(unit):
        return "13.7.2", say("a box is built by a unit of two steps that is neither out of supply nor armour")
    if state.boxes[side] >> place & 1:
        return "13.7", say("there is already a box here")
    ground = printed.ground
    if (ground.terrain[2] | ground.terrain[3] | ground.forts) >> place & 1:
        return "13.7.2", say("no box can be built in marshes, mountains or forts")
    return "13.7.1", say(
        "the Allies build boxes on the East map, and on the Central map while they control Tobruk"
    )


def raze(state: Sands, side: int, hex_number: int) -> None:
    """13.7.3: a box is removed by its owner, and goes face down to the supports."""
    state.boxes[side] &= ~bit(hex_number)
    state.boxes_used[side] += 1
    tell(state, "box-removed", "13.7.3", side=side, at=hex_number)


def why_not_removed(state: Sands, box: bool, argument: int) -> tuple[str, Message]:
    """13.6.3, 13.7.3: why a garrison, or the box in a hex, cannot be removed."""
    if box:
        assert not state.boxes[state.active] >> argument & 1
        return "13.7.3", say("only your own boxes on the map can be removed")
    assert not disbandable(state, state.active) >> argument & 1
    return "13.6.3", say("only your own garrisons on the map can be removed")


def tidy_boxes(state: Sands) -> None:
    """13.7.3 b: a box without a unit of its side is removed."""
    for side in range(2):
        empty = state.boxes[side] & ~state.occupied[side]
        if empty:
            for hex_number in ones(empty):
                raze(state, side, hex_number)
