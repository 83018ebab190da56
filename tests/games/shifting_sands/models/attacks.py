"""Which spaces can be attacked, and by whom together (11.1, 10, 9.2)."""

from __future__ import annotations

from itertools import combinations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, WEST
from tests.games.shifting_sands.models.position import Position, is_active, units_in
from tests.games.shifting_sands.models.regions import may_cross


def targets(position: Position, side: str) -> set[str]:
    """The spaces that somebody under an attack marker can attack."""
    return {space for space in board.spaces() if able(position, side, space)}


def able(position: Position, side: str, space: str) -> list[str]:
    """Who could attack a space: units under attack markers, beside it, over links that they may use."""
    enemies = units_in(position, space, board.OTHER[side])
    if board.spaces()[space].terrain == "offmap" or not enemies:
        return []
    if not all(is_active(position, enemy) for enemy in enemies):
        return []  # 10.422
    if side == ALLIED and position.card == "torch" and board.spaces()[space].region == WEST:
        return []  # 10.521
    return [
        unit
        for base in sorted(position.fighters)
        for unit in units_in(position, base, side)
        if is_active(position, unit) and space in board.links()[base] and may_cross(position, unit, base, space)
    ]


def forces(position: Position, side: str, space: str) -> set[frozenset[str]]:
    """11.18: every group of units that may attack a space together."""
    candidates = able(position, side, space)
    return {
        frozenset(force)
        for number in range(1, len(candidates) + 1)
        for force in combinations(candidates, number)
        if _are_allied(position, side, force)
    }


def _are_allied(position: Position, side: str, force: tuple[str, ...]) -> bool:
    """Whether one of the spaces of the attack holds all nations of it, whether they take part there or not."""
    nations = {board.group(board.units()[unit].nation) for unit in force}
    return any(
        nations <= {board.group(board.units()[unit].nation) for unit in units_in(position, base, side)}
        for base in {position.place[unit] for unit in force}
    )
