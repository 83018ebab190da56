"""Where a unit can move (9, 10), by walking every way there is."""

from __future__ import annotations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.control import take
from tests.games.shifting_sands.models.position import Position, factors, put
from tests.games.shifting_sands.models.regions import LRDG, WHOLE_MOVE, holds_enemies, holds_neutrals, ways

End = tuple[str, frozenset[tuple[str, str]], str]
"""Where the unit ends, every space with a new controller, and where the LRDG is then (11.76)."""


def moves(position: Position, unit: str) -> set[End]:
    """Every way in which the move of a unit can end, staying included."""
    start, most = position.place[unit], factors(position, unit)[2]
    found = {(start, changes(position, position), position.place.get(LRDG, ""))}
    seen = set()
    waiting = [(position, 0)]
    while waiting:
        now, spent = waiting.pop()
        here = now.place[unit]
        if spent and may_end(now, unit, here):
            found.add((here, changes(position, now), now.place.get(LRDG, "")))
        for there in ways(now, unit, here):
            whole = board.links()[here][there] == WHOLE_MOVE
            after = most if whole else spent + 1
            if (whole and spent) or after > most or holds_enemies(now, unit, there):
                continue
            then = take(put(now, unit, there), there, board.units()[unit].side)
            state = (there, after, changes(position, then))
            if state not in seen:
                seen.add(state)
                waiting.append((then, after))
    return found


def may_end(position: Position, unit: str, space: str) -> bool:
    """9.15, 9.16, 10.422: infantry does not stop on an attack marker, and nobody among inactive Iraqis."""
    marked = space in position.fighters and not board.units()[unit].is_armour
    return not marked and not holds_neutrals(position, unit, space)


def changes(before: Position, after: Position) -> frozenset[tuple[str, str]]:
    """The spaces that have changed hands."""
    return frozenset((space, side) for space, side in after.control.items() if before.control[space] != side)
