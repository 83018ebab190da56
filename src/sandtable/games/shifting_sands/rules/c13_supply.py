"""13.1 to 13.6: lines of supply, and what supply a unit has.

Units that have the same sources and may use the same links are of one class. Supply follows from control and from
a few events, so that a whole map of it is worked out once for each class, each set of controlled spaces, and each
set of these events.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from sandtable.boards.floods import flood, within
from sandtable.boards.graph import Graph
from sandtable.games.shifting_sands.printed.counters import AXIS_NATIONS, GROUPS, Unit
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c10_regions import LRDG, OPENING, WEST, doors, is_active
from sandtable.games.shifting_sands.rules.c12_ports import ports_of
from sandtable.games.shifting_sands.state import Theatre, inactive
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.remembered import Remembered

OUT, LIMITED, FULL = range(3)
NEAR = 3
"""13.61: how many spaces from its source a unit is fully supplied."""
EVENTS = (*OPENING, "montgomery", "ethiopian_campaign", "vulcan")
"""What supply depends on, besides control."""
FULL_AFTER = {"East Africa": "ethiopian_campaign", "Near East": "exporters", WEST: "vulcan"}
"""13.22 to 13.24, 13.62: where the Allies have limited supply before an event, and full supply afterwards."""
ALLIES = ("port_said", "suez", "tripoli")
AXIS_PORTS = ("tripoli", "alexandria")
ALWAYS = {
    "BR": ALLIES,  # 13.21, 13.25
    "US": ALLIES,
    "FF": (*ALLIES, "chad"),  # 13.41
    "LRDG": (*ALLIES, "deep_desert"),  # 13.42
    "GE": AXIS_PORTS,  # 13.31, 13.34
    "IT": (*AXIS_PORTS, "addis_ababa"),  # 13.43
    "VF": ("beirut",),  # 13.35
    "IR": ("baghdad",),  # 13.36
}
"""By nations with the same sources: what supplies them, if their side controls it."""
_LANDED: dict[str, tuple[str, ...]] = {"torch": ("casablanca", "oran")}  # 13.24
_BRITISH = {**_LANDED, "montgomery": ("benghazi", "tobruk")}  # 13.25
_GERMAN: dict[str, tuple[str, ...]] = {
    "torch": ("tunis",),
    "unternehmen_irak": ("beirut", "baghdad"),
}  # 13.32, 13.33
AFTER = {"BR": _BRITISH, "FF": _BRITISH, "LRDG": _BRITISH, "US": _LANDED, "GE": _GERMAN, "IT": _GERMAN}
"""What supplies them besides after an event."""
DESERT = ("Egypt", "Libya")
OFFENSIVES = {
    "compass": DESERT,
    "battleaxe": DESERT,
    "crusader": DESERT,
    "supercharge": DESERT,
    "panzergruppe_afrika": DESERT,
    "venezia": DESERT,
    "spring_wind": (WEST,),
}
"""13.62: the events with which units of the side that plays them, in these regions, count as fully supplied while
the action lasts."""
MOST_MAPS = 1 << 12


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """13.2 to 13.4: what supplies a class, if its side controls it."""

    always: int
    after: tuple[tuple[str, int], ...] = ()
    """Events, and the sources that they bring."""


@dataclass(frozen=True, slots=True, eq=False)
class Consumers:
    """Units with the same sources and the same ways."""

    side: int
    mover: int
    """Their class in c10_regions."""
    nation: str
    sources: Sources


class Maps(dict[int, tuple[int, int]]):
    """13.5, 13.6: by kind where it is fully supplied, and where it is supplied at all, if its side controls these
    spaces, after these events; worked out when it is asked for."""

    def __init__(self, printed: Printed, own: int, events: int) -> None:
        super().__init__()
        self.printed, self.own, self.events = printed, own, events

    def __missing__(self, kind: int) -> tuple[int, int]:
        consumers = tables(self.printed).kinds[kind]
        found = self[kind] = _supply_map(self.printed, consumers, self.own, self.events)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What 13 says of a map and its counters."""

    kinds: tuple[Consumers, ...]
    of: tuple[int, ...]
    """By unit its kind."""
    asked: int
    """The events of EVENTS, as bits."""
    maps: Remembered[tuple[int, int], Maps]
    """By controlled spaces and events."""


@cache
def tables(printed: Printed) -> Tables:
    """The tables of this data, filled as they are needed."""
    movers = doors(printed).of
    keys = [(_family(unit), movers[number]) for number, unit in enumerate(printed.units)]
    kinds = list(dict.fromkeys(keys))
    return Tables(
        kinds=tuple(
            Consumers(
                side=AXIS if family in AXIS_NATIONS else ALLIED,
                mover=mover,
                nation=family,
                sources=_sources(printed, family),
            )
            for family, mover in kinds
        ),
        of=tuple(map(kinds.index, keys)),
        asked=mask_of(printed.event[key] for key in EVENTS),
        maps=Remembered(MOST_MAPS),
    )


def _family(unit: Unit) -> str:
    """Nations with the same sources."""
    if unit.id == LRDG:
        return "LRDG"
    if unit.nation in GROUPS[0]:
        return "FF" if unit.nation == "FF" else "BR"
    return "US" if unit.nation in GROUPS[1] else unit.nation


def _sources(printed: Printed, family: str) -> Sources:
    """13.2 to 13.4, by nation; 13.44: Egyptians have the victory spaces of Egypt."""
    if family == "EG":
        scoring = mask_of(number for number, space in enumerate(printed.spaces) if space.points)
        return Sources(scoring & printed.regions["Egypt"])
    after = AFTER.get(family, {})
    return Sources(
        mask_of(printed.number[space] for space in ALWAYS[family]),
        tuple((event, mask_of(printed.number[space] for space in spaces)) for event, spaces in after.items()),
    )


# What a unit has


def supply_of(state: Theatre, unit: int) -> int:
    """13.6: OUT, LIMITED or FULL: what the unit has where it is now, offensive cards of this action included
    (13.62). Neutrals need nothing (ruling)."""
    if not is_active(state, unit):
        return FULL
    found = supply_at(state, unit, state.place[unit])
    if found == LIMITED and state.card >= 0 and _in_offensive(state, unit):
        return FULL
    return found


def supply_at(state: Theatre, unit: int, space: int) -> int:
    """13.6: what the unit would have in a space if its side controlled it (for retreats, redeployment,
    placement)."""
    printed = state.printed
    full, supplied = supply_maps(state, printed.owners[unit], 1 << space)[tables(printed).of[unit]]
    if full >> space & 1:
        return FULL
    return LIMITED if supplied >> space & 1 else OUT


def by_supply(state: Theatre, maps: Maps, space: int, units: int) -> tuple[int, int, int]:
    """13.6: which of these units of a side, all active and in one space, are out of supply, which have limited and
    which have full supply, by the maps of their side. The same as asking for each of them."""
    kinds = tables(state.printed).of
    out = limited = 0
    for unit in ones(units):
        full, supplied = maps[kinds[unit]]
        if full >> space & 1:
            continue
        if not supplied >> space & 1:
            out |= 1 << unit
        elif state.card < 0 or not _in_offensive(state, unit):
            limited |= 1 << unit
    return out, limited, units & ~out & ~limited


def unsupplied(state: Theatre, side: int) -> int:
    """13.55: the units of a side on the map that are out of supply."""
    maps, units, found = supply_maps(state, side), state.printed.own[side] & ~inactive(state), 0
    for space, stack in state.stacks.items():
        if stack & units and state.printed.on_map >> space & 1:
            found |= by_supply(state, maps, space, stack & units)[OUT]
    return found


def sources(state: Theatre, unit: int) -> int:
    """13.2 to 13.4: the sources that supply this unit now."""
    known = tables(state.printed)
    kind = known.kinds[known.of[unit]]
    return _sources_in_force(state.printed, kind, state.controls[kind.side], state.events)


def ports(state: Theatre, side: int) -> int:
    """13.54: the ports that lines of supply of a side can use now."""
    return _ports(state.printed, side, state.events) & state.controls[side]


def supplied_spaces(state: Theatre, side: int) -> int:
    """13.82: the spaces in which some unit of a side would be supplied. Egyptians count once they have risen, and
    Iraqis once they are active (ruling)."""
    maps, found = supply_maps(state, side), 0
    for number, kind in enumerate(tables(state.printed).kinds):
        if kind.side == side and _takes_part(state, kind.nation):
            found |= maps[number][1]
    return found


def _takes_part(state: Theatre, nation: str) -> bool:
    if nation == "EG":
        return bool(state.events >> state.printed.event["egyptian_uprising"] & 1)
    return nation != "IR" or bool(state.iraq_active)


def _in_offensive(state: Theatre, unit: int) -> bool:
    """13.62: does the event of this action let the unit count as fully supplied?"""
    printed = state.printed
    card = printed.cards[state.card]
    return card.side == printed.owners[unit] and any(
        printed.regions[region] >> state.place[unit] & 1 for region in OFFENSIVES.get(card.key, ())
    )


# The map of supply


def supply_maps(state: Theatre, side: int, besides: int = 0) -> Maps:
    """13.5, 13.6: the maps of a side, if it controlled these spaces besides its own."""
    known = tables(state.printed)
    return _maps(state.printed, state.controls[side] | besides, state.events & known.asked)


def supply_map(printed: Printed, number: int, own: int, events: int) -> tuple[int, int]:
    """13.5, 13.6: where units of a kind are fully supplied, and where they are supplied at all, if their side
    controls these spaces."""
    return _maps(printed, own, events)[number]


def _maps(printed: Printed, own: int, events: int) -> Maps:
    known = tables(printed).maps
    found = known.get((own, events))
    return found if found is not None else known.keep((own, events), Maps(printed, own, events))


def _supply_map(printed: Printed, kind: Consumers, own: int, events: int) -> tuple[int, int]:
    known = doors(printed)
    net, free = known.nets[kind.mover], own & known.open[kind.mover, events & known.asked][0]
    start, harbours = _sources_in_force(printed, kind, free, events), _ports(printed, kind.side, events) & free
    full, supplied = within(net, start, free, NEAR), _joined(net, free, start)
    if supplied & harbours:
        supplied |= _joined(net, free, harbours)
    if kind.nation == "EG":
        full |= _at_sinai(printed, net, start, own, free, NEAR)
        supplied |= _at_sinai(printed, net, supplied, own, free, 1)
    if kind.side == ALLIED:
        full = _by_region(printed, full, supplied, events)
    elif kind.nation == "IT":
        supplied |= _last_redoubts(printed, own)
    return full, supplied


def _joined(net: Graph, free: int, ends: int) -> int:
    """13.51: the spaces that lines through free spaces join to one of these ends."""
    found = 0
    for part in _parts(net, free):
        if part & ends:
            found |= part
    return found


@lru_cache(maxsize=1 << 8)
def _parts(net: Graph, free: int) -> tuple[int, ...]:
    """The free spaces, parted: each part is joined by lines. Kinds with other sources have the same parts."""
    found = []
    while free:
        part = flood(net, free & -free, free)
        found.append(part)
        free &= ~part
    return tuple(found)


def _sources_in_force(printed: Printed, kind: Consumers, own: int, events: int) -> int:
    found = kind.sources.always
    for event, spaces in kind.sources.after:
        if events >> printed.event[event] & 1:
            found |= spaces
    return found & own


@cache
def _ports_of(printed: Printed, side: int, torch: bool, montgomery: bool) -> int:
    """13.54: the ports that lines of a side can use: those of 12.71 and 12.72, for the Axis also those of the Near
    East but Basra (ruling); never Mersa Matruh, and Benghazi for the Allies alone, after Montgomery."""
    closed = {"mersa_matruh", "basra"} if side == AXIS else {"mersa_matruh"}
    if side == AXIS or not montgomery:
        closed.add("benghazi")
    found = ports_of(printed, side, torch)
    if side == AXIS:
        found |= ports_of(printed, ALLIED, torch) & printed.regions["Near East"]
    return found & ~mask_of(printed.number[port] for port in closed)


def _ports(printed: Printed, side: int, events: int) -> int:
    event = printed.event
    return _ports_of(printed, side, bool(events >> event["torch"] & 1), bool(events >> event["montgomery"] & 1))


def _by_region(printed: Printed, full: int, supplied: int, events: int) -> int:
    """13.22 to 13.24, 13.621 to 13.623: where the Allies are fully supplied, whatever the distance, or not yet."""
    for region, event in FULL_AFTER.items():
        if events >> printed.event[event] & 1:
            full |= supplied & printed.regions[region]
        else:
            full &= ~printed.regions[region]
    return full


def _last_redoubts(printed: Printed, own: int) -> int:
    """13.43: while the Allies control Addis Ababa, Italians in Massawa and in the mountains of East Africa have
    limited supply."""
    if own >> printed.number["addis_ababa"] & 1:
        return 0
    return own & _redoubts(printed)


@cache
def _redoubts(printed: Printed) -> int:
    east = printed.regions["East Africa"]
    mountains = (number for number, space in enumerate(printed.spaces) if space.terrain == "mountain")
    return 1 << printed.number["massawa"] | east & mask_of(mountains)


def _at_sinai(printed: Printed, net: Graph, start: int, own: int, free: int, steps: int) -> int:
    """10.44: Egyptians who were placed in Sinai trace a line out of it; no line passes through."""
    sinai = own & 1 << printed.number["sinai"]
    return sinai & net.spread(within(net, start, free, steps - 1))
