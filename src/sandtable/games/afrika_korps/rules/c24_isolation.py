"""24: isolation for two whole turns of one's own, on land or at sea; and the Axis without any supply."""

from __future__ import annotations

from sandtable.boards.floods import flood
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, zone
from sandtable.games.afrika_korps.rules.c22_rommel import rescue_rommel, rommel_is_cut_off, rommel_is_exposed
from sandtable.games.afrika_korps.state import (
    SEA,
    Position,
    combat_units_at,
    eliminate,
    isolated_once,
    supply_on_map,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame


def supplied_hexes(state: Position, side: int) -> int:
    """23.6, 24.1: every hex from which a line of any length reaches friendly supply (ruling 7).

    Enemy zones block it, except in the supply's own hex and, at the other end, the unit's.
    """
    board, enemy = state.printed.board, ENEMY_OF[side]
    depots = state.depots[side]
    if not depots:
        return 0
    free = board.all & ~zone(state, enemy) & ~closed_hexes(state, enemy)
    lines = flood(board, depots, free)
    return lines | board.spread(lines)


def isolated_units(state: Position, side: int) -> int:
    """24.1, 24.4: combat units with no line to supply; those at sea unless supply is at sea too."""
    printed = state.printed
    fed = supplied_hexes(state, side)
    fed_at_sea = any(state.place[u] == SEA for u in ones(printed.supply & printed.side_units[side]))
    isolated = 0
    for unit in ones(printed.combat & printed.side_units[side]):
        place = state.place[unit]
        if (place >= 0 and not fed >> place & 1) or (place == SEA and not fed_at_sea):
            isolated |= 1 << unit
    return isolated


def note_isolation(state: Position, frame: Frame) -> None:
    """24.2, 24.5: the test at the start of the owner's turn, before anything arrives."""
    state.cut_off = isolated_units(state, state.active)
    if state.active == AXIS:
        state.starved_at_start = int(not supply_on_map(state, AXIS))
        check_cut_off_rommel(state)


def share_port_supply(state: Position, unit: int, port: int) -> None:
    """24.3: a unit that lands is supplied or isolated as its port is now, and shares the turns counted there.

    If no combat unit is there to share them with, the unit's own count goes on.
    """
    if not state.printed.combat >> unit & 1:
        return
    bit, side = 1 << unit, state.active
    garrison = combat_units_at(state, port, side) & ~state.landed
    once = isolated_once(state, side)
    if garrison:
        once = once | bit if garrison & once else once & ~bit
    cut_off = not supplied_hexes(state, side) >> port & 1
    state.cut_off = state.cut_off | bit if cut_off else state.cut_off & ~bit
    set_isolated_once(state, side, once)


def set_isolated_once(state: Position, side: int, units: int) -> None:
    if side == ALLIED:
        state.allied_once = units
    else:
        state.axis_once = units


def end_isolation(state: Position, frame: Frame) -> None:
    """24.2: the test at the end of the turn, before used supply is taken off (ruling 7)."""
    side = state.active
    whole_turn = state.cut_off & isolated_units(state, side)
    for unit in ones(whole_turn & isolated_once(state, side)):
        tell(state, "died-isolated", why_lost(state, unit), unit=unit, hex=state.place[unit])
        eliminate(state, unit)
        whole_turn &= ~(1 << unit)
    set_isolated_once(state, side, whole_turn)
    if side == AXIS:
        starved = state.starved_at_start and not supply_on_map(state, AXIS)
        state.starved_turns = state.starved_turns + 1 if starved else 0
        check_cut_off_rommel(state)


def why_lost(state: Position, unit: int) -> str:
    """The paragraph under which a unit is isolated: at sea, in a fortress, or anywhere else."""
    place = state.place[unit]
    if place == SEA:
        return "24.4"
    return "23.6" if state.printed.fortress >> place & 1 else "24.2"


def check_cut_off_rommel(state: Position) -> None:
    """22.4: isolated and alone, or left alone in a zone, Rommel joins the nearest Axis combat unit outside."""
    if rommel_is_exposed(state) or rommel_is_cut_off(state):
        rescue_rommel(state, "22.4")
