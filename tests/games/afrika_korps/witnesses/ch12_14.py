"""Chapters 12 to 14: how supply arrives, moves, and supports attacks."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c08_contact import contact
from sandtable.games.afrika_korps.rules.c09_automatic_victory import unfed, victories_are_fed
from sandtable.games.afrika_korps.rules.c12_arrivals import own_supply_on_map, room_for_supply, supply_in_stock
from sandtable.games.afrika_korps.rules.c14_supply import (
    LAST_UNSUPPLIED_COLUMN,
    area_fed,
    areas_fed,
    free_for_lines,
    needs_supply,
)
from sandtable.games.afrika_korps.rules.c15_capture import within_grasp
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import AUTOMATIC, SURROUNDED, Position, on_map, supply_on_map
from sandtable.games.afrika_korps.state import DECLARED as BATTLE_DECLARED
from sandtable.games.afrika_korps.verbs import DONE
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.games.afrika_korps.witnesses.ch07_08 import DECLARED
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, mask, moved, turn_begins
from tests.witnessing import Witness, any_of, at, fired, refused, start

RANGE = 5
LIMIT = {AXIS: 3, ALLIED: 4}


# Arrival (12)


def as_many_as_allowed(step: Step) -> bool:
    """12.1, 12.2: a port, a counter in stock, but the map holds all it may: nothing arrives."""
    state = step.after
    full = own_supply_on_map(state, state.active).bit_count() >= LIMIT[state.active]
    ready = bool(state.ports_at_start and supply_in_stock(state))
    return full and ready and step.next_kind not in ("convoy", "land-supply")


def no_convoy(step: Step) -> bool:
    state = step.after
    barred = not state.ports_at_start or own_supply_on_map(state, AXIS).bit_count() >= LIMIT[AXIS]
    return barred and step.next_kind != "convoy"


def no_port_for_supply(step: Step) -> bool:
    """12.3.1: supply is due, but no port is under control: it is lost."""
    state = step.after
    return not state.ports_at_start and room_for_supply(state) and bool(supply_in_stock(state))


def no_roll_at_first(step: Step) -> bool:
    state = step.before
    return not state.ports_at_start and GAME.kind_names[state.frames[-1][0]] == "movement"


def convoys(first: int, last: int, sunk_up_to: int) -> Witness:
    """12.2: a die on the table of these turns, read as printed."""

    def as_printed(step: Step, event: Event) -> bool:
        sunk = event.arguments["die"] <= sunk_up_to
        return first <= step.before.turn <= last and bool(event.arguments["sunk"]) == sunk

    return fired("convoy", "12.2", as_printed)


def captured_do_not_count(step: Step) -> bool:
    """12.3: with the captured units the map would hold too many already."""
    held = supply_on_map(step.before, step.active)
    return held.bit_count() >= LIMIT[step.active] and bool(held & step.before.captured)


# Movement of supply (13)


def supply_alone(move: Move) -> bool:
    """Nobody but supply travels."""
    return bool(move.group & SCENARIO.supply) and not move.group & ~SCENARIO.supply


def takes_nothing(step: Step, move: Move) -> bool:
    """13.3: supply comes to where a combat unit would capture, and captures nothing."""
    return supply_alone(move) and bool(within_grasp(step.after, step.active, move.to))


def beside_shielded_supply(step: Step, move: Move) -> bool:
    """13.3: unaccompanied, next to enemy supply in a fortress or beyond a closed hexside."""
    depots = step.before.depots[step.enemy]
    beyond = BOARD.touching[move.to] & ~BOARD.adjacent[move.to]
    shielded = depots & (BOARD.adjacent[move.to] & SCENARIO.fortress | beyond)
    return supply_alone(move) and bool(shielded) and not step.before.occupied[step.active] >> move.to & 1


def beside_rommel(step: Step, move: Move) -> bool:
    """13.3: Allied supply goes next to Rommel, or into his hex, if he is alone in it."""
    place = step.before.place[SCENARIO.rommel]
    if step.active != ALLIED or place < 0 or step.before.stacks[place] != 1 << SCENARIO.rommel:
        return False
    return supply_alone(move) and bool((BOARD.adjacent[place] | 1 << place) >> move.to & 1)


# Supplied attacks (14)


def supported(where: Callable[[Position, int, int], bool]) -> Witness:
    """The supply of a battle is settled; the position, the battle and the supply."""
    return fired(
        "supported", "14.6", lambda s, e: where(s.after, e.arguments["battle"], mask(e.arguments["supply"]))
    )


def past_the_attacked(state: Position, battle: int, supply: int) -> bool:
    """14.2: the line runs through the zones of the very units attacked."""
    attackers = state.attackers[battle]
    return bool(unfed(state, attackers, supply)) and not unfed(state, attackers, supply, state.defenders[battle])


def hungry_attackers(step: Step) -> int:
    """The attackers of the battle being put together that lack the supply it needs."""
    state, battle = step.before, step.frame[2]
    attackers, defenders = state.attackers[battle], state.defenders[battle]
    if not attackers or DONE in step.options or not needs_supply(contact(state).column(attackers, defenders)):
        return 0
    return attackers & ~contact(state).supplied(defenders)


def zones_cut_the_line(step: Step) -> bool:
    """14.2: no zone in the way, and the attackers would be in supply."""
    state = step.before
    hungry = hungry_attackers(step)
    return bool(hungry) and not out_of_range(state, hungry, supply_on_map(state, step.active))


def out_of_range(state: Position, attackers: int, supplies: int) -> int:
    """The attackers that these would not feed even if no enemy stood in the way."""
    for supply in ones(on_map(state, supplies)):
        area = area_fed(state, state.place[supply], BOARD.all)
        attackers &= ~sum(1 << unit for unit in ones(attackers) if area >> state.place[unit] & 1)
    return attackers


def terrain_cuts_the_line(step: Step) -> bool:
    """14.2: as the crow flies the supply is near enough, over the ground it is not."""
    state = step.before
    supplies = supply_on_map(state, step.active)
    far = out_of_range(state, hungry_attackers(step), supplies)
    return any(
        BOARD.distance(state.place[unit], state.place[supply]) <= RANGE
        for unit in ones(far)
        for supply in ones(supplies)
    )


def five_hexes_away(state: Position, battle: int, supply: int) -> bool:
    free = free_for_lines(state, state.active, state.defenders[battle])
    for unit in ones(on_map(state, supply)):
        area = area_fed(state, state.place[unit], free)
        fed = [a for a in ones(state.attackers[battle]) if area >> state.place[a] & 1]
        if any(BOARD.distance(state.place[a], state.place[unit]) == RANGE for a in fed):
            return True
    return False


def line_was_cut(step: Step, event: Event) -> bool:
    """14.2: the line that stood when the battle was declared is barred by now; it is fought all the same."""
    state, battle = step.before, event.arguments["battle"]
    attackers, supply = state.attackers[battle], state.supports[battle]
    if not supply or out_of_range(state, attackers, supply):
        return False
    return bool(unfed(state, attackers, supply, state.defenders[battle]))


def feeds_another_battle(state: Position, battle: int, supply: int) -> bool:
    return any(supports & supply for index, supports in enumerate(state.supports) if index != battle)


def some_is_spared(state: Position, battle: int, supply: int) -> bool:
    """14.4: another supply unit is in range and stays unused."""
    near = areas_fed(state, state.active, state.defenders[battle])
    places = [state.place[unit] for unit in ones(state.attackers[battle])]
    return any(not state.used >> unit & 1 and any(area >> p & 1 for p in places) for unit, area in near)


def victories_fed_by(state: Position, supply: int) -> list[int]:
    """The attackers of the automatic victories that this supply unit supports."""
    battles = zip(state.attackers, state.supports, state.standing, strict=True)
    return [
        a for a, supports, standing in battles if standing in (AUTOMATIC, SURROUNDED) and supports >> supply & 1
    ]


def leaves_to_another(step: Step, move: Move) -> bool:
    """14.5: supply goes out of reach of a victory it supported, because another unit feeds that now."""
    for supply in ones(move.group & step.before.used):
        for attackers in victories_fed_by(step.before, supply):
            if not unfed(step.before, attackers, 1 << supply) and unfed(step.after, attackers, 1 << supply):
                return victories_are_fed(step.after)
    return False


def took_over(step: Step, event: Event) -> bool:
    """14.5: at the end of movement a victory is fed by other supply than at first; both are used."""
    state, battle = step.before, event.arguments["battle"]
    if battle >= len(state.standing) or state.standing[battle] not in (AUTOMATIC, SURROUNDED):
        return False
    first = state.supports[battle]
    replaced = bool(unfed(state, state.attackers[battle], first)) and step.kind != "join-victory"
    return replaced and not (first | mask(event.arguments["supply"])) & ~step.after.used


def defenders_are_cut_off(step: Step, event: Event) -> bool:
    """14.7: units without any supply defend themselves as well as others."""
    return bool(step.before.defenders[event.arguments["battle"]] & isolated_units(step.before, step.enemy))


WITNESSES: dict[str, Witness] = {
    "12.1a": at("land-supply", lambda s: s.active == ALLIED),
    "12.1b": any_of(turn_begins(as_many_as_allowed, ALLIED), refused("12.1", "as are allowed")),
    "12.2a": fired("convoy", "12.2"),
    "12.2b": turn_begins(no_convoy, AXIS),
    "12.2c": start(no_roll_at_first),
    "12.2d": any_of(turn_begins(as_many_as_allowed, AXIS), refused("12.2", "as are allowed")),
    "12.2t1": convoys(1, 6, sunk_up_to=2),
    "12.2t2": convoys(7, 16, sunk_up_to=3),
    "12.2t3": convoys(17, 38, sunk_up_to=1),
    "12.3a": any_of(at("convoy", captured_do_not_count), at("land-supply", captured_do_not_count)),
    "12.3.1a": turn_begins(no_port_for_supply),
    "12.3.1b": refused("12.3.1", "cannot be kept off the map"),
    "12.4a": fired("supply-declined", "12.4"),
    "13.1a": fired("supply-landed", "13.1", lambda s, e: s.after.spent[e.arguments["unit"]] == 0),
    "13.1b": any_of(
        moved(lambda s, m: bool(m.group & SCENARIO.supply & s.before.landed)),
        supported(lambda state, battle, supply: bool(supply & state.landed)),
    ),
    "13.2a": any_of(fired("supply-obliged", "13.2"), refused("13.2", "only to support an attack")),
    "13.3a": moved(takes_nothing),
    "13.3b": refused("13.3", "without a combat unit", lambda s, r: s.kind == "move"),
    "13.3c": moved(beside_shielded_supply),
    "13.3d": moved(beside_rommel),
    "14.1a": refused("14.1", "needs supply for every attacker"),
    "14.1b": fired("supply-used", "14.1"),
    "14.2a": any_of(
        at("form-battle", lambda s: bool(hungry_attackers(s))),
        supported(lambda state, battle, supply: state.standing[battle] == BATTLE_DECLARED),
    ),
    "14.2b": any_of(supported(past_the_attacked), at("form-battle", zones_cut_the_line)),
    "14.2c": at("form-battle", terrain_cuts_the_line),
    "14.2d": supported(five_hexes_away),
    "14.2e": any_of(fired("combat", "", line_was_cut), fired("no-die", "", line_was_cut)),
    "14.3a": fired(
        DECLARED,
        "11.3",
        lambda s, e: e.arguments["column"] <= LAST_UNSUPPLIED_COLUMN and not any(s.told("supported")),
    ),
    "14.3b": refused("14.3", "its attack is declared"),
    "14.4a": supported(feeds_another_battle),
    "14.4b": supported(some_is_spared),
    "14.5a": refused("14.5", "left without supply"),
    "14.5b": moved(leaves_to_another),
    "14.5c": fired("supported", "14.6", took_over),
    "14.6a": fired("supported", "14.6"),
    "14.7a": fired("combat", "7.3", defenders_are_cut_off),
    "14.7b": fired("combat", "7.3", defenders_are_cut_off),
}
