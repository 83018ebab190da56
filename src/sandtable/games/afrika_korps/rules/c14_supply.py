"""14: supplied attacks. The line of five hexes from a supply unit to an attacker, and what blocks it."""

from __future__ import annotations

from sandtable.boards.floods import within
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, zone
from sandtable.games.afrika_korps.state import Position, supply_on_map
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

# 14.1, 14.3: the columns of the combat table up to 1-3 need no supply; from 1-2 on every attacker needs a line.
LAST_UNSUPPLIED_COLUMN = 3


def needs_supply(column: int) -> bool:
    """14.1, 14.3: is an attack at these odds illegal without supply?"""
    return column > LAST_UNSUPPLIED_COLUMN


def free_for_lines(state: Position, side: int, attacked: int = 0) -> int:
    """14.2b, 14.2c: hexes open to a side's supply lines; zones of the units attacked do not count (ruling 3).

    A hex held by an enemy combat unit blocks a line even if no zone covers it (ruling 34).
    """
    enemy = ENEMY_OF[side]
    return state.printed.board.all & ~zone(state, enemy, attacked) & ~closed_hexes(state, enemy)


def area_fed(state: Position, supply_hex: int, free: int) -> int:
    """14.2d: where an attacker is in range of supply in this hex: five hexes, counting the supply's own
    but not the attacker's. An attacker in the supply's own hex needs no line."""
    board = state.printed.board
    start = 1 << supply_hex & free
    line = within(board, start, free, state.printed.attack_range - 1) if start else 0
    return board.spread(line) | 1 << supply_hex


def areas_fed(state: Position, side: int, attacked: int = 0) -> list[tuple[int, int]]:
    """(supply unit, hexes it feeds) for each supply unit of a side that may support an attack on these units."""
    free = free_for_lines(state, side, attacked)
    by_hex: dict[int, int] = {}
    fed = []
    for unit in ones(supply_on_map(state, side) & ~state.no_support):
        place = state.place[unit]
        if place not in by_hex:
            by_hex[place] = area_fed(state, place, free)
        fed.append((unit, by_hex[place]))
    return fed


def fed_hexes(state: Position, side: int, attacked: int = 0) -> int:
    """14.2a: every hex from which an attack on these units is supplied."""
    hexes = 0
    for _, area in areas_fed(state, side, attacked):
        hexes |= area
    return hexes
