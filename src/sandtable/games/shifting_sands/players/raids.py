"""Raids: who could ride behind the enemy's army and cut its line of supply.

A unit that is out of supply when the turn ends is gone (13.81). The Allies act last: what they cut then cannot be
mended.
"""

from __future__ import annotations

from sandtable.boards import path_to
from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.marches import March, march_of
from sandtable.games.shifting_sands.players.policy import value
from sandtable.kernel.bits import bit, mask_of, ones

FEW_GATES = 12
"""How many spaces of the enemy are looked at."""
CUT = 3.0
"""A raid must cut off units worth so much."""


def raids(draft: Draft) -> list[March]:
    """Rides that take supply from the enemy's army, the worst for it first."""
    survey, state = draft.survey, draft.survey.state
    before = survey.hungry(survey.foes, survey.everything & ~draft.own)
    known: dict[int, float] = {}
    found: list[tuple[float, March]] = []
    for origin, units in survey.armies.items():
        if draft.fighters >> origin & 1 or draft.movers >> origin & 1:
            continue
        for unit in _riders(draft, units):
            tree, closed = survey.tree(unit), survey.closed(unit)
            for goal in tree:
                if draft.own >> goal & 1 or closed >> goal & 1 or not draft.has_room(goal, bit(unit)):
                    continue
                path = mask_of(path_to(tree, goal)) & ~draft.own
                if path not in known and len(known) < FEW_GATES * 4:
                    cut = survey.hungry(survey.foes, survey.everything & ~draft.own & ~path) & ~before
                    known[path] = value(state, cut)
                if known.get(path, 0.0) > CUT:
                    found.append((known[path], march_of(draft, origin, bit(unit), goal)))
    found.sort(key=lambda pair: (-pair[0], -pair[1].glance, pair[1].group))
    return [march for _, march in found]


def _riders(draft: Draft, units: int) -> list[int]:
    """One of each kind: the cheapest is risked first."""
    state = draft.survey.state
    ranked = sorted(ones(units & ~draft.spent), key=lambda unit: (value(state, bit(unit)), unit))
    return ranked[:2]
