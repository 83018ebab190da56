"""Retreats, displaced HQs and advances (11.0, 14.1, 20.3.3, 20.3.4, 20.3.5), by walking every path there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.combat import Ids, defenders_in, is_barred
from tests.games.dark_sands.models.losses import State, lose, state_of
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.readings import TAKEN, Readings
from tests.games.dark_sands.models.zones import uncontested, zone_of

RETREAT = 4  # in Central hexes; a West or East hex counts two of them (20.3.3)
WEST_TO_EAST = (board.WEST, board.CENTRAL, board.EAST)


@dataclass(frozen=True)
class Retreat:
    """How a retreat can end."""

    end: str | None  # where the survivors stand; None if there are none
    lost: int  # steps lost in zones and for missing hexes; all of them if nobody is left
    survivors: State  # every unit of the hex but the HQ, with the steps it has left
    last: str  # the hex the stack came to: from there an HQ that is left alone is displaced
    hq: str  # "none", "along", "alone" (11.0) or "eliminated"


@dataclass(frozen=True)
class _Stack:
    """A stack on its way: where it is, how far it has still to go, and what is left of it."""

    here: str
    to_go: int
    state: State
    first_taken: bool


@dataclass(frozen=True)
class _Flight:
    """What stays the same while a stack retreats."""

    position: Position
    side: str
    origin: str
    units: Ids
    readings: Readings
    zone: frozenset[str]  # the enemy zones that matter to a retreat
    empty_zone: frozenset[str]  # those of them that no other unit of this side contests


def retreat_outcomes(
    position: Position, hex_: str, side: str, first_taken: bool = False, readings: Readings = TAKEN
) -> set[tuple[str | None, int, bool]]:
    """Where a retreat can end, the steps it can cost, and whether nobody is left."""
    found = retreats(position, hex_, side, first_taken, readings)
    return {(retreat.end, retreat.lost, retreat.end is None) for retreat in found}


def retreats(
    position: Position, hex_: str, side: str, first_taken: bool = False, readings: Readings = TAKEN
) -> set[Retreat]:
    """20.3.3, 20.3.4: every way a defending stack can retreat.

    The position is that after the losses of the result. `first_taken` says that the defender has lost a step
    in this combat already, so that the priorities of 20.3.2 are done with.
    """
    everyone = defenders_in(position, hex_, side)
    garrisons = {u for u in everyone if board.printed(board.counter_named(position, u)).type == "garrison"}
    units = everyone - garrisons
    seen = as_retreats_see_it(position, hex_, side)
    zone, empty_zone = frozenset(zone_of(seen, board.enemy_of(side))), frozenset(uncontested(seen, side))
    flight = _Flight(position, side, hex_, units, readings, zone, empty_zone)
    left = frozenset((unit, 0) for unit in garrisons)  # 13.6.4: eliminated if obliged to retreat
    start = _Stack(hex_, RETREAT, state_of(position, units), first_taken)
    found = {replace(ended, survivors=ended.survivors | left) for ended in _walk(flight, start)}
    if may_ignore_retreat(position, hex_, side):
        stays = Retreat(hex_, 0, state_of(position, everyone), hex_, "along" if _has_hq(flight) else "none")
        found.add(stays)
    return found


def may_ignore_retreat(position: Position, hex_: str, side: str) -> bool:
    """14.1, 20.3.3: Allied units in the forts of Tobruk may ignore retreats in 1941."""
    years = {int(row["turn"]): row["year"] for row in board.rows("turn_track")}
    fort = "fort_tobruk" in board.hexes()[hex_].features
    return side == board.ALLIED and fort and years[position.turn] == "1941"


def _walk(flight: _Flight, stack: _Stack) -> set[Retreat]:
    """Go on from here in every way the priorities leave open, and collect the ends."""
    if _steps_left(stack.state) == 0:
        return {_nobody_left(flight, stack)}
    if stack.to_go <= 0:
        return _arrive(flight, stack)
    open_hexes = next_hexes(flight, stack)
    if not open_hexes:
        missing = -(-stack.to_go // length(stack.here))
        return {end for after in _losing(flight, stack, missing) for end in _arrive(flight, after)}
    ends: set[Retreat] = set()
    for hex_ in open_hexes:
        moved = replace(stack, here=hex_, to_go=stack.to_go - length(hex_))
        for after in _losing(flight, moved, int(hex_ in flight.empty_zone)):
            ends |= _walk(flight, after)
    return ends


def next_hexes(flight: _Flight, stack: _Stack) -> set[str]:
    """20.3.4: the hexes that are allowed and best by both criteria; the owner chooses among them."""
    allowed = {hex_ for hex_ in board.neighbours(stack.here) if _is_allowed(flight, stack, hex_)}
    best = min((_zone_rank(flight, hex_) for hex_ in allowed), default=0)
    calmest = {hex_ for hex_ in allowed if _zone_rank(flight, hex_) == best}
    homeward = {hex_ for hex_ in calmest if is_homeward(flight.side, stack.here, hex_)}
    return homeward or calmest


def _is_allowed(flight: _Flight, stack: _Stack, hex_: str) -> bool:
    """20.3.4: not into prohibited terrain, enemies or the hex it came from, nor nearer to that."""
    enemies = board.occupied(flight.position, board.enemy_of(flight.side))
    if hex_ == flight.origin or hex_ in enemies or not _may_cross(flight, stack, hex_):
        return False
    if length(hex_) > stack.to_go and not flight.readings.may_retreat_too_far:
        return False
    here = apart(flight.origin, stack.here, flight.readings)
    return apart(flight.origin, hex_, flight.readings) >= here


def _may_cross(flight: _Flight, stack: _Stack, hex_: str) -> bool:
    """Prohibited are the sea, the depression, closed sides, and for armour marsh and mountain off the road."""
    if not board.passable(hex_) or is_barred(flight.position, stack.here, hex_):
        return False
    alive = [board.counter_named(flight.position, unit) for unit, left in stack.state if left > 0]
    armour = any(board.printed(counter).type in board.TANKS for counter in alive)
    if not (armour and flight.readings.armour_needs_a_line and _is_closed_to_armour(hex_)):
        return True
    return bool(board.roads_and_tracks(flight.position, stack.here, hex_))


def _is_closed_to_armour(hex_: str) -> bool:
    return board.hexes()[hex_].terrain in ("salt_marsh", "mountain")  # note C


def _zone_rank(flight: _Flight, hex_: str) -> int:
    """20.3.4, first: no enemy zone, then a contested one, then an uncontested one."""
    return (hex_ in flight.zone) + (hex_ in flight.empty_zone)


def as_retreats_see_it(position: Position, origin: str, side: str) -> Position:
    """10.2.1, 19.3: enemies that are OOS or disorganised have no zone for a retreat.

    The retreating stack is left out as well: it contests no zone, not even that over its own hex.
    """
    ours = [c for c in position.counters if board.side_of(c) == side and c.hex != origin]
    enemies = [c for c in position.counters if board.side_of(c) != side and not (c.oos or c.disorganised)]
    return replace(position, counters=(*ours, *enemies))


def is_homeward(side: str, here: str, there: str) -> bool:
    """The retreat compass (ruling): west for the Axis, east for the Allies; so too from section to section."""
    if board.section(here) != board.section(there):
        eastward = _order(there) > _order(here)
    else:
        eastward = _across(there) > _across(here)
    return eastward == (side == board.ALLIED)


def _order(hex_: str) -> int:
    return WEST_TO_EAST.index(board.section(hex_))


def _across(hex_: str) -> float:
    """How far east a hex lies on its section; odd rows are shifted half a hex east."""
    return int(hex_[2:]) + int(hex_[:2]) % 2 / 2


def length(hex_: str) -> int:
    """What a hex counts in a retreat, in Central hexes (ruling on 20.3.3)."""
    return 1 if board.section(hex_) == board.CENTRAL else 2


@cache
def apart(one: str, other: str, readings: Readings = TAKEN) -> int:
    """How far a hex is from the first, over one join at most; on one section it is the plain distance."""
    weigh = length if readings.side_hex_is_two_apart else _unweighed
    if board.section(one) == board.section(other):
        return weigh(one) * hexes_between(one, other)
    return min(
        weigh(one) * hexes_between(one, near) + weigh(other) * (1 + hexes_between(far, other))
        for near, far in _touching(board.section(one), board.section(other))
    )


@cache
def _touching(section: str, other: str) -> list[tuple[str, str]]:
    """The pairs of hexes in which two sections touch."""
    ours = [hex_ for hex_ in board.hexes() if board.section(hex_) == section]
    return [(near, far) for near in ours for far in board.joined(near) if board.section(far) == other]


def _unweighed(_hex: str) -> int:
    return 1


def hexes_between(one: str, other: str) -> int:
    """The distance of two hexes of one section."""
    (row, column), (to_row, to_column) = ((int(h[:2]), int(h[2:])) for h in (one, other))
    down, along = to_row - row, (to_column - to_row // 2) - (column - row // 2)
    return max(abs(down), abs(along), abs(down + along))


def _losing(flight: _Flight, stack: _Stack, number: int) -> set[_Stack]:
    """The stack after losing steps, in every way; retreating units that did not contribute may lose them too."""
    if number == 0:
        return {stack}
    states = lose(flight.position, {stack.state}, flight.units, number, stack.first_taken)
    return {replace(stack, state=state, first_taken=True) for state in states}


def _arrive(flight: _Flight, stack: _Stack) -> set[Retreat]:
    """20.3.4: nobody survives in an uncontested enemy zone, nor more than may stack; the check comes last."""
    stayed = stack.here == flight.origin and flight.readings.stuck_defender_stays
    if _steps_left(stack.state) == 0 or (stack.here in flight.empty_zone and not stayed):
        return {_nobody_left(flight, stack)}
    lost = _steps_left(state_of(flight.position, flight.units)) - _steps_left(stack.state)
    ends: set[Retreat] = set()
    for state in _within_reason(_unstacked(flight, stack.here, stack.state), flight.readings):
        if _steps_left(state) == 0:
            ends.add(replace(_nobody_left(flight, stack), hq=_hq_after(flight, stack.here)))
        else:
            ends.add(Retreat(stack.here, lost, state, stack.here, _hq_after(flight, stack.here)))
    return ends


def _unstacked(flight: _Flight, hex_: str, state: State) -> set[State]:
    """7.2, 20.3.4: retreating units are eliminated, one by one, until the limits are met."""
    alive = [unit for unit, left in state if left > 0]
    there = [] if hex_ == flight.origin else list(defenders_in(flight.position, hex_, flight.side))
    if within_limits(flight.position, [*there, *alive]):
        return {state}
    without = [frozenset((name, 0 if name == unit else left) for name, left in state) for unit in alive]
    return {end for fewer in without for end in _unstacked(flight, hex_, fewer)}


def _within_reason(states: set[State], readings: Readings) -> set[State]:
    """All of them, or in the other reading those in which nobody was eliminated for nothing."""
    if readings.overstacked_owner_is_free:
        return states
    alive = {state: {unit for unit, left in state if left > 0} for state in states}
    return {state for state in states if not any(alive[state] < others for others in alive.values())}


def within_limits(position: Position, units: list[str]) -> bool:
    """7.2: four units, of which at least one is a battalion; garrisons and HQs apart."""
    printed = [board.printed(board.counter_named(position, unit)) for unit in units]
    counted = [counter for counter in printed if counter.type not in ("hq", "garrison")]
    return len(counted) <= 4 and sum(counter.size != "battalion" for counter in counted) <= 3


def _nobody_left(flight: _Flight, stack: _Stack) -> Retreat:
    everyone = frozenset((unit, 0) for unit in flight.units)
    lost = _steps_left(state_of(flight.position, flight.units))
    return Retreat(None, lost, everyone, stack.here, "alone" if _has_hq(flight) else "none")


def _has_hq(flight: _Flight) -> bool:
    return bool(_hqs_in(flight.position, flight.origin, flight.side))


def _hq_after(flight: _Flight, hex_: str) -> str:
    """An HQ goes along; where another one stands it cannot be the second (11.0)."""
    if not _has_hq(flight):
        return "none"
    second = hex_ != flight.origin and _hqs_in(flight.position, hex_, flight.side)
    return "eliminated" if second else "along"


def _hqs_in(position: Position, hex_: str, side: str) -> list[Counter]:
    return [c for c in board.counters_in(position, hex_, side) if board.printed(c).type == "hq"]


def _steps_left(state: State) -> int:
    return sum(left for _, left in state)


def displacement_targets(
    position: Position, hq: str, can_trace: Callable[[Position, str], bool]
) -> frozenset[str]:
    """11.0: the stacks an HQ may be displaced to: the nearest that can be reached; none means it is eliminated.

    A stack is available if it has no HQ yet and one of its units can trace a line of supply. The way there
    enters neither enemies nor uncontested enemy zones; a West or East hex counts two.
    """
    start, side = board.counter_named(position, hq).hex, board.side_of(board.counter_named(position, hq))
    far = _ways(position, start, side)
    available = {hex_ for hex_ in far if hex_ != start and _receives(position, hex_, side, can_trace)}
    nearest = min((far[hex_] for hex_ in available), default=0)
    return frozenset(hex_ for hex_ in available if far[hex_] == nearest)


def _receives(position: Position, hex_: str, side: str, can_trace: Callable[[Position, str], bool]) -> bool:
    if _hqs_in(position, hex_, side):
        return False
    return any(can_trace(position, counter.id) for counter in board.counters_in(position, hex_, side))


def _ways(position: Position, start: str, side: str) -> dict[str, int]:
    """How far every hex is that can be reached without enemies and their uncontested zones."""
    closed = uncontested(position, side) | board.occupied(position, board.enemy_of(side))
    far: dict[str, int] = {}
    queue = [(0, start)]
    while queue:
        way, here = heappop(queue)
        if here in far:
            continue
        far[here] = way
        for there in board.neighbours(here) - closed - far.keys():
            if board.passable(there) and not is_barred(position, here, there):
                heappush(queue, (way + length(there), there))
    return far


def may_advance(position: Position, attackers: Ids, hex_: str, readings: Readings = TAKEN) -> frozenset[str]:
    """20.3.5: who may advance into the defending hex, in the position after losses and retreat.

    Attacking units that live, contributing or not (7.4), if no enemy unit is left; an enemy HQ alone must
    give way (11.0). An HQ may go with the units it is stacked with.
    """
    alive = [counter for counter in position.counters if counter.id in attackers]
    if not alive or defenders_in(position, hex_, board.enemy_of(board.side_of(alive[0]))):
        return frozenset()
    able = [counter for counter in alive if _may_follow(position, counter, hex_, readings)]
    hqs = [hq for counter in able for hq in _hqs_in(position, counter.hex, board.side_of(counter))]
    return frozenset(counter.id for counter in (*able, *hqs))


def _may_follow(position: Position, counter: Counter, hex_: str, readings: Readings) -> bool:
    """Note C: armour enters marsh and mountain only by road or track."""
    armour = board.printed(counter).type in board.TANKS and _is_closed_to_armour(hex_)
    if not (armour and readings.armour_needs_a_line):
        return True
    return bool(board.roads_and_tracks(position, counter.hex, hex_))
