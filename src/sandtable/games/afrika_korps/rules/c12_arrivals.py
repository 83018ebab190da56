"""12, 19, 20, 23.4: what comes ashore: supply, reinforcements, replacements, units from the sea."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice, in_turn
from sandtable.games.afrika_korps.rules.c05_refusals import not_now, why_off_map
from sandtable.games.afrika_korps.rules.c15_capture import destroy
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.rules.c23_sea import at_sea, drown, is_besieged
from sandtable.games.afrika_korps.rules.c24_isolation import share_port_supply
from sandtable.games.afrika_korps.state import (
    DEAD,
    INSIDE,
    OFF,
    SEA,
    Position,
    combat_units_at,
    put,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import DECLINE, DESTROY, DONE, HEX, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# Supply (12)

NO_PORT, NO_ROOM = range(2)
"""Why supply is lost before it arrives."""


def own_supply_on_map(state: Position, side: int) -> int:
    """12.1b, 12.2d, 12.3: the side's own supply units, not counting captured ones and those at sea (ruling 35)."""
    return supply_on_map(state, side) & ~state.captured


def room_for_supply(state: Position) -> bool:
    """12.1b, 12.2d: does the active side have fewer supply units of its own on the map than allowed?"""
    side = state.active
    return own_supply_on_map(state, side).bit_count() < state.printed.own_supply_limit[side]


def supply_is_due(state: Position) -> bool:
    """12.1, 12.2: a controlled port, and less supply on the map than allowed; otherwise it is lost (12.3.1)."""
    return room_for_supply(state) and bool(state.ports_at_start and supply_in_stock(state))


def supply_in_stock(state: Position) -> int:
    """The supply counters of the active side that are not in use."""
    counters = state.printed.supply & state.printed.side_units[state.active]
    return sum(1 << unit for unit in ones(counters) if state.place[unit] == OFF)


def roll_for_convoy(state: Position, frame: Frame) -> None:
    """3.1, 12.2: the Axis rolls for its convoy; without a port, or with three units on the map, it is lost."""
    bring_supply(state)


def offer_supply(state: Position, frame: Frame) -> None:
    """3.3, 12.1: the Allies may bring in one supply unit each turn."""
    bring_supply(state)


def bring_supply(state: Position) -> None:
    """12.1, 12.2: supply arrives if there is room; if there is none, its owner may make room (15.5)."""
    if supply_is_due(state):
        push(state, CONVOY if state.active == AXIS else LAND_SUPPLY)
    elif not supply_in_stock(state):
        return
    elif not state.ports_at_start:
        lose_supply(state, NO_PORT)
    else:
        push(state, MAKE_ROOM)


def lose_supply(state: Position, cause: int) -> None:
    """12.3.1: supply that cannot land in its turn is lost."""
    tell(state, "convoy-lost", "12.3.1", side=state.active, cause=cause)


class MakeRoom(ActiveChoice):
    """15.5, 12.1, 12.2: with as much supply on the map as allowed, a player may destroy some to receive more."""

    name = "make-room"
    on = ("axis-turn.roll_for_convoy", "allied-turn.offer_supply")
    rule = "15.5"
    words = say("You have as much supply on the map as allowed: destroy a unit to receive another, or go on")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((DESTROY, own_supply_on_map(state, state.active)), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DESTROY:
            destroy(state, argument)
            bring_supply(state)
        else:
            lose_supply(state, NO_ROOM)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DESTROY:
            return "12.3", say("only your own supply units on the map count against the limit")
        return not_now(verb)


class Convoy(Die[Position]):
    """1.5, 12.2: one die on the supply table of the month."""

    name = "convoy"
    on = ("axis-turn.roll_for_convoy",)

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not supply_in_stock(state):
            yield say("no supply counter is left that could arrive")

    def play(self, state: Position, frame: Frame, outcome: int) -> None:
        pop(state)
        die = outcome + 1
        sunk = state.printed.convoy_sunk[state.turn] >> die & 1
        tell(state, "convoy", "12.2", die=die, sunk=sunk)
        if not sunk:
            push(state, LAND_SUPPLY)


class LandSupply(ActiveChoice):
    """3.1, 3.3, 12.4: place the supply unit in a controlled port, or decline it."""

    name = "land-supply"
    on = ("axis-turn.roll_for_convoy", "allied-turn.offer_supply")
    rule = "12.1"
    words = say("A supply unit has arrived: choose the port, or decline it")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not supply_in_stock(state):
            yield say("no supply counter is left that could arrive")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((HEX, state.ports_at_start), (DECLINE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HEX:
            unit = first(supply_in_stock(state))
            put(state, unit, argument)
            state.landed |= 1 << unit
            tell(state, "supply-landed", "13.1", unit=unit, hex=argument)
        else:
            tell(state, "supply-declined", "12.4")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return why_not_port(state, argument) if verb == HEX else not_now(verb)


def why_not_port(state: Position, hex_number: int) -> tuple[str, Message]:
    printed, side = state.printed, state.active
    if hex_number == printed.base[1 - side]:
        return "4.3", say("the enemy's base is never a port")
    if hex_number == printed.bengasi:
        return "23.3", say("nothing lands at Bengasi")
    if printed.ports[side] >> hex_number & 1:
        return "19.2", say("the port was not under your control at the start of the turn")
    return "19.2", otherwise("choose Tobruch or your own base: nothing lands elsewhere")


# Units (19, 20, 23.4)

FACTORS_FOR_BASE = {AXIS: 1, ALLIED: 2}
FACTORS_FOR_TOBRUCH = 1
REPLACEMENT_RULE = {AXIS: "20.2", ALLIED: "20.3"}


def reinforcements(state: Position) -> int:
    """19.1, 19.3: units whose turn has come and that still wait off the map."""
    printed = state.printed
    waiting = 0
    for arriving in printed.arrivals[: state.turn + 1]:
        waiting |= arriving[state.active]
    return sum(1 << unit for unit in ones(waiting) if state.place[unit] == OFF)


def affordable_replacements(state: Position) -> int:
    """20.1, ruling 16: eliminated units, other than substitutes, that the saved factors pay for."""
    printed, side = state.printed, state.active
    if state.turn < printed.replacements_from:
        return 0
    units = printed.combat & printed.side_units[side] & ~printed.substitutes
    points = state.points[side]
    return sum(1 << u for u in ones(units) if state.place[u] == DEAD and printed.attack[u] <= points)


def gain_replacements(state: Position, frame: Frame) -> None:
    """20.2, 20.3: factors for the ports controlled at the start of the turn, added to those saved (20.5, 20.6)."""
    printed, side = state.printed, state.active
    if state.turn < printed.replacements_from:
        return
    base, tobruch = state.ports_at_start >> printed.base[side] & 1, state.ports_at_start >> printed.tobruch & 1
    gain = FACTORS_FOR_BASE[side] * base + FACTORS_FOR_TOBRUCH * tobruch
    if gain:
        state.points[side] += gain
        tell(state, "replacements", REPLACEMENT_RULE[side], gain=gain, total=state.points[side])


def land_units(state: Position, frame: Frame) -> None:
    """3.1, 3.3: everything that comes ashore does so before movement, if there is a port for it."""
    if state.ports_at_start and arrivable(state):
        push(state, ARRIVALS)


def lose_units_at_sea(state: Position, frame: Frame) -> None:
    """23.4.2: units that could not land are lost."""
    drown(state, state.active)


def must_land(state: Position) -> int:
    """23.4.2: units at sea must land if they may; supply only up to its limit (12.1, 12.2)."""
    units = at_sea(state, state.active)
    return units if room_for_supply(state) else units & ~(state.printed.supply & ~state.captured)


def arrivable(state: Position) -> int:
    return must_land(state) | reinforcements(state) | affordable_replacements(state)


class Arrivals(ActiveChoice):
    """19.2, 19.3, 20.4, 23.4: bring units ashore; reinforcements and replacements may wait."""

    name = "arrivals"
    on = in_turn(".land_units")
    rule = "19.2"
    words = say("Choose a unit to bring ashore, or go on to movement")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not state.ports_at_start:
            yield say("units arrive, but there is no port for them")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((UNIT, arrivable(state)), (DONE, not must_land(state)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        elif state.ports_at_start & (state.ports_at_start - 1):
            push(state, PORT, argument)
        else:
            land(state, argument, first(state.ports_at_start))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "23.4.2", say("units at sea must land this turn")
        if verb != UNIT:
            return not_now(verb)
        return why_no_arrival(state, argument)


def why_no_arrival(state: Position, unit: int) -> tuple[str, Message]:
    printed = state.printed
    if printed.side_of[unit] != state.active:
        return "19.6", say("units arrive only in their owner's turn")
    if state.place[unit] >= 0:
        return "19.2", say("it is already on the map")
    if printed.substitutes >> unit & 1:
        return "21.6", say("substitutes do not arrive; they are formed on the map")
    if state.place[unit] == SEA:  # any other unit lands: only supply is limited
        return "12.1" if state.active == ALLIED else "12.2", say(
            "you already have as many supply units on the map as allowed; it will be lost"
        )
    if printed.supply >> unit & 1:
        return "12.3.1", say("supply cannot be kept off the map; it arrives only by the supply rules")
    if state.place[unit] == DEAD:
        if state.turn < printed.replacements_from:
            return "20.1", say("replacements begin in March 1942")
        return "20.1", say("you have not saved enough replacement factors for it")
    if state.place[unit] == INSIDE:
        return why_off_map(state, unit)
    arrival = printed.units[unit].arrival_turn
    if arrival > state.turn:
        return "19.1", say("it does not arrive before {date}", date=printed.dates[arrival])
    return "2.2", otherwise("it was set up at the start, and does not arrive later")


class ChoosePort(ActiveChoice):
    """19.2, 23.4: Tobruch or the side's own base."""

    name = "port"
    on = ("arrivals",)
    rule = "19.2"
    unit = one("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not arrivable(state) >> self.unit(frame) & 1:
            yield say("a unit arrives that cannot arrive now")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(HEX, state.ports_at_start)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        land(state, self.unit(frame), argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the port", unit=state.printed.units[self.unit(frame)].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            return "19.2", say("choose the port first")
        if argument == state.printed.base[1 - state.active] and state.place[self.unit(frame)] != SEA:
            return "19.7", say("reinforcements and replacements do not enter through the enemy's base")
        return why_not_port(state, argument)


def rule_of_landing(state: Position, unit: int, port: int) -> str:
    """What lets a unit come ashore now and here: 23.4.1 and 19.5 speak of a siege, 19.4 of a full hex."""
    if state.place[unit] == DEAD:
        return "20.4"
    if state.place[unit] == SEA:
        return "23.4.1" if is_besieged(state, port) else "23.4"
    if is_besieged(state, port):
        return "19.5"
    if combat_units_at(state, port, state.active).bit_count() >= state.printed.stacking:
        return "19.4"
    return "19.3" if state.printed.units[unit].arrival_turn < state.turn else "19.2"


def land(state: Position, unit: int, port: int) -> None:
    """19.2, 20.4, 23.4, 24.3: the unit is in the port, free to move, and shares its supply.

    Neither a full hex (19.4) nor a siege (19.5) prevents it; it may be the port it sailed from (23.4.3).
    """
    if state.place[unit] == DEAD:
        state.points[state.active] -= state.printed.attack[unit]
    rule = rule_of_landing(state, unit, port)
    put(state, unit, port)
    state.landed |= 1 << unit
    share_port_supply(state, unit, port)
    tell(state, "landed", rule, unit=unit, hex=port)
    check_rommel(state)


CONVOY, MAKE_ROOM, LAND_SUPPLY = Convoy(), MakeRoom(), LandSupply()
ARRIVALS, PORT = Arrivals(), ChoosePort()
