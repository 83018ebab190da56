"""3.43, 4, 5.0-5.2, 6.3, 11.4: the movement phase: moves are declared, units moved one by one, routs announced.

All moves that the cards allow share one phase and may be mixed (ruling 7): `unit` moves a unit under the first
declared move, `second` under the second. Units in battles wait for the retreats (10.3, 10.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.printed.data import AXIS
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c04_pass import begin_pass
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    MOST_MOVES,
    Move,
    budget_of,
    command_hexes,
    command_points,
    may_call_rommel,
    move_of,
    moves_allowed,
    pack_move,
    under_move,
)
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import pending_routs, why_no_rout
from sandtable.games.rommel_in_the_desert.rules.c06_movement import Refusal, begin_move
from sandtable.games.rommel_in_the_desert.rules.c06_paths import FARTHEST, destinations, within_march
from sandtable.games.rommel_in_the_desert.rules.c06_too_far import is_too_far, why_out_of_reach
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides, ways_out
from sandtable.games.rommel_in_the_desert.rules.c11_rout import begin as begin_rout
from sandtable.games.rommel_in_the_desert.rules.c16_entering_the_base import declare_entry, waiters
from sandtable.games.rommel_in_the_desert.rules.c17_exits import (
    declared_leavers,
    further_moves,
    is_bound_to_exit,
    leavers,
)
from sandtable.games.rommel_in_the_desert.rules.c17_victory import EXITING
from sandtable.games.rommel_in_the_desert.state import Position, scenario_of, speed_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import (
    DONE,
    GROUP,
    REGROUP,
    ROMMEL_GROUP,
    ROMMEL_REGROUP,
    ROUT,
    SECOND,
    TO,
    UNIT,
    WAITING,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, one
from sandtable.kernel.flow import pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

DECLARATIONS = {
    GROUP: (0, 0),
    REGROUP: (1, 0),
    ROMMEL_GROUP: (0, 1),
    ROMMEL_REGROUP: (1, 1),
}
"""By verb: whether it is a regroup, and whether it is the Rommel move."""


def begin_movement(state: Position) -> None:
    """3.43, 4.5: a movement phase begins: the moves of the option chosen, or on a Pass a withdrawal.

    7.1, 10.5: hexside limits and fire are counted afresh in every movement phase.
    """
    state.clear("movement")
    if state.real_laid:
        push(state, MOVEMENT)
    else:
        begin_pass(state)


# What can be declared


def starting_hexes(state: Position) -> int:
    """5.0, 6.0: hexes of the active side with a unit that has not moved and has somewhere to go."""
    side, board = state.active, state.printed.board
    enemies, hexes = state.held[ENEMY_OF[side]], _idle_hexes(state, side)
    found = hexes & ~enemies & board.spread(board.all & ~enemies)
    for place in ones(hexes & ~found):
        found |= _has_way(state, side, place) << place
    return found


def _idle_hexes(state: Position, side: int) -> int:
    """6.0: the hexes with undisrupted units that have not moved."""
    hexes, size = state.firm[side], state.printed.board.size
    if state.moved:
        for place in ones(hexes):
            if not state.stacks[side * size + place] & ~state.disrupted & ~state.moved:
                hexes &= ~(1 << place)
    return hexes


def _has_way(state: Position, side: int, place: int) -> bool:
    """6.0, 7.1, 10.1: is there a hex next to this one that a unit may enter from it?"""
    enemies = state.held[ENEMY_OF[side]]
    if enemies >> place & 1:
        return bool(ways_out(state, side, place))
    near = state.printed.board.adjacent[place]
    return bool(near & ~enemies) or bool(near & ~beyond_full_sides(state, place))


def goals(state: Position, point: int, rommel: int) -> int:
    """5.2, 6.4: the destinations that some unit at a command point could reach, by a forced march if need be."""
    found = 0
    for unit in starters(state, point):
        found |= destinations(state, unit, speed_of(state, unit) + rommel + 1)
    return found


def starters(state: Position, point: int) -> list[int]:
    """5.2: from each hex in or next to a command point, the fastest unit that has not moved."""
    side, fastest = state.active, []
    for place in ones((state.printed.board.touching[point] | 1 << point) & state.firm[side]):
        units = units_at(state, side, place) & ~state.disrupted & ~state.moved
        if units:
            fastest.append(max(ones(units), key=lambda unit: speed_of(state, unit)))
    return fastest


def movers(state: Position, index: int) -> int:
    """5.1, 5.2: the units that may set out under a declared move; units in battle wait for the retreats."""
    move = move_of(state, index)
    units = under_move(state, move)
    if not move.regroup:
        return units if units and _has_way(state, state.active, move.place) else 0
    found, starts = 0, [0] * FARTHEST
    for unit in ones(units):
        budget = budget_of(state, unit, move)
        starts[budget] = starts[budget] or within_march(state, move.goal, budget)
        found |= (starts[budget] >> state.place[unit] & 1) << unit
    return found


def declare(state: Position, move: Move) -> None:
    """5.1, 5.2, 6.3: the move is announced: its hex, its destination, and whether it is the Rommel move."""
    state.moves.append(pack_move(*move))
    state.rommel_used |= move.rommel
    called = "rommel-" if move.rommel else ""
    if move.regroup:
        tell(state, f"{called}regroup-declared", "5.2", side=state.active, hex=move.place, goal=move.goal)
    else:
        tell(state, f"{called}group-declared", "5.1", side=state.active, hex=move.place)


class Movement(ActiveChoice):
    """3.43, 5.0: declare moves, move their units, announce routs, in any order."""

    name = "movement"
    on = ("player-turn.move",)
    rule = "5.0"

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not state.real_laid:
            yield say("units move, but no card was laid for it")

    def legal(self, state: Position, frame: Frame) -> Options:
        if is_bound_to_exit(state):
            return exit_options(state)
        options: Options = []
        for index, verb in enumerate((UNIT, SECOND)[: len(state.moves)]):
            units = movers(state, index)
            if units:
                options.append((verb, units))
        routs = pending_routs(state)
        if not routs:
            options.append((DONE, 1))
        if len(state.moves) < moves_allowed(state):
            options += declarations(state)
        if routs:
            options.append((ROUT, routs))
        if len(state.moves) < moves_allowed(state) and waiters(state, state.active):
            options.append((WAITING, 1))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb in (UNIT, SECOND):
            begin_move(state, argument, int(verb == SECOND))
        elif verb == ROUT:
            begin_rout(state, argument)
        elif verb == DONE:
            pop(state)
        elif verb == WAITING:
            declare_entry(state)
        else:
            regroup, rommel = DECLARATIONS[verb]
            if regroup:
                push(state, DESTINATION, argument, rommel)
            else:
                declare(state, Move(0, rommel, argument, 0))

    def prompt(self, state: Position, frame: Frame) -> Message:
        """What may be done, and how many moves and units are left."""
        more = moves_allowed(state) - len(state.moves)
        left = sum(movers(state, index).bit_count() for index in range(len(state.moves)))
        if not state.moves and more > 1:
            return say("Declare the first of two moves, each a group or a regroup move, or end movement")
        if not state.moves:
            return say("Declare a group or regroup move, or end movement")
        if more and not left:
            return say("Declare a second move, or end movement")
        if more:
            return say("Move a unit ({count} left), declare a second move, or end movement", count=left)
        if left:
            return say("Choose a unit to move ({count} left), or end movement", count=left)
        return say("No other unit can move: end movement")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        return why_no_movement(state, verb, argument)


def declarations(state: Position) -> Options:
    """5.1, 5.2, 6.3: every move that may be declared."""
    starts = starting_hexes(state)
    if not starts:
        return []
    points = command_points(state, starts)
    options: Options = [(GROUP, starts), (REGROUP, points)]
    if may_call_rommel(state):
        options += [(ROMMEL_GROUP, starts), (ROMMEL_REGROUP, points)]
    return options


class Destination(ActiveChoice):
    """5.2: command point and destination are declared before a unit of a regroup moves."""

    name = "destination"
    on = ("movement",)
    rule = "5.2"
    words = say("Choose the destination of the regroup move")
    hex = one("hex")
    rommel = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        """Never more than two moves; how many the cards of this turn allow, only their owner knows."""
        if len(state.moves) >= MOST_MOVES:
            yield say("no more moves can be declared")

    def legal(self, state: Position, frame: Frame) -> Options:
        if is_bound_to_exit(state):
            return [(TO, mask_of(move.goal for move in saving_moves(state) if move.place == self.hex(frame)))]
        return [(TO, goals(state, self.hex(frame), self.rommel(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        declare(state, Move(1, self.rommel(frame), self.hex(frame), argument))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb != TO:
            return "5.2", say("declare the destination before any unit moves")
        if is_bound_to_exit(state):
            return "17.1", say("units that can leave the map must follow those that have left")
        return why_no_goal(state, self.hex(frame), self.rommel(frame), argument)


MOVEMENT, DESTINATION = Movement(), Destination()


# 17.1: some have left the map, and others have to follow


def saving_moves(state: Position) -> list[Move]:
    """Further moves by which enough units could follow."""
    sure = declared_leavers(state)
    missing = EXITING - state.exited.bit_count()
    return [move for move in further_moves(state) if (sure | leavers(state, move)).bit_count() >= missing]


def exit_options(state: Position) -> Options:
    """17.1, ruling 28: the units that can follow, and if they are too few, the moves that bring more."""
    options: Options = []
    for index, verb in enumerate((UNIT, SECOND)[: len(state.moves)]):
        units = leavers(state, move_of(state, index))
        if units:
            options.append((verb, units))
    if declared_leavers(state).bit_count() >= EXITING - state.exited.bit_count():
        return options
    for verb, kind in DECLARATIONS.items():
        hexes = mask_of(move.place for move in saving_moves(state) if (move.regroup, move.rommel) == kind)
        if hexes:
            options.append((verb, hexes))
    return options


def why_no_goal(state: Position, point: int, rommel: int, goal: int) -> Refusal:
    """5.2, 6: why no unit in or next to a command point could go to a hex, although some are near enough, or why
    none is."""
    reach = {unit: speed_of(state, unit) + rommel + 1 for unit in starters(state, point)}
    if all(state.place[unit] == goal for unit in reach):
        return "5.2", say("all units that this move could take are there already")
    near = [unit for unit in reach if state.place[unit] != goal and not is_too_far(state, unit, goal, reach[unit])]
    if not near:
        return "5.2", say("that is too far for every unit in or next to the command point")
    reasons = [why_not_the_goal(state, unit, goal, reach[unit]) for unit in near]
    return min(reasons, key=lambda why: why[0] != "7.1")


def why_not_the_goal(state: Position, unit: int, goal: int, budget: int) -> Refusal:
    """5.2, 7.1: why a unit cannot follow a regroup move; a forced march is counted in its budget."""
    if is_too_far(state, unit, goal, budget):
        return "5.2", say("the destination is too far for it, even with a forced march")
    rule, sentence = why_out_of_reach(state, unit, goal, budget)
    return rule if rule == "7.1" else "5.2", sentence


# Refusals

MOVES_RULES = {1: "4.1", 2: "4.2", 3: "4.4"}
"""By the number of real cards laid, the paragraph that says how many moves they buy."""


def why_no_movement(state: Position, verb: int, argument: int) -> Refusal:
    if verb in (UNIT, SECOND):
        return why_no_unit(state, argument, int(verb == SECOND))
    if verb == DONE and is_bound_to_exit(state):
        return "17.1", say("units that can leave the map must follow those that have left")
    if verb == DONE:
        return "11.4", say("first announce the rout of the disrupted enemies you have attacked")
    if verb == ROUT:
        return why_no_rout(state, argument)
    if verb == WAITING:
        return why_no_entry(state)
    if verb in DECLARATIONS:
        return why_no_declaration(state, *DECLARATIONS[verb], argument)
    return "3.43", otherwise("end the movement phase first")


def why_no_declaration(state: Position, regroup: int, rommel: int, place: int) -> Refusal:
    if len(state.moves) >= moves_allowed(state):
        return why_no_more_moves(state)
    if rommel and not may_call_rommel(state):
        return why_no_rommel(state)
    if is_bound_to_exit(state):
        return "17.1", say("units that can leave the map must follow those that have left")
    side, enemy = state.active, ENEMY_OF[state.active]
    if regroup and state.held[enemy] & ~state.held[side] & 1 << place:
        return "5.2", say("an enemy hex cannot be the command point")
    if regroup:
        return "5.2", otherwise("no unit of yours in or next to that hex can move")
    return why_no_group(state, place)


def why_no_group(state: Position, place: int) -> Refusal:
    """5.1, 6.0: why no unit in a hex can set out."""
    units = units_at(state, state.active, place)
    if not units:
        return "5.1", say("you have no unit there")
    if not units & ~state.disrupted:
        return "5.1", say("all your units there are disrupted, and disrupted units do not move")
    if not units & ~state.disrupted & ~state.moved:
        return "5.1", say("your units there have moved, and no unit moves twice in one player turn")
    if state.held[ENEMY_OF[state.active]] >> place & 1:
        return "5.1", say("no friendly hexside leads out of the battle there")
    return "5.1", otherwise("the enemy blocks every hex they could go to")


def why_no_entry(state: Position) -> Refusal:
    if not waiters(state, state.active):
        return "16.41", say("you have no units waiting beside the map")
    return why_no_more_moves(state)


def why_no_more_moves(state: Position) -> Refusal:
    """4.1, 4.2, 4.4: the moves that the cards have paid for."""
    rule = MOVES_RULES.get(state.real_laid, "5.0")
    if rule == "4.4" and not state.blitzed:
        return rule, say("the second move of a Blitz comes after its first combat")
    assert len(state.moves) >= moves_allowed(state)
    return rule, say("you have no more moves this turn")


def why_no_rommel(state: Position) -> Refusal:
    if state.active != AXIS:
        return "6.3", say("only the Axis has the Rommel move")
    if not scenario_of(state).rommel:
        return "6.3", say("there is no Rommel move in this scenario")
    assert state.rommel_used
    return "6.3", say("the Rommel move has been used this turn")


def why_no_unit(state: Position, unit: int, index: int) -> Refusal:
    """The first rule that keeps a unit from setting out."""
    side, place = state.active, state.place[unit]
    if state.printed.side_of[unit] != side:
        return "3.4", say("you cannot move the other side's units")
    if place < 0:
        return "5.0", say("it is not on the map")
    if index >= len(state.moves):
        return "5.0", say("declare the move first")
    if state.disrupted >> unit & 1:
        return "11.1", say("disrupted units do not move")
    if state.moved >> unit & 1:
        return "6.0", say("no unit moves twice in one player turn")
    return why_not_under(state, unit, move_of(state, index))


def why_not_under(state: Position, unit: int, move: Move) -> Refusal:
    place = state.place[unit]
    if move.regroup and place == move.goal:
        return "5.2", say("it is already at the destination")
    if not command_hexes(state, move) >> place & 1:
        if move.regroup:
            return "5.2", say("it is neither in the command point nor next to it")
        return "5.1", say("it is not in the hex of this group move")
    if state.held[ENEMY_OF[state.active]] >> place & 1:
        return "10.3", say("units leave battles only after all other movement")
    if is_bound_to_exit(state):
        return "17.1", say("it cannot follow those that have left the map")
    if not move.regroup:
        return "7.1", otherwise("the enemy blocks every hex it could go to")
    return why_not_the_goal(state, unit, move.goal, budget_of(state, unit, move) + 1)
