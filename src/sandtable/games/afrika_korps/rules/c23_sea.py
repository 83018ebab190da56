"""23.3-23.5: movement by sea between Tobruch and a side's own base."""

from __future__ import annotations

from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c22_rommel import rommel_must_stay
from sandtable.games.afrika_korps.state import SEA, Position, eliminate, put
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF


def embarkable(state: Position) -> int:
    """23.4, 23.4.1, 23.4.2, 23.4.4: units in Tobruch or their base, outside enemy zones, not landed this turn."""
    printed, side = state.printed, state.active
    units = 0
    for port in ones(printed.ports[side]):
        here = state.stacks.get(port, 0) & printed.side_units[side]
        if here and not zone(state, ENEMY_OF[side]) >> port & 1:
            units |= here
    if units >> printed.rommel & 1 and rommel_must_stay(state):
        units &= ~(1 << printed.rommel)
    return units & ~state.landed & ~state.frozen


def is_besieged(state: Position, port: int) -> bool:
    """19.5, 23.4.1: is it Tobruch, with enemies beside it, whose zones do not reach in?"""
    near = state.printed.board.adjacent[port] & state.occupied[ENEMY_OF[state.active]]
    return port == state.printed.tobruch and bool(near)


def embark(state: Position, unit: int) -> None:
    """23.4: the unit is taken off the map; it must land in its owner's next turn (23.4.2)."""
    place = state.place[unit]
    kept = state.axis_once >> unit & 1, state.allied_once >> unit & 1, state.cut_off >> unit & 1
    put(state, unit, SEA)
    state.forget("unit", unit)
    state.axis_once |= kept[0] << unit
    state.allied_once |= kept[1] << unit
    state.cut_off |= kept[2] << unit
    tell(state, "embarked", "23.4.1" if is_besieged(state, place) else "23.4", unit=unit, hex=place)


def at_sea(state: Position, side: int) -> int:
    return sum(1 << unit for unit in ones(state.printed.side_units[side]) if state.place[unit] == SEA)


def drown(state: Position, side: int) -> None:
    """23.4.2: units that do not land the turn after they left are eliminated. Rommel never is (22.4)."""
    for unit in ones(at_sea(state, side) & ~(1 << state.printed.rommel)):
        eliminate(state, unit)
        tell(state, "lost-at-sea", "23.4.2", unit=unit)
