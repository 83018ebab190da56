"""13.3, 15: supply units change hands, or are destroyed."""

from __future__ import annotations

from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes
from sandtable.games.afrika_korps.state import (
    CAPTOR,
    OBLIGATION,
    OFF,
    Position,
    combat_units_at,
    enemy_of,
    put,
    supply_on_map,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell


def lone_supply(state: Position, side: int) -> int:
    """15.2: a side's supply with no combat unit of its own side; one under automatic victory does not count."""
    lone = 0
    for unit in ones(supply_on_map(state, side)):
        escort = combat_units_at(state, state.place[unit], side) & ~state.cancelled
        if not escort:
            lone |= 1 << unit
    return lone


def within_grasp(state: Position, side: int, hex_number: int) -> int:
    """15.2.1, 15.2.3: enemy supply that a combat unit of this side takes by moving into this hex.

    Supply next to it over an open hexside, or in the hex itself; in a fortress only the latter. Enemy combat
    units nearby make no difference (15.2.1.1).
    """
    printed = state.printed
    near = printed.board.adjacent[hex_number] & ~printed.fortress | 1 << hex_number
    if not near & state.depots[enemy_of(side)]:
        return 0
    taken = 0
    for unit in ones(lone_supply(state, enemy_of(side))):
        if near >> state.place[unit] & 1:
            taken |= 1 << unit
    return taken


def take(state: Position, supply: int, side: int, rule: str) -> int:
    """15.2.1: a captured-supply counter of the taker replaces the unit; its owner may receive it again.

    From now on it obeys the limits of its new side (15.2.1.2).

    The new counter's number is returned, or -1 when the taker has no counter left: then it is destroyed.
    """
    printed = state.printed
    place = state.place[supply]
    was_used = state.used >> supply & 1
    remove_supply(state, supply)
    free = [u for u in ones(printed.supply & printed.side_units[side]) if state.place[u] == OFF]
    if not free:
        tell(state, "supply-destroyed", "12.3", unit=supply, hex=place)
        return -1
    counter = free[-1]
    put(state, counter, place)
    state.captured |= 1 << counter
    assert not was_used, "supply in use is never captured (15.2.2)"
    tell(state, "supply-captured", rule, unit=supply, counter=counter, hex=place, side=side)
    return counter


def remove_supply(state: Position, supply: int) -> None:
    """A supply counter goes back to its owner's stock."""
    put(state, supply, OFF)
    state.forget("unit", supply)
    state.captured &= ~(1 << supply)
    state.used &= ~(1 << supply)
    state.obligations = [duty for duty in state.obligations if OBLIGATION.parts(duty)[0] != supply]
    state.captors = [captor for captor in state.captors if CAPTOR.parts(captor)[0] != supply]
    state.supports = [supports & ~(1 << supply) for supports in state.supports]  # the counter may come back


def take_by_moving(state: Position, supplies: int) -> None:
    """15.2.1, 15.3.1: lone supply, and supply with the victims of an automatic victory, falls to the mover."""
    for supply in ones(supplies):
        owner = state.printed.side_of[supply]
        with_victims = combat_units_at(state, state.place[supply], owner)
        take(state, supply, enemy_of(owner), "15.3.1" if with_victims else "15.2.1")


def take_after_combat(state: Position, supplies: int) -> int:
    """15.2.2: lone supply falls to a unit that retreats or advances; it is frozen. Returns the counters taken."""
    taken = 0
    for supply in ones(supplies):
        counter = take(state, supply, enemy_of(state.printed.side_of[supply]), "15.2.2")
        if counter >= 0:
            taken |= 1 << counter
    state.frozen |= taken
    return taken


def shy_of_supply(state: Position, side: int) -> int:
    """13.3, 15.1: the hexes next to enemy supply, which a side's supply and Rommel may not enter alone.

    Supply in a fortress or beyond a closed hexside does not count; the supply's own hex always does.
    """
    printed = state.printed
    depots = state.depots[enemy_of(side)]
    return depots | printed.board.spread(depots & ~printed.fortress)


def destroy(state: Position, supply: int, rule: str = "15.5") -> None:
    """15.5: a player may destroy his own or captured supply at any time."""
    place = state.place[supply]
    remove_supply(state, supply)
    tell(state, "supply-destroyed", rule, unit=supply, hex=place)


def among_enemies(state: Position, supply: int) -> bool:
    """5.4, ruling 28: is this supply in a hex that enemy combat units still hold?"""
    enemy = enemy_of(state.printed.side_of[supply])
    return bool(closed_hexes(state, enemy) >> state.place[supply] & 1)


def lose_supply_among_enemies(state: Position) -> None:
    """Ruling 28: captured supply of the active side does not stay with an enemy escort."""
    for supply in ones(supply_on_map(state, state.active)):
        if among_enemies(state, supply):
            destroy(state, supply, "15.4.1")
