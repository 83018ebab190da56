"""Chapters 15 and 16: supply captured and destroyed, and advance after combat."""

from __future__ import annotations

from sandtable.games.afrika_korps.rules.c05_movement import payable
from sandtable.games.afrika_korps.rules.c07_zones import units_exerting, zone
from sandtable.games.afrika_korps.rules.c13_obligations import SHIFT
from sandtable.games.afrika_korps.rules.c14_supply import fed_hexes
from sandtable.games.afrika_korps.rules.c15_capture import lone_supply, within_grasp
from sandtable.games.afrika_korps.state import OFF, combat_units_at, hexes_of, on_map, supply_on_map
from sandtable.games.afrika_korps.verbs import CAPTURE, DONE, HEX, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch07_08 import DECLARED, exchange, first_step, more_battles_wait, sides_of
from tests.games.afrika_korps.witnesses.ch09_11 import stands_among_victims
from tests.games.afrika_korps.witnesses.ch12_14 import out_of_range
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, mask, moved
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

TAKEN, DESTROYED = "supply-captured", "supply-destroyed"


# Lone supply (15.1, 15.2)


def past_helpers(step: Step, move: Move, helpers: int) -> bool:
    """15.1: next to one of these enemies, or into its hex, without having to stop for it."""
    on_hexes = hexes_of(step.before, helpers & SCENARIO.side_units[step.enemy])
    lone = on_hexes & ~step.before.occupied[step.enemy]
    near = (lone | BOARD.spread(lone)) >> move.to & 1
    return bool(near and move.fighters) and not step.ground.zone >> move.to & 1


def beside_shielded(step: Step, move: Move, shield: int) -> bool:
    """15.2: a combat unit comes next to lone supply and does not take it: one of these hexes shields it."""
    lone = hexes_of(step.before, lone_supply(step.before, step.enemy))
    return bool(move.fighters) and bool(BOARD.touching[move.to] & lone & shield)


def beyond_closed_side(step: Step, move: Move) -> bool:
    return beside_shielded(step, move, ~BOARD.adjacent[move.to])


def beside_fortress_supply(step: Step, move: Move) -> bool:
    return beside_shielded(step, move, SCENARIO.fortress)


def enemies_stand_by(step: Step, event: Event) -> bool:
    """15.2.1.1: combat units of the owner are next to what he loses."""
    owner = SCENARIO.side_of[event.arguments["unit"]]
    return bool(BOARD.adjacent[event.arguments["hex"]] & step.before.occupied[owner])


def of_booty(step: Step, refusal: Refusal) -> bool:
    """15.2.1.2: supply taken this turn is held up by zones that have become hostile to it."""
    asked = 1 << refusal.argument if refusal.verb == UNIT else step.frame[2] if step.kind == "move" else 0
    return bool(asked & step.memory.taken)


def booty_is_held_up(step: Step) -> bool:
    """15.2.1.2: supply taken this turn could pay for a step, which an enemy zone forbids it."""
    group = step.frame[2]
    if not group & step.memory.taken or group & ~SCENARIO.supply:
        return False
    within_means = payable(step.before, group.bit_length() - 1, False) & ~step.ground.closed
    return bool(within_means & step.ground.zone & ~step.options.get(HEX, 0))


def used_supply_is_spared(step: Step, event: Event) -> bool:
    """15.2.2: a retreat leads past supply that supports an attack."""
    side = SCENARIO.side_of[event.arguments["unit"]]
    return bool(within_grasp(step.before, side, event.arguments["hex"]) & step.before.used)


def taker_is_unsupplied(step: Step, event: Event) -> bool:
    """15.2.4: who takes lone supply in a fortress has no line to any of his own."""
    takers = [captor & 255 for captor in step.before.captors if captor >> SHIFT == event.arguments["unit"]]
    return bool(hexes_of(step.before, mask(takers)) & ~fed_hexes(step.before, step.active))


def taker_attacks_too(step: Step, event: Event) -> bool:
    """15.2.4: a unit attacks that has taken lone supply this turn, or is told off to do so in a fortress."""
    told_off = [c & 255 for c in step.before.captors if SCENARIO.fortress >> step.before.place[c >> SHIFT] & 1]
    return bool(sides_of(step, event)[0] & (step.memory.takers | mask(told_off)))


# Supply with its escort (15.3, 15.4)


def may_not_stay_with_booty(step: Step) -> bool:
    """15.3.1: in the hex of the victims lies supply that was theirs, but nobody may stop there."""
    group = step.frame[2]
    here = step.before.stacks[step.before.place[(group & -group).bit_length() - 1]] & ~group
    return stands_among_victims(step) and bool(here & step.memory.taken)


def escorted_prey(step: Step, refusal: Refusal) -> bool:
    """15.4: during movement somebody asks for enemy supply that has its escort."""
    unit = refusal.argument
    on_hex = refusal.verb == CAPTURE and supply_on_map(step.before, step.enemy) >> unit & 1
    return bool(on_hex) and bool(combat_units_at(step.before, step.before.place[unit], step.enemy))


def supply_stays_behind(step: Step) -> bool:
    """15.3.2.1: the unit that retreats leaves supply in its hex."""
    unit = step.frame[2]
    own = SCENARIO.supply & SCENARIO.side_units[SCENARIO.side_of[unit]]
    left = step.before.stacks[step.before.place[unit]] & own
    return bool(left) and not any(step.after.place[supply] == step.argument for supply in ones(left))


def falls_to_nobody(step: Step, battle: int, attack: int, defense: int) -> bool:
    """15.3.2.1: attackers and defenders are all gone, and the supply lies where it lay, still its owner's."""
    state = step.before
    prey = supply_on_map(state, step.enemy) & SCENARIO.supply
    left = [u for u in ones(prey) if hexes_of(state, state.defenders[battle]) >> state.place[u] & 1]
    everyone = state.attackers[battle] | state.defenders[battle]
    untouched = [unit for unit in left if step.after.place[unit] == state.place[unit]]
    return not on_map(step.after, everyone) and bool(untouched)


def won_supply_stands_by(step: Step, event: Event) -> bool:
    """15.4.1: a battle is fought in reach of supply won this turn, which may not feed it."""
    attackers, _ = sides_of(step, event)
    won = on_map(step.before, step.before.no_support)
    return bool(won) and out_of_range(step.before, attackers, won) != attackers


def through_escorts_zone(step: Step, event: Event) -> bool:
    zones = zone(step.before, step.enemy)
    return bool(zones >> event.arguments["origin"] & zones >> event.arguments["hex"] & 1)


# Advance after combat (16)


def others_find_no_room(step: Step, event: Event) -> bool:
    """16.1: the hex is full, and attackers next to it stay where they are."""
    place, unit = event.arguments["hex"], event.arguments["unit"]
    others = (step.frame[2] if step.kind == "advance" else step.frame[3]) & ~(1 << unit)
    full = combat_units_at(step.after, place, step.active).bit_count() == SCENARIO.stacking
    near = [other for other in ones(others) if BOARD.adjacent[place] >> step.after.place[other] & 1]
    return full and bool(near)


def within_one_zone(step: Step, event: Event) -> bool:
    """16.2: directly from one zone hex of an enemy into another of the same enemy."""
    origin, to = event.arguments["origin"], event.arguments["hex"]
    enemies = units_exerting(step.before, step.enemy, origin)
    return bool(enemies & units_exerting(step.before, step.enemy, to))


def in_fortress(event: Event) -> bool:
    return bool(SCENARIO.fortress >> event.arguments["hex"] & 1)


def emptied_by_battle(step: Step, event: Event) -> bool:
    doubling = bool(SCENARIO.doubling >> event.arguments["hex"] & 1)
    return doubling and step.within("aftermath") is not None


WITNESSES: dict[str, Witness] = {
    "15.1a": moved(lambda s, m: past_helpers(s, m, SCENARIO.supply)),
    "15.1b": moved(lambda s, m: past_helpers(s, m, ~SCENARIO.combat)),
    "15.1c": any_of(refused("15.1", "without a combat unit"), refused("13.3", "without a combat unit")),
    "15.2.1a": fired(TAKEN, "15.2.1"),
    "15.2.1b": any_of(moved(beyond_closed_side), moved(beside_fortress_supply)),
    "15.2.1c": fired(TAKEN, "15.2.1", lambda s, e: s.after.place[e.arguments["counter"]] == e.arguments["hex"]),
    "15.2.1d": fired(TAKEN, "", lambda s, e: s.after.place[e.arguments["unit"]] == OFF),
    "15.2.1e": any_of(
        moved(lambda s, m: bool(m.group & s.memory.taken)),
        fired("supported", "14.6", lambda s, e: bool(mask(e.arguments["supply"]) & s.memory.taken)),
    ),
    "15.2.1f": fired(TAKEN, "15.2.1", lambda s, e: s.next_kind == "move"),
    "15.2.1g": refused("15.2.1", "no legal attack"),
    "15.2.1.1a": fired(TAKEN, "15.2.1", enemies_stand_by),
    "15.2.1.2a": any_of(
        at("move", booty_is_held_up), *(refused(rule, "", of_booty) for rule in ("8.1", "8.3", "13.2"))
    ),
    "15.2.2a": fired(TAKEN, "15.2.2"),
    "15.2.2b": any_of(
        chosen("take-along", UNIT),
        fired(TAKEN, "15.2.2", lambda s, e: bool(s.after.frozen >> e.arguments["counter"] & 1)),
    ),
    "15.2.2c": fired("retreated", "", used_supply_is_spared),
    "15.2.3a": moved(beside_fortress_supply),
    "15.2.3b": any_of(
        *(fired(TAKEN, rule, lambda s, e: in_fortress(e)) for rule in ("15.2.1", "15.2.2")),
    ),
    "15.2.3c": fired(TAKEN, "15.2.3"),
    "15.2.3d": fired(TAKEN, "15.2.3", lambda s, e: s.within("aftermath") is not None),
    "15.2.4a": fired(TAKEN, "15.2.3", taker_is_unsupplied),
    "15.2.4b": chosen("declare-battles", DONE, lambda s: CAPTURE in s.options),
    "15.2.4c": fired(DECLARED, "", taker_attacks_too),
    "15.3.1a": fired(TAKEN, "15.3.1"),
    "15.3.1b": at("move", may_not_stay_with_booty),
    "15.3.2.1a": fired(TAKEN, "15.3.2.1"),
    "15.3.2.1b": first_step(supply_stays_behind),
    "15.3.2.1c": exchange(falls_to_nobody),
    "15.3.2.2a": fired(TAKEN, "15.3.2.2"),
    "15.3.2.2b": refused("15.3.2.2", "told off to take it already"),
    "15.3.2.2c": refused("15.3.2.2", "supply in a fortress is not taken"),
    "15.4a": refused("15.4", "taken in combat only", escorted_prey),
    "15.4.1a": fired("moved", "15.4.1"),
    "15.4.1b": any_of(fired("combat", "", won_supply_stands_by), fired("no-die", "", won_supply_stands_by)),
    "15.4.2a": fired("moved", "15.4.1", lambda s, e: bool(zone(s.before, s.enemy) >> e.arguments["origin"] & 1)),
    "15.4.2b": any_of(fired("moved", "15.4.1", through_escorts_zone), refused("15.4.2", "old escort only")),
    "15.5a": fired(DESTROYED, "15.5"),
    "16.1a": fired("advanced", "16.1", emptied_by_battle),
    "16.1b": fired("advanced", "16.1", others_find_no_room),
    "16.1c": at("advance", more_battles_wait),
    "16.2a": fired("advanced", "16.1", within_one_zone),
    "16.3a": fired("advanced", "16.1", lambda s, e: in_fortress(e) and s.within("aftermath") is None),
}
