"""11.4: losses: steps are lost one by one, and divisions are replaced by battlegroups."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE
from sandtable.games.shifting_sands.rules.c11_absorption import (
    bearer_of,
    best,
    force_of,
    next_bearers,
    reserve_of,
    substitutes,
    survives_step,
)
from sandtable.games.shifting_sands.rules.c11_elimination import eliminate, eliminate_for_good, reserve_box
from sandtable.games.shifting_sands.state import Theatre, alike, face, put
from sandtable.games.shifting_sands.verbs import LOSE, REPLACE
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, many, one
from sandtable.kernel.flow import ANYTHING, ChoiceKind, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

__all__ = ["LOSSES", "fewest_steps", "lose_step", "suffer", "survives_step"]

MOST = 9
"""No loss number is higher."""
LESS = say("you must absorb as much of the loss as you can")


def suffer(state: Theatre, side: int, units: int, number: int) -> None:
    """11.43: push the losses of these units from a loss number; nothing is pushed if nobody can lose anything."""
    if losers(state, units, number):
        push(state, LOSSES, side, number, units)


def fewest_steps(state: Theatre, units: int, number: int) -> int:
    """11.43, 11.47: with how few steps these units could take a loss number as 11.43 demands."""
    force = force_of(state, units)
    return -best(force, reserve_of(state, force), number).steps


def losers(state: Theatre, units: int, number: int) -> int:
    """11.43: the units of which one can lose the next step so that as much as possible of the number is
    absorbed."""
    force = force_of(state, units)
    able = next_bearers(force, reserve_of(state, force), number)
    return mask_of(unit for unit in ones(units) if bearer_of(state, unit) in able) if able else 0


def lose_step(state: Theatre, unit: int, rule: str) -> None:
    """11.42: a unit loses a step: reduced, or eliminated; a reduced division is replaced (11.44), for which a
    choice may be pushed."""
    if not state.reduced & bit(unit):
        state.reduced |= bit(unit)
        tell(state, "reduced", rule, unit=unit, at=state.place[unit])
    elif not state.printed.units[unit].division:
        eliminate(state, unit, rule)
    else:
        _replace_division(state, unit)


def _replace_division(state: Theatre, division: int) -> None:
    """11.44, 11.441: at once by a battlegroup from the Reserve box; without one the division is lost for good."""
    groups = alike(state, substitutes(state, division))
    if not groups:
        eliminate_for_good(state, division, "11.44")
    elif groups & (groups - 1):
        push(state, REPLACEMENT, state.printed.owners[division], division)
    else:
        _take_its_place(state, division, first(groups))


def _take_its_place(state: Theatre, division: int, group: int) -> None:
    """11.44: the battlegroup stands where the division stood, has done what it did, and goes on absorbing."""
    old, new, at = bit(division), bit(group), state.place[division]
    state.attackers |= new if state.attackers & old else 0
    state.has_fought |= new if state.has_fought & old else 0
    state.was_attacked |= new if state.was_attacked & old else 0
    state.moved |= new if state.moved & old else 0
    state.cut_off |= new if state.cut_off & old else 0
    eliminate(state, division, "11.44")
    put(state, group, at)
    tell(state, "replaced", "11.44", unit=group, division=division, at=at)
    top = state.frames[-1] if state.frames else ()
    if top and top[0] == LOSSES.number:
        replace(state, LOSSES.loser(top), LOSSES.left(top), LOSSES.bearers(top) | new)


def take_step(state: Theatre, frame: Frame) -> None:
    """11.43: step by step, as long as more of the number can be absorbed."""
    if losers(state, LOSSES.bearers(frame), LOSSES.left(frame)):
        again(state)
        push(state, LOSS, LOSSES.loser(frame))


class Losses(Steps[Theatre]):
    """11.43: a side takes the losses that a loss number demands."""

    name = "losses"
    on = ("battle.suffer_first", "battle.overrun", "battle.defender_suffers", "battle.attacker_suffers")
    steps = (take_step,)
    loser = one("side")
    left = count(at_most=MOST)
    bearers = many("unit")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        units = self.bearers(frame)
        if units & ~state.printed.own[self.loser(frame)]:
            yield say("units take losses that are not theirs")
        if any(not _in_play(state, unit) for unit in ones(units)):
            yield say("units that are not on the map take losses")


class Loss(ChoiceKind[Theatre]):
    """11.42, 11.43: which unit loses the next step?"""

    name = "loss"
    on = ("losses:take_step",)
    rule = "11.43"
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        losses = nearest(state, LOSSES)
        return offer((LOSE, alike(state, losers(state, LOSSES.bearers(losses), LOSSES.left(losses)))))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        losses = state.frames[-1]
        gone = state.reduced & bit(argument)
        absorbed = face(state, argument).loss
        replace(state, LOSSES.loser(losses), LOSSES.left(losses) - absorbed, LOSSES.bearers(losses) & ~gone)
        lose_step(state, argument, "11.42")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        left = LOSSES.left(nearest(state, LOSSES))
        return say("Choose a unit that loses a step. Losses still to be absorbed: {left}", left=left)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        losses = nearest(state, LOSSES)
        if verb != LOSE:
            return "11.43", say("take the losses first")
        if not LOSSES.bearers(losses) >> argument & 1:
            return "11.16", say("only your units that take part in the battle can take its losses")
        if face(state, argument).loss > LOSSES.left(losses):
            return "11.43", say("a step of this unit would absorb more than the losses that are left")
        able = losers(state, LOSSES.bearers(losses), LOSSES.left(losses))
        if not able >> argument & 1:
            return "11.43", LESS
        assert not alike(state, able) >> argument & 1
        return "11.43", ALIKE

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        losses = nearest(state, LOSSES)
        if self.side(state, frame) != LOSSES.loser(losses):
            yield say("the wrong side is asked for losses")
        if not losers(state, LOSSES.bearers(losses), LOSSES.left(losses)):
            yield say("no further losses can be taken")


class Replacement(ChoiceKind[Theatre]):
    """11.44, 11.442, 19.5: which battlegroup takes the place of the division?"""

    name = "replacement"
    on = ANYTHING
    rule = "11.44"
    open_to_all = True
    asks = one("side")
    division = one("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((REPLACE, alike(state, self._fitting(state, frame))))

    def _fitting(self, state: Theatre, frame: Frame) -> int:
        """11.44: in a battle, the battlegroup goes on absorbing what it can."""
        groups = substitutes(state, self.division(frame))
        below = state.frames[-2] if len(state.frames) > 1 else ()
        if below and below[0] == LOSSES.number:
            return _absorbing_most(state, groups, LOSSES.bearers(below), LOSSES.left(below))
        return groups

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _take_its_place(state, self.division(frame), argument)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        division = state.printed.units[self.division(frame)].title
        return say("{division} is lost: which battlegroup takes its place?", division=division)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != REPLACE:
            return "11.441", say("first choose the battlegroup that takes the place of the division")
        if self._fitting(state, frame) >> argument & 1:
            return "11.44", ALIKE
        if substitutes(state, self.division(frame)) >> argument & 1:
            return "11.44", LESS
        if state.reduced >> argument & 1 and not substitutes(state, self.division(frame)) & state.reduced:
            return "11.44", say("battlegroups at full strength come first")
        if state.printed.owners[argument] != self.side(state, frame) or state.printed.units[argument].division:
            return "11.44", say("a battlegroup of yours takes the place of the division")
        if state.place[argument] != reserve_box(state, self.side(state, frame)):
            return "11.44", say("only battlegroups in the Reserve box take the place of a division")
        return "11.44", otherwise("that battlegroup is not of the nation and type of the division")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        division = self.division(frame)
        if not _in_play(state, division) or not state.reduced >> division & 1:
            yield say("the division that is replaced is not on the map, or not reduced")
        if state.printed.owners[division] != self.side(state, frame):
            yield say("the division that is replaced belongs to the other side")
        if not substitutes(state, division):
            yield say("there is no battlegroup that could take its place")


LOSSES, LOSS, REPLACEMENT = Losses(), Loss(), Replacement()


def _absorbing_most(state: Theatre, groups: int, others: int, number: int) -> int:
    """11.43, 11.44: those battlegroups with which most of the number can still be absorbed."""

    def total(group: int) -> int:
        force = force_of(state, others | bit(group))
        return best(force, reserve_of(state, force, taken=bit(group)), number).total

    most = max(map(total, ones(groups)))
    return mask_of(group for group in ones(groups) if total(group) == most)


def _in_play(state: Theatre, unit: int) -> bool:
    return state.place[unit] >= 0 and state.printed.spaces[state.place[unit]].on_map
