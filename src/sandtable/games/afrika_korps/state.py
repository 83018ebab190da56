"""The position: where every counter is, what it has spent this turn, and the battles being fought."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import ALLIED, Printed
from sandtable.kernel.bits import ones
from sandtable.kernel.fields import Facts, by, cache, count, flag, listed, many, one, one_of, packed, perhaps
from sandtable.kernel.state import State

# Where a counter is when it is on no hex.
OFF = -1  # not in play: still to come, held back, or a supply or substitute counter not in use
SEA = -2  # 23.4
DEAD = -3  # eliminated, may come back as a replacement (20)
INSIDE = -4  # part of a substitute (21)

ENDINGS = ("running", "elimination", "control", "calendar", "starvation")
"""How the game ends: see chapter 4."""

# How a battle came about, and how far it has got.
STANDINGS = ("declared", "automatic", "surrounded", "resolved")
DECLARED, AUTOMATIC, SURROUNDED, FOUGHT = range(len(STANDINGS))

CAPTOR = packed("unit", "unit", bits=8)
"""Supply to be taken, and the unit that is to take it (15.2.3, 15.3.2.2)."""
OBLIGATION = packed("unit", "unit", bits=8)
"""Supply, and an enemy whose zone it entered (13.2)."""

OF_THE_TURN: Facts = {"cleared": "turn", "forgotten": True}


class Position(State):
    """Afrika Korps in play: where every counter is, what was done this turn, and the battles."""

    printed: Printed

    # The turn
    turn = count(start=1, at_least=1, at_most=lambda printed: printed.turns, text=None)
    active = one("side", text=None)
    winner = perhaps("side")
    ending = one_of(*ENDINGS)
    control_by_own_turns = flag()  # option: the Axis control victory counts its own turns (4.1)
    control_at_start = many("side")  # sides that held everything at the start of this turn (4.1, 4.2)
    control_turns = by("side", count())  # consecutive turns of full control
    ports_at_start = many("hex")  # the active side's ports under its control when the turn began (4.3)
    points = by("side", count())  # saved replacement factors (20.5)
    starved_at_start = flag()  # 24.5: no Axis supply was on the map when the turn began
    starved_turns = count()
    fallen = many("side", added=True)  # lost combat units since elimination was last looked at (ruling 12)

    # The counters
    place = by("unit", one("hex", boxes=("off", "sea", "eliminated", "")), located=True)
    captured = many("unit")  # supply counters that stand for captured supply (12.3)
    parts = by("substitute", many("unit"), text="inside")  # the units inside each substitute (21.4)
    cut_off = many("unit", forgotten=True)  # units of the active side isolated when the turn began (24.2)
    axis_once = many("unit", forgotten=True)  # units that were isolated for the whole of their side's last turn
    allied_once = many("unit", forgotten=True)

    # What was spent this turn
    spent = by("unit", count(), **OF_THE_TURN)  # movement points, road hexes apart
    road_spent = by("unit", count(), **OF_THE_TURN)  # hexes of road bonus (17.1)
    rommel_bonus = by("unit", count(), **OF_THE_TURN)  # hexes travelled with Rommel (22.1)
    stopped = many("unit", **OF_THE_TURN)  # may move no further: 8.1, 18.1
    frozen = many("unit", **OF_THE_TURN)  # bound by an automatic victory (9.2, 9.3) or taken in a retreat (15.2.2)
    off_road = many("unit", **OF_THE_TURN)  # has used its off-road step on or off a road escarpment (18.5)
    by_west = many("unit", **OF_THE_TURN)  # is in I26, having come by the road from I25 (17.3)
    by_north = many("unit", **OF_THE_TURN)  # the same from H26
    landed = many("unit", **OF_THE_TURN)  # came ashore this turn (23.4.2)
    no_support = many("unit", **OF_THE_TURN)  # supply won by combat this turn (15.4.1)
    fugitives = many("unit", **OF_THE_TURN)  # units that retreated into a fortress this turn (11.7)
    used = many("unit", cleared="turn")  # supply that supports an attack this turn (14.1)
    cancelled = many("unit", cleared="turn")  # enemy units under automatic victory (9.1)
    loose = many("unit", cleared="turn")  # attackers in automatic victories that may fight elsewhere (ruling 21a)
    fought = many("unit", cleared="turn")  # units that have attacked this turn (11.8)

    # The battles: one entry each in these lists, and a line each in a position's text
    attackers = listed(many("unit"), cleared="turn", text=None)
    defenders = listed(many("unit"), cleared="turn", text=None)
    supports = listed(many("unit"), cleared="turn", text=None)  # supply units that feed the attack
    blockers = listed(many("unit"), cleared="turn", text=None)  # units that cut a retreat (9.3)
    standing = listed(one_of(*STANDINGS), cleared="turn", text=None)
    captors = listed(CAPTOR, cleared="turn")
    obligations = listed(OBLIGATION, cleared="turn")

    # Caches
    stacks = cache(dict[int, int])  # hex -> units there
    occupied = cache(list[int])  # by side, the hexes that hold combat units
    depots = cache(list[int])  # by side, the hexes that hold supply units

    def rebuild(self) -> None:
        """The caches: what is where."""
        self.stacks = {}
        self.occupied = [0, 0]
        self.depots = [0, 0]
        for unit, hex_number in enumerate(self.place):
            if hex_number >= 0:
                self.stacks[hex_number] = self.stacks.get(hex_number, 0) | 1 << unit
                held = self.hexes_held_as(unit)
                if held is not None:
                    held[self.printed.side_of[unit]] |= 1 << hex_number

    def hexes_held_as(self, unit: int) -> list[int] | None:
        """The cache of hexes that a counter of this sort fills: combat units, supply, or none for Rommel."""
        if self.printed.combat >> unit & 1:
            return self.occupied
        return self.depots if self.printed.supply >> unit & 1 else None


def new_position(printed: Printed) -> Position:
    """Before the first turn: the counters of the March 1941 situation placed, the others off the map (2.2)."""
    state = Position.blank(printed)
    for unit, hex_number in printed.setup:
        put(state, unit, hex_number)
    return state


# Moving counters about


def put(state: Position, unit: int, place: int) -> None:
    """Place a counter on a hex or off the map, keeping the caches true."""
    printed, stacks, bit = state.printed, state.stacks, 1 << unit
    held = state.hexes_held_as(unit)
    side = printed.side_of[unit]
    old = state.place[unit]
    if old >= 0:
        left = stacks[old] ^ bit
        if left:
            stacks[old] = left
        else:
            del stacks[old]
        if held is not None and not left & (
            printed.side_units[side] & (printed.combat if printed.combat & bit else printed.supply)
        ):
            held[side] &= ~(1 << old)
    state.place[unit] = place
    if place >= 0:
        stacks[place] = stacks.get(place, 0) | bit
        if held is not None:
            held[side] |= 1 << place


def eliminate(state: Position, unit: int) -> None:
    """A combat unit dies, and with a substitute the units inside it (21.3); used supply leaves the map."""
    printed, bit = state.printed, 1 << unit
    if printed.combat & bit:
        state.fallen |= 1 << printed.side_of[unit]
    if printed.substitutes & bit:
        index = substitute_index(printed, unit)
        for part in ones(state.parts[index]):
            put(state, part, DEAD)
        state.parts[index] = 0
        put(state, unit, OFF)
    elif printed.supply & bit:
        put(state, unit, OFF)
        state.captured &= ~bit
        state.used &= ~bit
    else:
        put(state, unit, DEAD)
    state.forget("unit", unit)


# Looking at the position


def combat_units_at(state: Position, hex_number: int, side: int) -> int:
    """The combat units of a side in a hex."""
    return state.stacks.get(hex_number, 0) & state.printed.combat & state.printed.side_units[side]


def on_map(state: Position, units: int) -> int:
    """Those of these units that are on a hex."""
    place = state.place
    return sum(1 << unit for unit in ones(units) if place[unit] >= 0)


def are_in_play(state: Position, units: int, side: int) -> bool:
    """Are these units, one at least, all of them combat units of this side on the map?"""
    return bool(units) and units == on_map(state, units & state.printed.combat & state.printed.side_units[side])


def combat_units_on_map(state: Position, side: int) -> int:
    return on_map(state, state.printed.combat & state.printed.side_units[side])


def supply_on_map(state: Position, side: int) -> int:
    return on_map(state, state.printed.supply & state.printed.side_units[side])


def hexes_of(state: Position, units: int) -> int:
    """The hexes these units are on, as a bit set of hexes."""
    place = state.place
    hexes = 0
    for unit in ones(units):
        if place[unit] >= 0:
            hexes |= 1 << place[unit]
    return hexes


def substitute_index(printed: Printed, unit: int) -> int:
    """The place of a substitute in `parts`."""
    return (printed.substitutes & ((1 << unit) - 1)).bit_count()


def isolated_once(state: Position, side: int) -> int:
    """Units of a side that were isolated for the whole of its last turn."""
    return state.allied_once if side == ALLIED else state.axis_once


def standing_victories(state: Position) -> list[int]:
    """The numbers of the automatic victories, in the order of `Contact.victories`."""
    return [index for index, standing in enumerate(state.standing) if standing in (AUTOMATIC, SURROUNDED)]


def in_victories(state: Position) -> int:
    """Units of both sides bound by automatic victories (9.2)."""
    bound = 0
    for index in standing_victories(state):
        bound |= state.attackers[index] | state.defenders[index]
    return bound
