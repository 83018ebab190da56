"""12: where a unit can redeploy to: by land, by sea, to the Reserve box and from it."""

from __future__ import annotations

from functools import cache

from sandtable.boards.floods import flood
from sandtable.games.shifting_sands.printed.counters import MINOR_ALLIES
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c09_reach import far_side
from sandtable.games.shifting_sands.rules.c10_regions import domain, doors, ways
from sandtable.games.shifting_sands.rules.c11_elimination import reserve_box
from sandtable.games.shifting_sands.rules.c12_ports import sea_ports
from sandtable.games.shifting_sands.rules.c13_supply import Maps, sources, supply_maps, tables
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.kernel.bits import mask_of, ones

HOMES = {"VF": "Syria", "IR": "Iraq"}
"""12.8: where the Vichy French and the Iraqis of the Reserve box have to go."""
LRDG = "br_lrdg"


def destinations(state: Theatre, unit: int) -> int:
    """12: every space or box to which a unit could redeploy now, whatever it costs."""
    if state.place[unit] == reserve_box(state, state.printed.owners[unit]):
        return from_reserve(state, unit) | airlift(state, unit)
    if not is_supplied(state, unit):
        return 0
    return by_land(state, unit) | by_sea(state, unit) | to_reserve(state, unit)


def is_supplied(state: Theatre, unit: int) -> bool:
    """12.5: is a unit on the map in supply?"""
    return bool(supplied_area(state, unit) >> state.place[unit] & 1)


def supplied_area(state: Theatre, unit: int) -> int:
    """13.51: the controlled spaces in which a unit would be in supply."""
    printed = state.printed
    return supply_maps(state, printed.owners[unit])[tables(printed).of[unit]][1]


# On the map


def by_land(state: Theatre, unit: int) -> int:
    """12.6: the controlled spaces in supply to which lines through controlled spaces lead; and by the LRDG, Cairo
    from Deep Desert and Deep Desert from Cairo (12.8)."""
    printed, here, side = state.printed, state.place[unit], state.printed.owners[unit]
    own, found = state.controls[side], joined(state, unit)
    if side == ALLIED:
        for space in ones(found & _crossings(printed)):
            # 12.61: whoever comes over the line between Khartoum and Aswan stops at its end.
            found |= far_side(printed, space) & own & domain(state, unit)
    if printed.units[unit].pool == LRDG:
        found |= _patrol(printed, here) & own
    return found & supplied_area(state, unit) & ~state.occupied[1 - side] & ~(1 << here)


def joined(state: Theatre, unit: int, origin: int = -1) -> int:
    """12.6: the spaces that lines through controlled spaces join to that of a unit, or to another that it could
    start from, without the line between Khartoum and Aswan."""
    known, own = doors(state.printed), state.controls[state.printed.owners[unit]]
    start = 1 << (state.place[unit] if origin < 0 else origin)
    return flood(known.short_nets[known.of[unit]], start, own & domain(state, unit))


@cache
def _crossings(printed: Printed) -> int:
    """12.61: Khartoum and Aswan."""
    return mask_of(space for space in range(len(printed.spaces)) if far_side(printed, space))


def _patrol(printed: Printed, here: int) -> int:
    """12.6, 12.8: where the LRDG goes without a path."""
    desert, cairo = printed.number["deep_desert"], printed.number["cairo"]
    return 1 << cairo if here == desert else 1 << desert if here == cairo else 0


def by_sea(state: Theatre, unit: int) -> int:
    """12.7: from port to port."""
    side, here = state.printed.owners[unit], state.place[unit]
    ports = sea_ports(state, side)
    if not ports >> here & 1:
        return 0
    return ports & domain(state, unit) & ~state.occupied[1 - side] & ~(1 << here)


def to_reserve(state: Theatre, unit: int) -> int:
    """12.84: battlegroups go to the Reserve box, but not Italians in East Africa."""
    printed = state.printed
    if not _reservists(printed, state.place[unit]) >> unit & 1:
        return 0
    return 1 << reserve_box(state, printed.owners[unit])


@cache
def _reservists(printed: Printed, space: int) -> int:
    """12.84: the units that may go to the Reserve box from a space."""
    stay = printed.nations["IT"] if printed.regions["East Africa"] >> space & 1 else 0
    return (printed.own[AXIS] | printed.own[ALLIED]) & ~printed.divisions & ~stay


def leaving_space(state: Theatre, maps: Maps, space: int, units: int) -> int:
    """12: which of these units, all in one space of the map, can go anywhere, by the supply of their side? The
    same as asking for all destinations, but most often the Reserve box or a neighbour answers at once."""
    kinds, at_once, found = tables(state.printed).of, _reservists(state.printed, space), 0
    for unit in ones(units):
        area = maps[kinds[unit]][1]
        if area >> space & 1 and (at_once >> unit & 1 or _leaves(state, unit, area)):
            found |= 1 << unit
    return found


def _leaves(state: Theatre, unit: int, area: int) -> bool:
    """Can a unit that is supplied in this area go anywhere on the map?"""
    near = ways(state, unit)[state.place[unit]] & area & ~state.occupied[1 - state.printed.owners[unit]]
    return bool(near or by_sea(state, unit) or by_land(state, unit))


# From the Reserve box


def from_reserve(state: Theatre, unit: int) -> int:
    """12.8, 12.82: to controlled spaces in supply that are sources or hold units of the nation, with room."""
    return _with_room(state, unit, calls(state, unit) & _open(state, unit))


def calls(state: Theatre, unit: int) -> int:
    """12.8: where a unit of the Reserve box has a reason to go: its sources, and the places of its nation."""
    return sources(state, unit) | _compatriots(state, unit)


def leaving_reserve(state: Theatre, units: int) -> int:
    """12.8: which of these units of the Reserve box can go anywhere? The same as asking for all destinations, but
    most often a source answers at once, and those are the same for all units of a kind."""
    kinds, found = tables(state.printed).of, 0
    near: dict[int, int] = {}
    for unit in ones(units):
        kind = kinds[unit]
        if kind not in near:
            near[kind] = sources(state, unit) & _open(state, unit)
        finds_room = any(has_room(state, unit, space) for space in ones(near[kind]))
        if finds_room or from_reserve(state, unit) or airlift(state, unit):
            found |= 1 << unit
    return found


def _open(state: Theatre, unit: int) -> int:
    """12.8, 12.82: where a unit of the Reserve box may be sent, if it has a reason to go there."""
    printed = state.printed
    found = supplied_area(state, unit) & domain(state, unit) & ~state.occupied[1 - printed.owners[unit]]
    home = HOMES.get(printed.units[unit].nation)
    return found & printed.regions[home] if home else found


def _compatriots(state: Theatre, unit: int) -> int:
    """12.8: the places of units of its nation."""
    nation = _kin(state.printed, state.printed.units[unit].nation)
    found = 0
    for space, units in state.stacks.items():
        if units & nation:
            found |= 1 << space
    return found


@cache
def _kin(printed: Printed, nation: str) -> int:
    """12.8: the units that count as of this nation: minor Allies are British."""
    british = ("BR", *MINOR_ALLIES)
    return sum(printed.nations[each] for each in (british if nation in british else (nation,)))


def airlift(state: Theatre, unit: int) -> int:
    """12.83: where a unit of the Reserve box can fly to, once a turn."""
    return 0 if state.lift_used else _with_room(state, unit, airfields(state, unit))


def airfields(state: Theatre, unit: int) -> int:
    """12.83: after Unternehmen Irak, German infantry battlegroups may fly to Vichy French, Iraqis or the 5th
    Mountain in the Near East."""
    printed = state.printed
    infantry = printed.nations["GE"] & ~printed.divisions & ~printed.armour
    if not infantry >> unit & 1 or not happened(state, "unternehmen_irak"):
        return 0
    hosts = printed.nations["VF"] | printed.nations["IR"] | printed.pools["ge_5mtn"]
    near = printed.regions["Near East"] & state.controls[printed.owners[unit]]
    return mask_of(space for space in ones(near) if state.stacks.get(space, 0) & hosts)


def _with_room(state: Theatre, unit: int, spaces: int) -> int:
    found = 0
    for space in ones(spaces):
        if has_room(state, unit, space):
            found |= 1 << space
    return found
