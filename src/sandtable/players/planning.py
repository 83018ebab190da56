"""Players that plan: a policy, a handful of plans for a turn, and an evaluation in named terms.

A *policy* says what a player wants and how much it dares. From it a *planner*, which knows the game, makes a
handful of *plans* for the turn. Each plan is tried on a copy of the position, the copy is *evaluated* in named
terms, and the best plan is kept for the turn and carried out order by order. An order that cannot be carried out
any more is a surprise: the rest of the plan is then made anew.

Nothing here knows a game. A stronger player can search over policies, or over more plans, with the same planner.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.kernel.choices import Choice, Options, contains, count, listed
from sandtable.kernel.seat import Seat

S = TypeVar("S")

MOST_PLANS = 8
"""How often a plan is made in one turn, after surprises too; from then on whatever is left of it is dropped."""

Terms = Mapping[str, float]
"""A judgement of a position, from one side's point of view: the value of each named term."""

Verbs = dict[int, int]
"""The legal choices: by verb the set of its arguments."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What a player wants, and how much it dares; all that could be tuned or searched over."""

    objectives: Mapping[str, float] = {}
    """What it is worth to hold each of these places, by name."""
    boldness: float = 1.0
    """How readily it takes risks; 1 is the usual, more is bolder. Each game says what it risks."""
    reserve: float = 0.0
    """What is kept back: units in a garrison, supply, cards; each game says what it counts."""
    weights: Mapping[str, float] = {}
    """How much each term of an evaluation counts; a term that is not named counts once."""

    def total(self, terms: Terms) -> float:
        """The value of a position whose terms these are."""
        weights = self.weights
        return sum(value * weights.get(name, 1.0) for name, value in terms.items())


Order = list[int]
"""One order of a plan, as numbers that its planner understands: plain data, so that it can be remembered."""


class Plan(msgspec.Struct):
    """What to do in a turn, in this order, and the idea behind it."""

    idea: str
    orders: list[Order]


class Planner(ABC, Generic[S]):
    """What a game tells a planning player: its plans, what becomes of them, and how good that is."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.then: list[Choice] = []
        """What is to be chosen after the choice that `react` has just made, as long as it is legal."""

    @abstractmethod
    def moment(self, state: S) -> int:
        """The turn or phase a plan is for, or -1 while nothing is planned; a new moment needs a new plan."""

    @abstractmethod
    def plans(self, state: S, side: int) -> Iterable[Plan]:
        """A handful of plans for this moment, the safest first: it is kept where none is better."""

    @abstractmethod
    def tried(self, state: S, side: int, plan: Plan) -> Any:
        """A copy of the position as it would be if the plan went as it may be expected to go.

        It may be anything that `terms` understands: a position, or one with expectations beside it.
        """

    @abstractmethod
    def terms(self, outcome: Any, side: int) -> Terms:
        """How good what a plan leads to is for a side, in named terms."""

    def written(self, plan: Plan) -> list[Order]:
        """The orders of the plan that was chosen; a planner may put off working them out until then."""
        return plan.orders

    def is_surprise(self, state: S, steps: list[Choice]) -> bool:
        """Some steps of an order turned out not to be legal: is the plan upset?"""
        return True

    def further(self, state: S, side: int, plan: Plan) -> Iterable[Plan]:
        """Plans that go further than the best one so far, such as the same with more effort; none as a rule."""
        return ()

    def ready(self, order: Order, legal: Verbs) -> list[Choice]:
        """As `choices`, for an order that needs no look at the position; none if it does need one."""
        return []

    @abstractmethod
    def choices(self, state: S, side: int, order: Order, legal: Verbs) -> list[Choice]:
        """The choices that carry out an order, of which the first is legal now; none if it cannot be done."""

    @abstractmethod
    def finish(self, state: S, side: int, legal: Verbs) -> Choice:
        """The choice when every order has been carried out: usually, to end the phase."""

    @abstractmethod
    def react(self, state: S, side: int, options: Options, rng: Random) -> Choice:
        """Every decision that no plan is made for."""


def best_plan(planner: Planner[S], state: S, side: int) -> Plan:
    """Try every plan on a copy of the position and take the one that ends best; of equals, the first."""
    plans = list(planner.plans(state, side))
    if len(plans) == 1:
        return plans[0]
    value, best = _best(planner, state, side, plans)
    further = list(planner.further(state, side, best))
    if further:
        better, plan = _best(planner, state, side, further)
        best = plan if better > value else best
    return best


def _best(planner: Planner[S], state: S, side: int, plans: list[Plan]) -> tuple[float, Plan]:
    """The value of the best of these plans, and that plan; of equals, the first."""
    values = [value_of(planner, planner.tried(state, side, plan), side) for plan in plans]
    best = max(range(len(plans)), key=lambda number: (values[number], -number))
    return values[best], plans[best]


def value_of(planner: Planner[S], outcome: Any, side: int) -> float:
    """What a plan leads to is worth this much to a side, by its planner's terms and policy."""
    return planner.policy.total(planner.terms(outcome, side))


class PlanningPlayer(Generic[S]):
    """Plans when a moment begins, keeps the plan in its memory, and mends it after a surprise."""

    def __init__(self, rng: Random, planner: Planner[S]) -> None:
        self._rng = rng
        self._planner = planner
        self.recall(None)

    def remember(self) -> Any:
        return [self._moment, self._made, self._idea, self._orders, self._steps]

    def recall(self, memory: Any) -> None:
        moment, made, idea, orders, steps = memory or (-1, 0, "", [], [])
        self._moment: int = moment
        self._made: int = made
        self._idea: str = idea
        self._orders: list[Order] = [[*order] for order in orders]
        self._steps: list[Choice] = [*steps]

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        steps = self._steps
        for index, step in enumerate(steps):  # what had no alternative was done without asking
            if contains(options, step):
                self._steps = steps[index + 1 :]
                return step
        if count(options) == 1:
            return next(listed(options))
        steps = self._planner.ready(self._orders[0], dict(options)) if self._orders else []
        if steps:
            self._orders.pop(0)
            self._steps = steps[1:]
            return steps[0]
        state: S = seat.resample(self._rng)
        surprised = bool(self._steps) and self._planner.is_surprise(state, self._steps)
        self._steps = []
        moment = self._planner.moment(state)
        if moment < 0:
            self._planner.then = []
            choice = self._planner.react(state, seat.side, options, self._rng)
            self._steps = self._planner.then
            return choice
        if moment != self._moment:
            self._moment, self._made = moment, 0
            self._plan(state, seat.side)
        elif surprised:
            self._plan(state, seat.side)
        return self._next(state, seat.side, dict(options))

    def _next(self, state: S, side: int, legal: Verbs) -> Choice:
        """Carry out the next order; after one that cannot be carried out, the rest is planned anew."""
        while self._orders:
            steps = self._planner.choices(state, side, self._orders.pop(0), legal)
            if steps:
                self._steps = steps[1:]
                return steps[0]
            self._plan(state, side)
        return self._planner.finish(state, side, legal)

    def _plan(self, state: S, side: int) -> None:
        """Make a plan, unless too many have been made for this moment."""
        if self._made >= MOST_PLANS:
            return
        self._made += 1
        plan = best_plan(self._planner, state, side)
        self._idea, self._orders = plan.idea, self._planner.written(plan)
