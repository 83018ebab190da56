"""The recruit: it plans its turn as a sensible player would, and keeps to the plan.

At the start of its movement it drafts a handful of plans (`draft`), each with another idea (`policy`), judges what
each would lead to (`judgement`) and carries out the best, march by march. When movement is over it divides its
combat (`division`); all other decisions are answered on the spot (`reactions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.games.afrika_korps.players.attacks import SUPPLY_PRICES, strike
from sandtable.games.afrika_korps.players.division import best_division
from sandtable.games.afrika_korps.players.draft import Draft
from sandtable.games.afrika_korps.players.garrisons import hold, occupy
from sandtable.games.afrika_korps.players.judgement import terms
from sandtable.games.afrika_korps.players.marches import deploy
from sandtable.games.afrika_korps.players.orders import EMBARK as BY_SEA
from sandtable.games.afrika_korps.players.orders import REPLAN, VICTORY_ORDER, orders_of
from sandtable.games.afrika_korps.players.policy import IDEAS, POLICIES
from sandtable.games.afrika_korps.players.reactions import react
from sandtable.games.afrika_korps.players.survey import Survey
from sandtable.games.afrika_korps.players.trains import bring_up_supply, follow, sail
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVEMENT
from sandtable.games.afrika_korps.rules.c08_declaration import DECLARE_BATTLES
from sandtable.games.afrika_korps.state import Position
from sandtable.games.afrika_korps.verbs import (
    ATTACK,
    CAPTURE,
    DECLARE,
    DONE,
    EMBARK,
    HEX,
    STOP,
    TARGET,
    UNIT,
    WITH,
)
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.players.planning import Order, Plan, Planner, PlanningPlayer, Policy, Terms, Verbs

BATTLE_ORDER = -1
"""What an order for battle begins with; then come the number of targets, the targets and the attackers."""


class Drafted(Plan):
    """A plan together with the draft it was made from, which is not remembered."""

    draft: Draft


class DesertPlanner(Planner[Position]):
    """Plans movement when it begins, and the battles when it is over."""

    def __init__(self, policies: tuple[Policy, Policy] = POLICIES) -> None:
        super().__init__(policies[0])
        self.policies = policies

    def moment(self, state: Position) -> int:
        kind = state.frames[-1][0]
        if kind == MOVEMENT.number:
            return state.turn * 4 + state.active * 2
        if kind == DECLARE_BATTLES.number:
            return state.turn * 4 + state.active * 2 + 1
        return -1

    def plans(self, state: Position, side: int) -> Iterator[Plan]:
        self.policy = self.policies[side]
        if state.frames[-1][0] == DECLARE_BATTLES.number:
            yield self._battles(state, side)
            return
        prepared = _prepared(Draft(Survey(state, side, self.policy), IDEAS[0]))
        struck = _struck(prepared.with_idea(IDEAS[1]))
        for idea in IDEAS:
            if not struck.beaten and idea.strikes != (idea.march == "on"):
                continue  # without a battle, to strike is to stand, and to drive is to march on
            if idea.march == "back" and not prepared.survey.in_danger:
                continue  # nor is it if there is nothing to fall back from
            start = struck if idea.strikes else prepared
            yield Drafted(idea.name, [], _finished(start.with_idea(idea)))

    def tried(self, state: Position, side: int, plan: Plan) -> Draft:
        assert isinstance(plan, Drafted)
        return plan.draft

    def terms(self, state: Draft, side: int) -> Terms:
        return terms(state)

    def written(self, plan: Plan) -> list[Order]:
        return orders_of(plan.draft) if isinstance(plan, Drafted) else plan.orders

    def _battles(self, state: Position, side: int) -> Plan:
        division = best_division(state, SUPPLY_PRICES[side])
        orders = []
        for place, attackers in division.battles().items():
            targets = ones(division.defenders[place])
            orders.append([BATTLE_ORDER, len(targets), *targets, *ones(attackers)])
        return Plan("battles", orders)

    def is_surprise(self, state: Position, steps: list[Choice]) -> bool:
        return steps != [pack(STOP)]  # a move that can go no further ends by itself

    def choices(self, state: Position, side: int, order: Order, legal: Verbs) -> list[Choice]:
        if order[0] == REPLAN:
            return []
        if order[0] in (BATTLE_ORDER, VICTORY_ORDER):
            return self._attack(order, legal)
        if order[0] == BY_SEA:
            return [pack(EMBARK, order[1])] if legal.get(EMBARK, 0) >> order[1] & 1 else []
        units, path = order[1 : order[0] + 1], order[order[0] + 1 :]
        if not legal.get(UNIT, 0) >> units[0] & 1:
            return []
        return [*(pack(UNIT, unit) for unit in units), *(pack(HEX, place) for place in path), pack(STOP)]

    @staticmethod
    def _attack(order: Order, legal: Verbs) -> list[Choice]:
        targets, attackers = order[2 : order[1] + 2], order[order[1] + 2 :]
        verb = DECLARE if order[0] == VICTORY_ORDER else ATTACK
        if not legal.get(verb, 0) >> targets[0] & 1:
            return []
        first_target, *others = targets
        return [
            pack(verb, first_target),
            *(pack(TARGET, unit) for unit in others),
            *(pack(WITH, unit) for unit in attackers),
        ]  # the battle is closed by `reactions`, when nothing is left to add

    def finish(self, state: Position, side: int, legal: Verbs) -> Choice:
        if CAPTURE in legal:
            return pack(CAPTURE, first(legal[CAPTURE]))
        if DONE in legal:
            return pack(DONE)
        return pack(ATTACK, first(legal[ATTACK]))

    def react(self, state: Position, side: int, options: Options, rng: Random) -> Choice:
        return react(state, side, options, rng)


# A plan, step by step


def _prepared(draft: Draft) -> Draft:
    """The part that all plans share: what must be held is held."""
    hold(draft)
    return draft


def _struck(draft: Draft) -> Draft:
    """With every attack that is worth it."""
    while strike(draft):
        pass
    return draft


def _finished(draft: Draft) -> Draft:
    """With all other units in their places."""
    occupy(draft)
    sail(draft)
    deploy(draft)
    bring_up_supply(draft)
    follow(draft)
    return draft


class Recruit(PlanningPlayer[Position]):
    """Asked for one choice at a time; remembers its plan for the turn."""

    def __init__(self, rng: Random, policies: tuple[Policy, Policy] = POLICIES) -> None:
        super().__init__(rng, DesertPlanner(policies))
