"""Where a unit can redeploy (12)."""

from __future__ import annotations

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS, EAST_AFRICA, EGYPT, LIBYA, NEAR_EAST
from tests.games.shifting_sands.models.position import Position, is_active, units_in
from tests.games.shifting_sands.models.regions import LRDG, WHOLE_MOVE, holds_neutrals, may_enter, ways
from tests.games.shifting_sands.models.stacking import fits
from tests.games.shifting_sands.models.supply import OUT, sources, supply_at, supply_of

MINOR = frozenset({"BR", "FF", "GK", "POL"})  # 12.8: they count as British
HOME = {"VF": "Syria", "IR": "Iraq"}


def destinations(position: Position, unit: str) -> set[str]:
    """Every place that a unit can redeploy to, with points enough."""
    counter, here = board.units()[unit], position.place[unit]
    if not is_active(position, unit):
        return set()
    if here == board.RESERVE[counter.side]:
        return _from_reserve(position, unit)
    if here == board.ELIMINATED or board.spaces()[here].terrain == "offmap" or supply_of(position, unit) == OUT:
        return set()
    found = _by_land(position, unit) | _by_sea(position, unit)
    if unit == LRDG and here == "deep_desert" and position.control["cairo"] == ALLIED:
        found.add("cairo")
    if unit == LRDG and here == "cairo":
        found.add("deep_desert")
    if not counter.is_division and not (counter.nation == "IT" and board.spaces()[here].region == EAST_AFRICA):
        found.add(board.RESERVE[counter.side])
    return found - {here}


def _by_land(position: Position, unit: str) -> set[str]:
    """12.6, 12.61: over own spaces to an own space with supply; between Aswan and Khartoum one stops at once."""
    side = board.units()[unit].side
    found = set()
    known = {position.place[unit]}
    waiting = [position.place[unit]]
    stops = set()
    while waiting:
        here = waiting.pop()
        for there in ways(position, unit, here):
            if position.control[there] != side:
                continue
            if board.links()[here][there] == WHOLE_MOVE:
                stops.add(there)
            elif there not in known:
                known.add(there)
                waiting.append(there)
    for end in known | stops:
        if not holds_neutrals(position, unit, end) and supply_at(position, unit, end) != OUT:
            found.add(end)
    return found


def _by_sea(position: Position, unit: str) -> set[str]:
    """12.7: from one port of the side to another."""
    side = board.units()[unit].side
    if not is_port(position, side, position.place[unit]):
        return set()
    ports = {port for port in board.spaces() if is_port(position, side, port)}
    return {port for port in ports if may_enter(position, unit, port) and not holds_neutrals(position, unit, port)}


def is_port(position: Position, side: str, space: str) -> bool:
    """12.71, 12.72."""
    ground = board.spaces()[space]
    if ground.port == "no" or position.control[space] != side:
        return False
    if ground.port == "after_torch":
        theirs = AXIS if space in ("tunis", "bizerte") else ALLIED
        return "torch" in position.events and side == theirs
    return side == ALLIED or ground.region in (LIBYA, EGYPT) or space == "sicily"


def _from_reserve(position: Position, unit: str) -> set[str]:
    """12.8 to 12.83: to a source, or to units of the same nation, within stacking limits and in supply."""
    counter = board.units()[unit]
    found = {
        space
        for space in board.spaces()
        if position.control[space] == counter.side
        and may_enter(position, unit, space)
        and supply_at(position, unit, space) != OUT
        and (space in sources(position, unit) or _has_kin(position, unit, space))
        and board.spaces()[space].subregion == HOME.get(counter.nation, board.spaces()[space].subregion)
    }
    if unit == LRDG:
        found.add("deep_desert")
    if counter.nation == "GE" and not counter.is_armour and "unternehmen_irak" in position.events:
        found |= {space for space in board.spaces() if _is_landing_ground(position, space)}
    return {space for space in found if fits(position, unit, space) and not holds_neutrals(position, unit, space)}


def _has_kin(position: Position, unit: str, space: str) -> bool:
    nation = board.units()[unit].nation
    kin = MINOR if nation in MINOR else {nation}
    return any(board.units()[other].nation in kin for other in units_in(position, space, board.units()[unit].side))


def _is_landing_ground(position: Position, space: str) -> bool:
    """12.83: an Axis space of the Near East with Iraqis, Vichy French or the 5th Mountain Division."""
    if board.spaces()[space].region != NEAR_EAST or position.control[space] != AXIS:
        return False
    return any(
        other == "ge_5mtn" or board.units()[other].nation in ("VF", "IR")
        for other in units_in(position, space, AXIS)
    )
