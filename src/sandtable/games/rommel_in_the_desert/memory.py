"""1.0, 7.3: what a side may remember of the enemy's blocks: where each unit may still be, and how strong.

`state.could_be[unit]` holds, as its enemy knows it, the places where the unit may be: bits of hexes, and above the
board bits of the boxes beside the map. A block that moves unseen may be any unit that could have
been there; a block that is shown is known. `most_cv` and `least_cv` bound its strength in the same way.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.state import OUT, Position, units_at
from sandtable.kernel.bits import ones


def place_bit(state: Position, place: int) -> int:
    """The bit of a hex, or of a box beside the map."""
    return 1 << place if place >= 0 else 1 << state.scenario.board.size - 1 - place


def candidates(state: Position, side: int, place: int) -> int:
    """The units of a side that may be in this place, as far as the enemy knows."""
    here = place_bit(state, place)
    return sum(1 << unit for unit in ones(state.scenario.side_units[side]) if state.could_be[unit] & here)


def deploying(state: Position, units: int, place: int) -> None:
    """18.0: a block of this group is set down in a hex: any of the group may be it."""
    for unit in ones(units):
        state.could_be[unit] |= place_bit(state, place)


def deployed(state: Position, units: int, places: int) -> None:
    """18.0: these units stand somewhere in these hexes, at full strength."""
    for unit in ones(units):
        state.could_be[unit] = places


def to_come(state: Position, units: int) -> None:
    """18.0: these units are known to be beside the map."""
    for unit in ones(units):
        state.could_be[unit] = place_bit(state, OUT)


def arrived(state: Position, side: int, group: int, all_of_it: bool) -> None:
    """16.4, 16.41: units of a group have come to the base, or beside it: all, or some and nobody tells which."""
    here = 0
    for unit in ones(group):
        here |= 0 if state.place[unit] == OUT else place_bit(state, state.place[unit])
    for unit in ones(group):
        state.could_be[unit] |= here
        if all_of_it:
            state.could_be[unit] &= ~place_bit(state, OUT)


def relocated(state: Position, unit: int, origin: int, place: int, slowest: int = 0) -> None:
    """A block has gone from one place to another: it may be any that was there and is not too slow for it.

    `slowest`: the least speed with which it could have gone so far. Call it when the unit stands where it went.
    """
    side = state.scenario.side_of[unit]
    there = place_bit(state, place)
    if state.shown >> unit & 1:
        state.could_be[unit] = there
    else:
        for other in ones(candidates(state, side, origin) & ~state.shown):
            if state.scenario.speed[other] >= slowest:
                state.could_be[other] |= there
    if not _blocks_in(state, side, origin):
        for other in ones(state.scenario.side_units[side]):
            state.could_be[other] &= ~place_bit(state, origin)


def _blocks_in(state: Position, side: int, place: int) -> bool:
    if place >= 0:
        return bool(units_at(state, side, place))
    return any(state.place[unit] == place for unit in ones(state.scenario.side_units[side]))


def revealed(state: Position, units: int) -> None:
    """8.5: these are shown with their CV; where all blocks of a hex are shown no other unit can be there."""
    for unit in ones(units):
        state.could_be[unit] = place_bit(state, state.place[unit])
        state.most_cv[unit] = state.least_cv[unit] = state.cv[unit]
    for unit in ones(units):
        _close(state, state.scenario.side_of[unit], state.place[unit])


def _close(state: Position, side: int, place: int) -> None:
    """If every block in a hex is shown, the others are elsewhere."""
    if place < 0 or units_at(state, side, place) & ~state.shown:
        return
    for other in ones(candidates(state, side, place) & ~units_at(state, side, place)):
        state.could_be[other] &= ~(1 << place)


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


def gone(state: Position, unit: int, place: int) -> None:
    """2.3: a unit is eliminated, laid open for all to see; it was nowhere else."""
    side = state.scenario.side_of[unit]
    state.could_be[unit] = place_bit(state, state.place[unit])
    if place >= 0 and not units_at(state, side, place):
        for other in ones(candidates(state, side, place)):
            state.could_be[other] &= ~(1 << place)


def may_be_rebuilt(state: Position, side: int) -> None:
    """16.54: whatever may be in the base during its side's Buildup may leave it at full strength."""
    for unit in ones(candidates(state, side, state.scenario.base[side])):
        state.most_cv[unit] = state.scenario.max_cv[unit]
