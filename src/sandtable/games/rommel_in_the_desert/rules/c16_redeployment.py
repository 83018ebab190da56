"""16.51-16.53: redeployment by land and by sea, and return for refit, inside the frozen supply networks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_be_rebuilt, relocated
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, ROAD_BONUS, Printed
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name
from sandtable.games.rommel_in_the_desert.rules.c11_rout import rout_unprotected
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import is_besieged
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import REDEPLOYMENTS, TRIPS, count, pay, too_dear
from sandtable.games.rommel_in_the_desert.state import REFIT, Position, in_hexes, put, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, SHIP
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

HEXES = 2
"""16.51: the hexes of one redeployment, whatever the unit's speed; roads add their bonus."""


def open_to(state: Position, side: int) -> int:
    """16.51, ruling 24: the side's frozen network without the enemy's, and without hexes the enemy holds."""
    enemy = ENEMY_OF[side]
    return state.network[side] & ~state.network[enemy] & ~state.held[enemy]


def leavable(state: Position, side: int) -> int:
    """16.51: the hexes with undisrupted units that may go; out of a battle only if another unit stays there."""
    hexes = state.firm[side]
    for place in ones(hexes & state.held[ENEMY_OF[side]]):
        if units_at(state, side, place).bit_count() == 1:
            hexes &= ~(1 << place)
    return hexes


# By land (16.51)


def land_ends(state: Position, unit: int) -> int:
    """16.51: where one redeployment by land may end; every hex of it is in the network."""
    side, start = state.printed.side_of[unit], state.place[unit]
    if not state.network[side] >> start & 1:
        return 0
    return _by_land(state.printed, start, open_to(state, side) & _zones(state.printed)[start])


@lru_cache(maxsize=512)
def _by_land(printed: Printed, start: int, free: int) -> int:
    """16.51: the hexes of a set within one redeployment of a hex, if the whole way is inside the set."""
    ends = 0
    for road, neighbours in enumerate(printed.roads):
        reached = fresh = 1 << start
        for _ in range(HEXES + ROAD_BONUS[road]):
            spread = 0
            for place in ones(fresh):
                spread |= neighbours[place]
            fresh = spread & free & ~reached
            reached |= fresh
        ends |= reached
    return ends & ~(1 << start)


@lru_cache(maxsize=8)
def _zones(printed: Printed) -> tuple[int, ...]:
    """For each hex, what would be within one redeployment if the whole map were open."""
    return tuple(_by_land(printed, place, printed.board.all) for place in range(printed.board.size))


@lru_cache(maxsize=256)
def _starts_by_land(printed: Printed, network: int, free: int) -> int:
    """The hexes of a network that are beside an open one."""
    return network & printed.board.spread(free)


# By sea (16.53)


def is_open_port(state: Position, side: int, place: int) -> bool:
    """16.53: a port of the side with room for one more to embark or land."""
    if place == state.printed.base[side]:
        return True
    if not state.printed.fortress >> place & 1:
        return False
    index = state.printed.fortresses.index(place)
    return state.owner[index] == side and state.port_used[index] < state.printed.capacity[index][side]


def sea_cost(state: Position, side: int, origin: int, place: int) -> int:
    """16.53: the price of a passage, or 0 where a siege forbids it."""
    sieges = is_besieged(state, origin, side) + is_besieged(state, place, side)
    if not sieges:
        return state.printed.costs["sea"]
    return state.printed.costs["sea-besieged"] if sieges == 1 and side == ALLIED else 0


def landings(state: Position, side: int) -> int:
    """16.51, ruling 76: where a redeploying unit may end: in its side's network, or in the base, its source."""
    return state.network[side] | 1 << state.printed.base[side]


def sea_ends(state: Position, side: int, origin: int) -> int:
    """16.53: the ports to which units may be shipped from this one: controlled, even without a unit in them,
    inside the side's own network, and neither in battle nor in the enemy's network (16.51, ruling 76)."""
    if not is_open_port(state, side, origin):
        return 0
    ends = 0
    for place in open_ports(state, side, origin):
        ends |= (0 < sea_cost(state, side, origin, place) <= state.points[side]) << place
    return ends


def open_ports(state: Position, side: int, origin: int) -> list[int]:
    """16.53: the ports where ships from this one may land, but for sieges and the price."""
    enemy = ENEMY_OF[side]
    closed = state.held[enemy] | state.network[enemy] | 1 << origin | ~landings(state, side)
    ports = (state.printed.base[side], *state.printed.fortresses)
    return [place for place in ports if not closed >> place & 1 and is_open_port(state, side, place)]


# What the side can afford


def redeployable(state: Position, side: int) -> int:
    """16.5: the units that the side can afford to redeploy."""
    if state.points[side] < state.printed.costs["redeployment"]:
        return 0
    hexes = leavable(state, side)
    found = hexes & _starts_by_land(state.printed, state.network[side], open_to(state, side))
    for place in ones(hexes & ~found & (state.printed.fortress | 1 << state.printed.base[side])):
        found |= bool(sea_ends(state, side, place)) << place
    return in_hexes(state, side, found) & ~state.disrupted


class RedeployTo(ChoiceKind[Position]):
    """16.51, 16.53: where the unit picked goes, by land or by sea."""

    name = "redeploy-to"
    on = ("spend",)
    rule = "16.51"
    unit = one("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        """Whether this very unit may be redeployed, only its owner can know."""
        if not state.fielded[state.active] >> self.unit(frame) & 1:
            yield say("a unit is redeployed that is the enemy's, or not on the map")

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[self.unit(frame)]

    def legal(self, state: Position, frame: Frame) -> Options:
        unit = self.unit(frame)
        by_land = land_ends(state, unit)
        by_sea = sea_ends(state, state.printed.side_of[unit], state.place[unit])
        return offer((HEX, by_land), (SHIP, by_sea))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        unit = self.unit(frame)
        if verb == SHIP:
            ship(state, unit, argument)
        else:
            side = state.printed.side_of[unit]
            pay(state, side, REDEPLOYMENTS, state.printed.costs["redeployment"])
            count(state, side, TRIPS)
            leave_for(state, unit, argument, "16.51")

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Redeploy {unit}: choose where it goes", unit=state.printed.units[self.unit(frame)].name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == SHIP:
            return "16.53", why_not_shipped(state, self.unit(frame), argument)
        if verb == HEX:
            return "16.51", why_not_there(state, self.unit(frame), argument)
        return "16.51", otherwise("choose where {unit} goes", unit=state.printed.units[self.unit(frame)].name)


REDEPLOY_TO = RedeployTo()


def why_not_there(state: Position, unit: int, place: int) -> Message:
    """16.51: the condition of a redeployment by land that forbids a hex."""
    side, start = state.printed.side_of[unit], state.place[unit]
    if place == start:
        return say("it is there already")
    if state.held[ENEMY_OF[side]] >> place & 1:
        return say("the enemy is there")
    if not state.network[side] >> place & 1:
        return say("that hex is outside your supply network")
    if state.network[ENEMY_OF[side]] >> place & 1:
        return say("that hex is in the enemy's supply network")
    if not state.network[side] >> start & 1:
        return say("it is outside your supply network itself")
    if not _zones(state.printed)[start] >> place & 1:
        return say("that is too far for one redeployment")
    return otherwise("every way there that is short enough leaves your supply network or enters the enemy's")


def least_price(state: Position, unit: int) -> int:
    """16.51, 16.53: what the cheapest redeployment of a unit would cost, or 0 if it has nowhere to go."""
    side, place = state.printed.side_of[unit], state.place[unit]
    if _starts_by_land(state.printed, state.network[side], open_to(state, side)) >> place & 1:
        return state.printed.costs["redeployment"]
    if not is_open_port(state, side, place):
        return 0
    prices = [sea_cost(state, side, place, port) for port in open_ports(state, side, place)]
    return min((price for price in prices if price), default=0)


def why_nowhere(state: Position, unit: int) -> Message:
    """16.51, 16.53: why no hex and no port is open to an undisrupted unit that may leave its hex."""
    side, place = state.printed.side_of[unit], state.place[unit]
    if is_open_port(state, side, place):
        return say("no hex next to it is open to redeployment, and no ship may sail from there")
    if not state.network[side] >> place & 1:
        return say("it is outside your supply network, and in no port of yours with capacity left")
    return otherwise("no hex next to it is open to redeployment, and it is in no port of yours with capacity left")


def why_not_shipped(state: Position, unit: int, place: int) -> Message:
    """16.53: the condition of a passage by sea that forbids a port."""
    side, origin = state.printed.side_of[unit], state.place[unit]
    if place == origin:
        return say("it is in that port already")
    for port in (origin, place):
        why = _why_closed(state, side, port)
        if why:
            return why
    if (state.held[ENEMY_OF[side]] | state.network[ENEMY_OF[side]]) >> place & 1:
        return say("that port is in battle or in the enemy's supply network")
    if not landings(state, side) >> place & 1:
        return say("that port is outside your supply network")
    return _why_no_passage(state, side, origin, place)


def _why_closed(state: Position, side: int, place: int) -> Message | None:
    """16.53: why no unit of this side may embark or land in a hex; None if it may."""
    printed, where = state.printed, place_name(state, place)
    if place == printed.base[side]:
        return None
    if not (printed.fortress >> place & 1 or place == printed.base[ENEMY_OF[side]]):
        return say("{place} is not a port", place=where)
    if place == printed.base[ENEMY_OF[side]] or state.owner[printed.fortresses.index(place)] != side:
        return say("{place} is not your port", place=where)
    if not is_open_port(state, side, place):
        return say("the port of {place} has no capacity left in this Buildup", place=where)
    return None


def _why_no_passage(state: Position, side: int, origin: int, place: int) -> Message:
    """16.53: a siege or the price forbids the passage between two open ports."""
    cost = sea_cost(state, side, origin, place)
    if cost:
        return too_dear(cost, state.points[side])
    besieged = [port for port in (origin, place) if is_besieged(state, port, side)]
    if len(besieged) > 1:
        return say("both ports are besieged")
    return otherwise("a siege forbids it: {place} is besieged", place=place_name(state, besieged[0]))


def ship(state: Position, unit: int, place: int) -> None:
    """16.53: by sea, at the price of the passage, using the capacity of both ports."""
    side, origin = state.printed.side_of[unit], state.place[unit]
    pay(state, side, REDEPLOYMENTS, sea_cost(state, side, origin, place))
    count(state, side, TRIPS)
    for port in (origin, place):
        if state.printed.fortress >> port & 1:
            state.port_used[state.printed.fortresses.index(port)] += 1
    state.by_fortress = [units & ~(1 << unit) for units in state.by_fortress]
    leave_for(state, unit, place, "16.53")


def leave_for(state: Position, unit: int, place: int, rule: str) -> None:
    """A block goes somewhere in the Buildup: the enemy sees that one goes, and which one only if it was face up.

    It is not disrupted (16.51), but disrupted units that it leaves alone in a battle are routed (11.3).
    """
    side, origin = state.printed.side_of[unit], state.place[unit]
    put(state, unit, place)
    relocated(state, unit, origin, place)
    state.shown &= ~(1 << unit)
    state.by_oasis = [units & ~(1 << unit) for units in state.by_oasis]
    if state.sink is not None:
        tell(state, "block-redeployed", rule, side=side, origin=origin, hex=place)
        tell(state, "redeployed", rule, audience=1 << side, instead=True, unit=unit, origin=origin, hex=place)
    if place == state.printed.base[side]:
        may_be_rebuilt(state, side)
    rout_unprotected(state, side, origin)


# Refit (16.52)


def way_home(state: Position, side: int, start: int) -> tuple[int, ...]:
    """16.52: the hexes of a shortest way to the base by land inside the network; empty if there is none."""
    base = state.printed.base[side]
    free = open_to(state, side) | 1 << base & ~state.held[ENEMY_OF[side]]
    came: dict[int, tuple[int, ...]] = {start: ()}
    todo = [start] if state.network[side] >> start & 1 else []
    for here in todo:
        for place in ones(state.printed.board.adjacent[here] & free):
            if place not in came:
                came[place] = (*came[here], place)
                todo.append(place)
    return came.get(base, ())


def refittable(state: Position, side: int) -> int:
    """16.52: undisrupted units outside the base with a way to it by land, inside the network."""
    base = 1 << state.printed.base[side]
    free = open_to(state, side) | base & ~state.held[ENEMY_OF[side]]
    near = _joined_to(state.printed, base, free) & state.network[side] & ~base
    return in_hexes(state, side, near & leavable(state, side)) & ~state.disrupted


@lru_cache(maxsize=1024)
def _joined_to(printed: Printed, base: int, free: int) -> int:
    """The hexes from which a way leads to the base through hexes of a set."""
    spread = printed.board.spread
    reached = fresh = base & free
    while fresh:
        fresh = spread(fresh) & free & ~reached
        reached |= fresh
    return reached | spread(reached)


def send_to_refit(state: Position, unit: int) -> None:
    """16.52: out of play for a month, at no cost; the way it takes is shown."""
    side, origin = state.printed.side_of[unit], state.place[unit]
    if state.sink is not None:
        tell(state, "refit-route", "16.52", side=side, origin=origin, hexes=list(way_home(state, side, origin)))
    state.by_fortress = [units & ~(1 << unit) for units in state.by_fortress]
    leave_for(state, unit, REFIT, "16.52")
