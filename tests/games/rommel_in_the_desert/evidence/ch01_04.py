"""Chapters 1 to 4: the map, the blocks, the sequence of play and the turn options."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import MONTH_ENDS
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    budget_of,
    command_hexes,
    move_of,
    walk_of,
)
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import beyond_full_sides, hexside
from sandtable.games.rommel_in_the_desert.rules.c08_combat import fightable, may_assault, standing_battles
from sandtable.games.rommel_in_the_desert.rules.c09_fire import ARMOR, is_defender
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import bonus_cards
from sandtable.games.rommel_in_the_desert.rules.c17_victory import BASE
from sandtable.games.rommel_in_the_desert.state import deck, defended_battles, in_hexes, scenario_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import (
    ASSAULT,
    CARD,
    DONE,
    DUMMIES,
    FIGHT,
    HEX,
    NONE,
    PASS,
    REAL,
    REBUILD,
    THROW,
    UNIT,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step, hexes
from tests.games.rommel_in_the_desert.situations import uses_empty_highway
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

SIDES = (AXIS, ALLIED)
BASIC, OFFENSIVE_OR_ASSAULT, BLITZ = 1, 2, 3
CROWD = 3
"""1.3: with so many others in a hex nobody doubts that there is no limit."""


# Fog of war, cards, the end of a month (1.0)


def is_hidden(step: Step, event: Event) -> bool:
    """A block moves face down: its owner hears its name, the enemy does not."""
    unit = event.arguments["unit"]
    return not event.heard_by(1 - PRINTED.side_of[unit]) and not step.before.shown >> unit & 1


def dummies_do_not_pay(step: Step) -> bool:
    """A side holds cards enough for a Blitz, but too few of them are real."""
    real, dummies = step.before.real[step.side], step.before.dummies[step.side]
    return real < BLITZ <= real + dummies


def both_have_passed(step: Step, event: Event) -> bool:
    return step.before.passes == MONTH_ENDS


# The map (1.2 to 1.5)


def line_through_a_defended_battle(step: Step) -> bool:
    """A supply line runs on through a battle hex, for its side is the Defender there."""
    return any(base_lines(step.before, side).carriers & defended_battles(step.before, side) for side in SIDES)


def joins_a_crowd(step: Step) -> bool:
    """A unit enters a hex in which many of its side stand."""
    return units_at(step.before, step.side, step.argument).bit_count() >= CROWD


def here(step: Step) -> int:
    """Where the unit stands that is on its way."""
    return step.before.place[step.frame[2]]


def terrain_to(step: Step, place: int) -> str:
    """The terrain of the hexside between the unit on its way and a hex next to it."""
    return PRINTED.terrain[hexside(step.before, here(step), place)]


ROUGH = mask_of(
    place
    for place in ones(PRINTED.board.all)
    if any(PRINTED.terrain[side] not in ("clear", "pass") for side in PRINTED.sides.of[place])
)
"""Hexes in which mountains, ridges or marsh are drawn."""


def ignores_the_ground(step: Step) -> bool:
    """A unit enters a hex with rough ground in it, over a clear hexside."""
    return bool(ROUGH >> step.argument & 1) and terrain_to(step, step.argument) == "clear"


def no_way_over(terrain: str) -> Witness:
    """A unit may not cross a hexside of this terrain."""

    def holds(step: Step, refusal: Refusal) -> bool:
        return step.kind == "step" and terrain_to(step, refusal.argument) == terrain

    return refused("1.4", "cannot be crossed", holds)


def full(*terrains: str) -> Witness:
    """No more units may engage over a hexside of such terrain: as many as may have done so."""

    def holds(step: Step) -> bool:
        beyond = beyond_full_sides(step.before, here(step)) & step.before.held[step.enemy]
        return any(terrain_to(step, place) in terrains for place in ones(beyond))

    return at("step", holds)


def crossed(*terrains: str) -> Witness:
    """A unit crosses a hexside of such terrain."""
    return chosen("step", HEX, lambda step: terrain_to(step, step.argument) in terrains)


def is_on_the_coast(place: int) -> bool:
    """Is there nothing but sea to the north-west or to the north-east?"""
    column, row = PRINTED.board.axial[place]
    land = {PRINTED.board.axial[other] for other in PRINTED.board.neighbours[place]}
    return not {(column, row - 1), (column + 1, row - 1)} <= land


COAST = mask_of(place for place in ones(PRINTED.board.all) if is_on_the_coast(place))


def road_pays(step: Step) -> bool:
    """A unit goes further than it could without a road."""
    return step.frame[4] >= budget_of(step.before, step.frame[2], move_of(step.before, step.frame[6]))


# Bases, fortresses, oases (1.6 to 1.8)


def arrive_in_the_base(step: Step, event: Event) -> bool:
    return event.arguments["hex"] == PRINTED.base[event.arguments["side"]]


def base_supplies_others(step: Step, event: Event) -> bool:
    """Units that are not in their base have a line to it."""
    side = event.arguments["side"]
    return bool(base_lines(step.after, side).supplied & step.after.held[side] & ~(1 << PRINTED.base[side]))


def shipped_by_way_of_a_base(step: Step) -> bool:
    """A unit is redeployed by sea, from its base or into it."""
    base, unit = PRINTED.base[step.side], step.frame[2]
    return any(step.told("redeployed", "16.53")) and base in (step.before.place[unit], step.argument)


def port_is_full(step: Step, event: Event) -> bool:
    """A passage has used the last of a port's capacity."""
    ports = zip(step.before.port_used, step.after.port_used, PRINTED.capacity, strict=True)
    return any(before < after == capacity[step.side] for before, after, capacity in ports)


def fortress_helps(step: Step) -> bool:
    """A unit that defends a fortress has more dice in defensive fire."""
    _, _, place, unit, _, defensive = step.frame
    if not defensive or not PRINTED.fortress >> place & 1 or PRINTED.arm[unit] == ARMOR:
        return False
    return is_defender(step.before, PRINTED.side_of[unit], place)


DISTORTED = mask_of(
    other for place in ones(hexes("Siwa Jalo")) for other in PRINTED.board.neighbours[place]
) | hexes("Siwa Jalo")


# Types, steps and elite units (2)


def of_type(sort: str) -> Witness:
    """A unit of this type fires in battle by its class, or has gone as far as its speed allows without a road."""
    ours = mask_of(unit.number for unit in PRINTED.units if unit.sort.name == sort)

    def at_its_limit(step: Step) -> bool:
        unit, gone, move = step.frame[2], step.frame[4], move_of(step.before, step.frame[6])
        return bool(ours >> unit & 1) and gone == budget_of(step.before, unit, move)

    return any_of(
        fired("fired", where=lambda step, event: bool(ours >> event.arguments["unit"] & 1)),
        at("step", at_its_limit),
    )


def fires_like_its_kind(step: Step, event: Event) -> bool:
    """Another unit of the same type has fired in this phase, with the same hit numbers."""
    sort = PRINTED.units[event.arguments["unit"]].sort
    return any(PRINTED.units[unit].sort is sort for unit in ones(step.before.fired))


def is_at_full_strength(step: Step, event: Event) -> bool:
    unit = event.arguments["unit"]
    return step.after.cv[unit] == PRINTED.max_cv[unit]


ITALIAN = mask_of(unit.number for unit in PRINTED.units if unit.nation == "Italian")
ELITE_TANKS = PRINTED.elite & PRINTED.side_units[ALLIED]


def loses_a_step(who: int, cv: int, rule: str = "") -> Witness:
    """One of these units goes down by so many CV."""

    def holds(step: Step, event: Event) -> bool:
        unit = event.arguments["unit"]
        return bool(who >> unit & 1) and step.before.cv[unit] - event.arguments["cv"] == cv

    return fired("step-lost", rule, holds)


# Months and initiative (3.0 to 3.3)


def begins_the_first_month(step: Step, event: Event) -> bool:
    """The first player turn of a scenario: neither Buildup nor challenge came before it."""
    return step.within("set-up") is not None and step.after.month == scenario_of(step.after).start_month


def allies_begin_crusader(step: Step, event: Event) -> bool:
    is_crusader = scenario_of(step.after).id == "crusader"
    return is_crusader and begins_the_first_month(step, event) and event.arguments["side"] == ALLIED


def buildup_ends_in_the_challenge(step: Step) -> bool:
    return step.next_kind == "challenge"


def draws_all_in_one_go(step: Step) -> bool:
    """Cards that were bought or won are about to be drawn together with those of the month."""
    more = step.before.extra_cards or bonus_cards(step.before, step.side)
    return bool(more) and step.next_kind == "draw"


def challenged_by(side: int, verb: int) -> Witness:
    return chosen("challenge", verb, lambda step: step.side == side)


def won_by(side: int) -> Witness:
    return fired("initiative", where=lambda step, event: event.arguments["side"] == side)


# The player turn (3.4)


def checks_then_recovers(step: Step) -> bool:
    """In one step the supply of a side is checked, and then units recover."""
    kinds = [event.kind for event in step.events]
    checked = "supply-checked" in kinds
    return checked and "recovered" in kinds[kinds.index("supply-checked") :]


def pursued_in(what: str) -> Witness:
    """Units are under pursuit fire before they go away: in a retreat, a refusal or a rout."""
    return at("pursue", lambda step: step.within(what) is not None)


def fires_back(step: Step) -> bool:
    """Offensive fire in the combat phase: defensive fire is over."""
    return not step.frame[4] and step.within("battle-fought") is not None


def in_a_player_turn(step: Step, event: Event) -> bool:
    return step.within("player-turn") is not None


def combat_begins(*, blitz: bool) -> Witness:
    """Movement is finished, and the battles are named next."""

    def holds(step: Step) -> bool:
        return step.next_kind == "name-battles" and bool(step.before.blitzed) == blitz

    return any_of(at("announce-marches", holds), at("march-die", holds), at("refuse-battle", holds))


def all_moves_declared(step: Step) -> bool:
    """No further move may be declared: the cards allow no more than there are."""
    allowed = 2 if step.before.real_laid == OFFENSIVE_OR_ASSAULT else 1
    return len(step.before.moves) == allowed


# Units that have moved (3.45, 4.2)


def has_moved_before(step: Step, *, blitz: bool) -> bool:
    """A unit could follow a declared move, had it not moved before: in the first phase of a Blitz, or under the
    other move of an Offensive."""
    state = step.before
    if bool(state.blitzed) != blitz:
        return False
    for index in range(len(state.moves)):
        quiet = command_hexes(state, move_of(state, index)) & ~state.held[step.enemy]
        for unit in ones(in_hexes(state, step.active, quiet) & state.moved & ~state.disrupted):
            walk = walk_of(state, unit)
            if (walk is None) if blitz else (walk is not None and walk.move != index):
                return True
    return False


def came_in_the_first_phase(step: Step, unit: int) -> bool:
    """In a Blitz: the unit moved in the first movement phase, not in this one."""
    state = step.before
    return bool(state.blitzed and state.moved >> unit & 1) and walk_of(state, unit) is None


def fires_in_both_phases(step: Step) -> bool:
    """In blitz combat a unit fires that came into the battle in the first movement phase, and fought then."""
    return step.within("battle-fought") is not None and came_in_the_first_phase(step, step.frame[3])


def uses_a_hexside_again(step: Step) -> bool:
    """A unit engages in blitz movement over a hexside by which others came in the first movement phase."""
    state, place = step.before, step.argument
    side = hexside(state, here(step), place)
    if not state.crossed[step.active] & ~state.engaged_once & ~state.engaged_twice & 1 << side:
        return False
    return any(came_in_the_first_phase(step, unit) for unit in ones(units_at(state, step.active, place)))


# Turn options (4)


def lays(number: int) -> Witness:
    return chosen("lay", REAL, lambda step: step.argument == number)


def shows_two(*, both_moves: bool) -> Witness:
    """Two real cards are shown at the end of a turn in which both moves were made, or fewer."""

    def holds(step: Step, event: Event) -> bool:
        return event.arguments["real"] == OFFENSIVE_OR_ASSAULT and (len(step.before.moves) == 2) == both_moves

    return fired("cards-shown", where=holds)


def interleaves(step: Step) -> bool:
    """A unit sets out under the first move, after others have gone under the second."""
    walks = [walk_of(step.before, unit) for unit in ones(step.before.moved)]
    return any(walk is not None and walk.move for walk in walks)


def leaves_battles_as_they_are(step: Step) -> bool:
    """On an Assault turn battles are not named assaults."""
    return may_assault(step.before) and bool(fightable(step.before) & ~step.before.assault_hexes)


def passed_earlier(step: Step) -> bool:
    """The third turn of a game, and all that was spent is the card of a Basic turn.

    The enemy, who did not pass, laid it: so it was the side that decides now that passed in the first turn.
    """
    state = step.before
    first_month = state.month == scenario_of(state).start_month
    return first_month and state.turn == 3 and not state.passes and state.real_spent == BASIC


HAS_DUMMIES = chosen("bluff", DUMMIES, lambda step: step.argument > 0)
MONTH_IS_OVER = any_of(fired("month", where=both_have_passed), fired("game-over", where=both_have_passed))
MOVED_BEFORE_THE_BLITZ = at("movement", lambda step: has_moved_before(step, blitz=True))
FIRES_AGAIN = at("volley", fires_in_both_phases)

BASIC_MOVE = at("movement", lambda step: step.before.real_laid == BASIC and all_moves_declared(step))
BASIC_ROUND = at("name-battles", lambda step: step.before.real_laid == BASIC)
TWO_MOVES = at("movement", lambda step: len(step.before.moves) == 2)
OFFENSIVE_ROUND = at("name-battles", lambda step: len(step.before.moves) == 2)
ASSAULT_ROUND = at("name-battles", lambda step: len(step.before.moves) == 1 and may_assault(step.before))
SHOWN_OFFENSIVE, SHOWN_ASSAULT = shows_two(both_moves=True), shows_two(both_moves=False)
PASSES = chosen("lay", PASS)
NO_COMBAT = chosen("withdraw", DONE, lambda step: standing_battles(step.before))


WITNESSES: dict[str, Witness] = {
    "1.0s5": fired("moved", where=is_hidden),
    "1.0s6": at("draw", lambda step: all(deck(step.before))),
    "1.0s7": at("lay", dummies_do_not_pay),
    "1.0s8": MONTH_IS_OVER,
    "1.2e": at("lay", line_through_a_defended_battle),
    "1.3b": chosen("step", HEX, joins_a_crowd),
    "1.4a": chosen("step", HEX, ignores_the_ground),
    "1.4b": any_of(refused("1.4", "cannot be crossed"), crossed("pass", "mountain")),
    "1.4c": full("pass", "mountain"),
    "1.4f": at("step", lambda step: COAST >> here(step) & 1),
    "1.4t1": any_of(no_way_over("mountain"), crossed("mountain"), full("mountain")),
    "1.4t2": no_way_over("ridge"),
    "1.4t3": any_of(crossed("pass"), full("pass")),
    "1.4t4": no_way_over("marsh"),
    "1.4t5": full("clear"),
    "1.5b": chosen("step", HEX, road_pays),
    "1.5c": at("lay", lambda step: uses_empty_highway(step.before, step.kind)),
    "1.6c": fired("blocks-arrived", "16.4", arrive_in_the_base),
    "1.6d": any_of(chosen("spend", REBUILD), refused("16.54", "only in their own base")),
    "1.6e": fired("supply-checked", where=base_supplies_others),
    "1.6f": at("redeploy-to", shipped_by_way_of_a_base),
    "1.6g": fired("game-over", where=lambda step, event: event.arguments["how"] == BASE),
    "1.7b": at("volley", fortress_helps),
    "1.7c": fired("designated", "13.3"),
    "1.7d": fired("redeployed", "16.53", port_is_full),
    "1.7e": chosen("throw-in", THROW, lambda step: bonus_cards(step.before, step.side)),
    "1.8b": fired("designated", "15.1"),
    "1.8c": chosen("step", HEX, lambda step: DISTORTED >> step.argument & 1),
    "2.2d": fired("fired", where=fires_like_its_kind),
    "2.2t1": of_type("recon"),
    "2.2t2": of_type("armor"),
    "2.2t3": of_type("mech_inf"),
    "2.2t4": of_type("mob_at"),
    "2.2t5": of_type("sp_arty"),
    "2.2t6": of_type("mot_inf"),
    "2.2t7": of_type("mot_at"),
    "2.2t8": of_type("infantry"),
    "2.2t9": of_type("para"),
    "2.2t10": of_type("artillery"),
    "2.3b": any_of(fired("step-lost"), fired("rebuilt")),
    "2.3c": any_of(fired("deployed", where=is_at_full_strength), refused("16.54", "it is at full strength")),
    "2.3e": fired("eliminated"),
    "2.4a": loses_a_step(PRINTED.german, 2),
    "2.4b": loses_a_step(ITALIAN, 1),
    "2.4c": loses_a_step(ELITE_TANKS, 2),
    "2.4d": loses_a_step(PRINTED.elite, 2),
    "2.4e": any_of(loses_a_step(PRINTED.elite, 2, "9.5"), loses_a_step(PRINTED.elite, 2, "10.5")),
    "3.0a": any_of(at("exchange"), at("deploy")),
    "3.1a": at("challenge", lambda step: any(step.told("turn"))),
    "3.1b": MONTH_IS_OVER,
    "3.1t1": any_of(at("draw", buildup_ends_in_the_challenge), at("throw-in", buildup_ends_in_the_challenge)),
    "3.2a": fired("month"),
    "3.2b": fired("turn", where=begins_the_first_month),
    "3.2t1": fired("points"),
    "3.2t2": refused("16.5", "replacements and redeployments come first"),
    "3.2t3": chosen("throw-in", THROW, draws_all_in_one_go),
    "3.3a": challenged_by(ALLIED, NONE),
    "3.3b": challenged_by(ALLIED, CARD),
    "3.3c": any_of(challenged_by(AXIS, CARD), challenged_by(AXIS, NONE)),
    "3.3d": won_by(ALLIED),
    "3.3e": won_by(AXIS),
    "3.3f": fired("initiative"),
    "3.3g": fired("turn", where=begins_the_first_month),
    "3.3h": fired("turn", where=allies_begin_crusader),
    "3.4a": any_of(refused("3.42", "choose the option of your turn first"), refused("3.43", "movement phase")),
    "3.4t1": fired("cards-shown"),
    "3.4t2": fired("recovered", where=lambda step, event: checks_then_recovers(step)),
    "3.4t3": any_of(
        refused("10.3", "units leave battles after all other movement"),
        refused("3.4", "retreats come after all other movement"),
        refused("6.4", "all other movement is finished"),
    ),
    "3.4t4": any_of(at("probe-combat"), pursued_in("retreating")),
    "3.4t5": pursued_in("refusal"),
    "3.4t6": at("fire-unit", fires_back),
    "3.4t7": fired("rout", where=in_a_player_turn),
    "3.4t8": pursued_in("rout"),
    "3.4t9": fired("blitz"),
    "3.41a": fired("supply-checked"),
    "3.41b": fired("recovered", where=lambda step, event: checks_then_recovers(step)),
    "3.42b": chosen("lay", REAL),
    "3.42c": HAS_DUMMIES,
    "3.42d": fired("laid"),
    "3.43a": any_of(refused("5.0", "gives no further move"), at("movement", all_moves_declared)),
    "3.43b": any_of(refused("6.4", "forced marches are announced when"), fired("march-rolled")),
    "3.43c": at("refuse-battle"),
    "3.43d": combat_begins(blitz=False),
    "3.44a": at("name-battles"),
    "3.45a": fired("blitz"),
    "3.45b": MOVED_BEFORE_THE_BLITZ,
    "3.45c": combat_begins(blitz=True),
    "3.46a": at("name-battles", lambda step: step.before.blitzed),
    "3.46b": FIRES_AGAIN,
    "3.47a": fired("cut-off"),
    "3.48a": fired("cards-shown"),
    "3.48b": fired("cards-shown", where=lambda step, event: step.after.real_spent > step.before.real_spent),
    "4.0a": at("lay"),
    "4.0b": HAS_DUMMIES,
    "4.0t1": any_of(lays(BASIC), BASIC_MOVE, BASIC_ROUND),
    "4.0t2": any_of(SHOWN_OFFENSIVE, TWO_MOVES, OFFENSIVE_ROUND),
    "4.0t3": any_of(SHOWN_ASSAULT, ASSAULT_ROUND),
    "4.0t4": any_of(lays(BLITZ), fired("blitz")),
    "4.0t5": any_of(PASSES, at("withdraw"), NO_COMBAT),
    "4.0s1": at("name-battles", lambda step: step.before.real_laid == OFFENSIVE_OR_ASSAULT),
    "4.1a": lays(BASIC),
    "4.1b": BASIC_MOVE,
    "4.1c": BASIC_ROUND,
    "4.2a": SHOWN_OFFENSIVE,
    "4.2b": TWO_MOVES,
    "4.2c": chosen("movement", UNIT, interleaves),
    "4.2d": OFFENSIVE_ROUND,
    "4.2e": at("movement", lambda step: has_moved_before(step, blitz=False)),
    "4.3a": SHOWN_ASSAULT,
    "4.3b": ASSAULT_ROUND,
    "4.3c": chosen("name-battles", ASSAULT),
    "4.3d": any_of(
        chosen("name-battles", FIGHT, leaves_battles_as_they_are),
        chosen("name-battles", DONE, leaves_battles_as_they_are),
    ),
    "4.4a": lays(BLITZ),
    "4.4b": fired("blitz"),
    "4.4c": MOVED_BEFORE_THE_BLITZ,
    "4.4d": FIRES_AGAIN,
    "4.4e": chosen("step", HEX, lambda step: step.before.blitzed and uses_a_hexside_again(step)),
    "4.5a": PASSES,
    "4.5b": at("withdraw"),
    "4.5c": NO_COMBAT,
    "4.5d": fired("cut-off", where=lambda step, event: step.before.passes > 0),
    "4.5e": MONTH_IS_OVER,
    "4.5s1": chosen("lay", REAL, passed_earlier),
    "4.5s2": chosen("lay", REAL, lambda step: step.before.passes == 1),
}
