"""The position: where every counter is, the chits of the turn, and the action being carried out."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.calendar import LAST_TURN, RESULTS
from sandtable.games.dark_sands.printed.counters import BOXES, Face
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.fields import Facts, by, cache, count, flag, listed, many, one, one_of, perhaps
from sandtable.kernel.state import State

# Where a unit is when it is on no hex.
WAITING = -1  # it has not arrived yet (22.1)
REBUILDABLE = -2  # eliminated; it can be rebuilt (17)
AWAY = -3  # it has departed, and will return (22.2, 22.3)
GONE = -4  # out of the game
READY = -5  # a garrison, face up in the box of available supports (13.6)
USED = -6  # a garrison, face down there
BOXES_OFF_MAP = ("waiting", "rebuildable", "away", "gone", "ready", "used")

BYPASS = ("unbuilt", "building", "built")
UNBUILT, BUILDING, BUILT = range(3)
SUPPORT_STATES = ("waiting", "ready", "used", "committed", "gone")
S_WAITING, S_READY, S_USED, S_COMMITTED, S_GONE = range(5)
"""Committed: in the battle being fought, or anti-tank guns with their unit (13.5)."""
ACTIONS = ("none", "move", "half-move", "combat", "combat-1")
NO_ACTION, MOVE, HALF_MOVE, COMBAT, COMBAT_1 = range(5)
ENDINGS = ("running", "automatic", "scenario", "points")

OF_THE_TURN: Facts = {"cleared": "turn"}
OF_THE_ACTION: Facts = {"cleared": "action"}
OF_THE_GROUP: Facts = {"cleared": "group"}
OF_THE_BATTLE: Facts = {"cleared": "battle"}


class Sands(State):
    """The Dark Sands in play."""

    printed: Printed

    # The game
    scenario = one("scenario")
    campaign = flag()  # played on to the end of turn 17
    dash = flag()  # the optional Dash to the Wire of Crusader
    turn = count(start=1, at_least=1, at_most=LAST_TURN)
    winner = perhaps("side")
    ending = one_of(*ENDINGS)
    level = count(at_most=5)  # Compass: how far the Allies have won (P1.1.3)
    points = by("side", count())  # victory points (5.2)
    dashed = flag()  # the die for the Dash to the Wire has been rolled (P1.3.4)
    east_open = flag()  # Gazala: Allied units on the Central map may enter the East map (P1.4.4)
    auk_lost = flag()  # the Dash to the Wire has removed The Auk from turn 9

    # The counters
    place = by("unit", one("hex", boxes=BOXES_OFF_MAP), located=True, start=WAITING)
    version = by("unit", count(at_most=2))  # upgrades received (22.5)
    reduced = many("unit", forgotten=True)
    oos = many("unit", forgotten=True)  # out-of-supply markers (10.2)
    disorganised = many("unit", forgotten=True)  # 19.2
    controlled = by("side", many("hex"))  # 2.1.5: ports, victory places and sources
    boxes = by("side", many("hex"))  # fortified boxes (13.7)
    boxes_used = by("side", count(at_most=BOXES))  # face down
    supports = by("support", one_of(*SUPPORT_STATES))
    upgraded = many("support")  # artillery on its second side (13.4)
    attached = by("support", perhaps("unit"))  # anti-tank guns and their unit (13.5)
    railhead = one("hex")
    rail_completed = flag()
    bypass = one_of(*BYPASS)

    # Replacements (17)
    pool = many("replacement")  # the chits that can still be drawn
    spent_chits = many("replacement")  # drawn, or played as conditional chits
    saved_tanks = count(at_most=3)
    saved_infantry = count(at_most=3)
    panzer_points = count(cleared="segment")
    german_points = count(cleared="segment")
    italian_points = count(cleared="segment")
    tank_points = count(cleared="segment")
    infantry_points = count(cleared="segment")
    fresh_points = count(cleared="segment")  # tank points of Tiger Cub or FDR's Promise left (17.4.3, 17.4.4)
    entered = many(
        "unit", forgotten=True, cleared="segment"
    )  # units that have come onto the map in this segment (15)

    # Chits (18)
    initiative = one("side")
    cup = many("chit")
    held = many("chit")  # priority chits beside the map
    played = listed(one("chit"))  # on the track of action chits, in order
    run_side = perhaps("side")  # whose ordinary chits were played last (18.7.1)
    run = count()  # and how many of them in a row
    moves_played = by("side", count(), **OF_THE_TURN)  # 18.7.2
    combats_played = by("side", count(), **OF_THE_TURN)
    tobruk_fell = many("side", **OF_THE_TURN)  # sides that got their chit for the fall of Tobruk this turn
    guns_used = many("support", **OF_THE_TURN)  # artillery used since the last chit was drawn (13.4)
    sailed = many("side", **OF_THE_TURN)  # 19.4: sides that have used their naval movement

    # The action being carried out: cleared when it ends
    action = one_of(*ACTIONS, **OF_THE_ACTION)
    active = perhaps("side", **OF_THE_ACTION)
    movers = many("unit", forgotten=True, cleared="action")  # units that may move
    one_hex = many("unit", forgotten=True, cleared="action")
    """Of those, which may only move one hex, or by extended movement (21 Corps)."""
    no_extended = flag(**OF_THE_ACTION)  # 13 Corps, 30 Corps, 8 Army
    fighters = many("unit", forgotten=True, cleared="action")  # units that may attack
    moved = many("unit", forgotten=True, cleared="action")  # units that have finished moving
    shipped = count(at_most=3, **OF_THE_ACTION)  # units that have gone by sea (19.4)
    shipped_back = count(at_most=3, **OF_THE_ACTION)  # and back, in exchange (19.4.2)
    has_fought = many("unit", forgotten=True, cleared="action")  # units that have attacked
    attacked = many("unit", forgotten=True, cleared="action")  # units that were attacked (20.1)

    # The group that moves
    group = many("unit", forgotten=True, cleared="group")
    origin = perhaps("hex", **OF_THE_GROUP)
    spent = count(**OF_THE_GROUP)  # in quarters of a movement point
    steps_made = count(**OF_THE_GROUP)  # hexes entered
    halted = flag(**OF_THE_GROUP)  # an enemy zone, or an enemy next to extended movement, has stopped it
    extended = flag(**OF_THE_GROUP)  # 19.1.7
    trail = many("hex", **OF_THE_GROUP)  # hexes entered by extended movement
    left_sections = count(at_most=7, **OF_THE_GROUP)  # sections it has left, as bits
    crossed = flag(**OF_THE_GROUP)  # it has just entered the first hex of another section (19.2.2)
    off_rail = flag(**OF_THE_GROUP)  # it has left the railway in this section (19.1.8, 19.2.2)

    # The battle being fought
    target = perhaps("hex", **OF_THE_BATTLE)
    attackers = many("unit", forgotten=True, cleared="battle")
    contributors = many("unit", forgotten=True, cleared="battle")  # of both sides: those that add factors (7.4)
    committed = many("support", **OF_THE_BATTLE)
    table = count(at_most=1, **OF_THE_BATTLE)  # 0 Mobile, 1 Assault
    result = one_of(*RESULTS, **OF_THE_BATTLE)
    losses = by("side", count(), **OF_THE_BATTLE)  # steps still to be lost
    first_loss = by(
        "side", flag(), **OF_THE_BATTLE
    )  # the next step lost is the first, with its priorities (20.3.2)
    infantry_loss = flag(**OF_THE_BATTLE)  # the extra loss of the Assault table (20.3.1)
    retreating = many("unit", forgotten=True, cleared="battle")
    advanced_from = many("hex", **OF_THE_BATTLE)  # hexes that advancing units have left (20.3.5)
    retreat_left = count(**OF_THE_BATTLE)  # hexes still to retreat, counted in hexes of the Central map

    # Caches
    stacks = cache(dict[int, int])  # hex -> units there
    occupied = cache(list[int])  # by side, the hexes with units of it (headquarters and garrisons too)
    fronts = cache(list[int])  # by side, the hexes with units of it that have zones

    def rebuild(self) -> None:
        """The caches: what is where."""
        self.stacks, self.occupied, self.fronts = {}, [0, 0], [0, 0]
        for unit, hex_number in enumerate(self.place):
            if hex_number >= 0:
                self.stacks[hex_number] = self.stacks.get(hex_number, 0) | 1 << unit
                side = self.printed.owners[unit]
                self.occupied[side] |= 1 << hex_number
                if self.printed.zoned >> unit & 1:
                    self.fronts[side] |= 1 << hex_number


# Moving counters about


def put(state: Sands, unit: int, place: int) -> None:
    """A unit goes to a hex or off the map; the caches stay true. Control is 2.1.5: see rules/c02_control.py."""
    printed, stacks, old = state.printed, state.stacks, state.place[unit]
    side = printed.owners[unit]
    if old >= 0:
        left = stacks[old] & ~(1 << unit)
        if left:
            stacks[old] = left
        else:
            del stacks[old]
        # For a moment an enemy may be there too: it has overrun a headquarters (11.0).
        own = left & printed.own[side]
        if not own:
            state.occupied[side] &= ~(1 << old)
        if not own & printed.zoned:
            state.fronts[side] &= ~(1 << old)
    state.place[unit] = place
    if place >= 0:
        stacks[place] = stacks.get(place, 0) | 1 << unit
        state.occupied[side] |= 1 << place
        if printed.zoned >> unit & 1:
            state.fronts[side] |= 1 << place


def remove(state: Sands, unit: int, place: int) -> None:
    """A unit leaves the map for a box off it: no marker and no part in a battle sticks to it."""
    put(state, unit, place)
    state.forget("unit", unit)


def eliminate(state: Sands, unit: int) -> None:
    """17.5, 13.6.3: where an eliminated unit goes. Guns that were with it come back face up (13.5), a box that
    nobody is left in is removed (13.7.3): see rules/c13_supports.py, which calls this."""
    printed = state.printed
    if printed.garrisons >> unit & 1:
        remove(state, unit, USED)
    else:
        remove(state, unit, GONE if printed.non_replaceable >> unit & 1 else REBUILDABLE)


# Looking at the position


def units_at(state: Sands, hex_number: int, side: int) -> int:
    """The units of a side in a hex, headquarters and garrisons included."""
    return state.stacks.get(hex_number, 0) & state.printed.own[side]


def units_in(state: Sands, hexes: int, side: int) -> int:
    """The units of a side in these hexes."""
    found = 0
    for hex_number in ones(hexes & state.occupied[side]):
        found |= state.stacks[hex_number]
    return found


def on_map(state: Sands, units: int) -> int:
    """Those of these units that are on a hex."""
    return mask_of(unit for unit in ones(units) if state.place[unit] >= 0)


def hexes_of(state: Sands, units: int) -> int:
    """The hexes where these units are."""
    return mask_of(state.place[unit] for unit in ones(units) if state.place[unit] >= 0)


def face(state: Sands, unit: int) -> Face:
    """The factors that a unit has now: its version, full or reduced."""
    return state.printed.units[unit].faces[state.version[unit]][state.reduced >> unit & 1]


def steps_of(state: Sands, unit: int) -> int:
    """The steps that a unit on the map has."""
    return state.printed.units[unit].steps - (state.reduced >> unit & 1)


def bypass_built(state: Sands) -> int:
    """The index of whatever depends on the bypass road (printed/ground.py)."""
    return int(state.bypass == BUILT)


def last_turn(state: Sands) -> int:
    """The last turn of the scenario, or of the campaign."""
    return LAST_TURN if state.campaign else state.printed.setups[state.scenario].last


def boxes_at_hand(state: Sands, side: int) -> int:
    """13.7.1: boxes that are face up and not on the map."""
    return BOXES - state.boxes[side].bit_count() - state.boxes_used[side]


def lone_hq(state: Sands, hex_number: int, side: int) -> bool:
    """11.0: is there nothing of this side but a headquarters?"""
    here = units_at(state, hex_number, side)
    return bool(here) and not here & ~state.printed.hqs


def blocking(state: Sands, side: int) -> int:
    """The hexes that units of a side deny to the enemy: all but those with a lone headquarters (11.0)."""
    hexes = state.occupied[side]
    for unit in ones(state.printed.hqs & state.printed.own[side]):
        place = state.place[unit]
        if place >= 0 and lone_hq(state, place, side):
            hexes &= ~bit(place)
    return hexes
