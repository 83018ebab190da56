"""13.2: supply enters an enemy zone only to support an attack on the unit that exerts it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import Printed, odds_column
from sandtable.games.afrika_korps.rules.c07_zones import units_exerting
from sandtable.games.afrika_korps.rules.c14_supply import area_fed, free_for_lines, needs_supply
from sandtable.games.afrika_korps.state import (
    OBLIGATION,
    Position,
    combat_units_at,
    hexes_of,
    in_victories,
)
from sandtable.kernel.bits import mask_of, ones, subsets
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF


def defense_factor(printed: Printed, unit: int, place: int) -> int:
    """10.2, 14.7: doubled in a fortress or on an escarpment; lack of supply changes nothing."""
    return printed.defense[unit] << (printed.doubling >> place & 1)


def may_enter_zone(state: Position, supply: int, hex_number: int, companions: int = 0) -> bool:
    """Ruling 20: each enemy whose zone covers the hex could then be attacked at 1-2 or better.

    `companions`: combat units that enter together with the supply.
    """
    side = state.printed.side_of[supply]
    enemies = units_exerting(state, ENEMY_OF[side], hex_number)
    return all(can_support(state, hex_number, side, enemy, companions) for enemy in ones(enemies))


def can_support(state: Position, supply_hex: int, side: int, enemy: int, companions: int = 0) -> bool:
    """Could friends next to this enemy then attack it at 1-2 or better, fed from this hex?"""
    for targets in attacks_on(state, side, enemy, supply_hex):
        attackers = attackers_next_to(state, side, hexes_of(state, targets), supply_hex, companions)
        if supplied_odds(state, attackers, targets):
            area = area_fed(state, supply_hex, free_for_lines(state, side, targets))
            fed = sum(1 << u for u in ones(attackers & ~companions) if area >> state.place[u] & 1)
            if supplied_odds(state, fed | attackers & companions, targets):
                return True
    return False


def attacks_on(state: Position, side: int, enemy: int, supply_hex: int) -> Iterator[int]:
    """The attacks on this unit to consider: on it alone, or on its whole hex with any whole stacks nearby.

    Zones of the units attacked do not block the line (ruling 3), and only a whole stack takes its zone with it.
    """
    board, place, foe = state.printed.board, state.place[enemy], ENEMY_OF[side]
    yield 1 << enemy
    fronts = board.adjacent[place] & (state.occupied[side] | 1 << supply_hex)
    near = board.spread(fronts) & state.occupied[foe]
    for others in subsets(near & ~(1 << place)):
        units = 0
        for hex_number in ones(others | 1 << place):
            units |= combat_units_at(state, hex_number, foe)
        yield units & ~state.cancelled


def attackers_next_to(state: Position, side: int, targets: int, supply_hex: int, companions: int) -> int:
    """8.5, 9.2: friends free to fight and next to all these hexes, counting companions in the supply's hex."""
    common = state.printed.board.all
    for target in ones(targets):
        common &= state.printed.board.adjacent[target]
    units = companions if common >> supply_hex & 1 else 0
    for hex_number in ones(common & state.occupied[side]):
        units |= combat_units_at(state, hex_number, side) & ~companions
    return units & ~in_victories(state)


def supplied_odds(state: Position, attackers: int, targets: int) -> bool:
    """14.1: do these factors make an attack at 1-2 or better, the kind that uses supply?"""
    printed = state.printed
    attack = sum(printed.attack[unit] for unit in ones(attackers))
    defense = sum(defense_factor(printed, unit, state.place[unit]) for unit in ones(targets))
    return attack > 0 and needs_supply(odds_column(attack, defense))


def oblige_support(state: Position, supply: int, hex_number: int) -> None:
    """13.2: once it has entered, it must support those attacks this turn."""
    side = state.printed.side_of[supply]
    for enemy in ones(units_exerting(state, ENEMY_OF[side], hex_number)):
        state.obligations.append(OBLIGATION.pack(supply, enemy))
        tell(state, "supply-obliged", "13.2", unit=supply, enemy=enemy)


def enemies_to_attack(state: Position) -> int:
    """The enemy units that must be attacked because supply is in their zone."""
    return mask_of(OBLIGATION.parts(obligation)[1] for obligation in state.obligations)


def obligations_on(state: Position, enemies: int) -> int:
    """The supply units bound to support an attack on any of these enemies."""
    bound = 0
    for obligation in state.obligations:
        supply, enemy = OBLIGATION.parts(obligation)
        if enemies >> enemy & 1:
            bound |= 1 << supply
    return bound
