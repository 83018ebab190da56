"""What a beaten defender can do (11.5): every retreat, and every step that cancels it.

The rulings on 11.55 are in rulings.md: a retreat is judged as a whole, before it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import AXIS
from tests.games.shifting_sands.models.control import take_all
from tests.games.shifting_sands.models.losses import lose_step
from tests.games.shifting_sands.models.movement import changes
from tests.games.shifting_sands.models.position import Position, Seen, put, seen, units_in
from tests.games.shifting_sands.models.regions import WHOLE_MOVE, holds_enemies, holds_neutrals, ways
from tests.games.shifting_sands.models.stacking import MOST, is_overfull
from tests.games.shifting_sands.models.supply import OUT, supply_at

Outcome = tuple[Seen, frozenset[tuple[str, str]]]
Plan = Mapping[str, str]  # by unit where it ends; nothing if it perishes


@dataclass(frozen=True)
class Defeat:
    """A lost defence: where, whose, how far to retreat, from where and by whom it was attacked; by Disengage?"""

    space: str
    side: str
    distance: int
    attacked_from: frozenset[str] = frozenset()
    by_divisions: bool = False
    disengage: bool = False


def ends(position: Position, defeat: Defeat) -> set[Outcome]:
    """What can become of the defenders: they retreat or stand; unless all get away, who can stand must (11.56)."""
    plans = best_plans(position, defeat)
    standing = stands(position, defeat)
    if standing and not all(all(plan.values()) for plan in plans):
        return standing
    return standing | {_outcome(position, _carried_out(position, plan)) for plan in plans}


def retreats(position: Position, defeat: Defeat) -> set[Outcome]:
    """11.55, 11.56: every way in which all units in the space can retreat or perish."""
    return {_outcome(position, _carried_out(position, plan)) for plan in best_plans(position, defeat)}


def best_plans(position: Position, defeat: Defeat) -> list[Plan]:
    """As many as possible get away, past as few enemy spaces as possible, and as many as possible end supplied."""
    plans = _plans(position, defeat)
    pairs = {(unit, end) for plan, _ in plans for unit, end in plan.items() if end}
    supplied = {pair for pair in pairs if supply_at(position, *pair) != OUT}
    rated = [(_rating(plan, cost, supplied), plan) for plan, cost in plans]
    best = max(rating for rating, _ in rated)
    return [plan for rating, plan in rated if rating == best]


def stands(position: Position, defeat: Defeat) -> set[Outcome]:
    """11.53, 11.54: every way to stay for one step more, if somebody is left then."""
    from_aden = defeat.space == "berbera" and defeat.attacked_from == {"aden"}
    rough = board.spaces()[defeat.space].terrain in ("mountain", "swamp") or _is_mere_mountain(position, defeat)
    if defeat.disengage or not (rough or from_aden):
        return set()
    units = frozenset(units_in(position, defeat.space, defeat.side))
    return {
        _outcome(position, after) for unit in units for after, left in lose_step(position, units, unit) if left
    }


def _is_mere_mountain(position: Position, defeat: Defeat) -> bool:
    """19.6: a fort of Syria that Allied divisions attack."""
    ground = board.spaces()[defeat.space]
    attacked = defeat.side == AXIS and defeat.by_divisions
    return "19.6" in position.options and ground.subregion == "Syria" and ground.fort > 0 and attacked


def _rating(plan: Plan, cost: int, supplied: set[tuple[str, str]]) -> tuple[int, int, int]:
    gone = [(unit, end) for unit, end in plan.items() if end]
    return len(gone), -cost, len(supplied.intersection(gone))


def _plans(position: Position, defeat: Defeat) -> list[tuple[Plan, int]]:
    """Every plan that leaves no space overfull, with how often it enters enemy spaces."""
    units = units_in(position, defeat.space, defeat.side)
    found: list[tuple[Plan, int]] = [(dict.fromkeys(units, ""), 0)]
    if len(units) > 2:
        choices = [[("", 0), *_costs(position, defeat, [unit]).items()] for unit in units]
        for chosen in product(*choices):
            plan = {unit: end for unit, (end, _) in zip(units, chosen, strict=True)}
            found.append((plan, sum(cost for _, cost in chosen)))
    else:
        groups = [units] + ([[unit] for unit in units] if len(units) == 2 else [])
        for group in groups:
            for end, cost in _costs(position, defeat, group).items():
                found.append(({unit: end if unit in group else "" for unit in units}, cost * len(group)))
    return [(plan, cost) for plan, cost in found if _has_room(position, defeat, plan)]


def _costs(position: Position, defeat: Defeat, group: list[str]) -> dict[str, int]:
    """By end the fewest enemy spaces on a way that all these units can take."""
    common = set.intersection(*(set(_paths(position, defeat, unit)) for unit in group))
    found: dict[str, int] = {}
    for path in common:
        cost = sum(position.control[space] != defeat.side for space in path)
        found[path[-1]] = min(cost, found.get(path[-1], cost))
    return found


def _has_room(position: Position, defeat: Defeat, plan: Plan) -> bool:
    coming = Counter(end for end in plan.values() if end)
    full = [end for end, number in coming.items() if number + _there(position, defeat, end) > MOST]
    return not full or not any(is_overfull(_carried_out(position, plan), end, defeat.side) for end in full)


def _there(position: Position, defeat: Defeat, space: str) -> int:
    return sum(
        place == space and board.units()[unit].side == defeat.side for unit, place in position.place.items()
    )


def _carried_out(position: Position, plan: Plan) -> Position:
    """Who ends somewhere takes control there; who does not perishes (11.56)."""
    for unit, end in plan.items():
        counter = board.units()[unit]
        box = board.ELIMINATED if counter.is_division else board.REPLACEABLE[counter.side]
        position = put(position, unit, end or box)
    return take_all(position, {end: board.units()[unit].side for unit, end in plan.items() if end})


def _paths(position: Position, defeat: Defeat, unit: str) -> Iterable[tuple[str, ...]]:
    """Every way of the right length, past no enemy, that does not end where it began."""
    found: list[tuple[str, ...]] = [()]
    for _ in range(defeat.distance):
        found = [
            (*path, there)
            for path in found
            for there in _steps(position, defeat, unit, path[-1] if path else defeat.space)
        ]
    return [path for path in found if _may_stop(defeat, path[-1])]


def _steps(position: Position, defeat: Defeat, unit: str, here: str) -> list[str]:
    """10.21: from Khartoum to Aswan is a whole move, so only a retreat of one space goes there."""
    return [
        there
        for there in ways(position, unit, here)
        if not holds_enemies(position, unit, there)
        and not holds_neutrals(position, unit, there)
        and not (defeat.distance > 1 and board.links()[here][there] == WHOLE_MOVE)
    ]


def _may_stop(defeat: Defeat, end: str) -> bool:
    too_near = defeat.disengage and end in board.links()[defeat.space]
    return end != defeat.space and not too_near


def _outcome(before: Position, after: Position) -> Outcome:
    return seen(after), changes(before, after)
