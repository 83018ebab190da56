"""Chapters 21 and 22: Allied substitutes, and Rommel."""

from __future__ import annotations

from sandtable.boards.floods import layers
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c04_victory import ELIMINATION
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c15_capture import within_grasp
from sandtable.games.afrika_korps.rules.c21_substitutes import attack_of
from sandtable.games.afrika_korps.rules.c22_rommel import nearest_hexes, rommel_is_cut_off, rommel_is_exposed
from sandtable.games.afrika_korps.state import DEAD, combat_units_at, put, substitute_index
from sandtable.games.afrika_korps.verbs import DONE, FORM, HEX, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch05_06 import full_but_for_helpers, has_moved
from tests.games.afrika_korps.witnesses.ch07_08 import DECLARED, sides_of
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, mask, moved, turn_begins
from tests.witnessing import Witness, any_of, chosen, fired, refused

FIRST_SUBSTITUTES = 33
FORMED, BROKEN, PLACED = "substitute-formed", "substitute-broken", "rommel-placed"
ROMMEL = SCENARIO.rommel
ROMMEL_HEXES = 2


# Substitutes (21)


def adds_up(step: Step, event: Event) -> bool:
    parts = mask(event.arguments["parts"])
    return bool(attack_of(SCENARIO, parts) == SCENARIO.attack[event.arguments["unit"]])


def wrong_class(substitutes: int) -> Witness:
    """21.1: a unit on the map is no part of a substitute of these, being of another class."""

    def is_one(step: Step, refusal: Refusal) -> bool:
        asked = step.kind == "form-substitute" and refusal.verb == UNIT
        own = SCENARIO.combat & SCENARIO.side_units[ALLIED] & ~SCENARIO.substitutes
        on_map = asked and own >> refusal.argument & 1 and step.before.place[refusal.argument] >= 0
        return bool(on_map) and bool(substitutes >> step.frame[2] & 1)

    return refused("21.1", "armour stands for", is_one)


def while_moving(step: Step, refusal: Refusal) -> bool:
    """21.2: it is August 1942, and the Allies still move."""
    allied = step.active == ALLIED and step.before.turn >= FIRST_SUBSTITUTES
    return allied and step.kind == "movement" and refusal.verb == FORM


def new_one_stays(step: Step, refusal: Refusal) -> bool:
    return refusal.verb == UNIT and bool(step.memory.formed >> refusal.argument & 1)


def new_one_is_moved(step: Step, event: Event) -> bool:
    """21.2: advance and retreat are the exceptions."""
    return bool(step.memory.formed >> event.arguments["unit"] & 1)


def new_one_attacks(step: Step, event: Event) -> bool:
    return bool(sides_of(step, event)[0] & step.memory.formed)


def formed_in_zone(step: Step, event: Event) -> bool:
    return bool(zone(step.before, AXIS) >> event.arguments["hex"] & 1)


def strangers_come_out(step: Step, event: Event) -> bool:
    """21.3: units come out that did not go in."""
    inside = step.before.parts[substitute_index(SCENARIO, event.arguments["unit"])]
    return bool(mask(event.arguments["parts"]) & ~inside)


def parts_die_with_it(step: Step, event: Event) -> bool:
    unit = event.arguments["unit"]
    if not SCENARIO.substitutes >> unit & 1:
        return False
    parts = step.before.parts[substitute_index(SCENARIO, unit)]
    return bool(parts) and all(step.after.place[part] == DEAD for part in ones(parts))


def recce_is_recorded(step: Step, event: Event) -> bool:
    parts = step.after.parts[substitute_index(SCENARIO, event.arguments["unit"])]
    return bool(parts & mask(event.arguments["parts"]) & SCENARIO.recon)


# Rommel (22)


def with_rommel(move: Move) -> list[int]:
    """The units that travel with him."""
    return [unit for unit in move.units if unit != ROMMEL] if move.group >> ROMMEL & 1 else []


def gains_bonus(step: Step, move: Move) -> list[int]:
    return [u for u in with_rommel(move) if step.after.rommel_bonus[u] > step.before.rommel_bonus[u]]


def bonus_in_mid_move(step: Step, move: Move) -> bool:
    return any(has_moved(step.before, unit) for unit in gains_bonus(step, move))


def several_have_bonus(step: Step, move: Move) -> bool:
    having = sum(bonus > 0 for bonus in step.after.rommel_bonus)
    return bool(gains_bonus(step, move)) and having > 1


def no_third_hex(step: Step, move: Move) -> bool:
    """22.1: a unit that has had its two hexes travels with him, and gains no more."""
    return any(
        step.before.rommel_bonus[u] == ROMMEL_HEXES == step.after.rommel_bonus[u] for u in with_rommel(move)
    )


def past_lone_rommel(step: Step, move: Move) -> bool:
    """22.3: next to Rommel, or into his hex, without having to stop: he is no combat unit."""
    place = step.before.place[ROMMEL]
    if step.active != ALLIED or place < 0 or combat_units_at(step.before, place, AXIS):
        return False
    near = (BOARD.adjacent[place] | 1 << place) >> move.to & 1
    return bool(near) and not step.ground.zone >> move.to & 1


def into_rommels_hex(step: Step, move: Move) -> bool:
    return past_lone_rommel(step, move) and step.before.place[ROMMEL] == move.to


def rommel_takes_nothing(step: Step, move: Move) -> bool:
    """22.3: he rides to where a combat unit would capture supply, and captures nothing."""
    alone = move.group >> ROMMEL & 1 and not move.fighters
    return bool(alone) and bool(within_grasp(step.after, AXIS, move.to))


def was_exposed(step: Step, event: Event) -> bool:
    """22.4: he was placed because a zone covered him, now or after what the step brought about."""
    trial = step.after.copy()
    put(trial, ROMMEL, step.before.place[ROMMEL])
    return rommel_is_exposed(step.before) or rommel_is_exposed(trial)


def was_cut_off(step: Step, event: Event) -> bool:
    trial = step.after.copy()
    put(trial, ROMMEL, step.before.place[ROMMEL])
    return not rommel_is_exposed(trial) and rommel_is_cut_off(trial)


def not_the_nearest_of_all(step: Step, event: Event) -> bool:
    """22.4.2: a nearer unit was passed over, the way to it leading through Allied zones or closed hexes."""
    start = step.before.place[ROMMEL]
    trial = step.after.copy()
    put(trial, ROMMEL, start)
    by_air = next((ring & trial.occupied[AXIS] for ring in rings(start) if ring & trial.occupied[AXIS]), 0)
    return (
        start >= 0
        and not by_air >> event.arguments["hex"] & 1
        and bool(nearest_hexes(trial) >> event.arguments["hex"] & 1)
    )


def rings(start: int) -> list[int]:
    return layers(BOARD, 1 << start, BOARD.all)


def rommel_holds_port(step: Step) -> bool:
    """22.5: at the start of a turn a port counts because of him alone."""
    held = step.after.ports_at_start
    return any(step.after.stacks.get(port, 0) == 1 << ROMMEL for port in ones(held))


WITNESSES: dict[str, Witness] = {
    "21.1a": fired(FORMED, "21.1", lambda s, e: s.before.turn >= FIRST_SUBSTITUTES),
    "21.1b": fired(FORMED, "21.1", adds_up),
    "21.1c": wrong_class(SCENARIO.armour_substitutes),
    "21.1d": wrong_class(SCENARIO.infantry_substitutes),
    "21.2a": refused("21.2", "at the end of Allied movement", while_moving),
    "21.2b": any_of(
        refused("5.1", "", new_one_stays),
        fired("advanced", "", new_one_is_moved),
        fired("retreated", "", new_one_is_moved),
    ),
    "21.2c": fired(DECLARED, "", new_one_attacks),
    "21.2d": fired(FORMED, "21.1", formed_in_zone),
    "21.2e": refused("21.2", "must stand in one hex"),
    "21.3a": fired(BROKEN, "21.3"),
    "21.3b": fired(BROKEN, "21.3", strangers_come_out),
    "21.3c": fired("eliminated", "", parts_die_with_it),
    "21.4a": refused("21.4", "stronger than the substitute"),
    "21.4b": refused("21.4", "faster than the substitute"),
    "21.4c": fired(FORMED, "21.1", recce_is_recorded),
    "21.5a": refused("21.5", "more than three combat units"),
    "21.6a": any_of(refused("21.6", "at sea or off the map"), refused("21.6", "not broken down at sea")),
    "21.6b": refused("21.6", "substitutes do not arrive"),
    "21.7a": refused("21.7", "only the counters supplied"),
    "22.1a": moved(lambda s, m: bool(gains_bonus(s, m))),
    "22.1b": moved(bonus_in_mid_move),
    "22.1c": moved(several_have_bonus),
    "22.1d": moved(no_third_hex),
    "22.2a": chosen("movement", DONE, lambda s: full_but_for_helpers(s, 1 << ROMMEL)),
    "22.3a": moved(past_lone_rommel),
    "22.3b": moved(rommel_takes_nothing),
    "22.3c": moved(into_rommels_hex),
    "22.4a": refused("22.4", "cannot be attacked"),
    "22.4b": fired(PLACED, "", was_exposed),
    "22.4c": fired(PLACED, "22.4", was_cut_off),
    "22.4d": refused("22.4", "Rommel stays until"),
    "22.4.1a": refused("22.4.1"),
    "22.4.2a": fired(PLACED, "", not_the_nearest_of_all),
    "22.4.2b": chosen("rescue", HEX),
    "22.5a": turn_begins(rommel_holds_port, AXIS),
    "22.5b": fired(
        "game-over",
        "4.2",
        lambda s, e: e.arguments["how"] == ELIMINATION and s.after.place[ROMMEL] >= 0,
    ),
}
