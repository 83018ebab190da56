"""How many units a space holds (8)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, BRITISH, EGYPT, LIBYA, WEST
from tests.games.shifting_sands.models.position import Position, Seen, put, seen, units_in
from tests.games.shifting_sands.models.readings import TAKEN

MOST = 3
NO_LIMIT = 999


def limit(position: Position, space: str, units: Iterable[str]) -> int:
    """8.1: how many units may be in a space, if it is these that are there."""
    if space == board.ELIMINATED:
        return NO_LIMIT
    ground = board.spaces()[space]
    if ground.terrain == "offmap" or (ground.terrain == "box" and TAKEN.boxes_have_no_limit):
        return NO_LIMIT
    units = frozenset(units)
    nations = {board.units()[unit].nation for unit in units}
    if nations <= BRITISH and "montgomery" in position.events:
        if ground.region == EGYPT or space == "sinai":
            return MOST + 1
        if ground.region in (LIBYA, WEST) and not _four_elsewhere(position, space, units, BRITISH):
            return MOST + 1
    americans = frozenset({"US"})
    patton = nations <= americans and "patton" in position.events and ground.region == WEST
    return MOST + int(patton and not _four_elsewhere(position, space, units, americans))


def _four_elsewhere(position: Position, space: str, units: frozenset[str], nations: frozenset[str]) -> bool:
    """8.1: the ONE space of a region that may hold four is another one, though these units are not there."""
    region = board.spaces()[space].region
    for other, ground in board.spaces().items():
        if ground.region == region and other != space:
            staying = set(units_in(position, other, ALLIED)) - units
            there = [board.units()[unit].nation for unit in staying]
            if len(there) > MOST and set(there) <= nations:
                return True
    return False


def fits(position: Position, unit: str, space: str) -> bool:
    """Whether one more unit, this one, could stay in a space."""
    there = units_in(position, space, board.units()[unit].side)
    together = {*there, unit}
    return len(together) <= limit(position, space, together)


def is_overfull(position: Position, space: str, side: str) -> bool:
    there = units_in(position, space, side)
    return len(there) > limit(position, space, there)


def settlements(position: Position, side: str) -> set[Seen]:
    """8.2: every position that can follow when the owner removes units, one by one until nothing is overfull."""
    found = set()
    known = {seen(position)}
    waiting = [position]
    while waiting:
        now = waiting.pop()
        overfull = [space for space in sorted(set(now.place.values())) if is_overfull(now, space, side)]
        if not overfull:
            found.add(seen(now))
        for unit in [unit for space in overfull for unit in units_in(now, space, side)]:
            after = put(now, unit, board.ELIMINATED)
            if seen(after) not in known:
                known.add(seen(after))
                waiting.append(after)
    return found
