"""Chapters 5 and 6: movement and stacking."""

from __future__ import annotations

from sandtable.games.afrika_korps.rules.c05_movement import payable, points_left
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_contact import contact
from sandtable.games.afrika_korps.state import Position, combat_units_at
from sandtable.games.afrika_korps.verbs import ATTACK, DONE, HEX, UNIT
from sandtable.kernel.bits import ones
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch01_04 import are_neighbours, stopped_with_movement_left
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, hexes, moved
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

SEA_SIDES = ("E18 F19",)
QATTARA_SIDES = ("W62 X62", "W61 X62", "R65 S65")
EDGE = hexes("I63 K64 M65 O66 Q67 S68 U69")
FULL = SCENARIO.stacking


# Where units may go (5)


def place_of(state: Position, group: int) -> int:
    return state.place[(group & -group).bit_length() - 1]


def next_to_backdrop(step: Step, refusal: Refusal) -> bool:
    """A moving unit asks for an unplayable hex that touches its own."""
    if step.kind != "move" or refusal.verb != HEX or refusal.argument < BOARD.size:
        return False
    here = BOARD.names[place_of(step.before, step.frame[2])]
    return are_neighbours(here, SCENARIO.backdrop[refusal.argument - BOARD.size][0])


def asks_for(name: str) -> Witness:
    """5.6: a unit next to this full Qattara hex is refused it."""

    def this_one(step: Step, refusal: Refusal) -> bool:
        return next_to_backdrop(step, refusal) and SCENARIO.backdrop[refusal.argument - BOARD.size][0] == name

    return refused("5.6", "wholly inside", this_one)


def over_side(*sides: str) -> Witness:
    """5.7: a step over one of these closed hexsides was refused."""
    pairs = [set(side.split()) for side in sides]

    def this_side(step: Step, refusal: Refusal) -> bool:
        if step.kind != "move" or refusal.argument >= BOARD.size:
            return False
        here = place_of(step.before, step.frame[2])
        return {BOARD.names[here], BOARD.names[refusal.argument]} in pairs

    return refused("5.7", "hexside between them", this_side)


def apart_over_closed_side(step: Step) -> bool:
    """5.7: movement ends with enemies on the two sides of a closed hexside, who may not fight each other."""
    state, side = step.before, step.active
    foes = contact(state).foes
    for a, b in BOARD.closed:
        for mine, theirs in ((a, b), (b, a)):
            own, enemies = combat_units_at(state, mine, side), combat_units_at(state, theirs, 1 - side)
            if own and enemies and not any(foes.get(unit, 0) & enemies for unit in ones(own)):
                return True
    return False


def into_partial_qattara(step: Step, move: Move) -> bool:
    """5.6: entered for one point like clear terrain, and left again at will."""
    if SCENARIO.terrain[move.to] != "qattara_partial" or step.ground.zone >> move.to & 1:
        return False
    unit = move.units[0]
    return step.after.spent[unit] == step.before.spent[unit] + 1 and not step.after.stopped >> unit & 1


def stopped_in_zone(step: Step, move: Move) -> bool:
    """8.1: a unit entered an enemy zone and had to stop although it had movement left."""
    return bool(step.ground.zone >> move.to & 1) and stopped_with_movement_left(step, move)


def zone_without_victories(state: Position, side: int) -> int:
    """The zones of a side if no automatic victory stood."""
    trial = state.copy()
    trial.cancelled = 0
    return zone(trial, side)


def through_cancelled_zone(step: Step, move: Move) -> bool:
    """9.1: units entered what would be a zone but for an automatic victory, and need not stop for it."""
    if not step.before.cancelled or step.ground.zone >> move.to & 1:
        return False
    return bool(zone_without_victories(step.before, step.enemy) >> move.to & 1)


def over_victims(step: Step, move: Move) -> bool:
    """9.1: units entered the hex of an enemy under automatic victory."""
    return bool(step.ground.victims >> move.to & 1)


def friend_has_points(step: Step, refusal: Refusal) -> bool:
    """5.5: a unit that has spent all shares its hex, or its march, with one that has points left."""
    state = step.before
    if refusal.verb == UNIT:
        together = state.stacks.get(state.place[refusal.argument], 0)
    else:
        together = step.frame[2] if step.kind == "move" else 0
    own = together & SCENARIO.side_units[step.active]
    return any(points_left(state, unit, False) > 0 for unit in ones(own))


def points_are_lost(step: Step) -> bool:
    """5.5: a unit that moved, but not as far as it could, begins anew."""
    state = step.before
    begun = [u for u, spent in enumerate(state.spent) if 0 < spent < SCENARIO.move[u] and state.place[u] >= 0]
    return bool(begun) and not any(step.after.spent)


def edge_hex_offered(step: Step) -> bool:
    return bool(step.options.get(HEX, 0) & EDGE)


# Stacks (6)


def too_many(state: Position, place: int, side: int) -> bool:
    return combat_units_at(state, place, side).bit_count() > FULL


def full_but_for_helpers(step: Step, helpers: int) -> bool:
    """6.1: movement ends with three combat units in a hex; with these helpers there they would be too many."""
    stacks = [here & SCENARIO.side_units[step.active] for here in step.before.stacks.values()]
    return any((own & SCENARIO.combat).bit_count() == FULL and own & helpers for own in stacks)


def slowest_decides(step: Step, move: Move) -> bool:
    """6.2: the stack has to halt where one of it can pay for no more, though another could."""
    if len(move.units) < 2 or step.within("move", step.after) or step.after.stopped & move.group:
        return False
    able = [bool(payable(step.after, unit, False)) for unit in move.units]
    return any(able) and not all(able)


def has_moved(state: Position, unit: int) -> bool:
    return bool(state.spent[unit] or state.road_spent[unit])


def joins_on_the_way(step: Step) -> bool:
    """6.2: a stack is formed of units of which one at least has moved already."""
    group = step.frame[2] | 1 << step.argument
    return any(has_moved(step.before, unit) for unit in ones(group))


def leaves_companions(step: Step, move: Move) -> bool:
    """6.2: units go on that have moved, and one that has moved too stays behind."""
    state = step.before
    left = state.stacks[move.origin] & SCENARIO.side_units[step.active] & ~move.group
    together = [u for u in ones(left) if step.memory.began[u] == step.memory.began[move.units[0]]]
    return has_moved(state, move.units[0]) and any(has_moved(state, unit) for unit in together)


def leaves_full_hex(step: Step, move: Move) -> bool:
    """6.3: units that came into a full hex in this move go on."""
    left = combat_units_at(step.before, move.origin, step.active) & ~move.group
    return bool(step.frame[3] and move.fighters) and left.bit_count() >= FULL


def overfull_for_a_while(step: Step, move: Move) -> bool:
    return bool(move.fighters) and too_many(step.after, move.to, step.active)


WITNESSES: dict[str, Witness] = {
    "5.1a": chosen("movement", DONE, lambda s: UNIT in s.options),
    "5.2a": any_of(refused("5.2", "its movement is spent"), refused("5.2", "no movement left")),
    "5.3a": refused("5.3", "when all movement is done", lambda s, r: s.kind == "movement" and r.verb == ATTACK),
    "5.4a": refused("5.4", "enemy combat units hold that hex"),
    "5.4b": any_of(moved(stopped_in_zone), refused("8.1", "had to stop")),
    "5.4d": any_of(moved(through_cancelled_zone), moved(over_victims)),
    "5.5a": any_of(
        refused("5.2", "its movement is spent", friend_has_points),
        refused("5.2", "no movement left", friend_has_points),
    ),
    "5.5b": fired("turn", "", lambda s, e: points_are_lost(s)),
    "5.6a": moved(into_partial_qattara),
    "5.6b": refused("5.6", "wholly inside", next_to_backdrop),
    "5.6c": asks_for("T61"),
    "5.7a": over_side(*SEA_SIDES),
    "5.7b": over_side(*QATTARA_SIDES),
    "5.7c": chosen("movement", DONE, apart_over_closed_side),
    "5.7t1": over_side(*SEA_SIDES, *QATTARA_SIDES),
    "5.8a": refused("5.8", "partial hexes", next_to_backdrop),
    "5.8b": moved(lambda s, m: BOARD.names[m.to].startswith("X")),
    "5.8c": at("move", edge_hex_offered),
    "6.1a": at("reduce-stack"),
    "6.1b": chosen("movement", DONE, lambda s: full_but_for_helpers(s, SCENARIO.supply)),
    "6.2a": moved(slowest_decides),
    "6.2b": chosen("move", UNIT, joins_on_the_way),
    "6.2c": moved(leaves_companions),
    "6.3a": moved(leaves_full_hex),
    "6.3b": moved(overfull_for_a_while),
}
