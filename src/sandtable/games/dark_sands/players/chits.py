"""How the recruit uses its chits: what would a move bring now, what would attacks bring, and can it wait?"""

from __future__ import annotations

from sandtable.games.dark_sands import verbs
from sandtable.games.dark_sands.players.battles import attacks_from
from sandtable.games.dark_sands.players.evaluation import terms
from sandtable.games.dark_sands.players.plans import drafts
from sandtable.games.dark_sands.players.policy import policy_of
from sandtable.games.dark_sands.players.survey import Survey, army
from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c18_chits import MOST_OF_A_TYPE, SIDES_OF, open_sides
from sandtable.games.dark_sands.rules.c18_initiative import INITIATIVE
from sandtable.games.dark_sands.state import COMBAT, HALF_MOVE, MOVE, Sands, face, on_map, units_at
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.players.planning import Verbs

GOOD = 3.0
"""A priority chit is worth playing when it promises this much."""
LATE = 2
"""With this few chits in the cup, a priority chit is played or lost."""
AT_MINUS_ONE = 0.6
"""What is left of the promise of attacks if every die is one less."""
LAST_MOVE, SPARED = 0.5, 2.0
"""How much a half move counts, and how much less, if a whole one would have to be given up for it."""
HALF = 0.7
"""A half move as the first chit: a whole one could come later."""
SOME = 0.5
"""What part of an army a named chit sets in motion, at a glance."""


def fights(state: Sands, side: int, action: int = COMBAT) -> float:
    """What the attacks promise that could be made now."""
    promised = attacks_from(state, side, army(state, side))
    return promised if action == COMBAT else AT_MINUS_ONE * promised


def marches(state: Sands, side: int, action: int = MOVE) -> float:
    """What the best move of the whole army would bring, beside standing still."""
    trial = state.copy()
    trial.active, trial.action = side, action
    trial.movers = on_map(trial, trial.printed.own[side] & ~trial.printed.garrisons)
    policy = policy_of(state, side)
    values = [policy.total(terms(draft)) for draft in drafts(Survey(trial, side))]
    return max(values) - values[0]


def play(state: Sands, side: int, legal: Verbs) -> Choice:
    chits = legal[verbs.PLAY]
    if state.frames[-1][0] == INITIATIVE.number:
        return _first_chit(state, side, chits)
    return _priority(state, side, verbs.PLAY, first(chits))


def _first_chit(state: Sands, side: int, chits: int) -> Choice:
    """18.5: the chit that promises most. Reinforcements can wait, unless a corps waits for its headquarters."""
    coming = _bringing_headquarters(state, side) & chits
    if coming:
        return pack(verbs.PLAY, first(coming))
    striking, half = fights(state, side), marches(state, side, HALF_MOVE)
    whole = max(half, marches(state, side))
    marching = {MOVE: whole, HALF_MOVE: HALF * half}

    def use(chit: int) -> float:
        kind = state.printed.chits[chit].kind
        if kind == "reinforcement":
            return 0.0
        if kind in SIDES_OF:
            moving, fighting = SIDES_OF[kind]
            attacking = striking * (1.0 if fighting == COMBAT else AT_MINUS_ONE if fighting else 0.0)
            return max(marching.get(moving, 0.0), attacking)
        return (1.0 if kind in ("oconnor", "panzerarmee", "8-army") else SOME) * (whole + striking)

    return pack(verbs.PLAY, max(ones(chits), key=lambda chit: (use(chit), -chit)))


def _bringing_headquarters(state: Sands, side: int) -> int:
    """18.1: a chit of a corps is void without its headquarters: the chit that brings one of those, if any."""
    printed = state.printed
    waiting = [
        printed.headquarters[kind]
        for chit in ones(state.cup & printed.own_chits[side])
        if (kind := printed.chits[chit].kind) in printed.headquarters
    ]
    arrive = {line.unit for line in printed.arrivals[state.turn] if line.action == "arrive"}
    if not any(unit in arrive and state.place[unit] < 0 for unit in waiting):
        return 0
    return mask_of(chit for chit in ones(state.cup) if printed.chits[chit].kind == "reinforcement")


def _priority(state: Sands, side: int, verb: int, chit: int) -> Choice:
    """18.6.1: a priority chit waits for a good moment, but not until it is lost."""
    if state.cup.bit_count() <= LATE or fights(state, side) > GOOD:
        return pack(verb, chit)
    return pack(verbs.HOLD)


def pre_empt(state: Sands, side: int, legal: Verbs) -> Choice:
    return _priority(state, side, verbs.PREEMPT, first(legal[verbs.PREEMPT]))


def move_or_fight(state: Sands, side: int, legal: Verbs) -> Choice:
    """18.7.2: whatever brings more now. The panzers do both: with them it is enough to be near."""
    if verbs.COMBAT_SIDE not in legal:
        return pack(verbs.MOVE_SIDE)
    if verbs.MOVE_SIDE not in legal:
        return pack(verbs.COMBAT_SIDE)
    moving, fighting = MOVE, COMBAT
    if state.played and state.printed.chits[state.played[-1]].kind in SIDES_OF:
        moving, fighting = open_sides(state, state.played[-1])
    striking = fights(state, side, fighting)
    marching = marches(state, side, moving)
    if _spares_a_move(state, side, moving):
        marching = LAST_MOVE * marching - SPARED
    better = striking >= marching
    return pack(verbs.COMBAT_SIDE if better else verbs.MOVE_SIDE)


def _spares_a_move(state: Sands, side: int, moving: int) -> bool:
    """18.7.2: is this half move the last move of the turn, though a whole one is still in the cup?"""
    if moving != HALF_MOVE or state.moves_played[side] != MOST_OF_A_TYPE - 1:
        return False
    ours = state.cup & state.printed.own_chits[side]
    return any(state.printed.chits[chit].kind in ("move", "move/combat") for chit in ones(ours))


def activate(state: Sands, side: int, legal: Verbs) -> Choice:
    """18.1: whoever can do most: the strongest near the enemy."""
    survey = Survey(state, side)
    goals = survey.shut | sum(bit(place) for place in survey.wanted())
    near = survey.to(goals or 1)

    def use(units: int) -> float:
        here = on_map(state, units & state.printed.zoned & ~state.oos)
        return sum([(face(state, unit).attack + 1) / (40 + near[state.place[unit]]) for unit in ones(here)])

    found = [(use(state.printed.formations[n]), verbs.FORMATION, n) for n in ones(legal.get(verbs.FORMATION, 0))]
    found += [
        (use(units_at(state, place, AXIS) & state.printed.german), verbs.STACK, place)
        for place in ones(legal.get(verbs.STACK, 0))
    ]
    found += [(use(bit(unit)), verbs.ACTIVATE, unit) for unit in ones(legal.get(verbs.ACTIVATE, 0))]
    best = max(found)
    return pack(best[1], best[2]) if best[0] > 0 or verbs.DONE not in legal else pack(verbs.DONE)
