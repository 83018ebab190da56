"""5.3, 13.8: the attrition phase."""

from __future__ import annotations

from functools import cache

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.printed.files import CONTROL
from sandtable.games.shifting_sands.rules.c03_control import take_together
from sandtable.games.shifting_sands.rules.c08_stacking import BOXES
from sandtable.games.shifting_sands.rules.c10_regions import doors
from sandtable.games.shifting_sands.rules.c13_supply import supplied_spaces, unsupplied
from sandtable.games.shifting_sands.state import ELIMINATED, Theatre, put
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.state import Frame


def attrition(state: Theatre, frame: Frame) -> None:
    """13.8: a step of the turn: units without supply are eliminated, those of both sides at the same time; then
    spaces change control, which is judged for both sides on one position (ruling)."""
    for unit in ones(unsupplied(state, AXIS) | unsupplied(state, ALLIED)):
        _eliminate(state, unit)
    lost = [(side, unsuppliable(state, side)) for side in (AXIS, ALLIED)]
    for side, spaces in lost:
        take_together(state, spaces, 1 - side, "13.82")


def _eliminate(state: Theatre, unit: int) -> None:
    """5.3, 13.81: a battlegroup can be rebuilt, a division cannot."""
    printed = state.printed
    box = printed.number[f"{CONTROL[printed.owners[unit]]}_replaceable"]
    lost = bool(printed.divisions >> unit & 1)
    tell(state, "starved", "13.81d" if lost else "13.81e", unit=unit, at=state.place[unit])
    put(state, unit, ELIMINATED if lost else box)
    state.forget("unit", unit)


def unsuppliable(state: Theatre, side: int) -> int:
    """13.82: the spaces that a side controls and in which no unit of it would be supplied; those that are closed
    to it do not count (ruling)."""
    return state.controls[side] & _open_to(state, side) & ~supplied_spaces(state, side)


def _open_to(state: Theatre, side: int) -> int:
    """13.82: the spaces of the map, without boxes, into which some unit of a side may go."""
    known, found = doors(state.printed), 0
    for mover in _movers(state.printed, side):
        found |= known.open[mover, state.events & known.asked][0]
    return found & ~_boxes(state.printed)


@cache
def _movers(printed: Printed, side: int) -> frozenset[int]:
    """The classes of the units of a side."""
    return frozenset(doors(printed).of[unit] for unit in ones(printed.own[side]))


@cache
def _boxes(printed: Printed) -> int:
    return mask_of(number for number, space in enumerate(printed.spaces) if space.terrain in BOXES)
