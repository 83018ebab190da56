"""11.6: the attacker advances."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.rules.c03_control import enter, takes
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c09_reach import far_side, in_range
from sandtable.games.shifting_sands.rules.c09_reasons import WHOLE_MOVE
from sandtable.games.shifting_sands.rules.c10_reasons import why_closed
from sandtable.games.shifting_sands.rules.c10_regions import is_long_link, ways
from sandtable.games.shifting_sands.rules.c11_fight import fight_of, ground, in_force
from sandtable.games.shifting_sands.rules.c11_results import defenders, is_fought, is_overrun, retreat_length
from sandtable.games.shifting_sands.state import Theatre, alike, face, on_map
from sandtable.games.shifting_sands.verbs import ADVANCE, DONE, STOP, TO
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, many, one, one_of
from sandtable.kernel.flow import ChoiceKind, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

REACHES = ("vacated", "one", "two", "full")
VACATED, ONE, TWO, FULL = range(4)
"""How far the attackers may go: into the space that was defended (Rearguard), one space or two (11.62, 11.63), or
as far as they move (11.64)."""
MOST = 9
Tree = dict[int, tuple[int, int]]
"""By space how many spaces were entered to come there, and the space before it."""


def advance(state: Theatre, frame: Frame) -> None:
    """11.6: a step of the battle."""
    if not defenders(state):
        push(state, PURSUIT, state.attacking, reach_of(state), on_map(state, state.attackers))


def reach_of(state: Theatre) -> int:
    """11.62 to 11.64: how far the attackers may go. After Disengage it is as if the defender had retreated one
    space; if nobody has retreated, nobody is left."""
    if is_overrun(state) or not state.vacated:
        return FULL
    if in_force(state, "rearguard"):
        return VACATED
    return ONE if in_force(state, "disengage") or retreat_length(state) == 1 else TWO


def points(state: Theatre, unit: int, reach: int) -> int:
    """11.62 to 11.64: how many spaces a unit may enter."""
    return face(state, unit).movement if reach == FULL else 2 if reach == TWO else 1


def where_next(state: Theatre, unit: int, place: int, spent: int, reach: int) -> int:
    """11.6: the spaces that an advancing unit may enter next, so that it can end its advance somewhere."""
    if spent >= points(state, unit, reach):
        return 0
    around = ways(state, unit)[place] & ~state.occupied[1 - state.printed.owners[unit]]
    around &= _direction(state, unit, spent, reach)
    return mask_of(space for space in ones(around) if _is_possible(state, unit, place, space, spent, reach))


def _direction(state: Theatre, unit: int, spent: int, reach: int) -> int:
    """11.62 to 11.64: infantry first enters the space that was defended, and then follows a retreat of two spaces
    through the spaces that were left; armour goes anywhere, unless there is a rearguard."""
    if state.printed.armour >> unit & 1 and reach != VACATED:
        return -1
    if not spent:
        return bit(state.target)
    return state.vacated if reach == TWO else -1


def _is_possible(state: Theatre, unit: int, place: int, space: int, spent: int, reach: int) -> bool:
    """10.21: the way between Khartoum and Aswan takes a whole move, so that an advance only begins with it."""
    if is_long_link(state.printed, place, space) and spent:
        return False
    if may_end(state, unit, space):
        return True
    return not must_stop(state, place, space) and bool(where_next(state, unit, space, spent + 1, reach))


def must_stop(state: Theatre, place: int, space: int) -> bool:
    """11.65: in mountains and swamps, and between Khartoum and Aswan. A fort that was attacked as a mountain is
    one for the advance too (19.6)."""
    if is_long_link(state.printed, place, space):
        return True
    if space == state.target:
        return ground(state, fight_of(state)).stops_advance
    terrain = state.printed.effects.get(state.printed.spaces[space].terrain)
    return terrain is not None and terrain.stops_advance


def may_end(state: Theatre, unit: int, space: int) -> bool:
    """11.63, 8.2: an advance ends neither in a space with an Attack marker nor with too many units (rulings)."""
    return not state.fighters >> space & 1 and has_room(state, unit, space)


def able(state: Theatre, units: int, reach: int) -> int:
    """11.61: those of these units that can advance."""
    return mask_of(unit for unit in ones(units) if where_next(state, unit, state.place[unit], 0, reach))


# The advance


def go_on(state: Theatre, frame: Frame) -> None:
    """11.61: as long as somebody can advance and wants to."""
    if able(state, PURSUIT.waiting(frame), PURSUIT.reach(frame)):
        again(state)
        push(state, ADVANCING, PURSUIT.winner(frame))


class Pursuit(Steps[Theatre]):
    """11.6: the surviving attackers advance, one by one."""

    name = "pursuit"
    on = ("battle.advance",)
    steps = (go_on,)
    winner = one("side")
    reach = one_of(*REACHES)
    waiting = many("unit")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        own = state.printed.own[self.winner(frame)]
        if not is_fought(state) or self.winner(frame) != state.attacking or defenders(state):
            yield say("units advance though nobody has given way")
        elif self.waiting(frame) & ~(state.attackers & own) or on_map(state, self.waiting(frame)) != self.waiting(
            frame
        ):
            yield say("units advance that have not attacked")


class Advancing(ChoiceKind[Theatre]):
    """11.61: who advances next?"""

    name = "advance"
    on = ("pursuit:go_on",)
    rule = "11.6"
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((ADVANCE, alike(state, self._able(state))), (DONE, True))

    def _able(self, state: Theatre) -> int:
        pursuit = nearest(state, PURSUIT)
        return able(state, PURSUIT.waiting(pursuit), PURSUIT.reach(pursuit))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DONE:
            pop(state)
            return
        pursuit, side = state.frames[-1], self.side(state, frame)
        replace(state, side, PURSUIT.reach(pursuit), PURSUIT.waiting(pursuit) & ~bit(argument))
        push(state, STRIDE, side, argument, 0)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        at = state.printed.spaces[state.target].name
        return say("{at} is clear of enemies: who advances?", at=at)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != ADVANCE:
            return "11.6", say("first advance, or end the advances")
        waiting = PURSUIT.waiting(nearest(state, PURSUIT))
        if not state.attackers >> argument & 1:
            return "11.16", say("only units that took part in the battle advance")
        if not waiting >> argument & 1:
            return "11.61", say("that unit has advanced already")
        if self._able(state) >> argument & 1:
            return "11.61", ALIKE
        return "11.6", otherwise("there is no space to which it could advance")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        pursuit = nearest(state, PURSUIT)
        if self.side(state, frame) != PURSUIT.winner(pursuit):
            yield say("the side that advances is not the one that attacked")


class Stride(ChoiceKind[Theatre]):
    """11.62 to 11.67: where does the unit go next, or does it stop?"""

    name = "stride"
    on = ("pursuit:go_on",)
    rule = "11.6"
    open_to_all = True
    asks = one("side")
    unit = one("unit")
    spent = count(at_most=MOST)

    def legal(self, state: Theatre, frame: Frame) -> Options:
        unit, spent = self.unit(frame), self.spent(frame)
        place = state.place[unit]
        stops = spent > 0 and may_end(state, unit, place)
        return offer((TO, where_next(state, unit, place, spent, reach_now(state))), (STOP, stops))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == STOP:
            pop(state)
            return
        unit, spent, place = self.unit(frame), self.spent(frame) + 1, state.place[self.unit(frame)]
        if must_stop(state, place, argument) or not where_next(state, unit, argument, spent, reach_now(state)):
            pop(state)
        else:
            replace(state, self.side(state, frame), unit, spent)
        taken = int(takes(state, unit, argument))
        tell(state, "advances", "11.67", unit=unit, origin=place, to=argument, taken=taken)
        enter(state, unit, argument, "11.67", told=True)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        unit = self.unit(frame)
        title, at = state.printed.units[unit].title, state.printed.spaces[state.place[unit]].name
        if not self.spent(frame):
            return say("Where does {unit} advance?", unit=title)
        return say("{unit} has come to {at}: advance further, or stop", unit=title, at=at)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit, spent = self.unit(frame), self.spent(frame)
        if verb == TO:
            return why_no_advance(state, unit, argument)
        if verb == STOP:
            return _why_no_stop(state, unit, spent)
        return "11.6", otherwise("first go on with {unit}, or stop", unit=state.printed.units[unit].title)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        unit, pursuit = self.unit(frame), nearest(state, PURSUIT)
        side = self.side(state, frame)
        if not is_fought(state) or side != PURSUIT.winner(pursuit):
            yield say("the side that advances is not the one that attacked")
        elif not (state.attackers & state.printed.own[side]) >> unit & 1 or state.place[unit] < 0:
            yield say("a unit advances that has not attacked")
        elif PURSUIT.waiting(pursuit) >> unit & 1:
            yield say("a unit that advances is still waiting to do so")
        elif not self.legal(state, frame):
            yield say("an advance has begun that cannot be completed")


PURSUIT, ADVANCING, STRIDE = Pursuit(), Advancing(), Stride()


def reach_now(state: Theatre) -> int:
    """How far the attackers may go in this pursuit."""
    return PURSUIT.reach(nearest(state, PURSUIT))


def spent_by(state: Theatre) -> int:
    """How many spaces the unit that advances has entered; none if no unit is on its way."""
    top = state.frames[-1]
    return STRIDE.spent(top) if top[0] == STRIDE.number else 0


def tree_of(state: Theatre, unit: int) -> Tree:
    """11.6: the spaces that an advancing unit can enter, ring by ring; from where it must stop, no further."""
    place, spent, reach = state.place[unit], spent_by(state), reach_now(state)
    tree: Tree = {place: (spent, -1)}
    ring = [place]
    while ring:
        spent += 1
        following = []
        for here in ring:
            for space in ones(where_next(state, unit, here, spent - 1, reach)):
                if space not in tree:
                    tree[space] = spent, here
                    if not must_stop(state, here, space):
                        following.append(space)
        ring = following
    return tree


# Why not


def why_no_advance(state: Theatre, unit: int, space: int) -> tuple[str, Message]:
    """11.6: why an advancing unit cannot go to a space, be it next to it or further away."""
    place, reach, spent = state.place[unit], reach_now(state), spent_by(state)
    left = points(state, unit, reach) - spent
    if space == place:
        return "11.6", say("that unit is there already")
    if not in_range(state.printed, place, left, fresh=not spent) >> space & 1:
        if far_side(state.printed, place) >> space & 1:
            return WHOLE_MOVE
        return "11.6", say("too far for this advance. Spaces left: {left}", left=left)
    if state.occupied[1 - state.printed.owners[unit]] >> space & 1:
        return "11.66", say("an advance does not lead into enemies")
    if not state.printed.graph.adjacent[place] >> space & 1:
        return "11.6", _why_no_way(state, unit, space)
    if not ways(state, unit)[place] >> space & 1:
        return why_closed(state, unit, space)
    if not _direction(state, unit, spent, reach) >> space & 1:
        return _why_not_that_way(state, unit, spent, reach)
    return _why_no_end(state, unit, space)


def _why_no_way(state: Theatre, unit: int, space: int) -> Message:
    if space in tree_of(state, unit):
        return say("an advance goes from space to space: choose the next one on its way")
    return say("the spaces between cannot be entered by this unit, or end its advance")


def _why_not_that_way(state: Theatre, unit: int, spent: int, reach: int) -> tuple[str, Message]:
    if reach == VACATED:
        return "11.62", say("with a rearguard behind, attackers advance only into the space that was defended")
    if reach == FULL:
        return "11.64b", say("infantry first enters the space that was defended")
    if reach == ONE:
        return "11.62a", say("infantry advances only into the space that was defended")
    return "11.63a", say("infantry follows the retreat: into spaces that the retreating units have left")


def _why_no_stop(state: Theatre, unit: int, spent: int) -> tuple[str, Message]:
    if not spent:
        return "11.6", say("the unit has not advanced yet")
    return _why_no_end(state, unit, state.place[unit])


def _why_no_end(state: Theatre, unit: int, space: int) -> tuple[str, Message]:
    if state.fighters >> space & 1:
        return "11.63c", say("an advance does not end in a space with an Attack marker")
    return "8.2", say("an advance does not end with too many units in a space")
