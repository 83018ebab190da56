"""11.6: how far a unit advances after a battle, and by which way."""

from __future__ import annotations

from sandtable.boards import path_to
from sandtable.games.shifting_sands.rules.c11_advance import (
    ADVANCING,
    STRIDE,
    may_end,
    must_stop,
    reach_now,
    spent_by,
    tree_of,
    where_next,
)
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import ADVANCE, STOP, TO
from sandtable.kernel.choices import Choice, pack


def is_advancing(state: Theatre, unit: int) -> bool:
    """Can this unit be sent on an advance now, or is it on its way?"""
    top = state.frames[-1] if state.frames else (-1,)
    if top[0] == STRIDE.number:
        return STRIDE.unit(top) == unit
    return top[0] == ADVANCING.number and bool(dict(ADVANCING.legal(state, top)).get(ADVANCE, 0) >> unit & 1)


def advances(state: Theatre, unit: int) -> dict[int, int]:
    """11.6: where an advance of this unit can end, and how many spaces it enters on the way."""
    tree, spent = tree_of(state, unit), spent_by(state)
    return {
        space: cost - spent for space, (cost, _) in tree.items() if cost > spent and may_end(state, unit, space)
    }


def advance_way(state: Theatre, unit: int, goal: int) -> list[Choice]:
    """The choices that take a unit there and end its advance."""
    tree = tree_of(state, unit)
    if goal not in advances(state, unit):
        return []
    begin = [] if state.frames[-1][0] == STRIDE.number else [pack(ADVANCE, unit)]
    cost, before = tree[goal]
    ended = must_stop(state, before, goal) or not where_next(state, unit, goal, cost, reach_now(state))
    steps = [pack(TO, space) for space in path_to(tree, goal)[1:]]
    return [*begin, *steps, *([] if ended else [pack(STOP)])]
