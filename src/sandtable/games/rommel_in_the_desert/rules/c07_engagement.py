"""7, 8.1-8.3, 12.5: engagement: entering enemy hexes, the hexsides crossed, and who is Attacker and Defender."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import unpack_march
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import hostile_neighbours, is_friendly_side
from sandtable.games.rommel_in_the_desert.state import ENTRY, Position, in_hexes, units_at
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF


def hexside(state: Position, a: int, b: int) -> int:
    return state.printed.sides.between(a, b)


# 7.1: how many may engage over a hexside


@lru_cache(maxsize=8)
def narrow_sides(printed: Printed) -> int:
    """7.1: passes, and mountain hexsides with a road: one unit in a movement phase."""
    return mask_of(side for side, limit in enumerate(printed.limit) if limit == 1)


def full_sides(state: Position) -> int:
    """7.1, 6.4: the hexsides over which no more units may engage in this movement phase.

    Announced forced marches into enemy units count as if all of them succeeded (ruling 9).
    """
    once, twice = state.engaged_once, state.engaged_twice
    if not (once or twice or state.marches):
        return 0
    enemies = state.held[ENEMY_OF[state.active]]
    for march in map(unpack_march, state.marches):
        if enemies >> march.goal & 1:
            side = 1 << hexside(state, state.place[march.unit], march.goal)
            once, twice = once ^ side, twice | once & side
    return twice | once & narrow_sides(state.printed)


def beyond_full_sides(state: Position, place: int) -> int:
    """The adjacent hexes that no unit may enter from this one to engage."""
    full = full_sides(state) & state.printed.sides.around[place]
    if not full:
        return 0
    ends = state.printed.sides.ends
    return mask_of(sum(ends[side]) - place for side in ones(full))


# 7.0, 8.2: engaging


def engage(state: Position, unit: int, origin: int, place: int) -> None:
    """7, 8.2: a unit has entered a hex with enemy units: count it, begin the battle, give its side the hexside.

    Call it when the unit is already there. An attack on undisrupted units may be refused and must be fought
    (8.4, 8.6); disrupted ones alone are routed (11.4), over hexsides that nobody crossed against them.
    """
    side = state.printed.side_of[unit]
    crossed = hexside(state, origin, place)
    count_engagement(state, crossed)
    if not is_battle(state, place):
        begin_battle(state, side, place)
    if state.unsupplied >> unit & 1 and not is_friendly_side(state, side, place, origin):
        # 12.5, ruling 14: it does not make the hexside friendly, and may turn out to be a raider.
        state.entries.append(ENTRY.pack(unit, crossed))
    else:
        _take_side(state, side, crossed)


def count_engagement(state: Position, crossed: int) -> None:
    """7.1: one more unit has engaged over a hexside in this movement phase."""
    if state.engaged_once >> crossed & 1:
        state.engaged_once &= ~(1 << crossed)
        state.engaged_twice |= 1 << crossed
    else:
        state.engaged_once |= 1 << crossed


def is_battle(state: Position, place: int) -> bool:
    """8.3: is one side the Attacker here?"""
    return bool((state.attacker_hexes[0] | state.attacker_hexes[1]) >> place & 1)


def begin_battle(state: Position, attacker: int, place: int) -> None:
    """8.2, 8.3: a side has attacked: it is the Attacker here as long as the battle lasts."""
    state.attacker_hexes[attacker] |= 1 << place
    if state.firm[ENEMY_OF[attacker]] >> place & 1:
        state.attacked_hexes |= 1 << place
        tell(state, "attacked", "8.2", hex=place, side=attacker)


def _take_side(state: Position, side: int, crossed: int) -> None:
    """8.1: a battle hexside is friendly to the side that crossed it last."""
    state.crossed[side] |= 1 << crossed
    state.crossed[ENEMY_OF[side]] &= ~(1 << crossed)


def mark_raiders(state: Position) -> None:
    """12.5, ruling 35: after all movement, unsupplied units that came over a side still the enemy's are raiders.

    A supplied unit that came over the same hexside has made it friendly, so the others are not raiders. In a Blitz
    it may come in the second movement (ruling 66), so the entries of raiders are kept until the turn is over.
    """
    kept = []
    for entry in state.entries:
        unit, crossed = ENTRY.parts(entry)
        place, side = state.place[unit], state.printed.side_of[unit]
        if place < 0 or not is_battle(state, place):
            continue
        origin = sum(state.printed.sides.ends[crossed]) - place
        if is_friendly_side(state, side, place, origin):
            state.raiders &= ~(1 << unit)
            continue
        kept.append(entry)
        if not state.raiders >> unit & 1:
            state.raiders |= 1 << unit
            tell(state, "raider-marked", "12.5", hex=place, side=side)
            tell(state, "raider", "12.5", audience=1 << side, instead=True, unit=unit)
    state.entries = kept


# 7.2, 10.1: disengaging


def ways_out(state: Position, side: int, place: int) -> int:
    """7.2, 10.1: where units that leave a battle may go: over friendly hexsides into friendly or empty hexes."""
    hexes = state.printed.board.adjacent[place] & ~state.held[ENEMY_OF[side]]
    return hexes & ~hostile_neighbours(state, side, place)


def cross_out(state: Position, unit: int, origin: int, place: int) -> None:
    """8.1: a unit leaves a battle hex: the hexside it crosses becomes its side's at once."""
    state.raiders &= ~(1 << unit)
    if is_battle(state, origin):
        _take_side(state, state.printed.side_of[unit], hexside(state, origin, place))


# 8.0: the end of a battle


def settle(state: Position, place: int) -> bool:
    """8.0: is the battle here over because a side has no units left? If so, everything about it is cleared."""
    if not is_battle(state, place) or all(units_at(state, side, place) for side in (0, 1)):
        return False
    for name in ("attacked_hexes", "fighting_hexes", "assault_hexes", "left_hexes"):
        setattr(state, name, getattr(state, name) & ~(1 << place))
    for side in (0, 1):
        state.attacker_hexes[side] &= ~(1 << place)
        state.crossed[side] &= ~(state.printed.sides.around[place] & ~_sides_of_other_battles(state, place))
    hidden = in_hexes(state, 0, 1 << place) | in_hexes(state, 1, 1 << place)
    state.shown &= ~hidden
    state.raiders &= ~hidden
    state.entries = [entry for entry in state.entries if not hidden >> ENTRY.parts(entry)[0] & 1]
    tell(state, "battle-over", "8.0", hex=place)
    return True


def _sides_of_other_battles(state: Position, place: int) -> int:
    """The hexsides that also belong to a battle next to this one."""
    others = (state.attacker_hexes[0] | state.attacker_hexes[1]) & state.printed.board.touching[place]
    shared = 0
    for other in ones(others):
        shared |= 1 << hexside(state, place, other)
    return shared
