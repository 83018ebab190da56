"""The recruit: plans its turn, and answers every other question as a sensible player would.

What it plans is in planner.py, how it judges in evaluation.py; here are the cards, the battles and the retreats.
It never looks behind a blank block: it works with a position invented from its own view, and counts blocks that it
has not seen as average ones.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.players import buildup
from sandtable.games.rommel_in_the_desert.players.battles import battle_value, is_hopeless
from sandtable.games.rommel_in_the_desert.players.evaluation import Outlook, strength, worth
from sandtable.games.rommel_in_the_desert.players.planner import DesertPlanner
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED
from sandtable.games.rommel_in_the_desert.rules.c04_cards import (
    CHALLENGE,
    DUMMY_CARD,
    EXCHANGE_HAND,
    REAL_CARD,
    hand_size,
)
from sandtable.games.rommel_in_the_desert.rules.c04_pass import WITHDRAW, WITHDRAW_TO
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import LEAVE
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import ANNOUNCE
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c08_combat import NAME_BATTLES
from sandtable.games.rommel_in_the_desert.rules.c09_fire import (
    ARTILLERY,
    FIRE_UNIT,
    TAKE_HIT,
    TARGET,
    targets_of,
)
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import PURSUE, TAKE_PURSUIT
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import CHOOSE_RETREAT, PROBE_COMBAT, REFUSE_BATTLE
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import DESIGNATE, OFFER_SUPPLY
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import BUY, SPEND, THROW_IN
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import REDEPLOY_TO
from sandtable.games.rommel_in_the_desert.rules.c16_reinforcements import TAKE_MALTA
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, steps_left
from sandtable.kernel.bits import first, nth, ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.kernel.flow import Kind
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import PlanningPlayer, Policy, Verbs

POLICY = Policy(boldness=1.0, reserve=4)
"""It gives step for step where it is the stronger, and keeps four units in Tobruk."""
RICH = 6
"""A hand with as many real cards can spare one for the initiative."""


class Planner(DesertPlanner):
    """The planner with an answer to every other question."""

    def __init__(self, policy: Policy, rng: Random) -> None:
        super().__init__(policy, rng)
        self._decisions = {kind.number: decide for kind, decide in KINDS}

    def react(self, state: Position, side: int, options: Options, rng: Random) -> Choice:
        decide = self._decisions.get(state.frames[-1][0])
        if decide is not None:
            made = decide(state, side, dict(options), rng)
            if isinstance(made, list):
                choice, *self.then = made
                return choice
            return made
        verb, arguments = options[rng.randrange(len(options))]
        return pack(verb, nth(arguments, rng.randrange(arguments.bit_count())))


class Recruit(PlanningPlayer[Position]):
    """The computer player for a first game."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, Planner(POLICY, rng))


# The cards


def _exchange(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """18.0: two cards in three are real: a hand that is much poorer is thrown in."""
    return pack(verbs.EXCHANGE if state.real[side] < 0.6 * hand_size(state, side) else verbs.KEEP)


def _challenge(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """3.3: a rich hand pays for the first turn, and so does a side close to the enemy; a dummy is sometimes
    worth a try, and makes the enemy pay."""
    close = Outlook(state, side, POLICY).in_contact
    enough = RICH - 2 if close else RICH
    if state.real[side] >= enough and rng.random() < (0.6 if side == ALLIED else 0.7):
        return pack(verbs.CARD, REAL_CARD)
    if state.dummies[side] >= 2 and rng.random() < 0.35:
        return pack(verbs.CARD, DUMMY_CARD)
    return pack(verbs.NONE)


# Leaving


def _withdraw(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """4.5, 10.3: on a pass, units leave a battle that cannot be won, and a hex that cannot be held."""
    if verbs.RETREAT in legal:
        return pack(verbs.RETREAT, first(legal[verbs.RETREAT]))
    if verbs.UNIT in legal:
        return pack(verbs.UNIT, first(legal[verbs.UNIT]))
    planner = Planner(POLICY, rng)
    planner.outlook = Outlook(state, side, POLICY)
    leaving = legal.get(verbs.GROUP, 0) & planner.to_withdraw(state, side)
    return pack(verbs.GROUP, first(leaving)) if leaving else _done(state, side, legal, rng)


def _leave(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """5.3: away from the enemy, but no further than that."""
    here = state.place[LEAVE.unit(state.frames[-1])]
    board = state.printed.board
    near = any(board.distance(here, enemy) <= 2 for enemy in ones(state.firm[ENEMY_OF[side]]))
    if verbs.HEX not in legal or (verbs.STOP in legal and not near):
        return pack(verbs.STOP)
    distance = state.printed.distance[side]
    return pack(verbs.HEX, min(ones(legal[verbs.HEX]), key=lambda place: (distance[place], place)))


def _step(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """6.0: a unit whose way is barred stays where it is, or goes back towards its base."""
    for verb in (verbs.STOP, verbs.EXIT):
        if verb in legal:
            return pack(verb)
    if verbs.HEX in legal:
        distance = state.printed.distance[side]
        return pack(verbs.HEX, min(ones(legal[verbs.HEX]), key=lambda place: (distance[place], place)))
    return _done(state, side, legal, rng)


def _refuse(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """10.2: leave where the attackers are far stronger; Tobruk and the base are not given up without a fight."""
    for place in ones(legal.get(verbs.REFUSE, 0) & ~state.printed.fortress & ~(1 << state.printed.base[side])):
        if is_hopeless(state, side, place):
            return pack(verbs.REFUSE, place)
    return pack(verbs.DONE)


def _done(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    if verbs.DONE in legal:
        return pack(verbs.DONE)
    verb, arguments = next(iter(legal.items()))
    return pack(verb, first(arguments))


def _supply(state: Position, side: int, legal: Verbs, rng: Random) -> list[Choice]:
    """13.3: supply every unit that can be supplied, those marked as unsupplied first."""
    units = sorted(
        ones(legal[verbs.SUPPLY]), key=lambda unit: (-(state.unsupplied >> unit & 1), -worth(state, unit), unit)
    )
    return [pack(verbs.SUPPLY, unit) for unit in units]


# Fighting


def _fight(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """8.6: every battle that promises more than it costs; an assault where it promises most."""
    look = Outlook(state, side, POLICY)
    for place in ones(legal.get(verbs.ASSAULT, 0)):
        plain = battle_value(state, side, place, 2, POLICY.boldness)
        both = look.fought(state, place, POLICY.boldness)
        if both > max(plain, 0.0):
            return pack(verbs.ASSAULT, place)
    for place in ones(legal.get(verbs.FIGHT, 0)):
        if battle_value(state, side, place, 2, POLICY.boldness) > 0:
            return pack(verbs.FIGHT, place)
    return pack(verbs.DONE)


def _fire(state: Position, side: int, legal: Verbs, rng: Random) -> list[Choice]:
    """9.2, 9.3: the guns, then the strongest first, each at the class that it hits most easily."""
    place = FIRE_UNIT.hex(state.frames[-1])
    foes = firm_at(state, ENEMY_OF[side], place)
    guns = state.printed.arms[ARTILLERY]
    ready = (
        firm_at(state, side, place) & ~state.fired & ~state.leaving
    )  # those that `firers` names, and who follow
    order = sorted(ones(ready), key=lambda unit: (not guns >> unit & 1, -state.cv[unit], unit))
    run = []
    for unit in order:
        run += [
            pack(verbs.FIRE, unit),
            pack(verbs.AT, _easiest(state, unit, foes, targets_of(state, unit, place))),
        ]
    return run


def _easiest(state: Position, unit: int, foes: int, classes: int) -> int:
    """9.3, 9.4: the class that is hit most easily; of equals, the one with least left, to finish it."""
    row = state.printed.hits_from[state.printed.arm[unit]]
    return min(ones(classes), key=lambda arm: (row[arm], strength(state, foes & state.printed.arms[arm]), arm))


def _target(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    frame = state.frames[-1]
    foes = firm_at(state, ENEMY_OF[side], TARGET.hex(frame))
    return pack(verbs.AT, _easiest(state, TARGET.unit(frame), foes, legal[verbs.AT]))


def _pursue(state: Position, side: int, legal: Verbs, rng: Random) -> list[Choice]:
    """10.5: every unit that can fire does."""
    return [*(pack(verbs.FIRE, unit) for unit in ones(legal.get(verbs.FIRE, 0))), pack(verbs.DONE)]


def _hit(state: Position, side: int, legal: Verbs, rng: Random) -> list[Choice]:
    """9.5: no unit dies as long as another can bleed: units count at the end, not steps."""
    left = {unit: steps_left(state, unit) for unit in ones(legal[verbs.HIT])}
    run: list[Choice] = []
    while len(run) < 2 * len(left):
        unit = max(left, key=lambda unit: (left[unit] > 1, left[unit], -worth(state, unit)))
        left[unit] -= 1
        run.append(pack(verbs.HIT, unit))
    return run


def _probe(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    return pack(verbs.PROBE)


Decision = Callable[[Position, int, Verbs, Random], Choice | list[Choice]]
"""A choice, or a run of choices that belong together."""

KINDS: tuple[tuple[Kind, Decision], ...] = (
    (EXCHANGE_HAND, _exchange),
    (CHALLENGE, _challenge),
    (DESIGNATE, _supply),
    (OFFER_SUPPLY, _supply),
    (WITHDRAW, _withdraw),
    (WITHDRAW_TO, _done),
    (LEAVE, _leave),
    (STEP, _step),
    (ANNOUNCE, _done),
    (CHOOSE_RETREAT, _done),
    (REFUSE_BATTLE, _refuse),
    (PROBE_COMBAT, _probe),
    (NAME_BATTLES, _fight),
    (FIRE_UNIT, _fire),
    (PURSUE, _pursue),
    (TARGET, _target),
    (TAKE_HIT, _hit),
    (TAKE_PURSUIT, _hit),
    (SPEND, buildup.spend),
    (REDEPLOY_TO, buildup.redeploy_to),
    (MINES, buildup.mines),
    (BUY, buildup.buy),
    (THROW_IN, buildup.throw_in),
    (TAKE_MALTA, buildup.malta),
)
"""How each decision outside a plan is made; those not listed are left to chance."""
