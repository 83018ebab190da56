"""What strikes a side later although nobody does anything: supply that runs out or cannot land, isolation, units
lost when movement ends."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.notation.words import hex_name, unit_names
from sandtable.games.afrika_korps.printed.data import AXIS
from sandtable.games.afrika_korps.rules.c04_victory import STARVED_TURNS, controlled_ports
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVEMENT
from sandtable.games.afrika_korps.rules.c06_end_of_movement import overstacked
from sandtable.games.afrika_korps.rules.c08_contact import contact
from sandtable.games.afrika_korps.rules.c12_arrivals import (
    ARRIVALS,
    must_land,
    reinforcements,
    room_for_supply,
    supply_in_stock,
)
from sandtable.games.afrika_korps.rules.c23_sea import at_sea
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import (
    Position,
    combat_units_at,
    hexes_of,
    isolated_once,
    standing_victories,
    supply_on_map,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Duty, Why
from sandtable.kernel.words import say, say_count

MOVING = ("movement",)


def duties(state: Position, side: int) -> Iterator[Duty]:
    """Whatever awaits the side whose turn it is."""
    if state.active != side:
        return
    yield from last_supply(state)
    kind = state.frames[-1][0]
    if kind == ARRIVALS.number:
        yield from left_off_the_map(state)
    if kind == MOVEMENT.number:
        yield from (Duty(why, MOVING) for _, why in overstacking(state))
        yield from unmet(state)
    if any(frame[0] == MOVEMENT.number for frame in state.frames):
        yield from starvation(state)
        yield from isolation(state)
        yield from without_a_port(state)


# The end of movement


def overstacking(state: Position) -> Iterator[tuple[int, Why]]:
    """6.3, 2.2.1: the hexes in which units would be lost if movement ended now."""
    for place in ones(hexes_of(state, overstacked(state))):
        excess = combat_units_at(state, place, state.active).bit_count() - state.printed.stacking
        sentence = say_count(
            "Overstacked: you would lose a unit in {place}",
            "Overstacked: you would lose {count} units in {place}",
            excess,
            place=hex_name(state.printed, place),
        )
        yield place, Why("2.2.1" if state.turn == 1 else "6.3", sentence)


def unmet_duties(state: Position) -> int:
    """8.4: the enemies that could not all be attacked if movement ended now."""
    fight = contact(state)
    return fight.unmet(fight.whole())


def unmet(state: Position) -> Iterator[Duty]:
    """7.4: units are lost for enemies that cannot be attacked; which ones, their owner may have to choose."""
    if unmet_duties(state) and not standing_victories(state):
        words = say("Not every enemy that you must attack can be attacked: units of yours will be lost")
        yield Duty(Why("7.4", words), MOVING)


# Supply


def left_after(state: Position, used: int) -> int:
    """14.1: the supply a side has on the map when what supports its attacks is gone."""
    return supply_on_map(state, state.active) & ~state.used & ~used


def last_supply(state: Position) -> Iterator[Duty]:
    """14.1: what supports an attack is gone at the end of the turn."""
    if state.used and not left_after(state, 0):
        names = unit_names(state.printed, list(ones(state.used)))
        yield Duty(
            Why("14.1", say("{supply}: your last supply on the map is spent when the turn ends", supply=names))
        )


def starvation(state: Position) -> Iterator[Duty]:
    """24.5: the Axis has had no supply on the map since the turn began, for the first or the second time."""
    if state.active != AXIS or not state.starved_at_start or supply_on_map(state, AXIS):
        return
    if state.starved_turns + 1 >= STARVED_TURNS:
        words = say(
            "No supply of yours is on the map: when the turn ends your army is eliminated and the game lost"
        )
    else:
        words = say("No supply of yours is on the map: a second turn without any costs you your army and the game")
    yield Duty(Why("24.5", words), MOVING)


def isolation(state: Position) -> Iterator[Duty]:
    """24.2: units that have been isolated for a turn of their own and are so still."""
    doomed = state.cut_off & isolated_once(state, state.active)
    doomed &= isolated_units(state, state.active) if doomed else 0
    if doomed:
        words = "{units}: isolated for the second turn, and eliminated at its end unless supply reaches them"
        yield Duty(Why("24.2", say(words, units=unit_names(state.printed, list(ones(doomed))))), MOVING)


# What does not land


def without_a_port(state: Position) -> Iterator[Duty]:
    """12.1, 12.2, 19.2, 23.4.2: nothing lands in the next turn if no port is held when it begins."""
    printed, side = state.printed, state.active
    if state.turn == printed.turns or controlled_ports(state, side):
        return
    if room_for_supply(state) and supply_in_stock(state):
        what = say("the convoy") if side == AXIS else say("the supply unit")
        words = say("You hold no port: {what} of your next turn would be lost", what=what)
        yield Duty(Why("12.3.1", words), MOVING)
    if drowning := at_sea(state, side) & ~(1 << printed.rommel):
        names = unit_names(printed, list(ones(drowning)))
        words = say("You hold no port: what is at sea would be lost in your next turn: {units}", units=names)
        yield Duty(Why("23.4.2", words), MOVING)
    if due := reinforcements(state) | printed.arrivals[state.turn + 1][side]:
        names = unit_names(printed, list(ones(due)))
        words = say("You hold no port: these would have to wait in your next turn: {units}", units=names)
        yield Duty(Why("19.3", words), MOVING)


def left_off_the_map(state: Position) -> Iterator[Duty]:
    """19.3, 19.8: reinforcements that stay off the map."""
    waiting = reinforcements(state)
    if not waiting or must_land(state):
        return
    names = unit_names(state.printed, list(ones(waiting)))
    if state.turn == state.printed.turns:
        why = Why("19.8", say("Not landed, and lost after this turn: {units}", units=names))
    else:
        why = Why("19.3", say("Not landed, and off the map until your next turn: {units}", units=names))
    yield Duty(why, (ARRIVALS.name,))
