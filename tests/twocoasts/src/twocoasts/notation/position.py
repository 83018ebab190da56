"""Positions as text.

    turn: 2
    0301: Alder Ash
    E0101: Dove
    moved: Alder
    hand north: guides-1 barrage-2
    drawn: north-1
    cup: north-2 south-1 south-2 storm
    frame: turn 3
    frame: active 0 asks=north

All of it is written and read by the declarations. A unit that is not named is lost. Control is written where it is
neither printed nor follows from the units on the map.
"""

from __future__ import annotations

from sandtable.kernel.positions import PositionText
from twocoasts.state import Coasts


class CoastsText(PositionText[Coasts]):
    """Whoever is in a place controls it (4.7)."""

    def assumed(self, like: Coasts | None) -> Coasts:
        state = Coasts.blank(self.printed)
        if like is not None:
            _hold(state, like.where)
        return state

    def finish(self) -> None:
        _hold(self.state, self.state.where)


def _hold(state: Coasts, where: list[int]) -> None:
    for unit, place in enumerate(where):
        if place >= 0 and state.printed.map.ashore >> place & 1:
            state.control[place] = state.printed.owners[unit]
