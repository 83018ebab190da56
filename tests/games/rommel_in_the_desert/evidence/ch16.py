"""Chapter 16: the Buildup."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, HAND_LIMIT
from sandtable.games.rommel_in_the_desert.rules.c04_cards import hand_size
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import move_of, walk_of
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import is_besieged
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import NOT_YET
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import accounts_of
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import cards_due
from sandtable.games.rommel_in_the_desert.rules.c16_entering_the_base import OUTSIDE
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import HEXES, is_open_port, sea_cost
from sandtable.games.rommel_in_the_desert.rules.c16_reinforcements import monthly_cards
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    ENEMY_OF,
    EXITED,
    OUT,
    REFIT,
    WAITING,
    Position,
    scenario_of,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import (
    CLEAR,
    EXTRA,
    HEX,
    MINE,
    SHIP,
    THROW,
    UNIT,
)
from sandtable.games.rommel_in_the_desert.verbs import REFIT as TO_REFIT
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

SIDES = (AXIS, ALLIED)
PURPOSES = ("replacements", "redeployments", "minefields", "cards")


def builder(step: Step) -> int:
    """How many players have still to finish their part of the Buildup: two for player 1, one for player 2."""
    return sum(step.game.kind_names[frame[0]] == "player-buildup" for frame in step.before.frames)


def paid(step: Step, side: int) -> int:
    """What this step has cost a side."""
    return step.before.points[side] - step.after.points[side]


# The sequence (16.0, 16.1)


def before_gazala(step: Step) -> bool:
    """The special Buildup before the game."""
    return step.within("preparation") is not None


def wants_a_later_purpose(step: Step, refusal: Refusal) -> bool:
    """Minefields or cards were asked for while units are rebuilt and redeployed."""
    return step.side == refusal.side and refusal.verb in (MINE, CLEAR, EXTRA)


def draws_more_than_the_monthly_cards(step: Step) -> bool:
    """Cards bought or won with a fortress come in the same draw as those of the month."""
    if step.next_kind != "draw":
        return False
    return step.after.frames[-1][3] > monthly_cards(step.before, step.side)


# The supply check (16.2)


def network_is_frozen(step: Step) -> bool:
    """The network would be another one by now."""
    side = step.side
    return network(step.before, side) != step.before.network[side]


def in_the_buildup_check(step: Step, event: Event) -> bool:
    """The check was made, and the dice for the points come next."""
    return step.next_kind == "point-dice"


# The points (16.3)


def dice_of_the_scenario(step: Step, event: Event) -> bool:
    """One die in 1940, two elsewhere."""
    return len(event.arguments["dice"]) == (1 if scenario_of(step.before).id == "1940" else 2)


def both_receive_the_sum(step: Step, event: Event) -> bool:
    """Either sheet has the sum of all dice."""
    received = [accounts_of(step.after, side)["received"] for side in SIDES]
    return received == [sum(step.after.rolled)] * 2 == [event.arguments["points"]] * 2


def lower_roll_is_first(step: Step, event: Event) -> bool:
    """Player 1 has the lower roll, or is Allied on a tie."""
    axis, allied = step.after.rolled
    return bool(event.arguments["side"] == (AXIS if axis < allied else ALLIED))


def some_were_saved(step: Step, event: Event) -> bool:
    return any(accounts_of(step.after, side)["saved"] for side in SIDES)


# Reinforcements (16.4, 16.41)


def month_of(step: Step, unit: int) -> int:
    """The month in which the scenario lists a unit, or 0."""
    side = PRINTED.side_of[unit]
    arrivals = scenario_of(step.before).arrivals
    return next((month for month, groups in enumerate(arrivals) if groups[side] >> unit & 1), 0)


def arrives_in_its_month(step: Step, event: Event) -> bool:
    return month_of(step, event.arguments["unit"]) == step.after.month


def arrives_a_month_early(step: Step, event: Event) -> bool:
    return month_of(step, event.arguments["unit"]) == step.after.month + 1


def arrives_in_the_base(step: Step, event: Event) -> bool:
    return bool(event.arguments["hex"] == PRINTED.base[event.arguments["side"]])


def waits_outside(step: Step, event: Event) -> bool:
    return bool(event.arguments["hex"] == WAITING)


def would_come_early_in_a_longer_game(step: Step) -> bool:
    """It is the last month, and a block has the next one on its label: nobody rolls for it."""
    state = step.before
    if state.month != scenario_of(state).end_month:
        return False
    label = str(state.month + 1)
    own = ones(PRINTED.side_units[step.side])
    return any(PRINTED.units[unit].arrival == label and state.place[unit] == OUT for unit in own)


def third_into_the_battle(step: Step) -> bool:
    """Two units have entered the base against enemies there, as many as over a hexside; now another does."""
    state, base = step.before, PRINTED.base[step.side]
    if not state.held[ENEMY_OF[step.side]] >> base & 1:
        return False
    walks = (walk_of(state, unit) for unit in ones(units_at(state, step.side, base)))
    return sum(walk is not None and move_of(state, walk.move).place == OUTSIDE for walk in walks) >= 2


# Spending (16.5)


def spends(step: Step, event: Event) -> bool:
    return any(event.arguments[purpose] for purpose in PURPOSES)


def loses_points(step: Step, event: Event) -> bool:
    """More were left than can be saved."""
    given = event.arguments
    return bool(given["saved"] + given["received"] - sum(given[purpose] for purpose in PURPOSES) > given["left"])


# Redeployment by land (16.51)


def in_play(state: Position, side: int) -> int:
    """The units of a side on the map and beside it."""
    return mask_of(u for u in ones(PRINTED.side_units[side]) if state.place[u] not in (OUT, DEAD, EXITED))


def is_alone(step: Step) -> bool:
    """The side that builds has one unit only: whatever was done before, was done with it."""
    return in_play(step.before, step.side).bit_count() == 1


def trips(step: Step) -> int:
    """The redeployments made before this step."""
    return accounts_of(step.before, step.side)["trips"]


def leaves_others_behind(step: Step) -> bool:
    """A single unit goes, though others of its hex stay."""
    return units_at(step.before, step.side, step.before.place[step.frame[2]]).bit_count() > 1


def goes_farther_by_road(step: Step) -> bool:
    """More than two hexes."""
    return PRINTED.board.distance(step.before.place[step.frame[2]], step.argument) > HEXES


def too_far_for_the_fast(step: Step, refusal: Refusal) -> bool:
    """The unit's own speed would have carried it farther."""
    unit = step.frame[2]
    distance = PRINTED.board.distance(step.before.place[unit], refusal.argument)
    return step.side == refusal.side and PRINTED.speed[unit] >= distance


def into_a_battle(step: Step, refusal: Refusal) -> bool:
    """Units of both sides are in the hex asked for."""
    own, enemy = step.before.held[step.side], step.before.held[ENEMY_OF[step.side]]
    return step.side == refusal.side and bool((own & enemy) >> refusal.argument & 1)


def out_of_a_battle(step: Step) -> bool:
    """Out of a battle, in which another unit stays."""
    origin = step.before.place[step.frame[2]]
    in_battle = step.before.held[ENEMY_OF[step.side]] >> origin & 1
    return bool(in_battle and units_at(step.after, step.side, origin))


def out_of_a_battle_unharmed(step: Step) -> bool:
    """Nobody fires at the unit, and it is not disrupted."""
    return out_of_a_battle(step) and not step.after.disrupted >> step.frame[2] & 1 and step.next_kind == "spend"


def back_to_the_front(step: Step) -> bool:
    """The only unit leaves the base, where its one redeployment before took it and where it was rebuilt."""
    in_base = step.before.place[step.frame[2]] == PRINTED.base[step.side]
    return is_alone(step) and in_base and trips(step) == 1 and accounts_of(step.before, step.side)["steps"] > 0


def has_just_come(step: Step) -> bool:
    """The unit has come early, in this Buildup, and goes on at once."""
    unit = step.frame[2]
    at_base = step.before.place[unit] == PRINTED.base[step.side]
    return at_base and month_of(step, unit) == step.before.month + 1


def only_lines_of_now_lead_there(step: Step, refusal: Refusal) -> bool:
    """The hex would be in the network if that were made anew."""
    own = step.kind == "redeploy-to" and step.side == refusal.side
    return own and bool(network(step.before, step.side) >> refusal.argument & 1)


def only_lines_of_before_lead_there(step: Step) -> bool:
    """The hex would be in the network no more if that were made anew."""
    return not network(step.before, step.side) >> step.argument & 1


# Refit (16.52)


def is_in_refit(step: Step, refusal: Refusal) -> bool:
    return step.side == refusal.side and step.before.place[refusal.argument] == REFIT


def somebody_is_in_refit(step: Step) -> bool:
    """A unit of the side that moves can do nothing this month."""
    return any(step.before.place[unit] == REFIT for unit in ones(PRINTED.side_units[step.side]))


# Redeployment by sea (16.53)


def ports_from(step: Step) -> Iterator[int]:
    """The ports of the side to which the unit picked could go by sea, were it not for sieges, room and price."""
    state, side, origin = step.before, step.side, step.before.place[step.frame[2]]
    enemy = ENEMY_OF[side]
    own = [PRINTED.base[side]]
    own += [place for place, owner in zip(PRINTED.fortresses, state.owner, strict=True) if owner == side]
    if origin in own:
        closed = state.held[enemy] | state.network[enemy] | 1 << origin
        yield from (place for place in own if not closed >> place & 1)


def sieges(step: Step, place: int) -> int:
    """How many of the two ports are besieged: that in which the unit stands, and this one."""
    origin = step.before.place[step.frame[2]]
    return is_besieged(step.before, origin, step.side) + is_besieged(step.before, place, step.side)


def has_room(step: Step, place: int) -> bool:
    """Neither port has reached its capacity."""
    origin = step.before.place[step.frame[2]]
    return all(is_open_port(step.before, step.side, port) for port in (origin, place))


def siege_forbids(step: Step, fewest: int) -> bool:
    """Only the siege of so many ports keeps the unit from going."""
    return any(has_room(step, place) and sieges(step, place) >= fewest for place in ports_from(step))


def a_port_is_full(step: Step) -> bool:
    """Only the capacity of a port keeps the unit from going."""
    origin = step.before.place[step.frame[2]]
    costs = (sea_cost(step.before, step.side, origin, place) for place in ports_from(step))
    payable = [0 < cost <= step.before.points[step.side] for cost in costs]
    full = [not has_room(step, place) for place in ports_from(step)]
    return any(both == (True, True) for both in zip(payable, full, strict=True))


def port_of_the_enemy(step: Step) -> bool:
    """Ships go, but not to a fortress of the enemy."""
    return SHIP in step.options and step.enemy in step.before.owner


def between_base_and_fortress(step: Step) -> bool:
    ends = 1 << step.before.place[step.frame[2]] | 1 << step.argument
    return bool(ends & PRINTED.fortress) and bool(ends >> PRINTED.base[step.side] & 1)


def base_serves_another(step: Step) -> bool:
    """The base takes one unit more after others have gone by sea."""
    ends = (step.before.place[step.frame[2]], step.argument)
    return PRINTED.base[step.side] in ends and sum(step.before.port_used) > 0


def costs_at_sea(step: Step, besieged: int, price: int) -> bool:
    """A passage with so many besieged ports has this price."""
    return sieges(step, step.argument) == besieged and paid(step, step.side) == price


def by_land_and_by_sea(step: Step) -> bool:
    """The only unit has gone by land and now goes by sea, or the other way round."""
    own = [place for place, owner in enumerate(step.before.owner) if owner == step.side]
    has_sailed = any(step.before.port_used[place] for place in own)
    return is_alone(step) and trips(step) > 0 and has_sailed == (step.verb == HEX)


# Replacements (16.54)


def rebuilt_at(*sorts: str, price: int) -> Witness:
    """A step of a unit of one of these types was paid at this price per CV."""

    def holds(step: Step, event: Event) -> bool:
        unit = event.arguments["unit"]
        return PRINTED.units[unit].sort.name in sorts and paid(step, step.side) == price * PRINTED.step[unit]

    return fired("rebuilt", "16.54", holds)


def elite_pays_double(step: Step, event: Event) -> bool:
    unit = event.arguments["unit"]
    return bool(PRINTED.step[unit] == 2 and paid(step, step.side) == 2 * PRINTED.units[unit].sort.bp_per_cv)


def rebuilt_again(step: Step, event: Event) -> bool:
    """The only unit of the side has been rebuilt before in this Buildup."""
    return is_alone(step) and accounts_of(step.before, step.side)["steps"] > 0


# Minefields (16.55)


def pays_for_a_minefield(step: Step) -> bool:
    return step.frame[4] == NOT_YET and paid(step, step.side) == PRINTED.costs["minefield"]


def mined_in_the_network(step: Step, event: Event) -> bool:
    """Inside the own network; before Gazala there is none."""
    inside = step.before.network[step.side] & ~step.before.held[ENEMY_OF[step.side]]
    return not before_gazala(step) and bool(inside >> event.arguments["hex"] & 1)


# Cards (16.6)


def cards_come_back(step: Step) -> bool:
    """Cards that were spent, or dummies thrown in, go into the deck before the draw."""
    return step.before.real_spent + step.before.dummies_spent + step.argument > 0


def draws_in_the_buildup(step: Step, event: Event) -> bool:
    return step.within("buildup") is not None


def hand_would_be_too_large(step: Step) -> bool:
    """More cards are due than the hand can take."""
    wanted = cards_due(step.before, step.side) + step.before.extra_cards
    return hand_size(step.before, step.side) - step.argument + wanted > HAND_LIMIT


WITNESSES: dict[str, Witness] = {
    "16.0a": fired("month"),
    "16.0b": at("mines", before_gazala),
    "16.0t1": fired("month"),
    "16.0t2": at("point-dice", lambda step: any(step.before.network)),
    "16.0t3": fired("points"),
    "16.0t4": at("spend", lambda step: builder(step) == 2),
    "16.0t5": refused("16.5", "replacements and redeployments come first", wants_a_later_purpose),
    "16.0t6": at("throw-in", draws_more_than_the_monthly_cards),
    "16.0t7": at("spend", lambda step: builder(step) == 1),
    "16.1a": fired("month", where=lambda step, event: step.after.month == step.before.month + 1),
    "16.2a": at("spend", network_is_frozen),
    "16.2b": any_of(fired("designated", where=in_the_buildup_check), fired("eliminated", "12.7")),
    "16.2c": fired("eliminated", "12.7"),
    "16.2e": fired("recovered", where=in_the_buildup_check),
    "16.3a": fired("points-rolled", where=dice_of_the_scenario),
    "16.3b": fired("points", where=both_receive_the_sum),
    "16.3c": fired("points", where=lower_roll_is_first),
    "16.3d": fired("points", where=some_were_saved),
    "16.4a": fired("blocks-arrived", "16.4", arrives_in_the_base),
    "16.4b": any_of(
        fired("arrived", "16.4", arrives_in_its_month), fired("arrived", "16.41", arrives_a_month_early)
    ),
    "16.41a": fired("arrived", "16.4", arrives_in_its_month),
    "16.41b": at("early-arrival"),
    "16.41c": fired("arrived", "16.41"),
    "16.41d": fired("early-die", where=lambda step, event: event.arguments["die"] >= 3),
    "16.41s1": at("spend", would_come_early_in_a_longer_game),
    "16.41s3": any_of(
        fired("blocks-arrived", "16.4", waits_outside), fired("blocks-arrived", "16.41", waits_outside)
    ),
    "16.41s4": fired("entered", "16.41"),
    "16.41s5": chosen("enter-base", UNIT, third_into_the_battle),
    "16.5a": fired("accounts", where=spends),
    "16.5b": refused("16.5", "replacements and redeployments come first", wants_a_later_purpose),
    "16.5c": fired("accounts", where=lambda step, event: event.arguments["left"] > 0),
    "16.5d": fired("accounts", where=loses_points),
    "16.5s1": fired("accounts"),
    "16.5s2": fired("accounts", where=lambda step, event: step.before.disclosed and event.heard_by(step.enemy)),
    "16.51a": chosen("redeploy-to", HEX, leaves_others_behind),
    "16.51b": any_of(
        chosen("redeploy-to", HEX, goes_farther_by_road),
        refused("16.51", "that is too far for one redeployment", too_far_for_the_fast),
    ),
    "16.51c": chosen("redeploy-to", HEX, lambda step: paid(step, step.side) == 1),
    "16.51d": at("redeploy-to", lambda step: is_alone(step) and trips(step) > 0),
    "16.51e": refused("16.51", "that hex is outside your supply network"),
    "16.51f": refused("16.51", "that hex lies in the enemy's supply network"),
    "16.51g": refused("16.51", "the enemy is there", into_a_battle),
    "16.51h": at("redeploy-to", out_of_a_battle),
    "16.51i": at("redeploy-to", out_of_a_battle_unharmed),
    "16.51s1": at("redeploy-to", back_to_the_front),
    "16.51s2": at("redeploy-to", has_just_come),
    "16.51s3": any_of(
        refused("16.51", "that hex is outside your supply network", only_lines_of_now_lead_there),
        chosen("redeploy-to", HEX, only_lines_of_before_lead_there),
    ),
    "16.52a": chosen("spend", TO_REFIT, lambda step: not paid(step, step.side)),
    "16.52b": any_of(
        refused("16.51", "it is not on the map", is_in_refit),
        refused("16.54", "units are rebuilt only in their own base", is_in_refit),
        at("movement", somebody_is_in_refit),
    ),
    "16.52c": fired("refit-route"),
    "16.52e": fired("blocks-arrived", "16.52", arrives_in_the_base),
    "16.52f": fired("blocks-arrived", "16.52", waits_outside),
    "16.53a": chosen("redeploy-to", SHIP, between_base_and_fortress),
    "16.53b": at("redeploy-to", port_of_the_enemy),
    "16.53c": chosen("redeploy-to", SHIP, lambda step: costs_at_sea(step, besieged=0, price=1)),
    "16.53d": chosen("redeploy-to", SHIP, lambda step: costs_at_sea(step, besieged=1, price=4)),
    "16.53e": at("redeploy-to", lambda step: step.side == AXIS and siege_forbids(step, fewest=1)),
    "16.53f": at("redeploy-to", lambda step: siege_forbids(step, fewest=2)),
    "16.53g": at("redeploy-to", a_port_is_full),
    "16.53h": chosen("redeploy-to", SHIP, base_serves_another),
    "16.53i": at("redeploy-to", by_land_and_by_sea),
    "16.54a": refused("16.54", "units are rebuilt only in their own base"),
    "16.54b": fired("rebuilt", where=elite_pays_double),
    "16.54c": fired("rebuilt", where=rebuilt_again),
    "16.54t1": rebuilt_at("armor", "recon", price=3),
    "16.54t2": rebuilt_at("mob_at", "mot_at", price=3),
    "16.54t3": rebuilt_at("artillery", "sp_arty", price=3),
    "16.54t4": rebuilt_at("mech_inf", "mot_inf", price=2),
    "16.54t5": rebuilt_at("infantry", "para", price=1),
    "16.54t6": fired("rebuilt", where=elite_pays_double),
    "16.54t7": chosen("mines", MINE, pays_for_a_minefield),
    "16.54t8": chosen("buy-cards", EXTRA, lambda step: step.argument > 0),
    "16.55a": fired("mined", where=mined_in_the_network),
    "16.55b": fired("mined", where=lambda step, event: event.audience == 1 << step.side),
    "16.55c": fired("cleared"),
    "16.6a": chosen("throw-in", THROW, cards_come_back),
    "16.6b": fired("drew", where=draws_in_the_buildup),
    "16.6c": at("throw-in", hand_would_be_too_large),
    "16.6s1": fired("drew-card", where=lambda step, event: event.audience == 1 << step.frame[2]),
}
