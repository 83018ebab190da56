"""The recruit's answers to everything that no plan is made for: a piece of advice for each decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from sandtable.games.shifting_sands.players import combat
from sandtable.games.shifting_sands.players.events import event_worth, keep_worth
from sandtable.games.shifting_sands.players.policy import prizes, steps_worth, worth
from sandtable.games.shifting_sands.players.rebuilding import bought, needs, step_gain
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import CAPTURED_SUPPLY
from sandtable.games.shifting_sands.rules.c05_cards import DISCARDS, TAKES
from sandtable.games.shifting_sands.rules.c07_combat_cards import CARDS, KEEPING
from sandtable.games.shifting_sands.rules.c07_event_choices import (
    CAPTURED_DUMPS,
    GIDEON_FORCE,
    TO_GREECE,
    UPRISING,
)
from sandtable.games.shifting_sands.rules.c07_events import playable_events
from sandtable.games.shifting_sands.rules.c07_points import HALVES
from sandtable.games.shifting_sands.rules.c07_reinforcements import ARRIVAL
from sandtable.games.shifting_sands.rules.c08_stacking import OVERSTACKED
from sandtable.games.shifting_sands.rules.c09_movement import WALK
from sandtable.games.shifting_sands.rules.c11_advance import ADVANCING, STRIDE
from sandtable.games.shifting_sands.rules.c11_flank import FLANKING
from sandtable.games.shifting_sands.rules.c11_losses import LOSS, REPLACEMENT
from sandtable.games.shifting_sands.rules.c11_overrun import DISPLACING, OVERRUN_STEP
from sandtable.games.shifting_sands.rules.c11_retreat import RETREATING
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOYED
from sandtable.games.shifting_sands.rules.c15_replacements import CHARTER, REBUILT, SPEND, step_cost
from sandtable.games.shifting_sands.rules.c16_victory import PLAY_ON
from sandtable.games.shifting_sands.rules.c19_options import RELIEVED, SIXTH_DIVISION
from sandtable.games.shifting_sands.state import Theatre, units_at
from sandtable.games.shifting_sands.verbs import (
    ADVANCE,
    DISCARD,
    DONE,
    KEEP,
    LOSE,
    NO,
    PLACE,
    REBUILD,
    REMOVE,
    RESTORE,
    STOP,
    TAKE,
    TO,
    TRACK,
    YES,
)
from sandtable.kernel.bits import first, nth, ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.kernel.flow import Kind
from sandtable.players.planning import Verbs

Answer = Callable[[Theatre, int, Verbs], Choice]
USELESS = 0.3
"""A card that is worth no more than this in the hand and has few operations makes room for another."""
FEW_OPERATIONS = 2
EXPOSED = 1.0
"""What it costs to arrive next to the enemy."""


def react(state: Theatre, side: int, options: Options, rng: Random) -> list[Choice]:
    """The answer of whoever knows about this decision, and what follows from it."""
    legal = dict(options)
    kind = state.frames[-1][0]
    if kind == ADVANCING.number and ADVANCE in legal:
        return combat.advances(state, side, legal)
    answer = _answers().get(kind)
    if answer:
        return [answer(state, side, legal)]
    for verb in (YES, DONE, STOP):
        if verb in legal:
            return [pack(verb)]
    verb, arguments = options[rng.randrange(len(options))]
    return [pack(verb, nth(arguments, rng.randrange(arguments.bit_count())))]


def _most(members: int, gain: Callable[[int], float]) -> int:
    return max(ones(members), key=lambda member: (gain(member), -member))


def _least(members: int, cost: Callable[[int], float]) -> int:
    return min(ones(members), key=lambda member: (cost(member), member))


# Cards


def _discard(state: Theatre, side: int, legal: Verbs) -> Choice:
    """5.11: what is of little use makes room for something better."""
    playable = playable_events(state, side)
    for card in ones(legal.get(DISCARD, 0)):
        face = state.printed.cards[card]
        if face.operations <= FEW_OPERATIONS and keep_worth(state, card, playable) <= USELESS:
            return pack(DISCARD, card)
    return pack(DONE)


def _take(state: Theatre, side: int, legal: Verbs) -> Choice:
    """7.74, 18.3, 19.4: Rommel, Siege of Malta, the Balkans, the South Africans, Barbarossa: always the best there
    is."""
    if TAKE in legal:
        return pack(TAKE, _most(legal[TAKE], lambda card: event_worth(state, card)))
    return pack(DONE)


def _keep(state: Theatre, side: int, legal: Verbs) -> Choice:
    """7.611: there may be another battle."""
    return pack(KEEP, first(legal[KEEP]))


# Units that come and go


def _arrive(state: Theatre, side: int, legal: Verbs) -> Choice:
    """7.532: to where it is needed; 7.531: of two battlegroups the better one."""
    if PLACE in legal:
        return pack(PLACE, _most(legal[PLACE], lambda unit: worth(state, unit)))
    return _settle(state, side, legal, ARRIVAL.units(state.frames[-1])[0])


def _rebuilt(state: Theatre, side: int, legal: Verbs) -> Choice:
    return _settle(state, side, legal, REBUILT.unit(state.frames[-1]))


def _redeployed(state: Theatre, side: int, legal: Verbs) -> Choice:
    return _settle(state, side, legal, REDEPLOYED.unit(state.frames[-1]))


def _relieve(state: Theatre, side: int, legal: Verbs) -> Choice:
    """19.13: the 6th comes; nobody in Tobruk has to make room for it."""
    if TO not in legal:
        return pack(NO)
    return _settle(state, side, legal, state.printed.nouns["unit"].index("br_6"))


def _relieved(state: Theatre, side: int, legal: Verbs) -> Choice:
    return _settle(state, side, legal, RELIEVED.unit(state.frames[-1]))


def _settle(state: Theatre, side: int, legal: Verbs, unit: int) -> Choice:
    """Near to where the game is decided, not into danger; an empty place that must be held first."""
    survey = Survey(state, side)
    field = survey.field(unit)

    def comfort(space: int) -> float:
        there = survey.stacks.get(space, 0)
        danger = EXPOSED if survey.assailants(space) else 0.0
        guard = 0.0 if there else survey.guards.get(space, 0.0)
        return survey.policy.weights["ground"] * survey.strength(unit) * field[space] + guard - danger

    return pack(TO, _most(legal[TO], comfort))


def _rise(state: Theatre, side: int, legal: Verbs) -> Choice:
    """X05: where there is a point to be had."""
    if TO not in legal:
        return pack(DONE)
    return pack(TO, _most(legal[TO], lambda space: prizes(state)[space]))


def _remove(state: Theatre, side: int, legal: Verbs) -> Choice:
    """8.2, X10, X15: the unit that is missed least."""
    return pack(REMOVE, _least(legal[REMOVE], lambda unit: worth(state, unit)))


def _strike_secretly(state: Theatre, side: int, legal: Verbs) -> Choice:
    """A13: where a step opens a place that we want, and rather a battlegroup that is lost by it."""

    def gain(unit: int) -> float:
        space = state.place[unit]
        alone = not units_at(state, space, AXIS) & ~(1 << unit)
        opened = prizes(state)[space] if alone and state.reduced >> unit & 1 else 0.0
        return steps_worth(state, unit)[0] + opened

    return pack(LOSE, _most(legal[LOSE], gain))


# Replacements


def _restore(state: Theatre, side: int, legal: Verbs) -> Choice:
    """13.9, X52: the step that is worth most."""
    if RESTORE in legal:
        return pack(RESTORE, _most(legal[RESTORE], lambda unit: step_gain(state, unit)))
    return pack(DONE)


def _spend(state: Theatre, side: int, legal: Verbs) -> Choice:
    """15: what is worth most for its price."""
    best, chosen = 0.0, pack(DONE)
    for verb in (RESTORE, REBUILD):
        for unit in ones(legal.get(verb, 0)):
            gain = step_gain(state, unit) / step_cost(state.printed, unit)
            if gain > best:
                best, chosen = gain, pack(verb, unit)
    return chosen


def _charter(state: Theatre, side: int, legal: Verbs) -> Choice:
    """7.414: where the point buys more."""
    wanted = needs(state, ALLIED)

    def gain(track: int) -> float:
        recorded = state.replacements[track]
        return bought(wanted[track], recorded + HALVES) - bought(wanted[track], recorded)

    return pack(TRACK, _most(legal[TRACK], gain))


# The rest


def _walk(state: Theatre, side: int, legal: Verbs) -> Choice:
    """9.1: something came between; stop, or go to the best place at hand."""
    if STOP in legal:
        return pack(STOP)
    field = Survey(state, side).field(state.walker)
    return pack(TO, _most(legal[TO], lambda space: field[space]))


def _play_on(state: Theatre, side: int, legal: Verbs) -> Choice:
    """18.4: whoever has won does not go on."""
    winning = AXIS if state.points >= 7 else ALLIED
    return pack(NO if side == winning else YES)


KINDS: tuple[tuple[Kind, Answer], ...] = (
    (DISCARDS, _discard),
    (TAKES, _take),
    (KEEPING, _keep),
    (ARRIVAL, _arrive),
    (REBUILT, _rebuilt),
    (REDEPLOYED, _redeployed),
    (SIXTH_DIVISION, _relieve),
    (RELIEVED, _relieved),
    (UPRISING, _rise),
    (OVERSTACKED, _remove),
    (TO_GREECE, _remove),
    (GIDEON_FORCE, _strike_secretly),
    (CAPTURED_SUPPLY, _restore),
    (CAPTURED_DUMPS, _restore),
    (SPEND, _spend),
    (CHARTER, _charter),
    (WALK, _walk),
    (PLAY_ON, _play_on),
    (FLANKING, combat.flank),
    (CARDS, combat.combat_cards),
    (LOSS, combat.lose),
    (REPLACEMENT, combat.replaced),
    (RETREATING, combat.fall_back),
    (DISPLACING, combat.displaced),
    (OVERRUN_STEP, combat.overrun_step),
    (STRIDE, combat.stride),
)
"""How each decision outside a plan is made; of all others the answer is yes, or that nothing is done."""


@cache
def _answers() -> dict[int, Answer]:
    """By the number of a kind, which it has once the game is put together."""
    return {kind.number: answer for kind, answer in KINDS}
