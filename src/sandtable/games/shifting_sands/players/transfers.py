"""Redeployment: the reserve goes forward, and whoever is far behind comes up.

A battlegroup of the Reserve box joins its countrymen at the front at once (12.8); a division goes any distance
through our own country for three points (12.6). One battlegroup of a kind stays in reserve, to take the place of a
division that is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.evaluation import terms
from sandtable.games.shifting_sands.players.marches import glance
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.rules.c11_elimination import reserve_box
from sandtable.games.shifting_sands.rules.c12_destinations import destinations
from sandtable.games.shifting_sands.rules.c12_redeployment import cost_of
from sandtable.games.shifting_sands.state import Theatre, alike, units_at
from sandtable.kernel.bits import bit, ones

FEW = 14
"""How many redeployments are looked at closely."""
GOALS = 4
"""How many places each unit thinks of."""
WORTHWHILE = 0.2
LAST_RESERVE = 1.0
"""What it costs to send the last battlegroup of a kind forward."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A unit that redeploys."""

    unit: int
    goal: int
    cost: int
    glance: float

    def fits(self, draft: Draft) -> bool:
        return (
            self.cost <= draft.left
            and not draft.spent >> self.unit & 1
            and draft.has_room(self.goal, bit(self.unit))
        )

    def apply(self, draft: Draft) -> None:
        draft.left -= self.cost
        draft.send(self.unit, self.goal)


class Transfers:
    """What could be done with redeployment points."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.base = Draft(survey, 0)
        self.known = self._known()

    def _known(self) -> list[Transfer]:
        """The most promising, at a glance, for each unit the best few."""
        survey, state, side = self.survey, self.survey.state, self.survey.side
        waiting = units_at(state, reserve_box(state, side), side)
        found: list[Transfer] = []
        for units in (waiting, *survey.armies.values()):
            for unit in ones(alike(state, units & ~state.moved)):
                found += self._of(unit)
        found.sort(key=lambda move: (-move.glance / move.cost, move.unit, move.goal))
        return found[:FEW]

    def _of(self, unit: int) -> list[Transfer]:
        survey, state = self.survey, self.survey.state
        field, origin, cost = survey.field(unit), state.place[unit], cost_of(state, unit)
        near = sorted(
            [space for space in ones(destinations(state, unit)) if self.base.has_room(space, bit(unit))],
            key=lambda space: (-field[space], space),
        )
        price = LAST_RESERVE if is_last_reserve(state, unit) else 0.0
        likely = dict.fromkeys((*near[:GOALS], *(space for space in near if survey.guards.get(space))))
        moves = [Transfer(unit, goal, cost, glance(self.base, origin, bit(unit), goal) - price) for goal in likely]
        return [move for move in moves if move.glance > WORTHWHILE * cost]

    def best(self, points: int) -> Draft:
        """The best that can be done with so many points: the best for its price first, each tried in earnest."""
        draft = self.base.branch()
        draft.left = points
        value = self._value(draft)
        for move in self.known:
            if move.fits(draft):
                after = draft.branch()
                move.apply(after)
                then = self._value(after)
                if then - value > WORTHWHILE * move.cost:
                    draft, value = after, then
        return draft

    def _value(self, draft: Draft) -> float:
        return self.survey.policy.total(terms(draft))


def is_last_reserve(state: Theatre, unit: int) -> bool:
    """11.44: would nobody be left to take the place of a division of its nation?"""
    printed, side = state.printed, state.printed.owners[unit]
    box = reserve_box(state, side)
    if state.place[unit] != box:
        return False
    counter = printed.units[unit]
    divisions = printed.nations[counter.nation] & printed.divisions
    at_war = any(state.place[other] >= 0 for other in ones(divisions))
    return at_war and not units_at(state, box, side) & printed.pools[counter.pool] & ~bit(unit)
