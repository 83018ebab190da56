"""Chapters 1 to 4: components, set-up, the sequence of play, victory."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c04_victory import CALENDAR, CONTROL, ELIMINATION, controls, holds
from sandtable.games.afrika_korps.rules.c05_movement import points_left
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c21_substitutes import formable
from sandtable.games.afrika_korps.state import OFF, combat_units_at
from sandtable.games.afrika_korps.verbs import BATTLE, DONE, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import CHANCE
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, moved, turn_begins, units
from tests.witnessing import Witness, any_of, at, chosen, fired, refused, start

FIRST_SUBSTITUTES, LAST_TURN = 33, 38
MARKED_TURNS = (3, 5, 7, 9, 15, 17, 21, 23, 27, 29, FIRST_SUBSTITUTES, 37, LAST_TURN)
"""Turns in whose box of the record something new is printed."""
SUPPLY_OFF_MAP = {AXIS: 4, ALLIED: 5}
PRINTED_SUPPLY = units("AxisSupply1 AxisSupply2 AxisSupply3 AxisSupply4 AxisSupply5") | units(
    "AlliedSupply1 AlliedSupply2 AlliedSupply3 AlliedSupply4 AlliedSupply5 AlliedSupply6"
)
"""2.3: the counters in the box; our data has spare ones."""
NEIGHBOURS = {(0, 1), (0, -1), (-1, 0), (-1, -1), (1, 0), (1, 1)}
"""1.1: the six neighbours as differences of row and number."""


# 1: the map, the counters, the record


def row_and_number(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("A"), int(name[1:])


def are_neighbours(name: str, other: str) -> bool:
    """1.1: do the names of these hexes differ as those of neighbours do?"""
    (row, number), (other_row, other_number) = row_and_number(name), row_and_number(other)
    return (other_row - row, other_number - number) in NEIGHBOURS


def stopped_with_movement_left(step: Step, move: Move) -> bool:
    """Units that could pay for more came to a halt where they arrived."""
    return all(step.after.stopped >> u & 1 and points_left(step.after, u, False) > 0 for u in move.units)


def stopped_by_escarpment(step: Step, move: Move) -> bool:
    """18.1: no zone, no road, and yet they stop."""
    free = not step.ground.zone >> move.to & 1 and not move.on_road
    return free and bool(SCENARIO.escarpment >> move.to & 1) and stopped_with_movement_left(step, move)


def supply_at_its_end(step: Step, move: Move) -> bool:
    """1.2.3: a supply unit has gone its ten hexes."""
    return any(SCENARIO.supply >> unit & 1 and step.after.spent[unit] == 10 for unit in move.units)


# 2: the set-up


def stands(hex_name: str, names: str, supply: int = 0) -> Witness:
    """2.2.1: at the start just these units stand in this hex, and so many supply units."""
    place = BOARD.number[hex_name]

    def as_listed(step: Step) -> bool:
        here = step.before.stacks[place]
        return here & ~SCENARIO.supply == units(names) and (here & SCENARIO.supply).bit_count() == supply

    return start(as_listed)


def others_wait(step: Step) -> bool:
    placed = {unit for unit, _ in SCENARIO.setup}
    return all(place == OFF for unit, place in enumerate(step.before.place) if unit not in placed)


def as_deployed(step: Step) -> bool:
    return all(step.before.place[unit] == place for unit, place in SCENARIO.setup)


def crowded_start(step: Step) -> bool:
    """2.2.1: more than three combat units stand together, and nobody minds."""
    here = [combat_units_at(step.before, place, side) for place in step.before.stacks for side in (AXIS, ALLIED)]
    return max(stack.bit_count() for stack in here) > SCENARIO.stacking


def start_hex_too_full(step: Step) -> bool:
    """2.2.1: a hex of the deployment still held too many when its side had moved."""
    deployed = {place for _, place in SCENARIO.setup}
    fallen = step.told("died-before-combat", "6.3")
    return step.before.turn == 1 and any(event.arguments["hex"] in deployed for event in fallen)


def supply_counters_wait(step: Step) -> bool:
    waiting = [unit for unit in ones(PRINTED_SUPPLY) if step.before.place[unit] == OFF]
    return all(sum(SCENARIO.side_of[u] == side for u in waiting) == n for side, n in SUPPLY_OFF_MAP.items())


def too_early_for_substitutes(step: Step) -> bool:
    """2.3: Allied movement ends and substitutes could be formed, but August 1942 has not come."""
    state = step.before
    return step.active == ALLIED and state.turn < FIRST_SUBSTITUTES and bool(formable(state))


# 3: the sequence


def by(side: int) -> Callable[..., bool]:
    """In the turn of this side."""
    return lambda step, *_: step.active == side


def idle_side_asks(side: int) -> Witness:
    """A unit of the side at rest was to be moved while the other side moves; its owner asked, or the mover."""

    def stays(step: Step, refusal: Refusal) -> bool:
        moving = step.kind in ("movement", "move") and step.active != side
        return moving and refusal.verb == UNIT and SCENARIO.side_of[refusal.argument] == side

    return any_of(
        refused("3.1", "not your decision", lambda s, r: r.side == side and stays(s, r)),
        refused("10.1", "do not move in your turn", stays),
    )


def arrived_and_moved(step: Step, move: Move) -> bool:
    return bool(move.group & step.before.landed)


def battles_follow(step: Step) -> bool:
    return step.active == step.after.active and step.within("declare-battles", step.after) is not None


# 4: victory and control


def won(side: int, how: int) -> Witness:
    return fired("game-over", "", lambda s, e: (e.arguments["side"], e.arguments["how"]) == (side, how))


def holds_a_port(step: Step) -> bool:
    """4.3: at the start of a turn a port counts, because somebody stands in it."""
    state = step.after
    return any(holds(state, state.active, port) for port in ones(state.ports_at_start))


def left_port_lost(step: Step) -> bool:
    """4.3: at the start of a turn a port is empty, and does not count for the side that left it."""
    state = step.after
    empty = [port for port in ones(SCENARIO.ports[state.active]) if port not in state.stacks]
    return any(
        step.memory.holders.get(port) == state.active and not state.ports_at_start >> port & 1 for port in empty
    )


def base_in_zone(step: Step) -> bool:
    """4.3: at the start of a turn the own base is garrisoned, but does not count: an enemy zone covers it."""
    state = step.after
    base = SCENARIO.base[state.active]
    watched = holds(state, state.active, base) and zone(state, 1 - state.active) >> base & 1
    return bool(watched) and not state.ports_at_start >> base & 1


def enemy_base_in_hand(step: Step, refusal: Refusal) -> bool:
    return controls(step.before, step.active, SCENARIO.base[step.enemy])


WITNESSES: dict[str, Witness] = {
    "1.1t1": moved(lambda s, m: are_neighbours(BOARD.names[m.origin], BOARD.names[m.to])),
    "1.1e": moved(lambda s, m: m.to == BOARD.number["T29"] and stopped_by_escarpment(s, m)),
    "1.2.3t1": moved(supply_at_its_end),
    "1.5a": any_of(at("convoy"), at("combat-die")),
    "1.5b": moved(lambda s, m: GAME.actor(s.after) != CHANCE),
    "1.6a": fired("turn", "", lambda s, e: e.arguments["turn"] in MARKED_TURNS),
    "1.6t1": fired("game-over", "", lambda s, e: e.arguments["how"] == CALENDAR and s.before.turn == LAST_TURN),
    "2.2a": start(others_wait),
    "2.2.1a": start(as_deployed),
    "2.2.1b": start(crowded_start),
    "2.2.1c": at("reduce-stack", start_hex_too_full),
    "2.2.1t1": stands("W6", "21/5 21/104 21/3 Ariete Brescia Pavia Trento Bologna Savona Rommel", supply=1),
    "2.2.1t2": stands("H15", "2/3 7/3I"),
    "2.2.1t3": stands("H2", "2/2SG"),
    "2.2.1t4": stands("G25", "9A/20", supply=1),
    "2.2.1t5": stands("I33", "22Gds"),
    "2.2.1t6": stands("I48", "7A/1 7A/2"),
    "2.2.1t7": stands("L59", "Pol 4I/5 4I/7 4I/11"),
    "2.3a": start(supply_counters_wait),
    "2.3b": chosen("movement", DONE, too_early_for_substitutes),
    "3.1x2": chosen("movement", DONE, battles_follow),
    "3.1a": at("convoy"),
    "3.1b": fired("supply-landed", "", by(AXIS)),
    "3.1c": fired("landed", "19.2", by(AXIS)),
    "3.1d": moved(lambda s, m: s.active == AXIS and arrived_and_moved(s, m)),
    "3.1e": idle_side_asks(ALLIED),
    "3.2a": chosen("choose-battle", BATTLE, by(AXIS)),
    "3.2b": at("advance", by(AXIS)),
    "3.3a": at("land-supply", by(ALLIED)),
    "3.3b": fired("landed", "19.2", by(ALLIED)),
    "3.3c": moved(by(ALLIED)),
    "3.3d": idle_side_asks(AXIS),
    "3.4a": chosen("choose-battle", BATTLE, by(ALLIED)),
    "3.4b": at("advance", by(ALLIED)),
    "3.5a": fired("turn", "3.1", lambda s, e: s.before.turn + 1 == e.arguments["turn"]),
    "3.5b": fired("turn", "3.1", lambda s, e: 1 < e.arguments["turn"] <= LAST_TURN),
    "4.1a": won(AXIS, ELIMINATION),
    "4.1b": won(AXIS, CONTROL),
    "4.1c": won(ALLIED, CALENDAR),
    "4.2a": won(ALLIED, ELIMINATION),
    "4.2b": won(ALLIED, CONTROL),
    "4.2c": won(ALLIED, CALENDAR),
    "4.3a": turn_begins(holds_a_port),
    "4.3b": turn_begins(left_port_lost),
    "4.3c": turn_begins(base_in_zone),
    "4.3d": refused("4.3", "never a port", enemy_base_in_hand),
}
