"""What an event asks of a side until its next action, or the turn, ends: Orders from Rome, London Calling.

This module knows nothing of operations or battles: they tell it what has been done.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c10_regions import in_desert
from sandtable.games.shifting_sands.state import AUTOMATIC, OPERATIONS, Theatre, units_at
from sandtable.kernel.events import tell

NONE, DUE, MET = range(3)
"""Of Orders from Rome, and of London Calling."""
MANY = 3
"""X25: the units of an attack that London asks for."""


def activated(state: Theatre, side: int, space: int) -> None:
    """A12: a side has put a marker on a space: this may be what Rome has ordered."""
    if state.orders_from_rome != DUE or side != AXIS or state.use not in (OPERATIONS, AUTOMATIC):
        return
    italians = units_at(state, space, AXIS) & state.printed.nations["IT"] & state.printed.divisions
    if italians and in_desert(state, space):
        state.orders_from_rome = MET


def attacked(state: Theatre, side: int) -> None:
    """X25: a side fights `state.target` with `state.attackers`: this may be what London calls for."""
    if state.london_calling != DUE or side != ALLIED or not in_desert(state, state.target):
        return
    if state.attackers.bit_count() >= MANY and state.attackers & state.printed.divisions:
        state.london_calling = MET
        tell(state, "london-is-answered", "X25")


def tripoli_falls(state: Theatre) -> None:
    """7.522: London Calling is cancelled when Tripoli comes under Allied control."""
    if state.london_calling == DUE:
        tell(state, "london-is-content", "7.522")
    state.london_calling = NONE


def points_of_events(state: Theatre) -> Iterator[tuple[int, str]]:
    """5.41: what events of this turn bring in the victory phase, each with its clause."""
    if state.fleet_at_sea:
        yield 1, "X06"
    if state.london_calling == DUE:
        yield 1, "X25"
