"""19.1: who may move, how far, where to, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.boards import cheapest, path_to
from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST, QUARTERS, Prices
from sandtable.games.dark_sands.rules.c06_terrain import why_no_entry
from sandtable.games.dark_sands.rules.c08_zones import in_zone, zones
from sandtable.games.dark_sands.rules.c19_east import barred, east_is_closed
from sandtable.games.dark_sands.rules.c19_lines import can_begin, extended_tree, hex_of
from sandtable.games.dark_sands.state import HALF_MOVE, MOVE, Sands, blocking, bypass_built, face, units_at
from sandtable.games.dark_sands.verbs import EXTENDED, TO, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.words import Message, say

OOS_MOVEMENT, OOS_HALF = 3 * QUARTERS, 2 * QUARTERS
"""10.2.1: what units out of supply have, and in a half move."""
INFILTRATION = 4 * QUARTERS
"""19.1.4: what infiltration costs besides the step."""
ANY_COST = 1 << 10
EVERYWHERE = 1 << 12
"""More than the way to any hex costs."""
Tree = dict[int, tuple[int, int]]
"""By hex what it costs to go there, in quarters of a movement point, and the hex before it."""


def able(state: Sands) -> int:
    """19.0: the units that may still begin to move in this action."""
    return state.movers & ~state.moved


def movement(state: Sands, unit: int) -> int:
    """12.1, 10.2.1: what a unit can spend in this action, in quarters of a movement point; half moves keep
    fractions, and only units out of supply round up."""
    printed = face(state, unit).movement
    half = state.action == HALF_MOVE
    if not printed:
        return 0
    if state.oos >> unit & 1:
        return OOS_HALF if half else OOS_MOVEMENT
    return printed * QUARTERS // (2 if half else 1)


def allowance(state: Sands, units: int) -> int:
    """19.1.1: a group moves at the pace of its slowest."""
    return min([movement(state, unit) for unit in ones(units)])


def place_of(state: Sands, units: int) -> int:
    """The hex of units that are together."""
    return state.place[first(units)]


def prices(state: Sands, units: int, hex_number: int) -> Mapping[int, int]:
    """19.1.5, 19.1.6: the hexes next to one that these units may enter by the terrain chart, each with its
    cost."""
    return _price_table(state, units)[hex_number]


def _price_table(state: Sands, units: int) -> Prices:
    ground = state.printed.ground
    return (ground.wheels if units & state.printed.wheels else ground.foot)[bypass_built(state)]


def companions(state: Sands) -> int:
    """19.1.1: who can still be gathered: the units with the group that may move, before its first step."""
    if state.steps_made:
        return 0
    return units_at(state, place_of(state, state.group), state.active) & able(state) & ~state.group


def destinations(state: Sands, units: int) -> int:
    """19.1: the next step of units that are together and move as one."""
    made = state.steps_made
    if state.halted or (made and state.one_hex & units):
        return 0
    here = place_of(state, units)
    # 19.1.3: one hex may be entered whatever it costs.
    left = allowance(state, units) - state.spent if made else ANY_COST
    shut, fronts, sources = _obstacles(state, here)
    leaving = sources[here] & fronts
    found = 0
    for other, cost in prices(state, units, here).items():
        # 19.1.2: not straight from zone to zone.
        if cost <= left and not shut >> other & 1 and not (leaving and sources[other] & fronts):
            found |= 1 << other
    return found


def _obstacles(state: Sands, here: int) -> tuple[int, int, tuple[int, ...]]:
    """Where enemies are, or a rule of the scenario is, in the way; the enemies with zones; and from where a zone
    reaches each hex."""
    enemy = 1 - state.active
    shut = blocking(state, enemy) | barred(state, state.active, here)
    return shut, state.fronts[enemy], state.printed.ground.zone_from[bypass_built(state)]


def infiltrations(state: Sands, units: int) -> int:
    """19.1.4: where the panzer divisions can go straight from one enemy zone to another: units of 15 and 21 Panzer
    only, with a panzer battalion, out of no tank's zone, into open terrain, with full movement."""
    printed = state.printed
    if units & ~printed.panzer_divisions or not units & printed.panzers or state.action != MOVE or state.extended:
        return 0
    here = place_of(state, units)
    shut, fronts, sources = _obstacles(state, here)
    leaving = sources[here] & fronts
    if not leaving or any(state.stacks[place] & printed.tanks for place in ones(leaving)):
        return 0
    left = allowance(state, units) - state.spent - INFILTRATION
    found = 0
    for other, cost in prices(state, units, here).items():
        if cost <= left and not shut >> other & 1 and sources[other] & fronts:
            found |= 1 << other
    return found & printed.ground.terrain[0]


# How far, and by which way


def reach(state: Sands, units: int) -> Tree:
    """19.1: every hex to which units that are together can move as one, by the cheapest way; without extended
    movement, infiltration and the sea."""
    if state.halted or state.extended or (state.steps_made and state.one_hex & units):
        return {}
    enemy = 1 - state.active
    return _tree(state, units, allowance(state, units) - state.spent, blocking(state, enemy), zones(state, enemy))


def _tree(
    state: Sands, units: int, budget: int, closed: int, stopping: int, *, terrain_only: bool = False
) -> Tree:
    """19.1.1 to 19.1.3: as far as the budget takes them, into no closed hex, and out of no stopping hex but their
    own; or by terrain alone, without the rules of a chit or a scenario."""
    start = place_of(state, units)
    # Every hex is asked about many times: a set answers faster than the bits of a large number.
    shut, stops = set(ones(closed)), set(ones(stopping))
    table, sheet_of = _price_table(state, units), state.printed.board.sheet_of
    one_hex, first_step = not terrain_only and state.one_hex & units, not state.steps_made
    no_east = not terrain_only and east_is_closed(state, state.active)

    def edges(place: int) -> Iterable[tuple[int, int]]:
        if place == start:
            # 19.1.2, 19.1.3: not from zone to zone; the first hex may cost more than there is.
            away = shut | stops if place in stops else shut
            steps = [(other, min(cost, budget) if first_step else cost) for other, cost in table[place].items()]
        elif place in stops or one_hex:
            return ()  # 19.1.2: a zone on the way is the end of it
        else:
            away, steps = shut, list(table[place].items())
        if no_east and sheet_of[place] == CENTRAL:
            steps = [step for step in steps if sheet_of[step[0]] != EAST]
        return [step for step in steps if step[0] not in away]

    return cheapest([start], budget, edges)


def route(state: Sands, units: int, goal: int) -> list[Choice]:
    """19.1: the choices that gather these units, who are together, and take them to a hex: by the cheapest way, or
    if that is too far by extended movement; none if they cannot go there."""
    start = place_of(state, units)
    joining = [pack(UNIT, unit) for unit in ones(units & ~state.group)]
    tree = reach(state, units)
    if goal in tree and goal != start:
        return joining + [pack(TO, place) for place in path_to(tree, goal)[1:]]
    way = extended_way(state, units, goal)
    begin = [] if state.extended else [pack(EXTENDED)]
    return joining + begin + [pack(TO, place) for place in way] if way else []


def extended_reach(state: Sands, units: int) -> Tree:
    """19.1.7: every hex to which units that are together can go by extended movement, and how many hexes away."""
    if not _extends(state, units):
        return {}
    found: Tree = {}
    for node, (distance, before) in extended_tree(state, place_of(state, units)).items():
        if hex_of(node) not in found:
            found[hex_of(node)] = distance, before if before < 0 else hex_of(before)
    return found


def extended_way(state: Sands, units: int, goal: int) -> list[int]:
    """19.1.7: the hexes of extended movement to a hex, without the first; none if it does not lead there."""
    start = place_of(state, units)
    if goal == start or not _extends(state, units):
        return []
    tree = extended_tree(state, start)
    node = next((node for node in tree if hex_of(node) == goal), -1)
    return [] if node < 0 else [hex_of(each) for each in path_to(tree, node)[1:]]


def _extends(state: Sands, units: int) -> bool:
    """19.1.7: do these units move by extended movement, or could they begin to?"""
    if state.extended:
        return not state.halted
    return not state.steps_made and can_begin(state, units, place_of(state, units))


def why_not_reached(state: Sands, units: int, goal: int) -> tuple[str, Message]:
    """19.1: why units that are together cannot go to a hex in this action, not even by extended movement.

    It is too far only if terrain and allowance alone do not take them there."""
    enemy, left = 1 - state.active, allowance(state, units) - state.spent
    if goal == place_of(state, units):
        return "19.1", say("they are there already")
    if state.extended:
        return "19.1.7", say("no road, track or active railway leads there past enemy units")
    free = _tree(state, units, left, 0, 0, terrain_only=True)
    if goal not in free:
        return _why_too_far(state, units, goal, left)
    if blocking(state, enemy) >> goal & 1:
        return "19.1", say("enemy units are there")
    if state.halted:
        return "19.1.2", say("the group has stopped in an enemy zone")
    if state.one_hex & units:
        return "18.1", say("these units may only move one hex, or by extended movement")
    if goal not in _tree(state, units, left, 0, 0):
        return "P1.4.4", say("the Allies may not leave the Central map for the East map yet")
    if goal not in _tree(state, units, left, blocking(state, enemy), 0):
        return "19.1", say("enemy units stand in every way that is short enough")
    assert goal not in reach(state, units)
    return "19.1.2", say("enemy zones stop them on every way that is short enough")


def _why_too_far(state: Sands, units: int, goal: int, left: int) -> tuple[str, Message]:
    """19.1, 6.0: terrain and allowance alone do not take these units to a hex."""
    anyhow = _tree(state, units, EVERYWHERE, 0, 0, terrain_only=True)
    if goal not in anyhow:
        return "6.0", say("no way over this ground leads there")
    return "19.1", say(
        "that is too far: the way costs {cost} in movement points, and the slowest unit has {left} left",
        cost=points(anyhow[goal][0]),
        left=points(left),
    )


def why_not_able(state: Sands, unit: int) -> tuple[str, Message]:
    """19.0, 19.1.1: why a unit cannot begin to move."""
    if state.printed.owners[unit] != state.active:
        return "19.0", say("that unit is not yours")
    if state.place[unit] < 0:
        return "19.0", say("that unit is not on the map")
    if state.printed.garrisons >> unit & 1:
        return "19.1.1", say("garrisons cannot move")
    if state.moved >> unit & 1:
        return "19.1.1", say("that unit has already moved in this action")
    assert not state.movers >> unit & 1
    return "19.0", say("this action does not activate that unit")


def why_no_step(state: Sands, hex_number: int) -> tuple[str, Message]:
    """19.1: why the group cannot step to a hex."""
    units, here, enemy = state.group, place_of(state, state.group), 1 - state.active
    if not state.printed.board.touching[here] >> hex_number & 1:
        return "19.1", say("units move from a hex to one next to it")
    if state.halted:
        return "19.1.2", say("the group has stopped in an enemy zone")
    if closed := why_no_entry(state, units, here, hex_number):
        return closed
    if blocking(state, enemy) >> hex_number & 1:
        return "19.1", say("enemy units are there")
    if barred(state, state.active, here) >> hex_number & 1:
        return "P1.4.4", say("the Allies may not leave the Central map for the East map yet")
    if in_zone(state, here, enemy) and in_zone(state, hex_number, enemy):
        return "19.1.2", say("units do not move straight from one enemy zone to another")
    if state.one_hex & units:
        return "18.1", say("these units may only move one hex, or by extended movement")
    cost, left = prices(state, units, here)[hex_number], allowance(state, units) - state.spent
    assert cost > left
    return "19.1", say(
        "that hex costs {cost} in movement points, and the slowest unit has {left} left",
        cost=points(cost),
        left=points(left),
    )


def why_no_infiltration(state: Sands, hex_number: int) -> tuple[str, Message]:
    """19.1.4: why the group cannot infiltrate into a hex."""
    printed, units = state.printed, state.group
    here, enemy = place_of(state, units), 1 - state.active
    if units & ~printed.panzer_divisions or not units & printed.panzers:
        return "19.1.4", say("only units of 15 and 21 Panzer infiltrate, with at least one panzer battalion")
    if state.action != MOVE or state.extended:
        return "19.1.4", say("infiltration takes a full move")
    if not state.printed.board.touching[here] >> hex_number & 1:
        return "19.1.4", say("units infiltrate into a hex next to theirs")
    if not (in_zone(state, here, enemy) and in_zone(state, hex_number, enemy)):
        return "19.1.4", say("infiltration leads from one enemy zone to another")
    _, fronts, sources = _obstacles(state, here)
    if any(state.stacks[place] & printed.tanks for place in ones(sources[here] & fronts)):
        return "19.1.4", say("no unit infiltrates out of the zone of a tank unit")
    if not printed.ground.terrain[0] >> hex_number & 1:
        return "19.1.4", say("infiltration leads only into open terrain")
    if closed := why_no_entry(state, units, here, hex_number):
        return closed
    if blocking(state, enemy) >> hex_number & 1:
        return "19.1", say("enemy units are there")
    assert prices(state, units, here)[hex_number] + INFILTRATION > allowance(state, units) - state.spent
    return "19.1.4", say("infiltration costs 4 movement points more than the step, and too few are left")


def points(quarters: int) -> str:
    """Movement points as they are read: 2, 1/2, 3 1/4."""
    whole, rest = divmod(quarters, QUARTERS)
    fraction = ("", "1/4", "1/2", "3/4")[rest]
    return " ".join(part for part in (str(whole) if whole or not rest else "", fraction) if part)
