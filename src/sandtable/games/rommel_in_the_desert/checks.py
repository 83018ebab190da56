"""12.7, 13.3, 15.1: the supply checks: initial and final in every player turn, and that of the Buildup.

Each check is a sequence: units designated to fortresses, then to oases, then the marks are set. The owner is asked
only where claims are equal and there is not enough for all.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.fortress import capacity_left, claims, is_isolated
from sandtable.games.rommel_in_the_desert.losses import eliminate
from sandtable.games.rommel_in_the_desert.printed import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rout import after_losses, rout_unprotected
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    enemy_of,
    firm_at,
    in_hexes,
    on_map,
    set_disrupted,
    units_at,
)
from sandtable.games.rommel_in_the_desert.supply import base_lines
from sandtable.games.rommel_in_the_desert.verbs import SUPPLY
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

INITIAL, FINAL, BUILDUP = range(3)
OASIS = 3
"""In the locals of a question: an oasis, not a fortress."""


def hungry(state: Position, side: int) -> int:
    """12.1: the units of a side on the map that have no line to their base and no other supply."""
    fed = in_hexes(state, side, base_lines(state, side).supplied) | state.by_oasis
    for units in state.by_fortress:
        fed |= units
    return on_map(state, side) & ~fed


# Who gets the supply of fortresses and oases


def begin_check(state: Position, frame: Frame) -> None:
    """13.3, 15.1: at the final check only what is left is assigned; otherwise all is assigned anew."""
    side, which = frame[2], frame[3]
    if which != FINAL:
        own = state.scenario.side_units[side]
        state.by_fortress = [units & ~own for units in state.by_fortress]
        state.by_oasis &= ~own


def feed_from_fortresses(state: Position, frame: Frame) -> None:
    """13.3, ruling 21: isolated fortresses supply units inside first, then those with the shortest lines."""
    side = frame[2]
    for index in range(len(state.scenario.fortresses)):
        room = capacity_left(state, side, index)
        if state.owner[index] != side or room <= 0 or not is_isolated(state, index):
            continue
        for group in claims(state, side, index, hungry(state, side)):
            again(state)
            if group.bit_count() <= room:
                _designate(state, side, index, group)
            else:
                push(state, DESIGNATE, side, index, group)
            return


def feed_from_oases(state: Position, frame: Frame) -> None:
    """15.1, ruling 31: one unit in each oasis, a Defender if there is a battle; the owner picks."""
    side = frame[2]
    for place in ones(state.scenario.oasis & state.held[side] & ~state.attacker_hexes[side]):
        there = units_at(state, side, place)
        if there & state.by_oasis:
            continue
        again(state)
        if there.bit_count() == 1:
            _designate(state, side, OASIS, there)
        else:
            push(state, DESIGNATE, side, OASIS, there)
        return


def _designate(state: Position, side: int, source: int, units: int) -> None:
    if source == OASIS:
        state.by_oasis |= units
    else:
        state.by_fortress[source] |= units
    rule = "15.1" if source == OASIS else "13.3"
    tell(state, "designated", rule, audience=1 << side, units=list(ones(units)), source=source)


class Designate(ChoiceKind[Position]):
    """13.3, 15.1: who of several with equal claims gets the supply there is."""

    name = "designate"
    holds = ("side", "source", "units")
    rule = "13.3"

    def side(self, state: Position, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(SUPPLY, frame[4])]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _designate(state, frame[2], frame[3], 1 << argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if frame[3] == OASIS:
            return say("The oasis supplies one unit: choose it")
        return say("The fortress cannot supply all of them: choose the next unit it supplies")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == SUPPLY and frame[3] == OASIS:
            return "15.1", say("the oasis supplies a unit that stands in it")
        if verb == SUPPLY:
            return "13.3", say("others are nearer, or it has a line to the base")
        return "13.3", say("supply is being assigned")


DESIGNATE = Designate()


# What the check does


def mark(state: Position, frame: Frame) -> None:
    """12.7: the marks of the initial check; then disrupted units recover."""
    side = frame[2]
    own = state.scenario.side_units[side]
    state.unsupplied = state.unsupplied & ~own | hungry(state, side)
    tell(state, "supply-checked", "12.7", side=side, unsupplied=(state.unsupplied & own).bit_count())
    recover(state, side, state.late)
    state.late &= ~own


def recover(state: Position, side: int, waiting: int) -> None:
    """11.2, 12.7: disrupted units recover that are supplied, not in battle, and have waited a whole enemy turn.

    Where only disrupted units of both sides stand, the first that recover rout the others (5.3, ruling 34).
    """
    ready = state.disrupted & on_map(state, side) & ~hungry(state, side) & ~waiting
    free = mask_of(unit for unit in ones(ready) if not firm_at(state, enemy_of(side), state.place[unit]))
    set_disrupted(state, free, False)
    for unit in ones(free):
        tell(state, "recovered", "11.2", hex=state.place[unit], side=side)
    for place in ones(mask_of(state.place[unit] for unit in ones(free))):
        rout_unprotected(state, enemy_of(side), place)


def disrupt_the_cut_off(state: Position, frame: Frame) -> None:
    """12.7: who was marked and still has no line is disrupted; in battle without support it is routed."""
    side = frame[2]
    still = hungry(state, side)
    own = state.scenario.side_units[side]
    state.unsupplied &= ~own | still
    state.raiders &= ~own | still
    lost = state.unsupplied & own & ~state.disrupted
    set_disrupted(state, lost, True)
    for unit in ones(lost):
        tell(state, "cut-off", "12.7", hex=state.place[unit], side=side)
    for place in ones(state.held[side] & state.firm[enemy_of(side)]):
        rout_unprotected(state, side, place)


def starve(state: Position, frame: Frame) -> None:
    """12.7, 8.0, ruling 42: in the Buildup every unsupplied unit is eliminated and every supplied one recovers.

    Battles may end with it, and disrupted units lose their support.
    """
    side = frame[2]
    for unit in ones(hungry(state, side)):
        eliminate(state, unit, "12.7")
    for place in ones(state.attacker_hexes[AXIS] | state.attacker_hexes[ALLIED]):
        after_losses(state, place)
    own = state.scenario.side_units[side]
    state.unsupplied &= ~own
    state.late &= ~own
    recover(state, side, 0)


INITIAL_CHECK: Steps[Position] = Steps(
    "initial-check", begin_check, feed_from_fortresses, feed_from_oases, mark, holds=("side", "check")
)
FINAL_CHECK: Steps[Position] = Steps(
    "final-check", begin_check, feed_from_fortresses, feed_from_oases, disrupt_the_cut_off, holds=("side", "check")
)
BUILDUP_CHECK: Steps[Position] = Steps(
    "buildup-check", begin_check, feed_from_fortresses, feed_from_oases, starve, holds=("side", "check")
)


def initial_check(state: Position, frame: Frame) -> None:
    """3.41."""
    push(state, INITIAL_CHECK, state.active, INITIAL)


def final_check(state: Position, frame: Frame) -> None:
    """3.47."""
    push(state, FINAL_CHECK, state.active, FINAL)


def buildup_checks(state: Position, frame: Frame) -> None:
    """16.2: both sides."""
    push(state, BUILDUP_CHECK, ALLIED, BUILDUP)
    push(state, BUILDUP_CHECK, AXIS, BUILDUP)
