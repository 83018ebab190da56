"""2.1.5: who controls a hex, and what happens when units enter one."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.c18_tobruk import tobruk_falls
from sandtable.games.dark_sands.rules.c19_east import watch_east
from sandtable.games.dark_sands.state import Sands, put, units_at
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.events import tell


def controls(state: Sands, side: int, hex_number: int) -> bool:
    """2.1.5: ports, victory places and sources stay with the side that entered them last; any other hex is
    controlled only while it is occupied."""
    hexes = state.controlled if state.printed.places.kept >> hex_number & 1 else state.occupied
    return bool(hexes[side] >> hex_number & 1)


def enter(state: Sands, units: int, hex_number: int) -> None:
    """A set of units of one side goes to a hex: control passes to it (2.1.5), and a headquarters that is alone
    there has to leave (11.0). That may ask its owner something: call this last."""
    printed = state.printed
    for unit in ones(units):
        put(state, unit, hex_number)
    side = printed.owners[first(units)]
    if printed.places.kept >> hex_number & 1:
        take(state, side, hex_number)
    if printed.ground.egypt >> hex_number & 1:
        watch_east(state)
    if state.occupied[1 - side] >> hex_number & 1:
        _overrun(state, units_at(state, hex_number, 1 - side))


def take(state: Sands, side: int, hex_number: int) -> None:
    """2.1.5: control of a port, victory place or source passes to the side that enters it."""
    if state.controlled[side] >> hex_number & 1:
        return
    captured = state.controlled[1 - side] >> hex_number & 1
    state.controlled[side] |= bit(hex_number)
    state.controlled[1 - side] &= ~bit(hex_number)
    tell(state, "controls", "2.1.5", side=side, to=hex_number)
    if captured and hex_number == state.printed.places.tobruk:
        tobruk_falls(state, side)


def _overrun(state: Sands, headquarters: int) -> None:
    # Whatever finds headquarters a new place asks who controls what.
    from sandtable.games.dark_sands.rules.c11_headquarters import displace

    for unit in ones(headquarters & state.printed.hqs):
        displace(state, unit)
