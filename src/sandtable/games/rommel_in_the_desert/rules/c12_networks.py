"""12.6: supply networks: the hexes of all lines of a side's units (ruling 74).

`c12_supply_lines` says where lines may run: along unblocked highway, and through chains of units. `c12_legs`
follows them leg by leg.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import line_key, lines_to
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.remembered import Remembered

_known: Remembered[tuple[object, ...], int] = Remembered(128)  # mutants: equivalent because it only saves memory
"""A withdrawal compares the same ends at every step."""

NOBODY_FED: tuple[int, ...] = (0, 0, 0)


class Standing(NamedTuple):
    """Where a side's units stand, as far as its network depends on it.

    The hexes with units, those with undisrupted units, and for each fortress those of the units it supplies.
    """

    held: int
    firm: int
    fed: tuple[int, ...]


def standing_of(state: Position, side: int) -> Standing:
    """12.6, 13.3: where they stand now."""
    fed = NOBODY_FED
    if any(state.by_fortress):
        own = state.printed.side_units[side]
        fed = tuple([_hexes_of(state, units & own) for units in state.by_fortress])
    return Standing(state.held[side], state.firm[side], fed)


def _hexes_of(state: Position, units: int) -> int:
    return mask_of(state.place[unit] for unit in ones(units) if state.place[unit] >= 0) if units else 0


def network(state: Position, side: int) -> int:
    """12.6: the hexes of all supply lines of a side's units, to its base and to fortresses that supply some."""
    return network_with(state, side, standing_of(state, side))


def network_with(state: Position, side: int, standing: Standing) -> int:
    """12.6: the network if the side's units stood like this, with battles and enemies as they are."""
    key = standing, line_key(state, side, standing.firm)
    found = _known.get(key)
    if found is None:
        found = lines_to(state, side, state.printed.base[side], standing.firm).of_all(standing.held)
        for place, hexes in zip(state.printed.fortresses, standing.fed, strict=True):
            if hexes:
                # 13.3: others may carry the lines of those it supplies, but trace none of their own to it.
                web = lines_to(state, side, place, standing.firm).web
                for fed in ones(hexes):
                    found |= web.of(fed)
        _known.keep(key, found)
    return found
