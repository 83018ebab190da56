"""5, 6, 8, 17, 18, 22: which hexes a unit may enter next, what it pays, and what stops it.

Movement is one hexside per choice. What a unit has spent is part of the position, so a move can be broken off,
another unit moved, and the first move resumed: stacks form and split at any point (6.2).
"""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, exerting_hexes
from sandtable.games.afrika_korps.rules.c08_contact import can_stay
from sandtable.games.afrika_korps.rules.c13_obligations import may_enter_zone, oblige_support
from sandtable.games.afrika_korps.rules.c15_capture import (
    capture_by_moving,
    shy_of_supply,
    take_by_moving,
    within_grasp,
)
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.state import Position, combat_units_at, put
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.sides import ENEMY_OF

ROMMEL_HEXES = 2  # 22.1


class Ground:
    """What the enemy's units do to the map at one moment, computed once for all units that might move."""

    __slots__ = ("closed", "holders", "victims", "zone")

    def __init__(self, state: Position, side: int) -> None:
        enemy = ENEMY_OF[side]
        printed = state.printed
        self.holders = exerting_hexes(state, enemy)
        self.zone = printed.board.spread(self.holders) & ~printed.fortress
        self.closed = closed_hexes(state, enemy) if state.cancelled else state.occupied[enemy]
        self.victims = state.occupied[enemy] & ~self.closed


def points_left(state: Position, unit: int, escorted: bool) -> int:
    """1.3.3, 22.1: the unit's own movement points, and one more for a step with Rommel while his bonus lasts."""
    left = state.printed.move[unit] + state.rommel_bonus[unit] - state.spent[unit]
    return left + 1 if escorted and state.rommel_bonus[unit] < ROMMEL_HEXES else left


def payable(state: Position, unit: int, escorted: bool) -> int:
    """5.2, 17.1, 18.2-18.5: the neighbouring hexes a unit can pay for and may step into as far as terrain goes."""
    printed = state.printed
    here = state.place[unit]
    left = points_left(state, unit, escorted)
    hexes = printed.board.adjacent[here]
    if left <= 0:
        if state.road_spent[unit] >= printed.road_bonus:
            return 0
        hexes &= printed.road[here]
    elif state.off_road >> unit & 1 and printed.road_escarpment >> here & 1:
        hexes &= printed.road[here]  # 18.4.1: after its off-road step, it leaves road escarpment only by road
    if here == printed.two_roads and (state.by_west | state.by_north) >> unit & 1:
        other = other_road(state, unit)
        fare = 1 if state.road_spent[unit] < printed.road_bonus else 2
        if left < fare:
            hexes &= ~(1 << other)  # 17.3.2: changing roads costs an extra point
    return hexes


def other_road(state: Position, unit: int) -> int:
    """17.3: for a unit in I26, the next hex on the road by which it did not come."""
    printed = state.printed
    return printed.two_roads_north if state.by_west >> unit & 1 else printed.two_roads_west


def steps(state: Position, unit: int, ground: Ground, escorted: bool = False, companions: int = 0) -> int:
    """5-8, 13, 15, 17, 18, 22: every hex this unit may enter next.

    `escorted`: it travels with Rommel. `companions`: the combat units that travel with it.
    """
    bit = 1 << unit
    if (state.stopped | state.frozen) & bit:
        return 0
    hexes = payable(state, unit, escorted) & ~ground.closed
    here = state.place[unit]
    if ground.zone >> here & 1:
        hexes &= ~same_zones(state, ground, here)
    if state.printed.combat & bit:
        entering = hexes & ground.zone
        if entering and entering & shy_of_supply(state, state.printed.side_of[unit]):
            hexes &= ~hopeless_captures(state, unit, entering, companions)
    elif hexes:
        hexes &= ~barred_to_helpers(state, unit, hexes, ground, companions)
    return hexes


def same_zones(state: Position, ground: Ground, here: int) -> int:
    """8.3: a unit in enemy zones may not step directly into another hex of the same zones (ruling 25)."""
    board = state.printed.board
    return board.spread(ground.holders & board.adjacent[here]) & ~state.printed.fortress


def hopeless_captures(state: Position, unit: int, hexes: int, companions: int = 0) -> int:
    """15.2.1g, ruling 9: zone hexes closed to a capturing unit: not all enemies there could be attacked."""
    side = state.printed.side_of[unit]
    bad = 0
    for hex_number in ones(hexes):
        if within_grasp(state, side, hex_number) and not can_answer_from(state, unit, hex_number, companions):
            bad |= 1 << hex_number
    return bad


def can_answer_from(state: Position, unit: int, hex_number: int, companions: int) -> bool:
    """After moving there and capturing, could this unit attack, with all enemies whose zones these are attacked?

    Friends already next to those enemies may help. The owner may destroy that supply instead (15.5); the mover
    takes that risk.
    """
    trial = state.copy()
    side = trial.active = state.printed.side_of[unit]
    for mover in ones(companions | 1 << unit):
        put(trial, mover, hex_number)
    take_by_moving(trial, within_grasp(trial, side, hex_number))
    return can_stay(trial, unit)


def barred_to_helpers(state: Position, unit: int, hexes: int, ground: Ground, companions: int) -> int:
    """13.2, 13.3, 15.1, 22.4.1: hexes that supply or Rommel may not enter, or not without a combat unit."""
    printed = state.printed
    side = printed.side_of[unit]
    unescorted = 0 if companions else hexes & ~state.occupied[side]
    bad = unescorted & shy_of_supply(state, side)
    if unit == printed.rommel:
        return bad | zones_barred_to_rommel(state, unit, unescorted & ground.zone, hexes & ~bad, ground)
    for hex_number in ones(hexes & ground.zone & ~bad):
        if not may_enter_zone(state, unit, hex_number, companions):
            bad |= 1 << hex_number
    return bad


def zones_barred_to_rommel(state: Position, unit: int, zones: int, hexes: int, ground: Ground) -> int:
    """22.4.1, ruling 31: he enters an Allied zone alone only if he could not avoid one by moving or staying."""
    here = state.place[unit]
    stays_in_zone = ground.zone >> here & 1 and not combat_units_at(state, here, AXIS)
    return 0 if stays_in_zone and not hexes & ~zones else zones


def dead_ends(state: Position, group: int, victims: int, ground: Ground) -> int:
    """9.1e: hexes of enemies under automatic victory that this group could enter but not leave again."""
    return sum(1 << hex_number for hex_number in ones(victims) if not leads_on(state, group, hex_number, ground))


def leads_on(state: Position, group: int, victims: int, ground: Ground) -> bool:
    """9.1e: from this hex of victims, perhaps over others, can the group reach a hex where it may end its move?"""
    seen = set()
    ways = [(state, victims)]
    while ways:
        before, hex_number = ways.pop()
        trial = before.copy()
        step(trial, group, hex_number, ground)
        where = hex_number, *expenses(trial, group)
        if where not in seen:
            seen.add(where)
            hexes = common_steps(trial, group, ground)
            if hexes & ~ground.victims:
                return True
            ways += [(trial, further) for further in ones(hexes)]
    return False


def expenses(state: Position, group: int) -> tuple[int, ...]:
    """What decides how far these units can still go from where they are."""
    flags = state.off_road & group, state.by_west & group, state.by_north & group
    spent = [(state.spent[u], state.road_spent[u], state.rommel_bonus[u]) for u in ones(group)]
    return (*flags, *(value for values in spent for value in values))


def pay(state: Position, unit: int, to: int, escorted: bool) -> None:
    """5.2, 17.1-17.3, 18.4-18.5, 22.1: charge the step and note what it used up. The unit has not moved yet."""
    printed, bit = state.printed, 1 << unit
    here = state.place[unit]
    if escorted and state.rommel_bonus[unit] < ROMMEL_HEXES:
        state.rommel_bonus[unit] += 1
    by_road = printed.road[here] >> to & 1
    if here == printed.two_roads:
        if (state.by_west | state.by_north) & bit and to == other_road(state, unit):
            state.spent[unit] += 1
        state.by_west &= ~bit
        state.by_north &= ~bit
    if by_road and state.road_spent[unit] < printed.road_bonus:
        state.road_spent[unit] += 1
    else:
        state.spent[unit] += 1
    if by_road and to == printed.two_roads:
        if here == printed.two_roads_west:
            state.by_west |= bit
        elif here == printed.two_roads_north:
            state.by_north |= bit
    if not by_road and printed.escarpment >> to & 1 and not enters_freely(state, unit, here, to):
        state.stopped |= bit  # 18.1
    if not by_road and printed.road_escarpment & (1 << here | 1 << to):
        state.off_road |= bit  # 18.5


def enters_freely(state: Position, unit: int, here: int, to: int) -> bool:
    """18.4.1, 18.5: is this off-road entry the one free step? Into plain escarpment it never is."""
    return bool(state.printed.road_escarpment >> to & 1) and not state.off_road >> unit & 1


def settle(state: Position, unit: int, to: int, ground: Ground) -> None:
    """8.1: a unit stops as soon as it enters an enemy zone."""
    if ground.zone >> to & 1:
        state.stopped |= 1 << unit


def step(state: Position, group: int, to: int, ground: Ground) -> None:
    """Units that travel together pay, move and stop where they must."""
    rommel = state.printed.rommel
    with_rommel = bool(group >> rommel & 1)
    for unit in ones(group):
        pay(state, unit, to, with_rommel and unit != rommel)
        put(state, unit, to)
        settle(state, unit, to, ground)


def move_group(state: Position, group: int, to: int) -> None:
    """One step of units that travel together, and what it brings about."""
    ground = Ground(state, state.active)
    here = state.place[(group & -group).bit_length() - 1]
    if state.sink is not None:
        tell(state, "moved", rule_of_move(state, group, to), units=list(ones(group)), origin=here, hex=to)
    step(state, group, to, ground)
    after_step(state, group, here, to, ground)


def rule_of_move(state: Position, group: int, to: int) -> str:
    """The paragraph under which all these units take a step, if it is one for all of them; otherwise 5.2."""
    rommel = state.printed.rommel
    if state.place[rommel] == to and state.active == ALLIED:
        return "22.3"
    with_rommel = bool(group >> rommel & 1)
    rules = {rule_of_step(state, unit, to, with_rommel) for unit in ones(group & ~(1 << rommel) or group)}
    return rules.pop() if len(rules) == 1 else "5.2"


def rule_of_step(state: Position, unit: int, to: int, with_rommel: bool) -> str:
    """The paragraph under which a unit takes a step it has not paid for yet: of roads, escarpments or Rommel."""
    printed, here = state.printed, state.place[unit]
    starts_here = not state.spent[unit] and not state.road_spent[unit]
    if printed.road[here] >> to & 1:
        if here == printed.two_roads and starts_here:
            return "17.3.1"
        if printed.escarpment >> to & 1:
            return "18.4"
    elif printed.escarpment >> to & 1:
        return "18.4.1" if enters_freely(state, unit, here, to) else "18.1"
    elif printed.escarpment >> here & 1:
        return "18.2" if starts_here else "18.4.2"
    if with_rommel and unit != printed.rommel and state.rommel_bonus[unit] < ROMMEL_HEXES:
        return "22.1"
    by_bonus = printed.road[here] >> to & 1 and state.road_spent[unit] < printed.road_bonus
    return "17.1" if by_bonus else "5.2"


def after_step(state: Position, group: int, here: int, to: int, ground: Ground) -> None:
    """What a step brings about: captures, obligations of supply, Rommel's displacement."""
    printed = state.printed
    fighters = group & printed.combat
    if fighters:
        capture_by_moving(state, (fighters & -fighters).bit_length() - 1)
    for unit in ones(group & printed.supply):
        if ground.zone >> to & 1:
            oblige_support(state, unit, to)
    place = state.place[printed.rommel]
    if place >= 0 and (place in (here, to) or printed.board.adjacent[to] >> place & 1):
        check_rommel(state)


def group_steps(state: Position, group: int, ground: Ground) -> int:
    """6.2, 9.1e: every hex that a group may enter: all its units can enter it, and none is left among victims."""
    hexes = common_steps(state, group, ground)
    if hexes & ground.victims:
        hexes &= ~dead_ends(state, group, hexes & ground.victims, ground)
    return hexes


def common_steps(state: Position, group: int, ground: Ground) -> int:
    """6.2: every hex that all units of a group may enter together; a stack moves as its slowest unit."""
    printed = state.printed
    with_rommel = bool(group >> printed.rommel & 1)
    fighters = group & printed.combat
    hexes = -1
    for unit in ones(group):
        others = fighters & ~(1 << unit)
        hexes &= steps(state, unit, ground, with_rommel and unit != printed.rommel, others)
        if not hexes:
            return 0
    return hexes


def movable(state: Position, ground: Ground) -> int:
    """5.1: the units of the active side that may take a step, alone or, for Rommel, with one other."""
    printed, place = state.printed, state.place
    able = 0
    for unit in ones(printed.side_units[state.active]):
        if place[unit] >= 0:
            hexes = steps(state, unit, ground)
            if hexes & ~ground.victims or (hexes and group_steps(state, 1 << unit, ground)):
                able |= 1 << unit
    rommel = printed.rommel
    if printed.side_of[rommel] == state.active and place[rommel] >= 0 and not able >> rommel & 1:
        partners = state.stacks[place[rommel]] & printed.side_units[state.active] & ~(1 << rommel)
        if any(group_steps(state, 1 << rommel | 1 << unit, ground) for unit in ones(partners)):
            able |= 1 << rommel
    return able
