"""21: the Logistics chit."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.rules.c13_guns import release_guns
from sandtable.games.dark_sands.state import Sands, units_in
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell


def logistics(state: Sands) -> None:
    """10.3, 21.0: first every unit is looked at, then all that cannot trace a line are marked, and no others."""
    everybody = units_in(state, state.occupied[AXIS], AXIS) | units_in(state, state.occupied[ALLIED], ALLIED)
    cut_off = everybody & ~(traced(state, AXIS) | traced(state, ALLIED))
    for unit in ones(cut_off & ~state.oos):
        tell(state, "oos", "10.3", unit=unit)
    for unit in ones(state.oos & ~cut_off):
        tell(state, "supplied", "21.0", unit=unit)
    state.oos = cut_off
    release_guns(state, cut_off)
