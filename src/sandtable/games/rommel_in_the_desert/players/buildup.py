"""16: what the recruit does with its points between two months.

Reinforcements go forward first: the shortest way is often by sea. Weak units go home to be rebuilt, and those that
are in the base are rebuilt before they go. What is left buys cards, or, from time to time, a minefield where the
enemy is expected; a few points are saved.
"""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.players.evaluation import garrisons, nearest_enemy, worth
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import step_price
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import REDEPLOY_TO, land_ends, sea_ends
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    firm_at,
    scenario_of,
    steps_left,
    units_at,
)
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Policy, Verbs

KEPT = Policy(reserve=4)
FORWARD = 3
"""By how many hexes a redeployment must bring a unit nearer."""
TOGETHER = 10
"""More units than this in one hex are of no use there."""


def goal_of(state: Position, side: int) -> int:
    """Where units are wanted: Tobruk, or on this side of the enemy who stands before it."""
    return state.printed.fortresses[TOBRUK]


def best_end(state: Position, side: int, unit: int, hexes: int) -> tuple[int, int]:
    """Which of these hexes brings a unit nearest to where it is wanted, and how near; never beside the enemy
    unless friends are there."""
    board, wanted = state.printed.board, goal_of(state, side)
    enemy = ENEMY_OF[side]
    beside = board.spread(state.firm[enemy]) | state.firm[enemy]
    held = state.firm[side]

    def order(place: int) -> tuple[bool, int, bool, int]:
        exposed = bool(beside >> place & 1) and not held >> place & 1
        full = units_at(state, side, place).bit_count() >= TOGETHER
        return exposed or full, board.distance(place, wanted), not held >> place & 1, place

    best = min(ones(hexes), key=order)
    return best, board.distance(best, wanted)


def spend(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """16.51-16.54: rebuild in the base, bring units forward, send weak ones home."""
    if verbs.REBUILD in legal:
        price = {unit: step_price(state, unit) / worth(state, unit) for unit in ones(legal[verbs.REBUILD])}
        return pack(verbs.REBUILD, min(price, key=lambda unit: (price[unit], unit)))
    weak = [unit for unit in ones(legal.get(verbs.REFIT, 0)) if is_weak(state, side, unit)]
    if weak and scenario_of(state).end_month - state.month >= 1:
        return pack(verbs.REFIT, weak[0])
    bound = garrisons(state, side, KEPT)
    best, unit_to_go = FORWARD - 1, -1
    board, wanted = state.printed.board, goal_of(state, side)
    known: dict[tuple[int, int], int] = {}
    for unit in ones(legal.get(verbs.REDEPLOY, 0) & ~bound):
        here = state.place[unit]
        if state.held[ENEMY_OF[side]] >> here & 1 or board.distance(here, wanted) < FORWARD:
            continue
        key = here, 0
        if key not in known:
            hexes = land_ends(state, unit) | sea_ends(state, side, here)
            known[key] = board.distance(here, wanted) - best_end(state, side, unit, hexes)[1] if hexes else 0
        if known[key] > best:
            best, unit_to_go = known[key], unit
    return pack(verbs.REDEPLOY, unit_to_go) if unit_to_go >= 0 else pack(verbs.DONE)


def is_weak(state: Position, side: int, unit: int) -> bool:
    """A unit on its last step that is not needed where it is."""
    place = state.place[unit]
    if steps_left(state, unit) > 1 or state.printed.max_cv[unit] // state.printed.step[unit] < 2:
        return False
    alone = firm_at(state, side, place) == 1 << unit
    return not alone or nearest_enemy(state, side, place) > 2


def redeploy_to(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """16.51, 16.53: by land or by sea, whichever brings it nearer."""
    unit = REDEPLOY_TO.unit(state.frames[-1])
    ends = []
    for verb in (verbs.SHIP, verbs.HEX):
        if legal.get(verb, 0):
            place, far = best_end(state, side, unit, legal[verb])
            ends.append((far, -verb, verb, place))
    _, _, verb, place = min(ends)
    return pack(verb, place)


def mines(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """16.55: mines where the enemy must come: in Tobruk, or where most units stand before him."""
    if verbs.MINE not in legal:
        return _first(legal)
    if MINES.second(state.frames[-1]) < 0 and rng.random() < 0.4:
        return pack(verbs.DONE)
    board = state.printed.board
    tobruk = state.printed.fortresses[TOBRUK]

    def order(place: int) -> tuple[float, int]:
        count = units_at(state, side, place).bit_count()
        front = 4 - min(4, abs(nearest_enemy(state, side, place) - 2))
        return count + front + 4 * (place == tobruk) - 0.3 * board.distance(place, tobruk), -place

    return pack(verbs.MINE, max(ones(legal[verbs.MINE]), key=order))


def buy(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """16.54: all the cards there are points for; before the last month everything is spent."""
    return pack(verbs.EXTRA, max(ones(legal[verbs.EXTRA])))


def throw_in(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """16.6: a few dummies are kept for bluffs; not always as many."""
    return pack(verbs.THROW, max(0, state.dummies[side] - rng.choice((1, 2, 2, 3))))


def malta(state: Position, side: int, legal: Verbs, rng: Random) -> Choice:
    """18.6: two units for a card a month: not too early."""
    left = scenario_of(state).end_month - state.month
    return pack(verbs.MALTA if left <= 4 else verbs.NO_MALTA)


def _first(legal: Verbs) -> Choice:
    if verbs.DONE in legal:
        return pack(verbs.DONE)
    verb, arguments = next(iter(legal.items()))
    return pack(verb, first(arguments))
