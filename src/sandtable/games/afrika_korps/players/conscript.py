"""The conscript: a simple computer player, the opponent for a first game.

It garrisons its ports, attacks at good odds within reach of supply, moves supply with the army, and sends the
other units towards what is still to be taken.

It plans once at the start of its movement, then carries the plan out unit by unit; whatever turns out not to be
legal any more is dropped.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.games.afrika_korps.players.conscript_plans import is_worth_attacking, plan_moves
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVEMENT
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.rules.c15_capture import is_capture
from sandtable.games.afrika_korps.state import Position
from sandtable.games.afrika_korps.verbs import (
    ATTACK,
    BREAK,
    CAPTURE,
    DECLARE,
    DECLINE,
    DESTROY,
    DONE,
    EMBARK,
    FORM,
    HEX,
    LOSE,
    PERMIT,
    STOP,
    TARGET,
    UNIT,
    WITH,
)
from sandtable.kernel.bits import first, nth, ones
from sandtable.kernel.choices import Choice, Options, contains, pack
from sandtable.kernel.seat import Seat

# Outside the movement phase: which verb to use when several are legal, the first that is there.
PREFERENCE = (CAPTURE, WITH, TARGET, UNIT, HEX, PERMIT, LOSE)
NEVER = (DESTROY, EMBARK, FORM, BREAK, DECLINE)


class Conscript:
    """Asked for one choice at a time; remembers its plan for the turn and the steps of the move under way."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.recall(None)

    def remember(self) -> Any:
        return [self._moment, self._moves, self._steps]

    def recall(self, memory: Any) -> None:
        moment, moves, steps = memory or (-1, [], [])
        self._moment: int = moment
        self._moves: list[tuple[int, int]] = [(unit, goal) for unit, goal in moves]
        self._steps: list[Choice] = [*steps]

    def choose(self, seat: Seat) -> Choice:
        options = seat.options()
        if self._steps and contains(options, self._steps[0]):
            return self._steps.pop(0)
        self._steps.clear()
        state: Position = seat.resample(self._rng)
        if state.frames[-1][0] == MOVEMENT.number:
            return self._move(state, dict(options))
        return react(state, options, self._rng)

    def _move(self, state: Position, verbs: dict[int, int]) -> Choice:
        """The movement phase: victories first, then the plan, then the end."""
        if DECLARE in verbs:
            return pack(DECLARE, first(verbs[DECLARE]))
        moment = state.turn * 2 + state.active
        if self._moment != moment:
            self._moment, self._moves = moment, plan_moves(state)
        while self._moves:
            unit, goal = self._moves.pop(0)
            if verbs.get(UNIT, 0) >> unit & 1:
                way = reach(state, unit)
                if way.ends >> goal & 1:
                    self._steps = [pack(HEX, place) for place in way.path(goal)] + [pack(STOP)]
                    return pack(UNIT, unit)
        return pack(DONE)


def react(state: Position, options: Options, rng: Random) -> Choice:
    """Every other decision: take what can be taken, attack with all there is, lose the weakest.

    Supply is destroyed only when the enemy is about to take it.
    """
    if is_capture(state.frames[-1]):
        return pack(DESTROY, first(dict(options)[DESTROY]))
    verbs = {verb: mask for verb, mask in options if verb not in NEVER} or dict(options)
    if ATTACK in verbs and DONE in verbs:
        worthy = [unit for unit in ones(verbs[ATTACK]) if is_worth_attacking(state, unit)]
        return pack(ATTACK, worthy[0]) if worthy else pack(DONE)
    for verb in PREFERENCE:
        if verb in verbs:
            return pack(verb, pick_for(state, verb, verbs[verb], rng))
    verb, mask = next(iter(verbs.items()))
    return pack(verb, nth(mask, rng.randrange(mask.bit_count())))


def pick_for(state: Position, verb: int, mask: int, rng: Random) -> int:
    """The best argument: the weakest to lose, the strongest to use; hexes as they come."""
    printed = state.printed
    if verb == HEX:
        return nth(mask, rng.randrange(mask.bit_count()))
    if verb == LOSE:
        return min(ones(mask), key=lambda unit: (printed.attack[unit], unit))
    return max(ones(mask), key=lambda unit: (printed.attack[unit], -unit))
