"""10.2-10.41: leaving a battle: the passive player refuses it, the active player retreats in full or in part."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.battles import settle
from sandtable.games.rommel_in_the_desert.fire import place_name, round_of_combat
from sandtable.games.rommel_in_the_desert.movement import begin_leaving, can_set_out
from sandtable.games.rommel_in_the_desert.orders import in_battle_under_orders, move_of
from sandtable.games.rommel_in_the_desert.pursuit import pursue, still_there
from sandtable.games.rommel_in_the_desert.rout import rout_unprotected
from sandtable.games.rommel_in_the_desert.state import Position, enemy_of, firm_at
from sandtable.games.rommel_in_the_desert.verbs import DECLINE, DONE, PROBE, REFUSE, RETREAT, SECOND, UNIT
from sandtable.games.rommel_in_the_desert.ways import can_withdraw
from sandtable.games.rommel_in_the_desert.withdrawal import withdraw_group
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

# 10.2: refusing battle


def attacked(state: Position) -> int:
    """8.4: the hexes attacked in this movement phase in which the passive side has undisrupted units."""
    return state.attacked_hexes & state.firm[enemy_of(state.active)]


def refusable(state: Position) -> int:
    """10.2, ruling 15: attacked hexes from which every undisrupted unit has a line to withdraw along."""
    side = enemy_of(state.active)
    found = 0
    for place in ones(attacked(state)):
        found |= all(can_withdraw(state, unit) for unit in ones(firm_at(state, side, place))) << place
    return found


def offer_refusals(state: Position) -> None:
    """8.4: asked whenever there was an attack, for not to be asked would tell what the units can do."""
    if attacked(state):
        push(state, REFUSE_BATTLE)


class RefuseBattle(ChoiceKind[Position]):
    """8.4, 10.2: group by group the passive player may leave before the first shot."""

    name = "refuse-battle"
    rule = "10.2"

    def side(self, state: Position, frame: Frame) -> int:
        return enemy_of(state.active)

    def legal(self, state: Position, frame: Frame) -> Options:
        hexes = refusable(state)
        return [(DONE, 1), (REFUSE, hexes)] if hexes else [(DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            return
        side = enemy_of(state.active)
        if not attacked(state) & ~(1 << argument):
            pop(state)
        tell(state, "refused", "10.2", side=side, hex=argument)
        push(state, REFUSAL, argument, side, firm_at(state, side, argument))

    def prompt(self, state: Position, frame: Frame) -> Message:
        names = ", ".join(place_name(state, place) for place in ones(attacked(state)))
        return say("You are attacked ({places}): refuse battle, or accept it", places=names)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != REFUSE:
            return "8.4", say("say first whether you accept battle")
        if not attacked(state) >> argument & 1:
            return "8.4", say("only groups that were just attacked may refuse battle")
        return "10.2", say("a unit there has no supply line to withdraw along, and all must leave")


def fire_at_refusers(state: Position, frame: Frame) -> None:
    """10.2, step 2: pursuit fire on those that leave; nobody is shown."""
    pursue(state, frame[2], frame[3], still_there(state, frame[2], frame[4]))


def withdraw_refusers(state: Position, frame: Frame) -> None:
    """10.2, step 3: the survivors withdraw as a group."""
    withdraw_group(state, frame[2], frame[3], still_there(state, frame[2], frame[4]))


def rout_those_left(state: Position, frame: Frame) -> None:
    """8.4, 10.2, 10.3, step 4: disrupted units left behind are routed by those that have not fired."""
    if not settle(state, frame[2]):
        rout_unprotected(state, frame[3], frame[2])


REFUSAL: Steps[Position] = Steps(
    "refusal", fire_at_refusers, withdraw_refusers, rout_those_left, holds=("hex", "side", "units")
)


# 10.3, 10.4: retreats of the active side


def may_leave_battle(state: Position, place: int, index: int) -> int:
    """10.1: the units in a battle hex that a declared move may take out of it, over friendly hexsides."""
    ready = in_battle_under_orders(state, move_of(state, index)) & firm_at(state, state.active, place)
    return sum(1 << unit for unit in ones(ready & ~state.leaving) if can_set_out(state, unit, index))


def battles_to_leave(state: Position) -> int:
    """10.3: battle hexes with units of the active side that a declared move could take away."""
    found = 0
    for place in ones(state.firm[state.active] & state.held[enemy_of(state.active)] & ~state.left_hexes):
        found |= any(may_leave_battle(state, place, index) for index in range(len(state.moves))) << place
    return found


def offer_retreats(state: Position) -> None:
    """3.4: after all other movement."""
    if state.moves and battles_to_leave(state):
        push(state, CHOOSE_RETREAT)


class ChooseRetreat(ChoiceKind[Position]):
    """10.3, 10.4: announce a retreat from a battle, or none."""

    name = "choose-retreat"
    rule = "10.3"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        hexes = battles_to_leave(state)
        return [(DONE, 1), (RETREAT, hexes)] if hexes else [(DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        else:
            push(state, CHOOSE_LEAVERS, argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Retreat from a battle with units of your moves, or go on")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != RETREAT:
            return "3.4", say("retreats come after all other movement")
        if not state.held[enemy_of(state.active)] >> argument & 1:
            return "10.3", say("there is no battle to retreat from")
        return "10.1", say("no unit of your moves can leave it over a friendly hexside")


class ChooseLeavers(ChoiceKind[Position]):
    """10.3, 10.4: mark those that leave: all the undisrupted make a full retreat, some a partial one."""

    name = "choose-leavers"
    holds = ("hex",)
    rule = "10.4"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        pairs = [(verb, self._units(state, frame[2], index)) for index, verb in enumerate((UNIT, SECOND))]
        pairs.append((DONE, int(bool(state.leaving))))
        return [pair for pair in pairs if pair[1]]

    def _units(self, state: Position, place: int, index: int) -> int:
        return may_leave_battle(state, place, index) if index < len(state.moves) else 0

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb != DONE:
            state.leaving |= 1 << argument
            if verb == SECOND:
                state.leaving_second |= 1 << argument
        if verb == DONE or not any(verb in (UNIT, SECOND) for verb, _ in self.legal(state, frame)):
            pop(state)
            announce_retreat(state, frame[2])

    def prompt(self, state: Position, frame: Frame) -> Message:
        count = state.leaving.bit_count()
        return say(
            "{place}: choose the units that leave ({count} so far)", place=place_name(state, frame[2]), count=count
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "10.3", say("choose at least one unit that leaves")
        if verb not in (UNIT, SECOND):
            return "10.4", say("the units that leave are being chosen")
        if not firm_at(state, state.active, frame[2]) >> argument & 1:
            return "10.0", say("only your undisrupted units in that battle can leave it")
        if state.moved >> argument & 1:
            return "6.0", say("it has moved in this turn")
        return "10.1", say("it is not part of that move, or has no friendly hexside to leave by")


def announce_retreat(state: Position, place: int) -> None:
    """10.3, 10.4: with a rearguard it is a partial retreat, which the enemy may probe."""
    rearguard = firm_at(state, state.active, place) & ~state.leaving
    tell(state, "retreat", "10.4" if rearguard else "10.3", side=state.active, hex=place, full=int(not rearguard))
    push(state, RETREATING, place, state.leaving)
    if rearguard:
        state.left_hexes |= 1 << place
        push(state, PROBE_COMBAT)


class ProbeCombat(ChoiceKind[Position]):
    """10.41: before the leavers move, the passive player may call a round of combat at no cost."""

    name = "probe-combat"
    rule = "10.41"

    def side(self, state: Position, frame: Frame) -> int:
        return enemy_of(state.active)

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(PROBE, 1), (DECLINE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "probe" if verb == PROBE else "no-probe", "10.41", side=enemy_of(state.active))
        if verb == PROBE:
            round_of_combat(state, state.frames[-1][2], state.active)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("The enemy makes a partial retreat: probe his rearguard, or let him go")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "10.41", say("probe the rearguard, or decline")


def fire_at_leavers(state: Position, frame: Frame) -> None:
    """10.3, 10.41: without a rearguard the leavers take pursuit fire; one that has survived shields them."""
    place = frame[2]
    if not firm_at(state, state.active, place) & ~state.leaving:
        pursue(state, place, state.active, still_there(state, place, frame[3]))


def move_leavers(state: Position, frame: Frame) -> None:
    """10.3, step 3: one after another under the move in progress; who cannot leave any more is eliminated."""
    for unit in ones(still_there(state, frame[2], frame[3])):
        again(state)
        index = state.leaving_second >> unit & 1
        state.leaving &= ~(1 << unit)
        begin_leaving(state, unit, index)
        return


def end_retreat(state: Position, frame: Frame) -> None:
    """10.3, step 4, 10.41: disrupted units without support are routed."""
    state.leaving = state.leaving_second = 0
    if not settle(state, frame[2]):
        rout_unprotected(state, state.active, frame[2])


RETREATING: Steps[Position] = Steps(
    "retreating", fire_at_leavers, move_leavers, end_retreat, holds=("hex", "units")
)
REFUSE_BATTLE, CHOOSE_RETREAT, CHOOSE_LEAVERS = RefuseBattle(), ChooseRetreat(), ChooseLeavers()
PROBE_COMBAT = ProbeCombat()
