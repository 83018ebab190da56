"""10.2-10.41: leaving a battle: the passive player refuses it, the active player retreats in full or in part."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice, PassiveChoice, side_faults
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import in_battle_under_move, move_of
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import withdraw_group
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import can_withdraw, ways_of
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import pending_routs
from sandtable.games.rommel_in_the_desert.rules.c06_movement import begin_leaving, can_set_out
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import ways_out
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name, round_of_combat, show_fighters
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursue, pursuit_words, still_there
from sandtable.games.rommel_in_the_desert.rules.c11_rout import after_losses
from sandtable.games.rommel_in_the_desert.state import Position, firm_at
from sandtable.games.rommel_in_the_desert.verbs import DECLINE, DONE, PROBE, REFUSE, RETREAT, SECOND, UNIT
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import Steps, again, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# 10.2: refusing battle


def attacked(state: Position) -> int:
    """8.4: the hexes attacked in this movement phase in which the passive side has undisrupted units."""
    return state.attacked_hexes & state.firm[ENEMY_OF[state.active]]


def refusable(state: Position) -> int:
    """10.2, ruling 15: attacked hexes from which every undisrupted unit has a line to withdraw along."""
    side = ENEMY_OF[state.active]
    found = 0
    for place in ones(attacked(state)):
        found |= all(can_withdraw(state, unit) for unit in ones(firm_at(state, side, place))) << place
    return found


def offer_refusals(state: Position) -> None:
    """8.4: asked whenever there was an attack, since not asking would give away what the units can do."""
    if attacked(state):
        push(state, REFUSE_BATTLE)


class RefuseBattle(PassiveChoice):
    """8.4, 10.2: group by group the passive player may leave before the first shot."""

    name = "refuse-battle"
    on = ("player-turn.refuse",)
    rule = "10.2"

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((DONE, True), (REFUSE, refusable(state)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            return
        side = ENEMY_OF[state.active]
        if not attacked(state) & ~(1 << argument):
            pop(state)
        tell(state, "refused", "10.2", side=side, hex=argument)
        push(state, REFUSAL, argument, side, firm_at(state, side, argument))

    def prompt(self, state: Position, frame: Frame) -> Message:
        names = ", ".join(place_name(state, place) for place in ones(attacked(state)))
        return say("You are attacked ({places}): refuse battle, or accept it", places=names)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != REFUSE:
            return "8.4", say("first say whether you accept battle")
        if not attacked(state) >> argument & 1:
            return "8.4", say("only groups that have just been attacked may refuse battle")
        units = firm_at(state, self.side(state, frame), argument)
        if not all(ways_of(state, unit).has_line() for unit in ones(units)):
            return "10.2", say("all units must leave, and one there has no supply line to withdraw along")
        return "10.2", otherwise("all units must leave, and for one there no hex back along its line is open")


def fire_at_refusers(state: Position, frame: Frame) -> None:
    """10.2, step 2: pursuit fire on those that leave; no unit is revealed."""
    _, _, place, side, units = frame
    pursue(state, place, side, still_there(state, place, units))


def withdraw_refusers(state: Position, frame: Frame) -> None:
    """10.2, step 3: the survivors withdraw as a group."""
    _, _, place, side, units = frame
    withdraw_group(state, place, side, still_there(state, place, units))


def rout_those_left(state: Position, frame: Frame) -> None:
    """8.4, 10.2, step 4: disrupted units left behind are routed, under the fire of units that have not fired."""
    after_losses(state, REFUSAL.hex(frame))


class Refusal(Steps[Position]):
    """10.2: a group leaves before the first shot."""

    name = "refusal"
    on = ("player-turn.refuse", "refuse-battle")
    steps = (fire_at_refusers, withdraw_refusers, rout_those_left)
    hex = one("hex")
    side = one("side")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from side_faults(state, self.units(frame), self.side(frame))


REFUSAL = Refusal()


# 10.3, 10.4: retreats of the active side


def may_leave_battle(state: Position, place: int, index: int) -> int:
    """10.1: the units in a battle hex that a declared move may take out of it, over friendly hexsides."""
    ready = in_battle_under_move(state, move_of(state, index)) & firm_at(state, state.active, place)
    return sum(1 << unit for unit in ones(ready & ~state.leaving) if can_set_out(state, unit, index))


def battles_to_leave(state: Position) -> int:
    """10.3, 10.4: battles with units that a declared move could take away; a rearguard stays where it is."""
    found = 0
    for place in ones(state.firm[state.active] & state.held[ENEMY_OF[state.active]] & ~state.rearguard_hexes):
        found |= any(may_leave_battle(state, place, index) for index in range(len(state.moves))) << place
    return found


def offer_retreats(state: Position) -> None:
    """3.4, 10.4: after all other movement; on a Pass units leave battles by withdrawal alone."""
    if state.real_laid and battles_to_leave(state):
        push(state, CHOOSE_RETREAT)


class ChooseRetreat(ActiveChoice):
    """10.3, 10.4: announce a retreat from a battle, or none."""

    name = "choose-retreat"
    on = ("player-turn.retreat",)
    rule = "10.3"
    words = say("Choose a battle that units in your moves will leave, or go on")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((DONE, True), (RETREAT, battles_to_leave(state)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        else:
            push(state, CHOOSE_LEAVERS, argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != RETREAT:
            return "3.4", say("retreats come after all other movement")
        if not firm_at(state, state.active, argument) or not state.held[ENEMY_OF[state.active]] >> argument & 1:
            return "10.3", say("you have no undisrupted units in battle there")
        if state.rearguard_hexes >> argument & 1:
            return "10.4", say("your units there are the rearguard of a partial retreat")
        return why_no_retreat(state, argument)


def why_no_retreat(state: Position, place: int) -> tuple[str, Message]:
    """10.1, 10.3: why no declared move takes undisrupted units out of a battle."""
    moves = [move_of(state, index) for index in range(len(state.moves))]
    if not any(in_battle_under_move(state, move) & firm_at(state, state.active, place) for move in moves):
        return "10.3", say("your units there belong to none of your moves, or have moved already")
    if not ways_out(state, state.active, place):
        return "10.1", say("no friendly hexside leads out of the battle there")
    return "5.2", otherwise("no unit there could reach the destination of the regroup move")


class ChooseLeavers(ActiveChoice):
    """10.3, 10.4: mark those that leave: all the undisrupted make a full retreat, some a partial one."""

    name = "choose-leavers"
    on = ("choose-retreat",)
    rule = "10.4"
    hex = one("hex")

    def legal(self, state: Position, frame: Frame) -> Options:
        place = self.hex(frame)
        units, second = self._units(state, place, 0), self._units(state, place, 1)
        return offer((UNIT, units), (SECOND, second), (DONE, bool(state.leaving)))

    def _units(self, state: Position, place: int, index: int) -> int:
        return may_leave_battle(state, place, index) if index < len(state.moves) else 0

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb != DONE:
            state.leaving |= 1 << argument
            if verb == SECOND:
                state.leaving_second |= 1 << argument
        if verb == DONE or not any(verb in (UNIT, SECOND) for verb, _ in self.legal(state, frame)):
            pop(state)
            announce_retreat(state, self.hex(frame))

    def prompt(self, state: Position, frame: Frame) -> Message:
        here, count = self.hex(frame), state.leaving.bit_count()
        words = (
            "{place}: choose the units that will leave ({count} so far). If all leave: {fire}. "
            "If some stay, there is none, but the enemy may probe them"
        )
        fire = pursuit_words(state, here, state.active)
        return say(words, place=place_name(state, here), count=count, fire=fire)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "10.3", say("choose at least one unit to leave")
        if verb not in (UNIT, SECOND):
            return "10.4", say("choose the units that leave")
        if not firm_at(state, state.active, self.hex(frame)) >> argument & 1:
            return "10.0", say("only your undisrupted units in that battle can leave it")
        if state.leaving >> argument & 1:
            return "10.4", say("it is already marked")
        if state.moved >> argument & 1:
            return "6.0", say("it has already moved this turn")
        index = int(verb == SECOND)
        if index >= len(state.moves) or not in_battle_under_move(state, move_of(state, index)) >> argument & 1:
            return "10.1", say("it does not belong to that move")
        if not ways_out(state, state.active, state.place[argument]):
            return "10.1", say("it has no friendly hexside to leave by")
        return "5.2", otherwise("it could not reach the destination of the regroup move, so it may not leave")


def announce_retreat(state: Position, place: int) -> None:
    """10.3, 10.4: with a rearguard it is a partial retreat, which the enemy may probe."""
    rearguard = firm_at(state, state.active, place) & ~state.leaving
    tell(state, "retreat", "10.4" if rearguard else "10.3", side=state.active, hex=place, full=int(not rearguard))
    push(state, RETREATING, place)
    if rearguard:
        state.left_hexes |= 1 << place
        state.rearguard_hexes |= 1 << place
        push(state, PROBE_COMBAT, place)


class ProbeCombat(PassiveChoice):
    """10.41: before the leavers move, the passive player may call a round of combat at no cost."""

    name = "probe-combat"
    on = ("retreating",)
    rule = "10.41"
    hex = one("hex")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(PROBE, 1), (DECLINE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "probe" if verb == PROBE else "no-probe", "10.41", side=ENEMY_OF[state.active])
        if verb == PROBE:
            place = self.hex(frame)
            show_fighters(state, place, "8.5")
            round_of_combat(state, place, state.active)

    def prompt(self, state: Position, frame: Frame) -> Message:
        place = place_name(state, self.hex(frame))
        return say("The enemy is partly leaving {place}: probe the rearguard, or let them go", place=place)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "10.41", otherwise("probe the rearguard, or decline")


def end_probe(state: Position, frame: Frame) -> None:
    """11.11: if the rearguard has wiped out the probing units, their disrupted companions are routed."""
    after_losses(state, RETREATING.hex(frame))


def fire_at_leavers(state: Position, frame: Frame) -> None:
    """10.3, 10.41: without a rearguard the leavers take pursuit fire; one that has survived shields them."""
    place = RETREATING.hex(frame)
    if not firm_at(state, state.active, place) & ~state.leaving:
        pursue(state, place, state.active, state.leaving)


def move_leavers(state: Position, frame: Frame) -> None:
    """10.3, step 3: one after another under their moves; units that can no longer leave are eliminated (10.1).

    If the rearguard has won the battle there is nothing to retreat from: they go or stay, as their owner chooses.
    """
    place = RETREATING.hex(frame)
    if not state.leaving:
        return
    again(state)
    if state.held[ENEMY_OF[state.active]] >> place & 1:
        set_out(state, first(state.leaving))
    else:
        push(state, GO_OR_STAY, place)


def set_out(state: Position, unit: int) -> None:
    """A leaver goes, under the declared move for which it was marked."""
    index = state.leaving_second >> unit & 1
    state.leaving &= ~(1 << unit)
    begin_leaving(state, unit, index)


class GoOrStay(ActiveChoice):
    """10.41: the battle was won by the rearguard: those marked to leave may move on, undisrupted, or stay."""

    name = "go-or-stay"
    on = ("retreating:move_leavers",)
    rule = "10.41"
    hex = one("hex")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((UNIT, able_to_go(state)), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == UNIT:
            set_out(state, argument)
        else:
            state.leaving = 0

    def prompt(self, state: Position, frame: Frame) -> Message:
        place = place_name(state, self.hex(frame))
        return say("{place} is yours: move a unit that was to leave, or let them stay", place=place)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT and not state.leaving >> argument & 1:
            return "10.41", say("it was not marked to leave")
        if verb == UNIT:
            return "5.2", say("it cannot reach the destination of its move")
        return "10.41", otherwise("move the units that were to leave, or let them stay")


def able_to_go(state: Position) -> int:
    """Those still marked that can take a first step under their move."""
    second = state.leaving_second
    return mask_of(unit for unit in ones(state.leaving) if can_set_out(state, unit, second >> unit & 1))


def end_retreat(state: Position, frame: Frame) -> None:
    """10.3, step 4, 10.41: disrupted units without support are routed.

    So are disrupted enemies attacked by units that had nothing left to retreat from (11.4).
    """
    state.leaving = state.leaving_second = 0
    for place in ones(pending_routs(state) | 1 << RETREATING.hex(frame)):
        after_losses(state, place)


class Retreating(Steps[Position]):
    """10.3, 10.4: units of the active side leave a battle."""

    name = "retreating"
    on = ("choose-retreat",)
    steps = (end_probe, fire_at_leavers, move_leavers, end_retreat)
    hex = one("hex")


RETREATING = Retreating()
REFUSE_BATTLE, CHOOSE_RETREAT, CHOOSE_LEAVERS = RefuseBattle(), ChooseRetreat(), ChooseLeavers()
PROBE_COMBAT, GO_OR_STAY = ProbeCombat(), GoOrStay()
