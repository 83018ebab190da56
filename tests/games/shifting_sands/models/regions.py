"""Who may go where (9.2, 10), space by space."""

from __future__ import annotations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS, EGYPT, NEAR_EAST, WEST
from tests.games.shifting_sands.models.position import Position, units_in
from tests.games.shifting_sands.models.readings import TAKEN

LRDG = "br_lrdg"
OPENS_SYRIA = frozenset({"unternehmen_irak", "exporters", "torch"})
FOR_ALLIES = ("ALLIED_ONLY", "ALLIED_ONLY_FULL_MOVE")
WHOLE_MOVE = "ALLIED_ONLY_FULL_MOVE"


def may_enter(position: Position, unit: str, space: str) -> bool:
    """Whether a unit may ever come to a space, whoever is there (9.2, 10)."""
    ground, counter = board.spaces()[space], board.units()[unit]
    if ground.terrain == "offmap" or space == "malta":
        return False
    if ground.terrain == "oasis" and (counter.is_division or "long_range_desert_group" not in position.events):
        return False
    if space == "deep_desert":
        return unit == LRDG
    if space == "chad":
        return counter.nation == "FF" and not counter.is_division
    if space == "sicily":
        return counter.nation in ("GE", "IT")
    if ground.terrain == "box":
        return counter.side == ALLIED
    if ground.region == WEST and "torch" not in position.events:
        return False
    if ground.subregion == "Syria" and counter.side == ALLIED and not position.events & OPENS_SYRIA:
        return False
    return _nation_may_enter(position, counter.nation, ground)


def may_be(position: Position, unit: str, space: str) -> bool:
    """Whether a unit may stand in a space: Egyptians also in Sinai, where they can be placed (10.44)."""
    return may_enter(position, unit, space) or (board.units()[unit].nation == "EG" and space == "sinai")


def _nation_may_enter(position: Position, nation: str, ground: board.Space) -> bool:
    """10.421, 10.431, 10.44."""
    home = {"IR": "Iraq", "VF": "Syria"}
    if nation in home:
        freed = "unternehmen_irak" in position.events
        return ground.region == NEAR_EAST and (freed or ground.subregion == home[nation])
    if nation == "EG":
        also_sinai = ground.id == "sinai" and not TAKEN.egyptians_stay_out_of_sinai
        return ground.region == EGYPT or also_sinai
    return True


def may_cross(position: Position, unit: str, one: str, other: str) -> bool:
    """Whether a unit may use the link between two spaces, and may come to the second of them (9.13)."""
    counter = board.units()[unit]
    limit = board.links()[one][other]
    if limit == "BG_ONLY_AFTER_LRDG":
        allowed = not counter.is_division and "long_range_desert_group" in position.events
    elif limit == "LRDG_ONLY":
        allowed = unit == LRDG
    elif limit == "FF_BR_BG_ONLY":
        allowed = counter.nation == "FF" and not counter.is_division
    elif limit in FOR_ALLIES:
        allowed = counter.side == ALLIED
    else:
        allowed = True
    return allowed and may_enter(position, unit, other)


def ways(position: Position, unit: str, space: str) -> list[str]:
    """The neighbours of a space that a unit could go to from there, whoever is in them."""
    return [other for other in board.links()[space] if may_cross(position, unit, space, other)]


def holds_enemies(position: Position, unit: str, space: str) -> bool:
    """Whether enemies keep a unit out of a space; inactive Iraqis let the Allies pass (10.422)."""
    side = board.units()[unit].side
    return any(not _is_neutral(position, enemy) for enemy in units_in(position, space, board.OTHER[side]))


def holds_neutrals(position: Position, unit: str, space: str) -> bool:
    """10.422: whether inactive units keep a unit of the Allies from ending its move in a space."""
    side = board.units()[unit].side
    return side == ALLIED and any(_is_neutral(position, other) for other in units_in(position, space, AXIS))


def _is_neutral(position: Position, unit: str) -> bool:
    return board.units()[unit].nation == "IR" and not position.iraq_active
