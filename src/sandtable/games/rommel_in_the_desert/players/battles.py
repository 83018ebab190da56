"""What a battle is worth before it is fought: the hits to be expected, round by round, arms and terrain counted.

The side that is attacked fires first (9.1). A fortress doubles the dice of its defenders except armor (13.2), a
minefield halves the hits on them (14.2), and an assault doubles everybody's (4.3). Blocks that nobody has seen
count for what they are in the position invented from the side's view, and fire at an average.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c09_fire import (
    ARMOR,
    ARTILLERY,
    REQUIRED,
    is_defender,
)
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

BLOCK = 3.2
"""The CV to expect of a block that nobody has seen."""
FACES = 6
USUAL = (0.2, 0.19, 0.24, 0.3)
"""Hits to expect from a die of each class, where the targets are unknown."""
UNKNOWN = 0.21
PER_CV = 0.28
"""What a step of one CV is worth, if a whole unit is worth about 1."""
HEX_WON = 0.4
"""What it is worth to be left alone in the hex."""


class Force(NamedTuple):
    """One side of a battle: the hits it may expect in a round, and the CV it has to lose."""

    hits: float
    cv: float


NOBODY = Force(0.0, 0.0)


@lru_cache(maxsize=4096)
def _hits_per_die(printed: Printed, arm: int, there: int) -> float:
    """9.3, 9.4: what a die of this class hits among these classes: its own where it must, or the easiest."""
    row = printed.hits_from[arm]
    if arm in REQUIRED and there >> REQUIRED[arm] & 1:
        return (FACES + 1 - row[REQUIRED[arm]]) / FACES
    others = there if arm == ARTILLERY else there & ~(1 << ARTILLERY) or there
    return max((FACES + 1 - row[other]) / FACES for other in ones(others))


def classes_of(state: Position, units: int) -> int:
    """The classes of these units as a bit set."""
    arms = state.printed.arms
    return sum(1 << arm for arm in range(len(arms)) if units & arms[arm])


def force(state: Position, units: int, foes: int, known: int, walls: bool) -> Force:
    """The units as a force. `foes`: the classes they fire at, or 0; `known`: those whose classes can be told."""
    hits = cv = 0.0
    for unit in ones(units & known):
        arm, own = state.printed.arm[unit], float(state.cv[unit])
        chance = _hits_per_die(state.printed, arm, foes) if foes else USUAL[arm]
        hits += own * chance * (2 if walls and arm != ARMOR else 1)
        cv += own
    strangers = float(sum([state.cv[unit] for unit in ones(units & ~known)]))
    return Force(hits + strangers * UNKNOWN * (1.7 if walls else 1), cv + strangers)


def exchange(active: Force, passive: Force, shield: tuple[float, float], rounds: int) -> tuple[float, float]:
    """The CV that both lose in so many rounds; the side that did not choose to fight fires first each time.

    `shield`: the part of the hits on each that counts.
    """
    left = [active.cv, passive.cv]
    force = (active, passive)
    for number in range(rounds):
        for shooter in (1, 0) if number % 2 == 0 else (0, 1):
            other = 1 - shooter
            if left[shooter] > 0 and force[shooter].cv > 0:
                hits = force[shooter].hits * left[shooter] / force[shooter].cv * shield[other]
                left[other] = max(0.0, left[other] - hits)
    return active.cv - left[0], passive.cv - left[1]


def forces(state: Position, side: int, place: int) -> tuple[Force, Force]:
    """Both forces in a hex as one side sees them: its own, and the enemy's."""
    enemy = ENEMY_OF[side]
    own, foes = firm_at(state, side, place), firm_at(state, enemy, place)
    seen = foes & state.shown
    facing = classes_of(state, foes) if foes and seen == foes else 0
    fortress = bool(state.printed.fortress >> place & 1)
    ours = force(state, own, facing, own, fortress and is_defender(state, side, place))
    theirs = force(
        state, foes, classes_of(state, own) if own else 0, seen, fortress and is_defender(state, enemy, place)
    )
    return ours, theirs


def shields(state: Position, side: int, place: int) -> tuple[float, float]:
    """9.52: the part of the hits that counts on the side's own units, and on the enemy's."""
    mined = bool(state.known_mines[side] >> place & 1)
    own, enemy = is_defender(state, side, place), is_defender(state, ENEMY_OF[side], place)
    return 0.55 if mined and own else 1.0, 0.55 if mined and enemy else 1.0


def battle_value(state: Position, side: int, place: int, rounds: int = 2, caution: float = 1.0) -> float:
    """What a battle is worth to a side that would fight the next round of it."""
    ours, theirs = forces(state, side, place)
    if not theirs.cv:
        return HEX_WON + PER_CV * BLOCK * units_at(state, ENEMY_OF[side], place).bit_count() * 0.6
    if not ours.cv:
        return 0.0
    if state.assault_hexes >> place & 1:
        ours, theirs = Force(ours.hits * 2, ours.cv), Force(theirs.hits * 2, theirs.cv)
    lost, taken = exchange(ours, theirs, shields(state, side, place), rounds)
    edge = (ours.cv - lost) - (theirs.cv - taken)
    value = PER_CV * (taken - caution * lost)
    if taken >= theirs.cv - 0.5:
        value += HEX_WON
    return value + 0.03 * max(-10.0, min(10.0, edge))


def left_after(state: Position, side: int, place: int) -> float:
    """The CV a side may expect to have left in a battle after its own round and the enemy's."""
    ours, theirs = forces(state, side, place)
    lost, _ = exchange(ours, theirs, shields(state, side, place), 2)
    return ours.cv - lost


def is_hopeless(state: Position, side: int, place: int) -> bool:
    """Is the enemy so much stronger here that staying only loses units, and leaving loses fewer (10.5)?"""
    ours, theirs = forces(state, side, place)
    lost, taken = exchange(theirs, ours, shields(state, ENEMY_OF[side], place), 3)
    pursuit = 0.6 * firm_at(state, ENEMY_OF[side], place).bit_count()
    return taken > max(1.6 * lost, 0.6 * ours.cv) and (pursuit < taken - lost or ours.cv < BLOCK)
