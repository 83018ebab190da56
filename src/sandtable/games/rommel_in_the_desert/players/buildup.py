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
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import rebuildable, step_price
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import (
    REDEPLOY_TO,
    land_ends,
    redeployable,
    sea_ends,
    ship,
)
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.state import (
    REFIT,
    Position,
    firm_at,
    put,
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
MOST_ORDERS = 60
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


def spend(state: Position, side: int, legal: Verbs, rng: Random) -> list[Choice]:
    """16.51-16.54: rebuild in the base, send weak units home, bring the others forward; all of it in one go."""
    scratch, run = state.copy(), list[Choice]()
    run += [pack(verbs.REBUILD, unit) for unit in _rebuilt(scratch, side)]
    if scenario_of(state).end_month > state.month:
        for unit in ones(legal.get(verbs.REFIT, 0)):
            if is_weak(scratch, side, unit):
                put(scratch, unit, REFIT)
                run.append(pack(verbs.REFIT, unit))
    while len(run) < MOST_ORDERS:
        unit, verb, place = _redeployed(scratch, side)
        if unit < 0:
            break
        run += [pack(verbs.REDEPLOY, unit), pack(verb, place)]
        if verb == verbs.SHIP:
            ship(scratch, unit, place)
        else:
            scratch.points[side] -= 1
            put(scratch, unit, place)
    return [*run, pack(verbs.DONE)]


def _rebuilt(state: Position, side: int) -> list[int]:
    """16.54: the units to rebuild, step by step, the cheapest for what they are worth first."""
    run: list[int] = []
    while True:
        price = {unit: step_price(state, unit) / worth(state, unit) for unit in ones(rebuildable(state, side))}
        if not price:
            return run
        unit = min(price, key=lambda unit: (price[unit], unit))
        state.points[side] -= step_price(state, unit)
        state.cv[unit] += state.printed.step[unit]
        run.append(unit)


def _redeployed(state: Position, side: int) -> tuple[int, int, int]:
    """16.51, 16.53: the unit that gains most by a redeployment, by sea or by land, and where it goes."""
    bound = garrisons(state, side, KEPT)
    board, wanted = state.printed.board, goal_of(state, side)
    ahead = state.printed.distance[ENEMY_OF[side]]
    best, found = FORWARD - 1, (-1, 0, 0)
    seen = set()
    for unit in ones(redeployable(state, side) & ~bound):
        here = state.place[unit]
        far = board.distance(here, wanted)
        forward = ahead[here] < ahead[wanted]
        if here in seen or far < FORWARD or forward or state.held[ENEMY_OF[side]] >> here & 1:
            continue
        seen.add(here)
        for verb, hexes in ((verbs.SHIP, sea_ends(state, side, here)), (verbs.HEX, land_ends(state, unit))):
            if hexes:
                place, near = best_end(state, side, unit, hexes)
                if far - near > best:
                    best, found = far - near, (unit, verb, place)
    return found


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
    """16.55: mines where the enemy must come: in Tobruk, or where most units stand before it. Whoever has to
    attack would rather buy cards."""
    if verbs.MINE not in legal:
        return _first(legal)
    defends = state.owner[TOBRUK] == side
    if MINES.second(state.frames[-1]) < 0 and rng.random() > (0.6 if defends else 0.12):
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
