"""11.55: where retreating units can go. Only retreats that can be completed count, and of these the best.

A retreat of several units is judged as a whole, with control and supply as they are before it: as many units as
possible get away; they enter as few spaces that the enemy controls as possible; and as many as possible end in
supply (rulings).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c10_regions import long_links, ways
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre, put, units_at
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
    """11.55: units go to different spaces only if three or more retreat."""
    return Terms(side, length, units_at(state, state.target, side).bit_count() < 3, apart)


def open_ways(state: Theatre, terms: Terms, unit: int, place: int) -> int:
    """11.55: where a retreating unit can go next: not into enemies, not back, not where it may not move. What takes
    a whole move (10.21) can only be a retreat of one space (ruling)."""
    found = ways(state, unit)[place] & ~state.occupied[1 - terms.side] & ~bit(state.target)
    return found if terms.length == 1 else found & ~long_links(state.printed)[place]


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
        if has_room(state, unit, end):
            origin = state.place[unit]
            put(state, unit, end)
            best = max(best, worth + best_apart(state, others, ends))
            put(state, unit, origin)
    return max(best, best_apart(state, others, ends)) if hope > best else best


def best_together(state: Theatre, group: Mapping[int, Routes], rest: Mapping[int, Routes]) -> Worth:
    """By the next space, what the best retreat is worth if this group goes there and on together; the rest will
    follow, each on its own way."""
    later = {unit: by_end(each) for unit, each in rest.items()}
    after = {end: _followed(state, group, end, later) for end in _common(map(by_end, group.values()))}
    steps = Worth()
    for near in _common(group.values()):
        through = _common(each[near] for each in group.values())
        worths = [
            sum(each[near][end] for each in group.values()) + after[end] for end in through if after[end] is not None
        ]
        if worths:
            steps[near] = max(worths)
    return steps


def _common(tables: Iterable[Mapping[int, object]]) -> list[int]:
    """The keys that are in all of them."""
    first, *others = tables
    return [key for key in first if all(key in other for other in others)]


def _followed(state: Theatre, group: Iterable[int], end: int, later: Mapping[int, Worth]) -> int | None:
    """What the others can still do once a group has ended somewhere; nothing if there is no room for the group."""
    origins = [(unit, state.place[unit]) for unit in group]
    worth: int | None = 0
    for unit, _ in origins:
        if not has_room(state, unit, end):
            worth = None
            break
        put(state, unit, end)
    else:
        worth = best_apart(state, tuple(later), later)
    for unit, origin in origins:
        put(state, unit, origin)
    return worth


class Offer(NamedTuple):
    """The next choices of a retreat: the units that can go on their own, and the spaces to go to together."""

    units: int
    spaces: int


def what_next(state: Theatre, terms: Terms, group: int) -> Offer:
    """11.55: what can be chosen next, by a group on its way or, if there is none, by all who have not left yet."""
    waiting = units_at(state, state.target, terms.side) & ~group
    table = {unit: routes(state, terms, unit) for unit in ones(waiting | group)}
    rest = {} if terms.together else {unit: table[unit] for unit in ones(waiting)}
    if group:
        return Offer(0, _best(best_together(state, {unit: table[unit] for unit in ones(group)}, rest)))
    if not waiting:
        return Offer(0, 0)
    everybody = best_together(state, table, {})
    if len(table) == 1 or (terms.together and everybody):
        return Offer(0, _best(everybody))
    alone = {unit: _best_alone(state, unit, table[unit], rest) for unit in table}
    if terms.together:
        return Offer(mask_of(unit for unit, worth in alone.items() if worth), 0)
    best = max(alone.values()) or -1
    return Offer(
        mask_of(unit for unit, worth in alone.items() if worth == best),
        mask_of(space for space, worth in everybody.items() if worth == best),
    )


def _best_alone(state: Theatre, unit: int, found: Routes, rest: Mapping[int, Routes]) -> int:
    """What the best retreat is worth in which this unit goes first."""
    others = {other: each for other, each in rest.items() if other != unit}
    return max(best_together(state, {unit: found}, others).values(), default=0)


def _best(worths: Worth) -> int:
    """The spaces of the highest worth."""
    best = max(worths.values(), default=0)
    return mask_of(space for space, worth in worths.items() if worth == best)


# Questions from outside


def can_all_retreat(state: Theatre, terms: Terms) -> bool:
    """11.56: can every unit in the battle space get away?"""
    table = {unit: routes(state, terms, unit) for unit in ones(units_at(state, state.target, terms.side))}
    if not table:
        return False
    if terms.together:
        return bool(best_together(state, table, {}))
    worth = best_apart(state, tuple(table), {unit: by_end(each) for unit, each in table.items()})
    return saved(worth) == len(table)


def can_retreat_two(state: Theatre) -> bool:
    """A33, X14: could all defenders retreat two spaces by Disengage?"""
    return can_all_retreat(state, terms_of_retreat(state, 1 - state.attacking, 2, apart=True))
