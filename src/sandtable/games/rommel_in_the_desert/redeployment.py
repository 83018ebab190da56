"""16.51-16.53: redeployment by land and by sea, and return for refit, inside the frozen supply networks."""

from __future__ import annotations

from sandtable.boards.floods import flood
from sandtable.games.rommel_in_the_desert.fortress import is_besieged
from sandtable.games.rommel_in_the_desert.memory import relocated
from sandtable.games.rommel_in_the_desert.printed import ALLIED, HIGHWAY, NONE, ROAD_BONUS
from sandtable.games.rommel_in_the_desert.state import REFIT, Position, enemy_of, in_hexes, on_map, put, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, SHIP
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, pop
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

HEXES = 2
"""16.51: the hexes of one redeployment, whatever the unit's speed; roads add their bonus."""


def open_to(state: Position, side: int) -> int:
    """16.51, ruling 24: the own frozen network without that of the enemy, and without hexes that he holds."""
    enemy = enemy_of(side)
    return state.network[side] & ~state.network[enemy] & ~state.held[enemy]


def may_leave(state: Position, unit: int) -> bool:
    """16.51: undisrupted, on the map; out of a battle only if another unit of the side stays there."""
    place, side = state.place[unit], state.scenario.side_of[unit]
    if place < 0 or state.disrupted >> unit & 1:
        return False
    return not state.held[enemy_of(side)] >> place & 1 or units_at(state, side, place).bit_count() > 1


def land_ends(state: Position, unit: int) -> int:
    """16.51: where one redeployment by land may end."""
    side, start = state.scenario.side_of[unit], 1 << state.place[unit]
    free, ends = open_to(state, side), 0
    for road in range(NONE, HIGHWAY + 1):
        reached = fresh = start
        for _ in range(HEXES + ROAD_BONUS[road]):
            fresh = _spread(state, fresh, road) & free & ~reached
            reached |= fresh
        ends |= reached
    return ends & ~start


def _spread(state: Position, hexes: int, road: int) -> int:
    out, roads = 0, state.scenario.roads[road]
    for place in ones(hexes):
        out |= roads[place]
    return out


# By sea (16.53)


def port_index(state: Position, place: int) -> int:
    """The number of a fortress, or -1 for a base."""
    return state.scenario.fortresses.index(place) if state.scenario.fortress >> place & 1 else -1


def is_open_port(state: Position, side: int, place: int) -> bool:
    """16.53: a port of the side with room for one more to embark or land."""
    if place == state.scenario.base[side]:
        return True
    if not state.scenario.fortress >> place & 1:
        return False
    index = port_index(state, place)
    return state.owner[index] == side and state.port_used[index] < state.scenario.capacity[index][side]


def sea_cost(state: Position, side: int, origin: int, place: int) -> int:
    """16.53: the price of a passage, or 0 where a siege forbids it."""
    sieges = is_besieged(state, origin, side) + is_besieged(state, place, side)
    if not sieges:
        return state.scenario.costs["sea"]
    return state.scenario.costs["sea-besieged"] if sieges == 1 and side == ALLIED else 0


def sea_ends(state: Position, unit: int) -> int:
    """16.53: the ports a unit may be shipped to from where it stands."""
    side, origin = state.scenario.side_of[unit], state.place[unit]
    if not is_open_port(state, side, origin):
        return 0
    ends = 0
    for place in (state.scenario.base[side], *state.scenario.fortresses):
        if place == origin or state.held[enemy_of(side)] >> place & 1 or not is_open_port(state, side, place):
            continue
        cost = sea_cost(state, side, origin, place)
        ends |= (0 < cost <= state.points[side]) << place
    return ends


def redeployable(state: Position, side: int) -> int:
    """16.5: the units for which a redeployment can be paid."""
    if state.points[side] < state.scenario.costs["redeployment"]:
        return 0
    free = open_to(state, side)
    found = 0
    for unit in ones(on_map(state, side)):
        if may_leave(state, unit):
            by_land = state.scenario.board.adjacent[state.place[unit]] & free
            found |= bool(by_land or sea_ends(state, unit)) << unit
    return found


class RedeployTo(ChoiceKind[Position]):
    """16.51, 16.53: where the unit picked goes, by land or by sea."""

    name = "redeploy-to"
    holds = ("unit",)
    rule = "16.51"

    def side(self, state: Position, frame: Frame) -> int:
        return state.scenario.side_of[frame[2]]

    def legal(self, state: Position, frame: Frame) -> Options:
        by_land, by_sea = land_ends(state, frame[2]), sea_ends(state, frame[2])
        return [pair for pair in ((HEX, by_land), (SHIP, by_sea)) if pair[1]]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        unit = frame[2]
        side, origin = state.scenario.side_of[unit], state.place[unit]
        if verb == SHIP:
            state.points[side] -= sea_cost(state, side, origin, argument)
            for place in (origin, argument):
                if state.scenario.fortress >> place & 1:
                    state.port_used[port_index(state, place)] += 1
        else:
            state.points[side] -= state.scenario.costs["redeployment"]
        leave_for(state, unit, argument, "16.53" if verb == SHIP else "16.51")

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Redeploy {unit}: choose where to", unit=state.scenario.units[frame[2]].name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == SHIP:
            return "16.53", say("no ship can take it there: port, capacity, siege or points forbid it")
        if verb != HEX:
            return "16.51", say("choose where the unit you picked goes")
        side = state.scenario.side_of[frame[2]]
        if not state.network[side] >> argument & 1:
            return "16.51", say("that hex is outside your supply network")
        if state.held[enemy_of(side)] >> argument & 1:
            return "16.51", say("the enemy is there")
        if state.network[enemy_of(side)] >> argument & 1:
            return "16.51", say("that hex lies in the enemy's supply network")
        return "16.51", say("that is too far for one redeployment")


REDEPLOY_TO = RedeployTo()


def leave_for(state: Position, unit: int, place: int, rule: str) -> None:
    """A block goes somewhere in the Buildup: the enemy sees that one goes, not which; nothing is disrupted."""
    side, origin = state.scenario.side_of[unit], state.place[unit]
    put(state, unit, place)
    state.shown &= ~(1 << unit)
    relocated(state, unit, origin, place)
    tell(state, "block-redeployed", rule, side=side, origin=origin, hex=place)
    tell(state, "redeployed", rule, audience=1 << side, unit=unit, hex=place)


# Refit (16.52)


def refittable(state: Position, side: int) -> int:
    """16.52: undisrupted units, not in the base, with a way to it inside the network, overland."""
    base = 1 << state.scenario.base[side]
    free = open_to(state, side) | base & ~state.held[enemy_of(side)]
    reached = flood(state.scenario.board, base & free, free)
    near = (reached | state.scenario.board.spread(reached)) & ~base
    return sum(1 << unit for unit in ones(in_hexes(state, side, near)) if may_leave(state, unit))


def send_to_refit(state: Position, unit: int) -> None:
    """16.52: out of play for a month, at no cost."""
    leave_for(state, unit, REFIT, "16.52")
