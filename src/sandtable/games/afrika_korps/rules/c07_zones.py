"""7.1, 23: zones of control, which extend neither into nor out of fortresses."""

from __future__ import annotations

from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones


def exerting_hexes(state: Position, side: int, without: int = 0) -> int:
    """7.1a, 7.1c, 7.1e: hexes of this side's combat units that have a zone, without some of them.

    Units in a fortress have none (ruling 2), nor do units under automatic victory.
    """
    printed = state.printed
    hexes = state.occupied[side] & ~printed.fortress
    silent = state.cancelled | without
    if silent:
        friends = printed.combat & printed.side_units[side] & ~silent
        for unit in ones(silent & printed.side_units[side]):
            hex_number = state.place[unit]
            if hex_number >= 0 and not state.stacks[hex_number] & friends:
                hexes &= ~(1 << hex_number)
    return hexes


def zone(state: Position, side: int, without: int = 0) -> int:
    """7.1: the hexes in this side's zones; closed hexsides and fortresses are left out (7.1b, 7.1c)."""
    printed = state.printed
    return printed.board.spread(exerting_hexes(state, side, without)) & ~printed.fortress


def closed_hexes(state: Position, side: int) -> int:
    """5.4: hexes that this side's combat units close to the enemy; units under automatic victory do not (9.1)."""
    hexes = state.occupied[side]
    if state.cancelled:
        printed = state.printed
        friends = printed.combat & printed.side_units[side] & ~state.cancelled
        for unit in ones(state.cancelled & printed.side_units[side]):
            hex_number = state.place[unit]
            if hex_number >= 0 and not state.stacks[hex_number] & friends:
                hexes &= ~(1 << hex_number)
    return hexes


def holders_of_zone(state: Position, side: int, hex_number: int) -> int:
    """The hexes of this side from which a zone reaches this hex."""
    if state.printed.fortress >> hex_number & 1:
        return 0
    return exerting_hexes(state, side) & state.printed.board.adjacent[hex_number]


def units_exerting(state: Position, side: int, hex_number: int) -> int:
    """The units of this side whose zone covers this hex."""
    printed = state.printed
    units = 0
    for holder in ones(holders_of_zone(state, side, hex_number)):
        units |= state.stacks[holder]
    return units & printed.combat & printed.side_units[side] & ~state.cancelled
