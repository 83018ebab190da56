"""The recruit: it plans each action as a sensible player would, and keeps to the plan.

Before it moves it drafts a handful of plans (`planner`), each from another idea (`policy`), judges what each would
lead to (`evaluation`) and carries out the best, march by march. In combat it chooses the most promising attack
(`battles`), fights it, and looks again. All other decisions are answered on the spot (`reactions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.games.dark_sands import verbs
from sandtable.games.dark_sands.players.battles import best_attack
from sandtable.games.dark_sands.players.evaluation import terms
from sandtable.games.dark_sands.players.planner import DIG_IN, ROAD_MARCH, Draft
from sandtable.games.dark_sands.players.plans import drafts
from sandtable.games.dark_sands.players.policy import policy_of
from sandtable.games.dark_sands.players.reactions import react
from sandtable.games.dark_sands.players.survey import Survey
from sandtable.games.dark_sands.rules.c19_movement import MOVES
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import READY, Sands
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, pack, unpack
from sandtable.players.planning import Order, Plan, Planner, PlanningPlayer, Policy, Terms, Verbs

FIGHT = 9
"""What an order for an attack begins with; then come the target and the attackers."""
MOVING = 255


class Drafted(Plan):
    """A plan together with the draft it was made from, which is not remembered."""

    draft: Draft


class SandsPlanner(Planner[Sands]):
    """Plans each movement when it begins, and each attack when the one before it is over."""

    def __init__(self) -> None:
        super().__init__(Policy())

    def moment(self, state: Sands) -> int:
        kind = state.frames[-1][0]
        action = (state.turn * 64 + len(state.played)) * 8 + state.action
        if kind == MOVES.number:
            return action * 256 + MOVING
        if kind == BATTLES.number:
            return action * 256 + state.attacked.bit_count() + state.has_fought.bit_count()
        return -1

    def plans(self, state: Sands, side: int) -> Iterator[Plan]:
        self.policy = policy_of(state, side)
        if state.frames[-1][0] == BATTLES.number:
            yield self._battle(state)
            return
        for draft in drafts(Survey(state, side)):
            yield Drafted(draft.idea.name, [], draft)

    def _battle(self, state: Sands) -> Plan:
        found = best_attack(state)
        orders = [[FIGHT, found.target, *ones(found.attackers)]] if found else []
        return Plan("attack" if found else "no attack", orders)

    def tried(self, state: Sands, side: int, plan: Plan) -> Draft:
        assert isinstance(plan, Drafted)
        return plan.draft

    def terms(self, outcome: Draft, side: int) -> Terms:
        return terms(outcome)

    def written(self, plan: Plan) -> list[Order]:
        return plan.draft.orders() if isinstance(plan, Drafted) else plan.orders

    def is_surprise(self, state: Sands, steps: list[Choice]) -> bool:
        """A group that was stopped before its goal is one; a stop or garrison that is left over is none."""
        return any(unpack(step)[0] == verbs.TO for step in steps)

    def choices(self, state: Sands, side: int, order: Order, legal: Verbs) -> list[Choice]:
        if order[0] == FIGHT:
            steps = [
                pack(verbs.ATTACK, order[1]),
                *(pack(verbs.JOIN, unit) for unit in order[2:]),
                pack(verbs.DONE),
            ]
        elif order[0] == DIG_IN:
            steps = [pack(verbs.BOX, order[1])]
        else:
            steps = self._march(state, side, order)
        verb, argument = unpack(steps[0])
        return steps if legal.get(verb, 0) >> argument & 1 else []

    @staticmethod
    def _march(state: Sands, side: int, order: Order) -> list[Choice]:
        """A group is gathered, leaves a garrison where it can, goes hex by hex, and leaves another at its goal."""
        units, path = order[2 : order[1] + 2], order[order[1] + 2 :]
        garrisons = [
            unit for unit in ones(state.printed.own[side] & state.printed.garrisons) if state.place[unit] == READY
        ]
        leave = [pack(verbs.GARRISON, unit) for unit in garrisons]
        extended = [pack(verbs.EXTENDED)] if order[0] == ROAD_MARCH else []
        gather = [pack(verbs.UNIT, unit) for unit in units]
        return [*gather, *leave, *extended, *(pack(verbs.TO, place) for place in path), *leave, pack(verbs.STOP)]

    def finish(self, state: Sands, side: int, legal: Verbs) -> Choice:
        return pack(verbs.DONE)

    def react(self, state: Sands, side: int, options: Options, rng: Random) -> Choice:
        return react(state, side, options, rng)


class Recruit(PlanningPlayer[Sands]):
    """Asked for one choice at a time; remembers its plan for the action."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, SandsPlanner())
