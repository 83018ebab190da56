"""The position: where every counter is, what it has spent this turn, and the battles being fought."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, Printed
from sandtable.kernel.bits import ones
from sandtable.kernel.state import State

# Where a counter is when it is on no hex.
OFF = -1  # not in play: still to come, held back, or a supply or substitute counter not in use
SEA = -2  # 23.4
DEAD = -3  # eliminated, may come back as a replacement (20)
INSIDE = -4  # part of a substitute (21)

# How a battle came about and where it stands.
DECLARED, AUTOMATIC, SURROUNDED, FOUGHT = 0, 1, 2, 3


class Position(State):
    """Afrika Korps in play. Bit sets are over units unless the name says hexes."""

    __slots__ = (
        "active",
        "allied_once",
        "attackers",
        "axis_once",
        "blockers",
        "by_north",
        "by_west",
        "cancelled",
        "captors",
        "captured",
        "control_at_start",
        "control_by_own_turns",
        "control_turns",
        "cut_off",
        "defenders",
        "depots",
        "ending",
        "fought",
        "frozen",
        "fugitives",
        "landed",
        "loose",
        "no_support",
        "obligations",
        "occupied",
        "off_road",
        "parts",
        "place",
        "points",
        "ports_at_start",
        "road_spent",
        "rommel_bonus",
        "spent",
        "stacks",
        "standing",
        "starved_at_start",
        "starved_turns",
        "stopped",
        "supports",
        "turn",
        "used",
        "winner",
    )
    NUMBERS: ClassVar[tuple[str, ...]] = (
        "turn",
        "active",
        "winner",
        "ending",
        "control_by_own_turns",
        "control_at_start",
        "ports_at_start",
        "starved_at_start",
        "starved_turns",
        "stopped",
        "frozen",
        "off_road",
        "by_west",
        "by_north",
        "landed",
        "captured",
        "no_support",
        "used",
        "cancelled",
        "loose",
        "fought",
        "fugitives",
        "cut_off",
        "axis_once",
        "allied_once",
    )
    LISTS: ClassVar[tuple[str, ...]] = (
        "place",
        "spent",
        "road_spent",
        "rommel_bonus",
        "points",
        "control_turns",
        "parts",
        "attackers",
        "defenders",
        "supports",
        "blockers",
        "standing",
        "captors",
        "obligations",
    )
    CACHES: ClassVar[tuple[str, ...]] = ("stacks", "occupied", "depots")

    printed: Printed

    # The turn
    turn: int
    active: int
    winner: int  # a side, or -1
    ending: int  # how it ended: see c04_victory.py
    control_by_own_turns: int  # option: the Axis control victory counts its own turns (4.1)
    control_at_start: int  # bit set of sides that held everything at the start of this turn (4.1, 4.2)
    control_turns: list[int]  # consecutive turns of full control, by side
    ports_at_start: int  # hexes: the active side's ports under its control when the turn began (4.3)
    points: list[int]  # saved replacement factors, by side (20.5)
    starved_at_start: int  # 24.5: no Axis supply on the map when the turn began
    starved_turns: int

    # The counters
    place: list[int]  # hex number, or OFF, SEA, DEAD, INSIDE
    captured: int  # supply counters that stand for captured supply (12.3)
    parts: list[int]  # by substitute, the units inside it (21.4)
    cut_off: int  # units of the active side isolated when the turn began (24.2)
    axis_once: int  # units that were isolated for the whole of their last own turn
    allied_once: int

    # What was spent this turn
    spent: list[int]  # movement points, road hexes apart
    road_spent: list[int]  # hexes of road bonus (17.1)
    rommel_bonus: list[int]  # hexes travelled with Rommel (22.1)
    stopped: int  # may move no further: 8.1, 18.1
    frozen: int  # bound by an automatic victory (9.2, 9.3), or supply taken in a retreat (15.2.2)
    off_road: int  # has used its off-road step on or off a road escarpment (18.5)
    by_west: int  # stands in I26, having come by the road from I25 (17.3)
    by_north: int  # the same from H26
    landed: int  # came ashore this turn (23.4.2)
    no_support: int  # supply won by combat this turn (15.4.1)
    used: int  # supply that supports an attack this turn (14.1)
    cancelled: int  # enemy units under automatic victory (9.1)
    loose: int  # attackers of automatic victories that may fight elsewhere where enough stay (ruling 21a)
    fought: int  # units that have attacked this turn (11.8)
    fugitives: int  # units that retreated into a fortress this turn (11.7)

    # The battles: one entry each in these lists
    attackers: list[int]
    defenders: list[int]
    supports: list[int]  # supply units that feed the attack
    blockers: list[int]  # units that cut the retreat in a surrounded automatic victory (9.3)
    standing: list[int]  # DECLARED, AUTOMATIC, SURROUNDED or FOUGHT
    captors: list[int]  # supply * 256 + unit told off to take it (15.3.2.2, 15.2.3)
    obligations: list[int]  # supply * 256 + enemy whose zone it entered (13.2)

    # Caches
    stacks: dict[int, int]  # hex -> units there
    occupied: list[int]  # by side, the hexes that hold combat units
    depots: list[int]  # by side, the hexes that hold supply units

    def rebuild(self) -> None:
        """The caches: who stands where."""
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
    state = object.__new__(Position)
    state.printed = printed
    state.sink = None
    state.frames = []
    for name in Position.NUMBERS:
        setattr(state, name, 0)
    count = len(printed.units)
    state.turn, state.active, state.winner = 1, AXIS, -1
    state.place = [OFF] * count
    for unit, hex_number in printed.setup:
        state.place[unit] = hex_number
    state.spent, state.road_spent, state.rommel_bonus = [0] * count, [0] * count, [0] * count
    state.points, state.control_turns = [0, 0], [0, 0]
    state.parts = [0] * printed.substitutes.bit_count()
    state.attackers, state.defenders, state.supports, state.blockers = [], [], [], []
    state.standing, state.captors, state.obligations = [], [], []
    state.rebuild()
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
    forget_turn(state, unit)


def forget_turn(state: Position, unit: int) -> None:
    """A counter that leaves play carries nothing over when it comes back."""
    keep = ~(1 << unit)
    state.spent[unit] = state.road_spent[unit] = state.rommel_bonus[unit] = 0
    state.stopped &= keep
    state.frozen &= keep
    state.off_road &= keep
    state.by_west &= keep
    state.by_north &= keep
    state.landed &= keep
    state.no_support &= keep
    state.fugitives &= keep
    state.cut_off &= keep
    state.axis_once &= keep
    state.allied_once &= keep


# Looking at the position


def enemy_of(side: int) -> int:
    return ALLIED if side == AXIS else AXIS


def combat_units_at(state: Position, hex_number: int, side: int) -> int:
    """The combat units of a side in a hex."""
    return state.stacks.get(hex_number, 0) & state.printed.combat & state.printed.side_units[side]


def on_map(state: Position, units: int) -> int:
    """Those of these units that stand on a hex."""
    place = state.place
    return sum(1 << unit for unit in ones(units) if place[unit] >= 0)


def combat_units_on_map(state: Position, side: int) -> int:
    return on_map(state, state.printed.combat & state.printed.side_units[side])


def supply_on_map(state: Position, side: int) -> int:
    return on_map(state, state.printed.supply & state.printed.side_units[side])


def hexes_of(state: Position, units: int) -> int:
    """The hexes these units stand on, as a bit set of hexes."""
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
    """Units of a side that were isolated for the whole of their last own turn."""
    return state.allied_once if side == ALLIED else state.axis_once


def standing_victories(state: Position) -> list[int]:
    """The numbers of the automatic victories that stand, in the order of `Contact.victories`."""
    return [index for index, standing in enumerate(state.standing) if standing in (AUTOMATIC, SURROUNDED)]


def in_victories(state: Position) -> int:
    """Units of both sides bound up in the automatic victories that stand (9.2)."""
    bound = 0
    for index in standing_victories(state):
        bound |= state.attackers[index] | state.defenders[index]
    return bound
