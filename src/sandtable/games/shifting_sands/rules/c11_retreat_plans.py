"""11.55: where retreating units can go. Only retreats that can be completed count, and of these the best.

A retreat of several units is judged as a whole, with control and supply as they are before it: as many units as
possible get away; they enter as few spaces that the enemy controls as possible; and as many as possible end in
supply (rulings).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c10_regions import LONG, ways
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre, has_option, put, units_at
from sandtable.kernel.bits import bit, mask_of, ones

# What a unit's retreat is worth: being saved before control, control before supply, whatever the others do.
SAVED = 1000
HOSTILE = -10
SUPPLIED = 1

Worth = dict[int, int]
"""By space, what the best retreat there or through it is worth."""
Routes = dict[int, Worth]
"""Of a unit: by the next space and the last one, what its retreat is worth."""


class Terms(NamedTuple):
    """What is asked of a retreat: the side, how many spaces, whether the units must stay together (11.55), and
    whether they must not end next to the battle (11.551)."""

    side: int
    length: int
    together: bool
    apart: bool = False


def terms_of_retreat(state: Theatre, side: int, length: int, apart: bool = False) -> Terms:
    """11.55: units go to different spaces only if three or more retreat, or two if the players want it so."""
    enough = 2 if has_option(state, "11.55") else 3
    return Terms(side, length, units_at(state, state.target, side).bit_count() < enough, apart)


def open_ways(state: Theatre, terms: Terms, unit: int, place: int) -> int:
    """11.55: where a retreating unit can go next: not into enemies, not back, not where it may not move. What
    takes a whole move (10.21) can only be a retreat of one space (ruling)."""
    found = ways(state, unit)[place] & ~state.occupied[1 - terms.side] & ~bit(state.target)
    return found if terms.length == 1 else found & ~state.printed.graph.over(LONG).adjacent[place]


def routes(state: Theatre, terms: Terms, unit: int) -> Routes:
    """11.55: all retreats of a unit from where it is. Room is another matter."""
    place, own = state.place[unit], state.controls[terms.side]
    far = terms.length == 2 and place == state.target
    barred = state.printed.graph.adjacent[state.target] if terms.apart else 0
    supplied = Worth()
    found = Routes()
    for near in ones(open_ways(state, terms, unit, place)):
        ends = open_ways(state, terms, unit, near) if far else bit(near)
        so_far = SAVED + (HOSTILE if far and not own >> near & 1 else 0)
        for end in ones(ends & ~barred):
            if end not in supplied:
                supplied[end] = SUPPLIED if supply_at(state, unit, end) != OUT else 0
            worth = so_far + supplied[end] + (0 if own >> end & 1 else HOSTILE)
            found.setdefault(near, Worth())[end] = worth
    return found


def by_end(found: Routes) -> Worth:
    """The best route to each end."""
    best = Worth()
    for ends in found.values():
        for end, worth in ends.items():
            best[end] = max(worth, best.get(end, 0))
    return best


def saved(worth: int) -> int:
    """How many units a retreat of this worth saves."""
    return (worth + SAVED // 2) // SAVED


def best_apart(state: Theatre, units: tuple[int, ...], ends: Mapping[int, Worth]) -> int:
    """What the best retreat of these units is worth if each goes its own way and must find room."""
    if not units:
        return 0
    unit, others, best = units[0], units[1:], 0
    hope = sum(max(ends[each].values(), default=0) for each in others)
    for end, worth in sorted(ends[unit].items(), key=lambda item: -item[1]):
        if worth + hope <= best:
            break
        origin = state.place[unit]
        put(state, unit, end)
        if _is_within_limit(state, unit):
            best = max(best, worth + best_apart(state, others, ends))
        put(state, unit, origin)
    return max(best, best_apart(state, others, ends)) if hope > best else best


def best_together(state: Theatre, group: Mapping[int, Routes], rest: Mapping[int, Routes]) -> Routes:
    """What the best retreat is worth if this group goes together, by the next space and the last one; the rest
    will follow, each on its own way."""
    shared = _shared(list(group.values()))
    later = {unit: by_end(each) for unit, each in rest.items()}
    followed = {end: _followed(state, group, end, later) for end in by_end(shared)}
    after = {end: worth for end, worth in followed.items() if worth is not None}
    found = {
        near: {end: worth + after[end] for end, worth in ends.items() if end in after}
        for near, ends in shared.items()
    }
    return {near: ends for near, ends in found.items() if ends}


def _shared(members: list[Routes]) -> Routes:
    """The routes that are open to all of them, each with the sum of what it is worth to them."""
    one, *others = members
    for other in others:
        one = {
            near: {end: worth + other[near][end] for end, worth in ends.items() if end in other[near]}
            for near, ends in one.items()
            if near in other
        }
    return one


def _followed(state: Theatre, group: Iterable[int], end: int, later: Mapping[int, Worth]) -> int | None:
    """What the others can still do once a group has ended somewhere; None if there is no room for the group."""
    origins = [(unit, state.place[unit]) for unit in group]
    for unit, _ in origins:
        put(state, unit, end)
    fits = all(_is_within_limit(state, unit) for unit, _ in origins)
    worth = best_apart(state, tuple(later), later) if fits else None
    for unit, origin in origins:
        put(state, unit, origin)
    return worth


def _is_within_limit(state: Theatre, unit: int) -> bool:
    """11.55, 8.1: may a unit stay where it is, with the others there?"""
    return has_room(state, unit, state.place[unit])


class Offer(NamedTuple):
    """The next choices of a retreat: the units that can go on their own, and the spaces to go to together."""

    units: int
    spaces: int


def what_next(state: Theatre, terms: Terms, group: int) -> Offer:
    """11.55: what can be chosen next, by a group on its way or, if there is none, by all who have not left yet."""
    waiting = units_at(state, state.target, terms.side) & ~group
    rest = {} if terms.together else _table(state, terms, waiting)
    if group:
        return Offer(0, _steps(best_together(state, _table(state, terms, group), rest)))
    if not waiting:
        return Offer(0, 0)
    table = rest or _table(state, terms, waiting)
    everybody = best_together(state, table, {})
    if len(table) == 1 or (terms.together and everybody):
        return Offer(0, _steps(everybody))
    alone = _alone(state, terms, table)
    if terms.together:
        return Offer(mask_of(alone), 0)
    best = max(map(_best, alone.values()), default=0)
    return Offer(
        mask_of(unit for unit, found in alone.items() if _best(found) == best),
        _steps(everybody) if _best(everybody) == best else 0,
    )


def _table(state: Theatre, terms: Terms, units: int) -> dict[int, Routes]:
    return {unit: routes(state, terms, unit) for unit in ones(units)}


def _alone(state: Theatre, terms: Terms, table: Mapping[int, Routes]) -> dict[int, Routes]:
    """By unit that can retreat, the best retreats in which it goes first; the others follow if they may."""
    found = {
        unit: best_together(
            state,
            {unit: table[unit]},
            {} if terms.together else {other: each for other, each in table.items() if other != unit},
        )
        for unit in table
    }
    return {unit: each for unit, each in found.items() if each}


def _best(found: Routes) -> int:
    return max(by_end(found).values(), default=0)


def _steps(found: Routes) -> int:
    """The next spaces of the best retreats."""
    best = _best(found)
    return mask_of(near for near, ends in found.items() if best in ends.values())


# Questions from outside


def can_all_retreat(state: Theatre, terms: Terms) -> bool:
    """11.56: can every unit in the battle space get away?"""
    table = _table(state, terms, units_at(state, state.target, terms.side))
    if not table:
        return False
    if terms.together:
        return bool(best_together(state, table, {}))
    worth = best_apart(state, tuple(table), {unit: by_end(each) for unit, each in table.items()})
    return saved(worth) == len(table)


def can_retreat_two(state: Theatre) -> bool:
    """A33, X14: could all defenders retreat two spaces by Disengage?"""
    return can_all_retreat(state, terms_of_retreat(state, 1 - state.attacking, 2, apart=True))


def where_to(state: Theatre, terms: Terms) -> dict[int, int]:
    """By unit in the battle space, where its retreat could end; nowhere if it would be eliminated."""
    table = _table(state, terms, units_at(state, state.target, terms.side))
    everybody = best_together(state, table, {}) if table else Routes()
    if terms.together and everybody:
        return dict.fromkeys(table, _ends(everybody, _best(everybody)))
    alone = _alone(state, terms, table)
    best = max(map(_best, alone.values()), default=0)
    ends = {unit: _ends(found, _best(found) if terms.together else best) for unit, found in alone.items()}
    return dict.fromkeys(table, 0) | ends


def _ends(found: Routes, best: int) -> int:
    """The last spaces of the retreats that are worth so much."""
    return mask_of(end for end, worth in by_end(found).items() if worth == best)
