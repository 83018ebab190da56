"""9: the railway: how far it is built, and which of its hexes can be used."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import bit, mask_of


def built(state: Sands) -> tuple[int, ...]:
    """9.1: the hexes from Alexandria to the railhead, in order."""
    rail = state.printed.rail
    return rail[: rail.index(state.railhead) + 1]


def active_rail(state: Sands) -> int:
    """9.2: the hexes that can be used for movement: built, and joined by rail to Alexandria through hexes without
    an enemy."""
    return mask_of(_open_line(state))


def railhead_is_linked(state: Sands) -> bool:
    """23.3.1: can the railhead trace a line along the railway to Alexandria?"""
    return len(_open_line(state)) == len(built(state))


def _open_line(state: Sands) -> tuple[int, ...]:
    line, enemies = built(state), state.occupied[AXIS]
    if not state.controlled[ALLIED] & bit(line[0]):
        return ()
    for number, place in enumerate(line):
        if enemies >> place & 1:
            return line[:number]
    return line
