"""Replacement points: what they would bring, and on whom they are spent.

A step at the front is worth more than a division that has to march from its base, and a division that can be had
again is worth more than battlegroups.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.shifting_sands.players.policy import both_steps
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c07_points import HALVES, MASSAWA_POINTS, TORCH_POINTS
from sandtable.games.shifting_sands.rules.c11_elimination import replaceable_box
from sandtable.games.shifting_sands.rules.c15_replacements import replaceable, step_cost, track_of
from sandtable.games.shifting_sands.state import LAST_TURN, Theatre, happened, units_at
from sandtable.kernel.bits import ones

LATER = 0.75
"""What a step counts that comes only when the turn is over."""
FROM_THE_BASE = 0.8
"""What a unit counts that is rebuilt far from the front."""

Needs = list[tuple[float, int]]
"""Steps that could be had: what each is worth for half a point, and how many halves it takes."""


def step_gain(state: Theatre, unit: int) -> float:
    """What the next step of a unit is worth: of a reduced one, or of one in the Replaceable box."""
    full, last = both_steps(state.printed, unit, state.upgraded >> unit & 1)
    lost = state.place[unit] == replaceable_box(state, state.printed.owners[unit])
    return FROM_THE_BASE * last if lost else full


def needs(state: Theatre, side: int) -> list[Needs]:
    """By track the steps that a side could use, the best for their price first."""
    printed, box = state.printed, replaceable_box(state, side)
    found: list[Needs] = [[] for _ in TRACKS]
    lost = units_at(state, box, side)
    for unit in ones(replaceable(state) & printed.own[side]):
        if lost >> unit & 1 or (state.reduced >> unit & 1 and state.place[unit] >= 0):
            price = step_cost(printed, unit)
            found[track_of(printed, unit)].append((step_gain(state, unit) / price, price))
            if lost >> unit & 1:
                full, _ = both_steps(printed, unit, state.upgraded >> unit & 1)
                found[track_of(printed, unit)].append((0.9 * full / price, price))
    for steps in found:
        steps.sort(reverse=True)
    return found


def bought(steps: Needs, halves: int) -> float:
    """What so many halves of a point are worth."""
    total = 0.0
    for gain, price in steps:
        if price <= halves:
            total += gain * price
            halves -= price
    return total


def points_worth(state: Theatre, side: int, points: Sequence[int], wanted: list[Needs]) -> float:
    """What these points would add to those that are recorded already."""
    if state.turn == LAST_TURN:
        return 0.0
    return LATER * sum(
        [
            bought(steps, recorded + HALVES * more) - bought(steps, recorded)
            for steps, recorded, more in zip(wanted, state.replacements, points, strict=True)
        ]
    )


def points_of(state: Theatre, card: int) -> list[int]:
    """7.41, 7.415, 7.416: what a card brings."""
    face = state.printed.cards[card]
    points = list(face.points)
    if face.side == ALLIED and state.control[state.printed.number["massawa"]] == ALLIED:
        points[TRACKS.index("BR")] += MASSAWA_POINTS
    if face.side == ALLIED and happened(state, "torch"):
        points[TRACKS.index("US")] += TORCH_POINTS
    return points
