"""The recruit: it plans each action as a sensible player would, and keeps to the plan.

When its action comes it drafts a handful of plans (`plans`): each card for each use, with the operations or the
redeployment that go with it; it judges what each would lead to (`evaluation`) and carries out the best. Battles
are chosen one by one (`strikes`). All other decisions are answered on the spot (`reactions`). It is handed a
position invented from its own view, and never looks at the cards that the other side holds there.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sandtable.games.shifting_sands.players.battles import rommel_helps
from sandtable.games.shifting_sands.players.draft import ACTIVATE, PLAY, SEND, Draft
from sandtable.games.shifting_sands.players.evaluation import terms
from sandtable.games.shifting_sands.players.plans import Drafted, action_plans, points_plan, transfers_plan
from sandtable.games.shifting_sands.players.policy import policy_of
from sandtable.games.shifting_sands.players.reactions import react
from sandtable.games.shifting_sands.players.strikes import best_attack
from sandtable.games.shifting_sands.rules.c06_actions import CHOOSE
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION, activation_cost
from sandtable.games.shifting_sands.rules.c09_movement import MOVES
from sandtable.games.shifting_sands.rules.c09_reach import route
from sandtable.games.shifting_sands.rules.c11_battles import TARGET
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOY
from sandtable.games.shifting_sands.state import EVENT, Theatre
from sandtable.games.shifting_sands.verbs import (
    ATTACK,
    ATTACK_FROM,
    BONUS,
    DONE,
    JOIN,
    MOVE_FROM,
    ROMMEL,
    TO,
    UNIT,
)
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Choice, Options, pack, unpack
from sandtable.players.planning import Order, Plan, Planner, PlanningPlayer, Policy, Terms, Verbs

FIGHT = 9
"""What an order for an attack begins with; then come the target and the attackers."""
PLANNED = (CHOOSE, ACTIVATION, MOVES, REDEPLOY)
"""The decisions of an action for which it has a plan."""


class TheatrePlanner(Planner[Theatre]):
    """Plans each action when it begins, what goes with an event when that has happened, and attack by attack."""

    def __init__(self) -> None:
        super().__init__(Policy())

    def moment(self, state: Theatre) -> int:
        kind = state.frames[-1][0]
        action = (state.turn * 8 + state.round) * 512
        if kind == TARGET.number:
            return action + 256 + state.was_attacked.bit_count()
        if kind in [each.number for each in PLANNED]:
            return action + (state.use == EVENT)
        return -1

    def plans(self, state: Theatre, side: int) -> Iterable[Plan]:
        self.policy = policy_of(state, side)
        kind = state.frames[-1][0]
        if kind == TARGET.number:
            return [self._attack(state, side)]
        if kind == REDEPLOY.number:
            return [transfers_plan(state, side)]
        if kind == CHOOSE.number:
            return action_plans(state, side)
        return [points_plan(state, side)]

    def _attack(self, state: Theatre, side: int) -> Plan:
        found = best_attack(state, side, 1.0 / self.policy.boldness)
        orders = [[FIGHT, found[0], *ones(found[1])]] if found else []
        return Plan("attack" if found else "no attack", orders)

    def tried(self, state: Theatre, side: int, plan: Plan) -> tuple[Draft, Terms]:
        assert isinstance(plan, Drafted)
        return plan.draft, plan.besides

    def terms(self, outcome: tuple[Draft, Terms], side: int) -> Terms:
        draft, besides = outcome
        return {**terms(draft), **besides}

    def is_surprise(self, state: Theatre, steps: list[Choice]) -> bool:
        """A unit that was stopped before its goal is one; a stop that is left over is none."""
        return any(unpack(step)[0] == TO for step in steps)

    def choices(self, state: Theatre, side: int, order: Order, legal: Verbs) -> list[Choice]:
        kind, first = order[0], order[1]
        if kind == PLAY:
            steps = [pack(first, order[2])]
        elif kind == ACTIVATE:
            steps = self._activate(state, side, order)
        elif kind == FIGHT:
            steps = self._fight(state, order)
        elif kind == SEND:
            steps = [pack(UNIT, _offered(state, first, legal)), pack(TO, order[2])]
        else:
            steps = route(state, _offered(state, first, legal), order[2])
        return steps if steps and _is_legal(steps[0], legal) else []

    @staticmethod
    def _activate(state: Theatre, side: int, order: Order) -> list[Choice]:
        """7.27: with the last marker, points that are left are given up."""
        _, space, attack, last = order
        left = state.left - activation_cost(state, side, space, bool(attack))
        marker = pack(ATTACK_FROM if attack else MOVE_FROM, space)
        return [marker, pack(DONE)] if last and left else [marker]

    @staticmethod
    def _fight(state: Theatre, order: Order) -> list[Choice]:
        target, units = order[1], order[2:]
        attackers = sum([bit(unit) for unit in units])
        rommel = [pack(ROMMEL)] if rommel_helps(state, target, attackers) else []
        return [pack(ATTACK, target), *(pack(JOIN, unit) for unit in units), *rommel, pack(BONUS), pack(DONE)]

    def finish(self, state: Theatre, side: int, legal: Verbs) -> Choice:
        return pack(DONE)

    def react(self, state: Theatre, side: int, options: Options, rng: Random) -> Choice:
        choice, *self.then = react(state, side, options, rng)
        return choice


def _is_legal(choice: Choice, legal: Verbs) -> bool:
    verb, argument = unpack(choice)
    return bool(legal.get(verb, 0) >> argument & 1)


def _offered(state: Theatre, unit: int, legal: Verbs) -> int:
    """Of battlegroups that are alike in one place only one is offered: it goes in the place of the other."""
    offered = legal.get(UNIT, 0)
    pool = state.printed.units[unit].pool
    if offered >> unit & 1 or not pool:
        return unit
    for other in ones(offered & state.printed.pools[pool]):
        if state.place[other] == state.place[unit] and (state.reduced >> other ^ state.reduced >> unit) & 1 == 0:
            return other
    return unit


class Recruit(PlanningPlayer[Theatre]):
    """Asked for one choice at a time; remembers its plan for the action."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, TheatrePlanner())
