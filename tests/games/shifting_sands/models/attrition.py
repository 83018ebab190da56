"""What the attrition phase takes (5.3, 13.8)."""

from __future__ import annotations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, WEST
from tests.games.shifting_sands.models.control import take_all
from tests.games.shifting_sands.models.position import Position, is_active, put
from tests.games.shifting_sands.models.regions import may_be
from tests.games.shifting_sands.models.supply import OUT, supply_at, supply_of


def after_attrition(position: Position) -> Position:
    """Units without supply go, all at the same time; then spaces change hands, judged on the same position."""
    position = _without_stragglers(position)
    lost = [
        space for space in board.spaces() if not is_exempt(position, space) and not is_supplied(position, space)
    ]
    return take_all(position, {space: board.OTHER[position.control[space]] for space in lost})


def _without_stragglers(position: Position) -> Position:
    """13.81: divisions for good."""
    after = position
    for unit, place in position.place.items():
        counter = board.units()[unit]
        on_map = place != board.ELIMINATED and board.spaces()[place].terrain != "offmap"
        if on_map and is_active(position, unit) and supply_of(position, unit) == OUT:
            box = board.ELIMINATED if counter.is_division else board.REPLACEABLE[counter.side]
            after = put(after, unit, box)
    return after


def is_exempt(position: Position, space: str) -> bool:
    """13.82: spaces that are closed to whoever controls them."""
    ground = board.spaces()[space]
    if ground.terrain == "oasis":
        return "long_range_desert_group" not in position.events
    return ground.terrain in ("box", "offmap") or (ground.region == WEST and "torch" not in position.events)


def is_supplied(position: Position, space: str) -> bool:
    """13.82: whether any unit of its side could be there in supply."""
    side = position.control[space]
    return any(
        may_be(position, unit, space) and supply_at(position, unit, space) != OUT
        for unit in _samples(position, side)
    )


def _samples(position: Position, side: str) -> list[str]:
    """A unit of each kind that a side can have: nations that have not risen or woken do not count."""
    if side == ALLIED:
        return ["br_50", "br_bg-1", "br_lrdg", "ff_bg-1", "us_1", "us_bg-1"]
    found = ["ge_90", "ge_bg-1", "it_17", "it_bg-1", "vf_bg-1"]
    if position.iraq_active:
        found.append("ir_bg-1")
    if "egyptian_uprising" in position.events:
        found.append("eg_bg-1")
    return found
