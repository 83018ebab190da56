"""1.0, 7.3: what a side may remember of the enemy's blocks: which units each may still be, and how strong.

`state.may_hold` lists by place, hexes first and then the boxes beside the map, the units that may be there as far
as their enemy knows. A block that moves unseen may be any unit that could have been where its move began and is
fast enough for it; a block that is shown is known. Blocks of one hex may be shuffled: which of them leaves, nobody
tells. While a move is going on its block is remembered where it set out. `most_cv` and `least_cv` bound the
strength of a unit in the same way, and `unwatched` lists by side the hexes whose mines it cannot be sure about.

All of it follows from what everybody saw, so it is open, and the same for every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from sandtable.games.rommel_in_the_desert.printed import Printed
from sandtable.games.rommel_in_the_desert.state import DEAD, OUT, Position, as_fast, slot, units_at
from sandtable.kernel.bits import ones


def candidates(state: Position, side: int, place: int) -> int:
    """The units of a side that may be in this place, as far as the enemy knows."""
    return state.may_hold[slot(state, place)] & state.scenario.side_units[side]


def could_be(state: Position, unit: int) -> int:
    """The places where a unit may be, as far as the enemy knows: a set of slots."""
    return sum(1 << place for place, units in enumerate(state.may_hold) if units >> unit & 1)


def _nowhere_else(state: Position, units: int) -> None:
    """These units are known from now on, wherever they are."""
    state.may_hold = [held & ~units for held in state.may_hold]
    for unit in ones(units):
        state.may_hold[slot(state, state.place[unit])] |= 1 << unit


def deploying(state: Position, units: int, place: int) -> None:
    """18.0: a block of this group is set down in a hex: any of the group may be it."""
    state.may_hold[place] |= units


def deployed(state: Position, units: int, places: int) -> None:
    """18.0: these units stand somewhere in these hexes, at full strength."""
    state.may_hold = [held & ~units for held in state.may_hold]
    for place in ones(places):
        state.may_hold[place] |= units


def to_come(state: Position, units: int) -> None:
    """18.0: these units are known to be beside the map."""
    state.may_hold[slot(state, OUT)] = units


def arrived(state: Position, group: int, place: int, all_of_it: bool) -> None:
    """16.4, 16.41: units of a group have come to the base, or beside it: any that were still to come may have.

    `all_of_it`: nobody of the group is left to come.
    """
    state.may_hold[slot(state, place)] |= group & state.may_hold[slot(state, OUT)]
    if all_of_it:
        state.may_hold[slot(state, OUT)] &= ~group


def trod(state: Position, unit: int, place: int) -> None:
    """14.2: a unit has entered a hex on its way; if there are mines they are found when the phase is over."""
    state.entered[state.scenario.side_of[unit]] |= 1 << place


def relocated(
    state: Position, unit: int, origin: int, place: int, slowest: int = 0, *, exactly: bool = False
) -> None:
    """A block has gone from one place to another: it may be any that was there and is as fast as it was.

    `slowest`: the least speed with which it could have gone so far, or exactly its speed, which a forced march
    gives away (6.4). Call it when the move is over and the unit stands where it went.
    """
    side = state.scenario.side_of[unit]
    here, there = slot(state, origin), slot(state, place)
    if place >= 0:
        trod(state, unit, place)
    if state.shown >> unit & 1:
        state.may_hold[here] &= ~(1 << unit)
        state.may_hold[there] |= 1 << unit
    else:
        able = as_fast(state, slowest) & ~(as_fast(state, slowest + 1) if exactly else 0)
        state.may_hold[there] |= candidates(state, side, origin) & ~state.shown & able
    _forget_if_empty(state, side, origin)


def _forget_if_empty(state: Position, side: int, place: int) -> None:
    """Nobody is remembered where no block of the side is left."""
    if not _blocks_in(state, side, place):
        state.may_hold[slot(state, place)] &= ~state.scenario.side_units[side]


def _blocks_in(state: Position, side: int, place: int) -> bool:
    if place >= 0:
        return bool(units_at(state, side, place))
    return place in _places_of(state.scenario, side)(state.place)


@lru_cache(maxsize=16)
def _places_of(printed: Printed, side: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks the places of a side's units out of the list of all."""
    return itemgetter(*ones(printed.side_units[side]))


def revealed(state: Position, units: int) -> None:
    """8.5: these are shown with their CV; where all blocks of a hex are shown no other unit can be there."""
    _nowhere_else(state, units)
    for unit in ones(units):
        state.most_cv[unit] = state.least_cv[unit] = state.cv[unit]
        _close(state, state.scenario.side_of[unit], state.place[unit])


def _close(state: Position, side: int, place: int) -> None:
    """If every block in a hex is shown, the others are elsewhere."""
    there = units_at(state, side, place) if place >= 0 else 0
    if there and not there & ~state.shown:
        state.may_hold[place] &= ~state.scenario.side_units[side] | there


def weakened(state: Position, unit: int) -> None:
    """A unit that is shown has lost a step: both know its CV."""
    if state.shown >> unit & 1:
        state.most_cv[unit] = state.least_cv[unit] = state.cv[unit]


def may_have_lost(state: Position, side: int, place: int, hits: int, rout: bool = False) -> None:
    """10.5, 11.3: hidden units in a hex have taken hits, or each a step in a rout: who of them, nobody tells."""
    for unit in ones(candidates(state, side, place) & ~state.shown):
        step = state.scenario.step[unit]
        loss = step if rout else hits // step * step
        state.least_cv[unit] = max(step, state.least_cv[unit] - loss)


def gone(state: Position, unit: int, place: int, shown: bool) -> None:
    """2.3: a unit is eliminated. The rules do not say that a hidden block is shown then, so it is not."""
    side = state.scenario.side_of[unit]
    if shown:
        _nowhere_else(state, 1 << unit)
    else:
        state.may_hold[slot(state, DEAD)] |= candidates(state, side, place) & ~state.shown
    _forget_if_empty(state, side, place)


def may_be_rebuilt(state: Position, side: int) -> None:
    """16.54: whatever may be in the base during its side's Buildup may leave it at full strength."""
    for unit in ones(candidates(state, side, state.scenario.base[side]) & ~state.shown):
        state.most_cv[unit] = state.scenario.max_cv[unit]


# Mines


def may_lay_mines(state: Position, side: int, ground: int) -> None:
    """16.55: a side has had the occasion to lay mines in these hexes, or to take them up, in secret."""
    state.unwatched[1 - side] |= ground


def looked_for_mines(state: Position, side: int, hexes: int) -> None:
    """14.2: units of a side have been in these hexes: it knows whether there are mines."""
    state.unwatched[side] &= ~hexes
