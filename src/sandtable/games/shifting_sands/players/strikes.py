"""Attacks: which space, from where, with whom, and what it costs.

Concentrate: three strong units, armour among them, and more than one space if there is a flank to turn. In limited
supply every unit of a space costs a point (13.611), so a strike is weighed against its price.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sandtable.games.shifting_sands.players.battles import best_promise, engagement, rommel_helps
from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.policy import point
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.rules.c07_duties import DUE, MANY
from sandtable.games.shifting_sands.rules.c10_regions import in_desert, targets
from sandtable.games.shifting_sands.rules.c11_attack import (
    attackable,
    joiners,
    may_fight_together,
    open_targets,
    why_no_bonus,
)
from sandtable.games.shifting_sands.state import MOST_MARKERS, Theatre, face, units_at
from sandtable.kernel.bits import bit, mask_of, ones

ENOUGH = 0.3
"""What an attack must promise to be made."""
FEW_BASES = 4
MOST_BASES = 3
COMING_UP = 0.6
"""What armour that comes up to join must add to the promise, for each point that it costs."""


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that could be made."""

    target: int
    units: int
    bases: int
    promise: float
    joiners: tuple[tuple[int, int], ...] = ()
    """9.16: armour that comes up, and where it joins."""

    def cost(self, draft: Draft) -> int:
        survey = draft.survey
        price = sum([survey.attacks[base] for base in ones(self.bases & ~draft.fighters)])
        comers = {survey.state.place[unit] for unit, _ in self.joiners}
        return price + sum([survey.moves[space] for space in sorted(comers) if not draft.movers >> space & 1])

    def fits(self, draft: Draft) -> bool:
        """Are all units still where the strike needs them?"""
        coming = mask_of(unit for unit, _ in self.joiners)
        if draft.attacked >> self.target & 1 or (self.units | coming) & draft.spent or self.bases & draft.movers:
            return False
        if any(not draft.has_room(goal, bit(unit)) for unit, goal in self.joiners):
            return False
        comers = mask_of(draft.survey.state.place[unit] for unit, _ in self.joiners)
        marked = draft.movers | draft.fighters
        more = (self.bases | comers) & ~marked
        if comers & draft.fighters or more.bit_count() + marked.bit_count() > MOST_MARKERS:
            return False
        return self.cost(draft) <= draft.left

    def apply(self, draft: Draft) -> None:
        for base in ones(self.bases & ~draft.fighters):
            draft.activate(base, attack=True)
        for unit, goal in self.joiners:
            space = draft.survey.state.place[unit]
            if not draft.movers >> space & 1:
                draft.activate(space, attack=False)
            draft.march(bit(unit), goal)
        draft.spent |= self.units
        draft.attacked |= bit(self.target)
        draft.promise += self.promise


def strikes(survey: Survey, most: int) -> Iterator[Strike]:
    """For each enemy within reach the best attack for each price, up to this one."""
    state, side = survey.state, survey.side
    for target in ones(attackable(state, side)):
        if target not in survey.foes:
            continue
        bases = _bases(survey, target)
        best: dict[int, Strike] = {}
        for size in range(1, MOST_BASES + 1):
            for chosen in combinations(bases[:FEW_BASES], size):
                cost = sum([survey.attacks[base] for base in chosen])
                if cost > most:
                    continue
                strike = _strike(survey, target, mask_of(chosen))
                if strike and (cost not in best or strike.promise > best[cost].promise):
                    best[cost] = strike
        yield from _worth_their_price(survey, best, most)


def _bases(survey: Survey, target: int) -> list[int]:
    """The spaces from which a target can be attacked, the strongest for their price first."""
    state, adjacent = survey.state, survey.printed.graph.adjacent[target]
    found = []
    for space, units in survey.armies.items():
        if adjacent >> space & 1:
            able = [unit for unit in ones(units) if targets(state, unit) >> target & 1]
            power = sum([face(state, unit).combat + 0.5 for unit in able])
            if able:
                found.append((-power / survey.attacks[space], space))
    return [space for _, space in sorted(found)]


def _strike(survey: Survey, target: int, bases: int) -> Strike | None:
    """The best attack from these spaces: with everybody, or without those who only hinder."""
    state = survey.state
    able = mask_of(
        unit
        for base in ones(bases)
        for unit in ones(survey.armies[base])
        if targets(state, unit) >> target & 1 and not state.has_fought >> unit & 1
    )
    found = None
    for units in selections(state, able):
        promise = expected(survey.state, target, units, survey.caution)
        if found is None or promise > found.promise:
            found = Strike(target, units, bases, promise)
    return found


def selections(state: Theatre, able: int) -> Iterator[int]:
    """Who might attack together: everybody, only the Germans, only the British, without those of no strength."""
    printed, seen = state.printed, set()
    strong = mask_of(unit for unit in ones(able) if face(state, unit).combat)
    hindering = printed.nations["IT"] | printed.nations["US"] | printed.nations["USFF"]
    for units in (able, strong, able & ~hindering, able & hindering):
        if units and units not in seen and may_fight_together(state, units):
            seen.add(units)
            yield units


def expected(state: Theatre, target: int, units: int, caution: float) -> float:
    """What an attack promises, Rommel, the main blow of an offensive and the wishes of London included."""
    side = state.printed.owners[ones(units)[0]]
    defenders = units_at(state, target, 1 - side)
    fight = engagement(
        state,
        target,
        units,
        defenders,
        rommel=rommel_helps(state, target, units),
        bonus=_is_main_blow(state, target, side),
    )
    return best_promise(state, fight, caution) + _wanted_by_london(state, target, units)


def _is_main_blow(state: Theatre, target: int, side: int) -> bool:
    """A23, X37: could this be the attack with the better die?"""
    if state.card < 0:
        return False
    attacking, aimed = state.attacking, state.target
    state.attacking, state.target = side, target
    why = why_no_bonus(state)
    state.attacking, state.target = attacking, aimed
    return why is None


def _wanted_by_london(state: Theatre, target: int, units: int) -> float:
    """X25: an attack by three units, a division among them, saves a point."""
    answers = state.london_calling == DUE and state.printed.own[1] & units and in_desert(state, target)
    if answers and units.bit_count() >= MANY and units & state.printed.divisions:
        return point(state)
    return 0.0


def _worth_their_price(survey: Survey, best: dict[int, Strike], most: int) -> Iterator[Strike]:
    """Those that promise more than every cheaper one; and the best of them with armour that comes up."""
    record = ENOUGH
    for cost in sorted(best):
        strike = best[cost]
        joined = _with_armour(survey, strike, most - cost)
        if strike.promise > record:
            record = strike.promise
            yield strike
        if joined:
            yield joined


def _with_armour(survey: Survey, strike: Strike, most: int) -> Strike | None:
    """9.16: armour from elsewhere that could join, the strongest first."""
    state, found = survey.state, None
    units, promise, joining = strike.units, strike.promise, strike.joiners
    candidates = [
        unit
        for space, stack in survey.armies.items()
        if not strike.bases >> space & 1 and survey.moves[space] <= most
        for unit in ones(stack & survey.printed.armour & ~state.moved)
    ]
    for unit in sorted(candidates, key=lambda unit: (-face(state, unit).combat, unit))[:FEW_BASES]:
        cost = survey.moves[state.place[unit]]
        goal = next((base for base in ones(strike.bases) if _has_room(survey, base, joining, unit)), -1)
        if goal < 0 or cost > most or len(joining) > 1:
            continue
        more = expected(state, strike.target, units | bit(unit), survey.caution)
        if more - promise > COMING_UP * cost and may_fight_together(state, strike.units):
            units, promise, joining, most = units | bit(unit), more, (*joining, (unit, goal)), most - cost
            found = Strike(strike.target, strike.units, strike.bases, promise, joining)
    return found


def _has_room(survey: Survey, base: int, joining: tuple[tuple[int, int], ...], unit: int) -> bool:
    coming = sum([goal == base for _, goal in joining])
    return survey.stacks[base].bit_count() + coming < 3 and base in survey.tree(unit)


# When battles are fought


def best_attack(state: Theatre, side: int, caution: float) -> tuple[int, int] | None:
    """Of the attacks that can be made now the most promising: the target, and who attacks."""
    found, record = None, ENOUGH
    for target in ones(open_targets(state, side)):
        for units in selections(state, joiners(state, side, target)):
            promise = expected(state, target, units, caution)
            if promise > record:
                found, record = (target, units), promise
    return found
