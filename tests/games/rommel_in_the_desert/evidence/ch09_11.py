"""Chapters 9, 10 and 11: combat, retreats and pursuit, disruption and routs."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import in_battle_under_move, move_of, walk_of
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import can_withdraw
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import pending_routs
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import ways_out
from sandtable.games.rommel_in_the_desert.rules.c08_combat import standing_battles
from sandtable.games.rommel_in_the_desert.rules.c09_fire import (
    ANTITANK,
    ARMOR,
    ARTILLERY,
    INFANTRY,
    REQUIRED,
    fighters,
    firers,
    halves_per_hit,
    is_defender,
    standing,
    targets,
    targets_of,
)
from sandtable.games.rommel_in_the_desert.rules.c09_losses import capacity
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import still_there
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import attacked, refusable
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines, lines_to
from sandtable.games.rommel_in_the_desert.state import (
    ENEMY_OF,
    HALF,
    Position,
    firm_at,
    speed_of,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import (
    AT,
    BATTLE,
    DONE,
    FIRE,
    HEX,
    HIT,
    PROBE,
    REFUSE,
    REGROUP,
    RETREAT,
    ROUT,
    SECOND,
    UNIT,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step
from tests.witnessing import OfEvent, Where, Witness, always, any_of, at, chosen, fired, refused

SIDES = (AXIS, ALLIED)
CLASSES = (ARMOR, INFANTRY, ANTITANK, ARTILLERY)


# What goes on around a step


def in_probe(step: Step) -> bool:
    """A round of probe combat goes on."""
    return step.within("round") is not None and step.within("battle-fought") is None


def in_combat(step: Step) -> bool:
    """A round of a combat phase goes on."""
    return step.within("round") is not None and step.within("battle-fought") is not None


def in_rout(step: Step) -> bool:
    return step.within("rout") is not None


def in_refusal(step: Step) -> bool:
    """Units that have refused battle leave, and no rout goes on besides."""
    return step.within("refusal") is not None and not in_rout(step)


def leaves_in_full(step: Step) -> bool:
    """A full retreat of the active side goes on, by its move or by withdrawal."""
    leaving = step.within("retreating")
    if leaving is not None:
        return not step.before.rearguard_hexes >> leaving[2] & 1
    return step.within("fall-back") is not None


def leaves_in_part(step: Step) -> bool:
    """A partial retreat goes on."""
    leaving = step.within("retreating")
    return leaving is not None and bool(step.before.rearguard_hexes >> leaving[2] & 1)


def lying_at(state: Position, side: int, place: int) -> int:
    """The disrupted units of a side in a hex."""
    return units_at(state, side, place) & state.disrupted


# Rounds of combat (9.0-9.1)


def some_have_fired(step: Step) -> bool:
    """Units of this battle have fired, and may not again."""
    return in_combat(step) and bool(fighters(step.before, step.side, step.frame[2]) & step.before.fired)


def others_wait(step: Step) -> bool:
    """Another battle is fought only after this one."""
    return in_combat(step) and bool(step.before.fighting_hexes)


def fires_in_combat(*, active: bool) -> Where:
    """A unit of the active side, or of the passive one, fires in the combat phase."""
    return lambda step: in_combat(step) and (step.side == step.active) == active


# Fire (9.2-9.21)


def artillery_goes_first(step: Step) -> bool:
    """Units that have not fired have to wait for their artillery."""
    place = step.frame[2]
    ready = fighters(step.before, step.side, place) & ~step.before.fired
    return ready != firers(step.before, step.side, place)


def arm_of(event: Event) -> int:
    """The class of the unit that has fired."""
    return int(PRINTED.arm[event.arguments["unit"]])


def hits_from(event: Event) -> int:
    """The lowest face with which the unit that has fired hit."""
    return int(PRINTED.hits_from[arm_of(event)][event.arguments["target"]])


def power_matters(step: Step, event: Event) -> bool:
    """A 4 or 5 was rolled, which hits with some firepower only."""
    return bool({4, 5} & set(event.arguments["dice"]))


def one_die_a_cv(step: Step, event: Event) -> bool:
    return len(event.arguments["dice"]) == step.before.cv[event.arguments["unit"]]


def more_dice(step: Step, event: Event) -> bool:
    return len(event.arguments["dice"]) > step.before.cv[event.arguments["unit"]]


def more_dice_of_the_same_power(step: Step, event: Event) -> bool:
    """Double dice, and a 4 or 5 among them that missed as it always does."""
    return more_dice(step, event) and bool(set(range(4, hits_from(event))) & set(event.arguments["dice"]))


def other_classes_are_spared(step: Step, event: Event) -> bool:
    """A unit takes a hit, and beside it stand units of another class."""
    unit = event.arguments["unit"]
    beside = firm_at(step.before, PRINTED.side_of[unit], step.before.place[unit])
    return bool(beside & ~PRINTED.arms[PRINTED.arm[unit]])


def halves_scored(step: Step, event: Event) -> int:
    """9.52: the halves of the hits that a unit has just scored."""
    place, unit, defensive = step.frame[2], event.arguments["unit"], step.frame[5]
    on_defender = not defensive and is_defender(step.before, ENEMY_OF[PRINTED.side_of[unit]], place)
    return int(event.arguments["hits"]) * halves_per_hit(step.before, unit, place, on_defender)


def overkill(step: Step, event: Event) -> bool:
    """A unit has scored more than its target could take, and another class was there as well."""
    side, target = PRINTED.side_of[event.arguments["unit"]], event.arguments["target"]
    place = step.frame[2]
    left = capacity(step.before, standing(step.before, ENEMY_OF[side], place, target)) - step.before.hits[target]
    return halves_scored(step, event) > left and targets(step.before, side, place).bit_count() > 1


# Targets (9.3)


def has_no_choice(arm: int) -> Where:
    """A unit of this class has to fire at its like, though other classes are there."""

    def where(step: Step) -> bool:
        there = targets(step.before, step.side, step.frame[2])
        return PRINTED.arm[step.argument] == arm and bool(there >> arm & 1) and there != 1 << arm

    return where


def has_free_choice(step: Step) -> bool:
    """An antitank or artillery unit fires at one of several classes."""
    return PRINTED.arm[step.frame[3]] in (ANTITANK, ARTILLERY)


def artillery_is_no_target(step: Step) -> bool:
    """Enemy artillery is there, and the unit that fires may not aim at it."""
    there, place = targets(step.before, step.side, step.frame[2]), step.frame[2]
    arm = PRINTED.arm[step.argument]
    required = arm in REQUIRED and there >> REQUIRED[arm] & 1
    if required or not there >> ARTILLERY & 1:
        return False
    return not targets_of(step.before, step.argument, place) >> ARTILLERY & 1


def wiped_out(step: Step) -> int:
    """9.5: the enemy classes here that have as many hits as they can take, as a bit set."""
    place, enemy, found = step.frame[2], ENEMY_OF[step.side], 0
    for arm in CLASSES:
        units = standing(step.before, enemy, place, arm)
        found |= (bool(units) and step.before.hits[arm] >= capacity(step.before, units)) << arm
    return found


def aims_elsewhere(step: Step) -> bool:
    """The unit that fires would have to fire at a class that is wiped out by now."""
    arm = PRINTED.arm[step.argument]
    return arm in REQUIRED and bool(wiped_out(step) >> REQUIRED[arm] & 1)


def ignores_disrupted_units(step: Step) -> bool:
    """A class is no target, for all enemy units of it in the hex are disrupted."""
    place, enemy = step.frame[2], ENEMY_OF[step.side]
    lying = lying_at(step.before, enemy, place)
    return any(lying & PRINTED.arms[arm] and not standing(step.before, enemy, place, arm) for arm in CLASSES)


def at_lone_artillery(step: Step, event: Event) -> bool:
    return event.arguments["target"] == ARTILLERY and arm_of(event) != ARTILLERY


# Firepower (9.4)


def hits_with(least: int) -> OfEvent:
    """A unit with this firepower has hit."""
    return lambda step, event: hits_from(event) == least and event.arguments["hits"]


def fires_as(arm: int) -> OfEvent:
    """A unit of this class has fired, and a 4 or 5 said what the table is for."""
    return lambda step, event: arm_of(event) == arm and power_matters(step, event)


# Hits (9.5, 9.52)


def lost_halves(step: Step) -> list[int]:
    """By class the halves of hits that nobody has taken, if the fire of a side is over."""
    if any(step.after.hits):
        return [0] * len(CLASSES)
    left = list(step.before.hits)
    for event in step.told("fired"):
        left[event.arguments["target"]] += halves_scored(step, event)
    for event in (*step.told("step-lost", "9.5"), *step.told("eliminated", "9.5")):
        unit = event.arguments["unit"]
        left[PRINTED.arm[unit]] -= HALF * PRINTED.step[unit]
    return left


def survivors(step: Step, arm: int) -> int:
    """The units of a class under fire that are left after the step."""
    place = step.frame[2]
    side = step.frame[3] if step.kind == "take-hit" else ENEMY_OF[PRINTED.side_of[step.frame[3]]]
    return standing(step.after, side, place, arm)


def an_odd_hit_on_elite_units(step: Step) -> bool:
    lost = lost_halves(step)
    left = [survivors(step, arm) if lost[arm] >= HALF else 0 for arm in CLASSES]
    return any(units and not units & ~PRINTED.elite for units in left)


def half_a_hit_is_left(step: Step) -> bool:
    lost = lost_halves(step)
    return any(lost[arm] % HALF and survivors(step, arm) for arm in CLASSES)


def end_of_fire(where: Where) -> Witness:
    """The last unit of a side has fired, or its last hit is taken."""
    return any_of(at("volley", where), at("take-hit", where))


def takes_a_hit(where: OfEvent) -> Witness:
    """A unit loses a step in combat."""
    return any_of(fired("step-lost", "9.5", where), fired("eliminated", "9.5", where))


def is_elite(step: Step, event: Event) -> bool:
    return bool(PRINTED.elite >> event.arguments["unit"] & 1)


def class_under_fire(step: Step) -> int:
    """The units of the class whose hits are taken now."""
    place, side, arm = step.frame[2:5]
    return standing(step.before, side, place, arm)


def one_would_waste(step: Step) -> bool:
    """A unit of the class may not take the next hit, for then another hit would be wasted."""
    return bool(class_under_fire(step) & ~step.options[HIT])


def mixes_elite_and_normal(step: Step) -> bool:
    units = class_under_fire(step)
    return bool(units & PRINTED.elite and units & ~PRINTED.elite)


def hits_defender_in_mines(step: Step, event: Event) -> bool:
    """A unit has hit a Defender in a minefield."""
    side, place = PRINTED.side_of[event.arguments["unit"]], step.frame[2]
    mined = step.before.mined_hexes >> place & 1 and not step.frame[5]
    return bool(mined and event.arguments["hits"] and is_defender(step.before, ENEMY_OF[side], place))


def half_hits(step: Step, event: Event) -> bool:
    return hits_defender_in_mines(step, event) and arm_of(event) != ARTILLERY


def whole_hits_of_artillery(step: Step, event: Event) -> bool:
    return hits_defender_in_mines(step, event) and arm_of(event) == ARTILLERY


def hits_are_pooled(step: Step, event: Event) -> bool:
    """Half hits have come on top of those that others have scored on the class."""
    return half_hits(step, event) and bool(step.before.hits[event.arguments["target"]])


# Leaving battles (10.0-10.1)


def sets_out_of_battle(step: Step) -> bool:
    """A unit takes its first step out of a battle."""
    unit, steps = step.frame[2], step.frame[4]
    return not steps and bool(step.before.held[step.enemy] >> step.before.place[unit] & 1)


def some_ways_out_are_closed(step: Step) -> bool:
    """A unit sets out of a battle, and may not do so into some of the hexes beside it."""
    place = step.before.place[step.frame[2]]
    closed = PRINTED.board.adjacent[place] & ~ways_out(step.before, step.side, place)
    return sets_out_of_battle(step) and bool(closed)


def disrupted_units_stay(step: Step) -> bool:
    return bool(lying_at(step.before, step.side, step.frame[2]))


def passes_by_enemies(step: Step) -> bool:
    """A unit that has left a battle goes on, next to enemies whom it may not engage."""
    unit, steps = step.frame[2], step.frame[4]
    near = PRINTED.board.adjacent[step.before.place[unit]] & step.before.held[step.enemy]
    return bool(steps and step.before.disengaged >> unit & 1 and near)


# Refusing battle (10.2)


def cannot_refuse(step: Step) -> bool:
    """An attacked hex has a unit that cannot withdraw."""
    return bool(attacked(step.before) & ~refusable(step.before))


def part_could_withdraw(step: Step) -> bool:
    """In an attacked hex some could withdraw, but not all."""
    stuck = attacked(step.before) & ~refusable(step.before)
    groups = (firm_at(step.before, step.side, place) for place in ones(stuck))
    return any(can_withdraw(step.before, unit) for group in groups for unit in ones(group))


def one_of_several_groups(step: Step) -> bool:
    """One of several attacked groups refuses; the others do not go with it."""
    return attacked(step.before).bit_count() > 1


def asks_for_a_regroup(step: Step, refusal: Refusal) -> bool:
    return step.kind == "refuse-battle" and refusal.verb == REGROUP


def is_pursued(step: Step, event: Event) -> bool:
    """Pursuit fire follows at once."""
    return any(step.told("slowest"))


def stay_hidden(step: Step, event: Event) -> bool:
    """None of the units that have refused battle is shown."""
    place = event.arguments["hex"]
    return not units_at(step.after, ENEMY_OF[step.active], place) & step.after.shown


def rout_while(where: Where) -> OfEvent:
    """Disrupted units are routed while something goes on in their hex."""
    names = ("refusal", "retreating", "fall-back")

    def of_event(step: Step, event: Event) -> bool:
        frames = [frame for frame in map(step.within, names) if frame is not None]
        return where(step) and any(frame[2] == event.arguments["hex"] for frame in frames)

    return of_event


# Full and partial retreats (10.3-10.41)


def units_wait_in_battles(step: Step) -> bool:
    """Units of a declared move are in battle, and have to wait until all others have moved."""
    state = step.before
    return any(in_battle_under_move(state, move_of(state, index)) for index in range(len(state.moves)))


def rearguard(step: Step) -> int:
    """Those that stay where a unit sets out."""
    unit = step.frame[2]
    return firm_at(step.before, step.active, step.before.place[unit]) & ~step.before.leaving & ~(1 << unit)


def leaves_behind_a_rearguard(step: Step) -> bool:
    return leaves_in_part(step) and sets_out_of_battle(step) and bool(rearguard(step))


def leaves_without_a_rearguard(step: Step) -> bool:
    """The rearguard is dead; the others carry on."""
    return leaves_in_part(step) and sets_out_of_battle(step) and not rearguard(step)


def left_in_part(step: Step) -> bool:
    """There is a battle that may not be fought, for it was left in part in this turn."""
    return bool(step.before.left_hexes & standing_battles(step.before))


def probe_is_over(step: Step) -> bool:
    return in_probe(step) and step.within("round", step.after) is None


def rearguard_has_survived(step: Step) -> bool:
    """The probe is over, the rearguard lives and the leavers are not pursued."""
    leaving = step.within("retreating")
    if leaving is None or not probe_is_over(step):
        return False
    return bool(firm_at(step.after, step.active, leaving[2]) & ~step.after.leaving & ~step.before.leaving)


def rearguard_fires_first(step: Step) -> bool:
    return in_probe(step) and step.side == step.active and bool(step.frame[4])


def rearguard_defends(step: Step, event: Event) -> bool:
    """In probe combat a rearguard of the Defender fires with double dice, or the hits on it count half."""
    place, own = step.frame[2], PRINTED.side_of[event.arguments["unit"]] == step.active
    if not in_probe(step) or not is_defender(step.before, step.active, place):
        return False
    return more_dice(step, event) if own else half_hits(step, event)


def probers_have_no_benefit(step: Step, event: Event) -> bool:
    """In probe combat Defenders of a fortress fire plainly, or those in a minefield take whole hits."""
    place, own = step.frame[2], PRINTED.side_of[event.arguments["unit"]] == step.active
    if not in_probe(step) or not is_defender(step.before, step.enemy, place):
        return False
    if own:
        mined = step.before.mined_hexes >> place & 1
        return bool(mined and event.arguments["hits"]) and arm_of(event) != ARTILLERY
    return bool(PRINTED.fortress >> place & 1) and arm_of(event) != ARMOR and one_die_a_cv(step, event)


# Pursuit fire (10.5)


def pursuing(step: Step) -> int:
    """The undisrupted units in the hex that are asked for pursuit fire."""
    return firm_at(step.before, step.side, step.frame[2])


def some_are_too_slow(step: Step) -> bool:
    return any(speed_of(step.before, unit) < step.frame[4] for unit in ones(pursuing(step) & ~step.before.fired))


def some_pursuers_have_fired(step: Step) -> bool:
    return bool(pursuing(step) & step.before.fired)


def dice_rolled(count: int) -> OfEvent:
    return lambda step, event: len(event.arguments["dice"]) == count


def low_hits(step: Step, event: Event) -> bool:
    """A 4 or 5 has hit, which in combat depends on the class."""
    return power_matters(step, event)


def any_class_takes_it(step: Step) -> bool:
    """The hit may be taken by units of more than one class."""
    return len({PRINTED.arm[unit] for unit in ones(step.options.get(HIT, 0))}) > 1


def an_odd_hit_is_left(step: Step) -> bool:
    """All hits are taken but one, and elite units are left."""
    place, units = step.frame[2], step.frame[4]
    return step.before.pursuit_hits >= HALF and bool(still_there(step.before, place, units))


def an_odd_hit_on_a_single_unit(step: Step, event: Event) -> bool:
    """A single elite unit has lived through an odd number of hits."""
    leaving = step.within("pursuit")
    if leaving is None or step.before.pursuit_hits // HALF % 2 == 0:
        return False
    unit = leaving[4].bit_length() - 1
    return bool(PRINTED.elite >> unit & 1) and step.after.place[unit] >= 0


def holds_fire(step: Step) -> bool:
    """Units could still fire."""
    return FIRE in step.options


def holds_fire_for_a_rout(step: Step) -> bool:
    """Units could still fire, and disrupted enemies in the hex will be routed next."""
    place, leaver = step.frame[2:4]
    return holds_fire(step) and not in_rout(step) and bool(lying_at(step.before, leaver, place))


def has_fired_in_the_round(step: Step) -> bool:
    """Units are routed in a combat phase, and some of their enemies have fired in it."""
    return in_rout(step) and step.within("battle-fought") is not None and some_pursuers_have_fired(step)


# Disruption (11.0-11.11)


def active_unit_disengages(step: Step, event: Event) -> bool:
    return event.arguments["side"] == step.active and not in_rout(step)


def was_disrupted(step: Step, event: Event) -> bool:
    return bool(step.before.disrupted >> event.arguments["unit"] & 1)


def carry_no_line(step: Step) -> bool:
    """Hexes would have supply if disrupted units carried lines."""
    state = step.before
    return any(
        lines_to(state, side, PRINTED.base[side], state.held[side]).supplied & ~base_lines(state, side).supplied
        for side in SIDES
    )


def block_no_line(step: Step) -> bool:
    """A line runs over disrupted enemies."""
    state = step.before
    return any(
        base_lines(state, side).lines & state.held[ENEMY_OF[side]] & ~state.firm[ENEMY_OF[side]] for side in SIDES
    )


def some_lie_in_the_battle(step: Step) -> bool:
    """Disrupted units of either side lie in the battle that is fought."""
    return any(lying_at(step.before, side, step.frame[2]) for side in SIDES)


def own_unit_may_not_fire(step: Step) -> bool:
    return bool(lying_at(step.before, step.side, step.frame[2]))


# Recovery (11.2)


def still_lying(step: Step, event: Event) -> int:
    """The units of the side on the map that its initial check has not let recover."""
    own = step.after.fielded[event.arguments["side"]]
    return step.before.disrupted & step.after.disrupted & own


def kept_down(
    step: Step, event: Event, *, waits: bool = False, fights: bool = False, starves: bool = False
) -> bool:
    """A unit does not recover for exactly these reasons: too early, in battle, without supply."""
    side = event.arguments["side"]
    hungry_units = hungry(step.after, side)
    for unit in ones(still_lying(step, event)):
        reasons = (
            bool(step.before.late >> unit & 1),
            bool(firm_at(step.after, ENEMY_OF[side], step.after.place[unit])),
            bool(hungry_units >> unit & 1),
        )
        if reasons == (waits, fights, starves):
            return True
    return False


def has_to_wait(step: Step, event: Event) -> bool:
    return kept_down(step, event, waits=True)


def is_in_battle(step: Step, event: Event) -> bool:
    return kept_down(step, event, fights=True)


def has_no_line(step: Step, event: Event) -> bool:
    return kept_down(step, event, starves=True)


# Routs and overruns (11.3-11.4)


def attacked_alone(step: Step, event: Event) -> bool:
    """Disrupted units of the passive side were routed because somebody came upon them."""
    passive = event.arguments["side"] == step.enemy
    return passive and step.kind in ("movement", "overrun", "march-die")


def lost_support(step: Step, event: Event) -> bool:
    """Those that protected disrupted units have just left the battle or died."""
    place = event.arguments["hex"]
    frames = map(step.within, ("refusal", "retreating", "fall-back", "battle-fought"))
    return any(frame is not None and frame[2] == place for frame in frames)


def in_overrun(step: Step) -> bool:
    """A rout goes on that the active player has announced in his movement."""
    return in_rout(step) and (step.within("movement") is not None or step.within("marches") is not None)


def loses_a_step(where: OfEvent = always) -> Witness:
    """A routed unit loses a step, or its last one."""
    return any_of(fired("step-lost", "11.3", where), fired("eliminated", "11.3", where))


def rearguard_dies(step: Step, event: Event) -> bool:
    """Units of the active side are routed when their rearguard is dead."""
    return event.arguments["side"] == step.active and rout_while(leaves_in_part)(step, event)


def cleared_hexes(step: Step) -> int:
    """Hexes that units have attacked in this movement phase, and where no enemy is left, as a bit set."""
    state, found = step.before, 0
    for unit in ones(state.moved):
        walk, place = walk_of(state, unit), state.place[unit]
        if walk is not None and walk.stopped and place >= 0:
            found |= 1 << place
    return found & ~state.held[step.enemy]


def enters_disrupted_enemies(step: Step) -> bool:
    """A unit has come upon disrupted enemies alone, and stops there."""
    enemies = step.before.held[step.enemy] & ~step.before.firm[step.enemy]
    return bool(enemies >> step.argument & 1) and step.next_kind != "step"


def brings_more(step: Step) -> bool:
    """A rout could be announced, and another unit is moved first."""
    return ROUT in step.options


def goes_on_after_a_rout(step: Step) -> bool:
    return bool(cleared_hexes(step))


def goes_through_a_cleared_hex(step: Step) -> bool:
    return bool(cleared_hexes(step) >> step.argument & 1)


def another_overrun(step: Step, event: Event) -> bool:
    """One more hex of disrupted enemies is routed, after another or before it."""
    others = (cleared_hexes(step) | pending_routs(step.before)) & ~(1 << event.arguments["hex"])
    return attacked_alone(step, event) and bool(others)


def both_moves_take_part(step: Step) -> bool:
    """Units of the first and of the second move stand among the enemies that are routed."""
    walks = (walk_of(step.before, unit) for unit in ones(firm_at(step.before, step.active, step.argument)))
    return {walk.move for walk in walks if walk is not None} == {0, 1}


def moves_on(where: Where) -> Witness:
    """The active player moves a unit of either move."""
    return any_of(chosen("movement", UNIT, where), chosen("movement", SECOND, where))


NO_FIRE_BEFORE_ARTILLERY = any_of(
    refused("9.2", "your artillery fires first"), at("fire-unit", artillery_goes_first)
)
SUPPORTED_ARTILLERY = any_of(
    refused("9.3", "only artillery may fire at artillery"), chosen("fire-unit", FIRE, artillery_is_no_target)
)
FIRES_ONCE = any_of(
    refused("10.5", "each unit fires once in a phase"),
    at("pursue", lambda step: not in_rout(step) and some_pursuers_have_fired(step)),
)
LEAVES_A_BATTLE_WHOLLY = any_of(fired("retreat", "10.3"), chosen("withdraw", RETREAT))
LATE_ROUT = at("pursue", has_fired_in_the_round)
OVERRUN = fired("rout", "11.3", attacked_alone)
ROUTED = fired("rout", "11.3")

WITNESSES: dict[str, Witness] = {
    "9.0a": chosen("choose-battle", BATTLE),
    "9.0b": at("fire-unit", some_have_fired),
    "9.0c": at("fire-unit", others_wait),
    "9.1a": at("fire-unit", fires_in_combat(active=False)),
    "9.1b": at("fire-unit", fires_in_combat(active=True)),
    "9.2a": NO_FIRE_BEFORE_ARTILLERY,
    "9.2b": chosen("fire-unit", FIRE),
    "9.2c": fired("fired", where=one_die_a_cv),
    "9.2d": fired("fired", where=power_matters),
    "9.2e": takes_a_hit(other_classes_are_spared),
    "9.2s1": fired("fired", where=overkill),
    "9.21a": fired("fired", where=more_dice),
    "9.21b": fired("fired", where=more_dice_of_the_same_power),
    "9.3a": chosen("fire-unit", FIRE, has_no_choice(ARMOR)),
    "9.3b": chosen("fire-unit", FIRE, has_no_choice(INFANTRY)),
    "9.3c": chosen("target", AT, has_free_choice),
    "9.3d": SUPPORTED_ARTILLERY,
    "9.3e": chosen("target", AT),
    "9.3f": chosen("fire-unit", FIRE, aims_elsewhere),
    "9.3s1": at("fire-unit", ignores_disrupted_units),
    "9.3s2": fired("fired", where=at_lone_artillery),
    "9.4a": fired("fired", where=power_matters),
    "9.4b": fired("fired", where=hits_with(6)),
    "9.4c": fired("fired", where=hits_with(5)),
    "9.4d": fired("fired", where=hits_with(4)),
    "9.4t1": fired("fired", where=fires_as(ARMOR)),
    "9.4t2": fired("fired", where=fires_as(INFANTRY)),
    "9.4t3": fired("fired", where=fires_as(ANTITANK)),
    "9.4t4": fired("fired", where=fires_as(ARTILLERY)),
    "9.4t5": NO_FIRE_BEFORE_ARTILLERY,
    "9.4t6": SUPPORTED_ARTILLERY,
    "9.5a": chosen("take-hit", HIT),
    "9.5b": takes_a_hit(is_elite),
    "9.5c": end_of_fire(lambda step: any(lost_halves(step))),
    "9.5d": at("take-hit", one_would_waste),
    "9.5e": at("fire-unit", lambda step: any(step.before.hits)),
    "9.5f": at("fire-unit", wiped_out),
    "9.5s1": end_of_fire(an_odd_hit_on_elite_units),
    "9.5s2": at("take-hit", mixes_elite_and_normal),
    "9.52a": fired("fired", where=half_hits),
    "9.52b": fired("fired", where=whole_hits_of_artillery),
    "9.52c": fired("fired", where=hits_are_pooled),
    "9.52d": end_of_fire(half_a_hit_is_left),
    "10.0b": fired("block-disrupted", "7.2"),
    "10.0c": any_of(fired("refused"), fired("retreat"), chosen("withdraw", RETREAT)),
    "10.0d": ROUTED,
    "10.0e": any_of(refused("11.1", "disrupted units do not move"), at("choose-leavers", disrupted_units_stay)),
    "10.1a": any_of(refused("10.1", "units leave a battle"), chosen("step", HEX, some_ways_out_are_closed)),
    "10.1b": at("step", passes_by_enemies),
    "10.1c": fired("eliminated", "10.1"),
    "10.2a": fired("refused"),
    "10.2b": at("refuse-battle", cannot_refuse),
    "10.2c": any_of(
        refused("8.4", "say first whether you accept battle", asks_for_a_regroup),
        chosen("refuse-battle", REFUSE, one_of_several_groups),
    ),
    "10.2d": at("refuse-battle", part_could_withdraw),
    "10.2e": fired("refused", where=is_pursued),
    "10.2f": fired("refused", where=stay_hidden),
    "10.2s1": fired("refused", where=stay_hidden),
    "10.2s2": at("pursue", in_refusal),
    "10.2s3": chosen("leave", HEX, in_refusal),
    "10.2s4": fired("rout", "11.3", rout_while(in_refusal)),
    "10.3a": LEAVES_A_BATTLE_WHOLLY,
    "10.3b": any_of(
        fired("retreat", "10.3", is_pursued), chosen("withdraw", RETREAT, lambda step: any(step.told("slowest")))
    ),
    "10.3s1": any_of(
        refused("10.3", "units leave battles after all other movement"), at("movement", units_wait_in_battles)
    ),
    "10.3s2": at("pursue", lambda step: leaves_in_full(step) and not in_rout(step)),
    "10.3s3": any_of(
        chosen("step", HEX, lambda step: leaves_in_full(step) and sets_out_of_battle(step)),
        chosen("leave", HEX, lambda step: leaves_in_full(step) and not in_rout(step)),
    ),
    "10.3s4": fired("rout", "11.3", rout_while(leaves_in_full)),
    "10.4b": any_of(
        refused("10.4", "units leave a battle all together when they withdraw"),
        refused("10.4", "not all of your units there can withdraw"),
    ),
    "10.4c": chosen("step", HEX, leaves_behind_a_rearguard),
    "10.4d": fired("retreat", "10.4"),
    "10.4f": any_of(at("volley", probe_is_over), at("take-hit", probe_is_over)),
    "10.4g": any_of(
        refused("10.4", "you made a partial retreat from that battle in this turn"),
        at("name-battles", left_in_part),
    ),
    "10.4s1": fired("retreat", "10.4"),
    "10.4s2": at("probe-combat"),
    "10.41a": chosen("probe-combat", PROBE),
    "10.41b": at("fire-unit", rearguard_fires_first),
    "10.41c": at("pursue", lambda step: leaves_in_part(step) and not in_rout(step)),
    "10.41d": chosen("step", HEX, leaves_without_a_rearguard),
    "10.41e": fired("rout", "11.3", rearguard_dies),
    "10.41f": any_of(
        fired("no-probe"), at("volley", rearguard_has_survived), at("take-hit", rearguard_has_survived)
    ),
    "10.41s1": fired("fired", where=rearguard_defends),
    "10.41s2": fired("fired", where=probers_have_no_benefit),
    "10.5a": fired("slowest"),
    "10.5b": fired("slowest"),
    "10.5c": fired("pursuit-fire", where=dice_rolled(1)),
    "10.5d": fired("pursuit-fire", where=dice_rolled(2)),
    "10.5e": any_of(
        refused("10.5", "it is slower than the slowest unit that leaves"), at("pursue", some_are_too_slow)
    ),
    "10.5f": fired("pursuit-fire", where=low_hits),
    "10.5g": chosen("take-pursuit", HIT, any_class_takes_it),
    "10.5h": any_of(
        chosen("take-pursuit", DONE, an_odd_hit_is_left),
        fired("pursuit-hits-taken", where=an_odd_hit_on_a_single_unit),
    ),
    "10.5i": FIRES_ONCE,
    "10.5s1": chosen("pursue", DONE, holds_fire),
    "10.5s2": chosen("pursue", DONE, holds_fire_for_a_rout),
    "10.5s3": LATE_ROUT,
    "11.0a": fired("block-disrupted", "7.2", active_unit_disengages),
    "11.0b": fired("block-disrupted", "7.2", lambda step, event: in_refusal(step)),
    "11.0c": fired("cut-off"),
    "11.0d": fired("block-disrupted", "6.4"),
    "11.0f": fired("eliminated", "12.7", was_disrupted),
    "11.1a": refused("11.1", "disrupted units do not move"),
    "11.1b": OVERRUN,
    "11.1c": any_of(refused("11.1", "disrupted units do not fire"), at("fire-unit", own_unit_may_not_fire)),
    "11.1d": at("lay", carry_no_line),
    "11.1e": at("lay", block_no_line),
    "11.1f": any_of(
        refused("11.1", "disrupted units cannot redeploy"),
        refused("11.1", "disrupted units cannot return to base"),
    ),
    "11.11a": ROUTED,
    "11.11b": at("fire-unit", some_lie_in_the_battle),
    "11.11c": fired("supply-checked", where=is_in_battle),
    "11.11d": fired("rout", "11.3", lost_support),
    "11.2a": fired("recovered"),
    "11.2b": fired("supply-checked", where=is_in_battle),
    "11.2c": fired("supply-checked", where=has_no_line),
    "11.2d": fired("supply-checked", where=has_to_wait),
    "11.2s1": fired("supply-checked", where=has_to_wait),
    "11.3a": ROUTED,
    "11.3b": OVERRUN,
    "11.3c": fired("rout", "11.3", lost_support),
    "11.3d": ROUTED,
    "11.3e": loses_a_step(),
    "11.3f": fired("slowest", where=lambda step, event: step.within("rout", step.after) is not None),
    "11.3g": any_of(chosen("leave", HEX, in_rout), fired("eliminated", "10.1", lambda step, event: in_rout(step))),
    "11.3h": fired("disrupted", "7.2", was_disrupted),
    "11.3s1": fired("rout", "11.3", lambda step, event: event.arguments["side"] == step.enemy),
    "11.3s2": fired("rout", "11.3", rearguard_dies),
    "11.3s3": LATE_ROUT,
    "11.3s4": fired(
        "eliminated", "10.1", lambda step, event: in_rout(step) and step.within("final-check") is not None
    ),
    "11.4a": OVERRUN,
    "11.4b": moves_on(brings_more),
    "11.4c": chosen("step", HEX, enters_disrupted_enemies),
    "11.4d": any_of(moves_on(goes_on_after_a_rout), chosen("step", HEX, goes_through_a_cleared_hex)),
    "11.4f": fired("rout", "11.3", another_overrun),
    "11.4s1": chosen("movement", ROUT, both_moves_take_part),
    "11.4s2": chosen("movement", ROUT),
    "11.4s3": loses_a_step(lambda step, event: step.verb == ROUT),
    "11.4s4": at("pursue", in_overrun),
    "11.4s5": chosen("leave", HEX, in_overrun),
    "11.4s6": any_of(moves_on(goes_on_after_a_rout), chosen("step", HEX, goes_through_a_cleared_hex)),
}
