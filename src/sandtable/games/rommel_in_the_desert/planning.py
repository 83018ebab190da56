"""What the recruit thinks of places: what is to be taken or held, how strong who is, where supply reaches.

Tobruk decides most games (17.3), so it comes first: take it, keep it, and drive off whoever comes near. Beyond
that an army only loses its supply.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.checks import hungry
from sandtable.games.rommel_in_the_desert.printed import HIGHWAY
from sandtable.games.rommel_in_the_desert.reach import reaches
from sandtable.games.rommel_in_the_desert.state import Position, enemy_of, firm_at, put, units_at
from sandtable.games.rommel_in_the_desert.victory import TOBRUK
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack

BLOCK = 3
"""What an unknown block is taken to be worth, in CV."""
BOLD = 1.4
"""How much stronger than the enemy one must be to attack."""
WALLS = 2.0
"""A fortress doubles most of its defenders' dice (13.2)."""
GARRISON = 3
"""Units that stay in Tobruk."""
CUT_OFF = 8
"""What it costs to leave a unit, any unit, without supply."""
LOOKED_AT = 4
"""So many of the best places are examined for supply."""
NEAR = 2
SIGHT = 6
"""How far from Tobruk the enemy is sought."""


def worth(state: Position, unit: int) -> int:
    """What a unit is worth keeping: strong and fast."""
    return state.cv[unit] * state.scenario.speed[unit]


# Strength


def strength(state: Position, units: int) -> int:
    return sum(state.cv[unit] for unit in ones(units))


def resistance(state: Position, side: int, place: int) -> float:
    """What stands against the side in a hex: shown blocks as they are, the others as middling."""
    firm = firm_at(state, enemy_of(side), place)
    total = strength(state, firm & state.shown) + BLOCK * (firm & ~state.shown).bit_count()
    owner = next((o for o, at in zip(state.owner, state.scenario.fortresses, strict=True) if at == place), side)
    return total * (WALLS if owner != side else 1.0)


def is_outnumbered(state: Position, side: int, place: int) -> bool:
    return strength(state, firm_at(state, side, place)) * BOLD < resistance(state, side, place)


# What to do


def objective(state: Position, side: int) -> int:
    """The hex to go for: Tobruk, then the enemy nearest to it as long as he is near, otherwise Tobruk again."""
    tobruk, enemy = state.scenario.fortresses[TOBRUK], state.held[enemy_of(side)]
    if state.owner[TOBRUK] != side and not state.firm[side] >> tobruk & 1:
        return tobruk
    distance = state.scenario.board.distance
    near = [place for place in ones(enemy) if distance(place, tobruk) <= SIGHT]
    return min(near, key=lambda place: (distance(place, tobruk), place), default=tobruk)


def is_bound(state: Position, side: int, unit: int) -> bool:
    """Does the unit belong to the garrison of Tobruk?"""
    place = state.scenario.fortresses[TOBRUK]
    garrison = firm_at(state, side, place)
    return state.place[unit] == place and garrison.bit_count() <= GARRISON


# Where to go


def best_goal(state: Position, side: int, hexes: int) -> int:
    """The hex of these nearest to the objective, on the highway rather than off it, and not next to the enemy."""
    goal, enemy = objective(state, side), state.firm[enemy_of(side)]
    near_enemy = state.scenario.board.spread(enemy)
    highway = state.scenario.roads[HIGHWAY]

    def order(place: int) -> tuple[int, int, int, int]:
        distance = state.scenario.board.distance(place, goal) + 2 * (not highway[place])
        return enemy >> place & 1, near_enemy >> place & 1, distance, place

    return min(ones(hexes), key=order)


def best_end(state: Position, side: int, unit: int) -> int:
    """Where a unit of a declared move should end: -1 to stay where it is."""
    if is_bound(state, side, unit):
        return -1
    goal = objective(state, side)
    found = {place for reach in reaches(state, unit) for place in reach.steps}
    ranked = sorted(found, key=lambda place: (-value(state, side, unit, place, goal), place))[:LOOKED_AT]
    stay = value(state, side, unit, state.place[unit], goal) - CUT_OFF * unfed(state, side)
    best, end = stay + 0.5, -1
    for place in ranked:
        worth_it = value(state, side, unit, place, goal) - CUT_OFF * unfed_after(state, side, unit, place)
        if worth_it > best:
            best, end = worth_it, place
    return end


def value(state: Position, side: int, unit: int, place: int, goal: int) -> float:
    """How good it is to stand there: near the objective, among friends, against a weaker enemy."""
    score = -float(state.scenario.board.distance(place, goal))
    score += 0.3 * min(3, units_at(state, side, place).bit_count())
    if state.held[enemy_of(side)] >> place & 1:
        ours = strength(state, firm_at(state, side, place) | 1 << unit) + _followers(state, side, place, unit)
        score += 5 if ours >= BOLD * resistance(state, side, place) else -20
    return score


def _followers(state: Position, side: int, place: int, unit: int) -> int:
    """CV of own units close by that could follow into a hex in this turn."""
    total, near = 0, state.scenario.board.adjacent[place]
    for _ in range(NEAR - 1):
        near |= state.scenario.board.spread(near)
    for other in ones(near & state.firm[side] & ~(1 << place)):
        total += strength(state, firm_at(state, side, other) & ~state.moved & ~(1 << unit))
    return min(total, 2 * BLOCK * state.scenario.board.adjacent[place].bit_count())


def unfed(state: Position, side: int) -> int:
    return hungry(state, side).bit_count()


def unfed_after(state: Position, side: int, unit: int, place: int) -> int:
    """How many units would lack supply with this one over there."""
    trial = state.copy()
    put(trial, unit, place)
    if trial.held[enemy_of(side)] >> place & 1:
        trial.attacker_hexes[side] |= 1 << place
        trial.crossed[side] |= trial.scenario.sides.around[place]
    return unfed(trial, side)


# What to declare


def best_declaration(state: Position, side: int, verb: dict[int, int]) -> Choice | None:
    """5.1: a group move for the group that gains most by moving; Rommel leads it where he may."""
    name = verbs.ROMMEL_GROUP if verbs.ROMMEL_GROUP in verb else verbs.GROUP
    if name not in verb:
        return None
    goal, best, found = objective(state, side), 0.0, -1
    for place in ones(verb[name]):
        units = firm_at(state, side, place) & ~state.moved
        movable = [unit for unit in ones(units) if not is_bound(state, side, unit)]
        distance = state.scenario.board.distance(place, goal)
        gain = sum(min(distance, state.scenario.speed[unit] + 2) for unit in movable) + 0.1 * len(movable)
        if distance and gain > best:
            best, found = gain, place
    return pack(name, found) if found >= 0 else None


def lags(state: Position, side: int, unit: int, hexes: int) -> bool:
    """16.51: would the unit come nearer to the objective by going to the best of these hexes?"""
    goal = objective(state, side)
    board = state.scenario.board
    return board.distance(best_goal(state, side, hexes), goal) + 2 < board.distance(state.place[unit], goal)
