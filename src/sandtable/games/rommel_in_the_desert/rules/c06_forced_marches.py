"""6.4: forced marches: one hex beyond a unit's allowance, announced together after all moves, then rolled for.

A regrouping unit has announced its march during its move, and waits one hex short of the destination (5.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_have_lost, relocated
from sandtable.games.rommel_in_the_desert.printed.data import BOXES
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    March,
    budget_of,
    marching_speed,
    move_of,
    pack_march,
    unpack_march,
    walk_of,
)
from sandtable.games.rommel_in_the_desert.rules.c06_movement import Refusal, end_of_move, enter
from sandtable.games.rommel_in_the_desert.rules.c06_paths import barred, march_hexes, next_hexes, one_beyond
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides
from sandtable.games.rommel_in_the_desert.rules.c09_losses import disrupt, lose_step
from sandtable.games.rommel_in_the_desert.rules.c11_rout import begin as begin_rout
from sandtable.games.rommel_in_the_desert.state import Position, put
from sandtable.games.rommel_in_the_desert.verbs import DONE, HEX, MARCH, ROUT
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, one
from sandtable.kernel.flow import Die, Steps, again, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

SUCCEEDS_FROM = 4
"""6.4: on 4, 5 or 6."""


def begin_marches(state: Position) -> None:
    """6.4: after all moves and retreats. Which units may march is a secret, so the question comes if any moved."""
    if state.marches or any(state.walked):
        push(state, MARCHES)


def goals_of(state: Position, unit: int) -> int:
    """6.4, 7.1: the hexes to which a unit of a group may march."""
    walk, side = walk_of(state, unit), state.printed.side_of[unit]
    place = state.place[unit]
    if walk is None or walk.stopped or place < 0 or side != state.active:
        return 0
    move = move_of(state, walk.move)
    return 0 if move.regroup else march_hexes(state, unit, walk.steps, walk.road, move)


def marchers(state: Position) -> int:
    """6.4: the units of groups that may march and have not been announced."""
    announced = mask_of(unpack_march(packed).unit for packed in state.marches)
    movers = (unit for unit in ones(state.moved & ~announced) if state.walked[unit])
    return mask_of(unit for unit in movers if goals_of(state, unit))


def pending_routs(state: Position) -> int:
    """11.4: hexes in which undisrupted units of the active side face only disrupted enemies."""
    enemy = ENEMY_OF[state.active]
    return state.held[enemy] & ~state.firm[enemy] & state.firm[state.active]


def why_no_rout(state: Position, place: int) -> Refusal:
    """11.4: why no enemies can be routed in a hex."""
    side, enemy = state.active, ENEMY_OF[state.active]
    if not state.held[enemy] >> place & 1:
        return "11.4", say("no enemy is there")
    if state.firm[enemy] >> place & 1:
        return "11.4", say("not all of the enemies there are disrupted")
    assert not state.firm[side] >> place & 1
    return "11.4", say("none of your undisrupted units is there to rout them")


# The frames


def _announce(state: Position, frame: Frame) -> None:
    push(state, ANNOUNCE)


def _roll(state: Position, frame: Frame) -> None:
    """6.4, ruling 9: one die for each unit, one after another, in the order they were announced."""
    if not state.marches:
        return
    again(state)
    march = unpack_march(state.marches.pop(0))
    if barred(state, march.unit, 1) >> march.goal & 1:
        # Enemies have been routed into the hex: too many units march there (7.1), or this one left a battle (7.2).
        _go_back(state, march)
        end_of_move(state, march.unit)
    else:
        push(state, MARCH_DIE, *march)


def _overrun(state: Position, frame: Frame) -> None:
    """11.4: disrupted enemies reached by a march are routed, in the order the active player chooses."""
    hexes = pending_routs(state)
    if not hexes:
        return
    again(state)
    if hexes & hexes - 1:
        push(state, OVERRUN)
    else:
        begin_rout(state, first(hexes))


MARCHES: Steps[Position] = Steps("marches", _announce, _roll, _overrun, on=("player-turn.march",))


class Announce(ActiveChoice):
    """6.4: name the units that march, one after another, before any die is rolled."""

    name = "announce-marches"
    on = ("marches._announce",)
    rule = "6.4"

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((DONE, True), (MARCH, marchers(state)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == MARCH:
            push(state, MARCH_TO, argument)
        else:
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Announce forced marches ({count} so far)", count=len(state.marches))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == MARCH:
            return why_no_march(state, argument)
        return "6.4", otherwise("all other movement is over: only forced marches are left")


def why_no_march(state: Position, unit: int) -> Refusal:
    """The first rule that keeps a unit from a forced march."""
    walk, place = walk_of(state, unit), state.place[unit]
    if state.printed.side_of[unit] != state.active or place < 0:
        return "6.4", say("only your own units on the map can make forced marches")
    if walk is None:
        return "6.4", say("only units that have moved in this phase can make forced marches")
    if any(unpack_march(packed).unit == unit for packed in state.marches):
        return "6.4", say("its march has already been announced")
    if walk.stopped:
        return "6.0", say("it engaged the enemy and had to stop")
    if move_of(state, walk.move).regroup:
        return "5.2", say("a regrouping unit marches to the destination or not at all")
    if not beyond_allowance(state, unit):
        return "6.4", say("it has not gone as far as it may: a march goes one hex beyond that")
    return "7.1", otherwise("the enemy holds every hex it could march to, and it may not engage there")


def beyond_allowance(state: Position, unit: int) -> int:
    """6.4: the hexes that a march of this unit could lead to, if there were no enemy."""
    walk = walk_of(state, unit)
    if walk is None:
        return 0
    budget = budget_of(state, unit, move_of(state, walk.move))
    return one_beyond(state.printed, state.place[unit], walk.steps - budget, walk.road)


class MarchTo(ActiveChoice):
    """6.4: the hex a unit marches to."""

    name = "march-to"
    on = ("announce-marches",)
    rule = "6.4"
    unit = one("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not state.fielded[state.active] >> self.unit(frame) & 1:
            yield say("a unit marches that is not on the map, or not of the side that moves")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(HEX, goals_of(state, self.unit(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        unit = self.unit(frame)
        place = state.place[unit]
        state.marches.append(pack_march(unit, argument, place, 0))
        tell(state, "march-announced", "6.4", side=state.active, origin=place, hex=argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit} marches: choose the hex", unit=state.printed.units[self.unit(frame)].name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        unit = self.unit(frame)
        here = state.place[unit]
        if verb != HEX:
            return "6.4", say("choose the hex {unit} marches to", unit=state.printed.units[unit].name)
        if not state.printed.board.adjacent[here] >> argument & 1:
            return "6.4", say("a march is one hex, over a hexside that can be crossed")
        if state.held[ENEMY_OF[state.active]] & beyond_full_sides(state, here) & 1 << argument:
            return "7.1", say("more units would engage over that hexside than one movement phase allows")
        if state.disengaged >> unit & 1 and state.held[ENEMY_OF[state.active]] >> argument & 1:
            return "7.2", say("a unit that has left a battle may not engage again this turn")
        walk = walk_of(state, unit)
        if walk and next_hexes(state, unit, walk.steps, walk.road, move_of(state, walk.move)) >> argument & 1:
            return "6.4", say("it could have moved there normally: a march goes one hex beyond that")
        return "6.2", otherwise("that way it would go more than one hex beyond its movement allowance")


def march_faults(state: Position, march: March) -> Iterator[Message]:
    """6.4: a unit marches to a hex next to it after it has moved; if need be it goes back.

    Whether it has gone as far as it may is not asked: the enemy does not know the unit and may take it for
    a faster one.
    """
    walk, place = walk_of(state, march.unit), state.place[march.unit]
    if walk is None or not state.fielded[state.active] >> march.unit & 1:
        yield say("a unit marches that has not moved, or is not on the map")
    elif not state.printed.board.adjacent[place] >> march.goal & 1 or (march.regroup and march.origin < 0):
        yield say("a unit marches further than to the next hex")


class MarchDie(Die[Position]):
    """6.4: 4, 5 and 6 succeed."""

    name = "march-die"
    on = ("marches:_roll",)
    unit = one("unit")
    hex = one("hex")
    origin = one("hex", boxes=BOXES)
    regroup = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, *numbers = frame
        yield from march_faults(state, March(*numbers))

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("A die for the forced march, which succeeds on 4, 5 or 6")

    def play(self, state: Position, frame: Frame, outcome: int) -> None:
        pop(state)
        _, _, *numbers = frame
        march = March(*numbers)
        face = outcome + 1
        here = state.place[march.unit]
        tell(state, "march-rolled", "6.4", side=state.active, origin=here, hex=march.goal, die=face)
        if face >= SUCCEEDS_FROM:
            _march_on(state, march)
        else:
            _fail(state, march)


class Overrun(ActiveChoice):
    """11.4: which of several groups of disrupted enemies is routed first."""

    name = "overrun"
    on = ("marches:_overrun",)
    rule = "11.4"
    words = say("Choose the hex whose disrupted units are routed first")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(ROUT, pending_routs(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        begin_rout(state, argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == ROUT:
            return why_no_rout(state, argument)
        return "11.4", otherwise("choose the hex whose disrupted units are routed first")


ANNOUNCE, MARCH_TO, MARCH_DIE, OVERRUN = Announce(), MarchTo(), MarchDie(), Overrun()


# The result


def _march_on(state: Position, march: March) -> None:
    """6.4: success: the unit moves the extra hex."""
    here = state.place[march.unit]
    enter(state, march.unit, march.goal)
    _note_march(state, march, here)
    end_of_move(state, march.unit)


def _fail(state: Position, march: March) -> None:
    """6.4: failure: disrupted where it is, or where a regroup began; a unit that left a battle loses a step."""
    if state.disengaged >> march.unit & 1:
        may_have_lost(state, state.active, state.place[march.unit], 0, rout=True)
        lose_step(state, march.unit, "6.4")
        end_of_move(state, march.unit)
        return
    if march.regroup:
        _go_back(state, march)
    disrupt(state, march.unit, "6.4")


def _go_back(state: Position, march: March) -> None:
    """5.2: a regrouping unit that does not reach the destination goes back; but never back into a battle (7.2)."""
    unit, here = march.unit, state.place[march.unit]
    if not march.regroup or state.disengaged >> unit & 1:
        return
    put(state, unit, march.origin)
    tell(state, "block-returned", "5.2", side=state.active, origin=here, hex=march.origin)
    _note_march(state, march, here)


def _note_march(state: Position, march: March, here: int) -> None:
    """1.0: a block has marched on from `here`, or gone back; the attempt alone shows how fast it is."""
    walk, place = walk_of(state, march.unit), state.place[march.unit]
    assert walk is not None
    relocated(state, march.unit, here, place, marching_speed(state, walk, here, march.goal), exactly=True)
