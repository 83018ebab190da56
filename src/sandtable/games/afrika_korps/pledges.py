"""13.2: supply enters an enemy zone only to support an attack on the unit that exerts it."""

from __future__ import annotations

from sandtable.games.afrika_korps.scenario import Scenario, odds_column
from sandtable.games.afrika_korps.state import Position, combat_units_at, enemy_of
from sandtable.games.afrika_korps.supply import area_fed, free_for_lines, needs_supply
from sandtable.games.afrika_korps.zones import units_exerting
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell

SHIFT = 8  # a pledge is supply << SHIFT | enemy


def defense_factor(scenario: Scenario, unit: int, place: int) -> int:
    """10.2: doubled in a fortress or on an escarpment, whatever the attacker stands on."""
    return scenario.defense[unit] << (scenario.doubling >> place & 1)


def may_enter_zone(state: Position, supply: int, hex_number: int) -> bool:
    """Ruling 20: each enemy whose zone covers the hex could then be attacked at 1-2 or better."""
    side = state.scenario.side_of[supply]
    enemies = units_exerting(state, enemy_of(side), hex_number)
    return all(can_support(state, hex_number, side, enemy) for enemy in ones(enemies))


def can_support(state: Position, supply_hex: int, side: int, enemy: int) -> bool:
    """Could friends already next to this enemy attack it at 1-2 or better, fed from this hex?"""
    scenario = state.scenario
    place = state.place[enemy]
    area = area_fed(state, supply_hex, free_for_lines(state, side, 1 << enemy))
    total = 0
    for neighbour in ones(scenario.board.adjacent[place] & area & state.occupied[side]):
        total += sum(scenario.attack[unit] for unit in ones(combat_units_at(state, neighbour, side)))
    column = odds_column(total, defense_factor(scenario, enemy, place))
    return total > 0 and needs_supply(column)


def pledge_support(state: Position, supply: int, hex_number: int) -> None:
    """13.2: having entered, it must support those attacks this turn."""
    side = state.scenario.side_of[supply]
    for enemy in ones(units_exerting(state, enemy_of(side), hex_number)):
        state.pledges.append(supply << SHIFT | enemy)
        tell(state, "supply-pledged", "13.2", unit=supply, enemy=enemy)


def pledged_enemies(state: Position) -> int:
    """The enemy units that must be attacked because supply stands in their zone."""
    return sum(1 << enemy for enemy in {pledge & 255 for pledge in state.pledges})


def pledges_on(state: Position, enemies: int) -> int:
    """The supply units bound to support an attack on any of these enemies."""
    bound = 0
    for pledge in state.pledges:
        if enemies >> (pledge & 255) & 1:
            bound |= 1 << (pledge >> SHIFT)
    return bound
