"""What each side wants: the places that decide each scenario and the campaign, and the ideas for an action.

Read the victory conditions before the map. Compass is won by whoever holds El Agheila at the end: without it no
Axis unit has a line of supply. In Sunflower the Axis needs Benghazi and Tobruk, or the frontier by turn 5. In
Crusader the Allies must open the road to Tobruk and destroy the panzers. In Gazala the Axis needs Tobruk,
Bardia and a foothold on the East map. In the campaign Benghazi pays the Allies every turn, and El Agheila or
Alexandria ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.ground import CENTRAL
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c10_supply import land_line
from sandtable.games.dark_sands.state import Sands, hexes_of
from sandtable.players.planning import Policy

CAMPAIGN = "campaign"
EL_AGHEILA, BENGHAZI, TOBRUK, BARDIA, SOLLUM = "El Agheila", "Benghazi", "Tobruk", "Bardia", "Sollum"
HALFAYA, MATRUH, EL_ALAMEIN, ALEXANDRIA = "Halfaya", "Mersa Matruh", "El Alamein", "Alexandria"
WEIGHTS = {"aims": 1.0, "battles": 1.0, "supply": 0.45, "danger": 0.3, "ground": 1.0}

AXIS_AIMS: Mapping[str, Mapping[str, float]] = {
    "compass": {EL_AGHEILA: 60, BENGHAZI: 14, TOBRUK: 14, BARDIA: 12, SOLLUM: 2},
    "sunflower": {EL_AGHEILA: 25, BENGHAZI: 20, TOBRUK: 24, BARDIA: 10, SOLLUM: 10, HALFAYA: 10},
    "crusader": {EL_AGHEILA: 20, TOBRUK: 20, BARDIA: 16, BENGHAZI: 6},
    "gazala": {EL_AGHEILA: 30, BENGHAZI: 24, TOBRUK: 30, BARDIA: 26, MATRUH: 26},
    CAMPAIGN: {
        EL_AGHEILA: 40,
        BENGHAZI: 14,
        TOBRUK: 18,
        BARDIA: 8,
        SOLLUM: 6,
        MATRUH: 10,
        EL_ALAMEIN: 8,
        ALEXANDRIA: 30,
    },
}
ALLIED_AIMS: Mapping[str, Mapping[str, float]] = {
    "compass": {EL_AGHEILA: 60, BENGHAZI: 14, TOBRUK: 14, BARDIA: 12, ALEXANDRIA: 4},
    "sunflower": {TOBRUK: 30, BENGHAZI: 20, SOLLUM: 8, BARDIA: 8, HALFAYA: 6, EL_AGHEILA: 30, ALEXANDRIA: 5},
    "crusader": {TOBRUK: 35, BARDIA: 10, SOLLUM: 4, BENGHAZI: 4, ALEXANDRIA: 8, EL_AGHEILA: 20},
    "gazala": {TOBRUK: 26, BARDIA: 18, MATRUH: 8, BENGHAZI: 12, EL_AGHEILA: 25, ALEXANDRIA: 8},
    CAMPAIGN: {
        EL_AGHEILA: 35,
        BENGHAZI: 18,
        TOBRUK: 18,
        BARDIA: 8,
        SOLLUM: 6,
        MATRUH: 8,
        EL_ALAMEIN: 8,
        ALEXANDRIA: 50,
    },
}
AIMS = (AXIS_AIMS, ALLIED_AIMS)


@dataclass(frozen=True, slots=True)
class Idea:
    """How an action is played: who strikes, who marches where."""

    name: str
    strikes: bool
    marches: bool
    cuts: bool = False


IDEAS = (
    Idea("stand", strikes=False, marches=False),
    Idea("strike", strikes=True, marches=False),
    Idea("advance", strikes=True, marches=True),
    Idea("march past", strikes=False, marches=True),
    Idea("cut them off", strikes=True, marches=True, cuts=True),
)
"""The safest first."""


BOLDNESS = {
    ("compass", ALLIED): 2.0,
    ("sunflower", AXIS): 2.0,
    ("crusader", ALLIED): 1.1,
    ("gazala", AXIS): 2.0,
    (CAMPAIGN, AXIS): 1.3,
}
"""Whoever must do something in a few turns cannot wait until it is safe."""
RELIEF, SWEPT = 12.0, 40.0
"""What it is worth to open or bar the road to Tobruk, and to clear the Central map or stay there."""
FOOTHOLDS = ("1960", "1462", "1762", "1764")
"""Mersa Matruh, Bir Khalda, Sidi Haneish, Fuka."""
PRECIOUS = 4.0
"""P1.3.3: in Crusader the Allies win when the panzers are gone, so these count for more than their factors."""


@cache
def policy_for(scenario: str, side: int) -> Policy:
    """What this side wants in a scenario, or in the campaign."""
    return Policy(objectives=AIMS[side][scenario], boldness=BOLDNESS.get((scenario, side), 1.0), weights=WEIGHTS)


def play_of(state: Sands) -> str:
    """What is being played: a scenario, or the campaign."""
    return CAMPAIGN if state.campaign else SCENARIOS[state.scenario]


def policy_of(state: Sands, side: int) -> Policy:
    return policy_for(play_of(state), side)


def dear(state: Sands, unit: int) -> float:
    """How much more a unit counts than its factors say."""
    return PRECIOUS if state.printed.panzers >> unit & 1 and play_of(state) == "crusader" else 1.0


def aims_of(state: Sands, side: int) -> Mapping[int, float]:
    """What each hex is worth to a side."""
    play = play_of(state)
    aims = _aims(state.printed, play, side)
    if play == "gazala" and side == AXIS:
        return _with_a_foothold(state, aims)
    return aims


def _with_a_foothold(state: Sands, aims: Mapping[int, float]) -> Mapping[int, float]:
    """P1.4.3: any named place of the East map will do, and one is enough."""
    held = next((place for place in _footholds(state.printed) if controls(state, AXIS, place)), -1)
    worth = aims[state.printed.places.matruh]
    others = {place: aim for place, aim in aims.items() if place != state.printed.places.matruh}
    return others | dict.fromkeys(_footholds(state.printed) if held < 0 else (held,), worth)


@cache
def _footholds(printed: Printed) -> tuple[int, ...]:
    """The named places of the East map that are nearest to Tobruk."""
    return tuple(printed.board.number[name] for name in FOOTHOLDS)


@cache
def _aims(printed: Printed, play: str, side: int) -> Mapping[int, float]:
    places = printed.places
    numbers = {
        EL_AGHEILA: places.el_agheila,
        BENGHAZI: places.benghazi,
        TOBRUK: places.tobruk,
        BARDIA: places.bardia,
        SOLLUM: places.sollum,
        HALFAYA: places.halfaya,
        MATRUH: places.matruh,
        EL_ALAMEIN: places.el_alamein,
        ALEXANDRIA: places.alexandria,
    }
    return {numbers[name]: worth for name, worth in policy_for(play, side).objectives.items()}


def quarry(state: Sands, side: int) -> tuple[int, float]:
    """Where the enemies are who stand between us and victory, and what it is worth to be rid of them."""
    printed, play = state.printed, play_of(state)
    enemies, ground = state.occupied[1 - side], printed.ground
    if play == "crusader" and side == ALLIED:
        return hexes_of(state, printed.panzers), 30.0
    if play == "sunflower" and side == AXIS:
        return enemies & ground.section[CENTRAL] & ~ground.tobruk, 12.0
    if play == "compass" and side == ALLIED:
        return enemies & ground.egypt, 8.0
    return 0, 0.0


def besides(state: Sands, side: int) -> float:
    """What else decides a scenario: the road to Tobruk in Crusader, a foot on the Central map in Sunflower."""
    places, ground, play = state.printed.places, state.printed.ground, play_of(state)
    if play == "crusader":
        relieved = land_line(state, places.tobruk, ALLIED)
        return RELIEF if relieved == (side == ALLIED) else 0.0
    if play == "sunflower":
        swept = not state.occupied[ALLIED] & ground.section[CENTRAL] & ~ground.tobruk
        return SWEPT if swept == (side == AXIS) else 0.0
    return 0.0
