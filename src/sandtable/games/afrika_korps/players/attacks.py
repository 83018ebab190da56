"""Attacks: where the table is on our side, with the terrain counted, from hexes where nobody else can hit back.

They come from as many sides as possible, so that whoever is driven off has nowhere to go. One supply unit feeds
every attack around it: attack there, not everywhere. Never spend the last one (24.5), nor what an army lives on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.afrika_korps.players.draft import Assault, Draft
from sandtable.games.afrika_korps.players.odds import gain, worth
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, OVER_SIX_TO_ONE, odds_column
from sandtable.games.afrika_korps.rules.c09_automatic_victory import hexes_that_feed
from sandtable.games.afrika_korps.rules.c09_surrounding import can_retreat
from sandtable.games.afrika_korps.state import Position, combat_units_at, put
from sandtable.kernel.bits import mask_of, ones

SUPPLY_PRICES = {AXIS: (99.0, 99.0, 1.5, 0.4), ALLIED: (99.0, 1.5, 0.8, 0.4, 0.2)}
"""What a supply unit is worth, by how many there are: the Axis never spends its last (24.5)."""
STARVED = 0.5
"""What part of the units is as good as lost that live on the supply unit that an attack would spend (24)."""
NO_PORT = 99.0
LEAST_GAIN = 0.3
EFFORT = 0.02
"""What it costs to tie down an attack factor in one place."""
LONGEST_ODDS = 6


def strike(draft: Draft) -> bool:
    """Add the best attack that can still be made; False if none is worth it."""
    best: Assault | None = None
    attacked = draft.beaten | draft.pinned
    for place in ones(draft.state.occupied[draft.survey.enemy] & ~attacked & draft.survey.ground.closed):
        found = assault(draft, place)
        if found and (best is None or found.value > best.value):
            best = found
    if best is None:
        return False
    for unit, place in best.moves:
        draft.send(unit, place)
    if best.supply:
        unit, place = best.supply
        draft.used |= 1 << unit
        draft.stores &= ~(1 << unit)
        if place != draft.state.place[unit]:
            put(draft.trial, unit, place)
            draft.moves.append((unit, place, 0))
    if best.column >= OVER_SIX_TO_ONE and not best.others and not draft.victory:
        draft.victory = best
    draft.beaten |= 1 << best.place
    draft.pinned |= best.others
    draft.gain += best.value
    return True


def assault(draft: Draft, place: int) -> Assault | None:
    """The best attack on all in this hex; None if none is worth it.

    First from hexes beside no other enemy; then from those beside a neighbour or two, who must be attacked as
    well: together with the others, or by a weak unit that keeps them busy (11.6).
    """
    near = [unit for unit in draft.survey.near(place) if draft.free >> unit & 1]
    best: Assault | None = None
    if sum(draft.printed.attack[unit] for unit in near) >= draft.survey.resistance(place)[0]:
        for others, spots in draft.survey.approaches(place):
            found = _assault(draft, place, others, spots, near)
            if found and (best is None or found.value > best.value):
                best = found
    return best


def _assault(draft: Draft, place: int, others: int, spots: int, near: list[int]) -> Assault | None:
    """An attack on this hex from these spots, which are also beside these other enemies."""
    printed, survey, state = draft.printed, draft.survey, draft.state
    if others & (draft.beaten | draft.pinned):
        return None
    defense, prize = survey.resistance(place)
    ground = draft.worth_of(place)
    best: Assault | None = None
    moves: list[tuple[int, int]] = []
    attack, cost = 0, 0.0
    for unit, spot in _attackers(draft, spots, near):
        moves.append((unit, spot))
        attack += printed.attack[unit]
        cost += worth(printed, unit)
        column = odds_column(attack, defense)
        if (best is not None and column == best.column) or attack < defense:
            continue
        touched = others & printed.board.spread(mask_of(spot for _, spot in moves))
        busy = _keep_busy(draft, place, touched, moves) if touched else (0.0, attack, cost)
        if busy is None:
            continue
        side_show, main, main_cost = busy
        if main < defense:
            continue
        side_show -= survey.policy.reserve * EFFORT * attack
        value = side_show + gain(printed, main, defense, main_cost, prize, True, ground)
        if value <= (best.value if best else LEAST_GAIN):
            continue  # not even if they had nowhere to go
        trial = _with(draft, moves)
        if can_retreat(trial, combat_units_at(state, place, survey.enemy), survey.units):
            value = side_show + gain(printed, main, defense, main_cost, prize, False, ground)
        if value > (best.value if best else LEAST_GAIN):
            supply = _supply_for(draft, trial, moves)
            if supply is not None and value - supply[1] > (best.value if best else LEAST_GAIN):
                best = Assault(value - supply[1], place, touched, [*moves], supply[0], column)
        if column >= OVER_SIX_TO_ONE and not touched:
            break
    return best


def _keep_busy(
    draft: Draft, place: int, others: int, moves: list[tuple[int, int]]
) -> tuple[float, int, float] | None:
    """11.6: one unit for each of the others, the weakest that may: what that is worth, and what is left."""
    printed, board = draft.printed, draft.printed.board
    left, value = dict(moves), 0.0
    for other in ones(others):
        defense, prize = draft.survey.resistance(other)
        able = [
            unit
            for unit, spot in left.items()
            if board.adjacent[spot] >> other & 1 and printed.attack[unit] * LONGEST_ODDS >= defense
        ]
        if not able:
            return None
        unit = min(able, key=draft.as_fighter)
        del left[unit]
        value += gain(printed, printed.attack[unit], defense, worth(printed, unit), prize, False, 0.0)
    attack = sum(printed.attack[unit] for unit, spot in left.items() if board.adjacent[spot] >> place & 1)
    return value, attack, sum(worth(printed, unit) for unit in left)


def _attackers(draft: Draft, spots: int, near: list[int]) -> Iterator[tuple[int, int]]:
    """The strongest units that can come to these hexes, each with its hex, spread over different sides."""
    taken: dict[int, int] = {}
    board, doubling, threat = draft.printed.board, draft.printed.doubling, draft.survey.threat
    spots &= draft.room(1)
    for unit in near:
        able = [spot for spot in ones(draft.ends(unit) & spots) if draft.room_at(spot) > taken.get(spot, 0)]
        if able:
            beside = board.spread(mask_of(taken))
            spot = min(
                able,
                key=lambda spot: (
                    spot in taken,
                    beside >> spot & 1,
                    not doubling >> spot & 1,
                    threat.at(spot),
                    spot,
                ),
            )
            taken[spot] = taken.get(spot, 0) + 1
            yield unit, spot


def _with(draft: Draft, moves: Iterable[tuple[int, int]]) -> Position:
    trial = draft.trial.copy()
    for unit, place in moves:
        put(trial, unit, place)
    return trial


def _supply_for(
    draft: Draft, trial: Position, moves: list[tuple[int, int]]
) -> tuple[tuple[int, int] | None, float] | None:
    """Supply that feeds all these attackers, and its price; None if there is none to be had."""
    good = hexes_that_feed(trial, mask_of(unit for unit, _ in moves))
    for unit in ones(draft.used & draft.printed.side_units[draft.side]):
        if good >> trial.place[unit] & 1:
            return None, 0.0
    price = _price(draft)
    if price >= NO_PORT:
        return None
    able = [unit for unit in ones(draft.stores) if draft.ends(unit) & good & ~draft.survey.ground.zone]
    if not able:
        return None
    starved = {unit: draft.survey.starved_without(draft.used | 1 << unit) for unit in able}
    unit = min(able, key=lambda unit: (starved[unit], unit))
    spots = draft.ends(unit) & good & ~draft.survey.ground.zone
    spots = spots & trial.occupied[draft.side] or spots & ~draft.survey.prowled or spots
    place = min(ones(spots), key=lambda place: (draft.survey.threat.at(place), place))
    stay = draft.state.place[unit]
    return (unit, stay if spots >> stay & 1 else place), price + STARVED * starved[unit]


def _price(draft: Draft) -> float:
    """14.1, 24.5: what it costs to spend one more supply unit."""
    left = (draft.survey.supply & ~draft.used).bit_count()
    prices = SUPPLY_PRICES[draft.side]
    price = prices[min(left, len(prices) - 1)]
    return NO_PORT if left <= 1 and (draft.side == AXIS or not draft.state.ports_at_start) else price
