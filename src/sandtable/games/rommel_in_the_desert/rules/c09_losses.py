"""2.3, 2.4, 9.5, 9.52, 11.0: steps lost, blocks eliminated or disrupted, and how hits are spread over units.

Hits are counted in halves: a hit is two halves, a hit on a Defender in a minefield one. A step costs two halves
for each CV it has.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.knowledge.memory import gone, turned, weakened
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    HALF,
    Position,
    is_lying,
    put,
    set_disrupted,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.words import Message, say

Refusal = tuple[str, Message]


def lose_step(state: Position, unit: int, rule: str) -> None:
    """2.3: one step down; below the lowest CV the unit is eliminated for the rest of the game."""
    state.cv[unit] -= state.printed.step[unit]
    if state.cv[unit] <= 0:
        eliminate(state, unit, "2.3")
        return
    weakened(state, unit)
    owner = 1 << state.printed.side_of[unit]
    seen = EVERYONE if state.shown >> unit & 1 else owner
    tell(state, "step-lost", rule, audience=seen, unit=unit, cv=state.cv[unit])


def eliminate(state: Position, unit: int, rule: str) -> None:
    """2.3: out of the game permanently; a block that was hidden is not revealed (1.0)."""
    place, side, shown = state.place[unit], state.printed.side_of[unit], bool(state.shown >> unit & 1)
    lying = is_lying(state, unit)
    state.cv[unit] = 0
    put(state, unit, DEAD)
    state.forget("unit", unit)
    gone(state, unit, place, shown, lying)
    if not shown:
        tell(state, "block-eliminated", rule, reveals=True, hex=place, side=side)
    seen = EVERYONE if shown else 1 << side
    tell(
        state, "eliminated", rule, audience=seen, reveals=shown, instead=not shown, unit=unit, hex=place, side=side
    )


def disrupt(state: Position, unit: int, rule: str) -> None:
    """11.0, 11.2: a unit is disrupted, or disrupted again, and must wait for a whole enemy player turn."""
    side = state.printed.side_of[unit]
    if not is_lying(state, unit):
        set_disrupted(state, 1 << unit, True)
        turned(state, 1 << unit)
    state.fired &= ~(1 << unit)
    state.late |= 1 << unit
    tell(state, "block-disrupted", rule, hex=state.place[unit], side=side)
    tell(state, "disrupted", rule, audience=1 << side, instead=True, unit=unit, hex=state.place[unit])


# Spreading hits


def halves_for_a_step(state: Position, unit: int) -> int:
    """9.5, 9.52: two hits take a step from an elite unit, one from any other; every hit is two halves."""
    return HALF * state.printed.step[unit]


def why_no_step(state: Position, unit: int, halves: int) -> Refusal:
    """2.4, 9.5: too little is left to take a step from this unit; if there is a hit, because it is elite."""
    rule = "2.4" if halves >= HALF and state.printed.step[unit] > 1 else "9.5"
    return rule, say("not enough hits are left to take a step from it")


def capacity(state: Position, units: int) -> int:
    """How many halves would wipe out these units."""
    return sum(HALF * state.cv[unit] for unit in ones(units))


def absorbed(state: Position, units: int, halves: int) -> int:
    """9.5: the most halves that can be applied to these units, spread as well as possible.

    A step costs two halves, or four for an elite unit; halves that do not complete a step are lost.
    """
    single = sum(state.cv[unit] for unit in ones(units & ~state.printed.elite))
    double = sum(state.cv[unit] // 2 for unit in ones(units & state.printed.elite))
    doubles = min(double, halves // (2 * HALF))
    singles = min(single, (halves - doubles * 2 * HALF) // HALF)
    return doubles * 2 * HALF + singles * HALF


def takers(state: Position, units: int, halves: int) -> int:
    """9.5: the units that may lose the next step without wasting a hit that another could take."""
    most = absorbed(state, units, halves)
    return sum(1 << unit for unit in ones(units) if _keeps(state, units, unit, halves, most))


def _keeps(state: Position, units: int, unit: int, halves: int, most: int) -> bool:
    """Can the most still be applied after this unit has lost a step?"""
    price = halves_for_a_step(state, unit)
    if price > halves:
        return False
    state.cv[unit] -= state.printed.step[unit]
    rest = absorbed(state, units, halves - price)
    state.cv[unit] += state.printed.step[unit]
    return price + rest == most
