"""8.4, 11, 23: which units are in contact when movement ends: what the division of combat works on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from sandtable.games.afrika_korps.rules.c07_zones import units_exerting, zone
from sandtable.games.afrika_korps.rules.c09_surrounding import is_victory
from sandtable.games.afrika_korps.rules.c11_division import Contact
from sandtable.games.afrika_korps.rules.c11_engagement import Rest
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor, enemies_to_attack
from sandtable.games.afrika_korps.rules.c14_supply import areas_fed
from sandtable.games.afrika_korps.state import (
    CAPTOR,
    DECLARED,
    OBLIGATION,
    Position,
    combat_units_at,
    combat_units_on_map,
    in_victories,
    standing_victories,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF


def neighbours_of(state: Position, hex_number: int, side: int) -> int:
    """5.7, 8.5: combat units of a side that a unit in this hex could fight: next to it over an open hexside."""
    units = 0
    for place in ones(state.printed.board.adjacent[hex_number] & state.occupied[side]):
        units |= combat_units_at(state, place, side)
    return units


def next_to_all(state: Position, victims: int) -> int:
    """8.5: the active side's combat units next to every one of these enemies."""
    near = -1
    for victim in ones(victims):
        near &= neighbours_of(state, state.place[victim], state.active)
    return near


def contact(state: Position) -> Contact:
    """The active side's contact with the enemy; remembered until something relevant changes."""
    key = (
        id(state.printed),
        state.active,
        state.cancelled,
        state.loose,
        state.no_support,
        tuple(state.place),
        tuple(state.obligations),
        tuple(zip(state.attackers, state.defenders, state.standing, state.blockers, strict=True))
        if state.cancelled
        else (),
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
        return self.hash  # mutants: equivalent because it only finds what is remembered faster

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asker) and self.key == other.key


@lru_cache(maxsize=64)  # mutants: equivalent because what is forgotten is found again
def _remembered(asker: _Asker) -> Contact:
    asker.state = asker.state.copy()  # the caller's position goes on changing
    return _contact(asker.state)


def _contact(state: Position) -> Contact:
    """8.4, 11.3, 23.1, 23.2: who can fight whom, and who must, except those bound by automatic victories."""
    foes = _foes(state)
    fortresses, sorties = _fortresses(state), _sorties(state)
    must_fall = _enemies_to_attack(state) | _victory_duties(state, fortresses, sorties)
    must_fall &= ~in_victories(state)
    defense = _defense(state, foes, must_fall)
    return Contact(
        attack={unit: state.printed.attack[unit] for unit in foes},
        defense=defense,
        foes=foes,
        must_attack=_mask(foes) & ~state.loose & units_in(state, zone(state, ENEMY_OF[state.active])),
        must_fall=must_fall,
        fortresses=fortresses,
        sorties=sorties,
        victories=_open_victories(state),
        loose=_loose_victories(state, _mask(foes)) if state.loose else (),
        slots=_slots(state, _mask(foes)),
        obligations=tuple((supply, enemy) for supply, enemy in map(OBLIGATION.parts, state.obligations)),
        fed=lambda enemies: _fed(state, enemies),
        fed_by=lambda supply, enemies: _fed_by(state, supply, enemies),
        places={unit: state.place[unit] for unit in (*foes, *defense)},
    )


def _mask(units: dict[int, int]) -> int:
    return sum(1 << unit for unit in units)


def _foes(state: Position) -> dict[int, int]:
    """8.5: for each unit that is free to attack, the enemies next to it."""
    side, bound = state.active, in_victories(state) & ~state.loose
    foes = {}
    for unit in ones(combat_units_on_map(state, side) & ~bound):
        near = neighbours_of(state, state.place[unit], ENEMY_OF[side]) & ~bound
        if near:
            foes[unit] = near
    return foes


def _enemies_to_attack(state: Position) -> int:
    """8.4, 11.3.1, 13.2: enemies in whose zones the side has combat units or has brought supply."""
    enemies = enemies_to_attack(state)
    for place in ones(state.occupied[state.active]):
        enemies |= units_exerting(state, ENEMY_OF[state.active], place)
    return enemies


def _victory_duties(state: Position, fortresses: tuple[int, ...], sorties: tuple[tuple[int, int], ...]) -> int:
    """23.1, 23.2: the enemies that must be attacked because of automatic victories already declared."""
    must = 0
    for index in standing_victories(state):
        for garrison in fortresses:
            must |= garrison if garrison & state.defenders[index] else 0
        for garrison, around in sorties:
            must |= around if garrison & state.attackers[index] else 0
    return must


def _defense(state: Position, foes: dict[int, int], must_fall: int) -> dict[int, int]:
    """10.2: the defence factors of all enemies that can or must be attacked."""
    enemies = must_fall
    for near in foes.values():
        enemies |= near
    return {unit: defense_factor(state.printed, unit, state.place[unit]) for unit in ones(enemies)}


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
    """23.1: the enemy garrisons, each attacked as a whole or not at all."""
    enemy = ENEMY_OF[state.active]
    held = state.printed.fortress & state.occupied[enemy]
    return tuple(combat_units_at(state, place, enemy) for place in ones(held))


def _sorties(state: Position) -> tuple[tuple[int, int], ...]:
    """23.2: friendly garrisons, and the enemies around that must all be attacked if a garrison unit attacks."""
    side = state.active
    held = state.printed.fortress & state.occupied[side]
    return tuple(
        (combat_units_at(state, place, side), neighbours_of(state, place, ENEMY_OF[side])) for place in ones(held)
    )


def _open_victories(state: Position) -> tuple[tuple[int, int], ...]:
    """9.4: for each automatic victory the units that may join it: next to all its victims, and supplied."""
    found = []
    for index in standing_victories(state):
        victims = state.defenders[index]
        found.append((next_to_all(state, victims) & _fed(state, victims) & ~in_victories(state), victims))
    return tuple(found)


def _loose_victories(state: Position, free: int) -> tuple[tuple[int, Callable[[int], bool]], ...]:
    """Ruling 21a: for each victory the attackers that may fight elsewhere, and which of them it needs."""
    found = []
    for index in standing_victories(state):
        core = state.attackers[index] & state.loose
        if core & free:
            found.append((core & free, _who_must_stay(state, index, core & ~free)))
    return tuple(found)


def _who_must_stay(state: Position, index: int, homebound: int) -> Callable[[int], bool]:
    """9.1: is this victory won by its attackers that have no other enemy, together with these?"""
    victims, blockers = state.defenders[index], state.blockers[index]

    @cache
    def is_won(staying: int) -> bool:
        attackers = homebound | staying
        return bool(attackers) and is_victory(state, victims, attackers, attackers | blockers)

    return is_won


def slot_hexes(state: Position) -> list[int]:
    """15.3.2.2: the hexes of escorted supply outside fortresses, in the order of `Contact.slots`."""
    enemy = ENEMY_OF[state.active]
    hexes = state.depots[enemy] & state.occupied[enemy] & ~state.printed.fortress
    return [place for place in ones(hexes) if combat_units_at(state, place, enemy) & ~state.cancelled]


def _slots(state: Position, attackers: int) -> tuple[int, ...]:
    """15.3.2.2: for each of these hexes the attackers next to it, one of which could be assigned."""
    return tuple(neighbours_of(state, place, state.active) & attackers for place in slot_hexes(state))


def can_stay(state: Position, unit: int, supplied: bool = False, victims: int = 0) -> bool:
    """9.5, 11.9: does this unit have a legal attack if every enemy whose zone it is in is attacked too?

    Others next to those enemies may help, but none has to: if the answer is no, nothing can save the unit.
    `victims`: enemies over whom an automatic victory is being won.
    """
    holders = units_exerting(state, ENEMY_OF[state.active], state.place[unit])
    return not holders or contact(state).can_answer(unit, holders, supplied, victims)


def rest_of(state: Position, fight: Contact, building: int = -1) -> Rest:
    """What is left after the battles declared so far, leaving out the one being formed."""
    rest = fight.whole()
    for index, standing in enumerate(state.standing):
        if standing == DECLARED and index != building:
            rest = fight.without(rest, state.attackers[index], state.defenders[index])
    hexes = slot_hexes(state)
    for captor in state.captors:
        supply, unit = CAPTOR.parts(captor)
        if state.place[supply] in hexes:
            rest = fight.assigned(rest, unit, hexes.index(state.place[supply]))
    return rest
