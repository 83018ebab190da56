"""9.2, 10: who may go where: oases, Chad, Malta, boxes, the Near East, Egypt, the west before Torch.

Units that may go to the same places are of one class. What a class may enter follows from a few events, so it is
worked out once for each class and each set of these events.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sandtable.boards.graph import Graph
from sandtable.games.shifting_sands.printed.counters import Unit
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, KINDS, Printed
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of, ones

LRDG = "br_lrdg"
OPENING = ("long_range_desert_group", "torch", "unternehmen_irak", "exporters")
"""The events that open or close spaces to somebody."""
SYRIA_OPENS = ("unternehmen_irak", "exporters", "torch")
"""10.432."""
WEST = "Algeria-Tunisia"
"""10.51: with Casablanca and Oran, which lie in Morocco and Algeria."""
HOMES = {"IR": "Iraq", "VF": "Syria"}
"""10.421, 10.431: where Iraqis and Vichy French have to stay until Unternehmen Irak."""
LONG = mask_of(number for number, (_, limit) in enumerate(KINDS) if limit == "ALLIED_ONLY_FULL_MOVE")
"""10.21: the kind of the link between Khartoum and Aswan."""

CLASSES = (
    *("axis division", "axis battlegroup", "IR", "VF", "EG"),
    *("allied division", "allied battlegroup", "FF", "LRDG"),
)
"""Who may go to the same places."""
ALLIED_CLASSES = CLASSES[5:]
Ways = tuple[int, ...]
Links = dict[tuple[int, int], int]
"""By two neighbours, the units that may go from the one to the other."""
EVERYWHERE = -1
"""Every space and box."""


class Opened(dict[tuple[int, int], tuple[int, Ways]]):
    """By class and opening events, the domain and the ways; worked out when they are asked for."""

    def __init__(self, printed: Printed, nets: tuple[Graph, ...]) -> None:
        super().__init__()
        self.printed, self.nets = printed, nets

    def __missing__(self, key: tuple[int, int]) -> tuple[int, Ways]:
        mover, events = key
        played = {event for event in OPENING if events >> self.printed.event[event] & 1}
        spaces = _domain(self.printed, CLASSES[mover], played)
        found = self[key] = spaces, tuple(around & spaces for around in self.nets[mover].adjacent)
        return found


class Crossers(dict[int, Links]):
    """By opening events and link, the units that may use it; worked out when they are asked for."""

    def __init__(self, opened: Opened, classes: tuple[int, ...]) -> None:
        super().__init__()
        self.opened, self.members = opened, [0] * len(CLASSES)
        for unit, mover in enumerate(classes):
            self.members[mover] |= 1 << unit

    def __missing__(self, events: int) -> Links:
        found: Links = {}
        for mover, units in enumerate(self.members):
            for space, around in enumerate(self.opened[mover, events][1]):
                for other in ones(around):
                    found[space, other] = found.get((space, other), 0) | units
        self[events] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Doors:
    """What 9.2 and 10 say of a map and its counters."""

    of: tuple[int, ...]
    """By unit its class."""
    asked: int
    """The events of OPENING, as bits."""
    nets: tuple[Graph, ...]
    """By class the map with the links that it may use, over spaces that it may not enter too."""
    short_nets: tuple[Graph, ...]
    """The same without the link between Khartoum and Aswan."""
    open: Opened
    """By class and the events among these that have been played: its domain and its ways."""
    crossers: Crossers
    """By these events and link, the units that may use it."""
    neutrals: tuple[int, int]
    """10.41: the Iraqi and the Vichy French units."""
    iraq: int
    west: int


@cache
def doors(printed: Printed) -> Doors:
    """The tables, filled as they are needed."""
    classes = tuple(CLASSES.index(_class_of(unit)) for unit in printed.units)
    nets = tuple(_net(printed, mover) for mover in CLASSES)
    opened = Opened(printed, nets)
    return Doors(
        of=classes,
        asked=mask_of(printed.event[key] for key in OPENING),
        nets=nets,
        short_nets=tuple(net.over(~LONG) for net in nets),
        open=opened,
        crossers=Crossers(opened, classes),
        neutrals=(printed.nations["IR"], printed.nations["VF"]),
        iraq=printed.regions["Iraq"],
        west=printed.regions[WEST],
    )


def _class_of(unit: Unit) -> str:
    if unit.id == LRDG:
        return "LRDG"
    if unit.nation in CLASSES:
        return unit.nation
    return f"{'allied' if unit.side == ALLIED else 'axis'} {'division' if unit.division else 'battlegroup'}"


def is_active(state: Theatre, unit: int) -> bool:
    """10.41: Iraqis and Vichy French do nothing until they are activated."""
    iraqis, vichy = doors(state.printed).neutrals
    if iraqis >> unit & 1:
        return bool(state.iraq_active)
    return bool(state.vichy_active) or not vichy >> unit & 1


def domain(state: Theatre, unit: int) -> int:
    """The spaces in which a unit may be by 9.2 and 10, whoever controls or holds them. Only Egyptians can be
    elsewhere: they may be placed in Sinai, leave it, and never come back (10.44)."""
    tables = doors(state.printed)
    return tables.open[tables.of[unit], state.events & tables.asked][0]


def ways(state: Theatre, unit: int) -> Ways:
    """By space, the neighbours over links that a unit may use, within its domain: for moves, supply and retreats.
    Shared and remembered: do not change it. The link between Khartoum and Aswan takes a whole move: see
    `is_long_link`."""
    tables = doors(state.printed)
    return tables.open[tables.of[unit], state.events & tables.asked][1]


def crossers(state: Theatre) -> Links:
    """By link the units that may use it: the same as `ways`, seen from the link. Do not change it."""
    tables = doors(state.printed)
    return tables.crossers[state.events & tables.asked]


def targets(state: Theatre, unit: int) -> int:
    """11.17, 10: the spaces that a unit may attack from where it is if enemies are in them."""
    if not is_active(state, unit):
        return 0
    around = ways(state, unit)[state.place[unit]]
    return around & ~spared(state, state.printed.owners[unit], around)


def spared(state: Theatre, side: int, spaces: int) -> int:
    """10.422, 10.521: of these spaces, those that a side may not attack, whoever is there: Iraqis who are not
    active; the west with Torch."""
    if side == AXIS:
        return 0
    found = sleepers(state, spaces)
    if state.card >= 0 and state.printed.cards[state.card].key == "torch":
        found |= doors(state.printed).west & spaces
    return found


def sleepers(state: Theatre, spaces: int = EVERYWHERE) -> int:
    """10.422: of these spaces, those with nobody but Iraqis who are not active: Allied units may pass through
    them, but neither stop in them nor attack them."""
    if state.iraq_active:
        return 0
    tables = doors(state.printed)
    found = state.occupied[AXIS] & tables.iraq & spaces
    if found:
        others = state.printed.own[AXIS] & ~tables.neutrals[0]
        for space in ones(found):
            if state.stacks[space] & others:
                found &= ~(1 << space)
    return found


def in_desert(state: Theatre, space: int) -> bool:
    """Most cards speak of Egypt and Libya; Sinai is not part of them."""
    regions = state.printed.regions
    return bool((regions["Egypt"] | regions["Libya"]) >> space & 1)


def is_long_link(printed: Printed, a: int, b: int) -> bool:
    """10.21, 11.263, 11.65, 12.61: is this the way between Khartoum and Aswan? A move over it begins at one end
    and takes all movement points."""
    return bool(printed.graph.kinds_between(a, b) & LONG)


def opened(printed: Printed, mover: int, events: int) -> tuple[int, Ways]:
    """The domain and the ways of a class, with these of the opening events played."""
    return doors(printed).open[mover, events]


def _domain(printed: Printed, mover: str, played: set[str]) -> int:
    """Where a class may be."""
    regions, terrain = printed.regions, _terrain(printed)
    if mover in HOMES:
        return (regions["Near East"] if "unternehmen_irak" in played else regions[HOMES[mover]]) & ~terrain["box"]
    oases = terrain["oasis"] if "long_range_desert_group" in played and "division" not in mover else 0
    land = terrain["clear"] | terrain["mountain"] | terrain["swamp"] | oases
    if mover == "EG":
        return land & regions["Egypt"]
    if "torch" not in played:
        land &= ~regions[WEST]
    if mover not in ALLIED_CLASSES:
        return land | regions["Sicily"]
    if not played & set(SYRIA_OPENS):
        land &= ~regions["Syria"]
    land |= mask_of(printed.number[box] for box in ("south_africa", "india", "persia"))
    special = {"FF": "chad", "LRDG": "deep_desert"}.get(mover)
    return land | 1 << printed.number[special] if special else land


@cache
def _terrain(printed: Printed) -> dict[str, int]:
    kinds = {space.terrain for space in printed.spaces}
    return {
        kind: mask_of(number for number, space in enumerate(printed.spaces) if space.terrain == kind)
        for kind in kinds
    }


def _net(printed: Printed, mover: str) -> Graph:
    """9.13, 10.11, 10.21, 10.22: the links that a class may use."""
    limits = {"", "BG_ONLY_AFTER_LRDG"}  # the domain says who may enter an oasis
    if mover in ALLIED_CLASSES:
        limits |= {"ALLIED_ONLY", "ALLIED_ONLY_FULL_MOVE"}
    if mover == "LRDG":
        limits.add("LRDG_ONLY")
    if mover == "FF":
        limits.add("FF_BR_BG_ONLY")
    return printed.graph.over(mask_of(kind for kind, (_, limit) in enumerate(KINDS) if limit in limits))
