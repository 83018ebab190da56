"""Chapters 5 to 8: groups and withdrawals, movement, engagement, battles."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, HIGHWAY, NONE, ROAD_BONUS, TRACK, TRAIL
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    Move,
    budget_of,
    least_road,
    move_of,
    under_move,
    unpack_march,
    walk_of,
)
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import (
    Ways,
    carriers,
    line_map,
    road_of,
    source_of,
)
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import goals_of
from sandtable.games.rommel_in_the_desert.rules.c06_movement import has_arrived
from sandtable.games.rommel_in_the_desert.rules.c06_paths import next_hexes, within_march
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides
from sandtable.games.rommel_in_the_desert.rules.c08_combat import compulsory, fightable, standing_battles
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import attacked, refusable
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines, hostile_neighbours, lines_to
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import HEXES as REDEPLOYMENT_HEXES
from sandtable.games.rommel_in_the_desert.state import (
    ENEMY_OF,
    Position,
    defended_battles,
    in_hexes,
    put,
    scenario_of,
    speed_of,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import (
    ASSAULT,
    DONE,
    FIGHT,
    HEX,
    MARCH,
    REFUSE,
    ROUT,
    SECOND,
    STOP,
    TO,
    UNIT,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

SIDES = (AXIS, ALLIED)
CROWD = 7
"""More units than a hex of other games would take."""
FULL_CLEAR_SIDE = 2
SUCCEEDS_FROM = 4


# Groups and their moves (5.0-5.2)


def unit_of(step: Step) -> int:
    """The unit that is on its way, in a decision about its next hex."""
    return step.frame[2]


def move_under_way(step: Step) -> Move:
    """The declared move to which the unit on its way belongs."""
    return move_of(step.before, step.frame[6])


def move_obeyed(step: Step) -> Move:
    """The declared move under which a unit sets out."""
    return move_of(step.before, int(step.verb == SECOND))


def sets_out(where: Callable[[Step, Move], bool]) -> Witness:
    """A unit sets out under a declared move of which this is true."""
    return at("movement", lambda step: step.verb in (UNIT, SECOND) and where(step, move_obeyed(step)))


def joins_a_crowd(step: Step) -> bool:
    return units_at(step.after, step.active, step.argument).bit_count() >= CROWD


def third_over_one_hexside(step: Step) -> bool:
    """A third unit of a group has crossed the same hexside, into a hex without enemies."""
    index, place = step.frame[6], step.argument
    if step.before.held[step.enemy] >> place & 1 or move_under_way(step).regroup or step.frame[4]:
        return False
    walks = (walk_of(step.after, unit) for unit in ones(units_at(step.after, step.active, place)))
    return sum(walk is not None and walk.steps == 1 and walk.move == index for walk in walks) > FULL_CLEAR_SIDE


def walkers(state: Position, index: int) -> list[int]:
    """The units of the active side that have moved under a declared move."""
    walks = ((unit, walk_of(state, unit)) for unit in ones(state.fielded[state.active] & state.moved))
    return [unit for unit, walk in walks if walk is not None and walk.move == index]


def group_moves(state: Position) -> list[int]:
    """Which of the declared moves are group moves."""
    return [index for index in range(len(state.moves)) if not move_of(state, index).regroup]


def group_dispersed(step: Step) -> bool:
    """Units of one group have gone to different hexes."""
    state = step.before
    return any(len({state.place[unit] for unit in walkers(state, index)}) > 1 for index in group_moves(state))


def group_left_some_behind(step: Step) -> bool:
    """Movement ends, and units of a group that could move have stayed where they were."""
    state = step.before
    return any(walkers(state, index) and under_move(state, move_of(state, index)) for index in group_moves(state))


def follows_others_of_its_group(step: Step, move: Move) -> bool:
    """One unit of a group sets out after another."""
    return not move.regroup and bool(walkers(step.before, int(step.verb == SECOND)))


def regroups_over_a_closed_hexside(step: Step, move: Move) -> bool:
    """A unit regroups from a hex beside the command point from which nobody could go there."""
    board, place = PRINTED.board, step.before.place[step.argument]
    beside = board.touching[move.place] & ~board.adjacent[move.place]
    return bool(move.regroup and beside >> place & 1)


def enemy_lies_there(step: Step, refusal: Refusal) -> bool:
    """The hex that cannot be the command point holds disrupted enemies alone."""
    return not step.before.firm[step.enemy] >> refusal.argument & 1


def cannot_follow(step: Step) -> bool:
    """A unit under a regroup move is not offered, for it cannot reach the destination."""
    state, offered = step.before, step.options
    for index, verb in enumerate((UNIT, SECOND)[: len(state.moves)]):
        move = move_of(state, index)
        if move.regroup and under_move(state, move) & ~offered.get(verb, 0):
            return True
    return False


def measured_from_its_own_hex(step: Step) -> bool:
    """Whether a unit can regroup would be another matter if it stood in the command point."""
    state = step.before
    for index in range(len(state.moves)):
        move = move_of(state, index)
        for unit in ones(under_move(state, move)) if move.regroup and move.place != move.goal else ():
            reach = within_march(state, move.goal, budget_of(state, unit, move))
            if (reach >> state.place[unit] ^ reach >> move.place) & 1:
                return True
    return False


GONE_BACK = fired("block-returned", where=lambda step, event: step.kind == "march-die")


# Withdrawals (5.3)


def withdrawer_side(step: Step) -> int:
    return PRINTED.side_of[unit_of(step)]


def source_is_a_fortress(step: Step) -> bool:
    return source_of(step.before, unit_of(step)) != PRINTED.base[withdrawer_side(step)]


def flees(step: Step) -> bool:
    """A routed unit takes a step of its withdrawal."""
    rout = step.within("rout")
    return rout is not None and bool(rout[4] >> unit_of(step) & 1)


def network_no_smaller(step: Step) -> bool:
    """A unit that had to withdraw stops, and its side's supply network is not smaller than before it left."""
    unit, bound, start = step.frame[2], step.frame[4], step.frame[5]
    if bound:
        return False
    earlier, side = step.before.copy(), withdrawer_side(step)
    put(earlier, unit, start)
    before, after = network(earlier, side), network(step.after, side)
    return after == before or bool(after & ~before)


def passes_the_disrupted(step: Step) -> bool:
    """A routed unit enters a hex of disrupted enemies, and nothing happens."""
    enemies = step.before.held[ENEMY_OF[withdrawer_side(step)]]
    return bool(step.before.disrupted >> unit_of(step) & 1 and enemies >> step.argument & 1)


def lie_together(state: Position) -> int:
    """The hexes in which disrupted units of both sides lie, and nobody stands."""
    return state.held[AXIS] & state.held[ALLIED] & ~state.firm[AXIS] & ~state.firm[ALLIED]


def rise_first(step: Step, event: Event) -> bool:
    """Where disrupted units of both sides lay, one side has recovered and routs the other."""
    return bool(lie_together(step.before) >> event.arguments["hex"] & 1)


def refuses_a_fortress_line(step: Step) -> bool:
    """A unit that might withdraw has a line to a fortress of its side, but is not supplied by it."""
    state, side = step.before, step.side
    hexes = state.firm[side] & ~base_lines(state, side).supplied
    if step.kind == "refuse-battle":
        hexes &= attacked(state)
    cut_off = in_hexes(state, side, hexes) & ~state.disrupted
    for fed in state.by_fortress:
        cut_off &= ~fed
    for fortress, owner in zip(PRINTED.fortresses, state.owner, strict=True):
        if owner == side and cut_off:
            reached = lines_to(state, side, fortress).supplied
            if any(reached >> state.place[unit] & 1 for unit in ones(cut_off)):
                return True
    return False


def line_of_those_who_left(step: Step) -> bool:
    """A unit follows lines that would not be there without units that have left, itself or others."""
    state, unit, side = step.before, unit_of(step), withdrawer_side(step)
    source, held = source_of(state, unit), carriers(state, unit, step.frame[5])
    if not held & ~state.firm[side]:
        return False
    return line_map(state, side, source, held).supplied != line_map(state, side, source, state.firm[side]).supplied


def steps_to_bardia(step: Step) -> bool:
    """The Axis goes from Ft. Capuzzo to Bardia, on its way to its base."""
    bardia, capuzzo = PRINTED.equal_step
    to_base = source_of(step.before, unit_of(step)) == PRINTED.base[AXIS]
    return to_base and (step.frame[-1], step.argument) == (capuzzo, bardia)


def withdraws_by_road(step: Step) -> bool:
    """A unit that withdraws goes farther than its speed, by road."""
    return len(step.frame[5:]) > speed_of(step.before, unit_of(step))


def one_hex_short(step: Step) -> bool:
    """A unit has withdrawn as far as it may; with one hex more it could go on along its line."""
    state, unit, way = step.before, unit_of(step), step.frame[5:]
    ways, here = Ways(state, unit, way[0]), way[-1]
    least = least_road(len(way), speed_of(state, unit) + 1)
    if least > road_of(state, way):
        return False
    further = PRINTED.roads[least][here] & ~ways.payable(way) & ~ways.bars(way)
    homeward = mask_of(place for place in ones(further) if ways.not_away(here, place))
    return bool(homeward and ways.along_lines(way, homeward))


# Movement of units (6.0, 6.1)


def steps_taken(step: Step) -> int:
    """How many hexes the unit on its way has gone, this one included."""
    return step.frame[4] + 1


def road_taken(step: Step) -> int:
    """The class of road of the hexside it crosses now."""
    return PRINTED.road[PRINTED.sides.between(step.before.place[unit_of(step)], step.argument)]


def lowest_road(step: Step) -> int:
    """The lowest class of road it has used, this hexside included."""
    return min(step.frame[5], road_taken(step))


def budget(step: Step) -> int:
    """The hexes that the unit on its way may go without a road."""
    return budget_of(step.before, unit_of(step), move_under_way(step))


def enters_enemies(step: Step) -> bool:
    return bool(step.before.held[step.enemy] >> step.argument & 1)


def stopped_by_enemies(step: Step) -> bool:
    """It has come among enemies, could pay for another hex, and goes no further."""
    could_go_on = least_road(steps_taken(step) + 1, budget(step)) <= lowest_road(step)
    return enters_enemies(step) and could_go_on and step.next_kind != "step"


def went_its_speed(speed: int) -> Witness:
    """A unit of this speed has gone as many hexes without a road, and can go no further."""

    def holds(step: Step) -> bool:
        at_its_end = step.frame[4] == budget(step) and step.frame[5] == NONE
        return at_its_end and PRINTED.speed[unit_of(step)] == speed and HEX not in step.options

    return at("step", holds)


# Bonuses (6.2, 6.3)


def beyond_its_speed(step: Step) -> int:
    """The hexes for which it needs a road."""
    return steps_taken(step) - budget(step)


def paid_by(road: int, at_least: int) -> Witness:
    """A unit goes so many hexes beyond its speed or more, which no lower class of road would have allowed."""
    return chosen("step", HEX, lambda step: beyond_its_speed(step) >= at_least and lowest_road(step) == road)


def mixes_roads(step: Step) -> bool:
    """It has used roads of different classes, and the bonus of the lowest one."""
    return steps_taken(step) > 1 and beyond_its_speed(step) > 0 and road_taken(step) != step.frame[5]


def redeploys_by_road(step: Step) -> bool:
    start = step.before.place[unit_of(step)]
    return PRINTED.board.distance(start, step.argument) > REDEPLOYMENT_HEXES


def needs_rommel(step: Step) -> int:
    """A unit goes a hex that it has from Rommel alone: the road it used, or NONE; -1 if it does not."""
    speed, road = speed_of(step.before, unit_of(step)), lowest_road(step)
    return road if steps_taken(step) > speed + ROAD_BONUS[road] else -1


def rommel_used_up(step: Step) -> bool:
    """In blitz movement the Rommel move is not offered, for it was made in the movement before."""
    state = step.before
    return bool(state.active == AXIS and state.blitzed and state.rommel_used and not state.moves)


def withdraws_without_rommel(step: Step) -> bool:
    """An Axis unit withdraws, and one more hex would be open to it in the Rommel move."""
    return step.side == AXIS and scenario_of(step.before).rommel and one_hex_short(step)


# Forced marches (6.4)


def march_fails(step: Step, event: Event) -> bool:
    return bool(event.arguments["die"] < SUCCEEDS_FROM)


def fails_after_group_move(step: Step, event: Event) -> bool:
    """The unit is disrupted where it stands."""
    unit, regroup = step.frame[2], step.frame[5]
    stays = step.after.place[unit] == step.before.place[unit]
    return march_fails(step, event) and not regroup and stays and bool(step.after.disrupted >> unit & 1)


def marches_fill_a_hexside(step: Step) -> bool:
    """A unit may not march on because marches announced before would use up the hexside."""
    state = step.before
    if not any(state.held[step.enemy] >> unpack_march(packed).goal & 1 for packed in state.marches):
        return False
    free = state.copy()
    free.marches = []
    announced = {unpack_march(packed).unit for packed in state.marches}
    waiting = (unit for unit in ones(state.moved) if state.walked[unit] and unit not in announced)
    return any(goals_of(free, unit) & ~goals_of(state, unit) for unit in waiting)


def loses_a_step_by_marching(step: Step, event: Event) -> bool:
    return step.kind == "march-die" and bool(step.before.disengaged >> event.arguments["unit"] & 1)


# Engagement (7.1)


def barred_by_full_sides(step: Step) -> list[int]:
    """The hexsides that a unit on its way could cross to engage if others had not done so before."""
    state, unit = step.before, unit_of(step)
    here, move = state.place[unit], move_under_way(step)
    full = beyond_full_sides(state, here) & state.held[step.enemy]
    if not full or has_arrived(state, unit, step.frame[4], move):
        return []
    free = state.copy()
    free.engaged_once = free.engaged_twice = 0
    free.marches = []
    wanted = next_hexes(free, unit, step.frame[4], step.frame[5], move) & ~step.options.get(HEX, 0)
    return [PRINTED.sides.between(here, other) for other in ones(full & wanted)]


def full(terrain: str, road: bool | None = None) -> Witness:
    """A unit may not engage over a hexside of this terrain, for as many have done so as may."""

    def holds(step: Step) -> bool:
        sides = barred_by_full_sides(step)
        return any(
            PRINTED.terrain[side] == terrain and road in (None, PRINTED.road[side] > NONE) for side in sides
        )

    return at("step", holds)


def limits_reset(step: Step, event: Event) -> bool:
    """A Blitz begins its second movement: hexsides that had been used are free again."""
    used = step.before.engaged_once | step.before.engaged_twice
    return bool(used) and not (step.after.engaged_once | step.after.engaged_twice)


# Disengaging (7.2, 7.3)


def leaves_a_battle(step: Step) -> bool:
    """A unit is about to take its first step out of a battle."""
    return not step.frame[4] and bool(step.before.held[step.enemy] >> step.frame[3] & 1)


def closed_hexside(step: Step) -> bool:
    """A unit that leaves a battle may not go to an open hex, for the hexside to it is not friendly."""
    if not leaves_a_battle(step):
        return False
    here = step.frame[3]
    hostile = hostile_neighbours(step.before, step.active, here) & PRINTED.board.adjacent[here]
    return bool(hostile & ~step.before.held[step.enemy] & ~step.options.get(HEX, 0))


def redeployed_out_of_battle(step: Step, event: Event) -> bool:
    """A unit leaves a battle in the Buildup, and is not disrupted."""
    enemy = ENEMY_OF[event.arguments["side"]]
    unit = unit_of(step) if step.kind == "redeploy-to" else step.argument
    left = step.before.held[enemy] >> event.arguments["origin"] & 1
    return bool(left) and not step.after.disrupted >> unit & 1


def newly_disrupted(step: Step, event: Event) -> bool:
    return not step.before.disrupted >> event.arguments["unit"] & 1


def more_leave_than_may_engage(step: Step) -> bool:
    """Of the units that leave a battle more go over a hexside than might engage over it."""
    if not leaves_a_battle(step) or move_under_way(step).regroup:
        return False
    limit = PRINTED.limit[PRINTED.sides.between(step.frame[3], step.argument)]
    there = units_at(step.after, step.active, step.argument) & step.after.disengaged
    walks = (walk_of(step.after, unit) for unit in ones(there))
    return sum(walk is not None and walk.steps == 1 and walk.move == step.frame[6] for walk in walks) > limit


def engages_unseen(step: Step) -> bool:
    """A unit has come among enemies in movement, and is not shown to them."""
    return enters_enemies(step) and not step.after.shown >> unit_of(step) & 1


# Battles (8.0-8.3)


def takes_a_hexside(step: Step) -> bool:
    """A unit goes into a battle or out of one, and the hexside becomes its side's."""
    gained = step.after.crossed[step.active] & ~step.before.crossed[step.active]
    return bool(gained >> PRINTED.sides.between(step.before.place[unit_of(step)], step.argument) & 1)


def defender_leaves_over_an_uncrossed_side(step: Step) -> bool:
    """A Defender goes out of a battle over a hexside that nobody has crossed."""
    state, unit = step.before, unit_of(step)
    here, side = state.place[unit], PRINTED.side_of[unit]
    crossed = state.crossed[AXIS] | state.crossed[ALLIED]
    between = PRINTED.sides.between(here, step.argument)
    return bool(defended_battles(state, side) >> here & 1) and not crossed >> between & 1


def reinforces_a_battle(step: Step) -> bool:
    """A unit joins a battle that has lasted for some time, and nobody is attacked."""
    battles = step.before.attacker_hexes[AXIS] | step.before.attacker_hexes[ALLIED]
    old = battles & ~step.before.attacked_hexes
    return bool(enters_enemies(step) and old >> step.argument & 1) and not any(step.told("attacked"))


def controls_a_battle_hex(step: Step) -> bool:
    """Lines run through a battle hex of its Defender."""
    state = step.before
    return any(
        base_lines(state, side).carriers & defended_battles(state, side) & state.firm[side] for side in SIDES
    )


ROUTED_BY_ATTACK = any_of(
    chosen("movement", ROUT),
    fired("rout", "11.3", lambda step, event: step.kind in ("march-die", "announce-marches", "overrun")),
)


# Refusing battle (8.4)


def old_battles(step: Step) -> int:
    """The battles that both players have been in since before this movement phase."""
    return standing_battles(step.before) & ~step.before.attacked_hexes


def refuses_mixed(step: Step, event: Event) -> bool:
    """A group refuses battle, and disrupted units of it are left behind."""
    if step.kind != "refuse-battle" or step.verb != REFUSE:
        return False
    return bool(units_at(step.before, step.side, step.argument) & step.before.disrupted)


def from_a_refusal(step: Step) -> bool:
    return step.within("refusal") is not None


# Choosing battles (8.6)


def must_be_fought(step: Step) -> int:
    """New battles that are active without being named."""
    return compulsory(step.before) & step.before.attacked_hexes


def siege_goes_on(step: Step) -> int:
    """Fortress battles that the Attacker has to fight once more."""
    return compulsory(step.before) & PRINTED.fortress & ~step.before.attacked_hexes


def siege_may_rest(step: Step) -> int:
    """Fortress battles that the Attacker need not fight in blitz combat."""
    own = step.before.attacker_hexes[step.active] & PRINTED.fortress
    return own & fightable(step.before) & ~compulsory(step.before)


def blitz_combat(step: Step) -> bool:
    return bool(step.before.blitzed) and bool(must_be_fought(step) | siege_may_rest(step))


def gives_up_a_siege(step: Step) -> bool:
    """Attackers of a fortress have passed, and withdraw from it under pursuit fire."""
    falling_back = step.within("fall-back")
    return falling_back is not None and not falling_back[4]


NEW_BATTLE = at("name-battles", lambda step: bool(must_be_fought(step)))
CLOSED_SIDE = at("step", closed_hexside)
NOT_SMALLER = any_of(
    refused("5.3", "the supply network is not smaller than it was"),
    refused("5.3", "the supply network would not"),
)

WITNESSES: dict[str, Witness] = {
    "5.0b": chosen("step", HEX, joins_a_crowd),
    "5.0c": refused("5.0", "declare the move first"),
    "5.0e": refused("5.0", "the option of this turn gives no further move"),
    "5.0f": refused("6.1", "it has no movement left", lambda step, refusal: step.kind == "step"),
    "5.0g": chosen("step", HEX, third_over_one_hexside),
    "5.1a": sets_out(lambda step, move: not move.regroup),
    "5.1b": at("movement", group_dispersed),
    "5.1c": sets_out(follows_others_of_its_group),
    "5.1d": chosen("movement", DONE, group_left_some_behind),
    "5.2a": sets_out(lambda step, move: bool(move.regroup)),
    "5.2b": sets_out(regroups_over_a_closed_hexside),
    "5.2c": refused("5.2", "an enemy hex cannot be the command point"),
    "5.2d": refused("5.2", "an enemy hex cannot be the command point", enemy_lies_there),
    "5.2e": chosen("destination", TO, enters_enemies),
    "5.2f": chosen("destination", TO),
    "5.2g": refused("5.2", "no unit in or next to the command point could reach that hex"),
    "5.2h": at("movement", cannot_follow),
    "5.2s1": at("movement", measured_from_its_own_hex),
    "5.2s2": any_of(chosen("step", MARCH), GONE_BACK),
    "5.3b": refused("4.5", "on a pass you may make one withdrawal, and nothing else"),
    "5.3c": any_of(fired("withdrawal"), fired("regroup-withdrawal")),
    "5.3d": fired("refused"),
    "5.3e": chosen("leave", HEX, flees),
    "5.3f": any_of(
        refused("5.3", "it has no supply line to withdraw along"),
        refused("5.3", "no unit there has a supply line to withdraw along"),
    ),
    "5.3g": refused("5.3", "that hex is not on a supply line of this unit"),
    "5.3h": NOT_SMALLER,
    "5.3i": chosen("leave", STOP, network_no_smaller),
    "5.3j": refused("5.3", "no step of a withdrawal leads away from the source of supply"),
    "5.3k": at("leave", source_is_a_fortress),
    "5.3l": refused("5.3", "withdrawing units may not engage the enemy"),
    "5.3m": at("leave", one_hex_short),
    "5.3s1": fired("rout", where=lambda step, event: step.kind == "leave" and not flees(step)),
    "5.3s2": chosen("leave", HEX, passes_the_disrupted),
    "5.3s3": any_of(at("movement", lambda step: bool(lie_together(step.before))), fired("rout", where=rise_first)),
    "5.3s4": chosen("leave", HEX, source_is_a_fortress),
    "5.3s5": any_of(at("withdraw", refuses_a_fortress_line), at("refuse-battle", refuses_a_fortress_line)),
    "5.3s6": chosen("leave", HEX, line_of_those_who_left),
    "5.3s7": chosen("leave", HEX, steps_to_bardia),
    "6.0b": chosen("step", HEX, lambda step: step.frame[4] > 0 and not enters_enemies(step)),
    "6.0c": chosen("step", HEX, stopped_by_enemies),
    "6.0d": refused("6.0", "no unit moves twice in a player turn"),
    "6.1a": refused("6.1", "it has no movement left", lambda step, refusal: step.kind == "step"),
    "6.1t1": went_its_speed(4),
    "6.1t2": went_its_speed(3),
    "6.1t3": went_its_speed(2),
    "6.1t4": went_its_speed(1),
    "6.2a": paid_by(HIGHWAY, 3),
    "6.2b": paid_by(TRACK, 2),
    "6.2c": paid_by(TRAIL, 1),
    "6.2d": refused("6.2", "off that road it would lose the road bonus"),
    "6.2e": chosen("step", HEX, mixes_roads),
    "6.2s1": any_of(chosen("leave", HEX, withdraws_by_road), chosen("redeploy-to", HEX, redeploys_by_road)),
    "6.3a": any_of(
        chosen("step", HEX, lambda step: needs_rommel(step) >= NONE),
        refused("6.3", "the Rommel move of this turn has been made"),
    ),
    "6.3b": chosen("step", HEX, lambda step: needs_rommel(step) > NONE),
    "6.3c": refused("6.3", "there is no Rommel move in this scenario"),
    "6.3s1": any_of(refused("6.3", "the Rommel move is for the Axis"), at("movement", rommel_used_up)),
    "6.3s2": at("leave", withdraws_without_rommel),
    "6.4a": fired("march-announced"),
    "6.4b": chosen("announce-marches", DONE, lambda step: len(step.before.marches) > 1),
    "6.4c": fired("march-rolled"),
    "6.4d": fired("march-rolled", where=lambda step, event: not march_fails(step, event)),
    "6.4e": fired("march-rolled", where=fails_after_group_move),
    "6.4f": GONE_BACK,
    "6.4s1": any_of(at("announce-marches", marches_fill_a_hexside), at("march-to", marches_fill_a_hexside)),
    "6.4s2": any_of(
        fired("step-lost", "6.4", loses_a_step_by_marching),
        fired("eliminated", "6.4", loses_a_step_by_marching),
    ),
    "7.1a": at("step", lambda step: bool(barred_by_full_sides(step))),
    "7.1b": full("clear"),
    "7.1c": full("pass"),
    "7.1d": full("mountain", road=True),
    "7.1e": refused("1.4", "the hexside between them cannot be crossed"),
    "7.1f": fired("blitz", where=limits_reset),
    "7.2b": fired("block-redeployed", where=redeployed_out_of_battle),
    "7.2c": CLOSED_SIDE,
    "7.2d": fired("disrupted", "7.2", newly_disrupted),
    "7.2e": chosen("step", HEX, more_leave_than_may_engage),
    "7.2g": refused("7.2", "a unit that has left a battle may not engage again in this turn"),
    "7.3a": chosen("step", HEX, engages_unseen),
    "7.3b": at("lay", lambda step: bool(step.before.shown)),
    "8.0b": any_of(at("lay", lambda step: bool(standing_battles(step.before))), fired("battle-over")),
    "8.1b": CLOSED_SIDE,
    "8.1c": chosen("step", HEX, takes_a_hexside),
    "8.1d": any_of(
        chosen("step", HEX, defender_leaves_over_an_uncrossed_side),
        chosen("leave", HEX, defender_leaves_over_an_uncrossed_side),
    ),
    "8.2b": chosen("step", HEX, reinforces_a_battle),
    "8.2c": at("refuse-battle"),
    "8.2d": NEW_BATTLE,
    "8.2e": ROUTED_BY_ATTACK,
    "8.3a": at("name-battles", lambda step: step.before.attacker_hexes[step.enemy] & fightable(step.before)),
    "8.3b": at("name-battles", lambda step: step.before.attacker_hexes[step.active] & old_battles(step)),
    "8.3c": at("lay", controls_a_battle_hex),
    "8.4a": chosen("refuse-battle", REFUSE),
    "8.4b": at("refuse-battle", lambda step: bool(old_battles(step))),
    "8.4s1": fired("refused", where=refuses_mixed),
    "8.4s2": fired("slowest", where=refuses_mixed),
    "8.4s3": fired("rout", where=lambda step, event: from_a_refusal(step)),
    "8.4s4": at("leave", lambda step: from_a_refusal(step) and flees(step)),
    "8.4s5": at("refuse-battle", lambda step: bool(attacked(step.before) & ~refusable(step.before))),
    "8.5c": fired("shown", "8.5"),
    "8.6a": chosen("name-battles", FIGHT),
    "8.6c": NEW_BATTLE,
    "8.6d": at("name-battles", lambda step: bool(siege_goes_on(step))),
    "8.6e": at("name-battles", blitz_combat),
    "8.6f": chosen("name-battles", DONE, lambda step: step.before.fighting_hexes.bit_count() > 1),
    "8.6g": chosen("name-battles", ASSAULT),
    "8.6h": at("volley", lambda step: step.before.assault_hexes >> step.frame[2] & 1),
    "8.6s1": at("pursue", gives_up_a_siege),
    "8.6s2": fired("rout", "13.2"),
}

EXCUSED: dict[str, str] = {
    "8.5s1": "the battle line is a matter of the table: a position has no places in it",
}
