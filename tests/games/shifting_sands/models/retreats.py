"""What a beaten defender can do (11.5): every retreat, and every step that cancels it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.control import take
from tests.games.shifting_sands.models.losses import lose_step
from tests.games.shifting_sands.models.movement import changes
from tests.games.shifting_sands.models.position import Position, put, seen, units_in
from tests.games.shifting_sands.models.readings import TAKEN
from tests.games.shifting_sands.models.regions import WHOLE_MOVE, holds_enemies, holds_neutrals, ways
from tests.games.shifting_sands.models.stacking import fits, limit
from tests.games.shifting_sands.models.supply import OUT, supply_at

Outcome = tuple[tuple[tuple[str, str, bool], ...], frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class Defeat:
    """A lost defence: where, whose, how far to retreat, by Disengage or not."""

    space: str
    side: str
    distance: int
    disengage: bool = False


def retreats(position: Position, defeat: Defeat) -> set[Outcome]:
    """11.55, 11.56: every way in which all units in the space can retreat or perish."""
    units = units_in(position, defeat.space, defeat.side)
    if len(units) > 2:
        ends = _one_by_one(position, position, defeat, frozenset(units))
    else:
        ends = _together(position, defeat, units)
    return {_outcome(position, after) for after in ends}


def stands(position: Position, space: str, side: str, attacked_from: Iterable[str] = ()) -> set[Outcome]:
    """11.53, 11.54: every way to stay for one step more, if somebody is left then."""
    from_aden = space == "berbera" and set(attacked_from) == {"aden"}
    if board.spaces()[space].terrain not in ("mountain", "swamp") and not from_aden:
        return set()
    found = set()
    units = frozenset(units_in(position, space, side))
    for unit in units:
        for after, left in lose_step(position, units, unit):
            if left:
                found.add(_outcome(position, after))
    return found


def _one_by_one(start: Position, now: Position, defeat: Defeat, units: frozenset[str]) -> list[Position]:
    """Three or more units: each for itself, in any order. What is own and supplied is judged at the start."""
    if not units:
        return [now]
    found = {}
    for unit in units:
        judged = start if TAKEN.retreat_judged_at_its_start else now
        for end in _ends(judged, now, defeat, [unit]) or [""]:
            after = _go(now, unit, end)
            for last in _one_by_one(start, after, defeat, units - {unit}):
                found[_outcome(start, last)] = last
    return list(found.values())


def _together(position: Position, defeat: Defeat, units: list[str]) -> list[Position]:
    """One unit, or two that stay together; if they cannot, one goes and the other perishes."""
    ends = _ends(position, position, defeat, units)
    if ends:
        return [_all_go(position, units, end) for end in ends]
    found = []
    for unit in units if len(units) == 2 else []:
        for end in _ends(position, position, defeat, [unit]):
            others = [other for other in units if other != unit]
            found.append(_all_go(_all_go(position, others, ""), [unit], end))
    return found or [_all_go(position, units, "")]


def _all_go(position: Position, units: list[str], end: str) -> Position:
    for unit in units:
        position = _go(position, unit, end)
    return position


def _go(position: Position, unit: str, end: str) -> Position:
    """A unit ends its retreat, and takes control there; without an end it perishes (11.56)."""
    counter = board.units()[unit]
    if not end:
        return put(position, unit, board.ELIMINATED if counter.is_division else board.REPLACEABLE[counter.side])
    return take(put(position, unit, end), end, counter.side)


def _ends(judged: Position, now: Position, defeat: Defeat, units: list[str]) -> list[str]:
    """The best ends that all these units can share: over own spaces if possible, then in supply if possible."""
    ways_of = {unit: _paths(now, defeat, unit) for unit in units}
    common = set.intersection(*({path[-1] for path in paths} for paths in ways_of.values()))
    roomy = [end for end in sorted(common) if _have_room(now, units, end)]
    own = [
        end
        for end in roomy
        if all(
            any(path[-1] == end and _is_own(judged, defeat.side, path) for path in paths)
            for paths in ways_of.values()
        )
    ]
    best = own or roomy
    supplied = {end: sum(supply_at(judged, unit, end) != OUT for unit in units) for end in best}
    most = max(supplied.values(), default=0)
    return [end for end in best if supplied[end] == most]


def _paths(position: Position, defeat: Defeat, unit: str) -> list[tuple[str, ...]]:
    """Every way of the right length, past no enemy, that does not end where it began."""
    found: list[tuple[str, ...]] = [()]
    for _ in range(defeat.distance):
        found = [
            (*path, there)
            for path in found
            for there in _steps(position, defeat, unit, path[-1] if path else defeat.space)
        ]
    return [path for path in found if _may_stop(position, defeat, unit, path[-1])]


def _steps(position: Position, defeat: Defeat, unit: str, here: str) -> list[str]:
    whole = TAKEN.khartoum_is_a_whole_retreat and defeat.distance > 1
    return [
        there
        for there in ways(position, unit, here)
        if not holds_enemies(position, unit, there) and not (whole and board.links()[here][there] == WHOLE_MOVE)
    ]


def _may_stop(position: Position, defeat: Defeat, unit: str, end: str) -> bool:
    too_near = defeat.disengage and end in board.links()[defeat.space]
    return end != defeat.space and not holds_neutrals(position, unit, end) and not too_near


def _is_own(position: Position, side: str, path: tuple[str, ...]) -> bool:
    return all(position.control[space] == side for space in path)


def _have_room(position: Position, units: list[str], space: str) -> bool:
    if len(units) == 1:
        return fits(position, units[0], space)
    together = {*units_in(position, space, board.units()[units[0]].side), *units}
    return len(together) <= limit(position, space, together)


def _outcome(before: Position, after: Position) -> Outcome:
    return seen(after), changes(before, after)
