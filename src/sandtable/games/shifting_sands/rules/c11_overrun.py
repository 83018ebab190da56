"""11.47: overruns."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c10_regions import ways
from sandtable.games.shifting_sands.rules.c11_absorption import substitutes
from sandtable.games.shifting_sands.rules.c11_elimination import (
    eliminate,
    eliminate_cut_off,
    eliminate_for_good,
)
from sandtable.games.shifting_sands.rules.c11_losses import fewest_steps, lose_step, suffer
from sandtable.games.shifting_sands.rules.c11_results import defenders, defending, is_fought, is_overrun
from sandtable.games.shifting_sands.rules.c13_supply import sources
from sandtable.games.shifting_sands.state import (
    Theatre,
    alike,
    face,
    happened,
    put,
    units_at,
)
from sandtable.games.shifting_sands.verbs import DISPLACE, GIVE_UP, LOSE, UNIT
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one, perhaps
from sandtable.kernel.flow import ChoiceKind, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

__all__ = ["displace", "is_overrun", "overrun", "refuges"]

REFUGES = (("el_agheila", "tarhuna"), ("alexandria", "cairo"))
"""11.47: by side, where overrun units can always go if a way leads there."""


# The steps that it costs


def overrun(state: Theatre, frame: Frame) -> None:
    """11.47: a step of the battle: the steps that the overrun costs, if it is one."""
    if not is_overrun(state) or not defenders(state):
        return
    side, number = defending(state), state.fire[state.attacking]
    tell(state, "overrun", "11.47", side=side, at=state.target)
    number -= _scatter_italians(state)
    units = defenders(state)
    if not units:
        return
    if fewest_steps(state, units, max(0, number)) > units.bit_count():
        suffer(state, side, units, number)
    else:
        push(state, OVERRUN_STEPS, units)


def _scatter_italians(state: Theatre) -> int:
    """11.473: after Poor Morale, Italian infantry divisions without Germans beside them are out of the game; how
    much of the loss number their steps make up for (ruling)."""
    printed, units = state.printed, defenders(state)
    if not happened(state, "poor_morale") or units & printed.nations["GE"]:
        return 0
    absorbed = 0
    for unit in ones(units & printed.nations["IT"] & printed.divisions & ~printed.armour):
        absorbed += face(state, unit).loss * (1 if state.reduced >> unit & 1 else 2)
        eliminate_for_good(state, unit, "11.473")
    return absorbed


def lose_next_step(state: Theatre, frame: Frame) -> None:
    """11.47: one unit after another loses a step."""
    units = OVERRUN_STEPS.units(frame)
    if not units:
        return
    again(state)
    if rivals(state, units):
        push(state, OVERRUN_STEP, defending(state))
    else:
        _lose_one(state, units, first(units))


def _lose_one(state: Theatre, units: int, unit: int) -> None:
    replace(state, units & ~bit(unit))
    lose_step(state, unit, "11.47")


def rivals(state: Theatre, units: int) -> int:
    """11.44: the reduced divisions that need more battlegroups than there are: their owner says who is first."""
    needy = units & state.printed.divisions & state.reduced
    found = 0
    for unit in ones(needy):
        wanted = substitutes(state, unit)
        others = mask_of(other for other in ones(needy) if substitutes(state, other) & wanted)
        shared = 0
        for other in ones(others):
            shared |= substitutes(state, other)
        if others.bit_count() > shared.bit_count():
            found |= others
    return found


class OverrunSteps(Steps[Theatre]):
    """11.47: every unit in the space loses a step."""

    name = "overrun-steps"
    on = ("battle.overrun",)
    steps = (lose_next_step,)
    units = many("unit")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not is_fought(state) or self.units(frame) & ~defenders(state):
            yield say("units lose a step in an overrun that are not in the space attacked")


class OverrunStep(ChoiceKind[Theatre]):
    """11.44, 11.47: there are too few battlegroups for all reduced divisions: which one loses its step first?"""

    name = "overrun-step"
    on = ("overrun-steps:lose_next_step",)
    rule = "11.44"
    words = say("There are too few battlegroups in the Reserve box: which division loses its step first?")
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((LOSE, self._rivals(state)))

    def _rivals(self, state: Theatre) -> int:
        return rivals(state, OVERRUN_STEPS.units(nearest(state, OVERRUN_STEPS)))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _lose_one(state, OVERRUN_STEPS.units(state.frames[-1]), argument)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "11.44", otherwise("choose one of the divisions that need the same battlegroup")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not is_fought(state) or self.side(state, frame) != defending(state) or not self._rivals(state):
            yield say("no divisions need the same battlegroup")


OVERRUN_STEPS, OVERRUN_STEP = OverrunSteps(), OverrunStep()


# Where the survivors go


def displace(state: Theatre, frame: Frame) -> None:
    """11.47, 11.471: a step of the battle: the survivors of an overrun are moved."""
    if is_overrun(state) and defenders(state):
        push(state, DISPLACEMENT, defending(state))


def refuges(state: Theatre, unit: int) -> int:
    """11.47, 11.471: the spaces among which the owner of an overrun unit chooses: those of its side and the
    nearest source, of all to which a way leads over land that it controls and that have room for it (ruling)."""
    side, start = state.printed.owners[unit], state.place[unit]
    usable = [_with_room(state, unit, ring) for ring in _rings(ways(state, unit), start, state.controls[side])]
    wells = sources(state, unit)
    found = next((ring & wells for ring in usable if ring & wells), 0)
    havens = mask_of(state.printed.number[name] for name in REFUGES[side])
    for ring in usable:
        found |= ring & havens
    return found


def _with_room(state: Theatre, unit: int, spaces: int) -> int:
    """Those of these spaces in which a unit could stay."""
    free = spaces & ~state.occupied[1 - state.printed.owners[unit]]
    return mask_of(space for space in ones(free) if has_room(state, unit, space))


def _rings(ways: tuple[int, ...], start: int, free: int) -> list[int]:
    """The spaces one, two, three ... links away, over free spaces."""
    rings, ring, left = list[int](), bit(start), free & ~bit(start)
    while True:
        fresh = 0
        for space in ones(ring):
            fresh |= ways[space]
        ring = fresh & left
        if not ring:
            return rings
        left ^= ring
        rings.append(ring)


def move_survivors(state: Theatre, frame: Frame) -> None:
    """11.471: whoever has nowhere to go is eliminated; the others are moved one by one."""
    side = DISPLACEMENT.owner(frame)
    units = units_at(state, state.target, side)
    for unit in ones(units):
        if not refuges(state, unit):
            eliminate_cut_off(state, unit, "11.471")
            units &= ~bit(unit)
    if units:
        again(state)
        push(state, DISPLACING, side, first(units) if units == bit(first(units)) else -1)


class Displacement(Steps[Theatre]):
    """11.47: the survivors of an overrun leave the space."""

    name = "displacement"
    on = ("battle.displace",)
    steps = (move_survivors,)
    owner = one("side")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not is_fought(state) or self.owner(frame) != defending(state) or not is_overrun(state):
            yield say("units are moved after an overrun, but there was none")


class Displacing(ChoiceKind[Theatre]):
    """11.47, 11.471: where does an overrun unit go, or is it given up?"""

    name = "displacing"
    on = ("displacement:move_survivors",)
    rule = "11.471"
    open_to_all = True
    asks = one("side")
    unit = perhaps("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        unit = self.unit(frame)
        if unit < 0:
            units = alike(state, self._survivors(state, frame))
            return offer((UNIT, units), (GIVE_UP, units))
        return offer((DISPLACE, refuges(state, unit)), (GIVE_UP, bit(unit)))

    def _survivors(self, state: Theatre, frame: Frame) -> int:
        return units_at(state, state.target, self.side(state, frame))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            replace(state, self.side(state, frame), argument)
            return
        pop(state)
        if verb == GIVE_UP:
            eliminate(state, argument, "11.471")
            return
        unit = self.unit(frame)
        tell(state, "displaced", "11.47", unit=unit, origin=state.target, to=argument)
        put(state, unit, argument)
        state.fled |= bit(unit)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        unit, at = self.unit(frame), state.printed.spaces[state.target].name
        if unit < 0:
            return say("Overrun in {at}: move a unit away, or give one up", at=at)
        title = state.printed.units[unit].title
        return say("Overrun in {at}: where does {unit} go, or is it given up?", at=at, unit=title)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit = self.unit(frame)
        if verb == DISPLACE and unit >= 0:
            return _why_no_refuge(state, unit, argument)
        if verb in (UNIT, GIVE_UP):
            if unit >= 0:
                return "11.47", say("first say where {unit} goes", unit=state.printed.units[unit].title)
            if not self._survivors(state, frame) >> argument & 1:
                return "11.47", say("only units that have survived the overrun leave the space")
            return "11.47", ALIKE
        return "11.47", otherwise("first move the survivors of the overrun away")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        survivors, unit = self._survivors(state, frame), self.unit(frame)
        if not is_fought(state) or not survivors or (unit >= 0 and not survivors >> unit & 1):
            yield say("whoever is to be moved away is not in the space that was overrun")
        elif not all(refuges(state, each) for each in ones(survivors if unit < 0 else bit(unit))):
            yield say("an overrun unit has nowhere to go")


def _why_no_refuge(state: Theatre, unit: int, space: int) -> tuple[str, Message]:
    if space == state.target:
        return "11.471d", say("a unit cannot stay where it was overrun")
    side = state.printed.owners[unit]
    if any(state.printed.number[name] == space for name in REFUGES[side]) or sources(state, unit) >> space & 1:
        if state.control[space] == side and not has_room(state, unit, space):
            return "11.471c", say("there are too many units already")
        return "11.471", say("no way over land that you control leads there, or another source is nearer")
    if side == ALLIED:
        return "11.47g", say("overrun Allied units go to Alexandria, to Cairo or to the nearest source of supply")
    return "11.47h", say("overrun Axis units go to El Agheila, to Tarhuna or to the nearest source of supply")


DISPLACEMENT, DISPLACING = Displacement(), Displacing()
