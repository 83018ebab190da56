"""7.532: where the divisions that arrive are placed."""

from __future__ import annotations

from functools import cache

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.printed.setups import TORCH
from sandtable.games.shifting_sands.rules.c12_ports import african_ports
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre, happened, inactive
from sandtable.kernel.bits import mask_of, ones

LAST_TURN_OF_1940 = 2


def entry_spaces(state: Theatre, unit: int) -> int:
    """7.531, 7.532: the spaces where a division, or Ramcke, may be placed as a reinforcement now; room is another
    matter (8.1)."""
    side = state.printed.owners[unit]
    found = _axis_entries(state, unit) if side == AXIS else _allied_entries(state, unit)
    return found & state.controls[side] & ~state.occupied[1 - side]


def _axis_entries(state: Theatre, unit: int) -> int:
    name, number = state.printed.units[unit].id, state.printed.number
    if name in ("it_20", "it_185", "ge_ramcke"):
        return african_ports(state) | 1 << number["sicily"]
    if name == "ge_164":
        return african_ports(state)
    if name == "it_afr":
        return 1 << number["addis_ababa"]
    if name == "ge_90":
        return _beside_germans(state, unit) | 1 << number["tripoli"]
    if name == "ge_5mtn":
        nations, near_east = state.printed.nations, state.printed.regions["Near East"]
        return _places_of(state, (nations["IR"] | nations["VF"]) & ~inactive(state)) & near_east
    return axis_bases(state)


def axis_bases(state: Theatre) -> int:
    """7.532: Tripoli, and after Torch Tunis."""
    number = state.printed.number
    return 1 << number["tripoli"] | (1 << number["tunis"] if happened(state, "torch") else 0)


def _beside_germans(state: Theatre, unit: int) -> int:
    """X19: the Axis spaces of Libya in supply that hold a German unit."""
    spaces = _places_of(state, state.printed.nations["GE"]) & state.printed.regions["Libya"]
    return mask_of(space for space in ones(spaces) if supply_at(state, unit, space) != OUT)


def _allied_entries(state: Theatre, unit: int) -> int:
    printed, control = state.printed, state.control
    number = printed.number
    if torch_divisions(printed) >> unit & 1:
        if printed.units[unit].nation == "USFF":
            return _mountains(printed)
        return spaces_named(printed, "casablanca", "oran", "algiers")
    found, nation = allied_bases(printed), printed.units[unit].nation
    if nation == "IND":
        found |= 1 << number["india"]
    elif nation == "SA" and control[number["addis_ababa"]] == ALLIED:
        found |= 1 << number["south_africa"]
    elif nation == "SA":
        found = 1 << number["south_africa"]
    elif printed.units[unit].id == "au_6" and state.turn <= LAST_TURN_OF_1940:
        found = 1 << number["jerusalem"]
    if allied_bases(printed) & state.controls[AXIS]:
        found |= spaces_named(printed, "india", "persia", "south_africa")
    return found


def allied_bases(printed: Printed) -> int:
    """7.532: Port Said and Suez."""
    return spaces_named(printed, "port_said", "suez")


@cache
def spaces_named(printed: Printed, *ids: str) -> int:
    """The set of spaces with these ids."""
    return mask_of(printed.number[name] for name in ids)


@cache
def torch_divisions(printed: Printed) -> int:
    """10.52, 10.53: the Allied divisions that come with Torch and by T cards."""
    kinds = {line.what for line in printed.setups[TORCH].placements}
    kinds |= {grant.what for card in printed.cards if card.torch for grant in card.grants}
    units = mask_of(number for number, unit in enumerate(printed.units) if unit.id in kinds)
    return units & printed.divisions & printed.own[ALLIED]


@cache
def _mountains(printed: Printed) -> int:
    """A46: the mountain spaces of Algeria and Tunisia."""
    mountains = mask_of(number for number, space in enumerate(printed.spaces) if space.terrain == "mountain")
    return mountains & printed.regions["Algeria-Tunisia"]


def _places_of(state: Theatre, units: int) -> int:
    """The spaces and boxes where these units are."""
    return mask_of(state.place[unit] for unit in ones(units) if state.place[unit] >= 0)
