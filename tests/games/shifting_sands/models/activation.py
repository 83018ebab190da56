"""What it costs to activate a space (7.22 to 7.24, 13.611, 13.71)."""

from __future__ import annotations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.position import Position, units_in
from tests.games.shifting_sands.models.supply import FULL, OUT, supply_of


def cost(position: Position, space: str, side: str, attack: bool) -> int:
    """One point for each group of nations; but one for each unit that is out of supply, and for each that attacks
    in limited supply."""
    points = 0
    groups = set()
    for unit in units_in(position, space, side):
        supply = supply_of(position, unit)
        if supply == OUT or (attack and supply != FULL):
            points += 1
        else:
            groups.add(board.group(board.units()[unit].nation))
    return points + len(groups)
