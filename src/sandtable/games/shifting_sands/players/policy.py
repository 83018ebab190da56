"""What each side wants in each phase of the war, how boldly it goes for it, and what a unit is worth to it.

Count the points before you look at the map. A victory space is a point for whoever holds it; El Alamein, and from
Fall 1941 any foot in East Africa, is a point for the Axis in every turn. Fourteen points, or Port Said and Suez,
win for the Axis at once; three points, or Tripoli while there has been no Torch, for the Allies.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c16_victory import is_campaign
from sandtable.games.shifting_sands.state import LAST_TURN, Theatre, happened
from sandtable.kernel.bits import ones
from sandtable.players.planning import Policy

ITALIANS, ROMMEL, TORCH = PHASES = ("Italians", "Rommel", "Torch")
"""The phases of the war: until Rommel comes, until the Americans come, and after that."""
POINT = 6.0
"""What a victory point is worth; a full infantry division of the British is worth about as much."""
NEARLY_WON = 1.6
"""How much more a point counts when one or two of them decide the game."""
GROUND = {"Libya": 0.15, "Egypt": 0.15, "East Africa": 0.7, "Near East": 0.15, "Algeria-Tunisia": 0.2}
"""What any space of a region is worth. The last space of East Africa is worth a point in every turn (5.41)."""

WEIGHTS = {
    "points": 1.0,
    "battles": 1.0,
    "chances": 0.45,
    "supply": 1.0,
    "danger": 0.36,
    "open": 1.0,
    "ground": 0.018,
    "events": 1.0,
    "replacements": 1.0,
    "hand": 1.0,
}
AIMS: Mapping[str, Mapping[str, float]] = {
    ITALIANS: {
        "tripoli": 30.0,
        "el_agheila": 3.0,
        "tobruk": 2.0,
        "halfaya": 0.5,
        "el_daba": 1.5,
        "el_alamein": 5.0,
        "alexandria": 3.0,
        "cairo": 2.0,
        "port_said": 9.0,
        "suez": 9.0,
        "massawa": 1.5,
    },
    ROMMEL: {
        "tripoli": 30.0,
        "el_agheila": 4.0,
        "benghazi": 1.0,
        "tobruk": 3.0,
        "halfaya": 0.5,
        "el_daba": 2.0,
        "el_alamein": 6.0,
        "alexandria": 3.0,
        "cairo": 2.0,
        "port_said": 9.0,
        "suez": 9.0,
        "massawa": 1.5,
    },
    TORCH: {
        "tripoli": 12.0,
        "tunis": 12.0,
        "mareth": 1.0,
        "el_agheila": 3.0,
        "benghazi": 1.0,
        "tobruk": 2.0,
        "el_daba": 2.0,
        "el_alamein": 6.0,
        "alexandria": 4.0,
        "cairo": 2.0,
        "port_said": 9.0,
        "suez": 9.0,
        "oran": 2.0,
        "casablanca": 2.0,
    },
}
"""What a space is worth beyond its victory point, to both sides: what decides the game, ports, and gates: nobody
goes by El Agheila or El Alamein."""
GUARDED: tuple[Mapping[str, float], Mapping[str, float]] = (
    {"tripoli": 10.0, "addis_ababa": 3.0, "tunis": 3.0},
    {"port_said": 2.0, "suez": 2.0, "alexandria": 1.0, "cairo": 1.0, "tripoli": 4.0},
)
"""By side the places that are never left empty, and what it costs to do so however far the enemy is."""
GATES: tuple[Mapping[str, float], Mapping[str, float]] = (
    {"el_agheila": 2.5, "tobruk": 2.0, "buerat": 1.0},
    {"el_alamein": 2.5, "mersa_matruh": 1.0, "khartoum": 1.0, "nairobi": 1.0},
)
"""The same of gates, through which a whole army is supplied; they are left empty if the enemy is far away."""
BOLDNESS: Mapping[tuple[int, str], float] = {
    (AXIS, ITALIANS): 1.0,
    (AXIS, ROMMEL): 1.25,
    (AXIS, TORCH): 1.0,
    (ALLIED, ITALIANS): 1.1,
    (ALLIED, ROMMEL): 1.1,
    (ALLIED, TORCH): 1.3,
}
RESERVE = 1
"""So many battlegroups of a kind wait in the Reserve box, to take the place of divisions that are lost (11.44)."""


def phase_of(state: Theatre) -> str:
    if happened(state, "torch"):
        return TORCH
    return ROMMEL if happened(state, "rommel") else ITALIANS


@cache
def policy_for(phase: str, side: int) -> Policy:
    """What a side wants in a phase of the war."""
    return Policy(objectives=AIMS[phase], boldness=BOLDNESS[side, phase], reserve=RESERVE, weights=WEIGHTS)


def policy_of(state: Theatre, side: int) -> Policy:
    return policy_for(phase_of(state), side)


def point(state: Theatre) -> float:
    """What a victory point is worth now: more when the game is about to be decided."""
    border = 5 if is_campaign(state) else 7
    late = state.turn >= (LAST_TURN - 1 if is_campaign(state) else 7)
    close = state.points >= 12 or state.points <= 5 or (late and abs(state.points - border) <= 2)
    return POINT * (NEARLY_WON if close else 1.0)


def prizes(state: Theatre) -> tuple[float, ...]:
    """By space what it is worth to control it, to either side."""
    return _prizes(state.printed, phase_of(state), point(state))


@cache
def _prizes(printed: Printed, phase: str, points: float) -> tuple[float, ...]:
    aims = AIMS[phase]
    west = printed.regions["Algeria-Tunisia"]
    return tuple(
        0.0
        if space.region not in GROUND or (phase != TORCH and west >> number & 1)
        else GROUND[space.region] + points * space.points + aims.get(space.id, 0.0)
        for number, space in enumerate(printed.spaces)
    )


@cache
def guards(printed: Printed, side: int, phase: str) -> dict[int, float]:
    """The places that a side never leaves empty."""
    return {
        printed.number[name]: price for name, price in GUARDED[side].items() if phase == TORCH or name != "tunis"
    }


@cache
def gates(printed: Printed, side: int) -> dict[int, float]:
    """The gates that a side guards."""
    return {printed.number[name]: price for name, price in GATES[side].items()}


# What a unit is worth


def steps_worth(state: Theatre, unit: int) -> tuple[float, ...]:
    """What each step that a unit has left is worth, the next one to be lost first."""
    return both_steps(state.printed, unit, state.upgraded >> unit & 1)[state.reduced >> unit & 1 :]


@cache
def both_steps(printed: Printed, unit: int, version: int) -> tuple[float, float]:
    """The second step is what the unit can still do when it is reduced: its being there, its wheels."""
    counter = printed.units[unit]
    full, reduced = counter.faces[version]
    armour = 0.5 * full.loss / 3 + 0.3 if counter.armour else 0.0
    return (
        full.combat - reduced.combat + 0.45 * full.loss,
        reduced.combat + 0.4 * full.loss + 0.1 * full.movement + armour,
    )


def worth(state: Theatre, unit: int) -> float:
    return sum(steps_worth(state, unit))


def value(state: Theatre, units: int) -> float:
    """What these units are worth together."""
    return sum([sum(steps_worth(state, unit)) for unit in ones(units)])
