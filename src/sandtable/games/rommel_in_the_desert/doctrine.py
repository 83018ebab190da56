"""The recruit: a simple, sensible computer player.

It goes for Tobruk, holds it and clears it of besiegers, then for the enemy's nearest units; it does not leave its
supply, attacks where it is the stronger, refuses battle where it is much the weaker, and brings reserves forward.

What the enemy's blocks are it does not know: it counts each as one of middling strength, shown ones as they are.
"""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.groups import movers
from sandtable.games.rommel_in_the_desert.planning import (
    best_declaration,
    best_end,
    best_goal,
    is_outnumbered,
    lags,
    worth,
)
from sandtable.games.rommel_in_the_desert.reach import route
from sandtable.games.rommel_in_the_desert.redeployment import land_ends
from sandtable.games.rommel_in_the_desert.state import Position, steps_left
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, Options, contains, pack
from sandtable.kernel.seat import Seat

SPARE_DUMMIES = 1
GOOD_HAND = 2


class Recruit:
    """Asked for one choice at a time; keeps the steps of the move under way."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._steps: list[Choice] = []
        self._stayed = 0
        self._turn = -1

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if self._steps and contains(options, self._steps[0]):
            return self._steps.pop(0)
        self._steps.clear()
        state: Position = seat.resample(self._rng)
        return self._decide(state, seat.side, dict(options), options)

    def _decide(self, state: Position, side: int, verb: dict[int, int], options: Options) -> Choice:
        for wanted, decide in DECISIONS:
            if wanted in verb:
                chosen = decide(state, side, verb)
                if chosen is not None:
                    return chosen
        if verbs.UNIT in verb or verbs.SECOND in verb:
            return self._move(state, side, verb)
        return self._any(options)

    def _move(self, state: Position, side: int, verb: dict[int, int]) -> Choice:
        """Movement: each unit of the declared moves to its best hex, if that is better than where it stands."""
        if self._turn != state.turn * 2 + state.blitzed:
            self._turn, self._stayed = state.turn * 2 + state.blitzed, 0
        for which, index in ((verbs.UNIT, 0), (verbs.SECOND, 1)):
            if index >= len(state.moves) or which not in verb:
                continue
            for unit in ones(verb[which] & movers(state, index) & ~self._stayed):
                self._stayed |= 1 << unit
                goal = best_end(state, side, unit)
                run = route(state, unit, goal) if goal >= 0 else []
                if run and verb[which] >> unit & 1:
                    self._steps = [*run[1:], pack(verbs.STOP)]
                    return run[0]
        declared = best_declaration(state, side, verb)
        if declared is not None:
            return declared
        return pack(verbs.DONE) if verbs.DONE in verb else self._first(verb)

    def _first(self, verb: dict[int, int]) -> Choice:
        name, arguments = next(iter(verb.items()))
        return pack(name, first(arguments))

    def _any(self, options: Options) -> Choice:
        name, arguments = options[self._rng.randrange(len(options))]
        return pack(name, self._rng.choice(list(ones(arguments))))


# One decision after another: each answers, or leaves it to the next


def _exchange(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """18.0: a hand with fewer than half real cards is thrown in."""
    poor = state.real[side] * 2 < state.real[side] + state.dummies[side]
    return pack(verbs.EXCHANGE if poor else verbs.KEEP)


def _lay(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """4.0: two cards from a rich hand, otherwise one; nothing to move or fight is a pass."""
    most = max(ones(verb[verbs.REAL]))
    return pack(verbs.REAL, min(most, 2 if state.real[side] > GOOD_HAND + 1 else 1))


def _bluff(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.DUMMIES, min(state.dummies[side], SPARE_DUMMIES))


def _deploy(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """18.0: a destination: as far forward as it goes without standing next to the enemy."""
    return (
        pack(verbs.HEX, best_goal(state, side, verb[verbs.HEX]))
        if _top(state, "deploy-to", "redeploy-to")
        else None
    )


def _top(state: Position, *names: str) -> bool:
    from sandtable.games.rommel_in_the_desert.game import GAME  # the kinds are listed there

    return GAME.kind_names[state.frames[-1][0]] in names


def _to(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.TO, best_goal(state, side, verb[verbs.TO]))


def _refuse(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """10.2: leave where the attackers are far stronger."""
    hopeless = [place for place in ones(verb[verbs.REFUSE]) if is_outnumbered(state, side, place)]
    return pack(verbs.REFUSE, hopeless[0]) if hopeless else pack(verbs.DONE)


def _fight(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    good = [place for place in ones(verb[verbs.FIGHT]) if not is_outnumbered(state, side, place)]
    return pack(verbs.FIGHT, good[0]) if good else pack(verbs.DONE)


def _fire(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.FIRE, max(ones(verb[verbs.FIRE]), key=lambda unit: (state.cv[unit], -unit)))


def _at(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.AT, first(verb[verbs.AT]))


def _hit(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """9.5: the unit with the most steps left, of the least worth."""
    return pack(
        verbs.HIT, max(ones(verb[verbs.HIT]), key=lambda unit: (steps_left(state, unit), -worth(state, unit)))
    )


def _rebuild(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.REBUILD, max(ones(verb[verbs.REBUILD]), key=lambda unit: (worth(state, unit), -unit)))


def _redeploy(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """16.51: units far behind come forward, by land."""
    ends = {unit: land_ends(state, unit) for unit in ones(verb[verbs.REDEPLOY])}
    behind = [unit for unit, hexes in ends.items() if hexes and lags(state, side, unit, hexes)]
    return pack(verbs.REDEPLOY, behind[0]) if behind else pack(verbs.DONE)


def _extra(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.EXTRA, max(ones(verb[verbs.EXTRA])))


def _throw(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    return pack(verbs.THROW, max(0, state.dummies[side] - SPARE_DUMMIES))


def _done(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """Where there is nothing else to want: minefields, marches, withdrawals, retreats, challenges."""
    if verbs.UNIT in verb or verbs.SECOND in verb or verbs.GROUP in verb:
        return None if not _top(state, "withdraw", "choose-leavers") else pack(verbs.DONE)
    return pack(verbs.DONE)


DECISIONS = (
    (verbs.EXCHANGE, _exchange),
    (verbs.REAL, _lay),
    (verbs.DUMMIES, _bluff),
    (verbs.EXIT, lambda state, side, verb: pack(verbs.EXIT)),
    (verbs.ROUT, lambda state, side, verb: pack(verbs.ROUT, first(verb[verbs.ROUT]))),
    (verbs.HEX, _deploy),
    (verbs.TO, _to),
    (verbs.REFUSE, _refuse),
    (verbs.FIGHT, _fight),
    (verbs.FIRE, _fire),
    (verbs.AT, _at),
    (verbs.HIT, _hit),
    (verbs.REBUILD, _rebuild),
    (verbs.REDEPLOY, _redeploy),
    (verbs.EXTRA, _extra),
    (verbs.THROW, _throw),
    (verbs.PROBE, lambda state, side, verb: pack(verbs.PROBE)),
    (verbs.MALTA, lambda state, side, verb: pack(verbs.MALTA)),
    (verbs.NONE, lambda state, side, verb: pack(verbs.NONE)),
    (verbs.DONE, _done),
)
