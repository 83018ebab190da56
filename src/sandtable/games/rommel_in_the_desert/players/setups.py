"""18.0: a few sensible ways to begin each scenario; which one is used changes from game to game.

A scheme is a list of posts: a hex, how many units, and which are wanted there. Foot soldiers and guns hold the
fortresses and the base, fast units stand where they can strike, and what is left over joins the last post. Whoever
must go around an enemy Tobruk keeps units in El Adem: three hexes of track on either side carry the supply line.
"""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert.printed.data import TRAIL
from sandtable.games.rommel_in_the_desert.rules.c09_fire import ARTILLERY
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import area, open_hexes, to_deploy
from sandtable.games.rommel_in_the_desert.state import Position, put, scenario_of
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

Post = tuple[str, int, str]
Scheme = tuple[Post, ...]
FOOT, FAST, MIXED = "foot", "fast", "mixed"
REST = 99

INLAND: Scheme = (("Msus", 1, FOOT), ("Mechili", 1, FOOT))
"""A second line for the Axis: with a unit in each of these, one raider on the coast road cuts off nobody."""
SIEGE: Scheme = (
    ("El-Agheila", 1, FOOT),
    *INLAND,
    ("El-Adem", 3, FOOT),
    ("Gambut", 2, FOOT),
    ("Bardia", 1, FOOT),
    ("Ft-Capuzzo", 4, FAST),
    ("El-Adem", REST, FAST),
)
FRONTIER: Scheme = (
    ("El-Agheila", 1, FOOT),
    *INLAND,
    ("El-Adem", 3, FOOT),
    ("Bardia", 1, FOOT),
    ("Bir-Harmat", 2, FOOT),
    ("Ft-Capuzzo", REST, FAST),
)
WEST: Scheme = (
    ("El-Agheila", 1, FOOT),
    *INLAND,
    ("Bir-Harmat", 4, FOOT),
    ("El-Adem", 4, FAST),
    ("Gazala", 1, FOOT),
    ("Bir-Harmat", REST, FAST),
)
EGYPT: Scheme = (
    ("Tobruk", 5, FOOT),
    ("Alexandria", 1, FOOT),
    ("Mersa-Matruh", 3, FOOT),
    ("Sidi-Barrani", REST, FAST),
)
EGYPT_BACK: Scheme = (
    ("Tobruk", 5, FOOT),
    ("Alexandria", 2, FOOT),
    ("Sidi-Barrani", 3, MIXED),
    ("Mersa-Matruh", REST, FAST),
)
EGYPT_SOUTH: Scheme = (
    ("Tobruk", 5, FOOT),
    ("Alexandria", 1, FOOT),
    ("Mersa-Matruh", 2, FOOT),
    ("Sofafi", 4, FAST),
    ("Sidi-Barrani", REST, FAST),
)

SCHEMES: dict[tuple[str, int, int], tuple[Scheme, ...]] = {
    ("1940", 0, 0): (
        (("Tobruk", 2, FOOT), ("Bardia", 2, FOOT), ("Ft-Capuzzo", REST, MIXED)),
        (("Tobruk", 3, FOOT), ("Sidi-Omar", 2, FAST), ("Bardia", REST, MIXED)),
        (("Tobruk", 3, FOOT), ("Bardia", 1, FOOT), ("Gambut", REST, MIXED)),
    ),
    ("1940", 1, 0): (
        (("Alexandria", 1, FAST), ("Sidi-Barrani", REST, FAST)),
        (("Alexandria", 1, FAST), ("Mersa-Matruh", REST, FAST)),
        (("Alexandria", 2, FAST), ("Mersa-Matruh", REST, FAST)),
    ),
    ("1941", 1, 0): (
        (("Tobruk", 1, FOOT), ("Bardia", 1, FOOT), ("El-Adem", REST, FAST)),
        (("Benghazi", 1, FOOT), ("Gazala", 2, FAST), ("Tobruk", REST, MIXED)),
        (("Bardia", 1, FOOT), ("Gambut", REST, FAST)),
    ),
    ("1942", 0, 0): (
        (("Mersa-Brega", 10, FAST), ("El-Agheila", REST, FOOT)),
        (("Mersa-Brega", 7, FAST), ("Mersa-Brega", 3, FOOT), ("El-Agheila", REST, FOOT)),
    ),
    ("1942", 1, 0): (
        (("Tobruk", 3, FOOT), ("Bardia", 1, FOOT), ("Gazala", 2, FAST), ("El-Adem", REST, FAST)),
        (("Tobruk", 4, FOOT), ("Benghazi", 1, FOOT), ("Knightsbridge", REST, FAST)),
        (("Tobruk", 4, FOOT), ("Bardia", 2, FOOT), ("Gambut", REST, FAST)),
    ),
    ("crusader", 0, 0): (SIEGE, FRONTIER, WEST),
    ("crusader", 1, 0): (EGYPT, EGYPT_BACK, EGYPT_SOUTH),
    ("battleaxe", 0, 0): (SIEGE, FRONTIER, WEST),
    ("battleaxe", 1, 0): (EGYPT, EGYPT_BACK, EGYPT_SOUTH),
    ("gazala", 0, 0): (
        (("El-Agheila", 1, FOOT), ("Gazala", 6, FOOT), ("Tengeder", 2, FAST), ("Rotunda-Segnali", REST, FAST)),
        (("El-Agheila", 1, FOOT), *INLAND, ("Derna", 3, FOOT), ("Gazala", REST, FAST)),
        (
            ("El-Agheila", 1, FOOT),
            *INLAND,
            ("Derna", 2, FOOT),
            ("Gazala", 10, FAST),
            ("Rotunda-Segnali", REST, FAST),
        ),
    ),
    ("gazala", 1, 0): (
        (("Tobruk", 6, FOOT), ("El-Adem", REST, FAST)),
        (("Tobruk", 5, FOOT), ("Bardia", 1, FOOT), ("Knightsbridge", 6, FAST), ("El-Adem", REST, FAST)),
        (("Tobruk", 8, FOOT), ("Gambut", 2, FOOT), ("El-Adem", REST, FAST)),
    ),
    ("alamein", 0, 0): (
        (("El-Agheila", 1, FOOT), ("Tobruk", 3, FOOT), ("Bardia", 3, FOOT), ("Ft-Capuzzo", REST, FAST)),
        (
            ("El-Agheila", 1, FOOT),
            ("Tobruk", 4, FOOT),
            ("Bardia", 2, FOOT),
            ("Gambut", 3, FOOT),
            ("Ft-Capuzzo", REST, FAST),
        ),
    ),
    ("alamein", 1, 0): (
        (("Mersa-Matruh", 5, FOOT), ("El-Alamein", 3, FOOT), ("Mersa-Matruh", REST, FAST)),
        (("El-Alamein", 4, FOOT), ("El-Daba", 3, FOOT), ("Fuka", REST, FAST)),
        (("El-Alamein", REST, MIXED),),
    ),
}
SCHEMES["1941-42", 1, 0] = SCHEMES["1941", 1, 0]


def chosen(state: Position, group: int, rng: Random) -> list[tuple[int, int]]:
    """Units and their hexes for one starting group, by one of the schemes of the scenario."""
    scenario = scenario_of(state)
    side = scenario.deployments[group].side
    own = [number for number, each in enumerate(scenario.deployments) if each.side == side]
    schemes = SCHEMES.get((scenario.id, side, own.index(group)), ((),))
    scratch, found = state.copy(), list[tuple[int, int]]()
    left = to_deploy(state, group)
    for name, count, sort in rng.choice(schemes):
        hex_wanted = state.printed.board.number[name]
        for unit in _in_order(state, left, sort)[:count]:
            place = _nearest(scratch, group, hex_wanted)
            put(scratch, unit, place)
            found.append((unit, place))
            left &= ~(1 << unit)
    for unit in ones(left):
        place = _nearest(scratch, group, found[-1][1] if found else state.printed.fortresses[1])
        put(scratch, unit, place)
        found.append((unit, place))
    return found


def _in_order(state: Position, units: int, sort: str) -> list[int]:
    """Foot soldiers: slow ones first; fast units: fast and strong ones first; mixed: one class after the other."""
    printed = state.printed
    speed, arm, cv = printed.speed, printed.arm, printed.max_cv
    if sort == FOOT:
        return sorted(ones(units), key=lambda unit: (speed[unit], arm[unit] == ARTILLERY, -cv[unit], unit))
    if sort == FAST:
        return sorted(ones(units), key=lambda unit: (-speed[unit], -cv[unit], unit))
    seen = [0, 0, 0, 0]
    ranks = {}
    for unit in ones(units):
        ranks[unit] = seen[arm[unit]]
        seen[arm[unit]] += 1
    return sorted(ranks, key=lambda unit: (ranks[unit], unit))


def _nearest(state: Position, group: int, wanted: int) -> int:
    """The hex wanted, or where it is not allowed the nearest one by a road that is."""
    board, roads = state.printed.board, state.printed.roads[TRAIL]
    hexes = open_hexes(state, group)
    near = board.spread(state.firm[ENEMY_OF[scenario_of(state).deployments[group].side]])
    if hexes >> wanted & 1:
        return wanted
    open_area = hexes & area(state, group)

    def order(place: int) -> tuple[bool, int, bool, int]:
        return bool(near >> place & 1), board.distance(place, wanted), not roads[place], place

    return min(ones(open_area), key=order)
