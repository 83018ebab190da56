"""11.6: how far a unit advances after a battle, and by which way."""

from __future__ import annotations

from sandtable.boards import path_to
from sandtable.games.shifting_sands.rules.c11_advance import (
    ADVANCING,
    PURSUIT,
    STRIDE,
    may_end,
    must_stop,
    where_next,
)
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import ADVANCE, STOP, TO
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.flow import nearest

Tree = dict[int, tuple[int, int]]
"""By space how many spaces were entered to come there, and the space before it."""


def is_advancing(state: Theatre, unit: int) -> bool:
    """Can this unit be sent on an advance now, or is it on its way?"""
    top = state.frames[-1] if state.frames else (-1,)
    if top[0] == STRIDE.number:
        return STRIDE.unit(top) == unit
    return top[0] == ADVANCING.number and bool(dict(ADVANCING.legal(state, top)).get(ADVANCE, 0) >> unit & 1)


def advances(state: Theatre, unit: int) -> dict[int, int]:
    """11.6: where an advance of this unit can end, and how many spaces it enters on the way."""
    tree, spent = _tree(state, unit), _spent(state)
    return {
        space: cost - spent for space, (cost, _) in tree.items() if cost > spent and may_end(state, unit, space)
    }


def advance_way(state: Theatre, unit: int, goal: int) -> list[Choice]:
    """The choices that take a unit there and end its advance."""
    tree = _tree(state, unit)
    if goal not in advances(state, unit):
        return []
    begin = [] if state.frames[-1][0] == STRIDE.number else [pack(ADVANCE, unit)]
    cost, before = tree[goal]
    ended = must_stop(state, before, goal) or not where_next(state, unit, goal, cost, _reach(state))
    steps = [pack(TO, space) for space in path_to(tree, goal)[1:]]
    return [*begin, *steps, *([] if ended else [pack(STOP)])]


def _reach(state: Theatre) -> int:
    return PURSUIT.reach(nearest(state, PURSUIT))


def _spent(state: Theatre) -> int:
    top = state.frames[-1]
    return STRIDE.spent(top) if top[0] == STRIDE.number else 0


def _tree(state: Theatre, unit: int) -> Tree:
    """The spaces that it can enter, ring by ring; from where it must stop, no further."""
    place, spent, reach = state.place[unit], _spent(state), _reach(state)
    tree: Tree = {place: (spent, -1)}
    ring = [place]
    while ring:
        spent += 1
        following = []
        for here in ring:
            for space in ones(where_next(state, unit, here, spent - 1, reach)):
                if space not in tree:
                    tree[space] = spent, here
                    if not must_stop(state, here, space):
                        following.append(space)
        ring = following
    return tree
