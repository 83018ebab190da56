"""4.5, 5.3, 8.6, 13.2: a Pass: units that attack fortresses leave, then one withdrawal may be made.

The withdrawal is a group or a regroup move along supply lines. Units in a battle leave it together or not at all
(10.4), at the end of the move. The move may be given up as long as nothing has moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    Move,
    command_hexes,
    command_points,
    in_battle_under_move,
    move_of,
    pack_move,
)
from sandtable.games.rommel_in_the_desert.rules.c05_smaller_network import Prospect, goal_of, is_smaller, party
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import leave, withdraw_group
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import NOWHERE, alike, can_withdraw, ways_of
from sandtable.games.rommel_in_the_desert.rules.c06_movement import Refusal
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import settle
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursue
from sandtable.games.rommel_in_the_desert.rules.c11_rout import ROUT as ROUT_FRAME
from sandtable.games.rommel_in_the_desert.rules.c11_rout import rout_unprotected
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import lines_to
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    firm_at,
    in_hexes,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import DONE, GROUP, REGROUP, RETREAT, TO, UNIT
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, one, perhaps
from sandtable.kernel.flow import Steps, again, pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def begin_pass(state: Position) -> None:
    """4.5: the moves of a Pass."""
    push(state, PASS_MOVES)


# 8.6, 13.2: the attackers of fortresses


def besieging(state: Position) -> int:
    """8.6, 13.2: fortresses in which the active side is the Attacker; without combat it cannot stay there."""
    return state.printed.fortress & state.attacker_hexes[state.active] & state.held[state.active]


def _leave_fortresses(state: Position, frame: Frame) -> None:
    """Rulings 19, 36: one fortress after another, in the order the active player chooses."""
    hexes = besieging(state)
    if not hexes:
        return
    again(state)
    if hexes & hexes - 1:
        push(state, LEAVE_FORTRESS)
    else:
        give_up_fortress(state, first(hexes))


def give_up_fortress(state: Position, place: int) -> None:
    """8.6, 13.2: they withdraw if all of them can; otherwise they are routed."""
    side = state.active
    units = firm_at(state, side, place)
    if units and all(can_withdraw(state, unit) for unit in ones(units)):
        push(state, FALL_BACK, place, NOWHERE, 0)
        return
    tell(state, "rout", "13.2", reveals=True, side=side, hex=place)
    push(state, ROUT_FRAME, place, side, units_at(state, side, place))


class LeaveFortress(ActiveChoice):
    """Ruling 36: which of several fortresses is given up first."""

    name = "leave-fortress"
    on = ("pass-moves:_leave_fortresses",)
    rule = "13.2"
    words = say("You pass: choose which fortress your attackers leave first")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(RETREAT, besieging(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        give_up_fortress(state, argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == RETREAT:
            return "13.2", say("you are not attacking a fortress there")
        return "13.2", otherwise("on a pass you must first leave the fortresses you are attacking")


# 10.3: out of a battle by withdrawal


def _under_fire(state: Position, frame: Frame) -> None:
    """10.3, step 2: pursuit fire on those that leave."""
    place = FALL_BACK.hex(frame)
    pursue(state, place, state.active, firm_at(state, state.active, place))


def _fall_back(state: Position, frame: Frame) -> None:
    """10.3, step 3: the survivors withdraw."""
    _, _, place, goal, bound = frame
    withdraw_group(state, place, state.active, firm_at(state, state.active, place), goal, bound)


def _rout_the_rest(state: Position, frame: Frame) -> None:
    """10.3, step 4: disrupted units left in the hex are routed."""
    place = FALL_BACK.hex(frame)
    if not settle(state, place):
        rout_unprotected(state, state.active, place)


class FallBack(Steps[Position]):
    """10.3: a group leaves a battle, to `goal` if one is named; `bound`: the network must shrink (5.3)."""

    name = "fall-back"
    on = ("withdraw", "pass-moves:_leave_fortresses")
    steps = (_under_fire, _fall_back, _rout_the_rest)
    hex = one("hex")
    goal = perhaps("hex")
    bound = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.bound(frame) and not state.moves:
            yield say("units withdraw on a pass, but no withdrawal was declared")


FALL_BACK = FallBack()


# 4.5, 5.3: one withdrawal, or none


def _withdraw(state: Position, frame: Frame) -> None:
    """4.5: it is optional."""
    push(state, WITHDRAW, 0)


def _end(state: Position, frame: Frame) -> None:
    state.network[state.active] = state.lines_held = 0


PASS_MOVES: Steps[Position] = Steps("pass-moves", _leave_fortresses, _withdraw, _end, on=("player-turn.move",))


def with_lines(state: Position) -> int:
    """5.3, condition 1: hexes of the active side with undisrupted units that have a supply line."""
    side = state.active
    idle = in_hexes(state, side, state.firm[side]) & ~state.disrupted & ~state.moved
    found, by_base = 0, idle
    for place, fed in zip(state.printed.fortresses, state.by_fortress, strict=True):
        if idle & fed:
            found |= _hexes_with_line(state, idle & fed, place)
            by_base &= ~fed
    return found | _hexes_with_line(state, by_base, state.printed.base[side])


def _hexes_with_line(state: Position, units: int, source: int) -> int:
    """The hexes of these units that have a line to a source."""
    lines, hexes = lines_to(state, state.active, source), 0
    for unit in ones(units):
        hexes |= 1 << state.place[unit]
    return hexes & (lines.supplied | lines.sources)


def declare(state: Position, move: Move) -> None:
    """5.3, rulings 11, 12: the lines and the network as they are now are the ones that count."""
    side = state.active
    state.moves.append(pack_move(*move))
    state.network[side], state.lines_held = network(state, side), state.firm[side]
    if move.regroup:
        tell(state, "regroup-withdrawal", "5.3", side=side, hex=move.place, goal=move.goal)
    else:
        tell(state, "withdrawal", "5.3", side=side, hex=move.place)


def able(state: Position) -> int:
    """5.3: the units outside battles that may withdraw so that the network can still get smaller."""
    units, found = party(state), 0
    if not units:
        return 0
    prospect, known = Prospect(state, units), dict[tuple[int, ...], bool]()
    for unit in ones(units):
        sort = alike(state, unit)
        if sort not in known:
            known[sort] = prospect.is_open(unit)
        found |= known[sort] << unit
    return found


def battles_to_leave(state: Position) -> int:
    """5.3, 10.3, 10.4: the battles that all undisrupted units can leave so that the network gets smaller."""
    units = in_battle_under_move(state, move_of(state, 0))
    hexes = mask_of(state.place[unit] for unit in ones(units))
    return mask_of(place for place in ones(hexes) if _can_fall_back(state, place))


def _can_fall_back(state: Position, place: int) -> bool:
    units = firm_at(state, state.active, place)
    if not all(can_withdraw(state, unit) for unit in ones(units)):
        return False
    prospect = Prospect(state, units, place)
    return all(prospect.is_open(unit) for unit in ones(units))


def done_is_legal(state: Position, fell_back: int) -> bool:
    """5.3, condition 3: nothing has moved, or the network is smaller; a battle is left only if that is certain."""
    return bool(fell_back) or not state.moves or not state.moved or is_smaller(state)


class Withdraw(ActiveChoice):
    """4.5, 5.3: declare the withdrawal, move its units, or give it up. `fell_back`: a battle has been left."""

    name = "withdraw"
    on = ("pass-moves._withdraw",)
    rule = "5.3"
    fell_back = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.fell_back(frame) and not state.moves:
            yield say("units withdraw on a pass, but no withdrawal was declared")

    def legal(self, state: Position, frame: Frame) -> Options:
        if not state.moves:
            starts = with_lines(state)
            if not starts:
                return [(DONE, 1)]
            return [(DONE, 1), (GROUP, starts), (REGROUP, command_points(state, starts))]
        fell_back = self.fell_back(frame)
        units = 0 if fell_back else able(state)
        battles = battles_to_leave(state)
        done = done_is_legal(state, fell_back) or not units | battles
        return offer((UNIT, units), (DONE, done), (RETREAT, battles))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        elif verb == GROUP:
            declare(state, Move(0, 0, argument, 0))
        elif verb == REGROUP:
            push(state, WITHDRAW_TO, argument)
        elif verb == UNIT:
            leave(state, argument, goal_of(state), 1)
        else:
            replace(state, 1)
            push(state, FALL_BACK, argument, goal_of(state), 1)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if not state.moves:
            return say("You pass: declare a withdrawal, or end your moves")
        return say("Choose a unit to withdraw, or end the withdrawal")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        return why_no_withdrawal(state, self.fell_back(frame), verb, argument)


class WithdrawTo(ActiveChoice):
    """5.2, 5.3: the destination of a regrouping withdrawal; it may still be given up."""

    name = "withdraw-to"
    on = ("withdraw",)
    rule = "5.2"
    words = say("Choose the destination of the withdrawal, or give it up")
    hex = one("hex")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if state.moves:
            yield say("a pass allows only one withdrawal")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((TO, goals(state, self.hex(frame))), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == TO:
            declare(state, Move(1, 0, self.hex(frame), argument))
        else:
            pop(state)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> Refusal:
        if verb == TO:
            return "5.3", say("no unit in or next to the command point can withdraw to that hex")
        return "5.2", otherwise("declare the destination before any unit moves")


WITHDRAW, WITHDRAW_TO, LEAVE_FORTRESS = Withdraw(), WithdrawTo(), LeaveFortress()


def goals(state: Position, point: int) -> int:
    """5.2, 5.3: where units in or next to the command point may end a withdrawal."""
    side = state.active
    around = (state.printed.board.touching[point] | 1 << point) & state.firm[side]
    units = in_hexes(state, side, around) & ~state.disrupted & ~state.moved
    found = 0
    for unit in {alike(state, unit): unit for unit in ones(units)}.values():
        ways = ways_of(state, unit)
        if ways.has_line():
            found |= ways.ends()
    return found


def why_no_withdrawal(state: Position, fell_back: int, verb: int, argument: int) -> Refusal:
    if verb in (GROUP, REGROUP):
        if state.moves:
            return "4.5", say("a pass allows only one withdrawal")
        return why_no_start(state, verb, argument)
    if verb == UNIT:
        return why_no_unit(state, fell_back, argument)
    if verb == RETREAT:
        return why_no_retreat(state, argument)
    if verb == DONE:
        return "5.3", say("the supply network is not smaller than it was")
    return "4.5", otherwise("on a pass you may make one withdrawal and nothing else")


def why_no_start(state: Position, verb: int, place: int) -> Refusal:
    """5.3: why no withdrawal can be declared from a hex, or with it as command point."""
    side, enemy = state.active, ENEMY_OF[state.active]
    if verb == REGROUP:
        if state.held[enemy] & ~state.held[side] & 1 << place:
            return "5.2", say("an enemy hex cannot be the command point")
        return "5.3", otherwise("no unit of yours in or next to that hex has a supply line to withdraw along")
    if not units_at(state, side, place):
        return "5.3", say("you have no unit there with a supply line to withdraw along")
    if not firm_at(state, side, place):
        return "5.3", say("your units there are disrupted, and do not move")
    return "5.3", otherwise("no unit there has a supply line to withdraw along")


def why_no_unit(state: Position, fell_back: int, unit: int) -> Refusal:
    """The first rule that keeps a unit from withdrawing."""
    if state.printed.side_of[unit] != state.active or state.place[unit] < 0:
        return "4.5", say("only your own units on the map can withdraw")
    if not state.moves:
        return "5.3", say("declare the withdrawal first")
    if state.disrupted >> unit & 1:
        return "11.1", say("disrupted units do not move")
    if state.moved >> unit & 1:
        return "6.0", say("no unit moves twice in one player turn")
    if not command_hexes(state, move_of(state, 0)) >> state.place[unit] & 1:
        return "5.1", say("it does not belong to the withdrawal you declared")
    if state.held[ENEMY_OF[state.active]] >> state.place[unit] & 1:
        return "10.4", say("units that withdraw from a battle all leave together")
    if fell_back:
        return "10.3", say("units leave battles only after all other movement")
    if not ways_of(state, unit).has_line():
        return "5.3", say("it has no supply line to withdraw along")
    if not ways_of(state, unit).ends():
        return "5.3", say("no hex back along its supply line is open to it")
    return "5.3", otherwise("no withdrawal that begins with it is known to make the supply network smaller")


def why_no_retreat(state: Position, place: int) -> Refusal:
    if not state.moves or not command_hexes(state, move_of(state, 0)) >> place & 1:
        return "5.1", say("that battle does not belong to the withdrawal you declared")
    units = firm_at(state, state.active, place)
    if not units or not state.held[ENEMY_OF[state.active]] >> place & 1:
        return "10.3", say("you have no undisrupted units in battle there")
    if not all(can_withdraw(state, unit) for unit in ones(units)):
        return "10.4", say("not all of your units there can withdraw, and they must leave together")
    return "5.3", otherwise("the supply network would not get smaller")
