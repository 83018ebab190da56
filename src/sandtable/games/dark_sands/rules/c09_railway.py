"""9: the railway: how far it is built, and which of its hexes can be used."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.events import tell


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


# Building it (23.3.1)

ADVANCE = {1: 0, 2: 0, 3: 4, 4: 4, 5: 6, 6: 6}
"""The Railway Advance Table, in hexes of the Central map; a hex of the East map counts two."""


def railway_can_advance(state: Sands) -> bool:
    """23.3.1: is there a next hex, linked by rail to Alexandria, away from the enemy?"""
    onward = state.printed.rail[len(built(state)) :]
    return bool(onward) and railhead_is_linked(state) and not enemy_near(state) >> onward[0] & 1


def enemy_near(state: Sands) -> int:
    """23.3.1: the hexes with an Axis unit or next to one."""
    touching, hexes = state.printed.board.touching, state.occupied[AXIS]
    for place in ones(state.occupied[AXIS]):
        hexes |= touching[place]
    return hexes


def advance_railhead(state: Sands, die: int) -> None:
    """23.3.1: as far west as the die, and the enemy, allow (the Allies never gain by less: ruling)."""
    near, left = enemy_near(state), ADVANCE[die]
    for place in state.printed.rail[len(built(state)) :]:
        left -= state.printed.board.scale[place]
        if left < 0 or near >> place & 1:
            break
        state.railhead = place
    if ADVANCE[die]:
        tell(state, "railhead", "23.3.1", to=state.railhead)
    if state.railhead == state.printed.rail[-1]:
        state.rail_completed = 1
        tell(state, "railway-completed", "9.3")
