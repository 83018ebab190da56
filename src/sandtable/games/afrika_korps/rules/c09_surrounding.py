"""7.3, 9.1: when a victory is automatic: the odds of an attack, and whether its victims could still retreat."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import OVER_SIX_TO_ONE, odds_column
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.state import Position, hexes_of
from sandtable.kernel.bits import ones

FIVE_TO_ONE = OVER_SIX_TO_ONE - 2


def odds_against(state: Position, attackers: int, victims: int) -> int:
    """7.3: the column of the combat table for this attack."""
    printed = state.printed
    return odds_column(
        sum(printed.attack[unit] for unit in ones(attackers)),
        sum(defense_factor(printed, unit, state.place[unit]) for unit in ones(victims)),
    )


def ways_out(state: Position, victims: int, ring: int) -> list[tuple[int, int]]:
    """7.6, 9.1: first hex and second hexes of retreats the victims would survive if only the ring had zones."""
    printed = state.printed
    board = printed.board
    held = hexes_of(state, ring)
    safe = board.all & ~held & ~(board.spread(held & ~printed.fortress) & ~printed.fortress)
    found = []
    for start in ones(hexes_of(state, victims)):
        for step in ones(board.adjacent[start] & safe):
            ends = board.adjacent[step] & safe & ~(1 << start)
            if ends:
                found.append((step, ends))
    return found


def can_retreat(state: Position, victims: int, ring: int) -> bool:
    """9.1b: could one of the victims survive a retreat past these units?"""
    return bool(ways_out(state, victims, ring))


def is_victory(state: Position, victims: int, attackers: int, ring: int) -> bool:
    """9.1: 7-1, or 5-1 and better against units that could not survive a retreat."""
    column = odds_against(state, attackers, victims)
    if column >= OVER_SIX_TO_ONE:
        return True
    return column >= FIVE_TO_ONE and not can_retreat(state, victims, ring)
