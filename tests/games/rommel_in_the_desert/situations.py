"""Situations that show a rule at work which no event and no refusal names: by paragraph and a few words.

Each is a question about a position at which something is decided, and the name of that decision.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, HIGHWAY
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import is_besieged
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, scenario_of, units_at
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import Dice

Situation = Callable[[Position, str], bool]
SIDES = (AXIS, ALLIED)
FIRING = ("name-battles", "fire-unit")
SCENARIOS = {
    "18.1": "1940",
    "18.2": "1941",
    "18.3": "1941-42",
    "18.4": "crusader",
    "18.5": "battleaxe",
    "18.6": "1942",
    "18.7": "gazala",
    "18.8": "alamein",
}
PRINTED = GAME.load_data()
ON_HIGHWAY = mask_of(
    place for place in ones(PRINTED.board.all) for side in PRINTED.sides.of[place] if PRINTED.road[side] == HIGHWAY
)


def rolls_more_dice(state: Position, kind: str) -> bool:
    """A unit has more dice than its CV."""
    frame = state.frames[-1]
    dice = GAME.kinds[frame[0]]
    return kind == "volley" and isinstance(dice, Dice) and dice.count(state, frame) > state.cv[frame[3]]


def shields_disrupted_units(state: Position, kind: str) -> bool:
    battles = state.attacker_hexes[AXIS] | state.attacker_hexes[ALLIED]
    return any(
        firm_at(state, side, place) and units_at(state, side, place) & state.disrupted
        for place in ones(battles)
        for side in SIDES
    )


def has_lost_an_elite_step(state: Position, kind: str) -> bool:
    elite = (unit for unit, step in enumerate(state.printed.step) if step > 1 and state.place[unit] >= 0)
    return kind == "lay" and any(state.cv[unit] < state.printed.max_cv[unit] for unit in elite)


def uses_empty_highway(state: Position, kind: str) -> bool:
    return kind == "lay" and any(network(state, side) & ON_HIGHWAY & ~state.held[side] for side in SIDES)


def chains_off_the_highway(state: Position, kind: str) -> bool:
    return kind == "lay" and any(network(state, side) & ~ON_HIGHWAY for side in SIDES)


def overlaps(state: Position, kind: str) -> bool:
    return kind == "lay" and bool(network(state, AXIS) & network(state, ALLIED))


def besieges(state: Position, kind: str) -> bool:
    owners = zip(state.printed.fortresses, state.owner, strict=True)
    return kind == "lay" and any(is_besieged(state, place, owner) for place, owner in owners)


def leaves_a_fortress_empty(state: Position, kind: str) -> bool:
    held = state.held[AXIS] | state.held[ALLIED]
    return any(not held >> place & 1 for place in state.printed.fortresses)


def fires(passive: bool) -> Situation:
    """The Passive player's units fire, or the Active player's."""
    return lambda state, kind: kind == "fire-unit" and (state.frames[-1][3] != state.active) == passive


def plays(scenario: str) -> Situation:
    return lambda state, kind: scenario_of(state).id == scenario


SITUATIONS: dict[str, Situation] = {
    "2.4 an elite unit has lost a step": has_lost_an_elite_step,
    "3.46 combat of a Blitz": lambda state, kind: bool(state.blitzed) and kind in FIRING,
    "4.1 the move of a Basic turn": lambda state, kind: kind == "movement" and state.real_laid == 1,
    "4.2 two moves of an Offensive": lambda state, kind: kind == "movement" and len(state.moves) == 2,
    "4.4 movement of a Blitz": lambda state, kind: kind == "movement" and bool(state.blitzed),
    "7.3 units are shown": lambda state, kind: bool(state.shown),
    "8.1 a hexside was crossed by either side": lambda state, kind: all(state.crossed),
    "8.3 either side is the Attacker somewhere": lambda state, kind: all(state.attacker_hexes),
    "9.1 defensive fire": fires(passive=True),
    "9.1 offensive fire": fires(passive=False),
    "9.21 double dice": rolls_more_dice,
    "9.52 half a hit": lambda state, kind: any(halves % 2 for halves in state.hits),
    "11.11 disrupted units protected in battle": shields_disrupted_units,
    "12.1 an unsupplied unit has moved": lambda state, kind: bool(state.unsupplied & state.moved),
    "12.3 a line along empty highway": uses_empty_highway,
    "12.4 a chain off the highway": chains_off_the_highway,
    "12.6 networks overlap": overlaps,
    "13.1 an empty fortress": leaves_a_fortress_empty,
    "13.5 a siege": besieges,
    "14.1 a minefield that one side knows of": lambda state, kind: bool(
        state.mined_hexes & (state.known_mines[AXIS] ^ state.known_mines[ALLIED])
    ),
    "16.2 networks of a Buildup": lambda state, kind: kind == "spend" and all(state.network),
    **{f"{paragraph} {scenario}": plays(scenario) for paragraph, scenario in SCENARIOS.items()},
}
