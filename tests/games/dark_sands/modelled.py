"""Positions of the independent models as positions of the game."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.state import BYPASS, Sands
from tests.games.dark_sands.desert import DATA, HEX, hexes, number, units
from tests.games.dark_sands.models.position import Position


def as_state(position: Position) -> Sands:
    """The same counters, markers and control; nobody is doing anything."""
    state = Sands.blank(DATA)
    state.turn, state.railhead = position.turn, HEX[position.railhead]
    state.rail_completed, state.bypass = int(position.rail_completed), BYPASS.index(position.bypass)
    for counter in position.counters:
        unit = number(counter.id)
        state.place[unit], state.version[unit] = HEX[counter.hex], counter.version
    for mark in ("reduced", "oos", "disorganised"):
        setattr(state, mark, units(*(counter.id for counter in position.counters if getattr(counter, mark))))
    state.boxes = [hexes(*position.boxes.get(side, ())) for side in SIDES]
    state.controlled = [
        hexes(*(place for place, owner in position.control.items() if owner == side)) for side in SIDES
    ]
    state.rebuild()
    return state
