"""Chapters 9 to 11: automatic victory, the defence, battles of several units."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.afrika_korps.printed.data import (
    ALLIED,
    AXIS,
    DB2,
    DE,
    ODDS_NAMES,
    OVER_SIX_TO_ONE,
    odds_column,
)
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_contact import contact, neighbours_of, units_in
from sandtable.games.afrika_korps.rules.c09_automatic_victory import eligible_attackers, possible_blockers
from sandtable.games.afrika_korps.rules.c09_surrounding import FIVE_TO_ONE, can_retreat, odds_against
from sandtable.games.afrika_korps.rules.c11_second_attack import fugitives_of
from sandtable.games.afrika_korps.rules.c14_supply import LAST_UNSUPPLIED_COLUMN, fed_hexes
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    SURROUNDED,
    Position,
    combat_units_on_map,
    enemy_of,
    hexes_of,
    in_victories,
    on_map,
)
from sandtable.games.afrika_korps.state import DECLARED as STANDS_DECLARED
from sandtable.games.afrika_korps.verbs import DECLARE, DONE, REFUSE, STOP, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch01_04 import idle_side_asks
from tests.games.afrika_korps.witnesses.ch05_06 import through_cancelled_zone, zone_without_victories
from tests.games.afrika_korps.witnesses.ch07_08 import (
    DECLARED,
    DIED,
    exchange,
    factors,
    idle_unit_left_over,
    in_doubling_terrain,
    sides_of,
)
from tests.games.afrika_korps.witnesses.steps import SCENARIO, Move, Step, moved
from tests.witnessing import Witness, any_of, at, chosen, fired, refused

VICTORY = "automatic-victory"
EVEN = ODDS_NAMES.index("1-1")


# Automatic victory (9)


def next_to_all(state: Position, victims: int) -> int:
    """The own units next to all of these that win no victory yet."""
    near = combat_units_on_map(state, state.active) & ~in_victories(state)
    for victim in ones(victims):
        near &= neighbours_of(state, state.place[victim], state.active)
    return near


def not_to_be_declared(step: Step) -> list[int]:
    """Enemies in contact over whom no victory can be declared now."""
    state = step.before
    touched = 0
    for place in ones(state.occupied[step.active]):
        touched |= neighbours_of(state, place, step.enemy)
    return list(ones(touched & ~state.cancelled & ~step.options.get(DECLARE, 0)))


def lacks_supply(step: Step) -> bool:
    """9.2: all who are next to some enemy would make 7-1, those in supply do not."""
    state = step.before
    for victim in not_to_be_declared(step):
        near = next_to_all(state, 1 << victim)
        unfed = near & ~eligible_attackers(state, 1 << victim)
        if unfed and odds_against(state, near, 1 << victim) >= OVER_SIX_TO_ONE:
            return True
    return False


def unfed_helper(step: Step) -> bool:
    """9.2: a unit next to all the victims may not take part, because no supply reaches it."""
    victims = step.frame[2]
    return bool(next_to_all(step.before, victims) & ~eligible_attackers(step.before, victims))


def victims_zone_cuts_the_line(step: Step) -> bool:
    """9.2, 9.6: 7-1 would be reached if the line might pass the zone of the very victim."""
    state = step.before
    for victim in not_to_be_declared(step):
        fed = units_in(state, fed_hexes(state, step.active, 1 << victim)) & next_to_all(state, 1 << victim)
        if fed and odds_against(state, fed, 1 << victim) >= OVER_SIX_TO_ONE:
            return True
    return False


def doomed_blocker(step: Step) -> bool:
    """9.5: the ring would be closed but for units that must die before combat."""
    state = step.before
    for unit in not_to_be_declared(step):
        victim = 1 << unit
        eligible = eligible_attackers(state, victim)
        if not eligible or not FIVE_TO_ONE <= odds_against(state, eligible, victim) < OVER_SIX_TO_ONE:
            continue
        everyone = combat_units_on_map(state, step.active)
        if not can_retreat(state, victim, everyone):
            return can_retreat(state, victim, eligible | possible_blockers(state, victim))
    return False


def out_of_cancelled_zone(step: Step, move: Move) -> bool:
    """9.1: a unit that entered such a zone in this move goes on."""
    if not step.frame[3] or not step.before.cancelled or step.ground.zone >> move.origin & 1:
        return False
    return bool(zone_without_victories(step.before, step.enemy) >> move.origin & 1)


def stands_among_victims(step: Step) -> bool:
    group = step.frame[2]
    place = step.before.place[(group & -group).bit_length() - 1]
    return bool(step.ground.victims >> place & 1) and STOP not in step.options


def advances_after_victory(step: Step) -> bool:
    battle = step.within("aftermath")
    return battle is not None and step.before.standing[battle[2]] in (AUTOMATIC, SURROUNDED)


def blockers_are_bound(step: Step, event: Event) -> bool:
    blockers = step.after.blockers[-1]
    return bool(blockers) and not blockers & ~step.after.frozen


def next_to_others(step: Step, event: Event) -> bool:
    """9.4: who has joined stands in the zone of enemies it does not attack."""
    attackers, defenders = sides_of(step, event)
    joined = attackers & 1 << step.argument
    others = zone(step.before, step.enemy, defenders)
    return bool(hexes_of(step.before, joined) & others)


def relief_is_there(step: Step, refusal: Refusal) -> bool:
    """9.4: others in supply, next to the victims, could take the place of the unit that is to stay."""
    state = step.before
    for attackers, victims in zip(state.attackers, state.defenders, strict=True):
        if refusal.verb == UNIT and attackers >> refusal.argument & 1:
            return bool(eligible_attackers(state, victims))
    return False


def used_supply_moves(step: Step, move: Move) -> bool:
    return bool(step.before.cancelled and move.group & step.before.used)


def of_used_supply(step: Step, refusal: Refusal) -> bool:
    """9.7: the supply that is to stay in reach has supported a victory."""
    asked = 1 << refusal.argument if refusal.verb == UNIT else step.frame[2] if step.kind == "move" else 0
    return bool(asked & step.before.used)


# The defence (10)


def doubling_counts(step: Step, event: Event) -> bool:
    """10.2: without the doubling the odds would be others."""
    attackers, defenders = sides_of(step, event)
    attack, defense = factors(step.before, attackers, defenders)
    plain = sum(SCENARIO.defense[unit] for unit in ones(defenders))
    column = odds_column(attack, defense)
    return odds_column(attack, plain) != column and bool(column == event.arguments["column"])


def doubled_against_doubled(step: Step, event: Event) -> bool:
    """10.2: the attackers' own escarpment or fortress changes nothing."""
    attackers, _ = sides_of(step, event)
    return in_doubling_terrain(step.before, attackers) and doubling_counts(step, event)


# Battles (11)


Sides = tuple[int, int]
"""The attackers and the defenders of a battle."""


def beside_another(where: Callable[[Position, Sides, Sides], bool]) -> Witness:
    """A battle was declared beside another one; attackers and defenders of either."""

    def holds(step: Step, event: Event) -> bool:
        this = sides_of(step, event)
        state = step.after
        battles = zip(state.attackers, state.defenders, state.standing, strict=True)
        others = [(a, d) for a, d, standing in battles if standing == STANDS_DECLARED and (a, d) != this]
        return any(where(state, this, other) for other in others)

    return fired(DECLARED, "11.3", holds)


def could_have_helped(state: Position, this: Sides, other: Sides) -> bool:
    """11.3: an attacker of the one battle is next to a defender of the other."""
    near = [neighbours_of(state, state.place[unit], enemy_of(state.active)) for unit in ones(this[0])]
    return any(enemies & other[1] for enemies in near)


def share_a_hex(state: Position, these: int, others: int) -> bool:
    return bool(hexes_of(state, these) & hexes_of(state, others))


def one_hex_against_two(state: Position, this: Sides, other: Sides) -> bool:
    return share_a_hex(state, this[0], other[0]) and not share_a_hex(state, this[1], other[1])


def is_soak_off(state: Position, this: Sides, other: Sides) -> bool:
    """11.6: poor odds in one battle, and better ones in another whose attackers are next to both."""
    for poor, good in ((this, other), (other, this)):
        better_elsewhere = odds_against(state, *poor) < EVEN <= odds_against(state, *good)
        if better_elsewhere and could_have_helped(state, good, poor):
            return True
    return False


def battles_are_declared(step: Step, refusal: Refusal) -> bool:
    return STANDS_DECLARED in step.before.standing


def fugitives(where: Callable[[Step, int, int], bool]) -> Witness:
    """A die was rolled over units that retreated into the fortress; the step, the result, the fugitives."""

    def holds(step: Step, event: Event) -> bool:
        among = fugitives_of(step.before, event.arguments["battle"])
        return bool(among) and where(step, event.arguments["result"], among)

    return fired("combat", "7.3", holds)


def guests_retreat_again(step: Step, result: int, among: int) -> bool:
    frames = [step.within(kind, step.after) for kind in ("consent", "conduct-retreat")]
    return result == DB2 and any(frame is not None and frame[2] & among for frame in frames)


def dies_with_the_garrison(step: Step, event: Event) -> bool:
    """11.7: a fugitive dies although it took no part, in the aftermath of an exchange."""
    attacked = any(e.arguments["result"] == DE for e in step.told("combat")) or any(step.told("no-die"))
    if attacked or step.within("seizure") is not None:
        return False
    return bool(step.before.fugitives >> event.arguments["unit"] & 1)


def fought_and_in_zone(step: Step) -> bool:
    """11.8: the turn ends for a unit that has fought and stands in an enemy zone: it fights no more."""
    fought = on_map(step.after, step.before.fought & SCENARIO.side_units[step.active])
    return bool(hexes_of(step.after, fought) & zone(step.after, step.enemy))


def has_stood_there(step: Step, unit: int) -> bool:
    """11.8: did the unit begin its turn in the enemy zone where it still stands?"""
    place = step.before.place[unit]
    return step.memory.began[unit] == place and bool(zone(step.before, step.enemy) >> place & 1)


def attacks_from_where_it_stood(step: Step, event: Event) -> bool:
    return any(has_stood_there(step, unit) for unit in event.arguments["attackers"])


def cut_off_but_attacks(step: Step, event: Event) -> bool:
    """11.9: units that no supply would support attack at odds that need none."""
    attackers, defenders = sides_of(step, event)
    attackers &= ~contact(step.before).supplied(defenders)
    in_zone = hexes_of(step.before, attackers) & zone(step.before, step.enemy)
    return event.arguments["column"] <= LAST_UNSUPPLIED_COLUMN and bool(in_zone)


WITNESSES: dict[str, Witness] = {
    "9.1a": fired(VICTORY, "9.1", lambda s, e: e.arguments["column"] == OVER_SIX_TO_ONE),
    "9.1b": fired(VICTORY, "9.1", lambda s, e: e.arguments["column"] < OVER_SIX_TO_ONE),
    "9.1c": moved(through_cancelled_zone),
    "9.1d": moved(out_of_cancelled_zone),
    "9.1e": any_of(at("move", stands_among_victims), refused("9.1", "could not leave that hex again")),
    "9.1f": chosen("movement", DONE, lambda s: bool(on_map(s.before, s.before.cancelled))),
    "9.2a": any_of(at("movement", lacks_supply), at("declare-victory", unfed_helper)),
    "9.2b": at("movement", victims_zone_cuts_the_line),
    "9.2c": refused("9.2", "bound by an automatic victory"),
    "9.2d": chosen("advance", UNIT, advances_after_victory),
    "9.3a": fired(VICTORY, "9.1", blockers_are_bound),
    "9.4a": fired(DECLARED, "9.4"),
    "9.4b": fired(DECLARED, "9.4", next_to_others),
    "9.4c": refused("9.2", "bound by an automatic victory", relief_is_there),
    "9.5a": at("movement", doomed_blocker),
    "9.6a": any_of(at("movement", lacks_supply), at("declare-victory", unfed_helper)),
    "9.6b": at("movement", victims_zone_cuts_the_line),
    "9.7a": moved(used_supply_moves),
    "9.7b": refused("14.5", "left without supply", of_used_supply),
    "10.1a": any_of(idle_side_asks(AXIS), idle_side_asks(ALLIED)),
    "10.1b": fired("retreated", "", lambda s, e: s.side == enemy_of(SCENARIO.side_of[e.arguments["unit"]])),
    "10.2a": fired(DECLARED, "", doubling_counts),
    "10.2b": exchange(
        lambda s, b, attack, defense: attack > defense and in_doubling_terrain(s.before, s.before.defenders[b])
    ),
    "10.2c": fired(DECLARED, "", doubled_against_doubled),
    "11.1a": fired(DECLARED, "", lambda s, e: len(e.arguments["attackers"]) > 1 == len(e.arguments["defenders"])),
    "11.2a": fired(DECLARED, "", lambda s, e: len(e.arguments["defenders"]) > 1 == len(e.arguments["attackers"])),
    "11.3a": beside_another(could_have_helped),
    "11.3.1a": refused("8.4", "must be attacked first", battles_are_declared),
    "11.3.2a": refused("8.5", "every attacker must be next to every unit attacked"),
    "11.3.3a": at("form-battle", idle_unit_left_over),
    "11.4a": beside_another(lambda state, this, other: share_a_hex(state, this[1], other[1])),
    "11.5a": beside_another(one_hex_against_two),
    "11.6a": beside_another(is_soak_off),
    "11.6b": refused("7.4", "worse than 1-6"),
    "11.6c": fired(DIED, "7.4"),
    "11.7a": refused("11.7", "takes part in a battle already"),
    "11.7b": refused("11.7", "attacked more than once"),
    "11.7x1": any_of(fired(DECLARED, "11.7"), fugitives(lambda s, result, among: True)),
    "11.7x2": fugitives(lambda s, result, among: True),
    "11.7x3": fugitives(lambda s, result, among: result == DE and not on_map(s.after, among)),
    "11.7x4": fugitives(guests_retreat_again),
    "11.7x5": exchange(lambda s, b, attack, defense: bool(fugitives_of(s.before, b))),
    "11.7x6": fired("eliminated", "7.5", dies_with_the_garrison),
    "11.7x7": fired("no-die", "11.7"),
    "11.7x8": chosen("consent", REFUSE),
    "11.8a": any_of(
        fired("turn", "", lambda s, e: fought_and_in_zone(s)), refused("11.8", "attacks more than once")
    ),
    "11.8b": any_of(
        *(fired(DIED, rule, lambda s, e: has_stood_there(s, e.arguments["unit"])) for rule in ("7.4", "11.9"))
    ),
    "11.8c": fired(DECLARED, "", attacks_from_where_it_stood),
    "11.9a": fired(DIED, "11.9"),
    "11.9b": fired(DECLARED, "", cut_off_but_attacks),
}
