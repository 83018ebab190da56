"""Where a unit can be moved now and by which choices, or why it cannot: asked by clients.

A unit that has still to be deployed goes to a hex of its area (18.0). A unit on the map moves as `reach` finds it;
where no declared move takes it, a group move from its hex is declared with the first step (5.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    budget_of,
    move_of,
    moves_allowed,
    pack_move,
)
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT, why_no_unit
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP, why_not_hex
from sandtable.games.rommel_in_the_desert.rules.c06_reach import Reach, reaches, route
from sandtable.games.rommel_in_the_desert.rules.c06_too_far import has_approach, why_out_of_reach
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import count_engagement, hexside
from sandtable.games.rommel_in_the_desert.rules.c17_exits import is_bound_to_exit
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import (
    DEPLOY,
    DEPLOY_TO,
    is_deploying,
    open_hexes,
    room_to_deploy,
    to_deploy,
)
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.verbs import GROUP, HEX, STOP, UNIT
from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

Refusal = tuple[str, Message]


def deployable(state: Position, unit: int) -> int:
    """18.0: the hexes in which a unit may be deployed now."""
    frame: Frame = state.frames[-1] if state.frames else ()
    if not frame or frame[0] not in (DEPLOY.number, DEPLOY_TO.number):
        return 0
    if frame[0] == DEPLOY.number:
        group = DEPLOY.group(frame)
        return open_hexes(state, group) if to_deploy(state, group) >> unit & 1 else 0
    return open_hexes(state, DEPLOY_TO.group(frame)) if DEPLOY_TO.unit(frame) == unit else 0


def under_way(state: Position, unit: int) -> tuple[Position, list[Choice]]:
    """5.1: a position in which a declared move takes the unit, and the declaration that leads to it, if any."""
    frame: Frame = state.frames[-1] if state.frames else ()
    place = state.place[unit]
    if not frame or frame[0] != MOVEMENT.number or place < 0 or reaches(state, unit):
        return state, []
    if not any(verb == GROUP and hexes >> place & 1 for verb, hexes in MOVEMENT.legal(state, frame)):
        return state, []
    twin = state.copy()
    twin.moves.append(pack_move(0, 0, place))
    return (twin, [pack(GROUP, place)]) if reaches(twin, unit) else (state, [])


def run_to(state: Position, unit: int, goal: int) -> list[Choice]:
    """The choices that take a unit to a hex; none if it cannot go there now."""
    if deployable(state, unit) >> goal & 1:
        start = [pack(UNIT, unit)] if state.frames[-1][0] == DEPLOY.number else []
        return [*start, pack(HEX, goal)]
    moving, declared = under_way(state, unit)
    run = route(moving, unit, goal)
    if not run:
        return []
    end = [pack(STOP)] if _could_go_on(moving, unit, run) else []
    return [*declared, *run, *end]


def with_room(state: Position, units: Sequence[int], cells: Iterable[int]) -> Iterator[int]:
    """Of the hexes that each of these units reaches by itself, those that have room for all of them."""
    enemies = state.held[ENEMY_OF[state.active]]
    deploying = is_deploying(state)
    for place in cells:
        if deploying:
            fits = room_to_deploy(state, DEPLOY.group(state.frames[-1]), place) >= len(units)
        else:
            fits = not enemies >> place & 1 or _all_may_engage(state, units, place)
        if fits:
            yield place


def _all_may_engage(state: Position, units: Sequence[int], goal: int) -> bool:
    """7.1: can all of them engage there, one after another, each over a hexside that has room for it?"""
    for unit in units:
        moving, _ = under_way(state, unit)
        entered = [place for verb, place in map(unpack, route(moving, unit, goal)) if verb == HEX]
        if not entered:
            return False
        *_, last, _ = (moving.place[unit], *entered) if entered[-1] == goal else (*entered, goal)
        state = moving.copy()
        count_engagement(state, hexside(state, last, goal))
    return True


def _could_go_on(state: Position, unit: int, run: list[Choice]) -> bool:
    """6.0: does the move stay open in its last hex? Enemies end it, and so does the destination of a regroup."""
    verb, goal = unpack(run[-1])
    if verb != HEX or is_bound_to_exit(state):
        return False
    index = next(reach.index for reach in reaches(state, unit) if goal in reach.steps)
    return not (move_of(state, index).regroup or state.held[ENEMY_OF[state.active]] >> goal & 1)


def why_no_way(state: Position, unit: int, goal: int) -> Refusal:
    """Why no choices take a unit to a hex: the rule and a sentence."""
    frame: Frame = state.frames[-1] if state.frames else ()
    if frame and frame[0] == DEPLOY_TO.number and DEPLOY_TO.unit(frame) != unit:
        return "18.0", say("choose a hex for the unit you picked")
    if frame and frame[0] in (DEPLOY.number, DEPLOY_TO.number):
        if not deployable(state, unit):
            return DEPLOY.why_not(state, frame, UNIT, unit)
        return DEPLOY_TO.why_not(state, frame, HEX, goal)
    moving, _ = under_way(state, unit)
    found = reaches(moving, unit)
    if found:
        return _why_out_of_reach(moving, unit, goal, found)
    if frame and frame[0] == MOVEMENT.number:
        return _why_it_stays(state, unit)
    return "3.43", say("units move one after another in the movement phase")


def _why_it_stays(state: Position, unit: int) -> Refusal:
    """No move takes the unit: neither a declared one nor, where one may be declared, a group move from its hex."""
    if len(state.moves) >= moves_allowed(state) or state.place[unit] < 0:
        return why_no_unit(state, unit, 0)
    twin = state.copy()
    twin.moves.append(pack_move(0, 0, state.place[unit]))
    return why_no_unit(twin, unit, len(state.moves))


def _why_out_of_reach(state: Position, unit: int, goal: int, found: list[Reach]) -> Refusal:
    """A unit moves, but not to this hex. Where distance does not keep it away, a forced march is no answer."""
    move, top = move_of(state, found[0].index), state.frames[-1]
    budget = budget_of(state, unit, move)
    gone = (STEP.gone(top), STEP.road(top)) if top[0] == STEP.number else (0, HIGHWAY)
    if any(goal in reach.marches for reach in found) and not has_approach(state, unit, goal, budget, *gone):
        return "6.4", say("only a forced march leads there; announce it when all moves have been made")
    if move.regroup and goal != move.goal:
        return "5.2", say("a unit in a regroup move goes to the declared destination")
    if state.printed.board.touching[state.place[unit]] >> goal & 1:
        setting_out = STEP.frame(unit, state.place[unit], 0, HIGHWAY, found[0].index)
        return why_not_hex(state, top if top[0] == STEP.number else setting_out, goal)
    return why_out_of_reach(state, unit, goal, budget, *gone)
