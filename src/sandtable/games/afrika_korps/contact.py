"""8.4, 11, 23: who is in contact when movement ends: the position as the division of combat sees it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.afrika_korps.allocation import Contact, Plan
from sandtable.games.afrika_korps.pledges import SHIFT, defense_factor, pledged_enemies
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    FOUGHT,
    SURROUNDED,
    Position,
    combat_units_at,
    combat_units_on_map,
    enemy_of,
)
from sandtable.games.afrika_korps.supply import areas_fed
from sandtable.games.afrika_korps.zones import units_exerting, zone
from sandtable.kernel.bits import ones


def neighbours_of(state: Position, hex_number: int, side: int) -> int:
    """5.7, 8.5: combat units of a side that a unit in this hex could fight: next to it over an open hexside."""
    units = 0
    for place in ones(state.scenario.board.adjacent[hex_number] & state.occupied[side]):
        units |= combat_units_at(state, place, side)
    return units


def in_victories(state: Position) -> int:
    """Units of both sides bound up in the automatic victories that stand."""
    bound = 0
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            bound |= state.attackers[index] | state.defenders[index]
    return bound


def contact(state: Position) -> Contact:
    """The contact of the active side with the enemy; remembered while nothing relevant changes."""
    key = (
        id(state.scenario),
        state.active,
        state.cancelled,
        state.no_support,
        tuple(state.place),
        tuple(state.pledges),
        tuple(zip(state.attackers, state.defenders, state.standing, strict=True)) if state.cancelled else (),
    )
    return _remembered(_Asker(key, state))


class _Asker:
    """A position as a key: equal when everything that contact depends on is equal."""

    __slots__ = ("hash", "key", "state")

    def __init__(self, key: tuple[object, ...], state: Position) -> None:
        self.key = key
        self.hash = hash(key)
        self.state = state

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asker) and self.key == other.key


@lru_cache(maxsize=64)
def _remembered(asker: _Asker) -> Contact:
    asker.state = asker.state.copy()  # the caller's position goes on changing
    return _contact(asker.state)


def _contact(state: Position) -> Contact:
    scenario, side = state.scenario, state.active
    enemy = enemy_of(side)
    bound = in_victories(state)
    enemy_zone = zone(state, enemy)
    foes: dict[int, int] = {}
    kin: dict[int, tuple[int, ...]] = {}
    must_attack = must_fall = 0
    for unit in ones(combat_units_on_map(state, side)):
        place = state.place[unit]
        if enemy_zone >> place & 1:
            must_fall |= units_exerting(state, enemy, place)  # 11.3.1
        near = neighbours_of(state, place, enemy) & ~bound
        if near and not bound >> unit & 1:
            foes[unit] = near
            must = enemy_zone >> place & 1
            must_attack |= must << unit
            kin[unit] = (0, place, scenario.attack[unit], must)
    defenders = 0
    for near in foes.values():
        defenders |= near
    must_fall |= pledged_enemies(state) & ~bound
    defense = {}
    for unit in ones(defenders | must_fall):
        place = state.place[unit]
        defense[unit] = defense_factor(scenario, unit, place)
        kin[unit] = (
            1,
            place,
            defense[unit],
            must_fall >> unit & 1,
            *([unit] if pledged_enemies(state) >> unit & 1 else []),
        )
    sorties = _sorties(state)
    fortresses = _fortresses(state)
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            must_fall |= _duties(state.attackers[index], state.defenders[index], fortresses, sorties)
    must_fall &= ~bound
    for unit in ones(must_fall & ~_mask(defense)):
        defense[unit] = defense_factor(scenario, unit, state.place[unit])
    return Contact(
        attack={unit: scenario.attack[unit] for unit in foes},
        defense=defense,
        foes=foes,
        must_attack=must_attack,
        must_fall=must_fall,
        fortresses=fortresses,
        sorties=sorties,
        victories=_open_victories(state, foes),
        slots=_slots(state, foes),
        pledges=tuple((pledge >> SHIFT, pledge & 255) for pledge in state.pledges),
        fed=lambda enemies: _fed(state, enemies),
        fed_by=lambda supply, enemies: _fed_by(state, supply, enemies),
        kin=kin,
    )


def _mask(units: dict[int, int]) -> int:
    return sum(1 << unit for unit in units)


def _duties(
    attackers: int, defenders: int, fortresses: tuple[int, ...], sorties: tuple[tuple[int, int], ...]
) -> int:
    must = 0
    for garrison in fortresses:
        must |= garrison if garrison & defenders else 0
    for garrison, around in sorties:
        must |= around if garrison & attackers else 0
    return must


def _fed(state: Position, enemies: int) -> int:
    """14.2: the units of the active side supplied against these enemies."""
    hexes = 0
    for _, area in areas_fed(state, state.active, enemies):
        hexes |= area
    return units_in(state, hexes)


def _fed_by(state: Position, supply: int, enemies: int) -> int:
    for unit, area in areas_fed(state, state.active, enemies):
        if unit == supply:
            return units_in(state, area)
    return 0


def units_in(state: Position, hexes: int) -> int:
    """The combat units of the active side in these hexes."""
    units = 0
    for place in ones(hexes & state.occupied[state.active]):
        units |= combat_units_at(state, place, state.active)
    return units


def _fortresses(state: Position) -> tuple[int, ...]:
    """23.1: the enemy garrisons, each attacked all or none."""
    enemy = enemy_of(state.active)
    held = state.scenario.fortress & state.occupied[enemy]
    return tuple(combat_units_at(state, place, enemy) for place in ones(held))


def _sorties(state: Position) -> tuple[tuple[int, int], ...]:
    """23.2: own garrisons, and the enemies around that must all be attacked if one of the garrison attacks."""
    side = state.active
    held = state.scenario.fortress & state.occupied[side]
    return tuple(
        (combat_units_at(state, place, side), neighbours_of(state, place, enemy_of(side))) for place in ones(held)
    )


def _open_victories(state: Position, foes: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """9.4: for each automatic victory the units that may join it: next to all its victims, and supplied."""
    found = []
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            victims = state.defenders[index]
            joiners = _fed(state, victims) & ~in_victories(state)
            for victim in ones(victims):
                joiners &= neighbours_of(state, state.place[victim], state.active)
            found.append((joiners, victims))
    return tuple(found)


def _slots(state: Position, foes: dict[int, int]) -> tuple[int, ...]:
    """15.3.2.2: for each hex of escorted supply outside a fortress, the units next to it."""
    scenario, enemy = state.scenario, enemy_of(state.active)
    slots = []
    for place in ones(state.depots[enemy] & state.occupied[enemy] & ~scenario.fortress):
        if combat_units_at(state, place, enemy) & ~state.cancelled:
            slots.append(neighbours_of(state, place, state.active) & _mask(foes))
    return tuple(slots)


def slot_hexes(state: Position) -> list[int]:
    """The hexes of `Contact.slots`, in the same order."""
    enemy = enemy_of(state.active)
    hexes = state.depots[enemy] & state.occupied[enemy] & ~state.scenario.fortress
    return [place for place in ones(hexes) if combat_units_at(state, place, enemy) & ~state.cancelled]


def whole_plan(fight: Contact) -> Plan:
    """Nothing is settled yet."""
    attackers = sum(1 << unit for unit in fight.foes)
    defenders = sum(1 << unit for unit in fight.defense)
    return Plan(attackers, defenders, fight.must_fall, (1 << len(fight.slots)) - 1)


def plan_left(state: Position, fight: Contact, building: int = -1) -> Plan:
    """What is open after the battles declared so far, leaving out the one being put together."""
    plan = whole_plan(fight)
    for index, standing in enumerate(state.standing):
        if standing not in (AUTOMATIC, SURROUNDED, FOUGHT) and index != building:
            plan = fight.without(plan, state.attackers[index], state.defenders[index])
    attackers, slots = plan.attackers, plan.slots
    hexes = slot_hexes(state)
    for captor in state.captors:
        supply_hex, unit = state.place[captor >> SHIFT], captor & 255
        if supply_hex in hexes:
            slots &= ~(1 << hexes.index(supply_hex))
            attackers &= ~(1 << unit)
    if building >= 0:
        attackers &= ~state.attackers[building]
        return Plan(attackers, plan.defenders & ~state.defenders[building], plan.must_fall, slots)
    return Plan(attackers, plan.defenders, plan.must_fall, slots)
