"""How the attackers can advance after a battle (11.6), by walking every way there is."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.control import take
from tests.games.shifting_sands.models.movement import changes
from tests.games.shifting_sands.models.position import Position, Seen, factors, put, seen
from tests.games.shifting_sands.models.regions import WHOLE_MOVE, holds_enemies, holds_neutrals, ways
from tests.games.shifting_sands.models.stacking import fits

Outcome = tuple[Seen, frozenset[tuple[str, str]]]


@dataclass(frozen=True)
class Victory:
    """A space that its defenders have left: one space away, two, or for good (0); where they passed; and whether
    it was attacked as a mountain though it is a fort (19.6)."""

    target: str
    distance: int
    trail: frozenset[str] = frozenset()
    is_mountain: bool = False


def advances(position: Position, victory: Victory, attackers: frozenset[str]) -> set[Outcome]:
    """Every position in which an advance can end; each attacker goes once, in any order, or stays."""
    return {(seen(after), changes(position, after)) for after in _each(position, victory, attackers)}


def _each(position: Position, victory: Victory, attackers: frozenset[str]) -> list[Position]:
    found = {_key(position): position}
    for unit in attackers:
        for after in _one(position, victory, unit):
            for last in _each(after, victory, attackers - {unit}):
                found[_key(last)] = last
    return list(found.values())


def _one(position: Position, victory: Victory, unit: str) -> list[Position]:
    """Every way in which one unit can advance."""
    most = victory.distance or factors(position, unit)[2]
    found = {}
    waiting = [(position, 0, False)]
    known = set()
    while waiting:
        now, spent, stopped = waiting.pop()
        here = now.place[unit]
        if spent and here not in now.fighters and fits(now, unit, here):
            found[_key(now)] = now
        for there in [] if stopped or spent == most else _next(now, victory, unit, here, spent):
            after = take(put(now, unit, there), there, board.units()[unit].side)
            rough = board.spaces()[there].terrain in ("mountain", "swamp")
            rough = rough or (victory.is_mountain and there == victory.target)
            state = (after, spent + 1, rough or board.links()[here][there] == WHOLE_MOVE)
            mark = (_key(after), *state[1:])
            if mark not in known:
                known.add(mark)
                waiting.append(state)
    return list(found.values())


def _next(position: Position, victory: Victory, unit: str, here: str, spent: int) -> list[str]:
    """11.62 to 11.66: infantry enters the battle space, and after a retreat of two follows the way of it."""
    free = [
        there
        for there in ways(position, unit, here)
        if not holds_enemies(position, unit, there)
        and not holds_neutrals(position, unit, there)
        and not (spent and board.links()[here][there] == WHOLE_MOVE)
    ]
    if board.units()[unit].is_armour:
        return free
    if spent == 0:
        return [there for there in free if there == victory.target]
    return [there for there in free if there in victory.trail] if victory.distance else free


def _key(position: Position) -> object:
    return seen(position), frozenset(position.control.items())
