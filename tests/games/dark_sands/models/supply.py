"""Lines of supply (9.0 to 9.3, 10.1 to 10.1.4, 23.1)."""

from __future__ import annotations

from itertools import pairwise

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.board import ALLIED, AXIS, CENTRAL, WEST
from tests.games.dark_sands.models.position import Position
from tests.games.dark_sands.models.zones import uncontested

LAND_RANGE = 8  # in Central hexes: eight there, four on West and East (10.1.1)
PORT_RANGE = 4  # in Central hexes: four there, two on East (10.1.4)
ALLIED_PORTS = (board.TOBRUK, board.BARDIA, board.MATRUH)  # 10.1.4


def sources(position: Position, side: str) -> frozenset[str]:
    """The side's own sources (10.1.3) that are friendly, that is, still under its control (2.1.5)."""
    printed = board.AXIS_SOURCES if side == AXIS else board.ALLIED_SOURCES
    return frozenset(hex_ for hex_ in printed if position.control.get(hex_) == side)


def built_railway(position: Position) -> tuple[str, ...]:
    """The railway from Alexandria as far as it is built: to the railhead, or all of it (9.1, 9.3)."""
    line = board.railway()
    return line if position.rail_completed else line[: line.index(position.railhead) + 1]


def linked(position: Position, side: str, hex_: str) -> set[str]:
    """The next hexes along the roads, tracks and, for the Allies alone, the built railway (9.0, 10.1.2)."""
    found = set(board.along_roads_and_tracks(position, hex_))
    if side == ALLIED and hex_ in board.railway():
        for one, other in pairwise(built_railway(position)):
            if hex_ in (one, other):
                found |= {one, other} - {hex_}
    return found


def closed_to_land_part(position: Position, side: str) -> set[str]:
    """The hexes with an enemy unit (10.1) and those in an uncontested enemy zone (10.1.1)."""
    return uncontested(position, side) | board.occupied(position, board.enemy_of(side))


def land_step(position: Position, one: str, other: str) -> bool:
    """Whether the ground lets the land part go from one hex into the next (10.1.1).

    Any ground will do except the sea and the depression, but a forbidden side only along a road or track.
    """
    forbidden = bool(board.hexside(one, other) & {"escarpment", "sea"})
    return board.passable(other) and (not forbidden or bool(board.roads_and_tracks(position, one, other)))


def length(hex_: str) -> int:
    """What a hex counts towards the length of the land part: a West or East hex is two Central ones (10.1.1)."""
    return 1 if board.section(hex_) == CENTRAL else 2


def land_part(position: Position, side: str, start: str, range_: int) -> dict[str, int]:
    """The hexes the land part can get to, and how long it is then; the start itself is not counted."""
    closed = closed_to_land_part(position, side)
    best = {start: 0}
    waiting = [start]
    while waiting:
        one = waiting.pop(0)
        for other in board.neighbours(one):
            reached = best[one] + length(other)
            shorter = reached <= range_ and reached < best.get(other, range_ + 1)
            if shorter and other not in closed and land_step(position, one, other):
                best[other] = reached
                waiting.append(other)
    return best


def supplied_lines(position: Position, side: str, start: str = "") -> set[str]:
    """The hexes from which roads, tracks and rail lead to a friendly source past no enemy unit (10.1.2).

    Found from the sources outwards, as a line leads both ways. Enemy zones do not matter here. A line never comes
    back to the hex where it starts, if one is named.
    """
    barred = board.occupied(position, board.enemy_of(side)) | {start}
    found = set(sources(position, side) - barred)
    waiting = list(found)
    while waiting:
        fresh = linked(position, side, waiting.pop()) - found - barred
        found |= fresh
        waiting += fresh
    return found


def can_trace_land(position: Position, hex_: str, side: str) -> bool:
    """Whether a line of supply over land leads from a hex to a source of the side (10.1.1 to 10.1.3).

    The hex itself is not counted and its zones do not matter; even on a road the first hex beyond it belongs
    to the land part. A hex that is itself a source needs no line.
    """
    if hex_ in board.occupied(position, board.enemy_of(side)):
        return False
    if hex_ in sources(position, side):
        return True
    reached = set(land_part(position, side, hex_, LAND_RANGE)) - {hex_}
    return bool(reached & supplied_lines(position, side, hex_))


def can_trace_to_port(position: Position, hex_: str) -> bool:
    """Whether an Allied unit there has port supply: over land, on East or Central, to a port it holds (10.1.4).

    A unit in the port itself needs no line to it.
    """
    ports = {port for port in ALLIED_PORTS if position.control.get(port) == ALLIED}
    if board.section(hex_) == WEST:
        return False
    reached = land_part(position, ALLIED, hex_, PORT_RANGE)
    return bool(ports & set(reached))


def can_trace(position: Position, unit_id: str) -> bool:
    """Whether a unit can trace a line of supply now; the port of Tobruk is no help to the Axis here (10.1.4)."""
    counter = board.counter_named(position, unit_id)
    side = board.side_of(counter)
    if can_trace_land(position, counter.hex, side):
        return True
    return side == ALLIED and can_trace_to_port(position, counter.hex)


def axis_port_supply(position: Position, hex_: str) -> bool:
    """Whether the port of Tobruk keeps an Axis unit there alive in the Attrition Segment (10.1.4).

    The unit is in Tobruk or one of its forts, the Axis holds the port, and some Axis unit on Central can trace
    a line to El Agheila.
    """
    in_the_fortress = "fort_tobruk" in board.hexes()[hex_].features
    if not in_the_fortress or position.control.get(board.TOBRUK) != AXIS:
        return False
    return any(
        board.side_of(counter) == AXIS
        and board.section(counter.hex) == CENTRAL
        and can_trace_land(position, counter.hex, AXIS)
        for counter in position.counters
    )


def survives_attrition(position: Position, unit_id: str) -> bool:
    """Whether a unit outlives the Attrition Segment: only those marked out of supply are at risk (23.1)."""
    counter = board.counter_named(position, unit_id)
    if not counter.oos or can_trace(position, unit_id):
        return True
    return board.side_of(counter) == AXIS and axis_port_supply(position, counter.hex)
