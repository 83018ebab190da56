"""The recruit's answers in a battle: flank attacks, combat cards, losses, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.games.shifting_sands.players.battles import flank_odds, force_of, promise, tolls
from sandtable.games.shifting_sands.players.draft import Draft
from sandtable.games.shifting_sands.players.evaluation import terms
from sandtable.games.shifting_sands.players.marches import glance
from sandtable.games.shifting_sands.players.policy import policy_of, prizes, steps_worth, value
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.rules.c11_advance import (
    PURSUIT,
    may_end,
    must_stop,
    where_next,
)
from sandtable.games.shifting_sands.rules.c11_fight import Fight, fight_of
from sandtable.games.shifting_sands.rules.c11_losses import LOSSES
from sandtable.games.shifting_sands.rules.c11_overrun import DISPLACING
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, Theatre, face, units_at
from sandtable.games.shifting_sands.verbs import (
    ADVANCE,
    COMBAT_CARD,
    DISPLACE,
    DONE,
    FLANK,
    LOSE,
    REPLACE,
    RETREAT,
    STAND,
    STOP,
    TO,
    UNIT,
)
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.flow import nearest
from sandtable.players.planning import Verbs

CARD_PRICE = 0.45
"""What a combat card must bring."""
DISENGAGED = 3.5
"""What the enemy must expect of a battle that is called off."""
FIRES_FIRST, HOLDS_ON, TURNS_THE_FLANK = 1.2, 0.6, 0.5
"""What it is worth to fire first with the 88s, to keep a retreat short, to have another try at a flank."""
BESIDES_FIRE = {
    "88mm_flak_guns": FIRES_FIRST,
    "rearguard": HOLDS_ON,
    "graziani": HOLDS_ON,
    "duke_of_aosta": HOLDS_ON,
    "jock_columns": HOLDS_ON / 2,
}
"""What combat cards bring besides their effect on the fire."""
FEW_ENDS = 5
"""How many ends of an advance are looked at closely."""
WORTHWHILE = 0.05


def _caution(state: Theatre, side: int) -> float:
    return 1.0 / policy_of(state, side).boldness


# Flanks and cards


def flank(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.31: if it promises more; with Desert Fox, or a Left Hook, if that helps."""
    fight, caution = fight_of(state), _caution(state, side)
    plain = promise(state, fight, caution)
    odds = flank_odds(state, fight)
    tried = promise(state, fight, caution, odds) if odds >= 0 else plain
    best, chosen = (tried, pack(FLANK)) if FLANK in legal and tried > plain else (plain, pack(DONE))
    for card in ones(legal.get(COMBAT_CARD, 0)):
        helped = min(6, (odds if odds >= 0 else 3) + (2 if state.printed.cards[card].key == "desert_fox" else 0))
        if promise(state, fight, caution, helped) > best + TURNS_THE_FLANK:
            return pack(COMBAT_CARD, card)
    return chosen


def combat_cards(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.25: the card that brings most, as long as one brings enough; the others are kept."""
    fight = fight_of(state)
    plain = _expected(state, fight, side)
    best, chosen = CARD_PRICE, pack(DONE)
    for card in ones(legal.get(COMBAT_CARD, 0)):
        gain = _gain(state, fight, side, card, plain)
        if gain > best:
            best, chosen = gain, pack(COMBAT_CARD, card)
    return chosen


def _gain(state: Theatre, fight: Fight, side: int, card: int, plain: float) -> float:
    key = state.printed.cards[card].key
    if key == "disengage":
        return -plain - DISENGAGED - 0.5 * prizes(state)[fight.target]
    if key == "sandstorm" and not state.combat_cards[1 - side]:
        return 0.0
    after = frozenset() if key == "sandstorm" else fight.cards | {key}
    helped = _expected(state, replace(fight, cards=after), side)
    besides = BESIDES_FIRE.get(key, 0.0) if side != fight.attacking else 0.0
    return helped - plain + besides


def _expected(state: Theatre, fight: Fight, side: int) -> float:
    """What a side may expect of the battle as it is now."""
    odds = {FLANK_WON: 6, FLANK_FAILED: 0}.get(state.flank, -1)
    found = promise(state, fight, 1.0, odds)
    return found if side == fight.attacking else -found


# Losses


def lose(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.43: so that as little as possible is lost in the end: spare the best."""
    losses = nearest(state, LOSSES)
    bearers, left = LOSSES.bearers(losses), LOSSES.left(losses)

    def price(unit: int) -> float:
        steps, loss = steps_worth(state, unit), face(state, unit).loss
        rest = [*force_of(state, bearers & ~bit(unit))]
        if len(steps) > 1:
            rest.append((loss, steps[1:]))
        return steps[0] + tolls(tuple(sorted(rest)))[max(0, left - loss)][0]

    return pack(LOSE, min(ones(legal[LOSE]), key=lambda unit: (price(unit), unit)))


def replaced(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.44: by the kind of which most are left in reserve."""
    box = state.stacks

    def left(unit: int) -> int:
        pool = state.printed.pools[state.printed.units[unit].pool]
        return (box.get(state.place[unit], 0) & pool).bit_count()

    return pack(REPLACE, max(ones(legal[REPLACE]), key=lambda unit: (left(unit), -unit)))


# Retreats


def fall_back(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.53, 11.55: stand where the place is worth the step; otherwise together, to supply and safety."""
    units = units_at(state, state.target, side)
    if STAND in legal:
        cheapest = min(ones(legal[STAND]), key=lambda unit: (steps_worth(state, unit)[0], unit))
        price = steps_worth(state, cheapest)[0]
        if RETREAT not in legal or prizes(state)[state.target] + 0.1 * value(state, units) > price:
            return pack(STAND, cheapest)
    if RETREAT not in legal:
        return pack(UNIT, first(legal[UNIT]))
    survey = Survey(state, side)
    return pack(RETREAT, max(ones(legal[RETREAT]), key=lambda space: (_refuge(survey, space, units), -space)))


def displaced(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.47: rather to where it is needed than lost."""
    if DISPLACE not in legal:
        return pack(UNIT, first(legal[UNIT]))
    field = Survey(state, side).field(DISPLACING.unit(state.frames[-1]))
    return pack(DISPLACE, max(ones(legal[DISPLACE]), key=lambda space: (field[space], -space)))


def overrun_step(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.44, 11.47: the unit that loses its step first is replaced, and can be rebuilt: the best."""
    return pack(LOSE, max(ones(legal[LOSE]), key=lambda unit: (value(state, bit(unit)), -unit)))


def _refuge(survey: Survey, space: int, units: int) -> float:
    """How good it is to retreat to a space."""
    state = survey.state
    there = survey.stacks.get(space, 0)
    hungry = sum([supply_at(state, unit, space) == OUT for unit in ones(units)])
    ground = survey.prize[space] * (0.3 if not there else 0.1)
    crowd = 2.0 if (there | units).bit_count() > 3 else 0.0
    return ground - survey.danger(space, there | units) + survey.danger(space, there) - 3.0 * hungry - crowd


# Advances


def advances(state: Theatre, side: int, legal: Verbs) -> list[Choice]:
    """11.6: which unit goes where, if it is worth it: the choices that take it there."""
    survey = Survey(state, side)
    draft = Draft(survey, 0)
    before = survey.policy.total(terms(draft))
    found: list[tuple[float, int, list[int]]] = []
    for unit in ones(legal[ADVANCE]):
        for path in _ends(state, unit):
            origin = state.place[unit]
            way = mask_of(path)
            found.append((glance(draft, origin, bit(unit), path[-1], way), unit, path))
    found.sort(key=lambda item: (-item[0], item[1], item[2]))
    best: tuple[float, int, list[int]] | None = None
    for _, unit, path in found[:FEW_ENDS]:
        gain = survey.policy.total(terms(_advanced(draft, unit, path))) - before
        if gain > WORTHWHILE and (best is None or gain > best[0]):
            best = gain, unit, path
    if best is None:
        return [pack(DONE)]
    return [pack(ADVANCE, best[1]), *(pack(TO, space) for space in best[2]), pack(STOP)]


def _advanced(draft: Draft, unit: int, path: list[int]) -> Draft:
    after = draft.branch()
    after.own |= mask_of(path)
    after.move(unit, path[-1])
    return after


def _ends(state: Theatre, unit: int) -> Iterator[list[int]]:
    """Every space in which a unit can end its advance, with one way to it."""
    reach = PURSUIT.reach(nearest(state, PURSUIT))
    seen = {state.place[unit]}
    front: list[list[int]] = [[]]
    while front:
        following: list[list[int]] = []
        for path in front:
            place = path[-1] if path else state.place[unit]
            for space in ones(where_next(state, unit, place, len(path), reach)):
                if space in seen:
                    continue
                seen.add(space)
                longer = [*path, space]
                if may_end(state, unit, space):
                    yield longer
                if not must_stop(state, place, space):
                    following.append(longer)
        front = following


def stride(state: Theatre, side: int, legal: Verbs) -> Choice:
    """11.6: the way is no longer open that was planned: stop where it is possible."""
    if STOP in legal:
        return pack(STOP)
    return pack(TO, max(ones(legal[TO]), key=lambda space: (prizes(state)[space], -space)))
