"""A handful of plans for the operation points of an action, each from another idea.

The best strike and then marches; or marches first, and a strike if points are left. What is good for one plan is
as a rule good for the next, so each task is tried alone first, and then the best ones together.
"""

from __future__ import annotations

from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.evaluation import terms
from sandtable.games.shifting_sands.players.marches import March, marches
from sandtable.games.shifting_sands.players.raids import raids
from sandtable.games.shifting_sands.players.strikes import Strike, strikes
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.kernel.bits import ones

MOST_POINTS = 5
FEW_MARCHES, FEW_STRIKES, FEW_RAIDS = 14, 6, 4
"""How many of each are looked at closely."""
WORTHWHILE = 0.08
"""What a task must bring for each point that it costs."""

Task = Strike | March


class Operations:
    """What could be done with operation points."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.base = Draft(survey, MOST_POINTS)
        self.start = self._value(self.base)
        self.alone = self._alone()

    def _value(self, draft: Draft) -> float:
        return self.survey.policy.total(terms(draft))

    def _alone(self) -> list[tuple[float, Task]]:
        """Each task with what it brings by itself."""
        base = self.base
        free = [space for space in self.survey.armies if not base.fighters >> space & 1]
        walks = sorted(marches(base, free), key=lambda march: -march.glance)[:FEW_MARCHES]
        blows = sorted(strikes(self.survey, MOST_POINTS), key=lambda strike: -strike.promise)[:FEW_STRIKES]
        rides = [raid for raid in raids(base) if raid not in walks][:FEW_RAIDS]
        tasks: list[Task] = [*blows, *walks, *rides]
        return [(self._gain(base, self.start, task), task) for task in tasks if task.fits(base)]

    def _gain(self, draft: Draft, before: float, task: Task) -> float:
        after = draft.branch()
        task.apply(after)
        return self._value(after) - before

    def best(self, points: int) -> Draft:
        """The best that can be done with so many points."""
        blow = self._first_blow(points)
        found = [self._filled(self._begun(points, None))]
        if blow:
            found.append(self._filled(self._begun(points, blow)))
        return max(found, key=self._value)

    def _first_blow(self, points: int) -> Strike | None:
        """The strike that brings most for these points."""
        bare = self._begun(points, None)
        known = [
            (gain, task)
            for gain, task in self.alone
            if isinstance(task, Strike) and task.fits(bare) and gain > WORTHWHILE
        ]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def _begun(self, points: int, task: Task | None) -> Draft:
        draft = self.base.branch()
        draft.left = points
        if task:
            task.apply(draft)
        return draft

    def _filled(self, draft: Draft) -> Draft:
        """More tasks, the best for their price first; each is tried again on what the others have left."""
        waiting = [(gain, task) for gain, task in self.alone if gain > 0]
        value = self._value(draft)
        while waiting:
            waiting = [(gain, task) for gain, task in waiting if task.fits(draft)]
            waiting.sort(key=lambda pair: -_rate(draft, *pair))
            chosen = None
            for index, (_, task) in enumerate(waiting[:3]):
                gain = self._gain(draft, value, task)
                waiting[index] = gain, task
                if gain > WORTHWHILE * max(1, task.cost(draft)) and (
                    chosen is None or _rate(draft, gain, task) > _rate(draft, *chosen)
                ):
                    chosen = gain, task
            if chosen is None:
                waiting = waiting[3:]
                continue
            chosen[1].apply(draft)
            value += chosen[0]
            waiting = [(gain, task) for gain, task in waiting if task is not chosen[1] and gain > 0]
            waiting += self._followers(draft, value, chosen[1])
        return draft

    def _followers(self, draft: Draft, value: float, task: Task) -> list[tuple[float, Task]]:
        """The others of a space that has its marker go where they like, at no cost."""
        if not isinstance(task, March) or not draft.stacks.get(task.origin, 0):
            return []
        return [
            (self._gain(draft, value, march), march)
            for march in marches(draft, [task.origin])
            if march.glance > 0 and march.fits(draft)
        ]

    def due(self) -> int:
        """10.53: the spaces that must still get a marker."""
        state = self.survey.state
        return state.must_mark & ~(state.movers | state.fighters)


def _rate(draft: Draft, gain: float, task: Task) -> float:
    """What a task brings for each point that it costs; what costs nothing comes first."""
    cost = task.cost(draft)
    return gain / cost if cost else 10.0 + gain


def with_duties(draft: Draft, due: int) -> Draft:
    """10.53: the markers that a card demands, if the plan has not placed them."""
    for space in ones(due & ~(draft.movers | draft.fighters)):
        draft.activate(space, attack=False)
    return draft
