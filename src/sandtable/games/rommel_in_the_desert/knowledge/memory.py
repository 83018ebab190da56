"""1.0, 7.3: what a side may remember of the enemy's blocks: which unit each may be, and how strong it may be.

`state.may_hold` lists by place, the boxes beside the map too, the units that may be there as far as their enemy
knows; in a hex the blocks that stand and those that lie disrupted are kept apart. A block that moves unseen may be
any unit that could have been where its move began and is fast enough for it; a block that is shown is known. The
blocks of a hex may be shuffled, so nobody can tell which of those that stand there leaves. During a move its block
is remembered where it set out. `most_cv` and `least_cv` bound the strength of a unit in the same way, and
`unwatched` lists by side the hexes whose mines it cannot be sure about.

It is kept unit by unit. How many blocks went which way is not kept: two known stacks that have exchanged a block
are remembered as if they could have exchanged several.

All of it follows from what everybody saw, so it is open, and the same for every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter

from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    OUT,
    Position,
    as_fast,
    is_lying,
    slot,
    units_at,
)
from sandtable.kernel.bits import ones


def candidates(state: Position, side: int, place: int) -> int:
    """The units of a side that may be in this place, standing or lying, as far as the enemy knows."""
    held = state.may_hold[slot(state, place)] | state.may_hold[slot(state, place, 1)]
    return held & state.printed.side_units[side]


def _nowhere_else(state: Position, units: int) -> None:
    """These units are known from now on, wherever they are."""
    state.may_hold = [held & ~units for held in state.may_hold]
    for unit in ones(units):
        state.may_hold[slot(state, state.place[unit], is_lying(state, unit))] |= 1 << unit


def deploying(state: Position, units: int, place: int) -> None:
    """18.0: a block of this group is set down in a hex: any of the group may be it."""
    state.may_hold[place] |= units


def deployed(state: Position, units: int, places: int) -> None:
    """18.0: these units are somewhere in these hexes, at full strength."""
    state.may_hold = [held & ~units for held in state.may_hold]
    for place in ones(places):
        state.may_hold[place] |= units


def to_come(state: Position, units: int) -> None:
    """18.0: these units are known to be beside the map."""
    state.may_hold[slot(state, OUT)] = units


def arrived(state: Position, group: int, place: int, all_of_it: bool) -> None:
    """16.4, 16.41: units of a group have come to the base, or beside it: any that were still to come may have.

    `all_of_it`: no unit of the group is left to come.
    """
    state.may_hold[slot(state, place)] |= group & state.may_hold[slot(state, OUT)]
    if all_of_it:
        state.may_hold[slot(state, OUT)] &= ~group


def trod(state: Position, unit: int, place: int) -> None:
    """14.2: a unit has entered a hex on its way; any mines there are found when the phase is over."""
    state.entered[state.printed.side_of[unit]] |= 1 << place


def relocated(
    state: Position, unit: int, origin: int, place: int, slowest: int = 0, *, exactly: bool = False
) -> None:
    """A block has gone from one place to another: it may be any unit that was there and is fast enough.

    `slowest`: the least speed with which it could have gone so far, or exactly its speed, which a forced march
    gives away (6.4). Call it when the move is over and the unit is where it went.
    """
    lying = is_lying(state, unit)
    if place >= 0:
        trod(state, unit, place)
    able = as_fast(state, slowest) if slowest > 0 else -1
    if exactly:
        able &= ~as_fast(state, slowest + 1)
    _pass_on(state, unit, slot(state, origin, lying), slot(state, place, lying), able)
    _forget_if_empty(state, state.printed.side_of[unit], origin, lying)


def _pass_on(state: Position, unit: int, here: int, there: int, able: int = -1) -> None:
    """A block has come from one slot to another: its own unit if it is shown, otherwise any able one it may be."""
    may_hold = state.may_hold
    if state.shown >> unit & 1:
        may_hold[here] &= ~(1 << unit)
        may_hold[there] |= 1 << unit
    else:
        own = state.printed.side_units[state.printed.side_of[unit]]
        may_hold[there] |= may_hold[here] & own & ~state.shown & able


def turned(state: Position, units: int) -> None:
    """11.0, 11.2: these blocks have just been disrupted, or have recovered: everybody sees that some blocks of
    the hex are laid down or stood up, but not which units they are."""
    for unit in ones(units):
        place, lying = state.place[unit], is_lying(state, unit)
        _pass_on(state, unit, slot(state, place, 1 - lying), slot(state, place, lying))
    for unit in ones(units):
        _forget_if_empty(state, state.printed.side_of[unit], state.place[unit], 1 - is_lying(state, unit))


def _forget_if_empty(state: Position, side: int, place: int, lying: int) -> None:
    """No unit is remembered where the side has no block left."""
    if place < 0:
        is_left = place in _places_of(state.printed, side)(state.place)
    else:
        is_left = bool(_stack(state, side, place, 1) if lying else state.firm[side] >> place & 1)
    if not is_left:
        state.may_hold[slot(state, place, lying)] &= ~state.printed.side_units[side]


def _stack(state: Position, side: int, place: int, lying: int) -> int:
    """The units of a side that stand in a hex, or those that lie there."""
    units = units_at(state, side, place)
    return units & state.disrupted if lying else units & ~state.disrupted


@lru_cache(maxsize=16)
def _places_of(printed: Printed, side: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks the places of a side's units out of the list of all."""
    return itemgetter(*ones(printed.side_units[side]))


def revealed(state: Position, units: int) -> None:
    """8.5: these are shown with their CV; if all blocks in a hex are shown, no other unit can be there."""
    _nowhere_else(state, units)
    for unit in ones(units):
        state.most_cv[unit] = state.least_cv[unit] = state.cv[unit]
        _close(state, state.printed.side_of[unit], state.place[unit])


def _close(state: Position, side: int, place: int) -> None:
    """If every block that stands in a hex is shown, the others are elsewhere."""
    there = _stack(state, side, place, 0) if place >= 0 else 0
    if there and not there & ~state.shown:
        state.may_hold[place] &= ~state.printed.side_units[side] | there


def weakened(state: Position, unit: int) -> None:
    """A unit that is shown has lost a step: both know its CV."""
    if state.shown >> unit & 1:
        state.most_cv[unit] = state.least_cv[unit] = state.cv[unit]


def may_have_lost(state: Position, side: int, place: int, hits: int, rout: bool = False, group: int = 0) -> None:
    """10.5, 11.3: hidden units in a hex have taken hits, or each has lost a step in a rout: nobody can tell which.

    `group`: all these have lost a step, or the one unit in it has taken every hit; if nobody else hides there, a
    unit that can be nowhere else is weaker for certain.
    """
    sure = _certainly_in(state, side, place, group) if _is_whole(state, side, place, group) else 0
    if not rout and group & group - 1:
        sure = 0
    for unit in ones(candidates(state, side, place) & ~state.shown):
        step = state.printed.step[unit]
        loss = step if rout else hits // step * step
        state.least_cv[unit] = max(step, state.least_cv[unit] - loss)
        if sure >> unit & 1:
            state.most_cv[unit] = max(step, state.most_cv[unit] - loss)


def _is_whole(state: Position, side: int, place: int, group: int) -> bool:
    """Are there hidden blocks that stand, or lie, in this group's hex, and do all belong to the group?"""
    hidden = _stack(state, side, place, _lies(state, group)) & ~state.shown
    return bool(hidden) and not hidden & ~group


def _lies(state: Position, group: int) -> int:
    """1 if the group lies, as it does in a rout (11.3): either all of it does or none."""
    return int(bool(group & state.disrupted))


def _certainly_in(state: Position, side: int, place: int, group: int) -> int:
    """The hidden units that can be nowhere but where this group is."""
    here = slot(state, place, _lies(state, group))
    units = state.may_hold[here] & state.printed.side_units[side] & ~state.shown
    for other, held in enumerate(state.may_hold):
        if other != here:
            units &= ~held
    return units


def slowest_announced(state: Position, side: int, place: int, group: int, speed: int) -> None:
    """10.5: no unit in a group that leaves is slower than announced, and a single block has exactly that speed.

    Nothing is remembered of a group that leaves others behind from which it cannot be told apart.
    """
    if _is_whole(state, side, place, group):
        here = slot(state, place, _lies(state, group))
        _narrow(state, side, here, speed, is_exact=not group & group - 1)


def pursued(state: Position, unit: int, place: int, speed: int, dice: int) -> None:
    """10.5: a block has fired at a group of this speed: with one die it is as fast, with two faster.

    If several blocks hide in its hex, nobody can tell which it was.
    """
    side = state.printed.side_of[unit]
    if _is_whole(state, side, place, 1 << unit):
        _narrow(state, side, place, speed if dice == 1 else speed + 1, is_exact=dice == 1)


def _narrow(state: Position, side: int, here: int, speed: int, is_exact: bool) -> None:
    """The hidden blocks of a side in this slot have this speed, or a higher one."""
    able = as_fast(state, speed) & ~(as_fast(state, speed + 1) if is_exact else 0)
    state.may_hold[here] &= able | state.shown | ~state.printed.side_units[side]


def gone(state: Position, unit: int, place: int, shown: bool, lying: int) -> None:
    """2.3: a unit is eliminated. The rules do not say that a hidden block is shown then, so it is not."""
    side = state.printed.side_of[unit]
    if shown:
        _nowhere_else(state, 1 << unit)
    else:
        _pass_on(state, unit, slot(state, place, lying), slot(state, DEAD))
    _forget_if_empty(state, side, place, lying)


def may_be_rebuilt(state: Position, side: int) -> None:
    """16.54: whatever may be in the base during its side's Buildup may leave it at full strength."""
    for unit in ones(candidates(state, side, state.printed.base[side]) & ~state.shown):
        state.most_cv[unit] = state.printed.max_cv[unit]


# Mines


def may_lay_mines(state: Position, side: int, ground: int) -> None:
    """16.55: a side could have laid mines in these hexes, or taken them up, in secret."""
    state.unwatched[1 - side] |= ground


def looked_for_mines(state: Position, side: int, hexes: int) -> None:
    """14.2: units of a side have been in these hexes: it knows whether there are mines."""
    state.unwatched[side] &= ~hexes
