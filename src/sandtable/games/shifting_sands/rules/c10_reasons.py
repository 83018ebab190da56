"""9.13, 9.2, 10: why a space, or the line to it, is closed to a unit."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.data import ALLIED, KINDS
from sandtable.games.shifting_sands.rules.c10_regions import WEST, domain
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.kernel.bits import ones
from sandtable.kernel.words import Message, say

Reason = tuple[str, Message]
LINES = {
    "ALLIED_ONLY_FULL_MOVE": "10.21",
    "ALLIED_ONLY": "9.13",
    "LRDG_ONLY": "9.23",
    "FF_BR_BG_ONLY": "10.11",
}
"""By who may use a line, the paragraph that says so."""
HOMES = {
    "IR": ("10.421", say("Iraqis leave Iraq only after Unternehmen Irak, and never the Near East")),
    "VF": ("10.431", say("the Vichy French leave Syria only after Unternehmen Irak, and never the Near East")),
    "EG": ("10.44", say("Egyptians never leave Egypt")),
}


def why_closed(state: Theatre, unit: int, space: int) -> Reason:
    """Why a unit may not go from where it is to a space next to it, whoever is there."""
    printed, here = state.printed, state.place[unit]
    limit = next((KINDS[kind][1] for kind in ones(printed.graph.kinds_between(here, space))), "")
    if limit != "ALLIED_ONLY" and not domain(state, unit) >> space & 1:
        return why_no_place(state, unit, space)
    to_aden = "aden" in (printed.spaces[here].id, printed.spaces[space].id)
    return "10.22" if to_aden else LINES.get(limit, "9.13"), say("that line is closed to this unit")


def why_no_place(state: Theatre, unit: int, space: int) -> Reason:
    """Why a unit may not be in a space at all."""
    printed, place = state.printed, state.printed.spaces[space]
    if place.terrain == "oasis" and not happened(state, "long_range_desert_group"):
        return "9.21", say("no unit enters an oasis before Long Range Desert Group")
    if place.terrain == "oasis" and printed.divisions >> unit & 1:
        return "9.22", say("divisions do not enter oases")
    if place.id == "deep_desert":
        return "9.23", say("only the LRDG enters Deep Desert")
    if place.id == "chad":
        return "10.11", say("only Free French battlegroups under the British are in Chad")
    if place.id == "malta":
        return "10.31", say("no unit is ever in Malta")
    if place.region == WEST and not happened(state, "torch"):
        return "10.51", say("no unit goes to Morocco, Algeria or Tunisia before Torch")
    if printed.units[unit].nation in HOMES:
        return HOMES[printed.units[unit].nation]
    if place.subregion == "Syria" and printed.owners[unit] == ALLIED:
        return "10.432", say("the Allies enter Syria only after Unternehmen Irak, Exporters or Torch")
    return "10.0", say("that unit may not go to {space}", space=place.name)
