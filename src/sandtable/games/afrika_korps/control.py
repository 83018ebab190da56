"""4.3: control of fortresses, bases and ports."""

from __future__ import annotations

from sandtable.games.afrika_korps.state import Position, enemy_of
from sandtable.games.afrika_korps.zones import zone
from sandtable.kernel.bits import ones


def holds(state: Position, side: int, hex_number: int) -> bool:
    """4.3a, 22.5: a combat unit, a supply unit or Rommel must stand there; to have been there last is nothing.

    Rommel may share a hex with the enemy (22.3): then only a side with a combat unit there holds it.
    """
    scenario = state.scenario
    here = state.stacks.get(hex_number, 0)
    mine = here & scenario.side_units[side]
    return bool(mine) and (mine == here or bool(mine & scenario.combat))


def controls(state: Position, side: int, hex_number: int) -> bool:
    """4.3: a fortress by holding it; a base by holding it outside every enemy zone."""
    if not holds(state, side, hex_number):
        return False
    return not zone(state, enemy_of(side)) >> hex_number & 1


def controlled_ports(state: Position, side: int) -> int:
    """4.3, 19.7, 23.5: Tobruch and the own base, as far as controlled; the enemy base is never a port."""
    return sum(1 << port for port in ones(state.scenario.ports[side]) if controls(state, side, port))


def controls_everything(state: Position, side: int) -> bool:
    """4.1, 4.2: both fortresses and both bases."""
    scenario = state.scenario
    goals = scenario.fortress | 1 << scenario.base[0] | 1 << scenario.base[1]
    return all(controls(state, side, goal) for goal in ones(goals))
