"""6, 7, 17.1: one unit moves, hexside by hexside: how far, over which roads, into whose hexes.

A unit may go as many hexes as its speed, one more in the Rommel move, and more by road: the bonus of the lowest
class it has used (ruling 1). A unit of a group may stop anywhere; one that regroups takes only steps from which it
can still reach the destination, with a forced march as its last hex if need be (5.2, 6.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import relocated, trod
from sandtable.games.rommel_in_the_desert.printed.data import BOXES, HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    Move,
    budget_of,
    least_road,
    least_speed,
    move_of,
    pack_march,
    pack_walk,
    walk_of,
)
from sandtable.games.rommel_in_the_desert.rules.c06_paths import barred, march_hexes, next_hexes
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import cross_out, engage, hexside, settle
from sandtable.games.rommel_in_the_desert.rules.c09_losses import disrupt, eliminate
from sandtable.games.rommel_in_the_desert.rules.c17_exits import (
    exit_map,
    is_bound_to_exit,
    leads_off,
    may_exit,
    why_no_exit,
)
from sandtable.games.rommel_in_the_desert.rules.c17_victory import check_bases
from sandtable.games.rommel_in_the_desert.state import Position, put
from sandtable.games.rommel_in_the_desert.verbs import EXIT, HEX, MARCH, STOP
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, entry, one, one_of
from sandtable.kernel.flow import pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

Refusal = tuple[str, Message]


def begin_move(state: Position, unit: int, index: int) -> None:
    """5.1, 5.2: a unit sets out under the first or the second declared move."""
    push(state, STEP, unit, state.place[unit], 0, HIGHWAY, index)


def begin_leaving(state: Position, unit: int, index: int) -> None:
    """7.2, 10.1: a unit leaves a battle under a declared move, or is eliminated if no way is open to it now."""
    if can_set_out(state, unit, index):
        begin_move(state, unit, index)
    else:
        eliminate(state, unit, "10.1")


def can_set_out(state: Position, unit: int, index: int) -> bool:
    """5.2, 10.1: can the unit take a first step under this move? One in battle has to find a way out."""
    return bool(next_hexes(state, unit, 0, HIGHWAY, move_of(state, index)))


class Step(ActiveChoice):
    """6.0: one hex further, or stop.

    `origin` is where its move began, `gone` how many hexes it has gone, `road` the lowest class of road used so
    far, and `move` the declared move under which it goes.
    """

    name = "step"
    on = ("movement", "enter-base", "retreating:move_leavers")
    rule = "6.0"
    unit = one("unit")
    origin = one("hex", boxes=BOXES)
    gone = count()
    road = one_of("none", "trail", "track", "highway")
    move = entry("moves")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, unit, origin, gone, road, index = frame
        walk, place = walk_of(state, unit), state.place[unit]
        if not state.fielded[state.active] >> unit & 1 or state.disrupted >> unit & 1:
            yield say("a unit moves that cannot move now")
        elif gone and (walk is None or (walk.steps, walk.road, walk.move) != (gone, road, index)):
            yield say("a unit in the middle of its move has gone another way than it is said to have")
        elif not gone and (walk is not None or place != origin or road != HIGHWAY):
            yield say("a unit that sets out is not where its move begins")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, unit, _, steps, road, index = frame
        move = move_of(state, index)
        arrived = move.regroup and has_arrived(state, unit, steps, move)
        bound = state.exited and is_bound_to_exit(state)
        hexes = 0 if arrived else next_hexes(state, unit, steps, road, move)
        if bound:
            hexes &= leads_off(state, unit, move, steps + 1)
        options: Options = [(HEX, hexes)] if hexes else []
        if steps and not bound and (arrived or not move.regroup):
            options.append((STOP, 1))
        if may_exit(state, unit, move, steps):
            options.append((EXIT, 1))
        if move.regroup and not bound and may_march_home(state, unit, steps, road, move):
            options.append((MARCH, 1 << unit))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == HEX:
            go(state, frame, argument)
            return
        pop(state)
        unit, origin = self.unit(frame), self.origin(frame)
        if verb == EXIT:
            exit_map(state, unit, origin)
            return
        note_move(state, unit, origin)
        if verb == STOP:
            end_of_move(state, unit)
        else:
            move = move_of(state, self.move(frame))
            state.marches.append(pack_march(unit, move.goal, origin, 1))
            tell(state, "march-announced", "6.4", side=state.active, origin=state.place[unit], hex=move.goal)

    def prompt(self, state: Position, frame: Frame) -> Message:
        name = state.printed.units[self.unit(frame)].name
        if not self.gone(frame):
            return say("{unit}: choose its first hex", unit=name)
        return say("{unit} (hexes moved: {count}): go on, or end its move", unit=name, count=self.gone(frame))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == HEX:
            return why_not_hex(state, frame, argument)
        if verb == STOP:
            return why_no_stop(state, frame)
        if verb == EXIT:
            return why_no_exit(state, self.unit(frame), move_of(state, self.move(frame)), self.gone(frame))
        if verb == MARCH:
            return why_no_march(state, frame, argument)
        unit = state.printed.units[self.unit(frame)].name
        return "6.0", otherwise("finish the move of {unit} first", unit=unit)


STEP = Step()


def has_arrived(state: Position, unit: int, steps: int, move: Move) -> bool:
    """5.2: has a regrouping unit reached its destination?"""
    return bool(steps and move.regroup and state.place[unit] == move.goal)


def may_march_home(state: Position, unit: int, steps: int, road: int, move: Move) -> bool:
    """5.2, 6.4: is the destination of a regrouping unit one hex beyond what it may go?"""
    if not (steps and move.regroup and state.printed.board.touching[state.place[unit]] >> move.goal & 1):
        return False
    return bool(march_hexes(state, unit, steps, road, move) >> move.goal & 1)


# One hexside


def go(state: Position, frame: Frame, place: int) -> None:
    """6.0, 7: a unit enters the next hex; `goes_on` says whether that ends its move."""
    _, _, unit, origin, steps, road, index = frame
    here = state.place[unit]
    steps, road = steps + 1, min(road, state.printed.road[hexside(state, here, place)])
    move = move_of(state, index)
    engages = bool(state.held[ENEMY_OF[state.active]] >> place & 1)
    state.walked[unit] = pack_walk(steps, road, index, engages)
    enter(state, unit, place)
    if goes_on(state, unit, move):
        replace(state, unit, origin, steps, road, index)
        check_bases(state)
        if not state.frames:
            note_move(state, unit, origin)
    else:
        pop(state)
        note_move(state, unit, origin)
        end_of_move(state, unit)


def note_move(state: Position, unit: int, origin: int) -> None:
    """1.0: the move of a block is over; the enemy learns where it went and how fast it must be."""
    relocated(state, unit, origin, state.place[unit], least_speed(state, walk_of(state, unit)))


def enter(state: Position, unit: int, place: int) -> None:
    """6.0, 7, 8.1: a unit crosses a hexside: out of a battle perhaps, or into one."""
    side, here = state.printed.side_of[unit], state.place[unit]
    enemies = state.held[ENEMY_OF[side]]
    put(state, unit, place)
    state.moved |= 1 << unit
    if state.sink is not None:
        tell(state, "block-moved", "6.0", side=side, origin=here, hex=place)
        tell(state, "moved", "6.0", audience=1 << side, instead=True, unit=unit, origin=here, hex=place)
    if enemies >> here & 1:
        state.disengaged |= 1 << unit
        cross_out(state, unit, here, place)
        settle(state, here)
    if enemies >> place & 1:
        engage(state, unit, here, place)
    trod(state, unit, place)


def goes_on(state: Position, unit: int, move: Move) -> bool:
    """6.0: it stops where enemies are and at the destination of a regroup; otherwise when its owner says so.

    The owner is asked even if it can go no further: a move that ended by itself would give away the unit's speed.
    """
    side, here = state.printed.side_of[unit], state.place[unit]
    if state.held[ENEMY_OF[side]] >> here & 1:
        return False
    return not move.regroup or here != move.goal or bool(state.printed.exits[side] >> here & 1)


def end_of_move(state: Position, unit: int) -> None:
    """7.2, 7.3: a unit that has left a battle is disrupted now, and hidden again."""
    if state.disengaged >> unit & 1 and state.place[unit] >= 0:
        if not state.disrupted >> unit & 1:
            disrupt(state, unit, "7.2")
        state.shown &= ~(1 << unit)
    check_bases(state)


# Refusals


def why_not_hex(state: Position, frame: Frame, place: int) -> Refusal:
    """The first rule that keeps a unit out of a hex."""
    _, _, unit, _, steps, road, index = frame
    move = move_of(state, index)
    here, board = state.place[unit], state.printed.board
    if not board.touching[here] >> place & 1:
        return "6.0", say("a unit moves one hex at a time, to a neighbouring hex")
    if not board.adjacent[here] >> place & 1:
        return "1.4", say("the hexside between them cannot be crossed")
    if has_arrived(state, unit, steps, move):
        return "5.2", say("a regrouping unit ends its move in the destination")
    if barred(state, unit, steps) >> place & 1:
        return why_barred(state, unit, place, steps)
    least = least_road(steps + 1, budget_of(state, unit, move))
    if least > road:
        return "6.1", say("it has no movement left")
    if not state.printed.roads[least][here] >> place & 1:
        return "6.2", say("that way it would lose its road bonus, and it has already gone too far without it")
    if not next_hexes(state, unit, steps, road, move) >> place & 1:
        return "5.2", say("it could not reach the destination of the regroup move from there")
    return "17.1", otherwise("it must leave the map now, since others have left")


def why_barred(state: Position, unit: int, place: int, steps: int) -> Refusal:
    side, here = state.printed.side_of[unit], state.place[unit]
    enemies = state.held[ENEMY_OF[side]]
    if not steps and enemies >> here & 1:
        if enemies >> place & 1:
            return "10.1", say("units may leave a battle only into friendly or empty hexes")
        return "10.1", say("units may leave a battle only over friendly hexsides")
    if state.disengaged >> unit & 1:
        return "7.2", say("a unit that has left a battle may not engage again this turn")
    return "7.1", otherwise("as many units as may engage over that hexside have done so this phase")


def why_no_stop(state: Position, frame: Frame) -> Refusal:
    if not STEP.gone(frame):
        return "6.0", say("it has not moved yet: choose a hex, or undo")
    if is_bound_to_exit(state):
        return "17.1", say("it must leave the map now, since others have left")
    return "5.2", otherwise("a regrouping unit ends its move in the destination")


def why_no_march(state: Position, frame: Frame, argument: int) -> Refusal:
    """6.4: why the unit on its way may not march to the destination of its regroup move."""
    _, _, unit, _, steps, road, index = frame
    move, here = move_of(state, index), state.place[unit]
    if argument != unit:
        return "6.0", say("finish the move of {unit} first", unit=state.printed.units[unit].name)
    if not move.regroup:
        return "6.4", say("forced marches are announced after all other movement")
    if not steps:
        return "6.4", say("it has not moved yet: a march comes after a full move")
    if here == move.goal:
        return "5.2", say("it has reached the destination")
    if not state.printed.board.touching[here] >> move.goal & 1:
        return "6.4", say("the destination is not next to it: a march is one hex")
    if barred(state, unit, steps) >> move.goal & 1:
        return why_barred(state, unit, move.goal, steps)
    if next_hexes(state, unit, steps, road, move) >> move.goal & 1:
        return "6.4", say("it can go there without a forced march")
    return "6.4", otherwise("the destination is more than one hex beyond its movement allowance")
