"""Chapters 23 and 24: fortresses, the sea, isolation."""

from __future__ import annotations

from sandtable.games.afrika_korps.rules.c04_victory import STARVATION
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_contact import contact, neighbours_of, rest_of
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import (
    DECLARED,
    SEA,
    Position,
    combat_units_at,
    hexes_of,
    isolated_once,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import DONE, EMBARK
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch07_08 import dies_retreating
from tests.games.afrika_korps.witnesses.ch17_20 import under_siege
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Step, mask, turn_begins
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

ATTACK_RANGE = 5


# Fortresses (23.1, 23.2)


def garrison_need_not_be_attacked(step: Step) -> bool:
    """23.1: movement ends next to enemies in a fortress, whom nobody has to attack."""
    fight = contact(step.before)
    inside = [combat_units_at(step.before, place, step.enemy) for place in ones(SCENARIO.fortress)]
    return any(units and fight.rivals.get(first_of(units)) and not fight.must_fall & units for units in inside)


def first_of(units: int) -> int:
    return (units & -units).bit_length() - 1


def garrison_need_not_attack(step: Step) -> bool:
    """23.2: movement ends with units in an own fortress next to enemies, whom they need not attack."""
    fight = contact(step.before)
    own = [combat_units_at(step.before, place, step.active) for place in ones(SCENARIO.fortress)]
    return any(unit in fight.foes and not fight.must_attack >> unit & 1 for units in own for unit in ones(units))


def declared_battles(state: Position) -> list[tuple[int, int]]:
    battles = zip(state.attackers, state.defenders, state.standing, strict=True)
    return [(attackers, defenders) for attackers, defenders, standing in battles if standing == DECLARED]


def rest_of_garrison_follows(step: Step) -> bool:
    """23.1: one of the garrison is attacked, so the others must be."""
    rest = rest_of(step.before, contact(step.before))
    attacked = [hexes_of(step.before, d) & SCENARIO.fortress for _, d in declared_battles(step.before)]
    return any(place and hexes_of(step.before, rest.must_fall) & place for place in attacked)


def some_stay_out(step: Step) -> bool:
    """23.1: a fortress is attacked, and a unit next to it fights in no battle."""
    state = step.before
    battles = declared_battles(state)
    fighting = sum(attackers for attackers, _ in battles)
    for _, defenders in battles:
        for place in ones(hexes_of(state, defenders) & SCENARIO.fortress):
            if neighbours_of(state, place, step.active) & ~fighting:
                return True
    return False


def sortie_binds(step: Step) -> bool:
    """23.2: units attack out of a fortress, so all enemies around must be attacked: one is still to come."""
    state = step.before
    fight = contact(state)
    rest = rest_of(state, fight)
    duties = [fight.sortie_duty(attackers) for attackers, _ in declared_battles(state)]
    return any(duty & rest.must_fall & ~fight.must_fall for duty in duties)


def some_of_the_garrison_rest(step: Step) -> bool:
    """23.2: some attack out of the fortress, others of the garrison do not."""
    state = step.before
    fighting = sum(attackers for attackers, _ in declared_battles(state))
    stacks = [combat_units_at(state, place, step.active) for place in ones(SCENARIO.fortress)]
    return any(units & fighting and units & ~fighting for units in stacks)


# The sea (23.3-23.5)


def landed_from_sea(same_port: bool) -> Witness:
    def holds(step: Step, event: Event) -> bool:
        origin = step.memory.sailed_from.get(event.arguments["unit"])
        return origin is not None and (origin == event.arguments["hex"]) == same_port

    return fired("landed", "23.4", holds)


def at_tobruch(step: Step, refusal: Refusal) -> bool:
    return refusal.verb == EMBARK and step.before.place[refusal.argument] == SCENARIO.tobruch


def no_port_for_ships(step: Step, event: Event) -> bool:
    """23.4.4: no port was under control when the turn began."""
    return not step.after.ports_at_start


def port_not_held_at_start(step: Step, refusal: Refusal) -> bool:
    """23.4.4: a unit from the sea is refused a port that was not under control."""
    return step.kind == "port" and step.before.place[step.frame[2]] == SEA


def embarks_uncontrolled(step: Step, event: Event) -> bool:
    return not step.before.ports_at_start >> event.arguments["hex"] & 1


# Isolation (23.6, 24)


def cut_off_in_fortress(step: Step) -> bool:
    return bool(hexes_of(step.after, step.after.cut_off) & SCENARIO.fortress)


def long_line(step: Step) -> bool:
    """24.1: a unit is not isolated although all supply is further away than an attack could draw on."""
    state = step.after
    depots = [state.place[unit] for unit in ones(supply_on_map(state, state.active))]
    for place in ones(state.occupied[state.active]):
        here = combat_units_at(state, place, state.active)
        far = depots and min(BOARD.distance(place, depot) for depot in depots) > ATTACK_RANGE
        if far and here & ~state.cut_off:
            return True
    return False


def ends_are_exempt(step: Step) -> bool:
    """24.1: a unit in an enemy zone is not isolated."""
    state = step.after
    own = SCENARIO.combat & SCENARIO.side_units[state.active] & ~state.cut_off
    return bool(hexes_of(state, own) & zone(state, 1 - state.active))


def once_after(step: Step) -> int:
    """Units of the side whose turn has ended that were isolated for the whole of it."""
    return isolated_once(step.after, step.active)


def saved_by_used_supply(step: Step) -> bool:
    """24.2: units isolated when the turn began are not so at its end, thanks to supply that is then removed."""
    if not any(step.told("supply-used")):
        return False
    saved = step.before.cut_off & ~once_after(step)
    return bool(saved & isolated_units(step.after, step.active))


def relief_did_not_last(step: Step) -> bool:
    """24.2: units that were out of isolation for a while count as isolated for the whole turn, or die of it."""
    died = mask([event.arguments["unit"] for event in step.told("died-isolated")])
    return bool(step.memory.relieved & (once_after(step) | died))


def takes_the_ports_supply(step: Step, event: Event) -> bool:
    """24.3: isolated at sea and in supply on land, or the other way round."""
    changed = step.before.cut_off ^ step.after.cut_off
    return bool(changed >> event.arguments["unit"] & 1)


def shares_the_count(step: Step, event: Event) -> bool:
    """24.3: the garrison was isolated for a turn, so the unit that lands counts as if it had been."""
    unit = event.arguments["unit"]
    garrison = combat_units_at(step.before, event.arguments["hex"], step.active) & ~step.before.landed
    once = isolated_once(step.before, step.active)
    return bool(garrison & once) and bool(isolated_once(step.after, step.active) >> unit & 1)


def no_line_over_sea(step: Step) -> bool:
    """24.4: units in one port are isolated although supply lies in the other."""
    state = step.after
    ports = SCENARIO.ports[state.active]
    for port in ones(ports):
        if combat_units_at(state, port, state.active) & state.cut_off and state.depots[state.active] & ports:
            return True
    return False


def at_sea(state: Position, units: int) -> int:
    return sum(1 << unit for unit in ones(units & SCENARIO.side_units[state.active]) if state.place[unit] == SEA)


def fed_at_sea(step: Step) -> bool:
    fighters, supply = at_sea(step.after, SCENARIO.combat), at_sea(step.after, SCENARIO.supply)
    return bool(fighters and supply) and not fighters & step.after.cut_off


def hungry_at_sea(step: Step) -> bool:
    return bool(at_sea(step.after, SCENARIO.combat) & step.after.cut_off)


WITNESSES: dict[str, Witness] = {
    "23.1a": chosen("movement", DONE, garrison_need_not_be_attacked),
    "23.1b": at("declare-battles", rest_of_garrison_follows),
    "23.1c": chosen("declare-battles", DONE, some_stay_out),
    "23.2a": chosen("movement", DONE, garrison_need_not_attack),
    "23.2b": at("declare-battles", sortie_binds),
    "23.2c": chosen("declare-battles", DONE, some_of_the_garrison_rest),
    "23.3a": refused("23.3"),
    "23.4a": landed_from_sea(same_port=False),
    "23.4b": fired("embarked", "23.4"),
    "23.4c": fired("landed", "23.4"),
    "23.4.1a": any_of(fired("embarked", "23.4", under_siege), fired("landed", "23.4", under_siege)),
    "23.4.1b": refused("23.4.2", "may not embark again", at_tobruch),
    "23.4.2a": any_of(fired("lost-at-sea", "23.4.2"), refused("23.4.2", "must land this turn")),
    "23.4.2b": refused("23.4.2", "may not embark again"),
    "23.4.3a": landed_from_sea(same_port=True),
    "23.4.4a": any_of(
        fired("lost-at-sea", "23.4.2", no_port_for_ships),
        refused("19.2", "not under your control", port_not_held_at_start),
    ),
    "23.4.4b": any_of(fired("embarked", "23.4", embarks_uncontrolled), refused("23.4.4", "enemy zone")),
    "23.5a": refused("23.5"),
    "23.6a": turn_begins(cut_off_in_fortress),
    "23.7a": dies_retreating(lambda s, place: bool(SCENARIO.fortress >> place & 1)),
    "24.1a": turn_begins(lambda s: bool(s.after.cut_off)),
    "24.1b": turn_begins(long_line),
    "24.1c": turn_begins(ends_are_exempt),
    "24.2a": fired("died-isolated", "24.2"),
    "24.2b": fired("turn", "", lambda s, e: saved_by_used_supply(s)),
    "24.2c": fired("turn", "", lambda s, e: relief_did_not_last(s)),
    "24.3a": fired("landed", "23.4", takes_the_ports_supply),
    "24.3b": fired("landed", "", shares_the_count),
    "24.4a": turn_begins(no_line_over_sea),
    "24.4b": turn_begins(fed_at_sea),
    "24.4c": turn_begins(hungry_at_sea),
    "24.4d": fired("died-isolated", "24.2", lambda s, e: e.arguments["hex"] == SEA),
    "24.5a": fired("game-over", "24.5", lambda s, e: e.arguments["how"] == STARVATION),
}
