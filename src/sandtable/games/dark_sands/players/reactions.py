"""The recruit's answers to everything but movement and the choice of attacks: a piece of advice for each."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.dark_sands import verbs
from sandtable.games.dark_sands.players import chits
from sandtable.games.dark_sands.players.battles import ground_worth, is_trapped, promise
from sandtable.games.dark_sands.players.policy import aims_of
from sandtable.games.dark_sands.players.survey import Survey, defence, step_worth, value, worth
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c13_supports import battle_of
from sandtable.games.dark_sands.rules.c20_odds import ASSAULT_TABLE, MOBILE_TABLE, odds
from sandtable.games.dark_sands.state import (
    Sands,
    bypass_built,
    face,
    units_at,
    units_in,
)
from sandtable.kernel.bits import bit, first, mask_of, nth, ones, subsets
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.players.planning import Verbs

Answer = Callable[[Sands, int, Verbs], Choice]
MOST_SUPPORTS = 4
HELPS = 0.35
"""A support is committed if it changes what is to be expected by this much."""


def react(state: Sands, side: int, options: Options, rng: Random) -> Choice:
    """The answer of whoever knows about this decision; failing that, any legal choice."""
    legal = dict(options)
    for verb, answer in ANSWERS:
        if verb in legal:
            return answer(state, side, legal)
    verb, arguments = options[rng.randrange(len(options))]
    return pack(verb, nth(arguments, rng.randrange(arguments.bit_count())))


def _done(state: Sands, side: int, legal: Verbs) -> Choice:
    for verb in (verbs.DONE, verbs.STOP):
        if verb in legal:
            return pack(verb)
    verb, arguments = next(iter(legal.items()))
    return pack(verb, first(arguments))


# Combat (20)


def _support(state: Sands, side: int, legal: Verbs) -> Choice:
    """13.1: the fewest supports that make a difference; what would make none is kept for the next combat."""
    target, attacking = state.target, side == state.active
    ground = ground_worth(state, target, state.active)
    trapped = is_trapped(state, target, state.active)
    at_hand = _handful(state, legal[verbs.SUPPORT])

    def expected(extra: int) -> float:
        found = odds(
            state, target, state.attackers, contributors=state.contributors, committed=state.committed | extra
        )
        gain = promise(state, found, ground, trapped)
        return gain if attacking else -gain

    plain = expected(0)
    best, chosen = 0.0, 0
    for extra in subsets(at_hand):
        gain = expected(extra) - plain - HELPS * extra.bit_count() if extra else 0.0
        if gain > best:
            best, chosen = gain, extra
    chosen = chosen or _guns(state, legal[verbs.SUPPORT])
    return pack(verbs.SUPPORT, first(chosen)) if chosen else pack(verbs.DONE)


def _guns(state: Sands, supports: int) -> int:
    """13.5: anti-tank guns stay with their unit for the turn, so they come wherever Allied tanks fight."""
    printed, fight = state.printed, battle_of(state)
    if not (fight.attackers | fight.defenders) & printed.tanks & ~printed.italian:
        return 0
    return mask_of(support for support in ones(supports) if printed.supports[support].kind == "anti_tank")


def _handful(state: Sands, supports: int) -> int:
    kinds = [support for support in ones(supports) if state.printed.supports[support].kind != "anti_tank"]
    return sum(bit(support) for support in kinds[:MOST_SUPPORTS])


def _attach(state: Sands, side: int, legal: Verbs) -> Choice:
    return pack(verbs.ATTACH, _most(legal[verbs.ATTACH], lambda unit: worth(state, unit)))


def _table(state: Sands, side: int, legal: Verbs) -> Choice:
    """20.2.4: the table that promises more."""
    target = state.target
    ground, trapped = ground_worth(state, target, side), is_trapped(state, target, side)

    def expected(table: int) -> float:
        found = odds(
            state,
            target,
            state.attackers,
            contributors=state.contributors,
            committed=state.committed,
            table=table,
        )
        return promise(state, found, ground, trapped)

    better = expected(ASSAULT_TABLE) > expected(MOBILE_TABLE)
    return pack(verbs.ASSAULT if better else verbs.MOBILE)


def _lose(state: Sands, side: int, legal: Verbs) -> Choice:
    """20.3.2: the step that hurts least: rather a step of a full unit than a whole one."""
    return pack(verbs.LOSE, _least(legal[verbs.LOSE], lambda unit: step_worth(state, unit)))


def _retreat(state: Sands, side: int, legal: Verbs) -> Choice:
    """20.3.4: towards supply, away from the enemy, and where there is room."""
    survey = Survey(state, side)
    home = survey.home()

    def cost(place: int) -> float:
        crowd = (units_at(state, place, side) & state.printed.zoned).bit_count()
        return home[place] / 8 + 6 * (1 - (survey.fed >> place & 1)) + survey.threat(place) / 4 + 3 * (crowd > 1)

    return pack(verbs.RETREAT, _least(legal[verbs.RETREAT], cost))


def _hold(state: Sands, side: int, legal: Verbs) -> Choice:
    """14.1: Tobruk is held."""
    return pack(verbs.HOLD)


def _advance(state: Sands, side: int, legal: Verbs) -> Choice:
    """20.3.5: into what we want, with enough to hold it; elsewhere only if nothing is given up for it."""
    target, aims = state.target, aims_of(state, side)
    there = units_at(state, target, side) & ~state.printed.hqs
    threat = Survey(state, side).threat(target)
    if there and defence(state, there) * 2 >= threat:
        return pack(verbs.DONE)
    prize = target in aims and not controls(state, side, target)

    def fit(unit: int) -> float:
        here = state.place[unit]
        leaves = here in aims and not units_at(state, here, side) & ~bit(unit) & ~state.printed.hqs
        return face(state, unit).defence - 20 * leaves - 10 * (state.printed.hqs >> unit & 1)

    best = _most(legal[verbs.ADVANCE], fit)
    if fit(best) < 0 or (not (prize or there) and threat > 3 * defence(state, _near(state, target, side))):
        return pack(verbs.DONE)
    return pack(verbs.ADVANCE, best)


def _near(state: Sands, target: int, side: int) -> int:
    return units_in(state, state.printed.ground.open_to[bypass_built(state)][target], side)


def _eliminate(state: Sands, side: int, legal: Verbs) -> Choice:
    return pack(verbs.ELIMINATE, _least(legal[verbs.ELIMINATE], lambda unit: worth(state, unit)))


def _displace(state: Sands, side: int, legal: Verbs) -> Choice:
    """11.0: to the strongest stack."""
    return pack(
        verbs.DISPLACE, _most(legal[verbs.DISPLACE], lambda place: value(state, units_at(state, place, side)))
    )


# Replacements and reinforcements (15, 17, 22)


def _rebuild(state: Sands, side: int, legal: Verbs) -> Choice:
    """17: a step at the front is worth more than a cadre in the rear; armour before infantry."""
    restored, rebuilt = legal.get(verbs.RESTORE, 0), legal.get(verbs.REBUILD, 0)
    must = rebuilt & state.printed.hqs
    if must:
        return pack(verbs.REBUILD, first(must))
    if restored:
        return pack(verbs.RESTORE, _most(restored, lambda unit: _full(state, unit)))
    return pack(verbs.REBUILD, _most(rebuilt, lambda unit: _full(state, unit)))


def _full(state: Sands, unit: int) -> float:
    """What a unit would be worth at full strength."""
    now = state.printed.units[unit].faces[state.version[unit]][0]
    return now.attack + now.defence + now.movement / 10


def _enter(state: Sands, side: int, legal: Verbs) -> Choice:
    return pack(verbs.ENTER, _most(legal[verbs.ENTER], lambda unit: _full(state, unit)))


def _exchange(state: Sands, side: int, legal: Verbs) -> Choice:
    """22.4: in the place of one that leaves: that is nearer to the front than any base."""
    return pack(verbs.EXCHANGE, first(legal[verbs.EXCHANGE]))


def _to(state: Sands, side: int, legal: Verbs) -> Choice:
    """15: near the front, but not into danger: an empty place that must be held first."""
    survey = Survey(state, side)
    goals = sum(bit(place) for place in survey.wanted()) | survey.shut & state.fronts[1 - side]
    front = survey.to(goals or survey.printed.places.sources[1 - side])

    def cost(place: int) -> float:
        alone = place in survey.aims and not units_at(state, place, side) and survey.enemy_near(place, 10)
        exposed = max(0, survey.threat(place) - 2 * defence(state, units_at(state, place, side)))
        return front[place] / 16 + exposed / 2 - 20 * alone + 20 * (1 - (survey.fed >> place & 1))

    return pack(verbs.TO, _least(legal[verbs.TO], cost))


def _least(members: int, cost: Callable[[int], float]) -> int:
    return min(ones(members), key=lambda member: (cost(member), member))


def _most(members: int, gain: Callable[[int], float]) -> int:
    return max(ones(members), key=lambda member: (gain(member), -member))


ANSWERS: tuple[tuple[int, Answer], ...] = (
    (verbs.PLAY, chits.play),
    (verbs.PREEMPT, chits.pre_empt),
    (verbs.MOVE_SIDE, chits.move_or_fight),
    (verbs.COMBAT_SIDE, chits.move_or_fight),
    (verbs.FORMATION, chits.activate),
    (verbs.STACK, chits.activate),
    (verbs.ACTIVATE, chits.activate),
    (verbs.SUPPORT, _support),
    (verbs.ATTACH, _attach),
    (verbs.ASSAULT, _table),
    (verbs.LOSE, _lose),
    (verbs.RETREAT, _retreat),
    (verbs.HOLD, _hold),
    (verbs.ADVANCE, _advance),
    (verbs.ELIMINATE, _eliminate),
    (verbs.DISPLACE, _displace),
    (verbs.RESTORE, _rebuild),
    (verbs.REBUILD, _rebuild),
    (verbs.EXCHANGE, _exchange),
    (verbs.ENTER, _enter),
    (verbs.DONE, _done),
    (verbs.STOP, _done),
    (verbs.TO, _to),
)
"""The first verb of these that is legal tells what is being decided."""
