"""5, 6.2: where the units about to move could go, alone or together, and the run of choices that takes them there.

`reach` knows all about one unit. Units that travel together are followed step by step with what each
has spent: a way to a hex is dropped once another leads there that has cost no unit more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from sandtable.games.afrika_korps.rules.c05_movement import Ground, move_group, points_left, step
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE, MOVEMENT, may_stop, open_steps
from sandtable.games.afrika_korps.rules.c05_reach import Reach, reach
from sandtable.games.afrika_korps.rules.c05_refusals import Refusal, not_now, why_no_move, why_not_hex
from sandtable.games.afrika_korps.rules.c09_automatic_victory import hexes_that_feed, needy_attackers
from sandtable.games.afrika_korps.state import OFF, Position, put
from sandtable.games.afrika_korps.verbs import HEX, STOP, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import say, say_count


@dataclass(frozen=True, slots=True)
class Way:
    """The hexes to enter one after another, and the most movement points that one of the units spends on them."""

    hexes: tuple[int, ...]
    cost: int


def travellers(state: Position, unit: int) -> int:
    """The units that would move if this one did: it alone, or all in mid-move with it; none if it may not move."""
    frame = state.frames[-1] if state.frames else (-1,)
    if frame[0] == MOVE.number:
        group = MOVE.group(frame)
        return group if group >> unit & 1 else 0
    if frame[0] != MOVEMENT.number:
        return 0
    return 1 << unit & dict(MOVEMENT.legal(state, frame)).get(UNIT, 0)


def costs(state: Position, group: int) -> dict[int, int]:
    """For each hex in which these units may end their move, the fewest movement points it costs."""
    if _is_one(group):
        found = reach(state, first(group))
        return {place: found.cost(place) for place in ones(_ends(state, group, found))}
    return {place: way.cost for place, way in _ways_together(state, group).items()}


def way_to(state: Position, group: int, goal: int) -> tuple[int, ...]:
    """A cheapest way for these units to a hex where their move may end; nothing if none leads there."""
    if _is_one(group):
        found = reach(state, first(group))
        return tuple(found.path(goal)) if _ends(state, group, found) >> goal & 1 else ()
    way = _ways_together(state, group).get(goal)
    return way.hexes if way else ()


def _is_one(group: int) -> bool:
    return bool(group) and group == group & -group


def _ends(state: Position, unit: int, found: Reach) -> int:
    """14.5: supply that an automatic victory cannot do without must end its move where it still feeds it."""
    needy = needy_attackers(state, unit) if state.cancelled and unit & state.printed.supply else 0
    return found.ends & hexes_that_feed(state, needy) if needy else found.ends


def _ways_together(state: Position, group: int) -> dict[int, Way]:
    """6.2: a search by cost; every spending that no other betters is kept for each hex."""
    ground = Ground(state, state.active)
    start = state.place[first(group)]
    before = _points(state, group)
    spendings = {start: [_spending(state, group)]}
    found: dict[int, Way] = {}
    order = count()
    open_ways: list[tuple[int, int, int, tuple[int, ...], Position]] = [(0, 0, next(order), (), state)]
    while open_ways:
        _, _, _, way, here = heappop(open_ways)
        for place in ones(open_steps(here, group, ground)):
            there = here.copy()
            step(there, group, place, ground)
            if not _is_news(spendings.setdefault(place, []), _spending(there, group)):
                continue
            spent = max(now - then for now, then in zip(_points(there, group), before, strict=True))
            further = (*way, place)
            heappush(open_ways, (spent, len(further), next(order), further, there))
            if place != start and may_stop(there, group, ground) and _is_cheaper(found.get(place), spent):
                found[place] = Way(further, spent)
    return found


def _points(state: Position, group: int) -> list[int]:
    """By unit, the movement points it has spent; those that Rommel gives do not count (22.1)."""
    return [state.spent[unit] - state.rommel_bonus[unit] for unit in ones(group)]


def _spending(state: Position, group: int) -> tuple[int, ...]:
    """What the units have used up; one with no number higher is as good for all that may follow."""
    return tuple(_expenses(state, group))


def _expenses(state: Position, group: int) -> Iterator[int]:
    for unit in ones(group):
        bit = 1 << unit
        own, road = state.spent[unit] - state.rommel_bonus[unit], state.road_spent[unit]
        yield from (own, own + road, state.rommel_bonus[unit], int(bool(state.off_road & bit)))
        # 17.3: in I26 neither road betters the other.
        west, north = bool(state.by_west & bit), bool(state.by_north & bit)
        yield from (west - north, north - west, int(west or north))


def _is_news(known: list[tuple[int, ...]], spending: tuple[int, ...]) -> bool:
    """Note what was spent unless a spending as good is known."""
    for other in known:
        if all(theirs <= ours for theirs, ours in zip(other, spending, strict=True)):
            return False
    known.append(spending)
    return True


def _is_cheaper(known: Way | None, cost: int) -> bool:
    return known is None or cost < known.cost


def run_to(state: Position, unit: int, goal: int) -> list[Choice]:
    """The choices that take a unit, and those in mid-move with it, to a hex and end the move there.

    Where a step makes the game ask something else (15.5, 22.4.2), the run ends with that step.
    """
    group = travellers(state, unit)
    way = way_to(state, group, goal) if group else ()
    run = [pack(UNIT, unit)] if way and state.frames[-1][0] == MOVEMENT.number else []
    there = state.copy()
    for place in way:
        run.append(pack(HEX, place))
        move_group(there, group, place)
        if len(there.frames) > len(state.frames):
            return run
    return [*run, pack(STOP)] if way and MOVE.goes_on(there, group) else run


def why_no_way(state: Position, unit: int, goal: int) -> Refusal:
    """Why no run of choices takes a unit to a hex: the rule and a sentence."""
    group = travellers(state, unit)
    if not group:
        return _why_nobody_goes(state, unit)
    ground = Ground(state, state.active)
    board = state.printed.board
    if goal >= board.size or not board.names[goal]:
        return why_not_hex(state, group, goal, ground)
    if goal == state.place[unit]:
        return "5.2", say("it is there already")
    if ground.closed >> goal & 1:
        return "5.4", say("enemy combat units hold that hex")
    if ground.victims >> goal & 1:
        return "9.1", say("no unit may end its move in the hex of an enemy under automatic victory")
    if board.touching[state.place[unit]] >> goal & 1 and not open_steps(state, group, ground) >> goal & 1:
        return why_not_hex(state, group, goal, ground)
    if goal not in costs(_without_enemies(state), group):
        return _too_far(state, group)
    return _barred(state, group, goal)


def _without_enemies(state: Position) -> Position:
    """What terrain and allowance alone would permit."""
    trial = state.copy()
    for unit in ones(state.printed.side_units[ENEMY_OF[state.active]]):
        if state.place[unit] >= 0:
            put(trial, unit, OFF)
    return trial


def _too_far(state: Position, group: int) -> Refusal:
    left = max(0, min(points_left(state, one, False) for one in ones(group)))
    one, many = "too far for the movement point it has left", "too far for the {count} movement points it has left"
    return "5.2", say_count(one, many, left)


def _barred(state: Position, group: int, goal: int) -> Refusal:
    """Terrain and allowance would take it there: what keeps it from the last step, or from getting that far?"""
    if _is_one(group) and reach(state, first(group)).ends >> goal & 1:
        return "14.5", say("an automatic victory would be left without supply")
    ground = Ground(state, state.active)
    for place in costs(state, group):
        if state.printed.board.adjacent[place] >> goal & 1:
            there = state.copy()
            for hex_number in way_to(state, group, place):
                step(there, group, hex_number, ground)
            if not group & there.stopped and not open_steps(there, group, ground) >> goal & 1:
                rule, sentence = why_not_hex(there, group, goal, ground)
                if rule not in OF_ALLOWANCE:
                    return rule, sentence
    return "8.1", say("enemies and their zones of control leave it no way there that is short enough")


OF_ALLOWANCE = ("5.2", "17.2", "17.3.2", "18.5")
"""What forbids a step for want of movement points, or of another way to use them."""


def _why_nobody_goes(state: Position, unit: int) -> Refusal:
    frame = state.frames[-1] if state.frames else (-1,)
    if frame[0] == MOVE.number:
        return "5.2", say("finish the move first")
    return why_no_move(state, UNIT, unit) if frame[0] == MOVEMENT.number else not_now(UNIT)
