"""What supply a unit has (13.2 to 13.6)."""

from __future__ import annotations

from dataclasses import replace

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import (
    ALLIED,
    AXIS,
    BRITISH,
    EAST_AFRICA,
    EGYPT,
    LIBYA,
    NEAR_EAST,
    WEST,
)
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.readings import TAKEN
from tests.games.shifting_sands.models.regions import LRDG, ways

OUT, LIMITED, FULL = "out", "limited", "full"
FULL_WITHIN = 3
MOST_PORTS = 2
# 13.621 to 13.623, 13.22, 13.23, 13.241: by region the event that makes limited Allied supply full.
ALLIED_EVENT = {EAST_AFRICA: "ethiopian_campaign", NEAR_EAST: "exporters", WEST: "vulcan"}
# 13.62 and the cards: by event whom it supplies fully, and where.
OFFENSIVES = {
    "panzergruppe_afrika": (AXIS, (LIBYA, EGYPT)),
    "venezia": (AXIS, (LIBYA, EGYPT)),
    "spring_wind": (AXIS, (WEST,)),
    "compass": (ALLIED, (LIBYA, EGYPT)),
    "battleaxe": (ALLIED, (LIBYA, EGYPT)),
    "crusader": (ALLIED, (LIBYA, EGYPT)),
    "supercharge": (ALLIED, (LIBYA, EGYPT)),
}


def supply_of(position: Position, unit: str) -> str:
    """What an active unit has where it is."""
    return supply_at(position, unit, position.place[unit])


def supply_at(position: Position, unit: str, space: str) -> str:
    """What a unit would have in a space that its side controls."""
    side = board.units()[unit].side
    position = replace(position, control={**position.control, space: side})
    if _lives_off_the_land(position, unit, space):
        return LIMITED
    lines = lines_from(position, unit, space)
    if not lines:
        return OUT
    near = any(ports == 0 and length <= FULL_WITHIN for length, ports in lines)
    region = region_of(space)
    if side == ALLIED and region in ALLIED_EVENT:
        near = ALLIED_EVENT[region] in position.events
    return FULL if near or _has_offensive(position, side, region) else LIMITED


def lines_from(position: Position, unit: str, space: str) -> set[tuple[int, int]]:
    """Every shortest line to a source: its length over land, and how many ports it uses (13.51 to 13.54).

    A line is a walk over own spaces. Once, at a port, it may go by sea to another one; that uses two ports.
    """
    found: set[tuple[int, int]] = set()
    side = board.units()[unit].side
    length = {(space, 0): 0}
    waiting = [(space, 0)]
    while waiting:
        here, ports = waiting.pop(0)
        if here in sources(position, unit):
            found.add((length[here, ports], ports))
        steps = [(there, ports) for there in ways(position, unit, here)]
        if ports == 0 and is_supply_port(position, side, here):
            steps += [(port, MOST_PORTS) for port in board.spaces() if is_supply_port(position, side, port)]
        for there, used in steps:
            if position.control[there] == side and (there, used) not in length:
                length[there, used] = length[here, ports] + 1
                waiting.append((there, used))
    return found


def sources(position: Position, unit: str) -> set[str]:
    """13.2 to 13.4: the sources of a unit that are in the hands of its side."""
    counter = board.units()[unit]
    named = _allied_sources(position, unit) if counter.side == ALLIED else _axis_sources(position, counter.nation)
    return {space for space in named if position.control[space] == counter.side}


def _allied_sources(position: Position, unit: str) -> set[str]:
    nation = board.units()[unit].nation
    found = {"port_said", "suez", "tripoli"}
    if "torch" in position.events:
        found |= {"casablanca", "oran"}
    if "montgomery" in position.events and nation in BRITISH:
        found |= {"benghazi", "tobruk"}
    if nation == "FF":
        found.add("chad")
    if unit == LRDG:
        found.add("deep_desert")
    return found


def _axis_sources(position: Position, nation: str) -> set[str]:
    if nation == "VF":
        return {"beirut"}
    if nation == "IR":
        return {"baghdad"}
    if nation == "EG":
        return {name for name, space in board.spaces().items() if space.is_victory_space and space.region == EGYPT}
    found = {"tripoli", "alexandria"}
    if "torch" in position.events:
        found.add("tunis")
    if "unternehmen_irak" in position.events:
        found |= {"beirut", "baghdad"}
    if nation == "IT":
        found.add("addis_ababa")
    return found


def is_supply_port(position: Position, side: str, space: str) -> bool:
    """13.54: whether a line of supply of this side may go by sea from or to a space."""
    ground = board.spaces()[space]
    if ground.port == "no" or position.control[space] != side or space == "mersa_matruh":
        return False
    if space == "benghazi":
        return side == ALLIED and "montgomery" in position.events
    if ground.port == "after_torch":
        theirs = AXIS if space in ("tunis", "bizerte") else ALLIED
        same = side == theirs or not TAKEN.supply_ports_are_redeployment_ports
        return "torch" in position.events and same
    if side == AXIS:
        near_east = ground.region == NEAR_EAST and space != "basra"
        return ground.region in (LIBYA, EGYPT) or space == "sicily" or near_east
    return True


def region_of(space: str) -> str:
    ground = board.spaces()[space]
    if ground.subregion == "Morocco" and not TAKEN.casablanca_is_in_algeria:
        return "Morocco"
    return ground.region


def _lives_off_the_land(position: Position, unit: str, space: str) -> bool:
    """13.43: Italians in Massawa and in the mountains of East Africa, once Addis Ababa is lost."""
    ground = board.spaces()[space]
    rough = ground.region == EAST_AFRICA and (ground.terrain == "mountain" or space == "massawa")
    return board.units()[unit].nation == "IT" and rough and position.control["addis_ababa"] == ALLIED


def _has_offensive(position: Position, side: str, region: str) -> bool:
    theirs, regions = OFFENSIVES.get(position.card, ("", ()))
    return side == theirs and region in regions
