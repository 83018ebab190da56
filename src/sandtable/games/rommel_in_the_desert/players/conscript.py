"""The conscript: the first computer player of this game, kept so that others can be measured against it.

It goes for Tobruk, holds it and drives off besiegers, and reopens its supply line whenever an enemy is on it. It
does not outrun its supply, attacks where it is stronger, refuses battle where it is much weaker, and brings
reserves forward; if there is nothing to gain it passes, and leaves battles it cannot win.

It does not know what the enemy's blocks are: it counts hidden ones as average, and shown ones as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.players.conscript_plans import (
    Outlook,
    best_goal,
    is_outnumbered,
    lags,
    worth,
)
from sandtable.games.rommel_in_the_desert.rules.c04_cards import BLUFF, CHALLENGE, EXCHANGE_HAND, LAY
from sandtable.games.rommel_in_the_desert.rules.c04_pass import WITHDRAW, WITHDRAW_TO
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT, movers, starting_hexes
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import LEAVE
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import ANNOUNCE
from sandtable.games.rommel_in_the_desert.rules.c06_reach import reaches, route
from sandtable.games.rommel_in_the_desert.rules.c08_combat import NAME_BATTLES, fightable
from sandtable.games.rommel_in_the_desert.rules.c09_fire import FIRE_UNIT, TAKE_HIT
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import PURSUE, TAKE_PURSUIT
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import CHOOSE_RETREAT, PROBE_COMBAT, REFUSE_BATTLE
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import DESIGNATE, OFFER_SUPPLY
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import BUY, SPEND, THROW_IN
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import REDEPLOY_TO, land_ends
from sandtable.games.rommel_in_the_desert.rules.c16_reinforcements import TAKE_MALTA
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import DEPLOY_TO
from sandtable.games.rommel_in_the_desert.state import Position, steps_left
from sandtable.kernel.bits import first, mask_of, nth, ones
from sandtable.kernel.choices import Choice, Options, contains, count, listed, pack
from sandtable.kernel.flow import Kind
from sandtable.kernel.seat import Seat
from sandtable.kernel.sides import ENEMY_OF

SPARE_DUMMIES = 1
GOOD_HAND = 3
"""With more real cards than this, two may be spent in one turn."""

Verbs = dict[int, int]
"""The legal choices: by verb the set of its arguments."""


class Conscript:
    """Makes one choice at a time; remembers the steps of the current move and which units it has considered."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._decisions = {kind.number: decide for kind, decide in DECISIONS}
        self.recall(None)

    def remember(self) -> Any:
        return [self._phase, ones(self._weighed), self._steps]

    def recall(self, memory: Any) -> None:
        phase, weighed, steps = memory or (-1, (), [])
        self._phase: int = phase
        self._weighed = mask_of(weighed)
        self._steps: list[Choice] = [*steps]

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if count(options) == 1:
            return next(listed(options))
        if self._steps and contains(options, self._steps[0]):
            return self._steps.pop(0)
        self._steps.clear()
        state: Position = seat.resample(self._rng)
        kind = state.frames[-1][0]
        if kind == MOVEMENT.number:
            return self._move(state, seat.side, dict(options))
        if kind in self._decisions:
            return self._decisions[kind](state, seat.side, dict(options))
        return self._any(options)

    def _move(self, state: Position, side: int, legal: Verbs) -> Choice:
        """Movement: each unit of the declared moves to its best hex, if that is better than where it is."""
        if verbs.ROUT in legal:
            return pack(verbs.ROUT, first(legal[verbs.ROUT]))
        if self._phase != state.turn * 2 + state.blitzed:
            self._phase, self._weighed = state.turn * 2 + state.blitzed, 0
        outlook = Outlook(state, side)
        for verb, index in ((verbs.UNIT, 0), (verbs.SECOND, 1)):
            if verb not in legal:
                continue
            for unit in ones(legal[verb] & movers(state, index) & ~self._weighed):
                self._weighed |= 1 << unit
                run = self._run(outlook, unit)
                if run:
                    self._steps = [*run[1:], pack(verbs.STOP)]
                    return run[0]
        return self._declare(outlook, legal)

    @staticmethod
    def _run(outlook: Outlook, unit: int) -> list[Choice]:
        """The choices that take a unit to its best hex; none if it stays."""
        ends = mask_of(place for reach in reaches(outlook.state, unit) for place in reach.steps)
        goal, _ = outlook.best_end(unit, ends)
        return route(outlook.state, unit, goal) if goal >= 0 else []

    @staticmethod
    def _declare(outlook: Outlook, legal: Verbs) -> Choice:
        """5.1: a group move for the group that gains most by moving; Rommel leads it where the rules allow."""
        verb = verbs.ROMMEL_GROUP if verbs.ROMMEL_GROUP in legal else verbs.GROUP
        place = outlook.best_group(legal[verb]) if verb in legal else -1
        if place >= 0:
            return pack(verb, place)
        if verbs.DONE in legal:
            return pack(verbs.DONE)
        verb, arguments = next(iter(legal.items()))
        return pack(verb, first(arguments))

    def _any(self, options: Options) -> Choice:
        verb, arguments = options[self._rng.randrange(len(options))]
        return pack(verb, nth(arguments, self._rng.randrange(arguments.bit_count())))


# The cards


def _exchange(state: Position, side: int, legal: Verbs) -> Choice:
    """18.0: a hand with fewer than half real cards is thrown in."""
    poor = state.real[side] * 2 < state.real[side] + state.dummies[side]
    return pack(verbs.EXCHANGE if poor else verbs.KEEP)


def _lay(state: Position, side: int, legal: Verbs) -> Choice:
    """4.0: two cards from a rich hand, otherwise one; a pass if there is nothing to gain by moving or fighting."""
    good = [place for place in ones(fightable(state)) if not is_outnumbered(state, side, place)]
    if verbs.REAL not in legal or not (good or Outlook(state, side).best_group(starting_hexes(state)) >= 0):
        return pack(verbs.PASS)
    most = max(ones(legal[verbs.REAL]))
    return pack(verbs.REAL, min(most, 2 if state.real[side] > GOOD_HAND else 1))


def _bluff(state: Position, side: int, legal: Verbs) -> Choice:
    return pack(verbs.DUMMIES, min(state.dummies[side], SPARE_DUMMIES))


def _throw(state: Position, side: int, legal: Verbs) -> Choice:
    return pack(verbs.THROW, max(0, state.dummies[side] - SPARE_DUMMIES))


# Moving and leaving


def _deploy(state: Position, side: int, legal: Verbs) -> Choice:
    """16.51, 18.0: as far forward as possible without standing next to the enemy; never by sea."""
    if verbs.HEX not in legal:
        return pack(verbs.SHIP, first(legal[verbs.SHIP]))
    return pack(verbs.HEX, best_goal(state, side, legal[verbs.HEX]))


def _leave(state: Position, side: int, legal: Verbs) -> Choice:
    """5.3: away from the enemy, but no further than that."""
    here = state.place[LEAVE.unit(state.frames[-1])]
    near_enemy = state.printed.board.touching[here] & state.firm[ENEMY_OF[side]]
    if verbs.HEX not in legal or (verbs.STOP in legal and not near_enemy):
        return pack(verbs.STOP)
    distance = state.printed.distance[side]
    return pack(verbs.HEX, min(ones(legal[verbs.HEX]), key=lambda place: (distance[place], place)))


def _withdraw(state: Position, side: int, legal: Verbs) -> Choice:
    """4.5, 10.3: on a pass, units leave a battle that cannot be won; no others withdraw."""
    if verbs.RETREAT in legal:
        return pack(verbs.RETREAT, first(legal[verbs.RETREAT]))
    battles = legal.get(verbs.GROUP, 0) & state.held[ENEMY_OF[side]]
    hopeless = [place for place in ones(battles) if is_outnumbered(state, side, place)]
    if hopeless:
        return pack(verbs.GROUP, hopeless[0])
    return _done(state, side, legal)


def _refuse(state: Position, side: int, legal: Verbs) -> Choice:
    """10.2: leave where the attackers are far stronger."""
    hopeless = [place for place in ones(legal.get(verbs.REFUSE, 0)) if is_outnumbered(state, side, place)]
    return pack(verbs.REFUSE, hopeless[0]) if hopeless else pack(verbs.DONE)


def _done(state: Position, side: int, legal: Verbs) -> Choice:
    if verbs.DONE in legal:
        return pack(verbs.DONE)
    verb, arguments = next(iter(legal.items()))
    return pack(verb, first(arguments))


def _supply(state: Position, side: int, legal: Verbs) -> Choice:
    """13.3: supply every unit that can be supplied, those marked as unsupplied first."""
    units = ones(legal[verbs.SUPPLY])
    return pack(
        verbs.SUPPLY, max(units, key=lambda unit: (state.unsupplied >> unit & 1, worth(state, unit), -unit))
    )


# Fighting


def _fight(state: Position, side: int, legal: Verbs) -> Choice:
    """8.6: every battle in which the enemy is not much stronger."""
    for verb in (verbs.ASSAULT, verbs.FIGHT):
        good = [place for place in ones(legal.get(verb, 0)) if not is_outnumbered(state, side, place)]
        if good:
            return pack(verb, good[0])
    return pack(verbs.DONE)


def _fire(state: Position, side: int, legal: Verbs) -> Choice:
    return pack(verbs.FIRE, max(ones(legal[verbs.FIRE]), key=lambda unit: (state.cv[unit], -unit)))


def _hit(state: Position, side: int, legal: Verbs) -> Choice:
    """9.5: the unit with the most steps left; of these, the least valuable."""
    units = ones(legal[verbs.HIT])
    return pack(verbs.HIT, max(units, key=lambda unit: (steps_left(state, unit), -worth(state, unit))))


# The Buildup


def _spend(state: Position, side: int, legal: Verbs) -> Choice:
    """16.51, 16.54: rebuild the best units, then bring forward by land those that are far behind."""
    if verbs.REBUILD in legal:
        return pack(verbs.REBUILD, max(ones(legal[verbs.REBUILD]), key=lambda unit: (worth(state, unit), -unit)))
    for unit in ones(legal.get(verbs.REDEPLOY, 0)):
        hexes = land_ends(state, unit)
        if hexes and lags(state, side, unit, hexes):
            return pack(verbs.REDEPLOY, unit)
    return pack(verbs.DONE)


def _buy(state: Position, side: int, legal: Verbs) -> Choice:
    return pack(verbs.EXTRA, max(ones(legal[verbs.EXTRA])))


def _always(verb: int) -> Callable[[Position, int, Verbs], Choice]:
    return lambda state, side, legal: pack(verb)


DECISIONS: tuple[tuple[Kind, Callable[[Position, int, Verbs], Choice]], ...] = (
    (EXCHANGE_HAND, _exchange),
    (CHALLENGE, _always(verbs.NONE)),
    (LAY, _lay),
    (DESIGNATE, _supply),
    (OFFER_SUPPLY, _supply),
    (BLUFF, _bluff),
    (THROW_IN, _throw),
    (DEPLOY_TO, _deploy),
    (REDEPLOY_TO, _deploy),
    (ANNOUNCE, _done),
    (WITHDRAW, _withdraw),
    (WITHDRAW_TO, _done),
    (LEAVE, _leave),
    (CHOOSE_RETREAT, _done),
    (REFUSE_BATTLE, _refuse),
    (PROBE_COMBAT, _always(verbs.PROBE)),
    (NAME_BATTLES, _fight),
    (FIRE_UNIT, _fire),
    (PURSUE, _fire),
    (TAKE_HIT, _hit),
    (TAKE_PURSUIT, _hit),
    (SPEND, _spend),
    (BUY, _buy),
    (MINES, _done),
    (TAKE_MALTA, _always(verbs.MALTA)),
)
"""How each decision is made; those not listed are left to chance."""
