"""11.5: retreats."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c03_control import take_together
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c09_reach import far_side, in_range
from sandtable.games.shifting_sands.rules.c09_reasons import WHOLE_MOVE
from sandtable.games.shifting_sands.rules.c10_regions import ways
from sandtable.games.shifting_sands.rules.c11_elimination import eliminate_cut_off
from sandtable.games.shifting_sands.rules.c11_fight import fight_of, ground, in_force
from sandtable.games.shifting_sands.rules.c11_losses import lose_step, survives_step
from sandtable.games.shifting_sands.rules.c11_results import (
    defenders,
    defending,
    is_fought,
    is_overrun,
    retreat_length,
)
from sandtable.games.shifting_sands.rules.c11_retreat_plans import (
    Offer,
    Terms,
    can_all_retreat,
    can_retreat_two,
    routes,
    terms_of_retreat,
    what_next,
)
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre, alike, put, units_at
from sandtable.games.shifting_sands.verbs import RETREAT, STAND, UNIT
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, flag, many, one
from sandtable.kernel.flow import ChoiceKind, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

__all__ = ["can_retreat_two", "retreat", "retreat_two"]


def retreat(state: Theatre, frame: Frame) -> None:
    """11.5: a step of the battle: the defender retreats or stands, if it has lost and was not overrun."""
    length = retreat_length(state)
    if length and defenders(state) and not is_overrun(state):
        _begin(state, terms_of_retreat(state, defending(state), length))


def retreat_two(state: Theatre) -> None:
    """11.551: push the retreat of two spaces by Disengage."""
    _begin(state, terms_of_retreat(state, defending(state), 2, apart=True))


def _begin(state: Theatre, terms: Terms) -> None:
    rule = "11.551" if terms.apart else "11.52"
    tell(
        state, "retreat-of-one" if terms.length == 1 else "retreat-of-two", rule, side=terms.side, at=state.target
    )
    push(state, RETREATS, *map(int, terms))


# Standing (11.53)


def standing(state: Theatre, terms: Terms) -> int:
    """11.53: the units that could lose the additional step by which all of them stay."""
    units = units_at(state, state.target, terms.side)
    if terms.apart or state.vacated >> state.target & 1 or not _may_stand(state):
        return 0
    return units if units & units - 1 or (units and survives_step(state, first(units))) else 0


def _may_stand(state: Theatre) -> bool:
    """11.53, 11.54: in mountains and swamps, in Berbera against an attack from Aden, by the Duke of Aosta."""
    number = state.printed.number
    return (
        ground(state, fight_of(state)).stands
        or (state.target == number["berbera"] and state.bases == bit(number["aden"]))
        or (defending(state) == AXIS and in_force(state, "duke_of_aosta"))
    )


def must_stand(state: Theatre, terms: Terms) -> bool:
    """11.56: only those are eliminated who can neither retreat nor stand. So if they can stand they do, unless all
    of them get away."""
    return bool(standing(state, terms)) and not can_all_retreat(state, terms)


# The retreat


def departures(state: Theatre, terms: Terms, group: int) -> Offer:
    """11.55: which units can go next on their own, and where they can go together."""
    return Offer(0, 0) if not group and must_stand(state, terms) else what_next(state, terms, group)


def fall_back(state: Theatre, frame: Frame) -> None:
    """11.55, 11.56: unit by unit or together; whoever can neither retreat nor stand is eliminated."""
    terms = RETREATS.terms(frame)
    units = units_at(state, state.target, terms.side)
    left_behind = terms.together and state.vacated >> state.target & 1
    if units and not left_behind and (any(what_next(state, terms, 0)) or standing(state, terms)):
        again(state)
        push(state, RETREATING, terms.side, 0)
        return
    for unit in ones(units):
        eliminate_cut_off(state, unit, "11.56")


def take_over(state: Theatre, frame: Frame) -> None:
    """11.55: a retreat changes the control of spaces where it ends, and of no others."""
    side = RETREATS.loser(frame)
    ends = mask_of(state.place[unit] for unit in ones(state.fled & state.printed.own[side]))
    take_together(state, ends & ~state.controls[side], side, "11.55g")


class Retreats(Steps[Theatre]):
    """11.55: the defenders retreat; the locals are the terms of the retreat."""

    name = "retreats"
    on = ("battle.disengage", "battle.retreat")
    steps = (fall_back, take_over)
    loser = one("side")
    length = count(start=1, at_least=1, at_most=2)
    together = flag()
    apart = flag()

    def terms(self, frame: Frame) -> Terms:
        return Terms(self.loser(frame), self.length(frame), bool(self.together(frame)), bool(self.apart(frame)))

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not is_fought(state) or defending(state) != self.loser(frame):
            yield say("units retreat that have not been attacked")
        elif self.apart(frame) and self.length(frame) != 2:
            yield say("a unit that disengages retreats two spaces")


class Retreating(ChoiceKind[Theatre]):
    """11.53, 11.55: where to, all together or one by one; or does a step let them stay?"""

    name = "retreat"
    on = ("retreats:fall_back",)
    rule = "11.55"
    open_to_all = True
    asks = one("side")
    group = many("unit")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        group, terms = self.group(frame), _terms(state)
        units, spaces = departures(state, terms, group)
        stays = 0 if group else standing(state, terms)
        return offer((UNIT, alike(state, units)), (STAND, alike(state, stays)), (RETREAT, spaces))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == UNIT:
            replace(state, side, bit(argument))
        elif verb == STAND:
            pop(state)
            pop(state)
            tell(state, "stands", "11.53", side=side, at=state.target)
            lose_step(state, argument, "11.53")
        else:
            self._go(state, self.group(frame) or units_at(state, state.target, side), argument)

    def _go(self, state: Theatre, group: int, space: int) -> None:
        origin, terms = state.place[first(group)], _terms(state)
        tell(state, "retreats", "11.55", units=list(ones(group)), origin=origin, to=space)
        state.fled |= group
        state.vacated |= bit(origin)
        for unit in ones(group):
            put(state, unit, space)
        if origin == state.target and terms.length == 2:
            replace(state, terms.side, group)
        else:
            pop(state)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        group, terms, at = self.group(frame), _terms(state), state.printed.spaces[state.target].name
        if group:
            title = state.printed.units[first(group)].title
            if group & group - 1:
                return say("Choose the next space of the retreat from {at}", at=at)
            return say("Choose the next space of the retreat of {unit}", unit=title)
        units, spaces = departures(state, terms, 0)
        if not units | spaces:
            if any(what_next(state, terms, 0)):
                return say("Not all can retreat from {at}: choose who loses a step so that all stay", at=at)
            return say("There is no retreat from {at}: choose the unit that loses a step so that all stay", at=at)
        if standing(state, terms):
            return say("Retreat from {at}, or lose a step and stay", at=at)
        if units and spaces:
            return say("Retreat from {at}: all together, or first a unit that goes its own way", at=at)
        return say("Retreat from {at}", at=at) if spaces else say("Which unit retreats from {at}?", at=at)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        group, terms = self.group(frame), _terms(state)
        units, spaces = what_next(state, terms, group)
        if {UNIT: alike(state, units), RETREAT: spaces}.get(verb, 0) >> argument & 1:
            return "11.56", say("not all of them can get away, and they can stand: so they do")
        if verb == RETREAT:
            return _why_not_there(state, terms, group, argument)
        if group and verb in (UNIT, STAND):
            return "11.55", say("units are on their way: choose the next space of their retreat")
        if verb == UNIT:
            return _why_not_alone(state, terms, argument)
        if verb == STAND:
            return _why_not_stand(state, terms, argument)
        return "11.55", otherwise("first carry out the retreat")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        side, group = self.side(state, frame), self.group(frame)
        terms = _terms(state)
        if not is_fought(state) or side != terms.side or group & ~state.printed.own[side]:
            yield say("units retreat that have not been attacked")
        elif len({state.place[unit] for unit in ones(group)}) > 1 or any(
            state.place[unit] < 0 for unit in ones(group)
        ):
            yield say("units that retreat together are not in one space")
        elif not self.legal(state, frame):
            yield say("a retreat has begun that cannot be completed")


RETREATS, RETREATING = Retreats(), Retreating()


def _terms(state: Theatre) -> Terms:
    return RETREATS.terms(nearest(state, RETREATS))


# Why not

TOO_FAR = (
    ("11.52a", say("too far: the retreat is one space long")),
    ("11.52", say("too far: the retreat is two spaces long")),
)
"""By the length of the retreat."""


def _why_not_alone(state: Theatre, terms: Terms, unit: int) -> tuple[str, Message]:
    waiting = units_at(state, state.target, terms.side)
    if not waiting >> unit & 1:
        return "11.51", say("that unit is not among those that must retreat")
    if alike(state, waiting) != waiting and not alike(state, waiting) >> unit & 1:
        return "11.55", ALIKE
    if terms.together or waiting == bit(unit):
        return "11.55k", say("units go to different spaces only if three or more retreat")
    if not routes(state, terms, unit):
        return "11.56", say("there is no space to which it could retreat")
    return "11.55", say(
        "if it goes first, the retreat leaves you worse off (stacking, control or supply) than it must"
    )


def _why_not_stand(state: Theatre, terms: Terms, unit: int) -> tuple[str, Message]:
    waiting = units_at(state, state.target, terms.side)
    if not waiting >> unit & 1:
        return "11.53d", say("the step is lost by a unit in the space attacked")
    if terms.apart or not _may_stand(state):
        return "11.53", say("units may stand only in mountains and swamps, or where a card or 11.54 allows it")
    if waiting == bit(unit) and not survives_step(state, unit):
        return "11.53f", say("the step would destroy all defenders")
    if not standing(state, terms):
        return "11.53", say("the retreat has begun")
    return "11.53", ALIKE


def _why_not_there(state: Theatre, terms: Terms, group: int, space: int) -> tuple[str, Message]:
    units = group or units_at(state, state.target, terms.side)
    place = state.place[first(units)]
    if space == state.target:
        return "11.55i", say("a retreat does not lead back to the space that was defended")
    left = terms.length - (place != state.target)
    if not in_range(state.printed, place, left, fresh=terms.length == 1) >> space & 1:
        return WHOLE_MOVE if far_side(state.printed, place) >> space & 1 else TOO_FAR[terms.length - 1]
    if not state.printed.graph.adjacent[place] >> space & 1:
        return "11.55", say("a retreat goes from space to space: choose the first of them")
    if state.occupied[1 - terms.side] >> space & 1:
        return "11.55a", say("a retreat does not lead into enemies")
    if not all(ways(state, unit)[place] >> space & 1 for unit in ones(units)):
        return "11.55m", say("the line that leads there is closed to them")
    last = terms.length == 1 or place != state.target
    if not last:
        return _why_not_through(state, terms, units, space)
    return _why_not_end(state, terms, units, space)


def _why_not_through(state: Theatre, terms: Terms, units: int, space: int) -> tuple[str, Message]:
    """Why a retreat of two spaces does not begin with this one."""
    if not all(routes(state, terms, unit).get(space) for unit in ones(units)):
        return "11.551" if terms.apart else "11.56", say("a retreat of two spaces cannot go on from there")
    if state.control[space] != terms.side:
        return "11.55d", say("units retreat into spaces that they control if that is possible")
    return "11.55", say("that way leaves you worse off (stacking, control or supply) than another would")


def _why_not_end(state: Theatre, terms: Terms, units: int, space: int) -> tuple[str, Message]:
    """Why a retreat does not end here."""
    if terms.apart and state.printed.graph.adjacent[state.target] >> space & 1:
        return "11.551a", say("units that disengage do not end next to the battle")
    if not all(has_room(state, unit, space) for unit in ones(units)):
        return "11.55c", say("a retreat does not end with too many units in a space")
    if state.control[space] != terms.side:
        return "11.55d", say("units retreat into spaces that they control if that is possible")
    if any(supply_at(state, unit, space) == OUT for unit in ones(units)):
        return "11.55h", say("units end their retreat in supply if that is possible")
    return "11.56", say("then another unit would find no room")
