"""A draft written as the orders of a plan."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.draft import Draft
from sandtable.games.afrika_korps.rules.c05_reach import Reach, reach
from sandtable.games.afrika_korps.state import combat_units_at
from sandtable.kernel.bits import mask_of, ones
from sandtable.players.planning import Order

EMBARK, VICTORY_ORDER, REPLAN = 0, -2, -3
"""What an order begins with: these, or the number of units that move together."""


def orders_of(draft: Draft) -> list[Order]:
    """The plan as orders: an automatic victory first, after which the others look for the gap it makes."""
    if draft.victory:
        involved = {unit for unit, _ in draft.victory.moves}
        if draft.victory.supply:
            involved.add(draft.victory.supply[0])
        moves = [move for move in draft.moves if move[0] in involved]
        victims = ones(combat_units_at(draft.state, draft.victory.place, draft.survey.enemy))
        attackers = [unit for unit, _ in draft.victory.moves]
        return [*_marches(draft, moves), [VICTORY_ORDER, len(victims), *victims, *attackers], [REPLAN]]
    return [*([EMBARK, unit] for unit in draft.sailing), *_marches(draft, draft.moves)]


def _marches(draft: Draft, moves: list[tuple[int, int, int]]) -> list[Order]:
    """Marches, together where units go the same way; supply comes after the combat units."""
    marches: dict[tuple[int, int, int], list[int]] = {}
    for unit, place, led in moves:
        marches.setdefault((draft.state.place[unit], place, led), []).append(unit)
    orders: list[Order] = []
    fighting = [(key, units) for key, units in marches.items() if mask_of(units) & draft.printed.combat]
    others = [(key, units) for key, units in marches.items() if not mask_of(units) & draft.printed.combat]
    for (_, place, led), units in sorted(fighting, key=lambda item: -item[0][2]) + others:
        orders.append(_march_order(draft, units, place, led))
    return orders


def _march_order(draft: Draft, units: list[int], place: int, led: int) -> Order:
    ways = draft.survey.led if led else draft.survey.ways
    combat = draft.printed.combat
    slowest = min(units, key=lambda unit: (not combat >> unit & 1, draft.printed.move[unit]))
    free = draft.survey.free >> slowest & 1
    way: Reach = ways[slowest] if free else reach(draft.state, slowest, draft.survey.ground)
    travellers = [*units, draft.printed.rommel] if led else units
    return [len(travellers), *travellers, *way.path(place)]
