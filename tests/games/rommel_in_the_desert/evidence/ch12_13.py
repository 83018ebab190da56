"""Chapters 12 and 13: supply and fortresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, NONE, TRAIL
from sandtable.games.rommel_in_the_desert.rules.c09_fire import ARMOR, is_defender
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import (
    Lines,
    Link,
    base_lines,
    is_friendly_side,
    lines_to,
)
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import bonus_cards, capacity_left, is_besieged
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import sea_cost
from sandtable.games.rommel_in_the_desert.rules.c17_victory import ATTRITION, DRAW, TOBRUK
from sandtable.games.rommel_in_the_desert.state import (
    ENEMY_OF,
    Position,
    battle_hexes,
    defended_battles,
    in_hexes,
    scenario_of,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import DONE, HEX, SHIP
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import Event
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import Witness, any_of, at, chosen, fired, refused, start

SIDES = (AXIS, ALLIED)
MANY = 5
"""No fortress supplies more units than this."""
FAR = 10
"""So many hexes away from the base is far."""
INITIAL, FINAL, BUILDUP = "initial-check", "final-check", "buildup-check"


def after_check(where: Callable[[Position, int], object]) -> Witness:
    """So it was for the side that has just had its initial supply check."""
    return at("lay", lambda step: bool(where(step.before, step.active)))


def at_turn_end(where: Callable[[Step], object]) -> Witness:
    """A final check is over, and the next player turn has begun."""
    return fired("turn", where=lambda step, event: bool(step.within("player-turn") and where(step)))


def check_of(step: Step, event: Event) -> str:
    """The supply check in which an event was told."""
    found = FINAL
    for kind in (INITIAL, BUILDUP):
        if step.within(kind):
            found = kind
    for earlier in step.events:
        if earlier is event:
            break
        found = {"turn": INITIAL, "month": BUILDUP}.get(earlier.kind, found)
    return found


def own(step: Step) -> int:
    """The units of the side whose turn it is, as a bit set."""
    return PRINTED.side_units[step.active]


def side_of(event: Event) -> int:
    """Whose units an event is about that lists some."""
    return PRINTED.side_of[event.arguments["units"][0]]


def on_map(state: Position) -> int:
    return state.fielded[AXIS] | state.fielded[ALLIED]


# Supplied and unsupplied units (12.0, 12.1)


def spared(step: Step) -> int:
    """Units that have left their lines in this turn, and are not disrupted for it."""
    return hungry(step.after, step.active) & ~step.after.unsupplied & ~step.after.disrupted


def saved(step: Step) -> int:
    """Units marked as unsupplied that lost the mark at the final check."""
    return step.before.unsupplied & own(step) & on_map(step.after) & ~step.after.unsupplied


def back_in_supply(step: Step) -> int:
    """Units that were off their lines and have moved back to them in time."""
    return saved(step) & step.before.moved & ~step.after.disrupted


def disrupted_already(step: Step) -> int:
    """Disrupted units without supply that stay as they were."""
    return step.after.unsupplied & step.after.disrupted & step.before.disrupted & own(step)


def cuts_enemies_off(step: Step) -> bool:
    """A unit moves onto the line of undisrupted enemies, who will have their own turn first."""
    had, has = (base_lines(state, step.enemy).supplied for state in (step.before, step.after))
    return bool(step.after.firm[step.enemy] & had & ~has)


def had_a_line_shortly_before(step: Step, event: Event) -> bool:
    """A unit is cut off that had a line again in its turn, until the last moment."""
    place, side = event.arguments["hex"], event.arguments["side"]
    marked = units_at(step.before, side, place) & step.before.unsupplied & ~step.before.raiders
    return bool(marked and base_lines(step.before, side).supplied >> place & 1)


def marks_change(step: Step, event: Event) -> bool:
    """Marks are put on units, or taken off, at an initial check."""
    units = PRINTED.side_units[event.arguments["side"]]
    return bool((step.before.unsupplied ^ step.after.unsupplied) & units)


# Supply lines (12.2, 12.3)


def lines_of(state: Position, side: int, held: int) -> Lines:
    """The lines to the base as they would be if units in these hexes carried them."""
    return Lines(state, side, 1 << PRINTED.base[side], held)


def with_line(state: Position, side: int) -> int:
    """The hexes with units of the side and a line to its base."""
    return state.held[side] & base_lines(state, side).supplied


def without_line(state: Position, side: int) -> int:
    return state.held[side] & ~base_lines(state, side).supplied


def many_by_base(state: Position, side: int) -> bool:
    """The base supplies more units than any fortress could."""
    return in_hexes(state, side, with_line(state, side)).bit_count() > MANY


def status_has_changed(step: Step) -> int:
    """At the final check some have lines that had none at the initial one, or the other way round."""
    return (hungry(step.after, step.active) ^ step.before.unsupplied) & own(step) & on_map(step.after)


def long_line(state: Position, side: int) -> bool:
    """A unit off the highway has a line to a base far away."""
    hexes = with_line(state, side) & ~base_lines(state, side).highway
    return any(PRINTED.distance[side][place] > FAR for place in ones(hexes))


def links_in_use(state: Position, side: int) -> Iterator[tuple[Link, ...]]:
    """By hex with units off the highway the links that join it to lines."""
    lines = base_lines(state, side)
    for place in ones(with_line(state, side) & ~lines.highway):
        yield lines.ground.links(place, lines.lines)


def several_links(state: Position, side: int) -> bool:
    """A unit can join lines in more than one hex."""
    return any(len({link.end for link in links}) > 1 for links in links_in_use(state, side))


def lines_as_attacker(state: Position, side: int, hexes: int) -> Lines:
    """The lines as they would be if the side were the Attacker in these battles, over the same hexsides."""
    twin, enemy = state.copy(), ENEMY_OF[side]
    twin.attacker_hexes[side] |= hexes
    twin.attacker_hexes[enemy] &= ~hexes
    for place in ones(hexes):
        twin.crossed[side] |= PRINTED.sides.around[place] & ~twin.crossed[enemy]
    return Lines(twin, side, 1 << PRINTED.base[side], twin.firm[side])


def through_own_battle(state: Position, side: int) -> int:
    """Units have a line only because it may pass a battle in which their side is the Defender."""
    battles = defended_battles(state, side)
    if not battles:
        return 0
    return with_line(state, side) & ~battles & ~lines_as_attacker(state, side, battles).supplied


def blocked_by_enemies(state: Position, side: int) -> int:
    """Units have no line, and would have one if there were no enemies and no battles."""
    twin = state.copy()
    twin.firm[ENEMY_OF[side]] = 0
    twin.attacker_hexes = [0, 0]
    return without_line(state, side) and without_line(state, side) & base_lines(twin, side).supplied


def empty_highway(state: Position, side: int) -> int:
    """A line runs along highway on which nobody stands."""
    return network(state, side) & base_lines(state, side).highway & ~state.held[AXIS] & ~state.held[ALLIED]


def second_stretch(state: Position, side: int) -> int:
    """Units stand on highway that is joined to the base by a chain alone."""
    lines, base = base_lines(state, side), 1 << PRINTED.base[side]
    return lines.highway & ~lines.ground.highway_from(base) & ~base & state.held[side]


# Supply chains (12.4)


def needs_carriers(state: Position, side: int) -> int:
    """Units have a line only because others carry it."""
    return with_line(state, side) & ~lines_of(state, side, 0).supplied


def chain_without_highway(state: Position, side: int) -> bool:
    """Two units are within range of each other, and neither has a line."""
    lost, lines = without_line(state, side), base_lines(state, side)
    return any(lines.ground.links(place, state.firm[side] & lost) for place in ones(lost))


def roads_of(place: int, link: Link) -> set[int]:
    """The classes of road that a link from this hex uses."""
    hexes = (place, *link.way)
    return {PRINTED.road[PRINTED.sides.between(a, b)] for a, b in zip(hexes, link.way, strict=False)}


def needs_link(state: Position, side: int, length: int, road: int | None = None, *, mixed: bool = False) -> bool:
    """A unit is joined to lines by links of this length, by none that is shorter, over this class of road."""
    lines = base_lines(state, side)
    for place in ones(with_line(state, side) & ~lines.highway & ~lines.sources):
        links = lines.ground.links(place, lines.lines)
        if not links or min(len(link.way) for link in links) < length:
            continue
        shortest = [roads_of(place, link) for link in links if len(link.way) == length]
        if any((road is None or min(roads) == road) and (not mixed or len(roads) > 1) for roads in shortest):
            return True
    return False


def joins_several(state: Position, side: int) -> bool:
    """One unit carries the lines of units in two hexes or more."""
    lines, firm = base_lines(state, side), state.firm[side]
    helped = needs_carriers(state, side)
    for place in ones(firm & lines.lines & ~lines.highway if helped & helped - 1 else 0):
        lost = helped & ~lines_of(state, side, firm & ~(1 << place)).supplied & ~(1 << place)
        if lost & lost - 1:
            return True
    return False


def engaged_link(state: Position, side: int) -> int:
    """Units have a line only because engaged ones carry it."""
    battles = battle_hexes(state) & state.firm[side]
    if not battles:
        return 0
    return with_line(state, side) & ~lines_of(state, side, state.firm[side] & ~battles).supplied


def disrupted_link(state: Position, side: int) -> int:
    """Units have no line, and would have one if disrupted ones could carry it."""
    lost = without_line(state, side)
    return lost and lost & lines_of(state, side, state.held[side]).supplied


def beside_a_chain(state: Position, side: int) -> int:
    """Units have no line, and would have one if a chain were a line in every hex it passes."""
    lost = without_line(state, side)
    return lost and lost & base_lines(state, side).ground.in_range(network(state, side))


def past_disrupted_enemies(state: Position, side: int) -> int:
    """Units have a line only because disrupted enemies do not block it."""
    enemy = ENEMY_OF[side]
    if not state.held[enemy] & ~state.firm[enemy]:
        return 0
    twin = state.copy()
    twin.firm[enemy] |= twin.held[enemy] & ~twin.held[side]
    return with_line(state, side) & ~base_lines(twin, side).supplied


def link_back_to_itself(state: Position, side: int) -> bool:
    """A unit is within range of a line hex from which no line leads home but by way of the unit itself."""
    lines, found = base_lines(state, side), network(state, side)
    units = ones(state.firm[side] & lines.supplied)
    return any(link.hexes & ~found for place in units for link in lines.ground.links(place, lines.lines))


def link_past_the_disrupted(state: Position, side: int) -> bool:
    """A chain runs through a hex in which there are only disrupted units."""
    lying = (state.held[AXIS] | state.held[ALLIED]) & ~state.firm[AXIS] & ~state.firm[ALLIED]
    return any(link.between & lying for links in links_in_use(state, side) for link in links)


def disrupted_with_line(state: Position, side: int) -> int:
    """Disrupted units alone off the highway have a line."""
    return with_line(state, side) & ~state.firm[side] & ~base_lines(state, side).highway


# Battle hexes and raiders (12.5), networks (12.6)


def lines_of_both(state: Position, side: int) -> int:
    """Both sides have lines into a battle."""
    return battle_hexes(state) & with_line(state, AXIS) & with_line(state, ALLIED)


def stopped_at_a_hexside(state: Position, side: int) -> int:
    """Units in battle have no line, and would have one over the enemy's hexsides."""
    lost = without_line(state, side) & battle_hexes(state)
    if not lost:
        return 0
    twin = state.copy()
    for place in ones(lost):
        twin.crossed[side] |= PRINTED.sides.around[place]
    return lost & base_lines(twin, side).supplied


def takes_a_hexside(step: Step) -> bool:
    """A unit enters a battle over a hexside that was the enemy's, and is its own now."""
    place, here = step.argument, step.before.place[step.frame[2]]
    if not battle_hexes(step.before) >> place & 1:
        return False
    was, now = (is_friendly_side(state, step.active, place, here) for state in (step.before, step.after))
    return now and not was


def behind_own_attack(state: Position, side: int) -> int:
    """Units have no line, and would have one if it could pass a battle in which their side is the Attacker."""
    lost, attacked = without_line(state, side), state.attacker_hexes[side]
    if not lost or not attacked:
        return 0
    twin, enemy = state.copy(), ENEMY_OF[side]
    twin.attacker_hexes[side] = 0
    twin.attacker_hexes[enemy] |= attacked
    for place in ones(attacked):
        twin.crossed[enemy] |= PRINTED.sides.around[place] & ~twin.crossed[side]
    return lost & base_lines(twin, side).supplied


def enters_without_supply(step: Step, event: Event) -> bool:
    """An unsupplied unit has come into a battle over an enemy hexside, which stays the enemy's."""
    return len(step.after.entries) > len(step.before.entries)


def raider_cut_off(step: Step, event: Event) -> bool:
    """A raider is disrupted at the final check."""
    place, side = event.arguments["hex"], event.arguments["side"]
    return bool(units_at(step.before, side, place) & step.before.raiders)


def several_lines_in_the_network(state: Position, side: int) -> bool:
    """The network holds two links of one unit that lead different ways."""
    found = network(state, side)
    for links in links_in_use(state, side):
        inside = [link.hexes for link in links if not link.hexes & ~found]
        if any(a & ~b and b & ~a for a in inside for b in inside):
            return True
    return False


# The checks (12.7)


def in_check(kind: str, check: str, rule: str = "") -> Witness:
    """An event of this kind was told in a check of this kind."""
    return fired(kind, rule, lambda step, event: check_of(step, event) == check)


def routed_by_the_check(step: Step, event: Event) -> bool:
    """Units cut off in a battle are routed at once."""
    return any(other.arguments["hex"] == event.arguments["hex"] for other in step.told("cut-off"))


def network_stays(step: Step) -> bool:
    """The network of a Buildup is not what it would be if it were found anew."""
    side = step.frame[2]
    return step.before.network[side] != network(step.before, side)


def marks_taken_off(step: Step, event: Event) -> bool:
    """Marked units have come through the check of the Buildup."""
    return bool(step.before.unsupplied & on_map(step.after))


# Fortresses (13.0, 13.1, 13.4)


def index_of(place: int) -> int:
    """The number of the fortress in this hex, or -1."""
    return PRINTED.fortresses.index(place) if place in PRINTED.fortresses else -1


def begins_with_fortresses(step: Step) -> bool:
    """Fortresses lie in the deployment area of the side that owns them."""
    owners = zip(PRINTED.fortresses, step.before.owner, strict=True)
    groups = scenario_of(step.before).deployments
    names = PRINTED.board.names
    return any(names[place] in group.hexes for place, side in owners for group in groups if group.side == side)


def leaves_its_fortress_empty(step: Step, event: Event) -> bool:
    """The last unit of the owner goes, and the fortress is still his."""
    place = event.arguments["origin"]
    index, side = index_of(place), PRINTED.side_of[event.arguments["unit"]]
    if index < 0 or step.before.owner[index] != side or step.after.owner[index] != side:
        return False
    return not (step.after.held[AXIS] | step.after.held[ALLIED]) >> place & 1


def line_through_an_empty_fortress(state: Position, side: int) -> bool:
    """A line of the side passes an empty fortress of the enemy."""
    held = state.held[AXIS] | state.held[ALLIED]
    enemy = mask_of(place for place, owner in zip(PRINTED.fortresses, state.owner, strict=True) if owner != side)
    return bool(enemy & ~held and enemy & ~held & network(state, side))


def goes_on_through_a_fortress(step: Step) -> bool:
    """A unit stood alone in a fortress of the enemy, and moves on."""
    unit = step.frame[2]
    place = step.before.place[unit]
    index = index_of(place)
    passes = index >= 0 and step.frame[4] > 0 and step.before.owner[index] != step.active
    return passes and not step.before.held[step.enemy] >> place & 1


def taken_back(step: Step, event: Event) -> bool:
    """A fortress is taken by the side that had it when the month began."""
    return step.before.month_owner[index_of(event.arguments["hex"])] == event.arguments["side"]


def has_bonus(step: Step) -> bool:
    """Cards are due for a fortress taken in this month: its capacity for the loser, once."""
    return bonus_cards(step.before, step.frame[2]) > 0


# Fortress combat (13.2)


def fires_in_a_fortress(step: Step, event: Event, *, defensive: bool, assault: bool, armor: bool = False) -> bool:
    """The Defender of a fortress has fired, in the enemy's turn or in his own."""
    place, unit = event.arguments["hex"], event.arguments["unit"]
    if step.kind != "volley" or bool(step.frame[5]) != defensive or not PRINTED.fortress >> place & 1:
        return False
    if not is_defender(step.before, PRINTED.side_of[unit], place):
        return False
    if bool(step.before.assault_hexes >> place & 1) != assault:
        return False
    return armor or PRINTED.arm[unit] != ARMOR


def fortress_battles(step: Step) -> int:
    """Battles in fortresses that the side on turn attacked before, as a bit set."""
    state = step.before
    return PRINTED.fortress & state.attacker_hexes[step.active] & ~state.attacked_hexes & state.firm[step.enemy]


def falls_back_from_a_fortress(step: Step) -> bool:
    """On a Pass units withdraw from a fortress that they attack."""
    frame = step.within("fall-back")
    return frame is not None and bool(PRINTED.fortress >> frame[2] & 1) and not frame[4]


# Fortress supply (13.3)


def used_up(step: Step, event: Event, index: int | None = None, sides: tuple[int, ...] = SIDES) -> bool:
    """The fortress has no supply left to give to that side."""
    found, side = index_of(event.arguments["hex"]), side_of(event)
    return found >= 0 and index in (None, found) and side in sides and not capacity_left(step.after, side, found)


def more_than_the_axis_could(step: Step, event: Event) -> bool:
    """The Allies supply more units from a fortress than the Axis could."""
    index, side = index_of(event.arguments["hex"]), side_of(event)
    fed = step.after.by_fortress[index] & PRINTED.side_units[ALLIED]
    return side == ALLIED and fed.bit_count() > PRINTED.capacity[index][AXIS]


def inside_before_outside(step: Step, event: Event) -> bool:
    """Units inside are supplied, while others outside could trace a line to the fortress as well."""
    place, side = event.arguments["hex"], side_of(event)
    if step.after.place[event.arguments["units"][0]] != place:
        return False
    outside = without_line(step.after, side) & ~(1 << place)
    return bool(outside & lines_to(step.after, side, place).supplied)


def outside_is_fed(step: Step, event: Event) -> bool:
    """Units outside are supplied over a line to the fortress."""
    return any(step.after.place[unit] != event.arguments["hex"] for unit in event.arguments["units"])


def fed_and_moved(step: Step) -> bool:
    """A unit that a fortress supplies has moved: nobody else gets its supply in this turn."""
    return any(fed & step.before.moved & own(step) for fed in step.before.by_fortress)


def withdraws_to_its_fortress(step: Step) -> bool:
    """A unit withdraws along a line to the fortress that supplies it."""
    return any(fed >> step.frame[2] & 1 for fed in step.before.by_fortress)


def none_left_for_it(state: Position, side: int) -> bool:
    """A unit has a line to an own fortress, which supplies others, and is unsupplied."""
    starving = hungry(state, side)
    for place, fed in zip(PRINTED.fortresses, state.by_fortress, strict=True):
        feeds = starving and fed & PRINTED.side_units[side]
        if feeds and in_hexes(state, side, lines_to(state, side, place).supplied) & starving:
            return True
    return False


def port_is_full(step: Step, index: int) -> bool:
    """No more units may pass the port in this Buildup."""
    side = PRINTED.side_of[step.frame[2]]
    full = PRINTED.capacity[index][side] <= step.before.port_used[index]
    return step.before.owner[index] == side and full


def capacity_of(name: str) -> Witness:
    """All that a fortress can do for a side is used."""
    index = PRINTED.fortresses.index(PRINTED.board.number[name])
    return any_of(
        fired("designated", "13.3", lambda step, event: used_up(step, event, index)),
        at("redeploy-to", lambda step: port_is_full(step, index)),
    )


def base_of(owner: int) -> Witness:
    """This base supplies many units of its side."""
    return after_check(lambda state, side: side == owner and many_by_base(state, side))


# Sieges (13.5)


def besieged_fortress(step: Step) -> bool:
    """A fortress of the side that builds up is besieged."""
    side, owners = step.frame[2], zip(PRINTED.fortresses, step.before.owner, strict=True)
    return any(owner == side and is_besieged(step.before, place, side) for place, owner in owners)


def besieged_base(step: Step) -> bool:
    return is_besieged(step.before, PRINTED.base[step.frame[2]], step.frame[2])


def dearer_passage(step: Step) -> bool:
    """A siege makes the passage chosen cost more."""
    unit = step.frame[2]
    price = sea_cost(step.before, PRINTED.side_of[unit], step.before.place[unit], step.argument)
    return price > PRINTED.costs["sea"]


def tobruk_besieged_at_the_end(step: Step, event: Event) -> bool:
    """Its owner would have a positional victory but for the siege."""
    place, side = PRINTED.fortresses[TOBRUK], step.after.owner[TOBRUK]
    held = bool(units_at(step.after, side, place))
    return event.arguments["how"] in (ATTRITION, DRAW) and held and is_besieged(step.after, place, side)


STARVED = fired("eliminated", "12.7")
CUT_OFF = fired("cut-off")
ONE_MORE_IN_THE_OASIS = fired(
    "designated",
    "15.1",
    lambda step, event: units_at(step.after, side_of(event), event.arguments["hex"]).bit_count() > 1,
)
CAPACITY = fired("designated", "13.3", used_up)
BONUS = at("throw-in", has_bonus)

WITNESSES: dict[str, Witness] = {
    "12.0b": fired("supply-checked", where=lambda step, event: event.arguments["unsupplied"] > 0),
    "12.0c": fired("designated"),
    "12.1b": chosen("step", HEX, lambda step: step.before.unsupplied >> step.frame[2] & 1),
    "12.1c": CUT_OFF,
    "12.1s1": fired("cut-off", where=had_a_line_shortly_before),
    "12.1s2": at_turn_end(spared),
    "12.1s3": chosen("step", HEX, cuts_enemies_off),
    "12.1s4": at_turn_end(back_in_supply),
    "12.1s5": at_turn_end(disrupted_already),
    "12.1s6": STARVED,
    "12.2b": after_check(many_by_base),
    "12.2c": CAPACITY,
    "12.2d": ONE_MORE_IN_THE_OASIS,
    "12.2e": at_turn_end(status_has_changed),
    "12.2f": after_check(long_line),
    "12.2g": after_check(several_links),
    "12.2h": after_check(through_own_battle),
    "12.2i": after_check(blocked_by_enemies),
    "12.3a": after_check(empty_highway),
    "12.3b": after_check(second_stretch),
    "12.4a": after_check(needs_carriers),
    "12.4b": after_check(chain_without_highway),
    "12.4c": after_check(lambda state, side: needs_link(state, side, 3)),
    "12.4d": after_check(lambda state, side: needs_link(state, side, 2, TRAIL)),
    "12.4e": after_check(lambda state, side: needs_link(state, side, 1, NONE)),
    "12.4f": after_check(lambda state, side: needs_link(state, side, 2, TRAIL, mixed=True)),
    "12.4g": after_check(joins_several),
    "12.4h": after_check(engaged_link),
    "12.4i": at_turn_end(lambda step: disrupted_link(step.after, step.active)),
    "12.4s1": after_check(beside_a_chain),
    "12.4s2": any_of(
        after_check(past_disrupted_enemies),
        at_turn_end(lambda step: disrupted_link(step.after, step.active)),
    ),
    "12.4s3": after_check(link_back_to_itself),
    "12.4s4": after_check(link_past_the_disrupted),
    "12.4s5": after_check(disrupted_with_line),
    "12.5a": after_check(lines_of_both),
    "12.5b": after_check(stopped_at_a_hexside),
    "12.5c": chosen("step", HEX, takes_a_hexside),
    "12.5d": after_check(through_own_battle),
    "12.5e": after_check(behind_own_attack),
    "12.5f": fired("moved", where=enters_without_supply),
    "12.5g": fired("raider"),
    "12.5h": fired("cut-off", where=raider_cut_off),
    "12.6b": after_check(several_lines_in_the_network),
    "12.6c": after_check(lambda state, side: network(state, AXIS) & network(state, ALLIED)),
    "12.7a": fired("supply-checked"),
    "12.7b": fired("supply-checked", where=marks_change),
    "12.7c": in_check("designated", INITIAL, "13.3"),
    "12.7d": in_check("recovered", INITIAL),
    "12.7e": at_turn_end(status_has_changed),
    "12.7f": at_turn_end(saved),
    "12.7g": CUT_OFF,
    "12.7h": fired("rout", "11.3", routed_by_the_check),
    "12.7i": fired("cut-off", where=had_a_line_shortly_before),
    "12.7j": at("spend", network_stays),
    "12.7k": in_check("designated", BUILDUP),
    "12.7l": STARVED,
    "12.7m": fired("month", where=marks_taken_off),
    "12.7n": in_check("recovered", BUILDUP),
    "13.0b": any_of(fired("designated", "13.3"), fired("redeployed", "16.53")),
    "13.1a": start(begins_with_fortresses),
    "13.1b": fired("fortress-taken"),
    "13.1c": fired("moved", where=leaves_its_fortress_empty),
    "13.1d": after_check(line_through_an_empty_fortress),
    "13.2a": fired("fired", where=lambda s, e: fires_in_a_fortress(s, e, defensive=True, assault=False)),
    "13.2b": fired("fired", where=lambda s, e: fires_in_a_fortress(s, e, defensive=False, assault=False)),
    "13.2c": at("name-battles", lambda step: step.before.fighting_hexes & fortress_battles(step)),
    "13.2d": at("name-battles", lambda step: bool(step.before.blitzed and fortress_battles(step))),
    "13.2s1": any_of(*(at(kind, falls_back_from_a_fortress) for kind in ("leave", "next-leaver"))),
    "13.2s2": fired("rout", "13.2"),
    "13.2s3": fired(
        "fired", where=lambda s, e: fires_in_a_fortress(s, e, defensive=True, assault=True, armor=True)
    ),
    "13.3b": CAPACITY,
    "13.3c": fired("designated", "13.3", more_than_the_axis_could),
    "13.3d": fired("designated", "13.3", lambda step, event: used_up(step, event, sides=(AXIS,))),
    "13.3e": in_check("designated", INITIAL, "13.3"),
    "13.3f": fired("designated", "13.3", inside_before_outside),
    "13.3g": fired("designated", "13.3", outside_is_fed),
    "13.3i": chosen("movement", DONE, fed_and_moved),
    "13.3j": at("leave", withdraws_to_its_fortress),
    "13.3k": after_check(none_left_for_it),
    "13.3l": in_check("designated", FINAL, "13.3"),
    "13.3t1": base_of(AXIS),
    "13.3t2": base_of(ALLIED),
    "13.3t3": capacity_of("Tobruk"),
    "13.3t4": capacity_of("Bardia"),
    "13.3t5": capacity_of("Benghazi"),
    "13.4a": fired("fortress-taken"),
    "13.4b": chosen("step", HEX, goes_on_through_a_fortress),
    "13.4c": BONUS,
    "13.4d": BONUS,
    "13.4e": BONUS,
    "13.4s1": fired("fortress-taken", where=taken_back),
    "13.4s2": BONUS,
    "13.5a": at("spend", besieged_fortress),
    "13.5b": at("spend", besieged_base),
    "13.5c": any_of(refused("16.53", "a siege forbids it"), chosen("redeploy-to", SHIP, dearer_passage)),
    "13.5d": fired("game-over", where=tobruk_besieged_at_the_end),
}
