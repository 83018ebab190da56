"""Marches: who could go where, and what it would bring, at a glance.

Take what is open, come together for the next attack, do not leave lone battlegroups in front, keep a guard in the
places that count, and go to where the game is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sandtable.boards import path_to
from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of, ones, subsets

FROM_EACH = 3
"""How many marches from one space are looked at closely."""
OPEN = 0.35
"""What part of its worth a place is in danger of that is left empty."""


@dataclass(frozen=True, slots=True)
class March:
    """Units that go together from one space to another."""

    origin: int
    group: int
    goal: int
    glance: float
    """What it brings, at a glance."""

    def cost(self, draft: Draft) -> int:
        return 0 if draft.movers >> self.origin & 1 else draft.survey.moves[self.origin]

    def fits(self, draft: Draft) -> bool:
        if self.group & draft.spent or draft.fighters >> self.origin & 1:
            return False
        if self.group & ~draft.stacks.get(self.origin, 0) or not draft.has_room(self.goal, self.group):
            return False
        infantry = self.group & ~draft.survey.printed.armour
        if draft.fighters >> self.goal & 1 and infantry:
            return False  # 9.15
        return bool(draft.movers >> self.origin & 1) or draft.can_activate(self.origin, attack=False)

    def apply(self, draft: Draft) -> None:
        if not draft.movers >> self.origin & 1:
            draft.activate(self.origin, attack=False)
        draft.march(self.group, self.goal)


def marches(draft: Draft, spaces: Iterable[int]) -> list[March]:
    """The most promising marches from each of these spaces."""
    found: list[March] = []
    for origin in spaces:
        ready = draft.survey.armies.get(origin, 0) & draft.stacks.get(origin, 0) & ~draft.spent
        if not ready or draft.fighters >> origin & 1:
            continue
        here = [march for group in groups(draft.survey.state, ready) for march in _goals(draft, origin, group)]
        here.sort(key=lambda march: (-march.glance, march.group, march.goal))
        found += _different(here)
    return found


def _different(ranked: list[March]) -> list[March]:
    """The best few, no more than two of them to the same goal."""
    chosen: list[March] = []
    for march in ranked:
        if sum([other.goal == march.goal for other in chosen]) < 2:
            chosen.append(march)
        if len(chosen) == FROM_EACH:
            break
    return chosen


def groups(state: Theatre, units: int) -> Iterator[int]:
    """Every group of these units, of those that are alike only one."""
    seen = set()
    for group in subsets(units):
        if not group:
            continue
        key = tuple(sorted([_kind(state, unit) for unit in ones(group)]))
        if key not in seen:
            seen.add(key)
            yield group


def _kind(state: Theatre, unit: int) -> tuple[str, int]:
    counter = state.printed.units[unit]
    return counter.pool or counter.id, state.reduced >> unit & 1


def _goals(draft: Draft, origin: int, group: int) -> Iterator[March]:
    survey = draft.survey
    members = ones(group)
    trees = [survey.tree(unit) for unit in members]
    closed = 0
    for unit in members:
        closed |= survey.closed(unit)
    for goal in trees[0]:
        if goal == origin or closed >> goal & 1 or not draft.has_room(goal, group):
            continue
        if all(goal in tree for tree in trees[1:]):
            yield march_of(draft, origin, group, goal)


def march_of(draft: Draft, origin: int, group: int, goal: int) -> March:
    """A march, with the spaces on its way."""
    way = mask_of(path_to(draft.survey.tree(ones(group)[0]), goal))
    return March(origin, group, goal, glance(draft, origin, group, goal, way))


def glance(draft: Draft, origin: int, group: int, goal: int, way: int = 0) -> float:
    """What it brings if units go from here to there and take the spaces on their way: ground, points, danger and
    chances, as far as they depend on these two spaces."""
    survey, weights = draft.survey, draft.survey.policy.weights
    stacks, prize = draft.stacks, survey.prize
    old, there = stacks.get(origin, 0), stacks.get(goal, 0)
    rest, joined = old & ~group, there | group
    field_gain = 0.0
    for unit in ones(group):
        field = survey.field(unit)
        field_gain += survey.strength(unit) * (field[goal] - field[origin])
    total = weights["ground"] * survey.policy.boldness * field_gain
    total += sum([prize[space] for space in ones(way & ~draft.own)])
    danger = survey.danger(goal, joined) - survey.danger(goal, there)
    danger += survey.danger(origin, rest) - survey.danger(origin, old)
    total -= weights["danger"] * danger
    total += weights["chances"] * _chances_gained(survey, draft, origin, rest, goal, joined)
    if not rest:
        total -= survey.guards.get(origin, 0.0) + (OPEN * prize[origin] if survey.assailants(origin) else 0.0)
    if not there:
        total += survey.guards.get(goal, 0.0)
    return total


def _chances_gained(survey: Survey, draft: Draft, origin: int, rest: int, goal: int, joined: int) -> float:
    """What can be attacked better than before, or worse."""
    adjacent = survey.printed.graph.adjacent
    touched = [
        target
        for target in survey.foes
        if (adjacent[origin] | adjacent[goal]) >> target & 1 and not draft.attacked >> target & 1
    ]
    if not touched:
        return 0.0
    after = dict(draft.stacks)
    after[origin], after[goal] = rest, joined
    return sum(
        [
            survey.chance(target, survey.facing(after, target))
            - survey.chance(target, survey.facing(draft.stacks, target))
            for target in touched
        ]
    )
