"""Zones of control (8.0, 8.1, 14.0 and the zone column of the terrain chart with its note H)."""

from __future__ import annotations

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.position import Position

CLOSED_GROUND = frozenset({"salt_marsh", "rough", "mountain"})  # "no ZOC in"
CLOSED_SIDES = frozenset({"escarpment", "ridge", "sea"})  # "no ZOC across"


def exerts_zone(type_: str) -> bool:
    """All units have zones except HQs and garrisons (8.0); being out of supply or disorganised changes nothing."""
    return type_ not in ("hq", "garrison")


def zone_extends(position: Position, one: str, other: str) -> bool:
    """Whether the zone of a unit in one hex reaches into an adjacent one."""
    if board.is_fort(one) or board.is_fort(other):
        return False  # 14.0: neither into nor out of a fort hex, "there are no exceptions"
    if not board.passable(other):
        return False
    if board.roads_and_tracks(position, one, other):
        return True  # note H
    if board.hexside(one, other) & CLOSED_SIDES:
        return False
    return board.hexes()[other].terrain not in CLOSED_GROUND


def zone_of(position: Position, side: str) -> set[str]:
    """Every hex in the zone of control of a side's units, also across the joins (6.1, 8.0)."""
    exerting = {
        counter.hex
        for counter in position.counters
        if board.side_of(counter) == side and exerts_zone(board.printed(counter).type)
    }
    return {other for one in exerting for other in board.neighbours(one) if zone_extends(position, one, other)}


def contested(position: Position, side: str) -> set[str]:
    """The hexes in the enemy's zone that hold a unit of this side (8.1)."""
    return zone_of(position, board.enemy_of(side)) & board.occupied(position, side)


def uncontested(position: Position, side: str) -> set[str]:
    """The hexes in the enemy's zone that hold no unit of this side; its own zone there is no help (8.1)."""
    return zone_of(position, board.enemy_of(side)) - board.occupied(position, side)
