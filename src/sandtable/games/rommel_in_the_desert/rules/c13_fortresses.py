"""13: fortresses: who controls them, which units they supply when cut off, capture and siege."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines, lines_to
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame


def isolated_fortresses(state: Position, side: int) -> list[int]:
    """13.3, ruling 21: the fortresses of a side that have no land line to its base."""
    owned = [index for index, owner in enumerate(state.owner) if owner == side]
    supplied = base_lines(state, side).supplied
    return [index for index in owned if not supplied >> state.printed.fortresses[index] & 1]


def is_besieged(state: Position, place: int, side: int) -> bool:
    """13.5, rulings 23, 62: is an enemy unit in this port of the side, or next to it over any hexside?"""
    near = state.printed.board.touching[place] | 1 << place
    return bool(near & state.held[ENEMY_OF[side]])


def check_captures(state: Position, frame: Frame) -> None:
    """13.4, ruling 22: undisrupted enemies alone in a fortress at the end of a player turn capture it."""
    for index, place in enumerate(state.printed.fortresses):
        side = state.owner[index]
        enemy = ENEMY_OF[side]
        if firm_at(state, enemy, place) and not units_at(state, side, place):
            state.owner[index] = enemy
            tell(state, "fortress-taken", "13.4", side=enemy, hex=place)


def bonus_cards(state: Position, side: int) -> int:
    """13.4, ruling 22: for each fortress captured this month and still held, its capacity for its former owner."""
    bonus = 0
    for index, before in enumerate(state.month_owner):
        if before != side and state.owner[index] == side:
            bonus += state.printed.capacity[index][before]
    return bonus


def begin_month(state: Position) -> None:
    """13.4: note who holds each fortress at the start of the month."""
    state.month_owner = state.owner[:]


# 13.3: which units an isolated fortress supplies


def claims(state: Position, side: int, index: int, hungry: int) -> dict[int, int]:
    """13.3: the hungry units outside a fortress that can trace a line to it, by the length of their shortest one.

    Like every line, it uses no hex twice (ruling 74). Raiders cannot join a line (12.5).
    """
    place = state.printed.fortresses[index]
    lines = lines_to(state, side, place)
    by_length: dict[int, int] = {}
    for start in ones(lines.supplied & state.held[side] & ~(1 << place)):
        units = units_at(state, side, start) & hungry & ~state.raiders
        length = lines.web.length(start) if units else 0
        if length:
            by_length[length] = by_length.get(length, 0) | units
    return by_length


def claims_by_nearest(state: Position, side: int, fortresses: list[int], hungry: int) -> dict[int, dict[int, int]]:
    """Ruling 60: for each of these fortresses, the claims of the units that are nearest to it."""
    every = [
        (length, index, units)
        for index in fortresses
        for length, units in claims(state, side, index, hungry).items()
    ]
    nearest: dict[int, dict[int, int]] = {index: {} for index in fortresses}
    for length, index, units in sorted(every):
        if units & hungry:
            nearest[index][length] = units & hungry
        hungry &= ~units
    return nearest


def capacity_left(state: Position, side: int, index: int) -> int:
    """13.3: how many more units the fortress can supply."""
    used = (state.by_fortress[index] & state.printed.side_units[side]).bit_count()
    return state.printed.capacity[index][side] - used
