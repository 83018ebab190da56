"""9: the railway: how far it is built, and which of its hexes can be used."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from operator import or_

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.events import tell


def railhead(state: Sands) -> int:
    """9.1, 9.3: the westernmost hex that is built."""
    return state.printed.rail[-1] if state.rail_completed else state.railhead


def active_rail(state: Sands) -> int:
    """9.2: the hexes that can be used for movement: built, and joined by rail to Alexandria through hexes without
    an enemy; none if the Allies have lost Alexandria."""
    printed = state.printed
    stretches = _stretches(printed.rail)
    built = stretches[railhead(state)]
    if not state.controlled[ALLIED] >> printed.rail[0] & 1:
        return 0
    broken = built & state.occupied[AXIS]
    if not broken:
        return built
    at = next(place for place in printed.rail if broken >> place & 1)
    return built & stretches[at] & ~bit(at)


@cache
def _stretches(rail: tuple[int, ...]) -> dict[int, int]:
    """By hex of the railway, the hexes from Alexandria to it."""
    return dict(zip(rail, accumulate(map(bit, rail), or_), strict=True))


def onward(state: Sands) -> tuple[int, ...]:
    """The hexes that are still to be built."""
    rail = state.printed.rail
    return rail[rail.index(railhead(state)) + 1 :]


# Building it (23.3.1)

ADVANCE = {1: 0, 2: 0, 3: 4, 4: 4, 5: 6, 6: 6}
"""The Railway Advance Table, in hexes of the Central map; a hex of the East map counts two."""


def railway_can_advance(state: Sands) -> bool:
    """23.3.1: is there a next hex, linked by rail to Alexandria, away from the enemy?"""
    ahead, linked = onward(state), active_rail(state) >> railhead(state) & 1
    return bool(ahead and linked) and not enemy_near(state) >> ahead[0] & 1


def enemy_near(state: Sands) -> int:
    """23.3.1: the hexes with an Axis unit or next to one."""
    touching, hexes = state.printed.board.touching, state.occupied[AXIS]
    for place in ones(state.occupied[AXIS]):
        hexes |= touching[place]
    return hexes


def advance_railhead(state: Sands, die: int) -> None:
    """23.3.1: as far west as the die, and the enemy, allow (the Allies never gain by less: ruling)."""
    near, left = enemy_near(state), ADVANCE[die]
    for place in onward(state):
        left -= state.printed.board.scale[place]
        if left < 0 or near >> place & 1:
            break
        state.railhead = place
    if ADVANCE[die]:
        tell(state, "railhead", "9.1", to=state.railhead)
    if state.railhead == state.printed.rail[-1]:
        state.rail_completed = 1
        tell(state, "railway-completed", "9.3")
